"""The trace of a search: its sentences are true, its counts, its nodes; goldens show its words."""

import gc
import json
from decimal import Decimal
from fractions import Fraction
from math import inf
from typing import NamedTuple

import networkx
import pytest
import search_rules as rules
from board_helpers import refused
from hypothesis import given

from gamelib import (
    MAX,
    MIN,
    SAMPLE,
    GraphGame,
    TicTacToe,
    TreeGame,
    alpha_beta,
    draw,
    minimax,
    table_search,
)
from gamelib.description import Description, windowed
from gamelib.trace import ENTER, LEAF, LEAVE, SKIP, Event, Recorder
from gamelib.view.tree.drawing import drawing_of
from gamelib.words import sentences
from gamelib.wrap import changed

TICTACTOE = TicTacToe()


def traced(*arguments, search=alpha_beta, **more):
    return search(*arguments, record=True, **more).trace


# ---- words --------------------------------------------------------------------------------------


@given(rules.examples())
def test_every_sentence_is_true(example):
    rules.every_sentence_is_true(sentences, example)


def test_the_summary_never_takes_a_bound_for_a_value():
    assert (
        traced(SAMPLE, window=(4, 9)).summary().endswith("; value at most 3, best move not known")
    )
    low = traced(SAMPLE, window=(0, 2)).summary()
    assert low.endswith("; value at least 2, by the move B, line A B E K")
    same = TreeGame.from_text("A: B C=0\nB: D=0 E=-1")  # B is only as good as C until E is seen
    assert traced(same, window=(0, 1)).summary().endswith("; value 0, best move not known")


# ---- events -------------------------------------------------------------------------


def test_what_a_node_had_below_it_is_kept_when_it_is_met_as_a_leaf():
    tree = TreeGame.from_text("A: B C\nB: D=1 E=2\nC: F=3 G=4")
    note = Recorder(Description("In two rounds", asks=frozenset({"visited"})))
    note.enter(None, MAX, "BC")
    note.enter("B", MIN, "DE", labels=("left", "right"))
    note.leaf("D", 1)
    note.leaf("E", 2)
    note.leave(1)
    note.skip("C", kind="beam")
    note.leave(1)
    note.enter(None, MAX, "BC")
    note.leaf("B", 1, side=MIN, kind="known")
    note.leaf("C", 5, side=MIN, kind="guess", bound="~")
    note.leave(5, bound="~")
    trace = note.trace(tree, "A", ("C",))
    assert [node.name for node in trace.nodes.values()] == [*"ABDECFG"]
    assert trace.nodes["B",].labels == ("left", "right")
    assert trace.summary() == (
        "7 nodes: 5 visited in 7 visits, 2 skipped in 1 beam; value about 5, best move C, line A C"
    )
    assert drawing_of(trace).steps[-1].skipped == 2
    assert "Skipped: F G; beam at A." in draw(trace).alt
    text = trace.narrate()
    assert "Leave A" in text
    assert "A is worth about 5; MAX plays C." in text


def test_a_value_that_comes_from_no_child_is_told_without_one():
    tree = TreeGame.from_text("A: B C\nB: D=1 E=9\nC: F=3 G=4")
    note = Recorder(windowed("Calm first", ""))
    note.enter(None, MAX, "BC", -inf, inf)
    note.update(2, 2, inf)
    note.enter("B", MIN, "DE", 2, inf)
    note.leaf("D", 1, 2, inf)
    note.update(1)  # it keeps the window
    note.skip("E")
    note.leave(1, bound="<=")
    note.leave(2)
    trace = note.trace(tree, "A")
    assert "A has 2, MAX's best here so far; alpha rises to 2." in trace.narrate()
    assert (
        "MIN has 1 or less here, but the search was asked only for values above 2"
        in trace.narrate()
    )
    assert draw(trace).alt.endswith("Value 2.")


def test_a_value_that_is_not_known_is_no_number():
    note = Recorder(Description("Proof"))
    note.enter(None, MAX, "BCD")
    note.leaf("B", None, side=MIN, bound="~")
    note.leave(None, bound="~")
    trace = note.trace(SAMPLE, "A", ("B",))
    assert trace.summary().endswith("value not known, best move B, line A B")
    assert "≈" not in draw(trace).svg


def test_events_are_plain_data():
    events = traced(SAMPLE).events
    assert repr(traced(SAMPLE)) == "<Trace of alpha-beta: 34 events>"
    assert events[0] == Event(ENTER, (), ENTER, MAX, ("B", "C", "D"), facts=(-inf, inf))
    cut = next(event for event in events if event.verb == SKIP)
    assert cut == Event(SKIP, ("B", "F"), "cut", MAX, ("N",), 5, "", (5, 3))
    assert events[-1] == Event(LEAVE, (), LEAVE, MAX, (), 3, "=", (-inf, inf))
    leaf = Event(LEAF, (), "estimate", "", (), 7, "=", (-inf, inf))
    assert traced(SAMPLE, depth=0, evaluate=lambda state: 7).events == (leaf,)


