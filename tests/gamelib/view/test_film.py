"""The film of a search: every frame is what the events up to it say, and can be taken back."""

from __future__ import annotations

import re
from dataclasses import replace
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib import MAX, SAMPLE, TicTacToe, TreeGame, alpha_beta, minimax
from gamelib.events import Moment, Path
from gamelib.trace import Node, Trace
from gamelib.view.tree.film import Film, make_film
from gamelib.view.tree.scene import Spot
from gamelib.view.tree.smallboard import SmallBoard, board_at, changed
from gamelib.words import number, sentences, window

BOUNDS = {"=": "", "<=": "≤ ", ">=": "≥ "}
SEARCHES = {
    "alpha_beta": alpha_beta,
    "minimax": minimax,
    "strict": lambda game, **more: alpha_beta(game, strict_cuts=True, **more),
    "quick": lambda game, **more: alpha_beta(game, prefer_quick=True, **more),
    "window": lambda game, **more: alpha_beta(game, window=(3, 5), **more),
}


def refused(kind: type[Exception], words: str) -> Any:
    return pytest.raises(kind, match=re.escape(words))


def traced(game: Any, search: Any = alpha_beta, **more: Any) -> Trace:
    trace = search(game, record=True, **more).trace
    assert isinstance(trace, Trace)
    return trace


SAMPLE_TRACE = traced(SAMPLE)

random_games = st.builds(
    TreeGame.random,
    st.integers(0, 10_000),
    depth=st.integers(1, 4),
    branching=st.sampled_from([(1, 2), (1, 3), (2, 3)]),
    values=st.sampled_from([(0, 9), (-3, 3)]),
    repeat=st.sampled_from([0.0, 0.4]),
)
random_traces = st.builds(traced, random_games, st.sampled_from(list(SEARCHES.values())))


# ---- each frame is the fold of the events up to it ---------------------------------------------


def status_at(moment: Moment, path: Path) -> str:
    if any(path[:length] in moment.skipped for length in range(len(path) + 1)):
        return "skipped"
    if moment.event is not None and moment.event.path == path:
        return "current"
    if path in moment.stack:
        return "open"
    return "done" if path in moment.visited else "unseen"


def value_at(moment: Moment, node: Node) -> str:
    standing = moment.standing.get(node.path)
    if standing is None or standing.value is None:
        # the value of a leaf is there from the start, as on paper
        return "" if node.side else number(node.value)
    so_far = "" if standing.bound else " so far"
    return BOUNDS[standing.bound or "="] + number(standing.value) + so_far


def note_at(trace: Trace, moment: Moment, node: Node) -> str:
    if not node.side or node.path not in moment.standing or node.alpha is None:
        return ""
    limit = node.beta if node.side == MAX else node.alpha
    searched = moment.stack and moment.stack[-1] == node.path
    if searched and number(limit) not in ("+∞", "-∞"):
        signs = "><" if trace.settings.strict_cuts else "≥≤"
        return f"cut if {signs[node.side != MAX]} {number(limit)}"
    return window(node.alpha, node.beta)


@given(random_traces)
def test_every_frame_equals_the_fold_of_the_same_events(trace):
    film = make_film(trace, most=10_000)
    assert len(film.spots) == len(trace.nodes)
    for step in range(len(trace.events) + 1):
        moment, scene = trace.at(step), film.scene(step)
        orders = {path: place for place, path in enumerate(moment.visited, start=1)}
        for spot in scene.spots:
            node = trace.nodes[spot.path]
            assert spot.status == status_at(moment, spot.path)
            assert spot.order == orders.get(spot.path)
            assert spot.value == value_at(moment, node)
            assert spot.note == note_at(trace, moment, node)
            assert spot.cut == (spot.path in moment.skipped)
            on_line = spot.path == trace.line[: len(spot.path)]
            assert spot.best == (on_line and step == len(trace.events))


