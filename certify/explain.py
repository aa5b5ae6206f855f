"""Claims and accepted certificates in plain words."""

from __future__ import annotations

import json

from certify import kinds
from certify.contract import Claim
from certify.engine import readings
from certify.verdict import Verdict, Word


def claim_in_words(claim: Claim) -> str:
    """The claim, its kind and its address, in words."""
    words = kinds.resolve(kinds.KINDS[claim.kind].words)
    lines = [words.claim(claim.kind, claim.statement), f"kind: {claim.kind}", f"address: {claim.address}"]
    return "\n".join([*lines, *readings(claim), f"hypotheses: {claim.facts.hypotheses}"])


def explain(verdict: Verdict) -> str:
    """The claim, why the certificate proves (or refutes) it, and what that rests on. Raises ValueError if undecided."""
    claim = verdict.statement
    if claim is None or verdict.verdict not in (Word.PROVED, Word.REFUTED):
        raise ValueError(f"nothing to explain: the verdict is {verdict.verdict.value}")
    subject = claim if verdict.verdict is Word.PROVED else claim.negation()
    if subject is None:
        raise ValueError("a refuted claim has a negation")
    words = kinds.resolve(kinds.KINDS[subject.kind].words)
    evidence = None if verdict.certificate is None else json.loads(verdict.certificate)["evidence"]
    head = claim_in_words(claim)
    turn = "PROVED" if verdict.verdict is Word.PROVED else "REFUTED, because its negation is proved"
    body = words.explain(subject.kind, subject.statement, evidence)
    return "\n\n".join([head, f"{turn}\n{body}", "rests on: " + "; ".join(verdict.rests_on)])
