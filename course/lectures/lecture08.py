"""The diagrams, the positions and the exercises of lecture 08, Dots and Boxes."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations_with_replacement, permutations, product
from typing import Any

from course.cases import later
from course.checks import Outcome, short
from course.diagnosis import is_iterator
from course.documents.dots import Mesh, board_from_mesh, dots_of, dots_original, free_moves
from course.exercises import Attempt, Mistakes, alike, as_python, exercise, is_real
from course.lectures.lecture02 import ZERO_LOST
from gamelib.face import ROW_LETTERS, Lines, Shape, Words
from gamelib.face import box as square
from gamelib.game import MAX, MIN, Side, play_game
from gamelib.games.dots import DotsAndBoxes, DotsBoard
from gamelib.games.dots.chains import opened
from gamelib.search import alpha_beta
from gamelib.view.board.picture import Diagram
from gamelib.view.board.picture import diagram as board_diagram
from gamelib.view.tree.svg import Shown
from gamelib.words import plural

Box = tuple[int, int]  # row and column
GROUP_LETTERS = ROW_LETTERS.upper()


def diagram(
    board: DotsBoard,
    moves: Iterable[str] = (),
    notes: Mapping[str, object] | None = None,
    *,
    groups: Iterable[Iterable[Box]] = (),
    caption: str = "",
) -> Diagram:
    """Return a picture of a position, with moves played from there and notes on undrawn edges.

    The moves are numbered, each in the colour of its side. The boxes of a group share a colour and
    a letter; a box is a pair of its row and its column.

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
    named = {GROUP_LETTERS[n]: sorted(boxes) for n, boxes in enumerate(groups)}
    behind = [shape for name, boxes in named.items() for shape in _filled(game, name, boxes)]
    made = board_diagram(game, board, moves, notes, behind=behind, caption=caption)
    if not named:
        return made
    each = [f"{name} {' '.join(f'{r},{c}' for r, c in boxes)}" for name, boxes in named.items()]
    line = f"Groups: {'; '.join(each)}."
    return replace(made, alt=f"{made.alt} {line}", text=f"{made.text}\n{line}")


def _filled(game: DotsAndBoxes, name: str, boxes: Iterable[Box]) -> Iterator[Shape]:
    """Yield the coloured squares of a group and its letter in each of them."""
    spots = {spot.name: spot for spot in game.face(game.start()).spots}
    for r, c in boxes:
        x, y = spots[f"h {r},{c}"].x, spots[f"v {r},{c}"].y
        side = 2 * (x - spots[f"v {r},{c}"].x)
        yield Lines(f"group {GROUP_LETTERS.index(name)}", (square(x, y, side, side),), closed=True)
        yield Words("sign", x, y, name, 20)


