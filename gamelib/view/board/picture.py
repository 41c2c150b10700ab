"""Faces as pictures: the looks of all their kinds, diagrams with numbered moves, heat maps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path as File
from typing import Any

from gamelib.arguments import Evaluate
from gamelib.face import Disc, Face, Lines, Shape, Words, face_of
from gamelib.game import MAX
from gamelib.view.style import BROWSER, Theme, style, theme_named
from gamelib.view.tree.svg import FONTS, as_image, path_of
from gamelib.words import number

__all__ = [
    "BEHIND",
    "Picture",
    "as_image",
    "board_style",
    "diagram",
    "heat_map",
    "path_of",
    "picture_of",
    "require_looks",
    "values_after",
]

SHEET = File(__file__).parents[1] / "web" / "board.css"
FIXED = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace"
CAPTION, LETTERS = 26, 14  # the height of the sentence below a picture, and of its letters
BEHIND = ("grid", "last", "from", "box", "star")  # kinds that lie below what can be chosen
DIAGRAM = 0.75  # the size of a diagram, where a board is 1


# ---- looks --------------------------------------------------------------------------------------


def _looks(theme: Theme) -> dict[str, str]:
    """Return how each kind of shape looks in a theme."""
    dashed = "stroke-dasharray: 5 4"
    halo = f"paint-order: stroke; stroke: {theme.back}; stroke-width: 3; stroke-linejoin: round"
    looks = {
        "grid": f"fill: none; stroke: {theme.grid}; stroke-width: 1.5",
        "win": _thick(theme.ink, 5),
        "rim": _thick(theme.back, 9),
        "star": _filled(theme.grid, "none", 0),
        "dot": _filled(theme.ink, "none", 0),
        "edge": _thick(theme.ink, 5),
        "hint": f"fill: none; stroke: {theme.cut}; stroke-width: 3; {dashed}",
        "cross": _thick(theme.back, 3),
        "gone cross": _thick(theme.back, 3),
        "way": f"fill: none; stroke: {theme.faded}; stroke-width: 1.5; stroke-dasharray: 3 4",
        "arrow": f"fill: none; stroke: {theme.ink}; stroke-width: 3.5",
        "strike": f"fill: none; stroke: {theme.cut}; stroke-width: 5",
        "heat": f"fill: {theme.max_line}; stroke: none",
        "frame": _filled(theme.back, theme.faded, 1.2),
        **dict.fromkeys(("label", "sign", "gone sign"), f"fill: {theme.ink}"),
        "text": f"fill: {theme.ink}; font-family: {FIXED}; white-space: pre",
        "note": f"fill: {theme.ink}; {halo}",
        "caption": f"fill: {theme.ink}",
    }
    for side, fill, line in (
        ("max", theme.max_fill, theme.max_line),
        ("min", theme.min_fill, theme.min_line),
    ):
        # The cross on X's stone has the colour of the paper, and so has the stone's rim.
        stone = _filled(line, theme.back, 3) if side == "max" else _filled(fill, line, 3)
        looks |= {
            side: _thick(line, 9),
            f"small {side}": _thick(line, 4.5),
            f"stone {side}": stone,
            f"gone {side}": stone,
            f"last {side}": _filled(fill, line, 2),
            f"from {side}": f"fill: none; stroke: {line}; stroke-width: 2; {dashed}",
            f"box {side}": _filled(fill, "none", 0),
            f"edge {side}": _thick(line, 9),
            f"badge {side}": _filled(fill, line, 1.5),
        }
    return looks


def _thick(colour: str, width: float) -> str:
    return f"fill: none; stroke-linecap: round; stroke-width: {width:g}; stroke: {colour}"


def _filled(fill: str, line: str, width: float) -> str:
    return f"fill: {fill}; stroke: {line}; stroke-width: {width:g}"


def board_style() -> str:
    """Return the style sheet of the board widget."""
    own = [
        f".gl-board .gl-{'.gl-'.join(kind.split())} {{ {rule} }}"
        for kind, rule in _looks(BROWSER).items()
    ]
    return "\n".join([style().strip(), SHEET.read_text(encoding="utf-8").strip(), *own]) + "\n"


def require_looks(face: Face) -> None:
    """Raise ValueError with a sentence if a face has a shape of a kind that nobody can draw."""
    known = _looks(BROWSER)
    for shape in (*face.shapes, *face.preview):
        if shape.kind not in known:
            kinds = ", ".join(repr(kind) for kind in known)
            raise ValueError(f"{shape.kind!r} is no kind of shape: there are {kinds}")


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
        colours = theme_named("light")
        looks, wide, high = _looks(colours), self.width, self.height
        return "\n".join(
            [
                f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {wide:g} {high:g}' "
                f"width='{wide * self.scale:g}' height='{high * self.scale:g}' role='img'>",
                f"<title>{escape(self.alt)}</title>",
                f"<rect width='100%' height='100%' rx='6' fill='{colours.back}'/>",
                *(_drawn(shape, looks) for shape in self.shapes),
                "</svg>\n",
            ]
        )

    def __repr__(self) -> str:
        """Return the text."""
        return self.text

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """Return an image with its alternative text, and the text."""
        return {"text/html": as_image(self.svg, self.alt), "text/plain": self.text}


def _drawn(shape: Shape, looks: Mapping[str, str]) -> str:
    kind, _, warm = shape.kind.partition(" ")
    look = f"{looks['heat']}; fill-opacity: 0.{warm:0>2}" if kind == "heat" else looks[shape.kind]
    if isinstance(shape, Words):
        space = " xml:space='preserve'" if kind == "text" else ""
        return (
            f"<text x='{shape.x:g}' y='{shape.y:g}' font-size='{shape.size:g}' "
            f"text-anchor='{shape.anchor}' dominant-baseline='central' font-family=\"{FONTS}\" "
            f'style="{look}"{space}>{escape(shape.text)}</text>'
        )
    return f"<path d='{path_of(shape)}' style='{look}'/>"


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
        spots = next(spots for spots, choice in face.choices.items() if choice == move)
        turn = game.turn(last[0])
        told.append(f"{count} {face.signs[turn]} {move}")
        if len(spots) == 1:
            played[spots[0]] = (count, "max" if turn == MAX else "min")
        else:
            begun = begun or face
            arrows += _done(face_of(game, state, last))
            arrows.append(_arrow(*(_middle(face, name) for name in spots)))
    face = begun or face_of(game, state)
    places = {move: spots[-1] for spots, move in face.choices.items()}
    values: dict[Any, Any] = dict(notes or {})
    if wrong := [move for move in values if move not in places]:
        raise ValueError(f"{wrong[0]!r} cannot have a note: it is no move that can be played")
    words = {move: _short(note) for move, note in values.items()}
    shapes = _still(face)
    free = {spots[0] for spots in face.choices}
    shapes += [s.mark for s in face.spots if s.name in free and s.mark and s.mark.kind == "way"]
    if shaded and values:
        low, high = min(values.values()), max(values.values())
        for move, value in values.items():
            warm = round(45 * (value - low) / (high - low or 1))
            area = next(spot.area for spot in face.spots if spot.name == places[move])
            shapes.append(Lines(f"heat {warm}", (area,), True))
    for name, (count, side) in played.items():
        x, y = _middle(face, name)
        shapes += [Disc(f"badge {side}", x, y, 13), Words("sign", x, y, str(count), 16)]
    for move, word in words.items():
        spot = next(spot for spot in face.spots if spot.name == places[move])
        high = max(y for _, y in spot.area) - min(y for _, y in spot.area)
        shapes.append(Words("note", spot.x, spot.y, word, max(12.0, min(21.0, high / 4))))
    listed = ", ".join(f"{move} {word}" for move, word in words.items())
    lines = [f"Moves: {', '.join(told)}." if told else "", f"Notes: {listed}." if listed else ""]
    alt = " ".join(part for part in (face.said, *lines, caption) if part)
    marks = {name: str(count) for name, (count, _) in played.items()}
    table = _table(face, {places[move]: word for move, word in words.items()}, marks)
    text = table or "\n".join([str(state), *filter(None, lines)])
    text = f"{text}\n{caption}".strip("\n")
    return Picture(
        face, [*behind, *shapes, *arrows], alt=alt, text=text, caption=caption, scale=scale
    )


def heat_map(game: Any, evaluate: Evaluate, state: Any = None) -> Picture:
    """Return a picture of what an evaluation says after each move from a state.

    >>> from gamelib import TicTacToe
    >>> from gamelib.games.tictactoe_features import open_lines
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


