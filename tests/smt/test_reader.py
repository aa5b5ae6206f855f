"""Reading SMT-LIB: what is declined by name, what is read exactly, and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest

from certify import kernel
from certify.contract import Claim, Malformed
from certify.kernel.reject import Category, Reject
from smt.printer import constraints
from smt.reader import commands, read, read_file

FILES = sorted((Path(__file__).parent / "files").glob("*.smt2"))
HEAD = "(declare-const x Real)(declare-const n Int)(declare-const b Bool)"

DECLINED = {
    "division-by-a-term": "(assert (= (/ 1 x) 2))",
    "division-by-zero": "(assert (= (/ x 0) 2))",
    "quantifier": "(assert (forall ((y Real)) (< x y)))",
    "sort": "(declare-const v (_ BitVec 4))(assert (= v #x1))",
    "function": "(declare-fun f (Real) Real)(assert (= (f x) 0))",
    "operator": "(assert (= (to_int x) 0))",
    "command": "(push 1)(assert b)(pop 1)",
    "power-zero": "(assert (= (^ x 0) 1))",
    "power": "(assert (= (^ x n) 1))",
    "nothing-to-check": "(check-sat)",
}


@pytest.mark.parametrize("code", DECLINED)
def test_declines_by_name(code: str) -> None:
    with pytest.raises(Reject) as caught:
        read(HEAD + DECLINED[code])
    assert (caught.value.category, caught.value.code) == (Category.DECLINED, code)


@pytest.mark.parametrize(
    "text",
    [
        "(assert (= (div n 0) 2))",
        "(assert (= (mod n 0) 2))",
        "(assert (= (div n n) 1))",
        "(assert (= (/ 0 0) 0))",
        "(declare-const a (Array Int Int))(assert (= (select a 0) 1))",
        "(declare-const s String)(assert (= s s))",
        "(assert (is_int x))",
        "(assert b)(check-sat)(assert (not b))",
        "(assert b)(check-sat)(check-sat)",
        "(assert b)(check-sat-assuming (b))",
        "(assert b)(reset)",
        "(maximize x)",
    ],
)
def test_declines(text: str) -> None:
    with pytest.raises(Reject) as caught:
        read(HEAD + text)
    assert caught.value.category is Category.DECLINED


@pytest.mark.parametrize("text", ["(assert (< x", "(assert (< x y))", "(assert x)", "hello"])
def test_what_is_no_smt_lib_is_malformed(text: str) -> None:
    with pytest.raises((Malformed, Reject)):
        read(HEAD + text)


def test_numbers_are_exact() -> None:
    claim = read(HEAD + "(assert (= x 0.1))")
    assert ["const", "Real", "1/10"] in claim.statement["nodes"]


def test_integer_division_keeps_its_divisor() -> None:
    claim = read(HEAD + "(assert (= (mod n (- 3)) 1))")
    assert ["div", 0, "-3"] in claim.statement["nodes"]


def test_strange_names_become_plain_and_stay_apart() -> None:
    text = (
        "(declare-const |a b| Real)(declare-const |a.b| Real)(declare-const |let| Real)(assert (< |a b| |a.b| |let|))"
    )
    names = [name for name, _ in read(text).statement["variables"]]
    assert len(set(names)) == 3
    assert "let" in names


def test_commands_ignore_comments_and_quotes() -> None:
    assert commands('; (push)\n(set-info :source |(pop)|)(echo "(pop)")(assert (f x))') == [
        "set-info",
        "echo",
        "assert",
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_printed_claims_read_back(path: Path) -> None:
    claim = read_file(path)
    again = read(constraints(Claim(claim.kind, claim.statement)))
    assert sorted(again.statement["variables"]) == sorted(claim.statement["variables"])
    kernel.address(again.data)
    twice = read(constraints(again))
    assert len(twice.statement["nodes"]) == len(again.statement["nodes"])
