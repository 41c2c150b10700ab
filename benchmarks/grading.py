"""Grading a class against plain execution: `python -m benchmarks.grading --count 300`.

A seeded mix of submissions of homework 1, right, wrong, slow and hostile ones, is graded on two
cores, each in a sandbox, every check asked. Then the same notebooks are executed one after another
by nbclient, with the same limit of time for a cell, and nothing is judged. The ratio of the two
times is printed, and every submission that did not get its known points.

nbclient has no sandbox: so the hostile ones here are only those that do no harm without one. The
tests have the others.
"""

from __future__ import annotations

import argparse
import copy
import importlib.util
import itertools
import json
import math
import random
import sys
import tempfile
from collections import Counter
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import Any, NamedTuple

from course.grading.batch import grade
from course.grading.judge import load_homework
from course.grading.master import grade_id, is_answer
from course.grading.walls import Limits
from gamelib.spread import bar

ROOT = Path(__file__).parent.parent
MASTER = ROOT / "instructor" / "hw1-perfect-player.ipynb"
SOLUTIONS = ROOT / "tests" / "solutions" / "homework.py"
WORKERS = 2
TARGET = 1.0
SHARES = {"right": 40, "wrong": 40, "slow": 8, "hostile": 12}  # of a hundred

# All of these are in the last question, which no other one needs: it is lost, the rest stands.
ATTACKS = {
    "sys.exit": "import sys; sys.exit(0)",
    "os._exit": "import os; os._exit(0)",
    "endless loop": "while True: pass",
    "deep recursion": "return play_pruned(board, sign, look)",
    "memory": "return len(bytearray(10**12))",
    "output": "for _ in range(40): print('x' * 100_000)",
    "environment": "import os; return dict(os.environ)",
    "passwords": "return open('/etc/passwd').read()",
    "equal to everything": "return type('E', (), {'__eq__': lambda a, b: True})()",
    "patched": "import builtins; builtins.max = min; return (0, 0)",
    "threads": "import threading, time; threading.Thread(target=time.sleep, args=(1,)).start()",
    "a huge answer": "return [0] * 1_000_000",
}


class Submission(NamedTuple):
    """A notebook of a class: its kind and name, its answers, and the points it must get."""

    kind: str
    name: str
    answers: dict[str, str]
    points: dict[str, float]  # question → points, where they are not the full ones


def solutions() -> ModuleType:
    """Return the right and wrong answers that the tests know the points of."""
    spec = importlib.util.spec_from_file_location("homework_solutions", SOLUTIONS)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def kinds() -> dict[str, list[Submission]]:
    """Return the submissions of each kind that the class is drawn from."""
    known = [
        item for item in (*solutions().RIGHT, *solutions().WRONG) if item.homework == MASTER.stem
    ]
    found: dict[str, list[Submission]] = {kind: [] for kind in SHARES}
    for item in known:
        kind = "wrong" if item.points else "right"
        found[kind].append(Submission(kind, item.name, item.answers, item.points))
    model = {grade_id(c): c["source"] for c in load_homework(MASTER).master["cells"]}
    slowly = "sum(range(1_000_000))\n    me = sign"
    slow = {"play-answer": model["play-answer"].replace("me = sign", slowly, 1)}
    found["slow"] = [Submission("slow", "thinks long", slow, {})]
    for name, attack in ATTACKS.items():
        source = f"def play_pruned(board, sign, look):\n    {attack}\n"
        answers = {"alpha-beta-answer": source}
        found["hostile"].append(Submission("hostile", name, answers, {"alpha-beta": 0.0}))
    return found


def draw(count: int, seed: int) -> list[Submission]:
    """Return a class of so many, the same one for the same seed, every kind by its share."""
    chance = random.Random(seed)
    drawn: list[Submission] = []
    for kind, share in SHARES.items():
        available = kinds()[kind]
        chance.shuffle(available)
        drawn += itertools.islice(itertools.cycle(available), math.ceil(count * share / 100))
    chance.shuffle(drawn)
    return drawn[:count]


