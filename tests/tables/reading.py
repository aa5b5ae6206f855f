"""Strict reading and the envelope: every trap of JSON, of rationals and of certificates that name or carry a claim.

The vessel is a small linear system: the text of a claim or certificate is changed where JSON values would hide it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from certify.contract import Claim, certificate
from certify.kernel import rational, text
from certify.kernel.envelope import MAX_STEPS, Envelope
from tests.tables import About, Call, Case

Value = Any

KIND = "linear/infeasible"
STATEMENT = {
    "variables": ["x"],
    "rows": [
        {"coefficients": ["1"], "relation": "<=", "bound": "1"},
        {"coefficients": ["-1"], "relation": "<=", "bound": "-2"},
    ],
}
EVIDENCE = {"multipliers": ["1", "1"]}
CLAIM = Claim(KIND, STATEMENT)
FLAT = json.dumps(CLAIM.value)
CERTIFICATE = certificate(CLAIM, EVIDENCE)
BOUND = '"bound": "1"'  # once in FLAT
OTHER = Claim(KIND, json.loads(FLAT.replace('"-2"', '"-3"'))["statement"])


def raw(name: str, claim: str | bytes | Callable[[], bytes], category: str, code: str) -> Case:
    """A claim by its bytes."""
    data = claim.encode() if isinstance(claim, str) else claim
    return Case(name, KIND, STATEMENT, EVIDENCE, (category, code), claim=data, certificate=CERTIFICATE)


def bound(name: str, literal: str, category: str, code: str) -> Case:
    """The claim with `literal` where a rational string stood."""
    return raw(name, FLAT.replace(BOUND, f'"bound": {literal}'), category, code)


def relaid(name: str, data: bytes | Callable[[], bytes]) -> Case:
    """The same claim in another layout: accepted under the same address."""
    return Case(name, KIND, STATEMENT, EVIDENCE, claim=data, certificate=CERTIFICATE)


def evidenced(name: str, change: Callable[[dict[str, Value]], None], category: str, code: str) -> Case:
    """A certificate whose envelope is changed."""
    value = json.loads(CERTIFICATE)
    change(value)
    return Case(name, KIND, STATEMENT, EVIDENCE, (category, code), certificate=json.dumps(value).encode())


def certified(name: str, data: bytes, category: str, code: str) -> Case:
    return Case(name, KIND, STATEMENT, EVIDENCE, (category, code), certificate=data)


def scaled(name: str, multiplier: str) -> Case:
    """Accepted: both multipliers are the same rational, spelled as given."""
    return Case(name, KIND, STATEMENT, {"multipliers": [multiplier, multiplier]})


def multiplier(name: str, value: Value, category: str, code: str) -> Case:
    """The first multiplier is not a rational string."""
    return Case(name, KIND, STATEMENT, {"multipliers": [value, "1"]}, (category, code))


def sourced(name: str, source: Value, category: str | None = None, code: str = "") -> Case:
    """The claim with a `source`; accepted where no category is given."""
    claim = Claim(KIND, STATEMENT, source)
    data = json.loads(CERTIFICATE)
    if category is None:
        data["claim"] = claim.address
    expected = None if category is None else (category, code)
    evidence = json.dumps(data).encode()
    return Case(name, KIND, STATEMENT, EVIDENCE, expected, claim=claim.data, certificate=evidence)


def named(name: str, variable: str, expected: tuple[str, str] | None = None) -> Case:
    """The claim with another name for x."""
    return Case(name, KIND, {**STATEMENT, "variables": [variable]}, EVIDENCE, expected)


def nested(depth: int) -> str:
    """The claim with `depth` brackets in the place of a value."""
    return FLAT.replace(BOUND, '"bound": ' + "[" * depth + "]" * depth)


def padded(size: int) -> Callable[[], bytes]:
    return lambda: FLAT.encode().ljust(size)


def _attested(value: dict[str, Value]) -> None:
    del value["evidence"]
    value["attested"] = {"by": "a solver", "statement": "unsat"}


def _word(value: dict[str, Value], **more: Value) -> None:
    _attested(value)
    value["claim"] = more.pop("claim", value["claim"])
    value["attested"].update(more)


def _both(value: dict[str, Value]) -> None:
    value["attested"] = {"by": "a solver", "statement": "unsat"}


def _renamed(value: dict[str, Value]) -> None:
    value["proof"] = value.pop("evidence")


FILE = {"path": "system.csv", "sha256": "0" * 64}
DIGITS = rational.MAX_DIGITS
DEPTH = text.MAX_DEPTH
HEX = CLAIM.address
STRING = "s" * text.MAX_STRING

CASES: list[Case] = [
    relaid("one line", FLAT.encode()),
    relaid("white space", b" \t\r\n" + FLAT.encode() + b"\n\n"),
    relaid("escapes that spell ASCII", FLAT.replace('"x"', '"\\u0078"').encode()),
    bound("a float", "1.0", "MALFORMED", "float"),
    bound("a float with an exponent", "1.5e3", "MALFORMED", "float"),
    bound("an exponent", "1e0", "MALFORMED", "exponent"),
    bound("a capital exponent", "1E2", "MALFORMED", "exponent"),
    bound("a negative exponent", "5e-324", "MALFORMED", "exponent"),
    bound("NaN", "NaN", "MALFORMED", "not-a-number"),
    bound("Infinity", "Infinity", "MALFORMED", "not-a-number"),
    bound("-Infinity", "-Infinity", "MALFORMED", "not-a-number"),
    bound("minus zero", "-0", "MALFORMED", "negative-zero"),
    bound("a leading zero", "01", "MALFORMED", "leading-zero"),
    bound("a negative leading zero", "-01", "MALFORMED", "negative-zero"),
    bound("a plus sign", "+1", "MALFORMED", "plus-sign"),
    bound("an underscore", "1_000", "MALFORMED", "underscore"),
    bound("a digit that is not ASCII", "\u0661", "MALFORMED", "non-ascii-digit"),
    bound("a digit that is not ASCII after one that is", "1\u0661", "MALFORMED", "non-ascii-digit"),
    bound("an integer where a string is meant", "1", "MALFORMED", "not-a-string"),
    bound("true", "true", "MALFORMED", "not-a-string"),
    bound("null", "null", "MALFORMED", "not-a-string"),
    bound("2^53 - 1 is an integer", "9007199254740991", "MALFORMED", "not-a-string"),
    bound("-(2^53 - 1) is an integer", "-9007199254740991", "MALFORMED", "not-a-string"),
    bound("2^53", "9007199254740992", "MALFORMED", "integer-too-large"),
    bound("-2^53", "-9007199254740992", "MALFORMED", "integer-too-large"),
    bound("a long integer", "1" * 5000, "MALFORMED", "integer-too-large"),
    bound("two numbers", "1 2", "MALFORMED", "bad-json"),
    bound("a leading zero and a digit that is not ASCII", "0\u0661", "MALFORMED", "non-ascii-digit"),
    bound("an underscore in front", "_1", "MALFORMED", "bad-json"),
    bound("a word that is not ASCII", "\u00e9", "MALFORMED", "bad-json"),
    bound("hexadecimal", "0x10", "MALFORMED", "bad-json"),
    bound("a bare word", "one", "MALFORMED", "bad-json"),
    bound("a control character in a string", '"1\n"', "MALFORMED", "bad-json"),
    bound("half a surrogate pair", '"\\ud800"', "MALFORMED", "lone-surrogate"),
    raw(
        "a duplicate key",
        FLAT.replace('"relation": "<="', '"relation": "<=", "relation": "<="'),
        "MALFORMED",
        "duplicate-key",
    ),
    raw(
        "a duplicate key by an escape",
        FLAT.replace(BOUND, f'{BOUND}, "b\\u006fund": "1"'),
        "MALFORMED",
        "duplicate-key",
    ),
    raw("an unknown key", FLAT.replace(BOUND, f'{BOUND}, "unit": "kg"'), "MALFORMED", "unknown-key"),
    raw("a missing key", FLAT.replace(f", {BOUND}", ""), "MALFORMED", "missing-key"),
    raw("an unknown key of the envelope", FLAT[:-1] + ', "note": ""}', "MALFORMED", "unknown-key"),
    raw("a certificate inside the claim", FLAT[:-1] + ', "evidence": {}}', "MALFORMED", "unknown-key"),
    raw(
        "a missing statement", '{"schema": "certify-claim/1", "kind": "linear/infeasible"}', "MALFORMED", "missing-key"
    ),
    raw("trailing bytes", FLAT + "x", "MALFORMED", "trailing-bytes"),
    raw("two documents", FLAT + FLAT, "MALFORMED", "trailing-bytes"),
    raw("a trailing zero byte", FLAT + "\0", "MALFORMED", "trailing-bytes"),
    raw("a byte order mark", "\ufeff" + FLAT, "MALFORMED", "byte-order-mark"),
    raw("UTF-16", FLAT.encode("utf-16"), "MALFORMED", "invalid-utf8"),
    raw("invalid UTF-8", FLAT.encode().replace(b'"x"', b'"\xff"'), "MALFORMED", "invalid-utf8"),
    raw("an overlong encoding", FLAT.encode().replace(b'"x"', b'"\xc1\xb8"'), "MALFORMED", "invalid-utf8"),
    raw("a surrogate in UTF-8", FLAT.encode().replace(b'"x"', b'"\xed\xa0\x80"'), "MALFORMED", "invalid-utf8"),
    raw("nothing", b"", "MALFORMED", "bad-json"),
    raw("half a document", FLAT[:-2], "MALFORMED", "bad-json"),
    raw("a list", "[]", "MALFORMED", "not-an-object"),
    raw("a number", "7", "MALFORMED", "not-an-object"),
    raw("no schema", "{}", "MALFORMED", "missing-key"),
    raw("a schema that is no string", '{"schema": 1}', "MALFORMED", "not-a-string"),
    raw("a later schema", FLAT.replace("certify-claim/1", "certify-claim/2"), "DECLINED", "unknown-schema"),
    raw("a certificate as a claim", CERTIFICATE, "DECLINED", "unknown-schema"),
    raw("an unknown kind", FLAT.replace(KIND, "linear/obvious"), "DECLINED", "unknown-kind"),
    raw("a kind that is no string", FLAT.replace(f'"{KIND}"', "true"), "MALFORMED", "not-a-string"),
    raw("a kind in other letters", FLAT.replace(KIND, "Linear/infeasible"), "DECLINED", "unknown-kind"),
    raw(
        "a statement that is a list",
        f'{{"schema": "certify-claim/1", "kind": "{KIND}", "statement": []}}',
        "MALFORMED",
        "not-an-object",
    ),
    raw("nesting at the limit", nested(DEPTH - 4), "MALFORMED", "not-a-string"),
    raw("nesting beyond the limit", nested(DEPTH - 3), "LIMIT", "too-deep"),
    raw(
        "nesting of objects",
        FLAT.replace(BOUND, '"bound": ' + '{"a": ' * DEPTH + "1" + "}" * DEPTH),
        "LIMIT",
        "too-deep",
    ),
    raw("nesting 100,000 deep", nested(100_000), "LIMIT", "too-deep"),
    raw("100,000 brackets that are never closed", "[" * 100_000, "LIMIT", "too-deep"),
    raw("nesting behind an escaped quote", '{"a": "\\"", "b": ' + "[" * 100_000, "LIMIT", "too-deep"),
    raw("nesting behind an escaped backslash", '{"a": "\\\\", "b": ' + "[" * 100_000, "LIMIT", "too-deep"),
    raw(
        "many brackets side by side", FLAT.replace(BOUND, f'"bound": [{"[],{}," * 999}[]]'), "MALFORMED", "not-a-string"
    ),
    raw("brackets inside a string", FLAT.replace(BOUND, f'"bound": "{"[" * 9999}"'), "MALFORMED", "not-a-rational"),
    raw("brackets among bytes that are no text", b"[" + b"[\xff]," * 99 + b"[]]", "MALFORMED", "invalid-utf8"),
    raw(
        "as many values as allowed", "[" * 2 + "[]" + ",0" * (text.MAX_VALUES - 6) + "]]", "MALFORMED", "not-an-object"
    ),
    raw("one value too many", "[" * 2 + "[]" + ",0" * (text.MAX_VALUES - 5) + "]]", "LIMIT", "too-many-values"),
    raw(
        "many values inside a string",
        FLAT.replace(BOUND, f'"bound": "{"," * (text.MAX_VALUES + 1)}"'),
        "MALFORMED",
        "not-a-rational",
    ),
    Case(
        "a name that is a number", KIND, {**STATEMENT, "variables": [1]}, EVIDENCE, ("MALFORMED", "not-an-identifier")
    ),
    named("a name of one letter", "y"),
    named("a name of 128 characters", "_" + "aZ9" * 42 + "a"),
    named("a name of 129 characters", "a" * 129, ("MALFORMED", "not-an-identifier")),
    named("a name with an accent", "\u00e9", ("MALFORMED", "not-an-identifier")),
    named("a Cyrillic look-alike", "\u0445", ("MALFORMED", "not-an-identifier")),
    named("a name that starts with a digit", "1x", ("MALFORMED", "not-an-identifier")),
    named("a name with a newline at its end", "x\n", ("MALFORMED", "not-an-identifier")),
    named("a name that steers the terminal", "\x1b[2J", ("MALFORMED", "not-an-identifier")),
    named("an empty name", "", ("MALFORMED", "not-an-identifier")),
    scaled("an integer multiplier", "3"),
    scaled("a fraction", "2/3"),
    scaled("4,000 digits", "9" * DIGITS),
    multiplier("4,000 digits and a sign", "-" + "9" * DIGITS, "REFUSED", "negative-multiplier"),
    multiplier(
        "4,000 digits above and below", "9" * DIGITS + "/1" + "0" * (DIGITS - 1), "REFUSED", "wrong-combination"
    ),
    multiplier("4,001 digits and a sign", "-1" + "0" * DIGITS, "LIMIT", "too-many-digits"),
    scaled("a denominator of 4,000 digits", "1/" + "9" * DIGITS),
    multiplier("a string float", "1.0", "MALFORMED", "decimal-point"),
    multiplier("a string without a whole part", ".5", "MALFORMED", "decimal-point"),
    multiplier("a string exponent", "1e3", "MALFORMED", "exponent"),
    multiplier("a string exponent with a sign", "-1.5E-3", "MALFORMED", "exponent"),
    multiplier("a string plus", "+1", "MALFORMED", "plus-sign"),
    multiplier("a string underscore", "1_000", "MALFORMED", "underscore"),
    multiplier("a string minus zero", "-0", "MALFORMED", "negative-zero"),
    multiplier("a string leading zero", "01", "MALFORMED", "leading-zero"),
    multiplier("a string negative leading zero", "-01", "MALFORMED", "leading-zero"),
    multiplier("a leading zero below", "1/02", "MALFORMED", "leading-zero"),
    multiplier("zero below", "1/0", "MALFORMED", "zero-denominator"),
    multiplier("minus zero above", "-0/2", "MALFORMED", "negative-zero"),
    multiplier("one below", "1/1", "MALFORMED", "denominator-one"),
    multiplier("not in lowest terms", "2/4", "MALFORMED", "not-lowest-terms"),
    multiplier("zero over two", "0/2", "MALFORMED", "not-lowest-terms"),
    multiplier("Arabic-Indic digits", "\u0661", "MALFORMED", "non-ascii-digit"),
    multiplier("full-width digits", "\uff11", "MALFORMED", "non-ascii-digit"),
    multiplier("a minus sign that is not ASCII", "\u22121", "MALFORMED", "not-a-rational"),
    multiplier("a sign below", "1/-2", "MALFORMED", "not-a-rational"),
    multiplier("two fractions", "1/2/3", "MALFORMED", "not-a-rational"),
    multiplier("white space", " 1", "MALFORMED", "not-a-rational"),
    multiplier("a newline", "1\n", "MALFORMED", "not-a-rational"),
    multiplier("nothing", "", "MALFORMED", "not-a-rational"),
    multiplier("NaN as a string", "NaN", "MALFORMED", "not-a-rational"),
    multiplier("hexadecimal as a string", "0x10", "MALFORMED", "not-a-rational"),
    multiplier("4,001 digits", "1" + "0" * DIGITS, "LIMIT", "too-many-digits"),
    multiplier("4,001 digits below", "1/1" + "0" * DIGITS, "LIMIT", "too-many-digits"),
    multiplier("an integer", 1, "MALFORMED", "not-a-string"),
    multiplier("a truth value", True, "MALFORMED", "not-a-string"),
    multiplier("nothing at all", None, "MALFORMED", "not-a-string"),
    multiplier("a list of one", ["1"], "MALFORMED", "not-a-string"),
    Case("multipliers as an object", KIND, STATEMENT, {"multipliers": {"0": "1"}}, ("MALFORMED", "not-an-array")),
    Case("multipliers as a string", KIND, STATEMENT, {"multipliers": "11"}, ("MALFORMED", "not-an-array")),
    Case("rows as an object", KIND, {**STATEMENT, "rows": {}}, EVIDENCE, ("MALFORMED", "not-an-array")),
    Case("variables as a string", KIND, {**STATEMENT, "variables": "x"}, EVIDENCE, ("MALFORMED", "not-an-array")),
    Case("an empty system", KIND, {**STATEMENT, "rows": []}, {"multipliers": []}, ("MALFORMED", "empty-system")),
    Case("evidence that is a list", KIND, STATEMENT, [], ("MALFORMED", "not-an-object")),
    Case("evidence with the problem", KIND, STATEMENT, {**EVIDENCE, **STATEMENT}, ("MALFORMED", "unknown-key")),
    certified("a certificate for another claim", certificate(OTHER, EVIDENCE), "WRONG_CLAIM", "other-claim"),
    evidenced("another kind", lambda c: c.update(kind="linear/feasible"), "WRONG_CLAIM", "other-kind"),
    evidenced("a kind that is no string", lambda c: c.update(kind=None), "MALFORMED", "not-a-string"),
    evidenced("an address in capitals", lambda c: c.update(claim=HEX.upper()), "MALFORMED", "not-a-sha256"),
    evidenced("half an address", lambda c: c.update(claim=HEX[:32]), "MALFORMED", "not-a-sha256"),
    evidenced("an address and more", lambda c: c.update(claim=HEX + "0"), "MALFORMED", "not-a-sha256"),
    evidenced("an address that is no string", lambda c: c.update(claim=7), "MALFORMED", "not-a-sha256"),
    evidenced("the problem beside the evidence", lambda c: c.update(statement=STATEMENT), "MALFORMED", "unknown-key"),
    evidenced(
        "a later schema of certificates", lambda c: c.update(schema="certify-cert/2"), "DECLINED", "unknown-schema"
    ),
    evidenced("evidence under another name", _renamed, "MALFORMED", "unknown-key"),
    evidenced("no evidence", lambda c: c.pop("evidence"), "MALFORMED", "missing-key"),
    evidenced("somebody's word", _attested, "DECLINED", "attested"),
    evidenced("evidence and somebody's word", _both, "MALFORMED", "unknown-key"),
    evidenced("a word that is a number", lambda c: _word(c, by=1), "MALFORMED", "not-a-string"),
    evidenced("a statement that is a number", lambda c: _word(c, statement=1), "MALFORMED", "not-a-string"),
    evidenced("somebody's word on another claim", lambda c: _word(c, claim="0" * 64), "WRONG_CLAIM", "other-claim"),
    certified("a certificate that is a list", b"[]", "MALFORMED", "not-an-object"),
    certified("an empty certificate", b"", "MALFORMED", "bad-json"),
    certified("a certificate with trailing bytes", CERTIFICATE + b"{}", "MALFORMED", "trailing-bytes"),
    certified("the claim as its certificate", FLAT.encode(), "DECLINED", "unknown-schema"),
    sourced("a source", {"reader": "csv/1", "files": [FILE]}),
    sourced("a source with a note", {"reader": "csv/1", "files": [FILE], "note": "table 2"}),
    sourced("a source with a long note", {"reader": "csv/1", "files": [FILE], "note": STRING}),
    sourced("1,000 sources", {"reader": "csv/1", "files": [FILE] * 1000}),
    sourced("1,001 sources", {"reader": "csv/1", "files": [FILE] * 1001}, "LIMIT", "too-many"),
    sourced(
        "a note beyond the limit",
        {"reader": "csv/1", "files": [FILE], "note": STRING + "s"},
        "LIMIT",
        "string-too-long",
    ),
    sourced("a note that is a number", {"reader": "csv/1", "files": [FILE], "note": 1}, "MALFORMED", "not-a-string"),
    sourced("a reader that is a number", {"reader": 1, "files": [FILE]}, "MALFORMED", "not-a-string"),
    sourced("a source without files", {"reader": "csv/1", "files": []}, "MALFORMED", "too-few"),
    sourced("a source that is a string", "system.csv", "MALFORMED", "not-an-object"),
    sourced(
        "a path that is a number", {"reader": "csv/1", "files": [{**FILE, "path": 1}]}, "MALFORMED", "not-a-string"
    ),
    sourced(
        "a hash that is none", {"reader": "csv/1", "files": [{**FILE, "sha256": "0"}]}, "MALFORMED", "not-a-sha256"
    ),
    sourced("a file with a size", {"reader": "csv/1", "files": [{**FILE, "size": 1}]}, "MALFORMED", "unknown-key"),
    Case(
        "an attachment under a wrong name",
        KIND,
        STATEMENT,
        EVIDENCE,
        ("WRONG_CLAIM", "attachment-hash"),
        attachments={HEX: b""},
    ),
    relaid("as many bytes as allowed", padded(text.MAX_BYTES)),
    raw("one byte too many", padded(text.MAX_BYTES + 1), "LIMIT", "too-many-bytes"),
    raw("a string of 50 MB", lambda: f'{{"schema": "{"s" * 50_000_000}"}}'.encode(), "LIMIT", "too-many-bytes"),
]

ABOUT: list[About] = [About("the negation of a system", KIND, STATEMENT, ("linear/feasible", STATEMENT))]


def call(
    name: str, target: str, *arguments: Value, value: Value = None, refusal: tuple[str, str] | None = None
) -> Call:
    return Call(name, target, arguments, value, refusal)


def _taken(stream: Value) -> Value:
    """A stream to its end."""
    return stream.count, list(stream.steps)


def _counted(stream: Value) -> Value:
    """A stream to its end, for steps too long to compare."""
    return sum(1 for _ in stream.steps)


class Endless:
    """A streamed certificate whose first step goes on and on; reading past the limit is an error."""

    def __iter__(self) -> Iterator[bytes]:
        yield head()
        yield b" " * text.MAX_BYTES
        yield b" "
        raise RuntimeError("read on beyond the limit")


def stream(name: str, *chunks: bytes, value: Value = None, refusal: tuple[str, str] | None = None) -> Call:
    """A streamed certificate for the claim with address 00…0 of kind K."""
    return Call(name, "envelope:open_stream", (chunks, VESSEL), value, refusal, _taken)


ZERO = "0" * 64
VESSEL = Envelope("K", None, ZERO)
BODY = b'[1,2]\n{"a":"b"}\n'


def head(steps: Value = 2, body: bytes = BODY, **more: Value) -> bytes:
    digest = hashlib.sha256(body).hexdigest()
    header = {"schema": "certify-cert/1", "kind": "K", "claim": ZERO, "steps": steps, "sha256": digest, **more}
    return json.dumps({key: value for key, value in header.items() if value is not None}).encode() + b"\n"


EDGE = 1 << 13_999  # 14,000 bits
LONG = b'"' + b"s" * (text.MAX_BYTES - 2) + b'"'
LONG_HEAD = head(1, LONG)
STEPS = (2, [("/1", [1, 2]), ("/2", {"a": "b"})])
BAD = "MALFORMED"
TOP = text.MAX_INTEGER
HUGE = [(1, 3**i) for i in range(1, 200)]  # one common denominator of 316 bits
COPRIME = [(1, (1 << p) - 1) for p in (4423, 9689, 9941, 11213, 19937, 21701, 23209, 44497)]  # Mersenne primes

COMMON = rational.MAX_COMMON_BITS
WIDE = [(0, 1 << COMMON - 1)] + [(0, 1)] * (rational.MAX_SCALED_BITS // COMMON - 1)

CALLS: list[Call] = [
    call("the smallest", "text:integer", -TOP, "", value=-TOP),
    call("the largest", "text:integer", TOP, "", value=TOP),
    call("at the lower end", "text:integer", 2, "", 2, 5, value=2),
    call("at the upper end", "text:integer", 5, "", 2, 5, value=5),
    call("below", "text:integer", 1, "", 2, 5, refusal=(BAD, "out-of-range")),
    call("above", "text:integer", 6, "", 2, 5, refusal=(BAD, "out-of-range")),
    call("a truth value", "text:integer", True, "", refusal=(BAD, "not-an-integer")),
    call("a string", "text:integer", "1", "", refusal=(BAD, "not-an-integer")),
    call("integers", "text:integers", [-TOP, 0, TOP], "", value=[-TOP, 0, TOP]),
    call("no integers", "text:integers", [], "", value=[]),
    call("no integers where one is needed", "text:integers", [], "", 0, 9, 1, refusal=(BAD, "too-few")),
    call("an integer out of range", "text:integers", [0, 10], "", 0, 9, refusal=(BAD, "out-of-range")),
    call("true", "text:boolean", True, "", value=True),
    call("false", "text:boolean", False, "", value=False),
    call("one is not true", "text:boolean", 1, "", refusal=(BAD, "not-a-boolean")),
    call("a word", "text:choice", "a", "", ("a", "b"), value="a"),
    call("no word", "text:choice", ["a"], "", ("a", "b"), refusal=(BAD, "unknown-word")),
    call("names", "text:identifiers", ["a", "b"], "", value=("a", "b")),
    call("no names", "text:identifiers", [], "", value=()),
    call("no names where one is needed", "text:identifiers", [], "", 1, refusal=(BAD, "too-few")),
    call("at most", "text:array", [1, 2], "", 0, 2, value=[1, 2]),
    call("more than at most", "text:array", [1, 2, 3], "", 0, 2, refusal=("LIMIT", "too-many")),
    call("repeated", "text:distinct", [1, 2, 1], "", refusal=(BAD, "repeated")),
    call("distinct", "text:distinct", [1, 2, 3], ""),
    call("a pointer", "text:step", "/a", "b~/c", value="/a/b~0~1c"),
    call("chunks", "text:join", [b"ab", b"", b"c"], value=b"abc"),
    Call("as many bytes as allowed", "text:join", ([b"x" * text.MAX_BYTES, b""],), text.MAX_BYTES, None, len),
    call("bytes beyond the limit", "text:join", [b"x" * text.MAX_BYTES, b"y"], refusal=("LIMIT", "too-many-bytes")),
    call("a rational", "rational:rational", "-2/3", "", value=Fraction(-2, 3)),
    call("rationals", "rational:rationals", ["1", "-2/3"], "", 2, value=[Fraction(1), Fraction(-2, 3)]),
    call("too few rationals", "rational:rationals", ["1"], "", 2, refusal=(BAD, "wrong-length")),
    call("pairs", "rational:ratios", ["1", "-2/3"], "", value=[(1, 1), (-2, 3)]),
    call("pairs of a given number", "rational:ratios", ["1", "-2/3"], "", 3, refusal=(BAD, "wrong-length")),
    call("over a common denominator", "rational:scaled", [(1, 4), (-5, 6), (0, 1)], value=([3, -10, 0], 12)),
    call("nothing over a common denominator", "rational:scaled", [], value=([], 1)),
    Call("powers of three", "rational:scaled", (HUGE,), 3**199, None, lambda result: result[1]),
    Call("at the limit of bits", "rational:scaled", ([(1, 1 << COMMON - 1)],), 1 << COMMON - 1, None, lambda r: r[1]),
    call("beyond the limit of bits", "rational:scaled", [(1, 1 << COMMON)], refusal=("LIMIT", "too-many-digits")),
    call("coprime denominators", "rational:scaled", COPRIME, refusal=("LIMIT", "too-many-digits")),
    Call("at the limit of bits in all", "rational:scaled", (WIDE,), len(WIDE), None, lambda result: len(result[0])),
    call("beyond the limit in all", "rational:scaled", [*WIDE, (0, 1)], refusal=("LIMIT", "too-many-digits")),
    call("spelled", "rational:spell", Fraction(-4, 6), value="-2/3"),
    call("spelled at 4,000 digits", "rational:spell", Fraction(10**4000 - 1), value="9" * 4000),
    call("too long to spell", "rational:spell", Fraction(10**4300), refusal=("LIMIT", "too-many-digits")),
    call("too long to spell below", "rational:spell", Fraction(1, 10**4300), refusal=("LIMIT", "too-many-digits")),
    call("spelled at its longest", "rational:spell", Fraction(EDGE), value=str(EDGE)),
    call("written at its longest", "rational:brief", EDGE, value=f"{str(EDGE)[:40]}... (4215 characters)"),
    call("brief", "rational:brief", Fraction(-2, 3), value="-2/3"),
    call("brief at its longest", "rational:brief", 10**59, value=str(10**59)),
    call("brief and cut", "rational:brief", 10**60, value="1" + "0" * 39 + "... (61 characters)"),
    call("too long to write", "rational:brief", -(1 << 14_000), value="a negative number of 14001 bits"),
    call(
        "too long to write below", "rational:brief", Fraction(1, 1 << 14_000), value="a positive number of 14001 bits"
    ),
    stream("in one piece", head() + BODY, value=STEPS),
    stream("in single bytes", *(bytes([byte]) for byte in head() + BODY), value=STEPS),
    stream("without its last newline", head(body=BODY[:-1]) + BODY[:-1], value=STEPS),
    stream("no steps", head(0, b""), value=(0, [])),
    stream("no bytes", refusal=(BAD, "bad-json")),
    stream("a step too few", head(3) + BODY, refusal=(BAD, "truncated")),
    stream("a step too many", head(1) + BODY, refusal=(BAD, "trailing-steps")),
    stream("a step where none is announced", head(0) + BODY, refusal=(BAD, "trailing-steps")),
    stream("another body", head(body=b"other") + BODY, refusal=(BAD, "body-hash")),
    stream("the same values in another layout", head() + BODY.replace(b",", b", "), refusal=(BAD, "body-hash")),
    stream("an empty line", head() + b"\n" + BODY, refusal=(BAD, "bad-json")),
    stream("a float in a step", head() + b"[1.0]\n", refusal=(BAD, "float")),
    stream("another claim", head(claim="1" * 64) + BODY, refusal=("WRONG_CLAIM", "other-claim")),
    stream("another kind", head(kind="L") + BODY, refusal=("WRONG_CLAIM", "other-kind")),
    stream("a later schema", head(schema="certify-cert/2") + BODY, refusal=("DECLINED", "unknown-schema")),
    stream("evidence in the header", head(evidence=[]) + BODY, refusal=(BAD, "unknown-key")),
    stream("no count", head(None) + BODY, refusal=(BAD, "missing-key")),
    stream("a count that is a string", head("2") + BODY, refusal=(BAD, "not-an-integer")),
    stream("a negative count", head(-1) + BODY, refusal=(BAD, "out-of-range")),
    stream("as many steps as allowed", head(MAX_STEPS) + BODY, refusal=(BAD, "truncated")),
    stream("more steps than allowed", head(MAX_STEPS + 1) + BODY, refusal=("LIMIT", "too-many-steps")),
    stream("a hash that is none", head(sha256="0") + BODY, refusal=(BAD, "not-a-sha256")),
    stream(
        "somebody's word",
        head(None, sha256=None, attested={"by": "a solver", "statement": "unsat"}),
        refusal=("DECLINED", "attested"),
    ),
    stream("a line as long as allowed", head() + b" " * text.MAX_BYTES, b"\n", refusal=("LIMIT", "too-many-bytes")),
    Call("a line without end", "envelope:open_stream", (Endless(), VESSEL), None, ("LIMIT", "too-many-bytes"), _taken),
    Call("a last line as long as allowed", "envelope:open_stream", ((LONG_HEAD, LONG), VESSEL), 1, None, _counted),
]
