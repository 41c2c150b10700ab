"""A search from outside the library is drawn, stepped, told, tabulated and predicted.

Three searches stand here, each with a description of itself and nothing more: principal variation
search, which looks at nodes again; expectimax, which has chance nodes; and Monte Carlo tree search,
which goes down the tree again and again.
"""

import ast
import inspect
import random
import re
from fractions import Fraction
from math import inf, log, sqrt
from pathlib import Path

import pytest
from browser_views import assert_all_steps, assert_readable
from search_rules import every_order

import course
import gamelib
from course import predict, predictor
from gamelib import (
    MAX,
    MIN,
    SAMPLE,
    GraphGame,
    TreeGame,
    alpha_beta,
    check_game,
    draw,
    filmstrip,
    minimax,
    side_by_side,
    stepper,
    table_search,
    why,
)
from gamelib.description import Description, number, windowed
from gamelib.game import CHANCE, optional
from gamelib.search import Result
from gamelib.trace import Recorder
from gamelib.view.tree.drawing import drawing_of
from gamelib.wrap import changed

# ---- principal variation search -----------------------------------------------------------------


def pvs(game, state=None, *, order=None, record=True):
    """The first move of a node gets the whole window, the others are tested with a null window."""
    note = Recorder(PVS)

    def value(move, state, low, high, kind):
        side, moves = game.turn(state) if game.moves(state) else "", game.moves(state)
        if not moves:
            note.leaf(move, game.score(state), low, high)
            return game.score(state), ()
        moves = tuple(order(state, moves)) if order else moves
        note.enter(move, side, moves, low, high, kind=kind)
        given, best, line = (low, high), -inf if side == MAX else inf, ()
        for place, child in enumerate(moves):
            after = game.play(state, child)
            null = (low, low + 1) if side == MAX else (high - 1, high)
            window = null if place else (low, high)
            found, rest = value(child, after, *window, "test" if place else "enter")
            if place and low < found < high and game.moves(after):
                found, rest = value(child, after, low, high, "re-search")
            if found > best if side == MAX else found < best:
                best, line = found, (child, *rest)
                low, high = (max(low, best), high) if side == MAX else (low, min(high, best))
                note.update(best, low, high)
                if low >= high and place + 1 < len(moves):
                    note.skip(moves[place + 1 :], low, high)
                    break
        note.leave(best, bound="<=" if best <= given[0] else ">=" if best >= given[1] else "=")
        return best, line

    start = game.start() if state is None else state
    found, line = value(None, start, -inf, inf, "enter")
    trace = note.trace(game, start, line, pvs, {"order": order})
    return Result(found, line[0], line, len(trace.visits), trace.cuts, trace)


PVS = windowed(
    "PVS",
    """
          | value(node, alpha, beta):
leaf      |   if node is a leaf: return its value
enter     |   v = value(first child, alpha, beta)
          |   for each other child:
test      |     v = value(child, null window)
re-search |     if better: the same, whole window
update    |     best = the better of best and v
cut       |     if alpha >= beta: skip the rest
leave     |   return best
""",
    sentences={
        "test": lambda event, node: f"Test {node.name}: is it better than what is known?",
        "re-search": lambda event, node: f"Search {node.name} again: it is better, by how much?",
    },
    convention="counted: nodes, each once; a node may be searched a second time",
)

# ---- expectimax ---------------------------------------------------------------------------------


def expectimax(game, state=None, *, record=True):
    """Where chance decides, a node is worth the mean of its children."""
    note = Recorder(EXPECTIMAX)

    def value(move, state):
        if not game.moves(state):
            note.leaf(move, game.score(state))
            return game.score(state), ()
        side, moves = game.turn(state), game.moves(state)
        chances = dict(optional(game, "chances")(state)) if side == CHANCE else {}
        note.enter(move, side, moves, labels=[str(chances.get(move, "")) for move in moves])
        best, line = {MAX: -inf, MIN: inf, CHANCE: 0.0}[side], ()
        for child in moves:
            found, rest = value(child, game.play(state, child))
            if side == CHANCE:
                best += float(chances[child] * found)
                note.update(best, kind="weigh")
            elif found > best if side == MAX else found < best:
                best, line = found, (child, *rest)
                note.update(best)
        note.leave(best)
        return best, line

    start = game.start() if state is None else state
    found, line = value(None, start)
    trace = note.trace(game, start, line, expectimax)
    return Result(found, line[0], line, len(trace.visited), 0, trace)


