"""Work on several cores: the same results, wherever they are computed."""

import joblib
import pytest

from gamelib import TicTacToe, engine_player, per_game, random_player, search_player, tournament
from gamelib.spread import in_parallel, require_jobs

GAME = TicTacToe()


def product(common, task):
    return common * task


def players():
    return {
        "engine": engine_player(nodes=200),
        "search": search_player(depth=2, evaluate=lambda state: 0),
        "random": per_game(random_player),
    }


def broken(game, state):
    raise RuntimeError("out of ideas")


def test_every_task_is_done_once():
    with joblib.parallel_config(backend="threading"):
        assert sorted(in_parallel(product, 3, range(100), jobs=2)) == [*range(0, 300, 3)]


def test_a_tournament_on_two_cores_has_the_results_of_one():
    alone = tournament(GAME, players(), rounds=3)
    assert tournament(GAME, players(), rounds=3, jobs=2) == alone


def test_how_it_is_done_is_up_to_the_configuration_of_joblib():
    alone = tournament(GAME, players(), rounds=3)
    with joblib.parallel_config(backend="threading"):
        assert tournament(GAME, players(), rounds=3, jobs=2) == alone


def test_a_backend_that_gives_all_results_at_once_will_do(monkeypatch):
    real = joblib.Parallel

    def at_once(**options):
        if "return_as" in options:
            raise ValueError("this backend cannot hand out results one by one")
        return real(**options)

    monkeypatch.setattr(joblib, "Parallel", at_once)
    with joblib.parallel_config(backend="threading"):
        assert sorted(in_parallel(product, 3, range(100), jobs=2)) == [*range(0, 300, 3)]


def test_a_tournament_on_two_cores_can_be_resumed(tmp_path):
    file = tmp_path / "games.jsonl"
    with joblib.parallel_config(backend="threading"):
        whole = tournament(GAME, players(), rounds=3, jobs=2, resume=file)
        lines = file.read_text().splitlines(keepends=True)
        assert len(lines) == 1 + 3 * 2 * 3
        file.write_text("".join(lines[:7]))
        assert tournament(GAME, players(), rounds=3, jobs=2, resume=file) == whole


def test_a_player_that_fails_elsewhere_loses_here():
    with joblib.parallel_config(backend="threading"):
        results = tournament(GAME, players() | {"broken": broken}, rounds=1, jobs=2)
    assert results.record("broken") == (0, 0, 6)
    assert {bout.trouble for bout in results.trouble} == {
        "broken failed: RuntimeError: out of ideas"
    }


@pytest.mark.parametrize("jobs", [0, -2, True, 1.5, "all"])
def test_a_number_of_jobs_that_is_none_is_told(jobs):
    with pytest.raises((TypeError, ValueError), match="must be a number of processes"):
        require_jobs(jobs)
    with pytest.raises((TypeError, ValueError), match="must be a number of processes"):
        tournament(GAME, players(), jobs=jobs)
