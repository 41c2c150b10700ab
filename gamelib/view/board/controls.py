"""What code can do with a board; the methods act like its buttons, but return when all is done."""

from __future__ import annotations

from typing import Any

from gamelib.view.board.match import Match
from gamelib.view.board.picture import Diagram, still, under
from gamelib.view.board.review import Review, reason_rows
from gamelib.view.board.session import Session
from gamelib.view.board.thinking import Thinking
from gamelib.view.live.view import GREY, SAVED_NOTE
from gamelib.words import Text, columns, plural

__all__ = ["Controls"]


class Controls:
    """The methods of a board; a subclass shows its match."""

    match: Match
    _session: Session

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

    # ---- as text and as a picture ---------------------------------------------------------------

    def __repr__(self) -> str:
        """Return the moves, the state of the game in words, and the board as text."""
        match = self.match
        moves = match.moves[: match.at]
        played = f" ({' '.join(map(str, moves))})" if moves else ""
        count = plural(len(moves), "move")
        if match.looking_back:
            count = f"{len(moves)} of {len(match.moves)} moves"
        return f"Board after {count}{played}. {match.sentence()}\n{match.state}"

    def twin(self, note: str = SAVED_NOTE) -> str:
        """Return the position as a picture with a caption; below a note it is grey."""
        face = self.match.face
        shades, text = self._session.showing.colours()
        sentence = " ".join(filter(None, [self.match.sentence(), face.note, text]))
        alt = f"{face.alt} {sentence}".strip()
        html = Diagram(face, tuple(under(still(face), shades)), alt, repr(self), sentence).html
        if not note:
            return html
        grey = html.replace('style="', f'style="{GREY}', 1)
        return f'<p class="gl-hint">{note}</p>\n{grey}'
