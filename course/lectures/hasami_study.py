"""What lecture 09 looks at Dai Hasami Shogi with: diagrams, counts, orders, captures played out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from html import escape
from math import inf
from typing import Any

from gamelib.arguments import Evaluate
from gamelib.game import MAX, Side
from gamelib.games.hasami import HasamiShogi, Position, features
from gamelib.search import alpha_beta
from gamelib.view.board.picture import FONTS, as_image
from gamelib.view.style import theme_named

__all__ = [
    "Diagram",
    "after_captures",
    "captures_first",
    "diagram",
    "line_chances",
    "middle_games",
    "perft",
    "times_asked",
]

CELL, MARGIN = 38, 24  # the side of a cell, and the room for the names of rows and columns


def perft(game: Any, state: Any, depth: int) -> int:
    """Return in how many ways the next moves can be played.

    >>> game = HasamiShogi(5)
    >>> perft(game, game.start(), 1), perft(game, game.start(), 2)
    (10, 85)
    """
    if depth == 0:
        return 1
    if depth == 1:  # to count moves is far cheaper than to play them
        return len(game.moves(state))
    return sum(perft(game, game.play(state, move), depth - 1) for move in game.moves(state))


def middle_games(
    game: HasamiShogi, count: int, *, plies: int = 12, seed: int = 0
) -> list[Position]:
    """Return positions after so many random moves, all of them still going on."""
    choose = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        state = game.start()
        for _ in range(plies):
            if moves := game.moves(state):
                state = game.play(state, choose.choice(moves))
        if game.moves(state):
            found.append(state)
    return found


def captures_first(state: Position, moves: Sequence[str]) -> list[str]:
    """Return the moves with the captures and the winning lines at the front, as `order=` wants it.

    >>> game = HasamiShogi(5)
    >>> board = game.from_text("XXX.X/...X./XOO../..O.X/O...O")
    >>> captures_first(board, game.moves(board))[:2]
    ['B4-C4', 'A2-A4']
    """
    noisy = HasamiShogi(state.size).noisy(state)
    return [*noisy, *(move for move in moves if move not in noisy)]


def line_chances(state: Position, side: Side) -> float:
    """Return what a side's lines are worth by the document's heuristic, in all directions.

    >>> board = HasamiShogi(5).from_text("XX.../...../XXX../...../OOOO.")
    >>> round(line_chances(board, "MAX"), 1)
    103.7
    """
    rows, columns = features.missing_in_rows, features.missing_in_columns
    parts = rows, columns, features.missing_in_diagonals
    return features.line_worth([missing for part in parts for missing in part(state, side)])


def after_captures(game: Any, evaluate: Evaluate, most: int = 6) -> Evaluate:
    """Return an evaluation that plays captures to their end before it judges.

    Nobody has to capture: the mover may also stop, and take what the evaluation says. After
    `most` captures one after the other it stops in any case.
    """

    def value(state: Any, alpha: float = -inf, beta: float = inf, left: int = most) -> float:
        score = game.score(state)
        if score is not None:
            return float(score)
        best = evaluate(state)
        for move in game.noisy(state) if left else ():
            if game.turn(state) == MAX:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
            worth = value(game.play(state, move), alpha, beta, left - 1)
            best = max(best, worth) if game.turn(state) == MAX else min(best, worth)
        return best

    return lambda state: value(state)


def times_asked(
    game: Any, states: Sequence[Any], evaluate: Evaluate, *, depth: int, calm: bool = False
) -> int:
    """Return how often a search asks its evaluation, on average; `calm` plays captures out."""
    calls = 0

    def counting(state: Any) -> float:
        nonlocal calls
        calls += 1
        return evaluate(state)

    judge = after_captures(game, counting) if calm else counting
    for state in states:
        alpha_beta(game, state, depth=depth, evaluate=judge)
    return round(calls / len(states))


# ---- diagrams -----------------------------------------------------------------------------------


def diagram(game: HasamiShogi, state: Position, move: str = "") -> Diagram:
    """Return a picture of a position: the home rows shaded, a move as an arrow, losses crossed.

    >>> game = HasamiShogi(5)
    >>> diagram(game, game.from_text("XXX.X/...X./XOO../..O.X/OO..O"), "B4-C4")
      1 2 3 4 5
    A X X X . X
    B . . . X .
    C X O O . .
    D . . O . X
    E O O . . O
    B4-C4 captures C2 C3.
    """
    gone = game.captured(state, move) if move else ()
    after = game.play(state, move) if move else state
    told = []
    if move:
        told.append(f"{move} captures {' '.join(gone) or 'nothing'}.")
    line = game.winning_line(after)
    if line:
        told.append(f"{' '.join(line)} win.")
    elif (score := game.score(after)) is not None:
        told.append({1: "X has won.", -1: "O has won.", 0: "A draw."}[score])
    return Diagram(state, move, gone, line, " ".join(told))


class Diagram:
    """A position with a move; `diagram` makes one."""

    def __init__(
        self,
        state: Position,
        move: str,
        gone: tuple[str, ...],
        line: tuple[str, ...],
        sentence: str,
    ) -> None:
        """Keep what is to be drawn."""
        self.state, self.move, self.gone, self.line = state, move, gone, line
        self.sentence = sentence

    @property
    def alt(self) -> str:
        """Return the picture in words."""
        signs = self._signs()
        x = " ".join(name for name, sign in signs.items() if sign == "X")
        o = " ".join(name for name, sign in signs.items() if sign == "O")
        size = self.state.size
        return f"Board of {size} by {size} cells. X on {x}. O on {o}. {self.sentence}".strip()

    @property
    def svg(self) -> str:
        """Return the picture as an SVG document."""
        colours, size = theme_named("light"), self.state.size
        side = MARGIN + size * CELL + 8
        wide, high = max(side, 8 * len(self.sentence) + 16), side + (24 if self.sentence else 0)
        board = size * CELL
        text = f"font-family=\"{FONTS}\" fill='{colours.ink}'"
        parts = [
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {wide} {high}' "
            f"width='{wide}' height='{high}' role='img'>",
            f"<title>{escape(self.alt)}</title>",
            f"<rect width='100%' height='100%' rx='6' fill='{colours.back}'/>",
            _box(0, 2, board, colours.max_fill),
            _box(size - 2, 2, board, colours.min_fill),
        ]
        for name in self.line:
            x, y = _middle(name)
            parts.append(
                f"<rect x='{x - 16:g}' y='{y - 16:g}' width='32' height='32' rx='6' fill='none' "
                f"stroke='{colours.ink}' stroke-width='2.5'/>"
            )
        grid = "".join(
            f"M{MARGIN} {MARGIN + i * CELL}h{board}M{MARGIN + i * CELL} {MARGIN}v{board}"
            for i in range(size + 1)
        )
        parts.append(f"<path d='{grid}' fill='none' stroke='{colours.grid}' stroke-width='1'/>")
        for name, sign in self._signs().items():
            colour = colours.max_line if sign == "X" else colours.min_line
            parts.append(_sign(name, sign, colour, faded=name in self.gone))
        for name in self.gone:
            x, y = _middle(name)
            parts.append(
                f"<path d='M{x - 14:g} {y + 14:g}L{x + 14:g} {y - 14:g}' "
                f"stroke='{colours.cut}' stroke-width='4'/>"
            )
        if self.move:
            parts.append(_arrow(self.move, colours.ink))
        middle = f"font-size='13' text-anchor='middle' dominant-baseline='central' {text}"
        for i in range(size):
            place = MARGIN + (i + 0.5) * CELL
            parts.append(f"<text x='{place:g}' y='{MARGIN / 2:g}' {middle}>{i + 1}</text>")
            letter = "ABCDEFGHIJK"[i]
            parts.append(f"<text x='{MARGIN / 2:g}' y='{place:g}' {middle}>{letter}</text>")
        if self.sentence:
            parts.append(
                f"<text x='8' y='{high - 9}' font-size='14' {text}>{escape(self.sentence)}</text>"
            )
        return "\n".join([*parts, "</svg>\n"])

    def __repr__(self) -> str:
        """Return the board in text, and what the move does."""
        return f"{self.state}\n{self.sentence}".strip("\n")

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """Return an image with its alternative text, and the text."""
        return {"text/html": as_image(self.svg, self.alt), "text/plain": repr(self)}

    def _signs(self) -> dict[str, str]:
        rows = [line.split() for line in str(self.state).split("\n")[1:]]
        return {
            f"{row[0]}{column}": sign
            for row in rows
            for column, sign in enumerate(row[1:], 1)
            if sign != "."
        }


def _middle(name: str) -> tuple[float, float]:
    row, column = ord(name[0]) - ord("A"), int(name[1:]) - 1
    return MARGIN + (column + 0.5) * CELL, MARGIN + (row + 0.5) * CELL


def _box(row: int, rows: int, wide: int, colour: str) -> str:
    top = MARGIN + row * CELL
    return f"<rect x='{MARGIN}' y='{top}' width='{wide}' height='{rows * CELL}' fill='{colour}'/>"


def _sign(name: str, sign: str, colour: str, faded: bool) -> str:
    """Return a cross for X, a ring for O; a piece that is captured is dashed."""
    x, y = _middle(name)
    look = f"fill='none' stroke='{colour}' stroke-width='4.5' stroke-linecap='round'"
    look += " stroke-dasharray='1 7'" if faded else ""
    if sign == "O":
        return f"<circle cx='{x:g}' cy='{y:g}' r='10' {look}/>"
    return f"<path d='M{x - 9:g} {y - 9:g}l18 18M{x + 9:g} {y - 9:g}l-18 18' {look}/>"


def _arrow(move: str, colour: str) -> str:
    """Return an arrow from where a piece stands to where it goes."""
    (x, y), (to_x, to_y) = (_middle(name) for name in move.split("-"))
    step_x, step_y = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
    x, y = x + 14 * step_x, y + 14 * step_y
    back_x, back_y = to_x - 9 * step_x, to_y - 9 * step_y
    head = (
        f"M{to_x:g} {to_y:g}L{back_x - 6 * step_y:g} {back_y - 6 * step_x:g}"
        f"M{to_x:g} {to_y:g}L{back_x + 6 * step_y:g} {back_y + 6 * step_x:g}"
    )
    look = f"fill='none' stroke='{colour}' stroke-width='2.5'"
    return f"<path d='M{x:g} {y:g}L{to_x:g} {to_y:g}{head}' {look}/>"
