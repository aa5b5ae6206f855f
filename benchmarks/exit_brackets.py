"""Exit brackets: steps per second and width of five enclosures of one recursion (ridge-logistic, d = 31, batch 16).

The kernel's P-norm tube, python-flint's Arb, structured Lohner-QR in binary64, mpmath.iv and numpy boxes by hand follow
the same start, the same recorded order and the same steps in one run. Widths are radii of x at step 50, in Euclidean
norm, in exact semantics. Needs scikit-learn for its bundled breast_cancer table.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import flint
import mpmath
import numpy as np

from certify.kernel import exit_bracket as kernel_bracket
from certify.kernel.exit_bracket import Problem
from exact import exit_bracket, exit_fit, exit_lohner

Value = Any

WIDTH_AT = 50
STEPS = {"kernel P-norm tube": 1500, "Arb, 448 bits": 600, "Lohner-QR": 1500, "mpmath.iv": 200, "numpy boxes": 3000}
TARGETS = "targets: kernel about 400 steps/s and at least 5x mpmath.iv; Lohner-QR about 700 steps/s"


def problem() -> tuple[Value, Problem]:
    """The statement and the parsed problem."""
    from sklearn.datasets import load_breast_cancer

    bunch = load_breast_cancer()
    table = exit_fit.integer_table(bunch.data)
    labels = [1 if target else -1 for target in bunch.target]
    order = exit_fit.draw_order("rr", len(table), 16, max(STEPS.values()), 0)
    statement = exit_fit.problem(
        table, labels, order, form="hb", step="1/64", momentum="7/8", ridge="1/128", radius="9", machine="exact"
    )
    return statement, kernel_bracket.parse({**statement, "claim": {"survives": 0}}, "/statement")


def kernel_radii(parsed: Problem) -> Iterator[float]:
    """The kernel's own loop; the search for P and the table is not counted."""
    evidence = exit_bracket.tube_table(parsed).evidence(128)
    return (eps / q for _, q, eps in kernel_bracket.orbit(parsed, evidence, {}))


def lohner_radii(parsed: Problem) -> Iterator[float]:
    data = exit_lohner.data_of(parsed)
    return (spread for _, spread in exit_lohner.lohner(data)) if data is not None else iter(())


def numpy_radii(parsed: Problem) -> Iterator[float]:
    data = exit_lohner.data_of(parsed)
    return (spread for _, spread in exit_lohner.naive(data)) if data is not None else iter(())


def ball_radii(statement: Value, number: Callable[[Fraction], Any], exp: Any, radius: Any) -> Iterator[float]:
    """The recursion written once for a type of intervals."""
    pool, scale = statement["pool"], statement["pool"]["denominator"]
    rows = [[number(Fraction(a, scale)) for a in row] for row in pool["features"]]
    x = [number(Fraction(part)) for part in statement["start"]["x"]]
    v = [number(Fraction(0))] * len(x)
    ridge, step, beta = (number(Fraction(part)) for part in ("1/128", "1/64", "7/8"))
    yield radius(x)
    for batch in statement["order"]["batches"]:
        weights = []
        for i in batch:
            margin = rows[i][0] * x[0]
            for a, w in zip(rows[i][1:], x[1:], strict=True):
                margin = margin + a * w
            weights.append(pool["labels"][i] / ((1 + exp(pool["labels"][i] * margin)) * len(batch)))
        g = [ridge * w for w in x]
        for weight, i in zip(weights, batch, strict=True):
            g = [part - weight * a for part, a in zip(g, rows[i], strict=True)]
        v = [beta * b - step * part for b, part in zip(v, g, strict=True)]
        x = [w + b for w, b in zip(x, v, strict=True)]
        yield radius(x)


def arb_radii(statement: Value) -> Iterator[float]:
    def number(value: Fraction) -> Any:
        return flint.arb(flint.fmpq(value.numerator, value.denominator))

    def radius(x: list[Any]) -> float:
        return float(sum(float(w.rad()) ** 2 for w in x) ** 0.5)

    return ball_radii(statement, number, lambda t: t.exp(), radius)


def mpmath_radii(statement: Value) -> Iterator[float]:
    iv: Any = mpmath.iv

    def number(value: Fraction) -> Any:
        return iv.mpf(value.numerator) / value.denominator

    def radius(x: list[Any]) -> float:
        return float(sum((float(w.delta.b) / 2) ** 2 for w in x) ** 0.5)

    return ball_radii(statement, number, iv.exp, radius)


def measure(radii: Iterator[float], steps: int) -> tuple[float, float, float]:
    """Steps per second of processor time, the radius at WIDTH_AT and at the last step."""
    next(radii)
    started = time.process_time()
    found = list(itertools.islice(radii, steps))
    seconds = time.process_time() - started
    return len(found) / seconds, found[min(WIDTH_AT, len(found)) - 1], found[-1]


def main() -> None:
    """One table, ratios to mpmath.iv."""
    flint.ctx.prec = 448
    statement, parsed = problem()
    makers: dict[str, Callable[[], Iterator[float]]] = {
        "kernel P-norm tube": lambda: kernel_radii(parsed),
        "Arb, 448 bits": lambda: arb_radii(statement),
        "Lohner-QR": lambda: lohner_radii(parsed),
        "mpmath.iv": lambda: mpmath_radii(statement),
        "numpy boxes": lambda: numpy_radii(parsed),
    }
    with np.errstate(over="ignore"):
        found = {name: measure(make(), STEPS[name]) for name, make in makers.items()}
    peer = found["mpmath.iv"][0]
    print(f"{'method':22}{'steps/s':>9}{'x mpmath.iv':>13}{'radius at 50':>14}{'radius at end':>15}{'steps':>7}")
    for name, (rate, early, last) in found.items():
        print(f"{name:22}{rate:9.0f}{rate / peer:13.1f}{early:14.1e}{last:15.1e}{STEPS[name]:7}")
    print(TARGETS)


if __name__ == "__main__":
    main()
