"""What lecture 11, Tournament, enters in a tournament, how it draws ratings, and its exercises.

The evaluations are for gomoku on a small board. They are plain and fast, so that hundreds of games
can be played while a student waits.
"""

from __future__ import annotations

import random
from functools import cache
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

from course.exercises import exercise
from course.expect import Ask, Expect, Outcome
from gamelib.arguments import Evaluate
from gamelib.contest import tournament, wilson
from gamelib.elo import Ratings, elo_of_share, share_of_elo
from gamelib.game import MAX, is_number
from gamelib.games.gomoku import Gomoku, Stones
from gamelib.games.gomoku.lines import cells_in, grid_of
from gamelib.heuristics import squashed
from gamelib.players import greedy
from gamelib.words import Text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COUNT_BITS = 12  # for each of the eight counts that are packed into one number
COUNT = (1 << COUNT_BITS) - 1
PLACES = range(0, 8 * COUNT_BITS, COUNT_BITS)


class Windows(NamedTuple):
    """How many windows of five hold 1, 2, 3 and 4 stones of one side and none of the other."""

    x: tuple[int, ...]
    o: tuple[int, ...]


@cache
def window_masks(size: int) -> tuple[int, ...]:
    """Return every five cells next to each other on a line of the board, as bits.

    >>> len(window_masks(5)), len(window_masks(7))
    (12, 60)
    """
    grid = grid_of(size)
    fives = [
        sum(1 << cell + i * step for i in range(5))
        for cell in cells_in(grid, grid.full)
        for step in grid.steps
    ]
    return tuple(five for five in fives if five & grid.full == five)


def open_windows(state: Stones) -> Windows:
    """Return how many windows each side can still fill, by the stones that it has there.

    >>> from gamelib.games.gomoku import Gomoku
    >>> open_windows(Gomoku(5).from_text("XX.../...../...../...../O...O"))
    Windows(x=(1, 1, 0, 0), o=(2, 1, 0, 0))
    """
    both = state.x | state.o << grid_of(state.size).apart
    packed = sum([line[both & cells] for cells, line in _lines(state.size)])
    counts = [packed >> place & COUNT for place in PLACES]
    return Windows(tuple(counts[:4]), tuple(counts[4:]))


class _Line(dict[int, int]):
    """The packed counts for the patterns of one line, each worked out when it is first met."""

    def __init__(self, windows: tuple[int, ...], apart: int) -> None:
        super().__init__()
        self.windows, self.apart = windows, apart

    def __missing__(self, pattern: int) -> int:
        packed = 0
        x, o = pattern & (1 << self.apart) - 1, pattern >> self.apart
        for window in self.windows:
            mine, theirs = (x & window).bit_count(), (o & window).bit_count()
            if 0 < mine + theirs < 5 and not (mine and theirs):
                packed += 1 << COUNT_BITS * (mine + theirs - 1 + (4 if theirs else 0))
        self[pattern] = packed
        return packed


@cache
def _lines(size: int) -> tuple[tuple[int, _Line], ...]:
    """Return the lines with room for five: the cells, X's and O's in one number, and the counts."""
    grid = grid_of(size)
    own = (1 << grid.apart) - 1
    found = []
    for line in grid.lines:
        cells = line.mask & own
        inside = tuple(window for window in window_masks(size) if window & cells == window)
        found.append((line.mask, _Line(inside, grid.apart)))
    return tuple(found)


def by_windows(
    one: float, two: float, three: float, four: float, *, to_move: float = 1
) -> Evaluate:
    """Return an evaluation that adds up X's windows minus O's, each by its number of stones.

    The weights are for windows with one, two, three and four stones. The windows of the side to
    move count `to_move` times.

    >>> from gamelib.games.gomoku import Gomoku
    >>> round(by_windows(1, 2, 3, 4)(Gomoku(5).from_text("XX.../...../...../...../O....")), 2)
    0.67
    """

    def evaluate(state: Stones) -> float:
        x, o = open_windows(state)
        mine = one * x[0] + two * x[1] + three * x[2] + four * x[3]
        theirs = one * o[0] + two * o[1] + three * o[2] + four * o[3]
        return to_move * mine - theirs if state.turn == MAX else mine - to_move * theirs

    return squashed(evaluate)


def centre(state: Stones) -> float:
    """Return an estimate that knows one thing: stones near the centre of the board are good.

    >>> from gamelib.games.gomoku import Gomoku
    >>> game = Gomoku(7)
    >>> [centre(game.play(game.start(), move)) for move in ("a1", "b2", "d4")]
    [0.0, 0.5, 0.75]
    """
    points = sum(
        (state.x & inner).bit_count() - (state.o & inner).bit_count()
        for inner in _inner_squares(state.size)
    )
    return points / (1 + abs(points))


