"""A dense infeasible system: kernel, search, and z3 and cvc5 with and without proofs, in one run."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from fractions import Fraction
from typing import Any

from certify import kernel
from certify.contract import Claim, Found, Limits, no_progress
from exact.linear import prove
from smt.printer import linear

SIZE = 50
SECONDS = 300


def system(size: int = SIZE, seed: int = 1) -> Claim:
    """size rows in size variables, no coefficient 0; the last row contradicts a combination of the others."""
    chance = random.Random(seed)
    digits = [x for x in range(-9, 10) if x]
    rows = [[Fraction(chance.choice(digits)) for _ in range(size)] for _ in range(size - 1)]
    bounds = [Fraction(chance.randint(-20, 20)) for _ in rows]
    weights = [Fraction(chance.randint(1, 9), chance.randint(1, 5)) for _ in rows]
    last = [-sum((w * row[j] for w, row in zip(weights, rows, strict=True)), Fraction(0)) for j in range(size)]
    bound = -sum((w * b for w, b in zip(weights, bounds, strict=True)), Fraction(0)) - 1
    data = [
        {"coefficients": [str(a) for a in row], "relation": "<=", "bound": str(b)}
        for row, b in zip([*rows, last], [*bounds, bound], strict=True)
    ]
    return Claim("linear/infeasible", {"variables": [f"x{j}" for j in range(size)], "rows": data})


def z3_seconds(text: str, proofs: bool) -> float:
    """Seconds of z3's check; with proofs, the proof object is built too."""
    import z3

    z3.set_param("proof", proofs)
    solver = z3.Solver()
    solver.from_string(text)
    started = time.perf_counter()
    if solver.check() != z3.unsat:
        raise RuntimeError("z3 does not say unsat")
    if proofs:
        solver.proof()
    return time.perf_counter() - started


def cvc5_seconds(text: str, proofs: bool) -> float:
    """Seconds of cvc5's check; with proofs, the proof is built too."""
    import cvc5

    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("produce-proofs", "true" if proofs else "false")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text.replace("(check-sat)", ""), "claim")
    while not (command := parser.nextCommand()).isNull():
        command.invoke(solver, parser.getSymbolManager())
    started = time.perf_counter()
    if not solver.checkSat().isUnsat():
        raise RuntimeError("cvc5 does not say unsat")
    if proofs:
        solver.getProof()
    return time.perf_counter() - started


def _child(name: str, proofs: bool, text: str) -> str:
    """One solver in a process of its own: seconds, or why there are none."""
    code = (
        "import json, sys; from benchmarks import smt; name, proofs, text = json.load(sys.stdin); "
        "print(getattr(smt, name + '_seconds')(text, proofs))"
    )
    try:
        done = subprocess.run(
            [sys.executable, "-c", code],
            input=json.dumps([name, proofs, text]),
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        return f"more than {SECONDS}"
    return done.stdout.strip() if done.returncode == 0 else "failed: " + done.stderr.strip().splitlines()[-1][:80]


def best(run: Any, times: int = 5) -> float:
    """The least of several runs, in seconds."""
    found = []
    for _ in range(times):
        started = time.perf_counter()
        run()
        found.append(time.perf_counter() - started)
    return min(found)


def main() -> None:
    claim = system()
    started = time.perf_counter()
    found = prove(claim, Limits(), no_progress)
    search = time.perf_counter() - started
    if not isinstance(found, Found):
        raise RuntimeError(found.reason)
    data, certificate = claim.data, found.certificate
    check = best(lambda: kernel.check(data, [certificate]))
    text = linear(claim)
    print(f"{SIZE} x {SIZE} dense infeasible rows; seconds, and how many kernel checks that is")
    lines: list[tuple[str, float | str]] = [("kernel check", check), ("our search", search)]
    for name in ("z3", "cvc5"):
        for proofs in (False, True):
            told = _child(name, proofs, text)
            label = f"{name}{' with proof' if proofs else ''}"
            lines.append((label, float(told) if told.replace(".", "").replace("e-", "").isdigit() else told))
    for label, seconds in lines:
        if isinstance(seconds, float):
            print(f"{label:18} {seconds:10.4f}  {seconds / check:10.0f}x")
        else:
            print(f"{label:18} {seconds}")


if __name__ == "__main__":
    main()