def test_the_collector_is_as_it_was_after_events_are_made():
    for was in (gc.disable, gc.enable):
        was()
        assert traced(SAMPLE).events
        assert gc.isenabled() == (was is gc.enable)


def test_a_search_is_run_again_with_another_option():
    trace = traced(SAMPLE, window=(0, 9))
    assert trace.again(strict_cuts=True).options["window"] == (0, 9)
    small = TreeGame.from_lists([[1, 2], 5])
    assert trace.again(game=small, window=None).value == 5
    assert trace.again(search=minimax).events == traced(SAMPLE, search=minimax).events
    assert [len(traced(SAMPLE).again(order=o).visited) for o in (None, backwards)] == [14, 21]


def backwards(state, moves):
    return moves[::-1]


def test_a_recorder_writes_what_a_search_does():
    note = Recorder(Description("Two looks", facts=("looks",)))
    note.enter(None, MAX, ("B", "C"), 1)
    note.leaf("B", 2)
    note.update(2, 1)
    note.skip(("C",))
    note.leave(2, 1, bound=">=")
    note.enter(None, MAX, ("B", "C"), 2, kind="again")
    note.leaf("C", 4, kind="hit", side=MIN, bound="<=")
    note.leave(4, 2, bound="~")
    trace = note.trace(TreeGame.from_text("A: B=2 C=4"), "A", ("C",))
    assert [(e.verb, e.kind, e.path) for e in trace.events[5:]] == [
        ("enter", "again", ()),
        ("leaf", "hit", ("C",)),
        ("leave", "leave", ()),
    ]
    root, c = trace.nodes[()], trace.nodes["C",]
    assert (root.meetings, root.facts, root.value, root.bound) == ((0, 5), {"looks": 2}, 4, "~")
    assert (c.meetings, c.side, c.kind, c.visited, c.cut_at) == ((6,), MIN, "hit", True, None)
    assert (trace.visited, trace.skipped, trace.count_skipped()) == (((), ("B",), ("C",)), (), 0)
    assert trace.summary() == "3 nodes: 3 visited in 4 visits; value about 4, best move C, line A C"
    with refused(ValueError, "two looks cannot be run again: its trace does not have the"):
        trace.again()


def test_a_recorder_refuses_what_no_search_can_do():
    note = Recorder(Description("Search"))
    for act in (lambda: note.update(1), lambda: note.skip("B"), lambda: note.leave(1)):
        with refused(ValueError, "no node is open: a search must enter a node first"):
            act()
    note.enter(None, MAX, "B")
    with refused(ValueError, "the search is not over; nodes still open: 1"):
        note.trace(SAMPLE, "A")


# ---- nodes --------------------------------------------------------------------------------------


def test_nodes_come_depth_first_with_what_is_known_of_them():
    nodes = traced(SAMPLE).nodes
    assert "".join(node.name for node in nodes.values()) == "ABEKLFMNCGOHPQDIRSJTU"
    backward = traced(SAMPLE, order=backwards).nodes.values()
    assert "".join(node.name for node in backward) == "ADJUTISRCHQPGOBFNMELK"
    c = nodes["C",]
    assert (c.side, c.moves, c.alpha, c.beta) == (MIN, ("G", "H"), 3, inf)
    assert (c.value, c.bound) == (0, "<=")
    assert (c.meetings, c.visited, c.cut_at) == ((16,), True, None)
    q = nodes["C", "H", "Q"]
    assert (q.side, q.value, q.bound, q.meetings) == ("", 4, "", ())
    assert (q.visited, q.cut_at) == (False, ("C",))


def test_skipped_nodes_are_counted_only_so_far():
    trace = traced(TICTACTOE)
    assert trace.count_skipped(most=1000) is None
    assert trace.summary().startswith("549,946 nodes: 18,297 visited, 531,649 skipped in ")
    small = traced(SAMPLE)
    for _ in range(2):  # the second time it knows them
        assert (small.count_skipped(most=7), small.count_skipped(most=6)) == (7, None)
        assert len(small.skipped) == 7


# ---- networkx -----------------------------------------------------------------------------------


