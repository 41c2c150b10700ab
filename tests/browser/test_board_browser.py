"""The board in a real JupyterLab: whole games by mouse and by keys, and what may go wrong."""

from __future__ import annotations

import re

import pytest
from picture_samples import contrast

pytestmark = pytest.mark.browser

CELLS = [
    """
import time
from types import SimpleNamespace
from gamelib import MAX, MIN, TicTacToe, board, search_player
from gamelib.games.dots import DotsAndBoxes
from gamelib.games.gomoku import Gomoku
from gamelib.games.hasami import HasamiShogi

game, perfect = TicTacToe(), search_player()

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
            found = {"move": game.moves(state)[-1], "depth": 2, "nodes": 1000 * count}
            yield SimpleNamespace(**found)
""",
    "quick = board(game, against=perfect)\nquick",
    "patient = board(game, against=slow)\npatient",
    "wide = board(TicTacToe(4, 5, line=4), against='two people')\nwide",
    "gomoku = board(Gomoku(), against=first)\ngomoku",
    "dots = board(DotsAndBoxes(), against=first)\ndots",
    "hasami = board(HasamiShogi(7), against=first)\nhasami",
    "slices = board(game, against=Slices())\nslices",
]
NAMES = ["quick", "patient", "wide", "gomoku", "dots", "hasami", "slices"]
LINE = ["B4-D4", "D4-D1", "A4-D4", "B5-D5", "D1-D3", "B2-D2", "B1-D1"]  # beats `first`


@pytest.fixture(scope="module")
def notebook(browser, lab):
    """A notebook with all boards; a script error fails the test that caused it."""
    opened = lab.open(browser, CELLS, "boards")
    all_there(opened)
    opened.errors = []
    opened.page.on("pageerror", lambda error: opened.errors.append(str(error)))
    yield opened
    opened.close()


@pytest.fixture
def show(notebook):
    """Return one of the boards, with nothing played."""

    def board(name):
        notebook.python(f"{name}.match.you = MAX; {name}.new_game()")
        notebook.python(f"{name}.match.left.clear(); {name}.heat(False)")
        shown = notebook.page.locator(".gl-board").nth(NAMES.index(name))
        shown.scroll_into_view_if_needed()
        until(shown, 0)
        return shown

    yield board
    assert notebook.errors == []


def all_there(notebook):
    notebook.page.wait_for_function(
        f"document.querySelectorAll('.gl-board').length === {len(NAMES)}"
    )


def until(board, ply):
    """Wait until so many moves are shown and nobody thinks."""
    board.page.wait_for_function(
        "([board, ply]) => board.dataset.ply === ply && !board.matches('.waiting')",
        arg=[board.element_handle(), str(ply)],
    )


def choose(board, cell):
    board.locator(f"[data-cell='{cell}']").click(force=True)  # a cell that is taken too


def press(board, act):
    board.locator(f"[data-act={act}]").click(force=True)


def sentence(board):
    return board.locator(".gl-sentence p").first.inner_text()


def trouble(board):
    return board.locator(".gl-trouble").inner_text()


def test_a_whole_game_is_played_by_clicks(show, notebook):
    board = show("quick")
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
    board = show("quick")
    for ply, cell in enumerate(["a1", "a2", "b1"], start=1):
        choose(board, cell)
        until(board, 2 * ply)
    assert sentence(board) == "O played c1. The game is over: you lose."
    assert board.locator(".gl-win").count() == 1
    assert board.locator(".gl-last.gl-min").count() == 1
    board.locator(".gl-why summary").click()
    rows = board.locator(".gl-why tbody tr").all_inner_texts()
    assert rows[0].split("\t") == ["c1", "exactly -1 (played)"]
    assert len(rows) == 4
    board.locator(".gl-why summary").click()


def test_the_keyboard_is_enough(show, notebook):
    board = show("quick")
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


def test_clicks_while_the_player_thinks_do_no_harm(show, notebook):
    board = show("patient")
    board.locator("[data-cell=b2]").dblclick()
    board.locator(".gl-strokes .gl-max:not(.gl-last)").wait_for()  # your move is seen at once,
    board.get_by_text("O is thinking.").wait_for()
    assert board.get_attribute("data-ply") == "1", "before the player has thought"
    for cell in ("b2", "c3", "c2"):
        choose(board, cell)
    assert trouble(board) == "Please wait: the last move is not answered yet."
    press(board, "undo")
    press(board, "new")
    until(board, 2)
    assert notebook.python("print(*patient.match.moves)") == "b2 a1"
    choose(board, "c3")
    until(board, 4)


def test_undo_new_game_and_swap(show, notebook):
    board = show("quick")
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


def test_a_wide_board_for_two_people(show, notebook):
    board = show("wide")
    assert board.locator("[data-act=swap]").is_hidden()
    for ply, cell in enumerate(["d5", "a1", "c4", "a2", "b3", "a3", "a2"], start=1):
        choose(board, cell)
        until(board, min(ply, 6))
    assert board.locator(".gl-cell").count() == 20
    assert notebook.python("print(len(wide.match.moves))") == "6"


