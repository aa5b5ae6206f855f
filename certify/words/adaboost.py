"""AdaBoost on sign matrices in words. Columns and steps are counted from 0."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import mpmath

from certify.kernel import poly
from certify.words.algebraic import decimal, polynomial, root

Value = Any

BITS = 200
SHOWN = 24  # letters of a long list


def claim(kind: str, statement: Value) -> str:
    """The board and what is said of it."""
    rows, columns = len(statement["matrix"]), len(statement["matrix"][0])
    size = f"{rows} x {columns} sign matrix"
    if kind == "adaboost/margin":
        return f"The largest margin that a mix of the columns of this {size} has in every row is {statement['margin']}."
    start = "uniform weights" if len(set(statement["start"])) == 1 else "the given weights"
    board = f"AdaBoost on this {size} from {start} (ties: {statement['tie']} index)"
    if kind == "adaboost/prefix":
        return f"{board} picks in its first {len(statement['picks'])} steps the columns {_list(statement['picks'])}."
    if kind == "adaboost/no-cycle":
        return (
            f"{board} never settles: its picks are not eventually periodic, "
            "and its weights converge to no finite cycle."
        )
    word = statement["word"]
    lines = [
        f"{board} from step {statement['from']} on repeats the picks {_list(word)} for ever,",
        f"and its weights converge to a cycle of exactly {len(word)} points; before the first of these picks to",
        *(f"  row {i}: [{_end(low, False)}, {_end(high, True)}]" for i, (low, high) in enumerate(statement["limits"])),
    ]
    if "margin" in statement:
        lines.append(f"The margin of the combined classifier converges to {statement['margin']}.")
    return "\n".join(lines)


def _list(numbers: list[int]) -> str:
    shown = " ".join(map(str, numbers[:SHOWN]))
    return shown if len(numbers) <= SHOWN else f"{shown} ... ({len(numbers)} in all)"


def _mix(weights: list[str]) -> str:
    """`1/3 of 0, 2/3 of 4` from weights, zeros left out."""
    used = [f"{_short(weight)} of {k}" for k, weight in enumerate(weights) if weight != "0"]
    return ", ".join(used[:SHOWN]) + ("" if len(used) <= SHOWN else f", ... ({len(used)} in all)")


def _short(text: str) -> str:
    return text if len(text) <= 12 else decimal(Fraction(text), 12)


def _end(text: str, upper: bool) -> str:
    """An end of an interval, rounded outwards, so that what is printed holds what was proved."""
    if len(text) <= 12:
        return text
    scaled = Fraction(text) * 10**12
    return decimal(Fraction(math.ceil(scaled) if upper else math.floor(scaled), 10**12), 12)


def explain(kind: str, statement: Value, evidence: Value) -> str:
    """Why the evidence proves it."""
    if kind == "adaboost/margin":
        return (
            f"The mix of columns {_mix(evidence['columns'])} has at least this margin in every row;\n"
            f"under the mix of rows {_mix(evidence['rows'])} no column has more."
        )
    replayed = f"{evidence['exact']} steps in integers, then intervals of {evidence['precision']} bits"
    if kind == "adaboost/prefix":
        return (
            f"The kernel ran the board: at most {replayed}; every pick is strictly best or a tie decided by the rule."
        )
    return _cycle(statement, evidence, replayed) if kind == "adaboost/cycle" else _no_cycle(evidence, replayed)


def _cycle(statement: Value, evidence: Value, replayed: str) -> str:
    size, turns = len(evidence["center"]), evidence["repeat"]
    times = "one turn" if turns == 1 else f"{turns} turns"
    lost = len(evidence["passive"])
    return (
        f"The kernel ran the first {statement['from']} steps (at most {replayed}). The state then lies in a box of "
        f"{size} coordinates (ratios of weights; {lost} merged rows vanish) on which every letter of the word is "
        f"strictly best and {times} of the word is a contraction into the box (theorem adaboost-box)."
    )


def numbers(evidence: Value) -> dict[str, Any]:
    """The base number, both multipliers, and the frequency of bursts of the first gadget, as decimals, cut."""
    with mpmath.workprec(BITS):
        base = _middle(((0, 1), 1), evidence["base"])
        first = evidence["gadgets"][0]
        rates = [_rate(gadget["multiplier"]) for gadget in evidence["gadgets"]]
        logs = [mpmath.log(rate) for rate in rates]
        frequency = logs[1] / (logs[0] + logs[1])
        return {
            "base": _digits(base),
            "multipliers": [_digits(rate) for rate in rates],
            "frequency": _digits(frequency),
            "burst": len(first["word"]),
        }


def _rate(multiplier: Value) -> Any:
    pairs = [Fraction(a) for a in multiplier["value"]]
    return _polynomial(pairs, _middle(((0, 1), 1), multiplier["root"]))


def _polynomial(coefficients: list[Fraction], x: Any) -> Any:
    value = mpmath.mpf(0)
    for a in reversed(coefficients):
        value = value * x + mpmath.mpf(a.numerator) / a.denominator
    return value


def _middle(value: poly.Element, number: Value) -> Any:
    low, high = poly.at(value, root(number).enclose(BITS), BITS)
    return mpmath.ldexp(low + high, -BITS - 1)


def _digits(x: Any) -> str:
    return str(mpmath.nstr(mpmath.floor(x * 10**15) / 10**15, 15))


def _no_cycle(evidence: Value, replayed: str) -> str:
    shown, names = numbers(evidence), ("A", "B")
    lines = [
        "The columns fall into two gadgets whose rows combine freely with product weights,",
        "so a pick in one gadget moves only its own marginal:",
    ]
    for name, gadget in zip(names, evidence["gadgets"], strict=True):
        columns = " ".join(map(str, gadget["columns"]))
        word = " ".join(str(gadget["columns"][j]) for j in gadget["word"])
        lines.append(f"  {name}: columns {columns}, burst {word}, then the same with columns permuted")
    lines += [
        f"Both bursts have fixed points over Q(z), z = {shown['base']}... a root of",
        f"  {polynomial(evidence['base']['polynomial'], 'z')},",
        "with the same first edge. Near them the gadget whose first edge is larger makes its whole burst, which brings",
        "its distance from the fixed point down by a factor that tends to",
    ]
    for name, gadget, rate in zip(names, evidence["gadgets"], shown["multipliers"], strict=True):
        lines.append(f"  {name}: {rate}..., a root of {polynomial(gadget['multiplier']['polynomial'])}")
    unit, other = names[evidence["unit"]], names[1 - evidence["unit"]]
    primes = ", ".join(map(str, evidence["primes"]))
    lines += [
        f"The multiplier of {unit} is a unit, that of {other} is not (irreducible: primes {primes}),",
        "so the ratio of their logarithms is irrational.",
        f"The kernel ran {evidence['steps']} picks (at most {replayed});",
        "then both marginals are in the cones in which all this holds. So the bursts of A have the limiting frequency",
        f"  log B / (log A + log B) = {shown['frequency']}..., irrational,",
        "and neither picks nor weights can become periodic (theorem adaboost-two-gadgets).",
        "Decimals are computed for the reader from the exact numbers of the certificate.",
    ]
    return "\n".join(lines)


def answer(kind: str, statement: Value, evidence: Value) -> dict[str, Any]:
    """What the claim says, for programs."""
    if kind == "adaboost/margin":
        return {"margin": statement["margin"]}
    if kind == "adaboost/prefix":
        return {"picks": statement["picks"]}
    if kind == "adaboost/no-cycle":
        return numbers(evidence)
    keys = ("from", "word", "limits", "margin")
    return {"period": len(statement["word"]), **{key: statement[key] for key in keys if key in statement}}


def counts(kind: str, statement: Value, evidence: Value) -> dict[str, int]:
    """Rows, columns and steps."""
    size = {"rows": len(statement["matrix"]), "columns": len(statement["matrix"][0])}
    if kind == "adaboost/margin":
        return size
    if kind == "adaboost/prefix":
        return {**size, "steps": len(statement["picks"])}
    return {**size, "steps": statement["from"] if kind == "adaboost/cycle" else evidence["steps"]}
