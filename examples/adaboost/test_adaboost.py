"""The examples: every pair is accepted, every known attack refused, and the stump matrices come from the data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from certify import engine
from certify.attacks import adaboost as attacks
from certify.inputs.signs import read_matrix
from examples.adaboost.make import matrices

HERE = Path(__file__).parent
NAMES = sorted(path.name.removesuffix(".claim.json") for path in HERE.glob("*.claim.json"))


@pytest.mark.parametrize("name", NAMES)
def test_pair(name: str) -> None:
    claim, certificate = (HERE / f"{name}.{what}.json" for what in ("claim", "cert"))
    verdict = engine.assert_proved(claim, certificate)
    assert verdict.explain()
    failures = [attack.failure() for attack in attacks.attacks(claim.read_bytes(), certificate.read_bytes())]
    assert not any(failures)
    assert failures


@pytest.mark.parametrize("name", ["iris", "breast_cancer"])
def test_stumps_come_from_the_data(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sklearn", reason="the data sets are bundled with scikit-learn")
    table = read_matrix(matrices(tmp_path)[name])
    assert table.notes[0] in capsys.readouterr().out
    for what in ("prefix", "margin"):
        claim = json.loads((HERE / f"{name}-stumps-{what}.claim.json").read_text())
        assert claim["statement"]["matrix"] == table.rows
        assert claim["source"]["note"] == table.notes[0]
