"""`certify lean check`: what counts as checked, and the exit codes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from certify.cli import run
from certify.contract import certificate, read_claim
from lean_export import policy, toolchain
from lean_export.check import CHECKED, NOT_RUN, NOTHING, REFUSED, STATEMENT_ONLY, check_text
from lean_export.document import ALLOWED_AXIOMS

CLAIM = """{"schema": "certify-claim/1", "kind": "linear/infeasible", "statement": {"variables": ["x"], "rows": [
{"coefficients": ["1"], "relation": "<", "bound": "0"}, {"coefficients": ["-1"], "relation": "<=", "bound": "0"}]}}"""


@pytest.mark.lean
def test_a_proof_is_checked(lean: str) -> None:
    outcome = check_text("namespace N\ntheorem t : 1 + 1 = 2 := by decide\nend N\n")
    assert (outcome.word, outcome.exit, outcome.line()) == (CHECKED, 0, "checked (axioms: none)")
    assert outcome.theorems == (("N.t", ()),)


@pytest.mark.lean
def test_a_false_proof_is_refused(lean: str) -> None:
    outcome = check_text("theorem t : 1 + 1 = 3 := by decide\n")
    assert (outcome.word, outcome.exit) == (REFUSED, 1)
    assert any("false" in problem for problem in outcome.problems)


@pytest.mark.lean
def test_a_statement_says_so(lean: str) -> None:
    marked = "-- certify-lean: core statement\ntheorem s : 1 = 1 := rfl\ntheorem t : 1 + 1 = 3 := by\n  sorry\n"
    outcome = check_text(marked)
    assert (outcome.word, outcome.exit) == (STATEMENT_ONLY, 1)
    assert dict(outcome.theorems)["t"] == ("sorryAx",)


@pytest.mark.lean
def test_a_statement_that_does_not_elaborate_is_refused(lean: str) -> None:
    assert check_text("-- certify-lean: core statement\ntheorem t : 1 + true = x := by\n  sorry\n").word == REFUSED


@pytest.mark.lean
def test_a_file_that_declares_the_axiom_of_another_name_is_not_believed(lean: str) -> None:
    """A theorem hidden from the list is not claimed, and one that is listed must be printed by lean itself."""
    outcome = check_text("namespace N\ntheorem t : True := trivial\nend N\ntheorem t.u : 2 + 2 = 5 := by decide\n")
    assert outcome.word == REFUSED


@pytest.mark.lean
def test_an_import_that_is_not_there(lean: str) -> None:
    assert check_text("import Certify.Nowhere\ntheorem t : True := trivial\n").word == REFUSED


def test_no_theorem_proves_nothing() -> None:
    outcome = check_text("def a : Nat := 1\n")
    assert (outcome.word, outcome.exit) == (NOTHING, 8)


def test_mathlib_files_are_not_run() -> None:
    outcome = check_text("-- certify-lean: mathlib proof\nimport Mathlib\ntheorem t : True := trivial\n")
    assert (outcome.word, outcome.exit, outcome.line()) == (NOT_RUN, 5, "not run")


def test_without_lean_exit_5_and_how_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.lean"
    file.write_text("theorem t : True := trivial\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run(["lean", "check", str(file)]) == 5
    assert "elan toolchain install" in capsys.readouterr().err


def test_bad_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    binary = tmp_path / "b.lean"
    binary.write_bytes(b"\xff\xfe")
    assert run(["lean", "check", str(binary)]) == 3
    assert run(["lean", "check", str(tmp_path / "missing.lean")]) == 2
    empty = tmp_path / "c.lean"
    empty.write_text("")
    assert run(["lean", "check", str(empty)]) == 8
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.lean
def test_export_and_check(lean: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    claim, cert, file = (tmp_path / name for name in ("a.claim.json", "a.cert.json", "a.lean"))
    claim.write_text(CLAIM)
    cert.write_bytes(certificate(read_claim(CLAIM.encode()), {"multipliers": ["1", "1"]}))
    assert run(["export", str(claim), str(cert), "--to", "lean", "-o", str(file)]) == 0
    assert run(["lean", "check", str(file)]) == 0
    assert "lean: checked (axioms: propext)" in capsys.readouterr().out
    assert run(["export", str(claim), "--to", "lean", "-o", str(file), "--force"]) == 0
    assert run(["lean", "check", str(file)]) == 1
    assert "lean: statement only" in capsys.readouterr().out


def test_a_refused_certificate_is_not_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    claim, cert = tmp_path / "a.claim.json", tmp_path / "a.cert.json"
    claim.write_text(CLAIM)
    cert.write_bytes(certificate(read_claim(CLAIM.encode()), {"multipliers": ["1", "0"]}))
    assert run(["export", str(claim), str(cert), "--to", "lean", "-o", str(tmp_path / "a.lean")]) == 1
    assert not (tmp_path / "a.lean").exists()
    assert "wrong-combination" in capsys.readouterr().err
    assert run(["export", str(claim), "--to", "lean", "--flavour", "other"]) == 2


def test_export_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    claim = tmp_path / "in" / "a b.claim.json"
    claim.parent.mkdir()
    claim.write_text(CLAIM)
    out = tmp_path / "out"
    assert run(["lean", "export-all", str(claim.parent), "-o", str(out)]) == 0
    assert (out / "Claims" / "AB.lean").read_text().startswith("-- certify-lean: core statement\n")
    assert {path.stem for path in (out / "Certify").iterdir()} == set(toolchain.sources())
    assert (out / "lean-toolchain").read_text() == f"{toolchain.TOOLCHAIN}\n"
    assert (out / "lakefile.toml").exists()
    assert run(["lean", "export-all", str(claim.parent), "-o", str(out)]) == 2
    assert run(["lean", "export-all", str(tmp_path / "nowhere"), "-o", str(out)]) == 2
    (tmp_path / "empty").mkdir()
    assert run(["lean", "export-all", str(tmp_path / "empty"), "-o", str(out)]) == 8
    (claim.parent / "b.claim.json").write_text("{")
    assert run(["lean", "export-all", str(claim.parent), "-o", str(out), "--force"]) == 3


SOUNDNESS = {
    "Linear": {"Certify.Linear.infeasible_sound", "Certify.Linear.implies_sound", "Certify.Linear.satisfies_sound"},
    "TheoremT": {"Certify.odd_order", "Certify.even_order", "Certify.three_pairs"},
    "BhLinear": {"Certify.BhLinear.sound"},
    "BhTree": {"Certify.BhTree.sound"},
    "Ring": {"Certify.Positivity.nonneg_sound", "Certify.Positivity.pos_sound"},
    "Orbit": {"Certify.firstExit_sound", "Certify.stays_sound", "Certify.boosts_sound"},
    "Clauses": {"Certify.Clauses.refutes_sound", "Certify.Clauses.model_sound"},
    "SidonAt": {"Certify.witness_sound", "Certify.refuted_sound", "Certify.noSmaller_sound"},
    "Poly": {"Certify.Poly.identity_sound"},
}


@pytest.mark.parametrize("module", toolchain.sources())
def test_the_library_keeps_to_the_policy(module: str) -> None:
    """But for words that claim files have no need of and that change nothing in acceptance."""
    read = policy.read(toolchain.sources()[module])
    assert set(read.theorems) >= SOUNDNESS.get(module, set())
    assert not read.sorry
    harmless = {f"{word} is not allowed" for word in ("instance", "universe", "variable")}
    assert {breach.detail for breach in read.breaches} <= harmless


@pytest.mark.lean
def test_the_library_rests_on_allowed_axioms_only(lean: str, tmp_path: Path) -> None:
    sources = toolchain.sources()
    theorems = [name for text in sources.values() for name in policy.read(text).theorems]
    lines = [f"import Certify.{module}" for module in sources] + [f"#print axioms {name}" for name in theorems]
    (tmp_path / "Axioms.lean").write_text("\n".join(lines) + "\n")
    ran = toolchain.execute(lean, tmp_path, Path("Axioms.lean"), toolchain.library(lean), [])
    assert ran.status == 0
    assert len(ran.messages) == len(theorems)
    for message in ran.messages:
        found = re.search(r"depends on axioms: \[(.*)\]", message.text)
        axioms = found[1].split(", ") if found else []
        assert found or "does not depend on any axioms" in message.text
        assert set(axioms) <= set(ALLOWED_AXIOMS), message.text
