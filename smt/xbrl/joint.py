"""All relations of one context and unit together: a witness, or a Farkas certificate that no values satisfy them all.

Only complete relations that are consistent by themselves enter: a joint contradiction among others would say nothing
new. Most components are settled by the middles of the intervals (the printed values, in round mode); the rest goes to
z3, whose word counts for nothing: its model is the witness, and its core only says over which rows to look for
multipliers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.contract import Claim, Deadline, Found, Limits, NotFound, Progress, certificate
from certify.kernel import linear, xbrl
from certify.kernel.reject import Reject
from smt.xbrl.decide import CONSISTENT, INCONSISTENT, Decision, negated
from smt.xbrl.filing import Filing


@dataclass(frozen=True)
class Component:
    """Relations that share figures, as a claim that they are jointly consistent."""

    claim: Claim
    decisions: tuple[Decision, ...]


def components(decisions: Iterable[Decision], filing: Filing) -> list[Component]:
    """The connected components of at least two different complete, locally consistent relations."""
    places: dict[tuple[str, str], list[Decision]] = defaultdict(list)
    for decision in decisions:
        if decision.verdict == CONSISTENT and _complete(decision):
            places[decision.obligation.context, decision.obligation.unit].append(decision)
    found = []
    for members in places.values():
        for part in _connected(members):
            if len(part) > 1:
                found.append(Component(Claim("xbrl/joint", _statement(part), filing.source), tuple(part)))
    return found


def _complete(decision: Decision) -> bool:
    """Every item has a fact that is not nil, and the mode is one of intervals."""
    items = decision.obligation.statement["items"]
    return decision.obligation.statement["mode"] != "xbrl21" and all(
        any(fact["value"] is not None for fact in item["facts"]) for item in items
    )


def _shape(decision: Decision) -> tuple[Any, ...]:
    relation = decision.obligation.relation
    return relation.total, tuple(sorted(relation.items))


def _connected(members: Sequence[Decision]) -> Iterator[list[Decision]]:
    """Components by shared concepts, each relation once however many roles repeat it."""
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        while parent.setdefault(name, name) != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    distinct = {_shape(decision): decision for decision in reversed(members)}
    for total, items in distinct:
        for item, _ in items:
            parent[root(item)] = root(total)
    parts: dict[str, list[Decision]] = defaultdict(list)
    for (total, _), decision in reversed(distinct.items()):
        parts[root(total)].append(decision)
    yield from parts.values()


def _statement(part: Sequence[Decision]) -> dict[str, Any]:
    groups: dict[str, dict[str, Any]] = {}
    for decision in part:
        statement = decision.obligation.statement
        for group in (statement["total"], *statement["items"]):
            groups.setdefault(group["concept"], {"concept": group["concept"], "facts": group["facts"]})
    index = {concept: i for i, concept in enumerate(groups)}
    first = part[0].obligation.statement
    relations = []
    for decision in part:
        statement = decision.obligation.statement
        items = [{"group": index[item["concept"]], "weight": item["weight"]} for item in statement["items"]]
        relations.append({"role": statement["role"], "total": index[statement["total"]["concept"]], "items": items})
    return {
        "asserts": "consistent",
        "mode": first["mode"],
        "context": first["context"],
        "unit": first["unit"],
        "groups": list(groups.values()),
        "relations": relations,
    }


def prove(claim: Claim, limits: Limits, progress: Progress) -> Found | NotFound:
    """Producer of xbrl/joint: a certificate of the claim or of its negation."""
    try:
        parsed = xbrl.JOINT.parse(claim.statement, "/statement")
    except Reject as reject:
        return NotFound(str(reject))
    system = parsed.system
    middles = [(ends.low + ends.high) / 2 for ends in parsed.intervals]
    progress(0, None, f"{len(middles)} figures, {len(claim.statement['relations'])} relations")
    if _holds(system, middles):
        verdict, evidence = CONSISTENT, {"point": [str(x) for x in middles]}
    else:
        solved = _solve(system, limits.deadline())
        if solved is None:
            return NotFound("z3 did not decide the relations in the given time", limit=True)
        verdict, evidence = solved
    subject = claim if claim.statement["asserts"] == verdict else negated(claim)
    return Found(subject, certificate(subject, evidence))


def _holds(system: linear.System, point: list[Fraction]) -> bool:
    """Whether the equalities hold; the ends do, at the middles."""
    return all(
        sum(a * x for a, x in zip(row.numerators, point, strict=True) if a) == row.bound
        for row in system.rows
        if row.relation == "="
    )


def _solve(system: linear.System, deadline: Deadline) -> tuple[str, dict[str, list[str]]] | None:
    """The verdict with evidence, by z3; None if time ran out."""
    import z3

    solver = z3.SolverFor("QF_LRA")
    _limit(solver, deadline)
    unknowns = [z3.Real(f"x{i}") for i in range(len(system.variables))]
    names = []
    for i, row in enumerate(system.rows):
        left = z3.Sum([a * x for a, x in zip(row.numerators, unknowns, strict=True) if a])
        right = z3.RealVal(row.bound)
        names.append(z3.Bool(f"r{i}"))
        solver.assert_and_track(
            left == right if row.relation == "=" else left < right if row.relation == "<" else left <= right, names[-1]
        )
    answer = solver.check()
    if answer == z3.sat:
        model = solver.model()
        point = [_fraction(model.eval(x, model_completion=True)) for x in unknowns]
        return CONSISTENT, {"point": [str(x) for x in point]}
    if answer == z3.unsat:
        core = {str(name) for name in solver.unsat_core()}
        used = [i for i, name in enumerate(names) if str(name) in core]
        multipliers = _multipliers(system, used, deadline)
        if multipliers is not None:
            return INCONSISTENT, {"multipliers": [str(y) for y in multipliers]}
    return None


def _limit(solver: Any, deadline: Deadline) -> None:
    if deadline.remaining is not None:
        solver.set("timeout", max(1, int(deadline.remaining * 1000)))


def _fraction(value: Any) -> Fraction:
    return Fraction(value.numerator_as_long(), value.denominator_as_long())


def _multipliers(system: linear.System, used: list[int], deadline: Deadline) -> list[Fraction] | None:
    """Farkas multipliers over these rows, by a linear question to z3: nonnegative on inequalities, combining to
    0 <= -1, or to 0 < 0."""
    import z3

    rows = [system.rows[i] for i in used]
    for strict in (False, True):
        solver = z3.SolverFor("QF_LRA")
        _limit(solver, deadline)
        weights = [z3.Real(f"y{i}") for i in used]
        solver.add([y >= 0 for y, row in zip(weights, rows, strict=True) if row.relation != "="])
        for j in range(len(system.variables)):
            terms = [y * row.numerators[j] for y, row in zip(weights, rows, strict=True) if row.numerators[j]]
            if terms:
                solver.add(z3.Sum(terms) == 0)
        bound = z3.Sum([y * row.bound for y, row in zip(weights, rows, strict=True)])
        solver.add(bound == (0 if strict else -1))
        if strict:
            solver.add(z3.Sum([y for y, row in zip(weights, rows, strict=True) if row.relation == "<"]) == 1)
        if solver.check() == z3.sat:
            model = solver.model()
            found = [Fraction(0)] * len(system.rows)
            for i, y in zip(used, weights, strict=True):
                # the rows here are scaled by their denominators
                found[i] = _fraction(model.eval(y, model_completion=True)) * system.rows[i].denominator
            return found
    return None
