"""The exercises of lecture 06, Heuristics."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

from course.cases import later, random_state, value_of
from course.checks import Outcome, short
from course.exercises import Attempt, exercise, within
from gamelib.games.tictactoe import Board, TicTacToe, diagonal_score, open_lines, signs
from gamelib.heuristics import squashed
from gamelib.search import alpha_beta
from gamelib.standings import wilson
from gamelib.words import Text, plural

TIC_TAC_TOE = TicTacToe()
Numbers = list[float]


# ---- 1: weights and features --------------------------------------------------------------------

FEATURES_BY_NAME: dict[str, Callable[[str], float]] = {
    "len": len,
    "count_a": lambda word: word.count("a"),
    "one": lambda word: 1,
    "half_length": lambda word: len(word) / 2,
}
FEATURES = tuple(FEATURES_BY_NAME.values())
SAMPLE_WORDS = ("abc", "aab", "banana", "", "x")


@exercise(
    "06.1",
    "Define a function inside the function, and return it.",
    "sum(w * f(state) for w, f in zip(weights, features))",
)
def _weighted_sum(expect: Attempt, answer: Any) -> None:
    choose = random.Random(61)
    lists: list[Numbers] = [[2], [2, 10], [2, 10, -1], [0.5, 1, 3], [], [0, 0, 5], [1, 1, 1, 1]]
    lists += [choose.choices((-7, -0.5, 0, 1, 3, 250), k=choose.randint(1, 4)) for _ in range(20)]
    expect.agrees(
        answer if not isinstance(answer, type) else lambda *given: answer(*given),
        _sum,
        [(weights, SAMPLE_WORDS[index % len(SAMPLE_WORDS)]) for index, weights in enumerate(lists)],
        smaller=lambda weights, word: (
            (weights[:index] + weights[index + 1 :], word) for index in range(len(weights))
        ),
        show=_sum_call,
        through=_evaluated,
        because=lambda weights, word: (
            f"the features of {word!r} are {_feature_values(weights, word)}"
        ),
        mistakes={
            "it acts like another evaluation that was made later: what do the two share?": (
                lambda weights, word: 100 * len(word)
            ),
            "it does not use the weights": lambda weights, word: sum(
                _feature_values(weights, word)
            ),
            "it gives every feature the same weight": lambda weights, word: (
                weights[-1] * sum(_feature_values(weights, word)) if weights else 0
            ),
            "it adds a weight to its feature; multiply them": lambda weights, word: (
                sum(weights) + sum(_feature_values(weights, word))
            ),
            "it adds only the first term: does it return in the loop?": lambda weights, word: (
                weights[0] * len(word) if weights else 0
            ),
        },
    )


def _feature_values(weights: Numbers, word: str) -> Numbers:
    return [feature(word) for feature in FEATURES[: len(weights)]]


def _sum(weights: Numbers, word: str) -> float:
    return sum(map(lambda weight, value: weight * value, weights, _feature_values(weights, word)))


def _evaluated(weighted_sum: Any, weights: Numbers, word: str) -> Any:
    """Return an evaluation's value, after others were made, or what is wrong with it."""
    weighted_sum(weights, [*FEATURES[::-1][: len(weights)]])
    evaluate, fresh = (weighted_sum(weights, [*FEATURES[: len(weights)]]) for _ in range(2))
    weighted_sum([100], [len])
    if evaluate is None:
        return None
    if not callable(evaluate):
        return Text(f"weighted_sum returned {short(evaluate)}, which is not a function of a state")
    first, again = evaluate(word), evaluate(word)
    fresh(word + "another")
    for then in (again, fresh(word)):
        if then != first:
            question = "is something used up or kept between calls?"
            return Text(f"{first!r} the first time, but {then!r} later: {question}")
    return first


def _sum_call(weights: Numbers, word: str) -> str:
    names = ", ".join([*FEATURES_BY_NAME][: len(weights)])
    return f"weighted_sum({weights}, [{names}])({word!r})"


# ---- 2: what a score cannot see -----------------------------------------------------------------


