"""`certify xbrl check|claim|batch|compare`: does a filing add up, and does a claimed figure follow from it?"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import repeat
from json import JSONDecodeError, dumps, loads
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any

import typer

from certify import engine, files, kinds
from certify.cli import output
from certify.contract import Found, Limits, Malformed
from certify.verdict import Verdict, Word, combine
from certify.words import xbrl as words

app = typer.Typer(
    name="xbrl",
    help="Filings: do the summations add up, and does a claimed figure follow from the reported ones?",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

MODES = ("c11r", "c11t", "xbrl21")
NOTHING, CONTRADICTED = 8, 7

Filing = Annotated[Path, typer.Argument(metavar="FILING", help="Instance, inline XBRL, xBRL-JSON/CSV, or zip of one.")]
Mode = Annotated[str, typer.Option("--mode", help="c11r (Calculations 1.1, rounding), c11t (truncation) or xbrl21.")]
Out = Annotated[Path | None, typer.Option("-o", "--out", metavar="DIR", help="Write claims and certificates here.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite files that are there.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON line per claim (certify-verdict/1).")]
Arelle = Annotated[bool, typer.Option("--arelle", help="Read the filing with Arelle even where we can.")]


@app.command()
def check(
    filing: Filing,
    mode: Mode = "c11r",
    joint: Annotated[
        bool, typer.Option("--joint", help="Also check the relations that share figures together.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="List consistent relations too.")] = False,
    out: Out = None,
    seconds: Annotated[float | None, typer.Option("--seconds", help="Time for each joint search.", min=0)] = None,
    arelle: Arelle = False,
    json: Json = False,
    force: Force = False,
) -> int:
    """Check every summation of a filing: consistent with a witness, inconsistent with a certificate, or unbound."""
    _require_mode(mode, MODES)
    with output.progress() as told:
        door = kinds.resolve(kinds.SEARCHES["xbrl-check"])
        report = door(filing, mode, joint, "arelle" if arelle else None, Limits(seconds=seconds), told)
        verdicts = [_relation(decision, filing) for decision in report.decisions]
        verdicts += [_component(part, found, filing) for part, found in report.components]
    if out is not None:
        verdicts = _write(out, verdicts, report.filing.notes, force)
    if json:
        for verdict in verdicts:
            output.show(verdict, True)
    else:
        _table(report, verdicts, every)
    return _code(verdicts)


def _require_mode(mode: str, known: tuple[str, ...]) -> None:
    if mode not in known:
        raise typer.BadParameter(f"mode {mode!a} is none of {', '.join(known)}")


def _code(verdicts: list[Verdict]) -> int:
    """Unbound obligations do not count; if nothing else is there, nothing was checked."""
    return combine([verdict.exit for verdict in verdicts if verdict.answer.get("verdict") != "unbound"])


def _relation(decision: Any, filing: Path) -> Verdict:
    obligation = decision.obligation
    if decision.found is None:
        word = Word.UNDECIDED
        answer = {"verdict": "unbound", "mode": obligation.statement["mode"], "role": obligation.relation.role}
        answer |= {"total": obligation.relation.total, "context": obligation.context, "unit": obligation.unit}
        reason = f"unbound: {obligation.reason}: {obligation.detail}"
        kind = "xbrl/relation"
        return Verdict(word, word.exit_code, None, kind, str(filing), reason=reason, answer=answer)
    verdict = replace(engine.check(decision.claim, decision.found.certificate), file=str(filing))
    if verdict.answer:
        closing = [_closing(fact, obligation.facts[0]) for fact in decision.closing]
        gap = None if decision.gap is None else words.plain(decision.gap)
        verdict = replace(verdict, answer={**verdict.answer, "gap": gap, "cause": decision.cause, "closing": closing})
    return verdict


def _closing(fact: Any, total: Any) -> str:
    """A fact and the dimension that it has beyond those of the total."""
    extra = sorted(set(fact.context.dimensions) - set(total.context.dimensions))
    members = ", ".join(f"{words.local(axis)} {words.local(member)}" for axis, member in extra)
    return f"{words.local(fact.concept)} {fact.value} ({members})"


def _component(part: Any, found: Any, filing: Path) -> Verdict:
    if not isinstance(found, Found):
        word = Word.LIMIT if found.limit else Word.UNDECIDED
        return Verdict(
            word,
            word.exit_code,
            part.claim.address,
            part.claim.kind,
            str(filing),
            reason=found.reason,
            statement=part.claim,
        )
    verdict = replace(engine.check(part.claim, found.certificate), file=str(filing))
    names = [decision.obligation.relation.total for decision in part.decisions]
    return replace(verdict, answer={**verdict.answer, "relations": names}) if verdict.answer else verdict


def _table(report: Any, verdicts: list[Verdict], every: bool) -> None:
    counts = report.counts
    total = sum(counts.values())
    parts = ", ".join(f"{number} {word}" for word, number in counts.items())
    lines = [f"{total} obligations ({report.mode}): {parts}"]
    if report.components:
        words = [verdict.answer.get("verdict", "undecided") for verdict in verdicts if verdict.kind == "xbrl/joint"]
        apart = words.count("inconsistent")
        lines.append(f"{len(words)} components of several relations: {apart} jointly inconsistent")
    lines += [f"note: {note}" for note in report.filing.notes]
    shown = {"inconsistent", "unbound", *(("consistent",) if every else ())}
    lines += [line for v in verdicts if v.answer.get("verdict", "") in shown for line in _row(report.filing, v)]
    lines += [f"{v.verdict.value}: {engine.describe(v)}" for v in verdicts if not v.answer]
    if not counts["consistent"] + counts["inconsistent"]:
        lines.append(
            "nothing checked: no relation binds; is the calculation linkbase here, under the name the schema gives?"
        )
    else:
        proved = next(v for v in verdicts if v.rests_on)
        lines.append("rests on: " + "; ".join(output.short(entry) for entry in proved.rests_on))
    for line in lines:
        print(output.printable(line))


def _row(filing: Any, verdict: Verdict) -> Iterator[str]:
    answer = verdict.answer
    if verdict.kind == "xbrl/joint":
        names = ", ".join(filing.short(name) for name in answer["relations"])
        yield f"{answer['verdict']:13}jointly: {names}  {_when(answer['context'])}"
        return
    head = f"{answer['verdict']:13}{filing.short(answer['total'])}  {_when(answer['context'])}  {_role(answer['role'])}"
    if answer["verdict"] == "unbound":
        yield f"{head}  {(verdict.reason or '').removeprefix('unbound: ')}"
        return
    if answer["verdict"] == "consistent":
        yield head
        return
    yield f"{head}  gap {answer['gap']}  {answer['cause']}"
    yield f"             reported {answer['reported']}, computed {answer['computed']}"
    if answer["unreported"]:
        yield "             not reported: " + ", ".join(filing.short(name) for name in answer["unreported"])
    for fact in answer["closing"]:
        yield f"             closed by {fact}"


def _when(context: str) -> str:
    """Period and members, without the entity."""
    period, *members = context.split("; ")[1:]
    return "; ".join([words.days(period), *(words.local(part) for part in members)])


def _role(role: str) -> str:
    return role.rpartition("/")[2]


# --- claims ---------------------------------------------------------------------------------------------------------


@app.command()
def claim(
    filing: Filing,
    claims: Annotated[list[str] | None, typer.Argument(metavar="CLAIM…", help='"gross margin FY2022 = 43.3%"')] = None,
    table: Annotated[
        Path | None,
        typer.Option("--claims", metavar="FILE", help="CSV or JSONL with claim, or subject, period, value."),
    ] = None,
    mode: Annotated[str, typer.Option("--mode", help="c11r, c11t, or point (printed values are exact).")] = "c11r",
    accession: Annotated[
        str | None, typer.Option("--accession", help="companyfacts: rows of this filing only.")
    ] = None,
    out: Out = None,
    arelle: Arelle = False,
    json: Json = False,
    force: Force = False,
) -> int:
    """Check claimed figures: supported, contradicted (with the nearest true reading), within-rounding, or abstain."""
    _require_mode(mode, ("c11r", "c11t", "point"))
    rows = [(f"claim {i + 1}", {"claim": text}) for i, text in enumerate(claims or [])]
    rows += list(_rows(table)) if table is not None else []
    asked = kinds.resolve(kinds.SEARCHES["xbrl-questions"])(rows)
    if not asked:
        print("nothing checked: no claims given")
        return NOTHING
    verdicts, found = [], []
    with output.progress() as told:
        told(0, None, "reading")
        door = kinds.resolve(kinds.SEARCHES["xbrl-claim"])
        for i, (_, answer) in enumerate(door(filing, asked, mode, accession, "arelle" if arelle else None)):
            told(i, len(asked), "claims")
            verdicts.append(_answered(answer, filing))
            found.append(answer)
    if out is not None:
        verdicts = _write(out, verdicts, (), force)
    for verdict, answer in zip(verdicts, found, strict=True):
        if json:
            output.show(verdict, True)
        else:
            for line in _lines(verdict, answer):
                print(output.printable(line))
    return combine([verdict.exit for verdict in verdicts])


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of a CSV or JSONL file with their places. Raises Malformed."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Malformed(f"{path}: byte {error.start} is not UTF-8") from error
    if path.suffix.lower() == ".csv":
        for number, row in enumerate(csv.DictReader(io.StringIO(text)), 2):
            yield f"{path}: line {number}", row
        return
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            value = loads(line)
        except (JSONDecodeError, RecursionError) as error:
            raise Malformed(f"{path}: line {number}: not JSON: {error}") from error
        if not isinstance(value, dict):
            raise Malformed(f"{path}: line {number}: found {line[:40]!a}, expected an object")
        yield f"{path}: line {number}", value


def _answered(answer: Any, filing: Path) -> Verdict:
    more = {
        "text": answer.asked.text,
        "computed": [] if answer.low is None else [answer.low, answer.high],
        "point": answer.point,
        "point_verdict": answer.point_verdict,
        "conflict": list(answer.conflict),
        "readings": list(answer.readings),
    }
    if answer.found is None:
        word = Word.UNDECIDED
        address = None if answer.claim is None else answer.claim.address
        mode = "" if answer.claim is None else answer.claim.statement["mode"]
        said = {"verdict": answer.verdict, "mode": mode, **more}
        return Verdict(
            word,
            word.exit_code,
            address,
            "xbrl/claim",
            str(filing),
            reason=answer.reason,
            answer=said,
            statement=answer.claim,
        )
    verdict = replace(engine.check(answer.claim, answer.found.certificate), file=str(filing))
    return replace(verdict, answer={**verdict.answer, **more}) if verdict.answer else verdict


def _lines(verdict: Verdict, answer: Any) -> Iterator[str]:
    said = verdict.answer
    if not said:
        yield f"{verdict.verdict.value}: {engine.describe(verdict)}"
        return
    yield f"{said['verdict'].upper()}  {said['text']}"
    if verdict.reason is not None:
        yield f"  {verdict.reason}"
    if said["computed"]:
        low, high = said["computed"]
        shown = low if low == high else f"{low} to {high}"
        at_print = f"at the printed values {said['point']}: {said['point_verdict']}"
        yield f"  {said.get('figure', 'the figure')}: {shown} ({said['mode']}); {at_print}"
    for fact in said["conflict"]:
        yield f"  conflict: {fact}"
    for reading in said["readings"]:
        yield f"  {reading}"
    for operand in answer.operands if verdict.verdict is not Word.UNDECIDED else ():
        fact = operand.facts[0]
        place = f"line {fact.line}" if fact.line is not None else f"id {fact.id}"
        name, unit = fact.concept.rpartition("}")[2], fact.unit.rpartition("}")[2]
        yield f"  from {fact.file}: {place}: {name} {operand.period} = {fact.value} ({unit})"


# --- files ----------------------------------------------------------------------------------------------------------


def _write(out: Path, verdicts: list[Verdict], notes: tuple[str, ...], force: bool) -> list[Verdict]:
    """Claims with their certificates or refutations, and summary.jsonl and summary.csv."""
    made: list[tuple[Path, bytes]] = []
    named = []
    for i, verdict in enumerate(verdicts):
        name = f"{i + 1:04d}-{_stem(verdict)}"
        if verdict.statement is not None:
            path = out / f"{name}{files.CLAIM_SUFFIX}"
            made.append((path, verdict.statement.data))
            verdict = replace(verdict, file=str(path))
        if verdict.certificate is not None:
            suffix = files.REFUTATION_SUFFIX if verdict.verdict is Word.REFUTED else files.CERTIFICATE_SUFFIXES[0]
            path = out / f"{name}{suffix}"
            made.append((path, verdict.certificate))
            verdict = replace(verdict, certificate_file=str(path))
        named.append(verdict)
    made.append((out / "summary.jsonl", "".join(dumps(v.json()) + "\n" for v in named).encode()))
    made.append((out / "summary.csv", _csv(named)))
    if not force:
        for path, _ in made:
            if path.exists():
                raise files.WouldOverwrite(f"{path} exists; --force overwrites it")
    for path, data in made:
        files.write(path, data, force=force)
    return named


def _stem(verdict: Verdict) -> str:
    """A short file name part: the total, the component or the claim."""
    text = str(verdict.answer.get("total") or verdict.answer.get("text") or verdict.kind or "claim")
    local = text.rpartition("}")[2]
    words_ = re.findall(r"[A-Za-z0-9]+", local)
    return "-".join(words_)[:60].strip("-") or "claim"


def _csv(verdicts: list[Verdict]) -> bytes:
    columns = ("verdict", "kind", "total", "text", "context", "role", "gap", "cause", "reported", "computed", "reason")
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    for verdict in verdicts:
        answer = {**verdict.answer, "kind": verdict.kind, "reason": verdict.reason}
        answer.setdefault("verdict", verdict.verdict.value)
        cells = (answer.get(column) for column in columns)
        writer.writerow(" to ".join(cell) if isinstance(cell, list) else _cell(cell) for cell in cells)
    return buffer.getvalue().encode()


def _cell(value: Any) -> str:
    """Text that a spreadsheet does not take for a formula."""
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(("=", "+", "@", "\t", "\r")) else text


# --- many filings, and the second opinion ---------------------------------------------------------------------------


@app.command()
def batch(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Filings below this folder.")],
    workers: Annotated[int, typer.Option("--workers", help="Processes.", min=1)] = 1,
    mode: Mode = "c11r",
    joint: Annotated[bool, typer.Option("--joint", help="Also check relations together.")] = False,
    out: Out = None,
    json: Json = False,
    force: Force = False,
) -> int:
    """Check every filing below a folder; one line each, with the counts that the kernel accepted."""
    _require_mode(mode, MODES)
    if not folder.is_dir():
        raise typer.BadParameter(f"{folder} is not a folder")
    paths = list(kinds.resolve(kinds.SEARCHES["xbrl-filings"])(folder))
    results = []
    with output.progress() as told:
        for i, result in enumerate(_results(paths, mode, joint, workers)):
            told(i, len(paths), "filings")
            results.append(result)
            print(dumps(result) if json else output.printable(_batch_line(result)), flush=True)
    if out is not None:
        files.write(out / "summary.jsonl", "".join(dumps(result) + "\n" for result in results).encode(), force=force)
    if not json:
        print(f"{len(results)} filings" if results else "nothing checked: no filings here")
    codes = [result["exit"] for result in results if result["exit"] != NOTHING]
    return combine(codes)


def _results(paths: list[Path], mode: str, joint: bool, workers: int) -> Iterator[dict[str, Any]]:
    summary = kinds.resolve(kinds.SEARCHES["xbrl-summary"])
    if workers == 1 or len(paths) < 2:
        yield from map(summary, paths, repeat(mode), repeat(joint))
        return
    with ProcessPoolExecutor(min(workers, len(paths)), mp_context=get_context("spawn")) as pool:
        yield from pool.map(summary, paths, repeat(mode), repeat(joint))


def _batch_line(result: dict[str, Any]) -> str:
    if "error" in result:
        return f"{result['file']}: {result['error']}"
    words = ("consistent", "inconsistent", "unbound")
    parts = ", ".join(f"{result[word]} {word}" for word in words)
    more = f", {result['jointly_inconsistent']} jointly inconsistent" if result["jointly_inconsistent"] else ""
    return f"{result['file']}: {sum(result[word] for word in words)} obligations: {parts}{more}"


@app.command()
def compare(
    filing: Filing,
    packages: Annotated[
        list[Path] | None, typer.Option("--package", help="Taxonomy package for Arelle; else stubs are used.")
    ] = None,
) -> int:
    """Our verdicts beside Arelle's in all three modes, every difference with its reason."""
    same, obligations = True, 0
    for found in kinds.resolve(kinds.SEARCHES["xbrl-compare"])(filing, packages or []):
        obligations += found.obligations
        same = same and not found.ours and not found.theirs
        head = f"{found.mode}: {found.obligations} obligations, {found.unbound} unbound here; inconsistent in both: "
        print(
            output.printable(f"{head}{len(found.both)}, here only: {len(found.ours)}, Arelle only: {len(found.theirs)}")
        )
        for who, entries in (("here only", found.ours), ("Arelle only", found.theirs)):
            for name, reason in entries:
                print(output.printable(f"  {who}: {name}: {reason}"))
        for message in found.messages:
            print(output.printable(f"  Arelle also says: {message}"))
    if not obligations:
        return NOTHING
    return 0 if same else 1
