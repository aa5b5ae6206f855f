"""Producers for AdaBoost claims: certified runs, prefixes and margins; cycles and their absence in modules beside this.

A run takes exact steps first (ties), then intervals whose precision is doubled whenever a step cannot be decided.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.contract import Claim, Deadline, Found, Limits, NotFound, Progress, certificate
from certify.kernel import boost, interval
from certify.kernel.boost import Board
from certify.kernel.interval import Interval
from certify.kernel.reject import Category, Reject
from exact import linear
from exact.rows import OutOfTime, Row

Value = Any

EXACT = 14  # steps in integers, if their length allows
FIRST_PRECISION = 128
LAST_PRECISION = 1 << 14


@dataclass(frozen=True)
class Trace:
    """A certified run: picks, and the merged weights before every step and after the last, at 2^-precision."""

    picks: tuple[int, ...]
    states: list[list[Interval]]
    exact: int
    precision: int
    stopped: str | None  # why it has fewer picks than asked for


def prove(claim: Claim, limits: Limits, progress: Progress) -> Found | NotFound:
    """A certificate for an `adaboost/` claim; an orbit without a cycle needs its gadgets (exact.adaboost_nocycle)."""
    kind = claim.kind.removeprefix("adaboost/")
    if kind == "prefix":
        return _prefix(claim, limits, progress)
    if kind == "margin":
        return _margin(claim, limits)
    if kind == "cycle":
        from exact import adaboost_cycle

        return adaboost_cycle.prove(claim, limits, progress)
    return NotFound("needs its two gadgets: certify adaboost no-cycle MATRIX --gadgets FILE")


def trace(board: Board, steps: int, precision: int, deadline: Deadline, progress: Progress) -> Trace:
    """The first `steps` picks, or as many as could be decided at this precision."""
    masses, exact = list(board.weights), 0
    picks: list[int] = []
    whole = sum(masses)
    states = [[interval.ratio(mass, whole, precision) for mass in masses]]
    exactly = True
    while len(picks) < steps:
        if deadline.passed:
            return Trace(tuple(picks), states, exact, precision, "time ran out")
        try:
            if exactly and len(picks) < EXACT:
                pick = boost.best_exactly(board, masses, len(picks))
                masses, exact = _maybe(board, masses, pick), len(picks) + 1
                if masses:
                    whole = sum(masses)
                    weights = [interval.ratio(mass, whole, precision) for mass in masses]
                else:
                    exactly = False
                    weights, _ = boost.step(states[-1], [], board.columns[pick], precision, "")
                    exact = len(picks)
            else:
                pick = boost.best(board, states[-1], len(picks), precision)
                weights, _ = boost.step(states[-1], [], board.columns[pick], precision, "")
        except Reject as reject:
            return Trace(tuple(picks), states, exact, precision, f"{reject.code}: {reject.detail}")
        picks.append(pick)
        states.append(weights)
        progress(len(picks), steps, "picks")
    return Trace(tuple(picks), states, exact, precision, None)


def _maybe(board: Board, masses: list[int], pick: int) -> list[int]:
    """The next exact masses, or nothing where they grow too long."""
    try:
        return boost.exact_step(masses, board.columns[pick])
    except Reject as reject:
        if reject.category is Category.LIMIT:
            return []
        raise


def picks(statement: Value, steps: int, limits: Limits, progress: Progress) -> Found | NotFound:
    """A claim `adaboost/prefix` with the first `steps` picks on the board, and its certificate."""
    board = boost.parse_board(statement, "/statement")
    deadline = limits.deadline()
    precision = FIRST_PRECISION
    while True:
        run = trace(board, steps, precision, deadline, progress)
        if run.stopped is None:
            break
        ended = run.stopped.startswith("no-positive-edge")
        if deadline.passed or precision >= LAST_PRECISION or (ended and len(run.picks) < EXACT):
            done = f"the first {len(run.picks)} picks are decided"
            return NotFound(f"{run.stopped}; {done}", deadline.passed)
        precision *= 2
    claim = Claim("adaboost/prefix", {**statement, "picks": list(run.picks)})
    return Found(claim, certificate(claim, {"exact": min(run.exact, steps), "precision": precision}))


def _prefix(claim: Claim, limits: Limits, progress: Progress) -> Found | NotFound:
    board = {key: claim.statement[key] for key in ("matrix", "start", "tie")}
    claimed = claim.statement["picks"]
    found = picks(board, len(claimed), limits, progress)
    if isinstance(found, NotFound):
        return found
    ours = found.claim.statement["picks"]
    if ours != claimed:
        at = next(t for t, (a, b) in enumerate(zip(ours, claimed, strict=True)) if a != b)
        return NotFound(f"step {at} (counted from 0) picks column {ours[at]}, the claim says {claimed[at]}")
    return found


def margin(matrix: Value, limits: Limits = Limits()) -> Found | NotFound:
    """A claim `adaboost/margin` with the margin of the matrix, and its certificate."""
    try:
        value, columns, rows = _game(matrix, limits.deadline())
    except OutOfTime as ended:
        return NotFound(f"the linear program did not end in time: {ended}", True)
    claim = Claim("adaboost/margin", {"matrix": matrix, "margin": str(value)})
    mixes = {"columns": [str(y) for y in columns], "rows": [str(x) for x in rows]}
    return Found(claim, certificate(claim, mixes))


def _margin(claim: Claim, limits: Limits) -> Found | NotFound:
    found = margin(claim.statement["matrix"], limits)
    if isinstance(found, Found) and found.claim.address != claim.address:
        value = found.claim.statement["margin"]
        return NotFound(f"the margin is {value}, the claim says {claim.statement['margin']}")
    return found


def _game(matrix: Value, deadline: Deadline) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """The value of the game, a mix of columns and a mix of rows that reach it: one exact linear system.

    M y >= g, x M <= g, x, y >= 0, sums 1: since min <= x M y <= max, every solution is optimal on both sides.
    """
    m, n = len(matrix), len(matrix[0])
    rows = [Row.of([*(-a for a in row), *[0] * m, 1], "<=", 0) for row in matrix]
    rows += [Row.of([*[0] * n, *(row[j] for row in matrix), -1], "<=", 0) for j in range(n)]
    rows += [Row.of([-int(i == k) for i in range(n + m)] + [0], "<=", 0) for k in range(n + m)]
    rows += [Row.of([*[1] * n, *[0] * m, 0], "=", 1), Row.of([*[0] * n, *[1] * m, 0], "=", 1)]
    solution = linear.point(rows, deadline)
    if solution is None:
        raise ValueError("every matrix game has a value")
    return solution[-1], solution[:n], solution[n : n + m]
