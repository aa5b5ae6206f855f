"""Linear systems: accepted, rejected, forged."""

from __future__ import annotations

from typing import Any

from tests.tables import About, Case, accept, forge, reject

Value = Any


def row(coefficients: str, relation: str, bound: str) -> Value:
    return {"coefficients": coefficients.split(), "relation": relation, "bound": bound}


def system(*rows: Value, names: str = "x y") -> Value:
    return {"variables": names.split(), "rows": list(rows)}


BOX = system(row("1 0", "<=", "1"), row("-1 0", "<=", "0"), row("0 1", "<=", "1"), row("0 -1", "<=", "0"))
CLASH = system(row("1 1", "<=", "1"), row("-1 0", "<=", "-1"), row("0 -1", "<", "0"))
TOUCH = system(row("1 1", "<=", "1"), row("-1 0", "<=", "-1"), row("0 -1", "<=", "0"))
STRICT_FIRST = system(row("1 0", "<", "0"), row("-1 0", "<=", "0"))
THIRDS = system(row("1/3 1/2", "=", "1"), row("2/3 1", "=", "3"))


def bulk(names: int, rows: int) -> Value:
    """So many rows that none is looked at."""
    return {"variables": [f"x{i}" for i in range(names)], "rows": [0] * rows}


def digits(rows: int) -> Value:
    """Rows of 1,024 numbers over a denominator of 4,096 bits: 2^22 bits each."""
    wide = {"coefficients": [f"1/{1 << 4095}", *["0"] * 1023], "relation": "<=", "bound": "0"}
    return {"variables": [f"x{i}" for i in range(1024)], "rows": [wide] * rows}


def multipliers(text: str) -> Value:
    return {"multipliers": text.split()}


def goal(base: Value, coefficients: str, relation: str, bound: str, **more: Value) -> Value:
    return {**base, "goal": row(coefficients, relation, bound), **more}


NO, IMP, YES = "linear/infeasible", "linear/implies", "linear/feasible"

EQUALITY = goal(system(row("2 0", "=", "6")), "1 0", "=", "3")
SIDES = {"below": ["1", "0", "1", "0"], "above": ["0", "1", "0", "1"]}

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
    forge("a true sum below one", NO, system(row("0 0", "<=", "1/2")), multipliers("1"), "REFUSED", "no-contradiction"),
    forge("a strict true sum", NO, system(row("0 0", "<", "1")), multipliers("1"), "REFUSED", "no-contradiction"),
    accept("a strict row before a closed one", NO, STRICT_FIRST, multipliers("1 1")),
    accept("an empty equality", NO, system(row("0 0", "=", "1/2")), multipliers("-1")),
    forge("only some variables cancel", NO, CLASH, multipliers("1 1 0"), "REFUSED", "wrong-combination"),
    reject("a multiplier too many", NO, CLASH, multipliers("1 1 1 0"), "MALFORMED", "wrong-length"),
    reject("as many entries as allowed", NO, bulk(2048, 1024), multipliers("1"), "MALFORMED", "not-an-object"),
    reject("too many entries", NO, bulk(2049, 1024), multipliers("1"), "LIMIT", "too-many-entries"),
    reject("as many digits as allowed", NO, digits(256), multipliers("1"), "MALFORMED", "wrong-length"),
    reject("too many digits in all", NO, digits(257), multipliers("1"), "LIMIT", "too-many-digits"),
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
    accept("equality", IMP, EQUALITY, {"below": ["1/2"], "above": ["-1/2"]}),
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
    forge("another goal", IMP, goal(BOX, "2 1", "<=", "2"), multipliers("1 0 1 0"), "REFUSED", "wrong-combination"),
    forge(
        "a negative multiplier in a proof",
        IMP,
        goal(BOX, "-1 0", "<=", "-1"),
        multipliers("-1 0 0 0"),
        "REFUSED",
        "negative-multiplier",
    ),
    forge(
        "the other half of an equality",
        IMP,
        goal(BOX, "1 0", "=", "0"),
        {"below": ["1", "0", "0", "0"], "above": ["0", "1", "0", "0"]},
        "REFUSED",
        "bound-too-weak",
    ),
    forge(
        "an equality from one side",
        IMP,
        goal(BOX, "1 0", "=", "1"),
        {"below": ["1", "0", "0", "0"], "above": ["-1", "0", "0", "0"]},
        "REFUSED",
        "negative-multiplier",
    ),
    reject("multipliers for an equality", IMP, EQUALITY, multipliers("1/2"), "MALFORMED", "unknown-key"),
    reject("two sides for an inequality", IMP, goal(BOX, "1 1", "<=", "2"), SIDES, "MALFORMED", "unknown-key"),
    reject("no goal", IMP, BOX, multipliers("1 0 1 0"), "MALFORMED", "missing-key"),
    reject("a ragged goal", IMP, goal(BOX, "1", "<=", "2"), multipliers("1 0 1 0"), "MALFORMED", "wrong-length"),
    reject(
        "a point on an open end",
        IMP,
        goal(system(row("1 0", "<", "1")), "1 0", "<", "1", point=["1", "0"]),
        multipliers("1"),
        "MALFORMED",
        "point-violates-row",
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

# Multipliers whose common denominator is long, over rows that are long too.
LONG = [f"1/{10**3999 + 2 * i + 1}" for i in range(9)]
CASES += [
    reject(
        "long multipliers of long rows",
        NO,
        system(
            *({"coefficients": [b, *["1"] * 4999], "relation": "<=", "bound": "0"} for b in LONG[:4]),
            *({"coefficients": ["1"] * 5000, "relation": "<=", "bound": "0"} for _ in range(4)),
            names=" ".join(f"x{i}" for i in range(5000)),
        ),
        {"multipliers": [*LONG[4:8], "1", "1", "1", "1"]},
        "LIMIT",
        "too-much-work",
    ),
    reject(
        "long multipliers of short rows",
        NO,
        system(
            *(
                {"coefficients": [str(i + j + 1) for j in range(2000)], "relation": "<=", "bound": "0"}
                for i in range(9)
            ),
            names=" ".join(f"x{i}" for i in range(2000)),
        ),
        {"multipliers": LONG},
        "REFUSED",
        "wrong-combination",
    ),
]

ABOUT: list[About] = [
    About("infeasible", NO, CLASH, (YES, CLASH)),
    About("feasible", YES, BOX, (NO, BOX)),
    About(
        "implies",
        IMP,
        goal(BOX, "1/2 -1/3", "<=", "5/6"),
        (YES, system(*BOX["rows"], row("-1/2 1/3", "<", "-5/6"))),
        "not shown",
    ),
    About(
        "implies strictly",
        IMP,
        goal(BOX, "1/2 0", "<", "3", point=["0", "0"]),
        (YES, system(*BOX["rows"], row("-1/2 0", "<=", "-3"))),
        "inhabited",
    ),
    About("an equality has no negation", IMP, EQUALITY, None, "not shown"),
]
