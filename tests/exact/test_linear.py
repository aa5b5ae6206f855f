"""Points and multipliers of linear systems against z3, the kernel and each other, with HiGHS and without."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

import certify
from certify.contract import Deadline, Limits, NotFound, no_progress
from exact import highs, linear
from exact.linear import Combination, Counterexample, Feasible, Infeasible, OutOfTime, Row, Vacuous
from exact.rows import refutes
from exact.simplex import simplex

Solver = Callable[[Sequence[Row]], Feasible | Infeasible]
numbers = st.fractions(min_value=-5, max_value=5, max_denominator=4)
small = st.sampled_from([Fraction(0), Fraction(0), Fraction(1), Fraction(-1), Fraction(2), Fraction(1, 3)])


@st.composite
def systems(draw: st.DrawFn, entries: st.SearchStrategy[Fraction] = small) -> list[Row]:
    width = draw(st.integers(1, 4))
    row = st.tuples(st.lists(entries, min_size=width, max_size=width), st.sampled_from(["<=", "<=", "<", "="]), entries)
    return [Row.of(*parts) for parts in draw(st.lists(row, min_size=1, max_size=7))]


def with_highs(rows: Sequence[Row]) -> Feasible | Infeasible:
    found = highs.point(rows, Deadline(None))
    if found is not None:
        return Feasible(found)
    refuting = highs.multipliers(rows, Deadline(None))
    return Infeasible(refuting) if refuting is not None else simplex(rows)


SOLVERS: list[Solver] = [simplex, with_highs, linear.decide]


def z3_says(rows: Sequence[Row]) -> bool:
    """Whether z3 finds the rows satisfiable."""
    names = [z3.Real(f"x{j}") for j in range(len(rows[0].coefficients))]
    solver = z3.Solver()
    for row in rows:
        left = z3.Sum([z3.Q(a.numerator, a.denominator) * x for a, x in zip(row.coefficients, names, strict=True)])
        right = z3.Q(row.bound.numerator, row.bound.denominator)
        solver.add({"<=": left <= right, "<": left < right, "=": left == right}[row.relation])
    answer = solver.check()
    assert answer in (z3.sat, z3.unsat)
    return bool(answer == z3.sat)


@pytest.mark.parametrize("solver", SOLVERS)
@given(rows=st.one_of(systems(), systems(numbers)))
@settings(max_examples=100, deadline=None)
def test_the_answer_is_checked_and_agrees_with_z3(solver: Solver, rows: list[Row]) -> None:
    answer = solver(rows)
    assert isinstance(answer, Feasible) == z3_says(rows)
    if isinstance(answer, Feasible):
        assert all(row.holds(answer.point) for row in rows)
    else:
        assert refutes(rows, answer.multipliers)


def row(text: str) -> Row:
    *coefficients, relation, bound = text.split()
    return Row.of([Fraction(a) for a in coefficients], relation, Fraction(bound))


TIGHT = {
    "an open point": ["1 <= 0", "-1 < 0"],
    "a closed point": ["1 <= 0", "-1 <= 0"],
    "a gap of 1e-30": ["1 <= 0", f"-1 <= -1/{10**30}"],
    "an overlap of 1e-30": ["1 <= 0", f"-1 <= 1/{10**30}"],
    "beyond binary64": [f"{10**400} <= 1", f"-1 <= -1/{10**401}"],
    "degenerate": ["1 1 <= 1", "1 2 <= 1", "2 1 <= 1", "-1 0 <= 0", "0 -1 <= 0", "1 0 = 1"],
    "zero rows": ["0 0 <= 0", "0 0 = 0", "1 0 < 1"],
    "a zero row that is false": ["0 0 < 0"],
    "equalities that clash": ["1/3 1/2 = 1", "2/3 1 = 3"],
    "equalities that repeat": ["1/3 1/2 = 1", "2/3 1 = 2"],
    "all strict": ["1 1 < 1", "-1 0 < 0", "0 -1 < 0"],
}


@pytest.mark.parametrize("name", TIGHT)
@pytest.mark.parametrize("solver", SOLVERS)
def test_tight_and_degenerate_systems(solver: Solver, name: str) -> None:
    rows = [row(text) for text in TIGHT[name]]
    answer = solver(rows) if name != "beyond binary64" or solver is not with_highs else linear.decide(rows)
    assert isinstance(answer, Feasible) == z3_says(rows)
    if isinstance(answer, Feasible):
        assert all(row.holds(answer.point) for row in rows)
    else:
        assert refutes(rows, answer.multipliers)


def test_a_system_beyond_binary64_falls_back_to_the_exact_simplex(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear, "SMALL", 0)
    assert linear.point([row(f"{10**400} <= 1"), row("-1 <= 0")]) is not None


@given(rows=systems(), goal=systems())
@settings(max_examples=100, deadline=None)
def test_implied_rows(rows: list[Row], goal: list[Row]) -> None:
    width = len(rows[0].coefficients)
    wanted = Row.of([*goal[0].coefficients, *[Fraction(0)] * width][:width], "<=", goal[0].bound)
    answer = linear.implied(rows, wanted)
    if isinstance(answer, Counterexample):
        assert all(row.holds(answer.point) for row in rows)
        assert not wanted.holds(answer.point)
    elif isinstance(answer, Vacuous):
        assert not z3_says(rows)
        assert refutes(rows, answer.multipliers)
    else:
        assert not z3_says([*rows, wanted.negated()])
        assert refutes([*rows, wanted.negated()], [*answer.multipliers, Fraction(1)])


def statement(rows: Sequence[Row], **more: Any) -> dict[str, Any]:
    def spelled(row: Row) -> dict[str, Any]:
        return {
            "coefficients": [str(a) for a in row.coefficients],
            "relation": row.relation,
            "bound": str(row.bound),
        }

    names = [f"x{j}" for j in range(len(rows[0].coefficients))]
    return {"variables": names, "rows": [spelled(row) for row in rows], **{k: spelled(v) for k, v in more.items()}}


@given(rows=systems())
@settings(max_examples=60, deadline=None)
def test_both_kinds_end_in_a_proof_or_a_checked_refutation(rows: list[Row]) -> None:
    feasible = z3_says(rows)
    for kind, expected in (("linear/feasible", feasible), ("linear/infeasible", not feasible)):
        verdict = certify.prove(certify.claim(kind, **statement(rows)))
        assert verdict.verdict == ("proved" if expected else "refuted")


BOX = [row("1 0 <= 1"), row("-1 0 <= 0"), row("0 1 <= 1"), row("0 -1 <= 0")]


@pytest.mark.parametrize(
    ("goal", "word"),
    [
        ("1 1 <= 2", "proved"),
        ("1 1 < 3", "proved"),
        ("1 1 < 2", "refuted"),
        ("1 1 <= 3/2", "refuted"),
        ("1 0 = 1", "undecided"),
    ],
)
def test_implications(goal: str, word: str) -> None:
    verdict = certify.prove(certify.claim("linear/implies", **statement(BOX, goal=row(goal))))
    assert verdict.verdict == word
    if word == "undecided":
        assert "the goal fails at x0 = " in (verdict.reason or "")


def test_an_implied_equality() -> None:
    rows = [row("1 1 <= 1"), row("-1 -1 <= -1")]
    verdict = certify.prove(certify.claim("linear/implies", **statement(rows, goal=row("2 2 = 2"))))
    assert verdict.verdict == "proved"


def test_a_vacuous_implication_is_not_proved() -> None:
    rows = [row("0 0 <= -1")]
    verdict = certify.prove(certify.claim("linear/implies", **statement(rows, goal=row("1 0 <= 5"))))
    assert verdict.verdict == "undecided"
    assert "vacuous" in (verdict.reason or "")


def dense(size: int) -> list[Row]:
    """A feasible-looking system of size x size whose sum of rows is 0 <= -1."""
    rows = [[Fraction((i * i + 3 * j * i + j) % 17 - 8, 1 + (i + j) % 5) for j in range(size)] for i in range(size - 1)]
    rows.append([-sum((line[j] for line in rows), Fraction(0)) for j in range(size)])
    return [Row.of(line, "<=", -1 if i == 0 else 0) for i, line in enumerate(rows)]


def test_a_dense_system_of_sixty_rows() -> None:
    rows = dense(60)
    multipliers = linear.farkas(rows)
    assert multipliers is not None
    assert refutes(rows, multipliers)
    assert linear.point(rows[1:]) is not None


def test_without_the_extra_the_exact_simplex_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(highs, "available", lambda: False)
    rows = dense(12)
    multipliers = linear.farkas(rows)
    assert multipliers is not None
    assert refutes(rows, multipliers)


def test_time_limits() -> None:
    with pytest.raises(OutOfTime):
        simplex(dense(30), Deadline(time.monotonic() - 1))
    claim = certify.claim("linear/infeasible", **statement(dense(40)))
    found = linear.prove(claim, Limits(seconds=0), no_progress)
    assert isinstance(found, NotFound)
    assert found.limit


def test_progress_is_told() -> None:
    told: list[int] = []
    simplex(dense(30), progress=lambda done, total, doing: told.append(done))
    assert told == sorted(told)


@pytest.mark.parametrize("rows", [[], [Row.of([1], "<=", 0), Row.of([1, 2], "<=", 0)]])
def test_ragged_or_empty_input(rows: list[Row]) -> None:
    with pytest.raises(ValueError, match="same length"):
        linear.decide(rows)


def test_relations() -> None:
    with pytest.raises(ValueError, match="relation"):
        Row.of([1], ">=", 0)
    with pytest.raises(ValueError, match="equality"):
        Row.of([1], "=", 0).negated()


def test_a_combination_is_what_implied_gives() -> None:
    answer = linear.implied(BOX, row("1/2 1/3 <= 5/6"))
    assert isinstance(answer, Combination)
    assert answer.multipliers == [Fraction(1, 2), 0, Fraction(1, 3), 0]
