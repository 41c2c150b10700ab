"""The words of a question's report: how many checks pass, and the first that does not."""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["failing_words", "is_passing", "passing_words", "shortened"]


def passing_words(question: str, visible: int, kept_back: int) -> str:
    """Return what a student sees when all visible checks pass; it never says that all pass.

    >>> passing_words("winner", 5, 3)
    'winner: visible checks pass (5 of 8; 3 are kept back)'
    >>> passing_words("winner", 5, 0)
    'winner: visible checks pass (5 of 5)'
    """
    unseen = f"; {_are(kept_back)} kept back" if kept_back else ""
    return f"{question}: visible checks pass ({visible} of {visible + kept_back}{unseen})"


def is_passing(words: str) -> bool:
    """Return whether a question's report says that its visible checks pass.

    >>> is_passing(passing_words("winner", 5, 3))
    True
    >>> is_passing("winner: 4 of 5 visible checks pass; 3 more are kept back")
    False
    """
    return re.match(r"[^:\n]*: visible checks pass \(", words) is not None


def failing_words(
    question: str, passed: int, visible: int, kept_back: int, says: str, parts: Mapping[str, str]
) -> str:
    r"""Return what a student sees when a visible check fails: what was asked, and what came of it.

    >>> print(failing_words("play", 1, 2, 1, "play(board)", {"gave": "(0, 0)", "here": "X O\nO X"}))
    play: 1 of 2 visible checks pass; 1 more is kept back
      play(board)
        gave: (0, 0)
        here:
          X O
          O X
    """
    unseen = f"; {_are(kept_back, 'more ')} kept back" if kept_back else ""
    head = f"{question}: {passed} of {visible} visible checks pass{unseen}"
    told = [_part(word, text.rstrip()) for word, text in parts.items() if text.strip()]
    return "\n".join([head, _indented(says, 2), *told])


def shortened(text: str, lines: int = 5, width: int = 100) -> str:
    """Return the beginning of a text, in few and short lines."""
    found = [line if len(line) <= width else line[:width] + "…" for line in text.splitlines()]
    return "\n".join([*found[:lines], "…"] if len(found) > lines else found)


def _are(count: int, more: str = "") -> str:
    return f"{count} {more}{'is' if count == 1 else 'are'}"


def _part(word: str, text: str) -> str:
    return f"    {word}:\n{_indented(text, 6)}" if "\n" in text else f"    {word}: {text}"


def _indented(text: str, spaces: int) -> str:
    return "\n".join(f"{' ' * spaces}{line}".rstrip() for line in text.splitlines())
