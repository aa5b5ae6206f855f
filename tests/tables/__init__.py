"""Tables of claims and evidence with the kernel's right answer: accepted, rejected with this code, forged.

One module per family, each with `CASES: list[Case]` and, where kinds have negations, hypotheses or files,
`ABOUT: list[About]`. Shared rooms of the kernel, which have no kind, have `CALLS: list[Call]`. The same tables serve
the kernel tests, the JSON Schema test, the two control kernels and `make mutants` (which runs them in-process against
a mutated kernel).
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from certify.contract import Claim, certificate, streamed_certificate
from certify.kernel.envelope import canonical

Value = Any


@dataclass(frozen=True)
class Case:
    """One claim, one evidence, one right answer.

    expected is None (accepted) or (category name, code). `forged` marks a false claim with the best fake evidence.
    `evidence` is a JSON value, for streamed kinds a list of steps. `certificate` replaces the certificate's bytes
    where the envelope itself is the attack; where the claim has no address the evidence does not matter. `claim`
    replaces the claim's bytes (a function where they are many) where the attack is below JSON.
    """

    name: str
    kind: str
    statement: Value
    evidence: Value = None
    expected: tuple[str, str] | None = None
    forged: bool = False
    certificate: bytes | None = None
    attachments: Mapping[str, bytes] = field(default_factory=dict)
    claim: bytes | Callable[[], bytes] | None = None

    def claim_bytes(self) -> bytes:
        if self.claim is not None:
            return self.claim if isinstance(self.claim, bytes) else self.claim()
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


@dataclass(frozen=True)
class About:
    """What the kernel says of a well-formed claim besides accepting: its negation (kind and statement), whether its
    hypotheses are inhabited, and the files (path, SHA-256) that it names."""

    name: str
    kind: str
    statement: Value
    negation: tuple[str, Value] | None
    hypotheses: str = "none"
    files: tuple[tuple[str, str], ...] = ()

    def claim_bytes(self) -> bytes:
        return Claim(self.kind, self.statement).data

    def told(self) -> tuple[bytes | None, str, tuple[tuple[str, str], ...]]:
        """The right answers of kernel.negation and, from kernel.facts, hypotheses and files."""
        negated = None if self.negation is None else canonical(Claim(*self.negation).value)
        return negated, self.hypotheses, self.files


def itself(result: Value) -> Value:
    return result


@dataclass(frozen=True)
class Call:
    """A function of a shared room of the kernel on given arguments: its value (seen through `then`), or the category
    and code under which it refuses. `target` is "module:function"."""

    name: str
    target: str
    arguments: tuple[Value, ...]
    value: Value = None
    refusal: tuple[str, str] | None = None
    then: Callable[[Value], Value] = itself


def called(call: Call) -> Value:
    """What the kernel in sys.modules answers: the value, or category and code of the refusal."""
    module, _, function = call.target.partition(":")
    subject = importlib.import_module(f"certify.kernel.{module}")
    refusal = importlib.import_module("certify.kernel.reject").Reject
    try:
        return call.then(getattr(subject, function)(*call.arguments))
    except refusal as reject:
        return reject.category.name, reject.code


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


def all_calls() -> list[Call]:
    return [call for module in families().values() for call in getattr(module, "CALLS", [])]


def all_about() -> list[About]:
    return [about for module in families().values() for about in getattr(module, "ABOUT", [])]
