"""Singer's perfect difference sets, made from scratch, and embeddings of a finite set into one.

For a prime power q let w generate the multiplicative group of F_{q^3} over that of F_q. The exponents i mod v =
q^2+q+1 with Tr(w^i) = 0 (trace to F_q) are a perfect difference set of order q: the points of a line of the projective
plane under the cyclic group of w (J. Singer, Trans. AMS 43, 1938). Whatever is found here the kernel checks again.
"""

from __future__ import annotations

from functools import lru_cache

import flint


def prime_power(q: int) -> tuple[int, int] | None:
    """(p, e) with q = p^e, p prime, e >= 1; None if q is no prime power."""
    if q < 2:
        return None
    factors = flint.fmpz(q).factor()
    return (int(factors[0][0]), int(factors[0][1])) if len(factors) == 1 else None


@lru_cache(maxsize=256)
def difference_set(q: int) -> tuple[int, ...]:
    """A perfect difference set of order q, a prime power, as increasing residues mod q^2+q+1."""
    power = prime_power(q)
    if power is None:
        raise ValueError(f"{q} is not a prime power")
    p, e = power
    v = q * q + q + 1
    field = flint.fq_default_ctx(p, 3 * e)
    w = _generator(field, q, v)
    # Tr(w^i) satisfies the recurrence of the minimal polynomial x^3 - c1 x^2 + c2 x - c3 of w over F_q
    w1, w2 = w**q, w ** (q * q)
    c1, c2, c3 = w + w1 + w2, w * w1 + w * w2 + w1 * w2, w * w1 * w2
    traces = field(3), c1, w * w + w1 * w1 + w2 * w2
    found = []
    for i in range(v):
        if traces[0].is_zero():
            found.append(i)
        traces = traces[1], traces[2], c1 * traces[2] - c2 * traces[1] + c3 * traces[0]
    return tuple(found)


def _generator(field: flint.fq_default_ctx, q: int, v: int) -> flint.fq_default:
    """An element of order v over F_q: none of its powers with exponent v/l, l a prime factor of v, lies in F_q."""
    primes = [int(prime) for prime, _ in flint.fmpz(v).factor()]
    x = field.gen()
    shift = field.one()
    while True:
        powers = (x ** (v // prime) for prime in primes)
        if not x.is_zero() and all(y**q != y for y in powers):
            return x
        x = x * field.gen() + shift


def embedding(elements: tuple[int, ...], q: int) -> list[int] | None:
    """An image u B + t of the Singer set B of order q that contains the set, as increasing residues; None: no image."""
    v = q * q + q + 1
    if len({a % v for a in elements}) < len(elements) or len(elements) > q + 1:
        return None
    singer = difference_set(q)
    members = frozenset(singer)
    start = {(b - c) % v: c for b in singer for c in singer if b != c}
    first, *others = elements
    gaps = [(a - first) % v for a in others]
    for u in range(1, v):
        c = start[u * gaps[0] % v] if u * gaps[0] % v else None
        if c is not None and all((c + u * gap) % v in members for gap in gaps):
            inverse = _inverse(u, v)
            if inverse is not None:
                return sorted((inverse * (b - c) + first) % v for b in singer)
    return None


def _inverse(u: int, v: int) -> int | None:
    try:
        return pow(u, -1, v)
    except ValueError:
        return None
