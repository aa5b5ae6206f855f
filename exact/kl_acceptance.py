"""Certificates of KL acceptance for rational distributions: pools by water filling, then the cheapest proof that works.

Tiers, in this order: T0 an upper bound of KL by chi-square against a rational lower bound of D (no logarithm);
T1 rigorous binary64 (`exact.binary64`), which tells early where nothing can be found and, where the time allowed is too
short for a proof, gives its word (`attested: binary64`); T2 integer logarithms at 64, 128, ... bits; T3 the zero test.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.contract import Claim, Found, Limits, NotFound, Progress, attestation, certificate
from certify.kernel import klaccepted, klbound, klmargin, klpool
from certify.kernel.acceptance import chosen, heaviest_rejected
from certify.kernel.fixed import MAX_BITS
from certify.kernel.klpool import Problem
from certify.kernel.logform import Form, difference, enclose, holds
from certify.kernel.reject import Reject
from exact import logform
from exact.logform import Undecided

Value = Any

LOG_FREE_BITS, LOG_FREE_TERMS = 64, 4
T1_FROM = 4096  # tokens from which binary64 is asked before logarithms are taken
SECONDS_PER_LOG = 4e-5  # with its check
BINARY64 = "binary64"


@dataclass(frozen=True)
class Pool:
    """Evidence of one minimiser, without its sign. `infinite`: evidence that D is infinite, and nothing else."""

    evidence: dict[str, Value]
    infinite: bool = False


def find_pool(problem: Problem) -> Pool:
    """The exact minimiser's pool, or why D is infinite. Raises Undecided (entropy threshold beyond the limit)."""
    if problem.tree:
        return _tree_pool(problem)
    weights = problem.target.weights
    threshold: Value = None
    if problem.rule.name == "entropy":
        heaviest, threshold = _entropy_threshold(problem)
    else:
        heaviest = heaviest_rejected(problem.rule, problem.target)
    if heaviest is None or (heaviest == 0 and not problem.forward):
        return Pool({} if threshold is None else {"threshold": {"accepted": threshold["accepted"]}}, infinite=True)
    kept = chosen(weights) if problem.rule.tie == "lowest" else -1
    token = next(i for i, w in enumerate(weights) if w == heaviest and i != kept)
    order = sorted((i for i, w in enumerate(weights) if w > heaviest), key=lambda i: -weights[i])
    pool = _fill(problem, token, order, lambda gap: gap > 0)
    evidence = _evidence(problem, token, pool)
    return Pool(evidence if threshold is None else {**evidence, "threshold": threshold})


def _fill(problem: Problem, token: int, order: list[int], wanted: Callable[[int], bool]) -> list[int]:
    """Add tokens in this order as long as they lie on the wanted side of the level."""
    weights = problem.target.weights
    pool, level = [token], weights[token]
    for i in order:
        w, size = weights[i], len(pool)
        if not wanted(w * size - level if problem.forward else w**size - level):
            break
        pool.append(i)
        level = level + w if problem.forward else level * w
    return pool


def _evidence(problem: Problem, token: int, pool: list[int]) -> dict[str, Value]:
    level = Fraction(sum(problem.target.weights[i] for i in pool), len(pool) * problem.target.total)
    return {"token": token, "pool": sorted(pool)} | ({"level": str(level)} if problem.forward else {})


def _tree_pool(problem: Problem) -> Pool:
    weights, count = problem.target.weights, problem.rule.count or 0
    top = max(weights)
    named = weights.count(top) if problem.rule.tie == "any" else 1
    if len(weights) - named < count or (not problem.forward and top == problem.target.total):
        return Pool({}, infinite=True)
    token = chosen(weights)
    others = sorted((i for i in range(len(weights)) if i != token), key=lambda i: (-weights[i], i))
    rivals = others[:count]
    pool = _fill(problem, token, rivals[::-1], lambda gap: gap < 0)
    return Pool({**_evidence(problem, token, pool), "rivals": sorted(rivals)})


def _entropy_threshold(problem: Problem) -> tuple[int | None, Value]:
    """The heaviest rejected weight (None: there is none), with proofs for it and for the next heavier one."""
    values = sorted(set(problem.target.weights))
    proofs: dict[int, tuple[bool, Value]] = {}

    def accepted(weight: int) -> bool:
        if weight not in proofs:
            proofs[weight] = _entropy_decision(problem, weight)
        return proofs[weight][0]

    low, high = 0, len(values)  # values below low are rejected, from high on accepted
    while low < high:
        middle = (low + high) // 2
        if accepted(values[middle]):
            high = middle
        else:
            low = middle + 1
    above = proofs[values[low]][1] if low < len(values) and accepted(values[low]) else None
    below = proofs[values[low - 1]][1] if low and not accepted(values[low - 1]) else None
    return (values[low - 1] if low else None), {"accepted": above, "rejected": below}


