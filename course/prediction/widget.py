"""The predictor: the mode of the stepper in which a student predicts what the search will do.

The student marks nodes in the browser and fills in boxes. The view contains the truth and the
reason for each node, from `course.prediction`, so it marks the prediction without a kernel.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from course.prediction import mark_prediction
from course.prediction.marking import MISSED, RIGHT, price, where_to_look
from course.prediction.why import Why
from gamelib.trace import Trace
from gamelib.view.live.ask import unrevealing
from gamelib.view.live.stepper import Stepper, searched
from gamelib.view.tree.drawing import Drawing, drawing_of
from gamelib.view.tree.picture import Picture

__all__ = ["Predictor", "predictor"]


def predictor(source: Any, **options: Any) -> Predictor:
    """Return a view for predicting a search: a trace, or alpha-beta of a game.

    >>> from gamelib import SAMPLE
    >>> from course import predictor
    >>> predictor(SAMPLE)
    Prediction: which of 21 nodes will be skipped?

    The student can fill in values and windows as well. The options are those of
    `gamelib.view.tree.drawing.drawing_of`.
    """
    return Predictor(unrevealing(drawing_of(searched(source), **options)), options)


class Predictor(Stepper):
    """A stepper that asks first, and then marks the answers."""

    def __init__(self, tree: Drawing, options: dict[str, Any] | None = None) -> None:
        """Keep the tree and the truth about its nodes."""
        assert tree.trace is not None
        super().__init__(tree, options, mode="predict", boxes=True, answer={}, verdict={})
        self._more["truth"] = _truth(tree.trace)

    def __repr__(self) -> str:
        """Return the question."""
        return f"Prediction: which of {len(self.tree.nodes)} nodes will be skipped?"

    def twin(self) -> str:
        """Return the tree before the search: a filmstrip would give the answer away."""
        scene = self.tree.scene(0)
        return Picture(scene, scene.caption).html


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
                nodes[mark.name] = {"skipped": skipped, "truth": mark.truth, "why": mark.reason}
                nodes[mark.name] |= where_to_look(trace, mark)
    for kind, zero in (("value", "0"), ("window", ["0", "0"])):
        # An empty box at a visited node gives the truth; at a skipped one any value is wrong.
        boxes = {node.name: None if node.visited else zero for node in inner}
        if f"{kind}s" in trace.description.asks:
            for mark in mark_prediction(trace, {f"{kind}s": boxes}).marks:
                truth = {"truth": mark.truth, "why": mark.reason}
                nodes[mark.name][kind] = truth | where_to_look(trace, mark)
    return {"nodes": nodes, "skipped": len(trace.skipped), "price": price(Why(trace))}
