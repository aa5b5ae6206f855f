"""Which reader a filing needs, and the filing it gives."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from certify.contract import Malformed
from smt.xbrl import companyfacts, instance, oim, taxonomy
from smt.xbrl.files import Files, elements, folder_of
from smt.xbrl.filing import Fact, Filing, accuracy
from smt.xbrl.instance import XBRLI, Instance

OWN, ARELLE = "own", "arelle"
XHTML = "{http://www.w3.org/1999/xhtml}html"
READERS = {"xml": "xbrl/xml", "json": "xbrl/json", "companyfacts": "xbrl/companyfacts", ARELLE: "xbrl/arelle"}


def load(path: Path, *, reader: str | None = None, accession: str | None = None) -> Filing:
    """The filing at `path`: an instance (XML, inline XHTML), a report (xBRL-JSON, xBRL-CSV metadata), companyfacts
    JSON, or a zip archive with one instance. `reader` "arelle" forces Arelle; None picks.

    Raises Malformed, Reject (limit), MissingExtra, OSError.
    """
    files, name = folder_of(path)
    if name is None:
        name = _instance_in(files, path)
    data = files.data(name)
    kind = ARELLE if reader == ARELLE else kind_of(data, name)
    if kind == ARELLE:
        from smt.xbrl.second import filing as through_arelle

        return through_arelle(path, files, name)
    if kind == "companyfacts":
        found = companyfacts.read(oim.load(data, name), name, accession)
        return _filing(files, found, taxonomy.Taxonomy(), kind)
    found = instance.read(data, name) if kind == "xml" else oim.read(oim.load(data, name), name)
    return _filing(files, found, taxonomy.read(files, found.schemas, found.linkbases, found.prefixes, name), kind)


def kind_of(data: bytes, name: str) -> str:
    """xml, json, companyfacts or arelle (inline XHTML, xBRL-CSV). Raises Malformed for anything else."""
    head = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b"{"):
        value = oim.load(data, name)
        if isinstance(value, dict) and "cik" in value:
            return "companyfacts"
        info = value.get("documentInfo") if isinstance(value, dict) else None
        kind = info.get("documentType") if isinstance(info, dict) else None
        return ARELLE if kind == "https://xbrl.org/2021/xbrl-csv" else "json"
    if not data:
        raise Malformed(f"{name}: the file is empty")
    root = next(elements(data, name))
    if root.tag == XHTML:
        return ARELLE
    if root.tag != f"{{{XBRLI}}}xbrl":
        raise Malformed(f"{name}: line {root.sourceline}: found <{root.tag}>, expected an XBRL instance or inline XBRL")
    return "xml"


def _instance_in(files: Files, path: Path) -> str:
    """The one instance in an archive."""
    found = []
    for name in files.names():
        if name.endswith((".xml", ".xbrl", ".json")) and not name.endswith(
            (".xsd", "_cal.xml", "_pre.xml", "_lab.xml")
        ):
            try:
                kind_of(files.data(name), name)
            except Malformed:
                continue
            found.append(name)
    if len(found) != 1:
        raise Malformed(f"{path}: found {len(found)} instances in the archive ({', '.join(found[:5])}), expected one")
    files.seen.clear()
    return found[0]


def _filing(files: Files, found: Instance, known: taxonomy.Taxonomy, kind: str) -> Filing:
    return Filing(
        READERS[kind],
        tuple(files.seen.items()),
        tuple(_completed(fact, known) for fact in found.facts) if known.defaults else tuple(found.facts),
        tuple(known.relations),
        found.prefixes,
        found.texts,
        tuple(found.notes + known.notes),
        found.incompatible,
        kind == "companyfacts",
    )


def _completed(fact: Fact, known: taxonomy.Taxonomy) -> Fact:
    """With the accuracy that the schema gives a fact by default."""
    if fact.value is None or fact.decimals is not None or fact.precision is not None:
        return fact
    key, text = known.defaults.get(fact.concept, ("", ""))
    value, _ = accuracy(text or None)
    if key == "decimals":
        return replace(fact, decimals=value)
    return replace(fact, precision=value) if key == "precision" else fact
