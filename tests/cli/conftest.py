"""A folder with claims and certificates, and the command line run in this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from certify import cli
from certify.contract import Claim, certificate


@dataclass(frozen=True)
class Outcome:
    """What one command did."""

    exit: int
    out: str
    err: str


Run = Callable[..., Outcome]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("check", "a.claim.json", …)` in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def command(*arguments: object) -> Outcome:
        capsys.readouterr()
        code = cli.run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Outcome(code, out, err)

    return command


def system(bound: str = "-2") -> dict[str, Any]:
    """x <= 1 and -x <= bound."""
    one = {"coefficients": ["1"], "relation": "<=", "bound": "1"}
    return {"variables": ["x"], "rows": [one, {"coefficients": ["-1"], "relation": "<=", "bound": bound}]}


INFEASIBLE = Claim("linear/infeasible", system())
FALSE = Claim("linear/infeasible", system("-1"))  # x = 1 satisfies the rows
FEASIBLE = Claim("linear/feasible", system("-1"))
PROOF = certificate(INFEASIBLE, {"multipliers": ["1", "1"]})
REFUTATION = certificate(FEASIBLE, {"point": ["1"]})


@pytest.fixture
def pair(tmp_path: Path) -> Path:
    """a.claim.json with its certificate, and false.claim.json with its refutation."""
    (tmp_path / "a.claim.json").write_bytes(INFEASIBLE.data)
    (tmp_path / "a.cert.json").write_bytes(PROOF)
    (tmp_path / "false.claim.json").write_bytes(FALSE.data)
    (tmp_path / "false.refutation.json").write_bytes(REFUTATION)
    return tmp_path
