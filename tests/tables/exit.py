"""Exit claims: accepted, rejected, forged. Every condition of a bracket, a law or a mean has its forgery."""

from __future__ import annotations

import copy
import hashlib
import struct
from typing import Any

from tests.tables import Case, accept, forge, reject

Value = Any
BRACKET = "exit/bracket"
EXACT: Value = {"method": "exact"}
R: Value = {"kind": "exact"}
STRICT, WEAK = "strictly-outside", "on-or-outside"


def quadratic(*pairs: str) -> Value:
    """Components in one dimension from "slope centre": g(x) = slope (x - centre)."""
    from fractions import Fraction

    parts = [[Fraction(word) for word in pair.split()] for pair in pairs]
    return {
        "kind": "quadratic",
        "components": [{"hessian": [[str(a)]], "linear": [str(-a * c)]} for a, c in parts],
    }


def pieces(left: str, knots: str, right: str) -> Value:
    """A continuous piecewise-linear gradient; knots as "x:y x:y"."""
    return {"left": left, "knots": [word.split(":") for word in knots.split()], "right": right}


def linear(*components: Value) -> Value:
    return {"kind": "piecewise-linear", "components": list(components)}


def method(form: str, step: str, momentum: str) -> Value:
    return {"form": form, "step": step, "momentum": momentum}


def order(*batches: list[int], sampling: str = "list", size: int = 1, drop_last: bool = False) -> Value:
    """A realised order, with the keys its sampling has."""
    sizes: Value = {} if sampling == "list" else {"batch": size}
    ends: Value = {"drop_last": drop_last} if sampling in ("rr", "so") else {}
    return {"sampling": sampling, **sizes, **ends, "batches": list(batches)}


def singles(indices: list[int], **more: Any) -> Value:
    return order(*([i] for i in indices), **more)


def point(x: str, buffer: str) -> Value:
    return {"kind": "point", "x": x.split(), "buffer": buffer.split()}


def below(bound: str, exits: str = STRICT) -> Value:
    """D = {x <= bound} (or < bound) in one dimension."""
    return {"kind": "half-space", "normal": ["1"], "bound": bound, "exit": exits}


def above(bound: str, exits: str = STRICT) -> Value:
    """D = {x >= bound} (or > bound) in one dimension."""
    return {"kind": "half-space", "normal": ["-1"], "bound": spelled(bound), "exit": exits}


def spelled(text: str) -> str:
    """The negative of a rational string."""
    return text.removeprefix("-") if text.startswith("-") or text == "0" else f"-{text}"


def ball(center: str, radius: str, exits: str = STRICT) -> Value:
    return {"kind": "ball", "center": center.split(), "radius": radius, "exit": exits}


def box(low: str, high: str, exits: str = STRICT) -> Value:
    ends = [[None if word == "*" else word for word in side.split()] for side in (low, high)]
    return {"kind": "box", "low": ends[0], "high": ends[1], "exit": exits}


def between(earliest: int, latest: int) -> Value:
    return {"earliest": earliest, "latest": latest}


def bracket(
    pool: Value, how: Value, batches: Value, start: Value, domain: Value, claim: Value, semantics: Value = R
) -> Value:
    return {
        "pool": pool,
        "method": how,
        "order": batches,
        "start": start,
        "domain": domain,
        "semantics": semantics,
        "claim": claim,
    }


def replace(value: Value, **changes: Value) -> Value:
    """A copy with some keys changed; `a__b` reaches inside."""
    fresh = copy.deepcopy(value)
    for path, new in changes.items():
        *above, last = path.split("__")
        inner = fresh
        for key in above:
            inner = inner[key]
        inner[last] = new
    return fresh


def without(value: Value, key: str) -> Value:
    return {name: part for name, part in value.items() if name != key}


# --- exact brackets -------------------------------------------------------------------------------------------------

FORMS_POOL = quadratic("1 2", "3 -1", "1/2 5")
FORMS_ORDER = singles([0, 2, 1, 2, 0, 1, 2, 2, 0, 1, 0, 2] * 6)


def forms(form: str, step: str, claim: Value, batches: Value = FORMS_ORDER) -> Value:
    return bracket(FORMS_POOL, method(form, step, "9/10"), batches, point("0", "0"), ball("0", "6/5"), claim)


def reordered(first: list[int]) -> Value:
    word = [0, 2, 1, 2, 0, 1, 2, 2, 0, 1, 0, 2] * 6
    return singles(first + word[len(first) :])


HB = forms("hb", "1/10", between(26, 26))

# x moves along the diagonal of a rectangle with sides 3, 4: after one step it stands exactly on the sphere
PLANE: Value = {
    "kind": "quadratic",
    "components": [{"hessian": [["0", "0"], ["0", "0"]], "linear": ["-3", "-4"]}],
}


def sphere(exits: str, claim: Value, steps: int = 2) -> Value:
    return bracket(
        PLANE, method("hb", "1", "0"), singles([0] * steps), point("0 0", "0 0"), ball("0 0", "5", exits), claim
    )


# a step of 1 to the right each time, from 0
MARCH: Value = {"kind": "quadratic", "components": [{"hessian": [["0"]], "linear": ["-1"]}]}


def march(domain: Value, claim: Value, steps: int = 5, start: Value = None) -> Value:
    return bracket(MARCH, method("hb", "1", "0"), singles([0] * steps), start or point("0", "0"), domain, claim)


EPOCHS = forms("hb", "1/10", {"survives": 3}, singles([0, 2, 1], sampling="rr"))

