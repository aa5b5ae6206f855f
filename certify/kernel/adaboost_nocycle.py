"""`adaboost/no-cycle`: exhaustive AdaBoost that never settles into a cycle.

Statement: `matrix`, `start`, `tie` as for `adaboost/prefix`. Claim: the sequence of picks is infinite and not
eventually periodic, and the weights do not converge to any finite cycle.

Evidence. The columns fall into two gadgets A and B (`gadgets`, each with its `columns`), and the merged rows are all
pairs of a row of A and a row of B, with start weights that are products; rows of a gadget are taken in the order in
which they first appear in the merged matrix. Edges depend on one marginal each, and a pick in A changes that of A only.
Per gadget L (hypotheses H1 to H5 of theorem adaboost-two-gadgets, marginals at mass 1):

* `word` H (columns of the gadget, h >= 2 letters, as many for both), `rows_to`, `columns_to`: an automorphism s,
  L[rows_to[i]][columns_to[j]] = L[i][j], that keeps the last letter. F = s^-1 after the steps of the word.
* `point` P: polynomials over Q in `base`, a real algebraic number. (H1) sum P = 1, F(P) = P, edges: first letter mu*
  (the same number > 0 for both gadgets), last letter 0. Each P_k is 0 or positive.
* `direction` v, `scale` s, `radius` r, `opening` rho, rational. x(w) = first edge - mu*. V0 = vectors of sum 0 with
  first and last edge 0; sum v = 0, x(v) = 1, last edge of v 0. The cone is all x v + t with 0 <= x <= r, t in V0,
  |t_k| <= rho s_k x.
  (H2) On a box around P + cone the interval derivative of F maps the cone strictly into itself, with x'/x in [m, M],
  0 < m, M < 1; and v_k > rho s_k where P_k = 0.
  (H3) On that box every letter strictly beats every other column of its gadget when it is its turn, and from the second
  letter on its edge exceeds mu* + max(r_A, r_B).
* `multiplier`: `root` (a number z), `base` and `value` (polynomials in z), `polynomial` g. (H4) base(z) is the base
  number; c = value(z) is a root of g, and is the only eigenvalue in [m, M] of the derivative of F at P.
* `turns` k. (H5) After `steps` picks the marginal lies on the plane last edge = 0 (the last pick in the gadget was the
  last letter, or it had none and the start lies there exactly), and s^-k of it is in P + cone with x > 0.

`unit` (0 or 1) says which multiplier is a unit, `primes` show the polynomial of the other irreducible (theorem
algebraic-unit), so log c_A / log c_B is irrational. `exact`, `precision`: for the replay, and bits of every enclosure.
"""

from __future__ import annotations

from fractions import Fraction

from certify.kernel import boost, interval, poly
from certify.kernel.adaboost_gadgets import Frame, Gadget
from certify.kernel.adaboost_gadgets import frame as frame_of
from certify.kernel.adaboost_gadgets import gadgets as gadgets_of
from certify.kernel.boost import Board, Run, Signs
from certify.kernel.interval import Interval
from certify.kernel.poly import NOTHING, ONE, Element, Poly, Ring, Root
from certify.kernel.rational import brief
from certify.kernel.reject import limit, refused
from certify.kernel.rule import Attachments, Rule
from certify.kernel.text import Value, array_of, integer, record

MAX_DEGREE = 24  # of the base number
MAX_PRECISION = 1 << 12
PIECES = 64  # of [m, M], on each of which the other eigenvalues are excluded
HALF: Element = ((1,), 2)
ZERO = Fraction(0)


def _parse(statement: Value, where: str) -> Board:
    return boost.parse_board(record(statement, where, ("matrix", "start", "tie")), where)


