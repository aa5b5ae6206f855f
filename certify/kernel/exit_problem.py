"""What every exit kind states: recursion form, domain, and how a pool is named. Exact steps of the recursion.

Forms, with gradient g of the batch at x, buffer b, step h > 0 and momentum 0 <= beta < 1, as programs have them:

    hb     b+ = beta b - h g            x+ = x + b+
    torch  b+ = beta b + g              x+ = x - h b+             (dampening 0)
    ema    b+ = beta b + (1 - beta) g   x+ = x - h b+
    nag    b+ = beta b + g              x+ = x - h (g + beta b+)  (nesterov=True)

A `Method` holds the four coefficients of x+ = x + xb b + xg g, b+ = bb b + bg g, and cb, the factor of b+ in x+ - x.
Domains: a closed or open ball, box (sides may be null) or half-space; `exit` says whether a point on the boundary is
still inside ("strictly-outside": exit means beyond it) or has left ("on-or-outside"). There is no default.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from certify.kernel.exit_pool import Batch, Pool, shared, variant
from certify.kernel.rational import brief, rational, ratios
from certify.kernel.reject import malformed
from certify.kernel.text import Value, array, array_of, choice, record

FORMS = ("hb", "torch", "ema", "nag")
STRICT, WEAK = "strictly-outside", "on-or-outside"
State = tuple[tuple[int, ...], tuple[int, ...], int]  # x and buffer over one positive denominator


@dataclass(frozen=True)
class Method:
    """x+ = x + xb b + xg g; b+ = bb b + bg g; x+ - x = cb b+ + (xg - cb bg) g."""

    form: str
    step: Fraction
    momentum: Fraction
    xb: Fraction
    xg: Fraction
    bb: Fraction
    bg: Fraction
    cb: Fraction


def parse_method(value: Value, where: str) -> Method:
    """`{"form", "step", "momentum"}`."""
    fields = record(value, where, ("form", "step", "momentum"))
    form = choice(fields["form"], f"{where}/form", FORMS)
    step, beta = rational(fields["step"], f"{where}/step"), rational(fields["momentum"], f"{where}/momentum")
    if step <= 0:
        raise malformed(f"{where}/step", "step-range", f"step {brief(step)}, needs > 0")
    if not 0 <= beta < 1:
        raise malformed(f"{where}/momentum", "momentum-range", f"momentum {brief(beta)} is not in [0, 1)")
    bg = {"hb": -step, "torch": Fraction(1), "ema": 1 - beta, "nag": Fraction(1)}[form]
    cb = {"hb": Fraction(1), "torch": -step, "ema": -step, "nag": -step * beta}[form]
    direct = -step if form == "nag" else Fraction(0)
    return Method(form, step, beta, cb * beta, cb * bg + direct, beta, bg, cb)


def weights(pool: Pool, method: Method, count: int) -> tuple[int, ...]:
    """(m, xb m, xg m / c, bb m, bg m / c) in integers, c = common times the size of the batch."""
    below = pool.common * count
    parts = (method.xb, method.xg / below, method.bb, method.bg / below)
    more = math.lcm(*(part.denominator for part in parts))
    return more, *(part.numerator * (more // part.denominator) for part in parts)


def advance(pool: Pool, weight: tuple[int, ...], batch: Batch, state: State) -> State:
    """One exact step with `weights` of the batch's size. The denominator grows by a factor; nothing is reduced."""
    x, b, q = state
    more, nxb, nxg, nbb, nbg = weight
    g = pool.gradient(batch, x, q)
    return (
        tuple(more * xj + nxb * bj + nxg * gj for xj, bj, gj in zip(x, b, g, strict=True)),
        tuple(nbb * bj + nbg * gj for bj, gj in zip(b, g, strict=True)),
        q * more,
    )


