"""Alpha-beta with a transposition table: what was found out about a state is not searched again.

In many games different orders of the same moves lead to the same state: that is a transposition,
and a transposition table remembers each state once. But alpha-beta often finds out a bound only,
so an entry says what its number is:

    =     the value of the state
    <=    the state is worth at most this much
    >=    the state is worth at least this much

A bound is used only where it settles the matter, never as if it were the value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from math import inf
from typing import Any, NamedTuple

from gamelib.arguments import Order, moves_in_order, run, state_to_search
from gamelib.description import ALPHA_BETA, Context, Description, counting_convention, windowed
from gamelib.game import MAX, Game, Move, State
from gamelib.search import Result
from gamelib.trace import Event, Recorder
from gamelib.words import signed

__all__ = ["Entry", "Table", "table_search"]

HIT = "hit"  # a kind of leaf: the table knows enough about the state


class Entry(NamedTuple):
    """What is known of a state: a number, and whether it is the value or a bound."""

    value: float
    bound: str  # "=", "<=" or ">="

    def is_enough(self, alpha: float, beta: float) -> bool:
        """Tell whether this is all that a search with the window (alpha, beta) needs to know.

        >>> Entry(3, "<=").is_enough(alpha=5, beta=9), Entry(3, "<=").is_enough(alpha=0, beta=9)
        (True, False)
        """
        if self.bound == "<=":
            return self.value <= alpha
        if self.bound == ">=":
            return self.value >= beta
        return True

    def __str__(self) -> str:
        return f"{self.bound} {self.value:g}"


class Table(dict[Hashable, Entry]):
    """A memory for `table_search`, which may be used for several searches of one game.

    It is a dictionary; `key` gives the name under which a state is kept. States with the same key
    must have the same value: `TicTacToe().canonical` is such a key, since turning the board
    changes nothing. Without `key` each state stands for itself.
    """

    def __init__(self, key: Callable[[Any], Hashable] | None = None) -> None:
        self.key = key
        self.hits = 0  # how often an entry settled the matter

    def __repr__(self) -> str:
        kinds = Counter(entry.bound for entry in self.values())
        each = ", ".join(f"{kinds[bound]:,} {bound}" for bound in ("=", "<=", ">="))
        return f"<Table: {len(self):,} entries ({each}), {self.hits:,} hits>"


def table_search(
    game: Game[State, Move],
    state: State | None = None,
    *,
    table: Table | None = None,
    order: Order | None = None,
    record: bool = False,
) -> Result:
    """Return the value of a state and the best move, looking at no state twice if it can help it.

    >>> from gamelib import TicTacToe, alpha_beta
    >>> game, table = TicTacToe(), Table()
    >>> alpha_beta(game).visited, table_search(game, table=table).visited
    (18297, 4866)
    >>> table
    <Table: 1,994 entries (131 =, 1,014 <=, 849 >=), 1,583 hits>

    A node is one call of the inner function `value`, also where the table knows the answer, so
    the counts can be compared with those of `alpha_beta`. The game must never come back to a
    state that it has left. In a record, a state that the table settles is a leaf of kind "hit".
    """
    state = state_to_search(game, state, None, None)
    table = Table() if table is None else table
    moves_of = moves_in_order(game, order)
    turn, play, score = game.turn, game.play, game.score
    key_of = table.key
    visited = cuts = hits = 0
    note = Recorder(_description())

    def value(move: Any, state: Any, alpha: float, beta: float) -> float:
        """Return what `state`, after `move`, is worth, or a bound outside the window."""
        nonlocal visited, cuts, hits
        visited += 1
        moves = moves_of(state)
        if not moves:
            ended: float = score(state)  # type: ignore[assignment]  # a finished game has a score
            if record:
                note.leaf(move, ended, alpha, beta)
            return ended
        key = state if key_of is None else key_of(state)
        known = table.get(key)
        side = turn(state)
        if known is not None and known.is_enough(alpha, beta):
            hits += 1
            if record:
                note.leaf(move, known.value, alpha, beta, side=side, kind=HIT, bound=known.bound)
            return known.value

        if record:
            note.enter(move, side, moves, alpha, beta)
        low, high = alpha, beta  # the window so far
        best = -inf if side == MAX else inf
        for after in moves:
            worth = value(after, play(state, after), low, high)
            if worth > best if side == MAX else worth < best:
                best = worth
                if side == MAX:
                    low = max(low, best)
                else:
                    high = min(high, best)
                if record:
                    note.update(best, low, high)
                if low >= high:
                    break
        if after is not moves[-1]:  # some moves are left: they are skipped
            cuts += 1
            if record:
                note.skip(moves[moves.index(after) + 1 :], low, high)
        bound = "<=" if best <= alpha else ">=" if best >= beta else "="
        table[key] = Entry(best, bound)
        if record:
            note.leave(best, bound=bound)
        return best

    def has_value(state: Any) -> bool:
        """Tell whether a state is known to be worth what was found."""
        if not game.moves(state):
            return bool(score(state) == found)
        key = state if key_of is None else key_of(state)
        return table.get(key) == (found, "=")

    found = run(value, None, state, -inf, inf)
    table.hits += hits
    line, end = [], state
    while moves := moves_of(end):  # what is known exactly got it from what is known exactly
        line.append(next(move for move in moves if has_value(play(end, move))))
        end = play(end, line[-1])
    trace = None
    if record:  # again with an empty table: this one has been filled by now
        trace = note.trace(game, state, tuple(line), table_search, {"order": order})
    return Result(found, line[0], tuple(line), visited, cuts, trace)


def _description() -> Description:
    """Return what alpha-beta with a transposition table says of itself."""
    leaf = "leaf       |   if node is a leaf: return its value\n"
    known = "hit        |   if the table settles it: return that\n"
    code = ALPHA_BETA.replace(leaf, leaf + known).replace("  return best", "  keep and return best")
    return windowed(
        "Alpha-beta with a table",
        code,
        marks={HIT: "known from before"},
        sentences={HIT: _hit},
        convention=counting_convention(None, "; cut when alpha >= beta"),
    )


def _hit(event: Event, context: Context) -> str:
    return f"{context.name} is known from before, {signed(event)}: no need to look again."
