"""The engine: its values are those of brute force, its proofs are proofs, and it can be stopped."""

import inspect
import random
import sys
import zlib
from itertools import count, pairwise, product
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from search_rules import holds, random_trees, true_value
from test_tree import graphs

from gamelib import MAX, MIN, SAMPLE, GraphGame, TicTacToe, TreeGame, alpha_beta, minimax
from gamelib.engine import Engine, clock
from gamelib.engine.clock import DEEPEST
from gamelib.wrap import changed, only

GAME = TicTacToe()


def noise(state):
    """An estimate that knows nothing, but is always the same: strictly between -5 and 5."""
    return zlib.crc32(str(state).encode()) % 97 / 10 - 4.8


def true_about(game, state, thought):
    """Tell whether everything that a thought says about the moves is true of the game."""
    return all(
        holds(true_value(game, game.play(state, move)), value, bound)
        for move, value, bound in thought.moves
        if bound
    )


def positions(game, plies, count, seed=0):
    """Return unfinished positions after some random moves."""
    choose, found = random.Random(seed), []
    while len(found) < count:
        state = game.start()
        for _ in range(plies):
            if moves := game.moves(state):
                state = game.play(state, choose.choice(moves))
        if game.moves(state):
            found.append(state)
    return found


# ---- the same values as brute force -------------------------------------------------------------


@given(
    st.one_of(graphs(values=(-3, 3)), graphs(values=(-1, 1)), random_trees()),
    st.sampled_from([None, (-5, 5)]),
)
def test_the_value_is_that_of_minimax_and_proved_and_the_line_leads_there(game, limits):
    thought = Engine(game, limits=limits).think(depth=20)
    assert (thought.value, thought.solved) == (minimax(game).value, True)
    assert true_about(game, game.start(), thought)
    state = game.start()
    for move in thought.line:
        state = game.play(state, move)
        assert true_value(game, state) == thought.value
    assert thought.line[0] == thought.move


@settings(max_examples=30)
@given(graphs(values=(-2, 2)), st.sampled_from([0, 2, 6]))
def test_a_tiny_table_changes_no_value(game, size):
    engine = Engine(game, limits=(-2, 2), table_size=size)
    for state in game.nodes():
        if game.moves(state):
            assert engine.think(state, depth=20).value == true_value(game, state)
    assert len(engine.memory) <= size


@pytest.mark.parametrize(
    "game, plies",
    [*((GAME, plies) for plies in range(5)), (TicTacToe(4, 4, line=3), 7)],
)
def test_tic_tac_toe_is_solved_as_by_brute_force(game, plies):
    engine = Engine(game, limits=(-1, 1))  # one table for all of them
    for state in positions(game, plies, count=4, seed=plies):
        thought = engine.think(state, depth=16)
        assert (thought.value, thought.solved) == (alpha_beta(game, state).value, True)
        after = game.play(state, thought.move)
        worth = alpha_beta(game, after).value if game.moves(after) else game.score(after)
        assert worth == thought.value
        if plies == 4:
            assert true_about(game, state, thought)
            assert true_about(game, state, Engine(game).think(state, depth=9))


@given(random_trees(), st.integers(1, 5), st.sampled_from([0, 10_000]))
def test_a_search_to_a_depth_has_the_value_of_alpha_beta(game, depth, size):
    thought = Engine(game, evaluate=noise, table_size=size).think(depth=depth)
    assert thought.value == alpha_beta(game, depth=depth, evaluate=noise).value
    for move, value, bound in thought.moves:
        after = game.play("A", move)
        true = noise(after) if game.moves(after) else game.score(after)
        if game.moves(after) and depth > 1:
            true = minimax(game, after, depth=depth - 1, evaluate=noise).value
        if bound and not thought.solved:
            assert holds(true, value, bound)


def test_so_it_is_where_every_way_to_a_state_is_equally_long():
    def evaluate(state):
        return noise((state.x, state.o)) / 5

    for depth in range(1, 6):
        for state in positions(GAME, 2, count=3):
            wanted = alpha_beta(GAME, state, depth=depth, evaluate=evaluate).value
            for size in (0, 100_000):
                engine = Engine(GAME, evaluate=evaluate, table_size=size)
                assert engine.think(state, depth=depth).value == wanted


# ---- the table ----------------------------------------------------------------------------------


