"""Quantifier-free constraints: accepted, rejected, forged.

Statements are written as lines of one node each, `name = operator arguments`; the last line lists the assertions.
"""

from __future__ import annotations

from typing import Any

from tests.tables import About, Case, accept, forge, reject

Value = Any

NO, YES = "smt/unsat", "smt/sat"
SORTS = {"b": "Bool", "c": "Bool", "n": "Int", "m": "Int"}  # other variables are Real


def problem(variables: str, *lines: str) -> Value:
    """A statement; `n = + x y`, numbers as `3` (Real) or `3!` (Int), the last line `: names`."""
    names = variables.split()
    index = {name: i for i, name in enumerate(names)}
    nodes: list[Value] = []

    def place(word: str) -> int:
        if word not in index:
            nodes.append(["const", "Int" if word.endswith("!") else "Real", word.rstrip("!")])
            index[word] = len(names) + len(nodes) - 1
        return index[word]

    for line in lines[:-1]:
        name, _, right = line.partition(" = ")
        operator, *arguments = right.split()
        if operator == "div":
            nodes.append([operator, place(arguments[0]), arguments[1]])
        else:
            parts = [place(word) for word in arguments]
            nodes.append([operator, *parts])
        index[name] = len(names) + len(nodes) - 1
    sorts = [[name, SORTS.get(name[0], "Real")] for name in names]
    return {"variables": sorts, "nodes": nodes, "assertions": [place(word) for word in lines[-1][2:].split()]}


def literal(statement: Value, operator: str, occurrence: int = 0) -> int:
    """The literal of the n-th node with that operator."""
    places = [i for i, node in enumerate(statement["nodes"]) if node[0] == operator]
    return len(statement["variables"]) + places[occurrence] + 1


def lemma(premises: list[int], *steps: Value, sides: list[Value] | None = None) -> Value:
    return {"lemma": {"premises": premises, "sides": sides or [], "steps": list(steps)}}


def linear(*pairs: tuple[int, str]) -> Value:
    return {"linear": [list(pair) for pair in pairs]}


def add(*parts: list[int]) -> Value:
    return {"add": list(parts)}


def atom(relation: str, *terms: tuple[str, list[list[int]]]) -> Value:
    return {"atom": {"polynomial": [list(term) for term in terms], "relation": relation}}


def values(*parts: Value) -> Value:
    return {"values": list(parts)}


def first_lemma(statement: Value) -> int:
    """The number of the first clause that evidence adds, counted independently of the kernel."""
    sorts = [sort for _, sort in statement["variables"]]
    count = 0
    for node in statement["nodes"]:
        operator = node[0]
        arguments = [] if operator in ("const", "div") else [sorts[i] for i in node[1:]]
        if operator in ("true", "false", "not", "and", "or", "<=", "<"):
            sort = "Bool"
            count += {"true": 1, "false": 1, "not": 2, "<=": 0, "<": 0}.get(operator, len(arguments) + 1)
        elif operator == "=":
            sort = "Bool"
            count += 4  # an equivalence, or the trichotomy of numbers
        elif operator == "ite":
            sort = arguments[1]
            count += 4 if sort == "Bool" else 0
        else:
            sort = {"const": node[1], "div": "Int", "to_real": "Real"}.get(operator, arguments[0] if arguments else "")
        sorts.append(sort)
    return count + len(statement["assertions"]) + 1


def units(statement: Value) -> list[int]:
    """The numbers of the assertions' clauses."""
    last = first_lemma(statement)
    return list(range(last - len(statement["assertions"]), last))


def closed(statement: Value, premises: list[int], *steps: Value, sides: list[Value] | None = None) -> Value:
    """Evidence of one lemma, whose premises are the assertions."""
    return [lemma(premises, *steps, sides=sides), add([], [*units(statement), first_lemma(statement)])]


def product(*facts: int, squares: Value = None) -> Value:
    return {"facts": list(facts), "squares": squares or [ONE_SQUARED]}


def squared(weight: str, *terms: tuple[str, list[list[int]]]) -> Value:
    return [weight, [list(term) for term in terms]]


ONE_SQUARED = ["1", [["1", []]]]
BOTH = linear((0, "1"), (1, "1"))

# x <= y and y < x
CLASH = problem("x y", "a = <= x y", "d = < y x", ": a d")
A, D = literal(CLASH, "<="), literal(CLASH, "<")
TOUCH = problem("x y", "a = <= x y", "d = <= y x", ": a d")
T0, T1 = literal(TOUCH, "<="), literal(TOUCH, "<=", 1)

# 0 < n < 1: no integer, but reals; n + 1/2 of an integer is no integer
GAP = problem("n", "a = < 0! n", "d = < n 1!", ": a d")
GAP_REAL = problem("x", "a = < 0 x", "d = < x 1", ": a d")
GAP_MIXED = problem("n x", "r = to_real n", "p = + r x", "a = < 0 p", "d = < p 1", ": a d")
WIDE = problem("n", "a = < 0! n", "d = < n 2!", ": a d")

