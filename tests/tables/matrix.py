"""Matrices: accepted, rejected, forged."""

from __future__ import annotations

from typing import Any

from tests.tables import About, Case, accept, forge, reject

Value = Any

PSD, NEG, RANK, PERRON = "matrix/psd", "matrix/negative", "matrix/rank", "matrix/perron"


def matrix(*rows: str) -> Value:
    return [row.split() for row in rows]


def form(sense: str, *rows: str) -> Value:
    return {"matrix": matrix(*rows), "sense": sense}


def semidefinite(*rows: str) -> Value:
    return form("semidefinite", *rows)


def ldl(diagonal: str, *lower: str) -> Value:
    return {"diagonal": diagonal.split(), "lower": [row.split() for row in lower]}


def vector(text: str) -> Value:
    return {"vector": text.split()}


def rank(relation: str, r: int, *rows: str) -> Value:
    return {"matrix": matrix(*rows), "relation": relation, "rank": r}


def minor(rows: list[int], columns: list[int], *inverse: str) -> Value:
    return {"minor": {"rows": rows, "columns": columns, "inverse": matrix(*inverse)}}


def combination(rows: list[int], *coefficients: str) -> Value:
    return {"combination": {"rows": rows, "coefficients": matrix(*coefficients)}}


def radius(relation: str, bound: str, *rows: str) -> Value:
    return {"matrix": matrix(*rows), "relation": relation, "bound": bound}


TIGHT = ("1 1", "1 1")
INDEFINITE = ("1 2", "2 1")
TWO = ("1 2 3", "2 4 6", "1 0 1/2")
MINOR = minor([0, 2], [0, 1], "0 1", "1/2 -1/2")
COMBINATION = combination([0, 2], "1 0", "2 0", "0 1")
CHAIN = ("1/2 1/4", "1/4 1/2")  # spectral radius 3/4

