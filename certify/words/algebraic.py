"""Real algebraic numbers in words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from certify.kernel.poly import Root

Value = Any

DIGITS = 15
_METHODS = {
    "unit": "{unit} is a unit (its polynomial has leading coefficient and constant 1 or -1), {other} is not: "
    "its polynomial is irreducible (primes {primes}), and leading coefficient or constant is neither 1 nor -1.",
    "norm": "Both polynomials are irreducible, and exactly one of the numbers has norm 1 or -1.",
    "slopes": "The {prime}-adic valuations of the conjugates of the two numbers are not proportional.",
    "circle": "Different fractions of the conjugates of the two numbers lie outside the unit disk.",
}


def polynomial(coefficients: list[str], name: str = "x") -> str:
    """`4 x^2 - x + 1` from coefficients, constant first."""
    terms: list[str] = []
    for k, text in reversed(list(enumerate(coefficients))):
        value = Fraction(text)
        if not value:
            continue
        power = "" if k == 0 else name if k == 1 else f"{name}^{k}"
        size = str(abs(value)) if abs(value) != 1 or not power else ""
        term = " ".join(part for part in (size, power) if part)
        terms.append(f"{'-' if value < 0 else '+'} {term}")
    text = " ".join(terms) or "0"
    return text.removeprefix("+ ") if text.startswith("+") else text.replace("- ", "-", 1)


def decimal(value: Fraction, digits: int = DIGITS) -> str:
    """A rational cut to `digits` decimals."""
    scaled = abs(value.numerator) * 10**digits // value.denominator
    whole, part = divmod(scaled, 10**digits)
    return f"{'-' if value < 0 else ''}{whole}.{part:0{digits}d}"


def root(number: Value) -> Root:
    f = tuple(int(a) for a in number["polynomial"])
    return Root(f, Fraction(number["low"]), Fraction(number["high"]))


def digits(number: Value) -> str:
    """The decimals of a number, cut."""
    low, high = root(number).enclose(120)
    return decimal(Fraction(low + high, 2 << 120))


def named(number: Value) -> str:
    """`the root 0.618... of x^2 + x - 1`."""
    return f"the root {digits(number)}... of {polynomial(number['polynomial'])}"


def claim(kind: str, statement: Value) -> str:
    """The numbers and what is said of them."""
    if kind == "algebraic/root":
        f, ends = polynomial(statement["polynomial"]), f"({statement['low']}, {statement['high']})"
        more = ", and is irreducible over the rationals" if statement["irreducible"] else ""
        return f"{f} has exactly one real root in {ends}, where its sign changes{more}."
    if kind == "algebraic/equal":
        at = named(statement["root"])
        return f"With x {at}: {_quotient(statement['left'])} = {_quotient(statement['right'])}."
    first, second = statement["first"], statement["second"]
    return f"log a / log b is irrational for a {named(first)} and b {named(second)}."


def _quotient(value: Value) -> str:
    above, below = polynomial(value["numerator"]), polynomial(value["denominator"])
    return above if below == "1" else f"({above}) / ({below})"


def explain(kind: str, statement: Value, evidence: Value) -> str:
    """Why the evidence proves it."""
    if kind == "algebraic/root":
        start = "Sturm's theorem counts one root."
        if not statement["irreducible"]:
            return start
        primes = ", ".join(map(str, evidence["primes"]))
        return f"{start} The factors modulo {primes} leave no degree for a proper factor over the rationals."
    if kind == "algebraic/equal":
        return f"The difference is divisible by {polynomial(evidence['factor'])}, which has the root."
    other = {"first": "b", "second": "a"}.get(evidence.get("unit", ""), "")
    unit = {"first": "a", "second": "b"}.get(evidence.get("unit", ""), "")
    words = {"unit": unit, "other": other, "primes": evidence.get("primes"), "prime": evidence.get("prime")}
    return _METHODS[evidence["method"]].format(**words)


def answer(kind: str, statement: Value, evidence: Value) -> dict[str, Any]:
    """Decimals of the numbers (cut, for people), and the method."""
    if kind == "algebraic/independent":
        return {
            "first": digits(statement["first"]),
            "second": digits(statement["second"]),
            "method": evidence["method"],
        }
    return {"root": digits(statement if kind == "algebraic/root" else statement["root"])}


def counts(kind: str, statement: Value, evidence: Value) -> dict[str, int]:
    """Degrees."""
    if kind == "algebraic/independent":
        return {f"degree of {side}": len(statement[side]["polynomial"]) - 1 for side in ("first", "second")}
    number = statement if kind == "algebraic/root" else statement["root"]
    return {"degree": len(number["polynomial"]) - 1}
