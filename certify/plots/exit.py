"""Exit claims drawn: distance to the centre with its tube and the bracket; exit laws as bars."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path
from typing import Any

from certify.contract import Claim
from certify.kernel import exit_bracket
from certify.kernel.exit_problem import Ball
from certify.plots.canvas import ACCENT, INK, SOFT, WARN, axes

Value = Any


def plot(claim: Claim, certificate: bytes, path: Path) -> None:
    """The picture of an accepted bracket or law; nothing for other kinds."""
    if claim.kind == "exit/law":
        laws({claim.statement["sampling"]["kind"]: claim.statement["law"]}, path)
        return
    evidence = json.loads(certificate).get("evidence")
    if claim.kind == "exit/bracket" and evidence is not None and evidence["method"] != "trace":
        _bracket(claim, evidence, path)


def _bracket(claim: Claim, evidence: Value, path: Path) -> None:
    """Distance of x_k to the centre of D (in one dimension: x_k), the tube around it, and the claimed steps."""
    problem = exit_bracket.parse(claim.statement, "/statement")
    said = claim.statement["claim"]
    last = said.get("latest", said.get("survives"))
    ball = problem.domain if isinstance(problem.domain, Ball) else None
    middles, spreads = [], []
    for x, q, eps in itertools.islice(exit_bracket.orbit(problem, evidence, {}), last + 1):
        point = [float(_ratio(n, q)) for n in x]
        if ball is None:
            middles.append(point[0])
        else:
            middles.append(math.dist(point, [c / ball.common for c in ball.center]))
        spreads.append(_ratio(eps, q))
    steps = range(len(middles))
    with axes(path) as figure:
        low = [middle - spread for middle, spread in zip(middles, spreads, strict=True)]
        high = [middle + spread for middle, spread in zip(middles, spreads, strict=True)]
        figure.fill_between(steps, low, high, color=SOFT, linewidth=0, label="tube")
        figure.plot(steps, middles, color=ACCENT, linewidth=0.9)
        if ball is not None:
            figure.axhline(ball.above / ball.below, color=INK, linewidth=0.8, linestyle="--")
        if "latest" in said:
            figure.axvspan(said["earliest"] - 0.5, said["latest"] + 0.5, color=WARN, alpha=0.25, linewidth=0)
        figure.set_xlabel("step")
        figure.set_ylabel("distance to the centre" if ball is not None else "first coordinate")
        title = f"exit in [{said['earliest']}, {said['latest']}]" if "latest" in said else f"no exit up to step {last}"
        figure.set_title(title, fontsize=10, color=INK)


def _ratio(above: int, below: int) -> float:
    """above / below where both may be too long for a float."""
    return above / below


def laws(found: dict[str, Value], path: Path) -> None:
    """Exit laws side by side, survival at the right end."""
    from fractions import Fraction

    times = sorted({k for law in found.values() for k, _ in law["exits"]})
    width = 0.8 / len(found)
    with axes(path) as figure:
        for which, (name, law) in enumerate(found.items()):
            masses = {k: float(Fraction(p)) for k, p in law["exits"]}
            heights = [masses.get(k, 0.0) for k in times] + [float(Fraction(law["survives"]))]
            places = [at + (which - (len(found) - 1) / 2) * width for at in range(len(heights))]
            figure.bar(places, heights, width, label=name, color=(ACCENT, WARN, INK, SOFT)[which % 4])
        figure.set_xticks(range(len(times) + 1), [*map(str, times), "later"])
        figure.set_xlabel("exit step")
        figure.set_ylabel("probability")
        figure.legend(frameon=False)
