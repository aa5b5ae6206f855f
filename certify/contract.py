"""What producers and the engine share: claims and certificates as bytes, `Found`, `NotFound`, limits, progress.

A producer is `prove(claim, limits, progress) -> Found | NotFound`. It may be clever and wrong: the engine hands what it
found to the kernel before anyone is told. Standard library and kernel only.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from certify import kernel
from certify.kernel.envelope import CERTIFICATE_SCHEMA, CLAIM_SCHEMA

Value = Any


class MissingExtra(Exception):
    """An optional dependency is not installed. `extra` is the name to install: pip install 'certify-claims[extra]'."""

    def __init__(self, extra: str, package: str, purpose: str) -> None:
        super().__init__(f"{purpose} needs {package}; install it with: pip install 'certify-claims[{extra}]'")
        self.extra, self.package, self.purpose = extra, package, purpose


class Malformed(Exception):
    """Input that a person gave is not what it should be: one sentence with file, place, found and expected (exit 3)."""


@dataclass(frozen=True)
class Claim:
    """A claim as data. `statement` and `source` are JSON values (see the kind's specification in certify/kernel)."""

    kind: str
    statement: Value
    source: Value | None = None

    @cached_property
    def value(self) -> Value:
        value = {"schema": CLAIM_SCHEMA, "kind": self.kind, "statement": self.statement}
        return value if self.source is None else {**value, "source": self.source}

    @cached_property
    def data(self) -> bytes:
        """The bytes of the claim file."""
        return layout(self.value)

    @cached_property
    def facts(self) -> kernel.Facts:
        """What the kernel says of this claim. Raises Reject if the statement is not well-formed."""
        return kernel.facts(self.data)

    @property
    def address(self) -> str:
        """SHA-256 of the canonical bytes. Raises Reject if the statement is not well-formed."""
        return self.facts.address

    def negation(self) -> Claim | None:
        """A claim that is false whenever this one is true, or None where the kind has none."""
        data = kernel.negation(self.data)
        return None if data is None else read_claim(data)


def read_claim(data: bytes) -> Claim:
    """The claim in `data`, read by the kernel's strict reader. Raises Reject."""
    facts = kernel.facts(data)
    value = json.loads(data)
    claim = Claim(value["kind"], value["statement"], value.get("source"))
    claim.__dict__.update(facts=facts, data=data)  # both are what the cached properties would compute, and dear
    return claim


def layout(value: Value) -> bytes:
    """A JSON document with its outer two levels on lines of their own, for people who read diffs."""
    return (_layout(value, 2, "") + "\n").encode("ascii")


def _layout(value: Value, levels: int, indent: str) -> str:
    if levels == 0 or not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=True, separators=(", ", ": "))
    inner = indent + "  "
    parts = [f"{json.dumps(key)}: {_layout(part, levels - 1, inner)}" for key, part in value.items()]
    flat = "{" + ", ".join(parts) + "}"
    if len(flat) + len(indent) <= 100 and "\n" not in flat:
        return flat
    return "{\n" + ",\n".join(inner + part for part in parts) + f"\n{indent}}}"


def certificate(claim: Claim, evidence: Value) -> bytes:
    """The bytes of a one-document certificate for `claim`."""
    return layout({"schema": CERTIFICATE_SCHEMA, "kind": claim.kind, "claim": claim.address, "evidence": evidence})


def attestation(claim: Claim, by: str, statement: str) -> bytes:
    """A certificate that only carries somebody's word: the kernel declines it, the verdict is `attested`."""
    word = {"by": by, "statement": statement}
    value = {"schema": CERTIFICATE_SCHEMA, "kind": claim.kind, "claim": claim.address, "attested": word}
    return json.dumps(value, ensure_ascii=True).encode("ascii") + b"\n"  # one line: also the header of a stream


def streamed_certificate(claim: Claim, steps: Iterable[Value]) -> bytes:
    """The bytes of a streamed certificate (JSON Lines) for `claim`."""
    lines = [json.dumps(step, ensure_ascii=True, separators=(",", ":")).encode("ascii") + b"\n" for step in steps]
    digest = hashlib.sha256(b"".join(lines)).hexdigest()
    header = stream_header(claim, len(lines), digest)
    return b"".join([header, *lines])


def stream_header(claim: Claim, steps: int, sha256: str) -> bytes:
    """The header line of a streamed certificate whose body of `steps` lines has that hash."""
    names = {"schema": CERTIFICATE_SCHEMA, "kind": claim.kind, "claim": claim.address}
    return json.dumps({**names, "steps": steps, "sha256": sha256}, separators=(",", ":")).encode("ascii") + b"\n"


@dataclass(frozen=True)
class Limits:
    """What a search may use; None is no limit. Seconds of wall clock, megabytes, kind-specific steps."""

    seconds: float | None = None
    megabytes: int | None = None
    steps: int | None = None

    def deadline(self) -> Deadline:
        return Deadline(None if self.seconds is None else time.monotonic() + self.seconds)


@dataclass(frozen=True)
class Deadline:
    """A point in time that searches ask about."""

    at: float | None

    @property
    def passed(self) -> bool:
        return self.at is not None and time.monotonic() > self.at

    @property
    def remaining(self) -> float | None:
        return None if self.at is None else max(0.0, self.at - time.monotonic())


class Progress(Protocol):
    """Told how far a search is: `done` of `total` (None: unknown), and what is being done."""

    def __call__(self, done: int, total: int | None, doing: str) -> None: ...


def no_progress(done: int, total: int | None, doing: str) -> None:
    """A Progress that says nothing."""


@dataclass(frozen=True)
class Found:
    """A certificate for `claim`, which is the claim that was asked about or its negation.

    `certificate` is what the kernel will be given: evidence, or an `attestation`, which gives the verdict `attested`.
    """

    claim: Claim
    certificate: bytes


@dataclass(frozen=True)
class NotFound:
    """Nothing found; says nothing about the claim. `reason` is a sentence, `limit` that time or size ran out."""

    reason: str
    limit: bool = False
    open: tuple[str, ...] = ()


Producer = Callable[[Claim, Limits, Progress], Found | NotFound]


def chunks(data: bytes, size: int = 1 << 20) -> Iterator[bytes]:
    """`data` as the kernel takes it."""
    for start in range(0, len(data), size):
        yield data[start : start + size]
