"""KL acceptance from logits: enclosures of probabilities, D and KL, and a decision per rule. Needs numpy (arrays).

Ranks and ties are those of the logits, exactly. All else is an interval of rationals, from rigorous binary64 (T1,
`exact.binary64`) or from Arb balls (T2), which serves equal logits together. D is bounded from below by the dual of a
pool made of rounded weights (any weights are sound, theorem kl-water-level), from above by the pool's own value.
Equality of such numbers has no known decision procedure: at the precision cap the answer is `undecided`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol

import flint
import numpy as np

from certify.kernel.acceptance import Acceptance
from certify.kernel.fixed import log_bounds
from exact import binary64

Array = Any
Interval = tuple[Fraction, Fraction]
Bound = tuple[Fraction, Fraction | None]  # around D; None: not known from above

PRECISIONS = (96, 192, 384, 768)  # of Arb; beyond the last the answer is `undecided`
MOST_POOLED = 256
FLOOR = 1000  # a masked logit lies this many temperatures below the largest: its exponential is 0 in every tier
LEAST = Fraction(1, 1 << 600)
LOG_BITS = 80

CERTIFIED, NOT_CERTIFIED, UNDECIDED, VACUOUS = "certified", "not certified", "undecided", "no rejected token"


class Rows(Protocol):
    """Enclosures for one step. Weights are probabilities times one unknown factor, the same for all tokens."""

    tier: str
    sum: Interval
    divergence: Interval

    def weight(self, token: int) -> Interval: ...

    def entropy(self, guard: Fraction | None) -> Interval: ...


@dataclass(frozen=True)
class Outcome:
    """What is known of one rule at one step. `bound` encloses D (None where infinite); `accepted` is the engine's."""

    word: str
    accepted: bool | None
    bound: Bound | None
    divergence: Interval | None
    tier: str


class Step:
    """Logits of target and draft at one step, masked tokens at the floor; ranks of the target on demand."""

    def __init__(self, target: Array, draft: Array, temperature: Fraction) -> None:
        self.temperature = temperature
        self.masked = bool(((draft == -np.inf) & (target > -np.inf)).any())  # KL is infinite
        self.target, self.draft = (_floored(row, temperature) for row in (target, draft))
        self._order: Array = np.empty(0, dtype=np.int64)

    @property
    def size(self) -> int:
        return len(self.target)

    def token(self, rank: int) -> int:
        """The token of this rank: by logit, ties by index."""
        while rank >= len(self._order):
            self._order = self._sorted(max(4 * len(self._order), rank + 1, 64))
        return int(self._order[rank])

    def _sorted(self, least: int) -> Array:
        """At least that many of the heaviest tokens, in order."""
        row = self.target
        if least >= self.size // 8:
            found = np.arange(self.size)
        else:
            limit = float(row.max()) - 4.0 * float(self.temperature)
            while len(found := np.flatnonzero(row >= limit)) < least:
                limit = float(row.max()) - 2.0 * (float(row.max()) - limit)
        return found[np.lexsort((found, -row[found].astype(np.float64)))]

    def logit(self, token: int) -> float:
        return float(self.target[token])

    @cached_property
    def lightest(self) -> int:
        return int(self.target.argmin())

    @cached_property
    def drafted(self) -> int:
        return int(self.draft.argmax())

    def tied(self) -> int:
        """How many tokens have the largest logit."""
        return int((self.target == self.target.max()).sum())


def _floored(row: Array, temperature: Fraction) -> Array:
    row = np.asarray(row, dtype=np.float32) if row.dtype.itemsize < 4 else np.asarray(row)
    if row.min() > -np.inf:
        return row
    finite = row[row > -np.inf].astype(np.float64)
    floor = min(float(finite.min()), float(finite.max()) - FLOOR * float(temperature)) - 1.0
    return np.where(row > -np.inf, row.astype(np.float64), floor)


# --- the two tiers --------------------------------------------------------------------------------------------------


