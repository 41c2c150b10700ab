"""Homework 2: the same work for every student, with different answers."""

from collections import Counter
from math import inf
from textwrap import dedent

import pytest
from solutions.homework import CALLS, FAIL_HARD, HW2, LIBRARY, SEARCHES, Handed, search
from test_homework_content import graded, master, points_of, recorded

from course.checks import here
from course.handin.master import is_check
from course.homework.given.hw2 import EXAMPLES, LETTERS, facts, own_tasks
from course.homework.hw2 import CAUSES, SEARCH_PROBES, cause_of, nodes_of, put
from course.prediction.why import Why
from gamelib import SAMPLE, TreeGame, alpha_beta, minimax

IDS = [f"s{number:06}" for number in range(400)]


# ---- the same work -------------------------------------------------------------------------------


def work(own):
    """Return the amount of work in a student's tree, as counts."""
    tree = own.tree
    trace = alpha_beta(tree, record=True).trace
    why = Why(trace)
    kinds = Counter(
        "deep" if why.deep(path) else "equal" if cut.facts[0] == cut.facts[1] else "usual"
        for path, cut in why.cuts.items()
    )
    widths = Counter(len(tree.moves(node)) for node in tree.nodes())
    counts = len(tree.nodes()), len(trace.visited), trace.cuts
    return counts, tuple(sorted(kinds.items())), tuple(sorted(widths.items()))


def test_all_students_have_the_same_work():
    tasks = [own_tasks(student) for student in IDS]
    assert {work(own) for own in tasks} == {
        ((24, 19, 3), (("deep", 1), ("equal", 1), ("usual", 1)), ((0, 13), (2, 10), (3, 1)))
    }
    for own in tasks:
        assert len({*own.visits}) == len({*own.value}) == 3
        assert [[*spec] for spec in (own.equal, own.deep, own.turned)] == [
            [*spec] for spec in (tasks[0].equal, tasks[0].deep, tasks[0].turned)
        ]
        for spec in (own.equal, own.deep):
            begins, (alpha, beta) = spec["who begins"], spec["the window at the cut"]
            bound = alpha if begins == "MAX" else beta
            assert alpha >= beta
            assert (spec["the root's value"] > bound) == (begins == "MAX")


def interval(tree, leaf, look):
    """Return the interval that a loop finds, and whether it has no gap."""
    text, now, tried = str(tree), look(tree), range(-3, 64)
    texts = [text.replace(f"{leaf}={tree.score(leaf)}", f"{leaf}={value}") for value in tried]
    same = [
        value
        for value, new in zip(tried, texts, strict=True)
        if look(TreeGame.from_text(new)) == now
    ]
    low = -inf if same[0] == tried[0] else same[0]
    high = inf if same[-1] == tried[-1] else same[-1]
    return (low, high), len(same) == same[-1] - same[0] + 1


def visits(tree):
    return {*alpha_beta(tree, record=True).trace.visited}


def value(tree):
    return minimax(tree).value


NIGHT = pytest.mark.nightly


@pytest.mark.parametrize(
    "number", [*range(4), *(pytest.param(number, marks=NIGHT) for number in range(4, 100))]
)
def test_every_interval_is_one_and_the_kinds_are_the_same_for_all(number):
    own = own_tasks(IDS[number])
    kinds = Counter()
    for look, leaves in ((visits, own.visits), (value, own.value)):
        for leaf in leaves:
            pair, whole = interval(own.tree, leaf, look)
            assert whole
            kinds[look.__name__, sum(abs(end) != inf for end in pair)] += 1
    assert kinds == {("visits", 2): 1, ("visits", 1): 2, ("value", 0): 1, ("value", 1): 2}


