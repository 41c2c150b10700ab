"""The exercises of lecture 06, Heuristics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from course.exercises import exercise
from course.expect import Ask, Expect, Outcome, compared
from gamelib.contest import wilson
from gamelib.game import is_number
from gamelib.games.tictactoe import Board, TicTacToe, diagonal_score, open_lines, signs
from gamelib.heuristics import squashed
from gamelib.search import alpha_beta

GAME = TicTacToe()


@exercise(
    "06.1",
    "Write a function inside the function, and return it.",
    "sum(w * f(state) for w, f in zip(weights, features))",
)
def _weighted_sum(expect: Expect, answer: Any) -> None:
    """Judge a function that makes an evaluation of weights and features."""
    cases: list[tuple[list[float], str, float]] = [
        ([2], "abc", 6),
        ([2, 10], "aab", 26),
        ([2, 10, -1], "aab", 25),
        ([0.5, 1, 3], "banana", 9),
        ([], "abc", 0),
    ]

    def judge(found: Any, ask: Ask) -> Outcome:
        for value, (weights, word, wanted) in zip(found, cases, strict=True):
            about = f"the features are length, number of a and 1, and the weights {weights}"
            if value != wanted:
                return compared(value, wanted, f"{about}, for {word!r}")
        return Outcome(True)

    request = expect.request(answer, [case[:2] for case in cases], through=_evaluated)
    expect.ask(f"{request.name}(weights, features)(word)", request, judge)


FEATURES: list[Callable[[Any], float]] = [len, lambda word: word.count("a"), lambda word: 1]


def _evaluated(weighted_sum: Any, cases: list[tuple[list[float], str]]) -> list[Any] | None:
    """Return what the evaluations say, all of which are made before the first one is asked."""
    made = [weighted_sum(list(weights), FEATURES[: len(weights)]) for weights, _ in cases]
    if made[0] is None:
        return None
    if wrong := [evaluate for evaluate in made if not callable(evaluate)]:
        raise TypeError(f"it must return a function of a state, not {wrong[0]!r}")
    return [evaluate(word) for evaluate, (_, word) in zip(made, cases, strict=True)]


@exercise(
    "06.2",
    "The score sees only how many signs there are and which stand on the diagonals.",
    "On one board X wins at once. On the other O threatens to win in two ways.",
)
def _same_score(expect: Expect, answer: Any) -> Outcome:
    """Judge two boards that the row, column and diagonal score cannot tell apart."""
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        return Outcome(False, f"give a pair of boards, not {answer!r}")
    try:
        boards = [GAME.from_text(b) if isinstance(b, str) else b for b in answer]
        for board in boards:
            GAME.moves(board)
    except (TypeError, ValueError) as error:
        return Outcome(False, f"both must be boards of tic-tac-toe: {error}")
    if any(not GAME.moves(board) for board in boards):
        return Outcome(False, "both games must still go on, so that there is something to judge")
    if boards[0].turn != boards[1].turn:
        return Outcome(False, "the same side must move on both boards")
    scores = [2 * signs(board) + diagonal_score(board) for board in boards]
    if scores[0] != scores[1]:
        return Outcome(False, f"the scores are {scores[0]} and {scores[1]}, so it sees something")
    values = [alpha_beta(GAME, board).value for board in boards]
    if sorted(values) != [-1, 1]:
        return Outcome(False, f"with best play they are worth {values[0]} and {values[1]}")
    return Outcome(True, f"both score {scores[0]}, but one is won for X and the other lost")


@exercise(
    "06.3",
    "Go through all pairs i < j, and leave out those with values[i] == values[j].",
    "A pair is right if both differences have the same sign, half if estimates are equal.",
)
def _pairs_right(expect: Expect, answer: Any) -> None:
    for estimates, values, share, why in [
        ([1, 2, 3], [-1, 0, 1], 1.0, "all three pairs are in the right order"),
        ([3, 2, 1], [-1, 0, 1], 0.0, "all three pairs are in the wrong order"),
        ([5, 5], [0, 1], 0.5, "an estimate that cannot decide is half right"),
        ([1, 2, 9], [0, 0, 1], 1.0, "a pair of equal values does not count"),
        ([1, 3, 2, 2], [-1, 0, 0, 1], 0.7, "of five pairs three are right and one is half"),
        ([2, 1, 2, 3, 0], [0, 0, 1, 1, -1], 0.9375, ""),
    ]:
        expect.call(answer, estimates, values, gives=share, because=why, same=_near)


def _near(found: Any, wanted: float) -> bool:
    return is_number(found) and abs(found - wanted) < 1e-9


@exercise(
    "06.4",
    "The value of a state is alpha_beta(game, state).value, without a depth.",
    "Compare it with the value after the move that the search to that depth plays.",
    "After that move the game may be over: then its score is the value.",
)
def _blind_depths(expect: Expect, answer: Any) -> None:
    estimates = {"open_lines": squashed(open_lines), "nothing": lambda state: 0}
    for state, why in [
        (GAME.play(GAME.start(), "a1"), "after a1 only b2 draws"),
        (GAME.from_text("XOX/.../..."), "only b2 draws"),
        (GAME.from_text("XX./OO./..."), "X wins at once"),
        (GAME.from_text(".X./XO./..."), "it is O's turn: small values are good"),
        (GAME.from_text("X../.O./..."), "every move draws, and any of them keeps the value"),
    ]:
        for name, estimate in estimates.items():
            depths, about = _blind(state, estimate), f"{why} (evaluation: {name})"
            expect.call(answer, GAME, state, estimate, gives=depths, because=about, show=_shown)


def _blind(state: Board, evaluate: Callable[[Any], float]) -> list[int]:
    """Return the depths at which a search plays a move that gives the value away."""
    value = alpha_beta(GAME, state).value
    found = []
    for depth in range(1, len(GAME.moves(state)) + 1):
        after = GAME.play(state, alpha_beta(GAME, state, depth=depth, evaluate=evaluate).move)
        score = GAME.score(after)
        if (alpha_beta(GAME, after).value if score is None else score) != value:
            found.append(depth)
    return found


def _shown(item: Any) -> str:
    if isinstance(item, Board):
        return "the board " + "/".join(str(item).split("\n")).replace(" ", "")
    return "game" if isinstance(item, TicTacToe) else "evaluate" if callable(item) else repr(item)


@exercise("06.5", "wilson(points, games) returns a pair.", "Compare the lower end with 0.5.")
def _is_better(expect: Expect, answer: Any) -> None:
    cases = [(7, 10), (70, 100), (5, 10), (55, 100), (550, 1000), (9, 10), (30, 100), (10, 10)]
    for points, games in cases:
        low, high = wilson(points, games)
        why = f"the interval goes from {low:.2f} to {high:.2f}"
        expect.call(answer, points, games, gives=low > 0.5, because=why)
