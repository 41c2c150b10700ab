"""Chains and loops: finding, opening and taking them, and the values of endgames."""

import random
from collections import Counter
from functools import cache

import pytest
from dots_slowly import after, brute_force, free

from gamelib.games.dots import DotsAndBoxes
from gamelib.games.dots.chains import (
    chains,
    endgame_search,
    opened,
    solve_by_counting,
    taken,
    worthwhile,
)
from gamelib.games.grid import finished

CORRIDOR = "+---+---+---+---+//+---+---+---+---+"
JOINT = "+---+   +---+//+---+   +---+"
RING = "+---+---+/|       |/+   +   +/|       |/+---+---+"


def board(rows, columns, text):
    game = DotsAndBoxes(rows, columns)
    return game.grid, game.from_text(text).edges


def kinds(grid, edges):
    return [(chain.kind, chain.length) for chain in chains(grid, edges)]


def names(grid, edges):
    return [grid.names[edge] for edge in edges]


# ---- finding, opening and taking them -----------------------------------------------------------


@pytest.mark.parametrize(
    "rows, columns, text, expected",
    [
        (1, 4, CORRIDOR, [("chain", 4)]),
        (2, 2, RING, [("loop", 4)]),
        (1, 3, JOINT, [("chain", 1)] * 2),
        (1, 4, "+---+---+---+---+/|/+---+---+---+---+", []),  # opened already
        (1, 1, "+   +//+   +", []),
    ],
)
def test_chains_and_loops_are_found(rows, columns, text, expected):
    assert kinds(*board(rows, columns, text)) == expected


@pytest.mark.parametrize(
    "rows, columns, text, moves",
    [
        (1, 2, "+---+---+//+---+---+", ["v 0,1"]),  # a chain of two is opened in the middle
        (1, 4, CORRIDOR, ["v 0,0"]),  # a long chain is looked at once
        (1, 2, "+---+---+/|/+---+---+", ["v 0,1"]),  # who has nothing else left takes all
        (2, 2, "+---+   +/|/+---+   +//+   +   +", ["v 0,1"]),  # a box at a joint
    ],
)
def test_one_edge_is_enough(rows, columns, text, moves):
    grid, edges = board(rows, columns, text)
    assert names(grid, worthwhile(grid, edges)) == moves


def test_boxes_are_taken_until_two_are_left_then_there_is_a_choice():
    grid, edges = board(
        2, 4, "+---+---+---+---+/|/+---+---+---+---+//+---+---+---+---+"
    )  # four to take above, a chain of four below
    played = []
    while len(moves := worthwhile(grid, edges)) == 1:
        played += names(grid, moves)
        edges |= moves[0]
    assert played == ["v 0,1", "v 0,2"]
    assert names(grid, moves) == ["v 0,3", "v 0,4"]  # take one, or hand out both


def test_of_a_loop_the_last_four_are_the_choice():
    ring_and_more = "+---+---+   +/|       |/+   +   +   +/|       |/+---+---+   +"
    grid, edges = board(2, 3, ring_and_more)
    edges |= grid.bits["h 1,0"]  # opened
    assert len(worthwhile(grid, edges)) == 2
    take, deal = names(grid, worthwhile(grid, edges))
    assert (take, deal) in {("v 0,1", "h 1,1"), ("v 1,1", "h 1,1")}


# ---- values -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lengths, loops, value",
    [
        ((), (), 0),
        ((1,), (), -1),
        ((1, 1), (), 0),
        ((2, 3), (), 1),
        ((3, 3), (), -2),  # 1 and two handed out, then 3
        ((3, 3, 3), (), -1),
        ((4, 5), (), -5),
        ((), (4,), -4),
        ((), (4, 4), 0),  # handing out four of four would gain nothing
        ((3,), (6,), -3),  # the loop is opened: to hand out four of it costs too much
    ],
)
def test_endgames_worked_out_by_hand(lengths, loops, value):
    assert opened(lengths, loops) == value


