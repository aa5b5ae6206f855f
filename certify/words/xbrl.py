"""Filings in words: relations, joint relations and claims, with the intervals of their facts."""

from __future__ import annotations

import datetime
from fractions import Fraction
from typing import Any

from certify.kernel import xbrl, xbrl_claim
from certify.kernel.rational import brief
from certify.kernel.xbrl_facts import Interval
from certify.words.steps import Step

Value = Any

MODES = {
    "c11r": "Calculations 1.1, round to nearest",
    "c11t": "Calculations 1.1, truncation",
    "xbrl21": "XBRL 2.1 calculations",
    "point": "printed values taken as exact",
}
SHOWN = 200


def claim(kind: str, statement: Value) -> str:
    """What is said of the figures, and where each stands."""
    if kind == "xbrl/relation":
        return _relation(statement)
    return _joint(statement) if kind == "xbrl/joint" else _figure(statement)


def _relation(statement: Value) -> str:
    terms = " ".join(_term(item["weight"], local(item["concept"])) for item in statement["items"])
    head = f"{local(statement['total']['concept'])} = {terms.removeprefix('+ ')} is {statement['asserts']}"
    lines = [head, f"  {statement['context']}, in {local(statement['unit'])}", f"  {MODES[statement['mode']]}"]
    lines += [f"  {line}" for group in (statement["total"], *statement["items"]) for line in _facts(group)]
    return "\n".join(lines)


def _joint(statement: Value) -> str:
    names = [local(group["concept"]) for group in statement["groups"]]
    lines = [f"These {len(statement['relations'])} relations are {'jointly ' + statement['asserts']}:"]
    for relation in statement["relations"][:SHOWN]:
        terms = " ".join(_term(item["weight"], names[item["group"]]) for item in relation["items"])
        lines.append(f"  {names[relation['total']]} = {terms.removeprefix('+ ')}")
    lines += [f"  {statement['context']}, in {local(statement['unit'])}", f"  {MODES[statement['mode']]}"]
    lines += [f"  {line}" for group in statement["groups"][:SHOWN] for line in _facts(group)]
    return "\n".join(lines)


def _figure(statement: Value) -> str:
    low, high = statement["low"], statement["high"]
    ends = f"{'[' if statement['low_closed'] else '('}{low}, {high}{']' if statement['high_closed'] else ')'}"
    verdict = "always lies" if statement["asserts"] == "supported" else "never lies"
    lines = [f"{formula(statement)} {verdict} in {ends}", f"  {MODES[statement['mode']]}"]
    for operand in statement["operands"]:
        lines += [f"  {line}, {operand['context']}, in {local(operand['unit'])}" for line in _facts(operand)]
    return "\n".join(lines)


def formula(statement: Value) -> str:
    """The measure over the operands, such as `GrossProfit / Revenues`."""
    names = [local(operand["concept"]) for operand in statement["operands"]]
    measure = statement["measure"]
    if measure in ("growth", "difference", "cagr"):
        now, then = (f"{name} {_period(o['context'])}" for name, o in zip(names, statement["operands"], strict=True))
        if measure == "cagr":
            return f"({now} / {then})^(1/{statement['years']}) - 1"
        return f"{now} - {then}" if measure == "difference" else f"({now} - {then}) / {then}"
    if measure == "value":
        return f"{names[0]} {_period(statement['operands'][0]['context'])}"
    parts = [statement[key] for key in ("weights", "numerator", "denominator") if key in statement]
    sums = [" ".join(_term(w, n) for w, n in zip(part, names, strict=True) if w != "0") for part in parts]
    shown = [text.removeprefix("+ ") for text in sums]
    return shown[0] if len(shown) == 1 else f"({shown[0]}) / ({shown[1]})"


def local(name: str) -> str:
    """A Clark name, or a unit of several, without namespaces."""
    return " ".join(part.rpartition("}")[2] for part in name.split(" "))


