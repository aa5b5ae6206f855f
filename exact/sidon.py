"""Which perfect difference sets contain a finite Sidon set: certificates for every `sidon/` claim.

`prove` serves the claims one by one. `decide` serves the question whether a set extends: first the certificate that it
extends nowhere (doubling theorem), then modulus after modulus, each decided by a collision, a witness or a refutation
tree, then Singer's sets of larger order, and where all of that fails the even orders alone. All of it is evidence for
the kernel; nothing here is believed.
"""

from __future__ import annotations

from dataclasses import dataclass

from certify import kernel
from certify.contract import Claim, Deadline, Found, Limits, NotFound, Progress, Value, certificate
from certify.kernel.reject import Reject
from certify.kernel.sidon import collision, order_of
from exact import sidon_doubling, sidon_tree, singer
from exact.sidon_tree import OutOfTime, Witness

SINGER_ORDERS = 128
UP_TO_ORDER = 11


@dataclass(frozen=True)
class Answer:
    """What was found about one set.

    `question` is the claim that was asked about, `main` a certificate for it, for its negation or for a stronger claim
    that settles it; `supports` are certified partial answers; `excluded` are the moduli shown to be impossible, from
    the smallest on without a gap.
    """

    question: Claim
    main: Found | NotFound
    supports: tuple[Found, ...] = ()
    excluded: tuple[int, ...] = ()


def prove(claim: Claim, limits: Limits, progress: Progress) -> Found | NotFound:
    """A certificate for a `sidon/` claim or its negation."""
    elements = tuple(sorted(claim.statement["set"]))
    search = _Search(elements, limits, progress)
    kind = claim.kind.removeprefix("sidon/")
    if kind in ("is-sidon", "not-sidon"):
        return search.sidon()
    if not search.is_sidon and "modulus" not in claim.statement:
        return search.sidon()
    if kind in ("is-sidon-at", "not-sidon-at"):
        return search.sidon_at(claim.statement["modulus"])
    if kind in ("extends-at", "no-extension-at"):
        return search.at(claim.statement["modulus"])
    if kind in ("extends", "no-extension"):
        return search.no_extension() or search.witness(SINGER_ORDERS, 1)
    if kind in ("even-order", "no-even-order"):
        return search.no_even_order() or search.witness(SINGER_ORDERS, 2)
    return search.smallest(claim)


def decide(elements: list[int], modulus: int | None, up_to_order: int, limits: Limits, progress: Progress) -> Answer:
    """Whether a set of distinct integers extends to a perfect difference set (mod `modulus`, if given)."""
    search = _Search(tuple(sorted(elements)), limits, progress)
    if not search.is_sidon:
        return Answer(search.claim("is-sidon"), search.sidon())
    if modulus is not None:
        return _decide_at(search, modulus)
    found = search.no_extension()
    question = search.claim("no-extension")
    return Answer(question, found) if found is not None else _decide_upward(search, question, up_to_order)


def _decide_at(search: _Search, modulus: int) -> Answer:
    found = search.at(modulus)
    if isinstance(found, NotFound):
        found = search.no_extension() or found
    return Answer(search.claim("extends-at", modulus=modulus), found)


def _decide_upward(search: _Search, question: Claim, up_to_order: int) -> Answer:
    """Modulus after modulus up to that order, then Singer's sets, then even orders."""
    smaller: list[tuple[int, Value]] = []
    stopped: OutOfTime | None = None
    for order in range(max(1, len(search.elements) - 1), up_to_order + 1):
        try:
            evidence = search.evidence_at(order)
        except OutOfTime as error:
            stopped = error
            break
        if "witness" in evidence:
            return Answer(question, search.smallest_found(order, evidence, [entry for _, entry in smaller]))
        smaller.append((order, evidence))
    supports = tuple(search.found_at(order, evidence) for order, evidence in smaller)
    excluded = tuple(_modulus(order) for order, _ in smaller)
    found = search.witness(SINGER_ORDERS, 1)
    if isinstance(found, Found):
        return Answer(question, found, supports, excluded)
    even = search.no_even_order()
    supports = supports if even is None else (even, *supports)
    return Answer(question, _undecided(stopped, even is not None, excluded, search), supports, excluded)


def _undecided(stopped: OutOfTime | None, even: bool, excluded: tuple[int, ...], search: _Search) -> NotFound:
    limit = search.deadline.passed
    orders = "odd orders" if even else "orders"
    beyond = f"{orders} above {order_of(excluded[-1])}" if excluded else f"all {orders}"
    reason = "neither a perfect difference set nor a proof that there is none was found"
    if stopped is not None:
        reason += f" ({stopped})"
    return NotFound(reason, limit, (beyond,))


