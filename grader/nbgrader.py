"""Plug-ins for nbgrader: it keeps the books of a class, our judge judges.

nbgrader runs a submission in its own kernel, where the student's code can reach the checks. Here it
does not: what is recorded is the verdict that `grader.batch` has written before. The file
`nbgrader_config.py` of a course (see `grader.gradebook`) names these classes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from html import escape
from math import ceil
from pathlib import Path
from textwrap import indent
from typing import Any

import nbformat
from nbconvert.exporters import HTMLExporter, NotebookExporter
from nbgrader.api import Gradebook
from nbgrader.converters.base import NbGraderException
from nbgrader.plugins import LateSubmissionPlugin
from nbgrader.preprocessors import NbGraderPreprocessor, SaveAutoGrades
from traitlets import Enum, Float

from course.handin.master import grade_id, is_answer, is_check, stated
from course.handin.submission import answers_in, file_name, notebook_of
from course.notebooks.text import Notebook
from course.notebooks.tool import read
from grader.release import NOTE_ID, released
from grader.report import PARTS, is_shown, not_begun

FAILURES = 5  # of a question that are told in full
HEAD = """<head>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
.cell pre { white-space: pre-wrap !important; word-break: normal !important; }
.cell td, .cell th { padding: 0 .5em !important; }
.panel-heading { height: auto !important; overflow: hidden; }
@media (max-width: 40rem) {
  .container, #notebook, .panel-body { padding: 0 .1em !important; }
  .cell pre { font-size: 10px !important; padding: .5em !important; }
}
</style>"""
SEEN = ("fingerprint", "status", "reason", "notes", "attention", "total", "questions")


# ---- a verdict, in the student's own notebook ----------------------------------------------------


def result_of(course: Path, homework: str, student: str, shows: bool = True) -> dict[str, Any]:
    """Return the verdict on what a student has handed in; empty if there is none that holds.

    Its digest changes with the verdict, and with `shows`: whether hidden checks are told.
    """
    for file in (course / "submitted" / homework / student).glob("*.ipynb"):
        name = file_name(f"{student}/{file.name}")
        path = course / "judged" / homework / "results" / f"{name}.json"
        if path.exists():
            result: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            if result["fingerprint"] in ("", sha256(file.read_bytes()).hexdigest()):
                seen = json.dumps([shows, *(result[key] for key in SEEN)])
                return result | {"path": path, "digest": sha256(seen.encode()).hexdigest()}
    return {}


def notes(course: Path, homework: str, student: str, new: Any = None) -> dict[str, Any]:
    """Return what the gradebook was told of a submission; `new` is kept in its place."""
    file = course / "judged" / homework / "recorded" / f"{student}.json"
    old: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    if new:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(new))
    return old


def shows_hidden(rule: str, due: datetime | None) -> bool:
    """Return whether students see now what hidden checks ask; "due": after this date."""
    day = f"{due.isoformat()}+00:00" if due else "never"  # nbgrader's dates are of Greenwich
    return is_shown(day if rule == "due" else rule)


def with_verdict(copy: Notebook, data: bytes, result: Mapping[str, Any], shows: bool) -> Notebook:
    """Return the released notebook with a student's answers, and the verdict below each question.

    With `shows` the hidden checks are told as the others are; else how many fail.
    """
    try:
        answers = answers_in(notebook_of(data), copy).sources
    except ValueError:
        answers = {}
    verdicts = {question["name"]: question for question in result["questions"]}
    cells = []
    for cell in copy["cells"]:
        if cell["id"] == NOTE_ID:
            continue
        name = grade_id(cell)
        if is_answer(cell):
            cell["source"] = answers.get(name, cell["source"])
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
        if is_check(cell):
            text = _told(verdicts[name], shows) if name in verdicts else result["reason"]
            cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": text}]
        cells.append(cell)
    if words := [f"Not graded: {result['reason']}."] * bool(result["reason"]) + result["notes"]:
        text = "\n".join(f"<pre>{escape(note)}</pre>" for note in words)
        note = {"cell_type": "markdown", "id": "about-this-file", "metadata": {}, "source": text}
        cells.insert(1, note)
    told: dict[str, Any] = {key: result[key] for key in ("digest", "status")}
    told["scores"] = {name: question["score"] for name, question in verdicts.items()}
    troubled = [c["trouble"] == "grader" for q in result["questions"] for c in q["checks"]]
    told["look"] = result["status"] != "graded" or any(troubled)
    return {**copy, "cells": cells, "metadata": copy["metadata"] | {"verdict": told}}


def _told(question: Mapping[str, Any], shows: bool) -> str:
    """Return the verdict on a question as a text."""
    if not_begun(question):
        return f"{question['name']}: not begun (practice, no points)\n"
    checks, points = question["checks"], f"{question['score']:g} of {question['points']:g} points"
    told = [f"{question['name']}: {points}; {question['passed']} of {len(checks)} checks pass"]
    failed = [check for check in checks if not check["passed"]]
    seen = [check for check in failed if shows or not check["hidden"]]
    for check in seen[:FAILURES]:
        told.append(f"\n✗ {check['says']}" + " (hidden)" * check["hidden"])
        for part, label in PARTS:
            if text := check[part].strip("\n"):
                between = "\n" if "\n" in text else " "
                told.append(indent(f"{label}:{between}{text}", "    "))
    more, unseen = len(seen) - FAILURES, len(failed) - len(seen)
    told += [f"\n✗ {more} more"] * (more > 0)
    told += [f"\n✗ {unseen} of the hidden checks"] * (unseen > 0)
    return "\n".join(told) + "\n"


# ---- what nbgrader calls -------------------------------------------------------------------------


class Release(NbGraderPreprocessor):
    """Makes the student's copy of a master, in place of nbgrader's own way: see `release`."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Return the copy. Extra points count for nothing in the total: they come on top."""
        about = resources["metadata"]
        path = Path(about["path"], f"{about['name']}.ipynb").resolve()
        notebook = released(read(path), path)
        for cell in filter(is_check, notebook["cells"]):
            if stated(cell["source"]).get("extra"):
                cell["metadata"]["nbgrader"]["points"] = 0
        return nbformat.from_dict(notebook), resources  # type: ignore[no-untyped-call]


