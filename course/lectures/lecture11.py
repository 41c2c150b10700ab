"""The exercises of lecture 11, Tournament."""

from __future__ import annotations

import random
from statistics import NormalDist
from typing import Any

from course.checking import Call, Exercise, Verdict, try_calls
from course.lectures.tournament_study import by_windows
from gamelib.contest import tournament, wilson
from gamelib.elo import elo_of_share, share_of_elo
from gamelib.game import is_number
from gamelib.games.gomoku import Gomoku, Stones
from gamelib.players import greedy

__all__ = ["EXERCISES", "FLAWS"]

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


def _expected_points(answer: Any) -> Verdict:
    cases = [
        (0, 0, 20, "equal players share the points"),
        (100, 0, 100, "100 Elo more are about 64 of 100 points"),
        (0, 100, 100, "100 Elo less are about 36 of 100 points"),
        (500, 100, 11, "400 Elo are ten times as many points as the other gets: 10 to 1"),
        (-30, -230, 10, "only the difference matters, and here it is 200"),
    ]
    calls = [
        Call((one, other, games), games * share_of_elo(one - other), why)
        for one, other, games, why in cases
    ]
    return try_calls(answer, calls, same=_near)


def _elo_interval(answer: Any) -> Verdict:
    calls = []
    for points, games in [(15, 20), (10, 20), (55, 100), (550, 1000), (3, 12)]:
        low, high = wilson(points, games)
        why = f"the share lies between {low:.2f} and {high:.2f}"
        calls.append(Call((points, games), (elo_of_share(low), elo_of_share(high)), why))
    return try_calls(answer, calls, same=_near)


def _is_real(answer: Any) -> Verdict:
    calls = []
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
        calls.append(Call((points, games, pairs), not low <= 0.5 <= high, why))
    return try_calls(answer, calls)


REPORTS = {
    "A": ("repeats", "how many different games did these two programs play?"),
    "B": ("one side", "what would two equal programs get in such a match?"),
    "C": ("none", "which rule of a fair match did this one break?"),
    "D": ("stopped", "when was the number of games decided?"),
    "E": ("best of many", "how many of these programs would look that good if all were equal?"),
}


def _flaws(answer: Any) -> Verdict:
    """Judge which report has which flaw."""
    if not isinstance(answer, dict) or set(answer) != set(REPORTS):
        return Verdict("wrong", f"give a dictionary with the keys A to E, not {answer!r}")
    if all(flaw is ... for flaw in answer.values()):
        return Verdict("not yet", "put a flaw in place of the three dots, then run this cell again")
    for letter, flaw in answer.items():
        if flaw is ...:
            return Verdict("not yet", f"report {letter} has no answer yet")
        if flaw not in FLAWS:
            return Verdict("wrong", f"{letter}: {flaw!r} is none of {', '.join(FLAWS)}")
    for letter, (flaw, question) in REPORTS.items():
        if answer[letter] != flaw:
            return Verdict("wrong", f"{letter} is not {answer[letter]!r}; {question}")
    return Verdict("right", "one result of five can be believed")


def _own_evaluation(answer: Any) -> Verdict:
    """Judge an evaluation by a match against the lecture's steep weights."""
    if not callable(answer):
        return Verdict("wrong", f"the answer must be a function of a state, not {answer!r}")
    states = _middle_games(30)
    try:
        found = [answer(state) for state in states]
    except NotImplementedError:
        return Verdict("not yet", "write it, then run this cell again")
    except Exception as error:
        return Verdict("wrong", f"on a board it raised {type(error).__name__}: {error}")
    if all(value is None for value in found):
        return Verdict("not yet", "it gives nothing back; write it, then run this cell again")
    for state, value in zip(states, found, strict=True):
        if not is_number(value) or not -1 < value < 1:
            rows = "/".join(str(state).replace(" ", "").split("\n"))
            return Verdict(
                "wrong",
                f"on {rows} it gives {value!r}, but an estimate is a number between -1 and 1 "
                "(see squashed)",
            )
    if found == [GAME.estimate(state) for state in states]:
        return Verdict("wrong", "this is the estimate of the game itself; write one of your own")
    return _match(answer)


def _match(evaluate: Any) -> Verdict:
    """Let an evaluation play against the steep weights, and look at the interval."""
    players = {"yours": greedy(evaluate), "steep": greedy(by_windows(1, 4, 16, 64))}
    results = tournament(GAME, players, ROUNDS, opening=OPENING, seed=SEED)
    for bout in results.trouble:
        return Verdict("wrong", f"in round {bout.round} {bout.trouble}")
    record = results.record("yours")
    low, high = wilson(record.points, record.games)
    words = f"{record.points:g} of {record.games} points, a share from {low:.2f} to {high:.2f}"
    if low > 0.5:
        return Verdict("right", f"{words}: that is no luck")
    as_x = sum(bout.points("yours") for bout in results.games if bout.max_player == "yours")
    as_o = record.points - as_x
    words += ", and the whole interval must lie above one half"
    if abs(as_x - as_o) > ROUNDS / 3:
        words += f"; as X it got {as_x:g}, as O {as_o:g}: is the estimate MAX's in both cases?"
    return Verdict("wrong", words)


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


EXERCISES = (
    Exercise(
        "11.1",
        "Write expected_points(one, other, games): what a player with that Elo can hope for.",
        _expected_points,
        (
            "Only the difference of the two ratings matters, and the number of games.",
            "The share is 1 / (1 + 10 ** (-difference / 400)); share_of_elo knows it, too.",
            "games * share_of_elo(one - other)",
        ),
    ),
    Exercise(
        "11.2",
        "Write elo_interval(points, games): Wilson's interval, in Elo.",
        _elo_interval,
        (
            "wilson(points, games) returns two shares.",
            "elo_of_share turns a share into a difference in Elo; larger shares give more Elo.",
            "low, high = wilson(points, games), then return both through elo_of_share.",
        ),
    ),
    Exercise(
        "11.3",
        "Write is_real_among(points, games, pairs): is it real, after a look at so many pairs?",
        _is_real,
        (
            "A wider interval is wilson(points, games, z) with a larger z.",
            "The chance of 0.05 is shared by all pairs, and each half of it lies at one end.",
            "z = NormalDist().inv_cdf(1 - 0.025 / pairs); then ask whether 0.5 lies inside.",
        ),
    ),
    Exercise(
        "11.4",
        "Say what is wrong with each of five results.",
        _flaws,
        (
            "One of the five has no flaw, and every flaw comes once.",
            "Ask of each: how many games were different, who had X, who decided when to stop?",
            "Ask also: how many other results were there that nobody tells of?",
        ),
    ),
    Exercise(
        "11.5",
        "Write an evaluation that beats the steep weights in a match of 60 games.",
        _own_evaluation,
        (
            "When a greedy player asks you, the move is made and the other side is to move.",
            "Four stones of the side to move are a five next; those of the other can be stopped.",
            "by_windows has one more argument, to_move. Steeper weights help as well.",
        ),
    ),
)