class Binary64Rows:
    """T1."""

    tier = "binary64"

    def __init__(self, step: Step, pair: binary64.Pair) -> None:
        self._step, self._pair = step, pair
        part = pair.target
        slack = part.error * Fraction(101, 100)
        self.sum: Interval = (part.sum * (1 - slack), part.sum * (1 + slack))
        self.divergence: Interval = binary64.divergence(pair)

    def weight(self, token: int) -> Interval:
        part = self._pair.target
        middle = Fraction(float(part.weights[token]))
        if not middle:
            return Fraction(0), LEAST
        slack = part.each * Fraction(101, 100)
        return middle * (1 - slack), middle * (1 + slack)

    def entropy(self, guard: Fraction | None) -> Interval:
        return binary64.entropy(self._pair.target, self._step.target, self._step.temperature, guard)


class BallRows:
    """T2: Arb at a given precision, equal logits taken together."""

    def __init__(self, step: Step, precision: int) -> None:
        self.tier = f"arb {precision}"
        self._precision, self._step = precision, step
        self._values, self._which, counts = np.unique(step.target, return_inverse=True, return_counts=True)
        self._counts = counts.tolist()
        with _precise(precision):
            self._top = _exact(self._values[-1])
            inverse = 1 / step.temperature
            self._weights = [_exp((_exact(v) - self._top) * inverse) for v in self._values]
            total = _sum(w * n for w, n in zip(self._weights, self._counts, strict=True))
            drafts, numbers = np.unique(step.draft, return_counts=True)
            highest = _exact(drafts[-1])
            draft_total = _sum(
                _exp((_exact(v) - highest) * inverse) * n for v, n in zip(drafts, numbers.tolist(), strict=True)
            )
            sums = _bucket_sums(self._which, step.draft, len(self._values))
            cross = _sum(
                w * _ball((_exact(v) * n - s) * inverse)
                for w, v, n, s in zip(self._weights, self._values, self._counts, sums, strict=True)
            )
            self._total = total
            drift = _ball((highest - self._top) * inverse)
            self.sum: Interval = _ends(total)
            self.divergence: Interval = _ends(cross / total + drift + (draft_total / total).log())

    def weight(self, token: int) -> Interval:
        with _precise(self._precision):
            return _ends(self._weights[int(self._which[token])])

    def entropy(self, guard: Fraction | None) -> Interval:
        with _precise(self._precision):
            shift = _ball(guard or Fraction(0))
            shares = [w / self._total for w in self._weights]
            live = [(p, n) for p, n in zip(shares, self._counts, strict=True) if p != 0]
            return _ends(-_sum(p * (p + shift).log() * n for p, n in live))


class _precise:  # noqa: N801  a context, named like one
    def __init__(self, precision: int) -> None:
        self._precision = precision

    def __enter__(self) -> None:
        self._before, flint.ctx.prec = flint.ctx.prec, self._precision

    def __exit__(self, *_: object) -> None:
        flint.ctx.prec = self._before


def _exact(value: Any) -> Fraction:
    return Fraction(float(value))


def _ball(value: Fraction) -> Any:
    return flint.arb(flint.fmpq(value.numerator, value.denominator))


def _exp(value: Fraction) -> Any:
    return _ball(value).exp()


def _sum(values: Iterator[Any]) -> Any:
    total = flint.arb(0)
    for value in values:
        total += value
    return total


def _ends(ball: Any) -> Interval:
    """The ends of a finite ball, rounded outward by Arb."""
    return _fraction(ball.lower()), _fraction(ball.upper())


def _fraction(end: Any) -> Fraction:
    mantissa, exponent = end.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _bucket_sums(which: Array, draft: Array, size: int) -> list[Fraction]:
    """The exact sum of the draft's logits over each bucket of equal target logits."""
    values = draft.astype(np.float64)
    scale = 40
    units = values * 2.0**scale
    if float(np.abs(units).max()) < 2.0**53 and bool((np.rint(units) == units).all()):
        high = np.floor(units / 2.0**26)
        low = units - high * 2.0**26
        # at most 2^20 addends below 2^27 and 2^26: both sums are exact
        above = np.bincount(which, weights=high, minlength=size).tolist()
        below = np.bincount(which, weights=low, minlength=size).tolist()
        return [Fraction(int(a) * (1 << 26) + int(b), 1 << scale) for a, b in zip(above, below, strict=True)]
    sums = [Fraction(0)] * size
    for bucket, value in zip(which.tolist(), values.tolist(), strict=True):
        sums[bucket] += Fraction(value)
    return sums


# --- decisions ------------------------------------------------------------------------------------------------------


