"""The pytest plugin, run by pytester: claims as items, the lock, attacks, the fixture."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import certify
from certify import lock
from certify.contract import attestation, certificate

ROOT = Path(__file__).parent.parent


def rows(bound: str) -> dict[str, Any]:
    """x <= 1 and x >= bound, from which x <= 1 and perhaps nothing."""
    return {
        "variables": ["x"],
        "rows": [
            {"coefficients": ["1"], "relation": "<=", "bound": "1"},
            {"coefficients": ["-1"], "relation": "<=", "bound": bound},
        ],
    }


CLAIM = certify.Claim("linear/infeasible", rows("-2"))
WEAKER = certify.Claim("linear/infeasible", rows("-3"))
FEASIBLE = certify.Claim("linear/feasible", rows("-1"))
BOTH = {"multipliers": ["1", "1"]}


def put(folder: Path, name: str, claim: certify.Claim, evidence: Any = BOTH, suffix: str = "cert") -> None:
    (folder / f"{name}.claim.json").write_bytes(claim.data)
    if evidence is not None:
        (folder / f"{name}.{suffix}.json").write_bytes(certificate(claim, evidence))


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    """A project with one claim, pinned."""
    put(pytester.path, "a", CLAIM)
    pytester.runpytest("--certify-accept").assert_outcomes(passed=1)
    return pytester


def test_a_pinned_claim_passes(project: pytest.Pytester) -> None:
    project.runpytest().assert_outcomes(passed=1)


def test_a_claim_that_is_not_pinned_fails_and_names_the_option(pytester: pytest.Pytester) -> None:
    put(pytester.path, "a", CLAIM)
    result = pytester.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*not pinned*", "*x <= 1*", "*--certify-accept pins it*"])
    assert not (pytester.path / lock.NAME).exists()


def test_a_quietly_weakened_claim_fails_until_it_is_pinned_again(project: pytest.Pytester) -> None:
    put(project.path, "a", WEAKER)
    result = project.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*not the claim that was pinned*", "-   -x <= -2", "+   -x <= -3", "*--certify-accept*"]
    )
    result = project.runpytest("--certify-accept")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*pinned in certify.lock*", "-   -x <= -2", "+   -x <= -3"])
    project.runpytest().assert_outcomes(passed=1)


def test_another_layout_of_the_same_claim_passes(project: pytest.Pytester) -> None:
    (project.path / "a.claim.json").write_text(json.dumps(CLAIM.value, indent=4))
    project.runpytest().assert_outcomes(passed=1)


def test_a_missing_certificate_fails(project: pytest.Pytester) -> None:
    (project.path / "a.cert.json").unlink()
    result = project.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*a.claim.json: no certificate; certify prove a.claim.json -o a.cert.json*"])


def test_a_refused_certificate_fails_with_place_and_code(project: pytest.Pytester) -> None:
    put(project.path, "a", CLAIM, {"multipliers": ["1", "2"]})
    result = project.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*a.cert.json: /evidence/multipliers: wrong-combination: coefficient of x*"])
    result.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.parametrize("accept", [[], ["--certify-accept"]])
def test_a_bad_claim_file_fails_in_one_sentence(project: pytest.Pytester, accept: list[str]) -> None:
    (project.path / "a.claim.json").write_text('{"schema": "certify-claim/1", "kind": 1.5}')
    result = project.runpytest(*accept)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*a.claim.json: /: float: 1.5*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_control_characters_do_not_reach_the_terminal(project: pytest.Pytester) -> None:
    (project.path / "a.claim.json").write_text('{"schema": "certify-claim/1", "\\u001b[2J": 1}')
    result = project.runpytest()
    result.assert_outcomes(failed=1)
    assert "\x1b[2J" not in result.stdout.str()


def test_refutations_are_pinned_as_such(pytester: pytest.Pytester) -> None:
    claim = certify.Claim("linear/infeasible", rows("-1"))
    put(pytester.path, "a", claim, None)
    (pytester.path / "a.refutation.json").write_bytes(certificate(FEASIBLE, {"point": ["1"]}))
    pytester.runpytest("--certify-accept", "--certify-attack").assert_outcomes(passed=1)
    assert lock.read(pytester.path / lock.NAME)["a.claim.json"].verdict == "refuted"
    put(pytester.path, "a", CLAIM)
    result = pytester.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["- refuted", "+ proved"])


def test_somebodys_word_is_not_a_proof(project: pytest.Pytester) -> None:
    (project.path / "a.cert.json").write_bytes(attestation(CLAIM, "a solver", "unsat"))
    result = project.runpytest("--certify-accept")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*attested*"])


def test_the_lock_is_one_sorted_line_a_claim(pytester: pytest.Pytester) -> None:
    (pytester.path / "sub").mkdir()
    for name in ("b", "a", "sub/c"):
        put(pytester.path, name, CLAIM)
    pytester.runpytest("--certify-accept").assert_outcomes(passed=3)
    lines = (pytester.path / lock.NAME).read_text().splitlines()
    assert [json.loads(line)["path"] for line in lines] == ["a.claim.json", "b.claim.json", "sub/c.claim.json"]
    (pytester.path / lock.NAME).write_text("\n".join(reversed(lines)))
    pytester.runpytest().assert_outcomes(passed=3)


def test_accepting_one_claim_keeps_the_pins_of_others(pytester: pytest.Pytester) -> None:
    put(pytester.path, "a", CLAIM)
    put(pytester.path, "b", WEAKER)
    pytester.runpytest("--certify-accept").assert_outcomes(passed=2)
    put(pytester.path, "a", WEAKER)
    pytester.runpytest("--certify-accept", "a.claim.json").assert_outcomes(passed=1)
    pytester.runpytest().assert_outcomes(passed=2)


def test_a_pinned_claim_that_is_gone_fails_until_dropped(project: pytest.Pytester) -> None:
    put(project.path, "b", WEAKER)
    project.runpytest("--certify-accept").assert_outcomes(passed=2)
    (project.path / "b.claim.json").unlink()
    result = project.runpytest()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*b.claim.json, not there any more; pytest --certify-accept drops*"])
    project.runpytest("--certify-accept").stdout.fnmatch_lines(["b.claim.json: no longer there"])
    project.runpytest().assert_outcomes(passed=1)


def test_two_different_pins_that_a_merge_left_are_an_error_until_accepted(project: pytest.Pytester) -> None:
    path = project.path / lock.NAME
    line = path.read_text()
    path.write_text(line + line)
    project.runpytest().assert_outcomes(passed=1)
    path.write_text(line + line.replace("proved", "refuted"))
    result = project.runpytest()
    assert result.ret == 1
    result.stdout.fnmatch_lines(["certify.lock: line 2: a.claim.json is pinned twice, differently; *--certify-accept*"])
    project.runpytest("--certify-accept").assert_outcomes(passed=1)
    assert path.read_text() == line


@pytest.mark.parametrize("text", ["not json\n", "[]\n", '{"path": "a"}\n', '{"path":"a","claim":"","verdict":1}\n'])
def test_a_broken_lock_is_named(project: pytest.Pytester, text: str) -> None:
    (project.path / lock.NAME).write_text(text)
    result = project.runpytest()
    assert result.ret == 1
    result.stdout.fnmatch_lines(["certify.lock: line *"])
    project.runpytest("--certify-accept").stdout.fnmatch_lines(["*nothing was pinned*"])
    assert (project.path / lock.NAME).read_text() == text


def test_zero_claims_without_any_expectation_are_no_error(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_one(): pass")
    pytester.runpytest().assert_outcomes(passed=1)


def test_zero_claims_are_an_error_with_the_option(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_one(): pass")
    result = pytester.runpytest("--certify")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["no claims here*"])


def test_zero_claims_are_an_error_with_the_ini_key(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ncertify_claims = claims")
    pytester.makepyfile("def test_one(): pass")
    pytester.runpytest().assert_outcomes(passed=1, failed=1)
    (pytester.path / "claims").mkdir()
    put(pytester.path / "claims", "a", CLAIM)
    put(pytester.path, "elsewhere", CLAIM)
    pytester.runpytest("--certify-accept").assert_outcomes(passed=2)


def test_zero_claims_are_an_error_where_the_lock_is(pytester: pytest.Pytester) -> None:
    (pytester.path / lock.NAME).write_text("")
    pytester.makepyfile("def test_one(): pass")
    pytester.runpytest().assert_outcomes(passed=1, failed=1)


def test_a_run_of_other_tests_expects_no_claims(project: pytest.Pytester) -> None:
    path = project.makepyfile("def test_one(): pass")
    project.runpytest(path.name).assert_outcomes(passed=1)
    project.runpytest(f"{path.name}::test_one").assert_outcomes(passed=1)


def test_attacks_run(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    project.runpytest("--certify-attack").assert_outcomes(passed=1)
    from certify.attacks import Attack
    from certify.kernel.reject import Category

    true = Attack("no attack at all", CLAIM.data, certificate(CLAIM, BOTH), Category.REFUSED, "wrong-combination")
    # the module that is in sys.modules now: earlier runs in this process may have imported another one
    linear = importlib.import_module("certify.attacks.linear")
    monkeypatch.setattr(linear, "attacks", lambda claim, data: [true])
    result = project.runpytest_inprocess("--certify-attack")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*no attack at all: ACCEPTED, expected REFUSED wrong-combination*"])


def test_workers_pin_through_the_process_that_reports(pytester: pytest.Pytester) -> None:
    for name in "abcd":
        put(pytester.path, name, CLAIM)
    pytester.runpytest("--certify-accept", "-n", "2").assert_outcomes(passed=4)
    assert len(lock.read(pytester.path / lock.NAME)) == 4
    pytester.runpytest("-n", "2").assert_outcomes(passed=4)


def test_the_fixture(pytester: pytest.Pytester) -> None:
    (pytester.path / "claims").mkdir()
    put(pytester.path / "claims", "good", CLAIM)
    put(pytester.path / "claims", "bad", CLAIM, {"multipliers": ["0", "0"]})
    pytester.makepyfile(
        """
        import pytest

        def test_good(certified):
            assert certified("claims/good.claim.json").verdict == "proved"

        def test_bad(certified):
            with pytest.raises(AssertionError, match="no-contradiction"):
                certified("claims/bad.claim.json")
        """
    )
    pytester.runpytest("test_the_fixture.py").assert_outcomes(passed=2)


def test_assert_proved(tmp_path: Path) -> None:
    put(tmp_path, "a", CLAIM)
    assert certify.assert_proved(CLAIM).verdict == "proved"
    assert certify.assert_proved(tmp_path / "a.claim.json", tmp_path / "a.cert.json").verdict == "proved"
    assert certify.assert_proved(CLAIM, certificate(CLAIM, BOTH)).verdict == "proved"
    with pytest.raises(AssertionError, match="refuted"):
        certify.assert_proved(certify.Claim("linear/infeasible", rows("-1")))
    with pytest.raises(AssertionError, match="wrong-combination"):
        certify.assert_proved(CLAIM, certificate(CLAIM, {"multipliers": ["1", "2"]}))


def test_importing_the_plugin_loads_pytest_and_the_standard_library_only() -> None:
    code = (
        "import sys, pytest; before = set(sys.modules); import certify.pytest_plugin; "
        "print(sorted(m for m in set(sys.modules) - before if m.partition('.')[0] not in sys.stdlib_module_names))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert run.stdout.strip() == "['certify', 'certify.lock', 'certify.pytest_plugin']"
