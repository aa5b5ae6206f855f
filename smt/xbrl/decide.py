"""Verdicts on obligations, each with its certificate written down without a solver.

A relation is an interval question: does I(T) meet S = sum w_i I(c_i)? If so, a point of both is carried back to the
items along the line from their midpoints to the end it lies towards; if not, the ends that are apart are the Farkas
combination.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from certify.contract import Claim, Found, Limits, NotFound, Progress, certificate, layout
from certify.kernel import xbrl
from certify.kernel.envelope import CERTIFICATE_SCHEMA, canonical
from certify.kernel.reject import Reject
from certify.kernel.xbrl_facts import Interval, meet
from smt.xbrl.bind import Obligation
from smt.xbrl.filing import Fact, Filing

CONSISTENT, INCONSISTENT, UNBOUND = "consistent", "inconsistent", "unbound"
ARITHMETIC, INCOMPLETE, CLOSED = "arithmetic", "incomplete", "closed by dimensional facts"


@dataclass(frozen=True)
class Decision:
    """The verdict on one obligation. `claim` asserts consistent; `found` carries a certificate of it or its negation.

    `reported` and `computed` are the two sides as intervals, or as rounded numbers under XBRL 2.1; `gap` lies between
    them. `cause` is the class of an inconsistency, `closing` the facts that would close it.
    """

    obligation: Obligation
    verdict: str
    claim: Claim | None = None
    found: Found | None = None
    reported: Interval | None = None
    computed: Interval | None = None
    gap: Fraction | None = None
    cause: str | None = None
    closing: tuple[Fact, ...] = ()


def decide(obligation: Obligation, source: dict[str, object]) -> Decision:
    """Consistent with a witness, inconsistent with a certificate, or unbound with the reason."""
    parsed = obligation.parsed
    if parsed is None:
        return Decision(obligation, UNBOUND)
    claim = Claim("xbrl/relation", obligation.statement, source)
    verdict, evidence = _evidence(parsed)
    subject = claim if verdict == CONSISTENT else _denied(claim)
    reported, computed = _sides(parsed)
    gap = _gap(reported, computed)
    cause = None
    if verdict == INCONSISTENT:
        cause = INCOMPLETE if obligation.unreported else ARITHMETIC
    found = Found(subject, _certificate(subject, evidence))
    return Decision(obligation, verdict, claim, found, reported, computed, gap, cause)


def _denied(claim: Claim) -> Claim:
    """The negation, by the rule of the kernel, of a statement that is parsed already."""
    return Claim(claim.kind, {**claim.statement, "asserts": INCONSISTENT})


def _certificate(claim: Claim, evidence: dict[str, Any]) -> bytes:
    """As `contract.certificate`, without parsing a third time a statement that the kernel parses when it checks."""
    address = hashlib.sha256(canonical(claim.value)).hexdigest()
    return layout({"schema": CERTIFICATE_SCHEMA, "kind": claim.kind, "claim": address, "evidence": evidence})


def negated(claim: Claim) -> Claim:
    """The same statement with the other verdict, with the same source."""
    negation = claim.negation()
    if negation is None:
        raise ValueError(f"{claim.kind} has a negation")
    return replace(negation, source=None)


def prove(claim: Claim, limits: Limits, progress: Progress) -> Found | NotFound:
    """Producer of xbrl/relation: a certificate of the claim or of its negation."""
    try:
        parsed = xbrl.RELATION.parse(claim.statement, "/statement")
    except Reject as reject:
        return NotFound(str(reject))
    verdict, evidence = _evidence(parsed)
    subject = claim if claim.statement["asserts"] == verdict else negated(claim)
    return Found(subject, certificate(subject, evidence))


def _evidence(parsed: xbrl.Sum | xbrl.Rounded) -> tuple[str, dict[str, Any]]:
    if isinstance(parsed, xbrl.Rounded):
        sides = parsed.sides
        agree = sides.total is not None and sides.total == sides.sum
        shown = {"total": _text(sides.total), "sum": _text(sides.sum)}
        return CONSISTENT if agree else INCONSISTENT, shown
    weights = _weights(parsed)
    total, items = parsed.intervals[0], parsed.intervals[1:]
    computed = weighted(weights, items)
    common = meet(total, computed)
    if common is None:
        return INCONSISTENT, {"multipliers": [str(y) for y in _farkas(total, computed, weights)]}
    target = _inside(common)
    point = [target, *_carried(target, computed, weights, items)]
    return CONSISTENT, {"point": [str(x) for x in point]}


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _weights(parsed: xbrl.Sum) -> list[Fraction]:
    """Weights of the items that count, as the equality row of the kernel has them."""
    row = parsed.system.rows[-1]
    return [Fraction(-number, row.denominator) for number in row.numerators[1:]]


def weighted(weights: list[Fraction], items: tuple[Interval, ...]) -> Interval:
    """sum w_i I_i."""
    low, high, low_open, high_open = Fraction(0), Fraction(0), False, False
    for weight, ends in zip(weights, items, strict=True):
        first, last = (weight * ends.low, ends.low_open), (weight * ends.high, ends.high_open)
        if weight < 0:
            first, last = last, first
        low, high = low + first[0], high + last[0]
        low_open, high_open = low_open or first[1], high_open or last[1]
    return Interval(low, high, low_open, high_open)


def _inside(ends: Interval) -> Fraction:
    return (ends.low + ends.high) / 2


def _carried(
    target: Fraction, computed: Interval, weights: list[Fraction], items: tuple[Interval, ...]
) -> list[Fraction]:
    """Values of the items whose weighted sum is `target`, which lies in their computed interval."""
    middles = [_inside(ends) for ends in items]
    middle = _inside(computed)
    upwards = target > middle
    reach = (computed.high if upwards else computed.low) - middle
    part = (target - middle) / reach if reach else Fraction(0)
    found = []
    for weight, ends, start in zip(weights, items, middles, strict=True):
        end = ends.high if (weight > 0) == upwards else ends.low
        found.append(start + part * (end - start))
    return found


def _farkas(total: Interval, computed: Interval, weights: list[Fraction]) -> list[Fraction]:
    """Multipliers over lo:T hi:T lo:1 hi:1 ... sum, for sides that do not meet."""
    above = total.low > computed.high or (total.low == computed.high and (total.low_open or computed.high_open))
    zero, one = Fraction(0), Fraction(1)
    rows = [one, zero] if above else [zero, one]
    for weight in weights:
        upper = (weight > 0) == above
        rows += [zero, abs(weight)] if upper else [abs(weight), zero]
    return [*rows, one if above else -one]


def _sides(parsed: xbrl.Sum | xbrl.Rounded) -> tuple[Interval | None, Interval | None]:
    if isinstance(parsed, xbrl.Sum):
        return parsed.intervals[0], weighted(_weights(parsed), parsed.intervals[1:])
    shown = [None if side is None else Interval(side, side) for side in (parsed.sides.total, parsed.sides.sum)]
    return shown[0], shown[1]


def _gap(reported: Interval | None, computed: Interval | None) -> Fraction | None:
    """How far apart the two sides are; 0 where they meet or only an open end keeps them apart."""
    if reported is None or computed is None:
        return None
    return max(reported.low - computed.high, computed.low - reported.high, Fraction(0))


# --- dimensional facts that would close a gap -----------------------------------------------------------------------


def with_closing(decisions: list[Decision], filing: Filing) -> list[Decision]:
    """Incomplete relations whose missing items are reported with one more dimension, and then add up exactly."""
    if not any(decision.cause == INCOMPLETE for decision in decisions):
        return decisions
    by_concept: dict[str, list[Fact]] = {}
    for fact in filing.facts:
        if fact.value is not None and fact.problem is None and fact.context.dimensions:
            by_concept.setdefault(fact.concept, []).append(fact)
    return [_closed(decision, by_concept) if decision.cause == INCOMPLETE else decision for decision in decisions]


def _closed(decision: Decision, by_concept: dict[str, list[Fact]]) -> Decision:
    obligation = decision.obligation
    reported, computed = decision.reported, decision.computed
    if reported is None or computed is None:
        return decision
    weights = dict(obligation.relation.items)
    base = obligation.facts[0].context
    axes: dict[str, list[Fact]] = {}
    for concept in obligation.unreported:
        seen = set()
        for fact in by_concept.get(concept, ()):
            extra = set(fact.context.dimensions) - set(base.dimensions)
            here = (fact.context.entity, fact.context.period, fact.unit) == (base.entity, base.period, obligation.unit)
            more = len(fact.context.dimensions) - len(base.dimensions)
            if here and len(extra) == 1 and more == 1 and (concept, fact.context.name) not in seen:
                seen.add((concept, fact.context.name))
                axes.setdefault(next(iter(extra))[0], []).append(fact)
    for facts in axes.values():
        missing = sum((weights[fact.concept] * (fact.value or 0) for fact in facts), Fraction(0))
        moved = Interval(computed.low + missing, computed.high + missing, computed.low_open, computed.high_open)
        if meet(reported, moved) is not None:
            return replace(decision, cause=CLOSED, closing=tuple(facts))
    return decision
