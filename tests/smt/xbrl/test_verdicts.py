"""Self-made filings, the mini filings and the real ones give the verdicts they must, with accepted certificates."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from smt.xbrl.decide import CLOSED, with_closing
from smt.xbrl.load import load
from tests.smt.xbrl.minis import MINIS
from tests.smt.xbrl.shared import APPLE, DATA, GLOBAL_ARENA, NETFLIX, minis, real
from tests.smt.xbrl.verdicts import MODES, decisions, words


@pytest.mark.parametrize("name", MINIS)
def test_self_made(name: str, tmp_path: Path) -> None:
    mini = MINIS[name]
    path = mini.write(tmp_path)
    assert {mode: words(path, mode) for mode in MODES} == mini.expected


@pytest.mark.parametrize("name", minis() or ["none"])
def test_minis_beside_the_project(name: str) -> None:
    path = DATA / "mini" / name / "mini.xml"
    if not path.exists():
        pytest.skip("the mini filings are not beside the project (../shared/data/xbrl/mini)")
    assert {mode: words(path, mode) for mode in MODES} == minis()[name]["expected"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("name", "count", "apart", "unbound21"), [(APPLE, 176, 0, 65), (GLOBAL_ARENA, 54, 2, 22), (NETFLIX, 52, 0, 0)]
)
def test_real_filings(name: str, count: int, apart: int, unbound21: int, mode: str) -> None:
    found = Counter(decision.verdict for decision in decisions(real(name), mode))
    unbound = unbound21 if mode == "xbrl21" else 0
    assert found == Counter(consistent=count - apart - unbound, inconsistent=apart, unbound=unbound)


def test_the_two_real_inconsistencies_are_closed_by_dimensional_facts() -> None:
    path = real(GLOBAL_ARENA)
    found = with_closing(decisions(path, "c11r"), load(path))
    apart = [decision for decision in found if decision.verdict == "inconsistent"]
    assert [decision.gap for decision in apart] == [527, 527]
    assert {decision.cause for decision in apart} == {CLOSED}
    assert all(sorted(int(fact.value or 0) for fact in decision.closing) == [49, 480] for decision in apart)
    assert all("StockholdersEquity" in decision.obligation.relation.total for decision in apart)
