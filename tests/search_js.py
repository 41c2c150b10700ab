"""Questions to the search in the browser, and how Python answers them.

A question is a list such as ["search", text of a tree, options]. `search_answers.js` answers it.
"""

from __future__ import annotations

import json
import random
from itertools import zip_longest
from math import inf
from pathlib import Path

from gamelib import TreeGame, alpha_beta, minimax
from gamelib.game import MAX, MIN
from gamelib.games.tree import letters
from gamelib.trace import Event

ANSWERS = Path(__file__).with_name("search_answers.js")


# ---- Trees of many shapes -----------------------------------------------------------------------


def random_tree(seed):
    """Return a small tree; together they have all that a written-down tree can have."""
    choose = random.Random(seed)
    shape = choose.choice(("even", "even", "uneven", "uneven", "wide", "narrow", "deep"))
    if shape in ("uneven", "deep"):
        return _uneven(choose, shape == "deep")
    depth, branching = {
        "even": (choose.randint(1, 4), (1, choose.choice((2, 2, 3)))),
        "wide": (choose.choice((1, 2)), (3, 7)),
        "narrow": (choose.randint(1, 12), 1),
    }[shape]
    return TreeGame.random(
        seed,
        depth=depth,
        branching=branching,
        values=choose.choice(((0, 9), (0, 1), (-9, 9), (-1000, -1), (3, 3))),
        repeat=choose.choice((0, 0, 0.3, 1)),
        first=choose.choice((MAX, MIN)),
    )


def _uneven(choose, deep):
    """Return a tree whose leaves lie at many depths; some values are decimals, or equal ones."""
    names = letters()
    moves, leaves, sides = {}, [next(names)], {}
    size = choose.randint(2, 40 if deep else 22)
    while len(moves) + len(leaves) < size:
        parent = leaves.pop(-1 if deep else choose.randrange(len(leaves)))
        moves[parent] = [next(names) for _ in range(choose.choice((1, 2, 2, 3)))]
        sides[parent] = choose.choice((MAX, MIN))
        leaves += moves[parent][:: choose.choice((1, -1))]
    if choose.random() < 0.6:
        sides = {}  # the sides take turns
    kinds = (
        lambda: choose.randint(-9, 9),
        lambda: choose.randint(0, 2),
        lambda: choose.choice((0.5, 1, 1.0, 1.5, -0.25)),
        lambda: choose.uniform(-1, 1),
        lambda: choose.choice((1e16, -1e16, 1e-7, 123456789.125, -0.0, 0, 10**15)),
    )
    value = choose.choice(kinds)
    values = {leaf: value() for leaf in leaves}
    return TreeGame(moves, values, sides, first=choose.choice((MAX, MIN)))


# ---- Searches -----------------------------------------------------------------------------------


def searches(trees, seed=0):
    """Return questions: each tree by minimax, by both rules of cutting and in a narrow window."""
    choose = random.Random(f"windows {seed}")
    questions = []
    for tree in trees:
        narrow = {"strictCuts": choose.random() < 0.5, "window": _window(choose, tree)}
        for options in {}, {"strictCuts": True}, narrow:
            questions.append(["search", str(tree), {"algorithm": "alphaBeta", **options}])
        questions.append(["search", str(tree), {"algorithm": "minimax"}])
    return questions


def _window(choose, tree):
    """Return a window near the values of the tree, some with an open end, which is None."""
    values = sorted({tree.score(name) for name in tree.nodes() if not tree.moves(name)})
    low = choose.choice(values) - choose.choice((0, 0, 0.5, 1))
    high = max(low, choose.choice(values)) + choose.choice((0, 0.5, 1))
    low = None if choose.random() < 0.2 else low
    high = None if choose.random() < 0.2 or (low is not None and not low < high) else high
    return [low, high]


def differences(questions, answers):
    """Return what the searches of Python do otherwise than the answers say; of each the first."""
    wrong = []
    trees = {}
    for (_, text, options), answer in zip(questions, answers, strict=True):
        if text not in trees:
            trees = {text: TreeGame.from_text(text)}
        expected = _searched(trees[text], **options)
        encoded = json.dumps(expected, separators=(",", ":"))
        if encoded != answer:  # as text: quick. A 3.0 of Python is a 3 in the browser, and equal
            here, there = json.loads(encoded), json.loads(answer)
            if here != there:
                wrong.append(f"{options} on\n{text}\n{_first_difference(here, there)}")
    return wrong


def _searched(tree, algorithm, **options):
    if algorithm == "minimax":
        found = minimax(tree, record=True)
    else:
        low, high = options.get("window", (None, None))
        window = -inf if low is None else low, inf if high is None else high
        strict = options.get("strictCuts", False)
        found = alpha_beta(tree, strict_cuts=strict, window=window, record=True)
    return found.value, found.move, found.line, found.visited, found.cuts, found.trace.events


def _first_difference(here, there):
    if isinstance(there, str):
        return f"the browser says: {there}"
    for step, (event, other) in enumerate(zip_longest(here[-1], there[-1]), start=1):
        if event != other:
            return f"step {step} in Python:  {event}\nin the browser: {other}\n({Event._fields})"
    return f"in Python:  {here[:-1]}\nin the browser: {there[:-1]}"
