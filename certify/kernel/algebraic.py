"""Real algebraic numbers: `algebraic/root`, `algebraic/equal`, `algebraic/independent`.

A number is given as `{"polynomial", "low", "high"}`: the only real root of a primitive integer polynomial (rational
strings, constant first) in the open interval, where the polynomial changes sign. The kernel counts roots by Sturm.

* `algebraic/root`. Statement: a number and `irreducible` (true or false). Claim: the polynomial has exactly one root in
  the interval, with a change of sign; and, if `irreducible`, it is irreducible over Q. Evidence: `{"primes": [..]}`
  where irreducibility is claimed (see poly.py), otherwise `{}`.
* `algebraic/equal`. Statement: `root` (a number a), `left` and `right`, each `{"numerator", "denominator"}`,
  polynomials over Q. Claim: left(a) = right(a), and neither denominator vanishes at a. Evidence: `factor`, a divisor of
  the polynomial that has the root a and divides the difference cross-multiplied; `precision`, bits at which the
  enclosures of the denominators exclude 0.
* `algebraic/independent`. Statement: `first` and `second`, numbers in (0, 1). Claim: log first / log second is
  irrational, that is, first^a = second^b in integers only for a = b = 0. Evidence by `method`:
  - `unit`: the polynomial of `unit` ("first" or "second") has leading coefficient and constant 1 or -1; that of the
    other does not, and is irreducible (`primes`).
  - `norm`: both irreducible (`first`, `second`: primes), and exactly one has |constant| = |leading coefficient|.
  - `slopes`: both irreducible, and the p-adic valuations of the conjugates (Newton polygons at `prime`), each repeated
    to equal length and sorted, are not proportional with a positive factor.
  - `circle`: both irreducible, and the fractions of conjugates outside the closed unit disk differ. `zeros` (two lists
    of rational approximations [re, im], one per root) give disks that hold the roots (Smith's theorem).

The theorems are algebraic-unit, algebraic-conjugates and smith-disks in docs/theorems.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from fractions import Fraction

from certify.kernel import poly
from certify.kernel.poly import Element, Poly, Root
from certify.kernel.rational import rational
from certify.kernel.reject import limit, malformed, refused
from certify.kernel.rule import Attachments, Rule
from certify.kernel.text import Value, array_of, boolean, choice, integer, record

SIDES = ("first", "second")
METHODS = {
    "unit": ("method", "unit", "primes"),
    "norm": ("method", "first", "second"),
    "slopes": ("method", "first", "second", "prime"),
    "circle": ("method", "first", "second", "zeros"),
}
MAX_PRECISION = 1 << 10
MAX_ZERO_BITS = 1 << 8  # of a numerator or denominator of an approximate zero


@dataclass(frozen=True)
class Number:
    """A parsed `algebraic/root`."""

    root: Root
    irreducible: bool


@dataclass(frozen=True)
class Equation:
    """A parsed `algebraic/equal`: numerators and denominators over Q."""

    root: Root
    left: tuple[Element, Element]
    right: tuple[Element, Element]


@dataclass(frozen=True)
class Pair:
    """A parsed `algebraic/independent`."""

    first: Root
    second: Root


def _number(value: Value, where: str) -> Root:
    """As `poly.parse_root`; in a claim an interval that does not isolate a root is malformed."""
    fields = record(value, where, ("polynomial", "low", "high"))
    f = poly.parse_integral(fields["polynomial"], f"{where}/polynomial")
    low, high = (rational(fields[end], f"{where}/{end}") for end in ("low", "high"))
    if low >= high:
        raise malformed(where, "empty-interval", f"low {low} is not below high {high}")
    return Root(f, low, high)


def _isolated(root: Root, where: str) -> None:
    poly.isolated(root.poly, root.low, root.high, where)


def _parse_root(statement: Value, where: str) -> Number:
    fields = record(statement, where, ("polynomial", "low", "high", "irreducible"))
    number = _number({key: fields[key] for key in ("polynomial", "low", "high")}, where)
    return Number(number, boolean(fields["irreducible"], f"{where}/irreducible"))


def _check_root(claim: Number, evidence: Value, _: Attachments) -> None:
    fields = record(evidence, "/evidence", ("primes",) if claim.irreducible else ())
    _isolated(claim.root, "/statement")
    if claim.irreducible:
        primes = poly.parse_primes(fields["primes"], "/evidence/primes")
        poly.require_irreducible(claim.root.poly, primes, "/evidence/primes")


def _parse_equal(statement: Value, where: str) -> Equation:
    fields = record(statement, where, ("root", "left", "right"))
    if fields["left"] == fields["right"]:
        raise malformed(where, "trivial-goal", "left and right are the same expression")
    root = _number(fields["root"], f"{where}/root")
    left, right = (_quotient(fields[side], f"{where}/{side}") for side in ("left", "right"))
    return Equation(root, left, right)


def _quotient(value: Value, where: str) -> tuple[Element, Element]:
    fields = record(value, where, ("numerator", "denominator"))
    below = poly.parse(fields["denominator"], f"{where}/denominator")
    if not below[0]:
        raise malformed(f"{where}/denominator", "zero-denominator", "the denominator is the polynomial 0")
    return poly.parse(fields["numerator"], f"{where}/numerator"), below


def _check_equal(claim: Equation, evidence: Value, _: Attachments) -> None:
    fields = record(evidence, "/evidence", ("factor", "precision"))
    root = claim.root
    _isolated(root, "/statement/root")
    factor = poly.parse_integral(fields["factor"], "/evidence/factor")
    if not poly.divides(factor, root.poly):
        raise refused("/evidence/factor", "not-a-factor", "it does not divide the polynomial of the root")
    if poly.sign(factor, root.low) * poly.sign(factor, root.high) >= 0:
        raise refused("/evidence/factor", "other-root", "it does not change sign in the interval of the root")
    precision = _precision(fields["precision"])
    number = root.enclose(precision)
    for side, (_above, below) in (("left", claim.left), ("right", claim.right)):
        low, high = poly.at(below, number, precision)
        if low <= 0 <= high:
            detail = f"its value lies in [{low}, {high}] 2^-{precision}, which holds 0"
            raise refused(f"/statement/{side}/denominator", "denominator-may-vanish", detail)
    ring = poly.Ring(factor)
    difference = ring.sub(ring.mul(claim.left[0], claim.right[1]), ring.mul(claim.right[0], claim.left[1]))
    if difference[0]:
        detail = f"left - right, cross-multiplied, is a nonzero polynomial of degree {len(difference[0]) - 1}, needs 0"
        raise refused("/evidence/factor", "not-equal", detail)


def _precision(value: Value) -> int:
    precision = integer(value, "/evidence/precision", 8)
    if precision > MAX_PRECISION:
        raise limit("/evidence/precision", "too-much-precision", f"{precision} bits, at most {MAX_PRECISION}")
    return precision


def _parse_independent(statement: Value, where: str) -> Pair:
    fields = record(statement, where, SIDES)
    roots = [_number(fields[side], f"{where}/{side}") for side in SIDES]
    for side, root in zip(SIDES, roots, strict=True):
        if root.low < 0 or root.high > 1:
            raise malformed(f"{where}/{side}", "outside-unit-interval", f"({root.low}, {root.high}) is not in (0, 1)")
    return Pair(*roots)


def _check_independent(claim: Pair, evidence: Value, _: Attachments) -> None:
    if not isinstance(evidence, dict) or "method" not in evidence:
        raise malformed("/evidence", "missing-key", "key 'method' is missing")
    method = choice(evidence["method"], "/evidence/method", tuple(METHODS))
    fields = record(evidence, "/evidence", METHODS[method])
    roots = dict(zip(SIDES, (claim.first, claim.second), strict=True))
    for side, root in roots.items():
        _isolated(root, f"/statement/{side}")
    if method == "unit":
        _unit(roots, fields)
        return
    for side, root in roots.items():
        primes = poly.parse_primes(fields[side], f"/evidence/{side}")
        poly.require_irreducible(root.poly, primes, f"/evidence/{side}")
    polynomials = [claim.first.poly, claim.second.poly]
    if method == "norm":
        _norm(polynomials)
    elif method == "slopes":
        _slopes(polynomials, fields["prime"])
    else:
        _circle(polynomials, fields["zeros"])


def _unit(roots: dict[str, Root], fields: dict[str, Value]) -> None:
    unit = choice(fields["unit"], "/evidence/unit", SIDES)
    other = SIDES[1 - SIDES.index(unit)]
    poly.require_one_unit(roots[unit].poly, roots[other].poly, fields["primes"], "/evidence")


def _norm(polynomials: list[Poly]) -> None:
    flat = [abs(f[0]) == abs(f[-1]) for f in polynomials]
    if flat[0] == flat[1]:
        norms = " and ".join(f"{abs(f[0])}/{abs(f[-1])}" for f in polynomials)
        raise refused("/evidence/method", "norms-agree", f"absolute norms {norms}; exactly one must be 1")


def _slopes(polynomials: list[Poly], value: Value) -> None:
    prime = poly.parse_primes([value], "/evidence/prime")[0]
    lists = [sorted(valuations(f, prime)) for f in polynomials]
    a, b = (sorted(x for x in mine for _ in other) for mine, other in (lists, lists[::-1]))
    at = next((i for i, x in enumerate(a) if x), None)
    if at is None:
        proportional = not any(b)
    else:
        proportional = b[at] * a[at] > 0 and all(x * b[at] == y * a[at] for x, y in zip(a, b, strict=True))
    if proportional:
        detail = f"valuations at {prime} are {_words(lists[0])} and {_words(lists[1])}, which are proportional"
        raise refused("/evidence/prime", "slopes-proportional", detail)


def _words(values: list[Fraction]) -> str:
    return ", ".join(str(x) for x in values)


def valuations(f: Poly, p: int) -> list[Fraction]:
    """The p-adic valuations of the roots of f (f(0) != 0): minus the slopes of the lower hull of (k, v(a_k))."""
    points = [(k, _valuation(a, p)) for k, a in enumerate(f) if a]
    hull: list[tuple[int, int]] = []
    for x, y in points:
        while len(hull) > 1:
            (x1, y1), (x2, y2) = hull[-2:]
            if (y2 - y1) * (x - x2) < (y - y2) * (x2 - x1):
                break
            hull.pop()
        hull.append((x, y))
    ends = itertools.pairwise(hull)
    return [Fraction(y1 - y2, x2 - x1) for (x1, y1), (x2, y2) in ends for _ in range(x2 - x1)]


def _valuation(a: int, p: int) -> int:
    k = 0
    while a % p == 0:
        a, k = a // p, k + 1
    return k


def _circle(polynomials: list[Poly], value: Value) -> None:
    """Compare bounds on the fraction of roots outside the closed unit disk."""
    lists = array_of(value, "/evidence/zeros", 2)
    (low, high), (least, most) = (outside(f, lists[i], f"/evidence/zeros/{i}") for i, f in enumerate(polynomials))
    if low <= most and least <= high:
        detail = f"fractions outside the unit disk in [{low}, {high}] and [{least}, {most}], which must not meet"
        raise refused("/evidence/zeros", "circle-agrees", detail)


def outside(f: Poly, value: Value, where: str) -> tuple[Fraction, Fraction]:
    """Bounds on the fraction of roots of f of absolute value > 1, from disjoint disks around approximations.

    Smith: disks |z - z_i| <= n |f(z_i)| / |lead prod_{j != i} (z_i - z_j)| together hold all roots, and a disk that
    meets no other holds exactly one.
    """
    n = len(f) - 1
    zeros = [
        tuple(rational(part, f"{where}/{i}/{k}") for k, part in enumerate(array_of(pair, f"{where}/{i}", 2)))
        for i, pair in enumerate(array_of(value, where, n))
    ]
    if any(max(abs(x.numerator), x.denominator).bit_length() > MAX_ZERO_BITS for pair in zeros for x in pair):
        raise limit(where, "too-many-digits", f"an approximation of more than {MAX_ZERO_BITS} bits")
    disks: list[tuple[Fraction, Fraction, Fraction]] = []
    for i, (x, y) in enumerate(zeros):
        gaps = Fraction(f[-1] ** 2)
        for j, (u, v) in enumerate(zeros):
            if i != j:
                gaps *= (x - u) ** 2 + (y - v) ** 2
        if not gaps:
            raise refused(f"{where}/{i}", "repeated", "the same approximation stands twice")
        disks.append((x, y, _root_above(n * n * _squared_size(f, x, y) / gaps)))
    for i, (x, y, r) in enumerate(disks):
        for j, (u, v, s) in enumerate(disks[:i]):
            if (x - u) ** 2 + (y - v) ** 2 <= (r + s) ** 2:
                raise refused(f"{where}/{i}", "disks-meet", f"the disks around approximations {j} and {i} meet")
    sure = sum(x * x + y * y > (1 + r) ** 2 for x, y, r in disks)
    never = sum(r <= 1 and x * x + y * y <= (1 - r) ** 2 for x, y, r in disks)
    return Fraction(sure, n), Fraction(n - never, n)


def _squared_size(f: Poly, x: Fraction, y: Fraction) -> Fraction:
    """|f(x + i y)|^2."""
    re = im = Fraction(0)
    for a in reversed(f):
        re, im = re * x - im * y + a, re * y + im * x
    return re * re + im * im


def _root_above(value: Fraction) -> Fraction:
    """A rational r with r^2 >= value, close to the root."""
    bits = 128
    scaled = (value.numerator << 2 * bits) // value.denominator
    return Fraction(math.isqrt(scaled) + 1, 1 << bits)


ROOT = Rule(_parse_root, _check_root)
EQUAL = Rule(_parse_equal, _check_equal)
INDEPENDENT = Rule(
    _parse_independent, _check_independent, theorems=("algebraic-unit", "algebraic-conjugates", "smith-disks")
)
