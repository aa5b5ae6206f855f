"""Searches behind exit laws, never, finite means and means: boxes, escaping words, automata and grids.

Floats and hulls propose; what is yielded is rational evidence that the kernel then checks.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from certify.contract import Claim, Limits, Progress
from certify.kernel import exit_automaton, exit_finite, exit_law, exit_mean, exit_never
from certify.kernel.exit_automaton import Interval, Node
from certify.kernel.exit_pool import CURVATURE_BITS
from certify.kernel.exit_problem import Ball

Value = Any
Box = tuple[Fraction, Fraction, Fraction, Fraction]  # x low, x high, buffer low, buffer high

WORDS = 8  # longest words of an automaton
GRIDS = ((40, 24), (80, 48), (120, 72))
DYADIC = 1 << 24


def evidence_for(claim: Claim, limits: Limits, progress: Progress) -> Iterator[Value]:
    """Evidence to try for a claim that is not a bracket."""
    where = "/statement"
    if claim.kind == "exit/law":
        yield {"method": "enumeration"}
    elif claim.kind == "exit/same-pointwise-law":
        yield {"method": "refinement"}
    elif claim.kind == "exit/never":
        yield from never_evidence(exit_never.parse(claim.statement, where))
    elif claim.kind == "exit/finite-mean":
        finite = exit_finite.parse(claim.statement, where)
        found = escape(finite)
        if found is not None:
            yield found
            if finite.pool.common:
                yield from ({**found, "tail": tail} for tail in (8, 16))
    else:
        yield from mean_evidence(exit_mean.parse(claim.statement, where), progress)


def law_of(statement: Value) -> Value:
    """The exact law of a statement of exit/law, whatever its `law` says."""
    blank = {**statement, "law": {"exits": [], "survives": "1"}}
    walk = exit_law.LAW.parse(blank, "/statement").walk  # says what is missing
    masses, survives = walk.exits(statement["steps"])
    return {"exits": [[k, str(mass)] for k, mass in enumerate(masses) if mass], "survives": str(survives)}


# --- never ----------------------------------------------------------------------------------------------------------


def never_evidence(problem: exit_never.Problem) -> Iterator[Value]:
    """Boxes where they apply, a contraction ball, and last the reachable states (which may be many)."""
    if problem.pool.common and problem.pool.dimension == 1 and problem.sampling.kind in ("iid", "rr"):
        nodes = invariant_boxes(problem)
        if nodes is not None:
            yield {"method": "automaton", "nodes": nodes}
    ball = contraction_ball(problem)
    if ball is not None:
        yield ball
    if problem.pool.common:
        yield {"method": "reachable"}


def _start_box(problem: Any) -> Box:
    (x,), (b,), q = problem.start
    return Fraction(x, q), Fraction(x, q), Fraction(b, q), Fraction(b, q)


def _as_node(box: Box) -> Node:
    return Node(Interval(box[0], box[1]), box[0], box[1], (box[2], box[3]), [], ())


def image(problem: Any, letter: int, box: Box) -> Box:
    """The hull of a box under one letter, rounded outwards."""
    x, b = _as_node(box).image(problem.pool, problem.method, problem.sampling.batches[letter])
    if x.low is None or x.high is None:
        raise ValueError("an image is bounded")
    return _down(x.low), _up(x.high), _down(b[0]), _up(b[1])


def _down(value: Fraction) -> Fraction:
    return Fraction(value.numerator * DYADIC // value.denominator, DYADIC)


def _up(value: Fraction) -> Fraction:
    return -_down(-value)


def hull(one: Box | None, two: Box) -> Box:
    """The least box around two."""
    if one is None:
        return two
    return min(one[0], two[0]), max(one[1], two[1]), min(one[2], two[2]), max(one[3], two[3])


def _node(box: Box, following: list[int | None], remaining: list[int] | None, ends: tuple[bool, bool]) -> Value:
    made = {
        "x": [str(box[0]), str(box[1])],
        "open": list(ends),
        "buffer": [str(box[2]), str(box[3])],
        "next": following,
    }
    return made if remaining is None else {**made, "remaining": remaining}


def invariant_boxes(problem: Any) -> list[Value] | None:
    """One box for each phase, closed under every letter; None where hulls leave D or do not settle."""
    first = problem.sampling.first()
    if len(problem.sampling.batches) > 10:
        return None
    boxes, order = {first: _start_box(problem)}, [first]
    domain = exit_automaton.interval_of(problem.domain)
    for _ in range(400):
        before = dict(boxes)
        for phase in list(boxes):
            for letter, then in problem.sampling.draws(phase):
                if then not in boxes:
                    order.append(then)
                boxes[then] = hull(boxes.get(then), image(problem, letter, boxes[phase]))
        if any(not domain.holds(Interval(box[0], box[1])) for box in boxes.values()):
            return None
        if boxes == before:
            return _phased(problem, boxes, order)
    return None


def _phased(problem: Any, boxes: dict[Any, Box], order: list[Any]) -> list[Value]:
    rr = problem.sampling.kind == "rr"
    made = []
    for phase in order:
        following: list[int | None] = [None] * len(problem.sampling.batches)
        for letter, then in problem.sampling.draws(phase):
            following[letter] = order.index(then)
        made.append(_node(boxes[phase], following, list(phase[0]) if rr else None, (False, False)))
    return made


def contraction_ball(problem: exit_never.Problem) -> Value | None:
    """P and a row for the curvatures of all components over D, around the centre of D or the start."""
    from exact.exit_norm import dyadic, search

    x, _, q = problem.start
    center, reach = [Fraction(n, q) for n in x], 1 << 64
    if isinstance(problem.domain, Ball):
        center = [Fraction(c, problem.domain.common) for c in problem.domain.center]
        reach = (problem.domain.above << 64) // problem.domain.below
    grid = [int(c * (1 << 64)) for c in center]
    samples = [problem.pool.sample([i], grid, reach, 64) for i in range(problem.pool.size)]
    low, high = (
        min(s.low for s in samples) / (1 << CURVATURE_BITS),
        max(s.high for s in samples) / (1 << CURVATURE_BITS),
    )
    table = search(problem.method, [low], [high])
    rho = max(row[2] for row in table.rows if row[1] <= dyadic(high * 1.6 + 1e-9))
    if rho >= 1 or low <= 0:
        return None
    found = table.evidence(64)
    row = max(found["table"], key=lambda entry: Fraction(entry["high"]))
    return {
        "method": "ball",
        "precision": 64,
        "norm": found["norm"],
        "center": [str(c) for c in center],
        "row": row,
    }


# --- finite means ---------------------------------------------------------------------------------------------------


def escape(problem: exit_finite.Problem) -> Value | None:
    """The direction, letters and repeats with the least N / p^N among the gradients at the centre of D."""
    dimension = problem.pool.dimension
    around = exit_finite.hull(problem.domain, [Fraction(1)] * dimension)
    center = [int(c * (1 << 64)) for c in around.center]
    best: tuple[Fraction, Value] | None = None
    for batch in problem.sampling.batches:
        gradient = problem.pool.sample(batch, center, 0, 64).gradient
        size = max(map(abs, gradient))
        if not size:
            continue
        direction = [Fraction(-g * 1024 // size, 1024) for g in gradient]
        for found in _pushes(problem, direction):
            best = found if best is None or found[0] < best[0] else best
    return None if best is None else best[1]


def _pushes(problem: exit_finite.Problem, direction: list[Fraction]) -> Iterator[tuple[Fraction, Value]]:
    """(N / p^N, evidence) for every set of the letters that push most along a direction."""
    around = exit_finite.hull(problem.domain, direction)
    ends = exit_finite.pulls(problem, direction, around, 64)
    pushes = sorted(((-m - s, letter) for letter, (m, s) in enumerate(ends)), reverse=True)
    most = max(abs(m) + s for m, s in ends)
    for size in range(1, len(pushes) + 1):
        push = pushes[size - 1][0]
        if push <= 0:
            return
        repeats = _repeats(problem, direction, push, most, around.width)
        if repeats is None:
            continue
        letters = sorted(letter for _, letter in pushes[:size])
        loose = repeats * Fraction(len(pushes), size) ** repeats
        yield (
            loose,
            {
                "method": "escape",
                "precision": 64,
                "direction": [str(u) for u in direction],
                "letters": letters,
                "repeats": repeats,
                "tail": 0,
            },
        )


def _repeats(
    problem: exit_finite.Problem, direction: list[Fraction], push: Fraction, most: Fraction, width: Fraction
) -> int | None:
    """The least N that moves beyond the width; the distance moved is convex in N, so doubling and halving find it."""
    high = 1
    while exit_finite.displacement(problem, direction, push, most, high) <= width:
        high *= 2
        if high > exit_finite.MAX_REPEATS:
            return None
    return next(
        n for n in range(high // 2, high + 1) if exit_finite.displacement(problem, direction, push, most, n) > width
    )


def bound(problem: exit_finite.Problem, evidence: Value) -> tuple[Fraction, Fraction]:
    """What escape evidence shows of E tau: at least, at most."""
    early, left = exit_finite.early(problem, evidence["tail"])
    chance = Fraction(len(problem.sampling.batches), len(evidence["letters"]))
    return early, early + left * evidence["repeats"] * chance ** evidence["repeats"]


# --- means ----------------------------------------------------------------------------------------------------------


def mean_evidence(problem: exit_mean.Problem, progress: Progress) -> Iterator[Value]:
    """Automata of words, then grids."""
    if problem.sampling.kind == "iid":
        for size in range(1, WORDS + 1):
            progress(size, WORDS, "words of an automaton")
            nodes = word_automaton(problem, size)
            if nodes is not None:
                yield {"method": "automaton", "nodes": nodes, "times": times(nodes)}
                return
        for across, along in GRIDS:
            progress(across, GRIDS[-1][0], "grid")
            found = grid(problem, across, along)
            if found is not None:
                yield found


def word_automaton(problem: exit_mean.Problem, size: int) -> list[Value] | None:
    """Nodes: the exact states after fewer than `size` letters, and the images of an invariant box under words."""
    letters = range(len(problem.sampling.batches))
    if len(letters) ** size > 512:
        return None
    domain = exit_automaton.interval_of(problem.domain)
    base = _trapped(problem, domain)
    if base is None:
        return None
    boxes: dict[tuple[int, ...], Box] = {}
    short: dict[tuple[int, ...], Box] = {(): _start_box(problem)}
    for length in range(1, size):
        for word in itertools.product(letters, repeat=length):
            if word[:-1] in short:
                found = image(problem, word[-1], short[word[:-1]])
                if not domain.apart(Interval(found[0], found[1])):
                    short[word] = found
    for word in itertools.product(letters, repeat=size):
        box: Box | None = base
        for letter in word:
            box = None if box is None else _within(image(problem, letter, box), domain)
        if box is not None:
            boxes[word] = box
    names = {**{("short", word): box for word, box in short.items()}, **{("long", w): box for w, box in boxes.items()}}
    return _linked(problem, domain, names, size)


def _within(box: Box, domain: Interval) -> Box | None:
    """The part of a box in D (its closure)."""
    if domain.apart(Interval(box[0], box[1])):
        return None
    low = box[0] if domain.low is None else max(box[0], domain.low)
    high = box[1] if domain.high is None else min(box[1], domain.high)
    return (low, high, box[2], box[3])


def _trapped(problem: Any, domain: Interval) -> Box | None:
    """A box that every letter maps into itself or out of D."""
    box = _start_box(problem)
    for _ in range(400):
        grown = box
        for letter in range(len(problem.sampling.batches)):
            inside = _within(image(problem, letter, box), domain)
            grown = grown if inside is None else hull(grown, inside)
        if grown == box:
            return box
        box = grown
    return None


def _linked(problem: Any, domain: Interval, names: dict[Any, Box], size: int) -> list[Value] | None:
    """Nodes with their targets; None where some image lies neither in a node nor outside D."""
    index = {name: a for a, name in enumerate(names)}
    made = []
    if not all(domain.holds(Interval(box[0], box[1])) for box in names.values()):
        return None
    for (kind, word), box in names.items():
        following: list[int | None] = []
        for letter in range(len(problem.sampling.batches)):
            moved = image(problem, letter, box)
            if domain.apart(Interval(moved[0], moved[1])):
                following.append(None)
                continue
            then = (*word, letter)
            name = ("long", then[-size:]) if kind == "long" or len(then) == size else ("short", then)
            target = names.get(name)
            if target is None or hull(target, moved) != target or not domain.holds(Interval(moved[0], moved[1])):
                return None
            following.append(index[name])
        made.append(_node(box, following, None, (False, False)))
    return _reached(made)


def _reached(nodes: list[Value]) -> list[Value]:
    """The nodes that node 0 leads to, renumbered."""
    seen, order = {0}, [0]
    for a in order:
        for target in nodes[a]["next"]:
            if target is not None and target not in seen:
                seen.add(target)
                order.append(target)
    new = {a: k for k, a in enumerate(order)}
    return [
        {**nodes[a], "next": [None if target is None else new[target] for target in nodes[a]["next"]]} for a in order
    ]


def times(nodes: list[Value]) -> list[str]:
    """The solution of times = 1 + mean of the next times, exactly; zeros where there is none."""
    import flint

    size = len(nodes)
    rows = [[flint.fmpq(int(a == b)) for b in range(size)] for a in range(size)]
    for a, node in enumerate(nodes):
        share = flint.fmpq(1, len(node["next"]))
        for target in node["next"]:
            if target is not None:
                rows[a][target] -= share
    try:
        solution = flint.fmpq_mat(rows).solve(flint.fmpq_mat([[flint.fmpq(1)]] * size))
    except ZeroDivisionError:
        return ["0"] * size
    return [str(solution[a, 0]) for a in range(size)]


def grid(problem: exit_mean.Problem, across: int, along: int) -> Value | None:
    """Super- and subsolution on a grid by value iteration in floats, scaled until they hold with room to round."""
    import numpy as np

    inside = exit_automaton.interval_of(problem.domain)
    if inside.low is None or inside.high is None:
        return None
    batches = problem.sampling.batches
    slopes = [exit_automaton.values(problem.pool, batch, inside.low, inside.high) for batch in batches]
    most = max(abs(g) for points in slopes for _, g in points)
    start = abs(Fraction(problem.start[1][0], problem.start[2]))
    buffer = max(abs(problem.method.bg) * most / (1 - problem.method.bb), start, Fraction(1, 1 << 20))
    cells = exit_mean.Cells(inside.low, inside.high, buffer, across, along)
    count = across * along
    met: list[list[list[int]]] = [[] for _ in batches]
    away = np.zeros((len(batches), count), dtype=bool)
    for i in range(across):
        left = cells.low + i * cells.width
        for which, batch in enumerate(batches):
            points = exit_automaton.values(problem.pool, batch, left, left + cells.width)
            for j in range(along):
                found, leaves = exit_mean.met_cells(problem, cells, points, j)
                met[which].append(found)
                away[which, i * along + j] = leaves or not found
    upper = _iterate([_padded(found, count) for found in met], count, None)
    lower = _iterate([_padded(found, count) for found in met], count, away)
    if upper is None or lower is None:
        return None
    return {
        "method": "grid",
        "cells": [across, along],
        "buffer": str(buffer),
        "upper": [str(Fraction(int(v * (1 << 20)) + 1, 1 << 20)) for v in upper],
        "lower": [str(Fraction(int(v * (1 << 20)), 1 << 20)) for v in lower],
    }


def _padded(found: list[list[int]], count: int) -> Any:
    """Index rows of equal length; `count` points at a cell outside, whose value is 0."""
    import numpy as np

    width = max(1, *(len(cells) for cells in found))
    return np.array([[*cells, *([cells[0] if cells else count] * (width - len(cells)))] for cells in found])


def _iterate(met: list[Any], count: int, away: Any) -> Any:
    """Value iteration of W = 1 + mean max W (away None) or of W = 1 + mean min W; None where it does not settle."""
    import numpy as np

    value = np.zeros(count + 1)
    slack = 1e-5
    for _ in range(20000):
        if away is None:
            ends = [value[cells].max(axis=1) for cells in met]
        else:
            ends = [np.where(leaves, 0.0, value[cells].min(axis=1)) for cells, leaves in zip(met, away, strict=True)]
        new = 1 + sum(ends) / len(met)
        gap = float(np.abs(new - value[:count]).max())
        value[:count] = new
        if gap < slack / 2:
            scale = 1 / (1 - 2 * slack) if away is None else 1 / (1 + 2 * slack)
            return value[:count] * scale
        if float(new.max()) > 1e9:
            return None
    return None
