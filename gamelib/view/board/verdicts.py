"""What is known about the positions of a board: a proved value, or a guess some moves ahead.

Everything that the board says about a position is read from its `Verdicts`: the evaluation, the
hint, the reasons, the review. So two of them never say different things about one position.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from math import inf
from time import process_time
from typing import Any, NamedTuple

from gamelib.arguments import Evaluate
from gamelib.engine import Engine
from gamelib.engine.clock import Thought
from gamelib.game import MAX, MIN, Side, optional
from gamelib.words import number

__all__ = [
    "FEW_MOVES",
    "LARGE_FALL",
    "Verdict",
    "Verdicts",
    "grade",
    "margin",
    "share",
    "standing",
    "within",
]

LARGE_FALL = 0.35  # a guess that falls by this part of the scale is called doubtful
LEADS = ((0.12, "about equal"), (0.3, "slightly better"), (0.6, "better"), (inf, "much better"))
GLANCE_NODES, FEW_MOVES, SHORT_GAME_NODES = 300, 9, 6_000  # of the search for a new position
GLANCE_SECONDS = 0.3  # at most, for slow games
INSIDE = 0.999  # an estimate outside the limits becomes this part of them


class Verdict(NamedTuple):
    """The value of a position from MAX's point of view: proved, or a guess from a search."""

    value: float
    proved: bool
    ahead: int = 0  # how many moves a guess has looked ahead


