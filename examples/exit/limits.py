"""Two limits, in exact rationals: `python -m examples.exit.limits`.

Persistent sampling keeps its component with probability 1 - q h and else switches. For velocities +-s and D = [-R, R]
the mean exit time h E tau is R/s + q R (R - h s) / (s^2 (1 - q h)); the switching process of rate q has
R/s + q R^2 / s^2. The difference is O(h), with an explicit constant. Independent draws instead average: for g = x + 2
or x - 2 the mean of x follows the averaged recursion, and the variance at a fixed time h k vanishes with h.
"""

from __future__ import annotations

from fractions import Fraction

import flint


def persistent_mean(radius: int, rate: Fraction, h: Fraction) -> Fraction:
    """h E tau of persistent sampling from 0 with velocity +1 and exit beyond |x| >= R: the chain's linear system.

    States are (place, sign), places k h inside; the mean is solved exactly. R / h must be an integer.
    """
    half = int(radius / h)
    places = range(-half + 1, half)
    index = {(k, sign): n for n, (k, sign) in enumerate((k, sign) for k in places for sign in (1, -1))}
    size = len(index)
    rows = flint.fmpq_mat(size, size)
    for (k, sign), n in index.items():
        rows[n, n] = 1
        for new, chance in ((sign, 1 - rate * h), (-sign, rate * h)):
            target = index.get((k + sign, new))
            if target is not None:
                rows[n, target] = rows[n, target] - flint.fmpq(chance.numerator, chance.denominator)
    solution = rows.solve(flint.fmpq_mat(size, 1, [1] * size))
    value = solution[index[0, 1], 0]
    return h * Fraction(int(value.p), int(value.q))


def formula(radius: int, rate: Fraction, h: Fraction) -> Fraction:
    """R + q R (R - h) / (1 - q h), for s = 1."""
    return radius + rate * radius * (radius - h) / (1 - rate * h)


def switching(radius: int, rate: Fraction) -> Fraction:
    """The limit: R + q R^2."""
    return radius + rate * radius**2


def variance(h: Fraction, time: int, momentum: Fraction) -> Fraction:
    """The variance of x at step time / h under independent draws of x + 2 and x - 2 (mean-field x), hb, from 0."""
    xx, xv, vv = Fraction(0), Fraction(0), Fraction(0)
    for _ in range(int(time / h)):
        noise = 4 * h * h
        new_vv = momentum**2 * vv - 2 * momentum * h * xv + h * h * xx + noise
        cross = momentum * xv - h * xx
        xx, xv, vv = xx + 2 * cross + new_vv, cross + new_vv, new_vv
    return xx


def main() -> None:
    rate, radius = Fraction(1, 2), 3
    print("persistent sampling, R = 3, q = 1/2: h E tau and its distance from the switching process")
    for power in (1, 2, 3, 4):
        h = Fraction(1, 2**power)
        exact = persistent_mean(radius, rate, h)
        if exact != formula(radius, rate, h):
            raise ArithmeticError(f"h = {h}: {exact} is not {formula(radius, rate, h)}")
        print(f"  h = {h!s:5} {exact!s:8} distance {exact - switching(radius, rate)}")
    print("independent draws, momentum 1/2: variance of x at time 1, and divided by h")
    for power in (2, 4, 6, 8):
        h = Fraction(1, 2**power)
        found = variance(h, 1, Fraction(1, 2))
        print(f"  h = {h!s:5} {float(found):.6f} {float(found / h):.6f}")


if __name__ == "__main__":
    main()
