"""Exported claims: z3 answers as the text says it must for every accepted case of the tables."""

from __future__ import annotations

import re

import pytest

from certify import kinds
from certify.contract import Claim
from certify.export import export
from certify.kernel.reject import Category, Reject
from smt.solvers import answer_here
from tests.tables import Case, all_cases

CASES = [
    case
    for case in all_cases()
    if case.expected is None and case.kind.split("/")[0] in ("linear", "polynomial", "matrix", "search", "smt")
]
DECLINED = ("polynomial/member", "matrix/rank", "matrix/perron")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind}:{case.name}")
def test_the_answer_that_means_the_claim_holds(case: Case) -> None:
    claim = Claim(case.kind, case.statement)
    if case.kind in DECLINED or "dimacs" in case.statement:
        with pytest.raises(Reject) as caught:
            export(claim, None, "smt2", "core")
        assert caught.value.category is Category.DECLINED
        return
    text = export(claim, None, "smt2", "core")
    holds = re.search(r"^; (sat|unsat): the claim holds", text, re.MULTILINE)
    assert holds is not None
    assert answer_here(text, "z3", 10).status in (holds[1], "unknown")


def test_kinds_without_an_exporter_decline() -> None:
    kind = next(kind for kind, room in kinds.KINDS.items() if room.smt2 is None)
    with pytest.raises(Reject):
        export(Claim(kind, {}), None, "smt2", "core")
