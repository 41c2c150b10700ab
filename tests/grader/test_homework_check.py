"""The messages of the check cells in a notebook, and of `check` before handing in."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import tiny_homework as tiny

from course.checks import Outcome, checks
from course.handin.__main__ import main
from course.handin.master import grade_id, is_answer, is_check
from course.handin.nbval import NOTE, Checked, check, pytest_runtest_setup, run_nbval
from course.handin.submission import homework_of, released_in
from course.notebooks.text import Notebook
from course.notebooks.tool import to_text
from grader.release import released


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the released tiny homework, which is never edited."""
    folder = tmp_path_factory.mktemp("released")
    notebook = released(tiny.master(), folder / "tiny.ipynb")
    (folder / "tiny.json").write_text(to_text(notebook), encoding="utf-8")
    return folder


@pytest.fixture
def tiny_copy(stored: Path) -> Notebook:
    return released_in(stored)["tiny"]


@pytest.fixture
def write(tmp_path: Path) -> Callable[[Notebook], Path]:
    def written(notebook: Notebook, name: str = "Anna's homework, (final) ü.ipynb") -> Path:
        (tmp_path / name).write_text(json.dumps(notebook), encoding="utf-8")
        return tmp_path / name

    return written


# ---- the check cells in the notebook -------------------------------------------------------------


def run_here(notebook: Notebook, capsys: pytest.CaptureFixture[str]) -> dict[str, bool]:
    """Return for each check cell whether it prints what the released notebook has stored."""
    names: dict[str, Any] = {}
    same = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            try:
                exec(cell["source"], names)
            except Exception as error:  # a student's cell may do anything
                print(error)
            shown = capsys.readouterr().out
            if cell["metadata"].get("nbgrader", {}).get("grade"):
                wanted = "".join("".join(output["text"]) for output in cell["outputs"])
                same[cell["metadata"]["nbgrader"]["grade_id"]] = shown == wanted
    return same


