"""The board: a widget on which you play a game against a player, with mouse, keys or code.

The browser draws and sends what you do; the game and the player run in the kernel. Each message
says after how many moves it was sent, so a click that comes too late does nothing. Where no widget
can run, its static twin is shown: a picture of the same position.
"""

from __future__ import annotations

from typing import Any, ClassVar

import anywidget
import traitlets

from gamelib.game import MAX, Side
from gamelib.reasons import Reasons
from gamelib.view.boardpicture import as_image, board_style, board_svg
from gamelib.view.boardscene import MARGIN, cell_words, describe, layout_of, strokes
from gamelib.view.match import SIGNS, Match
from gamelib.view.web import joined

__all__ = ["BoardWidget", "board"]


def board(game: Any, *, you: Side = MAX, against: Any = None, state: Any = None) -> BoardWidget:
    """Return a board on which you play a game, from `state` if it is given.

    >>> from gamelib import TicTacToe, search_player
    >>> shown = board(TicTacToe(), against=search_player(prefer_quick=True))
    >>> shown.play("b2")
    >>> shown
    Board after 2 moves (b2 a1). O played a1. Your turn: you are X.
    O . .
    . X .
    . . .

    `against` is any player; one that searches also shows why it played what it played. Without a
    player you play both sides.
    """
    return BoardWidget(Match(game, you=you, against=against, state=state))


class BoardWidget(anywidget.AnyWidget):
    """A match in the browser; `play`, `undo`, `new_game` and `swap` do what its buttons do."""

    _esm: ClassVar[str] = joined("board")
    _css: ClassVar[str] = board_style()

    plan = traitlets.Dict().tag(sync=True)
    shown = traitlets.Dict().tag(sync=True)

    def __init__(self, match: Match) -> None:
        """Show a match, and let the player move if it is its turn."""
        self.match = match
        self._layout = layout_of(match.game, match.state)
        super().__init__(plan=self._plan())
        self.on_msg(self._hear)
        self._answer()

    # ---- what you can do ------------------------------------------------------------------------

    def play(self, move: Any) -> None:
        """Make your move and let the player answer."""
        self.match.play(move)
        self._answer()

    def undo(self) -> None:
        """Take back your last move."""
        self.match.undo()
        self._show()

    def new_game(self) -> None:
        """Begin again."""
        self.match.new_game()
        self._answer()

    def swap(self) -> None:
        """Change sides with the player, in the middle of the game if you like."""
        self.match.swap()
        self._answer()

    @property
    def state(self) -> Any:
        """Return the state of the game as it is now."""
        return self.match.state

    @property
    def why(self) -> Reasons:
        """Return what the player knew of every move when it made its last one."""
        if self.match.reasons is None:
            raise ValueError("there is no move to explain, or the player gives no reasons")
        return self.match.reasons

    # ---- talking to the browser -----------------------------------------------------------------

    def _answer(self) -> None:
        """Show the position, and let the player move as long as it is its turn."""
        self._show()
        while self.match.waiting:
            self.match.reply()
            self._show()

    def _hear(self, _: object, message: Any, __: object) -> None:
        """Do what the browser asks; whatever goes wrong is told on the board."""
        if not isinstance(message, dict) or message.get("ply") != len(self.match.moves):
            self._show()  # sent before something else happened, for example by a double click
            return
        acts = {"undo": self.undo, "new": self.new_game, "swap": self.swap}
        act = acts.get(str(message.get("do")), lambda: self.play(message.get("move")))
        try:
            act()
        except Exception as error:
            self._show(str(error).partition("; legal")[0] + ".")

    def _show(self, trouble: str = "") -> None:
        """Hand the position over, and a sentence if something could not be done."""
        match = self.match
        self.shown = {
            "strokes": [list(stroke) for stroke in strokes(self._layout, match)],
            "words": cell_words(self._layout, match),
            "legal": [] if match.waiting else list(match.game.moves(match.state)),
            "ply": len(match.moves),
            "moves": [str(move) for move in match.moves],
            "thinking": match.waiting and not trouble,
            "sentence": match.sentence(),
            "trouble": trouble,
            "undo": match.can_undo(),
            "why": [list(reason) for reason in match.reasons or ()],
            "turn": match.game.turn(match.state),
            "asked": self.shown.get("asked", 0) + 1,  # so that the same answer comes again
        }

    def _plan(self) -> dict[str, Any]:
        layout, game = self._layout, self.match.game
        return {
            "title": f"Board of {game!r}" if " at 0x" not in repr(game) else "Board",
            "width": layout.width,
            "height": layout.height,
            "size": layout.size,
            "margin": MARGIN,
            "cells": [cell._asdict() for cell in layout.cells],
            "labels": [list(label) for label in layout.labels()],
            "alone": self.match.against is None,
            "signs": dict(SIGNS),
        }

    # ---- where no widget can run ----------------------------------------------------------------

    def __repr__(self) -> str:
        """Return the moves, how the game stands, and the board in text."""
        moves = self.match.moves
        played = f" ({' '.join(map(str, moves))})" if moves else ""
        count = f"{len(moves)} move{'s' * (len(moves) != 1)}"
        return f"Board after {count}{played}. {self.match.sentence()}\n{self.match.state}"

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the widget, and beside it its static twin and its text."""
        bundle = super()._repr_mimebundle_()
        assert bundle is not None
        data, metadata = bundle
        alt = describe(self._layout, self.match)
        drawn = strokes(self._layout, self.match)
        picture = board_svg(self._layout, drawn, self.match.sentence(), alt)
        return data | {"text/html": as_image(picture, alt), "text/plain": repr(self)}, metadata
