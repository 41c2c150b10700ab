"""Who is in the class: a table of ids, names and addresses, and which of them a file belongs to."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path, PurePath
from typing import NamedTuple

from course.grading.submission import who

COLUMNS = {  # what a column may be called, in letters and digits only
    "id": "id studentid idnumber sisuserid matriculationnumber username",
    "name": "name fullname student",
    "first": "firstname givenname",
    "last": "lastname surname familyname",
    "email": "email emailaddress mail",
}


class Roster(NamedTuple):
    """The students of a class, id → name, and what else each may be called."""

    people: dict[str, str]
    called: dict[str, set[str]]  # in letters and digits only → ids

    def who(self, inside: PurePath, who: Callable[[PurePath], str] = who) -> str:
        """Return the id of the student whose file this is; if nobody fits, what it says.

        A folder or file may be named by an id, a name or an address, or have an id in its name.
        """
        said = who(inside)
        for text in (said, re.sub(r"\d+", "", said)):
            if len(ids := self.called.get(_squeezed(text), set())) == 1:
                return next(iter(ids))
        known = {_squeezed(number): number for number in self.people}
        words = {known[w] for w in map(_squeezed, re.split(r"[\W_]+", said)) if w in known}
        return words.pop() if len(words) == 1 else said


def read_roster(file: str | Path) -> Roster:
    """Return the roster in a table (CSV) with a column of ids; a ValueError says what is wrong.

    Columns of names and e-mail addresses help to tell whose file is whose. Between the columns
    there may be commas, semicolons or tabs.
    """
    try:
        text = Path(file).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"the roster {file} cannot be read: {error}") from error
    first = text.partition("\n")[0]
    rows = csv.DictReader(text.splitlines(), delimiter=max(",;\t", key=first.count))
    places = {_squeezed(column): column for column in rows.fieldnames or ()}
    found = {
        part: next((places[name] for name in names.split() if name in places), "")
        for part, names in COLUMNS.items()
    }
    if not found["id"]:
        there = ", ".join(rows.fieldnames or ()) or "none"
        raise ValueError(f"the roster {file} has no column called id; its columns are: {there}")
    people: dict[str, str] = {}
    called: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        said = {part: (row.get(column) or "").strip() for part, column in found.items()}
        number, first, last = said["id"], said["first"], said["last"]
        if not number:
            continue
        if number in people:
            raise ValueError(f"the roster {file} has the id {number} twice")
        people[number] = said["name"] or f"{first} {last}".strip()
        names = [number, people[number], f"{first} {last}", f"{last} {first}", said["email"]]
        names += [" ".join(people[number].split()[::-1]), said["email"].partition("@")[0]]
        for name in filter(None, map(_squeezed, names)):
            called[name].add(number)
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
