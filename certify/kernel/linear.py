"""Linear systems over the rationals: `linear/infeasible`, `linear/implies`, `linear/feasible`.

Statement (all three): `variables`, distinct names x_1..x_n, n >= 1; `rows`, m >= 1 of `{"coefficients": [a_1..a_n],
"relation": "<=" | "<" | "=", "bound": b}`, each meaning sum_j a_j x_j REL b over x in Q^n (equivalently R^n).

* `linear/infeasible`: no x satisfies all rows. Evidence `{"multipliers": [y_1..y_m]}` (Farkas): y_i >= 0 on <= and <
  rows, sum_i y_i a_i = 0, and sum_i y_i b_i < 0, or = 0 with y_i > 0 on some strict row.
* `linear/implies`: every x that satisfies the rows satisfies `goal` (a row, not trivial: some coefficient is nonzero).
  Evidence `{"multipliers": [..]}` for <= and <: sum y_i a_i = goal and sum y_i b_i <= goal bound (for <: smaller, or
  equal with a strict row used); for =: `{"below": [..], "above": [..]}`, one for goal <= b, one for -goal <= -b.
  The optional `point` of the statement satisfies the rows: then the hypotheses are inhabited.
* `linear/feasible`: some x satisfies all rows. Evidence `{"point": [x_1..x_n]}`.

Soundness is the easy half of Farkas' lemma: a nonnegative combination of true inequalities is true. No theorem is used.
Rows are scaled to integers over a common denominator once, so the check is integer dot products.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from certify.kernel.rational import MAX_SCALED_BITS, brief, dot, ratio, ratios, scaled, spell
from certify.kernel.reject import limit, malformed, refused
from certify.kernel.rule import INHABITED, NOT_SHOWN, Attachments, Negation, Rule
from certify.kernel.text import Value, array, choice, identifiers, record

RELATIONS = ("<=", "<", "=")
MAX_ENTRIES = 1 << 21
MAX_WORK = 1 << 44  # bits of the multipliers times bits of the rows: some seconds


@dataclass(frozen=True)
class Row:
    """sum_j numerators[j] x_j REL bound, all over one positive denominator (which does not matter to its truth)."""

    numerators: tuple[int, ...]
    relation: str
    bound: int
    denominator: int


@dataclass(frozen=True)
class System:
    """Rows over named variables, with the JSON value they were read from."""

    statement: Value
    variables: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Implication:
    """A system, the goal that its rows are said to imply, and whether the statement gives a point of the system."""

    system: System
    goal: Row
    inhabited: bool


def parse_row(value: Value, where: str, width: int) -> Row:
    """One row with `width` coefficients, as integers over their least common denominator."""
    fields = record(value, where, ("coefficients", "relation", "bound"))
    pairs = ratios(fields["coefficients"], f"{where}/coefficients", width)
    pairs.append(ratio(fields["bound"], f"{where}/bound"))
    numbers, denominator = scaled(pairs, where)
    return Row(
        tuple(numbers[:-1]), choice(fields["relation"], f"{where}/relation", RELATIONS), numbers[-1], denominator
    )


def _parse_rows(fields: dict[str, Value], where: str) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    variables = identifiers(fields["variables"], f"{where}/variables")
    elements = array(fields["rows"], f"{where}/rows")
    if not variables or not elements:
        raise malformed(where, "empty-system", f"{len(variables)} variables and {len(elements)} rows, at least 1 and 1")
    if len(variables) * len(elements) > MAX_ENTRIES:
        raise limit(f"{where}/rows", "too-many-entries", f"{len(variables)} x {len(elements)}, at most {MAX_ENTRIES}")
    rows: list[Row] = []
    bits = 0
    for i, element in enumerate(elements):
        row = parse_row(element, f"{where}/rows/{i}", len(variables))
        bits += row.denominator.bit_length() * len(variables)
        if bits > MAX_SCALED_BITS:
            raise limit(f"{where}/rows/{i}", "too-many-digits", f"rows of more than {MAX_SCALED_BITS} bits in all")
        rows.append(row)
    return variables, tuple(rows)


def _parse_system(statement: Value, where: str) -> System:
    fields = record(statement, where, ("variables", "rows"))
    variables, rows = _parse_rows(fields, where)
    return System(statement, variables, rows)


def _parse_implication(statement: Value, where: str) -> Implication:
    fields = record(statement, where, ("variables", "rows", "goal"), ("point",))
    variables, rows = _parse_rows(fields, where)
    goal = parse_row(fields["goal"], f"{where}/goal", len(variables))
    if not any(goal.numerators):
        raise malformed(f"{where}/goal", "trivial-goal", "every coefficient is 0; the goal must speak of a variable")
    if "point" in fields:
        point = _point(fields["point"], f"{where}/point", len(variables))
        try:
            _satisfies(rows, point, f"{where}/rows")
        except _Violated as violated:
            raise malformed(f"{where}/point", "point-violates-row", violated.detail) from None
    return Implication(System(statement, variables, rows), goal, "point" in fields)


def _point(value: Value, where: str, width: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(*pair) for pair in ratios(value, where, width))


class _Violated(Exception):
    def __init__(self, where: str, detail: str) -> None:
        self.where, self.detail = where, detail


def _satisfies(rows: tuple[Row, ...], point: tuple[Fraction, ...], where: str) -> None:
    """Raise _Violated at the first row that the point does not satisfy."""
    numbers, common = scaled([(x.numerator, x.denominator) for x in point], where)
    for i, row in enumerate(rows):
        left, right = dot(row.numerators, numbers), row.bound * common
        holds = left == right if row.relation == "=" else left < right if row.relation == "<" else left <= right
        if not holds:
            scale = row.denominator * common
            found, needed = Fraction(left, scale), Fraction(row.bound, row.denominator)
            raise _Violated(f"{where}/{i}", f"{where}/{i}: {brief(found)} {row.relation} {brief(needed)} is false")


def _combine(system: System, value: Value, where: str) -> tuple[list[int], int, int, bool]:
    """sum y_i a_i and sum y_i b_i over one denominator (no gcd is taken), and whether a strict row is used.

    Refuses a negative multiplier on an inequality.
    """
    pairs = ratios(value, where, len(system.rows))
    # row i stands for numerators / denominator, so its multiplier over the scaled row is y_i / denominator
    weighted = [(y, d * row.denominator) for (y, d), row in zip(pairs, system.rows, strict=True)]
    weights, common = scaled(weighted, where)
    strict = False
    for i, (weight, row) in enumerate(zip(weights, system.rows, strict=True)):
        if weight < 0 and row.relation != "=":
            y = Fraction(*pairs[i])
            raise refused(f"{where}/{i}", "negative-multiplier", f"{brief(y)} on a row with {row.relation}, needs >= 0")
        strict = strict or (weight > 0 and row.relation == "<")
    used = [(weight, row) for weight, row in zip(weights, system.rows, strict=True) if weight]
    work = common.bit_length() * sum(sum(map(int.bit_length, row.numerators)) for _, row in used)
    if work > MAX_WORK:
        raise limit(where, "too-much-work", f"multipliers and rows of {work} bits multiplied, at most {MAX_WORK}")
    sums = [0] * len(system.variables)
    for weight, row in used:
        sums = [total + weight * number for total, number in zip(sums, row.numerators, strict=True)]
    bound = sum(weight * row.bound for weight, row in used)
    return sums, bound, common, strict


def _require_equal(
    system: System, sums: list[int], common: int, wanted: tuple[int, ...], denominator: int, where: str
) -> None:
    """sums / common = wanted / denominator."""
    for name, left, right in zip(system.variables, sums, wanted, strict=True):
        if left * denominator != right * common:
            found, needed = Fraction(left, common), Fraction(right, denominator)
            detail = f"coefficient of {name}: the rows combine to {brief(found)}, needed {brief(needed)}"
            raise refused(where, "wrong-combination", detail)


def _check_infeasible(system: System, evidence: Value, _: Attachments) -> None:
    value = record(evidence, "/evidence", ("multipliers",))["multipliers"]
    where = "/evidence/multipliers"
    sums, bound, common, strict = _combine(system, value, where)
    _require_equal(system, sums, common, (0,) * len(sums), 1, where)
    if bound > 0 or (bound == 0 and not strict):
        found = f"{'<' if strict else '<='} {brief(Fraction(bound, common))}"
        detail = f"the rows combine to 0 {found}, which is true; needed a contradiction"
        raise refused(where, "no-contradiction", detail)


def check_implied(system: System, goal: Row, value: Value, where: str) -> None:
    """Rows imply goal, for a goal with <= or <."""
    sums, total, common, strict = _combine(system, value, where)
    _require_equal(system, sums, common, goal.numerators, goal.denominator, where)
    bound, needed = Fraction(total, common), Fraction(goal.bound, goal.denominator)
    if bound > needed or (bound == needed and goal.relation == "<" and not strict):
        found = f"{'<' if strict else '<='} {brief(bound)}"
        raise refused(where, "bound-too-weak", f"the rows give {found}, needed {goal.relation} {brief(needed)}")


def _check_implies(claim: Implication, evidence: Value, _: Attachments) -> None:
    system, goal = claim.system, claim.goal
    if goal.relation != "=":
        value = record(evidence, "/evidence", ("multipliers",))["multipliers"]
        check_implied(system, goal, value, "/evidence/multipliers")
        return
    fields = record(evidence, "/evidence", ("below", "above"))
    below = Row(goal.numerators, "<=", goal.bound, goal.denominator)
    above = Row(tuple(-n for n in goal.numerators), "<=", -goal.bound, goal.denominator)
    check_implied(system, below, fields["below"], "/evidence/below")
    check_implied(system, above, fields["above"], "/evidence/above")


def _check_feasible(system: System, evidence: Value, _: Attachments) -> None:
    value = record(evidence, "/evidence", ("point",))["point"]
    point = _point(value, "/evidence/point", len(system.variables))
    try:
        _satisfies(system.rows, point, "/statement/rows")
    except _Violated as violated:
        raise refused("/evidence/point", "row-violated", violated.detail) from None


def _negate_implication(claim: Implication) -> Negation | None:
    """Some point satisfies the rows and not the goal; an equality has no single negated row."""
    goal = claim.goal
    if goal.relation == "=":
        return None
    flipped = {
        "coefficients": [spell(Fraction(-n, goal.denominator)) for n in goal.numerators],
        "relation": "<" if goal.relation == "<=" else "<=",
        "bound": spell(Fraction(-goal.bound, goal.denominator)),
    }
    rows = [*claim.system.statement["rows"], flipped]
    return "linear/feasible", {"variables": claim.system.statement["variables"], "rows": rows}


def _hypotheses(claim: Implication) -> str:
    return INHABITED if claim.inhabited else NOT_SHOWN


INFEASIBLE = Rule(_parse_system, _check_infeasible, lambda system: ("linear/feasible", system.statement))
IMPLIES = Rule(_parse_implication, _check_implies, _negate_implication, hypotheses=_hypotheses)
FEASIBLE = Rule(_parse_system, _check_feasible, lambda system: ("linear/infeasible", system.statement))
