"""Every exercise of a lecture: its check knows a stub, a wrong answer and a right one.

The answers stand in tests/solutions, a module for each lecture: STUB as in the notebook, WRONG
with the name of each mistake, MODEL as it should be.
"""

import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from course import check, hint
from course.expect import exercises

ROOT = Path(__file__).parents[2]
LECTURES = sorted(
    path.stem.removeprefix("lecture") for path in (ROOT / "course" / "lectures").glob("lecture*.py")
)


def answers(lecture):
    return import_module(f"solutions.lecture{lecture}")


NUMBERS = [number for lecture in LECTURES for number in exercises(lecture)]


def test_every_lecture_with_answers_is_there():
    assert [f"{number:02}" for number in range(12)] == LECTURES


@pytest.mark.parametrize("number", NUMBERS)
def test_a_stub_is_not_yet_the_model_is_right_and_there_are_hints(number):
    for given, state in (("STUB", "not yet"), ("MODEL", "right")):
        verdict = check(number, getattr(answers(number[:2]), given)[number])
        assert verdict.state == state, verdict
        assert bool(verdict) == (given == "MODEL")
    assert hint(number)
    with pytest.raises(ValueError, match="hints 1 to"):
        hint(number, 99)


@pytest.mark.parametrize(
    "number, mistake",
    [(number, mistake) for number in NUMBERS for mistake in answers(number[:2]).WRONG[number]],
)
def test_a_known_mistake_is_wrong(number, mistake):
    verdict = check(number, answers(number[:2]).WRONG[number][mistake])
    assert verdict.state == "wrong", verdict
    assert len(verdict.words) > 20, "a verdict says what went wrong"


@pytest.mark.parametrize("lecture", LECTURES)
def test_the_notebook_checks_every_exercise_and_no_other(lecture):
    (path,) = (ROOT / "notebooks").glob(f"{lecture}-*.ipynb")
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    checked = re.findall(r'check\("([\d.]+)"', code)
    assert checked == exercises(lecture)


@pytest.mark.parametrize(
    "number, words",
    [("77.1", "no exercise '77.1'"), ("01.99", "there are: 01.1, 01.2"), (1.2, "such as '01.2'")],
)
def test_an_unknown_exercise_is_an_error(number, words):
    with pytest.raises(ValueError, match=words):
        check(number, None)
