"""The same work for many tasks, on all cores: joblib does it, and is loaded only when it is asked.

How and where the work is done is up to joblib's configuration. To use a cluster of Dask or Ray, set
it up and put the call into a block, for example

    with joblib.parallel_config(backend="dask"):
        tournament(game, players, jobs=-1)

joblib starts processes, which a browser kernel cannot do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

__all__ = ["in_parallel", "require_jobs"]

CHUNK = 64  # tasks at a time where joblib cannot hand out results one by one


def require_jobs(jobs: object) -> int:
    """Return `jobs` if it is a number of processes, -1 for one on each core.

    >>> require_jobs(0)
    Traceback (most recent call last):
    ValueError: jobs is 0, but must be a number of processes, or -1 for one on each core
    """
    if isinstance(jobs, bool) or not isinstance(jobs, int) or (jobs < 1 and jobs != -1):
        error = ValueError if isinstance(jobs, int) else TypeError
        raise error(
            f"jobs is {jobs!r}, but must be a number of processes, or -1 for one on each core"
        )
    return jobs


def in_parallel(
    work: Callable[[Any, Any], Any], common: Any, tasks: Sequence[Any], *, jobs: int
) -> Iterator[Any]:
    """Yield `work(common, task)` for all tasks, in the order in which they are done.

    `common` is packed once and unpacked once in each process, so it may be large.
    """
    # joblib needs cloudpickle itself: it packs functions without a name, too.
    import cloudpickle  # type: ignore[import-untyped]
    import joblib  # type: ignore[import-untyped]

    packed = cloudpickle.dumps((work, common))
    call = joblib.delayed(_do)
    try:
        pool = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered")
    except ValueError:  # some clusters give all results at once
        pool = joblib.Parallel(n_jobs=jobs)
        for start in range(0, len(tasks), CHUNK):
            yield from pool(call(packed, task) for task in tasks[start : start + CHUNK])
        return
    yield from pool(call(packed, task) for task in tasks)


def _do(packed: bytes, task: Any) -> Any:
    work, common = _unpacked(packed)
    return work(common, task)


@lru_cache(maxsize=1)
def _unpacked(packed: bytes) -> Any:
    import cloudpickle

    return cloudpickle.loads(packed)
