"""Sidon sets without perfect difference sets: `sidon/no-extension` (bh-linear), `sidon/no-even-order` (bh-tree).

Words as in sidon.py. Statement of both: `set`. Both rest on theorem `pds-doubling` (docs/theorems): for a PDS B mod v
of order q let N(r) be the number of (d, b) in B x B with 2b-d = r mod v. If q is odd, N(r) <= 2 for all r. If q is
even, there is one shift s with N(s) = q+1, all other N(r) are 1, and b -> 2b-s maps B onto B: doubling keeps B-s.

* `sidon/no-extension`: A is Sidon and extends mod no v >= 1. Evidence `{"odd": [[d,b], [d,b], [d,b]], "clash": [[k,a],
  [k,a], [k,a], [k,a]]}`. The three pairs are different, of elements, with one value s = 2b-d over Z: so q is not odd.
  Let q be even. Two pairs of value s make s the shift mod v, and with x_i = 2^k_i (a_i - s), k_i >= 0, all x_i lie in
  B-s mod v. They satisfy x_1-x_2 = x_3-x_4 over Z, x_1 != x_2, x_1 != x_3: two different pairs with one nonzero
  difference, unless v divides x_1-x_2 or x_1-x_3. Such an even q >= 2 is exceptional, and there the kernel itself
  computes that A is not injective mod v or the closure of A-s under doubling is not Sidon mod v.
* `sidon/no-even-order`: A is Sidon and lies in no PDS of even order. Evidence `{"clashes": [[[k,a], [k,a], [k,a],
  [k,a]], ..]}`, a binary tree in preorder. The shift s is unknown: 2^k (a-s) is the linear form (2^k a, -2^k) in
  (1, s). A node has the lattice of the forms known to be 0 mod v, {0} at the root, saturated at 2 because v is odd (at
  no other prime: 3 divides 21). Its clash has E_1-E_2-E_3+E_4 in the lattice, and B-s is Sidon mod v, so E_1 = E_2 or
  E_1 = E_3: its two children. A node whose lattice has (N, 0), N > 0, is a leaf, without a clash: v divides N, and for
  each even q >= 2 with v | N and each residue s at which the lattice vanishes the kernel computes that the closure
  of A-s under doubling is not Sidon mod v.

Bounds: k <= 40, |x_1-x_2|, |x_1-x_3| and N at most 2^36, and the steps below.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from certify.kernel.reject import limit, refused
from certify.kernel.rule import Attachments, Rule
from certify.kernel.sidon import Meter, SetClaim, member, parse_set, require_sidon, unless_sidon
from certify.kernel.text import Value, array, array_of, integer, record

THEOREMS = ("pds-doubling",)
MAX_DOUBLINGS = 40
MAX_MULTIPLE = 1 << 36  # of a modulus
MAX_CLASHES = 256
MAX_STEPS = 1 << 19  # orders tried, elements less shifts tried, differences of closures, together

# (p, r, n): the integer combinations of (p, r) and (n, 0), forms in (1, s) that are 0 mod v. A leaf if n > 0; otherwise
# the content of (p, r) is odd.
Lattice = tuple[int, int, int]


def _doubled(value: Value, where: str, elements: tuple[int, ...]) -> tuple[int, int]:
    """[k, a]: the element a - s doubled k times."""
    k, a = array_of(value, where, 2)
    doublings = integer(k, f"{where}/0", 0)
    if doublings > MAX_DOUBLINGS:
        raise limit(f"{where}/0", "too-many-doublings", f"{doublings}, at most {MAX_DOUBLINGS}")
    return doublings, member(a, f"{where}/1", elements)


def _require_three(claim: SetClaim) -> None:
    if len(claim.elements) < 3:
        raise refused("/statement/set", "too-small", f"{len(claim.elements)} elements; needed 3 or more")


def _shift(claim: SetClaim, value: Value) -> int:
    """The common value s = 2b-d of three different pairs [d, b] of elements."""
    where = "/evidence/odd"
    pairs: list[tuple[int, int]] = []
    for i, entry in enumerate(array_of(value, where, 3)):
        d, b = array_of(entry, f"{where}/{i}", 2)
        pair = member(d, f"{where}/{i}/0", claim.elements), member(b, f"{where}/{i}/1", claim.elements)
        if pair in pairs:
            raise refused(f"{where}/{i}", "same-pair", f"[{pair[0]}, {pair[1]}] twice; needed three different pairs")
        pairs.append(pair)
    values = {2 * b - d for d, b in pairs}
    if len(values) != 1:
        raise refused(where, "no-common-value", f"2b-d takes the values {sorted(values)}; needed one value")
    return values.pop()


def _multiples(claim: SetClaim, value: Value, shift: int) -> tuple[int, int]:
    """x_1-x_2 and x_1-x_3 of a clash x_1-x_2 = x_3-x_4, both nonzero."""
    where = "/evidence/clash"
    entries = enumerate(array_of(value, where, 4))
    terms = [_doubled(entry, f"{where}/{i}", claim.elements) for i, entry in entries]
    w, x, y, z = ((a - shift) << k for k, a in terms)
    if w - x != y - z:
        raise refused(f"{where}/2", "not-a-collision", f"{w}{-x:+} ≠ {y}{-z:+}")
    if w in (x, y):
        detail = f"{w}{-x:+} = {y}{-z:+} says nothing; needed the first different from the second and the third"
        raise refused(where, "trivial-collision", detail)
    multiples = w - x, w - y
    for multiple in multiples:
        _require_small(multiple, where)
    return multiples


def _require_small(multiple: int, where: str) -> None:
    if abs(multiple) > MAX_MULTIPLE:
        raise limit(where, "multiple-too-large", f"{multiple}, at most 2^36 in absolute value")


def _even_moduli(multiples: tuple[int, ...], meter: Meter, where: str) -> Iterator[int]:
    """The moduli v = q^2+q+1 with q >= 2 even and v a divisor of one of the (nonzero) multiples."""
    top = max(map(abs, multiples))
    orders = range(2, math.isqrt(top) + 1, 2)
    meter.spend(len(orders), where)
    for q in orders:
        modulus = q * q + q + 1
        if any(multiple % modulus == 0 for multiple in multiples):
            yield modulus


def _closes(claim: SetClaim, shift: int, modulus: int, meter: Meter, where: str) -> bool:
    """Whether A is injective mod v and the closure of A - shift under doubling is Sidon mod v."""
    chosen: dict[int, None] = {}
    differences: set[int] = set()
    pending = [(a - shift) % modulus for a in claim.elements]
    if len(set(pending)) < len(pending):
        return False
    while pending:
        x = pending.pop()
        if x in chosen:
            continue
        meter.spend(len(chosen), where)
        for c in chosen:
            difference = min((x - c) % modulus, (c - x) % modulus)
            if difference in differences:
                return False
            differences.add(difference)
        chosen[x] = None
        pending.append(2 * x % modulus)
    return True


def _require_open(claim: SetClaim, shift: int, modulus: int, meter: Meter, where: str) -> None:
    """Refuse an exceptional modulus at which the closure shows no contradiction."""
    if _closes(claim, shift, modulus, meter, where):
        detail = f"{modulus} is exceptional: the set less {shift} closed under doubling is Sidon mod {modulus}"
        raise refused(where, "exceptional-order", f"{detail}; needed a contradiction")


def _check_no_extension(claim: SetClaim, evidence: Value, _: Attachments) -> None:
    fields = record(evidence, "/evidence", ("odd", "clash"))
    _require_three(claim)
    require_sidon(claim)
    shift = _shift(claim, fields["odd"])
    multiples = _multiples(claim, fields["clash"], shift)
    meter = Meter(MAX_STEPS)
    for modulus in _even_moduli(multiples, meter, "/evidence/clash"):
        _require_open(claim, shift, modulus, meter, "/evidence/clash")


def _has(lattice: Lattice, x: int, y: int) -> bool:
    """Whether (x, y) is in the lattice, of a node that is no leaf."""
    p, r, _ = lattice
    if r == 0:
        return x == y == 0
    return y % r == 0 and y // r * p == x


def _joined(lattice: Lattice, x: int, y: int) -> Lattice:
    """The lattice, of a node that is no leaf, with (x, y)."""
    p, r, _ = lattice
    while y:  # Euclid on the second coordinates
        p, r, x, y = x, y, p - r // y * x, r % y
    twos = math.gcd(p, r, 1 << 64)
    return p // twos, r // twos, abs(x)


def _children(claim: SetClaim, lattice: Lattice, value: Value, where: str) -> tuple[Lattice, Lattice]:
    """The lattices with E_1 = E_2 and with E_1 = E_3, of a clash E_1-E_2 = E_3-E_4 that the lattice gives."""
    entries = enumerate(array_of(value, where, 4))
    terms = [_doubled(entry, f"{where}/{i}", claim.elements) for i, entry in entries]
    (a, b), (c, d), (e, f), (g, h) = ((element << k, -1 << k) for k, element in terms)
    if not _has(lattice, a - c - e + g, b - d - f + h):
        found = f"the sides differ by {a - c - e + g}{b - d - f + h:+} s"
        raise refused(where, "not-a-collision", f"{found}; needed a multiple of {lattice[0]}{lattice[1]:+} s")
    return _joined(lattice, a - c, b - d), _joined(lattice, a - e, b - f)


def _check_leaf(claim: SetClaim, lattice: Lattice, meter: Meter, where: str) -> None:
    p, r, n = lattice
    _require_small(n, where)
    for modulus in _even_moduli((n,), meter, where):
        meter.spend(modulus * len(claim.elements), where)
        for shift in range(modulus):
            if (p + r * shift) % modulus == 0:
                _require_open(claim, shift, modulus, meter, where)


def _check_no_even_order(claim: SetClaim, evidence: Value, _: Attachments) -> None:
    where = "/evidence/clashes"
    clashes = array(record(evidence, "/evidence", ("clashes",))["clashes"], where, 1, MAX_CLASHES)
    _require_three(claim)
    require_sidon(claim)
    meter = Meter(MAX_STEPS)
    stack = [(0, 0, 0)]
    used = 0
    while stack:
        lattice = stack.pop()
        if lattice[2]:
            _check_leaf(claim, lattice, meter, where)
            continue
        if used == len(clashes):
            raise refused(where, "missing-nodes", f"{len(stack) + 1} nodes after the {used} clashes are not closed")
        first, second = _children(claim, lattice, clashes[used], f"{where}/{used}")
        stack += (second, first)
        used += 1
    if used != len(clashes):
        raise refused(where, "unused-nodes", f"the tree was complete after {used} clashes, there are {len(clashes)}")


NO_EXTENSION = Rule(parse_set, _check_no_extension, lambda claim: unless_sidon(claim, "sidon/extends"), THEOREMS)
NO_EVEN_ORDER = Rule(parse_set, _check_no_even_order, lambda claim: unless_sidon(claim, "sidon/even-order"), THEOREMS)
