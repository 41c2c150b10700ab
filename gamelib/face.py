"""How a position is shown: its shapes, the spots to choose and the texts, as plain data.

The board, diagrams, heat maps and the small boards in trees all draw a `Face`, whatever the game.
A game with a function `face(state, last)` has its own; any other game has the plain one, which is
the state's text and a button for each move. `grid_face` makes the face of a board of cells.

`kind` names a look; `board_looks` in `gamelib.view.style` has them all. Pieces: "max" and "min" (a
cross and a ring), "small max", "stone max", "cross", "box min". Boards: "grid", "star", "dot",
"edge". The last move: "last max", "from max", "edge max", "gone min", "win", "rim". Texts:
"label", "sign", "text".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import chain, product
from math import isqrt
from textwrap import wrap
from typing import Any, NamedTuple

from gamelib.game import MAX, MIN, Side, optional

__all__ = [
    "Disc",
    "Face",
    "Last",
    "Lines",
    "Names",
    "Shape",
    "Spot",
    "Words",
    "box",
    "cross",
    "face_of",
    "grid_face",
    "plain_face",
    "why_not",
]

Point = tuple[float, float]
Last = tuple[Any, ...]  # the state before the last move, that move, earlier ones of its turn
Names = tuple[str, ...]  # of spots, in the order in which they are chosen

SIDE_SIGNS: Mapping[Side, str] = {MAX: "X", MIN: "O"}
EMPTY_SIGNS = ("", ".", "_", "-", "·")
ROW_LETTERS = "abcdefghijklmnopqrstuvwxyz"
MARGIN, EDGE = 24, 10  # for the names of rows and columns; on the other two sides
STONE_RADIUS = 0.41  # the radius of a stone, in cells
STAR_CROSSINGS = {13: (3, 6, 9), 15: (3, 7, 11), 19: (3, 9, 15)}  # crossings with a dot, by size
WIDTH, LINE_HEIGHT, BUTTON_HEIGHT = 420, 20, 32  # of the plain face
MAX_LINE_CHARS, MAX_LINES = 44, 40  # of its text
MAX_BUTTONS = 60  # a plain face with more moves puts them into groups


class Lines(NamedTuple):
    """One or more lines of a kind, such as a whole grid; `closed` makes them filled shapes."""

    kind: str
    lines: tuple[tuple[Point, ...], ...]
    closed: bool = False


class Disc(NamedTuple):
    """A disc or a ring."""

    kind: str
    x: float
    y: float
    radius: float


class Words(NamedTuple):
    """A text around a point, or to the right of it with the anchor "start"."""

    kind: str
    x: float
    y: float
    text: str
    size: float = 13.0
    anchor: str = "middle"


Shape = Lines | Disc | Words


class Spot(NamedTuple):
    """A part of the board that can be chosen by mouse or keys.

    `mark` shows that it can be chosen now: "free" is always visible, "aim" only under the pointer,
    "way" is a dashed line that grows thick there, "button" is a button.
    """

    name: str
    x: float  # of its middle
    y: float
    area: tuple[Point, ...]  # where a click counts
    label: str  # what a screen reader says: "c3, empty"
    mark: Shape | None = None


def _refuse(spots: Names) -> str:
    return f"{' '.join(spots)} cannot be chosen here."


@dataclass(frozen=True)
class Face:
    """How a position is shown."""

    width: float
    height: float
    shapes: tuple[Shape, ...]  # from the back to the front
    spots: tuple[Spot, ...]  # arrow keys go to the nearest one
    choices: Mapping[Names, Any]  # from the spots, in the order of choice, to the legal move
    note: str = ""  # a sentence beside the board, such as "Boxes: X 3, O 1."
    alt: str = ""  # the whole board in words
    rows: tuple[str, ...] = ()  # a board of cells in letters, for the nodes of trees
    signs: Mapping[Side, str] = field(default_factory=lambda: SIDE_SIGNS)  # names of the sides
    preview: tuple[Shape, ...] = ()  # drawn at once around the chosen spot
    why_not: Callable[[Names], str] = field(default=_refuse, compare=False)

    def spots_of(self, move: Any) -> list[Spot]:
        """Return the spots that make a move, in the order in which they are chosen."""
        names = next((names for names, choice in self.choices.items() if choice == move), ())
        return [spot for name in names for spot in self.spots if spot.name == name]


def face_of(game: Any, state: Any, last: Last | None = None) -> Face:
    """Return the game's own `face(state, last)`, or the plain face.

    `last` is the state before the last move and that move, so that its changes can be marked. If
    the side moved several times in a row, its earlier moves follow.

    >>> from gamelib import SAMPLE
    >>> face_of(SAMPLE, "A").choices
    {('B',): 'B', ('C',): 'C', ('D',): 'D'}
    """
    face: Face = optional(game, "face")(state, last)
    return face


def why_not(game: Any, state: Any, move: Any) -> str:
    """Return why a move is not legal: the error message of the game, as a sentence.

    >>> from gamelib import TicTacToe
    >>> why_not(TicTacToe(), TicTacToe().from_text("X../.../..."), "a1")
    'a1 is taken.'
    """
    try:
        game.play(state, move)
    except ValueError as error:
        sentence = str(error).partition("; legal")[0].removesuffix(".") + "."
        first = sentence.split()[0]
        is_word = first.isalpha() and len(first) > 1  # not a name such as "a1" or "h 0,0"
        return sentence[0].upper() + sentence[1:] if is_word else sentence
    return f"{move} can be played."


# ---- the plain face -----------------------------------------------------------------------------


def plain_face(game: Any, state: Any, last: Last | None = None) -> Face:
    """Return the text of the state and, below it, a button for every legal move.

    With more than 60 moves, the first choice is a group of moves, the second one a move.
    """
    lines = [
        part
        for line in str(state).split("\n")
        for part in wrap(line, MAX_LINE_CHARS, drop_whitespace=False) or [""]
    ]
    if len(lines) > MAX_LINES:
        lines[MAX_LINES - 1 :] = [f"… and {len(lines) - MAX_LINES + 1} more lines"]
    moves: dict[str, Any] = {}
    for number, move in enumerate(game.moves(state), start=1):
        name = str(move)
        moves[f"{name} ({number})" if name in moves else name] = move
    choices: dict[Names, Any] = {(name,): move for name, move in moves.items()}
    groups: list[list[str]] = []
    buttons, top = [*moves], 28.0 + len(lines) * LINE_HEIGHT
    if len(moves) > MAX_BUTTONS:
        size = isqrt(len(moves))
        groups = [buttons[i : i + size] for i in range(0, len(moves), size)]
        buttons = [f"{group[0]} … {group[-1]}" for group in groups]
        titled = zip(buttons, groups, strict=True)
        choices = {(title, name): moves[name] for title, group in titled for name in group}
    spots, below = _buttons(buttons, top)
    height = below
    for group in groups:  # in the same area; a board shows the group that is chosen
        more, end = _buttons(group, below)
        spots += more
        height = max(height, end)
    return Face(
        WIDTH,
        height,
        tuple(
            Words("text", 12, 20 + i * LINE_HEIGHT, line, 15, "start")
            for i, line in enumerate(lines)
        ),
        tuple(spots),
        choices,
        alt=f"{' / '.join(lines)}." + (f" Last move {last[1]}." if last else ""),
        signs={MAX: MAX, MIN: MIN},
    )


def _buttons(names: Sequence[str], top: float) -> tuple[list[Spot], float]:
    """Return buttons in rows, and the y where they end."""
    spots: list[Spot] = []
    left, height = 12.0, BUTTON_HEIGHT - 4
    for name in names:
        label = name if len(name) <= MAX_LINE_CHARS else f"{name[: MAX_LINE_CHARS - 1]}…"
        wide = max(36.0, 8.5 * len(label) + 18)
        if left > 12 and left + wide > WIDTH - 12:
            left, top = 12.0, top + BUTTON_HEIGHT
        x, y = left + wide / 2, top + height / 2
        mark = Words("button", x, y, label, 14)
        spots.append(Spot(name, x, y, box(x, y, wide, height), name, mark))
        left += wide + 6
    return spots, top + BUTTON_HEIGHT + 8


# ---- boards of cells ----------------------------------------------------------------------------


def grid_face(
    rows: Sequence[Sequence[str]],
    choices: Mapping[Names, Any],
    *,
    crossings: bool = False,
    stones: bool = False,
    turn: Side = MAX,
    letters: str = ROW_LETTERS,
    last: Sequence[str] = (),
    line: Sequence[str] = (),
    gone: Mapping[str, str] = {},
    homes: Mapping[Side, tuple[str, str]] = {},
    note: str = "",
    why_not: Callable[[Names], str] = _refuse,
) -> Face:
    """Return the face of a board of cells; a cell is named by the letter of its row and a number.

    rows       the sign on each cell: "X", "O", another one, or "." for an empty cell
    choices    the cells of each legal move, and the move: ("b2",), ("B3", "C3")
    crossings  True if the cells are crossings of lines, not squares between them
    stones     True if X and O are stones, not a cross and a ring
    turn       the side whose piece a choice puts down
    last       the cell of the last move; if it moved a piece, the cell where it began comes first
    line       the cells of the winning line
    gone       the pieces taken by the last move, by cell; they fade away
    homes      the first and the last cell of a block that is shaded in the colour of a side
    """
    grid = _Grid(rows, letters, crossings, stones)
    asked = chain(*choices, last, line, gone, *homes.values())
    if wrong := [name for name in asked if name not in grid.signs]:
        raise ValueError(f"{wrong[0]!r} is not the name of a cell")
    shapes: list[Shape] = []
    for side, (first, end) in homes.items():
        (left, top), (right, low) = grid.frame(first, 0)[0], grid.frame(end, 0)[2]
        block = (left, top), (right, top), (right, low), (left, low)
        shapes.append(Lines("box max" if side == MAX else "box min", (block,), closed=True))
    shapes += [*grid.lines, *grid.marks(last)]
    pieces = {name: sign for name, sign in grid.signs.items() if sign}
    for name, sign in pieces.items():
        shapes += grid.piece(*grid.middles[name], sign)
    for name, sign in gone.items():
        taken = grid.piece(*grid.middles[name], sign)
        shapes += [shape._replace(kind=f"gone {shape.kind.split()[-1]}") for shape in taken]
    if line:
        through = ((grid.middles[line[0]], grid.middles[line[-1]]),)
        if stones:
            shapes.append(Lines("rim", through))
        shapes.append(Lines("win", through))
    listed = ", ".join([f"{name} {sign}" for name, sign in pieces.items()])
    alt = f"Board of {len(rows)} by {len(rows[0])} cells: {listed or 'all empty'}."
    if last:
        alt += f" Last move {'-'.join(last)}."
    if line:
        alt += f" Winning line {' '.join(line)}."
    texts = ("".join("." if sign in EMPTY_SIGNS else sign[0] for sign in row) for row in rows)
    return Face(
        MARGIN + len(rows[0]) * grid.size + EDGE,
        MARGIN + len(rows) * grid.size + EDGE,
        tuple(shapes),
        tuple(grid.spots(last, line)),
        choices,
        note=note,
        alt=alt,
        rows=tuple(texts),
        preview=grid.piece(0, 0, SIDE_SIGNS[turn]),
        why_not=why_not,
    )


class _Grid:
    """The positions of a board's cells, and its shapes."""

    def __init__(
        self, rows: Sequence[Sequence[str]], letters: str, crossings: bool, stones: bool
    ) -> None:
        widths = {len(row) for row in rows}
        if len(widths) != 1 or 0 in widths or len(rows) > len(letters):
            raise ValueError(
                f"{rows!r} is not a board: it must be rows of cells, all of the same length"
            )
        self.crossings, self.stones = crossings, stones
        self.size, names, self.middles, self.lines = _layout(
            len(rows), *widths, letters[: len(rows)], crossings
        )
        signs = ("" if sign in EMPTY_SIGNS else sign for row in rows for sign in row)
        self.signs = dict(zip(names, signs, strict=True))

    def spots(self, last: Sequence[str], line: Sequence[str]) -> Iterator[Spot]:
        """Yield a spot for each cell."""
        kind, radius = "free", self.size / 8 if self.stones else max(3, self.size / 18)
        if self.crossings:
            kind, radius = "aim", self.size * STONE_RADIUS
        for name, sign in self.signs.items():
            label = f"{name}, {sign or 'empty'}"
            if name in last:
                label += ", last move" if name == last[-1] else ", where the last move began"
            if name in line:
                label += ", in the winning line"
            x, y = self.middles[name]
            yield _spot(name, x, y, self.size - 4, label, kind, radius)

    def frame(self, name: str, less: float) -> tuple[Point, ...]:
        """Return a square in the middle of a cell, smaller than the cell by `less`."""
        return box(*self.middles[name], self.size - less, self.size - less)

    def marks(self, last: Sequence[str]) -> list[Shape]:
        """Return the marks of the last move, which are drawn below the pieces."""
        if not last:
            return []
        side = "max" if self.signs[last[-1]] == SIDE_SIGNS[MAX] else "min"
        if self.crossings:
            return [Disc(f"last {side}", *self.middles[last[-1]], self.size * 0.48)]
        if len(last) == 1:
            return [Lines(f"last {side}", (self.frame(last[0], 8),), closed=True)]
        begun = Lines(f"from {side}", (self.frame(last[0], 8),), closed=True)
        return [begun, Lines(f"last {side}", (self.frame(last[-1], 6),), closed=True)]

    def piece(self, x: float, y: float, sign: str) -> tuple[Shape, ...]:
        """Return a sign or a stone around a point; a stone with a cross on it is X's."""
        return _piece(x, y, sign, self.size, self.stones)


