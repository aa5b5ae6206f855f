"""Matrices: definiteness through the inequality of its quadratic form, a negative vector by computation; over Mathlib
the statements on rank and spectral radius.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from certify.contract import Claim
from certify.kernel.reject import declined
from lean_export import term
from lean_export.document import Body, write
from lean_export.polynomial import Combination, Inequality, inequality, scaled, spelled

Value = Any
DEFINITE = "v ≠ 0 gives L'v ≠ 0, so some weighted square is positive: the kernel's rule; not formalised over a field"


def export(claim: Claim, certificate: bytes | None, flavour: str) -> str:
    """Lean 4 source for the matrix kinds."""
    return write(claim, certificate, flavour, core, mathlib)


def core(claim: Claim, evidence: Value | None) -> Body:
    if claim.kind == "matrix/psd":
        return _psd(claim, evidence)
    if claim.kind == "matrix/negative":
        return _negative(claim, evidence)
    raise declined("/kind", "no-core-lean", f"{claim.kind} is stated over the reals: --flavour mathlib")


def _names(claim: Claim) -> list[str]:
    return [f"v{j}" for j in range(1, len(claim.statement["matrix"]) + 1)]


def _form(matrix: Sequence[Sequence[str]]) -> Value:
    """v' A v as a polynomial of a claim."""
    size = len(matrix)
    terms = []
    for i in range(size):
        for j in range(i, size):
            c = Fraction(matrix[i][j]) * (1 if i == j else 2)
            if c:
                terms.append([str(c), [[i, 2]] if i == j else [[i, 1], [j, 1]]])
    return terms


def _psd(claim: Claim, evidence: Value | None) -> Body:
    """v' A v >= 0 as a sum of weighted squares d_i (L' v)_i^2."""
    names = _names(claim)
    goal = Inequality(_form(claim.statement["matrix"]), strict=False)
    about = "the entries of v; p is v' A v"
    if evidence is None:
        return _sense(claim, inequality(goal, None, names, about))
    lower = [[*map(Fraction, row), Fraction(1)] for row in evidence["lower"]]
    squares = []
    for i, d in enumerate(evidence["diagonal"]):
        column = [(row[i], k) for k, row in enumerate(lower) if k >= i and row[i]]
        squares.append((Fraction(d), (), [[str(c), [[k, 1]]] for c, k in column]))
    return _sense(claim, inequality(goal, Combination(Fraction(0), tuple(squares)), names, about))


def _sense(claim: Claim, made: Body) -> Body:
    """For a definite matrix the semidefinite half stands proved above a statement of the rest."""
    if claim.statement["sense"] == "semidefinite":
        return made
    names = _names(claim)
    point = f"[{', '.join(names)}]"
    zero = term.conjunction([f"{name} = R.zero" for name in names])
    field = "(∀ a b : R.carrier, R.mul a b = R.zero → a = R.zero ∨ b = R.zero)"
    blocks = (
        [block.replace("theorem claim :", "theorem semidefinite :") for block in made.blocks]
        if made.proof
        else list(made.blocks[:-1])
    )
    says = term.docstring("In every ordered integral domain, the real numbers among them.")
    text = (
        f"{says}\ntheorem claim : ∀ (R : Certify.OrderedRing) ({' '.join(names)} : R.carrier),\n    {field} →\n"
        f"    ¬ ({zero}) → R.Pos (R.eval {point} p) := by\n  sorry"
    )
    return replace(made, blocks=(*blocks, text), proof=False, theorem=DEFINITE)


def _negative(claim: Claim, evidence: Value | None) -> Body:
    """Integers v with v' A v < 0 (<= 0 and v not 0), the matrix times a common denominator."""
    names = _names(claim)
    form = scaled(_form(claim.statement["matrix"]))
    sign = "≤" if claim.statement["sense"] == "definite" else "<"
    zero = term.conjunction([f"{name} = 0" for name in names])
    says = term.docstring(f"A rational vector times its denominator; {form.scale} times v' A v.")
    text = f"{says}\ntheorem claim : ∃ {' '.join(names)} : Int, ¬ ({zero}) ∧\n    {spelled(form, names)} {sign} 0 :="
    if evidence is None:
        return Body((f"{text} by\n  sorry",), ("Linear",), proof=False)
    vector = [Fraction(x) for x in evidence["vector"]]
    common = math.lcm(*(x.denominator for x in vector))
    values = ", ".join(term.integer(int(x * common)) for x in vector)
    return Body((f"{text}\n  ⟨{values}, by decide +kernel⟩",), ("Linear",))


def mathlib(claim: Claim, _: Value | None) -> Body:
    """The statement over ℝ in Mathlib's vocabulary."""
    statement = claim.statement
    matrix = statement["matrix"]
    entries = "; ".join(", ".join(term.rational(Fraction(x)) for x in row) for row in matrix)
    shape = f"Matrix (Fin {len(matrix)}) (Fin {len(matrix[0])}) ℝ"
    definition = f"noncomputable def A : {shape} := !![{entries}]"
    if claim.kind == "matrix/psd":
        goal = "A.PosSemidef" if statement["sense"] == "semidefinite" else "A.PosDef"
    elif claim.kind == "matrix/negative":
        sign = "<" if statement["sense"] == "semidefinite" else "≤"
        goal = f"∃ v ≠ 0, v ⬝ᵥ A.mulVec v {sign} 0"
    elif claim.kind == "matrix/rank":
        goal = f"A.rank {term_relation(statement['relation'])} {statement['rank']}"
    else:
        bound = term.rational(Fraction(statement["bound"]))
        goal = (
            f"(spectralRadius ℂ (A.map (algebraMap ℝ ℂ))).toReal {term_relation(statement['relation'])} ({bound} : ℝ)"
        )
    theorem = "the certificate (LDL', a vector, a minor) is checked by the kernel of certify"
    return Body((definition, f"theorem claim : {goal} := by\n  sorry"), proof=False, theorem=theorem)


def term_relation(relation: str) -> str:
    return {"<=": "≤", ">=": "≥"}.get(relation, relation)
