"""The exercises of lecture 06, Heuristics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from course.checking import Call, Exercise, Verdict, try_calls
from gamelib.contest import wilson
from gamelib.games.tictactoe import Board, TicTacToe, diagonal_score, open_lines, signs
from gamelib.heuristics import squashed
from gamelib.search import alpha_beta

__all__ = ["EXERCISES"]

GAME = TicTacToe()


def _weighted_sum(answer: Any) -> Verdict:
    """Judge a function that makes an evaluation of weights and features."""
    if not callable(answer):
        return Verdict("wrong", f"the answer must be a function, and this is {answer!r}")
    features: list[Callable[[Any], float]] = [len, lambda word: word.count("a"), lambda word: 1]
    cases: list[tuple[list[float], list[Callable[[Any], float]], str, float]] = [
        ([2], features[:1], "abc", 6),
        ([2, 10], features[:2], "aab", 26),
        ([2, 10, -1], features, "aab", 25),
        ([0.5, 1, 3], features, "banana", 9),
        ([], [], "abc", 0),
    ]
    made = []
    for weights, some, word, _ in cases:
        try:
            evaluate = answer(list(weights), list(some))
            if evaluate is None:
                return Verdict("not yet", "it gives nothing back; write it, then run this again")
            if not callable(evaluate):
                return Verdict("wrong", f"it must return a function of a state, not {evaluate!r}")
            made.append(evaluate)
            evaluate(word)
        except NotImplementedError:
            return Verdict("not yet", "write it, then run this cell again")
        except Exception as error:
            return Verdict("wrong", f"with weights {weights} it raised {_named(error)}")
    for evaluate, (weights, _, word, wanted) in zip(made, cases, strict=True):
        found = evaluate(word)
        if found != wanted:
            return Verdict(
                "wrong",
                f"with weights {weights} and the features length, number of a and 1, "
                f"{word!r} is worth {wanted}, not {found!r}",
            )
    return Verdict("right", f"{len(cases)} evaluations, each with its own weights and features")


def _same_score(answer: Any) -> Verdict:
    """Judge two boards that the row, column and diagonal score cannot tell apart."""
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        return Verdict("wrong", f"give a pair of boards, not {answer!r}")
    try:
        boards = [GAME.from_text(b) if isinstance(b, str) else b for b in answer]
        for board in boards:
            GAME.moves(board)
    except (TypeError, ValueError) as error:
        return Verdict("wrong", f"both must be boards of tic-tac-toe: {error}")
    if any(not GAME.moves(board) for board in boards):
        return Verdict("wrong", "both games must still go on, so that there is something to judge")
    if boards[0].turn != boards[1].turn:
        return Verdict("wrong", "the same side must move on both boards")
    scores = [2 * signs(board) + diagonal_score(board) for board in boards]
    if scores[0] != scores[1]:
        return Verdict("wrong", f"the scores are {scores[0]} and {scores[1]}, so it sees something")
    values = [alpha_beta(GAME, board).value for board in boards]
    if sorted(values) != [-1, 1]:
        return Verdict("wrong", f"with best play they are worth {values[0]} and {values[1]}")
    return Verdict("right", f"both score {scores[0]}, but one is won for X and the other lost")


def _pairs_right(answer: Any) -> Verdict:
    calls = [
        Call(([1, 2, 3], [-1, 0, 1]), 1.0, "all three pairs are in the right order"),
        Call(([3, 2, 1], [-1, 0, 1]), 0.0, "all three pairs are in the wrong order"),
        Call(([5, 5], [0, 1]), 0.5, "an estimate that cannot decide is half right"),
        Call(([1, 2, 9], [0, 0, 1]), 1.0, "a pair of equal values does not count"),
        Call(([1, 3, 2, 2], [-1, 0, 0, 1]), 0.7, "of five pairs three are right and one is half"),
        Call(([2, 1, 2, 3, 0], [0, 0, 1, 1, -1]), 0.9375),
    ]

    def near(found: Any, wanted: Any) -> bool:
        number = isinstance(found, int | float) and not isinstance(found, bool)
        return number and abs(found - wanted) < 1e-9

    return try_calls(answer, calls, same=near)


def _blind_depths(answer: Any) -> Verdict:
    corner = GAME.play(GAME.start(), "a1")
    known: list[tuple[Board, str]] = [
        (corner, "after a1 only b2 draws"),
        (GAME.from_text("XOX/.../..."), "only b2 draws"),
        (GAME.from_text("XX./OO./..."), "X wins at once"),
        (GAME.from_text(".X./XO./..."), "it is O's turn: small values are good"),
        (GAME.from_text("X../.O./..."), "every move draws, and any of them keeps the value"),
    ]
    estimates = {"open_lines": squashed(open_lines), "nothing": lambda state: 0}
    calls = [
        Call((GAME, state, estimate), _blind(state, estimate), f"{why} (evaluation: {name})")
        for state, why in known
        for name, estimate in estimates.items()
    ]
    return try_calls(answer, calls, show=_shown)


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


def _is_better(answer: Any) -> Verdict:
    cases = [(7, 10), (70, 100), (5, 10), (55, 100), (550, 1000), (9, 10), (30, 100), (10, 10)]
    calls = []
    for points, games in cases:
        low, high = wilson(points, games)
        why = f"the interval goes from {low:.2f} to {high:.2f}"
        calls.append(Call((points, games), low > 0.5, why))
    return try_calls(answer, calls)


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


EXERCISES = (
    Exercise(
        "06.1",
        "Write weighted_sum(weights, features): an evaluation, so a function of a state.",
        _weighted_sum,
        (
            "Write a function inside the function, and return it.",
            "sum(w * f(state) for w, f in zip(weights, features))",
        ),
    ),
    Exercise(
        "06.2",
        "Give two boards with the same score, of which X wins one and loses the other.",
        _same_score,
        (
            "The score sees only how many signs there are and which stand on the diagonals.",
            "On one board X wins at once. On the other O threatens to win in two ways.",
        ),
    ),
    Exercise(
        "06.3",
        "Write pairs_right(estimates, values): the share of pairs in the right order.",
        _pairs_right,
        (
            "Go through all pairs i < j, and leave out those with values[i] == values[j].",
            "A pair is right if both differences have the same sign, half if estimates are equal.",
        ),
    ),
    Exercise(
        "06.4",
        "Write blind_depths(game, state, evaluate): at which depths is the value given away?",
        _blind_depths,
        (
            "The value of a state is alpha_beta(game, state).value, without a depth.",
            "Compare it with the value after the move that the search to that depth plays.",
            "After that move the game may be over: then its score is the value.",
        ),
    ),
    Exercise(
        "06.5",
        "Write is_better(points, games): is the whole interval above one half?",
        _is_better,
        ("wilson(points, games) returns a pair.", "Compare the lower end with 0.5."),
    ),
)
