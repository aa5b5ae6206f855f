"""What the command line calls: check a filing, answer claims on it, compare with Arelle, read a claim's source
again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from certify import kernel
from certify.contract import Claim, Found, Limits, Malformed, NotFound, Progress, no_progress
from certify.kernel.reject import Reject, wrong_claim
from smt.xbrl import joint as joints
from smt.xbrl.asked import Asked, parse, question
from smt.xbrl.bind import obligations
from smt.xbrl.decide import CONSISTENT, INCONSISTENT, UNBOUND, Decision, decide, with_closing
from smt.xbrl.figures import Answer, Figures
from smt.xbrl.filing import Filing
from smt.xbrl.load import READERS, kind_of, load

SUFFIXES = (".xml", ".xbrl", ".htm", ".html", ".xhtml", ".json", ".zip")
_LINKBASES = ("_cal.xml", "_pre.xml", "_def.xml", "_lab.xml", "_ref.xml", ".xsd", ".xsd.xml", "FilingSummary.xml")


@dataclass(frozen=True)
class Report:
    """A filing with every obligation decided in one mode, and its components where asked."""

    filing: Filing
    mode: str
    decisions: tuple[Decision, ...]
    components: tuple[tuple[joints.Component, Found | NotFound], ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        found = Counter(decision.verdict for decision in self.decisions)
        return {word: found[word] for word in (CONSISTENT, INCONSISTENT, UNBOUND)}


def check(
    path: Path,
    mode: str,
    joint: bool = False,
    reader: str | None = None,
    limits: Limits = Limits(),
    progress: Progress = no_progress,
) -> Report:
    """Every obligation of a filing. Raises Malformed, Reject (limit), MissingExtra, OSError."""
    progress(0, None, "reading")
    filing = load(path, reader=reader)
    bound = obligations(filing, mode)
    decisions = []
    for i, obligation in enumerate(bound):
        progress(i, len(bound), "relations")
        decisions.append(decide(obligation, filing.source))
    decisions = with_closing(decisions, filing)
    proved = []
    if joint:
        parts = joints.components(decisions, filing)
        for i, component in enumerate(parts):
            progress(i, len(parts), "components")
            proved.append((component, joints.prove(component.claim, limits, no_progress)))
    return Report(filing, mode, tuple(decisions), tuple(proved))


def questions(rows: Iterable[tuple[str, dict[str, Any]]]) -> list[Asked]:
    """Claims from the rows of a table: a column `claim`, or `subject`, `period` and `value`. Raises Malformed."""
    found = []
    for place, row in rows:
        try:
            if isinstance(row.get("claim"), str):
                found.append(parse(row["claim"]))
            elif all(isinstance(row.get(key), str) for key in ("subject", "period", "value")):
                found.append(question(row["subject"], row["period"], row["value"]))
            else:
                raise Malformed("expected a text column claim, or subject, period and value")
        except Malformed as error:
            raise Malformed(f"{place}: {error}") from error
    return found


def answers(
    path: Path, asked: Sequence[Asked], mode: str, accession: str | None = None, reader: str | None = None
) -> Iterator[tuple[Filing, Answer]]:
    """The verdict on each claim, in order."""
    filing = load(path, reader=reader, accession=accession)
    figures = Figures(filing, mode)
    for entry in asked:
        yield filing, figures.answer(entry)


def summary(path: Path, mode: str, joint: bool) -> dict[str, Any]:
    """One filing of a batch: counts of verdicts, each accepted by the kernel, or why it could not be read."""
    try:
        report = check(path, mode, joint)
        found = [decision.found for decision in report.decisions if decision.found is not None]
        found += [proved for _, proved in report.components if isinstance(proved, Found)]
        for proved in found:
            kernel.check(proved.claim.data, [proved.certificate])
    except Malformed as error:
        return {"file": str(path), "error": str(error), "exit": 3}
    except Reject as reject:
        return {"file": str(path), "error": str(reject), "exit": reject.category.value}
    apart = sum(1 for proved in found if proved.claim.kind == "xbrl/joint" and _says_apart(proved))
    counts = {**report.counts, "jointly_inconsistent": apart}
    decided = counts[CONSISTENT] + counts[INCONSISTENT]
    code = 8 if not decided else 7 if counts[INCONSISTENT] or apart else 0
    return {"file": str(path), "mode": mode, **counts, "notes": list(report.filing.notes), "exit": code}


def _says_apart(found: Found) -> bool:
    return bool(found.claim.statement["asserts"] == INCONSISTENT)


def filings(folder: Path) -> Iterator[Path]:
    """The files below a folder that look like filings, in order."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix.lower() in SUFFIXES and not path.name.endswith(_LINKBASES):
            if path.suffix == ".zip":
                yield path
                continue
            try:
                with path.open("rb") as file:
                    head = file.read(1 << 16)
                if b"xbrl" in head or b"cik" in head:
                    kind_of(path.read_bytes(), path.name)
                    yield path
            except (Malformed, Reject):
                if b":xbrl" in head or b"<xbrl" in head:  # an instance that is broken is worth a line
                    yield path


