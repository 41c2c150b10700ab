"""A board for every game: Nim and Connect Four, written here and known nowhere else, are played.

`tests/browser/lab/test_board_browser.py` plays them by mouse and by keys.
"""

import re
from html import unescape
from pathlib import Path

import pytest

from gamelib import MAX, alpha_beta, board, check_game, draw, heat_map, play_game
from gamelib.face import Disc, Face, Spot, plain_face
from gamelib.wrap import changed

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]

# Nim as CONTRIBUTING.md has it: five functions, and nothing about a board.
NIM = re.findall(r"```python\n(class Nim:.+?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.S)[0]

CONNECT_FOUR = '''
class ConnectFour:
    """Let a disc fall into one of seven columns; the first side with four in a line wins.

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
        return None if any(len(column) < 6 for column in state[0]) else 0

    def line(self, state):
        lying = {(r, c): sign for c, col in enumerate(state[0]) for r, sign in enumerate(col)}
        for (r, c), sign in lying.items():
            for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if lying.get((r + 3 * up, c + 3 * right)) != sign:
                    continue  # most lines end here
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


def test_connect_four_with_a_drawn_board_has_at_most_60_lines():
    assert len((USED + CONNECT_FOUR).strip().splitlines()) <= 60
    assert check_game(ConnectFour())


def test_each_of_them_is_played_to_its_end_against_the_computer():
    for game in (Nim(), ConnectFour()):
        widget = board(game)
        assert widget.level == ("medium" if isinstance(game, ConnectFour) else "perfect")
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
    assert "alt=\"(8, 'MAX'). Last move 1. MIN played 1. Your turn:" in twin
    assert 'data-view="board"' in twin, "the saved form plays by itself"


def test_many_moves_are_put_into_groups():
    widget = board(Numbers(), against=first)
    assert ["40 … 49", "44"] in widget.shown["choices"]
    assert len({group for group, _ in widget.shown["choices"]}) == 10
    widget.hint()
    assert [kind for kind, _ in widget.shown["hint"]["marks"]] == ["hint"], (
        "only the group is there"
    )
    widget.hear({"ply": 0, "do": "choose", "spots": ["40 … 49", "44"]})
    assert widget.match.sentence() == "The game is over: you win by 44."


def test_a_state_that_is_a_long_text_stays_on_its_board():
    face = board(
        changed(Nim(), start=lambda: ("W" * 100_000, MAX), moves=lambda state: ())
    ).match.face
    wide, last = 0.6 * 15, face.shapes[-1]
    assert max(12 + wide * len(words.text) for words in face.shapes) <= face.width
    assert (len(face.shapes), last.text) == (40, "… and 2234 more lines")


def test_a_board_takes_a_face_in_place_of_the_games_own():
    def matches(state, last):
        drawn = tuple(Disc("dot", 20 + 20 * i, 20, 6) for i in range(state[0]))
        taken = range(1, min(3, state[0]) + 1)
        spots = [Spot(f"m{i}", 20 * i, 20, ((0, 0), (9, 0), (9, 9)), f"{i} matches") for i in taken]
        return Face(260, 40, drawn, tuple(spots), {(f"m{i}",): i for i in taken}, note="Matches.")

    widget = board(Nim(), against=first, face=matches)
    widget.play(3)
    assert [kind for kind, _, _ in widget.shown["strokes"]] == ["dot"] * 8
    assert widget.match.sentence() == "O played 1. Your turn: you are X."
    assert widget.shown["note"] == "Matches."


def test_a_face_that_fails_later_is_told_on_the_board():
    def only_at_first(state, last):
        if last:
            raise IndexError("there is no such match")
        return plain_face(Nim(), state)

    widget = board(Nim(), against=first, face=only_at_first)
    widget.hear({"ply": 0, "do": "choose", "spots": ["1"]})
    assert widget.shown["notice"] == {
        "text": "face(state) failed: IndexError: there is no such match.",
        "error": True,
    }
    assert widget.shown["words"][0][3] == "(10, 'MAX')", "the position, as text"
    widget.hear({"ply": 2, "do": "choose", "spots": ["3"]})
    assert widget.moves == [1, 1, 3, 1], "the game goes on"


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
    in_groups = heat_map(Numbers(), lambda state: 0)
    assert (
        repr(in_groups)
        == "None\nNotes: 9 9, 19 19, 29 29, 39 39, 49 49, 59 59, 69 69, 79 79, 89 89, 99 99."
    )


def test_where_chance_decides_it_is_told_at_once():
    rolled = changed(Nim(), chances=lambda state: ())
    for use in (board, alpha_beta, lambda game: play_game(game, first, first)):
        with pytest.raises(ValueError, match="this game has moves of chance"):
            use(rolled)
