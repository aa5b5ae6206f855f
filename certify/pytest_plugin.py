"""pytest plugin: every NAME.claim.json is a test item, pinned by certify.lock.

An item passes when the kernel accepts NAME.cert.json (or .cert.jsonl, or NAME.refutation.json) and claim and verdict
are those of the lock. `--certify-accept` shows what changed, in words, and pins it; `--certify-attack` also runs the
attacks of each kind; `--certify` makes it an error to find no claims. Importing this loads pytest and the standard
library only; the engine is imported by the first item that runs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from certify import lock

if TYPE_CHECKING:
    from certify.contract import Claim
    from certify.verdict import Verdict

SUFFIX = ".claim.json"
CERTIFICATES = (".cert.json", ".cert.jsonl", ".refutation.json")
PROPERTY = "certify-pin"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("certify", "claims and certificates")
    group.addoption("--certify", action="store_true", help="fail if no claim files are found")
    group.addoption("--certify-accept", action="store_true", help="pin new and changed claims in certify.lock")
    group.addoption("--certify-attack", action="store_true", help="also run the attacks of each claim's kind")
    parser.addini("certify_claims", "folders whose *.claim.json files are claims (default: all)", type="linelist")


class Failure(Exception):
    """An item fails with this text and no traceback."""


class ClaimFile(pytest.File):
    """One claim file."""

    def collect(self) -> Iterable[ClaimItem]:
        yield ClaimItem.from_parent(self, name=self.path.name.removesuffix(SUFFIX))


class ClaimItem(pytest.Item):
    """A claim with the certificate beside it."""

    def runtest(self) -> None:
        verdict, certificate = checked(self.path)
        if verdict.verdict.value not in ("proved", "refuted"):
            from certify.engine import describe

            raise Failure(describe(verdict))
        if self.config.getoption("certify_attack"):
            self._attack(verdict, certificate)
        self._pin(verdict)

    def _attack(self, verdict: Verdict, certificate: Path) -> None:
        from certify import attacks

        claim = verdict.statement
        if claim is not None and verdict.verdict.value == "refuted":
            claim = claim.negation()
        if claim is None:
            return
        failures = attacks.failures(claim, certificate.read_bytes(), self.path.parent)
        if failures:
            raise Failure("\n".join(f"{self.path.name}: {failure}" for failure in failures))

    def _pin(self, verdict: Verdict) -> None:
        pin = _pin_of(self.config, self.path, verdict)
        self.user_properties.append((PROPERTY, json.dumps(asdict(pin))))
        change = lock.change(_pins(self.config).get(pin.path), pin)
        if change is not None and not self.config.getoption("certify_accept"):
            raise Failure(f"{change}\nIf this is what you mean: pytest --certify-accept pins it in {lock.NAME}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """One clear text for what a person has to mend; tracebacks only for our own errors."""
        from certify.contract import Malformed

        if isinstance(excinfo.value, Failure | Malformed | lock.BadLock | OSError):
            return _printable(str(excinfo.value))
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, f"claim {self.name}"


class LockItem(pytest.Item):
    """Fails where claims were expected and are not there."""

    problem: str = ""

    def runtest(self) -> None:
        raise Failure(self.problem)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.config.rootpath / lock.NAME, None, lock.NAME


def checked(path: Path) -> tuple[Verdict, Path]:
    """The verdict on a claim file with the certificate beside it. Raises Failure where there is none."""
    from certify import engine, files

    claim = engine.load(path)
    stem = path.name.removesuffix(SUFFIX)
    beside = [candidate for suffix in CERTIFICATES if (candidate := path.with_name(stem + suffix)).exists()]
    if not beside:
        raise Failure(f"{path.name}: no certificate; certify prove {path.name} -o {stem}.cert.json looks for one")
    certificate = beside[0]
    verdict = engine.check(claim, lambda: files.read_chunks(certificate), folder=path.parent)
    return replace(verdict, file=path.name, certificate_file=certificate.name), certificate


def _pin_of(config: pytest.Config, path: Path, verdict: Verdict) -> lock.Pin:
    from certify import kinds

    claim: Claim | None = verdict.statement
    if claim is None:
        raise Failure(f"{path.name}: not a claim")
    words = kinds.resolve(kinds.KINDS[claim.kind].words).claim(claim.kind, claim.statement)
    return lock.Pin.of(_relative(config, path), claim.address, verdict.verdict.value, words)


def _relative(config: pytest.Config, path: Path) -> str:
    """The path in the lock: from the root folder, with forward slashes."""
    root = config.rootpath
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()


def _pins(config: pytest.Config) -> dict[str, lock.Pin]:
    return lock.read(config.rootpath / lock.NAME, accepting=config.getoption("certify_accept"))


def _printable(text: str) -> str:
    """Text from files with control characters shown, so that a name cannot steer the terminal."""
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)


# --- collection -----------------------------------------------------------------------------------------------------


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ClaimFile | None:
    if not file_path.name.endswith(SUFFIX):
        return None
    folders = _folders(parent.config)
    if folders and not any(file_path.is_relative_to(folder) for folder in folders):
        return None
    return ClaimFile.from_parent(parent, path=file_path)


def _folders(config: pytest.Config) -> list[Path]:
    return [config.rootpath / folder for folder in config.getini("certify_claims")]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add an item that fails where claims are expected and none, or not all of the pinned ones, are there."""
    problem = _missing(config, any(isinstance(item, ClaimItem) for item in items))
    if problem is not None:
        item: LockItem = LockItem.from_parent(session, name=lock.NAME)
        item.problem = problem
        items.append(item)


