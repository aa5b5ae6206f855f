"""Finite mean exit times from one escaping word: `exit/finite-mean`.

Statement: `pool`, `method`, `start` (a point), `domain` D (a ball or a bounded box), `sampling` (iid), `claim`
`{"at_most": b}` or `{"at_least": a, "at_most": b}`: E tau <= b (and >= a).

Evidence `{"method": "escape", "precision", "direction": u, "letters": S, "repeats": N, "tail": K}`. With y = cb b the
step is y+ = beta y - kappa g, x+ = x + y+ - delta g (kappa = -cb bg >= 0, delta >= 0). Let u.g_B <= -gamma < 0 on D for
B in S and |u.g_B| <= G on D for every letter, V = max(|u.y_0|, kappa G / (1 - beta)). Then |u.y_k| <= V while x stays
in D, and N letters of S in a row move u.x by at least

    -V beta (1 - beta^N)/(1 - beta) + kappa gamma/(1 - beta) (N - beta (1 - beta^N)/(1 - beta)) + N delta gamma.

If that exceeds the width of D along u, they lead out of D from every reachable state. With p = |S| / letters,
E tau <= N / p^N, and with S_K = E min(tau, K), walked exactly, S_K <= E tau <= S_K + P(tau > K) N / p^N (theorem
exit-finite-mean). gamma and G are computed here: u.g_B at the centre of D, and |u| times the bound of the Hessian over
the ball around D. Draws must be iid: under reshuffling a word need not be possible at every time.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from certify.kernel import exit_pools
from certify.kernel.exit_law import parse_point
from certify.kernel.exit_orders import Sampling, parse_sampling, walk
from certify.kernel.exit_pool import CURVATURE_BITS, Pool, floor_root, require_work, variant
from certify.kernel.exit_problem import Ball, Box, HalfSpace, Method, State, parse_domain, parse_method
from certify.kernel.exit_tube import ROOT_BITS, root, up
from certify.kernel.rational import brief, rational, rationals
from certify.kernel.reject import limit, malformed, refused
from certify.kernel.rule import Attachments, Rule
from certify.kernel.text import Value, distinct, integer, integers, record

MAX_REPEATS = 1 << 11
MAX_TAIL = 1 << 12
MAX_POWER_BITS = 1 << 17  # of the powers of the momentum and of the number of letters


@dataclass(frozen=True)
class Problem:
    """An iid chain and bounds of its mean exit time."""

    pool: Pool
    method: Method
    start: State
    domain: Ball | Box | HalfSpace
    sampling: Sampling
    at_least: Fraction
    at_most: Fraction


def parse(statement: Value, where: str) -> Problem:
    """A statement of exit/finite-mean."""
    fields = record(statement, where, ("pool", "method", "start", "domain", "sampling", "claim"))
    pool = exit_pools.parse(fields["pool"], f"{where}/pool")
    claim = record(fields["claim"], f"{where}/claim", ("at_most",), ("at_least",))
    at_most = rational(claim["at_most"], f"{where}/claim/at_most")
    at_least = rational(claim["at_least"], f"{where}/claim/at_least") if "at_least" in claim else Fraction(0)
    if at_least > at_most:
        raise malformed(f"{where}/claim", "empty-range", f"from {brief(at_least)} to {brief(at_most)}")
    return Problem(
        pool,
        parse_method(fields["method"], f"{where}/method"),
        parse_point(fields["start"], f"{where}/start", pool.dimension),
        parse_domain(fields["domain"], f"{where}/domain", pool.dimension),
        parse_sampling(fields["sampling"], f"{where}/sampling", pool.size, ("iid",)),
        at_least,
        at_most,
    )


@dataclass(frozen=True)
class Hull:
    """A ball that holds D, and the width of D along the direction."""

    center: list[Fraction]
    radius: Fraction
    width: Fraction


def length(vector: list[Fraction]) -> Fraction:
    """At least the Euclidean length."""
    return Fraction(root(sum((part * part for part in vector), Fraction(0))), 1 << ROOT_BITS)


def hull(domain: Ball | Box | HalfSpace, direction: list[Fraction]) -> Hull:
    """Refused where D is unbounded."""
    if isinstance(domain, Ball):
        radius = Fraction(domain.above, domain.below)
        return Hull([Fraction(c, domain.common) for c in domain.center], radius, 2 * radius * length(direction))
    if not isinstance(domain, Box) or None in domain.low or None in domain.high:
        raise refused("/statement/domain", "no-width", "D is unbounded; needs a ball or a box with all its sides")
    sides = [
        (Fraction(low or 0, domain.common), Fraction(high or 0, domain.common))
        for low, high in zip(domain.low, domain.high, strict=True)
    ]
    width = sum((abs(u) * (high - low) for u, (low, high) in zip(direction, sides, strict=True)), Fraction(0))
    return Hull([(low + high) / 2 for low, high in sides], length([(high - low) / 2 for low, high in sides]), width)


def pulls(problem: Problem, direction: list[Fraction], around: Hull, bits: int) -> list[tuple[Fraction, Fraction]]:
    """For every letter (m, s): m - s <= u.g_B <= m + s on D."""
    center = [(c.numerator << bits) // c.denominator for c in around.center]
    reach = up(around.radius * (1 << bits)) + floor_root(problem.pool.dimension)
    size, one = length(direction), 1 << bits
    found = []
    require_work(map(len, problem.sampling.batches), problem.pool.dimension, bits, "/statement/sampling")
    for batch in problem.sampling.batches:
        sample = problem.pool.sample(batch, center, reach, bits)
        middle = sum((u * g for u, g in zip(direction, sample.gradient, strict=True)), Fraction(0)) / one
        bend = Fraction(max(abs(sample.low), abs(sample.high)), 1 << CURVATURE_BITS)
        found.append((middle, size * (Fraction(sample.error, one) + bend * Fraction(reach, one))))
    return found


def _check(problem: Problem, evidence: Value, _: Attachments) -> None:
    keys = ("precision", "direction", "letters", "repeats", "tail")
    fields = record(evidence, "/evidence", ("method", *keys))
    variant(fields, "/evidence", "method", ("escape",))
    direction = rationals(fields["direction"], "/evidence/direction", problem.pool.dimension)
    count = len(problem.sampling.batches)
    letters = integers(fields["letters"], "/evidence/letters", 0, count - 1, 1)
    distinct(letters, "/evidence/letters")
    repeats = integer(fields["repeats"], "/evidence/repeats", 1, MAX_REPEATS)
    tail = integer(fields["tail"], "/evidence/tail", 0, MAX_TAIL)
    bits = max(problem.method.bb.denominator.bit_length(), count.bit_length())
    if repeats * bits > MAX_POWER_BITS:
        raise limit(
            "/evidence/repeats", "too-many-digits", f"powers of {repeats * bits} bits, at most {MAX_POWER_BITS}"
        )
    around = hull(problem.domain, direction)
    ends = pulls(problem, direction, around, integer(fields["precision"], "/evidence/precision", 64, 4096))
    push = min(-middle - spread for middle, spread in (ends[letter] for letter in letters))
    if push <= 0:
        detail = f"u.g reaches {brief((-push).limit_denominator(10**6))} on D for a letter of S"
        raise refused("/evidence/letters", "no-push", f"{detail}; needs < 0")
    moved = displacement(problem, direction, push, max(abs(middle) + spread for middle, spread in ends), repeats)
    if moved <= around.width:
        found, needed = (brief(part.limit_denominator(10**6)) for part in (moved, around.width))
        raise refused("/evidence/repeats", "not-far-enough", f"u.x moves by {found}, the width of D is {needed}")
    loose = repeats * Fraction(count, len(letters)) ** repeats
    sooner, left = early(problem, tail)
    if sooner + left * loose > problem.at_most:
        detail = f"E tau <= {brief(sooner + left * loose)}, the claim says {brief(problem.at_most)}"
        raise refused("/statement/claim/at_most", "bound-too-small", detail)
    if sooner < problem.at_least:
        detail = f"E min(tau, {tail}) = {brief(sooner)}, the claim says {brief(problem.at_least)}"
        raise refused("/statement/claim/at_least", "bound-too-large", detail)


def displacement(problem: Problem, direction: list[Fraction], push: Fraction, most: Fraction, repeats: int) -> Fraction:
    """How far, at least, `repeats` letters of S move u.x."""
    method = problem.method
    beta, kappa = method.bb, -method.cb * method.bg
    _, b, q = problem.start
    own = method.cb * sum((u * Fraction(bj, q) for u, bj in zip(direction, b, strict=True)), Fraction(0))
    velocity = max(abs(own), kappa * most / (1 - beta))
    carried = beta * (1 - beta**repeats) / (1 - beta)
    direct = method.cb * method.bg - method.xg
    return (repeats - carried) * kappa * push / (1 - beta) - velocity * carried + repeats * direct * push


def early(problem: Problem, tail: int) -> tuple[Fraction, Fraction]:
    """E min(tau, K) and P(tau > K) for K = tail - 1 steps walked; (0, 1) where nothing is walked."""
    if not tail:
        return Fraction(0), Fraction(1)
    if not problem.pool.common:
        raise refused("/evidence/tail", "not-exact", "needs a quadratic or piecewise-linear pool")
    chain = walk(problem.pool, problem.method, problem.start, problem.domain, problem.sampling)
    masses, left = chain.exits(tail)
    return sum((k * mass for k, mass in enumerate(masses)), tail * left), left


FINITE_MEAN = Rule(parse, _check, theorems=("exit-finite-mean", "fixed-point"))
