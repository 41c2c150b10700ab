"""A class in nbgrader's gradebook: `python3 run.py course --help`.

nbgrader keeps the roster, due dates, grades, overrides and comments, and has the pages to grade by
hand. This module adds the steps around it: make a course folder with the masters, collect
submissions, judge a whole class, and write the files for the course system.
"""

from __future__ import annotations

import argparse
import csv
import json
import logging.handlers
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import chdir
from datetime import datetime
from difflib import get_close_matches
from glob import escape
from pathlib import Path
from typing import Any
from warnings import catch_warnings

from nbgrader.api import Gradebook
from nbgrader.apps.baseapp import NbGrader
from nbgrader.converters import Autograde, GenerateAssignment, GenerateFeedback
from nbgrader.converters.base import NbGraderException
from nbgrader.utils import parse_utc

from gamelib.spread import bar, spread
from grader import batch
from grader.cluster import grading_at
from grader.lms import collect, write_feedback_zip, write_grades
from grader.nbgrader import (
    LatePenalty,
    VerdictExporter,
    recorded_state,
    result_of,
    shows_hidden,
)
from grader.roster import read_roster, read_table

MASTERS = Path(__file__).parents[1] / "instructor"
CONFIG = Path(__file__).with_name("course_config.txt")
FEEDBACK_BATCH = 20  # students whose pages one process writes in one task
ROSTER_COLUMNS = "id,first_name,last_name,email,lms_user_id"


