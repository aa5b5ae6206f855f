"""Polynomials in one variable over Q, real roots, irreducibility, and the ring Q[x]/(f).

A `Poly` is a tuple of integers, constant first, without a trailing zero; the zero polynomial is (). A polynomial over Q
is a `Poly` over one positive denominator. Everything is integer arithmetic.

* Pseudo-division: `divide(f, g)` gives c > 0, q, r with c f = q g + r and deg r < deg g.
* Real roots: `count` is Sturm's theorem (distinct roots in an open interval whose ends are not roots). A `Root` is a
  polynomial with exactly one root in (low, high), and a sign change there; `enclose` bisects it to any precision.
* Irreducibility over Q: `is_irreducible(f, primes)`. Modulo a prime that does not divide the leading coefficient (so
  the degree is kept) and for which f stays squarefree, the degrees of the factors of f over Q are sums of degrees of
  factors mod that prime. If the sets of such sums for the given primes share only 0 and deg f, f is irreducible.
* Q[x]/(f): `Ring`. f need not be irreducible: an identity that holds in Q[x]/(f) holds at every root of f, and an
  inverse is an identity u v = 1. Elements are (Poly, denominator) with deg < deg f, reduced by their common divisor.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from certify.kernel import rational
from certify.kernel.interval import Interval, horner, hull
from certify.kernel.reject import limit, malformed, refused
from certify.kernel.text import Value, array, integers, record

Poly = tuple[int, ...]
Element = tuple[Poly, int]

MAX_DEGREE = 64
MAX_PRIME = 1 << 12
MAX_SIZE = 1 << 14  # degree x bits of a coefficient of a polynomial whose roots are counted
MAX_ENDS = 1 << 16  # degree x bits of an end of the interval of a root
MAX_BITS = 1 << 14  # of a coefficient in Q[x]/(f)

ONE: Element = ((1,), 1)
NOTHING: Element = ((), 1)


def trim(coefficients: Sequence[int]) -> Poly:
    """Without trailing zeros."""
    end = len(coefficients)
    while end and not coefficients[end - 1]:
        end -= 1
    return tuple(coefficients[:end])


def parse(value: Value, where: str) -> Element:
    """A polynomial over Q: rational strings, constant first, no trailing zero."""
    pairs = rational.ratios(array(value, where, 0, MAX_DEGREE + 1), where)
    numbers, common = rational.scaled(pairs)
    if numbers and not numbers[-1]:
        raise malformed(where, "trailing-zero", f"leading coefficient 0 of {len(numbers)} coefficients")
    return tuple(numbers), common


def parse_integral(value: Value, where: str) -> Poly:
    """A primitive polynomial of degree >= 1 with integer coefficients, as rational strings."""
    f, denominator = parse(value, where)
    if len(f) < 2:
        raise malformed(where, "constant-polynomial", f"degree {len(f) - 1}, at least 1")
    if denominator != 1 or math.gcd(*f) != 1:
        raise malformed(
            where, "not-primitive", f"content {rational.brief(Fraction(math.gcd(*f), denominator))}, needs 1"
        )
    size = (len(f) - 1) * max(abs(a) for a in f).bit_length()
    if size > MAX_SIZE:
        raise limit(where, "too-many-digits", f"degree x bits of a coefficient is {size}, at most {MAX_SIZE}")
    return f


def add(f: Poly, g: Poly) -> Poly:
    if len(f) < len(g):
        f, g = g, f
    return trim([a + b for a, b in zip(f, g, strict=False)] + list(f[len(g) :]))


def scale(f: Poly, factor: int) -> Poly:
    return tuple(factor * a for a in f) if factor else ()


def mul(f: Poly, g: Poly) -> Poly:
    if not f or not g:
        return ()
    product = [0] * (len(f) + len(g) - 1)
    for i, a in enumerate(f):
        if a:
            for j, b in enumerate(g, i):
                product[j] += a * b
    return tuple(product)


def derivative(f: Poly) -> Poly:
    return tuple(k * a for k, a in enumerate(f) if k)


def divide(f: Poly, g: Poly) -> tuple[int, Poly, Poly]:
    """c > 0, q, r with c f = q g + r, deg r < deg g; g is not 0."""
    lead, sign, degree = abs(g[-1]), 1 if g[-1] > 0 else -1, len(g) - 1
    c, rest, quotient = 1, list(f), [0] * max(len(f) - degree, 0)
    for k in range(len(f) - len(g), -1, -1):
        top = sign * rest[k + degree]
        shared = math.gcd(top, lead) if top else lead
        factor, top = lead // shared, top // shared
        if factor != 1:
            c, rest, quotient = c * factor, [factor * a for a in rest], [factor * a for a in quotient]
        quotient[k] = top
        for i, b in enumerate(g, k):
            rest[i] -= top * b
    return c, trim(quotient), trim(rest[:degree])


def divides(g: Poly, f: Poly) -> bool:
    """g divides f over Q."""
    return not divide(f, g)[2]


def primitive(f: Poly) -> Poly:
    """Divided by the (positive) greatest common divisor of its coefficients."""
    content = math.gcd(*f)
    return tuple(a // content for a in f) if content > 1 else f


def sign(f: Poly, x: Fraction) -> int:
    """The sign of f(x)."""
    value, power = 0, 1
    for a in reversed(f):
        value = value * x.numerator + a * power
        power *= x.denominator
    return (value > 0) - (value < 0)


def count(f: Poly, low: Fraction, high: Fraction) -> int:
    """The number of distinct real roots in (low, high); neither end is a root (Sturm)."""
    chain = [primitive(f), primitive(derivative(f))]
    while chain[-1]:
        chain.append(scale(primitive(divide(chain[-2], chain[-1])[2]), -1))
    return _variations(chain, low) - _variations(chain, high)


def _variations(chain: list[Poly], x: Fraction) -> int:
    signs = [s for s in (sign(f, x) for f in chain) if s]
    return sum(a != b for a, b in itertools.pairwise(signs))


@dataclass(frozen=True)
class Root:
    """The only real root of `poly` in the open interval (low, high), where its sign changes."""

    poly: Poly
    low: Fraction
    high: Fraction

    def enclose(self, w: int) -> Interval:
        """An interval of width a few 2^-w that contains the root, by bisection."""
        low, high, below = self.low, self.high, sign(self.poly, self.low)
        while (high - low) * (1 << w) > 1:
            middle = (low + high) / 2
            here = sign(self.poly, middle)
            if not here:
                return hull(middle, middle, w)
            low, high = (middle, high) if here == below else (low, middle)
        return hull(low, high, w)


def parse_root(value: Value, where: str) -> Root:
    """`{"polynomial", "low", "high"}`; refused unless the sign changes and exactly one root lies between."""
    fields = record(value, where, ("polynomial", "low", "high"))
    f = parse_integral(fields["polynomial"], f"{where}/polynomial")
    low = rational.rational(fields["low"], f"{where}/low")
    high = rational.rational(fields["high"], f"{where}/high")
    return isolated(f, low, high, where)


def isolated(f: Poly, low: Fraction, high: Fraction, where: str) -> Root:
    """The root of f in (low, high), after checking that there is exactly one, with a change of sign."""
    if low >= high:
        raise malformed(where, "empty-interval", f"low {rational.brief(low)} is not below high {rational.brief(high)}")
    size = (len(f) - 1) * max(abs(n).bit_length() for end in (low, high) for n in end.as_integer_ratio())
    if size > MAX_ENDS:
        raise limit(where, "too-many-digits", f"degree x bits of an end is {size}, at most {MAX_ENDS}")
    if sign(f, low) * sign(f, high) >= 0:
        raise refused(where, "no-sign-change", f"signs {sign(f, low)} and {sign(f, high)} at the ends, need -1 and 1")
    found = count(f, low, high)
    if found != 1:
        raise refused(where, "not-isolating", f"{found} roots between the ends, needs 1")
    return Root(f, low, high)


# --- irreducibility -------------------------------------------------------------------------------------------------


def parse_primes(value: Value, where: str) -> list[int]:
    """Primes for `is_irreducible`: at least one, each below MAX_PRIME."""
    primes = integers(array(value, where, 1, 16), where, 2, MAX_PRIME)
    for i, q in enumerate(primes):
        if any(q % d == 0 for d in range(2, math.isqrt(q) + 1)):
            raise malformed(f"{where}/{i}", "not-a-prime", f"{q} is composite")
    return primes


def require_irreducible(f: Poly, primes: list[int], where: str) -> None:
    """Refuse unless the degrees of the factors of f modulo the primes leave only 0 and deg f."""
    shared = (1 << len(f)) - 1
    for i, q in enumerate(primes):
        if f[-1] % q == 0:
            raise refused(f"{where}/{i}", "degree-drops", f"{q} divides the leading coefficient {f[-1]}")
        degrees = factor_degrees(f, q)
        if degrees is None:
            raise refused(f"{where}/{i}", "not-squarefree", f"the polynomial has a repeated factor modulo {q}")
        sums = 1
        for degree in degrees:
            sums |= sums << degree
        shared &= sums
    if shared != 1 | 1 << (len(f) - 1):
        left = [k for k in range(1, len(f) - 1) if shared >> k & 1]
        raise refused(where, "not-irreducible", f"a factor of degree {left[0]} is not excluded")


def factor_degrees(f: Poly, q: int) -> list[int] | None:
    """Degrees of the irreducible factors of f modulo q (distinct-degree factorisation); None if not squarefree."""
    rest = _monic([a % q for a in f], q)
    if len(_gcd(rest, [a % q for a in derivative(f)], q)) != 1:
        return None
    degrees: list[int] = []
    power, k = _remainder([0, 1], rest, q), 0
    while len(rest) > 1:
        k += 1
        if 2 * k > len(rest) - 1:
            return [*degrees, len(rest) - 1]
        power = _power(power, q, rest, q)
        shifted = [*power, *[0] * (2 - len(power))]
        shifted[1] -= 1
        common = _gcd(rest, [a % q for a in shifted], q)
        degrees += [k] * ((len(common) - 1) // k)
        rest = _quotient(rest, common, q)
        power = _remainder(power, rest, q)
    return degrees


def _monic(f: Sequence[int], q: int) -> list[int]:
    f = trim(f)
    inverse = pow(f[-1], -1, q) if f else 0
    return [a * inverse % q for a in f]


def _remainder(f: Sequence[int], g: Sequence[int], q: int) -> list[int]:
    """f modulo a monic g."""
    rest = list(f)
    for k in range(len(rest) - len(g), -1, -1):
        top = rest[k + len(g) - 1]
        if top:
            for i, b in enumerate(g, k):
                rest[i] = (rest[i] - top * b) % q
    return list(trim(rest[: len(g) - 1]))


def _quotient(f: Sequence[int], g: Sequence[int], q: int) -> list[int]:
    """f / g for monic f and g where the division is exact."""
    rest, quotient = list(f), [0] * (len(f) - len(g) + 1)
    for k in range(len(f) - len(g), -1, -1):
        top = quotient[k] = rest[k + len(g) - 1]
        for i, b in enumerate(g, k):
            rest[i] = (rest[i] - top * b) % q
    return quotient


def _gcd(f: Sequence[int], g: Sequence[int], q: int) -> list[int]:
    f, g = _monic(f, q), _monic(g, q)
    while g:
        f, g = g, _monic(_remainder(f, g, q), q)
    return list(f)


def _power(base: list[int], exponent: int, g: Sequence[int], q: int) -> list[int]:
    result = [1]
    for bit in bin(exponent)[2:]:
        result = _remainder([a % q for a in mul(tuple(result), tuple(result))], g, q)
        if bit == "1":
            result = _remainder([a % q for a in mul(tuple(result), tuple(base))], g, q)
    return result


# --- Q[x]/(f) -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ring:
    """Q[x]/(modulus), modulus of degree >= 1."""

    modulus: Poly

    def element(self, f: Poly, denominator: int) -> Element:
        """f / denominator, reduced."""
        if len(f) >= len(self.modulus):
            c, _, f = divide(f, self.modulus)
            denominator *= c
        shared = math.gcd(denominator, *f)
        f, denominator = tuple(a // shared for a in f), denominator // shared
        if denominator.bit_length() > MAX_BITS or any(a.bit_length() > MAX_BITS for a in f):
            raise limit("/evidence", "too-many-digits", f"a number of more than {MAX_BITS} bits modulo the polynomial")
        return f, denominator

    def add(self, a: Element, b: Element) -> Element:
        return self.element(add(scale(a[0], b[1]), scale(b[0], a[1])), a[1] * b[1])

    def sub(self, a: Element, b: Element) -> Element:
        return self.add(a, (scale(b[0], -1), b[1]))

    def mul(self, a: Element, b: Element) -> Element:
        return self.element(mul(a[0], b[0]), a[1] * b[1])

    def sum(self, parts: Sequence[Element]) -> Element:
        common = math.lcm(*(denominator for _, denominator in parts))
        value: Poly = ()
        for f, denominator in parts:
            value = add(value, scale(f, common // denominator))
        return self.element(value, common)

    def inverse(self, a: Element, where: str) -> Element:
        """The b with a b = 1; refused (not-invertible) where a shares a factor with the modulus."""
        r0, r1 = self.modulus, a[0]
        s0: Poly = ()
        s1: Poly = (1,)
        while len(r1) > 1:
            c, q, r = divide(r0, r1)
            s = add(scale(s0, c), scale(mul(q, s1), -1))
            shared = math.gcd(*r, *s)
            r0, s0 = r1, s1
            r1, s1 = tuple(x // shared for x in r), tuple(x // shared for x in s)
        if not r1:
            raise refused(where, "not-invertible", "a divisor that is not invertible modulo the polynomial")
        return self.element(scale(s1, a[1] if r1[0] > 0 else -a[1]), abs(r1[0]))

    def compose(self, f: Element, a: Element) -> Element:
        """f(a), for a polynomial f over Q."""
        value = NOTHING
        for coefficient in reversed(f[0]):
            value = self.add(self.mul(value, a), ((coefficient,) if coefficient else (), 1))
        return self.element(value[0], value[1] * f[1])


def at(a: Element, x: Interval, w: int) -> Interval:
    """The value of a polynomial over Q at a number in x."""
    return horner(a[0], a[1], x, w)


def is_unit(f: Poly) -> bool:
    """Leading coefficient and constant are 1 or -1: every root is an algebraic integer, and so is its inverse."""
    return abs(f[0]) == 1 and abs(f[-1]) == 1


def require_one_unit(unit: Poly, other: Poly, primes: Value, where: str) -> None:
    """Refuse unless roots of `unit` are units and roots of `other` are not (theorem algebraic-unit)."""
    if not is_unit(unit):
        raise refused(f"{where}/unit", "not-a-unit", f"leading {unit[-1]} and constant {unit[0]}, need 1 or -1")
    if is_unit(other):
        raise refused(f"{where}/unit", "both-units", f"leading {other[-1]} and constant {other[0]}: also a unit")
    require_irreducible(other, parse_primes(primes, f"{where}/primes"), f"{where}/primes")
