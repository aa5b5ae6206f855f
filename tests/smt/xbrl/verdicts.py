"""Verdicts of a filing as the tests compare them, every certificate accepted by the kernel on the way."""

from __future__ import annotations

from pathlib import Path

from certify import kernel
from smt.xbrl.bind import obligations
from smt.xbrl.decide import Decision, decide
from smt.xbrl.load import load

MODES = ("c11r", "c11t", "xbrl21")


def decisions(path: Path, mode: str) -> list[Decision]:
    """Every obligation decided, each certificate checked."""
    filing = load(path)
    found = [decide(obligation, filing.source) for obligation in obligations(filing, mode)]
    for decision in found:
        if decision.found is not None:
            kernel.check(decision.found.claim.data, [decision.found.certificate])
    return found


def words(path: Path, mode: str) -> list[str]:
    """`consistent`, `inconsistent` or `unbound:reason`."""
    return [word(decision) for decision in decisions(path, mode)]


def word(decision: Decision) -> str:
    reason = decision.obligation.reason
    return decision.verdict if reason is None else f"{decision.verdict}:{reason}"
