"""A reader of our own Lean files: definitions to Python data, and the statement of the last theorem."""

from __future__ import annotations

import re
from typing import Any

from lean_export import policy

Value = Any
TOKEN = re.compile(r"\s*(0x[0-9a-f]+|\d+|[⟨⟩()\[\],+*^-]|[A-Za-z_.][\w.']*)")


def definitions(text: str) -> dict[str, Value]:
    """Every `def name : type := term` whose term is data."""
    code = policy.strip(text)
    found = re.findall(r"(?ms)^(?:noncomputable )?def (\w+)(?: \([^)]*\))? : [^\n]*? := (.*?)(?=^\S|\Z)", code)
    return {name: Reader(term).read() for name, term in found}


def statement(text: str, name: str = "claim") -> str:
    """The type of a theorem, on one line."""
    match = re.search(rf"(?ms)^theorem {name} : (.*?) :=", policy.strip(text))
    assert match is not None
    return " ".join(match[1].split())


class Reader:
    """Lists, tuples, anonymous constructors, integers, names, and applications as tuples."""

    def __init__(self, text: str) -> None:
        self.tokens = TOKEN.findall(text)
        self.at = 0

    def read(self) -> Value:
        value = self.application()
        assert self.at == len(self.tokens), self.tokens[self.at :]
        return value

    def peek(self) -> str | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self) -> str:
        token: str = self.tokens[self.at]
        self.at += 1
        return token

    def application(self) -> Value:
        parts = [self.atom()]
        while self.peek() not in (None, ")", "]", "⟩", ","):
            parts.append(self.atom())
        if parts[0] == "List.append":
            return [*parts[1], *parts[2]]
        return parts[0] if len(parts) == 1 else tuple(parts)

    def atom(self) -> Value:
        token = self.take()
        if token == "-":
            return -self.atom()
        if token in "[(⟨":
            return self.group(token)
        return int(token, 0) if token[0].isdigit() else token

    def group(self, opening: str) -> Value:
        closing = {"[": "]", "(": ")", "⟨": "⟩"}[opening]
        items: list[Value] = []
        while self.peek() != closing:
            items.append(self.application())
            if self.peek() == ",":
                self.take()
        self.take()
        if opening == "[":
            return items
        return items[0] if opening == "(" and len(items) == 1 else tuple(items)
