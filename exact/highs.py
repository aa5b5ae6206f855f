"""HiGHS (extra lp) proposes a basis; an exact solve over python-flint turns it into a point or into multipliers.

Floating point decides nothing here: it only says which rows are tight or which multipliers are not zero. What the exact
solve gives is checked exactly, and None is returned where the proposal was no good.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

from certify.contract import Deadline
from exact.rows import Row, refutes

TIGHT = 1e-7


def available() -> bool:
    """Whether the extra lp is installed."""
    return importlib.util.find_spec("highspy") is not None


def _highspy() -> Any:
    return importlib.import_module("highspy")


def point(rows: Sequence[Row], deadline: Deadline) -> list[Fraction] | None:
    """A point of the rows: the vertex of max t, a_i x + t <= b_i on strict rows, t <= 1."""
    width = len(rows[0].coefficients)
    scales = [_scale(row) for row in rows]
    strict = any(row.relation == "<" for row in rows)
    model = _Model(deadline)
    model.columns(width, free=True)
    model.columns(1, free=True, cost=-1.0, upper=1.0 if strict else 0.0, lower=None if strict else 0.0)
    for row, scale in zip(rows, scales, strict=True):
        entries = {j: float(a / scale) for j, a in enumerate(row.coefficients) if a}
        if row.relation == "<":
            entries[width] = 1.0
        bound = float(row.bound / scale)
        model.row(entries, bound if row.relation == "=" else None, bound)
    answer = model.solve()
    if answer is None:
        return None
    tight = [i for i, row in enumerate(rows) if row.relation == "=" or not answer.row_basic[i]]
    basic = [j for j in range(width + 1) if answer.column_basic[j]]
    matrix = [_with_t(rows[i], scales[i]) for i in tight]
    ceiling = Fraction(1) if strict and width not in basic else Fraction(0)
    right = [rows[i].bound - matrix[k][width] * ceiling for k, i in enumerate(tight)]
    solved = _solve([[line[j] for j in basic] for line in matrix], right, len(basic))
    if solved is None:
        return None
    found = [Fraction(0)] * (width + 1)
    for j, x in zip(basic, solved, strict=True):
        found[j] = x
    return found[:width] if all(row.holds(found[:width]) for row in rows) else None


def multipliers(rows: Sequence[Row], deadline: Deadline) -> list[Fraction] | None:
    """Multipliers y that refute the rows: a vertex of A'y = 0, b'y + s = 0, s + (sum of strict y) = 1, s >= 0."""
    width, count = len(rows[0].coefficients), len(rows)
    scales = [_scale(row) for row in rows]
    model = _Model(deadline)
    for row in rows:
        model.columns(1, free=row.relation == "=")
    model.columns(1, free=False)
    for j in range(width):
        model.row(
            {i: float(row.coefficients[j] / scales[i]) for i, row in enumerate(rows) if row.coefficients[j]}, 0.0, 0.0
        )
    bounds = {i: float(row.bound / scales[i]) for i, row in enumerate(rows) if row.bound}
    model.row({**bounds, count: 1.0}, 0.0, 0.0)
    model.row({**{i: 1.0 for i, row in enumerate(rows) if row.relation == "<"}, count: 1.0}, 1.0, 1.0)
    answer = model.solve()
    if answer is None:
        return None
    used = [i for i in range(count + 1) if abs(answer.values[i]) > TIGHT]
    matrix = [[_entry(rows, i, j, scales) for i in used] for j in range(width)]
    matrix.append([rows[i].bound / scales[i] if i < count else Fraction(1) for i in used])
    matrix.append([Fraction(i == count or rows[i].relation == "<") for i in used])
    solved = _solve(matrix, [Fraction(0)] * (width + 1) + [Fraction(1)], len(used))
    if solved is None:
        return None
    found = [Fraction(0)] * (count + 1)
    for i, y in zip(used, solved, strict=True):
        found[i] = y / scales[i] if i < count else y
    return found[:count] if refutes(rows, found[:count]) else None


def _entry(rows: Sequence[Row], i: int, j: int, scales: list[Fraction]) -> Fraction:
    return rows[i].coefficients[j] / scales[i] if i < len(rows) else Fraction(0)


def _scale(row: Row) -> Fraction:
    """The largest coefficient, so that the floats HiGHS sees are near 1."""
    return max(map(abs, row.coefficients)) or Fraction(1)


def _with_t(row: Row, scale: Fraction) -> list[Fraction]:
    return [*row.coefficients, scale if row.relation == "<" else Fraction(0)]


def _solve(matrix: list[list[Fraction]], right: list[Fraction], width: int) -> list[Fraction] | None:
    """A solution (free unknowns 0) of a linear system over Q, or None."""
    if not matrix:
        return [Fraction(0)] * width
    entries = [_fmpq(x) for line, b in zip(matrix, right, strict=True) for x in (*line, b)]
    reduced, rank = fmpq_mat(len(matrix), width + 1, entries).rref()
    solution = [Fraction(0)] * width
    column = 0
    for i in range(rank):
        while not reduced[i, column]:
            column += 1
        if column == width:
            return None
        value = reduced[i, width]
        solution[column] = Fraction(int(value.p), int(value.q))
    return solution


def _fmpq(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


class _Answer:
    def __init__(self, highs: Any) -> None:
        basis = highs.getBasis()
        basic = _highspy().HighsBasisStatus.kBasic
        self.column_basic = [status == basic for status in basis.col_status]
        self.row_basic = [status == basic for status in basis.row_status]
        self.values = list(highs.getSolution().col_value)


@contextmanager
def _quietly() -> Iterator[None]:
    """HiGHS greets on the standard output of the process when it starts, before it can be told to be silent."""
    sys.stdout.flush()
    kept = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


class _Model:
    """A linear program for HiGHS, silent and on one thread."""

    def __init__(self, deadline: Deadline) -> None:
        with _quietly():
            self.highs = _highspy().Highs()
        self.highs.setOptionValue("output_flag", False)
        self.highs.setOptionValue("threads", 1)
        self.highs.setOptionValue("solver", "simplex")
        if deadline.remaining is not None:
            self.highs.setOptionValue("time_limit", max(0.01, deadline.remaining))

    def columns(
        self, count: int, *, free: bool, cost: float = 0.0, lower: float | None = None, upper: float | None = None
    ) -> None:
        """Variables x >= 0, or free but for the given bounds."""
        infinity = self.highs.getInfinity()
        low = (-infinity if free else 0.0) if lower is None else lower
        for _ in range(count):
            self.highs.addCol(cost, low, infinity if upper is None else upper, 0, [], [])

    def row(self, entries: dict[int, float], lower: float | None, upper: float) -> None:
        low = -self.highs.getInfinity() if lower is None else lower
        self.highs.addRow(low, upper, len(entries), list(entries), list(entries.values()))

    def solve(self) -> _Answer | None:
        """The optimal basis, or None."""
        self.highs.run()
        if self.highs.getModelStatus() != _highspy().HighsModelStatus.kOptimal:
            return None
        return _Answer(self.highs)
