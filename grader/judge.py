"""Judge one submission: run its answers in a sandbox, ask every check, add up the points.

The result is data, as it is written to a file: the score, and for each check what was asked, what
was answered and what was expected. It holds no timings, so a second run writes the same file.

A result has remarks of three kinds: `for_student` is on the feedback page, `log` explains the score
in detail, `needs_a_person` lists errors of the grader itself.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from course.checks import Answer, Check, Expect, Outcome, Request
from course.handin.master import (
    NOT_IN_SANDBOX,
    defined_names,
    grade_id,
    id_names,
    is_answer,
    is_check,
    program_cells,
    questions_of,
    stubbed,
)
from course.handin.submission import (
    answers_in,
    hidden_imports_in,
    homework_of,
    imports_in,
    notebook_of,
    released_in,
)
from course.notebooks.text import Notebook, tags
from grader.modules import files_of, imported
from grader.student import WORKER, ProgramCell, Student, WallsError
from grader.walls import Limits, Walls

MAX_TEXT_CHARS = 4_000  # of one part of a verdict
MAX_ID_CHARS = 100
GONE_REASONS = {"time": "had no answer in time", "died": "ended it"}


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
        """Return the questions as made for the model solution's id."""
        return questions_of(self.master)

    def program(self, answers: Mapping[str, str]) -> list[ProgramCell]:
        """Return the cells that run: the given ones and the student's answers; never the checks."""
        cells, asked = [], 0
        for number, cell in program_cells(self.master):
            if is_answer(cell):
                cells.append(ProgramCell(grade_id(cell), answers[grade_id(cell)], True, asked))
            elif not is_check(cell) and NOT_IN_SANDBOX not in tags(cell):
                cells.append(ProgramCell(f"given cell {number}", cell["source"], False, asked))
            asked += is_check(cell)
        return cells

    def questions_above(self, name: str) -> int:
        """Return how many questions stand above the answer that defines a name."""
        above = 0
        for _, cell in program_cells(self.master):
            if is_answer(cell) and name in defined_names(cell["source"]):
                break
            above += is_check(cell)
        return above


def load_homework(master: Path) -> Homework:
    """Return the homework of a master. Its fingerprint covers everything a score depends on."""
    data = master.read_bytes()
    notebook = notebook_of(data)
    modules: set[str] = set()
    for number, cell in enumerate(notebook["cells"], 1):
        if cell["cell_type"] == "code":
            try:
                modules.update(imported(cell["source"]))
            except SyntaxError as error:
                raise ValueError(f"{master.name}, cell {number}, is not Python: {error}") from error
    fingerprint = hashlib.sha256(data + code_fingerprint(frozenset(modules)))
    return Homework(master.stem, notebook, fingerprint.hexdigest())


@lru_cache
def code_fingerprint(modules: frozenset[str] = frozenset()) -> bytes:
    """Return a fingerprint of Python, the grader, and these modules with their imports."""
    digest = hashlib.sha256(sys.version.encode())
    for file in files_of({__name__, *WORKER, *modules}, everywhere=True):
        digest.update(file.read_bytes())
    return digest.digest()


def refused(homework: Homework, reason: str) -> dict[str, Any]:
    """Return the result of a submission that cannot be graded, with the reason."""
    return _result(homework.questions, status="refused", reason=reason)


def failed(homework: Homework, error: str) -> dict[str, Any]:
    """Return the result of an error in the grader itself: no score, and a remark for a person."""
    return _result(
        homework.questions,
        status="failed",
        reason="the grader failed on it; a person has to look at it",
        score=None,
        needs_a_person=[f"the grader failed: {error}"],
    )


def _result(checked: tuple[Expect, ...], **fields: Any) -> dict[str, Any]:
    """Return a result with these fields; the others are empty."""
    result: dict[str, Any] = {"status": "graded", "reason": "", "ids": {}}
    result |= {"for_student": [], "log": [], "needs_a_person": []}
    total = round(sum(question.points for question in checked if not question.extra), 2)
    return {**result, "score": 0.0, "total": total, "questions": [], **fields}