@given(graphs(values=(-3, 3)))
def test_what_a_proved_entry_says_is_true(game):
    engine = Engine(game)
    engine.think(depth=20)
    for state in game.nodes():
        if known := engine.memory.get(state):
            worth, bound, _, height, _ = known
            assert height == inf or holds(true_value(game, state), worth, bound)


CARELESS = {
    "right": lambda worth, bound, depth, *rest: (worth, bound, depth, *rest),
    "a bound stored as a value": lambda worth, bound, depth, *rest: (worth, "=", depth, *rest),
    "a shallow entry for deep searches": lambda worth, bound, _, *rest: (worth, bound, inf, *rest),
}


@pytest.mark.parametrize("how", CARELESS)
def test_a_table_that_is_written_carelessly_would_be_noticed(how):
    wrong = 0
    for seed in range(60):
        game = GraphGame.random(seed, inner=9, leaves=6, values=(-3, 3))
        engine = Engine(game)
        right = engine.memory.put
        engine.memory.put = lambda key, entry, put=right: put(key, CARELESS[how](*entry))
        for state in game.nodes():
            if game.moves(state):
                wrong += engine.think(state, depth=20).value != minimax(game, state).value
    assert (wrong == 0) == (how == "right")


def test_the_table_is_kept_from_move_to_move():
    engine = Engine(GAME, limits=(-1, 1))
    first = engine.think(depth=9)
    again = engine.think(GAME.play(GAME.start(), first.move), depth=9)
    alone = Engine(GAME, limits=(-1, 1)).think(GAME.play(GAME.start(), first.move), depth=9)
    assert again.nodes < alone.nodes / 4
    assert again.value == alone.value


# ---- hints: a game of coins, in which a player may move twice -----------------------------------


class Coins:
    """Take a coin from either end of a row; whoever takes an even one moves again.

    The score is what MAX has more than MIN. A state is the row, the margin and the side.
    """

    def __init__(self, row):
        self.row = tuple(row)

    def start(self):
        return self.row, 0, MAX

    def turn(self, state):
        return state[2]

    def moves(self, state):
        return ("left", "right")[: len(state[0])]

    def play(self, state, move):
        row, margin, side = state
        coin, rest = (row[0], row[1:]) if move == "left" else (row[-1], row[:-1])
        again = side if coin % 2 == 0 else MIN if side == MAX else MAX
        return rest, margin + (coin if side == MAX else -coin), again

    def score(self, state):
        return None if state[0] else state[1]

    # The hints, each of them used only where it is named.

    def estimate(self, state):
        return state[1] + 0.25

    def promising(self, state):
        left_is_better = state[0][0] >= state[0][-1]
        return self.moves(state) if left_is_better else self.moves(state)[::-1]

    def key(self, state):
        row, _, side = state
        return min(row, row[::-1]), side  # a row may be turned round, with other moves

    def banked(self, state):
        return state[1]

    def settler(self):
        return self.settled

    def settled(self, state, effort):
        row, margin, side = state
        if len(row) == 1:
            return margin + (row[0] if side == MAX else -row[0]), ("left",)
        if effort > 10 and len(row) <= 6:
            found = minimax(self, state)
            return found.value, found.line
        return None

    def noisy(self, state):
        ends = {"left": state[0][0], "right": state[0][-1]}
        return tuple(move for move in self.promising(state) if ends[move] >= 3)


HINTS = ("estimate", "promising", "key", "banked", "settler", "noisy")
SETS = [(name,) for name in HINTS if name != "key"]
SETS += [("key", "banked"), HINTS[:5], HINTS]


@settings(max_examples=50)
@given(
    st.lists(st.integers(1, 5), min_size=1, max_size=7),
    st.sampled_from(SETS),
    st.sampled_from([None, (-50, 50)]),
)
def test_with_any_hints_the_value_is_that_of_brute_force_along_a_whole_game(row, hints, limits):
    game = only(Coins(row), *hints)
    engine, state, value = Engine(game, limits=limits), game.start(), minimax(Coins(row)).value
    while game.moves(state):
        thought = engine.think(state, depth=12)
        assert (thought.value, thought.solved) == (value, True)
        assert true_about(Coins(row), state, thought)
        state = game.play(state, thought.move)
    assert game.score(state) == value


def test_a_key_that_forgets_the_points_needs_the_banked_ones():
    wrong = [
        row
        for row in product((1, 2, 3), repeat=5)
        if Engine(only(Coins(row), "key")).think(depth=9).value != minimax(Coins(row)).value
    ]
    assert wrong


