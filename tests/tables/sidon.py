"""Sidon sets and perfect difference sets: accepted, rejected, forged.

Perfect difference sets used below: {1,2,4} mod 7, {0,1,3,9} mod 13, {3,6,7,12,14} mod 21, and P73 mod 73.
"""

from __future__ import annotations

from typing import Any

from tests.tables import About, Case, accept, forge, reject

Value = Any

IS, NOT, IS_AT, NOT_AT = "sidon/is-sidon", "sidon/not-sidon", "sidon/is-sidon-at", "sidon/not-sidon-at"
EXTENDS_AT, EXTENDS, EVEN = "sidon/extends-at", "sidon/extends", "sidon/even-order"
NO, NO_EVEN, NO_AT, SMALLEST = (
    "sidon/no-extension",
    "sidon/no-even-order",
    "sidon/no-extension-at",
    "sidon/smallest-modulus",
)
P73 = [1, 2, 4, 8, 16, 32, 37, 55, 64]


def of(*elements: Any, **more: Any) -> Value:
    return {"set": list(elements), **more}


def terms(text: str) -> Value:
    """`1*8 0*4` for [[1, 8], [0, 4]]."""
    return [[int(part) for part in term.split("*")] for term in text.split()]


def bh(odd: str, clash: str) -> Value:
    """Evidence of sidon/no-extension."""
    return {"odd": terms(odd), "clash": terms(clash)}


def tree(*clashes: str) -> Value:
    """Evidence of sidon/no-even-order."""
    return {"clashes": [terms(clash) for clash in clashes]}


def witness(*elements: Any, **more: Any) -> Value:
    return {**more, "witness": list(elements)}


P1049601 = {
    "set": [
        *(
            1201,
            2402,
            2763,
            4804,
            6347,
            6709,
            7709,
            9608,
            15479,
            20435,
            21419,
            24591,
            32045,
            37383,
            42571,
            44257,
            44513,
        ),
        *(48405, 60457, 61265, 64563, 72045, 72733, 74451, 79625, 81831, 83479, 93201, 101687, 111379, 120163),
        *(149943, 158805, 169803, 171013, 180223, 184417, 191509, 191649, 210561, 349867, 365055),
    ]
}
WRAPS = bh("2402*1201 4804*2402 9608*4804", "10*1201 0*180223 9*2763 0*365055")
AM = of(1, 2, 4, 8, 13)
HALL = of(-8, -6, 0, 1, 4)
BY_ZERO = "2*1 4*2 8*4"  # pairs [d, b] with 2b-d = 0
AM_CLASH = "4*1 2*1 0*13 0*1"
P21 = of(3, 6, 7, 12, 14)
THREES = of(10, 14, 21, 40, 160)  # mod 21 the perfect difference set {0,10,13,14,19}, whose shift is 7
THREES_FIRST = "2*10 2*40 0*40 0*160"  # 4(a-s) = b-s for two pairs: 3s = 0 mod v, not s = 0
SCALED_FIRST = [[1, 1 << 34], [1, 0], [0, 3 << 34], [0, 1 << 34]]
SCALED_SECOND = [[0, 11 << 34], [1, 3 << 34], [1, 3 << 34], [0, 3 << 34]]
SCALED_EMPTY = [[0, 3 << 34], [0, 3 << 34], [0, 1 << 34], [0, 1 << 34]]  # E1 = E2: one child is the node itself
ONE_THREE_ELEVEN = of(0, 1, 3, 11)
TREE_57 = [23, 6, 4, 5, 6, 7, 5, 4, 13, 4, 5, 6, 26, 4, 4]
SMALLER_73 = [
    {"collision": [2, 8, 8, 1]},
    {"tree": [5]},
    {"tree": [5, 8]},
    {"tree": [21, 8, 5, 9, 8]},
    {"tree": [23, 12, 10, 28, 5, 5, 5, 8, 28, 26, 5, 26, 9, 10]},
]

