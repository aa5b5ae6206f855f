"""Pools with an exponential in them: ridge-logistic and a small tanh network, enclosed in integers.

Rows of features a_i = features[i] / denominator are integers (a constant feature is a bias); lambda >= 0 is the ridge.

* `ridge-logistic`: labels y_i = +-1, f_i(w) = log(1 + exp(-y_i a_i.w)) + lambda/2 |w|^2, so
  g_i(w) = -y_i sigma(-y_i a_i.w) a_i + lambda w. The mean Hessian over a segment is at least lambda, and at most
  lambda + ||(1/|B|) sum s_i a_i a_i^T||_F with s_i the supremum of sigma' over the ball, not its value at the centre.
* `tanh`: w = (v_1..v_H, u_1..u_H), out(w; a) = sum_j v_j tanh(u_j.a), targets y_i rational,
  f_i(w) = (out(w; a_i) - y_i)^2 / 2 + lambda/2 |w|^2. With r = out - y its Hessian is grad grad^T + r D + lambda I
  (grad that of out), and on unit j, with X = |a|, ||D|| <= X + 2 |v_j| |t_j| (1 - t_j^2) X^2 <= X + (77/100) |v_j| X^2,
  since t (1 - t^2) <= 2/(3 sqrt 3) < 77/200.

The exponential is `fixed.exp_bounds`: integers with a proved error. Nothing here is a float.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from certify.kernel.exit_pool import CURVATURE_BITS, MAX_ENTRIES, Batch, Sample, floor_root, shared
from certify.kernel.fixed import exp_bounds
from certify.kernel.rational import brief, dot, rational, ratios
from certify.kernel.reject import limit, malformed
from certify.kernel.text import MAX_INTEGER, Value, array, array_of, integer, integers, record

COARSE = 28  # bits of a bound of sigma'


def root_up(value: int) -> int:
    """The least integer that is at least sqrt(value)."""
    return math.isqrt(value - 1) + 1 if value else 0


@dataclass(frozen=True)
class Table:
    """Feature rows over one denominator; `lengths` are integers with |row| <= length."""

    rows: tuple[tuple[int, ...], ...]
    denominator: int
    lengths: tuple[int, ...]
    ridge: Fraction

    def margin(self, i: int, w: Sequence[int]) -> int:
        """a_i . w rounded down, on the grid of w."""
        total: int = dot(self.rows[i], w)
        return total // self.denominator


def _table(fields: Value, where: str) -> Table:
    elements = array(fields["features"], f"{where}/features", 1, 1 << 20)
    width = len(array(elements[0], f"{where}/features/0", 1))
    if width * len(elements) > MAX_ENTRIES:
        raise limit(f"{where}/features", "too-many-entries", f"{len(elements)} x {width}, at most {MAX_ENTRIES}")
    rows = []
    for i, row in enumerate(elements):
        array_of(row, f"{where}/features/{i}", width)
        rows.append(tuple(integers(row, f"{where}/features/{i}")))
    denominator = integer(fields["denominator"], f"{where}/denominator", 1, MAX_INTEGER)
    ridge = rational(fields["lambda"], f"{where}/lambda")
    if ridge < 0:
        raise malformed(f"{where}/lambda", "lambda-range", f"{brief(ridge)}, needs >= 0")
    return Table(tuple(rows), denominator, tuple(root_up(dot(row, row)) for row in rows), ridge)


@dataclass(frozen=True)
class RidgeLogistic:
    """See the module."""

    table: Table
    labels: tuple[int, ...]
    common: int = 0

    @property
    def size(self) -> int:
        return len(self.labels)

    @property
    def dimension(self) -> int:
        return len(self.table.rows[0])

    def gradient(self, batch: Batch, x: Sequence[int], q: int) -> list[int]:
        raise malformed("/statement/pool", "not-exact", "a ridge-logistic gradient is not rational")

    def sample(self, batch: Batch, x: Sequence[int], radius: int, bits: int) -> Sample:
        table, one, count = self.table, 1 << bits, len(batch)
        weights, slopes, error = [], [], 0
        for i in batch:
            margin = table.margin(i, x)
            size = margin if margin >= 0 else -1 - margin
            # the exact |margin| lies in [size, size + 1], and exp(-t) falls by less than one unit there
            low, high = exp_bounds(-size, bits)
            low = max(low - 1, 0)
            small, top = (low << bits) // (one + low), (high << bits) // (one + high) + 1
            error += table.lengths[i] * (top - small)
            sigma = small if (margin >= 0) == (self.labels[i] > 0) else one - small
            weights.append(-self.labels[i] * sigma)
            slopes.append(_slope_bound(high, -(-table.lengths[i] * radius // table.denominator), bits))
        columns = zip(*(table.rows[i] for i in batch), strict=True)
        ridge, below = table.ridge, table.denominator * count * table.ridge.denominator
        pull = ridge.numerator * table.denominator * count
        gradient = [
            (dot(column, weights) * ridge.denominator + pull * xj) // below
            for column, xj in zip(columns, x, strict=True)
        ]
        error = -(-error // (table.denominator * count)) + floor_root(self.dimension)
        low = (ridge.numerator << CURVATURE_BITS) // ridge.denominator
        return Sample(gradient, error, low, low + 1 + self._spread(batch, slopes))

    def _spread(self, batch: Batch, slopes: list[int]) -> int:
        """At least the Frobenius norm of (1/|B|) sum s_i a_i a_i^T, scaled by 2^48."""
        rows, total = [self.table.rows[i] for i in batch], 0
        for i, row in enumerate(rows):
            inner = sum(s * dot(row, other) ** 2 for s, other in zip(slopes[:i], rows, strict=False))
            total += slopes[i] * (2 * inner + slopes[i] * dot(row, row) ** 2)
        below = self.table.denominator**2 * len(batch)
        return -(-(root_up(total) << CURVATURE_BITS - COARSE) // below)


def _slope_bound(high: int, reach: int, bits: int) -> int:
    """At least 2^COARSE sup sigma'(m) over margins within `reach` of one with exp(-|m|) <= high 2^-bits.

    sigma'(m) = u / (1 + u)^2 with u = exp(-|m|) <= 1 rises with u, and u grows by at most exp(reach) <= 1 + r + r^2.
    """
    one = 1 << bits
    if reach >= one:
        return 1 << COARSE - 2
    grown = high * (one + reach + (reach * reach >> bits) + 1) >> bits
    u = min((grown >> bits - COARSE) + 1, 1 << COARSE)
    return -(-(u << 2 * COARSE) // ((1 << COARSE) + u) ** 2)


def parse_ridge(value: Value, where: str) -> RidgeLogistic:
    """`{"kind", "features", "denominator", "labels", "lambda"}`."""
    fields = record(value, where, ("kind", "features", "denominator", "labels", "lambda"))
    table = _table(fields, where)
    labels = array_of(fields["labels"], f"{where}/labels", len(table.rows))
    for i, label in enumerate(labels):
        if integer(label, f"{where}/labels/{i}") not in (-1, 1):
            raise malformed(f"{where}/labels/{i}", "not-a-label", f"{label}, expected 1 or -1")
    return RidgeLogistic(table, tuple(labels))


Interval = tuple[int, int]


def _times(one: Interval, two: Interval, bits: int) -> Interval:
    ends = [p * q for p in one for q in two]
    return min(ends) >> bits, -(-max(ends) >> bits)


@dataclass(frozen=True)
class Tanh:
    """See the module. `targets` over `target_common`."""

    table: Table
    targets: tuple[int, ...]
    target_common: int
    hidden: int
    common: int = 0

    @property
    def size(self) -> int:
        return len(self.targets)

    @property
    def dimension(self) -> int:
        return self.hidden * (1 + len(self.table.rows[0]))

    def gradient(self, batch: Batch, x: Sequence[int], q: int) -> list[int]:
        raise malformed("/statement/pool", "not-exact", "the gradient of a tanh network is not rational")

    def sample(self, batch: Batch, x: Sequence[int], radius: int, bits: int) -> Sample:
        totals, down, over = [(0, 0)] * self.dimension, 0, 0
        for i in batch:
            parts, bent, steep = self._component(i, x, radius, bits)
            totals = [(a + c, b + d) for (a, b), (c, d) in zip(totals, parts, strict=True)]
            down, over = down + bent, over + bent + steep
        count, ridge = len(batch), self.table.ridge
        below = count * ridge.denominator
        pulls = [ridge.numerator * count * xj for xj in x]
        lows = [(a * ridge.denominator + pull) // below for (a, _), pull in zip(totals, pulls, strict=True)]
        highs = [-(-(b * ridge.denominator + pull) // below) for (_, b), pull in zip(totals, pulls, strict=True)]
        error = sum(high - low for low, high in zip(lows, highs, strict=True))
        base = (ridge.numerator << CURVATURE_BITS) // ridge.denominator
        low, high = (-(-(part << CURVATURE_BITS) // (count << bits)) for part in (down, over))
        return Sample(lows, error, base - low, base + 1 + high)

    def _component(self, i: int, x: Sequence[int], radius: int, bits: int) -> tuple[list[Interval], int, int]:
        """The gradient of f_i without ridge; bounds of |r| ||D|| and of |grad out|^2 over the ball, on the grid."""
        row, width, one = self.table.rows[i], len(self.table.rows[0]), 1 << bits
        v, u = x[: self.hidden], [x[j : j + width] for j in range(self.hidden, self.dimension, width)]
        target = (self.targets[i] << bits) // self.target_common
        rest, hidden = (-target - 1, -target), []
        for vj, uj in zip(v, u, strict=True):
            t = _tanh(self.table.margin(i, uj), bits)
            square = _times(t, t, bits)
            hidden.append((t, (one - square[1], one - max(square[0], 0))))
            out = _times((vj, vj), t, bits)
            rest = rest[0] + out[0], rest[1] + out[1]
        outer = [_times(rest, t, bits) for t, _ in hidden]
        inner = []
        for vj, (_, s) in zip(v, hidden, strict=True):
            scale = _times(_times(rest, (vj, vj), bits), s, bits)
            inner += [
                (
                    min(scale[0] * a, scale[1] * a) // self.table.denominator,
                    -(-max(scale[0] * a, scale[1] * a) // self.table.denominator),
                )
                for a in row
            ]
        length = -(-self.table.lengths[i] * one // self.table.denominator)
        most = max(abs(vj) for vj in v) + radius
        squares = sum((abs(vj) + radius) ** 2 for vj in v)
        steep = self.hidden * one + -(-squares * length * length >> 3 * bits)
        bend = length + -(-77 * most * length * length // (100 << 2 * bits))
        away = max(-rest[0], rest[1]) + -(-root_up(steep << bits) * radius >> bits)
        return outer + inner, -(-away * bend >> bits), steep


def _tanh(margin: int, bits: int) -> Interval:
    """tanh over [margin, margin + 1] on the grid: 1 - 2 e / (1 + e) with e = exp(-2 |m|), and tanh' <= 1."""
    one, size = 1 << bits, abs(margin)
    low, high = exp_bounds(-2 * size, bits)
    ends = one - (2 * high << bits) // (one + high) - 1, one - (2 * low << bits) // (one + low)
    ends = ends if margin >= 0 else (-ends[1], -ends[0])
    return max(ends[0], -one), min(ends[1] + 1, one)


def parse_tanh(value: Value, where: str) -> Tanh:
    """`{"kind", "features", "denominator", "targets", "hidden", "lambda"}`."""
    fields = record(value, where, ("kind", "features", "denominator", "targets", "hidden", "lambda"))
    table = _table(fields, where)
    targets, common = shared(ratios(fields["targets"], f"{where}/targets", len(table.rows)), where)
    hidden = integer(fields["hidden"], f"{where}/hidden", 1, 1 << 10)
    return Tanh(table, tuple(targets), common, hidden)
