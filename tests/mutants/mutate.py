"""Small changes to Python source, by syntax tree: comparisons, boolean operators, arithmetic, constants, removed steps.

Words are left alone: docstrings, annotations, decorators, formatted strings and whatever a refusal is built from.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any

REFUSALS = ("malformed", "wrong_claim", "declined", "limit", "refused")
# calls that only write words; their arguments cannot change a verdict
WORDS = (*REFUSALS, "show", "brief", "ascii", "_Violated")

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add, ast.FloorDiv),
    ast.FloorDiv: (ast.Mult,),
    ast.Div: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitXor: (ast.BitAnd,),
}


@dataclass(frozen=True)
class Slot:
    """A place in a syntax tree: `owner.field`, or `owner.field[index]`."""

    owner: ast.AST
    field: str
    index: int | None

    def get(self) -> Any:
        value = getattr(self.owner, self.field)
        return value if self.index is None else value[self.index]

    def put(self, node: Any) -> None:
        if self.index is None:
            setattr(self.owner, self.field, node)
        else:
            getattr(self.owner, self.field)[self.index] = node


@dataclass(frozen=True)
class Mutation:
    """One change: which function, which line, and the statement as it then reads (`without …` for a removed one)."""

    function: str
    line: int
    before: str
    after: str
    slot: Slot
    replacement: Any

    def compiled(self, tree: ast.Module, name: str) -> CodeType:
        """The module with this change alone."""
        original = self.slot.get()
        self.slot.put(self.replacement)
        try:
            return compile(ast.fix_missing_locations(tree), name, "exec")
        finally:
            self.slot.put(original)


def mutations(tree: ast.Module) -> list[Mutation]:
    """Every change of a module, in the order of its text."""
    found: list[Mutation] = []
    for slot in _slots(tree):
        _walk(slot, "", None, found)
    return found


def _slots(node: ast.AST) -> Iterator[Slot]:
    for field, value in ast.iter_fields(node):
        if isinstance(value, list):
            yield from (Slot(node, field, i) for i, part in enumerate(value) if isinstance(part, ast.AST))
        elif isinstance(value, ast.AST):
            yield Slot(node, field, None)


def _walk(slot: Slot, function: str, statement: ast.stmt | None, found: list[Mutation]) -> None:
    node = slot.get()
    if _is_words(slot, node):
        return
    if isinstance(node, ast.stmt):
        statement = node
    if statement is not None:
        found += [_mutation(*change, function, statement) for change in _changes(slot, node)]
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        function = f"{function}.{node.name}" if function else node.name
    for below in _slots(node):
        _walk(below, function, statement, found)


def _mutation(slot: Slot, replacement: Any, function: str, statement: ast.stmt) -> Mutation:
    before, original = _header(statement), slot.get()
    if original is statement:
        after = f"without {before}"
    else:
        slot.put(replacement)
        after = _header(statement)
        slot.put(original)
    return Mutation(function or "module", statement.lineno, before, after, slot, replacement)


def _header(statement: ast.stmt) -> str:
    """The statement on one line; of a compound statement only its head."""
    shown = copy.copy(statement)
    for field in ("body", "orelse", "finalbody", "handlers", "decorator_list"):
        if hasattr(shown, field):
            setattr(shown, field, [ast.Pass()] if field == "body" else [])
    return " ".join(ast.unparse(shown).removesuffix("\n    pass").split())


def _is_words(slot: Slot, node: Any) -> bool:
    """Parts of a module that no verdict depends on."""
    if slot.field in ("annotation", "returns", "decorator_list", "bases", "type_comment"):
        return True
    if isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return True  # of zip: only an error of the kernel itself could show
    return isinstance(node, ast.Call) and _name(node.func) in WORDS


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _changes(slot: Slot, node: ast.AST) -> Iterator[tuple[Slot, Any]]:
    change = _CHANGES.get(type(node))
    if change is not None:
        yield from change(slot, node)


def _compare(slot: Slot, node: Any) -> Iterator[tuple[Slot, Any]]:
    for i, operator in enumerate(node.ops):
        for other in COMPARISONS[type(operator)]:
            yield Slot(node, "ops", i), other()


def _boolean(slot: Slot, node: Any) -> Iterator[tuple[Slot, Any]]:
    yield Slot(node, "op", None), ast.Or() if isinstance(node.op, ast.And) else ast.And()
    for dropped in range(len(node.values)):
        kept = [value for i, value in enumerate(node.values) if i != dropped]
        yield slot, kept[0] if len(kept) == 1 else ast.BoolOp(node.op, kept)


def _arithmetic(slot: Slot, node: Any) -> Iterator[tuple[Slot, Any]]:
    sides = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.value]
    if any(isinstance(side, ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp) for side in sides):
        return
    if any(isinstance(side, ast.Constant) and isinstance(side.value, str | bytes) for side in sides):
        return
    for other in ARITHMETIC[type(node.op)]:
        yield Slot(node, "op", None), other()


def _unary(slot: Slot, node: Any) -> Iterator[tuple[Slot, Any]]:
    yield slot, node.operand


def _constant(slot: Slot, node: Any) -> Iterator[tuple[Slot, Any]]:
    if isinstance(node.value, bool):
        yield slot, ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield slot, ast.Constant(node.value + 1)
        yield slot, ast.Constant(node.value - 1)


def _removed(slot: Slot, node: Any) -> Iterator[tuple[Slot, Any]]:
    if not isinstance(node, ast.Expr) or isinstance(node.value, ast.Call):
        yield slot, ast.Pass()


_CHANGES: dict[type[ast.AST], Callable[[Slot, Any], Iterator[tuple[Slot, Any]]]] = {
    ast.Compare: _compare,
    ast.BoolOp: _boolean,
    ast.BinOp: _arithmetic,
    ast.AugAssign: _arithmetic,
    ast.UnaryOp: _unary,
    ast.Constant: _constant,
    ast.Raise: _removed,
    ast.Continue: _removed,
    ast.Break: _removed,
    ast.Expr: _removed,
}
