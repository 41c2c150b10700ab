"""The evaluations, the plot of ratings and the exercises of lecture 11, Tournament.

The evaluations are for gomoku on a small board. They are simple and fast: hundreds of games can be
played while a student waits.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, sqrt
from numbers import Real
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from course.cases import random_state
from course.checks import Outcome, short
from course.exercises import Attempt, exercise, is_real, within
from course.store import remember
from gamelib.arguments import Evaluate
from gamelib.elo import Ratings, elo_of_share, share_of_elo
from gamelib.game import MAX, is_number
from gamelib.games.gomoku import Gomoku, Stones
from gamelib.games.gomoku.lines import cell_numbers, gomoku_grid
from gamelib.heuristics import spearman, squashed
from gamelib.players import greedy
from gamelib.standings import luck, wilson
from gamelib.tournament import tournament
from gamelib.words import Text

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Windows(NamedTuple):
    """How many windows of five hold 1, 2, 3 and 4 stones of one side and none of the other."""

    x: tuple[int, ...]
    o: tuple[int, ...]


def open_windows(state: Stones) -> Windows:
    """Return how many windows each side can still fill, by its number of stones in them.

    >>> from gamelib.games.gomoku import Gomoku
    >>> open_windows(Gomoku(5).from_text("XX.../...../...../...../O...O"))
    Windows(x=(1, 1, 0, 0), o=(2, 1, 0, 0))
    """
    x, o = [0] * 6, [0] * 6
    for five in _fives(state.size):
        mine, theirs = (state.x & five).bit_count(), (state.o & five).bit_count()
        if not theirs:
            x[mine] += 1
        elif not mine:
            o[theirs] += 1
    return Windows(tuple(x[1:5]), tuple(o[1:5]))


@cache
def _fives(size: int) -> tuple[int, ...]:
    """Return every window of five cells in a line, as bits."""
    grid = gomoku_grid(size)
    fives = (
        sum(1 << cell + i * step for i in range(5))
        for cell in cell_numbers(grid, grid.full)
        for step in grid.steps
    )
    return tuple(five for five in fives if five & grid.full == five)


def by_windows(
    one: float, two: float, three: float, four: float, *, to_move: float = 1
) -> Evaluate:
    """Return an evaluation: X's windows minus O's, weighted by their number of stones.

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
    """Return an estimate that knows only one thing: stones near the centre are good.

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
    """Return the squares around the centre, as bits; the whole board is not one of them."""
    grid = gomoku_grid(size)
    inner = [range(edge, size - edge) for edge in range(1, (size + 1) // 2)]
    return tuple(sum(1 << row * grid.stride + column for row in n for column in n) for n in inner)


def draw_ratings(ratings: Ratings) -> Axes:
    """Draw each player's Elo as a dot and its interval as a bar, the strongest on top."""
    import matplotlib.pyplot as plt

    names = ratings.names[::-1]
    _, axes = plt.subplots(figsize=(7, 0.6 + 0.42 * len(names)))
    for row, name in enumerate(names):
        elo, low, high = ratings[name]
        axes.plot([low, high], [row, row], color="0.55", linewidth=5, solid_capstyle="butt")
        axes.plot([elo], [row], "ko", markersize=7)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.set_xlabel("Elo, with its 95 % interval")
    axes.grid(axis="x", color="0.85")
    axes.set_axisbelow(True)
    return axes


def guessed(guess: Any, true: float | str, called: str = "", then: str = "") -> Text:
    """Return the answer, how far a guess was from it, and `then`; before a guess, none of them.

    The answer is a number or a word. Progress keeps the guess as `called`, and as right if it is
    the word, or a number that is off by a tenth or less.

    >>> guessed(..., 84, then="The reason.")
    Put your guess in place of the dots, and run the cell again.
    >>> guessed(60, 84, then="The reason.")
    84; your guess of 60 was 24 too small
    The reason.
    >>> guessed("Red", "green")
    green; your guess was red
    """
    if guess is ...:
        return Text("Put your guess in place of the dots, and run the cell again.")
    if isinstance(true, str):
        if not isinstance(guess, str):
            return Text(f"put a word in quotes in place of the dots, not {short(guess)}")
        guess = guess.strip().lower()
        right = exact = guess == true
        wrong = f"your guess was {guess}"
    else:
        if not is_number(guess):
            return Text(f"put a number in place of the dots, not {short(guess)}")
        right, exact = abs(guess - true) <= abs(true) / 10, guess == true
        distance = f"{abs(guess - true):g} too {'small' if guess < true else 'large'}"
        wrong = f"your guess of {guess:g} was {distance}"
    if called:
        remember(called, "right" if right else "wrong")
    answer = true if isinstance(true, str) else f"{true:g}"
    verdict = f"{answer}, as you said" if exact else f"{answer}; {wrong}"
    return Text(f"{verdict}\n{then}" if then else verdict)


