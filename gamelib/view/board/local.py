"""Boards of small games that need no kernel: HTML, in which a browser plays on a table."""

from __future__ import annotations

from pathlib import Path as File
from typing import Any

from gamelib.view.board.complete import Complete, complete
from gamelib.view.board.controls import Controls
from gamelib.view.board.match import Match
from gamelib.view.board.session import NO_PLAYER, Session
from gamelib.view.board.shown import OverlayFunction, plan_of
from gamelib.view.live.view import View
from gamelib.view.tree.svg import Shown

__all__ = ["LOCAL_LEVELS", "LocalBoard", "LocalView", "complete_match"]

LOCAL_LEVELS = (NO_PLAYER, "beginner", "perfect")


def complete_match(match: Match, overlay: OverlayFunction | None) -> Complete | None:
    """Return the game of a match with all its states; None if they do not fit into a page."""
    first, face = match.states[0], match.given_face
    start = match.game.start()
    found = complete(match.game, None, face, overlay)
    if (found is None or first not in found.graph.number) and first != start:
        found = complete(match.game, first, face, overlay)
    return found if found is not None and found.fits else None


class LocalBoard(Controls, Shown):
    """A board of a small game, alive wherever a browser shows it.

    What is played in Python and what is played in the browser are two matches. The one in the
    browser begins where the one in Python is when the board is shown.
    """

    def __init__(
        self, match: Match, level: str, found: Complete, overlay: OverlayFunction | None
    ) -> None:
        """Begin a match against the player of a level."""
        self.match = match
        self._found = found
        self._session = Session(
            match, level, None, lambda notice: None, lambda result: None, overlay, found
        )
        self._session.proceed()

    @property
    def html(self) -> str:
        """Return the live board."""
        return self._view().html

    def save(self, file: str | File) -> None:
        """Write an .html page on which the game is played without kernel and network."""
        self._view().save(file)

    def _view(self) -> LocalView:
        showing = self._session.showing
        more = {"heated": showing.heat, "rated": showing.rated}
        return LocalView(self, self._found, self._session.level, more)


class LocalView(View):
    """The HTML of a match of a small game, with which the browser plays on."""

    kind, use = "board", "play"

    def __init__(
        self, board: Controls, found: Complete, level: str, more: dict[str, Any] | None = None
    ) -> None:
        """Show what was played on a board, and let the player of a level go on."""
        self.board, self.found, self.level, self.more = board, found, level, more or {}
        self.plan = plan_of(board.match, [*LOCAL_LEVELS], estimates=True)
        self.title = self.plan["title"]

    @property
    def table(self) -> tuple[str, str]:
        """Return the table of the game, with its name."""
        return self.found.name, self.found.packed

    def state(self) -> dict[str, Any]:
        """Return where the match begins, and what was played."""
        match, graph = self.board.match, self.found.graph
        numbers = [graph.number[state] for state in match.states]
        played = zip(numbers, match.moves, strict=False)
        begin = {
            "first": numbers[0],
            "moves": [graph.moves[number].index(move) for number, move in played],
            "at": match.at,
            "you": match.you,
            "level": self.level,
        }
        return {"plan": self.plan | {"spectating": False}, "begin": begin | self.more}

    def twin(self) -> str:
        """Return the position as a picture."""
        return self.board.twin("")
