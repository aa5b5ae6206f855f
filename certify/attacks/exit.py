"""Attacks on exit claims: brackets moved, rounding budgets and tables shrunk, masses and means changed."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from certify.attacks import Attack, changed, forged
from certify.contract import Claim, read_claim
from certify.kernel.reject import Category

REFUSED = Category.REFUSED
Value = Any


def attacks(claim: bytes, certificate: bytes) -> list[Attack]:
    """Changes that make the pair false."""
    subject, evidence = read_claim(claim), json.loads(certificate)["evidence"]
    makers = {
        "exit/bracket": _bracket,
        "exit/law": _law,
        "exit/same-pointwise-law": _twins,
        "exit/never": _never,
        "exit/finite-mean": _finite,
        "exit/mean": _mean,
    }
    return makers[subject.kind](subject, evidence)


def _with(subject: Claim, **changes: Value) -> Claim:
    return Claim(subject.kind, {**subject.statement, **changes})


def _bracket(subject: Claim, evidence: Value) -> list[Attack]:
    said, steps = subject.statement["claim"], len(subject.statement["order"]["batches"])
    found = []
    if "latest" in said and said["latest"] < steps and subject.statement["semantics"]["kind"] != "trace":
        late = _with(subject, claim={"survives": steps})
        found.append(forged(late, evidence, "survives the window", REFUSED, "not-inside"))
    if evidence["method"] == "tube":
        negative = changed(evidence, lambda e: e["norm"].__setitem__(2, "-" + e["norm"][2]))
        found.append(forged(subject, negative, "P not positive definite", REFUSED, "not-positive-definite"))
        still = changed(evidence, lambda e: e["table"][0].update(rho="0"))
        found.append(forged(subject, still, "no growth at all", REFUSED, "not-contracting"))
    return found


def _law(subject: Claim, evidence: Value) -> list[Attack]:
    law = subject.statement["law"]
    if not law["exits"]:
        return []
    (k, first), *rest = law["exits"]
    half = str(Fraction(first) / 2)
    moved = {"exits": [[k, half], *rest], "survives": str(Fraction(law["survives"]) + Fraction(half))}
    return [forged(_with(subject, law=moved), evidence, "half a mass called survival", REFUSED, "other-law")]


def _twins(subject: Claim, evidence: Value) -> list[Attack]:
    def steeper(statement: Value) -> None:
        component = statement["one"]["components"][0]
        component["right"] = str(Fraction(component["right"]) + 1)

    other = Claim(subject.kind, changed(subject.statement, steeper))
    return [forged(other, evidence, "a steeper ray", REFUSED, "laws-differ")]


def _never(subject: Claim, evidence: Value) -> list[Attack]:
    if evidence["method"] != "ball":
        return []
    loose = changed(evidence, lambda e: e["row"].update(rho="1"))
    return [forged(subject, loose, "no contraction", REFUSED, "not-a-contraction")]


def _finite(subject: Claim, evidence: Value) -> list[Attack]:
    zero = _with(subject, claim={"at_most": "0"})
    back = changed(evidence, lambda e: e.update(direction=["0"] * len(e["direction"])))
    return [
        forged(zero, evidence, "a mean of nothing", REFUSED, "bound-too-small"),
        forged(subject, back, "no direction", REFUSED, "no-push"),
    ]


def _mean(subject: Claim, evidence: Value) -> list[Attack]:
    zero = _with(subject, claim={"at_most": "0"})
    return [forged(zero, evidence, "a mean of nothing", REFUSED, "other-mean")]
