"""SEC companyfacts JSON: every value a company ever filed, without decimals, dimensions or linkbases.

Only claims can be checked on it, and only point by point. `fy` and `fp` describe the filing a row comes from, not the
row; rows are keyed by their own dates. Where one period has several values (restated, or rounded anew), all are kept:
a claim that needs it finds a contradictory group and abstains, unless one filing is chosen by its accession number.
"""

from __future__ import annotations

import datetime
from fractions import Fraction
from typing import Any

from certify.contract import Malformed
from smt.xbrl import filing
from smt.xbrl.filing import Context, Fact
from smt.xbrl.instance import MAX_FACTS, Instance


def read(value: Any, name: str, accession: str | None = None) -> Instance:
    """The rows of all tags, or of one filing. Raises Malformed."""
    facts = value.get("facts") if isinstance(value, dict) else None
    if not isinstance(facts, dict) or "cik" not in value:
        raise Malformed(f"{name}: found no cik and facts, expected SEC companyfacts")
    found = Instance(prefixes={})
    entity = f"http://www.sec.gov/CIK {str(value['cik']).zfill(10)}"
    years: dict[str, tuple[str, int]] = {}  # accession -> (latest annual end, fiscal year of the filing)
    for taxonomy, tag, unit, index, row in _rows(facts, name):
        if accession is not None and row.get("accn") != accession:
            continue
        fact = _fact(f"{taxonomy}:{tag}", unit, row, entity, f"{name}: /facts/{taxonomy}/{tag}/units/{unit}/{index}")
        found.facts.append(fact)
        _year(row, fact, years)
        if len(found.facts) > MAX_FACTS:
            raise Malformed(f"{name}: more than {MAX_FACTS} rows")
    if years:
        end, year = max(years.values())
        found.texts = {"DocumentFiscalYearFocus": str(year), "DocumentFiscalPeriodFocus": "FY"}
        found.texts["DocumentPeriodEndDate"] = end
    found.facts = list(dict.fromkeys(found.facts))
    return found


def _rows(facts: dict[str, Any], name: str) -> Any:
    for taxonomy, tags in facts.items():
        for tag, entry in (tags if isinstance(tags, dict) else {}).items():
            units = entry.get("units") if isinstance(entry, dict) else None
            if not isinstance(units, dict):
                raise Malformed(f"{name}: /facts/{taxonomy}/{tag}: found no units")
            for unit, rows in units.items():
                for index, row in enumerate(rows if isinstance(rows, list) else []):
                    if not isinstance(row, dict):
                        raise Malformed(f"{name}: /facts/{taxonomy}/{tag}/units/{unit}/{index}: expected an object")
                    yield taxonomy, tag, unit, index, row


def _fact(concept: str, unit: str, row: dict[str, Any], entity: str, place: str) -> Fact:
    value, start, end = row.get("val"), row.get("start"), row.get("end")
    if not isinstance(value, Fraction) or not isinstance(end, str) or not isinstance(start, str | None):
        raise Malformed(f"{place}: expected end and a number val")
    begin = None if start is None else filing.moment(start, end=False, place=place)
    context = Context(entity, begin, filing.moment(end, end=True, place=place))
    return Fact(concept, context, unit, value, "INF", file=place.partition(":")[0], id=str(row.get("accn")))


def _year(row: dict[str, Any], fact: Fact, years: dict[str, tuple[str, int]]) -> None:
    """The fiscal year that ends with the latest annual row of an annual report is the one `fy` names."""
    start, end, fiscal = fact.context.start, fact.context.end, row.get("fy")
    if start is None or end is None or row.get("fp") != "FY" or not str(row.get("form")).startswith(("10-K", "20-F")):
        return
    days = (datetime.datetime.fromisoformat(end) - datetime.datetime.fromisoformat(start)).days
    if 350 <= days <= 380 and isinstance(fiscal, Fraction):
        accession = str(row.get("accn"))
        years[accession] = max(years.get(accession, ("", 0)), (str(row["end"]), int(fiscal)))