class _Search:
    """One set, and the searches about it. Evidence is offered to the kernel before it counts as found."""

    def __init__(self, elements: tuple[int, ...], limits: Limits, progress: Progress) -> None:
        self.elements, self.progress = elements, progress
        self.deadline: Deadline = limits.deadline()
        self.nodes = limits.steps
        self.is_sidon = collision(elements, 0) is None

    def claim(self, kind: str, **more: Value) -> Claim:
        return Claim(f"sidon/{kind}", {"set": list(self.elements), **more})

    def found(self, kind: str, evidence: Value, **more: Value) -> Found:
        claim = self.claim(kind, **more)
        return Found(claim, certificate(claim, evidence))

    def accepted(self, kind: str, evidence: Value) -> bool:
        claim = self.claim(kind)
        try:
            kernel.check(claim.data, [certificate(claim, evidence)])
        except Reject:
            return False
        return True

    def sidon(self) -> Found:
        """Sidon, or two equal sums."""
        if self.is_sidon:
            return self.found("is-sidon", {})
        return self.found("not-sidon", {"sums": equal_sums(self.elements)})

    def sidon_at(self, modulus: int) -> Found:
        """Sidon mod v, or two equal differences."""
        quadruple = collision(self.elements, modulus)
        if quadruple is None:
            return self.found("is-sidon-at", {}, modulus=modulus)
        return self.found("not-sidon-at", {"collision": list(quadruple)}, modulus=modulus)

    def no_extension(self) -> Found | None:
        """The set extends to none, by the doubling theorem."""
        evidence = sidon_doubling.no_extension(self.elements, lambda e: self.accepted("no-extension", e))
        return None if evidence is None else self.found("no-extension", evidence)

    def no_even_order(self) -> Found | None:
        """The set extends to none of even order, by the doubling theorem."""
        evidence = sidon_doubling.no_even_order(self.elements, lambda e: self.accepted("no-even-order", e))
        return None if evidence is None else self.found("no-even-order", evidence)

    def evidence_at(self, order: int) -> Value:
        """`{"collision"}`, `{"witness"}` or `{"tree"}`: whether the set extends at q^2+q+1. Raises OutOfTime."""
        modulus = _modulus(order)
        quadruple = collision(self.elements, modulus)
        if quadruple is not None:
            return {"collision": list(quadruple)}
        if order <= SINGER_ORDERS and singer.prime_power(order) is not None:
            residues = singer.embedding(self.elements, order)
            if residues is not None:
                return {"witness": residues}
        result = sidon_tree.search(self.elements, order, self.deadline, self.nodes, self.progress)
        return {"witness": result.residues} if isinstance(result, Witness) else {"tree": result.differences}

    def found_at(self, order: int, evidence: Value) -> Found:
        kind = {"collision": "not-sidon-at", "witness": "extends-at", "tree": "no-extension-at"}[next(iter(evidence))]
        return self.found(kind, evidence, modulus=_modulus(order))

    def at(self, modulus: int) -> Found | NotFound:
        """Whether the set extends at one modulus."""
        try:
            return self.found_at(order_of(modulus), self.evidence_at(order_of(modulus)))
        except OutOfTime as error:
            return NotFound(f"modulus {modulus}: {error}", True, (f"modulus {modulus}",))

    def witness(self, orders: int, step: int) -> Found | NotFound:
        """A Singer set of order at most `orders` that contains the set; even orders only for step 2."""
        first = max(2, len(self.elements) - 1)
        for order in range(first + first % step, orders + 1, step):
            self.progress(order, orders, "orders of Singer sets")
            if self.deadline.passed:
                return NotFound(f"time ran out at order {order}", True)
            residues = singer.embedding(self.elements, order) if singer.prime_power(order) is not None else None
            if residues is not None:
                kind = "even-order" if step == 2 else "extends"
                return self.found(kind, {"modulus": _modulus(order), "witness": residues})
        return NotFound(f"no certificate, and no Singer set of order up to {orders} contains the set")

    def smallest_found(self, order: int, evidence: Value, smaller: list[Value]) -> Found:
        whole = {**evidence, "smaller": smaller}
        return self.found("smallest-modulus", whole, modulus=_modulus(order))

    def smallest(self, claim: Claim) -> Found | NotFound:
        """A witness at this modulus and a refutation at every smaller one."""
        target = order_of(claim.statement["modulus"])
        smaller = []
        try:
            for order in range(max(1, len(self.elements) - 1), target):
                evidence = self.evidence_at(order)
                if "witness" in evidence:
                    return NotFound(f"the set extends at the smaller modulus {_modulus(order)} already")
                smaller.append(evidence)
            evidence = self.evidence_at(target)
        except OutOfTime as error:
            return NotFound(str(error), True)
        if "witness" not in evidence:
            return NotFound(f"the set does not extend at modulus {_modulus(target)}")
        return self.smallest_found(target, evidence, smaller)


def equal_sums(elements: tuple[int, ...]) -> list[int]:
    """[a, b, c, d] with a+b = c+d and {a,b} != {c,d}, the largest elements first. Raises ValueError for a Sidon set."""
    seen: dict[int, list[int]] = {}
    descending = sorted(elements, reverse=True)
    for i, b in enumerate(descending):
        for a in descending[i:]:
            if a + b in seen:
                return [*seen[a + b], a, b]
            seen[a + b] = [a, b]
    raise ValueError("the set is Sidon")


def _modulus(order: int) -> int:
    return order * order + order + 1
