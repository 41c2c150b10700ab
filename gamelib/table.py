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
from gamelib.description import ALPHA_BETA, Description, Told, counted, number, windowed
from gamelib.game import MAX, Game, Move, State
from gamelib.search import Result
from gamelib.trace import Event, Recorder

__all__ = ["Entry", "Table", "table_search"]

HIT = "hit"  # a kind of leaf: the table knows enough about the state


class Entry(NamedTuple):
    """What is known of a state: a number, and whether it is the value or a bound."""

    value: float
    bound: str  # "=", "<=" or ">="

    def settles(self, alpha: float, beta: float) -> bool:
        """Tell whether this is all that a search with the window (alpha, beta) needs to know.

        >>> Entry(3, "<=").settles(alpha=5, beta=9), Entry(3, "<=").settles(alpha=0, beta=9)
        (True, False)
        """
        if self.bound == "<=":
            return self.value <= alpha
        if self.bound == ">=":
            return self.value >= beta
        return True

    def __str__(self) -> str:
        """Return the entry as it is written in a table."""
        return f"{self.bound} {self.value:g}"


class Table:
    """A memory for `table_search`, which may be used for several searches of one game.

    `key` gives the name under which a state is kept. States with the same key must have the same
    value: `TicTacToe().canonical` is such a key, since turning the board changes nothing.
    """

    def __init__(self, key: Callable[[Any], Hashable] | None = None) -> None:
        """Make an empty table; without `key` each state stands for itself."""
        self.key = key
        self.entries: dict[Hashable, Entry] = {}
        self.hits = 0  # how often an entry settled the matter

    def __getitem__(self, state: Any) -> Entry:
        """Return the entry of a state."""
        return self.entries[state if self.key is None else self.key(state)]

    def __contains__(self, state: object) -> bool:
        """Tell whether anything is known of a state."""
        return (state if self.key is None else self.key(state)) in self.entries

    def __len__(self) -> int:
        """Return the number of entries."""
        return len(self.entries)

    def __repr__(self) -> str:
        """Return how many entries of each kind there are, and how often they were used."""
        kinds = Counter(entry.bound for entry in self.entries.values())
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
    key_of, entries = table.key, table.entries
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
        known = entries.get(key)
        side = turn(state)
        if known is not None and known.settles(alpha, beta):
            hits += 1
            if record:
                note.leaf(move, known.value, alpha, beta, side=side, kind=HIT, bound=known.bound)
            return known.value

        if record:
            note.enter(move, side, moves, alpha, beta)
        low, high = alpha, beta  # the window so far
        best = -inf if side == MAX else inf
        for place, after in enumerate(moves, start=1):
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
                    cuts += place < len(moves)
                    if record and place < len(moves):
                        note.skip(moves[place:], low, high)
                    break
        bound = "<=" if best <= alpha else ">=" if best >= beta else "="
        entries[key] = Entry(best, bound)
        if record:
            note.leave(best, bound=bound)
        return best

    found = run(value, None, state, -inf, inf)
    table.hits += hits
    line = _line(game, moves_of, state, found, table)
    trace = None
    if record:  # again with an empty table: this one has been filled by now
        trace = note.trace(game, state, line, table_search, {"order": order})
    return Result(found, line[0], line, visited, cuts, trace)


def _description() -> Description:
    """Return what alpha-beta with a transposition table says of itself."""
    leaf = "leaf       |   if node is a leaf: return its value\n"
    known = "hit        |   if the table settles it: return that\n"
    return windowed(
        "Alpha-beta with a table",
        ALPHA_BETA.replace(leaf, leaf + known).replace(
            "leave      |   return", "leave      |   keep and return"
        ),
        marks={HIT: "known from before"},
        sentences={HIT: _hit},
        convention=counted(None, "; cut when alpha >= beta"),
    )


def _hit(event: Event, told: Told) -> str:
    sign = {"=": "", "<=": "≤ ", ">=": "≥ "}[event.bound]
    return f"{told.name} is known from before, {sign}{number(event.value)}: no need to look again."


def _line(
    game: Game[Any, Any],
    moves_of: Callable[[Any], tuple[Any, ...]],
    state: Any,
    found: float,
    table: Table,
) -> tuple[Any, ...]:
    """Return the moves that both sides play, read from the table.

    A state whose value is known exactly got it from a state after it that is known exactly too.
    """

    def has_value(after: Any) -> bool:
        if not game.moves(after):
            return game.score(after) == found
        return after in table and table[after] == (found, "=")

    line = []
    while moves := moves_of(state):
        move = next(move for move in moves if has_value(game.play(state, move)))
        line.append(move)
        state = game.play(state, move)
    return tuple(line)
