"""Quantifier-free constraints without a model: `smt/unsat`.

Statement: certify.kernel.terms; no assignment of {false, true}, Z and R to the variables satisfies every assertion.

Evidence, streamed: clauses that hold in every model, until the empty one. Literal i+1 says that Boolean term i is true;
the clauses that define the terms, and the assertions, have the numbers 1..m (terms.definitions). A step is an object
with one key:
  - `{"atom": {"polynomial": p, "relation": ">=" | ">"}}`: the next literal says p REL 0; its negation says the
    opposite. This is how a proof splits on signs and on integers: x - k >= 0 or else -x + k - 1 >= 0. Variables of p
    are indices of numeric variables, numeric ite nodes and div nodes;
  - `{"lemma": {"premises": [l, ..], "sides": [[i, word], ..], "steps": [sum, ..]}}`: the facts of the premises
    (literals of comparisons and atoms) and sides, numbered from 0, then those of the steps. The last fact is false, so
    the clause of the negated premises holds and takes the next number. A side [i, "then"] (["else"]) of an ite node
    says i = a (i = b) and adds its condition to the premises; [i, "low"] and [i, "high"] of div nodes say a - d i >= 0
    and a - d i < |d|;
  - `{"add": [literals, hints, ..]}` (certify.kernel.clauses): clauses by unit propagation: splits, shared subtrees;
  - `{"drop": [number, ..]}`.

A fact is p >= 0, p > 0 or p = 0, with integer coefficients. Facts are kept as strong as they are: divided by the common
divisor of their coefficients, and where every variable is an Int by that of the nonconstant ones, with the constant
rounded and > made >= (Chvatal-Gomory). A sum of a step is an object with one or more of

    "linear": [[f, "y"], ..]                 y times fact f, y > 0 unless f is an equation
    "products": [{"facts": [f, ..], "squares": [["w", q], ..]}, ..]      the product of facts times sum w q^2, w > 0
    "equations": [[f, c], ..]                polynomial c times equation f

and is an equation if only equations enter, strict if something strict does, as every model satisfies it so.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from certify.kernel import terms
from certify.kernel.clauses import Clauses
from certify.kernel.envelope import Stream
from certify.kernel.multi import MAX_DEGREE, ONE, Part, Poly, Work, product, read_poly, total, weighted_squares
from certify.kernel.rational import brief, ratio
from certify.kernel.reject import limit, malformed, refused
from certify.kernel.rule import Attachments, Rule
from certify.kernel.terms import BOOL, INT, Problem
from certify.kernel.text import Value, array, array_of, choice, integer, record

MAX_ATOMS = 1 << 20


@dataclass(frozen=True)
class Fact:
    """poly REL 0 with REL one of >=, >, =; poly has denominator 1 and coprime coefficients."""

    poly: Poly
    relation: str


def strongest(poly: Poly, relation: str, sorts: list[str]) -> Fact:
    """The fact poly REL 0, divided by its content; rounded where every variable is an Int."""
    body = [c for m, c in poly.terms.items() if m]
    rest = poly.terms.get((), 0)
    if not body:
        return Fact(Poly({(): rest // abs(rest)} if rest else {}), relation)
    whole = all(sorts[variable] == INT for monomial in poly.terms for variable in monomial)
    content = math.gcd(*body)
    if not whole:
        content = math.gcd(content, rest)
        return Fact(Poly({m: c // content for m, c in poly.terms.items()}), relation)
    if relation == "=" and rest % content:
        return Fact(ONE, relation)  # the content divides every term but the constant: 1 = 0
    # sum + rest/content > 0 over the integers: sum >= floor(-rest/content) + 1
    rest = -(-rest // content) - 1 if relation == ">" else rest // content
    divided = {m: c // content for m, c in poly.terms.items() if m}
    if rest:
        divided[()] = rest
    return Fact(Poly(divided), "=" if relation == "=" else ">=")


def opposite(fact: Fact) -> Fact:
    """What holds where an inequality does not (not yet as strong as it is)."""
    poly = Poly({m: -c for m, c in fact.poly.terms.items()})
    return Fact(poly, ">" if fact.relation == ">=" else ">=")


class Facts:
    """The facts that literals stand for."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.work = Work()
        self.polynomials = terms.polynomials(problem)
        self.allowed = {i for i in self.polynomials if problem.operators[i] in ("var", "ite", "div")}
        self.known: dict[int, Fact] = {}
        self._comparisons()

    def _comparisons(self) -> None:
        """The literals of <=, < and numeric = nodes, and the two strict ones of every numeric =."""
        problem = self.problem
        for index, operator in enumerate(problem.operators):
            if operator in ("<=", "<"):
                relation = ">=" if operator == "<=" else ">"
                self.put(index + 1, self._difference(index, 1), relation)
        for j, index in enumerate(terms.equations(problem)):
            self.known[index + 1] = strongest(self._difference(index, 1), "=", problem.sorts)
            for side, sign in enumerate((1, -1)):
                self.put(len(problem.operators) + 1 + 2 * j + side, self._difference(index, sign), ">")

    def _difference(self, index: int, sign: int) -> Poly:
        """sign times (second argument minus first)."""
        left, right = (self.polynomials[a] for a in self.problem.arguments[index])
        where = f"/statement/nodes/{index - self.problem.variables}"
        return total([(sign, 1, right), (-sign, 1, left)], self.work, where)

    def put(self, literal: int, poly: Poly, relation: str) -> None:
        """Literal says poly REL 0, its negation the opposite."""
        fact = Fact(Poly(poly.terms), relation)
        self.known[literal] = strongest(fact.poly, relation, self.problem.sorts)
        contrary = opposite(fact)
        self.known[-literal] = strongest(contrary.poly, contrary.relation, self.problem.sorts)

    def side(self, value: Value, where: str) -> tuple[Fact, int | None]:
        """The fact that an ite or div node brings, and the literal it depends on."""
        node, word = array_of(value, where, 2)
        problem = self.problem
        index = integer(node, f"{where}/0", 0, len(problem.operators) - 1)
        word = choice(word, f"{where}/1", ("then", "else", "low", "high"))
        operator = "ite" if word in ("then", "else") else "div"
        if problem.operators[index] != operator or problem.sorts[index] == BOOL:
            detail = (
                f"term {index} is {problem.operators[index]} of {problem.sorts[index]}, needed a numeric {operator}"
            )
            raise refused(where, "no-such-side", detail)
        me, arguments = self.polynomials[index], problem.arguments[index]
        if operator == "ite":
            chosen = self.polynomials[arguments[1 if word == "then" else 2]]
            poly = total([(1, 1, me), (-1, 1, chosen)], self.work, where)
            condition = arguments[0] + 1
            return strongest(poly, "=", problem.sorts), condition if word == "then" else -condition
        divisor = problem.constants[index][0]
        remainder = total([(1, 1, self.polynomials[arguments[0]]), (-divisor, 1, me)], self.work, where)
        if word == "low":
            return strongest(remainder, ">=", problem.sorts), None
        gap = total([(-1, 1, remainder), (abs(divisor), 1, ONE)], self.work, where)
        return strongest(gap, ">", problem.sorts), None


