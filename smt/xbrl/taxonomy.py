"""The filing's own taxonomy: its schemas and calculation linkbases, as summation relations.

The standard taxonomies a schema imports are not needed: a locator names its concept by the namespace of the import and
by the part of the id after the first underscore. Arcs of one role and arcrole are merged over all `calculationLink`
elements; of equivalent arcs the one of highest priority counts, and prohibits if it is a prohibition.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from certify.contract import Malformed
from smt.xbrl import filing
from smt.xbrl.files import Files, elements
from smt.xbrl.filing import SUMMATION, SUMMATION_11, Relation
from smt.xbrl.instance import LINK, XBRLI, XLINK, _local

XS = "http://www.w3.org/2001/XMLSchema"
CALCULATION_LINKBASE = "http://www.xbrl.org/2003/role/calculationLinkbaseRef"
MAX_ARCS = 1_000_000
_EXEMPT = ("use", "priority", "order", "weight")
_NOT_DECIMAL = (f"{{{XBRLI}}}doubleItemType", f"{{{XBRLI}}}floatItemType", f"{{{XBRLI}}}fractionItemType")


@dataclass(frozen=True)
class _Arc:
    role: str
    arcrole: str
    total: str
    item: str
    weight: Fraction
    order: Fraction
    others: tuple[tuple[str, str], ...]
    priority: int
    prohibited: bool


@dataclass
class Taxonomy:
    """What the schemas and linkbases say. `defaults`: decimals or precision that a type fixes or gives by default."""

    relations: list[Relation] = field(default_factory=list)
    types: dict[str, str] = field(default_factory=dict)
    defaults: dict[str, tuple[str, str]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def read(
    files: Files, schemas: Iterable[str], linkbases: Iterable[str], prefixes: dict[str, str], base: str
) -> Taxonomy:
    """The relations reachable from these references of the instance `base`. Raises Malformed, Reject (limit)."""
    return _Reader(files, prefixes).read(list(schemas), list(linkbases), base)


class _Reader:
    def __init__(self, files: Files, prefixes: dict[str, str]) -> None:
        self.files, self.prefixes = files, prefixes
        self.found = Taxonomy()
        self.ids: dict[tuple[str, str], str] = {}  # (file, element id) -> concept
        self.imports: dict[str, str] = {}  # schema location and its last part -> namespace
        self.links: list[tuple[str, Any]] = []  # (file, calculationLink)
        self.type_bases: dict[str, str] = {}
        self.type_defaults: dict[str, tuple[str, str]] = {}
        self.unknown: defaultdict[str, int] = defaultdict(int)
        self.arcs: list[_Arc] = []
        self.places: dict[tuple[str, str], str | None] = {}

    def read(self, schemas: list[str], linkbases: list[str], instance: str) -> Taxonomy:
        queue = [(reference, instance) for reference in schemas]
        bases = [(reference, instance) for reference in linkbases]
        seen: set[str] = set()
        for reference, base in queue:
            name = self._find(reference, base)
            if name is None:
                self.found.notes.append(f"schema {reference} is not here")
            elif name not in seen:
                seen.add(name)
                self._schema(name, queue, bases)
        for reference, base in bases:
            name = self._find(reference, base)
            if name is None:
                self.found.notes.append(f"linkbase {reference} is not here: its relations were not checked")
            elif name not in seen:
                seen.add(name)
                self._linkbase(name)
        for name, link in self.links:
            self._link(name, link)
        for arcrole, count in self.unknown.items():
            self.found.notes.append(f"{count} arcs not checked: their arcrole {arcrole!a} is no summation arcrole")
        self._types()
        self.found.relations = self._merge()
        return self.found

    def _find(self, reference: str, base: str) -> str | None:
        if (reference, base) not in self.places:
            self.places[reference, base] = self.files.find(reference, base)
        return self.places[reference, base]

    # --- schemas ---

    def _schema(self, name: str, queue: list[tuple[str, str]], bases: list[tuple[str, str]]) -> None:
        children = elements(self.files.data(name), name)
        root = next(children)
        if root.tag != f"{{{XS}}}schema":
            raise Malformed(f"{name}: line {root.sourceline}: found <{_local(root)}>, expected an XML Schema")
        namespace = root.get("targetNamespace", "")
        for child in children:
            if child.tag == f"{{{XS}}}import":
                self._import(child, name, queue)
            elif child.tag == f"{{{XS}}}include":
                queue.append((child.get("schemaLocation", ""), name))
            elif child.tag == f"{{{XS}}}element":
                concept = f"{{{namespace}}}{child.get('name', '')}"
                self.ids[name, child.get("id", "")] = concept
                self.found.types[concept] = _expanded(child, child.get("type", ""))
            elif child.tag == f"{{{XS}}}complexType":
                self._type(child, f"{{{namespace}}}{child.get('name', '')}")
            elif child.tag == f"{{{XS}}}annotation":
                self._annotation(child, name, bases)

    def _import(self, element: Any, name: str, queue: list[tuple[str, str]]) -> None:
        location, namespace = element.get("schemaLocation", ""), element.get("namespace", "")
        self.imports[location] = namespace
        self.imports.setdefault(location.rpartition("/")[2], namespace)
        if location and not location.startswith(("http:", "https:")):
            queue.append((location, name))

    def _annotation(self, element: Any, name: str, bases: list[tuple[str, str]]) -> None:
        for reference in element.iter(f"{{{LINK}}}linkbaseRef"):
            role = reference.get(f"{{{XLINK}}}role")
            if role in (None, CALCULATION_LINKBASE):
                bases.append((reference.get(f"{{{XLINK}}}href", ""), name))
        self._keep(element.iter(f"{{{LINK}}}calculationLink"), name)

    def _type(self, element: Any, name: str) -> None:
        for part in element.iter(f"{{{XS}}}restriction", f"{{{XS}}}extension"):
            self.type_bases.setdefault(name, _expanded(part, part.get("base", "")))
        for attribute in element.iter(f"{{{XS}}}attribute"):
            key = attribute.get("name") or attribute.get("ref", "")
            value = attribute.get("fixed") or attribute.get("default")
            if key in ("decimals", "precision") and value is not None:
                self.type_defaults[name] = (key, value)

    def _types(self) -> None:
        """Resolve each concept's type to the first one that is not of the filing's own schemas."""
        for concept, name in self.found.types.items():
            for _ in range(100):
                if name in self.type_defaults:
                    self.found.defaults.setdefault(concept, self.type_defaults[name])
                if name not in self.type_bases:
                    break
                name = self.type_bases[name]
            self.found.types[concept] = name

    # --- linkbases ---

    def _linkbase(self, name: str) -> None:
        children = elements(self.files.data(name), name)
        root = next(children)
        if root.tag == f"{{{LINK}}}linkbase":
            for child in children:
                if child.tag == f"{{{LINK}}}calculationLink":
                    self._link(name, child)
        else:
            raise Malformed(f"{name}: line {root.sourceline}: found <{_local(root)}>, expected <linkbase>")

    def _keep(self, links: Iterable[Any], name: str) -> None:
        """Links inside a schema are read at once, their locators may point to elements that come later."""
        import copy

        self.links += [(name, copy.deepcopy(link)) for link in links]

    def _link(self, name: str, link: Any) -> None:
        role = link.get(f"{{{XLINK}}}role", "")
        places: defaultdict[str, list[str]] = defaultdict(list)
        arcs = []
        for child in link:
            if child.tag == f"{{{LINK}}}loc":
                concept = self._concept(child.get(f"{{{XLINK}}}href", ""), name)
                places[child.get(f"{{{XLINK}}}label", "")].append(concept)
            elif child.tag == f"{{{LINK}}}calculationArc":
                arcs.append(child)
        for arc in arcs:
            arcrole = arc.get(f"{{{XLINK}}}arcrole", "")
            if arcrole not in (SUMMATION, SUMMATION_11):
                self.unknown[arcrole] += 1
                continue
            for total in places[arc.get(f"{{{XLINK}}}from", "")]:
                for item in places[arc.get(f"{{{XLINK}}}to", "")]:
                    self.arcs.append(self._arc(arc, name, role, arcrole, total, item))
                    if len(self.arcs) > MAX_ARCS:
                        raise Malformed(f"{name}: more than {MAX_ARCS} calculation arcs")

    def _arc(self, arc: Any, name: str, role: str, arcrole: str, total: str, item: str) -> _Arc:
        place = f"{name}: line {arc.sourceline}"
        weight, order = filing.number(arc.get("weight", "")), filing.number(arc.get("order", "1"))
        priority = filing.number(arc.get("priority", "0"))
        if weight is None or not weight:
            raise Malformed(f"{place}: found weight {arc.get('weight')!a}, expected a decimal number other than 0")
        if order is None or priority is None or priority.denominator != 1:
            raise Malformed(
                f"{place}: found order {arc.get('order')!a}, priority {arc.get('priority')!a}, expected numbers"
            )
        others = tuple(
            sorted((k, v) for k, v in arc.attrib.items() if k not in _EXEMPT and not k.startswith(f"{{{XLINK}}}"))
        )
        prohibited = arc.get("use", "optional").strip() == "prohibited"
        return _Arc(role, arcrole, total, item, weight, order, others, int(priority), prohibited)

    def _concept(self, reference: str, base: str) -> str:
        """The concept a locator means."""
        document, _, fragment = reference.partition("#")
        name = self._find(document, base) if document else base
        if name is not None and (name, fragment) in self.ids:
            return self.ids[name, fragment]
        prefix, _, local = fragment.partition("_")
        namespace = self.imports.get(document) or self.imports.get(document.rpartition("/")[2])
        namespace = namespace or self.prefixes.get(prefix)
        if namespace is None or not local:
            note = f"locator {reference} names no concept known here: its arcs bind nothing"
            if note not in self.found.notes:
                self.found.notes.append(note)
            return f"{{unknown}}{fragment}"
        return f"{{{namespace}}}{local}"

    def _merge(self) -> list[Relation]:
        classes: dict[tuple[Any, ...], list[_Arc]] = defaultdict(list)
        for arc in self.arcs:
            classes[arc.role, arc.arcrole, arc.total, arc.item, arc.weight, arc.order, arc.others].append(arc)
        sums: dict[tuple[str, str, str], list[_Arc]] = defaultdict(list)
        for arcs in classes.values():
            top = max(arc.priority for arc in arcs)
            best = [arc for arc in arcs if arc.priority == top]
            if not any(arc.prohibited for arc in best):
                sums[best[0].role, best[0].arcrole, best[0].total].append(best[0])
        return [self._relation(key, arcs) for key, arcs in sums.items()]

    def _relation(self, key: tuple[str, str, str], arcs: list[_Arc]) -> Relation:
        role, arcrole, total = key
        weights: dict[str, Fraction] = {}
        problem = None
        for arc in sorted(arcs, key=lambda arc: arc.order):
            if arc.item in weights:
                problem = "duplicateCalculationRelationships"
            weights[arc.item] = weights.get(arc.item, Fraction(0)) + arc.weight
        if any(self.found.types.get(name) in _NOT_DECIMAL for name in (total, *weights)):
            problem = "nonDecimalItemNode"
        items = tuple((item, weight) for item, weight in weights.items() if weight and item != total)
        if total in weights:
            problem = "total-among-items"
        return Relation(role, arcrole, total, items, problem)


def _expanded(element: Any, text: str) -> str:
    prefix, colon, local = text.strip().rpartition(":")
    namespace = element.nsmap.get(prefix if colon else None)
    return f"{{{namespace}}}{local}" if namespace else local
