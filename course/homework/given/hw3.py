"""What homework 3 gives: boards of gomoku as strings, and pairs of moves to practise on.

The game is not here, nor any search: the evaluation is to be the student's own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

__all__ = ["PRACTICE", "board_after", "drawn", "order_of", "pairs_of"]

Pair = tuple[str, str, str]
"""A choice: the moves of a game so far, the better and the worse of two moves."""
Arguments = tuple[list[str], str]
"""What an evaluation gets: a board, and whose turn it is."""


def board_after(moves: str) -> list[str]:
    """Return the board after these moves, as an evaluation gets it: a string for each row.

    >>> board_after("a2 i9")[:2]
    ['.X.......', '.........']
    """
    board = [["."] * 9 for _ in range(9)]
    for number, move in enumerate(moves.split()):
        board["abcdefghi".index(move[0])][int(move[1:]) - 1] = "XO"[number % 2]
    return ["".join(row) for row in board]


def turn_after(moves: str) -> str:
    """Return who moves next: X begins."""
    return "XO"[len(moves.split()) % 2]


def drawn(board: Sequence[str]) -> str:
    """Return a board as text, with the names of its rows and columns: a move is a row, a column.

    >>> print(drawn(board_after("a2")[:2]))
      1 2 3 4 5 6 7 8 9
    a . X . . . . . . .
    b . . . . . . . . .
    """
    rows = [" ".join([name, *row]) for name, row in zip("abcdefghi", board, strict=False)]
    return "\n".join(["  1 2 3 4 5 6 7 8 9", *rows])


def arguments_after(positions: Sequence[str]) -> list[Arguments]:
    """Return what an evaluation gets after each of these sequences of moves."""
    return [(board_after(moves), turn_after(moves)) for moves in positions]


def pairs_of(text: str) -> list[Pair]:
    """Return the pairs that a text has, one after the other.

    >>> pairs_of("e5 d4: e4 a1; e5: d4 i9")
    [('e5 d4', 'e4', 'a1'), ('e5', 'd4', 'i9')]
    """
    parts = [[part.split() for part in pair.split(":")] for pair in text.split(";")]
    return [(" ".join(moves), better, worse) for moves, (better, worse) in parts]


def boards_of(pairs: Sequence[Pair]) -> list[Arguments]:
    """Return the better board of each pair, then the worse one."""
    return arguments_after([f"{moves} {move}" for moves, *both in pairs for move in both])


def leads_of(values: Sequence[float], pairs: Sequence[Pair]) -> list[float]:
    """Return how far the better board of each pair is ahead, seen from the side that chooses."""
    signs = [1 if turn_after(moves) == "X" else -1 for moves, _, _ in pairs]
    both = zip(signs, values[::2], values[1::2], strict=True)
    return [sign * (better - worse) for sign, better, worse in both]


def count_right(leads: Sequence[float]) -> float:
    """Return in how many pairs the better board is ahead; two equal numbers are half a pair."""
    return sum((lead > 0) + (lead == 0) / 2 for lead in leads)


def order_of(evaluate: Callable[..., float], pairs: Sequence[Pair]) -> tuple[float, int]:
    """Return in how many pairs an evaluation prefers the better board, and how many there are.

    >>> order_of(lambda board, turn: sum(row.count("X") for row in board), PRACTICE)
    (30.0, 60)
    """
    return count_right(leads_of([evaluate(*call) for call in boards_of(pairs)], pairs)), len(pairs)


PRACTICE = pairs_of("""
e5 d6 d4 g7 f6 g5 f4 g6 g9: g4 f9; e5 e6 d4 g7 f4 c4 g3 d6 d5 i1 c6 f5 g4 c5 e7: h4 b3; e5 e4 d6
c7 d4 c5 d5 d3 d7 d8 e6 f6 e7 f7 c4 e8 f5 h3: c8 f3; e5 f5 d4 e6 f4 g4: d7 e7; e5 e4 d5 f4 g4 g5
c5 f5 d3 f6 f8: f3 g3; e5 d4 e4 d6 d3 d5 e7 e6 f7 f6: c6 c2; e5 e6 f4 f5 g4 g3 f6 c3 e3 e4 g7 d4
i9 h8 g5 i7: d2 e2; e5 e4 f6 f5 e6 d3: c2 e3; e5 d5 f6 d4 e6 d7 d3 e3 d8 e4 d6 g6 f4 b8: g3 c9; e5
d4 e4 d5 e6 e7 e2 e3 d6 f6 g3: c7 d1; e5 e4 f6 f4 g5 f5 g4 e7 g7 d4: g6 e6; e5 f5 e4 d4 e7 e6 f4
g3 d6 c5 d5 g4: h3 e3; e5 d5 f4 e6 g3 d6 h2 i1 d7 f6 b6: g6 a6; e5 f5 e4 e3 f6 e6 g7: d4 f7; e5 d4
c5 d5 e4 e6 d6 f7 c4 f5 e7 a3: f8 d7; e5 e4 f4 d5 c6 e6 f5 d6 c4 f6 d7 c7 e8: a4 g3; e5 d4 f4 d6
e3 d5 d8: d3 c3; e5 e4 f6 c3 d4 d3 f3 h8 e3 c2 f5 f7 g5 c5: d5 b1; e5 e6 f4 d6 d4 f5 c3 f6 c6 c4
h6 e3 e4 b2 f7 e7 d5 g2: b7 b4; e5 f5 e4 f6 f3 f4 f8 e6 d7 d5 e3 e1 d3: g3 e8; e5 d5 e6 e3 e8 e9
e7 e4 d7 c6 f3 b7 a8 g7 d6 f5 f4 h2: c7 a6; e5 d5 d4 e4 b2 a1 f3 c3 c5 b6 f4 f5 e6 g6: d3 g2; e5
e4 f4 f6 f5 d5 d6 c7 h2 g3 e7 g5 e6 e9 g4 c8: h3 h6; e5 e6 d4 f5 d7 e4 g6 g7 f4 d3 b1 e3 d6: c7
c4; e5 e6 f4 f6 c7 d6 g6 g5 e4 e7 d8 c5 g9: b4 b7; e5 e4 d5 d6 e6 c4 c5 f5 b5 a5 d4 d3: g6 h7; e5
f5 d6 c7 f6 g6 d4 h8: c3 g5; e5 e6 f6 d5 c4 d6 f5 f7 g7 g8 h9: h8 g6; e5 e6 f6 c3 f5 g5 f4 f8: f3
g9; e5 d5 e4 e3 f5 d3 d6 g3 c3 h3 f3 d4 f4 d2 d1: f6 b2; e5 d4 e3 e4 f4 d6 d5 e6 f6 f5 g6 d3 g5 c2
b1 c1: h6 c5; e5 d6 f6 e7 c5 d4 d3 b5 d7 c4 f4 d5 f3 f2 b3: c3 c6; e5 e4 f5 g5 e6 d5 f6 c6 g2: b7
h1; e5 d4 f4 c7 d6 e6 d5 d7 f5: g5 f7; e5 d5 e6 f6 e7 e3: e8 d6; e5 e6 d6 d5 c4 e4 c7 f4 c5 c3 f3
g4 c8 c6: h4 f5; e5 f5 f4 d6 e3 e6 g5 i7: d2 i8; e5 f5 e6 e3 e8 e7 d6 f6 d8 d5 f3 f7 f8 c8 f4: c7
h2; e5 f5 f4 d4 c7 g3 d6 b8 e4 e3 f3 g4 e7 e6 h3 c5 g1: b6 c4; e5 d5 f4 e6 f7 d6 f5: f8 d4; e5 e6
f6 g7 e7 f4 g5 c9: h4 b8; e5 f5 e6 f4 e3 e4 f3 d3: g6 h7; e5 e4 d6 d4 d5 b4 f4 b8: g3 e7; e5 d5 e4
d6 e6 e3 e8 e7 f5 d8 d4 g5 h4: c9 f8; e5 e4 d5 d4 g5 f5 e6 f7 f6 f4 c4 a2 g4 e7 g6 g3: d6 d3; e5
d6 c5 d5 c6 c3 d7 e3 c8 c9 e6 b9 d3 e9 f5 g4 c4 c7: d9 b8; e5 e6 f6 c3 g5 d5 f5 f3 d3 h5 g6 e4 b7:
g2 g7; e5 e6 f5 d5 c4 e4 d4 f3 c6 c5 g7 h1 g2: h8 d7; e5 e6 f6 d5 c3 g7 d6 f4 b2 d4 g4 c4 g8: b3
b1; e5 f5 d4 c3 f6 d6 e6 e7 e4 c5 b4 c4: c6 b2; e5 d5 d6 f4 e3 e4 c6 d4 g4 c4 b4 b3 a2 f7 e6 g6:
b6 b5; e5 e4 d4 f6 f4 c7 g3 h2 e3 f5 f3 d3: g6 e6; e5 d4 f4 f5 e4 e6 g3 i1: d6 f3; e5 e6 d5 d6 g5
f5 g6 g7 d7 g4 f4 e7 c6 b5 f3: e4 c5; e5 d4 f4 e3 d6 h2: c7 g5; e5 d4 d6 c7 e4 c6 e3 e2 f5 c5: e7
d5; e5 e4 f6 d4 d6 e6 f4 h2: c7 g1; e5 e4 d4 g7 f5 f6 d6 c7 d7 d3 c5: d5 h8; e5 d5 d4 c3 c4 e6 e4
g4: b4 f7; e5 e4 f5 c5 f4 f6 d6 c7 g5 i5 c6 d7 d5 h5 g3 h2 g6: g2 b5
""")
"""Choices in games that have begun; `instructor/hw3_positions.py` made them, with seed 1."""
