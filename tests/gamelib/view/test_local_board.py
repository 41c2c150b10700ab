"""`board` of a small game, without a kernel: what it does in Python, and what a page has of it."""

import json
import os
import re
import subprocess
import sys
from base64 import b64decode
from gzip import decompress

import pytest

from course.notebooks.form import normalise
from course.notebooks.slides import page as slides_of
from gamelib import MIN, SAMPLE, DotsAndBoxes, Gomoku, TicTacToe, board, search_player
from gamelib.face import face_of
from gamelib.view.board.local import LocalBoard
from gamelib.view.board.picture import Overlay
from gamelib.view.board.widget import BoardWidget
from gamelib.view.live.view import SCRIPT_ELEMENT, TABLE_ELEMENT, tables_for, views_in

pytestmark = pytest.mark.slow

GAME, BOXES = TicTacToe(), DotsAndBoxes(1, 2)


def marked(state):
    """Colour an edge."""
    return Overlay({"v 0,1": "right"}, "The middle edge belongs to two boxes.")


@pytest.mark.parametrize(
    "game, options, kind",
    [
        (GAME, {}, LocalBoard),
        (SAMPLE, {}, LocalBoard),
        (GAME, {"against": "two people"}, LocalBoard),
        (GAME, {"against": "beginner", "you": MIN}, LocalBoard),
        (BOXES, {"face": lambda state, last=None: face_of(BOXES, state, last)}, LocalBoard),
        (BOXES, {"overlay": marked}, LocalBoard),
        (Gomoku(), {"state": Gomoku().start()}, BoardWidget),
        (Gomoku(), {}, BoardWidget),
        (GAME, {"against": "easy"}, BoardWidget),
        (GAME, {"against": search_player()}, BoardWidget),
        (GAME, {"against": ("random", "easy")}, BoardWidget),
        (GAME, {"evaluate": lambda state: 0}, BoardWidget),
    ],
)
def test_which_boards_need_no_kernel(game, options, kind):
    assert isinstance(board(game, **options), kind)


def test_it_is_played_from_code_like_a_widget():
    match = board(GAME)
    assert (match.level, match.moves, match.state) == ("perfect", [], GAME.start())
    match.play("a1")
    assert repr(match).startswith("Board after 2 moves (a1 b2). O played b2. Your turn: you are X.")
    why = str(match.why).split("\n")[0]
    for part in ("b2", "lies on 3 open lines", "every other move loses", "0, proved", "<- played"):
        assert part in why
    assert match.hint().value == 0
    match.play("a2")
    match.play("c3")
    assert "You made 1 mistake: c3 at move 5." in repr(match.review())
    match.undo()
    match.go(1)
    match.swap()
    match.new_game()
    assert match.moves == ["a1"]
    match.level = "two people"
    match.play("b2")
    assert match.moves == ["a1", "b2"]
    with pytest.raises(ValueError, match="b2 is taken"):
        match.play("b2")
    with pytest.raises(ValueError, match="'medium' is not a level"):
        match.level = "medium"


def state_in(html):
    """The state of a view in a page."""
    return json.loads(re.search(r'application/json">(.*?)</script>', html, re.S)[1])


def test_the_page_begins_where_the_match_is_in_python():
    match = board(GAME, you=MIN, state=GAME.from_text("X../.O./..X", turn=MIN))
    match.play("a3")
    match.go(1)
    begin = state_in(match.html)["begin"]
    graph = match._found.graph
    states = [graph.states[begin["first"]]]
    for index in begin["moves"]:
        states.append(GAME.play(states[-1], graph.moves[graph.number[states[-1]]][index]))
    assert states == match.match.states
    assert (begin["at"], begin["you"], begin["level"]) == (1, MIN, "perfect")
    assert graph.states[0] == GAME.start(), "it has the table of the whole game"


def table_in(html):
    return json.loads(decompress(b64decode(re.search(r'\] = "(.*?)";</script>', html)[1])))


def test_an_overlay_is_in_the_table():
    table = table_in(board(BOXES, overlay=marked).html)
    assert ["overlay", "The middle edge belongs to two boxes."] in table["parts"]
    assert "shade right" in [part[1] for part in table["parts"] if part[0] == "stroke"]
    assert "shade right" not in json.dumps(table_in(board(BOXES).html))


def notebook(*views):
    outputs = [
        {"output_type": "display_data", "data": view._repr_mimebundle_(), "metadata": {}}
        for view in views
    ]
    for output in outputs:
        if isinstance(output["data"], tuple):  # of a widget
            output["data"] = output["data"][0]
    title = {"cell_type": "markdown", "metadata": {}, "source": "# Boards"}
    cells = [
        {"cell_type": "code", "metadata": {}, "source": f"view({n})", "execution_count": n}
        | {"outputs": [output]}
        for n, output in enumerate(outputs)
    ]
    return {"cells": [title, *cells], "metadata": {}}


def test_a_stored_notebook_has_the_table_of_a_game_once():
    boards = board(GAME), board(GAME, against=search_player()), board(SAMPLE), board(GAME)
    first = normalise(notebook(*boards))
    for stored in (first, normalise(first)):
        pages = [cell["outputs"][0]["data"]["text/html"] for cell in stored["cells"][1:]]
        assert [len(TABLE_ELEMENT.findall(page)) for page in pages] == [1, 0, 1, 0]
        assert [len(SCRIPT_ELEMENT.findall(page)) for page in pages] == [1, 0, 0, 0]
        assert [views_in(page) for page in pages] == [["board"]] * 4
        needs = [re.search(r'data-table="(\w+)"', page)[1] for page in pages]
        assert needs[0] == needs[1] == needs[3] != needs[2]
    html = slides_of(first)
    assert len(TABLE_ELEMENT.findall(html)) == 2
    assert [*TABLE_ELEMENT.findall(tables_for(pages[1], html))] == [needs[0]]
    assert tables_for(html, html) == ""


NAMES = """
from gamelib import DotsAndBoxes, SAMPLE
from gamelib.view.board.complete import complete
print(complete(DotsAndBoxes(1, 2)).name, complete(SAMPLE).name)
"""


def test_a_table_has_the_same_name_in_each_run():
    """Else nbval would find that a stored lecture differs from a new run."""
    names = {
        subprocess.run(
            [sys.executable, "-c", NAMES],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(names) == 1
