"""Polynomials and intervals of the kernel against python-flint and exact fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from certify.kernel import Reject, interval, poly

coefficients = st.lists(st.integers(-50, 50), max_size=10)
polynomials = coefficients.map(poly.trim)
nonzero = polynomials.filter(len)
fractions = st.fractions(min_value=-20, max_value=20, max_denominator=97)


def reference(f: poly.Poly) -> flint.fmpz_poly:
    return flint.fmpz_poly(list(f))


@given(polynomials, nonzero)
def test_pseudo_division(f: poly.Poly, g: poly.Poly) -> None:
    c, q, r = poly.divide(f, g)
    assert c > 0
    assert len(r) < len(g)
    assert poly.add(poly.mul(q, g), r) == poly.scale(f, c)


@given(polynomials.filter(lambda f: len(f) > 1), fractions, fractions)
def test_number_of_real_roots(f: poly.Poly, a: Fraction, b: Fraction) -> None:
    low, high = sorted((a, b))
    assume(low < high and poly.sign(f, low) and poly.sign(f, high))
    found: Any = reference(f).complex_roots()
    roots = [r.real for r, _ in found if r.imag == 0]
    ends = [flint.arb(flint.fmpq(x.numerator, x.denominator)) for x in (low, high)]
    assert poly.count(f, low, high) == sum(bool(ends[0] < r < ends[1]) for r in roots)


@given(nonzero.filter(lambda f: len(f) > 1), st.sampled_from([2, 3, 5, 7, 11, 101]))
def test_factor_degrees(f: poly.Poly, q: int) -> None:
    assume(f[-1] % q)
    _, factors = flint.nmod_poly(list(f), q).factor()
    squarefree = all(power == 1 for _, power in factors)
    expected = sorted(factor.degree() for factor, _ in factors) if squarefree else None
    degrees = poly.factor_degrees(f, q)
    assert (None if degrees is None else sorted(degrees)) == expected


@given(nonzero.filter(lambda f: len(f) > 1))
def test_no_reducible_polynomial_is_called_irreducible(f: poly.Poly) -> None:
    f = poly.primitive(f)
    _, factors = reference(f).factor()
    irreducible = len(factors) == 1 and factors[0][1] == 1
    primes = [q for q in (2, 3, 5, 7, 11, 13, 17, 19) if f[-1] % q and poly.factor_degrees(f, q)]
    assume(primes)
    try:
        poly.require_irreducible(f, primes, "")
    except Reject as reject:
        assert reject.code == "not-irreducible"
    else:
        assert irreducible


@given(nonzero.filter(lambda f: len(f) > 1), polynomials)
def test_inverse(f: poly.Poly, a: poly.Poly) -> None:
    ring = poly.Ring(f)
    element = ring.element(a, 3)
    coprime = reference(f).gcd(reference(a)).degree() == 0
    try:
        assert ring.mul(element, ring.inverse(element, "")) == poly.ONE
    except Reject as reject:
        assert reject.code == "not-invertible"
        assert not coprime
    else:
        assert coprime


@given(nonzero.filter(lambda f: len(f) > 1), polynomials, polynomials, fractions)
def test_ring_agrees_with_flint(f: poly.Poly, a: poly.Poly, b: poly.Poly, s: Fraction) -> None:
    ring = poly.Ring(f)
    x, y = ring.element(a, s.denominator), ring.element(b, 5)
    product, denominator = ring.mul(x, y)
    expected = flint.fmpq_poly(list(a), s.denominator) * flint.fmpq_poly(list(b), 5) % flint.fmpq_poly(list(f))
    assert flint.fmpq_poly(list(product), denominator) == expected


def test_enclosures_of_roots() -> None:
    root = poly.isolated((-2, 0, 1), Fraction(1), Fraction(2), "")
    low, high = root.enclose(100)
    assert low**2 <= 2 << 200 <= high**2
    assert high - low <= 3
    with pytest.raises(Reject, match="not-isolating"):
        poly.isolated((0, -1, 0, 1), Fraction(-2), Fraction(2), "")
    with pytest.raises(Reject, match="no-sign-change"):
        poly.isolated((1, -2, 1), Fraction(0), Fraction(2), "")


@given(fractions, fractions, fractions, fractions, st.integers(2, 60))
def test_interval_operations_enclose(a: Fraction, b: Fraction, c: Fraction, d: Fraction, w: int) -> None:
    x, y = interval.hull(min(a, b), max(a, b), w), interval.hull(min(c, d), max(c, d), w)
    for p in (a, b):
        for q in (c, d):
            assert _contains(interval.add(x, y), p + q, w)
            assert _contains(interval.sub(x, y), p - q, w)
            assert _contains(interval.mul(x, y, w), p * q, w)
            if y[0] > 0:
                assert _contains(interval.div(x, y, w, ""), p / q, w)
            assert _contains(interval.horner((3, -2, 5), 7, x, w), (3 - 2 * p + 5 * p * p) / 7, w)
    if y[0] <= 0:
        with pytest.raises(Reject, match="not-positive"):
            interval.div(x, y, w, "")


def _contains(x: interval.Interval, value: Fraction, w: int) -> bool:
    return x[0] <= value * (1 << w) <= x[1]