CASES: list[Case] = [
    forge("a small negative pivot", PSD, semidefinite("-1/2"), ldl("-1/2", ""), "REFUSED", "negative-diagonal"),
    accept("rank at most one by halves", RANK, rank("<=", 1, "2 4", "1 2"), combination([0], "1", "1/2")),
    forge(
        "rank two by halves",
        RANK,
        rank("<=", 1, "2 4", "1 3"),
        combination([0], "1", "1/2"),
        "REFUSED",
        "wrong-combination",
    ),
    reject("row -1", RANK, rank(">=", 1, *TWO), minor([-1], [0], "1"), "MALFORMED", "out-of-range"),
    reject(
        "row -1 combines",
        RANK,
        rank("<=", 2, *TWO),
        combination([0, -1], "1 0", "2 0", "0 1"),
        "MALFORMED",
        "out-of-range",
    ),
    forge(
        "a small negative entry",
        PERRON,
        radius("<=", "1", "0 -1/2", "2 0"),
        vector("1 1"),
        "MALFORMED",
        "negative-entry",
    ),
    reject("a row of nothing", RANK, {"matrix": [[]], "relation": "=", "rank": 0}, COMBINATION, "MALFORMED", "too-few"),
    reject("no rows to rank", RANK, {"matrix": [], "relation": "=", "rank": 0}, COMBINATION, "MALFORMED", "too-few"),
    accept("identity", PSD, form("definite", "1 0", "0 1"), ldl("1 1", "", "0")),
    accept("rank one", PSD, semidefinite(*TIGHT), ldl("1 0", "", "1")),
    accept("fractions", PSD, form("definite", "2 1/3", "1/3 1"), ldl("2 17/18", "", "1/6")),
    accept("zero pivot first", PSD, semidefinite("0 0", "0 3"), ldl("0 3", "", "5/7")),
    forge(
        "indefinite, negative pivot",
        PSD,
        semidefinite(*INDEFINITE),
        ldl("1 -3", "", "2"),
        "REFUSED",
        "negative-diagonal",
    ),
    forge(
        "indefinite, last entry off", PSD, semidefinite(*INDEFINITE), ldl("1 0", "", "2"), "REFUSED", "wrong-product"
    ),
    forge("indefinite, first entry off", PSD, semidefinite("-1"), ldl("1", ""), "REFUSED", "wrong-product"),
    forge("off-diagonal ignored", PSD, semidefinite(*INDEFINITE), ldl("1 1", "", "0"), "REFUSED", "wrong-product"),
    forge(
        "zero pivot with neighbours", PSD, semidefinite("0 1", "1 5"), ldl("0 5", "", "1"), "REFUSED", "wrong-product"
    ),
    forge(
        "semidefinite is not definite",
        PSD,
        form("definite", *TIGHT),
        ldl("1 0", "", "1"),
        "REFUSED",
        "negative-diagonal",
    ),
    forge("not symmetric", PSD, semidefinite("1 -1", "5 1"), ldl("1 0", "", "1"), "MALFORMED", "not-symmetric"),
    reject(
        "not symmetric by a denominator",
        PSD,
        semidefinite("1 1/2", "1/3 1"),
        ldl("1 1", "", "0"),
        "MALFORMED",
        "not-symmetric",
    ),
    reject("lower triangle too long", PSD, semidefinite(*TIGHT), ldl("1 0", "", "1 1"), "MALFORMED", "wrong-length"),
    reject("first row not empty", PSD, semidefinite(*TIGHT), ldl("1 0", "1", "1"), "MALFORMED", "wrong-length"),
    reject("rows missing", PSD, semidefinite(*TIGHT), ldl("1 0", ""), "MALFORMED", "wrong-length"),
    reject("pivots missing", PSD, semidefinite(*TIGHT), ldl("1", "", "1"), "MALFORMED", "wrong-length"),
    reject("not square", PSD, semidefinite("1 1"), ldl("1", ""), "MALFORMED", "wrong-length"),
    reject("no rows", PSD, semidefinite(), ldl(""), "MALFORMED", "too-few"),
    reject("unknown sense", PSD, form("positive", *TIGHT), ldl("1 0", "", "1"), "MALFORMED", "unknown-word"),
    accept("a negative direction", NEG, semidefinite(*INDEFINITE), vector("1 -1")),
    accept("a null direction", NEG, form("definite", *TIGHT), vector("1/2 -1/2")),
    accept("rows of their own denominators", NEG, semidefinite("1/2 1", "1 1/3"), vector("1 -1")),
    forge("semidefinite", NEG, semidefinite(*TIGHT), vector("1 -1"), "REFUSED", "not-negative"),
    forge("zero vector", NEG, form("definite", "1 0", "0 1"), vector("0 0"), "REFUSED", "zero-vector"),
    forge("positive direction", NEG, form("definite", "1 0", "0 1"), vector("1 0"), "REFUSED", "not-negative"),
    reject(
        "positive direction of an indefinite form",
        NEG,
        semidefinite(*INDEFINITE),
        vector("1 1"),
        "REFUSED",
        "not-negative",
    ),
    reject("vector too short", NEG, semidefinite(*INDEFINITE), vector("1"), "MALFORMED", "wrong-length"),
    reject("not symmetric, negative", NEG, semidefinite("1 -5", "1 1"), vector("1 1"), "MALFORMED", "not-symmetric"),
    accept("rank two", RANK, rank("=", 2, *TWO), {**MINOR, **COMBINATION}),
    accept("rank at least two", RANK, rank(">=", 2, *TWO), MINOR),
    accept("rank at most two", RANK, rank("<=", 2, *TWO), COMBINATION),
    accept("rank at most two by fewer", RANK, rank("<=", 1, "0 0", "0 0"), combination([], "", "")),
    accept("rank nought", RANK, rank("=", 0, "0 0", "0 0"), {**minor([], []), **combination([], "", "")}),
    accept("wide", RANK, rank("=", 1, "0 2 1"), {**minor([0], [1], "1/2"), **combination([0], "1")}),
    forge("rank two is not three", RANK, rank("=", 3, *TWO), {**MINOR, **COMBINATION}, "REFUSED", "wrong-size"),
    forge(
        "a singular minor",
        RANK,
        rank(">=", 2, "1 2", "2 4"),
        minor([0, 1], [0, 1], "1 0", "0 1"),
        "REFUSED",
        "wrong-product",
    ),
    forge(
        "one row twice", RANK, rank(">=", 2, "1 2", "2 4"), minor([0, 0], [0, 1], "1 0", "0 1"), "MALFORMED", "repeated"
    ),
    forge(
        "one column twice",
        RANK,
        rank(">=", 2, "1 2", "2 4"),
        minor([0, 1], [0, 0], "1 0", "0 1"),
        "MALFORMED",
        "repeated",
    ),
    forge(
        "inverse by diagonal only",
        RANK,
        rank(">=", 2, "1 1", "1 1"),
        minor([0, 1], [0, 1], "1 0", "0 1"),
        "REFUSED",
        "wrong-product",
    ),
    forge(
        "too few rows combine",
        RANK,
        rank("<=", 1, *TWO),
        combination([0], "1", "2", "1"),
        "REFUSED",
        "wrong-combination",
    ),
    forge("too many rows", RANK, rank("<=", 1, *TWO), COMBINATION, "REFUSED", "wrong-size"),
    forge(
        "last column off", RANK, rank("<=", 1, "1 1", "1 2"), combination([0], "1", "1"), "REFUSED", "wrong-combination"
    ),
    forge(
        "zero rows of a nonzero matrix",
        RANK,
        rank("=", 0, "0 0", "0 1"),
        {**minor([], []), **combination([], "", "")},
        "REFUSED",
        "wrong-combination",
    ),
    reject("half of an equality", RANK, rank("=", 2, *TWO), MINOR, "MALFORMED", "missing-key"),
    reject("the other half", RANK, rank(">=", 2, *TWO), {**MINOR, **COMBINATION}, "MALFORMED", "unknown-key"),
    reject(
        "a row that is not there",
        RANK,
        rank(">=", 2, *TWO),
        minor([0, 3], [0, 1], "0 1", "1/2 -1/2"),
        "MALFORMED",
        "out-of-range",
    ),
    reject("a column that is not there", RANK, rank(">=", 1, *TWO), minor([0], [3], "1"), "MALFORMED", "out-of-range"),
    reject(
        "ragged inverse", RANK, rank(">=", 2, *TWO), minor([0, 2], [0, 1], "0 1", "1/2"), "MALFORMED", "wrong-length"
    ),
    reject(
        "columns missing", RANK, rank(">=", 2, *TWO), minor([0, 2], [0], "0 1", "1/2 -1/2"), "REFUSED", "wrong-size"
    ),
    reject(
        "an inverse of nothing",
        RANK,
        rank("=", 0, "0"),
        {**minor([], [], "1"), **combination([], "")},
        "MALFORMED",
        "wrong-length",
    ),
    reject(
        "coefficients missing",
        RANK,
        rank("<=", 2, *TWO),
        combination([0, 2], "1 0", "2 0"),
        "MALFORMED",
        "wrong-length",
    ),
    reject("rank at most the size", RANK, rank("<=", 3, *TWO), COMBINATION, "MALFORMED", "trivial-goal"),
    reject("rank at least nought", RANK, rank(">=", 0, *TWO), minor([], []), "MALFORMED", "trivial-goal"),
    reject("rank above the size", RANK, rank("=", 4, *TWO), {**MINOR, **COMBINATION}, "MALFORMED", "out-of-range"),
    reject("rank below nought", RANK, rank("=", -1, *TWO), {**MINOR, **COMBINATION}, "MALFORMED", "out-of-range"),
    reject("ragged matrix", RANK, rank("=", 1, "1 2", "1"), {**MINOR, **COMBINATION}, "MALFORMED", "wrong-length"),
    reject("unknown relation", RANK, rank("<", 2, *TWO), COMBINATION, "MALFORMED", "unknown-word"),
    accept("radius at most", PERRON, radius("<=", "3/4", *CHAIN), vector("1 1")),
    accept("radius below", PERRON, radius("<", "4/5", *CHAIN), vector("1/2 1/2")),
    accept("radius at least", PERRON, radius(">=", "3/4", *CHAIN), vector("1 1")),
    accept("radius above", PERRON, radius(">", "7/10", *CHAIN), vector("1 1")),
    accept("above on a block", PERRON, radius(">", "1/2", "1 0", "0 1/4"), vector("1 0")),
    accept("unequal weights", PERRON, radius("<=", "1", "0 1/4", "4 0"), vector("1 4")),
    accept("nilpotent", PERRON, radius("<", "1", "0 5", "0 0"), vector("10 1")),
    accept("radius nought", PERRON, radius("<=", "0", "0 0", "0 0"), vector("1 1")),
    forge("bound too small", PERRON, radius("<=", "7/10", *CHAIN), vector("1 1"), "REFUSED", "row-violated"),
    forge("strict at equality", PERRON, radius("<", "3/4", *CHAIN), vector("1 1"), "REFUSED", "row-violated"),
    forge(
        "a zero hides a block", PERRON, radius("<=", "1/2", "1/2 0", "0 3"), vector("1 0"), "REFUSED", "not-positive"
    ),
    forge("a negative vector", PERRON, radius("<=", "1/2", "1/2 0", "0 3"), vector("1 -1"), "REFUSED", "not-positive"),
    forge("all negative", PERRON, radius("<=", "0", "3"), vector("-1"), "REFUSED", "not-positive"),
    forge("zero vector from below", PERRON, radius(">=", "2", *CHAIN), vector("0 0"), "REFUSED", "not-positive"),
    forge("negative from below", PERRON, radius(">=", "2", "1 0", "0 1"), vector("1 -1"), "REFUSED", "not-positive"),
    forge("below, all negative", PERRON, radius(">=", "2", "1"), vector("-1"), "REFUSED", "not-positive"),
    forge("too large from below", PERRON, radius(">=", "4/5", *CHAIN), vector("1 1"), "REFUSED", "row-violated"),
    forge("strict from below", PERRON, radius(">", "3/4", *CHAIN), vector("1 1"), "REFUSED", "row-violated"),
    forge(
        "block too small from below", PERRON, radius(">", "1", "1 0", "0 1/4"), vector("1 0"), "REFUSED", "row-violated"
    ),
    forge("a negative entry", PERRON, radius("<=", "1", "0 -2", "2 0"), vector("1 1"), "MALFORMED", "negative-entry"),
    reject("negative bound", PERRON, radius("<=", "-1", *CHAIN), vector("1 1"), "MALFORMED", "trivial-goal"),
    reject("at least nought", PERRON, radius(">=", "0", *CHAIN), vector("1 1"), "MALFORMED", "trivial-goal"),
    reject("an equality", PERRON, radius("=", "3/4", *CHAIN), vector("1 1"), "MALFORMED", "unknown-word"),
    reject("oblong", PERRON, radius("<=", "1", "1 1"), vector("1 1"), "MALFORMED", "wrong-length"),
    reject("vector too long", PERRON, radius("<=", "3/4", *CHAIN), vector("1 1 1"), "MALFORMED", "wrong-length"),
]

