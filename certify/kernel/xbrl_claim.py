"""Does a claimed figure follow from reported ones: `xbrl/claim`.

Facts, their intervals and groups are those of `xbrl_facts`. `operands` are groups x_0, x_1, ... with distinct (concept,
context, unit); `measure` says which figure f is claimed to lie between `low` and `high`, each end included or not
(`low_closed`, `high_closed`):

    value x_0;  difference x_0 - x_1;  sum: weights . x;  ratio: numerator . x / denominator . x;
    growth (x_0 - x_1) / x_1;  cagr (x_0 / x_1)^(1/years) - 1, years a positive integer and x_0 >= 0

Amounts that are added have one unit, and a denominator is certainly positive: its least value over the intervals is,
or is 0 and not taken. `mode` c11r | c11t | point. `asserts`: *supported*, f lies there for all values in the intervals;
*contradicted*, for none. The hypotheses are these intervals and nothing else of the filing, and they are inhabited.

With D > 0, N/D <= b is N - b D <= 0; and r <= t is r^n <= sign(t) |t|^n for r >= 0 and either sign of t. So every end
is one row over the operands. Evidence: supported `{"below", "above"}`, multipliers over the rows of the operands (lower
and upper end of each, as listed) that imply f >= low and f <= high, as in linear/implies; contradicted
`{"side": "below" | "above", "multipliers"}`, which imply f < low or f > high. No theorem is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from certify.kernel import linear
from certify.kernel.rational import brief, ratio
from certify.kernel.reject import malformed
from certify.kernel.rule import INHABITED, Attachments, Rule
from certify.kernel.text import Value, array, array_of, boolean, choice, distinct, integer, record, show, string
from certify.kernel.xbrl_facts import Interval, Terms, flip, group_of, row, system

MAX_YEARS = 100
MAX_OPERANDS = 256
VERDICTS = ("supported", "contradicted")
MEASURES = ("value", "sum", "difference", "ratio", "growth", "cagr")

_KEYS = {"sum": ("weights",), "ratio": ("numerator", "denominator"), "cagr": ("years",)}
_OPERANDS = {"value": 1, "difference": 2, "growth": 2, "cagr": 2}


@dataclass(frozen=True)
class Figure:
    """A claim: the rows of the operands; f >= low, f <= high and their negations as rows, the denominator cleared."""

    statement: Value
    names: tuple[str, ...]
    intervals: tuple[Interval, ...]
    system: linear.System
    at_least: linear.Row
    at_most: linear.Row
    below: linear.Row
    above: linear.Row


def _parse_claim(statement: Value, where: str) -> Figure:
    measure = choice(statement.get("measure") if isinstance(statement, dict) else None, f"{where}/measure", MEASURES)
    ends = ("low", "high", "low_closed", "high_closed")
    fields = record(statement, where, ("asserts", "mode", "measure", "operands", *ends, *_KEYS.get(measure, ())))
    choice(fields["asserts"], f"{where}/asserts", VERDICTS)
    mode = choice(fields["mode"], f"{where}/mode", ("c11r", "c11t", "point"))
    low, high = (Fraction(*ratio(fields[key], f"{where}/{key}")) for key in ("low", "high"))
    closed = tuple(boolean(fields[key], f"{where}/{key}") for key in ("low_closed", "high_closed"))
    if low > high or (low == high and closed != (True, True)):
        raise malformed(f"{where}/low", "empty-interval", f"no figure lies between {brief(low)} and {brief(high)}")
    names, units, intervals = _operands(fields["operands"], f"{where}/operands", mode)
    if len(names) != _OPERANDS.get(measure, len(names)):
        detail = f"{len(names)} operands, {measure} has {_OPERANDS[measure]}"
        raise malformed(f"{where}/operands", "wrong-length", detail)
    above, below = _measure(fields, measure, len(names), where)
    _same_unit(above, units, f"{where}/operands")
    _same_unit(below, units, f"{where}/operands")
    if below:
        _positive(below, intervals, f"{where}/operands")
    if measure in ("growth", "cagr"):
        _same_unit([*above, *below], units, f"{where}/operands")
    if measure == "cagr":
        if intervals[0].low < 0:
            raise malformed(f"{where}/operands/0", "negative-amount", "a rate of growth from or to a negative amount")
        years = integer(fields["years"], f"{where}/years", 1, MAX_YEARS)
        low, high = power(1 + low, years), power(1 + high, years)
    return _figure(statement, names, intervals, (above, below), (low, high), closed)


def _figure(
    statement: Value,
    names: list[str],
    intervals: list[Interval],
    measure: tuple[Terms, Terms],
    ends: tuple[Fraction, Fraction],
    closed: tuple[bool, ...],
) -> Figure:
    """N/D REL b is N - b D REL 0 where D > 0; without a denominator N REL b."""
    above, below = measure
    size = len(names)

    def bounded(sign: int, end: Fraction, relation: str) -> linear.Row:
        terms = [(i, sign * c) for i, c in above] + [(i, -sign * end * c) for i, c in below]
        return row(size, terms, relation, Fraction(0) if below else sign * end)

    low, high = ends
    return Figure(
        statement,
        tuple(names),
        tuple(intervals),
        system(names, intervals, [], "/statement"),
        at_least=bounded(-1, low, "<=" if closed[0] else "<"),
        at_most=bounded(1, high, "<=" if closed[1] else "<"),
        below=bounded(1, low, "<" if closed[0] else "<="),
        above=bounded(-1, high, "<" if closed[1] else "<="),
    )


def power(base: Fraction, years: int) -> Fraction:
    """sign(t) |t|^n: r <= t iff r^n <= this, for every r >= 0 and either sign of t; so too for >=, < and >."""
    return base * abs(base) ** (years - 1)


def _operands(value: Value, where: str, mode: str) -> tuple[list[str], list[str], list[Interval]]:
    names, units, intervals, keys = [], [], [], []
    for i, entry in enumerate(array(value, where, 1, MAX_OPERANDS)):
        place = f"{where}/{i}"
        fields = record(entry, place, ("concept", "context", "unit", "facts"))
        key = [string(fields[part], f"{place}/{part}") for part in ("concept", "context", "unit")]
        ends = group_of(fields["facts"], f"{place}/facts", mode, 1)
        if ends is None:
            raise malformed(f"{place}/facts", "nil-operand", "every fact is nil; there is no amount")
        keys.append("\n".join(key))
        names.append(f"{key[0]} ({key[1]})")
        units.append(key[2])
        intervals.append(ends)
    distinct(keys, where)
    return names, units, intervals


def _measure(fields: dict[str, Value], measure: str, size: int, where: str) -> tuple[Terms, Terms]:
    """Numerator and denominator (empty: none) as terms over the operands."""
    one = Fraction(1)
    if measure == "value":
        return [(0, one)], []
    if measure == "difference":
        return [(0, one), (1, -one)], []
    if measure == "growth":
        return [(0, one), (1, -one)], [(1, one)]
    if measure == "cagr":
        return [(0, one)], [(1, one)]
    parts = [_weights(fields[key], f"{where}/{key}", size) for key in _KEYS[measure]]
    for i in range(size):
        if not any(part[i] for part in parts):
            raise malformed(f"{where}/operands/{i}", "unused-operand", "an operand of weight 0 takes no part")
    if measure == "ratio" and all(
        a * d == b * c for a, b in zip(*parts, strict=True) for c, d in zip(*parts, strict=True)
    ):
        raise malformed(where, "trivial-ratio", "numerator and denominator are proportional; the ratio is a constant")
    terms = [[(i, weight) for i, weight in enumerate(part) if weight] for part in parts]
    return terms[0], terms[1] if len(terms) == 2 else []


def _weights(value: Value, where: str, size: int) -> list[Fraction]:
    weights = [Fraction(*ratio(entry, f"{where}/{i}")) for i, entry in enumerate(array_of(value, where, size))]
    if not any(weights):
        raise malformed(where, "zero-weight", "every weight is 0")
    return weights


def _same_unit(terms: Terms, units: list[str], where: str) -> None:
    for i, _ in terms:
        if units[i] != units[terms[0][0]]:
            detail = f"{show(units[i])} cannot be added to {show(units[terms[0][0]])}"
            raise malformed(f"{where}/{i}", "unit-mismatch", detail)


def _positive(terms: Terms, intervals: list[Interval], where: str) -> None:
    """The denominator is certainly positive: its least value is, or is 0 and not taken."""
    least, taken = Fraction(0), True
    for i, weight in terms:
        ends = intervals[i]
        least += weight * (ends.low if weight > 0 else ends.high)
        taken = taken and not (ends.low_open if weight > 0 else ends.high_open)
    if least < 0 or (least == 0 and taken):
        raise malformed(where, "denominator-not-positive", f"the denominator may be {brief(least)}")


def _check_claim(claim: Figure, evidence: Value, _: Attachments) -> None:
    if claim.statement["asserts"] == "supported":
        fields = record(evidence, "/evidence", ("below", "above"))
        linear.check_implied(claim.system, claim.at_least, fields["below"], "/evidence/below")
        linear.check_implied(claim.system, claim.at_most, fields["above"], "/evidence/above")
        return
    fields = record(evidence, "/evidence", ("side", "multipliers"))
    side = choice(fields["side"], "/evidence/side", ("below", "above"))
    goal = claim.below if side == "below" else claim.above
    linear.check_implied(claim.system, goal, fields["multipliers"], "/evidence/multipliers")


CLAIM = Rule(_parse_claim, _check_claim, flip(VERDICTS, "xbrl/claim"), hypotheses=lambda _: INHABITED)
