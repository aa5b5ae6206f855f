"""Does a filing add up: `xbrl/relation` (one summation) and `xbrl/joint` (several together).

Facts, their intervals I(f) and groups are those of `xbrl_facts`. `asserts` says which verdict is claimed, "consistent"
or "inconsistent"; the other one is the negation.

* `xbrl/relation` (`mode` c11r | c11t | xbrl21): a `total` T and `items` (c_i, w_i) of one context and unit, w_i != 0.
  c11r, c11t: consistent iff some x in I(T) x prod I(c_i) has x_T = sum w_i x_i over the items that have a fact that is
  not nil (at least one). xbrl21: iff round_T(sum w_i round_i(v_i)) = round_T(v_T), each rounded to its own decimals,
  half to even; bound only where the total stands once and no item twice in one tuple (`parent`, the path of a fact's
  tuple; items lie at or below the tuple of the total). Where an accuracy is unknown (precision 0): inconsistent.
* `xbrl/joint` (c11r | c11t): consistent iff some values of all `groups`, each in its interval, satisfy every one of the
  `relations` x_T = sum w_i x_i. Every item must have a fact that is not nil.

The rows are built here from the facts, in this order: for each variable (the total and the items that count, or the
groups, as listed) its lower end and its upper end, then one equality for each relation. Evidence: `{"point"}` as for
linear/feasible, `{"multipliers"}` as for linear/infeasible, over these rows; xbrl21: `{"total", "sum"}`, the two
rounded sides, null where unknown. No theorem is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from certify.kernel import linear
from certify.kernel.rational import brief, ratio
from certify.kernel.reject import malformed, refused
from certify.kernel.rule import Attachments, Rule
from certify.kernel.text import Value, array, choice, distinct, integer, record, show, string
from certify.kernel.xbrl_facts import MAX_FIGURES, Interval, Terms, facts_of, flip, group_of, system, ten_to, weight_of

VERDICTS = ("consistent", "inconsistent")


@dataclass(frozen=True)
class Sides:
    """A relation under XBRL 2.1: both sides rounded to the accuracy of the total, None where that is not known."""

    total: Fraction | None
    sum: Fraction | None


@dataclass(frozen=True)
class Sum:
    """One relation or several under Calculations 1.1: the figures that count, and the rows that the facts give."""

    statement: Value
    names: tuple[str, ...]
    intervals: tuple[Interval, ...]
    system: linear.System


@dataclass(frozen=True)
class Rounded:
    """A relation under XBRL 2.1."""

    statement: Value
    sides: Sides


# --- xbrl/relation --------------------------------------------------------------------------------------------------


def _parse_relation(statement: Value, where: str) -> Sum | Rounded:
    fields = record(statement, where, ("asserts", "mode", "role", "context", "unit", "total", "items"))
    choice(fields["asserts"], f"{where}/asserts", VERDICTS)
    mode = choice(fields["mode"], f"{where}/mode", ("c11r", "c11t", "xbrl21"))
    for key in ("role", "context", "unit"):
        string(fields[key], f"{where}/{key}")
    total = record(fields["total"], f"{where}/total", ("concept", "facts"))
    items = [
        record(item, f"{where}/items/{i}", ("concept", "weight", "facts"))
        for i, item in enumerate(array(fields["items"], f"{where}/items", 1))
    ]
    names = [string(total["concept"], f"{where}/total/concept")]
    names += [string(item["concept"], f"{where}/items/{i}/concept") for i, item in enumerate(items)]
    distinct(names, where)
    weights = [weight_of(item["weight"], f"{where}/items/{i}/weight") for i, item in enumerate(items)]
    if mode == "xbrl21":
        return _parse_rounded(statement, where, weights)
    return _parse_intervals(statement, where, mode, names, weights)


def _parse_intervals(statement: Value, where: str, mode: str, names: list[str], weights: list[Fraction]) -> Sum:
    total = group_of(statement["total"]["facts"], f"{where}/total/facts", mode, 1)
    if total is None:
        raise malformed(f"{where}/total", "nil-total", "every fact of the total is nil; nothing to compare with")
    used, intervals, terms = [names[0]], [total], [(0, Fraction(1))]
    for i, item in enumerate(statement["items"]):
        ends = group_of(item["facts"], f"{where}/items/{i}/facts", mode, 0)
        if ends is not None:
            terms.append((len(used), -weights[i]))
            used.append(names[i + 1])
            intervals.append(ends)
    if len(used) == 1:
        raise malformed(f"{where}/items", "no-item", "no item has a fact that is not nil; the relation is not bound")
    return Sum(statement, tuple(used), tuple(intervals), system(used, intervals, [terms], where))


def rounded(value: Fraction, decimals: int | None) -> Fraction:
    """To the nearest multiple of 10^-decimals, ties to the even one."""
    if decimals is None:
        return value
    unit = ten_to(-decimals)
    return round(value / unit) * unit


def _parse_rounded(statement: Value, where: str, weights: list[Fraction]) -> Rounded:
    mode = "xbrl21"
    totals, nils = facts_of(statement["total"]["facts"], f"{where}/total/facts", mode, 1)
    if len(totals) + nils != 1:
        raise malformed(f"{where}/total/facts", "duplicated-total", f"{len(totals) + nils} facts, XBRL 2.1 binds one")
    if nils:
        raise malformed(f"{where}/total", "nil-total", "the total is nil; nothing to compare with")
    total = totals.pop()
    sum_, known, bound = Fraction(0), total.known, False
    for i, item in enumerate(statement["items"]):
        place = f"{where}/items/{i}/facts"
        facts, _ = facts_of(item["facts"], place, mode, 0)
        if len({fact.parent for fact in facts}) != len(facts):
            raise malformed(place, "duplicated-item", "two facts that are not nil in one tuple; XBRL 2.1 binds neither")
        for fact in facts:
            if fact.parent[: len(total.parent)] != total.parent:
                detail = f"tuple {list(fact.parent)} is not below {list(total.parent)}, the tuple of the total"
                raise malformed(place, "outside-tuple", detail)
            sum_ += weights[i] * rounded(fact.value, fact.decimals)
            known, bound = known and fact.known, True
    if not bound:
        raise malformed(f"{where}/items", "no-item", "no item has a fact that is not nil; the relation is not bound")
    sides = Sides(rounded(total.value, total.decimals), rounded(sum_, total.decimals)) if known else Sides(None, None)
    return Rounded(statement, sides)


# --- xbrl/joint -----------------------------------------------------------------------------------------------------


def _parse_joint(statement: Value, where: str) -> Sum:
    fields = record(statement, where, ("asserts", "mode", "context", "unit", "groups", "relations"))
    choice(fields["asserts"], f"{where}/asserts", VERDICTS)
    mode = choice(fields["mode"], f"{where}/mode", ("c11r", "c11t"))
    for key in ("context", "unit"):
        string(fields[key], f"{where}/{key}")
    names, intervals = [], []
    for i, value in enumerate(array(fields["groups"], f"{where}/groups", 2)):
        place = f"{where}/groups/{i}"
        group = record(value, place, ("concept", "facts"))
        names.append(string(group["concept"], f"{place}/concept"))
        ends = group_of(group["facts"], f"{place}/facts", mode, 0)
        if ends is None:
            detail = f"{names[-1]} has no fact that is not nil; joint claims speak of complete relations only"
            raise malformed(f"{place}/facts", "unreported-item", detail)
        intervals.append(ends)
    distinct(names, f"{where}/groups")
    relations = array(fields["relations"], f"{where}/relations", 1, MAX_FIGURES)
    equalities = [_equality(value, f"{where}/relations/{i}", len(names)) for i, value in enumerate(relations)]
    used = {variable for terms in equalities for variable, _ in terms}
    for i, name in enumerate(names):
        if i not in used:
            raise malformed(f"{where}/groups/{i}", "unused-group", f"{name} stands in no relation")
    return Sum(statement, tuple(names), tuple(intervals), system(names, intervals, equalities, where))


def _equality(value: Value, where: str, size: int) -> Terms:
    """x_total - sum w_i x_i as terms."""
    fields = record(value, where, ("role", "total", "items"))
    string(fields["role"], f"{where}/role")
    terms = [(integer(fields["total"], f"{where}/total", 0, size - 1), Fraction(1))]
    for i, entry in enumerate(array(fields["items"], f"{where}/items", 1)):
        item = record(entry, f"{where}/items/{i}", ("group", "weight"))
        group = integer(item["group"], f"{where}/items/{i}/group", 0, size - 1)
        terms.append((group, -weight_of(item["weight"], f"{where}/items/{i}/weight")))
    distinct([variable for variable, _ in terms], f"{where}/items")
    return terms


# --- checks -----------------------------------------------------------------------------------------------------------


def _check_sum(claim: Sum | Rounded, evidence: Value, attachments: Attachments) -> None:
    consistent = claim.statement["asserts"] == "consistent"
    if isinstance(claim, Rounded):
        _check_sides(claim.sides, consistent, evidence)
        return
    rule = linear.FEASIBLE if consistent else linear.INFEASIBLE
    rule.check(claim.system, evidence, attachments)


def _check_sides(sides: Sides, consistent: bool, evidence: Value) -> None:
    fields = record(evidence, "/evidence", ("total", "sum"))
    for key, side in (("total", sides.total), ("sum", sides.sum)):
        found = None if fields[key] is None else Fraction(*ratio(fields[key], f"/evidence/{key}"))
        if found != side:
            detail = f"found {show(fields[key])}, the facts give {_said(side)}"
            raise refused(f"/evidence/{key}", "wrong-side", detail)
    agree = sides.total is not None and sides.total == sides.sum
    if agree != consistent:
        sides_said = f"total {_said(sides.total)}, sum {_said(sides.sum)}"
        word = "agree" if consistent else "differ"
        raise refused("/evidence", "wrong-verdict", f"rounded alike: {sides_said}; the claim needs them to {word}")


def _said(side: Fraction | None) -> str:
    return "unknown" if side is None else brief(side)


RELATION = Rule(_parse_relation, _check_sum, flip(VERDICTS, "xbrl/relation"))
JOINT = Rule(_parse_joint, _check_sum, flip(VERDICTS, "xbrl/joint"))
