"""A puzzle of lecture 05: three switches, and how many nodes a search of the game visits."""

from __future__ import annotations

from typing import NamedTuple

from gamelib.face import Face, Lines, Shape, Words, box
from gamelib.games.tictactoe import Board, TicTacToe
from gamelib.search import alpha_beta
from gamelib.transposition import Table, table_search
from gamelib.view.live.puzzle import Drawing, Puzzle, Screen, Switch, drawing, puzzle

__all__ = ["Settings", "three_switches", "visits"]

GAME = TicTacToe()
CELLS = ("b2", "a1", "a3", "c1", "c3", "a2", "b1", "b3", "c2")  # centre, corners, edges
WIDTH, HEIGHT = 460.0, 400.0
BOTTOM, TALL, BAR = 350.0, 290.0, 110.0
KEY = "A whole search of tic-tac-toe, from the empty board."


class Settings(NamedTuple):
    """Which of the three ideas are used."""

    order: bool = False
    table: bool = False
    symmetry: bool = False


def visits(settings: Settings) -> int:
    """Return how many nodes alpha-beta visits with these settings.

    >>> visits(Settings())
    18297
    """

    def centre_first(state: Board, moves: tuple[str, ...]) -> list[str]:
        return sorted(moves, key=CELLS.index)

    order = centre_first if settings.order else None
    if not settings.table:
        return alpha_beta(GAME, order=order).visited
    table = Table(GAME.canonical if settings.symmetry else None)
    return table_search(GAME, order=order, table=table).visited


def three_switches() -> Puzzle:
    """Return three switches and the nodes that alpha-beta visits; bet before you press.

    >>> three_switches()
    How few nodes?: a puzzle with 8 states. Plain alpha-beta. Which switch alone helps most? ...
    """
    plain = visits(Settings())

    def show(settings: Settings) -> Screen:
        nodes = visits(settings)
        sentence, kind = f"{nodes:,} nodes, one in {plain / nodes:.0f}.", ""
        if settings == Settings():
            sentence = "Plain alpha-beta. Which switch alone helps most? Bet, then press it."
        elif all(settings):
            sentence, kind = f"{nodes:,} nodes. The same value, and the same best play.", "right"
        elif settings.symmetry and not settings.table:
            sentence = f"{nodes:,} nodes. Symmetry alone does nothing: it needs a table to look in."
            kind = "cut"
        elif settings == Settings(table=True):
            order = visits(Settings(order=True))
            sentence += f" The good order alone needs {order:,}."
        elif settings == Settings(order=True):
            sentence += f" The table alone needs {visits(Settings(table=True)):,}."
        switches = [
            Switch(label, on, settings._replace(**{name: not on}))
            for (name, on), label in zip(
                settings._asdict().items(),
                ("Centre and corners first", "A table", "Mirrored boards are one"),
                strict=True,
            )
        ]
        return Screen(sentence, [_bars(plain, nodes)], kind, KEY, controls=switches)

    return puzzle("How few nodes?", Settings(), show)


def _bars(plain: int, nodes: int) -> Drawing:
    shapes: list[Shape] = []
    for x, number, label, kind in (
        (125.0, plain, "plain", "band"),
        (335.0, nodes, "your switches", "badge max"),
    ):
        tall = max(2.0, round(TALL * number / plain, 1))
        shapes.append(Lines(kind, (box(x, BOTTOM - tall / 2, BAR, tall),), closed=True))
        shapes.append(Words("label", x, BOTTOM - tall - 18, f"{number:,}", 20))
        shapes.append(Words("label", x, BOTTOM + 22, label, 18))
    shapes.append(Lines("tick", (((30, BOTTOM), (WIDTH - 30, BOTTOM)),)))
    alt = f"Plain alpha-beta visits {plain:,} nodes, with your switches {nodes:,}."
    return drawing(shapes, Face(WIDTH, HEIGHT, (), (), {}, alt=alt))