def _middle(face: Face, name: str) -> tuple[float, float]:
    return next((spot.x, spot.y) for spot in face.spots if spot.name == name)


def _arrow(start: tuple[float, float], goal: tuple[float, float]) -> Lines:
    """Return an arrow from one spot to another."""
    (x, y), (to_x, to_y) = start, goal
    right, down = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
    tip = (to_x - 22 * right, to_y - 22 * down)
    back_x, back_y = tip[0] - 11 * right, tip[1] - 11 * down
    heads = [(back_x + 8 * down * way, back_y + 8 * right * way) for way in (1, -1)]
    return Lines("arrow", ((start, tip), *((tip, end) for end in heads)))


def _done(after: Face) -> list[Shape]:
    """Return what a move has done: strokes over what it took, and the line that has won."""
    drawn: list[Shape] = [shape for shape in after.shapes if shape.kind in ("rim", "win")]
    for shape in after.shapes:
        if isinstance(shape, Disc) and shape.kind.startswith("gone"):
            x, y, reach = shape.x, shape.y, shape.radius * 0.9
            drawn.append(Lines("strike", (((x - reach, y + reach), (x + reach, y - reach)),)))
    return drawn


def _table(face: Face, words: Mapping[str, str], marks: Mapping[str, str]) -> str:
    """Return a board with names of rows and columns as a table, or nothing if it has none."""
    labels = [shape for shape in face.shapes if isinstance(shape, Words) and shape.kind == "label"]
    if not labels:
        return ""
    told = {
        (spot.y, spot.x): words.get(spot.name) or (spot.holds or ".") + marks.get(spot.name, "")
        for spot in face.spots
    }
    columns, rows = (sorted({place[axis] for place in told}) for axis in (1, 0))
    name = {(label.y, 0): label.text for label in labels} | {
        (0, label.x): label.text for label in labels
    }
    table = [["", *(name.get((0, x), "") for x in columns)]]
    table += [[name.get((y, 0), ""), *(told.get((y, x), "") for x in columns)] for y in rows]
    wide = max(len(word) for row in table for word in row[1:])
    return "\n".join(
        "  ".join([f"{row[0]:1}", *(f"{w:>{wide}}" for w in row[1:])]) for row in table
    )
