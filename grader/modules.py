"""The modules of the project that a program imports, found by parsing, without running anything.

They decide which files a student's program sees in the sandbox, and after which edits a homework is
graded again.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
PACKAGES = ("gamelib", "course", "grader")
VIEW, WEB = HOME / "gamelib" / "view", HOME / "gamelib" / "view" / "web"


def files_of(modules: Iterable[str], *, everywhere: bool = False) -> list[Path]:
    """Return the files of these modules and of all modules that they import, sorted.

    Imports inside functions count only with `everywhere`. A program that draws also needs the
    styles and scripts in `gamelib/view/web`.

    >>> [file.relative_to(HOME).as_posix() for file in files_of(["course.data"])]
    ['course/__init__.py', 'course/__init__.pyi', 'course/data.py']
    """
    files: set[Path] = set()
    waiting = list(modules)
    while waiting:
        for file in _files(waiting.pop()):
            if file not in files:
                files.add(file)
                waiting += _imported_by(file, everywhere)
    if any(file.is_relative_to(VIEW) for file in files):
        files |= {file for file in WEB.rglob("*") if file.is_file()}
    stubs = {file.with_suffix(".pyi") for file in files if file.name == "__init__.py"}
    return sorted(files | {stub for stub in stubs if stub.exists()})


def imported(source: str, *, everywhere: bool = True) -> list[str]:
    """Return the modules of the project that a source imports.

    >>> imported("import math, course.checks\\nfrom gamelib import SAMPLE, draw")
    ['course.checks', 'gamelib', 'gamelib.games.tree', 'gamelib.view.tree.picture']
    """
    return list(_imported(ast.parse(source), "", everywhere))


@cache
def _imported_by(file: Path, everywhere: bool) -> tuple[str, ...]:
    package = ".".join(file.relative_to(HOME).parts[:-1])
    return tuple(_imported(ast.parse(file.read_text("utf-8")), package, everywhere))


def _imported(tree: ast.Module, package: str, everywhere: bool) -> Iterator[str]:
    for node in ast.walk(tree) if everywhere else _outside_functions(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if _is_ours(alias.name))
        elif isinstance(node, ast.ImportFrom):
            above = ".".join(package.split(".")[: package.count(".") + 2 - node.level])
            name = ".".join(filter(None, [above if node.level else "", node.module]))
            if _is_ours(name):
                yield name
                yield from filter(None, (_module_of(name, alias.name) for alias in node.names))


def _outside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        for_types = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        if not for_types and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
            yield from _outside_functions(node)


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in PACKAGES


def _module_of(package: str, name: str) -> str:
    """Return the module that defines a name of a package; "" if the package itself does.

    A package that loads its names at first use lists them in a stub.
    """
    stub = HOME.joinpath(*package.split("."), "__init__.pyi")
    if _files(f"{package}.{name}"):
        return f"{package}.{name}"
    if stub.exists():
        for node in ast.parse(stub.read_text("utf-8")).body:
            if isinstance(node, ast.ImportFrom) and name in (alias.name for alias in node.names):
                return f"{package}.{node.module}"
    return ""


def _files(module: str) -> list[Path]:
    """Return the files of a module and its packages; none if there is no such module."""
    parts = module.split(".")
    path = HOME.joinpath(*parts)
    file = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
    if not file.exists():
        return []
    packages = [HOME.joinpath(*parts[:n], "__init__.py") for n in range(1, len(parts))]
    return [*packages, file]
