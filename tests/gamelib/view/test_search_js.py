"""The search in the browser does what the one in Python does: node runs it, and it is compared."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from functools import cache, partial

import pytest
from search_js import ANSWERS, differences, random_tree, searches

from course import practice_tree, predictor
from course.all_orders import order_counts, true_values
from gamelib import MAX, MIN, SAMPLE, TreeGame, alpha_beta, minimax
from gamelib.view.live.bundle import WEB_FOLDER, joined
from gamelib.view.live.data import data_of, replay_frame
from gamelib.view.tree.drawing import drawing_of
from gamelib.words import causes_of_cuts, number

RUN = """
import { text } from "node:stream/consumers";
const [search, practice, replay, truth, { answers }] = await Promise.all(
  ["search", "practice", "replay", "truth", "answers"].map((name) => import(`./${name}.js`)),
);
const questions = JSON.parse(await text(process.stdin));
process.stdout.write(answers({ search, practice, replay, truth }, questions).join("\\n"));
"""


@pytest.fixture(scope="module")
def ask(node, tmp_path_factory):
    """A function that returns the browser's answers to questions, by a changed module if asked."""

    def asked(questions, *changes):
        folder = tmp_path_factory.mktemp("modules")
        for name in ("search", "practice", "replay", "truth"):
            shutil.copy(WEB_FOLDER / f"{name}.js", folder)
        for old, new in changes:
            files = [file for file in folder.glob("*.js") if old in file.read_text("utf-8")]
            assert len(files) == 1, f"no module says {old!r}: change the mutant too"
            text = files[0].read_text("utf-8").replace(old, new)
            files[0].write_text(text, encoding="utf-8")
        shutil.copy(ANSWERS, folder / "answers.js")
        (folder / "package.json").write_text('{"type": "module"}')
        command = [node, "--input-type=module", "--eval", RUN]
        ran = subprocess.run(
            command, input=json.dumps(questions), cwd=folder, capture_output=True, encoding="utf-8"
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout.split("\n")

    return asked


@pytest.fixture(scope="module")
def learn(ask):
    """A function that returns the answers as plain data."""
    return lambda questions: [json.loads(answer) for answer in ask(questions)]


def outcome(make):
    """Return what a function returns, or its error as the browser writes it."""
    try:
        return make()
    except (TypeError, ValueError) as error:
        return f"Error: {error}"


def without_kind(answer):
    """Return an answer; the kind of an error has another name in Python."""
    kind, colon, words = answer.partition(": ") if isinstance(answer, str) else ("", "", "")
    return f"Error: {words}" if colon and kind.endswith("Error") else answer


# ---- The data of a stepper ----------------------------------------------------------------------

GEOMETRY = {"template", "room", "top", "wide"}  # of a node: the browser measures them


@cache  # every mutant is compared with the same data
def data_in_python(text, search, strict):
    """Return the data of a stepper without what the browser measures."""
    tree = TreeGame.from_text(text)
    options = {"strict_cuts": True} if strict else {}
    trace = {"alphaBeta": alpha_beta, "minimax": minimax}[search](
        tree, record=True, **options
    ).trace
    data = json.loads(json.dumps(data_of(drawing_of(trace, windows="all", most=10_000))))
    nodes = [{k: v for k, v in node.items() if k not in GEOMETRY} for node in data["nodes"]]
    steps = [step | {"changes": sorted(step["changes"])} for step in data["steps"]]
    for key in ("templates", "rooms"):
        del data[key]
    return data | {"nodes": nodes, "steps": steps}


@pytest.mark.parametrize(
    "seeds", [range(150), pytest.param(range(150, 4_000), marks=pytest.mark.nightly)]
)
def test_the_browser_makes_the_data_of_a_stepper_that_python_makes(learn, seeds):
    assert unlike(seeds, learn) == []


def unlike(seeds, learn):
    """Return the trees whose data differ in the browser, each with the first part that does."""
    frame = replay_frame()
    cases = []
    for seed in seeds:
        tree = random_tree(seed)
        if tree.moves(tree.start()):
            search, strict = (("alphaBeta", False), ("alphaBeta", True), ("minimax", False))[
                seed % 3
            ]
            cases.append((str(tree), search, strict))
    assert len(cases) > 0.9 * len(seeds)
    answers = learn(
        [["replay", text, frame, {"search": s, "strictCuts": strict}] for text, s, strict in cases]
    )
    wrong = []
    for case, answer in zip(cases, answers, strict=True):
        assert not isinstance(answer, str), answer
        answer["steps"] = [s | {"changes": sorted(s["changes"])} for s in answer["steps"]]
        expected = data_in_python(*case)
        wrong += [
            (*case, key, answer.get(key), expected.get(key))
            for key in sorted(expected.keys() | answer.keys())
            if answer.get(key) != expected.get(key)
        ][:1]
    return wrong


@pytest.mark.parametrize(
    "old, new, part",
    [
        ('["=", proof].includes(child.bound)', "true", "steps"),  # a claim that is not proved
        ("set(name, { best: true })", "set(name, { best: false })", "steps"),
        ("jumps.set(nameAt(tree, event.path), step + 1)", "jumps.set(tree.start, step)", "nodes"),
        ("if (!question && turns", "if (turns", "questions"),
        ("const even = finite.some", "const even = !finite.some", "marks"),
        ("now: event.facts, best: null", "now: event.facts, best: 0", "calls"),
    ],
)
def test_a_wrong_module_is_found_out(ask, old, new, part):
    def learn(questions):
        return [json.loads(answer) for answer in ask(questions, (old, new))]

    assert part in {key for *_, key, _, _ in unlike(range(60), learn)}


# ---- The truth about a prediction ---------------------------------------------------------------

SEARCHES = {
    "alpha-beta": (alpha_beta, {"search": "alphaBeta"}),
    "strict": (partial(alpha_beta, strict_cuts=True), {"search": "alphaBeta", "strictCuts": True}),
    "minimax": (minimax, {"search": "minimax"}),
}


@pytest.mark.parametrize(
    "seeds", [range(60), pytest.param(range(60, 4_000), marks=pytest.mark.nightly)]
)
def test_the_browser_knows_the_truth_reasons_and_hints_of_a_predictor(learn, seeds):
    assert untrue(seeds, learn) == []


def tree_to_predict(seed):
    return practice_tree(seed, 1 + seed % 3) if seed % 5 == 0 else random_tree(seed)


@cache  # every mutant is compared with the same truth
def truth_in_python(seed, name):
    trace = SEARCHES[name][0](tree_to_predict(seed), record=True).trace
    return predictor(trace).state()["truth"]["nodes"]


def untrue(seeds, learn):
    """Return the nodes about which the browser says something else than a predictor of Python."""
    frame = replay_frame()
    cases = []
    for seed in seeds:
        tree = tree_to_predict(seed)
        if tree.moves(tree.start()):
            cases += [(seed, name, str(tree), SEARCHES[name][1]) for name in SEARCHES]
    assert len(cases) > 0.9 * 3 * len(seeds)
    answers = learn([["truth", text, frame, options] for _, _, text, options in cases])
    wrong = []
    for (seed, name, text, options), answer in zip(cases, answers, strict=True):
        assert not isinstance(answer, str), answer
        expected = truth_in_python(seed, name)
        assert answer["nodes"].keys() == expected.keys()
        for node in expected:
            if answer["nodes"][node] != expected[node]:
                wrong.append((text, options, node, answer["nodes"][node], expected[node]))
    return wrong


MISTAKES = {
    "names too many values": ("MOST_VALUES = 6", "MOST_VALUES = 7"),
    "takes the first value of a node": ("findLast(([index]) => index < step)", "at(0)"),
    "takes the last value of a node": ("findLast(([index]) => index < step)", "at(-1)"),
    "forgets equal values": ('best === bound ? "exactly" : side', "side"),
    "names another source of the bound": (
        'if (verb === "leaf" || verb === "leave") finished = name;',
        'if (verb === "leaf") finished = name;',
    ),
    "takes the bound of the other side": ("get(name)[end];", "get(name)[1 - end];"),
    "looks at the parent of a skipped node": (
        "at ?? this.node(name).parent ?? name",
        "this.node(name).parent ?? name",
    ),
    "does not see that a node is cut": ("this.reasons.has(name) ?", "false ?"),
    "writes a bound as a value": (
        "truth: withMinus(signed(this.ended.get(name)))",
        "truth: withMinus(number(this.ended.get(name).value))",
    ),
    "asks for the value of a skipped node": ("this.cutAt.has(look)", "false"),
    "minimax leaves moves out": ("below !== null && !this.search.windows", "false"),
    "counts visits from 0": ("this.visits.size + 1", "this.visits.size"),
}


@pytest.mark.parametrize("change", MISTAKES.values(), ids=MISTAKES)
def test_a_wrong_truth_is_found_out(ask, change):
    def learn(questions):
        return [json.loads(answer) for answer in ask(questions, change)]

    assert untrue(range(60), learn)


# ---- Searches -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seeds", [range(2000), pytest.param(range(2000, 10_000), marks=pytest.mark.nightly)]
)
def test_every_search_emits_the_events_of_python(ask, seeds):
    questions = searches(map(random_tree, seeds))
    assert differences(questions, ask(questions)) == []


