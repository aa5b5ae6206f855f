"""Quantifier-free constraints in words."""

from __future__ import annotations

from typing import Any

Value = Any

_INFIX = {"and": "and", "or": "or", "=": "=", "<=": "<=", "<": "<", "+": "+", "-": "-", "*": "*"}
_LONGEST = 400


def _terms(statement: Value) -> list[str]:
    """Every term as text; one that is long is named by its index, as `#17`."""
    shown = [name for name, _ in statement["variables"]]
    for node in statement["nodes"]:
        operator = node[0]
        if operator == "const":
            text = node[2]
        elif operator == "div":
            text = f"({shown[node[1]]} div {node[2]})"
        else:
            parts = [shown[i] for i in node[1:]]
            text = (
                f" {_INFIX[operator]} ".join(parts) if operator in _INFIX else f"{operator} {' '.join(parts)}".strip()
            )
            text = f"({text})" if parts else text
        shown.append(text if len(text) <= _LONGEST else f"#{len(shown)}")
    return shown


def claim(kind: str, statement: Value) -> str:
    """The variables and the assertions."""
    shown = _terms(statement)
    sorts = ", ".join(f"{name}: {sort}" for name, sort in statement["variables"][:60])
    lines = "\n".join(f"  {shown[i]}" for i in statement["assertions"][:200])
    verb = "No" if kind == "smt/unsat" else "Some"
    return f"{verb} values of {sorts} satisfy all of\n{lines}"


def explain(kind: str, statement: Value, evidence: Value) -> str:
    """Why it holds."""
    if kind == "smt/sat":
        return "Every assertion is true at " + ", ".join(
            f"{n} = {v}" for n, v in answer(kind, statement, evidence)["model"].items()
        )
    return "Every branch of the split tree ends in a sum of its constraints that is false."


def answer(kind: str, statement: Value, evidence: Value) -> dict[str, Any]:
    """The model, by variable."""
    if kind != "smt/sat":
        return {}
    names = [name for name, _ in statement["variables"]]
    return {"model": dict(zip(names, evidence["values"], strict=True))}


def counts(kind: str, statement: Value, evidence: Value) -> dict[str, int]:
    """Variables, terms and assertions."""
    return {
        "variables": len(statement["variables"]),
        "terms": len(statement["nodes"]),
        "assertions": len(statement["assertions"]),
    }
