"""Log forms as real numbers of Mathlib; the enclosure of their sign stays with the kernel of certify."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from certify.contract import Claim
from lean_export import term
from lean_export.document import Body

Value = Any
SIGNS = {"!=": "≠", "<=": "≤", ">=": "≥"}


def form(value: Value) -> str:
    """`c0 + c1 * Real.log r1 + …`."""
    terms = [f"{term.rational(Fraction(t['coefficient']))} * Real.log ({t['argument']})" for t in value["terms"]]
    return " + ".join([f"({value['constant']} : ℝ)", *terms])


def mathlib(claim: Claim, _: Value | None) -> Body:
    statement = claim.statement
    sign = SIGNS.get(statement["relation"], statement["relation"])
    theorem = "fixed-point (docs/theorems/fixed-point.md): integer enclosures of logarithms"
    return Body((f"theorem claim : {form(statement['form'])} {sign} 0 := by\n  sorry",), proof=False, theorem=theorem)
