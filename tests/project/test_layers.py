"""The layers of the packages: who may import whom, and what `import gamelib` leaves alone."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import gamelib

ROOT = Path(gamelib.__file__).parents[1]

# Groups of modules, from the ground up: a group may import itself and those it names. The rest of
# gamelib's root, all that plays, measures and compares, is the group "gamelib".
GROUPS = {
    "game": ("gamelib.game", "gamelib.face"),
    "games": ("gamelib.games",),
    "trees": ("gamelib.games.tree",),  # no game of its own: any tree
    "trace": ("gamelib.trace", "gamelib.words", "gamelib.description"),
    "view": ("gamelib.view",),
    "gamelib": ("gamelib",),
    "notebooks": ("course.notebooks",),
    "data": ("course.data",),
    "checks": ("course.checks",),
    "exercises": ("course.cases", "course.diagnosis", "course.exercises"),
    "store": ("course.store",),
    "progress": ("course.progress",),
    "practice": ("course.practice", "course.sheet", "course.all_orders"),
    "prediction": ("course.prediction",),
    "watch": ("course.watch",),
    "lectures": ("course.lectures",),
    "homework": ("course.homework",),
    "documents": ("course.documents",),
    "handin": ("course.handin",),
    "work": ("course.work",),
    "course": ("course",),  # the stub of public names
    "grader": ("grader",),
    "tournament": ("grader.tournament",),
}
LIBRARY = ("game", "games", "trees", "trace", "view", "gamelib")
ALLOWED = {
    "game": ("game",),
    "games": ("game", "games", "trees"),
    "trees": ("game", "games", "trees"),
    "trace": ("game", "trace"),
    "gamelib": ("game", "trace", "gamelib"),
    "view": ("game", "trees", "trace", "gamelib", "view"),
    "notebooks": ("notebooks", "view"),  # the authors' tool knows how a view is stored, and no game
    "data": ("data",),
    "checks": (*LIBRARY, "data", "checks"),
    "store": ("store",),
    "exercises": (*LIBRARY, "checks", "exercises", "store"),
    "progress": ("trace", "exercises", "progress", "store"),
    "prediction": (*LIBRARY, "prediction", "store"),
    "practice": (*LIBRARY, "prediction", "practice"),
    "watch": (*LIBRARY, "watch"),
    "documents": (*LIBRARY, "documents"),
    "lectures": (
        *(*LIBRARY, "checks", "documents", "exercises", "lectures"),
        *("practice", "prediction", "store", "watch"),
    ),
    "homework": (*LIBRARY, "checks", "data", "documents", "homework"),
    "handin": ("gamelib", "checks", "data", "handin", "notebooks"),
    "work": ("notebooks", "work"),
    "course": (),
    "grader": ("trace", "gamelib", "checks", "data", "grader", "handin", "notebooks"),
    # The class tournament plays homework 3: the one part of the grader that knows its content.
    "tournament": (*LIBRARY, "checks", "documents", "grader", "handin", "homework", "tournament"),
}
CORE = ("game", "games", "trees", "trace", "gamelib")

# What needs more than the standard library, or something that a browser lacks, loads it only when
# it is asked.
LOADED_LATER = {
    ("gamelib.trace", "networkx"),
    ("gamelib.spread", "concurrent"),
    ("gamelib.spread", "multiprocessing"),
    ("gamelib.spread", "threading"),
}

HEAVY = (
    *("IPython", "anywidget", "ipywidgets", "matplotlib"),
    *("multiprocessing", "nbformat", "networkx", "numpy"),
)
NOT_IN_A_BROWSER = ("concurrent", "multiprocessing", "socket", "subprocess", "threading")


def read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def name_of(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {
    name_of(file): file
    for package in ("gamelib", "course", "grader")
    for file in sorted((ROOT / package).rglob("*.py"))
}


def imports(source: str) -> Iterator[tuple[str, bool]]:
    """Yield each import of a module and whether it happens only later, or for mypy alone."""

    def below(node: ast.AST, later: bool) -> Iterator[tuple[str, bool]]:
        for child in ast.iter_child_nodes(node):
            inside = later or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
                inside = True
            if isinstance(child, ast.Import):
                yield from ((alias.name, later) for alias in child.names)
            elif isinstance(child, ast.ImportFrom):
                assert child.level == 0, "an import says the whole name of the module"
                for alias in child.names:
                    whole = f"{child.module}.{alias.name}"
                    yield (whole if whole in MODULES else str(child.module)), later
            yield from below(child, inside)

    yield from below(ast.parse(source), False)


def group(module: str) -> str:
    """Return the group of a module: the one that names most of its name."""
    pairs = [(start, name) for name, starts in GROUPS.items() for start in starts]
    return max((start, name) for start, name in pairs if f"{module}.".startswith(f"{start}."))[1]


def problems(module: str, source: str) -> list[str]:
    """Return what is wrong with the imports of a module."""
    return [
        f"{module} must not import {wanted}"
        for wanted, _ in imports(source)
        if wanted.split(".")[0] in ("gamelib", "course", "grader")
        and group(wanted) not in ALLOWED[group(module)]
    ]


def test_nothing_imports_upwards():
    upwards = [each for name, file in MODULES.items() for each in problems(name, read(file))]
    assert upwards == []
    for module, source in (  # the test can fail
        ("gamelib.games.tictactoe", "from gamelib.search import minimax"),
        ("gamelib.game", "from gamelib.contract import check_game"),
        ("gamelib.trace", "def f():\n    import gamelib.search"),
        ("gamelib.view.tree.scene", "from course.prediction import predict"),
        ("course.notebooks.tool", "import gamelib.search"),
        ("course.checks", "from course.handin.master import is_check"),
        ("course.handin.nbval", "from grader.report import write"),
        ("grader.judge", "from course.lectures import lecture03"),
        ("grader.batch", "from course.homework.hw1 import plays_best"),
        ("gamelib.trace", "from gamelib import MAX"),
    ):
        assert problems(module, source)


def test_no_module_imports_itself_over_others():
    graph = {
        module: {wanted for wanted, later in imports(read(file)) if wanted in MODULES and not later}
        for module, file in MODULES.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"a circle of imports: {' → '.join(error.args[1])}")


CORE_MODULES = [module for module in MODULES if group(module) in CORE]


def test_the_core_needs_the_standard_library_only():
    known = ("gamelib", "lazy_loader", *sys.stdlib_module_names)
    for module in CORE_MODULES:
        for wanted, later in imports(read(MODULES[module])):
            package = wanted.split(".")[0]
            if package in NOT_IN_A_BROWSER or package not in known:
                assert later, f"{module} loads {package} before anybody asks for it"
                assert (module, package) in LOADED_LATER


def loaded_after(program: str) -> set[str]:
    """Return the packages that a fresh process has loaded after running a program."""
    ending = "import sys\nprint(*{name.split('.')[0] for name in sys.modules})"
    run = subprocess.run(
        [sys.executable, "-c", f"{program}\n{ending}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(run.stdout.splitlines()[-1].split())


LIGHT = """
import tempfile
from course import practice_sheet, practice_tree, predict
from gamelib import SAMPLE, TicTacToe, alpha_beta, check_game, random_player, tournament
from gamelib import draw, filmstrip, side_by_side
trace = alpha_beta(SAMPLE, record=True).trace
trace.summary(), trace.table(), trace.narrate()
draw(trace).html, filmstrip(trace).html, side_by_side(trace, trace).html
check_game(TicTacToe())
print(tournament(TicTacToe(), {'a': random_player(1), 'b': random_player(2)}, 2))
with tempfile.TemporaryDirectory() as folder:
    practice_sheet(1, 2, file=f'{folder}/sheet.html')
predict(practice_tree(1), skipped='')
"""


def test_what_needs_no_heavy_package_loads_none():
    assert loaded_after(LIGHT) & {*HEAVY} == set()
    assert "networkx" in loaded_after("import networkx")  # the test can fail


def test_a_board_loads_no_other_game():
    loaded_after(
        "import sys\n"
        "from gamelib import TicTacToe, board\n"
        "board(TicTacToe(), against='hard')\n"
        "games = {m.split('.')[2] for m in sys.modules if m.startswith('gamelib.games.')}\n"
        "assert not games & {'dots', 'gomoku', 'hasami'} and 'course' not in sys.modules"
    )


def test_every_module_says_what_is_public():
    for module in CORE_MODULES:  # ruff looks for names in __all__ that are not there
        if module == "gamelib" or MODULES[module].name != "__init__.py":
            names = importlib.import_module(module).__all__
            assert isinstance(names, list), module
            assert len(set(names)) == len(names), module
    for name in gamelib.__all__:  # which are loaded on first use: ruff cannot see them
        assert hasattr(gamelib, name), name
