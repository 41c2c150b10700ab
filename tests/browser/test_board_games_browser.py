"""Whole games on boards with a widget behind them: by mouse, by keys, reviewed and learned from."""

from __future__ import annotations

import pytest
from browser_views import assert_accessible
from kernel_board import board as board_of
from seams.test_board_for_every_game import ConnectFour, Nim, Numbers, first

from browser.board_stub import Played
from gamelib import TicTacToe, search_player
from gamelib.games.dots import DotsAndBoxes
from gamelib.games.gomoku import Gomoku
from gamelib.games.hasami import HasamiShogi

WIDGETS = {
    "quick": lambda: board_of(TicTacToe(), against=search_player()),
    "wide": lambda: board_of(TicTacToe(4, 5, line=4), against="two people"),
    "gomoku": lambda: board_of(Gomoku(), against=first),
    "dots": lambda: board_of(DotsAndBoxes(), against=first),
    "hasami": lambda: board_of(HasamiShogi(7), against=first),
    "watched": lambda: board_of(DotsAndBoxes(), against=(first, "easy")),
    "nim": lambda: board_of(Nim(), against=first),
    "four": lambda: board_of(ConnectFour(), against=first),
    "numbers": lambda: board_of(Numbers(), against="two people"),
}


@pytest.fixture
def play(offline):
    """Return one of the boards, with nothing played."""
    return lambda name, **options: Played(offline, WIDGETS[name](), **options)


@pytest.mark.parametrize(
    "name, moves, ending, shapes",
    [
        ("quick", "b2 c3 a2 b1 c1", "A draw", {"max": 6, "min": 4, "last max": 1}),
        ("quick", "a1 a2 b1", "You lose", {"win": 1, "last min": 1}),
        ("gomoku", "h4 h5 h6 h7 h8", "You win", {"stone": 9, "win": 1}),
        (
            "dots",
            "v 1,2;v 1,1;v 1,0;v 0,2;v 0,1;v 0,0;h 2,1;h 2,0",
            "You win by 4",
            {"box": 4, "small": 4},  # a sign beside the colour
        ),
        ("hasami", "B4-D4 D4-D1 A4-D4 B5-D5 D1-D3 B2-D2 B1-D1", "You win", {"win": 1}),
    ],
)
def test_a_whole_game_is_played_by_clicks(play, name, moves, ending, shapes):
    game = play(name)
    chosen = moves.split(";" if ";" in moves else " ")
    for move in chosen:
        game.click(*move.split("-"))
    sides = [side for _, side in game.widget.shown["moves"]]
    yours = zip(game.widget.moves, sides, strict=True)
    assert [str(move) for move, side in yours if side == "MAX"] == chosen
    assert game.title == ending
    assert {kind: game.drawn(kind) for kind in shapes} == shapes
    assert game.board.locator(".gl-cell.legal").count() == 0
    game.click(chosen[0].split("-")[0])
    assert "the game is over" in game.text.lower()


# ---- by keys ------------------------------------------------------------------------------------

WAY = """([name, last]) => {
  const held = document.activeElement;
  const wanted = held.closest("svg").querySelector(`[data-cell='${name}']`);
  const [from, to] = [held, wanted].map((spot) => spot.getBoundingClientRect());
  const [x, y] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
  const ways = { ArrowDown: y > 5, ArrowUp: y < -5, ArrowRight: x > 5, ArrowLeft: x < -5 };
  return ways[last] ? last : Object.keys(ways).find((way) => ways[way]) ?? "";
}"""  # noqa: E501


def go_to(game, spot):
    """Let arrow keys bring the focus to a spot, on along a line as far as that helps."""
    way = ""
    for _ in range(20):
        if not (way := game.page.evaluate(WAY, [spot, way])):
            return
        game.keys(way)
    raise AssertionError(f"{spot} is not reached")


@pytest.mark.parametrize(
    "name, moves",
    [
        ("quick", "a1 a2 b1"),
        ("gomoku", "h4 h5 h6 h7 h8"),
        ("dots", "v 1,2;v 1,1;v 1,0;v 0,2;v 0,1;v 0,0;h 2,1;h 2,0"),
        ("hasami", "B4-D4 D4-D1 A4-D4 B5-D5 D1-D3 B2-D2 B1-D1"),
        ("nim", "1 2 3 3"),
        ("four", "f2 f3 f4 f5"),
    ],
)
def test_a_whole_game_is_played_by_keys_alone(play, name, moves):
    game = play(name)
    game.keys("Tab", "Tab")  # past the menu
    for move in moves.split(";" if ";" in moves else None):
        for spot in move.split("-"):
            go_to(game, spot)
            game.keys("Enter")
    assert game.title in ("You win", "You win by 4", "You lose")
    plies = len(game.widget.moves)
    game.keys("u")
    assert len(game.widget.moves) < plies, "heard where nothing can be chosen, too"
    go_to(game, move.split("-")[0])
    for spot in move.split("-"):
        go_to(game, spot)
        game.keys(" ")
    assert len(game.widget.moves) == plies
    game.keys("r")
    assert game.title == "Review"


# From every spot that is reached, each arrow key twice: edges lie askew, and the second press comes
# back to the line.
REACHED = """(board, first) => {
  const spot = (cell) => board.querySelector(`[data-cell='${cell}']`);
  const reached = new Set([first]);
  for (const cell of reached) {
    for (const key of ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"]) {
      spot(cell).focus();
      for (let times = 0; times < 2; times++) {
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        reached.add(document.activeElement.dataset.cell);
      }
    }
  }
  return [...reached].sort();
}"""


