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
    "course": ("course",),
}
ALLOWED = {
    "game": ("game",),
    "games": ("game", "games", "trees"),
    "trees": ("game", "games", "trees"),
    "trace": ("game", "trace"),
    "gamelib": ("game", "trace", "gamelib"),
    "view": ("game", "trees", "trace", "gamelib", "view"),
    "notebooks": ("notebooks", "view"),  # the authors' tool knows how a view is stored, and no game
    "course": tuple(GROUPS),
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


def name_of(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {
    name_of(file): file
    for package in ("gamelib", "course")
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
        if wanted.split(".")[0] in ("gamelib", "course")
        and group(wanted) not in ALLOWED[group(module)]
    ]


@pytest.mark.parametrize("module", MODULES)
def test_nothing_imports_upwards(module):
    assert problems(module, MODULES[module].read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "module, source, upwards",
    [
        ("gamelib.games.tictactoe", "from gamelib.search import minimax", 1),
        ("gamelib.game", "from gamelib.contract import check_game", 1),
        ("gamelib.trace", "def f():\n    import gamelib.search", 1),
        ("gamelib.view.tree.scene", "from course.prediction import predict", 1),
        ("course.notebooks.tool", "import gamelib.search", 1),
        ("gamelib.trace", "from gamelib import MAX", 1),
        ("course.expect", "from gamelib.view.tree.scene import Scene", 0),
        ("gamelib.games.tree", "from gamelib.games.grid import rows_of", 0),
    ],
)
def test_an_import_upwards_would_be_seen(module, source, upwards):
    assert len(problems(module, source)) == upwards


def test_no_module_imports_itself_over_others():
    graph = {
        module: {
            wanted
            for wanted, later in imports(file.read_text(encoding="utf-8"))
            if wanted in MODULES and not later
        }
        for module, file in MODULES.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"a circle of imports: {' → '.join(error.args[1])}")


CORE_MODULES = [module for module in MODULES if group(module) in CORE]


@pytest.mark.parametrize("module", CORE_MODULES)
def test_the_core_needs_the_standard_library_only(module):
    for wanted, later in imports(MODULES[module].read_text(encoding="utf-8")):
        package = wanted.split(".")[0]
        known = ("gamelib", "lazy_loader", *sys.stdlib_module_names)
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


@pytest.mark.parametrize(
    "program",
    [
        "import gamelib",
        "from gamelib import SAMPLE, TicTacToe, alpha_beta, check_game\n"
        "trace = alpha_beta(SAMPLE, record=True).trace\n"
        "trace.summary(), trace.table(), trace.narrate()\n"
        "check_game(TicTacToe())",
        "from gamelib import TicTacToe, random_player, tournament\n"
        "print(tournament(TicTacToe(), {'a': random_player(1), 'b': random_player(2)}, 2))",
        "import tempfile\nfrom course import practice_sheet, practice_tree, predict\n"
        "with tempfile.TemporaryDirectory() as folder:\n"
        "    practice_sheet(1, 2, file=f'{folder}/sheet.html')\n"
        "predict(practice_tree(1), skipped='')",
    ],
    ids=["import", "search", "tournament", "practice"],
)
def test_what_needs_no_heavy_package_loads_none(program):
    assert loaded_after(program) & {*HEAVY} == set()
    assert "networkx" in loaded_after("import networkx")  # the test can fail


def test_a_board_loads_no_other_game():
    loaded_after(
        "import sys\n"
        "from gamelib import TicTacToe, board\n"
        "board(TicTacToe(), against='hard')\n"
        "games = {m.split('.')[2] for m in sys.modules if m.startswith('gamelib.games.')}\n"
        "assert not games & {'dots', 'gomoku', 'hasami'} and 'course' not in sys.modules"
    )


# ---- public names -------------------------------------------------------------------------------

WITH_NAMES = [
    module
    for module, file in MODULES.items()
    if module in CORE_MODULES and (file.name != "__init__.py" or module == "gamelib")
]


@pytest.mark.parametrize("module", WITH_NAMES)
def test_every_module_says_what_is_public(module):
    loaded = importlib.import_module(module)
    assert isinstance(loaded.__all__, list)
    assert len(set(loaded.__all__)) == len(loaded.__all__)
    for name in loaded.__all__:
        assert hasattr(loaded, name), f"{module}.__all__ has {name}, but the module does not"


def test_a_name_that_is_not_there_is_told():
    with pytest.raises(AttributeError, match="No gamelib attribute chess"):
        _ = gamelib.chess
