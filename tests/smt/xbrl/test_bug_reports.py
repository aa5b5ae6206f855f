"""Public bug reports about tools for filings, each as a small self-made input with the right answer."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from certify.contract import Malformed
from smt.xbrl.asked import parse
from smt.xbrl.bind import obligations
from smt.xbrl.decide import decide
from smt.xbrl.figures import ABSTAIN, CONTRADICTED, SUPPORTED, Figures
from smt.xbrl.load import load
from tests.smt.xbrl.minis import ARCROLE, MINIS, Arc, F, Mini, at, over
from tests.smt.xbrl.shared import DATA
from tests.smt.xbrl.verdicts import decisions, word, words

YEARS = {
    "y23": over("2022-10-01", "2023-09-30"),
    "y22": over("2021-10-01", "2022-09-30"),
    "nine": over("2022-10-01", "2023-06-30"),
    "six": over("2022-10-01", "2023-03-31"),
    "q3": over("2023-04-01", "2023-06-30"),
}
DEI = (
    ("DocumentFiscalYearFocus", "2023"),
    ("DocumentFiscalPeriodFocus", "FY"),
    ("DocumentPeriodEndDate", "2023-09-30"),
)


def verdict(mini: Mini, folder: Path, claim: str) -> str:
    return Figures(load(mini.write(folder)), "c11r").answer(parse(claim)).verdict


def test_107_a_third_duplicate_hides_a_contradiction(tmp_path: Path) -> None:
    """748,000 and 749,000 to thousands, and 700,000 to hundred thousands."""
    made = (F("T", "748000", "-3"), F("T", "749000", "-3"), F("T", "700000", "-5"), F("A", "748000", "-3"))
    path = Mini(made, (Arc("T", "A"),)).write(tmp_path)
    assert words(path, "c11r") == ["unbound:inconsistentDuplicates-total"]


def test_855_the_computed_interval_is_the_computed_one(tmp_path: Path) -> None:
    path = Mini((F("T", "10"), F("A", "3"), F("B", "4")), (Arc("T", "A"), Arc("T", "B"))).write(tmp_path)
    found = decisions(path, "c11r")[0]
    assert found.computed is not None and (found.computed.low, found.computed.high) == (Fraction(6), Fraction(8))
    assert found.reported is not None and (found.reported.low, found.reported.high) == (
        Fraction(19, 2),
        Fraction(21, 2),
    )


def test_1029_1099_1107_numbers_of_32_digits(tmp_path: Path) -> None:
    large = "12345678901234567890123456789012"
    path = Mini((F("T", large), F("A", large)), (Arc("T", "A"),)).write(tmp_path)
    assert words(path, "c11r") == ["consistent"]
    assert words(path, "xbrl21") == ["consistent"]


@pytest.mark.parametrize(
    ("arcrole", "expected"),
    [
        (ARCROLE, ["consistent"]),
        ("https://xbrl.org/2023/arcrole/summation-item", ["consistent"]),
        ("https://www.xbrl.org/2023/arcrole/summation-item", []),
    ],
)
def test_1445_the_arcrole_of_2023(arcrole: str, expected: list[str], tmp_path: Path) -> None:
    path = Mini((F("T", "5"), F("A", "5")), (Arc("T", "A", arcrole=arcrole),)).write(tmp_path)
    assert words(path, "c11r") == expected
    assert words(path, "xbrl21") == (expected if arcrole == ARCROLE else [])
    said = any("1 arcs not checked" in note and arcrole in note for note in load(path).notes)
    assert said == (not expected)


@pytest.mark.parametrize("text", ["", "  ", "-", "12,5", "1e", "NaN", "INF", "five", "1_000", "٥"])
def test_1562_1563_no_number_is_no_number(text: str, tmp_path: Path) -> None:
    path = Mini((F("T", text), F("A", "5")), (Arc("T", "A"),)).write(tmp_path)
    assert words(path, "c11r") == ["unbound:invalidFact"]


def test_1251_42_values_never_pass_through_a_float(tmp_path: Path) -> None:
    made = (F("T", "0.007", "3"), F("A", "16900000000", "-8"), F("B", "7E-3", "3"), F("C", "+0.70", "2"))
    filing = load(Mini(made, (Arc("T", "A"),)).write(tmp_path))
    assert [fact.value for fact in filing.facts] == [
        Fraction(7, 1000),
        16_900_000_000,
        Fraction(7, 1000),
        Fraction(7, 10),
    ]


def test_1229_exact_stays_exact(tmp_path: Path) -> None:
    """0.00001 exactly; with decimals 0 it would be anything between -0.49999 and 0.50001."""
    arcs = (Arc("T", "A"),)
    assert words(Mini((F("T", "0.00001", "INF"), F("A", "0", "INF")), arcs).write(tmp_path / "a"), "c11r") == [
        "inconsistent"
    ]
    assert words(Mini((F("T", "0.00001", "INF"), F("A", "0.00001", "INF")), arcs).write(tmp_path / "b"), "c11r") == [
        "consistent"
    ]


def test_1238_one_role_in_two_links_is_one_relation(tmp_path: Path) -> None:
    made = Mini((F("T", "5"), F("A", "2"), F("B", "3")), (Arc("T", "A"), Arc("T", "B")), links=2)
    assert words(made.write(tmp_path), "c11r") == ["consistent"]


def test_1295_context_ids_are_not_parsed(tmp_path: Path) -> None:
    contexts = {"ctx": at("2022-12-31"), "ctx_1": at("2023-12-31"), "ctx_1_1": at("2022-12-31", "Axis=Member")}
    made = (
        F("T", "5", context="ctx"),
        F("A", "5", context="ctx"),
        F("T", "7", context="ctx_1"),
        F("A", "7", context="ctx_1"),
        F("T", "1", context="ctx_1_1"),
        F("A", "9", context="ctx_1_1"),
    )
    path = Mini(made, (Arc("T", "A"),), contexts=contexts).write(tmp_path)
    assert words(path, "c11r") == ["consistent", "consistent", "inconsistent"]


def test_equal_contexts_and_units_bind_whatever_their_ids(tmp_path: Path) -> None:
    contexts = {"other": at("2023-12-31"), "later": at("2023-12-31T24:00:00")}
    units = {"usd": "<xbrli:measure> iso4217:USD </xbrli:measure>"}
    made = (F("T", "5"), F("A", "2", context="other"), F("B", "3", context="later", unit="usd"))
    assert words(
        Mini(made, (Arc("T", "A"), Arc("T", "B")), contexts=contexts, units=units).write(tmp_path), "c11r"
    ) == ["consistent"]


def test_230_712_a_sign_filed_and_weighted_again(tmp_path: Path) -> None:
    path = MINIS["sign filed and weighted"].write(tmp_path)
    found = decisions(path, "c11r")[0]
    assert (found.verdict, found.gap) == ("inconsistent", 2 * 62475 - Fraction(3, 2))
    claim = "m:T 2023-12-31 = -153,463"
    answer = Figures(load(path), "c11r").answer(parse(claim))
    assert (answer.verdict, answer.readings) == (CONTRADICTED, ("true with the opposite sign",))


def test_1249_labels_do_not_change_values(tmp_path: Path) -> None:
    """A negated label is presentation; the schema and the linkbases of labels are not even read."""
    path = MINIS["negative weight"].write(tmp_path)
    before = words(path, "c11r")
    (tmp_path / "mini_lab.xml").write_text("<not-even-a-linkbase/>")
    assert words(path, "c11r") == before == ["consistent"]


def test_1180_1197_nine_months_are_not_a_quarter(tmp_path: Path) -> None:
    made = (F("us-gaap:Revenues", "90", context="nine"), F("us-gaap:Revenues", "58", context="six"))
    mini = Mini(made, (), contexts=YEARS, texts=DEI)
    assert verdict(mini, tmp_path / "a", "revenue Q3 2023 = 90") == ABSTAIN
    assert verdict(mini, tmp_path / "b", "revenue 9M 2023 = 90") == SUPPORTED
    both = Mini((*made, F("us-gaap:Revenues", "32", context="q3")), (), contexts=YEARS, texts=DEI)
    answer = Figures(load(both.write(tmp_path / "c")), "c11r").answer(parse("revenue Q3 2023 = 90"))
    assert (answer.verdict, answer.readings) == (CONTRADICTED, ("true of the 9 months to the same date",))


def test_822_816_quarters_of_16_weeks_and_years_of_53(tmp_path: Path) -> None:
    """A year of 53 weeks ending 2023-10-07, a last quarter of 17 weeks before it, a first of 16 weeks."""
    contexts = {
        "long": over("2022-10-02", "2023-10-07"),
        "before": over("2021-10-03", "2022-10-01"),
        "first": over("2022-10-02", "2023-01-21"),
    }
    made = tuple(
        F("us-gaap:Revenues", value, context=c) for value, c in (("106", "long"), ("104", "before"), ("32", "first"))
    )
    texts = (*DEI[:2], ("DocumentPeriodEndDate", "2023-10-07"))
    mini = Mini(made, (), contexts=contexts, texts=texts)
    assert verdict(mini, tmp_path / "a", "revenue FY2023 = 106") == SUPPORTED
    assert verdict(mini, tmp_path / "b", "revenue FY2022 = 104") == SUPPORTED
    dates = "revenue 2022-10-02/2023-01-21 = 32"
    assert verdict(mini, tmp_path / "c", dates) == SUPPORTED


def company(tmp_path: Path, rows: list[dict[str, object]]) -> Path:
    path = tmp_path / "CIK.json"
    path.write_text(
        json.dumps({"cik": 1, "entityName": "E", "facts": {"us-gaap": {"Assets": {"units": {"USD": rows}}}}})
    )
    return path


ROW = {"accn": "a-24", "fy": 2023, "fp": "FY", "form": "10-K", "filed": "2023-11-03"}


def test_1269_979_fiscal_year_and_period_belong_to_the_filing(tmp_path: Path) -> None:
    """Two balances of one filing, both marked 2023 FY: bound by their own dates."""
    path = company(tmp_path, [{**ROW, "end": "2022-09-24", "val": 352755}, {**ROW, "end": "2023-09-30", "val": 352583}])
    figures = Figures(load(path), "c11r")
    assert figures.answer(parse("us-gaap:Assets 2022-09-24 = 352,755")).verdict == SUPPORTED
    assert figures.answer(parse("us-gaap:Assets 2023-09-30 = 352,583")).verdict == SUPPORTED
    assert figures.answer(parse("us-gaap:Assets 2023-09-30 = 352,755")).verdict == CONTRADICTED


def test_1141_restated_values_are_not_mixed(tmp_path: Path) -> None:
    rows = [{**ROW, "end": "2022-09-24", "val": 100}, {**ROW, "accn": "b-25", "end": "2022-09-24", "val": 101}]
    path = company(tmp_path, rows)
    claim = parse("us-gaap:Assets 2022-09-24 = 100")
    abstained = Figures(load(path), "c11r").answer(claim)
    assert abstained.verdict == ABSTAIN and "contradictory-duplicates" in (abstained.reason or "")
    assert Figures(load(path, accession="a-24"), "c11r").answer(claim).verdict == SUPPORTED
    assert Figures(load(path, accession="b-25"), "c11r").answer(claim).verdict == CONTRADICTED


def test_1141_two_concepts_for_one_item_must_agree(tmp_path: Path) -> None:
    made = (F("us-gaap:Revenues", "90", context="y23"), F("us-gaap:SalesRevenueNet", "88", context="y23"))
    mini = Mini(made, (), contexts=YEARS, texts=DEI)
    assert verdict(mini, tmp_path / "a", "revenue FY2023 = 90") == ABSTAIN
    assert verdict(mini, tmp_path / "b", "us-gaap:Revenues FY2023 = 90") == SUPPORTED


def test_515_3619_dimensions_are_neither_dropped_nor_added(tmp_path: Path) -> None:
    contexts = {**YEARS, "s": over("2022-10-01", "2023-09-30", "Axis=Segment")}
    mini = Mini((F("us-gaap:Revenues", "40", context="s"),), (), contexts=contexts, texts=DEI)
    assert verdict(mini, tmp_path, "revenue FY2023 = 40") == ABSTAIN


def test_1281_a_subtotal_is_not_added_to_its_parts(tmp_path: Path) -> None:
    """T = S + C and S = A + B: the linkbase, not the order on the page, says what is added."""
    made = (F("T", "10"), F("S", "7"), F("A", "3"), F("B", "4"), F("C", "3"))
    path = Mini(made, (Arc("T", "S"), Arc("T", "C"), Arc("S", "A"), Arc("S", "B"))).write(tmp_path)
    assert words(path, "c11r") == ["consistent", "consistent"]


def test_11_eighteen_digits_survive(tmp_path: Path) -> None:
    made = (F("T", "123456789012345678.9", "1"), F("A", "123456789012345678.7", "1"))
    assert words(Mini(made, (Arc("T", "A"),)).write(tmp_path), "c11r") == ["inconsistent"]


def test_prohibited_and_repeated_arcs(tmp_path: Path) -> None:
    """Equivalent arcs: the highest priority counts; a prohibition of the same priority wins."""
    made = (F("T", "5"), F("A", "5"), F("B", "3"))
    one = 'order="1"'
    prohibited = (
        Arc("T", "A", more='order="2"'),
        Arc("T", "B", more=one),
        Arc("T", "B", more=f'{one} use="prohibited"'),
    )
    assert words(Mini(made, prohibited).write(tmp_path / "a"), "c11r") == ["consistent"]
    outranked = (*prohibited, Arc("T", "B", more=f'{one} priority="1"'))
    assert words(Mini(made, outranked).write(tmp_path / "b"), "c11r") == ["inconsistent"]
    other_order = (Arc("T", "A"), Arc("T", "B", more=one), Arc("T", "B", more='order="7" use="prohibited"'))
    assert words(Mini(made, other_order).write(tmp_path / "c"), "c11r") == ["inconsistent"]
    twice = (Arc("T", "A", more=one), Arc("T", "A", more='order="2"'))
    assert words(Mini(made, twice).write(tmp_path / "d"), "c11r") == ["unbound:duplicateCalculationRelationships"]
    assert words(Mini(made, twice).write(tmp_path / "d"), "xbrl21") == ["inconsistent"]


def test_tuples(tmp_path: Path) -> None:
    """XBRL 2.1: items bind from any tuple below the total's, and facts of two tuples are no duplicates. 1.1: no
    tuples.
    """
    made = (F("T", "10"), F("A", "4", parent="P1"), F("A", "6", parent="P2"))
    path = Mini(made, (Arc("T", "A"),)).write(tmp_path / "a")
    assert words(path, "xbrl21") == ["consistent"]
    assert words(path, "c11r") == []
    inside = (F("T", "10", parent="P1"), F("A", "10"))
    assert words(Mini(inside, (Arc("T", "A"),)).write(tmp_path / "b"), "xbrl21") == []


def test_types_that_are_not_decimal_or_give_the_accuracy(tmp_path: Path) -> None:
    mini = Mini((F("T", "5"), F("A", "9")), (Arc("T", "A"),), types={"A": "xbrli:doubleItemType"})
    assert words(mini.write(tmp_path / "a"), "c11r") == ["unbound:nonDecimalItemNode"]
    schema = (
        '<xs:complexType name="exact"><xs:simpleContent><xs:restriction base="xbrli:monetaryItemType">'
        '<xs:attribute name="decimals" fixed="-1"/></xs:restriction></xs:simpleContent></xs:complexType>'
    )
    made = (F("T", "10", None), F("A", "9", "INF"))
    fixed = Mini(made, (Arc("T", "A"),), types={"T": "m:exact"}, schema=schema)
    assert words(fixed.write(tmp_path / "b"), "c11r") == ["consistent"]
    assert words(Mini(made, (Arc("T", "A"),)).write(tmp_path / "c"), "c11r") == ["unbound:noAccuracy-total"]


def test_precision_zero(tmp_path: Path) -> None:
    """Nothing is known of it: XBRL 2.1 calls the relation inconsistent, 1.1 does not apply to such a report."""
    path = Mini((F("T", "5", None, precision="0"), F("A", "5")), (Arc("T", "A"),)).write(tmp_path)
    assert words(path, "xbrl21") == ["inconsistent"]
    assert words(path, "c11r") == ["unbound:oimIncompatible"]


def test_a_missing_linkbase_is_not_consistency(tmp_path: Path) -> None:
    path = MINIS["exact facts"].write(tmp_path)
    (tmp_path / "mini_cal.xml").rename(tmp_path / "other_cal.xml")
    filing = load(path)
    assert obligations(filing, "c11r") == []
    assert any("mini_cal.xml is not here" in note for note in filing.notes)


def test_a_schema_served_with_another_ending(tmp_path: Path) -> None:
    path = MINIS["exact facts"].write(tmp_path)
    (tmp_path / "mini.xsd").rename(tmp_path / "mini.xsd.xml")
    assert words(path, "c11r") == ["inconsistent"]


def test_json_report(tmp_path: Path) -> None:
    """Numbers are strings there: a JSON number as a value is refused; decimals absent is exact."""
    MINIS["exact facts"].write(tmp_path)
    entity = {"entity": "e:E", "period": "2024-01-01T00:00:00", "unit": "iso4217:USD"}
    info = {
        "documentType": "https://xbrl.org/2021/xbrl-json",
        "namespaces": {
            "m": "http://example.com/mini",
            "e": "http://example.com",
            "iso4217": "http://www.xbrl.org/2003/iso4217",
        },
        "taxonomy": ["mini.xsd"],
    }
    facts: dict[str, Any] = {
        name: {"value": value, "dimensions": {"concept": f"m:{name}", **entity}}
        for name, value in (("T", "100"), ("A", "49"), ("B", "51"))
    }
    path = tmp_path / "report.json"
    path.write_text(json.dumps({"documentInfo": info, "facts": facts}))
    assert words(path, "c11r") == ["consistent"]
    facts["B"]["value"] = 51
    path.write_text(json.dumps({"documentInfo": info, "facts": facts}))
    with pytest.raises(Malformed, match="strings"):
        load(path)


def test_json_beside_the_project() -> None:
    path = DATA / "mini" / "oim" / "nil.json"
    if not path.exists():
        pytest.skip("the mini filings are not beside the project (../shared/data/xbrl/mini)")
    filing = load(path)
    assert [str(fact.value) for fact in filing.facts] == ["10", "10", "None"]
    assert [word(decide(o, filing.source)) for o in obligations(filing, "c11r")] == ["consistent"]
