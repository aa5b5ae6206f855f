"""Real algebraic numbers: accepted, rejected, forged."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.tables import Call, Case, accept, forge, reject

Value = Any


def number(coefficients: str, low: str, high: str) -> Value:
    return {"polynomial": coefficients.split(), "low": low, "high": high}


def root(coefficients: str, low: str, high: str, irreducible: bool) -> Value:
    return {**number(coefficients, low, high), "irreducible": irreducible}


def primes(*values: int) -> Value:
    return {"primes": list(values)}


BASE = "7 -40 176 -144 -1152 3200 -3072 1024"  # the point p* of the non-cycling example
C_A = "2 1846 127106 2355093 1806746 -80404208 159688998 -44707134 3714640 5403070 61076 -76559 -5676 -268 4"
C_B = "-1 5 13 -45 -3 23 -9 1"
C_B_FORGED = "1 -10 12 110 -222 -38 124 -46 5"  # (5x - 1) times the polynomial of c_B
LAMBDA = (
    "4 -2899292 7468158864 -4789675432569 422743039128068 -5676298472505780 18299281845941356 57085439654130 "
    "504085851461616 -37440753370248 766183444916 -3628852593 -8330040 -117232 16"
)
SIX = "6 0 -5 0 1"  # (x^2 - 2)(x^2 - 3)

P_STAR = number(BASE, "63711/100000", "1991/3125")
A = number(C_A, "3073/10000", "1537/5000")
B = number(C_B, "9/20", "113/250")
GOLDEN = number("-1 1 1", "0", "1")
GOLDEN_SQUARE = number("1 -3 1", "0", "1")
SILVER = number("-1 2 1", "0", "1")
TRIBONACCI = number("-1 1 1 1", "0", "1")
HALF, THIRD, QUARTER = number("-1 2", "0", "1"), number("-1 3", "0", "1"), number("-1 4", "0", "1")
FLAT = number("-2 1 2", "0", "1")  # not a unit, norm 1

ROOT, EQUAL, INDEPENDENT = "algebraic/root", "algebraic/equal", "algebraic/independent"


def quotient(above: str, below: str = "1") -> Value:
    return {"numerator": above.split(), "denominator": below.split()}


def equation(at: Value, left: Value, right: Value) -> Value:
    return {"root": at, "left": left, "right": right}


def by(factor: str, precision: int = 64) -> Value:
    return {"factor": factor.split(), "precision": precision}


def pair(first: Value, second: Value) -> Value:
    return {"first": first, "second": second}


def unit(which: str, *values: int) -> Value:
    return {"method": "unit", "unit": which, "primes": list(values)}


def norm(first: list[int], second: list[int]) -> Value:
    return {"method": "norm", "first": first, "second": second}


def slopes(prime: int, first: list[int], second: list[int]) -> Value:
    return {"method": "slopes", "prime": prime, "first": first, "second": second}


def circle(first: list[int], second: list[int], *zeros: list[list[str]]) -> Value:
    return {"method": "circle", "first": first, "second": second, "zeros": list(zeros)}


GOLDEN_ZEROS = [["309/500", "0"], ["-809/500", "0"]]
TRIBONACCI_ZEROS = [["68/125", "0"], ["-193/250", "223/200"], ["-193/250", "-223/200"]]
SQUARE_ZEROS = [["191/500", "0"], ["1309/500", "0"]]

CASES: list[Case] = [
    accept("sqrt 2", ROOT, root("-2 0 1", "1", "2", False), {}),
    accept("sqrt 2 is irrational", ROOT, root("-2 0 1", "1", "2", True), primes(3)),
    accept("the point of the example", ROOT, {**P_STAR, "irreducible": True}, primes(5)),
    accept("x^4 - x - 1", ROOT, root("-1 -1 0 0 1", "1", "2", True), primes(2)),
    accept("a triple root", ROOT, root("-1 3 -3 1", "0", "2", False), {}),
    accept("lambda", ROOT, root(LAMBDA, "47/500", "19/200", True), primes(5)),
    forge("two roots", ROOT, root(SIX, "1", "2", False), {}, "REFUSED", "no-sign-change"),
    forge("three roots", ROOT, root("0 -1 0 1", "-2", "2", False), {}, "REFUSED", "not-isolating"),
    forge("no root", ROOT, root("-2 0 1", "2", "3", False), {}, "REFUSED", "no-sign-change"),
    forge("root at the open end", ROOT, root("-1 1", "0", "1", False), {}, "REFUSED", "no-sign-change"),
    forge(
        "product of quadratics", ROOT, root(SIX, "1", "3/2", True), primes(5, 7, 11, 13), "REFUSED", "not-irreducible"
    ),
    forge("degree drops mod 5", ROOT, root(C_B_FORGED, "9/20", "113/250", True), primes(5), "REFUSED", "degree-drops"),
    forge("the same mod 13", ROOT, root(C_B_FORGED, "9/20", "113/250", True), primes(13), "REFUSED", "not-irreducible"),
    forge("a square", ROOT, root("-1 3 -3 1", "0", "2", True), primes(5), "REFUSED", "not-squarefree"),
    reject("prime of the discriminant", ROOT, root("-2 0 1", "1", "2", True), primes(2), "REFUSED", "not-squarefree"),
    reject("splits mod 7", ROOT, root("-2 0 1", "1", "2", True), primes(7), "REFUSED", "not-irreducible"),
    reject("composite", ROOT, root("-2 0 1", "1", "2", True), primes(9), "MALFORMED", "not-a-prime"),
    reject("one is no prime", ROOT, root("-2 0 1", "1", "2", True), primes(1), "MALFORMED", "out-of-range"),
    reject("no primes", ROOT, root("-2 0 1", "1", "2", True), primes(), "MALFORMED", "too-few"),
    reject("primes missing", ROOT, root("-2 0 1", "1", "2", True), {}, "MALFORMED", "missing-key"),
    reject("primes not asked for", ROOT, root("-2 0 1", "1", "2", False), primes(3), "MALFORMED", "unknown-key"),
    reject("empty interval", ROOT, root("-2 0 1", "2", "2", False), {}, "MALFORMED", "empty-interval"),
    reject("constant", ROOT, root("3", "1", "2", False), {}, "MALFORMED", "constant-polynomial"),
    reject("content", ROOT, root("-4 0 2", "1", "2", False), {}, "MALFORMED", "not-primitive"),
    reject("fractions", ROOT, root("-1 0 1/2", "1", "2", False), {}, "MALFORMED", "not-primitive"),
    reject("trailing zero", ROOT, root("-2 0 1 0", "1", "2", False), {}, "MALFORMED", "trailing-zero"),
    reject("too long", ROOT, root("-2 " + "0 " * 64 + "1", "1", "2", False), {}, "LIMIT", "too-many"),
    reject(
        "too large",
        ROOT,
        root(f"-{1 << 12000} " + "0 " * 3 + "1", "1", f"{1 << 5000}", False),
        {},
        "LIMIT",
        "too-many-digits",
    ),
    accept("golden", EQUAL, equation(GOLDEN, quotient("0 0 1"), quotient("1 -1")), by("-1 1 1")),
    accept("golden inverse", EQUAL, equation(GOLDEN, quotient("1", "0 1"), quotient("1 1")), by("-1 1 1")),
    accept(
        "in a factor",
        EQUAL,
        equation(number(SIX, "1", "3/2"), quotient("0 0 1/2"), quotient("1")),
        by("-2 0 1"),
    ),
    forge(
        "factor of another root",
        EQUAL,
        equation(number(SIX, "1", "3/2"), quotient("0 0 1/3"), quotient("1")),
        by("-3 0 1"),
        "REFUSED",
        "other-root",
    ),
    forge(
        "not a factor",
        EQUAL,
        equation(number("-2 0 1", "1", "3/2"), quotient("0 1"), quotient("7/5")),
        by("-7 5"),
        "REFUSED",
        "not-a-factor",
    ),
    forge(
        "nearly",
        EQUAL,
        equation(GOLDEN, quotient("0 1"), quotient("1597", "2584")),
        by("-1 1 1"),
        "REFUSED",
        "not-equal",
    ),
    forge(
        "0/0",
        EQUAL,
        equation(GOLDEN, quotient("-1 1 1", "-1 1 1"), quotient("2")),
        by("-1 1 1"),
        "REFUSED",
        "denominator-may-vanish",
    ),
    forge(
        "sign of a square root",
        EQUAL,
        equation(number("-2 0 1", "-2", "-1"), quotient("0 1"), quotient("2", "0 -1")),
        by("-2 0 1"),
        "REFUSED",
        "not-equal",
    ),
    reject(
        "denominator near 0",
        EQUAL,
        equation(GOLDEN, quotient("1", "-618033988749 1000000000000"), quotient("1 1", "-618033988749 381966011251")),
        by("-1 1 1", 8),
        "REFUSED",
        "denominator-may-vanish",
    ),
    reject(
        "trivial", EQUAL, equation(GOLDEN, quotient("0 1"), quotient("0 1")), by("-1 1 1"), "MALFORMED", "trivial-goal"
    ),
    reject(
        "over zero",
        EQUAL,
        equation(GOLDEN, quotient("0 1", ""), quotient("1")),
        by("-1 1 1"),
        "MALFORMED",
        "zero-denominator",
    ),
    reject(
        "two roots between",
        EQUAL,
        equation(number(SIX, "-3/2", "5/3"), quotient("0 0 1"), quotient("2")),
        by("-2 0 1"),
        "REFUSED",
        "no-sign-change",
    ),
    reject(
        "precision",
        EQUAL,
        equation(GOLDEN, quotient("0 0 1"), quotient("1 -1")),
        by("-1 1 1", 1 << 20),
        "LIMIT",
        "too-much-precision",
    ),
    accept("unit and not", INDEPENDENT, pair(A, B), unit("second", 5)),
    accept("not and unit", INDEPENDENT, pair(B, A), unit("first", 5)),
    accept("half and golden", INDEPENDENT, pair(HALF, GOLDEN), unit("second", 3)),
    accept("norms", INDEPENDENT, pair(HALF, FLAT), norm([3], [3])),
    accept("slopes at 2", INDEPENDENT, pair(HALF, THIRD), slopes(2, [5], [5])),
    accept("slopes of units' neighbours", INDEPENDENT, pair(FLAT, GOLDEN), slopes(2, [3], [3])),
    accept(
        "golden and tribonacci", INDEPENDENT, pair(GOLDEN, TRIBONACCI), circle([3], [3], GOLDEN_ZEROS, TRIBONACCI_ZEROS)
    ),
    forge("same number", INDEPENDENT, pair(B, B), unit("first", 5), "REFUSED", "both-units"),
    forge("same number, not a unit", INDEPENDENT, pair(A, A), unit("first", 5), "REFUSED", "not-a-unit"),
    forge(
        "unit under a factor",
        INDEPENDENT,
        pair(number(C_B_FORGED, "9/20", "113/250"), B),
        unit("second", 5),
        "REFUSED",
        "degree-drops",
    ),
    forge(
        "unit under a factor mod 13",
        INDEPENDENT,
        pair(number(C_B_FORGED, "9/20", "113/250"), B),
        unit("second", 13),
        "REFUSED",
        "not-irreducible",
    ),
    forge("golden and its square", INDEPENDENT, pair(GOLDEN, GOLDEN_SQUARE), unit("first", 3), "REFUSED", "both-units"),
    forge(
        "golden and its square by zeros",
        INDEPENDENT,
        pair(GOLDEN, GOLDEN_SQUARE),
        circle([3], [7], GOLDEN_ZEROS, SQUARE_ZEROS),
        "REFUSED",
        "circle-agrees",
    ),
    forge(
        "half and quarter by slopes",
        INDEPENDENT,
        pair(HALF, QUARTER),
        slopes(2, [3], [3]),
        "REFUSED",
        "slopes-proportional",
    ),
    forge(
        "half and quarter elsewhere",
        INDEPENDENT,
        pair(HALF, QUARTER),
        slopes(3, [3], [3]),
        "REFUSED",
        "slopes-proportional",
    ),
    forge("half and quarter by norm", INDEPENDENT, pair(HALF, QUARTER), norm([3], [3]), "REFUSED", "norms-agree"),
    forge(
        "lambda and its root",
        INDEPENDENT,
        pair(A, number(LAMBDA, "47/500", "19/200")),
        slopes(2, [5], [5]),
        "REFUSED",
        "slopes-proportional",
    ),
    forge(
        "false zeros",
        INDEPENDENT,
        pair(GOLDEN, GOLDEN_SQUARE),
        circle([3], [7], GOLDEN_ZEROS, [["191/500", "0"], ["1", "1"]]),
        "REFUSED",
        "disks-meet",
    ),
    forge(
        "a zero twice",
        INDEPENDENT,
        pair(GOLDEN, GOLDEN_SQUARE),
        circle([3], [7], GOLDEN_ZEROS, [["191/500", "0"], ["191/500", "0"]]),
        "REFUSED",
        "repeated",
    ),
    reject("silver and golden", INDEPENDENT, pair(SILVER, GOLDEN), unit("first", 3), "REFUSED", "both-units"),
    reject("unit is the other one", INDEPENDENT, pair(A, B), unit("first", 5), "REFUSED", "not-a-unit"),
    reject("norms of two units", INDEPENDENT, pair(SILVER, GOLDEN), norm([3], [3]), "REFUSED", "norms-agree"),
    reject(
        "slopes of two units", INDEPENDENT, pair(SILVER, GOLDEN), slopes(2, [3], [3]), "REFUSED", "slopes-proportional"
    ),
    reject(
        "above one",
        INDEPENDENT,
        pair(number("-2 0 1", "1", "2"), HALF),
        slopes(2, [3], [3]),
        "MALFORMED",
        "outside-unit-interval",
    ),
    reject(
        "below zero",
        INDEPENDENT,
        pair(number("-1 2", "-1", "1"), HALF),
        slopes(2, [3], [3]),
        "MALFORMED",
        "outside-unit-interval",
    ),
    reject("no method", INDEPENDENT, pair(A, B), {"unit": "second"}, "MALFORMED", "missing-key"),
    reject("unknown method", INDEPENDENT, pair(A, B), {"method": "numerics"}, "MALFORMED", "unknown-word"),
    reject("composite slope", INDEPENDENT, pair(HALF, THIRD), slopes(4, [5], [5]), "MALFORMED", "not-a-prime"),
    reject(
        "too few zeros",
        INDEPENDENT,
        pair(GOLDEN, TRIBONACCI),
        circle([3], [3], GOLDEN_ZEROS, GOLDEN_ZEROS),
        "MALFORMED",
        "wrong-length",
    ),
    reject(
        "long zeros",
        INDEPENDENT,
        pair(GOLDEN, TRIBONACCI),
        circle([3], [3], [[f"{1 << 300}", "0"], ["0", "0"]], TRIBONACCI_ZEROS),
        "LIMIT",
        "too-many-digits",
    ),
    forge(
        "no such number",
        INDEPENDENT,
        pair(A, number(C_B, "7/10", "4/5")),
        unit("second", 5),
        "REFUSED",
        "no-sign-change",
    ),
    forge(
        "no such first number",
        INDEPENDENT,
        pair(number(C_A, "7/10", "4/5"), B),
        unit("second", 5),
        "REFUSED",
        "no-sign-change",
    ),
    forge(
        "three numbers",
        INDEPENDENT,
        pair(A, number("-1 12 -44 48", "0", "1")),
        norm([5], [5]),
        "REFUSED",
        "not-isolating",
    ),
    accept(
        "denominators equal at the root only",
        EQUAL,
        equation(GOLDEN, quotient("1 -1", "-1 2 1"), quotient("0 0 1", "0 1")),
        by("-1 1 1"),
    ),
    accept(
        "denominators of 1 and -1",
        EQUAL,
        equation(GOLDEN, quotient("1 -1", "0 1 1"), quotient("0 0 -1", "0 -1 -1")),
        by("-1 1 1"),
    ),
    forge(
        "a proportion broken in the middle",
        INDEPENDENT,
        pair(number("-1 1 1 1", "0", "1"), TRIBONACCI),
        slopes(2, [3], [3]),
        "REFUSED",
        "slopes-proportional",
    ),
    accept(
        "slopes -1 against -1/2 and 0",
        INDEPENDENT,
        pair(number("-1 2", "0", "1"), number("-1 -1 3 4", "0", "1")),
        slopes(2, [3], [7]),
    ),
    forge(
        "half and its root by slopes",
        INDEPENDENT,
        pair(HALF, number("-1 0 2", "0", "1")),
        slopes(2, [3], [5]),
        "REFUSED",
        "slopes-proportional",
    ),
    reject(
        "precision beyond",
        EQUAL,
        equation(GOLDEN, quotient("0 0 1"), quotient("1 -1")),
        by("-1 1 1", 1025),
        "LIMIT",
        "too-much-precision",
    ),
    accept("the highest precision", EQUAL, equation(GOLDEN, quotient("0 0 1"), quotient("1 -1")), by("-1 1 1", 1024)),
    accept("the lowest precision", EQUAL, equation(GOLDEN, quotient("0 0 1"), quotient("1 -1")), by("-1 1 1", 8)),
    reject(
        "seven bits",
        EQUAL,
        equation(GOLDEN, quotient("0 0 1"), quotient("1 -1")),
        by("-1 1 1", 7),
        "MALFORMED",
        "out-of-range",
    ),
]

NONE, HALVES, ALL = (Fraction(0), Fraction(0)), (Fraction(1, 2), Fraction(1, 2)), (Fraction(1), Fraction(1))
OPEN = (Fraction(0), Fraction(1))
CALLS: list[Call] = [
    Call("roots 2, 4 and 1/2", "algebraic:valuations", ((-8, 22, -13, 2), 2), [Fraction(2), Fraction(1), Fraction(-1)]),
    Call("cube roots of 2", "algebraic:valuations", ((-2, 0, 0, 1), 2), [Fraction(1, 3)] * 3),
    Call("three points on a line", "algebraic:valuations", ((4, 0, 2, 0, 1), 2), [Fraction(1, 2)] * 4),
    Call("a point above the hull", "algebraic:valuations", ((1, 6, 0, 4), 2), [Fraction(-2, 3)] * 3),
    Call("valuations elsewhere", "algebraic:valuations", ((-8, 22, -13, 2), 3), [Fraction(0)] * 3),
    Call("one inside, one outside", "algebraic:outside", ((-1, 1, 1), GOLDEN_ZEROS, ""), HALVES),
    Call("on the circle", "algebraic:outside", ((1, 0, 1), [["0", "1"], ["0", "-1"]], ""), OPEN),
    Call("outside, off both axes", "algebraic:outside", ((5, -4, 4), [["1/2", "1"], ["1/2", "-1"]], ""), ALL),
    Call("inside, off both axes", "algebraic:outside", ((5, -8, 16), [["1/4", "1/2"], ["1/4", "-1/2"]], ""), NONE),
    Call(
        "near 1, too rough to tell",
        "algebraic:outside",
        ((-3, 2, 8), [["2/5", "0"], ["-9/10", "0"]], ""),
        (Fraction(0), Fraction(1, 2)),
    ),
    Call(
        "rough disks that touch",
        "algebraic:outside",
        ((-1, 0, 1), [["1/2", "0"], ["-1/2", "0"]], ""),
        None,
        ("REFUSED", "disks-meet"),
    ),
    Call("square root of 2", "interval:power", ((2 << 8, 2 << 8), Fraction(1, 2), 8, ""), (362, 363)),
    Call("square root of 4", "interval:power", ((4 << 8, 4 << 8), Fraction(1, 2), 8, ""), (512, 512)),
    Call("one over the cube root of 8", "interval:power", ((8 << 9, 8 << 9), Fraction(-1, 3), 9, ""), (256, 256)),
    Call("four to the three halves", "interval:power", ((4 << 8, 5 << 8), Fraction(3, 2), 8, ""), (2048, 2863)),
    Call("a power of 0", "interval:power", ((0, 1), Fraction(1, 2), 8, ""), None, ("REFUSED", "not-positive")),
    Call("zeroth power", "interval:power", ((3, 5), Fraction(0), 8, ""), (256, 256)),
    Call("irreducible factors mod 2", "poly:factor_degrees", ((1, 1, 0, 0, 0, 1), 2), [2, 3]),
    Call("no root", "poly:count", ((1, 0, 1), Fraction(-9), Fraction(9)), 0),
    Call("a double root is one root", "poly:count", ((1, -2, 1), Fraction(0), Fraction(9)), 1),
]

LONG = "1" + "0" * 3990
CASES += [
    reject(
        "content too long to write",
        "algebraic/root",
        {
            "polynomial": [f"1/{10**2500 + 1}", f"1/{10**2500 + 3}"],
            "low": "0",
            "high": "1",
            "irreducible": False,
        },
        {},
        "MALFORMED",
        "not-primitive",
    ),
    reject(
        "an end too long for the degree",
        "algebraic/root",
        {"polynomial": ["-2", *["0"] * 62, "1"], "low": "0", "high": LONG, "irreducible": False},
        {},
        "LIMIT",
        "too-many-digits",
    ),
]
