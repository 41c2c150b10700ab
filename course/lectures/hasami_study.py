"""What lecture 09 looks at Dai Hasami Shogi with: diagrams, counts, orders, captures played out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import inf
from typing import Any

from course.documents import hasami as document
from gamelib.arguments import Evaluate
from gamelib.face import Lines
from gamelib.game import MAX, Side
from gamelib.games.hasami import HasamiShogi, Position
from gamelib.search import alpha_beta
from gamelib.view.board.picture import Picture
from gamelib.view.board.picture import diagram as board_diagram

__all__ = [
    "after_captures",
    "captures_first",
    "diagram",
    "line_chances",
    "middle_games",
    "perft",
    "times_asked",
]


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
    rows, columns = document.missing_in_rows, document.missing_in_columns
    parts = rows, columns, document.missing_in_diagonals
    return document.line_worth([missing for part in parts for missing in part(state, side)])


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


def diagram(game: HasamiShogi, state: Position, move: str = "") -> Picture:
    """Return a picture of a position: the home rows shaded, a move as an arrow, losses struck out.

    >>> game = HasamiShogi(5)
    >>> diagram(game, game.from_text("XXX.X/...X./XOO../..O.X/OO..O"), "B4-C4")
       1  2  3  4  5
    A  X  X  X  .  X
    B  .  .  .  X  .
    C  X  O  O  .  .
    D  .  .  O  .  X
    E  O  O  .  .  O
    B4-C4 captures C2 C3.
    """
    told = [f"{move} captures {' '.join(game.captured(state, move)) or 'nothing'}."] if move else []
    after = game.play(state, move) if move else state
    if line := game.winning_line(after):
        told.append(f"{' '.join(line)} win.")
    elif (score := game.score(after)) is not None:
        told.append({1: "X has won.", -1: "O has won.", 0: "A draw."}[score])
    areas = [spot.area for spot in game.face(state).spots]
    homes = [
        Lines(kind, (_around(cells),), closed=True)
        for kind, cells in (
            ("box max", areas[: 2 * game.size]),
            ("box min", areas[-2 * game.size :]),
        )
    ]
    moves = [move] if move else []
    return board_diagram(game, state, moves, behind=homes, caption=" ".join(told))


def _around(areas: Sequence[tuple[tuple[float, float], ...]]) -> tuple[tuple[float, float], ...]:
    """Return the frame around the first and the last of some cells in reading order."""
    (left, top), (right, low) = areas[0][0], areas[-1][2]
    return (left, top), (right, top), (right, low), (left, low)
