"""Known attacks: changes to an accepted pair that make it false, and how the kernel must refuse each.

`attacks(claim, certificate) -> list[Attack]`, one module per family. The pytest plugin runs them with --certify-attack;
the tests of every kind run them over the examples. Each is a false claim, or evidence that does not prove its claim.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from certify import kernel, kinds
from certify.contract import Claim, certificate
from certify.files import attachments_of
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
    attachments: Mapping[str, bytes] = field(default_factory=dict)

    def failure(self, attachments: Mapping[str, bytes] | None = None) -> str | None:
        """None if the kernel refuses as it must; otherwise what went wrong. `attachments`: those of the true claim."""
        try:
            kernel.check(self.claim, [self.certificate], {**(attachments or {}), **self.attachments})
        except Reject as reject:
            if (reject.category, reject.code) == (self.category, self.code):
                return None
            return f"{self.name}: refused as {reject.category.name} {reject.code}, expected {self._expected}"
        return f"{self.name}: ACCEPTED, expected {self._expected}"

    @property
    def _expected(self) -> str:
        return f"{self.category.name} {self.code}"


def failures(claim: Claim, certificate: bytes, folder: Path) -> list[str]:
    """What the kernel did wrong on the attacks of this claim's kind; none of them may be accepted."""
    room = kinds.KINDS[claim.kind].attacks
    if room is None:
        return []
    attachments = attachments_of(claim, folder)
    found: list[Attack] = kinds.resolve(room)(claim.data, certificate)
    return [failure for attack in found if (failure := attack.failure(attachments)) is not None]


def forged(claim: Claim, evidence: Value, name: str, category: Category, code: str) -> Attack:
    """An attack that keeps a (perhaps false) claim and gives it this evidence, with the right address."""
    try:
        data = certificate(claim, evidence)
    except Reject:  # the changed claim is not even well-formed, so it has no address; the kernel must say so
        data = b"{}"
    return Attack(name, claim.data, data, category, code)


def changed(value: Value, change: Callable[[Value], None]) -> Value:
    """A deep copy of a JSON value, changed."""
    fresh = copy.deepcopy(value)
    change(fresh)
    return fresh
