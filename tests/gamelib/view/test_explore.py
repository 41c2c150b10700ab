"""Exploring: a tree is changed in many ways, searched again at once, and nothing is ever lost."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelib import SAMPLE, TicTacToe, TreeGame, alpha_beta, explore


def asked(choose, tree):
    """Return a message such as the browser sends, sensible or not."""
    node = choose.choice(tree.nodes())
    value = choose.choice(["7", "-1.5", "three", "", "1.e999"])
    return choose.choice(
        [
            ["edit", node, value],
            *([act, node] for act in ("add", "remove", "swap")),
            ["move", node, choose.randrange(-1, 4)],
            ["swap"],
            ["again"],
            ["undo"],
            ["redo"],
            ["remove", "nowhere"],
        ]
    )


@settings(max_examples=20)
@given(st.integers(0, 10_000))
def test_after_every_change_the_search_the_text_and_the_picture_are_those_of_the_tree(seed):
    choose = random.Random(seed)
    widget = explore(TreeGame.random(seed, depth=2, branching=(1, 3), repeat=0.3))
    for number in range(2, 15):
        before = widget.text
        widget.hear(asked(choose, widget.tree))
        assert widget.shown["answers"] == number
        assert widget.shown["said"].endswith(".")
        if widget.shown["bad"]:
            assert widget.text == before
        again = TreeGame.from_text(widget.text)
        assert str(again) == widget.text == widget.shown["text"]
        found = alpha_beta(again)
        assert widget.data["steps"][-1]["counts"][::2] == [found.visited, found.cuts]
        assert [spot["label"] for spot in widget.data["spots"]] == [*again.nodes()]


@settings(max_examples=20)
@given(st.integers(0, 10_000))
def test_everything_can_be_undone_and_done_again(seed):
    choose = random.Random(seed)
    widget = explore(SAMPLE)
    texts = [widget.text]
    for _ in range(6):
        message = asked(choose, widget.tree)
        if message[0] not in ("undo", "redo"):
            widget.hear(message)
            texts += [widget.text] * (widget.text != texts[-1])
    for act, past in ("undo", texts[-2::-1]), ("redo", texts[1:]):
        for text in past:
            widget.hear([act])
            assert widget.text == text
        widget.hear([act])
        assert widget.shown["said"].startswith("Not done: nothing has been")


def test_the_sample_tree_is_changed_step_by_step():
    widget = explore(SAMPLE)
    widget.edit("R", " −4 ")
    assert widget.shown["said"] == "R is worth −4: 14 nodes visited, as before."
    widget.move("D", 0)
    assert widget.shown["said"] == "A has the moves D B C: 16 nodes visited, 14 before."
    widget.swap()
    assert (widget.tree.turn("A"), widget.tree.turn("B")) == ("MIN", "MAX")
    widget.add("R")
    assert widget.shown["chosen"] == "V"  # the first free letter
    assert (widget.tree.turn("R"), widget.tree.score("V")) == ("MAX", -4)
    widget.remove("V")
    assert (widget.tree.moves("R"), widget.tree.score("R")) == ((), -4)
    widget.remove("D")
    assert "R" not in widget.tree.nodes()


@pytest.mark.parametrize(
    "message, said",
    [
        ("edit K three", "'three' is no value for K: write a number"),
        ("edit K nan", "'nan' is no value for K"),
        ("edit B 3", "B has children, so its value follows"),
        ("remove A", "A is the root"),
        ("remove O", "O is the only child of G: add another one before"),
        ("swap K", "K is a leaf: no side moves there"),
        ("go best", "there is no tree 'best' beside this one"),
        ("choose magic", "search is 'magic', but must be one of"),
        ("close", "'close' is not one of edit, add"),
    ],
)
def test_what_cannot_be_done_gets_a_sentence_and_changes_nothing(message, said):
    tree = TreeGame.from_text(str(SAMPLE).replace("O=0", "O") + "\nO: V=0 W=1")
    widget = explore(tree)
    widget.hear(message.split())
    assert widget.shown["said"].startswith(f"Not done: {said}")
    assert (widget.shown["bad"], widget.text) == (True, str(tree))


def test_a_tree_has_at_most_200_nodes():
    full = explore(TreeGame.from_lists([1] * 199))
    with pytest.raises(ValueError, match="this tree has 200 nodes, and more cannot be added"):
        full.add("A")
    with pytest.raises(ValueError, match="more than the 200 that can be changed"):
        explore(TreeGame.random(1, depth=5, branching=3))
    with pytest.raises(TypeError, match="explore takes a TreeGame"):
        explore(TicTacToe())


def test_the_search_and_its_rule_for_cuts_are_chosen():
    widget = explore(TreeGame.from_lists([[3, 5], [3, 9]]))
    seen = []
    for search in widget.shown["searches"]:
        widget.choose(search)
        seen.append(widget.shown["visited"])
    assert seen == [6, 7, 7]
    assert widget.data["title"] == "Minimax on a tree with 7 nodes"
