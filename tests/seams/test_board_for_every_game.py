"""A board for every game: Nim and Connect Four, written here and known nowhere else, are played."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from gamelib import MAX, alpha_beta, board, check_game, draw, heat_map
from gamelib.face import Disc, Face, Spot, face_of

ROOT = Path(__file__).parents[2]

# Nim as CONTRIBUTING.md has it: five functions, and nothing about a board.
NIM = re.findall(r"```python\n(class Nim:.+?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.S)[0]

CONNECT_FOUR = '''
class ConnectFour:
    """Let a disc fall into one of seven columns; whoever has four in a line wins.

    A state is the columns, each from below, and who moves; a move is the number of a column.
    """

    def start(self):
        return ("",) * 7, MAX

    def turn(self, state):
        return state[1]

    def moves(self, state):
        free = (c for c, column in enumerate(state[0], start=1) if len(column) < 6)
        return () if self.line(state) else tuple(free)

    def play(self, state, move):
        if move not in self.moves(state):
            raise ValueError(f"{move!r} is not a legal move: the column is full, or it is over")
        columns, side = [*state[0]], state[1]
        columns[move - 1] += "X" if side == MAX else "O"
        return tuple(columns), MIN if side == MAX else MAX

    def score(self, state):
        if self.line(state):
            return 1 if state[1] == MIN else -1
        return None if self.moves(state) else 0

    def line(self, state):
        lying = {(r, c): sign for c, col in enumerate(state[0]) for r, sign in enumerate(col)}
        for (r, c), sign in lying.items():
            for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(r + i * up, c + i * right) for i in range(4)]
                if all(lying.get(cell) == sign for cell in cells):
                    return [self.cell(*cell) for cell in cells]
        return []

    def cell(self, row, column):
        return f"{'fedcba'[row]}{column + 1}"

    def face(self, state, last=None):
        return grid_face(
            [[column[r : r + 1] for column in state[0]] for r in range(5, -1, -1)],
            {(str(move),): move for move in self.moves(state)},
            pieces="stones",
            choose="columns",
            last=[self.cell(len(last[0][0][last[1] - 1]), last[1] - 1)] if last else [],
            line=self.line(state),
        )
'''

NUMBERS = '''
class Numbers:
    """Say one of a hundred numbers; it is the score."""

    def start(self):
        return "no number yet"

    def turn(self, state):
        return MAX

    def moves(self, state):
        return () if isinstance(state, int) else tuple(range(100))

    def play(self, state, move):
        return move

    def score(self, state):
        return state if isinstance(state, int) else None
'''

USED = "from gamelib import MAX, MIN, board\nfrom gamelib.face import grid_face\n"
FIRST = "def first(game, state):\n    return game.moves(state)[0]\n"
known: dict[str, object] = {}
exec(USED + NIM + CONNECT_FOUR + NUMBERS + FIRST, known)
Nim, ConnectFour, Numbers, first = (known[n] for n in ("Nim", "ConnectFour", "Numbers", "first"))


# ---- without a browser --------------------------------------------------------------------------


def test_connect_four_with_a_drawn_board_has_at_most_60_lines():
    assert len((USED + CONNECT_FOUR).strip().splitlines()) <= 60
    assert check_game(ConnectFour())


def test_each_of_them_is_played_to_its_end_against_the_computer():
    for game in (Nim(), ConnectFour()):
        widget = board(game)
        assert widget.level == "medium"
        while legal := game.moves(widget.state):
            widget.play(legal[-1])
        assert widget.match.sentence().endswith(("you win.", "you lose.", "a draw."))


def test_nim_has_its_text_and_a_button_for_each_move():
    widget = board(Nim(), against=first)
    assert widget.shown["words"][0][3] == "(12, 'MAX')"
    assert widget.shown["choices"] == [["1"], ["2"], ["3"]]
    widget.play(3)
    assert widget.match.sentence() == "MIN played 1. Your turn: you are MAX."
    twin = unescape(widget._repr_mimebundle_()[0]["text/html"])
    assert "alt=\"(8, 'MAX'). Last move 1. MIN played 1. Your turn: you are MAX.\"" in twin


def test_many_moves_are_put_into_groups():
    widget = board(Numbers(), against="two people")
    assert ["40 … 49", "44"] in widget.shown["choices"]
    assert len({group for group, _ in widget.shown["choices"]}) == 10
    widget.hear({"ply": 0, "do": "choose", "spots": ["40 … 49", "44"]})
    assert widget.match.sentence() == "The game is over: MAX wins by 44."


def test_a_column_is_told_with_what_lies_in_it_and_so_is_the_last_move():
    game = ConnectFour()
    before = game.play(game.play(game.start(), 4), 4)
    face = face_of(game, game.play(before, 4), (before, 4))
    assert [spot.said for spot in face.spots][2:4] == [
        "column 3, empty",
        "column 4, from below X O X",
    ]
    assert face.said == "Board of 6 by 7 cells: d4 X, e4 O, f4 X. Last move d4."


def test_a_board_takes_a_face_in_place_of_the_games_own():
    def matches(state: tuple[int, str], last: object) -> Face:
        drawn = tuple(Disc("dot", 20 + 20 * i, 20, 6) for i in range(state[0]))
        taken = range(1, min(3, state[0]) + 1)
        spots = [Spot(f"m{i}", 20 * i, 20, ((0, 0), (9, 0), (9, 9)), f"{i} matches") for i in taken]
        return Face(260, 40, drawn, tuple(spots), {(f"m{i}",): i for i in taken}, note="Matches.")

    widget = board(Nim(), against=first, face=matches)
    widget.play(3)
    assert [kind for kind, _, _ in widget.shown["strokes"]] == ["dot"] * 8
    assert widget.shown["sentence"] == "O played 1. Your turn: you are X. Matches."


def test_both_are_drawn_small_in_the_nodes_of_a_tree():
    game = ConnectFour()
    state = ("XO", "", "X", "", "", "", ""), MAX
    trace = alpha_beta(game, state, depth=1, evaluate=lambda state: 0, record=True).trace
    picture = draw(trace).svg
    assert picture.count(">X</text>") == 2 + 7 * 3
    assert picture.count(">O</text>") == 1 + 7
    sticks = draw(alpha_beta(Nim(), (3, MAX), record=True).trace).svg
    assert unescape(sticks).count(">(3, 'MAX')</text>") == 1
    assert unescape(sticks).count(">(0, 'M") == 4, "the ends of the game"


def test_a_heat_map_needs_no_cells():
    assert repr(heat_map(Nim(), lambda state: state[0])) == "(12, 'MAX')\nNotes: 1 11, 2 10, 3 9."
    assert heat_map(ConnectFour(), lambda state: 0).svg.count("class='board-heat-0'") == 7


def test_a_board_loads_no_other_game():
    ask = "import sys, gamelib; gamelib.board(gamelib.TicTacToe())\nprint(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True)
    games = [name for name in run.stdout.split() if name.startswith("gamelib.games.")]
    assert "gamelib.games.tictactoe" in games
    assert {name.split(".")[2] for name in games} <= {"tictactoe", "grid"}
    assert not [name for name in run.stdout.split() if name.startswith("course")]


# ---- in a browser -------------------------------------------------------------------------------

CELLS = [
    USED + NIM + CONNECT_FOUR + NUMBERS + FIRST,
    "nim = board(Nim(), against=first)\nnim",
    "four = board(ConnectFour(), against=first)\nfour",
    "numbers = board(Numbers(), against='two people')\nnumbers",
]
NAMES = ["nim", "four", "numbers"]


@pytest.fixture(scope="module")
def notebook(browser, lab):
    opened = lab.open(browser, CELLS, "every-game")
    opened.page.wait_for_function("document.querySelectorAll('.gl-board').length === 3")
    opened.errors = []
    opened.page.on("pageerror", lambda error: opened.errors.append(str(error)))
    yield opened
    opened.close()


@pytest.fixture
def show(notebook):
    """Return one of the boards, with nothing played."""

    def shown(name):
        notebook.python(f"{name}.new_game()")
        found = notebook.page.locator(".gl-board").nth(NAMES.index(name))
        found.scroll_into_view_if_needed()
        until(found, 0)
        return found

    yield shown
    assert notebook.errors == []


def until(board, ply):
    """Wait until so many moves are shown and nobody thinks."""
    board.page.wait_for_function(
        "([board, ply]) => board.dataset.ply === ply && !board.matches('.waiting')",
        arg=[board.element_handle(), str(ply)],
    )


def sentence(board):
    return board.locator(".gl-says").inner_text()


def go_to(board, name):
    """Let arrow keys bring the focus to a spot; they find it or the test fails."""
    page = board.page
    for _ in range(12):
        held, wanted = page.evaluate(
            "name => [document.activeElement.dataset.cell, name]"
            ".map((cell) => [...document.activeElement.closest('svg')"
            ".querySelectorAll('[data-cell]:not(.hidden)')]"
            ".findIndex((spot) => spot.dataset.cell === cell))",
            name,
        )
        if held == wanted:
            return
        page.keyboard.press("ArrowRight" if held < wanted else "ArrowLeft")
    raise AssertionError(f"{name} is not reached")


GAMES = {"nim": (["1", "2", "3", "3"], 7), "four": (["2", "3", "4", "5"], 7)}


@pytest.mark.browser
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("hand", ["mouse", "keys"])
def test_a_whole_game_is_won_by_mouse_and_by_keys(show, notebook, name, hand):
    shown = show(name)
    choices, end = GAMES[name]
    if hand == "keys":
        shown.locator("[data-cell][tabindex='0']").focus()
    for ply, choice in enumerate(choices, start=1):
        if hand == "mouse":
            shown.locator(f"[data-cell='{choice}']").click()
        else:  # the focus is where it was, also where the buttons are new ones
            go_to(shown, choice)
            notebook.page.keyboard.press("Enter")
        until(shown, min(2 * ply, end))
    assert sentence(shown) == "The game is over: you win."
    assert notebook.python(f"print(*{name}.moves[::2])") == " ".join(choices)
    assert shown.locator(".gl-cell.legal").count() == 0
    if hand == "keys":  # they are heard where nothing can be chosen any more, too
        notebook.page.keyboard.press("u")
        until(shown, 6)
        go_to(shown, choices[-1])
        notebook.page.keyboard.press("Enter")
        until(shown, end)
    if name == "four":
        assert shown.locator(".gl-strokes .gl-win").count() == 1
        assert shown.locator(".gl-strokes .gl-stone").count() == 7
        shown.locator("[data-cell='1']").click(force=True)
        shown.locator(".gl-trouble:not(:empty)").wait_for()
        assert shown.locator(".gl-trouble").inner_text() == "1 cannot be chosen here."


@pytest.mark.browser
def test_one_of_many_moves_is_found_in_its_group(show, notebook):
    shown = show("numbers")
    assert shown.locator("[data-cell]:visible").count() == 10
    shown.locator("[data-cell='40 … 49']").click()
    assert shown.locator("[data-cell]:visible").count() == 20
    shown.locator("[data-cell='30 … 39']").click()
    assert shown.locator("[data-cell='44']").is_hidden()
    shown.locator("[data-cell='30 … 39']").focus()
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        notebook.page.keyboard.press(key)
    until(shown, 1)
    assert 30 <= int(notebook.python("print(numbers.moves[0])")) <= 39
