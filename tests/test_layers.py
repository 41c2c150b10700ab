"""The layers of the library: who may import whom, and what `import gamelib` leaves alone.

Nothing imports upwards. The table says for each module, or for a folder of modules, which others
it may import; a new module has to be entered there.
"""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

import gamelib

ROOT = Path(gamelib.__file__).parents[1]

GAME = ("gamelib.game",)
EVENTS = (*GAME, "gamelib.events")
TRACE = (*EVENTS, "gamelib.trace")
SEARCH = (*TRACE, "gamelib.telling", "gamelib.arguments", "gamelib.search")
THINKING = (*GAME, "gamelib.arguments", "gamelib.thinking")
TREE = (*THINKING, "gamelib.engine_hints", "gamelib.engine_memory", "gamelib.engine_tree")
ENGINE = (
    *SEARCH,
    *TREE,
    "gamelib.engine_root",
    "gamelib.engine",
    "gamelib.reasons",
    "gamelib.table",
)
PLAYERS = (*ENGINE, "gamelib.players")
CONTEST = (
    *GAME,
    "gamelib.elo",
    "gamelib.standings",
    "gamelib.scoresheet",
    "gamelib.parallel",
    "gamelib.contest",
)
MEASURES = ("gamelib.heuristics", "gamelib.ranks", *CONTEST)
ORIGINALS = (*SEARCH, "gamelib.heuristics", "gamelib.games", "gamelib.originals")
CORE = (*PLAYERS, *MEASURES, *ORIGINALS, "gamelib.contract")

ALLOWED = {
    "gamelib.game": (),
    "gamelib.contract": GAME,
    "gamelib.games": (*GAME, "gamelib.games"),  # and helpers of their own
    "gamelib.events": GAME,
    "gamelib.trace": EVENTS,
    "gamelib.telling": TRACE,
    "gamelib.arguments": GAME,
    "gamelib.search": SEARCH,
    "gamelib.reasons": SEARCH,
    "gamelib.table": SEARCH,
    "gamelib.thinking": GAME,
    "gamelib.engine_hints": THINKING,
    "gamelib.engine_memory": THINKING,
    "gamelib.engine_tree": TREE,
    "gamelib.engine_root": TREE,
    "gamelib.engine": ENGINE,
    "gamelib.players": PLAYERS,
    "gamelib.heuristics": (*GAME, "gamelib.arguments"),
    "gamelib.ranks": (),
    "gamelib.elo": GAME,
    "gamelib.standings": (*GAME, "gamelib.elo"),
    "gamelib.scoresheet": (*GAME, "gamelib.standings"),
    "gamelib.parallel": (),  # it knows nothing of games
    "gamelib.contest": CONTEST,
    "gamelib.originals": ORIGINALS,
    "gamelib.service": (*ORIGINALS, "gamelib.service"),
    "gamelib.view": (*CORE, "gamelib.view"),
    "gamelib.course": (*CORE, "gamelib.view", "gamelib.course"),
    "gamelib.notebooks": ("gamelib.notebooks",),  # the authors' tool knows nothing of games
    "gamelib.homework": (
        *CORE,
        "gamelib.view",
        "gamelib.course",
        "gamelib.notebooks",
        "gamelib.homework",
    ),
    "gamelib": (*CORE, "gamelib.view", "gamelib.course"),
}

# A trace knows how to tell itself, but loads that only when it is asked.
UPWARDS_LATER = {("gamelib.trace", "gamelib.telling")}

# What needs more than the standard library, and loads it only when it is asked.
LOADED_LATER = {
    ("gamelib.games.tree", "networkx"),
    ("gamelib.trace", "networkx"),
    ("gamelib.parallel", "cloudpickle"),
    ("gamelib.parallel", "joblib"),
}

HEAVY = (
    *("IPython", "anywidget", "ipywidgets", "joblib"),
    *("matplotlib", "nbformat", "networkx", "numpy"),
)
NOT_IN_A_BROWSER = ("concurrent", "multiprocessing", "socket", "subprocess", "threading")


class Import(NamedTuple):
    """One import: of which module, and whether it happens only later, inside a function."""

    module: str
    later: bool


def name_of(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(file): file for file in sorted((ROOT / "gamelib").rglob("*.py"))}


