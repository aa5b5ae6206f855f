"""Recorded runs: the states of an `.npz` as one `.npy` file, and a statement that names it with budgets it meets."""

from __future__ import annotations

import hashlib
import io
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from certify.contract import Malformed
from certify.kernel import exit_bracket as kernel_bracket
from certify.kernel.exit_pool import Pool
from certify.kernel.exit_problem import Method

Value = Any

BITS = 96  # of the residuals measured here; the kernel measures its own


def read_states(path: Path) -> tuple[Any, list[list[int]] | None]:
    """Array (K + 1, 2, d) of x and buffer, and the batches if recorded. Raises Malformed."""
    try:
        with np.load(path, allow_pickle=False) as data:
            names = set(data.files)
            if not {"x", "buffer"} <= names:
                raise Malformed(f"{path}: holds {sorted(names)}, expected arrays x and buffer of shape (steps + 1, d)")
            x, buffer = data["x"], data["buffer"]
            batches = data["batches"].tolist() if "batches" in names else None
    except (ValueError, OSError, EOFError) as error:
        if isinstance(error, FileNotFoundError):
            raise
        raise Malformed(f"{path}: not an .npz of plain arrays: {error}") from None
    for name, array in (("x", x), ("buffer", buffer)):
        if array.dtype != np.float64 or array.ndim != 2:
            raise Malformed(f"{path}: {name} is {array.dtype} of shape {array.shape}, expected float64 (steps + 1, d)")
    if x.shape != buffer.shape:
        raise Malformed(f"{path}: x has shape {x.shape}, buffer {buffer.shape}; expected the same")
    if not (np.all(np.isfinite(x)) and np.all(np.isfinite(buffer))):
        raise Malformed(f"{path}: a NaN or an infinity is recorded")
    return np.stack([x, buffer], axis=1), batches


def npy_bytes(states: Any) -> bytes:
    """The array as a .npy file."""
    out = io.BytesIO()
    np.save(out, np.ascontiguousarray(states, dtype="<f8"))
    return out.getvalue()


def statement_of(base: Value, states: Any, batches: list[list[int]] | None, name: str, data: bytes) -> Value:
    """The bracket statement (without claim) of a recorded run; its budgets are twice the residuals, rounded up."""
    if batches is not None:
        base = {**base, "order": {"sampling": "list", "batches": batches}}
    named = {"kind": "trace", "path": name, "sha256": hashlib.sha256(data).hexdigest()}
    blank = {**named, "delta_buffer": "0", "delta_x": "0"}
    statement = {**base, "start": {"kind": "recorded"}, "semantics": blank}
    problem = kernel_bracket.parse({**statement, "claim": {"survives": 0}}, "/statement")
    if len(states) != len(problem.batches) + 1:
        raise Malformed(f"{name}: {len(states)} states, expected {len(problem.batches) + 1}: one more than batches")
    if states.shape[2] != problem.pool.dimension:
        raise Malformed(f"{name}: states of dimension {states.shape[2]}, the pool has {problem.pool.dimension}")
    in_buffer, in_x = _residuals(problem.pool, problem.method, problem.batches, states)
    return {**statement, "semantics": {**named, "delta_buffer": str(in_buffer), "delta_x": str(in_x)}}


def _residuals(pool: Pool, method: Method, batches: list[list[int]], states: Any) -> tuple[Fraction, Fraction]:
    """Powers of two at least twice the largest residual of a step, in the buffer and in x."""
    direct = method.xg - method.cb * method.bg
    worst = [0.0, 0.0]
    for k, batch in enumerate(batches):
        x, b = ([Fraction(float(v)) for v in part] for part in states[k])
        grid = [int(v * (1 << BITS)) for v in x]
        g = [Fraction(n, 1 << BITS) for n in pool.sample(batch, grid, 0, BITS).gradient]
        after_x, after_b = ([Fraction(float(v)) for v in part] for part in states[k + 1])
        rest_b = [n - method.bb * o - method.bg * p for n, o, p in zip(after_b, b, g, strict=True)]
        rest_x = [n - o - method.cb * a - direct * p for n, o, a, p in zip(after_x, x, after_b, g, strict=True)]
        for which, rest in enumerate((rest_b, rest_x)):
            worst[which] = max(worst[which], float(sum(part * part for part in rest)) ** 0.5)
    return _power(worst[0]), _power(worst[1])


def _power(value: float) -> Fraction:
    """A power of two at least 2 value, at least 2^-80."""
    power = Fraction(1, 1 << 80)
    while power < 2 * Fraction(value):
        power *= 2
    return power
