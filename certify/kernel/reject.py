"""The one exception of the kernel: why a claim or a certificate was not accepted.

A `Reject` says in which category the refusal falls (its value is the exit code of the command line), where (a JSON
pointer into the claim or the certificate), under which code, and a detail that shows both sides: what was found and
what was needed. Any other exception that leaves the kernel is a bug.
"""

from __future__ import annotations

import enum


class Category(enum.Enum):
    """What a refusal means. The value is the exit code of the command line."""

    REFUSED = 1  # well-formed evidence that does not prove the claim
    MALFORMED = 3  # not a claim or certificate of this schema
    WRONG_CLAIM = 4  # the certificate is for another claim, or an attachment is not the one the claim names
    DECLINED = 5  # unknown kind or version, or evidence that a kernel cannot replay
    LIMIT = 6  # a stated limit on bytes, depth, digits or steps


class Reject(Exception):
    """Not accepted: `category`, `where` (JSON pointer), `code`, `detail` (both sides)."""

    def __init__(self, category: Category, where: str, code: str, detail: str) -> None:
        super().__init__(f"{where or '/'}: {code}: {detail}")
        self.category = category
        self.where = where
        self.code = code
        self.detail = detail

    def __reduce__(self) -> tuple[type[Reject], tuple[Category, str, str, str]]:
        return Reject, (self.category, self.where, self.code, self.detail)


def malformed(where: str, code: str, detail: str) -> Reject:
    return Reject(Category.MALFORMED, where, code, detail)


def wrong_claim(where: str, code: str, detail: str) -> Reject:
    return Reject(Category.WRONG_CLAIM, where, code, detail)


def declined(where: str, code: str, detail: str) -> Reject:
    return Reject(Category.DECLINED, where, code, detail)


def limit(where: str, code: str, detail: str) -> Reject:
    return Reject(Category.LIMIT, where, code, detail)


def refused(where: str, code: str, detail: str) -> Reject:
    return Reject(Category.REFUSED, where, code, detail)
