"""Searches for `smt/unsat` and `smt/sat`: z3 (or cvc5) says which, the certificate is made here.

A model is taken from the solver's values. A refutation is a lazy loop over the kernel's own clauses: a SAT solver
chooses literals, z3 names a small contradictory set of them, `smt.theory` refutes that set exactly, and the lemma's
clause is added, until the SAT solver finds no choice; its proof, with hints, closes the certificate. No solver proof
is parsed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.contract import (
    Claim,
    Deadline,
    Found,
    Limits,
    MissingExtra,
    NotFound,
    Progress,
    certificate,
    streamed_certificate,
)
from certify.kernel import terms
from certify.kernel.multi import Poly
from certify.kernel.smt import Fact, Facts
from smt.drat import NotAProof, OutOfTime, hinted, read_drat
from smt.printer import constraints
from smt.solvers import Answer, ask
from smt.theory import Known, Lemma, NoRefutation, Refuter

Value = Any
Step = dict[str, Any]

CORES_PER_MODEL = 24


def prove(claim: Claim, limits: Limits, progress: Progress) -> Found | NotFound:
    """A certificate that the constraints have no model, or a model."""
    deadline = limits.deadline()
    progress(0, None, "asking z3")
    return decide(claim, _ask(constraints(claim), limits, deadline), deadline, progress)


def decide(claim: Claim, answer: Answer, deadline: Deadline, progress: Progress) -> Found | NotFound:
    """The certificate that goes with a solver's answer, made without it."""
    unsat = claim if claim.kind == "smt/unsat" else Claim("smt/unsat", claim.statement, claim.source)
    sat = claim if claim.kind == "smt/sat" else Claim("smt/sat", claim.statement, claim.source)
    if claim.kind == "smt/unsat":
        sat = claim.negation() or sat
    else:
        unsat = claim.negation() or unsat
    if answer.status == "sat":
        return _model(sat, answer)
    if answer.status == "unknown":
        return NotFound(answer.why or "the solvers do not know", limit=deadline.passed)
    try:
        steps = Search(unsat, deadline, progress).run()
    except (NoRefutation, NotAProof) as error:
        return NotFound(f"z3 says unsat, and no certificate was found: {error}", limit=deadline.passed)
    except OutOfTime as error:
        return NotFound(f"z3 says unsat, and no certificate was found: {error}", limit=True)
    return Found(unsat, streamed_certificate(unsat, steps))


def _ask(text: str, limits: Limits, deadline: Deadline) -> Answer:
    """z3's answer, or cvc5's where z3 does not know."""
    answer = ask(text, "z3", deadline.remaining, limits.megabytes)
    if answer.status != "unknown" or deadline.passed:
        return answer
    try:
        second = ask(text, "cvc5", deadline.remaining, limits.megabytes)
    except MissingExtra:
        return answer
    return second if second.status != "unknown" else Answer("unknown", None, f"{answer.why}; {second.why}")


def _model(claim: Claim, answer: Answer) -> Found | NotFound:
    """A certificate from a solver's values; variables it does not mention are 0 or false."""
    if answer.model is None:
        return NotFound(f"satisfiable, but {answer.why}; the kernel takes rational models")
    values: list[Any] = []
    for name, sort in claim.statement["variables"]:
        value = answer.model.get(name, False if sort == "Bool" else "0")
        values.append(bool(value) if sort == "Bool" else str(Fraction(str(value))))
    return Found(claim, certificate(claim, {"values": values}))


@dataclass(frozen=True)
class Premise:
    """A key of the theory search: a literal, or a side of an ite or div node with its condition literal (0: none)."""

    literal: int
    side: tuple[int, str] | None = None


