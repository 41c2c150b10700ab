"""How a lecture is cut into slides, so that the same file can be read and presented.

Jupyter's slide tools read a word in each cell's metadata. It follows from what the cells are: a
heading begins a slide, each further beat stands below it, and what a question asks for (the code
with its output, then the sentence that reads it) comes only after a click.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from course.notebooks.text import Cell, headings, tags

__all__ = ["slide_types"]

SLIDE, BELOW, CLICK, SAME, LEFT_OUT = "slide", "subslide", "fragment", "-", "skip"
MOST_CODE = 2  # code cells that fit on one slide with their outputs


def slide_types(cells: Sequence[Cell]) -> list[str]:
    """Return for each cell how it appears in a slide show.

    >>> def cell(kind, source):
    ...     return {"cell_type": kind, "source": source, "metadata": {}}
    >>> slide_types([
    ...     cell("markdown", "## A tree\\n\\nWe search it:"),
    ...     cell("code", "minimax(SAMPLE)"),
    ...     cell("markdown", "MAX gets 3."),
    ...     cell("markdown", "Now with cuts:"),
    ...     cell("code", "alpha_beta(SAMPLE)"),
    ... ])
    ['slide', 'fragment', 'fragment', 'subslide', 'fragment']
    """
    found: list[str] = []
    code = 0  # cells on the present slide
    for before, cell in zip([None, *cells], cells, strict=False):
        kind = _slide_type(cell, before, full=code >= MOST_CODE)
        code = 0 if kind in (SLIDE, BELOW) else code
        code += cell["cell_type"] == "code" and kind != LEFT_OUT
        if kind == SLIDE and headings(cell["source"])[0][0] == 1:
            code = MOST_CODE  # the title and the objectives fill a slide
        found.append(kind)
    return found


def _slide_type(cell: Cell, before: Cell | None, *, full: bool) -> str:
    if "navigation" in tags(cell):
        return LEFT_OUT
    if cell["cell_type"] != "markdown":
        return LEFT_OUT if _only_imports(cell["source"]) else BELOW if full else CLICK
    if headings(cell["source"]):
        return SLIDE
    if cell["source"].rstrip().endswith(":"):  # it leads to the next code
        return BELOW
    return SAME if before is not None and before["cell_type"] == "markdown" else CLICK


def _only_imports(source: str) -> bool:
    try:
        body = ast.parse(source).body
    except SyntaxError:  # a line that only Jupyter understands
        return False
    return bool(body) and all(isinstance(line, ast.Import | ast.ImportFrom) for line in body)