def _period(context: str) -> str:
    parts = context.split("; ")
    return days(parts[1]) if len(parts) > 1 else context


def days(period: str) -> str:
    """A period by its first and last day: OIM ends a day at the midnight after it."""
    start, slash, end = period.rpartition("/")
    try:
        moment = datetime.datetime.fromisoformat(end)
    except ValueError:
        return period
    midnight = moment.time() == datetime.time()
    last = (moment - datetime.timedelta(days=1)).date() if midnight else moment
    return f"{start.removesuffix('T00:00:00')} to {last}" if slash else str(last)


def plain(value: Fraction) -> str:
    """An exact decimal where there is one of moderate length, else a fraction."""
    places = max(value.denominator.bit_length() - 1, 0)
    digits = value * 10**places
    if digits.denominator != 1 or places > 60 or digits.numerator.bit_length() > 1000:
        return brief(value)
    text = f"{abs(digits.numerator):0{places + 1}d}"
    whole, part = text[: len(text) - places], text[len(text) - places :].rstrip("0")
    return ("-" if value < 0 else "") + whole + (f".{part}" if part else "")


def _term(weight: str, name: str) -> str:
    size = weight.lstrip("-")
    return f"{'-' if weight.startswith('-') else '+'} {name if size == '1' else f'{size} {name}'}"


def _facts(group: Value) -> list[str]:
    return [f"{local(group['concept'])}: {_fact(fact)}" for fact in group["facts"]] or [
        f"{local(group['concept'])}: not reported"
    ]


def _fact(fact: Value) -> str:
    accuracy = "".join(f" ({key} {fact[key]})" for key in ("decimals", "precision") if key in fact)
    place = f"{fact['file']}" + (f" line {fact['line']}" if fact["line"] is not None else "")
    name = f" #{fact['id']}" if fact["id"] is not None else ""
    return f"{'nil' if fact['value'] is None else fact['value']}{accuracy} at {place}{name}"


def ends(interval: Interval) -> str:
    """`[1, 2)`."""
    left, right = "(" if interval.low_open else "[", ")" if interval.high_open else "]"
    return f"{left}{plain(interval.low)}, {plain(interval.high)}{right}"


def explain(kind: str, statement: Value, evidence: Value) -> str:
    """The witness, the two rounded sides, or the ends that clash."""
    if kind == "xbrl/claim":
        return _explain_figure(statement, evidence)
    if "sum" in evidence:
        return f"Rounded to the accuracy of the total: reported {evidence['total']}, computed {evidence['sum']}."
    parsed = _parsed(kind, statement)
    if "point" in evidence:
        values = ", ".join(f"{local(n)} = {x}" for n, x in zip(parsed.names, evidence["point"], strict=True))
        return f"With {values} every figure lies in the interval of its facts and every relation holds."
    lines = _used(parsed.names, parsed.intervals, evidence["multipliers"])
    count = len(statement.get("relations", (None,)))
    used = [i for i, y in enumerate(evidence["multipliers"][2 * len(parsed.names) :]) if y != "0"]
    said = "the relation" if count == 1 else f"{len(used)} of the relations ({', '.join(str(i) for i in used)})"
    return "\n".join([f"Adding {said} and these ends gives a contradiction:", *lines])


def _explain_figure(statement: Value, evidence: Value) -> str:
    parsed = xbrl_claim.CLAIM.parse(statement, "")
    if "side" in evidence:
        side = "above the claim" if evidence["side"] == "above" else "below the claim"
        return "\n".join(
            [f"The figure lies {side}, because", *_used(parsed.names, parsed.intervals, evidence["multipliers"])]
        )
    parts = []
    for side, words in (("below", "It is not below the claim, because"), ("above", "It is not above it, because")):
        parts += [words, *_used(parsed.names, parsed.intervals, evidence[side])]
    return "\n".join(parts)


