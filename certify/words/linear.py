"""Linear systems in words."""

from __future__ import annotations

from typing import Any

from certify.words import algebra

Value = Any


def claim(kind: str, statement: Value) -> str:
    """The system and what is said of it."""
    names = statement["variables"]
    rows = "\n".join(f"  {algebra.row(names, row)}" for row in statement["rows"])
    over = f"rational {', '.join(names)}"
    if kind == "linear/infeasible":
        return f"No {over} satisfy all of\n{rows}"
    if kind == "linear/feasible":
        return f"Some {over} satisfy all of\n{rows}"
    return f"Every {over} with\n{rows}\nsatisfy {algebra.row(names, statement['goal'])}"


def explain(kind: str, statement: Value, evidence: Value) -> str:
    """The combination of rows, or the point."""
    if kind == "linear/feasible":
        pairs = zip(statement["variables"], evidence["point"], strict=True)
        return "The point " + ", ".join(f"{name} = {x}" for name, x in pairs) + " satisfies every row."
    if "multipliers" in evidence:
        return _combination(statement, evidence["multipliers"])
    below, above = (_combination(statement, evidence[side]) for side in ("below", "above"))
    return f"From above:\n{below}\nFrom below:\n{above}"


def _combination(statement: Value, multipliers: list[str]) -> str:
    names = statement["variables"]
    used = [(y, row) for y, row in zip(multipliers, statement["rows"], strict=True) if y != "0"]
    lines = "\n".join(f"  {y} times  {algebra.row(names, row)}" for y, row in used)
    return f"Adding\n{lines}\ngives the conclusion term by term."


def answer(kind: str, statement: Value, evidence: Value) -> dict[str, Any]:
    """The point, by variable, where there is one."""
    if kind != "linear/feasible":
        return {}
    return {"point": dict(zip(statement["variables"], evidence["point"], strict=True))}


def counts(kind: str, statement: Value, evidence: Value) -> dict[str, int]:
    """Rows and variables."""
    return {"rows": len(statement["rows"]), "variables": len(statement["variables"])}
