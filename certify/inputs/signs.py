"""Sign matrices and start weights from files: CSV, JSON and .npy, read exactly, with errors that name the place.

A CSV matrix has one example a line and one classifier a column, entries 1 and -1; a first line with other entries is a
header, and lines that start with # are notes. Weights are decimals or fractions, separated by commas or line ends.
"""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from certify.contract import Claim, Malformed
from certify.inputs.arrays import numpy

READER = "sign-matrix/1"
SIGNS = {"1": 1, "+1": 1, "-1": -1}


@dataclass(frozen=True)
class Matrix:
    """Rows of 1 and -1, the names of the columns (their numbers from 0 if the file has none), and the file's notes."""

    rows: list[list[int]]
    names: list[str]
    notes: list[str]


def read_matrix(path: Path) -> Matrix:
    """The matrix in a file; every column has both signs. Raises Malformed or OSError."""
    if path.suffix == ".npy":
        matrix = _from_lists(path, _npy(path))
    elif path.suffix == ".json":
        matrix = _from_lists(path, _json(path))
    else:
        matrix = _csv(path)
    for j, column in enumerate(zip(*matrix.rows, strict=True)):
        if len(set(column)) == 1:
            name = f"column {j}" if matrix.names[j] == str(j) else f"column {j} ({matrix.names[j]})"
            why = "right on every row, a perfect classifier of edge 1" if column[0] > 0 else "wrong on every row"
            raise Malformed(f"{path}: {name} is {column[0]} everywhere ({why}); every column needs both signs")
    return matrix


def read_weights(path: Path, rows: int) -> list[str]:
    """Positive start weights, one a row, as exact rationals. Raises Malformed or OSError."""
    if path.suffix == ".json":
        values = _json(path)
        words = [str(value) for value in values] if isinstance(values, list) else []
    else:
        lines = [line.partition("#")[0] for line in _text(path).splitlines()]
        words = [word.strip() for line in lines for word in line.split(",") if word.strip()]
    if len(words) != rows:
        raise Malformed(f"{path}: found {len(words)} weights, expected {rows}, one for each row of the matrix")
    weights = []
    for i, word in enumerate(words):
        try:
            weight = Fraction(word)
        except (ValueError, ZeroDivisionError):
            raise Malformed(f"{path}: weight {i}: found {word!a}, expected a decimal or a fraction") from None
        if weight <= 0:
            raise Malformed(f"{path}: weight {i}: found {word}, expected a weight above 0")
        weights.append(str(weight))
    return weights


def reread(paths: list[Path], claim: Claim) -> Claim:
    """The claim with its matrix (and start weights, if a second file is named) read again."""
    table = read_matrix(paths[0])
    statement = {**claim.statement, "matrix": table.rows}
    if "start" in statement:
        uniform = ["1"] * len(table.rows)
        statement["start"] = read_weights(paths[1], len(table.rows)) if len(paths) > 1 else uniform
    return Claim(claim.kind, statement, {**(claim.source or {}), **({"note": note(table)} if table.notes else {})})


def note(table: Matrix) -> str:
    """The notes of a file as one line of `source`."""
    return " ".join(table.notes)


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Malformed(f"{path}: byte {error.start} is not UTF-8 text") from None


def _json(path: Path) -> Any:
    try:
        return json.loads(_text(path), parse_float=str)
    except (json.JSONDecodeError, RecursionError) as error:
        raise Malformed(f"{path}: not JSON: {error}") from None


def _npy(path: Path) -> Any:
    np = numpy()
    try:
        array = np.load(path, allow_pickle=False)
    except (ValueError, EOFError):
        raise Malformed(f"{path}: not a readable .npy file") from None
    if array.ndim != 2:
        raise Malformed(f"{path}: found shape {array.shape}, expected a matrix (rows, columns)")
    return array.tolist()


def _from_lists(path: Path, rows: Any) -> Matrix:
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) and row for row in rows):
        raise Malformed(f"{path}: expected a matrix as a list of rows")
    for i, row in enumerate(rows):
        _require_width(path, f"row {i}", len(row), len(rows[0]))
        for j, entry in enumerate(row):
            if isinstance(entry, bool) or entry not in (1, -1):
                raise Malformed(f"{path}: row {i}, column {j}: found {entry!a}, expected 1 or -1")
    return Matrix([[int(entry) for entry in row] for row in rows], [str(j) for j in range(len(rows[0]))], [])


def _csv(path: Path) -> Matrix:
    text = _text(path).splitlines()
    notes = [line[1:].strip() for line in text if line.startswith("#")]
    numbered = [(k, line) for k, line in enumerate(text, 1) if line.strip() and not line.startswith("#")]
    cells = [[cell.strip() for cell in row] for row in csv.reader(line for _, line in numbered)]
    if not cells:
        raise Malformed(f"{path}: the file has no rows")
    names = [str(j) for j in range(len(cells[0]))]
    if any(cell not in SIGNS for cell in cells[0]) and not any(_is_number(cell) for cell in cells[0]):
        names, cells, numbered = cells[0], cells[1:], numbered[1:]
    if not cells:
        raise Malformed(f"{path}: the file has a header and no rows")
    rows = []
    for (line, _), row in zip(numbered, cells, strict=True):
        _require_width(path, f"line {line}", len(row), len(names))
        for j, cell in enumerate(row):
            if cell not in SIGNS:
                raise Malformed(
                    f"{path}: line {line}, column {j} (columns count from 0): found {cell!a}, expected 1 or -1"
                )
        rows.append([SIGNS[cell] for cell in row])
    return Matrix(rows, names, notes)


def _is_number(cell: str) -> bool:
    try:
        Fraction(cell)
    except (ValueError, ZeroDivisionError):
        return False
    return True


def _require_width(path: Path, place: str, found: int, expected: int) -> None:
    if found != expected:
        raise Malformed(f"{path}: {place} has {found} entries, expected {expected}")
