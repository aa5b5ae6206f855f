"""Acceptance rules of speculative decoding: distributions over a vocabulary, and which tokens a rule rejects.

A distribution p is `{"probabilities": [..]}`, rationals >= 0 that sum to exactly 1, or `{"weights": [..]}`, integers
>= 0 (as strings) of which p_i is the share. Tokens are indices 0..n-1, n >= 2; p1 is the largest probability.

A rule accepts or rejects a token by the target p alone; a drafter is accepted where its most likely token is:

    strict: tie=lowest          the maximiser of lowest index is accepted         tie=any    every maximiser is
    additive: delta             p_i >= p1 - delta                                 delta >= 0
    multiplicative: alpha       p_i >= alpha p1                                   0 <= alpha <= 1
    top: m                      p_i >= the m-th largest (ties at rank m accepted) m >= 1
    absolute: tau               p_i >= tau                                        0 <= tau <= 1
    entropy: epsilon, delta, guard, accept   p_i > (accept=gt) or >= (ge) min(epsilon, delta exp(-H)),
                                H = -sum p_k log(p_k + guard), guard null: 0      epsilon, delta, guard > 0
    trtllm: k, delta            among the k largest under every order of ties, and p_i >= p1 - delta
    tree: m, tie                the drafter offers its m most likely tokens; accepted if the target's maximiser (tie=
                                lowest: of lowest index; any: some maximiser) is among them under every order of ties

All but strict with tie=lowest are level sets: a token is rejected iff p_i is at most the heaviest rejected probability.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from certify.kernel.rational import brief, ratio, rational
from certify.kernel.reject import limit, malformed
from certify.kernel.text import Value, array, choice, integer, record

MAX_TOKENS = 1 << 20
MAX_TOTAL_BITS = 1 << 15  # of the common denominator
MAX_BITS = 1 << 28  # of all weights together
_FIELDS = {
    "strict": ("tie",),
    "additive": ("delta",),
    "multiplicative": ("alpha",),
    "top": ("m",),
    "absolute": ("tau",),
    "entropy": ("epsilon", "delta", "guard", "accept"),
    "trtllm": ("k", "delta"),
    "tree": ("m", "tie"),
}


@dataclass(frozen=True)
class Distribution:
    """p_i = weights[i] / total, total > 0 the sum of the weights."""

    weights: tuple[int, ...]
    total: int


@dataclass(frozen=True)
class Acceptance:
    """A rule with its fields; those that it has not are None. `number` is delta, alpha or tau; `count` is m or k."""

    name: str
    tie: str | None = None
    number: Fraction | None = None
    count: int | None = None
    epsilon: Fraction | None = None
    guard: Fraction | None = None
    accept: str | None = None


def parse_distribution(value: Value, where: str, length: int | None = None) -> Distribution:
    """A distribution over at least 2 tokens (exactly `length` if given). Raises Reject (malformed or limit)."""
    exact = isinstance(value, dict) and "weights" in value
    key = "weights" if exact else "probabilities"
    elements = array(record(value, where, (key,))[key], f"{where}/{key}", 2, MAX_TOKENS)
    if length is not None and len(elements) != length:
        raise malformed(f"{where}/{key}", "wrong-length", f"{len(elements)} tokens, the target has {length}")
    pairs = []
    common = 1
    for i, element in enumerate(elements):
        numerator, denominator = ratio(element, f"{where}/{key}/{i}")
        if numerator < 0:
            raise malformed(f"{where}/{key}/{i}", "negative-probability", f"{element}; must be at least 0")
        if exact and denominator != 1:
            raise malformed(f"{where}/{key}/{i}", "not-an-integer-weight", f"{element}; weights are integers")
        common = math.lcm(common, denominator)
        if common.bit_length() > MAX_TOTAL_BITS or len(elements) * common.bit_length() > MAX_BITS:
            found = f"{len(elements)} tokens over a common denominator of {common.bit_length()} bits"
            detail = f"{found}, at most {MAX_TOTAL_BITS} bits and {MAX_BITS} in all"
            raise limit(f"{where}/{key}/{i}", "too-many-bits", detail)
        pairs.append((numerator, denominator))
    weights = tuple(numerator * (common // denominator) for numerator, denominator in pairs)
    total = sum(weights)
    if not exact and total != common:
        raise malformed(f"{where}/{key}", "not-a-distribution", f"sum is {brief(Fraction(total, common))}, must be 1")
    if total == 0:
        raise malformed(f"{where}/{key}", "not-a-distribution", "all weights are 0")
    return Distribution(weights, total)


def parse_rule(value: Value, where: str) -> Acceptance:
    """A rule with exactly its own fields, each in range."""
    if not isinstance(value, dict) or "name" not in value:
        raise malformed(where, "missing-key", "a rule is an object with key 'name' and the fields of that rule")
    name = choice(value["name"], f"{where}/name", tuple(_FIELDS))
    fields = record(value, where, ("name", *_FIELDS[name]))
    number = next((key for key in ("alpha", "tau", "delta") if key in fields), None)
    count = next((key for key in ("m", "k") if key in fields), None)
    guard = fields.get("guard")
    rule = Acceptance(
        name,
        choice(fields["tie"], f"{where}/tie", ("lowest", "any")) if "tie" in fields else None,
        None if number is None else rational(fields[number], f"{where}/{number}"),
        None if count is None else integer(fields[count], f"{where}/{count}", 1),
        rational(fields["epsilon"], f"{where}/epsilon") if "epsilon" in fields else None,
        None if guard is None else rational(guard, f"{where}/guard"),
        choice(fields["accept"], f"{where}/accept", ("gt", "ge")) if "accept" in fields else None,
    )
    _require_ranges(rule, where, number or "")
    return rule


def _require_ranges(rule: Acceptance, where: str, number: str) -> None:
    positive = rule.name == "entropy"
    values = {number: rule.number, "epsilon": rule.epsilon, "guard": rule.guard}
    for key, value in values.items():
        if value is not None and (value < 0 or (positive and value == 0)):
            needed = "greater than 0" if positive else "at least 0"
            raise malformed(f"{where}/{key}", "out-of-range", f"{brief(value)}; must be {needed}")
    if rule.name in ("multiplicative", "absolute") and rule.number is not None and rule.number > 1:
        raise malformed(f"{where}/{number}", "out-of-range", f"{brief(rule.number)}; must be at most 1")


def chosen(weights: Sequence[int]) -> int:
    """The maximiser of lowest index."""
    return weights.index(max(weights))


def heaviest_rejected(rule: Acceptance, target: Distribution) -> int | None:
    """The largest weight of a rejected token, or None if no token is rejected. Not for `entropy` and `tree`."""
    weights, top = target.weights, max(target.weights)
    if rule.tie == "lowest" and weights.count(top) > 1:
        return top
    level, scale = _level(rule, target, top)
    found = max((w for w in weights if w * scale < level), default=None)
    if rule.name == "trtllm" and rule.count is not None and rule.count < len(weights):
        # the (k+1)-th largest weight has k others at least as large, so some order of ties leaves it out
        outside = sorted(weights, reverse=True)[rule.count]
        return outside if found is None else max(found, outside)
    return found


def _level(rule: Acceptance, target: Distribution, top: int) -> tuple[int, int]:
    """(level, scale): weights with weight * scale < level are rejected."""
    if rule.count is not None and rule.name == "top":
        return (
            (sorted(target.weights, reverse=True)[rule.count - 1], 1) if rule.count <= len(target.weights) else (0, 1)
        )
    if rule.number is None:
        return top, 1
    above, below = rule.number.numerator, rule.number.denominator
    if rule.name == "multiplicative":
        return above * top, below
    if rule.name == "absolute":
        return above * target.total, below
    return below * top - above * target.total, below
