"""Brings a student's notebook and the course's new one together, cell by cell.

Three versions meet: the student's, the course's, and the one that both began with. Cells are known
by their ids. What only one side has changed is taken from that side; where both have changed a
cell, the course's comes first and the student's stands below it, marked. So nothing that a student
wrote is lost. All functions are pure and need the standard library alone: they also run in a
browser's kernel. (nbdime merges notebooks too; it brings 60 packages, a client for git among them.)
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from difflib import SequenceMatcher
from itertools import count
from typing import Any, NamedTuple

__all__ = ["Merged", "merge", "read_notebook"]

Cell = dict[str, Any]
Cells = dict[str, Cell]  # by their ids, in the notebook's order
Notebook = dict[str, Any]

BOTH = "**Below is your version of the cell above.** You changed it, and so did the course."
GONE = "**The cell below is no longer in the course.** You had changed it, so it stays."
ANSWER = "**The course has a new text for the cell above.** Your answer stays; the new text is:"


class Merged(NamedTuple):
    """A notebook, and in how many places of it a mark says that both sides had changed a cell."""

    notebook: Notebook
    marked: int


def read_notebook(data: bytes) -> Notebook:
    """Return the notebook in these bytes; ValueError if there is none, or not a whole one."""
    try:
        notebook = json.loads(data)
        whole = notebook["nbformat"] == 4 and isinstance(notebook["metadata"], dict)
        if whole and all(map(_is_cell, notebook["cells"])):
            return dict(notebook)
    except (AttributeError, LookupError, RecursionError, TypeError) as error:
        raise ValueError("this is no notebook") from error
    raise ValueError("this is no notebook of format 4")


def _is_cell(cell: Cell) -> bool:
    lines = [cell["source"]] if isinstance(cell["source"], str) else cell["source"]
    texts = [*lines, cell["cell_type"], cell.get("id", "")]
    return all(isinstance(text, str) for text in texts) and isinstance(cell["metadata"], dict)


def merge(base: Notebook | None, mine: Notebook, theirs: Notebook) -> Merged:
    """Return the course's new notebook with all that the student has written since `base`.

    Without a base, whatever differs counts as written by the student.
    """
    old = _by_id(base["cells"] if base else [], {})
    new = _by_id(theirs["cells"], old)
    own = _by_id(mine["cells"], old, new)
    taken, said = {*old, *own, *new}, {_text(cell) for cell in own.values()}
    groups, marked = {}, 0
    for name in {**new, **own}:
        group = _both(old.get(name), own.get(name), new.get(name))
        if len(group) == 2 and "id" in group[0] and _text(group[1]) in said:
            group.pop()  # said already, by an update that was cut short
        marked += len(group) > 1
        groups[name] = [{**cell, "id": cell.get("id") or _unused(name, taken)} for cell in group]
    cells = [cell for name in _order(old, own, new) for cell in groups[name]]
    metadata = {**mine["metadata"], **theirs["metadata"]}  # what widgets look like is in mine
    return Merged({**theirs, "cells": cells, "metadata": metadata}, marked)


def _both(was: Cell | None, mine: Cell | None, theirs: Cell | None) -> list[Cell]:
    """Return what stands in the place of one cell; those that need a new id have none."""
    if mine is None and theirs is not None:  # new, or deleted by the student
        return [] if _same(was, theirs) else [theirs]
    if mine is None:
        return []
    yours = {key: value for key, value in mine.items() if key != "id"} | {"metadata": {}}
    if theirs is None:
        if was is None:
            return [mine]
        return [] if _same(was, mine) or not _text(mine).strip() else [_note(GONE), yours]
    if _same(mine, theirs):
        ran = was is None or mine.get("outputs") != was.get("outputs")
        return [_with_metadata(mine if ran else theirs, was, mine, theirs)]
    if _same(was, theirs):
        return [_with_metadata(mine, was, mine, theirs)]
    if _same(was, mine) or not _text(mine).strip():
        return [theirs]
    if _is_answer(theirs):  # what is handed in and graded is the first of two
        shown = _note(f"{ANSWER}\n\n~~~~\n{_text(theirs)}\n~~~~")
        return [_with_metadata(mine, was, mine, theirs), shown]
    return [theirs, _note(BOTH), yours]


def _with_metadata(cell: Cell, was: Cell | None, mine: Cell, theirs: Cell) -> Cell:
    """Return the cell with the student's settings and with those that the course has changed."""
    before, after = (was or {}).get("metadata", {}), theirs["metadata"]
    kept = {k: v for k, v in mine["metadata"].items() if k in after or k not in before}
    return {**cell, "metadata": kept | {k: v for k, v in after.items() if before.get(k) != v}}


def _order(old: Iterable[str], own: Iterable[str], new: Iterable[str]) -> list[str]:
    """Return the ids as the course has them; what is the student's follows what it followed."""
    before, after = list(old), list(own)
    blocks = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    stayed = {name for start, _, size in blocks for name in before[start : start + size]}
    moved = {name for name in after if name in set(before) - stayed}
    line = [name for name in new if name not in moved]
    place = 0
    for name in after:
        if name in line:
            place = line.index(name) + 1
        else:
            line.insert(place, name)
            place += 1
    return line


def _by_id(cells: Iterable[Cell], known: Cells, newer: Iterable[str] = ()) -> Cells:
    """Return cells by id; one that another program gave a new id is known by its text."""
    cells = list(cells)
    lost = {name: known[name] for name in known.keys() - {cell.get("id") for cell in cells}}
    found: Cells = {}
    for cell in cells:
        name = cell.get("id", "")
        if name not in {*known, *newer} or name in found:
            like = [each for each in known if each in lost and _same(lost[each], cell)]
            name = like[0] if like else name
            lost.pop(name, None)
        if not name or name in found:
            name = _unused(name or "cell", {*known, *found, *(c.get("id", "") for c in cells)})
        found[name] = {**cell, "id": name}
    return found


def _unused(name: str, taken: set[str]) -> str:
    """Return an id like this one that no cell has yet, and note it among those taken."""
    name = next(each for n in count(2) if (each := f"{name[:50]}-{n}") not in taken)
    taken.add(name)
    return name


def _same(one: Cell | None, other: Cell) -> bool:
    """Tell whether two cells say the same: their outputs and settings may differ."""
    if one is None or _text(one) != _text(other):
        return False
    return all(one.get(key) == other.get(key) for key in ("cell_type", "attachments"))


def _text(cell: Cell) -> str:
    return "".join(cell["source"])


def _note(text: str) -> Cell:
    return {"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)}


def _is_answer(cell: Cell) -> bool:
    noted = cell["metadata"].get("nbgrader")
    return isinstance(noted, dict) and noted.get("solution") is True
