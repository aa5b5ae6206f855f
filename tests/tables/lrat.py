"""Propositional formulas: accepted, rejected, forged."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

from tests.tables import About, Case, accept, forge, reject

Value = Any

NO, YES = "search/lrat", "search/model"


def formula(variables: int, *clauses: list[int]) -> Value:
    return {"variables": variables, "clauses": list(clauses)}


SQUARE = formula(2, [1, 2], [-1, 2], [1, -2], [-1, -2])
OPEN = formula(2, [1, 2], [-1, 2], [1, -2])  # satisfied by 1, 2
CHAIN = formula(4, [1], [-1, 2], [-2, 3], [-3, 4], [-4])
LOOSE = formula(4, [-1, 2], [-2, 3], [-3, 4], [-4])  # satisfied by none of 1..4
PAIRS = [{"add": [[2], [1, 2]]}, {"add": [[], [5, 3, 4]]}]
# x1 = x2 and x2 = x3 and x1 != x3; a definition of x4 is added by resolution asymmetric tautology
EQUAL = formula(4, [1, -2], [-1, 2], [2, -3], [-2, 3], [1, 3], [-1, -3])
DEFINE = [
    {"rat": [[4, -1, -2], [], []]},
    {"rat": [[-4, 1], [], [[7, []]]]},
    {"rat": [[-4, 2], [], [[7, []]]]},
    {"add": [[3], [5, 2, 4], [], [10, 3, 1, 6]]},
]

TEXT = b"c a comment\np cnf 2 4\n1 2 0\n-1 2 0 1 -2\n0\nc another\n-1 -2 0\n"


def dimacs(data: bytes) -> Value:
    return {"dimacs": {"path": "square.cnf", "sha256": hashlib.sha256(data).hexdigest()}}


def of_file(case: Case, data: bytes) -> Case:
    return replace(case, statement=dimacs(data), attachments={hashlib.sha256(data).hexdigest(): data})


def broken(name: str, data: bytes, category: str, code: str) -> Case:
    return of_file(reject(name, NO, None, PAIRS, category, code), data)


CASES: list[Case] = [
    accept("square", NO, SQUARE, PAIRS),
    accept("one step", NO, SQUARE, [{"add": [[2], [1, 2], [], [5, 3, 4]]}]),
    accept("chain without lemmas", NO, CHAIN, [{"add": [[], [1, 2, 3, 4, 5]]}]),
    accept("chain backwards", NO, CHAIN, [{"add": [[], [5, 4, 3, 2, 1]]}]),
    accept("deletion", NO, SQUARE, [PAIRS[0], {"drop": [1, 2]}, PAIRS[1]]),
    accept("an empty clause is given", NO, formula(1, [1], []), [{"add": [[], [2]]}]),
    accept("a literal twice", NO, formula(1, [1, 1], [-1]), [{"add": [[], [1, 2]]}]),
    accept("a definition", NO, EQUAL, DEFINE),
    of_file(accept("a file", NO, None, PAIRS), TEXT),
    accept(
        "an autarky step",
        NO,
        formula(3, [1, 2], [-1, 2], [1, -2], [-1, -2], [3, 1], [-3, 1]),
        [{"rat": [[3], [], [[6, [1, 3]]]]}, {"add": [[2], [1, 2], [], [8, 3, 4]]}],
    ),
    forge("satisfiable, same hints", NO, OPEN, [PAIRS[0], {"add": [[], [4, 3]]}], "REFUSED", "no-conflict"),
    forge("satisfiable, hint of itself", NO, OPEN, [PAIRS[0], {"add": [[], [4, 3, 5]]}], "REFUSED", "unknown-clause"),
    forge("satisfiable, hint to come", NO, OPEN, [{"add": [[-1], [5], [], [4, 1]]}], "REFUSED", "unknown-clause"),
    forge("satisfiable, no hints", NO, OPEN, [{"add": [[], []]}], "REFUSED", "no-conflict"),
    forge("satisfiable, nothing derived", NO, OPEN, [], "REFUSED", "no-empty-clause"),
    forge("satisfiable, other clauses", NO, OPEN, [PAIRS[0]], "REFUSED", "no-empty-clause"),
    forge("a premise is missing", NO, LOOSE, [{"add": [[], [1, 2, 3, 4]]}], "REFUSED", "hint-not-unit"),
    forge("hint 0", NO, LOOSE, [{"add": [[], [4, 3, 2, 1, 0]]}], "REFUSED", "unknown-clause"),
    forge("a negative hint", NO, LOOSE, [{"add": [[], [-4]]}], "REFUSED", "unknown-clause"),
    forge(
        "a clause asserted blocked but it is not",
        NO,
        OPEN,
        [{"rat": [[-1], [], [[1, []], [3, []]]]}],
        "REFUSED",
        "no-conflict",
    ),
    forge("candidates left out", NO, OPEN, [{"rat": [[-1], [], []]}], "REFUSED", "missing-candidate"),
    forge("one candidate left out", NO, OPEN, [{"rat": [[-2], [], [[2, [3]]]]}], "REFUSED", "missing-candidate"),
    forge("the empty clause by definition", NO, OPEN, [{"rat": [[], [], []]}], "REFUSED", "no-pivot"),
    forge(
        "definition contradicted later",
        NO,
        formula(2, [1, 2]),
        [{"rat": [[2], [], []]}, {"rat": [[-2], [], []]}],
        "REFUSED",
        "missing-candidate",
    ),
    forge("new variable", NO, OPEN, [{"rat": [[3], [], []]}], "MALFORMED", "unknown-literal"),
    reject(
        "hints out of order",
        NO,
        formula(3, [1, 2], [-2, 3], [-3, 1], [-1]),
        [{"add": [[], [2, 4, 1, 3]]}],
        "REFUSED",
        "hint-not-unit",
    ),
    reject(
        "hints after the conflict", NO, CHAIN, [{"add": [[], [1, 2, 3, 4, 5, 1]]}], "REFUSED", "hints-after-conflict"
    ),
    reject("hint was dropped", NO, SQUARE, [{"drop": [1]}, *PAIRS], "REFUSED", "unknown-clause"),
    reject("dropped twice", NO, SQUARE, [{"drop": [1, 1]}, *PAIRS], "REFUSED", "unknown-clause"),
    reject("steps after the proof", NO, SQUARE, [*PAIRS, {"drop": [1]}], "MALFORMED", "unused-step"),
    reject("odd array", NO, SQUARE, [{"add": [[2], [1, 2], []]}], "MALFORMED", "not-pairs"),
    reject("add is an object", NO, SQUARE, [{"add": {}}], "MALFORMED", "not-pairs"),
    reject("two keys", NO, SQUARE, [{"add": [], "drop": []}], "MALFORMED", "not-a-step"),
    reject("a step of another sort", NO, SQUARE, [{"lemma": []}], "MALFORMED", "unknown-key"),
    reject("a step that is an array", NO, SQUARE, [[[], []]], "MALFORMED", "not-a-step"),
    reject("a step of one number", NO, SQUARE, [[1]], "MALFORMED", "not-a-step"),
    reject("a statement that is an array", NO, ["dimacs"], PAIRS, "MALFORMED", "not-an-object"),
    reject("a statement that is text", NO, "dimacs", PAIRS, "MALFORMED", "not-an-object"),
    reject("true as a hint", NO, SQUARE, [{"add": [[2], [True, 2]]}], "MALFORMED", "not-an-integer"),
    reject("true as a literal", NO, SQUARE, [{"add": [[True], [1, 2]]}], "MALFORMED", "not-an-integer"),
    reject("a hint that is an array", NO, SQUARE, [{"add": [[2], [[1], 2]]}], "MALFORMED", "not-an-integer"),
    reject("literals are a string", NO, SQUARE, [{"add": ["2", [1, 2]]}], "MALFORMED", "not-an-array"),
    reject("hints are a string", NO, SQUARE, [{"add": [[2], "12"]}], "MALFORMED", "not-an-array"),
    reject("literal 0", NO, SQUARE, [{"add": [[0], [1, 2]]}], "MALFORMED", "unknown-literal"),
    reject("unknown literal", NO, SQUARE, [{"add": [[-3], [1, 2]]}], "MALFORMED", "unknown-literal"),
    reject("rat of a follower", NO, SQUARE, [{"rat": [[2], [1, 2], []]}], "REFUSED", "not-needed"),
    reject(
        "rat lists a clause twice",
        NO,
        EQUAL,
        [DEFINE[0], {"rat": [[-4, 1], [], [[7, []], [7, []]]]}],
        "MALFORMED",
        "repeated",
    ),
    reject(
        "rat lists a stranger",
        NO,
        EQUAL,
        [DEFINE[0], {"rat": [[-4, 1], [], [[7, []], [2, []]]]}],
        "REFUSED",
        "unknown-clause",
    ),
    reject(
        "rat hints a true clause",
        NO,
        EQUAL,
        [DEFINE[0], {"rat": [[-4, 1], [], [[7, [1]]]]}],
        "REFUSED",
        "hints-after-conflict",
    ),
    reject("rat too short", NO, EQUAL, [{"rat": [[4], []]}], "MALFORMED", "wrong-length"),
    reject("literal 0 in the claim", NO, formula(2, [1, 0]), PAIRS, "MALFORMED", "zero-literal"),
    reject("literal out of range", NO, formula(2, [1, 3]), PAIRS, "MALFORMED", "out-of-range"),
    reject("literal below range", NO, formula(2, [1, -3]), PAIRS, "MALFORMED", "out-of-range"),
    reject("literal true", NO, formula(2, [True]), PAIRS, "MALFORMED", "not-an-integer"),
    reject("literal as text", NO, formula(2, ["1"]), PAIRS, "MALFORMED", "not-an-integer"),  # type: ignore[list-item]
    reject("no clauses", NO, formula(2), PAIRS, "MALFORMED", "too-few"),
    reject("no variables", NO, formula(0, []), PAIRS, "MALFORMED", "out-of-range"),
    reject("very many variables", NO, formula(1 << 23, [1]), PAIRS, "LIMIT", "too-many-variables"),
    reject("just too many variables", NO, formula((1 << 22) + 1, [1]), PAIRS, "LIMIT", "too-many-variables"),
    reject("clauses and a file", NO, {**SQUARE, **dimacs(TEXT)}, PAIRS, "MALFORMED", "unknown-key"),
    reject("the file is missing", NO, dimacs(TEXT), PAIRS, "MALFORMED", "missing-attachment"),
    reject("the hash is no hash", NO, {"dimacs": {"path": "a", "sha256": "0"}}, PAIRS, "MALFORMED", "not-a-sha256"),
    of_file(
        forge("a clause is missing in the file", NO, None, PAIRS, "REFUSED", "unknown-clause"),
        b"p cnf 2 2\n1 2 0\n-1 2 0\n",
    ),
    broken("fewer clauses than announced", b"p cnf 2 4\n1 2 0\n-1 2 0\n", "MALFORMED", "wrong-count"),
    broken("more clauses than announced", TEXT + b"1 0\n", "MALFORMED", "wrong-count"),
    broken("no final 0", TEXT[:-2] + b"\n", "MALFORMED", "wrong-count"),
    broken("a larger literal", TEXT.replace(b"1 -2", b"1 -3"), "MALFORMED", "unknown-literal"),
    broken("a word", TEXT.replace(b"1 -2", b"1 x"), "MALFORMED", "not-an-integer"),
    broken("a percent sign", TEXT + b"%\n0\n", "MALFORMED", "not-an-integer"),
    broken("no problem line", b"1 2 0\n", "MALFORMED", "no-problem-line"),
    broken("another format", b"p wcnf 2 4\n", "MALFORMED", "no-problem-line"),
    broken("nothing", b"", "MALFORMED", "no-problem-line"),
    broken("a problem line of three words", b"p cnf 2\n1 2 0\n", "MALFORMED", "no-problem-line"),
    broken("a problem line of five words", b"p cnf 2 4 1\n1 2 0\n", "MALFORMED", "no-problem-line"),
    broken("very many clauses", b"p cnf 2 16777217\n1 2 0\n", "LIMIT", "too-large"),
    broken("a very long number", b"p cnf 2 4\n12345678901 0\n", "MALFORMED", "not-an-integer"),
    broken("a long number", b"p cnf 2 4\n1234567890 0\n", "MALFORMED", "unknown-literal"),
    of_file(accept("one clause over one variable", YES, None, {"literals": [1]}), b"p cnf 1 1\n1 0\n"),
    of_file(accept("comments to the end", YES, None, {"literals": [1]}), b"c\nc\np cnf 1 1\n1 0\nc the end"),
    broken("the problem line alone", b"p cnf 2 4", "MALFORMED", "wrong-count"),
    broken("the problem line alone, ended", b"p cnf 2 4\n", "MALFORMED", "wrong-count"),
    broken("an open clause after all", TEXT + b"1", "MALFORMED", "wrong-count"),
    of_file(accept("an empty line before a comment", YES, None, {"literals": [1]}), b"p cnf 1 1\n\nc here\n1 0\n"),
    broken("only comments", b"c nothing", "MALFORMED", "no-problem-line"),
    broken("an empty formula", b"p cnf 2 0\n", "MALFORMED", "empty-formula"),
    broken("no variables in the file", b"p cnf 0 1\n0\n", "MALFORMED", "empty-formula"),
    broken("a very large file", b"p cnf 5000000 1\n0\n", "LIMIT", "too-large"),
    accept("a model", YES, OPEN, {"literals": [1, 2]}),
    accept("a partial model", YES, LOOSE, {"literals": [-1, -4, -3, -2]}),
    accept("enough is enough", YES, formula(3, [1, 2], [1, 3]), {"literals": [1]}),
    of_file(accept("a model of a file", YES, None, {"literals": [1, 2]}), b"p cnf 2 2\n1 0 2 0"),
    forge("unsatisfiable", YES, SQUARE, {"literals": [1, 2]}, "REFUSED", "clause-violated"),
    forge("both signs", YES, SQUARE, {"literals": [1, 2, -1, -2]}, "MALFORMED", "repeated"),
    forge("zero is no wild card", YES, formula(1, [1], [-1]), {"literals": [0]}, "MALFORMED", "zero-literal"),
    forge("an empty clause has no model", YES, formula(1, [1], []), {"literals": [1]}, "REFUSED", "clause-violated"),
    reject("not all decided", YES, OPEN, {"literals": [1]}, "REFUSED", "clause-violated"),
    reject("a stranger in the model", YES, OPEN, {"literals": [1, 3]}, "MALFORMED", "out-of-range"),
    reject("a literal twice in the model", YES, OPEN, {"literals": [1, 2, 2]}, "MALFORMED", "repeated"),
    reject("a model of truth values", YES, OPEN, {"literals": [True, True]}, "MALFORMED", "not-an-integer"),
]

ABOUT: list[About] = [
    About("negated", NO, OPEN, (YES, OPEN)),
    About("a model negated", YES, OPEN, (NO, OPEN)),
    About(
        "of a file", NO, dimacs(TEXT), (YES, dimacs(TEXT)), files=(("square.cnf", dimacs(TEXT)["dimacs"]["sha256"]),)
    ),
    About(
        "a model of a file",
        YES,
        dimacs(TEXT),
        (NO, dimacs(TEXT)),
        files=(("square.cnf", dimacs(TEXT)["dimacs"]["sha256"]),),
    ),
]
