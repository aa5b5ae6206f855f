"""The producer of KL acceptance: public cases, near equalities, definitions, and mutants of its certificates."""

from __future__ import annotations

import copy
import json
import math
import random
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certify import engine, kernel
from certify.attacks import kl as known_attacks
from certify.contract import Claim, Found, Limits, NotFound, certificate, no_progress
from certify.kernel import Reject, klaccepted, klmargin, klpool
from certify.kernel.logform import Form, difference, parse_form
from exact import kl_acceptance, logform
from exact.kl_acceptance import find_pool, prove_accepted, prove_bound, prove_margin
from tests.exact.kl_problems import STRICT, constraints, distribution, on_threshold, rejected, rules, weights
from tests.kernel.values import form_value, pool_value

Value = Any

CASES = Path(__file__).parents[3] / "shared" / "cases" / "kl_acceptance.json"
ANY: Value = {"name": "strict", "tie": "any"}
ENTROPY: Value = {"name": "entropy", "epsilon": "1", "delta": "1/2", "guard": None, "accept": "gt"}
RULES = {
    "K05a": ANY,
    "K07": {"name": "additive", "delta": "1/10"},
    "K09a": ENTROPY,
    "K09c": {**ENTROPY, "delta": "1", "accept": "ge"},
}


def cases() -> list[Value]:
    return json.loads(CASES.read_text()) if CASES.exists() else []


def rule_of(case: Value) -> Value:
    if "tree_m" in case:
        return {"name": "tree", "m": case["tree_m"], "tie": "lowest"}
    return RULES.get(case["id"], STRICT)


def form_of(text: str) -> Value:
    """`(1/4)*log(2/3) + ...` as a log form."""
    parts = [re.fullmatch(r"\((.*?)\)\*log\((.*?)\)", part) for part in text.split(" + ")]
    return {"constant": "0", "terms": [{"coefficient": m[1], "argument": m[2]} for m in parts if m is not None]}


def problem_of(target: Value, rule: Value, direction: str = "forward") -> klpool.Problem:
    return klpool.parse_problem({"target": target, "rule": rule, "direction": direction}, "")


def same_digits(form: Form, printed: str) -> bool:
    digits = len(printed.partition(".")[2])
    scale = Fraction(10) ** digits
    return round(form_value(form) * scale) == round(Fraction(printed) * scale)


def test_the_public_cases_are_there_or_the_test_says_so() -> None:
    if not CASES.exists():
        pytest.skip("no ../shared/cases/kl_acceptance.json beside this project")
    assert len(cases()) == 14


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_public_case(case: Value) -> None:
    if case["id"] == "K12":
        pytest.skip("K12 gives its 100 probabilities in words only")
    if case["id"] == "K09c":
        claim = bound(case, "=", "infinity")
        assert engine.prove(claim).verdict == "proved"
        return
    if case["id"].startswith("K13"):
        margin(case)
        return
    direction = "reverse" if case["id"] == "K11a" else "forward"
    stated = form_of(case.get("D_exact") or "(1)*log(16/15)")
    found = prove_bound(bound(case, "=", stated, direction), Limits(), no_progress)
    assert isinstance(found, Found)
    kernel.check(found.claim.data, [found.certificate])
    evidence = json.loads(found.certificate)["evidence"]
    if direction == "forward":
        assert (evidence["pool"], evidence["level"]) == (case["S"], case["level"])
        problem = problem_of({"probabilities": case["p"]}, rule_of(case))
        dual = klpool.check_pool(problem, evidence)
        ours = klpool.value_form(problem, dual)
        assert logform.decide(difference(ours, parse_form(stated, "")))[0] == 0
        assert same_digits(ours, case["D_dec"])
    else:
        assert same_digits(parse_form(stated, ""), case["D_dec"])
    if "J" in case:
        assert evidence["rivals"] == case["J"]
    if "j" in case:
        assert evidence["token"] == case["j"]
    compared(case)


def bound(case: Value, relation: str, value: Value, direction: str = "forward") -> Claim:
    target = {"probabilities": case["p"]}
    fields = {"target": target, "rule": rule_of(case), "direction": direction}
    return Claim("kl/bound", {**fields, "relation": relation, "bound": value})


def margin(case: Value) -> None:
    stated = form_of(case["exact"])
    fields = (
        {"margin": "strict", "gap": "1/5"} if case["id"] == "K13a" else {"margin": "tree-gap", "gap": "1/4", "m": 3}
    )
    claim = Claim("kl/margin", {**fields, "relation": ">=", "bound": stated})
    assert engine.prove(claim).verdict == "proved"
    assert same_digits(parse_form(stated, ""), case["dec"])


