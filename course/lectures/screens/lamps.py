"""The first screen of lecture 10: eight programs on one small tree, and a lamp for each."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from course.checks import TooLongError, limited
from course.lectures.lecture10 import BUGS, Search, fault
from gamelib.face import Disc, Face, Shape, Words
from gamelib.game import MAX, MIN
from gamelib.games.tree import TreeGame
from gamelib.view.live.puzzle import Drawing, Puzzle, Score, Screen, Switch, Tree, drawing, puzzle
from gamelib.words import plural

__all__ = ["Own", "Setting", "eight_lamps", "faults", "tree_of"]

LEAVES, NEXT = "DEFG", {-1: 0, 0: 1, 1: -1}
LEVELS = {"Value": "it returns the value", "+ move": "it returns the move", "+ nodes": "it visits"}
SHORT = {"it returns the value ": "value ", "it returns the move ": "move ", "it visits ": ""}
WIDTH, ROW, TEXT = 320.0, 39.0, 17.0  # of the drawing of the lamps
OWN_SECONDS, ENDLESS = 2, "does not end"  # of processor time on one tree
KEY = "▲ MAX   ▼ MIN   ■ a leaf"


class Setting(NamedTuple):
    """The numbers at the leaves, who moves at B and C, and how much is compared."""

    values: tuple[int, ...] = (0, 0, 0, 0)
    sides: tuple[str, ...] = (MIN, MIN)
    level: int = 0


def tree_of(setting: Setting) -> TreeGame:
    """Return the tree of a setting."""
    d, e, f, g = setting.values
    b, c = setting.sides
    return TreeGame.from_text(f"A (MAX): B C\nB ({b}): D={d} E={e}\nC ({c}): F={f} G={g}")


@cache
def faults(setting: Setting) -> tuple[str, ...]:
    """Return for each of the eight programs what it does wrong, or an empty text.

    >>> faults(Setting((0, 0, 0, 0), ("MIN", "MIN"), 0))[3]
    'it visits 7 nodes; 6 are enough'
    """
    tree = tree_of(setting)
    return tuple(str(fault(bug, tree, **options) or "") for bug, options in BUGS.items())


def eight_lamps(ninth: Search | None = None) -> Puzzle:
    """Return a tree to change, and a lamp for each program, red if it is wrong on this tree.

    A search of your own is the ninth lamp.

    >>> eight_lamps()
    Can you turn a lamp red?: a puzzle with 972 states. Every program is right on this tree. ...
    """

    own = Own(ninth)

    def show(setting: Setting) -> Screen:
        values, sides, level = setting
        to = {}
        for index, name in enumerate(LEAVES):
            new = (*values[:index], NEXT[values[index]], *values[index + 1 :])
            to[name] = setting._replace(values=new)
        for index, name in enumerate("BC"):
            other = MIN if sides[index] == MAX else MAX
            new_sides = (*sides[:index], other, *sides[index + 1 :])
            to[name] = setting._replace(sides=new_sides)
        found = faults(setting._replace(level=0))
        red = [_seen(text, level) for text in found]
        if ninth:
            red.append(own.seen(setting))
        count = sum(map(bool, red))
        sentence = "Click a leaf to change its number, or B or C to change who moves there."
        if setting == Setting() and not count:
            sentence = f"Every program is right on this tree. {sentence}"
        elif count:
            sentence = (
                f"{plural(count, 'program')} of {len(red)} differ from the right search here."
            )
            if count == 1:
                sentence = f"Program {red.index(next(filter(None, red))) + 1} is caught."
        switches = [
            Switch(word, at == level, setting._replace(level=at)) for at, word in enumerate(LEVELS)
        ]
        pictures: list[Drawing | Tree] = [Tree(tree_of(setting), to=to), _lamps(red)]
        scores = [Score("red lamps", count, best="most")]
        return Screen(sentence, pictures, "cut" if count else "", KEY, scores, switches)

    return puzzle("Can you turn a lamp red?", Setting(), show)


class Own:
    """The lamp of a search that a student wrote; after a search without end it is not run again."""

    def __init__(self, search: Search | None) -> None:
        self.search, self.faults, self.ends = search, dict[Setting, str](), True

    def seen(self, setting: Setting) -> str:
        """Return what its lamp says."""
        tree = setting._replace(level=0)
        if tree not in self.faults:
            self.faults[tree] = self.fault(tree) if self.ends else ENDLESS
        text = self.faults[tree]
        return _seen(text, setting.level) if text.startswith((*LEVELS.values(),)) else text

    def fault(self, setting: Setting) -> str:
        """Return what the search does wrong on a tree, in a few words if it fails altogether."""
        assert self.search
        try:
            with limited(OWN_SECONDS):
                text = str(fault(self.search, tree_of(setting)) or "")
        except TooLongError:
            self.ends = False
            return ENDLESS
        short = re.sub(r"^it raises (\w+).*", r"\1", text, flags=re.DOTALL)
        if "not a value and a move" in short:
            return "no value and move"
        return short if short.startswith((*LEVELS.values(),)) else short.removeprefix("it ")


def _seen(text: str, level: int) -> str:
    """Return what a fault is in short, if it is seen when so much is compared."""
    for each in [*LEVELS.values()][: level + 1]:
        if text.startswith(each):
            for long, short in SHORT.items():
                text = text.replace(long, short)
            first, _, right = text.partition("; ")
            return f"{first.partition(',')[0]}, not {right.removeprefix('right is ').split()[0]}"
    return ""


def _lamps(red: list[str]) -> Drawing:
    """Return the lamps below each other, each with what is wrong."""
    shapes: list[Shape] = []
    for index, text in enumerate(red):
        y = (index + 0.5) * ROW
        shapes.append(Disc(f"lamp {'wrong' if text else 'right'}", 24, y, 15))
        shapes.append(Words("sign", 24, y, str(index + 1), TEXT))
        shapes.append(Words("label", 52, y, text or "as the right search", TEXT, "start"))
    words = [f"{n} {text or 'green'}" for n, text in enumerate(red, start=1)]
    alt = f"{'Eight' if len(red) == len(BUGS) else 'Nine'} lamps: {', '.join(words)}."
    return drawing(shapes, Face(WIDTH, ROW * len(red), (), (), {}, alt=alt))
