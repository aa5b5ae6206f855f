"""Sidon sets and perfect difference sets: the Sidon property (over Z and mod v), and extensions shown by a witness.

Words. A set A of integers is *Sidon* if a+b = c+d in A implies {a,b} = {c,d} (repetition allowed); equivalently all
differences of ordered pairs of distinct elements are distinct. A is *Sidon mod v* if those differences are distinct mod
v (then A is injective mod v: if a = b mod v, both a-b and b-a are 0). B is a *perfect difference set* mod v >= 1, PDS
for short, if (a, b) -> a-b maps the ordered pairs of distinct elements of B one to one onto the nonzero residues. Then
v = q^2+q+1 for its *order* q = |B|-1. A *extends* mod v if some PDS mod v contains A, as sets of integers;
equivalently A is injective mod v and its residues lie among those of a PDS mod v.

Statements: `set`, 2 to 512 distinct integers, in any order; for the kinds ending in -at also `modulus`, q^2+q+1 with
0 <= q <= 512.

* `sidon/is-sidon`: A is Sidon. Evidence `{}`: the kernel computes all differences.
* `sidon/not-sidon`: A is not Sidon. Evidence `{"sums": [a, b, c, d]}`, elements with a+b = c+d, {a,b} != {c,d}.
* `sidon/is-sidon-at`: A is Sidon mod v. Evidence `{}`.
* `sidon/not-sidon-at`: A is not Sidon mod v. Evidence `{"collision": [a, b, c, d]}`: (a,b) and (c,d) different pairs of
  distinct elements with a-b = c-d mod v; [a, b, b, a] where a = b mod v.
* `sidon/extends-at`: A extends mod v. Evidence `{"witness": [..]}`, q+1 integers whose residues are the PDS.
* `sidon/extends`: A extends mod some v. Evidence `{"modulus": v, "witness": [..]}`.
* `sidon/even-order`: A lies in a PDS of even order. Evidence as for sidon/extends.

No theorem is used: the q+1 elements of a witness have (q+1)q = v-1 differences, distinct, hence each residue once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from certify.kernel.reject import limit, malformed, refused
from certify.kernel.rule import Attachments, Negation, Rule
from certify.kernel.text import Value, array, array_of, distinct, integer, integers, record, show

MAX_SIZE = 512  # elements of a set
MAX_ORDER = 512

Quadruple = tuple[int, int, int, int]


@dataclass(frozen=True)
class SetClaim:
    """A parsed statement: the set, and for the kinds at a modulus v = q^2+q+1 (otherwise 0)."""

    statement: Value
    elements: tuple[int, ...]
    modulus: int


class Meter:
    """The work left for one certificate; `spend` refuses what would pass it, so that hostile evidence ends quickly."""

    def __init__(self, steps: int) -> None:
        self.steps = self.left = steps

    def spend(self, steps: int, where: str) -> None:
        self.left -= steps
        if self.left < 0:
            raise limit(where, "too-many-steps", f"checking needs more than {self.steps} steps")


def parse_set(statement: Value, where: str) -> SetClaim:
    """`{"set": [..]}`."""
    fields = record(statement, where, ("set",))
    return SetClaim(statement, _elements(fields["set"], f"{where}/set"), 0)


def parse_at(statement: Value, where: str) -> SetClaim:
    """`{"set": [..], "modulus": v}`."""
    fields = record(statement, where, ("set", "modulus"))
    modulus = parse_modulus(fields["modulus"], f"{where}/modulus")
    return SetClaim(statement, _elements(fields["set"], f"{where}/set"), modulus)


def _elements(value: Value, where: str) -> tuple[int, ...]:
    elements = integers(array(value, where, 2, MAX_SIZE), where)
    distinct(elements, where)
    return tuple(elements)


def order_of(modulus: int) -> int:
    """The q of v = q^2+q+1."""
    return math.isqrt(modulus - 1)


def parse_modulus(value: Value, where: str) -> int:
    """v = q^2+q+1. No other v has a perfect difference set, and a claim about it would be empty."""
    modulus = integer(value, where, 1)
    q = order_of(modulus)
    if q > MAX_ORDER:
        raise limit(where, "modulus-too-large", f"{modulus}, at most {MAX_ORDER * MAX_ORDER + MAX_ORDER + 1}")
    if q * q + q + 1 != modulus:
        raise malformed(where, "not-a-modulus", f"{modulus} is not q^2+q+1 for any q: no perfect difference set has it")
    return modulus


def member(value: Value, where: str, elements: tuple[int, ...]) -> int:
    """An element of the set."""
    element = integer(value, where)
    if element not in elements:
        raise refused(where, "not-a-member", f"{element} is not in {show(list(elements))}")
    return element


def collision(elements: tuple[int, ...], modulus: int) -> Quadruple | None:
    """(a, b, c, d), two different pairs of distinct elements with a-b = c-d mod `modulus` (0: over Z), or None."""
    seen: dict[int, tuple[int, int]] = {}
    for a in elements:
        for b in elements:
            if a == b:
                continue
            difference = (a - b) % modulus if modulus else a - b
            if difference in seen:
                return (*seen[difference], a, b)
            seen[difference] = a, b
    return None


def require_sidon(claim: SetClaim) -> None:
    """Refuse a set that is not Sidon (over Z, or mod the modulus of the claim)."""
    found = collision(claim.elements, claim.modulus)
    if found is not None:
        code = "not-sidon-mod" if claim.modulus else "not-sidon"
        raise refused("/statement/set", code, f"{_equation(found, claim.modulus)}; needed distinct differences")


def _equation(quadruple: Quadruple, modulus: int) -> str:
    a, b, c, d = quadruple
    return f"{a} - {b} = {c} - {d}" + (f" mod {modulus}" if modulus else "")


def _check_is_sidon(claim: SetClaim, evidence: Value, _: Attachments) -> None:
    record(evidence, "/evidence", ())
    require_sidon(claim)


def _four(claim: SetClaim, evidence: Value, key: str) -> list[int]:
    """Four elements of the set."""
    where = f"/evidence/{key}"
    values = array_of(record(evidence, "/evidence", (key,))[key], where, 4)
    return [member(value, f"{where}/{i}", claim.elements) for i, value in enumerate(values)]


def _check_not_sidon(claim: SetClaim, evidence: Value, _: Attachments) -> None:
    a, b, c, d = _four(claim, evidence, "sums")
    if a + b != c + d:
        raise refused("/evidence/sums", "unequal-sums", f"{a}+{b} is {a + b}, {c}+{d} is {c + d}")
    if {a, b} == {c, d}:
        raise refused("/evidence/sums", "same-pair", f"{a}+{b} and {c}+{d} are one sum; needed two")


def require_collision(claim: SetClaim, value: Value, where: str, modulus: int) -> None:
    """Refuse `value` unless it is (a, b, c, d), two different pairs of distinct elements, a-b = c-d mod `modulus`."""
    quadruple = array_of(value, where, 4)
    a, b, c, d = (member(element, f"{where}/{i}", claim.elements) for i, element in enumerate(quadruple))
    if a == b or c == d or (a, b) == (c, d):
        detail = f"({a}, {b}) and ({c}, {d}); needed two different pairs of distinct elements"
        raise refused(where, "same-pair", detail)
    if (a - b - c + d) % modulus:
        detail = f"{a} - {b} is {(a - b) % modulus}, {c} - {d} is {(c - d) % modulus} mod {modulus}"
        raise refused(where, "unequal-differences", detail)


def _check_not_sidon_at(claim: SetClaim, evidence: Value, _: Attachments) -> None:
    value = record(evidence, "/evidence", ("collision",))["collision"]
    require_collision(claim, value, "/evidence/collision", claim.modulus)


def require_witness(claim: SetClaim, value: Value, where: str, modulus: int) -> None:
    """Refuse `value` unless it is a perfect difference set mod `modulus` in which the set lies, injectively."""
    witness = integers(array(value, where, 1, MAX_ORDER + 1), where)
    distinct(witness, where)
    size = order_of(modulus) + 1
    if len(witness) != size:
        detail = f"{len(witness)} elements; a perfect difference set mod {modulus} has {size}"
        raise refused(where, "wrong-size", detail)
    found = collision(tuple(witness), modulus)
    if found is not None:
        raise refused(where, "not-a-difference-set", f"{_equation(found, modulus)}; needed distinct differences")
    residues = {element % modulus for element in witness}
    first: dict[int, int] = {}
    for element in claim.elements:
        residue = element % modulus
        if residue not in residues:
            raise refused(where, "not-contained", f"{element} is {residue} mod {modulus}, which is not in the witness")
        if residue in first:
            raise refused(where, "not-injective", f"{first[residue]} and {element} are both {residue} mod {modulus}")
        first[residue] = element


def _check_extends_at(claim: SetClaim, evidence: Value, _: Attachments) -> None:
    value = record(evidence, "/evidence", ("witness",))["witness"]
    require_witness(claim, value, "/evidence/witness", claim.modulus)


def _check_extends(claim: SetClaim, evidence: Value, _: Attachments) -> None:
    fields = record(evidence, "/evidence", ("modulus", "witness"))
    modulus = parse_modulus(fields["modulus"], "/evidence/modulus")
    require_witness(claim, fields["witness"], "/evidence/witness", modulus)


def _check_even_order(claim: SetClaim, evidence: Value, _: Attachments) -> None:
    _check_extends(claim, evidence, _)
    order = order_of(evidence["modulus"])
    if order % 2:
        raise refused("/evidence/modulus", "odd-order", f"order {order}; needed an even order")


def unless_sidon(claim: SetClaim, kind: str) -> Negation:
    """The negation of an (non-)extension claim: of that kind if the set is Sidon (mod v), else that it is not Sidon."""
    if collision(claim.elements, claim.modulus) is None:
        return kind, claim.statement
    return ("sidon/not-sidon-at" if claim.modulus else "sidon/not-sidon"), claim.statement


IS_SIDON = Rule(parse_set, _check_is_sidon, lambda claim: ("sidon/not-sidon", claim.statement))
NOT_SIDON = Rule(parse_set, _check_not_sidon, lambda claim: ("sidon/is-sidon", claim.statement))
IS_SIDON_AT = Rule(parse_at, _check_is_sidon, lambda claim: ("sidon/not-sidon-at", claim.statement))
NOT_SIDON_AT = Rule(parse_at, _check_not_sidon_at, lambda claim: ("sidon/is-sidon-at", claim.statement))
EXTENDS_AT = Rule(parse_at, _check_extends_at, lambda claim: unless_sidon(claim, "sidon/no-extension-at"))
EXTENDS = Rule(parse_set, _check_extends, lambda claim: unless_sidon(claim, "sidon/no-extension"))
EVEN_ORDER = Rule(parse_set, _check_even_order, lambda claim: unless_sidon(claim, "sidon/no-even-order"))
