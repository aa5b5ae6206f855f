"""Two control kernels: one that accepts everything and one that rejects everything. The tables must find both out."""

from __future__ import annotations

from collections import Counter

import pytest

from certify import kernel
from certify.kernel import Category, Reject
from tests.kernel.test_tables import outcome
from tests.tables import all_cases


def accept_all(*_: object) -> None:
    """The kernel that believes anything."""


def reject_all(*_: object) -> None:
    raise Reject(Category.REFUSED, "", "never", "this kernel believes nothing")


def failures(monkeypatch: pytest.MonkeyPatch, check: object) -> Counter[str]:
    """How many cases of each kind tell the control from the kernel."""
    monkeypatch.setattr(kernel, "check", check)
    return Counter(case.kind for case in all_cases() if outcome(case) != case.expected)


def test_a_kernel_that_accepts_everything_fails_on_every_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    found = failures(monkeypatch, accept_all)
    assert set(found) >= set(kernel.kinds())


def test_a_kernel_that_rejects_everything_fails_on_every_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    found = failures(monkeypatch, reject_all)
    assert set(found) >= set(kernel.kinds())


def test_a_kernel_that_accepts_everything_fails_the_attacks_of_every_family(monkeypatch: pytest.MonkeyPatch) -> None:
    from certify import kinds
    from certify.contract import read_claim

    tried: Counter[str] = Counter()
    for case in all_cases():
        rule = kernel.kinds().get(case.kind)
        if case.expected is not None or rule is None or kinds.KINDS[case.kind].attacks is None or case.attachments:
            continue
        claim = read_claim(case.claim_bytes())
        data = case.certificate_bytes(rule.streamed)
        found = kinds.resolve(kinds.KINDS[case.kind].attacks or "")(claim.data, data)
        for attack in found:
            assert attack.failure() is None, f"{case.name}: {attack.failure()}"
        tried[case.kind] += len(found)
        with monkeypatch.context() as controlled:
            controlled.setattr(kernel, "check", accept_all)
            assert all("ACCEPTED" in (attack.failure() or "") for attack in found)
    families = {kind.partition("/")[0] for kind in tried if tried[kind]}
    assert families >= {"linear"}
