"""The first screen of lecture 09: what one program claims about a position, depth by depth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from course.lectures.lecture09 import captures_first
from gamelib.games.hasami import HasamiShogi, Position, features
from gamelib.heuristics import squashed
from gamelib.search import alpha_beta
from gamelib.view.live.puzzle import Button, Puzzle, Score, Screen, Slider, position, puzzle
from gamelib.words import series

__all__ = ["TRAP", "claims", "which_depth"]

GAME = HasamiShogi(7)
TRAP = GAME.from_text("XX.XXX./.X.XOO./..OXXXX/......./......./O.O.O.O/O.OO.O.")
NUMBERS = ("no piece", "one", "two", "three", "four", "five", "six")
KEY = "You are X, with as many pieces as O."


class State(NamedTuple):
    """How far the program looks ahead, and the move that was played."""

    depth: int
    played: str = ""


def claims(most: int) -> list[tuple[str, int]]:
    """Return the move and the claim, in pieces, of searches 1 to `most` plies deep.

    >>> claims(2)
    [('C7-B7', 2), ('A2-C2', 0)]
    """
    material = squashed(features.material)
    found = [
        alpha_beta(GAME, TRAP, depth=depth, evaluate=material, order=captures_first)
        for depth in range(1, most + 1)
    ]
    return [(each.move, round(each.value / (1 - abs(each.value)))) for each in found]


def which_depth(most: int = 5) -> Puzzle:
    """Return a slider: how far the program looks ahead, its move and its claim.

    >>> which_depth(2)
    Which depth do you believe?: a puzzle with 6 states. One ply ahead it plays C7-B7 ...
    """
    answers = claims(most)
    moves = [*dict.fromkeys(move for move, _ in answers)]

    def show(state: State) -> Screen:
        depths = range(1, most + 1)
        places = [(f"{depth} {'ply' if depth == 1 else 'plies'}", State(depth)) for depth in depths]
        slider = Slider("Looks ahead", state.depth - 1, places)
        buttons = [Button(f"Play {move}", state._replace(played=move)) for move in moves]
        scores = [
            Score(places[at][0], f"{move} {value:+d}".replace("+0", "0"))
            for at, (move, value) in enumerate(answers[: state.depth])
        ]
        if state.played:
            after = GAME.play(TRAP, state.played)
            reply = _reply(after)
            picture = position(GAME, after, moves=[reply])
            sentence = _outcome(state.played, after, reply)
            return Screen(sentence, [picture], "min", KEY, scores, [slider, *buttons])
        move, value = answers[state.depth - 1]
        picture = position(GAME, TRAP, moves=[move])
        claim = f"{value:+d}" if value else "an equal fight"
        sentence = f"It plays {move} and claims {claim}."
        if state.depth == 1:
            sentence = f"One ply ahead it plays {move} and claims {claim} pieces."
        elif state.depth == most and _swings([value for _, value in answers]):
            sentence += " It swings with the side that moves last."
        return Screen(sentence, [picture], "max", KEY, scores, [slider, *buttons])

    return puzzle("Which depth do you believe?", State(1), show)


def _swings(values: Sequence[int]) -> bool:
    """Tell whether the claims go down and up again from each depth to the next."""
    steps = [after - before for before, after in pairwise(values)]
    return all(step * (-1) ** at < 0 for at, step in enumerate(steps))


def _reply(state: Position) -> str:
    """Return O's move that takes the most pieces."""
    return max(GAME.moves(state), key=lambda move: len(GAME.captured(state, move)))


def _outcome(move: str, after: Position, reply: str) -> str:
    """Say what a move took and what the reply takes."""
    own, lost = GAME.captured(TRAP, move), GAME.captured(after, reply)
    took = f"You took {NUMBERS[len(own)]}"
    if len(lost) <= len(own):
        return f"{took}, and O can take {NUMBERS[len(lost)]}, with {reply}."
    gone = f"{series(lost)} are gone. {NUMBERS[len(own)].capitalize()} for {NUMBERS[len(lost)]}."
    return f"{took}. O plays {reply}: {gone}"
