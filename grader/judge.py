"""One submission, judged: each check put to the program behind its walls, and the score.

The result is data, as it is written to a file: the score, and for each check what was asked, what
came and what was wanted. There is no time in it, so a second run writes the same.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from course.checks import Answer, Check, Expect, Outcome, Request
from course.handin.master import (
    defined_names,
    grade_id,
    is_answer,
    is_check,
    known_names,
    program_cells,
    questions_of,
    stubbed,
)
from course.handin.submission import answers_in, homework_of, notebook_of, released_in
from course.notebooks.text import Notebook
from grader.student import Cell, Student, WallsError
from grader.walls import Limits, Walls

LONGEST = 4_000  # characters of one part of a verdict
LONGEST_KNOWN = 100  # characters of a student's id
OURS = re.compile(r"^[ \t]*(?:from|import)\b.*?[ \t,]((?:course|gamelib)\b[\w.]*)", re.MULTILINE)
TROUBLES = {"time": "had no answer in time", "died": "ended it"}


@dataclass(frozen=True)
class Homework:
    """A homework, read from its master."""

    name: str
    master: Notebook
    fingerprint: str

    @cached_property
    def released(self) -> Notebook:
        """Return the student's copy: stubs in place of the solutions."""
        cells = [
            {**cell, "source": stubbed(cell["source"])} if is_answer(cell) else cell
            for cell in self.master["cells"]
        ]
        return {**self.master, "cells": cells}

    @cached_property
    def questions(self) -> tuple[Expect, ...]:
        """Return the questions, as they are for the model solution."""
        return questions_of(self.master)

    def program(self, answers: Mapping[str, str]) -> list[Cell]:
        """Return the cells that run: the given ones and the student's answers; never the checks."""
        cells, asked = [], 0
        for number, cell in program_cells(self.master):
            if is_answer(cell):
                cells.append(Cell(grade_id(cell), answers[grade_id(cell)], True, asked))
            elif not is_check(cell):
                cells.append(Cell(f"given cell {number}", cell["source"], False, asked))
            asked += is_check(cell)
        return cells

    def place_of(self, name: str) -> int:
        """Return how many questions stand above the answer that defines a name."""
        above = 0
        for _, cell in program_cells(self.master):
            if is_answer(cell) and name in defined_names(cell["source"]):
                break
            above += is_check(cell)
        return above


def load_homework(master: Path) -> Homework:
    """Return the homework of a master. Its fingerprint changes with all that a score depends on."""
    data = master.read_bytes()
    fingerprint = hashlib.sha256(data + code_as_it_is())
    return Homework(master.stem, notebook_of(data), fingerprint.hexdigest())


@lru_cache(maxsize=1)
def code_as_it_is() -> bytes:
    """Return a fingerprint of the checks, of what a student's code may use, and of Python."""
    home = Path(__file__).parents[1]
    files = [path for name in ("course", "gamelib") for path in (home / name).rglob("*.*")]
    whole = hashlib.sha256(sys.version.encode())
    for file in sorted(path for path in files if path.suffix in (".py", ".json", ".txt")):
        whole.update(file.read_bytes())
    return whole.digest()


def refused(homework: Homework, reason: str) -> dict[str, Any]:
    """Return the result of a submission that cannot be graded, with the reason."""
    return _result(homework.questions, status="refused", reason=reason)


def failed(homework: Homework, what: str) -> dict[str, Any]:
    """Return the result where the grader itself has failed: no score, and a person has to look."""
    reason = "the grader failed on it; a person has to look at it"
    told = {"status": "failed", "reason": reason, "score": None}
    return _result(homework.questions, **told, attention=[f"the grader failed: {what}"])


def _result(asked: tuple[Expect, ...], **known: Any) -> dict[str, Any]:
    result: dict[str, Any] = {"status": "graded", "reason": "", "known": {}}
    result |= {"notes": [], "log": [], "attention": []}
    total = round(sum(question.points for question in asked if not question.extra), 2)
    return {**result, "score": 0.0, "total": total, "questions": [], **known}


