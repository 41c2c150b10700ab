"""Trees and graphs as games: ways to write them down, and errors that name line and node."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gamelib import MAX, MIN, SAMPLE, GraphGame, TreeGame, check_game, minimax
from gamelib.games.tree import TreeError

DEEP = 50_000

seeded = st.builds(
    TreeGame.random,
    st.integers(0),
    depth=st.integers(1, 4),
    values=st.just((-9, 9)),
    repeat=st.sampled_from([0, 0.5, 1]),
    first=st.sampled_from([MAX, MIN]),
)


def refused(words, kind=TreeError):
    return pytest.raises(kind, match="^" + re.escape(words))


def facts(game):
    """All that a tree says: for each node its moves and its score, and who moves if there are."""
    return {
        name: (game.moves(name), game.score(name), game.turn(name) if game.moves(name) else None)
        for name in game.nodes()
    }


# ---- the five functions -------------------------------------------------------------------------


def test_the_sample_tree_is_that_of_the_lecture():
    assert SAMPLE.start() == "A"
    assert SAMPLE.nodes() == tuple("ABEKLFMNCGOHPQDIRSJTU")
    assert SAMPLE.moves("A") == ("B", "C", "D")
    assert [SAMPLE.turn(name) for name in "ABEK"] == [MAX, MIN, MAX, MIN]
    leaves = {n: SAMPLE.score(n) for n in SAMPLE.nodes() if not SAMPLE.moves(n)}
    assert leaves == dict(zip("KLMNOPQRSTU", (2, 3, 5, 9, 0, 7, 4, 2, 1, 5, 6), strict=True))
    assert repr(SAMPLE) == "<TreeGame A: 21 nodes, 11 leaves>"
    assert repr(TreeGame.from_text("A=1")) == "<TreeGame A: 1 node, 1 leaf>"
    assert repr(GraphGame.random(31, inner=3, leaves=3)) == "<GraphGame A: 6 nodes, 3 leaves>"


def test_a_move_is_the_name_of_a_child():
    assert SAMPLE.play("A", "B") == "B"
    for move in ("K", "A", "Z", None, 3, ["B"]):
        with refused(f"{move!r} is not a move at A; legal: 'B', 'C', 'D'", ValueError):
            SAMPLE.play("A", move)
    with refused("'L' is not a move at K; legal: none, the game is over", ValueError):
        SAMPLE.play("K", "L")


@pytest.mark.parametrize("state", ["Z", "", None, 3, ["A"], ("A",)])
def test_a_state_is_the_name_of_a_node(state):
    words = f"{state!r} is not a node of this tree; its nodes: 'A', 'B', 'E'"
    for function in (SAMPLE.turn, SAMPLE.moves, SAMPLE.score, lambda s: SAMPLE.play(s, "B")):
        with refused(words, ValueError):
            function(state)


@given(seeded)
def test_every_tree_keeps_the_contract(game):
    assert check_game(game, games=2)


# ---- text ---------------------------------------------------------------------------------------


@given(seeded)
@example(SAMPLE)
@example(TreeGame.from_lists([-1, 2.5, [1e22, -0.125]]))
@example(TreeGame.from_text("A=3"))
def test_a_tree_is_read_from_its_own_text(game):
    assert facts(TreeGame.from_text(str(game))) == facts(game)
    assert str(TreeGame.from_text(str(game))) == str(game)


@pytest.mark.parametrize(
    "text",
    [
        "A: B C\nB=1\nC=2",
        "A: B=1 C=2",
        "A:B=1 C = 2",
        "B=1 C=2\nA: B C",
        "  A :  B= 1   C =2  # the end",
        "# a small tree\n\nA: B C\n\n\tB=1\r\nC=2   # a leaf\n",
        "A (MAX): B=1 C=2",
        "A(max): B=1 C=2",
        "A ( Max ) : B=+1 C=2",
    ],
)
def test_a_small_tree_may_be_written_in_many_ways(text):
    assert facts(TreeGame.from_text(text)) == {
        "A": (("B", "C"), None, MAX),
        "B": ((), 1, None),
        "C": ((), 2, None),
    }


def test_values_may_be_negative_and_broken_and_names_words_of_any_script():
    game = TreeGame.from_text("корен: B=-3 C=2.5 десно-2=-0.5 E=1e3")
    assert [game.score(name) for name in game.moves("корен")] == [-3, 2.5, -0.5, 1000]
    assert type(game.score("B")) is int


def test_players_take_turns_unless_the_text_says_otherwise():
    game = TreeGame.from_text("A: B\nB (MAX): C\nC: D\nD (min): E=1")
    assert [game.turn(name) for name in "ABCD"] == [MAX, MAX, MIN, MIN]
    assert minimax(game).value == 1


def test_min_may_begin():
    game = TreeGame.from_text("A: B\nB: C=1", first=MIN)
    assert [game.turn(name) for name in "AB"] == [MIN, MAX]
    assert TreeGame.from_text("A (MIN): B\nB: C=1").turn("B") == MAX
    assert TreeGame.from_text("A (MAX): B=1", first=MIN).turn("A") == MAX  # the text knows better


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "the text has no nodes: write lines such as A: B C, and leaves as B=3"),
        ("# only this", "the text has no nodes"),
        ("A: B C\nB=1", "line 1: C is a leaf without a value: write C=…"),
        ("A: B\nB: C=1\n# fine\nB=3", "line 2: B has children and also a value, 3: only leaves"),
        ("A: B=1 B=1", "line 1: B has the value 1 already"),
        ("A: B B\nB=1", "line 1: B is a child of A twice"),
        ("A: B C\nB: D=1\nC: D", "line 3: D has two parents, B and C: in a tree a node has one"),
        ("A: B=1\nA: C=2", "line 2: A has its children in line 1 already"),
        ("A: B=1\n\nC: D=2", "line 3: two roots, A and C: every node but one must be the child"),
        ("A=1 B=2", "line 1: two roots, A and B"),
        ("A: B=1\nC=2 D=3", "line 2: two roots, A and C"),
        ("A: A", "line 1: cycle A → A: a tree has none"),
        ("A: B=1\nC: D\nD: E\nE: C", "line 2: cycle C → D → E → C: a tree has none"),
        ("A: B\nB: C=0 A", "line 1: cycle A → B → A: a tree has none"),
        ("A:", "line 1: A has no children; a leaf is written A=2"),
        ("A: B=1\nA B: C", "line 2: 'A B' is not the name of one node"),
        (": B=1", "line 1: '' is not the name of one node"),
        ("A: B: C=1", "line 1: 'A: B' is not the name of one node"),
        ("A (MAX) x: B=1", "line 1: 'A (MAX) x' is not the name of one node"),
        ("\nA: B=1\nB", "line 3: B has no children and no value: write B: … or B=…"),
        ("A: B=one", "line 1: the value of B is 'one', not a number"),
        ("A: B=2, C=3", "line 1: 'A: B=2, C=3' has a comma: put spaces between names"),
        ("A: B=", "line 1: 'A: B=' cannot be read: write A: B C or K=2"),
        ("A: B==2", "line 1: 'A: B==2' cannot be read"),
        ("A: =2", "line 1: 'A: =2' cannot be read"),
        ("A: B (MIN) C", "line 1: 'A: B (MIN) C' cannot be read"),
        ("A (MAXI): B=1", "line 1: the turn at A is 'MAXI', but must be MAX or MIN"),
        ("A (): B=1", "line 1: the turn at A is '', but must be MAX or MIN"),
        ("A: B=nan", "line 1: the value of B is nan, but must be a finite number"),
        ("A: B=1\nB=2", "line 2: B has the value 1 already"),
        ("A: B C=1\nB=-inf", "line 1: the value of B is -inf, but must be a finite number"),
        ("A: B=1e999", "line 1: the value of B is inf, but must be a finite number"),
    ],
)
def test_an_error_names_the_line_and_the_node(text, words):
    with refused(words):
        TreeGame.from_text(text)


def test_text_is_a_string_and_first_is_a_side():
    with refused("from_text needs a string, not ['A: B=1']", TypeError):
        TreeGame.from_text(["A: B=1"])
    with refused("first is 'max', but must be 'MAX' or 'MIN'", ValueError):
        TreeGame.from_text("A: B=1", first="max")


# ---- the constructor ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "children, values, turns, words",
    [
        ({}, {}, {}, "a tree needs at least one node"),
        ({"A": ["B"]}, {"B": "3"}, {}, "the value of B is '3', but must be a finite number"),
        ({"A": ["B"]}, {"B": True}, {}, "the value of B is True, but must be a finite number"),
        ({"A": ["B"]}, {"B": None}, {}, "B is a leaf without a value: write B=…"),
        ({"A": []}, {}, {}, "A is a leaf without a value"),
        ({"A": ["B"]}, {"B": 1}, {"A": "X"}, "the turn at A is 'X', but must be MAX or MIN"),
        ({"A": ["B"]}, {"B": 1}, {"Z": MAX}, "Z is not in the tree: no node leads to it"),
    ],
)
def test_dictionaries_that_are_not_a_tree_are_refused(children, values, turns, words):
    with refused(words):
        TreeGame(children, values, turns)


# ---- nested lists -------------------------------------------------------------------------------


def test_lists_are_named_level_by_level():
    game = TreeGame.from_lists([[3, 5], [2, 9], -1])
    assert str(game) == "A (MAX): B C D=-1\nB (MIN): E=3 F=5\nC (MIN): G=2 H=9"
    assert TreeGame.from_lists([(3, 5), 1], first=MIN).turn("B") == MAX
    assert str(TreeGame.from_lists(4)) == "A=4"
    assert TreeGame.from_lists(list(range(30))).moves("A")[-5:] == ("AA", "AB", "AC", "AD", "AE")
    pair = [1, 2]  # the same list may stand in two places
    assert TreeGame.from_lists([pair, pair]).nodes() == tuple("ABDECFG")


@pytest.mark.parametrize(
    "lists, words",
    [
        ([], "A is an empty list: a leaf must be a number"),
        ([1, [2, []]], "E is an empty list: a leaf must be a number"),
        ("abc", "the value of A is 'abc', but must be a finite number"),
        ([{1: 2}], "the value of B is {1: 2}, but must be a finite number"),
    ],
)
def test_lists_that_are_not_a_tree_are_refused(lists, words):
    with refused(words):
        TreeGame.from_lists(lists)


def test_a_list_that_contains_itself_is_refused():
    circle = [1]
    circle.append(circle)
    for lists in (circle, [[[1, [2, circle]]]]):
        with refused("cycle: a list contains itself, so the tree has no end"):
            TreeGame.from_lists(lists)


# ---- deep trees ---------------------------------------------------------------------------------


def test_a_path_of_50000_nodes_is_read_from_text():
    lines = [f"n{i}: n{i + 1}" for i in range(DEEP)]
    for text in ("\n".join([*lines, f"n{DEEP}=1"]), "\n".join([f"n{DEEP}=1", *reversed(lines)])):
        game = TreeGame.from_text(text)
        assert len(game.nodes()) == DEEP + 1
        assert len(str(game).splitlines()) == DEEP
        assert game.score(f"n{DEEP}") == 1


def test_the_message_of_a_long_cycle_is_short():
    def message(length):
        lines = [f"n{i}: n{(i + 1) % length}" for i in range(length)]
        with pytest.raises(TreeError) as caught:
            TreeGame.from_text("\n".join(lines))
        return str(caught.value)

    assert message(9).count(" → ") == 9
    assert message(10) == (
        "line 1: cycle n0 → n1 → n2 → n3 → n4 → … → n7 → n8 → n9 → n0: a tree has none"
    )
    assert " → n4 → … → n49997 → n49998 → n49999 → n0: a tree has none" in message(DEEP)


# ---- random trees -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [TreeGame, GraphGame])
def test_the_same_seed_gives_the_same_game(kind):
    assert str(kind.random(5)) == str(kind.random(5))
    assert len({str(kind.random(seed)) for seed in range(20)}) == 20


@given(
    st.integers(0),
    st.integers(1, 4),
    st.sampled_from([1, 3, (1, 1), (1, 3), (2, 4)]),
    st.sampled_from([(0, 0), (-3, 5)]),
)
def test_a_random_tree_keeps_to_its_arguments(seed, depth, branching, values):
    game = TreeGame.random(seed, depth=depth, branching=branching, values=values)
    fewest, most = (branching, branching) if isinstance(branching, int) else branching
    level = [game.start()]
    for _ in range(depth):
        assert all(fewest <= len(game.moves(name)) <= most for name in level)
        level = [child for name in level for child in game.moves(name)]
    assert all(game.moves(name) == () for name in level)
    assert all(values[0] <= (game.score(name) or 0) <= values[1] for name in level)


def test_repeat_says_how_often_a_player_moves_again():
    def again(repeat):
        game = TreeGame.random(1, depth=9, branching=2, repeat=repeat)
        edges = [(n, m) for n in game.nodes() for m in game.moves(n)]
        return sum(game.turn(n) == game.turn(m) for n, m in edges) / len(edges)

    assert again(0) == 0
    assert again(1) == 1
    assert 0.4 < again(0.5) < 0.6  # the seed is fixed, so this is one number
    assert TreeGame.random(1, first=MIN).turn("A") == MIN


@pytest.mark.parametrize(
    "arguments, kind, words",
    [
        ({"seed": -1}, ValueError, "seed is -1, but must be a whole number of at least 0"),
        ({"depth": 0}, ValueError, "depth is 0, but must be a whole number of at least 1"),
        ({"branching": 0}, ValueError, "branching is 0, but must be a whole number of at least 1"),
        ({"branching": (3, 1)}, ValueError, "branching is 1, but must be a whole number of at le"),
        ({"branching": True}, TypeError, "branching is True, but must be a whole number"),
        ({"values": (9, 0)}, ValueError, "values is 0, but must be a whole number of at least 9"),
        ({"values": "09"}, TypeError, "values is '9', but must be a whole number"),
        ({"repeat": 1.5}, ValueError, "repeat is 1.5, but must be a probability from 0 to 1"),
        ({"repeat": "often"}, ValueError, "repeat is 'often'"),
        ({"repeat": True}, ValueError, "repeat is True"),
    ],
)
def test_arguments_of_a_random_tree_are_checked(arguments, kind, words):
    with refused(words, kind):
        TreeGame.random(**({"seed": 1} | arguments))


# ---- other orders -------------------------------------------------------------------------------


def test_a_tree_may_be_put_in_another_order():
    turned = SAMPLE.reordered({"A": "DCB", "E": ["L", "K"]})
    assert turned.moves("A") == ("D", "C", "B")
    assert turned.moves("E") == ("L", "K")
    assert SAMPLE.moves("A") == ("B", "C", "D")
    assert sorted(facts(turned)) == sorted(facts(SAMPLE))
    assert minimax(turned).value == 3
    begun = TreeGame.from_text("A (MIN): B C\nB (MIN): D=1 E=2\nC=3")
    assert begun.reordered({"A": "CB"}).turn("B") == MIN


def test_another_order_has_the_same_children():
    with refused("A has the children 'B', 'C', 'D', not 'B', 'C'", ValueError):
        SAMPLE.reordered({"A": "BC"})
    with refused("'Z' is not a node of this tree", ValueError):
        SAMPLE.reordered({"Z": "AB"})


# ---- graphs -------------------------------------------------------------------------------------

SMALL = """
    A: B C
    B: D=1 E
    C: E F=2
    E: G=0 H=3
