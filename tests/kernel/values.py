"""Decimals of what the kernel proves, from its own enclosures."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from certify.kernel import klpool
from certify.kernel.logform import Form, enclose

BITS = 256


def form_value(form: Form) -> Fraction:
    """The value of a log form to BITS bits."""
    low, high = enclose(form, BITS, "")
    return Fraction(low + high, form.scale << (BITS + 1))


def pool_value(problem: klpool.Problem, evidence: dict[str, Any]) -> float:
    """The value of a pool, to the nearest double or the one beside it."""
    dual = klpool.check_pool(problem, {**evidence, "sign": None})
    if problem.forward:
        return float(form_value(klpool.value_form(problem, dual)))
    low, high = klpool.reverse_value(problem, dual, BITS, "")
    return float(Fraction(low + high, 2 << BITS))
