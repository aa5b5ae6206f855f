"""`adaboost/cycle`: exhaustive AdaBoost that settles into a cycle.

Statement: `matrix`, `start`, `tie` as for `adaboost/prefix`; `from` N >= 0; `word` [j_1..j_p], not a power of a shorter
word; `limits`, a pair [low, high] of rationals per row; perhaps `margin`. Claim: step N + k p + i (steps and letters
counted from 0) picks j_i, for all k >= 0; the weights at total mass 1 before the steps N + k p converge, as k grows, to
a point x with low_i <= x_i <= high_i in every row; the limit cycle has exactly p different points; and, if `margin` is
given, the margins of the combined classifier, min_i sum_t alpha_t M_i,j_t / sum_t alpha_t, converge to it.

Evidence. Rows are merged rows in order of first appearance.

* `support` and `passive`: all merged rows, each once. U is the set of letters of the word. The first rows of `support`
  (in its order) for which the rows of [1 | M_U] are linearly independent are the basis, b_0 first. Another support row
  is an affine combination of them with exponents a, so w_i / prod_b w_b^(a_b) never changes while letters of U are
  picked. Passive rows that agree on U keep their ratio; the first of each sort stands for all.
* Coordinates u_k = w_k / w_b0 of the other basis rows, then of the sorts of passive rows. The box is |u - c| <= r d
  with `center` c, `scale` d, `radius` r. It holds the state after N picks, is positive in the basis rows and holds 0 in
  the passive ones. On it every letter of the word, `repeat` times over, is strictly best of ALL columns (or never
  behind, see boost.py); the interval derivative J of the map R of these picks has q < 1, where
  q = max_i sum_j |J_ij| d_j / d_i; and |R(c) - c| <= (1 - q) r d. If `repeat` > 1, one turn of the word maps the fixed
  point into the box.
* `margin` (if the claim has one): y over `support` with sum_i y_i M_ij = 1 for every letter j; then it is 1 / sum y.

Theorem adaboost-box. `exact`, `precision`: for the replay, and bits of every enclosure.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from certify.kernel import boost, interval
from certify.kernel.boost import Board, Run
from certify.kernel.interval import ZERO, Interval
from certify.kernel.rational import brief, rational, rationals
from certify.kernel.reject import limit, malformed, refused
from certify.kernel.rule import Attachments, Rule
from certify.kernel.text import Value, array_of, integer, integers, record

MAX_WORD = 1 << 12
MAX_EXPONENT = 16
MAX_PRECISION = 1 << 13
MAX_WORK = 1 << 34  # letters x rows x (rows + columns) x (precision + 2048); about a minute


@dataclass(frozen=True)
class Cycle:
    """A parsed `adaboost/cycle`."""

    board: Board
    start: int
    word: tuple[int, ...]
    limits: tuple[tuple[Fraction, Fraction], ...]
    margin: Fraction | None


@dataclass(frozen=True)
class Chart:
    """Coordinates around the cycle. Row i is w_i = ratio_i prod_k (u_k / now_k)^(exponents_i[k]) times now_i / now_b0.

    `rows` are the coordinate rows after b_0 (basis, then passive); `exponents` of every row over them; `now` the state.
    """

    first: int
    rows: tuple[int, ...]
    basis: int  # how many of `rows` are basis rows
    exponents: tuple[dict[int, Fraction], ...]
    now: list[Interval]  # w_i(N) / w_b0(N)


@dataclass(frozen=True)
class Turn:
    """One evaluation of the word: coordinates after it, and their derivatives (empty without tangents)."""

    point: list[Interval]
    slopes: list[list[Interval]]  # slopes[j][i]: of coordinate i by coordinate j


def _parse(statement: Value, where: str) -> Cycle:
    keys = ("matrix", "start", "tie", "from", "word", "limits")
    fields = record(statement, where, keys, ("margin",))
    board = boost.parse_board(fields, where)
    start = integer(fields["from"], f"{where}/from", 0, boost.MAX_STEPS)
    word = integers(fields["word"], f"{where}/word", 0, len(board.columns) - 1, 1)
    if len(word) > MAX_WORD:
        raise limit(f"{where}/word", "too-large", f"{len(word)} letters, at most {MAX_WORD}")
    for p in range(1, len(word)):
        if len(word) % p == 0 and word == word[:p] * (len(word) // p):
            raise malformed(f"{where}/word", "not-primitive", f"the word is its first {p} letters repeated")
    limits: list[tuple[Fraction, Fraction]] = []
    for i, pair in enumerate(array_of(fields["limits"], f"{where}/limits", len(board.home))):
        low, high = rationals(pair, f"{where}/limits/{i}", 2)
        if low > high:
            raise malformed(f"{where}/limits/{i}", "empty-interval", f"low {brief(low)} is above high {brief(high)}")
        limits.append((low, high))
    margin = rational(fields["margin"], f"{where}/margin") if "margin" in fields else None
    return Cycle(board, start, tuple(word), tuple(limits), margin)


def _check(claim: Cycle, evidence: Value, _: Attachments) -> None:
    keys = ("exact", "precision", "support", "passive", "center", "scale", "radius", "repeat")
    more = () if claim.margin is None else ("margin",)
    fields = record(evidence, "/evidence", (*keys, *more))
    exact, w = boost.parse_replay(fields, "/evidence")
    if w > MAX_PRECISION:
        raise limit("/evidence/precision", "too-much-precision", f"{w} bits, at most {MAX_PRECISION}")
    repeat = integer(fields["repeat"], "/evidence/repeat", 1, MAX_WORD)
    support, passive = _rows(fields, len(claim.board.rows))
    rows = len(claim.board.rows)
    work = len(claim.word) * repeat * rows * (rows + len(claim.board.columns)) * (w + 2048)
    if work > MAX_WORK:
        raise limit("/evidence/repeat", "too-much-work", f"the box would cost {work}, at most {MAX_WORK}")
    run = boost.replay(claim.board, claim.start, exact, w)
    chart = chart_of(claim, support, passive, run, w)
    size = len(chart.rows)
    center = rationals(fields["center"], "/evidence/center", size)
    scale = rationals(fields["scale"], "/evidence/scale", size)
    radius = rational(fields["radius"], "/evidence/radius")
    for where, numbers in (("scale", scale), ("radius", [radius])):
        if min(numbers, default=1) <= 0:
            raise refused(f"/evidence/{where}", "not-positive", f"{brief(min(numbers))}, needs > 0")
    box = _box(chart, center, [radius * d for d in scale], w)
    error = _contract(claim, chart, box, center, scale, radius, repeat, w)
    near = [interval.hull(c - error * d, c + error * d, w) for c, d in zip(center, scale, strict=True)]
    near[chart.basis :] = [ZERO] * (size - chart.basis)
    if repeat > 1:
        _one_turn(claim, chart, box, near, w)
    _limits(claim, chart, near, w)
    if claim.margin is not None:
        _margin(claim, claim.margin, support, rationals(fields["margin"], "/evidence/margin", len(support)))


# --- coordinates ----------------------------------------------------------------------------------------------------


def _rows(fields: dict[str, Value], count: int) -> tuple[list[int], list[int]]:
    support = integers(fields["support"], "/evidence/support", 0, count - 1, 1)
    passive = integers(fields["passive"], "/evidence/passive", 0, count - 1)
    if sorted(support + passive) != list(range(count)):
        detail = f"{len(support)} support and {len(passive)} passive rows; every one of the {count} merged rows once"
        raise refused("/evidence/support", "rows-missing", detail)
    return support, passive


def chart_of(claim: Cycle, support: list[int], passive: list[int], run: Run, w: int) -> Chart:
    """Basis, exponents and passive sorts, by exact elimination on the rows of [1 | M_U]."""
    board, used = claim.board, sorted(set(claim.word))
    basis: list[int] = []
    reduced: list[tuple[int, list[Fraction], dict[int, Fraction]]] = []  # pivot, row, combination of basis rows
    exponents: list[dict[int, Fraction]] = [{} for _ in board.rows]
    for i in support:
        row = [Fraction(1), *(Fraction(board.rows[i][j]) for j in used)]
        made: dict[int, Fraction] = {}
        for pivot, other, parts in reduced:
            factor = row[pivot]
            if factor:
                row = [x - factor * y for x, y in zip(row, other, strict=True)]
                for b, part in parts.items():
                    made[b] = made.get(b, Fraction(0)) + factor * part
        at = next((k for k, x in enumerate(row) if x), None)
        if at is None:
            exponents[i] = {b: a for b, a in made.items() if a}
            continue
        lead = row[at]
        own = {i: 1 / lead, **{b: -a / lead for b, a in made.items()}}
        reduced.append((at, [x / lead for x in row], own))
        basis.append(i)
        exponents[i] = {i: Fraction(1)}
    sorts: dict[tuple[int, ...], int] = {}
    for i in passive:
        stands = sorts.setdefault(tuple(board.rows[i][j] for j in used), i)
        exponents[i] = {stands: Fraction(1)}
    for i, row_exponents in enumerate(exponents):
        for a in row_exponents.values():
            if max(abs(a.numerator), a.denominator) > MAX_EXPONENT:
                raise limit("/evidence/support", "too-large", f"exponent {a} of row {i}, at most {MAX_EXPONENT}")
    first = basis[0]
    now = [interval.div(x, run.weights[first], w, "/evidence/precision") for x in run.weights]
    return Chart(first, (*basis[1:], *sorts.values()), len(basis) - 1, tuple(exponents), now)


def _box(chart: Chart, center: list[Fraction], widths: list[Fraction], w: int) -> list[Interval]:
    """The box, after checking its signs and that it holds the state after N picks."""
    for k, (c, d) in enumerate(zip(center, widths, strict=True)):
        where, row = f"/evidence/center/{k}", chart.rows[k]
        if k < chart.basis and c <= d:
            raise refused(where, "box-not-positive", f"{brief(c)} - {brief(d)} for basis row {row}, needs > 0")
        if k >= chart.basis and abs(c) > d:
            raise refused(where, "zero-not-in-box", f"{brief(c)} +- {brief(d)} for passive row {row} must hold 0")
        inner = interval.of(c - d, w)[1], interval.of(c + d, w)[0]
        if not interval.inside(chart.now[row], inner):
            detail = f"row {row} stands at {interval.show(chart.now[row], w)}, the box is {interval.show(inner, w)}"
            raise refused(where, "state-outside-box", detail)
    return [interval.hull(c - d, c + d, w) for c, d in zip(center, widths, strict=True)]


def _weights(chart: Chart, point: list[Interval], w: int) -> list[Interval]:
    """All rows relative to b_0 at these coordinates."""
    where = "/evidence/radius"
    values = {chart.first: (1 << w, 1 << w), **dict(zip(chart.rows, point, strict=True))}
    weights = []
    for i, parts in enumerate(chart.exponents):
        if i in values:
            weights.append(values[i])
            continue
        weight = chart.now[i]
        for b, a in parts.items():
            if b in chart.rows[chart.basis :]:
                share = interval.div(chart.now[i], chart.now[b], w, where)
                weight = interval.mul(values[b], share, w)
            elif b != chart.first:
                change = interval.div(values[b], chart.now[b], w, where)
                weight = interval.mul(weight, interval.power(change, a, w, where), w)
        weights.append(weight)
    return weights


def _tangents(chart: Chart, point: list[Interval], weights: list[Interval], w: int) -> list[list[Interval]]:
    """Derivatives of all rows by each coordinate: a w_i / u_k; for passive rows the constant share."""
    where, one = "/evidence/radius", (1 << w, 1 << w)
    tangents = []
    for k, b in enumerate(chart.rows):
        column = []
        for i, parts in enumerate(chart.exponents):
            if b not in parts:
                column.append(ZERO)
            elif i == b:
                column.append(one)
            elif k >= chart.basis:
                column.append(interval.div(chart.now[i], chart.now[b], w, where))
            else:
                slope = interval.div(weights[i], point[k], w, where)
                column.append(interval.mul(slope, interval.of(parts[b], w), w))
        tangents.append(column)
    return tangents


# --- the map --------------------------------------------------------------------------------------------------------


def follow(claim: Cycle, chart: Chart, point: list[Interval], repeat: int, on_box: bool, w: int) -> Turn:
    """The word `repeat` times from these coordinates; on the box with derivatives, each letter being best."""
    where = "/evidence/radius"
    weights = _weights(chart, point, w)
    tangents = _tangents(chart, point, weights, w) if on_box else []
    for turn, letter in enumerate(claim.word * repeat):
        if on_box:
            _letter(claim.board, weights, turn % len(claim.word), letter, w)
        weights, tangents = boost.step(weights, tangents, claim.board.columns[letter], w, where)
    base = weights[chart.first]
    after = [interval.div(weights[row], base, w, where) for row in chart.rows]
    slopes = []
    for t in tangents:
        bent = [interval.mul(u, t[chart.first], w) for u in after]
        parts = [interval.sub(t[row], b) for row, b in zip(chart.rows, bent, strict=True)]
        slopes.append([interval.div(part, base, w, where) for part in parts])
    return Turn(after, slopes)


def _letter(board: Board, weights: list[Interval], turn: int, letter: int, w: int) -> None:
    """The letter has a positive edge and is picked rather than every other column, everywhere on the box."""
    mine = board.columns[letter]
    gains, losses = (interval.total(x for s, x in zip(mine, weights, strict=True) if s == d) for d in (1, -1))
    if gains[0] <= losses[1]:
        shown = interval.show(interval.sub(gains, losses), w)
        raise refused(f"/statement/word/{turn}", "no-positive-edge", f"edge of column {letter} in {shown}, needs > 0")
    for j, other in enumerate(board.columns):
        ahead = [a - b for a, b in zip(mine, other, strict=True)]
        gains, losses = (interval.total(x for s, x in zip(ahead, weights, strict=True) if s == d) for d in (2, -2))
        if j != letter and gains[0] <= losses[1] and not boost.never_behind(board, letter, j):
            shown = interval.show(interval.sub(gains, losses), w)
            detail = f"column {letter} leads column {j} by {shown} times 2, needs > 0"
            raise refused(f"/statement/word/{turn}", "letter-not-best", detail)


def _contract(
    claim: Cycle,
    chart: Chart,
    box: list[Interval],
    center: list[Fraction],
    scale: list[Fraction],
    radius: Fraction,
    repeat: int,
    w: int,
) -> Fraction:
    """e with |x - c| <= e d for the fixed point x, after checking that R maps the box into itself and contracts."""
    turn = follow(claim, chart, box, repeat, True, w)
    rate = Fraction(0)
    for i, d in enumerate(scale):
        row = sum((interval.size(turn.slopes[j][i]) * e for j, e in enumerate(scale)), Fraction(0)) / (1 << w)
        rate = max(rate, row / d)
    if rate >= 1:
        raise refused("/evidence/scale", "not-contracting", f"contraction factor {_decimal(rate)}, needs < 1")
    middle = follow(claim, chart, [interval.of(c, w) for c in center], repeat, False, w)
    error = Fraction(0)
    for k, (c, d, image) in enumerate(zip(center, scale, middle.point, strict=True)):
        moved = Fraction(interval.size(interval.sub(image, interval.of(c, w))), 1 << w)
        if moved > (1 - rate) * radius * d:
            room = _decimal((1 - rate) * radius * d)
            raise refused(f"/evidence/center/{k}", "center-moves", f"by up to {_decimal(moved)}, room {room}")
        error = max(error, moved / d / (1 - rate))
    return error


def _decimal(x: Fraction) -> str:
    """A nonnegative rational for messages, rounded down to 30 places."""
    return brief(Fraction(int(x * 10**30), 10**30))


def _one_turn(claim: Cycle, chart: Chart, box: list[Interval], near: list[Interval], w: int) -> None:
    """One turn of the word maps the fixed point of R into the box, so it is a fixed point of one turn."""
    for k, (image, side) in enumerate(zip(follow(claim, chart, near, 1, False, w).point, box, strict=True)):
        inner = side[0] + 1, side[1] - 1
        if not interval.inside(image, inner):
            detail = f"one turn brings coordinate {k} to {interval.show(image, w)}, the box is {interval.show(side, w)}"
            raise refused("/evidence/repeat", "leaves-box", detail)


def _limits(claim: Cycle, chart: Chart, near: list[Interval], w: int) -> None:
    """The fixed point, at total mass 1 and shared out to the rows as given, lies within the claimed limits."""
    weights = _weights(chart, near, w)
    whole = interval.total(weights)
    for i, (low, high) in enumerate(claim.limits):
        home = claim.board.home[i]
        part = interval.div(weights[home], whole, w, "/evidence/radius")
        share = interval.ratio(claim.board.share[i], claim.board.weights[home], w)
        found = interval.mul(part, share, w)
        if not low * (1 << w) <= found[0] or not found[1] <= high * (1 << w):
            detail = f"the limit of row {i} is shown to lie in {interval.show(found, w)}, not in the claimed interval"
            raise refused(f"/statement/limits/{i}", "limit-outside", detail)


def _margin(claim: Cycle, margin: Fraction, support: list[int], mix: list[Fraction]) -> None:
    """sum_i y_i M_ij = 1 for every letter and margin sum_i y_i = 1."""
    for j in sorted(set(claim.word)):
        found = sum((y * claim.board.rows[i][j] for i, y in zip(support, mix, strict=True)), Fraction(0))
        if found != 1:
            raise refused("/evidence/margin", "wrong-combination", f"column {j} combines to {brief(found)}, needs 1")
    if margin * sum(mix) != 1:
        raise refused("/statement/margin", "other-margin", f"the margin is 1/({brief(sum(mix))}), not {brief(margin)}")


CYCLE = Rule(_parse, _check, theorems=("adaboost-box",))
