"""Signs of log forms, `logform/sign`: c0 + sum_k c_k log r_k against 0, all c rational, all r_k positive rational.

Statement `{"form": FORM, "relation": REL}`, FORM `{"constant": c0, "terms": [{"coefficient": c_k, "argument": r_k}]}`
with at least one term, REL one of `>`, `>=`, `<`, `<=`, `=`, `!=`: the form REL 0, over the real numbers.

Evidence fixes the sign: `{"bits": N}`, at which precision the enclosure of the form excludes 0 (theorem `fixed-point`);
or `{"base": [b_1..]}`, integers > 1, pairwise coprime, of which every numerator and denominator is a product, such that
all exponents of the form cancel and c0 = 0: then the form is 0, because log is additive. That coprime bases also
decide every form (theorem `log-forms`) is what makes the search end; acceptance does not rest on it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from certify.kernel.fixed import log_bounds
from certify.kernel.rational import MAX_SCALED_BITS, ratio
from certify.kernel.reject import limit, malformed, refused
from certify.kernel.rule import Attachments, Negation, Rule
from certify.kernel.text import Value, array, choice, integer, record

MAX_COST = 1 << 32  # terms times bits squared: some seconds
MAX_ARGUMENT_BITS = 1 << 22  # of all numerators and denominators of a zero test together
MAX_BASE_BITS = 1 << 18
MAX_SCALE_BITS = 1 << 16  # of the common denominator of all coefficients
MAX_DIVISIONS = 1 << 22
RELATIONS = (">", ">=", "<", "<=", "=", "!=")
COMPLEMENT = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "=": "!=", "!=": "="}


@dataclass(frozen=True)
class Form:
    """(constant + sum c log(n/d)) / scale for terms (c, n, d); integers, scale > 0, n and d >= 1."""

    scale: int
    constant: int
    terms: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class Sign:
    """The parsed claim: form REL 0."""

    statement: Value
    form: Form
    relation: str


def parse_form(value: Value, where: str) -> Form:
    """A FORM, over the least common denominator of its coefficients. An argument <= 0 is malformed."""
    fields = record(value, where, ("constant", "terms"))
    above, below = ratio(fields["constant"], f"{where}/constant")
    pairs = []
    arguments = []
    for i, entry in enumerate(array(fields["terms"], f"{where}/terms")):
        place = f"{where}/terms/{i}"
        parts = record(entry, place, ("coefficient", "argument"))
        numerator, denominator = ratio(parts["argument"], f"{place}/argument")
        if numerator < 1:
            raise malformed(f"{place}/argument", "log-of-nonpositive", f"log of {parts['argument']}; must be positive")
        pairs.append(ratio(parts["coefficient"], f"{place}/coefficient"))
        arguments.append((numerator, denominator))
    scale = below
    for i, (_, denominator) in enumerate(pairs):
        scale = math.lcm(scale, denominator)
        if scale.bit_length() > MAX_SCALE_BITS or scale.bit_length() * len(pairs) > MAX_SCALED_BITS:
            found = f"a denominator of {scale.bit_length()} bits for {len(pairs)} terms"
            detail = f"{found}, at most {MAX_SCALE_BITS} and {MAX_SCALED_BITS} in all"
            raise limit(f"{where}/terms/{i}", "too-many-bits", detail)
    terms = [(n * (scale // d), *argument) for (n, d), argument in zip(pairs, arguments, strict=True)]
    return Form(scale, above * (scale // below), tuple(terms))


def collect(terms: Iterable[tuple[int, int, int]]) -> tuple[tuple[int, int, int], ...]:
    """The same sum with one term for each argument in lowest terms, none for 1."""
    sums: dict[tuple[int, int], int] = {}
    for coefficient, numerator, denominator in terms:
        common = math.gcd(numerator, denominator)
        key = (numerator // common, denominator // common)
        sums[key] = sums.get(key, 0) + coefficient
    return tuple((coefficient, n, d) for (n, d), coefficient in sums.items() if coefficient and n != d)


def difference(left: Form, right: Form) -> Form:
    """left - right."""
    scale = math.lcm(left.scale, right.scale)
    a, b = scale // left.scale, scale // right.scale
    terms = [(a * c, n, d) for c, n, d in left.terms] + [(-b * c, n, d) for c, n, d in right.terms]
    return Form(scale, a * left.constant - b * right.constant, tuple(terms))


def enclose(form: Form, bits: int, where: str) -> tuple[int, int]:
    """(lo, hi) with lo <= 2^bits scale f <= hi, f the value of the form. Rejects work beyond MAX_COST."""
    if len(form.terms) * bits * bits > MAX_COST:
        raise limit(where, "too-much-work", f"{len(form.terms)} terms at {bits} bits; terms x bits^2 <= {MAX_COST}")
    lo = hi = form.constant << bits
    for coefficient, numerator, denominator in form.terms:
        below, above = log_bounds(numerator, denominator, bits)
        if coefficient < 0:
            below, above = above, below
        lo += coefficient * below
        hi += coefficient * above
    return lo, hi


def prove_sign(form: Form, proof: Value, where: str) -> int:
    """-1, 0 or 1, the sign of the form, from `{"bits": N}` or `{"base": [..]}`. Reject if the proof does not fix it."""
    if isinstance(proof, dict) and "base" in proof:
        require_zero(form, record(proof, where, ("base",))["base"], f"{where}/base")
        return 0
    bits = integer(record(proof, where, ("bits",))["bits"], f"{where}/bits", 1)
    return sign_of(*enclose(form, bits, f"{where}/bits"), bits, f"{where}/bits")


def sign_of(lo: int, hi: int, bits: int, where: str) -> int:
    """The sign of a value enclosed in [lo, hi]; refused where both signs, or 0, are possible."""
    if lo > 0:
        return 1
    if hi < 0:
        return -1
    raise refused(where, "precision-too-low", f"at {bits} bits the difference lies in an interval that contains 0")


def require_zero(form: Form, base: Value, where: str) -> None:
    """Refuse unless the form is 0 by exponents over a coprime base."""
    elements = _coprime(base, where)
    if form.constant:
        constant = f"{_brief(form.constant)}/{_brief(form.scale)}"
        raise refused(where, "constant-not-zero", f"the constant is {constant}; a form with one is never 0")
    size = sum(n.bit_length() + d.bit_length() for _, n, d in form.terms)
    if size > MAX_ARGUMENT_BITS or len(form.terms) * len(elements) > MAX_DIVISIONS:
        raise limit(where, "too-much-work", f"{size} bits of arguments, {len(form.terms)} x {len(elements)} divisions")
    totals = [0] * len(elements)
    for coefficient, numerator, denominator in form.terms:
        for number, weight in ((numerator, coefficient), (denominator, -coefficient)):
            for i, element in enumerate(elements):
                while number % element == 0:
                    number //= element
                    totals[i] += weight
            if number != 1:
                raise refused(where, "base-incomplete", f"dividing the base out of an argument leaves {_brief(number)}")
    for i, (element, total) in enumerate(zip(elements, totals, strict=True)):
        if total:
            raise refused(
                f"{where}/{i}", "not-zero", f"log {_brief(element)} keeps {_brief(total)}/{_brief(form.scale)}"
            )


def _coprime(value: Value, where: str) -> list[int]:
    """Integers > 1 that are pairwise coprime, from rational strings."""
    elements: list[int] = []
    product = 1
    for i, entry in enumerate(array(value, where)):
        numerator, denominator = ratio(entry, f"{where}/{i}")
        if denominator != 1 or numerator < 2:
            raise malformed(f"{where}/{i}", "not-a-base-element", f"{entry}; must be an integer greater than 1")
        if math.gcd(numerator, product) != 1:
            raise refused(f"{where}/{i}", "not-coprime", f"{_brief(numerator)} shares a factor with an earlier element")
        product *= numerator
        if product.bit_length() > MAX_BASE_BITS:
            raise limit(f"{where}/{i}", "too-many-bits", f"a base of more than {MAX_BASE_BITS} bits")
        elements.append(numerator)
    return elements


def holds(sign: int, relation: str) -> bool:
    """Whether a number of this sign stands in `relation` to 0."""
    return {
        ">": sign > 0,
        ">=": sign >= 0,
        "<": sign < 0,
        "<=": sign <= 0,
        "=": sign == 0,
        "!=": sign != 0,
    }[relation]


def _brief(number: int) -> str:
    return str(number) if number.bit_length() <= 128 else f"an integer of {number.bit_length()} bits"


def _parse(statement: Value, where: str) -> Sign:
    fields = record(statement, where, ("form", "relation"))
    form = parse_form(fields["form"], f"{where}/form")
    if not form.terms:
        raise malformed(f"{where}/form/terms", "empty-form", "no logarithm; a rational needs no certificate")
    return Sign(statement, form, choice(fields["relation"], f"{where}/relation", RELATIONS))


def _check(claim: Sign, evidence: Value, _: Attachments) -> None:
    sign = prove_sign(claim.form, evidence, "/evidence")
    if not holds(sign, claim.relation):
        found = ("negative", "zero", "positive")[sign + 1]
        raise refused("/evidence", "wrong-sign", f"the form is {found}, the claim says {claim.relation} 0")


def _negate(claim: Sign) -> Negation:
    return "logform/sign", {**claim.statement, "relation": COMPLEMENT[claim.relation]}


SIGN = Rule(_parse, _check, _negate, theorems=("fixed-point",))
