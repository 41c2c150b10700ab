"""The board in a real JupyterLab: a kernel behind it that thinks, is stopped, and goes away.

Whole games are played in `tests/browser/test_board_games_browser.py`, which needs no JupyterLab.
"""

from __future__ import annotations

import re

import pytest
from picture_samples import contrast

SETUP = """
import time
from types import SimpleNamespace
from gamelib import TicTacToe, board, search_player
from gamelib.games.dots import DotsAndBoxes

def first(game, state):
    return game.moves(state)[0]

def slow(game, state):
    time.sleep(1)
    return first(game, state)

class Slices:  # thinks for six seconds, unless it is stopped
    def __call__(self, game, state):
        return first(game, state)

    def thinking(self, game, state):
        for count in range(200):
            time.sleep(0.03)
            move = game.moves(state)[-1]
            yield SimpleNamespace(move=move, depth=2, nodes=1000 * count)
"""
WIDGETS = {
    "quick": "board(TicTacToe(), against=search_player())",
    "patient": "board(TicTacToe(), against=slow)",
    "slices": "board(TicTacToe(), against=Slices())",
    "watched": "board(DotsAndBoxes(), against=(first, 'easy'))",
}


def until(board, ply):
    """Wait until so many moves are shown and the thinking has ended."""
    board.page.wait_for_function(
        "([board, ply]) => board.dataset.ply === ply && !board.matches('.waiting')",
        arg=[board.element_handle(), str(ply)],
    )


def choose(board, *cells):
    """Click cells. JupyterLab may still move the board, so a click waits until it would hit."""
    for cell in cells:
        spot = board.locator(f"[data-cell='{cell}']")
        spot.element_handle().wait_for_element_state("stable")
        taken = spot.get_attribute("aria-disabled") == "true"  # a click without force would wait
        spot.click(force=taken)


def press(board, act):
    board.locator(f".gl-acts [data-act={act}]").click(force=True)


def keys(board, *names):
    for name in names:
        board.page.keyboard.press(name)


def says(board, words):
    """Wait until the title or the box says this."""
    board.locator(":is(.gl-turn, .gl-text-box)").get_by_text(words).first.wait_for()


@pytest.fixture
def show_board(notebook):
    """Return one of the boards, with nothing played; a script error fails the test."""
    errors = []
    notebook.page.on("pageerror", lambda error: errors.append(str(error)))

    def shown(name):
        notebook.python(f"{name}.match.you = 'MAX'; {name}.new_game()")
        notebook.python(f"{name}.match.abandoned.clear(); {name}.heat(False)")
        found = notebook.page.locator(".gl-board").nth([*WIDGETS].index(name))
        found.scroll_into_view_if_needed()
        until(found, 0)
        return found

    yield shown
    assert errors == []


def test_a_game_is_lost_reviewed_and_learned_from(show_board, notebook):
    board = show_board("quick")
    for ply, cell in ((2, "a1"), (4, "a2"), (6, "b1")):
        choose(board, cell)
        until(board, ply)
    says(board, "You lose")
    assert notebook.python("print(*quick.moves)") == "a1 b2 a2 a3 b1 c1"
    press(board, "review")
    says(board, "You made 1 mistake: b1 at move 5.")
    press(board, "learn")
    says(board, re.compile("Find a move that still holds"))
    choose(board, "b3")
    board.locator(".gl-text-box.cut").get_by_text("b3").wait_for()
    press(board, "again")
    choose(board, "c1")
    board.locator(".gl-text-box.right").get_by_text("c1").first.wait_for()


def test_a_screen_reader_finds_cells_and_names(show_board):
    board = show_board("quick")
    choose(board, "b2")
    until(board, 2)
    grid = board.get_by_role("grid")
    assert grid.get_by_role("row").count() == 3
    assert grid.get_by_role("gridcell").count() == 9
    assert board.locator("[data-cell=a1]").get_attribute("aria-label") == "a1, O, last move"
    assert board.locator("[data-cell][tabindex='0']").count() == 1
    status = board.get_by_role("status").inner_text()
    assert re.fullmatch(r"O played a1\..* Your turn: you are X\.", status)


