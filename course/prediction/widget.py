"""The predictor: the stepper's second mode, in which a student says what the search will do.

The student marks nodes in the browser and fills in boxes; `course.prediction` judges. Where
there is no kernel, in a saved page, the verdict comes from what was true of each node, which was
asked of the same judge beforehand.
"""

from __future__ import annotations

from typing import Any

import traitlets

from course.prediction import PredictionReport, judge
from course.prediction.judge import MISSED, RIGHT, price
from course.prediction.read import read_answer
from course.prediction.why import Why, below, sign
from gamelib.trace import Trace
from gamelib.view.live.stepper import Stepper, searched
from gamelib.view.tree.layout import Layout, lay_out
from gamelib.view.tree.picture import Picture
from gamelib.words import number, plural

__all__ = ["Predictor", "predictor"]

ROOM = (("value", "≥ 99"), ("note", "(-99, 99)"), ("order", "99"))  # what the boxes take


def predictor(source: Any, *, boxes: bool = True, **options: Any) -> Predictor:
    """Return a widget in which one predicts a search: of a trace, or of a game by alpha-beta.

    >>> from gamelib import SAMPLE
    >>> from course import predictor
    >>> widget = predictor(SAMPLE)
    >>> widget.answer = {"skipped": "H J"}
    >>> widget
    Prediction: 6 nodes marked, not checked yet
    >>> widget.report()
    Partly right: 6 of 7 points.
    - N: you did not mark it, but it is skipped. Cut at F: ...

    With `boxes`, values and windows can be filled in as well. The other options are those of
    `gamelib.view.tree.layout.lay_out`.
    """
    return Predictor(_unrevealing(lay_out(searched(source), **options)), options, boxes=boxes)


def _unrevealing(tree: Layout) -> Layout:
    """Return the tree with the same room at every node: gaps would tell what is skipped."""
    texts = [
        (place, field, text)
        for place, spot in enumerate(tree.spots)
        for field, text in ROOM
        if spot.shape != "leaf" or field == "order"
    ]
    return tree.with_room(texts)


class Predictor(Stepper):
    """A stepper that asks first; `answer` is the prediction, `report()` the verdict on it."""

    mode = traitlets.Enum(["predict", "watch"], "predict").tag(sync=True)
    boxes = traitlets.Bool(True).tag(sync=True)
    answer = traitlets.Dict().tag(sync=True)
    checks = traitlets.Int(0).tag(sync=True)  # how often the browser asked for a verdict
    verdict = traitlets.Dict().tag(sync=True)
    truth = traitlets.Dict().tag(sync=True)

    def __init__(
        self, tree: Layout, options: dict[str, Any] | None = None, *, boxes: bool = True
    ) -> None:
        """Hand over the tree, and what is true of each node."""
        super().__init__(tree, options)
        self.boxes = boxes
        self.answer = {}
        self.truth = _truth(self._trace)

    @property
    def _trace(self) -> Trace:
        assert self.tree.trace is not None
        return self.tree.trace

    @traitlets.validate("answer")
    def _check_answer(self, proposal: Any) -> dict[str, Any]:
        """Return the answer in one form: names in the order of the tree, texts in the boxes."""
        given: dict[str, Any] = proposal["value"]
        for kind in given:
            if kind not in ("skipped", "values", "windows"):
                raise traitlets.TraitError(
                    f"{kind!r} cannot be predicted here: only skipped, values and windows can"
                )
        try:
            read = read_answer(self._trace, _filled(given))
        except (TypeError, ValueError) as error:
            raise traitlets.TraitError(str(error)) from None
        name, chosen = self._trace.name, set(read.get("skipped", ()))
        return {
            "skipped": [name(path) for path in self._trace.nodes if below(path, chosen)],
            "values": {
                name(path): sign(said.relation) + number(said.number)
                for path, said in read.get("values", {}).items()
                if said
            },
            "windows": {
                name(path): ["" if half is None else number(half) for half in said]
                for path, said in read.get("windows", {}).items()
                if said
            },
        }

    @traitlets.observe("checks")
    def _check(self, change: Any) -> None:
        if change["new"]:
            self.verdict = _plain(self.report())

    def report(self) -> PredictionReport:
        """Return what is right and what is not in the answer, and why."""
        return judge(self._trace, _filled(self.answer))

    def __repr__(self) -> str:
        """Return what was predicted, and the points if it was checked."""
        parts = [plural(len(self.answer["skipped"]), "node") + " marked"]
        parts += [
            plural(len(self.answer[kind]), kind.removesuffix("s"))
            for kind in ("values", "windows")
            if self.answer[kind]
        ]
        points = "not checked yet"
        if self.verdict:
            points = f"{self.verdict['points']} of {self.verdict['possible']} points"
        return f"Prediction: {', '.join([*parts, points])}"

    def _page_state(self) -> dict[str, Any]:
        names = ("mode", "boxes", "answer", "verdict", "truth")
        return (
            super()._page_state() | {name: getattr(self, name) for name in names} | {"alone": True}
        )

    def _twin(self) -> str:
        """Return the tree before the search: a filmstrip would tell the answer."""
        scene = self.tree.scene(0)
        return Picture(scene, scene.caption).html


def _filled(answer: dict[str, Any]) -> dict[str, Any]:
    """Return the answer without boxes that nobody touched; no mark at all is an answer, too."""
    return {kind: said for kind, said in answer.items() if said or kind == "skipped"}


def _plain(report: PredictionReport) -> dict[str, Any]:
    """Return a report as the browser shows it."""
    lines = str(report).split("\n")[1:]
    return {
        "points": report.points,
        "possible": report.possible,
        "marks": [
            {"name": m.name, "kind": m.kind, "verdict": m.verdict, "reason": m.reason}
            for m in report.marks
        ],
        "notes": [["", line.removeprefix("- ")] for line in lines],
    }


def _truth(trace: Trace) -> dict[str, Any]:
    """Return what is true of each node and why, asked of the judge itself."""
    names = [node.name for node in trace.nodes.values()]
    inner = [node for node in trace.nodes.values() if node.side]
    nodes: dict[str, dict[str, Any]] = {name: {} for name in names}
    # Marking every node tells why one is visited, marking none why one is skipped.
    for marked in (names, []):
        for mark in judge(trace, {"skipped": marked}).marks:
            if mark.verdict != RIGHT:
                skipped = mark.verdict == MISSED
                nodes[mark.name] = {"skipped": skipped, "truth": mark.truth, "why": mark.reason}
    for kind, zero in (("value", "0"), ("window", ["0", "0"])):
        # An empty box at a visited node tells what is right; at a skipped one any value is wrong.
        boxes = {node.name: None if node.visited else zero for node in inner}
        if f"{kind}s" in trace.description.asks:
            for mark in judge(trace, {f"{kind}s": boxes}).marks:
                nodes[mark.name][kind] = {"truth": mark.truth, "why": mark.reason}
    return {"nodes": nodes, "skipped": len(trace.skipped), "price": price(Why(trace))}
