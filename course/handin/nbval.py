"""The check that students run before they hand in: nbval against the released notebook.

Only the visible checks run, on the student's own machine, so the result is "visible checks pass"
and never more. This module is also a pytest plugin that reports nbval's result cell by cell.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from course.checks import UNWRITTEN, is_passing
from course.handin.master import (
    NOT_IN_SANDBOX,
    grade_id,
    id_names,
    is_answer,
    is_check,
    stated,
)
from course.handin.submission import (
    STORED,
    answers_in,
    data_of,
    homework_of,
    imports_in,
    notebook_of,
    released_in,
)
from course.notebooks.text import Cell, Notebook, tags
from gamelib.spread import bar

CELL_SECONDS = 30
CELL_TIMEOUT = pytest.StashKey[float]()  # in seconds
NOT_RUN = "there is no result"
MAX_OUTPUT_CHARS = 20_000  # of a cell
NOTE = "\x1enote "  # begins a line about a cell in what pytest prints


class Verdict(NamedTuple):
    """nbval's result for one question, and the output of its check cell."""

    question: str
    passed: bool
    message: str
    optional: bool  # extra points, or none at all
    hidden: int


class Checked(NamedTuple):
    """The result of a check: the name of the homework, a verdict for each question, and notes."""

    homework: str
    verdicts: tuple[Verdict, ...]
    notes: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Return whether the visible checks pass in every question that must be answered."""
        return all(verdict.passed or verdict.optional for verdict in self.verdicts)

    def __str__(self) -> str:
        """Return what the student sees."""
        lines = [f"{self.homework}: your answers in the released notebook, run and compared", ""]
        for verdict in self.verdicts:
            first, *rest = verdict.message.splitlines() or [verdict.question]
            state = "ok" if verdict.passed else "not yet"
            if verdict.optional and not verdict.passed:  # open means: not tried
                if UNWRITTEN in verdict.message and first.startswith(f"{verdict.question}: 0 of "):
                    state, rest = "open", []
                state += " (optional)"
            lines += [f"  {state}: {first}"]
            lines += [f"    {line}" for line in rest]
        if self.notes:
            lines += ["", "Note:", *(f"  - {note}" for note in self.notes)]
        needed = [verdict.passed for verdict in self.verdicts if not verdict.optional]
        others = ", optional ones not counted" * (len(needed) < len(self.verdicts))
        unseen = sum(verdict.hidden for verdict in self.verdicts)
        checks = "check is" if unseen == 1 else "checks are"
        more = f"; {unseen} more {checks} hidden until grading" if unseen else ""
        ready = f"{sum(needed)} of {len(needed)} questions{others}"
        lines += ["", f"Visible checks pass in {ready}{more}."]
        return "\n".join(lines)


def check(
    file: Path, stored: Path = STORED, homework: str = "", seconds: float = CELL_SECONDS
) -> Checked:
    """Return nbval's results for a student's answers in the released notebook."""
    released = released_in(stored)
    student = _read(file)
    if homework and homework not in released:
        raise ValueError(f"there is no homework {homework}; there are {', '.join(released)}")
    name = homework or homework_of(student, released, file.name)
    notebook = released[name]
    answers = answers_in(student, notebook)
    missing = _missing_in_grading(answers.sources.values(), notebook)
    for cell in notebook["cells"]:
        if is_answer(cell):
            cell["source"] = answers.sources[grade_id(cell)]
    results = run_nbval({**notebook, "cells": [*map(_to_run, notebook["cells"])]}, seconds)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    verdicts, notes = [], [*answers.notes, *missing]
    for number, cell in enumerate(code):
        note = results.get(number, {"passed": False, "text": "", "error": "", "why": NOT_RUN})
        if is_check(cell):
            verdict = _verdict(cell, note, _patience(cell, seconds))
            # student_id carries no points, but every question depends on it.
            needed = any(name in cell["source"] for name in id_names(notebook))
            verdicts.append(verdict._replace(optional=verdict.optional and not needed))
        elif not note["passed"]:
            kind = grade_id(cell) if is_answer(cell) else f"the given code cell {number + 1}"
            notes.append(f"{kind}: {_trouble(note, seconds)}")
    return Checked(name, tuple(verdicts), tuple(notes))


def _missing_in_grading(sources: Iterable[str], released: Notebook) -> list[str]:
    """Return a note for each module that answers import and that is not there in grading."""
    given = [c["source"] for c in released["cells"] if NOT_IN_SANDBOX not in tags(c)]
    allowed = tuple(f"{name}." for name in imports_in(given))
    missing = [name for name in imports_in(sources) if not f"{name}.".startswith(allowed)]
    return [f"an answer imports {name}, which is not there in grading" for name in missing]


def _read(path: Path) -> Notebook:
    """Return the notebook in a student's file; a ValueError says why there is none."""
    if not path.exists():
        raise ValueError(f"there is no file '{path.name}' in {path.resolve().parent}")
    try:
        return notebook_of(data_of(path.resolve()))  # a link may be followed here
    except (OSError, ValueError) as error:
        raise ValueError(f"'{path.name}': {error}") from error


