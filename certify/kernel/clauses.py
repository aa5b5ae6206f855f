"""Clauses and unit propagation along given hints: what `search/lrat` and `smt/unsat` share.

A literal is a nonzero integer, -l the negation of l; a clause is a tuple of distinct literals, their disjunction.
Clauses are numbered from 1 in the order in which they are added. A clause C follows by reverse unit propagation from
hints h_1..h_k if, with every literal of C taken to be false, each of the clauses h_1..h_{k-1} has at most one literal
that is not false (which then is true), and h_k has none. Every such C is implied by the clauses that the hints name.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import filterfalse

from certify.kernel.reject import Reject, limit, malformed, refused
from certify.kernel.text import Value, array, integer

INTEGERS = frozenset({int})  # the type of every element of an array of integers; excludes true and false

MAX_WORK = 1 << 36  # literals looked at, as far as can be foreseen from lengths

Clause = tuple[int, ...]


class Literals(dict[int, int]):
    """Every known literal that was met, as one shared object. KeyError for a number that is no known literal."""

    def __init__(self, variables: int) -> None:
        self.variables = variables

    def __missing__(self, literal: int) -> int:
        if not 1 <= abs(literal) <= self.variables:
            raise KeyError(literal)
        self[literal] = literal
        return literal


class Clauses:
    """The clauses that hold so far. Literals are shared objects, so that a clause costs eight bytes a literal."""

    def __init__(self, variables: int) -> None:
        self.literals = Literals(variables)
        self.table: dict[int, Clause] = {}
        self.last = self.longest = self.work = 0

    def new_variable(self) -> int:
        """One more variable; returns its number."""
        self.literals.variables += 1
        return self.literals.variables

    def add(self, literals: Iterable[int]) -> None:
        """Add a clause of known literals under the next number."""
        self.last += 1
        clause = tuple({self.literals[literal]: None for literal in literals})
        self.table[self.last] = clause
        self.longest = max(self.longest, len(clause))

    def read(self, value: Value, where: str) -> Clause:
        """A clause from a JSON array of literals of known variables."""
        if type(value) is not list or not INTEGERS.issuperset(map(type, value)):
            for i, literal in enumerate(array(value, where)):
                integer(literal, f"{where}/{i}")
        known = self.literals
        try:
            return tuple({known[literal]: None for literal in value})
        except KeyError as unknown:
            detail = f"found {unknown}, expected a nonzero integer of absolute value at most {known.variables}"
            raise malformed(where, "unknown-literal", detail) from None

    def derive(self, value: Value, where: str) -> bool:
        """Add the clauses of a flat array [literals, hints, literals, hints, ...]; True once one of them is empty."""
        if type(value) is not list or len(value) % 2:
            raise malformed(where, "not-pairs", "expected an array of literals and hints in turn")
        numbers, table = self.last, self.table
        turns = iter(value)
        for literals, hints in zip(turns, turns, strict=True):
            clause = self.read(literals, where)
            false = set(clause)
            if not self.closes(false, hints, where):
                raise refused(where, "no-conflict", f"clause {numbers + 1}: the hints end before a clause is false")
            numbers += 1
            table[numbers] = clause
            if len(clause) > self.longest:
                self.longest = len(clause)
            self.last = numbers
            if not clause:
                return True
        return False

    def closes(self, false: set[int], hints: Value, where: str) -> bool:
        """Propagate along the hints, growing the set of false literals; True if the last one is a false clause."""
        if type(hints) is not list or not INTEGERS.issuperset(map(type, hints)):
            for i, hint in enumerate(array(hints, where)):
                integer(hint, f"{where}/{i}")
        # a hint stops at its second literal that is not false, and every hint makes at most one more false
        self.spend(len(hints) * min(self.longest, len(false) + len(hints) + 2), where)
        table, known, falsify = self.table, false.__contains__, false.add
        turns = iter(hints)
        try:
            for hint in turns:
                (unit,) = filterfalse(known, table[hint])
                falsify(-unit)
        except KeyError:
            raise refused(where, "unknown-clause", f"hint {hint}: no clause of that number is there") from None
        except ValueError:  # no literal or more than one that is not false
            rest = list(filterfalse(known, table[hint]))
            if rest:
                raise self._not_unit(where, hint, rest) from None
            left = len(list(turns))
            if left:
                raise refused(
                    where, "hints-after-conflict", f"clause {hint} is false and {left} hints follow"
                ) from None
            return True
        return False

    def spend(self, amount: int, where: str) -> None:
        """Count work, and refuse more than the limit."""
        self.work += amount
        if self.work > MAX_WORK:
            raise limit(where, "too-much-work", f"more than {MAX_WORK} literals to look at")

    def _not_unit(self, where: str, hint: int, rest: list[int]) -> Reject:
        at = f"clause {self.last + 1}: hint {hint}"
        detail = f"{at} is {list(self.table[hint])[:40]} and {len(rest)} of its literals are not false, needs at most 1"
        return refused(where, "hint-not-unit", detail)

    def drop(self, value: Value, where: str) -> None:
        """Forget the clauses of these numbers."""
        for i, number in enumerate(array(value, where)):
            if self.table.pop(integer(number, f"{where}/{i}"), None) is None:
                raise refused(f"{where}/{i}", "unknown-clause", f"{number}: no clause of that number is there")