def _check(board: Board, evidence: Value, _: Attachments) -> None:
    fields = record(evidence, "/evidence", ("base", "gadgets", "unit", "primes", "steps", "exact", "precision"))
    exact, w = boost.parse_replay(fields, "/evidence")
    steps = integer(fields["steps"], "/evidence/steps", 0, boost.MAX_STEPS)
    if w > MAX_PRECISION:
        raise limit("/evidence/precision", "too-much-precision", f"{w} bits, at most {MAX_PRECISION}")
    base = poly.parse_root(fields["base"], "/evidence/base")
    if len(base.poly) - 1 > MAX_DEGREE:
        raise limit("/evidence/base", "too-large", f"degree {len(base.poly) - 1}, at most {MAX_DEGREE}")
    gadgets = gadgets_of(board, array_of(fields["gadgets"], "/evidence/gadgets", 2))
    ring, number = Ring(base.poly), base.enclose(w)
    frames = [frame_of(gadget) for gadget in gadgets]
    levels, polynomials = zip(*(linearise(g, f, ring) for g, f in zip(gadgets, frames, strict=True)), strict=True)
    if levels[0] != levels[1]:
        raise refused("/evidence/gadgets/1/point", "edges-differ", "the first edges at the two points are not equal")
    level = poly.at(levels[0], number, w)
    if level[0] <= 0:
        raise refused("/evidence/gadgets/0/point", "no-positive-edge", f"mu* in {interval.show(level, w)}, needs > 0")
    lock = interval.add(level, interval.of(max(gadget.radius for gadget in gadgets), w))
    multipliers: list[Poly] = []
    for gadget, frame, characteristic in zip(gadgets, frames, polynomials, strict=True):
        span = contract(gadget, frame, number, lock, w)
        multipliers.append(_multiplier(gadget, base, characteristic, number, span, w))
    unit = integer(fields["unit"], "/evidence/unit", 0, 1)
    poly.require_one_unit(multipliers[unit], multipliers[1 - unit], fields["primes"], "/evidence")
    run = boost.replay(board, steps, exact, w)
    for gadget in gadgets:
        enters(board, run, gadget, number, level, w)


# --- H1 and the exact derivative ------------------------------------------------------------------------------------


def linearise(gadget: Gadget, frame: Frame, ring: Ring) -> tuple[Element, list[Element]]:
    """mu* and the characteristic polynomial of DF(P), in Q[x]/(f), after checking that P is fixed."""
    where, weights = f"{gadget.where}/point", [ring.element(*p) for p in gadget.point]
    tangents = [[_constant(x) for x in vector] for vector in frame.vectors]
    if ring.sum(weights) != ONE:
        raise refused(where, "sum-not-one", "the weights of the point do not sum to 1")
    level = _edge(ring, gadget.signs(gadget.word[0]), weights)
    if _edge(ring, gadget.signs(gadget.word[-1]), weights) != NOTHING:
        raise refused(where, "edge-not-zero", "the edge of the last letter at the point is not 0")
    point = list(weights)
    for letter in gadget.word:
        weights, tangents = _exact_step(ring, weights, tangents, gadget.signs(letter), where)
    if [weights[i] for i in gadget.rows_to] != point:
        raise refused(where, "not-fixed", "the word and the automorphism do not bring the point back to itself")
    columns = []
    for image in tangents:
        moved = [image[i] for i in gadget.rows_to]
        x = _edge(ring, gadget.signs(gadget.word[0]), moved)
        rest = [ring.sub(moved[k], ring.mul(x, _constant(gadget.direction[k]))) for k in frame.free]
        columns.append([x, *rest])
    return level, _characteristic(ring, columns)


def _constant(x: Fraction) -> Element:
    return ((x.numerator,) if x else (), x.denominator)


def _edge(ring: Ring, signs: Signs, vector: list[Element]) -> Element:
    return ring.sum([x if sign > 0 else (poly.scale(x[0], -1), x[1]) for sign, x in zip(signs, vector, strict=True)])


def _exact_step(
    ring: Ring, weights: list[Element], tangents: list[list[Element]], column: Signs, where: str
) -> tuple[list[Element], list[list[Element]]]:
    """As `boost.step`, in Q[x]/(f)."""
    fresh, moved = list(weights), [list(t) for t in tangents]
    for side in ([i for i, sign in enumerate(column) if sign == s] for s in (1, -1)):
        inverse = ring.inverse(ring.sum([weights[i] for i in side]), where)
        half = ring.mul(inverse, HALF)
        for i in side:
            fresh[i] = ring.mul(weights[i], half)
        for old, new in zip(tangents, moved, strict=True):
            slope = ring.mul(ring.sum([old[i] for i in side]), inverse)
            for i in side:
                new[i] = ring.mul(ring.sub(old[i], ring.mul(weights[i], slope)), half)
    return fresh, moved


def _characteristic(ring: Ring, columns: list[list[Element]]) -> list[Element]:
    """Coefficients, constant first, of det(x - A), A given by columns (Faddeev and LeVerrier)."""
    n = len(columns)
    coefficients = [ONE]
    power = [[NOTHING] * n for _ in range(n)]
    for k in range(1, n + 1):
        for i in range(n):
            power[i][i] = ring.add(power[i][i], coefficients[-1])
        power = [
            [ring.sum([ring.mul(columns[j][i], column[j]) for j in range(n)]) for i in range(n)] for column in power
        ]
        trace = ring.sum([power[i][i] for i in range(n)])
        coefficients.append(ring.mul(trace, ((-1,), k)))
    return coefficients[::-1]


# --- H2, H3: the cone -----------------------------------------------------------------------------------------------