@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])
def test_signs_stand_out_in_every_theme(show_board, notebook, theme):
    board = show_board("quick")
    choose(board, "b2")
    until(board, 2)
    notebook.theme(theme)
    paper = board.evaluate("b => getComputedStyle(b).backgroundColor")
    for kind in ("max", "min"):
        sign = board.locator(f".gl-strokes [class='gl-{kind}']")
        colour = sign.evaluate("p => getComputedStyle(p).stroke")
        assert contrast(colour, paper) >= 4.5, (kind, colour, paper)


# ---- while a player thinks ----------------------------------------------------------------------


def test_clicks_while_the_player_thinks_do_no_harm(show_board, notebook):
    board = show_board("patient")
    board.locator("[data-cell=b2]").dblclick()
    board.locator(".gl-strokes [class='gl-max']").wait_for()  # your move is seen at once,
    says(board, "O is thinking …")
    assert board.get_attribute("data-ply") == "1", "before the player has thought"
    choose(board, "b2", "c3", "c2")
    says(board, "Please wait for the answer, or press Stop.")
    press(board, "undo")
    keys(board, "n")
    until(board, 2)
    assert notebook.python("print(*patient.moves)") == "b2 a1"
    choose(board, "c3")
    until(board, 4)


def test_the_notebook_goes_on_while_the_player_thinks_and_stop_is_heard(show_board, notebook):
    board = show_board("slices")
    assert board.locator("[data-act=stop]").count() == 0
    board.locator("[data-cell=b2]").dblclick()
    board.locator("[data-act=stop]").wait_for()
    assert notebook.python("print(slices.moves, slices.shown['busy'])") == "['b2'] reply"
    says(board, re.compile("^Depth 2, [0-9,]+ nodes$"))
    press(board, "undo")
    press(board, "stop")
    until(board, 2)
    says(board, "Your turn: you are X")
    assert notebook.python("print(*slices.moves)") == "b2 c3"
    press(board, "undo")
    until(board, 0)


def test_the_button_that_interrupts_the_kernel_stops_the_thinking(show_board, notebook):
    board = show_board("slices")
    choose(board, "b2")
    says(board, re.compile("^Depth 2"))
    notebook.command("notebook:interrupt-kernel")
    until(board, 2)
    assert notebook.python("print(*slices.moves)") == "b2 c3"


def test_two_players_play_until_they_are_paused_and_a_move_a_step(show_board, notebook):
    board = show_board("watched")
    press(board, "play")
    board.page.wait_for_function("b => Number(b.dataset.ply) >= 2", arg=board.element_handle())
    press(board, "play")
    board.locator(".gl-acts").get_by_text("Play", exact=True).wait_for()
    until(board, int(notebook.python("print(len(watched.moves))")))
    at = int(board.get_attribute("data-ply"))
    press(board, "step")
    until(board, at + 1)


# ---- in the notebook ----------------------------------------------------------------------------


def test_a_text_that_was_clicked_keeps_the_keys_from_the_notebook(show_board, notebook):
    board = show_board("quick")
    cells = notebook.page.locator(".jp-Cell")
    count = cells.count()
    for part in (".gl-turn", ".gl-text-box", ".gl-evaluation p"):
        board.locator(part).click(force=True)
        keys(board, "d", "d")
    assert cells.count() == count


def test_all_of_a_board_is_seen_beside_the_file_browser(show_board, notebook):
    board = show_board("quick")
    notebook.resize(1280, 800)
    board.evaluate("b => b.scrollIntoView({ block: 'start' })")
    room = board.bounding_box()
    assert (room["width"], room["height"]) == (845, 560)
    button = board.locator("[data-act=undo]")
    assert button.evaluate("b => getComputedStyle(b).borderRadius") == "8px"
    for part in (".gl-field", "[data-act=undo]", "[data-act=more]"):
        box = board.locator(part).bounding_box()
        assert 0 <= box["y"] <= box["y"] + box["height"] <= 800, "above the fold"
    notebook.resize(1400, 1000)


def test_after_a_restart_of_the_kernel_a_board_says_at_once_what_to_do(show_board, notebook):
    watched, board = show_board("watched"), show_board("quick")
    notebook.restart_kernel()
    says(watched, "Saved board: its cell has to be run before you can play.")
    says(board, "This saved board plays perfectly by itself, without your player.")
    choose(board, "b2")
    until(board, 2)
    notebook.run_all()
    notebook.wait_for_views(len(WIDGETS))
    again = notebook.page.locator(".gl-board").first
    choose(again, "b2")
    until(again, 2)