def imports(source: str) -> Iterator[Import]:
    """Yield the imports of a module; those for the type checker alone count as later."""

    def below(node: ast.AST, later: bool) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            inside = later or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
                inside = True
            if isinstance(child, ast.Import):
                yield from (Import(alias.name, later) for alias in child.names)
            elif isinstance(child, ast.ImportFrom):
                assert child.level == 0, "an import says the whole name of the module"
                assert child.module is not None
                for alias in child.names:
                    whole = f"{child.module}.{alias.name}"
                    yield Import(whole if whole in MODULES else child.module, later)
            yield from below(child, inside)

    yield from below(ast.parse(source), False)


def layer(module: str) -> str:
    """Return the entry of the table that speaks of a module."""
    if module == "gamelib":
        return module
    fitting = [e for e in ALLOWED if e != "gamelib" and f"{module}.".startswith(f"{e}.")]
    return fitting[0] if fitting else "nowhere"


def problems(module: str, source: str) -> list[str]:
    """Return what is wrong with the imports of a module."""
    found = []
    for wanted, later in imports(source):
        if wanted.split(".")[0] != "gamelib":
            continue
        if later and (module, wanted) in UPWARDS_LATER:
            continue
        if layer(wanted) not in ALLOWED[layer(module)]:
            found.append(f"{module} must not import {wanted}")
    return found


@pytest.mark.parametrize("module", MODULES)
def test_nothing_imports_upwards(module: str) -> None:
    assert layer(module) in ALLOWED, f"{module} is new: enter it in the table of test_layers.py"
    assert problems(module, MODULES[module].read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "module, source",
    [
        ("gamelib.games.tictactoe", "from gamelib.search import minimax"),
        ("gamelib.games.tree", "import gamelib.trace"),
        ("gamelib.game", "from gamelib.contract import check_game"),
        ("gamelib.trace", "from gamelib.telling import summary"),
        ("gamelib.trace", "from gamelib.search import minimax"),
        ("gamelib.search", "def f():\n    from gamelib.view import scene"),
        ("gamelib.search", "from gamelib import view"),
        ("gamelib.view.scene", "from gamelib.course.predict import predict"),
        ("gamelib.notebooks.tool", "import gamelib.search"),
        ("gamelib.events", "from gamelib import MAX"),
    ],
)
def test_an_import_upwards_would_be_seen(module: str, source: str) -> None:
    assert len(problems(module, source)) == 1


def test_an_import_downwards_is_fine() -> None:
    assert problems("gamelib.course.check", "from gamelib.view.scene import Scene") == []
    assert problems("gamelib.trace", "def f():\n    from gamelib.telling import summary") == []
    assert problems("gamelib.games.tree", "from gamelib.games.treetext import read_tree") == []


def test_no_module_imports_itself_over_others() -> None:
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


CORE_MODULES = [module for module in MODULES if layer(module) in (*CORE, "gamelib")]


@pytest.mark.parametrize("module", CORE_MODULES)
def test_the_core_needs_the_standard_library_only(module: str) -> None:
    for wanted, later in imports(MODULES[module].read_text(encoding="utf-8")):
        package = wanted.split(".")[0]
        assert package not in NOT_IN_A_BROWSER
        if package != "gamelib" and package not in sys.stdlib_module_names:
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


def test_import_gamelib_loads_no_heavy_package() -> None:
    assert loaded_after("import gamelib") & {*HEAVY} == set()


def test_a_search_with_all_its_words_loads_no_heavy_package() -> None:
    loaded = loaded_after(
        "from gamelib import SAMPLE, TicTacToe, alpha_beta, check_game\n"
        "trace = alpha_beta(SAMPLE, record=True).trace\n"
        "trace.summary(), trace.table(), trace.narrate()\n"
        "check_game(TicTacToe())"
    )
    assert loaded & {*HEAVY} == set()


def test_the_test_for_heavy_packages_can_fail() -> None:
    assert "networkx" in loaded_after("import gamelib\ngamelib.SAMPLE.to_networkx()")


# ---- public names -------------------------------------------------------------------------------

WITH_NAMES = [
    module
    for module, file in MODULES.items()
    if module in CORE_MODULES and (file.name != "__init__.py" or module == "gamelib")
]


@pytest.mark.parametrize("module", WITH_NAMES)
def test_every_module_says_what_is_public(module: str) -> None:
    loaded = importlib.import_module(module)
    assert isinstance(loaded.__all__, list)
    assert len(set(loaded.__all__)) == len(loaded.__all__)
    for name in loaded.__all__:
        assert hasattr(loaded, name), f"{module}.__all__ has {name}, but the module does not"


def test_a_name_that_is_not_there_is_told() -> None:
    with pytest.raises(AttributeError, match="module 'gamelib' has no attribute 'chess'"):
        _ = gamelib.chess
