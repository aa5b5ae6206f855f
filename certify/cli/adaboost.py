"""`certify adaboost prefix|cycle|no-cycle|margin|stumps`: what exhaustive AdaBoost does on a sign matrix, certified."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from json import JSONDecodeError, loads
from pathlib import Path
from typing import Annotated, Any

import typer

from certify import engine, files, kinds
from certify.cli import output
from certify.contract import Claim, Found, Limits, Malformed, NotFound, certificate
from certify.inputs import signs
from certify.inputs import stumps as reader
from certify.verdict import Verdict, Word
from certify.words import adaboost as words

app = typer.Typer(
    name="adaboost",
    help="Exhaustive AdaBoost on a sign matrix: certified picks, cycles, their absence, and margins.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

MAX_STEPS = 100_000

File = Annotated[Path, typer.Argument(metavar="MATRIX", help="Rows of 1 and -1: .csv, .npy or .json.")]
Start = Annotated[Path | None, typer.Option("--start", metavar="W", help="Start weights (csv, json); else uniform.")]
Tie = Annotated[str, typer.Option("--tie", help="Which of several best columns is picked: lowest or highest index.")]
Out = Annotated[Path | None, typer.Option("-o", "--out", metavar="DIR", help="Write claim and certificate here.")]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw what was found (.svg or .png).")]
Seconds = Annotated[float | None, typer.Option("--seconds", help="Stop searching after this many seconds.", min=0)]
Json = Annotated[bool, typer.Option("--json", help="One JSON line (certify-verdict/1).")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite files that are there.")]

Search = Callable[[Any], Found | NotFound]


@app.command()
def prefix(
    matrix: File,
    start: Start = None,
    tie: Tie = "lowest",
    steps: Annotated[int, typer.Option("--steps", help="How many picks.", min=1, max=MAX_STEPS)] = 100,
    out: Out = None,
    plot: Plot = None,
    seconds: Seconds = None,
    json: Json = False,
    force: Force = False,
) -> int:
    """Which columns are picked in the first steps, ties decided by the rule."""
    board, source = _board(matrix, start, tie)
    door = kinds.resolve(kinds.SEARCHES["adaboost-prefix"])
    with output.progress() as told:
        found = door(board, steps, Limits(seconds=seconds), told)
    return _report("prefix", matrix, found, source, out, plot, json, force)


@app.command()
def cycle(
    matrix: File,
    start: Start = None,
    tie: Tie = "lowest",
    steps: Annotated[
        int | None, typer.Option("--steps", help="Length of the run that looks for a cycle.", min=20, max=MAX_STEPS)
    ] = None,
    out: Out = None,
    plot: Plot = None,
    seconds: Seconds = None,
    json: Json = False,
    force: Force = False,
) -> int:
    """Find and certify the cycle that AdaBoost converges to, or say why it is undecided."""
    board, source = _board(matrix, start, tie)
    door = kinds.resolve(kinds.SEARCHES["adaboost-cycle"])
    with output.progress() as told:
        found = door(board, steps, Limits(seconds=seconds), told)
    return _report("cycle", matrix, found, source, out, plot, json, force)


@app.command("no-cycle")
def no_cycle(
    matrix: File,
    gadgets: Annotated[
        Path, typer.Option("--gadgets", metavar="FILE", help="JSON: two of {columns, word, columns_to}.")
    ],
    start: Start = None,
    tie: Tie = "lowest",
    out: Out = None,
    plot: Plot = None,
    seconds: Seconds = None,
    json: Json = False,
    force: Force = False,
) -> int:
    """Certify that AdaBoost never settles into a cycle, from two gadgets and the words of their bursts."""
    board, source = _board(matrix, start, tie)
    parts = _gadgets(gadgets, len(board["matrix"][0]))
    door = kinds.resolve(kinds.SEARCHES["adaboost-no-cycle"])
    with output.progress() as told:
        found = door(board, parts, Limits(seconds=seconds), told)
    return _report("no-cycle", matrix, found, source, out, plot, json, force)


@app.command()
def margin(matrix: File, out: Out = None, seconds: Seconds = None, json: Json = False, force: Force = False) -> int:
    """The largest margin of a mix of columns, with a mix that reaches it and one of rows that bounds it."""
    board, source = _board(matrix, None, "lowest")
    found = kinds.resolve(kinds.SEARCHES["adaboost-margin"])(board["matrix"], Limits(seconds=seconds))
    return _report("margin", matrix, found, source, out, None, json, force)


@app.command()
def stumps(
    data: Annotated[Path, typer.Argument(metavar="DATA", help="A CSV file with a header and numbers.")],
    label: Annotated[str, typer.Option("--label", metavar="COLUMN", help="The column to predict.")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="MATRIX", help="Write the sign matrix here (.csv).")],
    positive: Annotated[
        str | None, typer.Option("--positive", metavar="VALUE", help="This label against the rest.")
    ] = None,
    quantiles: Annotated[
        int | None, typer.Option("--quantiles", metavar="N", help="At most N thresholds a feature; else all.", min=1)
    ] = None,
    force: Force = False,
) -> int:
    """The mistake matrix of the decision stumps of a data set: 1 where a stump is right, -1 where it is wrong."""
    made = reader.stumps(data, label, positive, quantiles)
    files.write(out, made.csv().encode(), force=force)
    print(output.printable(made.reduction))
    print(output.printable(f"written: {out}"))
    return 0


def _board(matrix: Path, start: Path | None, tie: str) -> tuple[Any, Any]:
    """matrix, start and tie of a statement, and the source of the claim."""
    if tie not in ("lowest", "highest"):
        raise typer.BadParameter(f"--tie {tie!a}; lowest or highest")
    table = signs.read_matrix(matrix)
    weights = ["1"] * len(table.rows) if start is None else signs.read_weights(start, len(table.rows))
    read = [matrix] if start is None else [matrix, start]
    named = [{"path": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()} for path in read]
    source: Any = {"reader": signs.READER, "files": named}
    if table.notes:
        source["note"] = signs.note(table)
    return {"matrix": table.rows, "start": weights, "tie": tie}, source


def _gadgets(path: Path, columns: int) -> Any:
    try:
        value = loads(path.read_text("utf-8"))
    except (JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(f"{path}: not JSON: {error}") from None
    keys = {"columns", "word", "columns_to"}
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(g, dict) and set(g) == keys for g in value):
        raise Malformed(f"{path}: expected a list of two objects with columns, word and columns_to")
    for i, gadget in enumerate(value):
        for key in sorted(keys):
            size = columns if key == "columns" else len(gadget["columns"])
            numbers = gadget[key]
            if not isinstance(numbers, list) or any(type(x) is not int or not 0 <= x < size for x in numbers):
                raise Malformed(f"{path}: gadget {i}, {key}: expected a list of integers from 0 to {size - 1}")
        if sorted(gadget["columns_to"]) != list(range(len(gadget["columns"]))):
            raise Malformed(f"{path}: gadget {i}, columns_to: expected each of 0..{len(gadget['columns']) - 1} once")
        if len(gadget["word"]) < 2:
            raise Malformed(f"{path}: gadget {i}, word: expected at least two letters")
    return value


def _report(
    what: str,
    matrix: Path,
    found: Found | NotFound,
    source: Any,
    out: Path | None,
    plot: Path | None,
    json: bool,
    force: bool,
) -> int:
    """Check what was found with the kernel, write it, draw it and say it."""
    if isinstance(found, NotFound):
        word = Word.LIMIT if found.limit else Word.UNDECIDED
        verdict = Verdict(word, word.exit_code, kind=f"adaboost/{what}", file=str(matrix), reason=found.reason)
        output.show(verdict, json)
        return verdict.exit
    claim = Claim(found.claim.kind, found.claim.statement, source)
    evidence = loads(found.certificate)["evidence"]
    verdict = replace(engine.check(claim, certificate(claim, evidence)), file=str(matrix))
    if verdict.verdict is Word.PROVED and verdict.certificate is not None:
        if out is not None:
            verdict = _write(out / f"{matrix.stem}-{what}", claim, verdict, force)
        if plot is not None:
            _plot(plot, claim, verdict.certificate or b"", force)
    if not json and verdict.verdict is Word.PROVED:
        print(output.printable(words.claim(claim.kind, claim.statement)) if what != "cycle" else _lines(claim))
        print("\n".join(map(output.printable, words.explain(claim.kind, claim.statement, evidence).splitlines())))
    output.show(verdict, json)
    return verdict.exit


def _lines(claim: Claim) -> str:
    return "\n".join(map(output.printable, words.claim(claim.kind, claim.statement).splitlines()))


def _write(stem: Path, claim: Claim, verdict: Verdict, force: bool) -> Verdict:
    targets = [stem.with_name(stem.name + suffix) for suffix in (files.CLAIM_SUFFIX, files.CERTIFICATE_SUFFIXES[0])]
    for path in targets:
        if path.exists() and not force:
            raise files.WouldOverwrite(f"{path} exists; --force overwrites it")
    for path, data in zip(targets, (claim.data, verdict.certificate or b""), strict=True):
        files.write(path, data, force=force)
    return replace(verdict, file=str(targets[0]), certificate_file=str(targets[1]))


def _plot(path: Path, claim: Claim, data: bytes, force: bool) -> None:
    if path.suffix not in (".svg", ".png"):
        raise typer.BadParameter(f"--plot {path}: the name must end in .svg or .png")
    if path.exists() and not force:
        raise files.WouldOverwrite(f"{path} exists; --force overwrites it")
    kinds.resolve(kinds.KINDS[claim.kind].plots or "")(claim, data, path)
