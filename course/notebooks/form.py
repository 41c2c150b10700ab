"""The form in which a notebook is stored: nothing that varies, and its generated cells.

Two kinds of cells are generated: `navigation` (before the cell "You will be able to", or else the
second cell) and `contents` (the table of lectures in the welcome page). A tag says which.

The input of a code cell may be folded (`jupyter.source_hidden`): a lecture begins with something to
play, and the imports and the call that show it are one folded cell.

Outputs that answer a prediction are folded. These are the outputs of the code cell after
"**Predict.**", unless the cell only asks (`predict(…)`, `differences(…)`), and of each cell with
the tag `answer`. JupyterLab shows the first line of a folded output, which may be the whole answer.
So the tool puts an empty output first; a new run does not make it, and nbval does not compare it.

Live views have a script. A stored notebook has one for all its views, in the first of them, which
is enough to start them before anything was run. A packed script is 50 to 100 KB that git cannot
compress, and each edit of the JavaScript changes it. So nbval leaves it out of its
comparison, and such an edit does not need a new run of all lectures. A stored script always fits
the stored data of its views: data that differ from those of a new run fail nbval, and `build`
stores both. A nightly test finds lectures whose script is older than the JavaScript. The table of a
small game, on which its boards play, is stored once in the same way; a board has the table's hash.

All functions are pure: notebook in, notebook out.
"""

from __future__ import annotations

import copy
import hashlib
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from course.notebooks.rules import WELCOME, WIDGET
from course.notebooks.text import Cell, Notebook, minutes, objectives, plain, question, tags, title
from gamelib.view.live.bundle import script
from gamelib.view.live.view import SCRIPT_ELEMENT, TABLE_ELEMENT, views_in

GENERATED = ("navigation", "contents")
PREDICT_TEXT, ANSWER_TAG = "**Predict.", "answer"  # the text before a folded cell, or its tag
# These give no answer before the student has done something.
ASKING_CALL = re.compile(r"^(predict|predictor|explore|race|differences)\(", re.MULTILINE)
EMPTY_OUTPUT = {"output_type": "display_data", "data": {}, "metadata": {}}  # before a folded one
COURSE_KEYS = ("gamelib", "nbgrader")
KERNEL = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
# As JupyterLab writes it, so that opening a notebook does not change its file. Our kernels give
# only the major version (`SETTINGS` in run.py).
LANGUAGE = {
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
    "version": "3",
}
LECTURE_TABLE = re.compile(r"(<!-- lectures -->).*(<!-- /lectures -->)", re.DOTALL)


class Lecture(NamedTuple):
    """One row of the table of contents."""

    file: str
    title: str
    question: str
    minutes: str


def stored_form(notebook: Notebook, file: str, lectures: Sequence[Lecture]) -> Notebook:
    """Return the notebook as it should be stored: in normal form, with its generated cells."""
    normal = normalise(notebook)
    if file in [lecture.file for lecture in lectures]:
        normal = normalise(with_generated_cells(normal, file, lectures))
    return normal


def normalise(notebook: Notebook) -> Notebook:
    """Return the notebook without the parts that change with the run or the machine."""
    cells = [_normal_cell(cell) for cell in notebook["cells"] if _is_kept(cell)]
    count = 0
    for cell in cells:
        if cell.get("execution_count") is not None:
            count += 1
            cell["execution_count"] = count
        for output in cell.get("outputs", []):
            if output["output_type"] == "execute_result":
                output["execution_count"] = cell["execution_count"]
    for before, cell in pairwise(cells):
        answers = PREDICT_TEXT in before["source"] and not ASKING_CALL.search(cell["source"])
        if cell["cell_type"] == "code" and (answers or ANSWER_TAG in tags(cell)):
            folded = cell["metadata"].setdefault("jupyter", {})
            folded["outputs_hidden"] = True  # a run unfolds it in JupyterLab
            if cell["outputs"]:
                cell["outputs"] = [copy.deepcopy(EMPTY_OUTPUT), *cell["outputs"]]
    _keep_one_script(cells)
    _give_ids(cells)
    kept = {key: notebook["metadata"][key] for key in COURSE_KEYS if key in notebook["metadata"]}
    metadata = copy.deepcopy({**kept, "kernelspec": KERNEL, "language_info": LANGUAGE})
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def _is_kept(cell: Cell) -> bool:
    # An empty cell stays if this tool fills it in, or a student does.
    filled_later = set(tags(cell)) & set(GENERATED) or set(cell["metadata"]) & set(COURSE_KEYS)
    return bool(cell["source"].strip() or filled_later)


def _normal_cell(cell: Cell) -> Cell:
    normal = {
        "cell_type": cell["cell_type"],
        "id": cell.get("id"),
        "metadata": _normal_metadata(cell),
        # Trailing spaces stay: in a text two of them are a line break. In code ruff removes them.
        "source": re.sub(r"\r\n?", "\n", cell["source"]).rstrip(),
    }
    if cell["cell_type"] == "code":
        normal["execution_count"] = cell.get("execution_count")
        normal["outputs"] = _normal_outputs(cell.get("outputs", []))
    elif cell.get("attachments"):
        normal["attachments"] = copy.deepcopy(cell["attachments"])
    return normal


