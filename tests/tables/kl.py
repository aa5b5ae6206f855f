"""KL acceptance: pools, rules, thresholds and drafts that are accepted, rejected, forged."""

from __future__ import annotations

from typing import Any

from tests.tables import About, Case, accept, forge, reject

Value = Any

BOUND, ACCEPTED = "kl/bound", "kl/accepted"
STRICT = {"name": "strict", "tie": "lowest"}
ANY = {"name": "strict", "tie": "any"}


def rule(name: str, **fields: Value) -> Value:
    return {"name": name, **fields}


def tree(m: int, tie: str = "lowest") -> Value:
    return rule("tree", m=m, tie=tie)


def entropy(epsilon: str, delta: str, guard: str | None = None, accept: str = "gt") -> Value:
    return rule("entropy", epsilon=epsilon, delta=delta, guard=guard, accept=accept)


def probabilities(text: str) -> Value:
    return {"probabilities": text.split()}


def weights(text: str) -> Value:
    return {"weights": text.split()}


def form(*terms: tuple[str, str], constant: str = "0") -> Value:
    return {"constant": constant, "terms": [{"coefficient": c, "argument": r} for c, r in terms]}


def bound(target: Value, which: Value, relation: str, value: Value, direction: str = "forward") -> Value:
    return {"target": target, "rule": which, "direction": direction, "relation": relation, "bound": value}


def draft(target: Value, q: Value, which: Value, direction: str = "forward") -> Value:
    return {"target": target, "draft": q, "rule": which, "direction": direction}


def pool(token: int, members: str, level: str | None, sign: Value = None, **more: Value) -> Value:
    evidence = {"token": token, "pool": [int(i) for i in members.split()], "sign": sign or {"bits": 64}, **more}
    return evidence if level is None else {**evidence, "level": level}


def base(text: str, **more: str) -> Value:
    return {"base": text.split(), **more}


def number(value: str) -> Value:
    return form(constant=value)


CHI = {"chi_square": {"bits": 64, "terms": 4}}
THREE = probabilities("1/2 1/4 1/4")
THREE_D = form(("1/2", "4/3"), ("1/4", "2/3"))
PAIR = pool(1, "0 1", "3/8")
PAIR_ZERO = pool(1, "0 1", "3/8", base("2 3"))
CX = probabilities("1/2 3/10 1/5")  # D = .0253
FOUR = probabilities("1/2 3/10 1/10 1/10")
NEAR = probabilities(
    "375000000000000000000000000001/1000000000000000000000000000000 "
    "374999999999999999999999999999/1000000000000000000000000000000 1/4"
)
NEAR_WORSE = probabilities(
    "374999999999999999999999999999/1000000000000000000000000000000 "
    "375000000000000000000000000001/1000000000000000000000000000000 1/4"
)
CONVERGENT = number("1490627092826008/35094421273761777")  # 6e-35 above D of THREE
POINT = probabilities("1 0 0")
FILLED = probabilities("3/10 29/100 7/25 2/25 1/20")
ADD = rule("additive", delta="1/10")
FILLED_D = form(("3/10", "24/19"), ("29/100", "116/95"), ("7/25", "112/95"), ("2/25", "32/95"))
SPREAD = probabilities("1/2 1/8 1/8 1/8 1/8")
SPREAD_D = form(("1/2", "8/5"), ("1/8", "2/5"))
EIGHTH = {"accepted": {"bits": 64}, "rejected": base("2")}
SIX = probabilities("1/6 1/6 1/6 1/6 1/6 1/6")
ROOT = probabilities("9/16 1/4 3/16")  # G = 3/8, Z = 15/16
TIED = probabilities("2/5 2/5 1/5")
TRT = probabilities("2/5 1/5 1/5 1/5")
TRT_D = form(("2/5", "4/3"), ("1/5", "2/3"))
ZEROS = probabilities("1/2 3/10 1/5 0")
HIGH = probabilities("3/5 1/5 1/5")

