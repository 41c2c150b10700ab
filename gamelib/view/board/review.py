"""A search in words: why a move was played, who is ahead, and a whole game reviewed.

The game says what a move does (`reasons` in `gamelib.game.OPTIONAL`); the search says how the game
ends. "Wins in 3 moves" counts the winner's moves. Values are from MAX's point of view, but "wins"
and "loses" are said of the side to move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from textwrap import fill
from typing import Any, NamedTuple

from gamelib.face import face_of
from gamelib.game import MAX, MIN, Side, optional
from gamelib.trace import RootMove
from gamelib.words import BOUND_WORDS, Text, number, plural

__all__ = [
    "Moment",
    "Review",
    "effort",
    "expectation",
    "move_in_words",
    "outlook",
    "reason_rows",
    "share",
    "standing",
]

MAX_LINE_MOVES = 8  # shown of an expected line
MAX_ROWS = 12  # of the table of reasons
GRADES = ("best", "good", "mistake")
BEST_LOSS, GOOD_LOSS = 0.02, 0.25  # the largest part of the stakes that such a move gives away
MAX_STAKES = 8.0  # points: in a game with higher scores, losing a quarter of this is a mistake
LEADS = ((0.08, "about even"), (0.3, "a little better"), (0.7, "better"), (2, "much better"))
TEXT_WIDTH = 88  # of a printed review


# ---- words --------------------------------------------------------------------------------------


def share(game: Any, value: float) -> float:
    """Return a value for MAX as a part of the highest score, from -1 to 1.

    >>> from gamelib import SAMPLE, TicTacToe
    >>> share(TicTacToe(), 0.5), share(SAMPLE, 3)
    (0.5, 0.75)
    """
    highest = _highest_score(game)
    return value / highest if highest < inf else value / (1 + abs(value))


def standing(game: Any, value: float, proved: bool, signs: Mapping[Side, str]) -> str:
    """Return who is ahead, in words.

    >>> from gamelib import DotsAndBoxes, TicTacToe
    >>> signs = {"MAX": "X", "MIN": "O"}
    >>> standing(TicTacToe(), -0.2, False, signs), standing(DotsAndBoxes(), 2, True, signs)
    ('O is a little better', 'X wins by 2')
    """
    side, points = signs[MAX if value > 0 else MIN], abs(value)
    if proved:
        return f"{side} wins{_margin(game, points)}" if value else "a draw"
    lead = next(words for limit, words in LEADS if abs(share(game, value)) < limit)
    if lead == LEADS[0][1]:
        return lead
    if _highest_score(game) != 1:
        lead = f"ahead by about {number(round(points, 1))}"
    return f"{side} is {lead}"


def outlook(game: Any, state: Any, result: Any) -> str:
    """Return how the game ends for the side to move, if the search has proved it, or nothing.

    >>> from gamelib import TicTacToe, alpha_beta
    >>> game = TicTacToe()
    >>> state = game.from_text("X.O/O../..X")
    >>> outlook(game, state, alpha_beta(game, state))
    'wins at once'
    """
    value, mover = result.value, game.turn(state)
    winner: Side = MAX if value > 0 else MIN
    count = 0
    for move in result.line:
        count += game.turn(state) == winner
        state = game.play(state, move)
    over = game.score(state) == value
    if not (getattr(result, "solved", False) or (over and value in optional(game, "limits"))):
        return ""
    if not value:
        return "holds the draw"
    how = _margin(game, abs(value))
    if not how and over:
        how = f" in {plural(count, 'move')}" if count > 1 else " at once"
    return f"{'wins' if winner == mover else 'loses'}{how}"


def move_in_words(game: Any, state: Any, result: Any, root: RootMove) -> str:
    """Return what one move at the root does, and what the search found out about it.

    >>> from gamelib import TicTacToe, alpha_beta
    >>> game = TicTacToe()
    >>> state = game.from_text("XX./OO./...")
    >>> result = alpha_beta(game, state, record=True)
    >>> [move_in_words(game, state, result, root) for root in result.root_moves[:2]]
    ['makes 3 in a row; wins at once; best of 5', 'blocks 3 in a row']
    """
    parts = [*_reasons(game, state, root.move)]
    if root.move == result.move:
        others = [
            _outcome(game, state, other) for other in result.root_moves if other.move != root.move
        ]
        searched = sum(1 for other in result.root_moves if other.bound)
        if not others:
            parts.append("the only move")
        parts.append(outlook(game, state, result))
        if others and {*others} == {"loses"}:
            parts.append("every other move loses")
        elif searched > 1:
            parts.append(f"best of {searched}")
    else:
        parts.append(_outcome(game, state, root))
    return "; ".join(filter(None, parts))


def reason_rows(game: Any, state: Any, result: Any, most: int = MAX_ROWS) -> list[list[Any]]:
    """Return a row for each move that was searched: the move, its reasons, value, if it was played.

    The move that was played comes first, then moves with exact values, then those with bounds; the
    best ones come first.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> reason_rows(SAMPLE, "A", alpha_beta(SAMPLE, record=True))[:2]
    [['B', 'best of 3', 'exactly 3', True], ['D', '', 'at most 2', False]]
    """
    roots = [root for root in getattr(result, "root_moves", ()) if root.bound]
    sign = 1 if game.turn(state) == MAX else -1
    roots.sort(key=lambda root: (root.move != result.move, root.bound != "=", -sign * root.value))
    return [
        [
            str(root.move),
            move_in_words(game, state, result, root),
            f"{BOUND_WORDS[root.bound]} {number(round(root.value, 3) + 0)}",
            root.move == result.move,
        ]
        for root in roots[:most]
    ]


def expectation(side: Side, sign: str, result: Any) -> str:
    """Return what a side wants, how far its player has searched, and the line it expects."""
    name = sign if sign == side else f"{sign} is {side} and"
    wants = f"{name} wants {'large' if side == MAX else 'small'} values."
    text = f"{wants} {effort(result).capitalize()}. Expected: {_line(result)}."
    total = len(result.root_moves)
    if total > MAX_ROWS:
        searched = sum(1 for root in result.root_moves if root.bound)
        text += f" {total} moves, {searched} of them searched."
    return text


def effort(result: Any) -> str:
    """Return how deep and how many nodes a player has searched so far, in a few words."""
    if isinstance(result, Review):
        return result.progress
    nodes = getattr(result, "nodes", None) or getattr(result, "visited", None)
    depth = getattr(result, "depth", None)
    parts = [
        f"depth {depth}" if isinstance(depth, int) and depth else "",
        plural(nodes, "node") if isinstance(nodes, int) else "",
        "proved" if getattr(result, "solved", False) else "",
    ]
    return ", ".join(filter(None, parts))


def _line(result: Any) -> str:
    """Return the expected line, cut short where it is long."""
    more = " …" if len(result.line) > MAX_LINE_MOVES else ""
    return " ".join(map(str, result.line[:MAX_LINE_MOVES])) + more


def _reasons(game: Any, state: Any, move: Any) -> tuple[str, ...]:
    """Return what the game says about a move, or the error if its function fails."""
    try:
        return tuple(map(str, optional(game, "reasons")(state, move)))
    except Exception as error:
        return (f"reasons failed: {type(error).__name__}: {error}",)


def _outcome(game: Any, state: Any, root: RootMove) -> str:
    """Return "wins" or "loses" if a move is worth the highest or the lowest score, or nothing."""
    low, high = optional(game, "limits")
    if root.bound and (root.value <= low or root.value >= high):
        return "wins" if (root.value > 0) == (game.turn(state) == MAX) else "loses"
    return ""


def _margin(game: Any, points: float) -> str:
    """Return by how many points a side wins, in games that are not only won or lost."""
    return f" by {number(points)}" if points != 1 or _highest_score(game) not in (1, inf) else ""


def _highest_score(game: Any) -> float:
    """Return the most that can be won or lost."""
    highest: float = max(map(abs, optional(game, "limits")))
    return highest


# ---- a game reviewed ----------------------------------------------------------------------------


class Moment(NamedTuple):
    """A moment of a reviewed game: its value, and a comment on the move that led to it."""

    value: float  # of the position, from MAX's point of view
    proved: bool
    grade: str = ""  # of the move: "best", "good" or "mistake"; nothing at the start
    comment: str = ""


class Review:
    """Every move of a game, judged by an engine; it fills up from the last move to the first."""

    def __init__(self, game: Any, states: Sequence[Any], moves: Sequence[Any]) -> None:
        self.game, self.states, self.moves = game, [*states], [*moves]
        self.moments: list[Moment | None] = [None] * len(self.states)
        self.signs = face_of(game, self.states[0]).signs

    @property
    def progress(self) -> str:
        """Return how many moves are judged, in a few words."""
        done = sum(moment is not None for moment in self.moments)
        return f"{max(0, done - 1)} of {plural(len(self.moves), 'move')} judged"

    def judging(self, engine: Any) -> Iterator[Review]:
        """Judge all moves in slices; the review is complete when this ends.

        It goes backwards, so that the engine remembers what comes later.
        """
        for at in range(len(self.moves), -1, -1):
            state, result = self.states[at], None
            if (score := self.game.score(state)) is None:
                for result in engine.thinking(self.game, state):  # noqa: B007
                    yield self
            if at < len(self.moves):
                moment = self._judge(at, result)
            elif result:
                moment = Moment(result.value, result.solved)
            else:
                moment = Moment(score, True)
            self.moments[at] = moment
            yield self

    def _judge(self, at: int, result: Any) -> Moment:
        """Judge the move made at a moment, and return that moment with hindsight."""
        game, state, move, after = self.game, self.states[at], self.moves[at], self.moments[at + 1]
        assert after is not None
        side = game.turn(state)
        sign, best = 1 if side == MAX else -1, (result.value, result.solved)
        # The search after the move has looked further ahead, so its value counts more.
        if not result.solved and (move == result.move or sign * (after.value - result.value) > 0):
            best = (after.value, after.proved and sign * after.value >= _highest_score(game))
        stakes = min(MAX_STAKES, _highest_score(game))
        loss = max(0.0, sign * (best[0] - after.value)) / stakes
        grade = "best" if loss <= BEST_LOSS else "good" if loss < GOOD_LOSS else "mistake"
        verdict = "A mistake" if grade == "mistake" else grade.capitalize()
        if grade == "best" and result.solved and sign * best[0] < 0:
            verdict = "Every move loses here"
        reasons = "; ".join(_reasons(game, state, move))
        comment = f"Move {at + 1}: {self.signs[side]} played {move}"
        comment += f" ({reasons}). {verdict}." if reasons else f". {verdict}."
        if grade != "best":
            why = move_in_words(game, state, result, RootMove(result.move))
            before = standing(game, *best, self.signs)
            now = standing(game, after.value, after.proved, self.signs)
            comment += f" Better: {result.move} ({why or before}). Expected: {_line(result)}."
            if before != now:
                comment += f" With it {before}; now {now}."
        self.moments[at + 1] = after._replace(grade=grade, comment=comment)
        return Moment(*best)

    def counts(self) -> str:
        """Return how many moves of each side were best, good and mistakes."""
        sentences = []
        for side in (MAX, MIN):
            grades = [
                moment.grade
                for state, moment in zip(self.states, self.moments[1:], strict=False)
                if moment and moment.grade and self.game.turn(state) == side
            ]
            best, good, bad = (grades.count(grade) for grade in GRADES)
            mistakes = plural(bad, "mistake")
            sentences.append(f"{self.signs[side]}: {best} best, {good} good, {mistakes}.")
        return " ".join(sentences)

    def __repr__(self) -> str:
        """Return the counts, and the comment on each move that was not among the best."""
        comments = [m.comment for m in self.moments if m and m.grade not in ("", "best")]
        lines = [fill(comment, TEXT_WIDTH, subsequent_indent="    ") for comment in comments]
        return Text("\n".join([self.counts(), *lines]))
