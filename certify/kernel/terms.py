"""Quantifier-free constraints as data: typed variables, terms as a flat list, assertions.

`{"variables": [[name, "Bool" | "Int" | "Real"], ..], "nodes": [node, ..], "assertions": [i, ..]}`, at least one
assertion. Index i is variable i for i < n and node i - n after that; a node speaks of smaller indices only. Nodes,
with their sorts:

    ["true"]  ["false"]            Bool
    ["const", "Int" | "Real", c]   a rational string, an integer for Int
    ["not", a]  ["and", a, ..]  ["or", a, ..]                              Bool from Bool, at least one argument
    ["=", a, b]                    Bool, from two of one sort (Bool: equivalence)
    ["ite", c, a, b]               Bool c; the sort of a and b, which is one sort
    ["<=", a, b]  ["<", a, b]      Bool, from two of one numeric sort
    ["+", a, ..]  ["*", a, ..]  ["-", a, b]                                one numeric sort
    ["to_real", a]                 Real from Int
    ["div", a, d]                  Int from Int, d a nonzero integer string: the q with 0 <= a - d q < |d|

Variables range over {false, true}, Z and R. There is no division by a term, no quantifier, no array, no bit-vector.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from certify.kernel.multi import Poly, Work, product, size, total
from certify.kernel.rational import rational
from certify.kernel.reject import limit, malformed
from certify.kernel.text import Value, array, array_of, choice, distinct, identifier, integer, integers, record

BOOL, INT, REAL = "Bool", "Int", "Real"
MAX_NODES = 1 << 20
MAX_TERMS = 1 << 21  # of the polynomials of all nodes together, long ones counted more than once

ARITY = {"not": 1, "=": 2, "ite": 3, "<=": 2, "<": 2, "-": 2, "to_real": 1}
LEAST_ONE = ("and", "or", "+", "*")


@dataclass(frozen=True)
class Problem:
    """A parsed statement. operators[i] is "var" for variables; arguments[i] are indices, for const and div also
    data."""

    statement: Value
    variables: int
    operators: list[str]
    arguments: list[tuple[int, ...]]
    constants: dict[int, tuple[int, int]]  # of const: numerator, denominator; of div: the divisor, 1
    sorts: list[str]
    assertions: tuple[int, ...]


def parse(statement: Value, where: str) -> Problem:
    """The problem of a statement. Raises Reject (malformed, limit)."""
    fields = record(statement, where, ("variables", "nodes", "assertions"))
    sorts: list[str] = []
    names: list[str] = []
    for i, pair in enumerate(array(fields["variables"], f"{where}/variables")):
        place = f"{where}/variables/{i}"
        name, sort = array_of(pair, place, 2)
        names.append(identifier(name, f"{place}/0"))
        sorts.append(choice(sort, f"{place}/1", (BOOL, INT, REAL)))
    distinct(names, f"{where}/variables")
    nodes = array(fields["nodes"], f"{where}/nodes")
    if len(nodes) + len(names) > MAX_NODES:
        raise limit(f"{where}/nodes", "too-many", f"{len(nodes)} nodes, at most {MAX_NODES} with the variables")
    variables = len(names)
    problem = Problem(statement, variables, ["var"] * variables, [()] * variables, {}, sorts, ())
    for i, node in enumerate(nodes):
        _add(problem, node, f"{where}/nodes/{i}")
    assertions = integers(fields["assertions"], f"{where}/assertions", 0, len(sorts) - 1, 1)
    for i, index in enumerate(assertions):
        if sorts[index] != BOOL:
            raise malformed(f"{where}/assertions/{i}", "wrong-sort", f"term {index} is {sorts[index]}, needs Bool")
    return Problem(
        statement, variables, problem.operators, problem.arguments, problem.constants, sorts, tuple(assertions)
    )


def _add(problem: Problem, node: Value, where: str) -> None:
    """Parse one node and append it."""
    parts = array(node, where, 1)
    operators = (*ARITY, *LEAST_ONE, "true", "false", "const", "div")
    operator = choice(parts[0], f"{where}/0", operators)
    index = len(problem.sorts)
    if operator in ("const", "div"):
        arguments, sort = _with_number(problem, operator, parts, where)
    else:
        count = ARITY.get(operator, 0)
        if operator in LEAST_ONE:
            array(parts, where, 2)
        else:
            array_of(parts, where, count + 1)
        arguments = tuple(integer(a, f"{where}/{j}", 0, index - 1) for j, a in enumerate(parts[1:], 1))
        sort = _sort(operator, [problem.sorts[a] for a in arguments], where)
    problem.operators.append(operator)
    problem.arguments.append(arguments)
    problem.sorts.append(sort)


def _with_number(problem: Problem, operator: str, parts: list[Value], where: str) -> tuple[tuple[int, ...], str]:
    """const and div, which hold a number."""
    _, first, number = array_of(parts, where, 3)
    value = rational(number, f"{where}/2")
    index = len(problem.sorts)
    if operator == "const":
        sort = choice(first, f"{where}/1", (INT, REAL))
        arguments: tuple[int, ...] = ()
    else:
        sort = INT
        arguments = (integer(first, f"{where}/1", 0, index - 1),)
        _need(problem.sorts[arguments[0]] == INT, "div of an Int", problem.sorts[arguments[0]], where)
        if value == 0:
            raise malformed(f"{where}/2", "zero-divisor", "division by 0 has no value")
    if sort == INT and value.denominator != 1:
        raise malformed(f"{where}/2", "not-an-integer", f"found {value}, an Int is an integer")
    problem.constants[index] = (value.numerator, value.denominator)
    return arguments, sort


def _sort(operator: str, sorts: list[str], where: str) -> str:
    """The sort of a node from those of its arguments; refuses a mixture."""
    found = ", ".join(sorts[:8])
    if operator in ("true", "false"):
        return BOOL
    if operator in ("not", "and", "or"):
        _need(set(sorts) == {BOOL}, f"{operator} of Bool", found, where)
        return BOOL
    if operator == "to_real":
        _need(sorts == [INT], "to_real of Int", found, where)
        return REAL
    if operator == "ite":
        _need(sorts[0] == BOOL and sorts[1] == sorts[2], "ite of Bool and two of one sort", found, where)
        return sorts[1]
    _need(len(set(sorts)) == 1, f"{operator} of one sort", found, where)
    if operator == "=":
        return BOOL
    _need(sorts[0] != BOOL, f"{operator} of Int or of Real", found, where)
    return BOOL if operator in ("<=", "<") else sorts[0]


def _need(holds: bool, needed: str, found: str, where: str) -> None:
    if not holds:
        raise malformed(where, "wrong-sort", f"found {found}, needed {needed}")


def polynomials(problem: Problem) -> dict[int, Poly]:
    """Every numeric term as a polynomial whose variables are indices of variables, numeric ite and div nodes."""
    work, stored = Work(), 0
    found: dict[int, Poly] = {}
    for index, operator in enumerate(problem.operators):
        if problem.sorts[index] == BOOL:
            continue
        where = f"/statement/nodes/{index - problem.variables}"
        arguments = [found[a] for a in problem.arguments[index] if a in found]
        if operator in ("var", "ite", "div"):
            found[index] = Poly({(index,): 1})
        elif operator == "const":
            above, below = problem.constants[index]
            found[index] = Poly({(): above} if above else {}, below)
        elif operator == "+":
            found[index] = total([(1, 1, poly) for poly in arguments], work, where)
        elif operator == "-":
            found[index] = total([(1, 1, arguments[0]), (-1, 1, arguments[1])], work, where)
        else:  # * and to_real
            grown = arguments[0]
            for poly in arguments[1:]:
                grown = product(grown, poly, work, where)
            found[index] = grown
        stored += size(found[index])
        if stored > MAX_TERMS:
            raise limit(where, "too-many-terms", f"more than {MAX_TERMS} terms in the polynomials of the nodes")
    return found


def equations(problem: Problem) -> list[int]:
    """The numeric = nodes, in order."""
    pairs = enumerate(zip(problem.operators, problem.arguments, strict=True))
    return [i for i, (operator, args) in pairs if operator == "=" and problem.sorts[args[0]] != BOOL]


def definitions(problem: Problem) -> Iterator[list[int]]:
    """What the Boolean nodes mean, as clauses: literal i+1 says that term i is true; in order of the nodes.

    After them, for the j-th numeric = node k with N terms in all, literals N+1+2j (a < b) and N+2+2j (a > b): exactly
    one of the three holds. Last the assertions, one literal each.
    """
    for index, operator in enumerate(problem.operators):
        if problem.sorts[index] == BOOL:
            yield from _definition(problem, index, operator)
    terms = len(problem.operators)
    for j, node in enumerate(equations(problem)):
        equal, below, above = node + 1, terms + 1 + 2 * j, terms + 2 + 2 * j
        yield [equal, below, above]
        yield from ([-equal, -below], [-equal, -above], [-below, -above])
    for index in problem.assertions:
        yield [index + 1]


def _definition(problem: Problem, index: int, operator: str) -> Iterator[list[int]]:
    me = index + 1
    terms = [argument + 1 for argument in problem.arguments[index]]
    if operator == "true":
        yield [me]
    elif operator == "false":
        yield [-me]
    elif operator == "not":
        yield from ([me, terms[0]], [-me, -terms[0]])
    elif operator in ("and", "or"):
        sign = 1 if operator == "and" else -1
        yield from ([-sign * me, sign * term] for term in terms)
        yield [sign * me, *(-sign * term for term in terms)]
    elif operator == "=" and problem.sorts[terms[0] - 1] == BOOL:
        a, b = terms
        yield from ([-me, -a, b], [-me, a, -b], [me, a, b], [me, -a, -b])
    elif operator == "ite":
        c, a, b = terms
        yield from ([-me, -c, a], [-me, c, b], [me, -c, -a], [me, c, -b])
