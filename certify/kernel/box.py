"""Bounds of a polynomial on a box: `polynomial/box`.

Statement: `variables` x_0..x_{n-1}, n >= 1; `box`, n pairs `["l", "u"]` with l < u; `polynomial` p
(certify.kernel.multi), not constant; `lower` and `upper`, rational strings or null, not both null: lower <= p(x) <=
upper for every real x with l_i <= x_i <= u_i.

Evidence `{"tree": [..]}`: the split tree in preorder; a JSON integer i >= 0 halves the box at the midpoint of variable
i and is followed by the tree of the lower and then that of the upper half; -1 is a leaf. On a leaf the Bernstein
coefficients of p lie within the bounds, which bounds p there (theorem bernstein-range). The kernel computes them: once
on the whole box, then by halving (de Casteljau), all in integers over a common denominator.

The negation is an `smt/sat` claim: a rational point of the box at which a bound fails.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from certify.kernel.multi import Poly, constant, read_poly
from certify.kernel.rational import brief, dot, rational
from certify.kernel.reject import limit, malformed, refused
from certify.kernel.rule import Attachments, Negation, Rule
from certify.kernel.text import Value, array, array_of, identifiers, integer, record

MAX_COEFFICIENTS = 1 << 16
MAX_DEGREE = 64  # in one variable
MAX_VARIABLES = 1 << 10
MAX_DEPTH = 256
MAX_WHOLE = 1 << 24  # Bernstein coefficients x words x (degree + 1) of the whole box
MAX_STEPS = 1 << 28  # Bernstein coefficients x words x (degree + 1) in all boxes together
MAX_HELD = 1 << 22  # Bernstein coefficients x words in the boxes still to be closed


@dataclass(frozen=True)
class Box:
    """A parsed statement. degrees[i] is the degree in variable i."""

    statement: Value
    variables: tuple[str, ...]
    sides: tuple[tuple[Fraction, Fraction], ...]
    polynomial: Poly
    degrees: tuple[int, ...]
    lower: Fraction | None
    upper: Fraction | None


def _parse(statement: Value, where: str) -> Box:
    fields = record(statement, where, ("variables", "box", "polynomial", "lower", "upper"))
    variables = identifiers(fields["variables"], f"{where}/variables", 1)
    if len(variables) > MAX_VARIABLES:
        raise limit(f"{where}/variables", "too-many", f"{len(variables)} variables, at most {MAX_VARIABLES}")
    sides = []
    for i, side in enumerate(array_of(fields["box"], f"{where}/box", len(variables))):
        low, high = (rational(x, f"{where}/box/{i}/{j}") for j, x in enumerate(array_of(side, f"{where}/box/{i}", 2)))
        if low >= high:
            raise malformed(f"{where}/box/{i}", "empty-box", f"{brief(low)} to {brief(high)}; needs l < u")
        sides.append((low, high))
    polynomial = read_poly(fields["polynomial"], f"{where}/polynomial", len(variables))
    if constant(polynomial) is not None:
        raise malformed(f"{where}/polynomial", "constant-polynomial", "a constant has no range to bound")
    degrees = _degrees(polynomial, len(variables))
    if max(degrees) > MAX_DEGREE or math.prod(d + 1 for d in degrees) > MAX_COEFFICIENTS:
        detail = f"degrees {degrees}, at most {MAX_DEGREE} each and {MAX_COEFFICIENTS} coefficients"
        raise limit(f"{where}/polynomial", "degree-too-large", detail)
    bounds = [None if fields[key] is None else rational(fields[key], f"{where}/{key}") for key in ("lower", "upper")]
    if bounds == [None, None]:
        raise malformed(where, "no-bound", "lower and upper are both null")
    return Box(statement, variables, tuple(sides), polynomial, degrees, bounds[0], bounds[1])


def _degrees(polynomial: Poly, width: int) -> tuple[int, ...]:
    """The degree in each variable."""
    degrees = [0] * width
    for monomial in polynomial.terms:
        for variable, exponent in Counter(monomial).items():
            degrees[variable] = max(degrees[variable], exponent)
    return tuple(degrees)


def _check(claim: Box, evidence: Value, _: Attachments) -> None:
    tree = array(record(evidence, "/evidence", ("tree",))["tree"], "/evidence/tree", 1)
    words, degree = _words(claim), max(claim.degrees)
    if math.prod(d + 1 for d in claim.degrees) * words * (degree + 1) > MAX_WHOLE:
        raise limit("/statement/box", "too-many-digits", f"Bernstein coefficients of about {words} words")
    whole, common = bernstein(claim)
    boxes = [(whole, common, 0)]  # still to be closed, the next one last
    steps = 0
    for i, choice in enumerate(tree):
        where = f"/evidence/tree/{i}"
        axis = integer(choice, where, -1, len(claim.degrees) - 1)
        if not boxes:
            raise malformed(where, "trailing-tree", "every box is closed and more of the tree follows")
        coefficients, scale, depth = boxes.pop()
        load = len(coefficients) * (words + (scale.bit_length() >> 6))
        steps += load * (degree + 1)
        if steps > MAX_STEPS or load * (len(boxes) + 1) > MAX_HELD:
            detail = f"Bernstein coefficients of {steps} words in all and {load * (len(boxes) + 1)} at once"
            raise limit(where, "too-many-steps", f"{detail}, at most {MAX_STEPS} and {MAX_HELD}")
        if axis < 0:
            _close(claim, coefficients, scale, where)
            continue
        if depth == MAX_DEPTH:
            raise limit(where, "too-deep", f"a box halved more than {MAX_DEPTH} times")
        left, right = halve(coefficients, claim.degrees, axis)
        scale <<= claim.degrees[axis]
        boxes += [(right, scale, depth + 1), (left, scale, depth + 1)]
    if boxes:
        raise refused("/evidence/tree", "open-box", f"{len(boxes)} boxes of the split tree are not closed")


def _close(claim: Box, coefficients: list[int], scale: int, where: str) -> None:
    """The Bernstein coefficients over `scale` lie within the bounds."""
    least, most = Fraction(min(coefficients), scale), Fraction(max(coefficients), scale)
    if claim.lower is not None and least < claim.lower:
        raise refused(
            where, "below-bound", f"a Bernstein coefficient is {brief(least)}, needed >= {brief(claim.lower)}"
        )
    if claim.upper is not None and most > claim.upper:
        raise refused(where, "above-bound", f"a Bernstein coefficient is {brief(most)}, needed <= {brief(claim.upper)}")


def _words(claim: Box) -> int:
    """About how long the Bernstein coefficients on the whole box are, in words of 64 bits."""
    coefficients = (claim.polynomial.denominator, *claim.polynomial.terms.values())
    bits = max(n.bit_length() for n in coefficients)
    for degree, side in zip(claim.degrees, claim.sides, strict=True):
        bits += degree * (2 + sum(n.bit_length() for end in side for n in end.as_integer_ratio()))
    return 1 + (bits >> 6)


def bernstein(claim: Box) -> tuple[list[int], int]:
    """The Bernstein coefficients of p on the whole box, over one denominator; variable 0 varies slowest."""
    shape = [d + 1 for d in claim.degrees]
    values = [0] * math.prod(shape)
    common = claim.polynomial.denominator
    for monomial, coefficient in claim.polynomial.terms.items():
        place = 0
        for variable, size in enumerate(shape):
            place = place * size + monomial.count(variable)
        values[place] = coefficient
    for axis, (low, high) in enumerate(claim.sides):
        if shape[axis] == 1:
            continue
        stride = math.prod(shape[axis + 1 :])
        matrix, scale = _basis_change(claim.degrees[axis], low, high - low)
        common *= scale
        for start in _fibres(len(values), shape[axis], stride):
            fibre = values[start : start + shape[axis] * stride : stride]
            values[start : start + shape[axis] * stride : stride] = [dot(row, fibre) for row in matrix]
    shared = math.gcd(common, *values)
    return [value // shared for value in values], common // shared


def _basis_change(degree: int, low: Fraction, width: Fraction) -> tuple[list[list[int]], int]:
    """Row i gives Bernstein coefficient i of sum_e a_e x^e, x = low + width t, t in [0, 1], from a_0..a_degree.

    (low + width t)^e = sum_j C(e, j) low^(e-j) width^j t^j and t^j = sum_i>=j C(i, j)/C(degree, j) B_i. In integers
    over one denominator: that of low and width to the power of the degree, times the lcm of the C(degree, j).
    """
    places = range(degree + 1)
    below, binomials = math.lcm(low.denominator, width.denominator), [math.comb(degree, j) for j in places]
    common = math.lcm(*binomials)
    powers = []
    for number in (low * below, width * below, Fraction(below)):
        powers.append([number.numerator**k for k in places])
    starts, widths, rests = powers
    shifted = [[math.comb(e, j) * starts[e - j] * widths[j] * rests[degree - e] for j in range(e + 1)] for e in places]
    weights = [[math.comb(i, j) * (common // binomials[j]) for j in range(i + 1)] for i in places]
    return [[dot(row, column) for column in shifted] for row in weights], common * rests[degree]


def _fibres(size: int, length: int, stride: int) -> list[int]:
    """Where the one-dimensional fibres along an axis start."""
    return [block + offset for block in range(0, size, length * stride) for offset in range(stride)]


def halve(values: list[int], degrees: tuple[int, ...], axis: int) -> tuple[list[int], list[int]]:
    """The coefficients on both halves, times 2^degree."""
    degree = degrees[axis]
    stride = math.prod(d + 1 for d in degrees[axis + 1 :])
    left, right = list(values), list(values)
    for start in _fibres(len(values), degree + 1, stride):
        row = values[start : start + (degree + 1) * stride : stride]
        for r in range(degree + 1):
            left[start + r * stride] = row[0] << (degree - r)
            right[start + (degree - r) * stride] = row[-1] << (degree - r)
            row = [a + b for a, b in itertools.pairwise(row)]
    return left, right


def _negate(claim: Box) -> Negation:
    """Some point of the box fails a bound."""
    nodes: list[Value] = []
    first = len(claim.variables)

    def node(*parts: Value) -> int:
        nodes.append(list(parts))
        return first + len(nodes) - 1

    def number(value: Fraction) -> int:
        return node("const", "Real", str(value))

    terms = []
    for monomial, coefficient in claim.polynomial.terms.items():
        terms.append(node("*", number(Fraction(coefficient, claim.polynomial.denominator)), *monomial))
    value = node("+", *terms)
    assertions = []
    for v, (low, high) in enumerate(claim.sides):
        assertions += [node("<=", number(low), v), node("<=", v, number(high))]
    fails = [] if claim.lower is None else [node("<", value, number(claim.lower))]
    fails += [] if claim.upper is None else [node("<", number(claim.upper), value)]
    assertions.append(node("or", *fails))
    return "smt/sat", {
        "variables": [[name, "Real"] for name in claim.variables],
        "nodes": nodes,
        "assertions": assertions,
    }


BOX = Rule(_parse, _check, _negate, ("bernstein-range",))
