"""Claims: what comes out, with a certificate or a reason, and z3 agreeing on every decided one."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from certify import kernel
from certify.contract import Claim, Found, Limits, Malformed, NotFound, no_progress
from certify.kernel import xbrl_claim
from smt.xbrl import figures
from smt.xbrl.asked import CAGR, CHANGE, GROWTH, LEVEL, definitions, names, parse
from smt.xbrl.figures import ABSTAIN, CONTRADICTED, SUPPORTED, WITHIN, Answer, Figures
from smt.xbrl.filing import Filing
from smt.xbrl.load import load
from tests.smt.xbrl.minis import F, Mini, at
from tests.smt.xbrl.shared import APPLE, real
from tests.smt.xbrl.test_bug_reports import DEI, YEARS
from tests.tables.xbrl import CLAIM, claim, facts

# claim, verdict, verdict at the printed values, the nearest true readings
APPLE_CLAIMS = [
    ("gross margin FY2022 = 43.3%", SUPPORTED, SUPPORTED, ()),
    ("gross margin FY2023 = 44.1%", SUPPORTED, SUPPORTED, ()),
    ("gross margin FY2023 = 43.3%", CONTRADICTED, CONTRADICTED, ("true of FY2022",)),
    ("FY2023 net income is $97.0 bn", SUPPORTED, SUPPORTED, ()),
    ("FY2023 net income is $99.8 bn", CONTRADICTED, CONTRADICTED, ("true of FY2022",)),
    ("revenue FY2023 = $383.3 million", CONTRADICTED, CONTRADICTED, ("true with scale billion",)),
    ("revenue FY2023 = $383,285 million", SUPPORTED, SUPPORTED, ()),
    ("revenue FY2023 = $383,285,000,000", WITHIN, SUPPORTED, ()),
    ("revenue growth FY2023 = -2.8%", SUPPORTED, SUPPORTED, ()),
    ("revenue growth FY2023 = +2.8%", CONTRADICTED, CONTRADICTED, ("true with the opposite sign",)),
    ("revenue growth FY2023 = -2.9%", CONTRADICTED, CONTRADICTED, ()),
    ("current ratio FY2023 = 0.99", SUPPORTED, SUPPORTED, ()),
    ("current ratio FY2023 = 0.9880", SUPPORTED, SUPPORTED, ()),
    ("current ratio FY2023 = 0.988012", WITHIN, SUPPORTED, ()),
    ("2-year revenue CAGR FY2023 = 2.4%", SUPPORTED, SUPPORTED, ()),
    ("2-year revenue CAGR FY2023 = 4.8%", CONTRADICTED, CONTRADICTED, ("true as growth over 2 years",)),
    ("net income FY2023 fell by $2,808 million", WITHIN, SUPPORTED, ()),
    ("EBITDA FY2023 = $125.8 bn", ABSTAIN, None, ()),
    ("revenue FY2019 = $260.2 bn", ABSTAIN, None, ()),
]


@pytest.fixture(scope="module")
def apple() -> Figures:
    return Figures(load(real(APPLE)), "c11r")


def accepted(answer: Answer) -> None:
    """Decided answers carry a certificate that the kernel accepts; z3 agrees from the facts alone."""
    if answer.verdict in (SUPPORTED, CONTRADICTED):
        assert answer.found is not None and answer.claim is not None
        kernel.check(answer.found.claim.data, [answer.found.certificate])
        assert by_z3(answer.claim.statement) == answer.verdict
    elif answer.verdict == WITHIN:
        assert answer.claim is not None and answer.reason
        assert by_z3(answer.claim.statement) == WITHIN
    else:
        assert answer.reason


def by_z3(statement: dict[str, Any]) -> str:
    """The verdict by z3 over the printed facts: no rows, intervals or multipliers of ours."""
    amounts = []
    solver = z3.Solver()
    for i, operand in enumerate(statement["operands"]):
        x = z3.Real(f"x{i}")
        amounts.append(x)
        for fact in operand["facts"]:
            value = z3.Q(*Fraction(fact["value"]).as_integer_ratio())
            if statement["mode"] == "point" or fact["decimals"] == "INF":
                solver.add(x == value)
            elif statement["mode"] == "c11r":
                half = z3.Q(*(Fraction(10) ** -fact["decimals"] / 2).as_integer_ratio())
                solver.add(value - half <= x, x <= value + half)
            else:
                unit = z3.Q(*(Fraction(10) ** -fact["decimals"]).as_integer_ratio())
                solver.add(
                    z3.If(
                        value == 0,
                        z3.And(-unit < x, x < unit),
                        z3.And(x / value >= 1, x / value < 1 + unit / z3.If(value > 0, value, -value)),
                    )
                )
    figure = z3.Real("figure")
    for condition in _meaning(statement, amounts, figure):
        solver.add(condition)
    low, high = (z3.Q(*Fraction(statement[key]).as_integer_ratio()) for key in ("low", "high"))
    inside = z3.And(
        figure >= low if statement["low_closed"] else figure > low,
        figure <= high if statement["high_closed"] else figure < high,
    )
    assert solver.check() == z3.sat, "the facts alone have values"
    possible, avoidable = (solver.check(z3.Bool("q") == z3.BoolVal(True), extra) for extra in (inside, z3.Not(inside)))
    assert z3.unknown not in (possible, avoidable)
    if possible == z3.unsat:
        return CONTRADICTED
    return SUPPORTED if avoidable == z3.unsat else WITHIN


def _meaning(statement: dict[str, Any], amounts: list[Any], figure: Any) -> list[Any]:
    measure = statement["measure"]

    def total(key: str) -> Any:
        return z3.Sum([z3.Q(*Fraction(w).as_integer_ratio()) * x for w, x in zip(statement[key], amounts, strict=True)])

    if measure == "value":
        return [figure == amounts[0]]
    if measure == "difference":
        return [figure == amounts[0] - amounts[1]]
    if measure == "sum":
        return [figure == total("weights")]
    if measure == "ratio":
        return [figure * total("denominator") == total("numerator")]
    if measure == "growth":
        return [figure * amounts[1] == amounts[0] - amounts[1]]
    product: Any = amounts[1]
    for _ in range(statement["years"]):
        product = product * (1 + figure)
    return [product == amounts[0], 1 + figure >= 0]


@pytest.mark.parametrize(("text", "verdict", "at_print", "readings"), APPLE_CLAIMS, ids=lambda value: str(value)[:40])
def test_apple(apple: Figures, text: str, verdict: str, at_print: str | None, readings: tuple[str, ...]) -> None:
    answer = apple.answer(parse(text))
    assert (answer.verdict, answer.point_verdict, answer.readings) == (verdict, at_print, readings)
    accepted(answer)


def test_the_margin_certificate_names_the_facts_that_clash(apple: Figures) -> None:
    answer = apple.answer(parse("gross margin FY2023 = 43.3%"))
    assert answer.conflict[0] == "claim: at most its upper end"
    assert "GrossProfit FY2023 is at least 169,147,500,000" in answer.conflict[1]
    assert "FY2023 is at most 383,285,500,000" in answer.conflict[2]


# --- a filing of our own --------------------------------------------------------------------------------------------

AMOUNTS = {
    "Revenues": ("1000", "800"),
    "GrossProfit": ("400", "300"),
    "CostOfRevenue": ("600", "500"),
    "OperatingIncomeLoss": ("150", "90"),
    "NetIncomeLoss": ("100", "-20"),
    "InterestExpense": ("25", "20"),
}
BALANCES = {
    "Assets": ("2000", "1800"),
    "AssetsCurrent": ("700", "600"),
    "LiabilitiesCurrent": ("350", "300"),
    "StockholdersEquity": ("900", "800"),
    "InventoryNet": ("120", "80"),
}


def own(decimals: str = "0") -> Mini:
    contexts = {**YEARS, "b23": at("2023-09-30"), "b22": at("2022-09-30")}
    made = [F(f"us-gaap:{n}", v[i], decimals, c) for n, v in AMOUNTS.items() for i, c in enumerate(("y23", "y22"))]
    made += [F(f"us-gaap:{n}", v[i], decimals, c) for n, v in BALANCES.items() for i, c in enumerate(("b23", "b22"))]
    return Mini(tuple(made), (), contexts=contexts, texts=DEI)


OWN_CLAIMS = [
    ("gross margin FY2023 = 40%", SUPPORTED, ()),
    ("gross margin FY2022 = 40%", CONTRADICTED, ("true of FY2023",)),
    ("return on assets FY2023 = 5%", SUPPORTED, ()),
    ("return on assets FY2023 = 5.3%", WITHIN, ()),
    ("return on equity FY2023 = 12%", SUPPORTED, ()),
    ("working capital FY2023 = 350", WITHIN, ()),
    ("working capital FY2023 = 0.35 thousand", SUPPORTED, ()),
    ("inventory turnover FY2023 = 6.0", SUPPORTED, ()),
    ("days inventory outstanding FY2023 = 73", SUPPORTED, ()),
    ("interest coverage FY2023 = 6.0", WITHIN, ()),
    ("interest coverage FY2023 = 6", SUPPORTED, ()),
    ("revenue growth FY2023 = 25%", SUPPORTED, ()),
    ("revenue growth FY2023 = -20%", CONTRADICTED, ("true with the years swapped",)),
    ("revenue growth FY2023 = 1000", CONTRADICTED, ()),
    ("change in revenue FY2023 = 0.2 thousand", SUPPORTED, ()),
    ("revenue FY2023 rose by 25%", SUPPORTED, ()),
    ("net income growth FY2023 = 600%", ABSTAIN, ()),
    ("working capital growth FY2023 = 17%", WITHIN, ()),
    ("working capital growth FY2023 = 71%", CONTRADICTED, ()),
    ("gross margin change FY2023 = 2.5%", ABSTAIN, ()),
    ("revenue FY2023 = 1000%", ABSTAIN, ()),
    ("gross margin FY2023 = 0.4", SUPPORTED, ()),
    ("gross margin FY2023 = 40", CONTRADICTED, ("true as a percentage",)),
    ("gross margin FY2023 = 0.4%", CONTRADICTED, ("true as a plain number, not a percentage",)),
    ("quick ratio FY2023 = 1", ABSTAIN, ()),
    ("us-gaap:Revenues 2022-10-01/2023-09-30 = 1 thousand", SUPPORTED, ()),
    ("us-gaap:Assets 2023-09-30 = 2.0 thousand", SUPPORTED, ()),
    ("us-gaap:Assets FY2023 = 2 million", CONTRADICTED, ("true with scale thousand",)),
    ("1-year revenue CAGR FY2023 = 25%", SUPPORTED, ()),
    ("profit per unicorn FY2023 = 1", ABSTAIN, ()),
]


@pytest.mark.parametrize(("text", "verdict", "readings"), OWN_CLAIMS, ids=lambda value: str(value)[:40])
def test_own(text: str, verdict: str, readings: tuple[str, ...], tmp_path: Path) -> None:
    answer = Figures(load(own().write(tmp_path)), "c11r").answer(parse(text))
    assert (answer.verdict, answer.readings) == (verdict, readings)
    accepted(answer)


@pytest.mark.parametrize("mode", ["c11r", "c11t", "point"])
def test_every_metric_has_a_linear_form_that_the_kernel_reads(mode: str, tmp_path: Path) -> None:
    """With every item reported, every metric is decided, and truly so at its own value."""
    items = definitions()["items"]
    contexts = {**YEARS, "b23": at("2023-09-30"), "b22": at("2022-09-30")}
    made = []
    for i, (name, item) in enumerate(items.items()):
        base = 90_000 if name == "assets" else 1000 + 137 * i
        for when in ("23", "22"):
            context = f"{'y' if item['period'] == 'duration' else 'b'}{when}"
            made.append(F(item["concepts"][0], str(base + int(when)), "INF", context))
    filing = Figures(load(Mini(tuple(made), (), contexts=contexts, texts=DEI).write(tmp_path)), mode)
    assert len(definitions()["metrics"]) >= 40
    for key, metric in definitions()["metrics"].items():
        answer = filing.answer(parse(f"{key.replace('_', ' ')} FY2023 = 123,456,789"))
        assert answer.verdict == CONTRADICTED, (key, answer.reason)
        accepted(answer)
        assert answer.point is not None
        true = filing.answer(parse(f"{key.replace('_', ' ')} FY2023 = {answer.point}"))
        assert true.verdict in (SUPPORTED, WITHIN), key
        assert metric["shown"] in ("percent", "number", "money")


def test_names_are_unique_and_metrics_use_known_items() -> None:
    spoken = [
        n
        for part in ("items", "metrics")
        for k, e in definitions()[part].items()
        for n in (k.replace("_", " "), *e.get("aliases", ()))
    ]
    assert len(spoken) == len(set(spoken)) == len(names())
    for metric in definitions()["metrics"].values():
        for key in ("numerator", "denominator"):
            assert all(name.partition("@")[0] in definitions()["items"] for name in metric.get(key, {}))


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("revenue FY2023 = 43.3%", "433/1000", "1/1000"),
        ("revenue FY2023 = $97.0 bn", "97000000000", "100000000"),
        ("revenue FY2023 = (2.8)%", "-7/250", "1/1000"),
        ("revenue FY2023 = ($1,234)", "-1234", "1"),
        ("revenue FY2023 = -$1.5 million", "-1500000", "100000"),
        ("revenue FY2023 = −3", "-3", "1"),
        ("the revenue of FY2023 was 12", "12", "1"),
        ("FY2023 revenue: 12.50", "25/2", "1/100"),
        ("revenue FY2023 declined by 3 million", "-3000000", "1000000"),
    ],
)
def test_figures_as_people_write_them(text: str, value: str, unit: str) -> None:
    asked = parse(text)
    assert (asked.subject, str(asked.stated.value), str(asked.stated.unit)) == ("revenue", value, unit)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "revenue FY2023",
        "revenue = 5",
        "FY2023 = 5",
        "revenue FY2023 = five",
        "revenue FY2023 = 1,23",
        "revenue FY2023 = 5 zillion",
        "revenue FY2023 = (5",
        "revenue FY2023 = 1.234,5",
        "revenue FY2023 = 1e9",
        "revenue FY2023 = ٥",
    ],
)
def test_what_is_no_claim_is_said_so(text: str) -> None:
    with pytest.raises(Malformed):
        parse(text)


@pytest.mark.parametrize(
    ("text", "mode", "years", "period"),
    [
        ("revenue growth FY2023 = 1%", GROWTH, 1, "FY2023"),
        ("3-year revenue CAGR FY2023 = 1%", CAGR, 3, "FY2023"),
        ("revenue CAGR 3 years fiscal year 2023 = 1%", CAGR, 3, "FY2023"),
        ("change in revenue Q3 FY2023 = 1", CHANGE, 1, "Q3 2023"),
        ("revenue H1 2023 = 1", LEVEL, 1, "6M 2023"),
        ("revenue 9M 2023 = 1", LEVEL, 1, "9M 2023"),
        ("revenue 2022-10-01/2023-09-30 = 1", LEVEL, 1, "2022-10-01/2023-09-30"),
    ],
)
def test_forms(text: str, mode: str, years: int, period: str) -> None:
    asked = parse(text)
    assert (asked.subject, asked.mode, asked.years, str(asked.period)) == ("revenue", mode, years, period)


amounts = st.tuples(st.integers(-40, 60), st.sampled_from(["", ":0", ":-1", ":1"]))


def _words(amount: tuple[int, str]) -> str:
    number, accuracy = amount
    return f"n {number * 10 if accuracy == ':-1' else number}{accuracy}"


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from(["value", "difference", "growth", "sum", "ratio", "cagr"]),
    st.lists(amounts, min_size=2, max_size=2),
    st.fractions(-3, 3, max_denominator=8),
    st.fractions(0, 2, max_denominator=4),
    st.tuples(st.booleans(), st.booleans()),
    st.sampled_from(["c11r", "c11t", "point"]),
)
def test_random_claims_agree_with_z3(
    measure: str, given_amounts: list[Any], low: Fraction, width: Fraction, closed: tuple[bool, bool], mode: str
) -> None:
    """Every verdict of the box equals z3's; every certificate is accepted; what the kernel refuses is refused as
    abstain.
    """
    operands = [_words(amount) for amount in given_amounts][: 1 if measure == "value" else 2]
    operands[1:] = [operand.replace("n ", "e ", 1) for operand in operands[1:]]
    more: dict[str, Any] = {
        "sum": {"weights": ["1", "-2"]},
        "ratio": {"numerator": ["1", "1/2"], "denominator": ["0", "1"]},
    }.get(measure, {})
    more |= {"years": 2} if measure == "cagr" else {}
    statement = claim(
        "supported",
        measure,
        str(low),
        str(low + width),
        *operands,
        mode=mode,
        low_closed=closed[0],
        high_closed=closed[1],
        **more,
    )
    asked = Claim(CLAIM, statement)
    found = figures.prove(asked, Limits(), no_progress)
    try:
        xbrl_claim.CLAIM.parse(statement, "")
    except kernel.Reject:
        assert isinstance(found, NotFound)
        return
    expected = by_z3(statement)
    if isinstance(found, Found):
        kernel.check(found.claim.data, [found.certificate])
        assert expected == found.claim.statement["asserts"]
    else:
        assert expected == WITHIN


def test_a_denominator_that_may_vanish_abstains(tmp_path: Path) -> None:
    mini = Mini(
        (F("us-gaap:NetIncomeLoss", "5", context="y23"), F("us-gaap:Revenues", "0", context="y23")),
        (),
        contexts=YEARS,
        texts=DEI,
    )
    answer = Figures(load(mini.write(tmp_path)), "c11r").answer(parse("net margin FY2023 = 5%"))
    assert answer.verdict == ABSTAIN and "denominator-not-positive" in (answer.reason or "")


def test_a_contradictory_filing_supports_nothing(tmp_path: Path) -> None:
    mini = Mini(
        (F("us-gaap:Revenues", "5", context="y23"), F("us-gaap:Revenues", "9", context="y23")),
        (),
        contexts=YEARS,
        texts=DEI,
    )
    filing: Filing = load(mini.write(tmp_path))
    for text in ("revenue FY2023 = 5", "revenue FY2023 = 9", "revenue FY2023 = 1000"):
        answer = Figures(filing, "c11r").answer(parse(text))
        assert answer.verdict == ABSTAIN and "contradictory-duplicates" in (answer.reason or "")


def test_facts_of_the_table_helper() -> None:
    assert facts("5:0")[0]["value"] == "5"
