"""Attacks on linear claims: systems made feasible, multipliers made negative or unbalanced, points moved."""

from __future__ import annotations

import json
from fractions import Fraction

from certify.attacks import Attack, changed, forged
from certify.contract import read_claim
from certify.kernel.reject import Category

REFUSED = Category.REFUSED


def attacks(claim: bytes, certificate: bytes) -> list[Attack]:
    """Changes that make the pair false."""
    subject, evidence = read_claim(claim), json.loads(certificate)["evidence"]
    if "multipliers" in evidence:
        zero = changed(evidence, lambda e: e.update(multipliers=["0"] * len(e["multipliers"])))
        code = "no-contradiction" if subject.kind == "linear/infeasible" else "wrong-combination"
        found = [forged(subject, zero, "all multipliers zero", REFUSED, code)]
        used = next((i for i, y in enumerate(evidence["multipliers"]) if not y.startswith("-") and y != "0"), None)
        if used is not None and subject.statement["rows"][used]["relation"] != "=":
            negative = changed(evidence, lambda e: e["multipliers"].__setitem__(used, "-" + e["multipliers"][used]))
            found.append(forged(subject, negative, "a negative multiplier", REFUSED, "negative-multiplier"))
        return found
    if "point" in evidence:
        return _moved_points(claim, certificate)
    return []


def _moved_points(claim: bytes, certificate: bytes) -> list[Attack]:
    """Push the point across the first row with a nonzero coefficient."""
    subject, evidence = read_claim(claim), json.loads(certificate)["evidence"]
    for row in subject.statement["rows"]:
        for j, text in enumerate(row["coefficients"]):
            coefficient = Fraction(text)
            if not coefficient:
                continue
            point = [Fraction(x) for x in evidence["point"]]
            left = sum((Fraction(a) * x for a, x in zip(row["coefficients"], point, strict=True)), Fraction(0))
            point[j] += (Fraction(row["bound"]) - left + 1) / coefficient
            moved = {"point": [str(x) for x in point]}
            return [forged(subject, moved, "a point beyond a row", REFUSED, "row-violated")]
    return []
