"""The board: a widget on which you play a game against a player, with mouse, keys or code.

The browser draws the position and sends what you do; the game and the player run in the kernel.
Each message carries the number of moves at the time it was sent, so a click that comes too late
does nothing. After a click, a player thinks in slices between the kernel's other work, so other
cells can run and Stop works; a call from code returns when the player has moved. Where no widget
can run, a picture of the position is shown. A saved page replays the game without a kernel.
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
from gamelib.view.board.review import Review, effort, reason_rows
from gamelib.view.board.session import DEFAULT_LEVEL, NOTHING, Session, as_sentence
from gamelib.view.board.shown import OverlayFunction, spots_of
from gamelib.view.board.thinking import Thinking
from gamelib.view.live.bundle import packed
from gamelib.view.live.shared import Shared
from gamelib.view.live.view import View
from gamelib.view.style import colours, style
from gamelib.words import Text, columns, plural

__all__ = ["BoardWidget", "board"]

STYLE_SHEET = File(__file__).parents[1] / "web" / "board.css"


def board(
    game: Any,
    *,
    you: Side = MAX,
    against: Any = DEFAULT_LEVEL,
    state: Any = None,
    evaluate: Evaluate | None = None,
    face: Callable[..., Face] | None = None,
    overlay: OverlayFunction | None = None,
) -> BoardWidget:
    """Return a board on which you play any game against the computer, from `state` if it is given.

    >>> from gamelib import TicTacToe, search_player
    >>> widget = board(TicTacToe(), against=search_player())
    >>> widget.play("b2")
    >>> widget
    Board after 2 moves (b2 a1). O played a1. Your turn: you are X.
    O . .
    . X .
    . . .

    `against` is a player, or the name of a level: "random", "easy", "medium", "hard", and
    "original" where the game has a source document; with "two people" you play both sides. A player
    that searches also shows the reasons for its moves. The heat map shows `evaluate`, by default
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
    return BoardWidget(Match(game, you=you, state=state, face=face), against, evaluate, overlay)


def _style() -> str:
    """Return the style sheet of the board."""
    return "\n".join([style(), STYLE_SHEET.read_text(encoding="utf-8")])


class BoardWidget(Shared):
    """A match in the browser; its methods act like its buttons, but return when all is done."""

    source: ClassVar[str] = packed("board", f"{colours()}\n{_style()}")

    plan = traitlets.Dict().tag(sync=True)
    spots: traitlets.List[Any] = traitlets.List().tag(sync=True)  # sent only when they change
    judged = traitlets.Dict().tag(sync=True)  # the review
    tried = traitlets.Dict().tag(sync=True)  # a better move that you look for
    shown = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        match: Match,
        against: Any,
        evaluate: Evaluate | None,
        overlay: OverlayFunction | None = None,
    ) -> None:
        self.match = match
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

    # ---- what you can do ------------------------------------------------------------------------

    def play(self, move: Any) -> None:
        """Make your move, and let the player reply."""
        self._session.do("play", move=move)

    def undo(self) -> None:
        """Take back your last move, or bring back moves that were cut off or the game before."""
        self._session.do("undo")

    def new_game(self) -> None:
        """Start again; `undo` brings the old game back."""
        self._session.do("new")

    def swap(self) -> None:
        """Change sides with the player, in the middle of the game if you like."""
        self._session.do("swap")

    def go(self, at: int) -> None:
        """Show the moment after `at` moves; no move is lost."""
        self._session.do("go", at=at)

    def hint(self) -> Any:
        """Show the move that the engine would play, and return the result of its search."""
        self._session.do("hint")
        return self._session.thinking.result

    def step(self) -> None:
        """Let the next of two players move once; while you look back, show the next move."""
        self._session.do("step")

    def review(self) -> Review:
        """Let the engine judge every move, and return its review, which prints as text.

        The board shows nothing of it: its Review button does.
        """
        review = self._session.new_review(self._session.verdicts.copy())

        def fail(error: Exception) -> None:
            raise error

        def done(_: Any) -> None:
            """Do nothing: an interruption leaves the review as it is."""

        Thinking(lambda _: None).start(self._session.judging(review), done, fail, False)
        return review

    def rate(self, on: bool = True) -> None:
        """Show or hide the evaluation bar, which tells who is ahead."""
        self._session.do("rate", on=on)

    def heat(self, on: bool = True) -> None:
        """Show or hide the heat map: the evaluation after each legal move."""
        self._session.do("heat", on=on)

    def stop(self) -> None:
        """Stop thinking and play the best move found so far."""
        self._session.do("stop")

    @property
    def level(self) -> str:
        """Return the level of the player; set it to another name to change the player."""
        return self._session.level

    @level.setter
    def level(self, name: str) -> None:
        self._session.do("level", level=name)

    @property
    def state(self) -> Any:
        """Return the latest state of the game, even while you look back."""
        return self.match.states[-1]

    @property
    def moves(self) -> list[Any]:
        """Return all moves of the game."""
        return [*self.match.moves]

    @property
    def why(self) -> Text:
        """Return the reasons and the value of every move that the player searched last."""
        result, before = self.match.result, self.match.states[self.match.result_at - 1]
        if not getattr(result, "root_moves", ()):
            raise ValueError("there is no move to explain, or the player gives no reasons")
        rows = reason_rows(
            self.match.game, before, result, self._session.verdicts, most=len(result.root_moves)
        )
        lines = [[*row, "<- played" if played else ""] for *row, played in rows]
        return Text("\n".join(columns(lines)))

    def save(self, file: str | File) -> None:
        """Write an .html page that replays the game without a kernel and without a network."""
        _Replay(self).save(file)

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

    # ---- where no widget can run ----------------------------------------------------------------

    def __repr__(self) -> str:
        """Return the moves, the state of the game in words, and the board as text."""
        match = self.match
        moves = match.moves[: match.at]
        played = f" ({' '.join(map(str, moves))})" if moves else ""
        count = plural(len(moves), "move")
        if match.looking_back:
            count = f"{len(moves)} of {len(match.moves)} moves"
        return f"Board after {count}{played}. {match.sentence()}\n{match.state}"

    def twin(self, note: str = "Run this cell to play.") -> str:
        """Return the position as a picture with a caption, which begins with a note."""
        face = self.match.face
        shades, text = self._session.showing.colours()
        sentence = " ".join(filter(None, [note, self.match.sentence(), face.note, text]))
        alt = f"{face.alt} {sentence}".strip()
        return Diagram(face, (*shades, *still(face)), alt, repr(self), sentence).html


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
