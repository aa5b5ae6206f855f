"""Certificates for exit claims: brackets by exact replay, by P-norm tubes or from traces; laws, means and never.

`prove` answers a complete claim. `bracket` answers the question behind one: it follows the runs and returns the
sharpest bracket that the kernel's own arithmetic shows, with the evidence for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify import kernel
from certify.contract import Claim, Deadline, Found, Limits, NotFound, Progress, certificate, no_progress
from certify.kernel import exit_bracket as kernel_bracket
from certify.kernel.exit_bracket import Problem
from certify.kernel.exit_pool import CURVATURE_BITS
from certify.kernel.exit_tube import Grid, Norm
from certify.kernel.reject import Reject

Value = Any

BRACKET = "exit/bracket"
PROBE_BITS = 64
EXACT_PRECISIONS = (96, 192, 448, 1024)  # one point, exact semantics: more bits mend a tube that grows
NEVER = Deadline(None)
TRACE_PRECISION = 128  # at least: the gradient's own enclosure counts against the budgets of a trace
BUDGET_PRECISION = 128  # budgets and sets: more bits do not help


@dataclass(frozen=True)
class Bracket:
    """What was shown: inside for all k < earliest, outside at latest (None: at no step of the window)."""

    earliest: int
    latest: int | None
    steps: int
    evidence: Value
    radius: float  # of the tube, at the last step looked at

    @property
    def sharp(self) -> bool:
        """One exit time, or none in the whole window."""
        return self.latest == self.earliest or (self.latest is None and self.earliest == self.steps + 1)

    @property
    def claim(self) -> Value | None:
        """The claim's `claim`; None where nothing was shown."""
        if self.latest is not None:
            return {"earliest": self.earliest, "latest": self.latest}
        return {"survives": self.earliest - 1} if self.earliest else None


def scan(
    problem: Problem,
    evidence: Value,
    attachments: Mapping[str, bytes],
    deadline: Deadline = NEVER,
    progress: Progress = no_progress,
) -> Bracket:
    """Follow the runs with the kernel's arithmetic until they are outside, the window ends or the evidence fails."""
    steps, earliest, radius = len(problem.batches), -1, 0.0
    k = -1
    try:
        for k, (x, q, eps) in enumerate(kernel_bracket.orbit(problem, evidence, attachments)):
            radius = eps / q
            if earliest < 0 and not problem.domain.inside(x, q, eps):
                earliest = k
            if problem.domain.outside(x, q, eps):
                return Bracket(earliest, k, steps, evidence, radius)
            if k % 64 == 0:
                progress(k, steps, "following the runs")
                if deadline.passed:
                    break
    except Reject as reject:
        if reject.category is not kernel.Category.REFUSED or k < 0:
            raise
    return Bracket(earliest if earliest >= 0 else k + 1, None, steps, evidence, radius)


def candidates(problem: Problem, attachments: Mapping[str, bytes]) -> Iterator[Value]:
    """Evidence worth trying, cheapest first."""
    if problem.trace is not None:
        yield {"method": "trace", "precision": _trace_precision(attachments.get(problem.trace.sha256, b""))}
        return
    start = problem.start
    point = start is not None and not start.radius_squared and problem.rounding is None
    if point and problem.pool.common:
        yield {"method": "exact"}
        return
    table = tube_table(problem)
    for precision in EXACT_PRECISIONS if point else (BUDGET_PRECISION,):
        yield table.evidence(precision)


