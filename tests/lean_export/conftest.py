"""The `lean` command for tests marked so: skipped, and said so, where it is missing."""

from __future__ import annotations

import os
import shutil

import pytest


@pytest.fixture(scope="session")
def lean() -> str:
    """The command; a test that needs it is skipped without it, and fails where the environment promises it."""
    found = shutil.which("lean")
    if found is None:
        if "lean" in os.environ.get("CERTIFY_TOOLS_REQUIRED", "").split():
            pytest.fail("CERTIFY_TOOLS_REQUIRED names lean, and there is no lean command on PATH")
        pytest.skip("no lean command on PATH")
    return found
