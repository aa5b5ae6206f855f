"""Rows of linear systems over the rationals as the searches take them, and what a search answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Rational = Fraction | int


@dataclass(frozen=True)
class Row:
    """sum_j coefficients[j] x_j RELATION bound, RELATION one of <=, <, = ."""

    coefficients: tuple[Fraction, ...]
    relation: str
    bound: Fraction

    @classmethod
    def of(cls, coefficients: Sequence[Rational], relation: str, bound: Rational) -> Row:
        """A row from ints or Fractions. Raises ValueError for another relation."""
        if relation not in ("<=", "<", "="):
            raise ValueError(f"relation {relation!r}; one of <=, <, =")
        return cls(tuple(map(Fraction, coefficients)), relation, Fraction(bound))

    @classmethod
    def read(cls, value: Any) -> Row:
        """A row of a linear statement (an object with rational strings, already read by the kernel)."""
        return cls(tuple(map(Fraction, value["coefficients"])), value["relation"], Fraction(value["bound"]))

    def holds(self, point: Sequence[Fraction]) -> bool:
        left = sum((a * x for a, x in zip(self.coefficients, point, strict=True) if a), Fraction(0))
        if self.relation == "=":
            return left == self.bound
        return left < self.bound if self.relation == "<" else left <= self.bound

    def negated(self) -> Row:
        """The row that holds exactly where this one (<= or <) does not. Raises ValueError for an equality."""
        if self.relation == "=":
            raise ValueError("the negation of an equality is not a row")
        flipped = "<" if self.relation == "<=" else "<="
        return Row(tuple(-a for a in self.coefficients), flipped, -self.bound)


@dataclass(frozen=True)
class Feasible:
    """A point that satisfies every row."""

    point: list[Fraction]


@dataclass(frozen=True)
class Infeasible:
    """Multipliers, one a row: >= 0 on inequalities, sum y_i a_i = 0, and sum y_i b_i < 0, or = 0 with a strict row."""

    multipliers: list[Fraction]


class OutOfTime(Exception):
    """The deadline passed; the message says what had been done."""


def refutes(rows: Sequence[Row], multipliers: Sequence[Fraction]) -> bool:
    """Whether the multipliers refute the rows (Farkas)."""
    pairs = [(y, row) for y, row in zip(multipliers, rows, strict=True) if y]
    if any(y < 0 and row.relation != "=" for y, row in pairs):
        return False
    width = len(rows[0].coefficients)
    if any(sum((y * row.coefficients[j] for y, row in pairs), Fraction(0)) for j in range(width)):
        return False
    bound = sum((y * row.bound for y, row in pairs), Fraction(0))
    return bound < 0 or (bound == 0 and any(y > 0 and row.relation == "<" for y, row in pairs))
