"""Relations together: the joint verdicts of the mini with U = 50, 51, 52, and random systems against z3."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from certify import kernel
from certify.contract import Claim, Found, Limits, NotFound, no_progress
from certify.kernel import xbrl
from smt.xbrl import joint
from smt.xbrl.decide import decide, prove
from smt.xbrl.door import check
from tests.smt.xbrl.minis import MINIS, F, Mini
from tests.smt.xbrl.shared import APPLE, GLOBAL_ARENA, NETFLIX, real
from tests.tables.xbrl import CONTEXT, JOINT, RELATION, USD, fact


def with_u(value: str) -> Mini:
    """The three relations with another U."""
    mini = MINIS["jointly feasible"]
    return replace(mini, facts=tuple(F("U", value) if fact.concept == "U" else fact for fact in mini.facts))


def verdicts(path: Path, mode: str) -> list[tuple[int, str]]:
    """Relations and verdict of each component, each certificate accepted."""
    found = []
    for component, proved in check(path, mode, joint=True).components:
        assert isinstance(proved, Found)
        kernel.check(proved.claim.data, [proved.certificate])
        found.append((len(component.decisions), proved.claim.statement["asserts"]))
    return found


@pytest.mark.parametrize(
    ("value", "mode", "expected"),
    [
        ("50", "c11r", [(3, "consistent")]),
        ("51", "c11r", [(3, "consistent")]),
        ("52", "c11r", [(3, "inconsistent")]),
        ("50", "c11t", [(3, "consistent")]),
        ("51", "c11t", [(3, "inconsistent")]),
    ],
)
def test_each_relation_alone_and_all_together(value: str, mode: str, expected: Any, tmp_path: Path) -> None:
    path = with_u(value).write(tmp_path)
    assert [decision.verdict for decision in check(path, mode).decisions] == ["consistent"] * 3
    assert verdicts(path, mode) == expected


def test_incomplete_and_inconsistent_relations_do_not_enter(tmp_path: Path) -> None:
    """Without E the third relation is incomplete, so nothing is claimed of it together with the others."""
    mini = with_u("52")
    without = replace(mini, facts=tuple(fact for fact in mini.facts if fact.concept != "E"))
    assert verdicts(without.write(tmp_path / "a"), "c11r") == [(2, "consistent")]
    nil = replace(mini, facts=tuple(replace(f, value="nil") if f.concept == "E" else f for f in mini.facts))
    assert verdicts(nil.write(tmp_path / "b"), "c11r") == [(2, "consistent")]
    assert verdicts(mini.write(tmp_path / "c"), "xbrl21") == []


@pytest.mark.parametrize("name", [APPLE, GLOBAL_ARENA, NETFLIX])
def test_the_real_filings_hold_together(name: str) -> None:
    found = verdicts(real(name), "c11r")
    assert len(found) > 5
    assert {verdict for _, verdict in found} == {"consistent"}


def test_time_runs_out() -> None:
    """No verdict is guessed."""
    claim = Claim(JOINT, system([(20, 0)] * 30, [(i, [(i + 1, "1"), (i + 2, "1")]) for i in range(28)], "c11r"))
    found = joint.prove(claim, Limits(seconds=0), no_progress)
    assert isinstance(found, Found) or (isinstance(found, NotFound) and found.limit)


def system(values: list[tuple[int, int]], sums: list[tuple[int, list[tuple[int, str]]]], mode: str) -> Any:
    return {
        "asserts": "consistent",
        "mode": mode,
        "context": CONTEXT,
        "unit": USD,
        "groups": [{"concept": f"c{i}", "facts": [fact(str(v), d)]} for i, (v, d) in enumerate(values)],
        "relations": [
            {"role": "r", "total": t, "items": [{"group": g, "weight": w} for g, w in items]} for t, items in sums
        ],
    }


def by_z3(statement: Any) -> str:
    """Feasible or not, straight from the printed facts."""
    solver = z3.Solver()
    xs = [z3.Real(f"x{i}") for i in range(len(statement["groups"]))]
    for x, group in zip(xs, statement["groups"], strict=True):
        value, decimals = Fraction(group["facts"][0]["value"]), group["facts"][0]["decimals"]
        unit = Fraction(10) ** -decimals
        low, high, v = (z3.Q(*f.as_integer_ratio()) for f in (value - unit, value + unit, value))
        if statement["mode"] == "c11r":
            half = z3.Q(*(unit / 2).as_integer_ratio())
            solver.add(x >= v - half, x <= v + half)
        elif value > 0:
            solver.add(x >= v, x < high)
        elif value < 0:
            solver.add(x > low, x <= v)
        else:
            solver.add(x > low, x < high)
    for relation in statement["relations"]:
        terms = [z3.Q(*Fraction(item["weight"]).as_integer_ratio()) * xs[item["group"]] for item in relation["items"]]
        solver.add(xs[relation["total"]] == z3.Sum(terms))
    return "consistent" if solver.check() == z3.sat else "inconsistent"


weights = st.sampled_from(["1", "-1", "1/2", "2"])
modes = st.sampled_from(["c11r", "c11t"])


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.integers(-9, 12), min_size=6, max_size=6),
    st.lists(weights, min_size=6, max_size=6),
    modes,
    st.integers(0, 1),
)
def test_random_systems(values: list[int], w: list[str], mode: str, decimals: int) -> None:
    """Three relations over six figures, near to adding up: verdict as z3's, certificate accepted."""
    a, b, c, d, e, _ = values
    total = Fraction(w[0]) * a + Fraction(w[1]) * b
    other = Fraction(w[2]) * c + Fraction(w[3]) * d
    made = [(a, 0), (b, 0), (c, 0), (d, 0), (round(total) + e % 2, 0), (round(other), 0), (round(total - other), 0)]
    sums = [(4, [(0, w[0]), (1, w[1])]), (5, [(2, w[2]), (3, w[3])]), (6, [(4, "1"), (5, "-1")])]
    statement = system([(v, decimals - decimals) for v, _ in made], sums, mode)
    xbrl.JOINT.parse(statement, "")
    found = joint.prove(Claim(JOINT, statement), Limits(), no_progress)
    assert isinstance(found, Found)
    kernel.check(found.claim.data, [found.certificate])
    assert found.claim.statement["asserts"] == by_z3(statement)


