"""Rows of a two-dimensional array on disk, one at a time: .npy and .safetensors mapped, .npz streamed from the zip.

Nothing is loaded whole and nothing is unpickled. float16, float32, float64 and (in .safetensors) bfloat16 are read
exactly; 16-bit rows come out as float32. Needs numpy (extra `arrays`).
"""

from __future__ import annotations

import json
import math
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from certify.contract import Malformed, MissingExtra

Array = Any

MAX_HEADER = 1 << 24
SUFFIXES = (".npy", ".npz", ".safetensors")
_SAFE_TYPES = {"F16": "<f2", "F32": "<f4", "F64": "<f8", "BF16": "<u2"}


@dataclass(frozen=True)
class Rows:
    """A table of logits: `steps` rows over a vocabulary, each given once and in order by `rows`."""

    path: Path
    name: str
    steps: int
    vocabulary: int
    rows: Iterator[Array]


def numpy() -> Any:
    """numpy, or MissingExtra."""
    try:
        import numpy as np
    except ImportError:
        raise MissingExtra("arrays", "numpy", "reading arrays") from None
    return np


@contextmanager
def open_rows(path: Path, name: str) -> Iterator[Rows]:
    """The rows of an array file; `name` is the member where a file holds several. Raises Malformed or OSError."""
    numpy()
    if path.suffix == ".npy":
        yield _npy(path)
    elif path.suffix == ".safetensors":
        yield _safetensors(path, name)
    elif path.suffix == ".npz":
        with _npz(path, name) as rows:
            yield rows
    else:
        raise Malformed(f"{path}: expected one of {', '.join(SUFFIXES)}")


def _rows(path: Path, name: str, shape: tuple[int, ...], rows: Iterator[Array]) -> Rows:
    if len(shape) not in (1, 2) or 0 in shape or shape[-1] < 2:
        raise Malformed(f"{path}: {name}: found shape {shape}, expected (steps, vocabulary) or (vocabulary,)")
    steps = 1 if len(shape) == 1 else shape[0]
    return Rows(path, name, steps, shape[-1], _checked(path, name, rows))


def _checked(path: Path, name: str, rows: Iterator[Array]) -> Iterator[Array]:
    """Rows without NaN and +inf, of which some token is finite."""
    np = numpy()
    for step, row in enumerate(rows):
        if not row.max() < math.inf:
            token = int(np.flatnonzero(~(row < math.inf))[0])
            raise Malformed(
                f"{path}: {name}: step {step}, token {token}: found {row[token]}, expected a finite logit or -inf"
            )
        if row.max() == -math.inf:
            raise Malformed(f"{path}: {name}: step {step}: every logit is -inf, expected one that is finite")
        yield row


def _require_type(path: Path, name: str, kind: Any) -> None:
    if kind.kind != "f" or kind.itemsize not in (2, 4, 8):
        raise Malformed(f"{path}: {name}: found {kind}, expected float16, float32 or float64")


def _row(data: Array) -> Array:
    """A row in native byte order, 16-bit numbers widened."""
    np = numpy()
    return data.astype(np.float32 if data.dtype.itemsize <= 4 else np.float64)


def _npy(path: Path) -> Rows:
    np = numpy()
    try:
        table = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, EOFError):
        raise Malformed(f"{path}: not a plain .npy array") from None
    if not isinstance(table, np.ndarray):
        raise Malformed(f"{path}: not a plain .npy array")
    _require_type(path, "array", table.dtype)
    flat = table.reshape(1, -1) if table.ndim == 1 else table
    return _rows(path, "array", table.shape, (_row(row) for row in flat))


@contextmanager
def _npz(path: Path, name: str) -> Iterator[Rows]:
    np = numpy()
    try:
        with zipfile.ZipFile(path) as archive:
            members = [entry.removesuffix(".npy") for entry in archive.namelist()]
            if name not in members:
                raise Malformed(f"{path}: no array {name!a}; found {', '.join(map(ascii, members[:20]))}")
            with archive.open(f"{name}.npy") as file:
                try:
                    version = np.lib.format.read_magic(file)
                    read = (
                        np.lib.format.read_array_header_1_0
                        if version == (1, 0)
                        else np.lib.format.read_array_header_2_0
                    )
                    shape, by_columns, kind = read(file)
                except ValueError as error:
                    raise Malformed(f"{path}: {name}: not a plain array: {error}") from None
                _require_type(path, name, kind)
                if by_columns and len(shape) > 1:
                    raise Malformed(f"{path}: {name}: stored by columns, expected row after row (C order)")
                yield _rows(path, name, shape, _stream(path, name, file, shape, kind))
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise Malformed(f"{path}: not a readable .npz: {error}") from None


def _stream(path: Path, name: str, file: Any, shape: tuple[int, ...], kind: Any) -> Iterator[Array]:
    np = numpy()
    size = shape[-1] * kind.itemsize
    for step in range(1 if len(shape) == 1 else shape[0]):
        data = file.read(size)
        if len(data) != size:
            raise Malformed(
                f"{path}: {name}: step {step}: found {len(data)} bytes, expected {size}; the file is cut off"
            )
        yield _row(np.frombuffer(data, dtype=kind))


def _safetensors(path: Path, name: str) -> Rows:
    np = numpy()
    size = path.stat().st_size
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        if size < 8 or length > min(MAX_HEADER, size - 8):
            raise Malformed(f"{path}: a header of {length} bytes in a file of {size}; not a .safetensors file")
        try:
            header = json.loads(file.read(length))
        except (ValueError, RecursionError):
            raise Malformed(f"{path}: the header is not JSON; not a .safetensors file") from None
    names = [key for key in header if key != "__metadata__"] if isinstance(header, dict) else []
    try:
        entry = header[name]
        kind, shape, (start, stop) = entry["dtype"], tuple(entry["shape"]), entry["data_offsets"]
    except (TypeError, KeyError, ValueError):
        raise Malformed(f"{path}: no tensor {name!a}; found {', '.join(map(ascii, names[:20])) or 'none'}") from None
    if not isinstance(kind, str) or kind not in _SAFE_TYPES:
        raise Malformed(f"{path}: {name}: found {kind}, expected {', '.join(_SAFE_TYPES)}")
    count = math.prod(shape)
    if not all(type(n) is int and n >= 0 for n in (*shape, start, stop)) or 8 + length + stop > size:
        raise Malformed(f"{path}: {name}: shape or offsets beyond the file")
    if stop - start != count * np.dtype(_SAFE_TYPES[kind]).itemsize:
        raise Malformed(f"{path}: {name}: {stop - start} bytes do not hold shape {shape} of {kind}")
    rows = _rows(path, name, shape, iter(()))
    table = np.memmap(path, dtype=_SAFE_TYPES[kind], mode="r", offset=8 + length + start, shape=(rows.steps, shape[-1]))
    return _rows(path, name, shape, (_bfloat(row) if kind == "BF16" else _row(row) for row in table))


def _bfloat(row: Array) -> Array:
    """bfloat16 is the upper half of float32."""
    np = numpy()
    return (row.astype(np.uint32) << 16).view(np.float32)
