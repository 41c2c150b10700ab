"""Grade a folder of submissions, several at a time.

Each submission has a result file of its own, written in one go, the same whichever process writes
it. A batch that was stopped can go on: submissions that are finished and have not changed are not
graded again. If a process is lost, its submission is tried again alone. An error of the grader
itself is retried, then reported to a person, and never kept as a score.
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
    MAX_FILE_BYTES,
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
from grader.judge import (
    Homework,
    code_by_question,
    failed,
    judge_notebook,
    load_homework,
    refused,
)
from grader.report import CLASS_FILE, Row, class_in, is_shown, write, write_report
from grader.roster import read_roster
from grader.walls import Limits, Walls, find_walls

SAMPLE_SIZE = 25  # submissions that are read to find out which homework they are
MAX_FILES_PER_STUDENT = 10


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
    pages: str = "",
    progress: Progress | None = None,
) -> list[Row]:
    """Grade all submissions in a folder and return the rows of the report, sorted by name.

    `homework` is the file of its master. Results, feedback pages and the class report are written
    to `out`; nothing in `folder` is changed. With `again`, finished results are graded again; with
    `trust`, code runs without a sandbox where there is none. `elsewhere` replaces `judge_notebook`
    to use other machines (see `grading_at`). `roster` is a table of the class (see `read_roster`),
    `hidden` says when students see hidden checks (see `is_shown`). `pages` names a folder, as seen
    from `out`, where nbgrader writes the feedback: then no feedback pages are written here.
    """
    folder, out = Path(folder).resolve(), Path(out).resolve()
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder; name the one with the submissions")
    is_shown(hidden)  # raises for a wrong value, before hours of work
    walls, limits, master = find_walls(trust=trust), limits or Limits(), Path(homework).resolve()
    loaded = load_homework(master)
    _ = loaded.questions  # raises for an error in the master
    listed = read_roster(roster) if roster else None
    people = listed.people if listed else {}
    submissions = find_submissions(folder, out, listed.who if listed else who, loaded.released)
    if not submissions:
        raise ValueError(f"there are no submissions in {folder}")
    common: dict[str, Any] = {"homework": loaded.name, "title": title(loaded.master) or loaded.name}
    common |= {"master": loaded.fingerprint, "limits": asdict(limits), "sandbox": walls._asdict()}
    batch = Batch(
        master, out, walls, limits, again, frozenset(people), elsewhere or judge_notebook, common
    )
    stubs = code_by_question(loaded, answers_in(loaded.released, loaded.released).sources)
    about: dict[str, Any] = {
        "homework": loaded.name,
        "people": people,
        "given": "\n\n".join(stubs.values()),
        "pages": pages,
    }
    _begin(out, about | {"submissions": []})
    with closing(spread(batch.grade, submissions, workers=workers, progress=progress)) as finished:
        for submission, future in finished:
            if lost(future):
                batch.store(submission, "", failed(loaded, "its process was lost twice"))
            else:
                future.result()
    about["submissions"] = []
    for item in submissions:
        doubt = listed.doubt(PurePath(item.name)) if listed else ""
        needs_a_person = [doubt] if doubt else []
        about["submissions"].append(
            {"file": file_name(item.name), "counts": item.counts, "needs_a_person": needs_a_person}
        )
    write(out / CLASS_FILE, json.dumps(about, indent=1))
    for gone in {*(out / "results").glob("*.json")} - {*map(batch.file, submissions)}:
        gone.unlink()
    return write_report(out, hidden)[0]


def _begin(out: Path, about: dict[str, Any]) -> None:
    """Make the folder for the results, unless it has those of another homework."""
    if not (out / CLASS_FILE).exists():
        (out / "results").mkdir(parents=True, exist_ok=True)
        write(out / CLASS_FILE, json.dumps(about))
    if (other := class_in(out)["homework"]) != about["homework"]:
        raise ValueError(
            f"{out} has the results of {other}; name another folder for {about['homework']}"
        )


@dataclass(frozen=True)
class Batch:
    """The settings that all submissions of a batch share, in all its processes."""

    master: Path
    out: Path
    walls: Walls
    limits: Limits
    again: bool
    people: frozenset[str]  # the ids on the roster
    judge: Callable[..., dict[str, Any]]  # `judge_notebook`, here or elsewhere
    common: dict[str, Any]  # the beginning of every result

    def grade(self, submission: Found) -> None:
        """Write the result of one submission, unless it is finished and up to date.

        Nothing is returned, because the process that began the batch would have to keep all of it.
        """
        homework = _loaded(self.master, self.common["master"])
        data, verdict = b"", {}
        try:
            data = data_of(submission.path)
            notebook = notebook_of(data)
            if submission.rank >= MAX_FILES_PER_STUDENT:
                raise ValueError(f"{MAX_FILES_PER_STUDENT} later files of this student are graded")
        except ValueError as error:
            verdict = refused(homework, str(error))
        except OSError as error:
            verdict = failed(homework, f"it cannot be read ({error.strerror})")
        fingerprint = sha256(data).hexdigest() if 0 < len(data) <= MAX_FILE_BYTES else ""
        if not self.again and self._is_finished(submission, fingerprint):
            return
        listed = submission.student in self.people
        roster_ids = {"student_id": submission.student} if listed else {}
        for _ in range(0 if verdict else 2):  # an error of the grader may not come again
            try:
                verdict = self.judge(homework, notebook, self.walls, self.limits, roster_ids)
            except Exception as error:  # the other submissions must go on
                verdict = failed(homework, f"{type(error).__name__}: {error}")
            if verdict["status"] != "failed":
                break
        self.store(submission, fingerprint, verdict)

    def store(self, submission: Found, fingerprint: str, verdict: dict[str, Any]) -> None:
        """Write a result."""
        result = self._about(submission, fingerprint) | verdict
        write(self.file(submission), json.dumps(result, indent=1) + "\n")

    def _about(self, submission: Found, fingerprint: str) -> dict[str, Any]:
        """Return the beginning of a result; while it stays the same, the result is up to date."""
        about = {"name": submission.name, "student": submission.student}
        on_roster = submission.student in self.people
        return {**self.common, **about, "fingerprint": fingerprint, "on_roster": on_roster}

    def file(self, submission: Found) -> Path:
        """Return the file of a result."""
        return self.out / "results" / f"{file_name(submission.name)}.json"

    def _is_finished(self, submission: Found, fingerprint: str) -> bool:
        try:
            old = json.loads(self.file(submission).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return False
        about = self._about(submission, fingerprint).items()
        done = isinstance(old, dict) and old.get("status") in ("graded", "refused")
        return done and about <= old.items()


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
    kinds = [f"{counts[kind]} {kind}" for kind in ("graded", "refused", "failed")]
    print(f"{', '.join(kinds)}; see {options.out}/report.html")
    for row in rows:
        for remark in row["needs_a_person"]:
            print(f"  look at {row['name']}: {remark}")
    return 1 if counts["failed"] else 0


def _master(wanted: str, masters: Path, folder: Path) -> Path:
    """Return the file of the master that is named, or the one that the submissions belong to."""
    if wanted.endswith(".ipynb"):
        if not Path(wanted).is_file():
            raise ValueError(f"there is no master {wanted}")
        return Path(wanted)
    paths = {path.stem: path for path in sorted(masters.glob("*.ipynb"))}
    if not paths:
        raise ValueError(f"there are no masters in {masters}; name one with --homework")
    if wanted:
        fitting = [name for name in paths if name == wanted or name.startswith(f"{wanted}-")]
        if len(fitting) != 1:
            raise ValueError(f"there is no homework {wanted}; there are {', '.join(paths)}")
        return paths[fitting[0]]
    copies = {name: load_homework(path).released for name, path in paths.items()}
    votes: Counter[str] = Counter()
    for submission in find_submissions(folder)[:SAMPLE_SIZE]:
        with suppress(ValueError):
            notebook = notebook_of(data_of(submission.path))
            votes[homework_of(notebook, copies, submission.path.name)] += 1
    if not votes:
        raise ValueError("the submissions do not say which homework they are; use --homework")
    return paths[votes.most_common(1)[0][0]]
