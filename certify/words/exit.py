"""Exit claims in words."""

from __future__ import annotations

from typing import Any

Value = Any

_FORMS = {
    "hb": "b+ = beta b - h g(x), x+ = x + b+",
    "torch": "b+ = beta b + g(x), x+ = x - h b+",
    "ema": "b+ = beta b + (1 - beta) g(x), x+ = x - h b+",
    "nag": "b+ = beta b + g(x), x+ = x - h (g(x) + beta b+)",
}
_SAMPLINGS = {
    "iid": "each step one of {m} batches, uniformly and independently",
    "rr": "each epoch a fresh uniform permutation of {m} batches",
    "so": "one uniform permutation of {m} batches, used again in every epoch",
    "periodic": "{m} batches in the given order, again and again",
}


def claim(kind: str, statement: Value) -> str:
    """The recursion, its batches, where it starts, D, and what is said of it."""
    if kind == "exit/same-pointwise-law":
        return (
            f"At every x in R the {_count(statement['one'])} component gradients of the two pools take the same values "
            "with the same multiplicities."
        )
    how = statement["method"]
    lines = [
        f"Momentum SGD ({how['form']}): {_FORMS[how['form']]}",
        f"h = {how['step']}, beta = {how['momentum']}; g is the mean gradient of the batch",
        f"pool: {_count(statement['pool'])} components, {statement['pool']['kind']}",
        f"start: {_start(statement['start'])}",
        f"D: {_domain(statement['domain'])}",
        _drawn(kind, statement),
        _said(kind, statement),
    ]
    return "\n".join(lines)


def _count(pool: Value) -> int:
    return len(pool["components"] if "components" in pool else pool["features"])


def _vector(values: list[str | None]) -> str:
    shown = ", ".join("-" if value is None else value for value in values[:4])
    return f"({shown}{', ...' if len(values) > 4 else ''})"


def _start(start: Value) -> str:
    if start["kind"] == "recorded":
        return "the first state of the recorded run"
    buffer = f"buffer {_vector(start['buffer'])}"
    if start["kind"] == "point":
        return f"x = {_vector(start['x'])}, {buffer}"
    if start["kind"] == "ball":
        return f"every x within {start['radius']} of {_vector(start['center'])}, {buffer}"
    return f"every x between {_vector(start['low'])} and {_vector(start['high'])}, {buffer}"


def _domain(domain: Value) -> str:
    tail = "" if domain["exit"] == "strictly-outside" else "; a point on the boundary has left"
    if domain["kind"] == "ball":
        return f"ball of radius {domain['radius']} around {_vector(domain['center'])}{tail}"
    if domain["kind"] == "box":
        return f"box from {_vector(domain['low'])} to {_vector(domain['high'])}{tail}"
    return f"{_vector(domain['normal'])} . x up to {domain['bound']}{tail}"


def _drawn(kind: str, statement: Value) -> str:
    if kind == "exit/bracket":
        order = statement["order"]
        return (
            f"batches: the {len(order['batches'])} listed ({order['sampling']}); {_semantics(statement['semantics'])}"
        )
    drawn = statement["sampling"]
    return "batches: " + _SAMPLINGS[drawn["kind"]].format(m=len(drawn["batches"]))


def _semantics(semantics: Value) -> str:
    if semantics["kind"] == "exact":
        return "in exact real arithmetic"
    if semantics["kind"] == "trace":
        return f"the binary64 states recorded in {semantics['path']}, each within its budget of the recursion"
    return (
        f"for every run whose steps are off by at most {semantics['eps_buffer']} in the buffer and "
        f"{semantics['eps_x']} in x (Euclidean norm)"
    )


def _said(kind: str, statement: Value) -> str:
    if kind == "exit/never":
        return "Then, whatever is drawn, x_k is in D for every k >= 0."
    if kind == "exit/law":
        law = statement["law"]
        parts = [f"P(tau = {k}) = {p}" for k, p in law["exits"]]
        return "Then " + ", ".join([*parts, f"P(tau > {statement['steps']}) = {law['survives']}"])
    said = statement["claim"]
    if "survives" in said:
        return f"Then x_k is in D for all 0 <= k <= {said['survives']}."
    if "earliest" in said:
        return f"Then the first k with x_k not in D satisfies {said['earliest']} <= k <= {said['latest']}."
    if "equals" in said:
        return f"Then the mean first-exit time is exactly {said['equals']}."
    low = f"{said['at_least']} <= " if "at_least" in said else ""
    return f"Then the mean first-exit time satisfies {low}E tau <= {said['at_most']}."


def explain(kind: str, statement: Value, evidence: Value) -> str:
    """What the kernel recomputed."""
    told = {
        "exact": "Every step was replayed in exact rationals; ties are decided.",
        "enumeration": "Every order was walked in exact rationals; equal states with equal draws to come were merged.",
        "refinement": "On every cell of the common knots, rays included, the multisets of affine pieces are equal.",
        "reachable": "The states that any order reaches are finitely many, and all lie in D.",
        "escape": "N letters of S in a row lead out of D from every reachable state, so E tau <= N / p^N.",
        "grid": "W >= 1 + E W(next) on every cell (and W <= for the lower bound), checked cell by cell in rationals.",
    }
    name = evidence["method"]
    if name == "tube":
        return (
            f"An integer orbit at scale 2^-{evidence['precision']} was followed inside a tube: in the norm of "
            f"P = {evidence['norm']} one step multiplies the distance by at most the rho of the first of "
            f"{len(evidence['table'])} rows that covers the curvature found on the tube."
        )
    if name == "trace":
        return (
            "The stored doubles were read as dyadic rationals, held against the recursion, and compared with D exactly."
        )
    if name == "automaton":
        return f"{len(evidence['nodes'])} boxes of states were mapped by every letter, each into a box or out of D."
    if name == "ball":
        return f"Every batch maps a ball in the norm of P = {evidence['norm']} into itself."
    return told[name]


def answer(kind: str, statement: Value, evidence: Value) -> dict[str, Any]:
    """The bracket, the law or the bounds."""
    if kind == "exit/law":
        return dict(statement["law"])
    return dict(statement.get("claim", {}))


def counts(kind: str, statement: Value, evidence: Value) -> dict[str, int]:
    """Components, steps or letters."""
    if kind == "exit/same-pointwise-law":
        return {"components": _count(statement["one"])}
    steps = {"steps": len(statement["order"]["batches"])} if "order" in statement else {}
    letters = {"letters": len(statement["sampling"]["batches"])} if "sampling" in statement else {}
    return {"components": _count(statement["pool"]), **steps, **letters}
