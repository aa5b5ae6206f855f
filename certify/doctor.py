"""`certify doctor`: what is installed, which extras are missing, and which packages answer to our names."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import shutil
import sys

from certify import kinds
from certify.verdict import kernel_hash

EXTRAS = {
    "lp": {"highspy": "highspy"},
    "arrays": {"numpy": "numpy", "safetensors": "safetensors"},
    "sdp": {"cvxpy": "cvxpy", "clarabel": "clarabel"},
    "solvers": {"cvc5": "cvc5", "pysat": "python-sat"},
    "xbrl": {"lxml": "lxml"},
    "arelle": {"arelle": "arelle-release"},
    "plots": {"matplotlib": "matplotlib"},
    "sklearn": {"sklearn": "scikit-learn"},
    "report": {"jinja2": "jinja2", "latex2mathml": "latex2mathml"},
    "dask": {"distributed": "distributed"},
}
REQUIRED = {
    "z3": "z3-solver",
    "sympy": "sympy",
    "mpmath": "mpmath",
    "flint": "python-flint",
    "typer": "typer",
    "rich": "rich",
}
COMMANDS = ("lean", "chromium")


def examine() -> int:
    """Print the state of the installation; 0 if everything required is there, 1 otherwise."""
    print(f"python {sys.version.split()[0]}; kernel {kernel_hash()}")
    missing = [name for module, name in REQUIRED.items() if not _report("required", module, name)]
    for extra, modules in EXTRAS.items():
        for module, name in modules.items():
            _report(f"extra {extra}", module, name)
    for command in COMMANDS:
        print(f"  command        {command:16}{shutil.which(command) or 'not found'}")
    wrong = [line for line in map(_misplaced, kinds.OURS) if line]
    print("\n".join(wrong) or f"  packages       {', '.join(kinds.OURS)}: ours")
    if missing:
        print(f"missing: {', '.join(missing)}; install with: pip install {' '.join(missing)}")
    return 1 if missing or wrong else 0


def _report(role: str, module: str, distribution: str) -> bool:
    present = importlib.util.find_spec(module) is not None
    try:
        version = importlib.metadata.version(distribution) if present else ""
    except importlib.metadata.PackageNotFoundError:
        version = "present"
    hint = "" if role == "required" else f"missing; pip install 'certify-claims[{role.removeprefix('extra ')}]'"
    print(f"  {role:15}{distribution:16}{version or hint or 'missing'}")
    return present


def _misplaced(package: str) -> str | None:
    try:
        kinds.resolve(package)
    except kinds.Misplaced as error:
        return str(error)
    return None
