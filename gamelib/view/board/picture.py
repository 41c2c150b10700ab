"""Faces as pictures: diagrams with numbered moves, heat maps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gamelib.arguments import Evaluate
from gamelib.face import Disc, Face, Lines, Shape, Spot, Words, box, face_of
from gamelib.game import MAX
from gamelib.view.style import text_width
from gamelib.view.tree.svg import Shown, as_image, to_svg
from gamelib.words import number

__all__ = ["Diagram", "diagram", "heat_map", "still", "values_after"]

CAPTION, LETTERS = 26, 14  # the height of the sentence below a picture, and of its letters
WARMEST, WARM = 45, (0, 15, 30, 45)  # the darkest shade of a heat map, and those of its legend
SMALLEST, LARGEST = 12.0, 18.0  # the letters of a note
DIAGRAM = 0.75  # the size of a diagram, where a board is 1


@dataclass(frozen=True, repr=False)
class Diagram(Shown):
    """Shapes on a paper as large as a face: an image with its alternative text, and a text."""

    face: Face
    shapes: tuple[Shape, ...]
    alt: str
    text: str
    caption: str = ""  # a sentence below
    scale: float = 1.0
    warm: tuple[int, ...] = ()  # shades before the caption, which tells what they mean

    @property
    def svg(self) -> str:
        """Return the picture as an SVG document."""
        width, height, scale = self.face.width, self.face.height, self.scale
        shapes = self.shapes
        if self.caption:
            left, side = 10.0, LETTERS / scale
            width = max(width, (7 * len(self.caption) + 20) / scale + len(self.warm) * side)
            height += CAPTION / scale
            middle = height - CAPTION / scale / 2
            for warmth in self.warm:
                area = box(left + side / 2, middle, side, side)
                shapes += (Lines(f"heat {warmth}", (area,), closed=True),)
                left += side
            left += side / 2 * bool(self.warm)
            shapes += (Words("caption", left, middle, self.caption, LETTERS / scale, "start"),)
        drawn = [shape._replace(kind=f"board {shape.kind}") for shape in shapes]
        return to_svg(drawn, width, height, self.alt, scale=scale)

    @property
    def html(self) -> str:
        """Return the picture as an image with its alternative text."""
        return as_image(self.svg, self.alt)

    def __repr__(self) -> str:
        return self.text


def still(face: Face) -> Iterator[Shape]:
    """Yield the shapes of a face where nothing moves, with its buttons."""
    # What was just taken fades away in the browser; in a picture it is gone.
    yield from (shape for shape in face.shapes if not shape.kind.startswith("gone"))
    begins = {names[0] for names in face.choices}
    for spot in face.spots:
        if isinstance(spot.mark, Words) and spot.name in begins:
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
    scale: float = DIAGRAM,
) -> Diagram:
    """Return a position, the moves played from there, and notes on moves that could be played.

    Moves are numbered, as in printed games. One that goes from a spot to another is an arrow on the
    position before it, and what it takes is struck out. Notes that are numbers may be shaded: the
    larger, the bluer. A note stands where its move begins.

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
    played, begun = [], None
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
            begun = begun or face
            arrows += _done(face_of(game, state, (before, move)))
            arrows.append(_arrow(spots[0], spots[-1]))
    face = begun or face_of(game, state)
    named = {spot.name: spot for spot in face.spots}
    places = {move: named[names[0]] for names, move in face.choices.items()}
    if wrong := [move for move in notes or {} if move not in places]:
        raise ValueError(f"{wrong[0]!r} cannot have a note: no spot stands for that move here")
    values: dict[Spot, Any] = {places[move]: note for move, note in (notes or {}).items()}
    if len(values) < len(notes or {}):
        raise ValueError("two of the notes are on moves that begin at the same spot")
    ways = [spot.mark for spot in places.values() if spot.mark and spot.mark.kind == "way"]
    shapes = [*behind, *still(face), *ways, *badges]
    legend = ""
    told = {spot: _short(note) for spot, note in values.items()}
    size = min((_room(face, spot, words) for spot, words in told.items()), default=LARGEST)
    for spot, words in told.items():  # no line of the board runs through a note
        area = box(spot.x, spot.y, text_width(words, size), size)
        shapes.append(Lines("plate", (area,), closed=True))
    if shaded and values:
        low, high = min(values.values()), max(values.values())
        if low < high:
            legend = f"{_short(low)} to {_short(high)}: the bluer, the larger."
        for spot, value in values.items():
            warmth = round(WARMEST * (value - low) / (high - low or 1))
            shapes.append(Lines(f"heat {warmth}", (spot.area,), closed=True))
    shapes += [Words("note", spot.x, spot.y, words, size) for spot, words in told.items()]
    noted = [f"{move} {_short(note)}" for move, note in (notes or {}).items()]
    lines = [f"Moves: {', '.join(played)}."] if played else []
    lines += [f"Notes: {', '.join(noted)}."] if noted else []
    alt = " ".join(part for part in (face.alt, *lines, legend, caption) if part)
    text = _table(face, values, counts) or "\n".join([str(state), *lines])
    text = f"{text}\n{caption}".strip("\n")
    below = f"{legend} {caption}".strip()
    return Diagram(face, (*shapes, *arrows), alt, text, below, scale, WARM if legend else ())


