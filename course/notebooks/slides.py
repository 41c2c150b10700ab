"""Make slides of a lecture: one page that needs no network and has live views.

The slides come from the stored lecture with its outputs. This module decides what belongs on one
slide: a question, the code that answers it, and the sentence that reads the answer. The browser
decides what fits: `deck.js` divides a slide that is too full.
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
from gamelib.view.live.bundle import script
from gamelib.view.live.view import bare, tables_for, views_in
from gamelib.view.style import THEMES, variables

FOLDER = Path(__file__).parent
LIVE_MARK = 'class="gamelib-view"'
ASKING = '"ask":true'  # a stepper's option for questions; on a slide the lecturer asks them
AIMS_TEXT = "**You will be able to"
SLIDE_START = re.compile(rf"\*\*Predict\b|★|{re.escape(AIMS_TEXT)}")
UNSOLVED_TEXT = "not yet"  # the verdict on a stub


class Block(NamedTuple):
    """A part of a slide that cannot be divided."""

    kind: str  # "text", "aims", "code", "output", "picture" or "view"
    html: str
    click: bool = False  # a click shows it
    keep: bool = False  # it reads the previous block and stays with it


@dataclass
class Slide:
    """A heading and the blocks below it."""

    heading: str = ""
    blocks: list[Block] = field(default_factory=list)
    first: bool = False  # the lecture's title: nothing to click

    def has(self, *kinds: str) -> bool:
        """Return whether the slide has a block of one of these kinds."""
        return any(block.kind in kinds for block in self.blocks)

    @property
    def answered(self) -> bool:
        """Return whether the slide has an output."""
        return self.has("output", "picture", "view")


def page(notebook: Notebook) -> str:
    """Return the slides of a stored lecture as one page."""
    html = "\n".join(map(_html, slides(notebook["cells"])))
    outputs = (out.get("data", {}) for cell in notebook["cells"] for out in cell.get("outputs", ()))
    html += tables_for(html, "\n".join(data.get("text/html", "") for data in outputs))
    parts = {
        "@TITLE@": escape(plain(title(notebook))),
        "@SLIDES@": html,
        "@DECK@": (FOLDER / "deck.js").read_text(encoding="utf-8"),
        "@VIEWS@": script(tuple(views_in(html))),
    }
    parts |= {f"@{name.upper()}@": variables(theme) for name, theme in THEMES.items()}
    template = (FOLDER / "deck.html").read_text(encoding="utf-8")
    return re.sub("|".join(parts), lambda match: parts[match[0]], template)


def slides(cells: Sequence[Cell]) -> list[Slide]:
    """Return the slides of a lecture: each heading and each further question begins one.

    The answer to a question, and the sentence that reads the answer, wait for a click.

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
    deck: list[Slide] = []
    for cell in _ordered(cells):
        if cell["cell_type"] == "markdown":
            _add_text(deck, _unfolded(pieces(cell["source"])))
        elif not imports_only(cell):
            _add_code(deck, cell)
    return [slide for slide in deck if slide.heading or slide.blocks]


