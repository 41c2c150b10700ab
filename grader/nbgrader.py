"""Plug-ins for nbgrader, which keeps the gradebook of a class and does not judge.

nbgrader on its own runs a submission in a kernel where the student's code can reach the checks.
With these plug-ins it runs nothing and records the verdict that `grader.batch` wrote before. The
file `nbgrader_config.py` of a course (see `grader.gradebook`) names these classes.
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
from grader.report import VERDICT_LABELS, is_shown, not_begun

MAX_FAILURES_SHOWN = 5  # of a question, in full
PAGE_HEAD = """<head>
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
DIGEST_KEYS = (
    "fingerprint",
    "status",
    "reason",
    "for_student",
    "needs_a_person",
    "total",
    "questions",
)


# ---- a verdict, in the student's own notebook ----------------------------------------------------


def result_of(course: Path, homework: str, student: str, shows: bool = True) -> dict[str, Any]:
    """Return the verdict on a student's submission; empty if there is none that is up to date.

    Its digest changes with the verdict, and with `shows`: whether students see hidden checks.
    """
    for file in (course / "submitted" / homework / student).glob("*.ipynb"):
        name = file_name(f"{student}/{file.name}")
        path = course / "judged" / homework / "results" / f"{name}.json"
        if path.exists():
            result: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            if result["fingerprint"] in ("", sha256(file.read_bytes()).hexdigest()):
                text = json.dumps([shows, *(result[key] for key in DIGEST_KEYS)])
                return result | {"path": path, "digest": sha256(text.encode()).hexdigest()}
    return {}


def recorded_state(course: Path, homework: str, student: str, new: Any = None) -> dict[str, Any]:
    """Return what the gradebook last recorded of a submission; store `new` in its place."""
    file = course / "judged" / homework / "recorded" / f"{student}.json"
    old: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    if new:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(new))
    return old


def shows_hidden(rule: str, due: datetime | None) -> bool:
    """Return whether students see hidden checks now; with "due", from this date on."""
    day = f"{due.isoformat()}+00:00" if due else "never"  # nbgrader stores UTC without a zone
    return is_shown(day if rule == "due" else rule)


def with_verdict(copy: Notebook, data: bytes, result: Mapping[str, Any], shows: bool) -> Notebook:
    """Return the released notebook with a student's answers, and the verdict below each question.

    With `shows`, hidden checks appear like the others; else only how many fail.
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
            text = _verdict_text(verdicts[name], shows) if name in verdicts else result["reason"]
            cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": text}]
        cells.append(cell)
    remarks = [f"Not graded: {result['reason']}."] if result["reason"] else []
    if remarks := remarks + result["for_student"]:
        text = "\n".join(f"<pre>{escape(remark)}</pre>" for remark in remarks)
        note = {"cell_type": "markdown", "id": "about-this-file", "metadata": {}, "source": text}
        cells.insert(1, note)
    verdict: dict[str, Any] = {key: result[key] for key in ("digest", "status")}
    verdict["scores"] = {name: question["score"] for name, question in verdicts.items()}
    troubles = [check["trouble"] for each in result["questions"] for check in each["checks"]]
    verdict["needs_a_person"] = result["status"] != "graded" or "grader" in troubles
    return {**copy, "cells": cells, "metadata": copy["metadata"] | {"verdict": verdict}}


def _verdict_text(question: Mapping[str, Any], shows: bool) -> str:
    """Return the verdict on a question as text."""
    if not_begun(question):
        return f"{question['name']}: not begun (practice, no points)\n"
    checks, points = question["checks"], f"{question['score']:g} of {question['points']:g} points"
    lines = [f"{question['name']}: {points}; {question['passed']} of {len(checks)} checks pass"]
    failed = [check for check in checks if not check["passed"]]
    visible = [check for check in failed if shows or not check["hidden"]]
    for check in visible[:MAX_FAILURES_SHOWN]:
        lines.append(f"\n✗ {check['says']}" + (" (hidden)" if check["hidden"] else ""))
        for part, label in VERDICT_LABELS:
            if text := check[part].strip("\n"):
                between = "\n" if "\n" in text else " "
                lines.append(indent(f"{label}:{between}{text}", "    "))
    if (more := len(visible) - MAX_FAILURES_SHOWN) > 0:
        lines.append(f"\n✗ {more} more")
    if hidden := len(failed) - len(visible):
        lines.append(f"\n✗ {hidden} hidden {'check fails' if hidden == 1 else 'checks fail'}")
    return "\n".join(lines) + "\n"


# ---- the plug-ins --------------------------------------------------------------------------------


class Release(NbGraderPreprocessor):
    """Makes the student's copy of a master by `grader.release`, in place of nbgrader's own step."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Return the copy. Extra points are worth 0 in it, so the total does not include them."""
        about = resources["metadata"]
        path = Path(about["path"], f"{about['name']}.ipynb").resolve()
        notebook = released(read(path), path)
        for cell in filter(is_check, notebook["cells"]):
            if stated(cell["source"]).get("extra"):
                cell["metadata"]["nbgrader"]["points"] = 0
        return nbformat.from_dict(notebook), resources  # type: ignore[no-untyped-call]


