"""Distributions from files: JSON arrays, CSV, and one-dimensional arrays, read exactly.

A number is a rational "a/b", an integer (a count) or a decimal, which means that decimal. Numbers from .npy are the
exact dyadic rationals that the array holds. Counts, and anything that does not sum to 1, become integer weights: the
claim is then about the shares of their exact sum, and `Reading.note` says so.
"""

from __future__ import annotations

import csv
import json
import math
import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from certify.contract import Claim, Malformed
from certify.inputs.arrays import numpy

Value = Any

READER = "distribution/1"
_NUMBER = re.compile(r"-?[0-9]+(/[0-9]*[1-9][0-9]*|(\.[0-9]+)?([eE][-+]?[0-9]{1,3})?)?")


@dataclass(frozen=True)
class Reading:
    """The distribution as a claim states it, and what was done to the numbers (None: nothing)."""

    value: Value
    note: str | None


def read_distribution(path: Path) -> Reading:
    """Raises Malformed with file, place, found and expected; OSError where the file cannot be read."""
    if path.suffix == ".npy":
        return _reading(path, _array(path), counts=False)
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    if path.suffix == ".csv":
        cells = [cell.strip() for line in csv.reader(text.splitlines()) for cell in line if cell.strip()]
        counts = all(re.fullmatch(r"[0-9]+", cell) for cell in cells)
        return _reading(path, [_number(path, i, cell) for i, cell in enumerate(cells)], counts)
    if path.suffix != ".json":
        raise Malformed(f"{path}: expected .json, .csv or .npy for a distribution")
    try:
        value = json.loads(text, parse_float=_Decimal, parse_int=str, parse_constant=_Decimal)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"{path}: not JSON: {error}") from None
    if not isinstance(value, list):
        found = "an object" if isinstance(value, dict) else f"{str(value)[:60]!a}"
        raise Malformed(f'{path}: found {found}, expected an array such as ["1/2", "1/4", "1/4"] or [4, 2, 2]')
    counts = all(type(entry) is str and re.fullmatch(r"[0-9]+", entry) for entry in value)
    return _reading(path, [_number(path, i, entry) for i, entry in enumerate(value)], counts)


class _Decimal(str):
    """A JSON number with a point or an exponent, as it was written."""

    __slots__ = ()


def _number(path: Path, place: int, text: Any) -> Fraction:
    if not isinstance(text, str) or not _NUMBER.fullmatch(text):
        shown = text if isinstance(text, str) else json.dumps(text)
        raise Malformed(f"{path}: entry {place}: found {str(shown)[:60]!a}, expected a number such as 1/4, 3 or 0.25")
    return Fraction(text)


def _array(path: Path) -> list[Fraction]:
    np = numpy()
    try:
        table = np.load(path, allow_pickle=False)
    except (ValueError, EOFError):
        raise Malformed(f"{path}: not a plain .npy array") from None
    if table.ndim != 1 or table.dtype.kind not in "fiu":
        raise Malformed(f"{path}: found shape {table.shape} of {table.dtype}, expected one row of numbers")
    for place, entry in enumerate(table.tolist()):
        if not math.isfinite(entry):
            raise Malformed(f"{path}: entry {place}: found {entry}, expected a finite number")
    return [Fraction(entry) for entry in table.tolist()]


def _reading(path: Path, numbers: list[Fraction], counts: bool) -> Reading:
    if len(numbers) < 2:
        raise Malformed(f"{path}: {len(numbers)} numbers, expected at least 2 tokens")
    for place, number in enumerate(numbers):
        if number < 0:
            raise Malformed(f"{path}: entry {place}: found {number}, expected at least 0")
    total = sum(numbers, Fraction(0))
    if total == 0:
        raise Malformed(f"{path}: every entry is 0, expected a positive sum")
    if total == 1:
        return Reading({"probabilities": [str(number) for number in numbers]}, None)
    common = math.lcm(*(number.denominator for number in numbers))
    weights = {"weights": [str(number.numerator * (common // number.denominator)) for number in numbers]}
    if counts:
        return Reading(weights, f"{path}: counts; shares of {total}")
    off = float(total - 1)
    return Reading(weights, f"{path}: sums to 1 {'+' if off > 0 else '-'} {abs(off):.3g}; divided by the exact sum")


def reread(paths: list[Path], claim: Claim) -> Claim:
    """The claim with target and draft read again from their files (one file where both are the same)."""
    statement = dict(claim.statement)
    for key, path in zip(("target", "draft"), (paths[0], paths[-1]), strict=True):
        if key in statement:
            statement[key] = read_distribution(path).value
    return Claim(claim.kind, statement, claim.source)
