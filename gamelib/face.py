"""How a game is shown: a position as shapes, spots to choose and words, and nothing but data.

The board, the diagrams, the heat maps and the small boards in trees all draw a `Face` and know
nothing of the game behind it. A game brings its own by a function `face(state, last)`; every other
game has the plain one, which is the state's text and a button for each move. `grid_face` makes
those of boards of cells.

`kind` names a look; `board_looks` in `gamelib.view.style` has them all. Pieces: "max" and "min" (a
cross and a ring), "small max", "stone max", "cross", "box min". Boards: "grid", "star", "dot",
"edge". What the last move did: "last max", "from max", "edge max", "gone min", "win", "rim". Words:
"label", "sign", "text".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isqrt
from textwrap import wrap
from typing import Any, NamedTuple

from gamelib.game import MAX, MIN, Side, may

__all__ = [
    "Disc",
    "Face",
    "Lines",
    "Shape",
    "Spot",
    "Words",
    "cross",
    "face_of",
    "grid_face",
    "plain_face",
    "why_not",
]

Point = tuple[float, float]
Last = tuple[Any, Any]  # the state before the last move, and that move

SIGNS: Mapping[Side, str] = {MAX: "X", MIN: "O"}
EMPTY = ("", ".", "_", "-", "·")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
MARGIN, EDGE = 24, 10  # room for the names of rows and columns, and on the other two sides
STONE = 0.41  # the radius of a stone, in cells
STARS = {13: (3, 6, 9), 15: (3, 7, 11), 19: (3, 9, 15)}  # crossings with a dot, by size
WIDTH, LINE, BUTTON = 420, 20, 32  # of the plain face: all of it, a line of text, a button
LONGEST = 48  # characters in a line of the plain face
MANY = 60  # moves that the plain face shows at once; more of them are put into groups


class Lines(NamedTuple):
    """One or more lines of a kind, such as a whole grid; a closed one is a shape with an inside."""

    kind: str
    lines: tuple[tuple[Point, ...], ...]
    closed: bool = False


class Disc(NamedTuple):
    """A disc or a ring, by its look."""

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
    """Something that can be chosen by mouse or keys.

    `mark` shows that it can be chosen now. Its kind says when it is seen: "free" always, "aim"
    under the pointer, "way" as a dashed line that gets thick there, "button" as a button.
    """

    name: str
    x: float  # its middle
    y: float
    area: tuple[Point, ...]  # where a click counts
    said: str  # what a screen reader says: "c3, empty"
    mark: Shape | None = None
    holds: str = ""  # what lies there, in a letter or two


def _refuse(spots: tuple[str, ...]) -> str:
    return f"{' '.join(spots)} cannot be chosen here."


@dataclass(frozen=True)
class Face:
    """A position as it is shown."""

    width: float
    height: float
    shapes: tuple[Shape, ...]  # from the back to the front
    spots: tuple[Spot, ...]  # arrow keys go to the nearest one in their direction
    choices: Mapping[tuple[str, ...], Any]  # spots to choose one after another → the legal move
    note: str = ""  # a sentence beside the board, as "Boxes: X 3, O 1."
    said: str = ""  # the whole board in words
    rows: tuple[str, ...] = ()  # a board of cells in letters, for the nodes of trees
    signs: Mapping[Side, str] = field(default_factory=lambda: SIGNS)  # how the sides are called
    preview: tuple[Shape, ...] = ()  # what a choice draws at once, around the middle of its spot
    why_not: Callable[[tuple[str, ...]], str] = field(default=_refuse, compare=False)


def face_of(game: Any, state: Any, last: Last | None = None) -> Face:
    """Return the game's own `face(state, last)`, or the plain face.

    `last` is the state before the last move and that move, so that what it changed can be marked.

    >>> from gamelib import SAMPLE, TicTacToe
    >>> game = TicTacToe()
    >>> face_of(game, game.start()).said
    'Board of 3 by 3 cells: all empty.'
    >>> face_of(SAMPLE, "A").choices
    {('B',): 'B', ('C',): 'C', ('D',): 'D'}
    """
    face: Face = may(game, "face")(state, last)
    return face


def why_not(game: Any, state: Any, move: Any) -> str:
    """Return in a sentence why a move is not legal, as the game itself says it."""
    try:
        game.play(state, move)
    except ValueError as error:
        return str(error).partition("; legal")[0] + "."
    return f"{move} can be played."


# ---- the plain face -----------------------------------------------------------------------------


def plain_face(game: Any, state: Any, last: Last | None = None) -> Face:
    """Return the text of the state and, below it, a button for every legal move.

    Where there are more than 60 moves the first choice is a group of them, the second one a move.
    """
    lines = [
        part
        for line in str(state).split("\n")
        for part in wrap(line, LONGEST, drop_whitespace=False) or [""]
    ]
    shapes = [
        Words("text", 12, 20 + row * LINE, line, 15, "start") for row, line in enumerate(lines)
    ]
    moves = {}
    for number, move in enumerate(game.moves(state), start=1):
        name = str(move)
        moves[f"{name} ({number})" if name in moves else name] = move
    top = 28 + len(lines) * LINE
    choices: dict[tuple[str, ...], Any] = {(name,): move for name, move in moves.items()}
    if len(moves) <= MANY:
        spots, height = _buttons(moves, top)
    else:
        spots, height, choices = _groups(moves, top)
    said = f"{' / '.join(lines)}." + (f" Last move {last[1]}." if last else "")
    signs: Mapping[Side, str] = {MAX: MAX, MIN: MIN}
    return Face(WIDTH, height, tuple(shapes), tuple(spots), choices, said=said, signs=signs)


def _buttons(names: Sequence[str] | Mapping[str, Any], top: float) -> tuple[list[Spot], float]:
    """Return buttons side by side and below each other, and where they end."""
    spots: list[Spot] = []
    left, height = 12.0, BUTTON - 4
    for name in names:
        label = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
        wide = max(36.0, 8.5 * len(label) + 18)
        if left > 12 and left + wide > WIDTH - 12:
            left, top = 12.0, top + BUTTON
        x, y = left + wide / 2, top + height / 2
        area = _box(left, top, wide, height)
        spots.append(Spot(name, x, y, area, name, Words("button", x, y, label, 14)))
        left += wide + 6
    return spots, top + BUTTON + 8


def _groups(
    moves: Mapping[str, Any], top: float
) -> tuple[list[Spot], float, dict[tuple[str, ...], Any]]:
    """Return a button for each group of moves, and those of all groups in one place below."""
    names, size = [*moves], isqrt(len(moves))
    parts = [names[i : i + size] for i in range(0, len(names), size)]
    titles = [f"{part[0]} … {part[-1]}" for part in parts]
    spots, below = _buttons(titles, top)
    choices: dict[tuple[str, ...], Any] = {}
    height = below
    for title, part in zip(titles, parts, strict=True):
        found, end = _buttons(part, below)
        spots += found
        choices |= {(title, name): moves[name] for name in part}
        height = max(height, end)
    return spots, height, choices


# ---- boards of cells ----------------------------------------------------------------------------


def grid_face(
    rows: Sequence[Sequence[str]],
    choices: Mapping[tuple[str, ...], Any],
    *,
    cells: str = "squares",
    pieces: str = "signs",
    choose: str = "cells",
    turn: Side = MAX,
    letters: str = LETTERS,
    last: Sequence[str] = (),
    line: Sequence[str] = (),
    gone: Mapping[str, str] | None = None,
    note: str = "",
    why_not: Callable[[tuple[str, ...]], str] = _refuse,
) -> Face:
    """Return the face of a board of cells; a cell is named by the letter of its row and a number.

    rows     what lies on each cell: "X", "O", another sign, or "." for nothing
    choices  the cells, or columns, of each legal move, and the move: ("b2",), ("B3", "C3")
    cells    "squares", or "crossings" of lines
    pieces   "signs", which are crosses and rings, or "stones"
    choose   "cells", or "columns", by their numbers, where a piece falls down
    turn     whose piece a choice puts down
    last     the cell of the last move; before it the one where it began, if it came from one
    line     the cells that have won
    gone     what the last move took, by its cell: it fades away
    """
    for name, given, known in (
        ("cells", cells, ("squares", "crossings")),
        ("pieces", pieces, ("signs", "stones")),
        ("choose", choose, ("cells", "columns")),
    ):
        if given not in known:
            raise ValueError(f"{name} is {given!r}, but must be {known[0]!r} or {known[1]!r}")
    grid = _Grid(rows, letters, cells == "crossings", pieces == "stones")
    spots = grid.columns() if choose == "columns" else grid.cells(last, line)
    places = {spot.name for spot in spots}
    wrong = [name for names in choices for name in names if name not in places]
    if wrong := wrong + [name for name in (*last, *line, *(gone or ())) if name not in grid.signs]:
        raise ValueError(f"{wrong[0]!r} is not the name of a cell that can be chosen")
    shapes = [*grid.lines(), *grid.labels(), *grid.marks(last)]
    for name, sign in grid.signs.items():
        shapes += grid.piece(*grid.middle(name), sign) if sign else ()
    for name, sign in (gone or {}).items():
        taken = grid.piece(*grid.middle(name), sign)
        shapes += [shape._replace(kind=f"gone {shape.kind.split()[-1]}") for shape in taken]
    if line:
        through = ((grid.middle(line[0]), grid.middle(line[-1])),)
        shapes += [Lines("rim", through)] if grid.stones else []
        shapes.append(Lines("win", through))
    return Face(
        MARGIN + grid.wide * grid.size + EDGE,
        MARGIN + grid.high * grid.size + EDGE,
        tuple(shapes),
        tuple(spots),
        choices,
        note=note,
        said=grid.said(last, line),
        rows=tuple("".join("." if s in EMPTY else s[0] for s in row) for row in rows),
        preview=() if choose == "columns" else tuple(grid.piece(0, 0, SIGNS[turn])),
        why_not=why_not,
    )


class _Grid:
    """Where the cells of a board are, and how it is drawn."""

    def __init__(
        self, rows: Sequence[Sequence[str]], letters: str, crossings: bool, stones: bool
    ) -> None:
        self.high, self.wide = len(rows), len(rows[0]) if rows else 0
        fits = self.wide and self.high <= len(letters)
        if not fits or any(len(row) != self.wide for row in rows):
            raise ValueError(f"{rows!r} is not a board: it must be rows of cells, all as long")
        longest = max(self.high, self.wide)
        self.size = size = max(20, min(84, (420 if longest <= 11 else 525) // longest))
        self.letters, self.crossings, self.stones = letters, crossings, stones
        self.signs: dict[str, str] = {}
        self.corners: dict[str, Point] = {}
        for r, row in enumerate(rows):
            for c, sign in enumerate(row):
                name = f"{letters[r]}{c + 1}"
                self.signs[name] = "" if sign in EMPTY else sign
                self.corners[name] = (MARGIN + c * size, MARGIN + r * size)

    def middle(self, name: str) -> Point:
        """Return the middle of a cell."""
        x, y = self.corners[name]
        return x + self.size / 2, y + self.size / 2

    def square(self, name: str, inside: float) -> tuple[Point, ...]:
        """Return the frame of a cell, a little inside of it."""
        x, y = self.corners[name]
        return _box(x + inside, y + inside, self.size - 2 * inside, self.size - 2 * inside)

    # ---- what can be chosen ----

    def cells(self, last: Sequence[str], line: Sequence[str]) -> list[Spot]:
        """Return a spot for each cell."""
        radius = self.size / 8 if self.stones else max(3, self.size / 18)
        kind = "free"
        if self.crossings:
            radius, kind = self.size * STONE, "aim"
        spots = []
        for name, sign in self.signs.items():
            words = f"{name}, {sign or 'empty'}"
            if name in last:
                words += ", last move" if name == last[-1] else ", where the last move began"
            words += ", in the winning line" * (name in line)
            x, y = self.middle(name)
            mark = Disc(kind, x, y, radius)
            spots.append(Spot(name, x, y, self.square(name, 2), words, mark, sign))
        return spots

    def columns(self) -> list[Spot]:
        """Return a spot for each column; its mark is where a piece comes to lie."""
        spots = []
        for c in range(self.wide):
            cells = [f"{letter}{c + 1}" for letter in self.letters[: self.high]]
            free = [name for name in cells if not self.signs[name]]
            lying = " ".join(sign for name in reversed(cells) if (sign := self.signs[name]))
            words = f"column {c + 1}, {f'from below {lying}' if lying else 'empty'}"
            x, y = self.middle(free[-1] if free else cells[0])
            area = _box(x - self.size / 2 + 2, MARGIN + 2, self.size - 4, self.high * self.size - 4)
            mark = Disc("aim", x, y, self.size * STONE)
            middle = MARGIN + self.high * self.size / 2
            spots.append(Spot(str(c + 1), x, middle, area, words, mark))
        return spots

    # ---- what is drawn ----

    def lines(self) -> list[Shape]:
        """Return the lines of the board, around its cells or through them."""
        half, extra = (self.size / 2, 0) if self.crossings else (0, 1)
        across = [MARGIN + half + r * self.size for r in range(self.high + extra)]
        down = [MARGIN + half + c * self.size for c in range(self.wide + extra)]
        rows = [((down[0], y), (down[-1], y)) for y in across]
        columns = [((x, across[0]), (x, across[-1])) for x in down]
        stars = [
            Disc("star", down[c], across[r], 3)
            for r in STARS.get(self.high, ())
            for c in STARS.get(self.wide, ())
        ]
        return [Lines("grid", (*rows, *columns)), *(stars if self.crossings else [])]

    def labels(self) -> list[Words]:
        """Return the names of columns and rows."""
        first, away = MARGIN + self.size / 2, MARGIN / 2
        columns = [
            Words("label", first + c * self.size, away, str(c + 1)) for c in range(self.wide)
        ]
        rows = [
            Words("label", away, first + r * self.size, self.letters[r]) for r in range(self.high)
        ]
        return [*columns, *rows]

    def marks(self, last: Sequence[str]) -> list[Shape]:
        """Return what shows the last move, below the pieces."""
        if not last:
            return []
        side = "max" if self.signs[last[-1]] == SIGNS[MAX] else "min"
        if self.crossings:
            return [Disc(f"last {side}", *self.middle(last[-1]), self.size * 0.48)]
        moved = len(last) > 1
        goal = Lines(f"last {side}", (self.square(last[-1], 3 if moved else 4),), True)
        begun = [Lines(f"from {side}", (self.square(last[0], 4),), True)] if moved else []
        return [*begun, goal]

    def piece(self, x: float, y: float, sign: str) -> list[Shape]:
        """Return a sign or a stone around a point; a stone with a cross on it is X's."""
        size = self.size
        if sign not in SIGNS.values():
            return [Words("sign", x, y, sign, size / 2)]
        first = sign == SIGNS[MAX]
        if not self.stones:
            ring = Disc("min", x, y, size * 0.24)
            return [Lines("max", cross(x, y, size * 0.22)) if first else ring]
        radius = size * STONE
        if not first:
            return [Disc("stone min", x, y, radius - 1)]
        return [Disc("stone max", x, y, radius), Lines("cross", cross(x, y, radius * 0.36))]

    def said(self, last: Sequence[str], line: Sequence[str]) -> str:
        """Return the whole board in words."""
        taken = [f"{name} {sign}" for name, sign in self.signs.items() if sign]
        parts = [f"Board of {self.high} by {self.wide} cells: {', '.join(taken) or 'all empty'}."]
        parts += [f"Last move {'-'.join(last)}."] if last else []
        parts += [f"Winning line {' '.join(line)}."] if line else []
        return " ".join(parts)


def cross(x: float, y: float, reach: float) -> tuple[tuple[Point, ...], ...]:
    """Return a cross around a point, as two lines."""
    ends = ((-1, -1), (1, 1)), ((1, -1), (-1, 1))
    return tuple(tuple((x + a * reach, y + b * reach) for a, b in line) for line in ends)


def _box(x: float, y: float, wide: float, high: float) -> tuple[Point, ...]:
    return (x, y), (x + wide, y), (x + wide, y + high), (x, y + high)
