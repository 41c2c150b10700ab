"""Exploring and playing a tree, without a browser: what is handed over, said and refused."""

from __future__ import annotations

import json
import re

import pytest
from picture_samples import refused

from gamelib import SAMPLE, TicTacToe, TreeGame, explore, play_tree

SMALL = TreeGame.from_lists([[3, 5], [2, 9]])
VIEWS = {"explore": explore(SAMPLE), "play": play_tree(SAMPLE, ("Now a small one.", SMALL))}


@pytest.mark.parametrize("name", VIEWS)
def test_twin_state_and_script_stand_in_one_output(name):
    view = VIEWS[name]
    data = view._repr_mimebundle_()
    html = data["text/html"]
    assert data["text/plain"] == repr(view)
    assert f'<div class="gamelib-view" data-view="{name}">' in html
    assert re.search(r'<img alt="Game tree with 21 nodes[^"]+".* src="data:image/svg', html)
    state = re.search(r'<script type="application/json">(.*?)</script>', html)[1]
    assert json.loads(state) == view.state()
    assert f'<script data-gamelib="{name}">' in html


@pytest.mark.parametrize("name", VIEWS)
def test_the_saved_page_loads_nothing(name, tmp_path):
    VIEWS[name].save(tmp_path / "tree.html")
    text = (tmp_path / "tree.html").read_text(encoding="utf-8")
    assert not re.search(r"https?:|//cdn|<link|\bimport\b[^.]*from|src=\"(?!data:)|@import", text)
    with refused(ValueError, "tree.pdf does not end in .html"):
        VIEWS[name].save(tmp_path / "tree.pdf")


def test_the_explorer_prints_what_was_found_and_the_tree():
    head, *lines = repr(explore(SAMPLE)).splitlines()
    assert head == "Explorer: alpha-beta looks at 14 of 21 nodes; A is worth 3."
    assert "\n".join(lines) == str(SAMPLE)
    assert explore(SAMPLE, orders=True).state()["orders"] is True


def test_the_picture_of_a_tree_to_play_does_not_tell_its_values():
    view = play_tree(SAMPLE)
    assert "MAX plays" not in view.twin()
    assert "you are MAX, and MIN answers perfectly" in view.twin()
    other = play_tree(TreeGame.from_lists([[3, 5], [2, 9]], first="MIN"))
    assert repr(other).startswith("Play a tree: you are MIN, and MAX answers perfectly.")


LARGE = TreeGame.random(1, depth=5, branching=3)
SPACED = TreeGame({"my root": ["x", "y"]}, {"x": 1, "y": 2})
LEAF = TreeGame({}, {"A": 3})


@pytest.mark.parametrize(
    "use, error, words",
    [
        (lambda: explore(TicTacToe()), TypeError, "explore needs a TreeGame, not"),
        (lambda: play_tree("A: B C"), TypeError, "play_tree needs a TreeGame, not 'A: B C'"),
        (lambda: explore(LARGE), ValueError, "364 nodes, more than the 200 that explore can show"),
        (lambda: explore(SPACED), ValueError, "a name has no spaces and none of"),
        (lambda: explore(LEAF), ValueError, "the game is over"),
        (lambda: play_tree(LEAF), ValueError, "there is no move to play"),
        (lambda: play_tree(SAMPLE, SMALL), TypeError, "a further tree is a pair (sentence, tree)"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(use, error, words):
    with refused(error, words):
        use()
