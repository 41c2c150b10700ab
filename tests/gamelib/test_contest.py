"""Tournaments and how sure they make us."""

from contextlib import redirect_stderr
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib import (
    SAMPLE,
    TicTacToe,
    TreeGame,
    engine_player,
    greedy,
    per_game,
    random_player,
    search_player,
    tournament,
)
from gamelib.contest import Record, wilson

GAME = TicTacToe()
PERFECT = search_player()


def first(game, state):
    return game.moves(state)[0]


def last(game, state):
    return game.moves(state)[-1]


PAIR = {"first": first, "last": last}


def test_everybody_plays_everybody_with_both_sides_and_what_one_wins_the_other_loses():
    results = tournament(GAME, {"first": first, "last": last, "perfect": PERFECT}, rounds=6)
    assert {results.record(name).games for name in results.names} == {2 * 2 * 6}
    won, drawn, lost = results.record("first", "perfect")
    assert won + drawn + lost == 2 * 6
    assert results.record("perfect", "first") == (lost, drawn, won)
    assert sum(results.record(name).points for name in results.names) == 3 * 12


def test_a_player_scores_half_against_itself():
    results = tournament(GAME, {"one": first, "two": first}, rounds=10)
    won, _, lost = results.record("one")
    assert won == lost
    assert results.record("one").share == 0.5


def test_the_seed_decides_the_openings_and_nothing_else_does():
    same = [tournament(GAME, PAIR, rounds=8, seed=3) for _ in range(2)]
    assert same[0] == same[1]
    assert same[0] != tournament(GAME, PAIR, rounds=8, seed=4)


def test_an_opening_never_ends_the_game():
    results = tournament(GAME, PAIR, rounds=20, opening=7)
    assert results.record("first").games == 40
    with pytest.raises(ValueError, match="after so many moves the game is over"):
        tournament(SAMPLE, PAIR, opening=9)


def test_the_table_has_a_line_for_each_player_the_best_first():
    players = {"random": random_player(1), "perfect": PERFECT, "still": greedy(lambda state: 0)}
    results = tournament(GAME, players, rounds=10, opening=0)
    assert results.ranking()[0] == "perfect"
    assert results.record("perfect").lost == 0
    lines = repr(results).splitlines()
    assert lines[0].split() == ["won", "drawn", "lost", "share", "95", "of", "100"]
    assert lines[1].split()[0] == "perfect"
    assert len(lines) == 4


def test_a_record_counts_a_draw_as_half_a_point():
    record = Record(won=3, drawn=2, lost=5)
    assert (record.games, record.points, record.share) == (10, 4, 0.4)
    assert str(record) == "3+ 2= 5-"
    with pytest.raises(ValueError, match="the players are first, last"):
        tournament(GAME, PAIR, rounds=1).record("third")


@pytest.mark.parametrize(
    "changed, words",
    [
        ({"players": {"one": first}}, "two players or more"),
        ({"players": [first, last]}, "must be a mapping"),
        ({"players": {"a": 1, "b": first}}, "is not a name with a player"),
        ({"game": {"one": first, "two": last}, "players": GAME}, "is not a game"),
        ({"rounds": 0}, "rounds is 0"),
        ({"opening": -1}, "opening is -1"),
        ({"seed": -1}, "seed is -1"),
        ({"progress": "yes"}, "progress is 'yes'"),
    ],
)
def test_wrong_arguments_are_told(changed, words):
    arguments = {"game": GAME, "players": {"one": first, "two": last}} | changed
    with pytest.raises((TypeError, ValueError), match=words):
        tournament(**arguments)


# ---- intervals ----------------------------------------------------------------------------------


@given(st.integers(1, 500), st.data())
def test_the_interval_holds_the_share_and_stays_between_0_and_1(games, data):
    points = data.draw(st.integers(0, 2 * games)) / 2
    low, high = wilson(points, games)
    assert 0 <= low <= points / games + 1e-9
    assert points / games - 1e-9 <= high <= 1


@given(st.integers(1, 100), st.integers(0, 100))
def test_more_games_make_it_narrower(games, won):
    won = min(won, games)
    low, high = wilson(won, games)
    lower, higher = wilson(10 * won, 10 * games)
    assert higher - lower < high - low


