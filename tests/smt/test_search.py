"""The searches: every file of ours gets the verdict its name says, every certificate stands up to the attacks."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from certify import engine, kernel, kinds
from certify.cli import run
from certify.contract import Claim, Limits, streamed_certificate
from certify.kernel.reject import Reject
from smt.drat import NotAProof, hinted, read_drat
from smt.lrat import read_lrat
from smt.reader import read_file
from tests.tables import all_cases

pytest.importorskip("pysat", reason="the search for split trees needs python-sat")

FILES = sorted((Path(__file__).parent / "files").glob("*.smt2"))
WORDS = {"unsat": ("proved", 0), "sat": ("refuted", 7), "unknown": ("undecided", 1)}


def php(pigeons: int, holes: int) -> list[list[int]]:
    """Every pigeon has a hole, no hole has two."""
    clauses = [[i * holes + j + 1 for j in range(holes)] for i in range(pigeons)]
    for j in range(holes):
        clauses += [[-(a * holes + j + 1), -(b * holes + j + 1)] for a, b in itertools.combinations(range(pigeons), 2)]
    return clauses


def formula(clauses: list[list[int]]) -> Claim:
    count = max(abs(literal) for clause in clauses for literal in clause)
    return Claim("search/lrat", {"variables": count, "clauses": clauses})


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_files(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    word, code = WORDS[path.name.split(".")[1]]
    assert run(["smt", str(path), "-o", str(tmp_path), "--json", "--seconds", "60"]) == code
    verdict = json.loads(capsys.readouterr().out)
    assert verdict["verdict"] == word
    claim = tmp_path / f"{path.stem}.claim.json"
    assert claim.exists()
    if word == "undecided":
        return
    assert any("not kernel-checked" in entry for entry in verdict["rests_on"])
    found = [name for name in tmp_path.iterdir() if name != claim]
    assert [name.name.endswith(".refutation.json") for name in found] == [word == "refuted"]
    assert run(["check", str(claim), str(found[0]), "--source", str(path)]) == code
    assert run(["check", "--all", str(tmp_path)]) == code
    assert run(["smt", str(path), "-o", str(tmp_path)]) == 2, "nothing is overwritten without --force"


def test_a_changed_source_is_noticed(tmp_path: Path) -> None:
    path = next(file for file in FILES if file.name == "gap.unsat.smt2")
    copy = tmp_path / "gap.smt2"
    copy.write_text(path.read_text())
    assert run(["smt", str(copy), "-o", str(tmp_path)]) == 0
    claim, cert = tmp_path / "gap.claim.json", tmp_path / "gap.cert.jsonl"
    copy.write_text(path.read_text().replace("(<= 0 y 3)", "(<= 0 y 4)"))
    assert run(["check", str(claim), str(cert), "--source", str(copy)]) == 4


@pytest.mark.parametrize("path", [f for f in FILES if "unsat" in f.name], ids=lambda path: path.stem)
def test_attacks_are_refused(path: Path) -> None:
    claim = read_file(path)
    verdict = engine.prove(claim, Limits(seconds=60))
    assert verdict.certificate is not None
    attacks = kinds.resolve(kinds.KINDS[claim.kind].attacks or "")(claim.data, verdict.certificate)
    assert [attack.failure() for attack in attacks if attack.failure()] == []


ACCEPTED = [case for case in all_cases() if case.expected is None and not case.attachments and case.certificate is None]
MINE = [case for case in ACCEPTED if case.kind.split("/")[0] in ("polynomial", "matrix", "search", "smt")]


@pytest.mark.parametrize("case", MINE, ids=lambda case: f"{case.kind}:{case.name}")
def test_tables_are_attacked_worded_and_proved_again(case: Any) -> None:
    room = kinds.KINDS[case.kind]
    rule = kernel.kinds()[case.kind]
    certificate = case.certificate_bytes(rule.streamed)
    attacks = kinds.resolve(room.attacks or "")(case.claim_bytes(), certificate)
    assert [attack.failure() for attack in attacks if attack.failure()] == []
    verdict = engine.check(case.claim_bytes(), certificate)
    assert verdict.explain()
    again = engine.prove(case.claim_bytes(), Limits(seconds=60))
    assert again.verdict.value == "proved", again.reason


def test_pigeonhole_and_its_hints() -> None:
    claim = formula(php(6, 5))
    verdict = engine.prove(claim)
    assert verdict.verdict.value == "proved"
    sat = formula(php(5, 5))
    assert engine.prove(sat).verdict.value == "refuted"


def test_proofs_of_other_solvers(tmp_path: Path) -> None:
    cnf = tmp_path / "square.cnf"
    cnf.write_text("c all four\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n")
    drat, lrat = tmp_path / "square.drat", tmp_path / "square.lrat"
    drat.write_text("2 0\nd 1 2 0\n0\n")
    lrat.write_text("5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n")
    for proof in (drat, lrat):
        out = tmp_path / proof.suffix[1:]
        assert run(["sat", str(cnf), "--proof", str(proof), "--attach", "-o", str(out)]) == 0
    lrat.write_text("5 2 0 1 0\n6 0 5 3 4 0\n")
    assert run(["sat", str(cnf), "--proof", str(lrat)]) == 1
    drat.write_text("-3 0\n")
    assert run(["sat", str(cnf), "--proof", str(drat)]) == 1
    cnf.write_text("p cnf 2 3\n1 2 0\n-1 2 0\n1 -2 0\n")
    assert run(["sat", str(cnf)]) == 7
    cnf.write_text("p cnf 2 5\n1 2 0\n")
    assert run(["sat", str(cnf)]) == 3


def test_resolution_asymmetric_tautologies_are_turned_into_steps() -> None:
    # x5 stands for x3 and x4: three lines that do not follow, but keep satisfiability
    clauses = [[1, 2], [-1, 2], [1, -2], [-1, -2], [3, 4]]
    steps = hinted(5, clauses, read_drat("5 -3 -4 0\n-5 3 0\n-5 4 0\nd 3 4 0\n2 0\n0\n"))
    assert sum("rat" in step for step in steps) == 3
    claim = Claim("search/lrat", {"variables": 5, "clauses": clauses})
    kernel.check(claim.data, [streamed_certificate(claim, steps)])
    lrat = "6 5 -3 -4 0 0\n7 -5 3 0 -6 0\n8 -5 4 0 -6 0\n9 2 0 1 2 0\n10 0 9 3 4 0\n"
    kernel.check(claim.data, [streamed_certificate(claim, read_lrat(lrat, 5))])


@pytest.mark.parametrize("text", ["1 0\n", "1 2\n", "x 0\n", "1 0 2 0\n"])
def test_what_is_no_proof(text: str) -> None:
    with pytest.raises(NotAProof):
        hinted(2, [[1, 2], [-1, 2], [1, -2]], read_drat(text))


def test_relations_of_z3_and_sympy() -> None:
    import sympy
    import z3

    x, y = z3.Reals("x y")
    assert engine.prove(z3.Implies(z3.And(x > y, y > z3.Q(1, 3)), x > z3.Q(1, 3))).verdict.value == "proved"
    assert engine.prove(x > y).verdict.value == "refuted"
    a = sympy.symbols("a", real=True)
    assert engine.prove(a**2 - 2 * a + 1 >= 0).verdict.value == "proved"
    for relation in (x > z3.RealVal(1 / 3), a > 0.5, a > sympy.Float("0.1")):
        with pytest.raises(Reject) as caught:
            engine.prove(relation)
        assert caught.value.code == "float"
