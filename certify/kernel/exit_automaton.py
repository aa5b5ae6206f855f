"""Finite automata of boxes in the plane of x and buffer (one dimension): evidence for exit/never and exit/mean.

`{"nodes": [{"x": [low, high], "open": [bool, bool], "buffer": [low, high], "next": [..], "remaining"?}, ..]}`. A node
is a set of states: x between its ends (an open end is left out), buffer in the closed range. `next` has one entry per
letter: the node into which every state of this one is moved by that letter, or null: there every state leaves D. Under
`rr` a node also carries `remaining`, the letters left in the epoch; letters not among them have null. Node 0 holds the
start. Checked: every node lies in D; for every letter that can be drawn, the image of the node lies in the named node
(of the right phase), or wholly outside D. Images are exact hulls of piecewise-linear maps, ends with their openness.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from certify.kernel.exit_orders import Sampling
from certify.kernel.exit_pool import Batch, PiecewiseLinear, Pool
from certify.kernel.exit_problem import Ball, Box, HalfSpace, Method, State
from certify.kernel.rational import brief, rationals
from certify.kernel.reject import limit, malformed, refused
from certify.kernel.text import Value, array, array_of, boolean, distinct, integer, integers, record

MAX_NODES = 1 << 12
MAX_ENTRIES = 1 << 18  # nodes times components of all letters


@dataclass(frozen=True)
class Interval:
    """Between low and high; an open end is left out; None is no end."""

    low: Fraction | None
    high: Fraction | None
    low_open: bool = False
    high_open: bool = False

    def holds(self, other: Interval) -> bool:
        """Whether `other` is a subset."""
        return _above(other.low, other.low_open, self.low, self.low_open) and _above(
            _minus(other.high), other.high_open, _minus(self.high), self.high_open
        )

    def apart(self, other: Interval) -> bool:
        """Whether no point is in both."""
        return _beyond(self.high, self.high_open, other.low, other.low_open) or _beyond(
            other.high, other.high_open, self.low, self.low_open
        )

    def __str__(self) -> str:
        low, high = ("none" if end is None else brief(end) for end in (self.low, self.high))
        return f"{'(' if self.low_open else '['}{low}, {high}{')' if self.high_open else ']'}"


def _minus(value: Fraction | None) -> Fraction | None:
    return None if value is None else -value


def _above(end: Fraction | None, is_open: bool, wall: Fraction | None, wall_open: bool) -> bool:
    """Whether a low end lies within another low end."""
    if wall is None:
        return True
    return end is not None and (end > wall or (end == wall and (is_open or not wall_open)))


def _beyond(high: Fraction | None, high_open: bool, low: Fraction | None, low_open: bool) -> bool:
    """Whether everything up to `high` lies before everything from `low` on."""
    return high is not None and low is not None and (high < low or (high == low and (high_open or low_open)))


def interval_of(domain: Ball | Box | HalfSpace) -> Interval:
    """A domain in one dimension; on-or-outside makes its ends open."""
    low: Fraction | None = None
    high: Fraction | None = None
    if isinstance(domain, Ball):
        center, radius = Fraction(domain.center[0], domain.common), Fraction(domain.above, domain.below)
        low, high = center - radius, center + radius
    elif isinstance(domain, Box):
        low, high = (None if end is None else Fraction(end, domain.common) for end in (domain.low[0], domain.high[0]))
    elif domain.normal[0] > 0:
        high = Fraction(domain.bound, domain.normal[0])
    else:
        low = Fraction(domain.bound, domain.normal[0])
    return Interval(low, high, not domain.strict, not domain.strict)


def values(pool: Pool, batch: Batch, low: Fraction, high: Fraction) -> list[tuple[Fraction, Fraction]]:
    """(x, g_B(x)) at the ends and at every knot between them: g_B is affine from each to the next."""
    places = {low, high}
    if isinstance(pool, PiecewiseLinear):
        places |= {knot for knot in pool.knots(batch) if low < knot < high}
    found = []
    for x in sorted(places):
        (g,) = pool.gradient(batch, [x.numerator], x.denominator)
        found.append((x, Fraction(g, pool.common * len(batch) * x.denominator)))
    return found


def stretch(ends: Sequence[Fraction], factor: Fraction) -> tuple[Fraction, Fraction]:
    """factor times the closed range between the least and the largest."""
    found = [factor * end for end in ends]
    return min(found), max(found)


@dataclass(frozen=True)
class Node:
    """A box of states; `letters` are those that can be drawn there."""

    x: Interval
    low: Fraction
    high: Fraction
    buffer: tuple[Fraction, Fraction]
    following: list[int | None]
    remaining: tuple[int, ...]

    def image(self, pool: Pool, method: Method, batch: Batch) -> tuple[Interval, tuple[Fraction, Fraction]]:
        """The hull of where the batch moves the states: x with open ends where the extreme is only at an open end."""
        points = values(pool, batch, self.low, self.high)
        moved = [x + method.xg * g for x, g in points]
        kept = range(len(moved))
        inner = [k for k in kept if not (k == 0 and self.x.low_open) and not (k == kept[-1] and self.x.high_open)]
        lifted = stretch(self.buffer, method.xb)
        least, most = min(moved), max(moved)
        x = Interval(
            least + lifted[0],
            most + lifted[1],
            all(moved[k] > least for k in inner) and moved.count(least) == 1,
            all(moved[k] < most for k in inner) and moved.count(most) == 1,
        )
        own, pulled = stretch(self.buffer, method.bb), stretch([g for _, g in points], method.bg)
        return x, (own[0] + pulled[0], own[1] + pulled[1])


def parse_nodes(value: Value, where: str, sampling: Sampling) -> list[Node]:
    """The nodes of an automaton for iid or rr sampling."""
    if sampling.kind not in ("iid", "rr"):
        raise refused("/statement/sampling", "no-phases", f"{sampling.kind}: box automata are for iid and rr")
    elements = array(value, where, 1, MAX_NODES)
    entries = len(elements) * sum(map(len, sampling.batches))
    if entries > MAX_ENTRIES:
        raise limit(where, "too-many-nodes", f"{entries} components to map, at most {MAX_ENTRIES}")
    return [_parse_node(element, f"{where}/{a}", sampling, len(elements)) for a, element in enumerate(elements)]


def _parse_node(value: Value, where: str, sampling: Sampling, count: int) -> Node:
    letters = len(sampling.batches)
    phased = ("remaining",) if sampling.kind == "rr" else ()
    fields = record(value, where, ("x", "open", "buffer", "next", *phased))
    low, high = rationals(fields["x"], f"{where}/x", 2)
    left, right = (boolean(e, f"{where}/open/{j}") for j, e in enumerate(array_of(fields["open"], f"{where}/open", 2)))
    buffer = rationals(fields["buffer"], f"{where}/buffer", 2)
    if low > high or buffer[0] > buffer[1] or (low == high and (left or right)):
        raise malformed(where, "empty-node", f"x from {brief(low)} to {brief(high)}: no state")
    following = [
        None if target is None else integer(target, f"{where}/next/{letter}", 0, count - 1)
        for letter, target in enumerate(array_of(fields["next"], f"{where}/next", letters))
    ]
    remaining = integers(fields["remaining"], f"{where}/remaining", 0, letters - 1, 1) if phased else range(letters)
    distinct(list(remaining), f"{where}/remaining")
    x = Interval(low, high, left, right)
    return Node(x, low, high, (buffer[0], buffer[1]), following, tuple(sorted(remaining)))


def require_automaton(
    pool: Pool,
    method: Method,
    start: State,
    domain: Ball | Box | HalfSpace,
    sampling: Sampling,
    nodes: list[Node],
    where: str,
) -> None:
    """Everything in the module's specification; whether exits are allowed is the caller's question."""
    inside, every = interval_of(domain), tuple(range(len(sampling.batches)))
    x, b = Fraction(start[0][0], start[2]), Fraction(start[1][0], start[2])
    first = nodes[0]
    if not first.x.holds(Interval(x, x)) or not first.buffer[0] <= b <= first.buffer[1]:
        raise refused(f"{where}/0", "start-not-inside", f"x = {brief(x)}, buffer = {brief(b)}; node 0 must hold it")
    if first.remaining != every:
        raise refused(f"{where}/0/remaining", "other-phase", f"{list(first.remaining)}; an epoch starts with all")
    for a, node in enumerate(nodes):
        if not inside.holds(node.x):
            raise refused(f"{where}/{a}/x", "node-outside", f"{node.x} is not inside D = {inside}")
        for letter in node.remaining:
            moved, buffer = node.image(pool, method, sampling.batches[letter])
            here, target = f"{where}/{a}/next/{letter}", node.following[letter]
            if target is None:
                if not inside.apart(moved):
                    raise refused(here, "image-not-outside", f"image {moved} meets D = {inside}")
                continue
            into = nodes[target]
            rest = tuple(left for left in node.remaining if left != letter) if sampling.kind == "rr" else every
            if into.remaining != (rest or every):
                detail = f"node {target} has {list(into.remaining)} left, after this letter {list(rest or every)} are"
                raise refused(here, "other-phase", detail)
            if not into.x.holds(moved) or buffer[0] < into.buffer[0] or buffer[1] > into.buffer[1]:
                detail = f"image {moved} x [{brief(buffer[0])}, {brief(buffer[1])}] is not within node {target}"
                raise refused(here, "image-not-inside", f"{detail} = {into.x} x {[brief(end) for end in into.buffer]}")
