"""The first screen of lecture 00: three bags of banknotes, and MIN pays."""

from __future__ import annotations

from math import cos, pi, sin

from gamelib.face import Face, Lines, Shape, Spot, Words, box
from gamelib.game import MIN
from gamelib.games.tree import TreeGame
from gamelib.search import minimax
from gamelib.view.live.puzzle import Button, Drawing, Puzzle, Screen, Tree, drawing, puzzle
from gamelib.words import series

__all__ = ["BAGS", "three_bags"]

BAGS = TreeGame.from_text("A: B C D\nB: E=4 F=6\nC: G=2 H=9 I=7\nD: J=3 K=8")
WIDTH, HEIGHT, RIM = 250.0, 330.0, 150.0  # of the drawing of a bag, and where the bag begins
NOTE = (58.0, 48.0)  # the size of a note
KEY = "▲ you choose a bag   ▼ MIN chooses the note"
TREE = "tree"  # the state in which the bags are drawn as a tree


def three_bags(tree: TreeGame = BAGS) -> Puzzle:
    """Return three open bags to choose from: MIN pays the smallest note of the chosen one.

    >>> three_bags()
    Which bag would you take?: a puzzle with 5 states. Take a bag. ...
    """
    root = tree.start()
    names = tree.moves(root)
    paid = {name: minimax(tree, name) for name in names}

    def show(state: str) -> Screen:
        late = [Button("Show them as a tree", TREE, late=True)]
        if state == TREE:
            return _tree(tree)
        row = [_bag(tree, name, paid[name].move if name == state else None) for name in names]
        if state == root:
            sentence = "Take a bag. MIN puts a hand into it and pays you one of its notes."
            best = max(names, key=lambda name: paid[name].value)
            largest = max(filter(None, map(tree.score, tree.nodes())))
            rich = next(n for n in names if largest in map(tree.score, tree.moves(n)))
            every = f"{best} pays most. {rich}, with the {largest} in it, pays {paid[rich].value}."
            return Screen(sentence, row, "max", KEY, controls=late, all_tried=(names, every))
        value, note = paid[state].value, paid[state].move
        rest = sorted(tree.score(leaf) or 0 for leaf in tree.moves(state) if leaf != note)[::-1]
        left = series([f"the {each}" for each in rest])
        sentence = f"MIN pays {value} and keeps {left}."
        if len(rest) > 1:
            sentence = f"MIN pays {value}. {left.capitalize()} stay in the bag."
        tried = (state, f"paid {value}")
        return Screen(sentence, row, "min", KEY, controls=late, tried=tried)

    return puzzle("Which bag would you take?", root, show)


def _tree(tree: TreeGame) -> Screen:
    """Return the bags as a tree, with what each of them pays."""
    values = {name: str(minimax(tree, name).value) for name in tree.nodes() if tree.moves(name)}
    best = minimax(tree)
    sentence = (
        f"The same bags as a tree. At ▲{tree.start()} you choose, at "
        f"{series([f'▼{name}' for name in tree.moves(tree.start())], 'and')} MIN does: "
        f"you get {best.value}."
    )
    line = (tree.start(), *best.line)
    return Screen(sentence, [Tree(tree, values=values, line=line)], "right", KEY)


def _bag(tree: TreeGame, name: str, taken: str | None) -> Drawing:
    """Return a bag with its notes; the note that was taken is above it."""
    notes = tree.moves(name)
    middle = WIDTH / 2
    behind: list[Shape] = []
    above: list[Shape] = []
    for index, note in enumerate(notes):
        across = middle + (index - (len(notes) - 1) / 2) * (NOTE[0] + 6)
        out = note == taken
        kind, y, shapes = ("badge min", 28.0, above) if out else ("frame", RIM - 18, behind)
        shapes.append(Lines(kind, (box(across, y, *NOTE),), closed=True))
        shapes.append(Words("sign", across, y if out else y - 2, f"{tree.score(note)}", 30))
        if out:
            shapes.append(Words("sign", across, y + 46, f"▼ {MIN}", 26))
    shapes = [*behind, Lines("bag", (_outline(middle),), closed=True)]
    shapes += [Words("sign", middle, (RIM + HEIGHT) / 2 - 20, name, 40), *above]
    values = series([str(tree.score(note)) for note in notes])
    area = box(middle, HEIGHT / 2, WIDTH - 6, HEIGHT - 6)
    spot = Spot(name, middle, HEIGHT / 2, area, f"Bag {name}: {values}")
    alt = f"Bag {name} with the notes {values}."
    return drawing(shapes, Face(WIDTH, HEIGHT, (), (spot,), {}, alt=alt), {name: name})


def _outline(middle: float) -> tuple[tuple[float, float], ...]:
    """Return the outline of a bag, wider at the bottom, with round corners there."""
    bottom, wide, narrow, round_by = HEIGHT - 46, 114.0, 94.0, 52.0
    corner = [
        (wide - round_by + round_by * cos(turn), bottom - round_by + round_by * sin(turn))
        for turn in (step * pi / 16 for step in range(9))
    ]
    right = [(narrow, RIM), *corner]
    return (
        *((middle + x, y) for x, y in right),
        *((middle - x, y) for x, y in reversed(right)),
    )
