"""Zip files of a class or of a student: a bad entry costs only itself."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path

import pytest
import tiny_homework as tiny

from grader import lms
from grader.lms import MAX_FILE_BYTES, collect, unpack
from grader.release import released


def there(folder: Path) -> dict[str, int]:
    """Return the files of a folder and their sizes."""
    files = [path for path in folder.rglob("*") if not path.is_dir()]
    return {path.relative_to(folder).as_posix(): path.stat().st_size for path in files}


def zipped(file: Path, *entries: tuple[str, str | bytes], mode: int = 0, how: int = 0) -> Path:
    """Write a zip file with exactly these names, even invalid ones."""
    with zipfile.ZipFile(file, "w") as archive:
        for number, (name, data) in enumerate(entries):
            info = zipfile.ZipInfo(f"{number}")
            info.filename, info.external_attr, info.compress_type = name, mode << 16, how
            archive.writestr(info, data)
    return file


@pytest.mark.parametrize(
    "name, words",
    {
        "../../evil.ipynb": "leads out of the folder",
        "/PLACE/evil.ipynb": "leads out of the folder",
        "C:\\evil.ipynb": "leads out of the folder",
        "a\\..\\..\\evil.ipynb": "leads out of the folder",
        "\\PLACE\\evil.ipynb": "leads out of the folder",
        "../evil/": "leads out of the folder",
        "x" * 300 + ".ipynb": "File name too long",
        ".": "it has no name",
        "ann/hw.ipynb/evil.ipynb": "",  # a file is no folder; systems have different words
    }.items(),
)
def test_a_hostile_name_is_left_out_and_reported(name: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    name = name.replace("PLACE", tmp_path.as_posix()[1:])
    file = zipped(tmp_path / "in/a.zip", ("ann/hw.ipynb", "good"), (name, "evil"))
    (problem,) = unpack(file, tmp_path / "in/out")
    assert problem.startswith(f"{name!a} in a.zip is left out: ")
    assert words in problem
    assert {*there(tmp_path)} == {"in/a.zip", "in/out/ann/hw.ipynb"}


def test_a_link_is_left_out(tmp_path: Path) -> None:
    file = zipped(tmp_path / "a.zip", ("link.ipynb", "/etc/passwd"), mode=0o120777)
    assert unpack(file, tmp_path / "out") == ["'link.ipynb' in a.zip is left out: it is a link"]
    assert there(tmp_path / "out") == {}


FLAGS, METHOD, NAMED = 6, 8, 30  # places in the head of an entry


@pytest.mark.parametrize(
    "offset, value, how, words",
    [
        (FLAGS, 1, zipfile.ZIP_STORED, "is encrypted"),
        (METHOD, 99, zipfile.ZIP_STORED, "compression method is not supported"),
        (NAMED + 30, 255, zipfile.ZIP_STORED, "Bad CRC-32"),
        (NAMED + 30, 255, zipfile.ZIP_DEFLATED, ""),
        (NAMED + 30, 255, zipfile.ZIP_BZIP2, ""),
        (NAMED + 20, 255, zipfile.ZIP_LZMA, ""),
        (NAMED, 255, zipfile.ZIP_STORED, "differ"),
    ],
)
def test_what_is_encrypted_or_damaged_costs_only_itself(
    offset: int, value: int, how: int, words: str, tmp_path: Path
) -> None:
    entries = [("bad.ipynb", os.urandom(1000)), ("good.ipynb", b"good")]
    file = zipped(tmp_path / "a.zip", *entries, how=how)
    data = bytearray(file.read_bytes())
    data[offset] ^= value
    if offset in (FLAGS, METHOD):  # stands in the list of entries as well
        data[data.index(b"PK\1\2") + offset + 2] ^= value
    file.write_bytes(data)
    (problem,) = unpack(file, tmp_path / "out")
    assert problem.startswith("'bad.ipynb' in a.zip is left out: ")
    assert words in problem
    assert there(tmp_path / "out") == {"good.ipynb": 4}


def test_a_file_that_is_no_zip_file_is_reported_in_a_sentence(tmp_path: Path) -> None:
    file = zipped(tmp_path / "a.zip", ("ä.ipynb", "one"))
    data = file.read_bytes()
    listed = data.index(b"PK\1\2")
    future = data[: listed + 6] + b"\xff" + data[listed + 7 :]  # an unknown version
    name = data[:listed] + data[listed:].replace("ä".encode(), b"\xff\xff")
    for damaged in (b"", b"hello", data[:-9], data[:listed] + data[-22:], future, name):
        file.write_bytes(damaged)
        with pytest.raises(ValueError, match=r"^a\.zip is no zip file, or damaged: "):
            unpack(file, tmp_path / "out")


def test_a_bomb_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = ("bomb.ipynb", b"\0" * (MAX_FILE_BYTES + 10_000_000))
    file = zipped(tmp_path / "a.zip", bomb, ("b.ipynb", "b"), how=zipfile.ZIP_DEFLATED)
    assert file.stat().st_size < 50_000
    assert unpack(file, tmp_path / "out") == []
    assert there(tmp_path / "out") == {"bomb.ipynb": MAX_FILE_BYTES + 1, "b.ipynb": 1}
    with pytest.raises(ValueError, match=r"a\.zip holds more than 1 MB"):
        unpack(file, tmp_path / "again", max_bytes=1_000_000)
    monkeypatch.setattr(lms, "MAX_FILES", 1)
    with pytest.raises(ValueError, match=r"a\.zip holds more than 1 files"):
        unpack(file, tmp_path / "many")
    assert not (tmp_path / "many").exists()


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_second_file_of_a_name_is_left_out_and_reported(tmp_path: Path) -> None:
    names = ["ann\\", "ann/hw.ipynb", "ann\\hw.ipynb", "./ann//hw.ipynb", "ann/hw.ipynb"]
    file = zipped(tmp_path / "a.zip", *((name, name) for name in names))
    problems = unpack(file, tmp_path / "out")
    assert len(problems) == 3
    assert problems[-1] == "'ann/hw.ipynb' in a.zip is left out: there is another one of its name"
    assert (tmp_path / "out/ann/hw.ipynb").read_text() == "ann/hw.ipynb"
    assert [*there(tmp_path / "out")] == ["ann/hw.ipynb"]


def test_a_zip_in_a_student_s_zip_stays_one_and_a_damaged_one_stops_no_other(
    tmp_path: Path,
) -> None:
    copy = released(tiny.master(), tmp_path / "tiny.ipynb")
    master, release = tmp_path / "source/tiny/tiny.ipynb", tmp_path / "release/tiny/tiny.ipynb"
    release.parent.mkdir(parents=True)
    release.write_text(json.dumps(copy))
    (tmp_path / "roster.csv").write_text("id\nann\nbob\ncem\n")
    right = json.dumps(tiny.solved(copy, tiny.RIGHT))
    once = zipped(tmp_path / "once.zip", ("work/tiny.ipynb", right)).read_bytes()
    twice = zipped(tmp_path / "twice.zip", ("once.zip", once)).read_bytes()
    listed = once.index(b"PK\1\2") + 6
    future = once[:listed] + b"\xff" + once[listed + 1 :]
    files = {"ann/a.zip": once, "bob/b.zip": twice, "cem/c.zip": future}
    problems, _ = collect(
        tmp_path, master, zipped(tmp_path / "class.zip", *files.items()), tmp_path / "roster.csv"
    )
    assert (tmp_path / "submitted/tiny/ann/tiny.ipynb").read_text() == right
    assert not [*(tmp_path / "collected").rglob("bob/**/*.ipynb")]
    assert [words for words in problems if "c.zip is no zip file, or damaged" in words]
    assert [words for words in problems if "it is a .zip file; hand in the notebook" in words]