def judge_notebook(
    homework: Homework,
    notebook: Notebook,
    walls: Walls,
    limits: Limits,
    roster_ids: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the result of a notebook that was handed in, as data.

    `roster_ids` has values from the roster, such as `student_id`. They count, whatever the notebook
    says, and the student gets a remark about a difference.
    """
    try:
        answers = answers_in(notebook, homework.released)
    except ValueError as error:
        homeworks = released_in() | {homework.name: homework.released}
        with suppress(ValueError):
            if (other := homework_of(notebook, homeworks)) != homework.name:
                return refused(homework, f"this is {other}, and here {homework.name} is graded")
        return refused(homework, str(error))
    needs_a_person: list[str] = []
    with Student(homework.program(answers.sources), walls, limits) as student:
        questions, ids, differences = _questions_for(homework, student, roster_ids or {})
        verdicts = _verdicts(questions, student, needs_a_person)
    code = code_by_question(homework, answers.sources)
    verdicts = [verdict | {"code": code[verdict["name"]]} for verdict in verdicts]
    remarks = [*answers.notes, *(line for line in student.log if line.startswith("the cell "))]
    sources = answers.sources.values()
    for verb, names in (("imports", imports_in(sources)), ("uses", hidden_imports_in(sources))):
        if names:
            remarks.append(f"{verb} {', '.join(names)}: is it own work?")
    remarks += differences
    if answers_in(homework.released, homework.released).sources == answers.sources:
        remarks.append("nothing was answered")
    return _result(
        questions,
        status="failed" if needs_a_person else "graded",
        ids=ids,
        for_student=remarks,
        log=student.log,
        needs_a_person=needs_a_person,
        score=None if needs_a_person else round(sum(each["score"] for each in verdicts), 2),
        questions=verdicts,
    )


def code_by_question(homework: Homework, sources: Mapping[str, str]) -> dict[str, str]:
    """Return the code that belongs to each question: the answers since the question before."""
    code, above = {}, ""
    for cell in homework.master["cells"]:
        if is_answer(cell):
            above = f"{above}\n\n{sources[grade_id(cell)]}".strip()
        elif is_check(cell):
            code[grade_id(cell)], above = above, ""
    return code


def _questions_for(
    homework: Homework, student: Student, roster_ids: Mapping[str, Any]
) -> tuple[tuple[Expect, ...], dict[str, Any], list[str]]:
    """Return the questions for this student's id, the id, and where it differs from the roster."""
    ids: dict[str, Any] = {}
    differences: list[str] = []
    for name in id_names(homework.master):
        student.begin(homework.questions_above(name))
        value = student.ask(Request(name)).value
        is_id = isinstance(value, str | int) and not isinstance(value, bool)
        given = is_id and 0 < len(str(value)) <= MAX_ID_CHARS
        text = repr(value) if given else "not given"
        if name in roster_ids:
            ids[name] = roster_ids[name]
            if not given or str(value).strip().casefold() != str(ids[name]).strip().casefold():
                differences.append(
                    f"{name} is {text} in the notebook; the roster's {ids[name]!r} counts"
                )
        elif given:
            ids[name] = value
            student.log.append(f"{name} is {text}")
        else:
            student.log.append(f"{name} is {text}: the model solution's counts")
    if not ids:
        return homework.questions, ids, differences
    try:
        return questions_of(homework.master, ids), ids, differences
    except ValueError as error:
        student.log.append(f"no questions for {ids}: {error}"[:MAX_TEXT_CHARS])
        return homework.questions, ids, differences


def _verdicts(
    questions: tuple[Expect, ...], student: Student, needs_a_person: list[str]
) -> list[dict[str, Any]]:
    """Ask all checks and return the verdict on each question.

    Hidden checks come last, in a new process. So an answer to a check that students see in their
    feedback cannot reveal what a hidden check asks.
    """
    verdicts: list[dict[int, dict[str, Any]]] = [{} for _ in questions]
    gone = [""] * len(questions)
    for hidden in (False, True):
        if hidden:
            student.end()
            student.quiet = True
        for index, question in enumerate(questions):
            student.begin(index, gone[index])
            for number, check in enumerate(question.checks, 1):
                if check.hidden == hidden:
                    name = f"{question.name}, check {number}"
                    verdicts[index][number] = _verdict(check, student, name, needs_a_person)
            gone[index] = student.gone
    return [_scored(*both) for both in zip(questions, verdicts, strict=True)]


def _verdict(
    check: Check, student: Student, name: str, needs_a_person: list[str]
) -> dict[str, Any]:
    """Ask one check and return its verdict as data."""
    student.begin_check()
    troubles: list[str] = []  # of all answers

    def ask(request: Request) -> Answer:
        answer = student.ask(request)
        troubles.extend([answer.kind] if answer.kind != "value" else [])
        return answer

    if student.gone:
        reason = (
            f"not asked, because an earlier check of this question {GONE_REASONS[student.gone]}"
        )
        outcome, troubles = Outcome(False, got=reason), [student.gone]
    else:
        try:
            outcome = check.talk(ask)
        except WallsError:
            raise  # no submission can be graded
        except Exception as error:  # an error in the check itself
            needs_a_person.append(f"{name}: {type(error).__name__}: {error}"[:MAX_TEXT_CHARS])
            outcome = Outcome(False, got="the grader could not judge this; a person has to")
            troubles = ["grader"]
    texts = {part: getattr(outcome, part) for part in ("got", "wanted", "shows", "cause")}
    texts = {"says": check.says} | texts
    for part, text in texts.items():
        if len(text) > MAX_TEXT_CHARS:
            texts[part] = text[:MAX_TEXT_CHARS] + " …"
    trouble = troubles[-1] if troubles else ""
    return texts | {"hidden": check.hidden, "passed": bool(outcome.passed), "trouble": trouble}


def _scored(question: Expect, verdicts: Mapping[int, dict[str, Any]]) -> dict[str, Any]:
    passed = sum(verdict["passed"] for verdict in verdicts.values())
    return {
        "name": question.name,
        "points": question.points,
        "extra": question.extra,
        "score": round(question.points * passed / max(len(verdicts), 1), 2),
        "passed": passed,
        "checks": [verdicts[number] for number in sorted(verdicts)],
    }
