"""The one table outside the kernel: for every claim kind, where its producer, words, attacks, exporters and plots are.

Values are "module:function" strings, resolved on use, so that importing the engine imports no solver.

    producer   prove(claim, limits, progress) -> Found | NotFound
    words      a module with claim(kind, statement), and explain, answer, counts, each of (kind, statement, evidence)
    attacks    attacks(claim, certificate) -> list[Attack]: changes known to make the pair false
    lean       export(claim, certificate | None, flavour) -> str
    smt2       export(claim) -> str
    plots      plot(claim, certificate, path) -> None
"""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

OURS = ("certify", "exact", "smt", "lean_export")


@dataclass(frozen=True)
class Room:
    """Where the rooms of one kind are; None: this kind has none."""

    words: str
    producer: str | None = None
    attacks: str | None = None
    lean: str | None = None
    smt2: str | None = None
    plots: str | None = None


_LINEAR = Room(
    words="certify.words.linear",
    producer="exact.linear:prove",
    attacks="certify.attacks.linear:attacks",
    lean="lean_export.linear:export",
    smt2="smt.printer:linear",
)

_SIDON = Room(
    words="certify.words.sidon",
    producer="exact.sidon:prove",
    attacks="certify.attacks.sidon:attacks",
    plots="certify.plots.sidon:plot",
    lean="lean_export.sidon:export",
)
_POLYNOMIAL = Room(
    words="certify.words.polynomial",
    producer="smt.algebra:prove",
    attacks="certify.attacks.algebra:attacks",
    lean="lean_export.polynomial:export",
    smt2="smt.printer:polynomial",
)
_MATRIX = Room(
    words="certify.words.matrix",
    producer="smt.matrices:prove",
    attacks="certify.attacks.algebra:attacks",
    lean="lean_export.matrix:export",
    smt2="smt.printer:matrix",
)
_XBRL = {
    "words": "certify.words.xbrl",
    "attacks": "certify.attacks.xbrl:attacks",
    "lean": "lean_export.xbrl:export",
}
_SEARCH = Room(
    words="certify.words.search",
    producer="smt.sat:prove",
    attacks="certify.attacks.search:attacks",
    smt2="smt.printer:clauses",
    lean="lean_export.search:export",
)
_SMT = Room(
    words="certify.words.smt",
    producer="smt.unsat:prove",
    attacks="certify.attacks.search:attacks",
    smt2="smt.printer:constraints",
)


def _kl(producer: str) -> Room:
    lean = "lean_export.kl:export"
    return Room(words="certify.words.kl", producer=producer, attacks="certify.attacks.kl:attacks", lean=lean)


_EXIT = Room(
    words="certify.words.exit",
    producer="exact.exit_bracket:prove",
    attacks="certify.attacks.exit:attacks",
    plots="certify.plots.exit:plot",
    lean="lean_export.exit:export",
)

_ALGEBRAIC = Room(
    words="certify.words.algebraic", producer="exact.algebraic:prove", attacks="certify.attacks.algebraic:attacks"
)
_ADABOOST = Room(
    words="certify.words.adaboost",
    producer="exact.adaboost:prove",
    attacks="certify.attacks.adaboost:attacks",
    plots="certify.plots.adaboost:plot",
    lean="lean_export.adaboost:export",
)

