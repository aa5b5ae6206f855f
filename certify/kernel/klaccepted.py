"""KL acceptance of one drafter, `kl/accepted`: its KL lies below that of every drafter that may be rejected.

Statement `{"target", "draft", "rule", "direction"}`: KL < D, or KL = D and the draft is no minimiser, where KL is
KL(p||q) (forward) or KL(q||p) (reverse) and D is defined in certify/kernel/klpool.py. Hence the draft's most likely
token (tree: the target's among the draft's m) is accepted under every order of ties. Of a draft with a larger KL
nothing is said, least of all that it is rejected.

Evidence is a pool with `sign`, which proves the sign of (value - KL): `{"bits": N}`, or `{"base": [..]}` for KL = D
(theorem kl-boundary; the pool must be exact). Or, forward and for a pool of two tokens, without logarithms:
`{"chi_square": {"bits": B, "terms": K}}`. KL <= sum p^2/q - 1, quotients rounded up at 2^-B, must be below
s sum_{k=1..K} x^(2k)/(2k(2k-1)) <= value, rounded down, s and x s sum and difference of the two probabilities.
"""

from __future__ import annotations

from dataclasses import dataclass

from certify.kernel.acceptance import Distribution, chosen, parse_distribution
from certify.kernel.klpool import THEOREMS, Dual, Problem, check_pool, compare, parse_problem, read_evidence
from certify.kernel.logform import Form, collect
from certify.kernel.reject import Reject, refused
from certify.kernel.rule import Attachments, Rule
from certify.kernel.text import Value, integer, record

MAX_TERMS = 64
MAX_BITS = 1 << 12


@dataclass(frozen=True)
class Accepted:
    """KL < D, or KL = D and the draft is no minimiser."""

    problem: Problem
    draft: Distribution


def parse(statement: Value, where: str) -> Accepted:
    fields = record(statement, where, ("target", "draft", "rule", "direction"))
    problem = parse_problem(fields, where)
    return Accepted(problem, parse_distribution(fields["draft"], f"{where}/draft", len(problem.target.weights)))


def check(claim: Accepted, evidence: Value, _: Attachments) -> None:
    fields = read_evidence(claim.problem, evidence)
    dual = check_pool(claim.problem, fields)
    proof = fields["sign"]
    if isinstance(proof, dict) and "chi_square" in proof:
        _check_log_free(claim, dual, record(proof, "/evidence/sign", ("chi_square",))["chi_square"])
        return
    sign = compare(claim.problem, dual, divergence(claim), proof)
    if sign < 0:
        raise refused("/evidence/sign", "kl-not-below", "KL exceeds the pool's value: not certified, not rejected")
    if sign == 0:
        _check_boundary(claim, dual)


def divergence(claim: Accepted) -> Form:
    """KL(p||q), or KL(q||p) in the reverse direction, as a log form."""
    left, right = claim.problem.target, claim.draft
    if not claim.problem.forward:
        left, right = right, left
    terms = []
    for i, (w, v) in enumerate(zip(left.weights, right.weights, strict=True)):
        if w and not v:
            raise _infinite(i)
        if w:
            terms.append((w, w * right.total, v * left.total))
    return Form(left.total, 0, collect(terms))


def _infinite(token: int) -> Reject:
    return refused("/statement/draft", "kl-infinite", f"token {token}: one probability is 0, the other is not")


def _check_boundary(claim: Accepted, dual: Dual) -> None:
    """KL = D: refuse a draft that is a minimiser, which is one that may be rejected."""
    if not dual.exact:
        raise refused("/evidence/pool", "not-exact", "KL equals the value of the pool, which is not known to be D")
    weights, draft, rule = claim.problem.target.weights, claim.draft.weights, claim.problem.rule
    top = max(draft)
    tops = [i for i, v in enumerate(draft) if v == top]
    if claim.problem.tree:
        minimiser = sum(v >= draft[dual.token] for v in draft) > (rule.count or 0)
    elif rule.tie == "lowest":
        minimiser = tops != [chosen(weights)]
    else:
        minimiser = any(weights[i] <= weights[dual.token] for i in tops)
    if minimiser:
        raise refused("/evidence/sign", "boundary-minimiser", "KL = D and the draft is a minimiser: ties decide")


def _check_log_free(claim: Accepted, dual: Dual, proof: Value) -> None:
    where = "/evidence/sign/chi_square"
    fields = record(proof, where, ("bits", "terms"))
    bits, count = integer(fields["bits"], f"{where}/bits", 1, MAX_BITS), integer(fields["terms"], f"{where}/terms", 1)
    target, draft = claim.problem.target, claim.draft
    if not claim.problem.forward or len(dual.pool) != 2 or count > MAX_TERMS:
        detail = f"only forward, for a pool of two, with at most {MAX_TERMS} terms; the pool has {len(dual.pool)}"
        raise refused(where, "no-log-free-bound", detail)
    shares = 0
    for i, (w, v) in enumerate(zip(target.weights, draft.weights, strict=True)):
        if w and not v:
            raise _infinite(i)
        if w:
            shares += -((-w * w << bits) // v)
    first, second = (target.weights[i] for i in dual.pool)
    square = ((first - second) ** 2 << bits) // dual.level**2
    power, series = 1 << bits, 0
    for k in range(1, count + 1):
        power = power * square >> bits
        series += power // (2 * k * (2 * k - 1))
    if shares * draft.total - (target.total**2 << bits) >= series * dual.level * target.total:
        raise refused(where, "kl-not-below", "the log-free bounds overlap: not certified by them, not rejected")


RULE = Rule(parse, check, theorems=(*THEOREMS, "kl-boundary"))
