"""The table of a small game: all that a board shows in every state, for a browser without a kernel.

The browser (web/localmatch.js) looks things up in the table; it knows no rules. What a state looks
like is a set of parts: shapes, texts, spots. Two faces differ in few of them, so the table has the
parts of the first state, and of each other state the difference from one before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from graphlib import TopologicalSorter
from itertools import pairwise, repeat
from typing import TYPE_CHECKING, Any

from gamelib.face import Face, Lines, Shape, Words
from gamelib.game import MAX, MIN, Side, optional
from gamelib.view.board.hints import kind_of_hint
from gamelib.view.board.picture import (
    BACK_KINDS,
    arrow_between,
    hint_marks,
    overlaid,
    region_of,
    rounded,
    strokes,
)
from gamelib.view.board.review import scale
from gamelib.view.board.verdicts import LARGE_FALL, Verdict, share, standing
from gamelib.view.tree.svg import path_of
from gamelib.words import number

if TYPE_CHECKING:
    from gamelib.view.board.complete import Complete

__all__ = ["WORDS", "Table"]

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
    "effort": "depth $depth, proved",
    "about": "$side wants $size values. Depth $depth, proved. Expected: $line.",
    "holds": "$move holds.",
    "fails": "$move does not hold.",
    "played": "$move is the move that was played.",
    "answers": "$side answers $answer.",
    "reasons": "It $reasons.",
    "comment": "$side played $move.",
    "lost": "Every move loses here.",
    "better": "Better: $best.",
    "does": "Better: $best, which $reasons.",
    "with": "With it: $was (proved); now: $now (proved).",
    "expected": "Expected: $line.",
    "summary": "$side made $found.",
    "you": "You",
    "faultless": "no mistake",
    "??": "mistake",
    "?": "doubtful move",
    "at": "$move at move $number",
    "and more": "$moves and $count more",
}
"""The sentences of a board without a kernel, with names for what differs."""


class Looks:
    """The parts of all faces, each known by its number, and the differences between faces."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[str, Any], int] = {}
        self.patches: dict[tuple[int, ...], int] = {}
        self.pairs: set[tuple[int, int]] = set()  # of parts: the second is drawn after the first
        self.below: set[int] = set()  # parts that are drawn before all others

    def parts_of(self, face: Face) -> frozenset[int]:
        """Return the parts of a face."""
        keys = [
            ("size", (face.width, face.height)),
            *zip(repeat("shape"), face.shapes),
            *zip(repeat("spot"), face.spots),
            *zip(repeat("preview"), face.preview),
        ]
        numbers = self.numbers  # of half a million parts in tic-tac-toe: no call for each
        drawn = [numbers.setdefault(key, len(numbers)) for key in keys]
        self.pairs.update(pairwise(drawn))
        drawn.append(self._number("note", face.note))
        return frozenset(drawn)

    def refuse(self, items: Iterable[tuple[str, str]]) -> set[int]:
        """Return the parts that say why spots cannot be chosen."""
        return {
            self._number("refused", (name, f"{why.partition('; legal')[0].removesuffix('.')}."))
            for name, why in items
        }

    def shade(self, shapes: Iterable[Shape], text: str) -> set[int]:
        """Return the parts of an overlay; its shapes are drawn below all others."""
        shades = [self._number("shape", shape) for shape in shapes]
        for shade in shades:
            self.below.add(shade)
        return {*shades, self._number("overlay", text)}

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
        for below, above in sorted(self.pairs):
            sorter.add(above, below)
        order = [*sorter.static_order()]
        return sorted(order, key=lambda part: part not in self.below)

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