def test_a_trace_becomes_a_tree_of_networkx():
    graph = traced(SAMPLE).to_networkx()
    assert networkx.is_arborescence(graph)
    assert list(graph) == list("ABEKLFMNCGOHPQDIRSJTU")
    assert [n for n, visited in graph.nodes(data="visited") if not visited] == list("NHPQJTU")
    assert (graph.nodes["C"]["bound"], graph.nodes["C"]["path"]) == ("<=", "C")
    assert (graph.nodes["N"]["path"], graph.nodes["N"]["cut_at"]) == ("B F N", "F")
    assert graph.edges["C", "H"] == {"move": "H", "visited": False}


def test_nodes_of_the_same_name_stay_apart():
    trace = traced(GraphGame.from_text("A: B C\nB: D=1 E\nC: D E\nE: F=2"), search=minimax)
    graph = trace.to_networkx()
    assert networkx.is_arborescence(graph)
    assert list(graph) == ["A", "B", "B D", "B E", "B E F", "C", "C D", "C E", "C E F"]


class Pair(NamedTuple):
    row: int
    column: int


def with_odd_values():
    """Return a trace with a fraction, decimals, no value, infinite facts and facts named alike."""
    facts = ("alpha", "beta", "name", "note")
    note = Recorder(Description("Odd", facts=facts))
    note.enter(None, MAX, "BCDE", -inf, inf, "x", None, labels=("1/2", "1/2"))
    note.leaf("B", Fraction(1, 3), -inf, Decimal("0.5"), kind="guess", bound="~")
    note.update(2**90)
    note.leaf("C", 5, Fraction(1, 2), inf)
    note.skip("DE")
    note.leave(2**90)
    return note.trace(TreeGame.from_lists([1, 2, [3, 4], [5, 6]]), "A")


def named_alike():
    """Return a trace of a game in which different moves have the same text."""
    game = {(): ("a b", "a"), ("a",): ("b", "c")}
    moves = changed(SAMPLE, start=tuple, turn=lambda state: MAX, moves=lambda s: game.get(s, ()))
    play = changed(moves, play=lambda state, move: (*state, move))
    return traced(changed(play, score=lambda s: None if s in game else len(s)), search=minimax)


WRITTEN = {
    "the sample tree": lambda: traced(SAMPLE),
    "minimax": lambda: traced(SAMPLE, search=minimax),
    "a window": lambda: traced(SAMPLE, window=(2.5, inf)),
    "tic-tac-toe": lambda: traced(TICTACTOE, depth=2, evaluate=lambda state: Fraction(1, 3)),
    "moves that are tuples": lambda: traced(
        changed(
            TICTACTOE,
            moves=lambda state: tuple(Pair(ord(m[0]), int(m[1])) for m in TICTACTOE.moves(state)),
            play=lambda state, move: TICTACTOE.play(state, f"{chr(move.row)}{move.column}"),
        ),
        depth=2,
        evaluate=lambda state: 0.5,
    ),
    "a hit": lambda: (
        table_search(GraphGame.from_text("A: B C\nB: D\nC: D E\nD: F=1\nE: G=2"), record=True).trace
    ),
    "odd values": with_odd_values,
    "moves of one name": named_alike,
}


@pytest.mark.parametrize("trace", WRITTEN.values(), ids=WRITTEN)
def test_a_graph_of_plain_values_can_be_written_and_read_back(trace, tmp_path):
    trace = trace()
    graph = trace.to_networkx()
    assert len(graph) == len(trace.nodes)
    data = [*graph.nodes.values(), *graph.edges.values(), {node: node for node in graph}]
    assert {type(value) for each in data for value in each.values()} <= {str, int, float, bool}
    networkx.write_graphml(graph, tmp_path / "tree.graphml")
    networkx.write_gexf(graph, tmp_path / "tree.gexf")
    as_json = json.dumps(networkx.node_link_data(graph, edges="edges"))
    for copy in (
        networkx.read_graphml(tmp_path / "tree.graphml"),
        networkx.read_gexf(tmp_path / "tree.gexf"),
        networkx.node_link_graph(json.loads(as_json), edges="edges"),
    ):
        assert (list(copy), list(copy.edges)) == (list(graph), list(graph.edges))
        for name, node in graph.nodes.items():
            assert node.items() <= copy.nodes[name].items()


def test_a_graph_knows_windows_values_and_labels_as_numbers_and_texts():
    graph = with_odd_values().to_networkx()
    assert (graph.nodes["A"]["alpha"], graph.nodes["A"]["beta"]) == (-inf, inf)
    assert (graph.nodes["A"]["name"], graph.nodes["A"]["value"]) == ("A", 2**90)
    assert (graph.nodes["B"]["value"], graph.nodes["B"]["beta"]) == (1 / 3, 0.5)
    assert "value" not in graph.nodes["D"]
    assert "alpha" not in graph.nodes["D"]
    assert graph.edges["A", "C"] == {"move": "C", "visited": True, "label": "1/2"}
