"""No exit, ever: `exit/never`.

Statement: `pool`, `method`, `start` (a point), `domain` D, `sampling`. Under every order that the sampling admits, x_k
is in D for all k >= 0.

Evidence, one of
* `{"method": "reachable"}` (exact pools): the states that any order reaches, with their phase, are finitely many and
  all in D. For a fixed periodic order this is the exact periodic orbit: state and phase repeat.
* `{"method": "automaton", "nodes"}` (exact pools, one dimension, iid or rr): exit_automaton, without an exit.
* `{"method": "ball", "precision", "norm", "center", "row": {"low", "high", "rho"}}`, rho < 1: with z = (x - center, b)
  one step is z -> A(H) z + (xg, bg) g_B(center), so every P-ball of radius at least r / (1 - rho) around 0 is kept by
  every batch, r = max_i |g_i(center)| ||(xg, bg)||_P (theorem exit-contraction-ball). It must hold the start, its x
  must lie in D, and the row must cover the curvature of every component over that ball. A batch mean is a convex
  combination of components, so components bound all batches.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from fractions import Fraction

from certify.kernel import exit_automaton, exit_pools
from certify.kernel.exit_law import parse_point
from certify.kernel.exit_orders import Phase, Sampling, count, parse_sampling, walk
from certify.kernel.exit_pool import Pool, require_work, variant
from certify.kernel.exit_problem import Ball, Box, HalfSpace, Method, State, parse_domain, parse_method, reduced
from certify.kernel.exit_smooth import root_up
from certify.kernel.exit_tube import ROOT_BITS, Grid, Norm, parse_norm, parse_table, root, times, up
from certify.kernel.rational import brief, rationals
from certify.kernel.reject import refused
from certify.kernel.rule import Attachments, Rule
from certify.kernel.text import Value, integer, record

PRECISION = (64, 4096)


@dataclass(frozen=True)
class Problem:
    """A recursion, where it starts, where it should stay and how its batches are drawn."""

    pool: Pool
    method: Method
    start: State
    domain: Ball | Box | HalfSpace
    sampling: Sampling


def parse(statement: Value, where: str) -> Problem:
    """A statement of exit/never."""
    fields = record(statement, where, ("pool", "method", "start", "domain", "sampling"))
    pool = exit_pools.parse(fields["pool"], f"{where}/pool")
    return Problem(
        pool,
        parse_method(fields["method"], f"{where}/method"),
        parse_point(fields["start"], f"{where}/start", pool.dimension),
        parse_domain(fields["domain"], f"{where}/domain", pool.dimension),
        parse_sampling(fields["sampling"], f"{where}/sampling", pool.size),
    )


def _check(problem: Problem, evidence: Value, _: Attachments) -> None:
    keys: dict[str, tuple[str, ...]] = {
        "reachable": (),
        "automaton": ("nodes",),
        "ball": ("precision", "norm", "center", "row"),
    }
    kind = variant(evidence, "/evidence", "method", keys)
    fields = record(evidence, "/evidence", ("method", *keys[kind]))
    if kind == "ball":
        _ball(problem, fields)
    elif not problem.pool.common:
        raise refused("/evidence/method", "not-exact", "needs a quadratic or piecewise-linear pool")
    elif kind == "reachable":
        _reachable(problem)
    else:
        _automaton(problem, fields["nodes"])


def _reachable(problem: Problem) -> None:
    chain = walk(problem.pool, problem.method, problem.start, problem.domain, problem.sampling)
    first: tuple[State, Phase] = (reduced(problem.start), problem.sampling.first())
    seen, waiting, visited = {first}, deque([first]), 0
    while waiting:
        state, phase = waiting.popleft()
        if not chain.inside(state):
            x = [brief(Fraction(n, state[2])) for n in state[0][:4]]
            raise refused("/statement", "leaves", f"some order reaches x = {', '.join(x)}, which is not in D")
        for key in chain.after(state, phase):
            visited = count(visited, key[0], chain.parts)
            if key not in seen:
                seen.add(key)
                waiting.append(key)


def _automaton(problem: Problem, value: Value) -> None:
    where = "/evidence/nodes"
    if problem.pool.dimension != 1:
        raise refused(where, "not-one-dimension", f"{problem.pool.dimension} dimensions; box automata have 1")
    nodes = exit_automaton.parse_nodes(value, where, problem.sampling)
    for a, node in enumerate(nodes):
        for letter in node.remaining:
            if node.following[letter] is None:
                raise refused(f"{where}/{a}/next/{letter}", "leaves", "an exit in evidence that there is none")
    exit_automaton.require_automaton(
        problem.pool, problem.method, problem.start, problem.domain, problem.sampling, nodes, where
    )


def _ball(problem: Problem, fields: Value) -> None:
    pool, method = problem.pool, problem.method
    bits = integer(fields["precision"], "/evidence/precision", *PRECISION)
    norm = parse_norm(fields["norm"], "/evidence/norm")
    (row,) = parse_table([fields["row"]], "/evidence/row", method, norm)
    if row.rho >= 1:
        raise refused("/evidence/row/rho", "not-a-contraction", f"{brief(row.rho)}, needs < 1")
    given = rationals(fields["center"], "/evidence/center", pool.dimension)
    center = [(part.numerator << bits) // part.denominator for part in given]
    require_work([2] * pool.size, pool.dimension, bits, "/statement/pool")
    push = norm.of(method.xg, method.bg)
    pulls = []
    for i in range(pool.size):
        sample = pool.sample([i], center, 0, bits)
        pulls.append(times(push, root_up(sum(g * g for g in sample.gradient)) + sample.error))
    radius = max(up(max(pulls) / (1 - row.rho)), _distance(problem.start, center, bits, norm))
    reach = times(norm.position, radius)
    grid = Grid(method, norm, [row], bits, pool.dimension)
    for i in range(pool.size):
        grid.row(pool.sample([i], center, reach, bits), f"/statement/pool/{i}")
    if not problem.domain.inside(center, 1 << bits, reach):
        detail = f"x within {brief(Fraction(reach, 1 << bits).limit_denominator(10**6))} of the centre is not all in D"
        raise refused("/evidence/center", "ball-not-inside", detail)


def _distance(start: State, center: list[int], bits: int, norm: Norm) -> int:
    """At least ||(x_0 - center, b_0)||_P on the grid."""
    x, b, q = start
    away = [Fraction(xj, q) - Fraction(cj, 1 << bits) for xj, cj in zip(x, center, strict=True)]
    buffer = [Fraction(bj, q) for bj in b]
    squared = sum(norm.p11 * a * a + 2 * norm.p12 * a * c + norm.p22 * c * c for a, c in zip(away, buffer, strict=True))
    return -(-(root(Fraction(squared)) << bits) >> ROOT_BITS)


NEVER = Rule(parse, _check, theorems=("exit-p-norm-tube", "exit-contraction-ball", "fixed-point"))
