"""`certify sidon`: every answer, every exit code, negative numbers, files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from certify import engine
from certify.cli import run
from certify.contract import Claim, certificate
from certify.schema import schema
from exact import sidon as search
from tests.tables.sidon import CASES

Output = pytest.CaptureFixture[str]


def said(line: str, capsys: Output) -> tuple[int, str]:
    """Exit code and standard output of `certify sidon LINE`."""
    code = run(["sidon", *line.split()])
    return code, capsys.readouterr().out


def answered(line: str, capsys: Output) -> dict[str, Any]:
    """The one JSON line."""
    code, out = said(f"{line} --json", capsys)
    assert out.count("\n") == 1
    verdict: dict[str, Any] = json.loads(out)
    assert verdict["exit"] == code
    return verdict


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("1 2 4 8 13", 0, "{1, 2, 4, 8, 13} EXTENDS TO NO perfect difference set\n"),
        ("-8 -6 0 1 4", 0, "{-8, -6, 0, 1, 4} EXTENDS TO NO perfect difference set\n"),
        ("4 -6 1 -8 0", 0, "{-8, -6, 0, 1, 4} EXTENDS TO NO perfect difference set\n"),
        ("-- -8 -6 0 1 4", 0, "EXTENDS TO NO perfect difference set\n"),
        ("1 2 4 8 --modulus 73", 0, "EXTENDS to a perfect difference set mod 73 (order 8)\n"),
        ("1 2 4 8", 0, "the smallest modulus is 73 (order 8)\n"),
        ("1 2 4 8 --modulus 57", 0, "EXTENDS TO NO perfect difference set mod 57 (order 7)\n"),
        ("--modulus 13 1 2 4 8", 0, "EXTENDS TO NO perfect difference set mod 13 (order 3)\n"),
        ("0 1 3 11 --modulus=273", 0, "EXTENDS TO NO perfect difference set of even order\n"),
        ("0 1 3 11", 1, "undecided: no even order; no modulus up to 133 (order 11)\n"),
        ("1 2 3 5", 7, "{1, 2, 3, 5} is not a Sidon set: 1+5 = 3+3\n"),
        ("-3 -2 -1", 7, "is not a Sidon set: (-3)+(-1) = (-2)+(-2)\n"),
        ("0 1 3 11 --seconds 0", 6, "time ran out"),
    ],
)
def test_answers(line: str, code: int, words: str, capsys: Output) -> None:
    found, out = said(line, capsys)
    assert found == code
    assert words in out


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1 2 4 8 13", {"extends": False}),
        ("1 2 4 8 --modulus 73", {"extends": True, "modulus": 73, "order": 8}),
        ("1 2 4 8", {"extends": True, "modulus": 73, "smallest": True}),
        ("1 2 4 8 --modulus 57", {"extends": False, "modulus": 57}),
        ("0 1 3 11 --modulus 273", {"extends": False, "modulus": 273, "order": 16}),
        ("0 1 3 11", {"extends": None, "even_orders": False, "open": ["odd orders above 11"]}),
        ("1 2 3 5", {"extends": False, "sidon": False, "sums": [1, 5, 3, 3]}),
    ],
)
def test_answers_as_json(line: str, expected: dict[str, Any], capsys: Output) -> None:
    answer = answered(line, capsys)["answer"]
    assert {key: answer[key] for key in expected} == expected


def test_the_theorem_is_named_where_it_is_used(capsys: Output) -> None:
    assert "theorem:pds-doubling" in answered("1 2 4 8 13", capsys)["rests_on"]
    assert "theorem:pds-doubling" not in answered("1 2 4 8", capsys)["rests_on"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("1 2 4 8 --modulos 73", "No such option: --modulos"),
        ("1 2 4 -x", "No such option: -x"),
        ("1 2 4 -8x", "No such option: -8"),
        ("1 2 4 8.5", "'8.5' is not an integer"),
        ("1 2 4 1_000", "'1_000' is not an integer"),
        ("1 2 4 +8", "'+8' is not an integer"),
        ("1 2 4 08", "'08' is not an integer"),
        ("1 2 4 -0", "'-0' is not an integer"),
        ("1 2 4 ٨", "is not an integer"),
        ("1 2 4 2", "2 stands twice"),
        ("1 2 4 9007199254740992", "too large"),
        ("1 2 4 123456789012345678901234567890", "too large"),
        ("1", "1 elements; give 2 to 512"),
        ("1 2 4 8 --modulus 74", "moduli are q^2+q+1, next to it 73 and 91"),
        ("1 2 4 8 --modulus 2", "next to it 1 and 3"),
        ("1 2 4 8 --modulus 0", "modulus 0 is not between 1 and 262657"),
        ("1 2 4 8 --modulus -7", "modulus -7 is not between"),
        ("1 2 4 8 --modulus 263683", "is not between"),
        ("1 2 4 8 --modulus x", "Invalid value for '--modulus'"),
        ("1 2 4 8 --up-to-order 65", "Invalid value for '--up-to-order'"),
        ("", "Missing argument"),
    ],
)
def test_usage(line: str, words: str, capsys: Output) -> None:
    code = run(["sidon", *line.split()])
    captured = capsys.readouterr()
    assert (code, captured.out) == (2, "")
    assert words in " ".join(captured.err.split())


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_files_for_a_proof(tmp_path: Path, capsys: Output) -> None:
    code, out = said(f"1 2 4 8 13 -o {tmp_path}", capsys)
    assert code == 0
    assert files_in(tmp_path) == ["sidon_1_2_4_8_13.cert.json", "sidon_1_2_4_8_13.claim.json"]
    assert "sidon_1_2_4_8_13.cert.json" in out
    assert run(["check", "--all", str(tmp_path)]) == 0
    verdict = answered(f"1 2 4 8 13 -o {tmp_path} --force", capsys) if capsys.readouterr() else {}
    assert verdict["certificate"].endswith("sidon_1_2_4_8_13.cert.json")


def test_files_for_partial_answers(tmp_path: Path, capsys: Output) -> None:
    code, _ = said(f"0 1 3 11 --up-to-order 7 -o {tmp_path}", capsys)
    assert code == 1
    assert "sidon_0_1_3_11_no_even_order.claim.json" in files_in(tmp_path)
    assert "sidon_0_1_3_11_mod_57.cert.json" in files_in(tmp_path)
    assert "sidon_0_1_3_11.claim.json" not in files_in(tmp_path)
    assert run(["check", "--all", str(tmp_path)]) == 0


def test_files_for_a_refutation(tmp_path: Path, capsys: Output) -> None:
    code, _ = said(f"-3 -2 -1 -o {tmp_path}", capsys)
    assert code == 7
    assert files_in(tmp_path) == ["sidon_m3_m2_m1.claim.json", "sidon_m3_m2_m1.refutation.json"]
    assert run(["check", "--all", str(tmp_path)]) == 7


def test_long_names_are_cut_and_stay_apart(tmp_path: Path, capsys: Output) -> None:
    for last in ("1000000000000", "1000000000001"):
        elements = " ".join(str(10**12 - 4**i) for i in range(9)) + f" {last}"
        assert said(f"{elements} --modulus 1 -o {tmp_path}", capsys)[0] == 0
    names = files_in(tmp_path)
    assert len(names) == 4
    assert all(len(name) < 130 for name in names)


def test_nothing_is_overwritten_without_force(tmp_path: Path, capsys: Output) -> None:
    assert run(["sidon", "1", "2", "4", "-o", str(tmp_path)]) == 0
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert run(["sidon", "1", "2", "4", "-o", str(tmp_path)]) == 2
    assert "--force overwrites it" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert run(["sidon", "1", "2", "4", "-o", str(tmp_path), "--force"]) == 0


def test_interrupted_leaves_no_file(tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(search, "decide", interrupted)
    assert run(["sidon", "1", "2", "4", "8", "-o", str(tmp_path / "out")]) == 130
    assert not (tmp_path / "out").exists()
    assert "interrupted" in capsys.readouterr().err


def test_nothing_about_progress_when_piped(capsys: Output) -> None:
    assert run(["sidon", "0", "1", "3", "11", "--up-to-order", "6"]) == 1
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "line",
    [
        "1 2 4 8 13",
        "1 2 4 8",
        "1 2 4 8 --modulus 73",
        "1 2 4 8 --modulus 13",
        "1 2 4 8 --modulus 21",
        "0 1 3 11 --modulus 273",
        "0 1 3 11 --modulus 183 --seconds 0",
        "0 1 3 11 --up-to-order 4 --seconds 1",
        "1 2 3 5",
    ],
)
def test_json_lines_are_of_the_schema(line: str, capsys: Output) -> None:
    verdict = answered(line, capsys)
    jsonschema.validate(verdict, schema("verdict", verdict["kind"]))


def test_answers_of_every_kind_are_of_the_schema() -> None:
    for case in CASES:
        if case.expected is None:
            claim = Claim(case.kind, case.statement)
            for asked in (claim, claim.negation()):
                if asked is not None:
                    verdict = engine.check(asked, certificate(claim, case.evidence))
                    assert verdict.verdict in ("proved", "refuted")
                    jsonschema.validate(verdict.json(), schema("verdict", asked.kind))
