"""A recorded run: the states that a program stored, read exactly, against the recursion and the domain.

The file is a `.npy` array of little-endian binary64 in C order, shape (K + 1, 2, d): x_k and the form's own buffer b_k.
Every double is a dyadic rational; the exit test is exact on these. The states are a pseudo-orbit within the stated
budgets: |b_{k+1} - (bb b_k + bg g)| <= delta_buffer and |x_{k+1} - (x_k + cb b_{k+1} + direct g)| <= delta_x, with g
the batch gradient at x_k, in Euclidean norm. Nothing is said about the exact run from the same start.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from certify.kernel.exit_pool import Batch, Pool
from certify.kernel.exit_problem import Method
from certify.kernel.rational import brief, rational
from certify.kernel.reject import malformed, refused
from certify.kernel.text import Value, record, sha256_name, string

_HEADER = re.compile(
    rb"\{'descr': '<f8', 'fortran_order': False, 'shape': \(([1-9][0-9]{0,8}), 2, ([1-9][0-9]{0,6})\), \} *\n"
)


@dataclass(frozen=True)
class Trace:
    """The named file and its budgets."""

    path: str
    sha256: str
    delta_buffer: Fraction
    delta_x: Fraction


def parse(value: Value, where: str) -> Trace:
    """`{"kind": "trace", "path", "sha256", "delta_buffer", "delta_x"}`."""
    fields = record(value, where, ("kind", "path", "sha256", "delta_buffer", "delta_x"))
    budgets = [rational(fields[name], f"{where}/{name}") for name in ("delta_buffer", "delta_x")]
    if min(budgets) < 0:
        raise malformed(where, "negative-budget", f"{brief(min(budgets))}, needs >= 0")
    return Trace(string(fields["path"], f"{where}/path"), sha256_name(fields["sha256"], f"{where}/sha256"), *budgets)


def states(data: bytes, steps: int, dimension: int, bits: int, where: str) -> list[tuple[list[int], list[int]]]:
    """(x, buffer) of every state as integers at scale 2^-bits. Refused where a double does not fit that grid."""
    if data[:8] != b"\x93NUMPY\x01\x00":
        raise malformed(where, "not-npy", "the trace is not a .npy file of version 1.0")
    end = 10 + int.from_bytes(data[8:10], "little")
    match = _HEADER.fullmatch(data[10:end])
    wanted = f"binary64, C order, shape ({steps + 1}, 2, {dimension})"
    if match is None or (int(match[1]), int(match[2])) != (steps + 1, dimension):
        raise malformed(where, "trace-shape", f"found {data[10:end][:80]!a}, expected {wanted}")
    count = 2 * dimension * (steps + 1)
    if len(data) != end + 8 * count:
        raise malformed(where, "trace-shape", f"{len(data) - end} bytes of data, expected {8 * count}")
    numbers = [binary64(data[at : at + 8], bits, where) for at in range(end, len(data), 8)]
    halves = [numbers[at : at + dimension] for at in range(0, count, dimension)]
    return list(zip(halves[::2], halves[1::2], strict=True))


def binary64(word: bytes, bits: int, where: str) -> int:
    """The value of one little-endian double times 2^bits, which must be an integer."""
    raw = int.from_bytes(word, "little")
    exponent, fraction = raw >> 52 & 0x7FF, raw & (1 << 52) - 1
    if exponent == 0x7FF:
        raise malformed(where, "not-a-number", "NaN or infinity in the trace")
    mantissa = fraction | (1 << 52 if exponent else 0)
    shift = max(exponent, 1) - 1075 + bits
    if shift < 0 and mantissa & (1 << min(-shift, 64)) - 1:
        raise refused("/evidence/precision", "precision-too-low", f"2^-{bits} does not hold every stored double")
    size = mantissa << shift if shift >= 0 else mantissa >> min(-shift, 64)
    return -size if raw >> 63 else size


def require_step(
    pool: Pool,
    method: Method,
    trace: Trace,
    batch: Batch,
    now: tuple[list[int], list[int]],
    then: tuple[list[int], list[int]],
    bits: int,
    where: str,
) -> None:
    """The next state follows from this one within the budgets."""
    (x, b), (x_after, b_after) = now, then
    sample = pool.sample(batch, x, 0, bits)
    direct = method.xg - method.cb * method.bg
    one = Fraction(1)
    b_rest = _rest((one, b_after), (-method.bb, b), (-method.bg, sample.gradient))
    moved = [after - before for after, before in zip(x_after, x, strict=True)]
    x_rest = _rest((one, moved), (-method.cb, b_after), (-direct, sample.gradient))
    for rest, factor, budget, name in (
        (b_rest, method.bg, trace.delta_buffer, "buffer"),
        (x_rest, direct, trace.delta_x, "x"),
    ):
        found = (rest + abs(factor) * sample.error) / (1 << bits)
        if found > budget:
            detail = f"{name} is off the recursion by up to {float_free(found)}, the budget is {brief(budget)}"
            raise refused(where, "off-the-recursion", detail)


def _rest(*terms: tuple[Fraction, Sequence[int]]) -> Fraction:
    """At least the Euclidean length of a combination of integer vectors."""
    below = math.lcm(*(factor.denominator for factor, _ in terms))
    scaled = [(int(factor * below), vector) for factor, vector in terms]
    parts = [sum(n * vector[j] for n, vector in scaled) for j in range(len(terms[0][1]))]
    squared = sum(part * part for part in parts)
    return Fraction(math.isqrt(squared) + (1 if squared else 0), below)


def float_free(value: Fraction) -> str:
    """A small positive number as a power of two, for messages."""
    return f"2^{value.numerator.bit_length() - value.denominator.bit_length() + 1}"
