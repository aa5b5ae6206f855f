"""An exact simplex over the rationals for systems of <=, < and = rows: a point, or multipliers that refute them.

The general simplex of Dutertre and de Moura (A fast linear-arithmetic solver for DPLL(T), CAV 2006): every row is a
variable of its own, s_i = sum_j a_ij x_j, with bounds; x is free. A strict bound b stands for b - e with an
infinitesimal e > 0, so values and bounds are pairs (number, multiple of e). Bland's rule makes it end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from certify.contract import Deadline, Progress, no_progress
from exact.rows import Feasible, Infeasible, OutOfTime, Row

Pair = tuple[fmpq, fmpq]
ZERO = fmpq(0)


@dataclass
class _Tableau:
    """`rows[i]` writes basic variable i as a combination of nonbasic ones; variables are x_0.., then s_0.. ."""

    rows: dict[int, dict[int, fmpq]]
    columns: dict[int, set[int]]  # nonbasic variable -> basic variables whose row mentions it
    values: list[Pair]
    lower: list[Pair | None]
    upper: list[Pair | None]


def simplex(
    rows: Sequence[Row], deadline: Deadline = Deadline(None), progress: Progress = no_progress
) -> Feasible | Infeasible:
    """A point of the system or multipliers that refute it; always one of the two. Raises OutOfTime."""
    width = len(rows[0].coefficients)
    tableau = _start(rows, width)
    pivots = 0
    while (broken := _first_violated(tableau)) is not None:
        if deadline.passed:
            raise OutOfTime(f"{pivots} pivots of the exact simplex")
        entering = _entering(tableau, broken)
        if entering is None:
            return Infeasible(_refutation(tableau, broken, width, len(rows)))
        _pivot(tableau, broken, entering)
        pivots += 1
        if pivots % 16 == 0:
            progress(pivots, None, "pivots of the exact simplex")
    return Feasible(_point(tableau, width))


def _start(rows: Sequence[Row], width: int) -> _Tableau:
    """x nonbasic at 0, every s_i basic."""
    table: dict[int, dict[int, fmpq]] = {}
    columns: dict[int, set[int]] = {j: set() for j in range(width)}
    lower: list[Pair | None] = [None] * width
    upper: list[Pair | None] = [None] * width
    for i, row in enumerate(rows):
        table[width + i] = {j: _fmpq(a) for j, a in enumerate(row.coefficients) if a}
        for j in table[width + i]:
            columns[j].add(width + i)
        bound = _fmpq(row.bound)
        upper.append((bound, fmpq(-1) if row.relation == "<" else ZERO))
        lower.append((bound, ZERO) if row.relation == "=" else None)
    return _Tableau(table, columns, [(ZERO, ZERO)] * (width + len(rows)), lower, upper)


def _fmpq(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _above(tableau: _Tableau, i: int) -> bool:
    upper = tableau.upper[i]
    return upper is not None and tableau.values[i] > upper


def _below(tableau: _Tableau, i: int) -> bool:
    lower = tableau.lower[i]
    return lower is not None and tableau.values[i] < lower


def _first_violated(tableau: _Tableau) -> int | None:
    """The basic variable of least number outside its bounds (Bland)."""
    return min((i for i in tableau.rows if _above(tableau, i) or _below(tableau, i)), default=None)


def _entering(tableau: _Tableau, broken: int) -> int | None:
    """The nonbasic variable of least number that can move `broken` towards its bound (Bland)."""
    down = _above(tableau, broken)

    def can_move(j: int, a: fmpq) -> bool:
        bound = tableau.lower[j] if (a > 0) == down else tableau.upper[j]
        return bound is None or tableau.values[j] != bound

    return min((j for j, a in tableau.rows[broken].items() if can_move(j, a)), default=None)


def _pivot(tableau: _Tableau, leaving: int, entering: int) -> None:
    """Exchange the two and set `leaving` to the bound that it violates."""
    row = tableau.rows.pop(leaving)
    pivot = row.pop(entering)
    old = tableau.values[leaving]
    upper, lower = tableau.upper[leaving], tableau.lower[leaving]
    bound = upper if upper is not None and old > upper else lower
    if bound is None:
        raise ValueError(f"variable {leaving} is within its bounds")
    step = ((bound[0] - old[0]) / pivot, (bound[1] - old[1]) / pivot)
    tableau.values[leaving] = bound
    _shift(tableau, entering, step)
    users = tableau.columns.pop(entering)
    users.discard(leaving)
    for i in users:
        factor = tableau.rows[i][entering]
        _shift(tableau, i, (factor * step[0], factor * step[1]))
    fresh = {j: -a / pivot for j, a in row.items()}
    fresh[leaving] = 1 / pivot
    for j in row:
        tableau.columns[j].discard(leaving)
    tableau.columns[leaving] = set()
    _insert(tableau, entering, fresh)
    for i in users:
        _substitute(tableau, i, entering, fresh)


def _shift(tableau: _Tableau, i: int, step: Pair) -> None:
    value = tableau.values[i]
    tableau.values[i] = (value[0] + step[0], value[1] + step[1])


def _insert(tableau: _Tableau, basic: int, row: dict[int, fmpq]) -> None:
    tableau.rows[basic] = row
    for j in row:
        tableau.columns[j].add(basic)


def _substitute(tableau: _Tableau, i: int, entering: int, fresh: dict[int, fmpq]) -> None:
    """Replace `entering`, basic now, in the row of i."""
    row = tableau.rows[i]
    factor = row.pop(entering)
    for j, a in fresh.items():
        total = row.get(j, ZERO) + factor * a
        if total:
            row[j] = total
            tableau.columns[j].add(i)
        elif j in row:
            del row[j]
            tableau.columns[j].discard(i)


def _refutation(tableau: _Tableau, broken: int, width: int, count: int) -> list[Fraction]:
    """Multipliers from a row none of whose variables can move: s_i - sum a_ij s_j = 0 against the bounds."""
    sign = 1 if _above(tableau, broken) else -1
    multipliers = [Fraction(0)] * count
    multipliers[broken - width] = Fraction(sign)
    for j, a in tableau.rows[broken].items():
        multipliers[j - width] = -sign * _fraction(a)
    return multipliers


def _point(tableau: _Tableau, width: int) -> list[Fraction]:
    """x with a number in the place of e, small enough for every bound."""
    small = fmpq(1)
    for (value, slope), upper in zip(tableau.values, tableau.upper, strict=True):
        if upper is not None and slope > upper[1]:
            small = min(small, (upper[0] - value) / (slope - upper[1]))
    return [_fraction(value + slope * small) for value, slope in tableau.values[:width]]


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))