def _to_run(cell: Cell) -> Cell:
    """Return a cell to run: a student may have given the name `checks` to something else."""
    ours = "with __import__('course.checks').checks.checks("
    return (
        {**cell, "source": cell["source"].replace("with checks(", ours)} if is_check(cell) else cell
    )


def _verdict(cell: Cell, note: dict[str, Any], seconds: float) -> Verdict:
    question = grade_id(cell)
    message = str(note["text"]).rstrip()
    if not note["passed"] and (note["error"] or not message):
        message = "\n".join(filter(None, [f"{question}: {_trouble(note, seconds)}", message]))
    says = stated(cell["source"])
    optional = says.get("extra", False) or not says["points"]
    # Judge the text: nbval also compares other output, such as a picture that an answer shows.
    return Verdict(question, is_passing(message), message, optional, says.get("hidden", 0))


def _patience(cell: Cell, seconds: float) -> float:
    """Return the time limit of a cell; a check cell gets more, as each check has its own limit."""
    checks = cell["source"].count("\n") if is_check(cell) else 0
    return seconds * max(1, checks / 2)


def _trouble(note: dict[str, Any], seconds: float) -> str:
    if "Timeout" in note["why"]:
        return f"no end after {seconds:g} seconds; is there a loop that never ends?"
    if "Kernel dead" in note["why"] or "Kernel died" in note["why"]:
        return "the program had ended before"
    if "StdinNotImplementedError" in note["error"]:
        return "it calls input(), which gets no answer in grading"
    if note["error"]:
        return f"it raised {note['error']}"
    if note["why"] in ("", "Cell outputs differ"):
        return "its output is not that of a right solution"
    return f"it could not be run ({note['why'].splitlines()[0]})"


def run_nbval(notebook: Notebook, seconds: float) -> dict[int, dict[str, Any]]:
    """Return nbval's note on each code cell, counted from 0, after running them in a new kernel."""
    total = sum(cell["cell_type"] == "code" for cell in notebook["cells"])
    notes: dict[int, dict[str, Any]] = {}
    lines: list[str] = []
    with tempfile.TemporaryDirectory(prefix="homework-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        work = folder / "work"  # the kernel's folder, with nothing else in it
        work.mkdir()
        (work / "homework.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
        (folder / "pytest.ini").write_text("[pytest]\n")  # the project's own settings do not count
        command = [sys.executable, "-m", "pytest", "-c", str(folder / "pytest.ini"), "-q", "-s"]
        command += ["-p", "nbval.plugin", "-p", __name__, "-p", "no:cacheprovider"]
        command += ["--rootdir", str(folder), "--nbval", "--nbval-current-env"]
        command += [f"--nbval-cell-timeout={seconds}", str(work / "homework.ipynb")]
        env = {key: text for key, text in os.environ.items() if not key.startswith("PYTEST_")}
        with subprocess.Popen(
            command,
            cwd=folder,
            env={**env, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONIOENCODING": "utf-8"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        ) as process:
            assert process.stdout is not None
            try:
                for line in process.stdout:
                    if line.startswith(NOTE):
                        note = json.loads(line.removeprefix(NOTE))
                        notes[note["cell"]] = note
                        bar(len(notes), total)
                    else:
                        lines.append(line)
            finally:
                process.terminate()
    if not notes:
        raise RuntimeError("nbval did not run any cell:\n" + "".join(lines[-5:]).strip())
    if lost := [note for note in notes.values() if not note["begun"]]:
        raise RuntimeError(f"no kernel could be started, please try again ({lost[0]['why']})")
    return notes


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Set nbval's time limit for this cell."""
    option = item.config.option
    timeout = item.config.stash.setdefault(CELL_TIMEOUT, option.nbval_cell_timeout)
    option.nbval_cell_timeout = _patience(getattr(item, "cell", {}), timeout)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Print a note when a cell has run or could not be run."""
    report = yield
    if report.when == "call" or report.failed:
        outputs: list[dict[str, Any]] = getattr(item, "test_outputs", None) or []
        errors = [
            f"{output.get('ename')}: {output.get('evalue')}".strip(": ")
            for output in outputs
            if output.get("output_type") == "error"
        ]
        note = {
            "cell": getattr(item, "cell_num", -1),
            "passed": report.passed,
            "begun": report.when == "call",  # else there was no kernel to run it
            "text": "".join(str(output.get("text") or "") for output in outputs)[:MAX_OUTPUT_CHARS],
            "error": "".join(errors[:1])[:MAX_OUTPUT_CHARS],
            "why": str(call.excinfo.value)[:MAX_OUTPUT_CHARS] if call.excinfo else "",
        }
        print(f"\n{NOTE}{json.dumps(note)}", flush=True)
    return report
