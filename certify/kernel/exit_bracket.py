"""First-exit brackets: `exit/bracket`.

Statement: `pool`, `method` (`form`, `step`, `momentum`: exit_problem), `order` (the realised batches B_0..B_{K-1}),
`start`, `domain` D, `semantics`, `claim`. Let tau = min {k >= 0 : x_k not in D}, tested at iterates only. For every run
that starts in `start`: `{"earliest": a, "latest": b}` says a <= tau <= b; `{"survives": m}` says tau > m.

* order: `{"sampling": "list", "batches"}`; `iid` adds `batch` (every batch has that size); `rr` (one permutation per
  epoch) and `so` (one permutation, reused) add `batch` and `drop_last`, and are held to it.
* start: `{"kind": "point", "x", "buffer"}`, a `ball` (`center`, `radius`) or a `box` (`low`, `high`) of x with one
  `buffer`; `recorded` with semantics `trace`.
* semantics: `exact` (real arithmetic on these rationals); `rounded`: every run with b+ = (its formula) + d_b,
  x+ = (its formula, with that b+) + d_x, |d_b|_2 <= eps_buffer, |d_x|_2 <= eps_x; `trace`: the stored states of one run
  (exit_trace).

Evidence: `{"method": "exact"}` replays rationals (exact pools, one point, exact semantics; decides ties).
`{"method": "tube", "precision", "norm": [p11, p12, p22], "table": [{"low", "high", "rho"}, ..]}` follows an integer
orbit at scale 2^-precision inside the P-norm tube of exit_tube. `{"method": "trace", "precision"}` reads the trace.
Enclosures never decide a tie: such a claim is refused, not accepted.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from certify.kernel import exit_pools, exit_trace
from certify.kernel.exit_pool import MAX_WORK, Pool, floor_root, require_work, variant
from certify.kernel.exit_problem import (
    Ball,
    Box,
    HalfSpace,
    Method,
    State,
    advance,
    bits_of,
    parse_domain,
    parse_method,
    parse_state,
    state_of,
    weights,
)
from certify.kernel.exit_tube import Grid, follow, parse_norm, parse_table, times, up
from certify.kernel.rational import brief, rational, ratios
from certify.kernel.reject import limit, malformed, refused, wrong_claim
from certify.kernel.rule import Attachments, Files, Rule
from certify.kernel.text import Value, array, boolean, integer, integers, record

MAX_STEPS = 1 << 20
PRECISION = (64, 4096)
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Start:
    """Centre of the starting set and a bound (squared) of its Euclidean radius in x."""

    state: State
    radius_squared: Fraction


@dataclass(frozen=True)
class Problem:
    """tau > m for all k < earliest; `latest` None where the claim is survival up to earliest - 1."""

    pool: Pool
    method: Method
    batches: list[list[int]]
    start: Start | None
    domain: Ball | Box | HalfSpace
    rounding: tuple[Fraction, Fraction] | None  # eps_buffer, eps_x
    trace: exit_trace.Trace | None
    earliest: int
    latest: int | None


def parse(statement: Value, where: str) -> Problem:
    """A statement of exit/bracket."""
    names = ("pool", "method", "order", "start", "domain", "semantics", "claim")
    fields = record(statement, where, names)
    pool = exit_pools.parse(fields["pool"], f"{where}/pool")
    batches = _order(fields["order"], f"{where}/order", pool.size)
    rounding, trace = _semantics(fields["semantics"], f"{where}/semantics")
    earliest, latest = _claim(fields["claim"], f"{where}/claim", len(batches))
    start = _start(fields["start"], f"{where}/start", pool.dimension, trace is not None)
    domain = parse_domain(fields["domain"], f"{where}/domain", pool.dimension)
    method = parse_method(fields["method"], f"{where}/method")
    return Problem(pool, method, batches, start, domain, rounding, trace, earliest, latest)


def _order(value: Value, where: str, size: int) -> list[list[int]]:
    sampling = variant(value, where, "sampling", _KEYS)
    fields = record(value, where, ("sampling", *_KEYS[sampling], "batches"))
    elements = array(fields["batches"], f"{where}/batches", 1, MAX_STEPS)
    batches = [integers(batch, f"{where}/batches/{k}", 0, size - 1, 1) for k, batch in enumerate(elements)]
    if sampling == "list":
        return batches
    batch = integer(fields["batch"], f"{where}/batch", 1, size)
    if sampling == "iid":
        for k, chosen in enumerate(batches):
            _require_size(chosen, batch, f"{where}/batches/{k}")
        return batches
    drop = boolean(fields["drop_last"], f"{where}/drop_last")
    epoch = size // batch if drop else -(-size // batch)
    seen: set[int] = set()
    for k, chosen in enumerate(batches):
        at, here = k % epoch, f"{where}/batches/{k}"
        seen = seen if at else set()
        _require_size(chosen, min(batch, size - at * batch), here)
        if sampling == "so" and chosen != batches[at]:
            raise malformed(here, "other-order", f"differs from batch {at}; the one permutation is used again")
        if len(set(chosen)) < len(chosen) or seen & set(chosen):
            raise malformed(here, "not-a-permutation", f"an index twice in epoch {k // epoch}")
        seen = seen | set(chosen)
    return batches


_KEYS: dict[str, tuple[str, ...]] = {
    "list": (),
    "iid": ("batch",),
    "rr": ("batch", "drop_last"),
    "so": ("batch", "drop_last"),
}


def _require_size(batch: list[int], size: int, where: str) -> None:
    if len(batch) != size:
        raise malformed(where, "batch-size", f"{len(batch)} indices, expected {size}")


def _semantics(value: Value, where: str) -> tuple[tuple[Fraction, Fraction] | None, exit_trace.Trace | None]:
    kind = variant(value, where, "kind", ("exact", "rounded", "trace"))
    if kind == "exact":
        record(value, where, ("kind",))
        return None, None
    if kind == "trace":
        return None, exit_trace.parse(value, where)
    fields = record(value, where, ("kind", "eps_buffer", "eps_x"))
    eps_buffer, eps_x = (rational(fields[name], f"{where}/{name}") for name in ("eps_buffer", "eps_x"))
    if eps_buffer < 0 or eps_x < 0:
        raise malformed(where, "negative-budget", f"{brief(eps_buffer)} and {brief(eps_x)}, both must be >= 0")
    return (eps_buffer, eps_x), None


def _claim(value: Value, where: str, steps: int) -> tuple[int, int | None]:
    if isinstance(value, dict) and "survives" in value:
        survives = record(value, where, ("survives",))["survives"]
        return integer(survives, f"{where}/survives", 0, steps) + 1, None
    fields = record(value, where, ("earliest", "latest"))
    earliest = integer(fields["earliest"], f"{where}/earliest", 0, steps)
    return earliest, integer(fields["latest"], f"{where}/latest", earliest, steps)


def _start(value: Value, where: str, dimension: int, recorded: bool) -> Start | None:
    kind = variant(value, where, "kind", _STARTS)
    fields = record(value, where, ("kind", *_STARTS[kind]))
    if (kind == "recorded") != recorded:
        raise malformed(where, "other-start", f"start {kind}: a recorded start and a trace go together")
    if kind == "recorded":
        return None
    if kind == "point":
        return Start(parse_state(fields, where, dimension), Fraction(0))
    buffer = ratios(fields["buffer"], f"{where}/buffer", dimension)
    if kind == "ball":
        radius = rational(fields["radius"], f"{where}/radius")
        if radius < 0:
            raise malformed(f"{where}/radius", "empty-start", f"radius {brief(radius)}, needs >= 0")
        return Start(state_of(ratios(fields["center"], f"{where}/center", dimension), buffer, where), radius * radius)
    low, high = (
        [Fraction(*pair) for pair in ratios(fields[name], f"{where}/{name}", dimension)] for name in ("low", "high")
    )
    if any(a > b for a, b in zip(low, high, strict=True)):
        raise malformed(where, "empty-start", "a side whose low end lies above its high end")
    center = [((a + b) / 2).as_integer_ratio() for a, b in zip(low, high, strict=True)]
    squared = sum((((b - a) / 2) ** 2 for a, b in zip(low, high, strict=True)), Fraction(0))
    return Start(state_of(center, buffer, where), squared)


_STARTS: dict[str, tuple[str, ...]] = {
    "point": ("x", "buffer"),
    "ball": ("center", "radius", "buffer"),
    "box": ("low", "high", "buffer"),
    "recorded": (),
}


def _check(problem: Problem, evidence: Value, attachments: Attachments) -> None:
    """Every x_k with k < earliest lies inside D, and some x_k with earliest <= k <= latest outside."""
    last = problem.earliest - 1 if problem.latest is None else problem.latest
    for k, (x, q, eps) in zip(range(last + 1), orbit(problem, evidence, attachments), strict=False):
        if k < problem.earliest:
            if not problem.domain.inside(x, q, eps):
                detail = f"step {k}: not shown that every x_{k} lies inside D; needed for all k < {problem.earliest}"
                raise refused("/statement/claim", "not-inside", detail)
        elif problem.domain.outside(x, q, eps):
            return
    if problem.latest is not None:
        detail = f"no step from {problem.earliest} to {problem.latest} is shown to lie outside D"
        raise refused("/statement/claim", "not-outside", detail)


def orbit(problem: Problem, evidence: Value, attachments: Attachments) -> Iterator[tuple[Sequence[int], int, int]]:
    """(x, q, eps) for k = 0, 1, ..: every run of the claim has x_k within eps/q of x/q. Raises Reject."""
    keys: dict[str, tuple[str, ...]] = {"exact": (), "tube": ("precision", "norm", "table"), "trace": ("precision",)}
    kind = variant(evidence, "/evidence", "method", keys)
    fields = record(evidence, "/evidence", ("method", *keys[kind]))
    if kind == "exact":
        return _exact(problem)
    return _tube(problem, fields) if kind == "tube" else _replay(problem, fields["precision"], attachments)


def _exact(problem: Problem) -> Iterator[tuple[Sequence[int], int, int]]:
    """Replay in rationals."""
    start = problem.start
    if start is None or start.radius_squared or problem.rounding is not None or not problem.pool.common:
        raise refused("/evidence/method", "not-exact", "needs an exact pool, one start point and exact semantics")
    state, work = start.state, 0
    yield state[0], state[2], 0
    for k, batch in enumerate(problem.batches):
        words = bits_of(state) // 64 + 1
        work += words * (len(batch) * problem.pool.dimension + words) * problem.pool.dimension
        if work > MAX_WORK:
            raise limit(f"/statement/order/batches/{k}", "too-much-work", f"more than {MAX_WORK} word operations")
        state = advance(problem.pool, weights(problem.pool, problem.method, len(batch)), batch, state)
        yield state[0], state[2], 0


def _precision(problem: Problem, value: Value) -> int:
    """The scale of the grid, if the whole window at that scale stays within MAX_WORK."""
    bits, dimension = integer(value, "/evidence/precision", *PRECISION), problem.pool.dimension
    require_work(map(len, problem.batches), dimension, bits, "/statement/order")
    return bits


def _tube(problem: Problem, fields: Value) -> Iterator[tuple[Sequence[int], int, int]]:
    """Follow the centre and its tube."""
    start = problem.start
    if start is None:
        raise refused("/evidence/method", "recorded-run", "a tube says nothing about a recorded run")
    bits = _precision(problem, fields["precision"])
    norm = parse_norm(fields["norm"], "/evidence/norm")
    rows = parse_table(fields["table"], "/evidence/table", problem.method, norm)
    dimension = problem.pool.dimension
    grid = Grid(problem.method, norm, rows, bits, dimension)
    *parts, q = start.state
    x, b = ([(n << bits) // q for n in part] for part in parts)
    squared = start.radius_squared
    radius = math.isqrt(-((-squared.numerator << 2 * bits) // squared.denominator)) + 1 if squared else 0
    floor = floor_root(dimension)
    size = times(norm.of(ONE, ZERO), radius + floor) + times(norm.of(ZERO, ONE), floor)
    eps_b, eps_x = (up(eps * (1 << bits)) for eps in problem.rounding or (ZERO, ZERO))
    extra = grid.run_defect(eps_x, eps_b)
    yield x, 1 << bits, times(norm.position, size)
    for k, batch in enumerate(problem.batches):
        x, b, size = follow(problem.pool, grid, batch, x, b, size, extra, f"/statement/order/batches/{k}")
        yield x, 1 << bits, times(norm.position, size)


def _replay(problem: Problem, precision: Value, attachments: Attachments) -> Iterator[tuple[Sequence[int], int, int]]:
    """The stored states, after each has been held against the recursion."""
    trace, where = problem.trace, "/statement/semantics"
    if trace is None:
        raise refused("/evidence/method", "no-trace", "the claim names no recorded run")
    bits = _precision(problem, precision)
    if trace.sha256 not in attachments:
        raise wrong_claim(where, "no-attachment", f"{trace.path} with SHA-256 {trace.sha256} is needed")
    states = exit_trace.states(attachments[trace.sha256], len(problem.batches), problem.pool.dimension, bits, where)
    for k, (now, then) in enumerate(itertools.pairwise(states)):
        place = f"/statement/order/batches/{k}"
        exit_trace.require_step(problem.pool, problem.method, trace, problem.batches[k], now, then, bits, place)
    return ((x, 1 << bits, 0) for x, _ in states)


def _files(problem: Problem) -> Files:
    return () if problem.trace is None else ((problem.trace.path, problem.trace.sha256),)


BRACKET = Rule(parse, _check, theorems=("exit-p-norm-tube", "fixed-point"), files=_files)
