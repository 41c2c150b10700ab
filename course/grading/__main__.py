"""The commands for homework: `python -m course.grading --help`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

__all__ = ["main"]

USAGE = """\
usage: python -m course.grading COMMAND [arguments]

  check FILE           for students: run the visible checks on your answers
  release              for lecturers: make the students' copies of the masters
  grade DIR --out DIR  for lecturers: grade a folder of submissions, each in a sandbox
  report DIR           for lecturers: the table of the class, as CSV and HTML
  tournament DIR       for lecturers: all evaluations of homework 3 against each other

COMMAND --help says more about each."""


def _check(arguments: Sequence[str]) -> int:
    from course.grading.nbval import main_check

    return main_check(arguments)


def _release(arguments: Sequence[str]) -> int:
    from course.grading.release import main_release

    return main_release(arguments)


def _grade(arguments: Sequence[str]) -> int:
    from course.grading.grading import main_grade

    return main_grade(arguments)


def _report(arguments: Sequence[str]) -> int:
    from course.grading.report import main_report

    return main_report(arguments)


def _tournament(arguments: Sequence[str]) -> int:
    from course.grading.league import main_tournament

    return main_tournament(arguments)


COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    "check": _check,
    "release": _release,
    "grade": _grade,
    "report": _report,
    "tournament": _tournament,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; 130 if it was stopped by Ctrl-C."""
    command, *rest = (sys.argv[1:] if arguments is None else list(arguments)) or ["--help"]
    if command in ("-h", "--help", "help"):
        print(USAGE)
        return 0
    if command not in COMMANDS:
        print(f"there is no command {command!r}\n\n{USAGE}", file=sys.stderr)
        return 2
    try:
        return COMMANDS[command](rest)
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
