"""Exit claims: the public cases by search and kernel, second opinions that share no code, and the binary64 methods."""

from __future__ import annotations

import itertools
import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from certify import kernel
from certify.contract import Claim, Found, Limits, NotFound, certificate, no_progress
from certify.kernel import Reject
from certify.kernel import exit_bracket as kernel_bracket
from exact import exit_bracket, exit_fit, exit_lohner
from exact.exit_solve import solve
from tests.tables import exit as table

Value = Any
SHARED = Path(__file__).resolve().parents[3] / "shared" / "cases"


def shared(name: str) -> Value:
    path = SHARED / name
    if not path.is_file():
        pytest.skip(f"public case {name} is not here")
    return json.loads(path.read_text())


def recorded(name: str) -> tuple[Value, Value]:
    """(statement without its claim, the answer) of a public ridge-logistic case."""
    data = shared(f"exit/{name}.json")
    start = [str(Fraction(w, data["init"]["w_denominator"])) for w in data["init"]["w"]]
    pool = data["pool"]
    statement = {
        "pool": {
            "kind": "ridge-logistic",
            "features": pool["features"],
            "denominator": pool["feature_denominator"],
            "labels": pool["labels"],
            "lambda": pool["lambda"],
        },
        "method": {"form": data["method"]["form"], "step": data["method"]["h"], "momentum": data["method"]["beta"]},
        "order": {"sampling": "list", "batches": data["batches"]},
        "start": {"kind": "point", "x": start, "buffer": ["0"] * len(start)},
        "domain": table.ball(" ".join(start), data["domain"]["radius"]),
        "semantics": table.R,
    }
    return statement, data["answer"]["tau"]


def proved(kind: str, statement: Value) -> Value:
    """Solve, check with the kernel, and return the claim that was proved."""
    solved = solve(kind, statement)
    assert isinstance(solved.found, Found), solved
    kernel.check(solved.found.claim.data, [solved.found.certificate])
    return solved.found.claim.statement


def without(statement: Value, key: str) -> Value:
    return {name: part for name, part in statement.items() if name != key}


def test_forms_and_orders() -> None:
    """V4 of the public cases: forms are told apart, and orders."""
    expected = {("hb", "1/10"): 26, ("torch", "1/10"): 26, ("ema", "1/10"): None, ("ema", "1"): 26, ("nag", "1/10"): 14}
    for (form, step), tau in expected.items():
        found = proved("exit/bracket", without(table.forms(form, step, {}), "claim"))["claim"]
        assert found == ({"survives": 72} if tau is None else {"earliest": tau, "latest": tau})
    for first, tau in (([0, 1, 2, 2], 9), ([2, 0, 1, 2], 14)):
        statement = without(table.forms("hb", "1/10", {}, table.reordered(first)), "claim")
        assert proved("exit/bracket", statement)["claim"] == {"earliest": tau, "latest": tau}


def test_laws_of_three() -> None:
    """V5: the searched laws are the published ones."""
    for law in (table.IID3, table.RR3, table.SO3):
        assert proved("exit/law", without(law, "law"))["law"] == law["law"]


def brute_law(law: Value, orders: list[tuple[int, ...]]) -> dict[int, Fraction]:
    """P(tau = k) by running every order on its own, in Fractions; shares no code with the kernel."""
    parts = [(Fraction(c["hessian"][0][0]), Fraction(c["linear"][0])) for c in law["pool"]["components"]]
    h, beta = Fraction(law["method"]["step"]), Fraction(law["method"]["momentum"])
    bound = Fraction(law["domain"]["bound"])
    found: dict[int, Fraction] = {}
    for order in orders:
        x, v, tau = Fraction(law["start"]["x"][0]), Fraction(law["start"]["buffer"][0]), None
        for k, letter in enumerate([*order, None]):
            if x > bound:
                tau = k
                break
            if letter is not None:
                a, l0 = parts[letter]
                v = beta * v - h * (a * x + l0)
                x = x + v
        if tau is not None:
            found[tau] = found.get(tau, Fraction(0)) + Fraction(1, len(orders))
    return found


