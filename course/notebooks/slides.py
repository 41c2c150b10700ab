"""A lecture as slides: one page that needs no network, in which its views are alive.

The slides are made of the stored lecture, outputs and all. What belongs on one slide is decided
here: a question, the code that answers it, and the sentence that reads the answer. Whether it fits
only the browser knows: `deck.js` divides what would be too full.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import NamedTuple

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from course.notebooks.text import (
    Cell,
    Notebook,
    Piece,
    headings,
    imports_only,
    pieces,
    plain,
    tags,
    title,
)
from gamelib.view.live.page import script

HERE = Path(__file__).parent
LIVE = 'class="gamelib-view"'
ASKS = '"ask":true'  # a stepper with questions; on a slide the lecturer asks, and they need room
AIMS = "**You will be able to"
BEGINS = re.compile(rf"\*\*Predict\b|★|{re.escape(AIMS)}")
UNSOLVED = "not yet"  # what a check says of a stub


class Block(NamedTuple):
    """A part of a slide that is never divided."""

    kind: str  # "text", "aims", "code", "output", "picture" or "view"
    html: str
    click: bool = False  # it is seen only after a click
    keep: bool = False  # it reads the block before it, and stays with it


@dataclass
class Slide:
    """A heading and what stands below it."""

    heading: str = ""
    blocks: list[Block] = field(default_factory=list)
    first: bool = False  # the lecture's title: nothing to click

    def has(self, *kinds: str) -> bool:
        """Return whether there is a block of one of these kinds."""
        return any(block.kind in kinds for block in self.blocks)

    @property
    def answered(self) -> bool:
        """Return whether code has been run here."""
        return self.has("output", "picture", "view")


def page(notebook: Notebook) -> str:
    """Return the slides of a stored lecture as one page."""
    parts = {
        "@TITLE@": escape(plain(title(notebook))),
        "@SLIDES@": "\n".join(map(_html, slides(notebook["cells"]))),
        "@DECK@": (HERE / "deck.js").read_text(encoding="utf-8"),
        "@VIEWS@": script(),
    }
    template = (HERE / "deck.html").read_text(encoding="utf-8")
    return re.sub("|".join(parts), lambda found: parts[found[0]], template)


def slides(cells: Sequence[Cell]) -> list[Slide]:
    """Return the slides of a lecture: a heading begins one, and so does each further question.

    What answers a question, and the sentence that reads it, comes only after a click.

    >>> def cell(kind, source, *outputs):
    ...     return {"cell_type": kind, "source": source, "metadata": {}, "outputs": outputs}
    >>> for slide in slides([
    ...     cell("markdown", "## A tree\\n\\nWe search it:"),
    ...     cell("code", "1 + 2", {"output_type": "stream", "text": "3"}),
    ...     cell("markdown", "**Read.** It is 3.\\n\\n**Predict.** And now?"),
    ...     cell("code", "2 + 2"),
    ... ]):
    ...     print([(block.kind, block.click) for block in slide.blocks])
    [('text', False), ('code', False), ('output', True), ('text', True)]
    [('text', False), ('code', False)]
    """
    found: list[Slide] = []
    for cell in _ordered(cells):
        if cell["cell_type"] == "markdown":
            _add_text(found, pieces(cell["source"]))
        elif not imports_only(cell):
            _add_code(found, cell)
    return [slide for slide in found if slide.heading or slide.blocks]


def _ordered(cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells for slides: the title with its picture first, then the objectives."""
    kept = [cell for cell in cells if "navigation" not in tags(cell)]
    aims = [cell for cell in kept if "you will be able to" in cell["source"].lower()][:1]
    kept = [cell for cell in kept if cell not in aims]
    later = (place for place, cell in enumerate(kept) if place and _has_heading(cell))
    place = next(later, len(kept))
    return [*kept[:place], *aims, *kept[place:]]


def _has_heading(cell: Cell) -> bool:
    return cell["cell_type"] == "markdown" and bool(headings(cell["source"]))


def _add_text(found: list[Slide], parts: Sequence[Piece]) -> None:
    for place, part in enumerate(parts):
        if part.level:
            found.append(Slide(part.html, first=part.level == 1))
            continue
        if not found or _begins(found[-1], place, parts):
            heading = found[-1].heading if found and not found[-1].first else ""
            found.append(Slide(heading))
        slide = found[-1]
        reads = slide.answered and not slide.first
        kind = "aims" if part.text.startswith(AIMS) else "text"
        slide.blocks.append(Block(kind, part.html, click=reads, keep=slide.answered))


def _begins(slide: Slide, place: int, parts: Sequence[Piece]) -> bool:
    """Return whether a piece of text begins a slide; the first one after an output reads it."""
    if BEGINS.match(parts[place].text):
        return bool(slide.blocks) and (slide.answered or not parts[place].text.startswith("**Pred"))
    if slide.has("view", "aims") and not place:
        return True
    if not slide.answered or parts[place].text.startswith("**Read"):
        return False
    ahead = parts[place:]
    ahead = ahead[: next((n for n, part in enumerate(ahead) if part.level), len(ahead))]
    leads = [bool(BEGINS.match(part.text)) for part in ahead]
    leads[-1] |= ahead[-1].text.endswith(":") and len(ahead) == len(parts[place:])
    return any(leads) if place else leads[0]


def _add_code(found: list[Slide], cell: Cell) -> None:
    if not found:
        found.append(Slide())
    slide = found[-1]
    outputs = list(_outputs(cell))
    if not any(block.kind == "view" for block in outputs):  # a live view speaks for itself
        code = coloured(re.sub(r"\n{3,}", "\n\n", cell["source"]))
        html = f"<pre><code>{code}</code></pre>"
        slide.blocks.append(Block("code", html, click=slide.answered and not slide.first))
    slide.blocks += [block._replace(click=block.click and not slide.first) for block in outputs]


def _outputs(cell: Cell) -> Iterator[Block]:
    for output in cell.get("outputs", ()):
        data = output.get("data", {})
        words = output.get("text") or data.get("text/plain", "")
        if "text/html" in data:
            html = data["text/html"].replace(ASKS, ASKS.replace("true", "false"))
            kind = "view" if LIVE in html else "picture" if "<img" in html else "output"
            yield Block(kind, html, click=kind != "view")
        elif "image/png" in data:
            source = f"data:image/png;base64,{data['image/png']}"
            yield Block("picture", f'<img alt="{escape(words)}" src="{source}">', click=True)
        elif words and not words.startswith(UNSOLVED):
            yield Block("output", f"<pre>{escape(words.rstrip())}</pre>", click=True)


def coloured(source: str) -> str:
    """Return Python code as HTML, with Pygments' classes; `deck.html` has their colours.

    >>> coloured("return 1")
    '<span class="k">return</span> <span class="mi">1</span>'
    """
    lexer = PythonLexer(ensurenl=False, stripnl=False)
    return str(highlight(source, lexer, HtmlFormatter(nowrap=True))).removesuffix("\n")


def _html(slide: Slide) -> str:
    blocks = "\n".join(
        f'<div class="block {kind}{" click" * click}"{" data-keep" * keep}>{html}</div>'
        for kind, html, click, keep in slide.blocks
    )
    html = f"<section{' class=first' * slide.first}>\n{slide.heading}\n{blocks}\n</section>"
    # Nothing beside this page can be reached from it.
    return re.sub(r'<a href="(?!https?:)[^"]*">(.*?)</a>', r"\1", html)
