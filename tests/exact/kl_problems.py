"""Random problems of KL acceptance over every rule, with brute-force answers in floating point."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction
from typing import Any

Value = Any

STRICT: Value = {"name": "strict", "tie": "lowest"}


def rules(rng: random.Random, size: int) -> list[Value]:
    """One of each rule with random fields."""
    share = Fraction(rng.randint(1, 9), 10)
    small = Fraction(rng.randint(1, 5), 20)
    return [
        STRICT,
        {"name": "strict", "tie": "any"},
        {"name": "additive", "delta": str(small)},
        {"name": "multiplicative", "alpha": str(share)},
        {"name": "top", "m": rng.randint(1, size)},
        {"name": "absolute", "tau": str(small)},
        {
            "name": "entropy",
            "epsilon": str(share),
            "delta": str(Fraction(rng.randint(1, 10), 10)),
            "guard": rng.choice([None, "1/100000", "1/10"]),
            "accept": rng.choice(["gt", "ge"]),
        },
        {"name": "trtllm", "k": rng.randint(1, size), "delta": str(share)},
        {"name": "tree", "m": rng.randint(1, size - 1), "tie": "lowest"},
    ]


def weights(rng: random.Random, size: int) -> list[int]:
    """Weights with zeros, ties, peaks, or nothing special."""
    style = rng.randrange(4)
    if style == 0:
        found = [rng.randint(0, 4) for _ in range(size)]
    elif style == 1:
        found = [rng.randint(1, 3) * 10 for _ in range(size)]
    elif style == 2:
        found = [1 + rng.randint(0, 5) for _ in range(size)]
        found[rng.randrange(size)] = 100
    else:
        found = [rng.randint(1, 1000) for _ in range(size)]
    return found if sum(w > 0 for w in found) > 1 else weights(rng, size)


def distribution(numbers: list[int]) -> Value:
    return {"weights": [str(w) for w in numbers]}


def rejected(p: list[float], rule: Value) -> list[int]:
    """The rejected tokens by the definition of the rule, in floating point (single-token rules)."""
    number = {key: float(Fraction(rule[key])) for key in ("delta", "alpha", "tau", "epsilon") if key in rule}
    top = max(p)
    if rule["name"] == "strict":
        return [i for i in range(len(p)) if (i != p.index(top) if rule["tie"] == "lowest" else p[i] < top)]
    if rule["name"] == "top":
        level = sorted(p, reverse=True)[rule["m"] - 1]
        return [i for i, x in enumerate(p) if x < level]
    if rule["name"] == "entropy":
        guard = float(Fraction(rule["guard"])) if rule["guard"] else 0.0
        entropy = -sum(x * math.log(x + guard) for x in p if x)
        level = min(number["epsilon"], number["delta"] * math.exp(-entropy))
        return [i for i, x in enumerate(p) if (x <= level if rule["accept"] == "gt" else x < level)]
    level = {
        "additive": top - number.get("delta", 0.0),
        "trtllm": top - number.get("delta", 0.0),
        "multiplicative": number.get("alpha", 0.0) * top,
        "absolute": number.get("tau", 0.0),
    }[rule["name"]]
    found = {i for i, x in enumerate(p) if x < level - 1e-12}
    if rule["name"] == "trtllm":
        found |= {i for i, x in enumerate(p) if sum(y >= x for y in p) - 1 >= rule["k"]}
    return sorted(found)


def constraints(p: list[float], rule: Value) -> list[list[tuple[int, int]]]:
    """Every way of being rejected, each as pairs (i, k) that mean q_i >= q_k."""
    if rule["name"] == "tree":
        a = p.index(max(p))
        others = [i for i in range(len(p)) if i != a]
        return [[(i, a) for i in chosen] for chosen in itertools.combinations(others, rule["m"])]
    return [[(j, i) for i in range(len(p)) if i != j] for j in rejected(p, rule)]


def on_threshold(p: list[float], rule: Value) -> bool:
    """Whether a probability lies so near the entropy threshold that floats do not tell its side."""
    if rule["name"] != "entropy":
        return False
    guard = float(Fraction(rule["guard"])) if rule["guard"] else 0.0
    entropy = -sum(x * math.log(x + guard) for x in p if x)
    level = min(float(Fraction(rule["epsilon"])), float(Fraction(rule["delta"])) * math.exp(-entropy))
    return any(abs(x - level) < 1e-12 for x in p)
