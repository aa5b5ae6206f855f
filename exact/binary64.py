"""Rigorous vectorised binary64: exponentials, logarithms and sums with proved error bounds. Needs numpy (arrays).

Only IEEE 754 basic operations on whole arrays are used: + - * /, rint, frexp, comparison; no libm, no BLAS, no fused
operations. `self_test` refuses a machine that rounds otherwise or flushes subnormals. u = 2^-53 throughout; the error
analysis is docs/binary64.md, whose labels the comments carry. What it says is attested (`binary64`), never proved.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from certify.kernel.fixed import exp_bounds, log_bounds

Array = Any

U = Fraction(1, 1 << 53)
BLOCK = 1024  # numbers that numpy adds in an order of its own; blocks are added by fsum, which rounds once
CHUNK = 1 << 14  # numbers worked on at a time, so that they stay in the cache
STEPS = 256  # table entries per unit of the exponent
COEFFICIENTS = (2.0**-32 / 24, 2.0**-24 / 6, 2.0**-17, 2.0**-8)  # of exp(d/256), from the fourth power down
LENGTH = 512 * STEPS  # exp below e^-512 counts as 0 (B1)
TINY = Fraction(1, 1 << 100)  # covers everything that is dropped or underflows (B1)
EXP_ERROR = 10 * U  # relative (B2)
MAX_EXPONENT = float(1 << 20)
LOG_STEPS = 128


class NotIeee(Exception):
    """This machine's arithmetic is not what the error analysis assumes."""


@cache
def self_test() -> None:
    """Raise NotIeee unless vectors round to nearest even, keep subnormals and divide correctly."""
    ones = np.ones(257)
    half, tiny = np.full(257, 2.0**-53), np.full(257, 2.0**-1074)
    third = np.full(257, 3.0)
    facts = (
        ((ones + half) == 1.0).all(),
        ((ones + 3 * half) == 1.0 + 2.0**-51).all(),
        (tiny != 0.0).all() and (np.full(257, 2.0**-1000) * np.full(257, 2.0**-74) == tiny).all(),
        (tiny + tiny == 2.0**-1073).all(),
        (np.rint(ones * 2.5) == 2.0).all() and (np.rint(ones * 3.5) == 4.0).all(),
        ((ones / third) == float(Fraction(1, 3))).all() and ((ones / 49.0) * 49.0 != 1.0).all(),
        # a fused multiply-add would give 2^-104 here
        ((ones + 2.0**-52) * (ones - 2.0**-52) - ones == 0.0).all(),
        math.fsum([1.0, 2.0**-53, 2.0**-106]) == 1.0 + 2.0**-52,
    )
    if not all(facts):
        raise NotIeee(f"binary64 self test failed: {[i for i, fact in enumerate(facts) if not fact]}")