class VerdictExporter(NotebookExporter):
    """Reads a submission: the released notebook with the student's answers and their verdict."""

    hidden = Enum(
        ("always", "due", "never"), "due", help="When the feedback shows hidden checks."
    ).tag(config=True)

    def from_filename(self, filename: str, resources: Any = None, **kw: Any) -> tuple[Any, Any]:
        """Return the notebook as nbgrader stores it; raise an error if it has no verdict."""
        about = resources["nbgrader"]
        course = Path(self.parent.coursedir.root)  # type: ignore[union-attr]
        path, homework, student = Path(filename), about["assignment"], about["student"]
        if course / "submitted" not in path.parents:  # nbgrader's own reading
            return super().from_filename(filename, resources, **kw)
        with Gradebook(about["db_url"]) as book:
            shows = shows_hidden(self.hidden, book.find_assignment(homework).duedate)
        result = result_of(course, homework, student, shows)
        if result.get("status", "failed") == "failed":
            why = (
                "; ".join(result.get("needs_a_person", []))
                or f"`course grade {homework}` comes first"
            )
            raise NbGraderException(f"{student} is not judged: {why}")
        copy = read(course / "release" / homework / path.name)
        data = b"" if result["status"] == "refused" else path.read_bytes()
        notebook = with_verdict(copy, data, result, shows)
        node = nbformat.from_dict(notebook)  # type: ignore[no-untyped-call]
        return self.from_notebook_node(node, resources, **kw)  # type: ignore[no-any-return, no-untyped-call]


class RecordGrades(SaveAutoGrades):
    """Records the points of a verdict; a score entered by hand stays, and is marked for review."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Record a notebook, and store the recorded state."""
        about, course = resources["nbgrader"], Path(self.parent.parent.coursedir.root)
        key = course, about["assignment"], about["student"]
        self.verdict, self.before = nb.metadata["verdict"], recorded_state(*key).get("scores", {})
        nb, resources = super().preprocess(nb, resources)
        recorded_state(*key, self.verdict)
        return nb, resources

    def _add_score(self, cell: Any, resources: Any) -> None:
        name = grade_id(cell)
        grade = self.gradebook.find_grade(
            name, self.notebook_id, self.assignment_id, self.student_id
        )
        score, by_hand = self.verdict["scores"].get(name, 0.0), grade.manual_score is not None
        if cell.metadata.nbgrader["points"]:
            grade.auto_score = score
        else:  # extra points, or practice without points
            grade.auto_score = 0.0
            if grade.extra_credit in (None, score, self.before.get(name)):
                grade.extra_credit = score or None
            else:
                by_hand = True
        grade.needs_manual_grade = by_hand or self.verdict["needs_a_person"]
        self.gradebook.db.commit()


class Feedback(HTMLExporter):
    """nbgrader's feedback page, without scripts, and with lines that wrap on a narrow screen."""

    def from_notebook_node(self, nb: Any, resources: Any = None, **kw: Any) -> tuple[Any, Any]:
        """Return the page."""
        page, resources = super().from_notebook_node(nb, resources, **kw)
        page = re.sub(
            r"<script.*?</script>", "", page.replace("<head>", PAGE_HEAD, 1), flags=re.DOTALL
        )
        return re.sub(r'(<a href="#([^"]+)">)Test cell', r"\1\2", page), resources


class LatePenalty(LateSubmissionPlugin):
    """Takes a share of the points for each day, begun or whole, that a submission is late."""

    per_day = Float(0.1, help="The share of the points that is lost each day.").tag(config=True)

    def late_submission_penalty(
        self, student_id: str, score: float, total_seconds_late: float
    ) -> float:
        """Return the points that are lost."""
        days = ceil(total_seconds_late / 86_400)
        return float(round(score * min(1.0, self.per_day * days), 2))
