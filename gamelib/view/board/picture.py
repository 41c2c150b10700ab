"""Faces as pictures: diagrams with numbered moves, heat maps, the marks of a hint, overlays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from math import hypot
from typing import Any
from zlib import crc32

from gamelib.arguments import Evaluate
from gamelib.face import Disc, Face, Lines, Names, Shape, Spot, Words, box, face_of
from gamelib.game import MAX, Side
from gamelib.view.style import text_width
from gamelib.view.tree.svg import Shown, as_image, path_of, to_svg
from gamelib.words import number

__all__ = [
    "Diagram",
    "Overlay",
    "arrow_between",
    "diagram",
    "heat_map",
    "hint_marks",
    "overlaid",
    "region_of",
    "rounded",
    "shades",
    "still",
    "still_marks",
    "strokes",
    "under",
    "values_after",
]

CAPTION_HEIGHT, CAPTION_SIZE = 26, 14  # of the line below a picture, and of its letters
DARKEST_SHADE, LEGEND_SHADES = 45, (0, 15, 30, 45)  # of a heat map
MIN_NOTE_SIZE, MAX_NOTE_SIZE = 12.0, 18.0  # of a note's letters
DIAGRAM_SCALE = 0.75  # of a diagram; a board has 1
COLOURS = ("max", "min", "right", "cut", "neutral")  # of an overlay
# Shapes that are drawn behind the spots.
BACK_KINDS = ("shade", "grid", "last", "from", "box", "star")
BAND_WIDTH = 22  # of the shade along an edge
REGION_SIZE = 3  # spots in a row of the region of a hint


@dataclass(frozen=True, repr=False)
class Diagram(Shown):
    """A position drawn with further shapes: an image with its alternative text, and a text."""

    face: Face
    shapes: tuple[Shape, ...]
    alt: str
    text: str
    caption: str = ""  # a sentence below
    scale: float = 1.0
    legend: tuple[int, ...] = ()  # shades before the caption, which explains them

    @property
    def svg(self) -> str:
        """Return the picture as an SVG document."""
        width, height, scale = self.face.width, self.face.height, self.scale
        shapes = self.shapes
        if self.caption:
            left, side = 10.0, CAPTION_SIZE / scale
            width = max(width, (7 * len(self.caption) + 20) / scale + len(self.legend) * side)
            height += CAPTION_HEIGHT / scale
            middle = height - CAPTION_HEIGHT / scale / 2
            for shade in self.legend:
                area = box(left + side / 2, middle, side, side)
                shapes += (Lines(f"heat {shade}", (area,), closed=True),)
                left += side
            if self.legend:
                left += side / 2
            shapes += (Words("caption", left, middle, self.caption, side, "start"),)
        drawn = [shape._replace(kind=f"board {shape.kind}") for shape in shapes]
        return to_svg(drawn, width, height, self.alt, scale=scale)

    @property
    def html(self) -> str:
        """Return the picture as an image with its alternative text."""
        return as_image(self.svg, self.alt)

    def __repr__(self) -> str:
        return self.text


def still(face: Face) -> Iterator[Shape]:
    """Yield the shapes of a face for a still picture, with its buttons."""
    # A piece that was just taken fades away in the browser; a still picture leaves it out.
    yield from (shape for shape in face.shapes if not shape.kind.startswith("gone"))
    first = {names[0] for names in face.choices}
    for spot in face.spots:
        if isinstance(spot.mark, Words) and spot.name in first:
            yield Lines("frame", (spot.area,), closed=True)
            yield spot.mark._replace(kind="sign")


def diagram(
    game: Any,
    state: Any,
    moves: Iterable[Any] = (),
    notes: Mapping[Any, object] | None = None,
    *,
    shaded: bool = False,
    behind: Iterable[Shape] = (),
    caption: str = "",
    scale: float = DIAGRAM_SCALE,
) -> Diagram:
    """Return a position, moves played from there, and notes on moves that could be played.

    Moves are numbered, as in printed games. A move from one spot to another is an arrow on the
    position before it; the pieces that it takes are crossed out. Notes that are numbers may be
    shaded: the larger, the bluer. A note is drawn on the first spot of its move.

    >>> from gamelib import TicTacToe
    >>> game = TicTacToe()
    >>> diagram(game, game.start(), ["b2", "a1"], {"c3": 7})
        1   2   3
    a  O2   .   .
    b   .  X1   .
    c   .   .   7
    """
    badges: list[Shape] = []
    arrows: list[Shape] = []
    counts: dict[str, str] = {}
    played, earlier = [], None
    for count, move in enumerate(moves, start=1):
        before, face = state, face_of(game, state)
        try:
            state = game.play(before, move)
        except ValueError as error:
            raise ValueError(f"{move!r} cannot be shown as move {count}: {error}") from None
        turn, spots = game.turn(before), face.spots_of(move)
        played.append(f"{count} {face.signs[turn]} {move}")
        if len(spots) == 1:
            _, x, y, *_ = spots[0]
            badges += [Disc(f"badge {turn.lower()}", x, y, 13), Words("sign", x, y, str(count), 16)]
            counts[spots[0].name] = str(count)
        else:
            earlier = earlier or face
            arrows += _effects(face_of(game, state, (before, move)))
            arrows.append(_arrow(spots[0], spots[-1]))
    face = earlier or face_of(game, state)
    named = {spot.name: spot for spot in face.spots}
    first = {move: named[names[0]] for names, move in face.choices.items()}
    if wrong := [move for move in notes or {} if move not in first]:
        raise ValueError(f"{wrong[0]!r} cannot have a note: it is not a legal move here")
    values: dict[Spot, Any] = {first[move]: note for move, note in (notes or {}).items()}
    if len(values) < len(notes or {}):
        raise ValueError("two of the notes are on moves that begin at the same spot")
    ways = [spot.mark for spot in first.values() if spot.mark and spot.mark.kind == "way"]
    shapes = [*behind, *still(face), *ways, *badges]
    legend = ""
    texts = {spot: _short(note) for spot, note in values.items()}
    size = min((_note_size(face, *item) for item in texts.items()), default=MAX_NOTE_SIZE)
    for spot, text in texts.items():  # no line of the board runs through a note
        area = box(spot.x, spot.y, text_width(text, size), size)
        shapes.append(Lines("plate", (area,), closed=True))
    if shaded and values:
        low, high = min(values.values()), max(values.values())
        if low < high:
            legend = f"{_short(low)} to {_short(high)}: the bluer, the larger."
        for spot, value in values.items():
            shade = round(DARKEST_SHADE * (value - low) / (high - low or 1))
            shapes.append(Lines(f"heat {shade}", (spot.area,), closed=True))
    shapes += [Words("note", spot.x, spot.y, text, size) for spot, text in texts.items()]
    noted = [f"{move} {_short(note)}" for move, note in (notes or {}).items()]
    lines = [f"Moves: {', '.join(played)}."] if played else []
    lines += [f"Notes: {', '.join(noted)}."] if noted else []
    alt = " ".join(part for part in (face.alt, *lines, legend, caption) if part)
    text = _table(face, values, counts) or "\n".join([str(state), *lines])
    text = f"{text}\n{caption}".strip("\n")
    below = f"{legend} {caption}".strip()
    key = LEGEND_SHADES if legend else ()
    return Diagram(face, (*shapes, *arrows), alt, text, below, scale, key)


def heat_map(game: Any, evaluate: Evaluate, state: Any = None) -> Diagram:
    """Return a picture of the values that an evaluation gives after each move from a state.

    >>> from gamelib import TicTacToe
    >>> from gamelib.games.tictactoe import open_lines
    >>> heat_map(TicTacToe(), open_lines)
       1  2  3
    a  3  2  3
    b  2  4  2
    c  3  2  3

    A move that ends the game has its score instead. A spot with which several moves begin has the
    value of the best of them.
    """
    state = game.start() if state is None else state
    values = values_after(game, evaluate, state)
    if not values:
        raise ValueError("the game is over here, so there is no move to evaluate")
    ranked = _ranked(values, face_of(game, state).choices, game.turn(state))
    best = {*{names[0]: move for names, move in ranked}.values()}  # of each spot
    notes = {move: value for move, value in values.items() if move in best}
    return diagram(game, state, notes=notes, shaded=True, scale=1)


def values_after(game: Any, evaluate: Evaluate, state: Any) -> dict[Any, float]:
    """Return the evaluation after each move, or the score if the move ends the game."""
    values = {}
    for move in game.moves(state):
        after = game.play(state, move)
        score = game.score(after)
        values[move] = evaluate(after) if score is None else score
    return values


def shades(
    values: Mapping[Any, float], choices: Mapping[Names, Any], turn: Side
) -> dict[str, dict[str, Any]]:
    """Return a heat map's shade and value for each spot; the shade of the mover's best move is 1.

    The keys are the spots chosen before, joined by newlines. A spot with which several moves begin
    has the value of the best of them.
    """
    sign = 1 if turn == MAX else -1
    low = min(sign * value for value in values.values())
    high = max(sign * value for value in values.values())
    heat: dict[str, dict[str, Any]] = {}
    for spots, move in _ranked(values, choices, turn):
        shade = round((sign * values[move] - low) / (high - low or 1), 3)
        for index, spot in enumerate(spots):
            after = heat.setdefault("\n".join(spots[:index]), {})
            after[spot] = (shade, rounded(values[move]))  # the best move comes last
    return heat


def _ranked(
    values: Mapping[Any, float], choices: Mapping[Names, Any], turn: Side
) -> list[tuple[Names, Any]]:
    """Return the choices, the best one for the mover last."""
    sign = 1 if turn == MAX else -1
    return sorted(choices.items(), key=lambda choice: sign * values[choice[1]])


def hint_marks(face: Face, move: Any) -> list[Shape]:
    """Return frames around the spots of a move, or along their marks, and lines between them."""
    spots = face.spots_of(move)
    if spots and spots[0].mark and spots[0].mark.kind == "button":
        spots = spots[:1]  # the buttons of a group are shown only after it is chosen
    shapes: list[Shape] = [Lines("hint", (((a.x, a.y), (b.x, b.y)),)) for a, b in pairwise(spots)]
    for spot in spots:
        if spot.mark and spot.mark.kind in ("aim", "way"):
            shapes.append(spot.mark._replace(kind="hint"))
        else:
            frame = tuple((0.9 * x + 0.1 * spot.x, 0.9 * y + 0.1 * spot.y) for x, y in spot.area)
            shapes.append(Lines("hint", (frame,), closed=True))
    return shapes


def region_of(face: Face, move: Any) -> list[str]:
    """Return the names of spots around each spot of a move, which is not in the middle of them.

    >>> from gamelib import Gomoku, TicTacToe
    >>> region_of(face_of(TicTacToe(), TicTacToe().start()), "b1")
    ['b1', 'b2', 'b3']
    >>> len(region_of(face_of(Gomoku(9), Gomoku(9).start()), "e5"))
    9
    """
    chosen = face.spots_of(move)
    first = {names[0] for names in face.choices}
    if chosen and chosen[0].mark and chosen[0].mark.kind == "button":
        chosen = chosen[:1]  # the buttons of a group are shown only after it is chosen
        spots = [spot for spot in face.spots if spot.name in first]
    else:
        spots = [*face.spots]
    columns, rows = sorted({spot.x for spot in spots}), sorted({spot.y for spot in spots})
    region: set[str] = set()
    for spot in chosen:
        across, down = columns.index(spot.x), rows.index(spot.y)
        shift = crc32(spot.name.encode())
        short = max(len(columns), len(rows)) <= REGION_SIZE
        end = shift % 2 * (REGION_SIZE - 1)  # the spot is at one end of the window
        if not 0 <= across - end <= len(columns) - REGION_SIZE:
            end = REGION_SIZE - 1 - end
        x = _window(columns, across, end)
        y = {spot.y} if short and len(columns) > 1 else _window(rows, down, shift // 2 % 3)
        region |= {other.name for other in spots if other.x in x and other.y in y}
    return [spot.name for spot in spots if spot.name in region]


def _window(line: list[float], index: int, before: int) -> set[float]:
    """Return some neighbours in a line, of which `before` come before the one with this index."""
    begin = max(0, min(len(line) - REGION_SIZE, index - before))
    return {*line[begin : begin + REGION_SIZE]}


def arrow_between(face: Face, start: Any, goal: Any) -> list[Shape]:
    """Return an arrow along a move, or from the spot of one move to that of the next."""
    spots = [spot for spot in face.spots if spot.name in (start, goal)]
    spots.sort(key=lambda spot: spot.name != start)
    return [_arrow(*spots)] if len(spots) == 2 else []


@dataclass(frozen=True)
class Overlay:
    """Colours for spots or moves of a position, and a line beside the board.

    `board(game, overlay=function)` calls the function with every state that it shows; the function
    returns an overlay, or None. A key of `colours` is the name of a spot, or a move, and means all
    spots of the move; a colour is "max", "min", "right", "cut" or "neutral".

    >>> from gamelib import TicTacToe, board
    >>> def centre(state):
    ...     return Overlay({"b2": "right"}, "The centre lies on four lines.")
    >>> widget = board(TicTacToe(), against="easy", overlay=centre)
    >>> widget.shown["overlay"]
    {'text': 'The centre lies on four lines.'}
    """

    colours: Mapping[Any, str] = field(default_factory=dict)
    text: str = ""


def overlaid(face: Face, overlay: object) -> list[Shape]:
    """Return the shades of an overlay; an error if it colours what is not on the board."""
    if not isinstance(overlay, Overlay):
        raise TypeError(f"overlay(state) returned {overlay!r}, not an Overlay or None")
    if not isinstance(overlay.text, str) or not isinstance(overlay.colours, Mapping):
        raise TypeError("an Overlay needs a dictionary of colours and a text")
    named = {spot.name: spot for spot in face.spots}
    moves = [*face.choices.values()]
    shapes: list[Shape] = []
    for key, colour in overlay.colours.items():
        if colour not in COLOURS:
            raise ValueError(
                f"{colour!r} is not a colour of an overlay: there are {', '.join(COLOURS)}"
            )
        if isinstance(key, str) and key in named:
            spots = [named[key]]
        elif key in moves:
            spots = face.spots_of(key)
        else:
            raise ValueError(f"overlay colours {key!r}, which is no spot and no move here")
        areas = [_shaded_area(spot) for spot in spots]
        shapes += [Lines(f"shade {colour}", (area,), closed=True) for area in areas]
    return shapes


def under(shapes: Iterable[Shape], shades: Iterable[Shape]) -> list[Shape]:
    """Return the shapes of a face with shades below all but its first boxes, the home rows."""
    every = [*shapes]
    homes = [*takewhile(lambda shape: shape.kind.startswith("box "), every)]
    return [*homes, *shades, *every[len(homes) :]]


def _shaded_area(spot: Spot) -> tuple[tuple[float, float], ...]:
    """Return the area of a spot; of an edge, a band along it."""
    if not isinstance(spot.mark, Lines) or spot.mark.kind != "way":
        return spot.area
    (x, y), (to_x, to_y) = spot.mark.lines[0][0], spot.mark.lines[0][-1]
    length = hypot(to_x - x, to_y - y)
    across, up = BAND_WIDTH / 2 * (to_y - y) / length, BAND_WIDTH / 2 * (to_x - x) / length
    ends = (x - across, y + up), (to_x - across, to_y + up)
    return *ends, (to_x + across, to_y - up), (x + across, y - up)


def still_marks(face: Face) -> list[Shape]:
    """Return the marks of spots that are part of the board, such as edges that can be drawn.

    The browser draws them with the choices; where none can be made, they must not vanish.
    """
    first = {names[0] for names in face.choices}
    marks = (spot.mark for spot in face.spots if spot.name in first)
    return [mark for mark in marks if mark is not None and mark.kind == "way"]


def strokes(shapes: Iterable[Shape]) -> list[list[Any]]:
    """Return shapes as the browser draws them: kind, path, whether it is behind the spots."""
    return [
        [shape.kind, path_of(shape), shape.kind.split()[0] in BACK_KINDS]
        for shape in shapes
        if not isinstance(shape, Words)
    ]


def rounded(value: float) -> str:
    """Return a value as text with at most two decimals.

    >>> rounded(0.125), rounded(-0.001)
    ('0.12', '0')
    """
    return number(round(value, 2) + 0)  # adding 0 makes -0.0 a 0


def _short(note: object) -> str:
    return rounded(note) if isinstance(note, int | float) else str(note)


def _note_size(face: Face, spot: Spot, text: str) -> float:
    """Return the size at which a note fits into its spot and into the picture."""
    width, height = (max(along) - min(along) for along in zip(*spot.area, strict=True))
    room = min(0.85 * width, 2 * spot.x, 2 * (face.width - spot.x))
    size: float = min(MAX_NOTE_SIZE, height / 2, room / text_width(text or " ", 1))
    return max(MIN_NOTE_SIZE, size)


def _arrow(start: Spot, goal: Spot) -> Lines:
    """Return an arrow from one spot to another."""
    x, y, to_x, to_y = start.x, start.y, goal.x, goal.y
    length = hypot(to_x - x, to_y - y)
    right, down = (to_x - x) / length, (to_y - y) / length
    back_x, back_y, tip = to_x - 11 * right, to_y - 11 * down, (to_x, to_y)
    ends = [(back_x - 8 * down * way, back_y + 8 * right * way) for way in (1, -1)]
    ends.sort(reverse=right + down > 0)  # a fixed order: stored pictures stay the same
    shaft = ((x + 22 * right, y + 22 * down), tip)
    return Lines("arrow", (shaft, *((tip, end) for end in ends)))


def _effects(after: Face) -> list[Shape]:
    """Return the effects of a move: strokes over the pieces it took, and a winning line."""
    shapes: list[Shape] = [shape for shape in after.shapes if shape.kind in ("rim", "win")]
    for shape in after.shapes:
        if isinstance(shape, Disc) and shape.kind.startswith("gone"):
            x, y, reach = shape.x, shape.y, shape.radius * 0.9
            shapes.append(Lines("strike", (((x - reach, y + reach), (x + reach, y - reach)),)))
    return shapes


def _table(face: Face, notes: Mapping[Spot, object], counts: Mapping[str, str]) -> str:
    """Return a board of cells as a table with names of rows and columns, or nothing for others."""
    signs = "".join(face.rows)
    if not signs or len(signs) != len(face.spots):
        return ""
    cells = [
        _short(notes[spot]) if spot in notes else sign + counts.get(spot.name, "")
        for spot, sign in zip(face.spots, signs, strict=True)
    ]
    across = len(face.rows[0])
    columns = [str(c) for c in range(1, across + 1)]
    width = max(map(len, [*columns, *cells]))
    rows = [(" ", columns)]
    for first in range(0, len(cells), across):
        rows.append((face.spots[first].name[0], cells[first : first + across]))
    return "\n".join("  ".join([name, *(f"{cell:>{width}}" for cell in row)]) for name, row in rows)