def judge(
    homework: Homework,
    notebook: Notebook,
    walls: Walls,
    limits: Limits,
    known: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the result of a notebook that was handed in, as data.

    `known` has what a roster knows of the student, such as their `student_id`: it counts, whatever
    the notebook says, and a difference is told.
    """
    try:
        answers = answers_in(notebook, homework.released)
    except ValueError as error:
        homeworks = released_in() | {homework.name: homework.released}
        with suppress(ValueError):
            if (other := homework_of(notebook, homeworks)) != homework.name:
                return refused(homework, f"this is {other}, and here {homework.name} is graded")
        return refused(homework, str(error))
    attention: list[str] = []
    with Student(homework.program(answers.sources), walls, limits) as student:
        asked, chosen, differs = _questions_for(homework, student, known or {})
        told = _put(asked, student, attention)
    code = written(homework, answers.sources)
    told = [question | {"code": code[question["name"]]} for question in told]
    broken = [words for words in student.log if words.startswith("the cell ")]
    ours = sorted({name for source in answers.sources.values() for name in OURS.findall(source)})
    borrowed = [f"imports {', '.join(ours)}: is it own work?"] * bool(ours)
    untouched = answers_in(homework.released, homework.released).sources == answers.sources
    return _result(
        asked,
        status="failed" if attention else "graded",
        known=chosen,
        notes=[*answers.notes, *broken, *borrowed, *differs, *["nothing was answered"] * untouched],
        log=student.log,
        attention=attention,
        score=None if attention else round(sum(question["score"] for question in told), 2),
        questions=told,
    )


def written(homework: Homework, sources: Mapping[str, str]) -> dict[str, str]:
    """Return the code that belongs to each question: the answers since the question before."""
    found, above = {}, ""
    for cell in homework.master["cells"]:
        if is_answer(cell):
            above = f"{above}\n\n{sources[grade_id(cell)]}".strip()
        elif is_check(cell):
            found[grade_id(cell)], above = above, ""
    return found


def _questions_for(
    homework: Homework, student: Student, known: Mapping[str, Any]
) -> tuple[tuple[Expect, ...], dict[str, Any], list[str]]:
    """Return the questions, those of this student where they depend on an id; the id; and notes."""
    chosen: dict[str, Any] = {}
    notes: list[str] = []
    for name in known_names(homework.master):
        student.begin(homework.place_of(name))
        value = student.ask(Request(name)).value
        is_id = isinstance(value, str | int) and not isinstance(value, bool)
        given = is_id and 0 < len(str(value)) <= LONGEST_KNOWN
        found = repr(value) if given else "not given"
        if name not in known:
            chosen |= {name: value} if given else {}
            student.log.append(f"{name} is {found}" + ": the model solution's counts" * (not given))
        elif not given or str(value).strip().casefold() != str(known[name]).strip().casefold():
            notes.append(f"{name} is {found} in the notebook; the roster's {known[name]!r} counts")
        chosen |= {name: known[name]} if name in known else {}
    if not chosen:
        return homework.questions, chosen, notes
    try:
        return questions_of(homework.master, chosen), chosen, notes
    except ValueError as error:
        student.log.append(f"no questions for {chosen}: {error}"[:LONGEST])
        return homework.questions, chosen, notes


def _put(
    questions: tuple[Expect, ...], student: Student, attention: list[str]
) -> list[dict[str, Any]]:
    """Put all checks and return what is told of each question.

    Hidden checks come last, to a program that is started again: so no answer to a check that
    students see in their feedback can tell what a hidden one asks.
    """
    logs: list[dict[int, dict[str, Any]]] = [{} for _ in questions]
    gone = [""] * len(questions)
    for hidden in (False, True):
        if hidden:
            student.end()
            student.quiet = True
        for place, question in enumerate(questions):
            student.begin(place, gone[place])
            for number, check in enumerate(question.checks, 1):
                if check.hidden == hidden:
                    where = f"{question.name}, check {number}"
                    logs[place][number] = _check(check, student, where, attention)
            gone[place] = student.gone
    return [_scored(*both) for both in zip(questions, logs, strict=True)]


def _check(check: Check, student: Student, where: str, attention: list[str]) -> dict[str, Any]:
    student.begin_check()
    troubles: list[str] = []  # of all answers

    def ask(request: Request) -> Answer:
        answer = student.ask(request)
        troubles.extend([answer.kind] if answer.kind != "value" else [])
        return answer

    if student.gone:
        told = f"not asked, because an earlier check of this question {TROUBLES[student.gone]}"
        outcome, troubles = Outcome(False, got=told), [student.gone]
    else:
        try:
            outcome = check.talk(ask)
        except WallsError:
            raise  # nobody can be graded here
        except Exception as error:  # the judge itself fails
            attention.append(f"{where}: {type(error).__name__}: {error}"[:LONGEST])
            outcome = Outcome(False, got="the grader could not judge this; a person has to")
            troubles = ["grader"]
    return _told(check, outcome, troubles[-1] if troubles else "")


def _scored(question: Expect, log: Mapping[int, dict[str, Any]]) -> dict[str, Any]:
    passed = sum(entry["passed"] for entry in log.values())
    return {
        "name": question.name,
        "points": question.points,
        "extra": question.extra,
        "score": round(question.points * passed / max(len(log), 1), 2),
        "passed": passed,
        "checks": [log[number] for number in sorted(log)],
    }


def _told(check: Check, outcome: Outcome, trouble: str) -> dict[str, Any]:
    words = {part: getattr(outcome, part) for part in ("got", "wanted", "shows", "cause")}
    cut = {
        part: text if len(text) <= LONGEST else text[:LONGEST] + " …"
        for part, text in {"says": check.says, **words}.items()
    }
    rest = {"hidden": check.hidden, "passed": bool(outcome.passed), "trouble": trouble}
    return cut | rest
