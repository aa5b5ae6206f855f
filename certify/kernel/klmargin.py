"""KL bounds from a few numbers of the target alone, `kl/margin`: for every target with this margin, D >= bound.

Statement `{"margin": NAME, fields of NAME, "relation": ">=" | ">", "bound": FORM}`: every distribution p on any finite
vocabulary that satisfies the hypothesis has D relation bound, D as in certify/kernel/klpool.py (forward unless said).
p1 >= p2 >= ... are the sorted probabilities, g = `gap`, f_g(s) = ((s+g) log(1+g/s) + (s-g) log(1-g/s))/2,
k(r) = (1+r) log(2/(1+r)) + r log r, kl(a||b) = a log(a/b) + (1-a) log((1-a)/(1-b)). Proofs: theorem kl-margin.

    strict           gap                p1 - p2 >= g, strict greedy                     f_g(1)
    strict-reverse   gap                the same, reverse KL                            -log(1 - g^2)/2
    gap              gap, mass          any rule, heaviest rejected j: p1 - pj >= g,    f_g(mass)
                                        p1 + pj <= mass (1: no knowledge)
    additive         delta, gap         additive rule; gap null, or p1 - p2 = gap       D > f_delta(1); f_gap(1) if gap
                                        > delta; else D > that of (a, a - gap, a - delta), a = (1 + gap + delta)/3
    multiplicative   alpha, top         multiplicative rule, p1 >= top                  top k(alpha)
    top              m, gap             top-m, p1 - p_(m+1) >= g                        f_g((2 + (m-1)g)/(m+1))
    tree             m, gap             tree of m, p1 - p_(m+1) >= g, tilt x >= 1       log((m+1)/(x+1/x+m-1)) + g log x
    tree-gap         m, gap             tree of m, p1 - p2 >= g                         kl((1 + m g)/(m+1) || 1/(m+1))
    tree-top         m, top             tree of m, p1 >= top >= 1/(m+1)                 kl(top || 1/(m+1))
    tree-quadratic   m, gap             tree of m <= 5, p1 - p_(m+1) >= g               (m+1) g^2/4; false for m >= 6
    entropy          epsilon, delta, guard, top   entropy rule, p1 >= top               top k(r), r < 1 the least of
                                        delta (1 + guard/top) and epsilon/top

Targets of which no token is rejected have D infinite and satisfy every bound. Evidence `{"sign": SIGN}` proves the sign
of value - bound (certify/kernel/logform.py); for `tree` also `{"tilt": x}`, any rational >= 1 (theorem kl-margin, M6).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from certify.kernel.logform import Form, difference, parse_form, prove_sign
from certify.kernel.rational import brief, rational
from certify.kernel.reject import Reject, malformed, refused
from certify.kernel.rule import Attachments, Rule
from certify.kernel.text import Value, choice, integer, record

MAX_WIDTH = 1 << 20  # of m
_FIELDS = {
    "strict": ("gap",),
    "strict-reverse": ("gap",),
    "gap": ("gap", "mass"),
    "additive": ("delta", "gap"),
    "multiplicative": ("alpha", "top"),
    "top": ("m", "gap"),
    "tree": ("m", "gap"),
    "tree-gap": ("m", "gap"),
    "tree-top": ("m", "top"),
    "tree-quadratic": ("m", "gap"),
    "entropy": ("epsilon", "delta", "guard", "top"),
}
Terms = list[tuple[Fraction, Fraction]]


@dataclass(frozen=True)
class Margin:
    """The parsed claim. `numbers` holds the rational fields; `m` is 0 where there is none."""

    name: str
    numbers: dict[str, Fraction]
    m: int
    relation: str
    bound: Form


def parse(statement: Value, where: str) -> Margin:
    if not isinstance(statement, dict) or "margin" not in statement:
        raise malformed(where, "missing-key", "key 'margin' names the bound")
    name = choice(statement["margin"], f"{where}/margin", tuple(_FIELDS))
    fields = record(statement, where, ("margin", *_FIELDS[name], "relation", "bound"))
    numbers = {}
    for key in _FIELDS[name]:
        if key != "m" and not (fields[key] is None and (name, key) in (("additive", "gap"), ("entropy", "guard"))):
            numbers[key] = rational(fields[key], f"{where}/{key}")
    claim = Margin(
        name,
        numbers,
        integer(fields["m"], f"{where}/m", 1, MAX_WIDTH) if "m" in fields else 0,
        choice(fields["relation"], f"{where}/relation", (">=", ">")),
        parse_form(fields["bound"], f"{where}/bound"),
    )
    _require_ranges(claim, where)
    return claim


def _require_ranges(claim: Margin, where: str) -> None:
    """Hypotheses that some distribution satisfies, and under which the value is defined."""

    def wrong(key: str, needed: str) -> Reject:
        return malformed(f"{where}/{key}", "out-of-range", f"found {brief(claim.numbers[key])}, {needed} is needed")

    for key, value in claim.numbers.items():
        zero = key == "delta" and claim.name == "additive"
        if value < 0 or (value == 0 and not zero):
            raise wrong(key, "at least 0" if zero else "more than 0")
        if value > 1 and not (claim.name == "entropy" and key != "top"):
            raise wrong(key, "at most 1")
    gap, delta = claim.numbers.get("gap"), claim.numbers.get("delta")
    if claim.name == "strict-reverse" and gap == 1:
        raise wrong("gap", "less than 1 (at 1 the reverse D is infinite)")
    if claim.name == "gap" and claim.numbers["mass"] < claim.numbers["gap"]:
        raise wrong("mass", "at least the gap")
    if claim.name == "additive" and delta is not None:
        # beyond, no target with this gap has a rejected token
        if gap is None and delta >= 1:
            raise wrong("delta", "less than 1")
        if gap is not None and gap <= delta and 2 * delta >= 1 + gap:
            raise wrong("delta", "less than (1 + gap)/2")
    if claim.name == "tree-top" and claim.numbers["top"] * (claim.m + 1) < 1:
        raise wrong("top", "at least 1/(m+1)")
    if claim.name == "tree-quadratic" and claim.m > 5:
        raise malformed(
            f"{where}/m", "quadratic-is-false", f"(m+1) g^2/4 is no bound for m = {claim.m}; m <= 5 is needed"
        )
    if claim.name == "entropy" and _ratio(claim) >= 1:
        raise malformed(f"{where}/delta", "no-bound", f"r = {brief(_ratio(claim))}, a bound needs r < 1")


def _ratio(claim: Margin) -> Fraction:
    """Under the entropy rule a rejected token has p_i <= r p1."""
    top, guard = claim.numbers["top"], claim.numbers.get("guard", Fraction(0))
    return min(claim.numbers["delta"] * (1 + guard / top), claim.numbers["epsilon"] / top)


def theorem_value(claim: Margin, evidence: dict[str, Value]) -> tuple[Form, bool]:
    """The bound that the theorem gives, and whether D exceeds it strictly."""
    numbers, m = claim.numbers, claim.m
    gap, top = numbers.get("gap", Fraction(0)), numbers.get("top", Fraction(0))
    strict, constant, terms = False, Fraction(0), Terms()
    if claim.name in ("strict", "gap"):
        terms = _two_tokens(gap, numbers.get("mass", Fraction(1)))
    elif claim.name == "strict-reverse":
        terms = [(Fraction(-1, 2), 1 - gap * gap)]
    elif claim.name == "additive":
        terms, strict = _additive(numbers["delta"], numbers.get("gap"))
    elif claim.name == "multiplicative":
        terms = _scaled(top, numbers["alpha"])
    elif claim.name == "top":
        terms = _two_tokens(gap, (2 + (m - 1) * gap) / (m + 1))
    elif claim.name == "tree":
        x = rational(evidence["tilt"], "/evidence/tilt")
        if x < 1:
            raise refused("/evidence/tilt", "wrong-tilt", f"found {brief(x)}, must be at least 1")
        terms = [(Fraction(1), Fraction(m + 1)), (gap, x), (Fraction(-1), x + 1 / x + m - 1)]
    elif claim.name == "tree-gap":
        terms = _binary((1 + m * gap) / (m + 1), Fraction(1, m + 1))
    elif claim.name == "tree-top":
        terms = _binary(top, Fraction(1, m + 1))
    elif claim.name == "tree-quadratic":
        constant = (m + 1) * gap * gap / 4
    else:
        terms = _scaled(top, _ratio(claim))
    return _form(constant, terms), strict


def _two_tokens(gap: Fraction, mass: Fraction) -> Terms:
    """f_gap(mass)."""
    return [((mass + gap) / 2, 1 + gap / mass), ((mass - gap) / 2, 1 - gap / mass)]


def _scaled(top: Fraction, ratio: Fraction) -> Terms:
    """top k(ratio)."""
    return [(top * (1 + ratio), 2 / (1 + ratio)), (top * ratio, ratio)]


def _binary(a: Fraction, b: Fraction) -> Terms:
    """kl(a || b), 0 < b < 1."""
    return [(a, a / b), (1 - a, (1 - a) / (1 - b))]


def _additive(delta: Fraction, gap: Fraction | None) -> tuple[Terms, bool]:
    """f_gap(1), or the least value for a gap within delta, which no target attains."""
    if gap is None:
        return _two_tokens(delta, Fraction(1)), True
    if gap > delta:
        return _two_tokens(gap, Fraction(1)), False
    first = (1 + gap + delta) / 3
    if first - gap <= first - delta / 2:  # the second token is not above the level of the first and the last
        return _two_tokens(delta, 2 * first - delta), True
    return [(p, 3 * p) for p in (first, first - gap, first - delta)], True


def _form(constant: Fraction, terms: Terms) -> Form:
    """The sum of coefficient log(argument), where 0 log 0 = 0."""
    kept = [(c, r) for c, r in terms if c]
    total = Form(constant.denominator, constant.numerator, ())
    for c, r in kept:
        total = difference(total, Form(c.denominator, 0, ((-c.numerator, r.numerator, r.denominator),)))
    return total


def _check(claim: Margin, evidence: Value, _: Attachments) -> None:
    keys = ("sign", "tilt") if claim.name == "tree" else ("sign",)
    fields = record(evidence, "/evidence", keys)
    value, strict = theorem_value(claim, fields)
    sign = prove_sign(difference(value, claim.bound), fields["sign"], "/evidence/sign")
    if sign < 0 or (sign == 0 and claim.relation == ">" and not strict):
        found = "is smaller than" if sign < 0 else "only equals"
        raise refused("/evidence/sign", "bound-too-large", f"what the theorem gives {found} the bound of the claim")


RULE = Rule(parse, _check, theorems=("fixed-point", "kl-margin"))
