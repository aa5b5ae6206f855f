"""Certificates about perfect difference sets: brute force, z3, Singer's sets and the kernel side by side."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
import z3

import certify
from benchmarks.sidon_census import classes, no_extension
from certify import kernel
from certify.contract import Claim, Found, Limits, NotFound, certificate, no_progress
from certify.kernel import Reject
from certify.kernel.sidon import collision
from exact import sidon, sidon_doubling, sidon_tree, singer
from exact.sidon_tree import OutOfTime, Tree, Witness

Elements = tuple[int, ...]
SMALL = range(1, 6)  # orders for brute force
PRIME_POWERS = [q for q in range(2, 129) if singer.prime_power(q) is not None]
FEW = [q for q in PRIME_POWERS if q <= 32]


def modulus_of(order: int) -> int:
    return order * order + order + 1


def is_difference_set(residues: Elements, v: int) -> bool:
    return Counter((a - b) % v for a in residues for b in residues if a != b) == Counter(range(1, v))


@cache
def all_difference_sets(order: int) -> tuple[frozenset[int], ...]:
    """Every perfect difference set mod q^2+q+1, by brute force over the subsets that contain 0, and translation."""
    v = modulus_of(order)
    rest = itertools.combinations(range(1, v), order)
    based = [(0, *more) for more in rest if is_difference_set((0, *more), v)]
    return tuple({frozenset((a + t) % v for a in based_at) for based_at in based for t in range(v)})


def brute_force(elements: Elements, order: int) -> bool:
    """Whether the set extends at this order."""
    v = modulus_of(order)
    residues = {a % v for a in elements}
    return len(residues) == len(elements) and any(residues <= found for found in all_difference_sets(order))


def z3_says(elements: Elements, order: int) -> bool:
    """The same, as a Boolean problem: exactly one pair for every difference."""
    v = modulus_of(order)
    residues = {a % v for a in elements}
    if len(residues) < len(elements):
        return False
    member = [z3.Bool(f"m{x}") for x in range(v)]
    solver = z3.SolverFor("QF_FD")
    solver.add(*(member[x] for x in residues))
    for d in range(1, v // 2 + 1):
        solver.add(z3.PbEq([(z3.And(member[x], member[(x + d) % v]), 1) for x in range(v)], 1))
    answer = solver.check()
    assert answer in (z3.sat, z3.unsat)
    return bool(answer == z3.sat)


def accepts(kind: str, elements: Elements, evidence: Any, **more: Any) -> bool:
    claim = Claim(f"sidon/{kind}", {"set": list(elements), **more})
    try:
        kernel.check(claim.data, [certificate(claim, evidence)])
    except Reject:
        return False
    return True


def accepted(kind: str, elements: Elements) -> Callable[[Any], bool]:
    return lambda evidence: accepts(kind, elements, evidence)


def settled(elements: Elements, order: int) -> bool:
    """Whether the set extends at this order, from evidence that the kernel accepts; the opposite has to be refused."""
    found = certify.prove(Claim("sidon/extends-at", {"set": list(elements), "modulus": modulus_of(order)}))
    assert found.verdict in (certify.Word.PROVED, certify.Word.REFUTED)
    return found.verdict is certify.Word.PROVED


@pytest.mark.parametrize("order", PRIME_POWERS)
def test_singer_sets(order: int) -> None:
    found = singer.difference_set(order)
    v = modulus_of(order)
    assert len(found) == order + 1
    assert len({(a - b) % v for a in found for b in found if a != b}) == v - 1


@pytest.mark.parametrize("order", FEW)
def test_the_doubling_theorem_on_singer_sets(order: int) -> None:
    found, v = singer.difference_set(order), modulus_of(order)
    taken = Counter((2 * b - d) % v for d in found for b in found)
    if order % 2:
        assert max(taken.values()) <= 2
    else:
        (shift, most), *others = taken.most_common()
        assert most == order + 1
        assert len(others) == v - 1
        assert {count for _, count in others} == {1}
        assert {(2 * b - shift) % v for b in found} == set(found)


def test_how_many_contain_0_and_1() -> None:
    """phi(v)/(3e) for q = p^e, and none for other orders."""
    counts = [sum({0, 1} <= found for found in all_difference_sets(order)) for order in range(1, 6)]
    assert counts == [1, 2, 4, 2, 10]


@pytest.mark.parametrize("order", SMALL)
@pytest.mark.parametrize("size", [2, 3, 4])
def test_one_modulus_by_brute_force_and_by_the_kernel(order: int, size: int) -> None:
    for elements in classes(size, 13):
        assert settled(elements, order) == brute_force(elements, order), elements


@pytest.mark.parametrize("order", [3, 4, 5, 6])
def test_one_modulus_by_z3_and_by_the_kernel(order: int) -> None:
    sets = [*classes(4, 14), *classes(5, 14)]
    for elements in sets[:: 1 + len(sets) // 12]:
        assert settled(elements, order) == z3_says(elements, order), elements


def evidently(elements: Elements) -> Iterator[tuple[int, list[int]]]:
    """(order, witness) of Singer sets that contain the set."""
    for order in FEW:
        residues = singer.embedding(elements, order)
        if residues is not None:
            yield order, residues


@pytest.mark.parametrize(("size", "diameter"), [(4, 30), (5, 26), (6, 20)])
def test_no_certificate_contradicts_another(size: int, diameter: int) -> None:
    """What is certified to extend nowhere lies in no Singer set of the orders above, and no small one at all."""
    for elements in classes(size, diameter):
        if no_extension(elements) is None:
            continue
        assert next(evidently(elements), None) is None, elements
        assert not any(brute_force(elements, order) for order in SMALL)


def test_no_even_order_contradicts_no_singer_set() -> None:
    certified = 0
    for elements in classes(4, 18):
        evidence = sidon_doubling.no_even_order(elements, accepted("no-even-order", elements))
        if evidence is None:
            continue
        certified += 1
        orders = [order for order, _ in itertools.islice(evidently(elements), 6)]
        assert all(order % 2 for order in orders), elements
    assert certified > 30


def doubling_closed(order: int) -> list[int]:
    """The translate of Singer's set of even order that doubling maps onto itself, as residues."""
    found, v = singer.difference_set(order), modulus_of(order)
    taken = Counter((2 * b - d) % v for d in found for b in found)
    shift = taken.most_common(1)[0][0]
    return sorted((b - shift) % v for b in found)


