"""Claims of papers as exact obligations, checked by one certificate kernel.

    import certify
    claim = certify.claim("sidon/no-extension", set=[1, 2, 4, 8, 13])
    verdict = certify.prove(claim)
    verdict.verdict                      # "proved"; a Verdict has no truth value

Public names are loaded on first use, so that importing `certify.kernel` alone imports nothing else of ours.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from certify.contract import Claim, Found, Limits, Malformed, MissingExtra, NotFound
    from certify.engine import assert_proved, check, claim, load, prove
    from certify.verdict import Verdict, Word

__all__ = [
    "Claim",
    "Found",
    "Limits",
    "Malformed",
    "MissingExtra",
    "NotFound",
    "Verdict",
    "Word",
    "assert_proved",
    "check",
    "claim",
    "load",
    "prove",
]

__version__ = "0.1.0"

_HOME = {
    **dict.fromkeys(("Claim", "Found", "Limits", "Malformed", "MissingExtra", "NotFound"), "certify.contract"),
    **dict.fromkeys(("assert_proved", "check", "claim", "load", "prove"), "certify.engine"),
    **dict.fromkeys(("Verdict", "Word"), "certify.verdict"),
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'certify' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