class beside(Shown):
    """Pictures side by side.

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

    def __init__(self, *pictures: Diagram) -> None:
        """Keep them in their order."""
        self.pictures = pictures

    def __repr__(self) -> str:
        return "\n\n".join(map(repr, self.pictures))

    @property
    def html(self) -> str:
        """Return the images in a row."""
        row = "display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start"
        return f'<div style="{row}">{"".join(picture.html for picture in self.pictures)}</div>'


# ---- positions ----------------------------------------------------------------------------------


def chain_endings(game: DotsAndBoxes, seeds: int) -> list[DotsBoard]:
    """Return boards without a free edge, on which only chains are left.

    Each seed from 0 on gives one game that draws free edges at random while there are any. Endings
    with a loop, or with a box that has more than two undrawn edges, are skipped.

    >>> [board.edges.bit_count() for board in chain_endings(DotsAndBoxes(1, 2), seeds=4)]
    [4, 3, 4, 3]
    """
    boards = []
    for seed in range(seeds):
        choose, board = random.Random(seed), game.start()
        while free := free_moves(game, board):
            board = game.play(board, choose.choice(free))
        if game.solve(board) and all(chain.kind == "chain" for chain in game.chains(board)):
            boards.append(board)
    return boards


def first_to_open(game: DotsAndBoxes, board: DotsBoard) -> Side:
    """Return who has to open the first chain of three or more when only chains are left.

    Short chains are opened first, by both sides in turn: the side that took one opens the next.

    >>> game = DotsAndBoxes(2, 3)
    >>> first_to_open(game, game.from_text("+---+---+---+//+---+---+---+//+---+---+---+"))
    'MAX'
    """
    short = sum(chain.length < 3 for chain in game.chains(board))
    return MAX if (board.turn == MAX) == (short % 2 == 0) else MIN


def late_boards(game: DotsAndBoxes, games: int, left: int) -> list[DotsBoard]:
    """Return the boards with 2 to `left` edges left from games of the source program with itself.

    Each board is returned once.

    >>> len(late_boards(DotsAndBoxes(), games=1, left=4))
    3
    """
    boards: dict[DotsBoard, None] = {}
    for seed in range(games):
        played = play_game(game, dots_original(2 * seed), dots_original(2 * seed + 1))
        boards |= dict.fromkeys(s for s in played.states if 2 <= len(game.moves(s)) <= left)
    return list(boards)


# ---- exercises 1 and 2: the mesh ----------------------------------------------------------------

BOX_SIDES = ("top", "bottom", "left", "right")


@exercise(
    "08.1",
    "How many horizontal edges does one row of the board have, and how many vertical ones?",
    "A row has dots - 1 horizontal edges and dots vertical ones.",
    "The top edge is [0, row * (dots - 1) + column], the left one [1, row * dots + column].",
)
def _box_edges(expect: Attempt, answer: Any) -> None:
    boxes = [(dots, r, c) for dots in range(2, 8) for r in range(dots + 1) for c in range(dots - 1)]
    orders = {
        f"its order is {', '.join(order)}; the task asks for {', '.join(BOX_SIDES)}": (
            lambda *box, order=order: [_numbered(*box)[BOX_SIDES.index(side)] for side in order]
        )
        for order in permutations(BOX_SIDES)
    }
    mistakes: Mistakes = orders | {
        "it counts as many horizontal edges in a row as vertical ones": {"wide": 0},
        "it counts as many vertical edges in a row as horizontal ones": {"tall": -1},
        "it swaps the lists: 0 means the horizontal one, 1 the vertical one": {"first": 1},
        "row and column are swapped": lambda dots, row, column: _numbered(dots, column, row),
        "it leaves out the list: an edge is [0, p] or [1, q]": lambda *box: [
            index for _, index in _numbered(*box)
        ],
    }
    expect.agrees(answer, _numbered, sorted(boxes, key=sum), because=_rows, mistakes=mistakes)


def _numbered(
    dots: int, row: int, column: int, wide: int = -1, tall: int = 0, first: int = 0
) -> list[list[int]]:
    """Return the edges of a box; the other arguments make mistakes."""
    top, left = row * (dots + wide) + column, row * (dots + tall) + column
    second = 1 - first
    return [[first, top], [first, top + dots + wide], [second, left], [second, left + 1]]


def _rows(dots: int, row: int, column: int) -> str:
    across, down = plural(dots - 1, "horizontal edge"), plural(dots, "vertical edge")
    where = f"has {plural(row, 'row')} of boxes above it" if row else "is in the first row"
    return f"each row has {across} and {down}, and this box {where}"


@exercise(
    "08.2",
    "len(mesh[0]) is dots * (dots - 1). With dots, look at the four edges of each box.",
    "A box can be closed if exactly one of its edges is not drawn. That edge is the move.",
    "Two boxes may give the same edge. sorted() of a set of tuples handles that.",
)
def _closing_moves(expect: Attempt, answer: Any) -> None:
    mistakes: Mistakes = {
        "it lists an edge twice that closes two boxes; it is still one move": {"once": False},
        "it lists every edge that is not drawn": {"missing": range(1, 5)},
        "it lists edges of boxes that lack two edges; one move cannot close these": {
            "missing": (1, 2)
        },
        "it stops at the first one": lambda mesh: _closing(mesh)[:1],
    }
    expect.agrees(
        answer,
        _closing,
        [(mesh,) for mesh in _meshes()],
        smaller=_fuller,
        same=_same_moves,
        here=lambda mesh: str(board_from_mesh(mesh)).rpartition("\n")[0],
        because=_missing,
        tell=_describe,
        mistakes=mistakes,
    )


def _meshes() -> list[Mesh]:
    """Return meshes, small ones first: full, empty, and with random edges drawn."""
    choose, meshes = random.Random(8), []
    for dots in (2, 3, 4, 5, 7):
        number = dots * (dots - 1)
        for drawn in (1.0, 0.9, 0.8, 0.8, 0.7, 0.7, 0.6, 0.5, 0.0):
            meshes.append([[choose.random() < drawn for _ in range(number)] for _ in (0, 1)])
        # All but one edge in the middle, which closes two boxes.
        meshes.append([[True] * number, [index != 1 for index in range(number)]])
    return [[[True, True], [True, True]], [[True, False], [True, True]], *meshes]


def _closing(mesh: Mesh, missing: Container[int] = (1,), once: bool = True) -> list[list[int]]:
    """Return the undrawn edges of the boxes with `missing` undrawn edges."""
    dots = dots_of(mesh)
    edges = []
    for row, column in product(range(dots - 1), repeat=2):
        undrawn = [[k, p] for k, p in _numbered(dots, row, column) if not mesh[k][p]]
        edges += undrawn if len(undrawn) in missing else []
    if once:
        edges = [edge for n, edge in enumerate(edges) if edge not in edges[:n]]
    return sorted(edges)


def _same_moves(answer: Any, wanted: list[list[int]]) -> bool:
    """Tell whether the moves are the wanted ones, horizontal edges first, as lists or tuples."""
    edges = [[*edge] for edge in answer]
    lists = [edge[0] for edge in edges]
    ordered = not isinstance(answer, set | frozenset) and lists == sorted(lists)
    return ordered and alike(sorted(edges), wanted)


def _fuller(mesh: Mesh) -> Iterator[tuple[Mesh]]:
    """Yield the mesh with one more edge drawn."""
    for kind, index in _closing(mesh, missing=range(1, 5)):
        fuller = [[*edges] for edges in mesh]
        fuller[kind][index] = True
        yield (fuller,)


def _describe(value: Any, wanted: list[list[int]], mesh: Mesh) -> str:
    """Return the answer as text, and whether only its order is wrong."""
    if isinstance(value, set | frozenset):
        return f"{short(value)}, and a set has no order: horizontal edges come first"
    only_order = _same_moves(sorted(value), wanted)
    return f"{short(value)}, but horizontal edges come first" if only_order else short(value)


def _missing(mesh: Mesh) -> str:
    boxes = len(_closing(mesh, once=False))
    return (
        "1 box lacks just one edge" if boxes == 1 else f"{boxes or 'no'} boxes lack just one edge"
    )


# ---- exercise 3: a search for players who may move twice ----------------------------------------

BOARD_SHAPES = ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 2))


@exercise(
    "08.3",
    "At the end of a game its score is MAX's. Whose turn is it in the last state?",
    "Change the sign of a value only if the other side moves after the move.",
    "value = mover_value(game, after); use -value if game.turn(after) != game.turn(state).",
)
def _mover_value(expect: Attempt, answer: Any) -> None:
    mistakes: Mistakes = {
        "it changes the sign after every move, even when the same side moves again": {
            "sign": lambda same: -1
        },
        "it never changes the sign, even when the other side moves next": {"sign": lambda same: 1},
        "it returns X's score at the end, even when O made the last move": {
            "leaf": lambda game, state: game.score(state)
        },
        "it returns the value for X, even when O is to move": lambda game, state: (
            alpha_beta(game, state).value if game.moves(state) else _value_for_mover(game, state)
        ),
        "it returns the value for X, even where O moved last": lambda game, state: (
            alpha_beta(game, state).value if game.moves(state) else game.score(state)
        ),
        "it leaves out the boxes that are already closed": lambda game, state: (
            _value_for_mover(game, state) - _margin_for_mover(game, state)
        ),
        "it takes the smallest value; the side to move wants the largest": {"best": min},
    }
    expect.agrees(
        answer,
        _value_for_mover,
        _positions(),
        smaller=later,
        because=_best_play,
        through=_valued,
        mistakes=mistakes,
        only=ZERO_LOST,
    )


def _valued(function: Any, game: DotsAndBoxes, state: DotsBoard) -> Any:
    """Return an answer; a search of the library may refuse a finished game."""
    try:
        return function(game, state)
    except ValueError as error:
        if game.moves(state) or "the game is over" not in str(error):
            raise
        return _value_for_mover(game, state)


def _margin_for_mover(game: DotsAndBoxes, state: DotsBoard) -> int:
    return state.margin if game.turn(state) == MAX else -state.margin


def _value_for_mover(
    game: DotsAndBoxes,
    state: DotsBoard,
    sign: Callable[[bool], int] = lambda same: 1 if same else -1,
    leaf: Callable[[DotsAndBoxes, DotsBoard], Any] = _margin_for_mover,
    best: Callable[[Iterable[int]], int] = max,
) -> int:
    """Return the value for the side to move; the other arguments make mistakes."""
    if not (moves := game.moves(state)):
        return int(leaf(game, state))
    after = [game.play(state, move) for move in moves]
    turn = game.turn(state)
    return best(
        [sign(game.turn(s) == turn) * _value_for_mover(game, s, sign, leaf, best) for s in after]
    )


def _positions() -> list[tuple[DotsAndBoxes, DotsBoard]]:
    """Return boards of many shapes with one to five edges left, small first."""
    choose, cases = random.Random(8), []
    sides: tuple[Side, ...] = (MAX, MIN)
    for left, (rows, columns), first in product(range(1, 6), BOARD_SHAPES, sides):
        game = DotsAndBoxes(rows, columns)
        board = game.start()._replace(turn=first)
        if len(game.moves(board)) < left:
            continue
        while len(moves := game.moves(board)) > left:
            board = game.play(board, choose.choice(moves))
        cases.append((game, board))
    game = DotsAndBoxes(2, 3)  # and a board on which it is wrong to take a box
    dealt = "+---+---+---+//+---+---+---+/| X |/+---+---+---+"
    cases += [(game, game.from_text(dealt, turn=side)) for side in sides]
    return cases + [(game, _played(game, board)) for game, board in cases[:3] + cases[-2:]]


def _mover(board: DotsBoard) -> str:
    return "X" if board.turn == MAX else "O"


def _played(game: DotsAndBoxes, board: DotsBoard) -> DotsBoard:
    """Return a board at the end of a game."""
    while moves := game.moves(board):
        board = game.play(board, moves[0])
    return board


def _best_play(game: DotsAndBoxes, board: DotsBoard) -> str:
    if not game.moves(board):
        x, o = board.max_boxes.bit_count(), board.min_boxes.bit_count()
        return f"the game is over: X has {x}, O has {o}, and the last box was {_mover(board)}'s"
    result = alpha_beta(game, board)
    moves = []
    for move in result.line:
        moves.append(f"{_mover(board)} {move}")
        board = game.play(board, move)
    x, o = board.max_boxes.bit_count(), board.min_boxes.bit_count()
    return f"with best play ({', '.join(moves)}) X ends with {x} and O with {o}"


# ---- exercises 4 and 5: positions to look at ----------------------------------------------------

NINE_BOXES = DotsAndBoxes(3, 3)
SIXTEEN_BOXES = DotsAndBoxes(4, 4)
SOLVE_EFFORT = 10_000  # positions; the boards here need far fewer

TO_DEAL = NINE_BOXES.from_text(
    "+---+---+---+/| X | X |   |/+---+---+   +/|       |/+   +   +---+/    |   | O |/+---+   +---+"
)
"""The position of exercise 4: X, to move, can take boxes, but has a better move."""

TO_COUNT = SIXTEEN_BOXES.from_text(
    "+   +   +   +   +/|   |   |   |/+   +   +   +---+/|       |/+---+---+---+---+/"
    "|       |       |/+   +   +   +   +/|   |       |/+   +---+---+---+"
)
"""The position of exercise 5: only chains are left."""


@exercise(
    "08.4",
    "How many boxes could X take now, and what would X have to do after that?",
    "Two boxes can be taken, and a chain of four is left. Who should open it?",
    "Draw the far end of the two boxes, so that one edge closes both.",
)
def _deal(expect: Attempt, answer: Any) -> Outcome | str:
    if answer is None or (isinstance(answer, str) and not answer.strip(" .")):
        return Outcome(False, "there is no move yet", open=True)
    if not isinstance(answer, str):
        return f"give a move as text, such as 'h 0,0', not {short(answer)}"
    word = re.fullmatch(r"\s*([hv])\s*(\d)\s*[,\s]\s*(\d)\s*", answer.lower())
    try:
        after = NINE_BOXES.play(TO_DEAL, "{} {},{}".format(*word.groups()) if word else answer)
    except ValueError as error:
        return str(error)
    ends = _value(after)
    if ends == _value(TO_DEAL):
        return Outcome(True, f"O gets two boxes and has to open the next chain: {_result(ends)}")
    takes = "that takes a box, but then X has to move again"
    why = takes if after.turn == MAX else "that gives O more boxes than necessary"
    return f"{why}: with best play {_result(ends)}, and X can do better"


def _value(board: DotsBoard) -> int:
    solution = NINE_BOXES.solve(board, SOLVE_EFFORT)
    assert solution is not None
    return solution[0]


def _result(margin: int) -> str:
    return f"X ends with {(9 + margin) // 2} boxes and O with {(9 - margin) // 2}"


@exercise(
    "08.5",
    "Begin in a corner. Go from box to box through edges that are not drawn.",
    "All 16 boxes have two undrawn edges, so every box belongs to exactly one chain.",
    "The box in the upper right corner is a chain of its own, and there are three more.",
)
def _lengths(expect: Attempt, answer: Any) -> Outcome | str:
    wanted = [chain.length for chain in SIXTEEN_BOXES.chains(TO_COUNT)]
    if isinstance(answer, str):
        answer = [int(word) if word.isdigit() else word for word in re.findall(r"[\w.]+", answer)]
    lengths = as_python([] if answer is None else answer)
    if not isinstance(lengths, Iterable) or isinstance(lengths, Mapping) or is_iterator(lengths):
        return f"give a list of lengths such as [2, 5], not {short(answer)}"
    if not (lengths := [*lengths]):
        return Outcome(False, "there are no lengths yet", open=True)
    if any(length in (None, ..., "...") for length in lengths):
        return Outcome(False, "not all lengths are there yet", open=True)
    if not all(is_real(length) and length % 1 == 0 for length in lengths):
        return f"give a list of whole numbers such as [2, 5], not {short(answer)}"
    if sum(lengths) != sum(wanted):
        return (
            f"the lengths add up to {sum(lengths)}, but each of the {sum(wanted)} boxes is in "
            "exactly one chain"
        )
    if len(lengths) != len(wanted):
        return (
            f"that makes {plural(len(lengths), 'chain')}, but there are "
            f"{'more' if len(lengths) < len(wanted) else 'fewer'}: two neighbours are in the same "
            "chain exactly if the edge between them is not drawn"
        )
    if sorted(lengths) != wanted:
        return (
            "the number of chains is right, but not every length: follow each chain "
            "from one end to the other"
        )
    long = sum(length >= 3 for length in wanted)
    dots = (SIXTEEN_BOXES.rows + 1) * (SIXTEEN_BOXES.columns + 1)
    side, kind = ("X", "odd") if (dots + long) % 2 else ("O", "even")
    message = f"{len(wanted)} chains, {long} of them long; with {dots} dots the sum is {kind}"
    return Outcome(True, f"{message}, so {side} has to open the first long chain")


# ---- exercise 6: what an ending of chains is worth ----------------------------------------------

USES_OPENED = "compute it yourself: `opened` is the lecture's function for this"


@exercise(
    "08.6",
    "Open the first chain. ending(lengths[1:]) is the value of the rest.",
    "The other side takes all n boxes and opens the rest itself: n + rest. Or does it?",
    "With three boxes or more it may also deal two: n - 4 - rest. It takes the larger number.",
)
def _ending(expect: Attempt, answer: Any) -> Outcome | str | None:
    if answer is opened:
        return USES_OPENED
    calls = opened.cache_info()
    choose = random.Random(8)
    cases = [[*few] for n in range(3) for few in combinations_with_replacement(range(1, 6), n)]
    cases += [sorted(choose.choices(range(1, 10), k=choose.randint(3, 7))) for _ in range(60)]
    cases += [short + [3] * n for n in range(3, 8) for short in ([], [2])]
    mistakes: Mistakes = {
        "it forgets that the other side may deal two boxes and keep control": {"least": 99},
        "it always lets the other side deal; that side may also take all": {"may_take": False},
        "it deals in a chain of two, which can be opened in the middle": {"least": 2},
        "it deals from four boxes on; a chain of three is enough": {"least": 4},
        "it subtracts 2 for the dealt boxes; two boxes that change sides count as 4": {"dealt": 2},
        "this is what the other side gets": lambda lengths: -_sum(lengths),
        "it takes the smaller of the two numbers; the other side takes the larger": {"best": min},
    }
    good = expect.agrees(
        answer,
        _sum,
        [(lengths,) for lengths in cases],
        smaller=lambda them: ((them[:n] + them[n + 1 :],) for n in range(len(them))),
        because=_choices,
        mistakes=mistakes,
    )
    return Outcome(False, USES_OPENED) if good and opened.cache_info() != calls else None


def _sum(
    lengths: list[int],
    dealt: int = 4,
    least: int = 3,
    may_take: bool = True,
    best: Callable[[Iterable[int]], int] = max,
) -> int:
    """Return what the opener gets; the other arguments make mistakes."""
    if not lengths:
        return 0
    n, rest = lengths[0], _sum(lengths[1:], dealt, least, may_take, best)
    choices = [n + rest] if may_take or n < least else []
    return -best(choices + ([n - dealt - rest] if n >= least else []))


def _choices(lengths: list[int]) -> str:
    if not lengths:
        return "nothing is left to open"
    n, rest = lengths[0], opened(tuple(lengths[1:]))
    number = f"({rest})" if rest < 0 else f"{rest}"
    choices = f"{n} + {number}" if n < 3 else f"{n} + {number} or {n} - 4 - {number}"
    return f"the side that must open {lengths[1:]} gets {rest}, so the other can have {choices}"
