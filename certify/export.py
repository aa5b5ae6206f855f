"""Claims and certificates written for Lean and for SMT solvers, through the exporters named in `kinds.py`."""

from __future__ import annotations

from certify import kinds
from certify.contract import Claim
from certify.kernel.reject import declined


def export(claim: Claim, certificate: bytes | None, to: str, flavour: str) -> str:
    """The text of the export. Raises Reject (declined) where this kind has no such exporter."""
    if to == "lean":
        return lean(claim, certificate, flavour)
    if to == "smt2":
        return smt2(claim)
    raise declined("", "unknown-export", f"{to!a}; known: lean, smt2")


def lean(claim: Claim, certificate: bytes | None, flavour: str) -> str:
    """Lean 4 source for the claim, with the proof that the certificate gives."""
    target = kinds.KINDS[claim.kind].lean
    if target is None:
        raise declined("/kind", "no-lean-export", f"{claim.kind} has no Lean exporter")
    text: str = kinds.resolve(target)(claim, certificate, flavour)
    return text


def smt2(claim: Claim) -> str:
    """SMT-LIB 2 for the claim: unsat means the claim holds, sat that it does not, as the text itself says."""
    target = kinds.KINDS[claim.kind].smt2
    if target is None:
        raise declined("/kind", "no-smt2-export", f"{claim.kind} is not a statement of SMT arithmetic")
    text: str = kinds.resolve(target)(claim)
    return text