class Verdicts:
    """The best known verdict of every position of a board.

    A proved value is never replaced; a guess only by one that has looked further ahead. Proofs
    spread: if a move is proved to win, the position before it is won, and so on.

    >>> from gamelib import TicTacToe
    >>> game = TicTacToe()
    >>> verdicts = Verdicts(game)
    >>> verdicts.of(game.from_text("XX./OO./..."))
    Verdict(value=1, proved=True, ahead=0)
    """

    def __init__(self, game: Any, evaluate: Evaluate | None = None) -> None:
        """Begin with nothing; `evaluate` replaces the game's own `estimate`."""
        self.game, self.evaluate = game, within(game, evaluate)
        self.limits: tuple[float, float] = optional(game, "limits")
        self._bounds: dict[Hashable, tuple[float, float]] = {}  # proved, where they are known
        self._guesses: dict[Hashable, Verdict] = {}
        self._above: dict[Hashable, set[Any]] = {}  # the positions before, as far as they are known
        self._below: dict[Hashable, set[Any]] = {}
        self._searched: set[Hashable] = set()
        self._children: dict[Hashable, tuple[Any, ...]] = {}
        self._engine: Engine | None = None
        self.version = 0  # grows with everything that becomes known

    def copy(self) -> Verdicts:
        """Return a copy that learns on its own."""
        other = Verdicts(self.game)
        other.evaluate = self.evaluate
        other._bounds, other._guesses = {**self._bounds}, {**self._guesses}
        other._above = {state: {*states} for state, states in self._above.items()}
        other._below = {state: {*states} for state, states in self._below.items()}
        other._searched, other._children = {*self._searched}, {**self._children}
        return other

    # ---- asking ---------------------------------------------------------------------------------

    def known(self, state: Any) -> Verdict | None:
        """Return the verdict on a position without any search, None if there is none."""
        score = self.game.score(state)
        if score is not None:
            return Verdict(score, True)
        low, high = self._bounds.get(state, self.limits)
        if low == high:
            return Verdict(low, True)
        guess = self._guesses.get(state)
        return guess and guess._replace(value=max(low, min(high, guess.value)))

    def of(self, state: Any) -> Verdict:
        """Return the verdict on a position; a new one is searched for a moment."""
        verdict = self.known(state)
        if (verdict is None or not verdict.proved) and state not in self._searched:
            if self._engine is None:
                self._engine = Engine(self.game, evaluate=self.evaluate)
            few = len(self.game.moves(state)) <= FEW_MOVES
            nodes = SHORT_GAME_NODES if few else GLANCE_NODES
            start = process_time()  # of this program alone: other ones must not change a verdict
            for thought in self._engine.thinking(state, nodes=nodes):  # noqa: B007
                if process_time() - start > GLANCE_SECONDS:
                    break
            self.learn(state, thought)
            self._searched.add(state)
            verdict = self.known(state)
        assert verdict is not None
        return verdict

    def best(self, state: Any, move: Any = None) -> Any:
        """Return a move that keeps the proved value of a position; `move` if it does so, too.

        Where nothing is proved about the moves, return `move`.
        """
        verdict = self.known(state)
        if verdict is None or not verdict.proved:
            return move
        keeping = []
        for other in self.game.moves(state):
            after = self.known(self.game.play(state, other))
            if after is not None and after[:2] == verdict[:2]:
                keeping.append(other)
        return move if move in keeping or not keeping else keeping[0]

    # ---- learning -------------------------------------------------------------------------------

    def learn(self, state: Any, thought: Any, guesses: bool = True) -> None:
        """Take over the proofs of an engine's thought, and its guesses if these are wanted."""
        if not isinstance(thought, Thought):
            return
        play = self.game.play
        if thought.solved:
            self.prove(state, thought.value, thought.value)
        elif guesses:
            self._guess(state, Verdict(thought.value, False, thought.depth))
        for root in thought.root_moves:
            if not root.bound or not (thought.solved or guesses):
                continue
            after = play(state, root.move)
            self.connect(state, after)
            if thought.solved:
                low = root.value if root.bound != "<=" else -inf
                high = root.value if root.bound != ">=" else inf
                self.prove(after, low, high)
            elif root.bound == "=" and root.move == thought.move and thought.depth:
                self._guess(after, Verdict(root.value, False, thought.depth - 1))
        if thought.solved and thought.line:
            after = play(state, thought.line[0])
            self.connect(state, after)
            self.prove(after, thought.value, thought.value)

    def revise(self, state: Any, after: Verdict) -> None:
        """Replace the guess about a position by that about the move that is best there."""
        old = self._guesses.get(state)
        ahead = max(after.ahead + 1, old.ahead if old else 0)
        self._guesses[state] = Verdict(after.value, False, ahead)
        self.version += 1

    def connect(self, before: Any, after: Any) -> None:
        """Note that a move leads from one position to another, so that proofs spread."""
        if after in self._below.setdefault(before, set()):
            return
        self._below[before].add(after)
        self._above.setdefault(after, set()).add(before)
        score = self.game.score(after)
        if score is not None:
            self.prove(after, score, score)
        self._spread([(after, *self._bounds[after])] if after in self._bounds else [])
        if before in self._bounds:
            self.prove(after, *self._from_above(before, *self._bounds[before]))

    def prove(self, state: Any, low: float, high: float) -> None:
        """Note that the value of a position is proved to lie between two numbers."""
        was = self._bounds.get(state, self.limits)
        low, high = max(low, was[0]), min(high, was[1])
        if (low, high) != was and low <= high:  # a contradiction would be a wrong solver's fault
            self._bounds[state] = (low, high)
            self.version += 1
            self._spread([(state, low, high)])

    def _spread(self, todo: list[tuple[Any, float, float]]) -> None:
        """Draw the conclusions from new bounds, for positions before and after."""
        while todo:
            state, low, high = todo.pop()
            implied = [(p, *self._from_below(p, low, high)) for p in self._above.get(state, ())]
            down = self._from_above(state, low, high)
            implied += [(c, *down) for c in self._below.get(state, ())]
            for other, least, most in implied:
                was = self._bounds.get(other, self.limits)
                least, most = max(least, was[0]), min(most, was[1])
                if (least, most) != was and least <= most:
                    self._bounds[other] = least, most
                    self.version += 1
                    todo.append((other, least, most))

    def _from_above(self, state: Any, low: float, high: float) -> tuple[float, float]:
        """Return the bounds after any move, from those before it."""
        if self.game.score(state) is not None:
            return -inf, inf
        return (-inf, high) if self.game.turn(state) == MAX else (low, inf)

    def _from_below(self, parent: Any, low: float, high: float) -> tuple[float, float]:
        """Return the bounds of a position, when those after one of its moves have changed."""
        maximise = self.game.turn(parent) == MAX
        if high >= self.limits[1] if maximise else low <= self.limits[0]:
            return (low, inf) if maximise else (-inf, high)  # this move bounds nothing else
        if parent not in self._children:
            moves = self.game.moves(parent)
            self._children[parent] = tuple(self.game.play(parent, move) for move in moves)
        ends = []
        for after in self._children[parent]:
            score = self.game.score(after)
            bounds = self._bounds.get(after, self.limits) if score is None else (score, score)
            ends.append(bounds[1] if maximise else bounds[0])
        if maximise:
            return low, max(ends, default=inf)
        return min(ends, default=-inf), high

    def _guess(self, state: Any, guess: Verdict) -> None:
        old = self._guesses.get(state)
        if old is None or guess.ahead > old.ahead:
            self._guesses[state] = guess
            self.version += 1


