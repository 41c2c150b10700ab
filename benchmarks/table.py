"""The table of ratios."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.measure import Comparison, Times

HEAD = ("measured", "ratio", "target", "reached", "gamelib", "the other")
LEGEND = (
    "Columns gamelib and the other: time per node × nodes (median run / fastest run).\n"
    "A ratio with ~ is unsteady: the median runs give another ratio. Measure it again."
)
MAX_DEVIATION = 1.1  # of the ratio by median runs from the ratio by fastest runs


@dataclass(frozen=True)
class Row:
    """One comparison with its measured times."""

    title: str
    comparison: Comparison
    ours: Times
    theirs: Times

    @property
    def ratio(self) -> float:
        """Return how many times faster we are, or how many times as long we take."""
        return self._either_way(self.ours.per_node / self.theirs.per_node)

    @property
    def reached(self) -> bool | None:
        """Return whether the ratio reaches its target; None if it has no target."""
        return self._reaches(self.ratio)

    @property
    def unsteady(self) -> bool:
        """Return whether the median runs give another ratio, as on a busy machine."""
        off = self._either_way(self.ours.spread / self.theirs.spread)
        by_medians = self.ratio * off
        return max(off, 1 / off) > MAX_DEVIATION or self._reaches(by_medians) != self.reached

    def _either_way(self, longer: float) -> float:
        return longer if self.comparison.at_least is None else 1 / longer

    def _reaches(self, ratio: float) -> bool | None:
        at_least, at_most = self.comparison.at_least, self.comparison.at_most
        if at_least is not None:
            return ratio >= at_least
        return None if at_most is None else ratio <= at_most


def rows_of(title: str, comparisons: Sequence[Comparison], times: Mapping[str, Times]) -> list[Row]:
    """Return a row for every comparison whose two contestants were measured."""
    return [
        Row(title, comparison, times[comparison.ours], times[comparison.theirs])
        for comparison in comparisons
        if comparison.ours in times and comparison.theirs in times
    ]


def as_text(rows: Sequence[Row]) -> str:
    """Return the table in columns."""
    lines = [HEAD, *map(_cells, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, tuple("-" * width for width in widths))
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column == 1 else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def machine() -> str:
    """Return one line about this machine: Python, cores, system."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def _cells(row: Row) -> tuple[str, ...]:
    comparison = row.comparison
    digits = 2 if row.ratio >= 2 else 3  # near 1 every hundredth matters
    if comparison.at_least is not None:
        target = f"at least {comparison.at_least:g}"
    else:
        target = "" if comparison.at_most is None else f"at most {comparison.at_most:g}"
    return (
        f"{row.title}: {comparison.text}",
        f"{'~' if row.unsteady else ''}{row.ratio:.{digits}f}",
        target,
        {None: "", True: "yes", False: "NO"}[row.reached],
        _time(row.ours),
        _time(row.theirs),
    )


def _time(times: Times) -> str:
    return f"{times.per_node * 1e6:.2f} µs × {times.nodes:,} ({times.spread:.2f})"
