"""A skipped test fails the run where its tool is required."""

from __future__ import annotations

from pathlib import Path

import pytest

CONFTEST = Path(__file__).parent.parent / "conftest.py"


@pytest.mark.parametrize(("required", "failed", "skipped"), [("", 0, 2), ("mill", 1, 1), ("chromium", 0, 2)])
def test_tools_that_are_required(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, required: str, failed: int, skipped: int
) -> None:
    pytester.makeconftest(CONFTEST.read_text())
    monkeypatch.setenv("CERTIFY_TOOLS_REQUIRED", required)
    pytester.makepyfile(
        """
        import pytest

        def test_tool():
            pytest.skip("needs the command mill")

        def test_other():
            pytest.skip("needs the windmill")
        """
    )
    pytester.runpytest().assert_outcomes(failed=failed, skipped=skipped)


def test_a_module_skipped_for_a_required_tool(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    pytester.makeconftest(CONFTEST.read_text())
    monkeypatch.setenv("CERTIFY_TOOLS_REQUIRED", "mill")
    pytester.makepyfile("import pytest\npytest.skip('needs mill', allow_module_level=True)")
    pytester.runpytest().assert_outcomes(errors=1)
