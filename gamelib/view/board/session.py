"""What goes on at one board: the match, who thinks, the level, the hint, and what is shown of it.

Nothing here knows of widgets: a session takes what somebody wants done, and tells what a board has
to show after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gamelib.arguments import Evaluate
from gamelib.game import MAX, Player, Side, may
from gamelib.players import ADVICE, engine_player, level_of, levels_of
from gamelib.view.board.face import Face
from gamelib.view.board.faces import face_of
from gamelib.view.board.heat import heat_of
from gamelib.view.board.match import Match
from gamelib.view.board.picture import BEHIND
from gamelib.view.board.thinking import Thinking
from gamelib.view.board.why import about, reasons_shown, summary

__all__ = ["Session", "as_sentence"]

OWN = "given player"  # the name of the player that was given, among the levels
NOBODY = "two people"


class Session:
    """A match at a board; `changed` is called with a sentence, often empty, when it has changed."""

    def __init__(
        self,
        match: Match,
        against: Any,
        evaluate: Evaluate | None,
        changed: Callable[[str], None],
        report: Callable[[Any], None],
    ) -> None:
        """Begin with a match against nobody; `against` is a player or the name of a level."""
        self.match, self.changed = match, changed
        if not (against is None or callable(against) or isinstance(against, str)):
            raise TypeError(f"against is {against!r}, but must be a player or the name of a level")
        self.levels: dict[str, Player | None] = {NOBODY: None}
        if callable(against):
            self.levels[OWN] = against
        self.levels |= levels_of(match.game, evaluate)
        self.evaluate = evaluate or may(match.game, "estimate")
        self.face: Face = face_of(match.game, match.state)
        self.common = self.face.words(match)  # later only what differs is told
        self.adviser = engine_player(nodes=ADVICE, evaluate=evaluate)
        self.thinking = Thinking(report)
        self.busy = ""  # "reply" or "hint" while somebody thinks
        self.hint: tuple[Any, str] | None = None
        self.heat = False
        self.acts = 0  # how often something was done that lets a chosen piece go
        self.level = NOBODY
        self.choose_level(against if isinstance(against, str) else OWN if against else NOBODY)

    # ---- doing ----------------------------------------------------------------------------------

    def do(self, act: str, *, patient: bool = False, **more: Any) -> None:
        """Do what is asked; with patience, players think in slices after it."""
        if self.busy:  # only code gets here: the browser is told to wait
            self.thinking.drop()
            self.busy = ""
        if act == "hint":
            self.advise(patient)
        elif act == "heat":
            self.heat = bool(more.get("on"))
            self.answer(patient)
        elif act == "wrong":
            first, then = str(more.get("first", "")), str(more.get("then", ""))
            raise ValueError(self.face.wrong(self.match, first, then).removesuffix("."))
        else:
            told = self._change(act, more)
            self.hint = None
            self.acts += 1
            self.answer(patient, told)

    def _change(self, act: str, more: dict[str, Any]) -> str:
        """Change the match, and return what has to be told about it."""
        match = self.match
        later = len(match.moves) - match.at
        if act == "play":
            match.play(more.get("move"))
            if later:
                cut = f"{later} later move{'s were' if later > 1 else ' was'} cut off"
                return f"{cut}; Undo brings {'them' if later > 1 else 'it'} back."
        elif act == "undo":
            match.undo()
        elif act == "new":
            match.new_game()
        elif act == "swap":
            match.swap()
        elif act == "go":
            match.go(more.get("at", -1))
        elif act == "level":
            self.choose_level(str(more.get("level")))
        else:
            raise ValueError(f"the board does not know how to {act!r}")
        return ""

    def choose_level(self, name: str) -> None:
        """Take the player of a level."""
        self.match.against = level_of(self.levels, name)
        self.level = name

    def answer(self, patient: bool = False, told: str = "") -> None:
        """Show the position, and let the player move as long as it is its turn."""
        if not self.match.waiting:
            self.changed(told)
            return
        self.match.found = None
        self.busy = "reply"
        self.changed(told)

        def done(found: Any) -> None:
            self.busy = ""
            self.match.answer(found)
            self.answer(patient, told)

        self._think(self.match.thinking(), done, patient)

    def advise(self, patient: bool = False) -> None:
        """Let the engine look for a hint, and show it."""
        match = self.match
        if match.over:
            raise ValueError("the game is over: there is nothing to advise")
        self.busy = "hint"
        self.changed("")

        def done(found: Any) -> None:
            self.busy = ""
            worth = f"worth {round(found.value, 2):g} for MAX"
            self.hint = found.move, f"Hint: {found.move}, {worth} ({summary(found)})."
            self.changed("")

        self._think(self.adviser.thinking(match.game, match.state), done, patient)

    def _think(self, slices: Iterator[Any], done: Callable[[Any], None], patient: bool) -> None:
        def failed(error: Exception) -> None:
            self.busy = ""
            self.changed(as_sentence(error))

        try:
            self.thinking.run(slices, done, failed if patient else None)
        except Exception:
            self.busy = ""
            self.changed("")
            raise

    # ---- telling --------------------------------------------------------------------------------

    def plan(self) -> dict[str, Any]:
        """Return what stays the same as long as the board is there."""
        face, game = self.face, self.match.game
        return {
            "title": f"Board of {game!r}" if " at 0x" not in repr(game) else "Board",
            "kind": face.kind,
            "width": face.width,
            "height": face.height,
            "spots": [spot._asdict() for spot in face.spots],
            "words": self.common,
            "labels": [list(label) for label in face.labels],
            "levels": [*self.levels],
            "judged": self.evaluate is not None,
        }

    def shown(self, told: str) -> dict[str, Any]:
        """Return the position and all that is shown with it, and a sentence to tell."""
        match, face = self.match, self.face
        ways = {} if match.theirs else face.ways(match)
        drawn = face.strokes(match) + (face.marked(self.hint[0]) if self.hint else [])
        heat, trouble = self._heat(ways)
        mover: Side = match.game.turn(match.before) if match.at else MAX
        found = None if match.looking_back else match.found
        return {
            "strokes": [[s.kind, s.path, s.kind.split()[0] in BEHIND] for s in drawn],
            "writings": [list(writing) for writing in face.writings(match)],
            "words": {k: w for k, w in face.words(match).items() if w != self.common[k]},
            "legal": [*ways.get("", ways)],
            "ways": {} if "" in ways else ways,
            "preview": list(face.preview(match) or ()),
            "ply": len(match.moves),
            "at": match.at,
            "acts": self.acts,
            "moves": [str(move) for move in match.moves],
            "thinking": bool(self.busy),
            "sentence": self.sentence(),
            "trouble": told or trouble,
            "undo": match.can_undo(),
            "level": self.level,
            "alone": match.against is None,
            "heat": heat,
            "heated": self.heat,
            "why": reasons_shown(found, mover),
            "about": about(found),
            "turn": match.game.turn(match.state),
        }

    def _heat(self, ways: dict[str, dict[str, Any]]) -> tuple[dict[str, Any], str]:
        """Return the shades if they are wanted; an evaluation that fails is told once."""
        if not self.heat or self.evaluate is None or self.match.theirs:
            return {}, ""
        try:
            return heat_of(self.match.game, self.evaluate, self.match.state, ways), ""
        except Exception as error:
            self.heat = False
            return {}, f"the evaluation failed: {type(error).__name__}: {error}."

    def sentence(self) -> str:
        """Return how the game stands, with the hint."""
        if self.busy == "hint":
            return "Looking for a hint."
        match = self.match
        parts = [
            f"Move {match.at} of {len(match.moves)}." if match.looking_back else "",
            match.sentence(),
            self.face.note(match),
            self.hint[1] if self.hint else "",
        ]
        return " ".join(part for part in parts if part)


def as_sentence(error: Exception) -> str:
    """Return an error as a sentence for the board, without the list of legal moves."""
    return str(error).partition("; legal")[0].removesuffix(".") + "."
