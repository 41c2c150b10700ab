"""The moving picture in the README is what the library draws today."""

import doctest
import importlib.util
from pathlib import Path
from xml.dom import minidom

from gamelib import SAMPLE, alpha_beta

ROOT = Path(__file__).parents[2]
SPEC = importlib.util.spec_from_file_location("film", ROOT / "site" / "film.py")
film = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(film)


def drawn():
    return film.film(alpha_beta(SAMPLE, record=True).trace)


def test_the_stored_film_is_what_the_library_draws():
    stored = (ROOT / "docs" / "alpha-beta.svg").read_text(encoding="utf-8")
    assert drawn() == stored, "run `python site/film.py`, which draws it again"
    assert len(stored) < 150_000


def test_its_title_says_how_the_search_ends():
    title = minidom.parseString(drawn()).getElementsByTagName("title")[0]
    assert "Value 3, best line A B E L" in title.firstChild.data


def test_without_motion_the_last_step_is_shown():
    made = drawn()
    counts = []
    for element in minidom.parseString(made).getElementsByTagName("text"):
        text = element.firstChild.data
        if text.startswith("Step "):
            name = element.getAttribute("class").split()[0]
            counts.append((text, f".{name}{{visibility:hidden" in made))
    assert [text for text, hidden in counts if not hidden] == [
        "Step 34 of 34: 14 visited, 7 skipped in 3 cuts"
    ]
    assert len(counts) == 35


def test_its_example_runs():
    assert doctest.testmod(film) == doctest.TestResults(failed=0, attempted=1)
