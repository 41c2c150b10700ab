"""What lecture 07 looks at gomoku with: diagrams, threats by name, wins that are proved."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

from gamelib.game import MAX, require_int
from gamelib.games.gomoku import Gomoku, Stones
from gamelib.games.gomoku.lines import grid_of, names_in
from gamelib.games.gomoku.threats import five_cells, four_moves
from gamelib.view.board.picture import Picture
from gamelib.view.board.picture import diagram as board_diagram

__all__ = ["diagram", "fives", "fours", "scattered", "wins_after"]


def diagram(
    state: Stones, moves: Iterable[str] = (), notes: Mapping[str, float] | None = None
) -> Picture:
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
    return board_diagram(Gomoku(state.size), state, moves, notes, shaded=True)


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
    for answer in game.promising_noisy(after) or game.moves(after):
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
