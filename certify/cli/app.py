"""The verbs that serve every family: prove, check, claim, explain, export, trust, schema, kinds, doctor."""

from __future__ import annotations

import json as jsonlib
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from certify import engine, files, kernel
from certify import kinds as kinds_table
from certify.batch import Ledger, check_many
from certify.cli import adaboost, kl, output
from certify.cli.exit import app as exits
from certify.cli.lean import app as lean_app
from certify.cli.report import report
from certify.cli.sidon import Numbers, sidon
from certify.cli.smt import sat, smt
from certify.cli.xbrl import app as xbrl
from certify.contract import Claim, Limits, read_claim
from certify.folder import Pair, check_pair
from certify.kernel.reject import Reject
from certify.verdict import Verdict, Word, word_of

app = typer.Typer(
    name="certify",
    help="Claims of papers as exact obligations, checked by one certificate kernel.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Json = Annotated[bool, typer.Option("--json", help="One JSON line per claim (certify-verdict/1).")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite files that are there.")]
Seconds = Annotated[float | None, typer.Option("--seconds", help="Stop searching after this many seconds.", min=0)]
Accepted = Annotated[list[str] | None, typer.Option("--accept-attested", metavar="WHO", help="Whose word counts.")]
Record = Annotated[Path | None, typer.Option("--record", help="Also store the verdict here (NAME.record.json).")]
Theorems = Annotated[str | None, typer.Option("--theorems", metavar="ID,…", help="Accept only these theorems.")]


@app.command()
def prove(
    claim: Annotated[Path, typer.Argument(help="A claim file.")],
    out: Annotated[Path | None, typer.Option("-o", "--out", help="Write the certificate here.")] = None,
    seconds: Seconds = None,
    json: Json = False,
    force: Force = False,
    record: Record = None,
    accept_attested: Accepted = None,
    theorems: Theorems = None,
) -> int:
    """Search for a certificate, check it, and write it."""
    claim.open("rb").close()
    if out is not None and not force:
        for target in _names(out, claim).values():
            if target.exists():  # said before the search, not after it
                raise files.WouldOverwrite(f"{target} exists; --force overwrites it")
    with output.progress() as told:
        verdict = engine.prove(claim, Limits(seconds=seconds), told)
    verdict = replace(_policy(verdict, accept_attested, theorems), file=str(claim))
    if out is not None and verdict.certificate is not None:
        target = _names(out, claim)[verdict.verdict is Word.REFUTED]
        files.write(target, verdict.certificate, force=force)
        verdict = replace(verdict, certificate_file=str(target))
    output.show(verdict, json)
    if record is not None:
        _write_record(record, verdict, force)
    return verdict.exit


def _names(out: Path, claim: Path) -> dict[bool, Path]:
    """Where a proof (False) and a refutation (True) are written: a refutation never carries the name of a proof."""
    folder, name = (out, files.stem(claim)) if out.is_dir() else (out.parent, files.stem(out))
    proof = folder / (name + _suffix(claim)) if out.is_dir() else out
    return {False: proof, True: folder / (name + files.REFUTATION_SUFFIX)}


def _suffix(claim: Path) -> str:
    """What a certificate of this claim's kind ends in."""
    one, streamed = files.CERTIFICATE_SUFFIXES
    try:
        return streamed if kernel.kinds()[_load(claim).kind].streamed else one
    except Reject:
        return one  # not a claim: nothing will be written


def _write_record(path: Path, verdict: Verdict, force: bool) -> None:
    """A stored verdict: the line of --json in a file."""
    files.write(path, jsonlib.dumps(verdict.json(), indent=2).encode("ascii") + b"\n", force=force)


@app.command()
def check(
    claim: Annotated[Path | None, typer.Argument(help="A claim file.")] = None,
    certificate: Annotated[Path | None, typer.Argument(help="Its certificate.")] = None,
    all_in: Annotated[Path | None, typer.Option("--all", help="Check every certificate in this folder.")] = None,
    source: Annotated[list[Path] | None, typer.Option("--source", help="Derive the claim again from it.")] = None,
    lean: Annotated[bool, typer.Option("--lean", help="Also write the claim as Lean and run `lean` on it.")] = False,
    workers: Annotated[int, typer.Option("--workers", help="With --all: processes.", min=1)] = 1,
    dask: Annotated[str | None, typer.Option("--dask", metavar="ADDRESS", help="With --all: a Dask cluster.")] = None,
    results: Annotated[
        Path | None, typer.Option("--results", help="With --all: a JSONL file to write, and to resume from.")
    ] = None,
    json: Json = False,
    record: Record = None,
    force: Force = False,
    accept_attested: Accepted = None,
    theorems: Theorems = None,
) -> int:
    """Check a certificate, or all certificates in a folder, with the kernel."""
    if all_in is not None:
        if claim is not None:
            raise typer.BadParameter("give CLAIM CERT or --all DIR, not both")
        if source or record is not None:
            raise typer.BadParameter("--source and --record are for one claim, not for --all DIR")
        if lean:
            raise typer.BadParameter("--lean is for one claim; for a folder: certify lean export-all DIR -o OUT")
        if not all_in.is_dir():
            raise typer.BadParameter(f"{all_in} is not a folder")
        ledger = None if results is None else Ledger.open(results)
        found = check_many(all_in, workers=workers, dask=dask, ledger=ledger)
        return output.stream((_policy(verdict, accept_attested, theorems) for verdict in found), json)
    if claim is None or certificate is None:
        raise typer.BadParameter("needs CLAIM and CERT, or --all DIR")
    verdict = check_pair(Pair(claim, certificate))
    if source and verdict.verdict in (Word.PROVED, Word.REFUTED, Word.ATTESTED):
        verdict = _reread(verdict, source)
    verdict = _policy(verdict, accept_attested, theorems)
    if lean and verdict.verdict in (Word.PROVED, Word.REFUTED):
        verdict = _ask_lean(verdict)
    output.show(verdict, json)
    if record is not None:
        _write_record(record, verdict, force)
    return verdict.exit


