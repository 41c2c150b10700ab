"""The commands for homework: `python -m grader --help`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

# command: its module, which is loaded only when the command runs, and its help
COMMANDS = {
    "release": ("release", "make the students' copies from the masters"),
    "grade": ("batch", "grade a folder of submissions, each in a sandbox"),
    "report": ("report", "write the class report again, as CSV and HTML"),
    "tournament": ("tournament", "let the evaluations of homework 3 play each other"),
    "bundle": ("bundle", "write the project for students, without solutions"),
    "course": ("gradebook", "keep a class in nbgrader's gradebook"),
    "worker": ("cluster", "let this machine do work for another one"),
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python3 run.py homework")
    commands = parser.add_subparsers(dest="command", required=True)
    subs = {name: commands.add_parser(name, help=text) for name, (_, text) in COMMANDS.items()}
    release, grade, report, tournament, bundle, course, worker = subs.values()

    release.add_argument("masters", nargs="*", help="the masters; default: all in instructor/")
    release.add_argument("--to", default="notebooks/homework", help="the folder for the copies")
    release.add_argument("--check", action="store_true", help="only fail if a copy is out of date")

    grade.add_argument("--homework", default="", help="name or file of the master; else guessed")
    grade.add_argument("--again", action="store_true", help="grade finished submissions again, too")
    text = "a table of the class: a column id and, if you like, name and email"
    grade.add_argument("--roster", metavar="CSV", help=text)

    report.add_argument("out", help="the folder that `grade` got as --out")

    for sub in (grade, report):
        text = "when feedback shows hidden checks: never (default), always, or after a day"
        sub.add_argument("--show-hidden", metavar="DAY", default="never", help=text)

    tournament.add_argument("--rounds", type=int, default=15, help="of two games; default: 15")
    tournament.add_argument("--seed", type=int, default=0, help="seed of the openings; default: 0")
    bundle.add_argument("out", help="a new folder, or a new .zip file")
    for sub, one in ((grade, "check"), (tournament, "move")):
        sub.description = "After Ctrl-C, the same command goes on where it stopped."
        sub.add_argument("--out", required=True, help="the folder for results and pages")
        text = f"processor time for a {one}; default: 10"
        sub.add_argument("--seconds", type=float, default=10, help=text)
        sub.add_argument("folder", help="the folder with the submissions")
        sub.add_argument(
            "--masters", default="instructor", help="their folder; default: instructor"
        )

    course.prog = "python3 run.py course"
    course.add_argument("--course", default="", help="the course folder, if there are several")
    course.add_argument("--at", default=".", help=argparse.SUPPRESS)  # where run.py was started
    steps = course.add_subparsers(dest="step", required=True)
    new = steps.add_parser("new", help="make a course folder with the homework of this project")
    new.add_argument("folder", help="a new folder")
    take = steps.add_parser(
        "collect", help="read the submissions in a download of Moodle or Canvas"
    )
    record = steps.add_parser("grade", help="judge submissions, record new grades, write feedback")
    for sub in (take, record):
        sub.add_argument("homework")
    take.add_argument("file", type=Path, help="a zip file or a folder")
    record.add_argument("--student", default="", help="judge only this student, again")
    steps.add_parser("export", help="write grades and feedback for Moodle and Canvas")
    own = steps.add_parser("nbgrader", help="run a command of nbgrader in the course folder")
    own.add_argument("words", nargs=argparse.REMAINDER)

    for sub in (grade, tournament, record):
        text = "the Dask scheduler whose machines do the work"
        sub.add_argument("--cluster", metavar="ADDRESS", default="", help=text)
        text = "run students' code without a sandbox if there is none"
        sub.add_argument("--trust", action="store_true", help=text)
    worker.add_argument("address", help="the Dask scheduler: tcp://HOST:PORT or tls://HOST:PORT")
    jobs, cores = ("--jobs", "--workers"), os.cpu_count() or 1
    for sub in (grade, tournament, record, worker):
        sub.add_argument(*jobs, dest="workers", type=int, default=cores, help="number of processes")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 2 after an error, 130 after Ctrl-C."""
    options = _parser().parse_args(arguments)
    module = import_module(f"grader.{COMMANDS[options.command][0]}")
    try:
        return int(module.command(options))
    except KeyboardInterrupt:
        resumes = options.command in ("grade", "tournament", "course")
        hint = " The same command goes on from here." if resumes else ""
        print(f"\nStopped.{hint}", file=sys.stderr)
        return 130
    except (OSError, RuntimeError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