def _entropy_decision(problem: Problem, weight: int) -> tuple[bool, Value]:
    """Whether the rule accepts weight/total, and the proof where one is needed."""
    if klpool.above_epsilon(problem, weight):
        return True, None
    if weight == 0:
        return False, None
    sign, proof = logform.decide(klpool.entropy_form(problem, weight))
    return sign > 0 or (sign == 0 and problem.rule.accept == "ge"), proof


# --- signs ----------------------------------------------------------------------------------------------------------


def compare(problem: Problem, pool: Pool, other: Form, first: int = logform.FIRST) -> tuple[int, Value]:
    """The sign of D - other, and its proof. Raises Undecided beyond the kernel's precision."""
    fields = {**pool.evidence, "sign": None}
    dual = klpool.check_pool(problem, fields)
    if problem.forward:
        return logform.decide(difference(klpool.value_form(problem, dual), other), first)
    exact = _reverse_form(problem, dual)
    bits = first
    while bits <= MAX_BITS:
        try:
            below, above = enclose(other, bits, "")
            low, high = klpool.reverse_value(problem, dual, bits, "")
        except Reject as reject:
            if reject.code != "precision-too-low":
                raise Undecided(str(reject)) from reject
            low = high = below = above = 0
        if low * other.scale > above:
            return 1, {"bits": bits}
        if high * other.scale < below:
            return -1, {"bits": bits}
        if exact is not None and bits == logform.ZERO_TEST:
            base = logform.zero_base(difference(exact[0], other))
            if base is not None:
                return 0, {"base": [str(element) for element in base], **exact[1]}
        bits *= 2
    raise Undecided(f"no sign at {MAX_BITS} bits")


def _reverse_form(problem: Problem, dual: klpool.Dual) -> tuple[Form, dict[str, Value]] | None:
    """D as a log form with the mean that shows it, or None where its normaliser is irrational (then D is none)."""
    weights, total = problem.target.weights, problem.target.total
    product = math.prod(weights[i] for i in dual.pool)
    proof = {}
    if product and dual.level != total:
        root = _root(product, len(dual.pool))
        if root is None:
            return None
        proof = {"mean": str(Fraction(root, total))}
    return klpool.reverse_form(problem, dual, proof, ""), proof


def _root(number: int, degree: int) -> int | None:
    """The exact integer root, or None."""
    low, high = 1, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high) // 2
        if middle**degree < number:
            low = middle + 1
        else:
            high = middle
    return low if low**degree == number else None


# --- producers ------------------------------------------------------------------------------------------------------


def prove_bound(claim: Claim, limits: Limits, progress: Progress) -> Found | NotFound:
    """A certificate of D relation bound, or of the negation."""
    parsed = klbound.parse(claim.statement, "/statement")
    try:
        pool = find_pool(parsed.problem)
        if (parsed.bound is None) != pool.infinite:
            word = "infinite: no token is rejected" if pool.infinite else "finite"
            return NotFound(f"D is {word}; the claim says otherwise")
        if parsed.bound is None:
            return Found(claim, certificate(claim, pool.evidence))
        sign, proof = compare(parsed.problem, pool, parsed.bound)
    except (Undecided, Reject) as error:
        return NotFound(str(error), limit=True)
    subject = claim if holds(sign, parsed.relation) else claim.negation()
    if subject is None:
        return NotFound(f"D is {('below', 'equal to', 'above')[sign + 1]} the bound; an equality has no negation")
    return Found(subject, certificate(subject, {**pool.evidence, "sign": proof}))


