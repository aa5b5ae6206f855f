"""The command line of AdaBoost: verdicts, files, exit codes, and one clear sentence for each bad input."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from certify.cli import run
from tests.tables.adaboost import FORTY_FIVE, THREE, TIED

GADGETS = [
    {"columns": [4 * i + j for j in range(4)], "word": [0, 2, 3, 0, 1], "columns_to": [0, 1, 3, 2]} for i in range(2)
]


def table(path: Path, rows: list[list[int]], header: str = "") -> Path:
    path.write_text(header + "\n".join(",".join(map(str, row)) for row in rows) + "\n")
    return path


def call(*words: object) -> int:
    return run(["adaboost", *map(str, words)])


def test_prefix_cycle_margin_are_written_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    matrix = table(tmp_path / "three.csv", THREE, "left,middle,right\n")
    out = tmp_path / "out"
    assert call("prefix", matrix, "--steps", 30, "-o", out) == 0
    assert call("cycle", matrix, "-o", out) == 0
    assert call("margin", matrix, "-o", out) == 0
    assert "repeats the picks 0 1 2 for ever" in capsys.readouterr().out
    assert run(["check", "--all", str(out)]) == 0
    assert call("cycle", matrix, "-o", out) == 2
    assert "--force overwrites it" in capsys.readouterr().err
    claim, certificate = (out / f"three-cycle.{what}.json" for what in ("claim", "cert"))
    assert run(["check", str(claim), str(certificate), "--source", str(matrix)]) == 0
    table(matrix, [row[::-1] for row in THREE], "left,middle,right\n")
    assert run(["check", str(claim), str(certificate), "--source", str(matrix)]) == 4


def test_ties_and_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    matrix = table(tmp_path / "three.csv", THREE)
    assert call("prefix", matrix, "--steps", 3, "--tie", "highest", "--json") == 0
    assert answer(capsys)["picks"] == [2, 1, 0]
    weights = tmp_path / "w.csv"
    weights.write_text("0.5\n1/4\n0.25\n")
    assert call("prefix", matrix, "--start", weights, "--steps", 1, "--json") == 0
    assert answer(capsys)["picks"] == [1]


def answer(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)["answer"]


def test_no_cycle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    matrix, gadgets = table(tmp_path / "m.csv", FORTY_FIVE), tmp_path / "gadgets.json"
    gadgets.write_text(json.dumps(GADGETS))
    assert call("no-cycle", matrix, "--gadgets", gadgets, "-o", tmp_path) == 0
    assert "0.402641713226376..., irrational" in capsys.readouterr().out
    assert run(["explain", str(tmp_path / "m-no-cycle.claim.json"), str(tmp_path / "m-no-cycle.cert.json")]) == 0
    assert "0.30739560746557" in capsys.readouterr().out


def test_undecided_with_a_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("cycle", table(tmp_path / "m.csv", TIED), "--steps", 240) == 1
    assert "limit tie: columns 1 and 2" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,0\n-1,1\n", "line 1, column 1 (columns count from 0): found '0', expected 1 or -1"),
        ("a,b\n1,-1\n-1\n", "line 3 has 1 entries, expected 2"),
        ("1,1\n1,-1\n", "right on every row, a perfect classifier of edge 1"),
        ("1,-1\n-1,-1\n", "wrong on every row"),
        ("", "the file has no rows"),
        ("a,b\n", "a header and no rows"),
    ],
)
def test_bad_matrices(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, message: str) -> None:
    path = tmp_path / "m.csv"
    path.write_text(text)
    assert call("prefix", path) == 3
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\n1\n", "found 2 weights, expected 3"),
        ("1\n0\n1\n", "weight 1: found 0, expected a weight above 0"),
        ("1\n-2\n1\n", "weight 1: found -2"),
        ("1\nhalf\n1\n", "weight 1: found 'half', expected a decimal or a fraction"),
    ],
)
def test_bad_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, message: str) -> None:
    matrix, weights = table(tmp_path / "m.csv", THREE), tmp_path / "w.csv"
    weights.write_text(text)
    assert call("prefix", matrix, "--start", weights) == 3
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "value", ["{", "[]", '[{"columns": [0]}, 1]', json.dumps([GADGETS[0], {**GADGETS[1], "columns_to": [0, 0, 1, 2]}])]
)
def test_bad_gadgets(tmp_path: Path, value: str) -> None:
    matrix, gadgets = table(tmp_path / "m.csv", FORTY_FIVE), tmp_path / "g.json"
    gadgets.write_text(value)
    assert call("no-cycle", matrix, "--gadgets", gadgets) == 3


def test_usage(tmp_path: Path) -> None:
    assert call("prefix", tmp_path / "absent.csv") == 2
    assert call("prefix", table(tmp_path / "m.csv", THREE), "--tie", "any") == 2
    assert call("prefix", tmp_path / "m.csv", "--steps", 5, "--plot", tmp_path / "p.txt") == 2


def test_json_and_npy(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text(json.dumps(THREE))
    assert call("prefix", path, "--steps", 3) == 0
    numpy = pytest.importorskip("numpy", reason="reading .npy needs numpy")
    numpy.save(tmp_path / "m.npy", numpy.array(THREE))
    assert call("prefix", tmp_path / "m.npy", "--steps", 3) == 0
    path.write_text("[[1, true]]")
    assert call("prefix", path) == 3


@pytest.mark.parametrize("name", ["p.svg", "p.png"])
def test_plots(tmp_path: Path, name: str) -> None:
    pytest.importorskip("matplotlib", reason="plotting needs matplotlib")
    matrix = table(tmp_path / "m.csv", THREE)
    assert call("prefix", matrix, "--steps", 20, "--plot", tmp_path / name) == 0
    assert call("cycle", matrix, "--plot", tmp_path / f"c{name}") == 0
    assert (tmp_path / name).stat().st_size > 1000
    assert (tmp_path / f"c{name}").stat().st_size > 1000


DATA = "x,y,class\n1,5,no\n2,5,yes\n3,5,no\n4.5,5,yes\n"


def test_stumps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, out = tmp_path / "d.csv", tmp_path / "m.csv"
    data.write_text(DATA)
    assert call("stumps", data, "--label", "class", "-o", out) == 0
    assert "6 stumps, 0 merged as identical, 0 always wrong, 6 columns" in capsys.readouterr().out
    assert out.read_text().splitlines()[1:3] == [
        "x <= 1.5,x > 1.5,x <= 2.5,x > 2.5,x <= 3.75,x > 3.75",
        "-1,1,-1,1,-1,1",
    ]
    assert call("prefix", out, "--steps", 5, "-o", tmp_path) == 0
    claim = json.loads((tmp_path / "m-prefix.claim.json").read_text())
    assert claim["source"]["note"].startswith("stumps of d.csv: label class, 4 examples")


@pytest.mark.parametrize(
    ("data", "options", "message"),
    [
        (DATA, ["--label", "z"], "no column 'z'"),
        (DATA.replace("3,5,no", "3,5,maybe"), ["--label", "class"], "3 values (maybe, no, yes); --positive names one"),
        (DATA, ["--label", "class", "--positive", "never"], "'never' must split them"),
        (DATA.replace("3,5", "three,5"), ["--label", "class"], "line 4, column 'x': found 'three', expected a number"),
        ("x,class\n1,no\n2,yes\n", ["--label", "class"], "x > 1.5 is right on every example (edge 1)"),
        ("x,class\n1,no\n1,yes\n", ["--label", "class"], "no feature has two different values"),
    ],
)
def test_bad_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: str, options: list[str], message: str
) -> None:
    path = tmp_path / "d.csv"
    path.write_text(data)
    assert call("stumps", path, *options, "-o", tmp_path / "m.csv") == 3
    assert message in capsys.readouterr().err
    assert not (tmp_path / "m.csv").exists()


def test_printed_limits_hold_the_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.csv"
    path.write_text("-1,1,1\n1,-1,1\n1,1,-1\n")
    assert call("cycle", path) == 0
    out = capsys.readouterr().out
    ends = [re.findall(r"0\.[0-9]+", line) for line in out.splitlines() if line.startswith("  row ")]
    for (low, high), weight in zip(ends, (3 - 5**0.5, 5**0.5 - 1, 2), strict=True):
        assert Fraction(low) < Fraction(weight) / 4 < Fraction(high)
