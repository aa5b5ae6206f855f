"""Polynomials over Q: accepted, rejected, forged. Polynomials are written as text: `3/2 xxy - 1`, letters repeated."""

from __future__ import annotations

from typing import Any

from tests.tables import About, Case, accept, forge, reject

Value = Any

ID, IN, POS, BOX = "polynomial/identity", "polynomial/member", "polynomial/nonneg", "polynomial/box"
LETTERS = "xyzabc"


def poly(text: str, letters: str = LETTERS) -> Value:
    """`+ 2 xx - xy + 1/2`: signs stand alone, a coefficient, a monomial or both follow."""
    words = text.split()
    terms: list[Value] = []
    sign = ""
    for word in words:
        if word in "+-":
            terms.append(["1", []])
            sign = "-" if word == "-" else ""
            continue
        if not terms:
            terms.append(["1", []])
        if word[0].isdigit():
            terms[-1][0] = sign + word
        else:
            terms[-1][1] = [[letters.index(v), word.count(v)] for v in sorted(set(word), key=letters.index)]
            if sign and not terms[-1][0].startswith("-"):
                terms[-1][0] = "-" + terms[-1][0]
    return terms


def identity(left: str, right: str, *definitions: str, names: str = "x y") -> Value:
    count = len(names.split())
    letters = LETTERS[:count] + "abc"
    parts = {"definitions": [poly(d, letters) for d in definitions], "left": poly(left, letters)}
    return {"variables": names.split(), **parts, "right": poly(right, letters)}


def member(polynomial: str, *generators: str, names: str = "x y") -> Value:
    return {"variables": names.split(), "generators": [poly(g) for g in generators], "polynomial": poly(polynomial)}


def cofactors(*texts: str) -> Value:
    return {"cofactors": [poly(text) for text in texts]}


def nonneg(polynomial: str, relation: str, *constraints: str, names: str = "x y", **more: Value) -> Value:
    """Constraints are `g` for g >= 0 and `= g` for g = 0."""
    rows = [
        {"polynomial": poly(c.removeprefix("= ")), "relation": "=" if c.startswith("= ") else ">="} for c in constraints
    ]
    return {
        "variables": names.split(),
        "constraints": rows,
        "polynomial": poly(polynomial),
        "relation": relation,
        **more,
    }


def squares(*pairs: tuple[str, str], product: tuple[int, ...] = ()) -> Value:
    return {"product": list(product), "squares": [[weight, poly(root)] for weight, root in pairs]}


def proof(slack: str, *terms: Value, **more: Value) -> Value:
    return {"slack": slack, "terms": list(terms), **more}


def box(polynomial: str, lower: str | None, upper: str | None, *sides: str, names: str = "x y") -> Value:
    pairs = [side.split() for side in sides]
    return {"variables": names.split(), "box": pairs, "polynomial": poly(polynomial), "lower": lower, "upper": upper}


def tree(*choices: int) -> Value:
    return {"tree": list(choices)}


SQUARE = identity("aa", "xx + 2 xy + yy", "x + y")
MEAN = nonneg("xx - 2 xy + yy", ">=")
# Motzkin's polynomial x^4 y^2 + x^2 y^4 - 3 x^2 y^2 + 1 is no sum of squares; 1 + x^2 + y^2 times it is one
MOTZKIN = "xxxxyy + xxyyyy - 3 xxyy + 1"
MOTZKIN_TIMES = "xxxxxxyy + 2 xxxxyyyy + xxyyyyyy - 2 xxxxyy - 2 xxyyyy - 3 xxyy + xx + yy + 1"
MOTZKIN_SQUARES = (
    ("1", "x - xyy"),
    ("1", "y - xxy"),
    ("1", "1 - xxyy"),
    ("1/4", "xyyy - xxxy"),
    ("3/4", "xyyy + xxxy - 2 xy"),
)
INTERVAL = ("x", "1 - x")
UNIT = ("0 1", "0 1")