EXACT_CASES: list[Case] = [
    accept("heavy ball leaves at 26", BRACKET, HB, EXACT),
    accept("a wider bracket holds too", BRACKET, forms("hb", "1/10", between(20, 30)), EXACT),
    accept("torch leaves at 26", BRACKET, forms("torch", "1/10", between(26, 26)), EXACT),
    accept("ema with step 1/10 stays", BRACKET, forms("ema", "1/10", {"survives": 72}), EXACT),
    accept("ema with step 1 leaves at 26", BRACKET, forms("ema", "1", between(26, 26)), EXACT),
    accept("nag leaves at 14", BRACKET, forms("nag", "1/10", between(14, 14)), EXACT),
    accept("one order", BRACKET, forms("hb", "1/10", between(9, 9), reordered([0, 1, 2, 2])), EXACT),
    accept("another order", BRACKET, forms("hb", "1/10", between(14, 14), reordered([2, 0, 1, 2])), EXACT),
    accept("on the sphere is inside", BRACKET, sphere(STRICT, between(2, 2)), EXACT),
    accept("on the sphere is outside", BRACKET, sphere(WEAK, between(1, 1)), EXACT),
    accept("survives on the sphere", BRACKET, sphere(STRICT, {"survives": 1}), EXACT),
    accept("box side", BRACKET, march(box("*", "3"), between(4, 4)), EXACT),
    accept("box side counts as outside", BRACKET, march(box("-1", "3", WEAK), between(3, 3)), EXACT),
    accept("half-space", BRACKET, march(below("3"), between(4, 4)), EXACT),
    accept("open half-space", BRACKET, march(below("3", WEAK), between(3, 3)), EXACT),
    accept("exit at step 0", BRACKET, march(below("-1"), between(0, 0)), EXACT),
    accept(
        "piecewise-linear walk",
        BRACKET,
        bracket(
            linear(pieces("0", "0:-1 1:-2", "0")),
            method("hb", "1", "0"),
            singles([0] * 3),
            point("0", "0"),
            below("5/2"),
            between(2, 2),
        ),
        EXACT,
    ),
    accept(
        "a start buffer carries",
        BRACKET,
        bracket(
            quadratic("0 0"), method("hb", "1", "1/2"), singles([0] * 3), point("0", "2"), below("1"), between(2, 2)
        ),
        EXACT,
    ),
    accept(
        "torch buffer moves against its sign",
        BRACKET,
        bracket(
            quadratic("0 0"), method("torch", "1", "1/2"), singles([0] * 3), point("0", "-2"), below("1"), between(2, 2)
        ),
        EXACT,
    ),
    accept("reshuffled epochs", BRACKET, EPOCHS, EXACT),
    accept(
        "a last short batch has its own mean",
        BRACKET,
        forms("hb", "1/10", {"survives": 4}, order([0, 2], [1], [1, 2], [0], sampling="rr", size=2)),
        EXACT,
    ),
    forge("one step too late", BRACKET, forms("hb", "1/10", between(27, 27)), EXACT, "REFUSED", "not-inside"),
    forge("one step too early", BRACKET, forms("hb", "1/10", between(25, 25)), EXACT, "REFUSED", "not-outside"),
    forge("hb answer for ema", BRACKET, forms("ema", "1/10", between(26, 26)), EXACT, "REFUSED", "not-outside"),
    forge("hb answer for nag", BRACKET, forms("nag", "1/10", between(26, 26)), EXACT, "REFUSED", "not-inside"),
    forge("nag answer for hb", BRACKET, forms("hb", "1/10", between(14, 14)), EXACT, "REFUSED", "not-outside"),
    forge(
        "survives although it leaves", BRACKET, forms("hb", "1/10", {"survives": 72}), EXACT, "REFUSED", "not-inside"
    ),
    forge(
        "survives checks the last step", BRACKET, forms("hb", "1/10", {"survives": 26}), EXACT, "REFUSED", "not-inside"
    ),
    forge(
        "batches swapped",
        BRACKET,
        forms("hb", "1/10", between(26, 26), reordered([0, 1, 2, 2])),
        EXACT,
        "REFUSED",
        "not-inside",
    ),
    forge(
        "sorted order",
        BRACKET,
        forms("hb", "1/10", between(26, 26), singles(sorted([0, 2, 1, 2, 0, 1, 2, 2, 0, 1, 0, 2] * 6))),
        EXACT,
        "REFUSED",
        "not-inside",
    ),
    forge(
        "sphere: non-strict answer for strict", BRACKET, sphere(STRICT, between(1, 1)), EXACT, "REFUSED", "not-outside"
    ),
    forge("sphere: strict answer for non-strict", BRACKET, sphere(WEAK, between(2, 2)), EXACT, "REFUSED", "not-inside"),
    forge(
        "box: non-strict answer for strict",
        BRACKET,
        march(box("*", "3"), between(3, 3)),
        EXACT,
        "REFUSED",
        "not-outside",
    ),
    forge(
        "box: strict answer for non-strict",
        BRACKET,
        march(box("*", "3", WEAK), between(4, 4)),
        EXACT,
        "REFUSED",
        "not-inside",
    ),
    forge(
        "half-space: strict answer for non-strict",
        BRACKET,
        march(below("3", WEAK), between(4, 4)),
        EXACT,
        "REFUSED",
        "not-inside",
    ),
    forge(
        "half-space: non-strict answer for strict",
        BRACKET,
        march(below("3"), between(3, 3)),
        EXACT,
        "REFUSED",
        "not-outside",
    ),
    forge("low side of a box", BRACKET, march(box("1/2", "9"), {"survives": 5}), EXACT, "REFUSED", "not-inside"),
    forge("exit at step 0 overlooked", BRACKET, march(below("-1"), between(1, 1)), EXACT, "REFUSED", "not-inside"),
    forge(
        "start buffer overlooked",
        BRACKET,
        bracket(
            quadratic("0 0"), method("hb", "1", "1/2"), singles([0] * 3), point("0", "2"), below("1"), {"survives": 3}
        ),
        EXACT,
        "REFUSED",
        "not-inside",
    ),
    forge(
        "short batch divided by the full size",
        BRACKET,
        bracket(
            MARCH | {"components": MARCH["components"] * 3},
            method("hb", "1", "0"),
            order([0, 1], [2], sampling="rr", size=2),
            point("0", "0"),
            below("7/4"),
            {"survives": 2},
        ),
        EXACT,
        "REFUSED",
        "not-inside",
    ),
    reject(
        "latest beyond the window", BRACKET, forms("hb", "1/10", between(26, 73)), EXACT, "MALFORMED", "out-of-range"
    ),
    reject(
        "survival beyond the window",
        BRACKET,
        forms("ema", "1/10", {"survives": 73}),
        EXACT,
        "MALFORMED",
        "out-of-range",
    ),
    reject("empty bracket", BRACKET, forms("hb", "1/10", between(27, 26)), EXACT, "MALFORMED", "out-of-range"),
    reject("negative step index", BRACKET, forms("hb", "1/10", between(-1, 26)), EXACT, "MALFORMED", "out-of-range"),
    reject("no claim", BRACKET, forms("hb", "1/10", {}), EXACT, "MALFORMED", "missing-key"),
    reject(
        "both claims", BRACKET, forms("hb", "1/10", {"survives": 3, **between(4, 4)}), EXACT, "MALFORMED", "unknown-key"
    ),
    reject("momentum one", BRACKET, replace(HB, method__momentum="1"), EXACT, "MALFORMED", "momentum-range"),
    reject("negative momentum", BRACKET, replace(HB, method__momentum="-1/10"), EXACT, "MALFORMED", "momentum-range"),
    reject("step zero", BRACKET, replace(HB, method__step="0"), EXACT, "MALFORMED", "step-range"),
    reject("negative step", BRACKET, replace(HB, method__step="-1/10"), EXACT, "MALFORMED", "step-range"),
    reject("a step schedule", BRACKET, replace(HB, method__step=["1/10", "1/20"]), EXACT, "MALFORMED", "not-a-string"),
    reject("a float step", BRACKET, replace(HB, method__step=0.1), EXACT, "MALFORMED", "float"),
    reject("a boolean step", BRACKET, replace(HB, method__step=True), EXACT, "MALFORMED", "not-a-string"),
    reject("an exponent", BRACKET, replace(HB, method__step="1e-1"), EXACT, "MALFORMED", "exponent"),
    reject("a decimal", BRACKET, replace(HB, method__step="0.1"), EXACT, "MALFORMED", "decimal-point"),
    reject("unknown form", BRACKET, replace(HB, method__form="adam"), EXACT, "MALFORMED", "unknown-word"),
    reject(
        "no form", BRACKET, replace(HB, method={"step": "1/10", "momentum": "9/10"}), EXACT, "MALFORMED", "missing-key"
    ),
    reject(
        "no boundary rule",
        BRACKET,
        replace(HB, domain=without(HB["domain"], "exit")),
        EXACT,
        "MALFORMED",
        "missing-key",
    ),
    reject("no semantics", BRACKET, without(HB, "semantics"), EXACT, "MALFORMED", "missing-key"),
    reject(
        "no start buffer", BRACKET, replace(HB, start={"kind": "point", "x": ["0"]}), EXACT, "MALFORMED", "missing-key"
    ),
    reject("negative radius", BRACKET, replace(HB, domain__radius="-1"), EXACT, "MALFORMED", "empty-domain"),
    reject(
        "open ball of radius 0", BRACKET, replace(HB, domain=ball("0", "0", WEAK)), EXACT, "MALFORMED", "empty-domain"
    ),
    reject("crossed box", BRACKET, replace(HB, domain=box("1", "0")), EXACT, "MALFORMED", "empty-domain"),
    reject("open box of width 0", BRACKET, replace(HB, domain=box("1", "1", WEAK)), EXACT, "MALFORMED", "empty-domain"),
    reject("box without sides", BRACKET, replace(HB, domain=box("*", "*")), EXACT, "MALFORMED", "no-boundary"),
    reject(
        "zero normal", BRACKET, replace(HB, domain={**below("1"), "normal": ["0"]}), EXACT, "MALFORMED", "no-boundary"
    ),
    reject(
        "centre of another dimension", BRACKET, replace(HB, domain=ball("0 0", "1")), EXACT, "MALFORMED", "wrong-length"
    ),
    reject(
        "start of another dimension",
        BRACKET,
        replace(HB, start=point("0 0", "0 0")),
        EXACT,
        "MALFORMED",
        "wrong-length",
    ),
    reject(
        "batch index out of range", BRACKET, replace(HB, order=singles([0, 3] * 30)), EXACT, "MALFORMED", "out-of-range"
    ),
    reject(
        "negative batch index", BRACKET, replace(HB, order=singles([0, -1] * 30)), EXACT, "MALFORMED", "out-of-range"
    ),
    reject("empty batch", BRACKET, replace(HB, order=order(*([[0], []] * 30))), EXACT, "MALFORMED", "too-few"),
    reject("no batches", BRACKET, replace(HB, order=order(), claim={"survives": 0}), EXACT, "MALFORMED", "too-few"),
    reject("a seed for a list", BRACKET, replace(HB, order=7), EXACT, "MALFORMED", "not-an-object"),
    reject("a seed for batches", BRACKET, replace(HB, order__batches=7), EXACT, "MALFORMED", "not-an-array"),
    reject(
        "not a permutation",
        BRACKET,
        replace(EPOCHS, order=singles([0, 2, 0], sampling="rr")),
        EXACT,
        "MALFORMED",
        "not-a-permutation",
    ),
    reject(
        "swapped across epochs",
        BRACKET,
        replace(EPOCHS, order=singles([0, 2, 2, 1, 1, 0], sampling="rr")),
        EXACT,
        "MALFORMED",
        "not-a-permutation",
    ),
    reject(
        "shuffled again though shuffled once",
        BRACKET,
        replace(EPOCHS, order=singles([0, 2, 1, 0, 1, 2], sampling="so")),
        EXACT,
        "MALFORMED",
        "other-order",
    ),
    reject(
        "batch of another size",
        BRACKET,
        replace(EPOCHS, order=order([0, 1], [2], [0], [1], [2], sampling="rr", size=2)),
        EXACT,
        "MALFORMED",
        "batch-size",
    ),
    reject(
        "short batch kept though dropped",
        BRACKET,
        replace(EPOCHS, order=order([0, 1], [2], sampling="rr", size=2, drop_last=True), claim=between(0, 1)),
        EXACT,
        "MALFORMED",
        "batch-size",
    ),
    reject(
        "batch larger than the pool",
        BRACKET,
        replace(EPOCHS, order=order([0, 1, 2, 0], sampling="rr", size=4), claim=between(0, 1)),
        EXACT,
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "iid batch of another size",
        BRACKET,
        replace(EPOCHS, order=order([0, 0], [1], sampling="iid", size=2), claim=between(0, 1)),
        EXACT,
        "MALFORMED",
        "batch-size",
    ),
    reject(
        "hessian not symmetric",
        BRACKET,
        replace(
            sphere(STRICT, between(2, 2)),
            pool={"kind": "quadratic", "components": [{"hessian": [["0", "1"], ["0", "0"]], "linear": ["-3", "-4"]}]},
        ),
        EXACT,
        "MALFORMED",
        "not-symmetric",
    ),
    reject(
        "ragged hessian",
        BRACKET,
        replace(
            sphere(STRICT, between(2, 2)),
            pool={"kind": "quadratic", "components": [{"hessian": [["0", "1"], ["0"]], "linear": ["-3", "-4"]}]},
        ),
        EXACT,
        "MALFORMED",
        "wrong-length",
    ),
    reject(
        "empty pool", BRACKET, replace(HB, pool={"kind": "quadratic", "components": []}), EXACT, "MALFORMED", "too-few"
    ),
    reject(
        "unknown pool",
        BRACKET,
        replace(HB, pool={"kind": "cubic", "components": []}),
        EXACT,
        "MALFORMED",
        "unknown-word",
    ),
    reject(
        "knots out of order",
        BRACKET,
        replace(HB, pool=linear(*[pieces("0", "1:0 0:0", "0")] * 3)),
        EXACT,
        "MALFORMED",
        "knots-not-increasing",
    ),
    reject("no knots", BRACKET, replace(HB, pool=linear(*[pieces("0", "", "0")] * 3)), EXACT, "MALFORMED", "too-few"),
    reject(
        "exact replay of a set",
        BRACKET,
        replace(HB, start={"kind": "ball", "center": ["0"], "radius": "1/100", "buffer": ["0"]}),
        EXACT,
        "REFUSED",
        "not-exact",
    ),
    reject(
        "exact replay of rounded runs",
        BRACKET,
        replace(HB, semantics={"kind": "rounded", "eps_buffer": "1/1000", "eps_x": "1/1000"}),
        EXACT,
        "REFUSED",
        "not-exact",
    ),
    reject(
        "start box crossed",
        BRACKET,
        replace(HB, start={"kind": "box", "low": ["1"], "high": ["0"], "buffer": ["0"]}),
        EXACT,
        "MALFORMED",
        "empty-start",
    ),
    reject(
        "start ball of negative radius",
        BRACKET,
        replace(HB, start={"kind": "ball", "center": ["1"], "radius": "-1", "buffer": ["0"]}),
        EXACT,
        "MALFORMED",
        "empty-start",
    ),
    reject("no method in the evidence", BRACKET, HB, {}, "MALFORMED", "missing-key"),
    reject("unknown method", BRACKET, HB, {"method": "trust me"}, "MALFORMED", "unknown-word"),
    reject(
        "evidence with its own problem",
        BRACKET,
        HB,
        {"method": "exact", "pool": HB["pool"]},
        "MALFORMED",
        "unknown-key",
    ),
]

