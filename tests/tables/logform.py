"""Signs of log forms: accepted, rejected, forged."""

from __future__ import annotations

from typing import Any

from tests.tables import About, Case, accept, forge, reject

Value = Any

KIND = "logform/sign"


def form(constant: str, *terms: tuple[str, str]) -> Value:
    return {"constant": constant, "terms": [{"coefficient": c, "argument": r} for c, r in terms]}


def claim(value: Value, relation: str) -> Value:
    return {"form": value, "relation": relation}


def bits(number: int) -> Value:
    return {"bits": number}


def base(*elements: str) -> Value:
    return {"base": list(elements)}


HALF = form("-7/10", ("1", "2"))  # log 2 - 0.7 < 0
ZERO = form("0", ("1", "12"), ("-2", "2"), ("-1", "3"))
ROOTS = form("0", ("1/2", "4/9"), ("1/3", "27/8"))
NEAR = form("-62224094300885/89770392271694", ("1", "2"))  # a convergent of log 2: -5.5e-29
PRIMES = [p for p in range(2, 700) if all(p % q for q in range(2, p))]
LONG = form("0", *((f"{k}", f"{2 * k + 1}/{2 * k + 3}") for k in range(1, 40)))

CASES: list[Case] = [
    accept("log 2 < 7/10", KIND, claim(HALF, "<"), bits(64)),
    accept("log 2 <= 7/10", KIND, claim(HALF, "<="), bits(64)),
    accept("log 2 is not 7/10", KIND, claim(HALF, "!="), bits(64)),
    accept("at 8 bits", KIND, claim(HALF, "<"), bits(12)),
    accept("positive", KIND, claim(form("-2/3", ("1", "2")), ">"), bits(64)),
    accept("positive or zero", KIND, claim(form("-2/3", ("1", "2")), ">="), bits(64)),
    accept("a zero", KIND, claim(ZERO, "="), base("2", "3")),
    accept("a zero is >= 0", KIND, claim(ZERO, ">="), base("2", "3")),
    accept("a zero is <= 0", KIND, claim(ZERO, "<="), base("3", "2")),
    accept("fractional coefficients", KIND, claim(ROOTS, "="), base("2", "3")),
    accept("a coarser base", KIND, claim(form("0", ("1", "36"), ("-2", "6")), "="), base("6")),
    accept("a base element that is not needed", KIND, claim(ZERO, "="), base("2", "3", "5")),
    accept("log 1 alone", KIND, claim(form("0", ("5", "1")), "="), base()),
    accept("beyond 64 bits", KIND, claim(NEAR, "<"), bits(192)),
    accept("many terms", KIND, claim(LONG, "<"), bits(64)),
    accept("a coefficient of zero", KIND, claim(form("-7/10", ("1", "2"), ("0", "3")), "<"), bits(64)),
    accept("the largest precision", KIND, claim(HALF, "<"), bits(32768)),
    forge("the other sign", KIND, claim(HALF, ">"), bits(64), "REFUSED", "wrong-sign"),
    forge("the other sign or zero", KIND, claim(HALF, ">="), bits(64), "REFUSED", "wrong-sign"),
    forge("not zero by bits", KIND, claim(HALF, "="), bits(64), "REFUSED", "wrong-sign"),
    forge("not positive by a zero", KIND, claim(ZERO, ">"), base("2", "3"), "REFUSED", "wrong-sign"),
    forge("not negative by a zero", KIND, claim(ZERO, "<"), base("2", "3"), "REFUSED", "wrong-sign"),
    forge("not different from zero", KIND, claim(ZERO, "!="), base("2", "3"), "REFUSED", "wrong-sign"),
    forge(
        "a positive form is not negative", KIND, claim(form("1", ("1", "2")), "<="), bits(64), "REFUSED", "wrong-sign"
    ),
    forge("a zero by precision", KIND, claim(ZERO, ">"), bits(4096), "REFUSED", "precision-too-low"),
    forge("the other sign at low precision", KIND, claim(NEAR, ">"), bits(64), "REFUSED", "precision-too-low"),
    forge("a form that is nearly zero", KIND, claim(NEAR, "="), base("2"), "REFUSED", "constant-not-zero"),
    forge(
        "exponents that do not cancel",
        KIND,
        claim(form("0", ("1", "12"), ("-1", "6")), "="),
        base("2", "3"),
        "REFUSED",
        "not-zero",
    ),
    forge(
        "an element that does not divide",
        KIND,
        claim(form("0", ("1", "2"), ("-1", "3")), "="),
        base("2"),
        "REFUSED",
        "base-incomplete",
    ),
    forge("no base at all", KIND, claim(form("0", ("1", "2")), "="), base(), "REFUSED", "base-incomplete"),
    forge(
        "a denominator left over", KIND, claim(form("0", ("1", "1/3")), "="), base("2"), "REFUSED", "base-incomplete"
    ),
    forge(
        "elements that share a factor",
        KIND,
        claim(form("0", ("1", "12"), ("-1", "2")), "="),
        base("2", "6"),
        "REFUSED",
        "not-coprime",
    ),
    forge(
        "an element of 1", KIND, claim(form("0", ("1", "2")), "="), base("1", "2"), "MALFORMED", "not-a-base-element"
    ),
    forge("a negative element", KIND, claim(form("0", ("1", "2")), "="), base("-2"), "MALFORMED", "not-a-base-element"),
    forge(
        "a fractional element", KIND, claim(form("0", ("1", "2")), "="), base("3/2"), "MALFORMED", "not-a-base-element"
    ),
    forge("an element of 0", KIND, claim(form("0", ("1", "2")), "="), base("0"), "MALFORMED", "not-a-base-element"),
    reject("too few bits", KIND, claim(NEAR, "<"), bits(64), "REFUSED", "precision-too-low"),
    reject("a zero needs its base", KIND, claim(ZERO, "="), bits(64), "REFUSED", "precision-too-low"),
    reject("repeated elements", KIND, claim(ZERO, "="), base("2", "3", "2"), "REFUSED", "not-coprime"),
    reject("no bits", KIND, claim(HALF, "<"), bits(0), "MALFORMED", "out-of-range"),
    reject("bits as text", KIND, claim(HALF, "<"), {"bits": "64"}, "MALFORMED", "not-an-integer"),
    reject("too many bits", KIND, claim(HALF, "<"), bits(32769), "LIMIT", "precision"),
    reject("too much work", KIND, claim(LONG, "<"), bits(32768), "LIMIT", "too-much-work"),
    reject("bits and base", KIND, claim(ZERO, "="), {"bits": 64, "base": ["2"]}, "MALFORMED", "unknown-key"),
    reject("no proof", KIND, claim(HALF, "<"), {}, "MALFORMED", "missing-key"),
    reject("no logarithm", KIND, claim(form("1"), ">"), bits(64), "MALFORMED", "empty-form"),
    reject("log of zero", KIND, claim(form("0", ("1", "0")), "<"), bits(64), "MALFORMED", "log-of-nonpositive"),
    reject("log of a negative", KIND, claim(form("0", ("1", "-2")), "<"), bits(64), "MALFORMED", "log-of-nonpositive"),
    reject("an unknown relation", KIND, claim(HALF, "=="), bits(64), "MALFORMED", "unknown-word"),
    reject("a float", KIND, claim(form("0.5", ("1", "2")), "<"), bits(64), "MALFORMED", "decimal-point"),
    reject("a missing constant", KIND, claim({"terms": HALF["terms"]}, "<"), bits(64), "MALFORMED", "missing-key"),
    reject(
        "a term with a base",
        KIND,
        claim({"constant": "0", "terms": [{"coefficient": "1", "argument": "2", "base": "10"}]}, ">"),
        bits(64),
        "MALFORMED",
        "unknown-key",
    ),
    reject(
        "a base of many bits",
        KIND,
        claim(ZERO, "="),
        base(*(str(p ** (13000 // p.bit_length())) for p in PRIMES)),
        "LIMIT",
        "too-many-bits",
    ),
]

ABOUT: list[About] = [
    About(f"the complement of {one}", KIND, claim(HALF, one), (KIND, claim(HALF, other)))
    for one, other in ((">", "<="), (">=", "<"), ("<", ">="), ("<=", ">"), ("=", "!="), ("!=", "="))
]

WIDE = [f"1/{10**3999 + 2 * k + 1}" for k in range(8)]
MANY = form("0", *(("1", f"{k + 3}/{k + 2}") for k in range(1 << 11)))

CASES += [
    accept("a constant over another denominator", KIND, claim(form("-1/3", ("1/2", "2")), ">"), bits(64)),
    accept("a constant with a denominator of its own", KIND, claim(form("-1/6", ("1/4", "2")), ">"), bits(64)),
    reject(
        "coefficients of many bits",
        KIND,
        claim(form("0", *((c, "2") for c in WIDE)), ">"),
        bits(64),
        "LIMIT",
        "too-many-bits",
    ),
    reject("terms x bits^2 just beyond the limit", KIND, claim(MANY, ">"), bits(1449), "LIMIT", "too-much-work"),
    reject(
        "arguments of many bits",
        KIND,
        claim(form("0", *(("1", str(10**3999 + k)) for k in range(400))), "="),
        base("2"),
        "LIMIT",
        "too-much-work",
    ),
    reject(
        "many divisions",
        KIND,
        claim(MANY, "="),
        base(*(str(p) for p in range(3, 30000) if all(p % q for q in range(2, 174) if q < p))),
        "LIMIT",
        "too-much-work",
    ),
]
