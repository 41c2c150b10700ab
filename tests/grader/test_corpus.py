"""The corpus: what every submission in tests/submissions gets, and that it hurts no other one.

The ordinary run grades the most telling ones as a class; the night all of them, hundreds, and
compares `check` with `grade` on every one that may be run outside of walls.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from submissions.corpus import ENTRIES, TELLING
from submissions.graded import Graded, check_entry, contents, scores
from submissions.small import write_master

from grader.release import release

ROOT = Path(__file__).parents[2]
SMALL = [entry for entry in ENTRIES if entry.homework == "small"]
pytestmark = pytest.mark.skipif(os.name != "posix", reason="names, links and walls of Linux")


@pytest.fixture(scope="module")
def telling(bubblewrap, tmp_path_factory):
    return Graded(tmp_path_factory.mktemp("class"), TELLING)


@pytest.mark.parametrize("entry", TELLING, ids=lambda entry: entry.name)
def test_a_submission_gets_what_it_earned(telling, entry):
    assert telling.complaint(entry) == ""


def test_nothing_was_changed_left_behind_or_sent(telling):
    assert contents(telling.submissions) == telling.before
    assert not (ROOT / "evil").exists()
    assert not telling.visited
    assert telling.left == []
    psutil = pytest.importorskip("psutil")
    for process in psutil.Process().children(recursive=True):
        try:
            assert "course.handin.worker" not in " ".join(process.cmdline())
        except psutil.Error:  # it has ended in the meantime
            continue


def test_the_corpus_is_large_and_has_no_name_twice():
    names = Counter(entry.name for entry in ENTRIES)
    assert len(names) == len(ENTRIES) >= 500
    files = [entry.file for entry in ENTRIES if entry.file]
    assert len({*files}) == len(files)


# ---- at night ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.nightly
@pytest.mark.parametrize("homework", ["small", "hw1", "hw2", "hw3"])
def test_all_of_the_corpus_in_one_batch(homework, tmp_path):
    made = Graded(tmp_path, [entry for entry in ENTRIES if entry.homework == homework])
    complaints = {entry.name: made.complaint(entry) for entry in made.entries}
    assert {name: words for name, words in complaints.items() if words} == {}
    assert contents(made.submissions) == made.before
    assert not made.visited


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.nightly
def test_scores_do_not_depend_on_how_many_are_graded_at_a_time(tmp_path):
    results = []
    for workers in (1, 8):
        (tmp_path / str(workers)).mkdir()
        made = Graded(tmp_path / str(workers), TELLING, workers=workers)
        results.append({name: scores(result) for name, result in made.results.items()})
    assert results[0] == results[1]


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """The released small homework, for `check`."""
    folder = tmp_path_factory.mktemp("released")
    release(write_master(folder), folder / "copies", folder / "stored")
    return folder / "stored"


AGREE = ["prints 200 kB a call", "await at the top"]


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(entry, id=entry.name, marks=[] if entry.name in AGREE else pytest.mark.nightly)
        for entry in SMALL
        if entry.safe
    ],
)
def test_check_and_grade_agree_on_visible_checks(entry, stored, tmp_path):
    made = Graded(tmp_path, [entry], workers=1)
    (result,) = made.results.values()
    graded = {
        question["name"]: all(c["passed"] for c in question["checks"] if not c["hidden"])
        for question in result["questions"]
    }
    assert check_entry(entry, stored, tmp_path) == graded