# --- tubes ----------------------------------------------------------------------------------------------------------


def tube(norm: str, *rows: str, precision: int = 64) -> Value:
    """Evidence from "p11 p12 p22" and rows "low high rho"."""
    table = [dict(zip(("low", "high", "rho"), row.split(), strict=True)) for row in rows]
    return {"method": "tube", "precision": precision, "norm": norm.split(), "table": table}


def around(center: str, radius: str, buffer: str) -> Value:
    return {"kind": "ball", "center": center.split(), "radius": radius, "buffer": buffer.split()}


def rounded(eps_buffer: str, eps_x: str) -> Value:
    return {"kind": "rounded", "eps_buffer": eps_buffer, "eps_x": eps_x}


def logistic(features: list[list[int]], labels: list[int], ridge: str, denominator: int = 1) -> Value:
    return {
        "kind": "ridge-logistic",
        "features": features,
        "denominator": denominator,
        "labels": labels,
        "lambda": ridge,
    }


def network(features: list[list[int]], targets: str, hidden: int, ridge: str, denominator: int = 1) -> Value:
    return {
        "kind": "tanh",
        "features": features,
        "denominator": denominator,
        "targets": targets.split(),
        "hidden": hidden,
        "lambda": ridge,
    }


def walk(pool: Value, how: Value, steps: int, start: Value, domain: Value, claim: Value, semantics: Value = R) -> Value:
    """A bracket for a pool of one component."""
    return bracket(pool, how, singles([0] * steps), start, domain, claim, semantics)


# x+ = x/2: halves; on the tube ||A(1)||_P^2 = 1/2 for P = I
HALVE = walk(quadratic("1 0"), method("hb", "1/2", "0"), 4, around("8", "1", "0"), above("1"), between(3, 4))
HALVE_TUBE = tube("1 0 1", "1 1 3/4")

# A(1) = [[0, 1/2], [-1, 1/2]]: with these P and rho, rho^2 P - A^T P A is diag(0, -1/6) and diag(-1/2, 0)
SKEW = walk(quadratic("1 0"), method("hb", "1", "1/2"), 2, around("-8", "1", "-8"), below("12/5"), {"survives": 2})

# no force, momentum 1/3: rho = 1 holds for P = [[2, 1], [1, 3]]; errors in the buffer push x by 3/2 a step in the end
DRIFT = walk(
    quadratic("0 0"), method("hb", "1", "1/3"), 8, point("0", "0"), ball("0", "11"), {"survives": 8}, rounded("1", "0")
)
DRIFT_TUBE = tube("2 1 3", "0 0 1")

# flat on [-1, 1], slope -10 outside
CLIFF = linear(pieces("-10", "-1:0 1:0", "-10"))

# one example; sigma' is tiny at the centre 10 and 1/4 at 0; a start at -2 is thrown to 33
PUSHED = walk(
    logistic([[1]], [1], "0"), method("hb", "40", "0"), 1, around("10", "12", "0"), below("30"), {"survives": 1}
)

RIDGE = walk(
    logistic([[1], [2]], [1, -1], "1/8"),
    method("hb", "1/2", "0"),
    6,
    point("3", "0"),
    above("5/2"),
    between(4, 4),
)
RIDGE_STAYS = replace(RIDGE, domain=ball("0", "31/10"), claim={"survives": 6})
RIDGE_TUBE = tube("1 0 1", "1/8 2/5 19/20", precision=96)

NET = walk(
    network([[1, 1]], "1/2", 1, "0"),
    method("hb", "1/8", "0"),
    3,
    point("1/2 1/4 0", "0 0 0"),
    ball("1/2 1/4 0", "1/4"),
    {"survives": 3},
)
NET_TUBE = tube("1 0 1", "-4 8 2", precision=96)

