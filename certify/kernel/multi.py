"""Polynomials in several variables over Q, and the positive combinations that certify inequalities.

As data a polynomial is an array of terms `["c", [[v, e], ..]]`: a nonzero rational coefficient and a monomial, pairs
of a variable's index and its exponent e >= 1, indices increasing; no monomial stands twice; the empty array is 0.
Inside, a `Poly` is integer coefficients over one positive denominator, a monomial the sorted tuple of its variables
with repeats: x_0^2 x_1 is (0, 0, 1).

Work is counted in products of terms, degrees and bits are limited, so that no evidence can make the kernel run for
ever.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from certify.kernel.rational import ratio
from certify.kernel.reject import limit, malformed, refused
from certify.kernel.text import Value, array, array_of, integer

MAX_DEGREE = 256
MAX_BITS = 1 << 17  # of a coefficient or a common denominator
MAX_WORK = 1 << 24  # products of terms in one check, long ones counted more than once
MAX_WORDS = 1 << 24  # of the monomials and coefficients of one polynomial

Monomial = tuple[int, ...]


@dataclass(frozen=True)
class Poly:
    """sum of terms[m] m over the denominator; no zero coefficients, denominator > 0."""

    terms: dict[Monomial, int]
    denominator: int = 1


Part = tuple[int, int, Poly]  # numerator and denominator (> 0) of a factor, and a polynomial

ZERO = Poly({})
ONE = Poly({(): 1})


class Work:
    """Counts what has been done; refuses when it is more than MAX_WORK."""

    def __init__(self) -> None:
        self.done = 0

    def spend(self, amount: int, where: str) -> None:
        self.done += amount
        if self.done > MAX_WORK:
            raise limit(where, "too-much-work", f"more than {MAX_WORK} products of terms")


def read_poly(value: Value, where: str, width: int) -> Poly:
    """A polynomial in variables 0..width-1 from its array of terms."""
    pairs: dict[Monomial, tuple[int, int]] = {}
    common = 1
    for i, term in enumerate(array(value, where)):
        place = f"{where}/{i}"
        coefficient, powers = array_of(term, place, 2)
        above, below = ratio(coefficient, f"{place}/0")
        if above == 0:
            raise malformed(f"{place}/0", "zero-coefficient", "a term with coefficient 0; leave it out")
        monomial = _monomial(powers, f"{place}/1", width)
        if monomial in pairs:
            raise malformed(f"{place}/1", "repeated", "this monomial stands twice")
        pairs[monomial] = (above, below)
        common = _lcm(common, below, where)
    _bounded(pairs, max(map(len, pairs), default=0), common.bit_length(), where)
    return Poly({m: above * (common // below) for m, (above, below) in pairs.items()}, common)


def _monomial(value: Value, where: str, width: int) -> Monomial:
    variables: list[int] = []
    for i, pair in enumerate(array(value, where)):
        variable, exponent = array_of(pair, f"{where}/{i}", 2)
        least = variables[-1] + 1 if variables else 0
        integer(variable, f"{where}/{i}/0", least, width - 1)
        if integer(exponent, f"{where}/{i}/1", 1) + len(variables) > MAX_DEGREE:
            raise limit(f"{where}/{i}/1", "degree-too-large", f"a degree of more than {MAX_DEGREE}")
        variables += [variable] * exponent
    return tuple(variables)


def degree(poly: Poly) -> int:
    """The total degree; 0 for the zero polynomial."""
    return max(map(len, poly.terms), default=0)


def size(poly: Poly) -> int:
    """The number of terms, counted more than once where they are long."""
    return len(poly.terms) * (1 + (degree(poly) + (_bits(poly) >> 6) >> 4))


def constant(poly: Poly) -> tuple[int, int] | None:
    """Numerator and denominator of a constant polynomial, None for another."""
    if not poly.terms:
        return 0, 1
    return (poly.terms[()], poly.denominator) if len(poly.terms) == 1 and () in poly.terms else None


def _bits(poly: Poly) -> int:
    """The length of the longest coefficient."""
    return max((c.bit_length() for c in poly.terms.values()), default=0)


def _bounded(terms: Collection[Monomial], longest: int, bits: int, where: str) -> None:
    """Refuse more terms of this degree and with coefficients of this length than memory should hold."""
    if len(terms) * (16 + longest + (bits >> 6)) > MAX_WORDS:
        found = f"{len(terms)} terms of degree {longest} and {bits} bits"
        raise limit(where, "too-many-terms", f"{found}, at most {MAX_WORDS} words in one polynomial")


def product(left: Poly, right: Poly, work: Work, where: str) -> Poly:
    """left times right."""
    grown, a_bits, b_bits = degree(left) + degree(right), _bits(left), _bits(right)
    cost = 1 + (grown >> 4) + (a_bits * b_bits >> 22)
    work.spend(len(left.terms) * len(right.terms) * cost + 1, where)
    if grown > MAX_DEGREE:
        raise limit(where, "degree-too-large", f"a product of degree more than {MAX_DEGREE}")
    _bounded(right.terms, grown, a_bits + b_bits, where)
    terms: dict[Monomial, int] = {}
    for m, a in left.terms.items():
        _bounded(terms, grown, a_bits + b_bits, where)
        for n, b in right.terms.items():
            monomial = tuple(sorted(m + n))
            terms[monomial] = terms.get(monomial, 0) + a * b
    return _checked({m: c for m, c in terms.items() if c}, left.denominator * right.denominator, where)


def total(parts: Sequence[Part], work: Work, where: str) -> Poly:
    """The sum of factor times polynomial over the parts."""
    common = 1
    for _, below, poly in parts:
        common = _lcm(common, below * poly.denominator, where)
    terms: dict[Monomial, int] = {}
    for above, below, poly in parts:
        factor = above * (common // (below * poly.denominator))
        work.spend(len(poly.terms) * (1 + (factor.bit_length() * _bits(poly) >> 22)) + 1, where)
        _bounded(terms, degree(poly), common.bit_length(), where)
        for monomial, coefficient in poly.terms.items():
            terms[monomial] = terms.get(monomial, 0) + factor * coefficient
    return _checked({m: c for m, c in terms.items() if c}, common, where)


def weighted_squares(value: Value, where: str, width: int, work: Work) -> tuple[Poly, bool]:
    """sum_i w_i q_i^2 from an array of `["w", q]` with w > 0, and whether some q_i is a nonzero constant."""
    parts: list[Part] = []
    positive = False
    for i, entry in enumerate(array(value, where, 1)):
        weight, root = array_of(entry, f"{where}/{i}", 2)
        above, below = ratio(weight, f"{where}/{i}/0")
        if above <= 0:
            raise refused(f"{where}/{i}/0", "negative-weight", f"weight {weight} on a square, needs > 0")
        poly = read_poly(root, f"{where}/{i}/1", width)
        positive = positive or (bool(poly.terms) and constant(poly) is not None)
        parts.append((above, below, product(poly, poly, work, f"{where}/{i}")))
    return total(parts, work, where), positive


def _lcm(common: int, more: int, where: str) -> int:
    common = math.lcm(common, more)
    if common.bit_length() > MAX_BITS:
        raise limit(where, "too-many-digits", f"a common denominator of more than {MAX_BITS} bits")
    return common


def _checked(terms: dict[Monomial, int], denominator: int, where: str) -> Poly:
    bits = max((abs(c) for c in terms.values()), default=0) | denominator
    if bits.bit_length() > MAX_BITS:
        raise limit(where, "too-many-digits", f"a coefficient of more than {MAX_BITS} bits")
    return Poly(terms, denominator)
