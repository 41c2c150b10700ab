"""Work is spread over whatever has the interface of an executor: the results are the same."""

import os
import subprocess
import sys
import time
from concurrent import futures
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import redirect_stderr
from functools import partial
from io import StringIO
from multiprocessing import get_context, parent_process
from pathlib import Path
from tempfile import mkdtemp
from threading import Event

import pytest

from gamelib import (
    SAMPLE,
    DotsAndBoxes,
    Gomoku,
    HasamiShogi,
    TicTacToe,
    engine_player,
    per_game,
    random_player,
    search_player,
    tournament,
)
from gamelib.spread import bar, lost, spread

GAME = TicTacToe()


def nothing(state):
    return 0


PLAYERS = {
    "engine": engine_player(nodes=200),
    "search": search_player(depth=2, evaluate=nothing),
    "random": per_game(random_player),
}


class Backwards(Executor):
    """An executor of our own: it waits for all tasks, and does the last one first."""

    def __init__(self, count):
        self.count, self.tasks = count, []

    def submit(self, work, *arguments):
        future = Future()
        self.tasks.append((future, work, arguments))
        if len(self.tasks) == self.count:
            for waiting, task, given in reversed(self.tasks):
                waiting.set_result(task(*given))
        return future


class Deadly:
    """A player that ends its process: once if it may leave a mark, else every time."""

    def __init__(self, mark=None):
        self.mark = mark

    def __call__(self, game, state):
        if parent_process() is not None and not (self.mark and self.mark.exists()):
            if self.mark:
                self.mark.touch()
            os._exit(1)
        return game.moves(state)[0]


def double(number):
    return 2 * number


def test_processes_and_an_executor_from_outside_give_the_results_of_one_worker():
    alone = tournament(GAME, PLAYERS, rounds=2)
    assert tournament(GAME, PLAYERS, rounds=2, workers=2) == alone
    assert tournament(GAME, PLAYERS, rounds=2, workers=Backwards(12)) == alone
    with ThreadPoolExecutor(2) as threads:
        assert tournament(GAME, PLAYERS, rounds=2, workers=threads) == alone
        assert threads.submit(double, 2).result() == 4, "it is left open"


def first_moves(game):
    return game.moves(game.start())


def test_every_game_can_be_sent():
    games = [GAME, DotsAndBoxes(2, 2), Gomoku(7), HasamiShogi(5), SAMPLE]
    results = {task: future.result() for task, future in spread(first_moves, games, workers=2)}
    assert results == {game: first_moves(game) for game in games}


@pytest.mark.parametrize("own", [True, False])
def test_a_lost_worker_costs_only_time(tmp_path, own):
    players = {"deadly": Deadly(tmp_path / "died"), "random": per_game(random_player)}
    alone = tournament(GAME, players, rounds=3)
    counts = []
    options = {"progress": lambda done, games: counts.append(done), "resume": tmp_path / "games"}
    if own:
        results = tournament(GAME, players, rounds=3, workers=2, **options)
    else:
        with futures.ProcessPoolExecutor(2, get_context("forkserver")) as pool:
            results = tournament(GAME, players, rounds=3, workers=pool, **options)
            with pytest.raises(BrokenExecutor):
                pool.submit(double, 2)
    assert (tmp_path / "died").exists()
    assert results == alone
    assert counts == [*range(7)]
    assert tournament(GAME, players, rounds=3, resume=tmp_path / "games") == alone


def test_a_game_that_ends_every_process_is_a_draw_and_the_others_are_played():
    players = {"deadly": Deadly(), "search": PLAYERS["search"], "random": PLAYERS["random"]}
    results = tournament(GAME, players, rounds=1, workers=2)
    assert {bout.trouble for bout in results.trouble} == {
        "stopped: the process that played it was lost twice"
    }
    assert results.record("deadly") == (0, 4, 0)
    whole = tournament(GAME, players, rounds=1)
    assert results.record("search", "random") == whole.record("search", "random")


class Broken(Executor):
    """It does one task, and then a worker of it is lost."""

    def submit(self, work, number):
        future = Future()
        if number:
            future.set_exception(BrokenExecutor())
        else:
            future.set_result(work(number))
        return future