# Long denominators, few in each row, that unfold to more digits than a machine holds or multiplies.
LONG = [f"1/{10**3999 + 2 * i + 1}" for i in range(200)]
_BAND = [["0"] * 20 for _ in range(20)]
for _i in range(20):
    for _j in range(max(0, _i - 3), _i + 1):
        _BAND[_i][_j] = _BAND[_j][_i] = LONG[4 * _i + _j - _i + 3]
_WIDE = [LONG[9 * i : 9 * i + 9] + ["1"] * 7991 for i in range(2)]
# L D L' with D = diag(0 eight times, 1, 1, ..), so that eight columns of L are free
_DENSE = [[str(max(0, min(i, j) - 7)) for j in range(60)] for i in range(60)]
_LOWER = [(LONG[:8] + ["1"] * 60)[:i] for i in range(60)]

CASES += [
    reject(
        "denominators of all rows together",
        NEG,
        {"matrix": _BAND, "sense": "semidefinite"},
        {"vector": ["1"] * 20},
        "LIMIT",
        "too-many-digits",
    ),
    reject("rows of many digits", RANK, {"matrix": _WIDE, "relation": ">=", "rank": 1}, {}, "LIMIT", "too-many-digits"),
    reject(
        "long columns of weight 0",
        PSD,
        {"matrix": _DENSE, "sense": "semidefinite"},
        {"diagonal": ["0"] * 8 + ["1"] * 52, "lower": _LOWER},
        "LIMIT",
        "too-much-work",
    ),
]

