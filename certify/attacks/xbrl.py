"""Attacks on filings: other verdicts, facts moved beyond their intervals, duplicates, weights and ends changed."""

from __future__ import annotations

import json
from fractions import Fraction

from certify.attacks import Attack, Value, changed, forged
from certify.contract import Claim, certificate, read_claim
from certify.kernel.reject import Category

REFUSED, MALFORMED = Category.REFUSED, Category.MALFORMED


def attacks(claim: bytes, proof: bytes) -> list[Attack]:
    """Changes that make the pair false, or break a rule that keeps false pairs out."""
    subject, evidence = read_claim(claim), json.loads(proof)["evidence"]
    found = [*_contradictory(subject, evidence)]
    if subject.kind == "xbrl/relation":
        found += _relation(subject, evidence)
    if "point" in evidence:
        found.append(_moved(subject, evidence))
    if "multipliers" in evidence:
        zero = {**evidence, "multipliers": ["0"] * len(evidence["multipliers"])}
        code = "wrong-combination" if subject.kind == "xbrl/claim" else "no-contradiction"
        found.append(forged(subject, zero, "all multipliers zero", REFUSED, code))
    if "below" in evidence:
        same = {**evidence, "above": evidence["below"]}
        found.append(forged(subject, same, "one side twice", REFUSED, "wrong-combination"))
    if "sum" in evidence and evidence["sum"] is not None:
        other = {**evidence, "sum": str(Fraction(evidence["sum"]) + 1)}
        found.append(forged(subject, other, "another sum", REFUSED, "wrong-side"))
    return found


def _malformed(subject: Claim, statement: Value, evidence: Value, name: str, code: str) -> Attack:
    """A statement that is no claim at all, with the certificate of the one it was made from."""
    return Attack(name, Claim(subject.kind, statement).data, certificate(subject, evidence), MALFORMED, code)


def _first(statement: Value) -> Value:
    """The first group of facts that is sure to count."""
    if "total" in statement:
        return statement["total"]
    return statement["groups"][0] if "groups" in statement else statement["operands"][0]


def _contradictory(subject: Claim, evidence: Value) -> list[Attack]:
    """A second fact of the same accuracy with another value: such a group carries no verdict."""

    def twin(statement: Value) -> None:
        facts = _first(statement)["facts"]
        facts.append({**facts[0], "value": str(Fraction(facts[0]["value"]) + 10**30)})

    rounded = subject.statement["mode"] == "xbrl21"
    code = "duplicated-total" if rounded else "contradictory-duplicates"
    false = changed(subject.statement, twin)
    if "precision" in _first(subject.statement)["facts"][0]:
        return []
    return [_malformed(subject, false, evidence, "a contradictory duplicate", code)]


def _relation(subject: Claim, evidence: Value) -> list[Attack]:
    zero = changed(subject.statement, lambda s: s["items"][0].update(weight="0"))
    twice = changed(subject.statement, lambda s: s["items"].append(s["items"][0]))
    itself = changed(subject.statement, lambda s: s["items"][0].update(concept=s["total"]["concept"]))
    return [
        _malformed(subject, zero, evidence, "a weight of zero", "zero-weight"),
        _malformed(subject, twice, evidence, "an item twice", "repeated"),
        _malformed(subject, itself, evidence, "the total among the items", "repeated"),
    ]


def _moved(subject: Claim, evidence: Value) -> Attack:
    """The witness of the total far outside the interval of its facts."""
    point = [str(Fraction(evidence["point"][0]) + 10**40), *evidence["point"][1:]]
    return forged(subject, {"point": point}, "a witness beyond a fact", REFUSED, "row-violated")
