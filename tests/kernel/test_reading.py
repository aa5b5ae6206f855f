"""Strict reading against json and fractions: what is read is what json reads, and nothing else passes."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from fractions import Fraction
from math import gcd
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certify.kernel import Reject, envelope, rational, text

ROOT = Path(__file__).parent.parent.parent
TOP = text.MAX_INTEGER
strings = st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    st.none() | st.booleans() | st.integers(-TOP, TOP) | strings,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(strings, inner, max_size=5),
    max_leaves=20,
)


def refusal(data: bytes) -> str | None:
    try:
        text.read(data)
    except Reject as reject:
        return reject.code
    return None


@given(values, st.sampled_from([None, 2]), st.booleans())
def test_every_value_is_read_as_json_reads_it(value: Any, indent: int | None, plain: bool) -> None:
    data = json.dumps(value, indent=indent, ensure_ascii=plain).encode()
    assert text.read(data) == value


@given(values)
def test_layout_and_order_of_keys_do_not_matter_to_the_canonical_bytes(value: Any) -> None:
    relaid = json.loads(json.dumps(value, indent=3), object_pairs_hook=lambda pairs: dict(reversed(pairs)))
    assert envelope.canonical(value) == envelope.canonical(relaid)
    assert text.read(envelope.canonical(value)) == value


@given(values, values)
def test_every_value_matters_to_the_canonical_bytes(one: Any, other: Any) -> None:
    if json.dumps(one, sort_keys=True) != json.dumps(other, sort_keys=True):
        assert envelope.canonical(one) != envelope.canonical(other)


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    code = refusal(data)
    if code is None:
        assert text.read(data) == json.loads(data)


@given(st.text('[]{}",:0123456789-+.eE_ \\ua١\ntrfalsn', max_size=40))
def test_text_near_json_is_read_as_json_reads_it_or_refused(data: str) -> None:
    if refusal(data.encode()) is None:
        assert text.read(data.encode()) == json.loads(data)


@given(st.floats())
def test_no_float_is_read(value: float) -> None:
    assert refusal(json.dumps([value]).encode()) in ("float", "exponent", "not-a-number")


@given(st.integers(min_value=TOP + 1) | st.integers(max_value=-TOP - 1))
def test_no_integer_beyond_2_to_the_53_is_read(value: int) -> None:
    assert refusal(str(value).encode()) == "integer-too-large"


@given(st.integers(1, 300))
def test_nesting(depth: int) -> None:
    code = refusal(b"[" * depth + b"]" * depth)
    assert code == (None if depth <= text.MAX_DEPTH else "too-deep")


@given(st.fractions())
def test_a_rational_has_one_spelling(value: Fraction) -> None:
    assert rational.rational(rational.spell(value), "") == value
    assert rational.ratio(str(value), "") == (value.numerator, value.denominator)


@given(st.integers(-99, 99), st.integers(-9, 99))
def test_other_spellings_are_refused(above: int, below: int) -> None:
    spelled = f"{above}/{below}"
    try:
        value = rational.rational(spelled, "")
    except Reject:
        assert below < 2 or gcd(above, below) != 1
    else:
        assert str(value) == spelled


@given(st.text("0123456789-/+._eE ١", max_size=8))
def test_text_near_a_rational_is_its_one_spelling_or_refused(spelled: str) -> None:
    try:
        value = rational.rational(spelled, "")
    except Reject as reject:
        assert reject.code != "not-a-string"
    else:
        assert str(value) == spelled


@given(st.lists(st.fractions(max_denominator=1000), max_size=8))
def test_scaling(numbers: list[Fraction]) -> None:
    scaled, common = rational.scaled([(x.numerator, x.denominator) for x in numbers])
    assert [Fraction(n, common) for n in scaled] == numbers


@given(st.lists(values, max_size=6), st.integers(1, 9))
def test_streams_are_read_whatever_the_chunks(steps: list[Any], size: int) -> None:
    lines = [envelope.canonical(step) + b"\n" for step in steps]
    import hashlib

    header = {"schema": "certify-cert/1", "kind": "K", "claim": "0" * 64, "steps": len(steps)}
    data = json.dumps({**header, "sha256": hashlib.sha256(b"".join(lines)).hexdigest()}).encode() + b"\n"
    data += b"".join(lines)
    pieces = [data[i : i + size] for i in range(0, len(data), size)]
    stream = envelope.open_stream(pieces, envelope.Envelope("K", None, "0" * 64))
    assert [value for _, value in stream.steps] == steps


HEAVY = {
    "a string of 50 MB": "b'\"' + b's' * 50_000_000 + b'\"'",
    "nesting 100,000 deep": "b'[' * 100_000",
    "as many lists as a document holds": "b'[' + b'[],' * (text.MAX_VALUES // 3 - 2) + b'[]]'",
    "as many objects as a document holds": "b'[' + b'{},' * (text.MAX_VALUES // 3 - 2) + b'{}]'",
    "far more lists": "b'[' + b'[],' * 11_000_000 + b'[]]'",
    "many strings": "b'[' + b'\"ab\",' * (text.MAX_VALUES - 4) + b'1]'",
    "many pairs": "b'{' + b'\"a\":12,' * (text.MAX_VALUES - 4) + b'\"b\":1}'",
    "far more strings": "b'[' + b'\"\" ' * 10_000_000 + b']'",
    "many escapes": "b'\"' + b'\\\\u0041' * 5_000_000 + b'\"'",
}


@pytest.mark.parametrize("name", HEAVY)
def test_memory_is_bounded(name: str) -> None:
    """A process that may hold 1 GB reads or refuses the heaviest documents."""
    code = f"""
from certify.kernel import Reject, text
try:
    text.read({HEAVY[name]})
except Reject as reject:
    assert reject.category.name == "LIMIT" or reject.code == "duplicate-key", reject
"""
    limit = 1 << 30

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, preexec_fn=bounded, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