CASES: list[Case] = [
    accept("touching at 3/8", BOX, box("64 xx - 48 x + 9", "0", None, "0 1", names="x"), tree(0, 0, -1, 0, -1, -1, -1)),
    accept(
        "touching at 5/8", BOX, box("64 xx - 80 x + 25", "0", None, "0 1", names="x"), tree(0, -1, 0, 0, -1, -1, -1)
    ),
    accept(
        "halved 256 times at the lower end", BOX, box("x", "0", "1", "0 1", names="x"), tree(*[0] * 256, *[-1] * 257)
    ),
    accept("halved 256 times at the upper end", BOX, box("x", "0", "1", "0 1", names="x"), tree(*[0, -1] * 256, -1)),
    reject(
        "halved 257 times at the lower end",
        BOX,
        box("x", "0", "1", "0 1", names="x"),
        tree(*[0] * 257),
        "LIMIT",
        "too-deep",
    ),
    reject(
        "halved 257 times at the upper end",
        BOX,
        box("x", "0", "1", "0 1", names="x"),
        tree(*[0, -1] * 257),
        "LIMIT",
        "too-deep",
    ),
    accept("degree 64", BOX, box("x" * 64, "0", "1", "0 1", names="x"), tree(-1)),
    accept("one variable", ID, identity("aa", "xx + 2 x + 1", "x + 1", names="x"), {}),
    accept(
        "a point of the circle",
        POS,
        nonneg("1 - x", ">=", "= xx + yy - 1", point=["3/5", "4/5"]),
        proof("0", squares(("1/2", "1 - x"), ("1/2", "y")), {"equation": 0, "cofactor": poly("- 1/2")}),
    ),
    reject(
        "constraint -1",
        POS,
        nonneg("x", ">=", "x"),
        proof("0", squares(("1", "1"), product=(-1,))),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "equation -1",
        POS,
        nonneg("x", ">=", "= x"),
        proof("0", {"equation": -1, "cofactor": poly("1")}),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "no variables for a member",
        IN,
        {"variables": [], "generators": [[]], "polynomial": []},
        cofactors(""),
        "MALFORMED",
        "too-few",
    ),
    reject(
        "no variables for a form",
        POS,
        {"variables": [], "constraints": [], "polynomial": [], "relation": ">="},
        proof("0"),
        "MALFORMED",
        "too-few",
    ),
    reject(
        "no variables for a box",
        BOX,
        {"variables": [], "box": [], "polynomial": [], "lower": "0", "upper": None},
        tree(-1),
        "MALFORMED",
        "too-few",
    ),
    reject("axis -2", BOX, box("xy", "0", "1", *UNIT), tree(-2), "MALFORMED", "out-of-range"),
    accept(
        "coefficients meet the bounds 1",
        BOX,
        box("xxy - 2 yyy + x", "-223/4", "136/27", "-1 2", "1/3 3", names="x y"),
        tree(0, 1, -1, -1, 1, -1, -1),
    ),
    reject(
        "just below 1",
        BOX,
        box("xxy - 2 yyy + x", "-55749/1000", None, "-1 2", "1/3 3", names="x y"),
        tree(0, 1, -1, -1, 1, -1, -1),
        "REFUSED",
        "below-bound",
    ),
    reject(
        "just above 1",
        BOX,
        box("xxy - 2 yyy + x", None, "135973/27000", "-1 2", "1/3 3", names="x y"),
        tree(0, 1, -1, -1, 1, -1, -1),
        "REFUSED",
        "above-bound",
    ),
    accept(
        "coefficients meet the bounds 2",
        BOX,
        box("xxxz + yyz - 3 xy", "-7", "9", "0 1", "-1 1", "-2 3", names="x y z"),
        tree(2, 0, -1, 1, -1, -1, 2, -1, -1),
    ),
    reject(
        "just below 2",
        BOX,
        box("xxxz + yyz - 3 xy", "-6999/1000", None, "0 1", "-1 1", "-2 3", names="x y z"),
        tree(2, 0, -1, 1, -1, -1, 2, -1, -1),
        "REFUSED",
        "below-bound",
    ),
    reject(
        "just above 2",
        BOX,
        box("xxxz + yyz - 3 xy", None, "8999/1000", "0 1", "-1 1", "-2 3", names="x y z"),
        tree(2, 0, -1, 1, -1, -1, 2, -1, -1),
        "REFUSED",
        "above-bound",
    ),
    accept(
        "coefficients meet the bounds 3",
        BOX,
        box("xxx - yy", "-10", "8", "-1 2", "0 3", names="x y"),
        tree(1, -1, 0, -1, -1),
    ),
    reject(
        "just below 3",
        BOX,
        box("xxx - yy", "-9999/1000", None, "-1 2", "0 3", names="x y"),
        tree(1, -1, 0, -1, -1),
        "REFUSED",
        "below-bound",
    ),
    reject(
        "just above 3",
        BOX,
        box("xxx - yy", None, "7999/1000", "-1 2", "0 3", names="x y"),
        tree(1, -1, 0, -1, -1),
        "REFUSED",
        "above-bound",
    ),
    accept("a binomial", ID, SQUARE, {}),
    accept(
        "definitions of definitions", ID, identity("b", "xxxx + 4 xxxy + 6 xxyy + 4 xyyy + yyyy", "x + y", "aaaa"), {}
    ),
    accept("halves", ID, identity("4 aa", "xx + 2 xy + yy", "1/2 x + 1/2 y"), {}),
    accept("nought", ID, identity("a - x - y", "", "x + y"), {}),
    forge("a wrong coefficient", ID, identity("aa", "xx + 3 xy + yy", "x + y"), {}, "REFUSED", "not-equal"),
    forge("a missing term", ID, identity("aa", "xx + yy", "x + y"), {}, "REFUSED", "not-equal"),
    forge("equal on 0 and 1 only", ID, identity("xx", "x"), {}, "REFUSED", "not-equal"),
    forge("a sign", ID, identity("a", "x - y", "x + y"), {}, "REFUSED", "not-equal"),
    reject("evidence of its own", ID, SQUARE, {"difference": []}, "MALFORMED", "unknown-key"),
    reject("both sides alike", ID, identity("x", "x"), {}, "MALFORMED", "trivial-goal"),
    reject("a definition to come", ID, identity("a", "x", "b", "x"), {}, "MALFORMED", "out-of-range"),
    reject("a definition of itself", ID, identity("a", "x", "a"), {}, "MALFORMED", "out-of-range"),
    reject("a variable that is not there", ID, {**SQUARE, "left": [["1", [[3, 1]]]]}, {}, "MALFORMED", "out-of-range"),
    reject("a zero coefficient", ID, {**SQUARE, "left": [["0", [[0, 1]]]]}, {}, "MALFORMED", "zero-coefficient"),
    reject("a monomial twice", ID, {**SQUARE, "left": [["1", [[0, 1]]], ["1", [[0, 1]]]]}, {}, "MALFORMED", "repeated"),
    reject("indices fall", ID, {**SQUARE, "left": [["1", [[1, 1], [0, 1]]]]}, {}, "MALFORMED", "out-of-range"),
    reject("an index twice", ID, {**SQUARE, "left": [["1", [[0, 1], [0, 1]]]]}, {}, "MALFORMED", "out-of-range"),
    reject("exponent 0", ID, {**SQUARE, "left": [["1", [[0, 0]]]]}, {}, "MALFORMED", "out-of-range"),
    reject("a huge exponent", ID, {**SQUARE, "left": [["1", [[0, 1000000]]]]}, {}, "LIMIT", "degree-too-large"),
    reject("a huge power of a definition", ID, {**SQUARE, "left": [["1", [[2, 65]]]]}, {}, "LIMIT", "degree-too-large"),
    reject("degrees that double", ID, identity("b", "x", "xxxxxxxxxxxx", "a" * 30), {}, "LIMIT", "degree-too-large"),
    reject(
        "numbers that double",
        ID,
        {**SQUARE, "definitions": [[["9" * 4000, []]], [["1", [[2, 60]]]]]},
        {},
        "LIMIT",
        "too-many-digits",
    ),
    reject("no variables", ID, {**SQUARE, "variables": []}, {}, "MALFORMED", "too-few"),
    accept("in the ideal", IN, member("xx - yy", "x - y"), cofactors("x + y")),
    accept("two generators", IN, member("xxy + xyy - x - y", "xy - 1", "x + y"), cofactors("x + y", "")),
    accept("fractions cancel", IN, member("x", "1/2 x + 1/3 y", "y"), cofactors("2", "- 2/3")),
    forge("not in the ideal", IN, member("xx + yy", "x - y"), cofactors("x + y"), "REFUSED", "not-equal"),
    forge("in the radical only", IN, member("x", "xx"), cofactors("1"), "REFUSED", "not-equal"),
    forge("no cofactor", IN, member("x", "xx"), cofactors(""), "REFUSED", "not-equal"),
    forge(
        "in the ideal with a constant",
        IN,
        member("x", "xx", "3"),
        cofactors("", "1/3 x"),
        "MALFORMED",
        "constant-polynomial",
    ),
    reject("wrong cofactor", IN, member("xx - yy", "x - y"), cofactors("x - y"), "REFUSED", "not-equal"),
    reject(
        "cofactor off by a constant", IN, member("xx - yy", "x - y"), cofactors("x + y + 1"), "REFUSED", "not-equal"
    ),
    reject("too few cofactors", IN, member("x", "x", "y"), cofactors("1"), "MALFORMED", "wrong-length"),
    reject("0 is in every ideal", IN, member("", "x"), cofactors(""), "MALFORMED", "trivial-goal"),
    reject("no generators", IN, member("x"), cofactors(), "MALFORMED", "too-few"),
    reject("a zero generator", IN, member("x", "x", ""), cofactors("1", ""), "MALFORMED", "constant-polynomial"),
    accept("a square", POS, MEAN, proof("0", squares(("1", "x - y")))),
    accept("a positive one", POS, nonneg("xx - x + 1", ">"), proof("3/4", squares(("1", "x - 1/2")))),
    accept("Motzkin times a square", POS, nonneg(MOTZKIN_TIMES, ">="), proof("0", squares(*MOTZKIN_SQUARES))),
    accept(
        "Motzkin with a denominator",
        POS,
        nonneg(MOTZKIN, ">="),
        proof("0", squares(*MOTZKIN_SQUARES), denominator=[["1", poly(r)] for r in ("1", "x", "y")]),
    ),
    accept(
        "on an interval",
        POS,
        nonneg("x - xx", ">=", *INTERVAL, point=["1/2", "0"]),
        proof("0", squares(("1", "1"), product=(0, 1))),
    ),
    accept("a constraint twice", POS, nonneg("xxx", ">=", "x"), proof("0", squares(("1", "1"), product=(0, 0, 0)))),
    accept(
        "on a circle",
        POS,
        nonneg("1 - x", ">=", "= xx + yy - 1"),
        proof("0", squares(("1/2", "1 - x"), ("1/2", "y")), {"equation": 0, "cofactor": poly("- 1/2")}),
    ),
    accept("slack on constraints", POS, nonneg("x + 1", ">", "x"), proof("1", squares(("1", "1"), product=(0,)))),
    forge(
        "negative somewhere",
        POS,
        nonneg("xx - 2 xy + yy - 1", ">="),
        proof("0", squares(("1", "x - y"))),
        "REFUSED",
        "not-equal",
    ),
    forge(
        "negative weight",
        POS,
        nonneg("xx - yy", ">="),
        proof("0", squares(("1", "x"), ("-1", "y"))),
        "REFUSED",
        "negative-weight",
    ),
    forge("weight nought", POS, nonneg("- xx", ">="), proof("0", squares(("0", "x"))), "REFUSED", "negative-weight"),
    forge("negative slack", POS, nonneg("xx - 1", ">="), proof("-1", squares(("1", "x"))), "REFUSED", "negative-slack"),
    forge("strict with no slack", POS, nonneg("xx", ">"), proof("0", squares(("1", "x"))), "REFUSED", "negative-slack"),
    forge(
        "strict at a zero of the bound",
        POS,
        nonneg("x", ">", "x"),
        proof("0", squares(("1", "1"), product=(0,))),
        "REFUSED",
        "negative-slack",
    ),
    forge(
        "cofactor of an inequality",
        POS,
        nonneg("- x", ">=", "x"),
        proof("0", {"equation": 0, "cofactor": poly("- 1")}),
        "REFUSED",
        "not-an-equation",
    ),
    forge(
        "zero denominator",
        POS,
        nonneg("- xx", ">="),
        proof("0", denominator=[["1", []]]),
        "REFUSED",
        "zero-denominator",
    ),
    forge(
        "negative denominator",
        POS,
        nonneg("- xx", ">="),
        proof("0", squares(("1", "x")), denominator=[["-1", poly("1")]]),
        "REFUSED",
        "negative-weight",
    ),
    forge(
        "denominator with constraints",
        POS,
        nonneg("- 1 + yy", ">=", "= x"),
        proof("0", {"equation": 0, "cofactor": poly("- x + xyy")}, denominator=[["1", poly("x")]]),
        "REFUSED",
        "denominator-not-allowed",
    ),
    forge(
        "denominator of a strict claim",
        POS,
        nonneg("xx", ">"),
        proof("1", denominator=[["1", poly("x")]]),
        "REFUSED",
        "denominator-not-allowed",
    ),
    forge(
        "a product with itself left out",
        POS,
        nonneg("x", ">=", "xy", "y"),
        proof("0", squares(("1", "1"), product=(0,))),
        "REFUSED",
        "not-equal",
    ),
    forge(
        "indefinite form",
        POS,
        nonneg("xx + 4 xy + yy", ">="),
        proof("0", squares(("1", "x + 2 y"))),
        "REFUSED",
        "not-equal",
    ),
    reject("no term", POS, MEAN, proof("0"), "REFUSED", "not-equal"),
    reject("no squares", POS, MEAN, proof("0", {"product": [], "squares": []}), "MALFORMED", "too-few"),
    reject(
        "a constraint that is not there",
        POS,
        MEAN,
        proof("0", squares(("1", "x - y"), product=(0,))),
        "MALFORMED",
        "out-of-range",
    ),
    reject("a wrong square", POS, MEAN, proof("0", squares(("1", "x + y"))), "REFUSED", "not-equal"),
    reject(
        "both forms of a term",
        POS,
        nonneg("x", ">=", "= x"),
        proof("0", {"equation": 0, "cofactor": poly("1"), "squares": []}),
        "MALFORMED",
        "unknown-key",
    ),
    reject("a constant goal", POS, nonneg("1", ">="), proof("1"), "MALFORMED", "constant-polynomial"),
    reject(
        "a constant constraint",
        POS,
        nonneg("x", ">=", "- 1"),
        proof("0", squares(("1", "x"), product=(0,))),
        "MALFORMED",
        "constant-polynomial",
    ),
    reject(
        "point outside",
        POS,
        nonneg("x - xx", ">=", *INTERVAL, point=["2", "0"]),
        proof("0", squares(("1", "1"), product=(0, 1))),
        "MALFORMED",
        "point-violates-constraint",
    ),
    reject(
        "point off the circle",
        POS,
        nonneg("1 - x", ">=", "= xx + yy - 1", point=["2", "0"]),
        proof("0"),
        "MALFORMED",
        "point-violates-constraint",
    ),
    reject(
        "point on one side of an equation",
        POS,
        nonneg("x", ">=", "= x - 1", point=["2", "0"]),
        proof("0"),
        "MALFORMED",
        "point-violates-constraint",
    ),
    reject("unknown relation", POS, nonneg("x", "<="), proof("0"), "MALFORMED", "unknown-word"),
    accept("a product on the square", BOX, box("xy", "0", "1", *UNIT), tree(-1)),
    accept("one bound", BOX, box("xx - x", "-1/4", None, *UNIT), tree(0, -1, -1)),
    accept("two halvings", BOX, box("xx - x", "-1/4", "0", *UNIT), tree(0, -1, -1)),
    accept("off centre", BOX, box("x - xx + yy", "-3", "5", "-1 2", "-1 1"), tree(0, -1, 1, -1, -1)),
    accept("fractional sides", BOX, box("xx", "1/9", "1/4", "1/3 1/2", names="x"), tree(-1)),
    accept("symmetric", BOX, box("xxx", "-1", "1", "-1 1", names="x"), tree(0, -1, -1)),
    forge("too good a lower bound", BOX, box("xx - x", "-1/5", "0", *UNIT), tree(0, -1, -1), "REFUSED", "below-bound"),
    forge("too good an upper bound", BOX, box("x - xx", "0", "1/5", *UNIT), tree(0, -1, -1), "REFUSED", "above-bound"),
    forge("a half left out", BOX, box("x", None, "1/2", *UNIT), tree(0, -1), "REFUSED", "open-box"),
    forge(
        "only the corners",
        BOX,
        box("x - xx", None, "1/5", "0 1", names="x"),
        tree(0, 0, -1, -1),
        "REFUSED",
        "above-bound",
    ),
    forge(
        "a negative bound on a square",
        BOX,
        box("xx", None, "1/2", "-1 1", names="x"),
        tree(0, -1, -1),
        "REFUSED",
        "above-bound",
    ),
    forge(
        "the upper half is forgotten", BOX, box("x", None, "0", "-1 1", names="x"), tree(0, -1), "REFUSED", "open-box"
    ),
    reject("not split enough", BOX, box("xx - x", "-1/4", "0", *UNIT), tree(-1), "REFUSED", "below-bound"),
    reject("more tree than boxes", BOX, box("xy", "0", "1", *UNIT), tree(-1, -1), "MALFORMED", "trailing-tree"),
    reject(
        "a variable that is not split", BOX, box("xy", "0", "1", *UNIT), tree(2, -1, -1), "MALFORMED", "out-of-range"
    ),
    reject("an empty tree", BOX, box("xy", "0", "1", *UNIT), tree(), "MALFORMED", "too-few"),
    reject("too deep", BOX, box("x", "0", "1", *UNIT), tree(*[0] * 300), "LIMIT", "too-deep"),
    reject("an empty side", BOX, box("xy", "0", "1", "1 0", "0 1"), tree(-1), "MALFORMED", "empty-box"),
    reject("a flat side", BOX, box("xy", "0", "1", "1 1", "0 1"), tree(-1), "MALFORMED", "empty-box"),
    reject("no bounds", BOX, box("xy", None, None, *UNIT), tree(-1), "MALFORMED", "no-bound"),
    reject("a constant", BOX, box("1", "0", "1", *UNIT), tree(-1), "MALFORMED", "constant-polynomial"),
    reject("sides missing", BOX, box("xy", "0", "1", "0 1"), tree(-1), "MALFORMED", "wrong-length"),
    reject("degree too large", BOX, box("x" * 65, "0", "1", *UNIT), tree(-1), "LIMIT", "degree-too-large"),
    reject(
        "too many coefficients",
        BOX,
        box("x" * 64 + "y" * 64 + "z" * 64, "0", "1", *UNIT, "0 1", names="x y z"),
        tree(-1),
        "LIMIT",
        "degree-too-large",
    ),
]


