"""The public hypothesis strategies: what they build is what they say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certify import kernel, strategies
from certify.contract import Claim
from certify.kernel import Category, Reject, rational

ROOT = Path(__file__).parent.parent


@given(strategies.accepted())
def test_accepted_pairs_are_accepted(pair: tuple[Claim, bytes]) -> None:
    claim, certificate = pair
    kernel.check(claim.data, [certificate])


@pytest.mark.parametrize("kind", strategies.KINDS)
@given(data=st.data())
@settings(max_examples=30)
def test_refused_pairs_are_refused(kind: str, data: st.DataObject) -> None:
    claim, certificate = data.draw(strategies.refused(kind))
    assert claim.kind == kind
    with pytest.raises(Reject) as caught:
        kernel.check(claim.data, [certificate])
    assert caught.value.category is Category.REFUSED


@given(strategies.rationals())
def test_rationals(spelled: str) -> None:
    assert str(rational.rational(spelled, "")) == spelled


@given(strategies.not_rationals())
def test_what_is_no_rational(value: Any) -> None:
    with pytest.raises(Reject):
        rational.rational(value, "")


@given(st.data())
def test_layouts_keep_the_address(data: st.DataObject) -> None:
    claim = data.draw(strategies.claims())
    assert kernel.address(data.draw(strategies.layouts(claim))) == claim.address


def test_unknown_kinds() -> None:
    with pytest.raises(ValueError, match="no strategy"):
        strategies.accepted("linear/obvious")


def test_hypothesis_is_imported_on_use() -> None:
    code = "import sys, certify.strategies; print('hypothesis' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
