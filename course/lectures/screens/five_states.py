"""A puzzle of lecture 05: five states, a table, and what it should say about one of them."""

from __future__ import annotations

from typing import NamedTuple

from course.lectures.lecture05 import SMALLEST_GRAPH
from gamelib.face import Face, Lines, Shape, Words, box
from gamelib.game import MAX
from gamelib.view.live.puzzle import Button, Drawing, Puzzle, Screen, drawing, puzzle

__all__ = ["five_states"]

GRAPH = SMALLEST_GRAPH
PLACES = {"A": (150, 74), "B": (62, 172), "C": (238, 262), "E": (62, 374), "F": (300, 374)}
WIDTH, HEIGHT = 540.0, 420.0
RADIUS, TEXT = 30.0, 19.0
TABLE, ROWS = 440.0, {"A": 128.0, "B": 176.0, "C": 224.0}  # where the table stands
KEY = "▲ MAX   ▼ MIN   ■ finished. Two moves lead to C."


class Step(NamedTuple):
    """What is seen at a step: where the search is, what is known, and what can be done."""

    sentence: str
    at: str
    path: str = ""  # the moves on the way there, as pairs of states: "AB BC"
    beside: str = ""  # what the nodes have so far: "B=≤ 5"
    table: str = ""
    cut: str = ""  # a move that was cut off
    kind: str = ""
    to: tuple[tuple[str, str], ...] = ()  # buttons, and the steps they lead to


STEPS = {
    "start": Step(
        "The search begins at A, where MAX moves. It goes to B first.",
        "A",
        to=(("Next", "B"),),
    ),
    "B": Step(
        "At B it is MIN's move. E is worth 5, so MIN has 5. Next: C, with the window (-∞, 5).",
        "B",
        "AB BE",
        "B ≤ 5",
        to=(("Next", "C"),),
    ),
    "C": Step(
        "At C it is MAX's move, and E brings 5 at once. MIN will not come here. F is cut off.",
        "C",
        "AB BC CE",
        "B ≤ 5",
        cut="CF",
        to=(("Next", "store"),),
    ),
    "store": Step(
        "The search leaves C and writes down what it knows. What should the table say of C?",
        "C",
        "AB BC",
        "B ≤ 5",
        cut="CF",
        kind="max",
        to=(("C is 5", "number"), ("C is at least 5", "bound")),
    ),
    "number": Step(
        "B is 5. Back at A, MAX has 5. C comes next, and C is in the table.",
        "A",
        "AC",
        "A ≥ 5",
        "B 5, C 5",
        to=(("Next", "wrong"),),
    ),
    "wrong": Step(
        "5 is no better than what MAX has: A is 5, says the search. But from C, MAX can go to F "
        "and get 6.",
        "A",
        "AC CF",
        "A is 5?",
        "A 5, B 5, C 5",
        kind="cut",
        to=(("Back to C", "store"),),
    ),
    "bound": Step(
        "B is 5. Back at A, MAX has 5 and asks one thing: is C more than 5? C is in the table.",
        "A",
        "AC",
        "A ≥ 5",
        "B = 5, C ≥ 5",
        kind="max",
        to=(("Use the entry", "use"), ("Search C again", "again")),
    ),
    "use": Step(
        "“At least 5” can be 5 or 6 or 600. It does not say whether C is more than 5.",
        "A",
        "AC",
        "A ≥ 5",
        "B = 5, C ≥ 5",
        kind="cut",
        to=(("Search C again", "again"),),
    ),
    "again": Step(
        "Now nothing cuts C: E is 5, F is 6. The entry becomes exact, and A is 6.",
        "A",
        "AC CF",
        "A = 6",
        "A = 6, B = 5, C = 6",
        kind="right",
    ),
}


def five_states() -> Puzzle:
    """Return a search of five states step by step; you decide what the table says.

    >>> five_states()
    What should the table say?: a puzzle with 9 states. The search begins at A, where MAX ...
    """

    def show(name: str) -> Screen:
        step = STEPS[name]
        buttons = [Button(label, to, main=label == "Next") for label, to in step.to]
        return Screen(step.sentence, [_picture(step)], step.kind, KEY, controls=buttons)

    return puzzle("What should the table say?", "start", show)


def _picture(step: Step) -> Drawing:
    walked = step.path.split()
    shapes: list[Shape] = []
    for node in GRAPH.nodes():
        for move in GRAPH.moves(node):
            pair = node + move
            kind = "curve" if pair in walked else "way" if pair == step.cut else "grid"
            shapes.append(Lines(kind, ((PLACES[node], PLACES[move]),)))
    for node in GRAPH.nodes():
        x, y = PLACES[node]
        inner = GRAPH.moves(node)
        side = GRAPH.turn(node) if inner else None
        way = 1 if side == MAX else -1
        corners = (
            ((x, y - way * RADIUS), (x + RADIUS, y + way * 22), (x - RADIUS, y + way * 22))
            if side
            else box(x, y, 50, 46)
        )
        kind = f"badge {side.lower()}" if side else "band"
        shapes.append(Lines(kind, (corners,), closed=True))
        if node == step.at:
            shapes.append(Lines(f"last {(side or MAX).lower()}", (corners,), closed=True))
        shapes.append(Words("sign", x, y + 6 * way if side else y, node, TEXT))
        if not side:
            shapes.append(Words("label", x + 52, y, f"{GRAPH.score(node)}", TEXT))
    if step.beside:
        node, text = step.beside[0], step.beside[2:]
        x, y = PLACES[node]
        shapes.append(Words("label", x, y - 46, text, TEXT))
    shapes.append(Words("label", TABLE, 84, "The table", TEXT))
    entries = {entry[0]: entry[2:] for entry in step.table.split(", ") if entry}
    for node, row in ROWS.items():
        shapes.append(Lines("band", (box(TABLE, row, 130, 40),), closed=True))
        shapes.append(Words("sign", TABLE - 42, row, node, TEXT))
        shapes.append(Words("sign", TABLE + 16, row, entries.get(node, "–"), TEXT))
    known = ", ".join(f"{node} {text}" for node, text in entries.items()) or "nothing yet"
    alt = f"Five states; the search is at {step.at}. In the table: {known}."
    return drawing(shapes, Face(WIDTH, HEIGHT, (), (), {}, alt=alt))