@given(random_traces)
def test_every_frame_counts_what_the_fold_counts(trace):
    film = make_film(trace)
    nodes = list(trace.nodes)
    for step, frame in enumerate(film.frames, start=1):
        moment = trace.at(step)
        below = [n for n in nodes if any(n[: len(s)] == s for s in moment.skipped)]
        assert (frame.visited, frame.skipped, frame.cuts) == (
            len(moment.visited),
            len(below),
            moment.cuts,
        )
        top = film.spots[frame.top].path if frame.top >= 0 else None
        assert top == (moment.stack[-1] if moment.stack else None)


@given(random_traces)
def test_frames_tell_what_the_trace_tells(trace):
    film = make_film(trace)
    assert [frame.sentence for frame in film.frames] == list(sentences(trace))
    assert [frame.event for frame in film.frames] == list(trace.events)


@given(random_traces)
def test_forward_and_back_again_is_where_it_began(trace):
    film = make_film(trace)
    spots = list(film.spots)
    for frame in film.frames:
        for spot, field, old, new in frame.changes:
            assert getattr(spots[spot], field) == old != new
            spots[spot] = replace(spots[spot], **{field: new})
    assert tuple(spots) == film.scene().spots
    for frame in reversed(film.frames):
        for spot, field, old, new in reversed(frame.changes):
            assert getattr(spots[spot], field) == new
            spots[spot] = replace(spots[spot], **{field: old})
    assert tuple(spots) == film.spots


def test_a_moment_outside_of_the_search_is_refused():
    film = make_film(SAMPLE_TRACE)
    with refused(ValueError, "at is 35, but this search has only 34 events"):
        film.scene(35)
    with refused(ValueError, "at is -1, but must be a whole number of at least 0"):
        film.scene(-1)
    with refused(TypeError, "at is 1.5"):
        film.scene(1.5)  # type: ignore[arg-type]


# ---- large trees: depth, focus, most -----------------------------------------------------------


def names(film: Film) -> str:
    return " ".join(spot.name for spot in film.spots)


def spot_named(film: Film, name: str, step: int | None = None) -> Spot:
    return next(spot for spot in film.scene(step).spots if spot.name == name)


def test_depth_folds_up_what_is_deeper():
    film = make_film(SAMPLE_TRACE, depth=2)
    assert names(film) == "A B E F C G H D I J"
    assert [spot_named(film, n).folded for n in "EFGHIJ"] == [2, 2, 1, 2, 2, 2]
    assert film.nodes == 21


def test_a_folded_node_says_what_became_of_the_nodes_below():
    film = make_film(SAMPLE_TRACE, depth=2)
    assert [spot_named(film, n, 0).note for n in "EG"] == ["+2 nodes", "+1 node"]
    assert {n: spot_named(film, n).note for n in "EFGHIJ"} == {
        "E": "+2: all visited",
        "F": "+2: 1 visited, 1 skipped",
        "G": "+1: visited",
        "H": "+2: all skipped",
        "I": "+2: all visited",
        "J": "+2: all skipped",
    }


