"""Diagrams of positions: what they refuse, and what a notebook gets; goldens show how they look."""

import pytest

from gamelib import DotsAndBoxes, Gomoku, HasamiShogi
from gamelib.view.board.picture import diagram
from gamelib.view.style import text_width

FIVE = Gomoku(5)
STONES = FIVE.from_text("X..../.O.../...../...../.....")
DOTS = DotsAndBoxes()
DRAWN = DOTS.play(DOTS.start(), "h 0,0")
PIECES = HasamiShogi(5)


def test_a_note_stays_on_the_paper_and_covers_the_line_below_it():
    game = DotsAndBoxes(2, 2)
    shown = diagram(game, game.start(), notes={move: move for move in game.moves(game.start())})
    kinds = [shape.kind for shape in shown.shapes]
    for note in (shape for shape in shown.shapes if shape.kind == "note"):
        half = text_width(note.text, note.size) / 2
        assert half <= note.x <= shown.face.width - half
    assert kinds.count("plate") == kinds.count("note") == 12
    assert kinds.index("plate") > max(n for n, kind in enumerate(kinds) if kind == "way")


@pytest.mark.parametrize(
    "game, state, moves, notes, words",
    [
        (FIVE, STONES, ["a1"], {}, "'a1' cannot be shown as move 1"),
        (FIVE, STONES, ["b1", "b1"], {}, "'b1' cannot be shown as move 2"),
        (FIVE, STONES, ["z9"], {}, "'z9' cannot be shown as move 1"),
        (FIVE, STONES, [], {"a1": 3}, "'a1' cannot have a note"),
        (FIVE, STONES, ["b1"], {"b1": 3}, "'b1' cannot have a note"),
        (DOTS, DRAWN, [], {"h 0,0": 1}, "'h 0,0' cannot have a note"),
        (DOTS, DRAWN, ["h 0,0"], {}, "h 0,0 is drawn already"),
        (PIECES, PIECES.start(), ["A1-E1"], {}, "A1-E1"),
    ],
)
def test_what_cannot_be_played_is_not_shown(game, state, moves, notes, words):
    with pytest.raises(ValueError, match=words):
        diagram(game, state, moves, notes)