def within(game: Any, evaluate: Evaluate | None) -> Evaluate | None:
    """Return an evaluation, by default the game's own, whose values lie inside the limits."""
    given = evaluate or optional(game, "estimate")
    if given is None:
        return None
    low, high = optional(game, "limits")
    if low > -inf and high < inf:
        middle, reach = (low + high) / 2, INSIDE * (high - low) / 2
        low, high = middle - reach, middle + reach

    def inside(state: Any) -> float:
        value: float = max(low, min(high, given(state)))
        return value

    return inside


# ---- values in words ----------------------------------------------------------------------------


def share(game: Any, value: float) -> float:
    """Return a value for MAX as a part of the highest score, from -1 to 1.

    >>> from gamelib import SAMPLE, TicTacToe
    >>> share(TicTacToe(), 0.5), share(SAMPLE, 3)
    (0.5, 0.75)
    """
    highest = highest_score(game)
    part = value / highest if highest < inf else value / (1 + abs(value))
    return max(-1.0, min(1.0, part))


def standing(game: Any, state: Any, verdict: Verdict, signs: Mapping[Side, str]) -> str:
    """Return a verdict in words, without how sure it is.

    >>> from gamelib import DotsAndBoxes, TicTacToe
    >>> signs, game = {"MAX": "X", "MIN": "O"}, TicTacToe()
    >>> standing(game, game.start(), Verdict(-0.2, False), signs)
    'O is slightly better'
    >>> standing(game, game.start(), Verdict(1, True), signs)
    'X wins by force'
    >>> standing(DotsAndBoxes(), DotsAndBoxes().start(), Verdict(2, True), signs)
    'X wins by 2'
    """
    value, proved, _ = verdict
    side, points = signs[MAX if value > 0 else MIN], abs(value)
    over = game.score(state) is not None
    if proved and not value:
        return "a draw" if over else "a draw if both play their best"
    if proved and over:
        return f"{side} has won{margin(game, points)}"
    if proved:
        return f"{side} wins{margin(game, points) or ' by force'}"
    part = abs(share(game, value))
    lead = next(words for limit, words in LEADS if part < limit)
    if lead != LEADS[0][1] and highest_score(game) != 1:
        lead = f"ahead by about {number(round(points, 1))}"
    return lead if lead == LEADS[0][1] else f"{side} is {lead}"


def grade(game: Any, turn: Side, before: Verdict, after: Verdict) -> str:
    """Return "??" for a mistake of the side `turn`, "?" for a doubtful move, else nothing.

    A mistake makes a position that was not proved lost a proved loss, or gives away a proved win.
    A doubtful move lets the value fall by a large part of the scale.

    >>> from gamelib import TicTacToe
    >>> draw, lost = Verdict(0, True), Verdict(-1, True)
    >>> [grade(TicTacToe(), "MAX", *pair) for pair in ((draw, lost), (lost, lost), (draw, draw))]
    ['??', '', '']
    """
    sign = 1 if turn == MAX else -1
    was, now = sign * before.value, sign * after.value
    fall = sign * (share(game, before.value) - share(game, after.value))
    large = fall > LARGE_FALL
    lost = after.proved and now < 0 and not (before.proved and was < 0)
    threw_away = before.proved and was > 0 and (now <= 0 if after.proved else large)
    return "??" if lost or threw_away else "?" if large else ""


def margin(game: Any, points: float) -> str:
    """Return by how many points a side wins, in games that are not only won or lost."""
    return f" by {number(points)}" if points != 1 or highest_score(game) not in (1, inf) else ""


def highest_score(game: Any) -> float:
    """Return the most that can be won or lost."""
    highest: float = max(map(abs, optional(game, "limits")))
    return highest