EXPECTIMAX = Description(
    "Expectimax",
    """
             | value(node):
leaf         |   if node is a leaf: return its value
enter MAX    |   if MAX moves: the largest child
enter MIN    |   if MIN moves: the smallest child
update       |     best = the better of best and value(child)
enter CHANCE |   if chance decides: the mean
weigh        |     best = best + chance × value(child)
leave        |   return best
""",
    sentences={
        "weigh": lambda event, node: (
            f"{node.name} has {number(event.value)} so far: {node.through} counts by its chance."
        )
    },
)


TREE = TreeGame.from_text("A: B C\nB: D E=2\nC: F=30 G\nD (MIN): H=4 I=8\nG (MIN): J=0 K=6")
HALF, SIXTH = Fraction(1, 2), Fraction(1, 6)
ODDS = {"B": (("D", HALF), ("E", HALF)), "C": (("F", SIXTH), ("G", 1 - SIXTH))}
LOTTERY = changed(  # a small tree in which chance decides at B and C
    TREE, turn=lambda state: CHANCE if state in ODDS else TREE.turn(state), chances=ODDS.get
)

# ---- Monte Carlo tree search --------------------------------------------------------------------


def mcts(game, state=None, *, rounds=24, record=True):
    """Go down by the best hope, play on at random, and take the mean of what came out."""
    note, dice = Recorder(MCTS), random.Random(2)
    visits = {}
    total = {}

    def hope(path, child, sign):
        below = (*path, child)
        if below not in visits:
            return inf
        return sign * total[below] / visits[below] + 4 * sqrt(log(visits[path]) / visits[below])

    def once(path, state):
        visits[path], total[path] = visits.get(path, 0) + 1, total.get(path, 0.0)
        move, moves, new = path[-1] if path else None, game.moves(state), visits[path] == 1
        side = game.turn(state) if moves else ""
        if new or not moves:
            total[path] += (found := played_on(state))
            mean = round(total[path] / visits[path], 1)
            bound = "~" if moves else "="
            note.leaf(move, mean, visits[path], mean, side=side, kind="simulate", bound=bound)
            return found
        note.enter(move, side, moves, visits[path], round(total[path] / (visits[path] - 1), 1))
        child = max(moves, key=lambda child: hope(path, child, 1 if side == MAX else -1))
        total[path] += (found := once((*path, child), game.play(state, child)))
        mean = round(total[path] / visits[path], 1)
        note.leave(mean, visits[path], mean, bound="~")
        return found

    def played_on(state):
        while moves := game.moves(state):
            state = game.play(state, dice.choice(moves))
        return game.score(state)

    start = game.start() if state is None else state
    for _ in range(rounds):
        once((), start)
    best = max(game.moves(start), key=lambda move: visits.get((move,), 0))
    trace = note.trace(game, start, (best,), mcts, {"rounds": rounds})
    return Result(trace.value, best, (best,), len(trace.visited), 0, trace)


MCTS = Description(
    "MCTS",
    """
         | as often as there is time:
enter    |   go down by the best hope
simulate |   play on at random from a new node
leave    |   on the way back: mean of what came out
""",
    facts=("visits", "mean"),
    note=lambda facts: f"{facts['visits']} visit{'s' * (facts['visits'] != 1)}",
    columns={"Visits": lambda call: number(call.now["visits"])},
    sentences={
        "enter": lambda event, node: f"Go down through {node.name}, visit {node.facts['visits']}.",
        "simulate": lambda event, node: (
            f"Play on at random from {node.name}: its mean is now {number(event.value)}."
        ),
        "leave": lambda event, node: (
            f"Back at {node.name}: {node.facts['visits']} visits, mean {number(event.value)}."
        ),
    },
    convention="counted: nodes that are in the tree, however often they were met",
    asks=frozenset({"visited", "move"}),
)

# ---- what they get by that ----------------------------------------------------------------------

