"""What an evaluation says of each legal move, as shades on the board."""

from __future__ import annotations

from typing import Any

from gamelib.arguments import Evaluate
from gamelib.game import MAX
from gamelib.words import number

__all__ = ["heat_of", "values_after"]


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


def heat_of(
    game: Any, evaluate: Evaluate, state: Any, ways: dict[str, dict[str, Any]]
) -> dict[str, dict[str, tuple[float, str]]]:
    """Return for each spot a shade from 0 to 1, the best for the mover being 1, and its value.

    `ways` are the moves by their spots, as a board gives them. Where two spots make a move, the
    first one has the value of the best move that begins there.
    """
    values = values_after(game, evaluate, state)
    if not values:
        return {}
    sign = 1 if game.turn(state) == MAX else -1
    low = min(sign * value for value in values.values())
    high = max(sign * value for value in values.values())

    def shade(value: float) -> tuple[float, str]:
        return round((sign * value - low) / (high - low or 1), 3), number(round(value, 2))

    heat = {
        first: {then: shade(values[move]) for then, move in moves.items()}
        for first, moves in ways.items()
    }
    if "" not in ways:
        best = max if sign == 1 else min
        heat[""] = {
            first: shade(best(values[move] for move in moves.values()))
            for first, moves in ways.items()
        }
    return heat
