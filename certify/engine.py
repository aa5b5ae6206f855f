"""Verdicts from claims and certificates: the kernel decides, this module only words what it said."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from certify import kernel, kinds
from certify.contract import Claim, Limits, NotFound, Progress, chunks, no_progress, read_claim
from certify.files import attachments_of
from certify.kernel.envelope import ATTESTED, OTHER_CLAIM
from certify.kernel.reject import Category, Reject, declined
from certify.verdict import Verdict, Word, kernel_hash, word_of

OpenChunks = Callable[[], Iterable[bytes]]


_CERTIFIED = (Word.PROVED, Word.REFUTED, Word.ATTESTED)


def check(
    claim: Claim | bytes,
    certificate: bytes | OpenChunks,
    *,
    folder: Path = Path(),
    attachments: Mapping[str, bytes] | None = None,
) -> Verdict:
    """The verdict on a claim and a certificate. `folder` is where the files that the claim names are looked for.

    `certificate` is its bytes, or a function that opens it afresh as an iterable of chunks (streamed certificates).
    A certificate of the negated claim gives `refuted`. Never raises Reject: the refusal is in the verdict.
    """
    try:
        parsed = claim if isinstance(claim, Claim) else read_claim(claim)
        address = parsed.address
    except Reject as reject:
        return _failed(reject, claim if isinstance(claim, Claim) else None)
    opened = _opener(certificate)
    try:
        files = attachments_of(parsed, folder) if attachments is None else attachments
        kernel.check(parsed.data, opened(), files)
    except Reject as reject:
        # a certificate of the negation names another claim; where one of the kinds is streamed it looks malformed
        other = reject.code == OTHER_CLAIM or reject.category is Category.MALFORMED
        refutation = _refutation(parsed, opened, attachments, folder) if other else None
        return refutation if refutation is not None else replace(_failed(reject, parsed), claim=address)
    return _accepted(parsed, Word.PROVED, opened)


def prove(claim: Claim | bytes | Any, limits: Limits = Limits(), progress: Progress = no_progress) -> Verdict:
    """Search for a certificate of the claim or of its negation, and let the kernel check what was found.

    `claim` may also be a z3 or sympy relation with exact constants: then the claim is that it holds for all
    values of its variables. Raises Reject (declined) where it has no such claim; floats are refused.
    """
    if not isinstance(claim, Claim | bytes):
        claim = kinds.resolve(kinds.SEARCHES["relation"])(claim)
    try:
        parsed = claim if isinstance(claim, Claim) else read_claim(claim)
        address = parsed.address
    except Reject as reject:
        return _failed(reject, claim if isinstance(claim, Claim) else None)
    producer = kinds.KINDS[parsed.kind].producer
    if producer is None:
        reason = f"no search for {parsed.kind}; write a certificate and check it"
        return Verdict(Word.UNDECIDED, Word.UNDECIDED.exit_code, address, parsed.kind, reason=reason, statement=parsed)
    found = kinds.resolve(producer)(parsed, limits, progress)
    if isinstance(found, NotFound):
        word = Word.LIMIT if found.limit else Word.UNDECIDED
        reason = found.reason if not found.open else f"{found.reason}; open: {'; '.join(found.open)}"
        return Verdict(word, word.exit_code, address, parsed.kind, reason=reason, statement=parsed)
    verdict = check(parsed, found.certificate)
    return replace(verdict, certificate=found.certificate) if verdict.verdict in _CERTIFIED else verdict


def assert_proved(claim: Claim | bytes | str | Path, certificate: bytes | str | Path | None = None) -> Verdict:
    """Check (or, without a certificate, prove) and raise AssertionError with the verdict in words unless proved."""
    parsed = load(claim) if isinstance(claim, str | Path) else claim
    folder = Path(claim).parent if isinstance(claim, str | Path) else Path()
    if isinstance(certificate, str | Path):
        path = certificate
        verdict = check(parsed, lambda: _chunks_of(Path(path)), folder=folder)
    else:
        verdict = prove(parsed) if certificate is None else check(parsed, certificate, folder=folder)
    if verdict.verdict is not Word.PROVED:
        raise AssertionError(describe(verdict))
    return verdict


def load(path: str | Path) -> Claim:
    """The claim in a file. Raises certify.Malformed (not a claim) or OSError (not readable)."""
    from certify.contract import Malformed

    try:
        return read_claim(Path(path).read_bytes())
    except Reject as reject:
        raise Malformed(f"{path}: {reject}") from reject


def claim(kind: str, **statement: Any) -> Claim:
    """A claim from Python data: numbers as ints where the kind wants indices, as exact rationals or strings elsewhere.

    Raises certify.Malformed where the statement is not one of that kind; floats are never accepted.
    """
    from certify.contract import Malformed

    made = Claim(kind, json.loads(json.dumps(statement, default=_plain)))
    try:
        kernel.address(made.data)
    except Reject as reject:
        raise Malformed(str(reject)) from reject
    return made


def describe(verdict: Verdict) -> str:
    """One line: file, verdict and why."""
    name = verdict.file or verdict.kind or "claim"
    if verdict.reject is not None:
        name = verdict.certificate_file or name
        place = verdict.reject.where or "/"
        return f"{name}: {place}: {verdict.reject.code}: {verdict.reject.detail}"
    return f"{name}: {verdict.verdict.value}" + (f": {verdict.reason}" if verdict.reason else "")


def _plain(value: Any) -> str:
    from fractions import Fraction

    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"{value!r} of type {type(value).__name__} is not exact data; use int, str or Fraction")


def _chunks_of(path: Path) -> Iterable[bytes]:
    from certify.files import read_chunks

    return read_chunks(path)


def _opener(certificate: bytes | OpenChunks) -> OpenChunks:
    if not isinstance(certificate, bytes):
        return certificate
    data = certificate
    return lambda: chunks(data)


def _refutation(
    claim: Claim, opened: OpenChunks, attachments: Mapping[str, bytes] | None, folder: Path
) -> Verdict | None:
    """`refuted`, if the certificate is one for the negation; otherwise None and the first refusal stands."""
    negated = claim.negation()
    if negated is None:
        return None
    try:
        files = attachments_of(negated, folder) if attachments is None else attachments
        kernel.check(negated.data, opened(), files)
    except Reject as reject:
        other = reject.code == OTHER_CLAIM or reject.category is Category.MALFORMED
        return None if other else replace(_failed(reject, claim), claim=claim.address)
    return _accepted(claim, Word.REFUTED, opened)


def _accepted(claim: Claim, word: Word, opened: OpenChunks) -> Verdict:
    """What may be said once the kernel has accepted."""
    subject = claim if word is Word.PROVED else claim.negation()
    if subject is None:
        raise ValueError("a refuted claim has a negation")
    streamed = kernel.kinds()[subject.kind].streamed
    data = None if streamed else b"".join(opened())
    evidence = None if data is None else json.loads(data)["evidence"]
    words = kinds.resolve(kinds.KINDS[subject.kind].words)
    return Verdict(
        word,
        word.exit_code,
        claim.address,
        claim.kind,
        rests_on=_rests_on(subject, claim),
        hypotheses=claim.facts.hypotheses,
        counts=words.counts(subject.kind, subject.statement, evidence),
        answer=words.answer(subject.kind, subject.statement, evidence),
        statement=claim,
        certificate=data,
    )


def _rests_on(proved: Claim, asked: Claim) -> tuple[str, ...]:
    """What was proved rests on its theorems; that it answers the question, on how the question was read."""
    theorems = tuple(f"theorem:{name}" for name in proved.facts.theorems)
    return (f"kernel:{kernel_hash()}", *theorems, *readings(asked))


def readings(claim: Claim) -> tuple[str, ...]:
    """What the kernel did not check about where the claim came from."""
    if claim.source is None:
        return ()
    names = ", ".join(entry["path"] for entry in claim.source["files"])
    return (f"reading of {names} by {claim.source['reader']}: not kernel-checked",)


def _failed(reject: Reject, claim: Claim | None) -> Verdict:
    kind = None if claim is None else claim.kind
    if reject.code == ATTESTED and reject.category is Category.DECLINED:
        rests_on = (f"attested:{reject.detail}",)
        return Verdict(Word.ATTESTED, Word.ATTESTED.exit_code, None, kind, rests_on=rests_on, statement=claim)
    word = word_of(reject)
    return Verdict(word, word.exit_code, None, kind, reject=reject, statement=claim)


def apply_policy(verdict: Verdict, accepted: frozenset[str], theorems: frozenset[str] | None) -> Verdict:
    """The verdict under a reader's policy: whose word is accepted, and which theorems (None: all of docs/theorems)."""
    if verdict.verdict is Word.ATTESTED and attested_by(verdict) in accepted:
        return replace(verdict, exit=0)
    if verdict.verdict not in (Word.PROVED, Word.REFUTED) or theorems is None:
        return verdict
    for entry in verdict.rests_on:
        kind, _, name = entry.partition(":")
        if kind == "theorem" and name not in theorems:
            reject = declined("", "theorem-not-accepted", f"rests on theorem {name}, accepted: {sorted(theorems)}")
            return replace(verdict, verdict=Word.DECLINED, exit=Word.DECLINED.exit_code, reject=reject)
    return verdict


def attested_by(verdict: Verdict) -> str | None:
    """Whose word an attested verdict rests on."""
    return next((entry.partition(":")[2] for entry in verdict.rests_on if entry.startswith("attested:")), None)
