"""The predictor: the mode of the stepper in which a student predicts what the search will do.

The student marks nodes in the browser and fills in boxes. The view contains the truth and the
reason for each node, from `course.prediction`, so it marks the prediction without a kernel.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, ClassVar

from course.prediction import mark_prediction
from course.prediction.marking import MISSED, RIGHT, Mark, where_to_look
from gamelib.games.tree import TreeGame
from gamelib.search import alpha_beta, minimax
from gamelib.trace import Trace
from gamelib.view.live.data import replay_frame, templates
from gamelib.view.live.stepper import Stepper, searched, stepping
from gamelib.view.style import with_minus
from gamelib.view.tree.drawing import Drawing, drawing_of
from gamelib.view.tree.picture import Picture
from gamelib.words import alt_of_game

__all__ = ["Predictor", "predictor"]


def predictor(source: Any, *, boxes: bool | None = None, **options: Any) -> Predictor:
    """Return a view for predicting a search: a trace, or alpha-beta of a game.

    >>> from gamelib import SAMPLE
    >>> from course import predictor
    >>> predictor(SAMPLE)
    Prediction: which of 21 nodes will be skipped?

    With `boxes` each inner node has a box for its value; a search that skips nothing, such as
    minimax, has them unless `boxes` is False. The other options are those of
    `gamelib.view.tree.drawing.drawing_of`.

    If the game is a `TreeGame`, *New tree* opens more trees to predict, those of `practice_tree`.
    """
    tree = drawing_of(searched(source), **stepping(options))
    return Predictor(tree, options, boxes=boxes)


class Predictor(Stepper):
    """A stepper that asks first, and then marks the answers."""

    kind: ClassVar[str] = "predictor"
    use: ClassVar[str] = "predict"

    def __init__(
        self,
        tree: Drawing,
        options: dict[str, Any] | None = None,
        *,
        boxes: bool | None = None,
    ) -> None:
        """Keep the tree and the truth about its nodes."""
        assert tree.trace is not None
        description = tree.trace.description
        skips = description.windows or tree.trace.cuts > 0
        boxes = not skips if boxes is None else boxes
        super().__init__(tree, options, mode="predict", boxes=boxes, answer={}, verdict={})
        self._more["truth"] = _truth(tree.trace)
        if self._options.get("windows", True) and (practice := _practice(tree.trace)):
            self._more["practice"] = practice

    def __repr__(self) -> str:
        """Return the question."""
        if not self.data["skips"]:
            inner = sum(node.shape != "leaf" for node in self.tree.scene(0).nodes)
            return f"Prediction: what are the {inner} nodes above the leaves worth?"
        return f"Prediction: which of {len(self.tree.nodes)} nodes will be skipped?"

    def twin(self) -> str:
        """Return the tree alone: how many steps the search takes would tell something, too."""
        scene = self.tree.scene(0)
        leaves = sum(node.shape == "leaf" for node in scene.nodes)
        alt = alt_of_game(self.tree.tree_size, len(scene.nodes), leaves)
        return Picture(replace(scene, caption="", alt=alt), "").html


def _truth(trace: Trace) -> dict[str, Any]:
    """Return the truth, the reason and a hint for each node, taken from marks of test answers."""
    names = [node.name for node in trace.nodes.values()]
    if twice := next((name for name, count in Counter(names).items() if count > 1), ""):
        raise ValueError(
            f"several nodes are called {twice}: a predictor marks nodes by their names"
        )
    inner = [node for node in trace.nodes.values() if node.side]
    nodes: dict[str, dict[str, Any]] = {name: {} for name in names}
    # Marking all nodes gives the reasons of the visited ones, marking none those of the skipped.
    for marked in (names, []):
        for mark in mark_prediction(trace, {"skipped": marked}).marks:
            if mark.verdict != RIGHT:
                skipped = mark.verdict == MISSED
                nodes[mark.name] = {"skipped": skipped} | _explained(trace, mark)
    # An empty box at a visited node tells what is right; at a skipped one any value is wrong.
    boxes = {node.name: None if node.visited else "0" for node in inner}
    if "values" in trace.description.asks:
        for mark in mark_prediction(trace, {"values": boxes}).marks:
            nodes[mark.name]["value"] = _explained(trace, mark)
    return {"nodes": nodes}


def _explained(trace: Trace, mark: Mark) -> dict[str, str]:
    """Return what the browser shows of a mark: the truth, the reason and the hint."""
    answer = {"truth": with_minus(mark.truth), "why": with_minus(mark.reason)}
    return answer | where_to_look(trace, mark)


SEARCHES = {alpha_beta: "alphaBeta", minimax: "minimax"}  # that the browser can do itself


def _practice(trace: Trace) -> dict[str, Any] | None:
    """Return what the browser needs to make more trees; None if it cannot search them as here."""
    options, game = dict(trace.options), trace.game
    strict = options.pop("strict_cuts", False)
    if trace.run not in SEARCHES or any(options.values()) or not isinstance(game, TreeGame):
        return None
    at = {"level": getattr(game, "level", 1), "seed": getattr(game, "seed", None)}
    search = {"search": SEARCHES[trace.run], "strictCuts": strict}
    return at | {"options": search, "frame": replay_frame(), "templates": templates()}
