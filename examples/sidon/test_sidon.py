"""Every claim of this folder, and the table of rulers in the README against the claims."""

from __future__ import annotations

import re
from pathlib import Path

from certify import attacks, engine
from certify.contract import Claim
from certify.folder import Pair, check_pair, pairs

HERE = Path(__file__).parent
REFUTED = {"extends-mod-21-denied", "weak-sidon"}


def claims() -> dict[str, Claim]:
    return {path.name.removesuffix(".claim.json"): engine.load(path) for path in sorted(HERE.glob("*.claim.json"))}


def test_every_claim_is_proved_or_refuted_as_its_name_says() -> None:
    found = {}
    for pair in pairs(HERE):
        assert isinstance(pair, Pair)
        found[pair.claim.name.removesuffix(".claim.json")] = check_pair(pair).verdict.value
    assert found == {name: "refuted" if name in REFUTED else "proved" for name in claims()}


def test_the_table_of_rulers() -> None:
    rows = re.findall(r"^\| \d+ \| ([0-9 ]+)(?: \(\w\))? \| (.*) \|$", (HERE / "README.md").read_text(), re.MULTILINE)
    said = {tuple(map(int, marks.split())): words for marks, words in rows}
    found = {tuple(claim.statement["set"]): claim for name, claim in claims().items() if name.startswith("ruler-")}
    for marks, words in said.items():
        claim = found[marks]
        if "nowhere" in words:
            assert claim.kind == "sidon/no-extension"
        elif "open" in words:
            assert claim.kind == "sidon/no-even-order"
        else:
            assert claim.kind == "sidon/smallest-modulus"
            assert words.endswith(str(claim.statement["modulus"]))
    assert len(said) == 14


def test_every_attack_is_refused() -> None:
    for name, claim in claims().items():
        if name not in REFUTED:
            assert attacks.failures(claim, (HERE / f"{name}.cert.json").read_bytes(), HERE) == []
