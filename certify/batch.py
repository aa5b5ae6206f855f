"""Many certificates: over processes or a Dask cluster, resumable, one JSON line per result.

Pairs travel in packets. A worker that dies takes its packet with it; the pairs of that packet are then checked one at a
time, so nothing is lost and the pair that kills its worker is reported as a bug (exit 70), never as rejected.
A results file holds `{"inputs": SHA-256 of claim and certificate, "verdict": certify-verdict/1}` per line; a line is
taken over when the run is repeated only if the inputs and the kernel are the same.
"""

from __future__ import annotations

import hashlib
import importlib
import itertools
import json
import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from certify import files
from certify.contract import Malformed, MissingExtra
from certify.folder import Pair, Survey, check_pair
from certify.kernel.envelope import OTHER_CLAIM
from certify.verdict import Verdict, Word, kernel_hash

PACKET = 64
BUG = 70  # exit code
AHEAD = 4  # packets in flight per worker: enough to keep workers busy, few enough to keep memory flat

Packet = tuple[Pair, ...]
Checker = Callable[[Packet], list[Verdict]]
Results = Iterator[tuple[Pair, Verdict]]
Runner = Callable[[Iterable[Packet]], Results]


@dataclass(frozen=True)
class Ledger:
    """A results file: what an earlier run found, and where this one writes."""

    path: Path
    known: dict[str, dict[str, Any]]

    @staticmethod
    def open(path: Path) -> Ledger:
        """Read the results of an earlier run. A last line cut short by an interrupt is dropped."""
        known: dict[str, dict[str, Any]] = {}
        if path.exists():
            whole = path.read_bytes().rpartition(b"\n")
            kernel = f"kernel:{kernel_hash()}"
            try:
                lines = [json.loads(line) for line in whole[0].splitlines()]
                known = {line["inputs"]: line["verdict"] for line in lines if line["kernel"] == kernel}
            except (ValueError, KeyError, TypeError):
                raise Malformed(f"{path}: not a results file of certify check --all --results") from None
            path.write_bytes(whole[0] + whole[1])
        return Ledger(path, known)

    def find(self, pair: Pair) -> Verdict | None:
        """The verdict of an earlier run on the same bytes by the same kernel."""
        found = self.known.get(inputs(pair)) if self.known else None
        if found is None:
            return None
        name = None if pair.certificate is None else str(pair.certificate)
        return replace(Verdict.from_json(found), file=str(pair.claim), certificate_file=name)

    def add(self, pair: Pair, verdict: Verdict) -> None:
        """Append one result; bugs are not remembered."""
        if verdict.exit == BUG:
            return
        line = {"inputs": inputs(pair), "kernel": f"kernel:{kernel_hash()}", "verdict": verdict.json()}
        with self.path.open("a", encoding="ascii") as file:
            file.write(json.dumps(line) + "\n")


def inputs(pair: Pair) -> str:
    """SHA-256 over the bytes of claim and certificate."""
    digest = hashlib.sha256()
    for path in (pair.claim, pair.certificate):
        if path is not None:
            digest.update(hashlib.sha256(b"".join(files.read_chunks(path))).digest())
    return digest.hexdigest()


def check_many(
    folder: Path, *, workers: int = 1, dask: str | None = None, ledger: Ledger | None = None
) -> Iterator[Verdict]:
    """A verdict for every certificate below `folder` and every claim without one, pairs of one name first.

    Raises MissingExtra where a Dask address is given and distributed is not installed.
    """
    run = _over_dask(dask) if dask is not None else _over_processes(workers)
    survey = Survey(folder, [], [])
    for pair, verdict in _settle(survey.by_name(), run, ledger):
        if verdict.reject is not None and verdict.reject.code == OTHER_CLAIM:
            survey.put_back(pair)
        else:
            yield verdict
    left: list[Pair] = []
    for found in survey.by_address():
        if isinstance(found, Verdict):
            yield found
        else:
            left.append(found)
    yield from (verdict for _, verdict in _settle(iter(left), run, ledger))