def _used(names: tuple[str, ...], intervals: tuple[Interval, ...], multipliers: list[str]) -> list[str]:
    """The ends of the figures that a combination uses."""
    lines = []
    for i, (name, interval) in enumerate(zip(names, intervals, strict=True)):
        for j, (word, sign, end, is_open) in enumerate(
            (("at least", ">", interval.low, interval.low_open), ("at most", "<", interval.high, interval.high_open))
        ):
            if multipliers[2 * i + j] != "0":
                strict = f"{sign} " if is_open else f"{word} "
                lines.append(f"  {multipliers[2 * i + j]} times: {local(name)} is {strict}{plain(end)}")
    return lines


def _parsed(kind: str, statement: Value) -> xbrl.Sum:
    rule = xbrl.RELATION if kind == "xbrl/relation" else xbrl.JOINT
    parsed: xbrl.Sum = rule.parse(statement, "")
    return parsed


def answer(kind: str, statement: Value, evidence: Value) -> dict[str, Any]:
    """The verdict in the words of filings, and the two sides or the witness."""
    found: dict[str, Any] = {"verdict": statement["asserts"], "mode": statement["mode"]}
    if kind == "xbrl/claim":
        return {**found, "figure": formula(statement), "low": statement["low"], "high": statement["high"]}
    if kind == "xbrl/joint":
        return {**found, "context": statement["context"], "unit": statement["unit"]}
    found |= {"role": statement["role"], "total": statement["total"]["concept"], "context": statement["context"]}
    found |= {"unit": statement["unit"], "unreported": [i["concept"] for i in statement["items"] if not i["facts"]]}
    if "sum" in evidence:
        return {**found, "reported": evidence["total"], "computed": evidence["sum"]}
    parsed = _parsed(kind, statement)
    return {**found, "reported": ends(parsed.intervals[0]), "computed": ends(_computed(parsed))}


def _computed(parsed: xbrl.Sum) -> Interval:
    """The interval of the weighted sum of the items."""
    row = parsed.system.rows[-1]
    low, high, low_open, high_open = Fraction(0), Fraction(0), False, False
    for number, interval in zip(row.numerators[1:], parsed.intervals[1:], strict=True):
        weight = Fraction(-number, row.denominator)
        first, last = (interval.low, interval.low_open), (interval.high, interval.high_open)
        if weight < 0:
            first, last = last, first
        low, high = low + weight * first[0], high + weight * last[0]
        low_open, high_open = low_open or first[1], high_open or last[1]
    return Interval(low, high, low_open, high_open)


def counts(kind: str, statement: Value, evidence: Value) -> dict[str, int]:
    """Relations and facts."""
    if kind == "xbrl/claim":
        return {"facts": sum(len(operand["facts"]) for operand in statement["operands"])}
    groups = statement["groups"] if kind == "xbrl/joint" else [statement["total"], *statement["items"]]
    return {"relations": len(statement.get("relations", (None,))), "facts": sum(len(g["facts"]) for g in groups)}


def steps(kind: str, statement: Value, evidence: Value) -> list[Step]:
    """Each figure with its interval; the witness, the two sides or the multipliers."""
    if kind == "xbrl/relation" and "sum" in evidence:
        relation = "=" if evidence["total"] == evidence["sum"] and evidence["total"] is not None else "≠"
        return [Step("both sides rounded", str(evidence["total"]), relation, str(evidence["sum"]))]
    parsed = xbrl_claim.CLAIM.parse(statement, "") if kind == "xbrl/claim" else _parsed(kind, statement)
    pairs = list(zip(parsed.names, parsed.intervals, strict=True))[:SHOWN]
    figures = [Step(local(name), "lies", "in", ends(interval)) for name, interval in pairs]
    lines = [Step(line.strip()) for line in explain(kind, statement, evidence).splitlines()]
    return [
        Step("figures and the intervals of their facts", children=tuple(figures)),
        Step("why", children=tuple(lines)),
    ]
