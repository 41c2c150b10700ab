"""The source document for Dots and Boxes: its mesh, its player and the answers of its service.

A mesh of d × d dots is `[horizontal, vertical]`, each a list of d·(d-1) truth values in reading
order, true where the edge is drawn. A move is `[0, p]`, the horizontal edge p, or `[1, q]`:

- horizontal edge p lies in row p div (d-1), column p mod (d-1);
- vertical edge q lies in row q div d, column q mod d;
- box (r, c) has the edges h(r, c), h(r+1, c), v(r, c) and v(r, c+1).

At its turn the player closes every box that can be closed, one after the other. Then it draws any
*safe* edge, one that gives no box away (the document calls it free). If there is none, it draws the
edge that lets the other side close the fewest boxes. It never gives two boxes away to keep control,
so a player who does can beat it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from math import isqrt
from typing import Any

from gamelib.game import Player, require_int
from gamelib.games.dots import MAX_SIZE, DotsAndBoxes, DotsBoard

Mesh = list[list[bool]]
Index = tuple[int, int]  # 0 and a horizontal edge's number, or 1 and a vertical one's

# ---- the mesh -----------------------------------------------------------------------------------


def dots_of(mesh: Mesh) -> int:
    """Return how many dots a side of a mesh has; raise ValueError if no board has such a mesh.

    >>> dots_of([[True, False], [False, False]])
    2
    """
    across, down = len(mesh[0]), len(mesh[1])
    dots = isqrt(across) + 1
    if across != down or across != dots * (dots - 1) or dots < 2:
        raise ValueError(
            f"the mesh has {across} horizontal and {down} vertical edges, but a board of "
            "d × d dots has d·(d-1) of each: 2, 6, 12, 20 and so on"
        )
    if dots > MAX_SIZE + 1:
        raise ValueError(f"the mesh has {dots} dots a side, but at most {MAX_SIZE + 1} are allowed")
    return dots


def game_of(mesh: Mesh) -> DotsAndBoxes:
    """Return the game of a mesh's size."""
    side = dots_of(mesh) - 1
    return DotsAndBoxes(side, side)


def board_from_mesh(mesh: Mesh) -> DotsBoard:
    """Return the board of a mesh; a mesh does not say who closed the boxes.

    >>> print(board_from_mesh([[True, True], [True, False]]))
    +---+
    |
    +---+
    X 0, O 0, X to move
    """
    game = game_of(mesh)
    drawn = zip(game.grid.names, [*mesh[0], *mesh[1]], strict=True)
    return game.start()._replace(edges=sum(bit for bit, edge in drawn if edge))


@cache
def _indices(rows: int, columns: int) -> dict[str, Index]:
    """Return the index of each edge: in reading order, horizontal ones first."""
    across = (rows + 1) * columns
    edges = enumerate(DotsAndBoxes(rows, columns).grid.bits)
    return {move: (0, n) if n < across else (1, n - across) for n, move in edges}


def index_of(game: DotsAndBoxes, move: str) -> Index:
    """Return a move's index in the mesh: 0 or 1 for the list, and the position in that list.

    >>> index_of(DotsAndBoxes(), "h 2,1"), index_of(DotsAndBoxes(), "v 1,0")
    ((0, 5), (1, 3))
    """
    indices = _indices(game.rows, game.columns)
    if move not in indices:
        game.play(game.start(), move)  # raises an error that says what is wrong
    return indices[move]


def boxes_beside(dots: int, index: Sequence[int]) -> list[list[Index]]:
    """Return the one or two boxes beside an edge, each as its four edges, that edge first.

    For a horizontal edge the box below comes first, for a vertical edge the box to the right. The
    other three edges follow clockwise.

    >>> boxes_beside(3, [0, 2])
    [[(0, 2), (1, 4), (0, 4), (1, 3)], [(0, 2), (1, 0), (0, 0), (1, 1)]]
    >>> boxes_beside(3, [1, 0])
    [[(1, 0), (0, 0), (1, 1), (0, 2)]]
    """
    edges = _indices(dots - 1, dots - 1).values()
    if not any(index in (edge, [*edge]) for edge in edges):
        last = dots * (dots - 1) - 1
        raise ValueError(
            f"{index!r} is not an edge of this board: horizontal ones are [0, 0] to [0, {last}], "
            f"vertical ones [1, 0] to [1, {last}]"
        )
    kind, number = index
    row, column = divmod(number, dots - 1 + kind)
    boxes = []
    for r, c in ((row, column), (row, column - 1) if kind else (row - 1, column)):
        if 0 <= r < dots - 1 and 0 <= c < dots - 1:
            top, left = r * (dots - 1) + c, r * dots + c
            clockwise = [(0, top), (1, left + 1), (0, top + dots - 1), (1, left)]
            first = clockwise.index((kind, number))
            boxes.append(clockwise[first:] + clockwise[:first])
    return boxes


