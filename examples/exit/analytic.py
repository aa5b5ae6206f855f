"""The analytic pair: `python -m examples.exit.analytic`. Attested by Arb (python-flint), not by the kernel.

Replace every ramp max(0, t) of the two piecewise-linear pools by softplus log(1 + exp(kappa t)) / kappa. The components
become real-analytic with the same slope bounds. At every x the two pools' values are close: where one bump is on, the
other is at most H / (1 + exp(kappa gap / 2)), with gap the distance between the supports, so the pointwise laws are
that close in the uniform distance. Reshuffled, two steps leave D never (bumps together) or with probability 1/2
(bumps apart).
"""

from __future__ import annotations

import itertools
from typing import Any

import flint

KAPPA = 100
HEIGHT, MOMENTUM = "1/4", "1/2"
LEFT, RIGHT = ("-13/5", "-21/10", "-19/10", "-7/5"), ("-3/5", "-1/10", "2/5", "9/10")
START, BOUND = "-2", "21/16"


def ball(text: str) -> Any:
    above, _, below = text.partition("/")
    return flint.arb(flint.fmpq(int(above), int(below or 1)))


def softplus(t: Any, kappa: int) -> Any:
    return (1 + (kappa * t).exp()).log() / kappa


def bump(x: Any, knots: tuple[str, ...], kappa: int) -> Any:
    """The softplus trapezoid of height -1/4."""
    l0, l1, r1, r0 = map(ball, knots)
    rise, fall = l1 - l0, r0 - r1
    up = (softplus(x - l0, kappa) - softplus(x - l1, kappa)) / rise
    down = (softplus(x - r1, kappa) - softplus(x - r0, kappa)) / fall
    return -ball(HEIGHT) * (up - down)


def pools(kappa: int) -> dict[str, list[Any]]:
    """Two pools of two component gradients."""
    together = [lambda x: x + bump(x, LEFT, kappa) + bump(x, RIGHT, kappa), lambda x: x]
    apart = [lambda x: x + bump(x, LEFT, kappa), lambda x: x + bump(x, RIGHT, kappa)]
    return {"together": together, "apart": apart}


def exit_probability(components: list[Any]) -> flint.fmpq:
    """P(tau <= 2) when the two components are reshuffled; each comparison is decided by Arb or raises."""
    left = 0
    for order in itertools.permutations(range(2)):
        x, v = ball(START), flint.arb(0)
        for letter in order:
            v = ball(MOMENTUM) * v - components[letter](x)
            x = x + v
            if x > ball(BOUND):
                left += 1
                break
            if not x < ball(BOUND):
                raise ValueError("undecided at the boundary; more bits are needed")
    return flint.fmpq(left, 2)


def gap_bound(kappa: int) -> Any:
    """At least the uniform distance of the pointwise laws."""
    gap = ball(RIGHT[0]) - ball(LEFT[3])
    return ball(HEIGHT) / (1 + (kappa * gap / 2).exp())


def largest_difference(kappa: int, points: int = 400) -> Any:
    """The larger of the matched differences of the two laws at points of [-4, 3]: below the bound, as it must be."""
    found, made = flint.arb(0), pools(kappa)
    for k in range(points + 1):
        x = flint.arb(flint.fmpq(-4 * points + 7 * k, points))
        one, other = ([g(x) for g in made[name]] for name in ("together", "apart"))
        straight = max(abs(one[0] - other[0]), abs(one[1] - other[1]))
        crossed = max(abs(one[0] - other[1]), abs(one[1] - other[0]))
        found = max(found, min(straight, crossed))
    return found


def main() -> None:
    flint.ctx.prec = 256
    for name, components in pools(KAPPA).items():
        print(f"{name}: P(tau <= 2) reshuffled = {exit_probability(components)}  (attested: Arb, 256 bits)")
    print(f"uniform distance of the pointwise laws at most {float(gap_bound(KAPPA)):.2g}")
    print(f"largest difference met at 401 points: {float(largest_difference(KAPPA)):.2g}")


if __name__ == "__main__":
    main()
