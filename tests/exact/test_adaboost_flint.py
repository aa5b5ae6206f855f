"""The kernel and python-flint, which share no code, on the whole table of orbits without a cycle."""

from __future__ import annotations

import pytest

from benchmarks.adaboost_flint import check
from tests.tables import Case
from tests.tables.adaboost import CASES

# the second opinion asks flint for irreducibility and has its own precision, so these witnesses do not concern it
OURS_ALONE = {"prime of the leading coefficient", "too few bits for the cone", "too few bits for the prefix"}
MINE = [
    case
    for case in CASES
    if case.kind == "adaboost/no-cycle"
    and case.name not in OURS_ALONE
    and (case.expected or ("REFUSED",))[0] == "REFUSED"
]


@pytest.mark.parametrize("case", MINE, ids=lambda case: case.name)
def test_second_opinion(case: Case) -> None:
    try:
        verdict = check(case.statement, case.evidence)
    except (IndexError, ValueError):
        verdict = "not of this shape"
    assert (verdict is True) == (case.expected is None)
