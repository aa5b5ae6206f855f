"""Log forms, KL bounds, accepted drafters and margins in words."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from certify.words.steps import shorten

Value = Any

SHOWN = 8  # tokens and terms that are spelled out

_RULES = {
    "strict": "strict greedy (ties: {tie})",
    "additive": "p_i >= p_1 - {delta}",
    "multiplicative": "p_i >= {alpha} p_1",
    "top": "p_i >= the {m}-th largest",
    "absolute": "p_i >= {tau}",
    "entropy": "p_i {sign} min({epsilon}, {delta} exp(-H)), guard {guard}",
    "trtllm": "among the {k} largest and p_i >= p_1 - {delta}",
    "tree": "tree of {m} (ties: {tie})",
}
_MARGINS = {
    "strict": "strict greedy, p_1 - p_2 >= {gap}",
    "strict-reverse": "strict greedy, p_1 - p_2 >= {gap}, KL(q||p)",
    "gap": "any rule whose heaviest rejected token j has p_1 - p_j >= {gap} and p_1 + p_j <= {mass}",
    "additive": "the additive rule with delta {delta}, gap p_1 - p_2 = {gap}",
    "multiplicative": "the multiplicative rule with alpha {alpha}, p_1 >= {top}",
    "top": "the top-{m} rule, p_1 - p_(m+1) >= {gap}",
    "tree": "a tree of {m}, p_1 - p_(m+1) >= {gap}",
    "tree-gap": "a tree of {m}, p_1 - p_2 >= {gap}",
    "tree-top": "a tree of {m}, p_1 >= {top}",
    "tree-quadratic": "a tree of {m}, p_1 - p_(m+1) >= {gap}",
    "entropy": "the entropy rule (epsilon {epsilon}, delta {delta}, guard {guard}), p_1 >= {top}",
}


def rule(value: Value) -> str:
    """A rule in words."""
    fields = {key: "none" if field is None else field for key, field in value.items()}
    sign = ">" if fields.get("accept") == "gt" else ">="
    return f"{value['name']}: {_RULES[value['name']].format(sign=sign, **fields)}"


def form(value: Value) -> str:
    """A log form, or infinity."""
    if isinstance(value, str):
        return value
    parts = [f"({term['coefficient']}) log({term['argument']})" for term in value["terms"][:SHOWN]]
    if len(value["terms"]) > SHOWN:
        parts.append(f"... ({len(value['terms'])} logarithms)")
    if value["constant"] != "0" or not parts:
        parts.insert(0, value["constant"])
    return shorten(" + ".join(parts))


def distribution(value: Value) -> str:
    """The first shares of a distribution."""
    numbers = value["probabilities"] if "probabilities" in value else value["weights"]
    shown = ", ".join(n if len(n) <= 12 else f"~{float(Fraction(n)):.6g}" for n in numbers[:SHOWN])
    more = f", ... ({len(numbers)} tokens)" if len(numbers) > SHOWN else ""
    return f"({shown}{more})" + (" / sum" if "weights" in value else "")


def claim(kind: str, statement: Value) -> str:
    """The claim as a sentence."""
    if kind == "logform/sign":
        return f"{form(statement['form'])} {statement['relation']} 0"
    if kind == "kl/margin":
        fields = {key: "unknown" if field is None else field for key, field in statement.items()}
        which = _MARGINS[statement["margin"]].format(**fields)
        return f"Every target under {which}: D {statement['relation']} {form(statement['bound'])}"
    divergence = "KL(p||q)" if statement["direction"] == "forward" else "KL(q||p)"
    head = f"p = {distribution(statement['target'])}\nrule {rule(statement['rule'])}\n"
    if kind == "kl/bound":
        least = f"the least {divergence} of a drafter that may be rejected"
        return f"{head}D, {least}, is {statement['relation']} {form(statement['bound'])}"
    q = f"q = {distribution(statement['draft'])}\n"
    return f"{head}{q}{divergence} < D (or = D off the minimisers): q is accepted under every order of ties"


def explain(kind: str, statement: Value, evidence: Value) -> str:
    """The pool and how the sign is known."""
    if kind == "logform/sign":
        return _sign(evidence)
    if kind == "kl/margin":
        tilt = f" at tilt {evidence['tilt']}" if "tilt" in evidence else ""
        return f"The theorem's value{tilt} minus the bound: {_sign(evidence['sign'])}"
    if "pool" not in evidence:
        return "No token is rejected" + (" (the lightest is above the threshold)." if evidence else ".")
    names = ", ".join(map(str, evidence["pool"][:SHOWN])) + (", ..." if len(evidence["pool"]) > SHOWN else "")
    level = f" at level {shorten(evidence['level'], 60)}" if "level" in evidence else ""
    word = "maximiser" if statement["rule"]["name"] == "tree" else "heaviest rejected token"
    text = f"Token {evidence['token']} is the {word}; the minimiser pools tokens {{{names}}}{level}.\n"
    return text + _sign(evidence["sign"])


def _sign(proof: Value) -> str:
    if "bits" in proof:
        return f"Integer logarithms at {proof['bits']} bits separate the two sides."
    if "base" in proof:
        return (
            f"Equal: all exponents cancel over the coprime base {shorten(', '.join(proof['base']), 200) or '(empty)'}."
        )
    fields = proof["chi_square"]
    return f"Without logarithms: chi-square at {fields['bits']} bits is below {fields['terms']} terms of the series."


def answer(kind: str, statement: Value, evidence: Value) -> dict[str, Any]:
    """Token, pool and a decimal of D's lower bound (rounded, for people)."""
    if kind not in ("kl/bound", "kl/accepted"):
        return {}
    if "pool" not in evidence:
        return {"bound": "infinity", "token": None, "pool": []}
    return {"token": evidence["token"], "pool": evidence["pool"], "value": value(statement, evidence["pool"])}


def value(statement: Value, pool: list[int]) -> str:
    """The value of a pool to 12 digits, in floating point; not part of any proof."""
    body = statement["target"]
    numbers = body["probabilities"] if "probabilities" in body else body["weights"]
    total = Fraction(1) if "probabilities" in body else sum(map(Fraction, numbers), Fraction(0))
    shares = [Fraction(numbers[i]) / total for i in pool]
    if statement["direction"] == "forward":
        level = sum(shares, Fraction(0)) / len(shares)
        return f"{sum(float(p) * math.log(p / level) for p in shares if p):.12g}"
    mean = math.exp(sum(math.log(p) for p in shares) / len(shares)) if all(shares) else 0.0
    return f"{-math.log(float(1 - sum(shares, Fraction(0))) + len(shares) * mean):.12g}"


def counts(kind: str, statement: Value, evidence: Value) -> dict[str, int]:
    """Logarithms, tokens, pooled tokens."""
    if kind == "logform/sign":
        return {"logarithms": len(statement["form"]["terms"])}
    if kind == "kl/margin":
        return {"bounds": 1}
    body = statement["target"]
    tokens = len(body["probabilities"] if "probabilities" in body else body["weights"])
    return {"tokens": tokens, "pooled": len(evidence.get("pool", []))}
