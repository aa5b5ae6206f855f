"""Attacks on refutations and models: proofs cut short, lemmas without their sums, models with a value changed."""

from __future__ import annotations

import json
from typing import Any

from certify.attacks import Attack, forged
from certify.contract import Claim, read_claim, streamed_certificate
from certify.kernel.reject import Category

REFUSED = Category.REFUSED

Value = Any


def attacks(claim: bytes, certificate: bytes) -> list[Attack]:
    """Changes that make the pair false."""
    subject = read_claim(claim)
    if subject.kind in ("search/lrat", "smt/unsat"):
        return _refutations(subject, [json.loads(line) for line in certificate.splitlines()[1:]])
    evidence = json.loads(certificate)["evidence"]
    if subject.kind == "search/model" and "clauses" in subject.statement:
        first = set(subject.statement["clauses"][0])
        left = [literal for literal in evidence["literals"] if literal not in first]
        return [forged(subject, {"literals": left}, "nothing of the first clause", REFUSED, "clause-violated")]
    return []


def _refutations(claim: Claim, steps: list[Value]) -> list[Attack]:
    found = [_steps(claim, [], "no steps", "no-empty-clause"), _steps(claim, steps[:-1], "no end", "no-empty-clause")]
    direct: list[Value] = [{"add": [[], []]}]
    found.append(_steps(claim, direct, "the empty clause from nothing", "no-conflict"))
    if any("lemma" in step for step in steps):
        bare = [_bare(step) for step in steps]
        found.append(_steps(claim, bare, "lemmas without facts", "no-contradiction"))
    return found


def _bare(step: Value) -> Value:
    return {"lemma": {"premises": [], "sides": [], "steps": []}} if "lemma" in step else step


def _steps(claim: Claim, steps: list[Value], name: str, code: str) -> Attack:
    return Attack(name, claim.data, streamed_certificate(claim, steps), REFUSED, code)
