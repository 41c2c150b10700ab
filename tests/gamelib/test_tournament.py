"""Tournaments and how sure they make us."""

import random
from contextlib import redirect_stderr
from io import StringIO
from itertools import product
from operator import mul

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib import (
    SAMPLE,
    TicTacToe,
    TreeGame,
    engine_player,
    per_game,
    random_player,
    search_player,
    tournament,
)
from gamelib.standings import WinDrawLoss, luck, wilson

GAME = TicTacToe()


def first(game, state):
    return game.moves(state)[0]


def last(game, state):
    return game.moves(state)[-1]


def cheat(game, state):
    return "z9"


def fail(game, state):
    return 1 // 0


PAIR = {"first": first, "last": last}
THREE = PAIR | {"perfect": search_player()}


def test_everybody_plays_everybody_with_both_sides_and_what_one_wins_the_other_loses():
    results = tournament(GAME, THREE, rounds=6)
    assert {results.record(name).games for name in results.names} == {2 * 2 * 6}
    won, drawn, lost = results.record("first", "perfect")
    assert won + drawn + lost == 2 * 6
    assert results.record("perfect", "first") == (lost, drawn, won)
    assert sum(results.record(name).points for name in results.names) == 3 * 12


def test_the_seed_decides_the_openings_and_nothing_else_does():
    same = [tournament(GAME, PAIR, rounds=8, seed=3) for _ in range(2)]
    assert same[0] == same[1]
    assert same[0] != tournament(GAME, PAIR, rounds=8, seed=4)


def test_an_opening_never_ends_the_game():
    assert tournament(GAME, PAIR, rounds=20, opening=7).record("first").games == 40
    with pytest.raises(ValueError, match="1000 random openings of that length ended the game"):
        tournament(SAMPLE, PAIR, opening=9)


def test_a_record_counts_a_draw_as_half_a_point():
    record = WinDrawLoss(won=3, drawn=2, lost=5)
    assert (record.games, record.points, record.share) == (10, 4, 0.4)
    assert str(record) == "3+ 2= 5-"
    with pytest.raises(ValueError, match="the players are first, last"):
        tournament(GAME, PAIR, rounds=1).record("third")


@pytest.mark.parametrize(
    "changed, words",
    [
        ({"players": {"one": first}}, "two players or more"),
        ({"players": [first, last]}, "must be a mapping"),
        ({"players": {"a": 1, "b": first}}, "must be a mapping of names to functions"),
        ({"game": PAIR, "players": GAME}, "is not a game"),
        ({"rounds": 0}, "rounds is 0"),
        ({"opening": -1}, "opening is -1"),
        ({"longest": 0}, "longest is 0"),
        ({"seed": -1}, "seed is -1"),
        ({"progress": "yes"}, "progress is 'yes'"),
    ],
)
def test_wrong_arguments_are_told(changed, words):
    with pytest.raises((TypeError, ValueError), match=words):
        tournament(**{"game": GAME, "players": PAIR} | changed)


# ---- intervals ----------------------------------------------------------------------------------


@given(st.integers(1, 500), st.data())
def test_the_interval_holds_the_share_stays_between_0_and_1_and_gets_narrower(games, data):
    points = data.draw(st.integers(0, 2 * games)) / 2
    low, high = wilson(points, games)
    assert 0 <= low <= points / games + 1e-9
    assert points / games - 1e-9 <= high <= 1
    lower, higher = wilson(10 * points, 10 * games)
    assert higher - lower < high - low


def test_values_known_from_the_books():
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-3)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=1e-3)


@pytest.mark.parametrize("points, games", [(-1, 10), (11, 10), (1, 0)])
def test_shares_that_cannot_be_are_told(points, games):
    with pytest.raises(ValueError, match="must be"):
        wilson(points, games)


# ---- differences --------------------------------------------------------------------------------


@given(st.lists(st.sampled_from([-2, -1, -0.5, 0, 0.5, 1, 2]), max_size=9))
def test_luck_is_the_share_of_all_signs_that_lead_as_far_from_zero(differences):
    signs = [*product((1, -1), repeat=len(differences))]
    sums = [abs(sum(map(mul, some, differences))) for some in signs]
    assert luck(differences) == sum(it >= sums[0] for it in sums) / len(signs)


def test_equals_seldom_differ_by_luck():
    chance = random.Random(1)
    matches = [[chance.choice((-1, 0, 0, 0, 1)) for _ in range(40)] for _ in range(400)]
    assert sum(luck(match) < 0.05 for match in matches) <= 0.06 * 400


