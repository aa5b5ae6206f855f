"""Certificates for `adaboost/no-cycle`: from two gadgets and their words to fixed points, cones and the prefix.

Given the columns, word and column permutation of each gadget: the fixed point by iteration to high precision and
lattice reduction, the multipliers from the exact characteristic polynomial, the cone from its eigenvector and from the
Perron vector of the transverse derivative, the prefix by running the board until both marginals are in their cones. It
tests what it proposes with the kernel's own steps; the kernel then checks the whole.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import mpmath

from certify.contract import Claim, Found, Limits, NotFound, Progress, certificate
from certify.kernel import adaboost_gadgets, adaboost_nocycle, boost, interval, poly
from certify.kernel.adaboost_gadgets import Gadget
from certify.kernel.boost import Board, Run, Signs
from certify.kernel.interval import Interval
from certify.kernel.poly import Element, Ring
from certify.kernel.reject import Reject
from exact import number_field
from exact.number_field import Number

Value = Any

BITS = 1600  # of the numerical fixed point
MAX_DEGREE = 16
PRECISION = 256
PLAIN = 10**8  # denominators of cone data
MAX_PREFIX = 1200


class NoCertificate(Exception):
    """One sentence: why no certificate was assembled."""


@dataclass(frozen=True)
class Sketch:
    """A gadget as the caller gives it: columns of the matrix, word and column permutation in gadget columns."""

    columns: list[int]
    word: list[int]
    columns_to: list[int]


@dataclass(frozen=True)
class Orbit:
    """A gadget with its rows, its row permutation, and its fixed point to high precision (0 where a row vanishes)."""

    sketch: Sketch
    rows: tuple[Signs, ...]
    rows_to: list[int]
    point: list[Any]

    def signs(self, letter: int) -> Signs:
        return tuple(row[letter] for row in self.rows)


def prove(claim: Claim, sketches: list[Sketch], limits: Limits, progress: Progress) -> Found | NotFound:
    """A certificate for the claim from two sketches, or the reason why none was found."""
    with mpmath.workprec(BITS):
        try:
            evidence = _Search(claim, sketches, limits, progress).evidence()
        except NoCertificate as missing:
            return NotFound(str(missing))
        except Reject as reject:
            return NotFound(f"{reject.where}: {reject.code}: {reject.detail}")
    return Found(claim, certificate(claim, evidence))


def find(statement: Value, gadgets: Value, limits: Limits, progress: Progress) -> Found | NotFound:
    """A claim `adaboost/no-cycle` about the board with its certificate, from gadgets as plain data."""
    sketches = [Sketch(gadget["columns"], gadget["word"], gadget["columns_to"]) for gadget in gadgets]
    return prove(Claim("adaboost/no-cycle", statement), sketches, limits, progress)


def step(weights: list[Any], column: Signs) -> list[Any]:
    """One balanced step on numbers of any kind."""
    mass = {s: sum(w for w, sign in zip(weights, column, strict=True) if sign == s) for s in (1, -1)}
    return [w / (2 * mass[sign]) for w, sign in zip(weights, column, strict=True)]


class _Search:
    def __init__(self, claim: Claim, sketches: list[Sketch], limits: Limits, progress: Progress) -> None:
        self.board: Board = boost.parse_board(claim.statement, "/statement")
        self.sketches, self.deadline, self.progress = sketches, limits.deadline(), progress

    def evidence(self) -> Value:
        columns = [sketch.columns for sketch in self.sketches]
        if sorted(columns[0] + columns[1]) != list(range(len(self.board.columns))):
            raise NoCertificate(f"the gadgets have columns {columns}; every column must be in exactly one of them")
        rows, _ = adaboost_gadgets.factors(self.board, columns)
        orbits = [self._orbit(sketch, tuple(part)) for sketch, part in zip(self.sketches, rows, strict=True)]
        self.progress(1, 4, "fixed points")
        base, points = _base(orbits)
        records = [_record(orbit, point) for orbit, point in zip(orbits, points, strict=True)]
        self.progress(2, 4, "cones and multipliers")
        records = [self._cone(records, i, base) for i in range(2)]
        gadgets = self._gadgets(records)
        polynomials = [poly.parse_integral(r["multiplier"]["polynomial"], "") for r in records]
        unit, primes = _independence(polynomials)
        self.progress(3, 4, "prefix")
        steps, exact, precision, turns = self._prefix(gadgets, base)
        for record, turn in zip(records, turns, strict=True):
            record["turns"] = turn
        return {
            "base": base.record(),
            "gadgets": records,
            "unit": unit,
            "primes": primes,
            "steps": steps,
            "exact": exact,
            "precision": precision,
        }

    def _orbit(self, sketch: Sketch, rows: tuple[Signs, ...]) -> Orbit:
        """The attracting fixed point of the word followed by the inverse automorphism."""
        place = {row: i for i, row in enumerate(rows)}
        rows_to = []
        for row in rows:
            image = [0] * len(row)
            for j, sign in enumerate(row):
                image[sketch.columns_to[j]] = sign
            if tuple(image) not in place:
                raise NoCertificate(f"columns_to {sketch.columns_to} is no automorphism of the gadget")
            rows_to.append(place[tuple(image)])
        columns = [tuple(row[letter] for row in rows) for letter in sketch.word]
        weights = [mpmath.mpf(1) / len(rows)] * len(rows)
        for _ in range(40 * BITS):
            before = weights
            for column in columns:
                weights = step(weights, column)
            weights = [weights[i] for i in rows_to]
            weights = [w if w > mpmath.ldexp(1, -200) else mpmath.mpf(0) for w in weights]
            if max(abs(a - b) for a, b in zip(weights, before, strict=True)) < mpmath.ldexp(1, 8 - BITS):
                return Orbit(sketch, rows, rows_to, weights)
        raise NoCertificate(f"the word {sketch.word} has no attracting fixed point up to the automorphism")

    def _gadgets(self, records: list[Value]) -> list[Gadget]:
        return adaboost_gadgets.gadgets(self.board, [{"multiplier": None, **record} for record in records])

    def _cone(self, records: list[Value], index: int, base: Number) -> Value:
        """The record with direction, scale, opening, radius and multiplier."""
        plain = self._gadgets(records)
        gadget = plain[index]
        ring, number = Ring(base.poly), poly.Root(base.poly, base.low, base.high).enclose(PRECISION)
        level, characteristic = adaboost_nocycle.linearise(gadget, adaboost_gadgets.frame(gadget), ring)
        gadget = _along_eigenvector(gadget, number)
        mu = poly.at(level, number, PRECISION)
        gadget = _opened(gadget, number, mu)
        fields = {
            "direction": [str(x) for x in gadget.direction],
            "scale": [str(x) for x in gadget.scale],
            "opening": str(gadget.opening),
            "radius": str(gadget.radius),
            "multiplier": _multiplier(base, characteristic, gadget, number),
        }
        return {**records[index], **fields}

    def _prefix(self, gadgets: list[Gadget], base: Number) -> tuple[int, int, int, list[int]]:
        """The first prefix after which both marginals are in their cones."""
        precision, exact = PRECISION, 10
        number = poly.Root(base.poly, base.low, base.high)
        while True:
            try:
                found = self._enters(gadgets, number, exact, precision)
            except Reject as reject:
                if reject.code not in ("not-separated", "not-positive", "no-positive-edge") or precision >= 4096:
                    raise
                exact, precision = (exact + 4, precision) if exact < 14 else (exact, 2 * precision)
                continue
            return found

    def _enters(
        self, gadgets: list[Gadget], root: poly.Root, exact: int, precision: int
    ) -> tuple[int, int, int, list[int]]:
        number = root.enclose(precision)
        levels = [_level(gadget, number, precision) for gadget in gadgets]
        run = boost.replay(self.board, 0, exact, precision)
        masses, weights = list(self.board.weights), run.weights
        picks: list[int] = []
        for at in range(MAX_PREFIX + 1):
            state = Run(tuple(picks), weights)
            turns = [
                _turns(self.board, state, g, number, level, precision) for g, level in zip(gadgets, levels, strict=True)
            ]
            if None not in turns:
                return at, min(exact, at), precision, [turn for turn in turns if turn is not None]
            if self.deadline.passed:
                raise NoCertificate(f"time ran out after {at} picks")
            if at < exact:
                pick = boost.best_exactly(self.board, masses, at)
                masses = boost.exact_step(masses, self.board.columns[pick])
                weights = [interval.ratio(mass, sum(masses), precision) for mass in masses]
            else:
                pick = boost.best(self.board, weights, at, precision)
                weights, _ = boost.step(weights, [], self.board.columns[pick], precision, "/evidence/precision")
            picks.append(pick)
            self.progress(at, MAX_PREFIX, "prefix")
        raise NoCertificate(f"after {MAX_PREFIX} picks the two gadgets are not in their cones; they may cycle")


def _level(gadget: Gadget, number: Interval, w: int) -> Interval:
    signs = gadget.signs(gadget.word[0])
    values = [poly.at(p, number, w) for p in gadget.point]
    return adaboost_nocycle.edge(signs, values)


def _turns(board: Board, run: Run, gadget: Gadget, number: Interval, level: Interval, w: int) -> int | None:
    """The k for which the marginal lies in the cone, or None."""
    order = 1
    images = list(gadget.rows_to)
    while images != sorted(images):
        images, order = [images[i] for i in gadget.rows_to], order + 1
    for turns in range(order):
        try:
            adaboost_nocycle.enters(board, run, replace(gadget, turns=turns), number, level, w)
        except Reject:
            continue
        return turns
    return None


def _base(orbits: list[Orbit]) -> tuple[Number, list[list[Element]]]:
    """A number that generates both points, and the points as polynomials in it."""
    for value in orbits[0].point:
        f = number_field.minimal_polynomial(value, MAX_DEGREE, BITS * 3 // 4)
        if f is None or not value:
            continue
        points = [_in_base(orbit, value, len(f) - 1) for orbit in orbits]
        found = [point for point in points if point is not None]
        if len(found) == 2:
            return number_field.isolate(f, value), found
    raise NoCertificate(
        f"no weight of the first point is algebraic of degree <= {MAX_DEGREE} and generates both points"
    )


def _in_base(orbit: Orbit, value: Any, degree: int) -> list[Element] | None:
    point = []
    for weight in orbit.point:
        element = poly.NOTHING if not weight else number_field.in_field(weight, value, degree, BITS * 3 // 4)
        if element is None:
            return None
        point.append(element)
    return point


def _record(orbit: Orbit, point: list[Element]) -> Value:
    """The evidence on one gadget, with a rough cone still to be refined."""
    first, last = orbit.signs(orbit.sketch.word[0]), orbit.signs(orbit.sketch.word[-1])
    direction = _on_plane(first, last, [Fraction(not f) for f, _ in point])  # vanishing rows take part in it
    return {
        "columns": orbit.sketch.columns,
        "word": orbit.sketch.word,
        "rows_to": orbit.rows_to,
        "columns_to": orbit.sketch.columns_to,
        "point": [[str(Fraction(a, d)) for a in f] for f, d in point],
        "direction": [str(x) for x in direction],
        "scale": ["1"] * len(first),
        "opening": "1",
        "radius": "1",
        "turns": 0,
    }


def _on_plane(first: Signs, last: Signs, rough: list[Fraction]) -> list[Fraction]:
    """The vector near `rough` with sum 0, first edge 1 and last edge 0, changed in as few places as possible."""
    table = [[Fraction(a) for a in row] for row in ([1] * len(first), first, last)]
    wanted = [Fraction(0), Fraction(1), Fraction(0)]
    gaps = [b - sum(a * x for a, x in zip(row, rough, strict=True)) for row, b in zip(table, wanted, strict=True)]
    pivots: list[int] = []
    for k in range(len(first)):
        at = len(pivots)
        chosen = next((i for i in range(at, 3) if table[i][k]), None)
        if chosen is None:
            continue
        table[at], table[chosen] = table[chosen], table[at]
        gaps[at], gaps[chosen] = gaps[chosen], gaps[at]
        lead = table[at][k]
        table[at], gaps[at] = [x / lead for x in table[at]], gaps[at] / lead
        for i in range(3):
            if i != at:
                factor = table[i][k]
                table[i] = [x - factor * y for x, y in zip(table[i], table[at], strict=True)]
                gaps[i] -= factor * gaps[at]
        pivots.append(k)
    if any(gaps[len(pivots) :]):
        raise NoCertificate("the first and the last letter have dependent edges")
    result = list(rough)
    for pivot, gap in zip(pivots, gaps, strict=False):
        result[pivot] += gap
    return result


def _images(gadget: Gadget, number: Interval) -> list[list[Any]]:
    """DF(P) on the frame of the gadget, as numbers: the images of direction and of the basis of V0."""
    frame = adaboost_gadgets.frame(gadget)
    weights = [poly.at(p, number, PRECISION) for p in gadget.point]
    tangents = [[interval.of(x, PRECISION) for x in vector] for vector in frame.vectors]
    for letter in gadget.word:
        weights, tangents = boost.step(weights, tangents, gadget.signs(letter), PRECISION, gadget.where)
    return [[_middle(image[i]) for i in gadget.rows_to] for image in tangents]


def _middle(a: Interval) -> Any:
    return mpmath.ldexp(a[0] + a[1], -PRECISION - 1)


def _along_eigenvector(gadget: Gadget, number: Interval) -> Gadget:
    """The gadget with its direction along the dominant eigenvector of DF(P), by iteration."""
    first, last = gadget.signs(gadget.word[0]), gadget.signs(gadget.word[-1])
    for _ in range(60):
        image = _images(gadget, number)[0]
        height = sum(s * x for s, x in zip(first, image, strict=True))
        if not height:
            raise NoCertificate("the derivative at the fixed point does not move the first edge")
        rough = [Fraction(int(mpmath.nint(x / height * PLAIN)), PLAIN) for x in image]
        rough = [x if p[0] or x > 0 else Fraction(1, PLAIN) for x, p in zip(rough, gadget.point, strict=True)]
        direction = _on_plane(first, last, rough)
        if direction == gadget.direction:
            break
        gadget = replace(gadget, direction=direction)
    return gadget


def _opened(gadget: Gadget, number: Interval, level: Interval) -> Gadget:
    """The gadget with scale, opening and radius that the kernel's cone check accepts, the widest tried."""
    frame = adaboost_gadgets.frame(gadget)
    images = _images(gadget, number)
    first = gadget.signs(gadget.word[0])
    heights = [sum(s * x for s, x in zip(first, image, strict=True)) for image in images]
    rate = [
        [abs(image[k] - v * height) for image, height in zip(images[1:], heights[1:], strict=True)]
        for k, v in enumerate(float(v) for v in gadget.direction)
    ]
    scale = [mpmath.mpf(1)] * len(first)
    for _ in range(50):
        raw = [sum((a * scale[f] for a, f in zip(row, frame.free, strict=True)), mpmath.mpf(0)) for row in rate]
        top = max([raw[f] for f in frame.free], default=mpmath.mpf(1)) or mpmath.mpf(1)
        scale = [(x / top + scale[k]) / 2 for k, x in enumerate(raw)]
    shapes = [[Fraction(max(1, int(mpmath.ceil(x * 20))), 20) for x in scale], [Fraction(1)] * len(first)]
    last: Reject | None = None
    for radius in (Fraction(1, 10**k) for k in range(3, 9)):
        for opening in (Fraction(1, k) for k in (3, 5, 7, 10, 15, 20, 30, 50, 100)):
            for shape in shapes:
                tried = replace(gadget, scale=shape, opening=opening, radius=radius)
                lock = interval.add(level, interval.of(radius, PRECISION))
                try:
                    adaboost_nocycle.contract(tried, frame, number, lock, PRECISION)
                except Reject as reject:
                    last = reject
                    continue
                return tried
    raise NoCertificate(f"no cone found around the fixed point; last: {last}")