TUBE_CASES: list[Case] = [
    accept("a set of starts leaves together", BRACKET, HALVE, HALVE_TUBE),
    accept(
        "a box of starts",
        BRACKET,
        replace(HALVE, start={"kind": "box", "low": ["7"], "high": ["9"], "buffer": ["0"]}),
        HALVE_TUBE,
    ),
    accept("a second row is used", BRACKET, HALVE, tube("1 0 1", "0 1/2 1", "1 1 3/4")),
    accept("momentum and a set", BRACKET, replace(SKEW, domain=below("4")), tube("1 0 1", "1 1 6/5")),
    accept("rounded runs stay in a wider ball", BRACKET, replace(DRIFT, domain=ball("0", "17")), DRIFT_TUBE),
    accept(
        "a tube for one exact point", BRACKET, replace(HALVE, start=point("8", "0"), claim=between(3, 4)), HALVE_TUBE
    ),
    accept("ridge-logistic goes down", BRACKET, RIDGE, RIDGE_TUBE),
    accept("ridge-logistic stays in the ball", BRACKET, RIDGE_STAYS, RIDGE_TUBE),
    accept("tanh network stays", BRACKET, NET, NET_TUBE),
    accept(
        "rounded nag",
        BRACKET,
        walk(
            quadratic("1 0"),
            method("nag", "1/2", "1/2"),
            3,
            point("1", "0"),
            ball("0", "2"),
            {"survives": 3},
            rounded("1/1000", "1/1000"),
        ),
        tube("1 0 1", "1 1 3/2"),
    ),
    forge(
        "a set leaves later than its centre",
        BRACKET,
        replace(HALVE, claim=between(3, 3)),
        HALVE_TUBE,
        "REFUSED",
        "not-outside",
    ),
    forge(
        "a set leaves earlier than its centre",
        BRACKET,
        replace(HALVE, claim=between(4, 4)),
        HALVE_TUBE,
        "REFUSED",
        "not-inside",
    ),
    forge(
        "norm test without its second diagonal entry",
        BRACKET,
        SKEW,
        tube("1 -1/6 1/4", "1 1 1/2"),
        "REFUSED",
        "not-contracting",
    ),
    forge(
        "norm test without its first diagonal entry",
        BRACKET,
        SKEW,
        tube("1 -1/2 3/4", "1 1 1/2"),
        "REFUSED",
        "not-contracting",
    ),
    forge("norm test by the determinant alone", BRACKET, SKEW, tube("1 0 1", "1 1 0"), "REFUSED", "not-contracting"),
    forge("norm test without the determinant", BRACKET, SKEW, tube("1 0 1", "1 1 3/4"), "REFUSED", "not-contracting"),
    forge("defect of the buffer kept out of x", BRACKET, DRIFT, DRIFT_TUBE, "REFUSED", "not-inside"),
    forge(
        "defects of x left out",
        BRACKET,
        replace(DRIFT, semantics=rounded("0", "2")),
        DRIFT_TUBE,
        "REFUSED",
        "not-inside",
    ),
    forge(
        "curvature of the domain for points outside it",
        BRACKET,
        walk(CLIFF, method("hb", "1/10", "0"), 1, around("2", "1", "0"), below("3/2"), between(0, 1)),
        tube("1 0 1", "0 0 1"),
        "REFUSED",
        "curvature-not-covered",
    ),
    forge(
        "curvature at the centre, flat",
        BRACKET,
        walk(CLIFF, method("hb", "1/10", "0"), 2, around("0", "2", "0"), ball("0", "3"), {"survives": 2}),
        tube("1 0 1", "0 0 1"),
        "REFUSED",
        "curvature-not-covered",
    ),
    forge("sigma' at the centre", BRACKET, PUSHED, tube("1 0 1", "0 1/1000 1"), "REFUSED", "curvature-not-covered"),
    forge(
        "a table that stops short of the curvature",
        BRACKET,
        PUSHED,
        tube("1 0 1", "0 1/5 1", "0 6/25 1"),
        "REFUSED",
        "not-contracting",
    ),
    forge(
        "a tube wider than the ball",
        BRACKET,
        walk(
            {"kind": "quadratic", "components": [{"hessian": [["1", "0"], ["0", "1"]], "linear": ["0", "0"]}]},
            method("hb", "1/2", "0"),
            1,
            around("1 1", "3", "0 0"),
            ball("0 0", "1"),
            {"survives": 0},
        ),
        HALVE_TUBE,
        "REFUSED",
        "not-inside",
    ),
    forge(
        "norm with negative p22",
        BRACKET,
        replace(HALVE, claim=between(4, 4)),
        tube("1 0 -1", "1 1 3/4"),
        "REFUSED",
        "not-positive-definite",
    ),
    forge(
        "norm negative definite",
        BRACKET,
        replace(HALVE, claim=between(4, 4)),
        tube("-1 0 -1", "1 1 3/4"),
        "REFUSED",
        "not-positive-definite",
    ),
    forge(
        "singular norm",
        BRACKET,
        replace(HALVE, claim=between(4, 4)),
        tube("1 1 1", "1 1 3/4"),
        "REFUSED",
        "not-positive-definite",
    ),
    forge(
        "negative rho",
        BRACKET,
        replace(HALVE, claim=between(4, 4)),
        tube("1 0 1", "1 1 -3/4"),
        "REFUSED",
        "negative-rho",
    ),
    forge(
        "row upside down",
        BRACKET,
        replace(HALVE, claim=between(4, 4)),
        tube("1 0 1", "2 0 3/4"),
        "REFUSED",
        "empty-row",
    ),
    forge(
        "row whose low end is above the curvature",
        BRACKET,
        walk(quadratic("-1 0"), method("hb", "1", "0"), 1, around("0", "1", "0"), ball("0", "3/2"), {"survives": 1}),
        tube("1 0 1", "0 1 1"),
        "REFUSED",
        "curvature-not-covered",
    ),
    forge(
        "ridge-logistic leaves although it only moves down",
        BRACKET,
        replace(RIDGE, domain=below("4")),
        RIDGE_TUBE,
        "REFUSED",
        "not-outside",
    ),
    forge(
        "network: curvature of a convex pool",
        BRACKET,
        replace(NET, claim={"survives": 3}, domain=ball("1/2 1/4 0", "1/1000")),
        tube("1 0 1", "0 8 2", precision=96),
        "REFUSED",
        "curvature-not-covered",
    ),
    forge(
        "network leaves a small ball",
        BRACKET,
        replace(NET, domain=ball("1/2 1/4 0", "1/1000")),
        NET_TUBE,
        "REFUSED",
        "not-inside",
    ),
    forge(
        "nag table for hb numbers",
        BRACKET,
        walk(quadratic("1 0"), method("nag", "1/2", "1/2"), 3, around("1", "1", "0"), ball("0", "2"), {"survives": 3}),
        tube("1 0 1", "1 1 1/2"),
        "REFUSED",
        "not-contracting",
    ),
    reject(
        "tie on the sphere inside a tube",
        BRACKET,
        sphere(STRICT, {"survives": 1}),
        tube("1 0 1", "0 0 2"),
        "REFUSED",
        "not-inside",
    ),
    reject(
        "tie on the sphere from outside",
        BRACKET,
        sphere(WEAK, between(1, 1)),
        tube("1 0 1", "0 0 2"),
        "REFUSED",
        "not-outside",
    ),
    reject("empty table", BRACKET, HALVE, tube("1 0 1"), "MALFORMED", "too-few"),
    reject("precision too small", BRACKET, HALVE, tube("1 0 1", "1 1 3/4", precision=8), "MALFORMED", "out-of-range"),
    reject("precision as text", BRACKET, HALVE, HALVE_TUBE | {"precision": "64"}, "MALFORMED", "not-an-integer"),
    reject(
        "negative budget",
        BRACKET,
        replace(DRIFT, semantics=rounded("-1", "0")),
        DRIFT_TUBE,
        "MALFORMED",
        "negative-budget",
    ),
    reject("no budget", BRACKET, replace(DRIFT, semantics={"kind": "rounded"}), DRIFT_TUBE, "MALFORMED", "missing-key"),
    reject(
        "unknown semantics",
        BRACKET,
        replace(DRIFT, semantics={"kind": "float"}),
        DRIFT_TUBE,
        "MALFORMED",
        "unknown-word",
    ),
    reject("negative lambda", BRACKET, replace(RIDGE, pool__lambda="-1/8"), RIDGE_TUBE, "MALFORMED", "lambda-range"),
    reject("label 0", BRACKET, replace(RIDGE, pool__labels=[0, 1]), RIDGE_TUBE, "MALFORMED", "not-a-label"),
    reject(
        "a label too many", BRACKET, replace(RIDGE, pool__labels=[1, 1, 1]), RIDGE_TUBE, "MALFORMED", "wrong-length"
    ),
    reject(
        "features as floats", BRACKET, replace(RIDGE, pool__features=[[0.5], [2]]), RIDGE_TUBE, "MALFORMED", "float"
    ),
    reject(
        "ragged features",
        BRACKET,
        replace(RIDGE, pool__features=[[1], [2, 3]]),
        RIDGE_TUBE,
        "MALFORMED",
        "wrong-length",
    ),
    reject("denominator 0", BRACKET, replace(RIDGE, pool__denominator=0), RIDGE_TUBE, "MALFORMED", "out-of-range"),
    reject("exact replay of an exponential", BRACKET, RIDGE, EXACT, "REFUSED", "not-exact"),
    reject("no hidden unit", BRACKET, replace(NET, pool__hidden=0), NET_TUBE, "MALFORMED", "out-of-range"),
    reject(
        "a recorded start without a trace",
        BRACKET,
        replace(RIDGE, start={"kind": "recorded"}),
        RIDGE_TUBE,
        "MALFORMED",
        "other-start",
    ),
]


# --- recorded runs --------------------------------------------------------------------------------------------------


