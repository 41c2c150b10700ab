"""The shapes that pictures are made of: lines, discs and words, each of a kind."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Disc", "Lines", "Shape", "Words"]

Point = tuple[float, float]


class Lines(NamedTuple):
    """One or more lines of a kind, such as a whole grid; a closed one is a shape with an inside."""

    kind: str  # names a look in gamelib/view/style.py
    lines: tuple[tuple[Point, ...], ...]
    closed: bool = False


class Disc(NamedTuple):
    """A disc around (x, y)."""

    kind: str
    x: float
    y: float
    radius: float


class Words(NamedTuple):
    """A text; (x, y) is where its baseline begins, has its middle or ends, by `anchor`."""

    kind: str
    x: float
    y: float
    text: str
    size: float = 13.0
    anchor: str = "middle"  # or "start", "end"


Shape = Lines | Disc | Words