def _check_unsat(problem: Problem, stream: Stream, _: Attachments) -> None:
    facts = Facts(problem)
    clauses = Clauses(len(problem.operators) + 2 * len(terms.equations(problem)))
    for clause in terms.definitions(problem):
        clauses.add(clause)
    for where, step in stream.steps:
        if type(step) is not dict or len(step) != 1:
            raise malformed(where, "not-a-step", "expected an object with one of atom, lemma, add, drop")
        if "add" in step:
            if clauses.derive(step["add"], f"{where}/add"):
                return
        elif "lemma" in step:
            clause = _lemma(facts, step["lemma"], f"{where}/lemma")
            clauses.add(clause)
            if not clause:
                return
        elif "drop" in step:
            clauses.drop(step["drop"], f"{where}/drop")
        else:
            _atom(facts, clauses, record(step, where, ("atom",))["atom"], f"{where}/atom")
    raise refused("", "no-empty-clause", f"{clauses.last} clauses and the empty one is not among them")


def _atom(facts: Facts, clauses: Clauses, value: Value, where: str) -> None:
    fields = record(value, where, ("polynomial", "relation"))
    poly = _read(facts, fields["polynomial"], f"{where}/polynomial")
    relation = choice(fields["relation"], f"{where}/relation", (">=", ">"))
    if clauses.literals.variables > MAX_ATOMS:
        raise limit(where, "too-many", f"more than {MAX_ATOMS} literals")
    facts.put(clauses.new_variable(), poly, relation)


def _read(facts: Facts, value: Value, where: str) -> Poly:
    """A polynomial over numeric variables, ite and div nodes."""
    poly = read_poly(value, where, len(facts.problem.operators))
    for monomial in poly.terms:
        for variable in monomial:
            if variable not in facts.allowed:
                found = f"{facts.problem.operators[variable]} of {facts.problem.sorts[variable]}"
                detail = f"term {variable} is {found}; needed a numeric variable, ite or div"
                raise malformed(where, "not-a-variable", detail)
    return poly


