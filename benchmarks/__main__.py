"""Measure everything in one run and print one table of ratios."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from io import TextIOWrapper

from benchmarks import dots, peers, search, view
from benchmarks.measure import Suite, Times, WrongAnswerError, take_turns, verify
from benchmarks.table import LEGEND, Row, as_text, machine, rows_of

# Add the suites of a new module here.
SUITES: tuple[Callable[[], Suite | None], ...] = (*search.SUITES, *dots.SUITES, *view.SUITES)

MAX_TRIES = 3  # a busy machine repeats the rounds until the ratios are steady
INTERRUPTED = 130  # a shell's exit code for a program that Ctrl-C ended


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmarks and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, a rougher result")
    parser.add_argument("--browser", action="store_true", help="also measure views in JupyterLab")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    options = parser.parse_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a console may lack a character

    rows: list[Row] = []
    exit_code = 0
    try:
        for make in SUITES:
            run(make, rows, quick=options.quick)
        if options.browser:
            from benchmarks import board, site, stepper  # these alone need playwright

            rows += stepper.measure(rounds=3 if options.quick else 12)
            rows += board.measure(rounds=6 if options.quick else 24)
            rows += site.measure(rounds=5 if options.quick else 15)
    except KeyboardInterrupt:
        print("\nInterrupted. The table has the runs so far.", file=sys.stderr)
        exit_code = INTERRUPTED
    except WrongAnswerError as error:
        print(f"Stopped: a contestant does the wrong work. {error}", file=sys.stderr)
        exit_code = 1
    report(rows)
    missed = any(row.reached is False for row in rows)
    return exit_code or int(options.strict and missed)


def run(make: Callable[[], Suite | None], rows: list[Row], *, quick: bool) -> None:
    """Measure one suite and add its rows, even after an interruption."""
    suite = make()
    if suite is None:
        return
    verify(suite)
    nodes = {contestant.name: contestant.nodes for contestant in suite.contestants}
    rounds = suite.quick_rounds if quick else suite.rounds
    seconds: dict[str, list[float]] = {}

    def measured() -> list[Row]:
        times = {name: Times(tuple(runs), nodes[name]) for name, runs in seconds.items()}
        return rows_of(suite.title, suite.comparisons, times)

    try:
        for _ in range(1 if quick else MAX_TRIES):
            take_turns(suite.contestants, progress(suite.title, rounds), seconds)
            if not any(row.unsteady for row in measured()):
                break
    finally:
        rows += measured()


def progress(title: str, rounds: int) -> Iterator[int]:
    """Yield the rounds and show each on stderr; in a log, print only the start of the suite."""
    if not sys.stderr.isatty():
        print(f"{title}: {rounds} rounds", file=sys.stderr, flush=True)
        yield from range(rounds)
        return
    for number in range(rounds):
        print(f"\r{title}: round {number + 1} of {rounds}", end="", file=sys.stderr, flush=True)
        yield number
    print(file=sys.stderr)


def report(rows: Sequence[Row]) -> None:
    """Print the table, the skipped packages, the machine and the versions."""
    skipped = [reason for name in peers.PACKAGES if (reason := peers.reason_to_skip(name))]
    versions = [f"{name} {version}" for name, version in peers.versions().items()]
    print(as_text(rows), "", LEGEND, *skipped, sep="\n")
    print(f"Measured with {'; '.join([machine(), *versions])}.")


if __name__ == "__main__":
    sys.exit(main())
