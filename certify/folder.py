"""All claims and certificates of a folder: a certificate belongs to the claim whose address it names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from certify import engine, files
from certify.contract import read_claim
from certify.kernel.reject import Reject, wrong_claim
from certify.verdict import Verdict, Word, word_of


@dataclass(frozen=True)
class Pair:
    """A certificate with the claim it names, or a claim without a certificate."""

    claim: Path
    certificate: Path | None


def pairs(folder: Path) -> Iterator[Pair | Verdict]:
    """Every certificate below `folder` with its claim and every claim without one, in order of path.

    A verdict stands for what could not be paired: a claim that is not one, a certificate that names none of the claims.
    """
    claims: dict[str, Path] = {}
    for path in sorted(folder.rglob(f"*{files.CLAIM_SUFFIX}")):
        try:
            claims |= dict.fromkeys(addresses(path), path)
        except Reject as reject:
            yield _unread(reject, path)
    answered: set[Path] = set()
    for path in sorted(entry for entry in folder.rglob("*") if files.is_certificate(entry)):
        claim = claims.get(files.claimed_address(path) or "")
        if claim is None:
            yield _without_claim(path, folder)
        else:
            answered.add(claim)
            yield Pair(claim, path)
    for path in sorted(set(claims.values()) - answered):
        yield Pair(path, None)


def check_pair(pair: Pair) -> Verdict:
    """The kernel's verdict on a pair; a claim without a certificate is undecided."""
    if pair.certificate is None:
        claim = read_claim(pair.claim.read_bytes())
        word, name = Word.UNDECIDED, str(pair.claim)
        return Verdict(word, word.exit_code, claim.address, claim.kind, name, reason="no certificate", statement=claim)
    certificate = pair.certificate
    certificate.open("rb").close()
    verdict = engine.check(pair.claim.read_bytes(), lambda: files.read_chunks(certificate), folder=pair.claim.parent)
    return replace(verdict, file=str(pair.claim), certificate_file=str(certificate))


def check_folder(folder: Path) -> Iterator[Verdict]:
    """A verdict for every certificate below `folder` and for every claim without one."""
    for found in pairs(folder):
        yield found if isinstance(found, Verdict) else check_pair(found)


def check_certificate(path: Path) -> Verdict:
    """The verdict on one certificate; its claim is looked for, by address, in the folder of the certificate."""
    wanted = files.claimed_address(path)
    beside = path.with_name(files.stem(path) + files.CLAIM_SUFFIX)
    others = sorted(path.parent.glob(f"*{files.CLAIM_SUFFIX}"))
    for claim in [beside, *others] if beside in others else others:
        try:
            if wanted in addresses(claim):
                return check_pair(Pair(claim, path))
        except Reject:
            continue  # not a claim: it cannot be the one that is named
    return _without_claim(path, path.parent)


def addresses(path: Path) -> list[str]:
    """The addresses a certificate for this claim may name: the claim's own and its negation's. Raises Reject."""
    claim = read_claim(path.read_bytes())
    negated = claim.negation()
    return [claim.address] if negated is None else [claim.address, negated.address]


def _unread(reject: Reject, path: Path) -> Verdict:
    word = word_of(reject)
    return Verdict(word, word.exit_code, file=str(path), reject=reject)


def _without_claim(path: Path, folder: Path) -> Verdict:
    detail = f"names {files.claimed_address(path)}, which is the address of no claim in {folder}"
    reject = wrong_claim("/claim", "no-such-claim", detail)
    return replace(_unread(reject, path), certificate_file=str(path))
