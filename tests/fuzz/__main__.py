"""`python -m tests.fuzz [--seconds N] [--examples N] [--kind KIND]`: rounds over reader and kinds for that long."""

from __future__ import annotations

import argparse
import itertools
import resource
import time

from certify import kernel
from tests.fuzz.rounds import fuzz_envelope, fuzz_kind

MEMORY = 2 << 30  # bytes a check may use at most


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--examples", type=int, default=400, help="of one kind in one round")
    parser.add_argument("--kind", default=None)
    chosen = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    until = time.monotonic() + chosen.seconds
    kinds = [chosen.kind] if chosen.kind else list(kernel.kinds())
    accepted, tried = 0, 0
    for number in itertools.count():
        for kind in kinds:
            if time.monotonic() > until:
                peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
                print(
                    f"{tried} forged pairs in {number} whole rounds: {accepted} accepted, "
                    f"the others refused by Reject and nothing else; peak {peak} MB"
                )
                return
            yes, all_of_them = fuzz_kind(kind, number, chosen.examples)
            accepted, tried = accepted + yes, tried + all_of_them
        fuzz_envelope(number, chosen.examples)


if __name__ == "__main__":
    main()
