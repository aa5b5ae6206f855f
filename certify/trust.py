"""`certify trust` and `certify kinds`: what a reader has to trust, in lines, hashes and theorems."""

from __future__ import annotations

import ast
from pathlib import Path

from certify import kernel
from certify.kernel.reject import declined
from certify.verdict import kernel_hash

KERNEL = Path(kernel.__file__).parent
ENTRY = ("__init__", "table")  # read for every kind; the kinds they import are not part of another kind's closure


def trust_in_words(kind: str | None) -> str:
    """Kernel hash, and for a kind (or all) the modules and lines of its import closure and its theorems."""
    rules = kernel.kinds()
    if kind is not None and kind not in rules:
        raise declined("", "unknown-kind", f"{kind!a}; known: {', '.join(rules)}")
    lines = [f"kernel: {kernel_hash()}"]
    for name in [kind] if kind is not None else rules:
        sizes = {module: _lines(module) for module in closure(name)}
        theorems = ", ".join(rules[name].theorems) or "none"
        lines.append(f"{name}: {sum(sizes.values())} lines; theorems: {theorems}")
        if kind is not None:
            lines += [f"  {KERNEL.name}/{module}.py  {size}" for module, size in sizes.items()]
    return "\n".join(lines)


def kinds_in_words() -> str:
    """Every kind with the first line of its module's specification."""
    lines = []
    for name in kernel.kinds():
        docstring = ast.get_docstring(ast.parse((KERNEL / f"{home(name)}.py").read_text())) or ""
        lines.append(f"{name:28}{docstring.splitlines()[0]}")
    return "\n".join(lines)


def home(kind: str) -> str:
    """The kernel module whose rule checks this kind."""
    return kernel.kinds()[kind].check.__module__.rpartition(".")[2]


def closure(kind: str) -> list[str]:
    """The kernel modules that the verdict on a claim of this kind depends on, the kind's own module first."""
    found = [home(kind)]
    for module in found:
        found += [name for name in imports(module) if name not in found]
    entries = [module for entry in ENTRY for module in [entry] if module not in found]
    for module in ("envelope", "rule", "reject"):
        if module not in found:
            found.append(module)
    return found + entries


def imports(module: str) -> list[str]:
    """Kernel modules that a module imports, in order."""
    found = []
    for node in ast.walk(ast.parse((KERNEL / f"{module}.py").read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("certify.kernel"):
            tail = (node.module or "").removeprefix("certify.kernel").removeprefix(".")
            found += [tail] if tail else [alias.name for alias in node.names]
    return [name for name in dict.fromkeys(found) if (KERNEL / f"{name}.py").exists()]


def _lines(module: str) -> int:
    return len((KERNEL / f"{module}.py").read_text().splitlines())
