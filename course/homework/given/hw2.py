"""What homework 2 gives: each student's own tasks, facts about a tree, examples of searches."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from gamelib.game import MAX, MIN, Side
from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta
from gamelib.words import causes_of_cuts

__all__ = ["EXAMPLES", "Own", "facts", "own_tasks"]

NO_ID = (
    'your id between quotes, such as "s123456": without it 18 of the 30 points cannot be given, '
    "because the tasks by hand are made from it"
)
MODEL = "model solution"  # the id in the master: its tasks count if no other id is known
Spec = dict[str, Any]
"""What a tree must be like: the names of facts, as `facts` writes them, and their values."""


class Own(NamedTuple):
    """The tasks of one student; only names, numbers and sides differ, not the amount of work."""

    student_id: Any  # as it was given
    tree: TreeGame
    visits: tuple[str, ...]  # leaves: for which values are the same nodes visited?
    value: tuple[str, ...]  # leaves: for which values does the root keep its value?
    equal: Spec
    deep: Spec
    turned: Spec

    @property
    def name(self) -> str:
        """Return the id as `id_of` writes it."""
        return id_of(self.student_id)

    def __str__(self) -> str:
        """Return whose tree it is, and the tree."""
        whose = f"The tree of {self.name!r}:" if self.name else f"Not your tree. Give {NO_ID}."
        return f"{whose}\n{self.tree}"


BASES = (
    ([[[4, 0], [7, 5]], [4, [9, 3]], [[[1, 8], [10, 11]], [6, 2]]], (0, 2, 7), (7, 4, 9)),
    ([[7, [11, 2]], [[7, 3], [1, 4]], [[[5, 0], [10, 9]], [6, 8]]], (0, 1, 7), (3, 11, 9)),
    ([[[11, 1], 4], [[[3, 10], [9, 8]], [8, 6]], [[7, 0], [2, 5]]], (2, 0, 3), (9, 2, 5)),
    ([[[6, 4], [6, 8]], [[[3, 1], [11, 10]], [9, 2]], [7, [5, 0]]], (8, 2, 4), (0, 9, 6)),
)
"""Trees with values by rank, and the indices of the leaves to ask for.

