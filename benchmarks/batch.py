"""Batches: time per certificate and peak memory as the number of certificates grows tenfold."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from certify.contract import Claim, certificate

SIZES = (1_000, 10_000, 100_000)
PER_FOLDER = 1_000


def write(folder: Path, number: int) -> None:
    """One small proved claim."""
    rows = [
        {"coefficients": ["1", "1"], "relation": "<=", "bound": str(number)},
        {"coefficients": ["-1", "-1"], "relation": "<", "bound": str(-number)},
    ]
    claim = Claim("linear/infeasible", {"variables": ["x", "y"], "rows": rows})
    (folder / f"c{number}.claim.json").write_bytes(claim.data)
    (folder / f"c{number}.cert.json").write_bytes(certificate(claim, {"multipliers": ["1", "1"]}))


def make(folder: Path, size: int) -> None:
    for number in range(size):
        part = folder / str(number // PER_FOLDER)
        part.mkdir(exist_ok=True)
        write(part, number)


def measure(folder: Path, workers: int) -> tuple[float, int]:
    """Seconds and peak megabytes of the main process of one `certify check --all`."""
    code = "import sys, resource; from certify.cli import run; code = run(sys.argv[1:]); "
    code += "print(code, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)"
    arguments = [sys.executable, "-c", code, "check", "--all", str(folder), "--workers", str(workers), "--json"]
    started = time.perf_counter()
    done = subprocess.run(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
    seconds = time.perf_counter() - started
    exit_code, megabytes = done.stderr.split()[-2:]
    if exit_code != "0":
        raise RuntimeError(f"expected every certificate to be accepted, exit {exit_code}")
    return seconds, int(megabytes)


def main(sizes: tuple[int, ...] = SIZES) -> None:
    print(
        "certify check --all: certificates, workers, seconds, microseconds per certificate, peak MB of the main process"
    )
    for size in sizes:
        with tempfile.TemporaryDirectory() as name:
            make(Path(name), size)
            for workers in (1, 2):
                seconds, megabytes = measure(Path(name), workers)
                print(f"{size:8}  {workers}  {seconds:8.1f}  {1e6 * seconds / size:8.0f}  {megabytes:6}")
    print(f"this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
