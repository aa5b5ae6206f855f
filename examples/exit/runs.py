"""The table of 32 trained runs: `python -m examples.exit.runs [FILE.csv]` (needs scikit-learn; some minutes).

breast_cancer and iris (versicolor against virginica) as bundled with scikit-learn, two step sizes, reshuffled and iid
orders, four seeds; from the trained start, until the run leaves a ball, every binary64 run covered by its a-priori
rounding budgets. The radius is the farthest distance of one pilot run of another seed, so some runs stay.

Columns: tau of a plain float run; the bracket of the best method and its verdict (`proved`: kernel, P-norm tube;
`attested: binary64 Lohner-QR`); then what each method shows alone: the tube, Lohner-QR, and two controls, the tube with
unsampled curvature (sigma' <= 1/4) and naive binary64 boxes.
"""

from __future__ import annotations

import csv
import sys
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from certify import kernel
from certify.contract import Claim, certificate
from certify.kernel import exit_bracket as kernel_bracket
from certify.kernel.exit_bracket import Problem
from certify.kernel.exit_pool import Batch, Sample
from exact import exit_bracket, exit_fit, exit_lohner

Value = Any

WINDOW = 3000
PILOT = 99
SEEDS = (0, 1, 2, 3)
SETS = {"breast_cancer": (16, ("1/16", "1/64")), "iris": (10, ("1/16", "1/8"))}
COLUMNS = ("data", "step", "sampling", "seed", "radius", "float_tau", "bracket", "verdict")
METHODS = ("tube", "lohner", "unsampled", "naive")


def load(name: str) -> tuple[list[list[int]], list[int]]:
    """(integer table, labels +-1)."""
    from sklearn import datasets

    bunch = getattr(datasets, f"load_{name}")()
    kept = bunch.target > 0 if name == "iris" else bunch.target >= 0
    labels = np.where(bunch.target[kept] == bunch.target.max(), 1, -1)
    return exit_fit.integer_table(bunch.data[kept]), [int(label) for label in labels]


def float_run(statement: Value) -> tuple[int | None, float]:
    """The first exit of a plain numpy run, and its farthest distance from the start."""
    data = exit_lohner.data_of(kernel_bracket.parse({**statement, "claim": {"survives": 0}}, ""))
    if data is None:
        raise ValueError("a ridge-logistic pool and a ball are expected")
    xb, xg, bb, bg, _ = data.coefficients
    x, b, farthest = data.x, data.b, 0.0
    for k, batch in enumerate([*data.batches, None]):
        distance = float(np.linalg.norm(x - data.center))
        farthest = max(farthest, distance)
        if distance > data.reach:
            return k, farthest
        if batch is not None:
            rows, labels = data.rows[batch], data.labels[batch]
            g = -(rows.T @ (labels * exit_lohner.sigmoid(-labels * (rows @ x)))) / len(rows) + data.ridge * x
            x, b = x + xb * b + xg * g, bb * b + bg * g
    return None, farthest


@dataclass(frozen=True)
class Unsampled:
    """A pool whose curvature is bounded without looking where the orbit is: sigma' <= 1/4."""

    pool: Any
    common: int = 0

    @property
    def size(self) -> int:
        return int(self.pool.size)

    @property
    def dimension(self) -> int:
        return int(self.pool.dimension)

    def gradient(self, batch: Batch, x: Any, q: int) -> list[int]:
        raise NotImplementedError

    def sample(self, batch: Batch, x: Any, radius: int, bits: int) -> Sample:
        found: Sample = self.pool.sample(batch, x, 1 << (bits + 40), bits)
        return found


def shown(found: Any) -> str:
    """A bracket in words: 638, [630, 640], none in 3000, or >= 77 where nothing more is shown."""
    if found.latest is not None:
        return str(found.latest) if found.earliest == found.latest else f"[{found.earliest} {found.latest}]"
    return f"none in {found.steps}" if found.earliest > found.steps else f">= {found.earliest}"


def tube(problem: Problem) -> exit_bracket.Bracket:
    """What the kernel's tube shows."""
    table = exit_bracket.tube_table(problem)
    return exit_bracket.scan(problem, table.evidence(exit_bracket.BUDGET_PRECISION), {})


def run(name: str, step: str, sampling: str, seed: int, radius: str) -> dict[str, str]:
    """One line of the table."""
    table, labels = load(name)
    order = exit_fit.draw_order(sampling, len(table), SETS[name][0], WINDOW, seed)
    statement = exit_fit.problem(
        table, labels, order, form="hb", step=step, momentum="7/8", ridge="1/128", radius=radius
    )
    tau, _ = float_run(statement)
    if tau is not None and tau + 5 < WINDOW:
        statement = {**statement, "order": {**order, "batches": order["batches"][: tau + 5]}}
    problem = kernel_bracket.parse({**statement, "claim": {"survives": 0}}, "/statement")
    data = exit_lohner.data_of(problem)
    if data is None:
        raise ValueError("a ridge-logistic pool and a ball are expected")
    best, numeric = tube(problem), exit_lohner.walk(data, exit_lohner.lohner(data))
    control = tube(replace(problem, pool=Unsampled(problem.pool)))
    naive = exit_lohner.walk(data, exit_lohner.naive(data))
    verdict = f"attested: {exit_lohner.WHO}"
    if best.sharp or not numeric.sharp:
        claim = Claim("exit/bracket", {**statement, "claim": best.claim})
        kernel.check(claim.data, [certificate(claim, best.evidence)])
        verdict = "proved"
    return {
        "data": name,
        "step": step,
        "sampling": sampling,
        "seed": str(seed),
        "radius": radius,
        "float_tau": "none" if tau is None else str(tau),
        "bracket": shown(best if verdict == "proved" else numeric),
        "verdict": verdict,
        "tube": shown(best),
        "lohner": shown(numeric),
        "unsampled": shown(control),
        "naive": shown(naive),
    }


def pilot_radius(name: str, step: str) -> str:
    """The farthest distance of a reshuffled pilot run, in thousandths."""
    table, labels = load(name)
    order = exit_fit.draw_order("rr", len(table), SETS[name][0], WINDOW, PILOT)
    statement = exit_fit.problem(
        table, labels, order, form="hb", step=step, momentum="7/8", ridge="1/128", radius="100"
    )
    return str(Fraction(round(float_run(statement)[1] * 1000), 1000))


def main(path: Path) -> None:
    """Write the table, a line at a time."""
    with path.open("w", newline="") as file:
        out = csv.DictWriter(file, [*COLUMNS, *METHODS], lineterminator="\n")
        out.writeheader()
        for name, (_, steps) in SETS.items():
            for step in steps:
                radius = pilot_radius(name, step)
                for sampling in ("rr", "iid"):
                    for seed in SEEDS:
                        row = run(name, step, sampling, seed, radius)
                        out.writerow(row)
                        file.flush()
                        print(", ".join(row.values()), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("runs.csv"))
