"""The exercises of lecture 08, Dots and Boxes."""

from __future__ import annotations

from typing import Any

from course.checking import Call, Exercise, Verdict, try_calls
from course.documents.dots import Mesh, all_closing_moves, board_of, game_of, index_of
from gamelib.game import MAX, MIN
from gamelib.games.dots import Board, DotsAndBoxes
from gamelib.games.dots.chains import opened
from gamelib.search import alpha_beta

__all__ = ["EXERCISES", "TO_COUNT", "TO_DEAL"]

NINE = DotsAndBoxes(3, 3)
SIXTEEN = DotsAndBoxes(4, 4)
ENOUGH = 10_000  # positions to look at; the boards here need far fewer

TO_DEAL = NINE.from_text(
    "+---+---+---+/| X | X |   |/+---+---+   +/|       |/+   +   +---+/    |   | O |/+---+   +---+"
)
"""The position of exercise 4: X to move has boxes to take, and something better to do."""

TO_COUNT = SIXTEEN.from_text(
    "+   +   +   +   +/|   |   |   |/+   +   +   +---+/|       |/+---+---+---+---+/"
    "|       |       |/+   +   +   +   +/|   |       |/+   +---+---+---+"
)
"""The position of exercise 5: chains only."""


# ---- 1 and 2: the mesh --------------------------------------------------------------------------


def _box_edges(answer: Any) -> Verdict:
    calls = [
        Call((3, 0, 0), [[0, 0], [0, 2], [1, 0], [1, 1]], "it is the first box of all"),
        Call((3, 0, 1), [[0, 1], [0, 3], [1, 1], [1, 2]], "one column further all numbers grow"),
        Call(
            (3, 1, 0), [[0, 2], [0, 4], [1, 3], [1, 4]], "a row has 2 horizontal, 3 vertical edges"
        ),
        Call(
            (4, 2, 1),
            [[0, 7], [0, 10], [1, 9], [1, 10]],
            "a row has 3 horizontal, 4 vertical edges",
        ),
        Call((2, 0, 0), [[0, 0], [0, 1], [1, 0], [1, 1]], "it is the only box"),
        Call((6, 4, 3), [[0, 23], [0, 28], [1, 27], [1, 28]]),
    ]
    return try_calls(answer, calls, same=_same_edges)


def _closing_moves(answer: Any) -> Verdict:
    full = [[True] * 6, [True] * 6]
    meshes: list[tuple[Mesh, str]] = [
        ([[True, False], [True, True]], "one edge of the only box is missing"),
        ([[True] + [False] * 5, [True, True] + [False] * 4], "the first box has three edges"),
        (_without(full, (0, 2), (1, 3)), "only the upper one of these two boxes can be closed"),
        (_without(full, (1, 0), (0, 5)), "horizontal edges come first"),
        (_without(full, (1, 1)), "an edge that closes two boxes is still one move"),
        ([[False] * 6, [False] * 6], "nothing is drawn"),
        (full, "every box is closed, and a drawn edge is no move"),
        (_without(full, (0, 2), (1, 4), (0, 5)), "a box with two free edges cannot be closed"),
        ([[True, False], [True, False]], "two edges of the box are missing"),
    ]
    calls = []
    for mesh, why in meshes:
        game = game_of(mesh)
        moves = all_closing_moves(game, board_of(mesh))
        calls.append(Call((mesh,), [list(index_of(game, move)) for move in moves], why))
    return try_calls(answer, calls, same=_same_edges)


def _without(mesh: Mesh, *missing: tuple[int, int]) -> Mesh:
    return [[e and (k, p) not in missing for p, e in enumerate(mesh[k])] for k in (0, 1)]


def _same_edges(found: Any, wanted: Any) -> bool:
    """Compare lists of edges; an edge may be a list or a tuple."""
    try:
        return bool([list(edge) for edge in found] == wanted)
    except TypeError:
        return False


# ---- 3: a search for players who may move twice --------------------------------------------------

STATES = (
    (1, 1, "+---+/|/+   +", MAX, "whoever draws the third edge gives the box away"),
    (1, 1, "+---+/|/+---+", MAX, "X takes the last box"),
    (1, 1, "+---+/|/+---+", MIN, "O takes the last box, which is good for the side that moves"),
    (1, 3, "+   +---+---+/|           |/+---+---+---+", MIN, "O takes three boxes in a row"),
    (1, 3, "+   +---+---+/|           |/+---+---+---+", MAX, "X takes three boxes in a row"),
    (1, 3, "+---+---+---+/| O |/+---+---+---+", MAX, "what O has already counts, too"),
    (1, 3, "+---+   +---+/|/+---+---+---+", MIN, "taking and giving follow each other"),
    (1, 2, "+---+   +/|/+   +   +", MIN, "nothing can be taken yet"),
)


def _mover_value(answer: Any) -> Verdict:
    calls = []
    for rows, columns, text, turn, why in STATES:
        game = DotsAndBoxes(rows, columns)
        board = game.from_text(text, turn=turn)  # type: ignore[arg-type]
        value = alpha_beta(game, board).value
        calls.append(Call((game, board), value if turn == MAX else -value, why))
    return try_calls(answer, calls, show=_shown)


def _shown(item: Any) -> str:
    if isinstance(item, Board):
        return "the board " + "/".join(str(item).split("\n"))
    return "game" if isinstance(item, DotsAndBoxes) else repr(item)


# ---- 4 and 5: positions to look at ---------------------------------------------------------------


