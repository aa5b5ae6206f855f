"""Every claim here is proved by its certificate, and no known attack passes."""

from __future__ import annotations

from pathlib import Path

import pytest

from certify import engine, files, kinds

HERE = Path(__file__).parent
CLAIMS = sorted(HERE.glob("*.claim.json"))


@pytest.mark.parametrize("path", CLAIMS, ids=files.stem)
def test_certificate(path: Path) -> None:
    certificate = next(HERE.glob(f"{files.stem(path)}.cert.json*"))
    verdict = engine.assert_proved(path, certificate)
    assert verdict.explain()
    claim = engine.load(path)
    if "dimacs" in claim.statement:
        return
    attacks = kinds.resolve(kinds.KINDS[claim.kind].attacks or "")(path.read_bytes(), certificate.read_bytes())
    assert [attack.failure() for attack in attacks if attack.failure()] == []
