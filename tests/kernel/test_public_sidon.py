"""The seven public cases about Sidon sets, read from ../shared where that is there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from certify import kernel
from certify.contract import Claim, certificate
from certify.kernel import Reject

CASES = Path(__file__).parent.parent.parent.parent / "shared" / "cases" / "sidon.json"
KINDS = {"no_ext_all": "sidon/no-extension", "ext_at": "sidon/extends-at", "no_ext_at": "sidon/no-extension-at"}
CODES = {"P4": "exceptional-order", "P6": "not-sidon"}


def cases() -> list[Any]:
    found: list[Any] = json.loads(CASES.read_text()) if CASES.exists() else [None]
    return found


def converted(case: Any) -> tuple[Claim, Any]:
    """The claim and the evidence in our formats; P6 comes without a certificate."""
    at = {"modulus": case["v"]} if "v" in case else {}
    proof = case.get("cert") or {"odd": [[1, 1]] * 3, "clash": [[0, 1]] * 4}
    evidence = {key: case.get(key, proof.get(key)) for key in ("odd", "clash", "witness", "tree")}
    used = {key: value for key, value in evidence.items() if value is not None and (key in case or not at)}
    return Claim(KINDS[case["claim"]], {"set": case["set"], **at}), used


@pytest.mark.parametrize("case", cases(), ids=lambda case: "absent" if case is None else case["id"])
def test_public_case(case: Any) -> None:
    if case is None:
        pytest.skip(f"{CASES.parent.name}/{CASES.name} is not beside this repository")
    claim, evidence = converted(case)
    if case["verdict"] == "accept":
        kernel.check(claim.data, [certificate(claim, evidence)])
        return
    with pytest.raises(Reject) as refusal:
        kernel.check(claim.data, [certificate(claim, evidence)])
    assert refusal.value.code == CODES[case["id"]]
