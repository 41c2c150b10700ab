"""The commands for homework: `python -m grader --help`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

# command: the module that does it, loaded only then, and its help
COMMANDS = {
    "release": ("release", "make the students' copies of the masters"),
    "grade": ("batch", "grade a folder of submissions, each in a sandbox"),
    "report": ("report", "the table of the class, as CSV and HTML"),
    "tournament": ("tournament", "the evaluations of homework 3 play each other"),
    "bundle": ("bundle", "write the project for students, without solutions"),
    "course": ("gradebook", "a class in nbgrader's gradebook"),
    "worker": ("cluster", "let this machine grade and play for another one"),
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python3 run.py homework")
    commands = parser.add_subparsers(dest="command", required=True)
    subs = {name: commands.add_parser(name, help=text) for name, (_, text) in COMMANDS.items()}
    release, grade, report, tournament, bundle, course, worker = subs.values()

    release.add_argument("masters", nargs="*", help="the masters; all in instructor/ if none")
    release.add_argument("--to", default="notebooks/homework", help="folder of the copies")
    release.add_argument("--check", action="store_true", help="write nothing; fail if one is old")

    grade.add_argument("--homework", default="", help="name or file of the master; else guessed")
    grade.add_argument("--again", action="store_true", help="grade what is finished, too")
    grade.add_argument("--roster", metavar="CSV", help="the class: a column id; name, email")

    report.add_argument("out", help="the folder that was given to grade as --out")

    for sub in (grade, report):
        text = "when students see what hidden checks ask: never, always, or after a day; never"
        sub.add_argument("--show-hidden", metavar="DAY", default="never", help=text)

    tournament.add_argument("--rounds", type=int, default=15, help="games of each, in pairs; 15")
    tournament.add_argument("--seed", type=int, default=0, help="decides the openings; 0")
    bundle.add_argument("out", help="a new folder, or a new file whose name ends in .zip")
    for sub, one in ((grade, "check"), (tournament, "move")):
        sub.description = "Stop it with Ctrl-C and start it again: it goes on where it was."
        sub.add_argument("--out", required=True, help="the folder for results and pages")
        sub.add_argument("--seconds", type=float, default=10, help=f"of a processor, a {one}; 10")
        sub.add_argument("folder", help="the folder with the notebooks that were handed in")
        sub.add_argument("--masters", default="instructor", help="the masters' folder; instructor")

    course.prog = "python3 run.py course"
    course.add_argument("--course", default="", help="its folder, if there are several")
    course.add_argument("--at", default=".", help=argparse.SUPPRESS)  # where run.py was started
    steps = course.add_subparsers(dest="step", required=True)
    new = steps.add_parser("new", help="make a course folder with the homework of this project")
    new.add_argument("folder", help="a folder that is not there yet")
    take = steps.add_parser("collect", help="take in what Moodle or Canvas has collected")
    record = steps.add_parser("grade", help="judge, record what changed, write feedback")
    for sub in (take, record):
        sub.add_argument("homework")
    take.add_argument("file", type=Path, help="the zip file, or a folder")
    record.add_argument("--student", default="", help="judge this one anew")
    steps.add_parser("export", help="write grades and feedback for Moodle and Canvas")
    own = steps.add_parser("nbgrader", help="a command of nbgrader, in the course's folder")
    own.add_argument("words", nargs=argparse.REMAINDER)

    for sub in (grade, tournament, record):
        text = "of a Dask scheduler, whose machines do the work"
        sub.add_argument("--cluster", metavar="ADDRESS", default="", help=text)
        sub.add_argument("--trust", action="store_true", help="go on where no walls can be had")
    worker.add_argument("address", help="of the Dask scheduler: tcp://HOST:PORT or tls://HOST:PORT")
    jobs, cores = ("--jobs", "--workers"), os.cpu_count() or 1
    for sub in (grade, tournament, record, worker):
        sub.add_argument(*jobs, dest="workers", type=int, default=cores, help="processes")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; 2 if it cannot be done, 130 after Ctrl-C."""
    options = _parser().parse_args(arguments)
    module = import_module(f"grader.{COMMANDS[options.command][0]}")
    try:
        return int(module.command(options))
    except KeyboardInterrupt:
        stored = options.command in ("grade", "tournament", "course")
        goes_on = " The same command goes on from here." * stored
        print(f"\nStopped.{goes_on}", file=sys.stderr)
        return 130
    except (OSError, RuntimeError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
