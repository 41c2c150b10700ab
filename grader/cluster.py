"""Work on several machines: a Dask scheduler, and workers with a sandbox and the same course.

`homework worker ADDRESS` starts workers on a machine, if it has a sandbox. They offer a resource
named after the fingerprint of their course, and every task asks for that resource. So student code
goes to no other worker, also after a restart. A task carries everything it needs; machines share no
files.
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
from grader.judge import Homework, code_fingerprint, judge_notebook
from grader.modules import HOME
from grader.walls import Limits, Walls, find_walls

CONNECT_SECONDS = 30
TASKS_PER_WORKER = 4  # more than one, because workers may still join
INSTALL_HINT = "several machines need further packages: pip install -e .[cluster]"
HOMEWORKS: dict[str, Homework] = {}  # by fingerprint, so that a process makes questions once


def _resource() -> str:
    checks = (HOME / "course" / "homework").glob("*.py")
    modules = (f"course.homework.{file.stem}" for file in checks)
    return f"course-{code_fingerprint(frozenset(modules)).hex()[:16]}"


@contextmanager
def connected(address: str, *, trust: bool = False) -> Iterator[tuple[Executor, int]]:
    """Yield an executor of the workers that can be used, and how many they are."""
    if trust:
        raise ValueError("other machines run students' code in a sandbox only: leave --trust out")
    try:
        from distributed import Client
        from distributed.client import ClosedClientError
    except ImportError:
        raise ValueError(INSTALL_HINT) from None
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:  # a time-out is an OSError
        raise ValueError(f"no Dask scheduler answers at {address}: {error}") from error
    with client:
        workers = client.scheduler_info(n_workers=-1)["workers"]
        able = sum(_resource() in worker["resources"] for worker in workers.values())
        print(f"{able} of {len(workers)} workers at {address} can be used")
        if able < len(workers):
            print("the others have another version of the course or of Python, or no sandbox")
        if not able:
            raise ValueError(f"start workers: python3 run.py homework worker {address}")
        try:
            with client.get_executor(resources={_resource(): 1}) as executor:
                yield executor, able
        except ClosedClientError:
            raise ValueError(f"{address} is lost; the same command goes on from here") from None


@contextmanager
def grading_at(address: str, workers: int = 1, *, trust: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the options for `grade`: to judge here, or elsewhere if there is an address.

    Files are read and written here.
    """
    if not address:
        yield {"workers": workers, "trust": trust}
        return
    with (
        connected(address, trust=trust) as (executor, count),
        ThreadPoolExecutor(TASKS_PER_WORKER * count) as threads,
    ):

        def elsewhere(homework: Homework, notebook: Notebook, walls: Walls, *more: Any) -> Any:
            plain = Homework(homework.name, homework.master, homework.fingerprint)
            return executor.submit(_judged, plain, notebook, *more).result()

        yield {"workers": threads, "elsewhere": elsewhere}


def _judged(
    homework: Homework, notebook: Notebook, limits: Limits, roster_ids: Mapping[str, Any]
) -> dict[str, Any]:
    homework = HOMEWORKS.setdefault(homework.fingerprint, homework)
    return judge_notebook(homework, notebook, find_walls(), limits, roster_ids)


def command(options: argparse.Namespace) -> int:
    """Become workers of a scheduler, if this machine has a sandbox."""
    find_walls()
    if not find_spec("distributed"):
        raise ValueError(INSTALL_HINT)
    words = [sys.executable, "-m", "distributed.cli.dask_worker", options.address]
    words += ["--nworkers", str(options.workers), "--nthreads", "1", "--no-dashboard"]
    os.execv(sys.executable, [*words, "--resources", f"{_resource()}=1"])
