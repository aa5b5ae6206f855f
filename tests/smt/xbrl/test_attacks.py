"""Attacks on the kernel: no single-number change makes it accept a false claim, and order never changes a verdict.

Whether a changed claim is true is recomputed here from the printed facts alone, with fractions and no code of the
kernel.
"""

from __future__ import annotations

import copy
import json
import math
import tempfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from certify import kernel
from certify.attacks.xbrl import attacks
from certify.contract import Claim, certificate
from certify.kernel import Reject
from tests.smt.xbrl.minis import MINIS
from tests.smt.xbrl.verdicts import decisions, word
from tests.tables.xbrl import CASES

# those at a limit of size are left out: their corners and changes are too many
ACCEPTED = [case for case in CASES if case.expected is None and not case.name.startswith("as many")]


def numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Paths to every number (rational string, integer, null side) and every switch of a JSON value."""
    if isinstance(value, dict):
        for key, entry in value.items():
            if key not in ("role", "context", "unit", "concept", "file", "line", "id", "measure"):
                yield from numbers(entry, (*path, key))
    elif isinstance(value, list):
        for i, entry in enumerate(value):
            yield from numbers(entry, (*path, i))
    else:
        yield path


def changes(old: Any) -> list[Any]:
    """Other values for one leaf."""
    flips: dict[Any, list[Any]] = {
        "consistent": ["inconsistent"],
        "inconsistent": ["consistent"],
        "supported": ["contradicted"],
        "contradicted": ["supported"],
        "c11r": ["c11t", "xbrl21", "point"],
        "c11t": ["c11r", "point"],
        "xbrl21": ["c11r"],
        "point": ["c11r"],
        "above": ["below"],
        "below": ["above"],
    }
    if isinstance(old, bool):
        return [not old]
    if old is None:
        return ["0", "1"]
    if isinstance(old, int):
        return [old + 1, old - 1, old + 3, -old, "INF"]
    if old in flips:
        return flips[old]
    if old == "INF":
        return [0, -1, 2]
    x = Fraction(old)
    return [
        str(y) for y in {x + 1, x - 1, -x, x * 10, x / 10, x + Fraction(1, 2), x - Fraction(1, 1000), Fraction(0)} - {x}
    ]


def put(value: Any, path: tuple[Any, ...], to: Any) -> Any:
    fresh = copy.deepcopy(value)
    at = fresh
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = to
    return fresh


# --- truth from the facts alone -------------------------------------------------------------------------------------

End = tuple[Fraction, int]  # (value, 0) closed; +1 / -1: just above / just below, so that ends compare as points


def ends(facts: list[Any], mode: str) -> tuple[End, End] | None:
    """The group's interval as two comparable ends; None if it carries no verdict or is absent."""
    found: list[tuple[End, End]] = []
    by_accuracy: dict[Any, Fraction] = {}
    for entry in facts:
        value = Fraction(entry["value"])
        d = decimals(entry, value)
        if mode == "point" or d == "INF":
            d = "INF"
            pair = ((value, 0), (value, 0))
        else:
            unit = Fraction(10) ** -d
            if value % unit:
                raise ValueError("excess digits")
            if mode == "c11r":
                pair = ((value - unit / 2, 0), (value + unit / 2, 0))
            else:
                pair = ((value, 0) if value > 0 else (value - unit, 1), (value, 0) if value < 0 else (value + unit, -1))
        if by_accuracy.setdefault(d, value) != value:
            raise ValueError("one accuracy, two values")
        found.append(pair)
    low, high = max(pair[0] for pair in found), min(pair[1] for pair in found)
    if low > high:
        raise ValueError("apart")
    return low, high


def decimals(entry: Any, value: Fraction) -> Any:
    if "precision" not in entry:
        return entry.get("decimals", "INF")
    if entry["precision"] == 0:
        raise ValueError("nothing known")
    if entry["precision"] == "INF" or not value:
        return "INF"
    size, d = abs(value), 0
    while size >= 10:
        size, d = size / 10, d - 1
    while size < 1:
        size, d = size * 10, d + 1
    return int(entry["precision"]) - 1 + d


def scaled(pair: tuple[End, End], weight: Fraction) -> tuple[End, End]:
    low, high = ((end * weight, mark * (1 if weight > 0 else -1)) for end, mark in pair)
    return (low, high) if weight > 0 else (high, low)


