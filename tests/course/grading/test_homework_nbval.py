"""The released homeworks under nbval: red on the stub and on wrong answers, green on right ones."""

import json
from pathlib import Path

import pytest
from solutions.homework import HW1, HW2, HW3, RIGHT, WRONG

from course.grading.master import grade_id, is_answer
from course.grading.nbval import check
from course.notebooks.tool import read

ROOT = Path(__file__).parents[3]
HOMEWORKS = [HW1, HW2, HW3]


def of(submissions, homework):
    """The first submission to a homework that answers something in its own way."""
    return next(s for s in submissions if s.homework == homework and s.visible and s.answers)


def written(folder, homework, answers):
    """A student's file: the released notebook with these answers, run and saved long ago."""
    model = {
        grade_id(cell): cell["source"]
        for cell in read(ROOT / "instructor" / f"{homework}.ipynb")["cells"]
        if is_answer(cell)
    }
    notebook = read(ROOT / "notebooks" / "homework" / f"{homework}.ipynb")
    for cell in notebook["cells"]:
        if answers is not None and is_answer(cell):
            cell["source"] = answers.get(grade_id(cell), model[grade_id(cell)])
        if cell["cell_type"] == "code":
            said = {"output_type": "stream", "name": "stdout", "text": "all is right\n"}
            cell |= {"outputs": [said], "execution_count": 1}
    file = folder / "mine.ipynb"
    file.write_text(json.dumps(notebook), encoding="utf-8")
    return file


@pytest.mark.parametrize("homework", HOMEWORKS)
def test_green_on_a_right_solution_that_was_run_and_saved(homework, tmp_path):
    right = next((s for s in RIGHT if s.homework == homework and s.answers), None)
    checked = check(written(tmp_path, homework, right.answers if right else {}))
    assert checked.passed, str(checked)


@pytest.mark.parametrize("homework", HOMEWORKS)
def test_red_on_the_stub_although_its_outputs_say_success(homework, tmp_path):
    assert not check(written(tmp_path, homework, None)).passed


@pytest.mark.parametrize("homework", HOMEWORKS)
def test_red_on_a_wrong_solution(homework, tmp_path):
    assert not check(written(tmp_path, homework, of(WRONG, homework).answers)).passed
