"""`certify exit solve|fit|compare|trace`: first-exit questions about momentum SGD on a finite pool."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from certify import engine, files, kinds
from certify.cli import output
from certify.contract import Claim, Found, Limits, Malformed
from certify.inputs.exits import quantity, read_problem
from certify.kernel.reject import Category, Reject
from certify.verdict import Verdict, Word, combine

Value = Any

app = typer.Typer(help="When does momentum SGD first leave a region, for the batches actually drawn?")

Out = Annotated[Path | None, typer.Option("-o", "--out", metavar="DIR", help="Write claims and certificates here.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON line per claim (certify-verdict/1).")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite files that are there.")]
Seconds = Annotated[float | None, typer.Option("--seconds", help="Stop searching after this many seconds.", min=0)]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw to this .svg or .png file.")]
Method = Annotated[str, typer.Option("--method", help="auto, tube or lohner (attested).")]
Sampling = Annotated[str, typer.Option("--sampling", help="rr, iid or so.")]
SAMPLINGS = ("rr", "iid", "so")


@app.command()
def solve(
    problem: Annotated[Path, typer.Argument(help="A problem file (TOML).")],
    out: Out = None,
    method: Method = "auto",
    plot: Plot = None,
    seconds: Seconds = None,
    json: Json = False,
    force: Force = False,
) -> int:
    """Answer the question of a problem file: bracket, law, never, finite-mean or mean."""
    _require(method, ("auto", "tube", "lohner"), "--method")
    kind, statement = read_problem(problem)
    _require_room(out, problem.stem, force)
    return _answer(kind, statement, problem, {}, out, method, plot, Limits(seconds=seconds), json, force).exit


@app.command()
def fit(
    data: Annotated[Path, typer.Argument(help="A CSV file with a header line.")],
    radius: Annotated[str, typer.Option("--radius", help="Radius of the ball around the trained start.")],
    batch: Annotated[int, typer.Option("--batch", help="Batch size.", min=1)],
    step: Annotated[str, typer.Option("--step", help="Step size, such as 1/64 or 0.01.")],
    momentum: Annotated[str, typer.Option("--momentum", help="Momentum in [0, 1).")],
    seed: Annotated[int, typer.Option("--seed", help="Draws the order once; the list goes into the claim.", min=0)],
    model: Annotated[str, typer.Option("--model", help="The model.")] = "ridge-logistic",
    label: Annotated[str | None, typer.Option("--label", help="Label column; default the last.")] = None,
    ridge: Annotated[str, typer.Option("--lambda", help="Ridge factor.")] = "1/128",
    form: Annotated[str, typer.Option("--form", help="Recursion: hb, torch, ema or nag.")] = "torch",
    sampling: Sampling = "rr",
    steps: Annotated[int, typer.Option("--steps", help="Length of the window.", min=1)] = 3000,
    machine: Annotated[str, typer.Option("--semantics", help="exact, binary64 or binary32.")] = "binary64",
    out: Out = None,
    method: Method = "auto",
    plot: Plot = None,
    seconds: Seconds = None,
    json: Json = False,
    force: Force = False,
) -> int:
    """Train on a table, draw and record an order, and certify when the run leaves a ball around its start."""
    _require(model, ("ridge-logistic",), "--model")
    _require(sampling, SAMPLINGS, "--sampling")
    _require(machine, ("exact", "binary64", "binary32"), "--semantics")
    _require(method, ("auto", "tube", "lohner"), "--method")
    numbers = {
        name: quantity(text, f"--{name}")
        for name, text in (("radius", radius), ("step", step), ("momentum", momentum), ("lambda", ridge))
    }
    _require_room(out, data.stem, force)
    features, labels = _read_table(data, label)
    made = kinds.resolve(kinds.SEARCHES["exit-fit"])
    table = made.integer_table(features)
    order = made.draw_order(sampling, len(table), batch, steps, seed)
    _check_method(form, numbers)
    statement = made.problem(
        table,
        labels,
        order,
        form=form,
        step=numbers["step"],
        momentum=numbers["momentum"],
        ridge=numbers["lambda"],
        radius=numbers["radius"],
        machine=machine,
    )
    if not json:
        print(f"{data}: {len(table)} rows, {len(table[0])} columns with bias, standardised to integers over 1024")
    limits = Limits(seconds=seconds)
    return _answer("exit/bracket", statement, data, {}, out, method, plot, limits, json, force).exit


def _check_method(form: str, numbers: dict[str, str]) -> None:
    """The kernel's own words on a step or momentum out of range, before training."""
    from certify.kernel.exit_problem import parse_method

    try:
        parse_method({"form": form, "step": numbers["step"], "momentum": numbers["momentum"]}, "")
    except Reject as reject:
        raise Malformed(f"--{reject.where.removeprefix('/')}: {reject.detail}") from None


