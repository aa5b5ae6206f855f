"""Random small formulas as statements of `smt/unsat`, by hypothesis."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from smt.terms import Builder

Value = Any

NUMBERS = st.integers(-4, 4)


def _linear(draw: Any, builder: Builder, sort: str, names: list[str]) -> int:
    """A sum of a few scaled variables and a constant."""
    terms = [builder.constant(draw(NUMBERS), sort)]
    for name in draw(st.lists(st.sampled_from(names), min_size=1, max_size=3)):
        scale = draw(NUMBERS.filter(bool))
        terms.append(builder.scaled(Fraction(scale), builder.variable(name, sort)))
    return builder.total(terms)


def _number(draw: Any, builder: Builder, sort: str, names: list[str], booleans: list[int]) -> int:
    """A linear term, now and then inside ite, div or (for Real) a product."""
    term = _linear(draw, builder, sort, names)
    kind = draw(st.sampled_from(("plain", "plain", "plain", "ite", "div", "product")))
    if kind == "ite":
        return builder.node("ite", draw(st.sampled_from(booleans)), term, _linear(draw, builder, sort, names))
    if kind == "div" and sort == "Int":
        return builder.node("div", term, str(draw(st.sampled_from((-3, -2, 2, 3, 5)))))
    if kind == "product" and sort == "Real":
        return builder.product([term, builder.variable(draw(st.sampled_from(names)), sort)])
    return term


@st.composite
def statements(draw: Any) -> Value:
    """A statement with one to four assertions over two or three variables of each sort."""
    builder = Builder()
    booleans = [builder.variable(name, "Bool") for name in ("b", "c")]
    groups = [("Int", ["n", "m"])] if draw(st.booleans()) else [("Real", ["x", "y"])]
    atoms = list(booleans)
    for _ in range(draw(st.integers(2, 5))):
        sort, names = draw(st.sampled_from(groups))
        left, right = (_number(draw, builder, sort, names, booleans) for _ in range(2))
        atoms.append(builder.node(draw(st.sampled_from(("<=", "<", "="))), left, right))
    assertions = []
    for _ in range(draw(st.integers(2, 5))):
        parts = draw(st.lists(st.sampled_from(atoms), min_size=1, max_size=3))
        parts = [builder.node("not", part) if draw(st.booleans()) else part for part in parts]
        connective = draw(st.sampled_from(("or", "and", "or", "=")))
        if connective == "=" and len(parts) == 2:
            assertions.append(builder.node("=", *parts))
        else:
            assertions.append(builder.node("or" if connective == "=" else connective, *parts))
    return builder.statement(assertions)
