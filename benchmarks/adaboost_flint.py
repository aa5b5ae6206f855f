"""A second opinion on `adaboost/no-cycle`: the same finite checks with python-flint, sharing no code with the kernel.

Number fields are fmpq_poly modulo a polynomial, enclosures are Arb balls, irreducibility is asked of flint's factoring.
It answers True or the name of the first check that fails. Not trusted: for tests and benchmarks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
from flint import arb, fmpq, fmpq_poly, fmpz_poly

Value = Any
BITS = 256


def number(text: str) -> fmpq:
    x = Fraction(text)
    return fmpq(x.numerator, x.denominator)


def polynomial(coefficients: list[str]) -> fmpq_poly:
    return fmpq_poly([number(a) for a in coefficients])


def at(p: Any, x: Any) -> Any:
    """The value of a rational polynomial at a ball."""
    value = arb(0)
    for k in range(p.degree(), -1, -1):
        value = value * x + p[k]
    return value


@dataclass(frozen=True)
class Residue:
    """An element of Q[x]/(modulus)."""

    value: Any
    modulus: Any

    def _of(self, value: Any) -> Residue:
        return Residue(value % self.modulus, self.modulus)

    def _other(self, other: Any) -> Any:
        return other.value if isinstance(other, Residue) else fmpq_poly([other])

    def __add__(self, other: Any) -> Residue:
        return self._of(self.value + self._other(other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Residue:
        return self._of(self.value - self._other(other))

    def __mul__(self, other: Any) -> Residue:
        return self._of(self.value * self._other(other))

    __rmul__ = __mul__

    def __truediv__(self, other: Residue) -> Residue:
        common, inverse, _ = other.value.xgcd(self.modulus)
        if common.degree() != 0:
            raise ZeroDivisionError
        return self._of(self.value * inverse)


def step(weights: list[Any], tangents: list[list[Any]], column: Sequence[int]) -> tuple[list[Any], list[list[Any]]]:
    """The balanced step and its derivative, for numbers of any kind."""
    mass = {s: sum((w for w, sign in zip(weights, column, strict=True) if sign == s), 0 * weights[0]) for s in (1, -1)}
    moved = []
    for t in tangents:
        slope = {
            s: sum((x for x, sign in zip(t, column, strict=True) if sign == s), 0 * t[0]) / mass[s] for s in (1, -1)
        }
        moved.append([(x - w * slope[s]) / (mass[s] * 2) for x, w, s in zip(t, weights, column, strict=True)])
    return [w / (mass[s] * 2) for w, s in zip(weights, column, strict=True)], moved


def edge(column: Sequence[int], vector: list[Any]) -> Any:
    return sum((x * s for x, s in zip(vector, column, strict=True)), 0 * vector[0])


def real_root(f: Any, low: str, high: str) -> Any:
    """The only real root between two rationals, as a ball."""
    ends = arb(number(low)), arb(number(high))
    found = [z.real for z, _ in f.complex_roots() if z.imag == 0 and ends[0] < z.real < ends[1]]
    if len(found) != 1:
        raise ValueError("not isolating")
    return found[0]


def integral(coefficients: list[str]) -> fmpz_poly:
    return fmpz_poly([int(a) for a in coefficients])


@dataclass
class Part:
    """One gadget with everything its checks share."""

    given: Value
    rows: list[tuple[int, ...]]
    columns: list[tuple[int, ...]]
    start: list[fmpq]
    basis: list[list[fmpq]]
    free: list[int]


def check(statement: Value, evidence: Value) -> bool | str:
    """True, or the name of the check that fails."""
    before = flint.ctx.prec
    flint.ctx.prec = BITS
    try:
        return _check(statement, evidence)
    finally:
        flint.ctx.prec = before


def _check(statement: Value, evidence: Value) -> bool | str:
    parts = _parts(statement, evidence)
    if isinstance(parts, str):
        return parts
    base = integral(evidence["base"]["polynomial"])
    value = real_root(base, evidence["base"]["low"], evidence["base"]["high"])
    exact = []
    for part in parts:
        linear = _exact(part, fmpq_poly(base))
        if isinstance(linear, str):
            return linear
        exact.append(linear)
    levels = [found[0] for found in exact]
    if levels[0].value != levels[1].value:
        return "edges"
    level = at(levels[0].value, value)
    lock = level + arb(max(number(part.given["radius"]) for part in parts))
    for part, found in zip(parts, exact, strict=True):
        span = _cone(part, value, lock)
        if isinstance(span, str):
            return span
        wrong = _multiplier(part, base, value, evidence, found[1], span)
        if wrong:
            return wrong
    polynomials = [integral(part.given["multiplier"]["polynomial"]) for part in parts]
    units = [abs(f[0]) == 1 and abs(f[f.degree()]) == 1 for f in polynomials]
    _, factors = polynomials[1 - evidence["unit"]].factor()
    if units != [side == evidence["unit"] for side in range(2)] or len(factors) != 1 or factors[0][1] != 1:
        return "independence"
    return _prefix(statement, evidence, parts, value, level)


def _parts(statement: Value, evidence: Value) -> list[Part] | str:
    merged: dict[tuple[int, ...], fmpq] = {}
    for row, weight in zip(statement["matrix"], statement["start"], strict=True):
        merged[tuple(row)] = merged.get(tuple(row), fmpq(0)) + number(weight)
    total = sum(merged.values(), fmpq(0))
    parts = []
    for given in evidence["gadgets"]:
        mass: dict[tuple[int, ...], fmpq] = {}
        for row, weight in merged.items():
            key = tuple(row[j] for j in given["columns"])
            mass[key] = mass.get(key, fmpq(0)) + weight / total
        rows = list(mass)
        columns = list(zip(*rows, strict=True))
        image = [
            tuple(rows[given["rows_to"][i]][given["columns_to"][j]] for j in range(len(columns)))
            for i in range(len(rows))
        ]
        if image != rows or given["columns_to"][given["word"][-1]] != given["word"][-1]:
            return "automorphism"
        first, last = columns[given["word"][0]], columns[given["word"][-1]]
        table, rank = flint.fmpq_mat([[fmpq(x) for x in line] for line in ([1] * len(rows), first, last)]).rref()
        pivots = [next(k for k in range(len(rows)) if table[i, k] != 0) for i in range(rank)]
        free = [k for k in range(len(rows)) if k not in pivots]
        direction = [number(x) for x in given["direction"]]
        if [sum(direction, fmpq(0)), edge(first, direction), edge(last, direction)] != [0, 1, 0]:
            return "direction"
        basis = [direction]
        for k in free:
            vector = [fmpq(int(i == k)) for i in range(len(rows))]
            for i, pivot in enumerate(pivots):
                vector[pivot] = -table[i, k]
            basis.append(vector)
        parts.append(Part(given, rows, columns, list(mass.values()), basis, free))
    sides = [part.given["columns"] for part in parts]
    if sorted(sides[0] + sides[1]) != list(range(len(statement["matrix"][0]))):
        return "partition"
    for row, weight in merged.items():
        pair = [
            part.start[part.rows.index(tuple(row[j] for j in side))] for part, side in zip(parts, sides, strict=True)
        ]
        if weight / total != pair[0] * pair[1]:
            return "product"
    return parts if len(merged) == len(parts[0].rows) * len(parts[1].rows) else "product"


def _exact(part: Part, f: Any) -> tuple[Residue, list[Residue]] | str:
    """mu* and the characteristic polynomial of DF(P)."""
    point = [Residue(polynomial(p) % f, f) for p in part.given["point"]]
    one = Residue(fmpq_poly([1]), f)
    weights, tangents = point, [[one * x for x in vector] for vector in part.basis]
    first = part.columns[part.given["word"][0]]
    for letter in part.given["word"]:
        weights, tangents = step(weights, tangents, part.columns[letter])
    if [weights[i].value for i in part.given["rows_to"]] != [p.value for p in point]:
        return "fixed point"
    if edge(part.columns[part.given["word"][-1]], point).value != 0 or sum(point, 0 * one).value != 1:
        return "point"
    images = []
    for t in tangents:
        moved = [t[i] for i in part.given["rows_to"]]
        x = edge(first, moved)
        images.append([x, *(moved[k] - x * part.basis[0][k] for k in part.free)])
    return edge(first, point), _characteristic(images, one)


def _characteristic(columns: list[list[Residue]], one: Residue) -> list[Residue]:
    """det(x - A) by expansion over the residues, constant first."""
    n = len(columns)
    coefficients, power = [one], [[0 * one for _ in range(n)] for _ in range(n)]
    for k in range(1, n + 1):
        for i in range(n):
            power[i][i] = power[i][i] + coefficients[-1]
        power = [[sum((columns[j][i] * c[j] for j in range(n)), 0 * one) for i in range(n)] for c in power]
        coefficients.append(sum((power[i][i] for i in range(n)), 0 * one) * fmpq(-1, k))
    return coefficients[::-1]


def between(low: Any, high: Any) -> Any:
    return arb(low).union(arb(high))


def _cone(part: Part, value: Any, lock: Any) -> Any:
    given, v = part.given, part.basis[0]
    radius, opening = number(given["radius"]), number(given["opening"])
    slack = [opening * number(s) for s in given["scale"]]
    box = []
    for p, x, s in zip(given["point"], v, slack, strict=True):
        here = at(polynomial(p), value) if p else arb(0)
        if (p and not here > 0) or (not p and not x > s):
            return "vanishing row"
        box.append(here + between(min(fmpq(0), radius * (x - s)), max(fmpq(0), radius * (x + s))))
    weights, tangents = box, [[arb(x) for x in vector] for vector in part.basis]
    for turn, letter in enumerate(given["word"]):
        mine = part.columns[letter]
        for j, other in enumerate(part.columns):
            lead = edge([(a - b) // 2 for a, b in zip(mine, other, strict=True)], weights)
            if j != letter and not lead > 0:
                return "letter"
        if turn and not edge(mine, weights) > lock:
            return "lock"
        weights, tangents = step(weights, tangents, mine)
    images = [[t[i] for i in given["rows_to"]] for t in tangents]
    heights = [edge(part.columns[given["word"][0]], image) for image in images]
    sides = [between(-slack[k], slack[k]) for k in part.free]
    span = sum((h * s for h, s in zip(heights[1:], sides, strict=True)), heights[0])
    if not (span > 0 and span < 1):
        return "contraction"
    low = arb(span.lower())
    for k, x in enumerate(v):
        parts = [image[k] - h * x for image, h in zip(images, heights, strict=True)]
        if not abs(sum((p * s for p, s in zip(parts[1:], sides, strict=True)), parts[0])) < low * slack[k]:
            return "cone"
    return span


def _multiplier(part: Part, base: Any, value: Any, evidence: Value, characteristic: list[Residue], span: Any) -> str:
    given = part.given["multiplier"]
    modulus = fmpq_poly(integral(given["root"]["polynomial"]))
    root = real_root(integral(given["root"]["polynomial"]), given["root"]["low"], given["root"]["high"])
    below, c = (Residue(polynomial(given[key]) % modulus, modulus) for key in ("base", "value"))
    if _compose(fmpq_poly(base), below).value != 0:
        return "base"
    here = at(below.value, root)
    if not (here > arb(number(evidence["base"]["low"])) and here < arb(number(evidence["base"]["high"]))):
        return "base"
    total, power = 0 * c, Residue(fmpq_poly([1]), modulus)
    for coefficient in characteristic:
        total, power = total + _compose(coefficient.value, below) * power, power * c
    if total.value != 0 or _compose(fmpq_poly(integral(given["polynomial"])), c).value != 0:
        return "eigenvalue"
    rate = at(c.value, root)
    if not span.contains(rate):
        return "dominant"
    quotient: list[Any] = []
    carry: Any = arb(0)
    for coefficient in characteristic[:0:-1]:
        carry = at(coefficient.value, value) + carry * rate
        quotient.insert(0, carry)
    return "" if _no_zero(quotient, span) else "other eigenvalue"


def _no_zero(f: list[Any], span: Any) -> bool:
    low, high = arb(span.lower()), arb(span.upper())
    for k in range(64):
        piece = between(low + (high - low) * k / 64, low + (high - low) * (k + 1) / 64)
        value = arb(0)
        for a in reversed(f):
            value = value * piece + a
        if value.contains(0):
            return False
    return True


def _compose(f: Any, x: Residue) -> Residue:
    value = 0 * x
    for k in range(f.degree(), -1, -1):
        value = value * x + f[k]
    return value


def _prefix(statement: Value, evidence: Value, parts: list[Part], value: Any, level: Any) -> bool | str:
    picks, marginals = marginal_picks(statement["tie"], parts, evidence["steps"], evidence["exact"])
    if len(picks) < evidence["steps"]:
        return "undecided pick"
    for part, marginal in zip(parts, marginals, strict=True):
        given, last = part.given, part.given["word"][-1]
        mine = [given["columns"].index(j) for j in picks if j in given["columns"]]
        if (mine and mine[-1] != last) or (not mine and edge(part.columns[last], part.start) != 0):
            return "boundary"
        turned = list(marginal)
        for _ in range(given["turns"]):
            turned = [turned[i] for i in given["rows_to"]]
        x = edge(part.columns[given["word"][0]], turned) - level
        if not (x > 0 and x < arb(number(given["radius"]))):
            return "start"
        for p, w, v, s in zip(given["point"], turned, part.basis[0], given["scale"], strict=True):
            away = arb(w) - (at(polynomial(p), value) if p else 0) - x * v
            if not abs(away) < x * (number(given["opening"]) * number(s)):
                return "start"
    return True


def marginal_picks(tie: str, parts: list[Part], steps: int, exact: int) -> tuple[list[int], list[list[Any]]]:
    """The picks, run on the two marginals; stops where balls cannot decide."""
    marginals: list[list[Any]] = [list(part.start) for part in parts]
    owner = {j: (side, k) for side, part in enumerate(parts) for k, j in enumerate(part.given["columns"])}
    order = sorted(owner, reverse=tie == "highest")
    picks: list[int] = []
    for turn in range(steps):
        if turn == exact:
            marginals = [[arb(x) for x in marginal] for marginal in marginals]
        edges = {j: edge(parts[owner[j][0]].columns[owner[j][1]], marginals[owner[j][0]]) for j in order}
        best = max(order, key=lambda j: edges[j] if turn < exact else edges[j].mid())
        if not edges[best] > 0 or (turn >= exact and any(not edges[best] > edges[j] for j in order if j != best)):
            break
        side, k = owner[best]
        marginals[side], _ = step(marginals[side], [], parts[side].columns[k])
        picks.append(best)
    return picks, marginals
