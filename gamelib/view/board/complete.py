"""All states of a small game as one table, on which a browser plays without a kernel.

`complete(game)` walks through the game, computes the value of every state and writes down all that
a board shows. The browser (web/localmatch.js) looks things up in the table; it knows no rules. What
a state looks like is a set of items: shapes, texts, spots. Two faces differ in few of them, so the
table has the whole set of the first state only, and the differences of all others.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from hashlib import sha256
from itertools import pairwise
from typing import Any

from gamelib.face import Face, Lines, Words
from gamelib.game import MAX, MIN, Side, optional
from gamelib.view.board.picture import BACK_KINDS, hint_marks, rounded
from gamelib.view.board.verdicts import margin as margin_of
from gamelib.view.board.verdicts import share
from gamelib.view.live.bundle import compressed
from gamelib.view.tree.svg import path_of

__all__ = ["MAX_CHARS", "Complete", "complete"]

MAX_MOVES = 20_000  # of all states together; a larger game takes too long to draw
MAX_CHARS = 200_000  # of the packed table


@dataclass(frozen=True, eq=False)
class Graph:
    """All states that can be reached from a first one; each is known by its number.

    The numbers go by the distance from the first state. `moves[n]` are the legal moves of state n
    and `after[n]` the numbers of the states that they lead to.
    """

    states: list[Any]
    turns: list[Side]
    scores: list[float | None]
    moves: list[tuple[Any, ...]]
    after: list[list[int]]
    number: dict[Any, int]
    values: list[float] = field(default_factory=list)  # with best play, from MAX's point of view
    lengths: list[int] = field(default_factory=list)  # of the game from here, with best play
    best: list[int] = field(default_factory=list)  # the index of the best move, -1 at the end

    def loss(self, state: int, index: int) -> float:
        """Return how much the mover gives away with one of its moves."""
        sign = 1 if self.turns[state] == MAX else -1
        return sign * (self.values[state] - self.values[self.after[state][index]])


def graph_of(game: Any, first: Any) -> Graph | None:
    """Return all states from `first` on with their values; None if there are too many or a cycle.

    >>> from gamelib import TicTacToe
    >>> game = TicTacToe()
    >>> graph = graph_of(game, game.start())
    >>> len(graph.states), graph.values[0]
    (5478, 0)
    """
    states, number, transitions = [first], {first: 0}, 0
    moves: list[tuple[Any, ...]] = []
    after: list[list[int]] = []
    for state in states:  # which grows
        moves.append(tuple(game.moves(state)))
        transitions += len(moves[-1])
        if transitions > MAX_MOVES:
            return None
        below = []
        for move in moves[-1]:
            reached = game.play(state, move)
            if reached not in number:
                number[reached] = len(states)
                states.append(reached)
            below.append(number[reached])
        after.append(below)
    try:
        order = [*TopologicalSorter(dict(enumerate(after))).static_order()]
    except CycleError:
        return None
    turns = [game.turn(state) for state in states]
    graph = Graph(states, turns, [*map(game.score, states)], moves, after, number)
    _solve(graph, order)
    return graph


def _solve(graph: Graph, order: Iterable[int]) -> None:
    """Fill in the values, the lengths and the best moves; the order has the ends first."""
    count = len(graph.states)
    for column in (graph.values, graph.lengths, graph.best):
        column[:] = [-1] * count
    for state in order:
        below = graph.after[state]
        if not below:
            score = graph.scores[state]
            if score is None:
                raise ValueError(f"there is no legal move in {graph.states[state]!r}, but no score")
            graph.values[state], graph.lengths[state] = score, 0
            continue
        sign = 1 if graph.turns[state] == MAX else -1
        value = graph.values[state] = sign * max(sign * graph.values[child] for child in below)
        ranks = [_rank(graph, state, child, sign, value) for child in below]
        best = graph.best[state] = ranks.index(max(ranks))
        graph.lengths[state] = 1 + graph.lengths[below[best]]


def _rank(graph: Graph, state: int, child: int, sign: int, value: float) -> tuple[float, ...]:
    """Return how good a move is: its value; then a quick win, a long loss; then its traps.

    A trap is a reply after which the other side has given something away.
    """
    length = graph.lengths[child]
    quick = -length if sign * value > 0 else length if sign * value < 0 else 0
    below = graph.after[child] if graph.turns[child] != graph.turns[state] else []
    traps = sum(graph.loss(child, index) > 0 for index in range(len(below)))
    return sign * graph.values[child], quick, traps


# ---- what the states look like ------------------------------------------------------------------


class Looks:
    """The parts of all faces, each known by its number, and the differences between faces."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[str, Any], int] = {}
        self.patches: dict[tuple[int, ...], int] = {}
        self.pairs: set[tuple[int, int]] = set()  # of parts: the second is drawn after the first

    def parts_of(self, face: Face) -> frozenset[int]:
        """Return the parts of a face."""
        drawn = [
            self._number("size", (face.width, face.height)),
            *(self._number("shape", shape) for shape in face.shapes),
            *(self._number("spot", spot) for spot in face.spots),
            *(self._number("preview", shape) for shape in face.preview),
        ]
        self.pairs.update(pairwise(drawn))
        drawn.append(self._number("note", face.note))
        return frozenset(drawn)

    def refused(self, items: Iterable[tuple[str, str]]) -> frozenset[int]:
        """Return the parts that say why spots cannot be chosen."""
        return frozenset(self._number("refused", item) for item in items)

    def _number(self, kind: str, part: Any) -> int:
        key = kind, part
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.numbers)
        return number

    def patch(self, one: frozenset[int], other: frozenset[int]) -> int:
        """Return the number of a difference: of the parts that only one of two faces has."""
        return self.patches.setdefault(tuple(sorted(one ^ other)), len(self.patches))

    def order(self) -> list[int]:
        """Return all parts in an order that every face keeps; raise CycleError if none does."""
        sorter: TopologicalSorter[int] = TopologicalSorter(dict.fromkeys(self.numbers.values(), ()))
        for below, above in self.pairs:
            sorter.add(above, below)
        return [*sorter.static_order()]

    def written(self) -> dict[str, Any]:
        """Return all parts and patches in JSON types, the parts in the order of drawing."""
        order = self.order()
        place = {number: index for index, number in enumerate(order)}
        parts = {number: key for key, number in self.numbers.items()}
        areas: dict[Any, int] = {}
        rows = []
        for kind, part in map(parts.__getitem__, order):
            if kind == "spot":
                name, x, y, area, label, mark = part
                drawn = (
                    "" if mark is None else mark.text if isinstance(mark, Words) else path_of(mark)
                )
                outline = path_of(Lines("", (area,), closed=True))
                spot = (name, x, y, outline, mark.kind if mark else "", drawn)
                rows.append([kind, areas.setdefault(spot, len(areas)), label])
            elif isinstance(part, Words):
                rows.append(["word", *part])
            elif kind == "shape":
                behind = part.kind.split()[0] in BACK_KINDS
                rows.append(["stroke", part.kind, path_of(part), behind])
            elif kind == "preview":
                rows.append([kind, part.kind, path_of(part)])
            else:
                rows.append([kind, part])
        patches = [sorted(map(place.__getitem__, patch)) for patch in self.patches]
        return {"parts": rows, "spots": [*map(list, areas)], "patches": patches}


