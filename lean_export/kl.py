"""KL acceptance: real logarithms and a minimum over drafters, so statements over Mathlib; duality is proved in
docs/theorems and checked, for the numbers at hand, by the kernel of certify.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from certify.contract import Claim
from certify.kernel.acceptance import (
    Acceptance,
    Distribution,
    chosen,
    heaviest_rejected,
    parse_distribution,
    parse_rule,
)
from certify.kernel.reject import declined
from lean_export import logform, term
from lean_export.document import Body, write
from lean_export.logform import form

Value = Any
DUALITY = "kl-heaviest-token, kl-water-level (docs/theorems): weak duality of the pool, and kl-boundary for ties"
OPPOSITE = {">": "<", ">=": "≤"}


def export(claim: Claim, certificate: bytes | None, flavour: str) -> str:
    """Lean 4 source for logform/sign, kl/bound and kl/accepted, Mathlib flavour."""
    return write(claim, certificate, flavour, core, mathlib)


def core(claim: Claim, _: Value | None) -> Body:
    raise declined("/kind", "no-core-lean", f"{claim.kind} speaks of real logarithms: --flavour mathlib")


def _rejected(rule: Acceptance, target: Distribution) -> list[int]:
    """The tokens that the rule rejects; for strict greedy with the lowest index all but that maximiser."""
    weights = target.weights
    if rule.tie == "lowest":
        return [i for i in range(len(weights)) if i != chosen(weights)]
    heaviest = heaviest_rejected(rule, target)
    return [] if heaviest is None else [i for i, weight in enumerate(weights) if weight <= heaviest]


def _vector(name: str, distribution: Distribution) -> str:
    shares = ", ".join(term.rational(Fraction(w, distribution.total)) for w in distribution.weights)
    return f"noncomputable def {name} : Fin {len(distribution.weights)} → ℝ := ![{shares}]"


def mathlib(claim: Claim, _: Value | None) -> Body:
    """D is the least KL of a drafter some maximiser of which is a rejected token; the tokens are listed."""
    if claim.kind == "logform/sign":
        return logform.mathlib(claim, None)
    statement = claim.statement
    if claim.kind == "kl/margin" or statement["rule"]["name"] in ("tree", "entropy"):
        raise declined("/statement", "no-mathlib-lean", "tree, entropy and margin claims have no Lean export")
    target = parse_distribution(statement["target"], "/statement/target")
    rejected = _rejected(parse_rule(statement["rule"], "/statement/rule"), target)
    size = len(target.weights)
    forward = statement["direction"] == "forward"
    kl = "kl p q" if forward else "kl q p"
    finite = "∀ i, p i ≠ 0 → q i ≠ 0" if forward else "∀ i, p i = 0 → q i = 0"
    blocks = [
        f"{term.docstring('The target.')}\n{_vector('p', target)}",
        f"{term.docstring('The tokens that the rule rejects, listed by the kernel of certify.')}\n"
        f"def rejected : Finset (Fin {size}) := {{{', '.join(map(str, rejected))}}}"
        if rejected
        else f"def rejected : Finset (Fin {size}) := ∅",
        f"noncomputable def kl (p q : Fin {size} → ℝ) : ℝ := ∑ i, p i * Real.log (p i / q i)",
        f"{term.docstring('A drafter that may be rejected and has a finite KL.')}\n"
        f"def MayReject (q : Fin {size} → ℝ) : Prop :=\n"
        f"  q ∈ stdSimplex ℝ (Fin {size}) ∧ (∃ i ∈ rejected, ∀ k, q k ≤ q i) ∧ {finite}",
    ]
    if claim.kind == "kl/accepted":
        blocks.append(_vector("draft", parse_distribution(statement["draft"], "/statement/draft")))
        goal = f"¬ MayReject draft ∧ ∀ q, MayReject q → {kl.replace('q', 'draft')} ≤ {kl}"
    else:
        goal = _bound(statement, kl)
    return Body((*blocks, f"theorem claim : {goal} := by\n  sorry"), proof=False, theorem=DUALITY)


def _bound(statement: Value, kl: str) -> str:
    if statement["bound"] == "infinity":
        return "∀ q, ¬ MayReject q"
    bound, relation = form(statement["bound"]), statement["relation"]
    if relation in OPPOSITE:
        return f"∀ q, MayReject q → {bound} {OPPOSITE[relation]} {kl}"
    if relation == "=":
        return f"(∀ q, MayReject q → {bound} ≤ {kl}) ∧ ∃ q, MayReject q ∧ {kl} = {bound}"
    return f"∃ q, MayReject q ∧ {kl} {'≤' if relation == '<=' else '<'} {bound}"
