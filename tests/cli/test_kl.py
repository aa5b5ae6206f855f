"""`certify kl`: exit codes, one clear sentence for bad input, nothing half-written."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from certify.cli import run

Value = Any

STRICT = "strict:tie=lowest"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write("p.json", ["1/2", "1/4", "1/4"])
    write("q.json", ["12/25", "13/50", "13/50"])
    return tmp_path


def write(name: str, value: Value) -> None:
    Path(name).write_text(value if isinstance(value, str) else json.dumps(value))


def step(*more: str, draft: str | None = "q.json", rule: str = STRICT, direction: str = "forward") -> int:
    drafter = [] if draft is None else ["--draft", draft]
    return run(["kl", "step", "--target", "p.json", *drafter, "--direction", direction, "--rule", rule, *more])


def test_certified_is_0_and_writes_a_pair(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert step("-o", "out") == 0
    assert "certified: accepted under every order of ties" in capsys.readouterr().out
    claim, certificate = sorted(Path("out").iterdir(), reverse=True)
    assert run(["check", str(claim), str(certificate)]) == 0
    assert run(["check", str(claim), str(certificate), "--source", "p.json", "--source", "q.json"]) == 0
    write("q.json", ["1/2", "1/4", "1/4"])
    assert run(["check", str(claim), str(certificate), "--source", "p.json", "--source", "q.json"]) == 4
    write("q.json", ["12/25", "13/50", "13/50"])
    assert step("-o", "out") == 2
    assert step("-o", "out", "--force") == 0


def test_one_file_for_both(folder: Path) -> None:
    assert step("-o", "out", draft="p.json") == 0
    claim, certificate = sorted(Path("out").iterdir(), reverse=True)
    assert run(["check", str(claim), str(certificate), "--source", "p.json"]) == 0


def test_kl_of_at_least_d_is_1_and_never_rejected(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write("far.json", ["1/4", "1/2", "1/4"])
    assert step(draft="far.json") == 1
    assert "not to say rejected" in capsys.readouterr().out
    assert step("--kl-at-most", "0.05", draft=None) == 1
    assert "not to say rejected" in capsys.readouterr().out
    assert step("--kl-at-most", "0.04", draft=None) == 0
    assert step("--kl-at-most", "1/25", "--json", draft=None) == 0
    assert step("--kl-at-most", "0", draft=None, direction="reverse") == 0


def test_no_rejected_token_is_0_and_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for rule in ("tree:m=3,tie=lowest", "additive:delta=1", "top:m=3", "absolute:tau=0.25"):
        assert step(rule=rule) == 0
        assert "no token is rejected" in capsys.readouterr().out


def test_infinite_kl_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write("zero.json", ["0", "1/2", "1/2"])
    assert step(draft="zero.json") == 1
    assert "KL is infinite: token 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("greedy", "is not known"),
        ("strict", "tie missing; strict has the fields tie"),
        (
            "entropy:epsilon=0.09,delta=0.3",
            "guard, accept missing; entropy has the fields epsilon, delta, guard, accept",
        ),
        ("strict:tie=highest", "expected one of lowest, any"),
        ("additive:delta=0.1,tie=any", "additive has the fields delta"),
        ("additive:delta=0.1,delta=0.2", "each once"),
        ("additive:delta=-1", "must be at least 0"),
        ("multiplicative:alpha=1.5", "must be at most 1"),
        ("top:m=0", "whole number from 1 on"),
        ("tree:m=2.5,tie=any", "whole number from 1 on"),
        ("additive:delta=abc", "expected a rational or a decimal"),
        ("additive:delta=1/0", "expected a rational or a decimal"),
    ],
)
def test_bad_rules_are_usage_errors(folder: Path, capsys: pytest.CaptureFixture[str], rule: str, words: str) -> None:
    assert step(rule=rule) == 2
    assert words in " ".join(capsys.readouterr().err.replace("│", " ").split())


@pytest.mark.parametrize(
    "arguments",
    [
        ["--target", "p.json", "--rule", STRICT, "--draft", "q.json"],
        ["--target", "p.json", "--rule", STRICT, "--direction", "forward"],
        ["--target", "p.json", "--rule", STRICT, "--direction", "forward", "--draft", "q.json", "--kl-at-most", "1"],
        ["--target", "p.json", "--rule", STRICT, "--direction", "up", "--draft", "q.json"],
        ["--target", "p.json", "--rule", STRICT, "--direction", "forward", "--kl-at-most", "-1"],
        ["--rule", STRICT, "--direction", "forward", "--draft", "q.json"],
        ["--target-logits", "p.npy", "--rule", STRICT],
        ["--target-logits", "p.npy", "--draft-logits", "q.npy", "--rule", STRICT],
        ["--target-logits", "p.npy", "--draft-logits", "q.npy", "--rule", STRICT, "--temperature", "0"],
        ["--target-logits", "p.npy", "--draft-logits", "q.npy", "--rule", STRICT, "--direction", "reverse"],
        ["--target", "none.json", "--draft", "q.json", "--rule", STRICT, "--direction", "forward"],
    ],
)
def test_bad_usage_is_2(folder: Path, arguments: list[str]) -> None:
    assert run(["kl", "step", *arguments]) == 2


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"p": 1}, "expected an array"),
        (["1/2"], "expected at least 2 tokens"),
        (["1/2", "-1/2"], "expected at least 0"),
        (["1/2", "x"], "expected a number"),
        (["1/2", None], "expected a number"),
        (["1/2", True], "expected a number"),
        ([0, 0], "expected a positive sum"),
        ("[1/2, 1/2]", "not JSON"),
        ("[NaN, 1]", "expected a number"),
        ("[" * 100_000, "not JSON"),
        (["1/2", "1/2"], "wrong-length"),
    ],
)
def test_bad_distributions_are_3(folder: Path, capsys: pytest.CaptureFixture[str], value: Value, words: str) -> None:
    write("q.json", value)
    assert step() == 3
    assert words in capsys.readouterr().err


def test_readings_are_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write("q.json", [48, 26, 26])
    assert step() == 0
    assert "counts; shares of 100" in capsys.readouterr().err
    write("q.json", "[0.48, 0.26, 0.2600001]")
    assert step() == 0
    assert "divided by the exact sum" in capsys.readouterr().err
    Path("q.csv").write_text("0.48,0.26\n0.26\n")
    assert step(draft="q.csv") == 0
    assert capsys.readouterr().err == ""


# --- logits ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def logits(folder: Path) -> Any:
    np = pytest.importorskip("numpy", reason="numpy is not installed")
    rng = np.random.default_rng(0)
    target = (rng.normal(size=(6, 40)) * 2).astype(np.float32)
    target[:, 7] += 6
    draft = (target + rng.normal(size=target.shape) * 0.3).astype(np.float32)
    np.save("t.npy", target[0])
    np.save("d.npy", draft[0])
    np.savez_compressed("run.npz", target_logits=target, draft_logits=draft)
    return np, target, draft


def one(*more: str, target: str = "t.npy", draft: str = "d.npy") -> int:
    return run(["kl", "step", "--target-logits", target, "--draft-logits", draft, "--temperature", "1", *more])


def test_logits_are_attested(logits: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert one("--rule", STRICT) == 5
    assert one("--rule", STRICT, "--accept-attested", "binary64") == 0
    assert one("--rule", STRICT, "--accept-attested", "arb") == 5
    assert "on the word of binary64" in capsys.readouterr().out
    assert one("--rule", "tree:m=40,tie=lowest") == 5
    assert "no token is rejected" in capsys.readouterr().out
    assert one("--rule", STRICT, "-o", "out") == 2


def test_scan(logits: Any, capsys: pytest.CaptureFixture[str]) -> None:
    rules = ["--rule", STRICT, "--rule", "tree:m=2,tie=any"]
    assert run(["kl", "scan", "run.npz", "--temperature", "0.7", *rules, "-o", "out"]) == 0
    assert "nothing here is proved" in capsys.readouterr().out
    lines = [json.loads(line) for line in Path("out/summary.jsonl").read_text().splitlines()]
    assert [line["step"] for line in lines] == list(range(6))
    with Path("out/summary.csv").open() as file:
        assert [row["rule"] for row in csv.DictReader(file)] == [STRICT, "tree:m=2,tie=any"]
    assert run(["kl", "scan", "run.npz", "--temperature", "0.7", *rules, "-o", "out"]) == 2
    assert run(["kl", "scan", "run.npz", "--temperature", "0.7", *rules, "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["certified_but_rejected"] == 0


def test_every_container_gives_the_same_table(logits: Any, capsys: pytest.CaptureFixture[str]) -> None:
    np, target, draft = logits
    safetensors = pytest.importorskip("safetensors.numpy", reason="safetensors is not installed")
    rounded = (target.view(np.uint32) >> 16).astype(np.uint16), (draft.view(np.uint32) >> 16).astype(np.uint16)
    widened = [(half.astype(np.uint32) << 16).view(np.float32) for half in rounded]
    np.savez("wide.npz", target_logits=widened[0], draft_logits=widened[1])
    safetensors.save_file({"target_logits": widened[0], "draft_logits": widened[1]}, "wide.safetensors")
    header = json.dumps(
        {
            "target_logits": {"dtype": "BF16", "shape": [6, 40], "data_offsets": [0, 480]},
            "draft_logits": {"dtype": "BF16", "shape": [6, 40], "data_offsets": [480, 960]},
        }
    ).encode()
    body = rounded[0].tobytes() + rounded[1].tobytes()
    Path("brain.safetensors").write_bytes(len(header).to_bytes(8, "little") + header + body)
    Path("folder").mkdir()
    np.save("folder/target_logits.npy", widened[0])
    np.save("folder/draft_logits.npy", widened[1].astype(np.float64))
    tables = []
    for name in ("wide.npz", "wide.safetensors", "brain.safetensors", "folder"):
        assert run(["kl", "scan", name, "--temperature", "1", "--rule", STRICT, "-o", f"out_{name}"]) == 0
        tables.append(Path(f"out_{name}/summary.jsonl").read_text())
    assert len(set(tables)) == 1


def damaged(np: Any, target: Any, draft: Any, name: str) -> None:
    """Files that must be declined, by name."""
    wrong = draft.copy()
    if name == "nan.npz":
        wrong[3, 4] = np.nan
    elif name == "inf.npz":
        wrong[3, 4] = np.inf
    elif name == "masked.npz":
        wrong[2] = -np.inf
    elif name == "narrow.npz":
        wrong = draft[:, :-1]
    elif name == "short.npz":
        wrong = draft[:-1]
    elif name == "integers.npz":
        wrong = draft.astype(np.int32)
    elif name == "columns.npz":
        wrong = np.asfortranarray(draft)
    elif name == "cube.npz":
        wrong = draft[None]
    elif name == "pickle.npz":
        wrong = np.array([object()] * 3, dtype=object)
    if name == "other.npz":
        np.savez(name, target=target)
    else:
        np.savez(name, target_logits=target, draft_logits=wrong)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nan.npz", "draft_logits: step 3, token 4: found nan"),
        ("inf.npz", "draft_logits: step 3, token 4: found inf"),
        ("masked.npz", "step 2: every logit is -inf"),
        ("narrow.npz", "found shape (6, 39), expected that of target_logits"),
        ("short.npz", "found shape (5, 40), expected that of target_logits"),
        ("integers.npz", "found int32, expected float16"),
        ("columns.npz", "stored by columns"),
        ("cube.npz", "found shape (1, 6, 40)"),
        ("pickle.npz", "found object"),
        ("other.npz", "no array 'target_logits'; found 'target'"),
    ],
)
def test_damaged_runs_are_3(logits: Any, capsys: pytest.CaptureFixture[str], name: str, words: str) -> None:
    np, target, draft = logits
    damaged(np, target, draft, name)
    assert run(["kl", "scan", name, "--temperature", "1", "--rule", STRICT, "-o", "out"]) == 3
    assert words in capsys.readouterr().err
    assert not list(Path("out").iterdir()) if Path("out").exists() else True


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00" * 8,
        b"\xff" * 64,
        (20).to_bytes(8, "little") + b"{}",
        (2).to_bytes(8, "little") + b"{}",
        (2).to_bytes(8, "little") + b"[]",
        b"PK\x03\x04" + b"\x00" * 40,
    ],
)
@pytest.mark.parametrize("suffix", [".npz", ".safetensors"])
def test_rubbish_is_3(logits: Any, data: bytes, suffix: str) -> None:
    Path(f"bad{suffix}").write_bytes(data)
    assert run(["kl", "scan", f"bad{suffix}", "--temperature", "1", "--rule", STRICT]) == 3


@pytest.mark.parametrize(
    "entry",
    [
        {"dtype": "F32", "shape": [6, 40], "data_offsets": [0, 10]},
        {"dtype": "F32", "shape": [6, 40], "data_offsets": [0, 10**9]},
        {"dtype": "F32", "shape": [-6, -40], "data_offsets": [0, 960]},
        {"dtype": "I64", "shape": [6, 40], "data_offsets": [0, 1920]},
        {"dtype": "F32", "shape": [6, 40]},
        {"dtype": "F32", "shape": 6, "data_offsets": [0, 960]},
        {"dtype": "F32", "shape": [6, 40], "data_offsets": "ab"},
        {"dtype": ["F32"], "shape": [6, 40], "data_offsets": [0, 960]},
    ],
)
def test_false_headers_are_3(logits: Any, entry: Value) -> None:
    header = json.dumps({"target_logits": entry, "draft_logits": entry}).encode()
    Path("bad.safetensors").write_bytes(len(header).to_bytes(8, "little") + header + b"\0" * 960)
    assert run(["kl", "scan", "bad.safetensors", "--temperature", "1", "--rule", STRICT]) == 3


def test_a_damaged_zip_is_3(logits: Any) -> None:
    data = Path("run.npz").read_bytes()
    for place in range(100, len(data) // 3, 97):
        Path("cut.npz").write_bytes(data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :])
        assert run(["kl", "scan", "cut.npz", "--temperature", "1", "--rule", STRICT]) == 3
    for cut in (10, len(data) // 2, len(data) - 5):
        Path("cut.npz").write_bytes(data[:cut])
        assert run(["kl", "scan", "cut.npz", "--temperature", "1", "--rule", STRICT]) == 3


def test_a_masked_draft_token_makes_kl_infinite(logits: Any, capsys: pytest.CaptureFixture[str]) -> None:
    np, _, draft = logits
    draft[0, 0] = -np.inf
    np.save("d.npy", draft[0])
    assert one("--rule", STRICT) == 1
    assert "KL is infinite" in capsys.readouterr().out


def test_many_steps_are_for_scan(logits: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert one("--rule", STRICT, target="run.npz", draft="run.npz") == 3
    assert "kl scan takes many" in capsys.readouterr().err
