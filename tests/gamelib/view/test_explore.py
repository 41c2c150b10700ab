"""Exploring: a tree is changed in many ways, searched again at once, and nothing is ever lost."""

from __future__ import annotations

import random
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelib import SAMPLE, TicTacToe, TreeGame, alpha_beta, explore, minimax
from gamelib.games.edits import MOST_NODES


def asked(choose, tree):
    """Return a message such as the browser sends, sensible or not."""
    node = choose.choice(tree.nodes())
    return choose.choice(
        [
            {
                "do": "edit",
                "node": node,
                "value": choose.choice(["7", "-1.5", "three", "", "1e999"]),
            },
            {
                "do": "edit",
                "node": node,
                "name": choose.choice(["A", "Z9", "two words", "x=1", ""]),
            },
            {"do": "add", "node": node},
            {"do": "remove", "node": node},
            {"do": "move", "node": node, "place": choose.randrange(4)},
            {"do": "swap", "node": node},
            {"do": "swap"},
            {"do": "again"},
            {"do": "undo"},
            {"do": "redo"},
            {"do": "remove", "node": "nowhere"},
        ]
    )


@settings(max_examples=20)
@given(st.integers(0, 10_000))
def test_after_every_change_the_search_the_text_and_the_picture_are_those_of_the_tree(seed):
    choose = random.Random(seed)
    widget = explore(TreeGame.random(seed, depth=2, branching=(1, 3), repeat=0.3))
    for number in range(1, 15):
        before = widget.text
        widget.hear(asked(choose, widget.tree))
        assert widget.shown["heard"] == number
        assert widget.shown["said"].endswith(".")
        if widget.shown["bad"]:
            assert widget.text == before
        again = TreeGame.from_text(widget.text)
        assert str(again) == widget.text == widget.shown["text"]
        found = alpha_beta(again)
        assert widget.data["steps"][-1]["counts"][::2] == [found.visited, found.cuts]
        assert [spot["label"] for spot in widget.data["spots"]] == [*again.nodes()]
        assert len(widget.data["names"]) == len(again.nodes())


@settings(max_examples=20)
@given(st.integers(0, 10_000))
def test_everything_can_be_undone_and_done_again(seed):
    choose = random.Random(seed)
    widget = explore(SAMPLE)
    texts = [widget.text]
    for _ in range(6):
        message = asked(choose, widget.tree)
        if message["do"] not in ("undo", "redo"):
            widget.hear(message)
            texts += [widget.text] * (widget.text != texts[-1])
    for text in texts[-2::-1]:
        widget.undo()
        assert widget.text == text
    assert (widget.shown["able"]["undo"], widget.text) == (False, str(SAMPLE))
    for text in texts[1:]:
        widget.redo()
        assert widget.text == text
    assert not widget.shown["able"]["redo"]


def test_the_sample_tree_is_changed_step_by_step():
    widget = explore(SAMPLE)
    widget.hear({"do": "edit", "node": "R", "value": " −4 ", "name": "low"})
    assert widget.shown["said"] == "R is worth −4 and R is called low: 14 nodes visited, as before."
    widget.move("D", 0)
    assert widget.shown["said"] == "A has the moves D B C: 16 nodes visited, 14 before."
    widget.swap()
    assert (widget.tree.turn("A"), widget.tree.turn("B")) == ("MIN", "MAX")
    widget.add("low")
    assert widget.shown["chosen"] == "R"  # the first free letter
    assert (widget.tree.turn("low"), widget.tree.score("R")) == ("MAX", -4)
    widget.remove("R")
    assert (widget.tree.moves("low"), widget.tree.score("low")) == ((), -4)
    widget.remove("D")
    assert "low" not in widget.tree.nodes()


@pytest.mark.parametrize(
    "message, said",
    [
        (
            {"do": "edit", "node": "K", "value": "three"},
            "'three' is no value for K: write a number",
        ),
        ({"do": "edit", "node": "K", "value": "nan"}, "'nan' is no value for K"),
        ({"do": "edit", "node": "B", "value": "3"}, "B has children, so its value follows"),
        ({"do": "edit", "node": "K", "name": "A"}, "There is a node A already"),
        ({"do": "edit", "node": "K", "name": "K 2"}, "'K 2' is no name for K"),
        ({"do": "remove", "node": "A"}, "A is the root"),
        ({"do": "move", "node": "A", "place": 1}, "A is the root"),
        ({"do": "swap", "node": "K"}, "K is a leaf: nobody moves there"),
        ({"do": "undo"}, "Nothing has been changed"),
        ({"do": "redo"}, "Nothing has been undone"),
        ({"do": "go", "to": "best"}, "There is no tree 'best' beside this one"),
        ({"do": "choose", "search": "magic"}, "Search is 'magic', but must be one of"),
    ],
)
def test_what_cannot_be_done_gets_a_sentence_and_changes_nothing(message, said):
    widget = explore(SAMPLE)
    widget.hear(message)
    assert widget.shown["said"].startswith(said)
    assert (widget.shown["bad"], widget.text) == (True, str(SAMPLE))


def test_the_last_child_and_the_last_free_place_are_told():
    widget = explore(TreeGame.from_lists([[[3, 5]]]))
    with pytest.raises(ValueError, match="B is the only child of A: add another one before"):
        widget.remove("B")
    full = explore(
        TreeGame(
            {"A": [f"n{n}" for n in range(MOST_NODES - 1)]},
            dict.fromkeys([f"n{n}" for n in range(MOST_NODES - 1)], 1),
        )
    )
    with pytest.raises(ValueError, match="this tree has 200 nodes, and more cannot be added"):
        full.add("n5")
    with pytest.raises(ValueError, match="more than the 200 that can be changed"):
        explore(TreeGame.random(1, depth=5, branching=3))
    with pytest.raises(TypeError, match="explore wants a TreeGame"):
        explore(TicTacToe())


def test_the_search_and_its_rule_for_cuts_are_chosen_and_others_can_be_brought():
    def broken(game, *, record):
        raise RuntimeError("no luck")

    deep = partial(alpha_beta, window=(2, 9))
    tree = TreeGame.from_lists([[3, 5], [3, 9]])
    widget = explore(tree)
    seen = {}
    for search in widget.shown["searches"]:
        widget.choose(search)
        seen[search] = widget.shown["visited"]
    assert [*seen.values()] == [6, 7, 7]
    assert widget.data["title"] == "Minimax on a tree with 7 nodes"
    own = explore(SAMPLE, searches={"in a window": deep, "mine": broken, "minimax": minimax})
    own.hear({"do": "choose", "search": "mine"})
    assert own.shown["said"] == "RuntimeError: no luck."
    assert own.trace.options["window"] == (2, 9)


def test_the_twin_says_that_the_cell_must_be_run_and_the_text_bears_the_state():
    widget = explore(SAMPLE)
    widget.edit("K", value=9)
    data, _ = widget._repr_mimebundle_()
    assert "Run this cell to explore" in data["text/html"]
    assert 'alt="Game tree with 21 nodes' in data["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in data
    first, *lines = data["text/plain"].splitlines()
    assert first.startswith("Searched by alpha-beta, cut on alpha >= beta. 21 nodes: 15 visited")
    assert str(TreeGame.from_text("\n".join(lines))) == widget.text
