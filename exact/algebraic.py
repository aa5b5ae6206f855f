"""Certificates for `algebraic/` claims: irreducibility primes, factors with a root, and reasons of independence."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath

from certify import kernel
from certify.contract import Claim, Found, Limits, NotFound, Progress, certificate
from certify.kernel import poly
from certify.kernel.poly import Poly
from certify.kernel.reject import Reject
from exact.number_field import PRIMES, factor_with_root, irreducibility_primes

Value = Any

SIDES = ("first", "second")


def prove(claim: Claim, limits: Limits, progress: Progress) -> Found | NotFound:
    """A certificate for the claim, or why none was found."""
    kind = claim.kind.removeprefix("algebraic/")
    tried = {"root": _root, "equal": _equal, "independent": _independent}[kind](claim.statement)
    reason = "no method applies"
    for evidence in tried:
        data = certificate(claim, evidence)
        try:
            kernel.check(claim.data, [data])
        except Reject as reject:
            reason = f"{reject.code}: {reject.detail}"
            continue
        return Found(claim, data)
    return NotFound(reason)


def _read(number: Value) -> tuple[Poly, Any]:
    """The polynomial and an approximation of the root."""
    f = tuple(int(a) for a in number["polynomial"])
    low, high = poly.Root(f, Fraction(number["low"]), Fraction(number["high"])).enclose(400)
    return f, mpmath.ldexp(low + high, -401)


def _root(statement: Value) -> list[Value]:
    if not statement["irreducible"]:
        return [{}]
    primes = irreducibility_primes(tuple(int(a) for a in statement["polynomial"]))
    return [] if primes is None else [{"primes": primes}]


def _equal(statement: Value) -> list[Value]:
    with mpmath.workprec(500):
        f, value = _read(statement["root"])
        factor = factor_with_root(f, value)
    spelled = [str(a) for a in factor]
    return [{"factor": spelled, "precision": precision} for precision in (64, 256, 1024)]


def _independent(statement: Value) -> list[Value]:
    polynomials = [tuple(int(a) for a in statement[side]["polynomial"]) for side in SIDES]
    primes = [irreducibility_primes(f) for f in polynomials]
    tried: list[Value] = []
    for unit, other in ((0, 1), (1, 0)):
        if poly.is_unit(polynomials[unit]) and primes[other] is not None:
            tried.append({"method": "unit", "unit": SIDES[unit], "primes": primes[other]})
    if primes[0] is None or primes[1] is None:
        return tried
    both = {"first": primes[0], "second": primes[1]}
    tried.append({"method": "norm", **both})
    ends = [abs(f[0] * f[-1]) for f in polynomials]
    tried += [{"method": "slopes", "prime": p, **both} for p in PRIMES if any(end % p == 0 for end in ends)]
    with mpmath.workprec(200):
        tried.append({"method": "circle", "zeros": [_zeros(f) for f in polynomials], **both})
    return tried


def _zeros(f: Poly) -> Value:
    roots = mpmath.polyroots([mpmath.mpf(a) for a in reversed(f)], maxsteps=400, extraprec=400)
    return [
        [str(Fraction(int(mpmath.nint(part * 10**30)), 10**30)) for part in (mpmath.re(z), mpmath.im(z))] for z in roots
    ]