class Search:
    """The lazy loop for one claim."""

    def __init__(self, claim: Claim, deadline: Deadline, progress: Progress) -> None:
        self.problem = terms.parse(claim.statement, "/statement")
        self.facts = Facts(self.problem)
        self.clauses = list(terms.definitions(self.problem))
        self.given = len(self.clauses)
        self.variables = len(self.problem.operators) + 2 * len(terms.equations(self.problem))
        self.strict = {
            index: len(self.problem.operators) + 1 + 2 * j for j, index in enumerate(terms.equations(self.problem))
        }
        self.steps: list[Step] = []  # atoms and lemmas in order
        self.atoms: dict[tuple[Any, ...], int] = {}
        self.deadline = deadline
        self.progress = progress
        self.theory = Z3Theory(self.problem.sorts)

    # --- the loop -----------------------------------------------------------------------------------------------------

    def run(self) -> list[Step]:
        """The steps of the certificate. Raises NoRefutation, NotAProof, OutOfTime."""
        try:
            from pysat.solvers import Solver
        except ImportError:
            raise MissingExtra("solvers", "python-sat", "the search for split trees") from None
        self._bounds()
        rounds = 0
        with Solver(name="glucose4", bootstrap_with=self.clauses) as solver:
            sent = len(self.clauses)
            while solver.solve():
                rounds += 1
                if self.deadline.passed:
                    raise OutOfTime(
                        f"the time ran out after {rounds} rounds and {len(self.clauses) - self.given} lemmas"
                    )
                self.progress(len(self.clauses) - self.given, None, "lemmas")
                true = set(solver.get_model())
                self._refute_model(true)
                for clause in self.clauses[sent:]:
                    solver.add_clause(clause)
                sent = len(self.clauses)
        return self._closed()

    def _closed(self) -> list[Step]:
        """The lemmas that the propositional proof needs, and that proof with hints."""
        from pysat.solvers import Solver

        with Solver(name="cadical195", bootstrap_with=self.clauses, with_proof=True) as solver:
            if solver.solve():
                raise NotAProof("the SAT solvers disagree")
            text = "\n".join(solver.get_proof())
        hints = hinted(self.variables, self.clauses, read_drat(text), self.deadline, self.progress)
        return without_unused(self.steps, hints, self.given, len(self.clauses))

    def _refute_model(self, true: set[int]) -> None:
        """Lemmas that the literals of a model contradict. Raises NoRefutation where they do not."""
        premises = list(dict.fromkeys(self._relevant(true)))
        entries = {premise: self._fact(premise) for premise in premises}
        found = 0
        while found < CORES_PER_MODEL:
            core = self.theory.core(entries, self.deadline)
            if core is None:
                break
            known = [Known(entries[premise], premise) for premise in core]
            lemmas = Refuter(self.problem.sorts, self.new_atom, self.deadline).refute(known)
            for lemma in lemmas:
                self._add(lemma)
            found += 1
            used = [key for lemma in lemmas for key in lemma.keys if isinstance(key, Premise)]
            for premise in (used or core)[:1]:
                entries.pop(premise)
        if not found:
            raise NoRefutation("z3 finds a point that satisfies the literals of a branch, or does not know")

    def _add(self, lemma: Lemma) -> None:
        """Note a lemma and its clause."""
        premises = [key for key in lemma.keys if isinstance(key, int) or key.side is None]
        sides = [key for key in lemma.keys if not isinstance(key, int) and key.side is not None]
        order = {i: k for k, i in enumerate([*premises, *sides])}
        place = {old: order[key] for old, key in enumerate(lemma.keys)}
        steps = [_moved(step, place) for step in lemma.steps]
        literals = [key if isinstance(key, int) else key.literal for key in premises]
        conditions = [key.literal for key in sides if key.literal]
        self.clauses.append(list(dict.fromkeys(-literal for literal in [*literals, *conditions])))
        named = [list(key.side) for key in sides]
        self.steps.append({"lemma": {"premises": literals, "sides": named, "steps": steps}})

    def new_atom(self, poly: Poly, relation: str) -> int:
        """The literal of an atom; a new one takes the next number and a step."""
        key = (relation, *sorted(poly.terms.items()))
        if key not in self.atoms:
            self.variables += 1
            self.facts.put(self.variables, poly, relation)
            self.atoms[key] = self.variables
            self.steps.append({"atom": {"polynomial": spelled(poly), "relation": relation}})
        return self.atoms[key]

    def _fact(self, premise: Premise) -> Fact:
        if premise.side is None:
            return self.facts.known[premise.literal]
        return self.facts.side(list(premise.side), "")[0]

    # --- what a model says --------------------------------------------------------------------------------------------

    def _relevant(self, true: set[int]) -> Iterator[Premise]:
        """The facts of a model that its assertions need: one true part of an or, the chosen branch of an ite."""
        problem = self.problem
        stack, seen = list(problem.assertions), set(problem.assertions)

        def push(index: int) -> None:
            if index not in seen:
                seen.add(index)
                stack.append(index)

        while stack:
            index = stack.pop()
            operator, arguments = problem.operators[index], problem.arguments[index]
            holds = index + 1 in true
            if problem.sorts[index] != "Bool":
                yield from self._sides(index, true, push)
            elif operator in ("and", "or") and holds == (operator == "or"):
                chosen = [a for a in arguments if (a + 1 in true) == holds]
                push(next((a for a in chosen if a in seen), chosen[0]))
            elif operator == "ite":
                push(arguments[0])
                push(arguments[1] if arguments[0] + 1 in true else arguments[2])
            elif operator in ("<=", "<") or (operator == "=" and problem.sorts[arguments[0]] != "Bool"):
                literal = self._literal(index, holds, true)
                yield Premise(literal)
                for monomial in self.facts.known[literal].poly.terms:
                    for variable in monomial:
                        push(variable)
            else:
                for a in arguments:
                    push(a)

    def _literal(self, index: int, holds: bool, true: set[int]) -> int:
        """The literal that says what holds of a comparison; of an equation that fails, its strict side."""
        if holds:
            return index + 1
        if index in self.strict:
            below = self.strict[index]
            return below if below in true else below + 1
        return -(index + 1)

    def _sides(self, index: int, true: set[int], push: Any) -> Iterator[Premise]:
        """The facts that a numeric ite or div node brings, and the terms that they speak of."""
        operator, arguments = self.problem.operators[index], self.problem.arguments[index]
        if operator == "ite":
            condition = arguments[0] + 1
            holds = condition in true
            yield Premise(condition if holds else -condition, (index, "then" if holds else "else"))
            push(arguments[0])
            spoken = arguments[1 if holds else 2]
        elif operator == "div":
            yield Premise(0, (index, "low"))
            yield Premise(0, (index, "high"))
            spoken = arguments[0]
        else:
            return
        for monomial in self.facts.polynomials[spoken].terms:
            for variable in monomial:
                push(variable)

    def _bounds(self) -> None:
        """Lemmas between neighbouring bounds of one linear form: what a theory solver would propagate."""
        forms: dict[tuple[Any, ...], list[tuple[Fraction, bool, int]]] = {}
        for literal, fact in list(self.facts.known.items()):
            body = sorted((m, c) for m, c in fact.poly.terms.items() if m)
            if not body or fact.relation == "=":
                continue
            lead = abs(body[0][1])
            form = tuple((m, Fraction(c, lead)) for m, c in body)
            bound = Fraction(-fact.poly.terms.get((), 0), lead)  # form >= bound, strictly if relation is >
            forms.setdefault(form, []).append((bound, fact.relation == ">", literal))
        for form, entries in forms.items():
            entries.sort()
            for weaker, stronger in itertools.pairwise(entries):
                # the stronger bound and the negation of the weaker one contradict each other
                if -weaker[2] in self.facts.known and self.facts.known[-weaker[2]].relation != "=":
                    self._pair(stronger[2], -weaker[2])
            opposite = forms.get(tuple((m, -c) for m, c in form), [])
            for bound, strict, literal in entries:
                clashing = [e for e in opposite if -e[0] < bound or (-e[0] == bound and (strict or e[1]))]
                if clashing and form < tuple((m, -c) for m, c in form):
                    self._pair(literal, min(clashing)[2])

    def _pair(self, first: int, second: int) -> None:
        """The lemma that two facts contradict each other, where they do."""
        if abs(first) == abs(second):
            return
        known = [Known(self.facts.known[literal], literal) for literal in (first, second)]
        try:
            for lemma in Refuter(self.problem.sorts, self.new_atom, self.deadline, nodes=1).refute(known):
                self._add(lemma)
        except NoRefutation:
            return


