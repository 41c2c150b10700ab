"""Check homework before handing it in: `python3 run.py check FILE`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from course.handin.nbval import check
from course.handin.submission import STORED


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the visible checks on a student's file and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python3 run.py check",
        description="Put your answer cells into the released notebook and run its visible checks.",
        epilog="Exit code: 0 if all visible checks pass, 1 if not, 2 if the file is no homework.",
    )
    parser.add_argument("file", type=Path, help="your notebook")
    parser.add_argument(
        "--homework",
        default="",
        help="its name, if the file does not say",
    )
    parser.add_argument("--seconds", type=float, default=30, help="the time limit for one cell; 30")
    options = parser.parse_args(arguments)
    try:
        checked = check(options.file, STORED, options.homework, options.seconds)
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
    except (OSError, RuntimeError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    print(checked)
    return 0 if checked.passed else 1


if __name__ == "__main__":
    sys.exit(main())
