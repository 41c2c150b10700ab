"""The class tournament: pairing, forfeits, the page, and playing on after a stop."""

import json
import re
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grader.tournament
from benchmarks.class_tournament import simulated
from course.checks import here
from course.handin.master import grade_id, is_answer
from course.homework.hw3 import gomoku
from gamelib import greedy, per_game, random_player, tournament
from gamelib.game import MAX, MIN
from gamelib.standings import Bout, Standings
from grader.__main__ import main
from grader.judge import load_homework
from grader.student import ProgramCell, WallsError
from grader.tournament import Entrant, class_tournament, mover, swiss, tournament_page
from grader.walls import Limits, find_walls

ROOT = Path(__file__).parents[2]
NAMES = tuple("abcdefghijklmnopqrstuvwxyz")


# ---- pairing -------------------------------------------------------------------------------------


def rounds_of(names, rounds, result):
    """Yield the pairs of each round; `result` says who wins a game."""
    games = []
    for number in range(rounds):
        pairs = swiss(Standings(names, tuple(games)))
        yield pairs, tuple(games)
        for pair in pairs:
            for sides in (pair, pair[::-1]):
                games.append(Bout(number, *sides, (), (), None, result(*sides)))


@given(st.integers(2, 26), st.randoms(use_true_random=False))
def test_nobody_meets_twice_or_sits_out_twice_whatever_the_results_are(count, chance):
    names, met, free = NAMES[:count], set(), []
    rounds = max(1, count // 2 - 1)
    for pairs, _ in rounds_of(names, rounds, lambda *sides: chance.choice([MAX, MIN, None])):
        playing = [name for pair in pairs for name in pair]
        assert len(playing) == len({*playing}) == count - count % 2
        assert not met & {frozenset(pair) for pair in pairs}
        met |= {frozenset(pair) for pair in pairs}
        free += {*names} - {*playing}
    assert len(free) == len({*free}) == rounds * (count % 2)


def test_those_with_equal_points_play_each_other_and_the_last_sits_out():
    """If the first in the alphabet always wins, the groups are 4 and 4, then 2, 4 and 2."""
    eight = [*rounds_of(NAMES[:8], 3, lambda x, o: MAX if x < o else MIN)]
    for pairs, games in eight[1:]:
        so_far = Standings(NAMES[:8], games)
        points = {name: so_far.record(name).points for name in NAMES[:8]}
        assert all(points[one] == points[other] for one, other in pairs)
    pairs, games = [*rounds_of(NAMES[:7], 3, lambda x, o: MAX if x < o else MIN)][-1]
    so_far = Standings(NAMES[:7], games)
    (out,) = {*NAMES[:7]} - {name for pair in pairs for name in pair}
    assert so_far.record(out).points == min(so_far.record(name).points for name in NAMES[:7])


def test_more_rounds_than_there_are_pairs_is_an_error():
    with pytest.raises(ValueError, match="after 3 rounds there are no pairs left"):
        [*rounds_of(NAMES[:4], 4, lambda *sides: None)]


def test_fifteen_games_in_pairs_find_the_strong_ones():
    """The guide's figures for a smaller class; the benchmark has all of them."""
    outcome = simulated(players=60, rounds=15, spread=200, seed=1)
    assert outcome.rank > 0.9
    assert outcome.order > 0.95
    assert outcome.inside > 0.85
    assert outcome.rank > simulated(players=60, rounds=5, spread=200, seed=1).rank


# ---- the class -----------------------------------------------------------------------------------


def count_pairs(board, turn):
    return sum(row.count("XX") - row.count("OO") for row in board)


def fail(board, turn):
    raise ValueError("no")


def asked(evaluate):
    return mover(here({"evaluate": evaluate}))


def first(state):
    return 0


def test_a_class_plays_and_a_player_that_fails_loses_that_game():
    measure, results = class_tournament({"pairs": asked(count_pairs), "none": asked(fail)}, 1)
    assert measure == "the document"
    assert results.record("none").won == 0
    assert results.record("pairs").games == 4, "in a small class all play all"
    assert {"none failed: NoMoveError: no number: it raised ValueError: no"} == {
        b.trouble for b in results.trouble
    }
    shown = tournament_page(measure, results, "")
    assert "none failed: no number: it raised ValueError: no" in shown
    assert "NoMoveError" not in shown


def test_a_student_called_the_document_plays_like_all_others():
    entries = {"the document": greedy(first), "[the document]": greedy(first)}
    measure, results = class_tournament(entries, 1)
    assert measure == "[[the document]]"
    assert {*results.names} == {*entries, measure}
    text = tournament_page(measure, results, "")
    assert "in about 95 of 100 cases" in text  # all have met
    assert "<b>−" in text  # a minus, no hyphen


PLAYERS = {f"<b>{name}": per_game(random_player) for name in "abcdef"}


class Stop(BaseException):
    """An interruption, as by Ctrl-C."""


@pytest.mark.parametrize(
    "stopped_at", [7, *(pytest.param(at, marks=pytest.mark.nightly) for at in (1, 11))]
)
def test_a_tournament_that_was_stopped_ends_with_the_same_table(tmp_path, stopped_at):
    def stop(done, games):
        assert games == 2 * 3 * 2
        if done == stopped_at:
            raise Stop

    play = partial(class_tournament, PLAYERS, 2, seed=3, resume=tmp_path / "games")
    with pytest.raises(Stop):
        play(progress=stop)
    there = (tmp_path / "games").read_text().splitlines()
    assert len(there) == 1 + stopped_at
    results = play(workers=2)
    whole = class_tournament(PLAYERS, 2, seed=3)
    assert results == whole
    assert tournament_page(*results, "") == tournament_page(*whole, "")
    games = results[1].games
    assert {(one[1:3], two[1:3]) for one, two in pairwise(games)} >= {
        (one[1:3], one[2:0:-1]) for one in games[::2]
    }, "every pair plays both sides"


def test_no_name_is_taken_for_html_and_all_games_are_there():
    measure, results = class_tournament(PLAYERS, 1)
    text = tournament_page(measure, results, "A rule.")
    assert "<b>a" not in text
    assert "&lt;b&gt;a" in text
    assert "in about 9 of 10 cases" in text  # neighbours have met, and no others
    games = json.loads(re.search(r"games = (\[.*\]);\n", text)[1])
    assert [game[4].split() for game in games] == [[*bout.moves] for bout in results.games]
    names = json.loads(re.search(r"const names = (\[.*?\]), games", text)[1])
    assert names == [*results.elo().names]


# ---- in the sandbox ------------------------------------------------------------------------------


def entry(text, seconds=0.5):
    return Entrant((ProgramCell("evaluate-answer", text),), find_walls(), Limits(seconds=seconds))


@pytest.mark.usefixtures("bubblewrap")
def test_a_player_that_dies_hangs_or_gives_no_number_costs_only_itself():
    head = "def evaluate(board, turn):\n    "
    bodies = {
        "dies": ("import os; os._exit(0)", "the program ended"),
        "hangs": ("while True: pass", "no move in time"),
        "nan": ("return float('nan')", "no number: nan"),
        "none": ("return", "no number: None"),
    }
    entries = {name: per_game(entry(head + text)) for name, (text, _) in bodies.items()}
    entries["counts"] = per_game(entry(head + "return sum(row.count('XX') for row in board)"))
    all_against_one = [("counts", name) for name in bodies]
    results = tournament(gomoku(), entries, 1, pairing=lambda so_far: all_against_one, workers=2)
    assert results.record("counts") == (8, 0, 0)
    for bout in results.games:
        (name,) = {*bout[1:3]} - {"counts"}
        assert bout.trouble.startswith(f"{name} failed")
        assert bodies[name][1] in bout.trouble


@pytest.mark.usefixtures("bubblewrap")
def test_a_sandbox_that_fails_is_no_loss(monkeypatch):
    tries = []

    def broken(self):
        tries.append(self)
        if len(tries) < until:
            raise WallsError("the sandbox did not start")
        return start(self)

    start = grader.tournament.Student._with_its_cells
    monkeypatch.setattr(grader.tournament.Student, "_with_its_cells", broken)
    until, player = 2, entry("def evaluate(board, turn): return 0")
    player(0).close()
    assert len(tries) == 2, "it is tried again"
    until = 99
    with pytest.raises(WallsError):
        class_tournament({"ann": per_game(player), "bob": greedy(first)}, 1)


# ---- the command ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("bubblewrap")
def test_the_tournament_says_what_is_missing(tmp_path, capsys):
    out = ["--out", str(tmp_path / "out")]
    assert main(["tournament", str(tmp_path / "nothing"), *out]) == 2
    assert main(["tournament", str(tmp_path), "--masters", str(tmp_path), *out]) == 2
    (tmp_path / "broken.ipynb").write_text("{")
    assert main(["tournament", str(tmp_path), "--masters", str(ROOT / "instructor"), *out]) == 2
    printed = capsys.readouterr()
    assert "broken.ipynb does not play" in printed.out
    assert "holds no submission that can play" in printed.err


@pytest.mark.usefixtures("bubblewrap")
def test_a_folder_is_played_once_and_shown(tmp_path, capsys):
    master = ROOT / "instructor" / grader.tournament.MASTER
    notebook = load_homework(master).released
    for cell in notebook["cells"]:
        if is_answer(cell) and grade_id(cell) == "evaluate-answer":
            cell["source"] = "def evaluate(board, turn):\n    return board[4].count('X')"
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "ann.ipynb").write_text(json.dumps(notebook))
    words = ["tournament", str(tmp_path / "in"), "--masters", str(master.parent)]
    words += ["--out", str(tmp_path / "out"), "--rounds", "1", "--jobs", "1"]
    assert main(words) == 0
    assert "2 players, 2 games" in capsys.readouterr().out
    written = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    assert written.keys() == {"games.jsonl", "tournament.html"}
    assert main(words) == 0
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()} == written
    (tmp_path / "in" / "bob.ipynb").write_text(json.dumps(notebook))
    assert main(words) == 2
    assert "belongs to another tournament: its players is {}, not {'bob'" in capsys.readouterr().err
