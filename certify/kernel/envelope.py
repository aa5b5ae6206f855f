"""Claims and certificates as documents: the envelope around every statement and every evidence.

A claim is `{"schema": "certify-claim/1", "kind", "statement", "source"?}`. Its address is the SHA-256 of the canonical
bytes of its parsed value: layout does not matter, every value does. A certificate is
`{"schema": "certify-cert/1", "kind", "claim": ADDRESS, "evidence"}` and never repeats the problem. Evidence that a
kernel cannot replay stands under `attested` in place of `evidence` and is declined.

A streamed certificate (JSON Lines) is a header line `{"schema", "kind", "claim", "steps": N, "sha256": H}` and then N
lines, one JSON value each; H is the SHA-256 of everything after the header line. It is read line by line.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from certify.kernel import text
from certify.kernel.reject import declined, limit, malformed, wrong_claim
from certify.kernel.text import MAX_BYTES, Value

CLAIM_SCHEMA = "certify-claim/1"
CERTIFICATE_SCHEMA = "certify-cert/1"
ATTESTED = "attested"  # the key of somebody's word, and the code under which it is declined; the detail is whose
OTHER_CLAIM = "other-claim"  # the code where a certificate names another address than the claim's
MAX_STEPS = 1 << 28


@dataclass(frozen=True)
class Envelope:
    """A claim read but not yet understood: `statement` is still a JSON value."""

    kind: str
    statement: Value
    address: str


@dataclass(frozen=True)
class Stream:
    """The steps of a streamed certificate: how many the header announces; (place, value) of each, once, in order."""

    count: int
    steps: Iterator[tuple[str, Value]]


def _steps(lines: Iterator[bytes], count: int, sha256: str) -> Iterator[tuple[str, Value]]:
    """The steps after the header line. Their count and hash are checked when the last one has been taken."""
    body = hashlib.sha256()
    number = 0
    for line in lines:
        body.update(line)
        if number == count:
            raise malformed(f"/{number + 1}", "trailing-steps", f"more than the {count} steps of the header")
        number += 1
        yield f"/{number}", text.read(line)
    if number != count:
        raise malformed(f"/{number}", "truncated", f"{number} steps, {count} in the header")
    if body.hexdigest() != sha256:
        raise malformed("/0/sha256", "body-hash", f"body has {body.hexdigest()}, header says {sha256}")


def read_claim(data: bytes) -> Envelope:
    """The envelope of a claim. Raises Reject (malformed, declined, limit)."""
    value = text.read(data)
    _schema(value, CLAIM_SCHEMA)
    fields = text.record(value, "", ("schema", "kind", "statement"), ("source",))
    kind = text.string(fields["kind"], "/kind")
    if "source" in fields:
        _source(fields["source"], "/source")
    return Envelope(kind, fields["statement"], hashlib.sha256(canonical(value)).hexdigest())


def canonical(value: Value) -> bytes:
    """The bytes whose SHA-256 is the address."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode("ascii")


def read_certificate(chunks: Iterable[bytes], claim: Envelope) -> Value:
    """The evidence of a one-document certificate for `claim`. Raises Reject."""
    value = text.read(text.join(chunks))
    _schema(value, CERTIFICATE_SCHEMA)
    return _fields(value, "", claim, ("evidence",))["evidence"]


def open_stream(chunks: Iterable[bytes], claim: Envelope) -> Stream:
    """The steps of a streamed certificate for `claim`. Raises Reject."""
    lines = _lines(chunks)
    value = text.read(next(lines, b""))
    _schema(value, CERTIFICATE_SCHEMA)
    fields = _fields(value, "/0", claim, ("steps", "sha256"))
    count = text.integer(fields["steps"], "/0/steps", 0)
    if count > MAX_STEPS:
        raise limit("/0/steps", "too-many-steps", f"{count} steps, at most {MAX_STEPS}")
    return Stream(count, _steps(lines, count, text.sha256_name(fields["sha256"], "/0/sha256")))


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Lines of a chunked file, each with its newline; a line longer than MAX_BYTES is refused."""
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        if len(rest) > MAX_BYTES:
            raise limit("", "too-many-bytes", f"a line of more than {MAX_BYTES} bytes")
        for line in whole:
            yield line + b"\n"
    if rest:
        yield rest


def _schema(value: Value, known: str) -> None:
    if not isinstance(value, dict):
        raise malformed("", "not-an-object", f"found {text.show(value)}, expected an object with schema {known}")
    if "schema" not in value:
        raise malformed("", "missing-key", "key 'schema' is missing")
    if not isinstance(value["schema"], str):
        raise malformed("/schema", "not-a-string", f"found {text.show(value['schema'])}, expected {known}")
    if value["schema"] != known:
        raise declined("/schema", "unknown-schema", f"found {text.show(value['schema'])}, this kernel reads {known}")


def _fields(value: dict[str, Value], where: str, claim: Envelope, body: tuple[str, ...]) -> dict[str, Value]:
    """The fields of a certificate for this claim. Raises Reject (declined) where it only carries somebody's word."""
    attested = ATTESTED in value
    fields = text.record(value, where, ("schema", "kind", "claim", *((ATTESTED,) if attested else body)))
    _names(fields, claim)
    if attested:
        words = text.record(fields[ATTESTED], "/attested", ("by", "statement"))
        text.string(words["statement"], "/attested/statement")
        raise declined("/attested", ATTESTED, text.string(words["by"], "/attested/by"))
    return fields


def _names(fields: dict[str, Value], claim: Envelope) -> None:
    """The certificate must name this claim, by kind and by address."""
    address = text.sha256_name(fields["claim"], "/claim")
    if address != claim.address:
        raise wrong_claim("/claim", OTHER_CLAIM, f"certificate is for {address}, the claim is {claim.address}")
    if text.string(fields["kind"], "/kind") != claim.kind:
        raise wrong_claim("/kind", "other-kind", f"found {text.show(fields['kind'])}, the claim is {claim.kind}")


def _source(value: Value, where: str) -> None:
    """Where the claim was read from. The kernel proves the claim's data, not the reading."""
    fields = text.record(value, where, ("reader", "files"), ("note",))
    text.string(fields["reader"], f"{where}/reader")
    if "note" in fields:
        text.string(fields["note"], f"{where}/note")
    for i, entry in enumerate(text.array(fields["files"], f"{where}/files", 1, 1000)):
        parts = text.record(entry, f"{where}/files/{i}", ("path", "sha256"))
        text.string(parts["path"], f"{where}/files/{i}/path")
        text.sha256_name(parts["sha256"], f"{where}/files/{i}/sha256")
