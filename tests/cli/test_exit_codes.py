"""Every exit code of design section 6 by a command that reaches it, with the sentence it prints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from certify.contract import Claim, attestation, certificate
from certify.verdict import EXIT_ORDER, Word
from tests.cli.conftest import FALSE, INFEASIBLE, REFUTATION, Run, system


def test_0_proved(run: Run, pair: Path) -> None:
    done = run("check", "a.claim.json", "a.cert.json")
    assert done.exit == 0
    assert "PROVED  a.claim.json" in done.out
    assert "rests on: kernel:" in done.out
    assert "hypotheses: none" in done.out


@pytest.mark.parametrize(
    ("evidence", "place", "code"),
    [
        (["1", "2"], "/evidence/multipliers", "wrong-combination"),
        (["-1", "-1"], "/evidence/multipliers/0", "negative-multiplier"),
        (["0", "0"], "/evidence/multipliers", "no-contradiction"),
    ],
)
def test_1_a_refused_certificate_shows_file_place_code_and_both_sides(
    run: Run, pair: Path, evidence: list[str], place: str, code: str
) -> None:
    (pair / "a.cert.json").write_bytes(certificate(INFEASIBLE, {"multipliers": evidence}))
    done = run("check", "a.claim.json", "a.cert.json")
    assert done.exit == 1
    assert f"REFUSED  a.cert.json: {place}: {code}: " in done.out
    assert "needed" in done.out or "needs" in done.out


def test_1_undecided(run: Run, pair: Path) -> None:
    statement = {**system("1"), "goal": {"coefficients": ["1"], "relation": "=", "bound": "0"}}
    (pair / "b.claim.json").write_bytes(Claim("linear/implies", statement).data)
    done = run("prove", "b.claim.json")
    assert done.exit == 1
    assert "UNDECIDED" in done.out
    assert "the goal fails at x = " in done.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"],
        ["check", "a.claim.json"],
        ["check", "a.claim.json", "missing.cert.json"],
        ["check", "missing.claim.json", "a.cert.json"],
        ["check", "--all", "missing"],
        ["check", "--all", "a.claim.json"],
        ["check", "a.claim.json", "--all", "."],
        ["check", "--all", ".", "--record", "x.record.json"],
        ["check", "a.claim.json", "a.cert.json", "--source", "missing.csv"],
        ["check", ".", "a.cert.json"],
        ["claim", "missing.claim.json"],
        ["claim", "."],
        ["prove", "missing.claim.json"],
        ["prove", "a.claim.json", "--seconds", "-1"],
        ["prove", "a.claim.json", "--seconds", "soon"],
        ["explain", "a.claim.json"],
        ["no-such-verb"],
        ["check", "--no-such-option"],
    ],
)
def test_2_usage(run: Run, pair: Path, arguments: list[str]) -> None:
    if arguments[-1] == "missing.csv":
        claim = Claim(
            INFEASIBLE.kind, INFEASIBLE.statement, {"reader": "csv", "files": [{"path": "s", "sha256": "0" * 64}]}
        )
        (pair / "a.claim.json").write_bytes(claim.data)
        (pair / "a.cert.json").write_bytes(certificate(claim, {"multipliers": ["1", "1"]}))
    done = run(*arguments)
    assert done.exit == 2
    assert done.err.strip()


def test_2_nothing_is_overwritten_without_force(run: Run, pair: Path) -> None:
    before = (pair / "a.cert.json").read_bytes()
    done = run("prove", "a.claim.json", "-o", "a.cert.json")
    assert done.exit == 2
    assert "a.cert.json exists; --force overwrites it" in done.err
    assert (pair / "a.cert.json").read_bytes() == before
    assert run("prove", "a.claim.json", "-o", "a.cert.json", "--force").exit == 0


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "bad-json"),
        (b"\xff\xfe", "invalid-utf8"),
        (b"\xef\xbb\xbf{}", "byte-order-mark"),
        (b'{"schema": "certify-claim/1", "kind": 0.5}', "float"),
        (b"[" * 60, "bad-json"),
        (INFEASIBLE.data + b"x", "trailing-bytes"),
        (INFEASIBLE.data.replace(b'"1"', b'"1/1"', 1), "denominator-one"),
    ],
)
@pytest.mark.parametrize("verb", ["check", "claim", "prove", "explain", "export"])
def test_3_malformed_claims(run: Run, pair: Path, data: bytes, code: str, verb: str) -> None:
    (pair / "a.claim.json").write_bytes(data)
    more = ["a.cert.json"] if verb in ("check", "explain") else []
    done = run(verb, "a.claim.json", *more)
    assert done.exit == 3
    assert code in done.out + done.err
    assert "a.claim.json: " in done.out + done.err


def test_3_malformed_certificates(run: Run, pair: Path) -> None:
    (pair / "a.cert.json").write_bytes(b"{}")
    done = run("check", "a.claim.json", "a.cert.json")
    assert done.exit == 3
    assert "MALFORMED  a.cert.json: /: missing-key: key 'schema' is missing" in done.out


def test_4_another_claim(run: Run, pair: Path) -> None:
    done = run("check", "false.claim.json", "a.cert.json")
    assert done.exit == 4
    assert f"certificate is for {INFEASIBLE.address}, the claim is {FALSE.address}" in done.out


def test_5_unknown_kind_or_schema(run: Run, pair: Path) -> None:
    for old, new in ((b"linear/infeasible", b"linear/obvious"), (b"certify-claim/1", b"certify-claim/2")):
        (pair / "a.claim.json").write_bytes(INFEASIBLE.data.replace(old, new))
        assert run("check", "a.claim.json", "a.cert.json").exit == 5
        assert run("claim", "a.claim.json").exit == 5
        assert run("prove", "a.claim.json").exit == 5
    assert run("trust", "linear/obvious").exit == 5
    assert run("schema", "claim", "linear/obvious").exit == 5


def test_5_somebodys_word_unless_accepted(run: Run, pair: Path) -> None:
    (pair / "a.cert.json").write_bytes(attestation(INFEASIBLE, "a solver", "unsat"))
    done = run("check", "a.claim.json", "a.cert.json")
    assert done.exit == 5
    assert "ATTESTED" in done.out
    assert "attested:a solver" in done.out
    assert run("check", "a.claim.json", "a.cert.json", "--accept-attested", "another solver").exit == 5
    done = run("check", "a.claim.json", "a.cert.json", "--accept-attested", "a solver", "--json")
    assert done.exit == 0
    assert json.loads(done.out)["verdict"] == "attested"


def test_5_somebodys_word_for_the_negation_is_never_accepted_for_the_claim(run: Run, pair: Path) -> None:
    feasible = Claim("linear/feasible", INFEASIBLE.statement)
    (pair / "a.cert.json").write_bytes(attestation(feasible, "a solver", "sat"))
    done = run("check", "a.claim.json", "a.cert.json", "--accept-attested", "a solver", "--json")
    assert done.exit == 5
    assert json.loads(done.out)["verdict"] == "declined"
    assert json.loads(done.out)["reject"]["code"] == "attested-negation"


def test_5_theorems(run: Run, pair: Path) -> None:
    assert run("check", "a.claim.json", "a.cert.json", "--theorems", "").exit == 0
    done = run("sidon", "1", "2", "4", "8", "13", "-o", "out")
    assert done.exit == 0
    claim, cert = next(pair.glob("out/*.claim.json")), next(pair.glob("out/*.cert.json*"))
    done = run("check", claim, cert)
    assert done.exit == 0
    assert "theorem:" in done.out
    name = done.out.partition("theorem:")[2].split(";")[0].split()[0]
    assert run("check", claim, cert, "--theorems", name).exit == 0
    done = run("check", claim, cert, "--theorems", "another")
    assert done.exit == 5
    assert f"rests on theorem {name}, accepted: ['another']" in done.out


def test_6_limits(run: Run, pair: Path) -> None:
    deep = INFEASIBLE.data.replace(b'"1"', b"[" * 100_000 + b"]" * 100_000, 1)
    (pair / "a.claim.json").write_bytes(deep)
    done = run("check", "a.claim.json", "a.cert.json")
    assert done.exit == 6
    assert "too-deep: nesting" in done.out
    assert run("claim", "a.claim.json").exit == 6


def test_6_time(run: Run, pair: Path) -> None:
    done = run("prove", "a.claim.json", "--seconds", "0")
    assert done.exit == 6
    assert "LIMIT" in done.out


def test_7_refuted(run: Run, pair: Path) -> None:
    done = run("check", "false.claim.json", "false.refutation.json")
    assert done.exit == 7
    assert "REFUTED" in done.out
    done = run("prove", "false.claim.json", "-o", "found.cert.json", "--json")
    assert done.exit == 7
    assert not (pair / "found.cert.json").exists()
    assert (pair / "found.refutation.json").read_bytes() == REFUTATION
    assert json.loads(done.out)["answer"] == {"point": {"x": "1"}}


def test_8_nothing_checked(run: Run, pair: Path) -> None:
    (pair / "empty").mkdir()
    done = run("check", "--all", "empty")
    assert done.exit == 8
    assert "nothing checked" in done.out


def test_70_a_bug_is_reported_without_a_traceback(run: Run, pair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("by \x1b[2J")

    monkeypatch.setattr("certify.kernel.check", broken)
    done = run("check", "a.claim.json", "a.cert.json")
    assert done.exit == 70
    assert "bug: ZeroDivisionError: by \\x1b[2J" in done.err
    assert "--debug" in done.err


def test_130_interrupt(run: Run, pair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("certify.kernel.check", interrupted)
    assert run("check", "a.claim.json", "a.cert.json").exit == 130


def test_every_word_has_an_exit_code_in_the_order_of_severity() -> None:
    assert {word.exit_code for word in Word} | {70} == set(EXIT_ORDER)


def test_several_claims_give_the_first_exit_code_of_the_order(run: Run, pair: Path) -> None:
    def exit_of_all() -> int:
        return run("check", "--all", ".").exit

    assert exit_of_all() == 7
    (pair / "false.refutation.json").write_bytes(attestation(FALSE, "a solver", "unsat"))
    assert exit_of_all() == 5
    (pair / "deep.claim.json").write_bytes(b"[" * 1000)
    (pair / "deep.cert.json").write_bytes(b"")
    assert exit_of_all() == 6
    (pair / "stray.cert.json").write_bytes(certificate(Claim("linear/infeasible", system("-9")), {}))
    assert exit_of_all() == 4
    (pair / "bad.claim.json").write_bytes(b"{}")
    assert exit_of_all() == 3
    (pair / "a.cert.json").unlink()
    done = run("check", "--all", ".", "--json")
    verdicts = [json.loads(line) for line in done.out.splitlines()]
    assert {(Path(v["file"]).name, v["verdict"]) for v in verdicts} == {
        ("a.claim.json", "undecided"),
        ("false.claim.json", "attested"),
        ("deep.claim.json", "limit"),
        ("stray.cert.json", "wrong-claim"),
        ("bad.claim.json", "malformed"),
    }