def test_a_key_may_stand_for_boards_with_other_moves():
    engine = Engine(changed(GAME, key=GAME.canonical))
    for state in positions(GAME, 2, count=6):
        assert engine.think(state, depth=9).value == alpha_beta(GAME, state).value


def test_what_a_game_settles_is_not_searched():
    row = (3, 1, 4, 1, 5, 2)
    settled = Engine(only(Coins(row), "settler")).think(nodes=100_000)
    searched = Engine(only(Coins(row))).think(nodes=100_000)
    assert settled.value == searched.value
    assert settled.nodes == 1
    assert settled.line == minimax(Coins(row)).line


def test_the_game_is_given_much_effort_at_the_root_and_none_below():
    asked = []
    game = only(Coins((3, 1, 4, 1, 5, 2, 2)))
    Engine(changed(game, settler=lambda: lambda s, n: asked.append((len(s[0]), n)))).think(depth=12)
    assert {effort for left, effort in asked if left == 7} == {2000}
    assert {effort for left, effort in asked if left < 7} == {0}


def test_moves_that_are_not_promising_are_not_searched():
    game = TreeGame.from_text("A: B C\nB: D=1 E=2\nC: F=9 G=9")
    narrow = changed(game, promising=lambda state: game.moves(state)[:1])
    thought = Engine(narrow).think(depth=5)
    assert (thought.move, thought.value) == ("B", 1)
    assert thought.moves == (("B", 1, "="), ("C", None, ""))


HORIZON = TreeGame.from_text("""
    A (MAX): grab wait
    grab (MIN): back away
    back (MAX): b1=-4 b2=-5
    away (MAX): a1=4 a2=3
    wait (MIN): w1=0 w2=1
""")


def with_estimates(game, estimates, noisy):
    """Return the game with estimates and noisy moves."""
    return changed(
        game,
        estimate=lambda state: estimates.get(state, 0),
        noisy=lambda state: noisy.get(state, ()),
    )


def test_where_it_is_not_quiet_the_engine_looks_further():
    calm = with_estimates(HORIZON, {"grab": 3, "back": -4}, {})
    assert Engine(calm).think(depth=1).move == "grab"
    wild = with_estimates(HORIZON, {"grab": 3, "back": -4}, {"grab": ("back",)})
    thought = Engine(wild).think(depth=1)
    assert (thought.move, thought.value, thought.solved) == ("wait", 0, False)


@pytest.mark.parametrize("first, sign", [("MAX", 1), ("MIN", -1)])
def test_nobody_has_to_make_a_noisy_move(first, sign):
    other = MIN if first == MAX else MAX
    game = TreeGame.from_text(f"""
        A ({first}): B C
        B ({other}): D={5 * sign} E={sign}
        C ({other}): F={2 * sign} G={2 * sign}
    """)
    # The noisy move at B is bad for the side that moves there, so B stays what it seems.
    bad = with_estimates(game, {"B": 3 * sign, "C": 2 * sign}, {"B": ("D",)})
    thought = Engine(bad).think(depth=1)
    assert (thought.move, thought.value) == ("B", 3 * sign)


def test_noisy_moves_without_end_come_to_an_end():
    hot = changed(
        Walk(),
        moves=lambda state: ("on", "over"),
        play=lambda state, move: (state[0] + 1, MIN if state[1] == MAX else MAX),
        score=lambda state: None,
        noisy=lambda state: ("on",),
    )
    assert Engine(hot).think(depth=3).depth == 3


# ---- wins soon, losses late ---------------------------------------------------------------------


class Walk:
    """MAX walks one step up, down or not at all, and wins at the top; MIN only watches."""

    limits = (-1, 1)
    top = 4

    def start(self):
        return 0, MAX

    def turn(self, state):
        return state[1]

    def moves(self, state):
        if state[0] == self.top:
            return ()
        return ("stay", "down", "up") if state[1] == MAX else ("watch", "look")

    def play(self, state, move):
        step = {"up": 1, "down": -1}.get(move, 0)
        return max(0, state[0] + step), MIN if state[1] == MAX else MAX

    def score(self, state):
        return 1 if state[0] == self.top else None


