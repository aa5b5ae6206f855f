"""400 steps of a genuine character model, 12 rules, 4 drafters: nothing certified is rejected."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from certify import engine
from certify.cli import run

pytest.importorskip("numpy", reason="numpy is not installed")

HERE = Path(__file__).parent
DRAFTERS = ("int8", "int4", "int3", "ctx6")
RULES = (
    "strict:tie=lowest",
    "strict:tie=any",
    "additive:delta=0.1",
    "additive:delta=0.3",
    "multiplicative:alpha=0.1",
    "top:m=3",
    "absolute:tau=0.1",
    "entropy:epsilon=0.09,delta=0.3,guard=0.00001,accept=gt",
    "trtllm:k=10,delta=0.6",
    "tree:m=2,tie=lowest",
    "tree:m=4,tie=lowest",
    "tree:m=8,tie=lowest",
)
STEPS = 400


@pytest.mark.parametrize("drafter", DRAFTERS)
def test_nothing_certified_is_rejected(drafter: str, tmp_path: Path) -> None:
    options = [option for rule in RULES for option in ("--rule", rule)]
    code = run(["kl", "scan", str(HERE / f"{drafter}.npz"), "--temperature", "1", *options, "-o", str(tmp_path)])
    assert code == 0
    with (tmp_path / "summary.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(RULES)
    for row in rows:
        assert int(row["steps"]) == STEPS
        assert int(row["certified_but_rejected"]) == 0
        assert int(row["undecided"]) == 0
        assert int(row["certified"]) <= int(row["accepted"])


def test_the_certificates_here_are_accepted() -> None:
    assert run(["check", "--all", str(HERE)]) == 0


def test_the_claims_here_are_proved_again() -> None:
    for path in sorted(HERE.glob("*.claim.json")):
        assert engine.prove(engine.load(path)).verdict == "proved"
