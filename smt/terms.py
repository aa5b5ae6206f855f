"""Terms of z3 and of sympy as the statement of an `smt/unsat` or `smt/sat` claim (certify.kernel.terms).

What the claim format does not have is declined by name, never translated into something near it: quantifiers, arrays,
bit-vectors, strings, functions, division by a term or by 0, 0^0, floats.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from certify.kernel.reject import Reject, declined

Value = Any

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")
MAX_POWER = 64


def no(code: str, detail: str) -> Reject:
    """A refusal by name (exit 5)."""
    return declined("", code, detail)


class Builder:
    """Collects variables and shared nodes; a term is an int: ~i for variable i, k for node k."""

    def __init__(self) -> None:
        self.variables: list[list[str]] = []
        self.nodes: list[list[Any]] = []
        self._sorts: list[str] = []
        self._names: dict[str, int] = {}
        self._used: set[str] = set()
        self._known: dict[tuple[Any, ...], int] = {}

    def variable(self, name: str, sort: str) -> int:
        """The variable of that name in the source; in the claim it has a name of letters, digits and underscores."""
        key = f"{sort} {name}"
        if key not in self._names:
            plain = name if _PLAIN.fullmatch(name) else "v_" + re.sub(r"[^A-Za-z0-9_]", "_", name)[:100]
            fresh, count = plain, 1
            while fresh in self._used:
                count += 1
                fresh = f"{plain}_{count}"
            self._used.add(fresh)
            self.variables.append([fresh, sort])
            self._names[key] = ~(len(self.variables) - 1)
        return self._names[key]

    def sort(self, term: int) -> str:
        return self.variables[~term][1] if term < 0 else self._sorts[term]

    def node(self, operator: str, *parts: Any) -> int:
        """The node with these parts, the one that is there if it is."""
        key = (operator, *parts)
        if key not in self._known:
            self._known[key] = len(self.nodes)
            self.nodes.append([operator, *parts])
            self._sorts.append(self._sort_of(operator, parts))
        return self._known[key]

    def _sort_of(self, operator: str, parts: tuple[Any, ...]) -> str:
        if operator == "const":
            return str(parts[0])
        if operator in ("div", "to_real"):
            return "Int" if operator == "div" else "Real"
        if operator == "ite":
            return self.sort(parts[1])
        return self.sort(parts[0]) if operator in ("+", "-", "*") else "Bool"

    def constant(self, value: Fraction | int, sort: str) -> int:
        return self.node("const", sort, str(Fraction(value)))

    def value(self, term: int) -> Fraction | None:
        """The number that a constant is, None for other terms."""
        if term >= 0 and self.nodes[term][0] == "const":
            return Fraction(self.nodes[term][2])
        return None

    def negated(self, term: int) -> int:
        return self.scaled(Fraction(-1), term)

    def scaled(self, factor: Fraction, term: int) -> int:
        known = self.value(term)
        if known is not None:
            return self.constant(factor * known, self.sort(term))
        return self.node("*", self.constant(factor, self.sort(term)), term)

    def total(self, terms: Sequence[int]) -> int:
        return terms[0] if len(terms) == 1 else self.node("+", *terms)

    def product(self, terms: Sequence[int]) -> int:
        return terms[0] if len(terms) == 1 else self.node("*", *terms)

    def distinct(self, terms: Sequence[int]) -> int:
        pairs = [(a, b) for i, a in enumerate(terms) for b in terms[:i]]
        parts = [self.node("not", self.node("=", b, a)) for a, b in pairs]
        return self.node("true") if not parts else parts[0] if len(parts) == 1 else self.node("and", *parts)

    def quotient(self, left: int, right: int) -> int:
        """Real division by a constant that is not 0."""
        divisor = self.value(right)
        if divisor is None:
            raise no(
                "division-by-a-term", "(/ a b) where b is not a number; its value at b = 0 is not fixed by any claim"
            )
        if divisor == 0:
            raise no("division-by-zero", "(/ a 0) has no value that a claim could mean")
        return self.scaled(1 / divisor, left)

    def integer_quotient(self, left: int, right: int) -> int:
        divisor = self.value(right)
        if divisor is None:
            raise no("division-by-a-term", "(div a b) or (mod a b) where b is not a number")
        if divisor == 0:
            raise no("division-by-zero", "(div a 0) or (mod a 0) has no value that a claim could mean")
        return self.node("div", left, str(divisor))

    def remainder(self, left: int, right: int) -> int:
        quotient = self.integer_quotient(left, right)
        divisor = self.value(right) or Fraction(1)
        return self.node("-", left, self.scaled(divisor, quotient))

    def power(self, base: int, exponent: Fraction | None) -> int:
        if exponent is None or exponent.denominator != 1 or exponent < 0:
            raise no("power", "a power whose exponent is not a number 0, 1, 2, ..")
        if exponent == 0:
            raise no("power-zero", "a^0 is 1 only where 0^0 is; write the 1")
        if exponent > MAX_POWER:
            raise no("power", f"a power with exponent {exponent}, at most {MAX_POWER}")
        return self.product([base] * int(exponent))

    def statement(self, assertions: Sequence[int]) -> Value:
        """The statement with these assertions. Declined where nothing is asserted."""
        if not assertions:
            raise no("nothing-to-check", "no assertions; a claim needs at least one")
        count = len(self.variables)

        def place(term: int) -> int:
            return ~term if term < 0 else count + term

        nodes = []
        for operator, *parts in self.nodes:
            if operator == "const":
                nodes.append([operator, *parts])
            elif operator == "div":
                nodes.append([operator, place(parts[0]), parts[1]])
            else:
                nodes.append([operator, *map(place, parts)])
        return {"variables": self.variables, "nodes": nodes, "assertions": [place(term) for term in assertions]}


# --- z3 ---------------------------------------------------------------------------------------------------------------


def of_z3(builder: Builder, expressions: Sequence[Any]) -> list[int]:
    """Boolean z3 expressions as terms. Raises Reject (declined) with what has no place in a claim."""
    known: dict[int, int] = {}
    for root in expressions:
        stack = [root]
        while stack:
            expression = stack[-1]
            if expression.get_id() in known:
                stack.pop()
                continue
            open_parts = [] if _is_leaf(expression) else [c for c in expression.children() if c.get_id() not in known]
            if open_parts:
                stack.extend(open_parts)
                continue
            parts = [] if _is_leaf(expression) else [known[c.get_id()] for c in expression.children()]
            known[expression.get_id()] = _z3_term(builder, expression, parts)
            stack.pop()
    return [known[root.get_id()] for root in expressions]


def _is_leaf(expression: Any) -> bool:
    import z3

    if z3.is_quantifier(expression):
        raise no("quantifier", f"{expression.sexpr()[:60]}")
    return bool(z3.is_rational_value(expression) or z3.is_int_value(expression))


def _z3_sort(expression: Any) -> str:
    import z3

    name = {z3.Z3_BOOL_SORT: "Bool", z3.Z3_INT_SORT: "Int", z3.Z3_REAL_SORT: "Real"}.get(expression.sort_kind())
    if name is None:
        raise no("sort", f"{expression.decl().name()} of sort {expression.sort()}; a claim has Bool, Int and Real")
    return name


def _z3_term(builder: Builder, expression: Any, parts: list[int]) -> int:
    import z3

    sort = _z3_sort(expression)
    if z3.is_int_value(expression) or z3.is_rational_value(expression):
        return builder.constant(expression.as_fraction() if sort == "Real" else expression.as_long(), sort)
    kind, name = expression.decl().kind(), expression.decl().name()
    if kind == z3.Z3_OP_UNINTERPRETED:
        if parts:
            raise no("function", f"{name} has arguments; a claim has variables only")
        return builder.variable(name, sort)
    translate = _translations().get(kind)
    if translate is None:
        raise no("operator", f"{name} has no place in a claim")
    return translate(builder, parts)


def _xor(builder: Builder, parts: list[int]) -> int:
    value = parts[0]
    for part in parts[1:]:
        value = builder.node("not", builder.node("=", value, part))
    return value


def _translations() -> dict[int, Callable[[Builder, list[int]], int]]:
    import z3

    return {
        z3.Z3_OP_TRUE: lambda b, p: b.node("true"),
        z3.Z3_OP_FALSE: lambda b, p: b.node("false"),
        z3.Z3_OP_NOT: lambda b, p: b.node("not", p[0]),
        z3.Z3_OP_AND: lambda b, p: b.node("and", *p),
        z3.Z3_OP_OR: lambda b, p: b.node("or", *p),
        z3.Z3_OP_IMPLIES: lambda b, p: b.node("or", b.node("not", p[0]), p[1]),
        z3.Z3_OP_XOR: _xor,
        z3.Z3_OP_EQ: lambda b, p: b.node("=", *p),
        z3.Z3_OP_IFF: lambda b, p: b.node("=", *p),
        z3.Z3_OP_DISTINCT: lambda b, p: b.distinct(p),
        z3.Z3_OP_ITE: lambda b, p: b.node("ite", *p),
        z3.Z3_OP_LE: lambda b, p: b.node("<=", *p),
        z3.Z3_OP_LT: lambda b, p: b.node("<", *p),
        z3.Z3_OP_GE: lambda b, p: b.node("<=", p[1], p[0]),
        z3.Z3_OP_GT: lambda b, p: b.node("<", p[1], p[0]),
        z3.Z3_OP_ADD: lambda b, p: b.total(p),
        z3.Z3_OP_SUB: lambda b, p: b.total([p[0], *(b.negated(x) for x in p[1:])]),
        z3.Z3_OP_UMINUS: lambda b, p: b.negated(p[0]),
        z3.Z3_OP_MUL: lambda b, p: b.product(p),
        z3.Z3_OP_DIV: lambda b, p: b.quotient(p[0], p[1]),
        z3.Z3_OP_IDIV: lambda b, p: b.integer_quotient(p[0], p[1]),
        z3.Z3_OP_MOD: lambda b, p: b.remainder(p[0], p[1]),
        z3.Z3_OP_POWER: lambda b, p: b.power(p[0], b.value(p[1])),
        z3.Z3_OP_TO_REAL: _to_real,
    }


def _to_real(builder: Builder, parts: list[int]) -> int:
    known = builder.value(parts[0])
    return builder.node("to_real", parts[0]) if known is None else builder.constant(known, "Real")


# --- sympy ------------------------------------------------------------------------------------------------------------


def of_sympy(builder: Builder, relation: Any) -> int:
    """A sympy relation or Boolean combination with exact constants as a term; its symbols are Real, or Int if
    integer.
    """
    import sympy

    children = [of_sympy(builder, part) for part in relation.args] if not _sympy_leaf(relation) else []
    if relation is sympy.true or relation is sympy.false:
        return builder.node("true" if relation else "false")
    if isinstance(relation, sympy.Not):
        return builder.node("not", *children)
    if isinstance(relation, sympy.And | sympy.Or):
        return builder.node("and" if isinstance(relation, sympy.And) else "or", *children)
    if isinstance(relation, sympy.Implies):
        return builder.node("or", builder.node("not", children[0]), children[1])
    if isinstance(relation, sympy.core.relational.Relational):
        return _sympy_relation(builder, relation)
    raise no("operator", f"{relation} of type {type(relation).__name__} is no relation")


def _sympy_leaf(relation: Any) -> bool:
    import sympy

    return not isinstance(relation, sympy.logic.boolalg.BooleanFunction)


def _sympy_relation(builder: Builder, relation: Any) -> int:
    left, right = (_sympy_number(builder, side) for side in (relation.lhs, relation.rhs))
    if {builder.sort(left), builder.sort(right)} == {"Int", "Real"}:
        left, right = (_to_real(builder, [x]) if builder.sort(x) == "Int" else x for x in (left, right))
    word = relation.rel_op
    if word == "!=":
        return builder.node("not", builder.node("=", left, right))
    if word in ("==", "<=", "<"):
        return builder.node("=" if word == "==" else word, left, right)
    return builder.node(word.replace(">", "<"), right, left)


def _sympy_number(builder: Builder, term: Any) -> int:
    import sympy

    if isinstance(term, sympy.Float):
        raise no("float", f"{term} is a binary64 number; write an exact constant such as sympy.Rational(1, 10)")
    if isinstance(term, sympy.Rational):
        value = Fraction(int(term.p), int(term.q))
        return builder.constant(value, "Real")
    if isinstance(term, sympy.Symbol):
        if term.is_real is False:
            raise no("sort", f"{term} is not real")
        variable = builder.variable(term.name, "Int" if term.is_integer else "Real")
        return _to_real(builder, [variable]) if term.is_integer else variable
    if isinstance(term, sympy.Add | sympy.Mul):
        parts = [_sympy_number(builder, part) for part in term.args]
        return builder.total(parts) if isinstance(term, sympy.Add) else builder.product(parts)
    if isinstance(term, sympy.Pow):
        exponent = term.exp
        if not isinstance(exponent, sympy.Integer) or int(exponent) < 0:
            raise no("power", f"{term}: the exponent is not a number 0, 1, 2, ..; division by a term is not in a claim")
        return builder.power(_sympy_number(builder, term.base), Fraction(int(exponent)))
    raise no("operator", f"{term} of type {type(term).__name__} is no polynomial with exact constants")
