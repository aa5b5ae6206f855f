"""Attacks on claims about Sidon sets: sets made to collide, trivial collisions, witnesses and trees cut or padded."""

from __future__ import annotations

import json

from certify.attacks import Attack, Value, changed, forged
from certify.contract import Claim, read_claim
from certify.kernel.reject import Category
from certify.kernel.text import MAX_INTEGER

REFUSED, MALFORMED = Category.REFUSED, Category.MALFORMED


def attacks(claim: bytes, certificate: bytes) -> list[Attack]:
    """Changes that make the pair false."""
    subject, evidence = read_claim(claim), json.loads(certificate)["evidence"]
    found = []
    if "odd" in evidence:
        found += _doubling(subject, evidence)
    if "clashes" in evidence:
        found.append(_longer(subject, evidence, "clashes"))
    if "tree" in evidence:
        found.append(_longer(subject, evidence, "tree"))
    if "witness" in evidence:
        found += _witness(subject, evidence)
    if evidence.get("smaller"):
        shorter = changed(evidence, lambda e: e["smaller"].pop())
        found.append(forged(subject, shorter, "a smaller modulus left out", MALFORMED, "wrong-length"))
    for key in ("sums", "collision"):
        if key in evidence:
            a, b = evidence[key][:2]
            trivial = {key: [a, b, b, a] if key == "sums" else [a, b, a, b]}
            found.append(forged(subject, trivial, "one pair twice", REFUSED, "same-pair"))
    if subject.kind in ("sidon/is-sidon", "sidon/no-extension", "sidon/no-even-order", "sidon/is-sidon-at"):
        found += _colliding(subject, evidence)
    return found


def _doubling(subject: Claim, evidence: Value) -> list[Attack]:
    twice = changed(evidence, lambda e: e["odd"].__setitem__(2, e["odd"][0]))
    first, _, third, _ = evidence["clash"]
    empty = evidence | {"clash": [first, first, third, third]}
    swapped = evidence | {"clash": [first, third, first, third]}
    return [
        forged(subject, twice, "two pairs instead of three", REFUSED, "same-pair"),
        forged(subject, empty, "x1 = x2", REFUSED, "trivial-collision"),
        forged(subject, swapped, "x1 = x3", REFUSED, "trivial-collision"),
    ]


def _longer(subject: Claim, evidence: Value, key: str) -> Attack:
    longer = changed(evidence, lambda e: e[key].append(e[key][-1]))
    return forged(subject, longer, "a node after the end", REFUSED, "unused-nodes")


def _witness(subject: Claim, evidence: Value) -> list[Attack]:
    modulus = evidence.get("modulus", subject.statement.get("modulus"))
    congruent = evidence["witness"][0] + modulus
    doubled = changed(evidence, lambda e: e["witness"].__setitem__(-1, congruent))
    return [
        forged(subject, doubled, "two congruent elements", REFUSED, "not-a-difference-set"),
        forged(
            subject,
            changed(evidence, lambda e: e["witness"].append(congruent)),
            "one element more",
            REFUSED,
            "wrong-size",
        ),
    ]


def _colliding(subject: Claim, evidence: Value) -> list[Attack]:
    """The set with an element in progression with two others (or congruent to one): not Sidon any more."""
    a, b = subject.statement["set"][:2]
    modulus = subject.statement.get("modulus")
    more = 2 * b - a if modulus is None else a + modulus
    if abs(more) > MAX_INTEGER:
        return []
    statement = {**subject.statement, "set": [*subject.statement["set"], more]}
    code = "not-sidon" if modulus is None else "not-sidon-mod"
    return [forged(Claim(subject.kind, statement), evidence, "a set that is not Sidon", REFUSED, code)]
