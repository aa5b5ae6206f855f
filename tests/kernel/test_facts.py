"""Facts of `smt/unsat` and Bernstein coefficients against plain evaluation."""

from __future__ import annotations

import operator
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from certify.kernel import kinds
from certify.kernel.box import bernstein, halve
from certify.kernel.multi import Poly
from certify.kernel.smt import Fact, opposite, strongest

MONOMIALS = [(), (0,), (1,), (0, 1), (0, 0)]
POLYS = st.dictionaries(st.sampled_from(MONOMIALS), st.integers(-12, 12).filter(bool), max_size=4)
HOLDS = {">=": operator.ge, ">": operator.gt, "=": operator.eq}


def at(terms: dict[tuple[int, ...], int], point: tuple[Fraction, Fraction]) -> Fraction:
    total = Fraction(0)
    for monomial, coefficient in terms.items():
        value = Fraction(coefficient)
        for variable in monomial:
            value *= point[variable]
        total += value
    return total


def true_at(fact: Fact, point: tuple[Fraction, Fraction]) -> bool:
    return bool(HOLDS[fact.relation](at(fact.poly.terms, point), 0))


@settings(max_examples=400, deadline=None)
@given(POLYS, st.sampled_from(list(HOLDS)), st.integers(-6, 6), st.integers(-6, 6), st.integers(1, 4))
def test_a_fact_says_the_same_of_every_point_of_its_sort(terms: Any, relation: str, a: int, b: int, d: int) -> None:
    plain = Fact(Poly(terms), relation)
    for sorts, point in (
        (["Int", "Int"], (Fraction(a), Fraction(b))),
        (["Real", "Int"], (Fraction(a, d), Fraction(b))),
    ):
        fact = strongest(plain.poly, relation, sorts)
        assert true_at(fact, point) == true_at(plain, point)
        if relation != "=":
            contrary = opposite(plain)
            negated = strongest(contrary.poly, contrary.relation, sorts)
            assert true_at(negated, point) != true_at(plain, point)


@settings(max_examples=60, deadline=None)
@given(
    POLYS.filter(lambda terms: any(terms)),
    st.lists(st.integers(0, 1), max_size=4),
    st.integers(0, 8),
    st.integers(0, 8),
)
def test_bernstein_coefficients_enclose_and_end_in_corner_values(terms: Any, path: list[int], a: int, b: int) -> None:
    poly = [[str(c), [[v, m.count(v)] for v in sorted(set(m))]] for m, c in terms.items()]
    sides = [["-1", "2"], ["1/3", "3"]]
    statement = {"variables": ["x", "y"], "box": sides, "polynomial": poly, "lower": "0", "upper": None}
    claim = kinds()["polynomial/box"].parse(statement, "")
    values, scale = bernstein(claim)
    box = [[Fraction(-1), Fraction(2)], [Fraction(1, 3), Fraction(3)]]
    for step, choice in enumerate(path):
        axis = step % 2
        values = halve(values, claim.degrees, axis)[choice]
        scale <<= claim.degrees[axis]
        box[axis][1 - choice] = sum(box[axis], Fraction(0)) / 2
    point = (
        box[0][0] + (box[0][1] - box[0][0]) * Fraction(a, 8),
        box[1][0] + (box[1][1] - box[1][0]) * Fraction(b, 8),
    )
    assert min(values) <= at(terms, point) * scale <= max(values)
    assert values[0] == at(terms, (box[0][0], box[1][0])) * scale
    assert values[-1] == at(terms, (box[0][1], box[1][1])) * scale
