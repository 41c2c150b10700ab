"""What a picture of a tree shows at one step: nodes, edges, and the cause of the last cut.

These are records with their sizes; `gamelib.view.tree.shapes` draws them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, NamedTuple

from gamelib.face import face_of
from gamelib.trace import Path, Trace
from gamelib.view.style import text_width

__all__ = [
    "DrawnCause",
    "DrawnNode",
    "Edge",
    "MiniBoard",
    "Scene",
    "fits",
    "small_board",
]

RADIUS = 17.3  # half the height of a triangle, and the radius of a disc
LEAF_HALF = 17.0  # half the height of a leaf
NAME_SIZE = 14.0  # font size of a name
VALUE_SIZE = 15.0  # font size of a value
SIGN_SIZE = 9.9  # font size of the signs on a small board
MAX_NAME_WIDTH = 19.0  # of a name inside its triangle; a longer name is written smaller
MIN_NAME_SIZE = 9.0  # a name that would be smaller than this stands beside the triangle
FRAME_GAP = 3.0  # between a small board and its frame
CELL_SIZE = 11.0  # of a small board
MAX_BOARD_CELLS = 100  # of a board inside a node
MAX_STATE_CHARS = 24  # of a state that is drawn as one line of text


class MiniBoard(NamedTuple):
    """A board that is drawn inside a node."""

    rows: Sequence[Sequence[str]]
    cell: float  # the width of a cell
    grid: bool  # draw lines between the cells
    above: Sequence[str] = ()  # the rows before the move that led to the node

    @property
    def width(self) -> float:
        """Return the width of its longest row."""
        return max(map(len, self.rows)) * self.cell

    @property
    def height(self) -> float:
        """Return the height of its rows."""
        return len(self.rows) * CELL_SIZE


@dataclass(frozen=True)
class DrawnNode:
    """A node as it is drawn at one step."""

    path: Path
    shape: str  # "max", "min", "chance" or "leaf"
    name: str
    x: float = 0.0
    y: float = 0.0
    board: MiniBoard | None = None  # drawn inside the node
    status: str = "unseen"  # "open", "current", "done", "skipped"; "plain" without a search
    value: str = ""  # inside a leaf, beside any other node
    note: str = ""  # the second line: the window, or what is folded up
    cut: bool = False  # the edge to it carries the cut mark
    best: bool = False  # on the line of play
    folded: int = 0  # nodes below it that are not drawn; if there are any, its note stands below it

    @property
    def top(self) -> float:
        """Return half its height."""
        if self.board:
            return max(self.board.height / 2 + FRAME_GAP, RADIUS)
        return LEAF_HALF if self.shape == "leaf" else RADIUS

    @property
    def wide(self) -> float:
        """Return half the width of its shape."""
        if self.board:
            return self.board.width / 2 + FRAME_GAP
        if self.shape == "leaf":
            return max(LEAF_HALF, text_width(self.value, VALUE_SIZE, bold=True) / 2 + 5)
        return RADIUS if self.shape == "chance" else RADIUS * 1.16

    @property
    def name_size(self) -> float:
        """Return the font size of its name inside it, or 0 if the name stands beside it."""
        if self.shape == "leaf" or self.board or not self.name:
            return 0.0
        width = text_width(self.name, NAME_SIZE, bold=True)
        size = NAME_SIZE
        if width > MAX_NAME_WIDTH:
            size = int(NAME_SIZE * MAX_NAME_WIDTH / width * 2) / 2
        return size if size >= MIN_NAME_SIZE else 0.0


class Edge(NamedTuple):
    """An edge from a node to its child, by their indices; it is drawn in the style of the child."""

    upper: int
    lower: int
    label: str = ""


class DrawnCause(NamedTuple):
    """The cause of a cut, by the indices of two drawn nodes whose values have met."""

    holder: int  # the ancestor whose value closes the window
    node: int  # the node that is cut


@dataclass(frozen=True)
class Scene:
    """A tree at one step, in pixels, x to the right and y down."""

    width: float
    height: float
    nodes: tuple[DrawnNode, ...]
    edges: tuple[Edge, ...]
    caption: str  # the last event in a sentence
    alt: str  # the whole picture in words
    trace: Trace | None = None
    cause: DrawnCause | None = None  # if the last event is a cut


# ---- small boards -------------------------------------------------------------------------------


def small_board(game: Any, start: Any, path: Path, *, one_line: bool) -> MiniBoard | None:
    """Return the state at a node as a small board, or None if it has no board or a large one.

    The board has the rows of the game's face or, without these, the printed lines of the state. A
    single printed line is used only if `one_line`.
    """
    state = reduce(game.play, path, start)
    if rows := face_of(game, state).rows:
        above = face_of(game, reduce(game.play, path[:-1], start)).rows if path else ()
        board = MiniBoard(rows, CELL_SIZE, True, above)
    else:
        lines = [line.rstrip() for line in str(state).strip("\n").split("\n")]
        if len(lines) > 1:
            letters = [sign for line in lines for sign in line if sign.isalpha()]
            widths = [text_width(sign, SIGN_SIZE) for sign in letters]
            board = MiniBoard(lines, max(CELL_SIZE * 0.62, *widths, 0.0), False)
        elif one_line and 0 < len(lines[0]) <= MAX_STATE_CHARS:
            board = MiniBoard([lines], text_width(lines[0], SIGN_SIZE), False)
        else:
            return None
    return board if fits(board.rows) else None


def fits(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether a board with these rows is small enough to be drawn in a node."""
    return len(rows) * max(map(len, rows), default=0) <= MAX_BOARD_CELLS