def compared(case: Value) -> None:
    """The sign of D - eps or of D - KL, and the KL itself."""
    if "eps" in case:
        relation = ">" if case["sign"] > 0 else "<"
        claim = bound(case, relation, {"constant": case["eps"], "terms": []})
        assert engine.prove(claim).verdict == "proved"
    if "q" in case:
        statement = {"target": {"probabilities": case["p"]}, "draft": {"probabilities": case["q"]}}
        claim = Claim("kl/accepted", {**statement, "rule": rule_of(case), "direction": "forward"})
        parsed = klaccepted.parse(claim.statement, "")
        ours = klaccepted.divergence(parsed)
        assert logform.decide(difference(ours, parse_form(form_of(case["KL_exact"]), "")))[0] == 0
        assert same_digits(ours, case["KL_dec"])
        assert (engine.prove(claim).verdict == "proved") == (case["sign"] > 0)
    if case.get("reverse") == "inf":
        assert engine.prove(bound(case, "=", "infinity", "reverse")).verdict == "proved"


# --- near equality --------------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 60), st.integers(1, 60), st.integers(1, 60), st.integers(8, 60), st.sampled_from([-1, 1]))
def test_drafts_a_hair_from_the_minimiser(a: int, b: int, c: int, digits: int, side: int) -> None:
    """Mass of 10^-digits between the two pooled tokens of q*: certified on one side, never on the other."""
    top, second, rest = a + b, b, min(b, c)
    total = top + second + rest
    level = Fraction(top + second, 2 * total)
    hair = side * Fraction(1, 10**digits) * level
    q = [level + hair, level - hair, Fraction(rest, total)]
    statement = {"target": distribution([top, second, rest]), "draft": {"probabilities": [str(x) for x in q]}}
    claim = Claim("kl/accepted", {**statement, "rule": STRICT, "direction": "forward"})
    verdict = engine.prove(claim)
    assert (verdict.verdict == "proved") == (side > 0)
    assert verdict.exit in (0, 1)


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 200), st.integers(1, 199), st.integers(20, 120))
def test_bounds_a_hair_from_the_value(top: int, second: int, bits: int) -> None:
    """D against its own truncation at 2^-bits, from both sides."""
    second = min(second, top - 1) or 1
    target = distribution([top, second])
    problem = problem_of(target, STRICT)
    dual = klpool.check_pool(problem, {**find_pool(problem).evidence, "sign": None})
    value = form_value(klpool.value_form(problem, dual))
    below = Fraction(math.floor(value * 2**bits), 2**bits)
    for relation, number in ((">", below - Fraction(1, 2**130)), ("<", below + Fraction(1, 2**bits))):
        form = {"constant": str(number), "terms": []}
        fields = {"target": target, "rule": STRICT, "direction": "forward", "relation": relation, "bound": form}
        assert engine.prove(Claim("kl/bound", fields)).verdict == "proved"
        flipped = {**fields, "relation": "<" if relation == ">" else ">"}
        assert engine.prove(Claim("kl/bound", flipped)).verdict == "refuted"


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 12), min_size=2, max_size=5), st.integers(1, 6))
def test_zero_forms_are_found(numbers: list[int], power: int) -> None:
    """sum log n_i^power = log of the product^power, exactly."""
    terms = [(power, n, 1) for n in numbers] + [(-1, math.prod(numbers) ** power, 1)]
    assert logform.decide(Form(1, 0, tuple(terms)))[0] == 0
    off = [*terms, (1, 1_000_001, 1_000_000)]
    assert logform.decide(Form(1, 0, tuple(off)))[0] == 1


def test_uniform_targets_at_their_own_threshold() -> None:
    """p = exp(-H) exactly: ge accepts every token and gt none, where floats are wrong about half of the time."""
    for n in range(2, 40):
        target = distribution([1] * n)
        rule = {**ENTROPY, "delta": "1", "accept": "ge"}
        assert find_pool(problem_of(target, rule)).infinite
        assert find_pool(problem_of(target, {**rule, "accept": "gt"})).evidence["pool"] == [0]


# --- the definition, by brute force ---------------------------------------------------------------------------------


def may_be_rejected(q: list[int], p: list[float], rule: Value) -> bool:
    return any(all(q[i] >= q[k] for i, k in pairs) for pairs in constraints(p, rule))


