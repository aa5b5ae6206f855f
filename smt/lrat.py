"""LRAT text files as the steps of `search/lrat`: `id literals 0 hints 0` and `id d ids 0`, negative hints for RAT."""

from __future__ import annotations

from typing import Any

from smt.drat import NotAProof, Writer

Step = dict[str, Any]


def read_lrat(text: str, given: int) -> list[Step]:
    """The steps up to the empty clause. Raises NotAProof where a line is none."""
    names = {number: number for number in range(1, given + 1)}
    writer = Writer()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        try:
            if words[1] == "d":
                writer.drop([names.pop(int(word)) for word in words[2:-1]])
                continue
            numbers = [int(word) for word in words]
            end = numbers.index(0, 1)
            clause, hints = numbers[1:end], numbers[end + 1 : -1]
            if numbers[-1] != 0 or end == len(numbers) - 1:
                raise ValueError("no final 0")
            _add(writer, clause, hints, names)
        except (ValueError, IndexError, KeyError) as error:
            raise NotAProof(f"line {number}: {line[:60]!r} is no LRAT line ({error})") from None
        names[numbers[0]] = given + len(writer)
        if not clause:
            return writer.steps()
    raise NotAProof("the proof ends before the empty clause")


def _add(writer: Writer, clause: list[int], hints: list[int], names: dict[int, int]) -> None:
    first = next((i for i, hint in enumerate(hints) if hint < 0), len(hints))
    before = [names[hint] for hint in hints[:first]]
    if hints and first == len(hints):
        writer.add(clause, before)
        return
    candidates: list[list[Any]] = []
    for hint in hints[first:]:
        if hint < 0:
            candidates.append([names[-hint], []])
        else:
            candidates[-1][1].append(names[hint])
    writer.rat(clause, candidates, before)
