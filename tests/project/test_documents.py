"""What the documents show is what happens."""

import doctest
import importlib
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from matplotlib import pyplot
from matplotlib.collections import PathCollection
from matplotlib.colors import to_rgba

import gamelib

ROOT = Path(__file__).parents[2]
TEXTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *ROOT.glob("docs/*.md"),
    *ROOT.glob("instructor/*.md"),
]
WRITTEN_LATER = {"lecture12", "lectures/12-", "hw4-words"}  # what a reader is shown how to add
# Options of podman, bubblewrap, Dask and uv.
OTHERS = {"cap-add", "host", "network", "python", "rm", "ro-bind", "security-opt", "unshare-user"}
NAMES = 44  # columns for the names in the picture of the house; behind them is what they are


def failures(name: str, names: dict[str, object]) -> int:
    """Return how many examples of a document give something else than it says."""
    text = (ROOT / name).read_text(encoding="utf-8")
    text = re.sub(r"^```.*", "", text, flags=re.MULTILINE)  # else a fence counts as output
    test = doctest.DocTestParser().get_doctest(text, dict(names), name, str(ROOT / name), 0)
    assert test.examples, f"{name} has no examples"
    return doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed


def test_the_examples_of_the_readme_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # one of them saves a picture
    pyplot.close("all")
    try:
        assert failures("README.md", {}) == 0
        (axes,) = pyplot.gcf().axes
        (nodes,) = [each for each in axes.collections if isinstance(each, PathCollection)]
        colours = Counter(map(tuple, nodes.get_facecolors()))
        names = {text.get_text() for text in axes.texts}
    finally:
        pyplot.close("all")
    assert (tmp_path / "tree.svg").read_text(encoding="utf-8").startswith("<svg")
    assert colours == {to_rgba("skyblue"): 14, to_rgba("lightgray"): 7}
    assert names == set("ABCDEFGHIJKLMNOPQRSTU")


def test_the_game_in_contributing_keeps_the_contract():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    names = {name: getattr(gamelib, name) for name in gamelib.__all__}
    exec(re.search(r"```python\n(class .*?)```", text, re.DOTALL)[1], names)
    assert failures("CONTRIBUTING.md", names) == 0


def test_the_house_in_contributing_is_the_one_that_stands():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    picture = text.split("## The house")[1].split("```")[1]
    rooms = re.findall(r"(?m)^(\w+)/ .*\n((?: .*\n)+)", picture)
    assert [package for package, _ in rooms] == ["gamelib", "course", "grader"]
    for package, lines in rooms:
        named = {name for line in lines.splitlines() for name in line[:NAMES].split()}
        modules = {path.stem for path in (ROOT / package).glob("*.py") if path.stem[0] != "_"}
        folders = {f"{path.parent.name}/" for path in (ROOT / package).glob("*/__init__.py")}
        assert named == modules | folders, package


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_files_and_options_that_a_document_names_are_there(path):
    text = path.read_text(encoding="utf-8")
    made_later = ("my-work",)  # git ignores it: on a new checkout it is not there
    folders = (each.name for each in ROOT.iterdir() if each.is_dir())
    places = "|".join(name for name in folders if name not in made_later)
    files = re.findall(rf"`((?:{places})/[\w./-]*)`", text)
    missing = [file for file in files if not (ROOT / file).exists()]
    assert [each for each in missing if not any(word in each for word in WRITTEN_LATER)] == []
    code = "".join(each.read_text(encoding="utf-8") for each in sources())
    options = {*re.findall(r"(?<![\w-])--([a-z][a-z-]+)", text)} - OTHERS
    assert [f"--{each}" for each in sorted(options) if f'"--{each}"' not in code] == []


@cache
def sources():
    """Return the files that may declare an option of a command."""
    folders = ("course", "grader", "site", "benchmarks")
    return [ROOT / "run.py", *(path for each in folders for path in (ROOT / each).rglob("*.py"))]


def test_the_glossary_names_what_is_there():
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\|.*\| `((?:gamelib|course)\.[\w.]+)`: (.*) \|$", text, re.MULTILINE)
    assert len(rows) > 5
    for module, names in rows:
        for found, name in re.findall(r"(?:`((?:gamelib|course)\.[\w.]+)`: )?`(\w+)", names):
            module = found or module
            assert hasattr(importlib.import_module(module), name), f"{module} has no {name}"


def test_one_version_is_named_everywhere():
    (version,) = re.findall(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.M)
    assert f"version: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_the_first_page_of_the_guide_leads_to_all_others():
    """The site takes the order of the pages from these links."""
    guide = ROOT / "instructor" / "README.md"
    named = set(re.findall(r"\]\((\w+\.md)\)", guide.read_text(encoding="utf-8")))
    assert named == {path.name for path in guide.parent.glob("*.md")} - {guide.name}