Each has 24 nodes, of which 19 are visited, and three cuts: a deep one, one by an equal value and
one of the usual kind. The leaves are of the same kinds: an interval with two ends, one with a lower
and one with an upper end; a leaf that never matters, one with an upper and one with a lower end.
MAX's proof needs three leaves, MIN's five.
"""
HIGHEST = 60
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # I and O look like numbers


def own_tasks(student_id: Any) -> Own:
    """Return the tasks of a student; capitals and spaces around the id do not matter.

    >>> own_tasks("s123").tree.nodes() == own_tasks(" S123 ").tree.nodes()
    True

    What is not an id, such as the three dots of a stub, has tasks, too, but they bring no points.
    """
    choose = random.Random(f"{id_of(student_id)}, homework 2")
    lists, *asked = choose.choice(BASES)
    base = TreeGame.from_lists(lists)
    first: Side = choose.choice((MAX, MIN))
    numbers = sorted(choose.sample(range(1, HIGHEST), 12))
    if first == MIN:  # everything is mirrored
        numbers = [HIGHEST - number for number in numbers]
    named = dict(zip(base.nodes(), choose.sample(LETTERS, len(LETTERS)), strict=True))
    leaves = {node: rank for node in base.nodes() if (rank := base.score(node)) is not None}
    inner = [node for node in base.nodes() if node not in leaves]
    tree = TreeGame(
        {named[node]: [named[move] for move in base.moves(node)] for node in inner},
        {named[leaf]: numbers[int(rank)] for leaf, rank in leaves.items()},
        first=first,
    )
    visits, value = ([named[[*leaves][n]] for n in choose.sample(some, 3)] for some in asked)
    return Own(student_id, tree, tuple(visits), tuple(value), *_specs(choose))


def _specs(choose: random.Random) -> tuple[Spec, Spec, Spec]:
    """Return what the three trees that a student builds must be like."""
    side, other = choose.sample((MAX, MIN), 2)
    worse, bound, better = sorted(choose.sample(range(10, 90), 3), reverse=side == MIN)
    common = {"who begins": side, "leaves": 9, "the root's value": better, "cuts": 1}
    window = "the window at the cut"
    equal = common | {window: (bound, bound), "nodes skipped": 3}
    deep = common | {
        window: (bound, worse) if side == MAX else (worse, bound),
        "moves from the root to the cut": 3,
        "moves from the bound's holder to the cut": 3,
        "leaves of equal value": 0,
    }
    turned = {
        "who begins": other,
        "the root's value": choose.randint(40, 60),
        "nodes": 13,
        "nodes visited": 13,
        "nodes visited, every row turned round": 9,
        "the smallest leaf": choose.randint(10, 29),
        "the largest leaf": choose.randint(70, 89),
        "leaves of equal value": 0,
    }
    return equal, deep, turned


def id_of(student_id: Any) -> str:
    """Return an id without the spaces around it, in small letters; "" if it is none."""
    if isinstance(student_id, bool) or not isinstance(student_id, str | int):
        return ""
    return str(student_id).strip().casefold()


MAX_NODES = 60  # of a tree that a student builds


def facts(text: str) -> Spec:
    """Return the facts about a tree and alpha-beta's search of it.

    >>> answer = facts("A: B C \\n B: D=3 E=5 \\n C: F=2 G=9")
    >>> answer["cuts"], answer["the window at the cut"], answer["nodes skipped"]
    (1, (3, 2), 1)
    """
    tree = TreeGame.from_text(text)
    if len(tree.nodes()) > MAX_NODES:
        raise ValueError(f"the tree has {len(tree.nodes())} nodes; {MAX_NODES} are enough")
    trace = alpha_beta(tree, record=True).trace
    turned = {node: tree.moves(node)[::-1] for node in tree.nodes() if tree.moves(node)}
    values = [score for node in tree.nodes() if (score := tree.score(node)) is not None]
    answer: Spec = {
        "who begins": tree.turn(tree.start()),
        "nodes": len(tree.nodes()),
        "leaves": len(values),
        "cuts": trace.cuts,
        "nodes visited": len(trace.visited),
        "nodes skipped": len(trace.skipped),
        "nodes visited, every row turned round": alpha_beta(tree.reordered(turned)).visited,
        "the root's value": trace.value,
        "the smallest leaf": min(values),
        "the largest leaf": max(values),
        "leaves of equal value": len(values) - len({*values}),
    }
    if trace.cuts == 1:
        ((step, cause),) = causes_of_cuts(trace).items()
        cut = trace.events[step]
        answer["the window at the cut"] = tuple(cut.facts[:2])
        answer["moves from the root to the cut"] = len(cut.path)
        answer["moves from the bound's holder to the cut"] = (
            len(cut.path) + 1 - len(cause.child or ())
        )
    return answer


EXAMPLES = (
    (
        "A: B C\nB: D=3 E=5\nC: F=2 G=9",
        3,
        "A -inf inf, B -inf inf, D -inf inf, E -inf 3, C 3 inf, F 3 inf",
    ),
    ("A (MID): B=4 C=9 D=6", 6, "A -inf inf, B -inf inf, C -inf inf, D 4 9"),
    (
        "A: B C\nB (MID): D=5 E=8 F=2\nC (MID): G=3 H=4 J=9",
        5,
        "A -inf inf, B -inf inf, D -inf inf, E -inf inf, F 5 8, C 5 inf, G 5 inf, H 5 inf",
    ),
    (
        "A (MIN): B C\nB (MID): D=6 E=3 F=5\nC (MID): G=8 H=6 J=1",
        5,
        "A -inf inf, B -inf inf, D -inf inf, E -inf inf, F 3 6, C -inf 5, G -inf 5, H -inf 5",
    ),
    ("A (MID): B=2 C=7 D\nD (MIN): E=2 F=9", 2, "A -inf inf, B -inf inf, C -inf inf, D 2 7, E 2 7"),
)
"""The trees of the visible checks: each with its value and the looks of a right search."""
