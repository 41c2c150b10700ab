"""Puzzles: pictures, a sentence and things to press, each of which leads to another state.

A function says what a state shows. It is called once for each state that can be reached, when the
cell runs. The browser only looks up what it returned, so a puzzle is alive without a kernel.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from html import escape
from typing import Any, ClassVar

from gamelib.face import Face, Last, Shape, Words, face_of
from gamelib.games.tree import TreeGame
from gamelib.view.board.picture import Diagram, diagram, still
from gamelib.view.live.data import templates
from gamelib.view.live.explore import written
from gamelib.view.live.view import View
from gamelib.view.style import with_minus
from gamelib.view.tree.picture import Picture, draw
from gamelib.view.tree.svg import path_of

__all__ = [
    "MAX_CHARS",
    "MAX_STATES",
    "Button",
    "Drawing",
    "Puzzle",
    "Score",
    "Screen",
    "Slider",
    "Switch",
    "Tree",
    "drawing",
    "position",
    "puzzle",
]

MAX_STATES = 5_000
MAX_CHARS = 235_000  # of the packed states, as for a stepper
LONGEST = 4  # sentences, one of which is the highest when it is broken into lines
SHORT = 24  # characters of a part that needs no reference
SMALLEST, PHONE = 12.2, 340.0  # of labels on a phone, and the width of a drawing there, in pixels
KINDS = ("", "max", "min", "cut", "right")  # colours of the edge of a sentence
Index = Callable[[Hashable], int]
"""The number of a state; a new state gets the next number."""


@dataclass(frozen=True)
class Drawing:
    """A board or another drawing; a click on a spot in `to` leads to that state."""

    picture: Diagram
    to: Mapping[str, Hashable] = field(default_factory=dict)  # by the name of the spot
    labels: Mapping[str, str] = field(default_factory=dict)  # for screen readers, by spot

    def data(self, index: Index) -> dict[str, Any]:
        """Return what the browser needs to draw it."""
        face = self.picture.face
        spots = {spot.name: spot for spot in face.spots}
        least = SMALLEST * face.width / PHONE
        if wrong := [name for name in [*self.to, *self.labels] if name not in spots]:
            raise ValueError(f"{wrong[0]!r} is not the name of a spot of this drawing")
        return {
            "size": [face.width, face.height],
            "shapes": [_plain(shape, least) for shape in self.picture.shapes],
            "alt": self.picture.alt,
            "spots": [
                [
                    name,
                    [spot.x, spot.y, max(y for _, y in spot.area)],
                    "M" + "L".join(f"{x:g} {y:g}" for x, y in spot.area) + "Z",
                    self.labels.get(name, spot.label),
                    spot.mark is not None,
                ]
                for name, spot in spots.items()
            ],
            "to": {name: index(state) for name, state in self.to.items()},
        }

    def html(self) -> str:
        """Return the still picture."""
        return self.picture.html


@dataclass(frozen=True)
class Tree:
    """A written-down tree; a click on a node in `to`, or on two siblings in `swaps`, leads on."""

    tree: TreeGame
    to: Mapping[str, Hashable] = field(default_factory=dict)  # by the name of the node
    swaps: Mapping[tuple[str, str], Hashable] = field(default_factory=dict)
    values: Mapping[str, str] = field(
        default_factory=dict
    )  # texts beside inner nodes, and in leaves in the place of their numbers
    skipped: Iterable[str] = ()
    line: Iterable[str] = ()  # drawn thick, from the root on

    def data(self, index: Index) -> dict[str, Any]:
        """Return what the browser needs to draw it."""
        text, names = _read(self.tree)
        pairs = [name for pair in self.swaps for name in pair]
        for name in (*self.to, *pairs, *self.values, *self.skipped, *self.line):
            if name not in names:
                raise ValueError(f"{name!r} is not a node of this tree")
        return {
            "tree": text,
            "to": {name: index(state) for name, state in self.to.items()},
            "swaps": {" ".join(pair): index(state) for pair, state in self.swaps.items()},
            "values": {name: with_minus(text) for name, text in self.values.items()},
            "skipped": list(self.skipped),
            "line": list(self.line),
        }

    def html(self) -> str:
        """Return a picture of the tree with these texts in its leaves, without a search."""
        scene = draw(self.tree).scene
        nodes = tuple(
            replace(node, value=self.values.get(node.name, node.value))
            if node.shape == "leaf"
            else node
            for node in scene.nodes
        )
        changed = [node for node in nodes if node.shape == "leaf" and node.name in self.values]
        texts = ", ".join(f"{node.name} shows {node.value}" for node in changed)
        alt = f"Game tree with {len(nodes)} nodes; {texts}." if changed else scene.alt
        return Picture(replace(scene, nodes=nodes, alt=alt)).html


@dataclass(frozen=True)
class Button:
    """A button below the sentence; a `late` one appears only after `Screen.all_tried`."""

    label: str
    to: Hashable
    late: bool = False
    main: bool = False

    def data(self, index: Index) -> dict[str, Any]:
        """Return what the browser needs to show it."""
        return {"button": self.label, "to": index(self.to), "late": self.late, "main": self.main}


@dataclass(frozen=True)
class Slider:
    """A slider: the text and the state of each of its positions."""

    label: str
    at: int
    to: Sequence[tuple[str, Hashable]]

    def data(self, index: Index) -> dict[str, Any]:
        """Return what the browser needs to show it."""
        if not 0 <= self.at < len(self.to):
            raise ValueError(f"the slider {self.label!r} has no position {self.at}")
        states = [index(state) for _, state in self.to]
        return {
            "slider": self.label,
            "at": self.at,
            "texts": [with_minus(text) for text, _ in self.to],
            "to": states,
        }


@dataclass(frozen=True)
class Switch:
    """A switch that is on or off; a press leads to the state `to`."""

    label: str
    on: bool
    to: Hashable

    def data(self, index: Index) -> dict[str, Any]:
        """Return what the browser needs to show it."""
        return {"switch": self.label, "on": self.on, "to": index(self.to)}


@dataclass(frozen=True)
class Score:
    """A number or a word with a label; `best` also shows the "least" or the "most" so far."""

    label: str
    value: int | str
    best: str = ""

    def data(self) -> list[Any]:
        """Return what the browser needs to show it."""
        if self.best not in ("", "least", "most"):
            raise ValueError(f"best is {self.best!r}, but must be 'least' or 'most'")
        if self.best and not isinstance(self.value, int):
            raise ValueError(f"only a number has a best one so far, not {self.value!r}")
        return [self.label, self.value, self.best]


@dataclass(frozen=True)
class Screen:
    """What a state shows.

    sentence  one sentence or two about it
    pictures  one picture or a row of them
    kind      the colour of the sentence's edge: "max", "min", "cut", "right"
    key       what the signs mean, at the top
    tried     (name, text): after this state the text stays at the spots or nodes of this name
    remember  show such texts, of this state and earlier ones
    all_tried (names, sentence), of the first screen: its sentence once all these names were tried
    """

    sentence: str
    pictures: Sequence[Drawing | Tree]
    kind: str = ""
    key: str = ""
    scores: Sequence[Score] = ()
    controls: Sequence[Button | Slider | Switch] = ()
    tried: tuple[str, str] | None = None
    remember: bool = True
    all_tried: tuple[Sequence[str], str] | None = None

    def data(self, index: Index) -> dict[str, Any]:
        """Return what the browser needs to show it."""
        if self.kind not in KINDS:
            raise ValueError(f"kind is {self.kind!r}, but must be one of {', '.join(KINDS[1:])}")
        if not self.sentence or not self.pictures:
            raise ValueError("a screen has a sentence and at least one picture")
        data: dict[str, Any] = {
            "say": with_minus(self.sentence),
            "kind": self.kind,
            "remember": self.remember,
            "key": self.key,
            "pictures": [picture.data(index) for picture in self.pictures],
            "scores": [score.data() for score in self.scores],
            "controls": [control.data(index) for control in self.controls],
        }
        if self.tried:
            data["tried"] = list(self.tried)
        if self.all_tried:
            names, sentence = self.all_tried
            data["all"] = [list(names), with_minus(sentence)]
        return data


def drawing(
    shapes: Iterable[Shape], face: Face, to: Mapping[str, Hashable] | None = None
) -> Drawing:
    """Return a drawing of these shapes; `face` has its size, its spots and its text in words."""
    return Drawing(Diagram(face, tuple(shapes), face.alt, face.alt), to or {})


def position(
    game: Any,
    state: Any,
    *,
    last: Last | None = None,
    moves: Iterable[Any] = (),
    notes: Mapping[Any, object] | None = None,
    to: Mapping[Any, Hashable] | None = None,
) -> Drawing:
    """Return a drawing of a position; a click on a move in `to` leads to that state.

    `last` is the state before the last move and that move, which is then marked. `moves` and
    `notes` are those of `gamelib.view.board.picture.diagram`.
    """
    if moves or notes:
        picture = diagram(game, state, moves, notes, scale=1)
    else:
        face = face_of(game, state, last)
        picture = Diagram(face, tuple(still(face)), face.alt, str(state))
    spots = {move: picture.face.spots_of(move) for move in to or {}}
    for move, chosen in spots.items():
        if len(chosen) != 1:
            raise ValueError(f"{move!r} is not a move here that is made by a click on one spot")
    leads = {spots[move][0].name: state for move, state in (to or {}).items()}
    return Drawing(picture, leads)


def puzzle(
    title: str, start: Hashable, show: Callable[[Any], Screen], *, again: str = "Start again"
) -> Puzzle:
    """Return a view of a puzzle: `show(state)` says what a state shows and where it leads.

    A state is any value that can be a key: the moves so far, or the settings of sliders.

    >>> from gamelib import SAMPLE
    >>> def show(node):
    ...     moves = {move: move for move in SAMPLE.moves(node)}
    ...     return Screen(f"You are at {node}.", [Tree(SAMPLE, to=moves, line=[node])])
    >>> puzzle("Walk", SAMPLE.start(), show)
    Walk: a puzzle with 21 states. You are at A.
    """
    return Puzzle(title, start, show, again)


class Puzzle(View):
    """A table of states in the browser, and what each of them shows."""

    kind: ClassVar[str] = "puzzle"
    use: ClassVar[str] = "try it"

    def __init__(
        self, title: str, start: Hashable, show: Callable[[Any], Screen], again: str
    ) -> None:
        """Call `show` for every state that can be reached."""
        self.title, self.again = title, again
        self.numbers: dict[Hashable, int] = {}
        self.screens: list[dict[str, Any]] = []
        states: list[Hashable] = []

        def index(state: Hashable) -> int:
            if state not in self.numbers:
                self.numbers[state] = len(states)
                states.append(state)
            return self.numbers[state]

        index(start)
        for state in states:  # which grows
            screen = show(state)
            if not isinstance(screen, Screen):
                raise TypeError(f"show({state!r}) must return a Screen, not {screen!r}")
            if not self.screens:
                self.first = screen
            self.screens.append(screen.data(index))
            if len(states) > MAX_STATES:
                raise ValueError(
                    f"this puzzle has more than {MAX_STATES:,} states: let fewer things lead on, "
                    "or leave out of a state what nothing depends on"
                )
        chars = len(self.packed_state())
        if chars > MAX_CHARS:
            raise ValueError(
                f"the {len(states):,} states of this puzzle need {chars:,} characters, more than "
                f"the {MAX_CHARS:,} that a notebook should store: draw less, or fewer states"
            )

    def __repr__(self) -> str:
        many = f"{len(self.screens):,} states" if len(self.screens) > 1 else "1 state"
        return f"{self.title}: a puzzle with {many}. {self.first.sentence}"

    def state(self) -> dict[str, Any]:
        """Return all screens; parts that are equal are stored once."""
        pictures = [picture for screen in self.screens for picture in screen["pictures"]]
        trees = [picture for picture in pictures if "tree" in picture]
        values = [text for tree in trees for text in tree["values"].values()]
        says: list[str] = [screen["say"] for screen in self.screens]
        says += [screen["all"][1] for screen in self.screens[:1] if "all" in screen]
        values += [screen["tried"][1] for screen in self.screens if trees and "tried" in screen]

        return {
            "title": self.title,
            "again": self.again,
            "layout": "beside" if len(self.first.pictures) == 1 and not trees else "below",
            "longest": sorted({*says}, key=lambda text: (-len(text), text))[:LONGEST],
            "widest": max(values, key=len, default=""),
            **self._table,
            "templates": templates() if trees else None,
        }

    @cached_property
    def _table(self) -> dict[str, Any]:
        return _shared(self.screens)

    def twin(self) -> str:
        """Return the pictures of the first screen, and its sentence."""
        pictures = "\n".join(picture.html() for picture in self.first.pictures)
        return f"{pictures}\n<p>{escape(with_minus(self.first.sentence))}</p>"


@lru_cache(maxsize=100)
def _read(tree: TreeGame) -> tuple[str, frozenset[str]]:
    """Return a tree as text, and its nodes, or say why the browser cannot read it."""
    return str(written(tree, "a puzzle")), frozenset(tree.nodes())


def _plain(shape: Shape, least: float) -> list[Any]:
    """Return a shape as the browser draws it; a label has at least this size."""
    if isinstance(shape, Words):
        x, y, size = round(shape.x, 1), round(shape.y, 1), shape.size
        if shape.kind == "label":
            size = max(size, least)
        return [shape.kind, x, y, with_minus(shape.text), round(size, 1), shape.anchor]
    return [shape.kind, path_of(shape)]


def _shared(screens: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the screens with a reference for each part that occurs more than once.

    A reference is {"=": number}: the index of the part in "parts". A part may refer to others,
    which stand before it.
    """
    texts: dict[int, str] = {}  # of each list and dictionary, by its identity

    def text_of(value: Any) -> str:
        if not isinstance(value, dict | list):
            return json.dumps(value, ensure_ascii=False)
        if id(value) not in texts:
            if isinstance(value, dict):
                inside = [f"{key}:{text_of(part)}" for key, part in value.items()]
            else:
                inside = [text_of(part) for part in value]
            texts[id(value)] = f"{type(value).__name__}({','.join(inside)})"
        return texts[id(value)]

    counts: Counter[str] = Counter()

    def count(value: Any) -> None:
        if len(text_of(value)) > SHORT:
            counts[text_of(value)] += 1
            if counts[text_of(value)] > 1:
                return
        for part in _inside(value):
            count(part)

    parts: list[Any] = []
    numbers: dict[str, int] = {}

    def referring(value: Any) -> Any:
        text = text_of(value)
        if text in numbers:
            return {"=": numbers[text]}
        short: Any = value
        if isinstance(value, dict):
            short = {key: referring(part) for key, part in value.items()}
        elif isinstance(value, list):
            short = [referring(part) for part in value]
        if counts[text] < 2:
            return short
        numbers[text] = len(parts)
        parts.append(short)
        return {"=": numbers[text]}

    for screen in screens:
        count(screen)
    return {"screens": [referring(screen) for screen in screens], "parts": parts}


def _inside(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
