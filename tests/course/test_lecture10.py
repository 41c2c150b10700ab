"""The wrong searches of lecture 10: each is exposed by its smallest tree, and by no smaller one."""

from functools import cache
from itertools import chain

import pytest

from course.lectures.lecture10 import (
    BUGS,
    bug_1,
    bug_2,
    bug_3,
    bug_4,
    bug_5,
    bug_6,
    bug_7,
    bug_8,
    bug_9,
    differences,
    fault,
    mend,
    search,
    show,
    small_trees,
    smallest_tree,
    visits,
)
from gamelib import MAX, MIN, SAMPLE, TreeGame, minimax

pytestmark = pytest.mark.slow

TWINS = 9  # nodes of the smallest tree that exposes the table


@cache
def found(bug):
    """Return the tree of the lecture."""
    trees = small_trees(TWINS, values=(0, 1), twins=True) if bug is bug_8 else None
    return smallest_tree(bug, trees, **BUGS.get(bug, {}))


def size(tree):
    return len(tree.nodes())


# ---- all small trees -----------------------------------------------------------------------------


def rows(nodes):
    """Return how many rows of trees have so many nodes: three kinds of leaf, two of side."""
    if nodes == 0:
        return 1
    trees = {size: 2 * rows(size - 1) if size > 1 else 3 for size in range(1, nodes + 1)}
    return sum(count * rows(nodes - size) for size, count in trees.items())


def written(tree, node=None):
    """Return a tree without the names of its nodes."""
    node = tree.start() if node is None else node
    below = tuple(written(tree, child) for child in tree.moves(node))
    return (tree.turn(node), below) if below else tree.score(node)


@pytest.mark.parametrize("first", [MAX, MIN])
def test_small_trees_are_all_trees_each_of_them_once_the_smaller_ones_first(first):
    trees = list(small_trees(6, first=first))
    assert len(set(map(written, trees))) == len(trees)
    assert [size(tree) for tree in trees] == [n for n in range(2, 7) for _ in range(rows(n - 1))]
    assert {tree.turn(tree.start()) for tree in trees} == {first}
    assert {tree.score(node) for tree in trees for node in tree.nodes()} == {None, 0, 1, -1}


def test_twins_are_two_nodes_with_a_choice_and_the_same_tree_below():
    def has_twins(tree):
        below = [written(tree, node) for node in tree.nodes() if len(tree.moves(node)) > 1]
        return len(set(below)) < len(below)

    every = [written(tree) for tree in small_trees(7, values=(0, 1)) if has_twins(tree)]
    assert [written(tree) for tree in small_trees(7, values=(0, 1), twins=True)] == every
    assert len(every) == 8


@pytest.mark.parametrize("most", [1, 27])
def test_a_size_without_trees_or_names_is_an_error(most):
    with pytest.raises(ValueError, match="most is"):
        next(small_trees(most))


# ---- the right search ----------------------------------------------------------------------------


def test_the_right_search_has_no_fault():
    assert smallest_tree(search) is None
    assert smallest_tree(search, small_trees(5, first=MIN)) is None
    grown = [TreeGame.random(seed, depth=4, values=(-9, 9), repeat=0.25) for seed in range(200)]
    assert smallest_tree(search, grown) is None


# ---- the wrong ones ------------------------------------------------------------------------------

SYMPTOMS = {
    bug_1: "it returns the move C, which cannot be played; right is B",
    bug_2: "it returns the value 0; right is 1",
    bug_3: "it returns the value 0; right is -1",
    bug_4: "it visits 5 nodes; 4 are enough",
    bug_5: "it returns the value 0; right is 1",
    bug_6: "it returns the move C, worth -1; B is worth 0",
    bug_7: "it visits 3 nodes; 2 are enough",
    bug_8: "it returns the value 0; right is 1",
    bug_9: "it returns the value -1; right is 1",
}
EACH = pytest.mark.parametrize("bug", SYMPTOMS, ids=lambda bug: bug.__name__)


def test_there_are_eight_and_one_for_the_student():
    assert [*BUGS, bug_9] == list(SYMPTOMS)
    assert len(BUGS) == 8


