"""A folder of submissions, graded unattended, one after another or several at a time.

Each submission has a result file of its own, written in one go, the same whichever process writes
it. A batch that was stopped goes on where it was: what is finished, and has not changed since, is
not graded again. A process that is lost takes nothing with it: what it was at is tried again alone.
A failure of the grader's own is tried again, told to a person, and never kept as a score.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Any

from course.handin.submission import (
    LARGEST,
    Found,
    answers_in,
    data_of,
    file_name,
    find_submissions,
    homework_of,
    notebook_of,
    who,
)
from course.notebooks.text import title
from gamelib.spread import Progress, Workers, bar, lost, spread
from grader.cluster import grading_at
from grader.judge import Homework, failed, judge, load_homework, refused, written
from grader.report import CLASS, Row, class_in, is_shown, write, write_report
from grader.roster import read_roster
from grader.walls import Limits, Walls, find_walls

LOOKED_AT = 25  # submissions, to find out which homework they are
MOST_FILES = 10  # of one student that are graded


def grade(
    folder: str | Path,
    out: str | Path,
    homework: str | Path,
    *,
    workers: Workers = 2,
    elsewhere: Callable[..., dict[str, Any]] | None = None,
    trust: bool = False,
    limits: Limits | None = None,
    again: bool = False,
    roster: str | Path | None = None,
    hidden: str = "never",
    progress: Progress | None = None,
) -> list[Row]:
    """Grade all submissions in a folder and return the rows of the report, sorted by name.

    `homework` is the file of its master. Results, feedback pages and the report of the class are
    written to `out`; nothing in `folder` is changed. With `again`, finished results do not count;
    with `trust`, code is run without walls where there are none. `elsewhere` is a `judge` that
    asks other machines (see `grading_at`). `roster` is a table of the class (see `read_roster`),
    `hidden` says when students see hidden checks (see `is_shown`).
    """
    folder, out = Path(folder).resolve(), Path(out).resolve()
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder; name the one with the submissions")
    is_shown(hidden)  # a mistake is told at once
    walls, limits, master = find_walls(trust=trust), limits or Limits(), Path(homework).resolve()
    loaded = load_homework(master)
    _ = loaded.questions  # here too
    listed = read_roster(roster) if roster else None
    people = listed.people if listed else {}
    found = find_submissions(folder, out, listed.who if listed else who, loaded.released)
    if not found:
        raise ValueError(f"nothing was handed in into {folder}")
    about: dict[str, Any] = {"homework": loaded.name, "title": title(loaded.master) or loaded.name}
    about |= {"master": loaded.fingerprint, "limits": asdict(limits), "sandbox": walls._asdict()}
    batch = Batch(master, out, walls, limits, again, frozenset(people), elsewhere or judge, about)
    stubs = written(loaded, answers_in(loaded.released, loaded.released).sources)
    told: dict[str, Any] = {
        "homework": loaded.name,
        "people": people,
        "given": "\n\n".join(stubs.values()),
    }
    _begin(out, told | {"submissions": []})
    with closing(spread(batch.grade, found, workers=workers, progress=progress)) as finished:
        for submission, future in finished:
            if lost(future):
                batch.store(submission, "", failed(loaded, "its process was lost twice"))
            else:
                future.result()
    told["submissions"] = [
        {
            "file": file_name(item.name),
            "counts": item.counts,
            "flags": [doubt] if listed and (doubt := listed.doubt(PurePath(item.name))) else [],
        }
        for item in found
    ]
    write(out / CLASS, json.dumps(told, indent=1))
    for gone in {*(out / "results").glob("*.json")} - {*map(batch.file, found)}:
        gone.unlink()
    return write_report(out, hidden)[0]


def _begin(out: Path, told: dict[str, Any]) -> None:
    """Make the folder for the results of a homework, unless it is that of another one."""
    if not (out / CLASS).exists():
        for part in ("results", "feedback"):
            (out / part).mkdir(parents=True, exist_ok=True)
        write(out / CLASS, json.dumps(told))
    if (other := class_in(out)["homework"]) != told["homework"]:
        raise ValueError(
            f"{out} has the results of {other}; name another folder for {told['homework']}"
        )


@dataclass(frozen=True)
class Batch:
    """What all submissions of a batch have in common, in all its processes."""

    master: Path
    out: Path
    walls: Walls
    limits: Limits
    again: bool
    people: frozenset[str]  # whose ids are known
    judge: Callable[..., dict[str, Any]]  # here or elsewhere
    about: dict[str, Any]  # what every result begins with

    def grade(self, submission: Found) -> None:
        """Write the result of one submission, unless it is finished and still holds.

        It is not sent to the process that began the batch, which would have to keep all of them.
        """
        homework = _loaded(self.master, self.about["master"])
        data, verdict = b"", {}
        try:
            data = data_of(submission.path)
            notebook = notebook_of(data)
            if submission.place >= MOST_FILES:
                raise ValueError(f"{MOST_FILES} later files of this student are graded")
        except ValueError as error:
            verdict = refused(homework, str(error))
        except OSError as error:
            verdict = failed(homework, f"it cannot be read ({error.strerror})")
        fingerprint = sha256(data).hexdigest() if 0 < len(data) <= LARGEST else ""
        if not self.again and self._is_finished(submission, fingerprint):
            return
        known = {"student_id": submission.student} if submission.student in self.people else {}
        for _ in range(0 if verdict else 2):  # a failure of ours may pass
            try:
                verdict = self.judge(homework, notebook, self.walls, self.limits, known)
            except Exception as error:  # it must not cost the others anything
                verdict = failed(homework, f"{type(error).__name__}: {error}")
            if verdict["status"] != "failed":
                break
        self.store(submission, fingerprint, verdict)

    def store(self, submission: Found, fingerprint: str, verdict: dict[str, Any]) -> None:
        """Write a result."""
        result = self._about(submission, fingerprint) | verdict
        write(self.file(submission), json.dumps(result, indent=1) + "\n")

    def _about(self, submission: Found, fingerprint: str) -> dict[str, Any]:
        """Return what a result begins with: if it is the same as before, the result still holds."""
        about = {"name": submission.name, "student": submission.student}
        on_roster = submission.student in self.people
        return {**self.about, **about, "fingerprint": fingerprint, "on_roster": on_roster}

    def file(self, submission: Found) -> Path:
        """Return the file of a result."""
        return self.out / "results" / f"{file_name(submission.name)}.json"

    def _is_finished(self, submission: Found, fingerprint: str) -> bool:
        try:
            old = json.loads(self.file(submission).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return False
        about = self._about(submission, fingerprint).items()
        whole = isinstance(old, dict) and old.get("status") in ("graded", "refused")
        return whole and about <= old.items()


@lru_cache(maxsize=1)
def _loaded(master: Path, fingerprint: str) -> Homework:
    """Return the homework, once for each process of the batch."""
    return load_homework(master)


# ---- the command ---------------------------------------------------------------------------------


def command(options: argparse.Namespace) -> int:
    """Grade a folder of submissions and return the exit code."""
    master = _master(options.homework, Path(options.masters), Path(options.folder))
    print(f"{master.stem}, in the sandbox {find_walls(trust=options.trust).does}")
    with grading_at(options.cluster, options.workers, trust=options.trust) as where:
        rows = grade(
            options.folder,
            options.out,
            master,
            limits=Limits(seconds=options.seconds),
            again=options.again,
            roster=options.roster,
            hidden=options.show_hidden,
            progress=bar,
            **where,
        )
    counts = Counter(row["status"] for row in rows)
    told = [f"{counts[kind]} {kind}" for kind in ("graded", "refused", "failed")]
    print(f"{', '.join(told)}; see {options.out}/report.html")
    for row in rows:
        for words in row["attention"]:
            print(f"  look at {row['name']}: {words}")
    return 1 if counts["failed"] else 0


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
    copies = {name: load_homework(path).released for name, path in known.items()}
    votes: Counter[str] = Counter()
    for submission in find_submissions(folder)[:LOOKED_AT]:
        with suppress(ValueError):
            notebook = notebook_of(data_of(submission.path))
            votes[homework_of(notebook, copies, submission.path.name)] += 1
    if not votes:
        raise ValueError("the submissions do not say which homework they are; use --homework")
    return known[votes.most_common(1)[0][0]]
