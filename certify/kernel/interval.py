"""Dyadic intervals with outward rounding: a pair (low, high) of integers stands for [low 2^-w, high 2^-w].

The scale w (bits after the point) is an argument of every function that needs it, so an interval is two integers and
nothing else. Every function returns an interval that contains every value of the operation on members of its operands:
lower ends are rounded down, upper ends up. Sums are exact. Divisors are strictly positive, or the function refuses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from certify.kernel.rational import brief
from certify.kernel.reject import refused

Interval = tuple[int, int]

ZERO: Interval = (0, 0)


def ratio(numerator: int, denominator: int, w: int) -> Interval:
    """The rational numerator/denominator (denominator > 0)."""
    scaled = numerator << w
    return scaled // denominator, -(-scaled // denominator)


def of(value: Fraction, w: int) -> Interval:
    """The rational `value`."""
    return ratio(value.numerator, value.denominator, w)


def hull(low: Fraction, high: Fraction, w: int) -> Interval:
    """Everything between two rationals, low <= high."""
    return of(low, w)[0], of(high, w)[1]


def add(a: Interval, b: Interval) -> Interval:
    return a[0] + b[0], a[1] + b[1]


def sub(a: Interval, b: Interval) -> Interval:
    return a[0] - b[1], a[1] - b[0]


def total(parts: Iterable[Interval]) -> Interval:
    """The sum; (0, 0) of nothing."""
    low = high = 0
    for a in parts:
        low += a[0]
        high += a[1]
    return low, high


def mul(a: Interval, b: Interval, w: int) -> Interval:
    ends = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
    return min(ends) >> w, -(-max(ends) >> w)


def div(a: Interval, b: Interval, w: int, where: str) -> Interval:
    """a / b for a strictly positive b; refused (not-positive) where b may be 0 or negative."""
    if b[0] <= 0:
        raise refused(where, "not-positive", f"a divisor in [{b[0]}, {b[1]}] 2^-{w}, needs > 0 everywhere")
    low = (a[0] << w) // (b[1] if a[0] >= 0 else b[0])
    high = -(-(a[1] << w) // (b[0] if a[1] >= 0 else b[1]))
    return low, high


def power(a: Interval, exponent: Fraction, w: int, where: str) -> Interval:
    """a^(n/q), the positive root, for a strictly positive a; refused where a may be 0 or negative."""
    one = (1 << w, 1 << w)
    base = a if exponent >= 0 else div(one, a, w, where)
    if base[0] <= 0:
        raise refused(where, "not-positive", f"a power of [{a[0]}, {a[1]}] 2^-{w}, needs > 0 everywhere")
    result = one
    for _ in range(abs(exponent.numerator)):
        result = mul(result, base, w)
    q = exponent.denominator
    lift = (q - 1) * w
    return _root_below(result[0] << lift, q), _root_below((result[1] << lift) - 1, q) + 1


def _root_below(n: int, q: int) -> int:
    """The largest r with r^q <= n, for n >= 0, by Newton's method from above."""
    r = 1 << -(-n.bit_length() // q)
    while r**q > n:
        r = ((q - 1) * r + n // r ** (q - 1)) // q
    return r


def size(a: Interval) -> int:
    """The largest absolute value of a member."""
    return max(-a[0], a[1])


def inside(a: Interval, b: Interval) -> bool:
    """Every member of a is a member of b."""
    return b[0] <= a[0] and a[1] <= b[1]


def horner(coefficients: Sequence[int], denominator: int, x: Interval, w: int) -> Interval:
    """sum_k coefficients[k] x^k / denominator."""
    value = ZERO
    for coefficient in reversed(coefficients):
        value = add(mul(value, x, w), (coefficient << w, coefficient << w))
    return value[0] // denominator, -(-value[1] // denominator)


def show(a: Interval, w: int) -> str:
    """Decimal ends for messages, 12 digits, rounded outward."""
    low, high = (a[0] * 10**12) >> w, -((-a[1] * 10**12) >> w)
    return f"[{_decimal(low)}, {_decimal(high)}]"


def _decimal(trillionths: int) -> str:
    whole, part = divmod(abs(trillionths), 10**12)
    return f"{'-' if trillionths < 0 else ''}{brief(whole)}.{part:012d}"
