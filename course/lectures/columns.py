"""Two versions of a program side by side: only the lines that differ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from html import escape
from itertools import zip_longest

__all__ = ["TwoColumns", "two_columns"]

CELL = "text-align:left;vertical-align:top"
CODE = (
    "margin:0;padding:0;background:none;white-space:pre-wrap;word-break:normal;"
    "overflow-wrap:anywhere;font:0.9em var(--jp-code-font-family,monospace)"
)


class TwoColumns(list[tuple[int | None, str, str]]):
    """Rows of a line number and two lines: a table in a notebook, printed below each other."""

    heads: tuple[str, str] = ("before", "after")

    def __repr__(self) -> str:
        wide = max(map(len, self.heads))
        lines = []
        for number, old, new in self:
            if old:
                lines.append(f"     {self.heads[0]:{wide}} | {old}")
            if new:
                lines.append(f"> {number:>2} {self.heads[1]:{wide}} | {new}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        heads = ["line", *self.heads]
        top = "".join(f'<th scope="col" style="{CELL}">{escape(head)}</th>' for head in heads)
        body = ""
        for number, old, new in self:
            cells = [str(number or ""), _marked(old, new), _marked(new, old)]
            body += "<tr>" + "".join(
                f'<td style="{CELL}"><pre style="{CODE}">{cell}</pre></td>' for cell in cells
            )
            body += "</tr>"
        return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def two_columns(
    old: Sequence[str], new: Sequence[str], heads: tuple[str, str] = ("before", "after")
) -> TwoColumns:
    """Return the lines in which two programs differ, with their numbers in the second one.

    >>> two_columns(["a = 1", "b = 2"], ["a = 1", "b = 3"])
         before | b = 2
    >  2 after  | b = 3
    """
    columns = TwoColumns(_rows(old, new))
    columns.heads = heads
    return columns


def _rows(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int | None, str, str]]:
    """Yield the rows; lines that have a partner stand beside it."""
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, i, i_end, j, j_end in matcher.get_opcodes():
        if kind != "equal":
            before, after = old[i:i_end], new[j:j_end]
            # A line that was added comes first here: the last lines are the partners.
            spare = max(len(after) - len(before), 0) if before else 0
            before = [*[""] * spare, *before]
            numbers = range(j + 1, j_end + 1)
            for number, left, right in zip_longest(numbers, before, after):
                yield number, left or "", right or ""


def _marked(line: str, other: str) -> str:
    """Return a line as HTML, bold where the other one differs."""
    if not line.strip() or not other.strip():
        return escape(line)
    words, others = (re.findall(r"\w+|\s+|.", text) for text in (line, other))
    matcher = SequenceMatcher(None, others, words, autojunk=False)
    text = ""
    for kind, _, _, j, j_end in matcher.get_opcodes():
        part = escape("".join(words[j:j_end]))
        text += part if kind == "equal" or not part else f"<b>{part}</b>"
    return text
