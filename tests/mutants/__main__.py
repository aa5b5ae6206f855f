"""`python -m tests.mutants`: exit 0 when every mutant is killed or accepted as equivalent, 1 otherwise, 2 on usage."""

from __future__ import annotations

import argparse
import ast
import random
import sys
import time
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from certify import kernel, trust
from tests.mutants.mutate import Mutation, mutations
from tests.mutants.run import PATIENCE, Table, dependents, killed, table_of

EQUIVALENT = Path(__file__).with_name("equivalent.toml")
GATE = Path(__file__).with_name("gate.toml")


@dataclass(frozen=True)
class Source:
    """One kernel module, its mutations and the table that has to kill them."""

    module: str
    tree: ast.Module
    table: Table
    stale: list[str]
    patience: float


@dataclass(frozen=True)
class Accepted:
    """A survivor that is known and explained: one mutant of a function, or all of them."""

    module: str
    function: str
    mutant: str | None
    reason: str

    def covers(self, module: str, mutation: Mutation) -> bool:
        same = (self.module, self.function) == (module, mutation.function)
        return same and self.mutant in (None, mutation.after)


@dataclass
class Tally:
    """What a run found."""

    killed: int = 0
    equivalent: list[str] = field(default_factory=list)
    survivors: list[str] = field(default_factory=list)
    used: set[Accepted] = field(default_factory=set)


def accepted() -> list[Accepted]:
    """The entries of equivalent.toml. Raises ValueError for an entry without a reason."""
    entries = tomllib.loads(EQUIVALENT.read_text()).get("equivalent", [])
    found = [Accepted(entry["module"], entry["function"], entry.get("mutant"), entry["reason"]) for entry in entries]
    for entry in found:
        if len(entry.reason) < 10:
            raise ValueError(f"{EQUIVALENT.name}: {entry.module}.{entry.function} needs a reason")
    return found


def modules_of(name: str) -> list[str]:
    """The kernel modules that `--kind NAME` stands for."""
    every = sorted(path.stem for path in trust.KERNEL.glob("*.py"))
    if name == "all":
        return every
    if name == "gated":
        gated: list[str] = tomllib.loads(GATE.read_text())["modules"]
        return gated
    if name in kernel.kinds():
        return [trust.home(name)]
    if name in every:
        return [name]
    raise SystemExit(
        f"--kind {name}: no kind and no kernel module; known: all, gated, {', '.join([*kernel.kinds(), *every])}"
    )


def source_of(module: str) -> Source:
    table = table_of(module)
    patience = 3 + PATIENCE * table.seconds
    tree = ast.parse((trust.KERNEL / f"{module}.py").read_text())
    return Source(module, tree, table, dependents(module), patience)


def run(chosen: Sequence[tuple[Source, Mutation]], known: list[Accepted], verbose: bool) -> Tally:
    """Every chosen mutant against its table."""
    tally = Tally()
    for number, (source, mutation) in enumerate(chosen, 1):
        code = mutation.compiled(source.tree, f"<mutant of {source.module}>")
        why = killed(source.module, code, source.table, source.stale, source.patience)
        line = f"{source.module}.{mutation.function}:{mutation.line}: {mutation.before}  =>  {mutation.after}"
        if why is not None:
            tally.killed += 1
            if verbose:
                print(f"killed   {line}  [{why}]", flush=True)
            continue
        entry = next((entry for entry in known if entry.covers(source.module, mutation)), None)
        if entry is None:
            tally.survivors.append(line)
            print(f"SURVIVED {line}", flush=True)
        else:
            tally.used.add(entry)
            tally.equivalent.append(line)
        if number % 100 == 0:
            print(f"{number} of {len(chosen)}", file=sys.stderr, flush=True)
    return tally


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Mutation testing of the kernel.")
    parser.add_argument("--kind", default="all", help="a claim kind, a kernel module, gated (gate.toml), or all")
    parser.add_argument("--sample", type=int, help="only this many mutants, chosen by --seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--verbose", action="store_true", help="say what killed each mutant")
    options = parser.parse_args(arguments)
    known = accepted()
    started = time.monotonic()
    sources = [source_of(module) for module in modules_of(options.kind)]
    chosen = [(source, mutation) for source in sources for mutation in mutations(source.tree)]
    if options.sample is not None and options.sample < len(chosen):
        picked = sorted(random.Random(options.seed).sample(range(len(chosen)), options.sample))
        chosen = [chosen[i] for i in picked]
    tally = run(chosen, known, options.verbose)
    stale = [] if options.sample is not None else _stale(known, tally, {source.module for source in sources})
    seconds = time.monotonic() - started
    print(
        f"{len(chosen)} mutants: {tally.killed} killed, {len(tally.equivalent)} equivalent, "
        f"{len(tally.survivors)} survived; {seconds:.0f} s"
    )
    for line in stale:
        print(line)
    return 1 if tally.survivors or stale else 0


def _stale(known: list[Accepted], tally: Tally, modules: set[str]) -> list[str]:
    """Entries of equivalent.toml that no longer match a survivor."""
    unused = [entry for entry in known if entry.module in modules and entry not in tally.used]
    return [f"STALE    {entry.module}.{entry.function}: {entry.mutant or 'every mutant'}" for entry in unused]


if __name__ == "__main__":
    raise SystemExit(main())
