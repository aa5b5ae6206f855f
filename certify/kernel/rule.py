"""What the kernel knows of one kind: how to parse its statement, how to check its evidence, what it rests on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from certify.kernel.text import Value

Attachments = Mapping[str, bytes]  # SHA-256 (hex) -> the bytes of a file the claim names by that hash
Negation = tuple[str, Value]  # kind and statement of the negated claim
Files = tuple[tuple[str, str], ...]  # (path as the claim gives it, SHA-256) of every file that a claim names

INHABITED, NOT_SHOWN, NONE = "inhabited", "not shown", "none"


def no_hypotheses(_: Any) -> str:
    """For claims without hypotheses."""
    return NONE


def no_files(_: Any) -> Files:
    """For claims that carry all their data."""
    return ()


@dataclass(frozen=True)
class Rule:
    """One claim kind.

    parse(statement, where) gives the parsed claim or raises Reject (malformed, limit; vacuous claims are malformed).
    check(claim, evidence, attachments) returns if the evidence proves the claim and raises Reject otherwise; evidence
    is a JSON value, or a `Stream` where `streamed`. negate(claim) is a claim that is false whenever this one is true.
    theorems are the ids in docs/theorems that acceptance rests on; files(claim) are the attachments it needs.
    """

    parse: Callable[[Value, str], Any]
    check: Callable[[Any, Any, Attachments], None]
    negate: Callable[[Any], Negation | None] | None = None
    theorems: tuple[str, ...] = ()
    hypotheses: Callable[[Any], str] = no_hypotheses
    files: Callable[[Any], Files] = no_files
    streamed: bool = False
