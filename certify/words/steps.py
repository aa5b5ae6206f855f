"""Checks as a tree: what was compared with what, for the report."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

Value = Any

MAX_CHILDREN = 60  # of one node that are shown; the rest is counted


@dataclass(frozen=True)
class Step:
    """One check with both sides, and the checks it is made of."""

    title: str
    left: str = ""
    relation: str = ""
    right: str = ""
    children: tuple[Step, ...] = ()


def steps(words: ModuleType, kind: str, statement: Value, evidence: Value) -> list[Step]:
    """The family's own tree of checks, or the evidence itself as a tree."""
    own: Callable[[str, Value, Value], list[Step]] | None = getattr(words, "steps", None)
    if own is not None and evidence is not None:
        return own(kind, statement, evidence)
    return [] if evidence is None else list(outline("evidence", evidence).children)


def mathematics(words: ModuleType, kind: str, statement: Value) -> str:
    """The claim in LaTeX, or nothing where the family does not write it."""
    own: Callable[[str, Value], str] | None = getattr(words, "mathematics", None)
    return "" if own is None else own(kind, statement)


def outline(title: str, value: Value, depth: int = 4) -> Step:
    """A JSON value as a tree to fold and unfold, shortened where it is long."""
    if depth and isinstance(value, dict):
        entries = list(value.items())
    elif depth and isinstance(value, list) and any(isinstance(entry, dict | list) for entry in value):
        entries = [(f"[{i}]", entry) for i, entry in enumerate(value)]
    else:
        return Step(title, shorten(json.dumps(value)))
    children = [outline(name, entry, depth - 1) for name, entry in entries[:MAX_CHILDREN]]
    if len(entries) > MAX_CHILDREN:
        children.append(Step(f"and {len(entries) - MAX_CHILDREN} more"))
    return Step(title, children=tuple(children))


def shorten(text: str, most: int = 400) -> str:
    """Text for the page, cut in the middle when long; the download holds it whole."""
    if len(text) <= most:
        return text
    return f"{text[: most // 2]} … {text[-most // 4 :]} ({len(text)} characters)"
