"""Cycles of exhaustive AdaBoost: certificates for `adaboost/cycle`, or the reason why none was found.

The board is run with certified picks; a repeating word at the end proposes the cycle. Rows that lose weight over a turn
are passive, the others support. The centre is the state far along the orbit, the scale the sum of |J|^k 1 there,
and the radius what the state at the start of the claim needs; the claim starts as early as the kernel's check allows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from certify import kernel
from certify.contract import Claim, Deadline, Found, Limits, NotFound, Progress, certificate
from certify.kernel import adaboost_cycle, boost, interval
from certify.kernel.adaboost_cycle import Chart, Cycle
from certify.kernel.boost import Board, Run
from certify.kernel.reject import Reject
from exact.adaboost import Trace, trace

Value = Any

STAGES = ((240, 640), (700, 1280), (2000, 2816))  # steps and precision of the runs that propose a word
TURNS = 8  # of the word must be seen at the end
LONGEST = 160
SPARE = 256  # bits beyond one for every step
REPEATS = (1, 2, 3, 4, 6, 8, 12)
GRID = 1 << 120  # denominators of centre and scale
PLACES = 10**15  # denominators of limits


class NoCycle(Exception):
    """One sentence: why no cycle was certified."""


def prove(claim: Claim, limits: Limits, progress: Progress) -> Found | NotFound:
    """A certificate for the claim as it stands."""
    start = claim.statement["from"]
    return _staged(claim.statement, [(start + steps, start + bits) for steps, bits in STAGES], claim, limits, progress)


def find(statement: Value, steps: int | None, limits: Limits, progress: Progress) -> Found | NotFound:
    """A claim `adaboost/cycle` about the board (`matrix`, `start`, `tie`) with its certificate, starting early."""
    stages = list(STAGES) if steps is None else [(steps, steps + 2 * SPARE)]
    return _staged(statement, stages, None, limits, progress)


def _staged(
    statement: Value, stages: list[tuple[int, int]], claim: Claim | None, limits: Limits, progress: Progress
) -> Found | NotFound:
    """Search with longer and longer runs; the reason of the longest if none of them serves."""
    board, deadline = boost.parse_board(statement, "/statement"), limits.deadline()
    reason = "no run"
    for steps, bits in stages:
        try:
            search = _Search(statement, board, trace(board, steps, bits, deadline, progress), deadline)
            return search.find() if claim is None else Found(claim, search.certify(claim))
        except NoCycle as missing:
            reason = str(missing)
        if deadline.passed:
            return NotFound(f"time ran out; {reason}", True)
    return NotFound(reason)


def period(picks: tuple[int, ...]) -> tuple[int, int] | None:
    """(start, p): the picks from `start` on repeat with least period p, at least TURNS times; None if they do not."""
    for p in range(1, min(LONGEST, len(picks) // TURNS) + 1):
        same = len(picks) - p
        while same > 0 and picks[same - 1] == picks[same - 1 + p]:
            same -= 1
        if len(picks) - same >= TURNS * p:
            return same, p
    return None


@dataclass(frozen=True)
class Shape:
    """Evidence without its start: support, passive, repeat, and centre and scale in the chart."""

    support: list[int]
    passive: list[int]
    repeat: int
    center: list[Fraction]
    scale: list[Fraction]


class _Search:
    def __init__(self, statement: Value, board: Board, run: Trace, deadline: Deadline) -> None:
        self.statement = {key: statement[key] for key in ("matrix", "start", "tie")}
        self.board, self.trace, self.deadline = board, run, deadline
        found = period(self.trace.picks)
        if found is None:
            why = f" ({self.trace.stopped})" if self.trace.stopped else ""
            raise NoCycle(f"no repeating word in the first {len(self.trace.picks)} picks{why}")
        self.begins, self.period = found

    def find(self) -> Found:
        """A claim that starts early, with its certificate. Raises NoCycle."""
        reasons: list[str] = []
        word = list(self.trace.picks[self.begins : self.begins + self.period])
        shapes = list(self._shapes(word, reasons))
        for start in self._starts():
            for shape in shapes:
                if self.deadline.passed:
                    raise NoCycle("time ran out")
                found = self._attempt(start, word, shape, reasons)
                if found is not None:
                    return found
        raise NoCycle(self._why(reasons))

    def certify(self, claim: Claim) -> bytes:
        """A certificate for this claim. Raises NoCycle."""
        start, word = claim.statement["from"], claim.statement["word"]
        seen = list(self.trace.picks[start : start + len(word)])
        if seen != word:
            raise NoCycle(f"the picks from step {start} on are {seen}, the claim says {word}")
        reasons: list[str] = []
        for shape in self._shapes(word, reasons):
            evidence = self._evidence(claim, shape, reasons)
            if evidence is not None:
                return evidence
        raise NoCycle(self._why(reasons))

    def _starts(self) -> Iterator[int]:
        """Starts at which a turn of the word begins, from early to late, with growing gaps."""
        last = len(self.trace.picks) - 2 * TURNS * self.period
        turn, at = 1, self.begins
        while at <= max(last, self.begins):
            yield at
            at += turn * self.period
            turn = turn + 1 + turn // 4

    def _why(self, reasons: list[str]) -> str:
        tied = self._limit_tie()
        if tied is not None:
            return tied
        return f"a word of length {self.period} repeats, but no box was certified: {reasons[-1] if reasons else 'none'}"

    def _limit_tie(self) -> str | None:
        """Two columns that the support rows cannot tell apart, one of them in the word."""
        word = set(self.trace.picks[-self.period :])
        support, _ = self._split()
        for j in sorted(word):
            for k in range(len(self.board.columns)):
                ours, other = self.board.columns[j], self.board.columns[k]
                if k != j and ours != other and all(ours[i] == other[i] for i in support):
                    return (
                        f"limit tie: columns {j} and {k} agree on every row whose weight does not vanish, "
                        f"so the strict comparison fails in the limit (the picks repeat with period {self.period})"
                    )
        return None

    def _split(self) -> tuple[list[int], list[int]]:
        """Rows by what one turn does to their weight far along the orbit: kept or lost."""
        end, before = self.trace.states[-1], self.trace.states[-1 - self.period]
        middle = [(sum(a), sum(b)) for a, b in zip(end, before, strict=True)]
        lost = [after * 1000 < before_ * 999 or after < 4 for after, before_ in middle]
        order = sorted(range(len(end)), key=lambda i: -middle[i][0])
        return [i for i in order if not lost[i]], [i for i in order if lost[i]]

    def _shapes(self, word: list[int], reasons: list[str]) -> Iterator[Shape]:
        """Centre and scale for each number of repeats at which |J| contracts at the centre."""
        support, passive = self._split()
        for repeat in REPEATS:
            try:
                shape = self._shape(word, support, passive, repeat)
            except Reject as reject:
                reasons.append(f"{reject.code}: {reject.detail}")
                return
            if shape is not None:
                yield shape
        reasons.append("the derivative of the word does not contract in any scaled maximum norm tried")

    def _shape(self, word: list[int], support: list[int], passive: list[int], repeat: int) -> Shape | None:
        far = len(self.trace.picks) - ((len(self.trace.picks) - self._phase(word)) % self.period or self.period)
        state = self.trace.states[far]
        cycle = Cycle(self.board, 0, tuple(word), (), None)
        w = self.trace.precision
        chart: Chart = adaboost_cycle.chart_of(cycle, support, passive, Run((), state), w)
        center = [
            Fraction(round(Fraction(sum(chart.now[row]), 2 << w) * GRID), GRID) if k < chart.basis else Fraction(0)
            for k, row in enumerate(chart.rows)
        ]
        point = [interval.of(c, w) for c in center]
        slopes = adaboost_cycle.follow(cycle, chart, point, repeat, True, w).slopes
        size = len(center)
        table = [[interval.size(slopes[j][i]) / (1 << w) for j in range(size)] for i in range(size)]
        vector = [1.0] * size  # the sum of |J|^k 1: |J| d <= d - 1 where it converges
        for _ in range(400):
            vector = [1 + sum(a * x for a, x in zip(row, vector, strict=True)) for row in table]
        top = max(vector, default=1.0)
        if top > 1e6:
            return None
        vector = [x / top for x in vector]
        rate = max(
            sum(a * x for a, x in zip(row, vector, strict=True)) / x for row, x in zip(table, vector, strict=True)
        )
        if rate >= 1:
            return None
        return Shape(
            support,
            passive,
            repeat,
            center,
            [Fraction(x).limit_denominator(10**6) for x in vector],
        )

    def _phase(self, word: list[int]) -> int:
        """A step, at most one turn from `begins`, at which a turn of this word begins."""
        for at in range(self.begins, self.begins + self.period):
            if list(self.trace.picks[at : at + self.period]) == word:
                return at
        raise NoCycle(f"the picks do not settle into the word {word}")

    def _attempt(self, start: int, word: list[int], shape: Shape, reasons: list[str]) -> Found | None:
        limits = self._limits(word, shape)
        statement = {**self.statement, "from": start, "word": word, "limits": limits}
        mix = self._margin_mix(word, shape.support)
        if mix is not None:
            statement["margin"] = str(1 / sum(mix))
        claim = Claim("adaboost/cycle", statement)
        evidence = self._evidence(claim, shape, reasons)
        return None if evidence is None else Found(claim, evidence)

    def _evidence(self, claim: Claim, shape: Shape, reasons: list[str]) -> bytes | None:
        """The certificate with the radius that the state at the start needs, if the kernel accepts it."""
        start, w = claim.statement["from"], self.trace.precision
        cycle = Cycle(self.board, start, tuple(claim.statement["word"]), (), None)
        try:
            state = Run((), self.trace.states[start])
            chart = adaboost_cycle.chart_of(cycle, shape.support, shape.passive, state, w)
        except Reject as reject:
            reasons.append(f"{reject.code}: {reject.detail}")
            return None
        radius = Fraction(1, 10**30)
        for row, c, d in zip(chart.rows, shape.center, shape.scale, strict=True):
            away = max(abs(Fraction(end, 1 << w) - c) for end in chart.now[row]) / d
            radius = max(radius, away * Fraction(1001, 1000))
        radius = Fraction(int(radius * 10**32) + 1, 10**32)
        evidence = {
            "exact": min(self.trace.exact, start),
            "precision": min(start + SPARE, w),
            "support": shape.support,
            "passive": shape.passive,
            "center": [str(c) for c in shape.center],
            "scale": [str(d) for d in shape.scale],
            "radius": str(radius),
            "repeat": shape.repeat,
        }
        if "margin" in claim.statement:
            mix = self._margin_mix(claim.statement["word"], shape.support)
            if mix is None:
                reasons.append("the margin is not determined by the support rows")
                return None
            evidence["margin"] = [str(y) for y in mix]
        data = certificate(claim, evidence)
        try:
            kernel.check(claim.data, [data])
        except Reject as reject:
            reasons.append(f"{reject.code}: {reject.detail}")
            return None
        return data

    def _limits(self, word: list[int], shape: Shape) -> Value:
        """Intervals around the state far along the orbit, for the rows of the matrix."""
        far = len(self.trace.picks) - ((len(self.trace.picks) - self._phase(word)) % self.period or self.period)
        weights, w = self.trace.states[far], self.trace.precision
        found = []
        for home, share in zip(self.board.home, self.board.share, strict=True):
            if home in shape.passive:
                found.append(["0", "0"])
                continue
            middle = Fraction(sum(weights[home]), 2 << w) * Fraction(share, self.board.weights[home])
            low = int(middle * PLACES) - 1
            found.append([str(Fraction(low, PLACES)), str(Fraction(low + 3, PLACES))])
        return found

    def _margin_mix(self, word: list[int], support: list[int]) -> list[Fraction] | None:
        """y over the support with sum_i y_i M_ij = 1 for every letter, by exact elimination; None if there is none."""
        used = sorted(set(word))
        table = flint.fmpq_mat([[flint.fmpq(self.board.rows[i][j]) for i in support] + [flint.fmpq(1)] for j in used])
        reduced, rank = table.rref()
        mix = [Fraction(0)] * len(support)
        for row in range(rank):
            pivot = next(k for k in range(len(support) + 1) if reduced[row, k])
            if pivot == len(support):
                return None
            value = reduced[row, len(support)]
            mix[pivot] = Fraction(int(value.p), int(value.q))
        return mix
