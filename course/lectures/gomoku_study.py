"""What lecture 07 looks at gomoku with: diagrams, threats by name, wins that are proved."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from gamelib.game import MAX, require_int
from gamelib.games.gomoku import Gomoku, Stones, board_of
from gamelib.games.gomoku.lines import grid_of, names_in
from gamelib.games.gomoku.threats import five_cells, four_moves
from gamelib.view.board.picture import FONTS, as_image
from gamelib.view.style import theme_named
from gamelib.words import number

__all__ = ["Diagram", "diagram", "fives", "fours", "scattered", "wins_after"]

LETTERS = "abcdefghijklmnopqrstuvwxyz"
MARGIN, EDGE = 24, 10  # room for the names of rows and columns, and on the other two sides


# ---- a diagram ----------------------------------------------------------------------------------


def diagram(
    state: Stones, moves: Iterable[str] = (), notes: Mapping[str, float] | None = None
) -> Diagram:
    """Return a picture of a position, of moves played from there, and of numbers on free cells.

    The moves are numbered, as in printed games. Notes are shaded: the larger, the darker.

    >>> game = Gomoku(5)
    >>> diagram(game.play(game.start(), "b2"), moves=["c3", "b3"], notes={"e5": 7})
        1   2   3   4   5
    a   .   .   .   .   .
    b   .   X  X2   .   .
    c   .   .  O1   .   .
    d   .   .   .   .   .
    e   .   .   .   .   7
    """
    signs = {
        f"{LETTERS[row]}{column + 1}": sign
        for row, line in enumerate(board_of(state))
        for column, sign in enumerate(line)
        if sign
    }
    free = set(Gomoku(state.size).moves(state)) if state.outcome is None else set()
    played: dict[str, int] = {}
    side = "X" if state.turn == MAX else "O"
    for count, move in enumerate(moves, start=1):
        if move not in free or move in played:
            raise ValueError(f"{move!r} cannot be shown as move {count}: it is no free cell")
        signs[move], played[move] = side, count
        side = "O" if side == "X" else "X"
    values = dict(notes or {})
    if wrong := [cell for cell in values if cell not in free or cell in played]:
        raise ValueError(f"{wrong[0]!r} cannot have a note: it is no free cell")
    return Diagram(state.size, signs, played, values)


class Diagram:
    """A board with stones, some of them numbered, and with numbers on free cells."""

    def __init__(
        self, size: int, signs: dict[str, str], played: dict[str, int], notes: dict[str, float]
    ) -> None:
        """Keep what is to be drawn; `diagram` works it out."""
        self.size, self.signs, self.played, self.notes = size, signs, played, notes

    def __repr__(self) -> str:
        """Return the board in text, numbered stones as X1 O2 …, with the names of the cells."""
        words = {cell: sign + str(self.played.get(cell, "")) for cell, sign in self.signs.items()}
        words |= {cell: number(round(value, 2)) for cell, value in self.notes.items()}
        columns = range(1, self.size + 1)
        table = [["", *map(str, columns)]]
        table += [
            [letter, *(words.get(f"{letter}{column}", ".") for column in columns)]
            for letter in LETTERS[: self.size]
        ]
        wide = max(2, *(len(word) for row in table for word in row))
        return "\n".join(
            f"{row[0]:1}" + "".join(f"  {w:>{wide}}" for w in row[1:]) for row in table
        )

    @property
    def alt(self) -> str:
        """Return the picture in words."""
        lying = {
            side: [c for c, sign in self.signs.items() if sign == side and c not in self.played]
            for side in "XO"
        }
        told = [f"Board of {self.size} by {self.size} cells."]
        told += [f"{side}: {' '.join(cells)}." for side, cells in lying.items() if cells]
        if self.played:
            told.append("Then " + " ".join(f"{self.signs[c]} {c}," for c in self.played)[:-1] + ".")
        if self.notes:
            notes = ", ".join(f"{c} {number(round(v, 2))}" for c, v in self.notes.items())
            told.append(f"Numbers: {notes}.")
        return " ".join(told)

    @property
    def svg(self) -> str:
        """Return the picture as an SVG document."""
        colours, cell = theme_named("light"), 38 if self.size <= 9 else 32
        end = MARGIN + self.size * cell
        wide = end + EDGE
        low, high = min(self.notes.values(), default=0), max(self.notes.values(), default=0)
        shades, discs, words = [], [], []
        for i, letter in enumerate(LETTERS[: self.size]):
            middle = MARGIN + i * cell + cell // 2
            words += [_word(middle, 12, 13, str(i + 1)), _word(12, middle, 13, letter)]
        for name, value in self.notes.items():
            x, y = _corner(name, cell)
            warm = 0.1 + 0.4 * (value - low) / (high - low or 1)
            shades.append(f"<path d='M{x} {y}h{cell}v{cell}h-{cell}z' opacity='{warm:.2f}'/>")
            words.append(_word(x + cell // 2, y + cell // 2, 12, number(round(value, 2))))
        for name, sign in self.signs.items():
            x, y = (place + cell // 2 for place in _corner(name, cell))
            fill, ink = colours.max_line, f" fill='{colours.back}'"
            if sign == "O":
                fill, ink = colours.min_fill, ""
            discs.append(f"<circle cx='{x}' cy='{y}' r='{0.4 * cell:g}' fill='{fill}'/>")
            looks = f"{ink} font-weight='bold'" if name in self.played else ink
            words.append(_word(x, y, 15, str(self.played.get(name, sign)), looks))
        lines = [MARGIN + i * cell for i in range(self.size + 1)]
        grid = "".join(f"M{at} {MARGIN}V{end}M{MARGIN} {at}H{end}" for at in lines)
        text = "text-anchor='middle' dominant-baseline='central'"
        return "\n".join(
            [
                f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {wide} {wide}' "
                f"width='{wide}' height='{wide}' role='img'>",
                f"<title>{escape(self.alt)}</title>",
                f"<rect width='100%' height='100%' rx='6' fill='{colours.back}'/>",
                f"<g fill='{colours.max_line}'>{''.join(shades)}</g>",
                f"<path d='{grid}' stroke='{colours.grid}' stroke-width='0.8'/>",
                f"<g stroke='{colours.ink}' stroke-width='1.4'>{''.join(discs)}</g>",
                f"<g font-family=\"{FONTS}\" {text} fill='{colours.ink}'>{''.join(words)}</g>",
                "</svg>\n",
            ]
        )

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """Return an image with its alternative text, and the board in text."""
        return {"text/html": as_image(self.svg, self.alt), "text/plain": repr(self)}


def _corner(name: str, cell: int) -> tuple[int, int]:
    """Return the upper left corner of a cell."""
    return MARGIN + (int(name[1:]) - 1) * cell, MARGIN + LETTERS.index(name[0]) * cell


def _word(x: int, y: int, size: int, word: str, looks: str = "") -> str:
    return f"<text x='{x}' y='{y}' font-size='{size}'{looks}>{word}</text>"


# ---- threats and wins ---------------------------------------------------------------------------


def fives(state: Stones) -> tuple[str, ...]:
    """Return the cells on which the side to move makes a five.

    >>> game = Gomoku(5)
    >>> fives(game.from_text("XX.XX/OO.OO/...../...../....."))
    ('a3',)
    """
    grid = grid_of(state.size)
    return names_in(grid, five_cells(grid, *_mover_first(state)))


def fours(state: Stones) -> dict[str, tuple[str, ...]]:
    """Return the fours of the side to move: each move with the cells that then make a five.

    A four is left out if the other side could answer with a five of its own.

    >>> game = Gomoku(6)
    >>> fours(game.from_text(".XXX../....../O...O./....../O...../......"))
    {'a1': ('a5',), 'a5': ('a1', 'a6'), 'a6': ('a5',)}
    >>> fours(game.from_text(".XXX../....../OOOO../....../....../......", turn="MAX"))
    {}
    """
    grid = grid_of(state.size)
    mine, theirs = _mover_first(state)
    if five_cells(grid, mine, theirs):
        return {}  # a side that has a five to play needs no four
    danger = five_cells(grid, theirs, mine)
    found = {
        names_in(grid, move)[0]: names_in(grid, then)
        for move, then in four_moves(grid, mine, theirs).items()
        if not danger & ~move
    }
    return dict(sorted(found.items(), key=lambda item: grid.cells[item[0]]))


def _mover_first(state: Stones) -> tuple[int, int]:
    return (state.x, state.o) if state.turn == MAX else (state.o, state.x)


def wins_after(game: Gomoku, state: Stones, move: str, effort: int = 2000) -> bool:
    """Tell whether a win is proved for the side that makes this move.

    It is if the move wins at once, or if after every answer the side has a win by fours that can
    be found by looking at about `effort` positions. False means that nothing was proved.

    >>> game = Gomoku(7)
    >>> state = game.from_text("......./.OO..O./......./..XXX../......./...O.../......X")
    >>> [move for move in game.moves(state) if wins_after(game, state, move)]
    ['d2', 'd6']
    """
    wanted = 1 if state.turn == MAX else -1
    after = game.play(state, move)
    if after.outcome is not None:
        return after.outcome == wanted
    # A five of the other side, or the cells that stop ours; where a four waits all else loses.
    for answer in game.noisy(after) or game.moves(after):
        proof = game.settled(game.play(after, answer), effort)
        if proof is None or proof[0] != wanted:
            return False
    return True


def scattered(game: Gomoku, stones: int, seed: int) -> Stones:
    """Return a position with so many stones at random cells, in which nobody has five.

    >>> print(scattered(Gomoku(5), stones=7, seed=1))
    . . X X X
    . . . O .
    . . . . X
    O . . O .
    . . . . .
    """
    require_int("stones", stones, least=0)
    if stones > game.size**2 // 2:
        raise ValueError(f"stones is {stones}, but must leave half of the board free")
    choose = random.Random(require_int("seed", seed, least=0))
    while True:
        state = game.start()
        for cell in choose.sample(game.moves(state), stones):
            state = game.play(state, cell)
            if state.outcome is not None:
                break
        else:
            return state
