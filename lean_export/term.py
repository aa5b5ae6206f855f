"""The one printer of Lean terms and comments. Nothing that comes from a claim reaches a file except through here.

Numbers are printed from Python integers, names are our own; words of a claim appear in comments only, as printable
ASCII without comment marks, so that no name can end a comment or start code.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction

CHUNK = 50  # literals in one list; longer lists are chunked, which elaborates in linear time
MAX_DECIMAL = 1000  # digits of a decimal literal
HEX_DIGITS = 1900  # of one hexadecimal literal


def natural(n: int) -> str:
    """A literal of type Nat; a very long one is put together from hexadecimal parts."""
    if n < 0:
        raise ValueError(f"{n} is negative")
    if n < 10**MAX_DECIMAL:
        return str(n)
    digits = f"{n:x}"
    head, tail = digits[:-HEX_DIGITS], digits[-HEX_DIGITS:]
    if not head:
        return f"0x{tail}"
    return f"({natural(int(head, 16))} * 16 ^ {HEX_DIGITS} + 0x{tail})"


def integer(n: int) -> str:
    """A literal of type Int, without parentheses."""
    return natural(n) if n >= 0 else f"-{natural(-n)}"


def atom(n: int) -> str:
    """A literal of type Int, as an argument."""
    return integer(n) if n >= 0 else f"({integer(n)})"


def items(elements: Sequence[str]) -> str:
    """A list of terms."""
    if len(elements) <= CHUNK:
        return f"[{', '.join(elements)}]"
    half = CHUNK * max(1, len(elements) // CHUNK // 2)
    return f"(List.append {items(elements[:half])} {items(elements[half:])})"


def integers(values: Iterable[int]) -> str:
    return items([integer(value) for value in values])


def pair(left: str, right: str) -> str:
    return f"({left}, {right})"


def conjunction(parts: Sequence[str]) -> str:
    return " ∧ ".join(parts)


def linear(coefficients: Sequence[int], names: Sequence[str]) -> str:
    """`2 * x1 + -3 * x2`, every coefficient shown."""
    return " + ".join(f"{integer(a)} * {name}" for a, name in zip(coefficients, names, strict=True))


def rational(value: Fraction) -> str:
    """A rational in Mathlib's vocabulary."""
    return integer(value.numerator) if value.denominator == 1 else f"({integer(value.numerator)} / {value.denominator})"


def words(text: str) -> str:
    """Any text as printable ASCII that cannot end a comment, start one or break the line."""
    plain = json.dumps(text, ensure_ascii=True)[1:-1].replace("\x7f", "\\u007f")
    return plain.replace("/", "/ ").replace("-", "- ") if "-/" in plain or "/-" in plain else plain


def comment(lines: Iterable[str]) -> str:
    """A block comment; each line is escaped."""
    return "/-\n" + "".join(f"{words(line)}\n" for line in lines) + "-/"


def docstring(text: str) -> str:
    """The docstring of the declaration after it."""
    return f"/-- {words(text)} -/"