CASES: list[Case] = [
    accept("K01: closed form", BOUND, bound(THREE, STRICT, "=", THREE_D), PAIR_ZERO),
    accept("weights", BOUND, bound(weights("4 2 2"), STRICT, "=", THREE_D), PAIR_ZERO),
    accept(
        "weights with a common factor and a zero", BOUND, bound(weights("12 6 6 0"), STRICT, "=", THREE_D), PAIR_ZERO
    ),
    accept("either token", BOUND, bound(THREE, STRICT, ">=", THREE_D), pool(2, "2 0", "3/8", base("2 3"))),
    accept("above a number", BOUND, bound(THREE, STRICT, ">", number("21/500")), PAIR),
    accept("below a number", BOUND, bound(THREE, STRICT, "<", number("43/1000")), PAIR),
    accept(
        "K03a: below its convergent", BOUND, bound(THREE, STRICT, "<", CONVERGENT), pool(1, "0 1", "3/8", {"bits": 128})
    ),
    accept("at most a number", BOUND, bound(THREE, STRICT, "<=", number("43/1000")), PAIR),
    accept("two tokens as a lower bound", BOUND, bound(FILLED, ADD, ">", number("67/1000")), pool(3, "0 3", "19/100")),
    accept(
        "K07: water filling",
        BOUND,
        bound(FILLED, ADD, "=", FILLED_D),
        pool(3, "0 1 2 3", "19/80", base("2 3 5 7 19 29")),
    ),
    accept(
        "K05a: all maximisers and one more",
        BOUND,
        bound(TIED, ANY, "=", form(("4/5", "6/5"), ("1/5", "3/5"))),
        pool(2, "0 1 2", "1/3", base("2 3 5")),
    ),
    accept("a tie leaves nothing", BOUND, bound(TIED, STRICT, "=", number("0")), pool(1, "1", "2/5", base("2 5"))),
    accept("a pool of one", BOUND, bound(CX, STRICT, ">=", number("0")), pool(1, "1", "3/10", base(""))),
    accept("K06a: a point mass", BOUND, bound(POINT, STRICT, "=", form(("1", "2"))), pool(1, "0 1", "1/2", base("2"))),
    accept(
        "multiplicative",
        BOUND,
        bound(FOUR, rule("multiplicative", alpha="1/2"), "=", form(("1/2", "5/3"), ("1/10", "1/3"))),
        pool(2, "0 2", "3/10", base("3 5")),
    ),
    accept(
        "multiplicative at equality accepts",
        BOUND,
        bound(FOUR, rule("multiplicative", alpha="3/5"), ">", number("7/50")),
        pool(2, "0 2", "3/10"),
    ),
    accept(
        "additive at equality accepts",
        BOUND,
        bound(FOUR, rule("additive", delta="1/5"), ">", number("7/50")),
        pool(2, "0 2", "3/10"),
    ),
    accept(
        "absolute at equality accepts",
        BOUND,
        bound(FOUR, rule("absolute", tau="3/10"), ">", number("7/50")),
        pool(2, "0 2", "3/10"),
    ),
    accept(
        "absolute above everything rejects everything",
        BOUND,
        bound(FOUR, rule("absolute", tau="1"), "=", number("0")),
        pool(0, "0", "1/2", base("2")),
    ),
    accept("top", BOUND, bound(FOUR, rule("top", m=2), ">", number("7/50")), pool(2, "0 2", "3/10")),
    accept("top: ties at its rank are accepted", BOUND, bound(FOUR, rule("top", m=3), "=", "infinity"), {}),
    accept(
        "trtllm", BOUND, bound(FOUR, rule("trtllm", k=2, delta="3/10"), ">", number("7/50")), pool(2, "0 2", "3/10")
    ),
    accept(
        "trtllm: a tie across rank k",
        BOUND,
        bound(TRT, rule("trtllm", k=2, delta="3/10"), "=", TRT_D),
        pool(1, "0 1", "3/10", base("2 3")),
    ),
    accept(
        "trtllm: delta rejects",
        BOUND,
        bound(FOUR, rule("trtllm", k=4, delta="1/5"), ">", number("7/50")),
        pool(3, "0 3", "3/10"),
    ),
    accept("trtllm: nothing beyond k", BOUND, bound(FOUR, rule("trtllm", k=4, delta="1/2"), "=", "infinity"), {}),
    accept(
        "K09a: a threshold that is met exactly",
        BOUND,
        bound(SPREAD, entropy("1", "1/2"), "=", SPREAD_D),
        pool(1, "0 1", "5/16", base("2 5"), threshold=EIGHTH),
    ),
    accept(
        "entropy: a lower bound needs no rejected token",
        BOUND,
        bound(SPREAD, entropy("1", "1/2"), ">", number("3/25")),
        pool(1, "0 1", "5/16", threshold={"accepted": {"bits": 64}, "rejected": None}),
    ),
    accept(
        "entropy: the level is epsilon",
        BOUND,
        bound(FOUR, entropy("1/5", "1"), ">", number("7/50")),
        pool(2, "0 2", "3/10", threshold={"accepted": None, "rejected": {"bits": 64}}),
    ),
    accept(
        "entropy: a guard lowers the entropy",
        BOUND,
        bound(SPREAD, entropy("1", "1/2", "1/100"), "=", SPREAD_D),
        pool(1, "0 1", "5/16", base("2 5"), threshold={"accepted": {"bits": 64}, "rejected": {"bits": 64}}),
    ),
    accept(
        "K09c: nothing is rejected",
        BOUND,
        bound(SIX, entropy("1", "1", None, "ge"), "=", "infinity"),
        {"threshold": {"accepted": base("")}},
    ),
    accept(
        "entropy: a token without probability",
        BOUND,
        bound(ZEROS, entropy("1/10", "1"), ">", number("1/5")),
        pool(3, "0 1 3", "4/15", threshold={"accepted": None, "rejected": None}),
    ),
    accept(
        "entropy at epsilon with ge",
        BOUND,
        bound(FOUR, entropy("1/10", "1", None, "ge"), "=", "infinity"),
        {"threshold": {"accepted": None}},
    ),
    accept(
        "K06b: a tree of two",
        BOUND,
        bound(POINT, tree(2), "=", form(("1", "3"))),
        pool(0, "0 1 2", "1/3", base("3"), rivals=[1, 2]),
    ),
    accept(
        "K10: a rival at the level stays out",
        BOUND,
        bound(FOUR, tree(2), "=", form(("1/2", "5/3"), ("1/10", "1/3"))),
        pool(0, "0 2", "3/10", base("3 5"), rivals=[1, 2]),
    ),
    accept(
        "K10: or comes in",
        BOUND,
        bound(FOUR, tree(2), "=", form(("1/2", "5/3"), ("1/10", "1/3"))),
        pool(0, "0 1 2", "3/10", base("3 5"), rivals=[1, 2]),
    ),
    accept(
        "either of tied rivals", BOUND, bound(FOUR, tree(2), ">", number("7/50")), pool(0, "0 3", "3/10", rivals=[3, 1])
    ),
    accept(
        "a tree of one is strict",
        BOUND,
        bound(THREE, tree(1), "=", THREE_D),
        pool(0, "0 1", "3/8", base("2 3"), rivals=[1]),
    ),
    accept("a tree that offers all", BOUND, bound(THREE, tree(3), "=", "infinity"), {}),
    accept("a tree that offers all but one of the maximisers", BOUND, bound(TIED, tree(2, "any"), "=", "infinity"), {}),
    accept(
        "K11a: reverse, a rational mean",
        BOUND,
        bound(ROOT, STRICT, "=", form(("1", "16/15")), "reverse"),
        pool(1, "0 1", None, base("15 16", mean="3/8")),
    ),
    accept("reverse above a number", BOUND, bound(ROOT, STRICT, ">", number("8/125"), "reverse"), pool(1, "0 1", None)),
    accept(
        "reverse below a number", BOUND, bound(ROOT, STRICT, "<", number("13/200"), "reverse"), pool(1, "0 1", None)
    ),
    accept(
        "reverse, an irrational mean", BOUND, bound(CX, STRICT, ">", number("1/40"), "reverse"), pool(1, "0 1", None)
    ),
    accept(
        "reverse, everything pooled",
        BOUND,
        bound(probabilities("2/3 1/3"), STRICT, "=", form(("-1", "2"), ("-1/2", "2/9")), "reverse"),
        pool(1, "0 1", None, base("2 3")),
    ),
    accept("reverse, only weightless tokens are rejected", BOUND, bound(POINT, STRICT, "=", "infinity", "reverse"), {}),
    accept(
        "reverse tree",
        BOUND,
        bound(ROOT, tree(1), "=", form(("1", "16/15")), "reverse"),
        pool(0, "0 1", None, base("15 16", mean="3/8"), rivals=[1]),
    ),
    accept(
        "reverse tree with a weightless rival",
        BOUND,
        bound(ZEROS, tree(3), "=", form(("1", "2")), "reverse"),
        pool(0, "0 3", None, base("2"), rivals=[1, 2, 3]),
    ),
    accept("reverse tree around a point mass", BOUND, bound(POINT, tree(1), "=", "infinity", "reverse"), {}),
    forge(
        "a pool that repeats a token",
        BOUND,
        bound(CX, STRICT, ">", number("19/500")),
        pool(1, "0 0 0 0 1", "23/50"),
        "MALFORMED",
        "repeated",
    ),
    forge(
        "a tree pool of a light token",
        BOUND,
        bound(FOUR, tree(1), ">", number("7/50")),
        pool(0, "0 3", "3/10", rivals=[1]),
        "REFUSED",
        "pool-beyond-rivals",
    ),
    forge(
        "a light rival",
        BOUND,
        bound(FOUR, tree(1), ">", number("7/50")),
        pool(0, "0 3", "3/10", rivals=[3]),
        "REFUSED",
        "wrong-rivals",
    ),
    forge(
        "a light rejected token",
        BOUND,
        bound(FOUR, STRICT, ">", number("7/50")),
        pool(2, "0 2", "3/10"),
        "REFUSED",
        "wrong-token",
    ),
    forge(
        "a light token under a tie across rank k",
        BOUND,
        bound(probabilities("2/5 1/5 1/5 1/10 1/10"), rule("trtllm", k=2, delta="3/10"), ">", number("3/50")),
        pool(3, "0 3", "1/4"),
        "REFUSED",
        "wrong-token",
    ),
    forge(
        "no token rejected under a tie across rank k",
        BOUND,
        bound(TRT, rule("trtllm", k=2, delta="3/10"), "=", "infinity"),
        {},
        "REFUSED",
        "not-infinite",
    ),
    forge(
        "top with an index would reject; the level set does not",
        BOUND,
        bound(TRT, rule("top", m=2), "<", number("1")),
        pool(2, "0 2", "3/10"),
        "REFUSED",
        "no-rejected-token",
    ),
    forge(
        "a pooled token below the level",
        BOUND,
        bound(CX, STRICT, ">", number("13/500")),
        pool(1, "0 1 2", "1/3"),
        "REFUSED",
        "wrong-pool",
    ),
    forge(
        "a tree pool above the level",
        BOUND,
        bound(FOUR, tree(2), ">", number("17/100")),
        pool(0, "0 1", "2/5", rivals=[1, 2]),
        "REFUSED",
        "wrong-sign",
    ),
    forge(
        "a tree pool with a rival above its level",
        BOUND,
        bound(probabilities("1/2 9/20 1/20"), tree(2), ">", number("9/25")),
        pool(0, "0 1 2", "1/3", rivals=[1, 2]),
        "REFUSED",
        "wrong-pool",
    ),
    forge(
        "a false level",
        BOUND,
        bound(THREE, STRICT, ">", number("1/10")),
        pool(1, "0 1", "1/4"),
        "REFUSED",
        "wrong-level",
    ),
    forge(
        "the accepted token of a tie",
        BOUND,
        bound(TIED, STRICT, ">", number("1/100")),
        pool(2, "0 1 2", "1/3"),
        "REFUSED",
        "wrong-token",
    ),
    forge(
        "two tokens are not all maximisers",
        BOUND,
        bound(TIED, ANY, "=", form(("2/5", "4/3"), ("1/5", "2/3"))),
        pool(2, "0 2", "3/10", base("2 3")),
        "REFUSED",
        "not-exact",
    ),
    forge(
        "a lower bound is no value",
        BOUND,
        bound(FILLED, ADD, "<", number("7/100")),
        pool(3, "0 3", "19/100"),
        "REFUSED",
        "not-exact",
    ),
    forge(
        "a lower bound is no upper bound",
        BOUND,
        bound(FILLED, ADD, "<=", number("7/100")),
        pool(3, "0 3", "19/100"),
        "REFUSED",
        "not-exact",
    ),
    forge(
        "a tree pool that is too small",
        BOUND,
        bound(probabilities("1/2 1/5 1/5 1/10"), tree(2), "<", number("1/20")),
        pool(0, "0 1", "7/20", rivals=[1, 2]),
        "REFUSED",
        "not-exact",
    ),
    forge(
        "a tree with tied maximisers has no known value",
        BOUND,
        bound(probabilities("2/5 2/5 1/10 1/10"), tree(2, "any"), "<=", number("1/5")),
        pool(0, "0 2", "1/4", rivals=[1, 2]),
        "REFUSED",
        "not-exact",
    ),
    forge("a larger value", BOUND, bound(THREE, STRICT, ">", number("43/1000")), PAIR, "REFUSED", "wrong-sign"),
    forge("a smaller value", BOUND, bound(THREE, STRICT, "<", number("21/500")), PAIR, "REFUSED", "wrong-sign"),
    forge(
        "equality with a convergent",
        BOUND,
        bound(THREE, STRICT, "=", CONVERGENT),
        pool(1, "0 1", "3/8", {"bits": 128}),
        "REFUSED",
        "wrong-sign",
    ),
    forge("strictly above itself", BOUND, bound(THREE, STRICT, ">", THREE_D), PAIR_ZERO, "REFUSED", "wrong-sign"),
    forge(
        "above its convergent at 64 bits",
        BOUND,
        bound(THREE, STRICT, ">", CONVERGENT),
        PAIR,
        "REFUSED",
        "precision-too-low",
    ),
    forge(
        "probabilities that sum to 11/10",
        BOUND,
        bound(probabilities("3/5 1/4 1/4"), STRICT, ">", number("3/50")),
        PAIR,
        "MALFORMED",
        "not-a-distribution",
    ),
    forge(
        "a negative probability",
        BOUND,
        bound(probabilities("3/4 1/2 -1/4"), STRICT, ">", number("0")),
        PAIR,
        "MALFORMED",
        "negative-probability",
    ),
    forge(
        "alpha above 1",
        BOUND,
        bound(THREE, rule("multiplicative", alpha="3/2"), ">", number("1/100")),
        PAIR,
        "MALFORMED",
        "out-of-range",
    ),
    forge(
        "infinite where a token is rejected",
        BOUND,
        bound(THREE, STRICT, "=", "infinity"),
        {},
        "REFUSED",
        "not-infinite",
    ),
    forge(
        "infinite for a tree that can miss",
        BOUND,
        bound(THREE, tree(2), "=", "infinity"),
        {},
        "REFUSED",
        "not-infinite",
    ),
    forge(
        "infinite for a tree that can miss both maximisers",
        BOUND,
        bound(TIED, tree(1, "any"), "=", "infinity"),
        {},
        "REFUSED",
        "not-infinite",
    ),
    forge(
        "infinite for a tree forward around a point mass",
        BOUND,
        bound(POINT, tree(2), "=", "infinity"),
        {},
        "REFUSED",
        "not-infinite",
    ),
    forge(
        "infinite forward where weightless tokens are rejected",
        BOUND,
        bound(POINT, STRICT, "=", "infinity"),
        {},
        "REFUSED",
        "not-infinite",
    ),
    forge(
        "entropy: infinite where the lightest is rejected",
        BOUND,
        bound(SIX, entropy("1", "1"), "=", "infinity"),
        {"threshold": {"accepted": base("")}},
        "REFUSED",
        "not-accepted",
    ),
    forge(
        "entropy: infinite where a weightless token is rejected",
        BOUND,
        bound(ZEROS, entropy("1/10", "1"), "=", "infinity"),
        {"threshold": {"accepted": None}},
        "REFUSED",
        "not-accepted",
    ),
    forge(
        "entropy: a heavier token is rejected too",
        BOUND,
        bound(FOUR, entropy("1", "1"), ">", number("7/50")),
        pool(2, "0 2", "3/10", threshold={"accepted": {"bits": 64}, "rejected": {"bits": 64}}),
        "REFUSED",
        "not-accepted",
    ),
    forge(
        "entropy: accepted is not rejected",
        BOUND,
        bound(FOUR, entropy("1/5", "1"), "<", number("1/20")),
        pool(1, "0 1", "2/5", threshold={"accepted": None, "rejected": {"bits": 64}}),
        "REFUSED",
        "not-rejected",
    ),
    forge(
        "entropy: at the threshold ge accepts",
        BOUND,
        bound(SPREAD, entropy("1", "1/2", None, "ge"), "=", SPREAD_D),
        pool(1, "0 1", "5/16", base("2 5"), threshold=EIGHTH),
        "REFUSED",
        "not-rejected",
    ),
    forge(
        "entropy: a value without a rejected token",
        BOUND,
        bound(SPREAD, entropy("1", "1/4"), "=", SPREAD_D),
        pool(1, "0 1", "5/16", base("2 5"), threshold={"accepted": {"bits": 64}, "rejected": None}),
        "REFUSED",
        "not-exact",
    ),
    forge(
        "entropy: above epsilon is accepted",
        BOUND,
        bound(FOUR, entropy("1/20", "1"), "<", number("1")),
        pool(2, "0 2", "3/10", threshold={"accepted": None, "rejected": {"bits": 64}}),
        "REFUSED",
        "not-rejected",
    ),
    forge(
        "reverse: a weightless token in the pool",
        BOUND,
        bound(ZEROS, STRICT, ">", number("3/10"), "reverse"),
        pool(1, "1 3", None),
        "REFUSED",
        "zero-level",
    ),
    forge(
        "reverse: a pooled token below the mean",
        BOUND,
        bound(CX, STRICT, ">", number("13/500"), "reverse"),
        pool(1, "0 1 2", None),
        "REFUSED",
        "wrong-pool",
    ),
    forge(
        "reverse: a false mean",
        BOUND,
        bound(ROOT, STRICT, "=", form(("1", "16/11")), "reverse"),
        pool(1, "0 1", None, base("11 16", mean="1/4")),
        "REFUSED",
        "wrong-mean",
    ),
    forge(
        "reverse: no mean",
        BOUND,
        bound(ROOT, STRICT, "=", form(("1", "16/3")), "reverse"),
        pool(1, "0 1", None, base("3 16")),
        "REFUSED",
        "no-log-form",
    ),
    forge(
        "reverse: a mean below 0",
        BOUND,
        bound(ROOT, STRICT, "=", form(("-1", "1/16")), "reverse"),
        pool(1, "0 1", None, base("16", mean="-3/8")),
        "MALFORMED",
        "out-of-range",
    ),
    forge(
        "reverse: a larger value",
        BOUND,
        bound(ROOT, STRICT, ">", number("13/200"), "reverse"),
        pool(1, "0 1", None),
        "REFUSED",
        "wrong-sign",
    ),
    forge(
        "reverse: the forward value",
        BOUND,
        bound(CX, STRICT, "=", form(("1/2", "5/4"), ("3/10", "3/4")), "reverse"),
        pool(1, "0 1", None),
        "REFUSED",
        "wrong-sign",
    ),
    forge(
        "reverse tree: a rival above the mean",
        BOUND,
        bound(probabilities("1/2 9/20 1/20"), tree(2), ">", number("1/2"), "reverse"),
        pool(0, "0 1 2", None, rivals=[1, 2]),
        "REFUSED",
        "wrong-pool",
    ),
    reject("K01 at low precision", BOUND, bound(THREE, STRICT, "=", THREE_D), PAIR, "REFUSED", "precision-too-low"),
    reject(
        "reverse equality by bits",
        BOUND,
        bound(ROOT, STRICT, "=", form(("1", "16/15")), "reverse"),
        pool(1, "0 1", None),
        "REFUSED",
        "precision-too-low",
    ),
    reject(
        "reverse at one bit",
        BOUND,
        bound(probabilities("1023/1024 1/1024"), STRICT, ">", number("0"), "reverse"),
        pool(1, "0 1", None, {"bits": 1}),
        "REFUSED",
        "precision-too-low",
    ),
    reject(
        "the base of another form",
        BOUND,
        bound(THREE, STRICT, "=", THREE_D),
        pool(1, "0 1", "3/8", base("2")),
        "REFUSED",
        "base-incomplete",
    ),
    reject(
        "the pool lacks its token",
        BOUND,
        bound(THREE, STRICT, ">", number("0")),
        pool(1, "0 2", "3/8"),
        "REFUSED",
        "token-not-in-pool",
    ),
    reject("an empty pool", BOUND, bound(THREE, STRICT, ">", number("0")), pool(1, "", "3/8"), "MALFORMED", "too-few"),
    reject(
        "a token beyond the vocabulary",
        BOUND,
        bound(THREE, STRICT, ">", number("0")),
        pool(3, "0 3", "3/8"),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "a pooled token beyond the vocabulary",
        BOUND,
        bound(THREE, STRICT, ">", number("0")),
        pool(1, "1 3", "3/8"),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "a weightless pool", BOUND, bound(POINT, STRICT, ">=", number("0")), pool(1, "1", "0"), "REFUSED", "zero-level"
    ),
    reject(
        "a bound where nothing is rejected",
        BOUND,
        bound(SIX, ANY, ">", number("1")),
        pool(0, "0", "1/6"),
        "REFUSED",
        "no-rejected-token",
    ),
    reject(
        "a bound where the tree offers all",
        BOUND,
        bound(THREE, tree(3), ">", number("1")),
        pool(0, "0 1", "3/8", rivals=[1, 2]),
        "REFUSED",
        "no-rejected-token",
    ),
    reject(
        "a tree token that is not the maximiser",
        BOUND,
        bound(FOUR, tree(2), ">", number("0")),
        pool(1, "1 2", "1/5", rivals=[0, 2]),
        "REFUSED",
        "wrong-token",
    ),
    reject(
        "the later maximiser",
        BOUND,
        bound(TIED, tree(1), ">=", number("0")),
        pool(1, "0 1", "2/5", rivals=[0]),
        "REFUSED",
        "wrong-token",
    ),
    reject(
        "too few rivals",
        BOUND,
        bound(FOUR, tree(2), ">", number("0")),
        pool(0, "0 1", "2/5", rivals=[1]),
        "REFUSED",
        "wrong-rivals",
    ),
    reject(
        "too many rivals",
        BOUND,
        bound(FOUR, tree(1), ">", number("0")),
        pool(0, "0 1", "2/5", rivals=[1, 2]),
        "REFUSED",
        "wrong-rivals",
    ),
    reject(
        "the token among its rivals",
        BOUND,
        bound(FOUR, tree(2), ">", number("0")),
        pool(0, "0 1", "2/5", rivals=[0, 1]),
        "REFUSED",
        "wrong-rivals",
    ),
    reject(
        "a repeated rival",
        BOUND,
        bound(FOUR, tree(2), ">", number("0")),
        pool(0, "0 1", "2/5", rivals=[1, 1]),
        "MALFORMED",
        "repeated",
    ),
    reject(
        "no level forward",
        BOUND,
        bound(THREE, STRICT, ">", number("0")),
        pool(1, "0 1", None),
        "MALFORMED",
        "missing-key",
    ),
    reject(
        "a level in reverse",
        BOUND,
        bound(ROOT, STRICT, ">", number("0"), "reverse"),
        pool(1, "0 1", "3/8"),
        "MALFORMED",
        "unknown-key",
    ),
    reject(
        "rivals without a tree",
        BOUND,
        bound(THREE, STRICT, ">", number("0")),
        pool(1, "0 1", "3/8", rivals=[1]),
        "MALFORMED",
        "unknown-key",
    ),
    reject(
        "a threshold without entropy",
        BOUND,
        bound(THREE, STRICT, ">", number("0")),
        pool(1, "0 1", "3/8", threshold=EIGHTH),
        "MALFORMED",
        "unknown-key",
    ),
    reject(
        "no threshold with entropy",
        BOUND,
        bound(SPREAD, entropy("1", "1/2"), ">", number("0")),
        pool(1, "0 1", "5/16"),
        "MALFORMED",
        "missing-key",
    ),
    reject(
        "entropy: a null where a proof is needed",
        BOUND,
        bound(SPREAD, entropy("1", "1/2"), ">", number("0")),
        pool(1, "0 1", "5/16", threshold={"accepted": None, "rejected": None}),
        "MALFORMED",
        "not-an-object",
    ),
    reject("evidence beside infinity", BOUND, bound(THREE, tree(3), "=", "infinity"), PAIR, "MALFORMED", "unknown-key"),
    reject(
        "more than infinity", BOUND, bound(THREE, tree(3), ">=", "infinity"), {}, "MALFORMED", "infinity-needs-equality"
    ),
    reject("another word for infinity", BOUND, bound(THREE, tree(3), "=", "inf"), {}, "MALFORMED", "not-an-object"),
    reject(
        "weights and probabilities",
        BOUND,
        bound({"weights": ["1", "1"], "probabilities": ["1/2", "1/2"]}, STRICT, ">", number("0")),
        PAIR,
        "MALFORMED",
        "unknown-key",
    ),
    reject(
        "fractional weights",
        BOUND,
        bound(weights("1/2 1/4 1/4"), STRICT, ">", number("0")),
        PAIR,
        "MALFORMED",
        "not-an-integer-weight",
    ),
    reject(
        "weights of zero",
        BOUND,
        bound(weights("0 0 0"), STRICT, ">", number("0")),
        PAIR,
        "MALFORMED",
        "not-a-distribution",
    ),
    reject(
        "one token", BOUND, bound(weights("1"), STRICT, ">", number("0")), pool(0, "0", "1"), "MALFORMED", "too-few"
    ),
    reject(
        "a denominator of many bits",
        BOUND,
        bound(probabilities(" ".join(f"1/{10**3999 + k}" for k in range(1, 9, 2))), STRICT, ">", number("0")),
        PAIR,
        "LIMIT",
        "too-many-bits",
    ),
    reject(
        "a float", BOUND, bound(probabilities("0.5 0.5"), STRICT, ">", number("0")), PAIR, "MALFORMED", "decimal-point"
    ),
    reject("an unknown rule", BOUND, bound(THREE, rule("greedy"), ">", number("0")), PAIR, "MALFORMED", "unknown-word"),
    reject(
        "a rule without a name",
        BOUND,
        bound(THREE, {"tie": "lowest"}, ">", number("0")),
        PAIR,
        "MALFORMED",
        "missing-key",
    ),
    reject(
        "a rule without its tie",
        BOUND,
        bound(THREE, rule("strict"), ">", number("0")),
        PAIR,
        "MALFORMED",
        "missing-key",
    ),
    reject(
        "an unknown tie",
        BOUND,
        bound(THREE, rule("strict", tie="highest"), ">", number("0")),
        PAIR,
        "MALFORMED",
        "unknown-word",
    ),
    reject(
        "a field of another rule",
        BOUND,
        bound(THREE, {**STRICT, "delta": "0"}, ">", number("0")),
        PAIR,
        "MALFORMED",
        "unknown-key",
    ),
    reject(
        "a negative delta",
        BOUND,
        bound(THREE, rule("additive", delta="-1/10"), ">", number("0")),
        PAIR,
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "an epsilon of 0", BOUND, bound(THREE, entropy("0", "1"), ">", number("0")), PAIR, "MALFORMED", "out-of-range"
    ),
    reject(
        "an entropy delta of 0",
        BOUND,
        bound(THREE, entropy("1", "0"), ">", number("0")),
        PAIR,
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "a guard of 0", BOUND, bound(THREE, entropy("1", "1", "0"), ">", number("0")), PAIR, "MALFORMED", "out-of-range"
    ),
    reject(
        "a tau above 1",
        BOUND,
        bound(THREE, rule("absolute", tau="2"), ">", number("0")),
        PAIR,
        "MALFORMED",
        "out-of-range",
    ),
    reject("a tree of 0", BOUND, bound(THREE, tree(0), ">", number("0")), PAIR, "MALFORMED", "out-of-range"),
    reject("top 0", BOUND, bound(THREE, rule("top", m=0), ">", number("0")), PAIR, "MALFORMED", "out-of-range"),
    reject(
        "an unknown direction",
        BOUND,
        bound(THREE, STRICT, ">", number("0"), "sideways"),
        PAIR,
        "MALFORMED",
        "unknown-word",
    ),
    reject("an unknown relation", BOUND, bound(THREE, STRICT, "!=", number("0")), PAIR, "MALFORMED", "unknown-word"),
    reject(
        "a large reverse pool",
        BOUND,
        bound({"weights": ["1" + "0" * 3000, *["1"] * 999]}, tree(999), ">", number("0"), "reverse"),
        pool(0, " ".join(map(str, range(1000))), None, rivals=list(range(1, 1000))),
        "LIMIT",
        "pool-too-large",
    ),
    accept("K04: certified by 1e-30", ACCEPTED, draft(THREE, NEAR, STRICT), pool(1, "0 1", "3/8", {"bits": 128})),
    accept("K06a: a point mass", ACCEPTED, draft(POINT, probabilities("3/5 1/5 1/5"), STRICT), pool(1, "0 1", "1/2")),
    accept(
        "without logarithms",
        ACCEPTED,
        draft(THREE, probabilities("12/25 13/50 13/50"), STRICT),
        pool(1, "0 1", "3/8", CHI),
    ),
    accept(
        "without logarithms, a weightless token",
        ACCEPTED,
        draft(ZEROS, probabilities("12/25 3/10 1/5 1/50"), STRICT),
        pool(1, "0 1", "2/5", CHI),
    ),
    accept("weights as drafts", ACCEPTED, draft(THREE, weights("48 26 26"), STRICT), PAIR),
    accept("the target itself", ACCEPTED, draft(THREE, THREE, STRICT), PAIR),
    accept(
        "under a tree",
        ACCEPTED,
        draft(FOUR, probabilities("2/5 2/5 1/10 1/10"), tree(2)),
        pool(0, "0 2", "3/10", rivals=[1, 2]),
    ),
    accept(
        "under entropy",
        ACCEPTED,
        draft(SPREAD, probabilities("2/5 3/20 3/20 3/20 3/20"), entropy("1", "1/2")),
        pool(1, "0 1", "5/16", threshold={"accepted": {"bits": 64}, "rejected": None}),
    ),
    accept("in reverse", ACCEPTED, draft(ROOT, probabilities("1/2 3/10 1/5"), STRICT, "reverse"), pool(1, "0 1", None)),
    accept(
        "a small KL in reverse",
        ACCEPTED,
        draft(HIGH, probabilities("3/5 1/4 3/20"), STRICT, "reverse"),
        pool(1, "0 1", None),
    ),
    forge(
        "K01: the minimiser itself",
        ACCEPTED,
        draft(THREE, probabilities("3/8 3/8 1/4"), STRICT),
        PAIR_ZERO,
        "REFUSED",
        "boundary-minimiser",
    ),
    forge(
        "the minimiser of another order",
        ACCEPTED,
        draft(THREE, probabilities("3/8 1/4 3/8"), STRICT),
        pool(1, "0 1", "3/8", base("2 3")),
        "REFUSED",
        "boundary-minimiser",
    ),
    forge(
        "a tie drafted as itself",
        ACCEPTED,
        draft(TIED, TIED, STRICT),
        pool(1, "1", "2/5", base("")),
        "REFUSED",
        "boundary-minimiser",
    ),
    forge(
        "the minimiser under a tree",
        ACCEPTED,
        draft(FOUR, probabilities("3/10 3/10 3/10 1/10"), tree(2)),
        pool(0, "0 2", "3/10", base("2 3 5"), rivals=[1, 2]),
        "REFUSED",
        "boundary-minimiser",
    ),
    forge(
        "the minimiser under an additive rule",
        ACCEPTED,
        draft(FOUR, probabilities("3/10 3/10 3/10 1/10"), rule("additive", delta="1/5")),
        pool(2, "0 2", "3/10", base("2 3 5")),
        "REFUSED",
        "boundary-minimiser",
    ),
    forge(
        "the minimiser in reverse",
        ACCEPTED,
        draft(ROOT, probabilities("2/5 2/5 1/5"), STRICT, "reverse"),
        pool(1, "0 1", None, base("2 3 5", mean="3/8")),
        "REFUSED",
        "boundary-minimiser",
    ),
    forge(
        "a rejected draft near the boundary at 64 bits",
        ACCEPTED,
        draft(THREE, NEAR_WORSE, STRICT),
        PAIR,
        "REFUSED",
        "precision-too-low",
    ),
    forge(
        "a rejected draft near the boundary",
        ACCEPTED,
        draft(THREE, NEAR_WORSE, STRICT),
        pool(1, "0 1", "3/8", {"bits": 256}),
        "REFUSED",
        "kl-not-below",
    ),
    forge(
        "a rejected draft",
        ACCEPTED,
        draft(THREE, probabilities("1/4 1/2 1/4"), STRICT),
        PAIR,
        "REFUSED",
        "kl-not-below",
    ),
    forge(
        "a rejected draft without logarithms",
        ACCEPTED,
        draft(THREE, probabilities("1/4 1/2 1/4"), STRICT),
        pool(1, "0 1", "3/8", CHI),
        "REFUSED",
        "kl-not-below",
    ),
    forge(
        "target and draft swapped",
        ACCEPTED,
        draft(probabilities("1/2 49/100 1/100"), probabilities("9/10 1/20 1/20"), STRICT),
        PAIR | {"level": "99/200"},
        "REFUSED",
        "kl-not-below",
    ),
    forge(
        "a draft that sums to 11/10",
        ACCEPTED,
        draft(THREE, probabilities("7/20 2/5 7/20"), STRICT),
        PAIR,
        "MALFORMED",
        "not-a-distribution",
    ),
    forge(
        "a weightless token that the target has",
        ACCEPTED,
        draft(THREE, probabilities("0 1/2 1/2"), STRICT),
        PAIR,
        "REFUSED",
        "kl-infinite",
    ),
    forge(
        "a weightless token without logarithms",
        ACCEPTED,
        draft(THREE, probabilities("0 1/2 1/2"), STRICT),
        pool(1, "0 1", "3/8", CHI),
        "REFUSED",
        "kl-infinite",
    ),
    forge(
        "a weightless target in reverse",
        ACCEPTED,
        draft(probabilities("3/5 2/5 0"), probabilities("1/4 1/4 1/2"), STRICT, "reverse"),
        pool(1, "0 1", None),
        "REFUSED",
        "kl-infinite",
    ),
    forge(
        "a tree missed",
        ACCEPTED,
        draft(FOUR, probabilities("1/10 3/10 3/10 3/10"), tree(2)),
        pool(0, "0 2", "3/10", rivals=[1, 2]),
        "REFUSED",
        "kl-not-below",
    ),
    forge(
        "a light token",
        ACCEPTED,
        draft(FOUR, probabilities("2/5 9/20 1/10 1/20"), STRICT),
        pool(2, "0 2", "3/10"),
        "REFUSED",
        "wrong-token",
    ),
    reject(
        "no log-free bound in reverse",
        ACCEPTED,
        draft(ROOT, ROOT, STRICT, "reverse"),
        pool(1, "0 1", None, CHI),
        "REFUSED",
        "no-log-free-bound",
    ),
    reject(
        "no log-free bound for three",
        ACCEPTED,
        draft(FILLED, FILLED, ADD),
        pool(3, "0 1 3", "67/300", CHI),
        "REFUSED",
        "no-log-free-bound",
    ),
    reject(
        "log-free with too many terms",
        ACCEPTED,
        draft(THREE, THREE, STRICT),
        pool(1, "0 1", "3/8", {"chi_square": {"bits": 64, "terms": 65}}),
        "REFUSED",
        "no-log-free-bound",
    ),
    reject(
        "log-free without terms",
        ACCEPTED,
        draft(THREE, THREE, STRICT),
        pool(1, "0 1", "3/8", {"chi_square": {"bits": 64, "terms": 0}}),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "log-free beyond its bits",
        ACCEPTED,
        draft(THREE, THREE, STRICT),
        pool(1, "0 1", "3/8", {"chi_square": {"bits": 4097, "terms": 4}}),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "log-free and bits",
        ACCEPTED,
        draft(THREE, THREE, STRICT),
        pool(1, "0 1", "3/8", {**CHI, "bits": 64}),
        "MALFORMED",
        "unknown-key",
    ),
    reject(
        "K01 by bits",
        ACCEPTED,
        draft(THREE, probabilities("3/8 3/8 1/4"), STRICT),
        pool(1, "0 1", "3/8", {"bits": 4096}),
        "REFUSED",
        "precision-too-low",
    ),
    reject("K04 at 64 bits", ACCEPTED, draft(THREE, NEAR, STRICT), PAIR, "REFUSED", "precision-too-low"),
    reject(
        "K01 with a smaller pool",
        ACCEPTED,
        draft(THREE, THREE, STRICT),
        pool(1, "1", "1/4", base("2")),
        "REFUSED",
        "not-exact",
    ),
    reject(
        "a draft over other tokens",
        ACCEPTED,
        draft(THREE, probabilities("1/2 1/2"), STRICT),
        PAIR,
        "MALFORMED",
        "wrong-length",
    ),
    reject(
        "no draft",
        ACCEPTED,
        {"target": THREE, "rule": STRICT, "direction": "forward"},
        PAIR,
        "MALFORMED",
        "missing-key",
    ),
    reject("nothing is rejected", ACCEPTED, draft(SIX, SIX, ANY), pool(0, "0", "1/6"), "REFUSED", "no-rejected-token"),
]

