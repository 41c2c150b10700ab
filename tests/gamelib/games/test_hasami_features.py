"""What the engine estimates of a position of Dai Hasami Shogi, compared with a second program."""

from __future__ import annotations

from typing import Any

import pytest
from hasami_slowly import name, other_way_round, random_position, slow_moves, slow_play
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelib import MAX, MIN
from gamelib.games.hasami import HasamiShogi, Position
from gamelib.games.hasami.features import attacked, estimate, material, open_line_worth

SMALL = HasamiShogi(5)
SEVEN = HasamiShogi(7)

positions = st.builds(random_position, st.integers(0, 10**6))


def names(cells: int, size: int) -> set[str]:
    """Return the names of a set of cells; behind each row one bit stays empty."""
    places = [place for place in range(cells.bit_length()) if cells >> place & 1]
    return {name(divmod(place, size + 1)) for place in places}


@settings(max_examples=40, deadline=None)
@given(positions)
def test_the_estimate_stays_below_a_win_and_treats_both_sides_alike(board: Position) -> None:
    assert HasamiShogi.limits == (-1, 1)
    assert -1 < estimate(board) < 1
    assert estimate(board) == HasamiShogi(board.size).estimate(board)
    assert estimate(other_way_round(board)) == pytest.approx(-estimate(board))


def test_pieces_threats_and_lines_raise_the_estimate() -> None:
    even = SMALL.from_text("XXXX./...../...../...../OOOO.")
    more = SMALL.from_text("XXXXX/...../...../...../OOOO.")
    assert material(more) == 1
    assert estimate(even) < estimate(more)
    apart = SEVEN.from_text("XX.X.X./......./X.X...X/......./......./......./OOOOOO.")
    close = SEVEN.from_text("XX.X.X./......./XXX..../......./......./......./OOOOOO.")
    assert open_line_worth(apart, MAX) < open_line_worth(close, MAX)
    assert estimate(apart) < estimate(close)
    threat = SMALL.from_text("XXX.X/...X./XOO../..O.O/OO...")
    saved = SMALL.from_text("XXXXX/...X./.OO../..O.O/OO...")
    assert [attacked(state, MAX)[0].bit_count() for state in (threat, saved)] == [2, 0]
    assert estimate(threat) > estimate(saved)
    assert estimate(threat) > estimate(threat._replace(turn=MIN))


@settings(max_examples=40, deadline=None)
@given(positions, st.sampled_from([MAX, MIN]))
def test_attacked_pieces_are_those_that_some_move_captures(board: Position, side: Any) -> None:
    its_turn = board._replace(turn=side)
    victims, goals = set(), set()
    for move, (_, goal) in slow_moves(its_turn).items():
        gone = slow_play(its_turn, move)[1]
        victims |= {*gone}
        if gone:
            goals.add(name(goal))
    pieces, cells = attacked(board, side)
    assert names(pieces, board.size) == victims
    assert names(cells, board.size) == goals


def test_open_lines_are_counted_in_windows_of_five_without_enemies() -> None:
    row = "XX...../......./{}/......./......./......./OOOO..."
    worth = {
        line: open_line_worth(SEVEN.from_text(row.format(line)), MAX)
        for line in ("X......", "XX.....", "XXX....", "XX.XX..", "XXOXX..", ".XXX...")
    }
    assert worth["X......"] == worth["XXOXX.."] == 0
    assert worth["XX....."] < worth["XXX...."] < worth[".XXX..."] < worth["XX.XX.."]
