"""The dual certificate of KL acceptance, shared by `kl/bound` and `kl/accepted`: a pool of tokens and its value.

p is the target, q a drafter, L the tokens that the rule rejects (certify/kernel/acceptance.py). R is the set of the
drafters that may be rejected: some maximiser of q lies in L; for `tree`, at least m tokens i != a have q_i >= q_a. Then

    D = min over q in R of KL(p||q) (direction forward) or KL(q||p) (reverse); infinite where every such KL is.

`pool` is a set S of k tokens; `level` is the mean m of p over S (stated in the forward direction only).
  single token  `{"token": j, "pool": S, "level": m}`: p_j is the largest rejected probability, p_i >= m on S - j.
  tree          `{"token": a, "rivals": J, "pool": S, "level": m}`: J are m heaviest others, p_i <= m on S - a in J.
Then D >= sum_S p_i log(p_i/m) (theorems kl-heaviest-token, kl-water-level, kl-tree), with equality if p_i <= m off S
(tree: p_i >= m on J - S). Reverse (kl-reverse): the geometric mean G of p on S stands for m, p > 0 on S (single token),
and the value is -log(1 - sum_S p_i + k G). Under `entropy`, `"threshold": {"accepted": sign | null, "rejected": sign |
null}` proves that the next heavier value is accepted (null where that exceeds epsilon or nothing is heavier), and that
token j is rejected (needed for equality unless p_j = 0). A sign is proved as in certify/kernel/logform.py; a value of 0
in the reverse direction by `{"base": [..], "mean": G}`, without mean where S carries all probability or p is 0 on it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from certify.kernel import logform
from certify.kernel.acceptance import (
    Acceptance,
    Distribution,
    chosen,
    heaviest_rejected,
    parse_distribution,
    parse_rule,
)
from certify.kernel.fixed import exp_bounds, log_bounds
from certify.kernel.logform import Form, collect, difference, enclose, prove_sign
from certify.kernel.rational import brief, rational
from certify.kernel.reject import limit, malformed, refused
from certify.kernel.text import Value, choice, distinct, integer, integers, record

MAX_POWER_BITS = 1 << 22  # of p_i^k
THEOREMS = ("fixed-point", "kl-heaviest-token", "kl-water-level", "kl-reverse", "kl-tree")


@dataclass(frozen=True)
class Problem:
    """What defines D."""

    target: Distribution
    rule: Acceptance
    forward: bool

    @property
    def tree(self) -> bool:
        return self.rule.name == "tree"

    def share(self, weight: int) -> str:
        """weight/total for messages."""
        return brief(Fraction(weight, self.target.total))


@dataclass(frozen=True)
class Dual:
    """A checked pool: its value is a lower bound of D, and D itself if `exact`; `level` is the weight of the pool."""

    token: int
    pool: tuple[int, ...]
    level: int
    exact: bool


def parse_problem(fields: dict[str, Value], where: str) -> Problem:
    """Target, rule and direction of a statement."""
    target = parse_distribution(fields["target"], f"{where}/target")
    rule = parse_rule(fields["rule"], f"{where}/rule")
    return Problem(target, rule, choice(fields["direction"], f"{where}/direction", ("forward", "reverse")) == "forward")


def read_evidence(problem: Problem, evidence: Value) -> dict[str, Value]:
    """The fields that a pool of this problem has, and its sign."""
    optional = {"level": problem.forward, "rivals": problem.tree, "threshold": problem.rule.name == "entropy"}
    return record(evidence, "/evidence", ("token", "pool", "sign", *(key for key, there in optional.items() if there)))


def check_pool(problem: Problem, fields: dict[str, Value]) -> Dual:
    """The pool of the evidence, refused where a hypothesis of weak duality fails."""
    weights = problem.target.weights
    token = integer(fields["token"], "/evidence/token", 0, len(weights) - 1)
    pool = integers(fields["pool"], "/evidence/pool", 0, len(weights) - 1, 1)
    distinct(pool, "/evidence/pool")
    if token not in pool:
        raise refused("/evidence/pool", "token-not-in-pool", f"a pool of {len(pool)} tokens without token {token}")
    candidates: Sequence[int] = range(len(weights))
    if problem.tree:
        candidates, exact = _tree_token(problem, token, pool, fields)
    else:
        exact = _single_token(problem, token, fields)
    pooled = set(pool)
    inside, outside = [weights[i] for i in pool if i != token], [weights[i] for i in candidates if i not in pooled]
    level = sum(weights[i] for i in pool)
    if level == 0 or (not problem.forward and not problem.tree and 0 in [weights[i] for i in pool]):
        raise refused("/evidence/pool", "zero-level", "a token of probability 0 makes the level of this pool 0")
    if problem.forward:
        stated, found = rational(fields["level"], "/evidence/level"), Fraction(level, len(pool) * problem.target.total)
        if stated != found:
            raise refused("/evidence/level", "wrong-level", f"found {brief(stated)}, the mean over S is {brief(found)}")
    sign = -1 if problem.tree else 1
    if _crosses(problem, pool, inside, sign):
        found_, needed = problem.share(min(inside, key=lambda w: sign * w)), "at most" if problem.tree else "at least"
        raise refused("/evidence/pool", "wrong-pool", f"a pooled token has {found_}; must be {needed} the level")
    return Dual(token, tuple(pool), level, exact and not _crosses(problem, pool, outside, -sign))


def _crosses(problem: Problem, pool: Sequence[int], values: Sequence[int], sign: int) -> bool:
    """Whether some value is below the level (sign 1) or above it (sign -1)."""
    if not values:
        return False
    extreme = min(values) if sign > 0 else max(values)
    pooled = [problem.target.weights[i] for i in pool]
    if problem.forward:
        return sign * (len(pool) * extreme - sum(pooled)) < 0
    bits = problem.target.total.bit_length() * len(pool)
    if bits > MAX_POWER_BITS:
        raise limit("/evidence/pool", "pool-too-large", f"powers of {bits} bits, at most {MAX_POWER_BITS}")
    power: int = extreme ** len(pool)
    return sign * (power - math.prod(pooled)) < 0


def _single_token(problem: Problem, token: int, fields: dict[str, Value]) -> bool:
    """Refuse unless no rejected token is heavier than `token`; true if `token` is known to be rejected."""
    weights = problem.target.weights
    if problem.rule.name == "entropy":
        return _entropy_token(problem, weights[token], fields["threshold"])
    heaviest = heaviest_rejected(problem.rule, problem.target)
    if heaviest is None:
        raise refused("/evidence/token", "no-rejected-token", "the rule rejects no token: D is infinite")
    kept = problem.rule.tie == "lowest" and token == chosen(weights)
    if weights[token] != heaviest or kept:
        found = f"token {token} has {problem.share(weights[token])}{' and is accepted' if kept else ''}"
        raise refused("/evidence/token", "wrong-token", f"{found}; the heaviest rejected has {problem.share(heaviest)}")
    return True


def _tree_token(problem: Problem, token: int, pool: Sequence[int], fields: dict[str, Value]) -> tuple[list[int], bool]:
    """The rivals, and whether missing `token` is the only way to be rejected."""
    weights, count = problem.target.weights, problem.rule.count or 0
    top = max(weights)
    if weights[token] != top or (problem.rule.tie == "lowest" and token != chosen(weights)):
        raise refused("/evidence/token", "wrong-token", f"found {token}, the maximiser is {chosen(weights)}")
    if count >= len(weights):
        raise refused("/evidence/rivals", "no-rejected-token", f"a tree of {count} offers all {len(weights)} tokens")
    rivals = integers(fields["rivals"], "/evidence/rivals", 0, len(weights) - 1)
    distinct(rivals, "/evidence/rivals")
    kept = {token, *rivals}
    if len(kept) != count + 1 or len(rivals) != count:
        raise refused(
            "/evidence/rivals", "wrong-rivals", f"{len(kept - {token})} tokens beside {token}, must be {count}"
        )
    left = max((w for i, w in enumerate(weights) if i not in kept), default=0)
    if min(weights[i] for i in rivals) < left:
        raise refused("/evidence/rivals", "wrong-rivals", "a token outside is heavier than one of the rivals")
    if not kept.issuperset(pool):
        raise refused("/evidence/pool", "pool-beyond-rivals", "a pooled token is neither the maximiser nor a rival")
    return rivals, problem.rule.tie == "lowest" or weights.count(top) == 1


# --- the entropy rule -----------------------------------------------------------------------------------------------


def _entropy_token(problem: Problem, weight: int, value: Value) -> bool:
    proofs = record(value, "/evidence/threshold", ("accepted", "rejected"))
    heavier = [w for w in problem.target.weights if w > weight]
    if heavier:
        require_accepted(problem, min(heavier), proofs["accepted"], "/evidence/threshold/accepted")
    if weight == 0 or proofs["rejected"] is None:
        return weight == 0
    where = "/evidence/threshold/rejected"
    if above_epsilon(problem, weight) or _above_entropy(problem, weight, proofs["rejected"], where):
        raise refused(where, "not-rejected", f"{problem.share(weight)} is accepted by the rule")
    return True


def require_accepted(problem: Problem, weight: int, proof: Value, where: str) -> None:
    """Refuse unless the entropy rule accepts p = weight/total."""
    if above_epsilon(problem, weight):
        return
    if weight == 0 or not _above_entropy(problem, weight, proof, where):
        raise refused(where, "not-accepted", f"{problem.share(weight)} is below the threshold: the rule rejects it")


def above_epsilon(problem: Problem, weight: int) -> bool:
    gap = Fraction(weight, problem.target.total) - (problem.rule.epsilon or 0)
    return gap > 0 or (gap == 0 and problem.rule.accept == "ge")


def _above_entropy(problem: Problem, weight: int, proof: Value, where: str) -> bool:
    """Whether p = weight/total > 0 exceeds delta exp(-H), or equals it under `ge`."""
    sign = prove_sign(entropy_form(problem, weight), proof, where)
    return sign > 0 or (sign == 0 and problem.rule.accept == "ge")


def entropy_form(problem: Problem, weight: int) -> Form:
    """log p - log delta + H for p = weight/total > 0, H = -sum p_k log(p_k + guard)."""
    total, rule = problem.target.total, problem.rule
    delta, guard = rule.number or Fraction(1), rule.guard or Fraction(0)
    terms = [(total, weight, total), (-total, delta.numerator, delta.denominator)]
    for w, count in Counter(problem.target.weights).items():
        if w:
            guarded = w * guard.denominator + guard.numerator * total
            terms.append((-w * count, guarded, total * guard.denominator))
    return Form(total, 0, collect(terms))


# --- values and their comparison ------------------------------------------------------------------------------------


def compare(problem: Problem, dual: Dual, other: Form, proof: Value) -> int:
    """The sign of (value of the pool) - other."""
    where = "/evidence/sign"
    if problem.forward:
        return prove_sign(difference(value_form(problem, dual), other), proof, where)
    if isinstance(proof, dict) and "base" in proof:
        fields = record(proof, where, ("base",), ("mean",))
        form = reverse_form(problem, dual, fields, where)
        logform.require_zero(difference(form, other), fields["base"], f"{where}/base")
        return 0
    bits = integer(record(proof, where, ("bits",))["bits"], f"{where}/bits", 1)
    below, above = enclose(other, bits, f"{where}/bits")
    low, high = reverse_value(problem, dual, bits, f"{where}/bits")
    return logform.sign_of(low * other.scale - above, high * other.scale - below, bits, f"{where}/bits")


def value_form(problem: Problem, dual: Dual) -> Form:
    """sum_S p_i log(p_i/m), with 0 log 0 = 0."""
    weights, size = problem.target.weights, len(dual.pool)
    terms = [(weights[i], weights[i] * size, dual.level) for i in dual.pool if weights[i]]
    return Form(problem.target.total, 0, collect(terms))


def reverse_value(problem: Problem, dual: Dual, bits: int, where: str) -> tuple[int, int]:
    """(lo, hi) around 2^bits (-log Z), Z = 1 - sum_S p + k G; G = 0 where p is 0 on the pool."""
    weights, total, size = problem.target.weights, problem.target.total, len(dual.pool)
    rest = (total - dual.level) << bits
    lowest, highest = rest // total, -(-rest // total)
    if all(weights[i] for i in dual.pool):
        below, above = enclose(Form(1, 0, collect((1, weights[i], total) for i in dual.pool)), bits, where)
        lowest += size * exp_bounds(below // size, bits)[0]
        highest += size * exp_bounds(-(-above // size), bits)[1]
    if lowest <= 0:
        raise refused(where, "precision-too-low", f"at {bits} bits the normaliser cannot be told from 0")
    return -log_bounds(highest, 1 << bits, bits)[1], -log_bounds(lowest, 1 << bits, bits)[0]


def reverse_form(problem: Problem, dual: Dual, proof: dict[str, Value], where: str) -> Form:
    """-log Z as a log form: G is rational, or S carries all probability, or p is 0 on the pool."""
    weights, total, size = problem.target.weights, problem.target.total, len(dual.pool)
    product = math.prod(weights[i] for i in dual.pool)
    mean = Fraction(0)
    if "mean" in proof:
        mean = rational(proof["mean"], f"{where}/mean")
        if mean <= 0 or max(mean.numerator.bit_length(), mean.denominator.bit_length()) * size > MAX_POWER_BITS:
            raise malformed(
                f"{where}/mean", "out-of-range", f"found {brief(mean)}, needed the geometric mean of p on S"
            )
        if (mean * total) ** size != product:
            raise refused(f"{where}/mean", "wrong-mean", f"{brief(mean)}^{size} is not the product of p over the pool")
    elif product and dual.level == total:
        return Form(size, 0, ((-size, size, 1), *((-1, weights[i], total) for i in dual.pool)))
    elif product:
        raise refused(
            where, "no-log-form", "without a rational mean the value is no log form and equality is not shown"
        )
    normaliser = Fraction(total - dual.level, total) + size * mean
    if normaliser == 0:
        raise refused(where, "infinite", "the normaliser is 0: D is infinite")
    return Form(1, 0, ((-1, normaliser.numerator, normaliser.denominator),))