def heat_map(game: Any, evaluate: Evaluate, state: Any = None) -> Diagram:
    """Return a picture of what an evaluation says after each move from a state.

    >>> from gamelib import TicTacToe
    >>> from gamelib.games.tictactoe import open_lines
    >>> heat_map(TicTacToe(), open_lines)
       1  2  3
    a  3  2  3
    b  2  4  2
    c  3  2  3

    Where the game is over after a move, its score is shown; where a spot begins several moves, the
    value of the best of them.
    """
    state = game.start() if state is None else state
    values = values_after(game, evaluate, state)
    if not values:
        raise ValueError("the game is over here, so there is no move to judge")
    sign = 1 if game.turn(state) == MAX else -1
    choices = face_of(game, state).choices.items()
    ranked = sorted(choices, key=lambda choice: sign * values[choice[1]])
    best = {*{names[0]: move for names, move in ranked}.values()}  # the best comes last
    notes = {move: value for move, value in values.items() if move in best}
    return diagram(game, state, notes=notes, shaded=True, scale=1)


def values_after(game: Any, evaluate: Evaluate, state: Any) -> dict[Any, float]:
    """Return what an evaluation says after each move; where the game is over, its score."""
    values = {}
    for move in game.moves(state):
        after = game.play(state, move)
        score = game.score(after)
        values[move] = evaluate(after) if score is None else score
    return values


def _short(note: object) -> str:
    return number(round(note, 2) + 0) if isinstance(note, int | float) else str(note)


def _room(face: Face, spot: Spot, words: str) -> float:
    """Return how large a note can be: within its spot, and not beyond the edge of the paper."""
    wide, high = (max(along) - min(along) for along in zip(*spot.area, strict=True))
    across = min(0.85 * wide, 2 * spot.x, 2 * (face.width - spot.x))
    size: float = min(LARGEST, high / 2, across / text_width(words or " ", 1))
    return max(SMALLEST, size)


def _arrow(start: Spot, goal: Spot) -> Lines:
    """Return an arrow from one spot to another."""
    x, y, to_x, to_y = start.x, start.y, goal.x, goal.y
    right, down = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
    back_x, back_y, tip = to_x - 11 * right, to_y - 11 * down, (to_x, to_y)
    ends = [(back_x + 8 * down * way, back_y + 8 * right * way) for way in (1, -1)]
    shaft = ((x + 22 * right, y + 22 * down), tip)
    return Lines("arrow", (shaft, *((tip, end) for end in ends)))


def _done(after: Face) -> list[Shape]:
    """Return what a move has done: strokes over what it took, and the line that has won."""
    drawn: list[Shape] = [shape for shape in after.shapes if shape.kind in ("rim", "win")]
    for shape in after.shapes:
        if isinstance(shape, Disc) and shape.kind.startswith("gone"):
            x, y, reach = shape.x, shape.y, shape.radius * 0.9
            drawn.append(Lines("strike", (((x - reach, y + reach), (x + reach, y - reach)),)))
    return drawn


def _table(face: Face, notes: Mapping[Spot, object], counts: Mapping[str, str]) -> str:
    """Return a board of cells as a table with names of rows and columns; nothing for others."""
    signs = "".join(face.rows)
    if not signs or len(signs) != len(face.spots):
        return ""
    told = [
        _short(notes[spot]) if spot in notes else sign + counts.get(spot.name, "")
        for spot, sign in zip(face.spots, signs, strict=True)
    ]
    across = len(face.rows[0])
    columns = [str(c) for c in range(1, across + 1)]
    wide = max(map(len, [*columns, *told]))
    lines = [[" ", *columns]]
    for first in range(0, len(told), across):
        lines.append([face.spots[first].name[0], *told[first : first + across]])
    return "\n".join("  ".join([row[0], *(f"{it:>{wide}}" for it in row[1:])]) for row in lines)
