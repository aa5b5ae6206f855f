"""For the whole suite: pytester, and no test may be skipped for a tool that is here.

CERTIFY_TOOLS_REQUIRED (set by .ci/run) names the commands that the machine has; a test that is skipped with one of them
in its reason fails instead.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Generator
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

# the same examples in every run, and no verdict from the clock: machines are shared
settings.register_profile("certify", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("certify")

pytest_plugins = ["pytester"]

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

TOOLS = ("lean", "chromium")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Tests marked `lean` or `chromium` skip where the command is missing."""
    for tool in TOOLS:
        if item.get_closest_marker(tool) is not None and shutil.which(tool) is None:
            pytest.skip(f"needs the command {tool}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    return _unskipped(report)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    return _unskipped(report)


def _unskipped(report: Report) -> Report:
    required = os.environ.get("CERTIFY_TOOLS_REQUIRED", "").split()
    reason = str(report.longrepr)
    for tool in required:
        if report.skipped and re.search(rf"\b{re.escape(tool)}\b", reason):
            report.outcome = "failed"
            report.longrepr = f"skipped, although {tool} is required here: {reason}"
    return report
