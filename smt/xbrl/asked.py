"""Claims as people write them: "gross margin FY2022 = 43.3%", "2-year revenue CAGR FY2023 = 2.4%".

    SUBJECT PERIOD = VALUE          with `=`, `is`, `was`, `of`, `:`, or `rose/fell by` for a change
    SUBJECT   a metric or item of metrics.toml, a concept PREFIX:Local, or one of these:
              growth of X | X growth;  change in X | X change;  N-year X CAGR
    PERIOD    FY2023; Q3 2023; H1 2023; 9M 2023; 2022-09-25/2023-09-30; 2023-09-30
    VALUE     383,285 million; $97.0 bn; (2.8)%; -2.8%; 0.99

The value means its own rounding: half a unit of its last printed digit to either side, both ends included. Nothing is
converted through a float.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from certify.contract import Malformed

LEVEL, GROWTH, CHANGE, CAGR = "level", "growth", "change", "cagr"
FORM = '"SUBJECT PERIOD = VALUE", such as "gross margin FY2022 = 43.3%"'

SCALES = {
    "": 0,
    "thousand": 3,
    "million": 6,
    "billion": 9,
    "trillion": 12,
}
_WORDS = {
    "k": "thousand",
    "thousands": "thousand",
    "m": "million",
    "mn": "million",
    "mln": "million",
    "millions": "million",
    "b": "billion",
    "bn": "billion",
    "billions": "billion",
    "t": "trillion",
    "tn": "trillion",
    "trn": "trillion",
    "trillions": "trillion",
} | {word: word for word in SCALES if word}

_VALUE = re.compile(
    r"(?P<open>\()?\s*(?P<sign>[-+\u2212])?\s*(?:(?:US)?[$\u20ac\u00a3\u00a5]|USD|EUR|GBP)?\s*(?P<sign2>[-+\u2212])?"
    r"(?P<whole>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,30})(?:\.(?P<part>[0-9]{1,30}))?\s*(?P<close>\))?\s*"
    r"(?P<word>%|percent|[A-Za-z]+)?\s*(?:USD|EUR|GBP|dollars|times|days|shares)?\s*(?P<close2>\))?",
    re.IGNORECASE,
)
_PERIOD = re.compile(
    r"\b(?:(?P<dates>[0-9]{4}-[0-9]{2}-[0-9]{2}/[0-9]{4}-[0-9]{2}-[0-9]{2})|(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"|(?:FY\s*|fiscal\s+(?:year\s+)?)(?P<year>[0-9]{4})|Q(?P<quarter>[1-4])\s*(?:FY\s*)?(?P<qyear>[0-9]{4})"
    r"|H(?P<half>1)\s*(?:FY\s*)?(?P<hyear>[0-9]{4})|(?P<months>[369])M\s*(?:FY\s*)?(?P<myear>[0-9]{4}))\b",
    re.IGNORECASE,
)
_SPLIT = re.compile(
    r"\s*(?:=|:(?=\s)|\bis\b|\bwas\b|\bof\b(?=\s*[-+$(\u2212]*[0-9])|\b(?P<turn>rose|fell|grew|increased|decreased|declined)\s+by\b)\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Period:
    """A fiscal period: `year`, and `quarter` for a single quarter or `months` for a year to date (12: the whole year);
    or explicit dates (`start` None: an instant)."""

    year: int = 0
    quarter: int = 0
    months: int = 12
    start: str | None = None
    end: str | None = None

    def earlier(self, years: int) -> Period:
        """The same period of an earlier year. Explicit dates keep day and month."""
        if self.end is None:
            return replace(self, year=self.year - years)
        return replace(self, start=_years_before(self.start, years), end=_years_before(self.end, years))

    def __str__(self) -> str:
        if self.end is not None:
            return self.end if self.start is None else f"{self.start}/{self.end}"
        if self.quarter:
            return f"Q{self.quarter} {self.year}"
        return f"FY{self.year}" if self.months == 12 else f"{self.months}M {self.year}"


def _years_before(date: str | None, years: int) -> str | None:
    return None if date is None else f"{int(date[:4]) - years:04}{date[4:]}"


@dataclass(frozen=True)
class Stated:
    """A figure as printed: its value, the unit of its last digit, `scale` in words, and whether it is in percent."""

    value: Fraction
    unit: Fraction
    scale: str = ""
    percent: bool = False
    text: str = ""

    @property
    def low(self) -> Fraction:
        return self.value - self.unit / 2

    @property
    def high(self) -> Fraction:
        return self.value + self.unit / 2

    def times(self, factor: Fraction) -> Stated:
        return replace(self, value=self.value * factor, unit=self.unit * abs(factor))


@dataclass(frozen=True)
class Asked:
    """One claim as understood. `subject` names a metric, an item or a concept; `years` back for growth, change,
    CAGR.
    """

    text: str
    subject: str
    mode: str
    period: Period
    stated: Stated
    years: int = 1
    swapped: bool = False


@cache
def definitions() -> dict[str, Any]:
    """The metric definitions (metrics.toml)."""
    return tomllib.loads(files("smt.xbrl").joinpath("metrics.toml").read_text(encoding="utf-8"))


@cache
def names() -> dict[str, str]:
    """Every spoken name -> the key of its item or metric."""
    found: dict[str, str] = {}
    for part in ("items", "metrics"):
        for key, entry in definitions()[part].items():
            for name in (key.replace("_", " "), *entry.get("aliases", ())):
                found[name] = key
    return found


def parse(text: str) -> Asked:
    """Understand a claim. Raises Malformed where it does not have the form of one; an unknown subject is no error
    yet.
    """
    parts = list(_SPLIT.finditer(text))
    for match in reversed(parts):
        value = _VALUE.fullmatch(text[match.end() :].strip().rstrip(".").strip())
        if value is None:
            continue
        stated = _stated(value)
        subject = text[: match.start()]
        turn = (match.group("turn") or "").lower()
        if turn in ("fell", "decreased", "declined"):
            stated = stated.times(Fraction(-1))
        return _asked(text, subject, stated, bool(turn))
    raise Malformed(f"claim {text[:80]!a}: found no figure after = or is, expected {FORM}")


def question(subject: str, period: str, value: str) -> Asked:
    """A claim from three columns of a table."""
    return parse(f"{subject} {period} = {value}")


def _asked(text: str, left: str, stated: Stated, change: bool) -> Asked:
    period = _PERIOD.search(left)
    if period is None:
        raise Malformed(f"claim {text[:80]!a}: found no period, expected one such as FY2022, Q3 2022 or 2022-12-31")
    rest = " ".join((left[: period.start()] + " " + left[period.end() :]).split()).strip(" ,")
    rest = re.sub(r"^(?:the|its)\s+|\s+(?:in|for|of|at)$|'s$", "", rest, flags=re.IGNORECASE)
    subject, mode, years = _mode(rest)
    if change and mode == LEVEL:
        mode = GROWTH if stated.percent else CHANGE
    if not subject:
        raise Malformed(f"claim {text[:80]!a}: found no subject, expected {FORM}")
    return Asked(text, subject, mode, _period(period), stated, years)


def _mode(words: str) -> tuple[str, str, int]:
    """Subject, mode, years."""
    years = 1
    match = re.search(r"\b([0-9]{1,2})[- ]?(?:years?|yr|y)\b", words, re.IGNORECASE)
    if match is not None:
        years = int(match.group(1))
        words = (words[: match.start()] + " " + words[match.end() :]).strip()
    patterns = (
        (CAGR, r"\bcagr(?:\s+of)?\b"),
        (GROWTH, r"\bgrowth(?:\s+(?:of|in|rate))*\b"),
        (CHANGE, r"\bchange(?:\s+(?:of|in))*\b"),
    )
    for mode, pattern in patterns:
        if re.search(pattern, words, re.IGNORECASE):
            return " ".join(re.sub(pattern, " ", words, flags=re.IGNORECASE).split()), mode, years
    return " ".join(words.split()), LEVEL, years


def _stated(match: re.Match[str]) -> Stated:
    word = (match.group("word") or "").lower()
    percent = word in ("%", "percent")
    scale = "" if percent or not word else _WORDS.get(word)
    if scale is None:
        raise Malformed(
            f"found {match.group(0).strip()!a}, expected a figure with %, thousand, million, billion or trillion"
        )
    brackets = [match.group(name) for name in ("open", "close", "close2")]
    if (brackets[0] is not None) != (brackets[1] is not None or brackets[2] is not None):
        raise Malformed(f"found {match.group(0).strip()!a}, expected both parentheses or none")
    digits, part = match.group("whole").replace(",", ""), match.group("part") or ""
    unit = Fraction(10) ** (SCALES[scale] - len(part)) * (Fraction(1, 100) if percent else 1)
    minus = brackets[0] is not None or "-" in _signs(match) or "\u2212" in _signs(match)
    value = int(digits + part) * unit * (-1 if minus else 1)
    return Stated(value, unit, scale, percent, match.group(0).strip())


def _signs(match: re.Match[str]) -> str:
    return (match.group("sign") or "") + (match.group("sign2") or "")


def _period(match: re.Match[str]) -> Period:
    if match.group("dates"):
        start, end = match.group("dates").split("/")
        return Period(start=start, end=end)
    if match.group("date"):
        return Period(end=match.group("date"))
    if match.group("year"):
        return Period(int(match.group("year")))
    if match.group("quarter"):
        return Period(int(match.group("qyear")), quarter=int(match.group("quarter")), months=3)
    if match.group("half"):
        return Period(int(match.group("hyear")), months=6)
    return Period(int(match.group("myear")), months=int(match.group("months")))