def prove_accepted(claim: Claim, limits: Limits, progress: Progress) -> Found | NotFound:
    """A certificate that KL < D (or = D off the minimisers), by the first tier that gives one."""
    deadline = limits.deadline()
    parsed = klaccepted.parse(claim.statement, "/statement")
    problem = parsed.problem
    try:
        pool = find_pool(problem)
        if pool.infinite:
            return NotFound(
                "no token is rejected: D is infinite and every drafter is accepted; claim that with kl/bound"
            )
        progress(0, 3, "T0: chi-square")
        if (evidence := _log_free(parsed, pool)) is not None:
            return Found(claim, certificate(claim, evidence))
        form = klaccepted.divergence(parsed)
        progress(1, 3, "T1: binary64")
        guess = _binary64(parsed, pool)
        if guess is not None and guess < 0:
            return NotFound("not certifiable: KL >= D in rigorous binary64; that does not say the drafter is rejected")
        left = deadline.remaining
        if guess is not None and left is not None and left < SECONDS_PER_LOG * len(form.terms):
            return Found(claim, attestation(claim, BINARY64, "KL < D by rigorous binary64 arithmetic"))
        progress(2, 3, "T2: logarithms")
        sign, proof = compare(problem, pool, form)
    except Undecided as error:
        return NotFound(str(error), limit=True)
    except Reject as reject:
        words = "KL is infinite" if reject.code == "kl-infinite" else "not certified"
        return NotFound(f"{words}: {reject.detail}", limit=reject.category.name == "LIMIT")
    if sign < 0:
        return NotFound("not certifiable: KL > D; that does not say the drafter is rejected")
    evidence = {**pool.evidence, "sign": proof}
    if sign == 0:
        try:
            klaccepted.check(parsed, evidence, {})
        except Reject as reject:
            return NotFound(f"not certifiable: {reject.detail}")
    return Found(claim, certificate(claim, evidence))


def _log_free(parsed: klaccepted.Accepted, pool: Pool) -> dict[str, Value] | None:
    """T0 with the heaviest token and the heaviest rejected one as pool; None where it does not reach."""
    problem = parsed.problem
    if not problem.forward:
        return None
    evidence = pool.evidence
    if not problem.tree:
        top = next((i for i in evidence["pool"] if i != evidence["token"]), None)
        if top is None:
            return None
        top = max((i for i in evidence["pool"] if i != evidence["token"]), key=problem.target.weights.__getitem__)
        evidence = {**evidence, **_evidence(problem, evidence["token"], [top, evidence["token"]])}
    sign = {"chi_square": {"bits": LOG_FREE_BITS, "terms": LOG_FREE_TERMS}}
    evidence = {**evidence, "sign": sign}
    try:
        klaccepted.check(parsed, evidence, {})
    except Reject:
        return None
    return evidence


def _binary64(parsed: klaccepted.Accepted, pool: Pool) -> int | None:
    """The sign of D - KL by rigorous binary64 for long distributions; None where that does not tell."""
    if len(parsed.problem.target.weights) < T1_FROM or not parsed.problem.forward:
        return None
    try:
        from exact import binary64
    except ImportError:
        return None
    target, draft = parsed.problem.target, parsed.draft
    bounds = binary64.divergence_of_weights(target.weights, target.total, draft.weights, draft.total)
    if bounds is None:
        return None
    dual = klpool.check_pool(parsed.problem, {**pool.evidence, "sign": None})
    value = klpool.value_form(parsed.problem, dual)
    low, high = enclose(value, 64, "")
    scale = value.scale << 64
    if bounds[1] < Fraction(low, scale):
        return 1
    return -1 if bounds[0] > Fraction(high, scale) else None


def prove_margin(claim: Claim, limits: Limits, progress: Progress) -> Found | NotFound:
    """A certificate of a margin bound: the sign of theorem's value - bound, at the best tilt for a tree."""
    parsed = klmargin.parse(claim.statement, "/statement")
    fields: dict[str, Value] = {"tilt": str(_tilt(parsed))} if parsed.name == "tree" else {}
    value, strict = klmargin.theorem_value(parsed, fields)
    try:
        sign, proof = logform.decide(difference(value, parsed.bound))
    except (Undecided, Reject) as error:
        return NotFound(str(error), limit=True)
    if sign < 0 or (sign == 0 and parsed.relation == ">" and not strict):
        return NotFound("the theorem gives less than the bound; that does not say the bound is false")
    return Found(claim, certificate(claim, {**fields, "sign": proof}))


def _tilt(parsed: klmargin.Margin) -> Fraction:
    """The maximiser of the tree bound to 30 bits, exactly where it is rational: (g(m-1) + root)/(2(1-g))."""
    gap, m = parsed.numbers["gap"], parsed.m
    if gap == 1:
        return Fraction(1 << 64)
    square = (gap * (m - 1)) ** 2 + 4 * (1 - gap * gap)
    scale = square.denominator << 64
    root = Fraction(math.isqrt(square.numerator * square.denominator << 128), scale)
    tilt = (gap * (m - 1) + root) / (2 * (1 - gap))
    if root * root != square:
        tilt = tilt.limit_denominator(1 << 30)
    return max(tilt, Fraction(1))
