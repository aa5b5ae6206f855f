"""Sums and rows in plain text."""

from __future__ import annotations

from typing import Any


def total(names: list[str], coefficients: list[str]) -> str:
    """`2 x - 1/3 y` from names and rational strings."""
    parts: list[str] = []
    for name, coefficient in zip(names, coefficients, strict=True):
        if coefficient == "0":
            continue
        size = coefficient.lstrip("-")
        term = name if size == "1" else f"{size} {name}"
        sign = "-" if coefficient.startswith("-") else "+"
        parts.append(f"{sign} {term}" if parts else f"{'-' if sign == '-' else ''}{term}")
    return " ".join(parts) or "0"


def row(names: list[str], value: dict[str, Any]) -> str:
    """`2 x - y <= 3` from a row of a linear statement."""
    return f"{total(names, value['coefficients'])} {value['relation']} {value['bound']}"
