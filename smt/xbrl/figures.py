"""Claims on a filing: which facts they mean, the verdict with its certificate, and the nearest true reading.

Operands are bound by concept, fiscal period, unit and no dimensions, never by value. Any gap (no fact, several groups,
a denominator that may be 0, an unknown subject) abstains with the reason. The verdict is read off the box of the
operands: a linear form takes its extremes at the ends that its signs choose, and these are the multipliers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from certify.contract import Claim, Found, Limits, Malformed, NotFound, Progress, certificate
from certify.kernel import linear, xbrl_claim
from certify.kernel.reject import Reject
from certify.kernel.xbrl_facts import Interval
from smt.xbrl.asked import CAGR, CHANGE, GROWTH, LEVEL, SCALES, Asked, Period, definitions, names
from smt.xbrl.calendar import Calendar, calendar_of, matches
from smt.xbrl.decide import negated
from smt.xbrl.filing import Fact, Filing

SUPPORTED, CONTRADICTED, WITHIN, ABSTAIN = "supported", "contradicted", "within-rounding", "abstain"
PLACES = 6  # of a figure shown


class Gap(Exception):
    """Why a claim cannot be decided on this filing."""


@dataclass(frozen=True)
class Operand:
    """All facts of one concept, context and unit, and the period they were bound for."""

    facts: tuple[Fact, ...]
    period: Period

    def statement(self) -> dict[str, Any]:
        first = self.facts[0]
        return {
            "concept": first.concept,
            "context": first.context.name,
            "unit": first.unit,
            "facts": [fact.statement() for fact in self.facts],
        }


Part = tuple[str, int, Fraction]  # item or concept, years back, weight


@dataclass(frozen=True)
class Answer:
    """The verdict on one claim. `low` and `high` bound the figure over the facts, `point` is it at the printed values.

    `conflict` names the ends that clash (the support of the certificate), `readings` single changes that would be true.
    """

    asked: Asked
    verdict: str
    reason: str | None = None
    claim: Claim | None = None
    found: Found | None = None
    low: str | None = None
    high: str | None = None
    point: str | None = None
    point_verdict: str | None = None
    operands: tuple[Operand, ...] = ()
    conflict: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()


class Figures:
    """A filing made ready for claims, in mode c11r, c11t or point."""

    def __init__(self, filing: Filing, mode: str) -> None:
        self.filing = filing
        self.mode = "point" if filing.claims_only else mode
        self.calendar: Calendar | None = calendar_of(filing)
        self.by_concept: dict[str, list[Fact]] = {}
        for fact in filing.facts:
            if fact.context.plain and not fact.context.dimensions and not fact.parent:
                self.by_concept.setdefault(fact.concept, []).append(fact)

    def answer(self, asked: Asked, *, diagnose: bool = True) -> Answer:
        """The verdict, with a certificate where it is supported or contradicted."""
        try:
            operands, claim = self.claim(asked)
            parsed = xbrl_claim.CLAIM.parse(claim.statement, "")
        except Gap as gap:
            return Answer(asked, ABSTAIN, str(gap))
        except Reject as reject:
            return Answer(asked, ABSTAIN, f"{reject.code}: {reject.detail}")
        verdict, evidence = evaluate(parsed)
        low, high = extremes(parsed)
        point_verdict, point = self._point(claim)
        answer = Answer(
            asked,
            verdict,
            claim=claim,
            low=low,
            high=high,
            point=point,
            point_verdict=point_verdict,
            operands=tuple(operands),
        )
        if verdict == WITHIN:
            reason = "the rounding of the facts leaves the figure on both sides of an end of the claim"
            return replace(answer, reason=reason)
        subject = claim if verdict == SUPPORTED else negated(claim)
        answer = replace(answer, found=Found(subject, certificate(subject, evidence)))
        if verdict == CONTRADICTED:
            answer = replace(answer, conflict=self._conflict(parsed, evidence, operands))
            if diagnose:
                answer = replace(answer, readings=tuple(self.readings(asked)))
        return answer

    def _point(self, claim: Claim) -> tuple[str | None, str | None]:
        try:
            parsed = xbrl_claim.CLAIM.parse({**claim.statement, "mode": "point"}, "")
        except Reject:
            return None, None
        return evaluate(parsed)[0], extremes(parsed)[0]

    def _conflict(
        self, parsed: xbrl_claim.Figure, evidence: dict[str, Any], operands: Sequence[Operand]
    ) -> tuple[str, ...]:
        found = ["claim: " + ("at least its lower end" if evidence["side"] == "below" else "at most its upper end")]
        for i, weight in enumerate(evidence["multipliers"]):
            if weight != "0":
                operand = operands[i // 2]
                fact = operand.facts[0]
                end = "at least" if i % 2 == 0 else "at most"
                ends = parsed.intervals[i // 2]
                bound = ends.low if i % 2 == 0 else ends.high
                place = f"{fact.file}: line {fact.line}" if fact.line is not None else f"{fact.file}: {fact.id}"
                found.append(f"{place}: {self.filing.short(fact.concept)} {operand.period} is {end} {shown(bound)}")
        return tuple(found)

    # --- binding ---

    def claim(self, asked: Asked) -> tuple[list[Operand], Claim]:
        """The operands and the claim. Raises Gap."""
        above, below, swapped = self._formula(asked)
        parts: list[tuple[str, int]] = list(dict.fromkeys((name, back) for name, back, _ in (*above, *below)))
        operands = [self._operand(name, asked.period.earlier(back)) for name, back in parts]
        statement: dict[str, Any] = {"asserts": "supported", "mode": self.mode}
        statement |= _measure(asked, parts, above, below)
        if swapped:
            operands.reverse()
        statement |= {
            "operands": [operand.statement() for operand in operands],
            "low": str(asked.stated.low),
            "high": str(asked.stated.high),
            "low_closed": True,
            "high_closed": True,
        }
        source = {**self.filing.source, "note": asked.text}
        return operands, Claim("xbrl/claim", statement, source)

    def _formula(self, asked: Asked) -> tuple[list[Part], list[Part], bool]:
        key = names().get(asked.subject.lower(), asked.subject)
        metric = definitions()["metrics"].get(key)
        if metric is None:
            above: list[Part] = [(key, 0, Fraction(1))]
            below: list[Part] = []
        else:
            above, below = (_parts(metric.get(part, {})) for part in ("numerator", "denominator"))
        if asked.mode == LEVEL:
            if asked.stated.percent and not below:
                raise Gap(f"{asked.subject} is an amount, not a percentage")
            return above, below, False
        if below:
            raise Gap(f"{asked.mode} of a ratio is not linear in the facts")
        if asked.stated.percent and asked.mode == CHANGE:
            raise Gap("a change of an amount is no percentage; growth is")
        if asked.mode == CAGR and metric is not None:
            raise Gap("the compound growth of a sum is not offered; claim its items")
        then = [(name, back + asked.years, weight) for name, back, weight in above]
        if asked.mode == CAGR:
            return above, then, asked.swapped
        return (
            [*above, *((name, back, -weight) for name, back, weight in then)],
            then if asked.mode == GROWTH else [],
            asked.swapped,
        )

    def _operand(self, name: str, period: Period) -> Operand:
        item = definitions()["items"].get(name)
        concepts = [name] if item is None else item["concepts"]
        if item is None and ":" not in name:
            raise Gap(f"no metric, item or concept is called {name!a}")
        kinds = (item["period"],) if item is not None else ("duration", "instant")
        found = [group for concept in concepts for group in self._groups(concept, period, kinds)]
        if not found:
            raise Gap(self._missing(name, concepts, period))
        if len({tuple(sorted(str(fact.value) for fact in group)) for group in found}) > 1 or (
            len({group[0].concept for group in found}) < len(found)
        ):
            shorts = ", ".join(sorted({self._said(group) for group in found}))
            raise Gap(f"{name} {period} has several values ({shorts}); name one concept or its dates")
        for fact in found[0]:
            if fact.problem is not None:
                raise Gap(f"{fact.file}: line {fact.line}: {fact.problem}")
        return Operand(tuple(found[0]), period)

    def _said(self, group: Sequence[Fact]) -> str:
        first = group[0]
        return f"{self.filing.short(first.concept)} {first.context.period}"

    def _groups(self, concept: str, period: Period, kinds: Sequence[str]) -> Iterator[list[Fact]]:
        groups: dict[tuple[str, str], list[Fact]] = {}
        for fact in self.by_concept.get(self._clark(concept), ()):
            if any(matches(fact.context, period, kind, self.calendar) for kind in kinds):
                groups.setdefault((fact.context.name, fact.unit), []).append(fact)
        yield from groups.values()

    def _clark(self, concept: str) -> str:
        prefix, _, local = concept.partition(":")
        namespace = self.filing.prefixes.get(prefix)
        return concept if namespace is None else f"{{{namespace}}}{local}"

    def _missing(self, name: str, concepts: Sequence[str], period: Period) -> str:
        if period.end is None and self.calendar is None:
            return "the filing does not say its fiscal year and period end; give the dates of the period"
        if any(self.by_concept.get(self._clark(concept)) for concept in concepts):
            return f"{name} is not reported for {period}"
        return f"{name} is not reported ({', '.join(concepts)})"

    # --- diagnosis ---

    def readings(self, asked: Asked) -> Iterator[str]:
        """Single changes to a contradicted claim under which it would be supported."""
        for label, other in variants(asked):
            try:
                if self.answer(other, diagnose=False).verdict == SUPPORTED:
                    yield label
            except Malformed:
                continue


def variants(asked: Asked) -> Iterator[tuple[str, Asked]]:
    """One change each: period, scale, sign, growth against compound growth, swapped years, quarter against year to
    date.
    """
    for years in (-1, 1, 2):
        period = asked.period.earlier(years)
        yield f"true of {period}", replace(asked, period=period)
    stated = asked.stated
    if not stated.percent and stated.value:
        for scale, power in SCALES.items():
            if scale != stated.scale:
                factor = Fraction(10) ** (power - SCALES[stated.scale])
                yield f"true with scale {scale or 'one'}", replace(asked, stated=stated.times(factor))
        if asked.mode != CHANGE:
            yield "true as a percentage", replace(asked, stated=stated.times(Fraction(1, 100)))
    else:
        yield "true as a plain number, not a percentage", replace(asked, stated=stated.times(Fraction(100)))
    if stated.value:
        yield "true with the opposite sign", replace(asked, stated=stated.times(Fraction(-1)))
    if asked.mode == CAGR:
        yield f"true as growth over {asked.years} years", replace(asked, mode=GROWTH)
    if asked.mode == GROWTH:
        for years in (2, 3, 5):
            yield f"true as compound growth over {years} years", replace(asked, mode=CAGR, years=years)
            yield f"true as growth over {years} years", replace(asked, years=years)
    if asked.mode in (GROWTH, CHANGE, CAGR):
        yield "true with the years swapped", replace(asked, swapped=not asked.swapped)
    period = asked.period
    if period.end is None and period.quarter > 1:
        other = Period(period.year, months=3 * period.quarter)
        yield f"true of the {3 * period.quarter} months to the same date", replace(asked, period=other)
    if period.end is None and not period.quarter:
        other = Period(period.year, quarter=period.months // 3, months=3)
        yield f"true of the quarter Q{period.months // 3}", replace(asked, period=other)


def _parts(weights: dict[str, str]) -> list[Part]:
    found = []
    for name, weight in weights.items():
        item, _, offset = name.partition("@")
        found.append((item, -int(offset or 0), Fraction(weight)))
    return found


def _measure(
    asked: Asked, parts: Sequence[tuple[str, int]], above: Sequence[Part], below: Sequence[Part]
) -> dict[str, Any]:
    """The measure of the statement, with its weights over the operands in the order of `parts`."""

    def weights(terms: Sequence[Part]) -> list[str]:
        sums = dict.fromkeys(parts, Fraction(0))
        for name, back, weight in terms:
            sums[name, back] += weight
        return [str(weight) for weight in sums.values()]

    if asked.mode == CAGR:
        return {"measure": "cagr", "years": asked.years}
    single = len(parts) == (1 if asked.mode == LEVEL else 2) and all(abs(weight) == 1 for _, _, weight in above)
    if single and asked.mode == LEVEL and not below and above[0][2] == 1:
        return {"measure": "value"}
    if single and asked.mode in (GROWTH, CHANGE):
        return {"measure": "growth" if asked.mode == GROWTH else "difference"}
    if below:
        return {"measure": "ratio", "numerator": weights(above), "denominator": weights(below)}
    return {"measure": "sum", "weights": weights(above)}


# --- the verdict over a box -----------------------------------------------------------------------------------------


def evaluate(parsed: xbrl_claim.Figure) -> tuple[str, dict[str, Any]]:
    """supported, contradicted or within-rounding, with the evidence for the first two."""
    least, most = implied(parsed, parsed.at_least), implied(parsed, parsed.at_most)
    if least is not None and most is not None:
        return SUPPORTED, {"below": _texts(least), "above": _texts(most)}
    for side, goal in (("below", parsed.below), ("above", parsed.above)):
        multipliers = implied(parsed, goal)
        if multipliers is not None:
            return CONTRADICTED, {"side": side, "multipliers": _texts(multipliers)}
    return WITHIN, {}


def _texts(values: Sequence[Fraction]) -> list[str]:
    return [str(value) for value in values]


def implied(parsed: xbrl_claim.Figure, goal: linear.Row) -> list[Fraction] | None:
    """Multipliers over lo:0 hi:0 lo:1 hi:1 ... by which the box implies the goal; None if it does not."""
    found: list[Fraction] = []
    most, is_open = Fraction(0), False
    for number, ends in zip(goal.numerators, parsed.intervals, strict=True):
        weight = Fraction(number, goal.denominator)
        found += [Fraction(0), weight] if weight > 0 else [-weight, Fraction(0)]
        most += weight * (ends.high if weight > 0 else ends.low)
        is_open = is_open or (weight > 0 and ends.high_open) or (weight < 0 and ends.low_open)
    bound = Fraction(goal.bound, goal.denominator)
    if most < bound or (most == bound and (goal.relation == "<=" or is_open)):
        return found
    return None


def prove(claim: Claim, limits: Limits, progress: Progress) -> Found | NotFound:
    """Producer of xbrl/claim: a certificate of the claim or of its negation."""
    try:
        parsed = xbrl_claim.CLAIM.parse(claim.statement, "/statement")
    except Reject as reject:
        return NotFound(str(reject))
    verdict, evidence = evaluate(parsed)
    if verdict == WITHIN:
        return NotFound("within rounding: the facts allow figures inside the claim and outside it")
    subject = claim if claim.statement["asserts"] == verdict else negated(claim)
    return Found(subject, certificate(subject, evidence))


# --- figures for people ---------------------------------------------------------------------------------------------


def extremes(parsed: xbrl_claim.Figure) -> tuple[str, str]:
    """The least and greatest figure over the box, as decimals for people."""
    statement, intervals = parsed.statement, parsed.intervals
    measure = statement["measure"]
    above, below = _terms(statement)
    if measure == "cagr":
        now, then = intervals
        years = statement["years"]
        low = _root(now.low / then.high, years) - 1
        high = _root(now.high / then.low, years) - 1 if then.low else low
        return shown(low), shown(high)
    if not below:
        low, high = _range(above, intervals)
        return shown(low), shown(high)
    return shown(_quotient(above, below, intervals, -1)), shown(_quotient(above, below, intervals, 1))


def _terms(statement: dict[str, Any]) -> tuple[list[Fraction], list[Fraction]]:
    one, zero = Fraction(1), Fraction(0)
    fixed = {"value": ([one], []), "difference": ([one, -one], []), "growth": ([one, -one], [zero, one])}
    if statement["measure"] in fixed:
        return fixed[statement["measure"]]
    keys = ("weights",) if statement["measure"] == "sum" else ("numerator", "denominator")
    parts = [[Fraction(weight) for weight in statement.get(key, ())] for key in keys]
    return parts[0], parts[1] if len(parts) == 2 else []


def _range(weights: Sequence[Fraction], intervals: Sequence[Interval]) -> tuple[Fraction, Fraction]:
    pairs = [sorted((w * ends.low, w * ends.high)) for w, ends in zip(weights, intervals, strict=True)]
    return sum((a for a, _ in pairs), Fraction(0)), sum((b for _, b in pairs), Fraction(0))


def _quotient(above: list[Fraction], below: list[Fraction], intervals: Sequence[Interval], side: int) -> Fraction:
    """The greatest (side 1) or least (side -1) N/D over the box: Dinkelbach's iteration, exact and finite."""
    values = [(ends.low + ends.high) / 2 for ends in intervals]
    quotient = None
    while True:
        bottom = sum((d * x for d, x in zip(below, values, strict=True)), Fraction(0))
        if not bottom:
            return quotient if quotient is not None else Fraction(0)
        top = sum((n * x for n, x in zip(above, values, strict=True)), Fraction(0))
        if quotient is not None and (top / bottom - quotient) * side <= 0:
            return quotient
        quotient = top / bottom
        form = [n - quotient * d for n, d in zip(above, below, strict=True)]
        values = [ends.high if w * side > 0 else ends.low for w, ends in zip(form, intervals, strict=True)]


def _root(value: Fraction, years: int) -> Fraction:
    """The years-th root, to 20 decimals."""
    scale = 10**20
    target = value.numerator * scale**years // value.denominator
    low, high = 0, 1 << (target.bit_length() // years + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**years <= target else (low, middle - 1)
    return Fraction(low, scale)


def shown(value: Fraction) -> str:
    """A decimal for people, rounded to PLACES decimals."""
    digits = round(value * 10**PLACES)
    sign, number = "-" if digits < 0 else "", f"{abs(digits):0{PLACES + 1}d}"
    whole, part = number[:-PLACES], number[-PLACES:].rstrip("0")
    grouped = f"{int(whole):,}"
    return f"{sign}{grouped}.{part}" if part else f"{sign}{grouped}"
