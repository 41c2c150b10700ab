"""One submission, judged: each check put to the program behind its walls, and the score.

The result is data, as it is written to a file: the score, and for each check what was asked, what
came and what was wanted. There is no time in it, so a second run writes the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

from course.expect import Answer, Check, Expect, Outcome, Request
from course.grading.master import (
    defined_names,
    grade_id,
    is_answer,
    is_check,
    known_names,
    questions_of,
    stubbed,
    used_names,
)
from course.grading.student import Cell, Student, WallsError
from course.grading.submission import answers_in, notebook_of
from course.grading.walls import Limits, Walls
from course.notebooks.text import Notebook, title

__all__ = ["Homework", "judge", "load_homework", "refused"]

LONGEST = 4_000  # characters of one part of a verdict
LONGEST_KNOWN = 100  # characters of a student's id
TROUBLES = {"time": "had no answer in time", "output": "printed too much", "died": "ended it"}


@dataclass(frozen=True)
class Homework:
    """A homework, read from its master."""

    name: str
    master: Notebook
    fingerprint: str

    @cached_property
    def title(self) -> str:
        """Return what the homework is called."""
        return title(self.master) or self.name

    @cached_property
    def copy(self) -> Notebook:
        """Return the student's copy: stubs in place of the solutions."""
        cells = [
            {**cell, "source": stubbed(cell["source"])} if is_answer(cell) else cell
            for cell in self.master["cells"]
        ]
        return {**self.master, "cells": cells}

    @cached_property
    def known(self) -> tuple[str, ...]:
        """Return the names of a student's own on which the checks depend."""
        return known_names(self.master)

    @cached_property
    def questions(self) -> tuple[Expect, ...]:
        """Return the questions, as they are for the model solution."""
        return questions_of(self.master)

    def program(self, answers: Mapping[str, str]) -> list[Cell]:
        """Return the cells that run: the given ones and the student's answers; never the checks.

        A given cell that only shows what an answer does is left out, as it is when the questions
        are recorded.
        """
        cells: list[Cell] = []
        asked: set[str] = set()
        for number, cell in enumerate(self.master["cells"], 1):
            if cell["cell_type"] != "code" or is_check(cell):
                continue
            if is_answer(cell):
                asked |= {*defined_names(cell["source"])} - {*self.known}
                cells.append(Cell(grade_id(cell), answers[grade_id(cell)]))
            elif not asked & used_names(cell["source"]):
                cells.append(Cell(f"given cell {number}", cell["source"], answer=False))
        return cells


def load_homework(master: Path) -> Homework:
    """Return the homework of a master. Its fingerprint changes with the master and the checks."""
    data = master.read_bytes()
    fingerprint = hashlib.sha256(data + _checks_as_they_are())
    return Homework(master.stem, notebook_of(data), fingerprint.hexdigest())


@lru_cache(maxsize=1)
def _checks_as_they_are() -> bytes:
    """Return a fingerprint of the modules of `course`: the checks are in them."""
    files = sorted(Path(__file__).parents[1].rglob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).digest()


def refused(homework: Homework, reason: str) -> dict[str, Any]:
    """Return the result of a submission that cannot be graded, with the reason."""
    return {
        "status": "refused",
        "reason": reason,
        "notes": [],
        "log": [f"not graded: {reason}"],
        "attention": [],
        "score": 0.0,
        "total": _total(homework.questions),
        "questions": [],
    }


def judge(homework: Homework, notebook: Notebook, walls: Walls, limits: Limits) -> dict[str, Any]:
    """Return the result of a notebook that was handed in, as data."""
    try:
        answers = answers_in(notebook, homework.copy)
    except ValueError as error:
        return refused(homework, str(error))
    attention: list[str] = []
    with Student(homework.program(answers.sources), walls, limits) as student:
        questions = _questions_for(homework, student)
        told = [_question(question, student, attention) for question in questions]
    untouched = answers_in(homework.copy, homework.copy).sources == answers.sources
    return {
        "status": "graded",
        "reason": "",
        "notes": [*answers.notes, *["nothing was answered"] * untouched],
        "log": student.log,
        "attention": attention,
        "score": round(sum(question["score"] for question in told), 2),
        "total": _total(questions),
        "questions": told,
    }


def _total(questions: tuple[Expect, ...]) -> float:
    return round(sum(question.points for question in questions if not question.extra), 2)


def _questions_for(homework: Homework, student: Student) -> tuple[Expect, ...]:
    """Return the questions; where they depend on the student's id, those of this student."""
    if not homework.known:
        return homework.questions
    known: dict[str, Any] = {}
    for name in homework.known:
        student.begin(name)
        value = student.ask(Request(name)).value
        if isinstance(value, str | int) and 0 < len(str(value)) <= LONGEST_KNOWN:
            known[name] = value
            student.log.append(f"{name} is {value!r}")
        else:
            student.log.append(f"{name} is not given: that of the model solution counts")
    try:
        return questions_of(homework.master, known)
    except ValueError as error:
        student.log.append(f"no questions for {known}: {error}"[:LONGEST])
        return homework.questions


def _question(question: Expect, student: Student, attention: list[str]) -> dict[str, Any]:
    student.begin(question.name)
    log: list[dict[str, Any]] = []
    stopped = ""
    for number, check in enumerate(question.checks, 1):
        if stopped:
            told = f"not asked, because an earlier check of this question {TROUBLES[stopped]}"
            log.append(_told(check, Outcome(False, got=told), stopped))
            continue
        kinds: list[str] = []  # of all answers
        try:
            outcome = check.talk(partial(_asked, student, kinds))
        except WallsError:
            raise  # nobody can be graded here
        except Exception as error:  # the judge itself fails
            told = f"{type(error).__name__}: {error}"[:LONGEST]
            attention.append(f"{question.name}, check {number}: {told}")
            outcome = Outcome(False, got="the grader could not judge this; a person has to")
            kinds = ["grader"]
        trouble = next((kind for kind in reversed(kinds) if kind != "value"), "")
        log.append(_told(check, outcome, trouble))
        stopped = student.gone
    passed = sum(entry["passed"] for entry in log)
    share = passed / len(log) if log else 0.0
    return {
        "name": question.name,
        "points": question.points,
        "extra": question.extra,
        "score": round(question.points * share, 2),
        "passed": passed,
        "checks": log,
    }


def _asked(student: Student, kinds: list[str], request: Request) -> Answer:
    answer = student.ask(request)
    kinds.append(answer.kind)
    return answer


def _told(check: Check, outcome: Outcome, trouble: str) -> dict[str, Any]:
    words = {part: getattr(outcome, part) for part in ("got", "wanted", "shows", "cause")}
    cut = {
        part: text if len(text) <= LONGEST else text[:LONGEST] + " …"
        for part, text in {"says": check.says, **words}.items()
    }
    rest = {"kept_back": check.kept_back, "passed": bool(outcome.passed), "trouble": trouble}
    return cut | rest