NARROW = problem("n", "t = * 2! n", "a = < 0! t", "d = < t 2!", ": a d")
DOUBLE = problem("n", "t = * 2! n", "a = < 0! t", "d = < t 3!", ": a d")

GROUND = problem("", "a = < 1 1", ": a")

# 2 n = 2 m + 1
PARITY = problem("n m", "e = * 2! n", "f = * 2! m", "g = + f 1!", "a = = e g", ": a")
PARITY_REAL = problem("x y", "e = * 2 x", "f = * 2 y", "g = + f 1", "a = = e g", ": a")

# 3 <= 3 n + 3 m <= 4 n + 4 m, 2 n + 2 m <= 1: a cut, then a contradiction
CUT = problem("n m", "s = + n m", "t = * 2! s", "a = <= t 1!", "d = <= 1! s", ": a d")

CUT_LOOSE = problem("n m", "s = + n m", "t = * 2! s", "a = <= t 3!", "d = <= 1! s", ": a d")
CUT_REAL = problem("x y", "s = + x y", "t = * 2 s", "a = <= t 3", "d = <= 1 s", ": a d")


def cut_proof(statement: Value) -> Value:
    """Halve the first row, round, add the second."""
    premises = [literal(statement, "<="), literal(statement, "<=", 1)]
    return closed(statement, premises, linear((0, "1/2")), linear((1, "1"), (2, "1")))


# x < y or y < x; x = y
EITHER = problem("x y", "p = < x y", "q = < y x", "o = or p q", "e = = x y", ": o e")
EITHER_FALSE = problem("x y", "p = < x y", "q = < y x", "o = or p q", ": o")
P, Q, CHOICE, E = (literal(EITHER, word, i) for word, i in (("<", 0), ("<", 1), ("or", 0), ("=", 0)))
LEMMAS = [lemma([P, E], linear((0, "1"), (1, "-1"))), lemma([Q, E], BOTH)]
EITHER_END = add([], [9, 10, 11, 8, 3])

UNEQUAL = problem("x y", "e = = x y", ": e")
ROOT = problem("x", "s = * x x", "a = <= 1 s", ": a")
VANISH = problem("x y", "s = * x x y", "a = < 0 y", "e = <= s 0", ": a e")  # x = 0

# not x = y, x <= y, y <= x
APART = problem("x y", "e = = x y", "f = not e", "p = <= x y", "q = <= y x", ": f p q")
BELOW, ABOVE = 7, 8  # the strict literals that come with =

# (ite (x < y) y x) < x
MAXIMUM = problem("x y", "k = < x y", "i = ite k y x", "a = < i x", ": a")
ITE, K, LESS = 3, literal(MAXIMUM, "<"), literal(MAXIMUM, "<", 1)
THEN = lemma([LESS, K], linear((0, "1"), (1, "1"), (2, "1")), sides=[[ITE, "then"]])
ELSE = lemma([LESS], linear((0, "1"), (1, "1")), sides=[[ITE, "else"]])

# n = 7; q = n div 3; q <= 1 or 3 <= q
DIV = problem("n", "q = div n 3", "a = = n 7!", "p = <= q 1!", "r = <= 3! q", "o = or p r", ": a o")
DIV_EQ, DIV_LOW, DIV_HIGH, QUOTIENT = literal(DIV, "="), literal(DIV, "<="), literal(DIV, "<=", 1), 1
# q <= 1: n - 3q <= 2, so 7 <= 3 + 2; q >= 3: n - 3q >= 0, so 7 >= 9
DIV_LEMMAS = [
    lemma([DIV_EQ, DIV_LOW], linear((0, "-1"), (1, "3"), (2, "1")), sides=[[QUOTIENT, "high"]]),
    lemma([DIV_EQ, DIV_HIGH], linear((0, "1"), (1, "3"), (2, "1")), sides=[[QUOTIENT, "low"]]),
]
# (-7) div 2 = -4 and (-7) div -2 = 4
DIV_NEGATIVE = problem("n", "q = div n 2", "a = = n -7!", "p = = q -4!", "r = div n -2", "t = = r 4!", ": a p t")
DIV_TRUNCATED = problem("n", "q = div n 2", "a = = n -7!", "p = = q -3!", ": a p")

# q = n div 3 with n = 8 and q = 2, or n = 6 and q = 2
REST = problem("n", "q = div n 3", "a = = n 8!", "p = = q 2!", ": a p")
EVEN = problem("n", "q = div n 3", "a = = n 6!", "p = = q 2!", ": a p")