def test_the_random_trees_have_all_that_a_tree_can_have():
    trees = [random_tree(seed) for seed in range(2000)]
    traces = [alpha_beta(tree, record=True).trace for tree in trees]
    inner = [(tree, name) for tree in trees for name in tree.nodes() if tree.moves(name)]
    values = [tree.score(name) for tree in trees for name in tree.nodes() if not tree.moves(name)]
    assert sum(tree.turn(tree.start()) == MIN for tree in trees) > 300
    assert sum(trace.cuts > 0 for trace in traces) > 500
    assert sum(len(tree.moves(name)) == 1 for tree, name in inner) > 1000
    assert sum(len(tree.moves(name)) > 4 for tree, name in inner) > 300
    assert sum(isinstance(value, float) for value in values) > 1000
    assert sum(value < 0 for value in values) > 1000
    assert max(len(path) for trace in traces for path in trace.visited) > 12
    assert sum(event.facts[0] == event.facts[1] for trace in traces for event in trace.events) > 100
    pairs = [(tree, name, child) for tree, name in inner for child in tree.moves(name)]
    again = [
        pair[0].turn(pair[1]) == pair[0].turn(pair[2]) for pair in pairs if pair[0].moves(pair[2])
    ]
    assert sum(again) > 1000


CLOSED = "strictCuts ? (a, b) => a > b : (a, b) => a >= b"
WRONG = {
    "cuts on alpha > beta by either rule": (CLOSED, CLOSED.replace(">=", ">")),
    "cuts on alpha >= beta by either rule": (CLOSED, CLOSED.replace("a > b", "a >= b")),
    "takes the last of equal moves": (
        "max ? worth > best : worth < best",
        "max ? worth >= best : worth <= best",
    ),
    "alternates by ply": ("const max = side === MAX;", "const max = path.length % 2 === 0;"),
    "does not hand alpha down": (": path, alpha, beta)", ": path, -Infinity, beta)"),
    "takes a bound for a value": ('least === most ? "="', 'searched === moves.length ? "="'),
    "never raises alpha": ("if (max && best > alpha)", "if (false)"),
    "is not fail-soft": (
        "return best;\n  };",
        "return Math.max(given[0], Math.min(given[1], best));\n  };",
    ),
    "counts a cut at the last child": ("searched < moves.length", "windows && closed(alpha, beta)"),
    "shows the window of the end where it leaves a node": (
        "side, given, { value",
        "side, [alpha, beta], { value",
    ),
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_a_wrong_search_is_noticed(ask, change):
    questions = searches(map(random_tree, range(100)))
    assert differences(questions, ask(questions, change))


def test_the_cause_of_a_cut_and_what_it_skips_are_those_of_python(learn):
    trees = [SAMPLE, *map(random_tree, range(300))]
    for tree, (causes, skipped) in zip(
        trees, learn([["why", str(tree)] for tree in trees]), strict=True
    ):
        trace = alpha_beta(tree, record=True).trace
        expected = [[step, *cause] for step, cause in causes_of_cuts(trace).items()]
        assert causes == json.loads(json.dumps(expected))
        assert [n for _, names in skipped for n in names] == [path[-1] for path in trace.skipped]


def test_every_node_has_its_true_value(learn):
    trees = [SAMPLE, *map(random_tree, range(100))]
    answers = learn([["values", str(tree)] for tree in trees])
    assert answers == [true_values(tree) for tree in trees]


def test_a_window_that_is_none_is_refused(learn):
    windows = [(3, 3), (4, 2.5), (1,), "wide", (None, 1)]
    tree = TreeGame.from_text("A: B=1 C=2")
    answers = learn([["window", str(tree), window] for window in windows])
    for window, answer in zip(windows, answers, strict=True):
        expected = outcome(partial(alpha_beta, tree, window=window))
        assert without_kind(answer) == expected.replace("(1,)", "(1)")


def test_there_is_nothing_to_search_at_a_leaf_and_too_deep_a_tree_is_refused(learn):
    chain = "\n".join(f"n{depth}: n{depth + 1}" for depth in range(2001)) + "\nn2001=1"
    options = {"algorithm": "alphaBeta"}
    leaf, deep = learn([["search", "A=3.0", options], ["search", chain, options]])
    assert without_kind(leaf) == outcome(lambda: alpha_beta(TreeGame.from_text("A=3.0")))
    assert deep.endswith("this tree is 2001 moves deep; at most 2000 can be searched here")


# ---- Text ---------------------------------------------------------------------------------------

GOOD = """
    A: B C    # MAX to move
    B (min): D=-3 E=0.50 F=+7
    C: G H
    G=1_000
    H (MAX): I=1e3 J=.5
"""
TEXTS = [
    GOOD,
    "A=5",
    "A=-0",
    "A = 1e16\n",
    "A(MAX):B=2\r\nB C",
    *("", "# nothing", "A", "A:", "A: B", "A: B=", "A: B, C", "A: B=2, C", "A B: C=1", ": C=1"),
    *("A: B=x", "A: B=1.2.3", "A: B=nan", "A: B=-inf", "A: B=1e999", "A: B=1__0", "A: B=0x10"),
    *("A: B=1\nA: C=2", "A: B=1 B=2", "A: B B=2", "A: B=1\nB=2", "A: B=1\nB: C=2", "A: B=1\nC=2"),
    *("A: A", "A: B\nB: A", "R: X\nX=1\nA: B\nB: C\nC: A", "A: B=1\nC: B", "A=1\nB=2", "A (): B=1"),
    *(
        "A (max: B=1",
        "A max): B=1",
        "A (BOTH): B=1",
        "A (O'Hara): B=1",
        "A (O'\"): B=1",
        "A=B=2",
        "A: (B)",
    ),
    *(
        "A: B == 2",
        "A = 2 3",
        "A: B=2 (MAX)",
        "A (MAX) (MIN): B=2",
        "A:B:C=1",
        "A: B=١",
        "A: é=1 ß=2",
    ),
    *(
        "A: B=1\x85C: D",
        "A:\x1cB=1",
        "A: B\ufeff=1",
        "A\u00a0B: C=1",
        "A\\: B=1, \t\x07\u200b\U000e0001",
    ),
    "A: B=1\n" + "\n".join(f"n{n}: n{(n + 1) % 12}" for n in range(12)),
    "A: B=1\n" + "\n".join(f"n{n}: n{(n + 1) % 9}" for n in range(9)),
    f"A: B={'9' * 400}",
    f"A: B={'9' * 4301}",
    "A: B=12345678901234567890",
]


def spoiled(seed):
    """Return the text of a tree with some letters changed: most have something wrong."""
    choose = random.Random(seed)
    letters = [*choose.choice((GOOD, str(SAMPLE), "A: B C\nB=1\nC=2.5"))]
    for _ in range(choose.randint(1, 4)):
        place = choose.randrange(len(letters))
        letters[place : place + choose.choice((0, 1, 1, 5))] = choose.choice(
            (
                "",
                " ",
                "\n",
                ":",
                "=",
                "(",
                ")",
                ",",
                "#",
                "A",
                "B",
                "D",
                "-",
                ".",
                "_",
                "e",
                "9",
                " (MIN)",
                "=2",
            )
        )
    return "".join(letters)


def test_a_text_is_read_as_in_python_and_what_is_wrong_is_told_in_the_same_words(learn):
    digits = "A: B=١"  # other scripts' digits are numbers in Python only
    texts = [*TEXTS, *map(spoiled, range(1500))]
    questions = [("parse", text, MAX) for text in texts]
    questions += [("parse", text, first) for text in TEXTS for first in (MIN, "both")]
    wrong = 0
    for (_, text, first), answer in zip(questions, learn(questions), strict=True):
        expected = outcome(
            lambda text=text, first=first: str(TreeGame.from_text(text, first=first))
        )
        wrong += expected.startswith("Error")
        assert without_kind(answer) == expected or text == digits, text
    assert wrong > 500


def text_of_lists(lists, first):
    return str(TreeGame.from_lists(lists, first=first))


def test_nested_lists_are_read_as_in_python(learn):
    lists = [7, [1], [[3, 5], [2, 9]], [[1, [2, [3, [4.5, -6]]]], 0], [[n] for n in range(30)]]
    lists += [[], [1, []], None, ["3"], [True, 1], [1e-300, -0.0, 1e100 + 0.5]]
    questions = [("lists", given, first) for given in lists for first in (MAX, MIN)]
    for (_, given, first), answer in zip(questions, learn(questions), strict=True):
        assert without_kind(answer) == outcome(partial(text_of_lists, given, first))


def test_a_tree_as_python_is_that_tree(learn):
    odd = TreeGame({"A": ['"""', "\\n", "'"]}, {'"""': 1, "\\n": -2.5, "'": 10**20})
    trees = [SAMPLE, odd, TreeGame.from_text("A=5"), *map(random_tree, range(50))]
    for tree, code in zip(trees, learn([["python", str(tree)] for tree in trees]), strict=True):
        assert str(eval(code, {"TreeGame": TreeGame})) == str(tree)


def test_a_value_is_written_as_in_python(learn):
    values = [0, -3, 10**9, 2.5, -0.25, 1 / 3, 1e-7, -123456.75, 1234567.5, 1.5e20, None]
    assert learn([["number", value] for value in values]) == [*map(number, values)]


# ---- Changes ------------------------------------------------------------------------------------

SMALL = "A (MAX): B C\nB (MIN): D=3 E=5\nC (MIN): F=2 G=9"
NUMBER, NODES = "write a number such as 3, -2 or 0.5", "'A', 'B', 'D', 'E', 'C', 'F', 'G'"
ONLY = "B is the only child of A: add another one before"
CHAIN = "A (MAX): B C=1\nB (MIN): D=3"
CHANGES = [
    (SMALL, ["setValue", "F", 4], SMALL.replace("F=2", "F=4")),
    (SMALL, ["setValue", "F", -0.5], SMALL.replace("F=2", "F=-0.5")),
    (SMALL, ["setValue", "F", " −7 "], SMALL.replace("F=2", "F=-7")),
    (SMALL, ["setValue", "F", "2.0"], SMALL.replace("F=2", "F=2.0")),
    (SMALL, ["setValue", "F", "three"], f"'three' is no value for F: {NUMBER}"),
    (SMALL, ["setValue", "F", "1.e999"], "the value of F is inf, but must be a finite number"),
    (SMALL, ["setValue", "B", 1], "B has children, so its value follows from theirs"),
    (SMALL, ["setValue", "Z", 1], f"'Z' is not a node of this tree; its nodes: {NODES}"),
    (SMALL, ["addChild", "B"], SMALL.replace("E=5", "E=5 H=0")),
    (SMALL, ["addChild", "D"], SMALL.replace("D=3 E=5", "D E=5\nD (MAX): H=3")),
    (CHAIN, ["addChild", "C"], CHAIN.replace("C=1", "C") + "\nC (MIN): E=1"),
    (SMALL, ["removeNode", "D"], SMALL.replace("D=3 ", "")),
    (SMALL, ["removeNode", "B"], "A (MAX): C\nC (MIN): F=2 G=9"),
    (CHAIN, ["removeNode", "D"], "A (MAX): B=3 C=1"),
    ("A (MAX): B\nB (MIN): C=1", ["removeNode", "B"], ONLY),
    ("A (MAX): B=2", ["removeNode", "B"], ONLY),
    (SMALL, ["removeNode", "A"], "A is the root: it has no place among others, and must stay"),
    (SMALL, ["moveNode", "C", 0], "A (MAX): C B\nC (MIN): F=2 G=9\nB (MIN): D=3 E=5"),
    (SMALL, ["moveNode", "B", -3], SMALL),
    (SMALL, ["moveNode", "B", 9], "A (MAX): C B\nC (MIN): F=2 G=9\nB (MIN): D=3 E=5"),
    (SMALL, ["reorder", {"B": ["E", "D"]}], SMALL.replace("D=3 E=5", "E=5 D=3")),
    (SMALL, ["reorder", {"D": []}], SMALL),
    (SMALL, ["reorder", {"B": ["E", "F"]}], "B has the children 'D', 'E', not 'E', 'F'"),
    (SMALL, ["swapSides", "B"], SMALL.replace("B (MIN)", "B (MAX)")),
    (SMALL, ["swapSides"], "A (MIN): B C\nB (MAX): D=3 E=5\nC (MAX): F=2 G=9"),
    (SMALL, ["swapSides", "D"], "D is a leaf: no side moves there"),
]  # fmt: skip


def test_a_change_returns_another_tree_or_says_why_not(learn):
    answers = learn([["edit", text, *change] for text, change, _ in CHANGES])
    for (_, change, expected), answer in zip(CHANGES, answers, strict=True):
        assert without_kind(answer).removeprefix("Error: ") == expected, change


def test_a_tree_in_a_picture_grows_up_to_a_limit(learn):
    small, large = (str(TreeGame.from_lists([0] * leaves)) for leaves in (198, 199))
    grown, refused = learn([["edit", text, "addChild", "A"] for text in (small, large)])
    assert grown == str(TreeGame.from_lists([0] * 199))
    assert refused.endswith("this tree has 200 nodes, and more cannot be added")


# ---- Orders and practice ------------------------------------------------------------------------


def test_all_orders_are_counted_as_in_python(learn):
    trees = [SAMPLE, *map(random_tree, range(100))]
    answers = learn([["orders", str(tree), 1536] for tree in trees])
    exact = [(tree, answer) for tree, answer in zip(trees, answers, strict=True) if answer[1]]
    assert len(exact) > 50
    for tree, (orders, counts, examples, best, worst) in exact:
        found = order_counts(tree)
        assert int(orders) == found.orders
        assert counts == [[*pair] for pair in found.counts.items()]
        assert dict(examples) == {
            n: {k: [*v] for k, v in order.items()} for n, order in found.examples.items()
        }
        assert (best, worst) == (str(found.best), str(found.worst))


def test_too_many_orders_are_only_numbered(learn):
    wide = TreeGame.from_lists([[*range(9)], [*range(9)]])
    assert learn([["orders", str(wide), 5000]]) == [[str(order_counts(wide).orders), None]]


def test_the_rule_of_cutting_changes_the_counts_of_orders(learn):
    text = "A: B C\nB: D=1 E=2\nC: F=1 G=0"
    usual, strict = learn(
        [["orders", text, 10, {"strictCuts": strict}] for strict in (False, True)]
    )
    assert usual[1] != strict[1]


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_seed_gives_the_practice_tree_of_python(learn, level):
    seeds = [*range(60), 2**31, 2**53 - 1]
    answers = learn([["practice", seed, level] for seed in seeds])
    for seed, (text, sides) in zip(seeds, answers, strict=True):
        tree = practice_tree(seed, level)
        assert text == str(tree)
        assert sides == [[name, tree.turn(name)] for name in tree.nodes()]


def test_a_seed_or_level_that_is_none_is_refused_in_the_words_of_python(learn):
    given = [(-1, 1), (1.5, 1), (1, 0), (1, 4)]
    answers = learn([["practice", seed, level] for seed, level in given])
    for pair, answer in zip(given, answers, strict=True):
        assert without_kind(answer) == outcome(lambda pair=pair: practice_tree(*pair))


def test_the_modules_can_be_joined_to_one():
    assert joined("practice").startswith("const $search = (() => {")
    assert "import " not in joined("practice").replace('import("', "")


@pytest.mark.parametrize(
    "line, returned",
    [
        ("export async function load() {}", "{ load }"),
        ("export function* count() {}", "{ count }"),
        ("export let state = 1;", "{ state }"),
        ("export const ONE = 1;\nexport class Two {}", "{ ONE, Two }"),
    ],
)
def test_the_bundler_knows_what_a_module_exports(monkeypatch, tmp_path, line, returned):
    monkeypatch.setattr("gamelib.view.live.bundle.WEB_FOLDER", tmp_path)
    (tmp_path / "part.js").write_text(line, encoding="utf-8")
    (tmp_path / "whole.js").write_text('import { load } from "./part.js";\n', encoding="utf-8")
    assert f"return {returned};" in joined("whole")
    assert "export" not in joined("whole")


@pytest.mark.parametrize(
    "line",
    [
        "export const { one, two } = both;",
        "export const [first] = list;",
        "export { one };",
        'export * from "./other.js";',
        'import * as all from "./other.js";',
        "import { one } from './other.js';",
    ],
)
def test_the_bundler_names_a_line_that_it_cannot_join(monkeypatch, tmp_path, line):
    monkeypatch.setattr("gamelib.view.live.bundle.WEB_FOLDER", tmp_path)
    (tmp_path / "part.js").write_text(f"const both = 1;\n{line}", encoding="utf-8")
    (tmp_path / "whole.js").write_text('import { one } from "./part.js";\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"part\.js has .* joins only") as raised:
        joined("whole")
    assert line.split("{")[0].split("'")[0].strip() in str(raised.value)