def _normal_metadata(cell: Cell) -> dict[str, Any]:
    metadata = copy.deepcopy(dict(cell["metadata"]))
    normal = {key: metadata[key] for key in COURSE_KEYS if key in metadata}
    normal |= {key: False for key in ("deletable", "editable") if metadata.get(key) is False}
    jupyter = metadata.get("jupyter")
    if cell["cell_type"] == "code" and isinstance(jupyter, dict) and jupyter.get("source_hidden"):
        normal["jupyter"] = {"source_hidden": True}
    return normal | ({"tags": sorted(set(tags(cell)))} if tags(cell) else {})


def _normal_outputs(outputs: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    normal: list[dict[str, Any]] = []
    for output in copy.deepcopy([output for output in outputs if output != EMPTY_OUTPUT]):
        kind = output["output_type"]
        if kind == "stream" and normal and normal[-1].get("name") == output["name"]:
            normal[-1]["text"] += output["text"]
            continue
        if kind in ("display_data", "execute_result"):
            data = dict(output["data"])
            if {"text/plain", "text/html"} & set(data):
                data.pop(WIDGET, None)  # its random id, unknown to a new kernel, hides the twin
            output = {"output_type": kind, "data": data, "metadata": output.get("metadata", {})}
        normal.append(dict(output))
    return normal


def _keep_one_script(cells: Sequence[Cell]) -> None:
    """Leave one script in the notebook: in its first view, and for all kinds of its views.

    Of the tables of small games, each stays in the first board that needs it.
    """
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    pages = [output["data"] for output in outputs if "text/html" in output.get("data", {})]
    kinds = tuple(views_in("\n".join(page["text/html"] for page in pages)))
    first = True
    tables = set()

    def first_table(match: re.Match[str]) -> str:
        text = "" if match[1] in tables else match[0]
        tables.add(match[1])
        return text

    def kept(match: re.Match[str]) -> str:
        nonlocal first
        if not first:
            return ""
        first = False
        names = " ".join(kinds)
        if match[1] == names:
            return match[0]
        return f'<script data-gamelib="{names}">{script(kinds)}</script>\n'

    for page in pages:
        html = SCRIPT_ELEMENT.sub(kept, page["text/html"])
        page["text/html"] = TABLE_ELEMENT.sub(first_table, html)


def _give_ids(cells: list[Cell]) -> None:
    taken: set[str] = set()
    without = []
    for cell in cells:
        if re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", str(cell["id"] or "")) and cell["id"] not in taken:
            taken.add(cell["id"])
        else:
            without.append(cell)
    for cell in without:
        name = hashlib.sha256(cell["source"].encode()).hexdigest()[:8]
        names = [name, *(f"{name}-{number}" for number in range(2, len(cells) + 2))]
        cell["id"] = next(name for name in names if name not in taken)
        taken.add(cell["id"])


def describe(file: str, notebook: Notebook) -> Lecture:
    """Return the row of the table of contents for a notebook."""
    name = plain(title(notebook)) or file.removesuffix(".ipynb")
    return Lecture(file, name, question(notebook), minutes(notebook))


def navigation(lectures: Sequence[Lecture], file: str) -> str:
    """Return the line of links: the previous lecture, the contents, the next lecture."""
    index = [lecture.file for lecture in lectures].index(file)
    parts = [f"← [{_escaped(one.title)}]({one.file})" for one in lectures[:index][-1:]]
    parts.append(f"[Contents]({WELCOME if file != WELCOME else ''}#contents)")
    parts += [f"[{_escaped(one.title)} →]({one.file})" for one in lectures[index + 1 :][:1]]
    return " · ".join(parts)


def contents(lectures: Sequence[Lecture], folder: str = "") -> str:
    """Return the table of lectures in markdown; its links start at the folder."""
    rows = ["| No. | Lecture | The question | Minutes: talk + exercises |", "|---:|---|---|---:|"]
    for file, name, asked, length in lectures:
        link = f"[{_escaped(name)}]({folder}{file})"
        asked = re.sub(r"(?<!\\)\|", r"\\|", asked)
        rows.append(f"| {int(file[:2])} | {link} | {asked} | {length} |")
    return "\n".join(rows)


def _escaped(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>|~])", r"\\\1", text)


def with_generated_cells(notebook: Notebook, file: str, lectures: Sequence[Lecture]) -> Notebook:
    """Return a lecture with its navigation line and its table of contents up to date."""
    line = {"id": "navigation", "metadata": {"tags": ["navigation"]}}
    table = f'<a id="contents"></a>\n\n## Contents\n\n{contents(lectures)}'
    cells = []
    for cell in notebook["cells"]:
        if "navigation" in tags(cell):
            line = cell
        elif "contents" in tags(cell):
            cells.append({**cell, "cell_type": "markdown", "source": table})
        else:
            cells.append(cell)
    line = {**line, "cell_type": "markdown", "source": navigation(lectures, file)}
    aims = objectives(notebook)
    at = next((at for at, cell in enumerate(cells) if at and aims and cell["source"] == aims), 1)
    return {**notebook, "cells": [*cells[:at], line, *cells[at:]]}


def with_table(document: str, lectures: Sequence[Lecture], folder: str) -> str:
    """Return the document with the table of lectures between its markers, if it has them."""
    table = contents(lectures, f"{folder}/")
    return LECTURE_TABLE.sub(lambda match: f"{match[1]}\n\n{table}\n\n{match[2]}", document)
