"""Merge a student's notebook with the course's new version, cell by cell.

This is a three-way merge: the student's notebook, the course's, and the base that both began with.
Cells are matched by their ids. A cell that only one side has changed is taken from that side. If
both have changed it, the course's cell comes first and the student's follows below a note. So
everything that a student wrote is kept.

All functions are pure and need no package, so they also run in a browser's kernel.
(nbdime merges notebooks as well. It needs 60 packages, a git client among them.)
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from difflib import SequenceMatcher
from itertools import count
from typing import NamedTuple

from course.notebooks.text import Cell, Notebook

__all__ = ["Merged", "merge", "read_notebook"]

Cells = dict[str, Cell]  # by id, in the order of the notebook

BOTH_CHANGED = "**Your version of the cell above is below.** You changed it, and so did the course."
REMOVED = "**The cell below is no longer in the course.** You had changed it, so it stays."
NEW_TEXT = "**The course has a new text for the cell above.** Your answer stays. The new text is:"


class Merged(NamedTuple):
    """A notebook, and the number of notes in it about cells that both sides had changed."""

    notebook: Notebook
    marked: int


def read_notebook(data: bytes) -> Notebook:
    """Return the notebook in these bytes; raise ValueError if it is none, or not complete."""
    try:
        notebook = json.loads(data)
        valid = notebook["nbformat"] == 4 and isinstance(notebook["metadata"], dict)
        if valid and all(map(_is_cell, notebook["cells"])):
            return dict(notebook)
    except (AttributeError, LookupError, RecursionError, TypeError) as error:
        raise ValueError("this is not a notebook") from error
    raise ValueError("this is not a notebook of format 4")


def _is_cell(cell: Cell) -> bool:
    lines = [cell["source"]] if isinstance(cell["source"], str) else cell["source"]
    texts = [*lines, cell["cell_type"], cell.get("id", "")]
    return all(isinstance(text, str) for text in texts) and isinstance(cell["metadata"], dict)


def merge(base: Notebook | None, mine: Notebook, theirs: Notebook) -> Merged:
    """Return the course's new notebook with everything the student has written since `base`.

    Without a base, each cell that differs from the course's counts as the student's.
    """
    old = _by_id(base["cells"] if base else [], {})
    new = _by_id(theirs["cells"], old)
    own = _by_id(mine["cells"], old, new)
    taken, own_texts = {*old, *own, *new}, {_text(cell) for cell in own.values()}
    groups, marked = {}, 0
    for name in {**new, **own}:
        group = _merged_cell(old.get(name), own.get(name), new.get(name))
        if len(group) == 2 and "id" in group[0] and _text(group[1]) in own_texts:
            group.pop()  # the note is there already, from an update that was interrupted
        marked += len(group) > 1
        groups[name] = [{**cell, "id": cell.get("id") or _unused(name, taken)} for cell in group]
    cells = [cell for name in _order(old, own, new) for cell in groups[name]]
    metadata = {**mine["metadata"], **theirs["metadata"]}  # mine has the state of the widgets
    return Merged({**theirs, "cells": cells, "metadata": metadata}, marked)


def _merged_cell(was: Cell | None, mine: Cell | None, theirs: Cell | None) -> list[Cell]:
    """Return the cells that replace one cell; a cell without an id needs a new one."""
    if mine is None and theirs is not None:  # new, or deleted by the student
        return [] if _same(was, theirs) else [theirs]
    if mine is None:
        return []
    yours = {key: value for key, value in mine.items() if key != "id"} | {"metadata": {}}
    if theirs is None:
        if was is None:
            return [mine]
        return [] if _same(was, mine) or not _text(mine).strip() else [_note(REMOVED), yours]
    if _same(mine, theirs):
        ran = was is None or mine.get("outputs") != was.get("outputs")
        return [_with_metadata(mine if ran else theirs, was, mine, theirs)]
    if _same(was, theirs):
        return [_with_metadata(mine, was, mine, theirs)]
    if _same(was, mine) or not _text(mine).strip():
        return [theirs]
    if _is_answer(theirs):  # the first of two cells with this id is handed in and graded
        note = _note(f"{NEW_TEXT}\n\n~~~~\n{_text(theirs)}\n~~~~")
        return [_with_metadata(mine, was, mine, theirs), note]
    return [theirs, _note(BOTH_CHANGED), yours]


def _with_metadata(cell: Cell, was: Cell | None, mine: Cell, theirs: Cell) -> Cell:
    """Return the cell with the student's settings, updated by those that the course changed."""
    before, after = (was or {}).get("metadata", {}), theirs["metadata"]
    kept = {k: v for k, v in mine["metadata"].items() if k in after or k not in before}
    return {**cell, "metadata": kept | {k: v for k, v in after.items() if before.get(k) != v}}


def _order(old: Iterable[str], own: Iterable[str], new: Iterable[str]) -> list[str]:
    """Return the ids in the course's order; a student's cell follows the cell it followed."""
    before, after = list(old), list(own)
    blocks = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    stayed = {name for start, _, size in blocks for name in before[start : start + size]}
    moved = {name for name in after if name in set(before) - stayed}
    order = [name for name in new if name not in moved]
    index = 0
    for name in after:
        if name in order:
            index = order.index(name) + 1
        else:
            order.insert(index, name)
            index += 1
    return order


def _by_id(cells: Iterable[Cell], base: Cells, newer: Iterable[str] = ()) -> Cells:
    """Return cells by id; a cell that another program gave a new id is matched by its text."""
    cells = list(cells)
    lost = {name: base[name] for name in base.keys() - {cell.get("id") for cell in cells}}
    named: Cells = {}
    for cell in cells:
        name = cell.get("id", "")
        if name not in {*base, *newer} or name in named:
            same = [each for each in base if each in lost and _same(lost[each], cell)]
            name = same[0] if same else name
            lost.pop(name, None)
        if not name or name in named:
            name = _unused(name or "cell", {*base, *named, *(c.get("id", "") for c in cells)})
        named[name] = {**cell, "id": name}
    return named


def _unused(name: str, taken: set[str]) -> str:
    """Return an id like this one that is not taken, and add it to those taken."""
    name = next(each for n in count(2) if (each := f"{name[:50]}-{n}") not in taken)
    taken.add(name)
    return name


def _same(one: Cell | None, other: Cell) -> bool:
    """Return whether two cells have the same text; their outputs and settings may differ."""
    if one is None or _text(one) != _text(other):
        return False
    return all(one.get(key) == other.get(key) for key in ("cell_type", "attachments"))


def _text(cell: Cell) -> str:
    return "".join(cell["source"])


def _note(text: str) -> Cell:
    return {"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)}


def _is_answer(cell: Cell) -> bool:
    marks = cell["metadata"].get("nbgrader")
    return isinstance(marks, dict) and marks.get("solution") is True