@exercise(
    "06.2",
    "The score sees only how many signs there are, and which are on the diagonals.",
    "On one board X wins at once. On the other one O threatens to win in two ways.",
)
def _same_score(expect: Attempt, answer: Any) -> Outcome | str:
    """Judge two boards that the row, column and diagonal score cannot tell apart."""
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        return f"give a pair of boards, not {short(answer)}"
    if any(board is ... or board in ("...", "…", "") for board in answer):
        return Outcome(False, "two boards are needed, and one is still missing", open=True)
    boards = []
    for name, board in zip(("first", "second"), answer, strict=True):
        if isinstance(board, list) or (isinstance(board, tuple) and not isinstance(board, Board)):
            return (
                f"write the {name} board as a text such as 'X../.O./...', with / between the rows"
            )
        try:
            boards.append(TIC_TAC_TOE.from_text(board) if isinstance(board, str) else board)
            over = not TIC_TAC_TOE.moves(boards[-1])
        except (TypeError, ValueError) as error:
            return f"the {name} is not a board of tic-tac-toe: {error}"
        if over:
            return f"on the {name} board the game is over, so there is nothing to judge"
        if signs(boards[-1]) < 0:
            return f"the {name} board has more O than X, but X begins"
    if boards[0].turn != boards[1].turn:
        return "the same side must move on both boards; count the signs"
    scores = [2 * signs(board) + diagonal_score(board) for board in boards]
    if scores[0] != scores[1]:
        return f"their old scores are {scores[0]} and {scores[1]}, so the score can tell them apart"
    values = [alpha_beta(TIC_TAC_TOE, board).value for board in boards]
    if sorted(values) != [-1, 1]:
        ends = {1: "won for X", 0: "a draw", -1: "lost for X"}
        return (
            "one must be won for X and the other one lost, but with best play "
            f"the first is {ends[int(values[0])]} and the second is {ends[int(values[1])]}"
        )
    return Outcome(True, f"both score {scores[0]}, but one is won for X and the other one lost")


# ---- 3: pairs in the right order ----------------------------------------------------------------


@exercise(
    "06.3",
    "Go through all pairs i < j, and skip those with values[i] == values[j].",
    "A pair is right if both differences have the same sign; equal estimates count half.",
)
def _pairs_right(expect: Attempt, answer: Any) -> None:
    cases: list[tuple[Numbers, Numbers]] = [
        ([1, 2, 3], [-1, 0, 1]),
        ([5, 5], [0, 1]),
        ([3, 2, 1], [-1, 0, 1]),
        ([1, 2, 9], [0, 0, 1]),
        ([1, 3, 2, 2], [-1, 0, 0, 1]),
        ([0.5, -0.25], [400, -3]),
        ([0, 0, 0], [-1, 0, 1]),
    ]
    choose = random.Random(63)
    while len(cases) < 60:
        size = choose.randint(2, 7)
        values = choose.choices(
            ((-1, 0, 1), range(-5, 6), (0.5, 0, -2.5, 100))[len(cases) % 3], k=size
        )
        if len({*values}) > 1:
            cases.append((choose.choices((-3, -0.5, 0, 1, 2, 40), k=size), values))
    expect.agrees(
        answer,
        _share_right,
        cases,
        smaller=_fewer,
        same=within(0.0051),  # or rounded to two places
        because=_counted,
        mistakes={
            "it counts equal estimates as wrong, not as half": {"tie": 0},
            "it counts equal estimates as right, not as half": {"tie": 1},
            "it skips pairs with equal estimates, which should count as half": {"tie": None},
            "it counts all pairs, even those with equal values": {"every_pair": True},
            "it counts only neighbours in the list; all pairs count": {"farthest": 1},
            "it returns the number of right pairs, not their share": lambda estimates, values: sum(
                _marks(estimates, values)
            ),
            "the order is reversed": lambda estimates, values: 1 - _share_right(estimates, values),
        },
    )


def _marks(
    estimates: Numbers, values: Numbers, tie: float | None = 0.5, farthest: int = 99
) -> list[float]:
    """Return 1 for each pair in the right order, 0 in the wrong order, and `tie` for ties."""
    marks = []
    for i, j in combinations(range(len(values)), 2):
        if values[i] != values[j] and j - i <= farthest:
            order = (estimates[i] - estimates[j]) * (values[i] - values[j])
            marks.append(1.0 if order > 0 else tie if order == 0 else 0.0)
    return [mark for mark in marks if mark is not None]


def _share_right(
    estimates: Numbers, values: Numbers, *, every_pair: bool = False, **how: Any
) -> float:
    marks = _marks(estimates, values, **how)
    return sum(marks) / (comb(len(values), 2) if every_pair else max(1, len(marks)))


