"""The board in a real JupyterLab: whole games by mouse and by keys, and what may go wrong."""

from __future__ import annotations

import os

import pytest
from browser_lab import find_browser, open_browser, open_lab

pytestmark = pytest.mark.browser

CELLS = [
    """
import time
from gamelib import MAX, MIN, TicTacToe, board, search_player

game, perfect = TicTacToe(), search_player(prefer_quick=True)

def first(game, state):
    return game.moves(state)[0]

def slow(game, state):
    time.sleep(1)
    return first(game, state)
""",
    "quick = board(game, against=perfect)\nquick",
    "patient = board(game, against=slow)\npatient",
    "wide = board(TicTacToe(4, 5, line=4))\nwide",
]


@pytest.fixture(scope="module")
def notebook(tmp_path_factory):
    """A notebook with three boards; a script error fails the test that caused it."""
    if find_browser() is None:
        missing = "no Chromium, Chrome or Edge was found on this machine"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    with open_browser() as browser, open_lab(tmp_path_factory.mktemp("lab") / "run") as lab:
        opened = lab.open(browser, CELLS)
        opened.page.wait_for_function("document.querySelectorAll('.gl-board').length === 3")
        opened.errors = []
        opened.page.on("pageerror", lambda error: opened.errors.append(str(error)))
        yield opened


@pytest.fixture
def show(notebook):
    """Return one of the boards, with nothing played."""

    def board(number):
        name = ["quick", "patient", "wide"][number]
        notebook.python(f"{name}.match.you = MAX; {name}.new_game()")
        shown = notebook.page.locator(".gl-board").nth(number)
        shown.scroll_into_view_if_needed()
        until(shown, 0)
        return shown

    yield board
    assert notebook.errors == []


def until(board, ply):
    """Wait until so many moves are shown and nobody thinks."""
    board.page.wait_for_function(
        "([board, ply]) => board.dataset.ply === ply && !board.matches('.waiting')",
        arg=[board.element_handle(), str(ply)],
    )


def choose(board, cell):
    board.locator(f"[data-cell={cell}]").click(force=True)  # a cell that is taken too


def press(board, act):
    board.locator(f"[data-act={act}]").click(force=True)


def sentence(board):
    return board.locator(".gl-sentence p").first.inner_text()


def trouble(board):
    return board.locator(".gl-trouble").inner_text()


def test_a_whole_game_is_played_by_clicks(show, notebook):
    board = show(0)
    for ply, cell in enumerate(["b2", "c3", "a2", "b1", "c1"], start=1):
        choose(board, cell)
        until(board, min(2 * ply, 9))
    assert notebook.python("print(*quick.match.moves)") == "b2 a1 c3 a3 a2 c2 b1 b3 c1"
    assert sentence(board) == "The game is over: a draw."
    assert board.locator(".gl-cell.legal").count() == 0
    choose(board, "a1")
    board.locator(".gl-trouble:not(:empty)").wait_for()
    assert trouble(board) == "'a1' is not a legal move: the game is over."


def test_a_lost_game_shows_the_line_and_the_reasons(show):
    board = show(0)
    for ply, cell in enumerate(["a1", "a2", "c3"], start=1):
        choose(board, cell)
        until(board, 2 * ply)
    assert sentence(board) == "O played c1. The game is over: you lose."
    assert board.locator(".gl-win").count() == 1
    assert board.locator(".gl-last.gl-min").count() == 1
    board.locator("summary").click()
    rows = board.locator(".gl-why tbody tr").all_inner_texts()
    assert rows[2].split("\t") == ["c1", "exactly -1 in 1 move (played)"]
    assert len(rows) == 4
    board.locator("summary").click()


def test_the_keyboard_is_enough(show, notebook):
    board = show(0)
    page = notebook.page
    board.locator("[data-cell=b2]").focus()
    for key in ["ArrowUp", "ArrowLeft", "ArrowLeft", "Enter"]:  # at the edge the cursor stays
        page.keyboard.press(key)
    until(board, 2)
    assert notebook.python("print(quick.match.moves[0])") == "a1"
    for key in ["ArrowDown", "ArrowDown", "ArrowRight", " "]:
        page.keyboard.press(key)
    until(board, 4)
    assert notebook.python("print(quick.match.moves[2])") == "c2"
    page.keyboard.press("u")
    until(board, 2)
    page.keyboard.press("n")
    until(board, 0)
    page.keyboard.press("s")
    until(board, 1)
    assert sentence(board) == "X played a1. Your turn: you are O."
    cell = "document.activeElement.dataset.cell"
    assert page.evaluate(cell) == "c2", "the cursor is still there"


