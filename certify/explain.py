"""Claims and accepted certificates in plain words."""

from __future__ import annotations

import json

from certify import kinds
from certify.contract import Claim
from certify.engine import readings
from certify.verdict import Verdict, Word

MAX_LINES, MAX_WIDTH = 400, 2000


def claim_in_words(claim: Claim) -> str:
    """The claim, its kind and its address, in words."""
    words = kinds.resolve(kinds.KINDS[claim.kind].words)
    lines = [words.claim(claim.kind, claim.statement), f"kind: {claim.kind}", f"address: {claim.address}"]
    return "\n".join([*lines, *readings(claim), f"hypotheses: {claim.facts.hypotheses}"])


def _shortened(text: str) -> str:
    """Text for a person: at most so many lines of at most so many characters."""
    lines = [
        line if len(line) <= MAX_WIDTH else f"{line[:MAX_WIDTH]}… ({len(line)} characters)" for line in text.split("\n")
    ]
    if len(lines) > MAX_LINES:
        kept = MAX_LINES // 2
        lines = [*lines[:kept], f"… ({len(lines) - 2 * kept} lines left out)", *lines[-kept:]]
    return "\n".join(lines)


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
    head = _shortened(claim_in_words(claim))
    turn = "PROVED" if verdict.verdict is Word.PROVED else "REFUTED, because its negation is proved"
    body = _shortened(words.explain(subject.kind, subject.statement, evidence))
    return "\n\n".join([head, f"{turn}\n{body}", "rests on: " + "; ".join(verdict.rests_on)])