"""


def graphs(values=(0, 9)):
    return st.builds(
        GraphGame.random,
        st.integers(0, 100_000),
        inner=st.integers(1, 8),
        leaves=st.integers(2, 6),
        values=st.just(values),
    )


def test_players_take_turns_in_a_graph_unless_the_text_says_otherwise():
    game = GraphGame.from_text(SMALL)
    assert [game.turn(node) for node in "ABCE"] == [MAX, MIN, MIN, MAX]
    assert game.play("B", "E") == game.play("C", "E") == "E"
    assert minimax(game).line == ("C", "F")
    twice = GraphGame.from_text("A: B C=1\nB (MAX): C D=3")
    assert [twice.turn(node) for node in "AB"] == [MAX, MAX]


@given(graphs(values=(2, 3)))
def test_a_random_graph_keeps_the_contract_and_is_read_from_its_own_text(game):
    assert check_game(game, games=3)
    again = GraphGame.from_text(str(game))
    assert str(again) == str(game)
    assert again.nodes() == game.nodes()
    assert minimax(again) == minimax(game)
    assert {game.score(node) for node in game.nodes() if not game.moves(node)} <= {2, 3}


@pytest.mark.parametrize(
    "text, words",
    [
        ("A: B C=1\nB: C D\nD: E B\nE=2", r"line 2: cycle B → D → B: such a game need not end"),
        ("A: B B\nB=1", "the same move twice"),
        ("A: B C=1\nB: D C\nD (MIN): C E=1\nX: C", "X is not in the graph"),
        ("A: B C\nB: C D=1\nC: D E=2", r"who moves at C\? Write C \(MAX\) or \(MIN\)"),
        ("A: B=1 C", "C is a leaf without a value"),
        ("A (BOTH): B=1 C=2", "must be MAX or MIN"),
        ("B=1", "at least one node with moves"),
    ],
)
def test_a_graph_that_is_not_a_game_is_refused(text, words):
    with pytest.raises(TreeError, match=words):
        GraphGame.from_text(text)


def test_wrong_arguments_are_refused():
    game = GraphGame.from_text(SMALL)
    with pytest.raises(ValueError, match="'Z' is not a node of this graph"):
        game.moves("Z")
    with pytest.raises(ValueError, match="'E' is not a move at A; legal: 'B', 'C'"):
        game.play("A", "E")
    for wrong, words in (
        ({"leaves": 1}, "leaves is 1"),
        ({"branching": (0, 2)}, "branching is 0"),
        ({"branching": (3, 2)}, "branching is 2, but must be a whole number of at least 3"),
        ({"values": (9, 0)}, "values is 0, but must be a whole number of at least 9"),
    ):
        with pytest.raises(ValueError, match=words):
            GraphGame.random(1, **wrong)
