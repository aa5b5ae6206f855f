"""The statement in each file, read back from our own text, is the claim: number by number, against the claim itself."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from certify.contract import Claim
from certify.kernel import exit_bracket
from certify.kernel.exit_problem import advance, weights
from lean_export.document import namespace
from tests.lean_export.readback import definitions, statement
from tests.lean_export.samples import Sample, body, table_samples

Value = Any
SAMPLES = table_samples()

SIDON = {
    "is-sidon": "Certify.Sidon A",
    "not-sidon": "¬ Certify.Sidon A",
    "is-sidon-at": "Certify.SidonMod v A",
    "not-sidon-at": "¬ Certify.SidonMod v A",
    "extends-at": "Certify.ExtendsAt v A",
    "extends": "Certify.Extends A",
    "even-order": "Certify.ExtendsEven A",
    "no-extension-at": "Certify.SidonMod v A ∧ ¬ Certify.ExtendsAt v A",
    "smallest-modulus": "Certify.ExtendsAt v A ∧ ∀ w : Int, w < v → ¬ Certify.ExtendsAt w A",
    "no-extension": "Certify.Sidon A ∧ ¬ Certify.Extends A",
    "no-even-order": "Certify.Sidon A ∧ ¬ Certify.ExtendsEven A",
}


def of(family: str) -> list[Sample]:
    return [sample for sample in SAMPLES if sample.claim.kind.startswith(f"{family}/")]


def named(family: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("sample", of(family), ids=lambda sample: sample.name)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_the_file_names_the_claim(sample: Sample) -> None:
    text = sample.text()
    assert f"claim: {sample.claim.address}" in text
    assert f"namespace {namespace(sample.claim)}\n" in text
    assert text.rstrip().endswith(f"end {namespace(sample.claim)}")


@named("sidon")
def test_sidon(sample: Sample) -> None:
    text = sample.text()
    data = definitions(text)
    assert data["A"] == sample.claim.statement["set"]
    assert data.get("v") == sample.claim.statement.get("modulus")
    assert statement(text) == SIDON[sample.claim.kind.partition("/")[2]]


def test_a_claim_about_five_elements_is_not_about_four() -> None:
    five, four = ([1, 2, 4, 8, 13], [1, 2, 4, 8])
    texts = {}
    for elements in (five, four):
        claim = Claim("sidon/no-extension", {"set": elements})
        texts[len(elements)] = "\n\n".join(body(claim, None).blocks)
    assert definitions(texts[5])["A"] == five
    assert definitions(texts[4])["A"] == four


def _scaled(row: Value) -> tuple[list[Fraction], str, Fraction]:
    return [Fraction(c) for c in row["coefficients"]], row["relation"], Fraction(row["bound"])


def _proportional(found: tuple[list[int], str, int], row: Value) -> bool:
    """The integer row is a positive multiple of the row of the claim."""
    numbers, relation, bound = found
    coefficients, wanted, right = _scaled(row)
    pairs = list(zip([*numbers, bound], [*coefficients, right], strict=True))
    ratio = next((Fraction(n) / c for n, c in pairs if c), Fraction(1))
    return relation == wanted and ratio > 0 and all(n == ratio * c for n, c in pairs)


WORDS = {".le": "<=", ".lt": "<", ".eq": "="}
SIGNS = {"≤": "<=", "<": "<", "=": "="}


def _row_text(text: str, names: list[str]) -> tuple[list[int], str, int]:
    """`2 * x1 + -3 * x2 ≤ 5 * d`."""
    match = re.fullmatch(r"(.*) (≤|<|=) (-?\S+) \* d", text.strip())
    assert match is not None, text
    terms = [term.split(" * ") for term in match[1].split(" + ")]
    assert [name for _, name in terms] == names
    return [int(number, 0) for number, _ in terms], SIGNS[match[2]], int(match[3], 0)


@named("linear")
def test_linear(sample: Sample) -> None:
    text, claim = sample.text(), sample.claim
    data = definitions(text)
    rows = [(row[0], WORDS[row[1]], row[2]) for row in data["rows"] if len(str(row[0])) < 3000]
    if any(isinstance(entry, tuple) for row in rows for entry in [*row[0], row[2]]):
        pytest.skip("numbers in hexadecimal parts are not put together by this reader")
    assert len(data["rows"]) == len(claim.statement["rows"])
    assert all(_proportional(row, wanted) for row, wanted in zip(rows, claim.statement["rows"], strict=False))
    said = statement(text)
    names = [f"x{j}" for j in range(1, len(claim.statement["variables"]) + 1)]
    if "List Int" in said:
        return
    if claim.kind == "linear/feasible":
        match = re.fullmatch(rf"∃ {' '.join(names)} d : Int, 0 < d ∧ (.*)", said)
    elif claim.kind == "linear/infeasible":
        match = re.fullmatch(rf"∀ {' '.join(names)} d : Int, 0 < d → ¬ \((.*)\)", said)
    else:
        match = re.fullmatch(rf"∀ {' '.join(names)} d : Int, 0 < d → (.*) → (.*)", said)
    assert match is not None
    parts = match[1].split(" ∧ ")
    assert [_row_text(part, names) for part in parts] == [(row[0], WORDS[row[1]], row[2]) for row in data["rows"]]
    if claim.kind == "linear/implies":
        assert _proportional(_row_text(match[2], names), claim.statement["goal"])


@named("search")
def test_search(sample: Sample) -> None:
    text = sample.text()
    assert definitions(text)["clauses"] == sample.claim.statement["clauses"]
    wanted = "¬ Certify.Satisfiable clauses" if sample.claim.kind == "search/lrat" else "Certify.Satisfiable clauses"
    assert statement(text) == wanted


@named("adaboost")
def test_adaboost(sample: Sample) -> None:
    if sample.claim.kind == "adaboost/margin":
        pytest.skip("two linear systems, whose rows the linear tests read back")
    text, said = sample.text(), sample.claim.statement
    data = definitions(text)
    signs = {"true": 1, "false": -1}
    assert [[signs[s] for s in column] for column in data["columns"]] == [
        list(c) for c in zip(*said["matrix"], strict=True)
    ]
    start = [Fraction(x) for x in said["start"]]
    assert all(a * start[0] == b * data["start"][0] for a, b in zip(data["start"], start, strict=True))
    assert data["start"][0] > 0
    lowest = "true" if said["tie"] == "lowest" else "false"
    if sample.claim.kind == "adaboost/prefix":
        assert data["picks"] == said["picks"]
        assert statement(text) == f"Certify.Boosts {lowest} columns start picks"
    else:
        assert statement(text) == f"Certify.NeverCycles {lowest} columns start"


def _value(expr: Value, data: dict[str, Value], point: list[Fraction]) -> Fraction:
    """The value of a Certify.Expr at a point."""
    if isinstance(expr, str):
        return _value(data[expr], data, point)
    word, *parts = expr
    if word == ".num":
        return Fraction(parts[0])
    if word == ".var":
        index: int = parts[0]
        return point[index]
    if word == ".pow":
        return Fraction(_value(parts[0], data, point) ** int(parts[1]))
    left, right = _value(parts[0], data, point), _value(parts[1], data, point)
    return left + right if word == ".add" else left * right


def _claimed(terms: Value, values: list[Fraction]) -> Fraction:
    total = Fraction(0)
    for c, powers in terms:
        product = Fraction(c)
        for index, exponent in powers:
            product *= values[index] ** exponent
        total += product
    return total


@named("polynomial")
def test_polynomials_have_the_values_of_the_claim(sample: Sample) -> None:
    """At points in general position, up to the positive factor that clears denominators."""
    if sample.claim.kind == "polynomial/member":
        pytest.skip("the identity in the statement is read in test_member")
    text, said = sample.text(), sample.claim.statement
    data = definitions(text)
    factors: dict[str, set[Fraction]] = {}
    for shift in (3, 5, 8):
        point = [Fraction(7 * j + shift, j + 2) for j in range(len(said["variables"]))]
        values = list(point)
        for definition in said.get("definitions", []):
            values.append(_claimed(definition, values))
        pairs = {"p": said["polynomial"]} if "polynomial" in said else {"left": said["left"], "right": said["right"]}
        for name, terms in pairs.items():
            found, wanted = _value(data[name], data, point), _claimed(terms, values)
            assert (found == 0) == (wanted == 0)
            if wanted:
                factors.setdefault(name, set()).add(found / wanted)
    assert all(len(found) == 1 and min(found) > 0 for found in factors.values())
    if "left" in factors and "right" in factors:
        assert factors["left"] == factors["right"]


@named("polynomial")
def test_member(sample: Sample) -> None:
    if sample.claim.kind != "polynomial/member":
        pytest.skip("identities and inequalities are read above")
    match = re.fullmatch(
        r"∃ \(k : Int\) \((.*) : Certify.Expr\), 0 < k ∧ ∀ (.*) : Int, k \* \((.*?)\) = (.*)", statement(sample.text())
    )
    assert match is not None
    names = match[2].split()
    generators = re.findall(r"c\d+\.eval \[[^\]]*\] \* \((.*?)\)", match[4])
    said = sample.claim.statement
    assert len(generators) == len(said["generators"]) == len(match[1].split())
    for text, terms in zip([match[3], *generators], [said["polynomial"], *said["generators"]], strict=True):
        for shift in (3, 5):
            point = [Fraction(7 * j + shift) for j in range(len(names))]
            found = eval(text.replace("^", "**"), {}, dict(zip(names, point, strict=True)))
            wanted = _claimed(terms, point)
            assert (found == 0) == (wanted == 0)
            assert not wanted or found / wanted > 0


@named("exit")
def test_exit_steps_are_those_of_the_kernel(sample: Sample) -> None:
    """Every matrix maps a state to a positive multiple of what one step of the kernel gives; start and bounds agree."""
    text, said = sample.text(), sample.claim.statement
    data, goal = definitions(text), statement(text)
    problem = exit_bracket.parse(said, "/statement")
    values = [Fraction(x) for x in [*said["start"]["x"], *said["start"]["buffer"]]]
    assert data["start"][0] > 0
    assert [Fraction(n, data["start"][0]) for n in data["start"][1:]] == values
    size = problem.pool.dimension
    for name, batch in zip(data["steps"], said["order"]["batches"], strict=False):
        state = [2, *range(3, 3 + 2 * size)]
        found = [sum(a * s for a, s in zip(row, state, strict=True)) for row in data[name]]
        weight = weights(problem.pool, problem.method, len(batch))
        before = (tuple(state[1 : 1 + size]), tuple(state[1 + size :]), 2)
        x, b, q = advance(problem.pool, weight, batch, before)
        assert [Fraction(n, found[0]) for n in found[1:]] == [Fraction(n, q) for n in (*x, *b)]
    claim = said["claim"]
    if "survives" in claim:
        assert goal == f"Certify.Stays sides steps start {claim['survives'] + 1}"
    else:
        low, high = claim["earliest"], claim["latest"]
        assert goal == f"∃ k : Nat, {low} ≤ k ∧ k ≤ {high} ∧ Certify.FirstExit sides steps start k"