# ---- exercises ----------------------------------------------------------------------------------

SMALL_GOMOKU = Gomoku(7)
ROUNDS, OPENING_PLIES, SEED = 30, 4, 11  # of the match in exercise 11.5
STATE_SECONDS = 0.002  # for a state
MAX_CORRELATION = 0.97  # with the ranks of the game's own estimate; the evaluations here have 0.9

MANY_ELO = 2_000  # no two players differ by more

_rounded = within(0.51)  # to a whole number


@exercise(
    "11.1",
    "Only the difference of the ratings and the number of games matter.",
    "The share is 1 / (1 + 10 ** (-difference / 400)); share_of_elo computes it, too.",
    "games * share_of_elo(one - other)",
)
def _expected_points(expect: Attempt, answer: Any) -> None:
    cases: list[tuple[float, float, int]] = [(100, 0, 100), (0, 0, 100), (0, 100, 100)]
    cases += [(500, 100, 99), (-30, -230, 100), (1512.5, 1487.25, 80), (0, 4000, 40)]
    choose = random.Random(111)
    for games in (30, 64, 100, 100, 7, 0):  # with more, a share rounded to 0.64 would be wrong
        for reach in (60, 300, 900):
            cases.append((choose.randint(-reach, reach), choose.randint(-reach, reach), games))

    def points(one: float, other: float, games: int) -> float:
        return round(games * share_of_elo(one - other), 2)

    expect.agrees(
        answer,
        points,
        cases,
        same=_rounded,
        because=lambda one, other, games: (
            f"a difference of {one - other:g} Elo is a share of {share_of_elo(one - other):.2f}"
        ),
        mistakes={
            "this is a share; give the points of all games": lambda a, b, n: points(a, b, 1),
            "these are the points of the other player": lambda a, b, n: points(b, a, n),
            "it uses e as the base of the power, not 10": lambda a, b, n: (
                n / (1 + exp((b - a) / 400))
            ),
            "it uses only one rating; the difference counts": lambda a, b, n: points(a, 0, n),
        },
    )


@exercise(
    "11.2",
    "A pair is one trial. Half of its points is a number from 0 to 1, like those of one game.",
    "wilson takes half of the points, and the number of pairs; it returns two shares.",
    "low, high = wilson(points / 2, pairs), then return elo_of_share of both.",
)
def _elo_interval(expect: Attempt, answer: Any) -> None:
    cases: list[tuple[float, int]] = [(15, 10), (10, 10), (55, 50), (550, 500), (3, 6)]
    cases += [(35.5, 30), (1, 1), (0.5, 2), (90, 50), (5, 50), (9999, 5000), (31.5, 20)]
    cases += [(0, 5), (10, 5), (0, 7), (2, 1)]  # one end is infinite
    expect.agrees(
        answer,
        _elo_ends,
        cases,
        same=_two_near,
        through=_ends_returned,
        only={
            "it fails where an end of the interval is 0 or 1, which is infinitely many Elo; "
            "`elo_of_share` takes these, too": lambda points, pairs: points in (0, 2 * pairs)
        },
        tell=_describe_pair,
        because=lambda points, pairs: "the share lies between {:.3f} and {:.3f}".format(
            *wilson(points / 2, pairs)
        ),
        mistakes={
            "it takes each game for a trial; here a pair is one": lambda points, pairs: _elo_ends(
                2 * points, 2 * pairs
            ),
            "these are shares; turn them into Elo": lambda points, pairs: wilson(points / 2, pairs),
            "the two ends are swapped; the lower end comes first": lambda *case: _elo_ends(*case)[
                ::-1
            ],
            "this is the Elo of the share itself; the interval has two ends": (
                lambda points, pairs: elo_of_share(points / (2 * pairs))
            ),
            "it is equally wide on both sides; an interval of Elo is not": _symmetric,
            "this is the simple interval, share ± 1.96 √(…); use Wilson's": _simple,
        },
    )


def _elo_ends(points: float, pairs: int) -> tuple[float, float]:
    low, high = wilson(points / 2, pairs)
    return round(elo_of_share(low), 2), round(elo_of_share(high), 2)


def _ends_returned(interval: Any, points: float, pairs: int) -> Any:
    """Return an answer; where an end is infinite, it cannot be rounded to a whole number."""
    try:
        return interval(points, pairs)
    except OverflowError:
        if points in (0, 2 * pairs):
            return _elo_ends(points, pairs)
        raise


