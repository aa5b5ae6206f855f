"""The report: what it says, that claims cannot inject markup, and that it opens and folds in a real browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from certify.cli import run
from certify.contract import Claim, certificate
from certify.report import report
from certify.verdict import Verdict

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\x1b[31m"

SYSTEM = {
    "variables": ["x", "y_1"],
    "rows": [
        {"coefficients": ["1", "1/2"], "relation": "<=", "bound": "0"},
        {"coefficients": ["-1", "-1/2"], "relation": "<", "bound": "0"},
    ],
}


def write(folder: Path, source: Any = None) -> tuple[Path, Path]:
    """A proved linear claim on disk."""
    claim = Claim("linear/infeasible", SYSTEM, source)
    paths = folder / "hostile.claim.json", folder / "hostile.cert.json"
    paths[0].write_bytes(claim.data)
    paths[1].write_bytes(certificate(claim, {"multipliers": ["1", "1"]}))
    return paths


def page(folder: Path, source: Any = None) -> str:
    _, path = write(folder, source)
    assert run(["report", str(path), "-o", str(folder / "r.html")]) == 0
    return (folder / "r.html").read_text()


def test_says_verdict_foundation_formula_and_both_sides(tmp_path: Path) -> None:
    text = page(tmp_path)
    assert '<span class="word proved">proved</span>' in text
    assert "kernel:" in text and "<math" in text and "<mfrac>" in text
    assert "2 rows add up to" in text and "hostile.claim.json" in text


def test_a_refused_certificate_is_shown_as_refused_with_its_place(tmp_path: Path) -> None:
    _, path = write(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'["1", "1"]', b'["1", "2"]'))
    assert run(["report", str(path), "-o", str(tmp_path / "r.html")]) == 1
    text = (tmp_path / "r.html").read_text()
    assert "wrong-combination" in text and '<span class="word proved">' not in text


def test_strings_of_claims_are_text_not_markup(tmp_path: Path) -> None:
    source = {"reader": HOSTILE, "files": [{"path": HOSTILE, "sha256": "0" * 64}]}
    text = page(tmp_path, source)
    assert "<script" not in text and "<img src=x" not in text
    assert "&lt;script&gt;" in text


def test_nothing_is_fetched(tmp_path: Path) -> None:
    text = page(tmp_path)
    addresses = [part.partition('"')[0] for key in ('src="', 'href="') for part in text.split(key)[1:]]
    assert all(address.startswith(("data:", "#")) for address in addresses)


def test_an_existing_page_is_not_overwritten(tmp_path: Path) -> None:
    _, path = write(tmp_path)
    (tmp_path / "r.html").write_text("mine")
    assert run(["report", str(path), "-o", str(tmp_path / "r.html")]) == 2
    assert (tmp_path / "r.html").read_text() == "mine"


def test_no_claims_is_still_a_page() -> None:
    verdicts: list[Verdict] = []
    assert "0 claims" in report(verdicts)


@pytest.fixture
def browser() -> Iterator[Any]:
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("no chromium on this machine")
    playwright = pytest.importorskip("playwright.sync_api", reason="no playwright in this environment")
    with playwright.sync_playwright() as started:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
        running = started.chromium.launch(executable_path=path, args=arguments)
        yield running
        running.close()


@pytest.mark.chromium
def test_opens_and_folds_in_a_browser(tmp_path: Path, browser: Any) -> None:
    page(tmp_path, {"reader": HOSTILE, "files": [{"path": HOSTILE, "sha256": "0" * 64}]})
    opened = browser.new_page()
    problems: list[str] = []
    opened.on("console", lambda message: problems.append(message.text))
    opened.on("pageerror", lambda error: problems.append(str(error)))
    opened.on("dialog", lambda dialog: problems.append(dialog.message))
    opened.goto((tmp_path / "r.html").as_uri())
    tree = opened.locator("ul.tree details").first
    assert tree.get_attribute("open") is not None
    opened.locator("ul.tree summary").first.focus()
    opened.keyboard.press("Enter")
    assert tree.get_attribute("open") is None
    assert opened.locator("math").bounding_box()["height"] > 10
    assert opened.locator("script").count() == 0
    assert problems == []
