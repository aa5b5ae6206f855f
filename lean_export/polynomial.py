"""Polynomials: identities and ideal members by the normal form of Certify.Poly, inequalities over every ordered
commutative ring by Certify.Ring; bounds on a box as a statement.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from certify.contract import Claim
from certify.kernel.reject import declined
from lean_export import term
from lean_export.document import Body, write

Value = Any
Powers = tuple[tuple[int, int], ...]  # (index, exponent) pairs

SPELLED = 200  # terms up to which a polynomial is written out in the statement


@dataclass(frozen=True)
class Poly:
    """Integer coefficients with their powers; `scale` > 0 times the polynomial of the claim."""

    terms: tuple[tuple[int, Powers], ...]
    scale: int


def export(claim: Claim, certificate: bytes | None, flavour: str) -> str:
    """Lean 4 source for the polynomial kinds."""
    return write(claim, certificate, flavour, core, mathlib)


def core(claim: Claim, evidence: Value | None) -> Body:
    if claim.kind == "polynomial/box":
        raise declined("/kind", "no-core-lean", "bounds on a box are stated over the reals: --flavour mathlib")
    writers = {"polynomial/identity": _identity, "polynomial/member": _member, "polynomial/nonneg": _nonneg}
    return writers[claim.kind](claim, evidence)


# --- scaling to integers ----------------------------------------------------------------------------------------------


def scaled(value: Value, factors: Sequence[int] = (), width: int = 0) -> Poly:
    """A polynomial of a claim over integers; index width + j stands for definition j, which is scaled by factors[j]."""
    terms: list[tuple[Fraction, Powers]] = []
    for text, powers in value:
        coefficient = Fraction(text)
        for index, exponent in powers:
            if index >= width + len(factors) or index < width or not factors:
                continue
            coefficient /= factors[index - width] ** exponent
        terms.append((coefficient, tuple((index, exponent) for index, exponent in powers)))
    return over_integers(terms)


def over_integers(terms: Sequence[tuple[Fraction, Powers]]) -> Poly:
    scale = math.lcm(*(coefficient.denominator for coefficient, _ in terms))
    return Poly(tuple((int(coefficient * scale), powers) for coefficient, powers in terms), scale)


def times(poly: Poly, factor: int) -> Poly:
    return Poly(tuple((factor * coefficient, powers) for coefficient, powers in poly.terms), factor * poly.scale)


# --- printing ---------------------------------------------------------------------------------------------------------


def spelled(poly: Poly, names: Sequence[str]) -> str:
    """`3 * x1 ^ 2 * x2 + -1`, as an expression over Int."""

    def power(index: int, exponent: int) -> str:
        return names[index] if exponent == 1 else f"{names[index]} ^ {exponent}"

    parts = [" * ".join([term.integer(c), *(power(i, e) for i, e in powers)]) for c, powers in poly.terms]
    return " + ".join(parts) or "0"


def expression(poly: Poly, atoms: Sequence[str]) -> str:
    """The same as a term of type Certify.Expr, of the same shape: its value is the spelled one by definition."""

    def power(index: int, exponent: int) -> str:
        return atoms[index] if exponent == 1 else f".pow {atoms[index]} {exponent}"

    total = ""
    for c, powers in poly.terms:
        part = f".num {term.atom(c)}"
        for index, exponent in powers:
            part = f".mul ({part}) ({power(index, exponent)})"
        total = f".add ({total}) ({part})" if total else part
    return total or ".num 0"


def variables(claim: Claim) -> list[str]:
    return [f"x{j}" for j in range(1, len(claim.statement["variables"]) + 1)]


def atoms(names: Sequence[str]) -> list[str]:
    return [f"(.var {j})" for j in range(len(names))]


def note(claim: Claim) -> str:
    return ", ".join(f"x{j} = {name}" for j, name in enumerate(claim.statement["variables"], 1))


def _expr(name: str, text: str) -> str:
    return f"noncomputable def {name} : Certify.Expr := {text}"


# --- identity ---------------------------------------------------------------------------------------------------------


def _identity(claim: Claim, evidence: Value | None) -> Body:
    """Both sides times a common factor, at all integer points: for polynomials that is the identity."""
    statement = claim.statement
    names = variables(claim)
    known = [*names]
    exprs = atoms(names)
    factors: list[int] = []
    blocks: list[str] = []
    for j, definition in enumerate(statement["definitions"], 1):
        poly = scaled(definition, factors, len(names))
        says = term.docstring(f"{poly.scale} times definition {j - 1} of the claim.")
        blocks.append(f"{says}\ndef d{j} ({' '.join(names)} : Int) : Int := {spelled(poly, known)}")
        blocks.append(_expr(f"e{j}", expression(poly, exprs)))
        factors.append(poly.scale)
        known.append(f"d{j} {' '.join(names)}")
        exprs.append(f"e{j}")
    known = [name if name in names else f"({name})" for name in known]
    left, right = (scaled(statement[side], factors, len(names)) for side in ("left", "right"))
    common = math.lcm(left.scale, right.scale)
    left, right = (times(poly, common // poly.scale) for poly in (left, right))
    blocks += [_expr("left", expression(left, exprs)), _expr("right", expression(right, exprs))]
    says = term.docstring(f"{common} times both sides. Variables: {note(claim)}.")
    bound = " ".join(names)
    goal = f"{says}\ntheorem claim : ∀ {bound} : Int,\n    {spelled(left, known)} =\n    {spelled(right, known)} :="
    if evidence is None:
        return Body((*blocks, f"{goal} by\n  sorry"), ("Poly",), proof=False)
    blocks.append("theorem cert_ok : Certify.Poly.identity left right = true := by\n  decide +kernel")
    proof = f"fun {bound} => Certify.ring [{', '.join(names)}] left right cert_ok"
    return Body((*blocks, f"{goal}\n  {proof}"), ("Poly",))


# --- member -----------------------------------------------------------------------------------------------------------


def _member(claim: Claim, evidence: Value | None) -> Body:
    """p in the ideal over Q: a positive multiple of p is a combination with cofactors over Z."""
    names = variables(claim)
    exprs = atoms(names)
    generators = [scaled(g) for g in claim.statement["generators"]]
    poly = scaled(claim.statement["polynomial"])
    bound, point = " ".join(names), f"[{', '.join(names)}]"
    cofactors = [f"c{i}" for i in range(1, len(generators) + 1)]
    right = " + ".join(f"{c}.eval {point} * ({spelled(g, names)})" for c, g in zip(cofactors, generators, strict=True))
    says = term.docstring(
        f"k times the polynomial (times {poly.scale}) is a combination of the generators "
        f"(times {', '.join(str(g.scale) for g in generators)}). Variables: {note(claim)}."
    )
    goal = (
        f"{says}\ntheorem claim : ∃ (k : Int) ({' '.join(cofactors)} : Certify.Expr), 0 < k ∧ ∀ {bound} : Int,\n"
        f"    k * ({spelled(poly, names)}) =\n    {right} :="
    )
    if evidence is None:
        return Body((f"{goal} by\n  sorry",), ("Poly",), proof=False)
    given = [
        [(Fraction(c) * poly.scale / g.scale, tuple(map(tuple, powers))) for c, powers in value]
        for value, g in zip(evidence["cofactors"], generators, strict=True)
    ]
    k = math.lcm(*(c.denominator for terms in given for c, _ in terms))
    integral = [Poly(tuple((int(c * k), powers) for c, powers in terms), 1) for terms in given]
    blocks = [_expr(f"cofactor{i}", expression(c, exprs)) for i, c in enumerate(integral, 1)]
    blocks.append(_expr("left", f".mul (.num {k}) ({expression(poly, exprs)})"))
    total = ""
    for i, g in enumerate(generators, 1):
        product = f".mul cofactor{i} ({expression(g, exprs)})"
        total = f".add ({total}) ({product})" if total else product
    blocks.append(_expr("right", total))
    blocks.append("theorem cert_ok : Certify.Poly.identity left right = true := by\n  decide +kernel")
    witnesses = ", ".join([str(k), *(f"cofactor{i}" for i in range(1, len(integral) + 1))])
    proof = f"⟨{witnesses}, by decide, fun {bound} => Certify.ring {point} left right cert_ok⟩"
    return Body((*blocks, f"{goal}\n  {proof}"), ("Poly",))


# --- nonneg -----------------------------------------------------------------------------------------------------------

DENOMINATOR = "dense-denominator (docs/theorems/dense-denominator.md): a denominator that is not identically 0"
Weighted = tuple[Fraction, tuple[int, ...], Value]  # weight, indices of constraints, polynomial to be squared


@dataclass(frozen=True)
class Inequality:
    """p >= 0 (> 0) where every polynomial of `above` is >= 0 and every one of `zero` is 0; claim polynomials."""

    polynomial: Value
    strict: bool
    above: tuple[Value, ...] = ()
    zero: tuple[Value, ...] = ()


@dataclass(frozen=True)
class Combination:
    """p = slack + sum of weight * product of above * q^2 + sum of cofactor * zero."""

    slack: Fraction
    squares: tuple[Weighted, ...]
    multiples: tuple[tuple[int, Value], ...] = ()


def _nonneg(claim: Claim, evidence: Value | None) -> Body:
    statement = claim.statement
    constraints = statement["constraints"]
    above = tuple(c["polynomial"] for c in constraints if c["relation"] == ">=")
    zero = tuple(c["polynomial"] for c in constraints if c["relation"] == "=")
    goal = Inequality(statement["polynomial"], statement["relation"] == ">", above, zero)
    if evidence is not None and "denominator" in evidence:
        made = inequality(goal, None, variables(claim), note(claim))
        return replace(made, theorem=DENOMINATOR)
    return inequality(
        goal, None if evidence is None else _combination(constraints, evidence), variables(claim), note(claim)
    )


def _combination(constraints: Sequence[Value], evidence: Value) -> Combination:
    place: dict[int, int] = {}
    for relation in (">=", "="):
        own = [i for i, c in enumerate(constraints) if c["relation"] == relation]
        place |= {i: k for k, i in enumerate(own)}
    squares: list[Weighted] = []
    multiples: list[tuple[int, Value]] = []
    for entry in evidence["terms"]:
        if "equation" in entry:
            multiples.append((place[entry["equation"]], entry["cofactor"]))
        elif all(constraints[i]["relation"] == ">=" for i in entry["product"]):
            indices = tuple(place[i] for i in entry["product"])
            squares += [(Fraction(w), indices, q) for w, q in entry["squares"]]
        else:
            multiples.append(_vanishing(constraints, place, entry))
    return Combination(Fraction(evidence["slack"]), tuple(squares), tuple(multiples))


def _vanishing(constraints: Sequence[Value], place: dict[int, int], entry: Value) -> tuple[int, Value]:
    """A product with an equation in it is a multiple of that equation."""
    indices = list(entry["product"])
    zero = next(i for i in indices if constraints[i]["relation"] == "=")
    indices.remove(zero)
    cofactor = _sum([_product([[[w, []]], q, q]) for w, q in entry["squares"]])
    return place[zero], _product([cofactor, *(constraints[i]["polynomial"] for i in indices)])


def _product(parts: Sequence[Value]) -> Value:
    """A product of polynomials of a claim."""
    total: dict[Powers, Fraction] = {(): Fraction(1)}
    for part in parts:
        grown: dict[Powers, Fraction] = {}
        for powers, c in total.items():
            for text, more in part:
                key = dict(powers)
                for index, exponent in more:
                    key[index] = key.get(index, 0) + exponent
                place = tuple(sorted(key.items()))
                grown[place] = grown.get(place, Fraction(0)) + c * Fraction(text)
        total = grown
    return [[str(c), [list(power) for power in powers]] for powers, c in total.items() if c]


def _sum(parts: Sequence[Value]) -> Value:
    total: dict[Powers, Fraction] = {}
    for part in parts:
        for text, powers in part:
            key = tuple((index, exponent) for index, exponent in powers)
            total[key] = total.get(key, Fraction(0)) + Fraction(text)
    return [[str(c), [list(power) for power in powers]] for powers, c in total.items() if c]


def inequality(goal: Inequality, proof: Combination | None, names: Sequence[str], about: str) -> Body:
    """The inequality over every ordered commutative ring, the real numbers among them."""
    exprs = atoms(names)
    p = scaled(goal.polynomial)
    above = [scaled(g) for g in goal.above]
    zero = [scaled(h) for h in goal.zero]
    blocks = [
        _named(name, poly, names, exprs)
        for name, poly in [
            ("p", p),
            *((f"g{i}", g) for i, g in enumerate(above, 1)),
            *((f"h{i}", h) for i, h in enumerate(zero, 1)),
        ]
    ]
    point = f"[{', '.join(names)}]"
    hypotheses = [f"R.nonneg (R.eval {point} g{i})" for i in range(1, len(above) + 1)]
    hypotheses += [f"R.eval {point} h{i} = R.zero" for i in range(1, len(zero) + 1)]
    word = "R.Pos" if goal.strict else "R.nonneg"
    conclusion = f"{word} (R.eval {point} p)"
    says = term.docstring(f"In every ordered commutative ring, the real numbers among them. Variables: {about}.")
    arrow = "".join(f"\n    {hypothesis} →" for hypothesis in hypotheses)
    bound = f"∀ (R : Certify.OrderedRing) ({' '.join(names)} : R.carrier),"
    text = f"{says}\ntheorem claim : {bound}{arrow}\n    {conclusion} :="
    if proof is None:
        return Body((*blocks, f"{text} by\n  sorry"), ("Ring",), proof=False)
    slack, factor, summands = _summands(proof, p, above, zero, exprs)
    lists = [
        term.items([f"{letter}{i}" for i in range(1, count + 1)])
        for letter, count in (("g", len(above)), ("h", len(zero)))
    ]
    blocks.append(f"noncomputable def summands : List Certify.Summand := {term.items(summands)}")
    strict = "true" if goal.strict else "false"
    check = f"Certify.Positivity.check {strict} {lists[0]} {lists[1]} p {factor - 1} {slack} summands"
    blocks.append(f"theorem cert_ok : {check} = true := by\n  decide +kernel")
    a = [f"a{i}" for i in range(1, len(above) + 1)]
    b = [f"b{i}" for i in range(1, len(zero) + 1)]
    sound = "Certify.Positivity.pos_sound" if goal.strict else "Certify.Positivity.nonneg_sound"
    given = f"⟨{_all(a)}, {_all(b)}⟩"
    return Body(
        (*blocks, f"{text}\n  fun R {' '.join([*names, *a, *b])} => {sound} cert_ok R {point} {given}"), ("Ring",)
    )


def _named(name: str, poly: Poly, names: Sequence[str], exprs: Sequence[str]) -> str:
    says = term.docstring(f"{spelled(poly, names)}; {poly.scale} times the polynomial of the claim.")
    return f"{says}\n{_expr(name, expression(poly, exprs))}"


def _all(names: Sequence[str]) -> str:
    text = "Certify.all_nil"
    for name in reversed(names):
        text = f"(Certify.all_cons {name} {text})"
    return text


def _summands(
    proof: Combination, p: Poly, above: Sequence[Poly], zero: Sequence[Poly], exprs: Sequence[str]
) -> tuple[int, int, list[str]]:
    """slack, D and the summands of D P = slack + sum, all over integers."""
    squares = []
    for weight, indices, q in proof.squares:
        root = scaled(q)
        below = math.prod(above[i].scale for i in indices) * root.scale**2
        squares.append((weight * p.scale / below, indices, root))
    multiples = []
    for i, cofactor in proof.multiples:
        terms = [(Fraction(c) * p.scale / zero[i].scale, tuple((j, e) for j, e in powers)) for c, powers in cofactor]
        multiples.append((i, terms))
    slack = proof.slack * p.scale
    rationals = [slack, *(w for w, _, _ in squares), *(c for _, terms in multiples for c, _ in terms)]
    factor = math.lcm(*(x.denominator for x in rationals))
    made = [
        f".square {term.atom(int(w * factor))} {term.items([str(i) for i in indices])} ({expression(root, exprs)})"
        for w, indices, root in squares
    ]
    for i, terms in multiples:
        cofactor = Poly(tuple((int(c * factor), powers) for c, powers in terms), 1)
        made.append(f".multiple {i} ({expression(cofactor, exprs)})")
    return int(slack * factor), factor, made


# --- Mathlib ----------------------------------------------------------------------------------------------------------


def _rational(value: Value, names: Sequence[str]) -> str:
    def power(index: int, exponent: int) -> str:
        return names[index] if exponent == 1 else f"{names[index]} ^ {exponent}"

    parts = [" * ".join([term.rational(Fraction(c)), *(power(i, e) for i, e in powers)]) for c, powers in value]
    return " + ".join(parts) or "0"


def mathlib(claim: Claim, evidence: Value | None) -> Body:
    """Over ℝ: identities by `ring`, members by `linear_combination` with the cofactors."""
    names = variables(claim)
    statement = claim.statement
    bound = " ".join(names)
    if claim.kind == "polynomial/identity":
        known = [*names]
        blocks = []
        for j, definition in enumerate(statement["definitions"], 1):
            blocks.append(f"def d{j} ({bound} : ℚ) : ℚ := {_rational(definition, known)}")
            known.append(f"(d{j} {bound})")
        left, right = (_rational(statement[side], known) for side in ("left", "right"))
        unfold = "".join(f", d{j}" for j in range(len(blocks), 0, -1)).lstrip(", ")
        proof = f"  simp only [{unfold}]\n  ring" if blocks else "  ring"
        text = f"theorem claim ({bound} : ℚ) :\n    {left} =\n    {right} := by\n{proof}"
        return Body((*blocks, text), notes=(note(claim),))
    if claim.kind == "polynomial/nonneg":
        return _nonneg_over_reals(claim, names)
    if claim.kind == "polynomial/box":
        return _box_over_reals(claim, names)
    generators = " ".join(f"(h{i} : {_rational(g, names)} = 0)" for i, g in enumerate(statement["generators"], 1))
    text = f"theorem claim ({bound} : ℝ) {generators} :\n    {_rational(statement['polynomial'], names)} = 0 := by\n"
    says = (
        "This says less than membership: the polynomial vanishes where the generators do; the cofactors are membership."
    )
    if evidence is None:
        return Body((f"{text}  sorry",), proof=False, notes=(note(claim), says))
    combination = " + ".join(f"({_rational(c, names)}) * h{i}" for i, c in enumerate(evidence["cofactors"], 1))
    return Body((f"{text}  linear_combination {combination}",), notes=(note(claim), says))


def _nonneg_over_reals(claim: Claim, names: Sequence[str]) -> Body:
    """Left to nlinarith or to the core flavour, which proves it in every ordered commutative ring."""
    statement = claim.statement
    signs = {">=": "0 ≤ {}", "=": "{} = 0", ">": "0 < {}"}
    hypotheses = " ".join(
        f"(h{i} : {signs[c['relation']].format(_rational(c['polynomial'], names))})"
        for i, c in enumerate(statement["constraints"], 1)
    )
    goal = signs[statement["relation"]].format(_rational(statement["polynomial"], names))
    text = f"theorem claim ({' '.join(names)} : ℝ) {hypotheses} :\n    {goal} := by\n  sorry"
    theorem = "the core flavour of this export proves the same in every ordered commutative ring"
    return Body((text,), proof=False, theorem=theorem, notes=(note(claim),))


def _box_over_reals(claim: Claim, names: Sequence[str]) -> Body:
    statement = claim.statement
    sides = " ".join(
        f"(h{i} : {name} ∈ Set.Icc ({term.rational(Fraction(low))} : ℝ) ({term.rational(Fraction(high))}))"
        for i, (name, (low, high)) in enumerate(zip(names, statement["box"], strict=True), 1)
    )
    value = _rational(statement["polynomial"], names)
    bounds = [f"{term.rational(Fraction(statement['lower']))} ≤ {value}"] if statement["lower"] is not None else []
    bounds += [f"{value} ≤ {term.rational(Fraction(statement['upper']))}"] if statement["upper"] is not None else []
    text = f"theorem claim ({' '.join(names)} : ℝ) {sides} :\n    {term.conjunction(bounds)} := by\n  sorry"
    return Body(
        (text,), proof=False, theorem="bernstein-range (docs/theorems/bernstein-range.md)", notes=(note(claim),)
    )
