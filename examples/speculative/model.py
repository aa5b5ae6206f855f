"""Logits of a genuine small language model and its quantised drafters, for 400 steps each.

    pip download --no-deps --no-binary :all: textgenrnn==2.0.0
    python examples/speculative/model.py textgenrnn-2.0.0.tar.gz examples/speculative

The model is the character network of textgenrnn 2.0.0 (MIT licence, 465 characters, 40 characters of context), run here
in numpy from the weights of its source distribution. Drafters are the same network with weights rounded to 8, 4 and 3
bits per column, and with a context of 6 characters. Needs numpy and h5py, neither of which is needed to use certify.
"""

from __future__ import annotations

import io
import json
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import h5py
import numpy as np

Array = Any

STEPS, CONTEXT, UNITS, TEMPERATURE, SEED = 400, 40, 128, 0.5, 3
META = "<s>"
DRAFTERS = {"int8": (8, CONTEXT), "int4": (4, CONTEXT), "int3": (3, CONTEXT), "ctx6": (0, 6)}


@dataclass(frozen=True)
class Network:
    """Embedding, two LSTM layers (kernel, recurrent, bias; gates i, f, c, o), attention, output."""

    embedding: Array
    layers: tuple[tuple[Array, Array, Array], ...]
    attention: Array
    kernel: Array
    bias: Array

    def logits(self, text: list[int], context: int) -> Array:
        """Logits of the next character after `text`."""
        seen = text[-context:]
        padded = [0] * (CONTEXT - len(seen)) + seen
        parts = [self.embedding[padded]]
        for layer in self.layers:
            parts.append(_lstm(parts[-1], *layer))
        states = np.concatenate(parts, axis=1)
        scores = states @ self.attention[:, 0]
        shares = np.exp(scores - scores.max())
        return (states * (shares / shares.sum())[:, None]).sum(axis=0) @ self.kernel + self.bias


def _sigmoid(x: Array) -> Array:
    return 1.0 / (1.0 + np.exp(-x))


def _lstm(inputs: Array, kernel: Array, recurrent: Array, bias: Array) -> Array:
    state, memory = np.zeros(UNITS, dtype=np.float32), np.zeros(UNITS, dtype=np.float32)
    driven = inputs @ kernel + bias
    states = []
    for row in driven:
        gates = row + state @ recurrent
        i, f, c, o = np.split(gates, 4)
        memory = _sigmoid(f) * memory + _sigmoid(i) * np.tanh(c)
        state = _sigmoid(o) * np.tanh(memory)
        states.append(state)
    return np.array(states)


def load(archive: Path) -> tuple[Network, dict[str, int]]:
    """The network and the vocabulary in the source distribution."""
    with tarfile.open(archive) as tar:
        members = {Path(member.name).name: member for member in tar.getmembers()}
        weights = tar.extractfile(members["textgenrnn_weights.hdf5"])
        names = tar.extractfile(members["textgenrnn_vocab.json"])
        if weights is None or names is None:
            raise SystemExit(f"{archive}: not the textgenrnn source distribution")
        vocabulary = json.loads(names.read())
        with h5py.File(io.BytesIO(weights.read())) as file:
            layers = tuple(
                _unpacked(
                    *(np.array(file[f"{name}/{name}/{part}:0"]) for part in ("kernel", "recurrent_kernel", "bias"))
                )
                for name in ("rnn_1", "rnn_2")
            )
            network = Network(
                np.array(file["embedding/embedding/embeddings:0"]),
                layers,
                np.array(file["attention/attention/attention_W:0"]),
                np.array(file["output/output/kernel:0"]),
                np.array(file["output/output/bias:0"]),
            )
    return network, vocabulary


def _unpacked(kernel: Array, recurrent: Array, bias: Array) -> tuple[Array, Array, Array]:
    """The file holds the layout of a graphics library: transposed gates, and two biases to be added."""
    gates = [gate.T.reshape(gate.shape, order="F") for gate in np.hsplit(kernel, 4)]
    return np.hstack(gates), np.hstack([gate.T for gate in np.hsplit(recurrent, 4)]), bias.reshape(2, -1).sum(axis=0)


def quantised(network: Network, bits: int) -> Network:
    """Every matrix rounded to `bits` bits with one scale per column; biases as they are. 0 bits: the network itself."""
    if bits == 0:
        return network
    layers = tuple((_rounded(k, bits), _rounded(r, bits), b) for k, r, b in network.layers)
    return Network(
        _rounded(network.embedding, bits), layers, network.attention, _rounded(network.kernel, bits), network.bias
    )


def _rounded(matrix: Array, bits: int) -> Array:
    most = 2 ** (bits - 1) - 1
    scale = np.abs(matrix).max(axis=0) / most
    return (np.rint(matrix / scale) * scale).astype(np.float32)


def generate(network: Network, vocabulary: dict[str, int]) -> tuple[list[list[int]], str]:
    """Contexts of STEPS steps, sampled from the network at TEMPERATURE, title after title."""
    names = {index: name for name, index in vocabulary.items()}
    random = np.random.default_rng(SEED)
    contexts: list[list[int]] = []
    shown = []
    text = [vocabulary[META]]
    while len(contexts) < STEPS:
        contexts.append(list(text))
        scaled = network.logits(text, CONTEXT).astype(np.float64) / TEMPERATURE
        shares = np.exp(scaled - scaled.max())
        token = int(random.choice(len(shares), p=shares / shares.sum()))
        shown.append("\n" if names.get(token, META) == META else names[token])
        text = [vocabulary[META]] if names.get(token, META) == META or len(text) > 80 else [*text, token]
    return contexts, "".join(shown)


def main() -> None:
    network, vocabulary = load(Path(sys.argv[1]))
    contexts, text = generate(network, vocabulary)
    print(text)
    target = np.array([network.logits(context, CONTEXT) for context in contexts]).astype(np.float16)
    for name, (bits, context) in DRAFTERS.items():
        drafter = quantised(network, bits)
        draft = np.array([drafter.logits(seen, context) for seen in contexts]).astype(np.float16)
        np.savez_compressed(Path(sys.argv[2]) / f"{name}.npz", target_logits=target, draft_logits=draft)
        print(f"{name}: same choice at {int((target.argmax(axis=1) == draft.argmax(axis=1)).sum())} of {STEPS} steps")


if __name__ == "__main__":
    main()
