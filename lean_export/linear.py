"""Linear systems: Farkas certificates and points, core flavour through Certify.Linear, Mathlib flavour by linarith."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.contract import Claim
from certify.kernel.linear import Row, parse_row
from certify.kernel.rational import scaled
from certify.kernel.reject import declined
from lean_export import term
from lean_export.document import Body, write

Value = Any
MAX_ENTRIES = 4_000  # coefficients of one system: some seconds in Lean
SPELLED = 600  # coefficients up to which the statement is spelled out in variables
SIGNS = {"<=": "≤", "<": "<", "=": "="}
WORDS = {"<=": ".le", "<": ".lt", "=": ".eq"}


def export(claim: Claim, certificate: bytes | None, flavour: str) -> str:
    """Lean 4 source for linear/infeasible, linear/implies and linear/feasible."""
    return write(claim, certificate, flavour, core, mathlib)


@dataclass(frozen=True)
class System:
    """Rows scaled to integers, and the goal they are said to imply."""

    variables: tuple[str, ...]
    rows: tuple[Row, ...]
    goal: Row | None


def _system(claim: Claim) -> System:
    statement = claim.statement
    width = len(statement["variables"])
    rows = tuple(parse_row(row, f"/statement/rows/{i}", width) for i, row in enumerate(statement["rows"]))
    goal = parse_row(statement["goal"], "/statement/goal", width) if "goal" in statement else None
    return System(tuple(statement["variables"]), rows, goal)


def _names(system: System) -> list[str]:
    return [f"x{j}" for j in range(1, len(system.variables) + 1)]


@dataclass(frozen=True)
class Part:
    """One system in Lean: definitions, certificate (none without evidence), the statement and its proof."""

    definitions: list[str]
    certificate: list[str]
    statement: str
    proof: str
    note: str


def core(claim: Claim, evidence: Value | None) -> Body:
    """Rows scaled to integers; a rational point is x1/d, …, xn/d with d > 0."""
    made = part(_system(claim), claim.kind == "linear/feasible", evidence)
    ending = "\n  " + made.proof if evidence is not None else " by\n  sorry"
    text = f"{term.docstring(made.note)}\ntheorem claim : {made.statement} :={ending}"
    return Body((*made.definitions, *made.certificate, text), ("Linear",), proof=evidence is not None)


def part(system: System, feasible: bool, evidence: Value | None) -> Part:
    """The system as Lean: spelled out in variables where that can be read, over lists otherwise."""
    entries = len(system.variables) * len(system.rows)
    if entries > MAX_ENTRIES:
        raise declined("/statement", "no-core-lean", f"{entries} coefficients; Lean files stop at {MAX_ENTRIES}")
    spelled = entries <= SPELLED
    statement, proof, note = (_spelled if spelled else _listed)(system, feasible, evidence)
    return Part(
        _definitions(system), [] if evidence is None else _certificate(system, evidence), statement, proof, note
    )


def _definitions(system: System) -> list[str]:
    rows = term.items([_row(row) for row in system.rows])
    names = ", ".join(f"x{j} = {name}" for j, name in enumerate(system.variables, 1))
    note = f"The rows, each times its common denominator. Variables: {names}."
    blocks = [f"{term.docstring(note)}\nnoncomputable def rows : List Certify.Row := {rows}"]
    if system.goal is not None:
        blocks.append(f"noncomputable def goal : Certify.Row := {_row(system.goal)}")
    return blocks


def _row(row: Row) -> str:
    return f"⟨{term.integers(row.numerators)}, {WORDS[row.relation]}, {term.integer(row.bound)}⟩"


def _spelled(system: System, feasible: bool, evidence: Value | None) -> tuple[str, str, str]:
    names = _names(system)
    bound = " ".join(names)
    point = f"[{', '.join(names)}]"
    rows = term.conjunction([_inequality(row, names) for row in system.rows])
    note = f"{bound} over d are all rational points, as d > 0."
    if feasible:
        values = "" if evidence is None else _point(evidence)
        return f"∃ {bound} d : Int, 0 < d ∧ {rows}", f"⟨{values}, Certify.Linear.satisfies_sound cert_ok⟩", note
    if system.goal is None:
        proof = f"fun {bound} d hd h => Certify.Linear.infeasible_sound cert_ok {point} d hd h"
        return f"∀ {bound} d : Int, 0 < d →\n    ¬ ({rows})", proof, note
    proof = f"fun {bound} d hd h => Certify.Linear.implies_sound cert_ok {point} d hd h"
    return f"∀ {bound} d : Int, 0 < d →\n    {rows} →\n    {_inequality(system.goal, names)}", proof, note


def _listed(system: System, feasible: bool, _: Value | None) -> tuple[str, str, str]:
    """The same statements with x a list, where spelling them out would be unreadable."""
    note = "x over d are all rational points, as d > 0; variables beyond the list x are 0."
    if feasible:
        proof = "⟨point, denominator, Certify.Linear.satisfies_sound cert_ok⟩"
        return "∃ (x : List Int) (d : Int), 0 < d ∧ Certify.holds x d rows", proof, note
    every = "∀ (x : List Int) (d : Int), 0 < d →"
    if system.goal is None:
        return f"{every} ¬ Certify.holds x d rows", "Certify.Linear.infeasible_sound cert_ok", note
    return f"{every} Certify.holds x d rows → goal.holds x d", "Certify.Linear.implies_sound cert_ok", note


def _inequality(row: Row, names: Sequence[str]) -> str:
    return f"{term.linear(row.numerators, names)} {SIGNS[row.relation]} {term.integer(row.bound)} * d"


def _fractions(values: Sequence[str]) -> list[Fraction]:
    return [Fraction(value) for value in values]


def _point(evidence: Value) -> str:
    numbers, common = scaled([(x.numerator, x.denominator) for x in _fractions(evidence["point"])])
    return ", ".join(term.integer(n) for n in [*numbers, common])


def _weights(system: System, multipliers: Sequence[str], times: int = 1) -> tuple[list[int], int]:
    """Integers w_i and t > 0: the multipliers over the scaled rows, times `times`, are w_i / t."""
    parts = [times * y / row.denominator for y, row in zip(_fractions(multipliers), system.rows, strict=True)]
    return scaled([(part.numerator, part.denominator) for part in parts])


def _certificate(system: System, evidence: Value) -> list[str]:
    if "point" in evidence:
        numbers, common = scaled([(x.numerator, x.denominator) for x in _fractions(evidence["point"])])
        return [
            f"noncomputable def point : List Int := {term.integers(numbers)}",
            f"def denominator : Int := {term.integer(common)}",
            _ok("Certify.Linear.satisfies rows point denominator"),
        ]
    if system.goal is None:
        weights, _ = _weights(system, evidence["multipliers"])
        return [_multipliers("multipliers", weights), _ok("Certify.Linear.infeasible rows multipliers")]
    lists = [evidence["multipliers"]] * 2 if "multipliers" in evidence else [evidence["below"], evidence["above"]]
    (below, t), (above, u) = (_weights(system, values, system.goal.denominator) for values in lists)
    names = ("multipliers", "multipliers") if "multipliers" in evidence else ("below", "above")
    blocks = [_multipliers(name, weights) for name, weights in dict(zip(names, (below, above), strict=True)).items()]
    check = f"Certify.Linear.implies rows goal {term.atom(t)} {names[0]} {term.atom(u)} {names[1]}"
    return [*blocks, _ok(check)]


def _multipliers(name: str, weights: Sequence[int]) -> str:
    return f"noncomputable def {name} : List Int := {term.integers(weights)}"


def _ok(check: str) -> str:
    return f"theorem cert_ok : {check} = true := by\n  decide +kernel"


def mathlib(claim: Claim, evidence: Value | None) -> Body:
    """Over ℚ: `linarith` from named hypotheses, a point by `norm_num`."""
    system = _system(claim)
    names = _names(system)
    bound = " ".join(names)
    notes = (", ".join(f"x{j} = {name}" for j, name in enumerate(system.variables, 1)),)
    rows = [over_q(row, names) for row in system.rows]
    if claim.kind == "linear/feasible":
        values = None if evidence is None else ", ".join(term.rational(x) for x in _fractions(evidence["point"]))
        proof = "by\n  sorry" if values is None else f"by\n  refine ⟨{values}, ?_⟩\n  norm_num"
        text = f"theorem claim : ∃ {bound} : ℚ, {term.conjunction(rows)} := {proof}"
        return Body((text,), proof=evidence is not None, notes=notes)
    hypotheses = " ".join(f"(h{i} : {row})" for i, row in enumerate(rows, 1))
    goal = "False" if system.goal is None else over_q(system.goal, names)
    text = f"theorem claim ({bound} : ℚ) {hypotheses} :\n    {goal} := by\n  linarith"
    return Body((text,), notes=notes)


def over_q(row: Row, names: Sequence[str]) -> str:
    return f"{term.linear(row.numerators, names)} {SIGNS[row.relation]} {term.integer(row.bound)}"
