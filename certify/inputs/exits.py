"""Exit problems as people write them (TOML) and recorded orders, read exactly: decimals mean the decimal.

A problem file has `question` (bracket, law, same-pointwise-law, never, finite-mean or mean) and the tables of that
claim kind, with numbers as integers, decimals, "p/q" strings or "double:0.1" (the binary64 value). Quadratic components
in one dimension may be `{slope, center}`. The `claim` or `law` may be left out: then it is found.
"""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

from certify.contract import Malformed

Value = Any

QUESTIONS = ("bracket", "law", "same-pointwise-law", "never", "finite-mean", "mean")
# keys whose numbers stay JSON integers or words; everything else is a quantity
_PLAIN = {
    "batches", "batch", "steps", "features", "labels", "denominator", "hidden", "drop_last", "earliest", "latest",
    "survives", "kind", "form", "exit", "sampling", "path", "sha256",
}  # fmt: skip
_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]{1,4})?")
_RATIO = re.compile(r"-?[0-9]+/[0-9]+")


class Decimal(str):
    """The text of a TOML float, so that it is never a float."""


def read_problem(path: Path) -> tuple[str, Value]:
    """(claim kind, statement); the statement may lack its claim. Raises Malformed."""
    try:
        with path.open("rb") as file:
            data = tomllib.load(file, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Malformed(f"{path}: not TOML: {error}") from None
    question = data.pop("question", None)
    if question not in QUESTIONS:
        found = "missing" if question is None else f"found {question!r}"
        raise Malformed(f"{path}: question: {found}, expected one of {', '.join(QUESTIONS)}")
    for name, part in data.items():
        if isinstance(part, dict) and "seed" in part:
            raise Malformed(
                f"{path}: {name}.seed: a seed is not an order (it depends on a generator and its version); "
                f"list the batches under {name}.batches"
            )
    statement = _exact(data, str(path), "")
    for name in ("pool", "one", "other"):
        if isinstance(statement.get(name), dict):
            statement[name] = _pool(statement[name])
    if question == "bracket" and isinstance(statement.get("order"), dict):
        statement["order"] = _repeated(statement["order"], str(path))
    return f"exit/{question}", statement


def quantity(text: str, place: str) -> str:
    """A rational string from an integer, decimal, p/q or double: text. Raises Malformed."""
    double = text.startswith("double:")
    body = text.removeprefix("double:")
    if double and _DECIMAL.fullmatch(body):
        value = float(body)
        if value in (float("inf"), float("-inf")):
            raise Malformed(f"{place}: {text} is beyond binary64")
        return str(Fraction(value))
    if not double and (_DECIMAL.fullmatch(body) or _RATIO.fullmatch(body)):
        if body.endswith("/0") or re.search(r"/0+$", body):
            raise Malformed(f"{place}: {text} has denominator 0")
        return str(Fraction(body))
    raise Malformed(f'{place}: found {text!a}, expected a number such as 3, 0.1, "1/10" or "double:0.1"')


def _exact(value: Value, file: str, place: str) -> Value:
    """Quantities as rational strings, indices as integers."""
    if isinstance(value, dict):
        return {
            key: _plain(part, file, f"{place}.{key}".lstrip(".")) if key in _PLAIN
            else _exact(part, file, f"{place}.{key}".lstrip("."))
            for key, part in value.items()
        }  # fmt: skip
    if isinstance(value, list):
        return [_exact(part, file, f"{place}[{i}]") for i, part in enumerate(value)]
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise Malformed(f"{file}: {place}: found {value!r}, expected a number")
    if value == "none":
        return None
    return quantity(str(value), f"{file}: {place}")


def _plain(value: Value, file: str, place: str) -> Value:
    if isinstance(value, Decimal):
        raise Malformed(f"{file}: {place}: found {value}, expected an integer")
    if isinstance(value, list):
        return [_plain(part, file, f"{place}[{i}]") for i, part in enumerate(value)]
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, dict):
        return _exact(value, file, place)
    raise Malformed(f"{file}: {place}: found {value!r}, expected an integer or a word")


def _pool(pool: Value) -> Value:
    """`{slope, center}` written out as a quadratic in one dimension."""
    parts = pool.get("components")
    if pool.get("kind") != "quadratic" or not isinstance(parts, list):
        return pool
    made = []
    for part in parts:
        if isinstance(part, dict) and set(part) == {"slope", "center"} and all(type(x) is str for x in part.values()):
            slope, center = Fraction(part["slope"]), Fraction(part["center"])
            part = {"hessian": [[str(slope)]], "linear": [str(-slope * center)]}
        made.append(part)
    return {**pool, "components": made}


def _repeated(order: Value, file: str) -> Value:
    """`repeat = n` repeats the listed batches n times in all."""
    if "repeat" not in order:
        return order
    written = order["repeat"]
    times = int(written) if isinstance(written, str) and written.isdigit() and len(written) < 8 else 0
    if not 1 <= times <= 1 << 20:
        raise Malformed(f"{file}: order.repeat: found {written}, expected an integer from 1 to {1 << 20}")
    if not isinstance(order.get("batches"), list):
        raise Malformed(f"{file}: order.batches: expected a list of batches, such as [[0], [1, 2]]")
    rest = {key: part for key, part in order.items() if key != "repeat"}
    return {**rest, "batches": rest["batches"] * times}