class Judged(NotebookExporter):
    """Reads what was handed in: the answers and their verdict, put into the released notebook."""

    hidden = Enum(
        ("always", "due", "never"), "due", help="When feedback tells the hidden checks."
    ).tag(config=True)

    def from_filename(self, filename: str, resources: Any = None, **kw: Any) -> tuple[Any, Any]:
        """Return the notebook as nbgrader stores it; one that nobody could judge is an error."""
        about = resources["nbgrader"]
        course = Path(self.parent.coursedir.root)  # type: ignore[union-attr]
        path, homework, student = Path(filename), about["assignment"], about["student"]
        if course / "submitted" not in path.parents:  # the link of a student is not followed
            return super().from_filename(filename, resources, **kw)
        with Gradebook(about["db_url"]) as book:
            shows = shows_hidden(self.hidden, book.find_assignment(homework).duedate)
        result = result_of(course, homework, student, shows)
        if result.get("status", "failed") == "failed":
            why = "; ".join(result.get("attention", [])) or f"`course grade {homework}` comes first"
            raise NbGraderException(f"{student} is not judged: {why}")
        copy = read(course / "release" / homework / path.name)
        data = b"" if result["status"] == "refused" else path.read_bytes()
        notebook = with_verdict(copy, data, result, shows)
        node = nbformat.from_dict(notebook)  # type: ignore[no-untyped-call]
        return self.from_notebook_node(node, resources, **kw)  # type: ignore[no-any-return, no-untyped-call]


class Record(SaveAutoGrades):
    """Records the points of a verdict; what a person entered stays, and is marked for review."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Record a notebook, and remember what was recorded."""
        about, course = resources["nbgrader"], Path(self.parent.parent.coursedir.root)
        where = course, about["assignment"], about["student"]
        self.verdict, self.before = nb.metadata["verdict"], notes(*where).get("scores", {})
        nb, resources = super().preprocess(nb, resources)
        notes(*where, self.verdict)
        return nb, resources

    def _add_score(self, cell: Any, resources: Any) -> None:
        name = grade_id(cell)
        grade = self.gradebook.find_grade(
            name, self.notebook_id, self.assignment_id, self.student_id
        )
        score, by_hand = self.verdict["scores"].get(name, 0.0), grade.manual_score is not None
        if cell.metadata.nbgrader["points"]:
            grade.auto_score = score
        else:  # a bonus, or practice without points
            grade.auto_score = 0.0
            if grade.extra_credit in (None, score, self.before.get(name)):
                grade.extra_credit = score or None
            else:
                by_hand = True
        grade.needs_manual_grade = by_hand or self.verdict["look"]
        self.gradebook.db.commit()


class Feedback(HTMLExporter):
    """Nbgrader's page of feedback, which loads nothing, and wraps lines on a narrow screen."""

    def from_notebook_node(self, nb: Any, resources: Any = None, **kw: Any) -> tuple[Any, Any]:
        """Return the page."""
        page, resources = super().from_notebook_node(nb, resources, **kw)
        page = re.sub(r"<script.*?</script>", "", page.replace("<head>", HEAD, 1), flags=re.DOTALL)
        return re.sub(r'(<a href="#([^"]+)">)Test cell', r"\1\2", page), resources


class LatePenalty(LateSubmissionPlugin):
    """Takes a part of the points for each day, begun or whole, that a submission is late."""

    per_day = Float(0.1, help="The part of the points that is lost with each day.").tag(config=True)

    def late_submission_penalty(
        self, student_id: str, score: float, total_seconds_late: float
    ) -> float:
        """Return the points that are lost."""
        days = ceil(total_seconds_late / 86_400)
        return float(round(score * min(1.0, self.per_day * days), 2))