ABOUT: list[About] = [
    *(
        About(
            f"the complement of {one}",
            BOUND,
            bound(THREE, STRICT, one, THREE_D),
            (BOUND, bound(THREE, STRICT, other, THREE_D)),
        )
        for one, other in ((">", "<="), (">=", "<"), ("<", ">="), ("<=", ">"))
    ),
    About("an equality has no complement", BOUND, bound(THREE, STRICT, "=", THREE_D), None),
    About("infinity has no complement", BOUND, bound(THREE, tree(3), "=", "infinity"), None),
    About("acceptance has no complement", ACCEPTED, draft(THREE, NEAR, STRICT), None),
]

# what these kinds compare, as log forms of their own
CASES += [
    accept(
        "D - KL of K01",
        "logform/sign",
        {"form": form(("1/2", "4/3"), ("1/4", "2/3"), ("-1/2", "4/3"), ("-1/4", "2/3")), "relation": "="},
        base("2 3"),
    ),
    accept(
        "D of K01 above its truncation",
        "logform/sign",
        {"form": form(("1/2", "4/3"), ("1/4", "2/3"), constant="-21/500"), "relation": ">"},
        {"bits": 64},
    ),
]

HALVES, SIXES = probabilities("1/2 1/4 1/4"), weights("6 3 3")
NOTHING = probabilities("1/2 1/2 0")


