"""A homework task from outside the packages: a kind of check of its own, written in its notebook.

The check is registered by adding it, and knows nothing of what is hidden.
"""

import ast
from contextlib import suppress
from pathlib import Path

import pytest
import tiny_homework as tiny

from course.checks import Answer, Expect, Outcome, checks, here
from course.handin.master import is_check, questions_of
from course.notebooks.tool import read
from grader.release import model_copy

ROOT = Path(__file__).parents[2]
MASTERS = sorted((ROOT / "instructor").glob("*.ipynb"))

KIND = '''from course.checks import Outcome, Request

def is_sorted(expect, function, numbers):
    """Expect a sorted list, and ask again what is done with it backwards."""
    request = expect.request(function, numbers)

    def judge(value, ask):
        again = ask(Request(request.name, (numbers[::-1],))).value
        return Outcome(value == again == sorted(numbers), repr(value), repr(sorted(numbers)))

    expect.ask(f"{request.name}({numbers})", request, judge)'''
TASK = '''def in_order(numbers):
    """Return the numbers in order."""
    ### BEGIN SOLUTION
    return sorted(numbers)
    ### END SOLUTION'''
CHECKS = """with checks("in-order", points=3) as expect:
    is_sorted(expect, in_order, [2, 1])
    ### BEGIN HIDDEN TESTS
    for numbers in ([3, 1, 2], [5, 5, 4]):
        is_sorted(expect, in_order, numbers)
    ### END HIDDEN TESTS
    is_sorted(expect, in_order, [])"""


@pytest.fixture
def master():
    return tiny.master(
        tiny.code(KIND), tiny.answer(TASK, "in-order-answer"), tiny.checked(CHECKS, "in-order", 3)
    )


def test_its_checks_are_recorded_and_judge_what_comes_back(master):
    question = questions_of(master)[-1]
    assert [(check.says, check.hidden) for check in question.checks] == [
        ("in_order([2, 1])", False),
        ("in_order([3, 1, 2])", True),
        ("in_order([5, 5, 4])", True),
        ("in_order([])", False),
    ]
    for function, passes in ((sorted, 4), (list, 1), (lambda numbers: numbers.sort(), 0)):
        outcomes = [check.talk(here({"in_order": function})) for check in question.checks]
        assert sum(outcome.passed for outcome in outcomes) == passes
    outcome = question.checks[0].talk(lambda request: Answer("time"))
    assert outcome.got == "no answer in time"


def test_the_student_gets_what_is_visible_and_how_many_are_hidden(master, capsys):
    cell = model_copy(master)["cells"][-1]["source"]
    assert cell.splitlines() == [
        'with checks("in-order", points=3, hidden=2) as expect:',
        "    is_sorted(expect, in_order, [2, 1])",
        "    is_sorted(expect, in_order, [])",
    ]
    names = {"checks": checks}
    exec(KIND, names)
    exec("def in_order(numbers):\n    return list(numbers)", names)
    exec(cell, names)
    assert capsys.readouterr().out.splitlines() == [
        "in-order: 1 of 2 visible checks pass; 2 more are hidden",
        "  in_order([2, 1])",
        "    gave: [2, 1]",
        "    wanted: [1, 2]",
    ]


def test_an_endless_answer_ends_in_the_notebook_too(monkeypatch, capsys):
    monkeypatch.setattr("course.checks.CHECK_SECONDS", 0.2)

    def endless(numbers):
        while True:
            with suppress(Exception):
                numbers = sorted(numbers)

    with checks("in-order", points=3) as expect:
        expect.call(endless, [2, 1], gives=[1, 2])
    assert "gave: no answer in time" in capsys.readouterr().out


# ---- what is hidden stays hidden -----------------------------------------------------------


def all_hidden(source):
    """Return a check cell in which everything is hidden but one check at its beginning."""
    body = "\n".join(line for line in source.splitlines() if "HIDDEN TESTS" not in line)
    (block,) = (node for node in ast.parse(body).body if isinstance(node, ast.With))
    lines = body.splitlines()
    first = block.body[0].lineno - 1
    lines[first:first] = ["    expect.add('seen', None)", "    ### BEGIN HIDDEN TESTS"]
    return "\n".join([*lines, "    ### END HIDDEN TESTS"])


@pytest.mark.parametrize("path", MASTERS, ids=lambda path: path.stem)
def test_every_kind_of_check_is_hidden_where_the_marks_say_so(path):
    master = read(path)
    for cell in filter(is_check, master["cells"]):
        cell["source"] = all_hidden(cell["source"])
    for question in questions_of(master):
        hidden = [check.hidden for check in question.checks]
        assert hidden == [False] + [True] * (len(hidden) - 1)
        assert len(hidden) > 1


def test_a_check_has_no_say_in_whether_it_is_hidden():
    for path in [*(ROOT / "course").rglob("*.py"), *(ROOT / "instructor").glob("*.ipynb")]:
        if path.name not in ("checks.py", "master.py"):
            assert ".hide" not in path.read_text(encoding="utf-8"), path
    with pytest.raises(TypeError):
        Expect("double", points=1).add("double(4)", lambda ask: Outcome(True), False)
