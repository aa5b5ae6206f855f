"""A dense 100 x 100 Farkas check beside the same check in plain Fraction, and strict reading beside plain json."""

from __future__ import annotations

import importlib
import importlib.util
import json
import random
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from certify import kernel
from certify.contract import Claim, certificate
from certify.kernel import linear, text

SIZE = 100


def dense(size: int, seed: int = 1) -> tuple[Claim, list[str]]:
    """Random rationals whose rows, weighted by random multipliers, sum to 0 <= -1."""
    draw = random.Random(seed)

    def number() -> Fraction:
        return Fraction(draw.randint(-999, 999), draw.randint(1, 30))

    weights = [Fraction(draw.randint(1, 99), draw.randint(1, 9)) for _ in range(size)]
    rows = [[number() for _ in range(size)] for _ in range(size - 1)]
    bounds = [number() for _ in range(size - 1)]
    last = weights[-1]
    rows.append(
        [-sum((w * row[j] for w, row in zip(weights, rows, strict=False)), Fraction(0)) / last for j in range(size)]
    )
    bounds.append((-1 - sum((w * b for w, b in zip(weights, bounds, strict=False)), Fraction(0))) / last)
    statement = {
        "variables": [f"x{j}" for j in range(size)],
        "rows": [
            {"coefficients": [str(a) for a in row], "relation": "<=", "bound": str(b)}
            for row, b in zip(rows, bounds, strict=True)
        ],
    }
    return Claim("linear/infeasible", statement), [str(w) for w in weights]


def plainly(number: Callable[[str], Any], rows: Sequence[Any], multipliers: Sequence[str]) -> Callable[[], None]:
    """The same check in numbers of the given type, on rows that are read already."""
    table = [([number(a) for a in row["coefficients"]], number(row["bound"])) for row in rows]
    zero = number("0")

    def run() -> None:
        weights = [number(y) for y in multipliers]
        if any(y < zero for y in weights):
            raise ValueError("a negative multiplier")
        for j in range(len(table[0][0])):
            if sum((y * row[j] for y, (row, _) in zip(weights, table, strict=True)), zero) != zero:
                raise ValueError("a column that does not cancel")
        if not sum((y * b for y, (_, b) in zip(weights, table, strict=True)), zero) < zero:
            raise ValueError("no contradiction")

    return run


def best(run: Callable[[], object], rounds: int = 7) -> float:
    """Seconds of the fastest of several rounds."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        run()
        times.append(time.perf_counter() - started)
    return min(times)


def main() -> None:
    claim, multipliers = dense(SIZE)
    data, proof = claim.data, certificate(claim, {"multipliers": multipliers})
    kernel.check(data, [proof])
    rule, evidence = kernel.kinds()[claim.kind], {"multipliers": multipliers}
    parsed = rule.parse(claim.statement, "/statement")
    ours = best(lambda: rule.check(parsed, evidence, {}))
    fraction = best(plainly(Fraction, claim.statement["rows"], multipliers), 3)
    plain, strict = best(lambda: json.loads(data)), best(lambda: text.read(data))
    print(f"{SIZE} x {SIZE} dense Farkas check, claim of {len(data)} bytes, best of several rounds")
    print(f"  kernel check after parsing  {ours * 1e3:8.2f} ms")
    print(
        f"  the same in Fraction        {fraction * 1e3:8.2f} ms   {fraction / ours:.1f} times the kernel (at least 3)"
    )
    if importlib.util.find_spec("gmpy2") is not None:
        gmpy2 = importlib.import_module("gmpy2")
        fast = best(plainly(gmpy2.mpq, claim.statement["rows"], multipliers))
        print(f"  the same in gmpy2.mpq       {fast * 1e3:8.2f} ms   {fast / ours:.1f} times the kernel")
    print(f"  json.loads                  {plain * 1e3:8.2f} ms")
    print(f"  strict reading (text.read)  {strict * 1e3:8.2f} ms   {strict / plain:.1f} times json.loads (at most 6)")
    parsing = best(lambda: linear.INFEASIBLE.parse(claim.statement, "/statement"))
    whole = best(lambda: kernel.check(data, [proof]))
    print(f"  parsing rows to integers    {parsing * 1e3:8.2f} ms   {parsing / plain:.1f} times json.loads")
    print(f"  everything, from bytes      {whole * 1e3:8.2f} ms   {whole / plain:.1f} times json.loads")


if __name__ == "__main__":
    main()
