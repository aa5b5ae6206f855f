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
CHUNK = 1 << 13  # numbers worked on at a time, so that they stay in the cache
STEPS = 64  # table entries per unit of the exponent
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
    """exp(-k/64) for k < LENGTH as a product of two correctly rounded factors, relative error at most 4u (B2)."""
    coarse = [_rounded_exp(-k, 1) for k in range(LENGTH // STEPS)]
    fine = [_rounded_exp(-k, STEPS) for k in range(STEPS)]
    table = np.multiply.outer(np.array(coarse), np.array(fine)).ravel()
    return np.append(table, 0.0)


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


def exp_chunk(y: Array, shift: int, out: Array, work: Array, index: Array) -> None:
    """out = exp(y - shift/64) with relative error EXP_ERROR, or 0 where that is below e^-511; y <= (shift + 1)/64."""
    np.multiply(y, float(STEPS), out=work)
    np.rint(work, out=work)
    np.subtract(float(shift), work, out=out)
    np.clip(out, 0.0, float(LENGTH), out=out)
    np.copyto(index, out, casting="unsafe")
    np.multiply(work, 1.0 / STEPS, out=work)
    np.subtract(y, work, out=work)  # exact (B2)
    np.multiply(work, 1.0 / 120, out=out)
    for coefficient in (1.0 / 24, 1.0 / 6, 0.5, 1.0):
        np.add(out, coefficient, out=out)
        np.multiply(out, work, out=out)
    np.add(out, 1.0, out=out)
    np.take(_exp_table(), index, out=work, mode="clip")
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
    """Exponentials of one row: weights e_i of exp(y_i - shift/64), their sum with its relative error."""

    weights: Array
    shift: int
    sum: Fraction
    error: Fraction  # of the sum, relative; every weight has `each`
    each: Fraction


@dataclass(frozen=True)
class Pair:
    """Two rows: partitions of target and draft and sum e_i (y_i - v_i) over the target's e, with its absolute error."""

    target: Partition
    draft: Partition
    cross: Fraction
    cross_error: Fraction


def scale_row(row: Array, inverse: float, out: Array) -> Array:
    """y = z / T in binary64 as one product; exact for T a power of two, else relative error below 2.01 u."""
    np.multiply(row, inverse, out=out)
    return out


def pair(target: Array, draft: Array, temperature: Fraction) -> Pair | None:
    """Both partitions and the cross sum for rows of finite logits, in one pass; None where a bound does not hold."""
    self_test()
    inverse, inexact = _inverse(temperature)
    tops = [float(row.max()) for row in (target, draft)]
    reach = [max(abs(float(row.min())), abs(top)) for row, top in zip((target, draft), tops, strict=True)]
    if max(reach) * inverse > MAX_EXPONENT:
        return None
    shifts = [round(top * inverse * STEPS) for top in tops]
    size = len(target)
    weights = [np.empty(size), np.empty(size)]
    cross = np.empty(min(CHUNK, size))
    rows = [np.empty(min(CHUNK, size)), np.empty(min(CHUNK, size))]
    work, index = np.empty(min(CHUNK, size)), np.empty(min(CHUNK, size), dtype=np.int32)
    sums: tuple[list[float], list[float], list[float]] = ([], [], [])
    for start in range(0, size, CHUNK):
        stop = min(start + CHUNK, size)
        width = stop - start
        for number, row in enumerate((target, draft)):
            scale_row(row[start:stop], inverse, rows[number][:width])
            out = weights[number][start:stop]
            exp_chunk(rows[number][:width], shifts[number], out, work[:width], index[:width])
            sums[number].append(_block_sum(out))
        np.subtract(rows[0][:width], rows[1][:width], out=cross[:width])
        np.multiply(cross[:width], weights[0][start:stop], out=cross[:width])
        sums[2].append(_block_sum(cross[:width]))
    # (B5) a scaled row is off by 2.01 u |y|, which moves exp by as much, relatively
    reaches = [Fraction(reach_) * Fraction(inverse) for reach_ in reach]
    parts = []
    for number in range(2):
        each = EXP_ERROR + (Fraction(201, 100) * U * reaches[number] * Fraction(101, 100) if inexact else 0)
        error = each + (BLOCK + 4) * U + TINY
        parts.append(Partition(weights[number], shifts[number], Fraction(math.fsum(sums[number])), error, each))
    spread = sum(reaches, Fraction(0)) * Fraction(101, 100)
    relative = parts[0].error + 4 * U + (Fraction(201, 100) * U if inexact else 0)
    cross_error = relative * spread * parts[0].sum * Fraction(101, 100) + TINY
    return Pair(parts[0], parts[1], Fraction(math.fsum(sums[2])), cross_error)


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
        inverse, inexact = _inverse(temperature)
        y = scale_row(row.astype(np.float64), inverse, np.empty(len(row)))
        reach = Fraction(float(np.abs(y).max())) * Fraction(101, 100)
        mean = Fraction(_block_sum(y * part.weights)) / part.sum
        low, high = log_bounds(*_pair(part.sum), 80)
        middle = Fraction(part.shift, STEPS) + Fraction(low + high, 2 << 80) - mean
        error = (2 * part.error + 4 * U + (Fraction(201, 100) * U if inexact else 0)) * reach
        slack = (error + part.error) * Fraction(102, 100) + Fraction(1, 1 << 76)
        return middle - slack, middle + slack
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
