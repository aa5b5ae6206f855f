"""Finding P and the curvature table of a P-norm tube: floats search, rationals are handed on.

What is returned has been tested by the same exact 2x2 conditions that the kernel tests; the kernel tests them again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from certify.kernel.exit_problem import Method
from certify.kernel.exit_tube import Norm, require_contraction
from certify.kernel.reject import Reject

ROWS = 96  # of a table; the kernel looks rows up in order
DYADIC = 24


@dataclass(frozen=True)
class Table:
    """Evidence for a tube: P and rows (low, high, rho), rows in order of rho."""

    norm: Norm
    rows: tuple[tuple[Fraction, Fraction, Fraction], ...]
    growth: float  # mean bits per step over the curvatures given

    def evidence(self, precision: int) -> dict[str, Any]:
        """The certificate's evidence at a precision in bits."""
        rows = [{"low": str(low), "high": str(high), "rho": str(rho)} for low, high, rho in self.rows]
        norm = [str(entry) for entry in (self.norm.p11, self.norm.p12, self.norm.p22)]
        return {"method": "tube", "precision": precision, "norm": norm, "table": rows}


def dyadic(value: float, bits: int = DYADIC, up: bool | None = None) -> Fraction:
    """A rational with denominator 2^bits beside a float: nearest, or on the side asked for."""
    scaled = value * (1 << bits)
    return Fraction(round(scaled) if up is None else math.ceil(scaled) if up else math.floor(scaled), 1 << bits)


def rates(method: Method, shape: Sequence[float], curvatures: np.ndarray) -> np.ndarray:
    """||A(l)||_P for every l; P = [[1, p12], [p12, e^t + p12^2]] is given by (p12, t)."""
    p12, p22 = shape[0], math.exp(shape[1]) + shape[0] ** 2
    root = np.linalg.cholesky(np.array([[1.0, p12], [p12, p22]]))
    inverse = np.linalg.inv(root)
    xb, xg, bb, bg = (float(part) for part in (method.xb, method.xg, method.bb, method.bg))
    matrices = np.empty((len(curvatures), 2, 2))
    matrices[:, 0, 0], matrices[:, 0, 1] = 1 + xg * curvatures, xb
    matrices[:, 1, 0], matrices[:, 1, 1] = bg * curvatures, bb
    found: np.ndarray = np.linalg.norm(root.T @ matrices @ inverse.T, 2, axis=(1, 2))
    return found


def search(method: Method, lows: Sequence[float], highs: Sequence[float]) -> Table:
    """P and a table for the curvature ranges [lows[k], highs[k]] that an orbit met, each rounded outwards to a row.

    The mean of log rho over the orbit is minimised by coordinate search from several starts (two parameters).
    """
    low = float(min(lows))
    levels = _levels(low, highs)
    counts = np.bincount(np.searchsorted(levels, np.asarray(highs)), minlength=len(levels)).astype(float)[: len(levels)]
    probe = np.append(levels, low)

    def cost(shape: Sequence[float]) -> float:
        found = rates(method, shape, probe)
        return float(np.dot(counts, np.log(np.maximum(found[:-1], found[-1]))) / counts.sum())

    scale = abs(1 / float(method.cb or 1))
    starts = [(p12 * scale, math.log(p22 * scale * scale)) for p12 in (0.5, 2.0, 8.0) for p22 in (2.0, 20.0, 200.0)]
    best = min((_descend(cost, list(start)) for start in starts), key=lambda found: found[1])
    return _exact(method, best[0], low, levels, best[1] / math.log(2))


def _levels(low: float, highs: Sequence[float]) -> np.ndarray:
    """Upper ends of rows: geometric from just above the low end to beyond the largest curvature met."""
    gaps = np.maximum(np.asarray(highs) - low, 1e-9)
    first, last = float(gaps.min()), float(gaps.max()) * 1.5
    ratio = max((last / first) ** (1 / (ROWS - 1)), 1.0001)
    levels: np.ndarray = low + first * ratio ** np.arange(1, ROWS + 1)
    return levels


def _descend(cost: Any, at: list[float]) -> tuple[list[float], float]:
    """Pattern search in the plane."""
    best, step = cost(at), [abs(at[0]) / 2 + 0.1, 0.7]
    while max(step[0] / (abs(at[0]) + 1e-9), step[1]) > 1e-4:
        moved = False
        for axis in (0, 1):
            for sign in (1, -1):
                trial = list(at)
                trial[axis] += sign * step[axis]
                found = cost(trial)
                if found < best:
                    at, best, moved = trial, found, True
        if not moved:
            step = [part / 2 for part in step]
    return at, best


def _exact(method: Method, shape: list[float], low: float, levels: np.ndarray, growth: float) -> Table:
    """Round P to rationals, and rho up until the exact tests hold."""
    p12 = dyadic(shape[0])
    norm = Norm(Fraction(1), p12, p12 * p12 + max(dyadic(math.exp(shape[1])), Fraction(1, 1 << DYADIC)))
    rounded = [float(norm.p12), math.log(float(norm.determinant))]
    low_end = dyadic(low, 48, up=False) - Fraction(1, 1 << 48)
    found = rates(method, rounded, np.append(levels, low))
    rows = []
    for level, rate in zip(levels, np.maximum(found[:-1], found[-1]), strict=True):
        high = dyadic(float(level), 48, up=True)
        rows.append((low_end, high, _rho(method, norm, (low_end, high), float(rate))))
    return Table(norm, tuple(sorted(rows, key=lambda row: row[2])), growth)


def _rho(method: Method, norm: Norm, ends: tuple[Fraction, Fraction], rate: float) -> Fraction:
    """The least dyadic rho, about, that passes the exact tests at both ends."""
    margin = 2.0**-34
    while True:
        rho = dyadic(rate * (1 + margin), 40, up=True)
        try:
            for end in ends:
                require_contraction(method, norm, end, rho, "")
        except Reject:
            margin *= 2
            continue
        return rho
