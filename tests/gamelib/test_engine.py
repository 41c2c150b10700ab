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
from gamelib.engine.clock import MAX_DEPTH
from gamelib.wrap import changed

GAME = TicTacToe()
OTHER = {MAX: MIN, MIN: MAX}


def noise(state):
    """An estimate that knows nothing, but is always the same: strictly between -5 and 5."""
    return zlib.crc32(str(state).encode()) % 97 / 10 - 4.8


def true_about(game, state, thought):
    """Tell whether everything that a thought says about the moves is true of the game."""
    return all(
        holds(true_value(game, game.play(state, move)), value, bound)
        for move, value, bound in thought.root_moves
        if bound
    )


def opened(count):
    """Return positions of tic-tac-toe after two random moves."""
    cells = [random.Random(seed).sample(GAME.moves(GAME.start()), 2) for seed in range(count)]
    return [GAME.play(GAME.play(GAME.start(), one), other) for one, other in cells]


# ---- the same values as brute force -------------------------------------------------------------


@given(
    st.one_of(graphs(values=(-3, 3)), graphs(values=(-1, 1)), random_trees()),
    st.sampled_from([None, (-5, 5)]),
    st.sampled_from([0, 2, 6, 10_000]),
)
def test_the_value_is_proved_and_equals_minimax_and_the_line_leads_to_it(game, limits, size):
    engine = Engine(game, limits=limits, table_size=size)
    states = [state for state in game.nodes() if game.moves(state)][:6]
    for state in states:
        thought = engine.think(state, depth=20)
        assert (thought.value, thought.solved) == (true_value(game, state), True)
        assert true_about(game, state, thought)
        assert thought.line[0] == thought.move
        for move in thought.line:
            state = game.play(state, move)
            assert true_value(game, state) == thought.value
    assert len(engine.table) <= size
    for state in states:
        if entry := engine.table.get(state):
            value, bound, _, distance, _ = entry
            assert distance == inf or holds(true_value(game, state), value, bound)


@given(random_trees(), st.integers(1, 5), st.sampled_from([0, 10_000]))
def test_a_search_to_a_depth_has_the_value_of_alpha_beta(game, depth, size):
    thought = Engine(game, evaluate=noise, table_size=size).think(depth=depth)
    assert thought.value == alpha_beta(game, depth=depth, evaluate=noise).value
    for move, value, bound in thought.root_moves:
        after = game.play("A", move)
        true = noise(after) if game.moves(after) else game.score(after)
        if game.moves(after) and depth > 1:
            true = minimax(game, after, depth=depth - 1, evaluate=noise).value
        if bound and not thought.solved:
            assert holds(true, value, bound)


def test_the_same_holds_if_all_paths_to_a_state_are_equally_long():
    def evaluate(state):
        return noise((state.x, state.o)) / 5

    for depth, state in product(range(1, 6), opened(3)):
        wanted = alpha_beta(GAME, state, depth=depth, evaluate=evaluate).value
        for size in (0, 100_000):
            engine = Engine(GAME, evaluate=evaluate, table_size=size)
            assert engine.think(state, depth=depth).value == wanted


CARELESS = {
    "right": lambda value, bound, depth, *rest: (value, bound, depth, *rest),
    "a bound stored as a value": lambda value, bound, depth, *rest: (value, "=", depth, *rest),
    "a shallow entry for deep searches": lambda value, bound, _, *rest: (value, bound, inf, *rest),
}


@pytest.mark.parametrize("how", CARELESS)
def test_a_careless_table_would_be_noticed(how):
    wrong = 0
    for seed in range(60):
        game = GraphGame.random(seed, inner=9, leaves=6, values=(-3, 3))
        engine = Engine(game)
        right = engine.table.put
        engine.table.put = lambda key, entry, put=right: put(key, CARELESS[how](*entry))
        for state in game.nodes():
            if game.moves(state):
                wrong += engine.think(state, depth=20).value != minimax(game, state).value
    assert (wrong == 0) == (how == "right")


# ---- hints: a game of coins, in which a player may move twice -----------------------------------