@pytest.mark.parametrize(("order", "size"), [(4, 5), (8, 5), (8, 6), (16, 4), (16, 5)])
@pytest.mark.parametrize("translation", [0, 1, -7])
def test_no_naive_certificate_passes_for_sets_that_extend(order: int, size: int, translation: int) -> None:
    """Subsets of perfect difference sets with every coincidence of the search, also those with exceptional orders."""
    residues = doubling_closed(order)
    tried = 0
    for chosen in itertools.islice(itertools.combinations(residues, size), 400):
        elements = tuple(a + translation for a in chosen)
        values: dict[int, list[list[int]]] = {}
        for d, b in itertools.product(elements, repeat=2):
            values.setdefault(2 * b - d, []).append([d, b])
        for shift, pairs in values.items():
            if len(pairs) < 3:
                continue
            for clash in sidon_doubling.clashes(elements, Fraction(shift)):
                evidence = {"odd": pairs[:3], "clash": [list(term) for term in clash]}
                assert not accepts("no-extension", elements, evidence), (elements, evidence)
                tried += 1
    assert tried or size == 4


@pytest.mark.parametrize("order", [2, 4, 8, 16])
def test_no_even_order_certificate_for_sets_of_even_order(order: int) -> None:
    for chosen in itertools.islice(itertools.combinations(doubling_closed(order), 4 if order > 2 else 3), 300):
        for shift in (0, 5):
            elements = tuple(a + shift for a in chosen)
            found = sidon_doubling.no_even_order(elements, accepted("no-even-order", elements))
            assert found is None, elements


def test_figures_of_the_census() -> None:
    sets = list(classes(5, 30))
    assert len(sets) == 6089
    assert sum(no_extension(elements) is not None for elements in sets) == 177


def test_trees_of_single_moduli() -> None:
    """{1,2,4,8} extends first at order 8, {1,2,4,8,13} at none; orders 6 and 10 have no perfect difference set."""
    assert [settled((1, 2, 4, 8), order) for order in range(3, 9)] == [False] * 5 + [True]
    assert not any(settled((1, 2, 4, 8, 13), order) for order in range(4, 12))
    assert not settled((0, 1), 6)


def test_a_tree_that_is_too_long_is_no_answer() -> None:
    with pytest.raises(OutOfTime, match="size limit"):
        sidon_tree.search((0, 1, 3, 11), 11, Limits().deadline(), 100, no_progress)
    with pytest.raises(OutOfTime, match="time ran out"):
        sidon_tree.search((0, 1, 3, 11), 11, Limits(seconds=0).deadline(), None, no_progress)
    with pytest.raises(OutOfTime, match="order 65 is beyond 64"):
        sidon_tree.search((0, 1, 3, 11), 65, Limits().deadline(), None, no_progress)
    found = sidon.prove(
        Claim("sidon/extends-at", {"set": [0, 1, 3, 11], "modulus": 133}), Limits(steps=100), no_progress
    )
    assert isinstance(found, NotFound)
    assert found.limit


def test_trees_and_witnesses() -> None:
    tree = sidon_tree.search((1, 2, 4, 8), 4, Limits().deadline(), None, no_progress)
    assert isinstance(tree, Tree)
    assert accepts("no-extension-at", (1, 2, 4, 8), {"tree": tree.differences}, modulus=21)
    found = sidon_tree.search((0, 1, 3), 3, Limits().deadline(), None, no_progress)
    assert isinstance(found, Witness)
    assert is_difference_set(tuple(found.residues), 13)