def log_free(bits: int, terms: int) -> Value:
    return pool(1, "0 1", "3/8", {"chi_square": {"bits": bits, "terms": terms}})


CASES += [
    accept("KL = D off the minimisers", ACCEPTED, draft(POINT, HALVES, STRICT), pool(1, "0 1", "1/2", base("2"))),
    accept(
        "KL = D off the minimisers, level set", ACCEPTED, draft(POINT, HALVES, ANY), pool(1, "0 1", "1/2", base("2"))
    ),
    accept(
        "KL = D off the minimisers of a tree",
        ACCEPTED,
        draft(POINT, probabilities("1/3 1/2 1/6"), tree(2)),
        pool(0, "0 1 2", "1/3", base("3"), rivals=[1, 2]),
    ),
    forge(
        "KL = D at a minimiser, level set",
        ACCEPTED,
        draft(POINT, NOTHING, ANY),
        pool(1, "0 1", "1/2", base("2")),
        "REFUSED",
        "boundary-minimiser",
    ),
    forge(
        "KL = D at the other minimiser",
        ACCEPTED,
        draft(POINT, probabilities("1/2 0 1/2"), ANY),
        pool(1, "0 1", "1/2", base("2")),
        "REFUSED",
        "boundary-minimiser",
    ),
    forge(
        "KL = D where ties hide another minimiser",
        ACCEPTED,
        draft(POINT, probabilities("1/2 0 1/2"), STRICT),
        pool(1, "0 1", "1/2", base("2")),
        "REFUSED",
        "boundary-minimiser",
    ),
    forge(
        "KL = D at a minimiser of a tree",
        ACCEPTED,
        draft(POINT, probabilities("1/3 1/3 1/3"), tree(2)),
        pool(0, "0 1 2", "1/3", base("3"), rivals=[1, 2]),
        "REFUSED",
        "boundary-minimiser",
    ),
    accept(
        "weightless on both sides",
        ACCEPTED,
        draft(probabilities("3/4 1/4 0"), probabilities("3/4 1/4 0"), STRICT),
        pool(1, "0 1", "1/2"),
    ),
    accept(
        "log-free, weightless on both sides",
        ACCEPTED,
        draft(probabilities("3/4 1/4 0"), probabilities("3/4 1/4 0"), STRICT),
        pool(1, "0 1", "1/2", CHI),
    ),
    accept(
        "log-free, two terms of the series",
        ACCEPTED,
        draft(THREE, probabilities("2/5 3/10 3/10"), STRICT),
        log_free(64, 2),
    ),
    reject(
        "log-free, one term is too little",
        ACCEPTED,
        draft(THREE, probabilities("2/5 3/10 3/10"), STRICT),
        log_free(64, 1),
        "REFUSED",
        "kl-not-below",
    ),
    reject(
        "log-free, equal to one term",
        ACCEPTED,
        draft(SIXES, weights("4 3 3"), STRICT),
        log_free(64, 1),
        "REFUSED",
        "kl-not-below",
    ),
    reject(
        "log-free beyond every term",
        ACCEPTED,
        draft(THREE, probabilities("399/1000 601/2000 601/2000"), STRICT),
        log_free(64, 64),
        "REFUSED",
        "kl-not-below",
    ),
    reject("log-free at one bit", ACCEPTED, draft(SIXES, SIXES, STRICT), log_free(1, 1), "REFUSED", "kl-not-below"),
    accept("log-free at eight bits", ACCEPTED, draft(SIXES, SIXES, STRICT), log_free(8, 1)),
    accept("log-free at the most bits and terms", ACCEPTED, draft(SIXES, SIXES, STRICT), log_free(4096, 64)),
    reject(
        "a sign that is a list",
        ACCEPTED,
        draft(THREE, THREE, STRICT),
        pool(1, "0 1", "3/8", ["chi_square"]),
        "MALFORMED",
        "not-an-object",
    ),
]

