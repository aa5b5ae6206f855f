"""The text policy: everything that could change what acceptance means is refused before lean is asked."""

from __future__ import annotations

import pytest

from lean_export import policy
from lean_export.check import REFUSED, check_text

GOOD = "namespace N\ntheorem t : 1 = 1 := rfl\nend N\n"

REFUSALS = [
    ("axiom", "axiom cheat : False\ntheorem t : False := cheat\n"),
    ("axiom on the line of a theorem", "theorem a : True := trivial axiom cheat : False\n"),
    ("kernel option", "set_option debug.skipKernelTC true in\ntheorem t : 2 + 2 = 5 := by decide\n"),
    ("option over lines", "set_option\n  debug.skipKernelTC\n  true in\ntheorem t : 2 + 2 = 5 := by decide\n"),
    ("other option", "set_option autoImplicit true\n" + GOOD),
    ("native evaluation", "theorem t : 2 + 2 = 5 := by native_decide\n"),
    ("compiled evaluation by name", "theorem t : True := Lean.ofReduceBool _ _ rfl\n"),
    ("implemented_by", "@[implemented_by g] def f : Nat := 0\n" + GOOD),
    ("attribute", "attribute [reducible] Nat\n" + GOOD),
    ("macro", 'macro "x" : term => `(1)\n' + GOOD),
    ("notation", "notation x => 1\n" + GOOD),
    ("local notation", "local infix:50 = => fun _ _ => True\n" + GOOD),
    ("command", '#print "t does not depend on any axioms"\n' + GOOD),
    ("evaluation", "#eval 1\n" + GOOD),
    ("string", 'def s := "-/"\n' + GOOD),
    ("escaped name", "theorem «t» : True := trivial\n"),
    ("foreign import", "import Lean\n" + GOOD),
    ("second import on a line", "import Certify.Poly Lean\n" + GOOD),
    ("unsafe", "unsafe def f : False := f\n" + GOOD),
    ("opaque", "opaque f : Nat\n" + GOOD),
    ("instance", "instance : Add Nat := ⟨fun _ _ => 0⟩\n" + GOOD),
    ("open namespace", "namespace N\ntheorem t : True := trivial\n"),
    ("sorry", "theorem t : False := sorry\n"),
    ("admit", "theorem t : False := by admit\n"),
    ("sorry axiom", "theorem t : False := sorryAx _\n"),
    ("comment that ends early", "/- /- -/ -/ axiom c : False\n" + GOOD),
    ("comment in a line comment", "-- /-\naxiom c : False\n" + GOOD),
]


@pytest.mark.parametrize("text", [text for _, text in REFUSALS], ids=[name for name, _ in REFUSALS])
def test_refused(text: str) -> None:
    assert check_text(text).word == REFUSED


def test_allowed() -> None:
    read = policy.read("set_option maxRecDepth 4000\nimport Certify.Poly\n/- axiom -/ -- sorry #eval\n" + GOOD)
    assert read == policy.Text(("N.t",), False, ())


def test_theorems_by_full_name() -> None:
    text = (
        "namespace A.B\nsection\ntheorem one (n : Nat) : n = n := rfl\nend\nend A.B\n"
        "namespace C\nprotected theorem two: True := trivial\nend C\nlemma three : True := trivial\n"
    )
    assert policy.read(text).theorems == ("A.B.one", "C.two", "three")


def test_comments_keep_line_numbers() -> None:
    assert [breach.line for breach in policy.read("/-\n\n-/\naxiom c : False\n").breaches] == [4]
