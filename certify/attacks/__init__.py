"""Known attacks: changes to an accepted pair that make it false, and how the kernel must refuse each.

`attacks(claim, certificate) -> list[Attack]`, one module per family. The pytest plugin runs them with --certify-attack;
the tests of every kind run them over the examples. Each is a false claim, or evidence that does not prove its claim.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from certify import kernel
from certify.contract import Claim, certificate
from certify.kernel.reject import Category, Reject

Value = Any


@dataclass(frozen=True)
class Attack:
    """A forged pair, and the category and code under which the kernel must refuse it."""

    name: str
    claim: bytes
    certificate: bytes
    category: Category
    code: str

    def failure(self) -> str | None:
        """None if the kernel refuses as it must; otherwise what went wrong."""
        try:
            kernel.check(self.claim, [self.certificate])
        except Reject as reject:
            if (reject.category, reject.code) == (self.category, self.code):
                return None
            return f"{self.name}: refused as {reject.category.name} {reject.code}, expected {self._expected}"
        return f"{self.name}: ACCEPTED, expected {self._expected}"

    @property
    def _expected(self) -> str:
        return f"{self.category.name} {self.code}"


def forged(claim: Claim, evidence: Value, name: str, category: Category, code: str) -> Attack:
    """An attack that keeps a (perhaps false) claim and gives it this evidence, with the right address."""
    return Attack(name, claim.data, certificate(claim, evidence), category, code)


def changed(value: Value, change: Callable[[Value], None]) -> Value:
    """A deep copy of a JSON value, changed."""
    fresh = copy.deepcopy(value)
    change(fresh)
    return fresh
