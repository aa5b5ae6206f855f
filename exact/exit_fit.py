"""Ridge-logistic problems from data: the integer table, a trained start, recorded orders and rounding budgets.

Everything random ends up in the claim as numbers: the order is a list, never a seed. Training and standardisation run
in floats; the instance is the integer table and the rational start that come out.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from certify.contract import Malformed

Value = Any

SCALE = 1024  # denominator of standardised features
START_SCALE = 1 << 20
ROUNDOFF = {"binary64": Fraction(1, 1 << 53), "binary32": Fraction(1, 1 << 24)}


def integer_table(features: Any, scale: int = SCALE) -> list[list[int]]:
    """Standardised columns in units of 1/scale, with a constant column for the bias. Raises Malformed."""
    table = np.asarray(features, dtype=float)
    if table.ndim != 2 or not np.all(np.isfinite(table)):
        raise Malformed("the data have a missing or infinite entry; every feature must be a number")
    spread = table.std(axis=0)
    kept = table[:, spread > 0]
    scaled = np.rint((kept - kept.mean(axis=0)) / kept.std(axis=0) * scale).astype(int)
    return [[*map(int, row), scale] for row in scaled]


def trained_start(table: list[list[int]], labels: list[int], ridge: Fraction, scale: int = SCALE) -> list[Fraction]:
    """A dyadic point beside the minimiser of the full loss, by Newton's method in floats."""
    rows, signs = np.array(table, dtype=float) / scale, np.array(labels, dtype=float)
    w = np.zeros(rows.shape[1])
    for _ in range(60):
        sigma = 1 / (1 + np.exp(np.clip(signs * (rows @ w), -500, 500)))
        gradient = -(rows.T @ (signs * sigma)) / len(rows) + float(ridge) * w
        hessian = (rows.T * (sigma * (1 - sigma))) @ rows / len(rows) + float(ridge) * np.eye(len(w))
        w = w - np.linalg.solve(hessian, gradient)
    return [Fraction(round(part * START_SCALE), START_SCALE) for part in w]


def draw_order(sampling: str, size: int, batch: int, steps: int, seed: int, drop_last: bool = False) -> Value:
    """A realised order of `steps` batches, from numpy's PCG64; the list is the order, the seed only made it."""
    if not 1 <= batch <= size:
        raise Malformed(f"batch size {batch} is not between 1 and the {size} components of the pool")
    random = np.random.Generator(np.random.PCG64(seed))
    batches: list[list[int]] = []
    if sampling == "iid":
        batches = [sorted(map(int, random.choice(size, batch, replace=False))) for _ in range(steps)]
        return {"sampling": "iid", "batch": batch, "batches": batches}
    order = random.permutation(size)
    while len(batches) < steps:
        cuts = range(0, size - batch + 1 if drop_last else size, batch)
        batches += [[int(i) for i in order[cut : cut + batch]] for cut in cuts]
        if sampling == "rr":
            order = random.permutation(size)
    return {"sampling": sampling, "batch": batch, "drop_last": drop_last, "batches": batches[:steps]}


def budgets(statement: Value, machine: str) -> Value:
    """A-priori rounding budgets of one IEEE step for any summation order, fused or not, exp within 2 ulp.

    With u the unit roundoff, gamma_n = n u / (1 - n u), margins |a.w| <= |a| W in the ball (W = |centre| + 2 R),
    G = max |a| + lambda W and the buffer at most B: |d_g| <= max |a| (gamma_{d+1} |a| W / 4 + 8 u + gamma_{b+3}) +
    4 u lambda W, |d_buffer| <= |bg| (d_g + 8 u G) + 4 u beta B, |d_x| <= 4 u (W + |cb| B + |direct| G).
    """
    from certify.kernel.exit_problem import parse_method

    u, pool, method = ROUNDOFF[machine], statement["pool"], parse_method(statement["method"], "/method")
    lengths = [Fraction(math.isqrt(sum(a * a for a in row)) + 1, pool["denominator"]) for row in pool["features"]]
    longest, dimension = max(lengths), len(pool["features"][0])
    batch = max(len(chosen) for chosen in statement["order"]["batches"])
    center = [Fraction(part) for part in statement["domain"]["center"]]
    reach = Fraction(math.isqrt(int(sum(c * c for c in center) * (1 << 40))) + 1, 1 << 20)
    reach += 2 * Fraction(statement["domain"]["radius"])
    ridge = Fraction(pool["lambda"])
    steepest = longest + ridge * reach
    buffer = abs(method.bg) * steepest / (1 - method.bb)

    def gamma(n: int) -> Fraction:
        return n * u / (1 - n * u)

    gradient = longest * (gamma(dimension + 1) * longest * reach / 4 + 8 * u + gamma(batch + 3)) + 4 * u * ridge * reach
    direct = abs(method.xg - method.cb * method.bg)
    in_buffer = abs(method.bg) * (gradient + 4 * u * steepest) + 4 * u * (
        method.bb * buffer + abs(method.bg) * steepest
    )
    in_x = 4 * u * (reach + abs(method.cb) * buffer + direct * steepest) + direct * gradient
    return {"kind": "rounded", "eps_buffer": str(_above(in_buffer)), "eps_x": str(_above(in_x))}


def _above(value: Fraction) -> Fraction:
    """A short dyadic rational at or above `value`, within a part in 256."""
    shift = 8 - (value.numerator.bit_length() - value.denominator.bit_length())
    return Fraction(math.ceil(value * (1 << shift)), 1 << shift) if shift > 0 else Fraction(math.ceil(value))


def problem(
    table: list[list[int]],
    labels: list[int],
    order: Value,
    *,
    form: str,
    step: str,
    momentum: str,
    ridge: str,
    radius: str,
    machine: str = "binary64",
    scale: int = SCALE,
) -> Value:
    """A bracket statement without its claim: from the trained start, leave the ball of `radius` around it.

    `machine` is exact, binary64 or binary32.
    """
    start = [str(part) for part in trained_start(table, labels, Fraction(ridge), scale)]
    statement = {
        "pool": {
            "kind": "ridge-logistic",
            "features": table,
            "denominator": scale,
            "labels": labels,
            "lambda": ridge,
        },
        "method": {"form": form, "step": step, "momentum": momentum},
        "order": order,
        "start": {"kind": "point", "x": start, "buffer": ["0"] * len(start)},
        "domain": {"kind": "ball", "center": start, "radius": radius, "exit": "strictly-outside"},
        "semantics": {"kind": "exact"},
    }
    return statement if machine == "exact" else {**statement, "semantics": budgets(statement, machine)}
