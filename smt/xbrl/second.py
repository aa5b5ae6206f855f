"""Arelle: the reader for inline XBRL, xBRL-CSV and whole taxonomies, and the second opinion on calculations.

Only its loader and its calculation module run, never its full validation, and always offline. Standard taxonomies that
are neither in a given package nor in Arelle itself are replaced by stubs with just the names that the filing uses:
enough to bind and add, which is all that is asked here.
"""

from __future__ import annotations

import os
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from xml.sax.saxutils import quoteattr

from certify.contract import Malformed, MissingExtra
from smt.xbrl import filing as own
from smt.xbrl.files import Files, elements, folder_of
from smt.xbrl.filing import SUMMATION, SUMMATION_11, Context, Fact, Filing, Relation
from smt.xbrl.instance import LINK, XBRLI, XLINK

MODES = {"xbrl21": 2, "c11r": 4, "c11t": 5}
XBRLDT = "http://xbrl.org/2005/xbrldt"
_INCONSISTENT = ("xbrl.5.2.5.2:calcInconsistency", "calc11e:inconsistentCalculationUsing")
_BUNDLED = ("www.xbrl.org", "xbrl.org", "www.w3.org")

Name = tuple[str, str, str, str]  # role, total, context, unit


@contextmanager
def opened(path: Path, packages: Sequence[Path] = ()) -> Iterator[tuple[Any, list[str]]]:
    """The filing at `path` as Arelle's model, with its warnings and errors. Raises MissingExtra, Malformed."""
    try:
        from arelle.api.Session import Session
        from arelle.logging.handlers.StructuredMessageLogHandler import StructuredMessageLogHandler
        from arelle.RuntimeOptions import RuntimeOptions
    except ImportError:
        raise MissingExtra("arelle", "arelle-release", "reading inline XBRL, xBRL-CSV or whole taxonomies") from None
    with tempfile.TemporaryDirectory(prefix="certify-") as home, _environment("XDG_CONFIG_HOME", home):
        if not packages:
            _write_stubs(path, Path(home) / "arelle" / "cache")
        options = RuntimeOptions(
            entrypointFile=str(_staged(path, Path(home) / "filing")),
            internetConnectivity="offline",
            validate=False,
            keepOpen=True,
            packages=[str(package) for package in packages] or None,
            plugins=_plugins(path),
        )
        handler = StructuredMessageLogHandler()
        with Session() as session:
            session.run(options, logHandler=handler)
            models = session.get_models()
            if not models or models[0].modelDocument is None:
                raise Malformed(f"{path}: Arelle cannot load it: {_first(handler.messages)}")
            yield models[0], _complaints(handler.messages)


def _staged(path: Path, folder: Path) -> Path:
    """The filing under the names by which its schema is referred to: EDGAR sometimes serves x.xsd as x.xsd.xml."""
    renamed = [other for other in path.parent.iterdir() if other.name.endswith(".xsd.xml")]
    if not renamed or path.suffix == ".zip":
        return path.resolve()
    folder.mkdir()
    for other in path.parent.iterdir():
        if other.is_file():
            (folder / other.name).symlink_to(other.resolve())
    for other in renamed:
        if not (folder / other.name.removesuffix(".xml")).exists():
            (folder / other.name.removesuffix(".xml")).symlink_to(other.resolve())
    return folder / path.name


def _plugins(path: Path) -> str | None:
    """Reports in JSON and CSV are read by a plugin that comes with Arelle."""
    return "loadFromOIM" if path.suffix == ".json" else None


@contextmanager
def _environment(name: str, value: str) -> Iterator[None]:
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _complaints(messages: list[dict[str, Any]]) -> list[str]:
    return [f"{m.get('messageCode')}: {m.get('msg')}" for m in messages if m.get("levelname") in ("ERROR", "WARNING")]


def _first(messages: list[dict[str, Any]]) -> str:
    return next(iter(_complaints(messages)), "no reason given")


# --- the filing -----------------------------------------------------------------------------------------------------


def filing(path: Path, files: Files, name: str, packages: Sequence[Path] = ()) -> Filing:
    """What Arelle reads, as a Filing."""
    with opened(path, packages) as (model, complaints):
        contexts = {context: _context(context) for context in model.contexts.values()}
        facts = tuple(_facts(model, contexts, name))
        relations = tuple(_relations(model))
        texts = _texts(model)
        prefixes = {prefix: uri for prefix, uri in model.prefixedNamespaces.items() if prefix}
    for reference in sorted(files.names()):
        if reference != name and reference.endswith((".xsd", ".xml", ".csv")):
            files.data(reference)
    notes = tuple(complaint for complaint in complaints if "IOerror" in complaint or "FileNotLoadable" in complaint)
    incompatible = next((f"segment or scenario of {c.name}" for c in contexts.values() if not c.plain), None)
    return Filing("xbrl/arelle", tuple(files.seen.items()), facts, relations, prefixes, texts, notes, incompatible)


