"""A search in words: why a move was played, what to look for, and a whole game reviewed.

The game says what a move does (`reasons` in `gamelib.game.OPTIONAL`); the search says how the game
ends. "Wins in 3 moves" counts the winner's moves. Values are from MAX's point of view, but "wins"
and "loses" are said of the side to move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from textwrap import fill
from typing import Any

from gamelib.engine.clock import Thought
from gamelib.face import Face, face_of
from gamelib.game import MAX, MIN, Side, optional
from gamelib.trace import RootMove
from gamelib.view.board.verdicts import (
    Verdict,
    Verdicts,
    grade,
    highest_score,
    margin,
    share,
    standing,
)
from gamelib.words import BOUND_WORDS, Text, number, plural

__all__ = [
    "Review",
    "as_data",
    "effort",
    "expectation",
    "move_in_words",
    "outlook",
    "reason_rows",
    "reasons_of",
    "scale",
    "sentence_of",
    "without_names",
]

MAX_LINE_MOVES = 8  # shown of an expected line
MAX_ROWS = 12  # of the table of reasons
MAX_MOVES_IN_ROW = 4  # of it
MAX_REASONS = 2  # in a sentence
GUESSED_BOUNDS = {"=": "", "<=": " or less", ">=": " or more"}
TEXT_WIDTH = 88  # of a printed review
ARTICLE = re.compile("(a|an|the) ")
CUT_WORDS = re.compile(
    r"(\s+(with|at|on|from|to|by|of|and|in|near|the|a|an|against|for))*[\s–:,(-]*$"
)


# ---- verdicts -----------------------------------------------------------------------------------


def as_data(game: Any, state: Any, verdict: Verdict, signs: Mapping[Side, str]) -> dict[str, Any]:
    """Return a verdict as the browser needs it."""
    return {
        "share": round(share(game, verdict.value), 3),
        "proved": verdict.proved,
        "ahead": None if verdict.proved else verdict.ahead,
        "text": standing(game, state, verdict, signs),
    }


def scale(game: Any, signs: Mapping[Side, str]) -> list[str]:
    """Return what the lowest and the highest value of a review's chart mean.

    >>> from gamelib import DotsAndBoxes, TicTacToe
    >>> scale(TicTacToe(), {"MAX": "X", "MIN": "O"})
    ['O wins', 'X wins']
    >>> scale(DotsAndBoxes(2, 2), {"MAX": "X", "MIN": "O"})
    ['O wins by 4', 'X wins by 4']
    """
    highest = highest_score(game)
    points = "" if highest == inf else margin(game, highest)
    return [f"{signs[side]} wins{points}" for side in ("MIN", "MAX")]


# ---- words --------------------------------------------------------------------------------------


def sentence_of(parts: Sequence[str]) -> str:
    """Return what a move does as a sentence, nothing without reasons.

    >>> sentence_of(["blocks a four", "makes an open three"]), sentence_of(["a quiet move"])
    ('It blocks a four and makes an open three.', 'It is a quiet move.')
    """
    does = [f"is {part}" if ARTICLE.match(part) else part for part in parts[:MAX_REASONS]]
    return f"It {' and '.join(does)}." if does else ""


def without_names(reason: str, face: Face) -> str:
    """Return the part of a reason before the first name of a spot, nothing if too little is left.

    >>> from gamelib import TicTacToe
    >>> face = face_of(TicTacToe(), TicTacToe().start())
    >>> without_names("makes two in a row with b2 and c3", face)
    'makes two in a row'
    >>> without_names("blocks the open threes a1, b2", face)
    'blocks the open threes'
    """
    names = sorted((spot.name for spot in face.spots), key=len, reverse=True)
    pattern = "|".join(map(re.escape, names))
    match = re.search(rf"(?<![\w,])({pattern})(?!\w|,\d)", reason) if names else None
    if match is None:
        return reason
    kept = CUT_WORDS.sub("", reason[: match.start()])
    return kept if len(kept.split()) > 1 else ""


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
    how = margin(game, abs(value))
    if not how and over:
        how = f" in {plural(count, 'move')}" if count > 1 else " at once"
    return f"{'wins' if winner == mover else 'loses'}{how}"


def move_in_words(
    game: Any, state: Any, result: Any, root: RootMove, roots: Sequence[RootMove] = ()
) -> str:
    """Return what one move at the root does, and what the search found out about it.

    `roots` are the moves that were searched, if more is known about them than in the result.

    >>> from gamelib import TicTacToe, alpha_beta
    >>> game = TicTacToe()
    >>> state = game.from_text("XX./OO./...")
    >>> result = alpha_beta(game, state, record=True)
    >>> [move_in_words(game, state, result, root) for root in result.root_moves[:2]]
    ['makes 3 in a row; wins at once; best of 5', 'blocks 3 in a row']
    """
    parts = [*reasons_of(game, state, root.move)]
    if root.move == result.move:
        known = {other.move: other for other in roots}
        moves = [known.get(other.move, other) for other in result.root_moves]
        others = [_outcome(game, state, other) for other in moves if other.move != root.move]
        searched = sum(1 for other in result.root_moves if other.bound)
        if not others:
            parts.append("the only move")
        parts.append(outlook(game, state, result))
        if others and {*others} == {"loses"}:
            parts.append("every other move loses")
        elif searched > 1:
            sign = 1 if game.turn(state) == MAX else -1
            now = sign * known.get(root.move, root).value
            better = any(one.bound == "=" and sign * one.value > now for one in moves)
            parts.append(f"{'seemed the best' if better else 'best'} of {searched}")
    else:
        parts.append(_outcome(game, state, root))
    return "; ".join(filter(None, parts))


def reason_rows(
    game: Any, state: Any, result: Any, verdicts: Verdicts | None = None, most: int = MAX_ROWS
) -> list[list[Any]]:
    """Return a row for each move that was searched: the move, its reasons, value, if it was played.

    The move that was played comes first, then moves with exact values, then those with bounds; the
    best ones come first. Moves with the same reasons and the same value share a row.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> reason_rows(SAMPLE, "A", alpha_beta(SAMPLE, record=True))[:2]
    [['B', 'best of 3', 'exactly 3', True], ['D', '', 'at most 2', False]]
    """
    searched = [root for root in getattr(result, "root_moves", ()) if root.bound]
    roots = [_as_known(game, state, root, verdicts) for root in searched]
    sign = 1 if game.turn(state) == MAX else -1
    roots.sort(key=lambda root: (root.move != result.move, root.bound != "=", -sign * root.value))
    sure = _is_exact(result)
    rows: dict[Any, list[str]] = {}
    for root in roots:
        played = root.move == result.move
        value = _value_text(game, state, root, sure, verdicts)
        key = move_in_words(game, state, result, root, roots), value, played
        rows.setdefault(key, []).append(str(root.move))
    return [
        [_some(moves), reason, value, played]
        for (reason, value, played), moves in [*rows.items()][:most]
    ]


def _as_known(game: Any, state: Any, root: RootMove, verdicts: Verdicts | None) -> RootMove:
    """Return a move with its value as far as it is known now, else as the search left it."""
    verdict = verdicts.known(game.play(state, root.move)) if verdicts else None
    if verdict is None or not (verdict.proved or root.bound == "="):
        return root
    return root._replace(value=verdict.value, bound="=")


def _value_text(game: Any, state: Any, root: RootMove, sure: bool, verdicts: Any) -> str:
    """Return the value of a move for X: what is proved about it, or what the player found."""
    verdict = verdicts.known(game.play(state, root.move)) if verdicts else None
    if verdict is not None and verdict.proved:
        return f"{number(verdict.value)}, proved"
    value = number(round(root.value, 3) + 0)
    if sure:
        return f"{BOUND_WORDS[root.bound]} {value}"
    if verdict is not None and root.bound == "=":
        value = number(round(verdict.value, 3) + 0)
    return f"about {value}{GUESSED_BOUNDS[root.bound]}"


def _is_exact(result: Any) -> bool:
    """Return whether the values of a search are those of the game, not of an estimate."""
    if isinstance(result, Thought):
        return result.solved
    options: Mapping[str, Any] = getattr(getattr(result, "trace", None), "options", {})
    return options.get("depth") is None


def _some(moves: Sequence[str]) -> str:
    """Return a list of moves, cut short where it is long."""
    more = len(moves) - MAX_MOVES_IN_ROW
    return ", ".join(moves[:MAX_MOVES_IN_ROW]) + (f" and {more} more" if more > 0 else "")


def expectation(side: Side, sign: str, result: Any) -> str:
    """Return what a side wants, how far its player has searched, and the line it expects."""
    wants = f"{sign} wants {'large' if side == MAX else 'small'} values."
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
    solved = getattr(result, "solved", False)
    if solved and not depth:
        return "proved"  # by the game's own solver, or because the next move ends it
    parts = [
        f"depth {depth}" if isinstance(depth, int) and depth else "",
        plural(nodes, "node") if isinstance(nodes, int) else "",
        "proved" if solved else "",
    ]
    return ", ".join(filter(None, parts))


def _line(result: Any) -> str:
    """Return the expected line, cut short where it is long."""
    more = " …" if len(result.line) > MAX_LINE_MOVES else ""
    return " ".join(map(str, result.line[:MAX_LINE_MOVES])) + more


def reasons_of(game: Any, state: Any, move: Any) -> tuple[str, ...]:
    """Return what the game says about a move, nothing if its function fails."""
    try:
        return tuple(map(str, optional(game, "reasons")(state, move)))
    except Exception:  # the board tells about it, when it asks for the reasons of the last move
        return ()


def _outcome(game: Any, state: Any, root: RootMove) -> str:
    """Return "wins" or "loses" if a move is worth the highest or the lowest score, or nothing."""
    low, high = optional(game, "limits")
    if root.bound and (root.value <= low or root.value >= high):
        return "wins" if (root.value > 0) == (game.turn(state) == MAX) else "loses"
    return ""


# ---- a game reviewed ----------------------------------------------------------------------------


class Review:
    """Every move of a game, judged by an engine; it fills up from the last move to the first."""

    def __init__(
        self, game: Any, states: Sequence[Any], moves: Sequence[Any], verdicts: Verdicts, you: str
    ) -> None:
        """Begin with nothing judged; `you` is the side whose mistakes count, "" for both."""
        self.game, self.states, self.moves = game, [*states], [*moves]
        self.verdicts, self.you = verdicts, you
        self.signs = face_of(game, self.states[0]).signs
        self.results: dict[int, Any] = {}  # of the searches before the moves, by the move's index
        self.judged_from = len(self.states)  # the first moment that is judged
        self._cached: tuple[Any, dict[str, Any]] = (None, {})

    @property
    def progress(self) -> str:
        """Return how many moves are judged, in a few words."""
        done = max(0, len(self.states) - 1 - self.judged_from)
        return f"{done} of {plural(len(self.moves), 'move')} judged"

    def judging(self, engine: Any) -> Iterator[Review]:
        """Judge all moves in slices; the review is complete when this ends.

        It goes backwards, so that the engine remembers what comes later.
        """
        game, verdicts = self.game, self.verdicts
        for before, after in zip(self.states, self.states[1:], strict=False):
            verdicts.connect(before, after)
        for at in range(len(self.moves), -1, -1):
            state = self.states[at]
            if game.score(state) is None:
                result = None
                for result in engine.thinking(game, state):  # noqa: B007
                    yield self
                self.results[at] = result
                verdicts.learn(state, result)
                verdicts.of(state)
                if at < len(self.moves):
                    yield from self._with_hindsight(at)
            self.judged_from = at
            yield self

    def _with_hindsight(self, at: int) -> Iterator[Review]:
        """Correct the verdict before a move by the one after it, which has looked further ahead."""
        game, verdicts, state, result = self.game, self.verdicts, self.states[at], self.results[at]
        sign = 1 if game.turn(state) == MAX else -1
        before, after = verdicts.of(state), verdicts.of(self.states[at + 1])
        if before.proved:
            return
        if after.proved and sign * after.value < 0:
            best, options = None, []  # the move lost: is there any that does not?
            for move in game.moves(state):
                verdict = verdicts.of(game.play(state, move))
                verdicts.connect(state, game.play(state, move))
                if not (verdict.proved and sign * verdict.value < 0):
                    options.append((sign * verdict.value, move, verdict))
                yield self
            if options and self.moves[at] == result.move:
                best = max(options, key=lambda option: option[0])
                verdicts.revise(state, best[2])
        elif self.moves[at] == result.move or sign * (after.value - before.value) > 0:
            verdicts.revise(state, after)

    def verdict(self, at: int) -> Verdict | None:
        """Return the verdict on a moment, None while it is not judged."""
        return self.verdicts.of(self.states[at]) if at >= self.judged_from else None

    def grade(self, at: int) -> str:
        """Return "??" for a mistake, "?" for a doubtful move, else nothing; by the move's index."""
        before, after = self.verdict(at), self.verdict(at + 1)
        if before is None or after is None:
            return ""
        return grade(self.game, self.game.turn(self.states[at]), before, after)

    def best(self, at: int) -> Any:
        """Return the better move instead of one that has a grade, None without one."""
        if not self.grade(at) or self.results.get(at) is None:
            return None
        game, state = self.game, self.states[at]
        best = self.verdicts.best(state, self.results[at].move)
        if best != self.moves[at]:
            return best
        sign = 1 if game.turn(state) == MAX else -1
        others = [move for move in game.moves(state) if move != best]
        verdicts = ((self.verdicts.known(game.play(state, move)), move) for move in others)
        values = [(sign * verdict.value, move) for verdict, move in verdicts if verdict]
        return max(values, key=lambda pair: pair[0])[1] if values else None

    def comment(self, at: int) -> str:
        """Return what a move did, and what would have been better."""
        game, state, move = self.game, self.states[at], self.moves[at]
        before, after = self.verdict(at), self.verdict(at + 1)
        if before is None or after is None:
            return ""
        side = game.turn(state)
        does = sentence_of(reasons_of(game, state, move))
        text = f"{self.signs[side]} played {move}. {does}".strip()
        sign, better = 1 if side == MAX else -1, self.best(at)
        if before.proved and sign * before.value < 0:
            text += " Every move loses here."
        if better is None:
            return text
        does = " and ".join(reasons_of(game, state, better)[:MAX_REASONS])
        was = standing(game, state, before, self.signs)
        now = standing(game, self.states[at + 1], after, self.signs)
        text += f" Better: {better}{f', which {does}' if does else ''}."
        text += f" With it: {was}{_how_sure(before)}; now: {now}{_how_sure(after)}."
        line = self.results[at].line
        if len(line) > 1 and line[0] == better:
            text += f" Expected: {_line(self.results[at])}."
        return text

    def summary(self) -> str:
        """Return the mistakes of your side, or of both, in a sentence or two."""
        sides = [self.you] if self.you else ["MAX", "MIN"]
        return " ".join(self._summary(side) for side in sides)

    def _summary(self, side: str) -> str:
        mine = [at for at, state in enumerate(self.states[:-1]) if self.game.turn(state) == side]
        grades = {at: self.grade(at) for at in mine}
        name = "You" if self.you else self.signs[side]  # type: ignore[index]
        texts = []
        for mark, what in (("??", "mistake"), ("?", "doubtful move")):
            moves = [f"{self.moves[at]} at move {at + 1}" for at in mine if grades[at] == mark]
            if moves:
                texts.append(f"{plural(len(moves), what)}: {', '.join(moves)}")
        return f"{name} made {'; and '.join(texts) or 'no mistake'}."

    def data(self, most: int) -> dict[str, Any]:
        """Return what the browser shows of the first `most` moves."""
        if (most, self.judged_from, self.verdicts.version) != self._cached[0]:
            data = self._data(most)  # which may look at a position, and learn about it
            self._cached = (most, self.judged_from, self.verdicts.version), data
        return self._cached[1]

    def _data(self, most: int) -> dict[str, Any]:
        game, moves = self.game, range(most)
        better = [self.best(at) for at in moves]
        verdicts = [self.verdict(at) for at in range(most + 1)]
        data = {
            "range": scale(game, self.signs),
            "verdicts": [
                verdict and as_data(game, state, verdict, self.signs)
                for state, verdict in zip(self.states, verdicts, strict=False)
            ],
            "grades": [self.grade(at) for at in moves],
            "comments": [self.comment(at) for at in moves],
            "best": [None if move is None else str(move) for move in better],
            "summary": "" if self.judged_from else self.summary(),
        }
        return data | ({"done": self.progress} if self.judged_from else {})

    def __repr__(self) -> str:
        """Return the summary, and the comment on each move that has a grade."""
        graded = [at for at in range(len(self.moves)) if self.grade(at)]
        comments = [f"Move {at + 1}{self.grade(at)}: {self.comment(at)}" for at in graded]
        lines = [fill(comment, TEXT_WIDTH, subsequent_indent="    ") for comment in comments]
        return Text("\n".join([self.summary(), *lines]))


def _how_sure(verdict: Verdict) -> str:
    """Return in brackets how sure a verdict is."""
    if verdict.proved:
        return " (proved)"
    return f" (a guess, {plural(verdict.ahead, 'move')} ahead)" if verdict.ahead else " (a guess)"
