"""Inputs that mean harm or are broken: one clear sentence, bounded memory, nothing opened beyond the filing."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from certify.cli import run
from certify.contract import Malformed
from certify.kernel import Reject
from smt.xbrl.files import MAX_FILE
from smt.xbrl.load import load
from tests.smt.xbrl.minis import MINIS, Arc, F, Mini
from tests.smt.xbrl.verdicts import words

MINI = MINIS["rounded to millions"]
LEVELS = ['<!ENTITY l0 "lol">', *(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 12))]
LAUGHS = f"<!DOCTYPE x [{''.join(LEVELS)}]>"


def broken(folder: Path, change: tuple[str, str] = ("", ""), part: str = "mini.xml") -> Path:
    """The mini with one text of one file replaced."""
    path = MINI.write(folder)
    text = (folder / part).read_text()
    assert change[0] in text
    (folder / part).write_text(text.replace(*change, 1))
    return path


def sentence(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Exit code of the command and what it says; never a traceback."""
    code = run(["xbrl", "check", str(path)])
    said = capsys.readouterr()
    assert "Traceback" not in said.err and "bug" not in said.err
    assert len(said.err.strip().splitlines()) <= 1
    return code, said.err


@pytest.mark.parametrize(
    ("change", "part", "words_"),
    [
        (("</xbrli:xbrl>", ""), "mini.xml", ["mini.xml", "line"]),
        (("<xbrli:entity>", "<xbrli:entity"), "mini.xml", ["mini.xml", "line 2", "not well-formed"]),
        (("</link:linkbase>", ""), "mini_cal.xml", ["mini_cal.xml", "line"]),
        (("</xs:schema>", "</xs:schem>"), "mini.xsd", ["mini.xsd", "line"]),
        (('contextRef="c1"', 'contextRef="c9"'), "mini.xml", ["c9", "not in this instance"]),
        (('unitRef="u1"', 'unitRef="u9"'), "mini.xml", ["u9", "not in this instance"]),
        (("2023-12-31", "2023-13-31"), "mini.xml", ["2023-13-31", "expected a date"]),
        (('<xbrli:unit id="u1">', "<xbrli:unit>"), "mini.xml", ["unit", "expected an id"]),
        (("iso4217:USD", "nowhere:USD"), "mini.xml", ["nowhere", "not declared"]),
        (("<xbrli:identifier", "<xbrli:other"), "mini.xml", ["not well-formed"]),
        (('weight="1"', 'weight="0"'), "mini_cal.xml", ["weight '0'", "other than 0"]),
        (('weight="1"', 'weight="one"'), "mini_cal.xml", ["weight 'one'"]),
        (('order="1"', 'order="first"'), "mini_cal.xml", ["order 'first'"]),
        (("<link:linkbase", "<link:linkbas"), "mini_cal.xml", ["mini_cal.xml"]),
        (("<xs:schema", "<!DOCTYPE x><xs:schema"), "mini.xsd", ["mini.xsd", "document type declaration"]),
    ],
)
def test_malformed(
    change: tuple[str, str], part: str, words_: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = sentence(broken(tmp_path, change, part), capsys)
    assert code == 3
    assert all(word in said for word in words_), said


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"   ",
        b"<",
        b"hello",
        b"{",
        b"[]",
        b"{}",
        b"\xff\xfe\x00",
        b"<html/>",
        b'{"documentInfo": 1}',
        b"[" * 100000,
        b'{"a":' * 50000,
    ],
)
def test_not_a_filing(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.xml"
    path.write_bytes(data)
    code, said = sentence(path, capsys)
    assert code == 3 and "x.xml" in said


def test_every_truncation_is_refused_or_read(tmp_path: Path) -> None:
    """Cut anywhere, an instance is never read as something else without a word."""
    path = MINI.write(tmp_path)
    data = path.read_bytes()
    for end in range(0, len(data) - 1, 37):
        path.write_bytes(data[:end])
        with pytest.raises(Malformed):
            load(path)


@pytest.mark.parametrize("part", ["mini.xml", "mini.xsd", "mini_cal.xml"])
def test_billion_laughs(part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = MINI.write(tmp_path)
    (tmp_path / part).write_text(LAUGHS + (tmp_path / part).read_text())
    code, said = sentence(path, capsys)
    assert code == 3
    assert "document type declaration" in said or "not well-formed" in said


@pytest.mark.parametrize(
    "entity",
    [
        '<!ENTITY e SYSTEM "secret.txt">',
        '<!ENTITY e SYSTEM "http://example.com/x">',
        '<!ENTITY % p SYSTEM "secret.txt"> %p;',
    ],
)
def test_external_entities(entity: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = MINI.write(tmp_path)
    (tmp_path / "secret.txt").write_text("58000000")
    text = f"<!DOCTYPE x [{entity}]>" + path.read_text().replace(">58000000<", ">&e;<")
    path.write_text(text)
    code, said = sentence(path, capsys)
    assert code == 3 and "document type declaration" in said


def test_utf16_does_not_hide_a_declaration(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = MINI.write(tmp_path)
    text = '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE x [<!ENTITY e "58000000">]>' + path.read_text()
    path.write_bytes(text.replace(">58000000<", ">&e;<").encode("utf-16"))
    code, said = sentence(path, capsys)
    assert code == 3 and "document type declaration" in said


def test_references_do_not_leave_the_folder(tmp_path: Path) -> None:
    """A schema that names a linkbase above the filing's folder, or by an absolute path, does not open it."""
    inside = tmp_path / "inside"
    for reference in (
        "../mini_cal.xml",
        str(tmp_path / "mini_cal.xml"),
        f"file://{tmp_path}/mini_cal.xml",
        "http://example.com/mini_cal.xml",
    ):
        path = Mini(MINI.facts, MINI.arcs, linkbase=reference).write(inside)
        (inside / "mini_cal.xml").rename(tmp_path / "mini_cal.xml")
        filing = load(path)
        assert not filing.relations
        assert any("is not here" in note for note in filing.notes)
        assert [name for name, _ in filing.files] == ["mini.xml", "mini.xsd"]


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    path = MINI.write(tmp_path / "inside")
    (tmp_path / "inside" / "mini_cal.xml").rename(tmp_path / "outside.xml")
    (tmp_path / "inside" / "mini_cal.xml").symlink_to(tmp_path / "outside.xml")
    assert not load(path).relations


def archive(path: Path, parts: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", compression) as made:
        for name, data in parts.items():
            made.writestr(name, data)
    return path


def parts(folder: Path) -> dict[str, bytes]:
    MINI.write(folder)
    return {name: (folder / name).read_bytes() for name in ("mini.xml", "mini.xsd", "mini_cal.xml")}


def test_an_archive_of_a_filing(tmp_path: Path) -> None:
    path = archive(tmp_path / "f.zip", {f"f/{name}": data for name, data in parts(tmp_path / "f").items()})
    assert words(path, "xbrl21") == ["inconsistent"]
    filing = load(path)
    assert [name for name, _ in filing.files] == ["f/mini.xml", "f/mini.xsd", "f/mini_cal.xml"]


def test_zip_bombs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bomb = archive(tmp_path / "bomb.zip", {**parts(tmp_path / "f"), "mini.xml": b"<a>" + b" " * (64 << 20)})
    code, said = sentence(bomb, capsys)
    assert code == 6 and "fold" in said
    many = archive(tmp_path / "many.zip", {f"{i}.xml": b"" for i in range(5001)}, zipfile.ZIP_STORED)
    code, said = sentence(many, capsys)
    assert code == 6 and "5001 files" in said


def test_an_archive_that_lies_about_sizes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The size in the directory is small, the data is not: reading stops at the stated size or with an error."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("mini.xml", b"<a>" + b" " * (8 << 20))
    data = bytearray(buffer.getvalue())
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = (100).to_bytes(4, "little")
    (tmp_path / "lies.zip").write_bytes(bytes(data))
    code, said = sentence(tmp_path / "lies.zip", capsys)
    assert code == 3 and "lies.zip" in said


def test_archives_without_or_with_two_instances(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="found 0 instances"):
        load(archive(tmp_path / "none.zip", {"a.txt": b"x"}))
    both = parts(tmp_path / "f")
    with pytest.raises(Malformed, match="found 2 instances"):
        load(archive(tmp_path / "two.zip", {**both, "other.xml": both["mini.xml"]}))


def test_two_hundred_megabytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = MINI.write(tmp_path)
    with path.open("r+b") as file:
        file.truncate(200 << 20)
    code, said = sentence(path, capsys)
    assert code == 6 and str(200 << 20) in said and str(MAX_FILE) in said


HUGE = """
import sys
from pathlib import Path
from certify.contract import Malformed
from certify.kernel import Reject
from smt.xbrl.load import load
try:
    load(Path(sys.argv[1]))
    print("read")
except (Malformed, Reject) as error:
    print(str(error)[:200])
peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
print(int(peak.split()[1]) // 1024)  # ru_maxrss would count the process that started this one
"""


@pytest.mark.parametrize("what", ["children", "depth", "attribute", "facts"])
def test_memory_stays_bounded(what: str, tmp_path: Path) -> None:
    """20 MB of elements in one element, of depth and of one attribute, and 50,000 duplicates of one fact."""
    path = MINI.write(tmp_path)
    head, _, tail = path.read_text().partition("<m:T")
    filler = {
        "children": "<m:x>" + "<m:y/>" * (20 << 20 >> 3) + "</m:x>",
        "depth": "<m:y>" * (20 << 20 >> 3),
        "attribute": f'<m:x a="{"1" * (20 << 20)}"/>',
        "facts": '<m:T contextRef="c1" unitRef="u1" decimals="0">1</m:T>' * (3 << 20 >> 6),
    }[what]
    path.write_text(f"{head}{filler}<m:T{tail}")
    done = subprocess.run([sys.executable, "-c", HUGE, str(path)], capture_output=True, text=True, check=True)
    said, megabytes = done.stdout.strip().splitlines()[-2:]
    assert int(megabytes) < 600, megabytes
    assert said == "read" if what == "facts" else "mini.xml" in said


def test_long_and_odd_numbers(tmp_path: Path) -> None:
    """Numbers of more than a thousand digits, or with such exponents, are no facts to reckon with."""
    for text in ("9" * 1001, "1e1001", "1E-1001", "0." + "0" * 1001 + "1"):
        path = Mini((F("T", text, "INF"), F("A", "5")), (Arc("T", "A"),)).write(tmp_path)
        assert words(path, "c11r") == ["unbound:invalidFact"]
    path = Mini((F("T", "5", "99999"), F("A", "5")), (Arc("T", "A"),)).write(tmp_path)
    assert words(path, "c11r") == ["unbound:invalidFact"]


def test_limits_are_refusals_of_their_own(tmp_path: Path) -> None:
    path = MINI.write(tmp_path)
    with path.open("r+b") as file:
        file.truncate(MAX_FILE + 1)
    with pytest.raises(Reject) as caught:
        load(path)
    assert caught.value.code == "file-too-large"
