"""One mutant, one forked process: the tables of its module against a kernel that holds the mutant."""

from __future__ import annotations

import importlib
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import CodeType, ModuleType

from certify import kernel, trust
from tests.tables import About, Call, Case, called, families

MEMORY = 3 << 30
PATIENCE = 10  # a mutant may take this many times as long as the kernel itself
SHARED = ("reading", "linear", "lrat")  # tables of the rooms that every kind goes through
EXITS = {"REFUSED": 1, "MALFORMED": 3, "WRONG_CLAIM": 4, "DECLINED": 5, "LIMIT": 6}
EVERYWHERE = ("__init__", "envelope", "text", "rational", "reject", "rule", "table")


Unit = Callable[[], str | None]  # runs one case against the kernel in sys.modules: what differs, or None


@dataclass(frozen=True)
class Table:
    """Everything that can kill a mutant of one module, the quickest first."""

    units: tuple[Unit, ...]
    seconds: float


def tables_of(module: str) -> list[ModuleType]:
    """The table modules whose cases reach a kernel module."""
    tables = families()
    if module in EVERYWHERE:
        return [tables[name] for name in SHARED]
    homes = {kind for kind in kernel.kinds() if trust.home(kind) == module}
    kinds = homes or {kind for kind in kernel.kinds() if module in trust.closure(kind)}
    named = [tables[module]] if module in tables else []
    return named or [table for table in tables.values() if any(case.kind in kinds for case in table.CASES)]


def table_of(module: str) -> Table:
    """The cases for the mutants of a kernel module, checked against the kernel as it is."""
    modules = tables_of(module)
    units: list[Unit] = [_trial(case) for table in modules for case in table.CASES]
    units += [_fact(about) for table in modules for about in getattr(table, "ABOUT", [])]
    units += [_call(call) for table in modules for call in getattr(table, "CALLS", [])]
    timed: list[tuple[float, int, Unit]] = []
    for number, unit in enumerate(units):
        started = time.monotonic()
        difference = unit()
        if difference is not None:
            raise SystemExit(f"the tables of {module} fail on the kernel itself: {difference}")
        timed.append((time.monotonic() - started, number, unit))
    return Table(tuple(unit for _, _, unit in sorted(timed)), sum(seconds for seconds, _, _ in timed))


def changed(table: Table) -> str | None:
    """The first difference between the kernel in sys.modules and the right answers."""
    return next((difference for unit in table.units if (difference := unit()) is not None), None)


def _trial(case: Case) -> Unit:
    """The verdict, category and code of a case."""
    rule = kernel.kinds().get(case.kind)
    claim, data = case.claim_bytes(), case.certificate_bytes(rule is not None and rule.streamed)

    def run() -> str | None:
        subject = importlib.import_module("certify.kernel")
        found: tuple[str, str] | None = None
        try:
            subject.check(claim, _pieces(data), case.attachments or None)
        except subject.Reject as reject:
            found = (reject.category.name, reject.code)
            if reject.category.value != EXITS[reject.category.name]:
                return f"{case.name}: {reject.category} is not the exit code of {reject.category.name}"
        except Exception as error:
            found = ("BUG", type(error).__name__)
        return None if found == case.expected else f"{case.kind}:{case.name}: {found}, expected {case.expected}"

    return run


def _fact(about: About) -> Unit:
    """What the kernel says of a claim."""
    claim, told = about.claim_bytes(), about.told()
    address, theorems = kernel.address(claim), kernel.kinds()[about.kind].theorems

    def run() -> str | None:
        try:
            subject = importlib.import_module("certify.kernel")
            facts = subject.facts(claim)
            found = (subject.negation(claim), facts.hypotheses, facts.files)
            if facts.address != address or subject.address(claim) != address or facts.theorems != theorems:
                return f"{about.name}: {facts}"
        except Exception as error:
            return f"{about.name}: {type(error).__name__}"
        return None if found == told else f"{about.name}: {found}, expected {told}"

    return run


def _call(call: Call) -> Unit:
    """A function of a shared room."""
    wanted = call.value if call.refusal is None else call.refusal

    def run() -> str | None:
        try:
            found = called(call)
        except Exception as error:
            found = ("BUG", type(error).__name__)
        return None if found == wanted else f"{call.name}: {str(found)[:200]}, expected {str(wanted)[:200]}"

    return run


def _pieces(data: bytes) -> Iterator[bytes]:
    """A certificate in pieces whose ends fall inside lines, as a file is read."""
    size = max(1 << 16, len(data) // 16) if len(data) > 4096 else 97
    for start in range(0, len(data), size):
        yield data[start : start + size]


def dependents(module: str) -> list[str]:
    """Full names of the loaded kernel modules that a module is part of: they have to be imported afresh."""
    name = _full(module)
    stale = {name, "certify.kernel", "certify.kernel.table"}
    loaded = [loaded for loaded in sys.modules if loaded.startswith("certify.kernel.")]
    while True:
        more = {other for other in loaded if other not in stale and _imports(other) & (stale - {"certify.kernel"})}
        if not more:
            return [name for name in [*loaded, "certify.kernel"] if name in stale]
        stale |= more


def _imports(full: str) -> set[str]:
    return {_full(name) for name in trust.imports(full.rpartition(".")[2])}


def _full(module: str) -> str:
    return "certify.kernel" if module == "__init__" else f"certify.kernel.{module}"


class _Mutated:
    """A meta path finder that loads one module from compiled code."""

    def __init__(self, name: str, code: CodeType, package: list[str] | None) -> None:
        self.name, self.code, self.package = name, code, package

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> object:
        if name != self.name:
            return None
        from importlib.machinery import ModuleSpec

        spec = ModuleSpec(name, self, is_package=self.package is not None)  # type: ignore[arg-type]
        if self.package is not None:
            spec.submodule_search_locations = list(self.package)
        return spec

    def create_module(self, spec: object) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)


def killed(module: str, code: CodeType, table: Table, stale: list[str], patience: float) -> str | None:
    """What killed the mutant, or None if it survived. Forks; the parent's kernel stays as it is."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _child(module, code, table, stale, writing)
    os.close(writing)
    answer = _answer(reading, time.monotonic() + patience)
    os.close(reading)
    if answer is None:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if answer is None:
        return "did not end in time"
    return answer.decode(errors="replace").removeprefix("killed ") if answer != b"survived" else None


def _answer(reading: int, until: float) -> bytes | None:
    parts: list[bytes] = []
    while (left := until - time.monotonic()) > 0:
        if not select.select([reading], [], [], left)[0]:
            return None
        part = os.read(reading, 4096)
        if not part:
            return b"".join(parts) or b"killed died"
        parts.append(part)
    return None


def _child(module: str, code: CodeType, table: Table, stale: list[str], writing: int) -> None:
    """Runs the table in the forked process and never returns."""
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        package = list(kernel.__path__) if module == "__init__" else None
        for name in stale:
            del sys.modules[name]
        sys.meta_path.insert(0, _Mutated(_full(module), code, package))  # type: ignore[arg-type]
        difference = changed(table)
        answer = "survived" if difference is None else f"killed {difference[:2000]}"
    except BaseException as error:
        answer = f"killed {type(error).__name__}"
    os.write(writing, answer.encode(errors="replace"))
    os._exit(0)
