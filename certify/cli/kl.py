"""`certify kl step`, `certify kl scan`: is a drafter's token accepted? From distributions, or from logits."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from certify import engine, files, kinds
from certify.cli import output
from certify.contract import Claim, Limits, Malformed
from certify.inputs import arrays, distributions
from certify.kernel.acceptance import Acceptance, parse_rule
from certify.kernel.reject import Reject
from certify.verdict import Verdict, Word

Value = Any

app = typer.Typer(name="kl", help="KL acceptance certificates for speculative decoding.", no_args_is_help=True)

FIELDS: dict[str, tuple[str, ...]] = {
    "strict": ("tie",),
    "additive": ("delta",),
    "multiplicative": ("alpha",),
    "top": ("m",),
    "absolute": ("tau",),
    "entropy": ("epsilon", "delta", "guard", "accept"),
    "trtllm": ("k", "delta"),
    "tree": ("m", "tie"),
}
FORMS = (
    "strict:tie=lowest|any, additive:delta=R, multiplicative:alpha=R, top:m=N, absolute:tau=R, "
    "entropy:epsilon=R,delta=R,guard=R|none,accept=gt|ge, trtllm:k=N,delta=R, tree:m=N,tie=lowest|any"
)
_DECIMAL = re.compile(r"-?[0-9]+(/[0-9]*[1-9][0-9]*|(\.[0-9]+)?([eE][-+]?[0-9]{1,3})?)?")
NAMES = ("target_logits", "draft_logits")
NO_TOKEN = "no token is rejected: every drafter is accepted, whatever its KL"

RuleText = Annotated[str, typer.Option("--rule", metavar="RULE", help=FORMS)]
Json = Annotated[bool, typer.Option("--json", help="One JSON line (certify-verdict/1).")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite files that are there.")]
Out = Annotated[Path | None, typer.Option("-o", "--out", metavar="DIR", help="Write claim and certificate here.")]
Temperature = Annotated[str | None, typer.Option("--temperature", metavar="R", help="Logits are divided by it; > 0.")]
Path_ = Annotated[Path | None, typer.Option()]


def number(text: str, name: str) -> Fraction:
    """A rational or a decimal, exactly. Raises BadParameter."""
    if not _DECIMAL.fullmatch(text):
        raise typer.BadParameter(f"{name}: found {text[:40]!a}, expected a rational or a decimal such as 3/10 or 0.3")
    return Fraction(text)


def rule_value(text: str) -> Value:
    """`NAME:field=value,…` as a claim states a rule. Raises BadParameter, listing the fields of the rule."""
    name, _, rest = text.partition(":")
    if name not in FIELDS:
        raise typer.BadParameter(f"rule {name!a} is not known; rules are {FORMS}")
    wanted = f"{name} has the fields {', '.join(FIELDS[name])}"
    value: dict[str, Value] = {"name": name}
    for part in rest.split(",") if rest else []:
        key, equals, field = part.partition("=")
        if key not in FIELDS[name] or not equals or key in value:
            raise typer.BadParameter(f"rule {text!a}: found {part!a}; {wanted}, each once as field=value")
        value[key] = _field(name, key, field)
    missing = [key for key in FIELDS[name] if key not in value]
    if missing:
        raise typer.BadParameter(f"rule {text!a}: {', '.join(missing)} missing; {wanted}")
    try:
        parse_rule(value, "")
    except Reject as reject:
        raise typer.BadParameter(f"rule {text!a}: {reject.where.strip('/')}: {reject.detail}") from None
    return value


def _field(name: str, key: str, field: str) -> Value:
    if key in ("m", "k"):
        if not re.fullmatch(r"[1-9][0-9]{0,8}", field):
            raise typer.BadParameter(f"rule {name}: {key}: found {field[:40]!a}, expected a whole number from 1 on")
        return int(field)
    if key in ("tie", "accept"):
        return field
    if key == "guard" and field == "none":
        return None
    return str(number(field, f"rule {name}: {key}"))


def _spelled(value: Value) -> str:
    """The rule as it is typed."""
    parts = [f"{key}={'none' if field is None else field}" for key, field in value.items() if key != "name"]
    return f"{value['name']}:{','.join(parts)}"


def _positive(text: str | None) -> Fraction:
    if text is None:
        raise typer.BadParameter("logits need --temperature R (1 leaves them as they are)")
    found = number(text, "--temperature")
    if found <= 0:
        raise typer.BadParameter(f"--temperature: found {found}, expected more than 0")
    return found


@app.command()
def step(
    rule: RuleText,
    target: Annotated[Path | None, typer.Option("--target", help="p: .json, .csv or .npy.")] = None,
    draft: Annotated[Path | None, typer.Option("--draft", help="q: .json, .csv or .npy.")] = None,
    kl_at_most: Annotated[str | None, typer.Option("--kl-at-most", metavar="R", help="Every q with KL <= R.")] = None,
    direction: Annotated[str | None, typer.Option("--direction", help="forward: KL(p||q). reverse: KL(q||p).")] = None,
    target_logits: Annotated[Path | None, typer.Option("--target-logits", help="Logits of p, one step.")] = None,
    draft_logits: Annotated[Path | None, typer.Option("--draft-logits", help="Logits of q, one step.")] = None,
    temperature: Temperature = None,
    out: Out = None,
    seconds: Annotated[float | None, typer.Option("--seconds", help="Stop searching after this many.", min=0)] = None,
    as_json: Json = False,
    force: Force = False,
    accept_attested: Annotated[
        list[str] | None, typer.Option("--accept-attested", metavar="WHO", help="Whose word counts.")
    ] = None,
) -> int:
    """One decoding step: is every drafter (or this one) with so small a KL accepted under the rule?

    From distributions the answer is proved. From logits it is attested by rigorous binary64 or by Arb.
    """
    which = rule_value(rule)
    if (target is None) == (target_logits is None):
        raise typer.BadParameter("give --target (with --draft or --kl-at-most), or --target-logits with --draft-logits")
    if target_logits is not None:
        if draft_logits is None or draft is not None or kl_at_most is not None:
            raise typer.BadParameter("--target-logits goes with --draft-logits and nothing else for the drafter")
        if direction not in (None, "forward"):
            raise typer.BadParameter("logits are examined in the forward direction, KL(p||q), only")
        if out is not None:
            raise typer.BadParameter("what is said of logits is attested and has no certificate; -o needs --target")
        verdict = _logits_step(target_logits, draft_logits, _positive(temperature), which)
    elif target is not None:
        if (draft is None) == (kl_at_most is None) or draft_logits is not None or temperature is not None:
            raise typer.BadParameter("--target goes with one of --draft and --kl-at-most")
        if direction not in ("forward", "reverse"):
            raise typer.BadParameter("--direction: give forward, for KL(p||q), or reverse, for KL(q||p)")
        most = None if kl_at_most is None else number(kl_at_most, "--kl-at-most")
        if most is not None and most < 0:
            raise typer.BadParameter(f"--kl-at-most: found {most}, expected at least 0")
        claim, notes = _claim(target, draft, most, direction, which)
        with output.progress() as told:
            verdict = _proved(claim, Limits(seconds=seconds), told)
        for note in notes:
            output.note(note)
        if out is not None and verdict.certificate is not None:
            verdict = _written(verdict, out, target, force)
    verdict = engine.apply_policy(verdict, frozenset(accept_attested or ()), None)
    output.show(verdict, as_json)
    if not as_json:
        for line in _spoken(verdict):
            print(output.printable(line))
    return verdict.exit


def _claim(
    target: Path, draft: Path | None, most: Fraction | None, direction: str, which: Value
) -> tuple[Claim, list[str]]:
    readings = [(path, distributions.read_distribution(path)) for path in (target, draft) if path is not None]
    named = [{"path": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()} for path, _ in readings]
    source = {"reader": distributions.READER, "files": named}
    statement = {"target": readings[0][1].value, "rule": which, "direction": direction}
    notes = [reading.note for _, reading in readings if reading.note is not None]
    if draft is None:
        bound = {"constant": str(most), "terms": []}
        return Claim("kl/bound", {**statement, "relation": ">", "bound": bound}, source), notes
    claim = Claim("kl/accepted", {**statement, "draft": readings[1][1].value}, source)
    try:
        claim.address  # noqa: B018  raises where the claim is malformed
    except Reject as reject:
        raise Malformed(f"{target}, {draft}: {reject}") from None
    return claim, notes


def _proved(claim: Claim, limits: Limits, told: Any) -> Verdict:
    """The verdict on the claim, or on `D is infinite` where no token is rejected. Never `refuted`."""
    statement = {key: claim.statement[key] for key in ("target", "rule", "direction")}
    infinite = Claim("kl/bound", {**statement, "relation": "=", "bound": "infinity"}, claim.source)
    verdict = engine.prove(infinite, limits, told)
    if verdict.verdict is Word.PROVED:
        return verdict
    verdict = engine.prove(claim, limits, told)
    if verdict.verdict is Word.REFUTED:
        reason = "not certifiable: D <= the given KL; that does not say that a drafter is rejected"
        return replace(verdict, verdict=Word.UNDECIDED, exit=Word.UNDECIDED.exit_code, reason=reason, certificate=None)
    return verdict


def _written(verdict: Verdict, out: Path, target: Path, force: bool) -> Verdict:
    claim = verdict.statement
    if claim is None or verdict.certificate is None:
        return verdict
    stem = f"{target.name.partition('.')[0]}_{claim.statement['rule']['name']}_{claim.address[:8]}"
    claim_file, certificate_file = out / f"{stem}{files.CLAIM_SUFFIX}", out / f"{stem}{files.CERTIFICATE_SUFFIXES[0]}"
    for path in (claim_file, certificate_file):
        if path.exists() and not force:
            raise files.WouldOverwrite(f"{path} exists; --force overwrites it")
    files.write(claim_file, claim.data, force=force)
    files.write(certificate_file, verdict.certificate, force=force)
    return replace(verdict, file=str(claim_file), certificate_file=str(certificate_file))


def _spoken(verdict: Verdict) -> Iterator[str]:
    if verdict.answer.get("bound") == "infinity" or verdict.answer.get("decision") == "no rejected token":
        yield NO_TOKEN
    elif verdict.verdict is Word.PROVED:
        yield f"certified: accepted under every order of ties; D is at least {verdict.answer.get('value')} (rounded)"
    elif verdict.verdict is Word.UNDECIDED:
        yield "not certified; this is not to say rejected"
    elif verdict.verdict is Word.ATTESTED:
        yield f"certified on the word of {engine.attested_by(verdict)}; {_numbers(verdict.answer)}"


def _numbers(answer: dict[str, Any]) -> str:
    return f"KL <= {answer['kl'][1]:.12g} < {answer['d'][0]:.12g} <= D" if answer.get("d") else ""


# --- logits ---------------------------------------------------------------------------------------------------------


@dataclass
class _Tally:
    """Counts of one rule over a run."""

    rule: Value
    certified: int = 0
    accepted: int = 0
    undecided: int = 0
    vacuous: int = 0
    certified_but_rejected: int = 0
    infinite: int = 0


def _rows(stack: ExitStack, path: Path, name: str) -> arrays.Rows:
    return stack.enter_context(arrays.open_rows(path, name))


def _require_same(target: arrays.Rows, draft: arrays.Rows) -> None:
    if (target.steps, target.vocabulary) != (draft.steps, draft.vocabulary):
        raise Malformed(
            f"{draft.path}: {draft.name}: found shape ({draft.steps}, {draft.vocabulary}), "
            f"expected that of {target.name} in {target.path}, ({target.steps}, {target.vocabulary})"
        )


def _logits_step(target: Path, draft: Path, temperature: Fraction, which: Value) -> Verdict:
    with ExitStack() as stack:
        p, q = (_rows(stack, path, name) for path, name in zip((target, draft), NAMES, strict=True))
        _require_same(p, q)
        if p.steps != 1:
            raise Malformed(f"{target}: found {p.steps} steps, expected one; certify kl scan takes many")
        outcome = kinds.resolve(kinds.SEARCHES["kl"])(next(p.rows), next(q.rows), temperature, [parse_rule(which, "")])[
            0
        ]
    answer = _answer(outcome) | {"rule": _spelled(which), "temperature": str(temperature)}
    rests = (f"attested:{outcome.tier.partition(' ')[0]}",)
    if outcome.word in ("certified", "no rejected token"):
        return Verdict(Word.ATTESTED, Word.ATTESTED.exit_code, None, "kl/accepted", rests_on=rests, answer=answer)
    infinite = outcome.divergence is None
    reason = "KL is infinite: q is 0 where p is not" if infinite else outcome.word
    if not infinite and outcome.word == "not certified":
        reason = "not certifiable: KL >= D"
    reason += "; that does not say that the drafter is rejected"
    return Verdict(Word.UNDECIDED, Word.UNDECIDED.exit_code, None, "kl/accepted", answer=answer, reason=reason)


def _answer(outcome: Any) -> dict[str, Any]:
    """Decision, what the engine does, and both sides as floats rounded outward by no more than their last digit."""
    bound = None if outcome.bound is None else [None if end is None else float(end) for end in outcome.bound]
    divergence = None if outcome.divergence is None else [float(end) for end in outcome.divergence]
    return {
        "decision": outcome.word,
        "accepted": outcome.accepted,
        "d": bound,
        "kl": divergence,
        "tier": outcome.tier,
    }


@app.command()
def scan(
    run: Annotated[
        Path, typer.Argument(help=".npz or .safetensors with target_logits and draft_logits, or a folder of two .npy.")
    ],
    rule: Annotated[list[str], typer.Option("--rule", metavar="RULE", help=FORMS)],
    temperature: Temperature = None,
    out: Annotated[Path | None, typer.Option("-o", "--out", metavar="DIR", help="summary.csv, summary.jsonl.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line per rule.")] = False,
    force: Force = False,
) -> int:
    """A whole generation: for every step and rule, is the draft certified, is it accepted? Attested, not proved.

    Exit 0: every decision was made. 1: some were left undecided.
    """
    rules = [rule_value(text) for text in rule]
    warmth = _positive(temperature)
    sources = [run / f"{name}.npy" if run.is_dir() else run for name in NAMES]
    if not run.is_dir() and run.suffix not in (".npz", ".safetensors"):
        raise Malformed(f"{run}: expected .npz or .safetensors with target_logits and draft_logits")
    if out is not None and not force:
        for name in ("summary.csv", "summary.jsonl"):
            if (out / name).exists():
                raise files.WouldOverwrite(f"{out / name} exists; --force overwrites it")
    tallies = [_Tally(value) for value in rules]
    with ExitStack() as stack:
        p, q = (_rows(stack, path, name) for path, name in zip(sources, NAMES, strict=True))
        _require_same(p, q)
        told = stack.enter_context(output.progress())
        lines = _scanned(p, q, warmth, tallies, told)
        if out is None:
            for _ in lines:
                pass
        else:
            files.write(out / "summary.jsonl", lines, force=force)
    if out is not None:
        files.write(out / "summary.csv", _table(tallies, p.steps), force=force)
    for tally in tallies:
        _print(tally, p.steps, as_json)
    if not as_json:
        print("rests on: attested:binary64 and, where that left a decision open, attested:arb; nothing here is proved")
    return 1 if any(tally.undecided for tally in tallies) else 0


def _scanned(
    p: arrays.Rows, q: arrays.Rows, temperature: Fraction, tallies: list[_Tally], told: Any
) -> Iterator[bytes]:
    """One JSON line per step, tallies kept on the way."""
    examine = kinds.resolve(kinds.SEARCHES["kl"])
    rules: list[Acceptance] = [parse_rule(tally.rule, "") for tally in tallies]
    for index, (target, draft) in enumerate(zip(p.rows, q.rows, strict=True)):
        outcomes = examine(target, draft, temperature, rules)
        for tally, outcome in zip(tallies, outcomes, strict=True):
            _count(tally, outcome)
        told(index + 1, p.steps, "steps")
        answers = [{"rule": _spelled(t.rule), **_answer(o)} for t, o in zip(tallies, outcomes, strict=True)]
        yield json.dumps({"step": index, "rules": answers}).encode() + b"\n"


def _count(tally: _Tally, outcome: Any) -> None:
    certain = outcome.word in ("certified", "no rejected token")
    tally.certified += certain
    tally.accepted += outcome.accepted is True
    tally.undecided += outcome.word == "undecided" or outcome.accepted is None
    tally.vacuous += outcome.word == "no rejected token"
    tally.infinite += outcome.divergence is None
    tally.certified_but_rejected += certain and outcome.accepted is False


_COLUMNS = ("certified", "accepted", "undecided", "vacuous", "certified_but_rejected", "infinite")


def _table(tallies: list[_Tally], steps: int) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["rule", "steps", *_COLUMNS])
    for tally in tallies:
        writer.writerow([_spelled(tally.rule), steps, *(getattr(tally, name) for name in _COLUMNS)])
    return text.getvalue().encode()


def _print(tally: _Tally, steps: int, as_json: bool) -> None:
    counts = {name: getattr(tally, name) for name in _COLUMNS}
    if as_json:
        print(json.dumps({"rule": _spelled(tally.rule), "steps": steps, **counts, "rests_on": ["attested:binary64"]}))
        return
    words = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items())
    print(f"{_spelled(tally.rule)}: {steps} steps: {words}")
