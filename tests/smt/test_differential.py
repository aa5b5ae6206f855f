"""Our verdict on random small formulas against z3 and cvc5: no disagreement, and what we say is checked by the kernel.

`make differential` runs 2000 formulas; the test suite a sample.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from certify import engine
from certify.contract import Claim, Found, Limits, no_progress
from smt.printer import constraints
from smt.solvers import answer_here
from smt.unsat import decide
from tests.smt.formulas import statements

EXAMPLES = int(os.environ.get("CERTIFY_DIFFERENTIAL", "120"))
SECONDS = 10.0

pytest.importorskip("cvc5", reason="the differential test asks cvc5")
pytest.importorskip("pysat", reason="the search for split trees needs python-sat")

SEEN: Counter[str] = Counter()


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(statements())
def _agree(statement: Any) -> None:
    claim = Claim("smt/unsat", statement)
    text = constraints(claim)
    answers = {name: answer_here(text, name, SECONDS) for name in ("z3", "cvc5")}
    told = {answer.status for answer in answers.values()} - {"unknown"}
    assert len(told) < 2, f"the solvers differ: {answers}\n{text}"
    found = decide(claim, answers["z3"], Limits(seconds=SECONDS).deadline(), no_progress)
    if not isinstance(found, Found):
        SEEN["undecided"] += 1
        return
    verdict = engine.check(claim, found.certificate)
    assert verdict.reject is None, f"{verdict.reject}\n{text}"
    ours = {"proved": "unsat", "refuted": "sat"}[verdict.verdict.value]
    SEEN[ours] += 1
    assert told <= {ours}, f"we say {ours}, the solvers {told}\n{text}"


def test_our_verdict_agrees_with_z3_and_cvc5() -> None:
    SEEN.clear()
    _agree()
    print(dict(SEEN))
    total = sum(SEEN.values())
    assert SEEN["sat"] > total // 10
    assert SEEN["unsat"] > total // 10
    assert SEEN["undecided"] < total // 5
