"""`python -m benchmarks [NAME …]`: every measurement, or those of the named modules, each beside its peers."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Sequence

import benchmarks


def main(names: Sequence[str]) -> int:
    """Run `main()` of every module here; a missing extra is said and skipped."""
    found = sorted(module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name != "__main__")
    unknown = [name for name in names if name not in found]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; known: {', '.join(found)}", file=sys.stderr)
        return 2
    for name in names or found:
        print(f"== {name}", flush=True)
        try:
            module = importlib.import_module(f"benchmarks.{name}")
        except ImportError as error:
            print(f"skipped: needs {error.name}")
            continue
        if hasattr(module, "main"):
            module.main()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
