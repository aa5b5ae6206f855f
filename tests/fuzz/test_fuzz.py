"""A short round of the fuzzer for every kind."""

from __future__ import annotations

import pytest

from certify import kernel
from tests.fuzz.rounds import fuzz_envelope, fuzz_kind


@pytest.mark.parametrize("kind", kernel.kinds())
def test_a_round(kind: str) -> None:
    _, tried = fuzz_kind(kind, 0, 60)
    assert tried >= 30


@pytest.mark.parametrize("number", range(4))
def test_the_envelope(number: int) -> None:
    fuzz_envelope(number, 100)
