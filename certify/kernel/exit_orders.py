"""How batches are drawn, for claims about every order or about laws; and the exact walk over all of them.

`{"kind", "batches": [B_0..B_{m-1}]}`: the letters. `iid`: each step a letter, uniformly, independently; `rr`: each
epoch of m steps one fresh uniform permutation of the letters; `so`: one uniform permutation, used in every epoch;
`periodic`: the letters in the order given, again and again.

A phase is what of the past the future draws depend on: nothing (iid), the letters left in this epoch (rr), the
permutation as far as it is known and the place in it (so), the place (periodic).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from certify.kernel.exit_pool import Pool, variant
from certify.kernel.exit_problem import Domain, Method, State, advance, bits_of, reduced, weights
from certify.kernel.reject import limit
from certify.kernel.text import Value, array, integers, record

MAX_LETTERS = 1 << 12
MAX_SHUFFLED = 64  # letters of a permutation that is walked
MAX_STATES = 1 << 17  # visited in one walk

Phase = tuple[tuple[int, ...], int]


@dataclass(frozen=True)
class Sampling:
    """The letters and how they are drawn."""

    kind: str
    batches: list[list[int]]

    def first(self) -> Phase:
        """The phase before step 0."""
        return (tuple(range(len(self.batches))) if self.kind == "rr" else ()), 0

    def draws(self, phase: Phase) -> list[tuple[int, Phase]]:
        """(letter, phase after it) of every next draw; all equally likely."""
        letters, at = phase
        count = len(self.batches)
        if self.kind == "iid":
            return [(letter, phase) for letter in range(count)]
        if self.kind == "periodic":
            return [(at, ((), (at + 1) % count))]
        if self.kind == "rr":
            rests = [(letter, tuple(left for left in letters if left != letter)) for letter in letters]
            return [(letter, (rest, 0) if rest else self.first()) for letter, rest in rests]
        if len(letters) < count:
            return [(letter, ((*letters, letter), 0)) for letter in range(count) if letter not in letters]
        return [(letters[at], (letters, (at + 1) % count))]


KINDS = ("iid", "rr", "so", "periodic")


def parse_sampling(value: Value, where: str, size: int, kinds: tuple[str, ...] = KINDS) -> Sampling:
    """A sampling of batches of a pool of `size` components."""
    kind = variant(value, where, "kind", kinds)
    elements = array(record(value, where, ("kind", "batches"))["batches"], f"{where}/batches", 1, MAX_LETTERS)
    if kind in ("rr", "so") and len(elements) > MAX_SHUFFLED:
        raise limit(f"{where}/batches", "too-many", f"{len(elements)} letters to shuffle, at most {MAX_SHUFFLED}")
    batches = [integers(batch, f"{where}/batches/{k}", 0, size - 1, 1) for k, batch in enumerate(elements)]
    return Sampling(kind, batches)


@dataclass(frozen=True)
class Walk:
    """Exact states of all orders at once: a start, an exact pool, equal states of equal phase merged."""

    pool: Pool
    start: State
    domain: Domain
    sampling: Sampling
    weights: tuple[tuple[int, ...], ...]

    @property
    def parts(self) -> int:
        """The mean size of a batch."""
        return sum(map(len, self.sampling.batches)) // len(self.sampling.batches)

    def inside(self, state: State) -> bool:
        return self.domain.inside(state[0], state[2], 0)

    def after(self, state: State, phase: Phase) -> Iterator[tuple[State, Phase]]:
        """The states one step later, one for each draw."""
        for letter, then in self.sampling.draws(phase):
            yield reduced(advance(self.pool, self.weights[letter], self.sampling.batches[letter], state)), then

    def exits(self, steps: int) -> tuple[list[Fraction], Fraction]:
        """P(tau = k) for k = 0..steps, and P(tau > steps)."""
        now: dict[tuple[State, Phase], Fraction] = {(reduced(self.start), self.sampling.first()): Fraction(1)}
        masses, visited = [], 0
        for k in range(steps + 1):
            staying = {key: mass for key, mass in now.items() if self.inside(key[0])}
            masses.append(sum(now.values(), Fraction(0)) - sum(staying.values(), Fraction(0)))
            if k == steps:
                return masses, sum(staying.values(), Fraction(0))
            now = {}
            for (state, phase), mass in staying.items():
                share = mass / len(self.sampling.draws(phase))
                for key in self.after(state, phase):
                    now[key] = now.get(key, Fraction(0)) + share
                    visited = count(visited, key[0], self.parts)
        raise limit("/statement/steps", "too-many-steps", f"{steps}")


def walk(pool: Pool, method: Method, start: State, domain: Domain, sampling: Sampling) -> Walk:
    """A walk with the integer weights of every letter."""
    parts = tuple(weights(pool, method, len(batch)) for batch in sampling.batches)
    return Walk(pool, start, domain, sampling, parts)


def count(visited: int, state: State, parts: int) -> int:
    """One state more, refused past MAX_STATES; long numbers and large batches (`parts` of them) count for more."""
    words = bits_of(state) >> 6
    visited += 1 + (words * words >> 6) + (parts * len(state[0]) ** 2 * (words + 1) >> 6)
    if visited > MAX_STATES:
        raise limit("/statement/sampling", "too-many-states", f"more than {MAX_STATES} states")
    return visited