SETS: list[Case] = [
    accept("Mian-Chowla", IS, of(1, 2, 4, 8, 13, 21, 31), {}),
    accept("unordered and negative", IS, of(4, -8, 0, -6, 1), {}),
    accept("two elements", IS, of(0, 9007199254740991), {}),
    forge("weak Sidon is not Sidon", IS, of(1, 2, 3, 5), {}, "REFUSED", "not-sidon"),
    forge("a collision at the end", IS, of(5, 1, 12, 24, 8), {}, "REFUSED", "not-sidon"),
    forge("three in progression", IS, of(0, 5, 10), {}, "REFUSED", "not-sidon"),
    reject("evidence where none is due", IS, AM, {"set": [1, 2]}, "MALFORMED", "unknown-key"),
    reject("one element", IS, of(1), {}, "MALFORMED", "too-few"),
    reject("no elements", IS, of(), {}, "MALFORMED", "too-few"),
    reject("an element twice", IS, of(1, 2, 1), {}, "MALFORMED", "repeated"),
    reject("true for 1", IS, of(True, 2), {}, "MALFORMED", "not-an-integer"),
    reject("strings", IS, of("1", "2"), {}, "MALFORMED", "not-an-integer"),
    reject("too large a set", IS, of(*range(513)), {}, "LIMIT", "too-many"),
    reject("as large a set as can be", IS, of(*range(512)), {}, "REFUSED", "not-sidon"),
    reject("a modulus where none is due", IS, of(1, 2, modulus=7), {}, "MALFORMED", "unknown-key"),
    accept("1+5 = 3+3", NOT, of(1, 2, 3, 5), {"sums": [1, 5, 3, 3]}),
    accept("1+4 = 2+3", NOT, of(1, 2, 3, 4), {"sums": [1, 4, 2, 3]}),
    forge("one sum in two orders", NOT, AM, {"sums": [1, 13, 13, 1]}, "REFUSED", "same-pair"),
    forge("one sum twice", NOT, AM, {"sums": [2, 2, 2, 2]}, "REFUSED", "same-pair"),
    forge("unequal sums", NOT, AM, {"sums": [1, 13, 8, 8]}, "REFUSED", "unequal-sums"),
    forge("a foreign element", NOT, AM, {"sums": [1, 3, 2, 2]}, "REFUSED", "not-a-member"),
    reject("three elements", NOT, of(1, 2, 3), {"sums": [1, 3, 2]}, "MALFORMED", "wrong-length"),
]

SETS_AT: list[Case] = [
    accept("inside a perfect difference set", IS_AT, of(0, 1, 3, 9, modulus=13), {}),
    accept("other representatives", IS_AT, of(13, -12, 16, modulus=13), {}),
    forge("not injective", IS_AT, of(0, 1, 7, modulus=7), {}, "REFUSED", "not-sidon-mod"),
    forge("collides mod 21 only", IS_AT, of(1, 2, 4, 8, 16, modulus=21), {}, "REFUSED", "not-sidon-mod"),
    forge("anything mod 1", IS_AT, of(1, 2, modulus=1), {}, "REFUSED", "not-sidon-mod"),
    reject("mod 0", IS_AT, of(1, 2, modulus=0), {}, "MALFORMED", "out-of-range"),
    reject("a negative modulus", IS_AT, of(1, 2, modulus=-7), {}, "MALFORMED", "out-of-range"),
    reject("mod 8", IS_AT, of(1, 2, modulus=8), {}, "MALFORMED", "not-a-modulus"),
    accept("order 512", IS_AT, of(1, 2, 4, modulus=262657), {}),
    reject("order 513", IS_AT, of(1, 2, modulus=263683), {}, "LIMIT", "modulus-too-large"),
    reject("just above order 512", IS_AT, of(1, 2, modulus=262658), {}, "MALFORMED", "not-a-modulus"),
    accept("2-8 = 8-1 mod 13", NOT_AT, of(1, 2, 4, 8, modulus=13), {"collision": [2, 8, 8, 1]}),
    accept("7 = 0 mod 7", NOT_AT, of(0, 1, 7, modulus=7), {"collision": [0, 7, 7, 0]}),
    accept("mod 1", NOT_AT, of(1, 2, modulus=1), {"collision": [1, 2, 2, 1]}),
    forge("one pair twice", NOT_AT, of(0, 1, 3, modulus=13), {"collision": [1, 3, 1, 3]}, "REFUSED", "same-pair"),
    reject("0-0 = 0-7", NOT_AT, of(0, 1, 7, modulus=7), {"collision": [0, 0, 0, 7]}, "REFUSED", "same-pair"),
    reject("0-7 = 0-0", NOT_AT, of(0, 1, 7, modulus=7), {"collision": [0, 7, 0, 0]}, "REFUSED", "same-pair"),
    forge("first pair empty", NOT_AT, of(0, 1, 3, modulus=13), {"collision": [0, 0, 3, 3]}, "REFUSED", "same-pair"),
    forge("second pair empty", NOT_AT, of(0, 1, 3, modulus=7), {"collision": [0, 1, 3, 3]}, "REFUSED", "same-pair"),
    forge(
        "a difference and its negative",
        NOT_AT,
        of(0, 1, 3, modulus=13),
        {"collision": [0, 1, 1, 0]},
        "REFUSED",
        "unequal-differences",
    ),
    forge(
        "a foreign element",
        NOT_AT,
        of(0, 1, 3, modulus=13),
        {"collision": [0, 1, 1, 2]},
        "REFUSED",
        "not-a-member",
    ),
]