KINDS: dict[str, Room] = {
    "linear/infeasible": _LINEAR,
    "linear/implies": _LINEAR,
    "linear/feasible": _LINEAR,
    "sidon/is-sidon": _SIDON,
    "sidon/not-sidon": _SIDON,
    "sidon/is-sidon-at": _SIDON,
    "sidon/not-sidon-at": _SIDON,
    "sidon/extends-at": _SIDON,
    "sidon/extends": _SIDON,
    "sidon/even-order": _SIDON,
    "sidon/no-extension": _SIDON,
    "sidon/no-even-order": _SIDON,
    "sidon/no-extension-at": _SIDON,
    "sidon/smallest-modulus": _SIDON,
    "polynomial/identity": _POLYNOMIAL,
    "polynomial/member": _POLYNOMIAL,
    "polynomial/nonneg": _POLYNOMIAL,
    "polynomial/box": _POLYNOMIAL,
    "matrix/psd": _MATRIX,
    "matrix/negative": _MATRIX,
    "matrix/rank": _MATRIX,
    "matrix/perron": _MATRIX,
    "search/lrat": _SEARCH,
    "search/model": _SEARCH,
    "smt/unsat": _SMT,
    "smt/sat": _SMT,
    "logform/sign": _kl("exact.logform:prove"),
    "kl/bound": _kl("exact.kl_acceptance:prove_bound"),
    "kl/accepted": _kl("exact.kl_acceptance:prove_accepted"),
    "kl/margin": _kl("exact.kl_acceptance:prove_margin"),
    "xbrl/relation": Room(**_XBRL, producer="smt.xbrl.decide:prove"),
    "xbrl/joint": Room(**_XBRL, producer="smt.xbrl.joint:prove"),
    "xbrl/claim": Room(**_XBRL, producer="smt.xbrl.figures:prove"),
    "exit/bracket": _EXIT,
    "exit/law": _EXIT,
    "exit/same-pointwise-law": _EXIT,
    "exit/never": _EXIT,
    "exit/finite-mean": _EXIT,
    "exit/mean": _EXIT,
    "algebraic/root": _ALGEBRAIC,
    "algebraic/equal": _ALGEBRAIC,
    "algebraic/independent": _ALGEBRAIC,
    "adaboost/prefix": _ADABOOST,
    "adaboost/margin": _ADABOOST,
    "adaboost/cycle": _ADABOOST,
    "adaboost/no-cycle": _ADABOOST,
}

# what the family doors of the command line call: name -> "module:function"
SEARCHES: dict[str, str] = {
    "adaboost-prefix": "exact.adaboost:picks",
    "adaboost-cycle": "exact.adaboost_cycle:find",
    "adaboost-no-cycle": "exact.adaboost_nocycle:find",
    "adaboost-margin": "exact.adaboost:margin",
    "relation": "smt.relations:claim_of",
    "smt": "smt.reader:read_file",
    "sat": "smt.sat:door",
    "exit-solve": "exact.exit_solve:solve",
    "exit-fit": "exact.exit_fit",
    "exit-trace": "exact.exit_trace",
    "sidon": "exact.sidon:decide",
    "lean-check": "lean_export.check:check_file",
    "lean-check-text": "lean_export.check:check_text",
    "lean-module": "lean_export.project:module",
    "lean-project": "lean_export.project:files",
    "xbrl-check": "smt.xbrl.door:check",
    "xbrl-questions": "smt.xbrl.door:questions",
    "xbrl-claim": "smt.xbrl.door:answers",
    "xbrl-filings": "smt.xbrl.door:filings",
    "xbrl-summary": "smt.xbrl.door:summary",
    "xbrl-compare": "smt.xbrl.door:compare",
    "kl": "exact.kl_logits:examine",
}

# `source.reader` of a claim -> reread(paths, claim) -> Claim, for `certify check --source`
READERS: dict[str, str] = {
    "sign-matrix": "certify.inputs.signs:reread",
    "xbrl": "smt.xbrl.door:reread",
    "smt-lib": "smt.reader:reread",
    "dimacs": "smt.sat:reread",
    "distribution": "certify.inputs.distributions:reread",
}


class Misplaced(Exception):
    """A package of ours was asked for and a distribution of the same name was found instead."""


def resolve(target: str) -> Any:
    """The function or module a string of the table names. Raises Misplaced where another package has our name."""
    module_name, _, attribute = target.partition(":")
    module = importlib.import_module(module_name)
    _require_ours(module_name.partition(".")[0])
    return getattr(module, attribute) if attribute else module


@cache
def _require_ours(package: str) -> None:
    found = Path(getattr(sys.modules[package], "__file__", None) or "nowhere").resolve().parent.parent
    home = Path(__file__).resolve().parent.parent
    if package in OURS and found != home:
        raise Misplaced(f"package {package!r} was imported from {found}, ours is beside {home / 'certify'}")