def examine(target: Array, draft: Array, temperature: Fraction, rules: list[Acceptance]) -> list[Outcome]:
    """An outcome for every rule, by T1 and where that leaves it open by T2."""
    step = Step(target, draft, temperature)
    pair = None if step.masked else binary64.pair(step.target, step.draft, temperature)
    rows: Rows | None = None if pair is None else Binary64Rows(step, pair)
    outcomes = [_masked(step, rule) if step.masked else _decide(step, rows, rule) for rule in rules]
    for precision in PRECISIONS:
        open_rules = [i for i, outcome in enumerate(outcomes) if _open(outcome)]
        if not open_rules:
            break
        balls = BallRows(step, precision)
        for i in open_rules:
            outcomes[i] = _decide(step, balls, rules[i])
    return outcomes


def _open(outcome: Outcome) -> bool:
    return outcome.divergence is not None and (outcome.word == UNDECIDED or outcome.accepted is None)


def _masked(step: Step, rule: Acceptance) -> Outcome:
    """KL is infinite: nothing is certified unless nothing is rejected; the engine's choice is still told."""
    free = Step(step.target, step.target, step.temperature)
    free.draft = step.draft
    pair = binary64.pair(free.target, free.target, step.temperature)
    outcome = _decide(free, None if pair is None else Binary64Rows(free, pair), rule)
    word = VACUOUS if outcome.word == VACUOUS else NOT_CERTIFIED
    return Outcome(word, outcome.accepted, outcome.bound, None, outcome.tier)


def _decide(step: Step, rows: Rows | None, rule: Acceptance) -> Outcome:
    if rows is None:
        return Outcome(UNDECIDED, None, None, (Fraction(0), Fraction(0)), "none")
    judge = _judge(step, rows, rule)
    accepted = _tree_accepts(step, rule) if judge is None else judge(step.drafted)
    bound = _tree_bound(step, rows, rule) if judge is None else _token_bound(step, rows, judge)
    if bound is None:
        return Outcome(VACUOUS, accepted, None, rows.divergence, rows.tier)
    low, high = rows.divergence
    word = UNDECIDED
    if high < bound[0]:
        word = CERTIFIED
    elif bound[1] is not None and low >= bound[1]:
        word = NOT_CERTIFIED
    elif bound[1] == 0:
        word = NOT_CERTIFIED  # D = 0 and KL >= 0
    return Outcome(word, accepted, bound, rows.divergence, rows.tier)


def _judge(step: Step, rows: Rows, rule: Acceptance) -> Callable[[int], bool | None] | None:
    """Whether the rule accepts a token (None: not known at this precision); None for a tree."""
    first = step.token(0)
    if rule.name == "tree":
        return None
    if rule.name == "strict":
        if rule.tie == "lowest":
            return lambda token: token == first
        return lambda token: step.logit(token) == step.logit(first)
    if rule.name == "top":
        count = rule.count or 1
        last = step.logit(step.token(count - 1)) if count <= step.size else None
        return lambda token: last is None or step.logit(token) >= last
    level = _level(rows, rule, rows.weight(first))
    relative = rule.name in ("additive", "multiplicative", "trtllm")  # the heaviest token is accepted by these
    rank = rule.count if rule.name == "trtllm" else None
    outside = step.logit(step.token(rank)) if rank is not None and rank < step.size else None

    def judge(token: int) -> bool | None:
        if outside is not None and step.logit(token) <= outside:
            return False
        if relative and step.logit(token) == step.logit(first):
            return True
        low, high = rows.weight(token)
        return True if low > level[1] else False if high < level[0] else None

    return judge


def _level(rows: Rows, rule: Acceptance, top: Interval) -> Interval:
    """The threshold on weights; equality with it is left open."""
    number = rule.number or Fraction(0)
    if rule.name == "multiplicative":
        return number * top[0], number * top[1]
    if rule.name == "absolute":
        return number * rows.sum[0], number * rows.sum[1]
    if rule.name == "entropy":
        entropy, epsilon = rows.entropy(rule.guard), rule.epsilon or Fraction(0)
        low, high = number * _exp_down(-entropy[1]), number * _exp_up(-entropy[0])
        return min(epsilon, low) * rows.sum[0], min(epsilon, high) * rows.sum[1]
    low, high = top[0] - number * rows.sum[1], top[1] - number * rows.sum[0]
    return low, high