def _facts(model: Any, contexts: dict[Any, Context], name: str) -> Iterator[Fact]:
    for fact in sorted(model.factsInInstance, key=lambda fact: fact.objectIndex):
        if not fact.isNumeric or fact.context is None or fact.unit is None:
            continue
        text = None if fact.isNil else str(fact.value)
        value = None if text is None else own.number(text)
        decimals, wrong = own.accuracy(fact.decimals)
        precision, wrong_too = own.accuracy(fact.precision)
        problem = wrong or wrong_too
        if text is not None and value is None:
            problem = f"found {text[:40]!a}, expected a decimal number"
        unit = own.unit_name(*([_clark(measure) for measure in side] for side in fact.unit.measures))
        yield Fact(
            _clark(fact.qname),
            contexts[fact.context],
            unit,
            value,
            decimals,
            precision,
            name,
            fact.sourceline,
            fact.id,
            _tuple(fact),
            problem,
        )


def _clark(name: Any) -> str:
    return f"{{{name.namespaceURI}}}{name.localName}" if name.namespaceURI else str(name.localName)


def _tuple(fact: Any) -> tuple[int, ...]:
    path: list[int] = []
    parent = fact.getparent()
    while parent is not None and getattr(parent, "isTuple", False):
        path.insert(0, int(parent.objectIndex))
        parent = parent.getparent()
    return tuple(path)


def _context(context: Any) -> Context:
    scheme, identifier = context.entityIdentifier
    entity = f"{scheme} {identifier}"
    start = end = None
    if context.isInstantPeriod:
        end = context.instantDatetime.isoformat()
    elif context.isStartEndPeriod:
        start, end = context.startDatetime.isoformat(), context.endDatetime.isoformat()
    dimensions = tuple(sorted((_clark(name), _member(value)) for name, value in context.qnameDims.items()))
    plain = not (context.segNonDimValues or context.scenNonDimValues)
    strict = f"{entity};{start};{end};{context.contextNonDimAwareHash}"
    return Context(entity, start, end, dimensions, strict, plain)


def _member(value: Any) -> str:
    if value.isExplicit:
        return _clark(value.memberQname)
    return "" if value.typedMember is None else str(value.typedMember.stringValue)


def _relations(model: Any) -> Iterator[Relation]:
    for arcrole in (SUMMATION, SUMMATION_11):
        for key in list(model.baseSets):
            if key[0] != arcrole or not (key[1] and key[2] and key[3]):
                continue
            for total, arcs in model.relationshipSet(*key).fromModelObjects().items():
                weights: dict[str, Any] = {}
                problem = None
                for arc in arcs:
                    item = arc.toModelObject
                    if item is None or total is None:
                        continue
                    if _clark(item.qname) in weights:
                        problem = "duplicateCalculationRelationships"
                    elif not (item.isDecimal and total.isDecimal):
                        problem = "nonDecimalItemNode"
                    weight = own.number(str(arc.weightDecimal)) or 0
                    weights[_clark(item.qname)] = weights.get(_clark(item.qname), 0) + weight
                yield Relation(key[1], arcrole, _clark(total.qname), tuple(weights.items()), problem)


def _texts(model: Any) -> dict[str, str]:
    found: dict[str, str] = {}
    for fact in model.factsInInstance:
        if "/dei/" in (fact.qname.namespaceURI or "") and fact.context is not None and not fact.context.qnameDims:
            found.setdefault(fact.qname.localName, str(fact.value).strip()[:200])
    return found


# --- the second opinion ---------------------------------------------------------------------------------------------


def inconsistencies(model: Any, mode: str) -> tuple[set[Name], list[str]]:
    """The obligations that Arelle's calculation module finds inconsistent, and the codes of its other messages."""
    from arelle import ValidateXbrlCalcs

    contexts = {context.id: _context(context).name for context in model.contexts.values()}
    units = {
        unit.id: own.unit_name(*([_clark(measure) for measure in side] for side in unit.measures))
        for unit in model.units.values()
    }
    found: set[Name] = set()
    others: list[str] = []
    for entry in ValidateXbrlCalcs.validate(model, MODES[mode]):
        codes = entry.codes if isinstance(entry.codes, str) else entry.codes[0]
        if codes.startswith(_INCONSISTENT):
            args = entry.args
            name = (args["linkrole"], _clark(args["concept"]), contexts[args["contextID"]], units[args["unitID"]])
            found.add(name)
        else:
            others.append(codes)
    return found, others


