"""Attacks on algebraic numbers: roots moved out, identities bent, units and others swapped."""

from __future__ import annotations

import json
from fractions import Fraction

from certify.attacks import Attack, changed, forged
from certify.contract import Claim, read_claim
from certify.kernel.reject import Category

REFUSED = Category.REFUSED


def attacks(claim: bytes, certificate: bytes) -> list[Attack]:
    """Changes that make the pair false."""
    subject, evidence = read_claim(claim), json.loads(certificate)["evidence"]
    if subject.kind == "algebraic/independent":
        same = changed(subject.statement, lambda s: s.update(second=s["first"]))
        if evidence["method"] != "unit":
            return []
        code = "both-units" if evidence["unit"] == "first" else "not-a-unit"
        twice = forged(Claim(subject.kind, same), evidence, "one number twice", REFUSED, code)
        swapped = changed(evidence, lambda e: e.update(unit="second" if e["unit"] == "first" else "first"))
        return [twice, forged(subject, swapped, "the other one as the unit", REFUSED, "not-a-unit")]
    if subject.kind == "algebraic/equal":
        bent = changed(subject.statement, lambda s: s["left"].update(numerator=_more(s["left"]["numerator"])))
        return [forged(Claim(subject.kind, bent), evidence, "the left side plus 1", REFUSED, "not-equal")]
    away = changed(subject.statement, lambda s: s.update(low=s["high"], high=str(Fraction(s["high"]) + 1)))
    width = Fraction(away["high"])
    shut = changed(away, lambda s: s.update(high=str(width - 1 + Fraction(1, 10**40))))
    return [forged(Claim(subject.kind, shut), evidence, "an interval beside the root", REFUSED, "no-sign-change")]


def _more(numerator: list[str]) -> list[str]:
    return [str(Fraction(numerator[0]) + 10**6 + 1), *numerator[1:]] if numerator else ["1"]
