"""KL bounds of acceptance, `kl/bound`: the least KL of a drafter that may be rejected, compared with a log form.

Statement `{"target", "rule", "direction", "relation", "bound"}`. D is defined in certify/kernel/klpool.py; bound is a
log form (certify/kernel/logform.py) and the claim is D relation bound, with >, >=, =, <= or <. Or bound is
`"infinity"` and the relation `=`: D is infinite, no drafter (reverse: none with finite KL) is ever rejected.

Evidence is a pool with `sign`, the sign of its value - bound; =, <= and < need an exact pool. For infinity evidence is
`{}`, or `{"threshold": {"accepted": sign | null}}` under `entropy`: the lightest token is accepted.
"""

from __future__ import annotations

from dataclasses import dataclass

from certify.kernel.acceptance import heaviest_rejected
from certify.kernel.klpool import THEOREMS, Problem, check_pool, compare, parse_problem, read_evidence, require_accepted
from certify.kernel.logform import COMPLEMENT, Form, holds, parse_form
from certify.kernel.reject import malformed, refused
from certify.kernel.rule import Attachments, Negation, Rule
from certify.kernel.text import Value, choice, record

INFINITY = "infinity"


@dataclass(frozen=True)
class Bound:
    """D relation bound; bound None is infinity."""

    statement: Value
    problem: Problem
    relation: str
    bound: Form | None


def parse(statement: Value, where: str) -> Bound:
    fields = record(statement, where, ("target", "rule", "direction", "relation", "bound"))
    problem = parse_problem(fields, where)
    relation = choice(fields["relation"], f"{where}/relation", (">", ">=", "=", "<=", "<"))
    if fields["bound"] != INFINITY:
        return Bound(statement, problem, relation, parse_form(fields["bound"], f"{where}/bound"))
    if relation != "=":
        raise malformed(f"{where}/relation", "infinity-needs-equality", f"{relation} infinity; write = infinity")
    return Bound(statement, problem, relation, None)


def check(claim: Bound, evidence: Value, _: Attachments) -> None:
    if claim.bound is None:
        _check_infinite(claim.problem, evidence)
        return
    fields = read_evidence(claim.problem, evidence)
    dual = check_pool(claim.problem, fields)
    if claim.relation in ("=", "<=", "<") and not dual.exact:
        raise refused("/evidence/pool", "not-exact", f"this pool bounds D from below; {claim.relation} needs D itself")
    sign = compare(claim.problem, dual, claim.bound, fields["sign"])
    if not holds(sign, claim.relation):
        found = ("below", "equal to", "above")[sign + 1]
        raise refused("/evidence/sign", "wrong-sign", f"the pool is {found} the bound, the claim is {claim.relation}")


def _check_infinite(problem: Problem, evidence: Value) -> None:
    """No token is rejected; reverse: none with p > 0 is. For a tree: it offers everything; reverse: or p_a = 1."""
    weights = problem.target.weights
    if problem.rule.name == "entropy":
        proofs = record(
            record(evidence, "/evidence", ("threshold",))["threshold"], "/evidence/threshold", ("accepted",)
        )
        lightest = min(w for w in weights if w or problem.forward)
        require_accepted(problem, lightest, proofs["accepted"], "/evidence/threshold/accepted")
        return
    record(evidence, "/evidence", ())
    top = max(weights)
    if problem.tree:
        named = weights.count(top) if problem.rule.tie == "any" else 1
        certain = not problem.forward and top == problem.target.total
        if len(weights) - named >= (problem.rule.count or 0) and not certain:
            raise refused("/evidence", "not-infinite", f"a tree of {problem.rule.count} can miss the maximiser")
        return
    heaviest = heaviest_rejected(problem.rule, problem.target)
    if heaviest is not None and (problem.forward or heaviest):
        raise refused("/evidence", "not-infinite", f"a token of probability {problem.share(heaviest)} is rejected")


def _negate(claim: Bound) -> Negation | None:
    if claim.relation == "=":
        return None
    return "kl/bound", {**claim.statement, "relation": COMPLEMENT[claim.relation]}


RULE = Rule(parse, check, _negate, theorems=THEOREMS)
