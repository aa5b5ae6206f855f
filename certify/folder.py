"""All claims and certificates of a folder: a certificate belongs to the claim whose address it names."""

from __future__ import annotations

import contextlib
import os
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


@dataclass
class Survey:
    """What a folder holds: pairs by name, and what has to be paired by address."""

    folder: Path
    certificates: list[Path]  # without a claim of the same name, or naming another claim than that one
    claims: list[Path]  # without a certificate of the same name, or whose certificate names another claim

    def by_name(self) -> Iterator[Pair]:
        """Every certificate with the claim that has its name, folder by folder; fills the two lists on the way."""
        for place, folders, names in os.walk(self.folder):
            folders.sort()
            root = Path(place)
            claims = {name.removesuffix(files.CLAIM_SUFFIX) for name in names if name.endswith(files.CLAIM_SUFFIX)}
            answered: set[str] = set()
            for path in (root / name for name in sorted(names) if files.is_certificate(Path(name))):
                stem = files.stem(path)
                if stem in claims:
                    answered.add(stem)
                    yield Pair(root / (stem + files.CLAIM_SUFFIX), path)
                else:
                    self.certificates.append(path)
            self.claims += [root / (stem + files.CLAIM_SUFFIX) for stem in sorted(claims - answered)]

    def put_back(self, pair: Pair) -> None:
        """This certificate names another claim than the one of its name."""
        if pair.certificate is not None:
            self.certificates.append(pair.certificate)
            self.claims.append(pair.claim)

    def by_address(self) -> Iterator[Pair | Verdict]:
        """What is left, after `by_name` has ended: certificates by the address they name, claims nobody answered."""
        index = self._index() if self.certificates else {}
        answered: set[Path] = set()
        for path in self.certificates:
            claim = index.get(files.claimed_address(path) or "")
            if claim is None:
                yield _without_claim(path, self.folder)
            else:
                answered.add(claim)
                yield Pair(claim, path)
        yield from (Pair(path, None) for path in sorted(set(self.claims) - answered))

    def _index(self) -> dict[str, Path]:
        found: dict[str, Path] = {}
        for path in sorted(self.folder.rglob(f"*{files.CLAIM_SUFFIX}")):
            with contextlib.suppress(Reject, OSError):  # reported when its own turn comes
                found |= dict.fromkeys(addresses(path), path)
        return found


def pairs(folder: Path) -> Iterator[Pair | Verdict]:
    """Every claim and certificate below a folder, by name or else by address; a verdict for one without claim."""
    survey = Survey(folder, [], [])
    for pair in survey.by_name():
        named = None if pair.certificate is None else files.claimed_address(pair.certificate)
        try:
            mine = named in addresses(pair.claim)
        except Reject:
            mine = True  # its own turn reports it
        if mine:
            yield pair
        else:
            survey.put_back(pair)
    yield from survey.by_address()


def check_pair(pair: Pair) -> Verdict:
    """The kernel's verdict on a pair; a claim without a certificate is undecided."""
    if pair.certificate is None:
        try:
            claim = read_claim(files.read_document(pair.claim))
        except Reject as reject:
            return _unread(reject, pair.claim)
        word, name = Word.UNDECIDED, str(pair.claim)
        return Verdict(word, word.exit_code, claim.address, claim.kind, name, reason="no certificate", statement=claim)
    verdict = engine.check(pair.claim, pair.certificate)
    return replace(verdict, file=str(pair.claim), certificate_file=str(pair.certificate))


def check_certificate(path: Path) -> Verdict:
    """The verdict on one certificate; its claim is looked for, by address, in the folder of the certificate."""
    wanted = files.claimed_address(path)
    beside = path.with_name(files.stem(path) + files.CLAIM_SUFFIX)
    others = sorted(path.parent.glob(f"*{files.CLAIM_SUFFIX}"))
    for claim in [beside, *others] if beside in others else others:
        try:
            if wanted in addresses(claim):
                return check_pair(Pair(claim, path))
        except (Reject, OSError):
            continue  # not a claim: it cannot be the one that is named
    return _without_claim(path, path.parent)


def addresses(path: Path) -> list[str]:
    """The addresses a certificate for this claim may name: the claim's own and its negation's. Raises Reject."""
    claim = read_claim(files.read_document(path))
    negated = claim.negation()
    return [claim.address] if negated is None else [claim.address, negated.address]


def _unread(reject: Reject, path: Path) -> Verdict:
    word = word_of(reject)
    return Verdict(word, word.exit_code, file=str(path), reject=reject)


def _without_claim(path: Path, folder: Path) -> Verdict:
    detail = f"names {files.claimed_address(path)}, which is the address of no claim in {folder}"
    reject = wrong_claim("/claim", "no-such-claim", detail)
    return replace(_unread(reject, path), certificate_file=str(path))