# x = y or z = w, x <= z: strict sides belong to their own equation
TWO_EQUATIONS = problem("x y z w", "e = = x y", "f = = z w", "o = or e f", "p = <= y x", ": o p")
TWO_FIRST = len(TWO_EQUATIONS["variables"]) + len(TWO_EQUATIONS["nodes"]) + 1
# z != w, z <= w, w <= z
TWO_APART = problem("x y z w", "e = = x y", "f = = z w", "n = not f", "p = <= z w", "q = <= w z", ": e n p q")
TWO_APART_FIRST = len(TWO_APART["variables"]) + len(TWO_APART["nodes"]) + 1

# x^2 + 1 <= 0
SQUARE = problem("x", "s = * x x", "t = + s 1", "a = <= t 0", ": a")
SQUARE_SUM = {"linear": [[0, "1"]], "products": [product(squares=[squared("1", ("1", [[0, 1]]))])]}
SQUARE_TOUCH = problem("x", "s = * x x", "a = <= s 0", ": a")

VALUES = problem("x", "a = = x 0", "d = = x 1", ": a d")
TWICE = problem("x y", "t = * 2 x", "u = * 2 y", "a = <= t u", "d = < y x", ": a d")

LARGER = problem("x y", "k = < x y", "i = ite k y x", "a = = i y", ": a")
LARGER_X = problem("x y", "k = < x y", "i = ite k y x", "a = = i x", ": a")
DIFFERENCE = problem("x y", "m = - x y", "a = = m 1", ": a")

# x > 0, y > 0, x y <= 0
PRODUCT = problem("x y", "s = * x y", "a = < 0 x", "d = < 0 y", "e = <= s 0", ": a d e")
PX, PY, PE = literal(PRODUCT, "<"), literal(PRODUCT, "<", 1), literal(PRODUCT, "<=")
PRODUCT_CLOSED = problem("x y", "s = * x y", "a = <= 0 x", "d = < 0 y", "e = <= s 0", ": a d e")
CX, CY, CE = literal(PRODUCT_CLOSED, "<="), literal(PRODUCT_CLOSED, "<"), literal(PRODUCT_CLOSED, "<=", 1)

# x = 2, y = x, x y < 4
TIMES = problem("x y", "a = = x 2", "d = = y x", "s = * x y", "e = < s 4", ": a d e")
TX, TY, TS = literal(TIMES, "="), literal(TIMES, "=", 1), literal(TIMES, "<")
TIMES_SUM = {"linear": [[2, "1"]], "equations": [[1, [["-1", [[0, 1]]]]], [0, [["-1", [[0, 1]]], ["-2", []]]]]}

# n^2 - n <= -1: split on n >= 1
SPLIT = problem("n", "u = * n n", "v = - u n", "a = <= v -1!", ": a")


def around(root: Value) -> Value:
    """The first two facts and the square of a polynomial."""
    return {"linear": [[0, "1"], [1, "1"]], "products": [product(squares=[squared("1", *root)])]}


SPLIT_EQUAL = problem("n", "e = = n 0!", "u = * n n", "v = - u n", "a = <= v -1!", ": a")
SPLIT_ATOM = len(SPLIT_EQUAL["variables"]) + len(SPLIT_EQUAL["nodes"]) + 3

BOOL = problem("b0 c0", "o = or b0 c0", "n0 = not b0", "n1 = not c0", ": o n0 n1")
BOOL_OPEN = problem("b0 c0", "o = or b0 c0", "n0 = not b0", ": o n0")
XS = [["x", "Real"], ["y", "Real"], ["n", "Int"], ["b", "Bool"]]


def mixed(*nodes: Value, assertions: list[int] | None = None, variables: Value = None) -> Value:
    return {"variables": variables or XS, "nodes": list(nodes), "assertions": assertions or [3]}


def bad(name: str, code: str, *nodes: Value, category: str = "MALFORMED", **more: Value) -> Case:
    return reject(name, YES, mixed(*nodes, **more), values("0", "0", "0", True), category, code)


