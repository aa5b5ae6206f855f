"""Files of a filing, from a folder or a zip archive, with limits; and XML read with no entity, no DTD and no network.

A filing comes from outside. Nothing beyond its own folder (or archive) is opened, whatever its references say; sizes,
depth and counts are bounded before anything is built; a document type declaration is refused outright, which leaves no
entity to expand.
"""

from __future__ import annotations

import hashlib
import io
import posixpath
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any
from urllib.parse import unquote, urlsplit

from certify.contract import Malformed, MissingExtra
from certify.kernel.reject import limit

MAX_FILE = 128 << 20  # bytes of one file
MAX_ARCHIVE = 256 << 20  # bytes of an archive, unpacked
MAX_RATIO = 200  # of an archive member's size to its packed size
MAX_MEMBERS = 5000
MAX_BELOW = 200_000  # elements inside one child of the root


@dataclass
class Files:
    """The files beside a filing, by name. `read` ones are remembered with their SHA-256."""

    root: Path
    archive: zipfile.ZipFile | None = None
    seen: dict[str, str] = field(default_factory=dict)

    def names(self) -> list[str]:
        """Names of all files, relative to the root."""
        if self.archive is not None:
            return [info.filename for info in self.archive.infolist() if not info.is_dir()]
        return sorted(path.name for path in self.root.iterdir() if path.is_file())

    def find(self, reference: str, base: str = "") -> str | None:
        """The file that a reference in `base` means, if it is here: its path below the root, or its last part."""
        split = urlsplit(reference)
        path = unquote(split.path)
        if not split.scheme and not split.netloc and not path.startswith("/"):
            inside = posixpath.normpath(posixpath.join(posixpath.dirname(base), path))
            if not inside.startswith("..") and self._has(inside):
                return inside
        last = posixpath.basename(path)
        beside = posixpath.join(posixpath.dirname(base), last)
        for name in (beside, last, f"{beside}.xml", f"{last}.xml"):
            if last and self._has(name):
                return name
        return None

    def _has(self, name: str) -> bool:
        if self.archive is not None:
            return name in self.archive.NameToInfo
        path = self.root / name
        return path.is_file() and path.resolve().is_relative_to(self.root.resolve())

    def data(self, name: str) -> bytes:
        """The bytes of a file. Raises Reject (limit) where they are too many."""
        if self.archive is None:
            path = self.root / name
            size = path.stat().st_size
            if size > MAX_FILE:
                raise limit("", "file-too-large", f"{path.name} has {size} bytes, at most {MAX_FILE}")
            found = path.read_bytes()
        else:
            found = self._unpacked(self.archive, name)
        self.seen[name] = hashlib.sha256(found).hexdigest()
        return found

    def _unpacked(self, archive: zipfile.ZipFile, name: str) -> bytes:
        size = archive.getinfo(name).file_size
        if size > MAX_FILE:
            raise limit("", "file-too-large", f"{name} unpacks to {size} bytes, at most {MAX_FILE}")
        try:
            with archive.open(name) as file:
                found = file.read(MAX_FILE + 1)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
            raise Malformed(f"{self.root.name}: {name} cannot be unpacked: {error}") from error
        if len(found) > MAX_FILE:
            raise limit("", "file-too-large", f"{name} unpacks to more than {MAX_FILE} bytes")
        return found


def folder_of(path: Path) -> tuple[Files, str | None]:
    """The files around `path`, and the file's own name; None for an archive, where the instance is still to be
    found.
    """
    if zipfile.is_zipfile(path):
        return Files(path, _archive(path)), None
    path.open("rb").close()
    return Files(path.parent), path.name


def _archive(path: Path) -> zipfile.ZipFile:
    try:
        archive = zipfile.ZipFile(path)
        members = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise Malformed(f"{path}: not a readable zip archive: {error}") from error
    if len(members) > MAX_MEMBERS:
        raise limit("", "too-many-members", f"{path.name} has {len(members)} files, at most {MAX_MEMBERS}")
    total = sum(info.file_size for info in members)
    if total > MAX_ARCHIVE:
        raise limit("", "archive-too-large", f"{path.name} unpacks to {total} bytes, at most {MAX_ARCHIVE}")
    for info in members:
        if info.file_size > MAX_RATIO * max(info.compress_size, 1) and info.file_size > 1 << 20:
            detail = f"{info.filename}: {info.compress_size} bytes unpack to {info.file_size}, at most {MAX_RATIO} fold"
            raise limit("", "archive-ratio", detail)
    return archive


def lxml() -> Any:
    """lxml.etree, or MissingExtra."""
    try:
        from lxml import etree
    except ImportError:
        raise MissingExtra("xbrl", "lxml", "reading XBRL") from None
    return etree


def elements(data: bytes, name: str) -> Iterator[Any]:
    """First the root (of which only the start tag may be relied on), then each of its children, whole; each is cleared
    after use, so memory stays that of one child. Raises Malformed with file and line, Reject (limit)."""
    etree = lxml()
    source: IO[bytes] = io.BytesIO(data)
    options = {
        "resolve_entities": False,
        "no_network": True,
        "load_dtd": False,
        "huge_tree": False,
        "dtd_validation": False,
    }
    depth, below = 0, 0
    try:
        for event, element in etree.iterparse(
            source, ("start", "end"), remove_comments=True, remove_pis=True, **options
        ):
            if event == "start":
                depth += 1
                if depth == 1:
                    _no_doctype(element, name)
                    yield element
                else:
                    below = 0 if depth == 2 else below + 1
                    if below > MAX_BELOW:
                        detail = f"{name}: more than {MAX_BELOW} elements inside one child of the root"
                        raise limit("", "too-many-elements", detail)
                continue
            depth -= 1
            if depth == 1:
                yield element
                element.clear()
                while element.getprevious() is not None:
                    del element.getparent()[0]
    except etree.XMLSyntaxError as error:
        reason = " ".join(str(error.msg).split()).partition(", line ")[0]
        raise Malformed(f"{name}: line {error.lineno}: not well-formed XML: {reason}") from None


def _no_doctype(root: Any, name: str) -> None:
    if root.getroottree().docinfo.doctype:
        raise Malformed(f"{name}: has a document type declaration; filings need none, and it could define entities")