def test_a_win_is_played_out_although_the_game_can_go_round_in_circles():
    game = Walk()
    engine, state, steps = Engine(game), game.start(), []
    engine.think(state, depth=7)
    engine.think((2, MAX), depth=9)
    while game.moves(state) and len(steps) < 20:
        move = engine.think(state, depth=9).move
        state = game.play(state, move)
        steps.append(move)
    assert steps[::2] == ["up"] * 4


def test_the_shortest_win_is_found_first():
    game = TreeGame.from_text("""
        A (MAX): B C
        B (MIN): D E=1
        D (MAX): F=1 G=0
        C (MIN): H=1 I=1
    """)
    for limits in (None, (-1, 1)):
        assert Engine(game, limits=limits).think(depth=9).move == "C"


def test_a_win_in_one_is_played_even_if_the_table_knows_a_longer_one():
    engine = Engine(GAME, limits=(-1, 1))
    state = GAME.from_text("XX./OO./...")
    for move in GAME.moves(state):
        if move != "a3":
            engine.think(GAME.play(state, move), depth=9)
    assert engine.think(state, nodes=100_000).move == "a3"


@pytest.mark.parametrize("limits", [None, (-1, 1)])
def test_a_lost_game_is_lost_as_late_as_possible(limits):
    game = TreeGame.from_text("""
        A (MAX): B C D
        B (MIN): E=-1 F=1
        C (MIN): G H
        G (MAX): I=-1 J=-1
        H (MAX): K=-1 L=-1
        D (MIN): M=-1 N=-1
    """)
    engine = Engine(game, limits=limits)
    for _ in range(2 if limits else 1):  # also when the table knows already that all is lost
        thought = engine.think(depth=9)
        assert (thought.move, thought.value, thought.solved) == ("C", -1, True)


def test_how_long_a_win_takes_is_up_to_the_loser():
    game = GraphGame.from_text("""
        S (MAX): A X Y
        A (MAX): P Q
        X (MAX): P
        Y (MAX): Q
        P (MIN): P1=1 P2
        P2 (MAX): P3 P4=0
        P3 (MIN): P5 P6=1
        P5 (MAX): P7=1 P8=0
        Q (MIN): Q1 Q2
        Q1 (MAX): Q3=1 Q4=0
        Q2 (MAX): Q5=1 Q6=0
    """)
    engine = Engine(game, limits=(-1, 1))
    engine.think("X", depth=9)
    engine.think("Y", depth=9)
    assert engine.think("A", depth=9).move == "Q", "P may take two moves more"


def test_it_stops_when_the_matter_is_proved():
    thought = Engine(GAME, limits=(-1, 1)).think(GAME.from_text("XX./OO./..."), nodes=10**9)
    assert thought.solved
    assert thought.nodes < 100


def test_it_does_not_deepen_when_there_is_nothing_to_choose():
    game = TreeGame.from_text("A: B\nB: C D\nC: E=1 F=2\nD: G=3 H=4")
    assert Engine(game).think(nodes=10**9).depth == 1
    assert Engine(game).think(depth=3).value == minimax(game).value


class Endless(Walk):
    """The top is too far away."""

    top = 10_000


def test_a_game_that_never_ends_is_searched_to_a_depth_only():
    thought = Engine(Endless()).think(nodes=3000)
    assert not thought.solved
    assert thought.move in ("stay", "down", "up")


def test_far_down_on_the_stack_it_keeps_what_it_has():
    engine = Engine(Endless())

    def deep(frames):
        return engine.think(depth=DEEPEST) if frames == 0 else deep(frames - 1)

    thought = deep(sys.getrecursionlimit() - len(inspect.stack(0)) - 60)
    assert 0 < thought.depth < DEEPEST
    assert thought.move in ("stay", "down", "up")


# ---- slices, budgets, interruptions -------------------------------------------------------------

LARGE = TicTacToe(4, 4, line=4)


def test_it_thinks_in_slices_and_can_be_stopped_after_every_one():
    thoughts = list(Engine(LARGE).thinking(nodes=20_000))
    assert len(thoughts) > 5
    for before, after in pairwise(thoughts):
        assert before.nodes <= after.nodes <= before.nodes + 2000 + 512 + 16
        assert before.depth <= after.depth
    for thought in thoughts:
        assert thought.move in LARGE.moves(LARGE.start())
    slices = Engine(LARGE).thinking(nodes=20_000)
    next(slices)
    slices.close()
    assert Engine(LARGE).think(nodes=20_000) == thoughts[-1]


