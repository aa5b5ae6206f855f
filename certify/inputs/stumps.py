"""Decision stumps of a data set as a sign matrix: 1 where a stump is right on an example, -1 where it is wrong.

A stump says `feature <= threshold` or its opposite. Thresholds are midpoints between neighbouring values of a feature,
all of them or those nearest to equal parts of the sorted examples. Numbers are read exactly. Stumps that agree on every
example are merged (the first stays), and stumps that are wrong everywhere are dropped: they are never picked.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from certify.contract import Malformed


@dataclass(frozen=True)
class Stumps:
    """The matrix by rows, the stumps' names, and one line that says how they were made and what was left out."""

    rows: list[list[int]]
    names: list[str]
    reduction: str

    def csv(self) -> str:
        """As `certify.inputs.signs` reads it, the reduction as a note."""
        lines = [f"# {self.reduction}", ",".join(self.names), *(",".join(map(str, row)) for row in self.rows)]
        return "\n".join(lines) + "\n"


def stumps(path: Path, label: str, positive: str | None, quantiles: int | None) -> Stumps:
    """The stumps of a CSV file with a header. `positive` is the label that counts as +1, needed unless there are two.

    Raises Malformed (no such column, entries that are no numbers, a perfect stump) or OSError.
    """
    header, table = _read(path)
    if label not in header:
        raise Malformed(f"{path}: no column {label!a}; the columns are {', '.join(header)}")
    at = header.index(label)
    target = _target(path, [row[at] for row in table], positive)
    features = [(name, _numbers(path, table, j, name)) for j, name in enumerate(header) if j != at]
    made: dict[tuple[int, ...], str] = {}
    count = wrong = 0
    for name, values in features:
        for threshold in _thresholds(values, quantiles):
            says = [1 if value <= threshold else -1 for value in values]
            for sign, relation in ((1, "<="), (-1, ">")):
                column = tuple(sign * s * y for s, y in zip(says, target, strict=True))
                count += 1
                shown = f"{name} {relation} {_decimal(threshold)}"
                if min(column) > 0:
                    raise Malformed(f"{path}: the stump {shown} is right on every example (edge 1); nothing to boost")
                if max(column) < 0:
                    wrong += 1
                else:
                    made.setdefault(column, shown)
    if not made:
        raise Malformed(f"{path}: no feature has two different values, so there are no stumps")
    kept = "all thresholds" if quantiles is None else f"at most {quantiles} thresholds a feature"
    chosen = f"label {label}" + ("" if positive is None else f" = {positive}")
    reduction = (
        f"stumps of {path.name}: {chosen}, {len(table)} examples, {len(features)} features, {kept}, both signs; "
        f"{count} stumps, {count - wrong - len(made)} merged as identical, {wrong} always wrong, {len(made)} columns"
    )
    return Stumps([list(row) for row in zip(*made, strict=True)], list(made.values()), reduction)


def _read(path: Path) -> tuple[list[str], list[list[str]]]:
    with path.open(newline="", encoding="utf-8-sig") as file:
        rows = [row for row in csv.reader(file) if row]
    if len(rows) < 2:
        raise Malformed(f"{path}: found {len(rows)} lines, expected a header and examples")
    for i, row in enumerate(rows[1:], 2):
        if len(row) != len(rows[0]):
            raise Malformed(f"{path}: line {i} has {len(row)} entries, the header has {len(rows[0])}")
    return [name.strip() for name in rows[0]], [[cell.strip() for cell in row] for row in rows[1:]]


def _target(path: Path, labels: list[str], positive: str | None) -> list[int]:
    found = sorted(set(labels))
    if positive is None:
        if len(found) != 2:
            raise Malformed(f"{path}: the label has {len(found)} values ({', '.join(found[:8])}); --positive names one")
        positive = found[1]
    if positive not in found or len(found) < 2:
        raise Malformed(f"{path}: the label has the values {', '.join(found[:8])}; {positive!a} must split them")
    return [1 if name == positive else -1 for name in labels]


def _numbers(path: Path, table: list[list[str]], j: int, name: str) -> list[Fraction]:
    values = []
    for i, row in enumerate(table, 2):
        try:
            values.append(Fraction(row[j]))
        except (ValueError, ZeroDivisionError):
            raise Malformed(f"{path}: line {i}, column {name!a}: found {row[j]!a}, expected a number") from None
    return values


def _thresholds(values: Sequence[Fraction], quantiles: int | None) -> list[Fraction]:
    """Midpoints between neighbours, all or those after equal parts of the sorted examples."""
    ordered = sorted(values)
    middles = {i: (a + b) / 2 for i, (a, b) in enumerate(pairwise(ordered), 1) if a != b}
    if quantiles is None:
        return list(middles.values())
    wanted = [Fraction(len(ordered) * k, quantiles + 1) for k in range(1, quantiles + 1)]
    chosen = {min(middles, key=lambda i: (abs(i - at), i)) for at in wanted} if middles else set()
    return [middles[i] for i in sorted(chosen)]


def _decimal(x: Fraction) -> str:
    """Exact; every midpoint of decimals is a decimal."""
    text = f"{x.numerator / x.denominator:.12g}"
    return text if Fraction(text) == x else str(x)
