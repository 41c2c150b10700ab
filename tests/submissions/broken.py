"""Files that are damaged, of another kind, strangely named, or of an unexpected shape."""

from __future__ import annotations

import gzip
import io
import json
import os
import socket
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from submissions.entries import FULL, NO_WINNER, Cells, Entry, answers, data, edited, saved
from submissions.small import handed_in

RIGHT = json.dumps(handed_in()).encode()

# ---- no notebook ---------------------------------------------------------------------------------


def large(path: Path, more: bytes = b"") -> None:
    with path.open("wb") as file:
        file.write(RIGHT + more)
        file.truncate(50_000_000)


def cells(value: Any) -> Any:
    return saved(handed_in() | {"cells": value})


def format_(value: Any) -> Any:
    return saved(handed_in() | {"nbformat": value})


OLD_FORMAT = {"nbformat": 3, "worksheets": [{"cells": []}], "metadata": {}}
NO_FORMAT = {name: part for name, part in handed_in().items() if name != "nbformat"}
NO_JSON, DAMAGED = "no JSON", "damaged"
DIGITS = RIGHT[:-1] + b', "n": ' + b"9" * 10_000 + b"}"
DEEP = RIGHT[:-1] + b', "n": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"

FILES = (
    Entry("empty file", data(b""), None, "it is empty"),
    Entry("spaces only", data(b" \n" * 9), None, "it is empty"),
    Entry("not JSON", data(b"PK\x03\x04 this is a zip"), None, NO_JSON),
    Entry("half a file", data(RIGHT[:900]), None, NO_JSON),
    Entry("a file and a half", data(RIGHT + RIGHT[:50]), None, NO_JSON),
    Entry("a web page", data(b"<!DOCTYPE html><title>hw1</title>"), None, NO_JSON),
    Entry("a pointer to the file", data(LFS), None, NO_JSON),
    Entry("packed", data(gzip.compress(RIGHT)), None, NO_JSON),
    Entry("a merge in the file", data(b"<<<<<<< HEAD\n" + RIGHT), None, NO_JSON),
    Entry("UTF-16", data(json.dumps(handed_in()).encode("utf-16")), None, NO_JSON),
    Entry("not UTF-8", data('{"cells": "ä"}'.encode("latin-1")), None, NO_JSON),
    Entry("zeros", data(bytes(10_000)), None, NO_JSON),
    Entry("brackets without end", data(b"[" * 200_000), None, NO_JSON),
    Entry("braces without end", data(b'{"a":' * 200_000), None, NO_JSON),
    Entry("nested without reason", data(DEEP), None),
    Entry("a number of 10,000 digits", data(DIGITS), None),
    Entry("JSON but no notebook", data(b'["cells"]'), None, "no list of cells"),
    Entry("a quoted text", data(b'"cells"'), None, "no list of cells"),
    Entry("a number", data(b"4"), None, "no list of cells"),
    Entry("null", data(b"null"), None, "no list of cells"),
    Entry("cells that are a dictionary", cells({}), None, "no list of cells"),
    Entry("cells that are nothing", cells(None), None, "no list of cells"),
    Entry("a cell that is a number", cells([7]), None, DAMAGED),
    Entry("a cell that is nothing", cells([None]), None, DAMAGED),
    Entry("a cell without text", cells([{"cell_type": "code"}]), None, DAMAGED),
    Entry("a text that is a number", cells([{"source": 7}]), None, DAMAGED),
    Entry("a text of lists", cells([{"source": [["x"]]}]), None, DAMAGED),
    Entry("no cells", cells([]), None, "none of the homework's answer cells"),
    Entry("100,000 cells", cells([{"source": ""}] * 100_000), None, "more than 2,000 cells"),
    Entry("an answer of a megabyte", answers(winner="#" * 1_000_000), None, "characters"),
    Entry("an old format", saved(OLD_FORMAT), None, "old format"),
    Entry("a format of the future", format_(5), None, "format 4"),
    Entry("a format in words", format_("4"), None, "format 4"),
    Entry("a format with a point", format_(4.0)),
    Entry("a mark of byte order", data(b"\xef\xbb\xbf" + RIGHT)),
    Entry("two marks of byte order", data(b"\xef\xbb\xbf" * 2 + RIGHT), None, NO_JSON),
    Entry("a zero at the end", data(RIGHT + b"\0"), None, NO_JSON),
    Entry("no format", saved(NO_FORMAT), None, "format 4"),
    Entry("fifty megabytes", large, None, "more than 20 MB"),
    Entry("another fifty megabytes", lambda path: large(path, b" "), None, "more than 20 MB"),
)