@given(random_traces, st.integers(0, 3))
def test_the_counts_of_folded_nodes_are_those_of_the_fold(trace, depth):
    film = make_film(trace, depth=depth)
    for step in (0, len(trace.events) // 2, len(trace.events)):
        moment = trace.at(step)
        for spot in film.scene(step).spots:
            below = [p for p in trace.nodes if p[: len(spot.path)] == spot.path != p]
            if len(spot.path) < depth or not below:
                assert spot.folded == 0
                continue
            assert spot.folded == len(below)
            visited = sum(path in moment.visited for path in below)
            skipped = sum(status_at(moment, path) == "skipped" for path in below)
            said = {"visited": 0, "skipped": 0}
            for number_of, word in re.findall(r"(\d*|all) (visited|skipped)", spot.note):
                said[word] = int(number_of) if number_of.isdigit() else len(below)
            assert said == {"visited": visited, "skipped": skipped}
            assert spot.note.startswith(f"+{len(below)}")


def test_the_search_is_at_the_folded_node_while_it_is_below():
    film = make_film(SAMPLE_TRACE, depth=1)
    for step in range(2, 16):  # from the moment B is entered until it is left
        current = [spot.name for spot in film.scene(step).spots if spot.status == "current"]
        assert current == ["B"]


def test_focus_is_a_name_or_a_path():
    assert names(make_film(SAMPLE_TRACE, focus="C")) == "C G O H P Q"
    assert names(make_film(SAMPLE_TRACE, focus=("C",))) == "C G O H P Q"
    assert names(make_film(SAMPLE_TRACE, focus="C", depth=1)) == "C G H"
    assert names(make_film(SAMPLE, focus="E")) == "E K L"


@pytest.mark.parametrize("focus", ["Z", ("B", "Z"), 3])
def test_focus_on_no_node_is_refused(focus):
    with refused(ValueError, f"focus is {focus!r}, but must be the name or the path of one node"):
        make_film(SAMPLE_TRACE, focus=focus)


def test_most_keeps_whole_levels():
    assert len(make_film(SAMPLE_TRACE, most=21).spots) == 21
    assert len(make_film(SAMPLE_TRACE, most=20).spots) == 10
    assert len(make_film(SAMPLE_TRACE, most=4).spots) == 4
    assert len(make_film(SAMPLE_TRACE, most=3).spots) == 1


def test_without_a_wish_about_60_nodes_are_shown_but_always_the_first_level():
    wide = TreeGame.from_lists(list(range(100)))
    assert len(make_film(wide, most=None).spots) == 101
    large = TreeGame.random(5, depth=5, branching=3)
    assert len(make_film(large, most=None).spots) == 40
    enormous = TreeGame.from_lists(list(range(1000)))
    assert len(make_film(enormous, most=None).spots) == 1


@pytest.mark.parametrize("wrong", [{"depth": -1}, {"most": 0}])
def test_impossible_sizes_are_refused(wrong):
    with refused(ValueError, "must be a whole number of at least"):
        make_film(SAMPLE_TRACE, **wrong)


def test_a_large_search_is_filmed_without_trouble():
    game = TreeGame.random(1, depth=9, branching=3)
    trace = traced(game)
    film = make_film(trace, most=None)
    assert film.nodes == len(game.nodes()) == 29_524
    assert len(film.spots) == 40
    shown = [spot for spot in film.scene().spots if spot.folded]
    assert sum(spot.folded for spot in shown) == film.nodes - 40


def test_a_tree_too_large_to_draw_unsearched_is_refused():
    with refused(ValueError, "this game's tree has more than 200,000 nodes: search it with depth"):
        make_film(TicTacToe())


# ---- what is shown ------------------------------------------------------------------------------


def test_texts_can_be_switched_off():
    plain = make_film(SAMPLE_TRACE, values=False, order=False).scene()
    for spot in plain.spots:
        assert spot.note == ""
        assert spot.order is None
        assert bool(spot.value) == (spot.shape == "leaf")
    assert {spot.note for spot in make_film(SAMPLE_TRACE, windows=False).scene(10).spots} == {""}
    with_windows = make_film(SAMPLE_TRACE, values=False, windows=True).scene()
    assert with_windows.spots[0].note == "(-∞, +∞)"


def test_less_text_makes_a_narrower_picture():
    widths = [
        make_film(SAMPLE_TRACE).width,
        make_film(SAMPLE_TRACE, values=False).width,
        make_film(SAMPLE_TRACE, values=False, order=False).width,
    ]
    assert widths == sorted(widths, reverse=True)
    assert len(set(widths)) == 3


def test_a_game_that_nobody_searched_is_plain_and_shows_its_leaves():
    scene = make_film(SAMPLE).scene()
    assert {spot.status for spot in scene.spots} == {"plain"}
    assert {spot.name: spot.value for spot in scene.spots if spot.value} == {
        name: str(value)
        for name, value in zip("KLMNOPQRSTU", (2, 3, 5, 9, 0, 7, 4, 2, 1, 5, 6), strict=True)
    }
    assert scene.caption == ""


def test_what_is_no_game_is_refused():
    with refused(TypeError, "7 is not a game"):
        make_film(7)  # type: ignore[arg-type]


def test_edges_name_the_moves_where_nodes_have_no_names():
    state = TicTacToe().from_text("XO./.XO/...")
    trace = traced(TicTacToe(), state=state, depth=1, evaluate=lambda board: 0)
    film = make_film(trace)
    assert [edge.label for edge in film.edges] == ["a3", "b1", "c1", "c2", "c3"]
    assert {edge.label for edge in make_film(SAMPLE_TRACE).edges} == {""}
    assert {spot.name for spot in film.spots} == {""}


# ---- boards -------------------------------------------------------------------------------------


def test_tictactoe_shows_its_boards_with_the_last_move_marked():
    state = TicTacToe().from_text("XO./.XO/...")
    film = make_film(traced(TicTacToe(), state=state, depth=1, evaluate=lambda board: 0))
    assert film.spots[0].board == ("XO.", ".XO", "...")
    assert film.spots[0].played == ()
    assert film.spots[1].board == ("XOX", ".XO", "...")
    assert film.spots[1].played == ((0, 2),)


def test_boards_can_be_switched_off_and_demanded():
    state = TicTacToe().from_text("XO./.XO/...")
    trace = traced(TicTacToe(), state=state, depth=1, evaluate=lambda board: 0)
    assert make_film(trace, boards=False).spots[0].board == ()
    with refused(ValueError, "boards=True, but the states of this game are not boards"):
        make_film(SAMPLE_TRACE, boards=True)


class Printed:
    """A game with one move whose states print as they are told."""

    def __init__(self, text: str) -> None:
        self.text = text

    def start(self) -> Any:
        text = self.text

        class State(str):
            def __str__(self) -> str:
                return text

        return State("start")

    def turn(self, state: str) -> str:
        return MAX

    def moves(self, state: str) -> tuple[str, ...]:
        return ("go",) if state == "start" else ()

    def play(self, state: str, move: str) -> str:
        return "end"

    def score(self, state: str) -> int | None:
        return None if state == "start" else 1


@pytest.mark.parametrize(
    "text, rows, grid",
    [
        ("X O\n. .", ("XO", ".."), True),
        ("XO\n..\n", ("XO", ".."), True),
        ("X . O", ("X . O",), False),
        ("a text too long to stand in a node", (), True),
        ("  1 2\na X .\nb . O", ("  1 2", "a X .", "b . O"), False),
        ("+--+\n|  |\n+--+", ("+--+", "|  |", "+--+"), False),
        ("one\nthree", ("one  ", "three"), False),
    ],
)
def test_a_board_is_what_prints_in_lines(text, rows, grid):
    assert board_at(Printed(text), (), None) == SmallBoard(rows, grid)


def test_a_large_board_is_shown_only_when_asked_for():
    text = "\n".join(["." * 15] * 15)
    assert board_at(Printed(text), (), None) == SmallBoard()
    assert len(board_at(Printed(text), (), True).rows) == 15


def test_only_what_a_move_puts_on_the_board_counts_as_played():
    before, after = SmallBoard(("X..", "...")), SmallBoard(("...", ".X."))
    assert changed(before, after) == ((1, 1),)
    assert changed(before, SmallBoard(("X",))) == ()
    assert changed(SmallBoard(("3 left",), grid=False), SmallBoard(("2 left",), grid=False)) == ()


def test_infinite_windows_have_no_live_condition():
    assert traced(SAMPLE).nodes[()].alpha == -inf
    assert make_film(SAMPLE_TRACE).scene(1).spots[0].note == "(-∞, +∞)"


def test_the_live_condition_stands_at_the_node_that_is_being_searched():
    film = make_film(SAMPLE_TRACE)
    assert spot_named(film, "F", 10).note == "cut if ≥ 3"
    assert spot_named(film, "F").note == "(-∞, 3)"
    strict = make_film(traced(SAMPLE, SEARCHES["strict"]))
    assert spot_named(strict, "F", 10).note == "cut if > 3"
