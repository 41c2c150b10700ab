"""What lecture 08 looks at Dots and Boxes with: diagrams, the printed tables, hints one by one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping

from course.documents.dots import dots_original, free_moves
from course.documents.dots_mesh import Index, boxes_beside
from gamelib.game import MAX, MIN, Side, play_game, require_int
from gamelib.games.dots import Board, DotsAndBoxes
from gamelib.view.board.picture import Picture
from gamelib.view.board.picture import diagram as board_diagram

__all__ = [
    "BACK",
    "WithHints",
    "after_moves",
    "chain_endings",
    "diagram",
    "first_to_open",
    "late_boards",
    "printed_neighbours",
    "right_neighbours",
    "round_trips",
]


def diagram(
    board: Board, moves: Iterable[str] = (), notes: Mapping[str, object] | None = None
) -> Picture:
    """Return a picture of a position, of moves played from there, and of notes on free edges.

    The moves are numbered, and each number has the colour of the side that makes it.

    >>> game = DotsAndBoxes(1, 2)
    >>> corridor = game.from_text("+---+---+/|/+---+---+")
    >>> diagram(corridor, moves=["v 0,1"], notes={"v 0,2": "here"})
    +---+---+
    | X |
    +---+---+
    X 1, O 0, X to move
    Moves: 1 X v 0,1.
    Notes: v 0,2 here.
    """
    return board_diagram(DotsAndBoxes(*board.shape), board, moves, notes)


# ---- the neighbours of an edge ------------------------------------------------------------------

Neighbours = Callable[[int, Index], dict[str, Index]]

# The ways from an edge round the box below it or to its right, then round the other box.
NAMES = {
    0: (("lower left", "lower", "lower right"), ("upper right", "upper", "upper left")),
    1: (("right upper", "right", "right lower"), ("left lower", "left", "left upper")),
}
BACK = {"lower": "upper", "lower left": "right upper", "lower right": "left upper"}
BACK |= {"right": "left", "upper right": "left lower", "upper left": "right lower"}
BACK |= {back: way for way, back in BACK.items()}
"""For each way from an edge to a neighbour the way back."""


def printed_neighbours(dots: int, index: Index) -> dict[str, Index]:
    """Return the neighbours of an edge as the document's two tables give them, mistakes included.

    >>> printed_neighbours(4, (0, 4))["lower"]
    (0, 7)
    """
    kind, p = index
    if kind == 0:
        row = p // (dots - 1)
        return {
            "lower left": (1, 1 + p + row),
            "lower": (0, p + dots - 1),
            "lower right": (1, p + row),
            "upper right": (1, p + dots - row),
            "upper": (0, p - dots + 1),
            "upper left": (1, p + dots - row + 1),
        }
    row = p // dots
    return {
        "right upper": (1, p - row),
        "right": (0, p + 1),
        "right lower": (1, dots + p - row - 1),
        "left lower": (1, dots + p - row - 2),
        "left": (0, p - 1),
        "left upper": (1, p - row - 1),
    }


def right_neighbours(dots: int, index: Index) -> dict[str, Index]:
    """Return the neighbours of an edge as the geometry gives them; on the border there are three.

    >>> right_neighbours(3, (1, 0))
    {'right upper': (0, 0), 'right': (1, 1), 'right lower': (0, 2)}
    """
    kind, p = index
    first, second = NAMES[kind]
    place = divmod(p, dots - 1 if kind == 0 else dots)[kind]
    names = [first] * (place < dots - 1) + [second] * (place > 0)
    boxes = boxes_beside(dots, index)
    return {
        way: edge
        for ways, (_, *others) in zip(names, boxes, strict=True)
        for way, edge in zip(ways, others, strict=True)
    }


def round_trips(neighbours: Neighbours, dots: int) -> dict[str, int]:
    """Return for each way how many edges are found again by going that way and back.

    There is one trip for each box, so (dots - 1)² of each way.

    >>> round_trips(right_neighbours, dots=3)["lower left"]
    4
    """
    require_int("dots", dots, least=2)
    home = {way: 0 for kind in NAMES for side in NAMES[kind] for way in side}
    for edge in [(kind, p) for kind in (0, 1) for p in range(dots * (dots - 1))]:
        for way in right_neighbours(dots, edge):
            there = neighbours(dots, edge)[way]
            try:
                home[way] += neighbours(dots, there).get(BACK[way]) == edge
            except ValueError:  # it led off the board
                continue
    return home


# ---- positions and hints ------------------------------------------------------------------------


def after_moves(game: DotsAndBoxes, moves: Iterable[str]) -> Board:
    """Return the board after some moves from the start.

    >>> after_moves(DotsAndBoxes(), ["h 0,0", "v 0,0"]).turn
    'MAX'
    """
    board = game.start()
    for move in moves:
        board = game.play(board, move)
    return board


def chain_endings(game: DotsAndBoxes, seeds: int) -> list[Board]:
    """Return boards on which no move is free and nothing but chains is left.

    Free moves are made by chance as long as there are any, once for each seed from 0 on. Endings
    with a loop, or with a box that has more than two free edges, are left out.

    >>> [board.edges.bit_count() for board in chain_endings(DotsAndBoxes(1, 2), seeds=4)]
    [4, 3, 4, 3]
    """
    found = []
    for seed in range(require_int("seeds", seeds, least=1)):
        choose, board = random.Random(seed), game.start()
        while free := free_moves(game, board):
            board = game.play(board, choose.choice(free))
        if game.settled(board) and all(chain.kind == "chain" for chain in game.chains(board)):
            found.append(board)
    return found


def first_to_open(game: DotsAndBoxes, board: Board) -> Side:
    """Return who has to open the first chain of three or more, where nothing but chains is left.

    Short chains are opened before, by both sides in turn: who has taken one has to open the next.

    >>> game = DotsAndBoxes(2, 3)
    >>> first_to_open(game, game.from_text("+---+---+---+//+---+---+---+//+---+---+---+"))
    'MAX'
    """
    short = sum(chain.length < 3 for chain in game.chains(board))
    return MAX if (board.turn == MAX) == (short % 2 == 0) else MIN


def late_boards(game: DotsAndBoxes, games: int, free: int) -> list[Board]:
    """Return the boards with 2 to `free` free edges, from games of the document's player.

    It plays both sides. A board that comes twice is returned once.

    >>> len(late_boards(DotsAndBoxes(), games=1, free=4))
    3
    """
    found: dict[Board, None] = {}
    for seed in range(require_int("games", games, least=1)):
        played = play_game(game, dots_original(2 * seed), dots_original(2 * seed + 1))
        found |= dict.fromkeys(s for s in played.states if 2 <= len(game.moves(s)) <= free)
    return list(found)


class WithHints:
    """A game of Dots and Boxes that gives the engine only some of its hints.

    `settled` looks at the lengths of chains and nothing else here, so that positions are counted
    by the engine alone.

    >>> game = WithHints(DotsAndBoxes(), "key", "banked")
    >>> hasattr(game, "key"), hasattr(game, "promising")
    (True, False)
    """

    def __init__(self, game: DotsAndBoxes, *hints: str) -> None:
        """Take over the five functions, and the hints that are named."""
        known = ("key", "banked", "promising", "settled", "estimate")
        if wrong := [name for name in hints if name not in known]:
            raise ValueError(f"{wrong[0]!r} is no hint; the hints are {', '.join(known)}")
        self.start, self.turn, self.moves = game.start, game.turn, game.moves
        self.play, self.score, self.limits = game.play, game.score, game.limits
        for name in hints:
            setattr(self, name, getattr(game, name))
        if "settled" in hints:
            self.settled = lambda state, effort: game.settled(state, 0)