WITNESSES: list[Case] = [
    accept("the smallest", EXTENDS_AT, of(1, 2, 4, modulus=7), witness(1, 2, 4)),
    accept("order 8", EXTENDS_AT, of(1, 2, 4, 8, modulus=73), witness(*P73)),
    accept("order 1", EXTENDS_AT, of(5, 7, modulus=3), witness(1, 2)),
    accept("witness of other representatives", EXTENDS_AT, of(14, 3, modulus=13), witness(-13, 27, 3, 9)),
    forge("not injective mod 7", EXTENDS_AT, of(1, 2, 4, 8, modulus=7), witness(1, 2, 4), "REFUSED", "not-injective"),
    forge("image mod 3", EXTENDS_AT, of(1, 2, 4, 8, 13, modulus=3), witness(1, 2), "REFUSED", "not-injective"),
    forge("image mod 1", EXTENDS_AT, of(1, 2, modulus=1), witness(0), "REFUSED", "not-injective"),
    forge(
        "a difference twice",
        EXTENDS_AT,
        of(0, 1, 3, 8, modulus=13),
        witness(0, 1, 3, 8),
        "REFUSED",
        "not-a-difference-set",
    ),
    forge(
        "congruent elements",
        EXTENDS_AT,
        of(1, 2, 3, modulus=7),
        witness(1, 2, 8),
        "REFUSED",
        "not-a-difference-set",
    ),
    forge("one element short", EXTENDS_AT, of(1, 2, 4, 8, modulus=21), witness(1, 2, 4, 8), "REFUSED", "wrong-size"),
    forge("one element more", EXTENDS_AT, of(1, 2, 3, modulus=7), witness(1, 2, 3, 4), "REFUSED", "wrong-size"),
    forge("without the set", EXTENDS_AT, of(0, 1, 2, modulus=7), witness(1, 2, 4), "REFUSED", "not-contained"),
    forge("an element twice", EXTENDS_AT, of(1, 2, 3, modulus=7), witness(1, 2, 2), "MALFORMED", "repeated"),
    reject("mod 0", EXTENDS_AT, of(1, 2, 4, modulus=0), witness(1, 2, 4), "MALFORMED", "out-of-range"),
    reject("mod 74", EXTENDS_AT, of(1, 2, 4, modulus=74), witness(*P73), "MALFORMED", "not-a-modulus"),
    reject("513 elements", EXTENDS_AT, of(1, 2, modulus=7), witness(*range(513)), "REFUSED", "wrong-size"),
    reject("514 elements", EXTENDS_AT, of(1, 2, modulus=7), witness(*range(514)), "LIMIT", "too-many"),
    reject("no witness", EXTENDS_AT, of(1, 2, 4, modulus=7), witness(), "MALFORMED", "too-few"),
    accept("order 4", EXTENDS, P21, witness(3, 6, 7, 12, 14, modulus=21)),
    accept("order 3", EXTENDS, of(0, 1, 3), witness(0, 1, 3, 9, modulus=13)),
    forge("image mod 7", EXTENDS, AM, witness(0, 1, 3, modulus=7), "REFUSED", "not-contained"),
    forge("image mod 3", EXTENDS, AM, witness(1, 2, modulus=3), "REFUSED", "not-injective"),
    forge("not Sidon", EXTENDS, of(1, 2, 3, 5), witness(1, 2, 3, 5, modulus=13), "REFUSED", "not-a-difference-set"),
    reject("mod 0", EXTENDS, AM, witness(1, 2, 4, 8, 13, modulus=0), "MALFORMED", "out-of-range"),
    reject("mod 5", EXTENDS, of(0, 1), witness(0, 1, modulus=5), "MALFORMED", "not-a-modulus"),
    accept("order 2", EVEN, of(1, 2, 4), witness(1, 2, 4, modulus=7)),
    accept("order 8", EVEN, of(1, 2, 4, 8), witness(*P73, modulus=73)),
    reject("order 3", EVEN, of(0, 1, 3, 9), witness(0, 1, 3, 9, modulus=13), "REFUSED", "odd-order"),
    forge("image mod 7", EVEN, of(1, 2, 4, 8, 13), witness(1, 2, 4, modulus=7), "REFUSED", "not-injective"),
]

