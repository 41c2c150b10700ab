"""What is seen at each step of a search is what its events so far say, and can be taken back."""

from __future__ import annotations

import re
from dataclasses import replace
from math import inf
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from picture_samples import SAMPLE_TRACE, random_games, refused, traced
from search_rules import Moment, fold

from gamelib import MAX, MIN, SAMPLE, TicTacToe, TreeGame, alpha_beta, minimax
from gamelib.trace import LEAF, LEAVE, SKIP, UPDATE, Event, Path, Trace
from gamelib.view.tree.drawing import Drawing, drawing_of
from gamelib.view.tree.scene import DrawnNode
from gamelib.view.tree.shapes import node_shapes
from gamelib.words import number, sentences, window

BOUNDS = {"=": "", "<=": "≤ ", ">=": "≥ "}
SEARCHES = {
    "alpha_beta": alpha_beta,
    "minimax": minimax,
    "strict": lambda game, **more: alpha_beta(game, strict_cuts=True, **more),
    "window": lambda game, **more: alpha_beta(game, window=(3, 5), **more),
}
random_traces = st.builds(traced, random_games, st.sampled_from(list(SEARCHES.values())))


# ---- each step is the fold of the events up to it ----------------------------------------------


def is_skipped(moment: Moment, path: Path) -> bool:
    return any(path[:length] in moment.skipped for length in range(len(path) + 1))


def status(events: tuple[Event, ...], moment: Moment, path: Path) -> str:
    if is_skipped(moment, path):
        return "skipped"
    if events and path == events[-1].path:
        return "current"
    return "open" if path in moment.stack else "done" if path in moment.visited else "unseen"


def value(events: tuple[Event, ...], path: Path) -> str:
    """What is proved of a node: a child at least 3 proves it at a MAX node, and so on."""
    claim, last = "", None
    for event in events:
        if event.path == path and event.verb == UPDATE:
            assert last is not None
            assert last.path[:-1] == path
            proof = {MAX: (">=", "≥"), MIN: ("<=", "≤")}[event.side]
            if last.bound in ("=", proof[0]):
                claim = f"{proof[1]} {number(event.value)}"
        if event.path == path and event.verb == LEAVE:
            claim = BOUNDS[event.bound] + number(event.value)
        if event.verb in (LEAF, LEAVE):
            last = event
    return claim


def note(trace: Trace, events: tuple[Event, ...], moment: Moment, path: Path) -> str:
    """The window that a node inherited, on the path to the search, if it says anything."""
    node = trace.nodes[path]
    if path not in moment.standing or node.alpha is None or node.beta is None or not node.side:
        return ""
    last = events[-1]
    on_path = path in moment.stack or path == last.path
    closed = last.verb == SKIP and path == last.path
    open_wide = (node.alpha, node.beta) == (-inf, inf)
    return window(node.alpha, node.beta) if on_path and not closed and not open_wide else ""


@given(random_traces)
def test_every_step_shows_and_counts_what_its_events_say(trace):
    drawing = drawing_of(trace, most=10_000)
    assert len(drawing.nodes) == len(trace.nodes)
    assert [step.sentence for step in drawing.steps] == list(sentences(trace))
    for step in range(len(trace.events) + 1):
        events = trace.events[:step]
        moment = fold(events)
        for node in drawing.scene(step).nodes:
            path = node.path
            leaf = number(trace.nodes[path].value) if node.shape == "leaf" else ""  # as on paper
            assert node.status == status(events, moment, path)
            assert node.value == (leaf or value(events, path))
            assert node.note == note(trace, events, moment, path)
            assert node.cut == (path in moment.skipped)
            on_line = path == trace.line[: len(path)]
            assert node.best == (on_line and step == len(trace.events))
        if step:
            now = drawing.steps[step - 1]
            skipped = sum(is_skipped(moment, path) for path in trace.nodes)
            cuts = sum(event.verb == SKIP for event in events)
            assert (now.visited, now.skipped, now.cuts) == (len(moment.visited), skipped, cuts)


@given(random_traces)
def test_forward_and_back_again_is_where_it_began(trace):
    drawing = drawing_of(trace)
    nodes = list(drawing.nodes)
    changes = [change for step in drawing.steps for change in step.changes]
    for node, field, old, new in changes:
        assert getattr(nodes[node], field) == old != new
        nodes[node] = replace(nodes[node], **{field: new})
    assert tuple(nodes) == drawing.scene().nodes
    for node, field, old, new in reversed(changes):
        assert getattr(nodes[node], field) == new
        nodes[node] = replace(nodes[node], **{field: old})
    assert tuple(nodes) == drawing.nodes


# ---- large trees: depth, focus, most -----------------------------------------------------------


def names(drawing: Drawing) -> str:
    return " ".join(node.name for node in drawing.nodes)