def tube_table(problem: Problem) -> Any:
    """P and the curvature table fitted to the curvatures along a coarse orbit of the centre."""
    from exact.exit_norm import search

    start = problem.start
    if start is None:
        raise ValueError("a recorded run needs no tube")
    *parts, q = start.state
    x, b = ([(n << PROBE_BITS) // q for n in part] for part in parts)
    grid = Grid(problem.method, Norm(Fraction(1), Fraction(0), Fraction(1)), [], PROBE_BITS, problem.pool.dimension)
    reach = _spread(problem)
    lows, highs = [], []
    for batch in problem.batches:
        sample = problem.pool.sample(batch, x, reach, PROBE_BITS)
        lows.append(sample.low / (1 << CURVATURE_BITS))
        highs.append(sample.high / (1 << CURVATURE_BITS))
        x, b = grid.step(x, b, sample.gradient)
        if problem.domain.outside(x, 1 << PROBE_BITS, 4 * reach):
            break
    return search(problem.method, lows, highs)


def _spread(problem: Problem) -> int:
    """The radius of the starting set on the probe's grid."""
    from math import isqrt

    squared = problem.start.radius_squared if problem.start is not None else 0
    return isqrt(int(squared * (1 << 2 * PROBE_BITS)))


def _trace_precision(data: bytes) -> int:
    """Bits after the point of the finest double in a .npy file, at least TRACE_PRECISION."""
    import struct

    body = data[10 + int.from_bytes(data[8:10], "little") :]
    numbers = [number for (number,) in struct.iter_unpack("<d", body[: len(body) // 8 * 8])]
    widest = max(
        (number.as_integer_ratio()[1].bit_length() - 1 for number in numbers if abs(number) < float("inf")), default=0
    )
    return max(TRACE_PRECISION, min(widest, kernel_bracket.PRECISION[1]))


def bracket(
    statement: Value,
    attachments: Mapping[str, bytes] | None = None,
    limits: Limits = Limits(),
    progress: Progress = no_progress,
) -> tuple[Claim, Bracket]:
    """The sharpest bracket found for a statement (whose `claim`, if any, is ignored), and the claim that states it.

    Raises Reject where the statement is malformed.
    """
    problem = kernel_bracket.parse({**statement, "claim": {"survives": 0}}, "/statement")
    deadline, best = limits.deadline(), None
    for evidence in candidates(problem, attachments or {}):
        try:
            found = scan(problem, evidence, attachments or {}, deadline, progress)
        except Reject:
            if best is None:
                raise
            break
        if best is None or (found.sharp, found.earliest) > (best.sharp, best.earliest):
            best = found
        if found.sharp or deadline.passed:
            break
    if best is None:
        raise ValueError("no candidate evidence")
    return Claim(BRACKET, {**statement, "claim": best.claim or {"survives": 0}}), best


def prove(claim: Claim, limits: Limits, progress: Progress) -> Found | NotFound:
    """A certificate for an exit claim of any kind."""
    if claim.kind == BRACKET:
        return _prove_bracket(claim, limits, progress)
    from exact.exit_laws import evidence_for

    reasons = []
    for evidence in evidence_for(claim, limits, progress):
        data = certificate(claim, evidence)
        try:
            kernel.check(claim.data, [data])
        except Reject as reject:
            reasons.append(f"{evidence['method']}: {reject}")
            continue
        return Found(claim, data)
    return NotFound("; ".join(reasons) or f"no evidence of {claim.kind} found")


def _prove_bracket(claim: Claim, limits: Limits, progress: Progress) -> Found | NotFound:
    problem = kernel_bracket.parse(claim.statement, "/statement")
    if problem.trace is not None:
        return NotFound("a recorded run is checked with its file: certify exit trace")
    deadline, reason = limits.deadline(), "no evidence applies"
    for evidence in candidates(problem, {}):
        found = scan(problem, evidence, {}, deadline, progress)
        if found.earliest >= problem.earliest and (
            problem.latest is None or (found.latest is not None and found.latest <= problem.latest)
        ):
            return Found(claim, certificate(claim, evidence))
        shown = "no exit" if found.latest is None else f"exit by step {found.latest}"
        reason = f"shown: inside D for all k < {found.earliest}, {shown}"
        if deadline.passed:
            return NotFound(reason, limit=True)
    return NotFound(reason)