def test_laws_by_brute_force() -> None:
    epochs = list(itertools.permutations(range(3)))
    orders = {
        "iid": list(itertools.product(range(3), repeat=6)),
        "rr": [one + two for one in epochs for two in epochs],
        "so": [one + one for one in epochs],
    }
    for law in (table.IID3, table.RR3, table.SO3):
        found = brute_law(law, orders[law["sampling"]["kind"]])
        assert {k: str(p) for k, p in found.items()} == dict(law["law"]["exits"])


def test_means_of_the_public_cases() -> None:
    """V2 (weak and strict boundary), V3 and V7."""
    assert proved("exit/mean", without(table.RUN_MEAN, "claim"))["claim"] == {"equals": "14"}
    momentum = table.finite(
        table.RUNS, table.EIGHTH, table.point("0", "0"), table.below("13/16"), table.sampling("iid", 2), None
    )
    assert proved("exit/mean", without(momentum, "claim"))["claim"] == {"equals": "14"}
    found = exit_bracket.prove(Claim("exit/never", table.RR_NEVER), Limits(), no_progress)
    assert isinstance(found, Found)
    kernel.check(found.claim.data, [found.certificate])
    bound = exit_bracket.prove(Claim("exit/finite-mean", table.TUG_MEAN), Limits(), no_progress)
    assert isinstance(bound, Found)
    assert json.loads(bound.certificate)["evidence"]["repeats"] == 14


def test_tail_form_is_sharper() -> None:
    claim = proved("exit/finite-mean", without(table.TUG_MEAN, "claim"))["claim"]
    assert Fraction(claim["at_least"]) > 12
    assert Fraction(claim["at_most"]) < 125000


def test_finite_mean_against_simulation() -> None:
    """Monte Carlo lies between the certified grid bounds (24.5 +- 1)."""
    random.seed(1)
    total = 0
    for _ in range(2000):
        x = v = 0.0
        k = 0
        while abs(x) <= 1:
            v = v / 2 - 0.1 * (x + random.choice((2, -2)))
            x += v
            k += 1
        total += k
    assert 22 < total / 2000 < 27
    statement = table.replace(table.TUG_MEAN, claim={"at_least": "14", "at_most": "60"})
    found = exit_bracket.prove(Claim("exit/mean", statement), Limits(), no_progress)
    assert isinstance(found, Found)


def test_iris_leaves_at_638_in_both_semantics() -> None:
    statement, tau = recorded("rl_iris_a")
    assert tau == 638
    for semantics in (table.R, exit_fit.budgets(statement, "binary64")):
        claim = proved("exit/bracket", {**statement, "semantics": semantics})["claim"]
        assert claim == {"earliest": 638, "latest": 638}


def test_iris_stays_for_800() -> None:
    statement, tau = recorded("rl_iris_d_noexit")
    assert tau is None
    for semantics in (table.R, exit_fit.budgets(statement, "binary64")):
        assert proved("exit/bracket", {**statement, "semantics": semantics})["claim"] == {"survives": 800}


def test_iris_with_batches_swapped_across_epochs() -> None:
    """The same multiset of batches in another order: the exit moves from 638 to the first epoch."""
    statement, _ = recorded("rl_iris_a")
    batches = statement["order"]["batches"]
    last = sorted(range(len(batches)), key=lambda k: (k % 10, k))
    swapped = {**statement, "order": {"sampling": "list", "batches": [batches[k] for k in last]}}
    claim = proved("exit/bracket", swapped)["claim"]
    assert claim["earliest"] != 638
    _, best = exit_bracket.bracket(statement)
    stale = Claim("exit/bracket", {**swapped, "claim": {"earliest": 638, "latest": 638}})
    with pytest.raises(Reject) as refused:
        kernel.check(stale.data, [certificate(stale, best.evidence)])
    assert refused.value.code in ("not-inside", "not-outside", "curvature-not-covered")


