"""certify.lock: what every claim file said when it was last accepted. One JSON line per claim, sorted by path.

A line is `{"path", "claim", "verdict", "says"}`: the file beside the lock, the claim's address, the verdict that its
certificate gave, and the claim in words, so that a change can be shown as words. Standard library only.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

NAME = "certify.lock"
MAX_WORDS = 2000  # longer claims are pinned by address and shown by their first words


class BadLock(Exception):
    """certify.lock is not what `write` wrote: one sentence with file, line, found and expected."""


@dataclass(frozen=True)
class Pin:
    """One accepted claim file."""

    path: str
    claim: str
    verdict: str
    says: str

    @classmethod
    def of(cls, path: str, claim: str, verdict: str, words: str) -> Pin:
        cut = words if len(words) <= MAX_WORDS else f"{words[:MAX_WORDS]}…\n({len(words)} characters)"
        return cls(path, claim, verdict, cut)


def read(path: Path, *, accepting: bool = False) -> dict[str, Pin]:
    """The pins of a lock file by path; none if there is no file. Raises BadLock.

    A merge may leave two different lines for one claim: an error, or, while `accepting`, no pin for that claim.
    """
    if not path.exists():
        return {}
    pins: dict[str, Pin] = {}
    twice: set[str] = set()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            pin = Pin(**json.loads(line))
        except (ValueError, TypeError):
            shown = ascii(line[:60])
            raise BadLock(
                f"{path.name}: line {number}: found {shown}, expected path, claim, verdict and says"
            ) from None
        if pins.setdefault(pin.path, pin) != pin:
            twice.add(pin.path)
            if not accepting:
                both = f"{pin.path} is pinned twice, differently"
                raise BadLock(f"{path.name}: line {number}: {both}; pytest --certify-accept pins what is there")
    return {name: pin for name, pin in pins.items() if name not in twice}


def write(path: Path, pins: Iterable[Pin]) -> None:
    """The lock file, one line per claim in order of path; written beside and renamed."""
    lines = [json.dumps(asdict(pin)) + "\n" for pin in sorted(pins, key=lambda pin: pin.path)]
    fresh = path.with_name(path.name + ".new")
    fresh.write_text("".join(lines), encoding="utf-8")
    fresh.replace(path)


def change(old: Pin | None, new: Pin) -> str | None:
    """What differs between a pin and what is there now, in words; None if nothing does."""
    if old is None:
        return f"{new.path}: not pinned; it says, {new.verdict}:\n{new.says}"
    if (old.claim, old.verdict) == (new.claim, new.verdict):
        return None
    lines = [f"{new.path}: not the claim that was pinned" if old.claim != new.claim else f"{new.path}: another verdict"]
    if old.verdict != new.verdict:
        lines += [f"- {old.verdict}", f"+ {new.verdict}"]
    if old.claim != new.claim:
        lines += [f"- {old.claim}", f"+ {new.claim}"]
        words = list(difflib.ndiff(old.says.splitlines(), new.says.splitlines()))
        lines += [word for word in words if not word.startswith("?")]
    return "\n".join(lines)
