"""Structured Lohner-QR in binary64 for ridge-logistic recursions, and the naive box beside it. Attested, never proved.

The states at step k lie in c + C [-1, 1]^m + Q [-e, e]: C carries the starting set, Q (orthogonal, from a QR with the
longest columns first) carries everything else. One step maps c by the recursion, C and Q by its Jacobian at c, and adds
to e the second-order remainder of every sample (|sigma''| over the margins met), the rounding budgets (Euclidean, which
Q keeps) and an a-priori bound of this program's own roundings. The matrix-vector work is numpy in binary64.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from certify.contract import Progress, no_progress
from certify.kernel.exit_bracket import Problem
from certify.kernel.exit_problem import Ball
from certify.kernel.exit_smooth import RidgeLogistic

WHO = "binary64 Lohner-QR"
UNIT = 2.0**-53
BEND = 0.09622504486493764  # sup |sigma''| = 1 / (6 sqrt 3), rounded up
Array = Any


@dataclass(frozen=True)
class Data:
    """The problem in binary64."""

    rows: Array
    labels: Array
    ridge: float
    coefficients: tuple[float, float, float, float, float]  # xb, xg, bb, bg, cb
    x: Array
    b: Array
    radius: float
    center: Array
    reach: float
    budgets: tuple[float, float]  # buffer, x
    batches: list[list[int]]


def data_of(problem: Problem) -> Data | None:
    """None where this method does not apply: another pool, a recorded run, a domain that is not a ball."""
    pool, start, domain = problem.pool, problem.start, problem.domain
    if not isinstance(pool, RidgeLogistic) or start is None or not isinstance(domain, Ball):
        return None
    x, b, q = start.state
    method = problem.method
    budgets = problem.rounding or (0, 0)
    return Data(
        np.array(pool.table.rows, dtype=float) / pool.table.denominator,
        np.array(pool.labels, dtype=float),
        float(pool.table.ridge),
        (float(method.xb), float(method.xg), float(method.bb), float(method.bg), float(method.cb)),
        np.array([n / q for n in x]),
        np.array([n / q for n in b]),
        float(start.radius_squared) ** 0.5 * (1 + 4 * UNIT),
        np.array([n / domain.common for n in domain.center]),
        domain.above / domain.below,
        (float(budgets[0]), float(budgets[1])),
        problem.batches,
    )


def sigmoid(t: Array) -> Array:
    """1 / (1 + exp(-t)) without overflow."""
    e = np.exp(-np.abs(t))
    return np.where(t >= 0, 1.0, e) / (1 + e)


def moved(data: Data, rows: Array, slopes: Array, columns: Array) -> Array:
    """The Jacobian of one step at the centre times columns; `slopes` are sigma' of the batch's rows."""
    xb, xg, bb, bg, _ = data.coefficients
    top, low = columns[: len(data.x)], columns[len(data.x) :]
    bent = rows.T @ (slopes[:, None] * (rows @ top)) / len(rows) + data.ridge * top
    return np.vstack([top + xg * bent + xb * low, bg * bent + bb * low])


def lohner(data: Data) -> Iterator[tuple[float, float]]:
    """(distance of the centre, spread) of x_k for k = 0, 1, ..: x_k is within `spread` of the centre's distance."""
    xb, xg, bb, bg, cb = data.coefficients
    dimension = len(data.x)
    x, b = data.x.copy(), data.b.copy()
    size = dimension if data.radius else 0
    start = np.vstack([data.radius * np.eye(dimension), np.zeros((dimension, dimension))])[:, :size]
    frame = np.eye(2 * dimension)
    first = 2 * UNIT * np.concatenate([np.abs(x), np.abs(b)])
    errors = first
    budget = data.budgets[0] * (cb * cb + 1) ** 0.5 + data.budgets[1]
    slack = 64 * dimension * UNIT
    for k in range(len(data.batches) + 1):
        spread = np.abs(start[:dimension]).sum(axis=1) + np.abs(frame[:dimension]) @ errors
        yield float(np.linalg.norm(x - data.center)), float(np.linalg.norm(spread)) * (1 + slack) + slack * UNIT
        if k == len(data.batches):
            return
        rows, labels = data.rows[data.batches[k]], data.labels[data.batches[k]]
        count = len(rows)
        margins = rows @ x
        reach = np.abs(rows @ start[:dimension]).sum(axis=1) + np.abs(rows @ frame[:dimension]) @ errors
        sigma = sigmoid(-labels * margins)
        gradient = -(rows.T @ (labels * sigma)) / count + data.ridge * x
        slopes = sigma * (1 - sigma)
        nearest = sigmoid(np.maximum(np.abs(margins) - reach, 0))
        bends = np.minimum(BEND, nearest * (1 - nearest) * (1 + 16 * UNIT))
        absolute = np.abs(rows)
        rest = absolute.T @ (bends * reach * reach / 2) / count
        own = (dimension + 2) * UNIT * (absolute @ np.abs(x))
        rounded = absolute.T @ (slopes * own + (count + 12) * UNIT * sigma) / count + 4 * UNIT * data.ridge * np.abs(x)

        images, start = moved(data, rows, slopes, frame), moved(data, rows, slopes, start)
        order = np.argsort(-np.linalg.norm(images * errors, axis=0), kind="stable")
        new, _ = np.linalg.qr(images[:, order])
        added = np.concatenate(
            [
                abs(xg) * (rest + rounded) + 4 * UNIT * (np.abs(x) + abs(xb) * np.abs(b) + abs(xg) * np.abs(gradient)),
                abs(bg) * (rest + rounded) + 4 * UNIT * (abs(bb) * np.abs(b) + abs(bg) * np.abs(gradient)),
            ]
        )
        whole = np.abs(images) @ errors + (np.abs(start).sum(axis=1) if size else 0.0)
        errors = (np.abs(new.T @ images) @ errors + np.abs(new.T) @ added + budget) * (1 + slack)
        errors = errors + slack * (float(np.linalg.norm(whole)) + float(np.linalg.norm(added)))
        x, b = x + xb * b + xg * gradient, bb * b + bg * gradient
        frame = new