def contract(gadget: Gadget, frame: Frame, number: Interval, lock: Interval, w: int) -> Interval:
    """The interval [m, M] of x'/x on the cone, after checking the cone and the letters of the word on its box."""
    box = []
    for k, (p, v, s) in enumerate(zip(gadget.point, gadget.direction, gadget.scale, strict=True)):
        value, slack = poly.at(p, number, w), gadget.opening * s
        if p[0] and value[0] <= 0:
            detail = f"weight {k} of the point lies in {interval.show(value, w)}, needs 0 or > 0"
            raise refused(f"{gadget.where}/point/{k}", "weight-not-positive", detail)
        if not p[0] and v <= slack:
            detail = f"row {k} vanishes at the point: direction {brief(v)}, opening x scale {brief(slack)}"
            raise refused(f"{gadget.where}/direction/{k}", "cone-too-wide", detail)
        ends = [gadget.radius * (v - slack), gadget.radius * (v + slack)]
        box.append(interval.add(value, interval.hull(min(ZERO, ends[0]), max(ZERO, ends[1]), w)))
    weights, tangents = box, [[interval.of(x, w) for x in vector] for vector in frame.vectors]
    for turn, letter in enumerate(gadget.word):
        _letter(gadget, weights, turn, letter, lock, w)
        weights, tangents = boost.step(weights, tangents, gadget.signs(letter), w, f"{gadget.where}/radius")
    images = [[image[i] for i in gadget.rows_to] for image in tangents]
    sides = [interval.hull(-gadget.opening * gadget.scale[k], gadget.opening * gadget.scale[k], w) for k in frame.free]
    heights = [edge(gadget.signs(gadget.word[0]), image) for image in images]
    span = _over(heights, sides, w)
    if span[0] <= 0 or span[1] >= 1 << w:
        raise refused(f"{gadget.where}/radius", "not-contracting", f"x'/x in {interval.show(span, w)}, needs (0, 1)")
    for k, (v, s) in enumerate(zip(gadget.direction, gadget.scale, strict=True)):
        along = interval.of(v, w)
        parts = [interval.sub(i[k], interval.mul(along, x, w)) for i, x in zip(images, heights, strict=True)]
        found = interval.size(_over(parts, sides, w))
        needed = interval.mul(interval.of(gadget.opening * s, w), (span[0], span[0]), w)[0]
        if found >= needed:
            detail = (
                f"row {k}: |t'| up to {interval.show((found, found), w)}, needs < {interval.show((needed, needed), w)}"
            )
            raise refused(f"{gadget.where}/opening", "leaves-cone", detail)
    return span


def _over(parts: list[Interval], sides: list[Interval], w: int) -> Interval:
    """parts[0] + sum_j parts[j] sides[j]."""
    return interval.total([parts[0], *(interval.mul(p, s, w) for p, s in zip(parts[1:], sides, strict=True))])


def edge(signs: Signs, vector: list[Interval]) -> Interval:
    plus, minus = (interval.total(x for s, x in zip(signs, vector, strict=True) if s == side) for side in (1, -1))
    return interval.sub(plus, minus)


def _letter(gadget: Gadget, weights: list[Interval], turn: int, letter: int, lock: Interval, w: int) -> None:
    """On the box the letter is strictly best of its gadget and, after the first, above the lock."""
    where, mine = f"{gadget.where}/word/{turn}", gadget.signs(letter)
    for other in range(len(gadget.columns)):
        ahead = [a - b for a, b in zip(mine, gadget.signs(other), strict=True)]
        gains, losses = (interval.total(x for s, x in zip(ahead, weights, strict=True) if s == d) for d in (2, -2))
        if other != letter and gains[0] <= losses[1]:
            lead = interval.show(interval.sub(gains, losses), w)
            raise refused(where, "letter-not-best", f"column {letter} leads column {other} by {lead} / 2, needs > 0")
    height = edge(mine, weights)
    if turn and height[0] <= lock[1]:
        shown = interval.show(height, w), interval.show(lock, w)
        raise refused(where, "no-lock", f"edge in {shown[0]}, mu* and the radius give {shown[1]}")


# --- H4: the multiplier ---------------------------------------------------------------------------------------------


