"""Ideal membership: cofactors by linear algebra over Q at growing degrees, after a Groebner basis said yes."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from certify.contract import Deadline

Value = Any
Terms = dict[tuple[int, ...], Fraction]

MAX_UNKNOWNS = 4000


def _terms(poly: Value) -> Terms:
    return {tuple(v for v, e in powers for _ in range(e)): Fraction(c) for c, powers in poly}


def _value(terms: Terms) -> Value:
    return [[str(c), [[v, m.count(v)] for v in sorted(set(m))]] for m, c in sorted(terms.items()) if c]


def is_member(generators: Value, polynomial: Value, names: list[str]) -> bool:
    """What a Groebner basis (sympy) says; only to know whether cofactors are worth looking for."""
    import sympy

    symbols = sympy.symbols([f"x{i}" for i in range(len(names))])

    def of(poly: Value) -> Any:
        total = sympy.Integer(0)
        for c, powers in poly:
            value = Fraction(c)
            term = sympy.Rational(value.numerator, value.denominator)
            for v, e in powers:
                term *= symbols[v] ** e
            total += term
        return total

    basis = sympy.groebner([of(g) for g in generators], *symbols, order="grevlex", domain="QQ")
    return bool(basis.contains(of(polynomial)))


def cofactors(generators: Value, polynomial: Value, names: list[str], deadline: Deadline) -> list[Value] | None:
    """c_i with p = sum c_i g_i, of least degree; None if a basis says no or the search becomes too large."""
    if not is_member(generators, polynomial, names):
        return None
    given, goal = [_terms(g) for g in generators], _terms(polynomial)
    degrees = [max(map(len, g)) for g in given]
    start = max(map(len, goal))
    for degree in range(start, start + 12):
        if deadline.passed:
            return None
        columns: list[tuple[int, tuple[int, ...]]] = []
        for i, low in enumerate(degrees):
            for k in range(degree - low + 1):
                columns += [(i, m) for m in combinations_with_replacement(range(len(names)), k)]
        if len(columns) > MAX_UNKNOWNS:
            return None
        solution = _solve(given, goal, columns)
        if solution is not None:
            found: list[Terms] = [{} for _ in given]
            for (i, m), value in zip(columns, solution, strict=True):
                if value:
                    found[i][m] = value
            return [_value(terms) for terms in found]
    return None


def _solve(given: list[Terms], goal: Terms, columns: list[tuple[int, tuple[int, ...]]]) -> list[Fraction] | None:
    """Coefficients of the products m g_i that sum to the goal, by elimination on sparse columns."""
    pivots: dict[tuple[int, ...], tuple[Terms, dict[int, Fraction]]] = {}
    for at, (i, m) in enumerate(columns):
        vector: Terms = {tuple(sorted(m + n)): c for n, c in given[i].items()}
        used: dict[int, Fraction] = {at: Fraction(1)}
        _reduce(vector, used, pivots)
        if vector:
            lead = max(vector, key=lambda n: (len(n), n))
            pivots[lead] = (vector, used)
    rest, used = dict(goal), {}
    _reduce(rest, used, pivots)
    if rest:
        return None
    return [-used.get(at, Fraction(0)) for at in range(len(columns))]


def _reduce(
    vector: Terms, used: dict[int, Fraction], pivots: dict[tuple[int, ...], tuple[Terms, dict[int, Fraction]]]
) -> None:
    """Subtract pivots until no monomial of the vector is a lead, largest first; note what was used."""
    open_leads = [n for n in vector if n in pivots]
    while open_leads:
        lead = max(open_leads, key=lambda n: (len(n), n))
        other, other_used = pivots[lead]
        factor = vector[lead] / other[lead]
        for n, c in other.items():
            value = vector.get(n, Fraction(0)) - factor * c
            if value:
                vector[n] = value
            else:
                vector.pop(n, None)
        for at, c in other_used.items():
            used[at] = used.get(at, Fraction(0)) - factor * c
        open_leads = [n for n in vector if n in pivots]
