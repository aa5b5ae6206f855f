"""Finding `lean`, compiling the support library once, running a file."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from certify.contract import MissingExtra
from certify.kernel.reject import limit

TOOLCHAIN = "leanprover/lean4:v4.35.0"
INSTALL = "https://lean-lang.org/install (elan), then: elan toolchain install " + TOOLCHAIN
SECONDS = 300.0


class NoLean(MissingExtra):
    """No `lean` on PATH: says how to install one."""

    def __init__(self) -> None:
        Exception.__init__(self, f"no `lean` command was found on PATH; install it from {INSTALL}")
        self.extra, self.package, self.purpose = "lean", "lean", "checking Lean files"


class BrokenLibrary(Exception):
    """The support library does not compile with the lean that was found."""


@dataclass(frozen=True)
class Message:
    """One message of Lean: severity (error, warning, information), line, text."""

    severity: str
    line: int
    text: str


@dataclass(frozen=True)
class Ran:
    """What a run gave: its exit status and messages."""

    status: int
    messages: tuple[Message, ...]


def find() -> str:
    """The `lean` command. Raises NoLean."""
    found = shutil.which("lean")
    if found is None:
        raise NoLean
    return found


def sources() -> dict[str, str]:
    """The modules of the support library, by name, each after those it imports."""
    folder = files("lean_export").joinpath("lean", "Certify")
    found = {
        entry.name.removesuffix(".lean"): entry.read_text("utf-8")
        for entry in folder.iterdir()
        if entry.name.endswith(".lean")
    }
    ordered: dict[str, str] = {}
    while found:
        ready = sorted(name for name, text in found.items() if not _imports(text) & found.keys())
        if not ready:
            raise BrokenLibrary(f"modules import one another: {', '.join(sorted(found))}")
        ordered |= {name: found.pop(name) for name in ready}
    return ordered


def _imports(text: str) -> set[str]:
    return set(re.findall(r"(?m)^import Certify\.(\w+)$", text))


@cache
def version(lean: str) -> str:
    """What `lean --version` says."""
    ran = subprocess.run([lean, "--version"], capture_output=True, text=True, check=False)
    if ran.returncode:
        raise BrokenLibrary(f"{lean} --version failed: {(ran.stderr or ran.stdout).strip()[:300]}")
    return ran.stdout.strip()


@cache
def library(lean: str) -> Path:
    """The folder of the compiled support library; compiled on first use, kept in the cache of the user."""
    modules = sources()
    digest = hashlib.sha256("\0".join([version(lean), *modules, *modules.values()]).encode()).hexdigest()[:16]
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "certify-claims" / f"lean-{digest}"
    if not home.is_dir():
        home.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".lean-", dir=home.parent) as folder:
            built = Path(folder) / "library"
            (built / "Certify").mkdir(parents=True)
            for name, text in modules.items():
                _compile(lean, built, name, text)
            if not home.is_dir():
                built.rename(home)
    return home


def _compile(lean: str, folder: Path, name: str, text: str) -> None:
    source = folder / "Certify" / f"{name}.lean"
    source.write_text(text, "utf-8")
    ran = execute(lean, folder, source.relative_to(folder), folder, ["-o", f"Certify/{name}.olean"])
    errors = [message for message in ran.messages if message.severity == "error"]
    if ran.status or errors:
        shown = "; ".join(f"line {message.line}: {message.text[:200]}" for message in errors[:3])
        raise BrokenLibrary(f"Certify.{name} does not compile with {version(lean)}: {shown or f'status {ran.status}'}")


def execute(lean: str, home: Path, source: Path, path: Path, options: list[str], seconds: float = SECONDS) -> Ran:
    """Run lean in `home` on a file of it, with the library at `path`. Raises Reject (limit) when too slow."""
    environment = {
        **os.environ,
        "LEAN_PATH": os.pathsep.join(filter(None, (str(path), os.environ.get("LEAN_PATH", "")))),
    }
    command = [lean, "--json", *options, str(source)]
    try:
        ran = subprocess.run(
            command, capture_output=True, text=True, check=False, env=environment, timeout=seconds, cwd=home
        )
    except subprocess.TimeoutExpired:
        raise limit("", "out-of-time", f"lean did not finish within {seconds:g} seconds") from None
    messages = tuple(_messages(ran.stdout))
    if ran.returncode and not messages:
        messages = (Message("error", 0, (ran.stderr or ran.stdout).strip()[:2000] or f"status {ran.returncode}"),)
    return Ran(ran.returncode, messages)


def _messages(output: str) -> Iterator[Message]:
    for line in output.splitlines():
        value = _object(line)
        if value is not None:
            yield Message(
                str(value.get("severity")), int((value.get("pos") or {}).get("line", 0)), str(value.get("data"))
            )


def _object(line: str) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
