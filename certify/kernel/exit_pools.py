"""The pools that exit claims may name, by `kind`."""

from __future__ import annotations

from collections.abc import Callable

from certify.kernel import exit_pool, exit_smooth
from certify.kernel.exit_pool import Pool, variant
from certify.kernel.text import Value

_PARSERS: dict[str, Callable[[Value, str], Pool]] = {
    "quadratic": exit_pool.parse_quadratic,
    "piecewise-linear": exit_pool.parse_piecewise,
    "ridge-logistic": exit_smooth.parse_ridge,
    "tanh": exit_smooth.parse_tanh,
}


def parse(value: Value, where: str) -> Pool:
    """A pool of any kind."""
    kind = variant(value, where, "kind", _PARSERS)
    return _PARSERS[kind](value, where)