def added(pairs: list[tuple[End, End]]) -> tuple[End, End]:
    def side(i: int) -> End:
        marks = [pair[i][1] for pair in pairs]
        return sum((pair[i][0] for pair in pairs), Fraction(0)), (1 if i == 0 else -1) if any(marks) else 0

    return side(0), side(1)


def true(kind: str, statement: Any) -> bool:
    """Whether the claim holds, by definition. Raises ValueError where it makes no claim; joint claims are left to
    z3.
    """
    if kind == "xbrl/claim":
        return figure_true(statement)
    live = [entry for entry in statement["items"] if any(fact["value"] is not None for fact in entry["facts"])]
    if statement["mode"] == "xbrl21":
        return rounded_true(statement, live)
    total = ends(statement["total"]["facts"], statement["mode"])
    parts = []
    for entry in live:
        pair = ends(entry["facts"], statement["mode"])
        assert pair is not None
        parts.append(scaled(pair, Fraction(entry["weight"])))
    computed = added(parts)
    assert total is not None
    meets = max(total[0], computed[0]) <= min(total[1], computed[1])
    return bool(meets == (statement["asserts"] == "consistent"))


def rounded_true(statement: Any, live: list[Any]) -> bool:
    def near(value: Fraction, d: Any) -> Fraction:
        return value if d == "INF" else Fraction(round(value * Fraction(10) ** d)) / Fraction(10) ** d

    (total,) = statement["total"]["facts"]
    value = Fraction(total["value"])
    wanted = statement["asserts"] == "consistent"
    try:
        d = decimals(total, value)
        items = [(Fraction(e["weight"]), f) for e in live for f in e["facts"] if f["value"] is not None]
        computed = sum(
            (w * near(Fraction(f["value"]), decimals(f, Fraction(f["value"]))) for w, f in items), Fraction(0)
        )
    except ValueError:
        return not wanted
    return bool((near(value, d) == near(computed, d)) == wanted)


def figure_true(statement: Any) -> bool:
    """By the least and greatest figure over the corners of the box; every form is monotone along each axis."""
    pairs = [ends(operand["facts"], statement["mode"]) for operand in statement["operands"]]
    corners: list[tuple[Any, ...]] = [()]
    for pair in pairs:
        assert pair is not None
        corners = [(*corner, end) for corner in corners for end in pair]
    below = (Fraction(statement["low"]), 0 if statement["low_closed"] else 1)
    above = (Fraction(statement["high"]), 0 if statement["high_closed"] else -1)
    if below > above:
        raise ValueError("empty claim")
    values = [figure(statement, corner) for corner in corners]
    least, most = min(values, key=lambda v: v[0]), max(values, key=lambda v: v[0])
    low = (least[0], 1 if all(v[1] for v in values if v[0] == least[0]) else 0)
    high = (most[0], -1 if all(v[1] for v in values if v[0] == most[0]) else 0)
    if statement["asserts"] == "supported":
        return low >= below and high <= above
    return high < below or low > above


def figure(statement: Any, corner: tuple[Any, ...]) -> tuple[Any, bool]:
    """The figure at a corner (for cagr: compared through its power), and whether an open end is used."""
    xs = [end for end, _ in corner]
    measure = statement["measure"]

    def total(key: str) -> Fraction:
        return sum((Fraction(w) * x for w, x in zip(statement[key], xs, strict=True)), Fraction(0))

    def used(*keys: str) -> bool:
        return any(mark for k in keys for w, (_, mark) in zip(statement[k], corner, strict=True) if Fraction(w))

    marked = any(mark for _, mark in corner)
    if measure == "value":
        return xs[0], marked
    if measure == "difference":
        return xs[0] - xs[1], marked
    if measure == "sum":
        return total("weights"), used("weights")
    if measure == "growth":
        return (xs[0] - xs[1]) / xs[1], marked
    if measure == "ratio":
        below, above = total("denominator"), total("numerator")
        if not below:  # an open end: the figure grows without bound towards it
            return (math.inf if above > 0 else -math.inf), True
        return above / below, used("numerator", "denominator")
    raise ValueError("cagr has its own test")


