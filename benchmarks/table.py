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
    "A ratio with ~ is unsteady: the median runs say something else. Measure it again."
)
UNSTEADY = 1.1  # so far may the ratio by the medians be from that by the fastest runs


@dataclass(frozen=True)
class Row:
    """One comparison with what was measured for it."""

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
        """Tell whether the ratio reaches its target; None if it has no target."""
        return self._reaches(self.ratio)

    @property
    def unsteady(self) -> bool:
        """Tell whether the median runs say something else, as they do on a busy machine."""
        off = self._either_way(self.ours.spread / self.theirs.spread)
        return max(off, 1 / off) > UNSTEADY or self._reaches(self.ratio * off) != self.reached

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
    """Return what a reader has to know of this machine."""
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