def point(names: str, *nodes: Value, assertions: list[int]) -> tuple[str, Value]:
    variables = [[name, "Real"] for name in names.split()]
    return "smt/sat", {"variables": variables, "nodes": [["const", "Real", "0"], *nodes], "assertions": assertions}


# Few long denominators, high degrees, many variables: small texts that unfold to more than a machine can hold.
LONG = [f"1/{10**3999 + 2 * i + 1}" for i in range(8)]


def wide(first: int, count: int, exponent: int = 1, long: int = 0) -> Value:
    """x_first^e + x_(first+1)^e + .., the first `long` of them over long denominators."""
    return [[LONG[i] if i < long else "1", [[first + i, exponent]]] for i in range(count)]


def ideal(generator: Value, cofactor: Value, width: int) -> tuple[str, Value, Value]:
    names = [f"x{i}" for i in range(width)]
    statement = {"variables": names, "generators": [generator], "polynomial": [["1", [[0, 1]]]]}
    return IN, statement, {"cofactors": [cofactor]}


def ranged(sides: Value, polynomial: Value, *tree: int) -> tuple[str, Value, Value]:
    names = [f"x{i}" for i in range(len(sides))]
    statement = {"variables": names, "box": sides, "polynomial": polynomial, "lower": "0", "upper": None}
    return BOX, statement, {"tree": list(tree)}


