"""The tournament of a class: every evaluation of homework 3 plays every other, each behind walls.

A student who takes part is an ordinary player of `tournament`: the games are played here, and the
student's code is only asked for its moves.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from course.documents.gomoku import gomoku_original
from course.expect import Ask
from course.grading.judge import load_homework
from course.grading.student import Student
from course.grading.submission import answers_in, data_of, find_submissions, notebook_of
from course.grading.walls import Limits, find_walls
from course.homework.hw3 import DOCUMENT, ask_for_move
from course.homework.makers import gomoku
from gamelib.contest import Standings, tournament
from gamelib.game import Player
from gamelib.games.gomoku import Stones
from gamelib.players import per_game

__all__ = ["class_tournament", "command", "entry"]

MASTER = "hw3-own-heuristic.ipynb"


def entry(ask: Ask, begin: Callable[[], object]) -> Player:
    """Return a player whose moves come from a student's evaluation, asked for one by one.

    `begin` is told that a new game begins: a program that has failed may be started again. A
    program that gives no move has lost the game.
    """

    def move(game: Any, state: Stones) -> str:
        _, answer = ask_for_move("evaluate", state, ask)
        if not isinstance(answer.value, str):
            raise ValueError(answer.words[:200] or f"no move, but {answer.kind}")
        return answer.value

    def for_game(seed: int) -> Player:
        begin()
        return move

    return per_game(for_game)


def class_tournament(entries: Mapping[str, Player], rounds: int = 2, **options: Any) -> Standings:
    """Let all evaluations of a class play each other, and the source document's player as well.

    Every pair plays each of so many openings twice, with sides swapped. Who fails, or gives no
    legal move, has lost that game.
    """
    document: Player = per_game(lambda seed: gomoku_original(depth=DOCUMENT))
    return tournament(gomoku(), {**entries, "the document": document}, rounds, **options)


def command(options: argparse.Namespace) -> int:
    """Play the tournament of a folder of submissions and return the exit code."""
    folder, master = Path(options.folder), Path(options.masters) / MASTER
    for needed in (folder, master):
        if not needed.exists():
            raise ValueError(f"there is no {needed}; name a folder, and start this at the root")
    homework, walls = load_homework(master), find_walls(trust=options.trust)
    print(f"in the sandbox {walls.does}")
    with ExitStack() as stack:
        entries: dict[str, Player] = {}
        for found in find_submissions(folder):
            try:
                answers = answers_in(notebook_of(data_of(found.path)), homework.copy)
            except ValueError as error:
                print(f"{found.name} does not play: {error}")
                continue
            if found.counts:
                student = Student(homework.program(answers.sources), walls, Limits())
                stack.enter_context(student)
                entries[found.student] = entry(student.ask, student.begin)
        if not entries:
            raise ValueError("nobody plays")
        results = class_tournament(entries, options.rounds, seed=options.seed, progress=True)
    print(results.cross_table())
    return 0
