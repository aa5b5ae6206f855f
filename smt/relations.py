"""z3 and sympy relations as claims: that the relation holds for all values of its variables."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from certify.contract import Claim, Malformed
from smt.terms import Builder, no, of_sympy, of_z3


def claim_of(relation: Any) -> Claim:
    """The `smt/unsat` claim that the negation of a relation has no model.

    Raises Malformed for what is no relation, Reject (declined) for what has no place in a claim, floats among it.
    """
    import sympy
    import z3

    builder = Builder()
    if isinstance(relation, z3.BoolRef):
        _refuse_doubles(relation)
        (term,) = of_z3(builder, [relation])
    elif isinstance(relation, sympy.logic.boolalg.Boolean):
        term = of_sympy(builder, relation)
    else:
        raise Malformed(
            f"found {relation!r} of type {type(relation).__name__}, expected a claim or a z3 or sympy relation"
        )
    return Claim("smt/unsat", builder.statement([builder.node("not", term)]))


def _refuse_doubles(expression: Any) -> None:
    """z3 writes the digits of a Python float into a numeral: `RealVal(1/3)` is 0.3333333333333333, not one third.

    A numeral with 15 or more digits that is the shortest text of a binary64 number is such a one.
    """
    import z3

    stack, seen = [expression], set()
    while stack:
        term = stack.pop()
        if term.get_id() in seen:
            continue
        seen.add(term.get_id())
        if z3.is_rational_value(term):
            value = Fraction(term.numerator_as_long(), term.denominator_as_long())
            if _is_double(value):
                text = repr(float(value))
                raise no(
                    "float", f"the numeral {text} is the text of a binary64 number; write z3.Q(1, 3) for one third"
                )
        stack.extend(term.children())


def _is_double(value: Fraction) -> bool:
    if value.denominator == 1:
        return False
    try:
        text = repr(float(value))
    except OverflowError:
        return False
    digits = text.partition("e")[0].replace(".", "").lstrip("-0")
    return len(digits) >= 15 and Fraction(text) == value
