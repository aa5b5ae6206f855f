"""A Lean file for one claim: its head, imports and namespace, and the evidence it is written from."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from certify import kernel
from certify.contract import Claim
from certify.kernel.reject import declined
from lean_export import term

Value = Any
CORE, MATHLIB = "core", "mathlib"
PROOF, STATEMENT = "proof", "statement"
MARK = "-- certify-lean: "
ALLOWED_AXIOMS = ("propext", "Quot.sound", "Classical.choice")


@dataclass(frozen=True)
class Body:
    """What a writer gives: the blocks between namespace and end, the modules they need, and whether they prove it.

    `theorem` names the general theorem that a statement without proof waits for, with the place of its proof.
    """

    blocks: tuple[str, ...]
    modules: tuple[str, ...] = ()
    proof: bool = True
    theorem: str | None = None
    notes: tuple[str, ...] = field(default=())


Writer = Callable[[Claim, Value | None], Body]


def write(claim: Claim, certificate: bytes | None, flavour: str, core: Writer, mathlib: Writer) -> str:
    """The file for a claim. Raises Reject where the certificate is not one for it, or the flavour is unknown.

    A certificate of the negated claim gives the file of the negated claim.
    """
    writers = {CORE: core, MATHLIB: mathlib}
    if flavour not in writers:
        raise declined("", "unknown-flavour", f"{flavour!a}; known: core, mathlib")
    subject, evidence = (claim, None) if certificate is None else checked(claim, certificate)
    return render(subject, flavour, writers[flavour](subject, evidence))


def checked(claim: Claim, certificate: bytes) -> tuple[Claim, Value]:
    """The claim or its negation, whichever the certificate names, with the evidence; the kernel accepted it."""
    negated = claim.negation()
    subject = negated if negated is not None and _address(certificate) == negated.address else claim
    if subject.facts.files:
        raise declined("/statement", "no-lean-export", "a claim over attached files has no Lean export")
    kernel.check(subject.data, [certificate], {})
    if kernel.kinds()[subject.kind].streamed:
        return subject, [json.loads(line) for line in certificate.split(b"\n")[1:] if line]
    return subject, json.loads(certificate)["evidence"]


def _address(certificate: bytes) -> str | None:
    """The address a certificate names, read without trust."""
    for text in (certificate, certificate.split(b"\n", 1)[0]):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            continue
        name = value.get("claim") if isinstance(value, dict) else None
        return name if isinstance(name, str) else None
    return None


def namespace(claim: Claim) -> str:
    """Our own name, from the address."""
    return f"Claim_{claim.address[:16]}"


def render(claim: Claim, flavour: str, body: Body) -> str:
    """The text of the file."""
    imports = "".join(f"import {name}\n" for name in _imports(flavour, body))
    name = namespace(claim)
    blocks = "\n\n".join(body.blocks)
    head = f"{MARK}{flavour} {_status(body)}\n{_head(claim, flavour, body)}"
    return f"{head}\n{imports}\nnamespace {name}\n\n{blocks}\n\nend {name}\n"


def _status(body: Body) -> str:
    return PROOF if body.proof else STATEMENT


def _imports(flavour: str, body: Body) -> tuple[str, ...]:
    return ("Mathlib",) if flavour == MATHLIB else tuple(f"Certify.{module}" for module in body.modules)


def _head(claim: Claim, flavour: str, body: Body) -> str:
    lines = ["A claim of certify-claims as Lean 4 source.", f"kind: {claim.kind}", f"claim: {claim.address}"]
    if flavour == MATHLIB:
        lines.append("Mathlib flavour: this file has not been compiled by those who wrote it.")
    if body.proof:
        lines.append(f"Proof. Axioms it may rest on: {', '.join(ALLOWED_AXIOMS)}. To be run by: certify lean check.")
    else:
        lines.append("Statement only: it ends in sorry. What is proved stands above it.")
    if body.theorem is not None:
        lines.append(f"It waits for: {body.theorem}")
    return term.comment([*lines, *body.notes])
