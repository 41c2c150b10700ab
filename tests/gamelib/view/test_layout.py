"""Where the nodes of a tree go. Each test is one of the rules at the top of the module."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gamelib.view.tree.layout import tidy

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


def mirrored(children: Children) -> Children:
    return [below[::-1] for below in children]


# ---- the rules ----------------------------------------------------------------------------------


@given(sized_trees())
def test_nodes_of_a_level_keep_their_order_and_their_distance(tree):
    children, left, right = tree
    across, _ = tidy(children, left=left, right=right, gap=GAP)
    for level in nodes_by_level(children):
        for one, other in pairwise(level):
            free = across[other] - left[other] - across[one] - right[one]
            assert free >= GAP - CLOSE


@given(sized_trees())
def test_a_parent_is_centred_over_its_first_and_last_child(tree):
    children, left, right = tree
    across, _ = tidy(children, left=left, right=right, gap=GAP)
    for node, below in enumerate(children):
        if below:
            middle = (across[below[0]] + across[below[-1]]) / 2
            assert across[node] == pytest.approx(middle, abs=CLOSE)


@given(trees)
def test_the_root_is_on_top_and_children_one_level_below_their_parent(children):
    _, level = tidy(children)
    assert level[0] == 0
    for node, below in enumerate(children):
        assert all(level[child] == level[node] + 1 for child in below)


@given(sized_trees())
def test_the_leftmost_edge_is_at_zero(tree):
    children, left, right = tree
    across, _ = tidy(children, left=left, right=right, gap=GAP)
    assert min(x - room for x, room in zip(across, left, strict=True)) == pytest.approx(0)


@given(sized_trees())
def test_a_mirrored_tree_is_drawn_as_the_mirror_image(tree):
    children, left, right = tree
    across, level = tidy(children, left=left, right=right, gap=GAP)
    other, other_level = tidy(mirrored(children), left=right, right=left, gap=GAP)
    width = max(x + room for x, room in zip(across, right, strict=True))
    assert other_level == level
    assert other == pytest.approx([width - x for x in across], abs=CLOSE)


@given(sized_trees(), st.lists(st.integers(0, 10_000), max_size=20))
def test_a_subtree_is_drawn_the_same_way_wherever_it_stands(tree, parents):
    """The tree alone, and hung twice into another one, at two places."""
    children, left, right = tree
    alone, _ = tidy(children, left=left, right=right, gap=GAP)
    host = tree_of(parents)
    size, first = len(children), len(host)
    both = [list(below) for below in host]
    for copy, place in enumerate((0, len(host) - 1)):
        moved = first + copy * size
        both[place].append(moved)
        both += [[moved + child for child in below] for below in children]
    rooms = [0.0] * first
    across, _ = tidy(both, left=rooms + left * 2, right=rooms + right * 2, gap=GAP)
    for copy in range(2):
        moved = first + copy * size
        shift = across[moved] - alone[0]
        placed = [x - shift for x in across[moved : moved + size]]
        assert placed == pytest.approx(alone, abs=CLOSE)


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


# ---- large trees --------------------------------------------------------------------------------


def test_a_path_of_50_000_nodes_is_a_straight_line():
    children = [[node + 1] for node in range(49_999)] + [[]]
    across, level = tidy(children)
    assert set(across) == {0.0}
    assert level == list(range(50_000))


def test_100_000_children_stand_in_a_row():
    children = [list(range(1, 100_001)), *([] for _ in range(100_000))]
    across, _ = tidy(children)
    assert across[1:] == [float(place) for place in range(100_000)]
    assert across[0] == pytest.approx(99_999 / 2)


def comb(count: int) -> Children:
    """A path with a leaf at each of its nodes: as long a contour as can be."""
    children: Children = [[] for _ in range(count)]
    for node in range(0, count - 2, 2):
        children[node] = [node + 1, node + 2]
    return children


def test_long_contours_do_not_make_it_slow():
    """A second or so; an algorithm that walks the whole contour again and again takes an hour."""
    across, level = tidy(comb(100_001))
    assert (max(level), across[0], across[1], across[-1]) == (50_000, 0.5, 0.0, 25_000.5)
