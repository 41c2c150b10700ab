"""What a student's program can reach in the sandbox of each homework, however it tries."""

from __future__ import annotations

import copy
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from course.checks import Request
from course.handin.master import grade_id, is_answer
from grader import walls
from grader.judge import judge_notebook, load_homework
from grader.modules import HOME, files_of
from grader.student import ProgramCell, Student
from grader.walls import Limits, find_walls

MASTERS = {path.name[:3]: path for path in (HOME / "instructor").glob("hw*.ipynb")}
# Everything below runs in the student's process, behind the answers of the model solution.
ATTACK = """
import builtins, ctypes, gc, glob, importlib, importlib.machinery, importlib.util, os, pkgutil, sys

def can_import(name):
    found = []
    for way in (__import__, importlib.import_module, builtins.__import__, pkgutil.resolve_name):
        try:
            way(name)
            found.append(way.__name__)
        except (ImportError, AttributeError):  # the second: resolve_name
            pass
    return found

def can_import_afresh(name):
    before = [*sys.path]
    for path in ["/course", *glob.glob("/course/packages*")]:
        for known in [known for known in sys.modules if known.split(".")[0] == name.split(".")[0]]:
            del sys.modules[known]
        sys.path[:] = [path, *before]
        ways = can_import(name)
        sys.path[:] = before
        if ways:
            return path

def files(top="/course"):
    found = []
    for folder, folders, names in os.walk(top):
        folders[:] = [name for name in folders if name[:8] != "packages"]
        found += [os.path.join(folder, name) for name in names]
    return sorted(found)

def names_in_reach():
    functions = [it for it in gc.get_objects() if type(it) is type(names_in_reach)]
    ours = [it for it in functions if str(it.__module__).startswith(("gamelib", "course"))]
    modules = [it for name, it in sys.modules.items() if name.startswith(("gamelib", "course"))]
    spaces = [it.__globals__ for it in ours] + [vars(module) for module in modules]
    return sorted({name for space in spaces for name in space})

def mounts():
    return [path for path in ("/proc", "/sys", "/root", "/work", "/home") if os.path.exists(path)]

def holds(words, top="/course"):
    return [path for path in files(top) if any(word in open(path, errors="replace").read()
            for word in words)]
"""
JUDGES = {"_solved", "_winner", "plays_best", "judged_move", "looks_at", "cause_of_moves", "keeps"}
SEARCHES = {
    "gamelib.search", "gamelib.engine", "gamelib.transposition", "gamelib.players",
    "gamelib.games.tictactoe", "gamelib.games.gomoku",
}  # fmt: skip
NEVER = {
    "grader", "instructor", "tests", "course.homework.hw1", "course.homework.hw2",
    "course.homework.hw3", "course.handin.master", "course.lectures", "course.documents",
    "gamelib.engine", "gamelib.games.tictactoe", "gamelib.games.gomoku",
}  # fmt: skip
ALLOWED = {"hw1": set(), "hw2": {"gamelib.search"}, "hw3": set()}


@pytest.fixture(scope="module", params=sorted(MASTERS))
def attacker(request, bubblewrap):
    """A homework, and a way to call one of the functions above in its sandbox."""
    homework = load_homework(MASTERS[request.param])
    answers = {
        grade_id(cell): cell["source"] for cell in homework.master["cells"] if is_answer(cell)
    }
    last = [*answers][-1]
    answers[last] += ATTACK
    program = Student(homework.program(answers), find_walls(), Limits())

    def call(function, *arguments):
        program.begin_check()
        answer = program.ask(Request(function, arguments))
        assert answer.kind == "value", answer
        return answer.value

    with program:
        yield request.param, program, call
    assert program.log == []


@pytest.mark.usefixtures("bubblewrap")
def test_the_given_cells_and_the_answers_run_there(attacker):
    _, program, call = attacker
    call("mounts")
    assert program.log == []


@pytest.mark.usefixtures("bubblewrap")
def test_no_judge_and_no_search_that_is_not_allowed_can_be_imported(attacker):
    name, _, call = attacker
    allowed = ALLOWED[name]
    assert {module for module in SEARCHES | NEVER if call("can_import", module)} == allowed
    reached = {module for module in SEARCHES | NEVER if call("can_import_afresh", module)}
    assert reached == allowed


@pytest.mark.usefixtures("bubblewrap")
def test_no_helper_that_solves_is_in_reach_of_any_object(attacker):
    name, _, call = attacker
    names = {*call("names_in_reach")}
    assert not names & JUDGES
    assert ({"alpha_beta", "minimax"} <= names) == (name == "hw2")


@pytest.mark.usefixtures("bubblewrap")
def test_no_file_of_a_master_or_a_judge_can_be_read(attacker):
    _, program, call = attacker
    shown = [f"/course/{file.relative_to(HOME).as_posix()}" for file in program.files]
    assert call("files") == shown
    assert call("mounts") in ([], ["/home"], ["/root"])  # where Python may be
    assert call("holds", ["BEGIN HIDDEN TESTS", "def _solved", "class Engine"]) == []


