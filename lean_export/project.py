"""A folder of Lean files as one Lake project: lakefile, toolchain, support library, and the claims as its modules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lean_export import toolchain

LAKEFILE = """name = "claims"
defaultTargets = ["Claims"]

[[lean_lib]]
name = "Certify"
globs = ["Certify.+"]

[[lean_lib]]
name = "Claims"
globs = ["Claims.+"]
"""

MATHLIB = """
[[require]]
name = "mathlib"
scope = "leanprover-community"
rev = "master"
"""


def module(name: str, taken: set[str]) -> str:
    """A module name for a claim file: letters and digits of its name, made unique."""
    parts = [part for part in re.split(r"[^A-Za-z0-9]+", name) if part]
    base = "".join(part[0].upper() + part[1:] for part in parts) or "Claim"
    base = base if base[0].isalpha() else f"Claim{base}"
    found, number = base, 2
    while found.lower() in taken:
        found, number = f"{base}V{number}", number + 1
    taken.add(found.lower())
    return found


def files(texts: Iterable[tuple[str, str]], flavour: str) -> Iterator[tuple[str, str]]:
    """(path, text) of every file of the project, from (module, text) of the claims."""
    yield "lakefile.toml", LAKEFILE + (MATHLIB if flavour == "mathlib" else "")
    yield "lean-toolchain", toolchain.TOOLCHAIN + "\n"
    for name, text in toolchain.sources().items():
        yield f"Certify/{name}.lean", text
    for name, text in texts:
        yield f"Claims/{name}.lean", text
