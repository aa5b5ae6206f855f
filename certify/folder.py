"""All claims and certificates of a folder: a certificate belongs to the claim whose address it names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from certify import engine, files
from certify.contract import Claim, read_claim
from certify.kernel.reject import Reject, wrong_claim
from certify.verdict import Verdict, Word, word_of


def check_folder(folder: Path) -> Iterator[Verdict]:
    """A verdict for every certificate below `folder` and for every claim without one, in order of path."""
    claims: dict[str, Path] = {}
    unread: list[Verdict] = []
    for path in sorted(folder.rglob(f"*{files.CLAIM_SUFFIX}")):
        try:
            claim = read_claim(path.read_bytes())
            claims[claim.address] = path
            negated = claim.negation()
            if negated is not None:
                claims.setdefault(negated.address, path)
        except Reject as reject:
            unread.append(_verdict(reject, path, None))
    yield from unread
    answered: set[Path] = set()
    for path in sorted(entry for entry in folder.rglob("*") if files.is_certificate(entry)):
        address = files.claimed_address(path)
        claim_path = claims.get(address or "")
        if claim_path is None:
            detail = f"names {address}, which is the address of no claim in {folder}"
            yield _verdict(wrong_claim("/claim", "no-such-claim", detail), path, path)
            continue
        answered.add(claim_path)
        verdict = engine.check(claim_path.read_bytes(), _opener(path), folder=claim_path.parent)
        yield replace(verdict, file=str(claim_path), certificate_file=str(path))
    for path in sorted(set(claims.values()) - answered):
        claim = read_claim(path.read_bytes())
        yield _without_certificate(claim, path)


def _opener(path: Path) -> engine.OpenChunks:
    return lambda: files.read_chunks(path)


def _verdict(reject: Reject, path: Path, certificate: Path | None) -> Verdict:
    word = word_of(reject)
    name = None if certificate is None else str(certificate)
    return Verdict(word, word.exit_code, file=str(path), certificate_file=name, reject=reject)


def _without_certificate(claim: Claim, path: Path) -> Verdict:
    word = Word.UNDECIDED
    return Verdict(word, word.exit_code, claim.address, claim.kind, str(path), reason="no certificate", statement=claim)