def test_to_open_the_shortest_is_best_among_all_openings():
    @cache
    def best(lengths, loops):
        answers = [
            taken(n, 2 if n > 2 else None, best(lengths[:i] + lengths[i + 1 :], loops))
            for i, n in enumerate(lengths)
        ] + [taken(n, 4, best(lengths, loops[:i] + loops[i + 1 :])) for i, n in enumerate(loops)]
        return -min(answers) if answers else 0

    compared = 0
    for lengths in sums(20, 1, 1):
        for loops in sums(20 - sum(lengths), 4, 2):
            compared += 1
            assert opened(lengths, loops) == best(lengths, loops)
    assert compared > 5_000


def sums(most, least, step):
    """All rising tuples of numbers from `least` on that add up to at most `most`."""
    yield ()
    for first in range(least, most + 1, step):
        for others in sums(most - first, first, step):
            yield (first, *others)


def ending(grid, choose, left):
    """A position with so many edges left, from a game that likes quiet edges."""
    edges = 0
    while len(still := free(grid, edges)) > left:
        sides = grid.sides(edges)
        quiet = [bit for bit in still if not bit & grid.touching(sides.two | sides.three)]
        close = [bit for bit in still if bit & grid.touching(sides.three)]
        edges |= choose.choice(close if close and choose.random() < 0.9 else quiet or still)
    return edges


def test_endings_have_the_value_of_brute_force():
    choose = random.Random(1)
    seen = Counter()
    for _ in range(120):
        grid = DotsAndBoxes(*choose.choice([(2, 3), (3, 3), (2, 5), (3, 4), (4, 4)])).grid
        edges = ending(grid, choose, choose.randint(4, 12))
        value = brute_force(grid)
        margin = value(edges)
        assert max(after(grid, value, edges, bit) for bit in worthwhile(grid, edges)) == margin
        result = solve_by_counting(grid, edges)
        assert (result is None) == bool(grid.sides(edges).fewer)
        if result is not None:
            assert result[0] == margin
            assert after(grid, value, edges, result[1]) == margin
            three = grid.sides(edges).three
            seen["to take" if three else "to open"] += 1
            seen.update(chain.kind for chain in chains(grid, edges))
    assert min(seen[kind] for kind in ("to take", "to open", "chain", "loop")) >= 5, seen


@pytest.mark.parametrize("length, value", [(2, 2), (4, 0), (5, 1)])
def test_to_keep_control_after_a_loop_costs_four_boxes(length, value):
    """An opened loop of four and a chain: take all four, or hand all out to get the chain."""
    grid = DotsAndBoxes(3, length).grid
    loop = [grid.bits[name] for name in ("v 0,1", "v 1,1", "h 1,1")]
    chain = [grid.bits[f"v 2,{column}"] for column in range(length + 1)]
    edges = grid.all & ~sum(loop + chain)
    assert kinds(grid, edges) == [("chain", length)]
    result = solve_by_counting(grid, edges)
    assert result is not None
    assert result[0] == brute_force(grid)(edges) == value
    assert grid.names[result[1]] == ("h 1,1" if length == 5 else "v 0,1")


# ---- endgames with joints -----------------------------------------------------------------------


def test_the_endgame_search_solves_what_lengths_cannot():
    choose = random.Random(2)
    joints = 0
    for _ in range(60):
        grid = DotsAndBoxes(*choose.choice([(2, 3), (3, 3), (2, 5), (4, 4)])).grid
        shuffled = choose.sample(list(grid.names), len(grid.names))
        edges = choose.choice([ending(grid, choose, 12), sum(shuffled[11:])])
        value = brute_force(grid)
        result = finished(endgame_search(grid)(edges, effort=10_000))
        assert result is not None
        assert result[0] == value(edges) == after(grid, value, edges, result[1])
        joints += bool(grid.sides(edges).fewer)
    assert joints >= 20


def test_the_search_stops_when_its_effort_is_used_up():
    grid = DotsAndBoxes(3, 3).grid
    assert finished(endgame_search(grid)(0, effort=100)) is None
    assert finished(endgame_search(grid)(0, effort=0)) is None
    assert finished(endgame_search(grid)(grid.all, effort=100)) is None


def test_a_solver_goes_on_where_it_stopped():
    grid = DotsAndBoxes(2, 3).grid
    solve, calls = endgame_search(grid), 0
    while (result := finished(solve(0, effort=50))) is None:
        calls += 1
    assert result[0] == -2
    assert calls > 1, "it should not be enough at once"