# ---- the player ---------------------------------------------------------------------------------


def all_closing_moves(game: DotsAndBoxes, state: DotsBoard) -> tuple[str, ...]:
    """Return the moves that close a box, horizontal ones first (part of `close-boxes`)."""
    grid = game.grid
    return grid.names_of(grid.touching(grid.sides(state.edges).three) & grid.all & ~state.edges)


def close_boxes(game: DotsAndBoxes, state: DotsBoard) -> tuple[tuple[str, ...], DotsBoard]:
    """Close boxes until none can be closed; return the moves and the board (`close-boxes`).

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


def free_moves(game: DotsAndBoxes, state: DotsBoard) -> tuple[str, ...]:
    """Return the moves that leave no box beside them with three or four edges (`all-free-moves`).

    >>> game = DotsAndBoxes(1, 2)
    >>> free_moves(game, game.from_text("+---+   +/|/+   +   +"))
    ('h 0,1', 'h 1,1', 'v 0,2')
    """
    grid = game.grid
    three, two, _ = grid.sides(state.edges)
    return grid.names_of(grid.all & ~state.edges & ~grid.touching(three | two))


def cost(game: DotsAndBoxes, state: DotsBoard, move: str) -> int:
    """Return how many boxes the other side can close after a move (part of `best-unplayed-move`).

    >>> game = DotsAndBoxes(1, 2)
    >>> cost(game, game.from_text("+---+---+//+---+---+"), "v 0,0")
    2
    """
    after = game.play(state, move)
    _, closed = close_boxes(game, after)
    return abs(closed.margin - after.margin)


def least_cost_move(game: DotsAndBoxes, state: DotsBoard) -> str:
    """Return the first move that lets the other side close the fewest (`best-unplayed-move`)."""
    return min(game.moves(state), key=lambda move: cost(game, state, move))


def one_move(game: DotsAndBoxes, state: DotsBoard, choose: random.Random) -> str:
    """Return a random safe move (`rand-free-move`), or the cheapest move if none is safe."""
    free = free_moves(game, state)
    return choose.choice(free) if free else least_cost_move(game, state)


def dots_original(seed: int) -> Player:
    """Return the source program as a player (`next-move`), one move at a time.

    The same seed gives the same sequence of moves.

    >>> from gamelib.game import play_game
    >>> play_game(DotsAndBoxes(), dots_original(seed=1), dots_original(seed=2)).score
    0
    """
    choose = random.Random(require_int("seed", seed, least=0))

    def play(game: Any, state: Any) -> Any:
        closing = all_closing_moves(game, state)
        return closing[0] if closing else one_move(game, state, choose)

    return play


# ---- the four answers of the service ------------------------------------------------------------


def next_move(mesh: Mesh, seed: int | None = None) -> tuple[list[Index], Mesh]:
    """Return all moves of one turn and the mesh after them (`next-move`).

    Without a seed the same mesh always gets the same answer.
    """
    game, board = game_of(mesh), board_from_mesh(mesh)
    choose = random.Random(board.edges if seed is None else seed)
    moves, board = close_boxes(game, board)
    if game.moves(board):
        moves = (*moves, one_move(game, board, choose))
    indices = [index_of(game, move) for move in moves]
    drawn = [[edge or (k, p) in indices for p, edge in enumerate(mesh[k])] for k in (0, 1)]
    return indices, drawn


def all_free_moves(mesh: Mesh) -> list[Index]:
    """Return the moves that give no box away (`all-free-moves`)."""
    game = game_of(mesh)
    return [index_of(game, move) for move in free_moves(game, board_from_mesh(mesh))]


def get_move_boxes(mesh: Mesh, index: Sequence[int]) -> list[list[bool]]:
    """Return for each box beside a move which of its edges are drawn (`get-move-boxes`).

    The boxes and their edges are in the order of `boxes_beside`. A move that has already been
    played raises a ValueError.

    >>> get_move_boxes([[True, False], [True, True]], [0, 1])
    [[False, True, True, True]]
    """
    boxes = boxes_beside(dots_of(mesh), index)
    drawn = [[mesh[kind][number] for kind, number in box] for box in boxes]
    if drawn[0][0]:
        raise ValueError(f"the move {list(index)} has already been played")
    return drawn


def is_close_move(mesh: Mesh, index: Sequence[int]) -> int:
    """Return the index, in `get_move_boxes`, of the first box that a move closes, or -1.

    The document calls it `close-move?`.
    """
    closed = [all(others) for _, *others in get_move_boxes(mesh, index)]
    return closed.index(True) if any(closed) else -1
