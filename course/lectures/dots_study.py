"""What lecture 08 looks at Dots and Boxes with: diagrams, the printed tables, hints one by one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any

from course.documents.dots import dots_original, free_moves
from course.documents.dots_mesh import Index, boxes_beside
from gamelib.game import MAX, MIN, Side, play_game, require_int
from gamelib.games.dots import Board, DotsAndBoxes
from gamelib.view.board.picture import FONTS, as_image
from gamelib.view.style import theme_named
from gamelib.wrap import Changed, changed, only

__all__ = [
    "BACK",
    "Diagram",
    "after_moves",
    "chain_endings",
    "diagram",
    "first_to_open",
    "late_boards",
    "printed_neighbours",
    "right_neighbours",
    "round_trips",
    "with_hints",
]

BORDER = 32  # from the outer dots to the edge of the picture: a note on an edge needs it


# ---- a diagram ----------------------------------------------------------------------------------


def diagram(
    board: Board, moves: Iterable[str] = (), notes: Mapping[str, object] | None = None
) -> Diagram:
    """Return a picture of a position, of moves played from there, and of notes on free edges.

    The moves are numbered, and each has the colour of the side that makes it.

    >>> game = DotsAndBoxes(1, 2)
    >>> corridor = game.from_text("+---+---+/|/+---+---+")
    >>> diagram(corridor, moves=["v 0,1"], notes={"v 0,2": "here"})
    +---+---+
    | X |
    +---+---+
    X 1, O 0, X to move
    moves: 1 X v 0,1
    notes: v 0,2 here
    """
    game = DotsAndBoxes(*board.shape)
    played = {}
    for move in moves:
        played[move] = "X" if board.turn == MAX else "O"
        board = game.play(board, move)
    words = {move: str(note) for move, note in (notes or {}).items()}
    free = game.moves(board)
    if wrong := [move for move in words if move not in free]:
        raise ValueError(f"{wrong[0]!r} cannot have a note: it is no free edge of the position")
    return Diagram(game, board, played, words)


class Diagram:
    """Dots, edges and boxes, with numbers on the last moves and notes on free edges."""

    def __init__(
        self, game: DotsAndBoxes, board: Board, played: dict[str, str], notes: dict[str, str]
    ) -> None:
        """Keep what is to be drawn; `diagram` works it out."""
        self.game, self.board, self.played, self.notes = game, board, played, notes

    def __repr__(self) -> str:
        """Return the board in text, then the moves and the notes."""
        told = [str(self.board)]
        if self.played:
            steps = enumerate(self.played.items(), start=1)
            told.append("moves: " + ", ".join(f"{n} {side} {move}" for n, (move, side) in steps))
        if self.notes:
            told.append("notes: " + ", ".join(f"{move} {n}" for move, n in self.notes.items()))
        return "\n".join(told)

    @property
    def alt(self) -> str:
        """Return the picture in words."""
        rows, columns = self.board.shape
        free = self.game.moves(self.board)
        drawn = [m for m in self.game.grid.bits if m not in free and m not in self.played]
        signs = {MAX: "X", MIN: "O"}
        owners = self.game.owners(self.board).items()
        told = [f"Board of {rows} by {columns} boxes.", f"Drawn: {'; '.join(drawn) or 'nothing'}."]
        if self.played:
            told.append("Then " + "; ".join(f"{side} {m}" for m, side in self.played.items()) + ".")
        if owners:
            told.append("Boxes: " + "; ".join(f"{r},{c} {signs[o]}" for (r, c), o in owners) + ".")
        if self.notes:
            told.append("Notes: " + "; ".join(f"{m}: {n}" for m, n in self.notes.items()) + ".")
        return " ".join(told)

    @property
    def svg(self) -> str:
        """Return the picture as an SVG document."""
        colours = theme_named("light")
        rows, columns = self.board.shape
        side = 64 if max(rows, columns) <= 4 else 48
        wide, high = 2 * BORDER + columns * side, 2 * BORDER + rows * side
        text = f"font-family=\"{FONTS}\" text-anchor='middle' dominant-baseline='central'"
        fills = {"X": colours.max_fill, "O": colours.min_fill}
        lines = {"X": colours.max_line, "O": colours.min_line}
        parts = [
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {wide} {high}' "
            f"width='{wide}' height='{high}' role='img'>",
            f"<title>{escape(self.alt)}</title>",
            f"<rect width='100%' height='100%' rx='6' fill='{colours.back}'/>",
        ]
        for (row, column), owner in self.game.owners(self.board).items():
            x, y = BORDER + column * side, BORDER + row * side
            sign = "X" if owner == MAX else "O"
            parts.append(
                f"<rect x='{x}' y='{y}' width='{side}' height='{side}' fill='{fills[sign]}'/>"
                f"<text x='{x + side // 2}' y='{y + side // 2}' font-size='22' "
                f"fill='{lines[sign]}' {text}>{sign}</text>"
            )
        free = self.game.moves(self.board)
        labels = []
        for name in self.game.grid.bits:
            x, y, across = self._place(name, side)
            path = f"M{x} {y}{'h' if across else 'v'}{side}"
            x, y = (x + side // 2, y) if across else (x, y + side // 2)
            if name in free:
                look = f"stroke='{colours.grid}' stroke-width='1' stroke-dasharray='2 5'"
                if note := self.notes.get(name):
                    half = 4 + 4 * len(note)
                    labels.append(
                        f"<rect x='{x - half}' y='{y - 9}' width='{2 * half}' height='18' rx='4' "
                        f"fill='{colours.back}'/><text x='{x}' y='{y}' font-size='14' "
                        f"fill='{colours.ink}' {text}>{escape(note)}</text>"
                    )
            elif sign := self.played.get(name, ""):
                look = f"stroke='{lines[sign]}' stroke-width='5'"
                labels.append(
                    f"<circle cx='{x}' cy='{y}' r='10' fill='{fills[sign]}' "
                    f"stroke='{lines[sign]}'/><text x='{x}' y='{y}' font-size='13' "
                    f"fill='{colours.ink}' {text}>{[*self.played].index(name) + 1}</text>"
                )
            else:
                look = f"stroke='{colours.ink}' stroke-width='3'"
            parts.append(f"<path d='{path}' fill='none' {look}/>")
        for row in range(rows + 1):
            for column in range(columns + 1):
                x, y = BORDER + column * side, BORDER + row * side
                parts.append(f"<circle cx='{x}' cy='{y}' r='4.5' fill='{colours.ink}'/>")
        return "\n".join([*parts, *labels, "</svg>\n"])

    def _place(self, name: str, side: int) -> tuple[int, int, bool]:
        """Return where an edge begins, and whether it goes across."""
        kind, row, column = name.replace(",", " ").split()
        return BORDER + int(column) * side, BORDER + int(row) * side, kind == "h"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """Return an image with its alternative text, and the board in text."""
        return {"text/html": as_image(self.svg, self.alt), "text/plain": repr(self)}


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


def with_hints(game: DotsAndBoxes, *hints: str) -> Changed:
    """Return Dots and Boxes that gives the engine only some of its hints, and its limits.

    Its settler looks at the lengths of chains and nothing else here, so that positions are counted
    by the engine alone.

    >>> with_hints(DotsAndBoxes(), "key", "banked").promising
    """

    def settler() -> Callable[[Board, int], Any]:
        return lambda state, effort: game.settled(state, 0)

    made = only(game, "limits", *hints)
    return changed(made, settler=settler) if "settler" in hints else made