@given(random_traces, st.integers(0, 3))
def test_the_counts_of_folded_nodes_are_those_of_the_fold(trace, depth):
    drawing = drawing_of(trace, depth=depth)
    for step in (0, len(trace.events) // 2, len(trace.events)):
        moment = fold(trace.events[:step])
        for node in drawing.scene(step).nodes:
            below = [p for p in trace.nodes if p[: len(node.path)] == node.path != p]
            if len(node.path) < depth or not below:
                assert node.folded == 0
                continue
            assert node.folded == len(below)
            said = {"visited": 0, "skipped": 0}
            for number_of, word in re.findall(r"(\d*|all) (visited|skipped)", node.note):
                said[word] = int(number_of) if number_of.isdigit() else len(below)
            visited = sum(path in moment.visited for path in below)
            skipped = sum(is_skipped(moment, path) for path in below)
            assert said == {"visited": visited, "skipped": skipped}
            assert node.note.startswith(f"+{len(below)}")


def test_the_search_is_at_the_folded_node_while_it_is_below():
    drawing = drawing_of(SAMPLE_TRACE, depth=1)
    for step in range(2, 16):  # from the moment B is entered until it is left
        current = [node.name for node in drawing.scene(step).nodes if node.status == "current"]
        assert current == ["B"]


def test_focus_is_a_name_or_a_path():
    assert names(drawing_of(SAMPLE_TRACE, focus="C")) == "C G O H P Q"
    assert names(drawing_of(SAMPLE_TRACE, focus=("C",), depth=1)) == "C G H"
    assert names(drawing_of(SAMPLE, focus="E")) == "E K L"


def test_whole_levels_are_shown_and_the_first_one_always():
    for most, shown in ((21, 21), (20, 10), (4, 4), (3, 1)):
        assert len(drawing_of(SAMPLE_TRACE, most=most).nodes) == shown
    large = TreeGame.random(1, depth=9, branching=3)
    drawing = drawing_of(traced(large), most=None)
    assert (len(drawing.nodes), drawing.tree_size) == (40, len(large.nodes()))
    assert sum(node.folded for node in drawing.nodes) == drawing.tree_size - 40
    for leaves, shown in ((100, 101), (1000, 1)):
        wide = TreeGame.from_lists(list(range(leaves)))
        assert len(drawing_of(wide, most=None).nodes) == shown


NOBODY = "but must be the name or the path of one node"


@pytest.mark.parametrize(
    "source, options, error, words",
    [
        (SAMPLE_TRACE, {"focus": "Z"}, ValueError, f"focus is 'Z', {NOBODY}"),
        (SAMPLE_TRACE, {"focus": ("B", "Z")}, ValueError, f"focus is ('B', 'Z'), {NOBODY}"),
        (SAMPLE_TRACE, {"depth": -1}, ValueError, "must be a whole number of at least 0"),
        (SAMPLE_TRACE, {"most": 0}, ValueError, "must be a whole number of at least 1"),
        (SAMPLE_TRACE, {"state": "B"}, ValueError, "a trace begins where its search began"),
        (TicTacToe(), {}, ValueError, "this game's tree has more than 200,000 nodes: search it"),
        (7, {}, TypeError, "7 is not a game"),
    ],
)
def test_what_cannot_be_laid_out_is_refused(source, options, error, words):
    with refused(error, words):
        drawing_of(source, **options)


@pytest.mark.parametrize("step, error", [(35, ValueError), (-1, ValueError), (1.5, TypeError)])
def test_a_step_outside_of_the_search_is_refused(step, error):
    with refused(error, f"at is {step}, but"):
        drawing_of(SAMPLE_TRACE).scene(step)


# ---- boards -------------------------------------------------------------------------------------


def signs(node: DrawnNode) -> list[tuple[str, str]]:
    return [(s.kind, s.text) for s in node_shapes(node) if s.kind.startswith("sign")]


def printed(text: str) -> Any:
    """A game with one move, whose first state prints as it is told."""
    return SimpleNamespace(
        start=lambda: text,
        turn=lambda state: MAX,
        moves=lambda state: ("go",) if state == text else (),
        play=lambda state, move: "end",
        score=lambda state: None if state == text else 1,
    )


@pytest.mark.parametrize(
    "text, drawn",
    [
        ("X O\n. .", "X O . ."),
        ("X . O", "X . O"),
        ("a text too long to stand in a node", None),
        ("\n".join(["." * 15] * 15), None),
        ("  1 2\na X .\nb . O", "1 2 a X . b . O"),
        ("one\nthree", "o n e t h r e e"),
    ],
)
def test_without_a_face_of_cells_a_small_text_is_the_board(text, drawn):
    node = drawing_of(printed(text)).nodes[0]
    assert (node.board is None) == (drawn is None)
    assert " ".join(sign for _, sign in signs(node)) == (drawn or "")
