"""Who is in the class: a table of ids, names and addresses, and which of them a file belongs to."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections import defaultdict
from io import StringIO
from pathlib import Path, PurePath
from typing import NamedTuple

from course.handin.submission import CANVAS, MOODLE, who

COLUMNS = {  # what a column may be called, in letters and digits only
    "id": "id studentid idnumber sisuserid matriculationnumber username",
    "name": "name fullname student",
    "first": "firstname givenname",
    "last": "lastname surname familyname",
    "email": "email emailaddress mail",
    "canvas": "lmsuserid canvasid canvasuserid",
}


class Roster(NamedTuple):
    """The students of a class, id → name, and what else each may be called."""

    people: dict[str, str]
    called: dict[str, set[str]]  # in letters and digits only, or # and Canvas's number → ids

    def who(self, inside: PurePath) -> str:
        """Return the id of the student whose file this is; if it is not sure, what it says."""
        found = self._fitting(inside)
        return next(iter(found)) if len(found) == 1 else who(inside)

    def doubt(self, inside: PurePath) -> str:
        """Return why it is not sure whose file this is, if so."""
        found = sorted(self._fitting(inside))
        return "" if len(found) == 1 else " or ".join(found) or "not on the roster"

    def _fitting(self, inside: PurePath) -> set[str]:
        """Return the ids of all students whose file this may be.

        A folder or file may be named by an id, a name or an address, or have an id in its name.
        A number that Moodle or Canvas adds is no id; Canvas's may be in the roster as such.
        """
        name = inside.parts[0] if len(inside.parts) > 1 else inside.stem
        if name in self.people:
            return {name}
        moodle, canvas = MOODLE.match(name), CANVAS.match(name)
        if added := moodle or canvas:
            name = added[1]
        words = re.split(r"[\W_]+", name)
        letters = _squeezed("".join(word for word in words if not word.isdecimal()))
        known = {_squeezed(number): number for number in self.people}
        within = {known[word] for word in map(_squeezed, words) if word in known}
        number = f"#{canvas[2]}" if canvas and not moodle else ""
        for called, more in ((number, set()), (_squeezed(name), set()), (letters, within)):
            if found := self.called.get(called, set()) | more:
                return found
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
            table += [line] if line else []
    except csv.Error as error:
        raise ValueError(f"{file}, row {len(table) + 1}: {error}") from error
    return table


def read_roster(file: str | Path) -> Roster:
    """Return the roster in a table with a column of ids; a ValueError says what is wrong.

    Columns of names and e-mail addresses help to tell whose file is whose.
    """
    head, *rows = read_table(file) or [[]]
    places = {_squeezed(column): column for column in head}
    found = {
        part: next((places[name] for name in names.split() if name in places), "")
        for part, names in COLUMNS.items()
    }
    if "sisuserid" in places and not found["canvas"]:  # Canvas's own table: the id is its number
        found["canvas"] = places.get("id", "")
    if not found["id"]:
        columns = ", ".join(head) or "none"
        raise ValueError(f"the roster {file} has no column called id; its columns are: {columns}")
    people: dict[str, str] = {}
    called: dict[str, set[str]] = defaultdict(set)
    same: dict[str, str] = {}
    for row in rows:
        there = dict(zip(head, row, strict=False)) | {"": ""}
        said = {part: there.get(column, "").strip() for part, column in found.items()}
        number, first, last = said["id"], said["first"], said["last"]
        if not number:
            continue
        if number in people:
            raise ValueError(f"the roster {file} has the id {number} twice")
        if (other := same.setdefault(_squeezed(number), number)) != number:
            raise ValueError(
                f"the roster {file} has the ids {other} and {number}, which differ only in "
                "capitals, accents or punctuation: files could be mixed up"
            )
        people[number] = said["name"] or f"{first} {last}".strip()
        names = [number, people[number], f"{first} {last}", f"{last} {first}", said["email"]]
        names += [" ".join(people[number].split()[::-1]), said["email"].partition("@")[0]]
        for name in filter(None, map(_squeezed, names)):
            called[name].add(number)
        if said["canvas"]:
            called[f"#{said['canvas']}"].add(number)
    if not people:
        raise ValueError(f"the roster {file} has nobody in it")
    return Roster(people, called)


def _squeezed(text: str) -> str:
    """Return the letters and digits of a text, small and without accents.

    >>> _squeezed("Zoë O'Neill-Brown")
    'zoeoneillbrown'
    """
    letters = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in letters if letter.isalnum())
