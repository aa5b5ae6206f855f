"""z3 and cvc5 asked in a process of their own, with limits on time and memory. Their answers are proposals only.

python -m smt.solvers z3 SECONDS MEGABYTES < FILE.smt2        prints one JSON object: status, model, why
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from certify.contract import MissingExtra

SOLVERS = ("z3", "cvc5")


@dataclass(frozen=True)
class Answer:
    """status is sat, unsat or unknown; the model maps names to "p/q", true or false, where all values are rational."""

    status: str
    model: dict[str, str | bool] | None = None
    why: str = ""


def ask(text: str, solver: str = "z3", seconds: float | None = None, megabytes: int | None = None) -> Answer:
    """What a solver says of an SMT-LIB text."""
    home = str(Path(__file__).resolve().parent.parent)
    command = [sys.executable, "-m", "smt.solvers", solver, str(seconds or 0), str(megabytes or 0)]
    try:
        done = subprocess.run(
            command,
            input=text.encode(),
            capture_output=True,
            timeout=None if seconds is None else seconds + 5,
            cwd=home,
        )
    except subprocess.TimeoutExpired:
        return Answer("unknown", why=f"{solver}: no answer within {seconds} seconds")
    if done.returncode == 3:
        raise MissingExtra("solvers", solver, "asking cvc5")
    if done.returncode != 0:
        last = done.stderr.decode(errors="replace").strip().splitlines()
        return Answer("unknown", why=f"{solver} ended without an answer: {last[-1][:200] if last else done.returncode}")
    fields = json.loads(done.stdout)
    return Answer(fields["status"], fields["model"], fields["why"])


def _limit(megabytes: int) -> None:
    if megabytes:
        import resource

        size = megabytes << 20
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def _z3(text: str, seconds: float) -> Answer:
    import z3

    solver = z3.Solver()
    if seconds:
        solver.set("timeout", max(1, int(seconds * 1000)))
    solver.from_string(text)
    status = str(solver.check())
    if status != "sat":
        return Answer(status, why="" if status == "unsat" else f"z3: {solver.reason_unknown()}")
    model, values = solver.model(), {}
    for declaration in model.decls():
        if declaration.arity():
            continue
        value = model.get_interp(declaration)
        if z3.is_algebraic_value(value):
            return Answer(status, None, f"z3: {declaration.name()} is irrational in the model")
        if z3.is_bool(value):
            values[declaration.name()] = z3.is_true(value)
        elif z3.is_int_value(value) or z3.is_rational_value(value):
            values[declaration.name()] = str(value.as_fraction() if z3.is_rational_value(value) else value.as_long())
    return Answer(status, values)


def _cvc5(text: str, seconds: float) -> Answer:
    try:
        import cvc5
    except ImportError:
        sys.exit(3)
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("produce-models", "true")
    if seconds:
        solver.setOption("tlimit-per", str(max(1, int(seconds * 1000))))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "claim")
    manager = parser.getSymbolManager()
    status = "unknown"
    while not (command := parser.nextCommand()).isNull():
        out = command.invoke(solver, manager).strip()
        if out in ("sat", "unsat", "unknown"):
            status = out
    if status != "sat":
        return Answer(status, why="" if status == "unsat" else "cvc5: unknown")
    values: dict[str, str | bool] = {}
    for term in manager.getDeclaredTerms():
        value = solver.getValue(term)
        if value.isBooleanValue():
            values[str(term)] = value.getBooleanValue()
        elif value.isIntegerValue():
            values[str(term)] = str(value.getIntegerValue())
        elif value.isRealValue():
            values[str(term)] = str(value.getRealValue())
        else:
            return Answer(status, None, f"cvc5: {term} is irrational in the model")
    return Answer(status, values)


def answer_here(text: str, solver: str, seconds: float = 0) -> Answer:
    """What a solver says, asked in this process: no limit on memory."""
    return {"z3": _z3, "cvc5": _cvc5}[solver](text, seconds)


def _main(arguments: list[str]) -> None:
    solver, seconds, megabytes = arguments[0], float(arguments[1]), int(arguments[2])
    text = sys.stdin.read()
    _limit(megabytes)
    answer = answer_here(text, solver, seconds)
    print(json.dumps({"status": answer.status, "model": answer.model, "why": answer.why}))


if __name__ == "__main__":
    _main(sys.argv[1:])