def reduced(state: State) -> State:
    """The same state over its least denominator, so that equal states are equal tuples."""
    x, b, q = state
    common = math.gcd(q, *x, *b)
    return tuple(n // common for n in x), tuple(n // common for n in b), q // common


def state_of(x: Sequence[tuple[int, int]], b: Sequence[tuple[int, int]], where: str) -> State:
    """A state from rational coordinates."""
    numbers, q = shared([*x, *b], where)
    return tuple(numbers[: len(x)]), tuple(numbers[len(x) :]), q


def parse_state(fields: Value, where: str, dimension: int) -> State:
    """`x` and `buffer` of a record."""
    return state_of(
        ratios(fields["x"], f"{where}/x", dimension), ratios(fields["buffer"], f"{where}/buffer", dimension), where
    )


def bits_of(state: State) -> int:
    """The bits of its longest number."""
    x, b, q = state
    return max(n.bit_length() for n in (q, *x, *b))


class Domain(Protocol):
    """Both tests are about every point within eps/q of x/q; with eps = 0 they are exact and exclude each other."""

    @property
    def strict(self) -> bool: ...
    def inside(self, x: Sequence[int], q: int, eps: int) -> bool: ...
    def outside(self, x: Sequence[int], q: int, eps: int) -> bool: ...


@dataclass(frozen=True)
class Ball:
    """|x - center/common| <= above/below (strict) or < (weak)."""

    strict: bool
    center: tuple[int, ...]
    common: int
    above: int
    below: int

    def _squared(self, x: Sequence[int], q: int) -> int:
        """|x/q - center|^2 in units of 1/(q common below)^2."""
        parts = (xj * self.common - cj * q for xj, cj in zip(x, self.center, strict=True))
        return sum(part * part for part in parts) * self.below**2

    def inside(self, x: Sequence[int], q: int, eps: int) -> bool:
        room = (self.above * q - eps * self.below) * self.common
        found = self._squared(x, q)
        return room >= 0 and (found <= room * room if self.strict else found < room * room)

    def outside(self, x: Sequence[int], q: int, eps: int) -> bool:
        reach = (self.above * q + eps * self.below) * self.common
        found = self._squared(x, q)
        return found > reach * reach if self.strict else found >= reach * reach


@dataclass(frozen=True)
class Box:
    """low_j <= x_j <= high_j (strict) or < (weak) over `common`; None is no side."""

    strict: bool
    low: tuple[int | None, ...]
    high: tuple[int | None, ...]
    common: int

    def _gaps(self, x: Sequence[int], q: int) -> list[int]:
        """How far inside each side x/q lies, in units of 1/(q common); negative beyond it."""
        lows = [xj * self.common - a * q for xj, a in zip(x, self.low, strict=True) if a is not None]
        return lows + [b * q - xj * self.common for xj, b in zip(x, self.high, strict=True) if b is not None]

    def inside(self, x: Sequence[int], q: int, eps: int) -> bool:
        least = min(self._gaps(x, q)) - eps * self.common
        return least >= 0 if self.strict else least > 0

    def outside(self, x: Sequence[int], q: int, eps: int) -> bool:
        least = min(self._gaps(x, q)) + eps * self.common
        return least < 0 if self.strict else least <= 0


@dataclass(frozen=True)
class HalfSpace:
    """normal . x <= bound (strict) or < (weak); `length` is an integer that is at least |normal|."""

    strict: bool
    normal: tuple[int, ...]
    bound: int
    length: int

    def _gap(self, x: Sequence[int], q: int) -> int:
        return self.bound * q - sum(nj * xj for nj, xj in zip(self.normal, x, strict=True))

    def inside(self, x: Sequence[int], q: int, eps: int) -> bool:
        least = self._gap(x, q) - eps * self.length
        return least >= 0 if self.strict else least > 0

    def outside(self, x: Sequence[int], q: int, eps: int) -> bool:
        most = self._gap(x, q) + eps * self.length
        return most < 0 if self.strict else most <= 0


def parse_domain(value: Value, where: str, dimension: int) -> Ball | Box | HalfSpace:
    """A ball, box or half-space that is not empty and has a boundary."""
    keys, parse = _DOMAINS[variant(value, where, "kind", _DOMAINS)]
    fields = record(value, where, ("kind", *keys, "exit"))
    return parse(fields, where, dimension, choice(fields["exit"], f"{where}/exit", (STRICT, WEAK)) == STRICT)


def _parse_ball(fields: Value, where: str, dimension: int, strict: bool) -> Ball:
    radius = rational(fields["radius"], f"{where}/radius")
    if radius < 0 or (radius == 0 and not strict):
        raise malformed(f"{where}/radius", "empty-domain", f"radius {brief(radius)} leaves no point inside")
    center, common = shared(ratios(fields["center"], f"{where}/center", dimension), where)
    return Ball(strict, tuple(center), common, radius.numerator, radius.denominator)


def _parse_box(fields: Value, where: str, dimension: int, strict: bool) -> Box:
    sides = []
    for name in ("low", "high"):
        entries = array_of(fields[name], f"{where}/{name}", dimension)
        sides.append([None if e is None else rational(e, f"{where}/{name}/{j}") for j, e in enumerate(entries)])
    for j, (low, high) in enumerate(zip(*sides, strict=True)):
        if low is not None and high is not None and (low > high or (low == high and not strict)):
            raise malformed(f"{where}/low/{j}", "empty-domain", f"from {brief(low)} to {brief(high)}: no point inside")
    ends = [end for side in sides for end in side if end is not None]
    if not ends:
        raise malformed(where, "no-boundary", "a box without sides has no outside")
    _, common = shared([end.as_integer_ratio() for end in ends], where)
    low, high = (tuple(None if end is None else int(end * common) for end in side) for side in sides)
    return Box(strict, low, high, common)


def _parse_half_space(fields: Value, where: str, dimension: int, strict: bool) -> HalfSpace:
    numbers, _ = shared(
        ratios([*array(fields["normal"], f"{where}/normal"), fields["bound"]], where, dimension + 1), where
    )
    *normal, bound = numbers
    if not any(normal):
        raise malformed(f"{where}/normal", "no-boundary", "a zero normal bounds nothing")
    return HalfSpace(strict, tuple(normal), bound, math.isqrt(sum(n * n for n in normal) - 1) + 1)


_Parse = Callable[[Value, str, int, bool], Ball | Box | HalfSpace]
_DOMAINS: dict[str, tuple[tuple[str, ...], _Parse]] = {
    "ball": (("center", "radius"), _parse_ball),
    "box": (("low", "high"), _parse_box),
    "half-space": (("normal", "bound"), _parse_half_space),
}