ABOUT: list[About] = [
    About("semidefinite", PSD, semidefinite(*TIGHT), (NEG, semidefinite(*TIGHT))),
    About("not definite", NEG, form("definite", *TIGHT), (PSD, form("definite", *TIGHT))),
    About("rank", RANK, rank("=", 2, *TWO), None),
    About("rank at least", RANK, rank(">=", 2, *TWO), (RANK, rank("<=", 1, *TWO))),
    About("rank at most", RANK, rank("<=", 1, *TWO), (RANK, rank(">=", 2, *TWO))),
    About("radius at most", PERRON, radius("<=", "1", *CHAIN), (PERRON, radius(">", "1", *CHAIN))),
    About("radius below", PERRON, radius("<", "1", *CHAIN), (PERRON, radius(">=", "1", *CHAIN))),
    About("radius at least", PERRON, radius(">=", "1", *CHAIN), (PERRON, radius("<", "1", *CHAIN))),
    About("radius above", PERRON, radius(">", "1", *CHAIN), (PERRON, radius("<=", "1", *CHAIN))),
    About("radius nought", PERRON, radius("<=", "0", *CHAIN), (PERRON, radius(">", "0", *CHAIN))),
    About("radius below nought", PERRON, radius("<", "0", *CHAIN), None),
]
