"""Squares, cofactors, boxes and matrices: tight cases are certified, what has no certificate is `none found`."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
import sympy

from certify import engine
from certify.contract import Claim, Limits
from certify.verdict import Verdict

pytest.importorskip("cvxpy", reason="the search for squares needs cvxpy")

MOTZKIN = "(x**4*y**2 + x**2*y**4 - 3*x**2*y**2 + 1)"
FORMS = {
    "Motzkin times x^2 + y^2": f"{MOTZKIN}*(x**2 + y**2)",
    "Motzkin, with a denominator": MOTZKIN,
    "Choi-Lam quartic": "x**2*y**2 + y**2*z**2 + z**2*x**2 + w**4 - 4*x*y*z*w",
    "Choi-Lam sextic": "x**4*y**2 + y**4*z**2 + z**4*x**2 - 3*x**2*y**2*z**2",
    "Robinson, with a denominator": "x**6 + y**6 + z**6 + 3*x**2*y**2*z**2"
    " - (x**4*y**2 + x**2*y**4 + x**4*z**2 + x**2*z**4 + y**4*z**2 + y**2*z**4)",
}


def data(expression: str, names: str) -> Any:
    symbols = sympy.symbols(names.split())
    poly = sympy.Poly(sympy.sympify(expression, locals=dict(zip(names.split(), symbols, strict=True))), *symbols)
    return [
        [str(Fraction(int(c.p), int(c.q))), [[i, e] for i, e in enumerate(m) if e]] for m, c in poly.terms() if c != 0
    ]


def nonneg(expression: str, names: str = "x y z w", relation: str = ">=", constraints: tuple[str, ...] = ()) -> Verdict:
    rows = [
        {"polynomial": data(c.removeprefix("="), names), "relation": "=" if c[0] == "=" else ">="} for c in constraints
    ]
    statement = {
        "variables": names.split(),
        "constraints": rows,
        "polynomial": data(expression, names),
        "relation": relation,
    }
    return engine.prove(Claim("polynomial/nonneg", statement), Limits(seconds=60))


@pytest.mark.parametrize("name", FORMS)
def test_forms(name: str) -> None:
    assert nonneg(FORMS[name]).verdict.value == "proved"


@pytest.mark.parametrize("seed", range(10))
def test_tight_quadratics(seed: int) -> None:
    chance = random.Random(seed)
    terms = []
    for _ in range(3):
        inside = " + ".join(f"{chance.randint(-3, 3)}*{name}" for name in ("x", "y", "z", "w", "1"))
        terms.append(f"{chance.randint(1, 4)}*({inside})**2")
    assert nonneg(" + ".join(terms)).verdict.value == "proved"


def test_none_found_is_not_refuted() -> None:
    # positive everywhere, with infimum 0: no slack, so no certificate of this kind
    verdict = nonneg("(x*y - 1)**2 + x**2", "x y", ">")
    assert verdict.verdict.value == "undecided"
    assert "says nothing" in (verdict.reason or "")


@pytest.mark.parametrize(
    ("expression", "relation", "constraints"),
    [
        ("x - x**2", ">=", ("x", "1 - x")),
        ("1 - x", ">=", ("=x**2 + y**2 - 1",)),
        ("2 - x - y", ">", ("1 - x**2 - y**2",)),
        ("x*y", ">=", ("x", "y")),
    ],
)
def test_constraints(expression: str, relation: str, constraints: tuple[str, ...]) -> None:
    assert nonneg(expression, "x y", relation, constraints).verdict.value == "proved"


def test_a_point_refutes() -> None:
    assert nonneg("x**2 - 3*x*y + y**2", "x y").verdict.value == "refuted"
    assert nonneg("x", "x y", ">", ("x",)).verdict.value == "refuted"


def test_membership() -> None:
    def member(p: str, *generators: str) -> str:
        statement = {
            "variables": ["x", "y"],
            "generators": [data(g, "x y") for g in generators],
            "polynomial": data(p, "x y"),
        }
        return engine.prove(Claim("polynomial/member", statement)).verdict.value

    assert member("x**3 - y**3", "x - y") == "proved"
    assert member("x**2*y - 1", "x - 2", "4*y - 1") == "proved"
    assert member("x + y", "x - y") == "refuted"
    assert member("x", "x**2") == "undecided"


def test_random_matrices() -> None:
    chance = random.Random(5)
    for size in (2, 3, 5):
        for _ in range(5):
            root = [[Fraction(chance.randint(-3, 3), chance.randint(1, 3)) for _ in range(size)] for _ in range(size)]
            gram = [[sum((a * b for a, b in zip(r, s, strict=True)), Fraction(0)) for s in root] for r in root]
            table = [[str(x) for x in row] for row in gram]
            psd = engine.prove(Claim("matrix/psd", {"matrix": table, "sense": "semidefinite"}))
            assert psd.verdict.value == "proved"
            gram[0][0] -= Fraction(1000)
            table = [[str(x) for x in row] for row in gram]
            assert (
                engine.prove(Claim("matrix/psd", {"matrix": table, "sense": "semidefinite"})).verdict.value == "refuted"
            )
            rank = sympy.Matrix(root).rank()
            matrix = [[str(x) for x in row] for row in root]
            claim = Claim("matrix/rank", {"matrix": matrix, "relation": "=", "rank": int(rank)})
            assert engine.prove(claim).verdict.value == "proved"
