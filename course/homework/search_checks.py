"""The checks of homework 2 on alpha-beta by code: it must note the same events as the library's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from course.expect import Ask, Check, Checks, Outcome, Request, name_of, verdict
from course.homework.own_work import borrowed_from_the_library
from course.homework.tree_mistakes import PROBES, Noted, cause_of_events
from course.smalltrees import small_trees
from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta

__all__ = ["events_of", "first_difference", "notes_the_same"]

FIELDS = ("the kind", "the node", "alpha", "beta", "the value")
SMALL = 4  # nodes of the trees that are all tried, in search of a smaller example
BATCH = 60  # trees that are put to the student's code at once


def events_of(game: TreeGame) -> list[Noted]:
    """Return what the library's alpha-beta notes down, as tuples (kind, node, alpha, beta, value).

    >>> for event in events_of(TreeGame.from_text("A: B=3 C=5")):
    ...     print(event)
    ('enter', 'A', -inf, inf, None)
    ('leaf', 'B', -inf, inf, 3)
    ('update', 'A', 3, inf, 3)
    ('leaf', 'C', 3, inf, 5)
    ('update', 'A', 5, inf, 5)
    ('leave', 'A', -inf, inf, 5)
    """
    trace = alpha_beta(game, record=True).recorded
    return [(e.kind, trace.name(e.path), e.facts[0], e.facts[1], e.value) for e in trace.events]


def notes_the_same(expect: Checks, function: Any, text: str) -> None:
    """Expect that a search notes the same events on a tree as the library's alpha-beta."""
    tree = TreeGame.from_text(text)
    request = Request(name_of(function), (str(tree),), made={0: "tree"})

    def talk(ask: Ask) -> Outcome:
        if copied := borrowed_from_the_library(request.name, ask):
            return copied
        return verdict(request, ask(request), lambda said: judge_events(said, ask))

    def judge_events(said: Any, ask: Ask) -> Outcome:
        wanted = events_of(tree)
        step = first_difference(said, wanted)
        if step is None:
            return Outcome(True, got=f"{len(wanted)} events", wanted=f"{len(wanted)} events")
        got, right = _told(said, step), _told(wanted, step)
        small = _smaller(request.name, tree, ask)
        shows = str(tree)
        if small is not None:
            found, said_there = small
            wanted_there = events_of(found)
            there = first_difference(said_there, wanted_there)
            assert there is not None
            shows = (
                f"The smallest tree found that shows it:\n{found}\n"
                f"yours   {_told(said_there, there)}\nwanted  {_told(wanted_there, there)}"
            )
        part = _differing_field(said, wanted, step)
        cause = _cause(request.name, ask) or (f"look at {part}" if part else "")
        return Outcome(False, got=got, wanted=right, shows=shows, cause=cause)

    nodes = tree.nodes()
    says = f"{request.name}(game) on a tree of {len(nodes)} nodes"
    expect.add(Check(says, talk, expect.hiding), function)


def first_difference(said: Any, wanted: list[Noted]) -> int | None:
    """Return the first step at which a list of events is not the wanted one, or None.

    >>> first_difference([["leaf", "A", 0, 1, 3.0]], [("leaf", "A", 0, 1, 3)])
    >>> first_difference([], [("leaf", "A", 0, 1, 3)])
    0
    """
    if not isinstance(said, list | tuple):
        return 0
    for step in range(max(len(said), len(wanted))):
        if step >= len(said) or step >= len(wanted) or not _equal(said[step], wanted[step]):
            return step
    return None


def _equal(event: Any, wanted: Noted) -> bool:
    return isinstance(event, list | tuple) and tuple(event) == wanted


def _told(events: Any, step: int) -> str:
    if isinstance(events, dict) and "raised" in events:
        return f"it raised {events['raised']}"[:200]
    if not isinstance(events, list | tuple):
        return f"{events!r}, which is not a list of events"[:200]
    if step >= len(events):
        return f"step {step + 1}: no more events"
    return f"step {step + 1}: {events[step]!r}"[:200]


def _differing_field(said: Any, wanted: list[Noted], step: int) -> str:
    """Return the name of the first field that differs, if only fields differ."""
    if not isinstance(said, list | tuple) or step >= min(len(said), len(wanted)):
        return ""
    event = said[step]
    if not isinstance(event, list | tuple) or len(event) != len(FIELDS):
        return "the form: an event is a tuple of five, (kind, node, alpha, beta, value)"
    pairs = zip(FIELDS, event, wanted[step], strict=True)
    return next((name for name, one, two in pairs if one != two), "")


def _asked(name: str, trees: list[TreeGame], ask: Ask) -> list[Any] | None:
    """Return what a student's search notes on each of these trees, or None if it does not say."""
    request = Request(name, ([str(tree) for tree in trees],), made={0: "trees"}, through="on_each")
    answer = ask(request)
    usable = answer.kind == "value" and isinstance(answer.value, list)
    return answer.value if usable and len(answer.value) == len(trees) else None


def _smaller(name: str, tree: TreeGame, ask: Ask) -> tuple[TreeGame, Any] | None:
    """Return a tree as small as possible on which the search is wrong, and what it notes there.

    First all trees of up to four nodes; if the search is right on them, the given tree is made
    smaller as long as it stays wrong.
    """
    found = _first_wrong(name, list(small_trees(SMALL)), ask)
    while found is None or len(found[0].nodes()) > SMALL:
        smaller = list(_shrunk(found[0] if found else tree))
        next_one = _first_wrong(name, smaller, ask)
        if next_one is None:
            break
        found = next_one
    return found


def _first_wrong(name: str, trees: list[TreeGame], ask: Ask) -> tuple[TreeGame, Any] | None:
    for begin in range(0, len(trees), BATCH):
        some = trees[begin : begin + BATCH]
        answers = _asked(name, some, ask)
        if answers is None:
            return None
        for tree, said in zip(some, answers, strict=True):
            if first_difference(said, events_of(tree)) is not None:
                return tree, said
    return None


def _shrunk(tree: TreeGame) -> Iterator[TreeGame]:
    """Yield the trees that are left when one thing is taken away, the smallest ones first."""
    smaller = []
    for node in tree.nodes():
        below = tree.moves(node)
        for child in below:
            if len(below) > 1:
                smaller.append(
                    _rebuilt(tree, tree.start(), {node: [m for m in below if m != child]})
                )
        if below and node != tree.start():
            parent = next(n for n in tree.nodes() if node in tree.moves(n))
            for child in below:
                kept = [child if m == node else m for m in tree.moves(parent)]
                smaller.append(_rebuilt(tree, tree.start(), {parent: kept}))
    yield from sorted(smaller, key=lambda tree: len(tree.nodes()))


def _rebuilt(tree: TreeGame, root: str, changed: Mapping[str, list[str]]) -> TreeGame:
    children: dict[str, list[str]] = {}
    values: dict[str, float] = {}
    turns: dict[str, Any] = {}
    stack = [root]
    while stack:
        node = stack.pop()
        turns[node] = tree.turn(node)
        below = changed.get(node, list(tree.moves(node)))
        if below:
            children[node] = below
            stack += below
        else:
            score = tree.score(node)
            assert score is not None
            values[node] = score
    return TreeGame(children, values, turns)


def _cause(name: str, ask: Ask) -> str:
    trees = [TreeGame.from_text(text) for text in PROBES]
    answers = _asked(name, trees, ask)
    if answers is None:
        return ""
    plain = [
        [tuple(event) if isinstance(event, list) else event for event in said]
        if isinstance(said, list)
        else said
        for said in answers
    ]
    return cause_of_events(plain, trees)