def _ordered(cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells in slide order: the title with its picture, the objectives, the rest."""
    kept = [cell for cell in cells if "navigation" not in tags(cell)]
    aims = [cell for cell in kept if "you will be able to" in cell["source"].lower()][:1]
    kept = [cell for cell in kept if cell not in aims]
    later = (index for index, cell in enumerate(kept) if index and _has_heading(cell))
    index = next(later, len(kept))
    return [*kept[:index], *aims, *kept[index:]]


def _has_heading(cell: Cell) -> bool:
    return cell["cell_type"] == "markdown" and bool(headings(cell["source"]))


def _unfolded(parts: Sequence[Piece]) -> list[Piece]:
    """Return the blocks without the tags of `<details>`; slides have clicks instead."""
    return [part for part in parts if not re.match("</?details>", part.html)]


def _add_text(deck: list[Slide], parts: Sequence[Piece]) -> None:
    for index, part in enumerate(parts):
        if part.level:
            deck.append(Slide(part.html, first=part.level == 1))
            continue
        if not deck or _starts_slide(deck[-1], index, parts):
            heading = deck[-1].heading if deck and not deck[-1].first else ""
            deck.append(Slide(heading))
        slide = deck[-1]
        reads = slide.answered and not slide.first
        kind = "aims" if part.text.startswith(AIMS_TEXT) else "text"
        slide.blocks.append(Block(kind, part.html, click=reads, keep=slide.answered))


def _starts_slide(slide: Slide, index: int, parts: Sequence[Piece]) -> bool:
    """Return whether a block of text starts a slide; the first one after an output reads it."""
    text = parts[index].text
    if SLIDE_START.match(text):
        return bool(slide.blocks) and (slide.answered or not text.startswith("**Pred"))
    if slide.has("view", "aims") and not index:
        return True
    if not slide.answered or text.startswith("**Read"):
        return False
    ahead = parts[index:]
    ahead = ahead[: next((n for n, part in enumerate(ahead) if part.level), len(ahead))]
    leads = [bool(SLIDE_START.match(part.text)) for part in ahead]
    leads[-1] |= ahead[-1].text.endswith(":") and len(ahead) == len(parts[index:])
    return any(leads) if index else leads[0]


def _add_code(deck: list[Slide], cell: Cell) -> None:
    if not deck:
        deck.append(Slide())
    slide = deck[-1]
    outputs = list(_outputs(cell))
    if not any(block.kind == "view" for block in outputs):  # a live view needs no code beside it
        code = coloured(re.sub(r"\n{3,}", "\n\n", cell["source"]))
        html = f"<pre><code>{code}</code></pre>"
        slide.blocks.append(Block("code", html, click=slide.answered and not slide.first))
    folded = bool(cell["metadata"].get("jupyter", {}).get("outputs_hidden"))  # an answer
    clicks = [(block.click or folded) and not slide.first for block in outputs]
    slide.blocks += [b._replace(click=click) for b, click in zip(outputs, clicks, strict=True)]


def _outputs(cell: Cell) -> Iterator[Block]:
    for output in cell.get("outputs", ()):
        data = output.get("data", {})
        text = output.get("text") or data.get("text/plain", "")
        if "text/html" in data:
            html = bare(data["text/html"]).replace(ASKING, ASKING.replace("true", "false"))
            kind = "view" if LIVE_MARK in html else "picture" if "<img" in html else "output"
            yield Block(kind, html, click=kind != "view")
        elif "image/png" in data:
            source = f"data:image/png;base64,{data['image/png']}"
            yield Block("picture", f'<img alt="{escape(text)}" src="{source}">', click=True)
        elif text and not text.startswith(UNSOLVED_TEXT):
            yield Block("output", f"<pre>{escape(text.rstrip())}</pre>", click=True)


def coloured(source: str) -> str:
    """Return Python code as HTML, with Pygments' classes; `deck.html` has their colours.

    >>> coloured("return 1")
    '<span class="k">return</span> <span class="mi">1</span>'
    """
    lexer = PythonLexer(ensurenl=False, stripnl=False)
    return str(highlight(source, lexer, HtmlFormatter(nowrap=True))).removesuffix("\n")


def _html(slide: Slide) -> str:
    blocks = "\n".join(map(_block_html, slide.blocks))
    start = "<section class=first>" if slide.first else "<section>"
    html = f"{start}\n{slide.heading}\n{blocks}\n</section>"
    # The page is one file: links to the project's other files would be broken.
    return re.sub(r'<a href="(?!https?:)[^"]*">(.*?)</a>', r"\1", html)


def _block_html(block: Block) -> str:
    names = f"block {block.kind} click" if block.click else f"block {block.kind}"
    keep = " data-keep" if block.keep else ""
    return f'<div class="{names}"{keep}>{block.html}</div>'
