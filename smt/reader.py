"""SMT-LIB 2 files as claims: z3 parses, its terms are walked; everything a claim does not have is declined by name.

A file asks one question: its assertions, one `check-sat`, no `push`, `pop`, `reset` or `check-sat-assuming`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from certify.contract import Claim, Malformed
from smt.terms import Builder, no, of_z3

READER = "smt-lib/1"

# commands that ask no question and change nothing
_PASSED = frozenset(
    [
        "set-logic",
        "set-info",
        "set-option",
        "declare-fun",
        "declare-const",
        "define-fun",
        "define-const",
        "assert",
        "check-sat",
        "get-model",
        "exit",
        "get-value",
        "get-proof",
        "get-unsat-core",
        "get-info",
        "get-option",
        "get-assertions",
        "get-assignment",
        "echo",
        "define-sort",
        "declare-sort",
    ]
)
_KEPT = frozenset(
    ("declare-fun", "declare-const", "define-fun", "define-const", "define-sort", "declare-sort", "assert")
)
_INK = re.compile(r"[^\n]")
_TOKEN = re.compile(r';[^\n]*|"(?:[^"]|"")*"|\|[^|]*\||[()]|[^\s()";|]+')


def read(text: str, source: dict[str, Any] | None = None, kind: str = "smt/unsat") -> Claim:
    """The claim that the assertions of an SMT-LIB text have no model. Raises Malformed, Reject (declined)."""
    import z3

    _examine(text)
    context = z3.Context()
    try:
        assertions = z3.parse_smt2_string(_question(text), ctx=context)
    except z3.Z3Exception as error:
        message = error.args[0].decode(errors="replace") if isinstance(error.args[0], bytes) else str(error)
        raise Malformed(
            f"not SMT-LIB 2: {message.strip().splitlines()[0] if message.strip() else 'unreadable'}"
        ) from None
    builder = Builder()
    return Claim(kind, builder.statement(of_z3(builder, list(assertions))), source)


def read_file(path: Path, kind: str = "smt/unsat") -> Claim:
    """The claim of a file, with the file as its source."""
    data = path.read_bytes()
    entry = {"path": path.name, "sha256": hashlib.sha256(data).hexdigest()}
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed(f"{path}: not UTF-8 text: {error.reason} at byte {error.start}") from None
    try:
        return read(text, {"reader": READER, "files": [entry]}, kind)
    except Malformed as error:
        raise Malformed(f"{path}: {error}") from None


def reread(paths: Sequence[Path], claim: Claim) -> Claim:
    """Read the source again, for `certify check --source`; file names as the claim has them."""
    if len(paths) != 1:
        raise Malformed(f"{len(paths)} files; an SMT-LIB claim is read from one")
    derived = read_file(paths[0], claim.kind)
    return Claim(derived.kind, derived.statement, claim.source)


def commands(text: str) -> list[str]:
    """The names of the commands of a text, in order. Raises Malformed for what stands outside of commands."""
    found: list[str] = []
    depth, opened = 0, False
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token.startswith(";"):
            continue
        if token == "(":
            depth += 1
            opened = depth == 1
        elif token == ")":
            depth -= 1
            opened = False
        elif opened:
            found.append(token)
            opened = False
        if depth < 0 or (depth == 0 and token != ")"):
            raise Malformed(f"found {token[:40]!r} outside of every command, expected '('")
    return found


def _question(text: str) -> str:
    """The text without the commands that neither declare nor assert: options of one solver are no part of a claim."""
    parts: list[tuple[int, int]] = []
    start, depth = 0, 0
    for match in _TOKEN.finditer(text):
        token = match.group()
        depth += (token == "(") - (token == ")")
        if token == "(" and depth == 1:
            start = match.start()
        elif token == ")" and depth == 0:
            parts.append((start, match.end()))
    if depth:
        parts.append((start, len(text)))  # z3 says where it ends too early
    names = commands(text)
    passed = [part for part, name in zip(parts, names, strict=False) if name in _KEPT] + parts[len(names) :]
    made, end = [], 0
    for start, stop in passed:  # blanks for what is left out: lines and columns stay those of the file
        made += [_INK.sub(" ", text[end:start]), text[start:stop]]
        end = stop
    return "".join(made)


def _examine(text: str) -> None:
    """Decline what asks another question than one check-sat over the assertions."""
    names = commands(text)
    for name in names:
        if name not in _PASSED:
            raise no("command", f"{name}: a claim is one check-sat over the assertions of a file")
    if names.count("check-sat") > 1:
        raise no("command", f"{names.count('check-sat')} check-sat commands; a claim is one")
    if "check-sat" in names and "assert" in names[names.index("check-sat") :]:
        raise no("command", "an assert after check-sat; the claim would not be the question that was asked")