GRAPH = GraphGame.from_text("A: B C\nB: E=2 D\nC: G=3 D\nD: H=4 F=5")
SEARCHES = {
    "PVS": lambda: pvs(SAMPLE, order=lambda state, moves: moves[::-1]),
    "Expectimax": lambda: expectimax(LOTTERY),
    "MCTS": lambda: mcts(SAMPLE),
    "Alpha-beta with a table": lambda: table_search(GRAPH, record=True),
}
EACH = pytest.mark.parametrize("title", SEARCHES)


def test_they_search():
    for search in (pvs, expectimax, mcts):
        assert len(inspect.getsource(search).splitlines()) <= 40, "a small search stays small"
    for order in every_order(SAMPLE):
        assert pvs(order).value == 3
    assert check_game(LOTTERY)
    assert expectimax(LOTTERY).value == pytest.approx(5)
    assert mcts(SAMPLE, rounds=400).move == minimax(SAMPLE).move


@EACH
def test_it_is_drawn_under_its_own_name(title):
    trace = SEARCHES[title]().trace
    name = trace.description.name
    for at in range(len(trace.events) + 1):
        assert f"after {at} of {len(trace.events)} steps of {name}." in draw(trace, at=at).alt
    assert f"of {name} on a game tree" in filmstrip(trace).alt


@EACH
def test_it_is_stepped_with_its_own_code_and_columns(title):
    trace = SEARCHES[title]().trace
    data = stepper(trace).data
    assert data["title"] == f"{title} on a tree with {len(trace.nodes)} nodes"
    assert data["columns"] == [*trace.description.columns, "Best"]
    code = [line for _, line in trace.description.pseudocode]
    assert [line for _, line in data["code"]] == [line.replace("-∞", "−∞") for line in code]
    assert all(step["lines"] for step in data["steps"])
    assert {len(call["cells"]) for call in data["calls"]} == {len(data["columns"])}


def test_it_is_asked_only_what_can_be_predicted_of_it():
    kinds = {
        title: {one["kind"] for one in stepper(search().trace).data["questions"]["all"]}
        for title, search in SEARCHES.items()
    }
    assert kinds["PVS"] == kinds["Alpha-beta with a table"] == {"node", "value", "cut"}
    assert kinds["Expectimax"] == {"node", "value"}
    assert kinds["MCTS"] == {"node"}
    wrong = stepper(mcts(SAMPLE).trace).data["questions"]["wrong"]
    assert "done" not in wrong, "it may look at a node again"


@EACH
def test_the_browser_steps_through_it_forward_and_back(show, title):
    trace = SEARCHES[title]().trace
    page = show(stepper(trace))
    assert_all_steps(page, drawing_of(trace))
    assert_readable(page)


@EACH
def test_it_is_told_and_tabulated(title):
    trace = SEARCHES[title]().trace
    told, rows = trace.narrate().split("\n"), trace.table().split("\n")
    assert len(told) >= len(trace.events)
    assert len(rows) >= len(trace.events) + 2
    facts = {"PVS": ["window"], "MCTS": ["visits", "mean"], "Expectimax": []}.get(title, ["window"])
    assert rows[0].split() == ["step", "event", "node", "side", *facts, "value", "skipped"]


@EACH
def test_its_move_and_its_visits_can_be_predicted_and_have_reasons(title):
    result = SEARCHES[title]()
    trace = result.trace
    assert predict(trace, move=result.move, visited=len(trace.visited))
    wrong = next(root.move for root in trace.root_moves if root.move != result.move)
    assert not predict(trace, move=wrong, visited=1)
    assert "<- played" in repr(why(result))


def test_nodes_are_met_more_than_once():
    trace = SEARCHES["MCTS"]().trace
    assert len(trace.nodes[()].meetings) == trace.nodes[()].facts["visits"] == 24
    assert ">24 visits<" in draw(trace).svg
    assert re.match(r"\d+ nodes: \d+ visited in \d+ visits; value about", trace.summary())


def test_what_a_search_knows_stands_at_its_nodes():
    trace = expectimax(LOTTERY).trace
    b, c = trace.nodes["B",], trace.nodes["C",]
    assert (b.side, c.labels) == (CHANCE, ("1/6", "5/6"))
    assert "B has 2 so far: D counts by its chance." in trace.narrate()