def test_only_a_right_solution_prints_what_is_stored(
    tiny_copy: Notebook, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_here(tiny.solved(tiny_copy, tiny.RIGHT), capsys) == {"double": True, "cuts": True}
    for wrong in tiny.WRONG.values():
        assert not all(run_here(tiny.solved(tiny_copy, wrong), capsys).values())


@pytest.mark.parametrize("name", released_in())
def test_the_stubs_of_a_real_homework_print_something_else_than_is_stored(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    notebook = released_in()[name]
    must = {
        grade_id(cell)
        for cell in notebook["cells"]
        if is_check(cell) and cell["outputs"] and "extra=True" not in cell["source"]
    }
    assert must
    same = run_here(notebook, capsys)
    assert [question for question in sorted(must) if same[question]] == []


def told(capsys: pytest.CaptureFixture[str], function: Any, *, hidden: int = 0) -> list[str]:
    with checks("double", points=5, hidden=hidden) as expect:
        expect.call(function, 4, gives=8, because="4 and 4 are 8")
        expect.call(function, [1], gives=[1, 1])
    return capsys.readouterr().out.splitlines()


def test_passing_checks_are_counted_and_the_first_failing_one_is_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def noisy(x: Any) -> Any:
        print(f"x is {x}")  # which is shown if it fails
        return 2 * x

    assert told(capsys, noisy, hidden=1) == ["double: visible checks pass (2 of 3; 1 is hidden)"]
    assert told(capsys, lambda x: noisy(x) + x, hidden=2) == [
        "double: 0 of 2 visible checks pass; 2 more are hidden",
        "  <lambda>(4)",
        "    gave: 12",
        "    wanted: 8, because 4 and 4 are 8",
        "    printed: x is 4",
    ]


def test_the_position_and_the_cause_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    def helper(x: Any) -> Any:
        raise NotImplementedError

    outcome = Outcome(False, "(0, 1)", "(2, 2)", shows="X O\nO X\n", cause="takes the first move")
    with checks("play", points=15) as expect:
        expect.add("play(board)", lambda ask: outcome)
    assert capsys.readouterr().out.splitlines()[2:] == [
        "    gave: (0, 1)",
        "    wanted: (2, 2)",
        "    here:",
        "      X O",
        "      O X",
        "    probably: takes the first move",
    ]
    not_written = "    probably: it is not written yet"
    raised = "    gave: it raised NotImplementedError in helper"
    assert told(capsys, lambda x: helper(x))[2:] == [raised, not_written]
    with checks("cuts", points=1) as expect:
        expect.value("cuts", ..., gives=3)
    shown = capsys.readouterr().out.splitlines()[1:]
    assert shown == ["  cuts", "    gave: cuts is still `...`", not_written]


def raising(error: BaseException) -> Any:
    raise error


@pytest.mark.parametrize(
    "function, says",
    [
        (lambda x: raising(KeyError("c3")), "it raised KeyError: 'c3'"),
        (lambda x: raising(SystemExit()), "it raised SystemExit"),
        (lambda x: 8 if x == 4 else x.append(1) or x, "it changed what it was given"),
        (lambda x: {x}, "a set cannot be an answer"),
        (8, "it raised TypeError: it is not a function"),
        (lambda x: 8.5, "8.5"),
        (lambda x: x == 4 or 8, "True"),
    ],
)
def test_every_kind_of_trouble_is_reported(
    capsys: pytest.CaptureFixture[str], function: Any, says: str
) -> None:
    assert f"gave: {says}" in "\n".join(told(capsys, function))


def test_after_a_time_out_the_rest_of_the_question_is_not_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("course.checks.CHECK_SECONDS", 0.05)
    asked = []

    def endless(x: Any) -> Any:
        asked.append(x)
        while x != 1:
            pass
        return x

    with checks("loop", points=1) as expect:
        for number in (1, 2, 1, 3):
            expect.call(endless, number, gives=number)
    shown = capsys.readouterr().out.splitlines()
    assert asked == [1, 2]
    assert shown[0] == "loop: 1 of 4 visible checks pass"
    assert "is there a loop that never ends?" in shown[2]


def test_a_check_has_one_time_for_all_that_it_asks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = iter(range(0, 1000, 4))  # every look at the clock takes four seconds
    monkeypatch.setattr("course.checks.process_time", lambda: next(ticks))
    monkeypatch.setattr("course.checks.limited", lambda seconds: nullcontext())

    def talk(ask: Any) -> Outcome:
        kinds = [ask(expect.request(abs, number)).kind for number in range(5)]
        return Outcome(False, got=", ".join(kinds))

    with checks("slow", points=1) as expect:
        expect.add("abs", talk)
    assert "gave: value, value, value, time, time" in capsys.readouterr().out


# ---- which homework ------------------------------------------------------------------------------


def test_a_homework_is_known_by_its_metadata_its_name_or_its_cells(tiny_copy: Notebook) -> None:
    other = tiny.master()
    other["cells"] = [tiny.answer(tiny.DOUBLE, "another-answer")]
    there = {"other": other, "tiny": tiny_copy}
    assert homework_of(tiny_copy, there, "other.ipynb") == "tiny"
    unnamed = {**tiny_copy, "metadata": {}}
    assert homework_of(unnamed, there, "other.ipynb") == "other"
    assert homework_of(unnamed, there, "notebooks_homework_other.ipynb") == "other"  # downloaded
    assert homework_of(unnamed, there, "Anna.ipynb") == "tiny"
    with pytest.raises(ValueError, match=r"none of the homeworks .*\(other, tiny\)"):
        homework_of({**unnamed, "cells": []}, there, "Anna.ipynb")


def test_a_bad_file_gets_a_sentence(
    tmp_path: Path,
    stored: Path,
    tiny_copy: Notebook,
    write: Callable[..., Path],
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "text.ipynb").write_text("def double(x): return 2 * x")
    without = {**tiny_copy, "cells": [tiny_copy["cells"][2]]}
    for file, says in {
        tmp_path / "nowhere at all.ipynb": "there is no file 'nowhere at all.ipynb'",
        tmp_path: "is a folder",
        tmp_path / "text.ipynb": "'text.ipynb': it is not a notebook: there is no JSON in it",
        write(without, "empty.ipynb"): "none of the homework's answer cells",
        write({**without, "metadata": {}}, "lecture.ipynb"): "none of the homeworks that were",
    }.items():  # what else a file may be: tests/submissions
        with pytest.raises(ValueError, match=says):
            check(file, stored)
    with pytest.raises(ValueError, match="there is no homework hw9; there are tiny"):
        check(write(tiny_copy), stored, "hw9")
    assert main([str(tmp_path / "no such file.ipynb")]) == 2
    assert capsys.readouterr().err.startswith("there is no file 'no such file.ipynb'")


# ---- what nbval's notes mean -------------------------------------------------------------------


def note(text: str = "", *, passed: bool = False, error: str = "", why: str = "") -> dict[str, Any]:
    return {"text": text, "passed": passed, "error": error, "why": why}


GREEN = note("double: visible checks pass (2 of 5; 3 are hidden)\n", passed=True)
GREEN_CUTS = note("cuts: visible checks pass (1 of 1)\n", passed=True)


@pytest.fixture
def checked(
    stored: Path, write: Callable[[Notebook], Path], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Checked]:
    """Check a file for which nbval has these notes."""

    def check_it(notebook: Notebook, notes: dict[int, Any], folder: Path = stored) -> Checked:
        monkeypatch.setattr("course.handin.nbval.run_nbval", lambda *given: notes)
        return check(write(notebook), folder)

    return check_it


@pytest.mark.parametrize(
    "note_of, says",
    [
        (note(error="ZeroDivisionError: division by zero"), "double: it raised ZeroDivisionError"),
        (note(why="Timeout of 30 seconds exceeded"), "double: no end after 30 seconds"),
        (note(why="Kernel dead on test start"), "double: the program had ended before"),
        (
            note(error="StdinNotImplementedError: raw_input"),
            "double: it calls input(), which gets",
        ),
        (note(), "double: its output is not that of a right solution"),
        (note(why="the disk is full\n\n"), "double: it could not be run (the disk is full)"),
        (note("double: 1 of 2 visible checks pass"), "double: 1 of 2 visible checks pass"),
    ],
)
def test_a_red_cell_is_explained(
    tiny_copy: Notebook, checked: Callable[..., Checked], note_of: dict[str, Any], says: str
) -> None:
    notes = {0: GREEN, 1: note(error="NameError: name 'y'"), 2: note_of, 4: GREEN}
    report = checked(tiny_copy, notes)
    assert [verdict.passed for verdict in report.verdicts] == [False, True]
    assert report.verdicts[0].message.startswith(says)
    assert report.notes == (
        "double-answer: it raised NameError: name 'y'",
        "cuts-answer: it could not be run (there is no result)",
    )


def test_a_module_that_is_not_there_in_grading_is_noted(tiny_copy, checked) -> None:
    cell = next(cell for cell in tiny_copy["cells"] if is_answer(cell))
    cell["source"] = f"import gamelib.engine\n{cell['source']}"
    notes = dict.fromkeys(range(4), GREEN) | {4: GREEN_CUTS}
    message = "an answer imports gamelib.engine, which is not there in grading"
    assert message in checked(tiny_copy, notes).notes


def test_a_green_file_has_a_line_for_each_question_and_an_optional_one_may_stay_open(
    tmp_path: Path, tiny_copy: Notebook, checked: Callable[..., Checked]
) -> None:
    notes = dict.fromkeys(range(4), GREEN) | {4: GREEN_CUTS}
    report = checked(tiny_copy, notes)
    assert report.passed
    assert str(report).splitlines()[2:] == [
        "  ok: double: visible checks pass (2 of 5; 3 are hidden)",
        "  ok: cuts: visible checks pass (1 of 1)",
        "",
        "Visible checks pass in 2 of 2 questions; 3 more checks are hidden until grading.",
    ]
    double, cuts = tiny_copy["cells"][4], tiny_copy["cells"][6]
    double["source"] = double["source"].replace("points=5", "points=5, extra=True")
    cuts["source"] = cuts["source"].replace("points=2", "points=0")
    cuts["metadata"]["tags"] = ["nbval-ignore-output"]  # so nbval compares nothing
    (tmp_path / "tiny.json").write_text(json.dumps(tiny_copy), encoding="utf-8")
    unwritten = "cuts: 0 of 1\n  probably: it is not written yet"
    notes |= {2: note("double: 1 of 2"), 4: note(unwritten, passed=True)}
    report = checked(tiny_copy, notes, tmp_path)
    assert report.passed
    assert str(report).splitlines()[2:] == [
        "  not yet (optional): double: 1 of 2",
        "  open (optional): cuts: 0 of 1",
        "",
        "Visible checks pass in 0 of 0 questions, optional ones not counted; "
        "3 more checks are hidden until grading.",
    ]
    tiny_copy["metadata"]["gamelib"] = {"ids": ["cuts"]}  # all others depend on it
    (tmp_path / "tiny.json").write_text(json.dumps(tiny_copy), encoding="utf-8")
    report = checked(tiny_copy, notes, tmp_path)
    assert not report.passed
    assert "  not yet: cuts: 0 of 1" in str(report)


def test_a_kernel_that_does_not_start_is_not_the_students_mistake(
    tiny_copy: Notebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = {"cell": 0, **note(why="Kernel didn't respond in 60 seconds"), "begun": False}
    says = f"print({NOTE + json.dumps(lost)!r})"
    real = subprocess.Popen

    def program(source: str) -> None:
        def started(command: list[str], **more: Any) -> Any:
            return real([sys.executable, "-c", source], **more)

        monkeypatch.setattr("course.handin.nbval.subprocess.Popen", started)

    program(says)
    with pytest.raises(RuntimeError, match=r"no kernel could be started, please try again \(Kern"):
        run_nbval(tiny_copy, 9)
    program("print('no such plugin')")
    with pytest.raises(RuntimeError, match="nbval did not run any cell:\nno such plugin"):
        run_nbval(tiny_copy, 9)


def test_a_cell_of_many_checks_may_take_as_long_as_they_may() -> None:
    option = SimpleNamespace(nbval_cell_timeout=30)
    config = SimpleNamespace(option=option, stash=pytest.Stash())
    many = 'with checks("many", points=1) as expect:' + "\n    expect.call(f, 1, gives=1)" * 6
    for cell, seconds in ((tiny.checked(many, "many", 1), 90), (tiny.code("while True: pass"), 30)):
        item: Any = SimpleNamespace(config=config, cell=cell)
        pytest_runtest_setup(item)
        assert option.nbval_cell_timeout == seconds


# ---- nbval, in a real kernel ---------------------------------------------------------------------


def test_nbval_is_red_on_wrong_and_endless_answers_although_the_file_says_success(
    stored: Path,
    tiny_copy: Notebook,
    write: Callable[[Notebook], Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    endless = "from threading import Event\ndef double(x):\n    Event().wait()"
    wrong = {"double-answer": endless, "cuts-answer": "cuts = 3.5"}
    student = tiny.solved(tiny_copy, wrong)
    student["cells"][4]["source"] = "print('double: visible checks pass (2 of 5)')"
    monkeypatch.setattr("course.handin.__main__.STORED", stored)
    assert main([str(write(student)), "--seconds", "4"]) == 1
    assert capsys.readouterr().out.splitlines()[2:] == [
        "  not yet: double: no end after 4 seconds; is there a loop that never ends?",
        "  not yet: cuts: 0 of 1 visible checks pass",
        "      cuts",
        "        gave: 3.5",
        "        wanted: 3, because C, F and D have cuts below them",
        "",
        "Visible checks pass in 0 of 2 questions; 3 more checks are hidden until grading.",
    ]
