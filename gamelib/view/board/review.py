"""What a search says in words: why a move was played, how a game stands, and a game reviewed.

The game says what a move does (`reasons` in `gamelib.game.OPTIONAL`), the search how it ends. "Wins
in 3 moves" counts the moves of the winner. Values are MAX's; words are from where the mover sits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from textwrap import fill
from typing import Any, NamedTuple

from gamelib.face import face_of
from gamelib.game import MAX, MIN, Side, optional
from gamelib.trace import RootMove
from gamelib.words import Text, number, plural

__all__ = ["Moment", "Review", "outlook", "said_of", "share", "standing"]

EXPECTED = 8  # moves of a line that are told
GRADES = ("best", "good", "mistake")
BEST, GOOD = 0.02, 0.25  # a move that gives away so much of all there is to win is still …
COLUMNS = 88  # of a printed review
WIDEST = 8.0  # points: where more can be won, a quarter of this is a mistake
DEGREES = ((0.08, "about even"), (0.3, "a little better"), (0.7, "better"), (2, "much better"))


# ---- words --------------------------------------------------------------------------------------


def share(game: Any, value: float) -> float:
    """Return a value for MAX as a part of all that can be won, from -1 to 1.

    >>> from gamelib import SAMPLE, TicTacToe
    >>> share(TicTacToe(), 0.5), share(SAMPLE, 3)
    (0.5, 0.75)
    """
    most = _most(game)
    return value / most if most < inf else value / (1 + abs(value))


def standing(game: Any, value: float, proved: bool, signs: Any) -> str:
    """Return who is ahead, in words.

    >>> from gamelib import DotsAndBoxes, TicTacToe
    >>> signs = {"MAX": "X", "MIN": "O"}
    >>> standing(TicTacToe(), -0.2, False, signs), standing(DotsAndBoxes(), 2, True, signs)
    ('O is a little better', 'X wins by 2')
    """
    side, much = signs[MAX if value > 0 else MIN], abs(value)
    if proved:
        return f"{side} wins{_by(game, much)}" if value else "a draw"
    words = next(words for least, words in DEGREES if abs(share(game, value)) < least)
    if words == DEGREES[0][1]:
        return words
    by_points = _most(game) != 1
    return f"{side} is {f'ahead by about {number(round(much, 1))}' if by_points else words}"


def outlook(game: Any, state: Any, found: Any) -> str:
    """Return how the game ends for the mover, as far as the search has proved it, or nothing.

    >>> from gamelib import TicTacToe, alpha_beta
    >>> game = TicTacToe()
    >>> state = game.from_text("X.O/O../..X")
    >>> outlook(game, state, alpha_beta(game, state))
    'wins at once'
    """
    value, mover = found.value, game.turn(state)
    winner: Side = MAX if value > 0 else MIN
    count = 0
    for move in found.line:
        count += game.turn(state) == winner
        state = game.play(state, move)
    over = game.score(state) == value
    if not (getattr(found, "solved", False) or (over and value in optional(game, "limits"))):
        return ""
    if not value:
        return "holds the draw"
    how = _by(game, abs(value)) or (
        over and (f" in {plural(count, 'move')}" if count > 1 else " at once")
    )
    return f"{'wins' if winner == mover else 'loses'}{how or ''}"


def said_of(game: Any, state: Any, found: Any, root: RootMove) -> str:
    """Return in words what one move at the root does and what is known of it.

    >>> from gamelib import TicTacToe, alpha_beta
    >>> game = TicTacToe()
    >>> state = game.from_text("XX./OO./...")
    >>> found = alpha_beta(game, state, record=True)
    >>> [said_of(game, state, found, root) for root in found.root_moves[:2]]
    ['makes 3 in a row; wins at once; best of 5', 'blocks 3 in a row']
    """
    told = [*_does(game, state, root.move)]
    known = [other for other in found.root_moves if other.bound]
    if root.move == found.move:
        others = [
            _fate(game, state, other) for other in found.root_moves if other.move != root.move
        ]
        if not others:
            told.append("the only move")
        told += filter(None, [outlook(game, state, found)])
        if others and {*others} == {"loses"}:
            told.append("every other move loses")
        elif len(known) > 1:
            told.append(f"best of {len(known)}")
    elif fate := _fate(game, state, root):
        told.append(fate)
    return "; ".join(told)


def _does(game: Any, state: Any, move: Any) -> tuple[str, ...]:
    """Return what the game says of a move; a game that fails there is told so."""
    try:
        return tuple(map(str, optional(game, "reasons")(state, move)))
    except Exception as error:
        return (f"reasons failed: {type(error).__name__}: {error}",)


def _fate(game: Any, state: Any, root: RootMove) -> str:
    """Return "wins" or "loses" where a move can only be worth the best or the worst score."""
    low, high = optional(game, "limits")
    if root.bound and (root.value <= low or root.value >= high):
        return "wins" if (root.value > 0) == (game.turn(state) == MAX) else "loses"
    return ""


def _by(game: Any, points: float) -> str:
    """Return by how much somebody wins, where more than a win can be won."""
    return f" by {number(points)}" if points != 1 or _most(game) not in (1, inf) else ""


def _most(game: Any) -> float:
    """Return how much can be won or lost at most."""
    most: float = max(map(abs, optional(game, "limits")))
    return most


# ---- a game reviewed ----------------------------------------------------------------------------


class Moment(NamedTuple):
    """A moment of a game: what it is worth, and what is to be said of the move that led there."""

    value: float  # MAX's, of the position
    proved: bool
    grade: str = ""  # "best", "good", "mistake"; nothing at the start
    told: str = ""


class Review:
    """Every move of a game as an engine judges it; it fills up from the last move to the first."""

    def __init__(self, game: Any, states: Sequence[Any], moves: Sequence[Any]) -> None:
        self.game, self.states, self.moves = game, [*states], [*moves]
        self.moments: list[Moment | None] = [None] * len(self.states)
        self.signs = face_of(game, self.states[0]).signs

    @property
    def progress(self) -> str:
        """Return how much is judged, in a few words."""
        done = sum(moment is not None for moment in self.moments)
        return f"{max(0, done - 1)} of {plural(len(self.moves), 'move')} judged"

    def judging(self, engine: Any) -> Iterator[Review]:
        """Judge all moves in slices; the review is whole when this ends.

        It goes backwards, since what comes later is known then, and the engine remembers it.
        """
        for at in range(len(self.moves), -1, -1):
            state, found = self.states[at], None
            if (score := self.game.score(state)) is None:
                for found in engine.thinking(self.game, state):  # noqa: B007
                    yield self
            if at < len(self.moves):
                moment = self._judge(at, found)
            else:
                moment = Moment(found.value, found.solved) if found else Moment(score, True)
            self.moments[at] = moment
            yield self

    def _judge(self, at: int, found: Any) -> Moment:
        """Judge the move made at a moment, and return that moment with hindsight."""
        game, state, move, after = self.game, self.states[at], self.moves[at], self.moments[at + 1]
        assert after is not None
        sign, best = 1 if game.turn(state) == MAX else -1, (found.value, found.solved)
        # What the move led to is known from nearer by.
        if not found.solved and (move == found.move or sign * (after.value - found.value) > 0):
            best = (after.value, after.proved and sign * after.value >= _most(game))
        most = min(WIDEST, _most(game))
        lost = max(0.0, sign * (best[0] - after.value)) / most
        grade = "best" if lost <= BEST else "good" if lost < GOOD else "mistake"
        does = "; ".join(_does(game, state, move))
        told = f"Move {at + 1}: {self.signs[game.turn(state)]} played {move}"
        told += f" ({does}). " if does else ". "
        verdict = "A mistake" if grade == "mistake" else grade.capitalize()
        if grade == "best" and found.solved and sign * best[0] < 0:
            verdict = "Every move loses here"
        told += f"{verdict}."
        if grade != "best":
            why = said_of(game, state, found, RootMove(found.move))
            line = " ".join(map(str, found.line[:EXPECTED])) + " …" * (len(found.line) > EXPECTED)
            was = standing(game, *best, self.signs)
            now = standing(game, after.value, after.proved, self.signs)
            told += f" Better: {found.move} ({why or was}). Expected: {line}."
            told += f" With it {was}; now {now}." if was != now else ""
        self.moments[at + 1] = after._replace(grade=grade, told=told)
        return Moment(*best)

    def counts(self) -> str:
        """Return how many moves of each side were best, good and mistakes."""
        told = []
        for side in (MAX, MIN):
            grades = [
                moment.grade
                for state, moment in zip(self.states, self.moments[1:], strict=False)
                if moment and moment.grade and self.game.turn(state) == side
            ]
            best, good, bad = (grades.count(grade) for grade in GRADES)
            told.append(f"{self.signs[side]}: {best} best, {good} good, {plural(bad, 'mistake')}.")
        return " ".join(told)

    def __repr__(self) -> str:
        """Return the counts, and what is to be said of each move that was not among the best."""
        told = [m.told for m in self.moments if m and m.grade not in ("", "best")]
        lines = [fill(words, COLUMNS, subsequent_indent="    ") for words in told]
        return Text("\n".join([self.counts(), *lines]))
