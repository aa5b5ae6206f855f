"""The attacks on Sidon claims, over every accepted case of the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from certify import attacks
from certify.contract import Claim, certificate
from tests.tables import Case
from tests.tables.sidon import CASES

ACCEPTED = [case for case in CASES if case.expected is None and max(map(abs, case.statement["set"])) < 1 << 40]


@pytest.mark.parametrize("case", ACCEPTED, ids=lambda case: f"{case.kind}:{case.name}")
def test_every_attack_is_refused_for_its_reason(case: Case) -> None:
    claim = Claim(case.kind, case.statement)
    data = certificate(claim, case.evidence)
    assert attacks.failures(claim, data, Path()) == []


def test_every_kind_is_attacked() -> None:
    from certify.attacks.sidon import attacks as attacks_on

    attacked = set()
    for case in ACCEPTED:
        claim = Claim(case.kind, case.statement)
        if attacks_on(claim.data, certificate(claim, case.evidence)):
            attacked.add(case.kind)
    assert attacked == {case.kind for case in CASES}
