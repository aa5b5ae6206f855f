"""Every command shown in the README, the docs and the examples runs, with the exit code and the output shown.

A block marked `console` holds commands behind `$ `, each followed by what it prints; `…` stands for anything, a command
without output shown is only run, and `# exit N` behind a command is its exit code (0 otherwise).
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md")), *sorted(ROOT.glob("examples/*/README.md"))]


@dataclass(frozen=True)
class Command:
    """One command, its exit code, and its output as shown."""

    line: str
    exit: int
    shown: str


def commands(page: Path) -> Iterator[Command]:
    for block in re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, shown = part.partition("\n")
            code = re.search(r"\s+# exit (\d+)\s*$", line)
            yield Command(re.sub(r"\s+#.*$", "", line), int(code[1]) if code else 0, shown.strip("\n"))


def pattern(shown: str) -> str:
    return ".*".join(re.escape(part) for part in shown.split("…"))


@pytest.mark.parametrize("page", [page for page in PAGES if any(commands(page))], ids=lambda page: str(page.name))
def test_console_blocks(page: Path, tmp_path: Path) -> None:
    """All commands of a page, in order, in one copy of the folder they are meant for."""
    home = tmp_path / "home"
    within = page.parent if page.parent.parent.name == "examples" else ROOT / "examples"
    shutil.copytree(within, home if within == page.parent else home / "examples")
    for command in commands(page):
        # the words of a command as they are; `certify` and `python` are those of this environment
        words = re.sub(r"^(certify|python|pytest)\b", lambda match: _here(match[1]), command.line)
        run = subprocess.run(["bash", "-c", words], capture_output=True, text=True, cwd=home, timeout=120)
        output = (run.stdout + run.stderr).strip("\n")
        assert run.returncode == command.exit, f"{command.line}\n{output}"
        if command.shown:
            assert re.fullmatch(pattern(command.shown), output, re.DOTALL), f"{command.line}\n{output}"


def _here(name: str) -> str:
    here = {"python": sys.executable, "pytest": f"{sys.executable} -m pytest"}
    return here.get(name, str(Path(sys.executable).with_name(name)))


def test_the_targets_that_pages_name_are_in_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for page in PAGES:
        for target in re.findall(r"(?:^\$ |`)make ([a-z]+)\b", page.read_text(encoding="utf-8"), re.MULTILINE):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"{page.name}: make {target}"


def test_pages_name_only_verbs_that_are_there() -> None:
    from typer.main import get_command

    from certify.cli.app import app

    known = set(getattr(get_command(app), "commands", {}))
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        named = set(re.findall(r"(?:^\$ |`)certify ([a-z][a-z0-9]*)\b", text, re.MULTILINE))
        assert named <= known, f"{page.name}: {sorted(named - known)}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if not target.startswith(("http://", "https://")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_python_blocks_of_the_readme() -> None:
    for block in re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), re.DOTALL | re.MULTILINE):
        exec(compile(block, "README.md", "exec"), {})
