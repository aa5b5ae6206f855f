"""The mutation tool itself: what it changes, what it leaves alone, and that its verdicts are right."""

from __future__ import annotations

import ast
import textwrap

import pytest

from certify import trust
from tests.mutants.__main__ import accepted, main, modules_of, source_of
from tests.mutants.mutate import mutations
from tests.mutants.run import killed


def after(source: str) -> list[str]:
    return [mutation.after for mutation in mutations(ast.parse(textwrap.dedent(source)))]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a < b", ["x = a <= b", "x = a >= b"]),
        ("x = a <= b", ["x = a < b", "x = a > b"]),
        ("x = a == b", ["x = a != b"]),
        ("x = a in b", ["x = a not in b"]),
        ("x = a and b", ["x = a or b", "x = b", "x = a"]),
        ("x = a + b", ["x = a - b"]),
        ("x = -a", ["x = a"]),
        ("x = not a", ["x = a"]),
        ("x += 1", ["x -= 1", "x += 2", "x += 0"]),
        ("x = True", ["x = False"]),
        ("def f():\n    raise refused('', 'code', 'detail')", ["without raise refused('', 'code', 'detail')"]),
        ("for x in y:\n    continue", ["without continue"]),
        ("require(x)", ["without require(x)"]),
    ],
)
def test_changes(source: str, expected: list[str]) -> None:
    assert after(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "'''A docstring.'''",
        "import math",
        "x = f'{a + 1}'",
        "x = 'left ' + a",
        "x: Literal[1] = y",
        "@dataclass(frozen=True)\nclass A: pass",
        "x = zip(a, b, strict=True)",
    ],
)
def test_words_are_left_alone(source: str) -> None:
    assert after(source) == []


def test_mutations_leave_the_tree_as_it_was() -> None:
    tree = ast.parse((trust.KERNEL / "linear.py").read_text())
    before = ast.dump(tree)
    for mutation in mutations(tree):
        mutation.compiled(tree, "<mutant>")
    assert ast.dump(tree) == before


def test_the_kernel_itself_survives_and_a_broken_or_endless_one_does_not() -> None:
    source = source_of("linear")

    def fate(text: str) -> str | None:
        return killed("linear", compile(text, "<mutant>", "exec"), source.table, source.stale, 20)

    text = (trust.KERNEL / "linear.py").read_text()
    assert fate(text) is None
    assert "expected" in (fate(text.replace("if weight < 0", "if weight < -99")) or "")
    assert fate("1 / 0") == "ZeroDivisionError"
    endless = compile("while True: pass", "<mutant>", "exec")
    assert killed("linear", endless, source.table, source.stale, 0.5) == "did not end in time"


def test_kinds_and_modules_by_name() -> None:
    assert modules_of("linear/infeasible") == modules_of("linear") == ["linear"]
    assert {"text", "rational", "envelope", "linear"} <= set(modules_of("all"))
    with pytest.raises(SystemExit, match="no kind and no kernel module"):
        modules_of("linear/obvious")


def test_every_accepted_survivor_has_a_reason() -> None:
    assert accepted()


def test_a_sample_of_the_linear_kernel(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--kind", "linear", "--sample", "20", "--seed", "1"]) == 0
    assert "20 mutants" in capsys.readouterr().out
