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
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from course.grading.judge import Homework, judge, load_homework, refused
from course.grading.report import feedback_page, write_report
from course.grading.submission import (
    Found,
    file_name,
    find_submissions,
    handed_in,
    homework_of,
    same_files,
)
from course.grading.walls import Limits, Walls, find_walls
from gamelib.spread import Progress, Workers, bar, lost, spread

__all__ = ["Batch", "command", "grade", "grade_all", "grade_one"]

FORMAT = 2
LOOKED_AT = 25  # submissions, to find out which homework they are


@dataclass(frozen=True)
class Batch:
    """What all submissions of a batch have in common."""

    master: Path
    out: Path
    walls: Walls
    limits: Limits
    fingerprint: str  # of the homework when the batch began: all its processes write the same
    again: bool = False


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
    walls, master = find_walls(trust=trust), Path(homework).resolve()
    loaded = load_homework(master)
    _ = loaded.questions  # a mistake in the master is told at once, and once
    for part in ("results", "feedback"):
        (out / part).mkdir(parents=True, exist_ok=True)
    batch = Batch(master, out, walls, limits or Limits(), loaded.fingerprint, again)
    found = find_submissions(folder, without=out)
    results = dict(grade_all(batch, loaded, found, workers, progress))
    twins = same_files([(item.name, results[item.name]["fingerprint"]) for item in found])
    told = [
        {
            "name": item.name,
            "student": item.student,
            "file": file_name(item.name),
            "counts": item.counts,
            "same": twins.get(item.name, []),
        }
        for item in found
    ]
    about = {"format": FORMAT, "homework": master.stem, "submissions": told}
    _write(out / "class.json", json.dumps(about, indent=1) + "\n")
    write_report(out)
    return [results[item.name] for item in found]


def grade_all(
    batch: Batch,
    homework: Homework,
    found: Sequence[Found],
    workers: Workers,
    progress: Progress | None = None,
) -> Generator[tuple[str, dict[str, Any]], None, None]:
    """Yield the name and the result of each submission, as they are finished."""
    work = partial(_task, batch)
    with closing(spread(work, found, workers=workers, progress=progress)) as finished:
        for submission, future in finished:
            if lost(future):
                result = _about(batch, homework, submission, "")
                result |= _by_hand(homework, "its process was lost twice")
                _store(batch, result)
            else:
                result = future.result()
            yield submission.name, result


def grade_one(batch: Batch, homework: Homework, submission: Found) -> dict[str, Any]:
    """Return the result of one submission, from its file if it is finished and still holds."""
    handed = handed_in(submission.path)
    about = _about(batch, homework, submission, handed.fingerprint)
    old = {} if batch.again else _finished(batch, submission.name)
    if all(old.get(key) == about[key] for key in about):
        return old
    if handed.notebook is None:
        verdict = refused(homework, handed.refused)
    else:
        try:
            verdict = judge(homework, handed.notebook, batch.walls, batch.limits)
        except Exception as error:  # a mistake of ours must not cost the others anything
            verdict = _by_hand(homework, f"{type(error).__name__}: {error}")
    _store(batch, result := about | verdict)
    return result


def _about(batch: Batch, homework: Homework, submission: Found, handed: str) -> dict[str, Any]:
    """Return what a result begins with: if it is the same as before, the result still holds."""
    return {
        "format": FORMAT,
        "homework": homework.name,
        "title": homework.title,
        "name": submission.name,
        "student": submission.student,
        "fingerprint": handed,
        "master": batch.fingerprint,
        "limits": batch.limits.as_data(),
        "sandbox": asdict(batch.walls),
    }


def _by_hand(homework: Homework, what: str) -> dict[str, Any]:
    result = refused(homework, "the grader failed on it; a person has to look at it")
    return {**result, "attention": [f"the grader failed: {what}"]}


def _finished(batch: Batch, name: str) -> dict[str, Any]:
    try:
        result = json.loads(_files(batch, name)[0].read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return result if isinstance(result, dict) and _files(batch, name)[1].exists() else {}


def _store(batch: Batch, result: dict[str, Any]) -> None:
    file, page = _files(batch, result["name"])
    _write(page, feedback_page(result))
    _write(file, json.dumps(result, indent=1) + "\n")


def _files(batch: Batch, name: str) -> tuple[Path, Path]:
    name = file_name(name)
    return batch.out / "results" / f"{name}.json", batch.out / "feedback" / f"{name}.html"


def _write(file: Path, text: str) -> None:
    """Write a file in one go: it is there as a whole, or it is not there."""
    half = file.with_name(f"{file.name}.{os.getpid()}.part")
    half.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
    os.replace(half, file)


def _task(batch: Batch, submission: Found) -> dict[str, Any]:
    return grade_one(batch, _loaded(batch.master, batch.fingerprint), submission)


@lru_cache(maxsize=1)
def _loaded(master: Path, fingerprint: str) -> Homework:
    """Return the homework, once for each process of the batch."""
    return load_homework(master)


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
        limits=Limits(seconds=options.seconds, total_seconds=12 * options.seconds),
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
        handed = handed_in(submission.path)
        if handed.notebook is not None:
            try:
                votes[homework_of(handed.notebook, copies, submission.path.name)] += 1
            except ValueError:
                continue
    if not votes:
        raise ValueError("the submissions do not say which homework they are; use --homework")
    return known[votes.most_common(1)[0][0]]
