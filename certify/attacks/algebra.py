"""Attacks on claims about polynomials and matrices: weights made negative, cofactors, pivots and vectors moved."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from certify.attacks import Attack, changed, forged
from certify.contract import Claim, read_claim
from certify.kernel.reject import Category

REFUSED, MALFORMED = Category.REFUSED, Category.MALFORMED

Value = Any


def attacks(claim: bytes, certificate: bytes) -> list[Attack]:
    """Changes that make the pair false."""
    subject, evidence = read_claim(claim), json.loads(certificate)["evidence"]
    return _OF[subject.kind](subject, evidence)


def _identity(claim: Claim, evidence: Value) -> list[Attack]:
    """left + 1 = right."""
    left = [term for term in claim.statement["left"] if term[1]]
    constant = next((Fraction(c) for c, powers in claim.statement["left"] if not powers), Fraction(0)) + 1
    moved = [*left, [str(constant), []]] if constant else left
    false = Claim(claim.kind, {**claim.statement, "left": moved})
    return [forged(false, evidence, "one more on the left", REFUSED, "not-equal")]


def _member(claim: Claim, evidence: Value) -> list[Attack]:
    without: Value = {"cofactors": [[] for _ in evidence["cofactors"]]}
    return [forged(claim, without, "no cofactors", REFUSED, "not-equal")]


def _nonneg(claim: Claim, evidence: Value) -> list[Attack]:
    found = [forged(claim, {**evidence, "slack": "-1"}, "a negative slack", REFUSED, "negative-slack")]
    more = {**evidence, "slack": str(Fraction(evidence["slack"]) + 1)}
    found.append(forged(claim, more, "one more slack", REFUSED, "not-equal"))
    at = next((i for i, term in enumerate(evidence["terms"]) if "squares" in term), None)
    if at is not None:
        weight = evidence["terms"][at]["squares"][0][0]
        negative = changed(evidence, lambda e: e["terms"][at]["squares"][0].__setitem__(0, "-" + weight))
        found.append(forged(claim, negative, "a negative weight", REFUSED, "negative-weight"))
    return found


def _box(claim: Claim, evidence: Value) -> list[Attack]:
    cut = {"tree": evidence["tree"][:-1]}
    if not cut["tree"]:
        return [forged(claim, cut, "no tree", MALFORMED, "too-few")]
    return [forged(claim, cut, "the last box left open", REFUSED, "open-box")]


def _psd(claim: Claim, evidence: Value) -> list[Attack]:
    negative = changed(evidence, lambda e: e["diagonal"].__setitem__(-1, "-1"))
    more = changed(evidence, lambda e: e["diagonal"].__setitem__(-1, str(Fraction(e["diagonal"][-1]) + 1)))
    return [
        forged(claim, negative, "a negative pivot", REFUSED, "negative-diagonal"),
        forged(claim, more, "a pivot moved", REFUSED, "wrong-product"),
    ]


def _negative(claim: Claim, evidence: Value) -> list[Attack]:
    zero = {"vector": ["0"] * len(evidence["vector"])}
    return [forged(claim, zero, "the vector nought", REFUSED, "zero-vector")]


def _rank(claim: Claim, evidence: Value) -> list[Attack]:
    if "minor" in evidence and evidence["minor"]["inverse"]:
        zero = changed(evidence, lambda e: e["minor"].update(inverse=[["0"] * len(r) for r in e["minor"]["inverse"]]))
        return [forged(claim, zero, "an inverse of noughts", REFUSED, "wrong-product")]
    if "combination" in evidence and any(any(x != "0" for x in row) for row in claim.statement["matrix"]):
        zero = changed(
            evidence,
            lambda e: e["combination"].update(coefficients=[["0"] * len(r) for r in e["combination"]["coefficients"]]),
        )
        return [forged(claim, zero, "a combination of noughts", REFUSED, "wrong-combination")]
    return []


def _perron(claim: Claim, evidence: Value) -> list[Attack]:
    negative = changed(evidence, lambda e: e["vector"].__setitem__(0, "-1"))
    return [forged(claim, negative, "a negative entry", REFUSED, "not-positive")]


_OF = {
    "polynomial/identity": _identity,
    "polynomial/member": _member,
    "polynomial/nonneg": _nonneg,
    "polynomial/box": _box,
    "matrix/psd": _psd,
    "matrix/negative": _negative,
    "matrix/rank": _rank,
    "matrix/perron": _perron,
}
