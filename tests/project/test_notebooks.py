"""The stored notebooks are in normal form, keep the rules, and have no broken links.

Nbval compares the outputs; these tests check what it does not see. Homework only has to be in
normal form and to have good links.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from course.notebooks.rules import document_problems
from course.notebooks.text import is_lecture
from course.notebooks.tool import check, lectures_in, read, refresh_readme
from course.progress import LECTURES as LECTURES_OF_PROGRESS
from gamelib.view.live.bundle import script
from gamelib.view.live.view import SCRIPT_ELEMENT, views_in

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
LECTURES = sorted(NOTEBOOKS.glob("*.ipynb"))
HOMEWORK = sorted(NOTEBOOKS.glob("homework/*.ipynb"))
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("instructor/**/*.md")]

neighbours = cache(lectures_in)


def test_the_files_in_notebooks_are_named_like_lectures_and_have_different_numbers():
    for path in LECTURES:
        assert is_lecture(path), f"{path.name}: rename it to NN-kebab-words.ipynb"
    numbers = [path.name[:2] for path in LECTURES]
    assert len(set(numbers)) == len(numbers), f"renumber one of {[path.name for path in LECTURES]}"


@pytest.mark.parametrize("path", LECTURES + HOMEWORK, ids=lambda path: path.stem)
def test_a_notebook_is_stored_as_the_tool_writes_it_and_keeps_the_rules(path):
    assert check(path, neighbours(path.parent)) == []


def unpacked(script):
    """Return a script without its packed part, which depends on the zlib; its hash stays."""
    return re.sub(r"[\w+/=]{1000,}", "", script)


FIRST = ("00", "01", "02", "03", "04", "05", "06", "09", "10", "11")


@pytest.mark.parametrize("number", FIRST)
def test_a_lecture_begins_with_something_to_do(number):
    path = next(path for path in LECTURES if path.name.startswith(number))
    _, first, *others = read(path)["cells"]
    assert "from course.lectures.screens." in first["source"]
    assert first["metadata"]["jupyter"] == {"source_hidden": True}
    (output,) = first["outputs"]
    assert views_in(output["data"]["text/html"]) in (["puzzle"], ["play"])
    after = [cell["source"] for cell in others]
    assert any("You will be able to" in source for source in after[:3])


@pytest.mark.nightly  # course/notebooks/form.py says why not every edit of a view needs this
@pytest.mark.parametrize("path", LECTURES, ids=lambda path: path.stem)
def test_the_views_of_a_lecture_have_the_newest_script(path):
    outputs = [out for cell in read(path)["cells"] for out in cell.get("outputs", [])]
    html = "\n".join(
        out["data"]["text/html"] for out in outputs if "text/html" in out.get("data", "")
    )
    kinds = views_in(html)
    found = [(names, unpacked(text)) for names, text in SCRIPT_ELEMENT.findall(html)]
    newest = [(" ".join(kinds), unpacked(script(tuple(kinds))))] if kinds else []
    advice = f"python3 run.py notebooks build notebooks/{path.name}"
    assert found == newest, f"the script of its views is old or missing: {advice}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_a_document_has_no_broken_links(path):
    assert document_problems(path) == []


def test_the_readme_has_the_table_of_the_lectures():
    old = NOTEBOOKS.is_dir() and refresh_readme(NOTEBOOKS, write=False)
    assert not old, "README.md: run `python -m course.notebooks normalise`"


def test_progress_knows_the_title_and_the_predictions_of_each_lecture():
    lectures = {}
    for row in neighbours(NOTEBOOKS):
        cells = json.loads((NOTEBOOKS / row.file).read_text(encoding="utf-8"))["cells"]
        code = ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
        names = re.findall(rf'called="{row.file[:2]} ([^"]+)"', "\n".join(code))
        lectures[row.file[:2]] = row.title, tuple(names)
    assert lectures == LECTURES_OF_PROGRESS, "correct LECTURES in course/progress.py"
