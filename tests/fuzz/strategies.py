"""Claims and certificates near the tables' own: one value changed, removed, repeated, or taken from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from tests.tables import Case

Value = Any
Path = tuple[str | int, ...]

HARD_NUMBERS = [
    "0",
    "1",
    "-1",
    "1/2",
    "-3/7",
    "9" * 4000,
    "-1/" + "9" * 4000,
    "9" * 4001,
    "4/2",
    "01",
    "-0",
    "1e9",
    "1.5",
]
HARD_INTEGERS = [0, 1, -1, 2, 63, 64, 1000, 2**31, 2**53 - 1, 1 - 2**53, 2**53]
HARD_VALUES: list[Value] = [None, True, False, "", "x", "\x00\x1b", "__proto__", [], {}, [[]], [[[[[]]]]], 1.5]


def places(value: Value, here: Path = ()) -> Iterator[Path]:
    """The place of every part of a JSON value, the whole first."""
    stack: list[tuple[Path, Value]] = [(here, value)]
    while stack:
        place, part = stack.pop()
        yield place
        entries = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
        stack += [((*place, key), entry) for key, entry in entries]


def at(value: Value, place: Path) -> Value:
    for key in place:
        value = value[key]
    return value


def put(value: Value, place: Path, new: Value) -> Value:
    """A copy of `value` with `new` at `place`."""
    if not place:
        return new
    fresh = json.loads(json.dumps(value))
    at(fresh, place[:-1])[place[-1]] = new
    return fresh


@st.composite
def near(draw: DrawFn, value: Value, donors: list[Value]) -> Value:
    """`value` with one to three changes; what is put in may come from another case."""
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.sampled_from(list(places(value))[:2000]))
        value = put(value, place, draw(_instead_of(at(value, place), donors)))
    return value


def _instead_of(part: Value, donors: list[Value]) -> SearchStrategy[Value]:
    donor = draw_part(donors)
    if isinstance(part, bool) or part is None:
        return st.sampled_from(HARD_VALUES) | donor
    if isinstance(part, int):
        return st.sampled_from(HARD_INTEGERS) | st.integers(part - 2, part + 2) | donor
    if isinstance(part, str):
        return st.sampled_from(HARD_NUMBERS) | st.fractions(max_denominator=50).map(str) | st.sampled_from(HARD_VALUES)
    if isinstance(part, list) and part:
        dropped = st.integers(0, len(part) - 1).map(lambda i: part[:i] + part[i + 1 :])
        twice = st.integers(0, len(part) - 1).map(lambda i: [*part[:i], part[i], *part[i:]])
        return dropped | twice | st.permutations(part) | donor
    return st.sampled_from(HARD_VALUES) | donor


@st.composite
def draw_part(draw: DrawFn, donors: list[Value]) -> Value:
    """Any part of any donor."""
    donor = draw(st.sampled_from(donors))
    return at(donor, draw(st.sampled_from(list(places(donor))[:500])))


@st.composite
def forged(draw: DrawFn, cases: list[Case]) -> tuple[str, Value, Value]:
    """Kind, statement and evidence near a case of the table; the address will be right."""
    case = draw(st.sampled_from(cases))
    statements, evidences = [other.statement for other in cases], [other.evidence for other in cases]
    statement, evidence = case.statement, case.evidence
    if draw(st.booleans()):
        statement = draw(near(statement, statements))
    else:
        evidence = draw(near(evidence, evidences))
    return case.kind, statement, evidence


@st.composite
def mangled(draw: DrawFn, data: bytes) -> bytes:
    """Bytes with a few of them changed, removed or repeated."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, max(0, len(data) - 1)))
        end = min(len(data), start + draw(st.integers(0, 8)))
        middle = draw(
            st.binary(max_size=8) | st.sampled_from([b"[" * 100, b'"', b"\\u", b"{", b"-", b"1e9", b"\xff", b"\n"])
        )
        data = data[:start] + middle + data[end:]
    return data
