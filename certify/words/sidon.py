"""Sidon sets and perfect difference sets in words."""

from __future__ import annotations

from typing import Any

from certify.words import latex
from certify.words.steps import Step, outline

Value = Any

_SAID = {
    "sidon/is-sidon": "{set} is a Sidon set: all differences of its elements are distinct.",
    "sidon/not-sidon": "{set} is not a Sidon set.",
    "sidon/is-sidon-at": "{set} is Sidon mod {v}: all differences of its elements are distinct mod {v}.",
    "sidon/not-sidon-at": "{set} is not Sidon mod {v}, so it lies in no perfect difference set mod {v}.",
    "sidon/extends-at": "{set} lies in a perfect difference set mod {v}.",
    "sidon/extends": "{set} lies in a perfect difference set, for some modulus v >= 1.",
    "sidon/even-order": "{set} lies in a perfect difference set of even order, for some modulus v >= 1.",
    "sidon/no-extension": "{set} is a Sidon set and extends to no perfect difference set, whatever its modulus v >= 1.",
    "sidon/no-even-order": "{set} is a Sidon set and lies in no perfect difference set of even order.",
    "sidon/no-extension-at": "{set} is Sidon mod {v} and lies in no perfect difference set mod {v}.",
    "sidon/smallest-modulus": "{v} is the smallest modulus at which {set} lies in a perfect difference set.",
}


def braces(elements: list[int]) -> str:
    """`{1, 2, 4}`."""
    return "{" + ", ".join(map(str, elements)) + "}"


def order(modulus: int) -> int:
    """The q with q^2+q+1 = v."""
    return next(q for q in range(modulus) if q * q + q + 1 >= modulus)


def claim(kind: str, statement: Value) -> str:
    """What is said of the set."""
    return _SAID[kind].format(set=braces(statement["set"]), v=statement.get("modulus"))


def explain(kind: str, statement: Value, evidence: Value) -> str:
    """Why the evidence proves it."""
    return _EXPLAIN[kind](statement, evidence)


def _nothing(statement: Value, _: Value) -> str:
    size = len(statement["set"])
    return f"The kernel computed all {size * (size - 1)} differences; no two are equal."


def _sums(_: Value, evidence: Value) -> str:
    return f"{equation(evidence['sums'])}: two different pairs with one sum."


def _signed(number: int) -> str:
    """A number as it stands after an operator."""
    return f"({number})" if number < 0 else str(number)


def equation(sums: list[int]) -> str:
    """`1+5 = 3+3`."""
    a, b, c, d = map(_signed, sums)
    return f"{a}+{b} = {c}+{d}"


def _collision(statement: Value, evidence: Value) -> str:
    return collides(evidence["collision"], statement["modulus"]) + "."


def collides(quadruple: list[int], modulus: int) -> str:
    """`2 - 8 = 8 - 1 mod 13`, or that two elements are congruent."""
    a, b, c, d = map(_signed, quadruple)
    if (quadruple[0] - quadruple[1]) % modulus == 0:
        return f"{a} = {b} mod {modulus}"
    return f"{a} - {b} = {c} - {d} mod {modulus}, two different pairs with one difference"


def _witness(statement: Value, evidence: Value) -> str:
    modulus = evidence.get("modulus", statement.get("modulus"))
    size = len(evidence["witness"])
    return (
        f"It lies in {braces(evidence['witness'])},\n"
        f"whose {size * (size - 1)} differences are 1, ..., {modulus - 1} mod {modulus}, each once: "
        f"a perfect difference set of order {order(modulus)}."
    )


def _no_extension(_: Value, evidence: Value) -> str:
    shift = 2 * evidence["odd"][0][1] - evidence["odd"][0][0]
    values = " = ".join(f"2*{_signed(b)} - {_signed(d)}" for d, b in evidence["odd"])
    less = "" if shift == 0 else f" less {_signed(shift)}"
    w, x, y, z = map(_signed, [(a - shift) << k for k, a in evidence["clash"]])
    return (
        "Suppose it lies in a perfect difference set B of order q mod v.\n"
        f"Odd q: {values} = {shift}, but no value 2b-d is taken more than twice in B (theorem pds-doubling).\n"
        f"Even q: a value taken twice is the shift, so B{less} is closed under doubling, mod v (same theorem).\n"
        f"But {w} - {x} = {y} - {z} with numbers that then lie in B{less}: a second pair with one difference.\n"
        "Where v divides one of the differences that must not vanish, the kernel found another collision."
    )


def _no_even_order(_: Value, evidence: Value) -> str:
    lines = [
        "Suppose it lies in a perfect difference set B of even order mod v.",
        "Then B less some s is closed under doubling (theorem pds-doubling), and",
    ]
    for clash in evidence["clashes"]:
        w, x, y, z = (f"{2**k if k else ''}({a}-s)" for k, a in clash)
        lines.append(f"  {w} - {x} = {y} - {z}, so {w} = {x} or {w} = {y} mod v")
    lines.append("At every end v divides a known number; the kernel found a collision for every such v and s.")
    return "\n".join(lines)


def _tree(statement: Value, evidence: Value) -> str:
    modulus, size = statement["modulus"], len(evidence["tree"])
    return (
        f"In a perfect difference set mod {modulus} every difference occurs. A tree of {size} nodes, at each of which "
        "one missing difference is added in every possible way, ends in collisions everywhere."
    )


def _smallest(statement: Value, evidence: Value) -> str:
    first = len(statement["set"]) - 1
    lines = [_witness(statement, evidence), f"Moduli below {first * first + first + 1} have too few elements."]
    for q, part in enumerate(evidence["smaller"], first):
        v = q * q + q + 1
        why = collides(part["collision"], v) if "collision" in part else f"a tree of {len(part['tree'])} nodes"
        lines.append(f"  {v}: {why}")
    return "\n".join(lines)