def test_two_players_are_compared_opening_by_opening_draws_and_all():
    results = tournament(GAME, THREE, rounds=10, opening=2)
    lead = results.compare("perfect", "last")
    shares = results.record("perfect").share - results.record("last").share
    openings = len({bout.opening for bout in results.games})
    assert (lead.by, lead.openings) == (pytest.approx(shares), openings)
    assert results.compare("last", "perfect") == (-lead.by, lead.p, openings)
    record = results.record("perfect", "last")
    direct = results.compare("perfect", "last", direct=True)
    assert direct.by == (record.won - record.lost) / 20
    assert repr(direct).startswith(f"{direct.by:+.3f} in {openings} openings, p ")
    with pytest.raises(ValueError, match="give two of the players first, last, perfect"):
        results.compare("first", "first")


def test_a_game_that_is_repeated_proves_no_more_than_once():
    lead = tournament(GAME, PAIR, rounds=20, opening=0).compare("first", "last")
    assert (lead.p, lead.openings) == (1, 1)


# ---- every game ---------------------------------------------------------------------------------


def test_every_game_can_be_looked_at():
    results = tournament(GAME, THREE, rounds=3, opening=1)
    assert len(results.games) == 18
    for bout in results.games:
        state = GAME.start()
        for move in (*bout.opening, *bout.moves):
            state = GAME.play(state, move)
        assert GAME.score(state) == bout.score
        assert bout.winner == {1: "MAX", -1: "MIN", 0: None}[bout.score]
    one, other = results.games[:2]
    assert (one.max_player, one.min_player) == (other.min_player, other.max_player)
    assert (one.round, one.opening) == (other.round, other.opening)


def test_a_margin_counts_as_a_win():
    game = TreeGame.from_text("A (MAX): B C=7\nB (MIN): D=5 E=-3")
    results = tournament(game, PAIR, rounds=1, opening=0)
    assert [bout.score for bout in results.games] == [-3, 7]
    assert results.record("last") == (2, 0, 0)


def test_a_player_that_fails_loses_that_game_and_no_more():
    players = {"cheat": cheat, "fail": fail, "first": first}
    results = tournament(GAME, players, rounds=2)
    assert results.record("first") == (8, 0, 0)
    assert len(results.trouble) == 12
    troubles = sorted({bout.trouble[:45] for bout in results.trouble})
    assert troubles[0] == "cheat played 'z9', which is not legal; legal:"
    assert troubles[-1].startswith("fail failed: ZeroDivisionError: ")


def test_a_game_that_takes_too_long_is_a_draw():
    results = tournament(GAME, PAIR, rounds=2, opening=0, longest=3)
    assert results.record("first") == (0, 4, 0)
    assert results.games[0].trouble == "stopped after 3 moves"


def test_a_player_made_for_each_game_leaks_nothing():
    made = []

    def make(seed):
        made.append(seed)
        return random_player(seed)

    players = {"random": per_game(make), "first": first}
    one = tournament(GAME, players, rounds=3)
    assert len(made) == len(set(made)) == 6
    assert tournament(GAME, players, rounds=3) == one
    assert tournament(GAME, players, rounds=4).games[:6] == one.games
    engines = {"one": engine_player(nodes=100), "two": engine_player(nodes=300)}
    assert tournament(GAME, engines, rounds=2) == tournament(GAME, engines, rounds=2)


def test_what_is_made_for_a_game_is_closed_after_it_whatever_happens():
    class Lamp:
        def __init__(self, play):
            self.play = play

        def __call__(self, game, state):
            return self.play(game, state)

        def close(self):
            closed.append(self)

    for play in (first, fail):
        closed = []
        maker = per_game(lambda seed, play=play: Lamp(play))
        tournament(GAME, {"lamp": maker, "last": last}, rounds=2)
        assert len({*closed}) == 4
    lamp = Lamp(first)
    closed = []
    tournament(GAME, {"lamp": lamp, "last": last}, rounds=2)
    assert not closed, "it was not made here"


