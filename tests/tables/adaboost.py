"""AdaBoost on sign matrices: accepted, rejected, forged."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.tables import Case, accept, forge, reject

Value = Any

L_A = [[1, 1, -1, -1], [-1, 1, 1, 1], [1, -1, -1, 1], [1, -1, 1, -1]]
L_B = [*L_A, [1, -1, 1, 1]]
THREE = [[-1, 1, 1], [1, -1, 1], [1, 1, -1]]
FOUR = [[-1, 1, 1, 1], [1, -1, 1, 1], [1, 1, -1, 1], [1, 1, 1, -1]]
RDS = [
    [-1, 1, 1, 1, 1, -1, -1, 1],
    [-1, 1, 1, -1, -1, 1, 1, 1],
    [1, -1, 1, 1, 1, -1, 1, 1],
    [1, -1, 1, 1, -1, 1, 1, 1],
    [1, -1, 1, -1, 1, 1, 1, -1],
    [1, 1, -1, 1, 1, 1, 1, -1],
    [1, 1, -1, 1, 1, 1, -1, 1],
    [1, 1, 1, 1, -1, -1, 1, -1],
]
PICKS = [
    *(5, 7, 1, 2, 5, 6, 1, 3, 4, 1, 2, 5, 8, 7, 5, 6, 5, 7, 8, 5, 6, 1, 4, 3, 1, 2, 5, 8, 7, 5),
    *(6, 5, 7, 8, 5, 6, 1, 3, 4, 1, 2, 5, 8, 7, 5, 6, 5, 7, 8, 5, 6, 1, 4, 3, 1, 2, 5, 8, 7, 5),
]  # the first picks on the 45 x 8 matrix, columns counted from 1


def product(a: list[list[int]], b: list[list[int]], times_a: list[int], times_b: list[int]) -> list[list[int]]:
    """Rows (r, s) of the product system, each as often as its two factors say."""
    return [
        [*r, *s] for r, i in zip(a, times_a, strict=True) for s, k in zip(b, times_b, strict=True) for _ in range(i * k)
    ]


FORTY_FIVE = product(L_A, L_B, [2, 1, 1, 1], [2, 1, 1, 4, 1])


def board(matrix: Value, start: str = "", tie: str = "lowest") -> Value:
    return {"matrix": matrix, "start": start.split() or ["1"] * len(matrix), "tie": tie}


def prefix(base: Value, *picks: int) -> Value:
    return {**base, "picks": list(picks)}


def replay(exact: int, precision: int) -> Value:
    return {"exact": exact, "precision": precision}


def margin(matrix: Value, value: str) -> Value:
    return {"matrix": matrix, "margin": value}


def mixes(columns: str, rows: str) -> Value:
    return {"columns": columns.split(), "rows": rows.split()}


def eighths(text: str, by: int) -> str:
    """Integers over one denominator, in lowest terms."""
    return " ".join(str(Fraction(int(x), by)) for x in text.split())


PREFIX, MARGIN = "adaboost/prefix", "adaboost/margin"
UNIFORM, ODD = board(THREE), board(FOUR, "7 5 3 2")
RDS_MIXES = mixes(eighths("2 3 4 1 2 2 1 1", 16), eighths("2 3 2 1 2 2 3 1", 16))

CASES: list[Case] = [
    accept("45 x 8, one exact tie", PREFIX, prefix(board(FORTY_FIVE), *(j - 1 for j in PICKS)), replay(10, 200)),
    accept("ties to the lowest", PREFIX, prefix(UNIFORM, 0, 1, 2, 0, 1, 2), replay(6, 8)),
    accept("ties to the highest", PREFIX, prefix(board(THREE, tie="highest"), 2, 1, 0, 2, 1, 0), replay(3, 64)),
    accept("no ties, intervals only", PREFIX, prefix(ODD, 3, 2, 1, 0, 3, 2, 1, 0), replay(0, 64)),
    accept("weights scale", PREFIX, prefix(board(FOUR, "7/3 5/3 1 2/3"), 3, 2, 1, 0), replay(2, 64)),
    accept(
        "identical columns", PREFIX, prefix(board([[1, 1, -1], [-1, -1, 1], [1, 1, 1]], "2 1 5"), 0, 2), replay(0, 64)
    ),
    accept(
        "a dominated column may tie for ever",
        PREFIX,
        prefix(board([[1, 1], [1, -1], [-1, -1]], f"{10**12} 1 {10**11}"), 0),
        replay(0, 20),
    ),
    forge("ties the other way", PREFIX, prefix(UNIFORM, 0, 2, 1, 0, 2, 1), replay(6, 64), "REFUSED", "other-pick"),
    forge("rule of ties ignored", PREFIX, prefix(UNIFORM, 2, 1, 0), replay(3, 64), "REFUSED", "other-pick"),
    forge("last pick", PREFIX, prefix(ODD, 3, 2, 1, 0, 3, 2, 1, 3), replay(4, 64), "REFUSED", "other-pick"),
    forge(
        "tie of the 45 x 8 matrix taken the other way",
        PREFIX,
        prefix(board(FORTY_FIVE), *(j - 1 for j in PICKS[:7]), 3),
        replay(10, 200),
        "REFUSED",
        "other-pick",
    ),
    forge(
        "beyond the end",
        PREFIX,
        prefix(board([[1, -1], [-1, 1]]), 0),
        replay(1, 64),
        "REFUSED",
        "no-positive-edge",
    ),
    forge(
        "beyond the end, by intervals",
        PREFIX,
        prefix(board([[1, -1], [-1, 1]]), 0),
        replay(0, 64),
        "REFUSED",
        "no-positive-edge",
    ),
    forge(
        "negative edges only",
        PREFIX,
        prefix(board([[1, -1, -1], [-1, 1, -1], [-1, -1, 1]]), 0),
        replay(1, 64),
        "REFUSED",
        "no-positive-edge",
    ),
    reject("tie met by intervals", PREFIX, prefix(UNIFORM, 0), replay(0, 400), "REFUSED", "not-separated"),
    reject(
        "tie of the 45 x 8 matrix met by intervals",
        PREFIX,
        prefix(board(FORTY_FIVE), *(j - 1 for j in PICKS)),
        replay(7, 400),
        "REFUSED",
        "not-separated",
    ),
    reject("too few bits", PREFIX, prefix(ODD, *[3, 2, 1, 0] * 10), replay(0, 16), "REFUSED", "not-separated"),
    reject("no bits", PREFIX, prefix(ODD, 3), replay(0, 0), "MALFORMED", "out-of-range"),
    reject("too many bits", PREFIX, prefix(ODD, 3), replay(0, 1 << 20), "LIMIT", "too-much-precision"),
    reject(
        "exact weights too long",
        PREFIX,
        prefix(board(FORTY_FIVE), *(j - 1 for j in PICKS)),
        replay(60, 64),
        "LIMIT",
        "too-many-digits",
    ),
    reject("too many exact steps", PREFIX, prefix(ODD, 3), replay(100, 64), "MALFORMED", "out-of-range"),
    reject(
        "too much work", PREFIX, prefix(ODD, *[3, 2, 1, 0] * (1 << 17)), replay(0, 1 << 15), "LIMIT", "too-much-work"
    ),
    reject("no picks", PREFIX, prefix(ODD), replay(0, 64), "MALFORMED", "too-few"),
    reject("pick beyond the columns", PREFIX, prefix(ODD, 4), replay(0, 64), "MALFORMED", "out-of-range"),
    reject(
        "no tie rule",
        PREFIX,
        {k: v for k, v in prefix(ODD, 3).items() if k != "tie"},
        replay(0, 64),
        "MALFORMED",
        "missing-key",
    ),
    reject("unknown tie rule", PREFIX, prefix(board(FOUR, tie="any"), 3), replay(0, 64), "MALFORMED", "unknown-word"),
    reject("entry 0", PREFIX, prefix(board([[1, 0], [-1, 1]]), 0), replay(0, 64), "MALFORMED", "not-a-sign"),
    reject("entry true", PREFIX, prefix(board([[True, -1], [-1, 1]]), 0), replay(0, 64), "MALFORMED", "not-a-sign"),
    reject("ragged", PREFIX, prefix(board([[1, -1], [-1]]), 0), replay(0, 64), "MALFORMED", "wrong-length"),
    reject("perfect column", PREFIX, prefix(board([[1, 1], [1, -1]]), 0), replay(0, 64), "MALFORMED", "one-sign"),
    reject("hopeless column", PREFIX, prefix(board([[1, -1], [-1, -1]]), 0), replay(0, 64), "MALFORMED", "one-sign"),
    reject("start weight 0", PREFIX, prefix(board(THREE, "1 0 1"), 0), replay(0, 64), "MALFORMED", "not-positive"),
    reject("start weight < 0", PREFIX, prefix(board(THREE, "1 -1 1"), 0), replay(0, 64), "MALFORMED", "not-positive"),
    reject("start too short", PREFIX, prefix(board(THREE, "1 1"), 0), replay(0, 64), "MALFORMED", "wrong-length"),
    reject(
        "no rows",
        PREFIX,
        {"matrix": [], "start": [], "tie": "lowest", "picks": [0]},
        replay(0, 64),
        "MALFORMED",
        "too-few",
    ),
    accept("three by three", MARGIN, margin(THREE, "1/3"), mixes("1/3 1/3 1/3", "1/3 1/3 1/3")),
    accept("the gadget", MARGIN, margin(L_A, "1/5"), mixes("2/5 1/5 1/5 1/5", "1/5 2/5 1/5 1/5")),
    accept("the second gadget", MARGIN, margin(L_B, "1/5"), mixes("2/5 1/5 1/5 1/5", "1/5 2/5 1/5 1/5 0")),
    accept("eight by eight", MARGIN, margin(RDS, "3/8"), RDS_MIXES),
    accept("a perfect column", MARGIN, margin([[1, -1], [1, 1]], "1"), mixes("1 0", "1/2 1/2")),
    forge(
        "margin of the cycle, not of the matrix", MARGIN, margin(RDS, "1/3"), RDS_MIXES, "REFUSED", "margin-not-bounded"
    ),
    forge("too large", MARGIN, margin(RDS, "2/5"), RDS_MIXES, "REFUSED", "margin-not-reached"),
    forge("sum above 1", MARGIN, margin(THREE, "2/3"), mixes("2/3 2/3 2/3", "1/3 1/3 1/3"), "REFUSED", "sum-not-one"),
    forge(
        "rows sum below 1", MARGIN, margin(THREE, "1/6"), mixes("1/3 1/3 1/3", "1/6 1/6 1/6"), "REFUSED", "sum-not-one"
    ),
    forge(
        "negative columns",
        MARGIN,
        margin(L_A, "1/3"),
        mixes("1 1/3 -1/3 0", "1/5 2/5 1/5 1/5"),
        "REFUSED",
        "negative-weight",
    ),
    forge("negative rows", MARGIN, margin(THREE, "-1"), mixes("1 0 0", "1 1 -1"), "REFUSED", "negative-weight"),
    reject(
        "weak columns", MARGIN, margin(THREE, "1/3"), mixes("1/2 1/2 0", "1/3 1/3 1/3"), "REFUSED", "margin-not-reached"
    ),
    reject(
        "weak rows", MARGIN, margin(THREE, "1/3"), mixes("1/3 1/3 1/3", "1/2 1/2 0"), "REFUSED", "margin-not-bounded"
    ),
    reject(
        "too few columns", MARGIN, margin(THREE, "1/3"), mixes("1/2 1/2", "1/3 1/3 1/3"), "MALFORMED", "wrong-length"
    ),
    reject("no columns", MARGIN, margin([[]], "1"), mixes("", "1"), "MALFORMED", "too-few"),
]

# --- no cycle -------------------------------------------------------------------------------------------------------

NO_CYCLE = "adaboost/no-cycle"
EXAMPLES = Path(__file__).parents[2] / "examples" / "adaboost"
FOUND = json.loads((EXAMPLES / "no-cycle-45x8.cert.json").read_text())["evidence"]
START_A = [137116847818847, 362883152181153, 242004611239991, 257995388760009]  # of arXiv 2604.07055, over 10^15
START_B = [137116857552466, 362883142447534, 242004593130510, 257995386869490, 20000000]
ALL_ONES = [*L_A, [1, 1, 1, 1]]
C_B_FORGED = ["1", "-10", "12", "110", "-222", "-38", "124", "-46", "5"]  # (5x - 1) times the polynomial of c_B
MIRROR = {"rows_to": [3, 1, 2, 0], "columns_to": [0, 2, 1, 3]}  # an automorphism of L_A that moves the last letter
OTHER_A = {"low": "-17/500", "high": "-33/1000"}  # the second eigenvalue of A, a root of the same polynomial


def weighted(
    a: list[list[int]], b: list[list[int]], start_a: list[int], start_b: list[int], tie: str = "lowest"
) -> Value:
    """The product system with one row for each pair of rows, and products as start weights."""
    start = " ".join(str(x * y) for x in start_a for y in start_b)
    return board(product(a, b, [1] * len(a), [1] * len(b)), start, tie)


def but(change: Callable[[Value], object]) -> Value:
    """The evidence of the 45 x 8 example, changed."""
    fresh = copy.deepcopy(FOUND)
    change(fresh)
    return fresh


def gadget(side: int, **fields: Value) -> Value:
    return but(lambda e: e["gadgets"][side].update(fields))


def multiplier(side: int, **fields: Value) -> Value:
    return but(lambda e: e["gadgets"][side]["multiplier"].update(fields))


def twice(side: int, steps: int, turns: int, **fields: Value) -> Value:
    """One gadget of the example in both places."""
    parts = [
        {**copy.deepcopy(FOUND["gadgets"][side]), "columns": c, "turns": turns} for c in ([0, 1, 2, 3], [4, 5, 6, 7])
    ]
    return {**copy.deepcopy(FOUND), "gadgets": parts, "steps": steps, **fields}


def twice_b(polynomial: list[str], *primes: int) -> Value:
    """L_B in both places, the multiplier of the first passed off as a root of another polynomial."""
    evidence = twice(1, 0, 0, unit=1, primes=list(primes))
    evidence["gadgets"][0]["multiplier"]["polynomial"] = polynomial
    return evidence


def root_of(side: int, **fields: str) -> Value:
    return but(lambda e: e["gadgets"][side]["multiplier"]["root"].update(fields))


EXAMPLE = board(FORTY_FIVE)
PAPER = weighted(L_A, L_B, START_A, START_B)
B_TWICE = weighted(L_B, L_B, START_B, START_B)
AT_START = but(lambda e: (e.update(steps=0), [g.update(turns=0) for g in e["gadgets"]]))
SWAPPED = board([[*row[4:], *row[:4]] for row in FORTY_FIVE])
INTERLEAVED = board([[row[j] for j in (0, 4, 1, 5, 2, 6, 3, 7)] for row in FORTY_FIVE])


def nope(name: str, statement: Value, evidence: Value, code: str, category: str = "REFUSED") -> Case:
    return reject(name, NO_CYCLE, statement, evidence, category, code)


def fake(name: str, statement: Value, evidence: Value, code: str) -> Case:
    return forge(name, NO_CYCLE, statement, evidence, "REFUSED", code)


CASES += [
    accept("45 x 8, uniform start", NO_CYCLE, EXAMPLE, FOUND),
    accept("the start of the paper", NO_CYCLE, PAPER, AT_START),
    accept("ties to the highest", NO_CYCLE, weighted(L_A, L_B, START_A, START_B, "highest"), AT_START),
    accept("one burst later", NO_CYCLE, EXAMPLE, but(lambda e: (e.update(steps=106), e["gadgets"][0].update(turns=0)))),
    fake(
        "all ones as the passive row",
        board(product(L_A, ALL_ONES, [2, 1, 1, 1], [2, 1, 1, 4, 1])),
        gadget(1, direction=["-3/250", "-1/2", "-983/5000", "983/5000", "64/125"]),
        "leaves-cone",
    ),
    fake("L_A twice", board(product(L_A, L_A, [2, 1, 1, 1], [2, 1, 1, 4])), twice(0, 66, 0), "not-a-unit"),
    fake("L_B twice", B_TWICE, twice(1, 0, 0), "both-units"),
    fake("L_B twice, unit under a factor mod 5", B_TWICE, twice_b(C_B_FORGED, 5), "degree-drops"),
    fake("L_B twice, unit under a factor mod 13", B_TWICE, twice_b(C_B_FORGED, 13), "not-irreducible"),
    *(
        fake(f"near-twin {a} x {b}", board(product(L_A, L_B, a, b)), {**FOUND, "steps": n}, code)
        for a, b, n, code in (
            ([1, 1, 1, 1], [2, 1, 1, 4, 1], 101, "outside-cone"),
            ([1, 1, 1, 1], [1, 1, 1, 1, 1], 104, "outside-cone"),
            ([2, 1, 1, 1], [2, 1, 1, 3, 1], 101, "not-at-a-boundary"),
            ([2, 1, 1, 1], [2, 1, 1, 2, 1], 101, "not-at-a-boundary"),
        )
    ),
    fake("near-twin at its start", board(product(L_A, L_B, [1] * 4, [1] * 5)), AT_START, "outside-cone"),
    fake("one row twice", board([*FORTY_FIVE, FORTY_FIVE[0]]), FOUND, "not-a-product"),
    fake("one row missing", board(FORTY_FIVE[:-1]), FOUND, "not-a-product"),
    fake("one weight changed", board(FORTY_FIVE, " ".join(["2", *["1"] * 44])), FOUND, "not-a-product"),
    nope("columns of the other gadget", SWAPPED, FOUND, "wrong-length", "MALFORMED"),
    nope("columns interleaved", INTERLEAVED, FOUND, "not-a-product"),
    nope("column in both", EXAMPLE, gadget(0, columns=[0, 1, 2, 4]), "not-a-partition"),
    nope("column in none", EXAMPLE, gadget(0, columns=[0, 1, 2]), "not-a-partition"),
    nope("columns in another order", EXAMPLE, gadget(0, columns=[0, 2, 1, 3]), "not-an-automorphism"),
    nope("another word", EXAMPLE, gadget(0, word=[0, 3, 2, 0, 1]), "not-fixed"),
    nope("another last letter", EXAMPLE, gadget(0, word=[0, 2, 3, 1, 0]), "off-plane"),
    nope("a longer word", EXAMPLE, gadget(0, word=[0, 2, 3, 0, 1, 0, 3, 2, 0, 1]), "lengths-differ"),
    nope("one letter", EXAMPLE, gadget(0, word=[1]), "too-few", "MALFORMED"),
    nope("letter beyond the gadget", EXAMPLE, gadget(0, word=[0, 2, 4, 0, 1]), "out-of-range", "MALFORMED"),
    nope("no automorphism", EXAMPLE, gadget(0, rows_to=[0, 1, 2, 3]), "not-an-automorphism"),
    nope("trivial automorphism", EXAMPLE, gadget(0, rows_to=[0, 1, 2, 3], columns_to=[0, 1, 2, 3]), "not-fixed"),
    nope("automorphism that moves the last letter", EXAMPLE, gadget(0, **MIRROR), "last-letter-moves"),
    nope("no permutation", EXAMPLE, gadget(0, rows_to=[0, 1, 3, 3]), "repeated", "MALFORMED"),
    nope(
        "point off by a bit",
        EXAMPLE,
        gadget(0, point=[["1/1000", "1"], *FOUND["gadgets"][0]["point"][1:]]),
        "sum-not-one",
    ),
    nope("uniform point", EXAMPLE, gadget(0, point=[["1/4"]] * 4), "not-fixed"),
    nope("point off the plane", EXAMPLE, gadget(0, point=[["1/2"], ["1/6"], ["1/6"], ["1/6"]]), "edge-not-zero"),
    nope(
        "points swapped", EXAMPLE, gadget(0, point=[FOUND["gadgets"][0]["point"][i] for i in (0, 1, 3, 2)]), "not-fixed"
    ),
    nope("point of a rational", EXAMPLE, gadget(0, point=[["3/22"], ["4/11"], ["13/50"], ["6/25"]]), "not-fixed"),
    nope("another root of the base", EXAMPLE, but(lambda e: e["base"].update(low="-1", high="0")), "no-positive-edge"),
    nope("three roots", EXAMPLE, but(lambda e: e["base"].update(low="0", high="2/5")), "not-isolating"),
    nope(
        "a wrong root of the base", EXAMPLE, but(lambda e: e["base"].update(low="1/20", high="1/10")), "no-sign-change"
    ),
    nope("direction off the plane", EXAMPLE, gadget(0, direction=["1/2", "-1/2", "0", "1/100"]), "off-plane"),
    nope("direction too short", EXAMPLE, gadget(0, direction=["1/4", "-1/4", "0", "0"]), "off-plane"),
    nope("direction across the cone", EXAMPLE, gadget(0, direction=["1/2", "-1/2", "2", "-2"]), "leaves-cone"),
    nope("narrow cone", EXAMPLE, gadget(1, opening="1/100000"), "leaves-cone"),
    nope("wide cone", EXAMPLE, gadget(1, opening="1"), "cone-too-wide"),
    nope("cone that touches a vanishing row", EXAMPLE, gadget(1, opening="10134989/20000000"), "cone-too-wide"),
    nope("long cone", EXAMPLE, gadget(0, radius="1"), "letter-not-best"),
    nope("cone of the other up to the lock", EXAMPLE, gadget(1, radius="19/250"), "no-lock"),
    nope("cone up to a letter", EXAMPLE, gadget(0, radius="3/50"), "letter-not-best"),
    nope("cone of length 0", EXAMPLE, gadget(0, radius="0"), "not-positive"),
    nope("cone of width 0", EXAMPLE, gadget(0, opening="0"), "not-positive"),
    nope("a flat side", EXAMPLE, gadget(0, scale=["1", "1", "0", "1"]), "not-positive"),
    nope("a side too flat", EXAMPLE, gadget(1, scale=["1/20", "1/20", "1/100", "1/2", "1"]), "leaves-cone"),
    nope("second eigenvalue", EXAMPLE, root_of(0, **OTHER_A), "not-dominant"),
    nope(
        "multiplier of the other gadget",
        EXAMPLE,
        gadget(1, multiplier=FOUND["gadgets"][0]["multiplier"]),
        "not-dominant",
    ),
    nope("multiplier nearly", EXAMPLE, multiplier(1, value=["1", "-4001/1000"]), "not-an-eigenvalue"),
    nope("multiplier under another polynomial", EXAMPLE, multiplier(1, polynomial=["-1", "2"]), "not-a-root"),
    nope("base of the multiplier wrong", EXAMPLE, multiplier(1, base=["0", "2"]), "not-the-base"),
    nope(
        "multiplier over a conjugate of the base",
        EXAMPLE,
        root_of(1, low="1/5", high="3/10"),
        "other-root",
    ),
    nope("unit and other swapped", EXAMPLE, but(lambda e: e.update(unit=0)), "not-a-unit"),
    nope("prime of the leading coefficient", EXAMPLE, but(lambda e: e.update(primes=[2])), "degree-drops"),
    nope("no prime", EXAMPLE, but(lambda e: e.update(primes=[])), "too-few", "MALFORMED"),
    nope("too early", EXAMPLE, but(lambda e: e.update(steps=96)), "outside-cone"),
    nope("inside a burst", EXAMPLE, but(lambda e: e.update(steps=103)), "not-at-a-boundary"),
    nope("at the start", EXAMPLE, AT_START, "not-at-a-boundary"),
    nope("turned the other way", EXAMPLE, gadget(1, turns=0), "outside-cone"),
    nope("negative turns", EXAMPLE, gadget(1, turns=-1), "out-of-range", "MALFORMED"),
    nope("tie met by intervals", EXAMPLE, but(lambda e: e.update(exact=7)), "not-separated"),
    nope("too few bits for the cone", EXAMPLE, but(lambda e: e.update(precision=16)), "leaves-cone"),
    nope("too few bits for the prefix", EXAMPLE, but(lambda e: e.update(precision=100)), "not-separated"),
    nope("too many bits", EXAMPLE, but(lambda e: e.update(precision=1 << 13)), "too-much-precision", "LIMIT"),
    nope("three gadgets", EXAMPLE, but(lambda e: e["gadgets"].append(e["gadgets"][0])), "wrong-length", "MALFORMED"),
    nope("carries its own matrix", EXAMPLE, but(lambda e: e.update(matrix=L_A)), "unknown-key", "MALFORMED"),
    nope("no tie rule", {k: v for k, v in EXAMPLE.items() if k != "tie"}, FOUND, "missing-key", "MALFORMED"),
    nope("start weight 0", board(FORTY_FIVE, " ".join(["0", *["1"] * 44])), FOUND, "not-positive", "MALFORMED"),
]


# --- cycles ---------------------------------------------------------------------------------------------------------

CYCLE = "adaboost/cycle"
TIED = [[1, 1, 1, -1, 1], [1, -1, -1, 1, 1], [1, 1, -1, 1, 1], [-1, 1, 1, 1, -1], [-1, -1, 1, 1, 1]]  # a limit tie
ESCAPING = [*THREE, [-1, -1, 1]]  # a row of tiny weight that grows until it changes the picks


def settled(name: str) -> tuple[Value, Value]:
    """Statement and evidence of an example."""
    claim, certificate = (json.loads((EXAMPLES / f"{name}.{what}.json").read_text()) for what in ("claim", "cert"))
    return claim["statement"], certificate["evidence"]


def changed(value: Value, **fields: Value) -> Value:
    return {**copy.deepcopy(value), **fields}


def without(value: Value, key: str) -> Value:
    return {k: v for k, v in value.items() if k != key}


THREE_CLAIM, THREE_FOUND = settled("cycle-golden-3x3")
FOUR_CLAIM, FOUR_FOUND = settled("cycle-diagonal-4x4")
RDS_CLAIM, RDS_FOUND = settled("cycle-rds-8x8")
GADGET_CLAIM, GADGET_FOUND = settled("cycle-gadget-4x4")
SPIRAL_CLAIM, SPIRAL_FOUND = settled("cycle-repeat-8x5")


def cycle(base: Value, start: int, word: list[int], limits: list[Value]) -> Value:
    return {**base, "from": start, "word": word, "limits": limits}


def boxed(support: list[int], passive: list[int], center: str, scale: str, radius: str, **more: Value) -> Value:
    """Evidence with a box."""
    box = {"center": center.split(), "scale": scale.split(), "radius": radius}
    return {"exact": 6, "precision": 400, "support": support, "passive": passive, **box, "repeat": 1, **more}


OFF_CENTER = [Fraction(15451, 25000), Fraction(38197, 100000)]  # the golden cycle has 0.6180339..., 0.3819660...
OFF_POINT = [x / (1 + sum(OFF_CENTER)) for x in (OFF_CENTER[1], OFF_CENTER[0], Fraction(1))]
OFF_LIMITS = [[str(x - Fraction(1, 10**8)), str(x + Fraction(1, 10**8))] for x in OFF_POINT]


def no(name: str, statement: Value, evidence: Value, code: str, category: str = "REFUSED") -> Case:
    return reject(name, CYCLE, statement, evidence, category, code)


def lie(name: str, statement: Value, evidence: Value, code: str) -> Case:
    return forge(name, CYCLE, statement, evidence, "REFUSED", code)


ANYWHERE = ["0", "1"]
ESCAPE = cycle(board(ESCAPING, "7 5 4 1/1000000000000"), 12, [2, 1, 0], [ANYWHERE] * 4)
ESCAPE_BOX = ("309/500 191/500", "1 1", "1/50")
TIE_CLAIM = cycle(board(TIED), 60, [3, 2, 4], [ANYWHERE] * 5)
TIE_BOX = boxed([3, 1, 0], [2, 4], "309/500 191/500 0 0", "1 1 1 1", "1/1000", exact=10)
PLAIN = without(THREE_CLAIM, "margin")
PLAIN_FOUND = without(THREE_FOUND, "margin")

CASES += [
    accept("golden 3-cycle", CYCLE, THREE_CLAIM, THREE_FOUND),
    accept("golden 3-cycle without its margin", CYCLE, PLAIN, PLAIN_FOUND),
    accept("four by four", CYCLE, FOUR_CLAIM, FOUR_FOUND),
    accept("eight by eight, four neutral directions and a vanishing row", CYCLE, RDS_CLAIM, RDS_FOUND),
    accept("the gadget alone", CYCLE, GADGET_CLAIM, GADGET_FOUND),
    accept("two turns to contract", CYCLE, SPIRAL_CLAIM, SPIRAL_FOUND),
    accept(
        "rows merged",
        CYCLE,
        changed(
            THREE_CLAIM,
            matrix=[THREE[0], *THREE],
            start=["1/3", "2/3", "1", "1"],
            limits=[["0", "1/10"], ["0", "2/15"], *THREE_CLAIM["limits"][1:]],
        ),
        THREE_FOUND,
    ),
    lie("a growing row left out", ESCAPE, boxed([0, 1, 2], [], *ESCAPE_BOX), "rows-missing"),
    lie(
        "a growing row called passive",
        ESCAPE,
        boxed([0, 1, 2], [3], "309/500 191/500 0", "1 1 1", "1/1000"),
        "not-contracting",
    ),
    lie("limit tie, the word of the limit", TIE_CLAIM, TIE_BOX, "letter-not-best"),
    lie("limit tie, the word of the picks", changed(TIE_CLAIM, word=[3, 2, 4, 3, 1, 4]), TIE_BOX, "letter-not-best"),
    lie("ties the other way", changed(PLAIN, word=[0, 2, 1]), PLAIN_FOUND, "letter-not-best"),
    lie("the word turned", changed(PLAIN, word=[1, 2, 0]), PLAIN_FOUND, "letter-not-best"),
    lie("one step early", changed(PLAIN, **{"from": 8}), PLAIN_FOUND, "state-outside-box"),
    lie("margin of the matrix, not of the cycle", changed(RDS_CLAIM, margin="3/8"), RDS_FOUND, "other-margin"),
    lie(
        "margin and mix",
        changed(THREE_CLAIM, margin="1/4"),
        changed(THREE_FOUND, margin=["4/3"] * 3),
        "wrong-combination",
    ),
    lie(
        "margin -1/3", changed(THREE_CLAIM, margin="-1/3"), changed(THREE_FOUND, margin=["-1"] * 3), "wrong-combination"
    ),
    lie("another limit", changed(PLAIN, limits=[["1/5", "1"], *PLAIN["limits"][1:]]), PLAIN_FOUND, "limit-outside"),
    lie("a limit below", changed(PLAIN, limits=[["0", "19/100"], *PLAIN["limits"][1:]]), PLAIN_FOUND, "limit-outside"),
    lie(
        "a vanishing row with a limit",
        changed(RDS_CLAIM, limits=[*RDS_CLAIM["limits"][:7], ["1/1000000", "1"]]),
        RDS_FOUND,
        "limit-outside",
    ),
    no(
        "a support row called passive",
        RDS_CLAIM,
        changed(RDS_FOUND, support=[2, 3, 4, 5, 6, 0], passive=[7, 1]),
        "wrong-length",
        "MALFORMED",
    ),
    no("a row twice", RDS_CLAIM, changed(RDS_FOUND, support=[2, 3, 4, 5, 6, 0, 0]), "rows-missing"),
    no("a row in support and passive", RDS_CLAIM, changed(RDS_FOUND, passive=[7, 1]), "rows-missing"),
    no("no support", PLAIN, changed(PLAIN_FOUND, support=[], passive=[0, 1, 2]), "too-few", "MALFORMED"),
    no(
        "vanishing row off 0",
        RDS_CLAIM,
        changed(RDS_FOUND, center=[*RDS_FOUND["center"][:2], "1/10"]),
        "zero-not-in-box",
    ),
    no("box too small for the state", PLAIN, changed(PLAIN_FOUND, radius="1/1000000"), "state-outside-box"),
    no("box too large for the letters", PLAIN, changed(PLAIN_FOUND, radius="1/4"), "letter-not-best"),
    no("box that reaches 0", PLAIN, changed(PLAIN_FOUND, radius="1"), "box-not-positive"),
    no(
        "center off the cycle",
        PLAIN,
        changed(PLAIN_FOUND, center=["309/500", "193/500"], radius="21/5000"),
        "center-moves",
    ),
    no("a distorted scale", PLAIN, changed(PLAIN_FOUND, scale=["1", "1/40"], radius="1/100"), "not-contracting"),
    no("radius 0", PLAIN, changed(PLAIN_FOUND, radius="0"), "not-positive"),
    no("scale 0", PLAIN, changed(PLAIN_FOUND, scale=["1", "0"]), "not-positive"),
    no("no turn", PLAIN, changed(PLAIN_FOUND, repeat=0), "out-of-range", "MALFORMED"),
    no("one turn of two", SPIRAL_CLAIM, changed(SPIRAL_FOUND, repeat=1), "not-contracting"),
    no("very many turns", PLAIN, changed(PLAIN_FOUND, repeat=1 << 12), "letter-not-best"),
    no("too many turns", RDS_CLAIM, changed(RDS_FOUND, repeat=1 << 13), "out-of-range", "MALFORMED"),
    no("too few bits", PLAIN, changed(PLAIN_FOUND, precision=24), "limit-outside"),
    no("too many bits", PLAIN, changed(PLAIN_FOUND, precision=1 << 14), "too-much-precision", "LIMIT"),
    no("tie met by intervals", PLAIN, changed(PLAIN_FOUND, exact=0), "not-separated"),
    no("a mix of the wrong length", THREE_CLAIM, changed(THREE_FOUND, margin=["1"] * 2), "wrong-length", "MALFORMED"),
    no("a mix without a margin", PLAIN, THREE_FOUND, "unknown-key", "MALFORMED"),
    no("a margin without a mix", THREE_CLAIM, PLAIN_FOUND, "missing-key", "MALFORMED"),
    no("margin of negative denominator", changed(THREE_CLAIM, margin="0"), THREE_FOUND, "other-margin"),
    no("the word twice", changed(PLAIN, word=[0, 1, 2, 0, 1, 2]), PLAIN_FOUND, "not-primitive", "MALFORMED"),
    no("empty word", changed(PLAIN, word=[]), PLAIN_FOUND, "too-few", "MALFORMED"),
    no("letter beyond the columns", changed(PLAIN, word=[0, 1, 3]), PLAIN_FOUND, "out-of-range", "MALFORMED"),
    no("negative start", changed(PLAIN, **{"from": -1}), PLAIN_FOUND, "out-of-range", "MALFORMED"),
    no(
        "limits upside down",
        changed(PLAIN, limits=[["1", "0"], *PLAIN["limits"][1:]]),
        PLAIN_FOUND,
        "empty-interval",
        "MALFORMED",
    ),
    no("a limit missing", changed(PLAIN, limits=PLAIN["limits"][1:]), PLAIN_FOUND, "wrong-length", "MALFORMED"),
    no("the prefix given", PLAIN, changed(PLAIN_FOUND, prefix=[0, 1, 2]), "unknown-key", "MALFORMED"),
    no("no tie rule", without(PLAIN, "tie"), PLAIN_FOUND, "missing-key", "MALFORMED"),
]

PAIRS = [
    [1 if j in (a, b) else -1 for j in range(6)] for a in range(6) for b in range(a)
]  # 15 rows: too many for a gadget
CASES += [
    nope("a word too long for its rows", EXAMPLE, gadget(0, word=[0, 2, 3, 0, 1] * 30), "too-large", "LIMIT"),
    nope(
        "a gadget of too many rows",
        board(product(PAIRS, L_A, [1] * 15, [1] * 4)),
        but(lambda e: (e["gadgets"][0].update(columns=list(range(6))), e["gadgets"][1].update(columns=[6, 7, 8, 9]))),
        "too-large",
        "LIMIT",
    ),
    nope(
        "a base of too high degree",
        EXAMPLE,
        but(lambda e: e["base"].update(polynomial=["-1", *["0"] * 24, "2"], low="0", high="1")),
        "too-large",
        "LIMIT",
    ),
    no(
        "too much work on the box",
        SPIRAL_CLAIM,
        changed(SPIRAL_FOUND, repeat=1 << 12, precision=1 << 13),
        "too-much-work",
        "LIMIT",
    ),
    no("nine bits", RDS_CLAIM, changed(RDS_FOUND, precision=9), "state-outside-box"),
    accept(
        "from the start",
        CYCLE,
        cycle(board(THREE, "190983 309017 500000"), 0, [0, 1, 2], [ANYWHERE] * 3),
        boxed([2, 1, 0], [], "309017/500000 190983/500000", "1 1", "1/10000", exact=0),
    ),
    no("one letter twice", changed(PLAIN, word=[0, 0]), PLAIN_FOUND, "not-primitive", "MALFORMED"),
    no("letter -1", changed(PLAIN, word=[-1, 1, 2]), PLAIN_FOUND, "out-of-range", "MALFORMED"),
    no("a point as limit", changed(PLAIN, limits=[["1/5", "1/5"], *PLAIN["limits"][1:]]), PLAIN_FOUND, "limit-outside"),
    accept(
        "closed under negation",
        NO_CYCLE,
        board([[*row, *(-x for x in row)] for row in FORTY_FIVE]),
        but(
            lambda e: [
                g.update(columns=[*g["columns"], *(j + 8 for j in g["columns"])], columns_to=[0, 1, 3, 2, 4, 5, 7, 6])
                for g in e["gadgets"]
            ]
        ),
    ),
    lie(
        "limits at the center of a box that is off the cycle",
        changed(PLAIN, limits=OFF_LIMITS),
        changed(PLAIN_FOUND, center=[str(x) for x in OFF_CENTER], radius="1/1000"),
        "limit-outside",
    ),
    no("row -1", PLAIN, changed(PLAIN_FOUND, support=[2, 1, -1]), "out-of-range", "MALFORMED"),
    no("row beyond the rows", PLAIN, changed(PLAIN_FOUND, support=[2, 1, 3]), "out-of-range", "MALFORMED"),
    no("passive row beyond the rows", PLAIN, changed(PLAIN_FOUND, passive=[3]), "out-of-range", "MALFORMED"),
    no("passive row -1", PLAIN, changed(PLAIN_FOUND, passive=[-1]), "out-of-range", "MALFORMED"),
    nope("x may change sign", EXAMPLE, gadget(0, opening="1000", radius="1/1000000000"), "not-contracting"),
    nope("a unit beyond the two", EXAMPLE, but(lambda e: e.update(unit=2)), "out-of-range", "MALFORMED"),
    nope("a unit of -1", EXAMPLE, but(lambda e: e.update(unit=-1)), "out-of-range", "MALFORMED"),
]