def _deal(answer: Any) -> Verdict:
    """Judge a move in the position TO_DEAL."""
    if not isinstance(answer, str):
        return Verdict("wrong", f"give a move as text, such as 'h 0,0', not {answer!r}")
    try:
        move = NINE.parse(answer, TO_DEAL)
    except ValueError as error:
        return Verdict("wrong", str(error))
    best, after = _value(TO_DEAL), NINE.play(TO_DEAL, move)
    ends = _value(after)
    if ends == best:
        return Verdict("right", f"O gets two boxes and has to open the next chain: {_result(ends)}")
    line = " ".join([move, *_line(after)])
    why = "that takes a box" if after.turn == MAX else "that gives more than two boxes away"
    return Verdict("wrong", f"{why}: with best play {_result(ends)}, for example {line}")


def _value(board: Board) -> int:
    found = NINE.settled(board, ENOUGH)
    assert found is not None
    return found[0]


def _line(board: Board) -> list[str]:
    """Return the moves of both sides to the end, each of them a best one."""
    line: list[str] = []
    while found := NINE.settled(board, ENOUGH):
        line.append(found[1][0])
        board = NINE.play(board, line[-1])
    return line


def _result(margin: int) -> str:
    boxes = NINE.rows * NINE.columns
    return f"X ends with {(boxes + margin) // 2} boxes and O with {(boxes - margin) // 2}"


def _lengths(answer: Any) -> Verdict:
    """Judge the lengths of the chains in the position TO_COUNT."""
    wanted = [chain.length for chain in SIXTEEN.chains(TO_COUNT)]
    if not isinstance(answer, list | tuple) or not all(
        isinstance(n, int) and not isinstance(n, bool) for n in answer
    ):
        return Verdict("wrong", f"give a list of lengths such as [2, 5], not {answer!r}")
    if sum(answer) != sum(wanted):
        return Verdict(
            "wrong",
            f"the lengths add up to {sum(answer)}, but each of the {sum(wanted)} boxes belongs to "
            "exactly one chain",
        )
    if len(answer) != len(wanted):
        return Verdict(
            "wrong",
            f"{len(answer)} chains are not the right number: two boxes are in one chain if the "
            "edge between them is free",
        )
    if sorted(answer) != wanted:
        return Verdict("wrong", "the number of chains is right, but not all of their lengths are")
    long = sum(length >= 3 for length in wanted)
    dots = (SIXTEEN.rows + 1) * (SIXTEEN.columns + 1)
    side, kind = ("X", "odd") if (dots + long) % 2 else ("O", "even")
    return Verdict(
        "right",
        f"{len(wanted)} chains, {long} of them long; with {dots} dots the sum is {kind}, so {side} "
        "has to open the first long one",
    )


# ---- 6: what an ending of chains is worth --------------------------------------------------------


def _ending(answer: Any) -> Verdict:
    cases = [
        ([], "there is nothing left"),
        ([1], "the other side takes the box"),
        ([1, 1], "each side takes one"),
        ([3], "the other side takes all, since nothing is left to win by a handout"),
        ([4, 4], "the other side takes 2, hands out 2 and gets 4"),
        ([3, 3], "the other side takes 1, hands out 2 and gets 3"),
        ([1, 3], "the other side takes 1 and has to open the 3"),
        ([2, 2, 2], "chains of two leave no choice"),
        ([3, 3, 3], "taking all three and handing out two of them come to the same"),
        ([1, 2, 4, 5], "short chains change who has to open the first long one"),
        ([1, 3, 4, 8], ""),
        ([3, 3, 3, 3, 3, 10], ""),
    ]
    return try_calls(answer, [Call((c,), opened(tuple(c)), why) for c, why in cases])


EXERCISES = (
    Exercise(
        "08.1",
        "Write box_edges(dots, row, column): the top, bottom, left and right edge in the mesh.",
        _box_edges,
        (
            "How many horizontal edges are in one row of the board, and how many vertical ones?",
            "A row has dots - 1 horizontal and dots vertical edges.",
            "The top edge is [0, row * (dots - 1) + column], the left [1, row * dots + column].",
        ),
    ),
    Exercise(
        "08.2",
        "Write closing_moves(mesh): all moves that close a box, horizontal ones first.",
        _closing_moves,
        (
            "len(mesh[0]) is dots * (dots - 1). Then look at the four edges of each box.",
            "A box can be closed if exactly one of its edges is not drawn: that edge is the move.",
            "The same edge may come from two boxes. sorted() of a set of tuples takes care of all.",
        ),
    ),
    Exercise(
        "08.3",
        "Write mover_value(game, state): what the state is worth to the side that moves.",
        _mover_value,
        (
            "At the end of a game its score is MAX's. Whose turn does the last state say it is?",
            "Change the sign of a value only if the other side moves after the move.",
            "worth = mover_value(game, after); if game.turn(after) != game.turn(state): -worth.",
        ),
    ),
    Exercise(
        "08.4",
        "Find the best move of X in TO_DEAL.",
        _deal,
        (
            "How many boxes could X take now, and what would X have to do after that?",
            "Two boxes can be taken, and a chain of four is left: who should open that one?",
            "Draw the far end of the two boxes, so that one edge closes both.",
        ),
    ),
    Exercise(
        "08.5",
        "Give the lengths of the chains in TO_COUNT, as a list.",
        _lengths,
        (
            "Begin in a corner, and go from box to box through edges that are not drawn.",
            "All 16 boxes have two free edges, so every box belongs to exactly one chain.",
            "The box in the upper right corner is a chain of its own. There are three others.",
        ),
    ),
    Exercise(
        "08.6",
        "Write ending(lengths): the margin of the side that has to open one of these chains.",
        _ending,
        (
            "Open the first chain, and let ending(lengths[1:]) say what the rest is worth.",
            "The other side takes all n boxes and opens the rest itself: n + rest. Or?",
            "From three boxes on it may also hand out two: n - 4 - rest. It takes the larger.",
        ),
    ),
)
