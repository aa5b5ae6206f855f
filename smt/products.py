"""Conjunctions of polynomial facts refuted: products of facts and squares, by a linear program, an SDP, then by splits.

The linear program takes monomials as variables and knows, besides the facts, their products in pairs, equations times
monomials, and squares of simple polynomials; Farkas multipliers of it are the weights of one sum. Where it has a
point, an SDP looks for squares with the facts as multipliers that add to -1. Where both fail the branch is split on the
sign of a variable, then by halving.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.contract import MissingExtra
from certify.kernel.multi import Monomial, Poly
from certify.kernel.smt import Fact, strongest
from exact.linear import Infeasible, OutOfTime, Row, decide
from smt.sos import Solution, Terms, blocks_of, degree, solve, spelled, times
from smt.theory import Known, Lemma, NoRefutation, Refuter, Sum, lemma_of

MAX_DEPTH = 12
MAX_LEAVES = 64
MAX_ROWS = 700


@dataclass(frozen=True)
class Line:
    """A polynomial that is REL 0 in the branch, and how its weight enters a sum."""

    terms: Terms
    relation: str
    enter: Callable[[Sum, Fraction], None]


def refute_polynomial(refuter: Refuter, known: list[Known]) -> list[Lemma]:
    """Lemmas that together refute the facts. Raises NoRefutation."""
    lemmas: list[Lemma] = []
    variables = sorted({v for entry in known for m in entry.fact.poly.terms for v in m})
    _branch(refuter, known, variables, lemmas, 0)
    return lemmas


def _branch(refuter: Refuter, known: list[Known], variables: list[int], lemmas: list[Lemma], depth: int) -> None:
    if refuter.deadline.passed:
        raise NoRefutation("the time ran out")
    found = _by_products(refuter, known, variables, 0)
    if found is None and len(variables) <= 3 and len(known) <= 12:
        found = _by_products(refuter, known, variables, 2)
    if found is None and depth < 3:
        found = _by_squares(refuter, known, variables)
    if found is not None:
        lemmas.append(lemma_of(known, found))
        return
    split = _split(known, variables, depth)
    if depth >= MAX_DEPTH or len(lemmas) >= MAX_LEAVES or split is None:
        raise NoRefutation("no products, squares or splits up to the degrees tried refute a branch of polynomial facts")
    variable, value = split
    terms: dict[Monomial, int] = {(variable,): value.denominator}
    if value:
        terms[()] = -value.numerator
    literal = refuter.new_atom(Poly(terms, 1), ">=")
    for holds in (False, True):
        poly = Poly(terms if holds else {m: -c for m, c in terms.items()}, 1)
        fact = strongest(poly, ">=" if holds else ">", refuter.sorts)
        _branch(refuter, [*known, Known(fact, literal if holds else -literal)], variables, lemmas, depth + 1)


def _split(known: list[Known], variables: list[int], depth: int) -> tuple[int, Fraction] | None:
    """A variable and where to split it: at 0 if its sign is open, else in the middle of its bounds."""
    nonlinear = [v for v in variables if any(v in m and len(m) > 1 for e in known for m in e.fact.poly.terms)]
    widest: tuple[Fraction, int, Fraction] | None = None
    for v in nonlinear:
        low, high = _bounds(known, v)
        if (low is None or low < 0) and (high is None or high > 0):
            return v, Fraction(0)
        middle = _middle(low, high)
        width = Fraction(10**6) if low is None or high is None else high - low
        if width and (widest is None or width > widest[0]):
            widest = (width, v, middle)
    return None if widest is None else widest[1:]


def _middle(low: Fraction | None, high: Fraction | None) -> Fraction:
    if low is not None and high is not None:
        return (low + high) / 2
    if low is not None:
        return max(2 * low, Fraction(1))
    return min(2 * (high or Fraction(0)), Fraction(-1))


def _bounds(known: list[Known], variable: int) -> tuple[Fraction | None, Fraction | None]:
    """What the linear facts in one variable say of it."""
    low: Fraction | None = None
    high: Fraction | None = None
    for entry in known:
        terms = entry.fact.poly.terms
        if set(terms) - {()} != {(variable,)}:
            continue
        bound = Fraction(-terms.get((), 0), terms[(variable,)])
        if terms[(variable,)] > 0 or entry.fact.relation == "=":
            low = bound if low is None else max(low, bound)
        if terms[(variable,)] < 0 or entry.fact.relation == "=":
            high = bound if high is None else min(high, bound)
    return low, high


# --- the linear program -----------------------------------------------------------------------------------------------


def _by_products(refuter: Refuter, known: list[Known], variables: list[int], more: int) -> Sum | None:
    """Farkas multipliers over the facts and what follows from them up to their degree and `more`."""
    lines = _lines([entry.fact for entry in known], variables, more)
    monomials = sorted({m for line in lines for m in line.terms if m})
    relation = {">=": "<=", ">": "<", "=": "="}
    rows = [
        Row(
            tuple(-line.terms.get(m, Fraction(0)) for m in monomials),
            relation[line.relation],
            line.terms.get((), Fraction(0)),
        )
        for line in lines
    ]
    try:
        answer = decide(rows, refuter.deadline)
    except OutOfTime:
        raise NoRefutation("the time ran out") from None
    if not isinstance(answer, Infeasible):
        return None
    total: Sum = {}
    for line, weight in zip(lines, answer.multipliers, strict=True):
        if weight:
            line.enter(total, weight)
    return total


def _lines(facts: Sequence[Fact], variables: list[int], more: int) -> list[Line]:
    """The facts, and what follows from them by a product or a square."""
    plain = [({m: Fraction(c) for m, c in fact.poly.terms.items()}, fact.relation) for fact in facts]
    bound = max(2, *(degree(terms) for terms, _ in plain))
    bound += bound % 2 + more
    seen = {m for terms, _ in plain for m in terms}
    lines = [Line(terms, relation, _linear(i)) for i, (terms, relation) in enumerate(plain)]
    inequalities = [i for i, (_, relation) in enumerate(plain) if relation != "="]
    for a, i in enumerate(inequalities):
        for j in inequalities[: a + 1]:
            product = times(plain[i][0], plain[j][0])
            if degree(product) <= bound and len(lines) < MAX_ROWS:
                strict = plain[i][1] == plain[j][1] == ">"
                lines.append(Line(product, ">" if strict else ">=", _product([i, j], {(): Fraction(1)})))
    for i, (terms, relation) in enumerate(plain):
        if relation == "=":
            quotients = {q for m in seen for n in terms if (q := _quotient(m, n))}
            for monomial in sorted(quotients | {(v,) for v in variables}, key=lambda m: (len(m), m)):
                product = times(terms, {monomial: Fraction(1)})
                if degree(product) <= bound and len(lines) < MAX_ROWS:
                    lines.append(Line(product, "=", _equation(i, monomial)))
    for root in _roots({m for line in lines for m in line.terms}, variables, bound):
        if len(lines) < MAX_ROWS:
            lines.append(Line(times(root, root), ">=", _product([], root)))
    return lines


def _quotient(monomial: Monomial, by: Monomial) -> Monomial | None:
    """monomial / by, None where that is no monomial."""
    rest = list(monomial)
    for variable in by:
        if variable not in rest:
            return None
        rest.remove(variable)
    return tuple(rest)


def _roots(seen: set[Monomial], variables: list[int], bound: int) -> list[Terms]:
    """Polynomials whose squares are worth having: monomials, sums and differences of two."""
    half = [m for m in sorted(seen) if 2 * len(m) <= bound and m] or [(v,) for v in variables]
    half = sorted(set(half) | {(v,) for v in variables}, key=lambda m: (len(m), m))[:14]
    roots: list[Terms] = [{m: Fraction(1)} for m in half]
    for i, m in enumerate(half):
        for n in [(), *half[:i]]:
            if tuple(sorted(m + n)) in seen:
                roots += [{m: Fraction(1), n: Fraction(1)}, {m: Fraction(1), n: Fraction(-1)}]
    return roots


def _linear(i: int) -> Callable[[Sum, Fraction], None]:
    return lambda total, weight: total.setdefault("linear", []).append([i, str(weight)])


def _product(facts: list[int], root: Terms) -> Callable[[Sum, Fraction], None]:
    def enter(total: Sum, weight: Fraction) -> None:
        total.setdefault("products", []).append({"facts": facts, "squares": [[str(weight), spelled(root)]]})

    return enter


def _equation(i: int, monomial: Monomial) -> Callable[[Sum, Fraction], None]:
    return lambda total, weight: total.setdefault("equations", []).append([i, spelled({monomial: weight})])


# --- the SDP ----------------------------------------------------------------------------------------------------------


def _by_squares(refuter: Refuter, known: list[Known], variables: list[int]) -> Sum | None:
    """-1 = s + sum of products times squares + equations times cofactors, s >= 0."""
    factors = [{m: Fraction(c) for m, c in entry.fact.poly.terms.items()} for entry in known]
    equations = [entry.fact.relation == "=" for entry in known]
    highest = max(2, *(degree(g) for g in factors))
    if len(variables) > 8 or len(known) > 24:
        return None
    for bound, pairs in ((highest + highest % 2, False), (highest + highest % 2, True)):
        blocks, free = blocks_of(factors, equations, variables, bound, pairs)
        if sum(len(b.basis) ** 2 for b in blocks) > 6000:
            return None
        try:
            solution = solve({(): Fraction(-1)}, blocks, free, 0, refuter.deadline)
        except MissingExtra:
            return None
        if solution is not None:
            return _sum_of(solution)
    return None


def _sum_of(solution: Solution) -> Sum:
    total: dict[str, Any] = {}
    for place, squares in solution.squares:
        if squares:
            entry = {"facts": list(place), "squares": [[str(w), spelled(q)] for w, q in squares]}
            total.setdefault("products", []).append(entry)
    for place, cofactor in solution.cofactors:
        if cofactor:
            total.setdefault("equations", []).append([place, spelled(cofactor)])
    return total