def _symmetric(points: float, pairs: int) -> tuple[float, float]:
    low, high = wilson(points / 2, pairs)
    middle, reach = elo_of_share(points / (2 * pairs)), elo_of_share(0.5 + (high - low) / 2)
    return middle - reach, middle + reach


def _simple(points: float, pairs: int) -> tuple[float, float]:
    share = points / (2 * pairs)
    reach = 1.96 * sqrt(share * (1 - share) / pairs)
    return elo_of_share(max(0.0, share - reach)), elo_of_share(min(1.0, share + reach))


def _two_near(answer: Any, wanted: Any) -> bool:
    if not isinstance(wanted, tuple):
        return _end_near(answer, wanted)
    pair = hasattr(answer, "__iter__") and not isinstance(answer, str | dict | set)
    return pair and len(items := [*answer]) == 2 and all(map(_end_near, items, wanted))


def _end_near(end: Any, wanted: float) -> bool:
    """Tell whether an end is the wanted one; thousands of Elo are as good as infinitely many."""
    if abs(wanted) < MANY_ELO:
        return _rounded(end, wanted)
    real = isinstance(end, Real) and not isinstance(end, bool)
    return real and end * (1 if wanted > 0 else -1) > MANY_ELO


def _describe_pair(value: Any, *_: Any) -> str:
    pair = isinstance(value, tuple | list) and all(map(is_number, value))
    return f"({', '.join(f'{end:.4g}' for end in value)})" if pair else short(value)


@exercise(
    "11.3",
    "luck(leads) returns p: how often two equal players would differ this much, or more.",
    "All comparisons share the 0.05.",
    "return luck(leads) < 0.05 / comparisons",
)
def _is_real(expect: Attempt, answer: Any) -> None:
    cases: list[tuple[Sequence[float], int]] = [([1] * 10, 1), ([1] * 10, 45), ([1] * 11, 45)]
    cases += [([-1] * 11, 45), ([1] * 5, 1), ([1] * 6, 1), ([-1] * 6, 1), ([1] * 6, 2)]
    cases += [([0, 0, 0, 0], 1), ([1, -1] * 10, 3), ([1] * 14 + [-1, 0, 0], 190)]
    cases += [([0.5] * 8 + [0] * 12, 1), ([0.5] * 8 + [0] * 12, 10), ([1] * 9 + [-1] * 2, 1)]
    choose = random.Random(113)
    for comparisons in (1, 2, 3, 10, 45, 190):
        for openings in (8, 20, 40, 80):
            for lean in (0, 1, 2, 4):
                halves = [choose.choice((-2, -1, 0, 1, 2, *[2] * lean)) for _ in range(openings)]
                sign = choose.choice((-1, 1))
                cases.append(([sign * half / 2 for half in halves], comparisons))
    expect.agrees(
        answer,
        _passes,
        # Near the border Bonferroni's rule and others of its kind may differ.
        [case for case in cases if not 0.97 < luck(case[0]) * case[1] / 0.05 < 1.04],
        because=_describe_luck,
        mistakes={
            "it does not use the number of comparisons": lambda leads, comparisons: _passes(
                leads, 1
            ),
            "the p-value counts both signs already; do not halve the 0.05": (
                lambda leads, comparisons: _passes(leads, 2 * comparisons)
            ),
            "it is False if a player is clearly worse": lambda leads, comparisons: (
                _passes(leads, comparisons) and sum(leads) > 0
            ),
            "this is True where luck explains the leads": lambda *case: not _passes(*case),
            "it is True for every lead but 0": lambda leads, comparisons: sum(leads) != 0,
            "more comparisons must make it harder to pass, not easier": (
                lambda leads, comparisons: luck(leads) < 0.05 * comparisons
            ),
        },
    )


def _passes(leads: Sequence[float], comparisons: int) -> bool:
    return luck(leads) < 0.05 / comparisons


def _describe_luck(leads: Sequence[float], comparisons: int) -> str:
    return f"p = {luck(leads):.4f}, and 0.05 / {comparisons} is {0.05 / comparisons:.4f}"


FLAWS = {"A": "repeats", "B": "one side", "C": "none", "D": "stopped", "E": "best of many"}
FLAW_QUESTIONS = {
    "repeats": "what in it says that the same game was played again and again?",
    "one side": "what in it says that the two sides were not shared fairly?",
    "stopped": "what in it says that the score decided how many games were played?",
    "best of many": "what in it says that there were other results?",
    "none": "were the games different, the sides swapped, and all planned games reported?",
}
"""The flaws of a result, each with a question for an answer that sees it in the wrong report."""