def _multiplier(
    gadget: Gadget, base: Root, characteristic: list[Element], number: Interval, span: Interval, w: int
) -> Poly:
    """An integer polynomial of which the dominant eigenvalue of DF(P) is a root."""
    where = f"{gadget.where}/multiplier"
    fields = record(gadget.multiplier, where, ("root", "base", "value", "polynomial"))
    root = poly.parse_root(fields["root"], f"{where}/root")
    below, value = (poly.parse(fields[key], f"{where}/{key}") for key in ("base", "value"))
    g = poly.parse_integral(fields["polynomial"], f"{where}/polynomial")
    ring, inner = Ring(root.poly), root.enclose(w)
    if ring.compose((base.poly, 1), below) != NOTHING:
        raise refused(f"{where}/base", "not-the-base", "it is not a root of the polynomial of the base number")
    low, high = poly.at(below, inner, w)
    if not base.low < Fraction(low, 1 << w) or not Fraction(high, 1 << w) < base.high:
        detail = f"it lies in {interval.show((low, high), w)}, outside the interval of the base number"
        raise refused(f"{where}/base", "other-root", detail)
    terms, power = [], ONE
    for coefficient in characteristic:
        terms.append(ring.mul(ring.compose(coefficient, below), power))
        power = ring.mul(power, ring.element(*value))
    if ring.sum(terms) != NOTHING:
        raise refused(f"{where}/value", "not-an-eigenvalue", "it is not a root of the characteristic polynomial")
    if ring.compose((g, 1), value) != NOTHING:
        raise refused(f"{where}/polynomial", "not-a-root", "the multiplier is not a root of it")
    c = poly.at(value, inner, w)
    if not interval.inside(c, span):
        detail = f"{interval.show(c, w)} is not inside {interval.show(span, w)}"
        raise refused(f"{where}/value", "not-dominant", detail)
    _alone(characteristic, number, c, span, w, where)
    return g


def _alone(characteristic: list[Element], number: Interval, c: Interval, span: Interval, w: int, where: str) -> None:
    """No other eigenvalue lies in [m, M]: characteristic / (x - c) has no zero there."""
    quotient: list[Interval] = []
    carry = interval.ZERO
    for coefficient in characteristic[:0:-1]:
        carry = interval.add(poly.at(coefficient, number, w), interval.mul(carry, c, w))
        quotient.insert(0, carry)
    for k in range(PIECES):
        piece = span[0] + (span[1] - span[0]) * k // PIECES, span[0] - (span[0] - span[1]) * (k + 1) // PIECES + 1
        value = interval.ZERO
        for carry in reversed(quotient):
            value = interval.add(interval.mul(value, piece, w), carry)
        if value[0] <= 0 <= value[1]:
            detail = f"another eigenvalue in {interval.show(piece, w)} is not excluded"
            raise refused(f"{where}/value", "not-alone", detail)


# --- H5: the prefix -------------------------------------------------------------------------------------------------


def enters(board: Board, run: Run, gadget: Gadget, number: Interval, level: Interval, w: int) -> None:
    """After the prefix the marginal lies on its plane and, turned back, in the cone."""
    where, last = f"{gadget.where}/turns", gadget.columns[gadget.word[-1]]
    mine = [pick for pick in run.picks if pick in gadget.columns]
    if mine and mine[-1] != last:
        detail = f"the last pick in this gadget is column {mine[-1]}, the last letter is column {last}"
        raise refused("/evidence/steps", "not-at-a-boundary", detail)
    tilt = sum(s * x for s, x in zip(gadget.signs(gadget.word[-1]), gadget.masses, strict=True))
    if not mine and tilt != 0:
        raise refused("/evidence/steps", "not-at-a-boundary", "no pick in this gadget, and its last edge is not 0")
    parts: dict[Signs, list[Interval]] = {row: [] for row in gadget.rows}
    for row, weight in zip(board.rows, run.weights, strict=True):
        parts[tuple(row[j] for j in gadget.columns)].append(weight)
    whole = interval.total(run.weights)
    marginal = [interval.div(interval.total(parts[row]), whole, w, where) for row in gadget.rows]
    for _ in range(gadget.turns):
        marginal = [marginal[i] for i in gadget.rows_to]
    x = interval.sub(edge(gadget.signs(gadget.word[0]), marginal), level)
    if x[0] <= 0 or x[1] > interval.of(gadget.radius, w)[0]:
        detail = f"first edge - mu* in {interval.show(x, w)}, needs (0, {brief(gadget.radius)}]"
        raise refused(where, "outside-cone", detail)
    for k, (p, v, s) in enumerate(zip(gadget.point, gadget.direction, gadget.scale, strict=True)):
        away = interval.sub(interval.sub(marginal[k], poly.at(p, number, w)), interval.mul(interval.of(v, w), x, w))
        room = interval.mul(interval.of(gadget.opening * s, w), (x[0], x[0]), w)[0]
        if interval.size(away) > room:
            detail = f"row {k}: off the axis by {interval.show(away, w)}, room {interval.show((room, room), w)}"
            raise refused(where, "outside-cone", detail)


NO_CYCLE = Rule(_parse, _check, theorems=("adaboost-two-gadgets", "algebraic-unit"))