class Course:
    """A course folder of nbgrader, and the grader's steps in it."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder).resolve()
        if not (self.folder / "nbgrader_config.py").is_file():
            raise ValueError(f"{folder} is no course; `course new {folder}` makes one")
        bin_folder = str(Path(sys.executable).parent)  # nbgrader calls alembic from there
        if bin_folder not in os.environ.get("PATH", "").split(os.pathsep):
            os.environ["PATH"] = bin_folder + os.pathsep + os.environ.get("PATH", os.defpath)
        self.app = NbGrader(log_level=logging.ERROR)
        self.app.load_cwd_config = False  # it may be that of another course
        self.app.initialize([], root=str(self.folder))
        self.app.log.propagate = False  # `grade` reports the problems itself
        self.counts: Counter[str] = Counter()  # of the last `grade`, by status

    @staticmethod
    def new(folder: str | Path, masters: Path = MASTERS) -> Course:
        """Make a course with these masters in a new folder."""
        folder = Path(folder).resolve()
        if folder.exists():
            raise ValueError(f"{folder} is there already; name a new folder")
        files = sorted(masters.glob("*.ipynb"))
        if not files:
            raise ValueError(f"there are no masters in {masters}")
        names = [master.stem.partition("-")[0] for master in files]
        try:
            for name, master in zip(names, files, strict=True):
                (folder / "source" / name).mkdir(parents=True)
                shutil.copy(master, folder / "source" / name)
            config = CONFIG.read_text(encoding="utf-8").replace("NAME", json.dumps(folder.name))
            (folder / "nbgrader_config.py").write_text(config, encoding="utf-8")
            (folder / "roster.csv").write_text(f"{ROSTER_COLUMNS}\n")
            dates = "".join(f"{name},\n" for name in names)
            (folder / "assignments.csv").write_text(f"name,duedate\n{dates}")
            course = Course(folder)
            for number, name in enumerate(names, 1):
                for _, error in course.convert(GenerateAssignment, name, ["."]):
                    if error:
                        raise ValueError(f"{name} cannot be released: {error}")
                bar(number, len(names), name)
        except BaseException:  # Ctrl-C too
            shutil.rmtree(folder)
            raise
        return course

    def gradebook(self) -> Any:
        """Return the gradebook, for a `with` statement."""
        return Gradebook(self.app.coursedir.db_url, self.app.coursedir.course_id)

    def roster(self) -> Path:
        """Write a table of the students in the gradebook, and return its file."""
        with self.gradebook() as book:
            rows = [[getattr(s, part) for part in ROSTER_COLUMNS.split(",")] for s in book.students]
        return self._stored("roster.csv", [ROSTER_COLUMNS.split(","), *rows])

    def _stored(self, name: str, rows: list[list[str]]) -> Path:
        """Write a table to `judged/`, and return its file."""
        file = self.folder / "judged" / name
        file.parent.mkdir(exist_ok=True)
        with open(file, "w", encoding="utf-8", newline="") as opened:
            csv.writer(opened).writerows(rows)
        return file

    def plain(self, word: str) -> str:
        """Return an argument for nbgrader; a table is copied with commas, as nbgrader reads it."""
        file = self.folder / word
        table = file.suffix == ".csv" and file.is_file()
        return str(self._stored(file.name, read_table(file))) if table else word

    def due(self, homework: str) -> datetime | None:
        """Return when a homework is due, or None."""
        with self.gradebook() as book:
            due: datetime | None = book.find_assignment(homework).duedate
        return due

    def shows(self, homework: str) -> bool:
        """Return whether students see the hidden checks of a homework now."""
        exporter = VerdictExporter(parent=self.app)  # type: ignore[no-untyped-call]
        return shows_hidden(exporter.hidden, self.due(homework))

    def master(self, homework: str) -> Path:
        """Return the file of a homework's master."""
        files = sorted(self.folder.glob(f"source/{homework}/*.ipynb"))
        if len(files) != 1:
            names = ", ".join(sorted(path.name for path in self.folder.glob("source/*")))
            raise ValueError(f"there is no homework {homework}; there are {names}")
        return files[0]

    def convert(
        self, converter: Any, homework: str, students: Iterable[str]
    ) -> Iterator[tuple[str, str]]:
        """Run a step of nbgrader; yield each student with the error that occurred, or "".

        One converter serves all students, because a new one would read nbgrader's templates again.
        """
        with catch_warnings(action="ignore"):  # SQLAlchemy's, about nbgrader
            step: Any = converter(coursedir=self.app.coursedir, parent=self.app, force=True)
            step.init_notebooks = step.convert_notebooks = lambda: None
            step.start()  # which makes its writer and its exporter
        for student in students:
            self.app.coursedir.assignment_id = homework
            self.app.coursedir.student_id = escape(student)
            log = logging.handlers.BufferingHandler(1_000_000)
            self.app.log.handlers = [log]
            problem = ""
            try:
                with catch_warnings(action="ignore"), chdir(self.folder):
                    converter.init_notebooks(step)
                    converter.convert_notebooks(step)
            except NbGraderException as error:
                logged = [record.getMessage().strip() for record in log.buffer]
                tracebacks = [text for text in logged if "Traceback" in text]
                problem = tracebacks[0].split("\n")[-1] if tracebacks else str(error)
            yield student, problem

    def grade(self, homework: str, student: str = "", **options: Any) -> list[str]:
        """Judge a homework, record what changed, write feedback; return problems for the lecturer.

        With `student`, this one is judged again and only this one is recorded. `options` go to
        `batch.grade`.
        """
        master, submitted = self.master(homework), self.folder / "submitted" / homework
        roster = set(read_roster(self.roster()).people)
        there = {path.name for path in submitted.glob("*") if path.is_dir()}
        if not there:
            raise ValueError(f"nothing was handed in; `course collect {homework} FILE` comes first")
        if student and student not in roster & there:
            raise ValueError(f"{student} is not in the roster, or has handed in nothing")
        if student and (old := result_of(self.folder, homework, student)):
            old["path"].unlink()
        options |= {"roster": self.roster(), "progress": bar, "pages": f"../../feedback/{homework}"}
        rows = batch.grade(submitted, self.folder / "judged" / homework, master, **options)
        self.counts = Counter(row["status"] for row in rows)
        problems = []
        for name in sorted(there - roster):
            close = get_close_matches(name, sorted(roster), 1)
            question = f" Is it {close[0]}?" if close else ""
            problems.append(f"{name} is not in the roster: not recorded.{question}")
        self._forget(homework, there)
        problems += self._record(homework, [student] if student else sorted(there & roster))
        workers = options.get("workers")
        problems += self.finish(homework, workers if isinstance(workers, int) else 1)
        return problems + [f"{name} has handed in nothing" for name in sorted(roster - there)]

    def _forget(self, homework: str, there: set[str]) -> None:
        """Remove the grades of students whose submission was taken away."""
        with self.gradebook() as book:
            names = [each.student_id for each in book.assignment_submissions(homework)]
            for name in {*names} - there:
                book.remove_submission(homework, name)
                recorded_state(self.folder, homework, name, {"digest": ""})
                for step in ("autograded", "feedback"):
                    shutil.rmtree(self.folder / step / homework / name, ignore_errors=True)

    def _record(self, homework: str, students: list[str]) -> list[str]:
        """Let nbgrader record every verdict that is new; return problems for the lecturer."""
        problems, changed, shows = [], [], self.shows(homework)
        for name in students:
            result = result_of(self.folder, homework, name, shows)
            if result.get("status") == "refused":
                problems.append(f"{name}: 0 points, please check: {result['reason']}")
            if not result or result["status"] == "failed":
                why = "; ".join(result.get("needs_a_person", ["there is no verdict"]))
                problems.append(f"{name} could not be judged, and has no grade: {why}")
            elif recorded_state(self.folder, homework, name).get("digest") != result["digest"]:
                changed.append(name)
        for number, (name, problem) in enumerate(self.convert(Autograde, homework, changed), 1):
            if problem:
                problems.append(f"{name} could not be recorded: {problem}")
            bar(number, len(changed), "recorded")
        return problems

    def finish(self, homework: str, workers: int = 1) -> list[str]:
        """Apply late penalties and write feedback, if dates, scores or comments have changed.

        Return a problem for each page that could not be written.
        """
        rule, unwritten = LatePenalty(parent=self.app), {}
        with self.gradebook() as book:
            for submission in book.assignment_submissions(homework):
                name = submission.student_id
                stamp = self.folder / "submitted" / homework / name / "timestamp.txt"
                when = stamp.read_text().strip() if stamp.exists() else None
                submission.timestamp = parse_utc(when) if when else None
                late = submission.total_seconds_late
                recorded = recorded_state(self.folder, homework, name)
                state: list[Any] = [recorded.get("digest")]
                for notebook in submission.notebooks:
                    penalty = rule.late_submission_penalty(name, notebook.score, late)
                    notebook.late_submission_penalty = penalty or None
                    state += [penalty, *([g.name, g.score] for g in notebook.grades)]
                    state += [[c.name, c.comment] for c in notebook.comments]
                if recorded.get("feedback") != state:
                    unwritten[name] = recorded | {"feedback": state}
            book.db.commit()
        names, size = [*unwritten], FEEDBACK_BATCH
        tasks = [(self.folder, homework, names[i : i + size]) for i in range(0, len(names), size)]
        written = spread(_write_feedback, tasks, workers=max(1, min(workers, len(tasks))))
        for number, (_, future) in enumerate(written, 1):
            for name in future.result():
                recorded_state(self.folder, homework, name, unwritten.pop(name))
            bar(number, len(tasks), "feedback")
        return [f"the feedback for {name} could not be written" for name in unwritten]


