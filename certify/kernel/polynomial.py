"""Polynomials over Q: `polynomial/identity`, `polynomial/member`, `polynomial/nonneg`.

Statement (all): `variables`, distinct names x_0..x_{n-1}, n >= 1; polynomials as in certify.kernel.multi. The domain of
the variables is R^n.

* `polynomial/identity`: `definitions`, polynomials in which index n+j stands for definition j (earlier ones only), and
  `left`, `right` over all of them: left = right as polynomials in the x_i. Evidence `{}`: the kernel expands.
* `polynomial/member`: `generators` g_1..g_m (none constant), `polynomial` p, not 0: p lies in the ideal that they
  generate in Q[x]. Evidence `{"cofactors": [c_1..c_m]}` with p = sum_i c_i g_i.
* `polynomial/nonneg`: `constraints`, each `{"polynomial": g, "relation": ">=" | "="}` (g not constant), `polynomial` p
  (not constant), `relation` ">=" or ">", `point`?: wherever every g_i >= 0 (or = 0), p >= 0 (or > 0). The optional
  point satisfies the constraints. Evidence `{"slack": "s", "terms": [..], "denominator"?: squares}` with

      d p = s + sum_t (prod_{i in product_t} g_i) sigma_t + sum_e c_e g_e,        s >= 0, and s > 0 for ">",

  a term being `{"product": [i, ..], "squares": [["w", q], ..]}`, sigma = sum w q^2 with w > 0, or `{"equation": e,
  "cofactor": c}` on a constraint with =. d is 1, or, where there are no constraints and the relation is >=, the
  weighted squares of `denominator`, not identically 0 (theorem dense-denominator).

Negations are `smt/sat` claims: a rational point at which the statement fails.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from certify.kernel.multi import (
    MAX_DEGREE,
    ONE,
    ZERO,
    Part,
    Poly,
    Work,
    constant,
    product,
    read_poly,
    total,
    weighted_squares,
)
from certify.kernel.rational import MAX_DIGITS, brief, ratio, ratios
from certify.kernel.reject import limit, malformed, refused
from certify.kernel.rule import INHABITED, NONE, NOT_SHOWN, Attachments, Negation, Rule
from certify.kernel.text import Value, array, array_of, choice, identifiers, integer, record

MAX_POWER = 64  # of a definition


@dataclass(frozen=True)
class Identity:
    """left = right, both expanded."""

    statement: Value
    variables: tuple[str, ...]
    left: Poly
    right: Poly


@dataclass(frozen=True)
class Member:
    """polynomial in the ideal of the generators."""

    statement: Value
    variables: tuple[str, ...]
    generators: tuple[Poly, ...]
    polynomial: Poly


@dataclass(frozen=True)
class Nonneg:
    """polynomial REL 0 wherever the constraints hold; equations[i] tells whether constraint i is an equation."""

    statement: Value
    variables: tuple[str, ...]
    constraints: tuple[Poly, ...]
    equations: tuple[bool, ...]
    polynomial: Poly
    strict: bool
    inhabited: bool


# --- identity ---------------------------------------------------------------------------------------------------------


def _parse_identity(statement: Value, where: str) -> Identity:
    fields = record(statement, where, ("variables", "definitions", "left", "right"))
    variables = identifiers(fields["variables"], f"{where}/variables", 1)
    work = Work()
    known: list[Poly] = []
    for i, definition in enumerate(array(fields["definitions"], f"{where}/definitions")):
        known.append(_expand(definition, f"{where}/definitions/{i}", len(variables), known, work))
    if fields["left"] == fields["right"]:
        raise malformed(f"{where}/right", "trivial-goal", "both sides are written alike; the identity says nothing")
    left, right = (_expand(fields[side], f"{where}/{side}", len(variables), known, work) for side in ("left", "right"))
    return Identity(statement, variables, left, right)


def _expand(value: Value, where: str, width: int, known: list[Poly], work: Work) -> Poly:
    """A polynomial over variables and earlier definitions, as one over the variables."""
    outer = read_poly(value, where, width + len(known))
    parts: list[Part] = []
    for monomial, coefficient in outer.terms.items():
        if len(monomial) > MAX_POWER and monomial[-1] >= width:
            raise limit(where, "degree-too-large", f"a product of more than {MAX_POWER} factors with a definition")
        split = sum(1 for base in monomial if base < width)
        grown = Poly({monomial[:split]: 1})
        for base in monomial[split:]:
            grown = product(grown, known[base - width], work, where)
        parts.append((coefficient, outer.denominator, grown))
    return total(parts, work, where)


def _check_identity(claim: Identity, evidence: Value, _: Attachments) -> None:
    record(evidence, "/evidence", ())
    _require_zero(claim.variables, total([(1, 1, claim.left), (-1, 1, claim.right)], Work(), ""), "/statement/right")


def _require_zero(variables: tuple[str, ...], difference: Poly, where: str) -> None:
    for monomial, coefficient in difference.terms.items():
        name = " ".join(variables[v] for v in monomial[:12]) or "1"
        detail = (
            f"the sides differ: coefficient of {name} is off by {brief(Fraction(coefficient, difference.denominator))}"
        )
        raise refused(where, "not-equal", detail)


def _negate_identity(claim: Identity) -> Negation | None:
    """Some point at which the sides differ; none where a coefficient is too long to be written in a claim."""
    difference = total([(1, 1, claim.left), (-1, 1, claim.right)], Work(), "")
    sizes = [difference.denominator, *map(abs, difference.terms.values())]
    if max(sizes) > 10**MAX_DIGITS - 1:
        return None
    return _point_claim(claim.variables, [(difference, "=", False)])


# --- member -----------------------------------------------------------------------------------------------------------


def _parse_member(statement: Value, where: str) -> Member:
    fields = record(statement, where, ("variables", "generators", "polynomial"))
    variables = identifiers(fields["variables"], f"{where}/variables", 1)
    elements = array(fields["generators"], f"{where}/generators", 1)
    generators = tuple(_not_constant(g, f"{where}/generators/{i}", len(variables)) for i, g in enumerate(elements))
    polynomial = read_poly(fields["polynomial"], f"{where}/polynomial", len(variables))
    if not polynomial.terms:
        raise malformed(f"{where}/polynomial", "trivial-goal", "0 lies in every ideal")
    return Member(statement, variables, generators, polynomial)


def _not_constant(value: Value, where: str, width: int) -> Poly:
    poly = read_poly(value, where, width)
    if constant(poly) is not None:
        raise malformed(where, "constant-polynomial", "a constant; the polynomial must speak of a variable")
    return poly


def _check_member(claim: Member, evidence: Value, _: Attachments) -> None:
    fields = record(evidence, "/evidence", ("cofactors",))
    work, width = Work(), len(claim.variables)
    parts: list[Part] = [(-1, 1, claim.polynomial)]
    cofactors = array_of(fields["cofactors"], "/evidence/cofactors", len(claim.generators))
    for i, (value, generator) in enumerate(zip(cofactors, claim.generators, strict=True)):
        where = f"/evidence/cofactors/{i}"
        parts.append((1, 1, product(read_poly(value, where, width), generator, work, where)))
    _require_zero(claim.variables, total(parts, work, "/evidence"), "/evidence/cofactors")


def _negate_member(claim: Member) -> Negation:
    rows = [(g, "=", True) for g in claim.generators]
    return _point_claim(claim.variables, [*rows, (claim.polynomial, "=", False)])


# --- nonneg -----------------------------------------------------------------------------------------------------------


def _parse_nonneg(statement: Value, where: str) -> Nonneg:
    fields = record(statement, where, ("variables", "constraints", "polynomial", "relation"), ("point",))
    variables = identifiers(fields["variables"], f"{where}/variables", 1)
    constraints: list[Poly] = []
    equations: list[bool] = []
    for i, value in enumerate(array(fields["constraints"], f"{where}/constraints")):
        place = f"{where}/constraints/{i}"
        parts = record(value, place, ("polynomial", "relation"))
        constraints.append(_not_constant(parts["polynomial"], f"{place}/polynomial", len(variables)))
        equations.append(choice(parts["relation"], f"{place}/relation", (">=", "=")) == "=")
    polynomial = _not_constant(fields["polynomial"], f"{where}/polynomial", len(variables))
    strict = choice(fields["relation"], f"{where}/relation", (">=", ">")) == ">"
    if "point" in fields:
        _inhabits(fields["point"], f"{where}/point", len(variables), constraints, equations)
    inhabited = "point" in fields
    return Nonneg(statement, variables, tuple(constraints), tuple(equations), polynomial, strict, inhabited)


def _inhabits(value: Value, where: str, width: int, constraints: list[Poly], equations: list[bool]) -> None:
    point = ratios(value, where, width)
    for i, (poly, equation) in enumerate(zip(constraints, equations, strict=True)):
        found = _at(poly, point, where)
        if found < 0 or (equation and found != 0):
            detail = f"constraint {i} is {brief(found)}, needed {'= 0' if equation else '>= 0'}"
            raise malformed(where, "point-violates-constraint", detail)


def _at(poly: Poly, point: list[tuple[int, int]], where: str) -> Fraction:
    """The value of a polynomial at a rational point, over one common denominator."""
    work = Work()
    values = {v: Poly({(): above}, below) if above else ZERO for v, (above, below) in enumerate(point)}
    parts: list[Part] = []
    for monomial, coefficient in poly.terms.items():
        value = ONE
        for variable in monomial:
            value = product(value, values[variable], work, where)
        parts.append((coefficient, poly.denominator, value))
    found = total(parts, work, where)
    return Fraction(found.terms.get((), 0), found.denominator)


def _check_nonneg(claim: Nonneg, evidence: Value, _: Attachments) -> None:
    fields = record(evidence, "/evidence", ("slack", "terms"), ("denominator",))
    work, width = Work(), len(claim.variables)
    slack, below = ratio(fields["slack"], "/evidence/slack")
    if slack < 0 or (claim.strict and slack == 0):
        detail = f"slack {brief(Fraction(slack, below))}, needed {'> 0' if claim.strict else '>= 0'}"
        raise refused("/evidence/slack", "negative-slack", detail)
    left = claim.polynomial
    if "denominator" in fields:
        left = product(_denominator(claim, fields["denominator"], work), left, work, "/evidence/denominator")
    parts: list[Part] = [(-1, 1, left), (slack, below, ONE)]
    for t, term in enumerate(array(fields["terms"], "/evidence/terms")):
        parts.append((1, 1, _term(claim, term, f"/evidence/terms/{t}", width, work)))
    _require_zero(claim.variables, total(parts, work, "/evidence"), "/evidence/terms")


def _denominator(claim: Nonneg, value: Value, work: Work) -> Poly:
    where = "/evidence/denominator"
    if claim.constraints or claim.strict:
        raise refused(where, "denominator-not-allowed", "a denominator needs a claim >= 0 without constraints")
    squares, _ = weighted_squares(value, where, len(claim.variables), work)
    if not squares.terms:
        raise refused(where, "zero-denominator", "the denominator is identically 0; 0 p = 0 says nothing of p")
    return squares


def _term(claim: Nonneg, value: Value, where: str, width: int, work: Work) -> Poly:
    """A polynomial that is >= 0 wherever the constraints hold: a product times weighted squares, or an equation's."""
    last = len(claim.constraints) - 1
    if isinstance(value, dict) and "equation" in value:
        fields = record(value, where, ("equation", "cofactor"))
        i = integer(fields["equation"], f"{where}/equation", 0, last)
        if not claim.equations[i]:
            raise refused(f"{where}/equation", "not-an-equation", f"constraint {i} is >= 0, a cofactor needs = 0")
        cofactor = read_poly(fields["cofactor"], f"{where}/cofactor", width)
        return product(cofactor, claim.constraints[i], work, where)
    fields = record(value, where, ("product", "squares"))
    grown, _ = weighted_squares(fields["squares"], f"{where}/squares", width, work)
    for j, factor in enumerate(array(fields["product"], f"{where}/product", 0, MAX_DEGREE)):
        i = integer(factor, f"{where}/product/{j}", 0, last)
        grown = product(grown, claim.constraints[i], work, where)
    return grown


