"""Many certificates: every result once, crashes as bugs, resumption, Dask."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from certify import batch
from certify.batch import Ledger, check_many
from certify.cli import run
from certify.contract import Claim, certificate
from certify.folder import Survey
from certify.verdict import Verdict
from tests.batch.workers import dies_on_poison


def write(folder: Path, name: str, bound: int, good: bool = True) -> None:
    """x <= bound and x >= bound + 1 are not both true."""
    rows = [
        {"coefficients": ["1"], "relation": "<=", "bound": str(bound)},
        {"coefficients": ["-1"], "relation": "<=", "bound": str(-bound - 1)},
    ]
    claim = Claim("linear/infeasible", {"variables": ["x"], "rows": rows})
    (folder / f"{name}.claim.json").write_bytes(claim.data)
    evidence = {"multipliers": ["1", "1" if good else "2"]}
    (folder / f"{name}.cert.json").write_bytes(certificate(claim, evidence))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "claims"
    made.mkdir()
    for number in range(150):
        write(made, f"c{number:03}", number, good=number != 77)
    return made


def words(verdicts: list[Verdict]) -> dict[str, str]:
    return {Path(str(verdict.file)).name: verdict.verdict.value for verdict in verdicts}


@pytest.mark.parametrize("workers", [1, 2])
def test_every_pair_once_and_the_bad_one_refused(folder: Path, workers: int) -> None:
    verdicts = list(check_many(folder, workers=workers))
    assert len(verdicts) == 150
    found = words(verdicts)
    assert found.pop("c077.claim.json") == "refused"
    assert set(found.values()) == {"proved"}


def test_a_dead_worker_is_a_bug_and_loses_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, "poison", 1000)
    monkeypatch.setattr(batch, "PACKET", 20)
    packets = batch._packets(Survey(folder, [], []).by_name())
    verdicts = [verdict for _, verdict in batch._over_processes(2, dies_on_poison)(packets)]
    found = {Path(str(verdict.file)).name: verdict for verdict in verdicts}
    assert len(verdicts) == len(found) == 151
    assert found["poison.claim.json"].exit == 70
    assert "bug" in str(found["poison.claim.json"].reason)
    assert [name for name, verdict in found.items() if verdict.exit == 70] == ["poison.claim.json"]


def test_resumes_where_it_stopped_and_forgets_what_changed(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    arguments = ["check", "--all", str(folder), "--results", str(path)]
    assert run(arguments) == 1
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) == 150
    path.write_bytes(b"".join(lines[:60]) + lines[60][:40])
    assert run(arguments) == 1
    assert sorted(path.read_bytes().splitlines()) == sorted(line.rstrip(b"\n") for line in lines)
    assert run(arguments) == 1
    assert len(path.read_bytes().splitlines()) == 150
    write(folder, "c077", 77)
    assert run(arguments) == 0


def test_results_of_another_kernel_are_not_taken_over(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    run(["check", "--all", str(folder), "--results", str(path)])
    path.write_text(path.read_text().replace('"kernel": "kernel:', '"kernel": "kernel:0'))
    assert Ledger.open(path).known == {}


def test_certificates_find_their_claims_by_address(folder: Path) -> None:
    elsewhere = folder.parent / "all" / "certificates"
    elsewhere.mkdir(parents=True)
    (folder / "c000.cert.json").rename(elsewhere / "another-name.cert.json")
    one, two = (folder / f"c00{number}.cert.json" for number in (1, 2))
    swapped = one.read_bytes(), two.read_bytes()
    two.write_bytes(swapped[0])
    one.write_bytes(swapped[1])
    (folder / "c003.cert.json").unlink()
    (folder / "c004.claim.json").unlink()
    folder.rename(folder.parent / "all" / "claims")
    found = {**dict.fromkeys(("proved", "refused", "undecided", "wrong-claim"), 0)}
    for verdict in check_many(folder.parent / "all"):
        found[verdict.verdict.value] += 1
    assert found == {"proved": 147, "refused": 1, "undecided": 1, "wrong-claim": 1}


def test_json_lines(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--all", str(folder), "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == 150
    assert {line["schema"] for line in lines} == {"certify-verdict/1"}
    assert [line["reject"]["code"] for line in lines if line["reject"]] == ["wrong-combination"]


def test_nothing_to_check(tmp_path: Path) -> None:
    assert run(["check", "--all", str(tmp_path)]) == 8


@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_gives_the_same_verdicts(folder: Path) -> None:
    distributed: Any = pytest.importorskip("distributed", reason="no distributed in this environment")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        verdicts = list(check_many(folder, dask=cluster.scheduler_address))
    assert words(verdicts) == words(list(check_many(folder)))
