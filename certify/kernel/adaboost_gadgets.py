"""The two gadgets of `adaboost/no-cycle`: the board as their product, their words, automorphisms and frames.

See adaboost_nocycle.py for what each part of the evidence means.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from certify.kernel import poly
from certify.kernel.boost import Board, Signs
from certify.kernel.poly import Element
from certify.kernel.rational import brief, rational, rationals
from certify.kernel.reject import limit, refused
from certify.kernel.text import Value, array_of, distinct, integer, integers, record

MAX_ROWS, MAX_COLUMNS = 10, 32
MAX_WORD = 1 << 11  # letters x rows x rows of a gadget
MAX_TURNS = 64


@dataclass(frozen=True)
class Gadget:
    """One gadget as the evidence gives it, with its rows and start masses from the matrix."""

    where: str
    columns: tuple[int, ...]
    rows: tuple[Signs, ...]
    masses: tuple[int, ...]
    word: tuple[int, ...]
    rows_to: tuple[int, ...]
    point: tuple[Element, ...]
    direction: list[Fraction]
    scale: list[Fraction]
    radius: Fraction
    opening: Fraction
    turns: int
    multiplier: Value

    def signs(self, letter: int) -> Signs:
        """The column of the gadget."""
        return tuple(row[letter] for row in self.rows)


@dataclass(frozen=True)
class Frame:
    """Basis of the plane of sum 0 and last edge 0: the direction, then V0 with unit entries at the `free` places."""

    vectors: list[list[Fraction]]
    free: list[int]


def gadgets(board: Board, values: list[Value]) -> list[Gadget]:
    """Both gadgets, after checking that the board is their product."""
    places = [f"/evidence/gadgets/{i}" for i in range(2)]
    keys = ("columns", "word", "rows_to", "columns_to", "point", "direction", "scale", "radius", "opening")
    records = [record(v, where, (*keys, "turns", "multiplier")) for v, where in zip(values, places, strict=True)]
    width = len(board.columns)
    columns = [integers(f["columns"], f"{at}/columns", 0, width - 1, 1) for f, at in zip(records, places, strict=True)]
    if sorted(columns[0] + columns[1]) != list(range(width)):
        raise refused("/evidence/gadgets", "not-a-partition", f"columns {columns}, need each of 0..{width - 1} once")
    rows, masses = factors(board, columns)
    found = [_gadget(records[i], places[i], columns[i], rows[i], masses[i]) for i in range(2)]
    lengths = [len(gadget.word) for gadget in found]
    if lengths[0] != lengths[1]:
        raise refused("/evidence/gadgets/1/word", "lengths-differ", f"words of {lengths[0]} and {lengths[1]} letters")
    return found


def factors(board: Board, columns: list[list[int]]) -> tuple[list[list[Signs]], list[list[int]]]:
    """Rows and start masses of the two factors; refused unless the board is exactly their product."""
    pairs = [tuple(tuple(row[j] for j in part) for part in columns) for row in board.rows]
    rows = [list(dict.fromkeys(pair[side] for pair in pairs)) for side in range(2)]
    if len(rows[0]) * len(rows[1]) != len(pairs):
        detail = f"{len(pairs)} different rows, {len(rows[0])} x {len(rows[1])} needed"
        raise refused("/evidence/gadgets", "not-a-product", detail)
    weight = dict(zip(pairs, board.weights, strict=True))
    masses = [[weight[a, rows[1][0]] for a in rows[0]], [weight[rows[0][0], b] for b in rows[1]]]
    for (a, b), found in weight.items():
        needed = Fraction(masses[0][rows[0].index(a)] * masses[1][rows[1].index(b)], masses[0][0])
        if found != needed:
            detail = f"rows {a} and {b} have weight {brief(found)} together, the product is {brief(needed)}"
            raise refused("/evidence/gadgets", "not-a-product", detail)
    return rows, masses


def _gadget(fields: dict[str, Value], where: str, columns: list[int], rows: list[Signs], masses: list[int]) -> Gadget:
    m, n = len(rows), len(columns)
    if m > MAX_ROWS or n > MAX_COLUMNS:
        raise limit(where, "too-large", f"{m} x {n}, at most {MAX_ROWS} x {MAX_COLUMNS}")
    word = integers(fields["word"], f"{where}/word", 0, n - 1, 2)
    if len(word) * m * m > MAX_WORD:
        raise limit(f"{where}/word", "too-large", f"{len(word)} letters on {m} rows, at most {MAX_WORD // (m * m)}")
    rows_to = _permutation(fields["rows_to"], f"{where}/rows_to", m)
    columns_to = _permutation(fields["columns_to"], f"{where}/columns_to", n)
    if any(rows[rows_to[i]][columns_to[j]] != rows[i][j] for i in range(m) for j in range(n)):
        raise refused(f"{where}/rows_to", "not-an-automorphism", "the permuted gadget is another matrix")
    if columns_to[word[-1]] != word[-1]:
        detail = f"the last letter {word[-1]} goes to {columns_to[word[-1]]}"
        raise refused(f"{where}/columns_to", "last-letter-moves", detail)
    positive = {
        "scale": rationals(fields["scale"], f"{where}/scale", m),
        **{key: [rational(fields[key], f"{where}/{key}")] for key in ("radius", "opening")},
    }
    for key, numbers in positive.items():
        if min(numbers) <= 0:
            raise refused(f"{where}/{key}", "not-positive", f"{brief(min(numbers))}, needs > 0")
    return Gadget(
        where,
        tuple(columns),
        tuple(rows),
        tuple(masses),
        tuple(word),
        tuple(rows_to),
        tuple(
            poly.parse(p, f"{where}/point/{i}") for i, p in enumerate(array_of(fields["point"], f"{where}/point", m))
        ),
        rationals(fields["direction"], f"{where}/direction", m),
        positive["scale"],
        positive["radius"][0],
        positive["opening"][0],
        integer(fields["turns"], f"{where}/turns", 0, MAX_TURNS),
        fields["multiplier"],
    )


def _permutation(value: Value, where: str, size: int) -> list[int]:
    images = integers(array_of(value, where, size), where, 0, size - 1)
    distinct(images, where)
    return images


def frame(gadget: Gadget) -> Frame:
    """The direction and a basis of V0 by exact elimination."""
    first, last, v = gadget.signs(gadget.word[0]), gadget.signs(gadget.word[-1]), gadget.direction
    found = [sum(v), dot(first, v), dot(last, v)]
    if found != [0, 1, 0]:
        shown = ", ".join(brief(x) for x in found)
        raise refused(f"{gadget.where}/direction", "off-plane", f"sum, first, last edge are {shown}; need 0, 1, 0")
    table = [[Fraction(x) for x in row] for row in ([1] * len(v), first, last)]
    pivots: list[int] = []
    for k in range(len(v)):
        at = len(pivots)
        chosen = next((i for i in range(at, len(table)) if table[i][k]), None)
        if chosen is None:
            continue
        table[at], table[chosen] = table[chosen], table[at]
        table[at] = [x / table[at][k] for x in table[at]]
        for i in range(len(table)):
            if i != at:
                table[i] = [x - table[i][k] * y for x, y in zip(table[i], table[at], strict=True)]
        pivots.append(k)
    free = [k for k in range(len(v)) if k not in pivots]
    vectors = [v]
    for k in free:
        vector = [Fraction(i == k) for i in range(len(v))]
        for row, pivot in zip(table, pivots, strict=False):
            vector[pivot] = -row[k]
        vectors.append(vector)
    return Frame(vectors, free)


def dot(signs: Signs, vector: Sequence[Fraction]) -> Fraction:
    return sum((x if sign > 0 else -x for sign, x in zip(signs, vector, strict=True)), Fraction(0))
