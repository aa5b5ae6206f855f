"""Fiscal periods as the filing itself dates them: which contexts are FY2023, Q3 2023 or nine months.

The year and period of the filing (dei) and its period end anchor everything; other years are anniversaries, other
quarters whole quarters away, each within ten days, which takes in 52 and 53-week years. A year lasts 350 to 380 days,
a quarter 77 to 115 (16-week quarters are 111 or 112), six months 160 to 203, nine months 245 to 295.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from certify.contract import Malformed
from smt.xbrl import filing as own
from smt.xbrl.asked import Period
from smt.xbrl.filing import Context, Filing

NEAR = datetime.timedelta(days=10)
_DAYS = {3: (77, 115), 6: (160, 203), 9: (245, 295), 12: (350, 380)}
_QUARTERS = {"FY": 4, "Q1": 1, "Q2": 2, "Q3": 3, "Q4": 4, "H1": 2, "H2": 4}


@dataclass(frozen=True)
class Calendar:
    """The end of fiscal year `year`: the midnight after its last day."""

    year: int
    end: datetime.datetime

    def matches(self, context: Context, period: Period, kind: str) -> bool:
        """Whether a context is this period, as a duration or as the instant at its end."""
        if context.end is None:
            return False
        end = datetime.datetime.fromisoformat(context.end)
        if kind == "instant":
            return context.start is None and abs(end - self.ends(period)) <= NEAR
        if context.start is None or abs(end - self.ends(period)) > NEAR:
            return False
        low, high = _DAYS[period.months]
        return low <= (end - datetime.datetime.fromisoformat(context.start)).days <= high

    def ends(self, period: Period) -> datetime.datetime:
        """The midnight at which a fiscal period ends."""
        months = 3 * (4 - period.quarter) if period.quarter else 12 - period.months
        return shifted(self.end, 12 * (period.year - self.year) - months)


def matches(context: Context, period: Period, kind: str, calendar: Calendar | None) -> bool:
    """Whether a context is this period; explicit dates need no calendar and must agree to the day."""
    if period.end is None:
        return calendar is not None and calendar.matches(context, period, kind)
    end = own.moment(period.end, end=True, place="claim")
    if kind == "instant" or period.start is None:
        return context.start is None and context.end == end
    return context.end == end and context.start == own.moment(period.start, end=False, place="claim")


def calendar_of(filing: Filing) -> Calendar | None:
    """From the filing's own dei facts; None where they are missing or not understood."""
    texts = filing.entity_facts
    year, end = texts.get("DocumentFiscalYearFocus", ""), texts.get("DocumentPeriodEndDate", "")
    quarter = _QUARTERS.get(texts.get("DocumentFiscalPeriodFocus", "FY").upper())
    if not year.isdigit() or quarter is None:
        return None
    try:
        last = datetime.datetime.fromisoformat(own.moment(end, end=True, place="DocumentPeriodEndDate"))
    except Malformed:
        return None
    return Calendar(int(year), shifted(last, 3 * (4 - quarter)))


def shifted(moment: datetime.datetime, months: int) -> datetime.datetime:
    """Months later (or earlier), counted from the day before, so that month ends stay month ends."""
    day = moment - datetime.timedelta(days=1)
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    if not 1 <= year <= 9998:
        raise Malformed(f"claim: year {year} is out of range")
    first_of_next = datetime.datetime(year + month // 11, (month + 1) % 12 + 1, 1)
    length = (first_of_next - datetime.timedelta(days=1)).day
    last = (day + datetime.timedelta(days=1)).day == 1
    date = datetime.datetime(year, month + 1, length if last else min(day.day, length))
    return date + datetime.timedelta(days=1)
