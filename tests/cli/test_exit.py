"""`certify exit`: answers, exit codes, and one clear sentence for each pitfall."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from certify.cli import run

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "exit"
FORMS = (EXAMPLES / "forms.toml").read_text()


def problem(tmp_path: Path, *changes: tuple[str, str]) -> str:
    """forms.toml with some text replaced."""
    text = FORMS
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path = tmp_path / "p.toml"
    path.write_text(text)
    return str(path)


def test_solve_writes_claim_and_certificate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert run(["exit", "solve", problem(tmp_path), "-o", str(out), "--plot", str(tmp_path / "p.svg")]) == 0
    assert "26 <= k <= 26" in capsys.readouterr().out
    assert run(["check", str(out / "p.claim.json"), str(out / "p.cert.json")]) == 0
    assert (tmp_path / "p.svg").read_text().startswith("<?xml")
    assert run(["exit", "solve", problem(tmp_path), "-o", str(out)]) == 2


def test_json_has_the_bracket(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["exit", "solve", problem(tmp_path, ('"hb"', '"nag"')), "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["verdict"], line["answer"]) == ("proved", {"earliest": 14, "latest": 14})


def test_decimals_are_exact_and_doubles_say_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["exit", "solve", problem(tmp_path, ('step = "1/10"', "step = 0.1"))]) == 0
    assert "h = 1/10," in capsys.readouterr().out
    assert run(["exit", "solve", problem(tmp_path, ('step = "1/10"', 'step = "double:0.1"'))]) == 0
    assert "h = 3602879701896397/36028797018963968," in capsys.readouterr().out


def test_a_wrong_claim_is_not_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = problem(tmp_path, ('question = "bracket"', 'question = "bracket"\nclaim = { survives = 40 }'))
    assert run(["exit", "solve", path]) == 1
    assert "inside D for all k < 26" in capsys.readouterr().out


PITFALLS: list[tuple[str, str, str]] = [
    ('momentum = "9/10"', 'momentum = "1"', "momentum 1 is not in [0, 1)"),
    ('momentum = "9/10"', 'momentum = "-1/10"', "momentum -1/10 is not in [0, 1)"),
    ('step = "1/10"', "step = 0", "step 0, needs > 0"),
    ('step = "1/10"', "step = nan", "expected a number"),
    ('step = "1/10"', "step = inf", "expected a number"),
    ('step = "1/10"', "step = true", "expected a number"),
    ('step = "1/10"', 'step = "1/0"', "denominator 0"),
    ('step = "1/10"', 'step = ["1/10", "1/20"]', "expected a rational string"),
    ('form = "hb"', 'form = "adam"', "expected one of hb, torch, ema, nag"),
    ('form = "hb"\n', "", "key 'form' is missing"),
    ('exit = "strictly-outside"\n', "", "key 'exit' is missing"),
    ('[semantics]\nkind = "exact"\n', "", "key 'semantics' is missing"),
    ("[[0], [2],", "[[0], [3],", "3 is not in [0, 2]"),
    ("[[0], [2],", "[[0], [],", "0 elements, at least 1"),
    ("[[0], [2],", "[[0], [1.5],", "expected an integer"),
    ("[order]", "[order]\nseed = 7", "a seed is not an order"),
    ('sampling = "list"', 'sampling = "rr"\nbatch = 1\ndrop_last = false', "an index twice in epoch"),
    ('sampling = "list"\n', 'sampling = "list"\nrepeat = []\n', "order.repeat: found []"),
    ("batches = [[0], [2],", "lots = [[0], [2],", "lots"),
    ('radius = "6/5"', 'radius = "-1"', "leaves no point inside"),
    ('question = "bracket"', 'question = "exit"', "expected one of bracket"),
    ("[pool]", "[pool", "not TOML"),
]


@pytest.mark.parametrize(("old", "new", "said"), PITFALLS, ids=[new or old for old, new, _ in PITFALLS])
def test_pitfalls_have_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, said: str
) -> None:
    assert run(["exit", "solve", problem(tmp_path, (old, new))]) == 3
    error = capsys.readouterr().err
    assert said in error
    assert "p.toml" in error
    assert error.count("\n") == 1


def test_compare(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plot = tmp_path / "laws.svg"
    assert run(["exit", "compare", str(EXAMPLES / "three.toml"), "--orders", "rr,iid", "--plot", str(plot)]) == 0
    out = capsys.readouterr().out
    assert "rr  PROVED    2: 1/6" in out
    assert "iid PROVED    2: 2/9" in out
    assert plot.exists()
    assert run(["exit", "compare", str(EXAMPLES / "three.toml"), "--orders", "rr,foo"]) == 2


def recorded(tmp_path: Path, **arrays: Any) -> Path:
    """A torch-form run of one quadratic x+ = x - b+ / 4, b+ = b / 2 + (x - 1), beside its problem file."""
    x, b = 3.0, 0.0
    xs, bs = [[x]], [[b]]
    for _ in range(12):
        b = b / 2 + (x - 1)
        x = x - b / 4
        xs.append([x])
        bs.append([b])
    path = tmp_path / "run.npz"
    np.savez(path, **{"x": np.array(xs), "buffer": np.array(bs), "batches": np.zeros((12, 1), dtype=int), **arrays})
    path.with_suffix(".toml").write_text(
        """question = "bracket"
