"""What is seen at each step of a search is what its events so far say, and can be taken back."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from picture_samples import Moves, refused, traced
from search_rules import Moment, fold

from gamelib import MAX, SAMPLE, TicTacToe, TreeGame, alpha_beta, minimax
from gamelib.face import Disc, Words
from gamelib.trace import LEAVE, SKIP, UPDATE, Event, Path, Trace
from gamelib.view.tree.layout import Layout, lay_out
from gamelib.view.tree.scene import Scene, Spot
from gamelib.words import number, sentences, window

BOUNDS = {"=": "", "<=": "≤ ", ">=": "≥ "}
SEARCHES = {
    "alpha_beta": alpha_beta,
    "minimax": minimax,
    "strict": lambda game, **more: alpha_beta(game, strict_cuts=True, **more),
    "window": lambda game, **more: alpha_beta(game, window=(3, 5), **more),
}
SAMPLE_TRACE = traced(SAMPLE)
TOE = traced(
    TicTacToe(),
    state=TicTacToe().from_text("XO./.XO/..."),
    depth=1,
    evaluate=lambda board: 0,
)

random_games = st.builds(
    TreeGame.random,
    st.integers(0, 10_000),
    depth=st.integers(1, 4),
    branching=st.sampled_from([(1, 2), (1, 3), (2, 3)]),
    values=st.sampled_from([(0, 9), (-3, 3)]),
    repeat=st.sampled_from([0.0, 0.4]),
)
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


def note(trace: Trace, moment: Moment, path: Path) -> str:
    """The window that a node inherited or, at the innermost one, when it will be cut."""
    node = trace.nodes[path]
    if path not in moment.standing or node.alpha is None or node.beta is None or not node.side:
        return ""
    limit = number(node.beta if node.side == MAX else node.alpha)
    if moment.stack and moment.stack[-1] == path and limit not in ("+∞", "-∞"):
        signs = "><" if trace.options.get("strict_cuts") else "≥≤"
        return f"cut if {signs[node.side != MAX]} {limit}"
    return window(node.alpha, node.beta)


@given(random_traces)
def test_every_step_shows_the_fold_of_its_events(trace):
    layout = lay_out(trace, most=10_000)
    assert len(layout.spots) == len(trace.nodes)
    for step in range(len(trace.events) + 1):
        events = trace.events[:step]
        moment = fold(events)
        orders = {path: place for place, path in enumerate(moment.visited, start=1)}
        for spot in layout.scene(step).spots:
            path = spot.path
            leaf = number(trace.nodes[path].value) if spot.shape == "leaf" else ""  # as on paper
            assert spot.status == status(events, moment, path)
            assert spot.order == orders.get(path)
            assert spot.value == (leaf or value(events, path))
            assert spot.note == note(trace, moment, path)
            assert spot.cut == (path in moment.skipped)
            on_line = path == trace.line[: len(path)]
            assert spot.best == (on_line and step == len(trace.events))


@given(random_traces)
def test_every_step_counts_and_tells_what_the_trace_does(trace):
    layout = lay_out(trace)
    assert [step.sentence for step in layout.steps] == list(sentences(trace))
    for number_of, step in enumerate(layout.steps, start=1):
        moment = fold(trace.events[:number_of])
        skipped = sum(is_skipped(moment, path) for path in trace.nodes)
        cuts = sum(event.verb == SKIP for event in trace.events[:number_of])
        counts = (len(moment.visited), skipped, cuts)
        assert (step.visited, step.skipped, step.cuts) == counts


@given(random_traces)
def test_forward_and_back_again_is_where_it_began(trace):
    layout = lay_out(trace)
    spots = list(layout.spots)
    for step in layout.steps:
        for spot, field, old, new in step.changes:
            assert getattr(spots[spot], field) == old != new
            spots[spot] = replace(spots[spot], **{field: new})
    assert tuple(spots) == layout.scene().spots
    for step in reversed(layout.steps):
        for spot, field, old, new in reversed(step.changes):
            assert getattr(spots[spot], field) == new
            spots[spot] = replace(spots[spot], **{field: old})
    assert tuple(spots) == layout.spots


def test_a_step_outside_of_the_search_is_refused():
    layout = lay_out(SAMPLE_TRACE)
    with refused(ValueError, "at is 35, but this search has only 34 events"):
        layout.scene(35)
    with refused(ValueError, "at is -1, but must be a whole number of at least 0"):
        layout.scene(-1)
    with refused(TypeError, "at is 1.5"):
        layout.scene(1.5)  # type: ignore[arg-type]


# ---- large trees: depth, focus, most -----------------------------------------------------------


def names(layout: Layout) -> str:
    return " ".join(spot.name for spot in layout.spots)


def spot_named(layout: Layout, name: str, step: int | None = None) -> Spot:
    return next(spot for spot in layout.scene(step).spots if spot.name == name)


def test_a_folded_node_says_what_became_of_the_nodes_below():
    layout = lay_out(SAMPLE_TRACE, depth=2)
    assert names(layout) == "A B E F C G H D I J"
    assert layout.nodes == 21
    assert [spot_named(layout, n, 0).note for n in "EG"] == ["+2 nodes", "+1 node"]
    assert {n: spot_named(layout, n).note for n in "EFGHIJ"} == {
        "E": "+2: all visited",
        "F": "+2: 1 visited, 1 skipped",
        "G": "+1: visited",
        "H": "+2: all skipped",
        "I": "+2: all visited",
        "J": "+2: all skipped",
    }


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
    assert names(lay_out(SAMPLE_TRACE, focus=("C",))) == "C G O H P Q"
    assert names(lay_out(SAMPLE_TRACE, focus="C", depth=1)) == "C G H"
    assert names(lay_out(SAMPLE, focus="E")) == "E K L"


@pytest.mark.parametrize("focus", ["Z", ("B", "Z"), 3])
def test_focus_on_no_node_is_refused(focus):
    with refused(ValueError, f"focus is {focus!r}, but must be the name or the path of one node"):
        lay_out(SAMPLE_TRACE, focus=focus)


@pytest.mark.parametrize("most, shown", [(21, 21), (20, 10), (4, 4), (3, 1)])
def test_most_keeps_whole_levels(most, shown):
    assert len(lay_out(SAMPLE_TRACE, most=most).spots) == shown


def test_without_a_wish_about_60_nodes_are_shown_but_always_the_first_level():
    wide = TreeGame.from_lists(list(range(100)))
    assert len(lay_out(wide, most=None).spots) == 101
    large = TreeGame.random(1, depth=9, branching=3)
    layout = lay_out(traced(large), most=None)
    assert (len(layout.spots), layout.nodes) == (40, len(large.nodes()))
    assert sum(spot.folded for spot in layout.spots) == layout.nodes - 40
    enormous = TreeGame.from_lists(list(range(1000)))
    assert len(lay_out(enormous, most=None).spots) == 1


@pytest.mark.parametrize("wrong", [{"depth": -1}, {"most": 0}])
def test_impossible_sizes_are_refused(wrong):
    with refused(ValueError, "must be a whole number of at least"):
        lay_out(SAMPLE_TRACE, **wrong)


def test_a_tree_too_large_to_draw_unsearched_is_refused():
    with refused(ValueError, "this game's tree has more than 200,000 nodes: search it with depth"):
        lay_out(TicTacToe())


# ---- what is shown ------------------------------------------------------------------------------


def test_texts_can_be_switched_off():
    plain = lay_out(SAMPLE_TRACE, values=False, order=False)
    for spot in plain.scene().spots:
        assert (spot.note, spot.order) == ("", None)
        assert bool(spot.value) == (spot.shape == "leaf")
    assert {spot.note for spot in lay_out(SAMPLE_TRACE, windows=False).scene(10).spots} == {""}
    assert lay_out(SAMPLE_TRACE, values=False, windows=True).scene().spots[0].note == "(-∞, +∞)"
    widths = [layout.width for layout in (lay_out(SAMPLE_TRACE), plain)]
    assert widths[0] > widths[1]  # less text makes a narrower picture


def test_what_is_no_game_is_refused():
    with refused(TypeError, "7 is not a game"):
        lay_out(7)  # type: ignore[arg-type]
    with refused(ValueError, "a trace begins where its search began"):
        lay_out(SAMPLE_TRACE, state="B")


def test_a_side_that_is_neither_max_nor_min_is_a_disc():
    class Dice(Moves):
        def turn(self, state: tuple[str, ...]) -> Any:
            return "CHANCE" if state == ("B",) else super().turn(state)

    game = Dice(SAMPLE, {name: name for name in SAMPLE.nodes()})
    scene = lay_out(game, boards=False).scene()
    discs = [shape for shape in scene.shapes() if isinstance(shape, Disc)]
    assert [(disc.kind, disc.x, disc.y) for disc in discs] == [
        ("chance plain", spot.x, spot.y) for spot in scene.spots if spot.path == ("B",)
    ]


# ---- boards -------------------------------------------------------------------------------------


def signs(scene: Scene, place: int) -> list[tuple[str, str]]:
    board = scene.spots[place].board
    assert board is not None
    return [(shape.text, shape.kind) for shape in board.shapes if isinstance(shape, Words)]


def test_tictactoe_shows_its_boards_with_the_last_move_marked():
    scene = lay_out(TOE).scene()
    before = [("X", "sign"), ("O", "sign"), ("X", "sign"), ("O", "sign")]
    assert signs(scene, 0) == before
    assert signs(scene, 1) == [*before[:2], ("X", "sign played"), *before[2:]]


def test_boards_can_be_switched_off_and_demanded():
    assert lay_out(TOE, boards=False).spots[0].board is None
    with refused(ValueError, "boards=True, but the states of this game are not boards"):
        lay_out(SAMPLE_TRACE, boards=True)


class Printed:
    """A game with one move, whose first state prints as it is told."""

    def __init__(self, text: str) -> None:
        self.text = text

    def start(self) -> str:
        return self.text

    def turn(self, state: str) -> str:
        return MAX

    def moves(self, state: str) -> tuple[str, ...]:
        return ("go",) if state == self.text else ()

    def play(self, state: str, move: str) -> str:
        return "end"

    def score(self, state: str) -> int | None:
        return None if state == self.text else 1


@pytest.mark.parametrize(
    "text, drawn, cells",
    [
        ("X O\n. .", "X O", (2, 2)),
        ("XO\n..\n", "X O", (2, 2)),
        ("X . O", "X . O", None),
        ("a text too long to stand in a node", None, None),
        ("\n".join(["." * 15] * 15), None, None),  # too large, unless it is asked for
        ("  1 2\na X .\nb . O", "1 2 a X . b . O", None),  # a drawing in letters has no grid
        ("one\nthree", "o n e t h r e e", None),
    ],
)
def test_a_board_is_what_prints_in_lines(text, drawn, cells):
    board = lay_out(Printed(text)).spots[0].board
    if drawn is None:
        assert board is None
        return
    assert " ".join(shape.text for shape in board.shapes if isinstance(shape, Words)) == drawn
    grids = [shape for shape in board.shapes if shape.kind == "grid"]
    assert bool(grids) == (cells is not None)
    if cells:
        assert (board.height, board.width) == (cells[0] * 11, cells[1] * 11)


def test_a_large_board_is_shown_when_asked_for():
    board = lay_out(Printed("\n".join(["X" * 15] * 15)), boards=True).spots[0].board
    assert board is not None
    assert sum(isinstance(shape, Words) for shape in board.shapes) == 225