@pytest.mark.parametrize("case", [c for c in ACCEPTED if c.kind != "xbrl/joint"], ids=lambda c: f"{c.kind}:{c.name}")
def test_no_single_number_makes_a_false_claim_pass(case: Any) -> None:
    """Every number of statement and evidence changed in every way: what is accepted is true."""
    tried = 0
    for part in ("statement", "evidence"):
        for path in numbers(getattr(case, part)):
            old = getattr(case, part)
            for key in path:
                old = old[key]
            for new in changes(old):
                statement = put(case.statement, path, new) if part == "statement" else case.statement
                evidence = put(case.evidence, path, new) if part == "evidence" else case.evidence
                tried += 1
                if not passes(case.kind, statement, evidence):
                    continue
                if statement.get("measure") == "cagr":
                    continue
                assert true(case.kind, statement), (path, new)
    assert tried > 20


def passes(kind: str, statement: Any, evidence: Any) -> bool:
    try:
        claim = Claim(kind, statement)
        kernel.check(claim.data, [certificate(claim, evidence)])
    except Reject:
        return False
    return True


@pytest.mark.parametrize("asserts", ["supported", "contradicted"])
@pytest.mark.parametrize("years", [2, 3])
def test_compound_growth_by_powers(asserts: str, years: int) -> None:
    """A sweep of claims on 121 from 100: accepted only where integer powers say so."""
    case = next(c for c in ACCEPTED if c.name == "two years of growth")
    rows = [("1", "0"), ("0", "1")]
    for low in range(-30, 30, 20):
        for width in (0, 11):
            ends_ = Fraction(low, 10), Fraction(low + width, 10)
            statement = {
                **case.statement,
                "asserts": asserts,
                "years": years,
                "low": str(ends_[0]),
                "high": str(ends_[1]),
            }
            for evidence in _candidates(rows, ends_, years):
                if passes("xbrl/claim", statement, evidence):
                    ratio = Fraction(121, 100)
                    inside = _reaches(ratio, 1 + ends_[0], years) and not _passes_over(ratio, 1 + ends_[1], years)
                    assert inside == (asserts == "supported"), (statement, evidence)


def _reaches(ratio: Fraction, t: Fraction, years: int) -> bool:
    """ratio^(1/years) >= t."""
    return t <= 0 or ratio >= t**years


def _passes_over(ratio: Fraction, t: Fraction, years: int) -> bool:
    """ratio^(1/years) > t."""
    return t < 0 or ratio > t**years


def _candidates(rows: Any, ends_: tuple[Fraction, Fraction], years: int) -> Iterator[Any]:
    """Multipliers with every power, signed and not, on either end of the base."""
    powers = {s * abs(1 + end) ** years for end in ends_ for s in (1, -1)} | {(1 + end) ** years for end in ends_}
    combos = [[x, y, str(p), "0"] for x, y in rows for p in powers if p >= 0]
    combos += [[x, y, "0", str(p)] for x, y in rows for p in powers if p >= 0]
    for one in combos:
        yield {"side": "above", "multipliers": one}
        yield {"side": "below", "multipliers": one}
        for other in combos:
            yield {"below": one, "above": other}


@pytest.mark.parametrize("case", ACCEPTED, ids=lambda case: f"{case.kind}:{case.name}")
def test_the_known_attacks_fail(case: Any) -> None:
    claim = Claim(case.kind, case.statement)
    for attack in attacks(claim.data, certificate(claim, case.evidence)):
        assert attack.failure() is None


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
@pytest.mark.parametrize("mode", ["c11r", "c11t", "xbrl21"])
def test_the_order_of_facts_never_changes_a_verdict(mode: str, data: Any) -> None:
    name = data.draw(st.sampled_from(sorted(MINIS)))
    mini = MINIS[name]
    order = data.draw(st.permutations(range(len(mini.facts))))
    with tempfile.TemporaryDirectory() as folder:
        found = decisions(mini.shuffled(order).write(Path(folder)), mode)
    by_name = sorted((decision.obligation.name, word(decision)) for decision in found)
    with tempfile.TemporaryDirectory() as folder:
        before = decisions(mini.write(Path(folder)), mode)
    assert by_name == sorted((decision.obligation.name, word(decision)) for decision in before)


def test_attacks_over_statements_as_json() -> None:
    """The mutation above reaches facts, weights, ends, switches and multipliers."""
    case = next(c for c in ACCEPTED if c.name == "a ratio")
    paths = {path[0] for path in numbers(json.loads(json.dumps(case.statement)))}
    assert {"asserts", "mode", "operands", "low", "high", "numerator", "denominator", "low_closed"} <= paths
