"""How long a class takes to grade: `python -m benchmarks.grading`, with `--quick` in a minute.

It judges 300 submissions of each homework on two cores, a seeded mix of right, wrong, slow and
hostile ones, each behind walls and with all checks, and names every submission that did not get its
known points. Options measure more:

--record  nbgrader records the same class: gradebook, feedback
--large   3,000 of homework 1 in one batch: does the grader need more memory than for 300?
--walls   one submission behind walls and without: what do walls cost?
--plain   nbclient executes the same notebooks of homework 1, without walls and without judging

nbclient has no sandbox, so the hostile submissions here are those that do no harm without one. The
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
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from statistics import median
from time import perf_counter
from types import ModuleType
from typing import Any, NamedTuple

from course.handin.master import grade_id, is_answer
from gamelib.spread import bar
from grader.batch import grade
from grader.judge import judge_notebook, load_homework
from grader.walls import NONE, Limits, find_walls

ROOT = Path(__file__).parent.parent
MASTERS = {path.stem.partition("-")[0]: path for path in (ROOT / "instructor").glob("hw*.ipynb")}
SOLUTIONS = ROOT / "tests" / "solutions" / "homework.py"
WORKERS = 2
SHARES = {"right": 40, "wrong": 40, "slow": 8, "hostile": 12}  # of a hundred
MAX_SECONDS = {"hw1": 240, "hw3": 600}  # for 300, judged and recorded
MAX_MEMORY_RATIO = 1.2  # times the memory of a tenth of the class

# All of these are in the last answer cell, which no other cell needs: only its points are lost.
ATTACKS = {
    "sys.exit": "import sys; sys.exit(0)",
    "os._exit": "import os; os._exit(0)",
    "endless loop": "while True: pass",
    "deep recursion": "return {name}(*given)",
    "memory": "return len(bytearray(10**12))",
    "output": "for _ in range(40): print('x' * 100_000)",
    "environment": "import os; return dict(os.environ)",
    "passwords": "return open('/etc/passwd').read()",
    "equal to everything": "return type('E', (), {{'__eq__': lambda a, b: True}})()",
    "patched": "import builtins; builtins.max = min; return (0, 0)",
    "threads": "import threading, time; threading.Thread(target=time.sleep, args=(1,)).start()",
    "a huge answer": "return [0] * 1_000_000",
}
# The function, its answer cell, and the questions lost with it.
LAST = {
    "hw1": ("play_pruned", "alpha-beta-answer", ["alpha-beta"]),
    "hw2": ("search", "search-answer", ["search"]),
    "hw3": ("evaluate", "evaluate-answer", ["contract", "order", "match"]),
}


class Submission(NamedTuple):
    """A notebook of a class: its kind and name, its answers, and the points it must get."""

    kind: str
    name: str
    answers: dict[str, str]
    points: dict[str, float]  # question → points, if not the full ones


# ---- a class -------------------------------------------------------------------------------------


@cache
def solutions() -> ModuleType:
    """Return the module of right and wrong answers with known points, from the tests."""
    spec = importlib.util.spec_from_file_location("homework_solutions", SOLUTIONS)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def kinds(homework: str) -> dict[str, list[Submission]]:
    """Return the submissions of each kind to draw the class from."""
    master = MASTERS[homework]
    items = [
        item for item in (*solutions().RIGHT, *solutions().WRONG) if item.homework == master.stem
    ]
    submissions: dict[str, list[Submission]] = {kind: [] for kind in SHARES}
    for item in items:
        kind = "wrong" if item.points else "right"
        submissions[kind].append(Submission(kind, item.name, item.answers, item.points))
    name, cell, questions = LAST[homework]
    model = {grade_id(c): c["source"] for c in load_homework(master).master["cells"]}
    slow = f"{model[cell]}\nfast = {name}\ndef {name}(*given):\n    sum(range(1000))\n"
    submissions["slow"] = [
        Submission("slow", "thinks", {cell: f"{slow}    return fast(*given)\n"}, {})
    ]
    for attack, lines in ATTACKS.items():
        source = f"def {name}(*given):\n    {lines.format(name=name)}\n"
        lost = dict.fromkeys(questions, 0.0)
        submissions["hostile"].append(Submission("hostile", attack, {cell: source}, lost))
    return submissions


def draw_class(count: int, seed: int, homework: str = "hw1") -> list[Submission]:
    """Return a class of `count` submissions, each kind by its share; a seed fixes the class."""
    chance = random.Random(seed)
    drawn: list[Submission] = []
    for kind, share in SHARES.items():
        available = kinds(homework)[kind]
        chance.shuffle(available)
        drawn += itertools.islice(itertools.cycle(available), math.ceil(count * share / 100))
    chance.shuffle(drawn)
    return drawn[:count]


@cache
def released(homework: str) -> dict[str, Any]:
    """Return the released copy with the model solution in it."""
    # Not above: the processes that grade also load this module, and need none of these.
    from course.notebooks.tool import read
    from grader.release import model_copy

    return model_copy(read(MASTERS[homework]))


def notebook_of(submission: Submission, homework: str, student: str = "") -> dict[str, Any]:
    """Return the student's notebook: the released copy with their answers and name."""
    notebook = copy.deepcopy(released(homework))
    for cell in notebook["cells"]:
        if is_answer(cell):
            cell["source"] = submission.answers.get(grade_id(cell), cell["source"])
            cell["source"] += f"\n# {student}" if student else ""
    return notebook


