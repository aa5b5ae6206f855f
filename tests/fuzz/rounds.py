"""One round: hypothesis builds forged pairs for a kind; the kernel accepts or raises Reject, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from certify import kernel
from certify.contract import Claim, certificate, streamed_certificate
from certify.kernel import Reject
from tests.fuzz.strategies import Value, forged, mangled
from tests.tables import all_cases

MAX_SIZE = 200_000  # larger cases of the tables are left to the tests


def try_pair(kind: str, statement: Value, evidence: Value) -> bool:
    """True if accepted, False if refused; any other exception is a finding."""
    streamed = kernel.kinds()[kind].streamed
    try:
        claim = Claim(kind, statement)
        if streamed and not isinstance(evidence, list):
            return False
        data = streamed_certificate(claim, evidence) if streamed else certificate(claim, evidence)
        kernel.check(claim.data, [data])
    except Reject as reject:
        if not reject.code or not reject.detail:
            raise AssertionError(f"a refusal without code or detail: {reject!r}") from reject
        return False
    return True


def fuzz_kind(kind: str, number: int, examples: int) -> tuple[int, int]:
    """Try forged pairs near this kind's table. Returns how many were accepted and how many were tried."""
    cases = [case for case in all_cases() if case.kind == kind and len(case.claim_bytes()) < MAX_SIZE]
    cases = [case for case in cases if case.certificate is None]
    outcomes: list[bool] = []

    @_rounds(number, examples)
    @given(forged(cases))
    def attempt(pair: tuple[str, Value, Value]) -> None:
        outcomes.append(try_pair(*pair))

    attempt()
    return sum(outcomes), len(outcomes)


def fuzz_envelope(number: int, examples: int) -> None:
    """Claims and certificates with bytes changed: the reader refuses or reads, and nothing else."""
    cases = [case for case in all_cases() if case.expected is None and len(case.claim_bytes()) < MAX_SIZE]
    case = random.Random(number).choice(cases)
    claim = case.claim_bytes()
    data = case.certificate_bytes(kernel.kinds()[case.kind].streamed)

    @_rounds(number, examples)
    @given(st.booleans(), mangled(claim), mangled(data))
    def attempt(which: bool, bad_claim: bytes, bad_data: bytes) -> None:
        try:
            if which:
                kernel.check(bad_claim, [data], case.attachments)
            else:
                kernel.check(claim, [bad_data[:50], bad_data[50:]], case.attachments)
        except Reject:
            return

    attempt()


def _rounds(number: int, examples: int) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """A decorator with the settings of one round; the seed makes it repeatable."""
    limits = settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )

    return lambda test: seed(number)(limits(test))
