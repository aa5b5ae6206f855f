"""The integer logarithm and exponential against Arb, which shares no code with them."""

from __future__ import annotations

import flint
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from certify.kernel import Reject
from certify.kernel.fixed import MAX_BITS, MAX_EXPONENT, ceil_sqrt, exp_bounds, floor_sqrt, log_bounds

BITS = st.integers(1, 300)
POSITIVE = st.one_of(st.integers(1, 100), st.integers(1, 2**64), st.integers(1, 2**2000))


def encloses(lo: int, hi: int, bits: int, value: object) -> bool:
    """lo <= 2^bits value <= hi by Arb (which says yes only when it is certain)."""
    scaled = value * flint.arb(2) ** bits  # type: ignore[operator]
    return bool(lo <= scaled) and bool(scaled <= hi)


def log_of(n: int, d: int, bits: int) -> object:
    flint.ctx.prec = bits + 4200
    return flint.arb(flint.fmpq(n, d)).log()


@settings(deadline=None, max_examples=400)
@given(POSITIVE, POSITIVE, BITS)
@example(4, 3, 64)
@example(2, 3, 64)
@example(1, 2, 1)
@example(2**64 + 1, 2**64, 64)
@example(2**3000 + 1, 2**3000, 8)
@example(3**5000, 1, 128)
@example(1, 3**5000, 128)
@example(2**13000, 1, 1)
def test_log_encloses_and_is_tight(n: int, d: int, bits: int) -> None:
    lo, hi = log_bounds(n, d, bits)
    assert hi - lo <= 2
    assert (lo, hi) == (0, 0) if n == d else encloses(lo, hi, bits, log_of(n, d, bits))


@settings(deadline=None, max_examples=400)
@given(st.integers(1, 300).flatmap(lambda b: st.tuples(st.just(b), st.integers(-400 << b, 400 << b))))
@example((64, 0))
@example((64, 1))
@example((64, -1))
@example((1, -1))
@example((64, -(65 << 64)))
@example((64, -(65 << 64) - 1))
@example((64, -(65 << 64) + 1))
@example((20, MAX_EXPONENT << 20))
@example((300, -(1 << 5000)))
@example((2000, 3 << 1998))
def test_exp_encloses_and_is_tight(case: tuple[int, int]) -> None:
    bits, x = case
    lo, hi = exp_bounds(x, bits)
    assert 0 <= lo <= hi <= lo + 2
    flint.ctx.prec = bits + 6200
    if x < -(4000 << bits):
        assert (lo, hi) == (0, 1)
    else:
        value = (flint.arb(x) / flint.arb(2) ** bits).exp()
        assert encloses(lo, hi, bits, value) or (x == 0 and lo <= 1 << bits <= hi)


@pytest.mark.parametrize("bits", [1000, 1024, 1025, 4096])
def test_wide(bits: int) -> None:
    lo, hi = log_bounds(7, 5, bits)
    assert encloses(lo, hi, bits, log_of(7, 5, bits))
    lo, hi = exp_bounds(-(3 << bits) // 7, bits)
    flint.ctx.prec = bits + 200
    assert encloses(lo, hi, bits, (flint.arb(-(3 << bits) // 7) / flint.arb(2) ** bits).exp())


@given(st.integers(0, 2**200))
def test_square_roots(n: int) -> None:
    assert floor_sqrt(n) ** 2 <= n < (floor_sqrt(n) + 1) ** 2
    assert ceil_sqrt(n) ** 2 >= n and (n == 0 or (ceil_sqrt(n) - 1) ** 2 < n)


def test_limits() -> None:
    for bits in (0, -1, MAX_BITS + 1):
        with pytest.raises(Reject, match="precision"):
            log_bounds(2, 1, bits)
        with pytest.raises(Reject, match="precision"):
            exp_bounds(1, bits)
    with pytest.raises(Reject, match="exponent-too-large"):
        exp_bounds((MAX_EXPONENT << 64) + 1, 64)
    for n, d in ((0, 1), (1, 0), (-1, 1), (1, -1)):
        with pytest.raises(ValueError, match="positive"):
            log_bounds(n, d, 64)
