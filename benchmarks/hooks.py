"""gamelib's alpha-beta without its recording, to measure what unused recording costs.

It is made from the source of `gamelib.search`, so the rest of the code is always the same.
"""

from __future__ import annotations  # compile() below inherits this, as gamelib.search has it too

import ast
import inspect
from collections.abc import Callable

from gamelib import search
from gamelib.search import Result

FLAG = "record"


class _Remover(ast.NodeTransformer):
    removed = 0

    def visit_If(self, node: ast.If) -> ast.AST | None:
        if isinstance(node.test, ast.Name) and node.test.id == FLAG and not node.orelse:
            self.removed += 1
            return None
        return self.generic_visit(node)


def without_hooks() -> Callable[..., Result]:
    """Return alpha_beta without any `if record:` in its inner function.

    Raise RuntimeError if the function has recording outside of such blocks.
    """
    tree = ast.parse(inspect.getsource(search.alpha_beta))
    inner = next(node for node in ast.walk(tree) if _is_function(node, "value"))
    hooks, remover = _mentions(inner), _Remover()
    remover.visit(inner)
    if not hooks or remover.removed != hooks or _mentions(inner):
        raise RuntimeError(
            f"alpha_beta's inner function mentions {FLAG!r} {hooks} times, and {remover.removed} "
            f"blocks 'if {FLAG}:' were removed: adapt benchmarks/hooks.py to the new code"
        )
    names = dict(vars(search))  # a copy: the library keeps its own alpha_beta
    exec(compile(tree, "<alpha_beta without hooks>", "exec"), names)
    search_without_hooks: Callable[..., Result] = names["alpha_beta"]
    return search_without_hooks


def _is_function(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.FunctionDef) and node.name == name


def _mentions(function: ast.AST) -> int:
    return sum(isinstance(node, ast.Name) and node.id == FLAG for node in ast.walk(function))
