"""`certify sidon SET…`: does a finite Sidon set of integers extend to a perfect difference set?"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from json import loads as parse_json
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from certify import engine, files, kinds
from certify.cli import output
from certify.contract import Claim, Found, Limits, NotFound
from certify.kernel.sidon import MAX_ORDER, MAX_SIZE
from certify.kernel.text import MAX_INTEGER
from certify.verdict import Verdict, Word
from certify.words import sidon as words
from certify.words.sidon import braces

_INTEGER = re.compile(r"-?(0|[1-9][0-9]*)")


class Numbers(TyperCommand):
    """A command whose arguments may be negative numbers: `-8` is a number, `-x` and `--modulo` are mistyped options."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, _numbers_last(args, self._takers()))

    def _takers(self) -> set[str]:
        """The options that take the next word as their value."""
        valued = (p for p in self.params if p.param_type_name == "option" and not getattr(p, "is_flag", False))
        return {name for option in valued for name in option.opts}


def _numbers_last(args: list[str], takers: set[str]) -> list[str]:
    """The same words with the numbers behind `--`, where no option is looked for."""
    options: list[str] = []
    numbers: list[str] = []
    for i, word in enumerate(args):
        if word == "--":
            numbers += args[i + 1 :]
            break
        taken = i > 0 and args[i - 1] in takers
        (numbers if not taken and _INTEGER.fullmatch(word) else options).append(word)
    return [*options, "--", *numbers]


def sidon(
    elements: Annotated[list[str], typer.Argument(metavar="SET…", help="The elements, distinct integers.")],
    modulus: Annotated[int | None, typer.Option("--modulus", metavar="V", help="Only this modulus.")] = None,
    up_to_order: Annotated[
        int, typer.Option("--up-to-order", metavar="Q", help="Decide every modulus up to q^2+q+1.", min=1, max=64)
    ] = 11,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="DIR", help="Write claims and certificates here.")
    ] = None,
    seconds: Annotated[float | None, typer.Option("--seconds", help="Stop searching after this many.", min=0)] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON line (certify-verdict/1).")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that are there.")] = False,
) -> int:
    """Does a finite set of integers extend to a perfect difference set? With a certificate, checked by the kernel.

    Without --modulus: a proof that it extends nowhere, or the smallest modulus with a witness, or what is open.
    """
    numbers = _parse(elements)
    if modulus is not None:
        _require_modulus(modulus)
    name = _name(numbers, modulus)
    if out is not None and not force:
        _require_absent(out / f"{name}{files.CLAIM_SUFFIX}")
    with output.progress() as told:
        decided = kinds.resolve(kinds.SEARCHES["sidon"])(numbers, modulus, up_to_order, Limits(seconds=seconds), told)
    supports = [_supported(found) for found in decided.supports]
    verdict = _verdict(decided, supports)
    if modulus is not None and _settled(verdict) and verdict.kind == "sidon/no-even-order":
        verdict = replace(verdict, answer={"extends": False, "modulus": modulus, "order": words.order(modulus)})
    if out is not None:
        verdict = _write(out, name, verdict, supports, force)
    if json:
        output.show(verdict, True)
    else:
        for line in _lines(numbers, decided, verdict):
            print(output.printable(line))
    return verdict.exit


def _parse(texts: list[str]) -> list[int]:
    """Distinct integers below 2^53, increasing. Raises BadParameter."""
    numbers: list[int] = []
    for word in texts:
        if not _INTEGER.fullmatch(word) or word == "-0":
            raise typer.BadParameter(f"{word!a} is not an integer such as 12 or -3")
        if len(word) > 17 or abs(int(word)) > MAX_INTEGER:
            raise typer.BadParameter(f"{word[:40]} is too large; elements stay below 2^53 in absolute value")
        if int(word) in numbers:
            raise typer.BadParameter(f"{word} stands twice; a set has distinct elements")
        numbers.append(int(word))
    if not 2 <= len(numbers) <= MAX_SIZE:
        raise typer.BadParameter(f"{len(numbers)} elements; give 2 to {MAX_SIZE}")
    return sorted(numbers)


def _require_modulus(modulus: int) -> None:
    q = math.isqrt(max(0, modulus - 1))
    if modulus < 1 or q > MAX_ORDER:
        raise typer.BadParameter(f"modulus {modulus} is not between 1 and {_modulus(MAX_ORDER)}")
    if modulus != _modulus(q):
        above = next(n for n in (q, q + 1) if _modulus(n) > modulus)
        near = f"{_modulus(above - 1)} and {_modulus(above)}" if above else "1 and 3"
        detail = f"no perfect difference set has modulus {modulus}: moduli are q^2+q+1, next to it {near}"
        raise typer.BadParameter(detail)


def _modulus(order: int) -> int:
    return order * order + order + 1


def _verdict(decided: Any, supports: list[Verdict]) -> Verdict:
    """The kernel's word on what was found, or that it is undecided, with what is known in the answer."""
    found: Found | NotFound = decided.main
    if isinstance(found, Found):
        return engine.check(_subject(decided.question, found), found.certificate)
    word = Word.LIMIT if found.limit else Word.UNDECIDED
    question: Claim = decided.question
    answer = {
        "extends": None,
        "even_orders": False if any(each.kind == "sidon/no-even-order" for each in supports) else None,
        "excluded_moduli": list(decided.excluded),
        "open": list(found.open),
        "proved": [{"kind": each.kind, "claim": each.claim} for each in supports],
    }
    return Verdict(
        word,
        word.exit_code,
        question.address,
        question.kind,
        rests_on=tuple(dict.fromkeys(entry for each in supports for entry in each.rests_on)),
        answer=answer,
        reason=found.reason,
        statement=question,
    )


