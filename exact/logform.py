"""Signs of log forms: precision doubling and the zero test by coprime bases; ends on every form within the limits.

Hermite-Lindemann: a log form with a nonzero constant is never 0. Logarithms of pairwise coprime integers are linearly
independent over Q, so one without is 0 iff all its exponents over a coprime base cancel (theorem log-forms).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from certify.contract import Claim, Found, Limits, NotFound, Progress, certificate
from certify.kernel.fixed import MAX_BITS
from certify.kernel.logform import MAX_COST, Form, enclose, holds, parse_form
from certify.kernel.reject import Reject

Value = Any

FIRST = 64
ZERO_TEST = 256  # bits after which equality is asked about


class Undecided(Exception):
    """The sign lies beyond the precision that the kernel allows."""


def decide(form: Form, first: int = FIRST, cap: int = MAX_BITS) -> tuple[int, Value]:
    """The sign of a form (-1, 0, 1) and its proof, as the kernel takes it. Raises Undecided beyond `cap` bits."""
    bits = first
    tested = False
    while True:
        if bits > cap or len(form.terms) * bits * bits > MAX_COST:
            raise Undecided(f"{len(form.terms)} logarithms at {bits} bits are beyond the limit")
        low, high = enclose(form, bits, "")
        if low > 0 or high < 0:
            return (1 if low > 0 else -1), {"bits": bits}
        if not tested and bits >= ZERO_TEST:
            tested = True
            base = zero_base(form)
            if base is not None:
                return 0, {"base": [str(element) for element in base]}
        bits *= 2


def zero_base(form: Form) -> list[int] | None:
    """A coprime base over which all exponents cancel, or None: then the form is not 0."""
    if form.constant:
        return None
    base = coprime_base(number for _, n, d in form.terms for number in (n, d))
    totals = dict.fromkeys(base, 0)
    for coefficient, n, d in form.terms:
        for number, weight in ((n, coefficient), (d, -coefficient)):
            for element in base:
                while number % element == 0:
                    number //= element
                    totals[element] += weight
    return None if any(totals.values()) else base


def coprime_base(numbers: Iterable[int]) -> list[int]:
    """Pairwise coprime integers > 1 of which every number is a product of powers (factor refinement, gcds only)."""
    base: list[int] = []
    waiting = [number for number in set(numbers) if number > 1]
    while waiting:
        number = waiting.pop()
        for i, element in enumerate(base):
            common = math.gcd(number, element)
            if common > 1:
                del base[i]
                waiting += [part for part in (number // common, common, element // common) if part > 1]
                break
        else:
            if number > 1:
                base.append(number)
    return sorted(base)


def prove(claim: Claim, limits: Limits, progress: Progress) -> Found | NotFound:
    """Decide the sign; a certificate of the claim, or of its negation where the sign is another."""
    form = parse_form(claim.statement["form"], "/statement/form")
    try:
        sign, proof = decide(form)
    except (Undecided, Reject) as error:
        return NotFound(str(error), limit=True)
    subject = claim if holds(sign, claim.statement["relation"]) else claim.negation()
    if subject is None:
        return NotFound("the sign contradicts the claim, which has no negation")
    return Found(subject, certificate(subject, proof))
