"""One way to spread work: here, over processes, or over any other executor.

The interface is that of `concurrent.futures.Executor`. It is loaded only when work is spread: a
browser kernel has neither threads nor processes, and with one worker it needs none.
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
"""A function that is told how many tasks are done, and how many there are."""

Workers: TypeAlias = "int | Executor"
"""How many processes, or an executor that does the work."""


def spread(
    work: Callable[[T], R],
    tasks: Sequence[T],
    *,
    workers: Workers = 1,
    progress: Progress | None = None,
) -> Generator[tuple[T, Future[R]], None, None]:
    """Yield every task with its finished future, as they finish.

    >>> for task, future in spread(abs, [-3, 4, "x"]):
    ...     print(task, future.exception() or future.result())
    -3 3
    4 4
    x bad operand type for abs(): 'str'

    workers    1: here, one after another, without thread or process;
               n: n processes, which end with the work. What is sent to them must be importable;
               an executor: used as it is, and left open. loky's takes functions without a name;
               Dask's `client.get_executor()` and mpi4py's reach a cluster
    progress   is told at the beginning, and whenever the caller comes back for the next task

    A future holds the error of its task: the caller decides. If a worker is lost, what was not
    finished is tried once more, each task in a process of its own; see `lost` for what is lost
    there too. Work that only the broken executor could send ends with BrokenExecutor.
    """
    if isinstance(workers, type):
        raise TypeError(f"{workers.__name__} is a class: make an executor of it first")
    if isinstance(workers, int) or not hasattr(workers, "submit"):
        require_int("workers", workers, least=1)
    tell = progress or (lambda done, total: None)
    tell(0, len(tasks))
    finished = _here(work, tasks) if workers == 1 else _there(work, tasks, workers)
    for done, pair in enumerate(finished, start=1):
        yield pair
        tell(done, len(tasks))


def lost(future: Future[R]) -> bool:
    """Tell whether there is no result because the worker was lost, and the one after it as well."""
    from concurrent.futures import BrokenExecutor

    if future.cancelled() or isinstance(future.exception(), BrokenExecutor):
        return True
    return type(future.exception()).__name__ == "KilledWorker"  # Dask's, after several tries


def bar(done: int, total: int, what: str = "") -> None:
    """Show progress as a bar in one line of the error output; silent where nobody looks."""
    # A notebook's stream is no terminal, but it is no file either.
    if sys.stderr.isatty() or not isinstance(sys.stderr, TextIOWrapper):
        line = f"\r[{'#' * (30 * done // max(total, 1)):.<30}] {done}/{total} {what[:30]:30}"
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
            with suppress(BrokenExecutor):  # a worker may be lost this early
                for task in tasks:
                    futures[pool.submit(work, task)] = task
            for future in as_completed(futures):
                if not lost(future):
                    left.remove(futures[future])
                    yield futures[future], future
        finally:  # if the caller stops, nothing new is begun
            for future in futures:
                future.cancel()
    for task in left:
        try:
            alone = _processes(1, work, [task])
        except ValueError as error:
            raise BrokenExecutor(f"a worker was lost, and {error}") from error
        with alone:
            future = alone.submit(work, task)
        yield task, future


PICKLED_MAIN = b"\x8c\x08__main__"  # how pickle writes the name of a module that only runs here


def _processes(count: int, work: Callable[[T], R], tasks: Sequence[T]) -> Executor:
    """Return an executor of processes, if they can load the work: a notebook is no module."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_all_start_methods, get_context
    from multiprocessing.util import get_temp_dir

    if sys.platform == "emscripten":
        raise ValueError("there are no further processes in a browser: take one worker")
    try:
        here = not hasattr(sys.modules["__main__"], "__file__")
        for part in (work, *tasks):
            if PICKLED_MAIN in pickle.dumps(part) and here:
                raise ValueError("it is written in a notebook")
    except Exception as error:  # those of pickle have nothing in common
        raise ValueError(
            f"the work cannot be sent to other processes: {error}. Put it into a module, take one "
            "worker, or an executor that sends everything, such as loky's"
        ) from error
    method = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
    return ProcessPoolExecutor(count, get_context(method), _begin, (get_temp_dir(),))


def _begin(folder: str) -> None:
    """Let Ctrl-C end this process without a word, and the end of its parent, however that ends."""
    import os
    from multiprocessing import parent_process
    from shutil import rmtree
    from signal import SIG_DFL, SIGINT, signal
    from threading import Thread

    def watch() -> None:
        if parent := parent_process():
            parent.join()
            rmtree(folder, ignore_errors=True)  # of multiprocessing, if the parent could not
            os._exit(1)

    signal(SIGINT, SIG_DFL)
    Thread(target=watch, daemon=True).start()
