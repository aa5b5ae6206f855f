"""Attacks on AdaBoost claims: picks, words, limits and margins changed, prefixes cut, boxes and cones bent."""

from __future__ import annotations

import json
from fractions import Fraction

from certify.attacks import Attack, Value, changed, forged
from certify.contract import Claim, read_claim
from certify.kernel.reject import Category

REFUSED, MALFORMED = Category.REFUSED, Category.MALFORMED


def attacks(claim: bytes, certificate: bytes) -> list[Attack]:
    """Changes that make the pair false."""
    subject, evidence = read_claim(claim), json.loads(certificate)["evidence"]
    kind = subject.kind.removeprefix("adaboost/")
    return {"prefix": _prefix, "margin": _margin, "cycle": _cycle, "no-cycle": _no_cycle}[kind](subject, evidence)


def _said(subject: Claim, **fields: Value) -> Claim:
    return Claim(subject.kind, {**subject.statement, **fields})


def _prefix(subject: Claim, evidence: Value) -> list[Attack]:
    picks, width = subject.statement["picks"], len(subject.statement["matrix"][0])
    if width < 2:
        return []
    other = _said(subject, picks=[*picks[:-1], (picks[-1] + 1) % width])
    return [forged(other, evidence, "the last pick changed", REFUSED, "other-pick")]


def _margin(subject: Claim, evidence: Value) -> list[Attack]:
    margin = Fraction(subject.statement["margin"])
    more, less = (_said(subject, margin=str(margin + step)) for step in (Fraction(1, 10**9), Fraction(-1, 10**9)))
    return [
        forged(more, evidence, "a larger margin", REFUSED, "margin-not-reached"),
        forged(less, evidence, "a smaller margin", REFUSED, "margin-not-bounded"),
    ]


def _cycle(subject: Claim, evidence: Value) -> list[Attack]:
    word, limits = subject.statement["word"], subject.statement["limits"]
    beyond = [["2", "3"], *limits[1:]]
    found = [
        forged(_said(subject, limits=beyond), evidence, "a limit above 1", REFUSED, "limit-outside"),
        forged(_said(subject, word=word * 2), evidence, "the word twice", MALFORMED, "not-primitive"),
        forged(subject, changed(evidence, lambda e: e["support"].pop()), "a row left out", REFUSED, "rows-missing"),
    ]
    if "margin" in subject.statement:
        other = _said(subject, margin=str(Fraction(subject.statement["margin"]) + Fraction(1, 10**9)))
        found.append(forged(other, evidence, "another margin", REFUSED, "other-margin"))
    return found


def _no_cycle(subject: Claim, evidence: Value) -> list[Attack]:
    start = subject.statement["start"]
    heavier = _said(subject, start=[str(Fraction(start[0]) + Fraction(1, 10**9)), *start[1:]])
    swapped = changed(evidence, lambda e: e.update(unit=1 - e["unit"]))
    still = changed(evidence, lambda e: e["gadgets"][0].update(radius="0"))
    return [
        forged(heavier, evidence, "weights that are no product", REFUSED, "not-a-product"),
        forged(subject, swapped, "unit and other swapped", REFUSED, "not-a-unit"),
        forged(subject, still, "a cone of length 0", REFUSED, "not-positive"),
    ]