def _fewer(estimates: Numbers, values: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
    """Yield the lists without one of their items, as long as two values differ."""
    for index in range(len(values)):
        left = [them[:index] + them[index + 1 :] for them in (estimates, values)]
        if len({*left[1]}) > 1:
            yield left[0], left[1]


def _counted(estimates: Numbers, values: Numbers) -> str:
    marks = _marks(estimates, values)
    kinds = {"right": 1, "equal": 0.5, "wrong": 0}
    counts = [f"{marks.count(mark)} {kind}" for kind, mark in kinds.items() if mark in marks]
    have = "has" if len(marks) == 1 else "have"
    return f"{plural(len(marks), 'pair')} {have} different values: {', '.join(counts)}"


# ---- 4: the horizon -----------------------------------------------------------------------------


_lines = squashed(open_lines)
ESTIMATES: dict[Any, str] = {
    _lines: "squashed(open_lines)",
    lambda state: 0: "0 for every state",
    lambda state: -_lines(state): "squashed(open_lines) with the sign changed",
    lambda state: 2: "2 for every state",  # more than a win
}


@exercise(
    "06.4",
    "The value of a state is alpha_beta(game, state).value, without a depth.",
    "Compare it with the value after the move that the search to that depth plays.",
    "After that move the game may be over; then its score is the value.",
)
def _blind_depths(expect: Attempt, answer: Any) -> None:
    texts = ("XX./OO./...", "XOX/.../...", ".X./XO./...", "X../.O./...", "XO./OX./X..")
    states = [(TIC_TAC_TOE, TIC_TAC_TOE.from_text(text)) for text in (*texts, "X../.../...")]
    choose = random.Random(64)
    games = (TIC_TAC_TOE, TicTacToe(3, 4), TicTacToe(2, 4), TicTacToe(4, 3, line=4))
    while len(states) < 40:
        game, left = games[len(states) % len(games)], choose.randint(1, 6)
        state = random_state(game, len(game.moves(game.start())) - left, choose)
        if game.moves(state):
            states.append((game, state))
    *estimates, two = ESTIMATES
    cases = [(*state, estimates[index % 3]) for index, state in enumerate(states)]
    wide = TicTacToe(3, 4)  # 12 cells, not nine
    cases += [(wide, wide.from_text("XOX./..../OXO."), estimate) for estimate in estimates]
    row = TicTacToe(1, 10, line=2)  # blind at depth 8, the last but one
    cases += [
        (TIC_TAC_TOE, TIC_TAC_TOE.from_text("XX./OO./..."), two),
        (row, row.from_text("." * 9 + "X"), two),
    ]
    expect.agrees(
        answer,
        _blind,
        cases,
        smaller=later,
        show=lambda *case: "blind_depths(game, state, evaluate)",
        here=_position,
        because=_why_blind,
        mistakes={
            "it compares the estimate with the true value; "
            "compare the true values before and after the move": {
                "bad": lambda game, state, result: result.value != _true_value(game, state)
            },
            "it compares moves, but another move may be just as good: compare values": {
                "bad": lambda game, state, result: result.move != _best(game, state)
            },
            "these are the depths at which the search keeps the value": {
                "bad": lambda *search: not _gives_away(*search)
            },
        },
    )


@cache
def _true_value(game: TicTacToe, state: Board) -> Any:
    return value_of(game, state)


@cache
def _best(game: TicTacToe, state: Board) -> Any:
    return alpha_beta(game, state).move


def _gives_away(game: TicTacToe, state: Board, result: Any) -> bool:
    return bool(_true_value(game, game.play(state, result.move)) != _true_value(game, state))


def _blind(game: TicTacToe, state: Board, evaluate: Any, bad: Any = _gives_away) -> list[int]:
    """Return the depths at which a search plays a move that loses value."""
    depths = range(1, len(game.moves(state)) + 1)
    results = {depth: alpha_beta(game, state, depth=depth, evaluate=evaluate) for depth in depths}
    return [depth for depth, search in results.items() if bad(game, state, search)]


def _position(game: TicTacToe, state: Board, evaluate: Any) -> str:
    sign = "X" if state.turn == "MAX" else "O"
    return f"{state}\ngame is {game!r}, {sign} is to move, evaluate is {ESTIMATES[evaluate]}"


def _why_blind(game: TicTacToe, state: Board, evaluate: Any) -> str:
    keeps = [
        move
        for move in game.moves(state)
        if _true_value(game, game.play(state, move)) == _true_value(game, state)
    ]
    keep = "keeps" if len(keeps) == 1 else "keep"
    return f"the state is worth {_true_value(game, state)}, and {' '.join(keeps)} {keep} that"


# ---- 5: an interval above one half --------------------------------------------------------------


@exercise("06.5", "wilson(points, games) returns a pair.", "Compare its lower end with 0.5.")
def _is_better(expect: Attempt, answer: Any) -> None:
    cases: list[tuple[float, int]] = [(7, 10), (70, 100), (5, 10), (55, 100), (550, 1000), (9, 10)]
    cases += [(30, 100), (10, 10), (0, 10), (1, 1), (0, 1), (3, 3), (4, 4), (35.5, 60), (500, 501)]
    for games in (5, 6, 8, 12, 20, 30, 60, 200, 385, 2000):
        steps = [points / 2 for points in range(2 * games + 1)]
        least = next(points for points in steps if _lower(points, games) > 0.5)
        cases += [(least, games), (least - 0.5, games), (games - least, games)]
    expect.agrees(
        answer,
        lambda points, games: _lower(points, games) > 0.5,
        cases,
        because=lambda points, games: "the interval goes from {:.3f} to {:.3f}".format(
            *wilson(points, games)
        ),
        mistakes={
            "it looks at the share, which may be luck, not at the interval": lambda points, games: (
                points / games > 0.5
            ),
            "it uses the upper end; the lower end decides": lambda points, games: (
                wilson(points, games)[1] > 0.5
            ),
            "it accepts an interval below one half, which shows a player who is worse": (
                lambda points, games: _lower(max(points, games - points), games) > 0.5
            ),
        },
    )


def _lower(points: float, games: int) -> float:
    return wilson(points, games)[0]