def _missing(config: pytest.Config, found: bool) -> str | None:
    try:
        pins = _pins(config)
    except lock.BadLock as error:
        return str(error)
    selected = [(config.invocation_params.dir / argument.partition("::")[0]).resolve() for argument in config.args]

    def wanted(path: Path) -> bool:
        return any(path.is_relative_to(chosen) for chosen in selected)

    gone = [path for path in pins if wanted(config.rootpath / path) and not (config.rootpath / path).exists()]
    if gone and not config.getoption("certify_accept"):
        return f"{lock.NAME} pins {', '.join(gone)}, not there any more; pytest --certify-accept drops what is gone"
    expected = (
        config.getoption("certify")
        or any(wanted(folder) for folder in _folders(config))
        or any(wanted(config.rootpath / path) for path in pins)
        or ((config.rootpath / lock.NAME).exists() and wanted(config.rootpath))
    )
    if expected and not found:
        return f"no claims here: nothing ends in {SUFFIX}, and claims are expected (nothing was checked)"
    return None


# --- pinning: the process that reports, not the workers of pytest-xdist, writes the lock -----------------------------


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("certify_accept") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Accepting(config), "certify-accepting")


class _Accepting:
    """Collects what passed and re-pins it at the end."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.accepted: dict[str, lock.Pin] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            for name, value in report.user_properties:
                if name == PROPERTY:
                    pin = lock.Pin(**json.loads(str(value)))
                    self.accepted[pin.path] = pin

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        path = self.config.rootpath / lock.NAME
        try:
            pins = _pins(self.config)
        except lock.BadLock as error:
            terminalreporter.write_line(f"{error}; nothing was pinned")
            return
        changes = [change for pin in self.accepted.values() if (change := lock.change(pins.get(pin.path), pin))]
        gone = [name for name in pins if not (self.config.rootpath / name).exists()]
        changes += [f"{name}: no longer there" for name in gone]
        if not changes:
            return
        kept = {name: pin for name, pin in pins.items() if name not in gone}
        lock.write(path, (kept | self.accepted).values())
        terminalreporter.section(f"pinned in {lock.NAME}")
        for change in changes:
            terminalreporter.write_line(_printable(change))


# --- inside tests ---------------------------------------------------------------------------------------------------


@pytest.fixture
def certified(request: pytest.FixtureRequest) -> Callable[[str | Path], Verdict]:
    """`certified("am.claim.json")`: the proved verdict on a claim beside the test, or AssertionError with why not."""

    def assert_certified(name: str | Path) -> Verdict:
        from certify.engine import describe

        verdict, _ = checked(request.path.parent / name)
        if verdict.verdict.value != "proved":
            raise AssertionError(describe(verdict))
        return verdict

    return assert_certified
