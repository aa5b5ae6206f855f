"""Many files in one run of lean: their imports first, then their namespaces, so that a run costs one start."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lean_export import policy, toolchain
from lean_export.check import Outcome, check_text


@dataclass(frozen=True)
class Batch:
    """The joined text and the last line of each part."""

    text: str
    ends: tuple[int, ...]


def joined(texts: Sequence[str], mark: str) -> Batch:
    """One file; part i is wrapped in a namespace of its own, so that equal claims do not clash."""
    imports = sorted({line for text in texts for line in text.splitlines() if line.startswith("import ")})
    lines = [mark, *imports]
    ends = []
    for i, text in enumerate(texts):
        body = [line for line in text.splitlines() if not line.startswith("import ")]
        lines += [f"namespace Part{i}", *body, f"end Part{i}"]
        ends.append(len(lines))
    return Batch("\n".join(lines) + "\n", tuple(ends))


def check_all(texts: Sequence[str], mark: str) -> Outcome:
    return check_text(joined(texts, mark).text, seconds=600)


def failing(lean: str, texts: Sequence[str], tmp_path: Path) -> list[bool]:
    """For each text, whether lean finds an error in it."""
    batch = joined(texts, "-- twins")
    source = tmp_path / "Twins.lean"
    source.write_text(batch.text, "utf-8")
    ran = toolchain.execute(lean, tmp_path, Path("Twins.lean"), toolchain.library(lean), [], 600)
    errors = [message.line for message in ran.messages if message.severity == "error"]
    starts = (0, *batch.ends[:-1])
    return [any(start < line <= end for line in errors) for start, end in zip(starts, batch.ends, strict=True)]


def names(text: str) -> set[str]:
    """The theorems of a file, without the wrapping namespace."""
    return {re.sub(r"^Part\d+\.", "", name) for name in policy.read(text).theorems}
