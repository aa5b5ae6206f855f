"""Claims about matrices in words."""

from __future__ import annotations

from typing import Any

Value = Any


def _table(matrix: Value) -> str:
    if len(matrix) > 12 or len(matrix[0]) > 12:
        return f"  the {len(matrix)} x {len(matrix[0])} matrix of the claim"
    width = max(len(entry) for row in matrix for entry in row)
    return "\n".join("  " + " ".join(entry.rjust(width) for entry in row) for row in matrix)


def claim(kind: str, statement: Value) -> str:
    """The statement."""
    table = _table(statement["matrix"])
    if kind == "matrix/rank":
        return f"{table}\nhas rank {statement['relation']} {statement['rank']}"
    if kind == "matrix/perron":
        return f"{table}\nhas spectral radius {statement['relation']} {statement['bound']}"
    word = f"positive {statement['sense']}" if kind == "matrix/psd" else f"not positive {statement['sense']}"
    return f"{table}\nis {word}"


def explain(kind: str, statement: Value, evidence: Value) -> str:
    """Why it holds."""
    if kind == "matrix/psd":
        return f"It is L D L' with L unit lower triangular and diagonal D = {', '.join(evidence['diagonal'])}."
    if kind == "matrix/negative":
        return f"The quadratic form has the wrong sign at {', '.join(evidence['vector'])}."
    if kind == "matrix/perron":
        return f"The vector {', '.join(evidence['vector'])} satisfies the row inequalities."
    parts = []
    if "minor" in evidence:
        parts.append(f"Rows {evidence['minor']['rows']} and columns {evidence['minor']['columns']} are invertible.")
    if "combination" in evidence:
        parts.append(f"Every row is a combination of rows {evidence['combination']['rows']}.")
    return " ".join(parts)


def answer(kind: str, statement: Value, evidence: Value) -> dict[str, Any]:
    """The vector, where there is one."""
    return {"vector": evidence["vector"]} if "vector" in evidence else {}


def counts(kind: str, statement: Value, evidence: Value) -> dict[str, int]:
    """The size."""
    return {"rows": len(statement["matrix"]), "columns": len(statement["matrix"][0])}
