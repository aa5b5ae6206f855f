"""Verdicts from claims and certificates: the kernel decides, this module only words what it said."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from certify import kernel, kinds
from certify.contract import Claim, Limits, Malformed, NotFound, Progress, chunks, no_progress, read_claim
from certify.files import attachments_of, read_chunks, read_document
from certify.kernel.envelope import ATTESTED, OTHER_CLAIM
from certify.kernel.reject import Category, Reject, declined
from certify.kernel.text import join
from certify.verdict import Verdict, Word, kernel_hash, word_of

OpenChunks = Callable[[], Iterable[bytes]]


_CERTIFIED = (Word.PROVED, Word.REFUTED, Word.ATTESTED)


def check(
    claim: Claim | bytes | str | Path,
    certificate: bytes | str | Path | OpenChunks,
    *,
    folder: Path | None = None,
    attachments: Mapping[str, bytes] | None = None,
) -> Verdict:
    """The verdict on a claim and a certificate, each as data or as the path of a file.

    A certificate may also be a function that opens it afresh as an iterable of chunks (streamed certificates).
    `folder` is where the files that the claim names are looked for: by default beside the claim's file. A certificate
    of the negated claim gives `refuted`. Never raises Reject: the refusal is in the verdict. Raises OSError where a
    file cannot be read.
    """
    try:
        parsed = _read(claim)
        address = parsed.address
    except Reject as reject:
        return _failed(reject, claim if isinstance(claim, Claim) else None)
    if folder is None:
        folder = Path(claim).parent if isinstance(claim, str | Path) else Path()
    opened = _opener(certificate)
    try:
        return _accepted(parsed, Word.PROVED, _checked(parsed, opened, attachments, folder))
    except Reject as reject:
        refutation = _refutation(parsed, opened, attachments, folder, reject)
        return refutation if refutation is not None else replace(_failed(reject, parsed), claim=address)


def prove(
    claim: Claim | bytes | str | Path | Any,
    limits: Limits = Limits(),
    progress: Progress = no_progress,
    *,
    folder: Path | None = None,
) -> Verdict:
    """Search for a certificate of the claim or of its negation, and let the kernel check what was found.

    `claim` may be the path of a file, or a z3 or sympy relation with exact constants: then the claim is that it holds
    for all values of its variables. Raises Reject (declined) where it has no such claim; floats are refused.
    """
    if not isinstance(claim, Claim | bytes | str | Path):
        claim = kinds.resolve(kinds.SEARCHES["relation"])(claim)
    try:
        parsed = _read(claim)
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
    if folder is None:
        folder = Path(claim).parent if isinstance(claim, str | Path) else Path()
    verdict = check(parsed, found.certificate, folder=folder)
    return replace(verdict, certificate=found.certificate) if verdict.verdict in _CERTIFIED else verdict


def _read(claim: Claim | bytes | str | Path) -> Claim:
    """The claim, read by the kernel. Raises Reject, and OSError where it is a path that cannot be read."""
    if isinstance(claim, Claim):
        return claim
    return read_claim(claim if isinstance(claim, bytes) else read_document(Path(claim)))


def _checked(claim: Claim, opened: OpenChunks, attachments: Mapping[str, bytes] | None, folder: Path) -> bytes | None:
    """Let the kernel check; the certificate's bytes as they were checked, None where they were streamed."""
    files = attachments_of(claim, folder) if attachments is None else attachments
    if kernel.kinds()[claim.kind].streamed:
        kernel.check(claim.data, opened(), files)
        return None
    data = join(opened())
    kernel.check(claim.data, [data], files)
    return data


def assert_proved(claim: Claim | bytes | str | Path, certificate: bytes | str | Path | None = None) -> Verdict:
    """Check (or, without a certificate, prove) and raise AssertionError with the verdict in words unless proved.

    Raises certify.Malformed where the claim is none.
    """
    if isinstance(claim, str | Path):
        load(claim)
    verdict = prove(claim) if certificate is None else check(claim, certificate)
    if verdict.verdict is not Word.PROVED:
        raise AssertionError(describe(verdict))
    return verdict


def load(path: str | Path) -> Claim:
    """The claim in a file. Raises certify.Malformed (not a claim) or OSError (not readable)."""
    try:
        return read_claim(read_document(Path(path)))
    except Reject as reject:
        raise Malformed(f"{path}: {reject}") from reject


def claim(kind: str, **statement: Any) -> Claim:
    """A claim from Python data: numbers as ints where the kind wants indices, as exact rationals or strings elsewhere.

    Raises certify.Malformed where the statement is not one of that kind; floats are never accepted.
    """
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
        name = verdict.reject_file or name
        place = verdict.reject.where or "/"
        return f"{name}: {place}: {verdict.reject.code}: {verdict.reject.detail}"
    return f"{name}: {verdict.verdict.value}" + (f": {verdict.reason}" if verdict.reason else "")


def _plain(value: Any) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"{value!r} of type {type(value).__name__} is not exact data; use int, str or Fraction")


def _opener(certificate: bytes | str | Path | OpenChunks) -> OpenChunks:
    if isinstance(certificate, bytes):
        data = certificate
        return lambda: chunks(data)
    if isinstance(certificate, str | Path):
        path = Path(certificate)
        path.open("rb").close()
        return lambda: read_chunks(path)
    return certificate


def _refutation(
    claim: Claim, opened: OpenChunks, attachments: Mapping[str, bytes] | None, folder: Path, first: Reject
) -> Verdict | None:
    """`refuted`, if the certificate is one for the negation; None where the first refusal stands."""
    negated = claim.negation()
    if negated is None:
        return None
    try:
        return _accepted(claim, Word.REFUTED, _checked(negated, opened, attachments, folder))
    except Reject as second:
        # the certificate names the negation where the first refusal says so, or could not even read the other format
        formats = {kernel.kinds()[subject.kind].streamed for subject in (claim, negated)}
        unread = len(formats) == 2 and second.category in (Category.REFUSED, Category.DECLINED)
        if second.code == OTHER_CLAIM or not (first.code == OTHER_CLAIM or unread):
            return None
        if second.code == ATTESTED and second.category is Category.DECLINED:
            second = declined(second.where, "attested-negation", f"{second.detail} vouches for the negation only")
        return replace(_failed(second, claim), claim=claim.address)


def _accepted(claim: Claim, word: Word, data: bytes | None) -> Verdict:
    """What may be said once the kernel has accepted `data` (None: streamed) for the claim or its negation."""
    subject = claim if word is Word.PROVED else claim.negation()
    if subject is None:
        raise ValueError("a refuted claim has a negation")
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


def _rests_on(proved: Claim, claim: Claim) -> tuple[str, ...]:
    """Kernel and theorems of what was proved (the claim or its negation), and the readings of the claim."""
    theorems = tuple(f"theorem:{name}" for name in proved.facts.theorems)
    return (f"kernel:{kernel_hash()}", *theorems, *readings(claim))


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
