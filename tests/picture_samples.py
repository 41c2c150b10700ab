"""Searches that the tests of pictures draw."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import strategies as st

from gamelib import SAMPLE, TicTacToe, TreeGame, alpha_beta, draw, minimax
from gamelib.trace import Trace
from gamelib.view.tree.picture import Picture

SVG = "{http://www.w3.org/2000/svg}"
FIRST_CUT = 13


def refused(kind: type[Exception], words: str) -> Any:
    return pytest.raises(kind, match=re.escape(words))


def traced(game: Any, search: Any = alpha_beta, **more: Any) -> Trace:
    trace = search(game, record=True, **more).trace
    assert isinstance(trace, Trace)
    return trace


SAMPLE_TRACE = traced(SAMPLE)
MINIMAX_TRACE = traced(SAMPLE, minimax)
START = TicTacToe().from_text("O.X/.X./O..")
BOARDS = traced(TicTacToe(), state=START, depth=2, evaluate=lambda board: 0)
MOMENTS = [
    draw(trace, at=at) for trace in (SAMPLE_TRACE, BOARDS) for at in range(len(trace.events) + 1)
]
LARGE = traced(TreeGame.random(5, depth=5, branching=(2, 3)))
STRANGE = TreeGame(
    {"<b>&\"A'": ["x<y", "p&q"], "x<y": ["$1", "50%"], "p&q": ["a_b", "{c}\\^~#"]},
    {"$1": 1, "50%": -2.5, "a_b": 3, "{c}\\^~#": 4},
)
random_games = st.builds(
    TreeGame.random,
    st.integers(0, 10_000),
    depth=st.integers(1, 4),
    branching=st.sampled_from([(1, 2), (1, 3), (2, 3)]),
    values=st.sampled_from([(0, 9), (-3, 3)]),
    repeat=st.sampled_from([0.0, 0.4]),
)


class Moves:
    """The game of a tree in which nodes have no names and moves are called what they are told."""

    def __init__(self, tree: TreeGame, names: dict[str, str]) -> None:
        self.tree, self.names = tree, names
        self.nodes = {name: node for node, name in names.items()}

    def start(self) -> tuple[str, ...]:
        return ()

    def node(self, state: tuple[str, ...]) -> str:
        return self.nodes[state[-1]] if state else self.tree.start()

    def turn(self, state: tuple[str, ...]) -> Any:
        return self.tree.turn(self.node(state))

    def moves(self, state: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.names[child] for child in self.tree.moves(self.node(state)))

    def play(self, state: tuple[str, ...], move: str) -> tuple[str, ...]:
        return (*state, move)

    def score(self, state: tuple[str, ...]) -> float | None:
        return self.tree.score(self.node(state))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, each "#123456" or "rgb(1, 2, 3)", as accessibility counts it."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    pattern, base = (r"[\da-f]{2}", 16) if colour.startswith("#") else (r"\d+", 10)
    parts = [int(part, base) / 255 for part in re.findall(pattern, colour)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(share * c for share, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def texts_in(picture: Picture) -> list[str]:
    root = ElementTree.fromstring(picture.svg)
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
