"""AdaBoost drawn: the picks over time, and for three rows the path in the simplex."""

from __future__ import annotations

import json
import math
from pathlib import Path

from certify.contract import Claim
from certify.kernel import boost
from certify.plots.canvas import ACCENT, INK, SOFT, WARN, axes

AFTER = 60  # steps drawn beyond the start of a cycle or of the bursts
MOST = 400


def plot(claim: Claim, certificate: bytes, path: Path) -> None:
    """Picks and selected edges over the certified steps; the simplex for three rows; the distance to a limit."""
    if claim.kind == "adaboost/margin":
        return
    board = boost.parse_board(claim.statement, "/statement")
    evidence = json.loads(certificate)["evidence"]
    begins = evidence.get("steps", claim.statement.get("from", 0))
    steps = len(claim.statement["picks"]) if "picks" in claim.statement else begins + AFTER
    points, picks = _orbit(board, min(steps, MOST), evidence["exact"], evidence["precision"] + 2 * AFTER)
    if claim.kind == "adaboost/cycle":
        _distance(claim, points, board, path)
    elif len(board.rows) == 3:
        _simplex(points, path)
    else:
        _picks(picks, points, board, begins, path)


def _orbit(board: boost.Board, steps: int, exact: int, precision: int) -> tuple[list[list[float]], list[int]]:
    """Weights before each step (floats for drawing) and certified picks."""
    picks = list(boost.replay(board, steps, exact, precision).picks)
    weights = [weight / sum(board.weights) for weight in board.weights]
    points = [weights]
    for pick in picks:
        mass = sum(w for w, sign in zip(weights, board.columns[pick], strict=True) if sign > 0)
        halves = {1: 2 * mass, -1: 2 * (1 - mass)}
        weights = [w / halves[sign] for w, sign in zip(weights, board.columns[pick], strict=True)]
        points.append(weights)
    return points, picks


def _edges(points: list[list[float]], picks: list[int], board: boost.Board) -> list[float]:
    return [
        sum(w * sign for w, sign in zip(point, board.columns[pick], strict=True))
        for point, pick in zip(points, picks, strict=False)
    ]


def _picks(picks: list[int], points: list[list[float]], board: boost.Board, begins: int, path: Path) -> None:
    with axes(path, 7.5, 3.6) as figure:
        figure.scatter(range(len(picks)), picks, s=9, color=ACCENT, label="column picked")
        figure.set_xlabel("step")
        figure.set_ylabel("column")
        figure.axvline(begins, color=SOFT)
        other = figure.twinx()
        other.plot(range(len(picks)), _edges(points, picks, board), color=WARN, linewidth=0.8)
        other.set_ylabel("selected edge", color=WARN)


def _simplex(points: list[list[float]], path: Path) -> None:
    corners = [(0.0, 0.0), (1.0, 0.0), (0.5, math.sqrt(3) / 2)]
    xs, ys = ([sum(w * c[k] for w, c in zip(point, corners, strict=True)) for point in points] for k in (0, 1))
    with axes(path, 4.2, 3.8) as figure:
        figure.plot(*zip(*corners, corners[0], strict=True), color=INK, linewidth=0.8)
        figure.plot(xs, ys, color=SOFT, linewidth=0.6)
        figure.scatter(xs, ys, s=10, color=ACCENT)
        figure.set_axis_off()
        figure.set_aspect("equal")


def _distance(claim: Claim, points: list[list[float]], board: boost.Board, path: Path) -> None:
    """log10 of the distance to the point of the cycle that the orbit approaches at that step."""
    period, begins = len(claim.statement["word"]), claim.statement["from"]
    last = {at % period: points[at] for at in range(max(0, len(points) - period), len(points))}
    gaps = [max(abs(a - b) for a, b in zip(point, last[at % period], strict=True)) for at, point in enumerate(points)]
    shown = [(at, math.log10(gap)) for at, gap in enumerate(gaps) if gap > 1e-15]
    with axes(path, 6.4, 3.4) as figure:
        figure.plot([at for at, _ in shown], [gap for _, gap in shown], color=ACCENT, linewidth=0.9)
        figure.axvline(begins, color=SOFT)
        figure.set_xlabel("step")
        figure.set_ylabel("log10 of distance to the cycle")
