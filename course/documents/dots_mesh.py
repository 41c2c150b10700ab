"""The mesh of Dots and Boxes: a square board as two lists of true and false, as a service sends it.

A mesh of d × d dots is `[horizontal, vertical]`, each a list of d·(d-1) truth values in reading
order, true where the edge is drawn. A move is `[0, p]`, the horizontal edge p, or `[1, q]`:

- horizontal edge p lies in row p div (d-1), column p mod (d-1);
- vertical edge q lies in row q div d, column q mod d;
- box (r, c) has the edges h(r, c), h(r+1, c), v(r, c) and v(r, c+1).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from gamelib.game import MAX, Side
from gamelib.games.dots import LARGEST, Board, DotsAndBoxes

__all__ = [
    "Index",
    "Mesh",
    "board_of",
    "boxes_beside",
    "dots_of",
    "drawn_in_boxes",
    "game_of",
    "mesh_of",
]

Mesh = list[list[bool]]
Index = tuple[int, int]  # 0 and a horizontal edge's number, or 1 and a vertical one's

MOST_DOTS = LARGEST + 1


def dots_of(mesh: object) -> int:
    """Return how many dots a side of a mesh has; raise ValueError if it is not a mesh.

    >>> dots_of([[True, False], [False, False]])
    2
    """
    if not isinstance(mesh, list | tuple) or len(mesh) != 2:
        raise ValueError("a mesh is a list of two lists, the horizontal and the vertical edges")
    for name, edges in zip(("horizontal", "vertical"), mesh, strict=True):
        if not isinstance(edges, list | tuple):
            raise ValueError(f"the {name} edges of a mesh must be a list of true and false")
        if not all(isinstance(edge, bool) for edge in edges):
            raise ValueError(f"the {name} edges of a mesh must be true or false, and nothing else")
    counts = len(mesh[0]), len(mesh[1])
    dots = isqrt(counts[0]) + 1
    if counts[0] != counts[1] or counts[0] != dots * (dots - 1) or dots < 2:
        raise ValueError(
            f"the mesh has {counts[0]} horizontal and {counts[1]} vertical edges, but a board of "
            "d × d dots has d·(d-1) of each: 2, 6, 12, 20 and so on"
        )
    if dots > MOST_DOTS:
        raise ValueError(f"the mesh has {dots} dots a side, but at most {MOST_DOTS} are allowed")
    return dots


def game_of(mesh: object) -> DotsAndBoxes:
    """Return the game that is played on a mesh."""
    side = dots_of(mesh) - 1
    return DotsAndBoxes(side, side)


def board_of(mesh: Sequence[Sequence[bool]], turn: Side = MAX) -> Board:
    """Return the board that a mesh shows; who closed its boxes is not known.

    >>> print(board_of([[True, True], [True, False]]))
    +---+
    |
    +---+
    X 0, O 0, X to move
    """
    game = game_of(mesh)
    drawn = [
        game.move_of((kind, place))
        for kind in (0, 1)
        for place, edge in enumerate(mesh[kind])
        if edge
    ]
    edges = sum(game.grid.bits[move] for move in drawn)
    return game.start()._replace(edges=edges, turn=turn)


def mesh_of(board: Board) -> Mesh:
    """Return the mesh of a board, which must be square.

    >>> mesh_of(DotsAndBoxes(1, 1).from_text("+---+/|/+   +"))
    [[True, False], [True, False]]
    """
    rows, columns = board.shape
    if rows != columns:
        raise ValueError(f"a mesh shows square boards only, and this one is {rows}×{columns}")
    grid = DotsAndBoxes(rows, columns).grid
    return [
        [bool(board.edges & bit) for _, _, bit in edges]
        for edges in (grid.horizontal, grid.vertical)
    ]


def boxes_beside(dots: int, index: Sequence[int]) -> list[list[Index]]:
    """Return the one or two boxes beside an edge, each as its four edges, that edge first.

    A horizontal edge has first the box below, then the one above; a vertical edge first the box
    to the right, then the one to the left. The other three edges follow the way round the box.

    >>> boxes_beside(3, [0, 2])
    [[(0, 2), (1, 3), (0, 4), (1, 4)], [(0, 2), (1, 1), (0, 0), (1, 0)]]
    >>> boxes_beside(3, [1, 0])
    [[(1, 0), (0, 0), (1, 1), (0, 2)]]
    """
    DotsAndBoxes(dots - 1, dots - 1).move_of(index)  # says so if there is no such edge
    kind, place = index
    row, column = divmod(place, dots - 1 if kind == 0 else dots)

    def h(r: int, c: int) -> Index:
        return 0, r * (dots - 1) + c

    def v(r: int, c: int) -> Index:
        return 1, r * dots + c

    if kind == 0:
        below = [h(row, column), v(row, column), h(row + 1, column), v(row, column + 1)]
        above = [h(row, column), v(row - 1, column + 1), h(row - 1, column), v(row - 1, column)]
        return [below] * (row < dots - 1) + [above] * (row > 0)
    right = [v(row, column), h(row, column), v(row, column + 1), h(row + 1, column)]
    left = [v(row, column), h(row + 1, column - 1), v(row, column - 1), h(row, column - 1)]
    return [right] * (column < dots - 1) + [left] * (column > 0)


def drawn_in_boxes(mesh: Sequence[Sequence[bool]], index: Sequence[int]) -> list[list[bool]]:
    """Return for each box beside an edge which of its four edges are drawn."""
    return [
        [mesh[kind][place] for kind, place in box] for box in boxes_beside(dots_of(mesh), index)
    ]
