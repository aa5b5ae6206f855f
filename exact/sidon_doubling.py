"""Certificates from the doubling theorem: that a set extends to no perfect difference set, or to none of even order.

The kernel (certify/kernel/sidon_doubling.py) says what they are. Three pairs [d, b] of elements with one value
s = 2b-d settle odd orders and give the shift s; a coincidence of differences among the numbers 2^k (a-s) settles even
orders. Without the three pairs the shift is unknown, but two differences of the set whose quotient is a power of 2 give
a first clash, of which one side makes the modulus divide a number and the other gives s as a rational number.
Candidates go to the kernel in order of size; the first accepted one is returned.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

Value = Any
Term = tuple[int, int]  # (k, a) for 2^k (a - s)
Clash = tuple[Term, Term, Term, Term]
Accepts = Callable[[Value], bool]

DOUBLINGS = 12
VALUES = 400  # numbers 2^k (a-s) compared with each other
CLASHES = 50  # coincidences tried for one shift
TRIES = 2000  # shifts, and candidates offered to the kernel, for one small set
WORK = 1_000_000  # tries times differences of a large set


def no_extension(elements: tuple[int, ...], accepts: Accepts) -> Value | None:
    """Evidence for sidon/no-extension that the kernel accepts, or None."""
    return next(filter(accepts, itertools.islice(_linear(elements), _tries(elements))), None)


def no_even_order(elements: tuple[int, ...], accepts: Accepts) -> Value | None:
    """Evidence for sidon/no-even-order that the kernel accepts, or None."""
    return next(filter(accepts, itertools.islice(_trees(elements), _tries(elements))), None)


def _tries(elements: tuple[int, ...]) -> int:
    return min(TRIES, 1 + WORK // len(elements) ** 2)


def _linear(elements: tuple[int, ...]) -> Iterator[Value]:
    """Three pairs of one value, and a coincidence with the shift that they give."""
    values: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for d in elements:
        for b in elements:
            values[2 * b - d].append((d, b))
    triples = ((shift, pairs[:3]) for shift, pairs in values.items() if len(pairs) >= 3)
    for shift, pairs in itertools.islice(triples, _tries(elements)):
        for clash in clashes(elements, Fraction(shift)):
            yield {"odd": [list(pair) for pair in pairs], "clash": _plain(clash)}


def _trees(elements: tuple[int, ...]) -> Iterator[Value]:
    """A clash whatever the shift is, and one with the shift of its second case."""
    for first in itertools.islice(_first_clashes(elements), _tries(elements)):
        (k, a), _, (m, c), _ = first
        shift = Fraction(2**k * a - 2**m * c, 2**k - 2**m)  # where the first term equals the third
        for second in clashes(elements, shift):
            yield {"clashes": [_plain(first), _plain(second)]}


def clashes(elements: tuple[int, ...], shift: Fraction) -> Iterator[Clash]:
    """Coincidences x1-x2 = x3-x4 > 0 of different pairs among 2^k (a - shift), smaller k first; at most CLASHES."""
    terms: dict[int, Term] = {}  # number times the denominator of the shift -> its name
    gaps: dict[int, tuple[int, int]] = {}
    found = 0
    for k in range(DOUBLINGS + 1):
        for a in elements:
            x = (a * shift.denominator - shift.numerator) << k
            if x in terms or len(terms) == VALUES:
                continue
            terms[x] = k, a
            for y in terms:
                pair = max(x, y), min(x, y)
                first = gaps.setdefault(pair[0] - pair[1], pair)
                if first != pair and x != y:
                    yield terms[pair[0]], terms[pair[1]], terms[first[0]], terms[first[1]]
                    found += 1
                    if found == CLASHES:
                        return


def _first_clashes(elements: tuple[int, ...]) -> Iterator[Clash]:
    """2^k (a-b) = 2^m (c-d) with different pairs: coincidences whatever the shift is."""
    odd: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for a in elements:
        for b in elements:
            if a > b:
                twos = ((a - b) & (b - a)).bit_length() - 1
                odd[(a - b) >> twos].append((twos, a, b))
    for _, pairs in sorted(odd.items()):
        for (i, a, b), (j, c, d) in itertools.combinations(pairs, 2):
            k, m = max(0, j - i), max(0, i - j)
            if k != m:
                yield (k, a), (k, b), (m, c), (m, d)


def _plain(clash: Clash) -> Value:
    return [list(term) for term in clash]
