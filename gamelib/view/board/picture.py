"""Faces as pictures: diagrams with numbered moves, heat maps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path as File
from typing import Any

from gamelib.arguments import Evaluate
from gamelib.face import Disc, Face, Lines, Shape, Spot, Words, face_of
from gamelib.game import MAX
from gamelib.view.style import BROWSER, board_looks, style
from gamelib.view.tree.svg import as_image, to_svg
from gamelib.words import number

__all__ = [
    "BEHIND",
    "Picture",
    "board_style",
    "diagram",
    "heat_map",
    "picture_of",
    "require_face",
    "values_after",
]

SHEET = File(__file__).parents[1] / "web" / "board.css"
CAPTION, LETTERS = 26, 14  # the height of the sentence below a picture, and of its letters
BEHIND = ("grid", "last", "from", "box", "star")  # kinds that lie below what can be chosen
DIAGRAM = 0.75  # the size of a diagram, where a board is 1


def board_style() -> str:
    """Return the style sheet of the board widget."""
    own = [
        f".gl-board .gl-{'.gl-'.join(kind.split())}{{{look.css}}}"
        for kind, look in board_looks(BROWSER).items()
    ]
    return "\n".join([style().strip(), *own, SHEET.read_text(encoding="utf-8")])


def require_face(face: object, moves: Iterable[Any]) -> None:
    """Raise an error with a sentence if this is no face that can be drawn and played on."""
    if not isinstance(face, Face):
        raise TypeError(f"face(state, last) gave {face!r}, but must give a gamelib.face.Face")
    known = board_looks(BROWSER)
    for shape in (*face.shapes, *face.preview):
        if shape.kind not in known:
            kinds = ", ".join(repr(kind) for kind in known)
            raise ValueError(f"{shape.kind!r} is no kind of shape: there are {kinds}")
    names = {spot.name for spot in face.spots}
    for spots in face.choices:
        if not spots or not {*spots} <= names:
            raise ValueError(f"a choice of the face is {spots!r}, but there are no such spots")
    for move in moves:
        if move not in face.choices.values():
            raise ValueError(f"the face has no choice for {move!r}, which is a legal move")


# ---- pictures -----------------------------------------------------------------------------------


class Picture:
    """Shapes with their words: an image with its alternative text, and a text beside it."""

    def __init__(
        self,
        face: Face,
        shapes: Iterable[Shape],
        *,
        alt: str,
        text: str,
        caption: str = "",
        scale: float = 1.0,
    ) -> None:
        """Keep what is to be drawn on a paper as large as the face; `caption` stands below it."""
        self.shapes, self.alt, self.text, self.caption = tuple(shapes), alt, text, caption
        self.width, self.height, self.scale = face.width, face.height, scale
        if caption:
            size, below = LETTERS / scale, CAPTION / scale
            self.width = max(face.width, (7 * len(caption) + 20) / scale)
            self.height = face.height + below
            words = Words("caption", 10, self.height - below / 2, caption, size, "start")
            self.shapes += (words,)

    @property
    def svg(self) -> str:
        """Return the picture as an SVG document."""
        drawn = [shape._replace(kind=f"board {shape.kind}") for shape in self.shapes]
        return to_svg(drawn, self.width, self.height, self.alt, scale=self.scale)

    def __repr__(self) -> str:
        """Return the text."""
        return self.text

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """Return an image with its alternative text, and the text."""
        return {"text/html": as_image(self.svg, self.alt), "text/plain": self.text}


def picture_of(face: Face, *, alt: str, text: str, caption: str) -> Picture:
    """Return a face as a picture, with a sentence below it."""
    return Picture(face, _still(face), alt=alt, text=text, caption=caption)


def _still(face: Face) -> list[Shape]:
    """Return the shapes of a face where nothing moves, with its buttons."""
    # What was just taken fades away in the browser; in a picture it is gone.
    shapes = [shape for shape in face.shapes if not shape.kind.startswith("gone")]
    begins = {spots[0] for spots in face.choices}
    for spot in face.spots:
        if isinstance(spot.mark, Words) and spot.name in begins:
            shapes += [Lines("frame", (spot.area,), True), spot.mark._replace(kind="sign")]
    return shapes


# ---- diagrams and heat maps ---------------------------------------------------------------------


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
) -> Picture:
    """Return a position, the moves played from there, and notes on moves that could be played.

    Moves are numbered, as in printed games. One that goes from a spot to another is an arrow on the
    position before it, and what it takes is struck out. Notes that are numbers may be shaded: the
    larger, the darker.

    >>> from gamelib import TicTacToe
    >>> game = TicTacToe()
    >>> diagram(game, game.start(), ["b2", "a1"], {"c3": 7})
        1   2   3
    a  O2   .   .
    b   .  X1   .
    c   .   .   7
    """
    played: dict[str, tuple[int, str]] = {}
    arrows: list[Shape] = []
    told, begun = [], None
    for count, move in enumerate(moves, start=1):
        face = face_of(game, state)
        last = (state, move)
        try:
            state = game.play(state, move)
        except ValueError as error:
            raise ValueError(f"{move!r} cannot be shown as move {count}: {error}") from None
        names = next(names for names, choice in face.choices.items() if choice == move)
        turn = game.turn(last[0])
        told.append(f"{count} {face.signs[turn]} {move}")
        if len(names) == 1:
            played[names[0]] = (count, "max" if turn == MAX else "min")
        else:
            begun = begun or face
            arrows += _done(face_of(game, state, last))
            ends = [(spot.x, spot.y) for n in names for spot in face.spots if spot.name == n]
            arrows.append(_arrow(ends[0], ends[-1]))
    face = begun or face_of(game, state)
    spots = {spot.name: spot for spot in face.spots}
    places = {move: spots[names[0]] for names, move in face.choices.items() if len(names) == 1}
    if wrong := [move for move in notes or {} if move not in places]:
        raise ValueError(f"{wrong[0]!r} cannot have a note: no spot stands for that move here")
    shapes = _still(face)
    shapes += [s.mark for s in places.values() if s.mark and s.mark.kind == "way"]
    for name, (count, side) in played.items():
        x, y = spots[name].x, spots[name].y
        shapes += [Disc(f"badge {side}", x, y, 13), Words("sign", x, y, str(count), 16)]
    values: dict[Spot, Any] = {places[move]: note for move, note in (notes or {}).items()}
    shapes += _heat(values) if shaded else []
    for spot, note in values.items():
        high = max(y for _, y in spot.area) - min(y for _, y in spot.area)
        size = max(14.0, min(21.0, high / 4))
        shapes.append(Words("note", spot.x, spot.y, _short(note), size))
    listed = ", ".join(f"{move} {_short(note)}" for move, note in (notes or {}).items())
    lines = [f"Moves: {', '.join(told)}." if told else "", f"Notes: {listed}." if listed else ""]
    alt = " ".join(part for part in (face.said, *lines, caption) if part)
    text = _table(face, values, played) or "\n".join([str(state), *filter(None, lines)])
    drawn = [*behind, *shapes, *arrows]
    text = f"{text}\n{caption}".strip("\n")
    return Picture(face, drawn, alt=alt, text=text, caption=caption, scale=scale)


def heat_map(game: Any, evaluate: Evaluate, state: Any = None) -> Picture:
    """Return a picture of what an evaluation says after each move from a state.

    >>> from gamelib import TicTacToe
    >>> from gamelib.games.tictactoe import open_lines
    >>> heat_map(TicTacToe(), open_lines)
       1  2  3
    a  3  2  3
    b  2  4  2
    c  3  2  3

    Where the game is over after a move, its score is shown.
    """
    state = game.start() if state is None else state
    values = values_after(game, evaluate, state)
    if not values:
        raise ValueError("the game is over here, so there is no move to judge")
    return diagram(game, state, notes=values, shaded=True, scale=1)


def values_after(game: Any, evaluate: Evaluate, state: Any) -> dict[Any, float]:
    """Return what an evaluation says after each move; where the game is over, its score.

    >>> from gamelib import SAMPLE
    >>> values_after(SAMPLE, ord, "A")
    {'B': 66, 'C': 67, 'D': 68}
    """
    values = {}
    for move in game.moves(state):
        after = game.play(state, move)
        score = game.score(after)
        values[move] = evaluate(after) if score is None else score
    return values


def _short(note: object) -> str:
    return number(round(note, 2)) if isinstance(note, int | float) else str(note)


def _heat(values: Mapping[Spot, float]) -> list[Shape]:
    """Return shades over spots: the larger the number, the darker."""
    low, high = min(values.values(), default=0), max(values.values(), default=0)
    return [
        Lines(f"heat {round(45 * (value - low) / (high - low or 1))}", (spot.area,), closed=True)
        for spot, value in values.items()
    ]


def _arrow(start: tuple[float, float], goal: tuple[float, float]) -> Lines:
    """Return an arrow from one spot to another."""
    (x, y), (to_x, to_y) = start, goal
    right, down = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
    back_x, back_y = to_x - 11 * right, to_y - 11 * down
    ends = [(back_x + 8 * down * way, back_y + 8 * right * way) for way in (1, -1)]
    shaft = ((x + 22 * right, y + 22 * down), goal)
    return Lines("arrow", (shaft, *((goal, end) for end in ends)))


def _done(after: Face) -> list[Shape]:
    """Return what a move has done: strokes over what it took, and the line that has won."""
    drawn: list[Shape] = [shape for shape in after.shapes if shape.kind in ("rim", "win")]
    for shape in after.shapes:
        if isinstance(shape, Disc) and shape.kind.startswith("gone"):
            x, y, reach = shape.x, shape.y, shape.radius * 0.9
            drawn.append(Lines("strike", (((x - reach, y + reach), (x + reach, y - reach)),)))
    return drawn


def _table(face: Face, notes: Mapping[Spot, object], played: Mapping[str, tuple[int, str]]) -> str:
    """Return a board with names of rows and columns as a table, or nothing if it has none."""
    labels = [shape for shape in face.shapes if isinstance(shape, Words) and shape.kind == "label"]
    if not labels:
        return ""
    told = {
        (spot.x, spot.y): _short(notes[spot])
        if spot in notes
        else (spot.holds or ".") + str(played.get(spot.name, [""])[0])
        for spot in face.spots
    }
    columns, rows = sorted({x for x, _ in told}), sorted({y for _, y in told})
    across = {word.x: word.text for word in labels}
    down = {word.y: word.text for word in labels}
    table = [["", *(across.get(x, "") for x in columns)]]
    table += [[down.get(y, ""), *(told.get((x, y), "") for x in columns)] for y in rows]
    wide = max(len(word) for row in table for word in row[1:])
    return "\n".join(
        "  ".join([f"{row[0]:1}", *(f"{word:>{wide}}" for word in row[1:])]) for row in table
    )
