"""AdaBoost: picks replayed from reduced states, margins by two linear systems; the non-cycling chain as a stub."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from certify.contract import Claim
from certify.kernel.linear import parse_row
from certify.kernel.rational import scaled
from certify.kernel.reject import declined
from lean_export import linear, term
from lean_export.document import Body, write

Value = Any
MAX_ENTRIES = 4_000  # signs of a matrix
MAX_BITS = 1 << 18  # of all weights of a replay together
STEPS = 10  # picks that a statement without proof still replays
CHAIN = "adaboost-two-gadgets (docs/theorems/adaboost-two-gadgets.md), the chain from cones to an irrational frequency"


def export(claim: Claim, certificate: bytes | None, flavour: str) -> str:
    """Lean 4 source for the adaboost kinds."""
    return write(claim, certificate, flavour, core, mathlib)


def core(claim: Claim, evidence: Value | None) -> Body:
    entries = len(claim.statement["matrix"]) * len(claim.statement["matrix"][0])
    if entries > MAX_ENTRIES:
        raise declined("/statement/matrix", "no-core-lean", f"{entries} signs; Lean files stop at {MAX_ENTRIES}")
    writers = {"adaboost/prefix": _prefix, "adaboost/margin": _margin, "adaboost/no-cycle": _no_cycle}
    if claim.kind not in writers:
        raise declined("/kind", "no-core-lean", f"{claim.kind} has no Lean export")
    return writers[claim.kind](claim, evidence)


# --- prefix -----------------------------------------------------------------------------------------------------------


def _weights(statement: Value) -> list[int]:
    """The start weights as integers: only their ratios matter."""
    pairs = [(x.numerator, x.denominator) for x in map(Fraction, statement["start"])]
    return _reduced(scaled(pairs)[0])[1]


def _reduced(weights: Sequence[int]) -> tuple[int, list[int]]:
    shared = math.gcd(*weights)
    return shared, [weight // shared for weight in weights]


def _trace(columns: Sequence[Sequence[int]], weights: list[int], picks: Sequence[int]) -> list[str] | None:
    """(g, w') after each pick but the last; None where the numbers get too long."""
    entries: list[str] = []
    used = 0
    for pick in picks[:-1]:
        column = columns[pick]
        plus = sum(w for w, sign in zip(weights, column, strict=True) if sign > 0)
        minus = sum(weights) - plus
        fresh = [w * (minus if sign > 0 else plus) for w, sign in zip(weights, column, strict=True)]
        used += sum(w.bit_length() for w in fresh)
        if used > MAX_BITS:
            return None
        shared, weights = _reduced(fresh)
        entries.append(term.pair(term.integer(shared), term.integers(weights)))
    return entries


def _board(statement: Value) -> list[str]:
    columns = zip(*statement["matrix"], strict=True)
    signs = [term.items(["true" if sign > 0 else "false" for sign in column]) for column in columns]
    return [
        f"{term.docstring('The columns of the matrix; true is 1, false is -1.')}\n"
        f"noncomputable def columns : List (List Bool) := {term.items(signs)}",
        f"{term.docstring('The start weights, times a common factor.')}\n"
        f"noncomputable def start : List Int := {term.integers(_weights(statement))}",
    ]


def _lowest(statement: Value) -> str:
    return "true" if statement["tie"] == "lowest" else "false"


def _prefix(claim: Claim, evidence: Value | None) -> Body:
    statement = claim.statement
    lowest, picks = _lowest(statement), statement["picks"]
    columns = list(zip(*statement["matrix"], strict=True))
    blocks = [*_board(statement), _picks("picks", picks)]
    says = term.docstring(f"AdaBoost picks these columns in turn; ties go to the {statement['tie']} index.")
    goal = f"{says}\ntheorem claim : Certify.Boosts {lowest} columns start picks :="
    trace = None if evidence is None else _trace(columns, _weights(statement), picks)
    if trace is not None:
        blocks += _replay(lowest, "picks", trace)
        return Body((*blocks, f"{goal}\n  Certify.boosts_sound start trace cert_ok"), ("Orbit",))
    notes: tuple[str, ...] = ()
    if evidence is not None:
        notes = ("Exact weights of so many picks are too long; the intervals of the certificate stay outside Lean.",)
        blocks += _first(statement, picks[:STEPS])
    return Body((*blocks, f"{goal} by\n  sorry"), ("Orbit",), proof=False, notes=notes)


def _first(statement: Value, picks: Sequence[int]) -> list[str]:
    """The first picks as a theorem of their own, where their weights are short enough."""
    lowest = _lowest(statement)
    trace = _trace(list(zip(*statement["matrix"], strict=True)), _weights(statement), picks)
    if trace is None:
        return []
    text = f"theorem first_picks : Certify.Boosts {lowest} columns start first :="
    proof = "Certify.boosts_sound start trace cert_ok"
    says = term.docstring("What is finite and exact: the first picks.")
    return [_picks("first", picks), *_replay(lowest, "first", trace), f"{says}\n{text}\n  {proof}"]


def _no_cycle(claim: Claim, _: Value | None) -> Body:
    statement = claim.statement
    lowest = _lowest(statement)
    says = term.docstring(
        "The picks never end and are not eventually periodic; the weights converge to no finite cycle."
    )
    goal = f"{says}\ntheorem claim : Certify.NeverCycles {lowest} columns start := by\n  sorry"
    blocks = (*_board(statement), *_first(statement, _exact_picks(statement)), goal)
    return Body(blocks, ("Orbit",), proof=False, theorem=CHAIN)


def _exact_picks(statement: Value) -> list[int]:
    """The first picks, in exact integers; a search, as Lean checks them."""
    columns = list(zip(*statement["matrix"], strict=True))
    order = list(range(len(columns)))
    if statement["tie"] == "highest":
        order.reverse()
    weights, picks = _weights(statement), []
    for _ in range(STEPS):
        plus = [sum(w for w, sign in zip(weights, column, strict=True) if sign > 0) for column in columns]
        pick = max(order, key=lambda j: plus[j])
        if 2 * plus[pick] <= sum(weights):
            break
        picks.append(pick)
        minus = sum(weights) - plus[pick]
        fresh = [w * (minus if sign > 0 else plus[pick]) for w, sign in zip(weights, columns[pick], strict=True)]
        weights = _reduced(fresh)[1]
    return picks


def _picks(name: str, picks: Sequence[int]) -> str:
    return f"noncomputable def {name} : List Nat := {term.items([term.natural(j) for j in picks])}"


def _replay(lowest: str, picks: str, trace: list[str]) -> list[str]:
    note = term.docstring("After each pick but the last: the common factor g and the weights divided by it.")
    return [
        f"{note}\nnoncomputable def trace : List (Int × List Int) := {term.items(trace)}",
        f"theorem cert_ok : Certify.boosts {lowest} columns start {picks} trace = true := by\n  decide +kernel",
    ]


# --- margin -----------------------------------------------------------------------------------------------------------


def _margin(claim: Claim, evidence: Value | None) -> Body:
    """Some mix reaches the margin in every row, and none exceeds it in every row."""
    matrix, margin = claim.statement["matrix"], Fraction(claim.statement["margin"])
    reached = _system(matrix, margin, strict=False)
    beyond = _system(matrix, margin, strict=True)
    point = multipliers = None
    if evidence is not None:
        point = {"point": evidence["columns"]}
        rows = [Fraction(x) for x in evidence["rows"]]
        sums = [
            sum((x * sign for x, sign in zip(rows, column, strict=True)), Fraction(0))
            for column in zip(*matrix, strict=True)
        ]
        multipliers = {"multipliers": [str(x) for x in [*rows, *(margin - s for s in sums), margin]]}
    parts = [linear.part(reached, True, point), linear.part(beyond, False, multipliers)]
    blocks: list[str] = []
    for name, made in zip(("Reached", "Beyond"), parts, strict=True):
        text = "" if evidence is None else f"\n\ntheorem holds : {made.statement} :=\n  {made.proof}"
        inner = "\n\n".join([*made.definitions, *made.certificate]) + text
        blocks.append(f"namespace {name}\n\n{inner}\n\nend {name}")
    both = " ∧\n    ".join(
        f"({_qualified(made.statement, name)})" for name, made in zip(("Reached", "Beyond"), parts, strict=True)
    )
    says = term.docstring(
        "Some mix x/d of the columns has at least the margin in every row; no mix has more in every row."
    )
    ending = " by\n  sorry" if evidence is None else "\n  ⟨Reached.holds, Beyond.holds⟩"
    blocks.append(f"{says}\ntheorem claim : {both} :={ending}")
    return Body(tuple(blocks), ("Linear",), proof=evidence is not None)


def _qualified(statement: str, name: str) -> str:
    """Statements over lists name the rows of their own namespace."""
    return statement.replace(" d rows", f" d {name}.rows")


def _system(matrix: Sequence[Sequence[int]], margin: Fraction, strict: bool) -> linear.System:
    """Rows M x >= margin (> if strict), x >= 0, sum x = 1, written with <=."""
    width = len(matrix[0])
    relation = "<" if strict else "<="
    rows: list[Value] = [
        {"coefficients": [str(-sign) for sign in row], "relation": relation, "bound": str(-margin)} for row in matrix
    ]
    for j in range(width):
        rows.append({"coefficients": ["-1" if k == j else "0" for k in range(width)], "relation": "<=", "bound": "0"})
    rows.append({"coefficients": ["1"] * width, "relation": "=", "bound": "1"})
    names = tuple(f"weight of column {j}" for j in range(width))
    return linear.System(names, tuple(parse_row(row, "", width) for row in rows), None)


# --- Mathlib ----------------------------------------------------------------------------------------------------------


def mathlib(claim: Claim, _: Value | None) -> Body:
    """The statement over ℝ; its proof is in the core flavour."""
    if claim.kind not in ("adaboost/prefix", "adaboost/margin"):
        raise declined("/kind", "no-mathlib-lean", f"{claim.kind} has no Mathlib flavour")
    matrix = claim.statement["matrix"]
    shape = f"Matrix (Fin {len(matrix)}) (Fin {len(matrix[0])}) ℝ"
    entries = "; ".join(", ".join(term.integer(sign) for sign in row) for row in matrix)
    definition = f"noncomputable def M : {shape} := !![{entries}]"
    theorem = "the core flavour of this export proves the same statement over integers up to a common factor"
    if claim.kind == "adaboost/margin":
        margin = term.rational(Fraction(claim.statement["margin"]))
        text = (
            f"theorem claim : (∃ y ∈ stdSimplex ℝ (Fin {len(matrix[0])}), ∀ i, ({margin} : ℝ) ≤ M.mulVec y i) ∧\n"
            f"    ∀ y ∈ stdSimplex ℝ (Fin {len(matrix[0])}), ∃ i, M.mulVec y i ≤ ({margin} : ℝ) := by\n  sorry"
        )
        return Body((definition, text), proof=False, theorem=theorem)
    start = ", ".join(term.rational(Fraction(x)) for x in claim.statement["start"])
    picks = ", ".join(str(j) for j in claim.statement["picks"])
    vector, width = f"Fin {len(matrix)} → ℝ", len(matrix[0])
    beats = "j < k" if claim.statement["tie"] == "lowest" else "k < j"
    blocks = (
        definition,
        f"noncomputable def start : Fin {len(matrix)} → ℝ := ![{start}]",
        f"def edge (w : {vector}) (j : Fin {width}) : ℝ := ∑ i, w i * M i j",
        f"noncomputable def boost (w : {vector}) (j : Fin {width}) : {vector} :=\n"
        "  fun i => w i / ((∑ k, w k) + M i j * edge w j)",
        f"def Picks (w : Fin {len(matrix)} → ℝ) (j : Fin {len(matrix[0])}) : Prop :=\n"
        f"  0 < edge w j ∧ ∀ k ≠ j, edge w k < edge w j ∨ (edge w k = edge w j ∧ {beats})",
        f"def Boosts : (Fin {len(matrix)} → ℝ) → List (Fin {len(matrix[0])}) → Prop\n"
        "  | _, [] => True\n  | w, j :: js => Picks w j ∧ Boosts (boost w j) js",
        f"theorem claim : Boosts start [{picks}] := by\n  sorry",
    )
    return Body(blocks, proof=False, theorem=theorem)
