"""D against a conic solver that knows nothing of pools: every rule, both directions, every way of being rejected."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from certify.kernel import klpool
from exact.kl_acceptance import find_pool
from tests.exact.kl_problems import constraints, distribution, on_threshold, rules, weights
from tests.kernel.values import pool_value

cvxpy = pytest.importorskip("cvxpy", reason="the conic solver is not installed")

PROBLEMS, BATCHES = 500, 10


def least(p: list[float], pairs: list[tuple[int, int]], forward: bool) -> float:
    """min KL(p||q), or KL(q||p), over distributions with q_i >= q_k for every pair; inf where there is none."""
    q = cvxpy.Variable(len(p))
    kept = [i for i, x in enumerate(p) if x > 0]
    demands = [q >= 0, cvxpy.sum(q) == 1, *(q[i] >= q[k] for i, k in pairs)]
    if forward:
        value = sum(p[i] * (math.log(p[i]) - cvxpy.log(q[i])) for i in kept)
    else:
        value = sum(cvxpy.rel_entr(q[i], p[i]) for i in kept)
        demands += [q[i] == 0 for i, x in enumerate(p) if x == 0]
    problem = cvxpy.Problem(cvxpy.Minimize(value), demands)
    problem.solve(solver="CLARABEL", tol_gap_abs=1e-12, tol_gap_rel=1e-12, tol_feas=1e-12)
    return math.inf if problem.status == "infeasible" else float(problem.value)


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.filterwarnings("ignore")
def test_conic_solver_agrees_to_1e_9(batch: int) -> None:
    rng = random.Random(batch)
    done = 0
    while done < PROBLEMS // BATCHES:
        size = rng.randint(3, 5)
        numbers = weights(rng, size)
        p = [w / sum(numbers) for w in numbers]
        for rule in rules(rng, size):
            if on_threshold(p, rule) or done == PROBLEMS // BATCHES:
                continue
            direction = rng.choice(["forward", "forward", "reverse"])
            statement = {"target": distribution(numbers), "rule": rule, "direction": direction}
            problem = klpool.parse_problem(statement, "")
            pool = find_pool(problem)
            ours = math.inf if pool.infinite else pool_value(problem, pool.evidence)
            ways = constraints(p, rule)
            theirs = min((least(p, pairs, direction == "forward") for pairs in ways), default=math.inf)
            assert ours == theirs or abs(ours - theirs) < 1e-9, (numbers, rule, direction, ours, theirs)
            done += 1


def test_the_values_are_those_of_the_kernel() -> None:
    statement = {"target": distribution([2, 1, 1]), "rule": {"name": "strict", "tie": "any"}, "direction": "forward"}
    problem = klpool.parse_problem(statement, "")
    assert abs(pool_value(problem, find_pool(problem).evidence) - 0.042474759198849368) < 1e-16
    assert Fraction(find_pool(problem).evidence["level"]) == Fraction(3, 8)
