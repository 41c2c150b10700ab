"""Measure everything in one run and print one table of ratios."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from io import TextIOWrapper

from benchmarks import dots, peers, search, view
from benchmarks.measure import Suite, Times, WrongAnswerError, take_turns, verify
from benchmarks.table import LEGEND, Row, as_text, machine, rows_of

# The suites of another module are added here.
SUITES: tuple[Callable[[], Suite | None], ...] = (*search.SUITES, *dots.SUITES, *view.SUITES)

MOST_TRIES = 3  # on a busy machine there are more rounds, until the ratios are steady
INTERRUPTED = 130  # what a shell says of a program that was ended by Ctrl-C


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmarks and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, a rougher result")
    parser.add_argument("--browser", action="store_true", help="also views, in a real JupyterLab")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    options = parser.parse_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a console may not know all letters

    rows: list[Row] = []
    exit_code = 0
    try:
        for make in SUITES:
            run(make, rows, quick=options.quick)
        if options.browser:
            from benchmarks import board, site, stepper  # need playwright, others do not

            rows += stepper.measure(rounds=3 if options.quick else 12)
            rows += board.measure(rounds=6 if options.quick else 24)
            rows += site.measure(rounds=5 if options.quick else 15)
    except KeyboardInterrupt:
        print("\nInterrupted: here are the runs until now.", file=sys.stderr)
        exit_code = INTERRUPTED
    except WrongAnswerError as error:
        print(f"Stopped, because this would measure the wrong thing. {error}", file=sys.stderr)
        exit_code = 1
    report(rows)
    missed = any(row.reached is False for row in rows)
    return exit_code or int(options.strict and missed)


def run(make: Callable[[], Suite | None], rows: list[Row], *, quick: bool) -> None:
    """Measure one suite and add its rows, also if it is interrupted."""
    suite = make()
    if suite is None:
        return
    verify(suite)
    nodes = {contestant.name: contestant.nodes for contestant in suite.contestants}
    rounds = suite.quick_rounds if quick else suite.rounds
    seconds: dict[str, list[float]] = {}

    def found() -> list[Row]:
        times = {name: Times(tuple(runs), nodes[name]) for name, runs in seconds.items()}
        return rows_of(suite.title, suite.comparisons, times)

    try:
        for _ in range(1 if quick else MOST_TRIES):
            take_turns(suite.contestants, progress(suite.title, rounds), seconds)
            if not any(row.unsteady for row in found()):
                break
    finally:
        rows += found()


def progress(title: str, rounds: int) -> Iterator[int]:
    """Yield the rounds and show on stderr how far it is; in a file, say only what begins."""
    if not sys.stderr.isatty():
        print(f"{title}: {rounds} rounds", file=sys.stderr, flush=True)
        yield from range(rounds)
        return
    for number in range(rounds):
        print(f"\r{title}: round {number + 1} of {rounds}", end="", file=sys.stderr, flush=True)
        yield number
    print(file=sys.stderr)


def report(rows: Sequence[Row]) -> None:
    """Print the table, what was skipped, and on what it was measured."""
    skipped = [reason for name in peers.PACKAGES if (reason := peers.reason_to_skip(name))]
    versions = [f"{name} {version}" for name, version in peers.versions().items()]
    print(as_text(rows), "", LEGEND, *skipped, sep="\n")
    print(f"Measured with {'; '.join([machine(), *versions])}.")


if __name__ == "__main__":
    sys.exit(main())