NO_EXTENSION: list[Case] = [
    accept("the paper's set", NO, AM, bh(BY_ZERO, AM_CLASH)),
    accept("Hall's set", NO, HALL, bh("-8*0 -6*1 0*4", "1*-6 0*-8 0*-8 0*4")),
    accept("exceptional order 4 dismissed", NO, of(0, 1, 3, 7, 20), bh("1*0 3*1 7*3", "3*7 0*0 2*20 0*20")),
    accept(
        "exceptional order 4, the set not injective mod 21; and 31, of odd order, is no matter",
        NO,
        of(0, 12, 18, 21, 38),
        bh("0*12 12*18 18*21", "2*38 0*18 0*38 1*0"),
    ),
    accept(
        "exceptional order 6, only the closure collides mod 43",
        NO,
        of(0, 8, 12, 14, 32),
        bh("0*8 8*12 12*14", "7*32 0*0 0*32 7*0"),
    ),
    accept("a superset, by the same data", NO, of(1, 2, 4, 8, 13, 31), bh(BY_ZERO, AM_CLASH)),
    # 24-3 = 7*3: order 4 divides x1-x2, and mod 21 the set is a perfect difference set
    forge("exceptional order 4", NO, P21, bh("6*3 12*6 14*7", "2*7 0*7 3*3 0*3"), "REFUSED", "exceptional-order"),
    forge("exceptional by x1-x3", NO, P21, bh("6*3 12*6 14*7", "2*7 3*3 0*7 0*3"), "REFUSED", "exceptional-order"),
    forge(
        "exceptional order 8",
        NO,
        of(1, 2, 4, 8, 37, 55),
        bh(BY_ZERO, "1*55 0*37 1*37 0*1"),
        "REFUSED",
        "exceptional-order",
    ),
    forge(
        "exceptional by x3-x1 < 0",
        NO,
        of(1, 2, 4, 8, 37, 55),
        bh(BY_ZERO, "0*1 0*37 1*37 1*55"),
        "REFUSED",
        "exceptional-order",
    ),
    forge(
        "exceptional, negative multiple",
        NO,
        of(1, 2, 4, 8, 37, 55),
        bh(BY_ZERO, "0*37 1*55 0*1 1*37"),
        "REFUSED",
        "exceptional-order",
    ),
    forge(
        "exceptional order 4, shift 1",
        NO,
        of(4, 7, 8, 13, 15),
        bh("7*4 13*7 15*8", "2*8 0*8 3*4 0*4"),
        "REFUSED",
        "exceptional-order",
    ),
    # 42 elements of the Singer set of order 1024 whose closure under doubling is all of it
    forge("exceptional order 1024", NO, P1049601, WRAPS, "LIMIT", "too-many-steps"),
    forge("not Sidon", NO, of(1, 2, 3, 4, 8, 13), bh(BY_ZERO, AM_CLASH), "REFUSED", "not-sidon"),
    forge("weak Sidon", NO, of(1, 2, 3, 5), bh("1*1 1*1 1*1", "0*1 0*2 0*2 0*3"), "REFUSED", "not-sidon"),
    forge("two elements", NO, of(1, 2), bh("1*1 2*1 1*2", "0*1 0*2 0*2 0*1"), "REFUSED", "too-small"),
    forge("a pair twice", NO, of(1, 2, 4, 13), bh("2*1 4*2 2*1", AM_CLASH), "REFUSED", "same-pair"),
    forge("the last pair twice", NO, of(1, 2, 4, 13), bh("2*1 4*2 4*2", AM_CLASH), "REFUSED", "same-pair"),
    forge("two values, second", NO, of(1, 2, 4, 13), bh("2*1 1*2 4*2", AM_CLASH), "REFUSED", "no-common-value"),
    forge("two values, third", NO, of(1, 2, 4, 13), bh("2*1 4*2 13*4", AM_CLASH), "REFUSED", "no-common-value"),
    forge("foreign d", NO, of(1, 2, 4, 13), bh(BY_ZERO, AM_CLASH), "REFUSED", "not-a-member"),
    forge("foreign b", NO, of(1, 2, 4, 8), bh("2*1 4*2 32*16", AM_CLASH), "REFUSED", "not-a-member"),
    forge("foreign a", NO, of(1, 2, 4, 8), bh(BY_ZERO, AM_CLASH), "REFUSED", "not-a-member"),
    forge("no collision", NO, of(1, 2, 4, 8), bh(BY_ZERO, "4*1 0*2 2*1 0*1"), "REFUSED", "not-a-collision"),
    forge("x1 = x2", NO, of(1, 2, 4, 8), bh(BY_ZERO, "1*1 0*2 0*8 1*4"), "REFUSED", "trivial-collision"),
    forge("x1 = x3", NO, of(1, 2, 4, 8), bh(BY_ZERO, "1*1 0*8 0*2 1*4"), "REFUSED", "trivial-collision"),
    forge("halving", NO, of(1, 2, 4, 8), bh(BY_ZERO, "0*1 -1*2 0*1 -1*2"), "MALFORMED", "out-of-range"),
    reject("41 doublings", NO, AM, bh(BY_ZERO, "41*1 2*1 0*13 0*1"), "LIMIT", "too-many-doublings"),
    reject("40 doublings", NO, AM, bh(BY_ZERO, "40*1 2*1 0*13 0*1"), "REFUSED", "not-a-collision"),
    accept("x1-x2 = 12 * 2^32", NO, AM, bh(BY_ZERO, "36*1 34*1 32*13 32*1")),
    reject("x1-x2 = 12 * 2^33", NO, AM, bh(BY_ZERO, "37*1 35*1 33*13 33*1"), "LIMIT", "multiple-too-large"),
    reject("x1-x3 = 12 * 2^33", NO, AM, bh(BY_ZERO, "37*1 33*13 35*1 33*1"), "LIMIT", "multiple-too-large"),
    reject("repeats the set", NO, AM, {**bh(BY_ZERO, AM_CLASH), **AM}, "MALFORMED", "unknown-key"),
    reject("two pairs", NO, AM, bh("2*1 4*2", AM_CLASH), "MALFORMED", "wrong-length"),
    reject("three terms", NO, AM, bh(BY_ZERO, "4*1 2*1 0*13"), "MALFORMED", "wrong-length"),
    reject("a term of three", NO, AM, bh(BY_ZERO, "4*1*0 2*1 0*13 0*1"), "MALFORMED", "wrong-length"),
    reject(
        "true doublings",
        NO,
        AM,
        bh(BY_ZERO, "4*1 2*1 0*13") | {"clash": [[True, 8]] * 4},
        "MALFORMED",
        "not-an-integer",
    ),
]

