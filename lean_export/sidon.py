"""Sidon sets and perfect difference sets. Theorem T (pds-doubling) is proved in the support library, so both kinds of
certificate that rest on it are checked in Lean without a hypothesis; refutation trees and witnesses are, too.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

from certify.contract import Claim
from lean_export import term
from lean_export.document import Body, write
from lean_export.lattice import Form, basis, follows

Value = Any
Doubled = tuple[int, int]  # (k, a), standing for 2^k (a - s)

MAX_ORDERS = 20_000  # even orders that Lean looks at one by one
MAX_TABLE = 5_000  # residues of a witness
MAX_TRIES = 4_000  # residues tried at all nodes of the trees together: some seconds in Lean
MAX_SIDON = 14  # elements for which Lean compares all differences
MAX_SIDON_MOD = 16


class _TooLarge(Exception):
    """Lean could not check this within reason; the file states the claim only."""


def export(claim: Claim, certificate: bytes | None, flavour: str) -> str:
    """Lean 4 source for the sidon kinds."""
    return write(claim, certificate, flavour, core, mathlib)


def core(claim: Claim, evidence: Value | None) -> Body:
    """Statement over Int with the definitions of Certify.Sidon; the certificate as data for the kernel of Lean."""
    elements = claim.statement["set"]
    statement, writer = _KINDS[claim.kind]
    definition = f"def A : List Int := {term.integers(elements)}"
    modulus = [f"def v : Int := {term.integer(claim.statement['modulus'])}"] if "modulus" in claim.statement else []
    blocks: list[str] = [definition, *modulus]
    proof: str | None = None
    notes: tuple[str, ...] = ()
    if evidence is not None:
        try:
            certificate, proof = writer(claim, evidence)
            blocks += certificate
        except _TooLarge as large:
            notes = (str(large),)
    ending = f"\n  {proof}" if proof is not None else " by\n  sorry"
    blocks.append(f"{_SAYS[claim.kind]}\ntheorem claim : {statement} :={ending}")
    return Body(tuple(blocks), ("BhTree", "SidonAt"), proof=proof is not None, notes=notes)


Written = tuple[list[str], str]


def _ok(check: str) -> str:
    return f"theorem cert_ok : {check} = true := by\n  decide +kernel"


def _small(claim: Claim, limit: int) -> None:
    if len(claim.statement["set"]) > limit:
        raise _TooLarge(f"The check in Lean stops at {limit} elements.")


def _is_sidon(claim: Claim, _: Value) -> Written:
    _small(claim, MAX_SIDON)
    return [_ok("Certify.sidon A")], "Certify.sidon_sound cert_ok"


def _not_sidon(_: Claim, evidence: Value) -> Written:
    return [_ok(f"Certify.twice A {_atoms(evidence['sums'])}")], "Certify.twice_sound cert_ok"


def _is_sidon_at(claim: Claim, _: Value) -> Written:
    _small(claim, MAX_SIDON_MOD)
    return [_ok("Certify.sidonMod v A")], "Certify.sidonMod_sound cert_ok"


def _not_sidon_at(_: Claim, evidence: Value) -> Written:
    return [_ok(f"Certify.collides v A {_atoms(evidence['collision'])}")], "Certify.collides_sound cert_ok"


def _atoms(values: Sequence[int]) -> str:
    return " ".join(term.atom(value) for value in values)


def _witness(claim: Claim, witness: Sequence[int], modulus: int) -> list[str]:
    """B with the elements of A themselves in it, and a pair for every residue."""
    if modulus > MAX_TABLE:
        raise _TooLarge(f"The check in Lean stops at modulus {MAX_TABLE}.")
    own = {a % modulus: a for a in claim.statement["set"]}
    chosen = [own.get(b % modulus, b) for b in witness]
    pairs = {(a - b) % modulus: (a, b) for a, b in itertools.permutations(chosen, 2)}
    table = term.items([term.pair(*map(term.integer, pairs[r])) for r in range(1, modulus)])
    return [
        f"def B : List Int := {term.integers(chosen)}",
        f"{term.docstring('For every residue 1, 2, ... two elements with that difference.')}\n"
        f"noncomputable def table : List (Int × Int) := {table}",
    ]


def _extends_at(claim: Claim, evidence: Value) -> Written:
    blocks = _witness(claim, evidence["witness"], claim.statement["modulus"])
    return [*blocks, _ok("Certify.witness v A B table")], "Certify.witness_sound cert_ok"


def _extends(claim: Claim, evidence: Value) -> Written:
    blocks = _witness(claim, evidence["witness"], evidence["modulus"])
    modulus = term.atom(evidence["modulus"])
    return [*blocks, _ok(f"Certify.witness {modulus} A B table")], f"⟨{modulus}, Certify.witness_sound cert_ok⟩"


def _even_order(claim: Claim, evidence: Value) -> Written:
    blocks = _witness(claim, evidence["witness"], evidence["modulus"])
    half = len(evidence["witness"]) // 2
    check = f"Certify.evenWitness {term.atom(evidence['modulus'])} {half} A B table"
    return [*blocks, _ok(check)], "Certify.evenWitness_sound cert_ok"


def _tries(tries: int) -> None:
    if tries > MAX_TRIES:
        raise _TooLarge(f"The check in Lean stops at trees that try {MAX_TRIES} residues; this one tries {tries}.")


def _tree(name: str, nodes: Sequence[int]) -> str:
    return f"noncomputable def {name} : List Nat := {term.items([term.natural(d) for d in nodes])}"


def _depth(elements: Sequence[int], modulus: int) -> int:
    """More than the height of any tree: every node has more elements than the one above, and at most q + 1."""
    return max(1, math.isqrt(modulus) + 2 - len(elements)) + 1


def _no_extension_at(claim: Claim, evidence: Value) -> Written:
    _small(claim, MAX_SIDON_MOD)
    modulus = claim.statement["modulus"]
    _tries(modulus * len(evidence["tree"]))
    blocks = [
        _tree("tree", evidence["tree"]),
        "theorem sidon_ok : Certify.sidonMod v A = true := by\n  decide +kernel",
        _ok(f"Certify.refuted {modulus} A {_depth(claim.statement['set'], modulus)} tree"),
    ]
    return blocks, "⟨Certify.sidonMod_sound sidon_ok, Certify.refuted_sound cert_ok⟩"


def _smallest(claim: Claim, evidence: Value) -> Written:
    elements = claim.statement["set"]
    blocks = _witness(claim, evidence["witness"], claim.statement["modulus"])
    first = len(elements) - 1
    exclusions: list[str] = []
    orders = enumerate(evidence["smaller"], first)
    _tries(sum((q * q + q + 1) * len(entry.get("tree", ())) for q, entry in orders))
    for i, entry in enumerate(evidence["smaller"]):
        if "tree" in entry:
            order = first + i
            blocks.append(_tree(f"tree{order}", entry["tree"]))
            exclusions.append(f".tree {_depth(elements, order * order + order + 1)} tree{order}")
        else:
            exclusions.append(f".collision {_atoms(entry['collision'])}")
    note = term.docstring(f"Why no order from {first} on below that of v will do; smaller ones have too few elements.")
    blocks += [
        f"{note}\nnoncomputable def smaller : List Certify.Exclusion := {term.items(exclusions)}",
        "theorem witness_ok : Certify.witness v A B table = true := by\n  decide +kernel",
        _ok(f"Certify.noSmaller v A {first} smaller"),
    ]
    return blocks, "⟨Certify.witness_sound witness_ok, Certify.noSmaller_sound cert_ok⟩"


def _no_extension(claim: Claim, evidence: Value) -> Written:
    _small(claim, MAX_SIDON)
    elements = claim.statement["set"]
    (d, b), *_ = evidence["odd"]
    shift = 2 * b - d
    clash = [(k, a) for k, a in evidence["clash"]]
    x = [(a - shift) << k for k, a in clash]
    multiples = (x[0] - x[1], x[0] - x[2])
    orders = _orders(max(map(abs, multiples)))
    exceptional = [found for v in _exceptional(elements, multiples) if (found := _clash_at(elements, shift, v))]
    data = [
        term.integer(shift),
        *(term.integer(middle) for _, middle in evidence["odd"]),
        _clash(clash),
        term.items([_clash(entry) for entry in exceptional]),
        str(orders),
    ]
    note = term.docstring(
        "The shift s; the b of three pairs (2 b - s, b); a clash 2^k (a - s); clashes of the exceptional orders."
    )
    blocks = [f"{note}\ndef cert : Certify.BhLinear := ⟨{', '.join(data)}⟩", _ok("cert.check A")]
    return blocks, "Certify.BhLinear.sound cert_ok"


def _clash(entries: Sequence[Doubled]) -> str:
    return f"⟨{', '.join(term.pair(str(k), term.integer(a)) for k, a in entries)}⟩"


def _orders(largest: int) -> int:
    """The smallest m such that the modulus of order 2 (m + 1) is beyond `largest`."""
    m = max(0, (math.isqrt(largest) // 2) - 2)
    while 4 * (m + 1) ** 2 + 2 * (m + 1) + 1 <= largest:
        m += 1
    if m > MAX_ORDERS:
        raise _TooLarge(f"The check in Lean stops at {MAX_ORDERS} even orders.")
    return m


def _exceptional(elements: Sequence[int], multiples: Sequence[int]) -> Iterator[int]:
    """Moduli of even order, not too small, that divide a difference of the clash."""
    for q in range(2, 2 * _orders(max(map(abs, multiples))) + 1, 2):
        v = q * q + q + 1
        if q + 1 >= len(elements) and any(multiple % v == 0 for multiple in multiples):
            yield v


def _clash_at(elements: Sequence[int], shift: int, v: int) -> list[Doubled] | None:
    """Four doubled elements, x1 - x2 = x3 - x4 mod v, x1 different from x2 and x3; None where A is not injective."""
    if len({a % v for a in elements}) < len(elements):
        return None
    closure: dict[int, Doubled] = {}
    for a in elements:
        x, k = (a - shift) % v, 0
        while x not in closure:
            closure[x] = k, a
            x, k = 2 * x % v, k + 1
    seen: dict[int, tuple[int, int]] = {}
    for x, y in itertools.permutations(closure, 2):
        difference = (x - y) % v
        if difference in seen:
            return [closure[z] for z in (x, y, *seen[difference])]
        seen[difference] = x, y
    raise ValueError(f"modulus {v} shows no clash")


def _no_even_order(claim: Claim, evidence: Value) -> Written:
    """The tree of clashes, each with the combination of known forms that it follows from."""
    _small(claim, MAX_SIDON)
    clashes = iter([[(k, a) for k, a in clash] for clash in evidence["clashes"]])
    tree = _grow(claim.statement["set"], clashes, [])
    if next(clashes, None) is not None:
        raise ValueError("more clashes than nodes")
    note = term.docstring("Clashes 2^k (a - s), each following from the forms known so far; leaves: multiples of v.")
    blocks = [f"{note}\ndef tree : Certify.BhTree :=\n  {tree}", _ok("Certify.BhTree.certified A tree")]
    return blocks, "Certify.BhTree.sound cert_ok"


def _grow(elements: Sequence[int], clashes: Iterator[list[Doubled]], forms: list[Form]) -> str:
    _, flat = basis(forms)
    if flat is not None:
        return _leaf(elements, forms, abs(flat.vector[0]))
    clash = next(clashes, None)
    if clash is None:
        raise ValueError("fewer clashes than nodes")
    one, two, three, four = ((a << k, -1 << k) for k, a in clash)
    found = follows(forms, (one[0] - two[0] - three[0] + four[0], one[1] - two[1] - three[1] + four[1]))
    if found is None:
        raise ValueError("a clash that does not follow from the known forms")
    power, coefficients = found
    first, second = (_grow(elements, clashes, [(one[0] - e[0], one[1] - e[1]), *forms]) for e in (two, three))
    return f".node {_clash(clash)} {power} {term.integers(coefficients)}\n  ({first})\n  ({second})"


def _leaf(elements: Sequence[int], forms: Sequence[Form], multiple: int) -> str:
    odd = multiple
    while odd % 2 == 0:
        odd //= 2
    found = follows(forms, (odd, 0))
    if found is None:
        raise ValueError("a multiple that does not follow from the known forms")
    orders = _orders(odd)
    entries: dict[str, None] = {}
    for v in _exceptional(elements, (odd,)):
        if v > MAX_TABLE:
            raise _TooLarge(f"The check in Lean stops at modulus {MAX_TABLE}.")
        for shift in range(v):
            if all((x + y * shift) % v == 0 for x, y in forms):
                clash = _clash_at(elements, shift, v)
                if clash is not None:
                    entries[_clash(clash)] = None
    power, coefficients = found
    return f".leaf {odd} {power} {term.integers(coefficients)} {term.items(list(entries))} {orders}"


_KINDS: dict[str, tuple[str, Any]] = {
    "sidon/is-sidon": ("Certify.Sidon A", _is_sidon),
    "sidon/not-sidon": ("¬ Certify.Sidon A", _not_sidon),
    "sidon/is-sidon-at": ("Certify.SidonMod v A", _is_sidon_at),
    "sidon/not-sidon-at": ("¬ Certify.SidonMod v A", _not_sidon_at),
    "sidon/extends-at": ("Certify.ExtendsAt v A", _extends_at),
    "sidon/extends": ("Certify.Extends A", _extends),
    "sidon/even-order": ("Certify.ExtendsEven A", _even_order),
    "sidon/no-extension-at": ("Certify.SidonMod v A ∧ ¬ Certify.ExtendsAt v A", _no_extension_at),
    "sidon/smallest-modulus": ("Certify.ExtendsAt v A ∧ ∀ w : Int, w < v → ¬ Certify.ExtendsAt w A", _smallest),
    "sidon/no-extension": ("Certify.Sidon A ∧ ¬ Certify.Extends A", _no_extension),
    "sidon/no-even-order": ("Certify.Sidon A ∧ ¬ Certify.ExtendsEven A", _no_even_order),
}

_SAYS = {
    kind: term.docstring(text)
    for kind, text in {
        "sidon/is-sidon": "All differences of two distinct elements of A are distinct.",
        "sidon/not-sidon": "Some difference of two distinct elements of A occurs twice.",
        "sidon/is-sidon-at": "All differences of two distinct elements of A are distinct and nonzero modulo v.",
        "sidon/not-sidon-at": "Some difference of two distinct elements of A is 0 or occurs twice modulo v.",
        "sidon/extends-at": "Some perfect difference set modulo v contains A.",
        "sidon/extends": "Some perfect difference set, of some modulus, contains A.",
        "sidon/even-order": "Some perfect difference set of even order contains A.",
        "sidon/no-extension-at": "A is a Sidon set modulo v, and no perfect difference set modulo v contains it.",
        "sidon/smallest-modulus": "v is the smallest modulus of a perfect difference set that contains A.",
        "sidon/no-extension": "A is a Sidon set, and no perfect difference set of any modulus contains it.",
        "sidon/no-even-order": "A is a Sidon set, and no perfect difference set of even order contains it.",
    }.items()
}

_DEFINITIONS = """/-- A Sidon set of integers: no difference of two distinct elements occurs twice. -/
def IsSidon (A : Set ℤ) : Prop :=
  Set.InjOn (fun p : ℤ × ℤ => p.1 - p.2) A.offDiag

