"""JSON Schemas of claims, certificates and verdicts, and where the package keeps them."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from certify import kernel
from certify.kernel.envelope import CERTIFICATE_SCHEMA, CLAIM_SCHEMA
from certify.kernel.reject import declined
from certify.verdict import SCHEMA, Word

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(what: str, kind: str | None) -> dict[str, Any]:
    """The JSON Schema of a claim, certificate or verdict, of one kind or of any. Raises Reject for an unknown one."""
    if what not in ("claim", "cert", "verdict"):
        raise declined("", "unknown-schema", f"{what!a}; known: claim, cert, verdict")
    if kind is not None and kind not in kernel.kinds():
        raise declined("", "unknown-kind", f"{kind!a}; known: {', '.join(kernel.kinds())}")
    shapes = _load("common")
    parts = {} if kind is None else _load(kind.replace("/", "."))
    make = {"claim": _claim, "cert": _certificate, "verdict": _verdict}[what]
    return {"$schema": DIALECT, **make(kind, parts), "$defs": {**shapes["$defs"], **parts.get("$defs", {})}}


def schema_text(what: str, kind: str | None) -> str:
    return json.dumps(schema(what, kind), indent=2)


def _load(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(files("certify").joinpath("schemas", f"{name}.json").read_text())
    return loaded


def _object(required: dict[str, Any], optional: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {**required, **optional},
        "required": list(required),
        "additionalProperties": False,
    }


def _kind(kind: str | None) -> dict[str, Any]:
    return {"enum": list(kernel.kinds())} if kind is None else {"const": kind}


def _claim(kind: str | None, parts: dict[str, Any]) -> dict[str, Any]:
    keys = {"schema": {"const": CLAIM_SCHEMA}, "kind": _kind(kind), "statement": parts.get("statement", True)}
    return _object(keys, {"source": {"$ref": "#/$defs/source"}})


def _certificate(kind: str | None, parts: dict[str, Any]) -> dict[str, Any]:
    keys = {"schema": {"const": CERTIFICATE_SCHEMA}, "kind": _kind(kind), "claim": {"$ref": "#/$defs/sha256"}}
    if kind is not None and kernel.kinds()[kind].streamed:
        header = {**keys, "steps": {"type": "integer", "minimum": 0}, "sha256": {"$ref": "#/$defs/sha256"}}
        return {**_object(header, {}), "description": "the header line", "x-step": parts.get("step", True)}
    proved = _object({**keys, "evidence": parts.get("evidence", True)}, {})
    return {"oneOf": [proved, _object({**keys, "attested": {"$ref": "#/$defs/attested"}}, {})]}


def _verdict(kind: str | None, parts: dict[str, Any]) -> dict[str, Any]:
    text_or_null = {"type": ["string", "null"]}
    reject = _object({"file": text_or_null, **{k: {"type": "string"} for k in ("where", "code", "detail")}}, {})
    return _object(
        {
            "schema": {"const": SCHEMA},
            "claim": {"oneOf": [{"$ref": "#/$defs/sha256"}, {"type": "null"}]},
            "kind": text_or_null if kind is None else {"const": kind},
            "file": text_or_null,
            "certificate": text_or_null,
            "verdict": {"enum": [word.value for word in Word]},
            "exit": {"type": "integer"},
            "rests_on": {"type": "array", "items": {"type": "string"}},
            "hypotheses": {"enum": ["inhabited", "not shown", "none"]},
            "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
            "answer": parts.get("answer", {"type": "object"}),
            "reason": text_or_null,
            "lean": {"type": "string"},
            "reject": {"oneOf": [{"type": "null"}, reject]},
        },
        {},
    )
