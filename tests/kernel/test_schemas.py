"""JSON Schemas and kernel over the same tables: a schema accepts whatever the kernel does, and refuses other shapes.

A schema describes shapes only: what the kernel refuses by arithmetic (REFUSED), by other rules of a statement, or under
a limit may pass the schema. It must refuse what the kernel refuses under one of the codes of SHAPES.
"""

from __future__ import annotations

import json
from functools import cache

import jsonschema
import pytest

from certify import kernel
from certify.kernel import Reject
from certify.schema import schema
from tests.cli.conftest import INFEASIBLE, PROOF
from tests.kernel.test_tables import outcome
from tests.tables import Case, all_cases

SHAPES = {
    "not-an-object",
    "not-an-array",
    "not-a-string",
    "not-a-boolean",
    "not-an-identifier",
    "not-a-sha256",
    "not-a-rational",
    "unknown-key",
    "unknown-word",
    "decimal-point",
    "plus-sign",
    "denominator-one",
}


@cache
def validator(what: str, kind: str) -> jsonschema.Draft202012Validator:
    made = schema(what, kind)
    jsonschema.Draft202012Validator.check_schema(made)
    return jsonschema.Draft202012Validator(made)


def valid(case: Case) -> bool:
    """Whether the schemas of the kind take claim and certificate."""
    streamed = kernel.kinds()[case.kind].streamed
    claim, data = case.claim_bytes(), case.certificate_bytes(streamed)
    if not validator("claim", case.kind).is_valid(json.loads(claim)):
        return False
    checker = validator("cert", case.kind)
    if not streamed:
        return checker.is_valid(json.loads(data))
    header, *lines = data.splitlines()
    inner = schema("cert", case.kind)
    step = inner.get("x-step", True)
    steps = jsonschema.Draft202012Validator({"$defs": inner["$defs"], **(step if isinstance(step, dict) else {})})
    return checker.is_valid(json.loads(header)) and all(steps.is_valid(json.loads(line)) for line in lines)


CASES = [
    case for case in all_cases() if case.kind in kernel.kinds() and case.claim is None and case.certificate is None
]
ACCEPTED = [case for case in CASES if case.expected is None]


def refused_by_shape(case: Case) -> bool:
    """Whether the kernel refuses a value of the claim or certificate for its shape alone, whatever stands beside it."""
    if case.expected is None or case.expected[0] != "MALFORMED" or case.expected[1] not in SHAPES:
        return False
    streamed = kernel.kinds()[case.kind].streamed
    claim, data = case.claim_bytes(), case.certificate_bytes(streamed)
    try:
        kernel.check(claim, [data], case.attachments)
    except Reject as reject:
        where, code = reject.where, reject.code
    if code == "unknown-key":  # a key that stands nowhere in the schemas; others depend on the case
        known = json.dumps([schema("claim", case.kind), schema("cert", case.kind)])
        return f'"{where.rpartition("/")[2]}"' not in known
    return not streamed and (where.startswith("/statement") or code == "not-a-rational")


SHAPELESS = [case for case in CASES if refused_by_shape(case)]


@pytest.mark.parametrize("case", ACCEPTED, ids=lambda case: f"{case.kind}:{case.name}")
def test_what_the_kernel_accepts_is_valid(case: Case) -> None:
    assert valid(case)


@pytest.mark.parametrize("case", SHAPELESS, ids=lambda case: f"{case.kind}:{case.name}")
def test_what_the_kernel_refuses_by_shape_is_not_valid(case: Case) -> None:
    assert outcome(case) == case.expected
    assert not valid(case)


@pytest.mark.parametrize("kind", kernel.kinds())
@pytest.mark.parametrize("what", ["claim", "cert", "verdict"])
def test_schemas_are_schemas(what: str, kind: str) -> None:
    validator(what, kind)


def test_verdicts_are_valid() -> None:
    import certify

    verdicts = [certify.check(INFEASIBLE, PROOF), certify.check(INFEASIBLE, b"{}"), certify.check(b"{}", PROOF)]
    verdicts += [certify.prove(INFEASIBLE)]
    for verdict in verdicts:
        jsonschema.validate(verdict.json(), schema("verdict", None))
        if verdict.kind is not None:
            jsonschema.validate(verdict.json(), schema("verdict", verdict.kind))


@pytest.mark.parametrize(("what", "kind"), [("proof", None), ("claim", "linear/obvious")])
def test_unknown_schemas(what: str, kind: str | None) -> None:
    with pytest.raises(Reject, match="unknown"):
        schema(what, kind)
