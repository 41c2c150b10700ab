"""The first and the last game of lecture 03: leaves as cards, some of them face down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import inf
from typing import Any, NamedTuple

from course.watch import Watch, watch
from gamelib.game import MAX
from gamelib.games.tree import SAMPLE, TreeGame
from gamelib.view.live.puzzle import Button, Puzzle, Score, Screen, Slider, Tree, puzzle
from gamelib.words import number, plural, series

__all__ = ["bounds", "cards_against", "face_down", "fewest", "fewest_for_move", "matters"]

CARD, FIRST, LAST = "N", -9, 99  # the card that is face down, and the numbers it may have
SEEN = "KLM"  # the leaves that alpha-beta looks at before it
KEY = "▲ MAX   ▼ MIN   ■ a card"
SEEDS = (4, 8, 10, 5)  # of the trees of a match

Bounds = dict[str, tuple[float, float]]
State = str | float | frozenset[str]
"""A word or the number of the one card, or which of all cards are open."""


def bounds(tree: TreeGame, known: Mapping[str, float]) -> Bounds:
    """Return for each node between which values it lies, if only these leaves are known.

    >>> bounds(SAMPLE, {"K": 2, "L": 3, "M": 5})["B"]
    (3, 3)
    """
    found: Bounds = {}

    def look(node: str) -> tuple[float, float]:
        moves = tree.moves(node)
        if not moves:
            value = known.get(node)
            found[node] = (-inf, inf) if value is None else (value, value)
        else:
            best = max if tree.turn(node) == MAX else min
            lows, highs = zip(*map(look, moves), strict=True)
            found[node] = best(lows), best(highs)
        return found[node]

    look(tree.start())
    return found


def matters(tree: TreeGame, known: Mapping[str, float]) -> list[str]:
    """Return the unknown leaves that could still change the value of the root.

    >>> matters(SAMPLE, {"K": 2, "L": 3, "M": 5, "O": 0})
    ['R', 'S', 'T', 'U']
    """
    between = bounds(tree, known)
    open_leaves: list[str] = []

    def look(node: str, alpha: float, beta: float) -> None:
        low, high = between[node]
        moves = tree.moves(node)
        if not moves:
            if node not in known and alpha < beta:
                open_leaves.append(node)
            return
        if tree.turn(node) == MAX:
            alpha = max(alpha, low)
        else:
            beta = min(beta, high)
        for move in moves:
            look(move, alpha, beta)

    look(tree.start(), -inf, inf)
    return open_leaves


@cache
def fewest(tree: TreeGame = SAMPLE) -> list[frozenset[str]]:
    """Return the smallest sets of cards that make sure what the root is worth.

    >>> [" ".join(sorted(cards)) for cards in fewest()]
    ['K L M O R S', 'K L N O R S']
    """
    return _smallest(tree, _sure)


def fewest_for_move(tree: TreeGame = SAMPLE) -> list[frozenset[str]]:
    """Return the smallest sets of cards that make sure which move at the root is best.

    >>> [" ".join(sorted(cards)) for cards in fewest_for_move()]
    ['K M O R S', 'K N O R S', 'L M O R S', 'L N O R S']
    """
    return _smallest(tree, _sure_move)


def _smallest(
    tree: TreeGame, enough: Callable[[TreeGame, Iterable[str]], bool]
) -> list[frozenset[str]]:
    """Return the smallest sets of cards that are enough."""
    leaves = _leaves(tree)
    for size in range(1, len(leaves) + 1):
        sure = [frozenset(few) for few in combinations(leaves, size) if enough(tree, few)]
        if sure:
            return sure
    raise AssertionError("all leaves together make sure")


def face_down() -> Puzzle:
    """Return the sample tree with one card face down, and then with all of them face down.

    >>> face_down()
    Would you turn it over?: a puzzle with ... states. One card is face down: N. ...
    """
    tree, leaves = SAMPLE, _leaves(SAMPLE)
    inner = [node for node in tree.nodes() if tree.moves(node)]
    places = [(number(value), float(value)) for value in range(FIRST, LAST + 1)]

    def one_card(state: str | float) -> Screen:
        known = {name: value for name, value in leaves.items() if name != CARD}
        if state == "one":
            values = _claims(bounds(tree, {name: leaves[name] for name in SEEN}), "EF")
            turn = Button("Turn it over", float(leaves[CARD]))
            buttons = [turn, Button("Leave it", "left")]
            sentence = f"One card is face down: {CARD}. Do you need it to know what ▲A is worth?"
            return Screen(sentence, [Tree(tree, values=values | {CARD: "?"})], "", KEY, (), buttons)
        values = _claims(bounds(tree, known), inner)
        why = "MIN has 3 at ▲E, and will not come to ▲F, where MAX has 5 or more."
        lead = "You need not turn it."
        if isinstance(state, float):
            values |= {CARD: number(state)}
            lead = f"{CARD} is {number(state)}, and ▲A is worth {values['A']}."
        else:
            values |= {CARD: "?"}
        at = int(state) - FIRST if isinstance(state, float) else int(leaves[CARD]) - FIRST
        slider = Slider(f"{CARD} is", at, places)
        more = Button("All cards face down", frozenset(), main=True)
        return Screen(f"{lead} {why}", [Tree(tree, values=values)], "min", KEY, (), [slider, more])

    def all_cards(cards: frozenset[str]) -> Screen:
        picture, sentence = _turned(tree, cards)
        count = len(cards)
        if not picture.to:
            scores = [Score("cards turned", count, best="least")]
            again = [Button("All face down again", frozenset(), main=True)]
            sentence = f"Sure, with {count} cards. {_enough(tree)}"
            return Screen(sentence, [picture], "right", KEY, scores, again)
        return Screen(sentence, [picture], "", KEY, [Score("cards turned", count)])

    def show(state: State) -> Screen:
        return all_cards(state) if isinstance(state, frozenset) else one_card(state)

    return puzzle("Would you turn it over?", "one", show)


class Match(NamedTuple):
    """How far a match is: the tree, the cards that are open, and by how many trees you lead."""

    tree: int
    cards: frozenset[str] = frozenset()
    lead: int = 0


def cards_against(search: Callable[..., Any], seeds: Iterable[int] = SEEDS) -> Puzzle | Watch:
    """Return a match of cards against a search: fewer cards turned win a tree.

    A leaf that the search visits is a card that it turns. A search that is wrong on one of the
    trees is shown by `watch` instead.

    >>> def my_search(game, state, alpha, beta): ...
    >>> cards_against(my_search)
    my_search returns nothing for A: write it first.
    """
    trees = [TreeGame.random(seed, branching=2, depth=3, values=(0, 20)) for seed in seeds]
    turned: list[list[str]] = []
    for tree in trees:
        watched = watch(search, tree)
        trace = watched.trace
        if watched.at or trace.value is None:
            return watched
        visited = {node.name for node in trace.nodes.values() if node.visited}
        turned.append([leaf for leaf in _leaves(tree) if leaf in visited])
    name = getattr(search, "__name__", "your search")
    shown = cache(lambda index, cards: _turned(trees[index], cards))

    def show(state: Match) -> Screen:
        its = turned[state.tree]
        picture, sentence = shown(state.tree, state.cards)
        here = f"Tree {state.tree + 1} of {len(trees)}"
        scores = [Score("cards turned", len(state.cards)), Score("", _standing(state.lead, name))]
        to = {leaf: state._replace(cards=state.cards | {leaf}) for leaf in picture.to}
        picture = replace(picture, to=to)
        if to:
            return Screen(f"{here}. {sentence}", [picture], "", KEY, scores)
        mine = len(state.cards)
        lead = state.lead + (mine < len(its)) - (mine > len(its))
        scores[1] = Score("", _standing(lead, name))
        result = (
            "A draw." if lead == state.lead else "You win." if lead > state.lead else "It wins."
        )
        sentence = (
            f"{here}. You needed {plural(mine, 'card')}. {name} turned {len(its)}: "
            f"{series(its, 'and')}. {result}"
        )
        kind = "right" if lead > state.lead else "cut" if lead < state.lead else ""
        more = [Button("Next tree", Match(state.tree + 1, lead=lead), main=True)]
        return Screen(sentence, [picture], kind, KEY, scores, more[: state.tree + 1 < len(trees)])

    return puzzle("Cards against your search", Match(0), show)


def _standing(lead: int, name: str) -> str:
    if not lead:
        return "level"
    leader = "you lead" if lead > 0 else f"{name} leads"
    return f"{leader} by {plural(abs(lead), 'tree')}"


def _turned(tree: TreeGame, cards: frozenset[str]) -> tuple[Tree, str]:
    """Return the tree with these cards open, and a sentence about the others.

    A click on a card that still matters leads to the cards that are open then.
    """
    leaves = _leaves(tree)
    inner = [node for node in tree.nodes() if tree.moves(node)]
    known = {name: leaves[name] for name in cards}
    useful = [] if _sure(tree, cards) else matters(tree, known)
    hidden = [name for name in leaves if name not in cards]
    gone = [name for name in hidden if name not in useful]
    skipped = [*gone]
    skipped += [node for node in inner if not _below(tree, node) - {*gone}]
    values = _claims(bounds(tree, known), inner) | dict.fromkeys(hidden, "?")
    to = {name: cards | {name} for name in useful}
    sentence = (
        f"Turn cards until you are sure what ▲{tree.start()} is worth. Any number may be on a card."
    )
    if gone:
        sentence = f"{len(gone)} of the cards that are face down cannot matter any more."
        if len(gone) == 1:
            sentence = f"{gone[0]} cannot matter any more."
    elif cards:
        sentence = "Every card may still matter. Turn the next one."
    return Tree(tree, to=to, values=values, skipped=skipped), sentence


@cache
def _leaves(tree: TreeGame) -> dict[str, float]:
    scores = {name: tree.score(name) for name in tree.nodes()}
    return {name: score for name, score in scores.items() if score is not None}


def _sure(tree: TreeGame, cards: Iterable[str]) -> bool:
    leaves = _leaves(tree)
    low, high = bounds(tree, {name: leaves[name] for name in cards})[tree.start()]
    return low == high


def _sure_move(tree: TreeGame, cards: Iterable[str]) -> bool:
    """Return whether some move of the side at the root is at least as good as any other."""
    leaves = _leaves(tree)
    found = bounds(tree, {name: leaves[name] for name in cards})
    moves = tree.moves(tree.start())
    sign = 1 if tree.turn(tree.start()) == MAX else -1
    ranges = {move: sorted(sign * bound for bound in found[move]) for move in moves}
    return any(
        all(ranges[move][0] >= ranges[other][1] for other in moves if other != move)
        for move in moves
    )


def _below(tree: TreeGame, node: str) -> set[str]:
    """Return the leaves below a node."""
    moves = tree.moves(node)
    return {leaf for move in moves for leaf in _below(tree, move)} if moves else {node}


def _claims(between: Bounds, names: Iterable[str]) -> dict[str, str]:
    """Return what is proved about some nodes: a value, or a bound."""
    claims = {}
    for name in names:
        low, high = between[name]
        if low == high:
            claims[name] = number(low)
        elif low > -inf and high == inf:
            claims[name] = f"≥ {number(low)}"
        elif high < inf and low == -inf:
            claims[name] = f"≤ {number(high)}"
        elif low > -inf:
            claims[name] = f"{number(low)} to {number(high)}"
    return claims


def _enough(tree: TreeGame) -> str:
    """Say which cards are enough."""
    sets = fewest(tree)
    always = frozenset.intersection(*sets)
    others = sorted(frozenset.union(*sets) - always)
    return f"{len(sets[0])} are enough: {series([*sorted(always), series(others, 'or')])}."