class Coins:
    """Take a coin from either end of a row; a side that takes an even one moves again.

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
        again = side if coin % 2 == 0 else OTHER[side]
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

    def solver(self):
        return self.solve

    def solve(self, state, effort):
        row, margin, side = state
        if len(row) == 1:
            return margin + (row[0] if side == MAX else -row[0]), ("left",)
        if effort > 10 and len(row) <= 6:
            result = minimax(self, state)
            return result.value, result.line
        return None

    def noisy(self, state):
        ends = {"left": state[0][0], "right": state[0][-1]}
        return tuple(move for move in self.promising(state) if ends[move] >= 3)


HINTS = ("estimate", "promising", "key", "banked", "solver", "noisy")
SETS = [(name,) for name in HINTS if name != "key"]
SETS += [("key", "banked"), HINTS[:5], HINTS]


def only(game, *names):
    """The game with, of its hints, only those that are named."""
    return changed(game, **{name: None for name in HINTS if name not in names})


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
    for state in opened(6):
        assert engine.think(state, depth=9).value == alpha_beta(GAME, state).value


def test_a_state_that_the_game_solves_is_not_searched():
    row = (3, 1, 4, 1, 5, 2)
    solved = Engine(only(Coins(row), "solver")).think(nodes=100_000)
    searched = Engine(only(Coins(row))).think(nodes=100_000)
    assert solved.value == searched.value
    assert solved.nodes == 1
    assert solved.line == minimax(Coins(row)).line


def test_the_game_is_given_much_effort_at_the_root_and_none_below():
    asked = []
    game = only(Coins((3, 1, 4, 1, 5, 2, 2)))
    Engine(changed(game, solver=lambda: lambda s, n: asked.append((len(s[0]), n)))).think(depth=12)
    assert {effort for left, effort in asked if left == 7} == {2000}
    assert {effort for left, effort in asked if left < 7} == {0}


def test_moves_that_are_not_promising_are_not_searched():
    game = TreeGame.from_text("A: B C\nB: D=1 E=2\nC: F=9 G=9")
    narrow = changed(game, promising=lambda state: game.moves(state)[:1])
    thought = Engine(narrow).think(depth=5)
    assert (thought.move, thought.value) == ("B", 1)
    assert thought.root_moves == (("B", 1, "="), ("C", None, ""))


HORIZON = TreeGame.from_text("""
    A (MAX): grab wait
    grab (MIN): back away
    back (MAX): b1=-4 b2=-5
    away (MAX): a1=4 a2=3
    wait (MIN): w1=0 w2=1
""")
SEEMS = {"grab": 3, "back": -4, "away": 4}


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(
    "noisy, move, value",
    [
        ((), "grab", 3),
        (("back",), "wait", 0),  # after a noisy move the engine searches further
        (("away",), "grab", 3),  # but a noisy move need not be made
    ],
)
def test_noisy_moves_are_searched_but_need_not_be_made(noisy, move, value, sign):
    game = changed(
        HORIZON,
        turn=HORIZON.turn if sign == 1 else lambda state: OTHER[HORIZON.turn(state)],
        score=lambda state: (ended := HORIZON.score(state)) and sign * ended,
        estimate=lambda state: sign * SEEMS.get(state, 0),
        noisy=lambda state: noisy if state == "grab" else (),
    )
    thought = Engine(game).think(depth=1)
    assert (thought.move, thought.value, thought.solved) == (move, sign * value, False)


def test_endless_noisy_moves_come_to_an_end():
    game = Walk(top=10_000)
    hot = changed(game, noisy=game.moves, estimate=lambda s: -0.5 if s[1] == MAX else 0.5)
    assert Engine(hot).think(depth=2).depth == 2


# ---- wins soon, losses late ---------------------------------------------------------------------


class Walk:
    """MAX walks one step up, down or not at all, and wins at the top; MIN only watches."""

    limits = (-1, 1)

    def __init__(self, top=4):
        self.top = top

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
        return max(0, state[0] + step), OTHER[state[1]]

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


SHORT = """
    A (MAX): B C
    B (MIN): D E=1
    D (MAX): F=1 G=0
    C (MIN): H=1 I=1
"""
LATE = """
    A (MAX): B C D
    B (MIN): E=-1 F=1
    C (MIN): G H
    G (MAX): I=-1 J=-1
    H (MAX): K=-1 L=-1
    D (MIN): M=-1 N=-1
