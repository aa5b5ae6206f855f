"""`certify report CERT… -o report.html`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from certify import files
from certify.contract import Malformed
from certify.folder import check_certificate
from certify.verdict import combine


def report(
    certificates: Annotated[list[Path], typer.Argument(help="Certificates; each claim is found by its address.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="The page to write.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that are there.")] = False,
) -> int:
    """Check certificates and write one self-contained HTML page about them."""
    from certify.report import report as page

    for path in certificates:
        if not files.is_certificate(path):
            raise Malformed(f"{path}: expected a certificate (*.cert.json, *.cert.jsonl, *.refutation.json)")
    verdicts = [check_certificate(path) for path in certificates]
    files.write(out, page(verdicts).encode("utf-8"), force=force)
    words = Counter(verdict.verdict.value for verdict in verdicts)
    parts = ", ".join(f"{number} {word}" for word, number in words.items())
    print(f"{out}: {len(verdicts)} claim{'s' if len(verdicts) != 1 else ''}: {parts}")
    return combine([verdict.exit for verdict in verdicts])