def test_what_only_a_broken_executor_could_send_is_told_after_what_is_finished():
    done = spread(lambda number: number + 5, range(3), workers=Broken())
    assert next(done)[1].result() == 5
    with pytest.raises(BrokenExecutor, match="a worker died, and the work cannot be sent"):
        next(done)


def test_the_future_holds_the_error_of_its_task():
    for workers in (1, 2):
        results = dict(spread(partial(divmod, 12), [4, 0, 5], workers=workers))
        assert results[4].result() == (3, 0)
        assert isinstance(results[0].exception(), ZeroDivisionError)
        assert not lost(results[0])


def test_a_caller_that_stops_leaves_nothing_to_be_begun():
    done, gate = [], Event()

    def work(number):
        if number:
            gate.wait()
        done.append(number)

    with ThreadPoolExecutor(1) as threads:
        finished = spread(work, range(100), workers=threads)
        assert next(finished)[0] == 0
        finished.close()
        gate.set()
    assert done in ([0], [0, 1])


def test_one_worker_works_when_it_is_asked_and_nothing_to_do_is_done_at_once():
    done = []
    next(spread(done.append, range(3)))
    assert done == [0]
    assert [*spread(double, [], workers=2)] == []


@pytest.mark.parametrize("workers", [0, -1, True, 1.5, "all", None])
def test_workers_that_are_none_are_told(workers):
    with pytest.raises((TypeError, ValueError), match=r"workers is .* must be a whole number"):
        tournament(GAME, PLAYERS, workers=workers)


def test_a_class_of_executors_is_told():
    with pytest.raises(TypeError, match="ThreadPoolExecutor is a class: create an executor first"):
        tournament(GAME, PLAYERS, workers=ThreadPoolExecutor)


def test_what_cannot_be_sent_is_told(monkeypatch):
    with pytest.raises(ValueError, match=r"cannot be sent to other processes: .*lambda.* loky"):
        tournament(GAME, PLAYERS | {"first": lambda game, state: game.moves(state)[0]}, workers=2)
    # As in a notebook: the function has a module, but no file that another process could load.
    main = sys.modules["__main__"]
    monkeypatch.setattr(double, "__module__", "__main__")
    monkeypatch.setattr(main, "double", double, raising=False)
    monkeypatch.delattr(main, "__file__", raising=False)
    with pytest.raises(ValueError, match="defined in a notebook"):
        next(spread(double, [1, 2], workers=2))


def test_a_bar_is_for_those_who_look(capsys):
    bar(1, 2, "games")
    assert capsys.readouterr() == ("", "")
    with redirect_stderr(StringIO()) as shown:
        bar(1, 2, "games")
        assert shown.getvalue() == f"\r[{'#' * 15}{'.' * 15}] 1/2 games{' ' * 25}"
        bar(2, 2, "a long name " * 9)
    assert shown.getvalue().endswith("2/2 a long name a long name a long\n")


WAITS = """
import os, time
from gamelib.spread import spread
def wait(task):
    print(os.getpid(), flush=True)
    time.sleep(600)
if __name__ == "__main__":
    list(spread(wait, [1, 2], workers=2))
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for processes in /proc")
def test_processes_and_their_folder_end_with_a_parent_that_is_killed(tmp_path):
    program = tmp_path / "waits.py"
    program.write_text(WAITS)
    temporary = Path(mkdtemp())  # the path of a socket must be short
    paths = os.pathsep.join(path for path in sys.path if path)
    environment = {**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": paths}
    with subprocess.Popen(
        [sys.executable, str(program)], stdout=subprocess.PIPE, text=True, env=environment
    ) as parent:
        pids = [int(parent.stdout.readline()) for _ in range(2)]
        parent.kill()
        assert parent.stdout.read() == ""  # comes when all who could write have ended
    for pid in pids:
        while Path(f"/proc/{pid}").exists():  # until its new parent has reaped it
            time.sleep(0.01)
    temporary.rmdir()  # nothing is left in it
