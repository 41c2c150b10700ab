"""Paper: texts, tables and trees stacked on pages that fit both A4 and Letter.

A page is a list of marks, as a picture is, so what draws a picture also draws a page. The unit is
a pixel of 1/96 inch.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from gamelib.view.textsize import text_width, wrapped
from gamelib.view.tree.marks import Lines, Mark, Words, marks_of
from gamelib.view.tree.scene import Scene
from gamelib.view.tree.sheet import Sheet

__all__ = [
    "FOOT",
    "GAP",
    "LANDSCAPE",
    "PORTRAIT",
    "Block",
    "beside",
    "blanks",
    "drawing",
    "heading",
    "page",
    "paged",
    "stacked",
    "table",
    "text",
]

PORTRAIT = (690.0, 945.0)  # what A4 and Letter both hold, with margins of 13 mm or more
LANDSCAPE = (945.0, 690.0)

SIZE = 13.0  # of the text
ROW = 26.0  # of a table in which people write by hand
COLUMN = 62.0  # the same: its columns, if there is room
FOOT = 26.0  # room of the last line of a page
GAP = 18.0  # between the blocks of a page


@dataclass(frozen=True)
class Block:
    """Marks that stay together, from (0, 0) to (width, height), and the same in words."""

    width: float
    height: float
    marks: tuple[Mark, ...]
    alt: str = ""

    def moved(self, right: float, down: float, scale: float = 1.0) -> Block:
        """Return the block somewhere else, and larger or smaller; it still begins at (0, 0)."""

        def there(x: float, y: float) -> tuple[float, float]:
            return right + x * scale, down + y * scale

        marks: list[Mark] = []
        for mark in self.marks:
            if isinstance(mark, Lines):
                lines = tuple(tuple(there(*point) for point in line) for line in mark.lines)
                marks.append(mark._replace(lines=lines))
            else:
                x, y = there(mark.x, mark.y)
                marks.append(mark._replace(x=x, y=y, size=mark.size * scale))
        width, height = there(self.width, self.height)
        return replace(self, width=width, height=height, marks=tuple(marks))


# ---- what stands on a page --------------------------------------------------------------------


def text(words: str, width: float, *, size: float = SIZE, bold: bool = False) -> Block:
    """Return a paragraph.

    >>> text("Cut as soon as alpha reaches beta.", width=120).height
    56.6
    """
    lines = wrapped(
        _typeset(words), size * (1.12 if bold else 1.0), width
    )  # bold letters are wider
    step = round(size * 1.4, 1)
    marks = [
        Words("title" if bold else "caption", 0.0, size + step * place, line, size, "start")
        for place, line in enumerate(lines)
    ]
    return Block(width, round(step * len(lines) + 2, 1), tuple(marks), words)


def heading(words: str, aside: str, width: float) -> Block:
    """Return a title with a small text at the right end of its line."""
    title = text(words, width, size=14.0, bold=True)
    small = Words("note", width, 14.0, aside, 11.0, "end")
    return replace(title, marks=(*title.marks, small), alt=f"{words}: {aside}.")


def blanks(fields: Sequence[tuple[str, float, str]], width: float) -> Block:
    """Return labels, each with a line to write on; given are its label, share and content."""
    between = 14.0
    labels = sum(text_width(label, SIZE) + 6 for label, _, _ in fields)
    room = width - labels - between * (len(fields) - 1)
    shares = sum(share for _, share, _ in fields)
    marks: list[Mark] = []
    x, y = 0.0, 22.0
    for label, share, written in fields:
        content = _typeset(written)
        marks.append(Words("caption", x, y, label, SIZE, "start"))
        x += text_width(label, SIZE) + 6
        long = room * share / shares
        marks.append(Lines("grid", (((x, y + 3), (x + long, y + 3)),)))
        if content:
            size = SIZE * min(1.0, long / text_width(content, SIZE, bold=True))
            marks.append(Words("title", x + long / 2, y, content, size))
        x += long + between
    alt = "; ".join(f"{label} {content or '…'}" for label, _, content in fields)
    return Block(width, y + 8, tuple(marks), f"{alt}.")


def drawing(scene: Scene, width: float, height: float, alt: str) -> Block:
    """Return a tree in the middle of the width, made smaller if it needs more room than that."""
    scale = min(1.0, width / scene.width, height / scene.height)
    block = Block(scene.width, scene.height, tuple(marks_of(scene)), alt)
    return replace(block.moved((width - scene.width * scale) / 2, 0.0, scale), width=width)


def table(rows: Sequence[Sequence[str]], width: float) -> Block:
    """Return a table in the middle of the width; its first row and first column are labels."""
    first = max(text_width(row[0], SIZE, bold=True) for row in rows) + 16
    columns = len(rows[0]) - 1
    wide = min(COLUMN, (width - first - 4) / columns)
    left = (width - first - wide * columns) / 2
    edges = [left, *(left + first + wide * place for place in range(columns + 1))]
    high = ROW * len(rows)
    lines = [((edges[0], ROW * place), (edges[-1], ROW * place)) for place in range(len(rows) + 1)]
    lines += [((x, 0.0), (x, high)) for x in edges]
    marks: list[Mark] = [Lines("grid", tuple(lines))]
    for place, row in enumerate(rows):
        down = ROW * place + 18
        marks.append(Words("title", left + 8, down, row[0], SIZE, "start"))
        for column, cell in enumerate(map(_typeset, row[1:]), start=1):
            size = SIZE * min(1.0, (wide - 6) / max(1.0, text_width(cell, SIZE, bold=True)))
            middle = edges[column] + wide / 2
            if cell:
                marks.append(Words("caption" if place else "title", middle, down, cell, size))
    alt = "; ".join(" ".join(cell or "…" for cell in row) for row in rows)
    return Block(width, high + 2, tuple(marks), f"Table: {alt}.")


def _typeset(words: str) -> str:
    """Return a text with minus signs where numbers are negative, as in the picture of a tree."""
    return re.sub(r"(?<!\w)-(?=[\d∞])", "−", words)


# ---- blocks together --------------------------------------------------------------------------


def stacked(blocks: Iterable[Block], gap: float = 6.0) -> Block:
    """Return the blocks as one, the first on top."""
    down, wide = 0.0, 0.0
    marks: list[Mark] = []
    alts: list[str] = []
    for block in blocks:
        marks += block.moved(0.0, down).marks
        down += block.height + gap
        wide = max(wide, block.width)
        alts.append(block.alt)
    return Block(wide, max(0.0, down - gap), tuple(marks), " ".join(filter(None, alts)))


def beside(left: Block, right: Block) -> Block:
    """Return two blocks as one, side by side, the lower one in the middle of the height."""
    high = max(left.height, right.height)
    one = left.moved(0.0, (high - left.height) / 2)
    two = right.moved(left.width, (high - right.height) / 2)
    alt = f"{left.alt} {right.alt}"
    return Block(left.width + right.width, high, (*one.marks, *two.marks), alt)


def paged(head: Block, blocks: Sequence[Block], height: float) -> list[Block]:
    """Return pages with the head on each, and as many blocks below it as fit."""
    pages: list[list[Block]] = []
    for block in blocks:
        used = sum(b.height + GAP for b in pages[-1]) if pages else height
        if used + block.height + FOOT > height:
            pages.append([head])
        pages[-1].append(block)
    return [stacked(page, GAP) for page in pages]


def page(block: Block, foot: tuple[str, str], size: tuple[float, float]) -> Sheet:
    """Return a page with its last line: one text at the left, one at the right."""
    width, height = size
    left = Words("note", 0.0, height - 5, foot[0], 11.0, "start")
    right = Words("note", width, height - 5, foot[1], 11.0, "end")
    # The words of a sheet are drawn as they come, so lines may stand among them.
    marks = cast("tuple[Words, ...]", (*block.marks, left, right))
    return Sheet(width, height, (), marks, block.alt)
