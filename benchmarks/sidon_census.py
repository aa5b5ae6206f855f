"""The census of small Sidon sets that certifiably extend to no perfect difference set.

Every Sidon set of a given size and diameter, up to translation and reflection, is offered to the search; every
certificate passes the kernel on its way. Run with `python -m benchmarks.sidon_census`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from certify import kernel
from certify.contract import Claim, certificate
from certify.kernel import Reject
from exact import sidon_doubling

# size, diameter at most, classes, certificates
EXPECTED = (
    (4, 30, 1627, 0),
    (5, 20, 607, 50),
    (5, 30, 6089, 177),
    (6, 25, 1154, 338),
    (6, 30, 6606, 1417),
    (7, 30, 429, 239),
)


@dataclass(frozen=True)
class Row:
    """Classes, certificates that the kernel accepted, their mean size in bytes, seconds for search and check."""

    classes: int
    certificates: int
    bytes_each: float
    seconds: float


def classes(size: int, diameter: int) -> Iterator[tuple[int, ...]]:
    """The Sidon sets {0 < ... } of that size and at most that diameter, one of each pair of mirror images."""
    stack: list[tuple[tuple[int, ...], frozenset[int]]] = [((0,), frozenset())]
    while stack:
        chosen, gaps = stack.pop()
        if len(chosen) == size:
            if chosen <= tuple(chosen[-1] - x for x in reversed(chosen)):
                yield chosen
            continue
        for x in range(chosen[-1] + 1, diameter + 1):
            more = {x - c for c in chosen}
            if not more & gaps:
                stack.append(((*chosen, x), gaps | more))


def no_extension(elements: tuple[int, ...]) -> bytes | None:
    """A certificate of sidon/no-extension that the kernel accepts, or None."""
    claim = Claim("sidon/no-extension", {"set": list(elements)})

    def accepted(evidence: object) -> bool:
        try:
            kernel.check(claim.data, [certificate(claim, evidence)])
        except Reject:
            return False
        return True

    evidence = sidon_doubling.no_extension(elements, accepted)
    return None if evidence is None else certificate(claim, evidence)


def count(size: int, diameter: int) -> Row:
    """One row of the census."""
    start = time.perf_counter()
    sets = list(classes(size, diameter))
    found = [data for data in map(no_extension, sets) if data is not None]
    mean = sum(map(len, found)) / len(found) if found else 0.0
    return Row(len(sets), len(found), mean, time.perf_counter() - start)


def main() -> None:
    """Print the table; exit with 1 if a count is not the published one."""
    print("size  diameter  classes  certificates  bytes each  seconds")
    wrong = False
    for size, diameter, sets, certificates in EXPECTED:
        row = count(size, diameter)
        found = f"{row.classes:7}  {row.certificates:12}  {row.bytes_each:10.0f}  {row.seconds:7.2f}"
        print(f"{size:4}  {diameter:8}  {found}")
        wrong = wrong or (row.classes, row.certificates) != (sets, certificates)
    if wrong:
        sys.exit(f"expected (size, diameter, classes, certificates): {EXPECTED}")


if __name__ == "__main__":
    main()
