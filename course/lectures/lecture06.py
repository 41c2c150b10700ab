"""Pictures and exercises of lecture 06, Heuristics."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import ceil, comb
from statistics import fmean
from typing import Any

from course.cases import later, random_state, value_of
from course.checks import Outcome, short
from course.exercises import Attempt, exercise, within
from gamelib.game import MAX, MIN, Side
from gamelib.games.tictactoe import Board, TicTacToe, diagonal_score, lines_with, open_lines, signs
from gamelib.heuristics import squashed
from gamelib.players import search_player
from gamelib.search import alpha_beta
from gamelib.standings import Standings, wilson
from gamelib.tournament import tournament
from gamelib.words import Text, plural

TIC_TAC_TOE = TicTacToe()
Numbers = list[float]


# ---- pictures -----------------------------------------------------------------------------------


LOOKS = {  # of matplotlib
    "nothing": "kx:",
    "old score": "C0s:",
    "open lines": "C1o--",
    "lines": "C2v-",
    "diagonals alone": "kx",
}


def draw_agreement(by_name: Mapping[str, Sequence[float]]) -> Text:
    """Draw the agreement of scores, level by level from three signs on; return their means."""
    import matplotlib.pyplot as plt

    _, axes = plt.subplots(figsize=(6.5, 3.4))
    axes.set(xlabel="signs on the board", ylabel="agreement on this level", ylim=(0, 0.85))
    for name, each in by_name.items():
        axes.plot(range(3, 3 + len(each)), each, LOOKS.get(name, ".-"), label=name)
    axes.legend(loc="lower left", frameon=False)
    means = (f"{name} {fmean(each):.2f}" for name, each in by_name.items())
    return Text(f"Mean of the levels: {', '.join(means)}.")


def draw_mistakes(by_name: Mapping[str, Sequence[int]]) -> Text:
    """Draw the mistakes of players that look 1, 2, … moves ahead; return those of the deepest."""
    import matplotlib.pyplot as plt

    deepest = max(map(len, by_name.values()))
    _, axes = plt.subplots(figsize=(6.5, 3.6))
    axes.set(xlabel="moves ahead", ylabel="mistakes", xlim=(0.8, deepest + 1.2))
    for name, counts in by_name.items():
        depths = range(1, len(counts) + 1)
        axes.semilogy(depths, counts, LOOKS.get(name, ".-"))
        axes.text(len(counts) + 0.1, counts[-1], f"{name}: {counts[-1]}", va="center")
    axes.minorticks_off()
    axes.set_xticks(range(1, deepest + 1))
    axes.set_yticks((50, 100, 200, 500, 1000), ("50", "100", "200", "500", "1,000"))
    last = (f"{name} {counts[-1]}" for name, counts in by_name.items())
    return Text(f"Mistakes {deepest} moves ahead: {', '.join(last)}.")


def draw_shares(results: Standings) -> Text:
    """Draw each player's share of the points and its interval; return the shares as a line."""
    import matplotlib.pyplot as plt

    names = results.ranking()[::-1]
    _, axes = plt.subplots(figsize=(6.5, 0.6 + 0.42 * len(names)))
    for row, name in enumerate(names):
        record = results.record(name)
        low, high = wilson(record.points, record.games)
        axes.plot([low, high], [row, row], color="0.55", linewidth=5, solid_capstyle="butt")
        axes.plot([record.share], [row], "ko", markersize=7)
        axes.text(1.02, row, f"{record.share:.2f}", va="center")
    axes.axvline(0.5, color="0.55", linestyle="--", linewidth=1)
    axes.set_yticks(range(len(names)), names)
    axes.set(xlim=(0, 1), ylim=(-0.6, len(names) - 0.4), xlabel="share of the points")
    shares = (f"{name} {results.record(name).share:.2f}" for name in results.ranking())
    return Text(f"Shares of the points: {', '.join(shares)}.")


def draw_differences(differences: Sequence[float]) -> Text:
    """Draw one bar for each opening; return the sum of all."""
    import matplotlib.pyplot as plt

    _, axes = plt.subplots(figsize=(7, 2.8))
    axes.bar(range(1, len(differences) + 1), differences)
    axes.axhline(0, color="k", linewidth=0.8)
    axes.set(xlabel="opening", ylabel="difference in points")
    signs = (sum(d > 0 for d in differences), sum(d < 0 for d in differences))
    return Text("{} openings up, {} down, sum {:+g}.".format(*signs, sum(differences)))


def draw_flips(sums: Sequence[float], ours: float) -> Text:
    """Draw a histogram of sums with random signs; return how many are as far from 0 as ours."""
    import matplotlib.pyplot as plt

    far = [total for total in sums if abs(total) >= abs(ours)]
    near = [total for total in sums if abs(total) < abs(ours)]
    edge = max(0, abs(ours) - 0.5)  # the sums differ by whole numbers: the far ones begin here
    width = edge / 6 or 1
    beyond = ceil((max(map(abs, sums)) - edge) / width) + 1
    bins = [-edge + width * step for step in range(-beyond, round(2 * edge / width) + beyond + 1)]
    _, axes = plt.subplots(figsize=(6.5, 3.4))
    axes.hist([near, far], bins, stacked=True, color=["C0", "C1"])
    for line in sorted({ours, -ours}):
        axes.axvline(line, color="k", linestyle="-" if line == ours else "--")
        axes.text(line, axes.get_ylim()[1], f"{line:+g}", ha="center", va="bottom")
    axes.set(xlabel="sum with random signs", ylabel=f"how often in {len(sums):,}")
    return Text(f"{len(far):,} of {len(sums):,} sums are at least as far from 0 as {ours:+g}.")