def test_iris_from_a_set_of_starts() -> None:
    """Every start within 10^-4 leaves at 638: the tube forgets where it began."""
    statement, _ = recorded("rl_iris_a")
    around = {"kind": "ball", "center": statement["start"]["x"], "radius": "1/10000", "buffer": ["0"] * 5}
    assert proved("exit/bracket", {**statement, "start": around})["claim"] == {"earliest": 638, "latest": 638}


def test_breast_cancer_leaves_at_4809_in_binary64() -> None:
    statement, tau = recorded("rl_bc_b")
    assert tau == 4809
    budgeted = {**statement, "semantics": exit_fit.budgets(statement, "binary64")}
    _, best = exit_bracket.bracket(budgeted)
    assert (best.earliest, best.latest) == (4809, 4809)
    exact = Claim("exit/bracket", {**statement, "claim": {"earliest": 4809, "latest": 4809}})
    kernel.check(exact.data, [certificate(exact, best.evidence)])


def test_naive_boxes_blow_up_where_lohner_does_not() -> None:
    statement, _ = recorded("rl_bc_b")
    problem = kernel_bracket.parse({**statement, "claim": {"survives": 0}}, "")
    data = exit_lohner.data_of(problem)
    assert data is not None
    naive = exit_lohner.walk(data, exit_lohner.naive(data))
    assert naive.latest is None
    assert naive.earliest < 1200
    lohner = exit_lohner.walk(data, exit_lohner.lohner(data))
    assert (lohner.earliest, lohner.latest) == (4809, 4809)


def test_lohner_is_attested_never_proved() -> None:
    statement, _ = recorded("rl_iris_a")
    solved = solve("exit/bracket", statement, method="lohner")
    assert isinstance(solved.found, Found)
    with pytest.raises(Reject) as declined:
        kernel.check(solved.found.claim.data, [solved.found.certificate])
    assert (declined.value.code, declined.value.detail) == ("attested", exit_lohner.WHO)


def test_orbit_against_arb() -> None:
    """The kernel's tube holds an Arb enclosure of the same orbit (second opinion by python-flint)."""
    import flint

    statement, _ = recorded("rl_iris_a")
    _, best = exit_bracket.bracket(statement)
    problem = kernel_bracket.parse({**statement, "claim": {"survives": 0}}, "")
    rows = [[Fraction(a, 1024) for a in row] for row in statement["pool"]["features"]]
    labels = statement["pool"]["labels"]
    with flint.ctx.workprec(448):
        exact = [[flint.arb(flint.fmpq(a.numerator, a.denominator)) for a in row] for row in rows]
        x = [flint.arb(flint.fmpq(Fraction(w).numerator, Fraction(w).denominator)) for w in statement["start"]["x"]]
        v = [flint.arb(0)] * len(x)
        ridge, h, beta = flint.arb(1) / 128, flint.arb(1) / 16, flint.arb(7) / 8
        for k, (center, q, eps) in enumerate(itertools.islice(kernel_bracket.orbit(problem, best.evidence, {}), 120)):
            if k % 20 == 0:
                for ours, theirs in zip(center, x, strict=True):
                    middle = flint.arb(flint.fmpq(ours, q))
                    assert abs(middle - theirs) < flint.arb(flint.fmpq(eps, q))
            batch = problem.batches[k]
            g = [ridge * w for w in x]
            for i in batch:
                margin = sum((a * w for a, w in zip(exact[i], x, strict=True)), flint.arb(0)) * labels[i]
                sigma = 1 / (1 + margin.exp()) * labels[i] / len(batch)
                g = [part - sigma * a for part, a in zip(g, exact[i], strict=True)]
            v = [beta * b - h * part for b, part in zip(v, g, strict=True)]
            x = [w + b for w, b in zip(x, v, strict=True)]