NO_EVEN_ORDER: list[Case] = [
    accept("{0,1,3,11}", NO_EVEN, ONE_THREE_ELEVEN, tree("1*1 1*0 0*3 0*1", "0*11 1*3 1*3 0*3")),
    accept("{0,1,4,11}", NO_EVEN, of(0, 1, 4, 11), tree("2*1 2*0 0*4 0*0", "3*4 0*11 1*11 0*1")),
    accept("a needless factor 2", NO_EVEN, ONE_THREE_ELEVEN, tree("2*1 2*0 1*3 1*1", "0*11 1*3 1*3 0*3")),
    accept("{1,2,5,12}: 3s = 1", NO_EVEN, of(1, 2, 5, 12), tree("2*2 2*1 0*5 0*1", "3*5 0*12 1*12 0*2")),
    accept(
        "N as large as can be",
        NO_EVEN,
        of(0, 1 << 34, 3 << 34, 11 << 34),
        {"clashes": [SCALED_FIRST, SCALED_SECOND]},
    ),
    reject(
        "too many orders to try",
        NO_EVEN,
        of(0, 1 << 34, 3 << 34, 11 << 34),
        {"clashes": [SCALED_FIRST, *[SCALED_EMPTY] * 3, SCALED_SECOND]},
        "LIMIT",
        "too-many-steps",
    ),
    accept("the paper's set", NO_EVEN, AM, tree("1*2 1*1 0*4 0*2", AM_CLASH)),
    forge(
        "exceptional order 4",
        NO_EVEN,
        P21,
        tree("1*6 1*3 0*12 0*6", "2*7 0*7 3*3 0*3"),
        "REFUSED",
        "exceptional-order",
    ),
    forge(
        "exceptional by E1-E3",
        NO_EVEN,
        P21,
        tree("1*6 1*3 0*12 0*6", "2*7 3*3 0*7 0*3"),
        "REFUSED",
        "exceptional-order",
    ),
    forge(
        "exceptional order 8",
        NO_EVEN,
        of(1, 2, 4, 8, 37, 55),
        tree("1*2 1*1 0*4 0*2", "1*55 0*37 1*37 0*1"),
        "REFUSED",
        "exceptional-order",
    ),
    forge(
        "exceptional order 4, shift 1",
        NO_EVEN,
        of(4, 7, 8, 13, 15),
        tree("1*7 1*4 0*13 0*7", "2*8 0*8 3*4 0*4"),
        "REFUSED",
        "exceptional-order",
    ),
    forge(
        "exceptional order 8, shift 5",
        NO_EVEN,
        of(6, 7, 9, 13, 42, 60),
        tree("1*7 1*6 0*9 0*7", "1*60 0*42 1*42 0*6"),
        "REFUSED",
        "exceptional-order",
    ),
    forge(
        "second clash at s = 0 only in its multiple of s",
        NO_EVEN,
        of(1, 2, 4, 8),
        tree("1*2 1*1 0*4 0*2", "4*1 2*1 0*8 0*1"),
        "REFUSED",
        "not-a-collision",
    ),
    forge(
        "a factor 3 divided out",
        NO_EVEN,
        THREES,
        tree(THREES_FIRST, "1*14 0*21 0*21 0*14"),
        "REFUSED",
        "not-a-collision",
    ),
    forge(
        "no clash at the root", NO_EVEN, of(1, 2, 4, 8), tree(AM_CLASH.replace("13", "8")), "REFUSED", "not-a-collision"
    ),
    forge("second child open", NO_EVEN, of(1, 2, 4, 8), tree("1*2 1*1 0*4 0*2"), "REFUSED", "missing-nodes"),
    forge(
        "second child never closed",
        NO_EVEN,
        of(1, 2, 4, 8),
        tree("1*2 1*1 0*4 0*2", "1*4 1*2 0*8 0*4"),
        "REFUSED",
        "missing-nodes",
    ),
    forge("empty clash", NO_EVEN, of(1, 2, 4, 8), tree("0*2 0*2 0*4 0*4"), "REFUSED", "missing-nodes"),
    forge("a foreign element", NO_EVEN, of(1, 2, 4, 8), tree("1*2 1*1 0*4 0*2", AM_CLASH), "REFUSED", "not-a-member"),
    forge("halving", NO_EVEN, of(1, 2, 4, 8), tree("0*2 0*1 -1*4 -1*2"), "MALFORMED", "out-of-range"),
    forge("not Sidon", NO_EVEN, of(1, 2, 3, 4, 8, 13), tree("1*2 1*1 0*4 0*2", AM_CLASH), "REFUSED", "not-sidon"),
    forge("two elements", NO_EVEN, of(1, 2), tree("1*1 1*2 1*1 1*2"), "REFUSED", "too-small"),
    reject(
        "unused clash",
        NO_EVEN,
        ONE_THREE_ELEVEN,
        tree("1*1 1*0 0*3 0*1", "0*11 1*3 1*3 0*3", "1*1 1*0 0*3 0*1"),
        "REFUSED",
        "unused-nodes",
    ),
    reject("no clash", NO_EVEN, ONE_THREE_ELEVEN, tree(), "MALFORMED", "too-few"),
    reject("256 clashes", NO_EVEN, ONE_THREE_ELEVEN, tree(*["1*1 1*0 0*3 0*1"] * 256), "REFUSED", "missing-nodes"),
    reject("257 clashes", NO_EVEN, ONE_THREE_ELEVEN, tree(*["1*1 1*0 0*3 0*1"] * 257), "LIMIT", "too-many"),
    reject("41 doublings", NO_EVEN, ONE_THREE_ELEVEN, tree("41*1 41*0 40*3 40*1"), "LIMIT", "too-many-doublings"),
    reject(
        "order 600 at a leaf",
        NO_EVEN,
        of(0, 360601, 3 * 360601),
        tree("1*360601 1*0 0*1081803 0*360601"),
        "LIMIT",
        "too-many-steps",
    ),
    reject(
        "a leaf beyond 2^36",
        NO_EVEN,
        of(0, (1 << 35) + 1, 3 * (1 << 35) + 3),
        tree("1*34359738369 1*0 0*103079215107 0*34359738369"),
        "LIMIT",
        "multiple-too-large",
    ),
]

