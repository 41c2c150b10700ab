"""Submissions of a batch, one after another or several at a time, each with files of its own.

Every process of the batch writes the same for the same submission. One that is lost takes nothing
with it: what it was at is tried again alone.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from course.grading.feedback import feedback_page
from course.grading.judge import Homework, judge, load_homework, refused
from course.grading.submission import Found, file_name, handed_in
from course.grading.walls import Limits, Sandbox
from gamelib.spread import Workers, lost, spread

__all__ = ["FORMAT", "Batch", "grade_all", "grade_one", "write_json"]

FORMAT = 1


@dataclass(frozen=True)
class Batch:
    """What all submissions of a batch have in common."""

    master: Path
    out: Path
    sandbox: Sandbox
    limits: Limits
    fingerprint: str  # of the homework when the batch began: all its processes write the same
    again: bool = False


def grade_one(batch: Batch, homework: Homework, submission: Found) -> dict[str, Any]:
    """Return the result of one submission, from its file if it is finished and still holds."""
    file = batch.out / "results" / f"{file_name(submission.name)}.json"
    page = batch.out / "feedback" / f"{file_name(submission.name)}.html"
    handed = handed_in(submission.path)
    about = {
        "format": FORMAT,
        "homework": homework.name,
        "title": homework.title,
        "name": submission.name,
        "student": submission.student,
        "fingerprint": handed.fingerprint,
        "master": batch.fingerprint,
        "limits": batch.limits.as_data(),
        "sandbox": {
            "name": batch.sandbox.name,
            "does": batch.sandbox.does,
            "leaks": list(batch.sandbox.leaks),
        },
    }
    old = None if batch.again else _finished(file)
    if old is not None and page.exists() and all(old.get(key) == about[key] for key in about):
        return old
    if handed.notebook is None:
        verdict = refused(homework, handed.refused)
    else:
        try:
            verdict = judge(homework, handed.notebook, batch.sandbox, batch.limits)
        except Exception as error:  # a mistake of ours must not cost the others anything
            verdict = _by_hand(homework, f"{type(error).__name__}: {error}")
    result = about | verdict
    _write_text(page, feedback_page(result))
    write_json(file, result)
    return result


def _by_hand(homework: Homework, what: str) -> dict[str, Any]:
    result = refused(homework, "the grader failed on it; a person has to look at it")
    return {**result, "attention": [f"the grader failed: {what}"]}


def _finished(file: Path) -> dict[str, Any] | None:
    try:
        result = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return result if isinstance(result, dict) else None


def write_json(file: Path, data: dict[str, Any]) -> None:
    """Write data to a file in one go."""
    _write_text(file, json.dumps(data, indent=1) + "\n")


def _write_text(file: Path, text: str) -> None:
    """Write a file in one go: it is there as a whole, or it is not there."""
    half = file.with_name(f"{file.name}.{os.getpid()}.part")
    half.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
    os.replace(half, file)


# ---- several at a time ---------------------------------------------------------------------------


def grade_all(
    batch: Batch, homework: Homework, found: Sequence[Found], workers: Workers
) -> Generator[tuple[str, dict[str, Any]], None, None]:
    """Yield the name and the result of each submission, as they are finished."""
    with closing(spread(partial(_task, batch), found, workers=workers)) as finished:
        for submission, future in finished:
            own = _lost(batch, homework, submission) if lost(future) else future.result()
            yield submission.name, own


def _lost(batch: Batch, homework: Homework, submission: Found) -> dict[str, Any]:
    """Return the result of a submission that has ended the grader's process twice."""
    handed_to = {"name": submission.name, "student": submission.student, "fingerprint": ""}
    about = {"format": FORMAT, "homework": homework.name, "title": homework.title, **handed_to}
    shown = {"name": batch.sandbox.name, "does": batch.sandbox.does, "leaks": []}
    verdict = _by_hand(homework, "its process was lost twice")
    result = {**about, "master": "", "limits": {}, "sandbox": shown, **verdict}
    name = file_name(submission.name)
    _write_text(batch.out / "feedback" / f"{name}.html", feedback_page(result))
    write_json(batch.out / "results" / f"{name}.json", result)
    return result


def _task(batch: Batch, submission: Found) -> dict[str, Any]:
    with _interruptible():
        return grade_one(batch, _loaded(batch.master, batch.fingerprint), submission)


@lru_cache(maxsize=1)
def _loaded(master: Path, fingerprint: str) -> Homework:
    """Return the homework, once for each process of the batch."""
    return load_homework(master)


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C end the student's program first, where it would end this process and no more."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        os._exit(1)
    finally:
        signal.signal(signal.SIGINT, before)