def _multiplier(base: Number, characteristic: list[Element], gadget: Gadget, number: Interval) -> Value:
    """The dominant eigenvalue as an element of a number field that contains the base."""
    wide = poly.Root(base.poly, base.low, base.high).enclose(BITS)
    generator = mpmath.ldexp(wide[0] + wide[1], -BITS - 1)
    coefficients = [
        mpmath.polyval([mpmath.mpf(a) for a in reversed(c[0])], generator) / c[1] if c[0] else mpmath.mpf(0)
        for c in characteristic
    ]
    c = max(mpmath.polyroots(coefficients[::-1], maxsteps=500, extraprec=400), key=lambda z: abs(z)).real
    whole = number_field.norm(base.poly, characteristic)
    g = number_field.factor_with_root(whole, c)
    degree = len(base.poly) - 1
    value = number_field.in_field(c, generator, degree, BITS * 3 // 4)
    if value is not None:
        return _field(base, ((0, 1), 1) if degree > 1 else _rational(base.poly), value, g)
    below = number_field.base_in_terms(base.poly, characteristic, g)
    if below is None:
        raise NoCertificate("the multiplier does not generate the field of the fixed point")
    return _field(number_field.isolate(g, c), below, ((0, 1), 1), g)


def _rational(f: poly.Poly) -> Element:
    x = Fraction(-f[0], f[1])
    return ((x.numerator,) if x else (), x.denominator)


def _field(root: Number, base: Element, value: Element, g: poly.Poly) -> Value:
    spelled = [[str(Fraction(a, d)) for a in f] for f, d in (base, value)]
    return {"root": root.record(), "base": spelled[0], "value": spelled[1], "polynomial": [str(a) for a in g]}


def _independence(polynomials: list[poly.Poly]) -> tuple[int, list[int]]:
    units = [poly.is_unit(g) for g in polynomials]
    if units[0] == units[1]:
        kind = "both units" if units[0] else "both not units"
        raise NoCertificate(f"the multipliers are {kind}: their logarithms are not shown to be independent")
    other = polynomials[units.index(False)]
    primes = number_field.irreducibility_primes(other)
    if primes is None:
        raise NoCertificate("no primes show the polynomial of the multiplier that is not a unit irreducible")
    return units.index(True), primes