TREES: list[Case] = [
    accept("{0,1,3,11} mod 57", NO_AT, of(0, 1, 3, 11, modulus=57), {"tree": TREE_57}),
    accept("{1,2,4,8} mod 21", NO_AT, of(1, 2, 4, 8, modulus=21), {"tree": [5]}),
    accept("shifted and reflected", NO_AT, of(100, 99, 97, 93, modulus=21), {"tree": [5]}),
    accept("d = v-5", NO_AT, of(1, 2, 4, 8, modulus=21), {"tree": [16]}),
    reject(
        "1500 nodes of order 64", NO_AT, of(0, 1, modulus=4161), {"tree": [1] * 1500}, "REFUSED", "difference-covered"
    ),
    reject("3000 nodes of order 64", NO_AT, of(0, 1, modulus=4161), {"tree": [1] * 3000}, "LIMIT", "too-many-steps"),
    reject("d = v-1", NO_AT, of(0, 2, 5, modulus=31), {"tree": [30]}, "REFUSED", "missing-nodes"),
    # {0,1,3,9} is the only child, and no difference is left for it
    forge("x+d in C", NO_AT, of(0, 1, 3, modulus=13), {"tree": [4]}, "REFUSED", "missing-nodes"),
    forge("x in C", NO_AT, of(0, 1, 3, modulus=13), {"tree": [9]}, "REFUSED", "missing-nodes"),
    forge("no difference left", NO_AT, of(0, 1, 3, modulus=13), {"tree": [4, 6]}, "REFUSED", "difference-covered"),
    forge("a perfect difference set", NO_AT, of(1, 2, 4, modulus=7), {"tree": [1]}, "REFUSED", "difference-covered"),
    forge("d = 0", NO_AT, of(1, 2, 4, modulus=7), {"tree": [0]}, "MALFORMED", "out-of-range"),
    forge("d = v", NO_AT, of(1, 2, 4, modulus=7), {"tree": [7]}, "MALFORMED", "out-of-range"),
    forge("not injective", NO_AT, of(0, 1, 7, modulus=7), {"tree": [3]}, "REFUSED", "not-sidon-mod"),
    forge("not Sidon mod 13", NO_AT, of(1, 2, 4, 8, modulus=13), {"tree": [5]}, "REFUSED", "not-sidon-mod"),
    reject("mod 22", NO_AT, of(1, 2, 4, 8, modulus=22), {"tree": [5]}, "MALFORMED", "not-a-modulus"),
    reject("a node short", NO_AT, of(0, 1, 3, 11, modulus=57), {"tree": TREE_57[:-1]}, "REFUSED", "missing-nodes"),
    reject("a node more", NO_AT, of(0, 1, 3, 11, modulus=57), {"tree": [*TREE_57, 4]}, "REFUSED", "unused-nodes"),
    reject("no nodes", NO_AT, of(0, 1, 3, 11, modulus=57), {"tree": []}, "MALFORMED", "too-few"),
    reject("order 65", NO_AT, of(1, 2, 4, 8, modulus=4291), {"tree": [5]}, "LIMIT", "modulus-too-large"),
    accept("{1,2,4,8}: 73", SMALLEST, of(1, 2, 4, 8, modulus=73), {**witness(*P73), "smaller": SMALLER_73}),
    accept("nothing smaller", SMALLEST, of(1, 2, 4, modulus=7), {**witness(1, 2, 4), "smaller": []}),
    forge(
        "mod 7 left out",
        SMALLEST,
        of(0, 1, 3, modulus=13),
        {**witness(0, 1, 3, 9), "smaller": []},
        "MALFORMED",
        "wrong-length",
    ),
    forge(
        "mod 7 refuted wrongly",
        SMALLEST,
        of(0, 1, 3, modulus=13),
        {**witness(0, 1, 3, 9), "smaller": [{"tree": [3]}]},
        "REFUSED",
        "difference-covered",
    ),
    forge(
        "a collision where none is",
        SMALLEST,
        of(0, 1, 3, modulus=13),
        {**witness(0, 1, 3, 9), "smaller": [{"collision": [0, 1, 1, 3]}]},
        "MALFORMED",
        "unknown-key",
    ),
    forge(
        "no witness",
        SMALLEST,
        of(1, 2, 4, 8, modulus=57),
        {**witness(1, 2, 4, 8, 16, 32, 37, 55), "smaller": SMALLER_73[:-1]},
        "REFUSED",
        "not-a-difference-set",
    ),
    reject(
        "false collision mod 13",
        SMALLEST,
        of(1, 2, 4, 8, modulus=73),
        {**witness(*P73), "smaller": [{"collision": [2, 1, 4, 2]}, *SMALLER_73[1:]]},
        "REFUSED",
        "unequal-differences",
    ),
    reject(
        "tree where the set collides",
        SMALLEST,
        of(1, 2, 4, 8, modulus=73),
        {**witness(*P73), "smaller": [{"tree": [5]}, *SMALLER_73[1:]]},
        "MALFORMED",
        "unknown-key",
    ),
    reject(
        "trees in the wrong order",
        SMALLEST,
        of(1, 2, 4, 8, modulus=73),
        {**witness(*P73), "smaller": [SMALLER_73[0], *SMALLER_73[:0:-1]]},
        "MALFORMED",
        "out-of-range",
    ),
]

