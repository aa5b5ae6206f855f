"""Margin bounds of KL acceptance: accepted, rejected, forged."""

from __future__ import annotations

from typing import Any

from tests.tables import Case, accept, forge, reject
from tests.tables.kl import base, form, number

Value = Any

KIND = "kl/margin"


def margin(name: str, relation: str, value: Value, **fields: Value) -> Value:
    return {"margin": name, **fields, "relation": relation, "bound": value}


def sign(proof: Value = None, **more: Value) -> Value:
    return {"sign": proof or {"bits": 64}, **more}


PHI = form(("3/5", "6/5"), ("2/5", "4/5"))  # phi(1/5) = .0201355
HALF_GAP = form(("9/16", "3/4"), ("7/16", "7/4"))  # kl(7/16 || 1/4) = .0830107

CASES: list[Case] = [
    accept("K13a: phi(1/5)", KIND, margin("strict", ">=", PHI, gap="1/5"), sign(base("2 3 5"))),
    accept("phi(1/5) > 1/50", KIND, margin("strict", ">", number("1/50"), gap="1/5"), sign()),
    accept("a gap of 1 gives log 2", KIND, margin("strict", ">=", form(("1", "2")), gap="1"), sign(base("2"))),
    accept("reverse", KIND, margin("strict-reverse", ">=", form(("-1/2", "24/25")), gap="1/5"), sign(base("24 25"))),
    accept("any rule by gap and mass", KIND, margin("gap", ">", number("1/25"), gap="1/5", mass="1/2"), sign()),
    accept("a mass of 1 says nothing", KIND, margin("gap", ">=", PHI, gap="1/5", mass="1"), sign(base("2 3 5"))),
    accept(
        "all mass in one token", KIND, margin("gap", ">=", form(("1/2", "2")), gap="1/2", mass="1/2"), sign(base("2"))
    ),
    accept(
        "additive exceeds phi(delta)", KIND, margin("additive", ">", PHI, delta="1/5", gap=None), sign(base("2 3 5"))
    ),
    accept("additive at delta 0", KIND, margin("additive", ">", number("0"), delta="0", gap=None), sign(base(""))),
    accept(
        "additive with a gap beyond delta",
        KIND,
        margin("additive", ">=", PHI, delta="1/10", gap="1/5"),
        sign(base("2 3 5")),
    ),
    accept(
        "additive with three tokens",
        KIND,
        margin("additive", ">", form(("13/30", "13/10"), ("1/3", "1"), ("7/30", "7/10")), delta="1/5", gap="1/10"),
        sign(base("7 10 13")),
    ),
    accept(
        "additive with three tokens above the level",
        KIND,
        margin("additive", ">", number("1/50"), delta="1/5", gap="1/20"),
        sign(),
    ),
    accept(
        "additive with the second token below the level",
        KIND,
        margin("additive", ">", number("7/250"), delta="1/5", gap="3/20"),
        sign(),
    ),
    accept("additive at gap = delta", KIND, margin("additive", ">", number("27/1000"), delta="1/5", gap="1/5"), sign()),
    accept(
        "multiplicative",
        KIND,
        margin("multiplicative", ">=", form(("3/4", "4/3"), ("1/4", "1/2")), alpha="1/2", top="1/2"),
        sign(base("2 3")),
    ),
    accept(
        "multiplicative at 1", KIND, margin("multiplicative", ">=", number("0"), alpha="1", top="1/2"), sign(base(""))
    ),
    accept("top", KIND, margin("top", ">", number("27/1000"), m=2, gap="1/5"), sign()),
    accept("top 1 is strict", KIND, margin("top", ">=", PHI, m=1, gap="1/5"), sign(base("2 3 5"))),
    accept("tree", KIND, margin("tree", ">", number("3/100"), m=2, gap="1/5"), sign(tilt="4/3")),
    accept(
        "tree at tilt 1 says nothing",
        KIND,
        margin("tree", ">=", number("0"), m=3, gap="1/5"),
        sign(base("2"), tilt="1"),
    ),
    accept(
        "K13b: tree by its first gap", KIND, margin("tree-gap", ">=", HALF_GAP, m=3, gap="1/4"), sign(base("2 3 7"))
    ),
    accept("tree-gap of 1", KIND, margin("tree-gap", ">=", form(("1", "4")), m=3, gap="1"), sign(base("2"))),
    accept("tree by its top", KIND, margin("tree-top", ">", number("1/10"), m=2, top="3/5"), sign()),
    accept("tree by a flat top", KIND, margin("tree-top", ">=", number("0"), m=2, top="1/3"), sign(base(""))),
    accept(
        "the quadratic for m = 5", KIND, margin("tree-quadratic", ">=", number("3/50"), m=5, gap="1/5"), sign(base(""))
    ),
    accept(
        "the quadratic for m = 1", KIND, margin("tree-quadratic", ">=", number("1/50"), m=1, gap="1/5"), sign(base(""))
    ),
    accept(
        "entropy by delta",
        KIND,
        margin("entropy", ">", number("99/1000"), epsilon="1", delta="3/10", guard=None, top="1/2"),
        sign(),
    ),
    accept(
        "entropy by epsilon",
        KIND,
        margin("entropy", ">", number("1/5"), epsilon="9/100", delta="1", guard=None, top="9/10"),
        sign(),
    ),
    accept(
        "entropy with a guard",
        KIND,
        margin("entropy", ">", number("99/1000"), epsilon="1", delta="3/10", guard="1/100000", top="1/2"),
        sign(),
    ),
    forge(
        "more than phi",
        KIND,
        margin("strict", ">=", number("21/1000"), gap="1/5"),
        sign(),
        "REFUSED",
        "bound-too-large",
    ),
    forge(
        "phi is attained",
        KIND,
        margin("strict", ">", PHI, gap="1/5"),
        sign(base("2 3 5")),
        "REFUSED",
        "bound-too-large",
    ),
    forge(
        "the cap as a bound",
        KIND,
        margin("strict", ">=", form(("1/5", "2")), gap="1/5"),
        sign(),
        "REFUSED",
        "bound-too-large",
    ),
    forge(
        "the forward bound is no reverse bound",
        KIND,
        margin("strict-reverse", ">=", number("1/48"), gap="1/5"),
        sign(),
        "REFUSED",
        "bound-too-large",
    ),
    forge(
        "a mass that is too small",
        KIND,
        margin("gap", ">=", number("1/5"), gap="1/5", mass="1/10"),
        sign(),
        "MALFORMED",
        "out-of-range",
    ),
    forge(
        "a negative mass",
        KIND,
        margin("gap", ">=", number("1/5"), gap="1/5", mass="-1/2"),
        sign(),
        "MALFORMED",
        "out-of-range",
    ),
    forge(
        "M4 with alpha above 1",
        KIND,
        margin("multiplicative", ">=", number("1/100"), alpha="3/2", top="1/2"),
        sign(),
        "MALFORMED",
        "out-of-range",
    ),
    forge(
        "multiplicative without its top",
        KIND,
        margin("multiplicative", ">=", number("1/10"), alpha="1/2", top="1/10"),
        sign(),
        "REFUSED",
        "bound-too-large",
    ),
    forge(
        "M5 with the gap of a pair",
        KIND,
        margin("top", ">=", number("7/100"), m=2, gap="1/5"),
        sign(),
        "REFUSED",
        "bound-too-large",
    ),
    forge(
        "the quadratic for m = 6",
        KIND,
        margin("tree-quadratic", ">=", number("1/100"), m=6, gap="1/5"),
        sign(),
        "MALFORMED",
        "quadratic-is-false",
    ),
    forge(
        "the quadratic for m = 16",
        KIND,
        margin("tree-quadratic", ">=", number("17/5"), m=16, gap="9/10"),
        sign(),
        "MALFORMED",
        "quadratic-is-false",
    ),
    forge(
        "the quadratic as a tree bound",
        KIND,
        margin("tree", ">=", number("1701/500"), m=16, gap="9/10"),
        sign(tilt="200"),
        "REFUSED",
        "bound-too-large",
    ),
    forge(
        "more than the quadratic",
        KIND,
        margin("tree-quadratic", ">", number("3/50"), m=5, gap="1/5"),
        sign(base("")),
        "REFUSED",
        "bound-too-large",
    ),
    forge(
        "a tilt below 1",
        KIND,
        margin("tree", ">=", number("1/100"), m=2, gap="1/5"),
        sign(tilt="1/2"),
        "REFUSED",
        "wrong-tilt",
    ),
    forge(
        "a negative tilt",
        KIND,
        margin("tree", ">=", number("1/100"), m=2, gap="1/5"),
        sign(tilt="-2"),
        "REFUSED",
        "wrong-tilt",
    ),
    forge(
        "a tilt of 0",
        KIND,
        margin("tree", ">=", number("1/100"), m=2, gap="1/5"),
        sign(tilt="0"),
        "REFUSED",
        "wrong-tilt",
    ),
    forge(
        "tree-gap as if it were tree",
        KIND,
        margin("tree-gap", ">=", number("1/10"), m=3, gap="1/4"),
        sign(),
        "REFUSED",
        "bound-too-large",
    ),
    forge(
        "a flat tree",
        KIND,
        margin("tree-top", ">=", number("1/100"), m=4, top="1/10"),
        sign(),
        "MALFORMED",
        "out-of-range",
    ),
    forge(
        "additive: three tokens where two are less",
        KIND,
        margin("additive", ">=", form(("11/24", "11/8"), ("7/24", "7/8"), ("1/4", "3/4")), delta="5/24", gap="1/6"),
        sign(),
        "REFUSED",
        "bound-too-large",
    ),
    forge(
        "additive: more than the three tokens give",
        KIND,
        margin("additive", ">=", number("11/50"), delta="1/2", gap="1/4"),
        sign(),
        "REFUSED",
        "bound-too-large",
    ),
    forge(
        "additive: no token is rejected",
        KIND,
        margin("additive", ">=", number("1"), delta="3/5", gap="1/10"),
        sign(),
        "MALFORMED",
        "out-of-range",
    ),
    forge(
        "additive: no token is ever rejected",
        KIND,
        margin("additive", ">=", number("1"), delta="1", gap=None),
        sign(),
        "MALFORMED",
        "out-of-range",
    ),
    forge(
        "additive: attained where all but one are rejected",
        KIND,
        margin("additive", ">", PHI, delta="1/10", gap="1/5"),
        sign(base("2 3 5")),
        "REFUSED",
        "bound-too-large",
    ),
    forge(
        "M9 without its guard",
        KIND,
        margin(
            "entropy", ">=", number("139/150000000"), epsilon="9/100", delta="3/10", guard="1/100000", top="7/1500000"
        ),
        sign(),
        "REFUSED",
        "bound-too-large",
    ),
    forge(
        "M9 with r >= 1",
        KIND,
        margin("entropy", ">=", number("1/1000000"), epsilon="1", delta="1", guard="1/100000", top="1/2"),
        sign(),
        "MALFORMED",
        "no-bound",
    ),
    reject("phi at 64 bits", KIND, margin("strict", ">=", PHI, gap="1/5"), sign(), "REFUSED", "precision-too-low"),
    reject(
        "no margin", KIND, {"gap": "1/5", "relation": ">=", "bound": number("0")}, sign(), "MALFORMED", "missing-key"
    ),
    reject("an unknown margin", KIND, margin("M1", ">=", number("0"), gap="1/5"), sign(), "MALFORMED", "unknown-word"),
    reject("a margin without its gap", KIND, margin("strict", ">=", number("0")), sign(), "MALFORMED", "missing-key"),
    reject(
        "a field of another margin",
        KIND,
        margin("strict", ">=", number("0"), gap="1/5", m=2),
        sign(),
        "MALFORMED",
        "unknown-key",
    ),
    reject("a gap of 0", KIND, margin("strict", ">=", number("0"), gap="0"), sign(), "MALFORMED", "out-of-range"),
    reject("a gap above 1", KIND, margin("strict", ">=", number("0"), gap="6/5"), sign(), "MALFORMED", "out-of-range"),
    reject(
        "a reverse gap of 1",
        KIND,
        margin("strict-reverse", ">=", number("0"), gap="1"),
        sign(),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "a negative delta",
        KIND,
        margin("additive", ">", number("0"), delta="-1/5", gap=None),
        sign(),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "a null gap for strict",
        KIND,
        margin("strict", ">=", number("0"), gap=None),
        sign(),
        "MALFORMED",
        "not-a-string",
    ),
    reject(
        "a null delta",
        KIND,
        margin("entropy", ">=", number("0"), epsilon="1", delta=None, guard=None, top="1/2"),
        sign(),
        "MALFORMED",
        "not-a-string",
    ),
    reject(
        "a tree of 0",
        KIND,
        margin("tree", ">=", number("0"), m=0, gap="1/5"),
        sign(tilt="2"),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "a tree beyond the limit",
        KIND,
        margin("tree", ">=", number("0"), m=1048577, gap="1/5"),
        sign(tilt="2"),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "an m as text",
        KIND,
        margin("tree", ">=", number("0"), m="2", gap="1/5"),
        sign(tilt="2"),
        "MALFORMED",
        "not-an-integer",
    ),
    reject("no tilt", KIND, margin("tree", ">=", number("0"), m=2, gap="1/5"), sign(), "MALFORMED", "missing-key"),
    reject(
        "a tilt without a tree",
        KIND,
        margin("strict", ">=", number("0"), gap="1/5"),
        sign(tilt="2"),
        "MALFORMED",
        "unknown-key",
    ),
    reject("an upper bound", KIND, margin("strict", "<=", number("1"), gap="1/5"), sign(), "MALFORMED", "unknown-word"),
    reject(
        "an entropy of epsilon 0",
        KIND,
        margin("entropy", ">=", number("0"), epsilon="0", delta="1", guard=None, top="1/2"),
        sign(),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "an entropy top above 1",
        KIND,
        margin("entropy", ">=", number("0"), epsilon="1", delta="1/2", guard=None, top="3/2"),
        sign(),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "a negative guard",
        KIND,
        margin("entropy", ">=", number("0"), epsilon="1", delta="1/2", guard="-1", top="1/2"),
        sign(),
        "MALFORMED",
        "out-of-range",
    ),
    reject("no sign", KIND, margin("strict", ">=", number("0"), gap="1/5"), {}, "MALFORMED", "missing-key"),
]