def test_a_screen_reader_finds_cells_and_names(show):
    board = show("quick")
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
    board = show("quick")
    choose(board, "b2")
    until(board, 2)
    notebook.theme(theme)
    paper = board.evaluate("b => getComputedStyle(b).backgroundColor")
    for kind in ("max", "min"):
        sign = board.locator(f".gl-strokes .gl-{kind}:not(.gl-last)")
        colour = sign.evaluate("p => getComputedStyle(p).stroke")
        assert contrast(colour, paper) >= 4.5, (kind, colour, paper)


# ---- a whole game of each by clicks -------------------------------------------------------------


def test_a_whole_game_of_gomoku(show):
    board = show("gomoku")
    for ply, cell in enumerate(["h4", "h5", "h6", "h7", "h8"], start=1):
        choose(board, cell)
        until(board, min(2 * ply, 9))
    assert sentence(board) == "The game is over: you win."
    assert board.locator(".gl-strokes .gl-stone").count() == 9
    assert board.locator(".gl-strokes .gl-win").count() == 1
    choose(board, "o15")
    board.locator(".gl-trouble:not(:empty)").wait_for()
    assert trouble(board) == "'o15' is not a legal move: the game is over."
    box = board.locator(".gl-field").bounding_box()
    assert box["width"] <= 560


def test_a_whole_game_of_dots_and_boxes(show, notebook):
    board = show("dots")
    for _ in range(12):
        ply = int(board.get_attribute("data-ply"))
        legal = board.locator(".gl-cell.legal")
        if not legal.count():
            break
        choose(board, legal.last.get_attribute("data-cell"))
        board.page.wait_for_function(
            "([b, ply]) => Number(b.dataset.ply) > ply && !b.matches('.waiting')",
            arg=[board.element_handle(), ply],
        )
    assert sentence(board).startswith("O played ") or "Boxes: X" in sentence(board)
    assert "The game is over" in sentence(board)
    assert board.locator(".gl-strokes .gl-box").count() == 4
    assert board.locator(".gl-strokes .gl-small").count() == 4, "a letter beside the colour"
    assert notebook.python("print(dots.match.over, len(dots.moves))") == "True 12"


def test_a_whole_game_of_hasami(show, notebook):
    board = show("hasami")
    for ply, move in enumerate(LINE, start=1):
        start, goal = move.split("-")
        choose(board, start)
        assert board.locator(".gl-cell.chosen").get_attribute("data-cell") == start
        assert goal in targets(board)
        choose(board, goal)
        until(board, min(2 * ply, 13))
    assert sentence(board) == "The game is over: you win. Pieces: X 14, O 13."
    assert board.locator(".gl-strokes .gl-win").count() == 1


def targets(board):
    return board.locator(".gl-cell.legal").evaluate_all("all => all.map((s) => s.dataset.cell)")


# ---- pieces -------------------------------------------------------------------------------------


def test_a_piece_is_chosen_and_let_go(show):
    board = show("hasami")
    assert "B4" in targets(board)
    choose(board, "B4")
    assert targets(board) == ["C4", "D4", "E4"]
    choose(board, "B4")
    assert board.locator(".gl-cell.chosen").count() == 0
    choose(board, "B4")
    choose(board, "B5")
    assert board.locator(".gl-cell.chosen").get_attribute("data-cell") == "B5", "another one"
    board.page.keyboard.press("Escape")
    assert board.locator(".gl-cell.chosen").count() == 0
    choose(board, "D4")
    board.locator(".gl-trouble:not(:empty)").wait_for()
    assert trouble(board) == "Choose a piece of X first: D4 belongs to nobody."
    choose(board, "B4")
    choose(board, "D5")
    board.locator(".gl-trouble:not(:empty)").wait_for()
    assert "a piece moves along its row or its column" in trouble(board)
    assert board.locator(".gl-cell.chosen").count() == 1, "the piece is still in hand"


def test_pieces_move_by_keys_and_what_is_taken_fades(show, notebook):
    board = show("hasami")
    board.locator("[data-cell=B4]").focus()
    for key in ("Enter", "ArrowDown", "ArrowDown", "Enter"):
        board.page.keyboard.press(key)
    until(board, 2)
    assert notebook.python("print(hasami.moves[0])") == "B4-D4"
    choose(board, "D4")
    choose(board, "D1")
    until(board, 4)
    press_go(board, "back")
    at(board, 3)
    assert board.locator(".gl-strokes .gl-gone").count() == 1
    assert board.locator(".gl-strokes .gl-gone").evaluate("g => getComputedStyle(g).animationName")
    assert board.locator(".gl-strokes .gl-from.gl-max").count() == 1


