"""The exercises of lecture 02, Minimax, and two of its trees."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any

from course.cases import Numbered, positions, smaller_position, trees, value_of
from course.checks import Outcome, short
from course.exercises import Attempt, alike, as_python, exercise, is_real, named_boxes
from course.watch.witness import line_to_watch
from gamelib.game import MAX, MIN
from gamelib.games.tree import SAMPLE, TreeGame
from gamelib.search import minimax
from gamelib.words import listing, number

MOVED = TreeGame.from_text(str(SAMPLE).replace("N=9", "N=6").replace("U=6", "U=9"))
"""The sample tree with N and U exchanged: now the 9 is below D."""

HAND_TREE = TreeGame.from_text("""
    A: B C D
    B: E=4 F=8
    C: G=9 H=3
    D: I=6 J=5
""")
"""The tree of exercise 02.1: small enough for a pencil."""


@exercise(
    "02.1",
    "Begin at the bottom: B, C and D are MIN's. Which leaf does MIN choose at B?",
    "At A it is MAX's turn. MAX chooses among the values that you found for B, C and D.",
)
def _by_hand(expect: Attempt, answer: Any) -> Outcome | str:
    for node, value in named_boxes(answer, "BCDA").items():
        values = {child: value_of(HAND_TREE, child) for child in HAND_TREE.moves(node)}
        if value != value_of(HAND_TREE, node):
            return f"{node} is not worth {value}: {_ask(node, value, values)}"
    return Outcome(True, "all four values, from the bottom up")


def _ask(node: str, value: Any, values: dict[str, Any]) -> str:
    """Return a question that leads from a wrong value to the right one."""
    side, below = HAND_TREE.turn(node), listing([*values])
    if value not in values.values():
        return f"its value comes up from one of {below}"
    best = "largest" if value == max(values.values()) else "smallest"
    if value not in (max(values.values()), min(values.values())):
        best = "middle one"
    return f"that is the {best} of {below}, and {side} moves there. Which one does {side} want?"


# ---- functions of a game ------------------------------------------------------------------------

ValueFunction = Callable[[Any, Any], Any]


def _searching(choose: Callable[..., Any]) -> ValueFunction:
    """Return a search that chooses by another rule: `choose(game, state, level, first side)`."""

    def value(game: Any, state: Any, level: int = 0, first: Any = None) -> Any:
        moves, first = game.moves(state), first or game.turn(state)
        if not moves:
            return game.score(state)
        values = [value(game, game.play(state, move), level + 1, first) for move in moves]
        return choose(game, state, level, first)(values)

    return value


SWAPPED_SIDES = {MAX: min, MIN: max}
WRONG_VALUES = {
    "it takes the largest value everywhere; where does MIN move?": _searching(lambda *_: max),
    "it takes the smallest value everywhere; where does MAX move?": _searching(lambda *_: min),
    "MAX and MIN are swapped": _searching(lambda game, state, *_: SWAPPED_SIDES[game.turn(state)]),
    "it counts levels, with MAX at the root; game.turn(state) says who moves": _searching(
        lambda game, state, level, first: min if level % 2 else max
    ),
    "it lets the sides take turns; game.turn(state) says who moves, and a side may move twice": (
        _searching(lambda _, __, level, first: max if (first == MAX) == (level % 2 == 0) else min)
    ),
    "it looks at the first move only": _searching(lambda *_: itemgetter(0)),
}


LARGE_VALUES = ("A: B=-30000000 C=-20000000", "A (MIN): B=30000000 C=20000000")
"""Trees with values larger than the number that a program may use for infinity."""
TRICKY_VALUES = (
    "A: C=4 B=4",
    "A: B=0.25 C=0.75",
    "A (MIN): B=-0.25 C=-0.75",
    "A: B=150 C=170",
    *LARGE_VALUES,
)
"""Trees in which the order of the names and every digit matter."""


def _cases() -> list[tuple[Any, Any]]:
    """Return games and states: trees, also as games in which a move is not a state."""
    plain = [*trees(9), *map(TreeGame.from_text, TRICKY_VALUES), *trees(66)[9:]]
    paths = map(Numbered, trees(60, seed=2))
    mixed = [game for pair in zip(plain[9:], paths, strict=False) for game in pair]
    return [*positions([*plain[:9], *mixed]), *((SAMPLE, node) for node in SAMPLE.nodes())]


def has_zero(game: Any, state: Any, *_: Any) -> bool:
    """Return whether a game can end with the score 0 from here."""
    moves = game.moves(state)
    if not moves:
        return bool(game.score(state) == 0)
    return any(has_zero(game, game.play(state, move)) for move in moves)


ZERO_LOST = {"a score of 0 is taken for no score, but only None means that there is none": has_zero}
"""The likely cause if a function is wrong only where a game can end with 0."""


def _takes(game: Any, state: Any) -> str:
    """Return why a state has its value."""
    moves, side = game.moves(state), game.turn(state)
    if not moves:
        return "the game is over there, and that is its score"
    values = ", ".join(number(value_of(game, game.play(state, move))) for move in moves)
    if len(moves) == 1:
        return "there is only one move"
    return f"{side} moves and takes the {'largest' if side == MAX else 'smallest'} of {values}"


@exercise(
    "02.2",
    "If there are no moves, the score is the value, even if it is 0.",
    "Ask game.turn(state) whether to take max or min; do not count levels.",
    "For each move: my_value(game, game.play(state, move)).",
)
def _value(expect: Attempt, answer: Any) -> None:
    expect.agrees(
        answer,
        value_of,
        _cases(),
        smaller=smaller_position,
        because=_takes,
        mistakes=WRONG_VALUES,
        only=ZERO_LOST,
        watch=line_to_watch,
    )


def _moving(
    value: ValueFunction, better: Callable[[Any, Any], Any], last: bool = False
) -> ValueFunction:
    """Return a player that takes the first, or the last, of the best moves by these values."""

    def best_move(game: Any, state: Any) -> Any:
        moves = game.moves(state)[:: -1 if last else 1]
        return better(game, state)(moves, key=lambda move: value(game, game.play(state, move)))

    return best_move


def _best(game: Any, state: Any) -> Any:
    return max if game.turn(state) == MAX else min


def _last_state(game: Any, state: Any) -> Any:
    for move in minimax(game, state).line:
        state = game.play(state, move)
    return state


WRONG_MOVES: dict[str, ValueFunction] = {
    "it plays for MAX even where MIN moves": _moving(value_of, lambda *_: max),
    "it plays for MIN even where MAX moves": _moving(value_of, lambda *_: min),
    "it plays the move that is best for the other side": _moving(
        value_of, lambda game, state: SWAPPED_SIDES[game.turn(state)]
    ),
    "among equal moves it takes the last one, not the first": _moving(value_of, _best, last=True),
    "it always plays the first move": lambda game, state: game.moves(state)[0],
    "it returns the value, not the move": value_of,
    "it returns the index of the move, not the move": lambda game, state: game.moves(state).index(
        minimax(game, state).move
    ),
    "it returns the state where the game ends, not a move": _last_state,
    "it returns the state after the move, not the move": lambda game, state: game.play(
        state, minimax(game, state).move
    ),
    "it returns the whole line, not its first move": lambda game, state: minimax(game, state).line,
    "it returns the value and the move; only the move is asked for": lambda game, state: (
        value_of(game, state),
        minimax(game, state).move,
    ),
} | {
    f"it compares wrong values: {mistake}": _moving(wrong_value, _best)
    for mistake, wrong_value in WRONG_VALUES.items()
}


def _choice(game: Any, state: Any) -> str:
    """Return why a move is the right one."""
    side = game.turn(state)
    if len(game.moves(state)) == 1:
        return "there is only one move"
    values = {move: value_of(game, game.play(state, move)) for move in game.moves(state)}
    listed = ", ".join(f"{move} ({number(value)})" for move, value in values.items())
    first = ", the first among equals" if len({*values.values()}) < len(values) else ""
    best = "largest" if side == MAX else "smallest"
    return f"{side} moves and wants the {best} of {listed}{first}"


@exercise(
    "02.3",
    "Compare the values of the states after each move; keep the move, not the leaf.",
    "Whose turn is it? MAX wants the largest of these values, MIN the smallest.",
    "max(moves, key=…) and min(moves, key=…) return the first among equals.",
)
def _best_move(expect: Attempt, answer: Any) -> None:
    expect.agrees(
        answer,
        lambda game, state: minimax(game, state).move,
        [(game, state) for game, state in _cases() if game.moves(state)],
        smaller=smaller_position,
        because=_choice,
        mistakes=WRONG_MOVES,
        only=ZERO_LOST,
        watch=line_to_watch,
    )


LARGE_TREES = ((10, 20), (35, 15), (3, 50), (2, 80))  # beyond floats and numbers of 64 bits


def _levels(b: int, d: int) -> str:
    """Return the number of nodes of each level; many levels are cut short."""
    sizes = [str(b**level) for level in range(d + 1)]
    shown = [*sizes[:4], "…", sizes[-1]] if d > 6 else sizes
    return f"the levels have {' + '.join(shown)} nodes" if d else "there is only the root"


@exercise(
    "02.4",
    "One root, b children, b * b grandchildren …",
    "Levels 0 to d: how many nodes does level k have?",
)
def _nodes(expect: Attempt, answer: Any) -> None:
    small = [(b, d) for d in range(7) for b in range(1, 6)]
    expect.agrees(
        answer,
        lambda b, d: sum(b**level for level in range(d + 1)),
        [*sorted(small, key=sum), (10, 4), (1, 40), (35, 3), (2, 14), *LARGE_TREES],
        because=_levels,
        only={
            "only large numbers go wrong: `/` makes a float, and floats and the numbers of numpy "
            "have few digits; use `//` and the whole numbers of Python": lambda b, d: b**d > 10**9
        },
        mistakes={
            "this is the last level only": lambda b, d: b**d,
            "one level is missing: level 0 is the root, level d are the leaves": lambda b, d: sum(
                b**level for level in range(d)
            ),
            "there is one level too many": lambda b, d: sum(b**level for level in range(d + 2)),
            "the root is missing": lambda b, d: sum(b**level for level in range(1, d + 1)),
            "each level has b times as many nodes as the one above, not b more": lambda b, d: (
                1 + b * d
            ),
            "b and d are swapped": lambda b, d: sum(d**level for level in range(b + 1)),
        },
    )


@exercise(
    "02.5",
    "At A it is MAX's turn, and the search sees only your numbers.",
    "An equal number is not enough: the search keeps the first move among equals.",
)
def _plays_d(expect: Attempt, answer: Any) -> Outcome | str:
    estimates = named_boxes(answer, "BCD")
    move = minimax(SAMPLE, depth=1, evaluate=lambda node: float(estimates[node])).move
    if move == "D":
        return Outcome(True, "the search plays D and gives up the better value at B")
    why = f"who moves at A, and which number does that side like better than {estimates['D']}?"
    if estimates[move] == estimates["D"]:
        why = f"{move} and D are equal, and the search takes the first of equals"
    return f"with these numbers a search to depth 1 plays {move}: {why}"


# ---- a graph ------------------------------------------------------------------------------------


@exercise(
    "02.6",
    "mine.add_node('A', side='MAX', value=…), then mine.add_edge('A', 'B'), and so on.",
    "Begin with the leaves and work upwards, as in exercise 1.",
    "To keep MAX from the largest leaf, let MIN have a better choice beside it.",
)
def _own_graph(expect: Attempt, answer: Any) -> Outcome | str:
    import networkx as nx

    if not isinstance(answer, nx.DiGraph):
        kind = type(answer).__name__
        return f"give an nx.DiGraph, whose edges have a direction, not a {kind}"
    if not answer:
        return Outcome(False, "the graph is still empty: add nodes and edges", open=True)
    moves = {node: [*below] for node, below in answer.adjacency() if below}
    given_sides = {node: as_python(answer.nodes[node].get("side", "")) for node in moves}
    sides = {node: str(side).upper() for node, side in given_sides.items()}
    values = {node: as_python(answer.nodes[node].get("value")) for node in answer}
    valid_sides: Any = {node: side for node, side in sides.items() if side in (MAX, MIN)}
    if wrong := _no_tree(answer):
        return wrong
    try:
        tree = TreeGame(moves, {node: 0 for node in answer if node not in moves}, valid_sides)
    except ValueError as error:
        return str(error)
    root = tree.start()
    if not any(child in moves for child in tree.moves(root)):
        return "the tree must be at least two plies deep: MAX moves, then MIN"
    for node, value in values.items():
        if node in moves and not sides[node]:
            return Outcome(False, f"{node} has moves, but no side yet", open=True)
        if value in (None, ...):
            return Outcome(False, f"{node} has no value yet", open=True)
        if node in moves and node not in valid_sides:
            side = short(answer.nodes[node]["side"])
            return f"the side of {node} is {side}; write 'MAX' or 'MIN'"
        if not is_real(value):
            return f"the value of {node} is {short(value)}; give a finite number"
    if sides[root] != MAX:
        return f"MIN moves at the root, {root}; let MAX move there"
    for node in nx.dfs_postorder_nodes(answer, root):
        below = [values[child] for child in answer[node]]
        if below and not alike(values[node], (max if sides[node] == MAX else min)(below)):
            question = f"{sides[node]} moves at {node}. Which of the values below it does it take?"
            return f"{node} is not worth {values[node]}: {question}"
    for text, known in KNOWN_TREES.items():
        if _shape(answer, root) == _shape_of(known, known.start()):
            return f"this is {text} of the lecture; make one of your own"
    largest = max(value for node, value in values.items() if node not in moves)
    if values[root] == largest:
        return "MAX gets the largest leaf of all; where could MIN keep MAX from it?"
    got = f"MAX gets {values[root]}, and the {largest} stays out of reach"
    if sides != given_sides:
        got += ". `draw_graph` knows only 'MAX' and 'MIN', in capitals"
    return Outcome(True, f"a tree with {len(values)} nodes: {got}")


KNOWN_TREES = {"the sample tree": SAMPLE, "the tree of exercise 1": HAND_TREE}


def _shape(graph: Any, node: Any) -> Any:
    """Return a tree without its names: the value of a leaf, or the side and what is below."""
    below = sorted((_shape(graph, child) for child in graph[node]), key=repr)
    about = graph.nodes[node]
    return (str(about["side"]).upper(), below) if below else float(about["value"])


def _shape_of(tree: TreeGame, node: str) -> Any:
    below = sorted((_shape_of(tree, child) for child in tree.moves(node)), key=repr)
    return (tree.turn(node), below) if below else float(tree.score(node) or 0)


def _no_tree(graph: Any) -> str:
    """Return why the edges of a graph are no tree, if all of them have one cause."""
    import networkx as nx

    for node in graph:
        if graph.has_edge(node, node):
            return f"{node} has an edge to itself; an edge goes from a node to one of its children"
    if not nx.is_arborescence(graph) and nx.is_arborescence(graph.reverse()):
        node, child = next((a, b) for a, b in graph.reverse().edges)
        return (
            f"the edges point from child to parent, such as {child} to {node}; a move leads from "
            "a node to its child, so turn them around"
        )
    try:
        circle = [edge[0] for edge in nx.find_cycle(graph)]
    except nx.NetworkXNoCycle:
        return ""
    names = " to ".join(map(str, [*circle, circle[0]]))
    return f"the edges go round in a circle, {names}; a tree has none"
