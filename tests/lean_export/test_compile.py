"""Every core file of tables, examples and public cases compiles, on allowed axioms, and has a wrong twin."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from certify import export
from lean_export.check import CHECKED, STATEMENT_ONLY
from lean_export.document import MARK, PROOF, STATEMENT
from tests.lean_export import batch
from tests.lean_export.samples import Sample, example_samples, in_core, public, table_samples, twin

pytestmark = pytest.mark.lean


@cache
def samples() -> tuple[Sample, ...]:
    return (*table_samples(), *(s for s in example_samples() if in_core(s)), *public_sidon())


def public_sidon() -> list[Sample]:
    """The accepted bh-linear and witness cases among the public ones."""
    from certify.contract import Claim

    found = []
    for case in public("sidon") or []:
        if case["verdict"] != "accept":
            continue
        if case["claim"] == "no_ext_all" and set(case["cert"]) >= {"odd", "clash"}:
            evidence = {"odd": case["cert"]["odd"], "clash": case["cert"]["clash"]}
            found.append(Sample(f"public {case['id']}", Claim("sidon/no-extension", {"set": case["set"]}), evidence))
        if case["claim"] == "ext_at":
            claim = Claim("sidon/extends-at", {"set": case["set"], "modulus": case["v"]})
            found.append(Sample(f"public {case['id']}", claim, {"witness": case["witness"]}))
    return found


def families() -> list[str]:
    return sorted({sample.claim.kind.split("/")[0] for sample in samples()})


def mine(family: str) -> list[Sample]:
    return [sample for sample in samples() if sample.claim.kind.split("/")[0] == family]


@pytest.mark.parametrize("family", families())
def test_proofs_compile_with_allowed_axioms(lean: str, family: str) -> None:
    texts = [text for sample in mine(family) if (text := sample.text()).startswith(f"{MARK}core {PROOF}")]
    if not texts:
        pytest.skip(f"{family} is exported as statements only")
    outcome = batch.check_all(texts, f"{MARK}core {PROOF}")
    assert outcome.problems == ()
    assert outcome.word == CHECKED
    assert len([name for name, _ in outcome.theorems if name.endswith(".claim")]) == len(texts)


@pytest.mark.parametrize("family", families())
def test_statements_elaborate_and_say_so(lean: str, family: str) -> None:
    """Every claim without a certificate, and those whose theorem is not formalised."""
    texts = [export.lean(sample.claim, None, "core") for sample in mine(family)]
    texts += [text for sample in mine(family) if (text := sample.text()).startswith(f"{MARK}core {STATEMENT}")]
    outcome = batch.check_all(texts, f"{MARK}core {STATEMENT}")
    assert outcome.problems == ()
    assert outcome.word == STATEMENT_ONLY


@pytest.mark.parametrize("family", families())
def test_wrong_twins_fail(lean: str, family: str, tmp_path: Path) -> None:
    """One number changed so that the kernel of certify refuses: Lean must refuse too."""
    proofs = [sample for sample in mine(family) if sample.text().startswith(f"{MARK}core {PROOF}")]
    twins = {sample.name: twin(sample) for sample in proofs}
    missing = [name for name, text in twins.items() if text is None]
    assert set(missing) <= WITHOUT_TWIN, missing
    texts = {name: text for name, text in twins.items() if text is not None}
    failed = batch.failing(lean, list(texts.values()), tmp_path)
    assert [name for name, fails in zip(texts, failed, strict=True) if not fails] == []


# claims where no single number can be changed to a well-formed claim and certificate that the kernel refuses
WITHOUT_TWIN = frozenset(("sidon/is-sidon:two elements",))  # two distinct integers always are a Sidon set
