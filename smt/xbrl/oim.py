"""xBRL-JSON reports (Open Information Model): facts from JSON, relations from the taxonomy files beside them.

Numbers are strings there, on purpose; a value that is a JSON number is refused. `decimals` absent means exact, value
null means nil.
"""

from __future__ import annotations

import json
from typing import Any

from certify.contract import Malformed
from smt.xbrl import filing
from smt.xbrl.filing import Context, Fact
from smt.xbrl.instance import MAX_FACTS, Instance

DOCUMENT_TYPE = "https://xbrl.org/2021/xbrl-json"
_OWN = ("concept", "entity", "period", "unit", "language", "noteId")


def load(data: bytes, name: str) -> Any:
    """JSON with no duplicate keys and exact numbers. Raises Malformed."""

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(items)
        if len(made) != len(items):
            raise Malformed(f"{name}: a key stands twice in one object")
        return made

    def exact(text: str) -> Any:
        value = filing.number(text)
        if value is None:
            raise Malformed(f"{name}: found the number {text[:40]}, expected one of at most {filing.MAX_DIGITS} digits")
        return value

    try:
        return json.loads(data, object_pairs_hook=pairs, parse_float=exact, parse_int=exact)
    except RecursionError:
        raise Malformed(f"{name}: nested too deeply") from None
    except (ValueError, UnicodeDecodeError) as error:
        raise Malformed(f"{name}: not JSON: {error}") from None


def read(value: Any, name: str) -> Instance:
    """The report in a JSON value. Raises Malformed."""
    return _Reader(name).read(value)


class _Reader:
    def __init__(self, name: str) -> None:
        self.name = name
        self.prefixes: dict[str, str] = {}
        self.contexts: dict[tuple[Any, ...], Context] = {}

    def read(self, value: Any) -> Instance:
        info = self._record(value, "documentInfo")
        kind = info.get("documentType")
        if kind != DOCUMENT_TYPE:
            raise Malformed(f"{self.name}: /documentInfo/documentType: found {kind!a}, expected {DOCUMENT_TYPE}")
        self.prefixes = {str(k): str(v) for k, v in self._record(info, "namespaces").items()}
        facts = self._record(value, "facts")
        if len(facts) > MAX_FACTS:
            raise Malformed(f"{self.name}: {len(facts)} facts, at most {MAX_FACTS}")
        found = Instance(prefixes=self.prefixes)
        taxonomy = info.get("taxonomy", [])
        if not isinstance(taxonomy, list):
            raise Malformed(f"{self.name}: /documentInfo/taxonomy: found {taxonomy!a}, expected an array")
        found.schemas = [str(reference) for reference in taxonomy]
        for key, entry in facts.items():
            self._fact(key, entry, found)
        return found

    def _record(self, value: Any, key: str) -> dict[str, Any]:
        part = value.get(key) if isinstance(value, dict) else None
        if not isinstance(part, dict):
            raise Malformed(f"{self.name}: found no object {key!a}")
        return part

    def _fact(self, key: str, entry: Any, found: Instance) -> None:
        place = f"{self.name}: /facts/{key}"
        if not isinstance(entry, dict) or not isinstance(entry.get("dimensions"), dict):
            raise Malformed(f"{place}: expected an object with dimensions")
        dimensions = {str(k): v for k, v in entry["dimensions"].items()}
        if any(v is not None and not isinstance(v, str) for v in dimensions.values()):
            raise Malformed(f"{place}/dimensions: expected strings")
        concept, value = dimensions.get("concept"), entry.get("value")
        if concept is None or not (value is None or isinstance(value, str)):
            raise Malformed(f"{place}: found concept {concept!a} and value {value!a:.40}, expected both as strings")
        context = self._context(dimensions, place)
        if "unit" not in dimensions:
            if concept.startswith("dei:") and not context.dimensions:
                found.texts.setdefault(concept.partition(":")[2], str(value)[:200])
            return
        amount = None if value is None else filing.number(value)
        problem = None if value is None or amount is not None else f"found {value[:40]!a}, expected a decimal number"
        decimals = entry.get("decimals")
        if decimals is not None and getattr(decimals, "denominator", 0) != 1:
            problem = f"decimals {decimals!a:.20} is not an integer"
        found.facts.append(
            Fact(
                self._name(concept, place),
                context,
                self._unit(dimensions["unit"] or "", place),
                amount,
                None if value is None else "INF" if decimals is None or problem else int(decimals),
                file=self.name,
                id=key,
                problem=problem,
            )
        )

    def _name(self, text: str, place: str) -> str:
        prefix, colon, local = text.partition(":")
        if not colon or prefix not in self.prefixes:
            raise Malformed(f"{place}: prefix of {text[:60]!a} is not in /documentInfo/namespaces")
        return f"{{{self.prefixes[prefix]}}}{local}"

    def _context(self, dimensions: dict[str, Any], place: str) -> Context:
        axes = tuple(sorted((k, v) for k, v in dimensions.items() if k not in _OWN))
        key = (dimensions.get("entity"), dimensions.get("period"), axes)
        if key not in self.contexts:
            prefix, _, local = (dimensions.get("entity") or "").partition(":")
            entity = f"{self.prefixes.get(prefix, prefix)} {local}"
            start, end = self._period(dimensions.get("period"), place)
            members = tuple((self._name(axis, place), self._member(member)) for axis, member in axes)
            strict = f"{entity};{start};{end};{sorted(members)}"
            self.contexts[key] = Context(entity, start, end, tuple(sorted(members)), strict)
        return self.contexts[key]

    def _member(self, text: str | None) -> str:
        prefix, colon, local = (text or "").partition(":")
        return f"{{{self.prefixes[prefix]}}}{local}" if colon and prefix in self.prefixes else str(text)

    def _period(self, text: str | None, place: str) -> tuple[str | None, str | None]:
        if text is None:
            return None, None
        start, slash, end = text.partition("/")
        if not slash:
            return None, filing.moment(start, end=False, place=place)
        return filing.moment(start, end=False, place=place), filing.moment(end, end=False, place=place)

    def _unit(self, text: str, place: str) -> str:
        above, _, below = text.partition("/")

        def measures(part: str) -> list[str]:
            return [self._name(name, place) for name in part.strip("()").split("*") if name]

        return filing.unit_name(measures(above), measures(below))
