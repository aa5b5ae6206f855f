"""Searches for `search/lrat` and `search/model`: CaDiCaL (python-sat) decides, its DRUP proof gets hints here."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from certify.contract import (
    Claim,
    Deadline,
    Found,
    Limits,
    Malformed,
    MissingExtra,
    NotFound,
    Progress,
    certificate,
    streamed_certificate,
)
from smt.drat import Line, NotAProof, OutOfTime, hinted, read_drat
from smt.lrat import read_lrat

Step = dict[str, Any]

READER = "dimacs/1"


def prove(claim: Claim, limits: Limits, progress: Progress) -> Found | NotFound:
    """A refutation with hints, or a model. A formula in a file has no search here; `certify sat FILE` reads it."""
    if "dimacs" in claim.statement:
        return NotFound("the clauses are in a file; `certify sat FILE.cnf` finds a certificate")
    return search(claim.statement["variables"], claim.statement["clauses"], claim, limits, progress)


def door(
    path: Path, proof: Path | None, limits: Limits, progress: Progress, attach: bool
) -> tuple[Claim, Found | NotFound]:
    """The claim of a DIMACS file (that it is unsatisfiable), and what was found. Raises Malformed."""
    data = path.read_bytes()
    variables, clauses = read_dimacs(path, data)
    entry = {"path": path.name, "sha256": hashlib.sha256(data).hexdigest()}
    if attach:
        claim = Claim("search/lrat", {"dimacs": entry})
    else:
        source = {"reader": READER, "files": [entry]}
        claim = Claim("search/lrat", {"variables": variables, "clauses": clauses}, source)
    if proof is None:
        return claim, search(variables, clauses, claim, limits, progress)
    text = proof.read_text()
    try:
        if proof.suffix == ".lrat":
            steps = read_lrat(text, len(clauses))
        else:
            steps = hinted(variables, clauses, read_drat(text), limits.deadline(), progress)
    except NotAProof as error:
        return claim, NotFound(f"{proof}: {error}")
    except OutOfTime as error:
        return claim, NotFound(str(error), limit=True)
    return claim, Found(claim, streamed_certificate(claim, steps))


def reread(paths: list[Path], claim: Claim) -> Claim:
    """Read the source again, for `certify check --source`."""
    if len(paths) != 1:
        raise Malformed(f"{len(paths)} files; a DIMACS claim is read from one")
    variables, clauses = read_dimacs(paths[0], paths[0].read_bytes())
    return Claim(claim.kind, {"variables": variables, "clauses": clauses}, claim.source)


def search(
    variables: int, clauses: list[list[int]], claim: Claim, limits: Limits, progress: Progress
) -> Found | NotFound:
    """Decide the clauses, and write what the claim or its negation needs."""
    try:
        from pysat.solvers import Solver
    except ImportError:
        raise MissingExtra("solvers", "python-sat", "the search for propositional proofs") from None
    deadline = limits.deadline()
    refuted = claim if claim.kind == "search/lrat" else claim.negation() or claim
    modelled = claim if claim.kind == "search/model" else claim.negation() or claim
    progress(0, None, "solving")
    with Solver(name="cadical195", bootstrap_with=clauses, with_proof=True) as solver:
        if solver.solve():
            literals = [literal for literal in solver.get_model() if abs(literal) <= variables]
            return Found(modelled, certificate(modelled, {"literals": literals}))
        lines = read_drat("\n".join(solver.get_proof()))
    return _refutation(variables, clauses, refuted, lines, deadline, progress)


def _refutation(
    variables: int,
    clauses: list[list[int]],
    claim: Claim,
    lines: Iterable[Line],
    deadline: Deadline,
    progress: Progress,
) -> Found | NotFound:
    try:
        steps = hinted(variables, clauses, lines, deadline, progress)
    except NotAProof as error:
        return NotFound(f"the solver says unsatisfiable, and its proof is not understood: {error}")
    except OutOfTime as error:
        return NotFound(f"the solver says unsatisfiable, but {error}", limit=True)
    return Found(claim, streamed_certificate(claim, steps))


def read_dimacs(path: Path, data: bytes) -> tuple[int, list[list[int]]]:
    """Number of variables and clauses. A final line of % and what follows it (SATLIB) is passed over."""
    variables = count = -1
    clauses: list[list[int]] = []
    clause: list[int] = []
    for number, line in enumerate(data.decode("ascii", errors="replace").splitlines(), 1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        if words[0] == "%":
            break
        if words[0] == "p":
            if len(words) != 4 or words[1] != "cnf" or variables >= 0 or not (words[2] + words[3]).isdigit():
                raise Malformed(f"{path}: line {number}: found {line[:60]!r}, expected one line 'p cnf N M'")
            variables, count = int(words[2]), int(words[3])
            continue
        if variables < 0:
            raise Malformed(f"{path}: line {number}: found {line[:30]!a}, expected 'p cnf N M' before the clauses")
        for word in words:
            if not word.removeprefix("-").isdigit() or abs(int(word)) > variables:
                raise Malformed(
                    f"{path}: line {number}: found {word[:30]!r}, expected a literal of {variables} variables"
                )
            if int(word):
                clause.append(int(word))
            else:
                clauses.append(clause)
                clause = []
    if variables < 0:
        raise Malformed(f"{path}: found no line 'p cnf N M'")
    if variables < 1 or clause or len(clauses) != count or not clauses:
        found = f"{variables} variables and {len(clauses)} clauses{' and an open one' if clause else ''}"
        raise Malformed(f"{path}: found {found}, expected 'p cnf N M' and M clauses, each ended by 0")
    return variables, clauses
