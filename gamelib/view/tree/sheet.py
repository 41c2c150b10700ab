"""One or more scenes on a sheet of paper, with titles, captions and a summary below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gamelib.view.textsize import with_minus, wrapped
from gamelib.view.tree.marks import Mark, Words, marks_of
from gamelib.view.tree.scene import FONT, Scene

__all__ = ["Panel", "Sheet", "arrange"]

MARGIN = 14.0
LINE = 19.0  # from one line of a caption to the next
NARROWEST = 340.0  # a caption gets at least this width
BETWEEN = 22.0  # between two panels


class Panel(NamedTuple):
    """A scene with a title above and a caption below it."""

    scene: Scene
    caption: str = ""
    title: str = ""


class Sheet(NamedTuple):
    """Scenes in their places, and the words around them."""

    width: float
    height: float
    scenes: tuple[Scene, ...]
    words: tuple[Mark, ...]  # what stands around the scenes
    alt: str

    def marks(self) -> Iterator[Mark]:
        """Yield all that is drawn, what lies behind first."""
        for scene in self.scenes:
            yield from marks_of(scene)
        yield from self.words


def arrange(
    panels: Sequence[Panel], alt: str, *, columns: int = 1, below: Sequence[str] = ()
) -> Sheet:
    """Return the panels in rows of so many columns, and the lines of text that stand below."""
    texts = any(panel.caption or panel.title for panel in panels) or below
    wide = max(max(panel.scene.width for panel in panels), NARROWEST if texts else 0.0)
    scenes: list[Scene] = []
    words: list[Words] = []
    down = 0.0
    for first in range(0, len(panels), columns):
        row = panels[first : first + columns]
        ends = []
        for number, panel in enumerate(row):
            scene, said, end = _put(panel, number * (wide + BETWEEN), down, wide)
            scenes.append(scene)
            words += said
            ends.append(end)
        down = max(ends) + (BETWEEN if first + columns < len(panels) else 0.0)
    columns = min(columns, len(panels))
    width = columns * wide + (columns - 1) * BETWEEN
    for line in below:
        said = _lines("caption", line, MARGIN, down + 4, width)
        words += said
        down += LINE * len(said)
    height = down + (MARGIN / 2 if below else 0.0)
    return Sheet(round(width, 1), round(height, 1), tuple(scenes), tuple(words), alt)


def _put(panel: Panel, right: float, down: float, wide: float) -> tuple[Scene, list[Words], float]:
    """Return a panel's scene and words in their places, and where the panel ends."""
    words = []
    if panel.title:
        words += _lines("title", panel.title, right + MARGIN, down + 8, wide)
        down += LINE * len(words) + 8
    scene = panel.scene.moved(right + (wide - panel.scene.width) / 2, down)
    down += panel.scene.height
    caption = _lines("caption", panel.caption, right + MARGIN, down - 2, wide)
    return scene, words + caption, down + LINE * len(caption) + (6 if caption else 0)


def _lines(kind: str, text: str, left: float, top: float, wide: float) -> list[Words]:
    lines = wrapped(with_minus(text), FONT, wide - 2 * MARGIN)
    return [
        Words(kind, left, round(top + FONT + LINE * number, 1), line, FONT, "start")
        for number, line in enumerate(lines)
    ]
