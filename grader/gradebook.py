"""A class in nbgrader's gradebook: `python3 run.py course --help`.

nbgrader has the roster, due dates, grades, overrides and comments, and the pages to grade by hand.
Here is what goes around it: a course folder with our masters, what a course system has collected,
our judge over all of a class at once, and the files that go back to the course system.
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
from grader.nbgrader import Judged, LatePenalty, notes, result_of, shows_hidden
from grader.roster import read_roster, read_table

MASTERS = Path(__file__).parents[1] / "instructor"
CONFIG = Path(__file__).with_name("course_config.txt")
FEW = 20  # students whose feedback one process writes in one go
ROSTER = "id,first_name,last_name,email,lms_user_id"


class Course:
    """A course folder of nbgrader, and what our grader does in it."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder).resolve()
        if not (self.folder / "nbgrader_config.py").is_file():
            raise ValueError(f"{folder} is no course; `course new {folder}` makes one")
        bin_folder = str(Path(sys.executable).parent)  # nbgrader calls alembic, which is there
        if bin_folder not in os.environ.get("PATH", "").split(os.pathsep):
            os.environ["PATH"] = bin_folder + os.pathsep + os.environ.get("PATH", os.defpath)
        self.app = NbGrader(log_level=logging.ERROR)
        self.app.load_cwd_config = False  # nor that of another course
        self.app.initialize([], root=str(self.folder))
        self.app.log.propagate = False  # what matters is told below
        self.counts: Counter[str] = Counter()  # of what was judged last: status → how many

    @staticmethod
    def new(folder: str | Path, masters: Path = MASTERS) -> Course:
        """Make a course with these masters in a new folder."""
        folder = Path(folder).resolve()
        if folder.exists():
            raise ValueError(f"{folder} is there already; name a new folder")
        found = sorted(masters.glob("*.ipynb"))
        if not found:
            raise ValueError(f"there are no masters in {masters}")
        names = [master.stem.partition("-")[0] for master in found]
        try:
            for name, master in zip(names, found, strict=True):
                (folder / "source" / name).mkdir(parents=True)
                shutil.copy(master, folder / "source" / name)
            config = CONFIG.read_text(encoding="utf-8").replace("NAME", json.dumps(folder.name))
            (folder / "nbgrader_config.py").write_text(config, encoding="utf-8")
            (folder / "roster.csv").write_text(f"{ROSTER}\n")
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
        """Return the gradebook, to be used in a `with` statement."""
        return Gradebook(self.app.coursedir.db_url, self.app.coursedir.course_id)

    def roster(self) -> Path:
        """Return a table of the students whom the gradebook knows."""
        with self.gradebook() as book:
            rows = [[getattr(s, part) for part in ROSTER.split(",")] for s in book.students]
        return self._stored("roster.csv", [ROSTER.split(","), *rows])

    def _stored(self, name: str, rows: list[list[str]]) -> Path:
        """Write a table of our own, and return its file."""
        file = self.folder / "judged" / name
        file.parent.mkdir(exist_ok=True)
        with open(file, "w", encoding="utf-8", newline="") as opened:
            csv.writer(opened).writerows(rows)
        return file

    def plain(self, word: str) -> str:
        """Return a word for nbgrader; for a table that of a copy with commas, as nbgrader reads."""
        file = self.folder / word
        table = file.suffix == ".csv" and file.is_file()
        return str(self._stored(file.name, read_table(file))) if table else word

    def due(self, homework: str) -> datetime | None:
        """Return when a homework is due, if there is a date."""
        with self.gradebook() as book:
            due: datetime | None = book.find_assignment(homework).duedate
        return due

    def shows(self, homework: str) -> bool:
        """Return whether students see now what the hidden checks of a homework ask."""
        reader = Judged(parent=self.app)  # type: ignore[no-untyped-call]
        return shows_hidden(reader.hidden, self.due(homework))

    def master(self, homework: str) -> Path:
        """Return the file of a homework's master."""
        found = sorted(self.folder.glob(f"source/{homework}/*.ipynb"))
        if len(found) != 1:
            there = ", ".join(sorted(path.name for path in self.folder.glob("source/*")))
            raise ValueError(f"there is no homework {homework}; there are {there}")
        return found[0]

    def convert(
        self, converter: Any, homework: str, students: Iterable[str]
    ) -> Iterator[tuple[str, str]]:
        """Let nbgrader do one of its steps; yield each student, and what went wrong or nothing.

        One converter does all of them: a new one would read nbgrader's templates anew.
        """
        with catch_warnings(action="ignore"):  # SQLAlchemy's about how nbgrader uses it
            step: Any = converter(coursedir=self.app.coursedir, parent=self.app, force=True)
            step.init_notebooks = step.convert_notebooks = lambda: None
            step.start()  # which makes its writer and its exporter
        for student in students:
            self.app.coursedir.assignment_id = homework
            self.app.coursedir.student_id = escape(student)
            log = logging.handlers.BufferingHandler(1_000_000)
            self.app.log.handlers = [log]
            wrong = ""
            try:
                with catch_warnings(action="ignore"), chdir(self.folder):
                    converter.init_notebooks(step)
                    converter.convert_notebooks(step)
            except NbGraderException as error:
                words = [record.getMessage().strip() for record in log.buffer]
                wrong = next((w.split("\n")[-1] for w in words if "Traceback" in w), str(error))
            yield student, wrong

    def grade(self, homework: str, student: str = "", **how: Any) -> list[str]:
        """Judge a homework, record what changed, write feedback; return what a person should know.

        With `student`, this one is judged anew and only this one is recorded. `how` goes to
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
        how |= {"hidden": "always" if self.shows(homework) else "never"}
        how |= {"roster": self.roster(), "progress": bar}
        rows = batch.grade(submitted, self.folder / "judged" / homework, master, **how)
        self.counts = Counter(row["status"] for row in rows)
        told = []
        for name in sorted(there - roster):
            close = get_close_matches(name, sorted(roster), 1)
            meant = f" Is it {close[0]}?" if close else ""
            told.append(f"{name} is nobody in the roster: not recorded.{meant}")
        known = sorted(there & roster)
        self._forget(homework, there)
        told += self._record(homework, [student] if student else known)
        workers = how.get("workers")
        told += self.finish(homework, workers if isinstance(workers, int) else 1)
        return told + [f"{name} has handed in nothing" for name in sorted(roster - there)]

    def _forget(self, homework: str, there: set[str]) -> None:
        """Remove the grades of those whose work was taken away."""
        with self.gradebook() as book:
            names = [each.student_id for each in book.assignment_submissions(homework)]
            for name in {*names} - there:
                book.remove_submission(homework, name)
                notes(self.folder, homework, name, {"digest": ""})
                for step in ("autograded", "feedback"):
                    shutil.rmtree(self.folder / step / homework / name, ignore_errors=True)

    def _record(self, homework: str, students: list[str]) -> list[str]:
        """Let nbgrader record every verdict that it does not know yet."""
        told, changed, shows = [], [], self.shows(homework)
        for name in students:
            result = result_of(self.folder, homework, name, shows)
            if result.get("status") == "refused":
                told.append(f"{name}: 0 points, to be looked at: {result['reason']}")
            if not result or result["status"] == "failed":
                why = "; ".join(result.get("attention", ["there is no verdict"]))
                told.append(f"{name} could not be judged, and has no grade: {why}")
            elif notes(self.folder, homework, name).get("digest") != result["digest"]:
                changed.append(name)
        for number, (name, error) in enumerate(self.convert(Autograde, homework, changed), 1):
            told += [f"{name} could not be recorded: {error}"] if error else []
            bar(number, len(changed), "recorded")
        return told

    def finish(self, homework: str, workers: int = 1) -> list[str]:
        """Take points for lateness, and write feedback: dates, scores and comments may be new.

        Return whose page could not be written.
        """
        rule, todo = LatePenalty(parent=self.app), {}
        with self.gradebook() as book:
            for submission in book.assignment_submissions(homework):
                name = submission.student_id
                stamp = self.folder / "submitted" / homework / name / "timestamp.txt"
                when = stamp.read_text().strip() if stamp.exists() else None
                submission.timestamp = parse_utc(when) if when else None
                late = submission.total_seconds_late
                about = notes(self.folder, homework, name)
                state: list[Any] = [about.get("digest")]
                for notebook in submission.notebooks:
                    lost = rule.late_submission_penalty(name, notebook.score, late)
                    notebook.late_submission_penalty = lost or None
                    state += [lost, *([g.name, g.score] for g in notebook.grades)]
                    state += [[c.name, c.comment] for c in notebook.comments]
                if about.get("told") != state:
                    todo[name] = about | {"told": state}
            book.db.commit()
        names = [*todo]
        tasks = [(self.folder, homework, names[i : i + FEW]) for i in range(0, len(names), FEW)]
        for number, (_, written) in enumerate(
            spread(_written, tasks, workers=max(1, min(workers, len(tasks)))), 1
        ):
            for name in written.result():
                notes(self.folder, homework, name, todo.pop(name))
            bar(number, len(tasks), "feedback")
        return [f"the feedback for {name} could not be written" for name in todo]


def _written(task: tuple[Path, str, list[str]]) -> list[str]:
    """Let nbgrader write the feedback of some students, and return of whom it could."""
    folder, homework, students = task
    pages = Course(folder).convert(GenerateFeedback, homework, students)
    return [student for student, error in pages if not error]


# ---- the commands --------------------------------------------------------------------------------


def _folder(named: str) -> Path:
    """Return the folder of the course that is meant: this one, or the only one in it."""
    if named or Path("nbgrader_config.py").exists():
        return Path(named or ".").resolve()
    found = sorted(Path.cwd().glob("*/nbgrader_config.py"))
    if len(found) != 1:
        there = ", ".join(path.parent.name for path in found) or "none"
        raise ValueError(f"say which course with --course FOLDER; there are here: {there}")
    return found[0].parent


def command(options: argparse.Namespace) -> int:
    """Do a step in a course; the exit code is 1 if a person has to look at something."""
    os.chdir(options.at)
    if options.step == "new":
        course = Course.new(options.folder)
        print(f"{course.folder} is made. Fill in roster.csv and assignments.csv there.")
        return 0
    course, told, remarks = Course(_folder(options.course)), list[str](), list[str]()
    if options.step == "nbgrader":
        words = options.words
        if "import" in words:
            words = [course.plain(word) for word in words]
        return subprocess.call([sys.executable, "-m", "nbgrader", *words], cwd=course.folder)
    if options.step == "collect":
        master, due = course.master(options.homework), course.due(options.homework)
        told, remarks = collect(course.folder, master, options.file, course.roster(), due)
    if options.step == "grade":
        with grading_at(options.cluster, options.workers, trust=options.trust) as where:
            told = course.grade(options.homework, options.student, **where)
        failed = f", {course.counts['failed']} failed" * bool(course.counts["failed"])
        done = f"{course.counts['graded']} judged, {course.counts['refused']} refused{failed}"
        where_to = f"feedback/{options.homework}, grades/, judged/{options.homework}/report.html"
        remarks = [f"{done}; {where_to}"]
    if options.step == "export":
        for handed_in in sorted(course.folder.glob("submitted/*/")):
            told += course.finish(handed_in.name)
        remarks = [f"feedback/ and grades/ of {course.folder.name} are written"]
    if options.step != "collect":
        with course.gradebook() as book:
            told += write_grades(course.folder, book)
        write_feedback_zip(course.folder, course.roster())
    for line in told + remarks:
        print(line)
    return int(bool(told))
