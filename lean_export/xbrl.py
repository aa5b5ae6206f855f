"""Filings: a relation, a joint system or a claimed figure is one or two linear systems, built by the kernel of certify
from the facts; Lean checks the systems. Reading the facts and rounding them to intervals stays with certify.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from certify import kernel
from certify.contract import Claim
from certify.kernel.reject import declined
from lean_export import linear, term
from lean_export.document import Body, write

Value = Any


def export(claim: Claim, certificate: bytes | None, flavour: str) -> str:
    """Lean 4 source for xbrl/relation, xbrl/joint and xbrl/claim."""
    return write(claim, certificate, flavour, core, mathlib)


def _parsed(claim: Claim) -> Any:
    return kernel.kinds()[claim.kind].parse(claim.statement, "/statement")


def core(claim: Claim, evidence: Value | None) -> Body:
    parsed = _parsed(claim)
    if claim.kind == "xbrl/claim":
        return _figure(claim, parsed, evidence)
    if getattr(parsed, "system", None) is None:
        raise declined("/statement/mode", "no-core-lean", "rounded sums are two decimals to compare; nothing for Lean")
    system = linear.System(parsed.names, parsed.system.rows, None)
    feasible = claim.statement["asserts"] == "consistent"
    made = linear.part(system, feasible, evidence)
    says = term.docstring(
        "The reported intervals allow values that add up."
        if feasible
        else "No values in the reported intervals add up."
    )
    ending = " by\n  sorry" if evidence is None else f"\n  {made.proof}"
    text = f"{says}\ntheorem claim : {made.statement} :={ending}"
    return Body((*made.definitions, *made.certificate, text), ("Linear",), proof=evidence is not None)


def _figure(claim: Claim, parsed: Any, evidence: Value | None) -> Body:
    """The denominator is cleared: each end of the claimed interval is one row over the operands."""
    goals = _goals(claim, parsed, evidence)
    supported = claim.statement["asserts"] == "supported"
    blocks: list[str] = []
    statements: list[str] = []
    for name, goal, multipliers in goals:
        made = linear.part(linear.System(parsed.names, parsed.system.rows, goal), False, multipliers)
        inner = [*made.definitions, *made.certificate]
        if multipliers is not None:
            inner.append(f"theorem holds : {made.statement} :=\n  {made.proof}")
        blocks.append(f"namespace {name}\n\n" + "\n\n".join(inner) + f"\n\nend {name}")
        own = made.statement.replace(" d rows", f" d {name}.rows").replace("goal.holds", f"{name}.goal.holds")
        statements.append(f"({own})")
    says = term.docstring(f"The figure is {claim.statement['asserts']} by all values in the reported intervals.")
    whole = (" ∧\n    " if supported else " ∨\n    ").join(statements)
    held = [f"{name}.holds" for name, *_ in goals]
    proof = f"⟨{', '.join(held)}⟩" if len(held) > 1 else held[0]
    ending = " by\n  sorry" if evidence is None else f"\n  {proof}"
    blocks.append(f"{says}\ntheorem claim : {whole} :={ending}")
    return Body(tuple(blocks), ("Linear",), proof=evidence is not None)


def _goals(claim: Claim, parsed: Any, evidence: Value | None) -> list[tuple[str, Any, Value | None]]:
    """(name, row, multipliers) of what has to be implied; contradicted without a certificate: one of two."""
    if claim.statement["asserts"] == "supported":
        below, above = (None, None) if evidence is None else (evidence["below"], evidence["above"])
        return [("Low", parsed.at_least, _wrapped(below)), ("High", parsed.at_most, _wrapped(above))]
    if evidence is None:
        return [("Below", parsed.below, None), ("Above", parsed.above, None)]
    goal = parsed.below if evidence["side"] == "below" else parsed.above
    return [("Beyond", goal, _wrapped(evidence["multipliers"]))]


def _wrapped(multipliers: Value | None) -> Value | None:
    return None if multipliers is None else {"multipliers": multipliers}


def mathlib(claim: Claim, evidence: Value | None) -> Body:
    """Over ℚ: `linarith` from the intervals and the relations."""
    parsed = _parsed(claim)
    if claim.kind == "xbrl/claim" or getattr(parsed, "system", None) is None:
        raise declined("/kind", "no-mathlib-lean", f"{claim.kind} in this form has the core flavour only")
    names = [f"x{j}" for j in range(1, len(parsed.names) + 1)]
    rows = [linear.over_q(row, names) for row in parsed.system.rows]
    notes = (", ".join(f"x{j} = {name}" for j, name in enumerate(parsed.names, 1)),)
    bound = " ".join(names)
    if claim.statement["asserts"] == "consistent":
        values = None if evidence is None else ", ".join(term.rational(Fraction(x)) for x in evidence["point"])
        proof = "by\n  sorry" if values is None else f"by\n  refine ⟨{values}, ?_⟩\n  norm_num"
        text = f"theorem claim : ∃ {bound} : ℚ, {term.conjunction(rows)} := {proof}"
        return Body((text,), proof=evidence is not None, notes=notes)
    hypotheses = " ".join(f"(h{i} : {row})" for i, row in enumerate(rows, 1))
    return Body((f"theorem claim ({bound} : ℚ) {hypotheses} :\n    False := by\n  linarith",), notes=notes)
