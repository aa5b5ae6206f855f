"""Attacks on log forms and KL acceptance: other signs, pools, tokens and levels, too little precision."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from certify.attacks import Attack, changed, forged
from certify.contract import Claim, read_claim
from certify.kernel.reject import Category

Value = Any

REFUSED = Category.REFUSED
_OPPOSITE = {">": "<", ">=": "<", "<": ">", "<=": ">", "=": "!=", "!=": "="}


def attacks(claim: bytes, certificate: bytes) -> list[Attack]:
    """Changes that make the pair false."""
    subject, evidence = read_claim(claim), json.loads(certificate)["evidence"]
    if subject.kind == "logform/sign":
        return _other_sign(subject, evidence)
    if subject.kind == "kl/margin":
        return _larger_bound(subject, evidence)
    if "pool" not in evidence:
        return []
    found = []
    if "level" in evidence:
        level = changed(evidence, lambda e: e.update(level=str(Fraction(e["level"]) / 2)))
        found.append(forged(subject, level, "half the level", REFUSED, "wrong-level"))
    alone = changed(evidence, lambda e: e.update(pool=[i for i in e["pool"] if i != e["token"]] or [e["token"] ^ 1]))
    found.append(forged(subject, alone, "the pool without its token", REFUSED, "token-not-in-pool"))
    repeated = changed(evidence, lambda e: e["pool"].append(e["token"]))
    found.append(forged(subject, repeated, "a token twice", Category.MALFORMED, "repeated"))
    return found + _swapped(subject, evidence)


def _other_sign(subject: Claim, evidence: Value) -> list[Attack]:
    relation = _OPPOSITE[subject.statement["relation"]]
    if relation == "!=" and "bits" in evidence:
        return []
    other = Claim(subject.kind, {**subject.statement, "relation": relation})
    return [forged(other, evidence, "the opposite relation", REFUSED, "wrong-sign")]


def _larger_bound(subject: Claim, evidence: Value) -> list[Attack]:
    constant = str(Fraction(subject.statement["bound"]["constant"]) + 50)
    larger = {**subject.statement["bound"], "constant": constant}
    other = Claim(subject.kind, {**subject.statement, "bound": larger})
    proof = {**evidence, "sign": {"bits": 64}}
    return [forged(other, proof, "a bound larger by 50", REFUSED, "bound-too-large")]


def _swapped(subject: Claim, evidence: Value) -> list[Attack]:
    """A draft whose mass sits on the pooled token of the smallest probability: it is rejected or of infinite KL."""
    if subject.kind != "kl/accepted" or subject.statement["direction"] != "forward":
        return []
    size = len(next(iter(subject.statement["target"].values())))
    draft = {"weights": ["1" if i == evidence["token"] else "0" for i in range(size)]}
    if subject.statement["rule"]["name"] == "tree":
        return []
    other = Claim(subject.kind, {**subject.statement, "draft": draft})
    return [forged(other, evidence, "all mass on the rejected token", REFUSED, "kl-infinite")]