def test_keys_go_from_edge_to_edge(show, notebook):
    board = show("dots")
    board.locator("[data-cell='h 0,0']").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "Enter"):
        board.page.keyboard.press(key)
    until(board, 2)
    assert notebook.python("print(dots.moves[0])") == "v 1,1"


def test_the_arrow_keys_reach_every_spot(show):
    for name in ("wide", "dots", "hasami"):
        board = show(name)
        cells = board.locator("[data-cell]").evaluate_all("all => all.map((s) => s.dataset.cell)")
        reached, todo = set(), [cells[-1]]
        while todo:
            cell = todo.pop()
            if cell in reached:
                continue
            reached.add(cell)
            for key in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"):
                board.locator(f"[data-cell='{cell}']").focus()
                for _ in range(2):  # edges lie askew: the second press comes back to the line
                    board.page.keyboard.press(key)
                    todo.append(board.page.evaluate("document.activeElement.dataset.cell"))
        assert reached == {*cells}, name


# ---- thinking in slices -------------------------------------------------------------------------


def test_the_notebook_goes_on_while_the_player_thinks_and_stop_is_heard(show, notebook):
    board = show("slices")
    assert board.locator("[data-act=stop]").is_hidden()
    board.locator("[data-cell=b2]").dblclick()
    board.locator("[data-act=stop]").wait_for()
    assert notebook.python("print(slices.moves, slices.shown['thinking'])") == "['b2'] True"
    board.get_by_text(re.compile("^Thinking… depth 2, [0-9,]+ nodes$")).wait_for()
    choose(board, "a1")
    assert trouble(board).startswith("Please wait")
    press(board, "undo")
    press(board, "stop")
    until(board, 2)
    assert sentence(board) == "O played c3. Your turn: you are X."
    press(board, "undo")
    until(board, 0)


# ---- hint, level, heat, replay ------------------------------------------------------------------


def test_a_hint_is_shown_on_the_board(show):
    board = show("quick")
    press(board, "hint")
    board.locator(".gl-strokes .gl-hint").wait_for(state="attached")
    assert "Hint: " in sentence(board)


def test_the_level_is_chosen_in_the_widget(show, notebook):
    board = show("wide")
    board.locator("select").select_option("random")
    board.locator("[data-act=swap]").wait_for()
    choose(board, "a1")
    until(board, 2)
    board.locator("select").select_option("two people")
    board.locator("[data-act=swap]").wait_for(state="hidden")
    assert notebook.python("print(wide.level)") == "two people"


def test_the_heat_map_is_shown_and_hidden(show):
    board = show("gomoku")
    assert board.locator(".heated").count() == 0
    press(board, "heat")
    board.locator("[data-cell=h8].heated").wait_for()
    assert ", value " in board.locator("[data-cell=h8]").get_attribute("aria-label")
    press(board, "heat")
    board.page.wait_for_function("b => !b.querySelector('.heated')", arg=board.element_handle())


def press_go(board, where):
    board.locator(f"[data-go={where}]").click()


def at(board, moment):
    board.page.wait_for_function(
        "([b, at]) => b.dataset.at === at", arg=[board.element_handle(), str(moment)]
    )


def test_a_game_is_replayed_and_played_on_from_an_earlier_moment(show, notebook):
    board = show("quick")
    for ply, cell in enumerate(["b2", "c3"], start=1):
        choose(board, cell)
        until(board, 2 * ply)
    press_go(board, "first")
    at(board, 0)
    press_go(board, "forward")
    at(board, 1)
    board.locator("[data-move=a1]").click()
    at(board, 2)
    assert sentence(board).startswith("Move 2 of 4.")
    choose(board, "c1")
    board.page.wait_for_function(
        "b => b.dataset.at === '4' && !b.matches('.waiting')", arg=board.element_handle()
    )
    assert trouble(board) == "2 later moves were cut off; Undo brings them back."
    press(board, "undo")
    at(board, 2)
    assert notebook.python("print(*quick.moves)") == "b2 a1 c3 a3"


def test_a_narrow_window_shows_the_whole_board(show, notebook):
    board = show("gomoku")
    board.evaluate("b => { b.style.width = '330px'; }")
    try:
        box, room = board.locator(".gl-field").bounding_box(), board.bounding_box()
        assert box["x"] + box["width"] <= room["x"] + room["width"]
        side = board.locator(".gl-side").bounding_box()
        assert side["y"] > box["y"] + box["height"], "the moves stand below the board"
    finally:
        board.evaluate("b => { b.style.width = ''; }")


def test_after_a_restart_of_the_kernel_a_click_says_what_to_do(show, notebook):
    board = show("quick")
    notebook.restart_kernel()
    choose(board, "b2")
    board.locator(".gl-trouble:not(:empty)").wait_for()
    assert "run" in trouble(board)
    notebook.run_all()
    all_there(notebook)
    fresh = notebook.page.locator(".gl-board").nth(0)
    fresh.scroll_into_view_if_needed()
    choose(fresh, "b2")
    until(fresh, 2)
