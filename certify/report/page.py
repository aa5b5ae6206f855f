"""The page: every claim in words and in mathematics, its verdict, what it rests on, its checks, plots and downloads.

No network, no script library, no markup from claims: jinja2 escapes everything, the formulas are built from rationals
and identifiers, the plots are SVG files that the plot modules wrote. The fold and unfold is HTML's own `details`.
"""

from __future__ import annotations

import base64
import json
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from certify import export, kinds
from certify.contract import Claim, MissingExtra
from certify.engine import describe
from certify.explain import claim_in_words
from certify.explain import explain as explain_in_words
from certify.kernel.reject import Reject
from certify.verdict import Verdict, Word
from certify.words.steps import Step, mathematics, steps

MAX_LEAN = 200_000  # characters of Lean text that a page carries


@dataclass(frozen=True)
class Download:
    """A file inside the page."""

    name: str
    href: str


@dataclass(frozen=True)
class Section:
    """What the page says of one claim."""

    anchor: str
    title: str
    word: str
    why: str
    sentence: str
    mathml: str
    explanation: str
    facts: tuple[tuple[str, str], ...]
    checks: tuple[Step, ...]
    plots: tuple[str, ...]
    lean: str
    downloads: tuple[Download, ...]


def report(verdicts: Iterable[Verdict]) -> str:
    """The HTML page. Raises MissingExtra where jinja2 or latex2mathml is not installed."""
    try:
        from jinja2 import Environment
    except ImportError:
        raise MissingExtra("report", "jinja2", "the report") from None
    template = files("certify").joinpath("report", "page.html").read_text(encoding="utf-8")
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    sections = [_section(i, verdict) for i, verdict in enumerate(verdicts, 1)]
    counted = {word.value: sum(section.word == word.value for section in sections) for word in Word}
    return environment.from_string(template).render(sections=sections, counted=counted)


def _section(number: int, verdict: Verdict) -> Section:
    claim = verdict.statement
    settled = verdict.verdict in (Word.PROVED, Word.REFUTED)
    name = Path(verdict.file).name if verdict.file else verdict.kind or "claim"
    return Section(
        anchor=f"claim-{number}",
        title=name,
        word=verdict.verdict.value,
        why=describe(verdict) if verdict.reject is not None or verdict.reason is not None else "",
        sentence="" if claim is None else claim_in_words(claim),
        mathml="" if claim is None else _mathml(claim),
        explanation=explain_in_words(verdict) if settled else "",
        facts=_facts(verdict),
        checks=_checks(verdict) if settled else (),
        plots=_plots(verdict) if settled else (),
        lean=_lean(verdict) if settled else "",
        downloads=tuple(_downloads(verdict, name)),
    )


def _facts(verdict: Verdict) -> tuple[tuple[str, str], ...]:
    counts = ", ".join(f"{number} {name}" for name, number in verdict.counts.items())
    facts = [("checked", counts), ("hypotheses", verdict.hypotheses)]
    facts += [("rests on", entry) for entry in verdict.rests_on]
    facts += [
        ("answer", f"{key}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}")
        for key, value in verdict.answer.items()
    ]
    facts += [("kind", verdict.kind or ""), ("address", verdict.claim or ""), ("exit code", str(verdict.exit))]
    return tuple((key, value) for key, value in facts if value)


def _subject(verdict: Verdict) -> Claim | None:
    """The claim that the certificate is for: the negation, where the verdict is refuted."""
    if verdict.statement is None or verdict.verdict is Word.PROVED:
        return verdict.statement
    return verdict.statement.negation()


def _checks(verdict: Verdict) -> tuple[Step, ...]:
    subject = _subject(verdict)
    if subject is None or verdict.certificate is None:
        return ()
    import json

    words = kinds.resolve(kinds.KINDS[subject.kind].words)
    return tuple(steps(words, subject.kind, subject.statement, json.loads(verdict.certificate)["evidence"]))


def _mathml(claim: Claim) -> str:
    """MathML for the claim's formula; jinja2 is told that this one is markup."""
    text = mathematics(kinds.resolve(kinds.KINDS[claim.kind].words), claim.kind, claim.statement)
    if not text:
        return ""
    try:
        from latex2mathml.converter import convert
    except ImportError:
        raise MissingExtra("report", "latex2mathml", "the report") from None
    from markupsafe import Markup

    return Markup(convert(text, display="block"))


def _plots(verdict: Verdict) -> tuple[str, ...]:
    """data: addresses of the plots of this claim; none where the family has none or matplotlib is missing."""
    subject = _subject(verdict)
    target = None if subject is None else kinds.KINDS[subject.kind].plots
    if target is None or subject is None or verdict.certificate is None:
        return ()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "plot.svg"
        try:
            kinds.resolve(target)(subject, verdict.certificate, path)
        except MissingExtra:
            return ()
        return (_address("image/svg+xml", path.read_bytes()),) if path.exists() else ()


def _lean(verdict: Verdict) -> str:
    subject = _subject(verdict)
    if subject is None:
        return ""
    try:
        text = export.lean(subject, verdict.certificate, "core")
    except Reject:
        return ""
    return text if len(text) <= MAX_LEAN else text[:MAX_LEAN] + "\n-- cut here; `certify export` writes it whole\n"


def _downloads(verdict: Verdict, name: str) -> Iterable[Download]:
    if verdict.statement is not None:
        yield Download(name, _address("application/json", verdict.statement.data))
    if verdict.certificate is not None:
        certificate = Path(verdict.certificate_file).name if verdict.certificate_file else "certificate.json"
        yield Download(certificate, _address("application/json", verdict.certificate))


def _address(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"