def _supported(found: Found) -> Verdict:
    """The kernel's word on a partial answer, which is said to be proved below. A refusal is a bug of the search."""
    verdict = engine.check(found.claim, found.certificate)
    if verdict.verdict is not Word.PROVED:
        raise RuntimeError(f"the kernel did not accept what the search found: {engine.describe(verdict)}")
    return verdict


def _subject(question: Claim, found: Found) -> Claim:
    """The claim to report on: that a set is not Sidon refutes the question, every other answer is proved itself."""
    return question if found.claim.kind == "sidon/not-sidon" else found.claim


def _settled(verdict: Verdict) -> bool:
    return verdict.verdict in (Word.PROVED, Word.REFUTED)


def _name(numbers: list[int], modulus: int | None) -> str:
    """A file name for the set, `m8` for -8; long ones are cut and told apart by a hash."""
    text = "_".join(str(number).replace("-", "m") for number in numbers)
    if len(text) > 100:
        text = f"{text[:80].rpartition('_')[0]}_{hashlib.sha256(text.encode()).hexdigest()[:12]}"
    return f"sidon_{text}" + ("" if modulus is None else f"_mod_{modulus}")


def _require_absent(path: Path) -> None:
    if path.exists():
        raise files.WouldOverwrite(f"{path} exists; --force overwrites it")


def _write(out: Path, name: str, verdict: Verdict, supports: list[Verdict], force: bool) -> Verdict:
    """Write every settled claim with its certificate, and return the verdict with the names of its own files."""
    targets: list[tuple[Path, bytes]] = []
    for each in [verdict, *supports]:
        claim = each.statement
        if not _settled(each) or claim is None or each.certificate is None:
            continue
        stem = name if each is verdict else f"{name}_{_part(claim)}"
        suffix = files.REFUTATION_SUFFIX if each.verdict is Word.REFUTED else files.CERTIFICATE_SUFFIXES[0]
        targets += [(out / f"{stem}{files.CLAIM_SUFFIX}", claim.data), (out / f"{stem}{suffix}", each.certificate)]
    if not force:
        for path, _ in targets:
            _require_absent(path)
    for path, data in targets:
        files.write(path, data, force=force)
    if not _settled(verdict):
        return verdict
    return replace(verdict, file=str(targets[0][0]), certificate_file=str(targets[1][0]))


def _part(claim: Claim) -> str:
    return "no_even_order" if claim.kind == "sidon/no-even-order" else f"mod_{claim.statement['modulus']}"


def _lines(numbers: list[int], decided: Any, verdict: Verdict) -> Iterator[str]:
    """The answer in words, why, what is open, what it rests on."""
    found: Found | NotFound = decided.main
    name = braces(numbers)
    if isinstance(found, NotFound):
        yield from _undecided(name, decided, verdict)
    elif not _settled(verdict):
        yield f"{name}: {engine.describe(verdict)}"
    else:
        evidence = parse_json(verdict.certificate or b"")["evidence"]
        yield f"{name} {_headline(found.claim, evidence)}"
        yield from words.explain(found.claim.kind, found.claim.statement, evidence).splitlines()
        if decided.excluded:
            last = decided.excluded[-1]
            yield f"no modulus up to {last} (order {words.order(last)}) will do; those between are open"
    if verdict.rests_on:
        yield f"{verdict.verdict.value}, rests on: " + "; ".join(output.short(entry) for entry in verdict.rests_on)
    if verdict.file is not None:
        yield f"written: {verdict.file}, {verdict.certificate_file}"


def _headline(claim: Claim, evidence: Any) -> str:
    """What follows the name of the set."""
    modulus = evidence.get("modulus", claim.statement.get("modulus"))
    at = "" if modulus is None else f"mod {modulus} (order {words.order(modulus)})"
    if claim.kind == "sidon/not-sidon":
        return f"is not a Sidon set: {words.equation(evidence['sums'])}"
    if claim.kind == "sidon/no-extension":
        return "EXTENDS TO NO perfect difference set"
    if claim.kind == "sidon/no-even-order":
        return "EXTENDS TO NO perfect difference set of even order"
    if claim.kind in ("sidon/no-extension-at", "sidon/not-sidon-at"):
        return f"EXTENDS TO NO perfect difference set {at}"
    if claim.kind == "sidon/smallest-modulus":
        return f"EXTENDS to a perfect difference set; the smallest modulus is {modulus} (order {words.order(modulus)})"
    return f"EXTENDS to a perfect difference set {at}"


def _undecided(name: str, decided: Any, verdict: Verdict) -> Iterator[str]:
    """What is known and what is open."""
    known = ["no even order"] if verdict.answer["even_orders"] is False else []
    if decided.excluded:
        last = decided.excluded[-1]
        known.append(f"no modulus up to {last} (order {words.order(last)})")
    yield f"{name} undecided: {'; '.join(known) or 'nothing proved'}"
    yield f"{verdict.reason}; open: {'; '.join(decided.main.open)}"