def test_only_the_whole_interval_is_right():
    own = own_tasks("s1")
    check = recorded(HW2, "s1")[0].checks[0]
    (low, high), _ = interval(own.tree, own.visits[0], visits)
    for shift in ((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (-5, 0), (0, 5)):
        pair = low + shift[0], high + shift[1]
        answers = {"student_id": "s1", "same_visits": {own.visits[0]: pair}}
        assert check.talk(here(answers)).passed == (pair == (low, high))


def test_answers_of_two_students_differ_and_ids_are_read_kindly():
    tasks = [own_tasks(student) for student in IDS]
    assert len({str(own.tree) for own in tasks}) == len(IDS)
    assert len({str((own.equal, own.deep, own.turned)) for own in tasks}) == len(IDS)
    assert len({(own.visits, own.value) for own in tasks}) > len(IDS) * 0.95
    leaves = {tuple(n for n in own.tree.nodes() if not own.tree.moves(n)) for own in tasks}
    assert len(leaves) == len(IDS)  # no proof of one is a proof of another by its names
    assert own_tasks("s1").tree.nodes() == own_tasks(" S1").tree.nodes()
    assert own_tasks("7").tree.nodes() == own_tasks(7).tree.nodes()
    for junk in (..., None, True, 3.5, ["s1"], {}, " "):
        assert own_tasks(junk).name == ""
    assert set(LETTERS).isdisjoint("IO")


@pytest.mark.parametrize(
    "number", [0, 1, *(pytest.param(number, marks=NIGHT) for number in range(2, 30))]
)
def test_the_model_solution_is_right_for_every_student_and_all_have_as_many_checks(number):
    questions = graded(Handed(HW2, "", {"student-id-answer": f"student_id = {IDS[number]!r}"}))
    assert {q.name: (len(q.checks), q.hidden) for q in questions} == {
        "intervals": (6, 5),
        "proofs": (2, 1),
        "build": (3, 0),
        "search": (15, 10),
    }
    for question, outcomes in questions.items():
        assert points_of(question, outcomes) == question.points


# ---- what is told --------------------------------------------------------------------------------


def test_feedback_on_a_wrong_answer_by_hand_does_not_tell_the_right_one():
    own = own_tasks("s1")
    asked = [(visits, leaf) for leaf in own.visits] + [(value, leaf) for leaf in own.value]
    right = [str(interval(own.tree, leaf, look)[0]) for look, leaf in asked]
    wrong = dict.fromkeys((*own.visits, *own.value), (-1, 61))
    names = {"student_id": "s1", "same_visits": wrong, "same_value": wrong}
    names |= {"at_least": "F", "at_most": "F"}
    for question in recorded(HW2, "s1")[:2]:
        for check in question.checks:
            outcome = check.talk(here(names))
            assert not outcome.passed
            feedback = (
                f"{check.says} {outcome.got} {outcome.wanted} {outcome.shows} {outcome.cause}"
            )
            assert not any(pair in feedback for pair in right)


def test_without_an_id_the_one_of_a_roster_counts_and_without_both_no_leaf_is_named():
    own = own_tasks("s1")
    check = recorded(HW2, "s1")[0].checks[0]
    pair, _ = interval(own.tree, own.visits[0], visits)
    for names in ({}, {"student_id": ...}, {"student_id": " "}):
        assert check.talk(here(names | {"same_visits": {own.visits[0]: pair}})).passed
        outcome = check.talk(here(names | {"same_visits": {}}))
        assert outcome.cause.startswith("answers the tasks of another id")
        assert "not written yet" in check.talk(here(names | {"same_visits": ...})).cause
        for other in (check for q in recorded(HW2, None)[:3] for check in q.checks):
            outcome = other.talk(here(names))
            assert (outcome.passed, outcome.cause) == (False, "")
            assert "your id between quotes" in outcome.wanted
            assert " " not in other.says  # no leaf, and no value


def test_answers_to_the_tasks_of_another_id_are_named_so():
    check = recorded(HW2, "s1")[0].checks[0]
    outcome = check.talk(here({"student_id": "s2", "same_visits": {}}))
    assert outcome.cause.startswith("answers the tasks of another id")


@pytest.mark.parametrize("cause", SEARCHES)
def test_the_known_searches_are_distinguished(cause):
    assert cause in told_of(SEARCHES[cause])
    assert len({told_of(source) for source in SEARCHES.values()}) == len(CAUSES) == len(SEARCHES)


def told_of(source):
    names = {"inf": inf}
    exec(dedent(source), names)
    return cause_of([put("search", nodes_of(text), here(names)) for text in SEARCH_PROBES])


def test_a_right_search_and_an_unknown_one_get_no_guess():
    sources = search(), FAIL_HARD, *(LIBRARY.replace("MIDDLE", middle) for middle in CALLS.values())
    for source in (*sources, "def search(root, look): return 3"):
        assert told_of(source) == ""


# ---- what is right -------------------------------------------------------------------------------


def middle_value(nodes, node):
    """Return the value of a node by definition, without a window."""
    if not isinstance(nodes[node], tuple):
        return nodes[node]
    kind, below = nodes[node]
    values = sorted(middle_value(nodes, child) for child in below)
    return values[{"MAX": -1, "MIN": 0, "MID": 1}[kind]]


def test_the_hidden_trees_are_searched_rightly_and_every_kind_is_among_them():
    """The reference is in the master; fail-soft and fail-hard agree with it."""
    (cell,) = (c for c in master(HW2)["cells"] if is_check(c) and "looks_at" in c["source"])
    trees = []

    def looks_at(expect, function, text, *, gives, looks):
        nodes = nodes_of(text)
        trees.append(nodes)
        assert middle_value(nodes, next(iter(nodes))) == gives
        for source in (search(), FAIL_HARD):
            exec(dedent(source), names)
            answer, seen = put("search", nodes, here(names))
            assert answer.value == gives
            assert ", ".join(f"{node} {alpha} {beta}" for node, alpha, beta in seen) == looks

    names = {"inf": inf, "TreeGame": TreeGame, "SAMPLE": SAMPLE, "EXAMPLES": EXAMPLES}
    body = dedent("\n".join(cell["source"].splitlines()[1:]))
    exec(body, names | {"looks_at": looks_at, "expect": None, "search": None})
    assert len(trees) == 15
    kinds = [{node[0] for node in nodes.values() if isinstance(node, tuple)} for nodes in trees]
    assert sum("MID" in some for some in kinds) == 11
    assert max(map(len, trees)) > 40


def test_facts_say_what_a_search_did():
    result = facts("A: B C \n B: D=3 E=5 \n C: F=2 G=9")
    assert result["the window at the cut"] == (3, 2)
    assert result["moves from the root to the cut"] == 1
    assert result["moves from the bound's holder to the cut"] == 1
    assert result["nodes visited, every row turned round"] == 7
    deep = facts("A: B=6 C \n C: D \n D: F G=1 \n F: H=4 I=2")
    assert deep["moves from the bound's holder to the cut"] == 3
    assert "the window at the cut" not in facts("A: B=1 C=2")
    with pytest.raises(ValueError, match="60 are enough"):
        facts("A: " + " ".join(f"B{n}={n}" for n in range(90)))
