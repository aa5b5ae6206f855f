"""Quantifier-free constraints with a model: `smt/sat`.

Statement: certify.kernel.terms; some assignment of {false, true}, Z and R to the variables satisfies every assertion.

Evidence `{"values": [v, ..]}`, one for each variable: true or false, or a rational string (an integer for Int). The
kernel evaluates every term.
"""

from __future__ import annotations

from fractions import Fraction

from certify.kernel import terms
from certify.kernel.rational import rational
from certify.kernel.reject import limit, refused
from certify.kernel.rule import Attachments, Rule
from certify.kernel.terms import BOOL, INT, Problem
from certify.kernel.text import Value, array_of, boolean, record, show

MAX_BITS = 1 << 17  # of a value
MAX_TOTAL = 1 << 30  # bits of the values of all terms together
MAX_WORK = 1 << 32  # squared lengths in words of all values met: some seconds


class Budget:
    """Counts the values that arithmetic meets, inside of sums and products too; refuses when they are too long."""

    def __init__(self) -> None:
        self.bits = self.work = 0

    def small(self, value: Fraction, where: str) -> Fraction:
        """The value, counted. Reducing it to lowest terms costs the square of its length."""
        above, below = value.numerator.bit_length(), value.denominator.bit_length()
        if max(above, below) > MAX_BITS:
            raise limit(where, "too-many-digits", f"a value of more than {MAX_BITS} bits")
        self.bits += above + below
        self.work += (max(above, below) >> 6) ** 2
        if self.bits > MAX_TOTAL or self.work > MAX_WORK:
            raise limit(
                where, "too-many-digits", f"{self.bits} bits of values, at most {MAX_TOTAL}, fewer in long ones"
            )
        return value


def _check_sat(problem: Problem, evidence: Value, _: Attachments) -> None:
    given = array_of(record(evidence, "/evidence", ("values",))["values"], "/evidence/values", problem.variables)
    values: list[Fraction] = []  # Bool as 0 and 1
    for i, value in enumerate(given):
        values.append(_value(value, problem.sorts[i], f"/evidence/values/{i}"))
    budget = Budget()
    for index in range(problem.variables, len(problem.operators)):
        where = f"/statement/nodes/{index - problem.variables}"
        arguments = [values[a] for a in problem.arguments[index]]
        values.append(budget.small(_evaluate(problem, index, arguments, budget, where), where))
    for i, index in enumerate(problem.assertions):
        if not values[index]:
            raise refused(f"/statement/assertions/{i}", "assertion-violated", f"term {index} is false, needed true")


def _value(value: Value, sort: str, where: str) -> Fraction:
    if sort == BOOL:
        return Fraction(boolean(value, where))
    number = rational(value, where)
    if sort == INT and number.denominator != 1:
        raise refused(where, "not-an-integer", f"found {show(value)} for an Int variable")
    return number


def _evaluate(problem: Problem, index: int, values: list[Fraction], budget: Budget, where: str) -> Fraction:
    """The value of a node from those of its arguments."""
    operator = problem.operators[index]
    if operator in ("+", "*"):
        result = values[0]
        for value in values[1:]:
            result = budget.small(result + value if operator == "+" else result * value, where)
        return result
    if operator in ("true", "and", "false", "or"):
        return Fraction(all(values) if operator in ("true", "and") else any(values))
    if operator == "const":
        return Fraction(*problem.constants[index])
    if operator == "not":
        return 1 - values[0]
    if operator == "ite":
        return values[1] if values[0] else values[2]
    if operator == "to_real":
        return values[0]
    if operator == "div":
        divisor = problem.constants[index][0]
        quotient = values[0] // abs(divisor)  # floor, so that the remainder is in [0, |d|)
        return Fraction(quotient if divisor > 0 else -quotient)
    if operator == "-":
        return values[0] - values[1]
    return Fraction({"=": values[0] == values[1], "<=": values[0] <= values[1], "<": values[0] < values[1]}[operator])


SAT = Rule(terms.parse, _check_sat, lambda problem: ("smt/unsat", problem.statement))