@pytest.mark.parametrize(
    "budget",
    [
        *({"nodes": nodes} for nodes in (0, 1, 2, 10, 100, 1000, 5000)),
        {"depth": 0},
        {"seconds": 0},
        {"nodes": 10**6, "depth": 2},
        {"nodes": 100, "depth": 9},
        {"nodes": 100, "seconds": 600},
    ],
)
def test_a_budget_is_kept_and_there_is_a_move(budget):
    thought = Engine(LARGE).think(**budget)
    assert thought.nodes <= budget.get("nodes", inf) + 17  # the node where it stops, and its moves
    assert thought.depth <= budget.get("depth", inf)
    assert thought.move in LARGE.moves(LARGE.start())


def test_the_time_is_kept(monkeypatch):
    looks = count()
    monkeypatch.setattr(clock, "perf_counter", lambda: next(looks) / 100)  # so long takes a look
    thought = Engine(LARGE).think(seconds=1)
    assert thought.depth >= 1
    assert 100 < next(looks) < 120


def test_the_keyboard_ends_the_thinking_but_not_the_program():
    calls = count()

    def evaluate(state):
        if next(calls) == 500:
            raise KeyboardInterrupt
        return 0

    engine = Engine(LARGE, evaluate=evaluate)
    thought = engine.think(nodes=10**6)
    assert thought.move in LARGE.moves(LARGE.start())
    assert thought == engine.thought
    assert engine.think(depth=2).depth == 2, "and it can think again"


def test_nodes_and_depth_give_the_same_thought_every_time():
    for budget in ({"nodes": 3000}, {"depth": 3}):
        assert Engine(LARGE).think(**budget) == Engine(LARGE).think(**budget)


def test_the_seed_chooses_among_equals():
    played = {Engine(GAME, limits=(-1, 1), seed=seed).think(depth=9).move for seed in range(12)}
    assert Engine(GAME).think(depth=9).move == "a1", "seed 0 takes the first"
    assert len(played) > 2
    assert Engine(GAME, seed=5).think(nodes=900) == Engine(GAME, seed=5).think(nodes=900)


# ---- words --------------------------------------------------------------------------------------


def test_a_thought_and_an_engine_say_what_they_know():
    engine = Engine(SAMPLE)
    assert repr(engine) == f"<Engine of {SAMPLE!r}: 0 positions remembered>"
    assert engine.thought is None
    assert str(engine.think(depth=1)) == "B: 0 for MAX (depth 1, 4 nodes), line B"
    assert [known.move for known in engine.thought.moves] == ["B", "C", "D"]
    engine.think(depth=3)
    assert "0 positions" not in repr(engine)


@pytest.mark.parametrize(
    "options, budget, words",
    [
        ({}, {}, "how long may the engine think"),
        ({}, {"seconds": -1}, "seconds is -1"),
        ({}, {"seconds": "one"}, "seconds is 'one'"),
        ({}, {"nodes": 1.5}, "nodes is 1.5"),
        ({}, {"depth": -1}, "depth is -1"),
        ({}, {"depth": 1000}, "at most 100 moves ahead"),
        ({"evaluate": 3}, {}, "evaluate is 3"),
        ({"limits": 3}, {}, "limits is 3"),
        ({"limits": (1, -1)}, {}, "worst and the best final score"),
        ({"seed": -1}, {}, "seed is -1"),
        ({"table_size": -1}, {}, "table_size is -1"),
        ({"game": "chess"}, {}, "is not a game"),
        ({}, {"state": GAME.from_text("XXX/OO./..."), "depth": 1}, "the game is over here"),
    ],
)
def test_wrong_options_and_budgets_are_told(options, budget, words):
    with pytest.raises((TypeError, ValueError), match=words):
        Engine(**{"game": GAME} | options).thinking(**budget)


def test_an_estimate_that_is_none_is_told():
    for wrong in (7, float("nan"), None, "high"):
        with pytest.raises(ValueError, match="must be a finite number and lie between -1 and 1"):
            Engine(GAME, evaluate=lambda state, wrong=wrong: wrong).think(depth=1)


def test_hints_that_cannot_be_are_told():
    with pytest.raises(ValueError, match="promising must return some of the moves"):
        Engine(changed(SAMPLE, promising=lambda state: ("Z",))).think(depth=1)
    with pytest.raises(ValueError, match="settled must return a line of moves"):
        Engine(changed(SAMPLE, settler=lambda: lambda state, effort: (2, "Z"))).think(depth=1)