def hand_in(drawn: list[Submission], homework: str, folder: Path) -> list[Path]:
    """Write each student's notebook into a folder of its own, as course systems do."""
    files = []
    for number, submission in enumerate(drawn, 1):
        file = folder / f"student-{number:04}" / MASTERS[homework].name
        file.parent.mkdir(parents=True)
        notebook = notebook_of(submission, homework, file.parent.name)
        file.write_text(json.dumps(notebook), encoding="utf-8")
        files.append(file)
    return files


def misjudged(drawn: list[Submission], results: list[dict[str, Any]]) -> list[str]:
    """Return a sentence for each submission that did not get its known points."""
    wrong = []
    for submission, result in zip(drawn, results, strict=True):
        full = {question["name"]: question["points"] for question in result["questions"]}
        got = {question["name"]: question["score"] for question in result["questions"]}
        if got != {**full, **submission.points} or result["needs_a_person"]:
            wrong.append(f"{result['name']} ({submission.name}): {got} {result['needs_a_person']}")
    return wrong


# ---- what is measured ----------------------------------------------------------------------------


@contextmanager
def peak_memory() -> Iterator[list[int]]:
    """Yield a list with the peak memory, in bytes, of the grader and its own processes.

    Students' programs run below these and have limits of their own.
    """
    import psutil

    peak, ended = [0], threading.Event()
    own = psutil.Process()

    def held(process: Any) -> int:
        try:
            if "bwrap" in process.name():
                return 0
            return int(process.memory_info().rss) + sum(map(held, process.children()))
        except psutil.Error:  # the process has ended
            return 0

    def look() -> None:
        while not ended.wait(0.2):
            peak[0] = max(peak[0], held(own))

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        yield peak
    finally:
        ended.set()
        watcher.join()


def judged(homework: str, count: int, seed: int, seconds: float) -> tuple[float, int, list[str]]:
    """Judge a class; return the seconds, the peak memory and the misjudged submissions."""
    drawn = draw_class(count, seed, homework)
    with tempfile.TemporaryDirectory(prefix="grading-") as name:
        folder, out = Path(name, "submissions"), Path(name, "out")
        hand_in(drawn, homework, folder)
        begin = perf_counter()
        with peak_memory() as peak:
            rows = grade(
                folder,
                out,
                MASTERS[homework],
                workers=WORKERS,
                limits=Limits(seconds=seconds),
                progress=lambda done, total: bar(done, total, f"{homework} judged"),
            )
        took = perf_counter() - begin
        files = [out / "results" / f"{row['file']}.json" for row in rows]
        results = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    return took, peak[0], misjudged(drawn, results)


