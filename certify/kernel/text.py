"""Strict reading: bytes to JSON values, and JSON values to records, arrays, integers and names.

What JSON leaves open is closed here: no floats, no NaN, no exponents, no -0, no duplicate keys, no byte order mark, no
lone surrogates, integers below 2^53 in absolute value, and stated limits on bytes, depth and string length. Nesting is
measured by a flat scan before the recursive parser of the standard library sees the text.

A `Value` is what `read` returns: dict, list, str, int, bool or None. Places are JSON pointers (RFC 6901).
"""

from __future__ import annotations

import collections
import itertools
import json
import re
from collections.abc import Iterable
from typing import Any, NoReturn

from certify.kernel.reject import Reject, limit, malformed

Value = Any

MAX_BYTES = 1 << 25  # of one document, or of one line of a streamed certificate
MAX_DEPTH = 64
MAX_STRING = 1 << 16
MAX_VALUES = 1 << 22  # commas and brackets outside strings: what a document may unfold to in memory
MAX_INTEGER = (1 << 53) - 1

_NOT_SHAPE = bytes(c for c in range(256) if c not in b"[]{},")
_STEPS = bytes.maketrans(b"[{]}", b"\x01\x01\x00\x00")
_SAME_DIGITS = bytes.maketrans(b"0123456789", b"0000000000")
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")
_HEX64 = re.compile(r"[0-9a-f]{64}")


def join(chunks: Iterable[bytes]) -> bytes:
    """The bytes of one document; refused as soon as they pass MAX_BYTES, so memory stays bounded."""
    parts: list[bytes] = []
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > MAX_BYTES:
            raise limit("", "too-many-bytes", f"more than {MAX_BYTES} bytes")
        parts.append(chunk)
    return b"".join(parts)


