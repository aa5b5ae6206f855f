"""Linear systems in words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from certify.words import algebra, latex
from certify.words.steps import Step, shorten

Value = Any

SHOWN = 12  # rows and variables that the formula spells out
SHOWN_ROWS = 200


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
    if "goal" in statement:
        return f"Adding\n{lines}\ngives the conclusion term by term."
    bound = sum((Fraction(y) * Fraction(row["bound"]) for y, row in used), Fraction(0))
    relation = next((sign for sign in ("<", "<=") if any(row["relation"] == sign for _, row in used)), "=")
    return f"Adding\n{lines}\ngives 0 {relation} {bound}, which is false."


def answer(kind: str, statement: Value, evidence: Value) -> dict[str, Any]:
    """The point, by variable, where there is one."""
    if kind != "linear/feasible":
        return {}
    return {"point": dict(zip(statement["variables"], evidence["point"], strict=True))}


def counts(kind: str, statement: Value, evidence: Value) -> dict[str, int]:
    """Rows and variables."""
    return {"rows": len(statement["rows"]), "variables": len(statement["variables"])}


def mathematics(kind: str, statement: Value) -> str:
    """The statement in LaTeX."""
    names = statement["variables"]
    rows = r" \;\wedge\; ".join(latex.row(names, row) for row in statement["rows"][:SHOWN])
    if len(statement["rows"]) > SHOWN:
        rows += r" \;\wedge\; \cdots"
    point = ", ".join(latex.name(name) for name in names[:SHOWN]) + (r", \ldots" if len(names) > SHOWN else "")
    quantifier = r"\exists" if kind == "linear/feasible" else r"\forall" if kind == "linear/implies" else r"\neg\exists"
    head = rf"{quantifier}\, {point} \in \mathbb{{Q}} :\; {rows}"
    return head if kind != "linear/implies" else rf"{head} \;\Rightarrow\; {latex.row(names, statement['goal'])}"


def steps(kind: str, statement: Value, evidence: Value) -> list[Step]:
    """Each row with its multiplier, or each row at the point, with both sides."""
    if kind == "linear/feasible":
        point = [Fraction(x) for x in evidence["point"]]
        return [_row_at(statement["variables"], row, point) for row in statement["rows"][:SHOWN_ROWS]]
    if "multipliers" in evidence:
        return [_combined(kind, statement, evidence["multipliers"])]
    return [_combined(kind, statement, evidence[side]) for side in ("below", "above")]


def _row_at(names: list[str], row: Value, point: list[Fraction]) -> Step:
    left = sum((Fraction(a) * x for a, x in zip(row["coefficients"], point, strict=True)), Fraction(0))
    return Step(algebra.row(names, row), shorten(str(left)), row["relation"], row["bound"])


def _combined(kind: str, statement: Value, multipliers: list[str]) -> Step:
    used = [(y, row) for y, row in zip(multipliers, statement["rows"], strict=True) if y != "0"]
    children = [Step(f"{shorten(y, 80)} times {algebra.row(statement['variables'], row)}") for y, row in used]
    bound = sum((Fraction(y) * Fraction(row["bound"]) for y, row in used), Fraction(0))
    strict = any(row["relation"] == "<" for _, row in used)
    goal = statement.get("goal", {"bound": "a contradiction"})["bound"]
    title = f"{len(used)} rows add up to"
    return Step(title, f"{'<' if strict else '<='} {shorten(str(bound), 80)}", "gives", goal, tuple(children))
