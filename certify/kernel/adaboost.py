"""AdaBoost on a sign matrix: `adaboost/prefix` (which columns are picked first) and `adaboost/margin`.

* `adaboost/prefix`. Statement: `matrix` (rows of 1 and -1), `start` (a positive rational per row), `tie` ("lowest" or
  "highest" index among the columns of largest edge), `picks` [j_1..j_N], N >= 1, columns counted from 0. Claim:
  exhaustive AdaBoost from these weights picks exactly these columns in its first N steps, each with a positive edge.
  Evidence `{"exact", "precision"}`: the kernel computes the picks itself (see boost.py), the first `exact` steps in
  integers, the rest in intervals of `precision` bits.
* `adaboost/margin`. Statement: `matrix`, `margin` (rational). Claim: max over column mixes y (y >= 0, sum y = 1) of
  min_i (M y)_i equals `margin`. Evidence: `columns` (such a y with M y >= margin in every row) and `rows` (x >= 0,
  sum x = 1, with x M <= margin in every column); the second bounds the maximum from above, as min <= x M y.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from certify.kernel.boost import MAX_STEPS, Board, Signs, parse_board, parse_matrix, parse_replay, replay
from certify.kernel.rational import brief, rational, ratios, scaled
from certify.kernel.reject import limit, refused
from certify.kernel.rule import Attachments, Rule
from certify.kernel.text import Value, integers, record


@dataclass(frozen=True)
class Prefix:
    """A parsed `adaboost/prefix`."""

    board: Board
    picks: tuple[int, ...]


@dataclass(frozen=True)
class Margin:
    """A parsed `adaboost/margin`."""

    rows: list[Signs]
    margin: Fraction


def _parse_prefix(statement: Value, where: str) -> Prefix:
    fields = record(statement, where, ("matrix", "start", "tie", "picks"))
    board = parse_board(fields, where)
    picks = integers(fields["picks"], f"{where}/picks", 0, len(board.columns) - 1, 1)
    if len(picks) > MAX_STEPS:
        raise limit(f"{where}/picks", "too-many-steps", f"{len(picks)} picks, at most {MAX_STEPS}")
    return Prefix(board, tuple(picks))


def _check_prefix(claim: Prefix, evidence: Value, _: Attachments) -> None:
    exact, precision = parse_replay(record(evidence, "/evidence", ("exact", "precision")), "/evidence")
    run = replay(claim.board, len(claim.picks), exact, precision)
    for t, (found, claimed) in enumerate(zip(run.picks, claim.picks, strict=True)):
        if found != claimed:
            detail = f"step {t} (counted from 0) picks column {found}, the claim says {claimed}"
            raise refused(f"/statement/picks/{t}", "other-pick", detail)


def _parse_margin(statement: Value, where: str) -> Margin:
    fields = record(statement, where, ("matrix", "margin"))
    return Margin(parse_matrix(fields["matrix"], f"{where}/matrix"), rational(fields["margin"], f"{where}/margin"))


def _mix(value: Value, where: str, length: int) -> tuple[list[int], int]:
    """Nonnegative rationals with sum 1, as integers over one denominator."""
    weights, common = scaled(ratios(value, where, length))
    for i, weight in enumerate(weights):
        if weight < 0:
            raise refused(f"{where}/{i}", "negative-weight", f"{brief(Fraction(weight, common))}, needs >= 0")
    if sum(weights) != common:
        raise refused(where, "sum-not-one", f"the weights sum to {brief(Fraction(sum(weights), common))}, needs 1")
    return weights, common


def _check_margin(claim: Margin, evidence: Value, _: Attachments) -> None:
    fields = record(evidence, "/evidence", ("columns", "rows"))
    columns, common = _mix(fields["columns"], "/evidence/columns", len(claim.rows[0]))
    for i, row in enumerate(claim.rows):
        value = Fraction(sum(y if sign > 0 else -y for y, sign in zip(columns, row, strict=True)), common)
        if value < claim.margin:
            detail = f"row {i} has {brief(value)} under this mix of columns, needs >= {brief(claim.margin)}"
            raise refused("/evidence/columns", "margin-not-reached", detail)
    rows, common = _mix(fields["rows"], "/evidence/rows", len(claim.rows))
    for j, column in enumerate(zip(*claim.rows, strict=True)):
        value = Fraction(sum(x if sign > 0 else -x for x, sign in zip(rows, column, strict=True)), common)
        if value > claim.margin:
            detail = f"column {j} has {brief(value)} under this mix of rows, needs <= {brief(claim.margin)}"
            raise refused("/evidence/rows", "margin-not-bounded", detail)


PREFIX = Rule(_parse_prefix, _check_prefix)
MARGIN = Rule(_parse_margin, _check_margin)
