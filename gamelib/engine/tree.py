"""The search below the root: fail-soft alpha-beta that remembers, proves and pauses.

`value(state, alpha, beta, left, ply)` is a generator: it yields where a slice of thinking is over,
and what it returns is a pair of a number and a height. The number is what `alpha_beta` would
return: the value inside the window, a bound outside of it. The height is finite where the number is
proved: everything that decides it is a finished game, or settled by the game. It then says how
many moves the proof needs at most, so that a win is played out and not put off.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from math import inf
from typing import Any

from gamelib.engine.clock import Meter
from gamelib.engine.hints import Hints
from gamelib.engine.memory import Hopes, Memory
from gamelib.game import MAX

__all__ = ["Found", "Value", "tree_search"]

NOISY_PLIES = 8  # how much further the search looks where the estimate cannot be trusted

Found = tuple[float, float]  # a number and its height
Value = Callable[[Any, float, float, int, int], Generator[None, None, Found]]


def tree_search(game: Any, hints: Hints, memory: Memory, hopes: Hopes, meter: Meter) -> Value:
    """Return the function `value`; the state it is given is not finished.

    With no move left to look ahead it returns the estimate, or looks at noisy moves first.
    """
    turn, play, score = game.turn, game.play, game.score
    estimate, settled, quiet, noisy = hints.estimate, hints.settled, hints.quiet, hints.noisy
    key_of, banked, promising = hints.key, hints.banked, hints.promising
    lowest, highest = hints.lowest, hints.highest
    moves_of = game.moves if promising is None else promising
    killers_at, history = hopes.killers, hopes.history
    recall, remember = memory.get, memory.put

    def in_order(state: Any, first: Any, side: str, left: int, ply: int) -> Iterator[Any]:
        """Yield the moves: the one from the table, killers, then as the game or history says.

        Killers halve the nodes in Hasami Shogi and change little in gomoku and dots. History does
        not help where the game itself gives the order, so there it is not used.
        """
        if first is not None and key_of is None:
            yield first  # and if that is enough, the others are never asked for
        moves = moves_of(state)
        if not moves:
            raise ValueError(f"the game has no moves here and yet no score:\n{state}")
        if first is not None and key_of is not None:
            if first in moves:  # a key may stand for mirrored boards, with other moves
                yield first
            else:
                first = None
        done = () if first is None else (first,)
        if promising is None and left > 1:
            counts = history[side]
            moves = sorted(moves, key=lambda move: -counts.get(move, 0))
        if promising is not None and first is None:
            done = (moves[0],)  # what the game itself thinks best comes before any killer
            yield moves[0]
        for killer in killers_at[ply]:
            if killer not in done and killer in moves:
                done += (killer,)
                yield killer
        for move in moves:
            if move not in done:
                yield move

    def value(
        state: Any, alpha: float, beta: float, left: int, ply: int
    ) -> Generator[None, None, Found]:
        if left == 0:
            return leaf(state, alpha, beta, NOISY_PLIES)
        if meter.nodes >= meter.look:
            yield from meter.pause()

        key = state if key_of is None else key_of(state)
        bank = 0 if banked is None else banked(state)
        known = recall(key)
        first = None
        if known is not None:
            worth, bound, depth, height, first = known
            if depth >= left:
                worth += bank
                if bound == "=" or (worth <= alpha if bound == "<=" else worth >= beta):
                    return worth, height
        if settled is not None:
            proved = settled(state, 0)
            if proved is not None:
                worth, line = proved
                remember(key, (worth - bank, "=", inf, len(line), line[0] if line else None))
                return worth, len(line)

        side = turn(state)
        maximise = side == MAX
        low, high = alpha, beta  # the window so far
        best = -inf if maximise else inf
        best_move, best_height, tallest = None, inf, 0.0
        cut = False
        for move in in_order(state, first, side, left, ply):
            after = play(state, move)
            meter.nodes += 1
            ended = score(after)
            if ended is not None:
                worth, height = ended, 0
            elif left == 1:
                worth, height = leaf(after, low, high, NOISY_PLIES)
            else:
                worth, height = yield from value(after, low, high, left - 1, ply + 1)
            if height > tallest:
                tallest = height
            if maximise:
                if worth > best:
                    best, best_move, best_height = worth, move, height
                    if worth > low:
                        low = worth
            elif worth < best:
                best, best_move, best_height = worth, move, height
                if worth < high:
                    high = worth
            if low >= high:
                cut = True
                hopes.note(side, ply, left, move)
                break

        bound = "<=" if best <= alpha else ">=" if best >= beta else "="
        if best >= highest or best <= lowest:
            bound = "="  # there is nothing better, or nothing worse, than this
        if cut:
            height = best_height + 1  # one move was enough
        elif tallest == inf:
            height = inf
        else:  # all moves are proved; the winner takes the best one, the loser holds out
            height = (best_height if (best > 0) == maximise else tallest) + 1
        depth = left if height == inf else inf
        remember(key, (best - bank, bound, depth, height, best_move))
        return best, height

    def leaf(state: Any, low: float, high: float, plies: int) -> Found:
        """Return the estimate; where it is not quiet, what the noisy moves make of it.

        Nobody has to make a noisy move, so the estimate itself is the least that the side on the
        move gets.
        """
        if settled is not None:
            proved = settled(state, 0)
            if proved is not None:
                return proved[0], len(proved[1])
        best = estimate(state)
        if quiet is None or noisy is None or plies == 0 or quiet(state):
            return best, inf
        maximise = turn(state) == MAX
        if best >= high if maximise else best <= low:
            return best, inf
        low, high = (max(low, best), high) if maximise else (low, min(high, best))
        for move in noisy(state):
            after = play(state, move)
            meter.nodes += 1
            ended = score(after)
            worth, height = (ended, 0) if ended is not None else leaf(after, low, high, plies - 1)
            if worth > best if maximise else worth < best:
                best = worth
                low, high = (max(low, best), high) if maximise else (low, min(high, best))
                if low >= high:
                    return best, height + 1
        return best, inf

    return value
