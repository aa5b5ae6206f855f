"""Arelle as second opinion: equal verdicts everywhere except where it is shown wrong, each with the reason."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("arelle", reason="the extra arelle is not installed")

from smt.xbrl.asked import parse
from smt.xbrl.door import Comparison, compare
from smt.xbrl.figures import SUPPORTED, Figures
from smt.xbrl.filing import Filing
from smt.xbrl.load import load
from tests.smt.xbrl.minis import MINIS, Arc, F, Mini
from tests.smt.xbrl.shared import APPLE, DATA, GLOBAL_ARENA, NETFLIX, real
from tests.smt.xbrl.verdicts import words

# where Arelle 2.47.3 is wrong: mini -> mode -> (we say inconsistent and it does not, it does and we do not)
DIFFERENT: dict[str, dict[str, tuple[int, int]]] = {
    # at an end where the sides meet it counts the end as closed if either side is closed: [10, 11) meets [11, 11]
    "open end": {"c11t": (1, 0)},
    "mirrored open end": {"c11t": (1, 0)},
    # for a negative weight it swaps the ends but not their closedness: 10 - [3, 4) is (6, 7], not [6, 7)
    "open end of a subtracted item, missed": {"c11t": (1, 0)},
}


@pytest.mark.parametrize("name", MINIS)
def test_self_made_filings(name: str, tmp_path: Path) -> None:
    for found in compare(MINIS[name].write(tmp_path)):
        expected = DIFFERENT.get(name, {}).get(found.mode, (0, 0))
        assert (len(found.ours), len(found.theirs)) == expected, found


def reasons(mini: Mini, folder: Path, mode: str) -> tuple[list[str], list[str]]:
    found = next(entry for entry in compare(mini.write(folder)) if entry.mode == mode)
    return [reason for _, reason in found.ours], [reason for _, reason in found.theirs]


def test_the_reasons_are_told(tmp_path: Path) -> None:
    assert "open end only" in reasons(MINIS["open end"], tmp_path / "a", "c11t")[0][0]
    swapped = reasons(MINIS["open end of a subtracted item, missed"], tmp_path / "b", "c11t")[0][0]
    assert "negative weight" in swapped


def test_its_closedness_is_not_swapped_for_negative_weights(tmp_path: Path) -> None:
    """10 - 3 with 3 in [3, 4) is (6, 7]. A total in [6, 6] misses it; one in (5, 6] too: Arelle finds both clean."""
    mini = Mini((F("T", "6", "INF"), F("R", "10", "INF"), F("C", "3")), (Arc("T", "R"), Arc("T", "C", "-1")))
    assert words(mini.write(tmp_path), "c11t") == ["inconsistent"]
    assert len(reasons(mini, tmp_path, "c11t")[0]) == 1


def silent_on_duplicates(name: str, folder: Path, mode: str) -> bool:
    """Whether Arelle says nothing of duplicates where we find them contradictory."""
    path = MINIS[name].write(folder)
    assert words(path, mode)[0].startswith("unbound:inconsistentDuplicates")
    found = next(entry for entry in compare(path) if entry.mode == mode)
    return not any("Duplicate" in message for message in found.messages)


def test_contradictory_duplicates_that_it_forgets(tmp_path: Path) -> None:
    """A conflict of equal accuracies is overwritten by a later test of the intersection alone."""
    assert silent_on_duplicates("contradictory duplicates", tmp_path / "a", "c11r")
    assert silent_on_duplicates("contradiction hidden by a third", tmp_path / "b", "c11r")
    assert silent_on_duplicates("touching duplicates of one accuracy", tmp_path / "c", "c11r")
    assert not silent_on_duplicates("duplicates apart", tmp_path / "d", "c11r")


def test_duplicates_that_touch_at_an_open_end(tmp_path: Path) -> None:
    """10 in [10, 11) and 11 exactly: no common value, but it takes the end as closed."""
    assert silent_on_duplicates("duplicates that touch at an open end", tmp_path / "a", "c11t")
    assert not silent_on_duplicates("duplicates that touch at an open end", tmp_path / "b", "c11r")


def test_its_verdict_depends_on_the_order_of_facts(tmp_path: Path) -> None:
    """100 and 101 (d 0) with items 101 + 0 (INF): it keeps the interval of whichever comes first. Ours is unbound."""
    verdicts = []
    for order in ((0, 1, 2), (1, 0, 2)):
        mini = Mini((F("T", "100"), F("T", "103"), F("A", "103", "INF")), (Arc("T", "A"),)).shuffled(order)
        path = mini.write(tmp_path / str(order[0]))
        assert words(path, "c11r") == ["unbound:inconsistentDuplicates-total"]
        found = next(entry for entry in compare(path) if entry.mode == "c11r")
        verdicts.append(len(found.theirs))
    assert sorted(verdicts) == [0, 1]


def test_it_is_silent_where_the_linkbase_is_missing(tmp_path: Path) -> None:
    path = MINIS["exact facts"].write(tmp_path)
    (tmp_path / "mini_cal.xml").unlink()
    assert all(found.obligations == 0 and not found.theirs for found in compare(path))
    assert any("not here" in note for note in load(path).notes)


def test_contexts_with_other_content_are_not_evaluated_under_1_1(tmp_path: Path) -> None:
    """OIM cannot represent them. Arelle's calculation module alone does not look: it relies on another validation."""
    other = '<xbrli:entity><xbrli:identifier scheme="x">E</xbrli:identifier><xbrli:segment><m:Odd>1</m:Odd>'
    other += "</xbrli:segment></xbrli:entity><xbrli:period><xbrli:instant>2023-12-31</xbrli:instant></xbrli:period>"
    mini = Mini((F("T", "5", context="c2"), F("A", "9", context="c2")), (Arc("T", "A"),), contexts={"c2": other})
    path = mini.write(tmp_path)
    assert words(path, "c11r") == ["unbound:oimIncompatible"]
    assert words(path, "xbrl21") == ["inconsistent"]