"""


@pytest.mark.parametrize("text, value", [(SHORT, 1), (LATE, -1)])
@pytest.mark.parametrize("limits", [None, (-1, 1)])
def test_a_game_is_won_as_soon_and_lost_as_late_as_possible(text, value, limits):
    engine = Engine(TreeGame.from_text(text), limits=limits)
    for _ in range(2 if limits else 1):  # also when the table knows already how it ends
        thought = engine.think(depth=9)
        assert (thought.move, thought.value, thought.solved) == ("C", value, True)


def test_a_win_in_one_is_played_even_if_the_table_knows_a_longer_one():
    engine = Engine(GAME, limits=(-1, 1))
    state = GAME.from_text("XX./OO./...")
    for move in GAME.moves(state):
        if move != "a3":
            engine.think(GAME.play(state, move), depth=9)
    thought = engine.think(state, nodes=100_000)
    assert (thought.move, thought.solved) == ("a3", True)
    assert thought.nodes < 100, "it stops when the matter is proved"


def test_the_length_of_a_win_depends_on_the_best_defence():
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


def test_an_only_move_is_not_searched_deeper():
    game = TreeGame.from_text("A: B\nB: C D\nC: E=1 F=2\nD: G=3 H=4")
    assert Engine(game).think(nodes=10**9).depth == 1
    assert Engine(game).think(depth=3).value == minimax(game).value


def test_deep_on_the_stack_it_keeps_its_last_result():
    engine = Engine(Walk(top=10_000))

    def deep(frames):
        return engine.think(depth=MAX_DEPTH) if frames == 0 else deep(frames - 1)

    thought = deep(sys.getrecursionlimit() - len(inspect.stack(0)) - 60)
    assert 0 < thought.depth < MAX_DEPTH
    assert (thought.move in ("stay", "down", "up"), thought.solved) == (True, False)


# ---- slices, budgets, interruptions -------------------------------------------------------------

LARGE = TicTacToe(4, 4, line=4)


def test_it_thinks_in_slices_and_can_be_stopped_after_every_one():
    thoughts = list(Engine(LARGE).thinking(nodes=20_000))
    assert len(thoughts) > 5
    for before, after in pairwise(thoughts):
        assert before.nodes <= after.nodes <= before.nodes + 2000 + 16 + 16
        assert before.depth <= after.depth
        assert before.move in LARGE.moves(LARGE.start())
    assert Engine(LARGE).think(nodes=20_000) == thoughts[-1], "so it is the same every time"


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
    assert engine.think(depth=2).depth == 2, "and it can think again"


def test_the_seed_chooses_among_equals():
    played = {Engine(GAME, limits=(-1, 1), seed=seed).think(depth=9).move for seed in range(12)}
    assert Engine(GAME).think(depth=9).move == "a1", "seed 0 takes the first"
    assert len(played) > 2
    assert Engine(GAME, seed=5).think(nodes=900) == Engine(GAME, seed=5).think(nodes=900)


# ---- words --------------------------------------------------------------------------------------


def test_a_thought_says_what_it_knows():
    thought = Engine(SAMPLE).think(depth=1)
    assert str(thought) == "B: 0 for MAX (depth 1, 4 nodes), line B"
    assert [entry.move for entry in thought.root_moves] == ["B", "C", "D"]
    assert Engine(SAMPLE).think(depth=0).root_moves == ()


@pytest.mark.parametrize(
    "options, budget, words",
    [
        ({}, {}, "how long may the engine think"),
        ({}, {"seconds": -1}, "seconds is -1"),
        ({}, {"seconds": "one"}, "seconds is 'one'"),
        ({}, {"nodes": 1.5}, "nodes is 1.5"),
        ({}, {"depth": -1}, "depth is -1"),
        ({}, {"depth": 1000}, "depth is 1000, but must be at most 100"),
        ({"evaluate": 3}, {}, "evaluate is 3"),
        ({"limits": 3}, {}, "limits is 3"),
        ({"limits": (1, -1)}, {}, "worst and the best final score"),
        ({"seed": -1}, {}, "seed is -1"),
        ({"table_size": -1}, {}, "table_size is -1"),
        ({"game": "chess"}, {}, "is not a game"),
        ({}, {"state": GAME.from_text("XXX/OO./..."), "depth": 1}, "the game is over here"),
    ],
)
def test_wrong_options_and_budgets_are_refused(options, budget, words):
    with pytest.raises((TypeError, ValueError), match=words):
        Engine(**{"game": GAME} | options).think(**budget)


@pytest.mark.parametrize(
    "hint, words",
    [
        *(
            ({"estimate": lambda state, wrong=wrong: wrong}, "lie between -1 and 1")
            for wrong in (7, float("nan"), None, "high")
        ),
        ({"promising": lambda state: ("Z",)}, "promising must return some of the moves"),
        ({"solver": lambda: lambda *_: (2, "Z")}, "its solver must return a line of moves"),
    ],
)
def test_impossible_hints_are_refused(hint, words):
    with pytest.raises(ValueError, match=words):
        Engine(changed(GAME, **hint)).think(depth=1)