def _write_feedback(task: tuple[Path, str, list[str]]) -> list[str]:
    """Let nbgrader write the feedback of some students; return those whose page was written."""
    folder, homework, students = task
    pages = Course(folder).convert(GenerateFeedback, homework, students)
    return [student for student, problem in pages if not problem]


# ---- the commands --------------------------------------------------------------------------------


def _folder(named: str) -> Path:
    """Return the folder of the course: the one that is named, this one, or the only one in it."""
    if named or Path("nbgrader_config.py").exists():
        return Path(named or ".").resolve()
    files = sorted(Path.cwd().glob("*/nbgrader_config.py"))
    if len(files) != 1:
        names = ", ".join(path.parent.name for path in files) or "none"
        raise ValueError(f"name the course with --course FOLDER; the courses here: {names}")
    return files[0].parent


def command(options: argparse.Namespace) -> int:
    """Do a step in a course; the exit code is 1 if there are problems for the lecturer."""
    os.chdir(options.at)
    if options.step == "new":
        course = Course.new(options.folder)
        print(f"{course.folder} is made. Fill in roster.csv and assignments.csv there.")
        return 0
    course, problems, summary = Course(_folder(options.course)), list[str](), list[str]()
    if options.step == "nbgrader":
        words = options.words
        if "import" in words:
            words = [course.plain(word) for word in words]
        return subprocess.call([sys.executable, "-m", "nbgrader", *words], cwd=course.folder)
    if options.step == "collect":
        master, due = course.master(options.homework), course.due(options.homework)
        problems, summary = collect(course.folder, master, options.file, course.roster(), due)
    if options.step == "grade":
        with grading_at(options.cluster, options.workers, trust=options.trust) as where:
            problems = course.grade(options.homework, options.student, **where)
        counts = f"{course.counts['graded']} judged, {course.counts['refused']} refused"
        if course.counts["failed"]:
            counts += f", {course.counts['failed']} failed"
        places = f"feedback/{options.homework}, grades/, judged/{options.homework}/report.html"
        summary = [f"{counts}; {places}"]
    if options.step == "export":
        for handed_in in sorted(course.folder.glob("submitted/*/")):
            problems += course.finish(handed_in.name)
        summary = [f"feedback/ and grades/ of {course.folder.name} are written"]
    if options.step != "collect":
        with course.gradebook() as book:
            problems += write_grades(course.folder, book)
        write_feedback_zip(course.folder, course.roster())
    for line in problems + summary:
        print(line)
    return int(bool(problems))
