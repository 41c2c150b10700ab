"""What lecture 09, Hasami Shogi, looks at the game with, and its exercises.

Counts, orders, captures that are played out, and diagrams.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import groupby
from math import inf
from typing import Any

from course.documents import hasami as document
from course.exercises import exercise
from course.expect import Expect
from gamelib.arguments import Evaluate
from gamelib.face import Lines
from gamelib.game import MAX, Side
from gamelib.games.hasami import HasamiShogi, Position
from gamelib.search import alpha_beta
from gamelib.view.board.picture import Picture
from gamelib.view.board.picture import diagram as board_diagram


def perft(game: Any, state: Any, depth: int) -> int:
    """Return in how many ways the next moves can be played.

    >>> game = HasamiShogi(5)
    >>> perft(game, game.start(), 1), perft(game, game.start(), 2)
    (10, 85)
    """
    if depth == 0:
        return 1
    if depth == 1:  # to count moves is far cheaper than to play them
        return len(game.moves(state))
    return sum(perft(game, game.play(state, move), depth - 1) for move in game.moves(state))


def middle_games(
    game: HasamiShogi, count: int, *, plies: int = 12, seed: int = 0
) -> list[Position]:
    """Return positions after so many random moves, all of them still going on."""
    choose = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        state = game.start()
        for _ in range(plies):
            if moves := game.moves(state):
                state = game.play(state, choose.choice(moves))
        if game.moves(state):
            found.append(state)
    return found


def captures_first(state: Position, moves: Sequence[str]) -> list[str]:
    """Return the moves with the captures and the winning lines at the front, as `order=` wants it.

    >>> game = HasamiShogi(5)
    >>> board = game.from_text("XXX.X/...X./XOO../..O.X/O...O")
    >>> captures_first(board, game.moves(board))[:2]
    ['B4-C4', 'A2-A4']
    """
    noisy = HasamiShogi(state.size).noisy(state)
    return [*noisy, *(move for move in moves if move not in noisy)]


def line_chances(state: Position, side: Side) -> float:
    """Return what a side's lines are worth by the document's heuristic, in all directions.

    >>> board = HasamiShogi(5).from_text("XX.../...../XXX../...../OOOO.")
    >>> round(line_chances(board, "MAX"), 1)
    103.7
    """
    rows, columns = document.missing_in_rows, document.missing_in_columns
    parts = rows, columns, document.missing_in_diagonals
    return document.line_worth([missing for part in parts for missing in part(state, side)])


def after_captures(game: Any, evaluate: Evaluate, most: int = 6) -> Evaluate:
    """Return an evaluation that plays captures to their end before it judges.

    Nobody has to capture: the mover may also stop, and take what the evaluation says. After
    `most` captures one after the other it stops in any case.
    """

    def value(state: Any, alpha: float = -inf, beta: float = inf, left: int = most) -> float:
        score = game.score(state)
        if score is not None:
            return float(score)
        best = evaluate(state)
        for move in game.noisy(state) if left else ():
            if game.turn(state) == MAX:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
            worth = value(game.play(state, move), alpha, beta, left - 1)
            best = max(best, worth) if game.turn(state) == MAX else min(best, worth)
        return best

    return lambda state: value(state)


def times_asked(
    game: Any, states: Sequence[Any], evaluate: Evaluate, *, depth: int, calm: bool = False
) -> int:
    """Return how often a search asks its evaluation, on average; `calm` plays captures out."""
    calls = 0

    def counting(state: Any) -> float:
        nonlocal calls
        calls += 1
        return evaluate(state)

    judge = after_captures(game, counting) if calm else counting
    for state in states:
        alpha_beta(game, state, depth=depth, evaluate=judge)
    return round(calls / len(states))


# ---- diagrams -----------------------------------------------------------------------------------


def diagram(game: HasamiShogi, state: Position, move: str = "") -> Picture:
    """Return a picture of a position: the home rows shaded, a move as an arrow, losses struck out.

    >>> game = HasamiShogi(5)
    >>> diagram(game, game.from_text("XXX.X/...X./XOO../..O.X/OO..O"), "B4-C4")
       1  2  3  4  5
    A  X  X  X  .  X
    B  .  .  .  X  .
    C  X  O  O  .  .
    D  .  .  O  .  X
    E  O  O  .  .  O
    B4-C4 captures C2 C3.
    """
    told = [f"{move} captures {' '.join(game.captured(state, move)) or 'nothing'}."] if move else []
    after = game.play(state, move) if move else state
    if line := game.winning_line(after):
        told.append(f"{' '.join(line)} win.")
    elif (score := game.score(after)) is not None:
        told.append({1: "X has won.", -1: "O has won.", 0: "A draw."}[score])
    areas = [spot.area for spot in game.face(state).spots]
    homes = [
        Lines(kind, (_around(cells),), closed=True)
        for kind, cells in (
            ("box max", areas[: 2 * game.size]),
            ("box min", areas[-2 * game.size :]),
        )
    ]
    moves = [move] if move else []
    return board_diagram(game, state, moves, behind=homes, caption=" ".join(told))


def _around(areas: Sequence[tuple[tuple[float, float], ...]]) -> tuple[tuple[float, float], ...]:
    """Return the frame around the first and the last of some cells in reading order."""
    (left, top), (right, low) = areas[0][0], areas[-1][2]
    return (left, top), (right, top), (right, low), (left, low)


# ---- exercises ----------------------------------------------------------------------------------

LINE = 5
SMALL, GAME = HasamiShogi(5), HasamiShogi(7)

TRAP = GAME.from_text("XX.XXX./.X.XOO./..OXXXX/......./......./O.O.O.O/O.OO.O.")
SEVERAL = GAME.from_text("X....../...X.../...O.../XOO.OX./......./...X.../OO..OO.")


@exercise(
    "09.1",
    "Walk along the row, and keep a count of the empty cells since the last piece.",
    "At a piece: first the count, if it is not 0, then the pair; then the count is 0.",
    "enumerate(row, 1) gives the places. After the loop a count may be left.",
)
def _encode(expect: Expect, answer: Any) -> None:
    rows = {
        "--x--oo----x": "two empty cells, then a piece at place 3, and so on",
        "xo": "places count from 1, and there is no number where nothing is empty",
        "x--": "the empty cells at the end count too",
        "-----": "a row without pieces is one number",
        "-oxo-": "every piece stands for itself",
        "o-x-o-x-o": "",
        "": "a row without cells has no runs",
    }
    for row, why in rows.items():
        expect.call(answer, row, gives=list(document.encode_row(row)), because=why)


@exercise(
    "09.2",
    "Look to the left of the place and to the right of it, and nowhere else.",
    "In each direction: collect enemies until something else comes, then see what it is.",
    "If it is a piece of the mover, row[place - 1], they go; a gap or the edge saves them.",
)
def _captured(expect: Expect, answer: Any) -> None:
    cases: list[tuple[str, int, list[int], str]] = [
        ("xoox-", 4, [2, 3], "the run ends at the moved piece and at another x"),
        ("xoox-", 1, [2, 3], "it does not matter at which end the moved piece stands"),
        ("xoxox", 3, [2, 4], "runs on both sides go"),
        ("oxx-o", 1, [], "there must be an own piece behind the run, not an empty cell"),
        ("oxxo-", 4, [2, 3], "o captures as x does"),
        ("oox--", 3, [], "the edge of the board is no piece"),
        ("xo-ox", 1, [], "a run with a gap is not closed"),
        ("xoxxoox", 7, [5, 6], "only the run that ends at the moved piece goes; 2 was safe before"),
        ("oxo--", 2, [], "to move in between two enemies is safe"),
        ("xx-o-", 1, [], "nothing stands in between"),
        ("-xooox-", 6, [3, 4, 5], ""),
    ]
    for row, place, wanted, why in cases:
        expect.call(answer, row, place, gives=wanted, because=why)


@exercise(
    "09.3",
    "Find the longest unbroken run of x.",
    "A count that goes up at every x and back to 0 at everything else; keep the largest.",
    "max(0, 5 - longest)",
)
def _missing(expect: Expect, answer: Any) -> None:
    rows = {
        "--xxx--": "three stand side by side",
        "xx-xx--": "the longest unbroken run has two: a gap breaks it",
        "x-xxx-x": "the longest run counts, not the first and not the last",
        "xxoxxx-": "an o breaks the run as well",
        "-------": "all five are missing",
        "xxxxxx-": "six are enough: nothing is missing, and never less than nothing",
        "oooo--x": "only x counts",
        "xxxx": "the run may reach the end of the row",
    }
    for row, why in rows.items():
        expect.call(answer, row, gives=_missing_in(row), because=why)


def _missing_in(row: str) -> int:
    """Return how many x are missing to five in a row."""
    runs = [len(list(run)) for sign, run in groupby(row) if sign == "x"]
    return max(0, LINE - max(runs, default=0))


@exercise(
    "09.4",
    "len(game.captured(state, move)) is what a move takes.",
    "sorted is stable: what is equal stays in its order.",
    "sorted(game.moves(state), key=lambda move: -…)",
)
def _in_order(expect: Expect, answer: Any) -> None:
    cases = [
        (GAME, TRAP, "C7-B7 takes two and comes first, then the two moves that take one"),
        (GAME, SEVERAL, "F4-D4 takes four"),
        (SMALL, SMALL.start(), "nothing can be captured, so nothing changes"),
        (SMALL, SMALL.from_text("XXX.X/...../OXX../...O./O..OO", turn="MIN"), "O is to move"),
    ]

    def same(found: Any, wanted: Any) -> bool:
        return isinstance(found, list | tuple) and list(found) == wanted

    for game, state, why in cases:
        moves = sorted(game.moves(state), key=lambda move: -len(game.captured(state, move)))
        expect.call(answer, game, state, gives=moves, because=why, same=same, show=_shown)


@exercise(
    "09.5",
    "Three steps: what does the move take, how does the board look then, what is the "
    "largest capture of the other side there?",
    "Keep the moves that take something and lose more.",
    "After a capture the game may be over, and max of nothing is an error: max(…, default=0).",
)
def _hidden_losses(expect: Expect, answer: Any) -> None:
    cases = [
        (GAME, TRAP, "C7-B7 takes two, and then F7-C7 takes three"),
        (GAME, SEVERAL, "F4-D4 takes four, and no reply takes more"),
        (SMALL, SMALL.start(), "there is no capture at all"),
        (
            SMALL,
            SMALL.from_text("XX.../..X../XO.../...../.OOO."),
            "B3-C3 leaves O three pieces, so the game is over and O has no reply",
        ),
        (
            SMALL,
            SMALL.from_text("XXX.X/..O../XO.O./...../OO..O"),
            "to lose as many as were taken is no loss",
        ),
        (
            GAME,
            GAME.from_text("OO.OOO./.O.OXX./..XOOOO/......./......./X.X.X.X/X.XX.X.", turn="MIN"),
            "it is O's turn",
        ),
    ]
    for game, state, why in cases:
        losses = _hidden(game, state)
        expect.call(answer, game, state, gives=losses, because=why, show=_shown)


def _hidden(game: HasamiShogi, state: Position) -> list[str]:
    """Return the captures after which the other side can take back more than they took."""
    found = []
    for move in game.moves(state):
        taken = len(game.captured(state, move))
        after = game.play(state, move)
        back = [len(game.captured(after, reply)) for reply in game.moves(after)]
        if taken and max(back, default=0) > taken:
            found.append(move)
    return found


def _shown(item: Any) -> str:
    if isinstance(item, Position):
        rows = [line.split()[1:] for line in str(item).split("\n")[1:]]
        return "the board " + "/".join("".join(row) for row in rows)
    if isinstance(item, list | tuple) and len(item) > 6:
        return f"[{', '.join(map(repr, item[:4]))}, … {len(item)} moves]"
    return "game" if isinstance(item, HasamiShogi) else repr(item)