def test_a_hit_in_the_table_is_drawn_stepped_and_told():
    trace = table_search(GRAPH, record=True).trace
    hits = [event for event in trace.events if event.kind == "hit"]
    assert [(event.path, event.value, event.bound) for event in hits] == [(("C", "D"), 4, ">=")]
    assert "D is known from before, ≥ 4: no need to look again." in trace.narrate()
    step = trace.events.index(hits[0])
    told = stepper(trace).data["steps"][step]
    assert told["sentence"].startswith("D is known from before")
    assert alpha_beta(GRAPH).value == trace.value


def test_a_search_says_what_can_be_predicted_of_it():
    with pytest.raises(ValueError, match=r"MCTS has no skipped to predict; .* visited, move"):
        predict(SAMPLE, search=mcts, skipped="N")
    with pytest.raises(ValueError, match="expectimax has no windows to predict"):
        predict(LOTTERY, search=expectimax, windows={"B": (0, 1)})
    with pytest.raises(ValueError, match="MCTS has no skipped to predict"):
        predictor(mcts(SAMPLE))
    known = predictor(pvs(SAMPLE).trace).state()["truth"]["nodes"]
    assert [name for name, node in known.items() if node["skipped"]] == [*"NHPQJTU"]
    assert predict(SAMPLE, search=pvs, windows={"B": (-inf, inf)})
    assert predict(LOTTERY, search=expectimax, values={"B": 3, "C": 5}, value=5)


def test_two_of_them_stand_side_by_side():
    both = side_by_side(pvs(SAMPLE).trace, alpha_beta(SAMPLE, record=True).trace)
    assert "PVS visits 14 nodes and skips 7" in both.alt


# ---- a search that skips and adds up in its own way ----------------------------------------------


def count(game, state=None, *, record=True):
    """Count the leaves below the first two moves of each node."""
    note = Recorder(Description("Counting"))

    def value(move, state):
        moves, total = game.moves(state), 0
        if not moves:
            note.leaf(move, 1)
            return 1
        note.enter(move, game.turn(state), moves)
        for child in moves[:2]:
            total += value(child, game.play(state, child))
            note.update(total, kind="add")
        if moves[2:]:
            note.skip(moves[2:], kind="beam")
        note.leave(total)
        return total

    found = value(None, game.start())
    return Result(found, None, (), 0, 0, note.trace(game, game.start(), (), count))


def test_nothing_is_cut_and_nobody_takes_the_largest_where_a_search_says_otherwise():
    trace = count(SAMPLE).trace
    assert trace.summary() == (
        "21 nodes: 14 visited, 7 skipped in 1 beam; value 7, no move searched"
    )
    assert draw(trace).alt.endswith("Skipped: D I R S J T U; beam at A. Value 7.")
    assert "The beam at A skips 7 nodes" in side_by_side(trace, trace).alt
    data = stepper(trace).data
    assert data["word"] == "beam"
    questions = data["questions"]
    assert questions["wrong"]["skipped"] == "It was left out."
    assert questions["all"][-1]["hint"] == "It is made of what came back: G (1), H (2)."
    told = repr(predict(SAMPLE, search=count, value=8, skipped="C"))
    assert (
        "A is worth exactly 7: it is computed from B (4), C (3), then the other moves are left"
        in told
    )
    assert "Counting does not skip it." in told
    assert "cut" not in told


# ---- no module asks which search it is ----------------------------------------------------------

NAMES = {"minimax", "alpha_beta", "alpha-beta", "table_search", "Minimax", "Alpha-beta"}


def compared(source):
    """Return the comparisons of a text with the name of a search, as code."""
    return [
        ast.unparse(node)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Compare)
        and any(
            isinstance(part, ast.Constant) and part.value in NAMES
            for side in (node.left, *node.comparators)
            for part in ast.walk(side)
        )
    ]


def test_no_module_compares_the_name_of_a_search():
    assert compared("if how.name == 'minimax' or trace.title in ('Alpha-beta', 'other'): pass")
    folders = [Path(str(package.__file__)).parent for package in (gamelib, course)]
    files = [file for folder in folders for file in folder.rglob("*.py")]
    assert len(files) > 50
    assert [
        (file.name, found)
        for file in files
        if (found := compared(file.read_text(encoding="utf-8")))
    ] == []
