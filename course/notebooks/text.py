"""Read parts of a notebook: title, question, minutes, headings, links and anchors.

A notebook is the dictionary in its JSON file, with every source joined to one string.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

Notebook: TypeAlias = dict[str, Any]  # the content of the file
Cell: TypeAlias = dict[str, Any]  # one entry of notebook["cells"]


def is_lecture(path: Path) -> bool:
    """Return whether the file is a lecture: NN-kebab-words.ipynb, not homework or a master."""
    has_name = re.fullmatch(r"\d\d(-[a-z0-9]+)+\.ipynb", path.name) is not None
    return has_name and path.parent.name not in ("homework", "instructor")


def tags(cell: Cell) -> list[str]:
    """Return the tags of a cell."""
    return list(cell["metadata"].get("tags") or ())


def numbered(notebook: Notebook, kind: str) -> Iterator[tuple[int, Cell]]:
    """Yield each cell of one kind ("code", "markdown") with its number, counted from 1."""
    for number, cell in enumerate(notebook["cells"], 1):
        if cell["cell_type"] == kind:
            yield number, cell


def title(notebook: Notebook) -> str:
    """Return the text of the H1 in the first cell, or an empty string."""
    return next((text for level, text in headings(_first_cell(notebook)) if level == 1), "")


def question(notebook: Notebook) -> str:
    """Return the lecture's question: the `> ` line of the title cell."""
    tokens = iter(_parser().parse(_first_cell(notebook)))
    any(token.type == "blockquote_open" for token in tokens)  # skips the tokens before the quote
    text = next((token.content for token in tokens if token.content), "")
    return " ".join(line.strip() for line in text.splitlines())


def objectives(notebook: Notebook) -> str:
    """Return the source of the cell that says "You will be able to", or an empty string."""
    cells = (cell["source"] for _, cell in numbered(notebook, "markdown"))
    return next((source for source in cells if "you will be able to" in source.lower()), "")


def minutes(notebook: Notebook) -> str:
    """Return the minutes of lecture and exercises: each "NN minutes" in the objectives."""
    return " + ".join(re.findall(r"(\d+)\s+minutes", objectives(notebook)))


def headings(markdown: str) -> list[tuple[int, str]]:
    """Return level and text of each heading.

    >>> headings("# Pruning #\\n```\\n# a comment\\n```\\n## Try `it`")
    [(1, 'Pruning'), (2, 'Try `it`')]
    """
    pairs = pairwise(_parser().parse(markdown))
    return [(int(one.tag[1]), text.content) for one, text in pairs if one.type == "heading_open"]


class Piece(NamedTuple):
    """One block of a text: a heading, a paragraph, a list, a table."""

    level: int  # of a heading, else 0
    text: str  # of a heading or a paragraph, as it is written
    html: str


def pieces(markdown: str) -> list[Piece]:
    """Return the blocks of a text in order.

    >>> [(piece.level, piece.text) for piece in pieces("## Try it\\n\\nNow *you*:\\n- one\\n- two")]
    [(2, 'Try it'), (0, 'Now *you*:'), (0, '')]
    """
    blocks: list[Piece] = []
    parser, group, environment = _parser(), [], {}  # type: ignore[var-annotated]
    for token in parser.parse(markdown, environment):
        group.append(token)
        if token.level == 0 and token.nesting <= 0:
            first, texts = group[0], [part.content for part in group if part.level == 1]
            level = int(first.tag[1]) if first.type == "heading_open" else 0
            text = texts[0] if level or first.type == "paragraph_open" else ""
            html = parser.renderer.render(group, parser.options, environment)
            blocks.append(Piece(level, text, html))
            group = []
    return blocks


