"""Rationals as data: strings `-?(0|[1-9][0-9]*)(/[1-9][0-9]*)?` in lowest terms, read to exact integers.

Every quantity of a claim or certificate that is not an index or a set element has this form, integers included, so
that one rational has one spelling and no float can pass. Hot loops use `ratio` and `scaled` (integers); `rational`
gives a Fraction where speed does not matter.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction

from certify.kernel.reject import Reject, limit, malformed
from certify.kernel.text import Value, array, array_of, show

MAX_DIGITS = 4000  # of a numerator or a denominator
MAX_COMMON_BITS = 1 << 17  # of the common denominator of a vector
MAX_SCALED_BITS = 1 << 30  # of a vector over its common denominator, all entries together
_SHOWN_BITS = 14_000  # longer numbers are described; the standard library writes no more than 4,300 digits

_RATIONAL = re.compile(r"(0|-?[1-9][0-9]*)(?:/([1-9][0-9]*))?")


def ratio(value: Value, where: str) -> tuple[int, int]:
    """Numerator and denominator (positive, coprime) of a rational string. Raises Reject (malformed or limit)."""
    match = _RATIONAL.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise _diagnose(value, where)
    above, below = match.groups()
    if len(value) > MAX_DIGITS:
        digits = max(len(part.removeprefix("-")) for part in value.split("/"))
        if digits > MAX_DIGITS:
            raise limit(where, "too-many-digits", f"a number of {digits} digits, at most {MAX_DIGITS}")
    if below is None:
        return int(above), 1
    numerator, denominator = int(above), int(below)
    if denominator == 1:
        raise malformed(where, "denominator-one", f"{show(value)}; write {show(above)}")
    if math.gcd(numerator, denominator) != 1:
        lowest = Fraction(numerator, denominator)
        raise malformed(where, "not-lowest-terms", f"{show(value)}; in lowest terms {show(str(lowest))}")
    return numerator, denominator


def rational(value: Value, where: str) -> Fraction:
    """A rational string as a Fraction."""
    numerator, denominator = ratio(value, where)
    return Fraction(numerator, denominator)


def rationals(value: Value, where: str, length: int) -> list[Fraction]:
    """An array of exactly `length` rational strings."""
    return [rational(element, f"{where}/{i}") for i, element in enumerate(array_of(value, where, length))]


def ratios(value: Value, where: str, length: int | None = None) -> list[tuple[int, int]]:
    """An array of rational strings as (numerator, denominator) pairs; of exactly `length` elements if given."""
    elements = array(value, where) if length is None else array_of(value, where, length)
    return [ratio(element, f"{where}/{i}") for i, element in enumerate(elements)]


def scaled(pairs: list[tuple[int, int]], where: str = "") -> tuple[list[int], int]:
    """Integers n_i and one d > 0 with pairs[i] = n_i / d: rationals over their least common denominator.

    Many large denominators would unfold to far more digits than were read: refused beyond the two limits above.
    """
    common = 1
    for denominator in {denominator for _, denominator in pairs}:
        common = math.lcm(common, denominator)
        if common.bit_length() > MAX_COMMON_BITS or common.bit_length() * len(pairs) > MAX_SCALED_BITS:
            found = f"a common denominator of {common.bit_length()} bits for {len(pairs)} numbers"
            raise limit(where, "too-many-digits", f"{found}, at most {MAX_COMMON_BITS} and {MAX_SCALED_BITS} in all")
    return [numerator * (common // denominator) for numerator, denominator in pairs], common


def dot(left: Sequence[int], right: Sequence[int]) -> int:
    """sum_i left[i] right[i] over the shorter of the two."""
    return sum(map(int.__mul__, left, right))


def spell(value: Fraction) -> str:
    """The one spelling of a rational. Raises Reject (limit) where it has more digits than a rational may have."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > _SHOWN_BITS:
        raise limit("", "too-many-digits", f"a number of more than {MAX_DIGITS} digits")
    return str(value)


def brief(value: Fraction | int) -> str:
    """A rational for messages, shortened when long."""
    bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    if bits > _SHOWN_BITS:
        return f"a {'negative' if value < 0 else 'positive'} number of {bits} bits"
    text = str(value)
    return text if len(text) <= 60 else f"{text[:40]}... ({len(text)} characters)"


def _diagnose(value: Value, where: str) -> Reject:
    """Why `value` is not a rational string, under the code of the first trap it falls in."""
    if not isinstance(value, str):
        return malformed(where, "not-a-string", f'found {show(value)}, expected a rational string such as "1/10"')
    codes = (
        ("non-ascii-digit", any(not c.isascii() and c.isdigit() for c in value)),
        ("plus-sign", "+" in value),
        ("underscore", "_" in value),
        ("exponent", re.fullmatch(r"-?[0-9.]+[eE]-?[0-9]+", value) is not None),
        ("decimal-point", re.fullmatch(r"-?[0-9]*\.[0-9]*", value) is not None),
        ("negative-zero", re.fullmatch(r"-0(/.*)?", value) is not None),
        ("zero-denominator", re.fullmatch(r"-?[0-9]+/0+", value) is not None),
        ("leading-zero", re.fullmatch(r"-?[0-9]+(/[0-9]+)?", value) is not None),
    )
    code = next((code for code, hit in codes if hit), "not-a-rational")
    return malformed(where, code, f'found {show(value)}, expected a rational in lowest terms such as "-3" or "1/10"')
