"""Small self-made filings, written from tables: facts and arcs in, three files out; and what each is to give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

ARCROLE = "http://www.xbrl.org/2003/arcrole/summation-item"
HEAD = (
    'xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:link="http://www.xbrl.org/2003/linkbase" '
    'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi" '
    'xmlns:dei="http://xbrl.sec.gov/dei/2023" xmlns:us-gaap="http://fasb.org/us-gaap/2023" '
    'xmlns:m="http://example.com/mini"'
)


@dataclass(frozen=True)
class F:
    """A fact: `value` "nil" is nil; `context` and `unit` name entries of the mini; `parent` wraps it in a tuple."""

    concept: str
    value: str
    decimals: str | None = "0"
    context: str = "c1"
    unit: str = "u1"
    precision: str | None = None
    parent: str | None = None

    def xml(self) -> str:
        accuracy = f' decimals="{self.decimals}"' if self.decimals is not None else ""
        if self.precision is not None:
            accuracy = f' precision="{self.precision}"'
        name = self.concept if ":" in self.concept else f"m:{self.concept}"
        head = f'<{name} contextRef="{self.context}" unitRef="{self.unit}"'
        if self.value == "nil":
            return f'{head} xsi:nil="true"/>'
        return f"{head}{accuracy}>{self.value}</{name}>"


@dataclass(frozen=True)
class Arc:
    total: str
    item: str
    weight: str = "1"
    more: str = ""
    arcrole: str = ARCROLE
    role: str = "http://www.xbrl.org/2003/role/link"


@dataclass(frozen=True)
class Mini:
    """A filing. `contexts` maps an id to the inside of a context, `units` to the inside of a unit; `links` splits the
    arcs over several calculationLink elements."""

    facts: tuple[F, ...]
    arcs: tuple[Arc, ...]
    expected: dict[str, list[str]] = field(default_factory=dict)
    contexts: dict[str, str] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    links: int = 1
    texts: tuple[tuple[str, str], ...] = ()
    types: dict[str, str] = field(default_factory=dict)
    schema: str = ""
    linkbase: str = "mini_cal.xml"

    def write(self, folder: Path) -> Path:
        """The three files; the instance's path."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "mini.xsd").write_text(self._schema())
        (folder / "mini_cal.xml").write_text(self._linkbase())
        (folder / "mini.xml").write_text(self.instance())
        return folder / "mini.xml"

    def shuffled(self, order: Sequence[int]) -> Mini:
        return replace(self, facts=tuple(self.facts[i] for i in order))

    def _concepts(self) -> list[str]:
        names = {name for arc in self.arcs for name in (arc.total, arc.item)} | {fact.concept for fact in self.facts}
        return sorted(name for name in names if ":" not in name)

    def instance(self) -> str:
        contexts = {"c1": at("2023-12-31"), **self.contexts}
        units = {"u1": "<xbrli:measure>iso4217:USD</xbrli:measure>", **self.units}
        lines = [f'<xbrli:xbrl {HEAD}><link:schemaRef xlink:type="simple" xlink:href="mini.xsd"/>']
        lines += [f'<xbrli:context id="{key}">{inside}</xbrli:context>' for key, inside in contexts.items()]
        lines += [f'<xbrli:unit id="{key}">{inside}</xbrli:unit>' for key, inside in units.items()]
        lines += [f'<dei:{name} contextRef="c1">{text}</dei:{name}>' for name, text in self.texts]
        for parent in dict.fromkeys(fact.parent for fact in self.facts):
            inside = [fact.xml() for fact in self.facts if fact.parent == parent]
            lines += (
                inside
                if parent is None
                else [f"<m:{parent.rstrip('0123456789')}>", *inside, f"</m:{parent.rstrip('0123456789')}>"]
            )
        return "\n".join([*lines, "</xbrli:xbrl>"])

    def _schema(self) -> str:
        tuples = {fact.parent.rstrip("0123456789") for fact in self.facts if fact.parent is not None}
        items = [
            f'<xs:element name="{name}" id="m_{name}" type="{self.types.get(name, "xbrli:monetaryItemType")}" '
            'substitutionGroup="xbrli:item" nillable="true" xbrli:periodType="instant"/>'
            for name in self._concepts()
        ]
        items += [
            f'<xs:element name="{name}" id="m_{name}" substitutionGroup="xbrli:tuple"><xs:complexType><xs:sequence>'
            '<xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>'
            "</xs:sequence></xs:complexType></xs:element>"
            for name in sorted(tuples)
        ]
        return (
            '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xbrli="http://www.xbrl.org/2003/instance" '
            'xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink" '
            'xmlns:m="http://example.com/mini" '
            'targetNamespace="http://example.com/mini" elementFormDefault="qualified">'
            '<xs:annotation><xs:appinfo><link:linkbaseRef xlink:type="simple" '
            f'xlink:href="{self.linkbase}" xlink:arcrole="http://www.w3.org/1999/xlink/properties/linkbase" '
            'xlink:role="http://www.xbrl.org/2003/role/calculationLinkbaseRef"/></xs:appinfo></xs:annotation>'
            '<xs:import namespace="http://www.xbrl.org/2003/instance" '
            'schemaLocation="http://www.xbrl.org/2003/xbrl-instance-2003-12-31.xsd"/>'
            '<xs:import namespace="http://fasb.org/us-gaap/2023" '
            'schemaLocation="https://xbrl.fasb.org/us-gaap/2023/elts/us-gaap-2023.xsd"/>'
            '<xs:import namespace="http://xbrl.sec.gov/dei/2023" '
            'schemaLocation="https://xbrl.sec.gov/dei/2023/dei-2023.xsd"/>'
            f"{self.schema}{''.join(items)}</xs:schema>"
        )

    def _linkbase(self) -> str:
        parts = []
        for role in dict.fromkeys(arc.role for arc in self.arcs):
            arcs = [arc for arc in self.arcs if arc.role == role]
            size = -(-len(arcs) // self.links)
            parts += [_link(role, arcs[i : i + size]) for i in range(0, len(arcs), size)]
        return (
            '<link:linkbase xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink">'
            f"{''.join(parts)}</link:linkbase>"
        )


def _link(role: str, arcs: Iterable[Arc]) -> str:
    arcs = list(arcs)
    names = sorted({name for arc in arcs for name in (arc.total, arc.item)})
    lines = [f'<link:calculationLink xlink:type="extended" xlink:role="{role}">']
    for name in names:
        href = f"mini.xsd#m_{name}"
        if ":" in name:
            prefix, local = name.split(":")
            href = f"https://xbrl.fasb.org/us-gaap/2023/elts/us-gaap-2023.xsd#{prefix}_{local}"
        lines.append(f'<link:loc xlink:type="locator" xlink:href="{href}" xlink:label="{name.replace(":", "_")}"/>')
    for order, arc in enumerate(arcs, 1):
        more = arc.more or f'order="{order}"'
        lines.append(
            f'<link:calculationArc xlink:type="arc" xlink:arcrole="{arc.arcrole}" '
            f'xlink:from="{arc.total.replace(":", "_")}" xlink:to="{arc.item.replace(":", "_")}" '
            f'weight="{arc.weight}" {more}/>'
        )
    return "\n".join([*lines, "</link:calculationLink>"])


def at(date: str, member: str = "", entity: str = "E") -> str:
    """The inside of an instant context, with an explicit member `axis=member` perhaps."""
    return _who(entity, member) + f"<xbrli:period><xbrli:instant>{date}</xbrli:instant></xbrli:period>"


def over(start: str, end: str, member: str = "", entity: str = "E") -> str:
    """The inside of a duration context."""
    dates = f"<xbrli:startDate>{start}</xbrli:startDate><xbrli:endDate>{end}</xbrli:endDate>"
    return _who(entity, member) + f"<xbrli:period>{dates}</xbrli:period>"


def _who(entity: str, member: str) -> str:
    segment = ""
    if member:
        axis, _, value = member.partition("=")
        segment = (
            f'<xbrli:segment><xbrldi:explicitMember dimension="m:{axis}">m:{value}</xbrldi:explicitMember>'
            "</xbrli:segment>"
        )
    identifier = f'<xbrli:identifier scheme="http://example.com">{entity}</xbrli:identifier>'
    return f"<xbrli:entity>{identifier}{segment}</xbrli:entity>"


def facts(words: str) -> tuple[F, ...]:
    """`T=58@-6 A=nil` as facts: concept, value, decimals after @ (none: INF), `@p4` precision."""
    found = []
    for word in words.split():
        concept, _, rest = word.partition("=")
        value, _, accuracy = rest.partition("@")
        if accuracy.startswith("p"):
            found.append(F(concept, value, None, precision=accuracy[1:]))
        else:
            found.append(F(concept, value, accuracy or "INF"))
    return tuple(found)


def arcs(words: str) -> tuple[Arc, ...]:
    """`T:A T:B:-1` as arcs."""
    return tuple(Arc(*word.split(":")) for word in words.split())


YES, NO = ["consistent"], ["inconsistent"]


def mini(words: str, c11r: list[str], c11t: list[str], xbrl21: list[str], tree: str = "T:A T:B") -> Mini:
    return Mini(facts(words), arcs(tree), {"c11r": c11r, "c11t": c11t, "xbrl21": xbrl21})


DUPLICATED = ["unbound:dup-or-nil-total"]
CONTRADICTORY = ["unbound:inconsistentDuplicates-total"]
EXCESS = ["unbound:excessDigits-total"]

MINIS: dict[str, Mini] = {
    "rounded to millions": mini("T=58000000@-6 A=12000000@-6 B=45000000@-6", YES, YES, NO),
    "one unit too far": mini("T=59000000@-6 A=12000000@-6 B=45000000@-6", NO, NO, NO),
    "apart by a half": mini("T=100@0 A=48@0 B=50", NO, NO, NO),
    "touching closed ends": mini("T=100 A=49@0 B=50@0", YES, YES, NO),
    "exact facts": mini("T=100 A=49 B=50", NO, NO, NO),
    "mixed accuracies": mini("T=123000@-3 A=100000@-3 B=23456.78@2", YES, YES, YES),
    "negative weight": mini("T=153463@0 A=215938@0 B=62475@0", YES, YES, YES, "T:A T:B:-1"),
    "sign filed and weighted": mini("T=153463@0 A=215938@0 B=-62475@0", NO, NO, NO, "T:A T:B:-1"),
    "nil item": mini("T=10@0 A=10@0 B=nil", YES, YES, YES),
    "only nil items": mini("T=100@0 A=nil B=nil", [], [], []),
    "nil total": mini("T=nil A=10@0 B=1@0", ["unbound:nil-total"], ["unbound:nil-total"], DUPLICATED),
    "zero item": mini("T=10000@-3 A=10000@-3 B=0@-3", YES, YES, YES),
    "consistent duplicates": mini("T=100@0 T=100.4@1 A=50@0 B=50@0", YES, YES, DUPLICATED),
    "total filed twice": mini("T=315332000@-3 T=315332000@-3 A=178860000@-3 B=136347000@-3", NO, NO, DUPLICATED),
    "contradictory duplicates": mini("T=100@0 T=110@0 A=60@0 B=40@0", CONTRADICTORY, CONTRADICTORY, DUPLICATED),
    "duplicates apart": mini("T=100@0 T=200@-2 A=60@0 B=40@0", CONTRADICTORY, CONTRADICTORY, DUPLICATED),
    "touching duplicates of one accuracy": mini(
        "T=100@0 T=101@0 A=60@0 B=40@0", CONTRADICTORY, CONTRADICTORY, DUPLICATED
    ),
    "duplicates that touch at an open end": mini("T=10@0 T=11 A=11 B=0", CONTRADICTORY, CONTRADICTORY, DUPLICATED),
    "contradiction hidden by a third": mini(
        "T=100@0 T=101@0 T=100@-2 A=60@0 B=40@0", CONTRADICTORY, CONTRADICTORY, DUPLICATED
    ),
    "contradiction hidden by a third, other order": mini(
        "T=100@-2 T=101@0 T=100@0 A=60@0 B=40@0", CONTRADICTORY, CONTRADICTORY, DUPLICATED
    ),
    "finer duplicate decides": mini("T=100@0 T=100@-2 A=55@0 B=50@0", NO, NO, DUPLICATED),
    "nil beside a value": mini("T=100@0 T=nil A=60@0 B=40@0", CONTRADICTORY, CONTRADICTORY, DUPLICATED),
    "contradictory item": mini(
        "T=100@0 A=60@0 A=61@0 B=40@0",
        ["unbound:inconsistentDuplicates-item"],
        ["unbound:inconsistentDuplicates-item"],
        ["unbound:dup-item"],
    ),
    "excess digits": mini("T=1234567@-3 A=1234000@-3 B=1000@-3", EXCESS, EXCESS, YES),
    "weight one half": mini("T=15@0 A=10@0 B=21@0", YES, YES, NO, "T:A:0.5 T:B:0.5"),
    "precision": mini("T=3201@p4 A=1200@0 B=2000@0", YES, YES, NO),
    "half to even": mini("T=2@0 A=2.5@1", YES, YES, YES, "T:A"),
    "half to even, not up": mini("T=3@0 A=2.5@1", YES, NO, NO, "T:A"),
    "half to even, odd": mini("T=4@0 A=3.5@1", YES, NO, YES, "T:A"),
    "open end": mini("T=10@0 A=11 B=0", NO, NO, NO),
    "mirrored open end": mini("T=-10@0 A=-11 B=0", NO, NO, NO),
    "open end of a subtracted item, missed": mini("T=6 A=10 B=3@0", NO, NO, NO, "T:A T:B:-1"),
    "closed end of a subtracted item": mini("T=7 A=10 B=3@0", YES, YES, YES, "T:A T:B:-1"),
    "item missing": mini("T=100@0 A=60@0", NO, NO, NO),
    "jointly feasible": mini(
        "T=58@0 A=12@0 B=45@0 C=6@0 D=5@0 U=50@0 E=1@0", YES * 3, YES * 3, NO * 3, "T:A T:B A:C A:D U:T U:E:-1 U:C:-1"
    ),
}
