"""Propositional formulas in conjunctive normal form: `search/lrat` (unsatisfiable) and `search/model` (satisfiable).

Statement (both), one of two forms:
* `{"variables": n, "clauses": [[l, ..], ..]}`: at least one clause; each l is a JSON integer, 1 <= |l| <= n, where l
  means variable l and -l its negation; a clause is the disjunction of its literals, the formula the conjunction of its
  clauses (the empty clause is false);
* `{"dimacs": {"path", "sha256"}}`: the same in a DIMACS file of that hash: comment lines `c ..`, then `p cnf n m`,
  then m clauses of literals, each ended by 0.

* `search/lrat`: no assignment satisfies every clause. Evidence, streamed; the given clauses have the numbers 1..m and
  every added clause takes the next one. A step is an object with one key:
  - `{"add": [literals, hints, literals, hints, ..]}`: clauses by reverse unit propagation (certify.kernel.clauses);
  - `{"rat": [literals, hints, [[number, hints], ..]]}`: a clause with the resolution asymmetric tautology property on
    its first literal p: the hints propagate; then for every clause D with -p that is there (its number is listed,
    exactly once) either some other literal of D is true by now, or, with the others false too, D's hints end in a false
    clause. Such a clause keeps a satisfiable formula satisfiable (theorem rat);
  - `{"drop": [number, ..]}`: forget clauses.
  The proof is complete when the empty clause has been added, and must end there.
* `search/model`: some assignment satisfies every clause. Evidence `{"literals": [l, ..]}`: the literals that are true;
  no variable twice; each clause has one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from certify.kernel.clauses import Clauses
from certify.kernel.envelope import Stream
from certify.kernel.reject import limit, malformed, refused
from certify.kernel.rule import Attachments, Files, Rule
from certify.kernel.text import Value, array, array_of, integer, integers, record, sha256_name, string

MAX_VARIABLES = 1 << 22
MAX_CLAUSES = 1 << 24


@dataclass(frozen=True)
class Formula:
    """A parsed statement: clauses in the claim, or (path, SHA-256) of a DIMACS file and no clauses yet."""

    statement: Value
    variables: int = 0
    clauses: tuple[Value, ...] = ()
    file: tuple[str, str] | None = None


def _parse(statement: Value, where: str) -> Formula:
    if isinstance(statement, dict) and "dimacs" in statement:
        fields = record(statement, where, ("dimacs",))
        named = record(fields["dimacs"], f"{where}/dimacs", ("path", "sha256"))
        path = string(named["path"], f"{where}/dimacs/path")
        return Formula(statement, file=(path, sha256_name(named["sha256"], f"{where}/dimacs/sha256")))
    fields = record(statement, where, ("variables", "clauses"))
    variables = _variables(fields["variables"], f"{where}/variables")
    clauses = array(fields["clauses"], f"{where}/clauses", 1, MAX_CLAUSES)
    for i, clause in enumerate(clauses):
        _literals(clause, variables, f"{where}/clauses/{i}")
    return Formula(statement, variables, tuple(clauses))


def _variables(value: Value, where: str) -> int:
    count = integer(value, where, 1)
    if count > MAX_VARIABLES:
        raise limit(where, "too-many-variables", f"{count} variables, at most {MAX_VARIABLES}")
    return count


def _literals(clause: Value, variables: int, where: str) -> None:
    for j, literal in enumerate(array(clause, where)):
        if integer(literal, f"{where}/{j}", -variables, variables) == 0:
            raise malformed(f"{where}/{j}", "zero-literal", "0 is not a literal")


def _files(formula: Formula) -> Files:
    return () if formula.file is None else (formula.file,)


def _given(formula: Formula, attachments: Attachments) -> tuple[int, Iterator[list[int]]]:
    """The number of variables and the clauses, from the claim or from the file that it names."""
    if formula.file is None:
        return formula.variables, iter(formula.clauses)
    path, sha256 = formula.file
    if sha256 not in attachments:
        raise malformed("/statement/dimacs", "missing-attachment", f"{path} with SHA-256 {sha256} was not given")
    return _dimacs(attachments[sha256])


def _dimacs(data: bytes) -> tuple[int, Iterator[list[int]]]:
    """Number of variables and clauses of a DIMACS file, read strictly."""
    start = 0
    while data[start : start + 1] == b"c":
        start = data.find(b"\n", start) + 1 or len(data)
    end = data.find(b"\n", start)
    words = data[start : end if end >= 0 else len(data)].split()
    if len(words) != 4 or words[:2] != [b"p", b"cnf"]:
        raise malformed("/statement/dimacs", "no-problem-line", f"found {words[:4]!a}, expected 'p cnf N M'")
    variables, clauses = (_number(word, "the problem line") for word in words[2:])
    if variables > MAX_VARIABLES or clauses > MAX_CLAUSES:
        detail = f"{variables} variables, {clauses} clauses; at most {MAX_VARIABLES} and {MAX_CLAUSES}"
        raise limit("/statement/dimacs", "too-large", detail)
    if variables < 1 or clauses < 1:
        raise malformed("/statement/dimacs", "empty-formula", f"{variables} variables and {clauses} clauses")
    return variables, _dimacs_clauses(data, end, variables, clauses)


def _dimacs_clauses(data: bytes, end: int, variables: int, count: int) -> Iterator[list[int]]:
    """The clauses after the problem line, a line at a time."""
    clause: list[int] = []
    number = 0
    while end >= 0:
        start, end = end + 1, data.find(b"\n", end + 1)
        line = data[start : end if end >= 0 else len(data)]
        if line.startswith(b"c"):
            continue
        for word in line.split():
            literal = _number(word, f"clause {number + 1}")
            if abs(literal) > variables:
                detail = f"clause {number + 1}: literal {literal}, the file announces {variables} variables"
                raise malformed("/statement/dimacs", "unknown-literal", detail)
            if literal:
                clause.append(literal)
                continue
            number += 1
            yield clause
            clause = []
    if clause or number != count:
        detail = f"{number} clauses and {len(clause)} literals without 0 after them; the file announces {count} clauses"
        raise malformed("/statement/dimacs", "wrong-count", detail)


def _number(word: bytes, place: str) -> int:
    digits = word[1:] if word[:1] == b"-" else word
    if not digits.isdigit() or len(digits) > 10:
        raise malformed("/statement/dimacs", "not-an-integer", f"{place}: found {word[:40]!a}, expected an integer")
    return int(word)


def _check_unsatisfiable(formula: Formula, stream: Stream, attachments: Attachments) -> None:
    variables, given = _given(formula, attachments)
    clauses = Clauses(variables)
    for clause in given:
        clauses.add(clause)
    for where, step in stream.steps:
        if type(step) is not dict or len(step) != 1:
            raise malformed(where, "not-a-step", "expected an object with one of add, rat, drop")
        if "add" in step:
            if clauses.derive(step["add"], f"{where}/add"):
                return
        elif "drop" in step:
            clauses.drop(step["drop"], f"{where}/drop")
        else:
            _rat(clauses, record(step, where, ("rat",))["rat"], f"{where}/rat")
    raise refused("", "no-empty-clause", f"{clauses.last} clauses and the empty one is not among them")


def _rat(clauses: Clauses, value: Value, where: str) -> None:
    """Add a clause that has the resolution asymmetric tautology property on its first literal."""
    literals, hints, listed = array_of(value, where, 3)
    clause = clauses.read(literals, f"{where}/0")
    if not clause:
        raise refused(f"{where}/0", "no-pivot", "the empty clause has no first literal")
    pivot = -clause[0]
    false = set(clause)
    if clauses.closes(false, hints, f"{where}/1"):
        raise refused(f"{where}/1", "not-needed", "the clause follows by unit propagation; give it as add")
    clauses.spend(len(clauses.table) * clauses.longest, where)
    candidates: dict[int, Value] = {}
    for i, entry in enumerate(array(listed, f"{where}/2")):
        number, after = array_of(entry, f"{where}/2/{i}", 2)
        if integer(number, f"{where}/2/{i}/0") in candidates:
            raise malformed(f"{where}/2/{i}/0", "repeated", f"clause {number} is listed twice")
        candidates[number] = after
    for number, other in clauses.table.items():
        if pivot not in other:
            continue
        if number not in candidates:
            raise refused(f"{where}/2", "missing-candidate", f"clause {number} has literal {pivot} and is not listed")
        after = candidates.pop(number)
        if any(-literal in false for literal in other if literal != pivot):
            if array(after, f"{where}/2"):
                raise refused(f"{where}/2", "hints-after-conflict", f"clause {number} is true before its hints")
        elif not clauses.closes(false | {x for x in other if x != pivot}, after, f"{where}/2"):
            raise refused(f"{where}/2", "no-conflict", f"the hints of clause {number} end before a clause is false")
    for number in candidates:
        raise refused(f"{where}/2", "unknown-clause", f"clause {number} is not there or has no literal {pivot}")
    clauses.add(clause)


def _check_model(formula: Formula, evidence: Value, attachments: Attachments) -> None:
    value = record(evidence, "/evidence", ("literals",))["literals"]
    variables, given = _given(formula, attachments)
    literals = integers(value, "/evidence/literals", -variables, variables)
    true = set(literals)
    if len({abs(literal) for literal in literals}) != len(literals):
        raise malformed("/evidence/literals", "repeated", "a variable stands twice")
    if 0 in true:
        raise malformed("/evidence/literals", "zero-literal", "0 is not a literal")
    for i, clause in enumerate(given):
        if true.isdisjoint(clause):
            raise refused(
                "/evidence/literals", "clause-violated", f"clause {i + 1}, {clause[:40]}, has no true literal"
            )


UNSATISFIABLE = Rule(
    _parse,
    _check_unsatisfiable,
    lambda formula: ("search/model", formula.statement),
    theorems=("rat",),
    files=_files,
    streamed=True,
)
MODEL = Rule(_parse, _check_model, lambda formula: ("search/lrat", formula.statement), files=_files)
