"""Practice on paper: trees to search by hand, and the answers on pages of their own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from html import escape
from pathlib import Path as File

from course.paper import (
    FOOT,
    GAP,
    LANDSCAPE,
    PORTRAIT,
    Block,
    blanks,
    page,
    paged,
    stacked,
    text,
)
from course.practice import LEVELS, practice_tree
from course.problem import Problem
from gamelib.game import require_int
from gamelib.games.tree import SAMPLE
from gamelib.view.tree.sheet import Sheet

__all__ = ["PracticeSheet", "practice_sheet"]

MOST = 100  # trees of one sheet
PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}  # millimetres
PIXEL = 25.4 / 96  # millimetres

TODO = (
    "Search each tree by alpha-beta, moves from left to right. ▲ is MAX, who takes the largest "
    "value; ▼ is MIN, who takes the smallest; a square is a leaf. The shape alone says who moves.",
    "1. When you come to a node, write down the window it inherits: α is the best that MAX has "
    "already higher up, β the best that MIN has. At the root they are -∞ and +∞.",
    "2. When you leave a node, write down the value v that it returns. After a cut v may be only "
    "a bound: then put ≥ or ≤ before it.",
    "3. Cut as soon as α ≥ β: draw two strokes through each edge that is cut off. What lies below "
    "it is skipped: put – into the table.",
)


def practice_sheet(
    seed: int, n: int = 4, level: int = 1, file: str | File | None = None
) -> PracticeSheet:
    """Return a sheet with `n` trees of `practice_tree` and their answers, to be printed.

    >>> practice_sheet(seed=7, n=4, level=2)
    Practice sheet: 4 trees of level 2, seed 7; 5 pages, and 4 pages of answers.
    >>> practice_sheet(7, 4, level=2).save("sheet.pdf", answers=False)  # doctest: +SKIP

    Its first tree is `practice_tree(7001, 2)`, the next one `practice_tree(7002, 2)`, and so on,
    so a student can check an answer with `predict`. With `file` the sheet is saved at once.
    """
    require_int("seed", seed, least=0)
    if require_int("n", n, least=1) > MOST:
        raise ValueError(f"n is {n}, but a sheet has at most {MOST} trees")
    sheet = PracticeSheet(seed, n, level)
    if file is not None:
        sheet.save(file)
    return sheet


class PracticeSheet:
    """Trees to search by hand, laid out on pages, with the answers on pages of their own."""

    def __init__(self, seed: int, n: int, level: int) -> None:
        """Draw the trees; the pages are laid out when somebody looks."""
        self.seed, self.n, self.level = seed, n, level
        seeds = [seed * 1000 + place for place in range(1, n + 1)]
        self.problems = tuple(
            Problem(f"Tree {place}", f"practice_tree({own}, {level})", practice_tree(own, level))
            for place, own in enumerate(seeds, start=1)
        )
        self.size = LANDSCAPE if level == max(LEVELS) else PORTRAIT

    def __repr__(self) -> str:
        """Return what is on the sheet."""
        trees = _several(self.n, "tree")
        pages, answers = _several(len(self.pages), "page"), _several(len(self.answers), "page")
        of = f"of level {self.level}, seed {self.seed}"
        return f"Practice sheet: {trees} {of}; {pages}, and {answers} of answers."

    @property
    def title(self) -> str:
        """Return what the sheet is about."""
        return f"Alpha-beta by hand, level {self.level}: {LEVELS[self.level].says}"

    @cached_property
    def pages(self) -> tuple[Sheet, ...]:
        """Return the pages that students get: what to do, with an example, then the trees."""
        wide, high = self.size
        head = blanks([("Name", 3.0, ""), ("Student id", 2.0, ""), ("Date", 1.0, "")], wide)
        todo = [text(self.title, wide, size=18, bold=True), *(text(line, wide) for line in TODO)]
        start = stacked([head, stacked(todo, 3.0)], GAP)
        example = Problem("An example, solved", "", SAMPLE)
        first = [start, example.solved(wide, self._room(start))]
        blocks = [problem.asked(wide, self._room(head)) for problem in self.problems]
        return self._numbered([stacked(first, GAP), *paged(head, blocks, high)], "page")

    @cached_property
    def answers(self) -> tuple[Sheet, ...]:
        """Return the pages with the answers."""
        wide, high = self.size
        convention = f"({self.problems[0].trace.settings.convention})"
        title = text(f"Answers. {self.title}", wide, size=16, bold=True)
        head = stacked([title, text(convention, wide, size=11)], 2.0)
        blocks = [
            block
            for problem in self.problems
            for block in problem.explained(wide, self._room(head))
        ]
        return self._numbered(paged(head, blocks, high), "answers, page")

    def _room(self, head: Block) -> float:
        """Return how high a block can be that has a page with this head for itself."""
        return self.size[1] - head.height - GAP - FOOT

    def _numbered(self, blocks: Sequence[Block], word: str) -> tuple[Sheet, ...]:
        source = f"practice_sheet({self.seed}, {self.n}, level={self.level})"
        return tuple(
            page(block, (source, f"{word} {place} of {len(blocks)}"), self.size)
            for place, block in enumerate(blocks, start=1)
        )

    # ---- files --------------------------------------------------------------------------------

    def save(self, file: str | File, *, answers: bool = True, paper: str = "A4") -> None:
        """Write the pages to an .html or a .pdf file, the answers after them unless told not to.

        An .html file takes the paper that the printer has; a .pdf is made for "A4" or "Letter".
        """
        path = File(file)
        if paper not in PAPERS:
            raise ValueError(f"paper is {paper!r}, but must be one of {', '.join(PAPERS)}")
        sheets = (*self.pages, *self.answers) if answers else self.pages
        if path.suffix == ".html":
            path.write_text(self._html(sheets), encoding="utf-8", newline="\n")
        elif path.suffix == ".pdf":
            self._pdf(path, sheets, PAPERS[paper])
        else:
            raise ValueError(f"{path.name} ends neither in .html nor in .pdf")

    def _html(self, sheets: Sequence[Sheet]) -> str:
        from gamelib.view.tree.svg import to_svg

        pages = "".join(f"<section>\n{to_svg(sheet)}</section>\n" for sheet in sheets)
        wide, high = (f"{side * PIXEL:.1f}mm" for side in self.size)
        turned = "landscape" if self.size == LANDSCAPE else "portrait"
        style = STYLE.replace("TURNED", turned).replace("WIDE", wide).replace("HIGH", high)
        return PAGE.format(title=escape(self.title), style=style, pages=pages)

    def _pdf(self, path: File, sheets: Sequence[Sheet], paper: tuple[float, float]) -> None:
        from matplotlib import rc_context
        from matplotlib.backends.backend_pdf import PdfPages
        from matplotlib.figure import Figure

        from gamelib.view.tree.figure import to_figure

        across, down = paper if self.size == PORTRAIT else paper[::-1]
        wide, high = self.size[0] * PIXEL, self.size[1] * PIXEL
        place = ((across - wide) / 2 / across, (down - high) / 2 / down, wide / across, high / down)
        # Fonts whose text can be searched and copied; no date, so the same bytes every time.
        about = {"Title": self.title, "CreationDate": None}
        with rc_context({"pdf.fonttype": 42}), PdfPages(path, metadata=about) as pages:
            for sheet in sheets:
                figure = Figure(figsize=(across / 25.4, down / 25.4))
                to_figure(sheet, ax=figure.add_axes(place))
                pages.savefig(figure)


STYLE = """
@page { size: TURNED; margin: 10mm; }
* { box-sizing: border-box; }
body { margin: 0; background: #e4e4e4; }
section { width: WIDE; height: HIGH; margin: 18mm auto; background: #fff; outline: 8mm solid #fff; }
section svg { display: block; width: 100%; height: 100%; }
@media print {
  body { background: none; }
  section { margin: 0 auto; outline: none; break-after: page; break-inside: avoid; }
  section:last-child { break-after: auto; }
}
"""

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{pages}</body>
</html>
"""


def _several(count: int, word: str) -> str:
    return f"{count} {word}{'s' * (count != 1)}"
