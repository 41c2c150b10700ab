"""The stored notebooks: written by the tool, within the limits, with links that lead somewhere.

What the outputs say is compared by nbval; here is what it cannot see. Homework has to be in normal
form and to have good links, no more.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from course.notebooks.form import Lecture, stored_form
from course.notebooks.rules import Rule, document_problems, link_problems, rules_for
from course.notebooks.text import is_lecture
from course.notebooks.tool import lectures_in, read, refresh_readme, to_text

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
LECTURES = sorted(NOTEBOOKS.glob("*.ipynb"))
HOMEWORK = sorted(NOTEBOOKS.glob("homework/*.ipynb"))
DOCUMENTS = [
    path
    for path in (
        ROOT / name
        for name in (
            "README.md",
            "CONTRIBUTING.md",
            "CHANGELOG.md",
            "docs/glossary.md",
            "docs/homework.md",
            "instructor/README.md",
        )
    )
    if path.exists()
]
RULES = [(path, rule) for path in LECTURES for rule in rules_for(path)]

stored = cache(read)


@cache
def neighbours(folder: Path) -> tuple[Lecture, ...]:
    return tuple(lectures_in(folder))


def rule_name(rule: Rule) -> str:
    return str(getattr(rule, "func", rule).__name__)


def report(path: Path, problems: list[str]) -> str:
    return "\n".join(f"{path.relative_to(ROOT)}: {problem}" for problem in problems)


@pytest.mark.parametrize("path", LECTURES, ids=lambda path: path.stem)
def test_a_file_in_notebooks_is_named_like_a_lecture(path: Path) -> None:
    assert is_lecture(path), f"{path.name}: rename it to NN-kebab-words.ipynb"


def test_no_two_lectures_have_the_same_number() -> None:
    numbers = [path.name[:2] for path in LECTURES]
    assert len(set(numbers)) == len(numbers), f"renumber one of {[path.name for path in LECTURES]}"


@pytest.mark.parametrize("path", LECTURES, ids=lambda path: path.stem)
def test_no_slide_of_a_lecture_is_overfull(path: Path) -> None:
    slides: list[list[str]] = []
    for cell in stored(path)["cells"]:
        kind = cell["metadata"]["slideshow"]["slide_type"]
        if kind in ("slide", "subslide"):
            slides.append([])
        if kind != "skip":
            slides[-1].append(cell["cell_type"])
    assert max(map(len, slides)) <= 5
    assert max(slide.count("code") for slide in slides) <= 2


@pytest.mark.parametrize("path", LECTURES + HOMEWORK, ids=lambda path: path.stem)
def test_a_notebook_is_stored_as_the_tool_writes_it(path: Path) -> None:
    written = to_text(stored_form(stored(path), path.name, neighbours(path.parent)))
    assert path.read_bytes() == written.encode(), (
        f"{path.relative_to(ROOT)}: run `python -m course.notebooks normalise`; "
        "`check` in its place shows what that changes"
    )


@pytest.mark.parametrize(
    "path, rule", RULES, ids=lambda x: x.stem if isinstance(x, Path) else rule_name(x)
)
def test_a_lecture_keeps_the_rules(path: Path, rule: Rule) -> None:
    problems = rule(stored(path))
    assert not problems, report(path, problems)


@pytest.mark.parametrize("path", LECTURES + HOMEWORK, ids=lambda path: path.stem)
def test_the_links_of_a_notebook_lead_somewhere(path: Path) -> None:
    problems = link_problems(stored(path), path)
    assert not problems, report(path, problems)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_the_links_of_a_document_lead_somewhere(path: Path) -> None:
    problems = document_problems(path)
    assert not problems, report(path, problems)


def test_the_readme_has_the_table_of_the_lectures() -> None:
    old = NOTEBOOKS.is_dir() and refresh_readme(NOTEBOOKS, write=False)
    assert not old, "README.md: run `python -m course.notebooks normalise`"