class Table:
    """The table of a game under construction."""

    def __init__(self, complete: Complete) -> None:
        self.game, self.graph, self.overlay = complete.game, complete.graph, complete.overlay
        self.draw = complete.face
        self.looks = Looks()
        self.moves: dict[tuple[Any, ...], int] = {}
        self.marks: list[dict[Side, list[int]]] = []  # of each move, the patches of its marks
        self.reasons: dict[tuple[str, ...], int] = {}
        self.hints: dict[tuple[Any, ...], int] = {}
        self.arrows: dict[str, str] = {}  # by a move and the answer to it

    def written(self) -> dict[str, Any]:
        """Return the table in JSON types; a column has a number for each state or each move."""
        graph, looks = self.graph, self.looks
        faces = [self.draw(state, None) for state in graph.states]
        plain = [looks.parts_of(face) for face in faces]
        whole = [
            parts | self._more(state, face)
            for parts, state, face in zip(plain, graph.states, faces, strict=True)
        ]
        columns: dict[str, list[int]] = {
            name: [] for name in ("face", "hint", "count", "move", "next", "reason", "last")
        }
        parents: dict[int, int] = {}
        for here, (state, face) in enumerate(zip(graph.states, faces, strict=True)):
            before = whole[parents[here]] if here else frozenset[int]()
            columns["face"].append(looks.patch(before, whole[here]))
            columns["hint"].append(self._hint(here, face))
            columns["count"].append(len(graph.moves[here]))
            for move, child in zip(graph.moves[here], graph.after[here], strict=True):
                fresh = len(parents) + 1
                parents.setdefault(child, here)
                columns["next"].append(fresh - child)  # 0 for a state that is met the first time
                index = self._move(face, move)
                columns["move"].append(index)
                reasons = tuple(map(str, optional(self.game, "reasons")(state, move)))
                columns["reason"].append(self.reasons.setdefault(reasons, len(self.reasons)))
                marked = looks.parts_of(self.draw(graph.states[child], (state, move)))
                patch = looks.patch(plain[child], marked)
                columns["last"].append(self._mark(index, graph.turns[here], patch))
                self._point(face, index, child, faces[child])
        values = {value: index for index, value in enumerate(dict.fromkeys(graph.values))}
        turns = dict(self._turns(plain))
        return {
            "signs": faces[0].signs,
            "words": WORDS,
            **looks.written(),
            "moves": [list(move) for move in self.moves],
            "marks": [[marks[MAX], marks[MIN]] for marks in self.marks],
            "turns": turns,
            "arrows": self.arrows,
            "reasons": [*map(list, self.reasons)],
            "hints": [*map(list, self.hints)],
            "values": [self._texts(value, faces[0]) for value in values],
            "fall": LARGE_FALL,
            "range": scale(self.game, faces[0].signs),
            "turn": "".join(
                " " if score is not None else "X" if turn == MAX else "O"
                for turn, score in zip(graph.turns, graph.scores, strict=True)
            ),
            "value": [values[value] for value in graph.values],
            "length": graph.lengths,
            "best": graph.best,
            **columns,
        }

    def _more(self, state: Any, face: Face) -> frozenset[int]:
        """Return parts that are not in the face: an overlay, and why spots cannot be chosen."""
        looks = self.looks
        parts: set[int] = set()
        if self.overlay is not None and (overlay := self.overlay(state)) is not None:
            parts |= looks.shade(overlaid(face, overlay), str(overlay.text))
        if face.choices:
            first = {names[0] for names in face.choices}
            names = (spot.name for spot in face.spots if spot.name not in first)
            parts |= looks.refuse((name, face.why_not((name,))) for name in names)
        return frozenset(parts)

    def _move(self, face: Face, move: Any) -> int:
        """Return the number of a move with its spots."""
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
        move, verdict = graph.moves[number][best], Verdict(graph.values[number], True)
        kind = kind_of_hint(self.game, graph.states[number], face, verdict, move, "$who")
        marks = tuple((kind, path) for kind, path, _ in strokes(hint_marks(face, move)))
        hint = kind, tuple(region_of(face, move)), marks
        return self.hints.setdefault(hint, len(self.hints))

    def _point(self, before: Face, move: int, child: int, after: Face) -> None:
        """Note the arrow along the best answer to a move, or to it from the move."""
        graph = self.graph
        if graph.best[child] < 0:
            return
        answer = self._move(after, graph.moves[child][graph.best[child]])
        key = f"{move}.{answer}"
        if key not in self.arrows:
            (_, begin), (_, end) = ([*self.moves][index] for index in (move, answer))
            first, face = (end[0], after) if len(end) > 1 else (begin[-1], before)
            arrow = arrow_between(face, first, end[-1])
            self.arrows[key] = path_of(arrow[0]) if arrow else ""  # type: ignore[arg-type]

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

    def _texts(self, value: float, face: Face) -> dict[str, Any]:
        """Return a value in words: before the end, at the end, and at the end for each side."""
        graph, signs = self.graph, face.signs
        texts: dict[str, Any] = {"value": value, "share": round(share(self.game, value), 3)}
        texts |= {"number": number(value), "rounded": rounded(value)}
        for state, known in enumerate(graph.values):
            name = "before" if graph.after[state] else "over"
            if known == value and name not in texts:
                standing_of = standing(self.game, graph.states[state], Verdict(value, True), signs)
                texts[name] = standing_of
        if not value:
            return texts | {"ending": "a draw", "endings": {MAX: "a draw", MIN: "a draw"}}
        winner: Side = MAX if value > 0 else MIN
        by = "" if abs(value) == 1 else f" by {number(abs(value))}"
        endings = {side: f"you {'win' if side == winner else 'lose'}{by}" for side in (MAX, MIN)}
        return texts | {"ending": f"{signs[winner]} wins{by}", "endings": endings}
