"""Weighted sums of squares with exact coefficients: an SDP proposes, facial reduction and rounding make it exact.

To write p = s + sum_k g_k sigma_k + sum_e c_e g_e with sigma_k = z_k' Q_k z_k, Q_k positive semidefinite, Clarabel (by
cvxpy) finds a solution in the relative interior. Where p is tight every Q_k is singular: the null vectors are guessed
as rationals, the basis is restricted to their complement, and the SDP is solved again (facial reduction). A solution
that is positive definite there is rounded and moved back onto the equations exactly (Peyrl, Parrilo, 2008). The kernel
checks it.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from itertools import combinations_with_replacement
from typing import Any

from certify.contract import Claim, Deadline, Found, MissingExtra, NotFound, Progress, certificate
from certify.kernel.multi import Monomial, Poly
from smt.matrices import ldl

Value = Any
Terms = dict[Monomial, Fraction]
Basis = list[Terms]  # polynomials; a Gram matrix is over them

ROUNDS = 6
SMALL = 1e-5  # an eigenvalue below SMALL times the largest is taken for 0
MAX_GRAM = 120


@dataclass(frozen=True)
class Block:
    """g sigma with sigma a sum of squares over a basis; `place` says which g it is."""

    place: Any
    factor: Terms
    basis: Basis


@dataclass(frozen=True)
class Free:
    """g c with c any polynomial over a basis of monomials."""

    place: Any
    factor: Terms
    basis: Basis


@dataclass(frozen=True)
class Solution:
    """Weighted squares of every block, cofactors of every free part, and the slack."""

    squares: list[tuple[Any, list[tuple[Fraction, Terms]]]]
    cofactors: list[tuple[Any, Terms]]
    slack: Fraction


def fractions_of(poly: Poly) -> Terms:
    return {m: Fraction(c, poly.denominator) for m, c in poly.terms.items()}


def times(left: Terms, right: Terms) -> Terms:
    out: Terms = {}
    for m, a in left.items():
        for n, b in right.items():
            key = tuple(sorted(m + n))
            out[key] = out.get(key, Fraction(0)) + a * b
    return {m: c for m, c in out.items() if c}


def degree(terms: Terms) -> int:
    return max(map(len, terms), default=0)


def monomials(variables: Sequence[int], low: int, high: int) -> list[Monomial]:
    return [m for d in range(low, high + 1) for m in combinations_with_replacement(variables, d)]


def spelled(terms: Terms) -> Value:
    """A polynomial as data."""
    return [[str(c), [[v, m.count(v)] for v in sorted(set(m))]] for m, c in sorted(terms.items()) if c]


# --- polynomial/nonneg ------------------------------------------------------------------------------------------------


def prove_nonneg(claim: Claim, parsed: Any, deadline: Deadline, progress: Progress) -> Found | NotFound:
    """Weighted squares for p >= 0 (> 0), or a point that refutes it."""
    from smt.algebra import refuted

    point = _counterexample(parsed)
    if point is not None:
        found = refuted(claim, point)
        if found is not None:
            return found
    p = fractions_of(parsed.polynomial)
    for name, blocks, free, target, denominator in _attempts(parsed, p):
        if deadline.passed:
            return NotFound("the time ran out in the search for squares", limit=True)
        progress(0, None, f"squares: {name}")
        solution = solve(target, blocks, free, 1 if parsed.strict else 0, deadline)
        if solution is not None:
            return Found(claim, certificate(claim, _evidence(solution, denominator)))
    return NotFound("no weighted squares were found up to the degrees tried; that says nothing about the polynomial")


def _attempts(parsed: Any, p: Terms) -> Any:
    """(name, blocks, free parts, target, denominator) in the order in which they are tried."""
    variables = sorted({v for m in p for v in m} | {v for g in parsed.constraints for m in g.terms for v in m})
    factors = [fractions_of(g) for g in parsed.constraints]
    half = (degree(p) + 1) // 2
    if not factors:
        yield "sum of squares", [Block((), {(): Fraction(1)}, _newton(p, variables))], [], p, None
        if not parsed.strict and degree(p) % 2 == 0:
            squares: list[Terms] = [{(v,): Fraction(1)} for v in variables]
            one: Terms = {(): Fraction(1)}
            extras: list[list[Terms]] = [squares, [one, *squares]]
            for extra in extras:
                total: Terms = {}
                for q in extra:
                    for m, c in times(q, q).items():
                        total[m] = total.get(m, Fraction(0)) + c
                target = times(total, p)
                block = Block((), {(): Fraction(1)}, _newton(target, variables))
                yield "with a denominator", [block], [], target, [["1", spelled(q)] for q in extra]
        return
    for order in range(max(half, *((degree(g) + 1) // 2 for g in factors)), half + 3):
        for pairs in (False, True):
            blocks, free = blocks_of(factors, parsed.equations, variables, 2 * order, pairs)
            if sum(len(block.basis) for block in blocks) > 4 * MAX_GRAM:
                return
            yield f"degree {2 * order}{' with products' if pairs else ''}", blocks, free, p, None


def blocks_of(
    factors: list[Terms], equations: Sequence[bool], variables: Sequence[int], bound: int, pairs: bool
) -> tuple[list[Block], list[Free]]:
    """1, every inequality and perhaps their products, with squares up to a degree; equations with cofactors."""
    one: Terms = {(): Fraction(1)}
    products: list[tuple[tuple[int, ...], Terms]] = [((), one)]
    products += [((i,), g) for i, g in enumerate(factors) if not equations[i]]
    if pairs:
        singles = products[1:]
        products += [(a + b, times(g, h)) for k, (a, g) in enumerate(singles) for b, h in singles[k + 1 :] if k < 12]
    blocks = []
    for place, g in products:
        room = bound - degree(g)
        if room >= 0:
            blocks.append(Block(place, g, [{m: Fraction(1)} for m in monomials(variables, 0, room // 2)]))
    free = []
    for i, g in enumerate(factors):
        if equations[i] and bound >= degree(g):
            free.append(Free(i, g, [{m: Fraction(1)} for m in monomials(variables, 0, bound - degree(g))]))
    return blocks, free


def _newton(p: Terms, variables: Sequence[int]) -> Basis:
    """Monomials that can stand in the squares: by degree, then those whose square cannot cancel are dropped."""
    low, high = min(map(len, p)) // 2, degree(p) // 2
    most = {v: max(m.count(v) for m in p) // 2 for v in variables}
    least = {v: -(-min(m.count(v) for m in p) // 2) for v in variables}
    basis = [
        m
        for m in monomials(variables, (min(map(len, p)) + 1) // 2 if low != high else low, high)
        if all(least[v] <= m.count(v) <= most[v] for v in variables)
    ]
    while True:
        products: dict[Monomial, int] = {}
        for i, m in enumerate(basis):
            for n in basis[:i]:
                key = tuple(sorted(m + n))
                products[key] = products.get(key, 0) + 1
        kept = [m for m in basis if tuple(sorted(m + m)) in p or tuple(sorted(m + m)) in products]
        if len(kept) == len(basis):
            return [{m: Fraction(1)} for m in kept]
        basis = kept


def _counterexample(parsed: Any) -> list[Fraction] | None:
    """A small rational point at which the claim fails."""
    from smt.algebra import small_points, value_at

    halves = [[x / 2 for x in point] for point in small_points(len(parsed.variables), 1500)]
    for point in [*small_points(len(parsed.variables), 1500), *halves]:
        value = value_at(parsed.polynomial, point)
        if value > 0 or (value == 0 and not parsed.strict):
            continue
        signs = [value_at(g, point) for g in parsed.constraints]
        if all(s == 0 if e else s >= 0 for s, e in zip(signs, parsed.equations, strict=True)):
            return point
    return None


def _evidence(solution: Solution, denominator: Value) -> Value:
    terms: list[Value] = []
    for place, squares in solution.squares:
        if squares:
            terms.append({"product": list(place), "squares": [[str(w), spelled(q)] for w, q in squares]})
    for place, cofactor in solution.cofactors:
        if cofactor:
            terms.append({"equation": place, "cofactor": spelled(cofactor)})
    evidence: Value = {"slack": str(solution.slack), "terms": terms}
    return evidence if denominator is None else {**evidence, "denominator": denominator}


# --- the SDP ----------------------------------------------------------------------------------------------------------


def solve(target: Terms, blocks: list[Block], free: list[Free], slack: int, deadline: Deadline) -> Solution | None:
    """target = s + sum g_k sigma_k + sum g_e c_e exactly, s = 0 or (slack) s > 0; None where none was found."""
    blocks = [block for block in blocks if block.basis]
    for _ in range(ROUNDS):
        if deadline.passed or not blocks or max(len(block.basis) for block in blocks) > MAX_GRAM:
            return None
        system = _System(target, blocks, free, slack)
        grams = system.propose(deadline)
        if grams is None:
            return None
        reduced, changed = [], False
        for block, gram in zip(blocks, grams.matrices, strict=True):
            fresh = _reduce(block, gram)
            changed = changed or fresh is not block
            if fresh.basis:
                reduced.append(fresh)
        if not changed:
            return _exact(system, grams)
        exact = _exact(system, grams) if not slack else None
        if exact is not None:
            return exact
        blocks = reduced
    return None


@dataclass(frozen=True)
class Proposal:
    """Numerical Gram matrices, cofactor coefficients and slack."""

    matrices: list[Any]
    cofactors: list[Any]
    slack: float


class _System:
    """The linear equations between the entries of the Gram matrices and the coefficients of the target."""

    def __init__(self, target: Terms, blocks: list[Block], free: list[Free], slack: int) -> None:
        self.target, self.blocks, self.free, self.slack = target, blocks, free, slack
        self.columns: list[Terms] = []
        self.entries: list[tuple[int, int, int]] = []  # block, row, column (row <= column)
        for k, block in enumerate(blocks):
            for i, left in enumerate(block.basis):
                for j in range(i, len(block.basis)):
                    term = times(times(left, block.basis[j]), block.factor)
                    self.columns.append(term if i == j else {m: 2 * c for m, c in term.items()})
                    self.entries.append((k, i, j))
        for part in free:
            self.columns += [times(monomial, part.factor) for monomial in part.basis]
        if slack:
            self.columns.append({(): Fraction(1)})
        support = set(target) | {m for column in self.columns for m in column}
        self.monomials = sorted(support, key=lambda m: (len(m), m))

    def propose(self, deadline: Deadline) -> Proposal | None:
        """A numerical solution, in the relative interior if the solver converges."""
        cvxpy, numpy, sparse = _modules()
        at = {m: r for r, m in enumerate(self.monomials)}
        data, rows, cols = [], [], []
        variables = [cvxpy.Variable((len(b.basis), len(b.basis)), symmetric=True) for b in self.blocks]
        offsets, count = [], 0
        for block in self.blocks:
            offsets.append(count)
            count += len(block.basis) ** 2
        for (k, i, j), column in zip(self.entries, self.columns, strict=False):
            size = len(self.blocks[k].basis)
            for m, c in column.items():
                data.append(float(c))
                rows.append(at[m])
                cols.append(offsets[k] + i * size + j)
        shape = (len(self.monomials), count)
        matrix = sparse.csr_matrix((data, (rows, cols)), shape=shape)
        right = numpy.array([float(self.target.get(m, 0)) for m in self.monomials])
        parts = [cvxpy.vec(v, order="C") for v in variables]
        left = matrix @ cvxpy.hstack(parts)
        extra = len(self.columns) - len(self.entries)
        others = cvxpy.Variable(extra) if extra else None
        if others is not None:
            dense = numpy.zeros((len(self.monomials), extra))
            for e, column in enumerate(self.columns[len(self.entries) :]):
                for m, c in column.items():
                    dense[at[m], e] = float(c)
            left = left + dense @ others
        constraints = [v >> 0 for v in variables] + [left == right]
        objective: Any = cvxpy.Minimize(0)
        if self.slack and others is not None:
            constraints += [others[extra - 1] <= 1, others[extra - 1] >= 0]
            objective = cvxpy.Maximize(others[extra - 1])
        if not _run(cvxpy.Problem(objective, constraints), deadline):
            return None
        tail = [] if others is None else [float(x) for x in others.value]
        return Proposal([v.value for v in variables], tail, tail[-1] if self.slack else 0.0)


def _modules() -> tuple[Any, Any, Any]:
    """cvxpy, numpy and scipy.sparse."""
    try:
        return tuple(import_module(name) for name in ("cvxpy", "numpy", "scipy.sparse"))  # type: ignore[return-value]
    except ImportError:
        raise MissingExtra("sdp", "cvxpy", "the search for sums of squares") from None


def _run(problem: Any, deadline: Deadline) -> bool:
    """Solve; whether there is a proposal."""
    cvxpy, _, _ = _modules()
    options: dict[str, Any] = {} if deadline.remaining is None else {"time_limit": max(0.1, deadline.remaining)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            problem.solve(solver=cvxpy.CLARABEL, **options)
        except (cvxpy.error.SolverError, ValueError, ArithmeticError):
            return False
    return problem.status in ("optimal", "optimal_inaccurate")


# --- from numbers to exact --------------------------------------------------------------------------------------------


def _reduce(block: Block, gram: Any) -> Block:
    """The block on the complement of the null vectors of its Gram matrix; the block itself if there are none."""
    _, numpy, _ = _modules()
    values, vectors = numpy.linalg.eigh(gram)
    largest = max(float(values[-1]), 1e-9)
    count = int((values < SMALL * max(1.0, largest)).sum())
    if count == 0:
        return block
    if count == len(block.basis):
        return Block(block.place, block.factor, [])
    null = _rational_span(vectors[:, :count].T)
    if null is None:
        return block
    complement = _complement(null)
    basis = []
    for row in complement:
        total: Terms = {}
        for weight, element in zip(row, block.basis, strict=True):
            if weight:
                for m, c in element.items():
                    total[m] = total.get(m, Fraction(0)) + weight * c
        basis.append({m: c for m, c in total.items() if c})
    return Block(block.place, block.factor, basis)


def _rational_span(rows: Any) -> list[list[Fraction]] | None:
    """The span of approximate vectors as rationals in echelon form, None where it does not look rational."""
    _, numpy, _ = _modules()
    matrix = numpy.array(rows, dtype=float)
    height, width = matrix.shape
    used: list[int] = []
    for r in range(height):
        open_columns = [c for c in range(width) if c not in used]
        best = max(
            ((i, c) for i in range(r, height) for c in open_columns), key=lambda pair: abs(matrix[pair[0], pair[1]])
        )
        if abs(matrix[best]) < 1e-6:
            return None
        matrix[[r, best[0]]] = matrix[[best[0], r]]
        matrix[r] /= matrix[r, best[1]]
        for i in range(height):
            if i != r:
                matrix[i] -= matrix[i, best[1]] * matrix[r]
        used.append(best[1])
    exact = []
    for row in matrix:
        guesses = [Fraction(float(x)).limit_denominator(60) for x in row]
        if any(abs(float(g) - x) > 2e-3 for g, x in zip(guesses, row, strict=True)):
            return None
        exact.append(guesses)
    return exact


def _complement(null: list[list[Fraction]]) -> list[list[Fraction]]:
    """A rational basis of the vectors orthogonal to all of `null`."""
    from flint import fmpq, fmpq_mat

    form, rank = fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in null]).rref()
    table = form.tolist()[:rank]
    leads = [next(j for j, x in enumerate(row) if x != 0) for row in table]
    basis = []
    for free in range(len(null[0])):
        if free in leads:
            continue
        vector = [Fraction(0)] * len(null[0])
        vector[free] = Fraction(1)
        for row, lead in zip(table, leads, strict=True):
            vector[lead] = Fraction(int(-row[free].p), int(row[free].q))
        basis.append(vector)
    return basis


def _exact(system: _System, proposal: Proposal) -> Solution | None:
    """Round, move onto the equations, and factor; None where some matrix is not positive semidefinite then."""
    for digits in (4, 7, 10, 14):
        start = _rounded(system, proposal, 10**digits)
        point = _projected(system, start)
        if point is None:
            return None
        solution = _factored(system, point)
        if solution is not None:
            return solution
    return None


def _rounded(system: _System, proposal: Proposal, scale: int) -> list[Fraction]:
    numbers = [float((proposal.matrices[k][i, j] + proposal.matrices[k][j, i]) / 2) for k, i, j in system.entries]
    return [Fraction(round(x * scale), scale) for x in [*numbers, *proposal.cofactors]]


def _projected(system: _System, start: list[Fraction]) -> list[Fraction] | None:
    """The point of A x = b nearest to the start: x = start + A'(A A')^-1 (b - A start), rows made independent."""
    from flint import fmpq, fmpq_mat

    at = {m: r for r, m in enumerate(system.monomials)}
    rows: list[dict[int, Fraction]] = [{} for _ in at]
    for c, column in enumerate(system.columns):
        for m, value in column.items():
            rows[at[m]][c] = value
    residual = []
    for m, row in zip(system.monomials, rows, strict=True):
        residual.append(system.target.get(m, Fraction(0)) - sum((v * start[c] for c, v in row.items()), Fraction(0)))
    normal = [[fmpq(0)] * (len(rows) + 1) for _ in rows]
    for i, left in enumerate(rows):
        for j in range(i + 1):
            small, large = (left, rows[j]) if len(left) < len(rows[j]) else (rows[j], left)
            value = sum((v * large[c] for c, v in small.items() if c in large), Fraction(0))
            normal[i][j] = normal[j][i] = fmpq(value.numerator, value.denominator)
        normal[i][-1] = fmpq(residual[i].numerator, residual[i].denominator)
    form, rank = fmpq_mat(normal).rref()
    table = form.tolist()
    weights = [Fraction(0)] * len(rows)
    for r in range(rank):
        lead = next(j for j, x in enumerate(table[r]) if x != 0)
        if lead == len(rows):
            return None  # no solution at all
        weights[lead] = Fraction(int(table[r][-1].p), int(table[r][-1].q))
    point = list(start)
    for weight, row in zip(weights, rows, strict=True):
        if weight:
            for c, v in row.items():
                point[c] += weight * v
    return point


def _factored(system: _System, point: list[Fraction]) -> Solution | None:
    """L D L' of every Gram matrix as weighted squares."""
    squares: list[tuple[Any, list[tuple[Fraction, Terms]]]] = []
    position = 0
    for block in system.blocks:
        size = len(block.basis)
        matrix = [[Fraction(0)] * size for _ in range(size)]
        for i in range(size):
            for j in range(i, size):
                matrix[i][j] = matrix[j][i] = point[position]
                position += 1
        diagonal, lower, negative = ldl(matrix)
        if negative is not None:
            return None
        parts: list[tuple[Fraction, Terms]] = []
        for i, weight in enumerate(diagonal):
            if weight:
                root = dict(block.basis[i])
                for j in range(i + 1, size):
                    for m, c in block.basis[j].items():
                        root[m] = root.get(m, Fraction(0)) + lower[j][i] * c
                parts.append((weight, {m: c for m, c in root.items() if c}))
        squares.append((block.place, parts))
    cofactors: list[tuple[Any, Terms]] = []
    for part in system.free:
        total: Terms = {}
        for monomial in part.basis:
            for m, c in monomial.items():
                total[m] = total.get(m, Fraction(0)) + point[position] * c
            position += 1
        cofactors.append((part.place, {m: c for m, c in total.items() if c}))
    slack = point[position] if system.slack else Fraction(0)
    if slack < 0 or (system.slack and slack == 0):
        return None
    return Solution(squares, cofactors, slack)
