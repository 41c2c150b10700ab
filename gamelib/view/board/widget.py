"""The board: a widget on which you play a game against a player, with mouse, keys or code.

The browser draws the position and sends what you do; the game and the player run in the kernel.
Each message carries the number of moves at the time it was sent, so a click that comes too late
does nothing. After a click, a player thinks in slices between the kernel's other work, so other
cells can run and Stop works; a call from code returns when the player has moved. Where no widget
can run, a picture of the position is shown. A saved page replays the game without a kernel.

A small game needs no kernel: `board` returns a `LocalBoard`, which plays in the browser. Against a
function of Python it is a widget, whose saved form plays by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path as File
from typing import Any, ClassVar

import traitlets
from ipywidgets import widget_serialization

from gamelib.arguments import Evaluate
from gamelib.face import Face
from gamelib.game import MAX, Side
from gamelib.view.board.controls import Controls
from gamelib.view.board.local import LOCAL_LEVELS, LocalBoard, LocalView, complete_match
from gamelib.view.board.match import Match
from gamelib.view.board.review import effort
from gamelib.view.board.session import DEFAULT_LEVEL, NOTHING, Session, as_sentence
from gamelib.view.board.shown import OverlayFunction, spots_of
from gamelib.view.live.bundle import packed
from gamelib.view.live.shared import Shared, SharedText, shared_text
from gamelib.view.live.view import View
from gamelib.view.style import colours, style

__all__ = ["BoardWidget", "board"]

SAVED_NOTE = "This saved board plays perfectly by itself, without your player."
STYLE_SHEET = File(__file__).parents[1] / "web" / "board.css"


def board(
    game: Any,
    *,
    you: Side = MAX,
    against: Any = None,
    state: Any = None,
    evaluate: Evaluate | None = None,
    face: Callable[..., Face] | None = None,
    overlay: OverlayFunction | None = None,
) -> BoardWidget | LocalBoard:
    """Return a board on which you play any game against the computer, from `state` if it is given.

    >>> from gamelib import TicTacToe, search_player
    >>> widget = board(TicTacToe(), against=search_player())
    >>> widget.play("b2")
    >>> widget
    Board after 2 moves (b2 a1). O played a1. Your turn: you are X.
    O . .
    . X .
    . . .

    `against` is a player, or the name of a level: "random", "easy", "casual", "medium" (the
    default), "hard", and "source program" where the game has a source document; with "two people"
    you play both sides. A player that searches also shows the reasons for its moves. A game of
    which all states fit into a page is played in the browser by default, without a kernel; its
    levels are "beginner" and "perfect" (the default). The heat map shows `evaluate`, by default
    the game's own `estimate`; the evaluation bar does so where nothing is proved.
    `face(state, last)` shows a state, in place of the game's own function or the plain face
    (`gamelib.face`). `overlay(state)` returns an `Overlay`: colours for spots or moves, and a line
    beside the board.

    You can also watch a pair of players, MAX's and MIN's; each step is a move:

    >>> widget = board(TicTacToe(), against=("random", search_player()))
    >>> widget.step()
    >>> widget.moves
    ['a3']
    """
    match = Match(game, you=you, state=state, face=face)
    if evaluate is None and (against is None or against in LOCAL_LEVELS):
        found = complete_match(match, overlay)
        if found is not None:
            level = "perfect" if against is None else against
            return LocalBoard(match, level, found, overlay)
    level = DEFAULT_LEVEL if against is None else against
    return BoardWidget(match, level, evaluate, overlay)


def _style() -> str:
    """Return the style sheet of the board."""
    return "\n".join([style(), STYLE_SHEET.read_text(encoding="utf-8")])


class BoardWidget(Controls, Shared):
    """A match in the browser; its methods act like its buttons, but return when all is done."""

    source: ClassVar[str] = packed("board", f"{colours()}\n{_style()}")

    plan = traitlets.Dict().tag(sync=True)
    spots: traitlets.List[Any] = traitlets.List().tag(sync=True)  # sent only when they change
    judged = traitlets.Dict().tag(sync=True)  # the review
    tried = traitlets.Dict().tag(sync=True)  # a better move that you look for
    shown = traitlets.Dict().tag(sync=True)
    # With these the board plays by itself when the kernel has gone; they are set when it is shown.
    table = traitlets.Instance(SharedText, allow_none=True).tag(sync=True, **widget_serialization)
    local = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        match: Match,
        against: Any,
        evaluate: Evaluate | None,
        overlay: OverlayFunction | None = None,
    ) -> None:
        self.match, self._overlay = match, overlay
        self._session = Session(
            match,
            against,
            evaluate,
            self._show,
            lambda result: self.send({"progress": effort(result)}),
            overlay,
        )
        super().__init__(plan=self._session.plan())
        self.on_msg(lambda _, message, __: self.hear(message))
        self._session.proceed()

    def save(self, file: str | File) -> None:
        """Write an .html page that needs no kernel and no network.

        On it a small game is played on, against a perfect player; another one is looked through.
        """
        (self._local() or _Replay(self)).save(file)

    def _local(self) -> LocalView | None:
        """Return the board of a small game that needs no kernel, None for other games."""
        if self.match.spectating:
            return None
        found = complete_match(self.match, self._overlay)
        return LocalView(self, found, "perfect", {"note": SAVED_NOTE}) if found else None

    def _repr_mimebundle_(self, **given: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the widget; where it cannot run, a small game is played without a kernel."""
        data, metadata = super()._repr_mimebundle_(**given)
        local = self._local()
        if local is None:
            return data, metadata
        begin = local.state()["begin"]
        self.local = {"first": begin["first"], "note": SAVED_NOTE}
        self.table = shared_text(local.table[1])
        return data | {"text/html": local.html}, metadata

    # ---- talking to the browser -----------------------------------------------------------------

    def hear(self, message: Any) -> None:
        """Act on a message from the browser; the board shows any error."""
        if not isinstance(message, dict) or message.get("ply") != len(self.match.moves):
            self._show()  # the message is too late, for example the second of a double click
            return
        name = str(message.get("do"))
        if self._session.must_wait(name):
            self._show({"text": "Please wait for the reply, or press Stop.", "error": False})
            return
        arguments = {str(key): value for key, value in message.items() if key not in ("do", "ply")}
        try:
            self._session.do(name, background=True, **arguments)
        except Exception as error:
            self._show({"text": as_sentence(error), "error": True})

    def _show(self, notice: dict[str, Any] | None = None) -> None:
        """Send the position to the browser, with a notice if there is one."""
        asked = self.shown.get("asked", 0) + 1  # makes an answer differ from an equal one before
        with self.hold_sync():
            self.spots = spots_of(self.match)
            self.judged = self._session.judged()
            self.tried = self._session.tried
            self.shown = {**self._session.shown(notice), "asked": asked}


class _Replay(View):
    """A game to look through without a kernel: the board with every moment of the game."""

    kind = "board"

    def __init__(self, widget: BoardWidget) -> None:
        self.widget, self.title = widget, widget.plan["title"]

    def state(self) -> dict[str, Any]:
        """Return the data for the browser: all moments, at none of which a move can be made."""
        widget, match, at = self.widget, self.widget.match, self.widget.match.at
        fixed = {
            "choices": [],
            "yours": False,
            "can": NOTHING,
            "busy": "",
            "heat": {},
            "hint": None,
        }
        frames = []
        for moment in range(len(match.moves) + 1):
            match.at = moment
            frames.append(widget._session.shown(None) | fixed)
        match.at = at
        shared = {"plan": widget.plan, "spots": widget.spots, "judged": widget.judged}
        return shared | {"frames": frames, "shown": frames[at]}

    def twin(self) -> str:
        """Return the position as a picture."""
        return self.widget.twin("")
