"""Forms x + y s with integer x, y as vectors: the lattice of the known ones, members as combinations of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Form = tuple[int, int]
MAX_POWER = 64


@dataclass(frozen=True)
class Member:
    """A vector of the lattice and its coefficients over the generators."""

    vector: Form
    coefficients: tuple[int, ...]

    def minus(self, other: Member, times: int) -> Member:
        pairs = zip(self.coefficients, other.coefficients, strict=True)
        (a, b), (c, d) = self.vector, other.vector
        return Member((a - times * c, b - times * d), tuple(x - times * y for x, y in pairs))


def basis(generators: Sequence[Form]) -> tuple[Member | None, Member | None]:
    """(p, r) with r != 0 and (n, 0) with n != 0, which generate the same lattice; None where there is none."""
    members = [
        Member(g, tuple(int(i == k) for k in range(len(generators)))) for i, g in enumerate(generators) if g != (0, 0)
    ]
    steep = _euclid(members, 1)
    flat = _euclid([m for m in members if m.vector[1] == 0 and m is not steep], 0)
    return steep, flat


def _euclid(members: list[Member], place: int) -> Member | None:
    """Reduce in place until at most one member has a nonzero entry at `place`; that one."""
    while True:
        alive = sorted(
            (i for i, m in enumerate(members) if m.vector[place]), key=lambda i: abs(members[i].vector[place])
        )
        if not alive:
            return None
        if len(alive) == 1:
            return members[alive[0]]
        least = members[alive[0]]
        for i in alive[1:]:
            members[i] = members[i].minus(least, members[i].vector[place] // least.vector[place])


def follows(generators: Sequence[Form], form: Form) -> tuple[int, list[int]] | None:
    """t and coefficients with 2^t form = their combination of the generators; None where there are none."""
    steep, flat = basis(generators)
    zero = Member((0, 0), (0,) * len(generators))
    for t in range(MAX_POWER):
        rest = Member((form[0] << t, form[1] << t), (0,) * len(generators))
        for member, place in ((steep, 1), (flat, 0)):
            if member is not None and rest.vector[place] % member.vector[place] == 0:
                rest = rest.minus(member, rest.vector[place] // member.vector[place])
        if rest.vector == zero.vector:
            return t, [-c for c in rest.coefficients]
    return None
