"""Hypothesis strategies for claims and certificates; hypothesis is imported when the first one is asked for.

    from hypothesis import given
    from certify import strategies

    @given(strategies.accepted())
    def test_mine(pair):
        claim, certificate = pair           # the kernel accepts this certificate for this claim

`accepted(kind)` and `refused(kind)` build pairs for the kinds of KINDS by construction; `rationals()` and
`not_rationals()` are strings that are, and are not, the one spelling of a rational; `layouts(claim)` are other bytes of
the same claim.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from certify.contract import Claim, certificate

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

KINDS = ("linear/feasible", "linear/infeasible", "linear/implies")
RELATIONS = ("<=", "<", "=")

Pair = tuple[Claim, bytes]
Numbers = list[Fraction]


def rationals(most: int = 50) -> SearchStrategy[str]:
    """The one spelling of a rational whose numerator and denominator are small."""
    from hypothesis import strategies as st

    return st.fractions(min_value=-most, max_value=most, max_denominator=most).map(str)


def not_rationals() -> SearchStrategy[Any]:
    """JSON values that are not the one spelling of a rational, each a trap that a reader must not fall in."""
    from hypothesis import strategies as st

    numbers = st.integers(1, 99)
    strings = [
        "",
        " 1",
        "1 ",
        "+1",
        "-0",
        "01",
        "1.0",
        "1e3",
        "1_0",
        "1/1",
        "0/2",
        "1/0",
        "1/-2",
        "NaN",
        "\u0661",
        "1\n",
    ]
    spelled = (
        numbers.map(lambda n: f"{2 * n}/{2 * n + 2}") | numbers.map(lambda n: f"0{n}") | numbers.map(lambda n: f"{n}.")
    )
    return st.sampled_from(strings) | spelled | st.sampled_from([None, True, 1, [], {}, ["1"]])


def claims(kind: str | None = None) -> SearchStrategy[Claim]:
    """True claims of a kind, or of any of KINDS."""
    return accepted(kind).map(lambda pair: pair[0])


def accepted(kind: str | None = None) -> SearchStrategy[Pair]:
    """A claim and a certificate that the kernel accepts for it."""
    from hypothesis import strategies as st

    if kind is None:
        return st.sampled_from(KINDS).flatmap(accepted)
    if kind not in KINDS:
        raise ValueError(f"no strategy for {kind!r}; known: {', '.join(KINDS)}")
    return st.composite(_BUILDERS[kind])()


def refused(kind: str | None = None) -> SearchStrategy[Pair]:
    """A true claim and a certificate that does not prove it: one number of the evidence moved, none dropped."""
    from hypothesis import strategies as st

    @st.composite
    def moved(draw: DrawFn) -> Pair:
        claim, data = draw(accepted(kind))
        evidence = json.loads(data)["evidence"]
        if "multipliers" in evidence:  # below zero on the first row, which is an inequality
            evidence["multipliers"][0] = "-1"
        else:
            first = claim.statement["rows"][0]
            j = next(j for j, a in enumerate(first["coefficients"]) if a != "0")
            step = (abs(Fraction(first["bound"])) + 1) * 1000 / Fraction(first["coefficients"][j])
            evidence["point"][j] = str(Fraction(evidence["point"][j]) + step)
        return claim, certificate(claim, evidence)

    return moved()


def layouts(claim: Claim) -> SearchStrategy[bytes]:
    """Other bytes of the same claim: indented, with keys in another order, with escapes; all have its address."""
    from hypothesis import strategies as st

    def laid(indent: int | None, backwards: bool) -> bytes:
        value = json.loads(claim.data, object_pairs_hook=lambda p: dict(reversed(p) if backwards else p))
        return json.dumps(value, indent=indent).encode()

    return st.builds(laid, st.sampled_from([None, 0, 3]), st.booleans())


def _number(draw: DrawFn, low: int = -9, high: int = 9) -> Fraction:
    from hypothesis import strategies as st

    return draw(st.fractions(min_value=low, max_value=high, max_denominator=6))


def _rows(draw: DrawFn, width: int, count: int) -> list[Numbers]:
    rows = [[_number(draw) for _ in range(width)] for _ in range(count)]
    rows[0][0] = rows[0][0] or Fraction(1)
    return rows


def _statement(rows: list[Numbers], relations: list[str], bounds: Numbers) -> dict[str, Any]:
    spelled = [
        {"coefficients": [str(a) for a in row], "relation": relation, "bound": str(bound)}
        for row, relation, bound in zip(rows, relations, bounds, strict=True)
    ]
    return {"variables": [f"x{j}" for j in range(len(rows[0]))], "rows": spelled}


def _times(row: Numbers, point: Numbers) -> Fraction:
    return sum((a * x for a, x in zip(row, point, strict=True)), Fraction(0))


def _feasible(draw: DrawFn) -> Pair:
    """A point, and rows with bounds that it satisfies."""
    from hypothesis import strategies as st

    width, count = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    point = [_number(draw) for _ in range(width)]
    rows = _rows(draw, width, count)
    relations = ["<=", *(draw(st.sampled_from(RELATIONS)) for _ in range(count - 1))]
    slack = {"<=": 0, "<": 1, "=": 0}
    bounds = [_times(row, point) + slack[relation] for row, relation in zip(rows, relations, strict=True)]
    claim = Claim("linear/feasible", _statement(rows, relations, bounds))
    return claim, certificate(claim, {"point": [str(x) for x in point]})


def _combined(draw: DrawFn) -> tuple[list[Numbers], list[str], Numbers, Numbers]:
    """Rows, relations, bounds and multipliers: positive, so that the first row is an inequality in use."""
    from hypothesis import strategies as st

    width, count = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    rows = _rows(draw, width, count)
    relations = ["<=", *(draw(st.sampled_from(RELATIONS)) for _ in range(count - 1))]
    bounds = [_number(draw) for _ in range(count)]
    return rows, relations, bounds, [1 + abs(_number(draw)) for _ in range(count)]


def _infeasible(draw: DrawFn) -> Pair:
    """Rows with positive multipliers, and a last row that makes their sum 0 <= -1."""
    rows, relations, bounds, weights = _combined(draw)
    columns = zip(*rows, strict=True)
    rows.append([-_times(list(column), weights) for column in columns])
    bounds.append(-1 - _times(bounds, weights))
    claim = Claim("linear/infeasible", _statement(rows, [*relations, "<="], bounds))
    return claim, certificate(claim, {"multipliers": [str(w) for w in [*weights, Fraction(1)]]})


def _implies(draw: DrawFn) -> Pair:
    """Rows, and as goal a combination of them; a last row keeps the goal from being trivial."""
    rows, relations, bounds, weights = _combined(draw)
    combined = [_times(list(column), weights) for column in zip(*rows, strict=True)]
    extra = [Fraction(int(j == 0 and not any(combined))) for j in range(len(rows[0]))]
    rows.append(extra)
    goal = [a + b for a, b in zip(combined, extra, strict=True)]
    statement = _statement(rows, [*relations, "<="], [*bounds, Fraction(0)])
    wanted = {"coefficients": [str(a) for a in goal], "relation": "<=", "bound": str(_times(bounds, weights))}
    claim = Claim("linear/implies", {**statement, "goal": wanted})
    return claim, certificate(claim, {"multipliers": [str(w) for w in [*weights, Fraction(1)]]})


_BUILDERS = {"linear/feasible": _feasible, "linear/infeasible": _infeasible, "linear/implies": _implies}
