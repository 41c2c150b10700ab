"""A folder of submissions, graded unattended, one after another or several at a time.

Each submission has a result file of its own, written in one go, the same whichever process writes
it. A batch that was stopped goes on where it was: what is finished, and has not changed since, is
not graded again. A process that is lost takes nothing with it: what it was at is tried again alone.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from course.grading.judge import Homework, judge, load_homework, refused
from course.grading.report import feedback_page, write_report
from course.grading.submission import (
    Found,
    data_of,
    file_name,
    find_submissions,
    homework_of,
    notebook_of,
)
from course.grading.walls import Limits, Walls, find_walls
from gamelib.spread import Progress, Workers, bar, lost, spread

__all__ = ["command", "grade"]

FORMAT = 2
LOOKED_AT = 25  # submissions, to find out which homework they are


@dataclass(frozen=True)
class Batch:
    """What all submissions of a batch have in common, in all its processes."""

    master: Path
    out: Path
    walls: Walls
    limits: Limits
    again: bool
    about: dict[str, Any]  # what every result begins with


def grade(
    folder: str | Path,
    out: str | Path,
    homework: str | Path,
    *,
    workers: Workers = 2,
    trust: bool = False,
    limits: Limits | None = None,
    again: bool = False,
    progress: Progress | None = None,
) -> list[dict[str, Any]]:
    """Grade all submissions in a folder and return their results, sorted by name.

    `homework` is the file of its master. Results, feedback pages and the report of the class are
    written to `out`; nothing in `folder` is changed. With `again`, finished results do not count;
    with `trust`, code is run without walls where there are none.
    """
    folder, out = Path(folder).resolve(), Path(out).resolve()
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder; name the one with the submissions")
    walls, limits, master = find_walls(trust=trust), limits or Limits(), Path(homework).resolve()
    loaded = load_homework(master)
    _ = loaded.questions  # a mistake in the master is told at once, and once
    for part in ("results", "feedback"):
        (out / part).mkdir(parents=True, exist_ok=True)
    about = {"format": FORMAT, "homework": loaded.name, "title": loaded.title}
    about |= {"master": loaded.fingerprint, "limits": asdict(limits), "sandbox": walls._asdict()}
    batch = Batch(master, out, walls, limits, again, about)
    found = find_submissions(folder, without=out)
    results = {}
    work = partial(_graded, batch)
    with closing(spread(work, found, workers=workers, progress=progress)) as finished:
        for submission, future in finished:
            results[submission.name] = (
                _stored(batch, submission, "", _by_hand(loaded, "its process was lost twice"))
                if lost(future)
                else future.result()
            )
    prints = {item.name: results[item.name]["fingerprint"] for item in found}
    told = []
    for item in found:
        same = [n for n, p in prints.items() if p and p == prints[item.name] and n != item.name]
        told.append({"file": file_name(item.name), "counts": item.counts, "same": same})
    _write(out / "class.json", json.dumps({"homework": master.stem, "submissions": told}, indent=1))
    write_report(out)
    return [results[item.name] for item in found]


def _graded(batch: Batch, submission: Found) -> dict[str, Any]:
    """Return the result of one submission, from its file if it is finished and still holds."""
    homework = _loaded(batch.master, batch.about["master"])
    data, verdict = b"", {}
    try:
        data = data_of(submission.path)
        notebook = notebook_of(data)
    except ValueError as error:
        verdict = refused(homework, str(error))
    fingerprint = sha256(data).hexdigest() if data else ""
    about = _about(batch, submission, fingerprint)
    old = {} if batch.again else _finished(batch, submission.name)
    if all(old.get(key) == about[key] for key in about):
        return old
    try:
        verdict = verdict or judge(homework, notebook, batch.walls, batch.limits)
    except Exception as error:  # a mistake of ours must not cost the others anything
        verdict = _by_hand(homework, f"{type(error).__name__}: {error}")
    return _stored(batch, submission, fingerprint, verdict)


@lru_cache(maxsize=1)
def _loaded(master: Path, fingerprint: str) -> Homework:
    """Return the homework, once for each process of the batch."""
    return load_homework(master)


def _about(batch: Batch, submission: Found, fingerprint: str) -> dict[str, Any]:
    """Return what a result begins with: if it is the same as before, the result still holds."""
    about = {"name": submission.name, "student": submission.student, "fingerprint": fingerprint}
    return batch.about | about


def _by_hand(homework: Homework, what: str) -> dict[str, Any]:
    result = refused(homework, "the grader failed on it; a person has to look at it")
    return {**result, "attention": [f"the grader failed: {what}"]}


def _finished(batch: Batch, name: str) -> dict[str, Any]:
    file, page = _files(batch, name)
    try:
        result = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return result if isinstance(result, dict) and page.exists() else {}


def _stored(
    batch: Batch, submission: Found, fingerprint: str, verdict: dict[str, Any]
) -> dict[str, Any]:
    result = _about(batch, submission, fingerprint) | verdict
    file, page = _files(batch, submission.name)
    _write(page, feedback_page(result))
    _write(file, json.dumps(result, indent=1))
    return result


def _files(batch: Batch, name: str) -> tuple[Path, Path]:
    name = file_name(name)
    return batch.out / "results" / f"{name}.json", batch.out / "feedback" / f"{name}.html"


def _write(file: Path, text: str) -> None:
    """Write a file in one go: it is there as a whole, or it is not there."""
    half = file.with_name(f"{file.name}.{os.getpid()}.part")
    half.write_text(f"{text}\n", encoding="utf-8", errors="backslashreplace", newline="\n")
    os.replace(half, file)


# ---- the command ---------------------------------------------------------------------------------


def command(options: argparse.Namespace) -> int:
    """Grade a folder of submissions and return the exit code."""
    master = _master(options.homework, Path(options.masters), Path(options.folder))
    print(f"{master.stem}, in the sandbox {find_walls(trust=options.trust).does}")
    results = grade(
        options.folder,
        options.out,
        master,
        workers=options.workers,
        trust=options.trust,
        limits=Limits(seconds=options.seconds),
        again=options.again,
        progress=bar,
    )
    counts = Counter(result["status"] for result in results)
    print(f"{counts['graded']} graded, {counts['refused']} refused; see {options.out}/report.html")
    for result in results:
        for words in result["attention"]:
            print(f"  look at {result['name']}: {words}")
    return 0


def _master(wanted: str, masters: Path, folder: Path) -> Path:
    """Return the file of the master that is meant, or that the submissions belong to."""
    if wanted.endswith(".ipynb"):
        if not Path(wanted).is_file():
            raise ValueError(f"there is no master {wanted}")
        return Path(wanted)
    known = {path.stem: path for path in sorted(masters.glob("*.ipynb"))}
    if not known:
        raise ValueError(f"there are no masters in {masters}; name one with --homework")
    if wanted:
        fitting = [name for name in known if name == wanted or name.startswith(f"{wanted}-")]
        if len(fitting) != 1:
            raise ValueError(f"there is no homework {wanted}; there are {', '.join(known)}")
        return known[fitting[0]]
    copies = {name: load_homework(path).copy for name, path in known.items()}
    votes: Counter[str] = Counter()
    for submission in find_submissions(folder)[:LOOKED_AT]:
        with suppress(ValueError):
            notebook = notebook_of(data_of(submission.path))
            votes[homework_of(notebook, copies, submission.path.name)] += 1
    if not votes:
        raise ValueError("the submissions do not say which homework they are; use --homework")
    return known[votes.most_common(1)[0][0]]
