"""Lecture 00, Welcome: the check of the installation, and two puzzles about the bags."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import combinations, product
from typing import TypeAlias

from course.lectures.screens.bags import BAGS
from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta, minimax
from gamelib.view.live.puzzle import Puzzle, Score, Screen, Tree, puzzle
from gamelib.words import Text, series

Packing: TypeAlias = tuple[tuple[int, ...], ...]
"""The notes in each bag, in the order in which they stand in `FIRST_PACKING`."""

LARGE = 1000
BAG_NAMES, NOTE_NAMES = "BCD", "EFGHIJK"
OLDEST_PYTHON = (3, 11)
REQUIRED_PACKAGES = ("networkx", "matplotlib", "ipywidgets", "anywidget")


def check_installation() -> Text:
    """Return a line for each check; one that fails says what to do.

    >>> check_installation()
    ok  Python 3.11 or newer
    ok  networkx, matplotlib, ipywidgets, anywidget are installed
    ok  a search of a small tree finds the best move
    Everything works.
    """
    missing = [name for name in REQUIRED_PACKAGES if find_spec(name) is None]
    result = alpha_beta(TreeGame.from_lists([[1, 0], [3, 2]]))
    checks = {
        "Python 3.11 or newer": (
            sys.version_info >= OLDEST_PYTHON,
            "this Python is too old: install 3.11 or newer",
        ),
        f"{', '.join(REQUIRED_PACKAGES)} are installed": (
            not missing,
            f"missing: {', '.join(missing)}; start with `python3 run.py`, which installs them",
        ),
        "a search of a small tree finds the best move": (
            (result.move, result.value) == ("C", 2),
            "a search of a small tree goes wrong: gamelib was changed, so unpack it again",
        ),
    }
    lines = [f"ok  {good}" if right else f"NO  {bad}" for good, (right, bad) in checks.items()]
    wrong = sum(not right for right, _ in checks.values())
    end = f"{wrong} of {len(checks)} checks failed." if wrong else "Everything works."
    return Text("\n".join([*lines, end]))


def one_thousand(tree: TreeGame = BAGS) -> Puzzle:
    """Return a puzzle: a click replaces one note of the bags by a 1,000.

    >>> one_thousand()
    One note becomes 1,000: a puzzle with 8 states. The bags as they were: you get 4. ...
    """
    root = tree.start()
    leaves = [name for name in tree.nodes() if not tree.moves(name)]
    before = minimax(tree).value

    def show(chosen: str) -> Screen:
        changed = _with_note(tree, chosen, LARGE) if chosen in leaves else tree
        bags = {name: minimax(changed, name).value for name in tree.moves(root)}
        result = minimax(changed)
        values = {root: f"{result.value}", **{name: f"{value}" for name, value in bags.items()}}
        picture = Tree(
            changed,
            to={name: name for name in leaves},
            values=values,
            line=(root, *result.line),
        )
        scores = [Score("You get", int(result.value), best="most")]
        if chosen not in leaves:
            sentence = f"The bags as they were: you get {before}. Click the note to replace."
            return Screen(sentence, [picture], scores=scores)
        bag = next(name for name in bags if chosen in tree.moves(name))
        sentence = (
            f"{chosen} is 1,000 now. MIN pays {bags[bag]} from ▼{bag}. "
            f"You take ▼{result.move} and get {result.value}"
        )
        sentence += ", as before." if result.value == before else f" instead of {before}."
        return Screen(sentence, [picture], "max" if result.value > before else "", scores=scores)

    return puzzle("One note becomes 1,000", root, show, again="As they were")


def _with_note(tree: TreeGame, name: str, value: int) -> TreeGame:
    """Return the bags with another number on one note."""
    notes = {bag: tree.moves(bag) for bag in tree.moves(tree.start())}
    values = {note: tree.score(note) for each in notes.values() for note in each} | {name: value}
    lines = [f"{tree.start()}: {' '.join(notes)}"]
    lines += [
        f"{bag}: {' '.join(f'{note}={values[note]}' for note in each)}"
        for bag, each in notes.items()
    ]
    return TreeGame.from_text("\n".join(lines))


# ---- packing the bags ----------------------------------------------------------------------------

FIRST_PACKING: Packing = ((4, 6), (2, 9, 7), (3, 8))
NOTES = [note for bag in FIRST_PACKING for note in bag]


def packings(start: Packing = FIRST_PACKING) -> Iterator[Packing]:
    """Yield every way to pack the notes into bags of these sizes.

    >>> len(list(packings()))
    210
    """
    sizes = [len(bag) for bag in start]
    notes = [note for bag in start for note in bag]

    def rest(left: list[int], sizes: list[int]) -> Iterator[Packing]:
        if not sizes:
            yield ()
            return
        for bag in combinations(left, sizes[0]):
            others = [note for note in left if note not in bag]
            for more in rest(others, sizes[1:]):
                yield (bag, *more)

    yield from rest(notes, sizes)


def packed(packing: Packing) -> TreeGame:
    """Return the game in which MAX chooses one of these bags.

    >>> minimax(packed(((4, 6), (2, 9, 7), (3, 8)))).value
    4
    """
    names = _names(packing)
    lines = [f"A: {' '.join(BAG_NAMES[: len(packing)])}"]
    lines += [
        f"{bag}: {' '.join(f'{names[note]}={note}' for note in notes)}"
        for bag, notes in zip(BAG_NAMES, packing, strict=True)
    ]
    return TreeGame.from_text("\n".join(lines))


def _names(packing: Packing) -> dict[int, str]:
    notes = [note for bag in packing for note in bag]
    return dict(zip(notes, NOTE_NAMES, strict=True))


def pack_the_bags() -> Puzzle:
    """Return a puzzle: you are MIN and pack the bags, and MAX chooses one of them.

    >>> pack_the_bags()
    Pack the bags: a puzzle with 210 states. MAX takes B and gets 4. ...
    """
    values = {packing: minimax(packed(packing)).value for packing in packings()}
    most = max(values.values())

    def show(packing: Packing) -> Screen:
        tree, value = packed(packing), int(values[packing])
        result, names = minimax(tree), _names(packing)
        swaps = {
            (names[note], names[other]): _exchanged(packing, note, other)
            for one, two in combinations(packing, 2)
            for note, other in product(one, two)
        }
        bags = {name: f"{minimax(tree, name).value}" for name in tree.moves("A")}
        picture = Tree(
            tree, swaps=swaps, values={"A": f"{value}", **bags}, line=("A", *result.line)
        )
        sentence = f"MAX takes {result.move} and gets {value}."
        kind = ""
        if packing == FIRST_PACKING:
            sentence += " Click two notes of different bags: they change places."
        elif value == most:
            bag = packing[BAG_NAMES.index(str(result.move))]
            alone = series([f"the {note}" for note in sorted(bag)])
            sentence = f"{value}: you cannot be kinder. {alone.capitalize()} are alone in one bag."
            kind = "right"
        scores = [Score("MAX gets", value, best="most")]
        return Screen(sentence, [picture], kind, scores=scores)

    return puzzle("Pack the bags", FIRST_PACKING, show)


def _exchanged(packing: Packing, note: int, other: int) -> Packing:
    """Return the bags after two notes have changed places."""
    changed = {note: other, other: note}
    return tuple(
        tuple(sorted((changed.get(each, each) for each in bag), key=NOTES.index)) for bag in packing
    )
