"""A match at a board: what can be done there, and what the board shows.

A session takes messages, which come from the browser or from code, and calls back with what has to
be shown after them. It knows nothing of widgets. `Session.messages` lists what can be done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from gamelib.arguments import Evaluate
from gamelib.game import optional
from gamelib.players import ADVICE_NODES, engine_player, level_of, levels_of
from gamelib.view.board.complete import Complete
from gamelib.view.board.hints import try_of
from gamelib.view.board.match import Match
from gamelib.view.board.review import Review
from gamelib.view.board.shown import OverlayFunction, Showing, plan_of
from gamelib.view.board.thinking import Thinking
from gamelib.view.board.verdicts import Verdicts

__all__ = ["DEFAULT_LEVEL", "Session", "as_sentence"]

YOUR_PLAYER, YOUR_PAIR = "your player", "both players"  # among the names of the levels
MAX_NAME_CHARS = 40  # of a player that is given
NO_PLAYER = "two people"
DEFAULT_LEVEL = "medium"
REVIEW_NODES = 2_000  # to search for a move of a review
BY_HAND = "From here you play both sides; choose another level in the menu."
NOTHING = {"undo": False, "hint": False, "review": False, "swap": False, "new": False}


class Message(NamedTuple):
    """What a message does, and what it does to the thinking that goes on."""

    act: Callable[..., None]
    waits: bool = True  # not taken from the browser while the player thinks about its reply
    cancels: bool = True  # whether it ends what goes on


class Session:
    """A match at a board; `changed` is called with a notice, often None, after every change."""

    def __init__(
        self,
        match: Match,
        against: Any,
        evaluate: Evaluate | None,
        changed: Callable[[dict[str, Any] | None], None],
        report: Callable[[Any], None],
        overlay: OverlayFunction | None = None,
        complete: Complete | None = None,
    ) -> None:
        """Begin a match; `against` is a player or the name of a level, or a pair of these.

        `report` is called with the results of a search while it goes on. If the game is `complete`,
        all values are read from there, and the levels are those of a board without a kernel.
        """
        pair = against if isinstance(against, tuple) else (against,)
        if len(pair) > 2 or not all(callable(one) or isinstance(one, str) for one in pair):
            raise TypeError(
                f"against is {against!r}, but must be a player or the name of a level, or a pair "
                "of these for MAX and MIN"
            )
        if overlay is not None and not callable(overlay):
            raise TypeError(f"overlay is {overlay!r}, but must be a function of a state")
        self.match, self.changed = match, changed
        own = complete.levels() if complete else levels_of(match.game, evaluate)
        name = _name_of(against, {NO_PLAYER, *own})
        given: dict[str, Any] = {name: against} if callable(against) else {}
        self.levels = {NO_PLAYER: None, **given, **own}
        if len(pair) == 2:
            players = (level_of(self.levels, p) if isinstance(p, str) else p for p in pair)
            self.levels |= {YOUR_PAIR: tuple(players)}
        self.given_evaluate = evaluate
        self.evaluate = evaluate or optional(match.game, "estimate")
        self.verdicts = Verdicts(match.game, evaluate)
        self.adviser: Any = engine_player(nodes=ADVICE_NODES, evaluate=self.verdicts.evaluate)
        self.reviewer: Any = engine_player(nodes=REVIEW_NODES, **self.adviser.options)
        if complete:
            self.evaluate, self.verdicts = complete.value, complete.verdicts()
            self.adviser = self.reviewer = complete.levels()["perfect"]
        self.thinking = Thinking(report)
        self.busy = ""  # what is being thought about: "reply", "hint", "review", "try" or nothing
        self.hint: Any = None  # the result of the search for a hint
        self.tried: dict[str, Any] = {}
        self.review: Review | None = None
        self.showing = Showing(match, self.verdicts, self.evaluate, overlay)
        self.changes = 0  # of the match; after one, the browser clears the spots chosen so far
        self.messages = {
            "play": Message(self._changing(self._play)),
            "choose": Message(self._changing(self._choose)),
            "undo": Message(self._changing(match.undo)),
            "new": Message(self._changing(self._new_game)),
            "swap": Message(self._changing(self._swap)),
            "go": Message(self._go),
            "level": Message(self._changing(self._set_level)),
            "step": Message(self._step),
            "hint": Message(self._advise),
            "review": Message(self._review),
            "try": Message(self._try),
            "show": Message(self._show_solution),
            "heat": Message(self._show_heat, waits=False, cancels=False),
            "rate": Message(self._rate, waits=False, cancels=False),
            "stop": Message(self._stop, waits=False, cancels=False),
        }
        if isinstance(against, str):
            self._set_level(against)
        else:
            self._set_level(name if callable(against) else YOUR_PAIR)

    # ---- doing ----------------------------------------------------------------------------------

    def do(self, name: str, *, background: bool = False, **arguments: Any) -> None:
        """Act on a message; in the background, players think between the kernel's other work."""
        if name not in self.messages:
            raise ValueError(f"{name!r} is not an action of the board")
        message = self.messages[name]
        looks_around = name == "go" and self.busy == "review"  # which goes on meanwhile
        if message.cancels and not looks_around:
            self.thinking.cancel()
            self.busy = ""
        message.act(background, **arguments)

    def must_wait(self, name: str) -> bool:
        """Return whether a message from the browser comes while the player thinks."""
        return self.busy == "reply" and name in self.messages and self.messages[name].waits

    def _changing(self, act: Callable[..., str | None]) -> Callable[..., None]:
        """Return an action that changes the match, and after which players may move."""

        def change(background: bool, **arguments: Any) -> None:
            sentence = act(**arguments) or ""
            self._forget()
            self.proceed(background, _notice(sentence))

        return change

    def _forget(self) -> None:
        """Forget what belongs to the position that was shown."""
        self.hint, self.tried = None, {}
        self.changes += 1

    def _play(self, move: Any) -> str:
        """Make your move, and return a sentence if it cuts off later ones."""
        later = len(self.match.moves) - self.match.at
        self.match.play(move)
        if later < 2:
            return "1 later move was cut off; Take back brings it back." if later else ""
        return f"{later} later moves were cut off; Take back brings them back."

    def _choose(self, spots: Any) -> str:
        """Make the move of these spots, or raise ValueError with the reason why there is none."""
        return self._play(self._move_of(self.match.face, spots))

    def _move_of(self, face: Any, spots: Any) -> Any:
        """Return the move of some spots of a face."""
        names = tuple(map(str, spots)) if isinstance(spots, list) else ()
        if names in face.choices:
            return face.choices[names]
        if not names or not {*names} <= {spot.name for spot in face.spots}:
            raise ValueError("there is no such place on this board")
        raise ValueError(face.why_not(names))

    def _new_game(self) -> None:
        """Begin a new game, to which no old review belongs."""
        self.review = None
        self.match.new_game()

    def _swap(self) -> None:
        """Change sides; after the end, for a new game."""
        if self.match.finished:
            self.review = None
        self.match.swap()

    def _go(self, background: bool, at: Any) -> None:
        """Show the moment after so many moves; a review may go on meanwhile."""
        self.match.go(at)
        self._forget()
        if self.busy:
            self.changed(None)
        else:
            self.proceed(background)

    def _set_level(self, level: str) -> None:
        """Let the player of a level play."""
        self.match.against = level_of(self.levels, level)
        self.level = level

    def _step(self, background: bool) -> None:
        """Let the next of two players move once; while you look back, show the next move."""
        if self.match.looking_back:
            self.match.go(self.match.at + 1)
            self._forget()
            self.changed(None)
        elif not self.match.spectating:
            raise ValueError("step needs two players: board(game, against=(one, other))")
        elif self.match.over:
            raise ValueError("the game is over")
        else:
            self._forget()
            self.proceed(background, once=True)

    def _show_heat(self, background: bool, on: Any = False) -> None:
        """Show or hide the heat map."""
        self.showing.heat = bool(on)
        self.changed(None)

    def _rate(self, background: bool, on: Any = False) -> None:
        """Show or hide the evaluation bar."""
        self.showing.rated = bool(on)
        self.changed(None)

    def _stop(self, background: bool) -> None:
        """Stop thinking, and use the best result found so far."""
        self.thinking.stop()

    def proceed(
        self, background: bool = False, notice: dict[str, Any] | None = None, once: bool = False
    ) -> None:
        """Show the position, and let the player move as long as it is its turn."""
        match = self.match
        waiting = match.waiting or once
        if waiting:
            match.result = None
            self.busy = "reply"
        self.changed(notice)

        def done(result: Any) -> None:
            before, player = match.state, match.mover_player
            match.reply(result)
            self._learn_from(player, before, result)
            self.proceed(background, notice)

        if waiting:
            self._think(match.thinking(), done, background)

    def _learn_from(self, player: Any, before: Any, result: Any) -> None:
        """Take over what a player's search has proved, and its guess if it is the board's."""
        self.verdicts.connect(before, self.match.state)
        if isinstance(player, engine_player) and "limits" not in player.options:
            same = player.options.get("evaluate") is self.given_evaluate
            self.verdicts.learn(before, result, guesses=same)

    def _advise(self, background: bool) -> None:
        """Let the engine search for a hint, and show it."""
        match = self.match
        if match.over:
            raise ValueError("the game is over, so there is no move to advise")
        self.busy = "hint"
        self.tried = {}
        self.changed(None)

        def done(result: Any) -> None:
            self.verdicts.learn(match.state, result)
            self.hint = result
            self.changed(None)

        self._think(self.adviser.thinking(match.game, match.state), done, background)

    def _review(self, background: bool) -> None:
        """Let the engine judge every move of the game, and show the value of each moment."""
        self.review, self.busy = self.new_review(self.verdicts), "review"
        self.tried = {}
        self.changed(None)
        self._think(self.judging(self.review), lambda _: self.changed(None), background)

    def new_review(self, verdicts: Verdicts) -> Review:
        """Return a review of the game in which nothing is judged yet."""
        match = self.match
        if not match.moves:
            raise ValueError("there is no move to review yet")
        you = "" if match.against is None or match.spectating else match.you
        return Review(match.game, match.states, match.moves, verdicts, you)

    def judging(self, review: Review) -> Iterator[Review]:
        """Judge the moves of a review in slices."""
        return review.judging(self.reviewer)

    # ---- a better move --------------------------------------------------------------------------

    def _moment(self, at: Any) -> Any:
        """Return the state before the move with this index."""
        moves = self.match.moves
        if not isinstance(at, int) or not 0 <= at < len(moves):
            raise ValueError(f"there is no move {at!r} to better: {len(moves)} moves were played")
        return self.match.states[at]

    def _try(self, background: bool, at: Any, spots: Any) -> None:
        """Judge a move that you try instead of one that was played."""
        state = self._moment(at)
        face, _ = self.match.drawn(state, None)
        self._answer_try(background, at, self._move_of(face, spots), shown=False)

    def _show_solution(self, background: bool, at: Any) -> None:
        """Show a move that holds, in place of one that was played."""
        state = self._moment(at)
        review = self._review_of_moves()
        move = review.best(at) if review and not review.judged_from else None
        if move is not None:
            self._answer_try(background, at, move, shown=True)
            return
        self.busy, self.tried = "try", {}
        self.changed(None)

        def done(result: Any) -> None:
            self.verdicts.learn(state, result)
            self._answer_try(background, at, self.verdicts.best(state, result.move), shown=True)

        self._think(self.adviser.thinking(self.match.game, state), done, background)

    def _answer_try(self, background: bool, at: int, move: Any, shown: bool) -> None:
        """Search the position after a move, and show whether the move holds."""
        match, verdicts = self.match, self.verdicts
        game, state = match.game, match.states[at]
        after = game.play(state, move)
        verdicts.of(state)
        verdicts.connect(state, after)

        def done(result: Any) -> None:
            verdicts.learn(after, result)
            self.tried = try_of(match, verdicts, at, move, result, shown)
            self.changed(None)

        if game.score(after) is not None:
            done(None)
            return
        self.busy, self.tried = "try", {}
        self.changed(None)
        self._think(self.adviser.thinking(game, after), done, background)

    def _think(self, slices: Iterator[Any], done: Callable[[Any], None], background: bool) -> None:
        """Think, and call `done` with the result; show an error or, in the foreground, raise it."""
        replying = self.busy == "reply"

        def finish(result: Any) -> None:
            self.busy = ""
            done(result)

        def fail(error: Exception) -> None:
            self.busy = ""
            sentence = as_sentence(error)
            if replying:
                self._set_level(NO_PLAYER)
                sentence += f" {BY_HAND}"
            self.changed(_notice(sentence, error=True) if background else None)
            if not background:
                raise error

        self.thinking.start(slices, finish, fail, background)

    # ---- showing --------------------------------------------------------------------------------

    def plan(self) -> dict[str, Any]:
        """Return what never changes while the board is shown."""
        return plan_of(self.match, [*self.levels], estimates=self.evaluate is not None)

    def shown(self, notice: dict[str, Any] | None) -> dict[str, Any]:
        """Return the position, everything that is shown with it, and a notice."""
        position, fault = self.showing.position(self.hint)
        if fault and not (notice and notice["error"]):
            notice = _notice(fault, error=True)
        return {
            **position,
            "acts": self.changes,
            "level": self.level,
            "busy": self.busy,
            "notice": notice,
            "can": self._can(),
        }

    def _can(self) -> dict[str, bool]:
        """Return which buttons do something now."""
        match = self.match
        if self.busy:
            return NOTHING
        return {
            "undo": match.can_undo(),
            "hint": not match.over and not match.theirs and not match.fault_of_rules,
            "review": bool(match.moves),
            "swap": match.against is not None and not match.spectating,
            "new": bool(match.moves),
        }

    def _review_of_moves(self) -> Review | None:
        """Return the review if it has judged all moves of the game, else None."""
        review, moves = self.review, self.match.moves
        return review if review and moves and moves == review.moves[: len(moves)] else None

    def judged(self) -> dict[str, Any]:
        """Return the review while its moves are those of the game; nothing without one."""
        review = self._review_of_moves()
        return review.data(len(self.match.moves)) if review else {}


def _name_of(player: Any, taken: set[str]) -> str:
    """Return how a given player is called among the levels."""
    name = getattr(player, "__name__", "") if callable(player) else ""
    if callable(player) and not name:
        name = repr(player)  # that of an object without its own one begins with "<"
    usable = name and "<" not in name and len(name) <= MAX_NAME_CHARS and name not in taken
    return name if usable else YOUR_PLAYER


def _notice(text: str, error: bool = False) -> dict[str, Any] | None:
    return {"text": with_capital(text), "error": error} if text else None


def with_capital(text: str) -> str:
    """Return a sentence with a capital letter, unless it begins with a name such as a1.

    >>> with_capital("the game is over."), with_capital("a1 is taken.")
    ('The game is over.', 'a1 is taken.')
    """
    first = text.partition(" ")[0]
    return text[0].upper() + text[1:] if first.isalpha() and len(first) > 1 else text


def as_sentence(error: Exception) -> str:
    """Return an error as a sentence for the board, without the list of legal moves."""
    return with_capital(str(error).partition("; legal")[0].removesuffix(".") + ".")
