"""The board: a widget on which you play a game against a player, with mouse, keys or code.

The browser draws and sends what you do; the game and the player run in the kernel. Each message
says after how many moves it was sent, so a click that comes too late does nothing. A player that
thinks in slices does so between the kernel's other work, so the notebook goes on and Stop is
heard; what is asked from code is done at once. Where no widget can run, its static twin is shown:
a picture of the same position. A saved page replays the game without a kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path as File
from typing import Any, ClassVar

import traitlets

from gamelib.arguments import Evaluate
from gamelib.face import Face
from gamelib.game import MAX, Side
from gamelib.view.board.match import Match
from gamelib.view.board.picture import Diagram, still
from gamelib.view.board.review import Review
from gamelib.view.board.session import USUAL, Session, as_sentence, reasons_shown, summary
from gamelib.view.live.bundle import packed
from gamelib.view.live.shared import Shared
from gamelib.view.live.view import View
from gamelib.view.style import BROWSER, board_looks, colours, style
from gamelib.words import Text, columns, plural

__all__ = ["BoardWidget", "board"]

SHEET = File(__file__).parents[1] / "web" / "board.css"


def board(
    game: Any,
    *,
    you: Side = MAX,
    against: Any = USUAL,
    state: Any = None,
    evaluate: Evaluate | None = None,
    face: Callable[..., Face] | None = None,
) -> BoardWidget:
    """Return a board on which you play any game against the computer, from `state` if it is given.

    >>> from gamelib import TicTacToe, search_player
    >>> shown = board(TicTacToe(), against=search_player())
    >>> shown.play("b2")
    >>> shown
    Board after 2 moves (b2 a1). O played a1. Your turn: you are X.
    O . .
    . X .
    . . .

    `against` is any player, or the name of a level: "random", "easy", "medium", "hard", and
    "original" where the game has a source document; with "two people" you play both sides. A player
    that searches also shows why it played what it played. `evaluate`, or else the game's own
    `estimate`, is what the heat map and the evaluation bar show. `face(state, last)` shows a state,
    in place of the game's own function or the plain face (`gamelib.face`).

    With two of them, MAX's and MIN's, you watch; each step is a move:

    >>> watched = board(TicTacToe(), against=("random", search_player()))
    >>> watched.step()
    >>> watched.moves
    ['a3']
    """
    return BoardWidget(Match(game, you=you, state=state, face=face), against, evaluate)


def _style() -> str:
    """Return the style sheet of the board, with the looks of all shapes that a face may have."""
    looks = [
        f".gl-board .gl-{'.gl-'.join(kind.split())}{{{look.css}}}"
        for kind, look in board_looks(BROWSER).items()
    ]
    return "\n".join([style(), *looks, SHEET.read_text(encoding="utf-8")])


class BoardWidget(Shared):
    """A match in the browser; its methods do what its buttons do, at once."""

    source: ClassVar[str] = packed("board", f"{colours()}\n{_style()}")

    plan = traitlets.Dict().tag(sync=True)
    spots: traitlets.List[Any] = traitlets.List().tag(sync=True)  # sent only when they change
    judged = traitlets.Dict().tag(sync=True)  # the review
    shown = traitlets.Dict().tag(sync=True)

    def __init__(self, match: Match, against: Any, evaluate: Evaluate | None) -> None:
        self.match = match
        self._session = Session(
            match,
            against,
            evaluate,
            self._show,
            lambda found: self.send({"progress": summary(found)}),
        )
        super().__init__(plan=self._session.plan())
        self.on_msg(lambda _, message, __: self.hear(message))
        self._session.proceed()

    # ---- what you can do ------------------------------------------------------------------------

    def play(self, move: Any) -> None:
        """Make your move and let the player answer."""
        self._session.do("play", move=move)

    def undo(self) -> None:
        """Take back your last move, or bring back the moves or the game that you left."""
        self._session.do("undo")

    def new_game(self) -> None:
        """Begin again; `undo` brings the old game back."""
        self._session.do("new")

    def swap(self) -> None:
        """Change sides with the player, in the middle of the game if you like."""
        self._session.do("swap")

    def go(self, at: int) -> None:
        """Show the moment after so many moves; no move is lost."""
        self._session.do("go", at=at)

    def hint(self) -> Any:
        """Show and return what the engine thinks of the position."""
        self._session.do("hint")
        return self._session.found

    def step(self) -> None:
        """Let the next of two players move once."""
        self._session.do("step")

    def review(self) -> Review:
        """Let the engine judge every move, show that, and return it; it is printed in words."""
        self._session.do("review")
        assert self._session.review is not None
        return self._session.review

    def rate(self, on: bool = True) -> None:
        """Show, or hide, who is ahead: the evaluation bar."""
        self._session.do("rate", on=on)

    def heat(self, on: bool = True) -> None:
        """Show, or hide, what the evaluation says after each legal move."""
        self._session.do("heat", on=on)

    def stop(self) -> None:
        """Let whoever thinks stop, and take the best that was found so far."""
        self._session.stopped = True

    @property
    def level(self) -> str:
        """Return the level of the player; set it to another name to change the player."""
        return self._session.level

    @level.setter
    def level(self, name: str) -> None:
        self._session.do("level", level=name)

    @property
    def state(self) -> Any:
        """Return the state of the game as it is now, also while you look back."""
        return self.match.states[-1]

    @property
    def moves(self) -> list[Any]:
        """Return all moves of the game."""
        return [*self.match.moves]

    @property
    def why(self) -> Text:
        """Return what every move that the player looked at does, and what it knew of it."""
        found, before = self.match.found, self.match.states[self.match.found_at - 1]
        if not getattr(found, "root_moves", ()):
            raise ValueError("there is no move to explain, or the player gives no reasons")
        rows = reasons_shown(self.match.game, before, found, most=len(found.root_moves))
        return Text("\n".join(columns([[*row, "<- played" * last] for *row, last in rows])))

    def save(self, file: str | File) -> None:
        """Write one page, .html, that replays the game without a kernel and without a network."""
        _Replay(self).save(file)

    # ---- talking to the browser -----------------------------------------------------------------

    def hear(self, message: Any) -> None:
        """Do what the browser asks; whatever goes wrong is told on the board."""
        if not isinstance(message, dict) or message.get("ply") != len(self.match.moves):
            self._tell("")  # sent before something else happened, for example by a double click
            return
        if message.get("do") == "stop":
            self.stop()
            return
        if self._session.busy not in ("", "review"):
            self._tell("Please wait until it has played, or press Stop.")
            return
        more = {str(key): value for key, value in message.items() if key not in ("do", "ply")}
        try:
            self._session.do(str(message.get("do")), patient=True, **more)
        except Exception as error:
            self._tell(as_sentence(error))

    def _tell(self, words: str) -> None:
        """Show the position with a sentence; if the game fails at that, the old one with why."""
        try:
            self._show(words)
        except Exception as error:
            told = {"trouble": words or as_sentence(error), "asked": self.shown["asked"] + 1}
            self.shown = self.shown | told

    def _show(self, told: str = "") -> None:
        """Hand the position over, and a sentence if there is something to tell."""
        asked = self.shown.get("asked", 0) + 1  # so that the same answer comes again
        with self.hold_sync():
            self.spots = self._session.spots()
            self.judged = self._session.judged()
            self.shown = {**self._session.shown(told), "asked": asked}

    # ---- where no widget can run ----------------------------------------------------------------

    def __repr__(self) -> str:
        """Return the moves, how the game stands, and the board in text."""
        match = self.match
        moves = match.moves[: match.at]
        played = f" ({' '.join(map(str, moves))})" if moves else ""
        count = plural(len(moves), "move")
        if match.looking_back:
            count = f"{len(moves)} of {len(match.moves)} moves"
        return f"Board after {count}{played}. {match.sentence()}\n{match.state}"

    def twin(self, told: str = "Run this cell to play.") -> str:
        """Return the position as a picture, with a sentence before what is said of it."""
        face = self.match.face
        sentence = " ".join(filter(None, [told, self.match.sentence(), face.note]))
        alt = f"{face.alt} {sentence}".strip()
        return Diagram(face, tuple(still(face)), alt, repr(self), sentence).html


class _Replay(View):
    """A game to look through where no kernel is: the board, and what it shows at each moment."""

    module, sheet = "board", _style

    def __init__(self, widget: BoardWidget) -> None:
        self.widget, self.title = widget, widget.plan["title"]

    def state(self) -> dict[str, Any]:
        """Return what the browser needs: all moments, none of which can be played on from."""
        widget, match, at = self.widget, self.widget.match, self.widget.match.at
        fixed = {"choices": [], "undo": False, "asked": 0, "thinking": False, "heat": {}}
        frames = []
        for moment in range(len(match.moves) + 1):
            match.at = moment
            frames.append(widget._session.shown("") | fixed)
        match.at = at
        shared = {"plan": widget.plan, "spots": widget.spots, "judged": widget.judged}
        return shared | {"frames": frames, "shown": frames[at]}

    def twin(self) -> str:
        """Return the position as a picture."""
        return self.widget.twin("")
