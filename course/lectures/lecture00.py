"""The check of the installation in lecture 00."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta
from gamelib.words import Text

OLDEST_PYTHON = (3, 11)
REQUIRED_PACKAGES = ("networkx", "matplotlib", "ipywidgets", "anywidget")


def check_installation() -> Text:
    """Return a line for each check; one that fails says what to do.

    >>> check_installation()
    ok  Python 3.11 or newer
    ok  networkx, matplotlib, ipywidgets, anywidget are installed
    ok  a search of a small tree finds the best move
    Everything works.
    """
    missing = [name for name in REQUIRED_PACKAGES if find_spec(name) is None]
    result = alpha_beta(TreeGame.from_lists([[1, 0], [3, 2]]))
    checks = {
        "Python 3.11 or newer": (
            sys.version_info >= OLDEST_PYTHON,
            "this Python is too old: install 3.11 or newer",
        ),
        f"{', '.join(REQUIRED_PACKAGES)} are installed": (
            not missing,
            f"missing: {', '.join(missing)}; start with `python3 run.py`, which installs them",
        ),
        "a search of a small tree finds the best move": (
            (result.move, result.value) == ("C", 2),
            "a search of a small tree goes wrong: gamelib was changed, so unpack it again",
        ),
    }
    lines = [f"ok  {good}" if right else f"NO  {bad}" for good, (right, bad) in checks.items()]
    wrong = sum(not right for right, _ in checks.values())
    end = f"{wrong} of {len(checks)} checks failed." if wrong else "Everything works."
    return Text("\n".join([*lines, end]))
