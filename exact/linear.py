"""Linear systems over the rationals: multipliers, points and implied rows, found with exact arithmetic.

    decide(rows)          Feasible(point) or Infeasible(multipliers), always one of the two
    farkas(rows)          multipliers that refute the rows, or None if some point satisfies them
    point(rows)           a point of the rows, or None if there is none
    implied(rows, goal)   multipliers whose combination of the rows is the goal, or a Counterexample, or Vacuous

HiGHS (extra lp) proposes a basis that an exact solve turns into the answer; where it is not installed, or its proposal
does not survive exact checking (degenerate, tight or badly scaled systems), the exact simplex serves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from certify.contract import Claim, Deadline, Found, Limits, NotFound, Progress, Value, certificate, no_progress
from exact import highs
from exact.rows import Feasible, Infeasible, OutOfTime, Row
from exact.simplex import simplex

__all__ = [
    "Combination",
    "Counterexample",
    "Feasible",
    "Infeasible",
    "OutOfTime",
    "Row",
    "Vacuous",
    "decide",
    "farkas",
    "implied",
    "point",
    "prove",
]

SMALL = 64  # entries up to which the exact simplex is faster than asking HiGHS


@dataclass(frozen=True)
class Combination:
    """Multipliers of the rows: sum y_i a_i is the goal's left side and sum y_i b_i at most its bound."""

    multipliers: list[Fraction]


@dataclass(frozen=True)
class Counterexample:
    """A point that satisfies every row and not the goal."""

    point: list[Fraction]


@dataclass(frozen=True)
class Vacuous:
    """The rows contradict each other, by these multipliers."""

    multipliers: list[Fraction]


def decide(
    rows: Sequence[Row], deadline: Deadline = Deadline(None), progress: Progress = no_progress
) -> Feasible | Infeasible:
    """A point of the rows or multipliers that refute them. Raises OutOfTime; ValueError for no rows or ragged ones."""
    if not rows or len({len(row.coefficients) for row in rows}) != 1:
        raise ValueError("needs at least one row, all of the same length")
    if deadline.passed:
        raise OutOfTime("no pivot")
    if len(rows) * len(rows[0].coefficients) > SMALL and highs.available():
        proposed = _proposed(rows, deadline)
        if proposed is not None:
            return proposed
    return simplex(rows, deadline, progress)


def _proposed(rows: Sequence[Row], deadline: Deadline) -> Feasible | Infeasible | None:
    try:
        found = highs.point(rows, deadline)
        if found is not None:
            return Feasible(found)
        refuting = highs.multipliers(rows, deadline)
    except OverflowError:  # a quantity beyond binary64
        return None
    return None if refuting is None else Infeasible(refuting)


def farkas(rows: Sequence[Row], deadline: Deadline = Deadline(None)) -> list[Fraction] | None:
    """Multipliers that refute the rows, or None if some point satisfies them. Raises OutOfTime."""
    answer = decide(rows, deadline)
    return answer.multipliers if isinstance(answer, Infeasible) else None


def point(rows: Sequence[Row], deadline: Deadline = Deadline(None)) -> list[Fraction] | None:
    """A point that satisfies every row, or None if there is none. Raises OutOfTime."""
    answer = decide(rows, deadline)
    return answer.point if isinstance(answer, Feasible) else None


def implied(
    rows: Sequence[Row], goal: Row, deadline: Deadline = Deadline(None), progress: Progress = no_progress
) -> Combination | Counterexample | Vacuous:
    """Whether every point of the rows satisfies the goal, a row with <= or <. Raises OutOfTime, ValueError."""
    answer = decide([*rows, goal.negated()], deadline, progress)
    if isinstance(answer, Feasible):
        return Counterexample(answer.point)
    *multipliers, weight = answer.multipliers
    return Combination([y / weight for y in multipliers]) if weight else Vacuous(multipliers)


def prove(claim: Claim, limits: Limits, progress: Progress) -> Found | NotFound:
    """A certificate for a linear claim, or for its negation where that holds."""
    deadline = limits.deadline()
    try:
        return (
            _prove_implies(claim, deadline, progress)
            if "goal" in claim.statement
            else _prove(claim, deadline, progress)
        )
    except OutOfTime as error:
        return NotFound(f"out of time after {error}", limit=True)


def _prove(claim: Claim, deadline: Deadline, progress: Progress) -> Found:
    answer = decide([Row.read(row) for row in claim.statement["rows"]], deadline, progress)
    if isinstance(answer, Feasible):
        return _found(claim, "linear/feasible", {"point": _strings(answer.point)})
    return _found(claim, "linear/infeasible", {"multipliers": _strings(answer.multipliers)})


def _prove_implies(claim: Claim, deadline: Deadline, progress: Progress) -> Found | NotFound:
    rows = [Row.read(row) for row in claim.statement["rows"]]
    goal = Row.read(claim.statement["goal"])
    if goal.relation != "=":
        answer = implied(rows, goal, deadline, progress)
        if isinstance(answer, Combination):
            return _found(claim, claim.kind, {"multipliers": _strings(answer.multipliers)})
        return _not_implied(claim, answer)
    below = implied(rows, Row(goal.coefficients, "<=", goal.bound), deadline, progress)
    if not isinstance(below, Combination):
        return _not_implied(claim, below)
    above = implied(rows, Row(tuple(-a for a in goal.coefficients), "<=", -goal.bound), deadline, progress)
    if not isinstance(above, Combination):
        return _not_implied(claim, above)
    sides = {"below": _strings(below.multipliers), "above": _strings(above.multipliers)}
    return _found(claim, claim.kind, sides)


def _not_implied(claim: Claim, answer: Counterexample | Vacuous) -> Found | NotFound:
    if isinstance(answer, Vacuous):
        return NotFound("the rows contradict each other, so the implication is vacuous; linear/infeasible has a proof")
    negated = claim.negation()
    if negated is not None:
        return Found(negated, certificate(negated, {"point": _strings(answer.point)}))
    pairs = zip(claim.statement["variables"], _strings(answer.point), strict=True)
    return NotFound(f"the goal fails at {', '.join(f'{name} = {x}' for name, x in pairs)}, a point of the rows")


def _found(claim: Claim, kind: str, evidence: Value) -> Found:
    """A certificate for the claim, or for the claim of the other kind on the same statement."""
    subject = claim if claim.kind == kind else Claim(kind, claim.statement)
    return Found(subject, certificate(subject, evidence))


def _strings(values: Sequence[Fraction]) -> list[str]:
    return [str(value) for value in values]
