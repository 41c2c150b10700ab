"""The search in a real browser finds what the one in Python finds, as it does in node."""

from __future__ import annotations

import json

import pytest
from search_js import ANSWERS, differences, random_tree, searches

from course import practice_tree
from gamelib.view.live.bundle import WEB_FOLDER, joined

RUN = """async ([sources, questions]) => {
  const load = (text) => import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  const [search, practice, { answers }] = await Promise.all(sources.map(load));
  return answers({ search, practice }, questions);
}"""


@pytest.fixture
def ask(offline):
    """A function that returns the browser's answers to questions."""
    files = (WEB_FOLDER / "search.js", ANSWERS)
    search, answers = (file.read_text(encoding="utf-8") for file in files)
    sources = [search, joined("practice"), answers]
    return lambda questions: offline.evaluate(RUN, [sources, questions])


@pytest.mark.parametrize(
    "seeds", [range(1000), pytest.param(range(1000, 10_000), marks=pytest.mark.nightly)]
)
def test_every_search_emits_the_events_of_python(ask, seeds):
    questions = searches(map(random_tree, seeds))
    assert differences(questions, ask(questions)) == []


def test_a_seed_gives_the_practice_tree_of_python(ask):
    given = [(seed, level) for level in (1, 2, 3) for seed in range(20)]
    answers = ask([["practice", *pair] for pair in given])
    assert [json.loads(answer)[0] for answer in answers] == [
        str(practice_tree(*pair)) for pair in given
    ]
