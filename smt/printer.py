"""Claims as SMT-LIB 2, so that any solver can be asked. Every text says at its top what each answer would mean."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from certify import kernel
from certify.contract import Claim, read_claim
from certify.kernel.reject import declined

Value = Any

_RESERVED = frozenset(
    [
        "and",
        "or",
        "not",
        "xor",
        "true",
        "false",
        "ite",
        "let",
        "forall",
        "exists",
        "par",
        "as",
        "assert",
        "distinct",
        "abs",
        "div",
        "mod",
        "to_real",
        "to_int",
        "is_int",
        "BINARY",
        "DECIMAL",
        "HEXADECIMAL",
        "NUMERAL",
        "STRING",
        "Bool",
        "Int",
        "Real",
        "match",
    ]
)


def constraints(claim: Claim) -> str:
    """An `smt/unsat` or `smt/sat` claim."""
    holds = "unsat" if claim.kind == "smt/unsat" else "sat"
    return _document(claim, holds, smt_lines(claim.statement))


def polynomial(claim: Claim) -> str:
    """A polynomial claim: its negation, as quantifier-free constraints."""
    if claim.kind == "polynomial/member":
        detail = "membership in an ideal is no statement of SMT arithmetic: a common zero is not all that can fail"
        raise declined("/kind", "no-smt2-export", detail)
    data = kernel.negation(claim.data)
    if data is None:
        raise declined("/kind", "no-smt2-export", "the claim has a coefficient too long to be written")
    return _document(claim, "unsat", smt_lines(read_claim(data).statement))


def linear(claim: Claim) -> str:
    """A linear claim: its rows, and for an implication the negated goal."""
    statement = claim.statement
    lines = [f"(declare-const {symbol(name)} Real)" for name in statement["variables"]]
    names = [symbol(name) for name in statement["variables"]]
    lines += [f"(assert {_row(row, names)})" for row in statement["rows"]]
    if "goal" in statement:
        lines.append(f"(assert (not {_row(statement['goal'], names)}))")
    return _document(claim, "sat" if claim.kind == "linear/feasible" else "unsat", ["(set-logic QF_LRA)", *lines])


def clauses(claim: Claim) -> str:
    """A propositional claim whose clauses stand in the claim."""
    if "dimacs" in claim.statement:
        raise declined(
            "/statement/dimacs", "no-smt2-export", "the clauses are in a DIMACS file, which solvers read as it is"
        )
    lines = ["(set-logic QF_UF)"]
    lines += [f"(declare-const x{v} Bool)" for v in range(1, claim.statement["variables"] + 1)]
    for clause in claim.statement["clauses"]:
        literals = [f"x{v}" if v > 0 else f"(not x{-v})" for v in clause]
        body = literals[0] if len(literals) == 1 else f"(or {' '.join(literals)})" if literals else "false"
        lines.append(f"(assert {body})")
    return _document(claim, "unsat" if claim.kind == "search/lrat" else "sat", lines)


def matrix(claim: Claim) -> str:
    """A claim on a quadratic form: a vector at which it fails. Rank and spectral radius are declined."""
    if claim.kind not in ("matrix/psd", "matrix/negative"):
        raise declined("/kind", "no-smt2-export", f"{claim.kind} is no statement of quantifier-free arithmetic")
    rows, definite = claim.statement["matrix"], claim.statement["sense"] == "definite"
    names = [f"v{i}" for i in range(len(rows))]
    lines = ["(set-logic QF_NRA)", *(f"(declare-const {name} Real)" for name in names)]
    pairs = [(x, y, a) for x, row in zip(names, rows, strict=True) for y, a in zip(names, row, strict=True) if a != "0"]
    terms = [f"(* {number(a, 'Real')} {x} {y})" for x, y, a in pairs] or ["0.0"]
    lines.append(f"(assert ({'<=' if definite else '<'} (+ 0.0 {' '.join(terms)}) 0.0))")
    lines.append(f"(assert (or {' '.join(f'(distinct {name} 0.0)' for name in names)} false))")
    return _document(claim, "unsat" if claim.kind == "matrix/psd" else "sat", lines)


def _document(claim: Claim, holds: str, lines: Sequence[str]) -> str:
    other = "sat" if holds == "unsat" else "unsat"
    head = [
        f"; {claim.kind} {claim.address}",
        f"; {holds}: the claim holds, {other}: it does not; a solver's word is no certificate",
    ]
    return "\n".join([*head, *lines, "(check-sat)", ""])


def symbol(name: str) -> str:
    """A variable's name as a symbol."""
    return f"|{name}|" if name in _RESERVED else name


def number(text: str, sort: str) -> str:
    """A rational string as a numeral of that sort."""
    value = Fraction(text)
    end = "" if sort == "Int" else ".0"
    size = f"{abs(value.numerator)}{end}"
    if value.denominator != 1:
        size = f"(/ {size} {value.denominator}{end})"
    return f"(- {size})" if value < 0 else size


def smt_lines(statement: Value) -> list[str]:
    """Declarations, one definition a node, assertions."""
    lines = [f"(set-logic {logic(statement)})"]
    names, sorts = [symbol(name) for name, _ in statement["variables"]], [sort for _, sort in statement["variables"]]
    lines += [f"(declare-const {symbol(name)} {sort})" for name, sort in statement["variables"]]
    for node in statement["nodes"]:
        text, sort = _node(node, names, sorts)
        if node[0] in ("const", "true", "false"):
            names.append(text)
        else:
            names.append(f"${len(names)}")
            lines.append(f"(define-fun {names[-1]} () {sort} {text})")
        sorts.append(sort)
    return [*lines, *(f"(assert {names[i]})" for i in statement["assertions"])]


def _node(node: Value, names: list[str], sorts: list[str]) -> tuple[str, str]:
    """The text and the sort of a node."""
    operator, *parts = node
    if operator == "const":
        return number(parts[1], parts[0]), parts[0]
    if operator in ("true", "false"):
        return operator, "Bool"
    if operator == "div":
        return f"(div {names[parts[0]]} {number(parts[1], 'Int')})", "Int"
    arguments = [names[i] for i in parts]
    sort = {
        "to_real": "Real",
        "ite": sorts[parts[-1]],
        "+": sorts[parts[0]],
        "-": sorts[parts[0]],
        "*": sorts[parts[0]],
    }
    if operator in ("and", "or", "+", "*") and len(parts) == 1:
        return arguments[0], sort.get(operator, "Bool")
    return f"({operator} {' '.join(arguments)})", sort.get(operator, "Bool")


def logic(statement: Value) -> str:
    """The smallest of the common logics."""
    sorts = {sort for _, sort in statement["variables"]} | {n[1] for n in statement["nodes"] if n[0] == "const"}
    constant = {len(statement["variables"]) + i for i, node in enumerate(statement["nodes"]) if node[0] == "const"}
    linear_only = all(
        sum(1 for i in node[1:] if i not in constant) <= 1 for node in statement["nodes"] if node[0] == "*"
    )
    domain = "IRA" if {"Int", "Real"} <= sorts else "IA" if "Int" in sorts else "RA"
    return f"QF_{'L' if linear_only else 'N'}{domain}"


def _row(row: Value, names: list[str]) -> str:
    terms = [f"(* {number(a, 'Real')} {x})" for a, x in zip(row["coefficients"], names, strict=True) if a != "0"]
    left = "0.0" if not terms else terms[0] if len(terms) == 1 else f"(+ {' '.join(terms)})"
    return f"({row['relation']} {left} {number(row['bound'], 'Real')})"
