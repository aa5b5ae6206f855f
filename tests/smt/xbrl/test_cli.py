"""`certify xbrl`: what is printed and written, and the exit codes."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from certify.cli import run
from certify.engine import check, load
from certify.schema import schema
from tests.smt.xbrl.minis import MINIS, F, Mini
from tests.smt.xbrl.test_bug_reports import DEI, YEARS, company
from tests.smt.xbrl.test_figures import own

jsonschema = pytest.importorskip("jsonschema")


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    code = run([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return code, captured.out + captured.err


@pytest.mark.parametrize(
    ("name", "mode", "code", "first"),
    [
        ("rounded to millions", "c11r", 0, "1 obligations (c11r): 1 consistent, 0 inconsistent, 0 unbound"),
        ("rounded to millions", "xbrl21", 7, "1 obligations (xbrl21): 0 consistent, 1 inconsistent, 0 unbound"),
        ("contradictory duplicates", "c11r", 8, "1 obligations (c11r): 0 consistent, 0 inconsistent, 1 unbound"),
        ("only nil items", "c11r", 8, "0 obligations (c11r): 0 consistent, 0 inconsistent, 0 unbound"),
        ("jointly feasible", "c11r", 0, "3 obligations (c11r): 3 consistent, 0 inconsistent, 0 unbound"),
    ],
)
def test_check(name: str, mode: str, code: int, first: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found, text = said(capsys, "xbrl", "check", MINIS[name].write(tmp_path), "--mode", mode)
    assert (found, text.splitlines()[0]) == (code, first)
    assert ("nothing checked" in text) == (code == 8)
    assert ("not kernel-checked" in text) == (code != 8)


def test_an_inconsistency_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, text = said(capsys, "xbrl", "check", MINIS["item missing"].write(tmp_path))
    assert "inconsistent m:T  2023-12-31  link  gap 39  incomplete" in text
    assert "reported [99.5, 100.5], computed [59.5, 60.5]" in text
    assert "not reported: m:B" in text


def test_a_missing_linkbase_checks_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = MINIS["exact facts"].write(tmp_path)
    (tmp_path / "mini_cal.xml").unlink()
    code, text = said(capsys, "xbrl", "check", path)
    assert code == 8
    assert "linkbase mini_cal.xml is not here" in text


def test_joint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mini = MINIS["jointly feasible"]
    facts = tuple(F("U", "52") if fact.concept == "U" else fact for fact in mini.facts)
    path = Mini(facts, mini.arcs).write(tmp_path)
    assert said(capsys, "xbrl", "check", path)[0] == 0
    code, text = said(capsys, "xbrl", "check", path, "--joint", "-o", tmp_path / "out")
    assert code == 7
    assert "1 components of several relations: 1 jointly inconsistent" in text
    assert "inconsistent jointly: m:T, m:A, m:U" in text
    code, text = said(capsys, "check", "--all", tmp_path / "out")
    assert code == 7 and "4 claims: 3 proved, 1 refuted" in text


def test_files_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = MINIS["item missing"].write(tmp_path / "in"), tmp_path / "out"
    assert said(capsys, "xbrl", "check", path, "-o", out)[0] == 7
    assert sorted(p.name for p in out.iterdir()) == [
        "0001-T.claim.json",
        "0001-T.refutation.json",
        "summary.csv",
        "summary.jsonl",
    ]
    code, text = said(capsys, "xbrl", "check", path, "-o", out)
    assert code == 2 and "--force" in text
    assert said(capsys, "xbrl", "check", path, "-o", out, "--force")[0] == 7
    row = next(csv.DictReader((out / "summary.csv").read_text().splitlines()))
    assert (row["verdict"], row["gap"], row["cause"]) == ("inconsistent", "39", "incomplete")
    claim = load(out / "0001-T.claim.json")
    assert claim.source is not None and [f["path"] for f in claim.source["files"]] == [
        "mini.xml",
        "mini.xsd",
        "mini_cal.xml",
    ]
    assert check(claim, (out / "0001-T.refutation.json").read_bytes()).verdict == "refuted"
    sources = [
        word for name in ("mini.xml", "mini.xsd", "mini_cal.xml") for word in ("--source", tmp_path / "in" / name)
    ]
    pair = (out / "0001-T.claim.json", out / "0001-T.refutation.json")
    assert said(capsys, "check", *pair, *sources)[0] == 7
    (tmp_path / "in" / "mini.xml").write_text(path.read_text().replace(">100<", ">101<"))
    assert said(capsys, "check", *pair, *sources)[0] == 4
    code, text = said(capsys, "explain", *pair)
    assert code == 7 and "REFUTED" in text and "1 times: T is at least 99.5" in text


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_json_lines_have_their_schema(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own_path = own().write(tmp_path / "own")
    texts = ["revenue FY2023 = 1 thousand", "revenue FY2023 = 5", "revenue FY2023 = 1,000.0", "unicorns FY2023 = 1"]
    runs = [("xbrl", "claim", own_path, *texts, "--json")]
    runs += [
        ("xbrl", "check", MINIS[name].write(tmp_path / name.replace(" ", "-")), "--joint", "--json")
        for name in ("item missing", "jointly feasible", "nil beside a value")
    ]
    seen = []
    for arguments in runs:
        for line in lines(said(capsys, *arguments)[1]):
            jsonschema.validate(line, schema("verdict", None))
            if line["verdict"] in ("proved", "refuted"):
                jsonschema.validate(line, schema("verdict", line["kind"]))
            seen.append((line["kind"], line["verdict"], line["answer"]["verdict"]))
    assert ("xbrl/claim", "proved", "supported") in seen
    assert ("xbrl/claim", "refuted", "contradicted") in seen
    assert ("xbrl/claim", "undecided", "within-rounding") in seen
    assert ("xbrl/claim", "undecided", "abstain") in seen
    assert ("xbrl/relation", "refuted", "inconsistent") in seen
    assert ("xbrl/relation", "undecided", "unbound") in seen
    assert ("xbrl/joint", "proved", "consistent") in seen


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        ("revenue FY2023 = 1 thousand", 0, "SUPPORTED"),
        ("revenue FY2022 = 1,000", 7, "true of FY2023"),
        ("revenue FY2023 = 1,000.0", 1, "WITHIN-ROUNDING"),
        ("unicorns FY2023 = 5", 1, "ABSTAIN"),
        ("revenue", 3, "expected"),
    ],
)
def test_claims(text: str, code: int, word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found, output = said(capsys, "xbrl", "claim", own().write(tmp_path), text)
    assert found == code
    assert word in output


def test_tables_of_claims(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = own().write(tmp_path / "in")
    table = tmp_path / "claims.csv"
    table.write_text("subject,period,value\ngross margin,FY2023,40%\nrevenue,FY2022,1000\n")
    code, text = said(capsys, "xbrl", "claim", path, "--claims", table, "-o", tmp_path / "out")
    assert code == 7 and text.count("SUPPORTED") == 1 and "CONTRADICTED" in text
    rows = list(csv.DictReader((tmp_path / "out" / "summary.csv").read_text().splitlines()))
    assert [row["verdict"] for row in rows] == ["supported", "contradicted"]
    assert said(capsys, "check", "--all", tmp_path / "out")[0] == 7
    table = tmp_path / "claims.jsonl"
    table.write_text(
        '{"claim": "gross margin FY2023 = 40%"}\n\n{"subject": "revenue", "period": "FY2023", "value": "1 thousand"}\n'
    )
    assert said(capsys, "xbrl", "claim", path, "--claims", table)[0] == 0
    table.write_text('{"claim": "gross margin FY2023 = 40%"}\n{"claim": 5}\n')
    code, text = said(capsys, "xbrl", "claim", path, "--claims", table)
    assert code == 3 and "line 2" in text
    assert said(capsys, "xbrl", "claim", path)[0] == 8


def test_company_facts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows: list[dict[str, object]] = [
        {"accn": "a", "fy": 2023, "fp": "FY", "form": "10-K", "end": "2023-09-30", "val": 352583}
    ]
    path = company(tmp_path, rows)
    assert said(capsys, "xbrl", "claim", path, "us-gaap:Assets 2023-09-30 = 352,583")[0] == 0
    code, text = said(capsys, "xbrl", "check", path)
    assert code == 8 and "nothing checked" in text


def test_batch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("rounded to millions", "one unit too far", "only nil items"):
        MINIS[name].write(tmp_path / "all" / name.replace(" ", "-"))
    (tmp_path / "all" / "notes.txt").write_text("not a filing")
    code, text = said(capsys, "xbrl", "batch", tmp_path / "all")
    assert code == 7
    assert text.splitlines()[-1] == "3 filings"
    assert said(capsys, "xbrl", "batch", tmp_path / "all", "--workers", "2")[1] == text
    (tmp_path / "all" / "broken.xml").write_text("<xbrl>")
    code, text = said(capsys, "xbrl", "batch", tmp_path / "all", "--json")
    assert code == 3 and any("error" in line for line in lines(text))
    (tmp_path / "empty").mkdir()
    assert said(capsys, "xbrl", "batch", tmp_path / "empty")[0] == 8


def test_compare(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("arelle")
    code, text = said(capsys, "xbrl", "compare", MINIS["exact facts"].write(tmp_path / "a"))
    assert code == 0 and text.count("inconsistent in both: 1") == 3
    code, text = said(capsys, "xbrl", "compare", MINIS["open end"].write(tmp_path / "b"))
    assert code == 1 and "open end only" in text


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["--mode", "c10"], 2), (["--seconds", "-1"], 2), (["--no-such"], 2)],
)
def test_usage(arguments: list[str], code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "xbrl", "check", MINIS["exact facts"].write(tmp_path), *arguments)[0] == code
    assert said(capsys, "xbrl", "check", tmp_path / "none.xml")[0] == 2


def test_names_cannot_steer_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mini = Mini((F("us-gaap:Revenues", "5", context="y23"),), (), contexts=YEARS, texts=DEI)
    code, text = said(capsys, "xbrl", "claim", mini.write(tmp_path), "rev\x1b[2Jenue FY2023 = 5")
    assert code == 1 and "\x1b" not in text
