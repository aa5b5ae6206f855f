"""xBRL-XML instances: numeric facts with their contexts, units, tuples and places.

A fact counts as numeric if it has a unit. Contexts and units are compared by content, so that ids never matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from certify.contract import Malformed
from certify.kernel.reject import limit
from smt.xbrl import filing
from smt.xbrl.files import elements
from smt.xbrl.filing import Context, Fact

XBRLI = "http://www.xbrl.org/2003/instance"
LINK = "http://www.xbrl.org/2003/linkbase"
XLINK = "http://www.w3.org/1999/xlink"
XBRLDI = "http://xbrl.org/2006/xbrldi"
NIL = "{http://www.w3.org/2001/XMLSchema-instance}nil"
MAX_FACTS = 500_000

_SKIPPED = f"{{{LINK}}}"


@dataclass
class Instance:
    """An instance as read: numeric facts, schema and linkbase references, dei texts, what was not understood."""

    facts: list[Fact] = field(default_factory=list)
    schemas: list[str] = field(default_factory=list)
    linkbases: list[str] = field(default_factory=list)
    prefixes: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    incompatible: str | None = None


@dataclass(frozen=True)
class _Raw:
    """A fact whose context and unit may still be to come."""

    concept: str
    context: str
    unit: str
    value: str
    nil: bool
    decimals: str | None
    precision: str | None
    line: int
    id: str | None
    parent: tuple[int, ...]
    fraction: bool


def read(data: bytes, name: str) -> Instance:
    """The instance in `data`. Raises Malformed (place, found, expected), Reject (limit)."""
    return _Reader(name).read(data)


class _Reader:
    def __init__(self, name: str) -> None:
        self.name = name
        self.found = Instance()
        self.contexts: dict[str, Context] = {}
        self.units: dict[str, str] = {}
        self.raw: list[_Raw] = []
        self.words: list[tuple[str, str, str]] = []
        self.names: dict[str, str] = {}

    def read(self, data: bytes) -> Instance:
        children = elements(data, self.name)
        root = next(children)
        if root.tag != f"{{{XBRLI}}}xbrl":
            raise Malformed(
                f"{self.name}: line {root.sourceline}: found <{_local(root)}>, expected an XBRL instance <xbrl>"
            )
        self.found.prefixes = {prefix: uri for prefix, uri in root.nsmap.items() if prefix}
        for number, element in enumerate(children):
            self._child(element, number)
        self._resolve()
        return self.found

    def _child(self, element: Any, number: int) -> None:
        tag = element.tag
        if tag == f"{{{XBRLI}}}context":
            self._once(self.contexts, element, self._context(element))
        elif tag == f"{{{XBRLI}}}unit":
            self._once(self.units, element, self._unit(element))
        elif tag == f"{{{LINK}}}schemaRef":
            self.found.schemas.append(element.get(f"{{{XLINK}}}href", ""))
        elif tag == f"{{{LINK}}}linkbaseRef":
            self.found.linkbases.append(element.get(f"{{{XLINK}}}href", ""))
        elif not tag.startswith(_SKIPPED):
            self._item(element, (), number)

    def _once(self, table: dict[str, Any], element: Any, value: Any) -> None:
        key = element.get("id")
        if key is None or key in table:
            raise Malformed(f"{self._place(element)}: <{_local(element)}> with id {key!a}, expected an id used once")
        table[key] = value

    def _place(self, element: Any) -> str:
        return f"{self.name}: line {element.sourceline}"

    # --- contexts and units ---

    def _context(self, element: Any) -> Context:
        place = self._place(element)
        identifier = element.find(f"{{{XBRLI}}}entity/{{{XBRLI}}}identifier")
        period = element.find(f"{{{XBRLI}}}period")
        if identifier is None or period is None:
            raise Malformed(f"{place}: context {element.get('id')!a} without entity identifier or period")
        containers = [
            element.find(f"{{{XBRLI}}}entity/{{{XBRLI}}}segment"),
            element.find(f"{{{XBRLI}}}scenario"),
        ]
        dimensions: list[tuple[str, str]] = []
        plain, strict = True, []
        for container in containers:
            strict.append("")
            for part in container if container is not None else ():
                member = self._member(part)
                if member is None:
                    plain = False
                    strict[-1] += f" <{_content(part)}>"
                else:
                    dimensions.append(member)
                    strict[-1] += f" {member[0]}={member[1]}"
        start, end = self._period(period, place)
        entity = f"{identifier.get('scheme', '').strip()} {(identifier.text or '').strip()}"
        if not plain:
            self.found.incompatible = f"{place}: segment or scenario with content that is not a dimension"
        key = f"{entity};{start};{end};{strict[0]};{strict[1]}"
        return Context(entity, start, end, tuple(sorted(dimensions)), key, plain)

    def _member(self, part: Any) -> tuple[str, str] | None:
        """(axis, member) of a dimension, None for other content."""
        if part.tag == f"{{{XBRLDI}}}explicitMember":
            return self._qname(part, part.get("dimension", "")), self._qname(part, part.text or "")
        if part.tag == f"{{{XBRLDI}}}typedMember":
            return self._qname(part, part.get("dimension", "")), " ".join(_content(child) for child in part)
        return None

    def _period(self, period: Any, place: str) -> tuple[str | None, str | None]:
        parts = {_local(child): child.text or "" for child in period}
        if "forever" in parts:
            return None, None
        if "instant" in parts:
            return None, filing.moment(parts["instant"], end=True, place=place)
        if "startDate" not in parts or "endDate" not in parts:
            raise Malformed(
                f"{place}: found period of {', '.join(parts) or 'nothing'}, expected an instant or two dates"
            )
        start = filing.moment(parts["startDate"], end=False, place=place)
        return start, filing.moment(parts["endDate"], end=True, place=place)

    def _unit(self, element: Any) -> str:
        divide = element.find(f"{{{XBRLI}}}divide")
        if divide is None:
            return filing.unit_name(self._measures(element), [])
        above = divide.find(f"{{{XBRLI}}}unitNumerator")
        below = divide.find(f"{{{XBRLI}}}unitDenominator")
        if above is None or below is None:
            raise Malformed(f"{self._place(element)}: unit {element.get('id')!a} divides without two parts")
        return filing.unit_name(self._measures(above), self._measures(below))

    def _measures(self, element: Any) -> Iterator[str]:
        for measure in element.iterfind(f"{{{XBRLI}}}measure"):
            yield self._qname(measure, measure.text or "")

    def _qname(self, element: Any, text: str) -> str:
        prefix, colon, local = text.strip().rpartition(":")
        namespace = element.nsmap.get(prefix if colon else None)
        if prefix and namespace is None:
            raise Malformed(f"{self._place(element)}: prefix {prefix!a} of {text.strip()!a} is not declared")
        return self._intern(f"{{{namespace}}}{local}" if namespace else local)

    def _intern(self, text: str) -> str:
        return self.names.setdefault(text, text)

    # --- facts ---

    def _item(self, element: Any, parent: tuple[int, ...], number: int) -> None:
        context = element.get("contextRef")
        if context is None:
            for i, child in enumerate(element):
                self._item(child, (*parent, number), i)
            return
        unit = element.get("unitRef")
        concept = self._intern(element.tag)
        if unit is None:
            self.words.append((concept, context, (element.text or "").strip()[:200]))
            return
        if len(self.raw) >= MAX_FACTS:
            raise limit("", "too-many-facts", f"{self.name}: more than {MAX_FACTS} numeric facts")
        nil = element.get(NIL, "").strip() in ("true", "1")
        self.raw.append(
            _Raw(
                concept,
                context,
                unit,
                "" if nil else (element.text or ""),
                nil,
                element.get("decimals"),
                element.get("precision"),
                element.sourceline,
                element.get("id"),
                parent,
                element.find(f"{{{XBRLI}}}numerator") is not None,
            )
        )

    def _resolve(self) -> None:
        for raw in self.raw:
            self.found.facts.append(self._fact(raw))
        for concept, context, text in self.words:
            known = self.contexts.get(context)
            if "/dei/" in concept and known is not None and not known.dimensions:
                self.found.texts.setdefault(concept.rpartition("}")[2], text)

    def _fact(self, raw: _Raw) -> Fact:
        place = f"{self.name}: line {raw.line}"
        context, unit = self.contexts.get(raw.context), self.units.get(raw.unit)
        if context is None or unit is None:
            missing = f"context {raw.context!a}" if context is None else f"unit {raw.unit!a}"
            raise Malformed(f"{place}: {raw.concept} refers to {missing}, which is not in this instance")
        value = None if raw.nil else filing.number(raw.value)
        decimals, wrong = filing.accuracy(raw.decimals)
        precision, wrong_too = filing.accuracy(raw.precision)
        problem = wrong or wrong_too
        if raw.fraction:
            problem = "a fraction"
            self.found.incompatible = f"{place}: {raw.concept} is a fraction"
        elif value is None and not raw.nil:
            problem = f"found {raw.value.strip()[:40]!a}, expected a decimal number"
        if precision == 0:
            self.found.incompatible = f"{place}: {raw.concept} has precision 0"
        return Fact(
            raw.concept,
            context,
            self._intern(unit),
            value,
            decimals,
            precision,
            self.name,
            raw.line,
            raw.id,
            raw.parent,
            problem,
        )


def _local(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


def _content(element: Any) -> str:
    """Canonical text of an element: expanded names, sorted attributes, trimmed text."""
    attributes = "".join(f" {name}={value.strip()}" for name, value in sorted(element.attrib.items()))
    inner = "".join(f"<{_content(child)}>" for child in element)
    return f"{element.tag}{attributes}:{(element.text or '').strip()}{inner}"
