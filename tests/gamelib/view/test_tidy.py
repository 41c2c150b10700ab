"""Where the nodes of a tree go, by the rules at the top of the module."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gamelib.view.tree.tidy import tidy

GAP = 3.0
CLOSE = 1e-6

Children = list[list[int]]


def tree_of(parents: list[int]) -> Children:
    """The tree in which node n + 1 hangs on the node parents[n], taken modulo what there is."""
    children: Children = [[] for _ in range(len(parents) + 1)]
    for number, parent in enumerate(parents, start=1):
        children[parent % number].append(number)
    return children


trees = st.lists(st.integers(0, 10_000), max_size=60).map(tree_of)


@st.composite
def sized_trees(draw):
    children = draw(trees)
    sizes = st.lists(st.floats(0, 30), min_size=len(children), max_size=len(children))
    return children, draw(sizes), draw(sizes)


def nodes_by_level(children: Children) -> list[list[int]]:
    """The nodes of each level from left to right."""
    found = [[0]]
    while below := [child for node in found[-1] for child in children[node]]:
        found.append(below)
    return found


@given(sized_trees())
def test_levels_keep_order_and_distance_and_parents_are_centred(tree):
    children, left, right = tree
    across, levels = tidy(children, left=left, right=right, gap=GAP)
    for number, level in enumerate(nodes_by_level(children)):
        assert {levels[node] for node in level} == {number}
        for one, other in pairwise(level):
            assert across[other] - left[other] - across[one] - right[one] >= GAP - CLOSE
    for node, below in enumerate(children):
        if below:
            middle = (across[below[0]] + across[below[-1]]) / 2
            assert across[node] == pytest.approx(middle, abs=CLOSE)
    assert min(x - room for x, room in zip(across, left, strict=True)) == pytest.approx(0)


@given(sized_trees())
def test_a_mirrored_tree_is_drawn_as_the_mirror_image(tree):
    children, left, right = tree
    across, _ = tidy(children, left=left, right=right, gap=GAP)
    other, _ = tidy([below[::-1] for below in children], left=right, right=left, gap=GAP)
    width = max(x + room for x, room in zip(across, right, strict=True))
    assert other == pytest.approx([width - x for x in across], abs=CLOSE)


@given(sized_trees(), st.lists(st.integers(0, 10_000), max_size=20))
def test_a_subtree_is_drawn_the_same_way_wherever_it_stands(tree, parents):
    """The tree alone, and hung twice into another one, at two places."""
    children, left, right = tree
    alone, _ = tidy(children, left=left, right=right, gap=GAP)
    both = tree_of(parents)
    size, first = len(children), len(both)
    copies = [first, first + size]
    for copy, place in zip(copies, (0, first - 1), strict=True):
        both[place].append(copy)
        both += [[copy + child for child in below] for below in children]
    rooms = [0.0] * first
    across, _ = tidy(both, left=rooms + left * 2, right=rooms + right * 2, gap=GAP)
    for copy in copies:
        shift = across[copy] - alone[0]
        assert [x - shift for x in across[copy : copy + size]] == pytest.approx(alone, abs=CLOSE)


@given(trees)
@example([[1, 2, 3], [4, 5], [], [6, 7], [], [], [], []])
def test_subtrees_share_the_width(children):
    """No tree is wider than if each level had stood beside the others instead of below."""
    across, _ = tidy(children)
    assert max(across) <= sum(len(level) - 1 for level in nodes_by_level(children))


def test_small_subtrees_between_large_ones_are_spread_evenly():
    """The two leaves in the middle: the wide subtrees hold the outer children apart."""
    children = [[1, 2, 3, 4], [5, 6, 7], [], [], [8, 9, 10], *([] for _ in range(6))]
    across, _ = tidy(children)
    steps = [across[b] - across[a] for a, b in ((1, 2), (2, 3), (3, 4))]
    assert steps == pytest.approx([steps[0]] * 3)


def test_large_trees_of_extreme_shapes():
    """In seconds; an algorithm that walks a whole contour again and again takes an hour."""
    path = [[node + 1] for node in range(49_999)] + [[]]
    assert tidy(path) == ([0.0] * 50_000, list(range(50_000)))
    row = [list(range(1, 100_001)), *([] for _ in range(100_000))]
    assert tidy(row)[0] == [99_999 / 2, *map(float, range(100_000))]
    comb: Children = [[] for _ in range(100_001)]  # a path with a leaf at each of its nodes
    for node in range(0, 99_999, 2):
        comb[node] = [node + 1, node + 2]
    across, level = tidy(comb)
    assert (max(level), across[0], across[1], across[-1]) == (50_000, 0.5, 0.0, 25_000.5)
