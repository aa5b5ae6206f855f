"""Rigorous binary64 against mpmath and Arb: the claimed radius always covers what is lost."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import flint
import pytest

np = pytest.importorskip("numpy", reason="numpy is not installed")

from certify.kernel.acceptance import parse_rule  # noqa: E402
from exact import binary64, kl_logits  # noqa: E402
from tests.exact.kl_problems import rules  # noqa: E402

Array = Any


def logits(rng: Any, size: int, spread: float, kind: str) -> tuple[Array, Array]:
    target = (rng.normal(size=size) * spread).astype(kind)
    draft = (target + rng.normal(size=size) * 0.3).astype(kind)
    return target, draft


def exact(row: Array, other: Array, temperature: Fraction) -> tuple[Any, Any]:
    """KL and entropy by Arb at 200 bits."""
    flint.ctx.prec = 200
    inverse = 1 / temperature
    ys, vs = ([ball(z, inverse) for z in r] for r in (row, other))
    ez, ew = [y.exp() for y in ys], [v.exp() for v in vs]
    sz, sw = sum(ez, flint.arb(0)), sum(ew, flint.arb(0))
    kl = sum((e * (y - v) for e, y, v in zip(ez, ys, vs, strict=True)), flint.arb(0)) / sz - sz.log() + sw.log()
    entropy = -sum(((e / sz) * (e / sz).log() for e in ez), flint.arb(0))
    return kl, entropy


def ball(z: Any, inverse: Fraction) -> Any:
    value = Fraction(float(z)) * inverse
    return flint.arb(flint.fmpq(value.numerator, value.denominator))


def covers(interval: tuple[Fraction, Fraction], value: Any) -> bool:
    low, high = (flint.arb(flint.fmpq(end.numerator, end.denominator)) for end in interval)
    return bool(low <= value) and bool(value <= high)


@pytest.mark.parametrize("temperature", [Fraction(1), Fraction(1, 2), Fraction(7, 10), Fraction(3)])
@pytest.mark.parametrize("kind", ["float16", "float32", "float64"])
@pytest.mark.parametrize("size", [2, 100, 3000])
def test_divergence_and_entropy_are_enclosed(temperature: Fraction, kind: str, size: int) -> None:
    rng = np.random.default_rng(size)
    target, draft = logits(rng, size, 4.0, kind)
    pair = binary64.pair(target, draft, temperature)
    assert pair is not None
    kl, entropy = exact(target, draft, temperature)
    found = binary64.divergence(pair)
    assert covers(found, kl)
    assert found[1] - found[0] < Fraction(1, 10**9)
    assert covers(binary64.entropy(pair.target, target, temperature, None), entropy)


def test_an_inexact_temperature_is_not_computed_in_the_type_of_the_logits() -> None:
    """A float32 row times a Python float stays float32 in numpy; the product has to be taken in binary64."""
    target, draft = logits(np.random.default_rng(0), 500, 5.0, "float32")
    pair = binary64.pair(target, draft, Fraction(7, 10))
    assert pair is not None and covers(binary64.divergence(pair), exact(target, draft, Fraction(7, 10))[0])


def test_weights_are_within_their_error() -> None:
    target, draft = logits(np.random.default_rng(1), 400, 30.0, "float32")
    pair = binary64.pair(target, draft, Fraction(1))
    assert pair is not None
    flint.ctx.prec = 200
    for z, weight in zip(target, pair.target.weights, strict=True):
        true = (ball(z, Fraction(1)) - flint.arb(pair.target.shift) / binary64.STEPS).exp()
        error = abs(flint.arb(float(weight)) / true - 1)
        assert bool(error < flint.arb(flint.fmpq(10, 2**53)))


def test_logarithms_are_within_their_error() -> None:
    rng = np.random.default_rng(2)
    numbers = np.concatenate([np.exp(rng.uniform(-600, 600, 3000)), 1 + rng.uniform(-1e-6, 1e-6, 500), [1.0, 0.5, 2.0]])
    flint.ctx.prec = 120
    for x, found in zip(numbers, binary64.log_array(numbers), strict=True):
        true = flint.arb(float(x)).log()
        assert bool(abs(true - flint.arb(float(found))) <= (1 + abs(true)) * flint.arb(2) ** -50)


def test_far_logits_and_masked_tokens() -> None:
    target = np.array([0.0, -600.0, -2000.0, -np.inf, 1.0], dtype=np.float32)
    draft = np.array([0.0, -500.0, -np.inf, -np.inf, 1.0], dtype=np.float32)
    strict = [parse_rule({"name": "strict", "tie": "lowest"}, "")]
    infinite = kl_logits.examine(target, draft, Fraction(1), strict)[0]
    assert (infinite.word, infinite.divergence, infinite.accepted) == ("not certified", None, True)
    finite = kl_logits.examine(target, target, Fraction(1), strict)[0]
    assert (finite.word, finite.accepted) == ("certified", True)


def test_logits_beyond_the_analysis_go_to_the_next_tier() -> None:
    target = np.array([3e30, 0.0, 1.0], dtype=np.float32)
    assert binary64.pair(target, target, Fraction(1)) is None


def test_ties_are_those_of_the_logits() -> None:
    tied = np.array([2.0, 2.0, 1.0, 0.0], dtype=np.float32)
    for tie, word in (("lowest", "not certified"), ("any", "certified")):
        outcome = kl_logits.examine(tied, tied, Fraction(1), [parse_rule({"name": "strict", "tie": tie}, "")])[0]
        assert (outcome.word, outcome.accepted) == (word, True)


def test_equality_is_left_undecided() -> None:
    """A threshold that is met exactly: tau = 1/4 on a uniform target of four."""
    flat = np.zeros(4, dtype=np.float32)
    rule = parse_rule({"name": "absolute", "tau": "1/4"}, "")
    outcome = kl_logits.examine(flat, flat, Fraction(1), [rule])[0]
    assert outcome.word == "undecided"


@pytest.mark.parametrize("seed", range(6))
def test_both_tiers_agree_on_every_rule(seed: int) -> None:
    rng = np.random.default_rng(seed)
    chooser = random.Random(seed)
    target, draft = logits(rng, chooser.choice([5, 60, 700]), 2.0, chooser.choice(["float16", "float32"]))
    temperature = Fraction(chooser.choice(["1", "1/2", "9/10"]))
    step = kl_logits.Step(target, draft, temperature)
    pair = binary64.pair(step.target, step.draft, temperature)
    assert pair is not None
    fast, balls = kl_logits.Binary64Rows(step, pair), kl_logits.BallRows(step, 192)
    assert fast.divergence[0] <= balls.divergence[0] <= balls.divergence[1] <= fast.divergence[1]
    for value in rules(chooser, min(step.size, 8)):
        rule = parse_rule(value, "")
        one, two = kl_logits._decide(step, fast, rule), kl_logits._decide(step, balls, rule)
        assert one.word in (two.word, "undecided") and one.accepted in (two.accepted, None)
        if one.bound is not None and two.bound is not None:
            assert one.bound[0] <= two.bound[0]
            assert one.bound[1] is None or two.bound[1] is None or one.bound[1] >= two.bound[1]


def test_certified_drafts_are_accepted_by_the_engine() -> None:
    rng = np.random.default_rng(11)
    chooser = random.Random(11)
    certified = 0
    for _ in range(60):
        target, draft = logits(rng, 30, 2.0, "float16")
        chosen = [parse_rule(value, "") for value in rules(chooser, 8)]
        for outcome in kl_logits.examine(target, draft, Fraction(1), chosen):
            if outcome.word == "certified":
                certified += 1
                assert outcome.accepted is True
    assert certified > 100


def test_the_self_test_passes_here() -> None:
    binary64.self_test()
