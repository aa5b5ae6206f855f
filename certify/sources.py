"""`certify check --source FILE`: derive a claim again from the files it names and compare addresses."""

from __future__ import annotations

import hashlib
from pathlib import Path

from certify import kinds
from certify.contract import Claim
from certify.kernel.reject import wrong_claim


def reread(claim: Claim, paths: list[Path]) -> None:
    """Return if reading `paths` gives `claim` again; raise Reject (wrong-claim) with both sides otherwise."""
    if claim.source is None:
        raise wrong_claim("/source", "no-source", "the claim names no source to derive it from")
    named = {entry["sha256"]: entry["path"] for entry in claim.source["files"]}
    found = {hashlib.sha256(path.read_bytes()).hexdigest(): path for path in paths}
    for sha256, name in named.items():
        if sha256 not in found:
            given = ", ".join(f"{path} is {digest}" for digest, path in found.items())
            raise wrong_claim("/source/files", "source-hash", f"{name} has SHA-256 {sha256}; {given}")
    reader = claim.source["reader"]
    name = reader.partition("/")[0]
    if name not in kinds.READERS:
        raise wrong_claim("/source/reader", "unknown-reader", f"{reader!a}; known: {', '.join(kinds.READERS)}")
    derived: Claim = kinds.resolve(kinds.READERS[name])([found[sha256] for sha256 in named], claim)
    if derived.address != claim.address:
        detail = f"reading the source gives {derived.address}, the claim is {claim.address}"
        raise wrong_claim("/source", "source-mismatch", detail)
