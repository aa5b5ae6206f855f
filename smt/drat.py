"""Proofs of SAT solvers (DRUP and DRAT text) turned into the steps of `search/lrat`.

A solver says which clauses it learned and forgot, not why they follow. Here every learned clause is checked by unit
propagation (two watched literals), the clauses that propagated are its hints, and what the empty clause does not need
is left out. Nothing of this is trusted: the kernel checks the hints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from certify.contract import Deadline, Progress, no_progress

Step = dict[str, Any]
Line = tuple[bool, list[int]]  # added (False: forgotten), literals

STEP_SIZE = 6000  # numbers in one step of the certificate


class NotAProof(Exception):
    """A line does not follow, or the proof does not reach the empty clause."""


class OutOfTime(Exception):
    """The deadline passed while hints were looked for."""


def read_drat(text: str) -> Iterator[Line]:
    """The lines of a DRUP or DRAT proof in text form. Raises NotAProof where a line is none."""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        forgotten = words[0] == "d"
        try:
            literals = [int(word) for word in words[forgotten:]]
        except ValueError:
            raise NotAProof(f"line {number}: {line[:60]!r} is not a line of literals") from None
        if not literals or literals[-1] != 0 or 0 in literals[:-1]:
            raise NotAProof(f"line {number}: {line[:60]!r} does not end with its only 0")
        yield not forgotten, literals[:-1]


class Hinter:
    """Clauses under unit propagation; `lemmas[i]` is (clause, hints, candidates) of derived clause i."""

    def __init__(self, variables: int, clauses: list[list[int]], deadline: Deadline) -> None:
        self.values = [0] * (2 * variables + 1)  # by literal; negative ones count from the end
        self.watches: list[list[list[int]]] = [[] for _ in range(2 * variables + 1)]
        self.reasons: list[list[int]] = [[] for _ in range(variables + 1)]
        self.trail: list[int] = []
        self.done = 0
        self.lemmas: dict[int, tuple[list[int], list[int], list[Any] | None]] = {}
        self.live: dict[int, list[int]] = {}
        self.numbers: dict[tuple[int, ...], list[int]] = {}
        self.events: list[tuple[bool, int]] = []  # added or forgotten, in order
        self.complete = False
        self.deadline = deadline
        self.settled = 0
        self.given = self.last = len(clauses)
        for number, clause in enumerate(clauses, 1):
            if not self.complete:
                self._store(number, list(dict.fromkeys(clause)))

    # --- propagation --------------------------------------------------------------------------------------------------

    def _assign(self, literal: int, reason: list[int]) -> None:
        self.values[literal], self.values[-literal] = 1, -1
        self.reasons[abs(literal)] = reason
        self.trail.append(literal)

    def _propagate(self) -> list[int] | None:
        """Propagate what is on the trail; the false clause, if there is one. Clauses are [number, watch, watch, ..]."""
        values, watches, trail = self.values, self.watches, self.trail
        while self.done < len(trail):
            false = -trail[self.done]
            self.done += 1
            old = watches[false]
            kept: list[list[int]] = []
            watches[false] = kept
            for at, clause in enumerate(old):
                if not clause[0]:
                    continue
                if clause[1] == false:
                    clause[1], clause[2] = clause[2], false
                first = clause[1]
                if values[first] > 0:
                    kept.append(clause)
                    continue
                for k in range(3, len(clause)):
                    literal = clause[k]
                    if values[literal] >= 0:
                        clause[2], clause[k] = literal, false
                        watches[literal].append(clause)
                        break
                else:
                    kept.append(clause)
                    if values[first] < 0:
                        kept.extend(old[at + 1 :])
                        return clause
                    values[first], values[-first] = 1, -1
                    self.reasons[abs(first)] = clause
                    trail.append(first)
        return None

    def _undo(self, size: int) -> None:
        for literal in self.trail[size:]:
            self.values[literal] = self.values[-literal] = 0
        del self.trail[size:]
        self.done = size

    def _hints(self, conflict: list[int]) -> list[int]:
        """The numbers of the clauses that made `conflict` false, in order of propagation, and its own."""
        needed = set(map(abs, conflict[1:]))
        hints = [conflict[0]]
        for literal in reversed(self.trail):
            variable = abs(literal)
            if variable in needed and self.reasons[variable]:
                reason = self.reasons[variable]
                hints.append(reason[0])
                needed.update(map(abs, reason[1:]))
        hints.reverse()
        return hints

    # --- clauses ------------------------------------------------------------------------------------------------------

    def _derived(self, clause: list[int], hints: list[int], candidates: list[Any] | None = None) -> int:
        """Number and note a clause that follows."""
        self.last += 1
        self.lemmas[self.last] = (clause, hints, candidates)
        self.events.append((True, self.last))
        return self.last

    def _store(self, number: int, clause: list[int]) -> None:
        """Watch a clause, and settle what it propagates for good."""
        values = self.values
        # what is not false comes first
        stored = [number, *sorted(clause, key=lambda literal: -values[literal])]
        self.live[number] = stored
        self.numbers.setdefault(tuple(sorted(clause)), []).append(number)
        if len(clause) > 1:
            self.watches[stored[1]].append(stored)
            self.watches[stored[2]].append(stored)
        conflict: list[int] | None = None
        if not clause or values[stored[1]] < 0:
            conflict = stored
        elif values[stored[1]] == 0 and (len(clause) == 1 or values[stored[2]] < 0):
            self._assign(stored[1], stored)
            conflict = self._propagate()
        if conflict is not None:
            self._finish(self._hints(conflict))
        else:
            self._units()

    def _finish(self, hints: list[int]) -> None:
        """The empty clause follows."""
        self._derived([], hints)
        self.complete = True

    def _units(self) -> None:
        """Give every literal that holds for good a clause of its own, so that hints stay short."""
        for literal in self.trail[self.settled :]:
            reason = self.reasons[abs(literal)]
            if len(reason) > 2:
                others = [self.reasons[abs(other)][0] for other in reason[1:] if other != literal]
                number = self._derived([literal], [*others, reason[0]])
                self.live[number] = self.reasons[abs(literal)] = [number, literal]
        self.settled = len(self.trail)

    def add(self, clause: list[int]) -> None:
        """A clause of the proof: by unit propagation, or else as a resolution asymmetric tautology."""
        clause = list(dict.fromkeys(clause))
        if any(-literal in clause for literal in clause):
            return
        size = len(self.trail)
        hints = self._refute(clause)
        candidates = self._candidates(clause) if hints is None else None
        self._undo(size)
        if not clause:
            self._finish(hints or [])
        else:
            self._store(self._derived(clause, hints or [], candidates), clause)

    def _refute(self, clause: list[int]) -> list[int] | None:
        """Assume every literal false and propagate; the hints, or None. Leaves its assignments on the trail."""
        for literal in clause:
            if self.values[literal] > 0:
                return self._hints(self.reasons[abs(literal)])  # holds for good, false by assumption
            if self.values[literal] == 0:
                self._assign(-literal, [])
        conflict = self._propagate()
        return None if conflict is None else self._hints(conflict)

    def _candidates(self, clause: list[int]) -> list[Any]:
        """For every clause with the negated first literal, the hints that refute its resolvent."""
        if not clause:
            raise NotAProof("the empty clause does not follow by unit propagation")
        pivot, found, start = -clause[0], [], len(self.trail)
        for number, other in self.live.items():
            if pivot not in other[1:]:
                continue
            rest = [literal for literal in other[1:] if literal != pivot]
            if any(self.values[literal] > 0 for literal in rest):
                found.append([number, []])  # a literal of the resolvent is true by propagation
                continue
            hints = self._refute(rest)
            if hints is None:
                raise NotAProof(
                    f"clause {clause[:12]} follows neither by propagation nor by resolution on its first literal"
                )
            found.append([number, hints])
            self._undo(start)
        return found

    def forget(self, clause: list[int]) -> None:
        """Drop one clause with these literals; one that is not there is passed over."""
        numbers = self.numbers.get(tuple(sorted(set(clause))), [])
        if numbers and len(set(clause)) > 1:
            number = numbers.pop()
            self.live.pop(number)[0] = 0
            self.events.append((False, number))


def hinted(
    variables: int,
    clauses: list[list[int]],
    lines: Iterable[Line],
    deadline: Deadline = Deadline(None),
    progress: Progress = no_progress,
) -> list[Step]:
    """The steps of a `search/lrat` certificate. Raises NotAProof or OutOfTime."""
    hinter = Hinter(variables, clauses, deadline)
    for count, (added, literals) in enumerate(lines):
        if hinter.complete:
            break
        if count % 256 == 0:
            progress(count, None, "finding hints")
            if deadline.passed:
                raise OutOfTime("the time ran out while hints were looked for")
        if any(not 0 < abs(literal) <= variables for literal in literals):
            raise NotAProof(f"{literals[:12]} has a literal that the formula does not have")
        if added:
            hinter.add(literals)
        else:
            hinter.forget(literals)
    if not hinter.complete:
        raise NotAProof("the proof ends before the empty clause")
    return _trimmed(hinter)


def _trimmed(hinter: Hinter) -> list[Step]:
    """Leave out what the empty clause does not need, renumber, and forget every clause after its last use."""
    lemmas = hinter.lemmas
    whole = any(candidates is not None for _, _, candidates in lemmas.values())
    order = [number for added, number in hinter.events if added]
    goal = next(number for number in order if not lemmas[number][0])
    needed = {goal}
    for number in reversed(order):
        if whole or number in needed:
            needed.update(lemmas[number][1])
    if whole:
        return _untrimmed(hinter, goal)
    last_use: dict[int, int] = {}
    kept = [number for number in order if number in needed and number <= goal]
    for number in kept:
        for hint in lemmas[number][1]:
            last_use[hint] = number
    spent: dict[int, list[int]] = {}
    for hint, number in last_use.items():
        spent.setdefault(number, []).append(hint)
    names = {number: number for number in range(1, hinter.given + 1)}
    writer = Writer()
    unused = [number for number in names if number not in last_use]
    writer.drop(unused)
    for number in kept:
        clause, hints, _ = lemmas[number]
        writer.add(clause, [names[hint] for hint in hints])
        names[number] = hinter.given + len(writer)
        if number != goal:
            writer.drop([names[hint] for hint in spent.get(number, [])])
    return writer.steps()


def _untrimmed(hinter: Hinter, goal: int) -> list[Step]:
    """All steps in order: a clause by resolution speaks of every clause that is there."""
    writer = Writer()
    names = {number: number for number in range(1, hinter.given + 1)}
    for added, number in hinter.events:
        if not added:
            writer.drop([names[number]])
            continue
        clause, hints, candidates = hinter.lemmas[number]
        if candidates is None:
            writer.add(clause, [names[hint] for hint in hints])
        else:
            writer.rat(clause, [[names[other], [names[hint] for hint in after]] for other, after in candidates])
        names[number] = hinter.given + len(writer)
        if number == goal:
            break
    return writer.steps()


class Writer:
    """Collects clauses and deletions into steps of moderate size. Its length is the number of clauses so far."""

    def __init__(self) -> None:
        self._steps: list[Step] = []
        self._adding: list[list[int]] = []
        self._dropping: list[int] = []
        self._size = self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, clause: list[int], hints: list[int]) -> None:
        self._adding += [clause, hints]
        self._count += 1
        self._size += len(clause) + len(hints)
        if self._size > STEP_SIZE:
            self._flush()

    def rat(self, clause: list[int], candidates: list[Any], hints: list[int] | None = None) -> None:
        self._flush()
        self._count += 1
        self._steps.append({"rat": [clause, hints or [], candidates]})

    def drop(self, numbers: list[int]) -> None:
        """Forget clauses once the step that is being collected is complete."""
        self._dropping += numbers

    def _flush(self) -> None:
        if self._adding:
            self._steps.append({"add": self._adding})
        if self._dropping:
            self._steps.append({"drop": sorted(self._dropping)})
        self._adding, self._dropping, self._size = [], [], 0

    def steps(self) -> list[Step]:
        """All steps; the last one adds the empty clause, after which nothing may follow."""
        self._dropping = []
        self._flush()
        return self._steps
