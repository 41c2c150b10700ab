"""The tournament of a class: every evaluation of homework 3 plays every other, each in a sandbox.

`python -m course.grading tournament DIR` reads the submissions as the grader does. The games are
played here; a student's code is only asked for its moves.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course.documents.gomoku import gomoku_original
from course.expect import Ask, Outcome, verdict
from course.homework.hw3 import DOCUMENT, ask_for_move
from course.homework.makers import gomoku
from gamelib.contest import Standings, tournament
from gamelib.game import Player
from gamelib.games.gomoku import Stones
from gamelib.players import per_game

__all__ = ["Entry", "class_tournament", "main_tournament"]

HOMEWORK = "hw3-own-heuristic"
EVALUATION = "evaluate"
DOCUMENT_NAME = "the document"


@dataclass(frozen=True)
class Entry:
    """A player whose moves come from a student's evaluation, asked for one by one.

    `begin` is told that a new game begins: a program that has failed may be started again.
    """

    ask: Ask
    begin: Callable[[], object] = lambda: None

    def for_game(self, seed: int) -> Entry:
        """Return the player for one game."""
        self.begin()
        return self

    def __call__(self, game: Any, state: Stones) -> str:
        """Return the move; a program that gives none has lost the game."""
        request, answer = ask_for_move(EVALUATION, state, self.ask)
        outcome = verdict(request, answer, lambda move: Outcome(isinstance(move, str), repr(move)))
        if not outcome.passed:
            raise ValueError(outcome.got[:200])
        return str(answer.value)


def class_tournament(
    entries: Mapping[str, Entry], rounds: int = 2, *, seed: int = 0, progress: Any = None
) -> Standings:
    """Let all evaluations of a class play each other, and the source document's player as well.

    Every pair plays each of so many openings twice, with sides swapped. Who fails, or gives no
    legal move, has lost that game.
    """
    document: Player = per_game(lambda seed: gomoku_original(depth=DOCUMENT))
    players: dict[str, Player] = {**entries, DOCUMENT_NAME: document}
    return tournament(gomoku(), players, rounds, seed=seed, progress=progress)


def main_tournament(argv: Sequence[str] | None = None) -> int:
    """Play the tournament of a folder of submissions; 0 if it was played, 2 if it cannot be."""
    from course.grading.asking import Student
    from course.grading.judge import load_homework
    from course.grading.splice import answers_in
    from course.grading.submission import find_submissions, handed_in
    from course.grading.walls import Limits, find_sandbox

    parser = argparse.ArgumentParser(
        prog="python -m course.grading tournament",
        description="Let the evaluations of homework 3 play each other, each in a sandbox.",
    )
    parser.add_argument("folder", type=Path, help="the folder with the notebooks")
    parser.add_argument("--rounds", type=int, default=2, help="openings for each pair; 2")
    parser.add_argument("--seed", type=int, default=0, help="decides the openings; 0")
    parser.add_argument("--masters", type=Path, default=Path("instructor"), help="instructor")
    parser.add_argument("--sandbox", default="auto", help="auto, bubblewrap or limits")
    options = parser.parse_args(argv)
    master = options.masters / f"{HOMEWORK}.ipynb"
    if not options.folder.is_dir() or not master.is_file():
        missing = options.folder if master.is_file() else master
        print(f"there is no {missing}; name a folder, and start this at the root", file=sys.stderr)
        return 2
    homework, sandbox = load_homework(master), find_sandbox(options.sandbox)
    limits = Limits(total_seconds=3600)  # of all games together
    print(f"in the sandbox {sandbox.does}")
    with ExitStack() as stack:
        entries: dict[str, Entry] = {}
        for found in find_submissions(options.folder):
            handed = handed_in(found.path)
            try:
                if handed.notebook is None:
                    raise ValueError(handed.refused)
                sources = answers_in(handed.notebook, homework.copy).sources
            except ValueError as error:
                print(f"{found.name} does not play: {error}")
                continue
            if found.counts:
                program = homework.program(sources)
                student = stack.enter_context(Student(program, sandbox, limits))
                entries[found.student] = _entry(student)
        if not entries:
            print("nobody plays", file=sys.stderr)
            return 2
        results = class_tournament(entries, options.rounds, seed=options.seed, progress=True)
    print(results.cross_table())
    return 0


def _entry(student: Any) -> Entry:
    return Entry(student.ask, lambda: student.begin("a game"))