@exercise(
    "11.4",
    "One of the five reports has no flaw, and every flaw comes once.",
    "Ask of each: how many games were different, who had X, and who decided when to stop?",
    "Ask also: how many other results were there that are not reported?",
)
def _flaws(expect: Attempt, answer: Any) -> Outcome | str:
    if not isinstance(answer, Mapping):
        return f"give a dictionary with the keys A to E, not {short(answer)}"
    given = {str(key).strip().upper(): flaw for key, flaw in answer.items()}
    if strange := given.keys() - FLAWS.keys():
        return f"the reports are A to E; there is no {min(strange)}"
    original = {letter: given.get(letter, ...) for letter in FLAWS}
    flaws = {letter: _flaw(flaw) for letter, flaw in original.items()}
    if all(flaw is ... for flaw in flaws.values()):
        again = "put a flaw in place of the three dots, then run this cell again"
        return Outcome(False, again, open=True)
    for letter, flaw in flaws.items():
        if flaw is ...:
            return Outcome(False, f"report {letter} has no answer yet", open=True)
        if not isinstance(flaw, str) or flaw not in FLAW_QUESTIONS:
            words = ", ".join(map(repr, sorted(FLAW_QUESTIONS)))
            return f"{letter}: {short(original[letter])} is none of {words}"
    for letter, flaw in FLAWS.items():
        if flaws[letter] != flaw:
            return f"report {letter} is not {flaws[letter]!r}: {FLAW_QUESTIONS[flaws[letter]]}"
    return Outcome(True, "one of the five results can be believed")


def _flaw(word: Any) -> Any:
    """Return a flaw in lower case, without punctuation; `...` means no answer yet."""
    if word is None or (isinstance(word, str) and word.strip(" .…") == ""):
        return ...
    return " ".join(re.findall(r"[^\W_]+", word.lower())) if isinstance(word, str) else word


@exercise(
    "11.5",
    "When a greedy player calls you, its move is made and the other side is to move.",
    "Four stones of the side to move become a five; the other side's four can still be stopped.",
    "by_windows has one more argument, to_move. Steeper weights help, too.",
)
def _own_evaluation(expect: Attempt, answer: Any) -> Outcome | str | None:
    """Judge an evaluation by a match against the lecture's steep weights."""
    states = _middle_games(30)
    estimates: list[Any] = []

    def is_estimate(value: Any, _: Any) -> bool:
        estimates.append(value)
        return is_real(value) and -1 <= float(value) <= 1

    begun = process_time()
    numbers = expect.agrees(
        answer,
        lambda state: None,
        [(state,) for state in states],
        same=is_estimate,
        here=lambda state: f"{state}\n{'X' if state.turn == MAX else 'O'} is to move",
        tell=lambda value, *_: f"{short(value)}, which is not a number between -1 and 1",
    )
    if not numbers:
        return None
    if (each := (process_time() - begun) / len(estimates)) > STATE_SECONDS:
        message = f"it takes about {1000 * each:.0f} milliseconds for a state"
        return f"{message}; for 20,000 states that is too long"
    estimates = estimates[: len(states)]
    if (
        len({*estimates}) > 1
        and spearman(estimates, [*map(SMALL_GOMOKU.estimate, states)]) > MAX_CORRELATION
    ):
        return "this is the game's own estimate, or nearly so; write one of your own"
    return _match(answer)


def _match(evaluate: Any) -> Outcome | str:
    """Play an evaluation against the steep weights, and compare them opening by opening."""
    players = {"yours": greedy(evaluate), "steep": greedy(by_windows(1, 4, 16, 64))}
    results = tournament(SMALL_GOMOKU, players, ROUNDS, opening=OPENING_PLIES, seed=SEED)
    for bout in results.trouble:
        return f"in round {bout.round} {bout.trouble}"
    record, lead = results.record("yours"), results.compare("yours", "steep")
    score = f"{record.points:g} of {record.games} points ({record}), {lead}"
    if lead.by > 0 and lead.p < 0.05:
        return Outcome(True, f"{score}: that is not luck")
    if lead.by > 0:
        return Outcome(False, f"you are ahead, but it may be luck: {score}", open=True)
    as_x = sum(bout.points("yours") for bout in results.games if bout.max_player == "yours")
    as_o = record.points - as_x
    message = f"it is not ahead: {score}"
    if abs(as_x - as_o) > ROUNDS / 3:
        message += f"; as X it got {as_x:g}, as O {as_o:g}: is the estimate MAX's in both cases?"
    return message


def _middle_games(count: int) -> list[Stones]:
    """Return unfinished boards after 4, 5, … random moves."""
    choose = random.Random(1)
    states: list[Stones] = []
    while len(states) < count:
        state = random_state(SMALL_GOMOKU, 4 + len(states), choose)
        if SMALL_GOMOKU.score(state) is None:
            states.append(state)
    return states
