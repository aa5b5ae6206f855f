"""Which facts a summation relation speaks about: the obligations of a filing in one mode, as statements of claims.

A relation binds in every context and unit where the total and at least one item have a fact. Whether the facts can
carry a verdict is the kernel's rule, not repeated here: a statement that its parser refuses is an unbound obligation,
and the refusal is the reason.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from certify.kernel import xbrl
from certify.kernel.reject import Category, Reject
from smt.xbrl.filing import SUMMATION, Fact, Filing, Relation

MODES = ("c11r", "c11t", "xbrl21")
Key = tuple[str, str, tuple[int, ...]]  # context, unit, tuple of the total
Groups = dict[str, dict[Key, list[Fact]]]

# refusals of the kernel that mean: this obligation is not bound
_REASONS = {
    "contradictory-duplicates": "inconsistentDuplicates",
    "excess-digits": "excessDigits",
    "no-accuracy": "noAccuracy",
    "nil-total": "nil",
    "duplicated-total": "dup-or-nil",
    "duplicated-item": "dup",
    "out-of-range": "accuracyOutOfRange",
}


@dataclass(frozen=True)
class Obligation:
    """One relation in one context and unit. `parsed` is None where unbound; then `reason` says why."""

    relation: Relation
    context: str
    unit: str
    statement: dict[str, Any]
    facts: tuple[Fact, ...]
    unreported: tuple[str, ...]
    reason: str | None = None
    detail: str = ""
    parsed: xbrl.Sum | xbrl.Rounded | None = None

    @property
    def name(self) -> tuple[str, str, str, str, str]:
        """What identifies it in any order of facts."""
        return self.relation.arcrole, self.relation.role, self.relation.total, self.context, self.unit


def obligations(filing: Filing, mode: str) -> list[Obligation]:
    """Every obligation, in the order of relations and of the first fact of the total."""
    groups = _groups(filing.facts, mode)
    found: list[Obligation] = []
    for relation in filing.relations:
        if mode == "xbrl21" and relation.arcrole != SUMMATION:
            continue
        for key in _keys(relation, groups):
            found.append(_obligation(filing, relation, key, groups, mode))
    return found


def _groups(facts: Iterable[Fact], mode: str) -> Groups:
    """Facts by concept and key. Calculations 1.1 knows no tuples: facts inside them are left out."""
    groups: Groups = defaultdict(lambda: defaultdict(list))
    strict = mode == "xbrl21"
    names: dict[int, str] = {}
    for fact in facts:
        if strict or not fact.parent:
            context = fact.context
            name = names.get(id(context))
            if name is None:
                name = names[id(context)] = context.strict if strict else context.name
            groups[fact.concept][name, fact.unit, fact.parent if strict else ()].append(fact)
    return groups


def _keys(relation: Relation, groups: Groups) -> Iterator[Key]:
    for key in groups.get(relation.total, ()):
        for item, _ in relation.items:
            if any(fact.value is not None or fact.problem for fact in _below(item, key, groups)):
                yield key
                break


def _below(item: str, key: Key, groups: Groups) -> list[Fact]:
    """The facts of an item in the same context and unit, in the tuple of the total or below."""
    mine = groups.get(item, {})
    if not key[2] and not any(other[2] for other in mine):
        return mine.get(key, [])
    return [
        fact
        for (context, unit, parent), facts in mine.items()
        if (context, unit) == key[:2] and parent[: len(key[2])] == key[2]
        for fact in facts
    ]


def _obligation(filing: Filing, relation: Relation, key: Key, groups: Groups, mode: str) -> Obligation:
    totals = groups[relation.total][key]
    items = [(item, weight, _below(item, key, groups)) for item, weight in relation.items]
    statement = {
        "asserts": "consistent",
        "mode": mode,
        "role": relation.role,
        "context": totals[0].context.name,
        "unit": key[1],
        "total": {"concept": relation.total, "facts": [fact.statement() for fact in totals]},
        "items": [
            {"concept": item, "weight": str(weight), "facts": [fact.statement() for fact in facts]}
            for item, weight, facts in items
        ],
    }
    facts = (*totals, *(fact for _, _, group in items for fact in group))
    unreported = tuple(item for item, _, group in items if not group)
    made = (relation, totals[0].context.name, key[1], statement, facts, unreported)
    reason, detail = _hindrance(filing, relation, facts, mode)
    if reason is not None:
        return Obligation(*made, reason, detail)
    try:
        return Obligation(*made, parsed=xbrl.RELATION.parse(statement, ""))
    except Reject as reject:
        if reject.category is not Category.MALFORMED or reject.code not in _REASONS:
            return Obligation(*made, reject.code, reject.detail)
        return Obligation(*made, _reason(reject, mode), reject.detail)


def _hindrance(filing: Filing, relation: Relation, facts: tuple[Fact, ...], mode: str) -> tuple[str | None, str]:
    """Why an obligation is not to be evaluated, where the reader or the taxonomy says so."""
    if relation.problem is not None and (mode != "xbrl21" or relation.problem == "total-among-items"):
        return relation.problem, "the taxonomy makes this relation invalid"
    if mode != "xbrl21" and filing.incompatible is not None:
        return "oimIncompatible", f"Calculations 1.1 does not apply to this report: {filing.incompatible}"
    for fact in facts:
        if fact.problem is not None:
            return "invalidFact", f"{fact.file}: line {fact.line}: {fact.problem}"
    return None, ""


def _reason(reject: Reject, mode: str) -> str:
    word = _REASONS[reject.code]
    if mode == "xbrl21" and reject.code == "nil-total":
        word = "dup-or-nil"
    return f"{word}-{'total' if reject.where.startswith('/total') else 'item'}"
