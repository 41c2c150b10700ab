"""Games written down as a graph: a state may be reached by several ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib import MAX, MIN, GraphGame, check_game, minimax
from gamelib.games.graph import GraphError
from gamelib.games.treetext import TreeError

SMALL = """
    A: B C
    B: D=1 E
    C: E F=2
    E: G=0 H=3
"""


def graphs(**options):
    return st.builds(
        lambda seed, inner, leaves: GraphGame.random(seed, inner=inner, leaves=leaves, **options),
        st.integers(0, 100_000),
        st.integers(1, 8),
        st.integers(2, 6),
    )


def test_two_moves_lead_to_one_state():
    game = GraphGame.from_text(SMALL)
    assert game.play("B", "E") == game.play("C", "E") == "E"
    assert game.moves("E") == ("G", "H")


def test_players_take_turns_unless_the_text_says_otherwise():
    game = GraphGame.from_text(SMALL)
    assert [game.turn(node) for node in "ABCE"] == [MAX, MIN, MIN, MAX]
    twice = GraphGame.from_text("A: B C=1\nB (MAX): C D=3")
    assert [twice.turn(node) for node in "AB"] == [MAX, MAX]


def test_the_value_is_that_of_the_unfolded_tree():
    result = minimax(GraphGame.from_text(SMALL))
    assert (result.value, result.line) == (2, ("C", "F"))


@given(graphs())
def test_a_random_graph_keeps_the_contract(game):
    assert check_game(game, games=3)


@given(graphs())
def test_the_text_of_a_graph_gives_the_same_graph(game):
    again = GraphGame.from_text(str(game))
    assert str(again) == str(game)
    assert again.nodes() == game.nodes()
    assert minimax(again) == minimax(game)


def test_the_same_seed_gives_the_same_graph():
    assert str(GraphGame.random(7)) == str(GraphGame.random(7)) != str(GraphGame.random(8))
    assert repr(GraphGame.random(31, inner=3, leaves=3)) == "<GraphGame A: 6 nodes, 6 moves>"


def test_a_random_graph_has_values_in_the_given_range():
    scores = [GraphGame.random(seed, values=(2, 3)).score for seed in range(20)]
    games = [GraphGame.random(seed, values=(2, 3)) for seed in range(20)]
    found = {s(n) for s, g in zip(scores, games, strict=True) for n in g.nodes() if not g.moves(n)}
    assert found == {2, 3}


@pytest.mark.parametrize(
    "text, words",
    [
        ("A: B C=1\nB: A C", "cycle"),
        ("A: B B\nB=1", "the same move twice"),
        ("A: B C=1\nB: D C\nD (MIN): C E=1\nX: C", "X is not in the graph"),
        ("A: B C=1\nB: C D\nD: C B2=1\nB2=1", "has the value 1 already"),
        ("A: B C\nB: C D=1\nC: D E=2", r"who moves at C\? Write C \(MAX\) or \(MIN\)"),
        ("A: B=1 C", "C is a leaf without a value"),
        ("A (BOTH): B=1 C=2", "must be MAX or MIN"),
        ("B=1", "at least one node with moves"),
    ],
)
def test_what_is_no_game_is_told(text, words):
    with pytest.raises((GraphError, TreeError), match=words):
        GraphGame.from_text(text)


def test_wrong_arguments_are_told():
    game = GraphGame.from_text(SMALL)
    with pytest.raises(ValueError, match="'Z' is not a node of this graph"):
        game.moves("Z")
    with pytest.raises(ValueError, match="'E' is not a move at A; legal: 'B', 'C'"):
        game.play("A", "E")
    with pytest.raises(ValueError, match="first is 'X'"):
        GraphGame.from_text(SMALL, first="X")
    with pytest.raises(ValueError, match="leaves is 1"):
        GraphGame.random(1, leaves=1)
