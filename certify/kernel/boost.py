"""Exhaustive AdaBoost on a sign matrix: the board, the replay of its picks, and derivatives of its steps.

A board is a matrix M in {-1,+1}^(m x n), positive start weights D_1 and a tie rule. With edge_j(w) = sum_i w_i M_ij the
pick at step t is the column of largest edge (ties: the smallest or the largest index), and it must have edge > 0. Then
every + row of the pick is divided by 2 S+ and every - row by 2 S-, where S+ and S- are the masses of its + and - rows
(the balanced form; it equals w_i / (1 + r M_ij), r the edge, at total mass 1). The form is homogeneous of degree 0, so
start weights need not sum to 1. Every column has both signs, so all weights stay positive and every edge is below 1.

Rows with equal signs keep the ratio of their weights for ever, so they are merged into one that has the sum of weights.

The replay of N steps takes the first `exact` steps in integers (the only place where an equal edge can be a tie) and
the rest in intervals of `precision` bits, where the picked column must be strictly best by its intervals, or at least
equal to the other column in every row (then its edge is at least as large whatever the weights).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from certify.kernel.interval import Interval, div, mul, ratio, show, sub, total
from certify.kernel.rational import MAX_DIGITS, ratios, scaled
from certify.kernel.reject import limit, malformed, refused
from certify.kernel.text import Value, array, array_of, choice, integer
from certify.kernel.text import show as show_value

TIES = ("lowest", "highest")
MAX_ENTRIES = 1 << 22
MAX_EXACT = 64  # steps in integers, whose length about doubles at every step
MAX_EXACT_BITS = 1 << 14  # of one exact weight
MAX_EXACT_TOTAL = 1 << 25  # bits, times the rows
MAX_PRECISION = 1 << 15
MAX_STEPS = 1 << 20
MAX_WORK = 1 << 41  # of one replay, see `_work`; about half a minute

Signs = tuple[int, ...]


@dataclass(frozen=True)
class Board:
    """Merged rows with integer weights; `home[i]` is the merged row of row i, `share[i]` its own integer weight."""

    rows: tuple[Signs, ...]
    weights: tuple[int, ...]
    columns: tuple[Signs, ...]
    order: tuple[int, ...]  # columns, the one that wins ties first
    home: tuple[int, ...]
    share: tuple[int, ...]


@dataclass(frozen=True)
class Run:
    """The picks of a replay and enclosures (at scale 2^-precision) of the merged weights after it, total mass 1."""

    picks: tuple[int, ...]
    weights: list[Interval]


def parse_matrix(value: Value, where: str) -> list[Signs]:
    """Rows of +1 and -1, at least one row and one column, not ragged."""
    elements = array(value, where, 1)
    width = len(array(elements[0], f"{where}/0", 1))
    if len(elements) * width > MAX_ENTRIES:
        raise limit(where, "too-many-entries", f"{len(elements)} x {width}, at most {MAX_ENTRIES}")
    rows: list[Signs] = []
    for i, element in enumerate(elements):
        row = array_of(element, f"{where}/{i}", width)
        for j, entry in enumerate(row):
            if type(entry) is not int or entry not in (1, -1):
                raise malformed(f"{where}/{i}/{j}", "not-a-sign", f"found {show_value(entry)}, expected 1 or -1")
        rows.append(tuple(row))
    return rows


def parse_board(fields: dict[str, Value], where: str) -> Board:
    """`matrix`, `start`, `tie`. Every column has both signs and every start weight is positive."""
    rows = parse_matrix(fields["matrix"], f"{where}/matrix")
    for j, column in enumerate(zip(*rows, strict=True)):
        if len(set(column)) != 2:
            detail = f"column {j} is {column[0]} in every row, needs both signs"
            raise malformed(f"{where}/matrix/0/{j}", "one-sign", detail)
    pairs = ratios(fields["start"], f"{where}/start", len(rows))
    for i, (above, below) in enumerate(pairs):
        if above <= 0:
            raise malformed(f"{where}/start/{i}", "not-positive", f"start weight {above}/{below}, needs > 0")
    tie = choice(fields["tie"], f"{where}/tie", TIES)
    if math.lcm(*(below for _, below in pairs)).bit_length() > 4 * MAX_DIGITS:
        raise limit(f"{where}/start", "too-many-digits", f"a common denominator of more than {4 * MAX_DIGITS} bits")
    numbers, _ = scaled(pairs)
    shared = math.gcd(*numbers)
    share = tuple(number // shared for number in numbers)
    merged: dict[Signs, int] = {}
    for row, weight in zip(rows, share, strict=True):
        merged[row] = merged.get(row, 0) + weight
    place = {row: k for k, row in enumerate(merged)}
    columns = tuple(zip(*merged, strict=True))
    order = range(len(columns)) if tie == "lowest" else reversed(range(len(columns)))
    home = tuple(place[row] for row in rows)
    return Board(tuple(merged), tuple(merged.values()), columns, tuple(order), home, share)


def parse_replay(fields: dict[str, Value], where: str) -> tuple[int, int]:
    """`exact` (steps in integers) and `precision` (bits of the intervals that follow)."""
    exact = integer(fields["exact"], f"{where}/exact", 0, MAX_EXACT)
    precision = integer(fields["precision"], f"{where}/precision", 8)
    if precision > MAX_PRECISION:
        raise limit(f"{where}/precision", "too-much-precision", f"{precision} bits, at most {MAX_PRECISION}")
    return exact, precision


def replay(board: Board, steps: int, exact: int, precision: int) -> Run:
    """The first `steps` picks. Refused where a step cannot be decided or the largest edge is not positive."""
    work = _work(board, steps, precision)
    if work > MAX_WORK:
        raise limit("/evidence", "too-much-work", f"estimated at {work}, at most {MAX_WORK}")
    picks: list[int] = []
    masses = list(board.weights)
    while len(picks) < min(exact, steps):
        pick = best_exactly(board, masses, len(picks))
        masses = exact_step(masses, board.columns[pick])
        picks.append(pick)
    whole = sum(masses)
    weights = [ratio(mass, whole, precision) for mass in masses]
    while len(picks) < steps:
        pick = best(board, weights, len(picks), precision)
        weights, _ = step(weights, [], board.columns[pick], precision, "/evidence/precision")
        picks.append(pick)
    return Run(tuple(picks), weights)


def _work(board: Board, steps: int, w: int) -> int:
    """The cost of a replay in units of about 2^-6 ns: additions are linear in the precision, divisions quadratic."""
    return steps * len(board.rows) * (len(board.columns) + w // 16) * (w + 2048)


def best_exactly(board: Board, masses: list[int], at: int) -> int:
    plus = [sum(mass for mass, sign in zip(masses, column, strict=True) if sign > 0) for column in board.columns]
    pick = max(board.order, key=lambda j: plus[j])  # the first of the largest
    if 2 * plus[pick] <= sum(masses):
        raise refused("/evidence", "no-positive-edge", f"step {at}: the largest edge is not positive, AdaBoost stops")
    return pick


def exact_step(masses: list[int], column: Signs) -> list[int]:
    """w_i S- on + rows and w_i S+ on - rows: the balanced step times 2 S+ S-, in lowest terms."""
    plus = sum(mass for mass, sign in zip(masses, column, strict=True) if sign > 0)
    factor = {1: sum(masses) - plus, -1: plus}
    fresh = [mass * factor[sign] for mass, sign in zip(masses, column, strict=True)]
    bits = max(fresh).bit_length()
    if bits > MAX_EXACT_BITS or bits * len(fresh) > MAX_EXACT_TOTAL:
        most = min(MAX_EXACT_BITS, MAX_EXACT_TOTAL // len(fresh))
        raise limit("/evidence/exact", "too-many-digits", f"exact weights of {bits} bits, at most {most}")
    shared = math.gcd(*fresh)
    return [mass // shared for mass in fresh]


def best(board: Board, weights: list[Interval], at: int, w: int) -> int:
    plus = [total(a for a, sign in zip(weights, column, strict=True) if sign > 0) for column in board.columns]
    pick = max(board.order, key=lambda j: plus[j][0])
    minus = total(a for a, sign in zip(weights, board.columns[pick], strict=True) if sign < 0)
    if plus[pick][0] <= minus[1]:
        edge = show(sub(plus[pick], minus), w)
        raise refused("/evidence", "no-positive-edge", f"step {at}: the largest edge lies in {edge}, needs > 0")
    for j in board.order:
        if plus[j][1] >= plus[pick][0] and j != pick and not never_behind(board, pick, j):
            found = f"step {at}: mass of the + rows of column {pick} in {show(plus[pick], w)}"
            raise refused("/evidence", "not-separated", f"{found}, of column {j} in {show(plus[j], w)}")
    return pick


def never_behind(board: Board, j: int, k: int) -> bool:
    """Column j is picked rather than k at all positive weights: at least k in every row, and first if identical."""
    if board.columns[j] == board.columns[k]:
        return (j < k) == (board.order[0] == 0)
    return all(a >= b for a, b in zip(board.columns[j], board.columns[k], strict=True))


def step(
    weights: list[Interval], tangents: list[list[Interval]], column: Signs, w: int, where: str
) -> tuple[list[Interval], list[list[Interval]]]:
    """One balanced step on intervals, and its derivative on tangent vectors (t_i - w_i t(S)/S) / 2S of row i's side.

    S is the mass of the rows with the sign of row i, t(S) the sum of t over them. Refused unless both masses are > 0.
    """
    sides = [[i for i, sign in enumerate(column) if sign == s] for s in (1, -1)]
    fresh, moved = list(weights), [list(t) for t in tangents]
    for side in sides:
        mass = total(weights[i] for i in side)
        twice = (2 * mass[0], 2 * mass[1])
        for i in side:
            fresh[i] = div(weights[i], twice, w, where)
        for old, new in zip(tangents, moved, strict=True):
            slope = div(total(old[i] for i in side), mass, w, where)
            for i in side:
                new[i] = div(sub(old[i], mul(weights[i], slope, w)), twice, w, where)
    return fresh, moved
