"""KL acceptance: certificates per second beside peers, in one run.

    python -m benchmarks.kl_throughput

One certificate is D under strict greedy and KL, single thread, best of several runs. `numpy` gives no guarantee.
"""

from __future__ import annotations

import json
import math
import os
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")

import flint
import mpmath
import numpy as np

from certify import kernel
from certify.contract import Claim, Found, Limits, no_progress
from certify.kernel import klaccepted
from certify.kernel.acceptance import parse_rule
from exact import binary64, kl_acceptance, kl_logits
from exact.kl_acceptance import find_pool, prove_accepted

Array = Any

SIZES = (100, 32_000, 151_936)
STRICT = {"name": "strict", "tie": "lowest"}
RULE = parse_rule(STRICT, "")
SCAN_STEPS, SCAN_SIZE = 1000, 151_936


def best(work: Callable[[], Any], seconds: float = 1.0, least: int = 3) -> float:
    """Seconds of the fastest run."""
    found, stop, runs = math.inf, time.perf_counter() + seconds, 0
    while runs < least or time.perf_counter() < stop:
        start = time.perf_counter()
        work()
        found = min(found, time.perf_counter() - start)
        runs += 1
        if found > 5:
            break
    return found


def rows(size: int, kind: str = "float32") -> tuple[Array, Array]:
    """Logits of a peaked target and a near draft."""
    rng = np.random.default_rng(size)
    target = rng.normal(size=size) * 2
    target[size // 3] = target.max() + 2
    return target.astype(kind), (target + rng.normal(size=size) * 0.1).astype(kind)


def coarse(row: Array) -> Array:
    """float32 rounded to the 8 bits of bfloat16."""
    return ((row.view(np.uint32) + 0x8000) & np.uint32(0xFFFF0000)).view(np.float32)


def plain(target: Array, draft: Array) -> tuple[float, float]:
    """What anyone would write: softmax in float64, D and KL, no guarantee."""
    p, q = target.astype(np.float64), draft.astype(np.float64)
    p -= p.max()
    q -= q.max()
    e, f = np.exp(p), np.exp(q)
    a, b = e.sum(), f.sum()
    kl = (e * (p - q)).sum() / a - np.log(a) + np.log(b)
    second, first = np.partition(e, -2)[-2:] / a
    d = first * np.log(2 * first / (first + second)) + second * np.log(2 * second / (first + second))
    return float(d), float(kl)


def balls_per_token(target: Array, draft: Array, precision: int = 64) -> tuple[Any, Any]:
    """Arb for every token."""
    flint.ctx.prec = precision
    ys, vs = [flint.arb(z) for z in target.tolist()], [flint.arb(z) for z in draft.tolist()]
    e, f = [y.exp() for y in ys], [v.exp() for v in vs]
    a, b = sum(e, flint.arb(0)), sum(f, flint.arb(0))
    cross = sum((x * (y - v) for x, y, v in zip(e, ys, vs, strict=True)), flint.arb(0))
    i, j = np.argsort(-target)[:2].tolist()
    p, r = e[i] / a, e[j] / a
    return p * (2 * p / (p + r)).log() + r * (2 * r / (p + r)).log(), cross / a - a.log() + b.log()


def intervals(target: Array, draft: Array) -> Any:
    """mpmath.iv for every token."""
    iv = mpmath.iv
    e, f = [iv.exp(z) for z in target.tolist()], [iv.exp(z) for z in draft.tolist()]
    a, b = sum(e), sum(f)
    return sum(x * (y - v) for x, y, v in zip(e, target.tolist(), draft.tolist(), strict=True)) / a - iv.log(a / b)


def grouped(target: Array, draft: Array) -> Any:
    """T2 on coarse logits: one exponential for each distinct value."""
    step = kl_logits.Step(coarse(target), coarse(draft), Fraction(1))
    return kl_logits._decide(step, kl_logits.BallRows(step, 64), RULE)


def counts(size: int) -> tuple[list[int], list[int]]:
    """Weights of about 70 bits, as mixtures of counts give."""
    target, draft = rows(size)
    return [[max(1, int(math.exp(z) * 2**60)) for z in row.tolist()] for row in (target, draft)]  # type: ignore[return-value]


def pair_of(size: int) -> tuple[Claim, klaccepted.Accepted]:
    p, q = counts(size)
    statement = {"target": {"weights": list(map(str, p))}, "draft": {"weights": list(map(str, q))}}
    claim = Claim("kl/accepted", {**statement, "rule": STRICT, "direction": "forward"})
    return claim, klaccepted.parse(claim.statement, "")


def logits_table() -> None:
    print("from logits, ms per certificate (times the plain one)")
    print(f"{'':28}" + "".join(f"{f'n = {size:,}':>26}" for size in SIZES))
    peers: dict[str, Callable[[Array, Array], Any]] = {
        "numpy (no guarantee)": plain,
        "T1 binary64, rigorous": lambda p, q: kl_logits.examine(p, q, Fraction(1), [RULE]),
        "bf16 grouped + Arb 64": grouped,
        "Arb per token, 64 bits": balls_per_token,
        "mpmath.iv": intervals,
    }
    binary64.self_test()
    times: dict[tuple[str, int], float] = {}
    for name, peer in peers.items():
        cells = []
        for size in SIZES:
            if name == "mpmath.iv" and size > 100:
                cells.append(f"{'not run':>26}")
                continue
            target, draft = rows(size)
            times[name, size] = best(lambda p=target, q=draft, work=peer: work(p, q))  # type: ignore[misc]
            ratio = times[name, size] / times["numpy (no guarantee)", size]
            cells.append(f"{times[name, size] * 1e3:15.3f} ({ratio:7.1f}x)")
        print(f"{name:28}" + "".join(cells))
    size = SIZES[-1]
    fast, slow = times["T1 binary64, rigorous", size], times["Arb per token, 64 bits", size]
    base = times["numpy (no guarantee)", size]
    print(
        f"T1 at {size:,}: {1 / fast:.0f} certificates/s, {fast / base:.2f}x numpy, {slow / fast:.0f}x as fast as Arb\n"
    )


def rationals_table() -> None:
    print("from rationals (70-bit weights), ms")
    for size in (100, 1000, *SIZES[1:]):
        claim, parsed = pair_of(size)
        pool = find_pool(parsed.problem)
        log_free = best(lambda a=parsed, b=pool: kl_acceptance._log_free(a, b))  # type: ignore[misc]
        found = prove_accepted(claim, Limits(), no_progress)
        form = klaccepted.divergence(parsed)
        logs = best(lambda a=parsed, b=pool, c=form: kl_acceptance.compare(a.problem, b, c), least=1)  # type: ignore[misc]
        line = f"n = {size:8,}   T0 chi-square {log_free * 1e3:10.2f}   T2 logarithms {logs * 1e3:10.2f}"
        if isinstance(found, Found):
            data, certificate = claim.data, found.certificate
            loads = best(lambda d=data: json.loads(d))  # type: ignore[misc]
            check = best(lambda d=data, c=certificate: kernel.check(d, [c]))  # type: ignore[misc]
            proof = next(iter(json.loads(certificate)["evidence"]["sign"]))
            line += f"   kernel ({proof}) {check * 1e3:10.2f}   json.loads {loads * 1e3:8.2f}"
        sign = _with_bits(claim, parsed, pool)
        checked = best(lambda d=claim.data, c=sign: kernel.check(d, [c]), least=1)  # type: ignore[misc]
        print(f"{line}   kernel (bits) {checked * 1e3:10.2f}")
    print()


def _with_bits(claim: Claim, parsed: klaccepted.Accepted, pool: kl_acceptance.Pool) -> bytes:
    from certify.contract import certificate

    _, proof = kl_acceptance.compare(parsed.problem, pool, klaccepted.divergence(parsed))
    return certificate(claim, {**pool.evidence, "sign": proof})


def scan_memory() -> None:
    """Anonymous memory of a scan of 1,000 steps at the full vocabulary, from a folder of mapped arrays and an .npz."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        rng = np.random.default_rng(0)
        shape = (SCAN_STEPS, SCAN_SIZE)
        base = rng.normal(size=SCAN_SIZE).astype(np.float16) * np.float16(2)
        for array in ("target_logits", "draft_logits"):
            table = np.lib.format.open_memmap(folder / f"{array}.npy", mode="w+", dtype=np.float16, shape=shape)
            for step in range(SCAN_STEPS):
                table[step] = np.roll(base, step) + rng.normal(size=SCAN_SIZE, scale=0.1).astype(np.float16)
            table.flush()
            del table
        print(f"scan of {SCAN_STEPS} steps at {SCAN_SIZE:,} (float16), strict and tree of 4")
        print(f"  folder of .npy: {_scanned(folder)}")
        tables = {name: np.load(folder / f"{name}.npy", mmap_mode="r") for name in ("target_logits", "draft_logits")}
        np.savez(folder / "run.npz", **tables)
        print(f"  .npz, streamed: {_scanned(folder / 'run.npz')}")


def _scanned(run: Path) -> str:
    """Time and peak RssAnon of `certify kl scan` in a process of its own."""
    import subprocess
    import sys

    command = [
        sys.executable,
        "-c",
        "import sys; from certify.cli import main; main(sys.argv[1:])",
        "kl",
        "scan",
        str(run),
    ]
    rules = ["--rule", "strict:tie=lowest", "--rule", "tree:m=4,tie=lowest", "--temperature", "1"]
    start = time.perf_counter()
    process = subprocess.Popen([*command, *rules], stdout=subprocess.DEVNULL)
    peak = 0
    while process.poll() is None:
        try:
            status = Path(f"/proc/{process.pid}/status").read_text()
        except OSError:
            break
        peak = max([peak, *(int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon"))])
        time.sleep(0.05)
    seconds = time.perf_counter() - start
    each = seconds / SCAN_STEPS * 1e3
    return f"{seconds:.1f} s, {each:.1f} ms a step, peak RssAnon {peak / 1024:.0f} MB, exit {process.returncode}"


def main() -> None:
    logits_table()
    rationals_table()
    scan_memory()


if __name__ == "__main__":
    main()
