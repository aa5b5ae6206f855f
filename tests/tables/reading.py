"""Strict reading and the envelope: every trap of JSON, of rationals and of certificates that name or carry a claim.

The vessel is a small linear system: the text of a claim or certificate is changed where JSON values would hide it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from certify.contract import Claim, certificate
from certify.kernel import rational, text
from tests.tables import About, Case

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
