"""Propositional formulas: unsatisfiable by unit propagation along the hints of a proof, satisfiable by a model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from certify.contract import Claim
from certify.kernel.reject import declined
from lean_export import term
from lean_export.document import Body, write

Value = Any
MAX_LITERALS = 50_000  # of formula and proof together
MODULES = ("Clauses",)


class _Unsupported(Exception):
    """A proof that the Lean checker cannot follow."""


def export(claim: Claim, certificate: bytes | None, flavour: str) -> str:
    """Lean 4 source for search/lrat and search/model."""
    return write(claim, certificate, flavour, core, mathlib)


def core(claim: Claim, evidence: Value | None) -> Body:
    """The clauses as lists of integers; an assignment is a function from variables to Bool."""
    clauses = _clauses(claim)
    blocks = [f"noncomputable def clauses : List (List Int) := {term.items([term.integers(c) for c in clauses])}"]
    if claim.kind == "search/model":
        return _model(blocks, evidence)
    goal = (
        f"{term.docstring('No assignment satisfies every clause.')}\ntheorem claim : ¬ Certify.Satisfiable clauses :="
    )
    notes: tuple[str, ...] = ()
    if evidence is not None:
        try:
            steps = list(_steps(evidence, clauses))
        except _Unsupported as reason:
            notes = (str(reason),)
        else:
            blocks.append(f"noncomputable def steps : List (List Int × List Nat) := {term.items(steps)}")
            blocks.append("theorem cert_ok : Certify.Clauses.refutes clauses steps = true := by\n  decide +kernel")
            return Body((*blocks, f"{goal}\n  Certify.Clauses.refutes_sound cert_ok"), MODULES)
    return Body((*blocks, f"{goal} by\n  sorry"), MODULES, proof=False, notes=notes)


def _clauses(claim: Claim) -> list[list[int]]:
    if "clauses" not in claim.statement:
        raise declined("/statement", "no-lean-export", "a formula in an attached file has no Lean export")
    clauses: list[list[int]] = claim.statement["clauses"]
    if sum(map(len, clauses)) > MAX_LITERALS:
        raise declined("/statement/clauses", "no-lean-export", f"more than {MAX_LITERALS} literals")
    return clauses


def _model(blocks: list[str], evidence: Value | None) -> Body:
    goal = (
        f"{term.docstring('Some assignment satisfies every clause.')}\ntheorem claim : Certify.Satisfiable clauses :="
    )
    if evidence is None:
        return Body((*blocks, f"{goal} by\n  sorry"), MODULES, proof=False)
    note = term.docstring("The literals that are true; variables that are not listed are false.")
    listed = [literal for literal in evidence["literals"] if literal > 0]
    blocks += [
        f"{note}\nnoncomputable def model : List Int := {term.integers(listed)}",
        "theorem cert_ok : Certify.Clauses.model clauses model = true := by\n  decide +kernel",
    ]
    return Body((*blocks, f"{goal}\n  Certify.Clauses.model_sound cert_ok"), MODULES)


def _steps(evidence: Sequence[Value], clauses: Sequence[Sequence[int]]) -> Iterator[str]:
    """(clause, hints) of every added clause. Dropped clauses simply stay."""
    size = sum(map(len, clauses))
    for step in evidence:
        if "rat" in step:
            raise _Unsupported("The proof uses clauses with the RAT property, which the checker in Lean does not know.")
        pairs = iter(step.get("add", ()))
        for literals, hints in zip(pairs, pairs, strict=True):
            size += len(literals) + len(hints)
            if size > MAX_LITERALS:
                raise _Unsupported(f"The check in Lean stops at {MAX_LITERALS} literals.")
            yield term.pair(term.integers(literals), term.items([term.natural(hint) for hint in hints]))


def _literal(literal: int) -> str:
    return f"f {abs(literal)} = {'true' if literal > 0 else 'false'}"


def mathlib(claim: Claim, _: Value | None) -> Body:
    """Spelled out over Bool; the proof is in the core flavour."""
    clauses = [" ∨ ".join(map(_literal, clause)) or "False" for clause in _clauses(claim)]
    text = " ∧ ".join(f"({clause})" for clause in clauses)
    sign = "" if claim.kind == "search/model" else "¬ "
    theorem = (
        "the core flavour of this export proves the same statement; for small formulas bv_decide or decide will do"
    )
    return Body((f"theorem claim : {sign}∃ f : ℕ → Bool, {text} := by\n  sorry",), proof=False, theorem=theorem)