_EXPLAIN = {
    "sidon/is-sidon": _nothing,
    "sidon/not-sidon": _sums,
    "sidon/is-sidon-at": _nothing,
    "sidon/not-sidon-at": _collision,
    "sidon/extends-at": _witness,
    "sidon/extends": _witness,
    "sidon/even-order": _witness,
    "sidon/no-extension": _no_extension,
    "sidon/no-even-order": _no_even_order,
    "sidon/no-extension-at": _tree,
    "sidon/smallest-modulus": _smallest,
}


def answer(kind: str, statement: Value, evidence: Value) -> dict[str, Any]:
    """`extends` (true, false; null: not decided by this claim), and what shows it."""
    if kind in ("sidon/is-sidon", "sidon/is-sidon-at"):
        return {"sidon": True, "extends": None}
    if kind == "sidon/not-sidon":
        return {"sidon": False, "extends": False, "sums": evidence["sums"]}
    if kind == "sidon/no-extension":
        return {"extends": False}
    if kind == "sidon/no-even-order":
        return {"extends": None, "even_orders": False}
    if kind in ("sidon/no-extension-at", "sidon/not-sidon-at"):
        return {"extends": False, "modulus": statement["modulus"], "order": order(statement["modulus"])}
    modulus = evidence.get("modulus", statement.get("modulus"))
    found = {"extends": True, "modulus": modulus, "order": order(modulus), "witness": evidence["witness"]}
    return {**found, "smallest": True} if kind == "sidon/smallest-modulus" else found


def counts(kind: str, statement: Value, evidence: Value) -> dict[str, int]:
    """Elements, and nodes of trees."""
    found = {"elements": len(statement["set"])}
    if kind == "sidon/no-even-order":
        found["clashes"] = len(evidence["clashes"])
    trees = [evidence, *evidence.get("smaller", [])]
    nodes = sum(len(part["tree"]) for part in trees if "tree" in part)
    return {**found, "nodes": nodes} if nodes else found


def mathematics(kind: str, statement: Value) -> str:
    """The statement in LaTeX; PDS(v) are the perfect difference sets mod v, V_0 the moduli of even order."""
    elements = latex.number_set(statement["set"])
    modulus = statement.get("modulus")
    return _FORMULA[kind].replace("SET", elements).replace("MODULUS", str(modulus))


_DISTINCT = r"a - b \ne c - d \;\text{ for }\; (a,b) \ne (c,d),\ a \ne b,\ c \ne d"
_SIDON = r"SET \text{ is Sidon} \;\wedge\; "
_SIDON_AT = r"SET \text{ is Sidon mod } MODULUS \;\wedge\; "
_FORMULA = {
    "sidon/is-sidon": rf"A = SET :\; {_DISTINCT}",
    "sidon/not-sidon": r"\exists\, a, b, c, d \in SET :\; a + b = c + d,\ \{a, b\} \ne \{c, d\}",
    "sidon/is-sidon-at": rf"A = SET \bmod MODULUS :\; {_DISTINCT}",
    "sidon/not-sidon-at": r"\exists\, (a, b) \ne (c, d) \in SET^2 :\; a - b \equiv c - d \pmod{MODULUS}",
    "sidon/extends-at": r"\exists\, D \in \mathrm{PDS}(MODULUS) :\; SET \subseteq D",
    "sidon/extends": r"\exists\, v \ge 1\ \exists\, D \in \mathrm{PDS}(v) :\; SET \subseteq D",
    "sidon/even-order": r"\exists\, v \in V_0\ \exists\, D \in \mathrm{PDS}(v) :\; SET \subseteq D",
    "sidon/no-extension": _SIDON + r"\forall\, v \ge 1\ \forall\, D \in \mathrm{PDS}(v) :\; SET \not\subseteq D",
    "sidon/no-even-order": _SIDON + r"\forall\, v \in V_0\ \forall\, D \in \mathrm{PDS}(v) :\; SET \not\subseteq D",
    "sidon/no-extension-at": _SIDON_AT + r"\forall\, D \in \mathrm{PDS}(MODULUS) :\; SET \not\subseteq D",
    "sidon/smallest-modulus": r"MODULUS = \min \{ v :\; \exists\, D \in \mathrm{PDS}(v),\ SET \subseteq D \}",
}


def steps(kind: str, statement: Value, evidence: Value) -> list[Step]:
    """The checks with both sides; for bh-linear the odd half, the doubling chain and the clash."""
    if kind == "sidon/no-extension":
        return _steps_no_extension(evidence)
    return list(outline("evidence", evidence).children)


def _steps_no_extension(evidence: Value) -> list[Step]:
    shift = 2 * evidence["odd"][0][1] - evidence["odd"][0][0]
    odd = [Step("value", f"2*{_signed(b)} - {_signed(d)}", "=", str(shift)) for d, b in evidence["odd"]]
    chains = [_chain(k, a, shift) for k, a in evidence["clash"]]
    w, x, y, z = ((a - shift) << k for k, a in evidence["clash"])
    return [
        Step("odd order: three pairs with one value, at most two are possible", children=tuple(odd)),
        Step(f"even order: elements less {shift}, doubled, stay in the set less {shift}", children=tuple(chains)),
        Step("the clash", f"{_signed(w)} - {_signed(x)} = {w - x}", "=", f"{_signed(y)} - {_signed(z)} = {y - z}"),
    ]


def _chain(doublings: int, element: int, shift: int) -> Step:
    """a-s, 2(a-s), 4(a-s), ..."""
    values = [(element - shift) << k for k in range(doublings + 1)]
    return Step(f"{element} less {shift}", " → ".join(map(str, values)))
