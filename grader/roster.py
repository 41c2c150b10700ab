"""The roster of a class: a table of ids, names and addresses, and which student a file is from."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections import defaultdict
from io import StringIO
from pathlib import Path, PurePath
from typing import NamedTuple

from course.handin.submission import CANVAS, MOODLE, who

COLUMN_NAMES = {  # the names that a column may have, in letters and digits only
    "id": "id studentid idnumber sisuserid matriculationnumber username",
    "name": "name fullname student",
    "first": "firstname givenname",
    "last": "lastname surname familyname",
    "email": "email emailaddress mail",
    "canvas": "lmsuserid canvasid canvasuserid",
}


class Roster(NamedTuple):
    """The students of a class."""

    people: dict[str, str]  # id → name
    ids_by_name: dict[str, set[str]]  # a name in letters and digits only, or # and Canvas's number

    def who(self, inside: PurePath) -> str:
        """Return the id of the student whose file this is; if unsure, the name in the path."""
        ids = self._fitting(inside)
        return next(iter(ids)) if len(ids) == 1 else who(inside)

    def doubt(self, inside: PurePath) -> str:
        """Return why it is unsure whose file this is, or ""."""
        ids = sorted(self._fitting(inside))
        return "" if len(ids) == 1 else " or ".join(ids) or "not on the roster"

    def _fitting(self, inside: PurePath) -> set[str]:
        """Return the ids of all students whose file this may be.

        The name of a folder or file may be an id, a name or an address, or contain an id. A number
        that Moodle or Canvas adds is not an id; Canvas's number may be a column of the roster.
        """
        name = inside.parts[0] if len(inside.parts) > 1 else inside.stem
        if name in self.people:
            return {name}
        moodle, canvas = MOODLE.match(name), CANVAS.match(name)
        if added := moodle or canvas:
            name = added[1]
        words = re.split(r"[\W_]+", name)
        letters = _squeezed("".join(word for word in words if not word.isdecimal()))
        ids = {_squeezed(number): number for number in self.people}
        within = {ids[word] for word in map(_squeezed, words) if word in ids}
        number = f"#{canvas[2]}" if canvas and not moodle else ""
        for key, more in ((number, set()), (_squeezed(name), set()), (letters, within)):
            if fitting := self.ids_by_name.get(key, set()) | more:
                return fitting
        return set()


def read_table(file: str | Path) -> list[list[str]]:
    """Return the rows of a table (CSV), with commas, semicolons or tabs between its columns."""
    try:
        text = Path(file).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{file} is not in UTF-8; save it as CSV UTF-8") from None
    except OSError as error:
        raise ValueError(f"{file} cannot be read: {error}") from error
    first = text.partition("\n")[0]
    between, table = max(",;\t", key=first.count), list[list[str]]()
    try:
        for line in csv.reader(StringIO(text, newline=""), delimiter=between, strict=True):
            if any("\n" in text for text in line):
                raise csv.Error("a quote is not closed in its line")
            if line:
                table.append(line)
    except csv.Error as error:
        raise ValueError(f"{file}, row {len(table) + 1}: {error}") from error
    return table


def read_roster(file: str | Path) -> Roster:
    """Return the roster in a table with a column of ids; a ValueError says what is wrong.

    Columns of names and e-mail addresses help to match files to students.
    """
    head, *rows = read_table(file) or [[]]
    headings = {_squeezed(column): column for column in head}
    columns = {
        part: next((headings[name] for name in names.split() if name in headings), "")
        for part, names in COLUMN_NAMES.items()
    }
    if "sisuserid" in headings and not columns["canvas"]:  # Canvas's own table: ID is its number
        columns["canvas"] = headings.get("id", "")
    if not columns["id"]:
        names_there = ", ".join(head) or "none"
        raise ValueError(
            f"the roster {file} has no column called id; its columns are: {names_there}"
        )
    people: dict[str, str] = {}
    ids_by_name: dict[str, set[str]] = defaultdict(set)
    squeezed_ids: dict[str, str] = {}
    for row in rows:
        cells = dict(zip(head, row, strict=False)) | {"": ""}
        fields = {part: cells.get(column, "").strip() for part, column in columns.items()}
        number, first, last = fields["id"], fields["first"], fields["last"]
        if not number:
            continue
        if number in people:
            raise ValueError(f"the roster {file} has the id {number} twice")
        if (other := squeezed_ids.setdefault(_squeezed(number), number)) != number:
            raise ValueError(
                f"the roster {file} has the ids {other} and {number}, which differ only in "
                "capitals, accents or punctuation: files could be mixed up"
            )
        people[number] = fields["name"] or f"{first} {last}".strip()
        names = [number, people[number], f"{first} {last}", f"{last} {first}", fields["email"]]
        names += [" ".join(people[number].split()[::-1]), fields["email"].partition("@")[0]]
        for name in filter(None, map(_squeezed, names)):
            ids_by_name[name].add(number)
        if fields["canvas"]:
            ids_by_name[f"#{fields['canvas']}"].add(number)
    if not people:
        raise ValueError(f"the roster {file} has no students in it")
    return Roster(people, ids_by_name)


def _squeezed(text: str) -> str:
    """Return the letters and digits of a text in lower case, without accents.

    >>> _squeezed("Zoë O'Neill-Brown")
    'zoeoneillbrown'
    """
    letters = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in letters if letter.isalnum())