# ---- in words -----------------------------------------------------------------------------------

WORDS = {
    "only": "It is the only reply that holds.",
    "some": "After $bad of the $others other replies you could win by force.",
    "cut one": "1 later move was cut off; Take back brings it back.",
    "cut": "$count later moves were cut off; Take back brings them back.",
    "over": "The game is over.",
    "theirs": "It is the turn of $side, not yours.",
    "back": "It is the turn of $side, not yours; go to a moment where it is yours.",
    "refused": "$spots cannot be chosen here.",
    "nowhere": "There is no such place on this board.",
    "no moment": "There is no moment $at: $count moves were played.",
    "no undo": "There is no move of yours to take back.",
    "looking back": "You are looking back: go to the last move to take one back.",
    "no review": "There is no move to review yet.",
    "no hint": "The game is over, so there is no move to advise.",
    "no swap": "You play both sides, so there are none to swap.",
    "no step": "A step needs two players: board(game, against=(one, other)).",
    "unknown": "$act is not an action of this board.",
    "no level": "$level is not a level of this board.",
    "effort": "every position from here on was searched",
    "right": "$move holds: $then.",
    "same": "$move is the move that was played: $then.",
    "wrong": "$move does not hold: $side answers $answer, and $then.",
    "wrong end": "$move does not hold: $then.",
    "comment": "$side played $move. $reason",
    "lost": "Every move loses here.",
    "better": "Better: $best$does. With it: $was (proved); now: $now (proved).",
    "does": ", which $reasons",
    "summary": "$side made $found.",
    "you": "You",
    "faultless": "no mistake",
    "??": "mistake",
    "?": "doubtful move",
    "at": "$move at move $number",
    "about": "$side wants $size values. Every position was searched to the end.",
    "and more": "$moves and $count more",
}
"""The sentences of a board without a kernel, with names for what differs."""