def _ask_lean(verdict: Verdict) -> Verdict:
    """The verdict with what Lean says of the core file; a file that Lean refuses makes the run fail."""
    outcome = kinds_table.resolve(kinds_table.SEARCHES["lean-check-text"])(verdict.lean())
    if outcome.word == "refused":
        detail = "; ".join(outcome.problems)
        return replace(
            verdict, lean_run=outcome.line(), exit=Word.UNDECIDED.exit_code, reason=f"lean refuses: {detail}"
        )
    return replace(verdict, lean_run=outcome.line())


def _reread(verdict: Verdict, sources: list[Path]) -> Verdict:
    from certify.sources import reread

    if verdict.statement is None:
        return verdict
    try:
        reread(verdict.statement, sources)
    except Reject as reject:
        word = word_of(reject)
        return replace(verdict, verdict=word, exit=word.exit_code, reject=reject)
    rests = tuple(entry for entry in verdict.rests_on if not entry.startswith("reading of "))
    return replace(verdict, rests_on=(*rests, *(f"reading repeated: {path}" for path in sources)))


def _policy(verdict: Verdict, accepted: list[str] | None, theorems: str | None) -> Verdict:
    names = None if theorems is None else frozenset(name for name in theorems.split(",") if name)
    return engine.apply_policy(verdict, frozenset(accepted or ()), names)


@app.command("claim")
def claim_verb(claim: Annotated[Path, typer.Argument(help="A claim file.")]) -> int:
    """Say a claim in plain words, with its address."""
    from certify.explain import claim_in_words

    output.say(claim_in_words(_load(claim)))
    return 0


@app.command()
def explain(
    claim: Annotated[Path, typer.Argument(help="A claim file.")],
    certificate: Annotated[Path, typer.Argument(help="Its certificate.")],
) -> int:
    """Check a certificate and explain, in words, why it proves its claim."""
    verdict = check_pair(Pair(claim, certificate))
    if verdict.verdict not in (Word.PROVED, Word.REFUTED):
        output.show(verdict, False)
        return verdict.exit
    output.say(verdict.explain())
    return verdict.exit


@app.command()
def export(
    claim: Annotated[Path, typer.Argument(help="A claim file.")],
    certificate: Annotated[Path | None, typer.Argument(help="Its certificate.")] = None,
    to: Annotated[str, typer.Option("--to", help="lean or smt2.")] = "lean",
    flavour: Annotated[str, typer.Option("--flavour", help="Lean: core or mathlib.")] = "core",
    out: Annotated[Path | None, typer.Option("-o", "--out", help="Write here instead of standard output.")] = None,
    force: Force = False,
) -> int:
    """Write a claim (and its certificate) as Lean 4 or as SMT-LIB 2."""
    from certify.export import export as write_out

    for value, known, option in ((to, ("lean", "smt2"), "--to"), (flavour, ("core", "mathlib"), "--flavour")):
        if value not in known:
            raise typer.BadParameter(f"{value!a}; {' or '.join(known)}", param_hint=option)
    data = None if certificate is None else b"".join(files.read_chunks(certificate))
    text = write_out(_load(claim), data, to, flavour)
    if out is None:
        print(text, end="")
    else:
        files.write(out, text.encode(), force=force)
    return 0


@app.command()
def trust(kind: Annotated[str | None, typer.Argument(help="A claim kind.")] = None) -> int:
    """What must be trusted: the kernel's hash, the lines of a kind's import closure, its theorems."""
    from certify.trust import trust_in_words

    print(trust_in_words(kind))
    return 0


@app.command()
def schema(
    what: Annotated[str, typer.Argument(help="claim, cert or verdict.")] = "claim",
    kind: Annotated[str | None, typer.Argument(help="A claim kind.")] = None,
) -> int:
    """Print the JSON Schema of claims, certificates or verdicts."""
    from certify.schema import schema_text

    print(schema_text(what, kind))
    return 0


@app.command()
def kinds() -> int:
    """List the claim kinds with the first line of their specification."""
    from certify.trust import kinds_in_words

    print(kinds_in_words())
    return 0


@app.command()
def doctor() -> int:
    """Say what is installed, which extras are missing and which packages answer to our names."""
    from certify.doctor import examine

    return examine()


app.command()(report)
app.add_typer(kl.app)


def _load(path: Path) -> Claim:
    """The claim in a file; a Reject keeps its category (and so its exit code) and says which file it is about."""
    try:
        return read_claim(files.read_document(path))
    except Reject as reject:
        raise Reject(reject.category, f"{path}: {reject.where or '/'}", reject.code, reject.detail) from None


app.command("sidon", cls=Numbers)(sidon)
app.command("smt")(smt)
app.command("sat")(sat)
app.add_typer(exits, name="exit")
app.add_typer(lean_app, name="lean")
app.add_typer(xbrl, name="xbrl")
app.add_typer(adaboost.app)