@EACH
def test_the_smallest_tree_exposes_the_bug_and_no_smaller_one_does(bug):
    tree = found(bug)
    assert fault(bug, tree, **BUGS.get(bug, {})) == SYMPTOMS[bug]
    smaller = [small_trees(size(tree) - 1)] if size(tree) > 2 else []
    if bug is bug_8:  # with a table only twins matter, and there are too many others
        smaller = small_trees(6), small_trees(TWINS - 1, twins=True)
    for other in chain(*smaller):
        assert fault(bug, other, **BUGS.get(bug, {})) is None, other


def test_without_the_window_it_is_minimax():
    for seed in range(20):
        tree = TreeGame.random(seed, depth=4)
        assert visits(bug_4, tree) == minimax(tree).visited


# ---- telling faults ------------------------------------------------------------------------------


def plays_twice(game, state):
    """A node that is played twice counts once."""
    for move in game.moves(state):
        game.play(state, move)
        game.play(state, move)
    return 5, "C"


@pytest.mark.parametrize(
    "answer, leaves, words",
    [
        (lambda game, state: (3, "C"), [3, 3], None),  # an equally good move
        (plays_twice, [3, 5], None),
        (lambda game, state: 1 // 0, [3, 5], "it raises ZeroDivisionError"),
        (lambda game, state: None, [3, 5], "it returns None, which is not a value and a move"),
        (lambda game, state: 5, [3, 5], None),  # a value alone
        (lambda game, state: search(game, "A", 5, 0)[0], [3, 5], "it returns the value 3"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_else(answer, leaves, words):
    told = fault(answer, TreeGame.from_lists(leaves))
    assert told is None if words is None else told.startswith(words)


# ---- showing and mending -------------------------------------------------------------------------


@EACH
def test_of_a_wrong_search_what_differs_is_marked(bug):
    lines = show(bug).splitlines()
    marked = {line[7:] for line in lines if line.startswith(">")}
    right = {line[7:] for line in show(search).splitlines()}
    assert 1 <= len(marked) <= 7
    assert not right & marked
    assert {line[7:] for line in lines} - marked <= right
    assert bug.__name__ not in show(bug)


@EACH
def test_two_columns_have_the_lines_that_differ_and_no_other(bug):
    rows = differences(bug)
    whole = {line: show(search).splitlines()[line - 1][7:] for line in range(1, 20)}
    marked = [line for line in show(bug).splitlines() if line.startswith(">")]
    assert [f"> {n:>2} | {new}" for n, _, new in rows if new] == marked
    old = [old for _, old, _ in rows if old]
    assert set(old) <= set(whole.values()) - {line[7:] for line in marked}
    assert all("search(" in new for _, old, new in rows if "search(" in old)


def test_a_pair_of_lines_is_bold_where_it_differs():
    html = differences(bug_6)._repr_html_()
    assert "if value &gt;<b>=</b> best:" in html
    assert "if value &gt; best:" in html
    assert html.count("<tr>") == 3
    assert '<th scope="col"' in html


CALL = "value, _ = search(game, game.play(state, move), alpha, beta)"


@pytest.mark.parametrize(
    "wrong, repair",
    [
        (bug_4, {8: CALL}),
        (bug_4, {8: f"     {CALL}"}),  # it keeps its indentation
        (bug_4, {8: f"after = game.play(state, move)\n{CALL}"}),
        (bug_4, {"move))": "move), alpha, beta)"}),  # words in the marked lines
        (bug_2, {"level % 2 == 0": "game.turn(state) == MAX"}),
        (search, {">= beta": ">= beta + 0"}),
        (search, {2: ""}),  # a line can be taken out
        (search, {9: "if game.turn(state) != MIN:"}),
    ],
)
def test_a_search_is_mended_line_by_line(wrong, repair):
    assert fault(mend(wrong, repair), SAMPLE) is None


@pytest.mark.parametrize(
    "repair, error, words",
    [
        ({0: "pass"}, ValueError, "no line 0; lines are numbered 1 to 19"),
        ({20: "pass"}, ValueError, "no line 20"),
        ({8: 3}, TypeError, "the replacement of 8 must be a string, not 3"),
        ({"level": "x"}, ValueError, "no marked line contains 'level'"),
        ({1: "def mended(game, state):"}, ValueError, "no longer begins with"),
        ({8: "value = ("}, SyntaxError, "never closed"),
    ],
)
def test_a_repair_that_cannot_be_put_in_is_told(repair, error, words):
    with pytest.raises(error, match=words):
        mend(search, repair)
