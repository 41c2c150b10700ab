"""Alpha-beta with a table of positions: what was found out about a state is not searched again.

In many games different orders of the same moves lead to the same state. A table remembers each
state once. But alpha-beta often finds out a bound only, so an entry says what its number is:

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
from gamelib.game import MAX, Game, Move, State
from gamelib.search import Result

__all__ = ["Entry", "Table", "table_search"]


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
    state that it has left.
    """
    state = state_to_search(game, state, None, None)
    table = Table() if table is None else table
    moves_of = moves_in_order(game, order)
    turn, play, score = game.turn, game.play, game.score
    key_of, entries = table.key, table.entries
    visited = cuts = hits = 0

    def value(state: Any, alpha: float, beta: float) -> float:
        """Return what `state` is worth, or a bound outside the window, as `alpha_beta` does."""
        nonlocal visited, cuts, hits
        visited += 1
        moves = moves_of(state)
        if not moves:
            return score(state)  # type: ignore[return-value]  # a finished game has a score
        key = state if key_of is None else key_of(state)
        known = entries.get(key)
        if known is not None and known.settles(alpha, beta):
            hits += 1
            return known.value

        low, high = alpha, beta  # the window so far
        best = -inf if turn(state) == MAX else inf
        for move in moves:
            worth = value(play(state, move), low, high)
            if turn(state) == MAX:
                best = max(best, worth)
                low = max(low, best)
            else:
                best = min(best, worth)
                high = min(high, best)
            if low >= high:
                cuts += move is not moves[-1]
                break
        bound = "<=" if best <= alpha else ">=" if best >= beta else "="
        entries[key] = Entry(best, bound)
        return best

    found = run(value, state, -inf, inf)
    table.hits += hits
    line = _line(game, moves_of, state, found, table)
    return Result(found, line[0], line, visited, cuts)


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
