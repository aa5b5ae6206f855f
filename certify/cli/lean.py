"""`certify lean`: what Lean says of a file, and a whole folder of certificates as one Lean project."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from certify import engine, files, kinds
from certify.cli.output import printable
from certify.contract import Malformed
from certify.export import lean as export_lean
from certify.folder import Pair, pairs
from certify.kernel.reject import Category, Reject
from certify.verdict import Verdict, combine

app = typer.Typer(name="lean", help="Run Lean on exported files; export whole folders.", no_args_is_help=True)


@app.command()
def check(
    file: Annotated[list[Path], typer.Argument(help="Lean files written by certify export.")],
    seconds: Annotated[float, typer.Option("--seconds", help="Stop after this many seconds a file.", min=1)] = 300.0,
) -> int:
    """Run `lean` on files; refuse sorry, foreign axioms and weakening options; print theorems and their axioms."""
    check_file = kinds.resolve(kinds.SEARCHES["lean-check"])
    codes: list[int] = []
    for path in file:
        try:
            outcome = check_file(path, seconds)
        except UnicodeDecodeError as error:
            raise Malformed(f"{path}: byte {error.start}: not UTF-8, so not a Lean file") from None
        print(printable(f"{outcome.word.upper()}  {path}"))
        for name, axioms in outcome.theorems:
            print(printable(f"  {name}: {', '.join(axioms) or 'no axioms'}"))
        for problem in outcome.problems:
            print(printable(f"  {problem}"))
        print(f"lean: {outcome.line()}")
        codes.append(outcome.exit)
    return combine([code for code in codes if code != 8])


@app.command("export-all")
def export_all(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder of claims and certificates.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="The Lean project to write.")],
    flavour: Annotated[str, typer.Option("--flavour", help="core or mathlib.")] = "core",
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that are there.")] = False,
) -> int:
    """Write every claim of a folder, with its certificate, as one Lean project with lakefile and lean-toolchain."""
    if not folder.is_dir():
        raise typer.BadParameter(f"{folder} is not a folder")
    name_of, project = (kinds.resolve(kinds.SEARCHES[name]) for name in ("lean-module", "lean-project"))
    taken: set[str] = set()
    texts: list[tuple[str, str]] = []
    codes: list[int] = []
    for pair in pairs(folder):
        path = pair.claim if isinstance(pair, Pair) else Path(pair.file or folder)
        try:
            text = _text(pair, flavour)
        except Reject as reject:
            print(printable(f"left out    {path}  {reject.code}: {reject.detail}"))
            codes.append(0 if reject.category is Category.DECLINED else reject.category.value)
            continue
        module = name_of(files.stem(pair.certificate if isinstance(pair, Pair) and pair.certificate else path), taken)
        print(printable(f"{text.splitlines()[0].split()[-1]:12}{path}  Claims/{module}.lean"))
        texts.append((module, text))
    if texts:
        for name, text in project(texts, flavour):
            files.write(out / name, text.encode(), force=force)
    print(f"{len(texts)} files written to {out}" if texts else "nothing exported: no claim here has a Lean export")
    return combine([*codes, *([0] if texts else [])])


def _text(pair: Pair | Verdict, flavour: str) -> str:
    """The Lean file of a pair. Raises Reject."""
    if isinstance(pair, Verdict):
        if pair.reject is None:
            raise ValueError("a verdict without a claim says why")
        raise pair.reject
    certificate = None if pair.certificate is None else pair.certificate.read_bytes()
    return export_lean(engine.load(pair.claim), certificate, flavour)
