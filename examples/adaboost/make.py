"""Write the stump matrices of iris and breast_cancer (bundled with scikit-learn) and certify what can be certified.

python -m examples.adaboost.make DIR
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from certify.cli import run

HERE = Path(__file__).parent


def data(name: str, path: Path) -> None:
    """The data set as CSV: one line an example, the shortest decimals of its numbers, the class last."""
    import sklearn.datasets

    loaded: Any = getattr(sklearn.datasets, f"load_{name}")()
    names = [feature.replace(" (cm)", "").replace(" ", "_") for feature in loaded.feature_names]
    lines = [",".join([*names, "class"])]
    for values, target in zip(loaded.data, loaded.target, strict=True):
        lines.append(",".join([*(repr(float(x)) for x in values), str(loaded.target_names[target])]))
    path.write_text("\n".join(lines) + "\n")


def matrices(folder: Path) -> dict[str, Path]:
    """Both stump matrices, written to `folder`; the reduction of each is printed and stands in its first line."""
    found = {}
    for name, options in (("iris", ["--positive", "virginica"]), ("breast_cancer", ["--quantiles", "10"])):
        data(name, folder / f"{name}.csv")
        found[name] = folder / f"{name}-stumps.csv"
        words = [
            "adaboost",
            "stumps",
            folder / f"{name}.csv",
            "--label",
            "class",
            *options,
            "-o",
            found[name],
            "--force",
        ]
        if run([str(word) for word in words]):
            raise SystemExit(f"no stumps of {name}")
    return found


def main(folder: Path) -> None:
    """Matrices and claims."""
    made = matrices(folder)
    for name, steps in (("iris", 200), ("breast_cancer", 60)):
        run(["adaboost", "prefix", str(made[name]), "--steps", str(steps), "-o", str(HERE), "--force"])
        run(["adaboost", "margin", str(made[name]), "-o", str(HERE), "--force"])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