# ---- metadata ------------------------------------------------------------------------------------

HOMEWORKS = (["hw1"], {"hw1": 1}, 7, None, True, "", "../../etc/passwd", "hw9-none", "x" * 10_000)
COURSES = ([], 7, "hw1", None, {"ids": 7}, {"ids": ["student_id"]}, {"ids": None})
ODD = ({"kernelspec": None}, {"language_info": 3}, {"widgets": []}, {"authors": [[]]})
NESTED = {"n": json.loads("[" * 500 + "]" * 500)}
MANY = {"n": [[] for _ in range(500_000)]}
ABOUT = [
    *({"gamelib": {"homework": value}} for value in HOMEWORKS),
    *({"gamelib": value} for value in COURSES),
    *ODD,
]
GRADE_IDS = (["winner-answer"], {"winner-answer": 1}, 7, None, True, "", "winner-answer ")
NOTED = ([], 7, "winner-answer", None, {})


def noted(value: Any) -> Callable[[Cells], None]:
    def change(cells: Cells) -> None:
        cells[1]["metadata"]["nbgrader"] = value

    return change


def cell(**parts: Any) -> Any:
    """Right answers, but the first answer cell has these parts."""
    return edited(lambda cells: cells[1].update(parts))


LOST = "the cell is missing"
METADATA = (
    *(
        Entry(f"metadata {value!r:.40}", saved(handed_in() | {"metadata": value}))
        for value in ABOUT
    ),
    Entry("metadata deeply nested", saved(handed_in() | {"metadata": NESTED})),
    Entry("metadata of many lists", saved(handed_in() | {"metadata": MANY})),
    *(
        Entry(f"metadata that is {v!r}", saved(handed_in() | {"metadata": v}), None, DAMAGED)
        for v in (None, [], 7, "x")
    ),
    *(
        Entry(f"grade_id {value!r}", edited(noted({"grade_id": value})))
        for value in GRADE_IDS
    ),
    *(
        Entry(f"nbgrader {value!r}", edited(noted(value))) for value in NOTED
    ),
    *(
        Entry(f"a cell of the type {value!r}", cell(cell_type=value), NO_WINNER, LOST)
        for value in (None, 7, [], {}, "Code")
    ),
    *(
        Entry(f"a cell with metadata {value!r}", cell(metadata=value), None, DAMAGED)
        for value in (None, 7, [], "x")
    ),
    *(
        Entry(f"a cell with odd {name}", cell(**{name: value}))
        for name, value in {
            "outputs": 7, "execution_count": "x", "id": ["x"], "attachments": 7, "collapsed": {},
        }.items()
    ),
    Entry("odd tags", edited(lambda c: c[1]["metadata"].update(tags=7, editable=[]))),
    *(
        Entry(f"minor format {value!r}", saved(handed_in() | {"nbformat_minor": value}))
        for value in (0, 99, "5", None, [])
    ),
    Entry("NaN", data(RIGHT[:-1] + b', "n": [NaN, Infinity, 1e999]}')),
    Entry("keys twice", data(b'{"cells": [],' + RIGHT[1:])),
)  # fmt: skip

# ---- names ---------------------------------------------------------------------------------------


def under(name: str, file: str) -> Entry:
    """Right answers in a file of this name."""
    return Entry(name, saved(handed_in() | {"metadata": {"name": name}}), FULL, file=file)


