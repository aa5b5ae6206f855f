"""The P-norm tube around an integer orbit: how far the true run of a momentum recursion can be from it.

Write e = (e_x, e_b) for true minus computed state. For a symmetric mean Hessian H with low I <= H <= high I, e moves by
A(H), where A(l) = [[1 + xg l, xb], [bg l, bb]] on every eigenvector of H. If A(l)^T P A(l) <= rho^2 P at l = low and at
l = high, with P > 0, then ||A(H) e||_P <= rho ||e||_P (theorem exit-p-norm-tube): so E+ = rho E + defect bounds
||e||_P, and |e_x|^2 <= E^2 p22 / det P. One P serves all rows of the table. H is the mean Hessian along the segment
between the two states, so its bounds are those of the pool over a ball that holds the segment, never at its centre.

Everything is an integer at scale 2^-bits, rounded outwards.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from certify.kernel.exit_pool import CURVATURE_BITS, Batch, Pool, Sample, floor_root
from certify.kernel.exit_problem import Method
from certify.kernel.rational import brief, rational, rationals
from certify.kernel.reject import limit, refused
from certify.kernel.text import Value, array, record

MAX_ROWS = 512
MAX_NORM_BITS = 1 << 9  # of a numerator or denominator of P
ROOT_BITS = 64  # of the norm factors


@dataclass(frozen=True)
class Row:
    """Between low and high (scaled by 2^48, rounded inwards) one step multiplies the norm by at most rho."""

    low: int
    high: int
    rho: Fraction


@dataclass(frozen=True)
class Norm:
    """P = [[p11, p12], [p12, p22]] > 0."""

    p11: Fraction
    p12: Fraction
    p22: Fraction

    @property
    def determinant(self) -> Fraction:
        return self.p11 * self.p22 - self.p12 * self.p12

    def of(self, x: Fraction, b: Fraction) -> int:
        """At least ||(x u, b u)||_P for every unit vector u, in units of 2^-ROOT_BITS."""
        return root(self.p11 * x * x + 2 * self.p12 * x * b + self.p22 * b * b)

    @property
    def position(self) -> int:
        """At least |e_x| / ||e||_P, in units of 2^-ROOT_BITS."""
        return root(self.p22 / self.determinant)


def root(value: Fraction) -> int:
    """An integer that is at least 2^ROOT_BITS sqrt(value)."""
    return math.isqrt(-((-value.numerator << 2 * ROOT_BITS) // value.denominator)) + 1


def up(value: Fraction) -> int:
    """The least integer that is at least `value`."""
    return -(-value.numerator // value.denominator)


def times(factor: int, length: int) -> int:
    """A norm factor times an integer length, rounded up."""
    return -(-factor * length >> ROOT_BITS)


def parse_norm(value: Value, where: str) -> Norm:
    """`[p11, p12, p22]`, positive definite."""
    norm = Norm(*rationals(value, where, 3))
    bits = max(abs(n).bit_length() for part in (norm.p11, norm.p12, norm.p22) for n in part.as_integer_ratio())
    if bits > MAX_NORM_BITS:
        raise limit(where, "too-many-digits", f"a number of {bits} bits, at most {MAX_NORM_BITS}")
    if norm.p11 <= 0 or norm.determinant <= 0:
        found = f"p11 = {brief(norm.p11)}, det = {brief(norm.determinant)}"
        raise refused(where, "not-positive-definite", f"{found}; both must be positive")
    return norm


def require_contraction(method: Method, norm: Norm, curvature: Fraction, rho: Fraction, where: str) -> None:
    """A(l)^T P A(l) <= rho^2 P at one l: both diagonal entries and the determinant of the difference are >= 0."""
    a11, a12 = 1 + method.xg * curvature, method.xb
    a21, a22 = method.bg * curvature, method.bb
    p11, p12, p22 = norm.p11, norm.p12, norm.p22
    q11, q12 = p11 * a11 + p12 * a21, p11 * a12 + p12 * a22
    q21, q22 = p12 * a11 + p22 * a21, p12 * a12 + p22 * a22
    m11 = rho * rho * p11 - (a11 * q11 + a21 * q21)
    m12 = rho * rho * p12 - (a11 * q12 + a21 * q22)
    m22 = rho * rho * p22 - (a12 * q12 + a22 * q22)
    if m11 < 0 or m22 < 0 or m11 * m22 - m12 * m12 < 0:
        found = f"rho^2 P - A^T P A = [{brief(m11)}, {brief(m12)}; {brief(m22)}]"
        raise refused(where, "not-contracting", f"at curvature {brief(curvature)}: {found} is not >= 0")


def parse_table(value: Value, where: str, method: Method, norm: Norm) -> list[Row]:
    """Rows `{"low", "high", "rho"}`, each verified at both of its ends."""
    rows = []
    for i, entry in enumerate(array(value, where, 1, MAX_ROWS)):
        here = f"{where}/{i}"
        fields = record(entry, here, ("low", "high", "rho"))
        low, high, rho = (rational(fields[name], f"{here}/{name}") for name in ("low", "high", "rho"))
        if low > high:
            raise refused(here, "empty-row", f"from {brief(low)} to {brief(high)}; low must be at most high")
        if rho < 0:
            raise refused(f"{here}/rho", "negative-rho", f"{brief(rho)}, needs >= 0")
        for end in (low, high):
            require_contraction(method, norm, end, rho, here)
        rows.append(Row(up(low * (1 << CURVATURE_BITS)), -up(-high * (1 << CURVATURE_BITS)), rho))
    return rows


@dataclass(frozen=True)
class Grid:
    """One rounded step: b+ and x+ as floors, with what the floors and the gradient's error add to ||e||_P."""

    method: Method
    norm: Norm
    rows: list[Row]
    bits: int
    dimension: int

    def row(self, sample: Sample, where: str) -> Row:
        """The first row that covers the curvature found."""
        for row in self.rows:
            if row.low <= sample.low and sample.high <= row.high:
                return row
        ends = [brief(Fraction(end, 1 << CURVATURE_BITS).limit_denominator(10**6)) for end in (sample.low, sample.high)]
        raise refused(where, "curvature-not-covered", f"mean Hessian in [{', '.join(ends)}]: no row of the table")

    def step(self, x: Sequence[int], b: Sequence[int], gradient: Sequence[int]) -> tuple[list[int], list[int]]:
        """x + xb b + xg g and bb b + bg g, each coordinate rounded down."""
        method = self.method
        below = math.lcm(method.xb.denominator, method.xg.denominator, method.bb.denominator, method.bg.denominator)
        xb, xg, bb, bg = (int(part * below) for part in (method.xb, method.xg, method.bb, method.bg))
        return (
            [xj + (xb * bj + xg * gj) // below for xj, bj, gj in zip(x, b, gradient, strict=True)],
            [(bb * bj + bg * gj) // below for bj, gj in zip(b, gradient, strict=True)],
        )

    def defect(self, error: int) -> int:
        """||(d_x, d_b)||_P with |d_x| <= |xg| error + sqrt(d), |d_b| <= |bg| error + sqrt(d)."""
        floor = floor_root(self.dimension)
        one, zero = Fraction(1), Fraction(0)
        x, b = up(abs(self.method.xg) * error) + floor, up(abs(self.method.bg) * error) + floor
        return times(self.norm.of(one, zero), x) + times(self.norm.of(zero, one), b)

    def run_defect(self, eps_x: int, eps_b: int) -> int:
        """What |d_b| <= eps_b in b+ (used by x+ through cb) and then |d_x| <= eps_x add."""
        one, zero = Fraction(1), Fraction(0)
        return times(self.norm.of(self.method.cb, one), eps_b) + times(self.norm.of(one, zero), eps_x)


def follow(
    pool: Pool, grid: Grid, batch: Batch, x: list[int], b: list[int], size: int, extra: int, where: str
) -> tuple[list[int], list[int], int]:
    """One step of centre and tube: `size` bounds ||e||_P before, the last value bounds it after."""
    radius = times(grid.norm.position, size)
    sample = pool.sample(batch, x, radius, grid.bits)
    rho = grid.row(sample, where).rho
    after = -(-rho.numerator * size // rho.denominator) + grid.defect(sample.error) + extra
    moved = grid.step(x, b, sample.gradient)
    bits = max(n.bit_length() for n in (after, *moved[0], *moved[1]))
    if bits > 2 * grid.bits:
        raise limit(where, "too-many-digits", f"a number of {bits} bits on the grid, at most {2 * grid.bits}")
    return *moved, after
