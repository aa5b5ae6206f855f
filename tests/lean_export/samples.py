"""Claims with accepted certificates, from tables, examples and public cases; twins with one number changed."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from certify import files, kernel, kinds
from certify.contract import Claim, certificate, streamed_certificate
from certify.folder import Pair, pairs
from certify.kernel.reject import Category, Reject
from lean_export.document import Body, render
from tests.tables import all_cases

Value = Any
ROOT = Path(__file__).resolve().parents[2]
MAX_CLAIM = 30_000  # bytes; tables also hold claims at the size limits, which would keep lean busy for minutes


@dataclass(frozen=True)
class Sample:
    """A claim with its evidence (a list of steps where streamed)."""

    name: str
    claim: Claim
    evidence: Value

    @property
    def certificate(self) -> bytes:
        made = streamed_certificate if kernel.kinds()[self.claim.kind].streamed else certificate
        return made(self.claim, self.evidence)

    def text(self) -> str:
        """The core file, written without asking the kernel of certify."""
        return render(self.claim, "core", body(self.claim, self.evidence))


def body(claim: Claim, evidence: Value | None) -> Body:
    target = kinds.KINDS[claim.kind].lean
    assert target is not None
    found: Body = kinds.resolve(target.partition(":")[0] + ":core")(claim, evidence)
    return found


def exported(kind: str) -> bool:
    return kind in kinds.KINDS and kinds.KINDS[kind].lean is not None


def in_core(sample: Sample) -> bool:
    """Not declined: claims about real numbers beyond ordered rings, or with attached files, have no core file."""
    try:
        body(sample.claim, sample.evidence)
    except Reject as reject:
        if reject.code not in ("no-core-lean", "no-lean-export"):
            raise
        return False
    return True


def table_samples() -> list[Sample]:
    """Every accepted case of every table of an exported kind, but for those with attached files."""
    cases = [case for case in all_cases() if case.expected is None and exported(case.kind) and not case.attachments]
    made = [Sample(f"{c.kind}:{c.name}", Claim(c.kind, c.statement), c.evidence) for c in cases if not c.certificate]
    return [sample for sample in made if len(sample.claim.data) <= MAX_CLAIM and in_core(sample)]


def example_samples() -> Iterator[Sample]:
    """Every claim of the examples with its certificate."""
    for pair in pairs(ROOT / "examples"):
        if isinstance(pair, Pair) and pair.certificate is not None:
            yield from _read(pair)


def _read(pair: Pair) -> Iterator[Sample]:
    from certify.contract import read_claim
    from lean_export.document import checked

    claim = read_claim(pair.claim.read_bytes())
    assert pair.certificate is not None
    data = pair.certificate.read_bytes()
    negated = claim.negation()
    address = files.claimed_address(pair.certificate)
    subject = negated if negated is not None and negated.address == address else claim
    if exported(subject.kind) and not subject.facts.files and b'"attested"' not in data:
        subject, evidence = checked(claim, data)
        yield Sample(str(pair.certificate.relative_to(ROOT)), subject, evidence)


def accepted(claim: Claim, evidence: Value) -> bool | None:
    """What the kernel of certify says; None where the claim or certificate is not even well-formed."""
    sample = Sample("", claim, evidence)
    try:
        kernel.check(claim.data, [sample.certificate], {})
    except Reject as reject:
        return False if reject.category is Category.REFUSED else None
    return True


def twin(sample: Sample, tries: int = 160) -> str | None:
    """The file of the sample with one number changed such that the kernel of certify refuses; None if none is found."""
    for evidence_first in (True, False):
        subject = sample.evidence if evidence_first else sample.claim.statement
        for changed in list(_changes(subject))[:tries]:
            claim = sample.claim if evidence_first else Claim(sample.claim.kind, changed)
            evidence = changed if evidence_first else sample.evidence
            if accepted(claim, evidence) is not False:
                continue
            try:
                made = body(claim, evidence)
            except (Reject, ValueError, KeyError, IndexError, ZeroDivisionError, StopIteration):
                continue
            text = render(claim, "core", made)
            if made.proof and text != sample.text():  # Lean may not need the number that was changed
                return text
    return None


def _changes(value: Value) -> Iterator[Value]:
    """Copies of a JSON value with one number changed."""
    for path in _numbers(value, ()):
        for factor, step in ((1, 1), (1, -1), (-1, 0), (1, 1000)):
            copied = copy.deepcopy(value)
            spot = copied
            for key in path[:-1]:
                spot = spot[key]
            old = spot[path[-1]]
            spot[path[-1]] = factor * old + step if isinstance(old, int) else str(factor * Fraction(old) + step)
            yield copied


def _numbers(value: Value, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _numbers(part, (*path, key))
    elif type(value) is int or (isinstance(value, str) and value.lstrip("-").replace("/", "", 1).isdigit()):
        yield path


def public(name: str) -> Value:
    """A file of public cases, or None where the folder is missing."""
    path = ROOT.parent / "shared" / "cases" / f"{name}.json"
    return json.loads(path.read_text()) if path.is_file() else None