def test_values_known_from_the_books():
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-3)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=1e-3)


@pytest.mark.parametrize("points, games", [(-1, 10), (11, 10), (1, 0)])
def test_shares_that_cannot_be_are_told(points, games):
    with pytest.raises(ValueError, match="must be"):
        wilson(points, games)


# ---- every game ---------------------------------------------------------------------------------


def test_every_game_can_be_looked_at():
    results = tournament(GAME, {"first": first, "perfect": PERFECT}, rounds=3, opening=1)
    assert len(results.games) == 6
    for bout in results.games:
        state = GAME.start()
        for move in (*bout.opening, *bout.moves):
            state = GAME.play(state, move)
        assert GAME.score(state) == bout.score
        assert bout.winner == {1: "MAX", -1: "MIN", 0: None}[bout.score]
    one, other = results.games[:2]
    assert (one.max_player, one.min_player) == (other.min_player, other.max_player)
    assert (one.round, one.opening) == (other.round, other.opening)


def test_a_game_is_told_in_one_line():
    results = tournament(GAME, PAIR, rounds=1, opening=0)
    assert str(results.games[0]) == "first - last: a1 c3 a2 c2 a3: first won"
    drawn = tournament(GAME, {"one": PERFECT, "two": PERFECT}, rounds=1, opening=1, seed=1)
    assert str(drawn.games[0]) == "one - two: (a3) b2 a1 a2 c2 b1 b3 c3 c1: a draw"


def test_a_margin_counts_as_a_win():
    game = TreeGame.from_text("A (MAX): B C=7\nB (MIN): D=5 E=-3")
    results = tournament(game, PAIR, rounds=1, opening=0)
    assert [bout.score for bout in results.games] == [-3, 7]
    assert results.record("last") == (2, 0, 0)


# ---- players that fail --------------------------------------------------------------------------


def cheat(game, state):
    return "z9"


def fail(game, state):
    return 1 // 0


def test_a_player_that_fails_loses_that_game_and_no_more():
    players = {"cheat": cheat, "fail": fail, "first": first}
    results = tournament(GAME, players, rounds=2)
    assert results.record("first") == (8, 0, 0)
    assert len(results.trouble) == 12
    told = {bout.trouble.partition(";")[0] for bout in results.trouble}
    assert "cheat played 'z9', which is not legal" in told
    assert "fail failed: ZeroDivisionError: integer division or modulo by zero" in told


def test_if_you_want_it_strict_it_is_an_error():
    with pytest.raises(ZeroDivisionError):
        tournament(GAME, {"fail": fail, "first": first}, strict=True)
    with pytest.raises(ValueError, match="played 'z9', which is not a legal move"):
        tournament(GAME, {"cheat": cheat, "first": first}, strict=True)


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
    longer = tournament(GAME, players, rounds=4)
    assert longer.games[:6] == one.games
    engines = {"one": engine_player(nodes=100), "two": engine_player(nodes=300)}
    assert tournament(GAME, engines, rounds=2) == tournament(GAME, engines, rounds=2)


# ---- cross-table and ratings --------------------------------------------------------------------


def test_the_cross_table_shows_everybody_against_everybody():
    players = {"first": first, "last": last, "perfect": PERFECT}
    results = tournament(GAME, players, rounds=5, opening=1)
    rows = results.cross_table().rows()
    assert rows[0][1:4] == ["1", "2", "3"]
    assert [row[0].split()[1] for row in rows[1:]] == [*results.ranking()]
    for place, name in enumerate(results.ranking()):
        row = rows[place + 1]
        assert row[place + 1] == "-"
        assert sum(float(cell) for cell in row[1:4] if cell != "-") == results.record(name).points
    assert repr(results.cross_table()).splitlines()[1].startswith("1 perfect")


def test_a_notebook_shows_the_cross_table_as_a_table():
    players = {"<b>first": first, "last": last}
    html = tournament(GAME, players, rounds=2).cross_table()._repr_html_()
    assert html.count("<tr>") == 3
    assert "<b>" not in html
    assert "&lt;b&gt;first" in html


