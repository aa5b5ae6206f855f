"""Propositional formulas in words."""

from __future__ import annotations

from typing import Any

Value = Any


def claim(kind: str, statement: Value) -> str:
    """The formula, shown where it is small."""
    verb = "No" if kind == "search/lrat" else "Some"
    if "dimacs" in statement:
        return f"{verb} assignment satisfies the formula in {statement['dimacs']['path']}"
    clauses = statement["clauses"]
    shown = "\n".join("  " + " or ".join(map(str, clause)) for clause in clauses[:20])
    rest = f"\n  ... ({len(clauses)} clauses)" if len(clauses) > 20 else ""
    return f"{verb} assignment of {statement['variables']} variables satisfies (-l: not l)\n{shown}{rest}"


def explain(kind: str, statement: Value, evidence: Value) -> str:
    """Why it holds."""
    if kind == "search/model":
        return f"Every clause holds where these are true: {' '.join(map(str, evidence['literals'][:200]))}"
    return "Clauses were added one by one, each implied by clauses it names, until the empty clause."


def answer(kind: str, statement: Value, evidence: Value) -> dict[str, Any]:
    """The model."""
    return {"model": evidence["literals"]} if kind == "search/model" else {}


def counts(kind: str, statement: Value, evidence: Value) -> dict[str, int]:
    """Variables and clauses, where the claim holds them."""
    if "dimacs" in statement:
        return {}
    return {"variables": statement["variables"], "clauses": len(statement["clauses"])}
