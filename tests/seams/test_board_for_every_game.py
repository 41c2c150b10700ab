"""A board for every game: Nim and Connect Four, written here and known nowhere else, are played."""

import re
from html import unescape
from pathlib import Path

import pytest
from browser_boards import choose, drawn, keys, play, sentence, trouble, until

from gamelib import MAX, alpha_beta, board, check_game, draw, heat_map
from gamelib.face import Disc, Face, Spot

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
            {(self.cell(len(state[0][m - 1]), m - 1),): m for m in self.moves(state)},
            stones=True,
            last=[self.cell(len(last[0][0][last[1] - 1]), last[1] - 1)] if last else [],
            line=self.line(state),
        )
'''

MORE = """
class Numbers:  # say one of a hundred; it is the score
    start = lambda self: None
    turn = lambda self, state: MAX
    moves = lambda self, state: range(100) if state is None else ()
    play = lambda self, state, move: move
    score = lambda self, state: state

def first(game, state):
    return game.moves(state)[0]
"""

USED = "from gamelib import MAX, MIN, board\nfrom gamelib.face import grid_face\n"
SETUP = USED + NIM + CONNECT_FOUR + MORE
known = {}
exec(SETUP, known)
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
    assert "alt=\"(8, 'MAX'). Last move 1. Run this cell to play. MIN played 1. Your turn:" in twin


def test_many_moves_are_put_into_groups():
    widget = board(Numbers(), against="two people")
    assert ["40 … 49", "44"] in widget.shown["choices"]
    assert len({group for group, _ in widget.shown["choices"]}) == 10
    widget.hear({"ply": 0, "do": "choose", "spots": ["40 … 49", "44"]})
    assert widget.match.sentence() == "The game is over: MAX wins by 44."


def test_a_board_takes_a_face_in_place_of_the_games_own():
    def matches(state, last):
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


def test_a_heat_map_is_drawn_with_or_without_cells():
    assert repr(heat_map(Nim(), lambda state: state[0])) == "(12, 'MAX')\nNotes: 1 11, 2 10, 3 9."
    assert heat_map(ConnectFour(), lambda state: 0).svg.count("class='board-heat-0'") == 7


# ---- in a browser -------------------------------------------------------------------------------

WIDGETS = {
    "nim": "board(Nim(), against=first)",
    "four": "board(ConnectFour(), against=first)",
    "numbers": "board(Numbers(), against='two people')",
}


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


@pytest.mark.browser
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


@pytest.mark.browser
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
