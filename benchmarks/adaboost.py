"""AdaBoost: the kernel beside python-flint on one certificate; certified steps beside floats and mpmath.iv.

Prints one table. Run with `python -m benchmarks.adaboost`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mpmath

from benchmarks import adaboost_flint
from certify import kernel
from certify.kernel import boost

EXAMPLES = Path(__file__).parents[1] / "examples" / "adaboost"
STEPS = 300


def timed(action: Callable[[], Any], repeats: int = 3) -> float:
    """The least of a few runs, in seconds."""
    best = float("inf")
    for _ in range(repeats):
        begin = time.perf_counter()
        action()
        best = min(best, time.perf_counter() - begin)
    return best


def float_steps(matrix: list[list[int]], steps: int) -> list[int]:
    """Picks of the balanced form in binary64, certified by nothing."""
    columns = [tuple(column) for column in zip(*matrix, strict=True)]
    weights = [1.0 / len(matrix)] * len(matrix)
    picks = []
    for _ in range(steps):
        edges = [sum(w * s for w, s in zip(weights, column, strict=True)) for column in columns]
        pick = edges.index(max(edges))
        half = {1: 1 + edges[pick], -1: 1 - edges[pick]}
        weights = [w / half[s] for w, s in zip(weights, columns[pick], strict=True)]
        picks.append(pick)
    return picks


def interval_steps(matrix: list[list[int]], steps: int, bits: int) -> list[int]:
    """Picks with mpmath.iv, strictly separated or first of equal exact ties; stops where it cannot decide."""
    iv: Any = mpmath.iv
    before, iv.prec = iv.prec, bits
    try:
        columns = [tuple(column) for column in zip(*matrix, strict=True)]
        weights = [iv.mpf(1) / len(matrix)] * len(matrix)
        picks: list[int] = []
        for _ in range(steps):
            mass = [sum((w for w, s in zip(weights, column, strict=True) if s > 0), iv.mpf(0)) for column in columns]
            pick = max(range(len(mass)), key=lambda j: mass[j].a)
            rest = sum((w for w, s in zip(weights, columns[pick], strict=True) if s < 0), iv.mpf(0))
            half = {1: 2 * mass[pick], -1: 2 * rest}
            weights = [w / half[s] for w, s in zip(weights, columns[pick], strict=True)]
            picks.append(pick)
        return picks
    finally:
        iv.prec = before


def main() -> None:
    """Measure and print."""
    claim, certificate = (EXAMPLES / f"no-cycle-45x8.{what}.json" for what in ("claim", "cert"))
    statement = json.loads(claim.read_bytes())["statement"]
    evidence = json.loads(certificate.read_bytes())["evidence"]
    if adaboost_flint.check(statement, evidence) is not True:
        raise SystemExit("the second opinion does not accept the example")
    ours = timed(lambda: kernel.check(claim.read_bytes(), [certificate.read_bytes()]))
    flint_time = timed(lambda: adaboost_flint.check(statement, evidence))
    print(f"no-cycle 45 x 8: kernel {ours:.3f} s, python-flint {flint_time:.3f} s, ratio {ours / flint_time:.2f}")

    board = boost.parse_board(statement, "/statement")
    bits = STEPS + 128
    rows = {
        "kernel replay": timed(lambda: boost.replay(board, STEPS, 10, bits)),
        "plain float64": timed(lambda: float_steps(statement["matrix"], STEPS)),
        "mpmath.iv": timed(lambda: interval_steps(statement["matrix"], STEPS, bits), 1),
    }
    certified = STEPS / rows["kernel replay"]
    print(f"45 x 8, {STEPS} steps, {bits} bits where intervals are used:")
    for name, seconds in rows.items():
        rate = STEPS / seconds
        print(f"  {name:14} {rate:10.0f} steps/s   kernel is {certified / rate:6.2f} times as fast")


if __name__ == "__main__":
    main()
