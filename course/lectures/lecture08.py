"""What lecture 08, Dots and Boxes, looks at the game with, and its exercises.

Diagrams with chains in colour, late positions, and endings in which only chains are left.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from course.documents.dots import (
    Mesh,
    all_closing_moves,
    board_of,
    dots_original,
    free_moves,
    game_of,
    index_of,
)
from course.exercises import exercise
from course.expect import Expect, Outcome
from gamelib.face import LETTERS as SMALL
from gamelib.face import Lines, Shape, Words
from gamelib.face import box as square
from gamelib.game import MAX, MIN, Side, play_game
from gamelib.games.dots import Board, DotsAndBoxes
from gamelib.games.dots.chains import opened
from gamelib.search import alpha_beta
from gamelib.view.board.picture import Picture
from gamelib.view.board.picture import diagram as board_diagram
from gamelib.view.tree.svg import as_image

Box = tuple[int, int]  # row and column
LETTERS = SMALL.upper()


def diagram(
    board: Board,
    moves: Iterable[str] = (),
    notes: Mapping[str, object] | None = None,
    *,
    groups: Iterable[Iterable[Box]] = (),
    caption: str = "",
) -> Picture:
    """Return a picture of a position, of moves played from there, and of notes on undrawn edges.

    The moves are numbered, and each number has the colour of the side that makes it. The boxes of
    a group share a colour and a letter; a box is its row and its column.

    >>> game = DotsAndBoxes(1, 2)
    >>> corridor = game.from_text("+---+---+/|/+---+---+")
    >>> diagram(corridor, moves=["v 0,1"], notes={"v 0,2": "here"}, groups=[[(0, 1)]])
    +---+---+
    | X |
    +---+---+
    X 1, O 0, X to move
    Moves: 1 X v 0,1.
    Notes: v 0,2 here.
    Groups: A 0,1.
    """
    game = DotsAndBoxes(*board.shape)
    named = {LETTERS[n]: sorted(boxes) for n, boxes in enumerate(groups)}
    behind = [shape for name, boxes in named.items() for shape in _filled(game, name, boxes)]
    made = board_diagram(game, board, moves, notes, behind=behind, caption=caption)
    if not named:
        return made
    each = [f"{name} {' '.join(f'{r},{c}' for r, c in boxes)}" for name, boxes in named.items()]
    told = f"Groups: {'; '.join(each)}."
    return replace(made, alt=f"{made.alt} {told}", text=f"{made.text}\n{told}")


def _filled(game: DotsAndBoxes, name: str, boxes: Iterable[Box]) -> Iterator[Shape]:
    """Yield the coloured squares of a group and its letter in each of them."""
    spots = {spot.name: spot for spot in game.face(game.start()).spots}
    for r, c in boxes:
        x, y = spots[f"h {r},{c}"].x, spots[f"v {r},{c}"].y
        side = 2 * (x - spots[f"v {r},{c}"].x)
        yield Lines(f"group {LETTERS.index(name)}", (square(x, y, side, side),), closed=True)
        yield Words("sign", x, y, name, 20)


@dataclass(frozen=True)
class Beside:
    """Pictures side by side."""

    pictures: tuple[Picture, ...]

    def __repr__(self) -> str:
        return "\n\n".join(map(repr, self.pictures))

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        images = [as_image(picture.svg, picture.alt) for picture in self.pictures]
        return {"text/html": " ".join(images), "text/plain": repr(self)}


def beside(*pictures: Picture) -> Beside:
    """Return pictures that are shown side by side.

    >>> game = DotsAndBoxes(1, 1)
    >>> beside(diagram(game.start()), diagram(game.from_text("+---+//+   +")))
    +   +
    <BLANKLINE>
    +   +
    X 0, O 0, X to move
    <BLANKLINE>
    +---+
    <BLANKLINE>
    +   +
    X 0, O 0, X to move
    """
    return Beside(pictures)


# ---- positions ----------------------------------------------------------------------------------


def chain_endings(game: DotsAndBoxes, seeds: int) -> list[Board]:
    """Return boards on which no edge is free and nothing but chains is left.

    Free edges are drawn at random as long as there are any, once for each seed from 0 on. Endings
    with a loop, or with a box that has more than two undrawn edges, are left out.

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

    Short chains are opened before, by both sides in turn: whoever has taken one opens the next.

    >>> game = DotsAndBoxes(2, 3)
    >>> first_to_open(game, game.from_text("+---+---+---+//+---+---+---+//+---+---+---+"))
    'MAX'
    """
    short = sum(chain.length < 3 for chain in game.chains(board))
    return MAX if (board.turn == MAX) == (short % 2 == 0) else MIN


def late_boards(game: DotsAndBoxes, games: int, left: int) -> list[Board]:
    """Return the boards with 2 to `left` edges left, from games of the source program.

    It plays both sides. A board that comes twice is returned once.

    >>> len(late_boards(DotsAndBoxes(), games=1, left=4))
    3
    """
    found: dict[Board, None] = {}
    for seed in range(games):
        played = play_game(game, dots_original(2 * seed), dots_original(2 * seed + 1))
        found |= dict.fromkeys(s for s in played.states if 2 <= len(game.moves(s)) <= left)
    return list(found)


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
