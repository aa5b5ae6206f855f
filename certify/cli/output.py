"""What the command line prints: verdicts as lines for people or as JSON, and a progress bar on a terminal only."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress as Bar

from certify.contract import Progress, no_progress
from certify.engine import describe
from certify.verdict import NOT_RUN, Verdict, Word, combine


def show(verdict: Verdict, as_json: bool) -> None:
    """Print one verdict: one JSON line, or the word, what was counted and what it rests on."""
    if as_json:
        print(json.dumps(verdict.json(), ensure_ascii=True), flush=True)
        return
    for line in _lines(verdict):
        print(printable(line))


def _lines(verdict: Verdict) -> Iterator[str]:
    if verdict.counts:
        yield "checked: " + ", ".join(f"{number} {name}" for name, number in verdict.counts.items())
    name = verdict.file or verdict.kind or "claim"
    if verdict.reject is not None or verdict.reason is not None:
        yield f"{verdict.verdict.value.upper()}  {describe(verdict)}"
    else:
        yield f"{verdict.verdict.value.upper()}  {name}"
    if verdict.verdict in (Word.PROVED, Word.REFUTED, Word.ATTESTED):
        yield "rests on: " + "; ".join(short(entry) for entry in verdict.rests_on)
        yield f"hypotheses: {verdict.hypotheses}"
        if verdict.lean_run != NOT_RUN:
            yield f"lean: {verdict.lean_run}"


def short(entry: str) -> str:
    """A kernel hash at a readable length."""
    return entry[:19] if entry.startswith("kernel:") else entry


def note(text: str) -> None:
    """A remark about how input was read, on standard error."""
    print(printable(f"note: {text}"), file=sys.stderr)


def printable(line: str) -> str:
    """Text from files with control characters shown, so that a name cannot steer the terminal."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)


def say(text: str) -> None:
    """Print text that quotes files, line by line, with control characters shown."""
    for line in text.split("\n"):
        print(printable(line))


def stream(verdicts: Iterable[Verdict], as_json: bool) -> int:
    """Print verdicts as they come, then how many of each; return the exit code. Zero claims is exit 8."""
    words: Counter[str] = Counter()
    exits: set[int] = set()
    with progress() as told:
        for verdict in verdicts:
            words[verdict.verdict.value] += 1
            exits.add(verdict.exit)
            _line(verdict, as_json)
            told(words.total(), None, f"{words.total()} checked")
    if not as_json:
        parts = ", ".join(f"{number} {word}" for word, number in words.items())
        print(
            f"{words.total()} claim{'s' if words.total() != 1 else ''}: {parts}"
            if words
            else "nothing checked: no claims here"
        )
    return combine(sorted(exits))


def _line(verdict: Verdict, as_json: bool) -> None:
    if as_json:
        show(verdict, True)
        return
    reason = f"  {describe(verdict)}" if verdict.reject is not None or verdict.reason is not None else ""
    print(printable(f"{verdict.verdict.value:12}{verdict.file}{reason}"))


@contextmanager
def progress() -> Iterator[Progress]:
    """A progress bar on standard error if that is a terminal; nothing when piped."""
    if not sys.stderr.isatty():
        yield no_progress
        return
    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def told(done: int, total: int | None, doing: str) -> None:
            bar.update(task, completed=done, total=total, description=doing)

        yield told