def _settle(found: Iterator[Pair], run: Runner, ledger: Ledger | None) -> Results:
    """The verdict of every pair: from the ledger where it knows it, else from a worker and into the ledger."""
    if ledger is None:
        yield from run(_packets(found))
        return
    known: list[tuple[Pair, Verdict]] = []

    def fresh() -> Iterator[Pair]:
        for pair in found:
            verdict = ledger.find(pair)
            if verdict is None:
                yield pair
            else:
                known.append((pair, verdict))

    for pair, verdict in run(_packets(fresh())):
        ledger.add(pair, verdict)
        yield pair, verdict
        while known:
            yield known.pop()
    while known:
        yield known.pop()


def _packets(found: Iterator[Pair]) -> Iterator[Packet]:
    while packet := tuple(itertools.islice(found, PACKET)):
        yield packet


def check_packet(packet: Packet) -> list[Verdict]:
    """What a worker does: verdicts without the documents, which need not travel back."""
    return [replace(_checked(pair), statement=None, certificate=None) for pair in packet]


def _checked(pair: Pair) -> Verdict:
    try:
        return check_pair(pair)
    except OSError as error:
        return replace(bug(pair, ""), exit=Word.UNDECIDED.exit_code, reason=f"{error.filename}: {error.strerror}")
    except Exception as error:
        return bug(pair, f"{type(error).__name__}: {error}")


def bug(pair: Pair, what: str) -> Verdict:
    """An unexpected end of a check: says nothing about the claim."""
    name = None if pair.certificate is None else str(pair.certificate)
    return Verdict(Word.UNDECIDED, BUG, file=str(pair.claim), certificate_file=name, reason=f"bug in certify: {what}")


def _over_processes(workers: int, work: Checker = check_packet) -> Runner:
    """In this process for one worker, else in a pool that is made anew whenever a worker dies."""

    def run(packets: Iterable[Packet]) -> Results:
        if workers == 1:
            for packet in packets:
                yield from zip(packet, work(packet), strict=True)
            return
        waiting = iter(packets)
        while lost := (yield from _pool(waiting, workers, work)):
            for pair in itertools.chain.from_iterable(lost):
                yield pair, _alone(pair, work)

    return run


def _pool(packets: Iterator[Packet], workers: int, work: Checker) -> Any:
    """Yield results until the packets are done or a worker died; return the packets that died with it."""
    under_way: dict[Future[list[Verdict]], Packet] = {}
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        try:
            for packet in itertools.islice(packets, workers * AHEAD):
                under_way[pool.submit(work, packet)] = packet
            while under_way:
                done, _ = wait(under_way, return_when=FIRST_COMPLETED)
                for future in done:
                    verdicts = future.result()
                    yield from zip(under_way.pop(future), verdicts, strict=True)
                    for packet in itertools.islice(packets, 1):
                        under_way[pool.submit(work, packet)] = packet
        except BrokenProcessPool:
            return list(under_way.values())
        except GeneratorExit:
            pool.shutdown(cancel_futures=True)
            raise
    return []


def _alone(pair: Pair, work: Checker) -> Verdict:
    """One pair in a process of its own."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        try:
            return pool.submit(work, (pair,)).result()[0]
        except BrokenProcessPool:
            return bug(pair, "the worker process died")


def _over_dask(address: str, work: Checker = check_packet) -> Runner:
    """On a Dask cluster that is there already; the folder must be visible to its workers under the same path."""
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise MissingExtra("dask", "distributed", "--dask") from None

    def run(packets: Iterable[Packet]) -> Results:
        waiting = iter(packets)
        with distributed.Client(address) as client:
            width = max(1, sum(client.ncores().values())) * AHEAD
            under_way = {client.submit(work, p, pure=False, retries=0): p for p in itertools.islice(waiting, width)}
            completed = distributed.as_completed(list(under_way))
            for future in completed:
                packet = under_way.pop(future)
                yield from _dask_results(client, future, packet, work)
                for following in itertools.islice(waiting, 1):
                    added = client.submit(work, following, pure=False, retries=0)
                    under_way[added] = following
                    completed.add(added)

    return run


def _dask_results(client: Any, future: Any, packet: Packet, work: Checker) -> Results:
    """The results of a packet; if its worker died, of its pairs one at a time."""
    if future.status == "finished":
        yield from zip(packet, future.result(), strict=True)
        return
    for pair in packet:
        alone = client.submit(work, (pair,), pure=False, retries=0)
        error = alone.exception()
        yield pair, alone.result()[0] if error is None else bug(pair, f"the worker failed: {type(error).__name__}")
