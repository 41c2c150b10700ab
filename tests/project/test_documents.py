"""What the documents show is what happens."""

import doctest
import importlib
import re
from collections import Counter
from pathlib import Path
from xml.dom import minidom

from matplotlib import pyplot
from matplotlib.collections import PathCollection
from matplotlib.colors import to_rgba

import gamelib
from gamelib.view.tree.film import film

ROOT = Path(__file__).parents[2]


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


def test_the_film_in_the_readme_is_what_the_library_draws():
    assert 'src="docs/alpha-beta.svg"' in (ROOT / "README.md").read_text(encoding="utf-8")
    made = film(gamelib.alpha_beta(gamelib.SAMPLE, record=True).trace)
    stored = (ROOT / "docs" / "alpha-beta.svg").read_text(encoding="utf-8")
    assert made == stored, (
        "write film(alpha_beta(SAMPLE, record=True).trace) to docs/alpha-beta.svg"
    )
    assert len(made) < 150_000
    drawn = minidom.parseString(made)
    assert "Value 3, best line A B E L" in drawn.getElementsByTagName("title")[0].firstChild.data
    for element in drawn.getElementsByTagName("text"):  # nothing moves: then the last step is seen
        kind, words = element.getAttribute("class"), element.firstChild.data
        hidden = f".{kind.split()[0]}{{visibility:hidden" in made
        if words.startswith("Step "):
            assert hidden == (not words.startswith("Step 34 of 34: 14 visited, 7 skipped"))


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