# A table of all states of a game draws thousands of boards, which consist of few different parts.


@lru_cache(maxsize=64)
def _layout(
    rows: int, columns: int, letters: str, crossings: bool
) -> tuple[float, list[str], dict[str, Point], list[Shape]]:
    """Return the size of the cells, their names and middles, and all that is drawn below them."""
    longest = max(rows, columns)
    size = max(20, min(84, (420 if longest <= 11 else 525) // longest))
    xs = [MARGIN + (c + 0.5) * size for c in range(columns)]
    ys = [MARGIN + (r + 0.5) * size for r in range(rows)]
    names = [f"{letter}{c}" for letter in letters for c in range(1, columns + 1)]
    middles = dict(zip(names, ((x, y) for y in ys for x in xs), strict=True))
    # The lines of the board, its star points and the names of rows and columns.
    labels = [Words("label", x, MARGIN / 2, str(c)) for c, x in enumerate(xs, start=1)]
    labels += map(partial(Words, "label", MARGIN / 2), ys, letters)
    stars = product(STAR_CROSSINGS.get(rows, ()), STAR_CROSSINGS.get(columns, ()))
    dots = [Disc("star", xs[c], ys[r], 3) for r, c in stars if crossings]
    if not crossings:
        xs, ys = ([*(at - size / 2 for at in line), line[-1] + size / 2] for line in (xs, ys))
    across = [((xs[0], y), (xs[-1], y)) for y in ys]
    down = [((x, ys[0]), (x, ys[-1])) for x in xs]
    return size, names, middles, [Lines("grid", (*across, *down)), *dots, *labels]


@lru_cache(maxsize=4096)
def _spot(name: str, x: float, y: float, wide: float, label: str, kind: str, radius: float) -> Spot:
    return Spot(name, x, y, box(x, y, wide, wide), label, Disc(kind, x, y, radius))


@lru_cache(maxsize=4096)
def _piece(x: float, y: float, sign: str, size: float, stones: bool) -> tuple[Shape, ...]:
    radius = size * STONE_RADIUS
    if sign not in SIDE_SIGNS.values():
        return (Words("sign", x, y, sign, size / 2),)
    if not stones:
        ring = Disc("min", x, y, size * 0.24)
        return (Lines("max", cross(x, y, size * 0.22)) if sign == SIDE_SIGNS[MAX] else ring,)
    if sign == SIDE_SIGNS[MIN]:
        return (Disc("stone min", x, y, radius - 1),)
    return Disc("stone max", x, y, radius), Lines("cross", cross(x, y, radius * 0.36))


def cross(x: float, y: float, reach: float) -> tuple[tuple[Point, ...], ...]:
    """Return a cross around a point, as two lines."""
    ends = ((-1, -1), (1, 1)), ((1, -1), (-1, 1))
    return tuple(tuple((x + a * reach, y + b * reach) for a, b in line) for line in ends)


def box(x: float, y: float, wide: float, high: float) -> tuple[Point, ...]:
    """Return a rectangle around a point."""
    left, right, top, bottom = x - wide / 2, x + wide / 2, y - high / 2, y + high / 2
    return (left, top), (right, top), (right, bottom), (left, bottom)