def _exp_down(value: Fraction) -> Fraction:
    with _precise(128):
        return _ends(_exp(value))[0]


def _exp_up(value: Fraction) -> Fraction:
    with _precise(128):
        return _ends(_exp(value))[1]


def _token_bound(step: Step, rows: Rows, judge: Callable[[int], bool | None]) -> Bound | None:
    """For a single token; None where every token is accepted."""
    if judge(step.lightest) is True:
        return None
    rank = _first_rank(step, judge)
    token = step.token(rank)
    known = judge(token) is False
    if step.logit(token) == step.logit(step.token(0)):
        return Fraction(0), Fraction(0) if known else None
    heavier = (step.token(k) for k in range(rank))
    return _pooled(rows, token, heavier, 1, known)


def _first_rank(step: Step, judge: Callable[[int], bool | None]) -> int:
    """The first rank that is not known to be accepted; acceptance falls with rank."""
    low, high = 0, 1
    while high < step.size and judge(step.token(high - 1)) is True:
        low, high = high, min(2 * high, step.size)
    while low < high:
        middle = (low + high) // 2
        if judge(step.token(middle)) is True:
            low = middle + 1
        else:
            high = middle
    return low


def _tree_bound(step: Step, rows: Rows, rule: Acceptance) -> Bound | None:
    count = rule.count or 1
    tied = step.tied() if rule.tie == "any" else 1
    if step.size - tied < count:
        return None
    if step.logit(step.token(count)) == step.logit(step.token(0)):
        return Fraction(0), Fraction(0)
    rivals = (step.token(k) for k in range(count, 0, -1))
    return _pooled(rows, step.token(0), rivals, -1, tied == 1)


def _tree_accepts(step: Step, rule: Acceptance) -> bool:
    """Whether the maximiser is among the draft's m most likely, ties by index."""
    row, count = step.draft, rule.count or 1
    first = step.token(0)
    named = [first] if rule.tie == "lowest" else np.flatnonzero(step.target == step.target[first]).tolist()
    return any(int((row > row[a]).sum()) + int((row[:a] == row[a]).sum()) < count for a in named)


def _pooled(rows: Rows, token: int, others: Iterator[int], sign: int, known: bool) -> Bound:
    """(lo, hi) around D; hi None where it is not known (the token, or the rest beside the pool).

    Others come in the order of filling. With weights w in place of p, h_i = log(w_i/m) on the pool and 0 elsewhere has
    E_q exp(h) <= 1 for every q that may be rejected, so D >= sum_S p_i h_i, whatever the weights are.
    """
    intervals = [rows.weight(token)]
    weights = [_middle(intervals[0])]
    level = weights[0]
    rest: Interval | None = None
    for other in others:
        interval = rows.weight(other)
        weight = _middle(interval)
        if sign * (weight * len(weights) - level) <= 0 or len(weights) == MOST_POOLED:
            rest = interval
            known = known and len(weights) < MOST_POOLED
            break
        intervals.append(interval)
        weights.append(weight)
        level += weight
    size = len(weights)
    total = rows.sum
    low, high = Fraction(0), Fraction(0)
    ratio = max(max(i[1] / w - 1, 1 - i[0] / w) for i, w in zip(intervals, weights, strict=True) if i[0]) * 3
    ratio += Fraction(1, 1 << 500)  # for weights that are LEAST in place of 0
    for interval, weight in zip(intervals, weights, strict=True):
        share = (interval[0] / total[1], interval[1] / total[0])
        quotient = weight * size / level
        below, above = log_bounds(quotient.numerator, quotient.denominator, LOG_BITS)
        ends = (Fraction(below, 1 << LOG_BITS), Fraction(above, 1 << LOG_BITS))
        low += min(share[0] * ends[0], share[1] * ends[0])
        high += max(share[0] * ends[1], share[1] * ends[1]) + share[1] * ratio
    mean = (sum(i[0] for i in intervals) / size, sum(i[1] for i in intervals) / size)
    if rest is not None and not (rest[1] <= mean[0] if sign > 0 else rest[0] >= mean[1]):
        known = False
    return max(low, Fraction(0)), ((high if size > 1 else Fraction(0)) if known else None)


def _middle(interval: Interval) -> Fraction:
    return max((interval[0] + interval[1]) / 2, LEAST)