@cache
def _inner_squares(size: int) -> tuple[int, ...]:
    """Return the squares around the centre, as bits, without the whole board."""
    grid = grid_of(size)
    return tuple(
        sum(
            1 << row * grid.stride + column
            for row in range(edge, size - edge)
            for column in range(edge, size - edge)
        )
        for edge in range(1, (size + 1) // 2)
    )


def draw_ratings(ratings: Ratings) -> Axes:
    """Draw a dot for each player's Elo and a bar for its interval, the strongest on top."""
    import matplotlib.pyplot as plt

    names = ratings.names[::-1]
    _, axes = plt.subplots(figsize=(7, 0.6 + 0.42 * len(names)), facecolor="white")
    for place, name in enumerate(names):
        elo, low, high = ratings[name]
        axes.plot([low, high], [place, place], color="0.55", linewidth=5, solid_capstyle="butt")
        axes.plot([elo], [place], "ko", markersize=7)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.set_xlabel("Elo, and where it lies in 95 of 100 cases")
    axes.grid(axis="x", color="0.85")
    axes.set_axisbelow(True)
    return axes


def guessed(guess: Any, true: float) -> Text:
    """Return a number, and how far a guess was from it; `...` is no guess.

    >>> guessed(..., 84)
    84; you made no guess
    >>> guessed(60, 84)
    84; your guess of 60 was 24 too small
    """
    if guess is ...:
        return Text(f"{true:g}; you made no guess")
    if not is_number(guess):
        raise TypeError(f"guess is {guess!r}, but must be a number, or ... for no guess")
    if guess == true:
        return Text(f"{true:g}, as you said")
    wrong = f"{abs(guess - true):g} too {'small' if guess < true else 'large'}"
    return Text(f"{true:g}; your guess of {guess:g} was {wrong}")


# ---- exercises ----------------------------------------------------------------------------------

GAME = Gomoku(7)
ROUNDS, OPENING, SEED = 30, 4, 11  # of the match that an own evaluation has to win

FLAWS = ("best of many", "none", "one side", "repeats", "stopped")
"""What can be wrong with a result: the answers to exercise 4."""


def _near(found: Any, wanted: Any) -> bool:
    """Tell whether two numbers, or two pairs of numbers, are the same but for rounding."""
    if isinstance(wanted, tuple):
        pair = isinstance(found, tuple | list) and len(found) == len(wanted)
        return pair and all(map(_near, found, wanted))
    return is_number(found) and abs(found - wanted) < 1e-6 * max(1.0, abs(wanted))


@exercise(
    "11.1",
    "Only the difference of the two ratings matters, and the number of games.",
    "The share is 1 / (1 + 10 ** (-difference / 400)); share_of_elo knows it, too.",
    "games * share_of_elo(one - other)",
)
def _expected_points(expect: Expect, answer: Any) -> None:
    for one, other, games, why in [
        (0, 0, 20, "equal players share the points"),
        (100, 0, 100, "100 Elo more are about 64 of 100 points"),
        (0, 100, 100, "100 Elo less are about 36 of 100 points"),
        (500, 100, 11, "400 Elo are ten times as many points as the other gets: 10 to 1"),
        (-30, -230, 10, "only the difference matters, and here it is 200"),
    ]:
        points = games * share_of_elo(one - other)
        expect.call(answer, one, other, games, gives=points, because=why, same=_near)


@exercise(
    "11.2",
    "wilson(points, games) returns two shares.",
    "elo_of_share turns a share into a difference in Elo; larger shares give more Elo.",
    "low, high = wilson(points, games), then return both through elo_of_share.",
)
def _elo_interval(expect: Expect, answer: Any) -> None:
    for points, games in [(15, 20), (10, 20), (55, 100), (550, 1000), (3, 12)]:
        low, high = wilson(points, games)
        why = f"the share lies between {low:.2f} and {high:.2f}"
        elo = elo_of_share(low), elo_of_share(high)
        expect.call(answer, points, games, gives=elo, because=why, same=_near)


@exercise(
    "11.3",
    "A wider interval is wilson(points, games, z) with a larger z.",
    "The chance of 0.05 is shared by all pairs, and each half of it lies at one end.",
    "z = NormalDist().inv_cdf(1 - 0.025 / pairs); then ask whether 0.5 lies inside.",
)
def _is_real(expect: Expect, answer: Any) -> None:
    for points, games, pairs in [
        (15, 20, 1),
        (12, 20, 1),
        (59, 100, 1),
        (5, 20, 1),
        (15, 20, 45),
        (65, 100, 1),
        (65, 100, 45),
        (70, 100, 45),
        (30, 100, 10),
        (300, 1000, 1000),
    ]:
        z = NormalDist().inv_cdf(1 - 0.025 / pairs)
        low, high = wilson(points, games, z)
        why = f"with z = {z:.2f} the interval goes from {low:.2f} to {high:.2f}"
        real = not low <= 0.5 <= high
        expect.call(answer, points, games, pairs, gives=real, because=why)


REPORTS = {
    "A": ("repeats", "how many different games did these two programs play?"),
    "B": ("one side", "what would two equal programs get in such a match?"),
    "C": ("none", "which rule of a fair match did this one break?"),
    "D": ("stopped", "when was the number of games decided?"),
    "E": ("best of many", "how many of these programs would look that good if all were equal?"),
}


@exercise(
    "11.4",
    "One of the five has no flaw, and every flaw comes once.",
    "Ask of each: how many games were different, who had X, who decided when to stop?",
    "Ask also: how many other results were there that nobody tells of?",
)
def _flaws(expect: Expect, answer: Any) -> Outcome:
    """Judge which report has which flaw."""
    if not isinstance(answer, dict) or set(answer) != set(REPORTS):
        return Outcome(False, f"give a dictionary with the keys A to E, not {answer!r}")
    if all(flaw is ... for flaw in answer.values()):
        return Outcome(
            False, "put a flaw in place of the three dots, then run this cell again", open=True
        )
    for letter, flaw in answer.items():
        if flaw is ...:
            return Outcome(False, f"report {letter} has no answer yet", open=True)
        if flaw not in FLAWS:
            return Outcome(False, f"{letter}: {flaw!r} is none of {', '.join(FLAWS)}")
    for letter, (flaw, question) in REPORTS.items():
        if answer[letter] != flaw:
            return Outcome(False, f"{letter} is not {answer[letter]!r}; {question}")
    return Outcome(True, "one result of five can be believed")


@exercise(
    "11.5",
    "When a greedy player asks you, the move is made and the other side is to move.",
    "Four stones of the side to move are a five next; those of the other can be stopped.",
    "by_windows has one more argument, to_move. Steeper weights help as well.",
)
def _own_evaluation(expect: Expect, answer: Any) -> Outcome | None:
    """Judge an evaluation by a match against the lecture's steep weights."""

    def judge(value: Any, ask: Ask) -> Outcome:
        return Outcome(_is_estimate(value), repr(value), "a number between -1 and 1 (see squashed)")

    states = _middle_games(30)
    for state in states:
        rows = "/".join(str(state).replace(" ", "").split("\n"))
        request = expect.request(answer, state)
        expect.ask(f"{request.name}({rows})", request, judge)
    found = [answer(state) for state in states]
    if not all(map(_is_estimate, found)):
        return None
    if found == [GAME.estimate(state) for state in states]:
        return Outcome(False, "this is the estimate of the game itself; write one of your own")
    return _match(answer)


def _is_estimate(value: Any) -> bool:
    return is_number(value) and -1 < value < 1


def _match(evaluate: Any) -> Outcome:
    """Let an evaluation play against the steep weights, and look at the interval."""
    players = {"yours": greedy(evaluate), "steep": greedy(by_windows(1, 4, 16, 64))}
    results = tournament(GAME, players, ROUNDS, opening=OPENING, seed=SEED)
    for bout in results.trouble:
        return Outcome(False, f"in round {bout.round} {bout.trouble}")
    record = results.record("yours")
    low, high = wilson(record.points, record.games)
    words = f"{record.points:g} of {record.games} points, a share from {low:.2f} to {high:.2f}"
    if low > 0.5:
        return Outcome(True, f"{words}: that is no luck")
    as_x = sum(bout.points("yours") for bout in results.games if bout.max_player == "yours")
    as_o = record.points - as_x
    words += ", and the whole interval must lie above one half"
    if abs(as_x - as_o) > ROUNDS / 3:
        words += f"; as X it got {as_x:g}, as O {as_o:g}: is the estimate MAX's in both cases?"
    return Outcome(False, words)


def _middle_games(count: int) -> list[Stones]:
    """Return boards after 4, 5, … random moves, all of games that still go on."""
    choose = random.Random(1)
    found: list[Stones] = []
    while len(found) < count:
        state = GAME.start()
        for _ in range(4 + len(found)):
            if moves := GAME.moves(state):
                state = GAME.play(state, choose.choice(moves))
        if GAME.score(state) is None:
            found.append(state)
    return found
