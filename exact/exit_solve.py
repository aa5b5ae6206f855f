"""Answers to exit questions: the claim that states the answer, with its certificate, or what is open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from certify.contract import (
    Claim,
    Found,
    Limits,
    NotFound,
    Progress,
    attestation,
    certificate,
    no_progress,
)
from certify.kernel import exit_bracket as kernel_bracket
from certify.kernel import exit_finite, exit_mean
from certify.kernel.exit_automaton import interval_of
from exact import exit_bracket, exit_laws

Value = Any
_ZERO = Fraction(0)

MISSING = {"exit/bracket": "claim", "exit/law": "law", "exit/finite-mean": "claim", "exit/mean": "claim"}
METHODS = ("auto", "tube", "lohner")


@dataclass(frozen=True)
class Solved:
    """`found` is for `claim`; `notes` are sentences for a person; `figures` are numbers worth printing."""

    claim: Claim | None
    found: Found | NotFound
    notes: tuple[str, ...] = ()
    figures: dict[str, Any] = field(default_factory=dict)


def solve(
    kind: str,
    statement: Value,
    attachments: Mapping[str, bytes] | None = None,
    limits: Limits = Limits(),
    progress: Progress = no_progress,
    method: str = "auto",
) -> Solved:
    """Answer the question of a statement; where the statement has its claim, prove exactly that one.

    Raises Reject where the statement is malformed.
    """
    key = MISSING.get(kind)
    if key is None or key in statement:
        claim = Claim(kind, statement)
        _ = claim.address
        return Solved(claim, exit_bracket.prove(claim, limits, progress))
    if kind == "exit/bracket":
        return _bracket(statement, attachments or {}, limits, progress, method)
    if kind == "exit/law":
        claim = Claim(kind, {**statement, "law": exit_laws.law_of(statement)})
        return Solved(claim, exit_bracket.prove(claim, limits, progress))
    return _mean(kind, statement, limits, progress)


def _bracket(
    statement: Value, attachments: Mapping[str, bytes], limits: Limits, progress: Progress, method: str
) -> Solved:
    claim, best = exit_bracket.bracket(statement, attachments, limits, progress)
    figures = {"steps": best.steps, "tube radius": f"{best.radius:.3g}", "evidence": best.evidence["method"]}
    if method == "lohner" or (method == "auto" and not best.sharp):
        attested = _lohner(statement, best, progress, method == "lohner")
        if attested is not None:
            return attested
    if best.claim is None:
        return Solved(None, NotFound("undecided at the boundary from the start"), (), figures)
    notes = () if best.sharp else (f"nothing is shown about step {best.earliest} and later",)
    if best.latest is not None and not best.sharp:
        notes = (f"between step {best.earliest} and step {best.latest} the enclosure meets the boundary",)
    return Solved(claim, Found(claim, certificate(claim, best.evidence)), notes, figures)


def _lohner(statement: Value, best: exit_bracket.Bracket, progress: Progress, wanted: bool) -> Solved | None:
    """The sharper bracket of binary64 Lohner-QR, attested; None where it is not sharper and not `wanted`."""
    from exact import exit_lohner

    data = exit_lohner.data_of(kernel_bracket.parse({**statement, "claim": {"survives": 0}}, "/statement"))
    if data is None:
        return None
    walked = exit_lohner.walk(data, exit_lohner.lohner(data), progress)
    if not wanted and (walked.sharp, walked.earliest) <= (best.sharp, best.earliest):
        return None
    if walked.latest is None and not walked.earliest:
        return None
    said = (
        {"survives": walked.earliest - 1}
        if walked.latest is None
        else {"earliest": walked.earliest, "latest": walked.latest}
    )
    claim = Claim(exit_bracket.BRACKET, {**statement, "claim": said})
    words = f"structured Lohner-QR enclosures in binary64 show {said}; final spread {walked.spread:.3g}"
    figures = {"steps": walked.steps, "spread": f"{walked.spread:.3g}", "evidence": exit_lohner.WHO}
    return Solved(claim, Found(claim, attestation(claim, exit_lohner.WHO, words)), (), figures)


def _mean(kind: str, statement: Value, limits: Limits, progress: Progress) -> Solved:
    """The sharpest bounds of a mean that the searches find."""
    huge = {**statement, "claim": {"at_most": "1" + "0" * 3000}}
    finite = kind == "exit/finite-mean"
    parse = exit_finite.parse if finite else exit_mean.parse
    parse(huge, "/statement")
    best: tuple[Fraction, Solved] | None = None
    for evidence in exit_laws.evidence_for(Claim(kind, huge), limits, progress):
        low, high = _shown(kind, huge, evidence)
        if low == high:
            said = {"equals": str(high)}
        else:
            said = {"at_least": str(low), "at_most": str(high)} if low > 0 else {"at_most": str(high)}
        claim = Claim(kind, {**statement, "claim": said})
        if best is None or high - low < best[0]:
            best = (high - low, Solved(claim, Found(claim, certificate(claim, evidence))))
    if best is None:
        reason = "no batch pushes one way on all of D: the local condition fails" if finite else "no automaton or grid"
        return Solved(None, NotFound(reason))
    return best[1]


def _shown(kind: str, statement: Value, evidence: Value) -> tuple[Fraction, Fraction]:
    """The bounds that evidence of a mean shows at the start."""
    if kind == "exit/finite-mean":
        return exit_laws.bound(exit_finite.parse(statement, "/statement"), evidence)
    if evidence["method"] == "automaton":
        mean = Fraction(evidence["times"][0])
        return mean, mean
    problem = exit_mean.parse(statement, "/statement")
    inside = interval_of(problem.domain)
    across, along = evidence["cells"]
    cells = exit_mean.Cells(inside.low or _ZERO, inside.high or _ZERO, Fraction(evidence["buffer"]), across, along)
    at = cells.at(*(Fraction(part[0], problem.start[2]) for part in problem.start[:2]))
    return Fraction(evidence["lower"][at]), Fraction(evidence["upper"][at])