facts_of = st.tuples(st.integers(-30, 30), st.sampled_from([0, -1, 1, "INF"]))


@settings(max_examples=100, deadline=None)
@given(facts_of, st.lists(st.tuples(facts_of, weights), min_size=1, max_size=4), modes)
def test_random_relations(total: Any, items: Any, mode: str) -> None:
    """One relation: the interval verdict is z3's, and its certificate is accepted."""

    def group(name: str, printed: tuple[int, Any]) -> Any:
        value, decimals = printed
        return {"concept": name, "facts": [fact(str(value * 10 if decimals == -1 else value), decimals)]}

    statement = {
        "asserts": "consistent",
        "mode": mode,
        "role": "r",
        "context": CONTEXT,
        "unit": USD,
        "total": group("T", total),
        "items": [{**group(f"i{k}", printed), "weight": w} for k, (printed, w) in enumerate(items)],
    }
    found = prove(Claim(RELATION, statement), Limits(), no_progress)
    assert isinstance(found, Found)
    kernel.check(found.claim.data, [found.certificate])
    groups = [statement["total"], *statement["items"]]
    inverse = {
        "mode": mode,
        "groups": [
            {"facts": [{**f, "decimals": 60 if f["decimals"] == "INF" else f["decimals"]} for f in g["facts"]]}
            for g in groups
        ],
        "relations": [{"total": 0, "items": [{"group": k + 1, "weight": w} for k, (_, w) in enumerate(items)]}],
    }
    if not any(f["decimals"] == "INF" for g in groups for f in g["facts"]):
        assert found.claim.statement["asserts"] == by_z3(inverse)


def test_the_obligation_and_the_producer_agree(tmp_path: Path) -> None:
    for name, mini in MINIS.items():
        report = check(mini.write(tmp_path / name.replace(" ", "-")), "c11r")
        for decision in report.decisions:
            if decision.claim is not None:
                found = prove(decision.claim, Limits(), no_progress)
                assert isinstance(found, Found)
                assert found.claim.statement["asserts"] == decision.verdict
                assert decide(decision.obligation, report.filing.source).verdict == decision.verdict