# --- stubs of standard taxonomies -----------------------------------------------------------------------------------


def _write_stubs(path: Path, cache: Path) -> None:
    """A schema for every standard one that the filing's own schemas import, with the names that the filing uses."""
    files, name = folder_of(path)
    if name is None:
        return
    imports, names = _used(files, name)
    for location, namespace in imports.items():
        split = urlsplit(location)
        if split.scheme not in ("http", "https") or split.netloc in _BUNDLED:
            continue
        target = cache / split.scheme / split.netloc / split.path.lstrip("/")
        if not target.resolve().is_relative_to(cache.resolve()):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_stub(namespace, names.get(namespace, {})), encoding="utf-8")


def _used(files: Files, name: str) -> tuple[dict[str, str], dict[str, dict[str, tuple[str, str]]]]:
    """Schema locations with their namespaces, and for each namespace local name -> (element id, kind)."""
    imports: dict[str, str] = {}
    names: dict[str, dict[str, tuple[str, str]]] = defaultdict(dict)
    schemas = [entry for entry in files.names() if entry.endswith((".xsd", ".xsd.xml"))]
    for schema in schemas:
        for child in elements(files.data(schema), schema):
            if str(child.tag).endswith("}import"):
                imports[child.get("schemaLocation", "")] = child.get("namespace", "")
    for other in files.names():
        if other.endswith(("_cal.xml", "_pre.xml", "_def.xml")) and not other.endswith(tuple(schemas)):
            _located(files, other, imports, names)
    if not name.endswith(".json"):
        _mentioned(files, name, names)
    return imports, names


def _located(files: Files, name: str, imports: dict[str, str], names: dict[str, dict[str, tuple[str, str]]]) -> None:
    for child in elements(files.data(name), name):
        for locator in child.iter(f"{{{LINK}}}loc"):
            document, _, fragment = locator.get(f"{{{XLINK}}}href", "").partition("#")
            if document in imports:
                local = fragment.partition("_")[2]
                names[imports[document]].setdefault(local, (fragment, "number"))


def _mentioned(files: Files, name: str, names: dict[str, dict[str, tuple[str, str]]]) -> None:
    for child in elements(files.data(name), name):
        for element in child.iter():
            if not isinstance(element.tag, str):
                continue
            dimension = element.get("dimension")
            if dimension is not None:
                _add(names, element, dimension, "axis")
                _add(names, element, element.text or "", "text")
            elif element.get("contextRef") is not None:
                kind = "number" if element.get("unitRef") is not None else "text"
                if element.get("name") is not None:
                    _add(names, element, element.get("name"), kind)
                else:
                    namespace, _, local = element.tag.removeprefix("{").rpartition("}")
                    names[namespace][local] = (_id(element, namespace, local), kind)


def _add(names: dict[str, dict[str, tuple[str, str]]], element: Any, text: str, kind: str) -> None:
    prefix, _, local = text.strip().rpartition(":")
    namespace = element.nsmap.get(prefix or None)
    if namespace and local:
        names[namespace].setdefault(local, (f"{prefix}_{local}", kind))


def _id(element: Any, namespace: str, local: str) -> str:
    prefix = next((p for p, uri in element.nsmap.items() if uri == namespace and p), "x")
    return f"{prefix}_{local}"


_KINDS = {
    "number": 'type="xbrli:decimalItemType" substitutionGroup="xbrli:item"',
    "text": 'type="xbrli:stringItemType" substitutionGroup="xbrli:item"',
    "axis": 'type="xbrli:stringItemType" substitutionGroup="xbrldt:dimensionItem" abstract="true"',
}


def _stub(namespace: str, names: dict[str, tuple[str, str]]) -> str:
    head = (
        f'<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xbrli="{XBRLI}" xmlns:xbrldt="{XBRLDT}" '
        f'targetNamespace={quoteattr(namespace)} elementFormDefault="qualified">'
        f'<xs:import namespace="{XBRLI}" schemaLocation="http://www.xbrl.org/2003/xbrl-instance-2003-12-31.xsd"/>'
        f'<xs:import namespace="{XBRLDT}" schemaLocation="http://www.xbrl.org/2005/xbrldt-2005.xsd"/>'
    )
    items = [
        f'<xs:element name={quoteattr(local)} id={quoteattr(key)} nillable="true" xbrli:periodType="duration" '
        f"{_KINDS[kind]}/>"
        for local, (key, kind) in names.items()
    ]
    return head + "".join(items) + "</xs:schema>"