# ---- playing what one wrote ---------------------------------------------------------------------


def plays_by(evaluate: Any, depth: int = 1) -> Callable[[Any, Any], Any]:
    """Return a player that looks ahead with an evaluation of yours, squashed.

    Where the evaluation is still missing, it says so when it has to move.
    """

    def player(game: Any, state: Any) -> Any:
        if not callable(evaluate):
            raise ValueError(f"your evaluation is {short(evaluate)}: do exercise 1 first")
        return search_player(depth=depth, evaluate=squashed(evaluate))(game, state)

    player.__name__ = "your evaluation"
    return player


def meets(evaluate: Any, other: Callable[[Any], float]) -> Standings | Text:
    """Return a tournament of your evaluation and another one, both one move deep.

    >>> meets(None, open_lines)
    not yet: your evaluation is None; do exercise 1 first
    """
    if not callable(evaluate):
        return Text(f"not yet: your evaluation is {short(evaluate)}; do exercise 1 first")
    entrants = {"yours": plays_by(evaluate), "the other": plays_by(other)}
    return tournament(TIC_TAC_TOE, entrants, rounds=50, opening=3)


def strength(state: Board, side: Side) -> int:
    """Return the lines that a side can still fill, those with two signs four times.

    >>> strength(TIC_TAC_TOE.from_text("XX./.O./..."), MAX)
    7
    """
    return lines_with(state, side) + 3 * lines_with(state, side, 2)


STYLES = {"offensive": 0.5, "even": 1, "defensive": 2}


def compare_styles(styled: Callable[..., Any], depth: int) -> Standings | Text:
    """Return a tournament of three styles, from 150 openings; a sentence before exercise 6.

    >>> compare_styles(lambda side, defence: None, depth=1)
    not yet: styled returns nothing; do exercise 6 first
    """
    first = styled(MAX, 1)
    if not callable(first):
        what = "nothing" if first is None else short(first)
        return Text(f"not yet: styled returns {what}; do exercise 6 first")

    def player(defence: float) -> Callable[[Any, Any], Any]:
        players = {side: plays_by(styled(side, defence), depth) for side in (MAX, MIN)}
        return lambda game, state: players[game.turn(state)](game, state)

    entrants = {name: player(defence) for name, defence in STYLES.items()}
    return tournament(TIC_TAC_TOE, entrants, rounds=150, opening=3)


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
            "it gives wilson the share; wilson takes the points and the games": (
                lambda points, games: _lower(points / games, games) > 0.5
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


# ---- 6: style -----------------------------------------------------------------------------------


@exercise(
    "06.6",
    "For MAX: strength(state, MAX) - defence * strength(state, MIN).",
    "MIN's own lines are O's, and what is good for O is a small number.",
)
def _styled(expect: Attempt, answer: Any) -> None:
    choose = random.Random(66)
    texts = ("X../.../...", "X../.O./...", "XX./.O./...", "XX./OO./..X", "X.O/.X./..O")
    states = [TIC_TAC_TOE.from_text(text) for text in texts]
    wide = TicTacToe(3, 4)
    states += [random_state(wide, choose.randint(1, 6), choose) for _ in range(6)]
    cases = [
        (side, defence, state) for state in states for side in SIDES for defence in (1, 0.5, 2)
    ]
    expect.agrees(
        answer,
        _styled_value,
        cases,
        show=lambda side, defence, state: f"styled({side}, {defence})(state)",
        here=lambda side, defence, state: str(state),
        through=_asked,
        because=lambda side, defence, state: (
            f"strength(state, MAX) is {strength(state, MAX)}, "
            f"strength(state, MIN) is {strength(state, MIN)}"
        ),
        mistakes={
            "it is from O's point of view where the side is MIN: turn the sign round": (
                lambda side, defence, state: _styled_value(side, defence, state) * _sign(side)
            ),
            "it forgets the side: the player's own lines are those of `side`": (
                lambda side, defence, state: _styled_value(MAX, defence, state)
            ),
            "it does not use defence": (lambda side, defence, state: _styled_value(side, 1, state)),
            "it counts the lines only; `strength` counts twos as well": (
                lambda side, defence, state: (
                    _sign(side)
                    * (lines_with(state, side) - defence * lines_with(state, _other(side)))
                )
            ),
            "it gives the weight to the player's own lines": (
                lambda side, defence, state: _styled_value(_other(side), defence, state)
            ),
        },
    )


SIDES: tuple[Side, Side] = (MAX, MIN)


def _other(side: Side) -> Side:
    return MIN if side == MAX else MAX


def _sign(side: Side) -> int:
    return 1 if side == MAX else -1


def _styled_value(side: Side, defence: float, state: Board) -> float:
    own, theirs = strength(state, side), strength(state, _other(side))
    return _sign(side) * (own - defence * theirs)


def _asked(styled: Any, side: Side, defence: float, state: Board) -> Any:
    """Return the value of an evaluation, or what is wrong with it."""
    evaluate = styled(side, defence)
    if evaluate is None:
        return None
    if not callable(evaluate):
        return Text(f"styled returned {short(evaluate)}, which is not a function of a state")
    styled(_other(side), 100)  # a second evaluation must not change the first
    return evaluate(state)