def divergence(p: list[float], q: list[float]) -> float:
    return sum(x * math.log(x / y) if y else math.inf for x, y in zip(p, q, strict=True) if x)


def test_certified_drafts_are_accepted_and_no_rejected_draft_is_closer_than_d() -> None:
    rng = random.Random(5)
    counts = {"proved": 0, "undecided": 0}
    for _ in range(60):
        size = rng.randint(2, 5)
        numbers = weights(rng, size)
        p = [w / sum(numbers) for w in numbers]
        for rule in rules(rng, size):
            if on_threshold(p, rule):
                continue
            direction = rng.choice(["forward", "reverse"])
            near = [max(0, w * 20 + rng.randint(-8, 8)) for w in numbers] if rng.random() < 0.5 else weights(rng, size)
            if not any(near):
                continue
            statement = {"target": distribution(numbers), "draft": distribution(near)}
            claim = Claim("kl/accepted", {**statement, "rule": rule, "direction": direction})
            verdict = engine.prove(claim)
            counts[verdict.verdict.value] += 1
            if verdict.verdict == "proved":
                assert not may_be_rejected(near, p, rule)
    assert min(counts.values()) > 50


def test_the_thresholds_are_those_of_the_rules() -> None:
    rng = random.Random(6)
    for _ in range(150):
        numbers = weights(rng, rng.randint(2, 6))
        p = [w / sum(numbers) for w in numbers]
        for rule in rules(rng, len(p)):
            if rule["name"] == "tree" or on_threshold(p, rule):
                continue
            pool = find_pool(problem_of(distribution(numbers), rule))
            wrong = rejected(p, rule)
            assert pool.infinite == (not wrong)
            if wrong:
                assert numbers[pool.evidence["token"]] == max(numbers[i] for i in wrong)


# --- mutants --------------------------------------------------------------------------------------------------------


def changed(rng: random.Random, value: Value) -> Value:
    """A copy of evidence with one thing changed."""
    value = copy.deepcopy(value)
    places = list(_places(value))
    holder, key = rng.choice(places)
    old = holder[key]
    if isinstance(old, int):
        holder[key] = max(0, old + rng.choice([-2, -1, 1, 2, 64]))
    elif isinstance(old, str):
        holder[key] = str(Fraction(old) * Fraction(rng.choice(["1/2", "2", "-1", "101/100"])) + rng.choice([0, 0, 1]))
    elif isinstance(old, list) and old and rng.random() < 0.5:
        holder[key] = old[:-1]
    elif isinstance(old, list):
        holder[key] = [*old, rng.randint(0, 5)]
    elif isinstance(old, dict) and rng.random() < 0.5:
        holder[key] = rng.choice([{"bits": rng.choice([1, 2, 8, 16])}, {"base": ["2", "3", "5"]}, None])
    elif rng.random() < 0.5:
        del holder[key]
    else:
        holder[key] = rng.choice([None, [], 0, "1/2"])
    return value


def _places(value: Value) -> list[tuple[Value, Value]]:
    found: list[tuple[Value, Value]] = []
    waiting = [value]
    while waiting:
        node = waiting.pop()
        for key in list(node) if isinstance(node, dict) else range(len(node)):
            found.append((node, key))
            if isinstance(node[key], dict | list):
                waiting.append(node[key])
    return found


def truth(claim: Claim) -> bool | None:
    """Whether a claim is true, by floating point from the definition; None where that cannot tell."""
    statement = claim.statement
    numbers = [int(w) for w in statement["target"]["weights"]]
    p = [w / sum(numbers) for w in numbers]
    if on_threshold(p, statement["rule"]):
        return None
    problem = problem_of(statement["target"], statement["rule"], statement["direction"])
    pool = find_pool(problem)
    if claim.kind == "kl/accepted":
        draft = [int(w) for w in statement["draft"]["weights"]]
        q = [w / sum(draft) for w in draft]
        kl = divergence(p, q) if problem.forward else divergence(q, p)
        value = math.inf if pool.infinite else _value(problem, pool)
        return None if abs(kl - value) < 1e-9 else kl < value
    value = math.inf if pool.infinite else _value(problem, pool)
    number = math.inf if statement["bound"] == "infinity" else float(Fraction(statement["bound"]["constant"]))
    if value != number and abs(value - number) < 1e-9:
        return None
    return holds(value, number, statement["relation"])


def holds(value: float, number: float, relation: str) -> bool:
    return {">": value > number, ">=": value >= number, "<": value < number, "<=": value <= number}.get(
        relation, value == number
    )


