"""Searches for `matrix/psd`, `matrix/negative`, `matrix/rank` and `matrix/perron`, all by exact linear algebra."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from certify.contract import Claim, Found, Limits, NotFound, Progress, certificate

Value = Any
Matrix = list[list[Fraction]]

DIGITS = (3, 6, 12, 24)  # denominators 10^d that an approximate eigenvector is rounded to


def prove(claim: Claim, limits: Limits, progress: Progress) -> Found | NotFound:
    """A certificate for the claim or for its negation."""
    matrix = [[Fraction(entry) for entry in row] for row in claim.statement["matrix"]]
    if claim.kind == "matrix/rank":
        return _rank(claim, matrix)
    if claim.kind == "matrix/perron":
        return _perron(claim, matrix)
    return _definite(claim, matrix)


def _strings(rows: Sequence[Sequence[Any]]) -> list[list[str]]:
    return [[str(entry) for entry in row] for row in rows]


def _other(claim: Claim, kind: str) -> Claim:
    """This claim, or the one of the other kind with the same statement."""
    return claim if claim.kind == kind else Claim(kind, claim.statement)


# --- definite ---------------------------------------------------------------------------------------------------------


def ldl(matrix: Matrix) -> tuple[list[Fraction], Matrix, list[Fraction] | None]:
    """D and the columns of L with A = L D L' (L rows below the diagonal), or a vector v with v'Av < 0.

    Where the elimination stops the first two are incomplete.
    """
    size = len(matrix)
    rest = [list(row) for row in matrix]
    diagonal: list[Fraction] = []
    lower: Matrix = [[] for _ in range(size)]
    for k in range(size):
        pivot = rest[k][k]
        column = [rest[i][k] for i in range(k + 1, size)]
        if pivot < 0:
            return diagonal, lower, _lifted(lower, k, {k: Fraction(1)})
        if pivot == 0 and any(column):
            j = next(i for i, x in enumerate(column) if x) + k + 1
            weight = -(rest[j][j] + 1) / (2 * rest[j][k])
            return diagonal, lower, _lifted(lower, k, {k: weight, j: Fraction(1)})
        diagonal.append(pivot)
        factors = [x / pivot if pivot else Fraction(0) for x in column]
        for i, factor in enumerate(factors, k + 1):
            lower[i].append(factor)
            if factor:
                for j in range(k + 1, i + 1):
                    rest[i][j] -= factor * rest[j][k]
                    rest[j][i] = rest[i][j]
    return diagonal, lower, None


def _lifted(lower: Matrix, done: int, values: dict[int, Fraction]) -> list[Fraction]:
    """v with v'Av the form of the remaining matrix at `values`: the first `done` entries solve L'v = (0, values)."""
    vector = [values.get(i, Fraction(0)) for i in range(len(lower))]
    for i in range(done - 1, -1, -1):
        vector[i] = -sum((lower[j][i] * vector[j] for j in range(i + 1, len(lower)) if vector[j]), Fraction(0))
    return vector


def _definite(claim: Claim, matrix: Matrix) -> Found:
    diagonal, lower, vector = ldl(matrix)
    if vector is None and claim.statement["sense"] == "definite" and 0 in diagonal:
        k = diagonal.index(Fraction(0))
        vector = _lifted(lower, k, {k: Fraction(1)})
    if vector is not None:
        subject = _other(claim, "matrix/negative")
        return Found(subject, certificate(subject, {"vector": [str(x) for x in vector]}))
    subject = _other(claim, "matrix/psd")
    evidence = {"diagonal": [str(x) for x in diagonal], "lower": _strings(lower)}
    return Found(subject, certificate(subject, evidence))


# --- rank -------------------------------------------------------------------------------------------------------------


def _independent(matrix: Matrix) -> list[int]:
    """The first rows that span all rows: the pivot columns of the transpose."""
    form = [[row[j] for row in matrix] for j in range(len(matrix[0]))]
    pivots: list[int] = []
    top = 0
    for column in range(len(matrix)):
        at = next((i for i in range(top, len(form)) if form[i][column]), None)
        if at is None:
            continue
        form[top], form[at] = form[at], form[top]
        for i in range(top + 1, len(form)):
            if form[i][column]:
                factor = form[i][column] / form[top][column]
                form[i] = [x - factor * y for x, y in zip(form[i], form[top], strict=True)]
        pivots.append(column)
        top += 1
    return pivots


def _rank(claim: Claim, matrix: Matrix) -> Found | NotFound:
    from flint import fmpq, fmpq_mat

    rows = _independent(matrix)
    columns = _independent([[matrix[i][j] for i in rows] for j in range(len(matrix[0]))]) if rows else []
    wanted, relation, rank = claim.statement["rank"], claim.statement["relation"], len(rows)
    holds = {"=": rank == wanted, "<=": rank <= wanted, ">=": rank >= wanted}[relation]
    if not holds and relation == "=":
        return NotFound(f"the rank is {rank}, not {wanted}; a claim of rank = {rank} has a certificate")
    subject = claim if holds else claim.negation() or claim
    relation, wanted = subject.statement["relation"], subject.statement["rank"]

    def inverse(chosen: list[int], across: list[int]) -> Any:
        entries = [[fmpq(matrix[i][j].numerator, matrix[i][j].denominator) for j in across] for i in chosen]
        return fmpq_mat(entries).inv()

    evidence: Value = {}
    if relation in ("=", ">="):
        part = rows[:wanted]
        across = _independent([[matrix[i][j] for i in part] for j in range(len(matrix[0]))]) if part else []
        table = inverse(part, across).tolist() if part else []
        evidence["minor"] = {"rows": part, "columns": across, "inverse": _strings(table)}
    if relation in ("=", "<="):
        coefficients: list[list[str]] = [[] for _ in matrix]
        if rows:
            known = fmpq_mat([[fmpq(r[j].numerator, r[j].denominator) for j in columns] for r in matrix])
            coefficients = _strings((known * inverse(rows, columns)).tolist())
        evidence["combination"] = {"rows": rows, "coefficients": coefficients}
    return Found(subject, certificate(subject, evidence))


# --- spectral radius --------------------------------------------------------------------------------------------------


def _perron(claim: Claim, matrix: Matrix) -> Found | NotFound:
    """A vector for the relation, or for its negation."""
    bound = Fraction(claim.statement["bound"])
    negated = claim.negation()
    for subject in (claim, negated):
        if subject is None:
            continue
        relation = subject.statement["relation"]
        candidates = _upper(matrix, bound) if relation in ("<=", "<") else _lower(matrix, bound)
        for vector in candidates:
            if _satisfies(matrix, vector, relation, bound):
                return Found(subject, certificate(subject, {"vector": [str(x) for x in vector]}))
    return NotFound("no vector was found; where the matrix is reducible and its radius is the bound there may be none")


def _satisfies(matrix: Matrix, vector: list[Fraction], relation: str, bound: Fraction) -> bool:
    if min(vector) < 0 or not any(vector) or (relation in ("<=", "<") and min(vector) == 0):
        return False
    for row, entry in zip(matrix, vector, strict=True):
        left = sum((a * x for a, x in zip(row, vector, strict=True) if a), Fraction(0))
        right = bound * entry
        holds = {"<=": left <= right, "<": left < right, ">=": left >= right, ">": left > right}[relation]
        if entry and not holds:
            return False
    return True


def _solved(matrix: Matrix, bound: Fraction) -> list[Fraction] | None:
    """(b - H)^-1 1, which is > 0 where the radius is below b."""
    from flint import fmpq, fmpq_mat

    size = len(matrix)
    rows = [
        [fmpq(x.numerator, x.denominator) for x in (bound * (i == j) - matrix[i][j] for j in range(size))]
        for i in range(size)
    ]
    try:
        solution = fmpq_mat(rows).solve(fmpq_mat([[fmpq(1)]] * size))
    except ZeroDivisionError:
        return None
    return [Fraction(int(x.p), int(x.q)) for (x,) in solution.tolist()]


def _null(matrix: Matrix, bound: Fraction) -> list[list[Fraction]]:
    """A spanning vector of the null space of H - b, where that is a line."""
    from flint import fmpq, fmpq_mat

    size = len(matrix)
    rows = [
        [fmpq(x.numerator, x.denominator) for x in (matrix[i][j] - bound * (i == j) for j in range(size))]
        for i in range(size)
    ]
    form, rank = fmpq_mat(rows).rref()
    if rank != size - 1:
        return []
    table = form.tolist()
    leads = [next(j for j, x in enumerate(row) if x != 0) for row in table[:rank]]
    free = next(j for j in range(size) if j not in leads)
    vector = [Fraction(0)] * size
    vector[free] = Fraction(1)
    for row, lead in zip(table[:rank], leads, strict=True):
        vector[lead] = Fraction(int(-row[free].p), int(row[free].q))
    return [vector if max(vector) > 0 else [-x for x in vector]]


def _upper(matrix: Matrix, bound: Fraction) -> list[list[Fraction]]:
    solved = _solved(matrix, bound)
    return [*([] if solved is None else [solved]), *_null(matrix, bound), [Fraction(1)] * len(matrix)]


def _lower(matrix: Matrix, bound: Fraction) -> list[list[Fraction]]:
    """Approximate Perron vectors of the strongly connected blocks, rounded, and exact ones where the radius is b."""
    found: list[list[Fraction]] = []
    for block in _blocks(matrix):
        part = [[matrix[i][j] for j in block] for i in block]
        vectors = _null(part, bound)
        approximate = _power(part)
        vectors += [[Fraction(round(x * 10**d), 10**d) for x in approximate] for d in DIGITS]
        for vector in vectors:
            whole = [Fraction(0)] * len(matrix)
            for i, x in zip(block, vector, strict=True):
                whole[i] = x
            found.append(whole)
    return found


def _blocks(matrix: Matrix) -> list[list[int]]:
    """The strongly connected components of the graph of nonzero entries."""
    size = len(matrix)
    reach = [{j for j in range(size) if matrix[i][j]} | {i} for i in range(size)]
    for k in range(size):
        for i in range(size):
            if k in reach[i]:
                reach[i] |= reach[k]
    blocks = {tuple(j for j in range(size) if j in reach[i] and i in reach[j]) for i in range(size)}
    return [list(block) for block in sorted(blocks)]


def _power(matrix: Matrix) -> list[float]:
    """An approximate Perron vector by iterating 1 + H; only a proposal."""
    try:
        rows = [[float(x) for x in row] for row in matrix]
    except OverflowError:
        return [1.0] * len(matrix)
    vector = [1.0] * len(matrix)
    scale = max(map(max, rows)) or 1.0
    for _ in range(2000):
        fresh = [
            v + sum(a * x for a, x in zip(row, vector, strict=True)) / scale
            for v, row in zip(vector, rows, strict=True)
        ]
        most = max(fresh)
        fresh = [x / most for x in fresh]
        if max(abs(x - y) for x, y in zip(fresh, vector, strict=True)) < 1e-16:
            break
        vector = fresh
    return vector
