"""Logarithm, exponential and square root in integers: bounds at scale 2^-bits that enclose the true value.

    log_bounds(n, d, bits)  ->  lo, hi with lo <= 2^bits log(n/d) <= hi                     n, d >= 1
    exp_bounds(x, bits)     ->  lo, hi with 0 <= lo <= 2^bits exp(x / 2^bits) <= hi         x of either sign
    floor_sqrt(n), ceil_sqrt(n)                                                             n >= 0

hi - lo is at most 3. Only integer operations: every lower bound is a sum of terms rounded down, every upper bound adds
a counted error. The error bounds are derived in docs/theorems/fixed-point.md (theorem `fixed-point`), whose numbering
the comments follow. Limits: 1 <= bits <= MAX_BITS, and x <= MAX_EXPONENT 2^bits for exp (a very negative x is fine).
"""

from __future__ import annotations

import math

from certify.kernel.reject import limit

MAX_BITS = 1 << 15
MAX_EXPONENT = 1 << 12
_STORED = 1024  # log 2 is computed once to this width, and afresh for a larger one


def log_bounds(numerator: int, denominator: int, bits: int) -> tuple[int, int]:
    """(lo, hi) with lo <= 2^bits log(numerator / denominator) <= hi. Reject (limit) if bits is out of range."""
    if numerator < 1 or denominator < 1:
        raise ValueError(f"log of {numerator}/{denominator}; both must be positive")
    _require_bits(bits)
    if numerator == denominator:
        return 0, 0
    power = numerator.bit_length() - denominator.bit_length()
    above, below = numerator << max(-power, 0), denominator << max(power, 0)
    if 3 * above > 4 * below:
        below, power = 2 * below, power + 1
    elif 3 * above < 2 * below:
        above, power = 2 * above, power - 1
    # now n/d = 2^power above/below and 2/3 <= above/below <= 4/3, so that |x| <= 1/5 in (L1)
    width = bits + bits.bit_length() + power.bit_length() + 4
    argument = (abs(above - below) << width) // (above + below)
    series, terms = _atanh(argument, width)
    lo, hi = 2 * series, 2 * series + 4 * terms + 4  # (L2)
    if above < below:
        lo, hi = -hi, -lo
    log2 = power * _log2(width)
    lo, hi = lo + log2 + min(2 * power, 0), hi + log2 + max(2 * power, 0)
    drop = width - bits
    return lo >> drop, -(-hi >> drop)


def exp_bounds(x: int, bits: int) -> tuple[int, int]:
    """(lo, hi) with 0 <= lo <= 2^bits exp(x / 2^bits) <= hi. Reject (limit) if bits or x is out of range."""
    _require_bits(bits)
    if x > MAX_EXPONENT << bits:
        raise limit("", "exponent-too-large", f"exp of about {x >> bits}, at most {MAX_EXPONENT}")
    if x < -(bits + 1) << bits:
        return 0, 1  # exp(x) < 2^-bits
    about = abs(3 * x >> (bits + 1)) + 2  # |power| is less than this: 1/log 2 < 3/2
    halvings = 4 + math.isqrt(bits) // 4
    width = bits + bits.bit_length() + about.bit_length() + halvings + 8 + (about if x > 0 else 0)
    scaled = x << (width - bits)
    log2 = _log2(width)
    # (E1) power log 2 <= x, and 0 <= rest <= 2^width (x - power log 2) <= rest + 2 |power|
    step = log2 + 2 if x > 0 else log2
    power, rest = divmod(scaled, step)
    base = rest >> halvings
    term = total = 1 << width
    terms = 1
    while term:
        term = (term * base >> width) // terms
        total += term
        terms += 1
    lo, hi = total, total + 2 * terms + 2 + (4 * abs(power) >> halvings)  # (E2)
    for _ in range(halvings):
        lo, hi = lo * lo >> width, -(-hi * hi >> width)  # (E3)
    drop = width - bits - power
    return lo >> drop, -(-hi >> drop)


def floor_sqrt(n: int) -> int:
    """The largest integer r with r r <= n, for n >= 0."""
    return math.isqrt(n)


def ceil_sqrt(n: int) -> int:
    """The smallest integer r >= 0 with r r >= n, for n >= 0."""
    return math.isqrt(n - 1) + 1 if n > 0 else math.isqrt(n)


def _require_bits(bits: int) -> None:
    if not 1 <= bits <= MAX_BITS:
        raise limit("", "precision", f"{bits} bits, must be in [1, {MAX_BITS}]")


def _atanh(argument: int, width: int) -> tuple[int, int]:
    """(A, T) with A <= 2^width atanh(x) <= A + 2 T + 2, where argument = floor(2^width x) and 0 <= x <= 1/5 (L2)."""
    square = argument * argument >> width
    power = total = argument
    odd = 1
    while power:
        odd += 2
        power = power * square >> width
        total += power // odd
    return total, odd // 2 + 1


def _atanh_of_inverse(m: int, width: int) -> int:
    """A with A <= 2^width atanh(1/m) <= A + width, for m >= 26 and width >= 64 (C1)."""
    square = m * m
    power = total = (1 << width) // m
    odd = 1
    while power:
        odd += 2
        power //= square
        total += power // odd
    return total


def _log2_series(width: int) -> int:
    """A with A <= 2^width log 2 <= A + 2 (C2): log 2 = 18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749)."""
    guard = width.bit_length() + 7
    inner = width + guard
    first, second, third = (_atanh_of_inverse(m, inner) for m in (26, 4801, 8749))
    return 18 * first - 2 * (second + inner) + 8 * third >> guard


_LOG2 = _log2_series(_STORED)


def _log2(width: int) -> int:
    """A with A <= 2^width log 2 <= A + 2, for width >= 1."""
    return _LOG2 >> (_STORED - width) if width <= _STORED else _log2_series(width)
