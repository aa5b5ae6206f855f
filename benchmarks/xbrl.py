"""Filings beside Arelle, in one run: reading and deciding every relation, against Arelle's loader and calculation
module.

Seconds are of processor time, so that other work on the machine does not count; each measurement is a process of its
own, with the imports of both sides left out of the time and their memory in. Ours ends with every certificate accepted
by the kernel; Arelle's with its list of inconsistencies. Filings: a self-made one of the size of a 10-K, the same ten
times as large, and a real 10-K where it is beside the project.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

REAL = Path(__file__).resolve().parents[2] / "shared" / "data" / "xbrl" / "aapl-10k-2023" / "aapl-20230930_htm.xml"
REPEATS = 3
TEXT = "Lorem ipsum &lt;p&gt;dolor sit amet&lt;/p&gt; " * 40  # a text block for every few figures

_OURS = """
import json, resource, sys, time
from pathlib import Path
import lxml.etree, z3
from certify import kernel
from certify.contract import Found
from smt.xbrl import door
started = time.process_time()
report = door.check(Path(sys.argv[1]), "c11r", joint=sys.argv[2] == "joint")
found = [d.found for d in report.decisions if d.found] + [f for _, f in report.components if isinstance(f, Found)]
for each in found:
    kernel.check(each.claim.data, [each.certificate])
seconds = time.process_time() - started
counts = report.counts
print(json.dumps({"seconds": seconds, "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    "facts": len(report.filing.facts), "obligations": sum(counts.values()), "inconsistent": counts["inconsistent"],
    "components": len(report.components)}))
"""

_ARELLE = """
import json, resource, sys, time
from pathlib import Path
from smt.xbrl import second
import arelle.api.Session, arelle.ValidateXbrlCalcs, arelle.RuntimeOptions
path = Path(sys.argv[1])
write = second._write_stubs
spent = []
def timed(path, cache):
    before = time.process_time()
    write(path, cache)
    spent.append(time.process_time() - before)
second._write_stubs = timed
started = time.process_time()
with second.opened(path) as (model, _):
    inconsistent, _ = second.inconsistencies(model, "c11r")
    seconds = time.process_time() - started - sum(spent)
