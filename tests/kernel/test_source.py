"""The kernel's source: what it imports, what it may not contain, how long it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from certify import kernel, trust

ALLOWED = {
    "__future__",
    "collections",
    "collections.abc",
    "dataclasses",
    "enum",
    "fractions",
    "hashlib",
    "itertools",
    "json",
    "math",
    "re",
    "typing",
}
EXACT = {"gcd", "lcm", "isqrt", "comb", "prod", "factorial"}  # of math: integers to integers
FORBIDDEN = {
    "float",
    "complex",
    "eval",
    "exec",
    "compile",
    "open",
    "__import__",
    "globals",
    "setattr",
    "print",
    "input",
}
CHANGING = {"append", "add", "update", "pop", "clear", "extend", "insert", "remove", "setdefault", "popitem", "discard"}
TRUST = Path(__file__).parent.parent.parent / "docs" / "trust.md"

MODULES = sorted(trust.KERNEL.glob("*.py"))


@pytest.fixture(params=MODULES, ids=lambda path: path.stem)
def source(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text()))


def test_imports(source: Path) -> None:
    for node in nodes(source):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names = [node.module or ""]
        for name in names:
            assert name in ALLOWED or name == "certify.kernel" or name.startswith("certify.kernel."), name


def test_no_float_no_eval_no_assert(source: Path) -> None:
    for node in nodes(source):
        place = f"{source.name}:{getattr(node, 'lineno', 0)}"
        assert not isinstance(node, ast.Assert | ast.Global | ast.Nonlocal), place
        if isinstance(node, ast.Constant):
            assert not isinstance(node.value, float | complex), place
        if isinstance(node, ast.Name):
            assert node.id not in FORBIDDEN, place
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "math":
            assert node.attr in EXACT, place
        if isinstance(node, ast.ExceptHandler):
            assert node.type is not None and ast.unparse(node.type) not in ("Exception", "BaseException"), place


def test_globals_are_never_changed(source: Path) -> None:
    """Tables may be literals at module level; nothing writes to one."""
    tree = ast.parse(source.read_text())
    names = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.value, ast.Name):
            changed = node.value.id in names and isinstance(node.ctx, ast.Store | ast.Del)
            assert not changed, f"{source.name}:{node.lineno}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            changing = isinstance(owner, ast.Name) and owner.id in names and node.func.attr in CHANGING
            assert not changing, f"{source.name}:{node.lineno}"


def test_no_mutable_defaults(source: Path) -> None:
    for node in nodes(source):
        if isinstance(node, ast.arguments):
            for default in [*node.defaults, *filter(None, node.kw_defaults)]:
                assert not isinstance(default, ast.List | ast.Dict | ast.Set | ast.Call), ast.unparse(default)


def calls(body: ast.AST) -> set[str]:
    """Names that are called, and self.name for methods."""
    found = set()
    for node in ast.walk(body):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                found.add(node.func.id)
            elif isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
                found.add(f"{node.func.value.id}.{node.func.attr}")
    return found


def test_no_recursion(source: Path) -> None:
    tree = ast.parse(source.read_text())
    graph = {node.name: calls(node) for node in tree.body if isinstance(node, ast.FunctionDef)}
    for owner in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        graph |= {f"self.{node.name}": calls(node) for node in owner.body if isinstance(node, ast.FunctionDef)}
    for start in graph:
        seen: set[str] = set()
        waiting = list(graph[start])
        while waiting:
            name = waiting.pop()
            if name in graph and name not in seen:
                seen.add(name)
                waiting += graph[name]
        assert start not in seen, f"{source.name}: {start} calls itself"


def test_a_module_is_at_most_400_lines(source: Path) -> None:
    assert len(source.read_text().splitlines()) <= 400


@pytest.mark.parametrize("kind", kernel.kinds())
def test_what_a_reader_of_a_kind_must_trust_is_at_most_1500_lines(kind: str) -> None:
    lines = sum(len((trust.KERNEL / f"{module}.py").read_text().splitlines()) for module in trust.closure(kind))
    excused = lines <= 2500 and f"`{kind}`" in TRUST.read_text(encoding="utf-8")
    assert lines <= 1500 or excused, f"{lines} lines, and docs/trust.md gives no reason"


@pytest.mark.parametrize("kind", kernel.kinds())
def test_the_theorems_a_kind_rests_on_are_written_out(kind: str) -> None:
    for name in kernel.kinds()[kind].theorems:
        page = trust.KERNEL.parent.parent / "docs" / "theorems" / f"{name}.md"
        text = page.read_text(encoding="utf-8").lower()
        assert "proof" in text or "derivation" in text


def test_every_rule_is_reached_through_one_literal_table() -> None:
    tree = ast.parse((trust.KERNEL / "table.py").read_text())
    tables = [node for node in tree.body if isinstance(node, ast.AnnAssign)]
    assert len(tables) == 1
    assert isinstance(tables[0].value, ast.Dict)
    keys = [key.value for key in tables[0].value.keys if isinstance(key, ast.Constant)]
    assert keys == list(kernel.kinds())
    assert len(set(keys)) == len(keys)
