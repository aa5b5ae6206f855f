"""Every case of every table against the kernel: the right verdict for the right reason."""

from __future__ import annotations

import pytest

from certify import kernel
from certify.kernel import Reject
from tests.tables import About, Call, Case, all_about, all_calls, all_cases, called

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


@pytest.mark.parametrize("about", all_about(), ids=lambda about: f"{about.kind}:{about.name}")
def test_what_the_kernel_says_of_a_claim(about: About) -> None:
    data = about.claim_bytes()
    facts = kernel.facts(data)
    assert (kernel.negation(data), facts.hypotheses, facts.files) == about.told()
    assert facts.address == kernel.address(data)
    if about.negation is not None:
        assert kernel.address(kernel.negation(data) or b"") != kernel.address(data)


@pytest.mark.parametrize("call", all_calls(), ids=lambda call: f"{call.target}:{call.name}")
def test_shared_room(call: Call) -> None:
    assert called(call) == (call.value if call.refusal is None else call.refusal)


@pytest.mark.parametrize("kind", kernel.kinds())
def test_every_kind_has_accepts_more_rejects_and_a_forgery(kind: str) -> None:
    mine = [case for case in CASES if case.kind == kind]
    accepted = [case for case in mine if case.expected is None]
    assert accepted
    assert len(mine) - len(accepted) >= len(accepted)
    assert any(case.forged for case in mine)
