"""Every exercise of a lecture: its check knows a stub, many wrong answers and the right ones.

Wrong answers stand in tests/solutions, a module for each lecture, by the misconception they come
from, each with words that the verdict must have; RIGHT has right answers in other styles. The model
solutions are those of the instructor's guide.
"""

import ast
import json
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from course import check, hint, watch
from course.exercises import exercises, lectures
from gamelib import TreeGame

ROOT = Path(__file__).parents[2]
LECTURES = [lecture for lecture in lectures() if exercises(lecture)]
NUMBERS = [number for lecture in LECTURES for number in exercises(lecture)]


def answers(lecture):
    return import_module(f"solutions.lecture{lecture}")


def given(table):
    """Return the number and the name of every answer in a table of all lectures."""
    tables = [getattr(answers(lecture), table, {}) for lecture in LECTURES]
    return [(number, name) for each in tables for number in each for name in each[number]]


@cache
def cells(lecture):
    (path,) = (ROOT / "notebooks").glob(f"{lecture}-*.ipynb")
    found = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [("".join(cell["source"]), cell) for cell in found if cell["cell_type"] == "code"]


@cache
def guide(lecture):
    (path,) = (ROOT / "instructor" / "lectures").glob(f"{lecture}-*.md")
    return path.read_text(encoding="utf-8")


@cache
def model_verdicts(lecture):
    """Return the verdict on each solution of the guide, run after the notebook's imports."""
    names = {}
    imports = next(source for source, _ in cells(lecture) if "import" in source)
    exec(imports, names)
    found = {}
    for number, text in re.findall(r"(?ms)^### (\d\d\.\d+)\b(.*?)(?=^##|\Z)", guide(lecture)):
        (code,) = re.findall(r"(?ms)^```python\n(.*?)^```$", text)
        *body, last = ast.parse(code).body
        exec(compile(ast.Module(body, []), f"solution {number}", "exec"), names)
        found[number] = eval(compile(ast.Expression(last.value), number, "eval"), names)
        assert f'check("{number}"' in code.splitlines()[-1]
    return found


@pytest.mark.parametrize("number", NUMBERS)
def test_the_solution_in_the_guide_is_right(number):
    verdict = model_verdicts(number[:2])[number]
    assert verdict, verdict


@pytest.mark.parametrize("number", NUMBERS)
def test_there_are_hints_six_wrong_answers_and_a_word_on_each_in_the_guide(number):
    assert hint(number)
    with pytest.raises(ValueError, match="hints 1 to"):
        hint(number, 99)
    wrong = answers(number[:2]).WRONG[number]
    assert len(wrong) >= 6
    section = guide(number[:2]).split(f"### {number}")[1].split("\n##")[0]
    assert [name for name in wrong if f"*{name}*" not in section] == []


@pytest.mark.parametrize("number, mistake", given("WRONG"))
def test_a_known_mistake_is_wrong_and_named(number, mistake, monkeypatch):
    answer, words = answers(number[:2]).WRONG[number][mistake]
    if "does not end" in words:  # it ends sooner here; it is the time of a processor, not a clock
        monkeypatch.setattr("course.exercises.CALL_SECONDS", 0.1)
        monkeypatch.setattr("course.lectures.lecture10.REPAIR_SECONDS", 0.1)
    verdict = check(number, answer)
    assert verdict.state == "wrong", verdict
    assert len(words) > 2, "every verdict has these words"
    assert words in verdict.message
    assert "could not be checked" not in verdict.message


@pytest.mark.parametrize("number, style", given("RIGHT"))
def test_a_right_answer_in_another_style_is_right(number, style):
    verdict = check(number, answers(number[:2]).RIGHT[number][style])
    assert verdict, verdict


@cache
def stored(lecture):
    """Return what the notebook shows below the check of each exercise."""
    found = {}
    for source, cell in cells(lecture):
        for number in re.findall(r'check\("([\d.]+)"', source):
            found[number] = "".join(cell["outputs"][-1]["data"]["text/plain"])
    return found


@pytest.mark.parametrize("lecture", LECTURES)
def test_the_notebook_checks_every_exercise_and_no_other_and_none_is_solved(lecture):
    assert list(stored(lecture)) == exercises(lecture)
    assert {text.split(":")[0] for text in stored(lecture).values()} == {"not yet"}


ODD = [None, True, "", "x", -1, 2.5, [], {}, (), set(), object(), int, print, [..., 1], 10**30]


@pytest.mark.parametrize("number", NUMBERS)
def test_odd_answers_are_told_in_a_sentence(number):
    asks_for_a_function = "returns nothing; write it, then" in stored(number[:2])[number]
    for odd in ODD:
        verdict = check(number, odd)
        if asks_for_a_function and odd not in (int, print):
            assert "give the function itself" in verdict.message
        assert verdict.state != "right", odd
        assert "could not be checked" not in verdict.message, odd


@pytest.mark.parametrize(
    "number, words",
    [
        ("77.1", "no exercise '77.1'"),
        ("01.99", "there are: 01.1, 01.2"),
        (1.2, "mean '01.2'?"),
        (7, "there are: 07.1"),
    ],
)
def test_an_unknown_exercise_is_an_error(number, words):
    with pytest.raises(ValueError, match=words):
        check(number, None)


@pytest.mark.parametrize(
    "number, mistake, words",
    [
        ("11.3", "a power", "the number of comparisons"),
        ("11.3", "few comparisons", "the number of comparisons"),
        ("03.6", "the deep cut is missed", "H"),
        ("03.6", "only the deep cut", "at G"),
        ("10.4", "a bracket too late", "<locals>"),
        ("10.1", "a call on the left", "Maybe you meant"),
        ("02.6", "upside down", "two parents"),
        ("05.4", "alpha and beta exchanged", "signs are swapped"),
        ("05.4", "turned round", "alpha and beta are swapped"),
    ],
)
def test_a_verdict_names_no_other_mistake_and_gives_nothing_away(number, mistake, words):
    answer, _ = answers(number[:2]).WRONG[number][mistake]
    assert words not in check(number, answer).message


def test_a_counterexample_comes_with_a_line_that_watches_it():
    answer, _ = answers("03").WRONG["03.3"]["one best for all nodes"]
    *_, line, last = check("03.3", answer).message.splitlines()
    assert last == "    shows it step by step"
    names = {"one_best": answer, "TreeGame": TreeGame, "watch": watch}
    assert "At step" in repr(eval(line, names))