def _value(problem: klpool.Problem, pool: kl_acceptance.Pool) -> float:
    return pool_value(problem, pool.evidence)


def some_pair(rng: random.Random) -> tuple[Claim, Value] | None:
    """A claim of some rule with evidence that the kernel accepts."""
    size = rng.randint(2, 5)
    numbers = weights(rng, size)
    rule = rng.choice(rules(rng, size))
    fields = {"target": distribution(numbers), "rule": rule, "direction": rng.choice(["forward", "reverse"])}
    if rng.random() < 0.5:
        near = [w * 20 + rng.randint(0, 8) for w in numbers]
        claim = Claim("kl/accepted", {**fields, "draft": distribution(near)})
        found = prove_accepted(claim, Limits(), no_progress)
    else:
        number = {"constant": str(Fraction(rng.randint(1, 60), 200)), "terms": []}
        claim = Claim("kl/bound", {**fields, "relation": rng.choice("><"), "bound": number})
        found = prove_bound(claim, Limits(), no_progress)
    return (found.claim, json.loads(found.certificate)["evidence"]) if isinstance(found, Found) else None


def false_variant(rng: random.Random, claim: Claim) -> Claim:
    """The claim with something else in it: often false."""
    statement = copy.deepcopy(claim.statement)
    what = rng.randrange(4)
    if what == 0 and claim.kind == "kl/bound" and statement["bound"] != "infinity":
        scaled = Fraction(statement["bound"]["constant"]) * Fraction(rng.choice(["1/4", "4", "9/10", "11/10"]))
        statement["bound"]["constant"] = str(scaled)
    elif what == 1 and claim.kind == "kl/accepted":
        statement["target"], statement["draft"] = statement["draft"], statement["target"]
    elif what == 2:
        statement["direction"] = "reverse" if statement["direction"] == "forward" else "forward"
    else:
        numbers = [int(w) for w in statement["target"]["weights"]]
        numbers[rng.randrange(len(numbers))] = rng.randint(1, 50)
        statement["target"] = distribution(numbers)
    return Claim(claim.kind, statement)


def test_no_mutant_of_5000_gets_a_wrong_verdict() -> None:
    rng = random.Random(7)
    refused = accepted = 0
    while refused + accepted < 5000:
        pair = some_pair(rng)
        if pair is None:
            continue
        claim, evidence = pair
        kernel.check(claim.data, [certificate(claim, evidence)])
        for _ in range(10):
            other = false_variant(rng, claim) if rng.random() < 0.5 else claim
            forged = changed(rng, evidence) if rng.random() < 0.8 else evidence
            try:
                kernel.check(other.data, [certificate(other, forged)])
            except Reject:
                refused += 1
                continue
            accepted += 1
            assert truth(other) is not False, (other.statement, forged)
    assert refused > 3000


@pytest.mark.parametrize("seed", range(5))
def test_known_attacks_are_refused_as_they_must_be(seed: int) -> None:
    rng = random.Random(seed)
    done = 0
    while done < 20:
        pair = some_pair(rng)
        if pair is None:
            continue
        claim, evidence = pair
        for attack in known_attacks.attacks(claim.data, certificate(claim, evidence)):
            assert attack.failure() is None, attack.failure()
            done += 1


# --- margins and tiers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("m", [1, 2, 3, 6, 16])
@pytest.mark.parametrize("gap", ["1/10", "1/2", "9/10"])
def test_the_tree_margin_comes_within_a_millionth_of_its_best_tilt(m: int, gap: str) -> None:
    g = mpmath.mpf(Fraction(gap).numerator) / Fraction(gap).denominator
    x = (g * (m - 1) + mpmath.sqrt((g * (m - 1)) ** 2 + 4 * (1 - g * g))) / (2 * (1 - g))
    best = mpmath.log(m + 1) + g * mpmath.log(x) - mpmath.log(x + 1 / x + m - 1)
    for factor, proved in ((0.999999, True), (1.000001, False)):
        number = str(Fraction(float(best) * factor).limit_denominator(10**12))
        fields = {"margin": "tree", "m": m, "gap": gap, "relation": ">=", "bound": {"constant": number, "terms": []}}
        found = prove_margin(Claim("kl/margin", fields), Limits(), no_progress)
        assert isinstance(found, Found) == proved
        if isinstance(found, Found):
            kernel.check(found.claim.data, [found.certificate])