def _lemma(facts: Facts, value: Value, where: str) -> list[int]:
    """The clause of the negated premises, whose facts contradict one another."""
    fields = record(value, where, ("premises", "sides", "steps"))
    known: list[Fact] = []
    clause: dict[int, None] = {}
    for i, literal in enumerate(array(fields["premises"], f"{where}/premises")):
        fact = facts.known.get(integer(literal, f"{where}/premises/{i}"))
        if fact is None:
            detail = f"literal {literal} is no comparison; a disequality holds by one of its strict atoms"
            raise refused(f"{where}/premises/{i}", "not-a-fact", detail)
        known.append(fact)
        clause[-literal] = None
    for i, side in enumerate(array(fields["sides"], f"{where}/sides")):
        fact, condition = facts.side(side, f"{where}/sides/{i}")
        known.append(fact)
        if condition is not None:
            clause[-condition] = None
    for i, step in enumerate(array(fields["steps"], f"{where}/steps")):
        known.append(_sum(facts, known, step, f"{where}/steps/{i}"))
    _require_false(known, f"{where}/steps")
    return list(clause)


def _require_false(known: list[Fact], where: str) -> None:
    if not known:
        raise refused(where, "no-contradiction", "no facts; needed one that is false")
    last = known[-1]
    value = last.poly.terms.get((), 0)
    holds = {">=": value >= 0, ">": value > 0, "=": value == 0}[last.relation]
    if holds or any(last.poly.terms.keys() - {()}):
        shown = " + ".join(f"{brief(c)} {list(m)}" for m, c in list(last.poly.terms.items())[:6]) or "0"
        raise refused(where, "no-contradiction", f"the last fact is {shown} {last.relation} 0, which can be true")


def _sum(facts: Facts, known: list[Fact], value: Value, where: str) -> Fact:
    """The fact that a combination of known facts gives."""
    fields = record(value, where, (), ("linear", "products", "equations"))
    parts: list[Part] = []
    relations: list[str] = []
    for i, entry in enumerate(array(fields.get("linear", []), f"{where}/linear")):
        at, weight = array_of(entry, f"{where}/linear/{i}", 2)
        fact = known[integer(at, f"{where}/linear/{i}/0", 0, len(known) - 1)]
        above, below = ratio(weight, f"{where}/linear/{i}/1")
        if above <= 0 and fact.relation != "=":
            detail = f"{brief(Fraction(above, below))} times a fact with {fact.relation}, needs > 0"
            raise refused(f"{where}/linear/{i}/1", "negative-multiplier", detail)
        parts.append((above, below, fact.poly))
        relations.append(fact.relation)
    for i, entry in enumerate(array(fields.get("products", []), f"{where}/products")):
        poly, relation = _product(facts, known, entry, f"{where}/products/{i}")
        parts.append((1, 1, poly))
        relations.append(relation)
    for i, entry in enumerate(array(fields.get("equations", []), f"{where}/equations")):
        at, cofactor = array_of(entry, f"{where}/equations/{i}", 2)
        fact = known[integer(at, f"{where}/equations/{i}/0", 0, len(known) - 1)]
        if fact.relation != "=":
            detail = f"fact {at} has {fact.relation}, a cofactor needs ="
            raise refused(f"{where}/equations/{i}/0", "not-an-equation", detail)
        poly = _read(facts, cofactor, f"{where}/equations/{i}/1")
        parts.append((1, 1, product(poly, fact.poly, facts.work, where)))
    relation = ">" if ">" in relations else ">=" if ">=" in relations else "="
    return strongest(total(parts, facts.work, where), relation, facts.problem.sorts)


def _product(facts: Facts, known: list[Fact], value: Value, where: str) -> tuple[Poly, str]:
    """A product of facts times weighted squares; strict if every fact is and some square is a positive constant."""
    fields = record(value, where, ("facts", "squares"))
    width = len(facts.problem.operators)
    grown, positive = weighted_squares(fields["squares"], f"{where}/squares", width, facts.work)
    for monomial in grown.terms:
        if not facts.allowed.issuperset(monomial):
            raise malformed(f"{where}/squares", "not-a-variable", "a square speaks of a term that is no variable")
    for j, at in enumerate(array(fields["facts"], f"{where}/facts", 0, MAX_DEGREE)):
        fact = known[integer(at, f"{where}/facts/{j}", 0, len(known) - 1)]
        positive = positive and fact.relation == ">"
        grown = product(grown, fact.poly, facts.work, where)
    return grown, ">" if positive else ">="


UNSAT = Rule(terms.parse, _check_unsat, lambda problem: ("smt/sat", problem.statement), streamed=True)
