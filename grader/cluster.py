"""Work on several machines: a Dask scheduler, and workers with walls and this very course.

`homework worker ADDRESS` starts workers on a machine, if it has walls. They offer a resource that
is named after the fingerprint of the course there, and every task asks for it: so student code goes
to no other worker, now or after a restart. All that a task needs goes with it; no file is shared.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from course.notebooks.text import Notebook
from grader.judge import Homework, code_as_it_is, judge
from grader.walls import Limits, Walls, find_walls

SECONDS = 30  # to reach the scheduler
WAITING = 4  # submissions on their way, for each worker: some may still come
MISSING = "several machines need further packages: pip install -e .[cluster]"
KEPT: dict[str, Homework] = {}  # of this process, by fingerprint: its questions are made once


def _resource() -> str:
    return f"course-{code_as_it_is().hex()[:16]}"


@contextmanager
def connected(address: str, *, trust: bool = False) -> Iterator[tuple[Executor, int]]:
    """Yield an executor of the workers that a scheduler has for us, and how many there are."""
    if trust:
        raise ValueError("other machines run students' code behind walls only: leave --trust out")
    try:
        from distributed import Client
        from distributed.client import ClosedClientError
    except ImportError:
        raise ValueError(MISSING) from None
    try:
        client = Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:  # a time-out is an OSError
        raise ValueError(f"no Dask scheduler answers at {address}: {error}") from error
    with client:
        workers = client.scheduler_info(n_workers=-1)["workers"]
        able = sum(_resource() in worker["resources"] for worker in workers.values())
        print(f"{able} of {len(workers)} workers at {address} can be used")
        if able < len(workers):
            print("the others have another version of the course or of Python, or no walls")
        if not able:
            raise ValueError(f"start workers: python3 run.py homework worker {address}")
        try:
            with client.get_executor(resources={_resource(): 1}) as executor:
                yield executor, able
        except ClosedClientError:
            raise ValueError(f"{address} is lost; the same command goes on from here") from None


@contextmanager
def grading_at(address: str, workers: int = 1, *, trust: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the options with which `grade` judges: here, or elsewhere if there is an address.

    Files are read and written here.
    """
    if not address:
        yield {"workers": workers, "trust": trust}
        return
    with (
        connected(address, trust=trust) as (executor, count),
        ThreadPoolExecutor(WAITING * count) as threads,
    ):

        def elsewhere(homework: Homework, notebook: Notebook, walls: Walls, *more: Any) -> Any:
            plain = Homework(homework.name, homework.master, homework.fingerprint)
            return executor.submit(_judged, plain, notebook, *more).result()

        yield {"workers": threads, "elsewhere": elsewhere}


def _judged(
    homework: Homework, notebook: Notebook, limits: Limits, known: Mapping[str, Any]
) -> dict[str, Any]:
    homework = KEPT.setdefault(homework.fingerprint, homework)
    return judge(homework, notebook, find_walls(), limits, known)


def command(options: argparse.Namespace) -> int:
    """Become workers of a scheduler, where there are walls."""
    find_walls()
    if not find_spec("distributed"):
        raise ValueError(MISSING)
    words = [sys.executable, "-m", "distributed.cli.dask_worker", options.address]
    words += ["--nworkers", str(options.workers), "--nthreads", "1", "--no-dashboard"]
    os.execv(sys.executable, [*words, "--resources", f"{_resource()}=1"])
