"""Small LaTeX fragments for statements, from rationals and ASCII identifiers only."""

from __future__ import annotations

from typing import Any

Value = Any

RELATIONS = {"<=": r"\le", "<": "<", "=": "="}


def number(text: str) -> str:
    """A rational string as a fraction."""
    above, _, below = text.partition("/")
    if not below:
        return above
    sign = "-" if above.startswith("-") else ""
    return rf"{sign}\frac{{{above.lstrip('-')}}}{{{below}}}"


def name(identifier: str) -> str:
    """An identifier; x1 and x_1 get a subscript, longer names stand upright."""
    head, tail = identifier[:1], identifier[1:].lstrip("_")
    if identifier.isalpha() and len(identifier) == 1:
        return identifier
    if head.isalpha() and tail.isdigit():
        return f"{head}_{{{tail}}}"
    escaped = identifier.replace("_", r"\_")
    return rf"\mathrm{{{escaped}}}"


def total(names: list[str], coefficients: list[str]) -> str:
    """A sum of terms, zero terms left out."""
    parts: list[str] = []
    for identifier, coefficient in zip(names, coefficients, strict=True):
        if coefficient == "0":
            continue
        size = coefficient.lstrip("-")
        term = name(identifier) if size == "1" else number(size) + r"\," + name(identifier)
        sign = "-" if coefficient.startswith("-") else "+"
        parts.append(f"{sign} {term}" if parts or sign == "-" else term)
    return " ".join(parts) or "0"


def row(names: list[str], value: Value) -> str:
    """A row of a linear statement."""
    return f"{total(names, value['coefficients'])} {RELATIONS[value['relation']]} {number(value['bound'])}"


def number_set(values: list[int]) -> str:
    return r"\{" + ", ".join(map(str, values)) + r"\}"
