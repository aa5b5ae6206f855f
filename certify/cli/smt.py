"""`certify smt FILE.smt2` and `certify sat FILE.cnf`: has a formula a model? With a certificate."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from certify import engine, files, kernel, kinds
from certify.cli import output
from certify.contract import Claim, Limits, NotFound
from certify.kernel.reject import Reject
from certify.verdict import Verdict, Word

Out = Annotated[Path | None, typer.Option("-o", "--out", metavar="DIR", help="Write claim and certificate here.")]
Seconds = Annotated[float | None, typer.Option("--seconds", help="Stop searching after this many seconds.", min=0)]
Megabytes = Annotated[int | None, typer.Option("--megabytes", help="Memory that a solver may use.", min=64)]
Json = Annotated[bool, typer.Option("--json", help="One JSON line (certify-verdict/1).")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite files that are there.")]


def smt(
    file: Annotated[Path, typer.Argument(metavar="FILE.smt2", help="Quantifier-free linear or polynomial arithmetic.")],
    out: Out = None,
    seconds: Seconds = None,
    megabytes: Megabytes = None,
    json: Json = False,
    force: Force = False,
) -> int:
    """Has an SMT-LIB 2 file a model? unsat: exit 0, sat: exit 7, not decided: exit 1 and why.

    The claim is that the assertions have no model. The reading of the file is not kernel-checked; `certify check CLAIM
    CERT --source FILE` repeats it.
    """
    _require_absent(file, out, force)
    try:
        claim: Claim = kinds.resolve(kinds.SEARCHES["smt"])(file)
    except Reject as reject:
        raise Reject(reject.category, f"{file}: {reject.where or '/'}", reject.code, reject.detail) from None
    with output.progress() as told:
        verdict = engine.prove(claim, Limits(seconds=seconds, megabytes=megabytes), told)
    return _finish(file, claim, verdict, out, json, force)


def sat(
    file: Annotated[Path, typer.Argument(metavar="FILE.cnf", help="A formula in DIMACS format.")],
    proof: Annotated[
        Path | None, typer.Option("--proof", metavar="FILE", help="A proof by a solver: .lrat, or DRUP/DRAT text.")
    ] = None,
    attach: Annotated[
        bool, typer.Option("--attach", help="Name the file by its hash; the claim does not copy it.")
    ] = False,
    out: Out = None,
    seconds: Seconds = None,
    json: Json = False,
    force: Force = False,
) -> int:
    """Is a DIMACS formula unsatisfiable? unsatisfiable: exit 0, satisfiable: exit 7, not decided: exit 1 and why."""
    _require_absent(file, out, force)
    with output.progress() as told:
        claim, found = kinds.resolve(kinds.SEARCHES["sat"])(file, proof, Limits(seconds=seconds), told, attach)
    if isinstance(found, NotFound):
        word = Word.LIMIT if found.limit else Word.UNDECIDED
        verdict = Verdict(word, word.exit_code, claim.address, claim.kind, reason=found.reason, statement=claim)
    else:
        verdict = engine.check(claim, found.certificate, folder=file.parent)
        verdict = replace(verdict, certificate=found.certificate)
    return _finish(file, claim, verdict, out, json, force)


def _name(file: Path) -> str:
    return file.name.removesuffix(".gz").removesuffix(file.suffix)


def _require_absent(file: Path, out: Path | None, force: bool) -> None:
    """Refuse before the search what could not be written after it."""
    if out is not None and not force and (out / f"{_name(file)}{files.CLAIM_SUFFIX}").exists():
        raise files.WouldOverwrite(f"{out / (_name(file) + files.CLAIM_SUFFIX)} exists; --force overwrites it")


def _finish(file: Path, claim: Claim, verdict: Verdict, out: Path | None, as_json: bool, force: bool) -> int:
    """Write the claim with what was found, and say it."""
    verdict = replace(verdict, file=str(file))
    if out is not None:
        name = _name(file)
        files.write(out / f"{name}{files.CLAIM_SUFFIX}", claim.data, force=force)
        if verdict.certificate is not None and verdict.verdict in (Word.PROVED, Word.REFUTED):
            target = out / (name + suffix(claim, verdict))
            files.write(target, verdict.certificate, force=force)
            verdict = replace(verdict, certificate_file=str(target))
    output.show(verdict, as_json)
    return verdict.exit


def suffix(claim: Claim, verdict: Verdict) -> str:
    """The suffix of the file for a certificate; a refutation never carries the name of a proof."""
    if verdict.verdict is Word.REFUTED:
        return files.REFUTATION_SUFFIX
    return ".cert.jsonl" if kernel.kinds()[claim.kind].streamed else ".cert.json"
