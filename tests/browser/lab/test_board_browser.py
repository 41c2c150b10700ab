"""The board in a real JupyterLab: whole games by mouse and by keys, and what may go wrong."""

from __future__ import annotations

import re

import pytest
from browser_views import assert_accessible
from picture_samples import contrast
from seams.test_board_for_every_game import SETUP as NEW_GAMES

SETUP = f"""{NEW_GAMES}
import time
from types import SimpleNamespace
from gamelib import TicTacToe, search_player
from gamelib.games.dots import DotsAndBoxes
from gamelib.games.gomoku import Gomoku
from gamelib.games.hasami import HasamiShogi

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
    "wide": "board(TicTacToe(4, 5, line=4), against='two people')",
    "gomoku": "board(Gomoku(), against=first)",
    "dots": "board(DotsAndBoxes(), against=first)",
    "hasami": "board(HasamiShogi(7), against=first)",
    "slices": "board(TicTacToe(), against=Slices())",
    "watched": "board(DotsAndBoxes(), against=(first, 'easy'))",
    "nim": "board(Nim(), against=first)",
    "four": "board(ConnectFour(), against=first)",
    "numbers": "board(Numbers(), against='two people')",
}


def until(board, ply):
    """Wait until so many moves are shown and the thinking has ended."""
    board.page.wait_for_function(
        "([board, ply]) => board.dataset.ply === ply && !board.matches('.waiting')",
        arg=[board.element_handle(), str(ply)],
    )


def until_at(board, moment):
    """Wait until the moment after so many moves is shown."""
    board.page.wait_for_function(
        "([board, at]) => board.dataset.at === at", arg=[board.element_handle(), str(moment)]
    )


def choose(board, *cells):
    """Click cells. JupyterLab may still move the board, so a click waits until it would hit."""
    for cell in cells:
        spot = board.locator(f"[data-cell='{cell}']")
        spot.element_handle().wait_for_element_state("stable")
        taken = spot.get_attribute("aria-disabled") == "true"  # a click without force would wait
        spot.click(force=taken)


def play(board, *moves):
    """Make moves, such as b2 or B4-D4, and wait for the answer to each."""
    for move in moves:
        at = int(board.get_attribute("data-at"))
        choose(board, *move.split("-"))
        board.page.wait_for_function(
            "([board, at]) => Number(board.dataset.at) > at && !board.matches('.waiting')",
            arg=[board.element_handle(), at],
        )


def press(board, act):
    board.locator(f"[data-act={act}]").click(force=True)


def keys(board, *names):
    for name in names:
        board.page.keyboard.press(name)


def sentence(board):
    return board.locator(".gl-says").inner_text()


def trouble(board):
    """Wait until something is told that went wrong, and return it."""
    board.locator(".gl-trouble:not(:empty)").wait_for()
    return board.locator(".gl-trouble").inner_text()


def drawn(board, kind):
    """Count what is drawn of a kind."""
    return board.locator(f".gl-strokes .gl-{kind.replace(' ', '.gl-')}").count()


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


@pytest.mark.parametrize(
    "name, moves, ending, shapes",
    [
        ("quick", "b2 c3 a2 b1 c1", "a draw.", {"max": 6, "min": 4, "last max": 1}),
        ("quick", "a1 a2 b1", "you lose.", {"win": 1, "last min": 1}),
        ("gomoku", "h4 h5 h6 h7 h8", "you win.", {"stone": 9, "win": 1}),
        (
            "dots",
            "v 1,2;v 1,1;v 1,0;v 0,2;v 0,1;v 0,0;h 2,1;h 2,0",
            "you win by 4. Boxes: X 4, O 0.",
            {"box": 4, "small": 4},  # a sign beside the colour
        ),
        (
            "hasami",
            "B4-D4 D4-D1 A4-D4 B5-D5 D1-D3 B2-D2 B1-D1",
            "you win. Pieces: X 14, O 13.",
            {"win": 1},
        ),
    ],
)
def test_a_whole_game_is_played_by_clicks(show_board, notebook, name, moves, ending, shapes):
    board = show_board(name)
    chosen = moves.split(";" if ";" in moves else " ")
    play(board, *chosen)
    yours = f"print(*(m for m, s in zip({name}.moves, {name}.match.states) if s.turn == 'MAX'))"
    assert notebook.python(yours) == " ".join(chosen)
    assert sentence(board).endswith(f"The game is over: {ending}")
    assert {kind: drawn(board, kind) for kind in shapes} == shapes
    assert board.locator(".gl-cell.legal").count() == 0
    choose(board, chosen[0].split("-")[0])
    assert "the game is over" in trouble(board).lower()


def test_the_reasons_for_a_move_can_be_read(show_board):
    board = show_board("quick")
    play(board, "a1", "a2", "b1")
    board.locator(".gl-why summary").click()
    rows = board.locator(".gl-why tbody tr").all_inner_texts()
    assert rows[0].split("\t")[::2] == ["c1 (played)", "exactly -1"]
    assert rows[0].split("\t")[1].startswith("makes 3 in a row; wins at once")
    assert (
        board.locator(".gl-why thead").inner_text().split("\t")[2].strip()
        == "Value for X, who is MAX"
    )
    assert "O is MIN and wants small values." in board.locator(".gl-why .gl-about").inner_text()
    assert len(rows) == 4
    board.locator(".gl-why summary").click()


def test_the_keyboard_is_enough(show_board, notebook):
    board = show_board("quick")
    board.locator("[data-cell=b2]").focus()
    keys(board, "ArrowUp", "ArrowLeft", "ArrowLeft", "Enter")  # at the edge the cursor stays
    until(board, 2)
    keys(board, "ArrowDown", "ArrowDown", "ArrowRight", " ")
    until(board, 4)
    assert notebook.python("print(*quick.moves[::2])") == "a1 c2"
    for key, ply in (("u", 2), ("n", 0), ("s", 1)):
        keys(board, key)
        until(board, ply)
    for act, ply in (("swap", 2), ("undo", 0), ("swap", 1)):
        press(board, act)
        until(board, ply)
    board.locator("[data-cell=c2]").focus()
    assert sentence(board) == "X played a1. Your turn: you are O."
    cell = "document.activeElement.dataset.cell"
    assert board.page.evaluate(cell) == "c2", "the cursor is still there"


def test_a_screen_reader_finds_cells_and_names(show_board):
    board = show_board("quick")
    play(board, "b2")
    grid = board.get_by_role("grid")
    assert grid.get_by_role("row").count() == 3
    assert grid.get_by_role("gridcell").count() == 9
    assert board.locator("[data-cell=a1]").get_attribute("aria-label") == "a1, O, last move"
    assert board.locator("[data-cell][tabindex='0']").count() == 1
    assert board.locator("[aria-live=polite]").first.inner_text() == sentence(board)


@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])
def test_signs_stand_out_in_every_theme(show_board, notebook, theme):
    board = show_board("quick")
    play(board, "b2")
    notebook.theme(theme)
    paper = board.evaluate("b => getComputedStyle(b).backgroundColor")
    for kind in ("max", "min"):
        sign = board.locator(f".gl-strokes .gl-{kind}:not(.gl-last)")
        colour = sign.evaluate("p => getComputedStyle(p).stroke")
        assert contrast(colour, paper) >= 4.5, (kind, colour, paper)


# ---- pieces and edges ---------------------------------------------------------------------------


def test_a_piece_is_chosen_and_let_go(show_board):
    board = show_board("hasami")
    chosen, legal = board.locator(".gl-cell.chosen"), board.locator(".gl-cell.legal")
    choose(board, "B4")
    assert legal.evaluate_all("all => all.map((s) => s.dataset.cell)") == ["C4", "D4", "E4"]
    choose(board, "B4")
    assert chosen.count() == 0
    choose(board, "B4", "B5")
    assert chosen.get_attribute("data-cell") == "B5", "another one"
    keys(board, "Escape")
    assert chosen.count() == 0
    choose(board, "D4")
    assert trouble(board) == "Choose a piece of X first: D4 is empty."
    choose(board, "B4", "D5")
    assert "a piece moves along its row or its column" in trouble(board)
    assert chosen.count() == 1, "the piece is still in hand"


def test_pieces_move_by_keys_and_what_is_taken_fades(show_board, notebook):
    board = show_board("hasami")
    board.locator("[data-cell=B4]").focus()
    keys(board, "Enter", "ArrowDown", "ArrowDown", "Enter")
    until(board, 2)
    assert notebook.python("print(hasami.moves[0])") == "B4-D4"
    play(board, "D4-D1")
    board.locator("[data-go=back]").click()
    until_at(board, 3)
    assert (drawn(board, "gone min"), drawn(board, "from max")) == (1, 1)
    assert board.locator(".gl-strokes .gl-gone").evaluate("g => getComputedStyle(g).animationName")


# From every spot that is reached, each arrow key twice: edges lie askew, and the second press comes
# back to the line.
REACHED = """(board, first) => {
  const held = () => board.getRootNode().activeElement;
  const spot = (cell) => board.querySelector(`[data-cell='${cell}']`);
  const reached = new Set([first]);
  for (const cell of reached) {
    for (const key of ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"]) {
      spot(cell).focus();
      for (let times = 0; times < 2; times++) {
        held().dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
        reached.add(held().dataset.cell);
      }
    }
  }
  return [...reached].sort();
}"""


@pytest.mark.parametrize("name", ["wide", "dots", "hasami"])
def test_the_arrow_keys_reach_every_spot(show_board, name):
    board = show_board(name)
    cells = board.locator("[data-cell]").evaluate_all("all => all.map((s) => s.dataset.cell)")
    assert board.evaluate(REACHED, cells[-1]) == sorted(cells)


# ---- games that are known nowhere else -----------------------------------------------------------

WAY = """name => {
  const held = document.activeElement;
  const wanted = held.closest("svg").querySelector(`[data-cell='${name}']`);
  const [from, to] = [held, wanted].map((spot) => spot.getBoundingClientRect());
  if (Math.abs(to.y - from.y) > 5) return to.y > from.y ? "ArrowDown" : "ArrowUp";
  return to.x > from.x ? "ArrowRight" : to.x < from.x ? "ArrowLeft" : "";
}"""


def go_to(board, name):
    """Let arrow keys bring the focus to a spot; they find it or the test fails."""
    for _ in range(12):
        if not (way := board.page.evaluate(WAY, name)):
            return
        keys(board, way)
    raise AssertionError(f"{name} is not reached")


@pytest.mark.parametrize("name, choices", [("nim", "1 2 3 3"), ("four", "f2 f3 f4 f5")])
@pytest.mark.parametrize("hand", ["mouse", "keys"])
def test_a_whole_game_is_won_by_mouse_and_by_keys(show_board, notebook, name, choices, hand):
    shown, spots = show_board(name), choices.split()
    if hand == "mouse":
        play(shown, *spots)
    else:
        shown.locator("[data-cell][tabindex='0']").focus()
        for ply, spot in zip((2, 4, 6, 7, 6, 7), [*spots, "", spots[-1]], strict=True):
            if spot:  # the focus is where it was, also where the buttons are new ones
                go_to(shown, spot)
            keys(shown, "Enter" if spot else "u")  # heard where nothing can be chosen, too
            until(shown, ply)
    assert sentence(shown) == "The game is over: you win."
    wanted = " ".join(spot.removeprefix("f") for spot in spots)
    assert notebook.python(f"print(*{name}.moves[::2])") == wanted
    assert shown.locator(".gl-cell.legal").count() == 0
    if name == "four":
        assert (drawn(shown, "win"), drawn(shown, "stone")) == (1, 7)
        choose(shown, "f1")
        assert trouble(shown) == "f1 cannot be chosen here."


def test_one_of_many_moves_is_found_in_its_group(show_board, notebook):
    shown = show_board("numbers")
    assert shown.locator("[data-cell]:visible").count() == 10
    choose(shown, "40 … 49")
    assert shown.locator("[data-cell]:visible").count() == 20
    choose(shown, "30 … 39")
    assert shown.locator("[data-cell='44']").is_hidden()
    shown.locator("[data-cell='30 … 39']").focus()
    keys(shown, "ArrowDown", "ArrowDown", "Enter")
    until(shown, 1)
    assert 30 <= int(notebook.python("print(numbers.moves[0])")) <= 39


# ---- while a player thinks ----------------------------------------------------------------------


def test_clicks_while_the_player_thinks_do_no_harm(show_board, notebook):
    board = show_board("patient")
    board.locator("[data-cell=b2]").dblclick()
    board.locator(".gl-strokes .gl-max:not(.gl-last)").wait_for()  # your move is seen at once,
    board.get_by_text("O is thinking.").wait_for()
    assert board.get_attribute("data-ply") == "1", "before the player has thought"
    choose(board, "b2", "c3", "c2")
    assert trouble(board) == "Please wait: the last move has not been answered yet."
    press(board, "undo")
    press(board, "new")
    until(board, 2)
    assert notebook.python("print(*patient.moves)") == "b2 a1"
    play(board, "c3")


def test_the_notebook_goes_on_while_the_player_thinks_and_stop_is_heard(show_board, notebook):
    board = show_board("slices")
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


def test_the_button_that_interrupts_the_kernel_stops_the_thinking(show_board, notebook):
    board = show_board("slices")
    choose(board, "b2")
    board.get_by_text(re.compile("^Thinking… depth 2")).wait_for()
    notebook.command("notebook:interrupt-kernel")
    until(board, 2)
    assert sentence(board) == "O played c3. Your turn: you are X."


def test_two_players_play_until_they_are_paused_and_a_move_a_step(show_board, notebook):
    board = show_board("watched")
    board.locator("[data-go=play]").click()
    board.page.wait_for_function("b => Number(b.dataset.ply) >= 2", arg=board.element_handle())
    board.get_by_role("button", name="Pause (p)").click()
    at = int(notebook.python("print(len(watched.moves))"))
    board.get_by_role("button", name="Next move").click()
    until(board, at + 1)
    assert board.locator(".gl-cell.legal").count() == 0
    board.locator("select").select_option("two people")
    board.locator(".gl-cell.legal").first.wait_for(state="attached")


# ---- review, evaluation -------------------------------------------------------------------------


def test_a_game_is_reviewed_looked_through_and_played_on_from_a_mistake(show_board, notebook):
    board = show_board("wide")
    play(board, "a1", "d5", "a2", "d4", "a3", "d1", "a4")
    meter = board.get_by_role("meter")
    assert meter.is_hidden(), "the evaluation is shown only on request"
    press(board, "review")
    chart = board.get_by_role("slider")
    chart.wait_for()
    assert meter.get_attribute("aria-valuetext").startswith("X wins")
    mistake = board.locator(".gl-moves [data-grade=mistake]").last
    move = mistake.get_attribute("data-move")
    assert mistake.get_attribute("aria-label").endswith(f"{move}: mistake")
    mistake.click()
    board.get_by_text(re.compile(rf"played {move} \(.*A mistake.* Better: ")).wait_for()
    at = int(board.get_attribute("data-at"))
    press(board, "before")
    until_at(board, at - 1)
    chart.focus()
    keys(board, "End")
    until_at(board, 7)
    box = chart.bounding_box()
    chart.click(position={"x": 2, "y": box["height"] / 2})
    until_at(board, 0)
    keys(board, "ArrowRight")
    until_at(board, 1)
    assert chart.get_attribute("aria-valuenow") == "1"
    play(board, "b2")
    assert trouble(board) == "6 later moves were cut off; Undo brings them back."
    press(board, "rate")
    meter.wait_for(state="hidden")


def test_a_saved_game_is_looked_through_without_a_kernel(show):
    from gamelib import TicTacToe
    from gamelib import board as board_of

    widget = board_of(TicTacToe(), against="two people")
    for move in ("b2", "a2", "c3", "c2", "a1"):
        widget.play(move)
    widget.review()
    page = show(widget)
    board = page.locator(".gl-board")
    assert drawn(board, "win") == 1
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert_accessible(page)
    board.locator("[data-go=back]").click()
    until_at(board, 4)
    assert (drawn(board, "win"), board.locator("[data-act=undo]").is_hidden()) == (0, True)
    choose(board, "a1")
    assert trouble(board) == "This is a saved game: you can look through it, but not play."
    board.get_by_role("slider").focus()
    keys(board, "Home")
    until_at(board, 0)


# ---- hint, level, heat, replay ------------------------------------------------------------------


def test_a_hint_is_shown_on_the_board(show_board):
    board = show_board("quick")
    press(board, "hint")
    board.locator(".gl-strokes .gl-hint").wait_for(state="attached")
    assert "Hint: " in sentence(board)


def test_the_level_is_chosen_in_the_widget(show_board, notebook):
    board = show_board("wide")
    swap = board.locator("[data-act=swap]")
    assert swap.is_hidden(), "two people play"
    board.locator("select").select_option("random")
    swap.wait_for()
    play(board, "a1")
    until(board, 2)
    board.locator("select").select_option("two people")
    swap.wait_for(state="hidden")
    assert notebook.python("print(wide.level)") == "two people"


def test_the_heat_map_is_shown_and_hidden(show_board):
    board = show_board("gomoku")
    assert board.locator(".heated").count() == 0
    assert board.locator(".gl-shades").is_hidden()
    press(board, "heat")
    board.locator("[data-cell=h8].heated").wait_for()
    assert ", value " in board.locator("[data-cell=h8]").get_attribute("aria-label")
    assert board.locator(".gl-shades").inner_text().endswith("best for the mover")
    press(board, "heat")
    board.page.wait_for_function("b => !b.querySelector('.heated')", arg=board.element_handle())


def test_a_game_is_replayed_and_played_on_from_an_earlier_moment(show_board, notebook):
    board = show_board("quick")
    play(board, "b2", "c3")
    for button, moment in (("go=first", 0), ("go=forward", 1), ("move=a1", 2)):
        board.locator(f"[data-{button}]").click()
        until_at(board, moment)
    assert sentence(board).startswith("Move 2 of 4.")
    play(board, "c1")
    assert trouble(board) == "2 later moves were cut off; Undo brings them back."
    press(board, "undo")
    until_at(board, 2)
    assert notebook.python("print(*quick.moves)") == "b2 a1 c3 a3"


def test_a_text_that_was_clicked_keeps_the_keys_from_the_notebook(show_board, notebook):
    board = show_board("quick")
    cells = notebook.page.locator(".jp-Cell")
    count = cells.count()
    for part in (".gl-says", ".gl-record strong", ".gl-under"):
        board.locator(part).click(force=True)
        keys(board, "d", "d")
    assert cells.count() == count


def test_a_board_uses_its_room_and_no_more(show_board, notebook):
    board = show_board("gomoku")
    field = board.locator(".gl-field")
    sizes = []
    for wide, high in ((1280, 720), (1920, 1080)):
        notebook.resize(wide, high)
        board.evaluate("b => b.scrollIntoView({ block: 'start' })")
        for part in (field, board.locator("[data-act=undo]"), board.locator("[data-go=last]")):
            box = part.bounding_box()
            assert 0 <= box["y"] <= box["y"] + box["height"] <= high - 24, "above the fold"
        sizes.append(field.bounding_box()["width"])
    assert (sizes[0] > 500, sizes[1] > 1.4 * sizes[0]) == (True, True)
    notebook.resize(1400, 1000)
    board.evaluate("b => { b.style.width = '330px'; }")
    try:
        box, room = field.bounding_box(), board.bounding_box()
        assert box["x"] + box["width"] <= room["x"] + room["width"]
        side = board.locator(".gl-side").bounding_box()
        assert side["y"] > box["y"] + box["height"], "the moves stand below the board"
    finally:
        board.evaluate("b => { b.style.width = ''; }")


def test_after_a_restart_of_the_kernel_a_click_says_what_to_do(show_board, notebook):
    board = show_board("quick")
    notebook.restart_kernel()
    choose(board, "b2")
    assert "run" in trouble(board)
    notebook.run_all()
    notebook.wait_for_views(len(WIDGETS))
    play(notebook.page.locator(".gl-board").first, "b2")