@pytest.mark.parametrize("name", [APPLE, GLOBAL_ARENA, NETFLIX])
def test_real_filings(name: str, tmp_path: Path) -> None:
    found = list(compare(real(name)))
    assert [len(entry.both) for entry in found] == [2 if name == GLOBAL_ARENA else 0] * 3
    assert all(not entry.ours and not entry.theirs for entry in found)


@pytest.fixture
def staged(tmp_path: Path) -> Iterator[Path]:
    """The samples beside the project, copied, so that nothing is written there."""
    if not (DATA / "mini").exists():
        pytest.skip("the mini filings are not beside the project (../shared/data/xbrl/mini)")
    for name in ("inline", "oim"):
        shutil.copytree(DATA / "mini" / name, tmp_path / name)
    yield tmp_path


def values(filing: Filing) -> dict[str, str]:
    return {fact.concept.rpartition("}")[2]: str(fact.value) for fact in filing.facts}


def test_inline(staged: Path) -> None:
    """Scale, sign and format, exactly: 16.9 s9, 0.7 s-2, (5) s6, a dash, 1.234,56."""
    filing = load(staged / "inline" / "mini.htm")
    assert filing.reader == "xbrl/arelle"
    assert values(filing) == {"A": "16900000000", "B": "7/1000", "C": "-5000000", "D": "0", "E": "30864/25"}
    assert Figures(filing, "c11r").answer(parse("m:A 2023-12-31 = 16.9 billion")).verdict == SUPPORTED
    assert Figures(filing, "c11r").answer(parse("m:E 2023-12-31 = 1,234.56")).verdict == SUPPORTED


def test_csv(staged: Path) -> None:
    filing = load(staged / "oim" / "mixed-metadata.json")
    assert values(filing) == {"T": "123000", "A": "100000", "B": "1172839/50"}
    assert [fact.decimals for fact in sorted(filing.facts, key=lambda fact: fact.concept)] == [-3, 2, -3]
    assert words(staged / "oim" / "mixed-metadata.json", "c11r") == ["consistent"]


def test_json_reads_alike_by_both(staged: Path) -> None:
    ours = load(staged / "oim" / "nil.json")
    theirs = load(staged / "oim" / "nil.json", reader="arelle")
    assert values(ours) == values(theirs) == {"T": "10", "A": "10", "B": "None"}
    assert {fact.context.period for fact in ours.facts} == {fact.context.period for fact in theirs.facts}


@pytest.mark.parametrize("name", ["negative weight", "precision", "jointly feasible", "consistent duplicates"])
def test_instances_read_alike_by_both(name: str, tmp_path: Path) -> None:
    path = MINIS[name].write(tmp_path)
    ours, theirs = load(path), load(path, reader="arelle")
    for filing in (ours, theirs):
        assert len(filing.facts) == len(MINIS[name].facts)
    assert _facts(ours) == _facts(theirs)
    assert sorted((r.total, r.items) for r in ours.relations) == sorted((r.total, r.items) for r in theirs.relations)


def _facts(filing: Filing) -> list[tuple[str, ...]]:
    return sorted((f.concept, f.context.name, f.unit, str(f.value), str(f.decimals)) for f in filing.facts)


def test_comparisons_name_their_mode(tmp_path: Path) -> None:
    found = list(compare(MINIS["exact facts"].write(tmp_path)))
    assert [entry.mode for entry in found] == ["xbrl21", "c11r", "c11t"]
    assert all(isinstance(entry, Comparison) and len(entry.both) == 1 for entry in found)
