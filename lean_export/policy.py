"""What the text of a Lean file may contain before a yes of Lean about it is worth anything.

Lean accepts files that change what acceptance means: options that skip the kernel, axioms, compiled evaluation, new
syntax that makes a statement read as another. None of it is needed here, so the words are refused. Comments are
skipped; string literals and escaped names are refused altogether, so skipping comments is exact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

WORD = re.compile(r"[^\W\d][\w'!?]*")
FORBIDDEN = frozenset(
    (
        *("axiom", "constant", "unsafe", "partial", "opaque", "extern", "implemented_by", "csimp", "attribute"),
        *("macro", "macro_rules", "notation", "infix", "infixl", "infixr", "prefix", "postfix", "syntax"),
        *("declare_syntax_cat", "elab", "elab_rules", "run_cmd", "run_elab", "run_tac", "run_meta", "meta"),
        *("initialize", "builtin_initialize", "native_decide", "bv_decide", "ofReduceBool", "ofReduceNat"),
        *("reduceBool", "reduceNat", "trustCompiler", "export", "private", "unseal", "seal", "mutual", "instance"),
        *("deriving", "universe", "variable", "include", "omit"),
    )
)
SORRY = frozenset(("sorry", "admit", "sorryAx"))
OPTIONS = frozenset(("maxRecDepth", "maxHeartbeats"))
MODULE = re.compile(r"Certify(\.[A-Z][A-Za-z]*)*")


@dataclass(frozen=True)
class Breach:
    """A place where the text leaves the policy."""

    line: int
    detail: str


@dataclass(frozen=True)
class Text:
    """A file without its comments: the full names of its theorems, whether it says sorry, where it breaks policy."""

    theorems: tuple[str, ...]
    sorry: bool
    breaches: tuple[Breach, ...]


def strip(text: str) -> str:
    """The text with comments turned into blanks; lines keep their numbers."""
    out: list[str] = []
    depth = i = 0
    while i < len(text):
        two = text[i : i + 2]
        if two == "/-":
            depth, i = depth + 1, i + 2
        elif depth and two == "-/":
            depth, i = depth - 1, i + 2
        elif two == "--" and not depth:
            end = text.find("\n", i)
            i = len(text) if end < 0 else end
        else:
            out.append(text[i] if not depth or text[i] == "\n" else " ")
            i += 1
    return "".join(out)


def read(text: str) -> Text:
    """Read a file under the policy for claim files."""
    code = strip(text)
    words = set(WORD.findall(code))
    breaches = sorted(_breaches(code), key=lambda breach: breach.line)
    theorems, left = _theorems(code)
    if left:
        breaches.append(Breach(code.count("\n"), f"namespace {left} is not closed"))
    return Text(tuple(theorems), bool(words & SORRY), tuple(breaches))


def _breaches(code: str) -> Iterator[Breach]:
    for number, line in enumerate(code.split("\n"), 1):
        for mark, name in (
            ('"', "a string literal"),
            ("«", "an escaped name"),
            ("#", "a # command"),
            ("@[", "an attribute"),
        ):
            if mark in line:
                yield Breach(number, f"{name} is not allowed")
        for word in WORD.findall(line):
            if word in FORBIDDEN:
                yield Breach(number, f"{word} is not allowed")
    for match in re.finditer(r"set_option\s+(\S+)", code):
        if match[1] not in OPTIONS:
            yield Breach(_line(code, match), f"option {match[1]} is not allowed; allowed: {', '.join(sorted(OPTIONS))}")
    for match in re.finditer(r"\bimport\b[ \t]*([^\n]*[^\s])?", code):
        if not MODULE.fullmatch(match[1] or ""):
            yield Breach(_line(code, match), f"import of {match[1]} is not allowed; allowed: Certify")
    for match in re.finditer(r"\bset_option\b(?!\s+\S)", code):
        yield Breach(_line(code, match), "set_option without an option")


def _line(code: str, match: re.Match[str]) -> int:
    return code.count("\n", 0, match.start()) + 1


def _theorems(code: str) -> tuple[list[str], str]:
    """Full names of the theorems, and the namespaces that are still open at the end."""
    names: list[str] = []
    scopes: list[str] = []
    for match in re.finditer(
        r"(?m)^\s*(?:(namespace|section|end)\b[ \t]*(\S*)|(?:\w+\s+)*(?:theorem|lemma)\s+(\S+))", code
    ):
        verb, scope, name = match[1], match[2], match[3]
        if name is not None:
            names.append(".".join([*(part for part in scopes if part), name.split("{")[0].split("(")[0].rstrip(":")]))
        elif verb == "end":
            _close(scopes, scope)
        else:
            scopes.append(scope if verb == "namespace" else "")
    return names, ".".join(scopes)


def _close(scopes: list[str], name: str) -> None:
    """Lean checks that the names agree; `end A.B` closes `namespace A.B` or both parts."""
    for _ in range(max(1, len(name.split("."))) if scopes and scopes[-1] != name else 1):
        if scopes:
            scopes.pop()
