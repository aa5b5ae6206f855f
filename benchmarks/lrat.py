"""The kernel on propositional proofs: hints a second and peak memory, and a proof of 36 MB from a file."""

from __future__ import annotations

import hashlib
import itertools
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from certify.contract import Claim, Found, Limits, stream_header
from smt.sat import prove

Formula = list[list[int]]

CHECK = """
import sys, time
from certify import kernel
def peak():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmHWM"))
def chunks(path):
    with open(path, "rb") as file:
        while data := file.read(1 << 16):
            yield data
claim = open(sys.argv[1], "rb").read()
started = time.process_time()
kernel.check(claim, chunks(sys.argv[2]))
print(time.process_time() - started, peak())
"""


def pigeons(count: int, holes: int) -> Formula:
    """Every pigeon has a hole, no hole has two: unsatisfiable for count > holes."""
    clauses = [[i * holes + j + 1 for j in range(holes)] for i in range(count)]
    for j in range(holes):
        pairs = itertools.combinations(range(count), 2)
        clauses += [[-(a * holes + j + 1), -(b * holes + j + 1)] for a, b in pairs]
    return clauses


def random_3sat(variables: int, clauses: int, seed: int) -> Formula:
    chance = random.Random(seed)
    return [[v * chance.choice((1, -1)) for v in chance.sample(range(1, variables + 1), 3)] for _ in range(clauses)]


def claim_of(clauses: Formula) -> Claim:
    variables = max(abs(literal) for clause in clauses for literal in clause)
    return Claim("search/lrat", {"variables": variables, "clauses": clauses})


def chain_steps(depth: int) -> Iterator[bytes]:
    """A long proof on `chain(depth)`: every pair of neighbours is resolved again and again, then the chain closes."""
    for start in range(0, depth, 500):
        parts: list[list[int]] = []
        for i in range(start + 1, min(start + 500, depth - 2) + 1):
            parts += [[-i, i + 2], [i + 1, i + 2]]
        if parts:
            yield json.dumps({"add": parts}, separators=(",", ":")).encode() + b"\n"


def long_proof(folder: Path, megabytes: int) -> tuple[Claim, Path]:
    """A streamed certificate of that size: lemmas that follow from two clauses, dropped again, and then the end."""
    depth = 20_000
    clauses = [[1], *([-i, i + 1] for i in range(1, depth)), [-depth]]
    claim = claim_of(clauses)
    body, last = folder / "body", len(clauses)
    digest, steps, size = hashlib.sha256(), 0, 0
    with body.open("wb") as file:
        while size < megabytes << 20:
            for line in chain_steps(depth):
                count = len(json.loads(line)["add"]) // 2
                drop = (
                    json.dumps({"drop": list(range(last + 1, last + count + 1))}, separators=(",", ":")).encode()
                    + b"\n"
                )
                last += count
                for part in (line, drop):
                    digest.update(part)
                    file.write(part)
                    size, steps = size + len(part), steps + 1
        end = json.dumps({"add": [[], list(range(1, depth + 2))]}, separators=(",", ":")).encode() + b"\n"
        digest.update(end)
        file.write(end)
    path = folder / "long.cert.jsonl"
    with path.open("wb") as file, body.open("rb") as source:
        file.write(stream_header(claim, steps + 1, digest.hexdigest()))
        while data := source.read(1 << 20):
            file.write(data)
    return claim, path


def hints_of(path: Path) -> int:
    """The hints of a streamed certificate."""
    count = 0
    with path.open() as file:
        next(file)
        for line in file:
            count += sum(map(len, json.loads(line).get("add", [])[1::2]))
    return count


def measure(name: str, claim: Claim, path: Path, folder: Path) -> None:
    """Check in a fresh process and print size, hints a second of processor time, and peak memory."""
    file = folder / "formula.claim.json"
    file.write_bytes(claim.data)
    done = subprocess.run(
        [sys.executable, "-c", CHECK, str(file), str(path)], capture_output=True, text=True, check=True
    )
    seconds, megabytes = map(float, done.stdout.split())
    hints = hints_of(path)
    size = path.stat().st_size / (1 << 20)
    rate = f"{hints:9} hints {seconds:7.2f} s {hints / seconds:10.0f} hints/s"
    print(f"{name:22} {size:6.1f} MB {rate} {megabytes:5.0f} MB peak")


def main() -> None:
    formulas: dict[str, Any] = {
        "pigeonhole 9 in 8": pigeons(9, 8),
        "3-SAT, 250 variables": random_3sat(250, 1250, 2),
    }
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for title, clauses in formulas.items():
            claim = claim_of(clauses)
            found = prove(claim, Limits(), lambda done, total, doing: None)
            if not isinstance(found, Found):
                raise RuntimeError(found.reason)
            path = folder / "proof.cert.jsonl"
            path.write_bytes(found.certificate)
            measure(title, claim, path, folder)
        claim, path = long_proof(folder, 36)
        measure("a proof of 36 MB", claim, path, folder)


if __name__ == "__main__":
    main()
