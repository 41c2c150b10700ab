"""Several machines, here several processes: a real scheduler, real workers, real sandboxes."""

import json
import os
import signal
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import pytest
from distributed import Client, LocalCluster
from distributed.client import ClosedClientError
from submissions.small import WINNER, handed_in, write_master

from benchmarks import cluster as benchmark
from gamelib import per_game, random_player
from gamelib.spread import lost, spread
from grader import cluster, walls
from grader.__main__ import main
from grader.batch import grade
from grader.cluster import connected, grading_at
from grader.tournament import class_tournament
from grader.walls import Limits

ROOT = Path(__file__).parents[2]
LIMITS = Limits(seconds=2)


@contextmanager
def process(*words, line_with=""):
    """Run a process until the end of the block, after waiting for a line of its output."""
    options = {"stderr": subprocess.PIPE, "text": True, "cwd": ROOT, "start_new_session": True}
    with subprocess.Popen([sys.executable, "-m", *words], **options) as child:
        try:
            yield next((line for line in child.stderr if line_with in line), ""), child
        finally:
            os.killpg(child.pid, signal.SIGTERM)
            child.stderr.close()


@contextmanager
def cluster_of(workers):
    """Yield the address of a scheduler with this many workers."""
    words = ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    words += ["--dashboard-address", "127.0.0.1:0"]
    with ExitStack() as stack:
        line, _ = stack.enter_context(process(*words, line_with="Scheduler at:"))
        address = line.split()[-1]
        if workers:
            ours = ["grader", "worker", address, "--jobs", str(workers)]
            stack.enter_context(process(*ours, line_with="Start Nanny"))
        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(workers)
        yield address


@pytest.fixture(scope="module")
def address():
    """A scheduler and two workers in this process, which start quickly."""
    here = {"processes": False, "protocol": "tcp", "host": "127.0.0.1"}
    here["dashboard_address"] = "127.0.0.1:0"
    own = {cluster._resource(): 1}
    with LocalCluster(n_workers=2, threads_per_worker=1, resources=own, **here) as started:
        yield started.scheduler_address


@pytest.fixture(scope="module")
def real(bubblewrap):
    with cluster_of(2) as address:
        yield address


def a_class(folder, count):
    """Write a master and submissions, and return both: right ones, wrong ones, one that dies."""
    (folder / "in").mkdir()
    texts = [WINNER, WINNER.replace("return", "return not"), "import os\nos._exit(0)", "1 +"]
    for number in range(count):
        notebook = handed_in(winner=texts[number % 4])
        (folder / "in" / f"{number}.ipynb").write_text(json.dumps(notebook))
    return folder / "in", write_master(folder)


def files(folder):
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


PLAYERS = {name: per_game(random_player) for name in "ab"}


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.nightly
def test_the_benchmark_grades_the_same_in_a_pool_and_in_a_cluster():
    assert benchmark.main(["--count", "2", "--rounds", "1"]) == 0


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.parametrize("made", ["address", pytest.param("real", marks=pytest.mark.nightly)])
def test_the_results_are_those_of_one_machine(made, request, tmp_path):
    address = request.getfixturevalue(made)
    where, master = a_class(tmp_path, 4)
    grade(where, tmp_path / "here", master, workers=2, limits=LIMITS)
    with grading_at(address) as there:
        grade(where, tmp_path / "there", master, limits=LIMITS, **there)
    assert files(tmp_path / "there") == files(tmp_path / "here")
    with connected(address) as (executor, count):
        assert count == 2
        assert class_tournament(PLAYERS, 1, workers=executor) == class_tournament(PLAYERS, 1)


def test_workers_of_another_version_get_nothing(address, monkeypatch, capsys):
    monkeypatch.setattr(cluster, "code_fingerprint", lambda modules: b"something else")
    words = f"start workers: .* homework worker {address}"
    with pytest.raises(ValueError, match=words), connected(address):
        pass
    printed = capsys.readouterr().out
    assert "0 of 2 workers" in printed
    assert "another version of the course or of Python, or no sandbox" in printed


