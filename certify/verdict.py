"""Verdicts: what a person or a program is told about a claim, with what it rests on."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from certify import kernel
from certify.contract import Claim
from certify.kernel.reject import Category, Reject

SCHEMA = "certify-verdict/1"
NOT_RUN = "not run"  # what a verdict says of Lean until `certify check --lean` has asked it


class Word(StrEnum):
    """The verdict in one word; `exit_code` is the exit code of the command line for one claim."""

    PROVED = "proved"
    REFUTED = "refuted"
    ATTESTED = "attested"
    UNDECIDED = "undecided"
    REFUSED = "refused"
    MALFORMED = "malformed"
    WRONG_CLAIM = "wrong-claim"
    DECLINED = "declined"
    LIMIT = "limit"

    @property
    def exit_code(self) -> int:
        return _EXIT[self]


_EXIT = {
    Word.PROVED: 0,
    Word.REFUTED: 7,
    Word.ATTESTED: 5,
    Word.UNDECIDED: 1,
    Word.REFUSED: 1,
    Word.MALFORMED: 3,
    Word.WRONG_CLAIM: 4,
    Word.DECLINED: 5,
    Word.LIMIT: 6,
}

_OF_CATEGORY = {
    Category.REFUSED: Word.REFUSED,
    Category.MALFORMED: Word.MALFORMED,
    Category.WRONG_CLAIM: Word.WRONG_CLAIM,
    Category.DECLINED: Word.DECLINED,
    Category.LIMIT: Word.LIMIT,
}

# several claims in one run: the first of these that occurred is the exit code
EXIT_ORDER = (70, 3, 4, 6, 5, 7, 1, 0)


def combine(codes: list[int]) -> int:
    """The exit code of a run over several claims; 8 when there were none."""
    return next((code for code in EXIT_ORDER if code in codes), 8)


def category_of(word: Word) -> Category:
    """The category of the refusal that gave a verdict."""
    return next(category for category, given in _OF_CATEGORY.items() if given is word)


def word_of(reject: Reject) -> Word:
    """The verdict that a refusal of the kernel gives."""
    return _OF_CATEGORY[reject.category]


@dataclass(frozen=True)
class Verdict:
    """One claim, one verdict. Has no truth value: compare `.verdict`, so that `undecided` never passes as truth."""

    verdict: Word
    exit: int
    claim: str | None = None
    kind: str | None = None
    file: str | None = None
    certificate_file: str | None = None
    rests_on: tuple[str, ...] = ()
    hypotheses: str = kernel.rule.NONE
    counts: dict[str, int] = field(default_factory=dict)
    answer: dict[str, Any] = field(default_factory=dict)
    reject: Reject | None = None
    reason: str | None = None
    lean_run: str = NOT_RUN
    statement: Claim | None = field(default=None, repr=False)
    certificate: bytes | None = field(default=None, repr=False)

    def __bool__(self) -> NoReturn:
        raise TypeError("a Verdict has no truth value; compare .verdict, for instance with 'proved'")

    @property
    def reject_file(self) -> str | None:
        """The file that the refusal is about: the claim's where it has no address, else the certificate's."""
        return self.file if self.claim is None or self.certificate_file is None else self.certificate_file

    def json(self) -> dict[str, Any]:
        """The value of one `--json` line."""
        reject = self.reject
        return {
            "schema": SCHEMA,
            "claim": self.claim,
            "kind": self.kind,
            "file": self.file,
            "certificate": self.certificate_file,
            "verdict": self.verdict.value,
            "exit": self.exit,
            "rests_on": list(self.rests_on),
            "hypotheses": self.hypotheses,
            "counts": self.counts,
            "answer": self.answer,
            "reason": self.reason,
            "lean": self.lean_run,
            "reject": None
            if reject is None
            else {
                "file": self.reject_file,
                "where": reject.where,
                "code": reject.code,
                "detail": reject.detail,
            },
        }

    @staticmethod
    def from_json(value: dict[str, Any]) -> Verdict:
        """The verdict of a `--json` line, without claim and certificate."""
        reject = value["reject"]
        word = Word(value["verdict"])
        return Verdict(
            word,
            value["exit"],
            value["claim"],
            value["kind"],
            value["file"],
            value["certificate"],
            tuple(value["rests_on"]),
            value["hypotheses"],
            value["counts"],
            value["answer"],
            None if reject is None else Reject(category_of(word), reject["where"], reject["code"], reject["detail"]),
            value["reason"],
        )

    def explain(self) -> str:
        """The claim, the evidence and what the verdict rests on, in words."""
        from certify.explain import explain

        return explain(self)

    def lean(self, flavour: str = "core") -> str:
        """The claim and its certificate as Lean 4 source. Raises MissingExporter where the kind has none."""
        from certify.export import lean

        if self.statement is None:
            raise ValueError("this verdict carries no claim to export")
        return lean(self.statement, self.certificate, flavour)


@cache
def kernel_hash() -> str:
    """SHA-256 over the kernel's source files, names and contents, in order of name."""
    folder = Path(kernel.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