@pytest.mark.usefixtures("bubblewrap")
def test_a_python_whose_packages_hold_the_project_shows_no_more(tmp_path, monkeypatch):
    installed = tmp_path / "gamelib"
    installed.mkdir()
    (installed / "__init__.py").write_text("secret = 1")
    (installed / "engine.py").write_text("secret = 1")
    packages = [tmp_path, *walls._packages()]
    monkeypatch.setattr(walls, "_packages", lambda: packages)
    tmp_path.chmod(0o755)
    with Student([ProgramCell("attack", ATTACK)], find_walls(), Limits()) as program:
        assert program.ask(Request("can_import_afresh", ("gamelib.game",))).value == "/course"
        assert program.ask(Request("can_import_afresh", ("gamelib.engine",))).value is None
        read = program.ask(Request("holds", (["secret"], "/course/packages0/gamelib")))
        assert read.value == []


def test_imports_are_followed_to_the_files():
    files = {file.relative_to(HOME).as_posix() for file in files_of(["gamelib.games.gomoku"])}
    assert "gamelib/games/gomoku/lines.py" in files
    assert "gamelib/__init__.pyi" in files
    assert not {file for file in files if Path(file).name in ("search.py", "picture.py")}


BORROWED = [
    (
        "hw1",
        "play",
        """
def play(board, sign):
    cells = tuple(cell for row in board for cell in row)
    solved, winner = (plays_best.__globals__[name] for name in ("_solved", "_winner"))
    return divmod(solved(cells, sign, winner)[1][0], 3)
""",
        "uses __globals__: is it own work?",
    ),
    (
        "hw1",
        "play",
        """
import importlib
hw1 = importlib.import_module("course.homework.hw1")
def play(board, sign):
    return hw1._solved(tuple(board[0] + board[1] + board[2]), sign, hw1._winner)[1]
""",
        "uses importlib: is it own work?",
    ),
    (
        "hw3",
        "evaluate",
        """
from gamelib import Gomoku
game = Gomoku(9)
def evaluate(board, turn):
    return game.estimate(game.start())
""",
        "imports gamelib: is it own work?",
    ),
    (
        "hw3",
        "evaluate",
        """
engine = __import__("gamelib.engine").engine
def evaluate(board, turn):
    return engine.Engine
""",
        "uses __import__: is it own work?",
    ),
]


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.parametrize("name, question, answer, remark", BORROWED)
def test_an_answer_that_borrows_from_the_course_gets_no_point_and_a_remark(
    name, question, answer, remark
):
    homework = load_homework(MASTERS[name])
    notebook = copy.deepcopy(homework.master)
    for cell in notebook["cells"]:
        if grade_id(cell) == f"{question}-answer":
            cell["source"] = answer
    result = judge_notebook(homework, notebook, find_walls(), Limits())
    scores = {each["name"]: each["score"] for each in result["questions"]}
    assert remark in result["for_student"]
    if name == "hw1":
        assert scores["play"] == 0
        assert scores["winner"] == 5
    else:
        assert result["score"] == 0


# ---- which edits grade a homework again ----------------------------------------------------------

FINGERPRINTS = """
from pathlib import Path
from grader.judge import judge_notebook, load_homework
for master in sorted(Path("instructor").glob("hw*.ipynb")):
    print(load_homework(master).fingerprint)
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    copy = tmp_path_factory.mktemp("project")
    for package in ("gamelib", "course", "grader"):
        shutil.copytree(HOME / package, copy / package, ignore=shutil.ignore_patterns("*.pyc"))
    (copy / "instructor").mkdir()
    for master in MASTERS.values():
        shutil.copy(master, copy / "instructor")
    return copy


@pytest.mark.parametrize(
    "file, again",
    [
        ("course/lectures/lecture03.py", ""),
        ("course/notebooks/slides.py", ""),
        ("gamelib/view/live/stepper.py", ""),
        ("course/homework/hw1.py", "hw1"),
        ("course/homework/given/hw3.py", "hw3"),
        ("instructor/hw2-pruning.ipynb", "hw2"),
        ("gamelib/search.py", "hw2 hw3"),
        ("course/checks.py", "hw1 hw2 hw3"),
        ("course/handin/worker.py", "hw1 hw2 hw3"),
        ("grader/judge.py", "hw1 hw2 hw3"),
    ],
)
def test_an_edit_grades_again_what_depends_on_it_and_nothing_else(project, file, again):
    def fingerprints():
        env = os.environ | {"PYTHONPATH": str(project)}
        command = [sys.executable, "-c", FINGERPRINTS]
        done = subprocess.run(command, cwd=project, env=env, check=True, capture_output=True)
        return done.stdout.split()

    before = fingerprints()
    with (project / file).open("a", encoding="utf-8") as edited:
        edited.write("\n" if file.endswith(".ipynb") else "\n# an edit\n")
    after = fingerprints()
    pairs = zip(sorted(MASTERS), before, after, strict=True)
    assert [name for name, one, two in pairs if one != two] == again.split()