def recorded(homework: str, count: int, seed: int) -> float:
    """Judge a class and record it in nbgrader's gradebook; return the seconds of both."""
    from grader.gradebook import Course

    with tempfile.TemporaryDirectory(prefix="grading-") as name:
        course = Course.new(Path(name, "course"))
        folder = course.folder / "submitted" / homework
        files = hand_in(draw_class(count, seed, homework), homework, folder)
        with course.gradebook() as book:
            for file in files:
                book.update_or_create_student(file.parent.name)
        begin = perf_counter()
        course.grade(homework, workers=WORKERS)
        return perf_counter() - begin


def behind_walls(rounds: int) -> tuple[float, float]:
    """Return the seconds that a right submission of homework 1 takes behind walls and without."""
    homework = load_homework(MASTERS["hw1"])
    right = notebook_of(kinds("hw1")["right"][0], "hw1")
    times: dict[str, list[float]] = {"with": [], "without": []}
    for number in range(rounds):
        for name, walls in (("with", find_walls()), ("without", NONE)):
            begin = perf_counter()
            judge_notebook(homework, right, walls, Limits())
            times[name].append(perf_counter() - begin)
        bar(number + 1, rounds, "walls")
    return median(times["with"]), median(times["without"])


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
        except Exception as error:  # a cell that never ends, a dead kernel
            ends[type(error).__name__] += 1
        bar(number, len(files), "executed")
    return ends


# ---- the command ---------------------------------------------------------------------------------


def main(arguments: list[str] | None = None) -> int:
    """Measure, print the results, and return 1 if a target is missed."""
    how = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("python -m benchmarks.grading", None, __doc__)
    parser.formatter_class = how
    parser.add_argument("--homework", choices=sorted(MASTERS), action="append", help="only this")
    parser.add_argument("--count", type=int, default=300, help="how many submissions; 300")
    parser.add_argument("--seed", type=int, default=1, help="which class; 1")
    parser.add_argument("--seconds", type=float, default=10, help="for one check or cell; 10")
    parser.add_argument("--quick", action="store_true", help="10 submissions instead of 300")
    for more in ("record", "large", "walls", "plain"):
        parser.add_argument(f"--{more}", action="store_true", help="see above")
    options = parser.parse_args(arguments)
    count = 10 if options.quick else options.count
    missed: list[str] = []

    def tell(text: str, value: float, unit: str, most: float | None = None) -> None:
        reached = most is None or value <= most
        target = "" if most is None else f", target at most {most:g}: {'yes' if reached else 'NO'}"
        print(f"{text}: {value:.1f} {unit}{target}", flush=True)
        missed.extend([] if reached else [text])

    for homework in options.homework or sorted(MASTERS):
        most = MAX_SECONDS.get(homework, math.inf) * count / 300
        took, _, wrong = judged(homework, count, options.seed, options.seconds)
        tell(f"{count} of {homework}, judged by {WORKERS}", took, "s", most)
        print(f"  scored as known: {count - len(wrong)} of {count}", *wrong, sep="\n    ")
        missed += wrong
        if options.record:
            took = recorded(homework, count, options.seed)
            tell(f"{count} of {homework}, judged and recorded", took, "s", most)
        if options.plain:
            with tempfile.TemporaryDirectory(prefix="grading-") as name:
                files = hand_in(
                    draw_class(count, options.seed, homework), homework, Path(name, "in")
                )
                begin = perf_counter()
                ends = execute_plainly(files, options.seconds)
            tell(f"{count} of {homework}, executed ({dict(ends)})", perf_counter() - begin, "s")
    if options.large:
        peaks = []
        for size in (count, 10 * count):
            took, peak, wrong = judged("hw1", size, options.seed, options.seconds)
            tell(f"{size:,} of hw1 in one batch", took, "s")
            tell("  most memory of the grader and its processes", peak / 2**20, "MB")
            peaks.append(peak)
            missed += wrong
        tell("  ten times the class, times the memory", peaks[1] / peaks[0], "", MAX_MEMORY_RATIO)
    if options.walls:
        walled, bare = behind_walls(3 if options.quick else 20)
        tell("a right submission of hw1 behind walls", walled * 1000, "ms")
        tell("  without walls", bare * 1000, "ms")
        tell("  what walls cost", (walled - bare) * 1000, "ms")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
