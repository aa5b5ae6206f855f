"""Conjunctions of facts refuted: the `steps` of a lemma, found with exact arithmetic.

A branch is a list of facts (certify.kernel.smt.Fact); refuting it gives one or more lemmas: the facts used, literals of
atoms that it split on, and sums whose last is false. Linear: Farkas multipliers, monomials taken as variables.
Integers: Gomory cuts from the rows that a vertex makes tight, then branching. Polynomials: products and squares, in
`smt.products`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from certify.contract import Deadline
from certify.kernel.multi import Monomial, Poly
from certify.kernel.smt import Fact, strongest
from exact.linear import Infeasible, OutOfTime, Row, decide

Sum = dict[str, Any]
NewAtom = Callable[[Poly, str], int]  # the literal of an atom p REL 0, a new one if need be

MAX_CUTS = 24
MAX_BITS = 256  # of a coefficient of a cut


@dataclass(frozen=True)
class Known:
    """A fact of a branch and where it is from: a premise (its key), or a sum of earlier ones (indices)."""

    fact: Fact
    key: Any = None
    step: Sum | None = None


@dataclass
class Lemma:
    """Premises by key, in the order in which the sums count them; the sums."""

    keys: list[Any]
    steps: list[Sum] = field(default_factory=list)


class NoRefutation(Exception):
    """The branch was not refuted: a point satisfies it as far as was looked, or effort or time ran out."""


def rows_of(facts: Sequence[Fact]) -> tuple[list[Row], list[Monomial]]:
    """Facts as rows over their monomials: sum c m + c0 >= 0 is sum (-c) m <= c0."""
    monomials = sorted({m for fact in facts for m in fact.poly.terms if m})
    relation = {">=": "<=", ">": "<", "=": "="}
    rows = []
    for fact in facts:
        terms = fact.poly.terms
        rows.append(
            Row(
                tuple(Fraction(-terms.get(m, 0)) for m in monomials),
                relation[fact.relation],
                Fraction(terms.get((), 0)),
            )
        )
    return rows, monomials


def is_false(fact: Fact) -> bool:
    """A constant fact that does not hold."""
    if any(fact.poly.terms.keys() - {()}):
        return False
    value = fact.poly.terms.get((), 0)
    return {">=": value < 0, ">": value <= 0, "=": value != 0}[fact.relation]


def linear_step(multipliers: Sequence[Fraction]) -> Sum:
    return {"linear": [[i, str(y)] for i, y in enumerate(multipliers) if y]}


def lemma_of(known: Sequence[Known], last: int | Sum) -> Lemma:
    """The lemma whose last fact is false: number `last` of the branch, or the sum `last` over it."""
    final = _references(last) if isinstance(last, dict) else [last]
    needed: set[int] = set()
    open_facts = list(final)
    while open_facts:
        i = open_facts.pop()
        if i not in needed:
            needed.add(i)
            step = known[i].step
            if step is not None:
                open_facts += _references(step)
    premises = [i for i in sorted(needed) if known[i].step is None]
    sums = [i for i in sorted(needed) if known[i].step is not None]
    place = {i: k for k, i in enumerate([*premises, *sums])}
    steps = [_renumbered(known[i].step or {}, place) for i in sums]
    if isinstance(last, dict):
        steps.append(_renumbered(last, place))
    elif not steps or sums[-1] != last:
        steps.append({"linear": [[place[last], "1"]]})
    return Lemma([known[i].key for i in premises], steps)


def _references(step: Sum) -> list[int]:
    found = [i for i, _ in step.get("linear", [])] + [i for i, _ in step.get("equations", [])]
    return found + [i for entry in step.get("products", []) for i in entry["facts"]]


def _renumbered(step: Sum, place: dict[int, int]) -> Sum:
    fresh: Sum = {}
    if "linear" in step:
        fresh["linear"] = [[place[i], y] for i, y in step["linear"]]
    if "products" in step:
        fresh["products"] = [{**entry, "facts": [place[i] for i in entry["facts"]]} for entry in step["products"]]
    if "equations" in step:
        fresh["equations"] = [[place[i], c] for i, c in step["equations"]]
    return fresh


class Refuter:
    """Refutes branches, splitting on atoms that `new_atom` names."""

    def __init__(self, sorts: list[str], new_atom: NewAtom, deadline: Deadline, nodes: int = 400) -> None:
        self.sorts = sorts
        self.new_atom = new_atom
        self.deadline = deadline
        self.nodes = nodes

    def refute(self, known: list[Known]) -> list[Lemma]:
        """Lemmas that together refute the facts. Raises NoRefutation."""
        for i, entry in enumerate(known):
            if is_false(entry.fact):
                return [lemma_of(known, i)]
        if any(len(m) > 1 for entry in known for m in entry.fact.poly.terms):
            from smt.products import refute_polynomial

            return refute_polynomial(self, known)
        lemmas: list[Lemma] = []
        budget = [self.nodes]
        self._branch(known, lemmas, budget, 0)
        return lemmas

    def _branch(self, known: list[Known], lemmas: list[Lemma], budget: list[int], depth: int) -> None:
        """Add lemmas that refute this branch: linear, by a cut, or by its two halves."""
        known = list(known)
        cuts = MAX_CUTS if depth == 0 else 4
        while True:
            budget[0] -= 1
            if budget[0] < 0 or depth > 200:
                raise NoRefutation("the search for integer branches became too large")
            rows, monomials = rows_of([entry.fact for entry in known])
            try:
                answer = decide(rows, self.deadline)
            except OutOfTime:
                raise NoRefutation("the time ran out") from None
            if isinstance(answer, Infeasible):
                lemmas.append(lemma_of(known, linear_step(answer.multipliers)))
                return
            point = answer.point
            loose = [j for j, x in enumerate(point) if x.denominator != 1 and self._whole(monomials[j])]
            if not loose:
                raise NoRefutation("a point satisfies the branch")
            if cuts:
                cuts -= 1
                cut = self._cut(known, rows, monomials, point)
                if cut is not None:
                    known.append(cut)
                    if is_false(cut.fact):
                        lemmas.append(lemma_of(known, len(known) - 1))
                        return
                    continue
            break
        variable = min(loose, key=lambda j: (abs(point[j] - math.floor(point[j]) - Fraction(1, 2)), j))
        above = math.floor(point[variable]) + 1
        terms = {monomials[variable]: 1} | ({(): -above} if above else {})
        literal = self.new_atom(Poly(terms, 1), ">=")
        for side in (-literal, literal):
            self._branch([*known, Known(self._atom(terms, side > 0), side)], lemmas, budget, depth + 1)

    def _atom(self, terms: dict[Monomial, int], holds: bool) -> Fact:
        """p >= 0 or its negation -p > 0."""
        if holds:
            return strongest(Poly(terms, 1), ">=", self.sorts)
        return strongest(Poly({m: -c for m, c in terms.items()}, 1), ">", self.sorts)

    def _whole(self, monomial: Monomial) -> bool:
        return all(self.sorts[v] == "Int" for v in monomial)

    def _cut(
        self, known: list[Known], rows: list[Row], monomials: list[Monomial], point: list[Fraction]
    ) -> Known | None:
        """A Chvatal-Gomory cut that the point violates: rows tight there, combined to integer coefficients."""
        tight = [
            i
            for i, row in enumerate(rows)
            if row.relation != "<"
            and all(self._whole(monomials[j]) for j, a in enumerate(row.coefficients) if a)
            and sum((a * x for a, x in zip(row.coefficients, point, strict=True) if a), Fraction(0)) == row.bound
        ]
        for weights in _fractional(rows, tight):
            step: Sum = {"linear": []}
            for i, weight in zip(tight, weights, strict=True):
                y = weight if rows[i].relation == "=" else weight - math.floor(weight)
                if y:
                    step["linear"].append([i, str(y)])
            if not step["linear"]:
                continue
            fact = combination([entry.fact for entry in known], step, self.sorts)
            bits = max(abs(c).bit_length() for c in fact.poly.terms.values()) if fact.poly.terms else 0
            if bits <= MAX_BITS and (is_false(fact) or not _holds_at(fact, monomials, point)):
                return Known(fact, step=step)
        return None


def combination(facts: Sequence[Fact], step: Sum, sorts: list[str]) -> Fact:
    """What a linear sum gives."""
    terms: dict[Monomial, Fraction] = {}
    relations = set()
    for i, weight in step["linear"]:
        relations.add(facts[i].relation)
        for m, c in facts[i].poly.terms.items():
            terms[m] = terms.get(m, Fraction(0)) + Fraction(weight) * c
    common = math.lcm(*(c.denominator for c in terms.values()))
    numbers = {m: int(c * common) for m, c in terms.items() if c}
    relation = ">" if ">" in relations else ">=" if ">=" in relations else "="
    return strongest(Poly(numbers, 1), relation, sorts)


def _holds_at(fact: Fact, monomials: list[Monomial], point: list[Fraction]) -> bool:
    values = dict(zip(monomials, point, strict=True))
    value = sum((c * (values[m] if m else 1) for m, c in fact.poly.terms.items()), Fraction(0))
    return {">=": value >= 0, ">": value > 0, "=": value == 0}[fact.relation]


def _fractional(rows: list[Row], tight: list[int]) -> list[list[Fraction]]:
    """Weights of the tight rows that give integer coefficients and a bound that is no integer.

    With R independent tight rows A x = b and V A' = (H' 0)' in Hermite form, A = H (I 0) V^-T, so the rows of H^-1
    combine A to integer rows; where H^-1 b is not an integer the tight rows have no integer point.
    """
    from flint import fmpq, fmpq_mat, fmpz_mat

    chosen: list[int] = []
    independent: list[list[Fraction]] = []
    for k, i in enumerate(tight):
        if _extends(independent, list(rows[i].coefficients)):
            chosen.append(k)
    if not chosen:
        return []
    width = len(rows[0].coefficients)
    transposed = fmpz_mat([[int(rows[tight[k]].coefficients[j]) for k in chosen] for j in range(width)])
    form = transposed.hnf()
    size = len(chosen)
    inverse = fmpq_mat(fmpz_mat([[int(form[j, k]) for j in range(size)] for k in range(size)])).inv()
    found = []
    for r in range(size):
        weights = [inverse[r, k] for k in range(size)]
        bound = sum((w * int(rows[tight[chosen[k]]].bound) for k, w in enumerate(weights)), fmpq(0))
        if bound.q != 1:
            full = [Fraction(0)] * len(tight)
            for k, w in zip(chosen, weights, strict=True):
                full[k] = Fraction(int(w.p), int(w.q))
            found.append(full)
    return found[:4]


def _extends(echelon: list[list[Fraction]], row: list[Fraction]) -> bool:
    """Whether the row is independent of those in echelon form; if so it is added there."""
    for other in echelon:
        lead = next(j for j, x in enumerate(other) if x)
        if row[lead]:
            factor = row[lead] / other[lead]
            row = [x - factor * y for x, y in zip(row, other, strict=True)]
    if any(row):
        echelon.append(row)
        return True
    return False