def _negate_nonneg(claim: Nonneg) -> Negation:
    rows = [(g, "=" if e else ">=", True) for g, e in zip(claim.constraints, claim.equations, strict=True)]
    return _point_claim(claim.variables, [*rows, (claim.polynomial, ">" if claim.strict else ">=", False)])


def _hypotheses(claim: Nonneg) -> str:
    if not claim.constraints:
        return NONE
    return INHABITED if claim.inhabited else NOT_SHOWN


# --- negations --------------------------------------------------------------------------------------------------------


def _point_claim(variables: tuple[str, ...], rows: list[tuple[Poly, str, bool]]) -> Negation:
    """The `smt/sat` claim that some point satisfies each p REL 0 (REL "=", ">=", ">"), or fails it where False."""
    nodes: list[Value] = [["const", "Real", "0"]]
    zero, first = len(variables), len(variables)
    assertions: list[int] = []

    def node(*parts: Value) -> int:
        nodes.append(list(parts))
        return first + len(nodes) - 1

    for poly, relation, holds in rows:
        terms = [zero]
        for monomial, coefficient in poly.terms.items():
            scalar = node("const", "Real", str(Fraction(coefficient, poly.denominator)))
            terms.append(node("*", scalar, *monomial))
        left = node("+", *terms)
        word, pair = {"=": ("=", (left, zero)), ">=": ("<=", (zero, left)), ">": ("<", (zero, left))}[relation]
        row = node(word, *pair)
        assertions.append(row if holds else node("not", row))
    statement = {"variables": [[name, "Real"] for name in variables], "nodes": nodes, "assertions": assertions}
    return "smt/sat", statement


IDENTITY = Rule(_parse_identity, _check_identity, _negate_identity)
MEMBER = Rule(_parse_member, _check_member, _negate_member)
NONNEG = Rule(_parse_nonneg, _check_nonneg, _negate_nonneg, ("dense-denominator",), _hypotheses)
