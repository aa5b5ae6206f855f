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
QUICK = 500  # nodes of a tree beyond the orders that were asked for


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
    search = _Search(tuple(claim.statement["set"]), limits, progress)
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
        return search.no_extension() or search.witness(1)
    if kind in ("even-order", "no-even-order"):
        return search.no_even_order() or search.witness(2)
    return search.smallest(claim)


def decide(elements: list[int], modulus: int | None, up_to_order: int, limits: Limits, progress: Progress) -> Answer:
    """Whether a set of distinct integers extends to a perfect difference set (mod `modulus`, if given)."""
    search = _Search(tuple(elements), limits, progress)
    if not search.is_sidon:
        return Answer(search.claim("is-sidon"), search.sidon())
    if modulus is not None:
        return _decide_at(search, modulus, up_to_order)
    found = search.no_extension()
    question = search.claim("no-extension")
    return Answer(question, found) if found is not None else _decide_upward(search, question, up_to_order)


def _decide_at(search: _Search, modulus: int, up_to_order: int) -> Answer:
    """At one modulus. Where a tree may be long, a proof for all moduli, or all of even order, is tried before it."""
    order = order_of(modulus)
    question = search.claim("extends-at", modulus=modulus)
    if order > up_to_order and collision(search.elements, modulus) is None and search.singer(order) is None:
        found = search.no_extension()
        if found is None and order % 2 == 0:
            found = search.no_even_order()
        if found is not None:
            return Answer(question, found)
    return Answer(question, search.at(modulus))


def _decide_upward(search: _Search, question: Claim, up_to_order: int) -> Answer:
    """Order after order: decided up to that order, beyond it as long as it is quick, then Singer's sets only."""
    smaller: list[Value] = []
    stopped: OutOfTime | None = None
    found: Found | None = None
    first = max(1, len(search.elements) - 1)
    for order in range(first, max(SINGER_ORDERS, up_to_order) + 1):
        search.progress(order, SINGER_ORDERS, f"order {order}")
        if stopped is not None:
            residues = search.singer(order)
            if residues is not None:
                found = search.found("extends", {"modulus": _modulus(order), "witness": residues})
        else:
            try:
                evidence = search.evidence_at(order, None if order <= up_to_order else QUICK)
            except OutOfTime as error:
                stopped = error
                continue
            if "witness" in evidence:
                return Answer(question, search.smallest_found(order, evidence, smaller))
            smaller.append(evidence)
        if found is not None or search.deadline.passed:
            break
    excluded = tuple(_modulus(order) for order in range(first, first + len(smaller)))
    supports = tuple(search.found_at(order, evidence) for order, evidence in enumerate(smaller, first))
    if found is not None:
        return Answer(question, found, supports, excluded)
    even = search.no_even_order()
    supports = supports if even is None else (even, *supports)
    return Answer(question, _undecided(stopped, even is not None, excluded, search), supports, excluded)


def _undecided(stopped: OutOfTime | None, even: bool, excluded: tuple[int, ...], search: _Search) -> NotFound:
    orders = "odd orders" if even else "orders"
    beyond = f"{orders} above {order_of(excluded[-1])}" if excluded else f"all {orders}"
    if search.deadline.passed:
        return NotFound("time ran out" if stopped is None else str(stopped), True, (beyond,))
    reason = f"no proof that it extends nowhere was found, and no Singer set of order up to {SINGER_ORDERS} contains it"
    return NotFound(reason, False, (beyond,))


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
        if self.deadline.passed:
            return False
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

    def evidence_at(self, order: int, nodes: int | None = None) -> Value:
        """`{"collision"}`, `{"witness"}` or `{"tree"}`: whether the set extends at q^2+q+1. Raises OutOfTime."""
        modulus = _modulus(order)
        quadruple = collision(self.elements, modulus)
        if quadruple is not None:
            return {"collision": list(quadruple)}
        residues = self.singer(order)
        if residues is not None:
            return {"witness": residues}
        most = self.nodes if nodes is None else nodes
        result = sidon_tree.search(self.elements, order, self.deadline, most, self.progress)
        return {"witness": result.residues} if isinstance(result, Witness) else {"tree": result.differences}

    def singer(self, order: int) -> list[int] | None:
        """A Singer set of that order that contains the set."""
        if order > SINGER_ORDERS or singer.prime_power(order) is None:
            return None
        return singer.embedding(self.elements, order)

    def found_at(self, order: int, evidence: Value) -> Found:
        kind = {"collision": "not-sidon-at", "witness": "extends-at", "tree": "no-extension-at"}[next(iter(evidence))]
        return self.found(kind, evidence, modulus=_modulus(order))

    def at(self, modulus: int) -> Found | NotFound:
        """Whether the set extends at one modulus."""
        try:
            return self.found_at(order_of(modulus), self.evidence_at(order_of(modulus)))
        except OutOfTime as error:
            return NotFound(f"modulus {modulus}: {error}", True, (f"modulus {modulus}",))

    def witness(self, step: int) -> Found | NotFound:
        """A Singer set that contains the set; of even order for step 2."""
        first = max(2, len(self.elements) - 1)
        for order in range(first + first % step, SINGER_ORDERS + 1, step):
            self.progress(order, SINGER_ORDERS, "orders of Singer sets")
            if self.deadline.passed:
                return NotFound(f"time ran out at order {order}", True)
            residues = self.singer(order)
            if residues is not None:
                kind = "extends" if step == 1 else "even-order"
                return self.found(kind, {"modulus": _modulus(order), "witness": residues})
        return NotFound(f"no certificate, and no Singer set of order up to {SINGER_ORDERS} contains the set")

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