@pytest.mark.nightly
def test_a_worker_without_the_resource_of_the_sandbox_gets_nothing(real, capsys):
    """`dask worker` starts a worker without the resource of `homework worker`."""
    words = ["distributed.cli.dask_worker", real, "--nthreads", "4", "--no-dashboard"]
    with process(*words, line_with="Start Nanny"), Client(real, set_as_default=False) as client:
        client.wait_for_workers(3)
        with connected(real) as (executor, count):
            assert count == 2
            ended = spread(lambda number: os.getpid(), range(40), workers=executor)
            ran = {future.result() for _, future in ended}
            there = client.run(os.getpid)
        named = client.scheduler_info(n_workers=-1)["workers"]
        able = {there[name] for name, worker in named.items() if worker["resources"]}
        assert len(able) == 2
        assert ran <= able
    assert "2 of 3 workers" in capsys.readouterr().out


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.nightly
def test_a_worker_that_is_killed_costs_time_only(tmp_path):
    where, master = a_class(tmp_path, 8)
    grade(where, tmp_path / "here", master, workers=2, limits=LIMITS)
    killed = []
    with cluster_of(2) as address, Client(address, set_as_default=False) as client:

        def kill_one(done, total):
            if done == 2:
                killed.append(min(client.run(os.getpid).values()))
                os.kill(killed[0], signal.SIGKILL)

        with grading_at(address) as there:
            grade(where, tmp_path / "there", master, limits=LIMITS, progress=kill_one, **there)
        assert files(tmp_path / "there") == files(tmp_path / "here")
        killed.clear()
        with connected(address) as (executor, _):
            play = partial(class_tournament, PLAYERS, 4)
            assert play(workers=executor, progress=kill_one) == play()
    assert killed


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.nightly
def test_what_kills_every_worker_is_lost_and_the_rest_is_done():
    with cluster_of(1) as address, connected(address) as (executor, _):
        ((_, future),) = spread(os._exit, [1], workers=executor)
        assert lost(future)
        ((_, future),) = spread(abs, [-1], workers=executor)
        assert future.result() == 1


def test_a_machine_without_a_sandbox_is_no_worker(monkeypatch, capsys):
    monkeypatch.setattr(walls, "_bubblewrap_works", lambda: False)
    assert main(["worker", "tcp://127.0.0.1:1"]) == 2
    assert "bubblewrap does not work on this machine" in capsys.readouterr().err


@pytest.mark.usefixtures("bubblewrap")
def test_a_sandbox_that_fails_later_is_no_zero(address, tmp_path, monkeypatch):
    def fallen():
        raise ValueError("bubblewrap does not work on this machine")

    where, master = a_class(tmp_path, 1)
    monkeypatch.setattr(cluster, "find_walls", fallen)
    with grading_at(address) as there:
        (row,) = grade(where, tmp_path / "out", master, **there)
    assert (row["status"], row["score"]) == ("failed", None)
    assert "bubblewrap does not work on this machine" in row["needs_a_person"][0]
    monkeypatch.undo()
    with grading_at(address) as there:
        (row,) = grade(where, tmp_path / "out", master, **there)
    assert (row["status"], row["score"]) == ("graded", 22)


def test_a_lost_scheduler_is_reported(address):
    with pytest.raises(ValueError, match="is lost; the same command goes on"), connected(address):
        raise ClosedClientError("Client is closed. Can't send update-graph message.")


def test_what_cannot_work_is_reported(monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    closed = "tcp://127.0.0.1:1"
    with pytest.raises(ValueError, match=f"no Dask scheduler answers at {closed}"):
        connected(closed).__enter__()
    with pytest.raises(ValueError, match="in a sandbox only: leave --trust out"):
        grading_at(closed, trust=True).__enter__()
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ValueError, match=r"pip install -e .\[cluster\]"):
        connected(closed).__enter__()
