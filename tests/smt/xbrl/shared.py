"""The real filings and the mini filings beside the project, where they are there; tests skip visibly otherwise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(__file__).resolve().parents[4] / "shared"
DATA = SHARED / "data" / "xbrl"

APPLE, GLOBAL_ARENA, NETFLIX = "aapl-10k-2023", "gahc-10q-2024", "nflx-10q-2010"
_INSTANCES = {APPLE: "aapl-20230930_htm.xml", GLOBAL_ARENA: "Form10q_htm.xml", NETFLIX: "nflx-20100930.xml"}


def real(name: str) -> Path:
    """The instance of a real filing, or skip."""
    path = DATA / name / _INSTANCES[name]
    if not path.exists():
        pytest.skip(f"the real filing {name} is not beside the project (../shared/data/xbrl)")
    return path


def minis() -> dict[str, Any]:
    """Expected verdicts of the mini filings by name; empty where they are not there."""
    cases = SHARED / "cases" / "xbrl.json"
    return json.loads(cases.read_text()) if cases.exists() else {}
