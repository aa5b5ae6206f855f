"""Every case of every table against the kernel: the right verdict for the right reason."""

from __future__ import annotations

import pytest

from certify import kernel
from certify.kernel import Reject
from tests.tables import Case, all_cases

CASES = all_cases()


def outcome(case: Case) -> tuple[str, str] | None:
    """None if accepted, else category and code."""
    rule = kernel.kinds().get(case.kind)
    data = case.certificate_bytes(rule is not None and rule.streamed)
    try:
        kernel.check(case.claim_bytes(), [data], case.attachments)
    except Reject as reject:
        assert reject.detail, "a refusal shows both sides"
        return reject.category.name, reject.code
    return None


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind}:{case.name}")
def test_case(case: Case) -> None:
    assert outcome(case) == case.expected


@pytest.mark.parametrize("kind", kernel.kinds())
def test_every_kind_has_accepts_more_rejects_and_a_forgery(kind: str) -> None:
    mine = [case for case in CASES if case.kind == kind]
    accepted = [case for case in mine if case.expected is None]
    assert accepted
    assert len(mine) - len(accepted) >= len(accepted)
    assert any(case.forged for case in mine)
