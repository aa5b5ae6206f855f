"""`certify lean check`: when Lean's yes about a file counts.

Exit status alone lies: `sorry` is a warning, an option can switch the kernel off, an axiom can be declared. So the text
must keep to the policy, lean must finish without errors (a file that says it is a proof with `sorry` an error), and for
every theorem of the file lean itself must print the axioms it rests on, all of them on the allow-list.
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from lean_export import policy, toolchain
from lean_export.document import ALLOWED_AXIOMS, MARK, MATHLIB, PROOF, STATEMENT

CHECKED, STATEMENT_ONLY, REFUSED, NOT_RUN, NOTHING = "checked", "statement only", "refused", "not run", "nothing"
EXITS = {CHECKED: 0, STATEMENT_ONLY: 1, REFUSED: 1, NOT_RUN: 5, NOTHING: 8}
SORRY_AXIOM = "sorryAx"

_DEPENDS = re.compile(r"'(.+)' (?:depends on axioms: \[(.*)\]|does not depend on any axioms)", re.DOTALL)


@dataclass(frozen=True)
class Outcome:
    """What was found: the word, every theorem with its axioms, and what went wrong."""

    word: str
    theorems: tuple[tuple[str, tuple[str, ...]], ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def exit(self) -> int:
        return EXITS[self.word]

    @property
    def axioms(self) -> tuple[str, ...]:
        """All axioms used, each once, in order."""
        return tuple(dict.fromkeys(axiom for _, axioms in self.theorems for axiom in axioms))

    def line(self) -> str:
        """What a verdict shows."""
        if self.word != CHECKED:
            return self.word
        return f"checked (axioms: {', '.join(self.axioms) or 'none'})"


def check_file(path: Path, seconds: float = toolchain.SECONDS) -> Outcome:
    """Check one file. Raises NoLean, OSError, Reject (limit)."""
    return check_text(path.read_text("utf-8"), seconds)


def check_text(text: str, seconds: float = toolchain.SECONDS) -> Outcome:
    """Check the text of a file."""
    flavour, kind = _mark(text)
    if flavour == MATHLIB:
        return Outcome(
            NOT_RUN, problems=("the Mathlib flavour is not compiled here; run it in a project with Mathlib",)
        )
    found = policy.read(text)
    problems = [f"line {breach.line}: {breach.detail}" for breach in found.breaches]
    if found.sorry and kind != STATEMENT:
        problems.append(f"sorry in a file that is not marked as a statement (first line `{MARK}core {STATEMENT}`)")
    if problems:
        return Outcome(REFUSED, problems=tuple(problems))
    if not found.theorems:
        return Outcome(NOTHING, problems=("the file states no theorem, so it proves nothing",))
    return _run(text, found, kind, seconds)


def _mark(text: str) -> tuple[str, str]:
    """Flavour and kind that the first line declares; a file without the mark is taken as a proof."""
    first = text.split("\n", 1)[0]
    parts = first.removeprefix(MARK).split() if first.startswith(MARK) else []
    return (parts[0], parts[1]) if len(parts) == 2 else ("core", PROOF)


def _run(text: str, found: policy.Text, kind: str, seconds: float) -> Outcome:
    lean = toolchain.find()
    library = toolchain.library(lean)
    body = text if text.endswith("\n") else text + "\n"
    start = body.count("\n")
    prints = "".join(f"#print axioms {name}\n" for name in found.theorems)
    options = [] if kind == STATEMENT else ["-E", "hasSorry"]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "Checked.lean"
        source.write_text(body + prints, "utf-8")
        ran = toolchain.execute(lean, source.parent, Path(source.name), library, options, seconds)
    problems = [f"line {m.line}: {_first(m.text)}" for m in ran.messages if m.severity == "error"]
    printed = {m.line: m.text for m in ran.messages if m.line > start and m.severity == "information"}
    if ran.status and not problems:
        problems.append(f"lean ended with status {ran.status}")
    theorems: list[tuple[str, tuple[str, ...]]] = []
    for line, name in enumerate(found.theorems, start + 1):
        axioms = _axioms(printed.get(line, ""), name)
        if axioms is None:
            problems.append(f"lean printed no axioms of {name}")
            continue
        theorems.append((name, axioms))
        foreign = [
            axiom for axiom in axioms if axiom not in (*ALLOWED_AXIOMS, *((SORRY_AXIOM,) if kind == STATEMENT else ()))
        ]
        if foreign:
            problems.append(f"{name} rests on {', '.join(foreign)}; allowed: {', '.join(ALLOWED_AXIOMS)}")
    if problems:
        return Outcome(REFUSED, tuple(theorems), tuple(problems))
    waits = any(SORRY_AXIOM in axioms for _, axioms in theorems)
    return Outcome(STATEMENT_ONLY if waits else CHECKED, tuple(theorems))


def _axioms(text: str, name: str) -> tuple[str, ...] | None:
    match = _DEPENDS.fullmatch(text.strip())
    if match is None or match[1] != name:
        return None
    return tuple(part.strip() for part in match[2].split(",")) if match[2] else ()


def _first(text: str) -> str:
    """The message on one line, shortened."""
    flat = " ".join(text.split())
    return flat if len(flat) <= 300 else f"{flat[:300]}…"