@cache
def _exp_table() -> Array:
    """exp(-k/256) for k < LENGTH as products of two correctly rounded factors, relative error at most 4u (B2)."""
    coarse = [_rounded_exp(-k, 1) for k in range(LENGTH // STEPS)]
    fine = [_rounded_exp(-k, STEPS) for k in range(STEPS)]
    return np.multiply.outer(np.array(coarse), np.array(fine)).ravel()


def _rounded_exp(numerator: int, denominator: int) -> float:
    bits = 80 + 3 * abs(numerator) // (2 * denominator)
    low, high = exp_bounds((numerator << bits) // denominator, bits)
    return float(Fraction(low + high, 2 << bits))


@cache
def _log_table() -> Array:
    """log(i/128) for 64 <= i <= 128, correctly rounded up to 2^-70."""
    return np.array([0.0] * 64 + [_rounded_log(i, 128) for i in range(64, 129)])


def _rounded_log(numerator: int, denominator: int) -> float:
    low, high = log_bounds(numerator, denominator, 80)
    return float(Fraction(low + high, 2 << 80))


@dataclass(frozen=True)
class Scaled:
    """A row of logits z to be read in steps t = 256 z/T: the factor 256/T, the top step, and exponentials by step."""

    row: Array
    factor: Any
    top: int
    low: int  # table[k - low] is exp((k - top)/256); the first entry is 0 and stands for every lower step (B1)
    table: Array
    reach: Fraction  # of |z/T|

    def steps(self, start: int, stop: int, out: Array) -> Array:
        """t as one binary64 product: exact for T a power of two, else with a relative error below 2.01 u."""
        return np.multiply(self.row[start:stop], self.factor, out=out, dtype=np.float64)


def _scaled(row: Array, temperature: Fraction) -> Scaled | None:
    """None where a logit lies beyond the analysis."""
    factor = np.float64(_inverse(temperature)[0] * STEPS)
    highest, lowest = float(row.max()), float(row.min())
    largest = max(abs(highest), abs(lowest))
    if not largest * float(factor) <= MAX_EXPONENT * STEPS:
        return None
    top, bottom = round(highest * float(factor)), round(lowest * float(factor))
    last = max(bottom, top - LENGTH + 1)
    table = np.append(0.0, _exp_table()[: top - last + 1][::-1])
    return Scaled(row, factor, top, last - 1, table, Fraction(largest) / temperature)


def _exp_chunk(steps: Array, scaled: Scaled, out: Array, work: Array, index: Array) -> None:
    """out = exp((steps - top)/256) with relative error EXP_ERROR, or 0 where that is below e^-511."""
    np.rint(steps, out=work)
    np.copyto(index, work, casting="unsafe")
    np.subtract(index, scaled.low, out=index)
    np.subtract(steps, work, out=work)  # exact (B2)
    np.multiply(work, COEFFICIENTS[0], out=out)
    for coefficient in COEFFICIENTS[1:]:
        np.add(out, coefficient, out=out)
        np.multiply(out, work, out=out)
    np.add(out, 1.0, out=out)
    np.take(scaled.table, index, out=work, mode="clip")
    np.multiply(out, work, out=out)


def log_array(x: Array) -> Array:
    """log x with absolute error at most 2^-50 (1 + |log x|), for positive normal x (B3)."""
    fraction, power = np.frexp(x)
    index = np.rint(fraction * float(LOG_STEPS)).astype(np.int64)
    centre = index * (1.0 / LOG_STEPS)
    ratio = (fraction - centre) / (fraction + centre)
    square = ratio * ratio
    series = ((square * (1.0 / 7) + 1.0 / 5) * square + 1.0 / 3) * square
    small = 2.0 * ratio + 2.0 * ratio * series
    return (power * _rounded_log(2, 1) + _log_table()[index]) + small


def total(values: Array) -> tuple[Fraction, Fraction]:
    """The sum of an array, and a bound of what it may be off, as a share of the sum of absolute values (B4)."""
    return Fraction(_block_sum(values)), (BLOCK + 1) * U


def _block_sum(values: Array) -> float:
    whole = len(values) // BLOCK * BLOCK
    parts = values[:whole].reshape(-1, BLOCK).sum(axis=1).tolist()
    return math.fsum([*parts, float(values[whole:].sum())])


@dataclass(frozen=True)
class Partition:
    """Exponentials of one row: weights e_i near exp(z_i/T - shift/256), their sum with its relative error."""

    weights: Array
    shift: int
    sum: Fraction
    error: Fraction  # of the sum, relative; every weight has `each`
    each: Fraction


@dataclass(frozen=True)
class Pair:
    """Two rows: their partitions, and sum e_i (z_i - w_i)/T over the weights of the target, with its absolute error."""

    target: Partition
    draft: Partition
    cross: Fraction
    cross_error: Fraction


def pair(target: Array, draft: Array, temperature: Fraction) -> Pair | None:
    """Both partitions and the cross sum for rows of finite logits, in one pass; None where a bound does not hold."""
    self_test()
    scaled = [_scaled(row, temperature) for row in (target, draft)]
    if scaled[0] is None or scaled[1] is None:
        return None
    p, q = scaled[0], scaled[1]
    size = len(target)
    weights = [np.empty(size), np.empty(size)]
    width = min(CHUNK, size)
    first, second, work, index = np.empty(width), np.empty(width), np.empty(width), np.empty(width, dtype=np.int64)
    sums: tuple[list[float], list[float], list[float]] = ([], [], [])
    for start in range(0, size, CHUNK):
        stop = min(start + CHUNK, size)
        n = stop - start
        for number, row, steps in ((0, p, first), (1, q, second)):
            row.steps(start, stop, steps[:n])
            out = weights[number][start:stop]
            _exp_chunk(steps[:n], row, out, work[:n], index[:n])
            sums[number].append(_block_sum(out))
        np.subtract(first[:n], second[:n], out=first[:n])
        np.multiply(first[:n], weights[0][start:stop], out=first[:n])
        sums[2].append(_block_sum(first[:n]))
    # (B5) an inexact step is off by 2.01 u |z/T|, which moves the exponential by as much, relatively
    drift = Fraction(202, 100) * U if _inverse(temperature)[1] else Fraction(0)
    parts = []
    for number, row in enumerate((p, q)):
        each = EXP_ERROR + drift * row.reach * Fraction(101, 100)
        error = each + (BLOCK + 4) * U + TINY
        parts.append(Partition(weights[number], row.top, Fraction(math.fsum(sums[number])), error, each))
    spread = p.reach + q.reach
    cross_error = (parts[0].error + 4 * U + drift) * spread * parts[0].sum * Fraction(101, 100) + TINY
    return Pair(parts[0], parts[1], Fraction(math.fsum(sums[2])) / STEPS, cross_error)


def _inverse(temperature: Fraction) -> tuple[float, bool]:
    """1/T as a double, and whether z/T is then inexact."""
    above, below = temperature.numerator, temperature.denominator
    return below / above, (above & (above - 1)) != 0 or (below & (below - 1)) != 0


def divergence(both: Pair) -> tuple[Fraction, Fraction]:
    """(lo, hi) around KL(p||q) of the two rows (B6)."""
    p, q = both.target, both.draft
    low, high = log_bounds(*_pair(q.sum / p.sum), 80)
    drift = Fraction(p.shift - q.shift, STEPS)
    middle = both.cross / p.sum - drift + Fraction(low + high, 2 << 80)
    slack = (both.cross_error + abs(both.cross) * p.error) / p.sum * Fraction(101, 100)
    slack += (p.error + q.error) * Fraction(101, 100) + Fraction(1, 1 << 76)
    return middle - slack, middle + slack


def _pair(value: Fraction) -> tuple[int, int]:
    return value.numerator, value.denominator


def entropy(part: Partition, row: Array, temperature: Fraction, guard: Fraction | None) -> tuple[Fraction, Fraction]:
    """(lo, hi) around -sum p log(p + guard) for the row that `part` was made of (B7)."""
    if guard is None:
        scaled = _scaled(row, temperature)
        if scaled is None:
            raise NotIeee("a row was read that lies beyond the analysis")
        steps = scaled.steps(0, len(row), np.empty(len(row)))
        mean = Fraction(_block_sum(steps * part.weights)) / part.sum / STEPS
        low, high = log_bounds(*_pair(part.sum), 80)
        middle = Fraction(part.shift, STEPS) + Fraction(low + high, 2 << 80) - mean
        drift = Fraction(202, 100) * U if _inverse(temperature)[1] else Fraction(0)
        slack = ((2 * part.error + 4 * U + drift) * scaled.reach + part.error) * Fraction(102, 100)
        return middle - slack - Fraction(1, 1 << 76), middle + slack + Fraction(1, 1 << 76)
    share = part.weights / float(part.sum)
    logs = log_array(share + float(guard))
    middle = -Fraction(_block_sum(share * logs))
    # each share is off by `off`, relatively; log(p + guard) by 2^-50 (1 + |log|) + off + 3u
    off = part.each + part.error + 3 * U
    reach = Fraction(float(np.abs(logs).max())) * Fraction(101, 100) + 1
    slack = (reach * (off + Fraction(1, 1 << 50) + (BLOCK + 4) * U) + off + 4 * U) * Fraction(102, 100) + TINY
    return middle - slack, middle + slack


def divergence_of_weights(
    target: Sequence[int], target_total: int, draft: Sequence[int], draft_total: int
) -> tuple[Fraction, Fraction] | None:
    """(lo, hi) around KL of two weight lists, or None where a share is 0, subnormal or beyond the analysis (B8)."""
    self_test()
    p = np.array([w / target_total for w in target])
    q = np.array([v / draft_total for v in draft])
    kept = p > 0
    p, q = p[kept], q[kept]
    if p.min() < 2.0**-900 or q.min() < 2.0**-900 or sum(1 for w in target if w) != len(p):
        return None
    terms = p * (log_array(p) - log_array(q))
    size = Fraction(float(np.abs(np.log2(q)).max()) + float(np.abs(np.log2(p)).max()) + 4)
    slack = size * (Fraction(4, 1 << 50) + (BLOCK + 8) * U) * Fraction(102, 100) + 8 * U
    middle = Fraction(_block_sum(terms))
    return middle - slack, middle + slack