def read(data: bytes) -> Value:
    """The JSON value of `data`, read strictly. Raises Reject (malformed or limit)."""
    if len(data) > MAX_BYTES:
        raise limit("", "too-many-bytes", f"{len(data)} bytes, at most {MAX_BYTES}")
    if data[:3] == b"\xef\xbb\xbf":
        raise malformed("", "byte-order-mark", "the text starts with a UTF-8 byte order mark; it must start with JSON")
    _measure(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise malformed("", "invalid-utf8", f"byte {error.start}: {error.reason}") from None
    # most texts have nothing that could be too large or -0: then int itself, which the parser calls much faster
    parse_int = _integer if b"-0" in data or b"0" * 16 in data.translate(_SAME_DIGITS) else int
    try:
        value = json.loads(
            text, object_pairs_hook=_pairs, parse_int=parse_int, parse_float=_no_float, parse_constant=_no_constant
        )
    except json.JSONDecodeError as error:
        raise _diagnose(text, error) from None
    if b"\\u" in data:
        _no_surrogates(value)
    return value


def _measure(data: bytes) -> None:
    """Number of values and depth by a flat scan: the parser that follows builds the one and recurses on the other.

    Without escaped backslashes and then escaped quotes, every second piece between quotes lies outside strings. An
    escape outside a string is a syntax error at which the parser stops, so dropping it hides nothing.
    """
    plain = data.replace(b"\\\\", b"").replace(b'\\"', b"") if b"\\" in data else data
    quotes = plain.count(b'"')
    if quotes > 4 * MAX_VALUES + 4:
        raise limit("", "too-many-values", f"{quotes // 2} strings, at most {2 * MAX_VALUES + 2}")
    shape = b"".join(plain.split(b'"')[::2]).translate(None, _NOT_SHAPE)
    if len(shape) > MAX_VALUES:
        raise limit("", "too-many-values", f"{len(shape)} commas and brackets, at most {MAX_VALUES}")
    brackets = shape.replace(b",", b"")
    if brackets.count(b"[") + brackets.count(b"{") <= MAX_DEPTH:
        return
    steps = brackets.translate(_STEPS)
    depth = max(itertools.accumulate(2 * step - 1 for step in steps))
    if depth > MAX_DEPTH:
        raise limit("", "too-deep", f"nesting {depth}, at most {MAX_DEPTH}")


def _pairs(pairs: list[tuple[str, Value]]) -> dict[str, Value]:
    record = dict(pairs)
    if len(record) != len(pairs):
        keys = collections.Counter(key for key, _ in pairs)
        raise malformed("", "duplicate-key", f"key {show(max(keys, key=keys.__getitem__))} stands twice in one object")
    return record


def _integer(digits: str) -> int:
    if len(digits) > 17:
        raise malformed(
            "", "integer-too-large", f"an integer of {len(digits)} characters; JSON integers stay below 2^53"
        )
    if digits == "-0":
        raise malformed("", "negative-zero", "-0; write 0")
    value = int(digits)
    if not -MAX_INTEGER <= value <= MAX_INTEGER:
        raise malformed("", "integer-too-large", f"{digits}; JSON integers stay below 2^53 in absolute value")
    return value


def _no_float(digits: str) -> NoReturn:
    code = "float" if "." in digits else "exponent"
    raise malformed("", code, f'{digits[:40]}; a quantity is a string such as "1/10", never a JSON float')


def _no_constant(name: str) -> NoReturn:
    raise malformed("", "not-a-number", f"{name}; only rationals are quantities")


def _diagnose(text: str, error: json.JSONDecodeError) -> Reject:
    """The code of a syntax error, from the character at which the parser stopped."""
    at = error.pos
    here, before = text[at : at + 1], text[at - 1 : at] if at else ""
    place = f"line {error.lineno} column {error.colno}"
    if before == "0" and here.isascii() and here.isdigit():
        return malformed("", "leading-zero", f"{place}: a number with a leading zero")
    if here == "_" and before.isdigit():
        return malformed("", "underscore", f"{place}: an underscore inside a number")
    if here == "+":
        return malformed("", "plus-sign", f"{place}: a number with a plus sign")
    if not here.isascii() and here.isdigit():
        return malformed("", "non-ascii-digit", f"{place}: {here!a} where an ASCII digit was expected")
    if error.msg == "Extra data":
        return malformed("", "trailing-bytes", f"{place}: more text after the end of the JSON value")
    return malformed("", "bad-json", f"{place}: {error.msg}")


def _no_surrogates(value: Value) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise malformed("", "lone-surrogate", "a \\u escape of half a surrogate pair") from None


# --- shapes ---------------------------------------------------------------------------------------------------------


def step(where: str, key: str | int) -> str:
    """The JSON pointer one step below `where`."""
    return f"{where}/{str(key).replace('~', '~0').replace('/', '~1')}"


def show(value: Value) -> str:
    """A short ASCII picture of a value for messages."""
    cut = value[:80] if isinstance(value, str | list) else value
    shown = json.dumps(cut, ensure_ascii=True)
    return shown if cut == value and len(shown) <= 80 else shown[:77] + "..."


def record(value: Value, where: str, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Value]:
    """An object with exactly the required keys and perhaps the optional ones."""
    if not isinstance(value, dict):
        raise malformed(where, "not-an-object", f"found {show(value)}, expected an object with {', '.join(required)}")
    for key in value:
        if key not in required and key not in optional:
            known = ", ".join(required + optional)
            raise malformed(step(where, key[:80]), "unknown-key", f"key {show(key)}; known: {known}")
    for key in required:
        if key not in value:
            raise malformed(where, "missing-key", f"key {key!a} is missing")
    return value


def array(value: Value, where: str, least: int = 0, most: int = MAX_BYTES) -> list[Value]:
    """An array whose length lies between `least` and `most`."""
    if not isinstance(value, list):
        raise malformed(where, "not-an-array", f"found {show(value)}, expected an array")
    if len(value) < least:
        raise malformed(where, "too-few", f"{len(value)} elements, at least {least}")
    if len(value) > most:
        raise limit(where, "too-many", f"{len(value)} elements, at most {most}")
    return value


def array_of(value: Value, where: str, length: int) -> list[Value]:
    """An array of exactly `length` elements: rows of a table are not ragged."""
    if not isinstance(value, list):
        raise malformed(where, "not-an-array", f"found {show(value)}, expected an array")
    if len(value) != length:
        raise malformed(where, "wrong-length", f"{len(value)} elements, expected {length}")
    return value


def integer(value: Value, where: str, low: int = -MAX_INTEGER, high: int = MAX_INTEGER) -> int:
    """A JSON integer with low <= value <= high; `true` is not 1."""
    if type(value) is not int:
        raise malformed(where, "not-an-integer", f"found {show(value)}, expected a JSON integer")
    if not low <= value <= high:
        raise malformed(where, "out-of-range", f"{value} is not in [{low}, {high}]")
    return value


def integers(value: Value, where: str, low: int = -MAX_INTEGER, high: int = MAX_INTEGER, least: int = 0) -> list[int]:
    """An array of JSON integers, each with low <= value <= high."""
    elements = array(value, where, least)
    return [integer(element, f"{where}/{i}", low, high) for i, element in enumerate(elements)]


def boolean(value: Value, where: str) -> bool:
    if type(value) is not bool:
        raise malformed(where, "not-a-boolean", f"found {show(value)}, expected true or false")
    return value


def string(value: Value, where: str) -> str:
    if not isinstance(value, str):
        raise malformed(where, "not-a-string", f"found {show(value)}, expected a string")
    if len(value) > MAX_STRING:
        raise limit(where, "string-too-long", f"{len(value)} characters, at most {MAX_STRING}")
    return value


def choice(value: Value, where: str, options: tuple[str, ...]) -> str:
    """One of the given words."""
    if value not in options:
        raise malformed(where, "unknown-word", f"found {show(value)}, expected one of {', '.join(options)}")
    return str(value)


def identifier(value: Value, where: str) -> str:
    """An ASCII name: a letter or underscore, then letters, digits, underscores, at most 128 characters."""
    if not isinstance(value, str) or not _IDENTIFIER.fullmatch(value):
        raise malformed(where, "not-an-identifier", f"found {show(value)}, expected an ASCII identifier")
    return value


def identifiers(value: Value, where: str, least: int = 0) -> tuple[str, ...]:
    """Distinct ASCII names."""
    names = [identifier(name, f"{where}/{i}") for i, name in enumerate(array(value, where, least))]
    distinct(names, where)
    return tuple(names)


def distinct(values: list[Any], where: str) -> None:
    """Refuse a repeated element (of a list of integers or strings that is a set)."""
    first: dict[Any, int] = {}
    for i, value in enumerate(values):
        if value in first:
            raise malformed(f"{where}/{i}", "repeated", f"{show(value)} already stands at {where}/{first[value]}")
        first[value] = i


def sha256_name(value: Value, where: str) -> str:
    """64 lower-case hexadecimal digits."""
    if not isinstance(value, str) or not _HEX64.fullmatch(value):
        raise malformed(where, "not-a-sha256", f"found {show(value)}, expected 64 lower-case hexadecimal digits")
    return value
