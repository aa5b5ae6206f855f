"""Reported figures as intervals: facts, groups of duplicates, and the rows they give. No kind of its own.

A *fact* is `{"value": v | null, "decimals": d | "INF", "file", "line", "id"}`, or with `"precision": p | "INF"`;
neither where nil (null). `line` and `id` may be null. It stands for an interval I(f), with u = 10^-d and, for
precision p, d = p - 1 - floor(log10 |v|) (v = 0: exact; p = 0: nothing known):

    c11r   [v - u/2, v + u/2]                                               Calculations 1.1, round to nearest
    c11t   [v, v + u) for v > 0; (v - u, v] for v < 0; (-u, u) for v = 0    Calculations 1.1, truncation
    point  [v, v], as for INF

Calculations 1.1 refuses digits beyond d. A *group* is all facts of one concept, context and unit: absent if all are
nil, otherwise the intersection of their intervals. No claim may rest on a contradictory group (some nil, one accuracy
with two values, an empty intersection): every accepted statement speaks of nonempty intervals.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.kernel import linear
from certify.kernel.rational import brief, ratio, scaled
from certify.kernel.reject import limit, malformed
from certify.kernel.rule import Negation
from certify.kernel.text import Value, array, integer, integers, record, show, string

MAX_DECIMALS = 1000  # of |decimals| and of precision
MAX_FIGURES = 512  # of one system
EXACT = None  # decimals of an exact value

Terms = list[tuple[int, Fraction]]  # (variable, coefficient)


@dataclass(frozen=True)
class Interval:
    """Nonempty: low <= x <= high, an open end excluded."""

    low: Fraction
    high: Fraction
    low_open: bool = False
    high_open: bool = False


@dataclass(frozen=True)
class Fact:
    """A fact that is not nil. `decimals` None: exact; `known` false: precision 0; `parent`: path of its tuple."""

    value: Fraction
    decimals: int | None
    known: bool
    parent: tuple[int, ...]


def decimal(value: Value, where: str) -> Fraction:
    """A rational string that has a finite decimal expansion: filings print decimals."""
    numerator, denominator = ratio(value, where)
    if pow(10, denominator.bit_length(), denominator):
        raise malformed(where, "not-a-decimal", f"{show(value)} has no finite decimal expansion")
    return Fraction(numerator, denominator)


def magnitude(value: Fraction) -> int:
    """floor(log10 |value|) of a nonzero value."""
    above, below = abs(value.numerator), value.denominator
    guess = len(str(above)) - len(str(below))
    power = ten_to(guess)
    return guess if Fraction(above, below) >= power else guess - 1


def _accuracy(fields: dict[str, Value], value: Fraction, where: str, mode: str) -> tuple[int | None, bool]:
    """Decimals (None: exact), and whether anything is known of the accuracy."""
    given = [key for key in ("decimals", "precision") if key in fields]
    if mode == "point":
        return EXACT, True
    if len(given) != 1:
        raise malformed(where, "no-accuracy", f"found {given or 'neither'}, expected one of decimals and precision")
    (key,) = given
    if fields[key] == "INF":
        return EXACT, True
    number = integer(fields[key], f"{where}/{key}", 0 if key == "precision" else -MAX_DECIMALS, MAX_DECIMALS)
    if key == "decimals":
        return number, True
    if number == 0:
        return EXACT, False
    return (number - 1 - magnitude(value) if value else EXACT), True


def _fact(value: Value, where: str, mode: str) -> Fact | None:
    """One fact, None if nil."""
    fields = record(value, where, ("value", "file", "line", "id"), ("decimals", "precision", "parent"))
    string(fields["file"], f"{where}/file")
    if fields["line"] is not None:
        integer(fields["line"], f"{where}/line", 1)
    if fields["id"] is not None:
        string(fields["id"], f"{where}/id")
    parent = tuple(integers(fields.get("parent", []), f"{where}/parent", 0))
    if parent and mode != "xbrl21":
        raise malformed(f"{where}/parent", "tuple-fact", f"mode {mode} has no tuples; facts inside them are not bound")
    if fields["value"] is None:
        for key in ("decimals", "precision"):
            if key in fields:
                raise malformed(f"{where}/{key}", "nil-accuracy", f"a nil fact with {key} {show(fields[key])}")
        return None
    number = decimal(fields["value"], f"{where}/value")
    decimals, known = _accuracy(fields, number, where, mode)
    return Fact(number, decimals, known, parent)


def facts_of(value: Value, where: str, mode: str, least: int) -> tuple[list[Fact], int]:
    """The non-nil facts of a group and the number of nil ones."""
    found = [_fact(entry, f"{where}/{i}", mode) for i, entry in enumerate(array(value, where, least))]
    facts = [fact for fact in found if fact is not None]
    return facts, len(found) - len(facts)


def ten_to(exponent: int) -> Fraction:
    return Fraction(10**exponent) if exponent >= 0 else Fraction(1, 10**-exponent)


def interval(fact: Fact, mode: str, where: str) -> Interval:
    """I(f) under Calculations 1.1, or the point. Refuses an unknown accuracy and digits beyond the decimals."""
    value, decimals = fact.value, fact.decimals
    if not fact.known:
        raise malformed(where, "no-accuracy", "precision 0 says nothing of the accuracy; Calculations 1.1 needs one")
    if decimals is None:
        return Interval(value, value)
    unit = ten_to(-decimals)
    if (value / unit).denominator != 1:
        raise malformed(where, "excess-digits", f"{brief(value)} has digits beyond decimals {decimals}")
    if mode == "c11r":
        return Interval(value - unit / 2, value + unit / 2)
    if value > 0:
        return Interval(value, value + unit, high_open=True)
    if value < 0:
        return Interval(value - unit, value, low_open=True)
    return Interval(-unit, unit, True, True)


def meet(left: Interval, right: Interval) -> Interval | None:
    """The intersection, None if empty."""
    low, low_open = max((left.low, left.low_open), (right.low, right.low_open))
    high, high_closed = min((left.high, not left.high_open), (right.high, not right.high_open))
    if low > high or (low == high and (low_open or not high_closed)):
        return None
    return Interval(low, high, low_open, not high_closed)


def group_of(value: Value, where: str, mode: str, least: int) -> Interval | None:
    """The interval of all facts of one concept, context and unit; None if there is no fact or all are nil."""
    facts, nils = facts_of(value, where, mode, least)
    if not facts:
        return None
    if nils:
        raise malformed(where, "contradictory-duplicates", f"{nils} nil and {len(facts)} other facts in one group")
    seen: dict[int | None, Fraction] = {}
    common: Interval | None = None
    for fact in facts:
        mine = interval(fact, mode, where)
        if seen.setdefault(fact.decimals, fact.value) != fact.value:
            both = f"{brief(seen[fact.decimals])} and {brief(fact.value)}"
            raise malformed(where, "contradictory-duplicates", f"{both} with the same accuracy")
        common = mine if common is None else meet(common, mine)
        if common is None:
            detail = f"{brief(fact.value)} does not overlap the other facts of its group"
            raise malformed(where, "contradictory-duplicates", detail)
    return common


def row(size: int, terms: Terms, relation: str, bound: Fraction) -> linear.Row:
    """sum of the terms (variable, coefficient) REL bound."""
    coefficients = [Fraction(0)] * size
    for variable, coefficient in terms:
        coefficients[variable] += coefficient
    numbers, denominator = scaled([(x.numerator, x.denominator) for x in [*coefficients, bound]])
    return linear.Row(tuple(numbers[:-1]), relation, numbers[-1], denominator)


def system(names: list[str], intervals: list[Interval], equalities: list[Terms], where: str) -> linear.System:
    """Two rows for each variable and one for each equality `terms = 0`."""
    size = len(names)
    if size > MAX_FIGURES:
        raise limit(where, "too-many-figures", f"{size} figures, at most {MAX_FIGURES}")
    rows = []
    for i, ends in enumerate(intervals):
        for sign, end, is_open in ((-1, ends.low, ends.low_open), (1, ends.high, ends.high_open)):
            numbers = (*itertools.repeat(0, i), sign * end.denominator, *itertools.repeat(0, size - i - 1))
            rows.append(linear.Row(numbers, "<" if is_open else "<=", sign * end.numerator, end.denominator))
    rows += [row(size, terms, "=", Fraction(0)) for terms in equalities]
    return linear.System(None, tuple(names), tuple(rows))


def weight_of(value: Value, where: str) -> Fraction:
    weight = decimal(value, where)
    if weight == 0:
        raise malformed(where, "zero-weight", "an item of weight 0 takes no part")
    return weight


def flip(words: tuple[str, str], kind: str) -> Callable[[Any], Negation]:
    """The same statement with the other verdict."""

    def negate(claim: Any) -> Negation:
        other = words[1] if claim.statement["asserts"] == words[0] else words[0]
        return kind, {**claim.statement, "asserts": other}

    return negate
