"""Tables of claims and evidence with the kernel's right answer: accepted, rejected with this code, forged.

One module per family, each with `CASES: list[Case]`. The same tables serve the kernel tests, the JSON Schema test, the
two control kernels and `make mutants` (which runs them in-process against a mutated kernel).
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from certify.contract import Claim, certificate, streamed_certificate

Value = Any


@dataclass(frozen=True)
class Case:
    """One claim, one evidence, one right answer.

    expected is None (accepted) or (category name, code). `forged` marks a false claim with the best fake evidence.
    `evidence` is a JSON value, for streamed kinds a list of steps. `certificate` replaces the certificate's bytes
    where the envelope itself is the attack; where the claim has no address the evidence does not matter.
    """

    name: str
    kind: str
    statement: Value
    evidence: Value = None
    expected: tuple[str, str] | None = None
    forged: bool = False
    certificate: bytes | None = None
    attachments: Mapping[str, bytes] = field(default_factory=dict)

    def claim_bytes(self) -> bytes:
        return Claim(self.kind, self.statement).data

    def certificate_bytes(self, streamed: bool) -> bytes:
        """The certificate with the claim's right address, or a placeholder where the claim is malformed."""
        if self.certificate is not None:
            return self.certificate
        try:
            claim = Claim(self.kind, self.statement)
            return streamed_certificate(claim, self.evidence) if streamed else certificate(claim, self.evidence)
        except Exception:
            return json.dumps(self.evidence).encode()


def accept(name: str, kind: str, statement: Value, evidence: Value) -> Case:
    return Case(name, kind, statement, evidence)


def reject(name: str, kind: str, statement: Value, evidence: Value, category: str, code: str) -> Case:
    """Not to be accepted; the claim itself may be true."""
    return Case(name, kind, statement, evidence, (category, code))


def forge(name: str, kind: str, statement: Value, evidence: Value, category: str, code: str) -> Case:
    """A false claim with the best fake evidence one can build."""
    return Case(name, kind, statement, evidence, (category, code), forged=True)


def families() -> dict[str, ModuleType]:
    """Every table module by name."""
    return {m.name: importlib.import_module(f"{__name__}.{m.name}") for m in pkgutil.iter_modules(__path__)}


def all_cases() -> list[Case]:
    return [case for module in families().values() for case in module.CASES]