/-- Distinct elements stay distinct modulo v, and no difference occurs twice. -/
def IsSidonMod (v : ℕ) (A : Set ℤ) : Prop :=
  (∀ p ∈ A.offDiag, ((p.1 - p.2 : ℤ) : ZMod v) ≠ 0) ∧ Set.InjOn (fun p : ℤ × ℤ => ((p.1 - p.2 : ℤ) : ZMod v)) A.offDiag

/-- A perfect difference set: differences are a bijection from pairs of distinct elements to nonzero residues. -/
def IsPerfectDifferenceSet (v : ℕ) (B : Set ℤ) : Prop :=
  0 < v ∧ Set.BijOn (fun p : ℤ × ℤ => ((p.1 - p.2 : ℤ) : ZMod v)) B.offDiag {r | r ≠ 0}

def ExtendsAt (v : ℕ) (A : Set ℤ) : Prop := ∃ B, IsPerfectDifferenceSet v B ∧ A ⊆ B

def Extends (A : Set ℤ) : Prop := ∃ v, ExtendsAt v A

def ExtendsEven (A : Set ℤ) : Prop := ∃ v B, IsPerfectDifferenceSet v B ∧ Odd B.ncard ∧ A ⊆ B"""

_MATHLIB = {
    "sidon/is-sidon": "IsSidon {A}",
    "sidon/not-sidon": "¬ IsSidon {A}",
    "sidon/is-sidon-at": "IsSidonMod {v} {A}",
    "sidon/not-sidon-at": "¬ IsSidonMod {v} {A}",
    "sidon/extends-at": "ExtendsAt {v} {A}",
    "sidon/extends": "Extends {A}",
    "sidon/even-order": "ExtendsEven {A}",
    "sidon/no-extension-at": "IsSidonMod {v} {A} ∧ ¬ ExtendsAt {v} {A}",
    "sidon/smallest-modulus": "ExtendsAt {v} {A} ∧ ∀ w < {v}, ¬ ExtendsAt w {A}",
    "sidon/no-extension": "IsSidon {A} ∧ ¬ Extends {A}",
    "sidon/no-even-order": "IsSidon {A} ∧ ¬ ExtendsEven {A}",
}


def mathlib(claim: Claim, _: Value | None) -> Body:
    """The statement over ℤ and ZMod. The proof is in the core flavour; over Mathlib it is not written out."""
    braces = "{" + ", ".join(term.integer(a) for a in claim.statement["set"]) + "}"
    statement = (
        _MATHLIB[claim.kind]
        .replace("{v}", str(claim.statement.get("modulus", "")))
        .replace("{A}", f"({braces} : Set ℤ)")
    )
    theorem = "the core flavour of this export proves the same statement over lists; docs/theorems/pds-doubling.md"
    text = f"{_SAYS[claim.kind]}\ntheorem claim : {statement} := by\n  sorry"
    return Body((_DEFINITIONS, text), proof=False, theorem=theorem)