TOP_TWO = form(("7/15", "14/11"), ("4/15", "8/11"))  # f_(1/5)(11/15)
TREE_TWO = form(("1", "3"), ("1/5", "4/3"), ("-1", "37/12"))  # at tilt 4/3

CASES += [
    accept("top exactly", KIND, margin("top", ">=", TOP_TWO, m=2, gap="1/5"), sign(base("2 7 11"))),
    forge(
        "top with the value of a larger m",
        KIND,
        margin("top", ">=", TOP_TWO, m=1, gap="1/5"),
        sign(),
        "REFUSED",
        "bound-too-large",
    ),
    accept("tree exactly", KIND, margin("tree", ">=", TREE_TWO, m=2, gap="1/5"), sign(base("2 3 37"), tilt="4/3")),
    forge(
        "tree with the value of a smaller m",
        KIND,
        margin("tree", ">=", form(("1", "3"), ("1/5", "4/3"), ("-1", "25/12")), m=2, gap="1/5"),
        sign(tilt="4/3"),
        "REFUSED",
        "bound-too-large",
    ),
    accept(
        "tree-top exactly",
        KIND,
        margin("tree-top", ">=", form(("3/5", "9/5"), ("2/5", "3/5")), m=2, top="3/5"),
        sign(base("3 5")),
    ),
    accept(
        "entropy by epsilon exactly",
        KIND,
        margin("entropy", ">=", form(("3/4", "4/3"), ("1/4", "1/2")), epsilon="1/4", delta="1", guard=None, top="1/2"),
        sign(base("2 3")),
    ),
    accept(
        "entropy with a guard exactly",
        KIND,
        margin(
            "entropy", ">=", form(("3/4", "4/3"), ("1/4", "1/2")), epsilon="3/2", delta="1/4", guard="1/2", top="1/2"
        ),
        sign(base("2 3")),
    ),
    accept(
        "additive with two of three tokens exactly",
        KIND,
        margin("additive", ">", form(("9/20", "9/7"), ("1/4", "5/7")), delta="1/5", gap="3/20"),
        sign(base("3 5 7")),
    ),
    accept(
        "gap and mass exactly",
        KIND,
        margin("gap", ">=", form(("7/20", "7/5"), ("3/20", "3/5")), gap="1/5", mass="1/2"),
        sign(base("3 5 7")),
    ),
    forge(
        "gap and mass strictly",
        KIND,
        margin("gap", ">", form(("7/20", "7/5"), ("3/20", "3/5")), gap="1/5", mass="1/2"),
        sign(base("3 5 7")),
        "REFUSED",
        "bound-too-large",
    ),
    accept("the widest tree", KIND, margin("tree-top", ">", number("6"), m=1048576, top="1/2"), sign()),
    accept(
        "a constant beside logarithms",
        KIND,
        margin("strict", ">", form(("3/5", "6/5"), ("2/5", "4/5"), constant="-1/100"), gap="1/5"),
        sign(),
    ),
    reject("a list", KIND, ["margin"], sign(), "MALFORMED", "missing-key"),
    reject(
        "an additive gap of 0",
        KIND,
        margin("additive", ">", number("0"), delta="1/5", gap="0"),
        sign(),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "an entropy delta of 0",
        KIND,
        margin("entropy", ">", number("0"), epsilon="1", delta="0", guard=None, top="1/2"),
        sign(),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "a multiplicative alpha of 0",
        KIND,
        margin("multiplicative", ">=", number("0"), alpha="0", top="1/2"),
        sign(),
        "MALFORMED",
        "out-of-range",
    ),
    forge(
        "additive: delta at half of 1 + gap",
        KIND,
        margin("additive", ">=", number("1"), delta="3/4", gap="1/2"),
        sign(),
        "MALFORMED",
        "out-of-range",
    ),
    forge(
        "additive: delta and gap of 1",
        KIND,
        margin("additive", ">", form(("1", "2")), delta="1", gap="1"),
        sign(base("2")),
        "MALFORMED",
        "out-of-range",
    ),
    forge(
        "tree-top just below 1/(m+1)",
        KIND,
        margin("tree-top", ">=", number("1/1000"), m=2, top="3/10"),
        sign(),
        "MALFORMED",
        "out-of-range",
    ),
    forge(
        "M9 with r = 1",
        KIND,
        margin("entropy", ">", number("-1"), epsilon="1/2", delta="1", guard=None, top="1/2"),
        sign(),
        "MALFORMED",
        "no-bound",
    ),
]

CASES += [
    accept(
        "phi(1/5) - 1/50",
        "logform/sign",
        {"form": form(("3/5", "6/5"), ("2/5", "4/5"), constant="-1/50"), "relation": ">"},
        {"bits": 64},
    ),
    reject(
        "phi(1/5) at 1 bit",
        "logform/sign",
        {"form": form(("3/5", "6/5"), ("2/5", "4/5"), constant="-1/50"), "relation": ">"},
        {"bits": 1},
        "REFUSED",
        "precision-too-low",
    ),
]

THREE_TOKENS = form(("5/12", "5/4"), ("11/30", "11/10"), ("13/60", "13/20"))

CASES += [
    accept(
        "additive with all three tokens exactly",
        KIND,
        margin("additive", ">", THREE_TOKENS, delta="1/5", gap="1/20"),
        sign(base("2 5 11 13")),
    ),
    forge(
        "additive with the three tokens of another gap",
        KIND,
        margin("additive", ">", THREE_TOKENS, delta="1/5", gap="9/100"),
        sign(),
        "REFUSED",
        "bound-too-large",
    ),
]