# --- the second opinion ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Comparison:
    """Ours beside Arelle's in one mode: inconsistent obligations of both, of ours only, of Arelle's only."""

    mode: str
    obligations: int
    unbound: int
    both: tuple[str, ...]
    ours: tuple[tuple[str, str], ...]
    theirs: tuple[tuple[str, str], ...]
    messages: tuple[str, ...]


def compare(path: Path, packages: Sequence[Path] = ()) -> Iterator[Comparison]:
    """In all three modes. Each difference comes with what is known of its reason."""
    from smt.xbrl import second

    filing = load(path)
    with second.opened(path, packages) as (model, _):
        for mode in second.MODES:
            decisions = [decide(obligation, filing.source) for obligation in obligations(filing, mode)]
            by_name = {_name(decision): decision for decision in decisions}
            ours = {name for name, decision in by_name.items() if decision.verdict == INCONSISTENT}
            theirs, messages = second.inconsistencies(model, mode)
            yield Comparison(
                mode,
                len(decisions),
                sum(decision.verdict == UNBOUND for decision in decisions),
                tuple(_said(name, filing) for name in sorted(ours & theirs)),
                tuple((_said(name, filing), _why(by_name[name], mode)) for name in sorted(ours - theirs)),
                tuple((_said(name, filing), _why(by_name.get(name), mode)) for name in sorted(theirs - ours)),
                tuple(sorted(set(messages))),
            )


def _name(decision: Decision) -> tuple[str, str, str, str]:
    obligation = decision.obligation
    return obligation.relation.role, obligation.relation.total, obligation.context, obligation.unit


def _said(name: tuple[str, str, str, str], filing: Filing) -> str:
    role, total, context, _ = name
    return f"{filing.short(total)} in {role.rpartition('/')[2]}, {context.partition('; ')[2]}"


def _why(decision: Decision | None, mode: str) -> str:
    """The known reasons for a difference."""
    if decision is None:
        return "no such obligation here"
    obligation = decision.obligation
    if decision.verdict == UNBOUND:
        return f"unbound here ({obligation.reason}): {obligation.detail}"
    if mode == "c11t":
        if any(weight < 0 for _, weight in obligation.relation.items):
            return "Arelle does not swap the open and closed ends of an item with a negative weight"
        if decision.gap == 0:
            return "the sides meet at an open end only; Arelle counts it as closed if either side is"
    return "no known reason; please report"


# --- reading a claim's source again ---------------------------------------------------------------------------------


def reread(paths: Sequence[Path], claim: Claim) -> Claim:
    """The claim that reading these files gives where `claim` speaks of them. Raises Reject (wrong-claim)."""
    source = claim.source if isinstance(claim.source, dict) else {}
    reader = "arelle" if source.get("reader") == READERS["arelle"] else None
    filing = load(paths[0], reader=reader)
    mode = claim.statement["mode"]
    if claim.kind == "xbrl/claim":
        _, found = Figures(filing, mode).claim(parse(str(source.get("note", ""))))
        return _as(claim, found)
    decisions = [decide(obligation, filing.source) for obligation in obligations(filing, mode)]
    candidates = [decision.claim for decision in decisions if decision.claim is not None]
    if claim.kind == "xbrl/joint":
        candidates = [component.claim for component in joints.components(decisions, filing)]
    keys = ("role", "context", "unit") if claim.kind == "xbrl/relation" else ("context", "unit", "relations")
    for candidate in candidates:
        same = all(candidate.statement[key] == claim.statement[key] for key in keys)
        total = claim.kind == "xbrl/joint" or _total(candidate) == _total(claim)
        if same and total:
            return _as(claim, candidate)
    raise wrong_claim("/source", "source-mismatch", f"{paths[0].name} gives no such obligation in mode {mode}")


def _total(claim: Claim) -> str:
    return str(claim.statement["total"]["concept"])


def _as(claim: Claim, found: Claim) -> Claim:
    """The claim as read, asserting what `claim` asserts."""
    return Claim(found.kind, {**found.statement, "asserts": claim.statement["asserts"]}, found.source)
