"""The orders, the measurements and the exercises of lecture 04, Move order."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count, permutations
from typing import Any

from course.all_orders import by_value, true_values
from course.cases import VALUE_SETS, Numbered, positions, smaller_position, trees
from course.checks import Outcome, short
from course.exercises import Attempt, Mistakes, exercise, is_real, names_in
from gamelib.game import MAX, MIN, Side
from gamelib.games.tictactoe import TicTacToe, open_lines
from gamelib.games.tree import SAMPLE, TreeGame
from gamelib.search import alpha_beta
from gamelib.trace import Trace
from gamelib.view.style import THEMES
from gamelib.view.tree.picture import draw
from gamelib.words import Text

ORDER_TREE = TreeGame.from_text("""
    A: B C D
    B: E F=3
    C: G=9 H=7
    D: I=6 J=2
    E: K=1 L=8 M=4
""")
"""The tree of exercise 04.1: which order is best?"""


def ordered(tree: TreeGame, first: str, side: Side | None = None) -> TreeGame:
    """Return the tree with the "best" or the "worst" move first at every node, or as "given".

    With a `side`, only its moves are sorted.

    >>> tree = TreeGame.from_lists([[3, 5], [2, 9]])
    >>> print(ordered(tree, "worst"))
    A (MAX): C B
    C (MIN): G=9 F=2
    B (MIN): E=5 D=3
    >>> ordered(tree, "worst", MAX).moves("C")
    ('F', 'G')
    """
    if first not in ("best", "worst", "given"):
        raise ValueError(f"first is {first!r}, but must be 'best', 'worst' or 'given'")
    if first == "given":
        return tree
    rows = by_value(tree, first)
    return tree.reordered({name: rows[name] for name in rows if side in (None, tree.turn(name))})


def best_moves(game: Any, trace: Trace) -> dict[Any, Any]:
    """Return the move that a search found best at each position where it tried moves.

    After a cut this is the move that caused it.

    >>> best_moves(SAMPLE, alpha_beta(SAMPLE, record=True).trace)["C"]
    'G'
    """
    states = {(): game.start()}
    best: dict[Any, Any] = {}
    for path in trace.visited:  # a node comes before those below it
        if path:
            state = states[path[:-1]]
            states[path] = game.play(state, path[-1])
            if trace.nodes[path].value == trace.nodes[path[:-1]].value:
                best.setdefault(state, path[-1])
    return best


def visited_leaves(tree: TreeGame) -> int:
    """Return how many leaves alpha-beta visits.

    >>> visited_leaves(TreeGame.from_lists([[3, 5], [2, 9]]))
    3
    """
    trace = alpha_beta(tree, record=True).trace
    return sum(event.verb == "leaf" for event in trace.events)


def knuth_moore(b: int, d: int) -> int:
    """Return the fewest leaves that can prove the value of a tree with b moves a node and depth d.

    >>> knuth_moore(3, 4)
    17
    """
    half = d // 2
    return int(b ** (d - half) + b**half - 1)


def draw_proofs(tree: TreeGame, for_max: set[str], for_min: set[str]) -> Text:
    """Draw a tree with MAX's proof and MIN's proof; return how many leaves the proofs have."""
    import matplotlib.pyplot as plt
    import networkx as nx
    from matplotlib.lines import Line2D

    graph: Any = draw(alpha_beta(tree, record=True).trace).graph()
    points = graph.nodes(data="pos")
    theme = THEMES["light"]
    figure, axes = plt.subplots(figsize=(9.5, 4), layout="constrained")
    axes.axis("off")
    nx.draw_networkx_edges(graph, points, ax=axes, arrows=False, edge_color=theme.faint)
    value = true_values(tree)[tree.start()]
    proofs: Any = ((for_max, theme.max, 7, "-"), (for_min, theme.min, 2.5, "--"))
    between = (for_min, theme.paper, 4, "-")  # where both proofs take the same edge
    for proof, colour, width, style in (proofs[0], between, proofs[1]):
        edges = [edge for edge in graph.edges if proof.issuperset(edge)]
        nx.draw_networkx_edges(
            graph, points, edges, ax=axes, arrows=False, edge_color=colour, width=width, style=style
        )
    sides = ((MAX, "^", theme.max_fill, theme.max), (MIN, "v", theme.min_fill, theme.min))
    for side, shape, fill, line in (*sides, ("", "o", theme.paper, theme.paper)):
        nodes = [node for node in graph if (tree.turn(node) if tree.moves(node) else "") == side]
        looks: Any = {"node_shape": shape, "node_color": fill, "node_size": 750 if side else 250}
        looks["edgecolors"] = line
        nx.draw_networkx_nodes(graph, points, nodes, ax=axes, **looks)
        lower = {MAX: -5, MIN: 5}.get(side, 0)  # a triangle has room there
        middles = {node: (x, y + lower) for node, (x, y) in points}
        texts = {node: node if side else str(tree.score(node)) for node in nodes}
        nx.draw_networkx_labels(graph, middles, texts, ax=axes, font_size=10)
    labels = (f"MAX gets at least {value}", f"MIN gives away no more than {value}")
    lines = [Line2D([], [], color=c, linewidth=w, linestyle=s) for _, c, w, s in proofs]
    figure.legend(lines, labels, loc="outside lower center", ncols=2, frameon=False)
    leaves = {node for node in tree.nodes() if not tree.moves(node)}
    both = (for_max | for_min) & leaves
    return Text(
        f"Leaves: {len(for_max & leaves)} in MAX's proof, {len(for_min & leaves)} in MIN's, "
        f"{len(both)} of {len(leaves)} together."
    )


# ---- exercises ----------------------------------------------------------------------------------

NODE_QUESTIONS = {
    "A": "which of its children is best for MAX?",
    "B": "when the search comes here, which child is enough for a cut?",
    "D": "when the search comes here, which child is enough for a cut?",
}


@exercise(
    "04.1",
    "Which of B, C and D is best for MAX? It comes first at A.",
    "C is worth 7. Which child of B alone shows that B is worth less?",
)
def _best_order(expect: Attempt, answer: Any) -> Outcome | str:
    if not isinstance(answer, Mapping):
        example = "{'A': 'DCB', 'B': 'EF', 'C': 'GH', 'D': 'IJ'}"
        return f"give a dictionary such as {example}, not {short(answer)}"
    if not answer or any(row is ... or row is None for row in answer.values()):
        return Outcome(False, "put an order in place of every three dots", open=True)
    rows: dict[str, list[str]] = {}
    for name, row in answer.items():
        node = str(name).strip().upper()
        if node not in ORDER_TREE.nodes() or not ORDER_TREE.moves(node):
            return f"{name!r} is not a node with children; those are A, B, C, D, E"
        rows[node] = names_in(row)
        if sorted(rows[node]) != sorted(ORDER_TREE.moves(node)):
            children = ", ".join(ORDER_TREE.moves(node))
            return f"the row at {node} must name each of its children {children} once, not {row!r}"
    if rows.get("E", row_at_e := list(ORDER_TREE.moves("E"))) != row_at_e:
        return "the row at E stays as it is; leave it out"

    def visits(**changed: Sequence[str]) -> int:
        return alpha_beta(ORDER_TREE.reordered({**rows, **changed})).visited

    fewest = {
        node: min(visits(**{node: row}) for row in permutations(ORDER_TREE.moves(node)))
        for node in NODE_QUESTIONS
    }
    node = min(fewest, key=fewest.__getitem__)
    if fewest[node] < visits():
        message = f"this order visits {visits()} nodes; another order visits fewer"
        return f"{message}. Look at {node} again: {NODE_QUESTIONS[node]}"
    if missing := [node for node in "ABCD" if node not in rows]:
        return Outcome(False, f"the row at {missing[0]} is still missing", open=True)
    return Outcome(True, f"{visits()} nodes; no order visits fewer")


@exercise(
    "04.2",
    "D comes first. When the search comes to J, MIN already has 2 at I.",
    "D is worth 2, so MAX has 2. Is C cut after G? And is F cut after M?",
)
def _reversed_root(expect: Attempt, answer: Any) -> Outcome | str:
    if answer is None:
        return Outcome(False, "put your number in place of the three dots", open=True)
    if not is_real(answer):
        return f"give a number of nodes, not {short(answer)}"
    given: Any = answer
    tree = SAMPLE.reordered({"A": "DCB"})
    visited, unchanged = alpha_beta(tree).visited, alpha_beta(SAMPLE).visited
    if answer == visited:
        return Outcome(True, f"{visited} nodes; U, H, P, Q and N are skipped")
    messages: dict[Any, str] = {
        unchanged: "That is the number for the order B, C, D. What does MAX have after D?",
        len(SAMPLE.nodes()): "That is the whole tree. Is there no cut at all?",
        len(SAMPLE.nodes()) - visited: "Is that the number of skipped nodes?",
        visited_leaves(tree): "Is that the number of leaves? Inner nodes are visited, too.",
    }
    many = "Too many: a cut is missing somewhere. Where does MAX or MIN already have enough?"
    few = "Too few: a node was skipped that the search still needs. What does MAX have after D?"
    message = messages.get(given, many if given > visited else few)
    return f"not {short(answer, str)}. {message}"


@exercise(
    "04.3",
    "One term has half of d rounded up, the other has it rounded down.",
    "d // 2 rounds down, (d + 1) // 2 rounds up.",
)
def _least_leaves(expect: Attempt, answer: Any) -> None:
    few = [(3, 4), (3, 2), (3, 3), (2, 4), (5, 1), (7, 0), (1, 9), (1, 0), (2, 1), (35, 6)]
    expect.agrees(
        answer,
        knuth_moore,
        few + [(b, d) for b in range(1, 12) for d in range(10)] + LARGE_TREES,
        smaller=_smaller(1, 0),
        because=_proofs,
        only={
            "only large numbers go wrong: floats and the numbers of numpy have few digits; use "
            "`//` and the whole numbers of Python": lambda b, d: knuth_moore(b, d) > 10**9
        },
        mistakes={
            "this counts all the leaves, not those of the two proofs": lambda b, d: b**d,
            "it rounds d/2 down in both terms": lambda b, d: 2 * b ** (d // 2) - 1,
            "it rounds d/2 up in both terms": lambda b, d: 2 * b ** ((d + 1) // 2) - 1,
            "it does not round d/2 for an odd depth": lambda b, d: 2 * b ** (d / 2) - 1,
            "it counts the leaf that both proofs share twice": lambda b, d: knuth_moore(b, d) + 1,
            "this is one proof, and there are two": lambda b, d: b ** (d // 2),
        },
    )


LARGE_TREES = [(10, 40), (2, 140), (3, 81), (35, 30)]  # beyond floats and numbers of 64 bits


def _proofs(b: int, d: int) -> str:
    one, other = b ** (d - d // 2), b ** (d // 2)
    leaves = "1 leaf" if one == 1 else f"{one} leaves"
    return f"one proof has {leaves} and the other has {other}, with 1 leaf in both"


def _smaller(*least: int) -> Callable[..., Iterator[tuple[int, ...]]]:
    """Return a function that yields the arguments with one of them smaller, at least `least`."""

    def smaller(*numbers: int) -> Iterator[tuple[int, ...]]:
        for index, number in enumerate(numbers):
            for fewer in sorted({least[index], number // 2, number - 1}):
                if least[index] <= fewer < number:
                    yield (*numbers[:index], fewer, *numbers[index + 1 :])

    return smaller


@exercise(
    "04.4",
    "Inside, define a function of state and moves, and return it.",
    "sorted(moves, key=…, reverse=…): the key plays the move and evaluates the new state.",
)
def _best_first(expect: Attempt, answer: Any) -> Outcome | None:
    """Judge a function or a class that makes an order from an evaluation."""
    good = expect.agrees(
        partial(answer) if isinstance(answer, type) else answer,
        _best_moves_first,
        _orders(),
        smaller=_smaller_order,
        same=lambda result, wanted: isinstance(result, MoveOrder) and result == wanted,
        show=lambda game, evaluate, state: (
            f"the order of {game.turn(state)}'s moves {MoveOrder(game.moves(state))}"
        ),
        here=_evaluated_moves,
        because=lambda game, evaluate, state: (
            f"{game.turn(state)} wants {'large' if game.turn(state) == MAX else 'small'} values "
            "first, and equal moves keep their order"
        ),
        through=_order_made,
        mistakes=WRONG_ORDERS,
    )
    if not good:
        return None
    tree = TreeGame.random(seed=1, depth=4, branching=3, values=(0, 99_999))
    plain = alpha_beta(tree).visited
    result = alpha_beta(tree, order=answer(tree, true_values(tree).__getitem__))
    return Outcome(
        True, f"ordered by true values, alpha-beta visits {result.visited} nodes, not {plain}"
    )


GUESSES = (*VALUE_SETS, tuple(n / 8 for n in range(8)))


def _guess(seed: int, state: Any) -> Any:
    """Return an estimate of a state of any game: random, but always the same."""
    return random.Random(f"{seed} {state}").choice(GUESSES[seed % len(GUESSES)])


OrderCase = tuple[Any, Any, Any]  # game, evaluation, state


def _orders() -> Iterator[OrderCase]:
    """Yield games with an evaluation and a state in which there are moves."""
    # The moves are not in the order of their names.
    few = ["A: B=0 D=0 C=0", "A (MIN): C=0 B=0 D=0", "A: B C\nB: H=0 D=0 E=0\nC: G=0 F=0"]
    small = [TreeGame.from_text(text) for text in few]
    for seed in range(9):
        yield small[seed % 3], partial(_guess, seed), "A"
        yield Numbered(small[2]), partial(_guess, seed), "BC"[seed % 2]
    games = [*small, *map(Numbered, [*small, *trees(40, seed=4)])]
    for seed, (game, state) in enumerate(positions([*games, *games], seed=4)):
        if game.moves(state):
            yield game, partial(_guess, seed), state
    for text in (".../.../...", "X../.../...", "X../.O./..X", "XO./.X./..O"):
        yield (game := TicTacToe()), open_lines, game.from_text(text)


def _order_made(best_first: Any, game: Any, evaluate: Any, state: Any) -> Any:
    """Return the moves of a state in the order of the answer, or what is wrong with it."""
    order = best_first(game, evaluate)
    if order is None:
        return None
    if not callable(order):
        return Text(f"{order!r}, which is not a function of a state and its moves")
    for at in (game.start(), state):  # the same order serves all states
        try:
            moves = order(at, game.moves(at))
        except Exception:
            if _takes_moves_first(order, game, at):
                return Text("an order that takes its moves first; it gets a state, then the moves")
            raise
    if moves is None:
        return Text("an order that returns nothing: its inner function has no `return`")
    if isinstance(moves, str) or not isinstance(moves, Iterable):
        return Text(f"an order that returns {moves!r}, which is not a list of moves")
    return MoveOrder(moves)


def _takes_moves_first(order: Any, game: Any, state: Any) -> bool:
    """Return whether an order works with its two arguments exchanged."""
    try:
        return sorted(map(str, order(game.moves(state), state))) == sorted(
            map(str, game.moves(state))
        )
    except Exception:
        return False


class MoveOrder(list[Any]):
    """Moves in the order in which they are tried."""

    def __repr__(self) -> str:
        """Return the moves in one line."""
        return " ".join(map(str, self))


def _best_moves_first(
    game: Any, evaluate: Any, state: Any, *, side: Any = lambda game, state: game.turn(state)
) -> MoveOrder:
    def value_after(move: Any) -> Any:
        return evaluate(game.play(state, move))

    return MoveOrder(sorted(game.moves(state), key=value_after, reverse=side(game, state) == MAX))


WRONG_ORDERS: Mistakes = {
    "the largest value comes first, even where MIN moves": {"side": lambda *_: MAX},
    "the smallest value comes first, even where MAX moves": {"side": lambda *_: MIN},
    "the worst comes first": lambda *case: _best_moves_first(*case)[::-1],
    "the worst comes first, for MAX and for MIN": {
        "side": lambda game, state: MIN if game.turn(state) == MAX else MAX
    },
    "it asks only at the start whose turn it is; it should ask in each state": {
        "side": lambda game, state: game.turn(game.start())
    },
    "the moves keep their order: does it evaluate the state before the move?": (
        lambda game, evaluate, state: MoveOrder(game.moves(state))
    ),
    "it evaluates the move, but a move is not a state": lambda game, evaluate, state: MoveOrder(
        sorted(game.moves(state), key=evaluate, reverse=game.turn(state) == MAX)
    ),
}


def _smaller_order(game: Any, evaluate: Any, state: Any) -> Iterator[OrderCase]:
    if not isinstance(game, TicTacToe):
        for smaller, start in smaller_position(game, state):
            if smaller.moves(start):
                yield smaller, evaluate, start


def _evaluated_moves(game: Any, evaluate: Any, state: Any) -> str:
    """Return the estimate after each move, and the game."""
    values = (f"{evaluate(game.play(state, move))} after {move}" for move in game.moves(state))
    shown = state if isinstance(game, TicTacToe) else game
    return f"evaluate says {', '.join(values)}\n{shown}"


@exercise(
    "04.5",
    "Try depths 1, 2, 3 … as long as they need no more than `leaves`.",
    "while least_leaves(b, d + 1) <= leaves: d += 1",
)
def _deepest(expect: Attempt, answer: Any) -> None:
    few = [(3, 5), (3, 10), (3, 11), (3, 6_561), (35, 1_000_000), (9, 1), (2, 1), (2, 2), (2, 3)]
    edges = [
        (b, knuth_moore(b, d) + more)
        for b in (2, 3, 4, 7, 10, 36)
        for d in (*range(1, 9), 15, 22, 31)
        for more in (-1, 0, 1)
        if knuth_moore(b, d) < 10**12
    ]
    edges += [(10, knuth_moore(10, 40) + more) for more in (-1, 0)]  # beyond floats
    expect.agrees(
        answer,
        _depth,
        few + edges,
        smaller=_smaller(2, 1),
        because=_needs,
        only={
            "only large numbers go wrong: floats have few digits": lambda b, leaves: leaves > 10**9
        },
        mistakes={
            "it is one too deep": lambda b, leaves: _depth(b, leaves) + 1,
            "it does not accept exactly as many leaves: <=, not <": lambda b, leaves: _depth(
                b, leaves - 1
            ),
            "this is how deep minimax gets": lambda b, leaves: _depth(b, leaves, pow),
            "it doubles the depth of minimax, which is not always right": (
                lambda b, leaves: 2 * _depth(b, leaves, pow)
            ),
        },
    )


def _needs(b: int, leaves: int) -> str:
    depth = _depth(b, leaves)
    now, then = knuth_moore(b, depth), knuth_moore(b, depth + 1)
    enough = "1 leaf is" if now == 1 else f"{now:,} leaves are"
    return f"{enough} enough for depth {depth}, but the next depth needs {then:,}"


def _depth(b: int, leaves: int, needs: Callable[[int, int], int] = knuth_moore) -> int:
    """Return the greatest depth that needs at most this many leaves."""
    return next(d for d in count() if needs(b, d + 1) > leaves)