def _moved(step: Step, place: dict[int, int]) -> Step:
    """Premises renumbered; later facts keep their numbers."""
    fresh = dict(step)
    if "linear" in step:
        fresh["linear"] = [[place.get(i, i), y] for i, y in step["linear"]]
    if "products" in step:
        fresh["products"] = [{**p, "facts": [place.get(i, i) for i in p["facts"]]} for p in step["products"]]
    if "equations" in step:
        fresh["equations"] = [[place.get(i, i), c] for i, c in step["equations"]]
    return fresh


def spelled(poly: Poly) -> Value:
    """A polynomial as data."""
    terms_of = []
    for monomial, coefficient in sorted(poly.terms.items()):
        powers = [[v, monomial.count(v)] for v in sorted(set(monomial))]
        terms_of.append([str(Fraction(coefficient, poly.denominator)), powers])
    return terms_of


def without_unused(steps: list[Step], hints: list[Step], given: int, total: int) -> list[Step]:
    """Lemmas (clauses given+1..total) that no hint names are left out, the others and what follows renumbered."""
    used = {hint for step in hints for part in step.get("add", [])[1::2] for hint in part}
    names: dict[int, int] = {number: number for number in range(1, given + 1)}
    kept: list[Step] = []
    number, fresh = given, given
    for step in steps:
        if "lemma" in step:
            number += 1
            if number not in used:
                continue
            fresh += 1
            names[number] = fresh
        kept.append(step)
    removed = total - fresh

    def renamed(numbers: list[int]) -> list[int]:
        return [names[n] if n <= total else n - removed for n in numbers if n > total or n in names]

    for step in hints:
        if "drop" in step:
            kept.append({"drop": renamed(step["drop"])})
        else:
            parts = step["add"]
            kept.append({"add": [renamed(part) if i % 2 else part for i, part in enumerate(parts)]})
    return kept


