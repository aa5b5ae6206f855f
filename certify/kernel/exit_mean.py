"""Mean exit times in one dimension: `exit/mean`.

Statement: `pool` (quadratic or piecewise-linear, d = 1), `method`, `start` (a point), `domain`, `sampling` (iid or rr),
`claim`: `{"equals": m}`, `{"at_most": b}` or `{"at_least": a, "at_most": b}` about E tau.

* `{"method": "automaton", "nodes", "times"}`: an automaton of boxes (exit_automaton) makes tau the absorption time of
  a finite chain. times[a] = 1 + mean over the letters of times[next] (0 for an exit) at every node; then
  E tau = times[0] (theorem exit-supersolution: a solution exists only if every node leads to an exit).
* `{"method": "grid", "cells": [n, m], "buffer": V, "upper", "lower"}` (iid, bounded D): n x m closed cells over
  D x [-V, V], row by row in x. V >= |b_0| and beta V + |bg| sup_D |g| <= V. upper >= 0 and
  upper_C >= 1 + mean_i max {upper_C' : F_i(C) meets C'} (0 where it meets none), so E tau <= upper at the start;
  lower_C <= 1 + mean_i min {lower_C' : F_i(C) meets C'} (0 where the image may leave D), so E tau >= lower there.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from certify.kernel import exit_automaton
from certify.kernel.exit_automaton import Interval, interval_of, stretch, values
from certify.kernel.exit_law import parse_exact, parse_point
from certify.kernel.exit_orders import Sampling, parse_sampling
from certify.kernel.exit_pool import Pool, variant
from certify.kernel.exit_problem import Ball, Box, HalfSpace, Method, State, parse_domain, parse_method
from certify.kernel.rational import brief, rational, rationals
from certify.kernel.reject import limit, malformed, refused
from certify.kernel.rule import Attachments, Rule
from certify.kernel.text import Value, array_of, integer, record

MAX_CELLS = 1 << 17
MAX_TOUCHED = 1 << 23  # cells met by all images together


@dataclass(frozen=True)
class Problem:
    """A chain in one dimension and bounds of its mean exit time; None is no bound."""

    pool: Pool
    method: Method
    start: State
    domain: Ball | Box | HalfSpace
    sampling: Sampling
    at_least: Fraction | None
    at_most: Fraction

    def require(self, low: Fraction, high: Fraction) -> None:
        """E tau is in [low, high]: enough for the claim?"""
        if high > self.at_most or (self.at_least is not None and low < self.at_least):
            claimed = f"[{'-' if self.at_least is None else brief(self.at_least)}, {brief(self.at_most)}]"
            raise refused("/statement/claim", "other-mean", f"shown [{brief(low)}, {brief(high)}], claimed {claimed}")


def parse(statement: Value, where: str) -> Problem:
    """A statement of exit/mean."""
    fields = record(statement, where, ("pool", "method", "start", "domain", "sampling", "claim"))
    pool = parse_exact(fields["pool"], f"{where}/pool")
    if pool.dimension != 1:
        raise malformed(f"{where}/pool", "not-one-dimension", f"{pool.dimension} dimensions, expected 1")
    at_least, at_most = _claim(fields["claim"], f"{where}/claim")
    return Problem(
        pool,
        parse_method(fields["method"], f"{where}/method"),
        parse_point(fields["start"], f"{where}/start", 1),
        parse_domain(fields["domain"], f"{where}/domain", 1),
        parse_sampling(fields["sampling"], f"{where}/sampling", pool.size, ("iid", "rr")),
        at_least,
        at_most,
    )


def _claim(value: Value, where: str) -> tuple[Fraction | None, Fraction]:
    if isinstance(value, dict) and "equals" in value:
        mean = rational(record(value, where, ("equals",))["equals"], f"{where}/equals")
        return mean, mean
    fields = record(value, where, ("at_most",), ("at_least",))
    at_most = rational(fields["at_most"], f"{where}/at_most")
    if "at_least" not in fields:
        return None, at_most
    at_least = rational(fields["at_least"], f"{where}/at_least")
    if at_least > at_most:
        raise malformed(where, "empty-range", f"from {brief(at_least)} to {brief(at_most)}")
    return at_least, at_most


def _check(problem: Problem, evidence: Value, _: Attachments) -> None:
    keys = {"automaton": ("nodes", "times"), "grid": ("cells", "buffer", "upper", "lower")}
    kind = variant(evidence, "/evidence", "method", keys)
    fields = record(evidence, "/evidence", ("method", *keys[kind]))
    if kind == "automaton":
        _automaton(problem, fields)
    else:
        _grid(problem, fields)


def _automaton(problem: Problem, fields: Value) -> None:
    where, sampling = "/evidence/nodes", problem.sampling
    nodes = exit_automaton.parse_nodes(fields["nodes"], where, sampling)
    times = rationals(fields["times"], "/evidence/times", len(nodes))
    exit_automaton.require_automaton(
        problem.pool, problem.method, problem.start, problem.domain, sampling, nodes, where
    )
    for a, node in enumerate(nodes):
        targets = [node.following[letter] for letter in node.remaining]
        later = sum((times[target] for target in targets if target is not None), Fraction(0))
        needed = 1 + later / len(targets)
        if times[a] != needed:
            detail = f"{brief(times[a])}, one step and the mean of what follows give {brief(needed)}"
            raise refused(f"/evidence/times/{a}", "time-equation", detail)
    problem.require(times[0], times[0])


@dataclass(frozen=True)
class Cells:
    """n x m closed cells over [low, high] x [-buffer, buffer]."""

    low: Fraction
    high: Fraction
    buffer: Fraction
    across: int
    along: int

    @property
    def width(self) -> Fraction:
        return (self.high - self.low) / self.across

    @property
    def height(self) -> Fraction:
        return 2 * self.buffer / self.along

    def columns(self, low: Fraction, high: Fraction) -> range:
        """Indices in x of the cells that meet [low, high]."""
        first, last = ceil((low - self.low) / self.width) - 1, floor((high - self.low) / self.width)
        return range(max(first, 0), min(last, self.across - 1) + 1)

    def rows(self, low: Fraction, high: Fraction) -> range:
        """Indices in the buffer of the cells that meet [low, high]."""
        first, last = ceil((low + self.buffer) / self.height) - 1, floor((high + self.buffer) / self.height)
        return range(max(first, 0), min(last, self.along - 1) + 1)

    def at(self, x: Fraction, buffer: Fraction) -> int:
        """A cell that holds a state of D x [-buffer, buffer]."""
        return self.columns(x, x)[0] * self.along + self.rows(buffer, buffer)[0]


def _grid(problem: Problem, fields: Value) -> None:
    if problem.sampling.kind != "iid":
        raise refused("/statement/sampling", "not-iid", "under rr the state has the letters left; a grid has not")
    inside = interval_of(problem.domain)
    if inside.low is None or inside.high is None:
        raise refused("/statement/domain", "no-width", "D is unbounded; a grid covers a bounded one")
    across, along = (
        integer(part, f"/evidence/cells/{j}", 1, MAX_CELLS)
        for j, part in enumerate(array_of(fields["cells"], "/evidence/cells", 2))
    )
    if across * along > MAX_CELLS:
        raise limit("/evidence/cells", "too-many-cells", f"{across} x {along}, at most {MAX_CELLS}")
    cells = Cells(inside.low, inside.high, rational(fields["buffer"], "/evidence/buffer"), across, along)
    upper, lower = (rationals(fields[name], f"/evidence/{name}", across * along) for name in ("upper", "lower"))
    x, b = Fraction(problem.start[0][0], problem.start[2]), Fraction(problem.start[1][0], problem.start[2])
    if not inside.holds(Interval(x, x)):
        raise refused("/statement/start", "start-not-inside", f"x = {brief(x)} is not in D = {inside}")
    _require_range(problem, cells, b)
    touched = across * along * sum(map(len, problem.sampling.batches))
    for i in range(across):
        left = cells.low + i * cells.width
        slices = [values(problem.pool, batch, left, left + cells.width) for batch in problem.sampling.batches]
        for j in range(along):
            met = [met_cells(problem, cells, points, j) for points in slices]
            touched += sum(len(found) for found, _ in met)
            if touched > MAX_TOUCHED:
                raise limit("/evidence/cells", "too-many-cells", f"images meet more than {MAX_TOUCHED} cells")
            _require_cell(cells, met, upper, lower, i * along + j)
    at = cells.at(x, b)
    problem.require(lower[at], upper[at])


def _require_range(problem: Problem, cells: Cells, b: Fraction) -> None:
    """|b_0| <= V, and one step keeps the buffer in [-V, V] while x is in D."""
    method, batches = problem.method, problem.sampling.batches
    most = max(abs(g) for batch in batches for _, g in values(problem.pool, batch, cells.low, cells.high))
    needed = max(abs(b), method.bb * cells.buffer + abs(method.bg) * most)
    if cells.buffer <= 0 or needed > cells.buffer:
        detail = f"V = {brief(cells.buffer)}, the buffer may reach {brief(needed)}"
        raise refused("/evidence/buffer", "buffer-range", detail)


def met_cells(
    problem: Problem, cells: Cells, points: list[tuple[Fraction, Fraction]], row: int
) -> tuple[list[int], bool]:
    """The cells that the image of a cell meets, and whether it may leave D."""
    method = problem.method
    low = row * cells.height - cells.buffer
    own, pulled = stretch([low, low + cells.height], method.bb), stretch([g for _, g in points], method.bg)
    buffer = own[0] + pulled[0], own[1] + pulled[1]
    direct = method.xg - method.cb * method.bg
    places = [x + direct * g for x, g in points]
    found, leaves = [], False
    for j in cells.rows(*buffer):
        floor_j = j * cells.height - cells.buffer
        lifted = stretch([max(buffer[0], floor_j), min(buffer[1], floor_j + cells.height)], method.cb)
        reach = min(places) + lifted[0], max(places) + lifted[1]
        found += [i * cells.along + j for i in cells.columns(*reach)]
        strict = problem.domain.strict
        leaves = leaves or reach[0] < cells.low or reach[1] > cells.high
        leaves = leaves or (not strict and (reach[0] <= cells.low or reach[1] >= cells.high))
    return found, leaves


def _require_cell(
    cells: Cells, met: list[tuple[list[int], bool]], upper: list[Fraction], lower: list[Fraction], at: int
) -> None:
    if upper[at] < 0:
        raise refused(f"/evidence/upper/{at}", "negative-solution", f"{brief(upper[at])}, needs >= 0")
    most = 1 + sum((max((upper[c] for c in found), default=Fraction(0)) for found, _ in met), Fraction(0)) / len(met)
    if upper[at] < most:
        raise refused(f"/evidence/upper/{at}", "not-a-supersolution", f"{brief(upper[at])}, needs >= {brief(most)}")
    zero = Fraction(0)
    ends = [min([lower[c] for c in found] + ([zero] if leaves or not found else [])) for found, leaves in met]
    least = 1 + sum(ends, zero) / len(met)
    if lower[at] > least:
        raise refused(f"/evidence/lower/{at}", "not-a-subsolution", f"{brief(lower[at])}, needs <= {brief(least)}")


MEAN = Rule(parse, _check, theorems=("exit-supersolution",))