@pytest.mark.parametrize("name", ["wide", "dots", "hasami"])
def test_the_arrow_keys_reach_every_spot(play, name):
    board = play(name).board
    cells = board.locator("[data-cell]").evaluate_all("all => all.map((s) => s.dataset.cell)")
    assert board.evaluate(REACHED, cells[-1]) == sorted(cells)


# ---- pieces, groups, moments --------------------------------------------------------------------


def test_a_piece_is_chosen_and_let_go(play):
    game = play("hasami")
    chosen, legal = game.board.locator(".gl-cell.chosen"), game.board.locator(".gl-cell.legal")
    game.click("B4")
    assert legal.evaluate_all("all => all.map((s) => s.dataset.cell)") == ["C4", "D4", "E4"]
    game.click("B4")
    assert chosen.count() == 0
    game.click("B4", "B5")
    assert chosen.get_attribute("data-cell") == "B5", "another one"
    game.keys("Escape")
    assert chosen.count() == 0
    game.click("D4")
    assert game.text == "Choose a piece of X first: D4 is empty."
    game.click("B4", "D5")
    assert game.text == "Pieces move along rows and columns."
    assert chosen.count() == 1, "the piece is still in hand"
    game.click("D4", "D4", "D1")
    game.board.locator("[data-move='D4-D1']").click()
    game.answer()
    assert (game.drawn("gone min"), game.drawn("from max")) == (1, 1)
    fade = game.board.locator(".gl-strokes .gl-gone")
    assert fade.evaluate("g => getComputedStyle(g).animationName") == "gl-fade"


def test_one_of_many_moves_is_found_in_its_group(play):
    game = play("numbers")
    spots = game.board.locator("[data-cell]:visible")
    assert spots.count() == 10
    game.click("40 … 49")
    assert spots.count() == 20
    game.click("30 … 39")
    assert game.board.locator("[data-cell='44']").is_hidden()
    game.board.locator("[data-cell='30 … 39']").focus()
    game.keys("ArrowDown", "ArrowDown", "Enter")
    assert 30 <= game.widget.moves[0] <= 39


def test_a_game_is_looked_through_and_played_on_from_an_earlier_moment(play):
    game = play("quick")
    game.click("b2", "c3")
    game.board.locator("[data-move=a1]").click()
    game.answer()
    assert game.title == "Before move 3"
    game.click("c1")
    assert game.text.startswith("2 later moves were cut off; Take back brings them back.")
    assert game.board.locator(".gl-text-box.cut").count() == 0, "that is no error"
    game.press("undo")
    assert [*map(str, game.widget.moves)] == ["b2", "a1", "c3", "a3"]


def test_two_players_make_a_move_a_step(play):
    game = play("watched")
    assert game.text == "Play starts the game. Step makes one move."
    game.press("step")
    game.press("step")
    assert len(game.widget.moves) == 2
    assert game.board.locator(".gl-cell.legal").count() == 0
    game.choose("level")
    game.board.locator(".gl-menu [data-name='two people']").click()
    game.answer()
    assert game.board.locator(".gl-cell.legal").count() > 0


# ---- hint, review, learn ------------------------------------------------------------------------


def test_a_lost_game_is_reviewed_and_learned_from(play):
    game = play("quick")
    game.click("a1", "a2", "b1")
    game.press("review")
    assert game.text == "You made 1 mistake: b1 at move 5."
    assert game.board.locator("[data-grade='??']").get_attribute("data-move") == "b1"
    game.press("learn")
    assert game.board.get_attribute("data-at") == "4"
    game.click("a1")
    assert "a1 is taken." in game.text
    game.click("b3")
    assert game.board.locator(".gl-text-box.cut").count() == 1
    assert game.drawn("arrow") > 0, "the refutation"
    game.press("again")
    game.click("b3")
    assert game.board.locator(".gl-text-box.cut").count() == 1, "the same move again"
    game.press("solve")
    assert game.text.startswith("c1 ")
    assert game.board.locator(".gl-text-box.right").count() == 1
    game.press("leave")
    assert game.title == "Review"
    game.press("new")
    assert (game.title, len(game.widget.moves)) == ("Your turn: you are X", 0)
    game.click("a1")
    assert game.board.locator(".gl-chart").is_hidden(), "an old review does not come back"


@pytest.mark.parametrize("name, spots", [("gomoku", ["h8"]), ("dots", ["h 0,0"]), ("four", ["f4"])])
def test_hint_heat_and_reasons_are_shown_on_every_board(play, name, spots):
    game = play(name)
    game.click(*spots)
    for _ in range(3):
        game.press("hint")
    assert game.text.startswith("Hint 3 of 3")
    assert game.drawn("hint") > 0
    shaded = game.board.locator(".gl-shaded").count()
    assert shaded > 0
    if game.widget.plan["estimates"]:
        game.choose("heat")
        assert game.board.locator(".heated").count() > 0
        assert game.board.locator(".gl-scale").inner_text().endswith("best for the mover")
        game.choose("heat")
        assert game.board.locator(".heated").count() == 0
    game.choose("rate")
    assert game.board.locator(".gl-evaluation").is_hidden()


def test_a_saved_game_is_looked_through_without_a_kernel(show):
    widget = board_of(TicTacToe(4, 4, line=3), against=first)
    for move in ("b2", "c3"):
        widget.play(move)
    page = show(widget)
    board = page.locator(".gl-board")
    assert_accessible(page)
    assert "Saved board: its cell has to be run before you can play." in (
        board.locator(".gl-text-box").inner_text()
    )
    board.locator("[data-act=back]").click()
    assert board.get_attribute("data-at") == str(len(widget.moves) - 1)
    board.locator("[data-cell=a1]").click(force=True)
    page.keyboard.press("u")
    assert board.get_attribute("data-ply") == str(len(widget.moves))