CASES: list[Case] = [
    accept("x <= y < x", NO, CLASH, closed(CLASH, [A, D], BOTH)),
    accept("multipliers scale", NO, CLASH, closed(CLASH, [A, D], linear((0, "2/7"), (1, "2/7")))),
    accept("in two sums", NO, CLASH, closed(CLASH, [A, D], linear((0, "1/2"), (1, "1/3")), linear((2, "1"), (1, "1")))),
    accept("a premise on its own", NO, problem("x", "a = < x x", ": a"), closed(problem("x", "a = < x x", ": a"), [2])),
    accept("no integer between", NO, GAP, closed(GAP, [literal(GAP, "<"), literal(GAP, "<", 1)], BOTH)),
    accept("no variables", NO, GROUND, closed(GROUND, [literal(GROUND, "<")])),
    accept(
        "no integer between, doubled", NO, NARROW, closed(NARROW, [literal(NARROW, "<"), literal(NARROW, "<", 1)], BOTH)
    ),
    accept("parity", NO, PARITY, closed(PARITY, [literal(PARITY, "=")])),
    accept(
        "a cut",
        NO,
        CUT,
        closed(CUT, [literal(CUT, "<="), literal(CUT, "<=", 1)], linear((0, "1/2")), linear((1, "1"), (2, "1"))),
    ),
    accept("two branches", NO, EITHER, [*LEMMAS, EITHER_END]),
    accept(
        "lemmas in one step with clauses", NO, EITHER, [*LEMMAS, add([-P], [9, 10], [-Q], [9, 11], [], [8, 12, 13, 3])]
    ),
    accept(
        "dropped lemma",
        NO,
        EITHER,
        [LEMMAS[0], add([-P], [9, 10]), {"drop": [10, 1]}, LEMMAS[1], add([], [8, 11, 9, 12, 3])],
    ),
    accept(
        "a disequality",
        NO,
        APART,
        [lemma([BELOW, 6], BOTH), lemma([ABOVE, 5], BOTH), add([], [*units(APART), 2, 10, 11, 3])],
    ),
    accept("ite", NO, MAXIMUM, [THEN, ELSE, add([], [1, 2, 3])]),
    accept("div", NO, DIV, [*DIV_LEMMAS, add([], [8, 9, 10, 11, 3])]),
    accept("a square", NO, SQUARE, closed(SQUARE, [literal(SQUARE, "<=")], SQUARE_SUM)),
    accept(
        "a strict product",
        NO,
        PRODUCT,
        closed(PRODUCT, [PX, PY, PE], {"linear": [[2, "1"]], "products": [product(0, 1)]}),
    ),
    accept("cofactors of equations", NO, TIMES, closed(TIMES, [TX, TY, TS], TIMES_SUM)),
    accept(
        "a split on an integer",
        NO,
        SPLIT,
        [
            atom(">=", ("1", [[0, 1]]), ("-1", [])),
            # n >= 1: n (n - 1) >= 0 as (n - 1) + (n - 1)^2; n <= 0: n^2 + (-n)
            lemma(
                [literal(SPLIT, "<="), 6],
                {
                    "linear": [[0, "1"], [1, "1"]],
                    "products": [product(squares=[squared("1", ("1", [[0, 1]]), ("-1", []))])],
                },
            ),
            lemma(
                [literal(SPLIT, "<="), -6],
                {"linear": [[0, "1"], [1, "1"]], "products": [product(squares=[squared("1", ("1", [[0, 1]]))])]},
            ),
            add([], [1, 2, 3]),
        ],
    ),
    accept("units only", NO, BOOL, [add([], [8, 9, 10, 5, 7, 3])]),
    accept("a false assertion", NO, mixed(["false"], assertions=[4]), [add([], [2, 1])]),
    forge("closed rows touch", NO, TOUCH, closed(TOUCH, [T0, T1], BOTH), "REFUSED", "no-contradiction"),
    forge(
        "reals between",
        NO,
        GAP_REAL,
        closed(GAP_REAL, [literal(GAP_REAL, "<"), literal(GAP_REAL, "<", 1)], BOTH),
        "REFUSED",
        "no-contradiction",
    ),
    forge(
        "an Int and a Real make no Int",
        NO,
        GAP_MIXED,
        closed(GAP_MIXED, [literal(GAP_MIXED, "<"), literal(GAP_MIXED, "<", 1)], BOTH),
        "REFUSED",
        "no-contradiction",
    ),
    forge(
        "an integer between",
        NO,
        WIDE,
        closed(WIDE, [literal(WIDE, "<"), literal(WIDE, "<", 1)], BOTH),
        "REFUSED",
        "no-contradiction",
    ),
    forge(
        "no parity of reals",
        NO,
        PARITY_REAL,
        closed(PARITY_REAL, [literal(PARITY_REAL, "=")]),
        "REFUSED",
        "no-contradiction",
    ),
    forge(
        "a negative multiplier",
        NO,
        EITHER_FALSE,
        [lemma([P], linear((0, "1"), (0, "-1"))), add([], [4, 5, 3])],
        "REFUSED",
        "negative-multiplier",
    ),
    forge(
        "multiplier nought keeps no strictness",
        NO,
        TOUCH,
        closed(TOUCH, [T0, T1], linear((0, "0"))),
        "REFUSED",
        "negative-multiplier",
    ),
    forge(
        "a missing branch",
        NO,
        EITHER_FALSE,
        [lemma([P, -Q], linear((0, "1"), (1, "1"))), add([], [4, 3, 5])],
        "REFUSED",
        "no-contradiction",
    ),
    forge(
        "one branch closed, the other left out",
        NO,
        problem("x y", "p = < x y", "q = < y x", "o = or p q", "e = <= x y", ": o e"),
        [lemma([Q, 6], BOTH), add([], [4, 5, 6, 3])],
        "REFUSED",
        "no-conflict",
    ),
    forge(
        "a split with one side",
        NO,
        problem("n", "u = * n n", "v = - u n", "a = <= v 0!", ": a"),
        [
            atom(">=", ("1", [[0, 1]]), ("-1", [])),
            lemma(
                [5, -6],
                {"linear": [[0, "1"], [1, "1"]], "products": [product(squares=[squared("1", ("1", [[0, 1]]))])]},
            ),
            add([], [1, 2]),
        ],
        "REFUSED",
        "no-contradiction",
    ),
    forge("a disequality is no fact", NO, UNEQUAL, [lemma([-3]), add([], [5, 6])], "REFUSED", "not-a-fact"),
    forge(
        "an equation and a weak side",
        NO,
        UNEQUAL,
        [lemma([3, -4], linear((0, "1"))), add([], [5, 6])],
        "REFUSED",
        "no-contradiction",
    ),
    forge("a cut that does not hold", NO, CUT_LOOSE, cut_proof(CUT_LOOSE), "REFUSED", "no-contradiction"),
    forge("a cut of reals", NO, CUT_REAL, cut_proof(CUT_REAL), "REFUSED", "no-contradiction"),
    forge(
        "a negative weight",
        NO,
        ROOT,
        closed(
            ROOT,
            [literal(ROOT, "<=")],
            {"linear": [[0, "1"]], "products": [product(squares=[squared("-1", ("1", [[0, 1]]))])]},
        ),
        "REFUSED",
        "negative-weight",
    ),
    forge(
        "strict fact times a square that may vanish",
        NO,
        VANISH,
        closed(
            VANISH,
            [literal(VANISH, "<"), literal(VANISH, "<=")],
            {"linear": [[1, "1"]], "products": [product(0, squares=[squared("1", ("1", [[0, 1]]))])]},
        ),
        "REFUSED",
        "no-contradiction",
    ),
    forge(
        "strict fact times a square of nought",
        NO,
        VANISH,
        closed(
            VANISH, [literal(VANISH, "<"), literal(VANISH, "<=")], {"products": [product(0, squares=[squared("1")])]}
        ),
        "REFUSED",
        "no-contradiction",
    ),
    forge(
        "a cofactor of an inequality",
        NO,
        ROOT,
        closed(ROOT, [literal(ROOT, "<=")], {"equations": [[0, [["-1", []]]]]}),
        "REFUSED",
        "not-an-equation",
    ),
    forge(
        "else taken for true",
        NO,
        problem("x y", "k = < x y", "i = ite k y x", "a = < x i", ": a"),
        [lemma([LESS], linear((0, "1"), (1, "-1")), sides=[[ITE, "else"]]), add([], [1, 2])],
        "REFUSED",
        "no-conflict",
    ),
    forge(
        "div rounds down",
        NO,
        DIV_NEGATIVE,
        [
            lemma(
                [literal(DIV_NEGATIVE, "="), literal(DIV_NEGATIVE, "=", 1)],
                linear((0, "1"), (1, "-2"), (2, "1")),
                sides=[[1, "high"]],
            )
        ],
        "REFUSED",
        "no-contradiction",
    ),
    forge(
        "quotient of another",
        NO,
        problem("n m", "q = div n 3", "a = = m 7!", "p = <= q 1!", ": a p"),
        [lemma([5, 7], linear((0, "-1"), (1, "3"), (2, "1")), sides=[[2, "high"]])],
        "REFUSED",
        "no-contradiction",
    ),
    forge(
        "square of nought",
        NO,
        SQUARE_TOUCH,
        closed(
            SQUARE_TOUCH,
            [literal(SQUARE_TOUCH, "<=")],
            {"linear": [[0, "1"]], "products": [product(squares=[squared("1", ("1", [[0, 1]]))])]},
        ),
        "REFUSED",
        "no-contradiction",
    ),
    forge(
        "a product that is not strict",
        NO,
        PRODUCT_CLOSED,
        closed(PRODUCT_CLOSED, [CX, CY, CE], {"linear": [[2, "1"]], "products": [product(0, 1)]}),
        "REFUSED",
        "no-contradiction",
    ),
    forge(
        "a remainder may be d - 1",
        NO,
        REST,
        [
            lemma(
                [literal(REST, "="), literal(REST, "=", 1)], linear((0, "-1"), (1, "3"), (2, "1")), sides=[[1, "high"]]
            )
        ],
        "REFUSED",
        "no-contradiction",
    ),
    forge(
        "a remainder may be 0",
        NO,
        EVEN,
        [lemma([literal(EVEN, "="), literal(EVEN, "=", 1)], linear((0, "1"), (1, "-3"), (2, "1")), sides=[[1, "low"]])],
        "REFUSED",
        "no-contradiction",
    ),
    forge(
        "the strict side of another equation",
        NO,
        TWO_EQUATIONS,
        [lemma([TWO_FIRST + 2, literal(TWO_EQUATIONS, "<=")], BOTH)],
        "REFUSED",
        "no-contradiction",
    ),
    forge(
        "the other strict side",
        NO,
        TWO_EQUATIONS,
        [lemma([TWO_FIRST + 3, literal(TWO_EQUATIONS, "<=")], BOTH)],
        "REFUSED",
        "no-contradiction",
    ),
    accept(
        "the second equation's sides",
        NO,
        TWO_APART,
        [
            lemma([TWO_APART_FIRST + 2, literal(TWO_APART, "<=", 1)], BOTH),
            lemma([TWO_APART_FIRST + 3, literal(TWO_APART, "<=")], BOTH),
            add([], [*units(TWO_APART)[1:], 2, first_lemma(TWO_APART), first_lemma(TWO_APART) + 1, 7]),
        ],
    ),
    reject(
        "a dropped lemma is hinted",
        NO,
        CLASH,
        [lemma([A, D], BOTH), {"drop": [3]}, add([], [1, 2, 3])],
        "REFUSED",
        "unknown-clause",
    ),
    reject("a step that is an array", NO, CLASH, [[1]], "MALFORMED", "not-a-step"),
    reject("a side of term -1", NO, MAXIMUM, [lemma([LESS], sides=[[-1, "then"]])], "MALFORMED", "out-of-range"),
    reject(
        "a side of a term that is not there",
        NO,
        MAXIMUM,
        [lemma([LESS], sides=[[5, "then"]])],
        "MALFORMED",
        "out-of-range",
    ),
    reject("fact -1", NO, CLASH, closed(CLASH, [A, D], linear((-1, "1"))), "MALFORMED", "out-of-range"),
    reject(
        "fact -1 of a product",
        NO,
        CLASH,
        closed(CLASH, [A, D], {"products": [product(-1)]}),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "an equation that is not there",
        NO,
        TIMES,
        closed(TIMES, [TX], {"equations": [[1, []]]}),
        "MALFORMED",
        "out-of-range",
    ),
    forge(
        "an integer between, doubled",
        NO,
        DOUBLE,
        closed(DOUBLE, [literal(DOUBLE, "<"), literal(DOUBLE, "<", 1)], BOTH),
        "REFUSED",
        "no-contradiction",
    ),
    accept(
        "two values",
        NO,
        VALUES,
        closed(VALUES, [literal(VALUES, "="), literal(VALUES, "=", 1)], linear((1, "1"), (0, "-1"))),
    ),
    accept(
        "two values by cofactors",
        NO,
        VALUES,
        closed(
            VALUES,
            [literal(VALUES, "="), literal(VALUES, "=", 1)],
            {"equations": [[1, [["1", []]]], [0, [["-1", []]]]]},
        ),
    ),
    accept(
        "facts are divided by their content",
        NO,
        TWICE,
        closed(TWICE, [literal(TWICE, "<="), literal(TWICE, "<")], BOTH),
    ),
    accept(
        "the last fact in a product",
        NO,
        PRODUCT,
        closed(PRODUCT, [PE, PX, PY], {"linear": [[0, "1"]], "products": [product(1, 2)]}),
    ),
    accept(
        "an atom after the sides of an equation",
        NO,
        SPLIT_EQUAL,
        [
            atom(">=", ("1", [[0, 1]]), ("-1", [])),
            lemma([literal(SPLIT_EQUAL, "<="), SPLIT_ATOM], around([("1", [[0, 1]]), ("-1", [])])),
            lemma([literal(SPLIT_EQUAL, "<="), -SPLIT_ATOM], around([("1", [[0, 1]])])),
            add([], [*units(SPLIT_EQUAL), first_lemma(SPLIT_EQUAL), first_lemma(SPLIT_EQUAL) + 1]),
        ],
    ),
    reject(
        "a fact of a product that is not there",
        NO,
        CLASH,
        closed(CLASH, [A, D], {"products": [product(2)]}),
        "MALFORMED",
        "out-of-range",
    ),
    reject("equation -1", NO, TIMES, closed(TIMES, [TX], {"equations": [[-1, []]]}), "MALFORMED", "out-of-range"),
    forge("nothing", NO, TOUCH, [], "REFUSED", "no-empty-clause"),
    forge("no facts", NO, TOUCH, closed(TOUCH, []), "REFUSED", "no-contradiction"),
    forge("an empty sum", NO, TOUCH, closed(TOUCH, [T0, T1], {}), "REFUSED", "no-contradiction"),
    forge("unit propagation of an open formula", NO, BOOL_OPEN, [add([], [6, 7, 5, 3])], "REFUSED", "no-conflict"),
    forge("hint out of order", NO, EITHER_FALSE, [add([], [3, 4])], "REFUSED", "hint-not-unit"),
    forge("an asymmetric tautology", NO, BOOL_OPEN, [{"rat": [[-2], [], []]}], "MALFORMED", "unknown-key"),
    forge("an atom for a truth", NO, BOOL_OPEN, [atom(">=", ("1", [[0, 1]]))], "MALFORMED", "not-a-variable"),
    forge(
        "a square of a truth",
        NO,
        BOOL_OPEN,
        [lemma([], {"products": [product(squares=[squared("1", ("1", [[0, 1]]))])]})],
        "MALFORMED",
        "not-a-variable",
    ),
    reject("hints out of order", NO, EITHER, [*LEMMAS, add([], [3, 9, 10, 11, 8])], "REFUSED", "hint-not-unit"),
    reject(
        "wrong multiplier", NO, CLASH, closed(CLASH, [A, D], linear((0, "1"), (1, "2"))), "REFUSED", "no-contradiction"
    ),
    reject(
        "wrong cofactor",
        NO,
        TIMES,
        closed(TIMES, [TX, TY, TS], {**TIMES_SUM, "equations": [[1, [["2", [[0, 1]]]]]]}),
        "REFUSED",
        "no-contradiction",
    ),
    reject("a fact to come", NO, CLASH, closed(CLASH, [A, D], linear((2, "1"))), "MALFORMED", "out-of-range"),
    reject("a premise that is Boolean", NO, EITHER, [lemma([CHOICE], linear((0, "1")))], "REFUSED", "not-a-fact"),
    reject("a premise that is not there", NO, CLASH, [lemma([99])], "REFUSED", "not-a-fact"),
    reject("a side of no ite", NO, MAXIMUM, [lemma([LESS], sides=[[0, "then"]])], "REFUSED", "no-such-side"),
    reject("a side of div that is ite", NO, MAXIMUM, [lemma([LESS], sides=[[ITE, "low"]])], "REFUSED", "no-such-side"),
    reject(
        "a side of a Boolean ite",
        NO,
        problem("b0 c0", "i = ite b0 b0 c0", ": i"),
        [lemma([], sides=[[2, "then"]])],
        "REFUSED",
        "no-such-side",
    ),
    reject("an unknown side", NO, MAXIMUM, [lemma([LESS], sides=[[ITE, "both"]])], "MALFORMED", "unknown-word"),
    reject("an atom with =", NO, CLASH, [atom("=", ("1", [[0, 1]]))], "MALFORMED", "unknown-word"),
    reject("an atom over a sum", NO, CUT, [atom(">=", ("1", [[2, 1]]))], "MALFORMED", "not-a-variable"),
    reject("no squares", NO, SQUARE, [lemma([], {"products": [{"facts": [], "squares": []}]})], "MALFORMED", "too-few"),
    reject("two keys", NO, CLASH, [{"add": [], "drop": []}], "MALFORMED", "not-a-step"),
    reject("unknown step", NO, CLASH, [{"cut": []}], "MALFORMED", "unknown-key"),
    reject("unknown part of a sum", NO, CLASH, [lemma([A], {"cuts": []})], "MALFORMED", "unknown-key"),
    reject("steps after the end", NO, CLASH, [*closed(CLASH, [A, D], BOTH), {"drop": [1]}], "MALFORMED", "unused-step"),
    accept("a model", YES, TOUCH, values("1/2", "1/2")),
    accept("a model of a choice", YES, EITHER_FALSE, values("0", "1/3")),
    accept("integers", YES, WIDE, values("1")),
    accept("no parity of reals", YES, PARITY_REAL, values("1/2", "0")),
    accept("Euclidean division", YES, DIV_NEGATIVE, values("-7")),
    accept(
        "connectives",
        YES,
        problem(
            "b0 c0", "t = true", "f = false", "w = and b0 t", "e = = b0 c0", "i = ite w c0 f", "g = not f", ": g e i w"
        ),
        values(True, True),
    ),
    accept("to_real", YES, GAP_MIXED, values("1", "-1/2")),
    accept("a numeric ite", YES, MAXIMUM | {"assertions": [2]}, values("0", "1")),
    forge("y < x is not x <= y", YES, TOUCH, values("1", "0"), "REFUSED", "assertion-violated"),
    forge("x < y is not y <= x", YES, TOUCH, values("0", "1"), "REFUSED", "assertion-violated"),
    forge("equal is not below", YES, EITHER_FALSE, values("1", "1"), "REFUSED", "assertion-violated"),
    accept("ite, the first branch at 0", YES, LARGER, values("-1", "0")),
    accept("ite, the second branch", YES, LARGER_X, values("2", "1")),
    forge("ite, the branch not taken", YES, LARGER, values("1", "0"), "REFUSED", "assertion-violated"),
    forge("ite, the branch not taken either", YES, LARGER_X, values("0", "1"), "REFUSED", "assertion-violated"),
    accept("a difference", YES, DIFFERENCE, values("3", "2")),
    forge("a difference turned round", YES, DIFFERENCE, values("2", "3"), "REFUSED", "assertion-violated"),
    forge("a difference is no sum", YES, DIFFERENCE, values("1/2", "1/2"), "REFUSED", "assertion-violated"),
    accept("division by 1", YES, problem("n", "q = div n 1", "a = = q n", "p = = n 5!", ": a p"), values("5")),
    forge("x <= y < x has no model", YES, CLASH, values("0", "0"), "REFUSED", "assertion-violated"),
    forge("half an integer", YES, GAP, values("1/2"), "REFUSED", "not-an-integer"),
    forge("a truth for a number", YES, CLASH, values(True, True), "MALFORMED", "not-a-string"),
    forge("parity has no model", YES, PARITY, values("1", "1/2"), "REFUSED", "not-an-integer"),
    forge("truncated division", YES, DIV_TRUNCATED, values("-7"), "REFUSED", "assertion-violated"),
    forge("strictness", YES, GAP, values("1"), "REFUSED", "assertion-violated"),
    forge(
        "an equation off by little",
        YES,
        TIMES | {"assertions": [3, 4]},
        values("2", "2000001/1000000"),
        "REFUSED",
        "assertion-violated",
    ),
    reject("too few values", YES, TOUCH, values("0"), "MALFORMED", "wrong-length"),
    reject("a number for a truth", YES, BOOL_OPEN, values(0, True), "MALFORMED", "not-a-boolean"),
    reject("the wrong truth", YES, BOOL_OPEN, values(True, True), "REFUSED", "assertion-violated"),
    reject("a number as a JSON number", YES, TOUCH, values(0, "0"), "MALFORMED", "not-a-string"),
    bad("division by nought", "zero-divisor", ["div", 2, "0"]),
    bad("division by a fraction", "not-an-integer", ["div", 2, "1/2"]),
    bad("division of a Real", "wrong-sort", ["div", 0, "2"]),
    bad("division by a term", "unknown-word", ["/", 0, 1]),
    bad("a power", "unknown-word", ["^", 0, 0]),
    bad("an Int and a Real", "wrong-sort", ["+", 0, 2]),
    bad("an Int below a Real", "wrong-sort", ["<", 0, 2]),
    bad("an Int equal to a Real", "wrong-sort", ["=", 0, 2]),
    bad("an Int beside a Real in ite", "wrong-sort", ["ite", 3, 0, 2]),
    bad("a number as condition", "wrong-sort", ["ite", 0, 0, 1]),
    bad("to_real of a Real", "wrong-sort", ["to_real", 0]),
    bad("not of a number", "wrong-sort", ["not", 0]),
    bad("and of a number", "wrong-sort", ["and", 3, 0]),
    bad("sum of truths", "wrong-sort", ["+", 3, 3]),
    bad("order of truths", "wrong-sort", ["<=", 3, 3]),
    bad("a fraction that is Int", "not-an-integer", ["const", "Int", "1/2"]),
    bad("a constant that is Bool", "unknown-word", ["const", "Bool", "1"]),
    bad("itself", "out-of-range", ["not", 4]),
    bad("a term to come", "out-of-range", ["not", 5], ["not", 3]),
    bad("a negative index", "out-of-range", ["not", -1]),
    bad("no arguments", "too-few", ["and"]),
    bad("an argument too many", "wrong-length", ["not", 3, 3]),
    bad("chained order", "wrong-length", ["<", 0, 1, 1]),
    bad("a quantifier", "unknown-word", ["forall", 3]),
    bad("an empty node", "too-few", []),
    bad("a number asserted", "wrong-sort", assertions=[0]),
    bad("a stranger asserted", "out-of-range", assertions=[4]),
    bad("an unknown sort", "unknown-word", variables=[["x", "BitVec"]]),
    bad("a name twice", "repeated", variables=[["x", "Real"], ["x", "Int"]]),
    bad("a strange name", "not-an-identifier", variables=[["x y", "Real"]]),
    reject("no assertions", NO, CLASH | {"assertions": []}, [], "MALFORMED", "too-few"),
    reject("variables gone", NO, CLASH | {"variables": []}, [], "MALFORMED", "out-of-range"),
    reject(
        "values that double",
        YES,
        mixed(["const", "Real", "9" * 4000], *[["*", i, i] for i in range(4, 12)]),
        values("0", "0", "0", True),
        "LIMIT",
        "too-many-digits",
    ),
    reject(
        "terms that double",
        NO,
        mixed(["+", 0, 1], *[["*", i, i] for i in range(4, 16)]),
        [add([], [1])],
        "LIMIT",
        "degree-too-large",
    ),
]

# A sum of few characters whose every partial sum has 2^17 bits to be reduced.
LONG = [["const", "Real", f"1/{10**3999 + 2 * i + 1}"] for i in range(8)]
CASES += [
    reject(
        "a sum of long values",
        YES,
        {
            "variables": [],
            "nodes": [*LONG, ["*", *range(8)], ["+", *[8] * 2000], ["<=", 8, 9]],
            "assertions": [10],
        },
        {"values": []},
        "LIMIT",
        "too-many-digits",
    ),
]

ABOUT: list[About] = [
    About("unsat", NO, CLASH, (YES, CLASH)),
    About("sat", YES, TOUCH, (NO, TOUCH)),
]
