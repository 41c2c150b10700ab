"""Boards whose match is in the kernel, also of small games that `board` shows without one."""

from gamelib import MAX
from gamelib.view.board.match import Match
from gamelib.view.board.widget import BoardWidget


def board(game, *, you=MAX, against="medium", state=None, evaluate=None, face=None, overlay=None):
    """Return a board as a widget."""
    match = Match(game, you=you, state=state, face=face)
    return BoardWidget(match, against, evaluate, overlay)
