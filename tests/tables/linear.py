"""Linear systems: accepted, rejected, forged."""

from __future__ import annotations

from typing import Any

from tests.tables import Case, accept, forge, reject

Value = Any


def row(coefficients: str, relation: str, bound: str) -> Value:
    return {"coefficients": coefficients.split(), "relation": relation, "bound": bound}


def system(*rows: Value, names: str = "x y") -> Value:
    return {"variables": names.split(), "rows": list(rows)}


BOX = system(row("1 0", "<=", "1"), row("-1 0", "<=", "0"), row("0 1", "<=", "1"), row("0 -1", "<=", "0"))
CLASH = system(row("1 1", "<=", "1"), row("-1 0", "<=", "-1"), row("0 -1", "<", "0"))
TOUCH = system(row("1 1", "<=", "1"), row("-1 0", "<=", "-1"), row("0 -1", "<=", "0"))
THIRDS = system(row("1/3 1/2", "=", "1"), row("2/3 1", "=", "3"))


def multipliers(text: str) -> Value:
    return {"multipliers": text.split()}


def goal(base: Value, coefficients: str, relation: str, bound: str, **more: Value) -> Value:
    return {**base, "goal": row(coefficients, relation, bound), **more}


NO, IMP, YES = "linear/infeasible", "linear/implies", "linear/feasible"

CASES: list[Case] = [
    accept("strict row closes", NO, CLASH, multipliers("1 1 1")),
    accept("multipliers scale", NO, CLASH, multipliers("2/7 2/7 2/7")),
    accept("equalities take any sign", NO, THIRDS, multipliers("2 -1")),
    accept("x < x", NO, system(row("0 0", "<", "0")), multipliers("1")),
    forge("touching closed system", NO, TOUCH, multipliers("1 1 1"), "REFUSED", "no-contradiction"),
    forge("zero multipliers", NO, BOX, multipliers("0 0 0 0"), "REFUSED", "no-contradiction"),
    forge("unbalanced", NO, BOX, multipliers("1 0 0 0"), "REFUSED", "wrong-combination"),
    forge("negative multiplier", NO, BOX, multipliers("-1 -1 0 0"), "REFUSED", "negative-multiplier"),
    forge(
        "strict row at weight zero",
        NO,
        system(row("0 0", "<", "1"), row("0 0", "<=", "0")),
        multipliers("0 1"),
        "REFUSED",
        "no-contradiction",
    ),
    reject("too few multipliers", NO, CLASH, multipliers("1 1"), "MALFORMED", "wrong-length"),
    reject("negative on strict", NO, CLASH, multipliers("1 1 -1"), "REFUSED", "negative-multiplier"),
    reject("carries its own problem", NO, CLASH, {**multipliers("1 1 1"), "rows": []}, "MALFORMED", "unknown-key"),
    reject("empty system", NO, {"variables": ["x"], "rows": []}, multipliers(""), "MALFORMED", "empty-system"),
    reject(
        "no variables",
        NO,
        {"variables": [], "rows": [row("", "<", "0")]},
        multipliers("1"),
        "MALFORMED",
        "empty-system",
    ),
    reject("ragged", NO, system(row("1", "<=", "0")), multipliers("1"), "MALFORMED", "wrong-length"),
    reject("repeated name", NO, system(row("1 1", "<=", "0"), names="x x"), multipliers("1"), "MALFORMED", "repeated"),
    reject("unknown relation", NO, system(row("1 1", ">=", "0")), multipliers("1"), "MALFORMED", "unknown-word"),
    accept("corner", IMP, goal(BOX, "1 1", "<=", "2"), multipliers("1 0 1 0")),
    accept("slack", IMP, goal(BOX, "1 1", "<", "3"), multipliers("1 0 1 0")),
    accept("strict from strict", IMP, goal(system(row("1 0", "<", "1")), "1 0", "<", "1"), multipliers("1")),
    accept("halves", IMP, goal(BOX, "1/2 1/3", "<=", "5/6", point=["1/2", "0"]), multipliers("1/2 0 1/3 0")),
    accept("equality", IMP, goal(system(row("2 0", "=", "6")), "1 0", "=", "3"), {"below": ["1/2"], "above": ["-1/2"]}),
    forge(
        "closed gives no strict", IMP, goal(BOX, "1 1", "<", "2"), multipliers("1 0 1 0"), "REFUSED", "bound-too-weak"
    ),
    forge("too good a bound", IMP, goal(BOX, "1 1", "<=", "1"), multipliers("1 0 1 0"), "REFUSED", "bound-too-weak"),
    forge(
        "half an equality",
        IMP,
        goal(BOX, "1 0", "=", "1"),
        {"below": ["1", "0", "0", "0"], "above": ["0", "1", "0", "0"]},
        "REFUSED",
        "bound-too-weak",
    ),
    reject("goal of zeros", IMP, goal(BOX, "0 0", "<=", "1"), multipliers("0 0 0 0"), "MALFORMED", "trivial-goal"),
    reject(
        "point outside",
        IMP,
        goal(BOX, "1 1", "<=", "2", point=["2", "0"]),
        multipliers("1 0 1 0"),
        "MALFORMED",
        "point-violates-row",
    ),
    accept("a point", YES, BOX, {"point": ["1/2", "1"]}),
    accept("a point on equalities", YES, system(row("1 1", "=", "1/3")), {"point": ["1/3", "0"]}),
    forge("point on an open end", YES, CLASH, {"point": ["1", "0"]}, "REFUSED", "row-violated"),
    forge("point misses an equality", YES, THIRDS, {"point": ["3", "0"]}, "REFUSED", "row-violated"),
    forge(
        "point outside a closed row",
        YES,
        TOUCH | {"rows": [*TOUCH["rows"], row("0 -1", "<", "0")]},
        {"point": ["1", "1/1000"]},
        "REFUSED",
        "row-violated",
    ),
    reject("point too long", YES, BOX, {"point": ["0", "0", "0"]}, "MALFORMED", "wrong-length"),
]
