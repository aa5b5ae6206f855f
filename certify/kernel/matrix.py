"""Matrices over Q: `matrix/psd`, `matrix/negative`, `matrix/rank`, `matrix/perron`.

A matrix is an array of rows of rational strings, none empty, all of one length.

* `matrix/psd`: `matrix` A (symmetric, n x n), `sense` "semidefinite" or "definite": v'Av >= 0 for all v in R^n (> 0 for
  all v != 0). Evidence `{"diagonal": [d_1..d_n], "lower": [[], [l_21], [l_31, l_32], ..]}`: A = L D L' with L unit
  lower triangular, every d_i >= 0 (> 0). Then v'Av = sum_i d_i (L'v)_i^2, and L'v = 0 only for v = 0.
* `matrix/negative`: same statement; some v != 0 has v'Av < 0 (<= 0 where sense is "definite"): the negation.
  Evidence `{"vector": [v_1..v_n]}`.
* `matrix/rank`: `matrix` A (m x n), `relation` "=", "<=" or ">=", `rank` r (0 <= r <= min(m, n); for <= r < min(m, n)
  and for >= r > 0, else it says nothing). Evidence, both keys for "=": for >= `"minor": {"rows": I, "columns": J,
  "inverse": B}` with |I| = |J| = r and A[I,J] B the identity; for <= `"combination": {"rows": I, "coefficients": C}`
  with |I| <= r and A = C A[I,:].
* `matrix/perron`: `matrix` H (square, entries >= 0), `relation`, `bound` b: spectral radius of H REL b. Evidence
  `{"vector": w}`: for <= and <, w > 0 and Hw <= b w (<); for >= and >, w >= 0, not 0, and (Hw)_i >= b w_i (>) wherever
  w_i > 0 (theorem collatz-wielandt).

Rows are scaled to integers over a common denominator, so the checks are integer dot products.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from certify.kernel.rational import MAX_SCALED_BITS, brief, dot, ratio, ratios, scaled
from certify.kernel.reject import limit, malformed, refused
from certify.kernel.rule import Attachments, Negation, Rule
from certify.kernel.text import Value, array, array_of, choice, distinct, integer, integers, record, show

MAX_ENTRIES = 1 << 20
MAX_PRODUCTS = 1 << 27  # integer products in one check
MAX_WORK = 1 << 34  # products times squared length of the numbers in words: some seconds

Pair = tuple[int, int]


@dataclass(frozen=True)
class Rows:
    """Entry (i, j) is numbers[i][j] / denominators[i]; denominators are positive."""

    numbers: list[list[int]]
    denominators: list[int]
    width: int


@dataclass(frozen=True)
class Claim:
    """A parsed statement. `word` is the sense or the relation, `rank` only of matrix/rank, `bound` only of perron."""

    statement: Value
    matrix: Rows
    word: str
    rank: int = 0
    bound: Pair = (0, 1)


def _read(value: Value, where: str, height: int | None = None, width: int | None = None) -> Rows:
    """A matrix; of the given height and width if they are given."""
    rows = array(value, where, 1) if height is None else array_of(value, where, height)
    if width is None:
        width = len(array(rows[0], f"{where}/0", 1))
    if len(rows) * width > MAX_ENTRIES:
        raise limit(where, "too-many-entries", f"{len(rows)} x {width}, at most {MAX_ENTRIES}")
    matrix = Rows([], [], width)
    bits = 0
    for i, row in enumerate(rows):
        numbers, common = scaled(ratios(row, f"{where}/{i}", width), f"{where}/{i}")
        bits = _bits(bits, common, width, f"{where}/{i}")
        matrix.numbers.append(numbers)
        matrix.denominators.append(common)
    return matrix


def _bits(bits: int, common: int, width: int, where: str) -> int:
    """Bits of the rows read so far, one more row of this length over this denominator included."""
    bits += common.bit_length() * width
    if bits > MAX_SCALED_BITS:
        raise limit(where, "too-many-digits", f"rows of more than {MAX_SCALED_BITS} bits in all")
    return bits


def _square(value: Value, where: str) -> Rows:
    rows = array(value, where, 1)
    return _read(rows, where, len(rows), len(rows))


def _work(products: int, denominators: list[int], where: str) -> None:
    """Refuse more products than can be made of numbers over these denominators."""
    bits = max(denominators).bit_length()
    if products > MAX_PRODUCTS or products * (bits >> 6) ** 2 > MAX_WORK:
        raise limit(where, "too-much-work", f"{products} products of {bits} bits, at most {MAX_PRODUCTS} of 64 bits")


# --- psd and its negation ---------------------------------------------------------------------------------------------


def _parse_psd(statement: Value, where: str) -> Claim:
    fields = record(statement, where, ("matrix", "sense"))
    matrix = _square(fields["matrix"], f"{where}/matrix")
    numbers, below = matrix.numbers, matrix.denominators
    for i in range(matrix.width):
        for j in range(i):
            if numbers[i][j] * below[j] != numbers[j][i] * below[i]:
                found = (
                    f"entry ({i}, {j}) is {brief(_entry(matrix, i, j))}, ({j}, {i}) is {brief(_entry(matrix, j, i))}"
                )
                raise malformed(f"{where}/matrix/{i}/{j}", "not-symmetric", found)
    return Claim(statement, matrix, choice(fields["sense"], f"{where}/sense", ("semidefinite", "definite")))


def _entry(matrix: Rows, i: int, j: int) -> Fraction:
    return Fraction(matrix.numbers[i][j], matrix.denominators[i])


def _check_psd(claim: Claim, evidence: Value, _: Attachments) -> None:
    fields = record(evidence, "/evidence", ("diagonal", "lower"))
    n = claim.matrix.width
    pairs = ratios(fields["diagonal"], "/evidence/diagonal", n)
    for i, (above, below) in enumerate(pairs):
        if above < 0 or (above == 0 and claim.word == "definite"):
            needed = "> 0" if claim.word == "definite" else ">= 0"
            detail = f"{brief(Fraction(above, below))}, needed {needed}"
            raise refused(f"/evidence/diagonal/{i}", "negative-diagonal", detail)
    diagonal, scale = scaled(pairs)
    lower = array_of(fields["lower"], "/evidence/lower", n)
    rows: list[list[int]] = []
    commons: list[int] = []
    bits = 0
    for i, row in enumerate(lower):
        numbers, common = scaled([*ratios(row, f"/evidence/lower/{i}", i), (1, 1)], f"/evidence/lower/{i}")
        bits = _bits(bits, common, i + 1, f"/evidence/lower/{i}")
        rows.append(numbers)
        commons.append(common)
    _work(n * (n + 1) * (n + 2) // 6, [scale, *commons], "/evidence")
    for i, row in enumerate(rows):
        weighted = [a * b for a, b in zip(row, diagonal, strict=False)]
        for j in range(i + 1):
            # (L D L')_ij times commons[i] commons[j] scale, compared with A_ij
            found = dot(weighted, rows[j])
            common = commons[i] * commons[j] * scale
            if found * claim.matrix.denominators[i] != claim.matrix.numbers[i][j] * common:
                wanted = brief(_entry(claim.matrix, i, j))
                detail = f"entry ({i}, {j}) of L D L' is {brief(Fraction(found, common))}, needed {wanted}"
                raise refused("/evidence/lower", "wrong-product", detail)


def _check_negative(claim: Claim, evidence: Value, _: Attachments) -> None:
    value = record(evidence, "/evidence", ("vector",))["vector"]
    n = claim.matrix.width
    vector, scale = scaled(ratios(value, "/evidence/vector", n))
    _work(n * n, [scale, *claim.matrix.denominators], "/evidence/vector")
    if not any(vector):
        raise refused("/evidence/vector", "zero-vector", "the vector is 0; it must not be")
    terms = zip(vector, claim.matrix.numbers, claim.matrix.denominators, strict=True)
    parts, common = scaled([(x * dot(row, vector), below) for x, row, below in terms if x], "/statement")
    form = Fraction(sum(parts), common)
    if form > 0 or (form == 0 and claim.word == "semidefinite"):
        needed = "< 0" if claim.word == "semidefinite" else "<= 0"
        raise refused("/evidence/vector", "not-negative", f"the form there is {brief(form)}, needed {needed}")


# --- rank -------------------------------------------------------------------------------------------------------------


def _parse_rank(statement: Value, where: str) -> Claim:
    fields = record(statement, where, ("matrix", "relation", "rank"))
    matrix = _read(fields["matrix"], f"{where}/matrix")
    relation = choice(fields["relation"], f"{where}/relation", ("=", "<=", ">="))
    most = min(len(matrix.numbers), matrix.width)
    rank = integer(fields["rank"], f"{where}/rank", 0, most)
    if (relation == ">=" and rank == 0) or (relation == "<=" and rank == most):
        raise malformed(
            f"{where}/rank", "trivial-goal", f"every {len(matrix.numbers)} x {matrix.width} matrix has that"
        )
    return Claim(statement, matrix, relation, rank)


def _check_rank(claim: Claim, evidence: Value, _: Attachments) -> None:
    needs = {"=": ("minor", "combination"), ">=": ("minor",), "<=": ("combination",)}[claim.word]
    fields = record(evidence, "/evidence", needs)
    if "minor" in fields:
        _check_minor(claim, fields["minor"], "/evidence/minor")
    if "combination" in fields:
        _check_combination(claim, fields["combination"], "/evidence/combination")


def _indices(value: Value, where: str, size: int) -> list[int]:
    chosen = integers(value, where, 0, size - 1)
    distinct(chosen, where)
    return chosen


def _check_minor(claim: Claim, value: Value, where: str) -> None:
    """rank >= r: an invertible r x r submatrix."""
    fields = record(value, where, ("rows", "columns", "inverse"))
    rows = _indices(fields["rows"], f"{where}/rows", len(claim.matrix.numbers))
    columns = _indices(fields["columns"], f"{where}/columns", claim.matrix.width)
    r = claim.rank
    if (len(rows), len(columns)) != (r, r):
        raise refused(where, "wrong-size", f"{len(rows)} rows and {len(columns)} columns, needed {r} and {r}")
    inverse = _read(fields["inverse"], f"{where}/inverse", r, r)
    # columns of the inverse as integers over one denominator
    common, turned = _transposed(inverse)
    _work(r * r * r, [common, *claim.matrix.denominators], where)
    for i, row in enumerate(rows):
        chosen = [claim.matrix.numbers[row][column] for column in columns]
        for j in range(r):
            found = dot(chosen, turned[j])
            if found != (claim.matrix.denominators[row] * common if i == j else 0):
                detail = f"entry ({i}, {j}) of minor times inverse is not {int(i == j)}"
                raise refused(f"{where}/inverse", "wrong-product", detail)


def _transposed(matrix: Rows) -> tuple[int, list[list[int]]]:
    """One common denominator, and the columns as integers over it."""
    flat, common = scaled([(n, d) for row, d in zip(matrix.numbers, matrix.denominators, strict=True) for n in row])
    return common, [flat[j :: matrix.width] for j in range(matrix.width)]


def _check_combination(claim: Claim, value: Value, where: str) -> None:
    """rank <= r: every row is a combination of at most r of them."""
    fields = record(value, where, ("rows", "coefficients"))
    height, width = len(claim.matrix.numbers), claim.matrix.width
    rows = _indices(fields["rows"], f"{where}/rows", height)
    if len(rows) > claim.rank:
        raise refused(f"{where}/rows", "wrong-size", f"{len(rows)} rows, at most {claim.rank}")
    base = Rows([claim.matrix.numbers[i] for i in rows], [claim.matrix.denominators[i] for i in rows], width)
    common, columns = _transposed(base)
    _work(height * width * len(rows), [common, *claim.matrix.denominators], where)
    for i, row in enumerate(array_of(fields["coefficients"], f"{where}/coefficients", height)):
        numbers, scale = scaled(ratios(row, f"{where}/coefficients/{i}", len(rows)))
        for j in range(width):
            found = dot(numbers, columns[j]) if rows else 0
            if found * claim.matrix.denominators[i] != claim.matrix.numbers[i][j] * scale * common:
                detail = f"entry ({i}, {j}) is {brief(_entry(claim.matrix, i, j))}, the combination gives another value"
                raise refused(f"{where}/coefficients/{i}", "wrong-combination", detail)


def _negate_rank(claim: Claim) -> Negation | None:
    if claim.word == "=":
        return None
    other, rank = ("<=", claim.rank - 1) if claim.word == ">=" else (">=", claim.rank + 1)
    return "matrix/rank", {**claim.statement, "relation": other, "rank": rank}


# --- perron -----------------------------------------------------------------------------------------------------------


def _parse_perron(statement: Value, where: str) -> Claim:
    fields = record(statement, where, ("matrix", "relation", "bound"))
    matrix = _square(fields["matrix"], f"{where}/matrix")
    for i, row in enumerate(matrix.numbers):
        if min(row) < 0:
            value = show(fields["matrix"][i][row.index(min(row))])
            raise malformed(f"{where}/matrix/{i}", "negative-entry", f"{value}; the entries are >= 0")
    relation = choice(fields["relation"], f"{where}/relation", ("<=", "<", ">=", ">"))
    bound = ratio(fields["bound"], f"{where}/bound")
    if bound[0] < 0 or (bound[0] == 0 and relation == ">="):
        detail = "a spectral radius is >= 0; the bound must not say less or contradict that"
        raise malformed(f"{where}/bound", "trivial-goal", detail)
    return Claim(statement, matrix, relation, bound=bound)


def _check_perron(claim: Claim, evidence: Value, _: Attachments) -> None:
    where = "/evidence/vector"
    pairs = ratios(record(evidence, "/evidence", ("vector",))["vector"], where, claim.matrix.width)
    vector, common = scaled(pairs)
    _work(claim.matrix.width**2, [common, *claim.matrix.denominators], where)
    upper = claim.word in ("<=", "<")
    if min(vector) < 0 or (upper and min(vector) == 0) or not any(vector):
        needed = "every entry > 0" if upper else "every entry >= 0 and not all 0"
        raise refused(
            where, "not-positive", f"the least entry is {brief(Fraction(min(vector), common))}, needed {needed}"
        )
    above, below = claim.bound
    for i, (row, scale) in enumerate(zip(claim.matrix.numbers, claim.matrix.denominators, strict=True)):
        if vector[i] == 0:
            continue
        left, right = below * dot(row, vector), above * scale * vector[i]
        holds = {"<=": left <= right, "<": left < right, ">=": left >= right, ">": left > right}[claim.word]
        if not holds:
            found = brief(Fraction(left, below * scale * vector[i]))
            detail = f"(Hw)_{i} is {found} times w_{i}, needed {claim.word} {brief(Fraction(above, below))}"
            raise refused(where, "row-violated", detail)


def _negate_perron(claim: Claim) -> Negation | None:
    other = {"<=": ">", "<": ">=", ">=": "<", ">": "<="}[claim.word]
    return (
        None if claim.word == "<" and claim.bound[0] == 0 else ("matrix/perron", {**claim.statement, "relation": other})
    )


PSD = Rule(_parse_psd, _check_psd, lambda claim: ("matrix/negative", claim.statement))
NEGATIVE = Rule(_parse_psd, _check_negative, lambda claim: ("matrix/psd", claim.statement))
RANK = Rule(_parse_rank, _check_rank, _negate_rank)
PERRON = Rule(_parse_perron, _check_perron, _negate_perron, ("collatz-wielandt",))
