"""Files: chunked reading, writing beside and renaming, the attachments of a claim, certificates found by address."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from certify.contract import Claim
from certify.kernel.reject import wrong_claim
from certify.kernel.text import MAX_BYTES, join

CLAIM_SUFFIX = ".claim.json"
CERTIFICATE_SUFFIXES = (".cert.json", ".cert.jsonl")
REFUTATION_SUFFIX = ".refutation.json"
CHUNK = 1 << 20


class WouldOverwrite(Exception):
    """A file is there already and --force was not given."""


def read_chunks(path: Path, size: int = CHUNK) -> Iterator[bytes]:
    """The bytes of a file, a chunk at a time."""
    with path.open("rb") as file:
        while chunk := file.read(size):
            yield chunk


def read_document(path: Path) -> bytes:
    """The bytes of a claim or one-document certificate. Raises Reject (limit) beyond what a document may have."""
    return join(read_chunks(path))


def write(path: Path, data: bytes | Iterable[bytes], *, force: bool = False) -> None:
    """Write beside and rename, so that a file is there whole or not at all. Raises WouldOverwrite without `force`."""
    if path.exists() and not force:
        raise WouldOverwrite(f"{path} exists; --force overwrites it")
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            for part in [data] if isinstance(data, bytes) else data:
                file.write(part)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def attachments_of(claim: Claim, folder: Path) -> dict[str, bytes]:
    """The bytes of every file the claim names, by SHA-256. Raises Reject where a file is another one than named, and
    OSError where it cannot be read or is no regular file."""
    found: dict[str, bytes] = {}
    for name, sha256 in claim.facts.files:
        path = folder / name
        if path.exists() and not path.is_file():
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        data = path.read_bytes()
        actual = hashlib.sha256(data).hexdigest()
        if actual != sha256:
            raise wrong_claim("/statement", "attachment-hash", f"{name} has SHA-256 {actual}, the claim names {sha256}")
        found[sha256] = data
    return found


def stem(path: Path) -> str:
    """NAME of NAME.claim.json, NAME.cert.json, NAME.cert.jsonl or NAME.refutation.json."""
    for suffix in (CLAIM_SUFFIX, *CERTIFICATE_SUFFIXES, REFUTATION_SUFFIX):
        if path.name.endswith(suffix):
            return path.name.removesuffix(suffix)
    return path.stem


def is_certificate(path: Path) -> bool:
    return path.name.endswith((*CERTIFICATE_SUFFIXES, REFUTATION_SUFFIX))


def claimed_address(path: Path) -> str | None:
    """The address a certificate file names, read without trust; None where it cannot be read."""
    try:
        with path.open("rb") as file:
            head = file.readline(1 << 16)
            try:
                address = json.loads(head)["claim"]  # the header of a streamed certificate
            except ValueError:
                address = json.loads(head + file.read(MAX_BYTES))["claim"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return address if isinstance(address, str) else None