def sentence_of(reasons: Sequence[str]) -> str:
    """Return the reasons for a move as one sentence.

    >>> sentence_of(["blocks 3 in a row", "threatens 3 in a row"])
    'It blocks 3 in a row and threatens 3 in a row.'
    """
    return f"It {' and '.join(reasons[:2])}." if reasons else ""


def kind_of_hint(graph: Graph, state: int, reasons: Sequence[str]) -> str:
    """Return the first degree of a hint: what kind of move to look for, without its name."""
    index = graph.best[state]
    sign = 1 if graph.turns[state] == MAX else -1
    result = sign * graph.values[state]
    others = [
        sign * graph.values[child] for i, child in enumerate(graph.after[state]) if i != index
    ]
    if not others:
        lead = "There is only one move"
    elif result > 0:
        lead = "You can win at once" if graph.lengths[state] == 1 else "You can win by force"
    elif result < 0:
        lead = "Every move loses against perfect play; make it hard"
    elif max(others) < 0:
        lead = "Only one move holds"
    elif min(others) < 0:
        lead = "Not every move holds"
    else:
        lead = "Every move holds; set a trap"
    return f"{lead}. Look for a move that {reasons[0]}." if reasons else f"{lead}."


def region_of(face: Face, move: Any) -> list[str]:
    """Return the names of the spots around a move; the move is not always in the middle."""
    spots = face.spots_of(move)
    if not spots:
        return []
    columns = _window(sorted({spot.x for spot in face.spots}), spots[0].x)
    rows = _window(sorted({spot.y for spot in face.spots}), spots[0].y)
    return [spot.name for spot in face.spots if spot.x in columns and spot.y in rows]


