"""What the verbs do beyond exit codes: records, sources, streams, words, and nothing half-written."""

from __future__ import annotations

import hashlib
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import certify
from certify import files, kinds
from certify.cli import output
from certify.contract import Claim, attestation, certificate
from certify.schema import schema
from certify.verdict import kernel_hash
from tests.cli.conftest import FALSE, FEASIBLE, INFEASIBLE, PROOF, REFUTATION, Run, system

CSV = b"1,1\n-1,-2\n"
SOURCE = {"reader": "rows/1", "files": [{"path": "rows.csv", "sha256": hashlib.sha256(CSV).hexdigest()}]}
READ = Claim(INFEASIBLE.kind, INFEASIBLE.statement, SOURCE)


def reread(paths: list[Path], claim: Claim) -> Claim:
    """The reader of the tests: two columns, coefficient and bound."""
    lines = [line.split(",") for line in paths[0].read_text().split()]
    rows = [{"coefficients": [a], "relation": "<=", "bound": b} for a, b in lines]
    return Claim(claim.kind, {"variables": ["x"], "rows": rows}, claim.source)


@pytest.fixture
def read(pair: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A claim that was read from a file."""
    monkeypatch.setitem(kinds.READERS, "rows", "tests.cli.test_verbs:reread")
    (pair / "rows.csv").write_bytes(CSV)
    (pair / "read.claim.json").write_bytes(READ.data)
    (pair / "read.cert.json").write_bytes(certificate(READ, {"multipliers": ["1", "1"]}))
    return pair


def test_a_reading_is_named_as_not_checked(run: Run, read: Path) -> None:
    done = run("check", "read.claim.json", "read.cert.json")
    assert done.exit == 0
    assert "reading of rows.csv by rows/1: not kernel-checked" in done.out
    assert "reading of rows.csv by rows/1: not kernel-checked" in run("claim", "read.claim.json").out


def test_a_source_is_read_again(run: Run, read: Path) -> None:
    done = run("check", "read.claim.json", "read.cert.json", "--source", "rows.csv")
    assert done.exit == 0
    assert "reading repeated: rows.csv" in done.out
    assert "not kernel-checked" not in done.out


@pytest.mark.parametrize("change", ["file", "claim", "reader", "none"])
def test_another_source_is_a_wrong_claim(run: Run, read: Path, change: str) -> None:
    claim = READ
    if change == "file":
        (read / "rows.csv").write_bytes(CSV + b"1,5\n")
    if change == "claim":
        claim = Claim(READ.kind, system("-3"), SOURCE)
    if change == "reader":
        claim = Claim(READ.kind, READ.statement, {**SOURCE, "reader": "columns/1"})
    if change == "none":
        claim = INFEASIBLE
    (read / "read.claim.json").write_bytes(claim.data)
    (read / "read.cert.json").write_bytes(certificate(claim, {"multipliers": ["1", "1"]}))
    done = run("check", "read.claim.json", "read.cert.json", "--source", "rows.csv")
    assert done.exit == 4
    code = {"file": "source-hash", "claim": "source-mismatch", "reader": "unknown-reader", "none": "no-source"}[change]
    assert code in done.out


def test_a_record_is_the_verdict(run: Run, pair: Path) -> None:
    done = run("check", "a.claim.json", "a.cert.json", "--record", "a.record.json", "--json")
    assert done.exit == 0
    assert json.loads((pair / "a.record.json").read_text()) == json.loads(done.out)
    assert json.loads(done.out)["rests_on"] == [f"kernel:{kernel_hash()}"]
    assert run("check", "a.claim.json", "a.cert.json", "--record", "a.record.json").exit == 2
    assert run("check", "a.claim.json", "a.cert.json", "--record", "a.record.json", "--force").exit == 0
    assert run("prove", "false.claim.json", "--record", "false.record.json").exit == 7
    assert json.loads((pair / "false.record.json").read_text())["verdict"] == "refuted"


def test_certificates_are_named_after_what_they_prove(run: Run, pair: Path) -> None:
    (pair / "out").mkdir()
    assert run("prove", "a.claim.json", "-o", "out").exit == 0
    assert run("prove", "false.claim.json", "-o", "out").exit == 7
    assert sorted(path.name for path in (pair / "out").iterdir()) == ["a.cert.json", "false.refutation.json"]


def test_explain(run: Run, pair: Path) -> None:
    done = run("explain", "a.claim.json", "a.cert.json")
    assert done.exit == 0
    assert "No rational x satisfy all of" in done.out
    assert "PROVED\nAdding\n  1 times  x <= 1" in done.out
    done = run("explain", "false.claim.json", "false.refutation.json")
    assert done.exit == 7
    assert "REFUTED, because its negation is proved\nThe point x = 1 satisfies every row." in done.out
    assert run("explain", "false.claim.json", "a.cert.json").exit == 4


def test_a_huge_certificate_is_explained_in_few_lines(run: Run, pair: Path) -> None:
    one, two = INFEASIBLE.statement["rows"]
    claim = Claim("linear/infeasible", {"variables": ["x"], "rows": [one, two] * 5000})
    (pair / "big.claim.json").write_bytes(claim.data)
    (pair / "big.cert.json").write_bytes(certificate(claim, {"multipliers": ["1"] * 10_000}))
    done = run("explain", "big.claim.json", "big.cert.json")
    assert done.exit == 0
    assert len(done.out.splitlines()) < 1000
    assert "lines left out" in done.out


def test_verdicts_are_valid_json_of_the_schema(run: Run, pair: Path) -> None:
    import jsonschema

    done = run("check", "--all", ".", "--json")
    for line in done.out.splitlines():
        jsonschema.validate(json.loads(line), schema("verdict", json.loads(line)["kind"]))


def test_the_verbs_about_the_kernel(run: Run, pair: Path) -> None:
    assert kernel_hash() in run("trust").out
    assert (
        "certify/kernel" in run("trust", "linear/infeasible").out
        or "kernel/linear.py" in run("trust", "linear/feasible").out
    )
    assert "linear/infeasible" in run("kinds").out
    for what in ("claim", "cert", "verdict"):
        assert json.loads(run("schema", what, "linear/implies").out)["$schema"].startswith("https://json-schema.org")
    assert run("doctor").exit in (0, 1)
    assert run("--help").exit == 0


HOSTILE = "\x1b[2J\x1b]0;owned\x07\u202e"


def test_control_characters_never_reach_the_terminal(run: Run, pair: Path) -> None:
    source = {"reader": HOSTILE, "files": [{"path": HOSTILE, "sha256": "0" * 64}]}
    claim = Claim(INFEASIBLE.kind, INFEASIBLE.statement, source)
    (pair / "h.claim.json").write_bytes(claim.data)
    (pair / "h.cert.json").write_bytes(certificate(claim, {"multipliers": ["1", "1"]}))
    (pair / "word.cert.json").write_bytes(attestation(claim, HOSTILE, HOSTILE))
    key = json.dumps({**claim.value, HOSTILE: 1}).encode()
    (pair / "key.claim.json").write_bytes(key)
    (pair / f"{HOSTILE}.claim.json").write_bytes(INFEASIBLE.data)
    commands = [
        ("check", "h.claim.json", "h.cert.json"),
        ("check", "h.claim.json", "word.cert.json"),
        ("check", "key.claim.json", "h.cert.json"),
        ("check", "--all", "."),
        ("claim", "h.claim.json"),
        ("claim", "key.claim.json"),
        ("explain", "h.claim.json", "h.cert.json"),
        ("prove", "key.claim.json"),
        ("export", "key.claim.json"),
        ("check", "h.claim.json", "h.cert.json", "--json"),
    ]
    for command in commands:
        done = run(*command)
        for character in ("\x1b", "\x07", "\u202e"):
            assert character not in done.out + done.err, command


def test_progress_is_shown_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for stream, shown in ((io.StringIO(), False), (Terminal(), True)):
        monkeypatch.setattr(sys, "stderr", stream)
        monkeypatch.setenv("TERM", "xterm")
        with output.progress() as told:
            for step in range(3):
                told(step, 3, "searching")
                time.sleep(0.15)
        assert bool(stream.getvalue()) == shown


def test_an_interrupted_write_leaves_nothing(tmp_path: Path) -> None:
    def parts() -> Any:
        yield b"half"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        files.write(tmp_path / "a.cert.json", parts())
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "a.cert.json").write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        files.write(tmp_path / "a.cert.json", parts(), force=True)
    assert (tmp_path / "a.cert.json").read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 1


def test_ctrl_c_during_a_search_leaves_nothing_and_says_so(pair: Path) -> None:
    code = (
        "import sys, time; from certify import cli\n"
        "import exact.linear as producer\n"
        "def slow(*_):\n    print('searching', flush=True); time.sleep(60)\n"
        "producer.prove = slow; sys.exit(cli.run(['prove', 'a.claim.json', '-o', 'new.cert.json']))"
    )
    before = sorted(path.name for path in pair.iterdir())
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=pair, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as search:
        assert search.stdout is not None
        assert search.stdout.readline() == "searching\n"
        search.send_signal(signal.SIGINT)
        _, errors = search.communicate(timeout=30)
    assert search.returncode == 130
    assert errors == "interrupted; nothing half-written was left\n"
    assert sorted(path.name for path in pair.iterdir()) == before


def test_a_closed_pipe_is_not_a_proof(pair: Path) -> None:
    command = [sys.executable, "-c", "import sys; from certify import cli; sys.exit(cli.run(sys.argv[1:]))"]
    reading, writing = os.pipe()
    os.close(reading)
    arguments = ["check", "a.claim.json", "a.cert.json", "--json"]
    run = subprocess.run([*command, *arguments], cwd=pair, stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert run.returncode == 1
    assert run.stderr == ""


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_unreadable_files_are_named(run: Run, pair: Path) -> None:
    (pair / "a.cert.json").chmod(0)
    done = run("check", "a.claim.json", "a.cert.json")
    assert done.exit == 2
    assert "a.cert.json: Permission denied" in done.err


def test_a_folder_with_strange_entries_is_checked(run: Run, pair: Path) -> None:
    (pair / "folder.claim.json").mkdir()
    (pair / "folder.cert.json").mkdir()
    (pair / "dangling.cert.json").symlink_to("nowhere")
    (pair / os.fsdecode(b"\xff.claim.json")).write_bytes(b"{}")
    done = run("check", "--all", ".")
    assert done.exit == 3
    assert "proved      " in done.out
    assert "bug" not in done.out + done.err


def test_paths_in_python(pair: Path) -> None:
    assert certify.check(pair / "a.claim.json", pair / "a.cert.json").verdict == "proved"
    assert certify.check(INFEASIBLE, PROOF).verdict == "proved"
    assert certify.check(FALSE, REFUTATION).verdict == "refuted"
    assert certify.prove(pair / "a.claim.json").certificate == PROOF
    assert certify.load(pair / "a.claim.json") == INFEASIBLE
    with pytest.raises(certify.Malformed, match=r"bad.claim.json: /: bad-json"):
        (pair / "bad.claim.json").write_bytes(b"")
        certify.load(pair / "bad.claim.json")
    with pytest.raises(FileNotFoundError):
        certify.check(pair / "none.claim.json", PROOF)


def test_claims_from_python_data() -> None:
    from fractions import Fraction

    rows = [{"coefficients": [Fraction(1, 3)], "relation": "<=", "bound": Fraction(-1, 2)}]
    made = certify.claim("linear/feasible", variables=["x"], rows=rows)
    assert made.statement["rows"][0]["bound"] == "-1/2"
    for bad in (0.5, float("nan"), 1, True):
        with pytest.raises(certify.Malformed):
            certify.claim("linear/feasible", variables=["x"], rows=[{**rows[0], "bound": bad}])
    with pytest.raises(TypeError, match="not exact data"):
        certify.claim("linear/feasible", variables=["x"], rows=[{**rows[0], "bound": 1j}])
    assert FEASIBLE.negation() == Claim("linear/infeasible", FEASIBLE.statement)


def test_a_verdict_has_no_truth_value() -> None:
    with pytest.raises(TypeError, match="no truth value"):
        bool(certify.check(INFEASIBLE, PROOF))


@pytest.mark.parametrize("option", ["--to", "--flavour"])
def test_an_unknown_export_is_a_usage_error(run: Run, pair: Path, option: str) -> None:
    outcome = run("export", "a.claim.json", option, "coq")
    assert (outcome.exit, outcome.out) == (2, "")
    assert "'coq'; " in outcome.err


@pytest.mark.parametrize(
    ("verb", "name", "text", "exit_code", "message"),
    [
        ("smt", "q.smt2", "(declare-const x Int)(assert (forall ((y Int)) (> x y)))", 5, "q.smt2: /: quantifier"),
        ("smt", "z.smt2", "; one\n(set-info :x y)\n  (assert (> z 3))", 3, "line 3 column 13: unknown constant z"),
        ("sat", "s.cnf", "(declare-const x Int)", 3, "expected 'p cnf N M' before the clauses"),
        ("sat", "e.cnf", "", 3, "found no line 'p cnf N M'"),
    ],
)
def test_formulas_that_cannot_be_read(
    run: Run, tmp_path: Path, verb: str, name: str, text: str, exit_code: int, message: str
) -> None:
    (tmp_path / name).write_text(text)
    outcome = run(verb, name)
    assert outcome.exit == exit_code
    assert message in outcome.err


def test_an_infeasible_system_is_explained_by_what_its_rows_add_up_to(run: Run, pair: Path) -> None:
    assert "gives 0 <= -1, which is false." in run("explain", "a.claim.json", "a.cert.json").out
