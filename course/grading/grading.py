"""A folder of submissions, graded unattended: `python -m course.grading grade DIR --out DIR`.

Each submission has a result file of its own, written in one go. A batch that was stopped goes on
where it was: what is finished, and has not changed since, is not graded again.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from course.grading.batch import FORMAT, Batch, grade_all, write_json
from course.grading.judge import load_homework
from course.grading.report import write_report
from course.grading.splice import homework_of
from course.grading.submission import Found, file_name, find_submissions, handed_in, same_files
from course.grading.walls import Limits, find_sandbox
from gamelib.spread import Workers, bar

__all__ = ["grade", "main_grade"]

LOOKED_AT = 25  # submissions, to find out which homework they are
Progress = Callable[[int, int, str], None]
SILENT: Progress = lambda done, total, name: None  # noqa: E731


def grade(
    folder: str | Path,
    out: str | Path,
    homework: str | Path,
    *,
    workers: Workers = 2,
    sandbox: str = "auto",
    limits: Limits | None = None,
    again: bool = False,
    progress: Progress = SILENT,
) -> list[dict[str, Any]]:
    """Grade all submissions in a folder and return their results, sorted by name.

    `homework` is the file of its master. Results, feedback pages and the report of the class are
    written to `out`; nothing in `folder` is changed. With `again`, finished results do not count.
    """
    folder, out = Path(folder).resolve(), Path(out).resolve()
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder; name the one with the submissions")
    master = Path(homework).resolve()
    loaded = load_homework(master)
    _ = loaded.questions  # a mistake in the master is told at once, and once
    for part in ("results", "feedback"):
        (out / part).mkdir(parents=True, exist_ok=True)
    walls, limits = find_sandbox(sandbox), limits or Limits()
    batch = Batch(master, out, walls, limits, loaded.fingerprint, again)
    found = find_submissions(folder, without=out)
    results: dict[str, dict[str, Any]] = {}
    with closing(grade_all(batch, loaded, found, workers)) as graded:
        for number, (name, result) in enumerate(graded, 1):
            results[name] = result
            progress(number, len(found), name)
    write_json(out / "class.json", _class(batch, found, results))
    write_report(out)
    return [results[submission.name] for submission in found]


def _class(
    batch: Batch, found: Sequence[Found], results: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    """Return what is to be known of the class as a whole: whose file counts, which are the same."""
    twins = same_files([(item.name, results[item.name]["fingerprint"]) for item in found])
    return {
        "format": FORMAT,
        "homework": batch.master.stem,
        "submissions": [
            {
                "name": item.name,
                "student": item.student,
                "file": file_name(item.name),
                "counts": item.counts,
                "same": twins.get(item.name, []),
            }
            for item in found
        ],
    }


# ---- the command ---------------------------------------------------------------------------------


def main_grade(argv: Sequence[str] | None = None) -> int:
    """Grade a folder of submissions and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m course.grading grade",
        description="Grade a folder of submissions, each in a sandbox. Stop it with Ctrl-C and "
        "start it again: it goes on where it was.",
    )
    default = Limits()
    parser.add_argument("folder", help="the folder with the notebooks that were handed in")
    parser.add_argument("--out", required=True, help="the folder for results and feedback")
    parser.add_argument("--homework", default="", help="name or file of the master; else guessed")
    parser.add_argument("--masters", default="instructor", help="the masters' folder; instructor")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument(
        "--sandbox", default="auto", choices=("auto", "bubblewrap", "limits"), help="auto"
    )
    parser.add_argument("--seconds", type=float, default=default.seconds, help="for one check; 10")
    parser.add_argument("--again", action="store_true", help="grade what is finished, too")
    options = parser.parse_args(argv)
    try:
        master = _master(options.homework, Path(options.masters), Path(options.folder))
        limits = Limits(seconds=options.seconds, total_seconds=12 * options.seconds)
        sandbox = find_sandbox(options.sandbox)
        print(f"{master.stem}, in the sandbox {sandbox.does}")
        for leak in sandbox.leaks:
            print(f"  it cannot stop: {leak}")
        results = grade(
            options.folder,
            options.out,
            master,
            workers=options.workers,
            sandbox=options.sandbox,
            limits=limits,
            again=options.again,
            progress=bar,
        )
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on from here.", file=sys.stderr)
        return 130
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
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