def test_network_gradient_and_curvature_against_differences() -> None:
    """The enclosed gradient and Hessian bounds of a small network against mpmath differentiation."""
    import mpmath

    pool = table.network([[3, -1], [1, 2], [-2, 1]], "1/2 -1 3/4", 2, "1/16", 2)
    parsed = kernel_bracket.parse(
        {
            **table.NET,
            "pool": pool,
            "start": table.point("1 2 3 4 5 6", "0 0 0 0 0 0"),
            "domain": table.ball("0 0 0 0 0 0", "9"),
        },
        "",
    ).pool
    random.seed(3)

    def loss(*w: Any) -> Any:
        total = mpmath.mpf(0)
        for row, target in zip(pool["features"], (0.5, -1, 0.75), strict=True):
            a = [mpmath.mpf(entry) / 2 for entry in row]
            out = sum(w[j] * mpmath.tanh(w[2 + 2 * j] * a[0] + w[3 + 2 * j] * a[1]) for j in range(2))
            total += (out - target) ** 2 / 2
        return total / 3 + sum(part * part for part in w) / 32

    with mpmath.workdps(40):
        for _ in range(4):
            w = [random.randint(-(1 << 64), 1 << 64) for _ in range(6)]
            at = [mpmath.mpf(part) / (1 << 64) for part in w]
            sample = parsed.sample([0, 1, 2], w, 0, 64)
            exact = [mpmath.diff(loss, at, tuple(int(i == j) for j in range(6))) for i in range(6)]
            distance = mpmath.sqrt(
                sum((mpmath.mpf(g) / (1 << 64) - e) ** 2 for g, e in zip(sample.gradient, exact, strict=True))
            )
            assert distance <= mpmath.mpf(sample.error) / (1 << 64) + mpmath.mpf(10) ** -15
            hessian = mpmath.matrix(6)
            for i, j in itertools.product(range(6), repeat=2):
                orders = [0] * 6
                orders[i] += 1
                orders[j] += 1
                hessian[i, j] = mpmath.diff(loss, at, tuple(orders))
            values = mpmath.eigsy(hessian, eigvals_only=True)
            assert min(values) >= mpmath.mpf(sample.low) / (1 << 48) - mpmath.mpf(10) ** -9
            assert max(values) <= mpmath.mpf(sample.high) / (1 << 48) + mpmath.mpf(10) ** -9


def test_undecided_at_the_boundary() -> None:
    """A tube never decides a tie; the exact replay does."""
    statement = without(table.sphere(table.STRICT, {}), "claim")
    assert proved("exit/bracket", statement)["claim"] == {"earliest": 2, "latest": 2}
    rounded = {**statement, "semantics": table.rounded("0", "0")}
    claim = proved("exit/bracket", rounded)["claim"]
    assert claim == {"earliest": 1, "latest": 2}


def test_what_is_not_found_says_what_was_shown() -> None:
    found = exit_bracket.prove(
        Claim("exit/bracket", table.forms("hb", "1/10", {"survives": 72})), Limits(), no_progress
    )
    assert isinstance(found, NotFound)
    assert "k < 26" in found.reason


def test_budgets_cover_a_float_run() -> None:
    """Each step of a numpy run is within the a-priori budgets of the exact step from the same state."""
    import numpy as np

    statement, _ = recorded("rl_iris_a")
    semantics = exit_fit.budgets(statement, "binary64")
    problem = kernel_bracket.parse({**statement, "claim": {"survives": 0}}, "")
    rows = np.array(statement["pool"]["features"]) / 1024.0
    labels = np.array(statement["pool"]["labels"])
    x, v = np.array([float(Fraction(w)) for w in statement["start"]["x"]]), np.zeros(5)
    for batch in problem.batches[:60]:
        a, y = rows[batch], labels[batch]
        g = -(a.T @ (y / (1 + np.exp(y * (a @ x))))) / len(batch) + x / 128
        after = 0.875 * v - 0.0625 * g
        grid = [int(Fraction(float(w)) * (1 << 80)) for w in x]
        exact_g = [Fraction(part, 1 << 80) for part in problem.pool.sample(batch, grid, 0, 80).gradient]
        off = [
            Fraction(float(n)) - Fraction(7, 8) * Fraction(float(o)) + Fraction(1, 16) * p
            for n, o, p in zip(after, v, exact_g, strict=True)
        ]
        assert sum(part * part for part in off) <= Fraction(semantics["eps_buffer"]) ** 2
        x, v = x + after, after