@app.command()
def compare(
    problem: Annotated[Path, typer.Argument(help="A problem file whose question is law or bracket.")],
    orders: Annotated[str, typer.Option("--orders", help="Comma-separated: rr, iid, so.")] = "rr,iid,so",
    seed: Annotated[int, typer.Option("--seed", help="For brackets: draws one order of each kind.", min=0)] = 0,
    out: Out = None,
    plot: Plot = None,
    json: Json = False,
    force: Force = False,
) -> int:
    """The same problem under reshuffled, independent and shuffled-once orders, side by side."""
    names = [name for name in orders.split(",") if name]
    for name in names:
        _require(name, SAMPLINGS, "--orders")
    kind, statement = read_problem(problem)
    if kind not in ("exit/law", "exit/bracket"):
        raise Malformed(f"{problem}: question: found {kind.removeprefix('exit/')!r}, expected law or bracket")
    verdicts: dict[str, Verdict] = {}
    for name in names:
        varied = _varied(kind, statement, name, seed, problem)
        label = problem.with_name(f"{problem.stem}_{name}.toml")
        _require_room(out, label.stem, force)
        verdicts[name] = _answer(kind, varied, label, {}, out, "auto", None, Limits(), json, force, quiet=True)
    if not json:
        for name, verdict in verdicts.items():
            print(f"{name:4}{verdict.verdict.value.upper():9} {_summary(kind, verdict)}")
    if plot is not None and kind == "exit/law":
        laws = {name: verdict.answer for name, verdict in verdicts.items() if verdict.answer}
        kinds.resolve("certify.plots.exit:laws")(laws, plot)
    return combine([verdict.exit for verdict in verdicts.values()])


def _summary(kind: str, verdict: Verdict) -> str:
    """An answer on one line."""
    answer = verdict.answer
    if not answer:
        return verdict.reason or ""
    if kind == "exit/law":
        return "  ".join([*(f"{k}: {p}" for k, p in answer["exits"]), f"later: {answer['survives']}"])
    return (
        f"no exit up to {answer['survives']}" if "survives" in answer else f"[{answer['earliest']}, {answer['latest']}]"
    )


def _varied(kind: str, statement: Value, name: str, seed: int, problem: Path) -> Value:
    """The statement under another kind of order, without its answer."""
    rest = {key: part for key, part in statement.items() if key not in ("claim", "law")}
    key = "sampling" if kind == "exit/law" else "order"
    given = rest.get(key)
    if not isinstance(given, dict) or not isinstance(given.get("batches"), list) or not given["batches"]:
        raise Malformed(f"{problem}: {key}.batches: needs the list of batches")
    if kind == "exit/law":
        return {**rest, "sampling": {**given, "kind": name}}
    pool = rest.get("pool", {})
    parts = pool.get("components", pool.get("features", []))
    size = max(len(batch) for batch in given["batches"])
    made = kinds.resolve(kinds.SEARCHES["exit-fit"])
    return {**rest, "order": made.draw_order(name, len(parts), size, len(given["batches"]), seed)}


@app.command()
def trace(
    run: Annotated[Path, typer.Argument(help="An .npz with float64 arrays x and buffer, shape (steps + 1, d).")],
    problem: Annotated[
        Path | None, typer.Option("--problem", help="Pool, method, domain and order (TOML); default RUN.toml.")
    ] = None,
    out: Out = None,
    plot: Plot = None,
    json: Json = False,
    force: Force = False,
) -> int:
    """When did a recorded run leave: its stored states, read exactly, against the recursion and the region."""
    source = problem or run.with_suffix(".toml")
    kind, base = read_problem(source)
    if kind != "exit/bracket":
        raise Malformed(f"{source}: question: found {kind.removeprefix('exit/')!r}, expected bracket")
    _require_room(out, run.stem, force)
    made = kinds.resolve(kinds.SEARCHES["exit-trace"])
    states, batches = made.read_states(run)
    data, name = made.npy_bytes(states), f"{run.stem}.states.npy"
    with _told(source):
        statement = made.statement_of(_without_claim(base), states, batches, name, data)
    attached = {statement["semantics"]["sha256"]: data}
    if out is not None:
        files.write(out / name, data, force=force)
    return _answer(kind, statement, run, attached, out, "auto", plot, Limits(), json, force).exit


def _without_claim(statement: Value) -> Value:
    return {key: part for key, part in statement.items() if key not in ("claim", "start", "semantics")}


