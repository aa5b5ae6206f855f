"""Sidon sets drawn: the table of differences, equal differences marked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from certify.contract import Claim
from certify.plots.canvas import ACCENT, INK, SOFT, WARN, axes

MOST = 16  # elements of a set whose table is still readable


def plot(claim: Claim, certificate: bytes, path: Path) -> None:
    """The differences b - a of the set (mod v where the claim has a modulus); one that occurs twice is red."""
    elements = sorted(claim.statement["set"])
    modulus = claim.statement.get("modulus")
    if len(elements) > MOST:
        return
    pairs = [(a, b) for a in elements for b in elements if (a != b if modulus else a < b)]
    table = {(a, b): (b - a) % modulus if modulus else b - a for a, b in pairs}
    often = Counter(table.values())
    size = len(elements)
    with axes(path, 0.55 * size + 1.4, 0.42 * size + 1.2) as figure:
        for (a, b), difference in table.items():
            x, y = elements.index(b), elements.index(a)
            color = WARN if often[difference] > 1 else ACCENT
            figure.text(x, y, str(difference), ha="center", va="center", color=color)
        figure.set_xticks(range(size), [str(a) for a in elements])
        figure.set_yticks(range(size), [str(a) for a in elements])
        figure.set_xlim(-0.5, size - 0.5)
        figure.set_ylim(size - 0.5, -0.5)
        figure.grid(color=SOFT, linewidth=0.4)
        figure.set_axisbelow(True)
        where = f" mod {modulus}" if modulus else ""
        figure.set_title(f"differences{where}: column minus row", fontsize=10, color=INK)
