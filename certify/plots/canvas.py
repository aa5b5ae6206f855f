"""Figures without a screen: matplotlib as an extra, one look for every family, the same bytes for the same data."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from certify.contract import MissingExtra

INK, SOFT, ACCENT, WARN = "#1b1f24", "#c9d1d9", "#0b57b0", "#a40e26"

_STYLE = {
    "svg.hashsalt": "certify",
    "svg.fonttype": "none",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "text.color": INK,
    "figure.constrained_layout.use": True,
}


@contextmanager
def axes(path: Path, width: float = 6.4, height: float = 3.6) -> Iterator[Any]:
    """Axes to draw on; saved to `path` (svg or png) at the end. Raises MissingExtra without matplotlib."""
    try:
        matplotlib: Any = importlib.import_module("matplotlib")
        figures: Any = importlib.import_module("matplotlib.figure")
    except ImportError:
        raise MissingExtra("plots", "matplotlib", "plotting") from None
    with matplotlib.rc_context(_STYLE):
        figure = figures.Figure(figsize=(width, height))
        yield figure.subplots()
        metadata = {"Date": None} if path.suffix == ".svg" else None
        figure.savefig(path, dpi=144, metadata=metadata)
