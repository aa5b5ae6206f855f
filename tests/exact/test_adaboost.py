"""AdaBoost searches: public cases, the algebra of the counterexample, float64, random matrices, closed forms."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import mpmath
import pytest

from certify import kernel
from certify.contract import Claim, Found, Limits, NotFound, certificate, no_progress
from certify.kernel import Reject, boost, poly
from certify.words import adaboost as words
from exact import adaboost, adaboost_cycle, adaboost_nocycle, number_field
from exact.adaboost_nocycle import Sketch
from tests.tables.adaboost import FORTY_FIVE, FOUND, L_A, L_B, PICKS, TIED, board, product

Value = Any

CASES = Path(__file__).parents[2].parent / "shared" / "cases" / "adaboost.json"
HALF_WORD, SWAP = [0, 2, 3, 0, 1], [0, 1, 3, 2]
SKETCHES = [Sketch([0, 1, 2, 3], HALF_WORD, SWAP), Sketch([4, 5, 6, 7], HALF_WORD, SWAP)]
F = (7, -40, 176, -144, -1152, 3200, -3072, 1024)  # the weight of the first row at the fixed point
MU = (1, -6, 6, 14, -12, -20, 8, 8)
C_A = (
    2,
    1846,
    127106,
    2355093,
    1806746,
    -80404208,
    159688998,
    -44707134,
    3714640,
    5403070,
    61076,
    -76559,
    -5676,
    -268,
    4,
)
C_B = (-1, 5, 13, -45, -3, 23, -9, 1)
KAPPA = (-1, 51, -625, 2315, -1835, 385, -35, 1)
LAMBDA = (
    *(4, -2899292, 7468158864, -4789675432569, 422743039128068, -5676298472505780, 18299281845941356, 57085439654130),
    *(504085851461616, -37440753370248, 766183444916, -3628852593, -8330040, -117232, 16),
)


def case(name: str) -> Value:
    if not CASES.exists():
        pytest.skip("the public cases (../shared/cases/adaboost.json) are not here")
    return next(entry for entry in json.loads(CASES.read_text()) if entry["id"] == name)


def ratio(pair: Value) -> Fraction:
    return Fraction(*pair) if isinstance(pair, list) else Fraction(pair)


def spelled(values: list[Value]) -> list[str]:
    return [str(ratio(value)) for value in values]


def start(weights: list[Value]) -> str:
    return " ".join(map(str, weights))


def check(found: Found) -> None:
    kernel.check(found.claim.data, [found.certificate])


def refusal(claim: Claim, evidence: Value) -> str:
    with pytest.raises(Reject) as caught:
        kernel.check(claim.data, [certificate(claim, evidence)])
    return caught.value.code


def test_public_prefix() -> None:
    shared = case("V1")
    base = board(shared["M"], start(shared["D1"]))
    found = adaboost.picks(base, len(shared["picks"]), Limits(), no_progress)
    assert isinstance(found, Found)
    check(found)
    assert [j + 1 for j in found.claim.statement["picks"]] == shared["picks"] == PICKS


def public_cycle(shared: Value, limits: Value) -> tuple[Claim, Value]:
    """Claim and evidence of a public case, which gives the box but not the limits."""
    given = shared["cert"]
    base = board(given["M"], start(given["D1"]))
    claim = Claim("adaboost/cycle", {**base, "from": given["N"], "word": given["word"], "limits": limits})
    evidence = {"exact": given["N"], "precision": 256, "support": given["support"], "passive": given["passive"]}
    box = {"center": spelled(given["center"]), "scale": spelled(given["scale"]), "radius": str(ratio(given["radius"]))}
    return claim, {**evidence, **box, "repeat": given["repeat"]}


@pytest.mark.parametrize("name", ["V2", "V3"])
def test_public_cycles(name: str) -> None:
    shared = case(name)
    middles = [Fraction(point.strip("[]").partition(" ")[0]) if "+/-" in point else 0 for point in point_texts(shared)]
    limits = [[str(max(Fraction(0), x - Fraction(1, 10**12))), str(x + Fraction(1, 10**12))] for x in middles]
    claim, evidence = public_cycle(shared, limits)
    kernel.check(claim.data, [certificate(claim, evidence)])
    found = adaboost_cycle.find(claim.statement, None, Limits(), no_progress)
    assert isinstance(found, Found)
    check(found)
    assert len(found.claim.statement["word"]) == shared["answer"]["period"]


def point_texts(shared: Value) -> list[str]:
    return [text if text.startswith("[0") else "0" for text in shared["answer"]["point"]]


def test_public_cycle_with_ties_the_other_way() -> None:
    shared = case("V4")
    claim, evidence = public_cycle(shared, [["0", "1"]] * 3)
    assert refusal(claim, evidence) == "letter-not-best"


def multiplier(side: int, base: number_field.Number) -> Value:
    """The multipliers of the 45 x 8 example over the base p = z + 1/2 of the public cases."""
    found = FOUND["gadgets"][side]["multiplier"]
    if side == 1:
        return {**found, "root": base.record(), "value": ["3", "-4"]}
    constant, *rest = found["base"]
    return {**found, "base": [str(Fraction(constant) + Fraction(1, 2)), *rest]}


def public_orbit(shared: Value) -> tuple[Claim, Value]:
    """Claim and evidence of a public case; multipliers are computed, turns tried."""
    given = shared["cert"]
    parts = [given["A"], given["B"]]
    uniform = [[1] * len(part["L"]) for part in parts]
    small = sum(given["multA"]) < 100
    times = [given["multA"], given["multB"]] if small else uniform
    matrix = product(parts[0]["L"], parts[1]["L"], *times)
    weights = [1] * len(matrix) if small else [a * b for a in given["multA"] for b in given["multB"]]
    claim = Claim("adaboost/no-cycle", board(matrix, start(weights)))
    low, high = (Fraction(*end) for end in given["root"])
    base = number_field.Number(F, low, high)
    records = [
        {
            "columns": [4 * i + j for j in range(4)],
            "word": part["word"],
            "rows_to": part["row_perm"],
            "columns_to": part["col_perm"],
            "point": [spelled(p) if p != [0] else [] for p in part["P"]],
            "direction": spelled(part["v"]),
            "scale": spelled(part["scale"]),
            "radius": str(ratio(part["r"])),
            "opening": str(ratio(part["rho"])),
            "turns": 0,
            "multiplier": multiplier(i, base),
        }
        for i, part in enumerate(parts)
    ]
    prefix = given["prefix"]
    evidence = {"base": base.record(), "gadgets": records, "unit": 1, "primes": [5], "steps": prefix}
    return claim, {**evidence, "exact": min(prefix, 10), "precision": 256}


@pytest.mark.parametrize("name", ["V5", "V6"])
def test_public_orbits_without_a_cycle(name: str) -> None:
    claim, evidence = public_orbit(case(name))
    found = adaboost_nocycle.prove(claim, SKETCHES, Limits(), no_progress)
    assert isinstance(found, Found), found
    check(found)
    ours = json.loads(found.certificate)["evidence"]
    assert words.numbers(ours)["frequency"].startswith("0.402641713226")
    accepted = []
    for turns in range(4):  # the public cone
        for gadget, turn in zip(evidence["gadgets"], divmod(turns, 2), strict=True):
            gadget["turns"] = turn
        try:
            kernel.check(claim.data, [certificate(claim, evidence)])
        except Reject as reject:
            assert reject.code == "outside-cone"
        else:
            accepted.append(turns)
    assert len(accepted) == 1


def test_public_twin_is_refused() -> None:
    claim, evidence = public_orbit(case("V7"))
    assert refusal(claim, evidence) == "off-plane"
    found = adaboost_nocycle.prove(claim, SKETCHES, Limits(), no_progress)
    assert isinstance(found, NotFound)


def half_product(f: tuple[int, ...]) -> tuple[int, ...]:
    """g with g(x^2) = f(x) f(-x), up to sign: the squares of the roots of f."""
    mirrored = tuple(-a if k % 2 else a for k, a in enumerate(f))
    squared = poly.mul(f, mirrored)
    assert not any(squared[1::2])
    even = squared[::2]
    return even if even[-1] > 0 else poly.scale(even, -1)


def test_algebra_of_the_counterexample() -> None:
    for f in (F, MU, C_A, C_B, LAMBDA, KAPPA):
        assert number_field.irreducibility_primes(f) is not None
    for f in (F, C_A, LAMBDA):
        assert poly.factor_degrees(f, 5) == [len(f) - 1]
    assert half_product(C_A) == LAMBDA
    assert half_product(C_B) == KAPPA
    assert [poly.is_unit(f) for f in (C_A, C_B, LAMBDA, KAPPA)] == [False, True, False, True]
    assert poly.primitive(composed(F, Fraction(1, 2), Fraction(1, 2))) == MU


def composed(f: tuple[int, ...], a: Fraction, b: Fraction) -> tuple[int, ...]:
    """An integer multiple of f(a x + b)."""
    value = [Fraction(0)]
    for coefficient in reversed(f):
        value = [b * x + (a * y) for x, y in zip([*value, Fraction(0)], [Fraction(0), *value], strict=True)]
        value[0] += coefficient
    scale = 1
    for x in value:
        scale *= x.denominator
    return poly.trim([int(x * scale) for x in value])


def test_fixed_point_is_found_exactly() -> None:
    base = poly.Root(
        tuple(map(int, FOUND["base"]["polynomial"])), *(Fraction(FOUND["base"][k]) for k in ("low", "high"))
    )
    assert (
        poly.primitive(composed(base.poly, Fraction(1), Fraction(-1, 2))) == F
    )  # the base is the first weight, p - 1/2
    low, _ = base.enclose(100)
    assert (low * 10**15 >> 100) + 5 * 10**14 == 637116837818847
    for side, g in ((0, C_A), (1, C_B)):
        assert tuple(map(int, FOUND["gadgets"][side]["multiplier"]["polynomial"])) == g
    shown = words.numbers(FOUND)
    assert shown["multipliers"] == ["0.30739560746557", "0.45153264872461"]


def test_edges_along_the_burst() -> None:
    with mpmath.workprec(200):
        p = mpmath.findroot(lambda x: mpmath.polyval(list(reversed(F)), x), 0.637)
        d = mpmath.polyval([512, -1152, 736, -24, -88, 19, mpmath.mpf(-9) / 2], p)
        weights = [p - 0.5, 1 - p, 0.5 - d, d]
        edges = []
        for letter in HALF_WORD:
            column = tuple(row[letter] for row in L_A)
            edges.append(mpmath.nstr(sum(w * s for w, s in zip(weights, column, strict=True)), 12))
            weights = adaboost_nocycle.step(weights, column)
        assert edges == ["0.274233675638", "0.404942025766", "0.350103191481", "0.472800933672", "0.37785395441"]
        assert max(abs(a - b) for a, b in zip(weights, [p - 0.5, 1 - p, d, 0.5 - d], strict=True)) < 1e-50


def float_picks(matrix: list[list[int]], steps: int) -> list[int]:
    """The balanced form in plain binary64."""
    weights = [1.0 / len(matrix)] * len(matrix)
    found = []
    for _ in range(steps):
        edges = [sum(w * row[j] for w, row in zip(weights, matrix, strict=True)) for j in range(len(matrix[0]))]
        pick = edges.index(max(edges))
        weights = adaboost_nocycle.step(weights, tuple(row[pick] for row in matrix))
        found.append(pick)
    return found


def test_float64_leaves_the_orbit_for_a_false_cycle() -> None:
    certified = adaboost.picks(board(FORTY_FIVE), 600, Limits(), no_progress)
    assert isinstance(certified, Found)
    check(certified)
    truth, floats = certified.claim.statement["picks"], float_picks(FORTY_FIVE, 1200)
    assert floats[:600] != truth
    assert floats[-200:-10] == floats[-190:]  # a cycle of 10 picks that does not exist
    assert truth[-200:-10] != truth[-190:]


def test_bursts_are_sturmian_for_a_while() -> None:
    """Every window of bursts holds one of two neighbouring numbers of A-bursts, as in a Sturmian word."""
    certified = adaboost.picks(board(FORTY_FIVE), 596, Limits(), no_progress)
    assert isinstance(certified, Found)
    truth = certified.claim.statement["picks"][96:]
    bursts = "".join("A" if truth[k] < 4 else "B" for k in range(0, len(truth), 5))
    assert "AA" not in bursts
    assert "BBB" not in bursts
    for size in (5, 10, 20):
        assert len({bursts[k : k + size].count("A") for k in range(len(bursts) - size)}) <= 2


def random_matrices(seed: int, count: int) -> list[list[list[int]]]:
    """5..12 rows, 5..10 columns, both signs in every column, margin above 1/20."""
    source = random.Random(seed)
    found: list[list[list[int]]] = []
    while len(found) < count:
        rows, columns = source.randint(5, 12), source.randint(5, 10)
        matrix = [[source.choice((1, -1)) for _ in range(columns)] for _ in range(rows)]
        if any(len(set(column)) == 1 for column in zip(*matrix, strict=True)):
            continue
        game = adaboost.margin(matrix, Limits())
        if isinstance(game, Found) and Fraction(game.claim.statement["margin"]) > Fraction(1, 20):
            found.append(matrix)
    return found


def test_random_matrices() -> None:
    certified, reasons = 0, []
    for matrix in random_matrices(1, 40):
        found = adaboost_cycle.find(board(matrix), 240, Limits(), no_progress)
        if isinstance(found, NotFound) and not found.reason.startswith("limit tie"):
            found = adaboost_cycle.find(board(matrix), 700, Limits(), no_progress)
        if isinstance(found, Found):
            check(found)
            certified += 1
        else:
            reasons.append(found.reason)
    assert certified >= 28
    assert all(reasons)
    assert sum(reason.startswith("limit tie") for reason in reasons) >= 3


def test_a_limit_tie_is_undecided() -> None:
    found = adaboost_cycle.find(board(TIED), None, Limits(), no_progress)
    assert isinstance(found, NotFound)
    assert found.reason.startswith("limit tie: columns 1 and 2")


@pytest.mark.parametrize("m", [3, 4, 5, 6])
def test_closed_forms_of_the_diagonal_family(m: int) -> None:
    """-1 on the diagonal: weights rho^(m-i)/2 with rho + ... + rho^(m-1) = 1, margin 1 - 2/m."""
    matrix = [[-1 if i == j else 1 for j in range(m)] for i in range(m)]
    found = adaboost_cycle.find(board(matrix), None, Limits(), no_progress)
    assert isinstance(found, Found)
    check(found)
    statement = found.claim.statement
    assert len(statement["word"]) == m
    assert Fraction(statement["margin"]) == 1 - Fraction(2, m)
    with mpmath.workprec(120):
        rho = mpmath.findroot(lambda x: sum(x**k for k in range(1, m)) - 1, 0.6)
        expected = sorted(rho**k / 2 for k in range(m))
        ends = sorted((Fraction(low), Fraction(high)) for low, high in statement["limits"])
        for value, (low, high) in zip(expected, ends, strict=True):
            assert mpmath.mpf(low.numerator) / low.denominator <= value <= mpmath.mpf(high.numerator) / high.denominator


def test_same_gadget_twice_is_not_found() -> None:
    for gadget in (L_A, L_B):
        matrix = product(gadget, gadget, [2, 1, 1, 1, 1][: len(gadget)], [2, 1, 1, 4, 1][: len(gadget)])
        claim = Claim("adaboost/no-cycle", board(matrix))
        found = adaboost_nocycle.prove(claim, SKETCHES, Limits(), no_progress)
        assert isinstance(found, NotFound)
        assert "units" in found.reason


def test_prefix_of_a_wrong_claim() -> None:
    claim = Claim("adaboost/prefix", {**board(FORTY_FIVE), "picks": [4, 6, 1]})
    found = adaboost.prove(claim, Limits(), no_progress)
    assert isinstance(found, NotFound)
    assert found.reason == "step 2 (counted from 0) picks column 0, the claim says 1"


def test_replay_agrees_with_exact_fractions() -> None:
    source = random.Random(7)
    for _ in range(20):
        rows = source.randint(3, 6)
        matrix = [[source.choice((1, -1)) for _ in range(4)] for _ in range(rows)]
        if any(len(set(column)) == 1 for column in zip(*matrix, strict=True)):
            continue
        weights = [Fraction(source.randint(1, 9)) for _ in range(rows)]
        parsed = boost.parse_board(board(matrix, start(weights)), "")
        expected: list[int] = []
        while len(expected) < 8:
            edges = [sum(w * row[j] for w, row in zip(weights, matrix, strict=True)) for j in range(4)]
            best = max(edges)
            if best <= 0:
                break
            expected.append(edges.index(best))
            weights = adaboost_nocycle.step(weights, tuple(row[expected[-1]] for row in matrix))
        assert boost.replay(parsed, len(expected), 8, 64).picks == tuple(expected)


def test_margins_are_monotone_in_columns() -> None:
    values = []
    for width in (4, 6, 8):
        game = adaboost.margin([row[:width] for row in FORTY_FIVE], Limits())
        assert isinstance(game, Found)
        values.append(Fraction(game.claim.statement["margin"]))
    assert all(a <= b for a, b in pairwise(values))
    assert values[-1] == Fraction(1, 5)