@lru_cache(maxsize=1)
def released() -> dict[str, Any]:
    """Return the released copy, the model solution still in it."""
    # Here, and not above: the processes that grade load this module, too, and need none of it.
    from course.grading.release import model_copy
    from course.notebooks.tool import read

    return model_copy(read(MASTER))


def notebook_of(submission: Submission, student: str = "") -> dict[str, Any]:
    """Return what the student hands in: the released copy with their answers, and their name."""
    notebook = copy.deepcopy(released())
    for cell in notebook["cells"]:
        if is_answer(cell):
            cell["source"] = submission.answers.get(grade_id(cell), cell["source"])
            cell["source"] += f"\n# {student}" if student else ""
    return notebook


def execute_plainly(files: list[Path], seconds: float) -> Counter[str]:
    """Execute notebooks one after another, and return how they ended."""
    import nbformat
    from nbclient import NotebookClient

    ends: Counter[str] = Counter()
    for number, file in enumerate(files, 1):
        notebook = nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]
        try:
            client = NotebookClient(
                notebook,
                timeout=seconds,
                allow_errors=True,
                extra_arguments=["--log-level=ERROR"],
                resources={"metadata": {"path": str(file.parent)}},
            )
            client.execute()
            ends["executed"] += 1
        except Exception as error:  # a cell that never ends, a kernel that has gone
            ends[type(error).__name__] += 1
        bar(number, len(files), "executed")
    return ends


def misjudged(drawn: list[Submission], results: list[dict[str, Any]]) -> list[str]:
    """Return a sentence for each submission that did not get what it must get."""
    wrong = []
    for submission, result in zip(drawn, results, strict=True):
        full = {question["name"]: question["points"] for question in result["questions"]}
        got = {question["name"]: question["score"] for question in result["questions"]}
        if got != {**full, **submission.points} or result["attention"]:
            wrong.append(f"{result['name']} ({submission.name}): {got} {result['attention']}")
    return wrong


def main(arguments: list[str] | None = None) -> int:
    """Measure, print what came out, and return 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.grading", description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="how many submissions; 300")
    parser.add_argument("--seed", type=int, default=1, help="which class; 1")
    parser.add_argument("--seconds", type=float, default=10, help="for one check or cell; 10")
    parser.add_argument("--out", help="where results and the report go; else thrown away")
    options = parser.parse_args(arguments)
    drawn = draw(options.count, options.seed)
    with tempfile.TemporaryDirectory(prefix="grading-") as name:
        folder = Path(name, "submissions")
        folder.mkdir()
        files = [folder / f"student-{number:03}.ipynb" for number in range(1, len(drawn) + 1)]
        for file, submission in zip(files, drawn, strict=True):
            file.write_text(json.dumps(notebook_of(submission, file.stem)), encoding="utf-8")
        out = Path(options.out) if options.out else Path(name, "out")
        limits = Limits(seconds=options.seconds)
        begin = perf_counter()
        rows = grade(
            folder,
            out,
            MASTER,
            workers=WORKERS,
            limits=limits,
            again=True,
            progress=lambda done, total: bar(done, total, "graded"),
        )
        graded = perf_counter() - begin
        files_of = [out / "results" / f"{row['file']}.json" for row in rows]
        results = [json.loads(file.read_text(encoding="utf-8")) for file in files_of]
        begin = perf_counter()
        ends = execute_plainly(files, options.seconds)
        executed = perf_counter() - begin
    wrong = misjudged(drawn, results)
    ratio = graded / executed
    mix = ", ".join(f"{count} {kind}" for kind, count in Counter(s.kind for s in drawn).items())
    print(f"{len(drawn)} submissions of {MASTER.stem}: {mix}")
    sandbox = results[0]["sandbox"]["name"]
    print(f"graded in the sandbox {sandbox}, {WORKERS} at a time: {graded:.1f} s")
    print(f"executed by nbclient, one after another: {executed:.1f} s ({dict(ends)})")
    print(f"ratio {ratio:.3f}, target at most {TARGET:g}: {'yes' if ratio <= TARGET else 'NO'}")
    print(f"scored as known: {len(drawn) - len(wrong)} of {len(drawn)}", *wrong, sep="\n  ")
    return int(ratio > TARGET or bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