SIDE = ["0", "1"]

CASES += [
    reject("long coefficients", *ideal(wide(0, 300, 1, 4), wide(300, 300, 1, 4), 600), "LIMIT", "too-much-work"),
    reject("long monomials", *ideal(wide(0, 1200, 128), wide(1200, 1200, 128), 2400), "LIMIT", "too-much-work"),
    reject("a generator of many digits", *ideal(wide(0, 10500, 1, 8), [], 10500), "LIMIT", "too-many-terms"),
    reject("a box of many sides", *ranged([SIDE] * 1025, wide(0, 1), -1), "LIMIT", "too-many"),
    accept("a box of idle sides", *ranged([SIDE] * 1024, wide(7, 1), -1)),
    reject("a box with long ends", *ranged([[LONG[0], str(10**3999)]], wide(0, 1, 64), -1), "LIMIT", "too-many-digits"),
]

ABOUT: list[About] = [
    About(
        "a point where the sides differ",
        ID,
        identity("xx", "y"),
        point(
            "x y",
            ["const", "Real", "1"],
            ["*", 3, 0, 0],
            ["const", "Real", "-1"],
            ["*", 5, 1],
            ["+", 2, 4, 6],
            ["=", 7, 2],
            ["not", 8],
            assertions=[9],
        ),
    ),
    About(
        "a common zero",
        IN,
        member("x", "xx", names="x"),
        point(
            "x",
            ["const", "Real", "1"],
            ["*", 2, 0, 0],
            ["+", 1, 3],
            ["=", 4, 1],
            ["const", "Real", "1"],
            ["*", 6, 0],
            ["+", 1, 7],
            ["=", 8, 1],
            ["not", 9],
            assertions=[5, 10],
        ),
    ),
    About(
        "a point below",
        POS,
        nonneg("1/2 x", ">", "x", "= xx - x", names="x"),
        point(
            "x",
            ["const", "Real", "1"],
            ["*", 2, 0],
            ["+", 1, 3],
            ["<=", 1, 4],
            ["const", "Real", "1"],
            ["*", 6, 0, 0],
            ["const", "Real", "-1"],
            ["*", 8, 0],
            ["+", 1, 7, 9],
            ["=", 10, 1],
            ["const", "Real", "1/2"],
            ["*", 12, 0],
            ["+", 1, 13],
            ["<", 1, 14],
            ["not", 15],
            assertions=[5, 11, 16],
        ),
        "not shown",
    ),
    About(
        "a point not above",
        POS,
        nonneg("x", ">=", names="x"),
        point("x", ["const", "Real", "1"], ["*", 2, 0], ["+", 1, 3], ["<=", 1, 4], ["not", 5], assertions=[6]),
    ),
    About(
        "inhabited",
        POS,
        nonneg("x", ">=", "x", names="x", point=["0"]),
        point(
            "x",
            ["const", "Real", "1"],
            ["*", 2, 0],
            ["+", 1, 3],
            ["<=", 1, 4],
            ["const", "Real", "1"],
            ["*", 6, 0],
            ["+", 1, 7],
            ["<=", 1, 8],
            ["not", 9],
            assertions=[5, 10],
        ),
        "inhabited",
    ),
    About(
        "a point of the box",
        BOX,
        box("1/2 x", "0", "1/3", "0 1", names="x"),
        (
            "smt/sat",
            {
                "variables": [["x", "Real"]],
                "nodes": [
                    ["const", "Real", "1/2"],
                    ["*", 1, 0],
                    ["+", 2],
                    ["const", "Real", "0"],
                    ["<=", 4, 0],
                    ["const", "Real", "1"],
                    ["<=", 0, 6],
                    ["const", "Real", "0"],
                    ["<", 3, 8],
                    ["const", "Real", "1/3"],
                    ["<", 10, 3],
                    ["or", 9, 11],
                ],
                "assertions": [5, 7, 12],
            },
        ),
    ),
]

CASES += [
    reject(
        "a chain of halvings of many coefficients",
        BOX,
        {
            "variables": ["x", "y", "z"],
            "box": [["0", "1"]] * 3,
            "polynomial": [["1", [[0, 16], [1, 16], [2, 16]]]],
            "lower": "0",
            "upper": None,
        },
        tree(*[0] * 256, *[-1] * 257),
        "LIMIT",
        "too-many-steps",
    ),
    reject(
        "ends too long for the degree",
        BOX,
        {
            "variables": ["x"],
            "box": [["0", "1/" + "7" * 3000]],
            "polynomial": [["1", [[0, 64]]]],
            "lower": "0",
            "upper": None,
        },
        tree(-1),
        "LIMIT",
        "too-many-digits",
    ),
]