def links(markdown: str) -> list[str]:
    """Return the targets of all links and images, except in code.

    >>> links("[one](a.md#b), ![two](c.png 'C'), `[three](d)`, <img src='e.svg'>")
    ['a.md#b', 'c.png', 'e.svg']
    """
    environment: dict[str, Any] = {}
    tokens = _tokens(markdown, environment)
    targets = [token.attrGet("href") or token.attrGet("src") for token in tokens]
    targets += [reference["href"] for reference in environment.get("references", {}).values()]
    targets += re.findall(r"<(?:a|img)\b[^>]*?\b(?:href|src)=[\"']([^\"']+)", _html(tokens))
    text = " ".join(token.content for token in tokens if token.type == "text")
    targets += re.findall(r"(?<![(\"'\w])http://[^\s<>)\"']+", text)
    return list(dict.fromkeys(str(target) for target in targets if target))


def file_anchors(path: Path) -> set[str]:
    """Return the anchors of a stored notebook or markdown file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return markdown_anchors(text)
    cells = [{**cell, "source": "".join(cell["source"])} for cell in json.loads(text)["cells"]]
    return notebook_anchors({"cells": cells})


def notebook_anchors(notebook: Notebook) -> set[str]:
    """Return a notebook's anchors as JupyterLab makes them: text, spaces as `-`, and HTML ids."""
    sources = [cell["source"] for _, cell in numbered(notebook, "markdown")]
    texts = {plain(text).replace(" ", "-") for source in sources for _, text in headings(source)}
    return texts.union(*(_ids(source) for source in sources))


def markdown_anchors(markdown: str) -> set[str]:
    """Return a file's anchors as code hosts make them: lower case, no punctuation, `-1`, `-2`.

    >>> sorted(markdown_anchors("# Run *it*!\\n## Run it"))
    ['run-it', 'run-it-1']
    """
    slugs = [
        re.sub(r"[^\w\- ]", "", plain(text).lower()).replace(" ", "-")
        for _, text in headings(markdown)
    ]
    repeats = [slugs[:index].count(slug) for index, slug in enumerate(slugs)]
    anchors = {f"{slug}-{n}" if n else slug for slug, n in zip(slugs, repeats, strict=True)}
    return anchors | _ids(markdown)


def plain(heading: str) -> str:
    """Return the text of a heading without the marks for code, emphasis and links.

    >>> plain("The `minimax` of *A* and **B**, A* [search](05-a.ipynb)")
    'The minimax of A and B, A* search'
    """
    inside = _parser().parseInline(heading)[0].children or []
    return "".join(token.content for token in inside if token.type != "html_inline").strip()


def statements(cell: Cell) -> list[ast.stmt]:
    """Return the statements of a code cell; none if it is not valid Python."""
    try:
        return ast.parse(re.sub(r"(?m)^[%!].*$", "", cell["source"])).body
    except (SyntaxError, ValueError):
        return []


def imports_only(cell: Cell) -> bool:
    """Return whether a code cell does nothing but import."""
    lines = statements(cell)
    return bool(lines) and all(isinstance(line, ast.Import | ast.ImportFrom) for line in lines)


def _first_cell(notebook: Notebook) -> str:
    cells = [cell for cell in notebook["cells"] if "navigation" not in tags(cell)]
    return str(cells[0]["source"]) if cells and cells[0]["cell_type"] == "markdown" else ""


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # not at the top: `run.py check` runs without it

    return MarkdownIt("commonmark").enable("table")


def _tokens(markdown: str, environment: dict[str, Any]) -> list[Token]:
    """Return all tokens of a text, inline ones too; put its references into `environment`."""
    blocks = _parser().parse(markdown, environment)
    return [token for block in blocks for token in (block.children or [block])]


def _html(tokens: list[Token]) -> str:
    html = "\n".join(token.content for token in tokens if token.type.startswith("html"))
    return re.sub(r"(?s)<!--.*?-->", "", html)


def _ids(markdown: str) -> set[str]:
    html = _html(_tokens(markdown, {}))
    return set(re.findall(r"<\w+\b[^>]*?\b(?:id|name)=[\"']([^\"']+)", html))
