"""The requirements files are what `run.py lock` made of pyproject.toml, and pin everything."""

import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCKED_EXTRAS = ("lab", "author", "service", "test")
STUDENT = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
MORE = (ROOT / "requirements-test.txt").read_text(encoding="utf-8").splitlines()
LINES = [*STUDENT, *MORE]
PINS = [Requirement(line.split("  #")[0]) for line in LINES if line[0] not in "#-"]
PINNED = {canonicalize_name(pin.name): pin for pin in PINS}
DIRECT = [
    Requirement(text)
    for texts in (
        PROJECT["dependencies"],
        *(PROJECT["optional-dependencies"][extra] for extra in LOCKED_EXTRAS),
    )
    for text in texts
]


def by_name(requirement: Requirement) -> str:
    return requirement.name


def version_of(pin: Requirement) -> str:
    (specifier,) = pin.specifier
    return specifier.version


@pytest.mark.parametrize("pin", PINS, ids=by_name)
def test_every_line_pins_one_version(pin: Requirement) -> None:
    assert [specifier.operator for specifier in pin.specifier] == ["=="]
    assert "*" not in version_of(pin)
    assert pin.url is None


def test_every_package_has_one_version_for_all_systems() -> None:
    assert len(PINNED) == len(PINS)


def test_a_student_gets_nothing_that_only_developers_need() -> None:
    names = {canonicalize_name(line.split("==")[0]) for line in STUDENT if line[0] not in "#-"}
    assert not names & {"mypy", "ruff", "hypothesis", "playwright", "fastapi", "pytest-xdist"}
    assert {"jupyterlab", "nbval", "matplotlib", "networkx", "ipywidgets", "anywidget"} <= names
    assert len(names) < 120


def test_the_last_line_is_the_project_itself() -> None:
    assert STUDENT[-1] == "-e ."
    assert [line for line in LINES if line.startswith("-")] == ["-e ."]


def test_it_names_no_address_and_no_folder() -> None:
    text = "\n".join(LINES)
    for mark in ("://", "@", "file:", "--index", "--find-links", "/"):
        assert mark not in text


def test_the_header_says_where_it_comes_from() -> None:
    for first in (STUDENT[0], MORE[0]):
        assert "compiled from pyproject.toml by run.py lock" in first.lower()


@pytest.mark.parametrize("wanted", DIRECT, ids=by_name)
def test_every_direct_dependency_is_pinned_within_its_bounds(wanted: Requirement) -> None:
    pin = PINNED.get(canonicalize_name(wanted.name))
    assert pin is not None, "run `python3 run.py lock`"
    assert version_of(pin) in wanted.specifier, "run `python3 run.py lock`"


@pytest.mark.parametrize("wanted", DIRECT, ids=by_name)
def test_every_direct_dependency_has_a_lower_and_an_upper_bound(wanted: Requirement) -> None:
    assert sorted(specifier.operator for specifier in wanted.specifier) == ["<", ">="]


def test_all_that_the_dependencies_need_is_pinned_too() -> None:
    # What an installer would have to choose a version for by itself.
    seen: set[tuple[str, str]] = set()
    todo = [(wanted.name, extra) for wanted in DIRECT for extra in ("", *wanted.extras)]
    while todo:
        name, extra = todo.pop()
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        assert canonicalize_name(name) in PINNED, f"{name}: run `python3 run.py lock`"
        for text in metadata.requires(name) or []:
            needed = Requirement(text)
            if needed.marker is None or needed.marker.evaluate({"extra": extra}):
                todo += [(needed.name, each) for each in ("", *needed.extras)]
    assert len(seen) > len(DIRECT)