def _window(places: Sequence[float], place: float) -> Sequence[float]:
    wide = max(2, len(places) // 2)
    start = min(max(0, len(places) - wide), places.index(place) // wide * wide)
    return places[start : start + wide]


# ---- the table ----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Complete:
    """A small game with the values of all its states, and its table for the browser."""

    game: Any
    graph: Graph
    face: Callable[..., Face]

    def perfect(self, game: Any, state: Any) -> Any:
        """Return the move of a perfect player: it wins soon, loses late and sets traps."""
        number = self.graph.number[state]
        return self.graph.moves[number][self.graph.best[number]]

    def beginner(self, random: Callable[[], float]) -> Callable[[Any, Any], Any]:
        """Return a player that takes a win at once; else it takes one of two moves at random.

        It takes the better one half of the time. `random` returns a number from 0 to 1.
        """
        graph = self.graph

        def beginner(game: Any, state: Any) -> Any:
            number = graph.number[state]
            moves, after = graph.moves[number], graph.after[number]
            sign = 1 if graph.turns[number] == MAX else -1
            for move, child in zip(moves, after, strict=True):
                if not graph.after[child] and sign * graph.values[child] > 0:
                    return move
            one, other = (int(random() * len(moves)) for _ in range(2))
            better = sign * (graph.values[after[other]] - graph.values[after[one]]) > 0
            return moves[other if better and random() < 0.5 else one]

        return beginner

    @cached_property
    def key(self) -> str:
        """Return a name of the table, which depends on all that is in it."""
        return sha256(self.text.encode()).hexdigest()[:12]

    @cached_property
    def packed(self) -> str:
        """Return the table compressed."""
        return compressed(self.text)

    @cached_property
    def text(self) -> str:
        """Return the table as JSON."""
        data = json.dumps(self.table(), ensure_ascii=False, separators=(",", ":"))
        return data.replace("<", "\\u003c")

    def table(self) -> dict[str, Any]:
        """Return all that the browser needs, in JSON types; web/localmatch.js says what is what."""
        return _Table(self).written()


class _Table:
    """The table of a game under construction."""

    def __init__(self, complete: Complete) -> None:
        self.game, self.graph, self.draw = complete.game, complete.graph, complete.face
        self.looks = Looks()
        self.moves: dict[tuple[Any, ...], int] = {}
        self.marks: list[dict[Side, list[int]]] = []  # of each move, the patches of its marks
        self.reasons: dict[tuple[str, ...], int] = {}
        self.hints: dict[tuple[Any, ...], int] = {}

    def written(self) -> dict[str, Any]:
        """Return the whole table in JSON types."""
        graph, looks = self.graph, self.looks
        faces = [self.draw(state, None) for state in graph.states]
        plain = [looks.parts_of(face) for face in faces]
        whole = [
            parts | looks.refused(self._refused(number, face))
            for number, (parts, face) in enumerate(zip(plain, faces, strict=True))
        ]
        columns: dict[str, list[int]] = {
            name: [] for name in ("face", "hint", "count", "move", "next", "reason", "last")
        }
        parents: dict[int, int] = {}
        for number, (state, face) in enumerate(zip(graph.states, faces, strict=True)):
            before = whole[parents[number]] if number else frozenset[int]()
            columns["face"].append(looks.patch(before, whole[number]))
            columns["hint"].append(self._hint(number, face))
            columns["count"].append(len(graph.moves[number]))
            for move, child in zip(graph.moves[number], graph.after[number], strict=True):
                fresh = len(parents) + 1
                parents.setdefault(child, number)
                columns["next"].append(fresh - child)  # 0 for a state that is met the first time
                index = self._move(face, move)
                columns["move"].append(index)
                reasons = self._reasons(number, move)
                columns["reason"].append(self.reasons.setdefault(reasons, len(self.reasons)))
                marked = looks.parts_of(self.draw(graph.states[child], (state, move)))
                patch = looks.patch(plain[child], marked)
                columns["last"].append(self._mark(index, graph.turns[number], patch))
        turns = dict(self._turns(plain))
        values = {value: index for index, value in enumerate(dict.fromkeys(graph.values))}
        signs = faces[0].signs
        return {
            "signs": signs,
            "words": WORDS,
            **looks.written(),
            "moves": [list(move) for move in self.moves],
            "marks": [[marks[MAX], marks[MIN]] for marks in self.marks],
            "turns": turns,
            "reasons": [["; ".join(reasons), sentence_of(reasons)] for reasons in self.reasons],
            "hints": [*map(list, self.hints)],
            "values": [value_texts(self.game, value, signs) for value in values],
            "range": [f"{signs[MIN]} wins", f"{signs[MAX]} wins"],
            "turn": "".join(
                " " if score is not None else "X" if turn == MAX else "O"
                for turn, score in zip(graph.turns, graph.scores, strict=True)
            ),
            "value": [values[value] for value in graph.values],
            "length": graph.lengths,
            "best": graph.best,
            **columns,
        }

    def _refused(self, number: int, face: Face) -> list[tuple[str, str]]:
        """Return the spots that begin no move, each with the reason why."""
        if not face.choices:
            return []
        first = {names[0] for names in face.choices}
        return [
            (spot.name, f"{face.why_not((spot.name,)).removesuffix('.')}.")
            for spot in face.spots
            if spot.name not in first
        ]

    def _reasons(self, number: int, move: Any) -> tuple[str, ...]:
        state = self.graph.states[number]
        return tuple(map(str, optional(self.game, "reasons")(state, move)))

    def _move(self, face: Face, move: Any) -> int:
        """Return the number of a move with its spots and its marks."""
        names = next(names for names, choice in face.choices.items() if choice == move)
        key = str(move), names
        if key not in self.moves:
            self.moves[key] = len(self.moves)
            self.marks.append({MAX: [], MIN: []})
        return self.moves[key]

    def _mark(self, move: int, turn: Side, patch: int) -> int:
        """Return the index of a patch among those of a move; it is nearly always the first one."""
        marks = self.marks[move][turn]
        if patch not in marks:
            marks.append(patch)
        return marks.index(patch)

    def _hint(self, number: int, face: Face) -> int:
        """Return the number of the hint in a state, -1 at the end of the game."""
        graph, best = self.graph, self.graph.best[number]
        if best < 0:
            return -1
        move = graph.moves[number][best]
        kind = kind_of_hint(graph, number, self._reasons(number, move))
        drawn = (shape for shape in hint_marks(face, move) if not isinstance(shape, Words))
        marks = tuple((shape.kind, path_of(shape)) for shape in drawn)
        hint = kind, tuple(region_of(face, move)), marks
        return self.hints.setdefault(hint, len(self.hints))

    def _turns(self, plain: Sequence[frozenset[int]]) -> Iterator[tuple[str, int]]:
        """Yield the marks after turns of several moves: the way there, and the patch."""
        graph, looks = self.graph, self.looks

        def further(first: int, path: tuple[int, ...], number: int) -> Iterator[tuple[str, int]]:
            for index, child in enumerate(graph.after[number]):
                way = *path, index
                if path:
                    played, at = [], first
                    for one in way:
                        played.append(graph.moves[at][one])
                        at = graph.after[at][one]
                    last = (graph.states[first], *reversed(played))
                    marked = looks.parts_of(self.draw(graph.states[child], last))
                    yield f"{first}:{'.'.join(map(str, way))}", looks.patch(plain[child], marked)
                if graph.turns[child] == graph.turns[number]:
                    yield from further(first, way, child)

        for first in range(len(graph.states)):
            yield from further(first, (), first)


def value_texts(game: Any, value: float, signs: Mapping[Side, str]) -> dict[str, Any]:
    """Return a value in words: before the end, at the end, and at the end for each side."""
    winner = signs[MAX] if value > 0 else signs[MIN]
    by = margin_of(game, abs(value))
    before = f"{winner} wins{by or ' by force'}" if value else "a draw if both play their best"
    won, lost = (f"you win{by}", f"you lose{by}") if value else ("a draw", "a draw")
    return {
        "value": value,
        "share": round(share(game, value), 3),
        "number": rounded(value),
        "before": before,
        "over": f"{winner} has won{by}" if value else "a draw",
        "ending": f"{winner} wins{by}" if value else "a draw",
        "endings": {MAX: won, MIN: lost} if value > 0 else {MAX: lost, MIN: won},
    }


def complete(
    game: Any, state: Any = None, face: Callable[..., Face] | None = None
) -> Complete | None:
    """Return a small game with all its states from `state` on; None if it is none.

    It is none if chance decides, if a state can come back, or if the table would be too large. An
    error in one of the game's functions also gives None: the board that needs a kernel reports it.
    """
    if optional(game, "chances"):
        return None
    try:
        graph = graph_of(game, game.start() if state is None else state)
        if graph is None or not graph.moves[0]:
            return None
        found = Complete(game, graph, face or optional(game, "face"))
        return found if len(found.packed) <= MAX_CHARS else None
    except Exception:
        return None