CASES: list[Case] = [*SETS, *SETS_AT, *WITNESSES, *NO_EXTENSION, *NO_EVEN_ORDER, *TREES]

ABOUT: list[About] = [
    About("Sidon", IS, AM, (NOT, AM)),
    About("not Sidon", NOT, AM, (IS, AM)),
    About("Sidon mod 13", IS_AT, of(0, 1, modulus=13), (NOT_AT, of(0, 1, modulus=13))),
    About("not Sidon mod 13", NOT_AT, of(0, 1, modulus=13), (IS_AT, of(0, 1, modulus=13))),
    About("extends", EXTENDS, AM, (NO, AM)),
    About("extends, not Sidon", EXTENDS, of(1, 2, 3, 5), (NOT, of(1, 2, 3, 5))),
    About("extends nowhere", NO, AM, (EXTENDS, AM)),
    About("extends nowhere, not Sidon", NO, of(1, 2, 3, 5), (NOT, of(1, 2, 3, 5))),
    About("even order", EVEN, AM, (NO_EVEN, AM)),
    About("no even order", NO_EVEN, AM, (EVEN, AM)),
    About("no even order, not Sidon", NO_EVEN, of(0, 1, 2), (NOT, of(0, 1, 2))),
    About("extends mod 21", EXTENDS_AT, of(1, 2, 4, 8, modulus=21), (NO_AT, of(1, 2, 4, 8, modulus=21))),
    About("not mod 21", NO_AT, of(1, 2, 4, 8, modulus=21), (EXTENDS_AT, of(1, 2, 4, 8, modulus=21))),
    About("extends mod 13", EXTENDS_AT, of(1, 2, 4, 8, modulus=13), (NOT_AT, of(1, 2, 4, 8, modulus=13))),
    About("not mod 13", NO_AT, of(1, 2, 4, 8, modulus=13), (NOT_AT, of(1, 2, 4, 8, modulus=13))),
    About("smallest modulus", SMALLEST, of(1, 2, 4, 8, modulus=73), None),
]