[pool]
kind = "quadratic"
components = [{ slope = 1, center = 1 }]
[method]
form = "torch"
step = "1/4"
momentum = "1/2"
[domain]
kind = "box"
low = ["3/2"]
high = ["none"]
exit = "strictly-outside"
"""
    )
    return path


def test_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_file, out = recorded(tmp_path), tmp_path / "out"
    assert run(["exit", "trace", str(run_file), "-o", str(out)]) == 0
    assert "satisfies 3 <= k <= 3" in capsys.readouterr().out
    assert run(["check", str(out / "run.claim.json"), str(out / "run.cert.json")]) == 0


@pytest.mark.parametrize(
    ("arrays", "said"),
    [
        ({"x": np.full((13, 1), np.nan)}, "NaN"),
        ({"x": np.zeros((13, 1), dtype=np.float32)}, "expected float64"),
        ({"x": np.zeros((12, 1))}, "expected the same"),
        ({"batches": np.zeros((5, 1), dtype=int)}, "one more than batches"),
    ],
)
def test_trace_pitfalls(tmp_path: Path, capsys: pytest.CaptureFixture[str], arrays: dict[str, Any], said: str) -> None:
    assert run(["exit", "trace", str(recorded(tmp_path, **arrays))]) == 3
    assert said in capsys.readouterr().err


def test_fit_needs_two_classes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "d.csv"
    path.write_text("a,b,c\n1,2,x\n2,3,x\n")
    options = ["--batch", "1", "--step", "1/4", "--momentum", "1/2", "--seed", "0", "--radius", "1"]
    assert run(["exit", "fit", str(path), *options]) == 3
    assert "has 1 classes, expected 2" in capsys.readouterr().err
    path.write_text("a,b,c\n1,2,x\n2,?,y\n")
    assert run(["exit", "fit", str(path), *options]) == 3
    assert "line 3" in capsys.readouterr().err
    assert run(["exit", "fit", str(path), *options, "--model", "svm"]) == 2


def test_fit_trains_and_certifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Sixteen points, forty steps, binary64 budgets."""
    path = tmp_path / "d.csv"
    lines = [f"{i},{(i * 7) % 5},{'p' if i % 3 else 'q'}" for i in range(16)]
    path.write_text("a,b,c\n" + "\n".join(lines) + "\n")
    options = ["--batch", "4", "--step", "1/4", "--momentum", "1/2", "--seed", "0", "--radius", "0.2", "--steps", "40"]
    assert run(["exit", "fit", str(path), *options, "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert line["verdict"] == "proved"
    assert line["counts"] == {"components": 16, "steps": 40}


def test_a_law_without_steps_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.toml"
    path.write_text((EXAMPLES / "three.toml").read_text().replace("steps = 6\n", ""))
    assert run(["exit", "solve", str(path)]) == 3
    assert "key 'steps' is missing" in capsys.readouterr().err


def test_the_problem_file_of_the_page_is_answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (EXAMPLES.parents[1] / "docs" / "kinds" / "exit.md").read_text("utf-8")
    path = tmp_path / "p.toml"
    path.write_text(page.partition("```toml\n")[2].partition("```")[0])
    assert run(["exit", "solve", str(path)]) == 0
    assert "P(tau > 6) = 45/64" in capsys.readouterr().out
