"""What lecture 08, Dots and Boxes, looks at the game with, and its exercises.

Diagrams, the document's printed tables of neighbours, endings of chains, and the engine's hints one
by one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from course.documents.dots import (
    Index,
    Mesh,
    all_closing_moves,
    board_of,
    boxes_beside,
    dots_original,
    free_moves,
    game_of,
    index_of,
)
from course.exercises import exercise
from course.expect import Expect, Outcome
from gamelib.game import MAX, MIN, Side, play_game
from gamelib.games.dots import Board, DotsAndBoxes
from gamelib.games.dots.chains import opened
from gamelib.search import alpha_beta
from gamelib.view.board.picture import Picture
from gamelib.view.board.picture import diagram as board_diagram
from gamelib.wrap import changed, only


def diagram(
    board: Board, moves: Iterable[str] = (), notes: Mapping[str, object] | None = None
) -> Picture:
    """Return a picture of a position, of moves played from there, and of notes on free edges.

    The moves are numbered, and each number has the colour of the side that makes it.

    >>> game = DotsAndBoxes(1, 2)
    >>> corridor = game.from_text("+---+---+/|/+---+---+")
    >>> diagram(corridor, moves=["v 0,1"], notes={"v 0,2": "here"})
    +---+---+
    | X |
    +---+---+
    X 1, O 0, X to move
    Moves: 1 X v 0,1.
    Notes: v 0,2 here.
    """
    return board_diagram(DotsAndBoxes(*board.shape), board, moves, notes)


# ---- the neighbours of an edge ------------------------------------------------------------------

Neighbours = Callable[[int, Index], dict[str, Index]]

# The ways from an edge round the box below it or to its right, then round the other box.
NAMES = {
    0: (("lower left", "lower", "lower right"), ("upper right", "upper", "upper left")),
    1: (("right upper", "right", "right lower"), ("left lower", "left", "left upper")),
}
BACK = {"lower": "upper", "lower left": "right upper", "lower right": "left upper"}
BACK |= {"right": "left", "upper right": "left lower", "upper left": "right lower"}
BACK |= {back: way for way, back in BACK.items()}
"""For each way from an edge to a neighbour the way back."""


def printed_neighbours(dots: int, index: Index) -> dict[str, Index]:
    """Return the neighbours of an edge as the document's two tables give them, mistakes included.

    >>> printed_neighbours(4, (0, 4))["lower"]
    (0, 7)
    """
    kind, p = index
    if kind == 0:
        row = p // (dots - 1)
        return {
            "lower left": (1, 1 + p + row),
            "lower": (0, p + dots - 1),
            "lower right": (1, p + row),
            "upper right": (1, p + dots - row),
            "upper": (0, p - dots + 1),
            "upper left": (1, p + dots - row + 1),
        }
    row = p // dots
    return {
        "right upper": (1, p - row),
        "right": (0, p + 1),
        "right lower": (1, dots + p - row - 1),
        "left lower": (1, dots + p - row - 2),
        "left": (0, p - 1),
        "left upper": (1, p - row - 1),
    }


def right_neighbours(dots: int, index: Index) -> dict[str, Index]:
    """Return the neighbours of an edge as the geometry gives them; on the border there are three.

    >>> right_neighbours(3, (1, 0))
    {'right upper': (0, 0), 'right': (1, 1), 'right lower': (0, 2)}
    """
    kind, p = index
    first, second = NAMES[kind]
    place = divmod(p, dots - 1 if kind == 0 else dots)[kind]
    names = [first] * (place < dots - 1) + [second] * (place > 0)
    boxes = boxes_beside(dots, index)
    return {
        way: edge
        for ways, (_, *others) in zip(names, boxes, strict=True)
        # Clockwise, and so is the table of a vertical edge; that of a horizontal one is not.
        for way, edge in zip(ways, others if kind else others[::-1], strict=True)
    }


def round_trips(neighbours: Neighbours, dots: int) -> dict[str, int]:
    """Return for each way how many edges are found again by going that way and back.

    There is one trip for each box, so (dots - 1)² of each way.

    >>> round_trips(right_neighbours, dots=3)["lower left"]
    4
    """
    home = {way: 0 for kind in NAMES for side in NAMES[kind] for way in side}
    for edge in [(kind, p) for kind in (0, 1) for p in range(dots * (dots - 1))]:
        for way in right_neighbours(dots, edge):
            there = neighbours(dots, edge)[way]
            try:
                home[way] += neighbours(dots, there).get(BACK[way]) == edge
            except ValueError:  # it led off the board
                continue
    return home


# ---- positions and hints ------------------------------------------------------------------------


def after_moves(game: DotsAndBoxes, moves: Iterable[str]) -> Board:
    """Return the board after some moves from the start.

    >>> after_moves(DotsAndBoxes(), ["h 0,0", "v 0,0"]).turn
    'MAX'
    """
    board = game.start()
    for move in moves:
        board = game.play(board, move)
    return board


def chain_endings(game: DotsAndBoxes, seeds: int) -> list[Board]:
    """Return boards on which no move is free and nothing but chains is left.

    Free moves are made by chance as long as there are any, once for each seed from 0 on. Endings
    with a loop, or with a box that has more than two free edges, are left out.

    >>> [board.edges.bit_count() for board in chain_endings(DotsAndBoxes(1, 2), seeds=4)]
    [4, 3, 4, 3]
    """
    found = []
    for seed in range(seeds):
        choose, board = random.Random(seed), game.start()
        while free := free_moves(game, board):
            board = game.play(board, choose.choice(free))
        if game.settled(board) and all(chain.kind == "chain" for chain in game.chains(board)):
            found.append(board)
    return found


def first_to_open(game: DotsAndBoxes, board: Board) -> Side:
    """Return who has to open the first chain of three or more, where nothing but chains is left.

    Short chains are opened before, by both sides in turn: who has taken one has to open the next.

    >>> game = DotsAndBoxes(2, 3)
    >>> first_to_open(game, game.from_text("+---+---+---+//+---+---+---+//+---+---+---+"))
    'MAX'
    """
    short = sum(chain.length < 3 for chain in game.chains(board))
    return MAX if (board.turn == MAX) == (short % 2 == 0) else MIN


def late_boards(game: DotsAndBoxes, games: int, free: int) -> list[Board]:
    """Return the boards with 2 to `free` free edges, from games of the document's player.

    It plays both sides. A board that comes twice is returned once.

    >>> len(late_boards(DotsAndBoxes(), games=1, free=4))
    3
    """
    found: dict[Board, None] = {}
    for seed in range(games):
        played = play_game(game, dots_original(2 * seed), dots_original(2 * seed + 1))
        found |= dict.fromkeys(s for s in played.states if 2 <= len(game.moves(s)) <= free)
    return list(found)


def with_hints(game: DotsAndBoxes, *hints: str) -> Any:
    """Return Dots and Boxes that gives the engine only some of its hints, and its limits.

    Its settler looks at the lengths of chains and nothing else here, so that positions are counted
    by the engine alone.

    >>> with_hints(DotsAndBoxes(), "key", "banked").promising
    """

    def settler() -> Callable[[Board, int], Any]:
        return lambda state, effort: game.settled(state, 0)

    made = only(game, "limits", *hints)
    return changed(made, settler=settler) if "settler" in hints else made


# ---- exercises 1 and 2: the mesh ----------------------------------------------------------------


@exercise(
    "08.1",
    "How many horizontal edges are in one row of the board, and how many vertical ones?",
    "A row has dots - 1 horizontal and dots vertical edges.",
    "The top edge is [0, row * (dots - 1) + column], the left [1, row * dots + column].",
)
def _box_edges(expect: Expect, answer: Any) -> None:
    for dots, row, column, edges, why in [
        (3, 0, 0, [[0, 0], [0, 2], [1, 0], [1, 1]], "it is the first box of all"),
        (3, 0, 1, [[0, 1], [0, 3], [1, 1], [1, 2]], "one column further all numbers grow"),
        (3, 1, 0, [[0, 2], [0, 4], [1, 3], [1, 4]], "a row has 2 horizontal, 3 vertical edges"),
        (4, 2, 1, [[0, 7], [0, 10], [1, 9], [1, 10]], "a row has 3 horizontal, 4 vertical edges"),
        (2, 0, 0, [[0, 0], [0, 1], [1, 0], [1, 1]], "it is the only box"),
        (6, 4, 3, [[0, 23], [0, 28], [1, 27], [1, 28]], ""),
    ]:
        expect.call(answer, dots, row, column, gives=edges, because=why, same=_same_edges)


@exercise(
    "08.2",
    "len(mesh[0]) is dots * (dots - 1). Then look at the four edges of each box.",
    "A box can be closed if exactly one of its edges is not drawn: that edge is the move.",
    "The same edge may come from two boxes. sorted() of a set of tuples takes care of all.",
)
def _closing_moves(expect: Expect, answer: Any) -> None:
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
    for mesh, why in meshes:
        game = game_of(mesh)
        moves = all_closing_moves(game, board_of(mesh))
        edges = [list(index_of(game, move)) for move in moves]
        expect.call(answer, mesh, gives=edges, because=why, same=_same_edges)


def _without(mesh: Mesh, *missing: tuple[int, int]) -> Mesh:
    return [[e and (k, p) not in missing for p, e in enumerate(mesh[k])] for k in (0, 1)]


def _same_edges(found: Any, wanted: Any) -> bool:
    """Compare lists of edges; an edge may be a list or a tuple."""
    try:
        return bool([list(edge) for edge in found] == wanted)
    except TypeError:
        return False


# ---- exercise 3: a search for players who may move twice ----------------------------------------

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


@exercise(
    "08.3",
    "At the end of a game its score is MAX's. Whose turn does the last state say it is?",
    "Change the sign of a value only if the other side moves after the move.",
    "worth = mover_value(game, after); if game.turn(after) != game.turn(state): -worth.",
)
def _mover_value(expect: Expect, answer: Any) -> None:
    for rows, columns, text, turn, why in STATES:
        game = DotsAndBoxes(rows, columns)
        board = game.from_text(text, turn=turn)  # type: ignore[arg-type]
        value = alpha_beta(game, board).value
        worth = value if turn == MAX else -value
        expect.call(answer, game, board, gives=worth, because=why, show=_shown)


def _shown(item: Any) -> str:
    if isinstance(item, Board):
        return "the board " + "/".join(str(item).split("\n"))
    return "game" if isinstance(item, DotsAndBoxes) else repr(item)


# ---- exercises 4 and 5: positions to look at ----------------------------------------------------

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


@exercise(
    "08.4",
    "How many boxes could X take now, and what would X have to do after that?",
    "Two boxes can be taken, and a chain of four is left: who should open that one?",
    "Draw the far end of the two boxes, so that one edge closes both.",
)
def _deal(expect: Expect, answer: Any) -> Outcome:
    """Judge a move in the position TO_DEAL."""
    if not isinstance(answer, str):
        return Outcome(False, f"give a move as text, such as 'h 0,0', not {answer!r}")
    try:
        move = NINE.parse(answer, TO_DEAL)
    except ValueError as error:
        return Outcome(False, str(error))
    best, after = _value(TO_DEAL), NINE.play(TO_DEAL, move)
    ends = _value(after)
    if ends == best:
        return Outcome(True, f"O gets two boxes and has to open the next chain: {_result(ends)}")
    line = " ".join([move, *_line(after)])
    why = "that takes a box" if after.turn == MAX else "that gives more than two boxes away"
    return Outcome(False, f"{why}: with best play {_result(ends)}, for example {line}")


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


@exercise(
    "08.5",
    "Begin in a corner, and go from box to box through edges that are not drawn.",
    "All 16 boxes have two free edges, so every box belongs to exactly one chain.",
    "The box in the upper right corner is a chain of its own. There are three others.",
)
def _lengths(expect: Expect, answer: Any) -> Outcome:
    """Judge the lengths of the chains in the position TO_COUNT."""
    wanted = [chain.length for chain in SIXTEEN.chains(TO_COUNT)]
    if not isinstance(answer, list | tuple) or any(type(n) is not int for n in answer):
        return Outcome(False, f"give a list of lengths such as [2, 5], not {answer!r}")
    if sum(answer) != sum(wanted):
        return Outcome(
            False,
            f"the lengths add up to {sum(answer)}, but each of the {sum(wanted)} boxes belongs to "
            "exactly one chain",
        )
    if len(answer) != len(wanted):
        return Outcome(
            False,
            f"{len(answer)} chains are not the right number: two boxes are in one chain if the "
            "edge between them is free",
        )
    if sorted(answer) != wanted:
        return Outcome(False, "the number of chains is right, but not all of their lengths are")
    long = sum(length >= 3 for length in wanted)
    dots = (SIXTEEN.rows + 1) * (SIXTEEN.columns + 1)
    side, kind = ("X", "odd") if (dots + long) % 2 else ("O", "even")
    return Outcome(
        True,
        f"{len(wanted)} chains, {long} of them long; with {dots} dots the sum is {kind}, so {side} "
        "has to open the first long one",
    )


# ---- exercise 6: what an ending of chains is worth ----------------------------------------------


@exercise(
    "08.6",
    "Open the first chain, and let ending(lengths[1:]) say what the rest is worth.",
    "The other side takes all n boxes and opens the rest itself: n + rest. Or?",
    "From three boxes on it may also hand out two: n - 4 - rest. It takes the larger.",
)
def _ending(expect: Expect, answer: Any) -> None:
    for lengths, why in [
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
    ]:
        expect.call(answer, lengths, gives=opened(tuple(lengths)), because=why)
