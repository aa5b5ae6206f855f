"""Exact exit laws: `exit/law`, and pools with the same pointwise law: `exit/same-pointwise-law`.

* `exit/law`: `pool` (quadratic or piecewise-linear), `method`, `start` (a point), `domain`, `sampling`, `steps` K,
  `law` `{"exits": [[k, p], ..], "survives": q}`, k increasing in 0..K, p > 0, q >= 0, sum 1. It says P(tau = k) = p for
  the listed k, P(tau = k) = 0 for every other k <= K, and P(tau > K) = q. Evidence `{"method": "enumeration"}`: every
  order is walked in exact rationals; equal states are merged only where the draws still to come have the same law.
* `exit/same-pointwise-law`: `one` and `other`, piecewise-linear pools of equal size. At every x in R the multisets
  {g_i(x)} agree: g_I(x) with uniform I has the same law, so the iid chains are the same Markov chain. Evidence
  `{"method": "refinement"}`: on every cell of the common knots, rays included, the multisets of PAIRS agree that
  determine an affine function there (its values at both ends; at the end of a ray its value and its slope).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from certify.kernel import exit_pool
from certify.kernel.exit_orders import Walk, parse_sampling, walk
from certify.kernel.exit_pool import PiecewiseLinear, Pool, variant
from certify.kernel.exit_problem import State, parse_domain, parse_method, parse_state
from certify.kernel.rational import brief, rational
from certify.kernel.reject import limit, malformed, refused
from certify.kernel.rule import Attachments, Rule
from certify.kernel.text import Value, array, array_of, integer, record

MAX_STEPS = 1 << 16
MAX_WORK = 1 << 22  # knots times pieces of two pools


@dataclass(frozen=True)
class Law:
    """P(tau = k) for k = 0..steps; the rest survives."""

    walk: Walk
    steps: int
    masses: dict[int, Fraction]


def parse_exact(value: Value, where: str) -> Pool:
    """A quadratic or piecewise-linear pool."""
    kind = variant(value, where, "kind", ("quadratic", "piecewise-linear", "ridge-logistic", "tanh"))
    if kind == "quadratic":
        return exit_pool.parse_quadratic(value, where)
    if kind == "piecewise-linear":
        return exit_pool.parse_piecewise(value, where)
    raise malformed(where, "not-exact", f"a {kind} pool has no exact law; quadratic and piecewise-linear pools have")


def parse_point(value: Value, where: str, dimension: int) -> State:
    """A start point with its buffer."""
    variant(value, where, "kind", ("point",))
    return parse_state(record(value, where, ("kind", "x", "buffer")), where, dimension)


def _parse_law(statement: Value, where: str) -> Law:
    fields = record(statement, where, ("pool", "method", "start", "domain", "sampling", "steps", "law"))
    pool = parse_exact(fields["pool"], f"{where}/pool")
    chain = walk(
        pool,
        parse_method(fields["method"], f"{where}/method"),
        parse_point(fields["start"], f"{where}/start", pool.dimension),
        parse_domain(fields["domain"], f"{where}/domain", pool.dimension),
        parse_sampling(fields["sampling"], f"{where}/sampling", pool.size),
    )
    steps = integer(fields["steps"], f"{where}/steps", 0, MAX_STEPS)
    return Law(chain, steps, _masses(fields["law"], f"{where}/law", steps))


def _masses(value: Value, where: str, steps: int) -> dict[int, Fraction]:
    fields = record(value, where, ("exits", "survives"))
    survives = rational(fields["survives"], f"{where}/survives")
    if survives < 0:
        raise malformed(f"{where}/survives", "not-a-mass", f"{brief(survives)}, needs >= 0")
    masses: dict[int, Fraction] = {}
    least = 0
    for i, entry in enumerate(array(fields["exits"], f"{where}/exits")):
        here = f"{where}/exits/{i}"
        time, mass = array_of(entry, here, 2)
        k, p = integer(time, f"{here}/0", least, steps), rational(mass, f"{here}/1")
        if p <= 0:
            raise malformed(f"{here}/1", "not-a-mass", f"{brief(p)}, needs > 0")
        masses[k], least = p, k + 1
    total = sum(masses.values(), survives)
    if total != 1:
        raise malformed(where, "not-a-distribution", f"the probabilities sum to {brief(total)}, not to 1")
    return masses


def _check_law(law: Law, evidence: Value, _: Attachments) -> None:
    variant(record(evidence, "/evidence", ("method",)), "/evidence", "method", ("enumeration",))
    found, _survives = law.walk.exits(law.steps)
    for k, mass in enumerate(found):
        claimed = law.masses.get(k, Fraction(0))
        if mass != claimed:
            detail = f"P(tau = {k}) is {brief(mass)}, the claim says {brief(claimed)}"
            raise refused("/statement/law", "other-law", detail)


@dataclass(frozen=True)
class Twins:
    """Two piecewise-linear pools."""

    one: PiecewiseLinear
    other: PiecewiseLinear


def _parse_twins(statement: Value, where: str) -> Twins:
    fields = record(statement, where, ("one", "other"))
    pools = []
    for name in ("one", "other"):
        variant(fields[name], f"{where}/{name}", "kind", ("piecewise-linear",))
        pools.append(exit_pool.parse_piecewise(fields[name], f"{where}/{name}"))
    return Twins(*pools)


def _check_twins(twins: Twins, evidence: Value, _: Attachments) -> None:
    variant(record(evidence, "/evidence", ("method",)), "/evidence", "method", ("refinement",))
    if twins.one.size != twins.other.size:
        raise refused("/statement/other", "sizes-differ", f"{twins.one.size} components and {twins.other.size}")
    pools = (twins.one, twins.other)
    ends = {
        Fraction(p.end, pool.knot_common) for pool in pools for c in pool.components for p in c if p.end is not None
    }
    knots = sorted(ends)
    pieces = sum(len(component) for pool in pools for component in pool.components)
    if len(knots) * pieces > MAX_WORK:
        detail = f"{len(knots)} knots x {pieces} pieces, at most {MAX_WORK}"
        raise limit("/statement", "too-much-work", detail)
    # on a ray the values at two of its points determine an affine function, as they do on a cell
    for low, high in zip([knots[0] - 1, *knots], [*knots, knots[-1] + 1], strict=True):
        one, other = (Counter(_pair(pool, i, low, high) for i in range(pool.size)) for pool in pools)
        if one != other:
            detail = f"between {brief(low)} and {brief(high)} the multisets of the components differ"
            raise refused("/statement/other", "laws-differ", detail)


def _pair(pool: PiecewiseLinear, component: int, low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """The values of one component at two points."""
    values = []
    for at in (low, high):
        (value,) = pool.gradient([component], [at.numerator], at.denominator)
        values.append(Fraction(value, pool.common * at.denominator))
    return values[0], values[1]


LAW = Rule(_parse_law, _check_law)
SAME_POINTWISE_LAW = Rule(_parse_twins, _check_twins)