def test_the_ratings_follow_the_points():
    players = {"first": first, "last": last, "perfect": PERFECT}
    results = tournament(GAME, players, rounds=10, opening=1)
    ratings = results.elo()
    assert ratings.names == results.ranking()
    assert ratings.difference("perfect", "last").low > 0


# ---- progress, resuming -------------------------------------------------------------------------


def test_progress_is_told():
    told = []
    tournament(GAME, PAIR, rounds=2, progress=lambda done, games: told.append((done, games)))
    assert told == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]
    with redirect_stderr(StringIO()) as shown:
        tournament(GAME, PAIR, rounds=2, progress=True)
    assert [line.strip() for line in shown.getvalue().split("\r")[-2:]] == [
        f"[{'#' * 22}{'.' * 8}] 3/4 games",
        f"[{'#' * 30}] 4/4 games",
    ]


class Stop(BaseException):
    """As if somebody had pulled the plug."""


def test_an_interrupted_tournament_goes_on_where_it_was(tmp_path):
    file = tmp_path / "games.jsonl"

    def stop(done, games):
        if done == 5:
            raise Stop

    with pytest.raises(Stop):
        tournament(GAME, PAIR, rounds=6, resume=file, progress=stop)
    before = file.read_text().splitlines()
    assert len(before) == 1 + 5
    whole = tournament(GAME, PAIR, rounds=6)
    assert tournament(GAME, PAIR, rounds=6, resume=file) == whole
    assert file.read_text().splitlines()[:6] == before
    assert len(file.read_text().splitlines()) == 1 + 12


def test_games_that_are_in_the_file_are_not_played_again(tmp_path):
    file = tmp_path / "games.jsonl"
    calls = []

    class Counted:
        def __call__(self, game, state):
            calls.append(state)
            return first(game, state)

    players = {"counted": Counted(), "last": last}
    one = tournament(GAME, players, rounds=3, resume=file)
    count = len(calls)
    assert tournament(GAME, players, rounds=3, resume=file) == one
    assert len(calls) == count
    assert tournament(GAME, players, rounds=4, resume=file).games[:6] == one.games
    assert len(calls) > count, "more rounds may be asked for"


@pytest.mark.parametrize(
    "kept, torn", [(4, '{"round": 2, "max_pl'), (4, ""), (4, "garbage"), (0, '{"tournament": {"ga')]
)
def test_a_torn_last_line_is_dropped(tmp_path, kept, torn):
    file = tmp_path / "games.jsonl"
    whole = tournament(GAME, PAIR, rounds=3, resume=file)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:kept]) + torn)
    assert tournament(GAME, PAIR, rounds=3, resume=file) == whole
    assert file.read_text() == "".join(lines)


@pytest.mark.parametrize(
    "options, words",
    [
        ({"seed": 1}, "its seed is 0, not 1"),
        ({"opening": 1}, "its opening is 2, not 1"),
        ({"longest": 50}, "its longest is 10000, not 50"),
        ({"players": {"first": first, "other": last}}, "its players is"),
        ({"game": TicTacToe(4, 4)}, "its game is"),
    ],
)
def test_the_file_of_another_tournament_is_refused(tmp_path, options, words):
    file = tmp_path / "games.jsonl"
    tournament(GAME, PAIR, rounds=1, resume=file)
    before = file.read_text()
    with pytest.raises(ValueError, match=f"belongs to another tournament: {words}"):
        tournament(**{"game": GAME, "players": PAIR, "rounds": 1, "resume": file} | options)
    assert file.read_text() == before


@pytest.mark.parametrize("text", ["my diary\n", "my diary", "[1]\n", '{"a": 1}\n'])
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path, text):
    file = tmp_path / "diary.txt"
    file.write_text(text)
    with pytest.raises(ValueError, match="is not the file of a tournament"):
        tournament(GAME, PAIR, rounds=1, resume=file)
    assert file.read_text() == text


def test_a_broken_line_in_the_middle_is_told(tmp_path):
    file = tmp_path / "games.jsonl"
    tournament(GAME, PAIR, rounds=2, resume=file)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([lines[0], "{}\n", *lines[1:]]))
    with pytest.raises(ValueError, match=r"line 2 of .* is not a game"):
        tournament(GAME, PAIR, rounds=2, resume=file)
