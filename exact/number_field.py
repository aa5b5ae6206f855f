"""Real algebraic numbers found from high precision: minimal polynomials, relations, fields, irreducibility witnesses.

Nothing here is believed: lattice reduction proposes, the kernel checks identities in Q[x]/(f).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import mpmath

from certify.kernel import poly
from certify.kernel.poly import Element, Poly
from certify.kernel.reject import Reject

Value = Any

PRIMES = [q for q in range(2, 400) if all(q % d for d in range(2, int(q**0.5) + 1))]


@dataclass(frozen=True)
class Number:
    """A real root of an irreducible integer polynomial, and an isolating interval."""

    poly: Poly
    low: Fraction
    high: Fraction

    def record(self) -> Value:
        """As the kernel reads a number."""
        return {"polynomial": [str(a) for a in self.poly], "low": str(self.low), "high": str(self.high)}


def integer_relation(values: Sequence[Any], bits: int) -> list[int] | None:
    """Small integers a_i, not all 0, with sum a_i values[i] = 0 to about `bits` bits, by lattice reduction; or None."""
    n = len(values)
    rows = [[int(i == j) for j in range(n)] + [int(mpmath.nint(mpmath.ldexp(v, bits)))] for i, v in enumerate(values)]
    reduced = flint.fmpz_mat(rows).lll()
    best = [int(reduced[0, j]) for j in range(n + 1)]
    size = max(abs(a) for a in best).bit_length()
    return best[:n] if size * n < 0.7 * bits else None


def minimal_polynomial(value: Any, most: int, bits: int) -> Poly | None:
    """The integer polynomial of least degree (up to `most`) that has this root, as far as `bits` bits tell."""
    for degree in range(1, most + 1):
        found = integer_relation([value**k for k in range(degree + 1)], bits)
        if found is not None:
            return poly.primitive(poly.trim(found if found[-1] > 0 else [-a for a in found]))
    return None


def in_field(value: Any, generator: Any, degree: int, bits: int) -> Element | None:
    """value = h(generator), h over Q of degree below `degree`; or None."""
    found = integer_relation([-value, *(generator**k for k in range(degree))], bits)
    if found is None or not found[0]:
        return None
    sign = 1 if found[0] > 0 else -1
    return poly.Ring((0,) * degree + (1,)).element(poly.trim([sign * a for a in found[1:]]), sign * found[0])


def isolate(f: Poly, value: Any, digits: int = 15) -> Number:
    """Decimal ends around `value` between which f has exactly one root and changes sign. Raises ValueError if none."""
    for more in range(0, 200, 5):
        scale = 10 ** (digits + more)
        middle = int(mpmath.floor(value * scale))
        low, high = Fraction(middle - 1, scale), Fraction(middle + 2, scale)
        if poly.sign(f, low) * poly.sign(f, high) < 0 and poly.count(f, low, high) == 1:
            return Number(f, low, high)
    raise ValueError("the value is not a simple root of the polynomial")


def irreducibility_primes(f: Poly) -> list[int] | None:
    """Primes that show f irreducible (the fewest found), or None."""
    usable = [q for q in PRIMES if f[-1] % q and poly.factor_degrees(f, q) is not None]
    for q in usable:
        if _irreducible(f, [q]):
            return [q]
    chosen: list[int] = []
    for q in usable[:16]:
        chosen.append(q)
        if _irreducible(f, chosen):
            return chosen
    return None


def _irreducible(f: Poly, primes: list[int]) -> bool:
    try:
        poly.require_irreducible(f, primes, "")
    except Reject:
        return False
    return True


def factor_with_root(f: Poly, value: Any) -> Poly:
    """The irreducible factor of f over Q that is smallest in size at `value`."""
    _, factors = flint.fmpz_poly(list(f)).factor()
    found = [poly.trim([int(a) for a in factor.coeffs()]) for factor, _ in factors]
    best = min(found, key=lambda g: abs(mpmath.polyval(list(reversed(g)), value)) / sum(abs(a) for a in g))
    return best if best[-1] > 0 else poly.scale(best, -1)


def norm(f: Poly, characteristic: Sequence[Element]) -> Poly:
    """The norm to Q[x] of sum_k characteristic[k](a) x^k, a a root of f: a resultant, made primitive."""
    context = flint.fmpq_mpoly_ctx.get(("y", "x"), "lex")
    y, x = context.gens()
    zero = context.from_dict({})
    base = sum((a * y**k for k, a in enumerate(f)), zero)
    upper = sum((_over(c, y, zero) * x**k for k, c in enumerate(characteristic)), zero)
    result = base.resultant(upper, "y")
    terms = {int(monomial[1]): coefficient for monomial, coefficient in result.to_dict().items()}
    numbers = [terms.get(k, flint.fmpq(0)) for k in range(max(terms) + 1)]
    common = flint.fmpz(1)
    for a in numbers:
        common = common.lcm(a.q)
    return poly.primitive(poly.trim([int(a.p * (common // a.q)) for a in numbers]))


def _over(element: Element, y: Any, zero: Any) -> Any:
    return sum((a * y**k for k, a in enumerate(element[0])), zero) / element[1]


def base_in_terms(f: Poly, characteristic: Sequence[Element], g: Poly) -> Element | None:
    """h with f(h(c)) = 0 and characteristic(h(c), c) = 0 for a root c of g: the linear gcd over Q[x]/(g), or None."""
    modulus = flint.fmpq_poly(list(g))
    first = [flint.fmpq_poly([a]) for a in f]
    width = max(len(c[0]) for c in characteristic)
    second = [
        flint.fmpq_poly([flint.fmpq(c[0][k] if k < len(c[0]) else 0, c[1]) for c in characteristic]) % modulus
        for k in range(width)
    ]
    second = _trimmed(second)
    while len(second) > 2:
        first, second = second, _remainder(first, second, modulus)
    if len(second) != 2:
        return None
    h = (-second[0] * _inverse(second[1], modulus)) % modulus
    return tuple(int(a) for a in h.numer().coeffs()), int(h.denom())


def _trimmed(f: list[Any]) -> list[Any]:
    while f and not f[-1]:
        f = f[:-1]
    return f


def _inverse(a: Any, modulus: Any) -> Any:
    _, s, _ = a.xgcd(modulus)
    return s


def _remainder(f: list[Any], g: list[Any], modulus: Any) -> list[Any]:
    rest, inverse = list(f), _inverse(g[-1], modulus)
    for k in range(len(f) - len(g), -1, -1):
        top = rest[k + len(g) - 1] * inverse % modulus
        for i, b in enumerate(g, k):
            rest[i] = (rest[i] - top * b) % modulus
    return _trimmed(rest[: len(g) - 1])
