"""The check that students run before they hand in: nbval against the released notebook.

Only the visible checks run here, on the student's own machine. It says "visible checks pass" and
never more: the grader has others.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from course.expect import is_passing
from course.grading.master import checks_call, grade_id, is_answer, is_check, stated
from course.grading.splice import (
    OWN_OUTPUT,
    STORED,
    answers_in,
    homework_of,
    read_copy,
    released_in,
    spliced,
)
from course.notebooks.text import Cell, Notebook, tags

__all__ = ["Checked", "Verdict", "check", "main_check", "run_nbval"]

CELL_SECONDS = 30
NOT_RUN = "nothing is known about it"
SILENT: Callable[[int, int], None] = lambda done, total: None  # noqa: E731


class Verdict(NamedTuple):
    """What nbval found about one question, and the words of its check cell."""

    question: str
    passed: bool
    words: str
    optional: bool  # extra points, or none at all
    kept_back: int


class Checked(NamedTuple):
    """A student's file, checked: which homework it is, a verdict a question, and notes."""

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
            open_word = "open (optional)" if verdict.optional else "not yet"
            first, *rest = verdict.words.splitlines() or [verdict.question]
            lines += [f"  {'ok' if verdict.passed else open_word}: {first}"]
            lines += [f"    {line}" for line in rest]
        if self.notes:
            lines += ["", "Note:", *(f"  - {note}" for note in self.notes)]
        ready = sum(verdict.passed for verdict in self.verdicts)
        unseen = sum(verdict.kept_back for verdict in self.verdicts)
        more = f"; {unseen} more checks are kept back for grading" if unseen else ""
        lines += ["", f"Visible checks pass in {ready} of {len(self.verdicts)} questions{more}."]
        return "\n".join(lines)


def check(
    file: Path,
    *,
    stored: Path = STORED,
    homework: str = "",
    seconds: float = CELL_SECONDS,
    progress: Callable[[int, int], None] = SILENT,
) -> Checked:
    """Return what nbval says about a student's answers, in the notebook that was released."""
    released = released_in(stored)
    student = read_copy(file)
    if homework and homework not in released:
        raise ValueError(f"there is no homework {homework}; there are {', '.join(released)}")
    name = homework or homework_of(student, released, file.name)
    answers = answers_in(student, released[name])
    notebook = spliced(released[name], answers.sources)
    found = run_nbval(notebook, seconds=seconds, progress=progress)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    verdicts, notes = [], list(answers.notes)
    for number, cell in enumerate(code):
        note = found.get(number, {"passed": False, "text": "", "error": "", "why": NOT_RUN})
        if is_check(cell):
            verdicts.append(_verdict(cell, note, seconds))
        elif not note["passed"] and not any(grade_id(cell) + ":" in told for told in notes):
            kind = grade_id(cell) if is_answer(cell) else f"the given code cell {number + 1}"
            notes.append(f"{kind}: {_trouble(note, seconds)}")
    return Checked(name, tuple(verdicts), tuple(notes))


def _verdict(cell: Cell, note: dict[str, Any], seconds: float) -> Verdict:
    question = grade_id(cell)
    words = str(note["text"]).rstrip()
    if not note["passed"] and (note["error"] or not words):
        words = "\n".join(filter(None, [f"{question}: {_trouble(note, seconds)}", words]))
    says = stated(checks_call(cell["source"]))
    optional = says.get("extra", False) or not says["points"]
    # Where an answer may stay open, nbval compares no output: then the words tell.
    compared = OWN_OUTPUT not in tags(cell)
    passed = note["passed"] and (compared or is_passing(words))
    return Verdict(question, bool(passed), words, optional, says.get("kept_back", 0))


def _trouble(note: dict[str, Any], seconds: float) -> str:
    if "Timeout" in note["why"]:
        return f"no end after {seconds:g} seconds; is there a loop that never ends?"
    if "Kernel dead" in note["why"] or "Kernel died" in note["why"]:
        return "the program had ended before"
    if note["error"]:
        return f"it raised {note['error']}"
    if note["why"] in ("", "Cell outputs differ"):
        return "its output is not that of a right solution"
    return f"it could not be run ({note['why'].splitlines()[0]})"


def run_nbval(
    notebook: Notebook,
    *,
    seconds: float = CELL_SECONDS,
    progress: Callable[[int, int], None] = SILENT,
) -> dict[int, dict[str, Any]]:
    """Return what nbval notes about each code cell, counted from 0, run in a fresh kernel."""
    total = sum(cell["cell_type"] == "code" for cell in notebook["cells"])
    with tempfile.TemporaryDirectory(prefix="homework-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        notes = folder / "notes.jsonl"
        notes.touch()
        work = folder / "work"  # the kernel's folder: nothing else is in it
        work.mkdir()
        file = work / "homework.ipynb"
        file.write_text(json.dumps(notebook), encoding="utf-8")
        (folder / "pytest.ini").write_text("[pytest]\n")  # the project's own settings do not count
        log = folder / "log"
        command = [sys.executable, "-m", "pytest", "-c", str(folder / "pytest.ini")]
        command += ["-p", "nbval.plugin", "-p", "course.grading.nbvalnotes", "-q"]
        command += ["-p", "no:cacheprovider", "--rootdir", str(folder), "--nbval"]
        command += ["--nbval-current-env", f"--nbval-cell-timeout={seconds}"]
        command += [f"--nbval-notes={notes}", str(file)]
        kept = {key: text for key, text in os.environ.items() if not key.startswith("PYTEST_")}
        environment = {**kept, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        with log.open("wb") as output:
            process = subprocess.Popen(
                command, cwd=folder, env=environment, stdout=output, stderr=subprocess.STDOUT
            )
            try:
                while process.poll() is None:
                    progress(len(_lines(notes)), total)
                    try:
                        process.wait(timeout=0.3)
                    except subprocess.TimeoutExpired:
                        continue
            finally:
                if process.poll() is None:
                    process.terminate()
                    process.wait()
        found = {note["cell"]: note for note in map(json.loads, _lines(notes))}
        if not found:
            told = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-5:]
            raise RuntimeError("nbval did not run any cell:\n" + "\n".join(told))
        if lost := [note for note in found.values() if not note["begun"]]:
            raise RuntimeError(f"no kernel could be started, please try again ({lost[0]['why']})")
        return found


def _lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()


def main_check(argv: Sequence[str] | None = None) -> int:
    """Check a student's file and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m course.grading check",
        description="Run the visible checks of a homework on your answers, before you hand in. "
        "Only your answer cells count; they are put into the notebook as it was released.",
        epilog="Exit code: 0 if all visible checks pass, 1 if some do not, 2 if the file is no "
        "homework. Other checks are kept back for grading.",
    )
    parser.add_argument("file", help="your notebook")
    parser.add_argument("--homework", default="", help="its homework, if the file does not tell")
    parser.add_argument(
        "--seconds", type=float, default=CELL_SECONDS, help="the longest time for one cell; 30"
    )
    options = parser.parse_args(argv)
    live = sys.stderr.isatty()

    def progress(done: int, total: int) -> None:
        if live:
            print(f"\r  {done} of {total} cells", end="", file=sys.stderr, flush=True)

    try:
        checked = check(
            Path(options.file),
            stored=STORED,
            homework=options.homework,
            seconds=options.seconds,
            progress=progress,
        )
    except (OSError, RuntimeError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    finally:
        if live:
            print("\r" + " " * 30 + "\r", end="", file=sys.stderr, flush=True)
    print(checked)
    return 0 if checked.passed else 1
