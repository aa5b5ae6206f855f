"""Certificates about Sidon sets beside their peers: parsing, the search, a solver's proof.

* the check of one bh-linear certificate after parsing, beside the strict parsing of claim and certificate, beside plain
  `json`, and beside the whole kernel call;
* one modulus: the refutation tree of {1,2,4,8,13} mod 91 in the kernel, beside its search and z3 on the same question.

Run with `python -m benchmarks.sidon`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import z3

from certify import kernel
from certify.contract import Claim, Limits, certificate, no_progress
from certify.kernel.envelope import read_certificate, read_claim
from exact import sidon_tree

AM = Claim("sidon/no-extension", {"set": [1, 2, 4, 8, 13]})
EVIDENCE = {"odd": [[2, 1], [4, 2], [8, 4]], "clash": [[4, 1], [2, 1], [0, 13], [0, 1]]}
ORDER = 9


def seconds(work: Callable[[], object], repeat: int) -> float:
    """The fastest of five rounds of `repeat` runs, per run."""
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(repeat):
            work()
        best = min(best, time.perf_counter() - start)
    return best / repeat


def linear() -> None:
    """One certificate of sidon/no-extension."""
    claim, data = AM.data, certificate(AM, EVIDENCE)
    rule = kernel.kinds()[AM.kind]
    parsed = rule.parse(AM.statement, "/statement")
    envelope = read_claim(claim)
    checked = seconds(lambda: rule.check(parsed, EVIDENCE, {}), 2000)
    read = seconds(lambda: (read_claim(claim), read_certificate([data], envelope)), 2000)
    plain = seconds(lambda: (json.loads(claim), json.loads(data)), 2000)
    whole = seconds(lambda: kernel.check(claim, [data]), 2000)
    print(f"bh-linear check after parsing   {checked * 1e6:8.1f} us")
    print(f"strict reading, claim and cert  {read * 1e6:8.1f} us   {read / checked:5.1f} x the check")
    print(f"plain json, claim and cert      {plain * 1e6:8.1f} us   {plain / checked:5.1f} x the check")
    print(f"whole kernel call               {whole * 1e6:8.1f} us   {whole / checked:5.1f} x the check")


def tree() -> None:
    """One refutation tree."""
    v = ORDER * ORDER + ORDER + 1
    elements = tuple(AM.statement["set"])
    found = sidon_tree.search(elements, ORDER, Limits().deadline(), None, no_progress)
    if not isinstance(found, sidon_tree.Tree):
        raise TypeError("the set extends nowhere")
    claim = Claim("sidon/no-extension-at", {"set": list(elements), "modulus": v})
    data = certificate(claim, {"tree": found.differences})
    searched = seconds(lambda: sidon_tree.search(elements, ORDER, Limits().deadline(), None, no_progress), 1)
    checked = seconds(lambda: kernel.check(claim.data, [data]), 3)
    start = time.perf_counter()
    solved = _z3_refutes(elements, v)
    solver = time.perf_counter() - start
    size = f"{len(found.differences)} nodes, {len(data)} bytes"
    print(f"tree mod {v} in the kernel       {checked * 1e3:8.2f} ms   {size}")
    print(f"its search                      {searched * 1e3:8.2f} ms   {searched / checked:5.1f} x the check")
    print(f"z3 on the same question: {solved}  {solver * 1e3:8.0f} ms   {solver / checked:5.1f} x the check")


def _z3_refutes(elements: tuple[int, ...], v: int) -> str:
    """z3's word, without a certificate; at most a minute."""
    member = [z3.Bool(f"m{x}") for x in range(v)]
    solver = z3.SolverFor("QF_FD")
    solver.set("timeout", 60_000)
    solver.add(*(member[x % v] for x in elements))
    for d in range(1, v // 2 + 1):
        solver.add(z3.PbEq([(z3.And(member[x], member[(x + d) % v]), 1) for x in range(v)], 1))
    return str(solver.check())


def main() -> None:
    """Print both comparisons."""
    linear()
    tree()


if __name__ == "__main__":
    main()