def test_a_pairing_says_who_plays_whom_by_what_was_played(file):
    seen = []

    def next_pair(so_far):
        seen.append([bout[:3] for bout in so_far.games])
        return [("first", "last"), ("first", "perfect")][len(seen) % 2 : len(seen) % 2 + 1]

    counts = []
    options = {"pairing": next_pair, "progress": lambda *numbers: counts.append(numbers)}
    results = tournament(GAME, THREE, rounds=2, **options)
    one, two = [(0, "first", "perfect"), (0, "perfect", "first")], [(1, "first", "last")]
    assert seen == [[], one]
    assert [bout[:3] for bout in results.games] == [*one, *two, (1, "last", "first")]
    assert counts == [(0, 4), (1, 4), (2, 4), (2, 4), (3, 4), (4, 4)]
    assert results.games == tuple(
        bout
        for wanted in results.games
        for bout in tournament(GAME, THREE, rounds=2).games
        if bout[:3] == wanted[:3]
    ), "they are the games that these two play in any tournament"

    def stop(done, games):
        if done == 3:
            raise Stop

    with pytest.raises(Stop):
        tournament(GAME, THREE, rounds=2, pairing=next_pair, resume=file, progress=stop)
    assert tournament(GAME, THREE, rounds=2, pairing=next_pair, resume=file) == results
    assert len(file.read_text().splitlines()) == 1 + 4


# ---- tables -------------------------------------------------------------------------------------


def test_a_notebook_shows_the_cross_table_as_a_table():
    players = {"<b>first": first, "last": last}
    html = tournament(GAME, players, rounds=2).cross_table()._repr_html_()
    assert html.count("<tr>") == 3
    assert "<b>" not in html
    assert "&lt;b&gt;first" in html


# ---- progress, resuming -------------------------------------------------------------------------


def test_progress_is_shown_as_a_bar():
    with redirect_stderr(StringIO()) as shown:
        tournament(GAME, PAIR, rounds=2, progress=True)
    assert shown.getvalue().split("\r")[-1].strip() == f"[{'#' * 30}] 4/4 games"


@pytest.fixture
def file(tmp_path):
    return tmp_path / "games.jsonl"


class Stop(BaseException):
    """Raised to stop a tournament, as if the power failed."""


def test_an_interrupted_tournament_goes_on_where_it_was_and_no_game_is_played_twice(file):
    calls = []

    def counted(game, state):
        calls.append(state)
        return first(game, state)

    def stop(done, games):
        if done == 5:
            raise Stop

    players = {"counted": counted, "last": last}
    whole = tournament(GAME, players, rounds=6)
    once = len(calls)
    with pytest.raises(Stop):
        tournament(GAME, players, rounds=6, resume=file, progress=stop)
    before = file.read_text().splitlines()
    assert len(before) == 1 + 5
    for _ in range(2):
        assert tournament(GAME, players, rounds=6, resume=file) == whole
        assert len(calls) == 2 * once
    assert file.read_text().splitlines()[:6] == before
    more = tournament(GAME, players, rounds=7, resume=file)
    assert more.games[:12] == whole.games, "more rounds may be asked for"
    assert len(file.read_text().splitlines()) == 1 + 14


@pytest.mark.parametrize("torn", ['{"round": 2, "max_pl', "", "garbage"])
def test_a_torn_last_line_is_dropped(file, torn):
    whole = tournament(GAME, PAIR, rounds=3, resume=file)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:4]) + torn)
    assert tournament(GAME, PAIR, rounds=3, resume=file) == whole
    assert file.read_text() == "".join(lines)


@pytest.mark.parametrize(
    "options, words",
    [
        ({"seed": 1}, "its seed is 0, not 1"),
        ({"opening": 1}, "its opening is 2, not 1"),
        ({"longest": 50}, "its longest is 10000, not 50"),
        (
            {"players": {"first": first, "other": last}},
            r"its players is {'last': '<function last>'}, not {'other': '<function last>'};",
        ),
        ({"game": TicTacToe(4, 4)}, "its game is"),
    ],
)
def test_the_file_of_another_tournament_is_refused(file, options, words):
    tournament(GAME, PAIR, rounds=1, resume=file)
    before = file.read_text()
    with pytest.raises(ValueError, match=f"belongs to another tournament: {words}"):
        tournament(**{"game": GAME, "players": PAIR, "rounds": 1, "resume": file} | options)
    assert file.read_text() == before


@pytest.mark.parametrize("text", ["my diary\n", "my diary", "[1]\n", '{"a": 1}\n', '{"tourna'])
def test_a_file_of_something_else_is_refused_and_left_alone(file, text):
    file.write_text(text)
    with pytest.raises(ValueError, match="is not the file of a tournament"):
        tournament(GAME, PAIR, rounds=1, resume=file)
    assert file.read_text() == text


def test_a_broken_line_in_the_middle_is_told(file):
    tournament(GAME, PAIR, rounds=2, resume=file)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([lines[0], "{}\n", *lines[1:]]))
    with pytest.raises(ValueError, match=r"line 2 of .* is not a game"):
        tournament(GAME, PAIR, rounds=2, resume=file)
