"""Distributions of the next word from real counts: p and q as mixtures of bigrams and unigrams, exactly.

    pip install --target counts wordsegment==1.3.1
    python examples/speculative/ngrams.py counts/wordsegment examples/speculative and 100

Writes and_p.json (9/10 bigram) and and_q.json (8/10 bigram) over the 100 most frequent words. The counts of wordsegment
1.3.1 (Apache-2.0) are those of a web corpus.
"""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path


def counts(path: Path) -> dict[str, int]:
    """Words, or pairs of words, with their counts."""
    lines = (line.rstrip("\n").split("\t") for line in path.open(encoding="utf-8"))
    return {name: int(count) for name, count in lines}


def mixture(
    words: list[str], unigrams: dict[str, int], bigrams: dict[str, int], previous: str, share: str
) -> list[str]:
    """share of the bigram distribution after `previous` and the rest of the unigram distribution, over `words`."""
    before = [bigrams.get(f"{previous} {word}", 0) for word in words]
    alone = [unigrams[word] for word in words]
    weight = Fraction(share)
    return [
        str(weight * Fraction(b, sum(before)) + (1 - weight) * Fraction(a, sum(alone)))
        for b, a in zip(before, alone, strict=True)
    ]


def main() -> None:
    folder, out, previous, size = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    unigrams, bigrams = counts(folder / "unigrams.txt"), counts(folder / "bigrams.txt")
    words = sorted(unigrams, key=lambda word: -unigrams[word])[:size]
    for name, share in (("p", "9/10"), ("q", "8/10")):
        numbers = mixture(words, unigrams, bigrams, previous, share)
        (out / f"{previous}_{name}.json").write_text(json.dumps(numbers) + "\n")


if __name__ == "__main__":
    main()
