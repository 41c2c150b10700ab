"""Two workers of a cluster against two processes of a pool: `python -m benchmarks.cluster`.

Both grade the same class of homework 1 in turn, on the cores of this machine. A cluster costs the
messages to the scheduler and back, so the ratio is what several machines have to make up for.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.grading import MASTERS, draw_class, hand_in
from grader.batch import grade
from grader.cluster import _resource, grading_at

WORKERS = 2


def seconds(folder: Path, out: Path, **where: Any) -> tuple[float, list[Any]]:
    """Grade a class again; return the seconds and the scores."""
    begin = perf_counter()
    rows = grade(folder, out, MASTERS["hw1"], again=True, **where)
    return perf_counter() - begin, [row["score"] for row in rows]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure both in turn, print the ratio, and return 1 if their scores differ."""
    from distributed import LocalCluster

    parser = argparse.ArgumentParser(prog="python -m benchmarks.cluster", description=__doc__)
    parser.add_argument("--count", type=int, default=40, help="how many submissions; 40")
    parser.add_argument("--rounds", type=int, default=3, help="how often each; 3")
    options = parser.parse_args(arguments)
    pool, cluster, same = [], [], True
    own: dict[str, Any] = {"n_workers": WORKERS, "threads_per_worker": 1}
    own |= {"resources": {_resource(): 1}, "dashboard_address": "127.0.0.1:0"}
    with tempfile.TemporaryDirectory() as name, LocalCluster(**own) as machines:
        hand_in(draw_class(options.count, seed=1), "hw1", folder := Path(name, "in"))
        with grading_at(machines.scheduler_address) as there:
            for _ in range(options.rounds):
                took, one = seconds(folder, Path(name, "pool"), workers=WORKERS)
                pool.append(took)
                took, two = seconds(folder, Path(name, "cluster"), **there)
                cluster.append(took)
                same &= one == two
    print(f"{options.count} submissions, medians of {options.rounds}: pool of {WORKERS} processes")
    print(f"{median(pool):.1f} s, {WORKERS} workers of a cluster {median(cluster):.1f} s,", end=" ")
    print(f"ratio {median(cluster) / median(pool):.2f}; scores {'equal' if same else 'DIFFER'}")
    return int(not same)


if __name__ == "__main__":
    sys.exit(main())