class Z3Theory:
    """z3 on conjunctions of facts: which of them contradict one another."""

    def __init__(self, sorts: list[str]) -> None:
        import z3

        self.z3 = z3
        self.sorts = sorts
        self.solver = z3.Solver()
        self.proxies: dict[Any, Any] = {}

    def core(self, entries: dict[Premise, Fact], deadline: Deadline) -> list[Premise] | None:
        """A small contradictory part of the facts, None if they have a point or z3 does not know."""
        proxies = {}
        for premise, fact in entries.items():
            if premise not in self.proxies:
                proxy = self.z3.Bool(f"p{len(self.proxies)}")
                self.proxies[premise] = proxy
                self.solver.add(self.z3.Implies(proxy, self.constraint(fact)))
            proxies[self.proxies[premise].get_id()] = premise
        remaining = deadline.remaining
        self.solver.set("timeout", 4294967295 if remaining is None else max(1, int(remaining * 1000)))
        # multipliers drop what a linear core does not need; a polynomial one is worth z3's own minimisation
        self.solver.set("core.minimize", any(len(m) > 1 for fact in entries.values() for m in fact.poly.terms))
        if self.solver.check(*[self.proxies[premise] for premise in entries]) != self.z3.unsat:
            return None
        return [proxies[proxy.get_id()] for proxy in self.solver.unsat_core()]

    def constraint(self, fact: Fact) -> Any:
        """A fact as a z3 expression."""
        total = self.polynomial(fact.poly)
        return {">=": total >= 0, ">": total > 0, "=": total == 0}[fact.relation]

    def polynomial(self, poly: Poly) -> Any:
        z3 = self.z3
        parts = []
        for monomial, coefficient in poly.terms.items():
            factors = [z3.Int(f"x{v}") if self.sorts[v] == "Int" else z3.Real(f"x{v}") for v in monomial]
            whole = all(self.sorts[v] == "Int" for v in monomial)
            term = z3.IntVal(coefficient) if whole and monomial else z3.RealVal(coefficient)
            for factor in factors:
                term = term * factor
            parts.append(z3.ToReal(term) if term.is_int() and not self._all_int(poly) else term)
        if self._all_int(poly):
            parts = [z3.IntVal(poly.terms[m]) if not m else p for m, p in zip(poly.terms, parts, strict=True)]
        return z3.Sum(parts) if parts else z3.RealVal(0)

    def _all_int(self, poly: Poly) -> bool:
        return all(self.sorts[v] == "Int" for m in poly.terms for v in m)
