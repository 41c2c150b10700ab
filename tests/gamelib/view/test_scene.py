"""What is seen at each step of a search is what its events so far say, and can be taken back."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from picture_samples import SAMPLE_TRACE, random_games, refused, traced
from search_rules import Moment, fold

from gamelib import MAX, SAMPLE, TicTacToe, TreeGame, alpha_beta, minimax
from gamelib.trace import LEAVE, SKIP, UPDATE, Event, Path, Trace
from gamelib.view.tree.layout import Layout, lay_out
from gamelib.view.tree.scene import Spot, spot_shapes
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
    for event in reversed(events):
        if event.path == path and event.verb == UPDATE:
            return f"{number(event.value)} so far"
        if event.path == path and event.verb == LEAVE:
            return BOUNDS[event.bound] + number(event.value)
    return ""


def note(trace: Trace, events: tuple[Event, ...], moment: Moment, path: Path) -> str:
    """The window that a node inherited or, at the innermost one, when or why it is cut."""
    node = trace.nodes[path]
    if path not in moment.standing or node.alpha is None or node.beta is None or not node.side:
        return ""
    limit = number(node.beta if node.side == MAX else node.alpha)
    if moment.stack and moment.stack[-1] == path and limit not in ("+∞", "-∞"):
        signs = "><" if trace.options.get("strict_cuts") else "≥≤"
        reached = f": {number(events[-1].value)}" if events[-1].verb == SKIP else " if"
        return f"cut{reached} {signs[node.side != MAX]} {limit}"
    return window(node.alpha, node.beta)


@given(random_traces)
def test_every_step_shows_and_counts_what_its_events_say(trace):
    layout = lay_out(trace, most=10_000)
    assert len(layout.spots) == len(trace.nodes)
    assert [step.sentence for step in layout.steps] == list(sentences(trace))
    for step in range(len(trace.events) + 1):
        events = trace.events[:step]
        moment = fold(events)
        orders = {path: str(place) for place, path in enumerate(moment.visited, start=1)}
        for spot in layout.scene(step).spots:
            path = spot.path
            leaf = number(trace.nodes[path].value) if spot.shape == "leaf" else ""  # as on paper
            assert spot.status == status(events, moment, path)
            assert spot.order == orders.get(path, "")
            assert spot.value == (leaf or value(events, path))
            assert spot.note == note(trace, events, moment, path)
            assert spot.cut == (path in moment.skipped)
            on_line = path == trace.line[: len(path)]
            assert spot.best == (on_line and step == len(trace.events))
        if step:
            now = layout.steps[step - 1]
            skipped = sum(is_skipped(moment, path) for path in trace.nodes)
            cuts = sum(event.verb == SKIP for event in events)
            assert (now.visited, now.skipped, now.cuts) == (len(moment.visited), skipped, cuts)


@given(random_traces)
def test_forward_and_back_again_is_where_it_began(trace):
    layout = lay_out(trace)
    spots = list(layout.spots)
    changes = [change for step in layout.steps for change in step.changes]
    for spot, field, old, new in changes:
        assert getattr(spots[spot], field) == old != new
        spots[spot] = replace(spots[spot], **{field: new})
    assert tuple(spots) == layout.scene().spots
    for spot, field, old, new in reversed(changes):
        assert getattr(spots[spot], field) == new
        spots[spot] = replace(spots[spot], **{field: old})
    assert tuple(spots) == layout.spots


# ---- large trees: depth, focus, most -----------------------------------------------------------


def names(layout: Layout) -> str:
    return " ".join(spot.name for spot in layout.spots)


@given(random_traces, st.integers(0, 3))
def test_the_counts_of_folded_nodes_are_those_of_the_fold(trace, depth):
    layout = lay_out(trace, depth=depth)
    for step in (0, len(trace.events) // 2, len(trace.events)):
        moment = fold(trace.events[:step])
        for spot in layout.scene(step).spots:
            below = [p for p in trace.nodes if p[: len(spot.path)] == spot.path != p]
            if len(spot.path) < depth or not below:
                assert spot.folded == 0
                continue
            assert spot.folded == len(below)
            said = {"visited": 0, "skipped": 0}
            for number_of, word in re.findall(r"(\d*|all) (visited|skipped)", spot.note):
                said[word] = int(number_of) if number_of.isdigit() else len(below)
            visited = sum(path in moment.visited for path in below)
            skipped = sum(is_skipped(moment, path) for path in below)
            assert said == {"visited": visited, "skipped": skipped}
            assert spot.note.startswith(f"+{len(below)}")


def test_the_search_is_at_the_folded_node_while_it_is_below():
    layout = lay_out(SAMPLE_TRACE, depth=1)
    for step in range(2, 16):  # from the moment B is entered until it is left
        current = [spot.name for spot in layout.scene(step).spots if spot.status == "current"]
        assert current == ["B"]


def test_focus_is_a_name_or_a_path():
    assert names(lay_out(SAMPLE_TRACE, focus="C")) == "C G O H P Q"
    assert names(lay_out(SAMPLE_TRACE, focus=("C",), depth=1)) == "C G H"
    assert names(lay_out(SAMPLE, focus="E")) == "E K L"


def test_whole_levels_are_shown_and_the_first_one_always():
    for most, shown in ((21, 21), (20, 10), (4, 4), (3, 1)):
        assert len(lay_out(SAMPLE_TRACE, most=most).spots) == shown
    large = TreeGame.random(1, depth=9, branching=3)
    layout = lay_out(traced(large), most=None)
    assert (len(layout.spots), layout.nodes) == (40, len(large.nodes()))
    assert sum(spot.folded for spot in layout.spots) == layout.nodes - 40
    for leaves, shown in ((100, 101), (1000, 1)):
        wide = TreeGame.from_lists(list(range(leaves)))
        assert len(lay_out(wide, most=None).spots) == shown


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
        lay_out(source, **options)


@pytest.mark.parametrize("step, error", [(35, ValueError), (-1, ValueError), (1.5, TypeError)])
def test_a_step_outside_of_the_search_is_refused(step, error):
    with refused(error, f"at is {step}, but"):
        lay_out(SAMPLE_TRACE).scene(step)


# ---- boards -------------------------------------------------------------------------------------


def signs(spot: Spot) -> list[tuple[str, str]]:
    return [(s.kind, s.text) for s in spot_shapes(spot) if s.kind.startswith("sign")]


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
    spot = lay_out(printed(text)).spots[0]
    assert (spot.board is None) == (drawn is None)
    assert " ".join(sign for _, sign in signs(spot)) == (drawn or "")