def naive(data: Data) -> Iterator[tuple[float, float]]:
    """The same recursion on boxes (midpoint and radius), every operation enclosed on its own."""
    _, xg, bb, bg, cb = data.coefficients
    x, b = data.x.copy(), data.b.copy()
    rx, rb = 2 * UNIT * np.abs(x) + data.radius, 2 * UNIT * np.abs(b)
    direct = xg - cb * bg
    for k in range(len(data.batches) + 1):
        yield float(np.linalg.norm(x - data.center)), float(np.linalg.norm(rx))
        if k == len(data.batches):
            return
        rows, labels = data.rows[data.batches[k]], data.labels[data.batches[k]]
        count, absolute = len(rows), np.abs(rows)
        margins = rows @ x
        reach = absolute @ rx + (len(x) + 2) * UNIT * (absolute @ np.abs(x))
        low, high = sigmoid(-labels * margins - reach), sigmoid(-labels * margins + reach)
        middle, half = (low + high) / 2, (high - low) / 2 + 8 * UNIT
        g = -(rows.T @ (labels * middle)) / count + data.ridge * x
        rg = absolute.T @ (half + (count + 4) * UNIT) / count + data.ridge * rx + 4 * UNIT * np.abs(g)
        b, rb = bb * b + bg * g, bb * rb + abs(bg) * rg + data.budgets[0] + 4 * UNIT * np.abs(b)
        x, rx = x + cb * b + direct * g, rx + abs(cb) * rb + abs(direct) * rg + data.budgets[1] + 4 * UNIT * np.abs(x)
        if not np.all(np.isfinite(rx)):
            return


@dataclass(frozen=True)
class Walked:
    """As exact.exit_bracket.Bracket, for a float method: earliest, latest, the window, the largest spread."""

    earliest: int
    latest: int | None
    steps: int
    spread: float

    @property
    def sharp(self) -> bool:
        return self.latest == self.earliest or (self.latest is None and self.earliest == self.steps + 1)


def walk(data: Data, states: Iterator[tuple[float, float]], progress: Progress = no_progress) -> Walked:
    """The bracket that a sequence of enclosures shows for leaving the ball."""
    steps, earliest, spread = len(data.batches), -1, 0.0
    guard = 1e-12 * data.reach + 64 * len(data.x) * UNIT * (data.reach + float(np.linalg.norm(data.center)))
    k = -1
    for k, (distance, radius) in enumerate(states):
        spread = radius
        if earliest < 0 and not distance + radius + guard < data.reach:
            earliest = k
        if distance - radius - guard > data.reach:
            return Walked(earliest, k, steps, spread)
        if not radius < 1e3 * (1 + data.reach):
            break
        if k % 64 == 0:
            progress(k, steps, WHO)
    return Walked(earliest if earliest >= 0 else k + 1, None, steps, spread)
