"""The exit examples are proved, and the attested and exact scripts give what the README says."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import flint
import pytest

from certify.engine import assert_proved
from examples.exit import analytic, limits

HERE = Path(__file__).parent
RUNS = HERE / "runs.csv"


@pytest.mark.parametrize("claim", sorted(HERE.glob("*.claim.json")), ids=lambda path: path.name.partition(".")[0])
def test_claim_is_proved(claim: Path) -> None:
    assert_proved(claim, claim.with_name(claim.name.replace(".claim.", ".cert.")))


def test_no_claim_is_missing() -> None:
    names = {path.name.partition(".")[0] for path in HERE.glob("*.claim.json")}
    assert names == {path.stem for path in HERE.glob("*.toml")} | {"iris"}


def test_analytic_pair() -> None:
    with flint.ctx.workprec(256):
        found = {name: analytic.exit_probability(parts) for name, parts in analytic.pools(100).items()}
        assert found == {"together": flint.fmpq(0), "apart": flint.fmpq(1, 2)}
        bound = analytic.gap_bound(100)
        assert bound < flint.arb("1.2e-18")
        assert analytic.largest_difference(100, 80) < bound


def test_persistent_sampling_against_its_limit() -> None:
    rate = Fraction(1, 2)
    for power in (1, 2, 3):
        h = Fraction(1, 2**power)
        exact = limits.persistent_mean(3, rate, h)
        assert exact == limits.formula(3, rate, h)
        # q R (R - h) / (1 - q h) - q R^2 = q R h (q R - 1) / (1 - q h)
        assert exact - limits.switching(3, rate) == rate * 3 * h * (rate * 3 - 1) / (1 - rate * h)


def test_independent_draws_average() -> None:
    found = [limits.variance(Fraction(1, 2**power), 1, Fraction(1, 2)) for power in (3, 5, 7)]
    assert found[0] > 3 * found[1] > 9 * found[2]


def test_the_table_of_runs() -> None:
    with RUNS.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 32
    for row in rows:
        wanted = "none in 3000" if row["float_tau"] == "none" else row["float_tau"]
        assert row["bracket"] == wanted
        assert row["verdict"] in ("proved", "attested: binary64 Lohner-QR")
        if row["verdict"] == "proved":
            assert row["tube"] == row["bracket"]