QUESTIONS: list[tuple[str, Any, str]] = [
    ("is-sidon", {"set": [1, 2, 4, 8, 13]}, "proved"),
    ("is-sidon", {"set": [1, 2, 3, 5]}, "refuted"),
    ("not-sidon", {"set": [1, 2, 3, 5]}, "proved"),
    ("not-sidon", {"set": [1, 2, 4]}, "refuted"),
    ("is-sidon-at", {"set": [1, 2, 4, 8], "modulus": 21}, "proved"),
    ("is-sidon-at", {"set": [1, 2, 4, 8], "modulus": 13}, "refuted"),
    ("not-sidon-at", {"set": [1, 2, 4, 8], "modulus": 13}, "proved"),
    ("not-sidon-at", {"set": [1, 2, 4, 8], "modulus": 21}, "refuted"),
    ("extends-at", {"set": [1, 2, 4, 8], "modulus": 73}, "proved"),
    ("extends-at", {"set": [1, 2, 4, 8], "modulus": 57}, "refuted"),
    ("extends-at", {"set": [1, 2, 4, 8], "modulus": 13}, "refuted"),
    ("no-extension-at", {"set": [1, 2, 4, 8], "modulus": 57}, "proved"),
    ("no-extension-at", {"set": [1, 2, 4, 8], "modulus": 73}, "refuted"),
    ("no-extension-at", {"set": [1, 2, 4, 8], "modulus": 13}, "refuted"),
    ("no-extension", {"set": [13, 8, 4, 2, 1]}, "proved"),
    ("no-extension", {"set": [1, 2, 4, 8]}, "refuted"),
    ("no-extension", {"set": [1, 2, 3, 5]}, "refuted"),
    ("no-extension", {"set": [0, 1, 3, 11]}, "undecided"),
    ("extends", {"set": [1, 2, 4, 8]}, "proved"),
    ("extends", {"set": [1, 2, 4, 8, 13]}, "refuted"),
    ("even-order", {"set": [1, 2, 4, 8]}, "proved"),
    ("even-order", {"set": [0, 1, 3, 11]}, "refuted"),
    ("no-even-order", {"set": [0, 1, 3, 11]}, "proved"),
    ("no-even-order", {"set": [3, 6, 7, 12, 14]}, "refuted"),
    ("smallest-modulus", {"set": [1, 2, 4, 8], "modulus": 73}, "proved"),
    ("smallest-modulus", {"set": [0, 1, 3], "modulus": 13}, "undecided"),
    ("smallest-modulus", {"set": [1, 2, 4, 8], "modulus": 57}, "undecided"),
]


@pytest.mark.parametrize(("kind", "statement", "word"), QUESTIONS)
def test_prove(kind: str, statement: Any, word: str) -> None:
    verdict = certify.prove(Claim(f"sidon/{kind}", statement))
    assert verdict.verdict == word
    if word in ("proved", "refuted"):
        assert verdict.explain()
        assert verdict.answer
    theorems = [entry for entry in verdict.rests_on if entry.startswith("theorem:")]
    doubling = {"proved": ("no-extension", "no-even-order"), "refuted": ("extends", "even-order")}
    assert theorems == (["theorem:pds-doubling"] if kind in doubling.get(word, ()) else [])


def test_decide_finds_the_smallest_modulus_or_says_what_is_open() -> None:
    known = sidon.decide([1, 2, 4, 8], None, 11, Limits(), no_progress)
    assert isinstance(known.main, Found)
    assert (known.main.claim.kind, known.main.claim.statement["modulus"]) == ("sidon/smallest-modulus", 73)
    found = sidon.decide([1, 2, 4, 8], None, 4, Limits(), no_progress)
    assert isinstance(found.main, Found)
    nothing = sidon.decide([0, 1, 3, 11], None, 5, Limits(), no_progress)
    assert isinstance(nothing.main, NotFound)
    assert nothing.excluded[:2] == (13, 21)
    assert len(nothing.supports) == len(nothing.excluded) + 1
    assert nothing.main.open == (f"odd orders above {len(nothing.excluded) + 2}",)
    late = sidon.decide([0, 1, 3, 11], None, 11, Limits(seconds=0), no_progress)
    assert isinstance(late.main, NotFound)
    assert late.main.limit


def test_decide_at_a_large_modulus_uses_a_stronger_proof() -> None:
    everywhere = sidon.decide([1, 2, 4, 8, 13], 757, 11, Limits(), no_progress)
    assert isinstance(everywhere.main, Found)
    assert everywhere.main.claim.kind == "sidon/no-extension"
    even = sidon.decide([0, 1, 3, 11], 273, 11, Limits(), no_progress)
    assert isinstance(even.main, Found)
    assert even.main.claim.kind == "sidon/no-even-order"


def test_equal_sums() -> None:
    assert sidon.equal_sums((1, 2, 3, 5)) == [1, 5, 3, 3]
    with pytest.raises(ValueError, match="Sidon"):
        sidon.equal_sums((1, 2, 4))
    assert collision((1, 2, 4), 0) is None
