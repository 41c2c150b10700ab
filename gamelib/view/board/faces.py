"""Which kind of board shows a game."""

from __future__ import annotations

from typing import Any

from gamelib.view.board.edges import EDGE, EdgeFace
from gamelib.view.board.face import Face
from gamelib.view.board.scene import CellFace, rows_of
from gamelib.view.board.stones import PieceFace, StoneFace

__all__ = ["face_of"]

CROSSES = 36  # a board with more cells than this has stones in place of crosses and rings


def face_of(game: Any, state: Any) -> Face:
    """Return the board for a game, or raise ValueError with a sentence if there is none.

    It is told by how moves are written: "h 0,1" is an edge, "B3-C3" a piece that moves, "c3" a
    cell. A game of named nodes, such as a tree, has no board.

    >>> from gamelib import TicTacToe
    >>> game = TicTacToe()
    >>> face_of(game, game.start()).kind
    'cells'
    """
    moves = game.moves(state) or game.moves(game.start())
    if moves and all(isinstance(move, str) for move in moves):
        if hasattr(game, "owners") and all(EDGE.fullmatch(move) for move in moves):
            return EdgeFace(game)
        if all(move.count("-") == 1 for move in moves):
            return PieceFace(game, state)
        if "\n" not in str(state) and all(game.play(state, m) == m for m in game.moves(state)):
            raise ValueError(f"there is no board for {game!r} yet: use stepper or draw")
    rows, _ = rows_of(state)
    large = sum(map(len, rows)) > CROSSES
    return StoneFace(game, state) if large else CellFace(game, state)
