"""The kernel on its own: imported from the repository and from an unpacked wheel, without site-packages; the wheel."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PACKAGES = {"certify", "exact", "smt", "lean_export"}

PROBE = """
import sys
before = set(sys.modules)
sys.path.insert(0, {root!r})
import certify.kernel
loaded = set(sys.modules) - before
ours = sorted(m for m in loaded if m == "certify" or m.startswith("certify."))
assert all(m == "certify" or m == "certify.kernel" or m.startswith("certify.kernel.") for m in ours), ours
others = [m for m in loaded if m not in ours and m.partition(".")[0] not in sys.stdlib_module_names]
assert not others, others
claim = b'{{"schema": "certify-claim/1", "kind": "linear/infeasible", "statement": {{"variables": ["x"], "rows": \
[{{"coefficients": ["0"], "relation": "<", "bound": "0"}}]}}}}'
address = certify.kernel.address(claim)
cert = '{{"schema": "certify-cert/1", "kind": "linear/infeasible", "claim": "%s", \
"evidence": {{"multipliers": ["%s"]}}}}'
certify.kernel.check(claim, [(cert % (address, 1)).encode()])
try:
    certify.kernel.check(claim, [(cert % (address, 0)).encode()])
except certify.kernel.Reject as reject:
    print(reject.code)
"""


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree, built by hatchling in this environment."""
    pytest.importorskip("hatchling", reason="needs hatchling to build the wheel")
    out = tmp_path_factory.mktemp("wheel")
    code = "import os, sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", code, str(out)], cwd=ROOT, check=True, capture_output=True)
    return next(out.glob("*.whl"))


def probe(root: Path) -> str:
    command = [sys.executable, "-I", "-S", "-c", PROBE.format(root=str(root))]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


def test_from_the_repository() -> None:
    assert probe(ROOT) == "no-contradiction"


def test_from_an_unpacked_wheel(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    assert probe(tmp_path) == "no-contradiction"


def test_the_wheel_holds_the_four_packages_and_their_data(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names if ".dist-info/" not in name} == PACKAGES
    assert not [name for name in names if "__pycache__" in name or "/tests/" in name]
    here = {path.relative_to(ROOT).as_posix() for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
    assert here <= set(names)
    for package in PACKAGES:
        assert f"{package}/py.typed" in names
    assert {f"certify/schemas/{path.name}" for path in (ROOT / "certify/schemas").glob("*.json")} <= set(names)
    assert {f"certify/theorems/{path.name}" for path in (ROOT / "docs/theorems").glob("*.md")} <= set(names)
    lean = {path.relative_to(ROOT).as_posix() for path in (ROOT / "lean_export").rglob("*.lean")}
    assert lean <= set(names)
