"""What a reader gives: facts with their contexts, units and places, and the summation relations of the taxonomy.

Values are exact: the text of a number becomes a `Fraction`, never a float. Names are Clark names `{namespace}local`, or
`prefix:local` where the carrier has no namespaces (companyfacts). Dates are midnights as OIM writes them: a start is
the midnight at which that day begins, an end or instant given as a date the midnight at which it ends.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from certify.contract import Malformed

SUMMATION = "http://www.xbrl.org/2003/arcrole/summation-item"
SUMMATION_11 = "https://xbrl.org/2023/arcrole/summation-item"
MAX_DIGITS = 1000  # of a number in a filing, written out

Accuracy = int | Literal["INF"] | None

_NUMBER = re.compile(r"([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,4}))?")


@dataclass(frozen=True)
class Context:
    """Who, when, and which members. `name` is equal for c-equal contexts (dimensions as a set), `strict` for s-equal
    ones.

    `start` is None for an instant, `end` None for `forever`. `plain`: nothing but dimensions in segment and scenario.
    """

    entity: str
    start: str | None
    end: str | None
    dimensions: tuple[tuple[str, str], ...] = ()
    strict: str = ""
    plain: bool = True

    @property
    def period(self) -> str:
        if self.end is None:
            return "forever"
        return self.end if self.start is None else f"{self.start}/{self.end}"

    @property
    def name(self) -> str:
        members = [f"{axis}={member}" for axis, member in sorted(self.dimensions)]
        return "; ".join([f"entity {self.entity}", self.period, *members])


@dataclass(frozen=True)
class Fact:
    """A numeric fact. `value` None: nil. `problem`: why no number could be read. `parent`: path of its tuple."""

    concept: str
    context: Context
    unit: str
    value: Fraction | None
    decimals: Accuracy = None
    precision: Accuracy = None
    file: str = ""
    line: int | None = None
    id: str | None = None
    parent: tuple[int, ...] = ()
    problem: str | None = None

    def statement(self) -> dict[str, object]:
        """The fact as claims carry it."""
        made: dict[str, object] = {"value": None if self.value is None else str(self.value)}
        if self.value is not None and self.decimals is not None:
            made["decimals"] = self.decimals
        if self.value is not None and self.precision is not None:
            made["precision"] = self.precision
        made |= {"file": self.file, "line": self.line, "id": self.id}
        return made | {"parent": list(self.parent)} if self.parent else made


@dataclass(frozen=True)
class Relation:
    """One summation of one role: `total` is the weighted sum of `items`. `problem`: why it is not to be evaluated."""

    role: str
    arcrole: str
    total: str
    items: tuple[tuple[str, Fraction], ...]
    problem: str | None = None


@dataclass(frozen=True)
class Filing:
    """A filing as read. `files` are (name, SHA-256); `notes` say what was not read or not understood."""

    reader: str
    files: tuple[tuple[str, str], ...]
    facts: tuple[Fact, ...]
    relations: tuple[Relation, ...]
    prefixes: Mapping[str, str] = field(default_factory=dict)
    entity_facts: Mapping[str, str] = field(default_factory=dict)  # local name of a dei fact without dimensions -> text
    notes: tuple[str, ...] = ()
    incompatible: str | None = None  # why OIM cannot represent the report, so that Calculations 1.1 does not apply
    claims_only: bool = False  # no accuracy and no relations (companyfacts)

    @property
    def source(self) -> dict[str, object]:
        """The `source` of the claims made from this filing."""
        files = [{"path": name, "sha256": digest} for name, digest in self.files]
        return {"reader": self.reader, "files": files}

    def short(self, concept: str) -> str:
        """A name with the document's prefix."""
        namespace, brace, local = concept.removeprefix("{").rpartition("}")
        if not brace:
            return concept
        prefix = next((p for p, name in self.prefixes.items() if name == namespace and p), None)
        return f"{prefix}:{local}" if prefix else local


def number(text: str) -> Fraction | None:
    """The exact value of decimal text (an exponent is allowed), or None if it is not a number or is absurdly long."""
    match = _NUMBER.fullmatch(text.strip(" \t\r\n"))
    if match is None:
        return None
    sign, whole, part, exponent = match.groups()
    digits, shift = whole + (part or ""), int(exponent or 0) - len(part or "")
    if not digits or len(digits) + abs(shift) > MAX_DIGITS:
        return None
    value = int(digits) * Fraction(10) ** shift
    return -value if sign == "-" else value


def accuracy(text: str | None) -> tuple[Accuracy, str | None]:
    """`decimals` or `precision` as written; the second is what is wrong with it."""
    if text is None:
        return None, None
    text = text.strip(" \t\r\n")
    if text == "INF":
        return "INF", None
    if re.fullmatch(r"[+-]?[0-9]{1,5}", text) and abs(int(text)) <= MAX_DIGITS:
        return int(text), None
    return None, f"accuracy {text[:20]!a} is not an integer or INF"


def moment(text: str, *, end: bool, place: str) -> str:
    """An xs:date or xs:dateTime as a moment; a date that ends a period is the midnight after it. Raises Malformed."""
    text = text.strip(" \t\r\n")
    try:
        if "T24:00:00" in text:
            stamp = datetime.datetime.fromisoformat(text[:10]) + datetime.timedelta(days=1)
        elif "T" in text:
            stamp = datetime.datetime.fromisoformat(text)
            if stamp.tzinfo is not None:
                stamp = stamp.astimezone(datetime.UTC).replace(tzinfo=None)
        else:
            stamp = datetime.datetime.fromisoformat(text[:10])
            if end:
                stamp += datetime.timedelta(days=1)
    except (ValueError, OverflowError):
        raise Malformed(f"{place}: found {text[:40]!a}, expected a date such as 2023-12-31") from None
    return stamp.isoformat()


def unit_name(above: Iterable[str], below: Iterable[str]) -> str:
    """One spelling for u-equal units: sorted measures, a denominator after a slash."""
    over, under = " * ".join(sorted(above)), " * ".join(sorted(below))
    return f"{over} / {under}" if under else over
