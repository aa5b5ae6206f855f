"""Filings and claims on them: accepted, rejected, forged."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from certify.kernel.xbrl_facts import MAX_FIGURES
from tests.tables import About, Call, Case, accept, forge, reject

Value = Any

RELATION, JOINT, CLAIM = "xbrl/relation", "xbrl/joint", "xbrl/claim"
CONTEXT = "entity http://example.com E; 2024-01-01T00:00:00"
EARLIER = "entity http://example.com E; 2023-01-01T00:00:00"
USD = "iso4217:USD"


def fact(value: str | None, decimals: Value = "INF", **more: Value) -> Value:
    """A fact; decimals None leaves them out."""
    accuracy = {} if value is None or decimals is None else {"decimals": decimals}
    return {"value": value, **accuracy, "file": "m.xml", "line": 5, "id": None, **more}


def facts(words: str) -> list[Value]:
    """`100:0 100.4:1 nil 5` as facts; no colon: INF; `p` before the number: precision."""
    found = []
    for word in words.split():
        text, _, accuracy = word.partition(":")
        value = text if text == "nil" else str(Fraction(text))
        if value == "nil":
            found.append(fact(None))
        elif accuracy.startswith("p"):
            found.append(fact(value, None, precision=int(accuracy[1:])))
        else:
            found.append(fact(value, int(accuracy) if accuracy else "INF"))
    return found


def relation(asserts: str, mode: str, total: str, /, *items: str, **more: Value) -> Value:
    """`items` are "weight name facts"."""
    parts = [item.split(maxsplit=2) for item in items]
    return {
        "asserts": asserts,
        "mode": mode,
        "role": "r",
        "context": CONTEXT,
        "unit": USD,
        "total": {"concept": "T", "facts": facts(total)},
        "items": [{"concept": p[1], "weight": p[0], "facts": facts(p[2] if len(p) == 3 else "")} for p in parts],
        **more,
    }


def yes(mode: str, total: str, /, *items: str, **more: Value) -> Value:
    return relation("consistent", mode, total, *items, **more)


def no(mode: str, total: str, /, *items: str, **more: Value) -> Value:
    return relation("inconsistent", mode, total, *items, **more)


def point(text: str) -> Value:
    return {"point": [str(Fraction(word)) for word in text.split()]}


def multipliers(text: str) -> Value:
    return {"multipliers": text.split()}


def sides(total: str | None, sum_: str | None) -> Value:
    return {"total": total, "sum": sum_}


# rows of T, A, B: lo:T hi:T lo:A hi:A lo:B hi:B sum
TOO_BIG, TOO_SMALL = multipliers("1 0 0 1 0 1 1"), multipliers("0 1 1 0 1 0 -1")


def three(asserts: str, mode: str, last: str, decimals: int = 0) -> Value:
    """T = A + B, A = C + D, U = T - E - C: all pass alone, U decides whether they pass together."""
    values = {"T": "58", "A": "12", "B": "45", "C": "6", "D": "5", "E": "1", "U": last}
    groups = [{"concept": name, "facts": [fact(value, decimals)]} for name, value in values.items()]
    sums = [(0, ((1, "1"), (2, "1"))), (1, ((3, "1"), (4, "1"))), (6, ((0, "1"), (5, "-1"), (3, "-1")))]
    relations = [{"role": "r", "total": t, "items": [{"group": g, "weight": w} for g, w in items]} for t, items in sums]
    return {
        "asserts": asserts,
        "mode": mode,
        "context": CONTEXT,
        "unit": USD,
        "groups": groups,
        "relations": relations,
    }


def edited(value: Value, *path: Value, to: Value) -> Value:
    """A copy with the value at `path` replaced."""
    if not path:
        return to
    fresh = dict(value) if isinstance(value, dict) else list(value)
    fresh[path[0]] = edited(fresh[path[0]], *path[1:], to=to) if path[1:] else to
    return fresh


TOGETHER = "57.5 12 45.5 6.5 5.5 1 50"


def joint_multipliers() -> Value:
    """hi:D + hi:B - lo:E - lo:U, because D + B = (A - C) + (T - A) = T - C = U + E."""
    names = ["T", "A", "B", "C", "D", "E", "U"]
    rows = [f"{end}:{name}" for name in names for end in ("lo", "hi")]
    used = {"hi:D": "1", "hi:B": "1", "lo:E": "1", "lo:U": "1"}
    return {"multipliers": [*(used.get(name, "0") for name in rows), "1", "1", "1"]}


APART = joint_multipliers()


def claim(asserts: str, measure: str, low: str, high: str, *operands: str, mode: str = "c11r", **more: Value) -> Value:
    """`operands` are "context facts" with context n (now) or e (earlier)."""
    contexts = {"n": CONTEXT, "e": EARLIER}
    parts = [operand.split(maxsplit=1) for operand in operands]
    return {
        "asserts": asserts,
        "mode": mode,
        "measure": measure,
        "operands": [
            {"concept": f"c{i}", "context": contexts[when], "unit": USD, "facts": facts(text)}
            for i, (when, text) in enumerate(parts)
        ],
        "low": low,
        "high": high,
        "low_closed": True,
        "high_closed": True,
        **more,
    }


def holds(measure: str, low: str, high: str, *operands: str, **more: Value) -> Value:
    return claim("supported", measure, low, high, *operands, **more)


def fails(measure: str, low: str, high: str, *operands: str, **more: Value) -> Value:
    return claim("contradicted", measure, low, high, *operands, **more)


def between(below: str, above: str) -> Value:
    return {"below": below.split(), "above": above.split()}


def beyond(side: str, text: str) -> Value:
    return {"side": side, "multipliers": text.split()}


VALUE = between("1 0", "0 1")
RATIO = {"numerator": ["1", "0"], "denominator": ["0", "1"]}
# 43.3 % of 169,148 / 394,328 thousand thousands: ratio in [0.4325, 0.4335]? rows lo:a hi:a lo:b hi:b
MARGIN = ("n 170782000000:-6", "n 394328000000:-6")
IN_MARGIN = between("1 0 0 173/400", "0 1 867/2000 0")
GROWTH = ("n 383285000000:-6", "e 394328000000:-6")
JOIN = "MALFORMED", "contradictory-duplicates"

CASES: list[Case] = [
    # --- one relation, Calculations 1.1 -------------------------------------------------------------------------------
    accept("rounded to millions", RELATION, yes("c11r", "58:0", "1 A 12:0", "1 B 45:0"), point("115/2 12 91/2")),
    accept("touching closed ends", RELATION, yes("c11r", "100", "1 A 49:0", "1 B 50:0"), point("100 99/2 101/2")),
    accept("one unit too far", RELATION, no("c11r", "59:0", "1 A 12:0", "1 B 45:0"), TOO_BIG),
    accept("total too small", RELATION, no("c11r", "54:0", "1 A 12:0", "1 B 45:0"), TOO_SMALL),
    accept("nil item contributes nothing", RELATION, yes("c11r", "10:0", "1 A 10:0", "1 B nil"), point("10 10")),
    accept("unreported item contributes nothing", RELATION, yes("c11r", "10:0", "1 A 10:0", "1 B"), point("10 10")),
    accept("negative weight", RELATION, yes("c11r", "3", "1 A 10", "-1 B 7"), point("3 10 7")),
    accept(
        "weight -1 on a negative cost",
        RELATION,
        no("c11r", "153463:0", "1 A 215938:0", "-1 B -62475:0"),
        multipliers("0 1 1 0 0 1 -1"),
    ),
    accept(
        "duplicates intersect",
        RELATION,
        yes("c11r", "100:0 100.4:1", "1 A 50:0", "1 B 50:0"),
        point("2007/20 1007/20 50"),
    ),
    accept("the finer duplicate decides", RELATION, no("c11r", "100:0 100:-2", "1 A 105:0"), multipliers("0 1 1 0 -1")),
    accept(
        "zero in truncation is open on both sides",
        RELATION,
        yes("c11t", "10000:-3", "1 A 10000:-3", "1 B 0:-3"),
        point("10000 10000 0"),
    ),
    accept("precision 4", RELATION, yes("c11r", "3201:p4", "1 A 3200:0"), point("6401/2 6401/2")),
    accept("weight 1/2", RELATION, yes("c11r", "15:0", "1/2 A 10:0", "1/2 B 21:0"), point("31/2 10 21")),
    accept("open end missed", RELATION, no("c11t", "10:0", "1 A 11", "1 B 0"), multipliers("0 1 1 0 1 0 -1")),
    accept("mirrored open end missed", RELATION, no("c11t", "-10:0", "1 A -11"), multipliers("1 0 0 1 1")),
    accept(
        "minus half-open: 10 - [3,4) is (6,7]; 6",
        RELATION,
        no("c11t", "6", "1 A 10", "-1 B 3:0"),
        multipliers("0 1 1 0 0 1 -1"),
    ),
    accept(
        "minus half-open: 10 - [3,4) is (6,7]; 7", RELATION, yes("c11t", "7", "1 A 10", "-1 B 3:0"), point("7 10 3")
    ),
    forge(
        "exact facts differ",
        RELATION,
        yes("c11r", "100", "1 A 49", "1 B 50"),
        point("100 49 51"),
        "REFUSED",
        "row-violated",
    ),
    forge(
        "sum off",
        RELATION,
        yes("c11r", "59:0", "1 A 12:0", "1 B 45:0"),
        point("59 25/2 91/2"),
        "REFUSED",
        "row-violated",
    ),
    forge(
        "closed ends meet", RELATION, no("c11r", "100", "1 A 49:0", "1 B 50:0"), TOO_BIG, "REFUSED", "no-contradiction"
    ),
    forge(
        "multipliers zero",
        RELATION,
        no("c11r", "58:0", "1 A 12:0", "1 B 45:0"),
        multipliers("0 0 0 0 0 0 0"),
        "REFUSED",
        "no-contradiction",
    ),
    forge(
        "negative multiplier on an end",
        RELATION,
        no("c11r", "58:0", "1 A 12:0", "1 B 45:0"),
        multipliers("-1 0 0 -1 0 -1 -1"),
        "REFUSED",
        "negative-multiplier",
    ),
    forge(
        "an item left out of the combination",
        RELATION,
        no("c11r", "58:0", "1 A 12:0", "1 B 45:0"),
        multipliers("1 0 0 1 0 0 1"),
        "REFUSED",
        "wrong-combination",
    ),
    forge(
        "point on an open end",
        RELATION,
        yes("c11t", "10:0", "1 A 11", "1 B 0"),
        point("11 11 0"),
        "REFUSED",
        "row-violated",
    ),
    forge(
        "point on a mirrored open end",
        RELATION,
        yes("c11t", "-10:0", "1 A -11"),
        point("-11 -11"),
        "REFUSED",
        "row-violated",
    ),
    forge(
        "point on a swapped open end",
        RELATION,
        yes("c11t", "6", "1 A 10", "-1 B 3:0"),
        point("6 10 4"),
        "REFUSED",
        "row-violated",
    ),
    forge(
        "swapped end is closed",
        RELATION,
        no("c11t", "7", "1 A 10", "-1 B 3:0"),
        multipliers("1 0 0 1 1 0 1"),
        "REFUSED",
        "no-contradiction",
    ),
    forge(
        "zero is open in truncation",
        RELATION,
        yes("c11t", "1000", "1 A 0:-3"),
        point("1000 1000"),
        "REFUSED",
        "row-violated",
    ),
    forge(
        "own rows in the certificate",
        RELATION,
        no("c11r", "58:0", "1 A 12:0"),
        {**multipliers("1 0 0 1 1"), "rows": []},
        "MALFORMED",
        "unknown-key",
    ),
    forge(
        "zero weight hides an item",
        RELATION,
        no("c11r", "58:0", "1 A 12:0", "0 B 46:0"),
        TOO_BIG,
        "MALFORMED",
        "zero-weight",
    ),
    forge(
        "item counted twice", RELATION, no("c11r", "12:0", "1 A 12:0", "1 A 12:0"), TOO_SMALL, "MALFORMED", "repeated"
    ),
    forge(
        "total among the items",
        RELATION,
        no("c11r", "12:0", "1 T 12:0", "1 A 12:0"),
        TOO_SMALL,
        "MALFORMED",
        "repeated",
    ),
    forge("one accuracy, two values", RELATION, yes("c11r", "100:0 101:0", "1 A 100:0"), point("201/2 201/2"), *JOIN),
    forge(
        "the same in the other order", RELATION, yes("c11r", "101:0 100:0", "1 A 100:0"), point("201/2 201/2"), *JOIN
    ),
    forge(
        "a coarse third does not forgive",
        RELATION,
        yes("c11r", "100:0 101:0 100:-2", "1 A 100:0"),
        point("201/2 201/2"),
        *JOIN,
    ),
    forge("coarse third first", RELATION, yes("c11r", "100:-2 100:0 101:0", "1 A 100:0"), point("201/2 201/2"), *JOIN),
    forge("two exact values", RELATION, no("c11r", "100 101", "1 A 50:0"), multipliers("1 0 0 1 1"), *JOIN),
    forge("intervals apart", RELATION, no("c11r", "100:0 200:-2", "1 A 100:0"), multipliers("1 0 0 1 1"), *JOIN),
    forge("truncation: [10,11) and 11 touch", RELATION, yes("c11t", "10:0 11", "1 A 11"), point("11 11"), *JOIN),
    forge("nil beside a value", RELATION, yes("c11r", "10:0 nil", "1 A 10:0"), point("10 10"), *JOIN),
    forge("contradictory item", RELATION, no("c11r", "58:0", "1 A 12:0 13:0", "1 B 40:0"), TOO_BIG, *JOIN),
    forge(
        "excess digits of the total",
        RELATION,
        yes("c11r", "1234567:-3", "1 A 1234567"),
        point("1234567 1234567"),
        "MALFORMED",
        "excess-digits",
    ),
    forge(
        "excess digits of an item",
        RELATION,
        no("c11t", "1000", "1 A 1234567:-3"),
        multipliers("0 1 1 0 -1"),
        "MALFORMED",
        "excess-digits",
    ),
    forge(
        "precision 0", RELATION, no("c11r", "10:p0", "1 A 11"), multipliers("0 1 1 0 -1"), "MALFORMED", "no-accuracy"
    ),
    forge("nil total", RELATION, yes("c11r", "nil", "1 A 10:0"), point("10 10"), "MALFORMED", "nil-total"),
    forge(
        "only nil items", RELATION, no("c11r", "100:0", "1 A nil", "1 B"), multipliers("1 0 0"), "MALFORMED", "no-item"
    ),
    reject(
        "no accuracy",
        RELATION,
        yes("c11r", "10:0", "1 A 10:0", total={"concept": "T", "facts": [fact("10", None)]}),
        point("10 10"),
        "MALFORMED",
        "no-accuracy",
    ),
    reject(
        "decimals and precision",
        RELATION,
        yes("c11r", "10:0", "1 A 10:0", total={"concept": "T", "facts": [fact("10", 0, precision=2)]}),
        point("10 10"),
        "MALFORMED",
        "no-accuracy",
    ),
    reject(
        "nil with decimals",
        RELATION,
        yes("c11r", "10:0", "1 A 10:0", total={"concept": "T", "facts": [{**fact(None), "decimals": 0}]}),
        point("10 10"),
        "MALFORMED",
        "nil-accuracy",
    ),
    reject(
        "a value without decimal expansion",
        RELATION,
        yes("c11r", "1/3", "1 A 1/3"),
        point("1/3 1/3"),
        "MALFORMED",
        "not-a-decimal",
    ),
    reject(
        "decimals out of range",
        RELATION,
        yes("c11r", "10:1001", "1 A 10:0"),
        point("10 10"),
        "MALFORMED",
        "out-of-range",
    ),
    reject("unknown mode", RELATION, yes("c10", "10:0", "1 A 10:0"), point("10 10"), "MALFORMED", "unknown-word"),
    reject(
        "unknown verdict",
        RELATION,
        relation("unbound", "c11r", "10:0", "1 A 10:0"),
        point("10 10"),
        "MALFORMED",
        "unknown-word",
    ),
    reject("no items", RELATION, yes("c11r", "10:0"), point("10"), "MALFORMED", "too-few"),
    reject("total without facts", RELATION, yes("c11r", "", "1 A 10:0"), point("10 10"), "MALFORMED", "too-few"),
    reject(
        "tuples are not bound",
        RELATION,
        yes("c11r", "10:0", "1 A 10:0", total={"concept": "T", "facts": [fact("10", 0, parent=[0])]}),
        point("10 10"),
        "MALFORMED",
        "tuple-fact",
    ),
    reject(
        "line 0",
        RELATION,
        yes("c11r", "10:0", "1 A 10:0", total={"concept": "T", "facts": [fact("10", 0, line=0)]}),
        point("10 10"),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "witness for the other verdict",
        RELATION,
        no("c11r", "58:0", "1 A 12:0", "1 B 45:0"),
        point("115/2 12 91/2"),
        "MALFORMED",
        "unknown-key",
    ),
    # --- one relation, XBRL 2.1 ---------------------------------------------------------------------------------------
    accept("2.5 rounds half to even", RELATION, yes("xbrl21", "2:0", "1 A 5/2:1"), sides("2", "2")),
    accept("3.5 rounds half to even", RELATION, yes("xbrl21", "4:0", "1 A 7/2:1"), sides("4", "4")),
    accept("2.5 is not 3", RELATION, no("xbrl21", "3:0", "1 A 5/2:1"), sides("3", "2")),
    accept("57 is not 58", RELATION, no("xbrl21", "58:0", "1 A 12:0", "1 B 45:0"), sides("58", "57")),
    accept(
        "rounded to thousands",
        RELATION,
        yes("xbrl21", "123000:-3", "1 A 100000:-3", "1 B 1172839/50:2"),
        sides("123000", "123000"),
    ),
    accept(
        "excess digits are rounded",
        RELATION,
        yes("xbrl21", "1234567:-3", "1 A 1235000:-3"),
        sides("1235000", "1235000"),
    ),
    accept("precision 0 is inconsistent", RELATION, no("xbrl21", "10:p0", "1 A 10:0"), sides(None, None)),
    accept("nil duplicates of an item are ignored", RELATION, yes("xbrl21", "10:0", "1 A 10:0 nil"), sides("10", "10")),
    accept(
        "items of two tuples add",
        RELATION,
        yes(
            "xbrl21",
            "10:0",
            "1 A",
            items=[{"concept": "A", "weight": "1", "facts": [fact("4", 0, parent=[1]), fact("6", 0, parent=[2])]}],
        ),
        sides("10", "10"),
    ),
    forge(
        "precision 0 is not consistent",
        RELATION,
        yes("xbrl21", "10:p0", "1 A 10:0"),
        sides(None, None),
        "REFUSED",
        "wrong-verdict",
    ),
    forge(
        "precision 0 with made-up sides",
        RELATION,
        yes("xbrl21", "10:p0", "1 A 10:0"),
        sides("10", "10"),
        "REFUSED",
        "wrong-side",
    ),
    forge(
        "58 said to be 57",
        RELATION,
        yes("xbrl21", "58:0", "1 A 12:0", "1 B 45:0"),
        sides("58", "57"),
        "REFUSED",
        "wrong-verdict",
    ),
    forge(
        "made-up sum",
        RELATION,
        yes("xbrl21", "58:0", "1 A 12:0", "1 B 45:0"),
        sides("58", "58"),
        "REFUSED",
        "wrong-side",
    ),
    forge(
        "made-up total",
        RELATION,
        yes("xbrl21", "58:0", "1 A 12:0", "1 B 45:0"),
        sides("57", "57"),
        "REFUSED",
        "wrong-side",
    ),
    forge(
        "half up is not half even", RELATION, no("xbrl21", "2:0", "1 A 5/2:1"), sides("2", "3"), "REFUSED", "wrong-side"
    ),
    forge(
        "equal sides said to differ",
        RELATION,
        no("xbrl21", "2:0", "1 A 5/2:1"),
        sides("2", "2"),
        "REFUSED",
        "wrong-verdict",
    ),
    forge(
        "a total filed twice is not bound",
        RELATION,
        no("xbrl21", "58:0 58:0", "1 A 12:0"),
        sides("58", "12"),
        "MALFORMED",
        "duplicated-total",
    ),
    forge(
        "a nil twin of the total",
        RELATION,
        no("xbrl21", "58:0 nil", "1 A 12:0"),
        sides("58", "12"),
        "MALFORMED",
        "duplicated-total",
    ),
    forge(
        "an item filed twice is not bound",
        RELATION,
        no("xbrl21", "12:0", "1 A 12:0 12:0"),
        sides("12", "24"),
        "MALFORMED",
        "duplicated-item",
    ),
    forge("nil total, 2.1", RELATION, no("xbrl21", "nil", "1 A 12:0"), sides("0", "12"), "MALFORMED", "nil-total"),
    forge("only nil items, 2.1", RELATION, no("xbrl21", "12:0", "1 A nil"), sides("12", "0"), "MALFORMED", "no-item"),
    forge(
        "an item of another tuple",
        RELATION,
        yes("xbrl21", "10:0", "1 A 10:0", total={"concept": "T", "facts": [fact("10", 0, parent=[3])]}),
        sides("10", "10"),
        "MALFORMED",
        "outside-tuple",
    ),
    reject("a point under 2.1", RELATION, yes("xbrl21", "2:0", "1 A 5/2:1"), point("2 2"), "MALFORMED", "unknown-key"),
    # --- several relations --------------------------------------------------------------------------------------------
    accept("three relations together", JOINT, three("consistent", "c11r", "50"), point(TOGETHER)),
    accept("each alone, not together", JOINT, three("inconsistent", "c11r", "52"), APART),
    accept("truncation: open ends close the gap", JOINT, three("inconsistent", "c11t", "51"), APART),
    forge("50 is feasible", JOINT, three("inconsistent", "c11r", "50"), APART, "REFUSED", "no-contradiction"),
    forge("51 touches in round mode", JOINT, three("inconsistent", "c11r", "51"), APART, "REFUSED", "no-contradiction"),
    forge("50 in truncation", JOINT, three("inconsistent", "c11t", "50"), APART, "REFUSED", "no-contradiction"),
    forge(
        "no point for 52",
        JOINT,
        three("consistent", "c11r", "52"),
        point(TOGETHER.replace("50", "103/2")),
        "REFUSED",
        "row-violated",
    ),
    forge(
        "a relation broken by the point",
        JOINT,
        three("consistent", "c11r", "52"),
        point("58 12 91/2 13/2 11/2 1 103/2"),
        "REFUSED",
        "row-violated",
    ),
    forge(
        "unreported item",
        JOINT,
        edited(three("inconsistent", "c11r", "52"), "groups", 5, "facts", to=[]),
        APART,
        "MALFORMED",
        "unreported-item",
    ),
    forge(
        "nil item",
        JOINT,
        edited(three("inconsistent", "c11r", "52"), "groups", 5, "facts", to=[fact(None)]),
        APART,
        "MALFORMED",
        "unreported-item",
    ),
    forge(
        "contradictory group",
        JOINT,
        edited(three("inconsistent", "c11r", "52"), "groups", 5, "facts", to=facts("1:0 2:0")),
        APART,
        *JOIN,
    ),
    forge(
        "one group under two indices",
        JOINT,
        edited(three("inconsistent", "c11r", "52"), "groups", 5, "concept", to="C"),
        APART,
        "MALFORMED",
        "repeated",
    ),
    forge(
        "zero weight in a joint relation",
        JOINT,
        edited(three("inconsistent", "c11r", "52"), "relations", 2, "items", 1, "weight", to="0"),
        APART,
        "MALFORMED",
        "zero-weight",
    ),
    forge(
        "total among the items, joint",
        JOINT,
        edited(three("inconsistent", "c11r", "52"), "relations", 2, "items", 1, "group", to=6),
        APART,
        "MALFORMED",
        "repeated",
    ),
    forge(
        "excess digits, joint",
        JOINT,
        edited(three("inconsistent", "c11r", "52"), "groups", 5, "facts", to=facts("1:-1")),
        APART,
        "MALFORMED",
        "excess-digits",
    ),
    reject(
        "group beyond the list",
        JOINT,
        edited(three("consistent", "c11r", "50"), "relations", 0, "total", to=7),
        point(TOGETHER),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "a group in no relation",
        JOINT,
        edited(three("consistent", "c11r", "50"), "relations", 2, "items", 1, to={"group": 1, "weight": "-1"}),
        point(TOGETHER),
        "MALFORMED",
        "unused-group",
    ),
    reject(
        "no relations",
        JOINT,
        edited(three("consistent", "c11r", "50"), "relations", to=[]),
        point(TOGETHER),
        "MALFORMED",
        "too-few",
    ),
    reject("joint under 2.1", JOINT, three("consistent", "xbrl21", "50"), point(TOGETHER), "MALFORMED", "unknown-word"),
    # --- claims -------------------------------------------------------------------------------------------------------
    accept("a value", CLAIM, holds("value", "19/2", "21/2", "n 10:0"), VALUE),
    accept("a value elsewhere", CLAIM, fails("value", "11", "12", "n 10:0"), beyond("below", "0 1")),
    accept("a value elsewhere, above", CLAIM, fails("value", "1", "2", "n 10:0"), beyond("above", "1 0")),
    accept(
        "an open end of the claim",
        CLAIM,
        fails("value", "21/2", "12", "n 10:0", low_closed=False),
        beyond("below", "0 1"),
    ),
    accept("an open end of the fact", CLAIM, fails("value", "11", "12", "n 10:0", mode="c11t"), beyond("below", "0 1")),
    accept(
        "an open end of the fact within an open claim",
        CLAIM,
        holds("value", "10", "11", "n 10:0", mode="c11t", high_closed=False),
        VALUE,
    ),
    accept("points", CLAIM, holds("value", "10", "10", "n 10", mode="point"), VALUE),
    accept("points ignore decimals", CLAIM, holds("value", "10", "10", "n 10:-3", mode="point"), VALUE),
    accept(
        "a sum", CLAIM, holds("sum", "29", "31", "n 10:0", "n 20:0", weights=["1", "1"]), between("1 0 1 0", "0 1 0 1")
    ),
    accept(
        "an average",
        CLAIM,
        holds("sum", "14", "16", "n 10:0", "e 20:0", weights=["1/2", "1/2"]),
        between("1/2 0 1/2 0", "0 1/2 0 1/2"),
    ),
    accept("a difference", CLAIM, holds("difference", "9", "11", "n 20:0", "n 10:0"), between("1 0 0 1", "0 1 1 0")),
    accept("a ratio", CLAIM, holds("ratio", "173/400", "867/2000", *MARGIN, **RATIO), IN_MARGIN),
    accept(
        "a ratio below the claim", CLAIM, fails("ratio", "1/2", "1", *MARGIN, **RATIO), beyond("below", "0 1 1/2 0")
    ),
    accept(
        "growth", CLAIM, holds("growth", "-57/2000", "-11/400", *GROWTH), between("1 0 0 1943/2000", "0 1 389/400 0")
    ),
    accept(
        "growth of the other sign",
        CLAIM,
        fails("growth", "11/400", "57/2000", *GROWTH),
        beyond("below", "0 1 411/400 0"),
    ),
    accept(
        "two years of growth",
        CLAIM,
        holds("cagr", "9/100", "11/100", "n 121", "e 100", years=2),
        between("1 0 0 11881/10000", "0 1 12321/10000 0"),
    ),
    accept(
        "a rate below -100 %",
        CLAIM,
        fails("cagr", "-5/2", "-3/2", "n 121", "e 100", years=2),
        beyond("above", "1 0 1/4 0"),
    ),
    accept(
        "lower end below -100 %",
        CLAIM,
        holds("cagr", "-5/2", "1/2", "n 121", "e 100", years=2),
        between("1 0 9/4 0", "0 1 9/4 0"),
    ),
    accept(
        "denominator open at 0: [1,2) - (-1,1)",
        CLAIM,
        fails(
            "ratio",
            "-2",
            "-1",
            "n 5:0",
            "n 1:0",
            "n 0:0",
            mode="c11t",
            numerator=["1", "0", "0"],
            denominator=["0", "1", "-1"],
        ),
        beyond("above", "1 0 1 0 0 1"),
    ),
    forge(
        "values on both sides are not supported",
        CLAIM,
        holds("value", "10", "12", "n 10:0"),
        VALUE,
        "REFUSED",
        "bound-too-weak",
    ),
    forge(
        "values on both sides are not contradicted",
        CLAIM,
        fails("value", "10", "12", "n 10:0"),
        beyond("below", "0 1"),
        "REFUSED",
        "bound-too-weak",
    ),
    forge(
        "nor from the other side",
        CLAIM,
        fails("value", "10", "12", "n 10:0"),
        beyond("above", "1 0"),
        "REFUSED",
        "bound-too-weak",
    ),
    forge(
        "touching ends, both closed",
        CLAIM,
        fails("value", "21/2", "12", "n 10:0"),
        beyond("below", "0 1"),
        "REFUSED",
        "bound-too-weak",
    ),
    forge(
        "closed fact in an open claim",
        CLAIM,
        holds("value", "19/2", "21/2", "n 10:0", high_closed=False),
        VALUE,
        "REFUSED",
        "bound-too-weak",
    ),
    forge(
        "open fact, closed end missed",
        CLAIM,
        fails("value", "10", "12", "n 10:0", mode="c11t"),
        beyond("below", "0 1"),
        "REFUSED",
        "bound-too-weak",
    ),
    forge(
        "one side only", CLAIM, holds("value", "10", "12", "n 10:0"), {"above": ["0", "1"]}, "MALFORMED", "missing-key"
    ),
    forge(
        "the same side twice",
        CLAIM,
        holds("value", "10", "12", "n 10:0"),
        between("0 1", "0 1"),
        "REFUSED",
        "wrong-combination",
    ),
    forge(
        "a contradictory background supports anything",
        CLAIM,
        holds("value", "1000", "1001", "n 10:0 20:0"),
        VALUE,
        *JOIN,
    ),
    forge(
        "a contradictory background contradicts anything",
        CLAIM,
        fails("value", "9", "11", "n 10:0 20:0"),
        beyond("above", "1 0"),
        *JOIN,
    ),
    forge("a nil operand", CLAIM, holds("value", "0", "0", "n nil"), VALUE, "MALFORMED", "nil-operand"),
    forge(
        "rows of a broken relation T = a",
        CLAIM,
        fails("value", "9", "11", "n 10:0"),
        beyond("below", "0 0 1 0 0 1 1"),
        "MALFORMED",
        "wrong-length",
    ),
    forge(
        "a claim row without weight",
        CLAIM,
        fails("value", "9", "11", "n 10:0"),
        beyond("below", "0 0"),
        "REFUSED",
        "wrong-combination",
    ),
    forge(
        "two squares that flip",
        CLAIM,
        holds("cagr", "-5/2", "-3/2", "n 121", "e 100", years=2),
        between("1 0 9/4 0", "0 1 0 0"),
        "REFUSED",
        "wrong-combination",
    ),
    forge(
        "squares taken without sign",
        CLAIM,
        holds("cagr", "-5/2", "-3/2", "n 121", "e 100", years=2),
        between("1 0 0 9/4", "0 1 1/4 0"),
        "REFUSED",
        "wrong-combination",
    ),
    forge(
        "growth over no years",
        CLAIM,
        holds("cagr", "0", "1", "n 121", "e 100", years=0),
        between("1 0 0 1", "0 1 1 0"),
        "MALFORMED",
        "out-of-range",
    ),
    forge(
        "growth from nothing",
        CLAIM,
        holds("cagr", "0", "1", "n 1:0", "e 0:0", years=2),
        between("1 0 0 1", "0 1 1 0"),
        "MALFORMED",
        "denominator-not-positive",
    ),
    forge(
        "growth to a negative amount",
        CLAIM,
        holds("cagr", "-1", "1", "n -121", "e 100", years=2),
        between("1 0 0 0", "0 1 4 0"),
        "MALFORMED",
        "negative-amount",
    ),
    forge(
        "growth on a negative base",
        CLAIM,
        holds("growth", "1", "3", "n 10", "e -10"),
        between("1 0 0 2", "0 1 4 0"),
        "MALFORMED",
        "denominator-not-positive",
    ),
    forge(
        "denominator may be 0",
        CLAIM,
        fails("ratio", "1", "2", "n 5:0", "n 0:0", **RATIO),
        beyond("above", "1 0 1 0"),
        "MALFORMED",
        "denominator-not-positive",
    ),
    forge(
        "denominator is 0 in a closed end",
        CLAIM,
        fails("ratio", "-2", "-1", "n 5", "n 0", **RATIO),
        beyond("above", "1 0 1 0"),
        "MALFORMED",
        "denominator-not-positive",
    ),
    forge(
        "negative denominator",
        CLAIM,
        holds("ratio", "-1", "0", "n 10", "n -20", **RATIO),
        between("1 0 1 0", "0 1 0 0"),
        "MALFORMED",
        "denominator-not-positive",
    ),
    forge(
        "difference of denominators",
        CLAIM,
        holds("ratio", "1", "2", "n 3", "n 5:0", "n 5:0", numerator=["1", "0", "0"], denominator=["0", "1", "-1"]),
        between("1 0 0 0 0 0", "0 1 0 0 0 0"),
        "MALFORMED",
        "denominator-not-positive",
    ),
    forge(
        "dollars and shares",
        CLAIM,
        edited(
            holds("sum", "29", "31", "n 10:0", "n 20:0", weights=["1", "1"]), "operands", 1, "unit", to="xbrli:shares"
        ),
        between("1 0 1 0", "0 1 0 1"),
        "MALFORMED",
        "unit-mismatch",
    ),
    forge(
        "growth from euros to dollars",
        CLAIM,
        edited(holds("growth", "-57/2000", "-11/400", *GROWTH), "operands", 1, "unit", to="iso4217:EUR"),
        between("1 0 0 1943/2000", "0 1 389/400 0"),
        "MALFORMED",
        "unit-mismatch",
    ),
    forge(
        "one operand under two names",
        CLAIM,
        edited(holds("difference", "0", "0", "n 10", "n 10"), "operands", 1, "concept", to="c0"),
        between("1 0 0 1", "0 1 1 0"),
        "MALFORMED",
        "repeated",
    ),
    reject(
        "no figure lies in the claim", CLAIM, holds("value", "12", "10", "n 10"), VALUE, "MALFORMED", "empty-interval"
    ),
    reject(
        "an open point",
        CLAIM,
        fails("value", "10", "10", "n 10:0", low_closed=False),
        beyond("below", "0 1"),
        "MALFORMED",
        "empty-interval",
    ),
    reject(
        "a constant ratio",
        CLAIM,
        holds("ratio", "1", "1", "n 10", "n 20", numerator=["1", "1"], denominator=["1", "1"]),
        between("0 0 0 0", "0 0 0 0"),
        "MALFORMED",
        "trivial-ratio",
    ),
    reject(
        "weights all zero",
        CLAIM,
        holds("sum", "0", "0", "n 10", weights=["0"]),
        between("0 0", "0 0"),
        "MALFORMED",
        "zero-weight",
    ),
    reject(
        "an operand without weight",
        CLAIM,
        holds("sum", "10", "10", "n 10", "n 20", weights=["1", "0"]),
        between("1 0 0 0", "0 1 0 0"),
        "MALFORMED",
        "unused-operand",
    ),
    reject(
        "weights for a value",
        CLAIM,
        holds("value", "10", "10", "n 10", weights=["1"]),
        VALUE,
        "MALFORMED",
        "unknown-key",
    ),
    reject(
        "two operands for a value",
        CLAIM,
        holds("value", "10", "10", "n 10", "n 20"),
        VALUE,
        "MALFORMED",
        "wrong-length",
    ),
    reject(
        "excess digits in a claim", CLAIM, holds("value", "10", "10", "n 10:-3"), VALUE, "MALFORMED", "excess-digits"
    ),
    reject(
        "claims under 2.1", CLAIM, holds("value", "10", "10", "n 10", mode="xbrl21"), VALUE, "MALFORMED", "unknown-word"
    ),
    reject("true as 1", CLAIM, holds("value", "10", "10", "n 10", low_closed=1), VALUE, "MALFORMED", "not-a-boolean"),
    reject("unknown measure", CLAIM, holds("roe", "10", "10", "n 10"), VALUE, "MALFORMED", "unknown-word"),
    reject("no measure", CLAIM, [], VALUE, "MALFORMED", "unknown-word"),
    reject(
        "a value that is text",
        CLAIM,
        edited(holds("value", "10", "10", "n 10"), "operands", 0, "facts", 0, "value", to="10.0"),
        VALUE,
        "MALFORMED",
        "decimal-point",
    ),
]

SHARES = "xbrli:shares"


def other_unit(statement: Value, operand: int) -> Value:
    return edited(statement, "operands", operand, "unit", to=SHARES)


def pair(asserts: str, total: str, item: str, mode: str = "c11r") -> Value:
    """The smallest joint claim: two figures, one relation."""
    groups = [{"concept": name, "facts": facts(words)} for name, words in (("T", total), ("A", item))]
    relations = [{"role": "r", "total": 0, "items": [{"group": 1, "weight": "1"}]}]
    shared = {"context": CONTEXT, "unit": USD}
    return {"asserts": asserts, "mode": mode, **shared, "groups": groups, "relations": relations}


def many(size: int) -> Value:
    """A total and size - 1 items, all exactly 1 or their number."""
    return yes("c11r", str(size - 1), *(f"1 i{k} 1" for k in range(size - 1)))


def wide(size: int) -> Value:
    """The sum of `size` ones is `size`."""
    return holds("sum", str(size), str(size), *["n 1"] * size, weights=["1"] * size)


ALL = between("1 0 " * 256, "0 1 " * 256)
PAIR = pair("consistent", "5", "5")
OPEN = {"numerator": ["1", "0", "0"], "mode": "c11t"}

CASES += [
    accept("two figures, one relation", JOINT, PAIR, point("5 5")),
    accept(
        "as many figures as are read",
        RELATION,
        many(MAX_FIGURES),
        point(f"{MAX_FIGURES - 1}" + " 1" * (MAX_FIGURES - 1)),
    ),
    reject("one figure more", RELATION, many(MAX_FIGURES + 1), None, "LIMIT", "too-many-figures"),
    accept("line 1", RELATION, edited(yes("c11r", "10", "1 A 10"), "total", "facts", 0, "line", to=1), point("10 10")),
    accept(
        "no line, an id",
        RELATION,
        edited(yes("c11r", "10", "1 A 10"), "total", "facts", 0, to=fact("10", line=None, id="f")),
        point("10 10"),
    ),
    *(
        reject(
            f"{'/'.join(map(str, path))} is no text",
            RELATION,
            edited(yes("c11r", "10", "1 A 10"), *path, to=5),
            point("10 10"),
            "MALFORMED",
            "not-a-string",
        )
        for path in (
            ("role",),
            ("context",),
            ("unit",),
            ("total", "concept"),
            ("items", 0, "concept"),
            ("total", "facts", 0, "file"),
            ("total", "facts", 0, "id"),
        )
    ),
    *(
        reject(
            f"joint {'/'.join(map(str, path))} is no text",
            JOINT,
            edited(PAIR, *path, to=5),
            point("5 5"),
            "MALFORMED",
            "not-a-string",
        )
        for path in (("context",), ("unit",), ("groups", 0, "concept"), ("relations", 0, "role"))
    ),
    reject(
        "joint verdict unknown", JOINT, edited(PAIR, "asserts", to="unbound"), point("5 5"), "MALFORMED", "unknown-word"
    ),
    reject("one figure", JOINT, edited(PAIR, "groups", to=PAIR["groups"][:1]), point("5"), "MALFORMED", "too-few"),
    reject(
        "a joint relation without items",
        JOINT,
        edited(PAIR, "relations", 0, "items", to=[]),
        point("5 5"),
        "MALFORMED",
        "too-few",
    ),
    *(
        reject(
            f"{place} {index}",
            JOINT,
            edited(PAIR, "relations", 0, *path, to=index),
            point("5 5"),
            "MALFORMED",
            "out-of-range",
        )
        for place, path in (("total", ("total",)), ("item", ("items", 0, "group")))
        for index in (-1, 2, 3)
    ),
    reject(
        "precision below 0",
        RELATION,
        edited(yes("c11r", "10", "1 A 10"), "total", "facts", 0, to=fact("10", None, precision=-1)),
        point("10 10"),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "a tuple below 0",
        RELATION,
        edited(yes("xbrl21", "10", "1 A 10"), "total", "facts", 0, to=fact("10", parent=[-1])),
        sides("10", "10"),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "total without facts, 2.1", RELATION, yes("xbrl21", "", "1 A 10:0"), sides("10", "10"), "MALFORMED", "too-few"
    ),
    accept("an unreported item, 2.1", RELATION, yes("xbrl21", "10:0", "1 A 10:0", "1 B"), sides("10", "10")),
    accept("an item of precision 0", RELATION, no("xbrl21", "10:0", "1 A 10:p0"), sides(None, None)),
    forge(
        "an item of precision 0 agrees with nothing",
        RELATION,
        yes("xbrl21", "10:0", "1 A 10:p0"),
        sides("10", "10"),
        "REFUSED",
        "wrong-side",
    ),
    accept("as many operands as are read", CLAIM, wide(256), ALL),
    reject("one operand more", CLAIM, wide(257), ALL, "LIMIT", "too-many"),
    accept(
        "one year",
        CLAIM,
        holds("cagr", "21/100", "21/100", "n 121", "e 100", years=1),
        between("1 0 0 121/100", "0 1 121/100 0"),
    ),
    accept(
        "a hundred years", CLAIM, holds("cagr", "0", "0", "n 100", "e 100", years=100), between("1 0 0 1", "0 1 1 0")
    ),
    reject(
        "a hundred and one years",
        CLAIM,
        holds("cagr", "0", "0", "n 100", "e 100", years=101),
        between("1 0 0 1", "0 1 1 0"),
        "MALFORMED",
        "out-of-range",
    ),
    accept("down to nothing", CLAIM, holds("cagr", "-1", "-1", "n 0", "e 100", years=3), between("1 0 0 0", "0 1 0 0")),
    accept(
        "down to a half",
        CLAIM,
        holds("cagr", "-1/2", "-1/2", "n 0.5", "e 2", years=2),
        between("1 0 0 1/4", "0 1 1/4 0"),
    ),
    forge(
        "down to less than nothing",
        CLAIM,
        holds("cagr", "-1", "1", "n -0.5", "e 2", years=1),
        between("1 0 0 0", "0 1 2 0"),
        "MALFORMED",
        "negative-amount",
    ),
    accept(
        "shares in a denominator",
        CLAIM,
        other_unit(holds("ratio", "5", "5", "n 10", "n 2", **RATIO), 1),
        between("1 0 0 5", "0 1 5 0"),
    ),
    forge(
        "dollars and shares in a denominator",
        CLAIM,
        other_unit(
            holds("ratio", "1", "1", "n 3", "n 1", "n 2", numerator=["1", "0", "0"], denominator=["0", "1", "1"]), 2
        ),
        between("1 0 0 1 0 1", "0 1 1 0 1 0"),
        "MALFORMED",
        "unit-mismatch",
    ),
    forge(
        "compound growth from shares to dollars",
        CLAIM,
        other_unit(holds("cagr", "21/100", "21/100", "n 121", "e 100", years=1), 1),
        between("1 0 0 121/100", "0 1 121/100 0"),
        "MALFORMED",
        "unit-mismatch",
    ),
    accept(
        "an exact ratio", CLAIM, holds("ratio", "1/2", "1/2", "n 1", "n 2", **RATIO), between("1 0 0 1/2", "0 1 1/2 0")
    ),
    forge(
        "a ratio just below the claim",
        CLAIM,
        holds("ratio", "51/100", "3/5", "n 1", "n 2", **RATIO),
        between("1 0 0 51/100", "0 1 3/5 0"),
        "REFUSED",
        "bound-too-weak",
    ),
    forge(
        "a ratio just above the claim",
        CLAIM,
        holds("ratio", "2/5", "49/100", "n 1", "n 2", **RATIO),
        between("1 0 0 2/5", "0 1 49/100 0"),
        "REFUSED",
        "bound-too-weak",
    ),
    accept("above an open end", CLAIM, fails("value", "1", "2", "n 2", high_closed=False), beyond("above", "1 0")),
    forge(
        "not above a closed end",
        CLAIM,
        fails("value", "1", "2", "n 2", low_closed=False),
        beyond("above", "1 0"),
        "REFUSED",
        "bound-too-weak",
    ),
    accept("below an open end", CLAIM, fails("value", "2", "3", "n 2", low_closed=False), beyond("below", "0 1")),
    forge(
        "not below a closed end",
        CLAIM,
        fails("value", "2", "3", "n 2", high_closed=False),
        beyond("below", "0 1"),
        "REFUSED",
        "bound-too-weak",
    ),
    reject(
        "claimed verdict unknown", CLAIM, claim("true", "value", "10", "10", "n 10"), VALUE, "MALFORMED", "unknown-word"
    ),
    reject("no operands", CLAIM, holds("sum", "0", "0", weights=[]), between("", ""), "MALFORMED", "too-few"),
    reject(
        "an operand without facts",
        CLAIM,
        holds("value", "10", "10", "n 10", operands=[{"concept": "c", "context": "x", "unit": "u", "facts": []}]),
        VALUE,
        "MALFORMED",
        "too-few",
    ),
    accept(
        "open at 0 by the first of two",
        CLAIM,
        fails("ratio", "-2", "-1", "n 5:0", "n 0:0", "n 1:0", **OPEN, denominator=["0", "-1", "1"]),
        beyond("above", "1 0 0 1 1 0"),
    ),
    accept(
        "open at 0 below",
        CLAIM,
        fails("ratio", "-2", "-1", "n 5:0", "n -1:0", "n 2", **OPEN, denominator=["0", "1", "1"]),
        beyond("above", "1 0 1 0 1 0"),
    ),
    accept(
        "open at 0 below, twice",
        CLAIM,
        fails("ratio", "-2", "-1", "n 5:0", "n -1:0", "n 4", **OPEN, denominator=["0", "2", "1"]),
        beyond("above", "1 0 2 0 1 0"),
    ),
    accept(
        "open at 0 above, halved",
        CLAIM,
        fails("ratio", "-2", "-1", "n 5:0", "n 2:0", "n 1.5", **OPEN, denominator=["0", "-1/2", "1"]),
        beyond("above", "1 0 0 1/2 1 0"),
    ),
    forge(
        "a denominator that goes below 0 by a half",
        CLAIM,
        fails("ratio", "-2", "-1", "n 5:0", "n 2:0", "n 1.2", **OPEN, denominator=["0", "-1/2", "1"]),
        beyond("above", "1 0 0 1/2 1 0"),
        "MALFORMED",
        "denominator-not-positive",
    ),
    accept(
        "a power of both signs",
        CLAIM,
        fails("cagr", "-5/2", "-3/2", "n 121", "e 100", years=3),
        beyond("above", "1 0 1/8 0"),
    ),
]

ABOUT: list[About] = [
    About("relation", RELATION, yes("c11r", "5", "1 A 5"), (RELATION, no("c11r", "5", "1 A 5"))),
    About("relation, negated", RELATION, no("xbrl21", "5", "1 A 5"), (RELATION, yes("xbrl21", "5", "1 A 5"))),
    About("joint", JOINT, PAIR, (JOINT, {**PAIR, "asserts": "inconsistent"})),
    About("claim", CLAIM, holds("value", "1", "2", "n 1"), (CLAIM, fails("value", "1", "2", "n 1")), "inhabited"),
    About(
        "claim, negated", CLAIM, fails("value", "1", "2", "n 1"), (CLAIM, holds("value", "1", "2", "n 1")), "inhabited"
    ),
]


def seen(ends: Any) -> Value:
    """An interval as text."""
    if ends is None:
        return None
    return f"{'(' if ends.low_open else '['}{ends.low}, {ends.high}{')' if ends.high_open else ']'}"


def group(words: str, mode: str, interval: Value) -> Call:
    return Call(f"{words} in {mode}", "xbrl_facts:group_of", (facts(words), "", mode, 0), interval, then=seen)


def apart(words: str, mode: str, code: str) -> Call:
    return Call(f"{words} in {mode}", "xbrl_facts:group_of", (facts(words), "", mode, 0), refusal=("MALFORMED", code))


CALLS: list[Call] = [
    group("123000:-3", "c11r", "[122500, 123500]"),
    group("-123000:-3", "c11r", "[-123500, -122500]"),
    group("0:-6", "c11r", "[-500000, 500000]"),
    group("5", "c11r", "[5, 5]"),
    group("123000:-3", "c11t", "[123000, 124000)"),
    group("-123000:-3", "c11t", "(-124000, -123000]"),
    group("0:-6", "c11t", "(-1000000, 1000000)"),
    group("0.5:1", "c11t", "[1/2, 3/5)"),
    group("-0.5:1", "c11t", "(-3/5, -1/2]"),
    group("5", "c11t", "[5, 5]"),
    group("16900000000:-8", "c11r", "[16850000000, 16950000000]"),
    group("5:0", "point", "[5, 5]"),
    group("", "c11r", None),
    group("nil nil", "c11r", None),
    group("100:0 100.4:1", "c11r", "[2007/20, 2009/20]"),
    group("100:0 100:-2", "c11r", "[199/2, 201/2]"),
    group("100:-2 100:0", "c11r", "[199/2, 201/2]"),
    group("100:0 100:0", "c11r", "[199/2, 201/2]"),
    group("10:0 10.5:1", "c11t", "[21/2, 53/5)"),
    group("10:0 10.9:1", "c11t", "[109/10, 11)"),
    group("10.9:1 10:0", "c11t", "[109/10, 11)"),
    group("10:0 10", "c11t", "[10, 10]"),
    group("-10:0 -10", "c11t", "[-10, -10]"),
    group("10:0 10.5", "c11t", "[21/2, 21/2]"),
    group("0:0 -0.5:1", "c11t", "(-3/5, -1/2]"),
    group("100:0 100.5", "c11r", "[201/2, 201/2]"),
    group("3201:p4", "c11r", "[6401/2, 6403/2]"),
    group("1000:p1", "c11r", "[500, 1500]"),
    group("999:p3", "c11r", "[1997/2, 1999/2]"),
    group("0.05:p1", "c11r", "[9/200, 11/200]"),
    group("0.01:p1", "c11r", "[1/200, 3/200]"),
    group("-0.125:p3", "c11r", "[-251/2000, -249/2000]"),
    group("12.5:p3", "c11r", "[249/20, 251/20]"),
    group("0:p3", "c11r", "[0, 0]"),
    apart("100:0 110:0", "c11r", "contradictory-duplicates"),
    apart("100:0 101:0", "c11r", "contradictory-duplicates"),
    apart("101:0 100:0", "c11r", "contradictory-duplicates"),
    apart("100:0 200:-2", "c11r", "contradictory-duplicates"),
    apart("200:-2 100:0", "c11r", "contradictory-duplicates"),
    apart("10:0 11", "c11t", "contradictory-duplicates"),
    apart("11 10:0", "c11t", "contradictory-duplicates"),
    apart("-10:0 -11", "c11t", "contradictory-duplicates"),
    apart("-11 -10:0", "c11t", "contradictory-duplicates"),
    apart("5:0 6:0", "point", "contradictory-duplicates"),
    apart("5 nil", "c11r", "contradictory-duplicates"),
    apart("1234567:-3", "c11r", "excess-digits"),
    apart("1234.5:p4", "c11t", "excess-digits"),
    apart("5:p0", "c11r", "no-accuracy"),
    apart("1/3", "c11r", "not-a-decimal"),
    group("0:1000", "c11r", f"[-1/{2 * 10**1000}, 1/{2 * 10**1000}]"),
    group("0:-1000", "c11r", f"[-{5 * 10**999}, {5 * 10**999}]"),
    group("1:p1000", "c11r", f"[{2 * 10**999 - 1}/{2 * 10**999}, {2 * 10**999 + 1}/{2 * 10**999}]"),
    apart("0:1001", "c11r", "out-of-range"),
    apart("0:-1001", "c11r", "out-of-range"),
    apart("1:p1001", "c11r", "out-of-range"),
    *(
        Call(f"floor(log10 |{words}|)", "xbrl_facts:magnitude", (Fraction(words),), value)
        for words, value in (
            ("1", 0),
            ("9", 0),
            ("10", 1),
            ("99", 1),
            ("100", 2),
            ("101", 2),
            ("-100", 2),
            ("0.1", -1),
            ("0.99", -1),
            ("0.01", -2),
            ("0.011", -2),
            ("0.0999", -2),
            ("12.5", 1),
            ("-0.125", -1),
            ("9.99", 0),
            ("1.01", 0),
            ("99.9", 1),
            ("1/16", -2),
            ("1/8", -1),
        )
    ),
    *(
        Call(f"{words} to {decimals}", "xbrl:rounded", (Fraction(words), decimals), Fraction(value))
        for words, decimals, value in (
            ("2.5", 0, "2"),
            ("3.5", 0, "4"),
            ("-2.5", 0, "-2"),
            ("2.51", 0, "3"),
            ("1250", -2, "1200"),
            ("1350", -2, "1400"),
            ("0.125", 2, "0.12"),
            ("2.5", None, "2.5"),
        )
    ),
    Call(
        "names of the figures that count",
        "xbrl:_parse_relation",
        (yes("c11r", "5", "1 A nil", "1 B 5", "1 C", "2 D 0"), ""),
        ("T", "B", "D"),
        then=lambda parsed: parsed.names,
    ),
]
