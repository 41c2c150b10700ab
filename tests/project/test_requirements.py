"""The requirements files are what `run.py lock` made of pyproject.toml, and pin everything."""

import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
STUDENT = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
DEVELOPER = (ROOT / "requirements-test.txt").read_text(encoding="utf-8").splitlines()
LINES = [line.split("  #")[0].rstrip() for line in DEVELOPER if line[0] != "#"]
PINNED = {canonicalize_name(pin.name): pin for pin in map(Requirement, LINES)}
EXTRAS = [needs for name, needs in PROJECT["optional-dependencies"].items() if name != "bench"]
DIRECT = [Requirement(text) for texts in (PROJECT["dependencies"], *EXTRAS) for text in texts]


def version_of(pin: Requirement) -> str:
    (specifier,) = pin.specifier
    return specifier.version


def test_every_line_pins_one_version_for_all_systems_and_names_no_address():
    for pin in PINNED.values():
        assert [specifier.operator for specifier in pin.specifier] == ["=="], pin
        assert "*" not in version_of(pin)
        assert pin.url is None
    assert len(PINNED) == len(LINES)
    for line in [*STUDENT, *DEVELOPER]:
        for mark in ("://", "@", "file:", "--index", "--find-links", "/"):
            assert mark not in line
    assert "run.py lock" in STUDENT[1] + DEVELOPER[1]


def test_a_student_gets_the_same_versions_and_nothing_that_only_developers_need():
    lines = [line.split("  #")[0].rstrip() for line in STUDENT if line[0] != "#"]
    assert lines[0] == "-e ."
    pins = [{line.split(" ;")[0] for line in each} for each in (lines[1:], LINES)]
    assert pins[0] <= pins[1], "run `python3 run.py lock`"
    names = {canonicalize_name(line.split("==")[0]) for line in lines}
    assert not names & {"mypy", "ruff", "hypothesis", "playwright", "fastapi", "nbgrader"}
    assert {"jupyterlab", "nbval", "matplotlib", "networkx", "ipywidgets", "anywidget"} <= names
    assert len(names) < 120


@pytest.mark.parametrize("wanted", DIRECT, ids=lambda wanted: wanted.name)
def test_every_direct_dependency_has_two_bounds_and_is_pinned_between_them(wanted):
    assert sorted(specifier.operator for specifier in wanted.specifier) == ["<", ">="]
    pin = PINNED.get(canonicalize_name(wanted.name))
    assert pin is not None, "run `python3 run.py lock`"
    assert version_of(pin) in wanted.specifier, "run `python3 run.py lock`"


def test_all_that_the_dependencies_need_is_pinned_too():
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
