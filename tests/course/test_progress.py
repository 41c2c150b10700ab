"""Progress is read from a file that anything may have happened to, and no tick in it is lost."""

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from course import check, predict, progress
from course.exercises import exercises
from course.store import STATES, problems, remember, remembered

NAMES = ("01.4", "01.2", "03 windows", "03 mine", "42 other", "02.9", "no lecture", "")


@pytest.fixture
def file(tmp_path, monkeypatch):
    file = tmp_path / "my-progress.json"
    monkeypatch.setenv("COURSE_PROGRESS", str(file))
    return file


def line(lecture):
    return next(line for line in progress().splitlines() if line.startswith(lecture))


# ---- what progress shows ------------------------------------------------------------------------


def test_a_lecture_has_its_title_and_its_open_exercises_and_predictions(file):
    assert line("03") == "03  Alpha-beta          0 of 8    · 1  · 2  · 3  · 4  · 5  · 6"
    assert f"\n{' ' * 34}predictions:  · five levels  · narrow window\n" in progress()
    predict(visited=20, called="03 five levels")
    assert "predictions:  ✗ five levels" in progress()
    assert predict(windows={"F": (float("-inf"), 3)}, called="03 five levels")
    assert "predictions:  ✓ five levels" in progress()
    assert "1 of 8" in line("03")


def test_exercises_and_predictions_from_outside_are_shown_as_well(file):
    for name in ("03 mine", "43 games"):
        remember(name, "wrong")
    assert "predictions:  · five levels  · narrow window  ✗ mine" in progress()
    assert line("43") == f"43{' ' * 22}0 of 1    predictions:  ✗ games"


def test_a_name_that_is_neither_is_not_counted_and_stays_in_the_file(file):
    stored = {"02.9": "right", "03\nx": "right", "03 \ud800": "right", "3": "right", "01.4": [1]}
    file.write_text(json.dumps(stored))
    shown = progress()
    assert shown.count("✓") == 1, "in the legend"
    shown.encode()
    remember("01.2", "right")
    assert json.loads(file.read_text()) == stored | {"01.2": "right"}


# ---- no tick is lost ----------------------------------------------------------------------------


def test_a_check_that_has_passed_once_stays_passed(file):
    check("01.4", lambda: [[None] * 3 for _ in range(3)])
    assert "✓ 4" in line("01")
    kept = "(an earlier answer was right, so progress() keeps its tick)"
    assert not check("01.4", lambda: 7)
    assert str(check("01.4", lambda: 7)).endswith(f"\n{kept}")
    assert str(check("01.4", ...)).endswith(f"run this cell again\n{kept}")
    assert "✓ 4" in line("01")
    assert "✓ right (and stays so when a later answer fails)" in progress()


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(STATES))))
def test_every_name_has_its_last_state_or_was_right_once(tmp_path_factory, steps):
    file = tmp_path_factory.mktemp("folder") / "my-progress.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COURSE_PROGRESS", str(file))
        for name, state in steps:
            remember(name, state)
        expected = {}
        for name, state in steps:
            if expected.get(name) != "right" and (name in expected or state != "not yet"):
                expected[name] = state
        assert remembered() == expected


# ---- any content --------------------------------------------------------------------------------

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(STATES),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(NAMES), inner),
    max_leaves=12,
)
objects = st.dictionaries(st.sampled_from(NAMES) | st.text(), values)


def same(one, two):
    return json.dumps(one, sort_keys=True) == json.dumps(two, sort_keys=True)  # also for nan


@example(b"")
@example(b"\xef\xbb\xbf{}")  # as some editors write it
@example(b'{"01.4": ["a"]}')
@example(b'{"01.4": ' + b"9" * 10_000 + b"}")
@example(b"[" * 100_000)
@example(b"\xff\xfe{}")
@example(b"null")
@example(b"\xef")
@given(
    st.binary()
    | (values | objects).map(json.dumps).map(str.encode)
    | objects.map(json.dumps).map(str.encode).map(lambda text: text[: len(text) // 2])
)
def test_any_content_is_kept_in_the_file_or_in_a_copy(tmp_path_factory, content):
    file = tmp_path_factory.mktemp("folder") / "my-progress.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COURSE_PROGRESS", str(file))
        file.write_bytes(content)
        progress().encode()
        remember("03 windows", "right")
        shown = progress()
        assert "✓ windows" in shown
        shown.encode()
        copies = [each for each in file.parent.iterdir() if each != file]
        if copies:
            assert [copy.read_bytes() for copy in copies] == [content]
            assert all(str(copy) in shown for copy in copies)
        elif text := content.decode("utf-8-sig").strip():
            assert same(json.loads(file.read_text()), json.loads(text) | {"03 windows": "right"})


def test_each_broken_file_gets_a_name_of_its_own_and_the_student_is_told_where(file, capsys):
    for number, content in enumerate(["{half", "[1]"], start=1):
        file.write_text(content)
        check("01.4", lambda: [[None] * 3 for _ in range(3)])
        copy = file.with_name(f"my-progress-unreadable{'' if number == 1 else number}.json")
        assert copy.read_text() == content
        told = f"{file} could not be read. It is kept as {copy}, and nothing in it counts."
        assert capsys.readouterr().out == f"{told}\n"
        assert told in progress()
        assert "✓ 4" in line("01"), "what came afterwards counts"


# ---- a bad place --------------------------------------------------------------------------------


def fails_nowhere(file):
    assert check("01.4", lambda: [[None] * 3 for _ in range(3)])
    assert "· 4" in line("01")
    assert [each.name for each in file.parent.iterdir() if each != file] == []


def test_a_folder_of_that_name_is_left_alone_and_named(file):
    file.mkdir()
    fails_nowhere(file)
    assert file.is_dir()
    assert f"{file} cannot be opened (Is a directory), so nothing is kept." in progress()


def refuse(*_, **__):
    raise PermissionError(13, "Permission denied")


@pytest.mark.parametrize("content", ["{}", "{broken", None])
def test_a_folder_that_cannot_be_written_is_no_trouble(file, monkeypatch, content):
    if content is not None:
        file.write_text(content)
    for name in ("write_text", "rename", "replace", "chmod"):
        monkeypatch.setattr(Path, name, refuse)
    fails_nowhere(file)
    assert content is None or file.read_text() == content
    broken = f"{file} could not be read, so nothing is kept." in progress()
    assert broken == (content == "{broken")


def test_a_file_that_cannot_be_opened_stays_as_it_is(file, monkeypatch):
    file.write_text('{"01.4": "right"}')
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", refuse)
        remember("01.2", "wrong")
        assert problems() == [f"{file} cannot be opened (Permission denied), so nothing is kept."]
    assert remembered() == {"01.4": "right"}


def test_no_file_at_all_is_no_trouble(file, monkeypatch):
    monkeypatch.setenv("COURSE_PROGRESS", str(file.parent / "no" / "such.json"))
    fails_nowhere(file)
    monkeypatch.setenv("COURSE_PROGRESS", "")
    fails_nowhere(file)
    assert (problems(), remembered()) == ([], {})
    assert exercises("01")