def test_an_illegal_click_is_explained(show):
    board = show(0)
    choose(board, "b2")
    until(board, 2)
    choose(board, "b2")
    board.locator(".gl-trouble:not(:empty)").wait_for()
    assert trouble(board) == "'b2' is not a legal move: the cell is taken."
    choose(board, "c3")
    until(board, 4)
    assert trouble(board) == ""


def test_clicks_while_the_player_thinks_do_no_harm(show, notebook):
    board = show(1)
    board.locator("[data-cell=b2]").dblclick()
    for cell in ("b2", "c3", "c2"):
        choose(board, cell)
    assert trouble(board) == "Please wait: the last move is not answered yet."
    press(board, "undo")
    press(board, "new")
    until(board, 2)
    assert notebook.python("print(*patient.match.moves)") == "b2 a1"
    choose(board, "c3")
    until(board, 4)


def test_your_move_is_seen_before_the_player_has_thought(show):
    board = show(1)
    choose(board, "b2")
    board.locator(".gl-strokes .gl-max:not(.gl-last)").wait_for(timeout=900)
    assert sentence(board) == "O is thinking."
    until(board, 2)


def test_undo_new_game_and_swap(show, notebook):
    board = show(0)
    assert board.locator("[data-act=undo]").get_attribute("aria-disabled") == "true"
    choose(board, "b2")
    until(board, 2)
    choose(board, "c3")
    until(board, 4)
    press(board, "undo")
    until(board, 2)
    press(board, "swap")
    until(board, 3)
    assert sentence(board).endswith("Your turn: you are O.")
    press(board, "new")
    until(board, 1)


def test_code_and_mouse_share_one_board(show, notebook):
    board = show(0)
    notebook.python("quick.play('b2')")
    until(board, 2)
    choose(board, "c3")
    until(board, 4)
    assert notebook.python("print(*quick.match.moves)") == "b2 a1 c3 a3"


def test_a_wide_board_for_two_people(show, notebook):
    board = show(2)
    assert board.locator("[data-act=swap]").count() == 0
    for ply, cell in enumerate(["d5", "a1", "c4", "a2", "b3", "a3", "a2"], start=1):
        choose(board, cell)
        until(board, min(ply, 6))
    assert board.locator(".gl-cell").count() == 20
    assert notebook.python("print(len(wide.match.moves))") == "6"


def test_a_screen_reader_finds_cells_and_names(show):
    board = show(0)
    choose(board, "b2")
    until(board, 2)
    grid = board.get_by_role("grid")
    assert grid.get_by_role("row").count() == 3
    assert grid.get_by_role("gridcell").count() == 9
    assert board.locator("[data-cell=a1]").get_attribute("aria-label") == "a1, O, last move"
    assert board.locator("[data-cell][tabindex='0']").count() == 1
    assert board.locator("[aria-live=polite]").inner_text() == sentence(board)


@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])
def test_signs_stand_out_in_every_theme(show, notebook, theme):
    board = show(0)
    choose(board, "b2")
    until(board, 2)
    notebook.theme(theme)
    paper = board.evaluate("b => getComputedStyle(b).backgroundColor")
    for kind in ("max", "min"):
        sign = board.locator(f".gl-strokes .gl-{kind}:not(.gl-last)")
        colour = sign.evaluate("p => getComputedStyle(p).stroke")
        assert contrast(colour, paper) >= 4.5, (kind, colour, paper)


def contrast(one, other):
    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def light(colour):
    parts = [int(part) / 255 for part in colour.removeprefix("rgb(").rstrip(")").split(",")]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(p * w for p, w in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def test_after_a_restart_of_the_kernel_a_click_says_what_to_do(show, notebook):
    board = show(0)
    notebook.restart_kernel()
    choose(board, "b2")
    board.locator(".gl-trouble:not(:empty)").wait_for()
    assert "run" in trouble(board)
    notebook.run_all()
    notebook.page.wait_for_function("document.querySelectorAll('.gl-board').length === 3")
    fresh = notebook.page.locator(".gl-board").nth(0)
    fresh.scroll_into_view_if_needed()
    choose(fresh, "b2")
    until(fresh, 2)
