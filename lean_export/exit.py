"""First exits: affine recursions replayed exactly from reduced states. Tubes, laws and smooth pools stay statements of
the kernel of certify: they need real square roots or sums over orders that the support library does not have.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from certify.contract import Claim
from certify.kernel.exit_problem import Method, parse_method
from certify.kernel.rational import scaled
from certify.kernel.reject import declined
from lean_export import term
from lean_export.document import Body, write

Value = Any
Rows = list[list[Fraction]]
MAX_BITS = 1 << 18  # of all states of a replay together
TUBE = "exit-p-norm-tube (docs/theorems/exit-p-norm-tube.md): the enclosures of the tube stay outside Lean"


def export(claim: Claim, certificate: bytes | None, flavour: str) -> str:
    """Lean 4 source for exit/bracket of affine recursions from one point."""
    return write(claim, certificate, flavour, core, mathlib)


def _require(condition: bool, what: str) -> None:
    if not condition:
        raise declined("/statement", "no-core-lean", f"{what} has no Lean export; affine recursions from a point have")


def core(claim: Claim, evidence: Value | None) -> Body:
    """State d, x, b up to a positive factor; one integer matrix for each batch; the domain as linear sides."""
    statement = claim.statement
    _require(claim.kind == "exit/bracket", claim.kind)
    _require(statement["pool"]["kind"] == "quadratic", f"a {statement['pool']['kind']} pool")
    _require(statement["start"]["kind"] == "point", f"start {statement['start']['kind']}")
    _require(statement["semantics"]["kind"] == "exact", f"semantics {statement['semantics']['kind']}")
    method = parse_method(statement["method"], "/statement/method")
    batches = [tuple(batch) for batch in statement["order"]["batches"]]
    number = {batch: i for i, batch in enumerate(dict.fromkeys(batches))}
    matrices = [_integral(_step(statement["pool"], method, batch)) for batch in number]
    sides = _sides(statement["domain"], len(statement["start"]["x"]))
    start = _start(statement["start"])
    used = batches[: _last(statement["claim"])]
    blocks = [
        f"{term.docstring(_says(batch, statement))}\n"
        f"noncomputable def step{i} : List (List Int) := {term.items([term.integers(row) for row in matrices[i]])}"
        for batch, i in number.items()
    ]
    blocks += [
        f"noncomputable def steps : List (List (List Int)) := {term.items([f'step{number[batch]}' for batch in used])}",
        f"{term.docstring('The start: denominator, x, buffer.')}\n"
        f"noncomputable def start : List Int := {term.integers(start)}",
        f"{term.docstring('The domain, every side as a form in (d, x, b) that is <= 0 or < 0.')}\n"
        f"noncomputable def sides : List Certify.Side := {term.items(_side_terms(sides))}",
    ]
    exit_at, trace = _replay([matrices[number[batch]] for batch in used], start, sides)
    return _bracket(statement["claim"], blocks, exit_at, trace, evidence is not None)


def _says(batch: Sequence[int], statement: Value) -> str:
    method = statement["method"]
    what = f"form {method['form']}, step {method['step']}, momentum {method['momentum']}"
    return f"One step with batch {list(batch)} ({what}) on (d, x, b), times a common denominator."


def _last(claim: Value) -> int:
    return int(claim["survives"] if "survives" in claim else claim["latest"])


def _step(pool: Value, method: Method, batch: Sequence[int]) -> Rows:
    """The rows of d, x and b over (d, x, b)."""
    components = [pool["components"][i] for i in batch]
    size, count = len(components[0]["linear"]), len(batch)
    hessian = [
        [sum((Fraction(c["hessian"][j][k]) for c in components), Fraction(0)) / count for k in range(size)]
        for j in range(size)
    ]
    offset = [sum((Fraction(c["linear"][j]) for c in components), Fraction(0)) / count for j in range(size)]
    rows = [[Fraction(1), *[Fraction(0)] * (2 * size)]]
    for own_x, own_b, g in ((Fraction(1), method.xb, method.xg), (Fraction(0), method.bb, method.bg)):
        for j in range(size):
            x = [g * hessian[j][k] + (own_x if k == j else 0) for k in range(size)]
            b = [own_b if k == j else Fraction(0) for k in range(size)]
            rows.append([g * offset[j], *x, *b])
    return rows


def _integral(rows: Rows) -> list[list[int]]:
    common = math.lcm(*(x.denominator for row in rows for x in row))
    return [[int(x * common) for x in row] for row in rows]


def _start(start: Value) -> list[int]:
    values = [Fraction(x) for x in [*start["x"], *start["buffer"]]]
    numbers, common = scaled([(x.numerator, x.denominator) for x in values])
    return [common, *numbers]


Side = tuple[list[int], bool]  # form in (d, x, b), strict


def _sides(domain: Value, size: int) -> list[Side]:
    """Inside: every form is <= 0 (exit strictly outside) or < 0."""
    strict = domain["exit"] == "on-or-outside"
    rows: list[list[Fraction]] = []

    def side(bound: Fraction, entries: Sequence[Fraction]) -> None:
        rows.append([-bound, *entries, *[Fraction(0)] * size])

    def unit(j: int, sign: int) -> list[Fraction]:
        return [Fraction(sign if k == j else 0) for k in range(size)]

    if domain["kind"] == "half-space":
        side(Fraction(domain["bound"]), [Fraction(x) for x in domain["normal"]])
    elif domain["kind"] == "box":
        for j in range(size):
            if domain["low"][j] is not None:
                side(-Fraction(domain["low"][j]), unit(j, -1))
            if domain["high"][j] is not None:
                side(Fraction(domain["high"][j]), unit(j, 1))
    else:
        _require(size == 1, "a ball in more than one dimension")
        center, radius = Fraction(domain["center"][0]), Fraction(domain["radius"])
        side(radius - center, unit(0, -1))
        side(radius + center, unit(0, 1))
    return [(_integral([row])[0], strict) for row in rows]


def _side_terms(sides: Sequence[Side]) -> list[str]:
    return [f"⟨{term.integers(row)}, {'true' if strict else 'false'}⟩" for row, strict in sides]


def _inside(sides: Sequence[Side], state: Sequence[int]) -> bool:
    values = [(sum(a * s for a, s in zip(row, state, strict=True)), strict) for row, strict in sides]
    return all(value < 0 if strict else value <= 0 for value, strict in values)


def _replay(
    steps: Sequence[list[list[int]]], state: list[int], sides: Sequence[Side]
) -> tuple[int | None, list[str] | None]:
    """The first exit (None: none in these steps) and (g, state) up to there; no trace where numbers get too long."""
    trace: list[str] = []
    bits = 0
    for k, rows in enumerate(steps):
        if not _inside(sides, state):
            return k, trace
        fresh = [sum(a * s for a, s in zip(row, state, strict=True)) for row in rows]
        bits += sum(x.bit_length() for x in fresh)
        if bits > MAX_BITS:
            return None, None
        shared = math.gcd(*fresh)
        state = [x // shared for x in fresh]
        trace.append(term.pair(term.integer(shared), term.integers(state)))
    return (None if _inside(sides, state) else len(steps)), trace


def _bracket(claim: Value, blocks: list[str], exit_at: int | None, trace: list[str] | None, asked: bool) -> Body:
    """Whether the claim is true is for Lean to say: a false one gives a file that does not compile."""
    if "survives" in claim:
        says = term.docstring(f"The states 0, ..., {claim['survives']} are in the domain.")
        goal = f"Certify.Stays sides steps start {claim['survives'] + 1}"
        last, proof = "true", "Certify.stays_sound cert_ok"
    else:
        low, high = claim["earliest"], claim["latest"]
        says = term.docstring(f"The first state outside the domain is one of {low}, ..., {high}.")
        goal = f"∃ k : Nat, {low} ≤ k ∧ k ≤ {high} ∧ Certify.FirstExit sides steps start k"
        found = high if exit_at is None else exit_at
        last, proof = "false", f"⟨{found}, by decide, by decide, Certify.firstExit_sound cert_ok⟩"
    text = f"{says}\ntheorem claim : {goal} :="
    if not asked or trace is None:
        waits = TUBE if asked else None
        return Body((*blocks, f"{text} by\n  sorry"), ("Orbit",), proof=False, theorem=waits)
    note = term.docstring("After each step: the common factor g and the state divided by it.")
    blocks += [
        f"{note}\nnoncomputable def trace : List (Int × List Int) := {term.items(trace)}",
        f"theorem cert_ok : Certify.replay sides {last} steps start trace = true := by\n  decide +kernel",
    ]
    return Body((*blocks, f"{text}\n  {proof}"), ("Orbit",))


def mathlib(claim: Claim, _: Value | None) -> Body:
    raise declined("/kind", "no-mathlib-lean", f"{claim.kind} has the core flavour only")
