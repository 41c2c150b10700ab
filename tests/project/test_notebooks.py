"""The stored notebooks: written by the tool, within the limits, with links that lead somewhere.

What the outputs say is compared by nbval; here is what it cannot see. Homework has to be in normal
form and to have good links, no more.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from course.notebooks.form import Lecture, stored_form
from course.notebooks.rules import document_problems, problems
from course.notebooks.text import is_lecture
from course.notebooks.tool import lectures_in, read, refresh_readme, to_text

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
LECTURES = sorted(NOTEBOOKS.glob("*.ipynb"))
HOMEWORK = sorted(NOTEBOOKS.glob("homework/*.ipynb"))
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "instructor" / "README.md"]

stored = cache(read)


@cache
def neighbours(folder: Path) -> tuple[Lecture, ...]:
    return tuple(lectures_in(folder))


def report(path: Path, found: list[str]) -> str:
    return "\n".join(f"{path.relative_to(ROOT)}: {problem}" for problem in found)


def test_the_files_in_notebooks_are_named_like_lectures_and_have_different_numbers():
    for path in LECTURES:
        assert is_lecture(path), f"{path.name}: rename it to NN-kebab-words.ipynb"
    numbers = [path.name[:2] for path in LECTURES]
    assert len(set(numbers)) == len(numbers), f"renumber one of {[path.name for path in LECTURES]}"


@pytest.mark.parametrize("path", LECTURES + HOMEWORK, ids=lambda path: path.stem)
def test_a_notebook_is_stored_as_the_tool_writes_it(path):
    written = to_text(stored_form(stored(path), path.name, neighbours(path.parent)))
    assert path.read_bytes() == written.encode(), (
        f"{path.relative_to(ROOT)}: run `python -m course.notebooks normalise`; "
        "`check` in its place shows what that changes"
    )


@pytest.mark.parametrize("path", LECTURES + HOMEWORK, ids=lambda path: path.stem)
def test_a_notebook_keeps_the_rules_and_its_links_lead_somewhere(path):
    found = problems(stored(path), path)
    assert not found, report(path, found)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_the_links_of_a_document_lead_somewhere(path):
    found = document_problems(path)
    assert not found, report(path, found)


def test_the_readme_has_the_table_of_the_lectures():
    old = NOTEBOOKS.is_dir() and refresh_readme(NOTEBOOKS, write=False)
    assert not old, "README.md: run `python -m course.notebooks normalise`"
