"""The trusted kernel: accepts a certificate for a claim, or raises `Reject`. Standard library only.

    check(claim, certificate, attachments) -> None      accepted, or Reject
    address(claim) -> str                               SHA-256 of the canonical bytes of the parsed claim
    facts(claim) -> Facts                               address, theorems, hypotheses, files
    negation(claim) -> bytes | None                     a claim that is false whenever this one is true

`claim` is the bytes of one claim document, `certificate` an iterable of chunks of bytes, `attachments` the bytes of the
files that the claim names, by their SHA-256. Nothing here opens a file, reads a clock or keeps state.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from certify.kernel.envelope import CLAIM_SCHEMA, Envelope, canonical, open_stream, read_certificate, read_claim
from certify.kernel.reject import Category, Reject, declined, malformed, wrong_claim
from certify.kernel.rule import Files, Rule
from certify.kernel.table import RULES

__all__ = ["Category", "Facts", "Reject", "address", "check", "facts", "kinds", "negation"]


def check(claim: bytes, certificate: Iterable[bytes], attachments: Mapping[str, bytes] | None = None) -> None:
    """Return if the certificate proves the claim; raise Reject with category, place, code and both sides otherwise."""
    envelope, rule, parsed = _parsed(claim)
    files = dict(attachments or {})
    for name, data in files.items():
        found = hashlib.sha256(data).hexdigest()
        if found != name:
            raise wrong_claim("", "attachment-hash", f"attachment has SHA-256 {found}, the claim names {name}")
    if rule.streamed:
        stream = open_stream(certificate, envelope)
        rule.check(parsed, stream, files)
        for where, _ in stream.steps:
            raise malformed(where, "unused-step", "a step after the proof was complete")
    else:
        rule.check(parsed, read_certificate(certificate, envelope), files)


def address(claim: bytes) -> str:
    """The content address of a well-formed claim of a known kind; Reject otherwise."""
    return _parsed(claim)[0].address


def negation(claim: bytes) -> bytes | None:
    """A claim that is false whenever this one is true, or None where the kind has none."""
    _, rule, parsed = _parsed(claim)
    negated = rule.negate(parsed) if rule.negate is not None else None
    if negated is None:
        return None
    kind, statement = negated
    return canonical({"schema": CLAIM_SCHEMA, "kind": kind, "statement": statement})


@dataclass(frozen=True)
class Facts:
    """What can be said of a well-formed claim before any certificate is seen.

    address: SHA-256 of its canonical bytes. theorems: the ids in docs/theorems that acceptance rests on. hypotheses:
    `inhabited`, `not shown` or `none`. files: (path, SHA-256) of every file it names, attached to `check`.
    """

    address: str
    theorems: tuple[str, ...]
    hypotheses: str
    files: Files


def facts(claim: bytes) -> Facts:
    """The facts of a well-formed claim of a known kind; Reject otherwise."""
    envelope, rule, parsed = _parsed(claim)
    return Facts(envelope.address, rule.theorems, rule.hypotheses(parsed), rule.files(parsed))


def kinds() -> dict[str, Rule]:
    """Every kind this kernel checks."""
    return dict(RULES)


def _parsed(claim: bytes) -> tuple[Envelope, Rule, Any]:
    envelope = read_claim(claim)
    rule = RULES.get(envelope.kind)
    if rule is None:
        raise declined("/kind", "unknown-kind", f"found {ascii(envelope.kind)[:80]}, known: {', '.join(RULES)}")
    return envelope, rule, rule.parse(envelope.statement, "/statement")