LATER = {"threshold": {"accepted": {"bits": 64}, "rejected": None}}
ZEROS_D = form(("1/2", "15/8"), ("3/10", "9/8"))

CASES += [
    reject(
        "a token of -1",
        BOUND,
        bound(THREE, STRICT, ">", number("0")),
        pool(-1, "0 1", "3/8"),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "a token one too far",
        BOUND,
        bound(THREE, STRICT, ">", number("0")),
        pool(3, "0 1", "3/8"),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "a pooled token of -1",
        BOUND,
        bound(THREE, STRICT, ">", number("0")),
        pool(1, "1 -1", "1/4"),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "a rival of -1",
        BOUND,
        bound(FOUR, tree(2), ">", number("0")),
        pool(0, "0 1", "2/5", rivals=[1, -1]),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "a rival one too far",
        BOUND,
        bound(FOUR, tree(2), ">", number("0")),
        pool(0, "0 1", "2/5", rivals=[1, 4]),
        "MALFORMED",
        "out-of-range",
    ),
    reject(
        "the token as one rival too many",
        BOUND,
        bound(FOUR, tree(2), ">", number("0")),
        pool(0, "0 1", "2/5", rivals=[0, 1, 2]),
        "REFUSED",
        "wrong-rivals",
    ),
    reject(
        "the accepted token of a tie, alone",
        BOUND,
        bound(TIED, STRICT, ">=", number("0")),
        pool(0, "0", "2/5", base("")),
        "REFUSED",
        "wrong-token",
    ),
    reject(
        "any tie, but no maximiser",
        BOUND,
        bound(FOUR, tree(2, "any"), ">", number("0")),
        pool(1, "1 2", "1/5", rivals=[0, 2]),
        "REFUSED",
        "wrong-token",
    ),
    accept(
        "any tie, the later maximiser",
        BOUND,
        bound(TIED, tree(1, "any"), ">=", number("0")),
        pool(1, "0 1", "2/5", base(""), rivals=[0]),
    ),
    accept(
        "any tie, one maximiser",
        BOUND,
        bound(FOUR, tree(2, "any"), "=", form(("1/2", "5/3"), ("1/10", "1/3"))),
        pool(0, "0 2", "3/10", base("3 5"), rivals=[1, 2]),
    ),
    accept(
        "the first of two maximisers",
        BOUND,
        bound(TIED, tree(2), "=", form(("2/5", "4/3"), ("1/5", "2/3"))),
        pool(0, "0 2", "3/10", base("2 3"), rivals=[1, 2]),
    ),
    accept(
        "entropy: a weightless token exactly",
        BOUND,
        bound(ZEROS, entropy("1/10", "1"), "=", ZEROS_D),
        pool(3, "0 1 3", "4/15", base("2 3 5"), threshold={"accepted": None, "rejected": None}),
    ),
    forge(
        "entropy: gt rejects at epsilon",
        BOUND,
        bound(FOUR, entropy("3/10", "1"), ">", number("7/50")),
        pool(2, "0 2", "3/10", **LATER),
        "REFUSED",
        "not-accepted",
    ),
    forge(
        "entropy: ge rejects below",
        BOUND,
        bound(FOUR, entropy("1/5", "1", None, "ge"), "=", "infinity"),
        {"threshold": {"accepted": {"bits": 64}}},
        "REFUSED",
        "not-accepted",
    ),
    forge(
        "reverse: a pooled token one unit below the mean",
        BOUND,
        bound(weights("2 1"), rule("absolute", tau="1"), ">", number("1/100"), "reverse"),
        pool(0, "0 1", None),
        "REFUSED",
        "wrong-pool",
    ),
    reject(
        "a reverse sign that is a list",
        BOUND,
        bound(ROOT, STRICT, ">", number("0"), "reverse"),
        pool(1, "0 1", None, ["base"]),
        "MALFORMED",
        "not-an-object",
    ),
]
