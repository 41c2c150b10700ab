"""The Dots and Boxes player of the source document: it closes all it can and counts one move ahead.

At its turn it closes every box that can be closed, one after the other; then it draws any *free*
edge, one that gives no box away; if there is none, it draws the edge that lets the other side
close the fewest boxes. It never hands out two boxes to keep control: that is how it is beaten.

The functions work on the game and its boards; those at the end take and give a mesh.
"""

from __future__ import annotations

import random
from typing import Any

from course.documents.dots_mesh import Index, Mesh, board_of, drawn_in_boxes, game_of, mesh_of
from gamelib.game import Player, require_int
from gamelib.games.dots import Board, DotsAndBoxes

__all__ = [
    "all_closing_moves",
    "all_free_moves",
    "close_boxes",
    "closed_box",
    "cost",
    "dots_original",
    "free_moves",
    "least_cost_move",
    "next_moves",
]


def all_closing_moves(game: DotsAndBoxes, state: Board) -> tuple[str, ...]:
    """Return the moves that close a box, horizontal ones first (part of `close-boxes`)."""
    grid = game.grid
    return grid.named(grid.touching(grid.sides(state.edges).three) & grid.all & ~state.edges)


def close_boxes(game: DotsAndBoxes, state: Board) -> tuple[tuple[str, ...], Board]:
    """Close the first box that can be closed, again and again (`close-boxes`).

    Return the moves and the board after them.

    >>> game = DotsAndBoxes(1, 2)
    >>> moves, board = close_boxes(game, game.from_text("+---+---+/|/+---+---+"))
    >>> moves
    ('v 0,1', 'v 0,2')
    """
    moves = []
    while closing := all_closing_moves(game, state):
        moves.append(closing[0])
        state = game.play(state, closing[0])
    return tuple(moves), state


def free_moves(game: DotsAndBoxes, state: Board) -> tuple[str, ...]:
    """Return the moves after which no box beside them has three or four edges (`all-free-moves`).

    >>> game = DotsAndBoxes(1, 2)
    >>> free_moves(game, game.from_text("+---+   +/|/+   +   +"))
    ('h 0,1', 'h 1,1', 'v 0,2')
    """
    grid = game.grid
    three, two, _ = grid.sides(state.edges)
    return grid.named(grid.all & ~state.edges & ~grid.touching(three | two))


def cost(game: DotsAndBoxes, state: Board, move: str) -> int:
    """Return how many boxes the other side can close after a move (part of `best-unplayed-move`).

    >>> game = DotsAndBoxes(1, 2)
    >>> cost(game, game.from_text("+---+---+//+---+---+"), "v 0,0")
    2
    """
    after = game.play(state, move)
    _, closed = close_boxes(game, after)
    return abs(closed.margin - after.margin)


def least_cost_move(game: DotsAndBoxes, state: Board) -> str:
    """Return the first move that lets the other side close the fewest (`best-unplayed-move`)."""
    return min(game.moves(state), key=lambda move: cost(game, state, move))


def one_move(game: DotsAndBoxes, state: Board, choose: random.Random) -> str:
    """Return a free move by chance (`rand-free-move`), or else the one that costs least."""
    free = free_moves(game, state)
    return choose.choice(free) if free else least_cost_move(game, state)


def dots_original(seed: int) -> Player:
    """Return the document's player (`next-move`), one move at a time.

    The same seed gives the same moves in turn.

    >>> from gamelib.game import play_game
    >>> play_game(DotsAndBoxes(), dots_original(seed=1), dots_original(seed=2)).score
    0
    """
    choose = random.Random(require_int("seed", seed, least=0))

    def play(game: Any, state: Any) -> Any:
        closing = all_closing_moves(game, state)
        return closing[0] if closing else one_move(game, state, choose)

    return play


# ---- on a mesh ----------------------------------------------------------------------------------


def next_moves(mesh: Mesh, seed: int | None = None) -> tuple[list[Index], Mesh]:
    """Return all moves of one turn and the mesh after them (`next-move`).

    Without a seed chance depends on the mesh alone: the same mesh gets the same answer.
    """
    game, board = game_of(mesh), board_of(mesh)
    choose = random.Random(board.edges if seed is None else seed)
    moves, board = close_boxes(game, board)
    if game.moves(board):
        last = one_move(game, board, choose)
        moves, board = (*moves, last), game.play(board, last)
    return [game.index_of(move) for move in moves], mesh_of(board)


def all_free_moves(mesh: Mesh) -> list[Index]:
    """Return the free moves of a mesh (`all-free-moves`)."""
    game = game_of(mesh)
    return [game.index_of(move) for move in free_moves(game, board_of(mesh))]


def closed_box(mesh: Mesh, index: Index) -> int:
    """Return which of the boxes beside an edge it closes, -1 if none (`close-move?`).

    The number is the box's place in the answer of `get-move-boxes`, here `drawn_in_boxes`; the
    first one if the edge closes both.
    """
    for place, (own, *others) in enumerate(drawn_in_boxes(mesh, index)):
        if not own and all(others):
            return place
    return -1
