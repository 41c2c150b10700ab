"""Spread work over processes or any other executor, or do it here.

The interface is that of `concurrent.futures.Executor`, which is imported only when it is used: a
kernel in the browser has neither threads nor processes.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import nullcontext, suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from gamelib.game import require_int

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = ["Progress", "Workers", "bar", "lost", "spread"]

T = TypeVar("T")
R = TypeVar("R")

Progress = Callable[[int, int], object]
"""A function of the number of finished tasks and the number of all tasks."""

Workers: TypeAlias = "int | Executor"
"""The number of processes, or an executor that does the work."""


def spread(
    work: Callable[[T], R],
    tasks: Sequence[T],
    *,
    workers: Workers = 1,
    progress: Progress | None = None,
) -> Generator[tuple[T, Future[R]], None, None]:
    """Yield every task with its finished future, in the order in which they finish.

    >>> for task, future in spread(abs, [-3, 4, "x"]):
    ...     print(task, future.exception() or future.result())
    -3 3
    4 4
    x bad operand type for abs(): 'str'

    workers    1: one task after another in this process, without threads;
               n: n processes, which end with the work. Work and tasks must be importable there;
               an executor: used and left open. loky's accepts lambdas; Dask's
               `client.get_executor()` and mpi4py's reach a cluster
    progress   is called at the beginning, and whenever the caller asks for the next task

    A future holds the error of its task; the caller handles it. If a worker dies, each unfinished
    task is retried once in a process of its own; `lost` tells whether that died too. If the work
    cannot be sent to a process, BrokenExecutor is raised.
    """
    if isinstance(workers, type):
        raise TypeError(
            f"{workers.__name__} is a class: create an executor first, as in {workers.__name__}(…)"
        )
    if isinstance(workers, int) or not hasattr(workers, "submit"):
        require_int("workers", workers, least=1)
    report = progress or (lambda done, total: None)
    report(0, len(tasks))
    finished = _here(work, tasks) if workers == 1 else _there(work, tasks, workers)
    for done, pair in enumerate(finished, start=1):
        yield pair
        report(done, len(tasks))


def lost(future: Future[R]) -> bool:
    """Tell whether the worker died and its retry died too."""
    from concurrent.futures import BrokenExecutor

    if future.cancelled() or isinstance(future.exception(), BrokenExecutor):
        return True
    return type(future.exception()).__name__ == "KilledWorker"  # Dask's, after several tries


def bar(done: int, total: int, label: str = "") -> None:
    """Show progress as a bar in one line of stderr, in a terminal or a notebook only."""
    # A notebook's stream is neither a terminal nor a file.
    if sys.stderr.isatty() or not isinstance(sys.stderr, TextIOWrapper):
        line = f"\r[{'#' * (30 * done // max(total, 1)):.<30}] {done}/{total} {label[:30]:30}"
        print(line, end="\n" if done == total else "", file=sys.stderr, flush=True)


def _here(work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[T, Future[R]]]:
    from concurrent.futures import Future

    for task in tasks:
        future: Future[R] = Future()
        try:
            future.set_result(work(task))
        except Exception as error:
            future.set_exception(error)
        yield task, future


def _there(
    work: Callable[[T], R], tasks: Sequence[T], workers: Workers
) -> Iterator[tuple[T, Future[R]]]:
    from concurrent.futures import BrokenExecutor, as_completed

    left, futures = list(tasks), {}
    own = _processes(workers, work, tasks) if isinstance(workers, int) else nullcontext(workers)
    with own as pool:
        try:
            with suppress(BrokenExecutor):  # a worker may die this early
                for task in tasks:
                    futures[pool.submit(work, task)] = task
            for future in as_completed(futures):
                if not lost(future):
                    left.remove(futures[future])
                    yield futures[future], future
        finally:  # if the caller stops, start no further task
            for future in futures:
                future.cancel()
    for task in left:
        try:
            alone = _processes(1, work, [task])
        except ValueError as error:
            raise BrokenExecutor(f"a worker died, and {error}") from error
        with alone:
            future = alone.submit(work, task)
        yield task, future


PICKLED_MAIN = b"\x8c\x08__main__"  # how pickle writes the name of the main module


def _processes(count: int, work: Callable[[T], R], tasks: Sequence[T]) -> Executor:
    """Return an executor of processes; raise ValueError if they cannot import the work."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_all_start_methods, get_context
    from multiprocessing.util import get_temp_dir

    if sys.platform == "emscripten":
        raise ValueError("a browser cannot start processes: use workers=1")
    try:
        here = not hasattr(sys.modules["__main__"], "__file__")
        for part in (work, *tasks):
            if PICKLED_MAIN in pickle.dumps(part) and here:
                raise ValueError("it is defined in a notebook")
    except Exception as error:  # pickle's errors have no common class
        raise ValueError(
            f"the work cannot be sent to other processes: {error}. Put it into a module, use "
            "workers=1, or an executor that can send it, such as loky's"
        ) from error
    method = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
    return ProcessPoolExecutor(count, get_context(method), _begin, (get_temp_dir(),))


def _begin(folder: str) -> None:
    """End this process without a message on Ctrl-C, and whenever its parent ends."""
    import os
    from multiprocessing import parent_process
    from shutil import rmtree
    from signal import SIG_DFL, SIGINT, signal
    from threading import Thread

    def watch() -> None:
        if parent := parent_process():
            parent.join()
            rmtree(folder, ignore_errors=True)  # left if the parent was killed
            os._exit(1)

    signal(SIGINT, SIG_DFL)
    Thread(target=watch, daemon=True).start()