NAMES = (
    under("spaces and quotes", 'it\'s "mine" <b>; rm -rf.ipynb'),
    under("dots", "..%2F..\\..etc.ipynb"),
    under("a dash", "--help.ipynb"),
    under("a page in a name", "<img src=x onerror=alert(1)>.ipynb"),
    under("a script in a name", "<script>alert(1)<&#47;script>.ipynb"),
    under("a formula", "=1+1.ipynb"),
    under("a formula after a semicolon", "x;=1+1.ipynb"),
    under("a formula after a comma", "x,@SUM(1).ipynb"),
    under("a formula after a line end", "x\n=1+1.ipynb"),
    under("a line end", "a\nb.ipynb"),
    under("a line end, written", "a\\nb.ipynb"),
    under("a carriage return", "a\rb.ipynb"),
    under("a tab", "a\tb.ipynb"),
    under("colours", "\x1b[31mred\x1b[0m.ipynb"),
    under("from right to left", "\u202egnp.ipynb"),
    under("an accent", "Zo\u00eb.ipynb"),
    under("an accent in two parts", "Zoe\u0308.ipynb"),
    under("letters of no alphabet", b"\xff\xfe.ipynb".decode("utf-8", "surrogateescape")),
    under("letters, written", "\\xff\\xfe.ipynb"),
    under("a capital", "Anna.ipynb"),
    under("a small letter", "anna.ipynb"),
    under("capitals at the end", "SHOUTS.IPYNB"),
    under("a long name", "x" * 249 + ".ipynb"),
    under("another long name", "x" * 248 + "y.ipynb"),
    under("a device", "CON.ipynb"),
    under("a dollar", "$HOME `id` $(id) %PATH%.ipynb"),
    under("a star", "*.ipynb"),
    under("a space at the end", "bea .ipynb"),
    under("the report", "report.ipynb"),
    under("the document", "the document.ipynb"),
    under("a number in brackets", "hw1 (123456).ipynb"),
    under("a larger number in brackets", "hw1 (234567).ipynb"),
    under("a third number in brackets", "hw1 (200001).ipynb"),
    under("Moodle", "Carla Diaz_123456_assignsubmission_file_/hw1.ipynb"),
    under("Canvas", "diazcarla_LATE_4711_99_hw1-2.ipynb"),
    under("a folder", "dan/hw1.ipynb"),
    under("folders", "eva/a/b/c/hw1.ipynb"),
    under("a folder with a strange name", "=1+1 <b>\n/hw1.ipynb"),
    under("a folder like a notebook", "fay.ipynb/hw1.ipynb"),
)

# ---- other kinds of files ------------------------------------------------------------------------


def packed(*files: tuple[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return written.getvalue()


def other(name: str, file: str, content: bytes = b"something") -> Entry:
    """A file that is not a notebook: its row says why it is not graded."""
    return Entry(name, data(content), None, "notebook", file)


OTHERS = (
    other("a program", "gus.py", b"def winner(board): ..."),
    other("a note", "ida.txt"),
    other("an exported page", "jan.html"),
    other("a letter", "kim.docx"),
    other("a print", "leo.pdf", b"%PDF-1.7"),
    other("an archive", "mia.zip", packed(("hw1.ipynb", RIGHT))),
    other("an archive of names", "ned.zip", packed(("../../evil.ipynb", RIGHT), ("/evil", b""))),
    other("an archive that explodes", "oda.zip", packed(("hw1.ipynb", bytes(200_000_000)))),
    other("a packed file", "pat.ipynb.gz", gzip.compress(RIGHT)),
    other("another ending", "quo.ipynb.txt", RIGHT),
    other("no ending", "ray", RIGHT),
    other("JSON", "sue.json", RIGHT),
    other("a checkpoint's name", "tom-checkpoint.ipynb.part", RIGHT),
)


def link(path: Path) -> None:
    target = path.parents[1] / "target-of-a-link.ipynb"
    target.write_bytes(RIGHT)
    path.symlink_to(target)


def link_to_folder(path: Path) -> None:
    target = path.parents[1] / "a folder"
    target.mkdir(exist_ok=True)
    (target / "hw1.ipynb").write_bytes(RIGHT)
    path.symlink_to(target)


def listens(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        here = Path.cwd()
        os.chdir(path.parent)  # the name of a socket is short
        try:
            server.bind(path.name)
        finally:
            os.chdir(here)


def links(name: str, target: str, file: str = "") -> Entry:
    return Entry(name, lambda path: path.symlink_to(target), None, file=file)


LINKS = (
    Entry("a link", link, None, "it is a link"),
    Entry("a link to a folder", link_to_folder, None, file="uma"),
    links("a link to nothing", "nowhere.ipynb")._replace(words="it is a link"),
    links("a link to passwords", "/etc/passwd")._replace(words="it is a link"),
    links("a link to itself", "vic.ipynb", "vic.ipynb")._replace(words="it is a link"),
    links("a link to the folder above", "..", "wim"),
    Entry("a pipe", lambda path: os.mkfifo(path), None, "not a file"),
    Entry("a socket", listens, None, "not a file", "xia.ipynb"),
    Entry("an empty folder", lambda path: path.mkdir(), None, "notebook", "yan"),
)
"""Only on systems that have them."""

BROKEN = (*FILES, *METADATA, *NAMES, *OTHERS, *(LINKS if os.name == "posix" else ()))
