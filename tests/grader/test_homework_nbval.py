"""The released homeworks under nbval: green on right answers, whatever outputs the file has.

That a stub and a wrong answer are told is tried without a kernel, and with a tiny homework.
"""

import json
from pathlib import Path

import pytest
from solutions.homework import HW1, HW2, HW3, RIGHT

from course.handin.master import grade_id, is_answer
from course.handin.nbval import check
from course.notebooks.tool import read

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("homework", [HW1, HW2, HW3])
def test_green_on_a_right_solution_that_was_run_and_saved(homework, tmp_path):
    model = read(ROOT / "instructor" / f"{homework}.ipynb")
    answers = {grade_id(cell): cell["source"] for cell in model["cells"] if is_answer(cell)}
    answers |= next((s.answers for s in RIGHT if s.homework == homework and s.answers), {})
    notebook = read(ROOT / "notebooks" / "homework" / f"{homework}.ipynb")
    for cell in notebook["cells"]:
        if is_answer(cell):
            cell["source"] = answers[grade_id(cell)]
        if cell["cell_type"] == "code":
            output = {"output_type": "stream", "name": "stdout", "text": "all is right\n"}
            cell |= {"outputs": [output], "execution_count": 1}
    (tmp_path / "mine.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    checked = check(tmp_path / "mine.ipynb")
    assert checked.passed, str(checked)
