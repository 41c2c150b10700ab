"""Alpha-beta with a transposition table: search results remembered by state.

The same state is often reached by the same moves in another order; that is a transposition. A
search that stores its results in a `Table` looks each state up before it searches it. Alpha-beta
often finds only a bound, so an entry says what its number is:

    =     the value of the state
    <=    an upper bound: the value is at most this
    >=    a lower bound: the value is at least this

A bound is used only where the window needs no more. Reusing a bound as if it were the value is the
classic bug of this data structure.
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

HIT = "hit"  # a kind of leaf: the entry in the table is enough


class Entry(NamedTuple):
    """A number for a state, and whether it is the value or a bound."""

    value: float
    bound: str  # "=", "<=" or ">="

    def is_enough(self, alpha: float, beta: float) -> bool:
        """Tell whether a search with the window (alpha, beta) needs to know no more than this.

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
    """A dictionary for `table_search`, which may be used for several searches of one game.

    `key(state)` is the key of a state; by default it is the state itself. States with the same key
    must have the same value: `TicTacToe().canonical` is such a key, since turning the board
    changes no value.
    """

    def __init__(self, key: Callable[[Any], Hashable] | None = None) -> None:
        self.key = key
        self.hits = 0  # how often an entry was enough

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
    """Return the value of a state and the best move, using a table to avoid repeated searches.

    >>> from gamelib import TicTacToe, alpha_beta
    >>> game, table = TicTacToe(), Table()
    >>> alpha_beta(game).visited, table_search(game, table=table).visited
    (18297, 4866)
    >>> table
    <Table: 1,994 entries (131 =, 1,014 <=, 849 >=), 1,583 hits>

    A node is one call of the inner function `value`, also where the table has the answer, so the
    counts can be compared with those of `alpha_beta`. In a trace, such a node is a leaf of kind
    "hit". The game must never return to an earlier state.
    """
    state = state_to_search(game, state, None, None)
    table = Table() if table is None else table
    moves_of = moves_in_order(game, order)
    turn, play, score = game.turn, game.play, game.score
    key_of = table.key
    visited = cuts = hits = 0
    note = Recorder(_description())

    def value(move: Any, state: Any, alpha: float, beta: float) -> float:
        """Return the value of `state`, reached by `move`, or a bound outside the window."""
        nonlocal visited, cuts, hits
        visited += 1
        moves = moves_of(state)
        if not moves:
            ended: float = score(state)  # type: ignore[assignment]  # a finished game has a score
            if record:
                note.leaf(move, ended, alpha, beta)
            return ended
        key = state if key_of is None else key_of(state)
        entry = table.get(key)
        side = turn(state)
        if entry is not None and entry.is_enough(alpha, beta):
            hits += 1
            if record:
                note.leaf(move, entry.value, alpha, beta, side=side, kind=HIT, bound=entry.bound)
            return entry.value

        if record:
            note.enter(move, side, moves, alpha, beta)
        low, high = alpha, beta  # the window so far
        best = -inf if side == MAX else inf
        for after in moves:
            v = value(after, play(state, after), low, high)
            if v > best if side == MAX else v < best:
                best = v
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

    def has_root_value(state: Any) -> bool:
        """Tell whether the value of a state is known and equals the root's."""
        if not game.moves(state):
            return bool(score(state) == root_value)
        key = state if key_of is None else key_of(state)
        return table.get(key) == (root_value, "=")

    root_value = run(value, None, state, -inf, inf)
    table.hits += hits
    line, end = [], state
    while moves := moves_of(end):  # an exact value always comes from a child with an exact value
        line.append(next(move for move in moves if has_root_value(play(end, move))))
        end = play(end, line[-1])
    trace = None
    if record:  # the trace runs again with an empty table: this one is full now
        trace = note.trace(game, state, tuple(line), table_search, {"order": order})
    return Result(root_value, line[0], tuple(line), visited, cuts, trace)


def _description() -> Description:
    """Return the description of alpha-beta with a transposition table."""
    leaf = "leaf       |   leaf? return its number\n"
    hit = "hit        |   in the table? return that\n"
    code = ALPHA_BETA.replace(leaf, leaf + hit).replace("  return best", "  store and return best")
    return windowed(
        "Alpha-beta with a table",
        code,
        marks={HIT: "known from before"},
        sentences={HIT: _hit},
        convention=counting_convention(None, "; cut when alpha >= beta"),
    )


def _hit(event: Event, context: Context) -> str:
    return f"{context.name} is known from before, {signed(event)}: no need to look again."