print(json.dumps({"seconds": seconds, "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    "inconsistent": len(inconsistent)}))
"""


def synthetic(folder: Path, contexts: int) -> Path:
    """A filing of `contexts` dates with 5 sums over 15 figures, 15 figures more, and a text block each."""
    folder.mkdir(parents=True)
    sums = {
        "Total": ("Current", "Fixed"),
        "Current": ("Cash", "Receivables", "Stock"),
        "Fixed": ("Plant", "Land", "Goodwill"),
    }
    sums |= {"Funding": ("Debt", "Equity"), "Equity": ("Capital", "Retained", "Other")}
    values = {"Cash": 120, "Receivables": 340, "Stock": 55, "Plant": 700, "Land": 80, "Goodwill": 33, "Debt": 400}
    values |= {
        "Capital": 500,
        "Retained": 428,
        "Other": 0,
        "Current": 515,
        "Fixed": 813,
        "Total": 1328,
        "Equity": 928,
        "Funding": 1328,
    }
    values |= {f"Disclosed{i}": 7 * i for i in range(15)}  # a 10-K has about six figures for every sum that binds
    names = sorted(values)
    head = 'xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:link="http://www.xbrl.org/2003/linkbase" '
    head += 'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:m="http://example.com/b"'
    parts = [f'<xbrli:xbrl {head}><link:schemaRef xlink:type="simple" xlink:href="b.xsd"/>']
    parts.append('<xbrli:unit id="u"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>')
    for i in range(contexts):
        date = f"{1900 + i // 336}-{i % 336 // 28 + 1:02d}-{i % 28 + 1:02d}"
        who = '<xbrli:entity><xbrli:identifier scheme="http://example.com">E</xbrli:identifier></xbrli:entity>'
        parts.append(
            f'<xbrli:context id="c{i}">{who}<xbrli:period><xbrli:instant>{date}</xbrli:instant></xbrli:period>'
            "</xbrli:context>"
        )
        for name in names:
            value = values[name] * 1_000_000
            parts.append(f'<m:{name} contextRef="c{i}" unitRef="u" decimals="-6" id="f{i}-{name}">{value}</m:{name}>')
        parts.append(f'<m:Note contextRef="c{i}">{TEXT}</m:Note>')
    (folder / "b.xml").write_text("\n".join([*parts, "</xbrli:xbrl>"]))
    (folder / "b.xsd").write_text(_schema(names))
    (folder / "b_cal.xml").write_text(_linkbase(sums))
    return folder / "b.xml"


def _schema(names: list[str]) -> str:
    item = 'substitutionGroup="xbrli:item" nillable="true" xbrli:periodType="instant"'
    elements = "".join(f'<xs:element name="{n}" id="m_{n}" type="xbrli:monetaryItemType" {item}/>' for n in names)
    note = f'<xs:element name="Note" id="m_Note" type="xbrli:stringItemType" {item}/>'
    return (
        '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xbrli="http://www.xbrl.org/2003/instance" '
        'xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'targetNamespace="http://example.com/b" elementFormDefault="qualified"><xs:annotation><xs:appinfo>'
        '<link:linkbaseRef xlink:type="simple" xlink:href="b_cal.xml" '
        'xlink:arcrole="http://www.w3.org/1999/xlink/properties/linkbase" '
        'xlink:role="http://www.xbrl.org/2003/role/calculationLinkbaseRef"/></xs:appinfo></xs:annotation>'
        '<xs:import namespace="http://www.xbrl.org/2003/instance" '
        f'schemaLocation="http://www.xbrl.org/2003/xbrl-instance-2003-12-31.xsd"/>{elements}{note}</xs:schema>'
    )


def _linkbase(sums: dict[str, tuple[str, ...]]) -> str:
    names = sorted({*sums, *(item for items in sums.values() for item in items)})
    lines = [f'<link:loc xlink:type="locator" xlink:href="b.xsd#m_{n}" xlink:label="{n}"/>' for n in names]
    for total, items in sums.items():
        for order, item in enumerate(items, 1):
            lines.append(
                '<link:calculationArc xlink:type="arc" xlink:arcrole="http://www.xbrl.org/2003/arcrole/summation-item" '
                f'xlink:from="{total}" xlink:to="{item}" weight="1" order="{order}"/>'
            )
    return (
        '<link:linkbase xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink">'
        '<link:calculationLink xlink:type="extended" xlink:role="http://www.xbrl.org/2003/role/link">'
        f"{''.join(lines)}</link:calculationLink></link:linkbase>"
    )


def measured(code: str, *arguments: str) -> dict[str, float]:
    """The quickest of a few runs."""
    runs = []
    for _ in range(REPEATS):
        done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
        runs.append(json.loads(done.stdout.splitlines()[-1]))
    return dict(min(runs, key=lambda run: run["seconds"]))


def main() -> None:
    print(
        "filing: facts, obligations; ours s, MB; Arelle load + calculation s, MB; ours / Arelle; joint s (components)"
    )
    with tempfile.TemporaryDirectory() as name:
        filings = {
            "self-made 10-K": synthetic(Path(name) / "one", 33),
            "ten times as large": synthetic(Path(name) / "ten", 330),
        }
        if REAL.exists():
            filings["real 10-K"] = REAL
        else:
            print("real 10-K: not beside the project")
        times = {}
        for label, path in filings.items():
            ours, theirs = measured(_OURS, str(path), "alone"), measured(_ARELLE, str(path))
            joint = measured(_OURS, str(path), "joint")
            times[label] = ours["seconds"]
            ratio = ours["seconds"] / theirs["seconds"]
            same = "equal verdicts" if ours["inconsistent"] == theirs["inconsistent"] else "VERDICTS DIFFER"
            print(
                f"{label:20}{ours['facts']:7.0f}{ours['obligations']:7.0f}  "
                f"{ours['seconds']:7.2f}{ours['megabytes']:6.0f}  "
                f"{theirs['seconds']:7.2f}{theirs['megabytes']:6.0f}  {ratio:5.2f}  {joint['seconds']:7.2f} "
                f"({joint['components']:.0f})  {same}"
            )
        print(f"ten times the facts take {times['ten times as large'] / times['self-made 10-K']:.1f} times as long")


if __name__ == "__main__":
    main()