def stored(*numbers: float, shape: tuple[int, ...] = ()) -> bytes:
    """A .npy file of binary64 in C order."""
    body = struct.pack(f"<{len(numbers)}d", *numbers)
    sizes = ", ".join(str(size) for size in shape)
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({sizes}), }}"
    padded = header + " " * (-(len(header) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + len(padded).to_bytes(2, "little") + padded.encode() + body


# momentum 1/2 from x = 0, b = 2 without force; the third state is off by 2^-20
RUN = stored(0.0, 2.0, 1.0, 1.0, 1.5, 0.5, 1.75 + 2.0**-20, 0.25, shape=(4, 2, 1))


def recorded(
    name: str,
    claim: Value,
    expected: tuple[str, str] | None,
    data: bytes = RUN,
    *,
    deltas: str = "1/1000000000000 1/1000000",
    bound: str = "8/5",
    precision: int = 64,
    named: bytes | None = None,
    form: str = "hb",
) -> Case:
    """A claim about a stored run; `named` is the file whose hash the claim carries."""
    delta_buffer, delta_x = deltas.split()
    sha256 = hashlib.sha256(data if named is None else named).hexdigest()
    semantics = {"kind": "trace", "path": "run.npy", "sha256": sha256, "delta_buffer": delta_buffer, "delta_x": delta_x}
    statement = walk(
        quadratic("0 0"), method(form, "1", "1/2"), 3, {"kind": "recorded"}, below(bound), claim, semantics
    )
    files = {hashlib.sha256(data).hexdigest(): data}
    evidence = {"method": "trace", "precision": precision}
    return Case(name, BRACKET, statement, evidence, expected, expected is not None, attachments=files)


SHAPE, OFF = ("MALFORMED", "trace-shape"), ("REFUSED", "off-the-recursion")

TRACE_CASES: list[Case] = [
    recorded("a stored run leaves at 3", between(3, 3), None),
    recorded("a stored run stays", {"survives": 2}, None),
    recorded("stored exit one early", between(2, 2), ("REFUSED", "not-outside")),
    recorded("stored exit overlooked", {"survives": 3}, ("REFUSED", "not-inside")),
    recorded("off the recursion in x", between(3, 3), OFF, deltas="1/1000000000000 1/2000000"),
    recorded(
        "off the recursion in the buffer",
        between(3, 3),
        OFF,
        stored(0.0, 2.0, 1.25, 1.25, 1.875, 0.625, 2.1875, 0.3125, shape=(4, 2, 1)),
        deltas="1/8 1/1000",
    ),
    recorded("another form", between(3, 3), OFF, form="torch"),
    recorded("off after the exit", between(2, 2), OFF, bound="5/4", deltas="1/1000000000000 1/2000000"),
    recorded(
        "NaN",
        between(3, 3),
        ("MALFORMED", "not-a-number"),
        stored(0.0, 2.0, 1.0, 1.0, 1.5, 0.5, float("nan"), 0.25, shape=(4, 2, 1)),
    ),
    recorded(
        "infinity",
        between(3, 3),
        ("MALFORMED", "not-a-number"),
        stored(0.0, 2.0, 1.0, 1.0, 1.5, 0.5, float("inf"), 0.25, shape=(4, 2, 1)),
    ),
    recorded(
        "a double finer than the grid",
        between(3, 3),
        ("REFUSED", "precision-too-low"),
        stored(0.0, 2.0, 1.0, 1.0, 1.5, 0.5, 1.75 + 2.0**-20, 0.25 + 5e-324, shape=(4, 2, 1))[:-8]
        + struct.pack("<d", 5e-324),
    ),
    recorded("another shape", between(3, 3), SHAPE, stored(*[0.0] * 8, shape=(2, 4, 1))),
    recorded("cut short", between(3, 3), SHAPE, RUN[:-8]),
    recorded("longer", between(3, 3), SHAPE, RUN + bytes(8)),
    recorded("another file type", between(3, 3), ("MALFORMED", "not-npy"), b"PK" + RUN),
    recorded("another file", between(3, 3), ("WRONG_CLAIM", "no-attachment"), named=b"other"),
    reject(
        "a tube for a recorded run",
        BRACKET,
        recorded("", between(3, 3), None).statement,
        tube("1 0 1", "0 0 2"),
        "REFUSED",
        "recorded-run",
    ),
    reject(
        "an exact replay of a recorded run",
        BRACKET,
        recorded("", between(3, 3), None).statement,
        EXACT,
        "REFUSED",
        "not-exact",
    ),
    reject(
        "trace evidence without a trace", BRACKET, HALVE, {"method": "trace", "precision": 64}, "REFUSED", "no-trace"
    ),
]

# --- laws -----------------------------------------------------------------------------------------------------------

LAW, SAME, NEVER, FINITE, MEAN = "exit/law", "exit/same-pointwise-law", "exit/never", "exit/finite-mean", "exit/mean"
COUNTED: Value = {"method": "enumeration"}
REFINED: Value = {"method": "refinement"}


def sampling(kind: str, letters: int) -> Value:
    """Single components as the batches that are drawn."""
    return {"kind": kind, "batches": [[i] for i in range(letters)]}


def law(pool: Value, how: Value, start: Value, domain: Value, drawn: Value, steps: int, exits: str, rest: str) -> Value:
    """exits as "k:p k:p"."""
    masses = [[int(k), p] for k, p in (word.split(":") for word in exits.split())]
    return {
        "pool": pool,
        "method": how,
        "start": start,
        "domain": domain,
        "sampling": drawn,
        "steps": steps,
        "law": {"exits": masses, "survives": rest},
    }


def bump(*supports: str) -> Value:
    """x minus trapezoids of height 1/4, each "l0 l1 r1 r0"."""
    from fractions import Fraction

    knots = []
    for support in supports:
        l0, l1, r1, r0 = (Fraction(word) for word in support.split())
        knots += [(l0, l0), (l1, l1 - Fraction(1, 4)), (r1, r1 - Fraction(1, 4)), (r0, r0)]
    knots = knots or [(Fraction(0), Fraction(0))]
    return pieces("1", " ".join(f"{x}:{y}" for x, y in knots), "1")


LEFT, RIGHT = "-13/5 -21/10 -19/10 -7/5", "-3/5 -1/10 2/5 9/10"
TOGETHER = linear(bump(LEFT, RIGHT), bump())
APART = linear(bump(LEFT), bump(RIGHT))
PAIR = (method("hb", "1", "1/2"), point("-2", "0"), below("21/16"))


def pair(pool: Value, kind: str, steps: int, exits: str, rest: str) -> Value:
    how, start, domain = PAIR
    return law(pool, how, start, domain, sampling(kind, 2), steps, exits, rest)


THREE = quadratic("1 -2", "2 1", "1/2 4")


def three(kind: str, exits: str, rest: str) -> Value:
    return law(THREE, method("hb", "1/4", "1/2"), point("0", "0"), below("1"), sampling(kind, 3), 6, exits, rest)


IID3 = three("iid", "2:2/9 3:4/27 4:10/81 5:20/243 6:61/729", "248/729")
RR3 = three("rr", "2:1/6 4:5/18 5:1/12 6:1/12", "7/18")
SO3 = three("so", "2:1/6 6:1/6", "2/3")
RUNS = quadratic("1 -1", "1 1")


def runs(exits: str, kind: str, bound: str, masses: str, rest: str, steps: int = 4) -> Value:
    """x+ = (x +- 1)/2 from -1."""
    how = method("hb", "1/2", "0")
    return law(RUNS, how, point("-1", "0"), below(bound, exits), sampling(kind, 2), steps, masses, rest)


LAW_CASES: list[Case] = [
    accept("iid law of three", LAW, IID3, COUNTED),
    accept("reshuffled law of three", LAW, RR3, COUNTED),
    accept("shuffled-once law of three", LAW, SO3, COUNTED),
    accept("iid law of the pair", LAW, pair(TOGETHER, "iid", 12, "2:1/4", "3/4"), COUNTED),
    accept("iid law of its twin", LAW, pair(APART, "iid", 12, "2:1/4", "3/4"), COUNTED),
    accept("reshuffled, together: no exit", LAW, pair(TOGETHER, "rr", 12, "", "1"), COUNTED),
    accept("reshuffled, apart: exit at 2", LAW, pair(APART, "rr", 12, "2:1/2", "1/2"), COUNTED),
    accept("three ups touch the boundary", LAW, runs(WEAK, "iid", "3/4", "3:1/8 4:1/16", "13/16"), COUNTED),
    accept("three ups from -1 stay inside", LAW, runs(STRICT, "iid", "3/4", "4:1/16", "15/16"), COUNTED),
    accept("a fixed periodic order", LAW, three("periodic", "6:1", "0"), COUNTED),
    forge("iid law called reshuffled", LAW, replace(IID3, sampling=sampling("rr", 3)), COUNTED, "REFUSED", "other-law"),
    forge("reshuffled law called iid", LAW, replace(RR3, sampling=sampling("iid", 3)), COUNTED, "REFUSED", "other-law"),
    forge("permutations merged", LAW, replace(RR3, sampling=sampling("so", 3)), COUNTED, "REFUSED", "other-law"),
    forge(
        "fresh permutations each epoch", LAW, replace(SO3, sampling=sampling("rr", 3)), COUNTED, "REFUSED", "other-law"
    ),
    forge("twin's law", LAW, pair(TOGETHER, "rr", 12, "2:1/2", "1/2"), COUNTED, "REFUSED", "other-law"),
    forge("law of the first", LAW, pair(APART, "rr", 12, "", "1"), COUNTED, "REFUSED", "other-law"),
    forge(
        "boundary the other way",
        LAW,
        runs(STRICT, "iid", "3/4", "3:1/8 4:1/16", "13/16"),
        COUNTED,
        "REFUSED",
        "other-law",
    ),
    forge("a mass moved", LAW, three("rr", "2:1/6 4:1/4 5:1/9 6:1/12", "7/18"), COUNTED, "REFUSED", "other-law"),
    forge("an exit hidden in survival", LAW, three("so", "2:1/6", "5/6"), COUNTED, "REFUSED", "other-law"),
    reject("probabilities above 1", LAW, three("so", "2:1/6 6:1/6", "5/6"), COUNTED, "MALFORMED", "not-a-distribution"),
    reject("probabilities below 1", LAW, three("so", "2:1/6", "2/3"), COUNTED, "MALFORMED", "not-a-distribution"),
    reject("mass 0", LAW, three("so", "2:1/6 3:0 6:1/6", "2/3"), COUNTED, "MALFORMED", "not-a-mass"),
    reject("negative mass", LAW, three("so", "2:1/3 6:-1/6", "5/6"), COUNTED, "MALFORMED", "not-a-mass"),
    reject("negative survival", LAW, three("so", "2:1 6:1", "-1"), COUNTED, "MALFORMED", "not-a-mass"),
    reject("times out of order", LAW, three("so", "6:1/6 2:1/6", "2/3"), COUNTED, "MALFORMED", "out-of-range"),
    reject("time beyond the window", LAW, three("so", "2:1/6 7:1/6", "2/3"), COUNTED, "MALFORMED", "out-of-range"),
    reject(
        "a smooth pool",
        LAW,
        replace(SO3, pool=logistic([[1], [2], [3]], [1, 1, 1], "1")),
        COUNTED,
        "MALFORMED",
        "not-exact",
    ),
    reject(
        "unknown sampling",
        LAW,
        replace(SO3, sampling={"kind": "shuffle", "batches": [[0]]}),
        COUNTED,
        "MALFORMED",
        "unknown-word",
    ),
    reject("letter out of range", LAW, replace(SO3, sampling=sampling("so", 4)), COUNTED, "MALFORMED", "out-of-range"),
    reject("no letters", LAW, replace(SO3, sampling=sampling("so", 0)), COUNTED, "MALFORMED", "too-few"),
    reject(
        "numbers without end",
        LAW,
        law(
            quadratic("1 1"),
            method("hb", "1/3", "0"),
            point("0", "0"),
            below("1"),
            sampling("periodic", 1),
            1 << 16,
            "",
            "1",
        ),
        COUNTED,
        "LIMIT",
        "too-many-states",
    ),
    reject(
        "a start that is a set", LAW, replace(SO3, start=around("0", "1", "0")), COUNTED, "MALFORMED", "unknown-word"
    ),
]

CROSSED = linear(pieces("0", "0:0", "1"), pieces("0", "0:0", "-1"))
UNCROSSED = linear(pieces("1", "0:0", "1"), pieces("-1", "0:0", "-1"))


def same(one: Value, other: Value) -> Value:
    return {"one": one, "other": other}


SAME_CASES: list[Case] = [
    accept("labels swapped between regions", SAME, same(TOGETHER, APART), REFINED),
    accept(
        "order of components does not matter",
        SAME,
        same(linear(bump(LEFT), bump(RIGHT)), linear(bump(RIGHT), bump(LEFT))),
        REFINED,
    ),
    accept(
        "rays swapped at a crossing",
        SAME,
        same(UNCROSSED, linear(pieces("1", "0:0", "-1"), pieces("-1", "0:0", "1"))),
        REFINED,
    ),
    accept("an idle knot", SAME, same(linear(pieces("1", "0:0 1:1", "1")), linear(pieces("1", "5:5", "1"))), REFINED),
    forge("another left ray", SAME, same(CROSSED, UNCROSSED), REFINED, "REFUSED", "laws-differ"),
    forge(
        "another right ray",
        SAME,
        same(linear(pieces("1", "0:0", "1")), linear(pieces("1", "0:0", "2"))),
        REFINED,
        "REFUSED",
        "laws-differ",
    ),
    forge(
        "equal at the knots only",
        SAME,
        same(
            linear(pieces("0", "0:0 1:1", "0"), pieces("0", "0:1 1:0", "0")),
            linear(pieces("0", "0:0 1:0", "0"), pieces("0", "0:1 1:1", "0")),
        ),
        REFINED,
        "REFUSED",
        "laws-differ",
    ),
    forge(
        "equal marginals at both ends of a cell",
        SAME,
        same(
            linear(pieces("0", "0:0 1:2", "0"), pieces("0", "0:1 1:3", "0")),
            linear(pieces("0", "0:0 1:3", "0"), pieces("0", "0:1 1:2", "0")),
        ),
        REFINED,
        "REFUSED",
        "laws-differ",
    ),
    forge(
        "multiplicity",
        SAME,
        same(
            linear(*[pieces("0", f"0:{y}", "0") for y in (0, 0, 1)]),
            linear(*[pieces("0", f"0:{y}", "0") for y in (0, 1, 1)]),
        ),
        REFINED,
        "REFUSED",
        "laws-differ",
    ),
    forge(
        "sizes differ",
        SAME,
        same(CROSSED, linear(*CROSSED["components"], *CROSSED["components"])),
        REFINED,
        "REFUSED",
        "sizes-differ",
    ),
    forge(
        "a bump inside one cell of the other",
        SAME,
        same(linear(pieces("1", "0:0", "1")), linear(pieces("1", "3:3 4:3 5:5", "1"))),
        REFINED,
        "REFUSED",
        "laws-differ",
    ),
    reject("quadratics", SAME, same(THREE, THREE), REFINED, "MALFORMED", "unknown-word"),
    reject("unknown evidence", SAME, same(CROSSED, CROSSED), {"method": "sampling"}, "MALFORMED", "unknown-word"),
]

# --- never ----------------------------------------------------------------------------------------------------------


def never(pool: Value, how: Value, start: Value, domain: Value, drawn: Value) -> Value:
    return {"pool": pool, "method": how, "start": start, "domain": domain, "sampling": drawn}


REACHED: Value = {"method": "reachable"}
FLIP = quadratic("1 1", "1 -1")  # with h = 1: x+ = 1 or -1
NEVER_FLIP = never(FLIP, method("hb", "1", "0"), point("0", "0"), ball("0", "1"), sampling("iid", 2))


def node(x: str, buffer: str, targets: list[int | None], left: list[int] | None = None, ends: str = "") -> Value:
    """x and buffer as "low high"; ends "[ [" style words say which ends of x are open, e.g. "open closed"."""
    opened = [word == "open" for word in (ends or "closed closed").split()]
    made: Value = {"x": x.split(), "buffer": buffer.split(), "open": opened, "next": targets}
    return made if left is None else {**made, "remaining": left}


def automaton(*nodes: Value, **more: Value) -> Value:
    return {"method": "automaton", "nodes": list(nodes), **more}


EIGHTH = method("hb", "1/2", "1/8")
RR_NEVER = never(RUNS, EIGHTH, point("0", "0"), below("13/16"), sampling("rr", 2))
# v+ = v/8 - (x +- 1)/2, x+ = x + v+; components 0: centre -1, 1: centre 1
DOWN, UP = "-51/64 -13/64", "13/64 51/64"
RR_BOXES = automaton(
    node("-3/8 3/8", "-7/8 7/8", [1, 2], [0, 1]),
    node(DOWN, DOWN, [None, 0], [1]),
    node(UP, UP, [0, None], [0]),
)

CONTRACT = never(
    quadratic("1 1", "1 -1"), method("hb", "1/2", "0"), point("0", "0"), ball("0", "3/2"), sampling("iid", 2)
)


def contraction(norm: str, center: str, row: str, precision: int = 64) -> Value:
    low, high, rho = row.split()
    table = {"low": low, "high": high, "rho": rho}
    return {"method": "ball", "precision": precision, "norm": norm.split(), "center": center.split(), "row": table}


NEVER_CASES: list[Case] = [
    accept("two points", NEVER, NEVER_FLIP, REACHED),
    accept("a periodic orbit", NEVER, replace(NEVER_FLIP, sampling=sampling("periodic", 2)), REACHED),
    accept(
        "reshuffled, together: no exit ever",
        NEVER,
        never(TOGETHER, method("hb", "1", "0"), point("-2", "0"), ball("0", "9/4"), sampling("rr", 2)),
        REACHED,
    ),
    accept("boxes for reshuffled signs", NEVER, RR_NEVER, RR_BOXES),
    accept("contraction ball", NEVER, CONTRACT, contraction("1 0 1/4", "0", "1 1 3/5")),
    accept(
        "contraction ball of a ridge-logistic pool",
        NEVER,
        never(
            logistic([[1], [2]], [1, -1], "1"),
            method("hb", "1/2", "0"),
            point("0", "0"),
            ball("0", "2"),
            sampling("rr", 2),
        ),
        contraction("1 0 1/4", "0", "1 9/4 3/5"),
    ),
    forge(
        "one state lies outside", NEVER, replace(NEVER_FLIP, domain=ball("0", "1", WEAK)), REACHED, "REFUSED", "leaves"
    ),
    forge("starts outside", NEVER, replace(NEVER_FLIP, start=point("2", "0")), REACHED, "REFUSED", "leaves"),
    forge(
        "one order stays, another does not",
        NEVER,
        replace(NEVER_FLIP, pool=quadratic("1 1", "1 -2")),
        REACHED,
        "REFUSED",
        "leaves",
    ),
    forge(
        "iid leaves where reshuffled stays",
        NEVER,
        replace(RR_NEVER, sampling=sampling("iid", 2)),
        automaton(
            node("-3/8 3/8", "-7/8 7/8", [1, 2]),
            node(DOWN, DOWN, [0, 0]),
            node(UP, UP, [0, 0]),
        ),
        "REFUSED",
        "image-not-inside",
    ),
    forge(
        "a box that its image leaves",
        NEVER,
        RR_NEVER,
        automaton(
            node("-1/8 1/8", "-5/4 5/4", [1, 2], [0, 1]),
            node(DOWN, DOWN, [None, 0], [1]),
            node(UP, UP, [0, None], [0]),
        ),
        "REFUSED",
        "image-not-inside",
    ),
    forge(
        "a box that leaves the domain",
        NEVER,
        replace(RR_NEVER, domain=below("3/4")),
        RR_BOXES,
        "REFUSED",
        "node-outside",
    ),
    forge(
        "start outside the first box",
        NEVER,
        replace(RR_NEVER, start=point("-10", "0")),
        RR_BOXES,
        "REFUSED",
        "start-not-inside",
    ),
    forge(
        "start buffer outside the first box",
        NEVER,
        replace(RR_NEVER, start=point("0", "9")),
        RR_BOXES,
        "REFUSED",
        "start-not-inside",
    ),
    forge(
        "an exit in a claim of none",
        NEVER,
        RR_NEVER,
        automaton(node("-3/8 3/8", "-7/8 7/8", [1, None], [0, 1]), node(DOWN, DOWN, [None, 0], [1])),
        "REFUSED",
        "leaves",
    ),
    forge(
        "an epoch that never ends",
        NEVER,
        RR_NEVER,
        automaton(
            node("-3/8 3/8", "-7/8 7/8", [1, 2], [0, 1]),
            node(DOWN, DOWN, [None, 1], [1]),
            node(UP, UP, [2, None], [0]),
        ),
        "REFUSED",
        "other-phase",
    ),
    forge(
        "starts in the middle of an epoch",
        NEVER,
        RR_NEVER,
        automaton(node("-3/8 3/8", "-7/8 7/8", [1, None], [0]), node("-9/16 5/8", "-9/8 9/8", [None, 0], [1])),
        "REFUSED",
        "other-phase",
    ),
    forge(
        "contraction ball leaves the domain",
        NEVER,
        replace(CONTRACT, domain=ball("0", "1", WEAK)),
        contraction("1 0 1/4", "0", "1 1 3/5"),
        "REFUSED",
        "ball-not-inside",
    ),
    forge(
        "no contraction",
        NEVER,
        replace(CONTRACT, pool=quadratic("0 1", "0 -1") | {"components": [{"hessian": [["0"]], "linear": ["-1"]}] * 2}),
        contraction("1 0 1/4", "0", "0 0 1"),
        "REFUSED",
        "not-a-contraction",
    ),
    forge(
        "curvature of one batch only",
        NEVER,
        replace(CONTRACT, pool=quadratic("1 1", "9 -1")),
        contraction("1 0 1/4", "0", "1 1 3/5"),
        "REFUSED",
        "curvature-not-covered",
    ),
    forge(
        "start outside the contraction ball",
        NEVER,
        replace(CONTRACT, start=point("2", "0")),
        contraction("1 0 1/4", "0", "1 1 3/5"),
        "REFUSED",
        "ball-not-inside",
    ),
    forge(
        "start buffer outside the contraction ball",
        NEVER,
        replace(CONTRACT, start=point("0", "-9")),
        contraction("1 0 1/4", "0", "1 1 3/5"),
        "REFUSED",
        "ball-not-inside",
    ),
    forge(
        "rho too small",
        NEVER,
        replace(CONTRACT, domain=ball("0", "5/8")),
        contraction("1 0 1/4", "0", "1 1 1/10"),
        "REFUSED",
        "not-contracting",
    ),
    reject(
        "an orbit without end",
        NEVER,
        replace(CONTRACT, sampling=sampling("periodic", 1)),
        REACHED,
        "LIMIT",
        "too-many-states",
    ),
    reject(
        "reachable states of a smooth pool",
        NEVER,
        replace(CONTRACT, pool=logistic([[1], [2]], [1, -1], "1")),
        REACHED,
        "REFUSED",
        "not-exact",
    ),
    reject(
        "boxes of a smooth pool",
        NEVER,
        replace(RR_NEVER, pool=logistic([[1], [2]], [1, -1], "1")),
        RR_BOXES,
        "REFUSED",
        "not-exact",
    ),
    reject(
        "boxes for one permutation reused",
        NEVER,
        replace(RR_NEVER, sampling=sampling("so", 2)),
        RR_BOXES,
        "REFUSED",
        "no-phases",
    ),
    reject(
        "a target that is no node",
        NEVER,
        RR_NEVER,
        automaton(node("-3/8 3/8", "-7/8 7/8", [1, 7], [0, 1]), node(DOWN, DOWN, [None, 0], [1])),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "a box upside down",
        NEVER,
        RR_NEVER,
        automaton(node("5/8 -9/16", "-5/4 5/4", [1, 2], [0, 1]), *RR_BOXES["nodes"][1:]),
        "MALFORMED",
        "empty-node",
    ),
    reject(
        "remaining letters under iid",
        NEVER,
        replace(RR_NEVER, sampling=sampling("iid", 2)),
        RR_BOXES,
        "MALFORMED",
        "unknown-key",
    ),
]

# --- means ----------------------------------------------------------------------------------------------------------


def finite(pool: Value, how: Value, start: Value, domain: Value, drawn: Value, claim: Value) -> Value:
    return {**never(pool, how, start, domain, drawn), "claim": claim}


def escape(direction: str, letters: list[int], repeats: int, tail: int = 0) -> Value:
    return {
        "method": "escape",
        "precision": 64,
        "direction": direction.split(),
        "letters": letters,
        "repeats": repeats,
        "tail": tail,
    }


TUG = quadratic("1 -2", "1 2")
TUG_MEAN = finite(
    TUG, method("hb", "1/10", "1/2"), point("0", "0"), ball("0", "1"), sampling("iid", 2), {"at_most": "229376"}
)
TUG_TAIL = replace(TUG_MEAN, claim={"at_least": "10", "at_most": "180000"})

FINITE_CASES: list[Case] = [
    accept("fourteen pushes", FINITE, TUG_MEAN, escape("1", [1], 14)),
    accept("the other side", FINITE, TUG_MEAN, escape("-1", [0], 14)),
    accept("a longer direction", FINITE, TUG_MEAN, escape("5", [1], 14)),
    accept("with a tail", FINITE, TUG_TAIL, escape("1", [1], 14, 12)),
    accept("in a box", FINITE, replace(TUG_MEAN, domain=box("-1", "1")), escape("1", [1], 14)),
    accept("torch's buffer has the other sign", FINITE, replace(TUG_MEAN, method__form="torch"), escape("1", [1], 14)),
    accept(
        "a tanh network",
        FINITE,
        finite(
            network([[1], [1]], "4 -4", 1, "0"),
            method("hb", "1/4", "1/2"),
            point("1 1", "0 0"),
            ball("1 1", "1/8"),
            sampling("iid", 2),
            {"at_most": "1000000000"},
        ),
        escape("1 1", [0], 6),
    ),
    forge(
        "thirteen pushes",
        FINITE,
        replace(TUG_MEAN, claim={"at_most": "106496"}),
        escape("1", [1], 13),
        "REFUSED",
        "not-far-enough",
    ),
    forge(
        "a bound below the mean",
        FINITE,
        replace(TUG_MEAN, claim={"at_most": "20"}),
        escape("1", [1], 14),
        "REFUSED",
        "bound-too-small",
    ),
    forge(
        "a lower bound above the mean",
        FINITE,
        replace(TUG_TAIL, claim={"at_least": "30", "at_most": "229376"}),
        escape("1", [1], 14, 12),
        "REFUSED",
        "bound-too-large",
    ),
    forge(
        "no push", FINITE, replace(TUG_MEAN, pool=quadratic("1 0", "1 0")), escape("1", [1], 1000), "REFUSED", "no-push"
    ),
    forge("push the wrong way", FINITE, TUG_MEAN, escape("1", [0], 14), "REFUSED", "no-push"),
    forge(
        "a letter that does not push among those that do",
        FINITE,
        TUG_MEAN,
        escape("1", [0, 1], 14),
        "REFUSED",
        "no-push",
    ),
    forge(
        "a start buffer against it",
        FINITE,
        replace(TUG_MEAN, start=point("0", "-40"), domain=box("-90", "1"), claim={"at_most": "229376"}),
        escape("1", [1], 14),
        "REFUSED",
        "not-far-enough",
    ),
    forge(
        "V from the batches of S only",
        FINITE,
        replace(TUG_MEAN, pool=quadratic("1 -50", "1 2")),
        escape("1", [1], 14),
        "REFUSED",
        "not-far-enough",
    ),
    forge(
        "V without the start buffer",
        FINITE,
        replace(TUG_MEAN, start=point("0", "-1")),
        escape("1", [1], 14),
        "REFUSED",
        "not-far-enough",
    ),
    forge(
        "a half-space has no width",
        FINITE,
        replace(TUG_MEAN, domain=below("1")),
        escape("1", [1], 14),
        "REFUSED",
        "no-width",
    ),
    forge(
        "reshuffled like iid",
        FINITE,
        replace(TUG_MEAN, sampling=sampling("rr", 2)),
        escape("1", [1], 14),
        "MALFORMED",
        "unknown-word",
    ),
    forge(
        "hb bound for ema",
        FINITE,
        replace(TUG_MEAN, method__form="ema"),
        escape("1", [1], 14),
        "REFUSED",
        "not-far-enough",
    ),
    reject("direction zero", FINITE, TUG_MEAN, escape("0", [1], 14), "REFUSED", "no-push"),
    reject("no letters", FINITE, TUG_MEAN, escape("1", [], 14), "MALFORMED", "too-few"),
    reject("a letter twice", FINITE, TUG_MEAN, escape("1", [1, 1], 14), "MALFORMED", "repeated"),
    reject(
        "tail of a smooth pool",
        FINITE,
        replace(TUG_TAIL, pool=logistic([[1], [1]], [1, -1], "0"), start=point("0", "0"), domain=ball("0", "1/2")),
        escape("1", [0], 40, 4),
        "REFUSED",
        "not-exact",
    ),
    reject("no repeats", FINITE, TUG_MEAN, escape("1", [1], 0), "MALFORMED", "out-of-range"),
    reject(
        "bound zero",
        FINITE,
        replace(TUG_MEAN, claim={"at_most": "0"}),
        escape("1", [1], 14),
        "REFUSED",
        "bound-too-small",
    ),
]

RUN_MEAN = finite(
    RUNS, method("hb", "1/2", "0"), point("-1", "0"), below("3/4", WEAK), sampling("iid", 2), {"equals": "14"}
)
RUN_NODES = automaton(
    node("-1 -1/8", "-1 1", [0, 1]),
    node("0 7/16", "-1 1", [0, 2]),
    node("1/2 23/32", "-1 1", [0, None]),
    times=["14", "12", "8"],
)
OPEN_MEAN = replace(RUN_MEAN, domain=below("3/4"), claim={"equals": "16"})
OPEN_NODES = automaton(
    node("-1 -1", "-1 1", [0, 1]),
    node("0 0", "-1 1", [4, 2]),
    node("1/2 1/2", "-1 1", [4, 3]),
    node("3/4 3/4", "-1 1", [4, None]),
    node("-1 -1/8", "-1 1", [4, 5], ends="open closed"),
    node("0 7/16", "-1 1", [4, 6], ends="open closed"),
    node("1/2 23/32", "-1 1", [4, None], ends="open closed"),
    times=["16", "14", "12", "8", "14", "12", "8"],
)


def grid(cells: list[int], high_buffer: str, upper: list[str], lower: list[str]) -> Value:
    return {"method": "grid", "cells": cells, "buffer": high_buffer, "upper": upper, "lower": lower}


# x+ = x +- 1 on (-1, 1) from 0 with no momentum: gone after one step
STEP = {
    "kind": "quadratic",
    "components": [{"hessian": [["0"]], "linear": ["-1"]}, {"hessian": [["0"]], "linear": ["1"]}],
}
STEP_MEAN = finite(
    STEP,
    method("hb", "1", "0"),
    point("0", "0"),
    box("-1/3", "1/3"),
    sampling("iid", 2),
    {"at_least": "1", "at_most": "1"},
)
STEP_GRID = grid([1, 1], "1", ["1"], ["1"])
WALK_MEAN = replace(STEP_MEAN, domain=box("-5/4", "5/4"), claim={"at_least": "1", "at_most": "10"})

WALK_UPPER = ["6", "9", "10", "9", "6"]

MEAN_CASES: list[Case] = [
    accept("three ups in a row", MEAN, RUN_MEAN, RUN_NODES),
    accept("three ups in a row beyond the boundary", MEAN, OPEN_MEAN, OPEN_NODES),
    accept("one step", MEAN, STEP_MEAN, STEP_GRID),
    accept("a mean between bounds", MEAN, replace(RUN_MEAN, claim={"at_least": "13", "at_most": "15"}), RUN_NODES),
    accept("walk of two steps", MEAN, WALK_MEAN, grid([5, 1], "1", WALK_UPPER, ["1"] * 5)),
    accept("an upper bound alone", MEAN, replace(STEP_MEAN, claim={"at_most": "2"}), STEP_GRID),
    forge(
        "boundary the other way",
        MEAN,
        replace(RUN_MEAN, domain=below("3/4")),
        RUN_NODES,
        "REFUSED",
        "image-not-outside",
    ),
    forge(
        "strict mean for the weak rule",
        MEAN,
        replace(OPEN_MEAN, domain=below("3/4", WEAK)),
        OPEN_NODES,
        "REFUSED",
        "node-outside",
    ),
    forge(
        "closed boxes hide a tie",
        MEAN,
        replace(RUN_MEAN, domain=below("3/4"), claim={"equals": "14"}),
        automaton(
            node("-1 -1/8", "-1 1", [0, 1], ends="open closed"),
            node("0 7/16", "-1 1", [0, 2], ends="open closed"),
            node("1/2 23/32", "-1 1", [0, None], ends="open closed"),
            times=["14", "12", "8"],
        ),
        "REFUSED",
        "start-not-inside",
    ),
    forge(
        "an open box around a closed one",
        MEAN,
        replace(OPEN_MEAN, claim={"equals": "14"}),
        automaton(
            node("-1 -1/8", "-1 1", [0, 1]),
            node("0 7/16", "-1 1", [0, 2], ends="open closed"),
            node("1/2 23/32", "-1 1", [0, None], ends="open closed"),
            times=["14", "12", "8"],
        ),
        "REFUSED",
        "image-not-inside",
    ),
    forge(
        "times that do not add up",
        MEAN,
        replace(RUN_MEAN, claim={"equals": "13"}),
        {**RUN_NODES, "times": ["13", "11", "7"]},
        "REFUSED",
        "time-equation",
    ),
    forge("another start's mean", MEAN, replace(RUN_MEAN, claim={"equals": "12"}), RUN_NODES, "REFUSED", "other-mean"),
    forge("mean above its bound", MEAN, replace(RUN_MEAN, claim={"at_most": "13"}), RUN_NODES, "REFUSED", "other-mean"),
    forge(
        "mean below its bound",
        MEAN,
        replace(RUN_MEAN, claim={"at_least": "15", "at_most": "16"}),
        RUN_NODES,
        "REFUSED",
        "other-mean",
    ),
    forge(
        "a trap gets a finite time",
        MEAN,
        replace(RUN_MEAN, pool=quadratic("1 -1", "1 -1"), claim={"equals": "7"}),
        automaton(node("-1 -1", "-1 1", [0, 0]), times=["7"]),
        "REFUSED",
        "time-equation",
    ),
    forge(
        "a trap beside an exit",
        MEAN,
        replace(
            NEVER_FLIP,
            pool=quadratic("1 0", "1 0"),
            sampling=sampling("iid", 2),
            claim={"equals": "1"},
            domain=ball("0", "1"),
        ),
        automaton(node("-1 1", "-9 9", [1, 1]), node("0 0", "-9 9", [1, 1]), times=["1", "0"]),
        "REFUSED",
        "time-equation",
    ),
    forge(
        "an upper solution too small",
        MEAN,
        WALK_MEAN,
        grid([5, 1], "1", ["1"] * 5, ["1"] * 5),
        "REFUSED",
        "not-a-supersolution",
    ),
    forge(
        "a lower solution too large",
        MEAN,
        replace(WALK_MEAN, claim={"at_least": "9", "at_most": "10"}),
        grid([5, 1], "1", WALK_UPPER, ["9"] * 5),
        "REFUSED",
        "not-a-subsolution",
    ),
    forge(
        "upper bound not reached",
        MEAN,
        replace(WALK_MEAN, claim={"at_most": "3/2"}),
        grid([5, 1], "1", WALK_UPPER, ["1"] * 5),
        "REFUSED",
        "other-mean",
    ),
    forge(
        "lower bound not reached",
        MEAN,
        replace(WALK_MEAN, claim={"at_least": "3", "at_most": "4"}),
        grid([5, 1], "1", WALK_UPPER, ["1"] * 5),
        "REFUSED",
        "other-mean",
    ),
    forge(
        "negative upper solution",
        MEAN,
        replace(WALK_MEAN, claim={"at_most": "0"}),
        grid([5, 1], "1", ["-1"] * 5, ["-1"] * 5),
        "REFUSED",
        "negative-solution",
    ),
    forge("buffer range too small", MEAN, STEP_MEAN, grid([1, 1], "1/2", ["1"], ["1"]), "REFUSED", "buffer-range"),
    forge(
        "start buffer outside its range",
        MEAN,
        replace(STEP_MEAN, start=point("0", "3")),
        STEP_GRID,
        "REFUSED",
        "buffer-range",
    ),
    forge("starts outside", MEAN, replace(STEP_MEAN, start=point("2", "0")), STEP_GRID, "REFUSED", "start-not-inside"),
    forge("grid over a half-space", MEAN, replace(STEP_MEAN, domain=below("1/2")), STEP_GRID, "REFUSED", "no-width"),
    forge(
        "reshuffled means by a grid",
        MEAN,
        replace(STEP_MEAN, sampling=sampling("rr", 2)),
        STEP_GRID,
        "REFUSED",
        "not-iid",
    ),
    reject("a value missing", MEAN, WALK_MEAN, grid([5, 1], "1", ["4", "4"], ["1"] * 5), "MALFORMED", "wrong-length"),
    reject("times missing", MEAN, RUN_MEAN, {**RUN_NODES, "times": ["14", "12"]}, "MALFORMED", "wrong-length"),
    reject("negative times", MEAN, RUN_MEAN, {**RUN_NODES, "times": ["14", "12", "-8"]}, "REFUSED", "time-equation"),
    reject(
        "claim upside down",
        MEAN,
        replace(WALK_MEAN, claim={"at_least": "4", "at_most": "3"}),
        STEP_GRID,
        "MALFORMED",
        "empty-range",
    ),
    reject("no claim", MEAN, replace(WALK_MEAN, claim={}), STEP_GRID, "MALFORMED", "missing-key"),
    reject(
        "two dimensions",
        MEAN,
        replace(STEP_MEAN, pool=PLANE, start=point("0 0", "0 0"), domain=ball("0 0", "1"), sampling=sampling("iid", 1)),
        STEP_GRID,
        "MALFORMED",
        "not-one-dimension",
    ),
]

# --- limits ---------------------------------------------------------------------------------------------------------

PRIMES = [p for p in range(3, 400) if all(p % d for d in range(2, p))]
LONG = [f"1/{p**600}" for p in PRIMES]

LIMIT_CASES: list[Case] = [
    reject(
        "denominators without end",
        BRACKET,
        replace(HB, pool=quadratic(*[f"{part} 0" for part in LONG])),
        EXACT,
        "LIMIT",
        "too-many-bits",
    ),
    reject(
        "too many letters to shuffle",
        LAW,
        replace(RR3, pool=quadratic(*[f"1 {c}" for c in range(1, 66)]), sampling=sampling("rr", 65)),
        COUNTED,
        "LIMIT",
        "too-many",
    ),
]

CASES: list[Case] = [
    *EXACT_CASES,
    *TUBE_CASES,
    *TRACE_CASES,
    *LAW_CASES,
    *SAME_CASES,
    *NEVER_CASES,
    *FINITE_CASES,
    *MEAN_CASES,
    *LIMIT_CASES,
]

HUGE = 10**3990
CASES += [
    reject(
        "an image too long to write",
        "exit/never",
        {
            "pool": quadratic("1 0"),
            "method": method("hb", f"1/{HUGE + 7}", "1/3"),
            "start": point("0", "0"),
            "domain": ball("0", "1"),
            "sampling": {"kind": "iid", "batches": [[0]]},
        },
        {
            "method": "automaton",
            "nodes": [
                {"x": ["0", f"1/{HUGE + 1}"], "open": [False, False], "buffer": ["0", str(HUGE + 1)], "next": [0]}
            ],
        },
        "REFUSED",
        "image-not-inside",
    ),
    reject(
        "a tube that explodes",
        BRACKET,
        bracket(
            quadratic("1 0"),
            method("hb", "1/10", "0"),
            singles([0] * 2000),
            point("0", "0"),
            ball("0", "1"),
            between(0, 2000),
        ),
        {
            "method": "tube",
            "precision": 64,
            "norm": ["1", "0", "1"],
            "table": [{"low": "0", "high": "1", "rho": str(HUGE)}],
        },
        "LIMIT",
        "too-many-digits",
    ),
    reject(
        "a norm of long numbers",
        BRACKET,
        bracket(
            quadratic("1 0"), method("hb", "1/10", "0"), singles([0]), point("0", "0"), ball("0", "1"), between(0, 1)
        ),
        {
            "method": "tube",
            "precision": 64,
            "norm": ["1", "0", str(HUGE)],
            "table": [{"low": "0", "high": "1", "rho": "2"}],
        },
        "LIMIT",
        "too-many-digits",
    ),
    reject(
        "every state has many successors",
        "exit/never",
        {
            "pool": quadratic(*(f"1 {i}" for i in range(512))),
            "method": method("hb", "1/2", "0"),
            "start": point(f"1/{10**1000}", "0"),
            "domain": ball("0", "1000"),
            "sampling": {"kind": "iid", "batches": [[i] for i in range(512)]},
        },
        {"method": "reachable"},
        "LIMIT",
        "too-many-states",
    ),
    reject(
        "long powers of the momentum",
        "exit/finite-mean",
        {
            "pool": quadratic("1 0"),
            "method": method("hb", "1", f"{HUGE}/{HUGE + 7}"),
            "start": point("0", "0"),
            "domain": ball("10", "1"),
            "sampling": {"kind": "iid", "batches": [[0]]},
            "claim": {"at_most": "5"},
        },
        {"method": "escape", "precision": 64, "direction": ["-1"], "letters": [0], "repeats": 2048, "tail": 0},
        "LIMIT",
        "too-many-digits",
    ),
]

MANY: Value = linear(*(pieces("0", " ".join(f"{300 * j + i}:0" for j in range(16)), "0") for i in range(128)))
CASES += [
    reject(
        "too many knots to refine",
        "exit/same-pointwise-law",
        {"one": MANY, "other": MANY},
        {"method": "refinement"},
        "LIMIT",
        "too-much-work",
    ),
]
CASES += [
    forge(
        "pools that part after the last of two knots",
        "exit/same-pointwise-law",
        {"one": linear(pieces("0", "0:0 5:0", "1")), "other": linear(pieces("0", "0:0 5:0", "2"))},
        {"method": "refinement"},
        "REFUSED",
        "laws-differ",
    ),
]
