"""Terms and comments: numbers as they are, and no text that could end a comment or start code."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lean_export import policy, term

HOSTILE = [
    "-/ axiom cheat : False /-",
    "-/\naxiom cheat : False\n/-",
    "--/-/--/",
    "/-/-/-",
    "x\u2028axiom cheat : False",
    "« -/ »",
    "-\u200b/",
    "\\-/",
    '"-/"',
    "a/-b-/c",
    "\x1b[2J-/\r\naxiom",
    "-/-/-/-/",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_leaves_its_comment(name: str) -> None:
    for made in (
        term.comment([f"variable {name}", name]),
        term.docstring(name),
        term.docstring(f"names: x1 = {name}, x2 = -"),
    ):
        assert policy.strip(made).strip() == ""
        assert policy.strip(made + "\ntheorem after : True := trivial").strip() == "theorem after : True := trivial"
        assert made.isascii()


@given(st.text())
def test_any_text_stays_in_its_comment(name: str) -> None:
    made = term.docstring(name)
    assert policy.strip(made).strip() == ""
    assert "\n" not in made


@given(st.text())
def test_pieces_of_text_do_not_join_to_a_mark(name: str) -> None:
    made = term.comment([name, "/" + name, name + "-"])
    assert policy.strip(made).strip() == ""


@given(st.integers())
def test_integers_are_read_back(n: int) -> None:
    assert int(term.integer(n)) == n


def test_long_numbers_come_in_hexadecimal_parts() -> None:
    for digits in (999, 1000, 1001, 2300, 9000):
        n = 10**digits + 7
        text = term.natural(n)
        assert eval(text.replace("^", "**")) == n
        assert all(len(part) < 2000 for part in text.replace("(", " ").split())


def test_long_lists_are_chunked() -> None:
    text = term.integers(range(1000))
    assert max(part.count(",") for part in text.replace("]", "[").split("[")) < term.CHUNK
    assert [int(part) for part in re.findall(r"\d+", text)] == list(range(1000))


def test_negative_naturals_are_a_bug() -> None:
    with pytest.raises(ValueError, match="negative"):
        term.natural(-1)
