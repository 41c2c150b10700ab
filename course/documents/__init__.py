"""The players of the source documents, as faithful as the documents allow.

Importing this package makes each of them a level of the board of its game.
"""

from importlib import import_module
from typing import Any

from gamelib.players import register_level

__all__: list[str] = []


def _original(module: str, **options: Any) -> Any:
    """Load the module of a document and return its player."""
    return getattr(import_module(f"course.documents.{module}"), f"{module}_original")(**options)


register_level("source program", lambda: _original("gomoku", depth=2), "Gomoku")
register_level("source program", lambda: _original("dots", seed=1), "DotsAndBoxes")
register_level("source program", lambda: _original("hasami", depth=2), "HasamiShogi")