def test_margins_hold_on_random_targets() -> None:
    """Each bound at its own margin stays below D of targets that have it."""
    rng = random.Random(8)
    for _ in range(300):
        size = rng.randint(2, 6)
        numbers = sorted(weights(rng, size), reverse=True)
        total = sum(numbers)
        p = [Fraction(w, total) for w in numbers]
        m = rng.randint(1, size - 1)
        gap, tree_gap = p[0] - p[1], p[0] - p[m]
        wanted = [
            (STRICT, "forward", {"margin": "strict", "gap": gap}),
            (STRICT, "reverse", {"margin": "strict-reverse", "gap": gap}),
            ({"name": "tree", "m": m, "tie": "lowest"}, "forward", {"margin": "tree", "m": m, "gap": tree_gap}),
            ({"name": "tree", "m": m, "tie": "lowest"}, "forward", {"margin": "tree-gap", "m": m, "gap": gap}),
            ({"name": "tree", "m": m, "tie": "lowest"}, "forward", {"margin": "tree-top", "m": m, "top": p[0]}),
            (
                {"name": "tree", "m": m, "tie": "lowest"},
                "forward",
                {"margin": "tree-quadratic", "m": m, "gap": tree_gap},
            ),
            ({"name": "top", "m": m}, "forward", {"margin": "top", "m": m, "gap": tree_gap}),
            (
                {"name": "multiplicative", "alpha": "1/3"},
                "forward",
                {"margin": "multiplicative", "alpha": "1/3", "top": p[0]},
            ),
            ({"name": "additive", "delta": "1/5"}, "forward", {"margin": "additive", "delta": "1/5", "gap": None}),
            ({"name": "additive", "delta": "1/5"}, "forward", {"margin": "additive", "delta": "1/5", "gap": gap}),
            (
                {"name": "entropy", "epsilon": "1/10", "delta": "1/4", "guard": "1/100", "accept": "gt"},
                "forward",
                {"margin": "entropy", "epsilon": "1/10", "delta": "1/4", "guard": "1/100", "top": p[0]},
            ),
        ]
        for rule, direction, fields in wanted:
            _holds(distribution(numbers), rule, direction, fields)


def _holds(target: Value, rule: Value, direction: str, fields: Value) -> None:
    spelled = {key: str(field) if isinstance(field, Fraction) else field for key, field in fields.items()}
    statement = {**spelled, "relation": ">=", "bound": {"constant": "0", "terms": []}}
    try:
        parsed = klmargin.parse(statement, "")
    except Reject:
        return
    pool = find_pool(problem_of(target, rule, direction))
    if pool.infinite:
        return
    tilt = {"tilt": str(kl_acceptance._tilt(parsed))} if parsed.name == "tree" else {}
    value, strict = klmargin.theorem_value(parsed, tilt)
    ours = float(form_value(value))
    exact = _value(problem_of(target, rule, direction), pool)
    assert ours <= exact + 1e-15, (target, fields, ours, exact)
    if strict:
        assert exact > ours - 1e-15


def test_tiers() -> None:
    """T0 where chi-square reaches, logarithms beyond, the zero test at equality."""
    target = distribution([4, 2, 2])
    proofs = []
    for draft in ([48, 26, 26], [38, 31, 31], [30, 30, 20]):
        fields = {"target": target, "draft": distribution(draft), "rule": STRICT, "direction": "forward"}
        found = prove_accepted(Claim("kl/accepted", fields), Limits(), no_progress)
        proofs.append(list(json.loads(found.certificate)["evidence"]["sign"]) if isinstance(found, Found) else found)
    assert proofs[:2] == [["chi_square"], ["bits"]]
    assert isinstance(proofs[2], NotFound)


def test_binary64_gives_its_word_where_time_is_short() -> None:
    pytest.importorskip("numpy", reason="numpy is not installed")
    rng = random.Random(9)
    numbers = [rng.randint(1, 10**9) for _ in range(5000)]
    numbers[3] = 4 * 10**9
    draft = [w + rng.randint(0, w // 2) for w in numbers]
    fields = {"target": distribution(numbers), "draft": distribution(draft), "rule": STRICT, "direction": "forward"}
    claim = Claim("kl/accepted", fields)
    verdict = engine.prove(claim, Limits(seconds=0.0))
    slow = engine.prove(claim)
    assert slow.verdict in ("proved", "undecided")
    assert verdict.verdict in ("attested", "proved", "undecided")
    if verdict.verdict == "attested":
        assert verdict.rests_on == ("attested:binary64",) and slow.verdict == "proved"
