"""Sidon sets at one modulus after another: `sidon/no-extension-at` by a refutation tree, `sidon/smallest-modulus`.

Words as in sidon.py. Statement of both: `set` and `modulus` v = q^2+q+1.

* `sidon/no-extension-at`: A is Sidon mod v and lies in no perfect difference set mod v. Evidence `{"tree": [d_1, ..]}`.
  A node is a set C of residues, Sidon mod v; the root is A mod v. A node has a difference d (the next of the list),
  0 < d < v, that is no difference of C. A PDS that contains C has x and x+d for some x, so it contains a child: the
  children are C + {x, x+d} for all x in Z/v for which that set is Sidon mod v, x increasing. The list is the tree in
  preorder, nodes without children included, and is used up exactly.
* `sidon/smallest-modulus`: A extends mod v and mod no smaller modulus. Evidence `{"witness": [..], "smaller": [..]}`:
  the witness for v as in sidon/extends-at, and for each order from |A|-1 to q-1, increasing, `{"tree": [..]}` or, where
  A is not Sidon mod that modulus, `{"collision": [a, b, c, d]}` as in sidon/not-sidon-at. A smaller order has PDS of
  fewer than |A| elements.

No theorem is used. Every child is larger than its node and a set Sidon mod v has at most q+1 elements, so the tree is
finite; a residue y with C + {y} not Sidon mod v is out for all of the subtree.
"""

from __future__ import annotations

from collections.abc import Sequence

from certify.kernel.reject import limit, refused
from certify.kernel.rule import Attachments, Rule
from certify.kernel.sidon import (
    Meter,
    SetClaim,
    collision,
    order_of,
    parse_at,
    require_collision,
    require_sidon,
    require_witness,
    unless_sidon,
)
from certify.kernel.text import Value, array, array_of, integers, record

MAX_TREE_ORDER = 64
MAX_STEPS = 1 << 23  # nodes times modulus, of all trees of a certificate together

Residues = tuple[int, ...]


def _fresh(chosen: Residues, differences: set[int], y: int, modulus: int) -> set[int] | None:
    """The differences that y adds to `chosen`, which is Sidon mod v with `differences`; None if it does not stay so."""
    fresh: set[int] = set()
    if y in chosen:
        return fresh
    for c in chosen:
        difference = (y - c) % modulus
        if difference in differences or difference in fresh:
            return None
        fresh.add(difference)
        fresh.add(modulus - difference)
    return fresh


def _children(
    chosen: Residues, differences: set[int], candidates: Sequence[int], d: int, modulus: int
) -> tuple[list[int], list[Residues]]:
    """The candidates y with C + {y} Sidon mod v, and every C + {x, x+d} that is Sidon mod v, x increasing."""
    found = ((y, _fresh(chosen, differences, y, modulus)) for y in candidates)
    allowed = {y: fresh for y, fresh in found if fresh is not None}
    children: list[Residues] = []
    for x, fresh in allowed.items():
        y = (x + d) % modulus
        other = allowed.get(y)
        if other is None:
            continue
        if x in chosen or y in chosen:  # never both: d is no difference of C
            children.append((*chosen, x if y in chosen else y))
        elif d not in fresh and d not in other and fresh.isdisjoint(other):
            children.append((*chosen, x, y))
    return list(allowed), children


def _refute(elements: tuple[int, ...], modulus: int, value: Value, where: str, meter: Meter) -> None:
    """Refuse `value` unless it is the tree that no perfect difference set mod v contains the set, Sidon mod v."""
    if order_of(modulus) > MAX_TREE_ORDER:
        raise limit(where, "modulus-too-large", f"a tree of order {order_of(modulus)}, at most {MAX_TREE_ORDER}")
    meter.spend(len(array(value, where, 1)) * modulus, where)
    tree = integers(value, where, 1, modulus - 1)
    stack: list[tuple[Residues, Sequence[int]]] = [(tuple(a % modulus for a in elements), range(modulus))]
    for i, d in enumerate(tree):
        if not stack:
            raise refused(where, "unused-nodes", f"the tree was complete after {i} nodes, the list has {len(tree)}")
        chosen, candidates = stack.pop()
        differences = {(a - b) % modulus for a in chosen for b in chosen if a != b}
        if d in differences:
            detail = f"{d} is a difference of {sorted(chosen)} mod {modulus}; needed one that is not"
            raise refused(f"{where}/{i}", "difference-covered", detail)
        allowed, children = _children(chosen, differences, candidates, d, modulus)
        stack += [(child, allowed) for child in reversed(children)]
    if stack:
        raise refused(where, "missing-nodes", f"{len(stack)} nodes after the {len(tree)} of the list are not refuted")


def _check_no_extension_at(claim: SetClaim, evidence: Value, _: Attachments) -> None:
    value = record(evidence, "/evidence", ("tree",))["tree"]
    require_sidon(claim)
    _refute(claim.elements, claim.modulus, value, "/evidence/tree", Meter(MAX_STEPS))


def _check_smallest_modulus(claim: SetClaim, evidence: Value, _: Attachments) -> None:
    fields = record(evidence, "/evidence", ("witness", "smaller"))
    require_witness(claim, fields["witness"], "/evidence/witness", claim.modulus)
    first = len(claim.elements) - 1
    meter = Meter(MAX_STEPS)
    for i, value in enumerate(array_of(fields["smaller"], "/evidence/smaller", order_of(claim.modulus) - first)):
        order = first + i
        _exclude(claim, order * order + order + 1, value, f"/evidence/smaller/{i}", meter)


def _exclude(claim: SetClaim, modulus: int, value: Value, where: str, meter: Meter) -> None:
    """Refuse `value` unless it shows that the set lies in no perfect difference set mod v."""
    found = collision(claim.elements, modulus)
    if found is None:
        tree = record(value, where, ("tree",))["tree"]
        _refute(claim.elements, modulus, tree, f"{where}/tree", meter)
    else:
        fields = record(value, where, ("collision",))
        require_collision(claim, fields["collision"], f"{where}/collision", modulus)


NO_EXTENSION_AT = Rule(parse_at, _check_no_extension_at, lambda claim: unless_sidon(claim, "sidon/extends-at"))
SMALLEST_MODULUS = Rule(parse_at, _check_smallest_modulus)
