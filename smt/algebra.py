"""Searches for `polynomial/identity`, `/member` and `/box`; `/nonneg` is in `smt.sos`."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from certify.contract import Claim, Deadline, Found, Limits, NotFound, Progress, certificate
from certify.kernel import kinds as kernel_kinds
from certify.kernel.multi import Poly

Value = Any


def prove(claim: Claim, limits: Limits, progress: Progress) -> Found | NotFound:
    """A certificate for the claim, or a point that refutes it."""
    deadline = limits.deadline()
    parsed = kernel_kinds()[claim.kind].parse(claim.statement, "/statement")
    if claim.kind == "polynomial/identity":
        if parsed.left.terms == parsed.right.terms and parsed.left.denominator == parsed.right.denominator:
            return Found(claim, certificate(claim, {}))
        return _identity(claim, parsed)
    if claim.kind == "polynomial/member":
        return _member(claim, deadline)
    if claim.kind == "polynomial/box":
        return _box(claim, parsed, deadline, progress)
    from smt.sos import prove_nonneg

    return prove_nonneg(claim, parsed, deadline, progress)


def value_at(poly: Poly, point: list[Fraction]) -> Fraction:
    """The value of a polynomial at a rational point."""
    total = Fraction(0)
    for monomial, coefficient in poly.terms.items():
        term = Fraction(coefficient)
        for variable in monomial:
            term *= point[variable]
        total += term
    return total / poly.denominator


def refuted(claim: Claim, point: list[Fraction]) -> Found | None:
    """The certificate of the negated claim with that point, unchecked."""
    negated = claim.negation()
    return None if negated is None else Found(negated, certificate(negated, {"values": [str(x) for x in point]}))


def small_points(count: int, limit: int = 4000) -> Iterator[list[Fraction]]:
    """Points with small integer coordinates, simple ones first."""
    produced = itertools.islice(itertools.product((0, 1, -1, 2, -2, 3), repeat=count), limit)
    for point in produced:
        yield [Fraction(x) for x in point]
    yield [Fraction(17 * k + 5, 3) for k in range(count)]


def _identity(claim: Claim, parsed: Any) -> Found | NotFound:
    """Where both sides have the same terms over different denominators they are equal; else some point differs."""
    names = parsed.variables
    scaled = {m: Fraction(c, parsed.left.denominator) for m, c in parsed.left.terms.items()}
    if scaled == {m: Fraction(c, parsed.right.denominator) for m, c in parsed.right.terms.items()}:
        return Found(claim, certificate(claim, {}))
    for point in small_points(len(names)):
        if value_at(parsed.left, point) != value_at(parsed.right, point):
            found = refuted(claim, point)
            if found is not None:
                return found
    return NotFound("the sides differ as polynomials, and no small point shows it")


# --- ideal membership -------------------------------------------------------------------------------------------------


def _member(claim: Claim, deadline: Deadline) -> Found | NotFound:
    from smt.ideal import cofactors

    found = cofactors(
        claim.statement["generators"], claim.statement["polynomial"], claim.statement["variables"], deadline
    )
    if found is not None:
        return Found(claim, certificate(claim, {"cofactors": found}))
    parsed = kernel_kinds()[claim.kind].parse(claim.statement, "/statement")
    for point in small_points(len(parsed.variables)):
        if value_at(parsed.polynomial, point) and not any(value_at(g, point) for g in parsed.generators):
            shown = refuted(claim, point)
            if shown is not None:
                return shown
    if deadline.passed:
        return NotFound("the time ran out in the search for cofactors", limit=True)
    return NotFound("no cofactors were found; a Groebner basis says it is no member, which has no certificate here")


# --- boxes ------------------------------------------------------------------------------------------------------------


def _box(claim: Claim, parsed: Any, deadline: Deadline, progress: Progress) -> Found | NotFound:
    """Halve the box along the side whose Bernstein coefficients vary most, until every part is within the bounds."""
    from certify.kernel.box import bernstein, halve

    whole, common = bernstein(parsed)
    tree: list[int] = []
    sides = [list(side) for side in parsed.sides]
    stack: list[tuple[list[int], int, list[list[Fraction]], int]] = [(whole, common, sides, 0)]
    while stack:
        if deadline.passed:
            return NotFound(f"the time ran out with {len(tree)} nodes of the split tree", limit=True)
        if len(tree) > 200_000:
            return NotFound("the split tree has more than 200000 nodes: a bound may be attained inside the box")
        if len(tree) % 256 == 0:
            progress(len(tree), None, "boxes")
        values, scale, box, depth = stack.pop()
        low, high = Fraction(min(values), scale), Fraction(max(values), scale)
        good_low = parsed.lower is None or low >= parsed.lower
        good_high = parsed.upper is None or high <= parsed.upper
        if good_low and good_high:
            tree.append(-1)
            continue
        for point in (
            [sum(side, Fraction(0)) / 2 for side in box],
            [side[0] for side in box],
            [side[1] for side in box],
        ):
            value = value_at(parsed.polynomial, point)
            if (parsed.lower is not None and value < parsed.lower) or (
                parsed.upper is not None and value > parsed.upper
            ):
                found = refuted(claim, point)
                if found is not None:
                    return found
        if depth > 120:
            return NotFound("a bound is attained, or nearly, inside the box, where halving does not end")
        axis = _widest(values, parsed.degrees)
        tree.append(axis)
        left, right = halve(values, parsed.degrees, axis)
        middle = sum(box[axis], Fraction(0)) / 2
        lower_box, upper_box = [list(side) for side in box], [list(side) for side in box]
        lower_box[axis][1] = upper_box[axis][0] = middle
        scale <<= parsed.degrees[axis]
        stack += [(right, scale, upper_box, depth + 1), (left, scale, lower_box, depth + 1)]
    return Found(claim, certificate(claim, {"tree": tree}))


def _widest(values: list[int], degrees: tuple[int, ...]) -> int:
    """The axis along which neighbouring coefficients differ most."""
    best, axis_of = -1, next(axis for axis, degree in enumerate(degrees) if degree)
    stride = 1
    for axis in range(len(degrees) - 1, -1, -1):
        size = degrees[axis] + 1
        if size > 1:
            steps = (abs(values[i + stride] - values[i]) for i in range(len(values)) if (i // stride) % size < size - 1)
            most = max(steps)
            if most > best:
                best, axis_of = most, axis
        stride *= size
    return axis_of
