"""Pools of component gradients for the exit kinds, with exact arithmetic for those that have it.

A pool is g_1..g_n : R^d -> R^d; the gradient of a batch B is the mean g_B = (1/|B|) sum_{i in B} g_i over its own size.

* `quadratic`: components `{"hessian": H, "linear": l}`, g(x) = H x + l, H symmetric.
* `piecewise-linear` (d = 1): components `{"left": s, "knots": [[x_1, y_1], ..], "right": s'}`: the continuous g through
  the knots (x increasing), with slope s left of the first and s' right of the last.

Points are integers over one denominator q. `gradient` is exact; `sample` gives what a tube needs at a point of the grid
2^-bits: an integer gradient, a bound of its Euclidean error, and bounds of the mean Hessian along every segment inside
the ball of the given radius around the point, in units of 2^-CURVATURE_BITS.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from certify.kernel.rational import dot, ratio, ratios, scaled
from certify.kernel.reject import limit, malformed
from certify.kernel.text import Value, array, array_of, choice, record, show

CURVATURE_BITS = 48
MAX_ENTRIES = 1 << 22  # numbers in one pool
MAX_KNOTS = 1 << 10  # of one component
MAX_COMMON = 1 << 17  # bits of the denominators that are brought together
MAX_WORK = 1 << 34  # word multiplications, about
Batch = Sequence[int]


@dataclass(frozen=True)
class Sample:
    """At x 2^-bits: |gradient 2^-bits - g_B(x)| <= error 2^-bits; low <= mean Hessian <= high, scaled by 2^48."""

    gradient: list[int]
    error: int
    low: int
    high: int


class Pool(Protocol):
    """What the exit kinds ask of a pool; `common` is the denominator of an exact gradient, 0 where there is none."""

    @property
    def size(self) -> int: ...
    @property
    def dimension(self) -> int: ...
    @property
    def common(self) -> int: ...
    def gradient(self, batch: Batch, x: Sequence[int], q: int) -> list[int]:
        """The integers G with g_B(x/q) = G / (common |B| q)."""

    def sample(self, batch: Batch, x: Sequence[int], radius: int, bits: int) -> Sample:
        """Gradient and curvature at x 2^-bits, over the ball of radius `radius` 2^-bits."""


def variant(value: Value, where: str, key: str, words: Iterable[str]) -> str:
    """The word under `key` that says which of several records this one is."""
    if not isinstance(value, dict):
        raise malformed(where, "not-an-object", f"found {show(value)}, expected an object with {key!a}")
    if key not in value:
        raise malformed(where, "missing-key", f"key {key!a} is missing")
    return choice(value[key], f"{where}/{key}", tuple(words))


def shared(pairs: list[tuple[int, int]], where: str) -> tuple[list[int], int]:
    """Rationals as integers over one denominator, refused where that would be long."""
    bits = sum(below.bit_length() for below in {below for _, below in pairs})
    if bits > MAX_COMMON:
        raise limit(where, "too-many-bits", f"denominators of {bits} bits in all, at most {MAX_COMMON}")
    return scaled(pairs)


def require_work(sizes: Iterable[int], dimension: int, bits: int, where: str) -> None:
    """Refuse samples of batches of these sizes where their products and exponentials would take too long."""
    words = bits // 64 + 1
    work = sum(size * (size + dimension + 16 * words) for size in sizes) * dimension * words
    if work > MAX_WORK:
        raise limit(where, "too-much-work", f"about {work} word operations, at most {MAX_WORK}")


def floor_root(dimension: int) -> int:
    """An integer that is at least sqrt(dimension): the Euclidean length of an error below 1 in every coordinate."""
    return math.isqrt(dimension - 1) + 1


def exact_sample(pool: Pool, batch: Batch, x: Sequence[int], bits: int) -> tuple[list[int], int]:
    """The gradient of an exact pool, rounded down to the grid, and the bound of its error."""
    below = pool.common * len(batch)
    return [g // below for g in pool.gradient(batch, x, 1 << bits)], floor_root(pool.dimension)


@dataclass(frozen=True)
class Quadratic:
    """g_i(x) = (hessians[i] x + linears[i]) / common."""

    size: int
    dimension: int
    common: int
    hessians: tuple[tuple[tuple[int, ...], ...], ...]
    linears: tuple[tuple[int, ...], ...]

    def gradient(self, batch: Batch, x: Sequence[int], q: int) -> list[int]:
        total = [0] * self.dimension
        for i in batch:
            for j, (row, offset) in enumerate(zip(self.hessians[i], self.linears[i], strict=True)):
                total[j] += dot(row, x) + offset * q
        return total

    def sample(self, batch: Batch, x: Sequence[int], radius: int, bits: int) -> Sample:
        gradient, error = exact_sample(self, batch, x, bits)
        low, high = self.discs(batch)
        return Sample(gradient, error, low, high)

    def discs(self, batch: Batch) -> tuple[int, int]:
        """Gershgorin: every eigenvalue of the mean Hessian lies within a diagonal entry -+ the rest of its row."""
        lows, highs = [], []
        for j in range(self.dimension):
            row = [sum(self.hessians[i][j][k] for i in batch) for k in range(self.dimension)]
            rest = sum(map(abs, row)) - abs(row[j])
            lows.append(row[j] - rest)
            highs.append(row[j] + rest)
        below = self.common * len(batch)
        return (min(lows) << CURVATURE_BITS) // below, -((-max(highs) << CURVATURE_BITS) // below)


@dataclass(frozen=True)
class Piece:
    """On (.., end / knot_common]: g(x) = (slope x + offset) / common; `end` None on the last piece."""

    end: int | None
    slope: int
    offset: int


@dataclass(frozen=True)
class PiecewiseLinear:
    """One list of pieces per component, left to right; neighbours agree where they meet."""

    size: int
    common: int
    knot_common: int
    components: tuple[tuple[Piece, ...], ...]
    dimension: int = 1

    def place(self, component: int, x: int, q: int) -> int:
        """The index of the first piece whose closed interval holds x/q, by bisection."""
        pieces, at = self.components[component], x * self.knot_common
        low, high = 0, len(pieces) - 1
        while low < high:
            middle = (low + high) // 2
            end = pieces[middle].end
            low, high = (low, middle) if end is None or at <= end * q else (middle + 1, high)
        return low

    def gradient(self, batch: Batch, x: Sequence[int], q: int) -> list[int]:
        total = 0
        for i in batch:
            piece = self.components[i][self.place(i, x[0], q)]
            total += piece.slope * x[0] + piece.offset * q
        return [total]

    def knots(self, batch: Batch) -> list[Fraction]:
        """Where a component of the batch may bend."""
        return [Fraction(p.end, self.knot_common) for i in batch for p in self.components[i] if p.end is not None]

    def slopes(self, component: int, low: int, high: int, q: int) -> list[int]:
        """The slopes that the component takes on pieces meeting [low/q, high/q]."""
        first, last = self.place(component, low, q), self.place(component, high, q)
        return [piece.slope for piece in self.components[component][first : last + 1]]

    def sample(self, batch: Batch, x: Sequence[int], radius: int, bits: int) -> Sample:
        gradient, error = exact_sample(self, batch, x, bits)
        taken = [self.slopes(i, x[0] - radius, x[0] + radius, 1 << bits) for i in batch]
        below = self.common * len(batch)
        low = (sum(map(min, taken)) << CURVATURE_BITS) // below
        return Sample(gradient, error, low, -((-sum(map(max, taken)) << CURVATURE_BITS) // below))


def parse_quadratic(fields: Value, where: str) -> Quadratic:
    """`{"kind": "quadratic", "components": [{"hessian": rows, "linear": entries}, ..]}`."""
    components = array(record(fields, where, ("kind", "components"))["components"], f"{where}/components", 1)
    dimension = 0
    pairs: list[tuple[int, int]] = []
    for i, entry in enumerate(components):
        here = f"{where}/components/{i}"
        parts = record(entry, here, ("hessian", "linear"))
        if i == 0:
            dimension = len(array(parts["linear"], f"{here}/linear", 1))
            if len(components) * dimension * (dimension + 1) > MAX_ENTRIES:
                raise limit(where, "too-many-entries", f"{len(components)} components in {dimension} dimensions")
        rows = [
            ratios(row, f"{here}/hessian/{j}", dimension)
            for j, row in enumerate(array_of(parts["hessian"], f"{here}/hessian", dimension))
        ]
        if any(rows[j][k] != rows[k][j] for j in range(dimension) for k in range(j)):
            raise malformed(f"{here}/hessian", "not-symmetric", "a matrix that differs from its transpose")
        pairs += [pair for row in rows for pair in row] + ratios(parts["linear"], f"{here}/linear", dimension)
    numbers, common = shared(pairs, where)
    width = dimension * (dimension + 1)
    blocks = [numbers[i : i + width] for i in range(0, len(numbers), width)]
    hessians = tuple(
        tuple(tuple(block[j * dimension : (j + 1) * dimension]) for j in range(dimension)) for block in blocks
    )
    return Quadratic(len(blocks), dimension, common, hessians, tuple(tuple(block[-dimension:]) for block in blocks))


def parse_piecewise(fields: Value, where: str) -> PiecewiseLinear:
    """`{"kind": "piecewise-linear", "components": [{"left", "knots", "right"}, ..]}`."""
    components = array(record(fields, where, ("kind", "components"))["components"], f"{where}/components", 1, 1 << 16)
    lines = [_lines(entry, f"{where}/components/{i}") for i, entry in enumerate(components)]
    if sum(map(len, lines)) > MAX_ENTRIES:
        raise limit(where, "too-many-entries", f"{sum(map(len, lines))} pieces, at most {MAX_ENTRIES}")
    slopes = [Fraction(part).as_integer_ratio() for line in lines for _, *pair in line for part in pair]
    ends = [end.as_integer_ratio() for line in lines for end, *_ in line[:-1]]
    numbers, common = shared(slopes, where)
    knots, knot_common = shared(ends, where)
    pieces, at, knot = [], 0, 0
    for line in lines:
        made = []
        for j in range(len(line)):
            last = j == len(line) - 1
            made.append(Piece(None if last else knots[knot], numbers[at], numbers[at + 1]))
            at += 2
            knot += 0 if last else 1
        pieces.append(tuple(made))
    return PiecewiseLinear(len(lines), common, knot_common, tuple(pieces))


def _lines(value: Value, where: str) -> list[tuple[Fraction, Fraction, Fraction]]:
    """(end, slope, offset) of every piece; the end of the last one means nothing."""
    parts = record(value, where, ("left", "knots", "right"))
    knots = [
        tuple(Fraction(*pair) for pair in ratios(knot, f"{where}/knots/{j}", 2))
        for j, knot in enumerate(array(parts["knots"], f"{where}/knots", 1, MAX_KNOTS))
    ]
    for j, (one, two) in enumerate(itertools.pairwise(knots)):
        if one[0] >= two[0]:
            detail = f"knot {two[0]} follows {one[0]}; the knots of a component increase"
            raise malformed(f"{where}/knots/{j + 1}", "knots-not-increasing", detail)
    left, right = (Fraction(*ratio(parts[side], f"{where}/{side}")) for side in ("left", "right"))
    inner = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in itertools.pairwise(knots)]
    anchors = [knots[0], *knots]
    slopes = [left, *inner, right]
    ends = [knot[0] for knot in knots] + [knots[-1][0]]
    return [
        (end, slope, anchor[1] - slope * anchor[0]) for end, slope, anchor in zip(ends, slopes, anchors, strict=True)
    ]
