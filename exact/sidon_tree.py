"""All perfect difference sets mod v that contain a set: one of them, or the refutation tree that there is none.

The tree is that of `sidon/no-extension-at` (certify/kernel/sidon_tree.py): a node covers one difference d, its children
are all ways to cover it. Here the difference with the fewest children is covered first; the kernel takes any.
"""

from __future__ import annotations

from dataclasses import dataclass

from certify.contract import Deadline, Progress
from certify.kernel.sidon_tree import MAX_STEPS, MAX_TREE_ORDER


@dataclass(frozen=True)
class Witness:
    """A perfect difference set mod v, as increasing residues."""

    residues: list[int]


@dataclass(frozen=True)
class Tree:
    """The differences of a refutation tree in preorder."""

    differences: list[int]


class OutOfTime(Exception):
    """The search was stopped, for a reason, after so many nodes."""

    def __init__(self, nodes: int, reason: str) -> None:
        super().__init__(f"{reason} ({nodes} nodes)")


def search(
    elements: tuple[int, ...], order: int, deadline: Deadline, nodes: int | None, progress: Progress
) -> Witness | Tree:
    """Decide whether a set that is Sidon mod v = q^2+q+1 lies in a PDS mod v. Raises OutOfTime.

    Stops at `nodes` nodes (None: no limit of ours), and where the kernel would not read the tree any more.
    """
    v = order * order + order + 1
    if order > MAX_TREE_ORDER:
        raise OutOfTime(0, f"order {order} is beyond {MAX_TREE_ORDER}, the largest for a tree")
    most = MAX_STEPS // v if nodes is None else min(nodes, MAX_STEPS // v)
    tree: list[int] = []
    stack = [(tuple(a % v for a in elements), list(range(v)))]
    while stack:
        if len(tree) % 64 == 0:
            progress(len(tree), None, f"modulus {v}: nodes of the search tree")
            if deadline.passed:
                raise OutOfTime(len(tree), "time ran out")
        chosen, candidates = stack.pop()
        if len(chosen) == order + 1:
            return Witness(sorted(chosen))
        if len(tree) == most:
            raise OutOfTime(len(tree), "the size limit of a tree was reached")
        d, allowed, children = _branch(chosen, candidates, v)
        tree.append(d)
        stack += [(child, allowed) for child in reversed(children)]
    return Tree(tree)


def _branch(chosen: tuple[int, ...], candidates: list[int], v: int) -> tuple[int, list[int], list[tuple[int, ...]]]:
    """The uncovered difference d < v/2 with the fewest children, what may still be added, and those children."""
    known = 0  # differences as bits
    for a in chosen:
        for b in chosen:
            if a != b:
                known |= 1 << (a - b) % v
    fresh = dict.fromkeys(chosen, 0)
    for y in candidates:
        if y not in fresh:
            bits = _new(chosen, known, y, v)
            if bits:
                fresh[y] = bits
    ways: dict[int, list[tuple[int, int]]] = {d: [] for d in range(1, v // 2 + 1) if not known >> d & 1}
    allowed = sorted(fresh)
    for i, x in enumerate(allowed):
        bits = fresh[x]
        for y in allowed[i + 1 :]:
            other = fresh[y]
            if bits & other:
                continue
            gap = y - x
            d = min(gap, v - gap)
            if bits and other and (bits | other) >> d & 1:
                continue
            if d in ways:
                ways[d].append((x, y) if d == gap else (y, x))
    d = min(ways, key=lambda gap: len(ways[gap]))
    return d, allowed, [_joined(chosen, x, y) for x, y in sorted(ways[d])]


def _new(chosen: tuple[int, ...], known: int, y: int, v: int) -> int:
    """The differences that y adds, as bits; 0 if two of them coincide or one is there already."""
    bits = known
    for c in chosen:
        gap = (y - c) % v
        bit = 1 << gap
        if bits & bit:
            return 0
        bits |= bit | 1 << v - gap
    return bits ^ known


def _joined(chosen: tuple[int, ...], x: int, y: int) -> tuple[int, ...]:
    return (*chosen, *(z for z in (x, y) if z not in chosen))
