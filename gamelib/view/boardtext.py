"""A game as text: its moves, numbered, to copy and to paste."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

__all__ = ["moves_in", "moves_text"]

NUMBER = re.compile(r"(?:^|\s)\d+\.(?=\s)")
LONGEST = 20_000  # characters: no game is longer


def moves_text(moves: Sequence[Any]) -> str:
    """Return the moves of a game with their numbers.

    >>> moves_text(["b2", "a1"])
    '1. b2 2. a1'
    """
    return " ".join(f"{place}. {move}" for place, move in enumerate(moves, start=1))


def moves_in(game: Any, state: Any, text: str) -> list[Any]:
    """Return the moves that a text names, played from a state, or raise ValueError.

    Numbers as in "1. b2" may be left out. The error names the first move that is wrong.

    >>> from gamelib import TicTacToe
    >>> moves_in(TicTacToe(), TicTacToe().start(), "1. B2 2. a1")
    ['b2', 'a1']
    """
    if not isinstance(text, str):
        raise TypeError(f"a game is a string such as '1. b2 2. a1', not {text!r}")
    if len(text) > LONGEST:
        raise ValueError(f"the text has {len(text):,} characters, but no game has over {LONGEST:,}")
    numbered = NUMBER.search(text) is not None
    parts = NUMBER.split(text) if numbered else re.split(r"[;\n]", text)
    words = [part.strip(" ,;\n\t") for part in parts]
    if not numbered:  # one move a line, or moves apart by spaces
        words = [word for part in words for word in part.split()]
    words = [word for word in words if word]
    moves: list[Any] = []
    place = 0
    while place < len(words):
        move, used = _first(game, state, words, place, len(moves) + 1)
        moves.append(move)
        state = game.play(state, move)
        place += used
    return moves


def _first(game: Any, state: Any, words: list[str], place: int, count: int) -> tuple[Any, int]:
    """Return the next move and how many words it took: "h 0,1" without a number takes two."""
    reason = ""
    for used in (1, 2):
        text = " ".join(words[place : place + used])
        try:
            return _read(game, state, text), used
        except ValueError as error:
            reason = reason or str(error).partition("; legal")[0]
    raise ValueError(f"move {count}, {words[place]!r}, cannot be played: {reason}")


def _read(game: Any, state: Any, text: str) -> Any:
    if not game.moves(state):
        raise ValueError("the game is over before it")
    parse = getattr(game, "parse", None)
    if parse is not None:
        return parse(text, state)
    for move in game.moves(state):
        if str(move).lower() == text.lower():
            return move
    game.play(state, text)  # says what is wrong with it
    return text
