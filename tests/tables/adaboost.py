"""AdaBoost on sign matrices: accepted, rejected, forged."""

from __future__ import annotations

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
    from fractions import Fraction

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
