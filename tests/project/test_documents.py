"""What the documents show is what happens."""

import doctest
import importlib
import re
from pathlib import Path

import gamelib

ROOT = Path(__file__).parents[2]


def failures(name: str, names: dict[str, object]) -> int:
    """Return how many examples of a document give something else than it says."""
    text = (ROOT / name).read_text(encoding="utf-8")
    text = re.sub(r"^```.*", "", text, flags=re.MULTILINE)  # else a fence counts as output
    test = doctest.DocTestParser().get_doctest(text, dict(names), name, str(ROOT / name), 0)
    assert test.examples, f"{name} has no examples"
    return doctest.DocTestRunner().run(test).failed


def test_the_examples_of_the_readme_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # one of them saves a picture
    assert failures("README.md", {}) == 0
    assert (tmp_path / "tree.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_game_in_contributing_keeps_the_contract():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    names = {name: getattr(gamelib, name) for name in gamelib.__all__}
    exec(re.search(r"```python\n(class .*?)```", text, re.DOTALL)[1], names)
    assert failures("CONTRIBUTING.md", names) == 0


def test_contributing_names_every_module_of_the_library():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for path in (ROOT / "gamelib").glob("*.py"):
        if path.stem != "__init__":
            assert path.name in text, f"CONTRIBUTING.md does not say what {path.name} is for"


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