class _told:  # noqa: N801 - reads as a phrase at its use
    """Turn a refusal of the statement into a sentence with the file's name."""

    def __init__(self, source: Path) -> None:
        self.source = source

    def __enter__(self) -> None:
        return None

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, Reject) and error.category is Category.MALFORMED:
            place = error.where.removeprefix("/statement").removeprefix("/").replace("/", ".")
            raise Malformed(f"{self.source}: {place or 'the problem'}: {error.code}: {error.detail}") from None


def _answer(
    kind: str,
    statement: Value,
    source: Path,
    attachments: dict[str, bytes],
    out: Path | None,
    method: str,
    plot: Path | None,
    limits: Limits,
    json: bool,
    force: bool,
    quiet: bool = False,
) -> Verdict:
    """Solve, let the kernel check, write, draw and print."""
    with _told(source), output.progress() as told:
        solved = kinds.resolve(kinds.SEARCHES["exit-solve"])(kind, statement, attachments, limits, told, method)
    verdict = _verdict(kind, solved, attachments)
    if out is not None:
        verdict = _write(out, source.stem, solved, verdict, force)
    if plot is not None and isinstance(solved.found, Found) and verdict.verdict is Word.PROVED:
        kinds.resolve("certify.plots.exit:plot")(solved.claim, solved.found.certificate, plot)
    if verdict.file is None:
        verdict = replace(verdict, file=str(source))
    if json:
        output.show(verdict, True)
    if json or quiet:
        return verdict
    output.show(verdict, False)
    for line in _lines(solved, verdict):
        print(output.printable(line))
    return verdict


def _verdict(kind: str, solved: Any, attachments: dict[str, bytes]) -> Verdict:
    found = solved.found
    if isinstance(found, Found):
        return engine.check(found.claim, found.certificate, attachments=attachments or None)
    word = Word.LIMIT if found.limit else Word.UNDECIDED
    address = None if solved.claim is None else solved.claim.address
    return Verdict(word, word.exit_code, address, kind, reason=found.reason, statement=solved.claim)


def _lines(solved: Any, verdict: Verdict) -> list[str]:
    claim: Claim | None = solved.claim
    lines = []
    if claim is not None and verdict.verdict in (Word.PROVED, Word.ATTESTED):
        lines += kinds.resolve(kinds.KINDS[claim.kind].words).claim(claim.kind, claim.statement).split("\n")
    lines += [f"note: {note}" for note in solved.notes]
    if solved.figures:
        lines.append(", ".join(f"{name}: {value}" for name, value in solved.figures.items()))
    return lines


def _write(out: Path, name: str, solved: Any, verdict: Verdict, force: bool) -> Verdict:
    if not isinstance(solved.found, Found) or verdict.verdict not in (Word.PROVED, Word.ATTESTED):
        return verdict
    claim, certificate = out / f"{name}{files.CLAIM_SUFFIX}", out / f"{name}.cert.json"
    _require_room(out, name, force)
    files.write(claim, solved.found.claim.data, force=force)
    files.write(certificate, solved.found.certificate, force=force)
    return replace(verdict, file=str(claim), certificate_file=str(certificate))


def _require_room(out: Path | None, name: str, force: bool) -> None:
    """Say before a long search that a file is in the way."""
    path = None if out is None else out / f"{name}{files.CLAIM_SUFFIX}"
    if path is not None and path.exists() and not force:
        raise files.WouldOverwrite(f"{path} exists; --force overwrites it")


def _require(word: str, known: tuple[str, ...], option: str) -> None:
    if word not in known:
        raise typer.BadParameter(f"{option}: found {word!r}, expected one of {', '.join(known)}")


def _read_table(path: Path, label: str | None) -> tuple[list[list[float]], list[int]]:
    """Features and +-1 labels of a CSV with a header. Raises Malformed."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    if len(rows) < 2:
        raise Malformed(f"{path}: {len(rows)} lines, expected a header and data")
    header = rows[0]
    if label is not None and label not in header:
        raise Malformed(f"{path}: no column {label!r}; the header has {', '.join(header)}")
    at = len(header) - 1 if label is None else header.index(label)
    features, words = [], []
    for line, row in enumerate(rows[1:], start=2):
        if len(row) != len(header):
            raise Malformed(f"{path}: line {line}: {len(row)} entries, the header has {len(header)}")
        words.append(row[at])
        try:
            features.append([float(word) for j, word in enumerate(row) if j != at])
        except ValueError as error:
            raise Malformed(f"{path}: line {line}: {error}; every feature must be a number") from None
    classes = sorted(set(words))
    if len(classes) != 2:
        raise Malformed(f"{path}: column {header[at]!r} has {len(classes)} classes, expected 2")
    return features, [1 if word == classes[1] else -1 for word in words]
