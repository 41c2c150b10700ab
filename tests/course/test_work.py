"""The student's copy keeps the student's changes when the course's changes come in."""

import json
import os
import sys
from collections import Counter
from operator import itemgetter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course.work import __main__ as command
from course.work import folder
from course.work.merge import BOTH_CHANGED, NEW_TEXT, REMOVED, merge, read_notebook
from course.work.trust import is_signed, sign

NAME = "03-x.ipynb"


def cell(name, text, kind="code", **more):
    made = {"cell_type": kind, "id": name, "metadata": {}, "source": text.splitlines(True)}
    return made | ({"outputs": [], "execution_count": None} if kind == "code" else {}) | more


def notebook(*cells, **texts):
    made = [*cells, *(cell(name, text) for name, text in texts.items())]
    return {"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def texts(made):
    return ["".join(cell["source"]) for cell in made["cells"]]


def merged(base, mine, theirs):
    """Return the texts of what three notebooks give; each is a dictionary of texts by id."""
    return texts(merge(notebook(**base), notebook(**mine), notebook(**theirs)).notebook)


BASE = {"a": "A", "b": "B", "c": "C", "d": "D"}


@pytest.mark.parametrize(
    "mine, theirs, gives",
    [
        (BASE, BASE | {"b": "new"}, ["A", "new", "C", "D"]),
        (BASE | {"b": "mine"}, BASE, ["A", "mine", "C", "D"]),
        (BASE | {"b": "mine"}, BASE | {"c": "new"}, ["A", "mine", "new", "D"]),
        (BASE | {"b": "mine"}, BASE | {"b": "new"}, ["A", "new", BOTH_CHANGED, "mine", "C", "D"]),
        (BASE | {"b": "alike"}, BASE | {"b": "alike"}, ["A", "alike", "C", "D"]),
        (BASE | {"b": " \n"}, BASE | {"b": "new"}, ["A", "new", "C", "D"]),
    ],
)
def test_an_edited_cell_is_taken_from_the_side_that_edited_it(mine, theirs, gives):
    assert merged(BASE, mine, theirs) == gives


@pytest.mark.parametrize(
    "mine, theirs, gives",
    [
        ("acd", {"d": "new"}, ["A", "C", "new"]),  # what the student deleted stays deleted,
        ("acd", {"b": "new"}, ["A", "new", "C", "D"]),  # unless there is something new in it
        ("abcd", {"b": None}, ["A", "C", "D"]),
        ("aBcd", {"b": None}, ["A", REMOVED, "mine", "C", "D"]),
        ("ac", {"c": None}, ["A"]),
    ],
)
def test_a_deleted_cell_is_gone_unless_the_other_side_has_edited_it(mine, theirs, gives):
    own = {name.lower(): "mine" if name.isupper() else BASE[name] for name in mine}
    new = {name: text for name, text in (BASE | theirs).items() if text}
    assert merged(BASE, own, new) == gives


def test_added_cells_follow_what_they_followed():
    mine = {"top": "t", "a": "A", "m1": "1", "m2": "2", "b": "B", "c": "C", "d": "D", "end": "e"}
    theirs = {"a": "A", "n": "N", "b": "B", "d": "D", "c": "C", "z": "Z"}
    # The course has put new cells in and C behind D; a note at the end goes where D goes.
    assert merged(BASE, mine, theirs) == [*"tA12NBD", "e", *"CZ"]


def test_moved_cells_keep_their_place_among_the_students_cells():
    mine = {"c": "C", "a": "A", "b": "mine", "d": "D"}
    theirs = {"a": "A", "b": "B", "n": "N", "c": "new", "d": "D"}
    assert merged(BASE, mine, theirs) == ["new", "A", "mine", "N", "D"]


def test_a_cell_with_a_new_id_is_matched_by_its_text():
    mine = notebook(cell("", "A"), cell("x", "B"), cell("y", "mine"), cell("y", "twin"))
    theirs = notebook(a="A", b="new", c="C", d="D")
    made = merge(notebook(**BASE), mine, theirs).notebook
    assert texts(made) == ["A", "new", "mine", "twin"]
    assert len({cell["id"] for cell in made["cells"]}) == 4
    # Without a base each cell that differs counts as the student's.
    own = merge(None, notebook(a="A", b="mine"), theirs).notebook
    assert texts(own) == ["A", "new", BOTH_CHANGED, "mine", "C", "D"]


def test_outputs_are_the_students_where_the_student_ran_or_wrote():
    def output(text):
        return {"outputs": [{"output_type": "stream", "name": "stdout", "text": [text]}]}

    base = notebook(*(cell(name, name, **output("stored")) for name in "abcd"))
    mine = notebook(
        cell("a", "a", **output("ran")),
        cell("b", "mine", **output("ran")),
        cell("c", "c", **output("ran")),
        cell("d", "d", **output("stored")),
    )
    theirs = notebook(
        *(cell(name, name, **output("new"), metadata={"tags": ["t"]}) for name in "ab"),
        cell("c", "changed", **output("new")),
        cell("d", "d", **output("new")),
    )
    made = merge(base, mine, theirs).notebook["cells"]
    assert [each["outputs"][0]["text"][0] for each in made] == ["ran", "ran", "new", "new"]
    assert [each["metadata"] for each in made[:2]] == [{"tags": ["t"]}] * 2


def test_a_changed_answer_stays_the_cell_that_is_handed_in():
    marks = {"metadata": {"nbgrader": {"grade_id": "q", "solution": True}}}
    base, mine, theirs = (notebook(cell("q", text, **marks)) for text in ("stub", "mine", "new"))
    made, marked = merge(base, mine, theirs)
    assert texts(made) == ["mine", f"{NEW_TEXT}\n\n~~~~\nnew\n~~~~"]
    assert [bool(cell["metadata"]) for cell in made["cells"]] == [True, False]
    assert marked == 1
    assert merge(base, made, theirs) == (made, 0)  # after an update that was interrupted


# ---- Nothing is lost -----------------------------------------------------------------------------

CELLS = st.builds(
    lambda name, text, kind, marks: cell(name, text, kind, metadata=marks),
    st.sampled_from(["", *"abcdef", "a-2"]),
    st.text("xyz \n", max_size=6),
    st.sampled_from(["code", "markdown"]),
    st.sampled_from([{}, {"nbgrader": {"solution": True}}]),
)
STUDENTS = st.lists(CELLS, max_size=7).map(lambda cells: notebook(*cells))
COURSES = st.lists(CELLS.filter(itemgetter("id")), max_size=7, unique_by=itemgetter("id")).map(
    lambda cells: notebook(*cells)
)


def written(base, mine):
    """Return the texts that the student wrote, not those of the course."""
    return {text for text in texts(mine) if text.strip()} - {*(texts(base) if base else [])}


@given(st.none() | STUDENTS, STUDENTS, STUDENTS)
def test_every_text_that_a_student_wrote_is_kept(base, mine, theirs):
    made = merge(base, mine, theirs).notebook
    assert written(base, mine) <= {*texts(made)}
    names = [cell["id"] for cell in made["cells"]]
    assert len(set(names)) == len(names)
    assert all(names)
    assert read_notebook(json.dumps(made).encode()) == made


@given(COURSES, STUDENTS, COURSES)
def test_repeating_an_interrupted_update_adds_no_notes(base, mine, theirs):
    made = merge(base, mine, theirs).notebook
    again = texts(merge(base, made, theirs).notebook)
    twice = Counter(again) - Counter(texts(made))
    assert {*twice} <= {*texts(base), *texts(theirs)}  # no note, and no text of the student's
    assert written(base, mine) <= {*again}


@given(COURSES, COURSES)
def test_if_one_side_changed_nothing_the_other_is_taken(base, other):
    assert texts(merge(base, base, other).notebook) == texts(other)
    assert texts(merge(base, other, base).notebook) == texts(other)


# ---- The folder ----------------------------------------------------------------------------------


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course with two notebooks, and a student's copy of it in which one is edited."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))
    save(folder.COURSE / NAME, notebook(**BASE))
    save(folder.COURSE / "homework" / "hw.ipynb", notebook(a="A"))
    assert folder.make() == [NAME, "homework/hw.ipynb"]
    save(folder.WORK / NAME, notebook(**BASE | {"b": "mine"}))
    return tmp_path


def save(path, made):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(made), encoding="utf-8")


def copied(name=NAME):
    return texts(json.loads((folder.WORK / name).read_text("utf-8")))


def test_a_copy_is_made_once_and_then_updated(course, capsys):
    assert command.main("update") == 0
    assert "has the newest" in capsys.readouterr().out
    save(folder.COURSE / NAME, notebook(**BASE | {"b": "new"}))
    save(folder.COURSE / "homework" / "hw.ipynb", notebook(a="new"))
    assert command.main("update") == 0
    assert copied() == ["A", "new", BOTH_CHANGED, "mine", "C", "D"]
    assert copied("homework/hw.ipynb") == ["new"]
    assert texts(json.loads((folder.BEFORE / NAME).read_text())) == ["A", "mine", "C", "D"]
    output = capsys.readouterr().out
    assert f"{NAME} is updated. Everything you wrote is in it." in output
    assert "You and the course both changed one cell; a note marks the place." in output
    assert list(folder.update()) == folder.newer() == []
    assert not list(folder.WORK.rglob("*.new"))


def test_a_missing_notebook_comes_back_and_one_the_course_drops_stays(course):
    (folder.WORK / NAME).unlink()
    assert list(folder.update()) == [f"{NAME} is new."]
    assert copied() == [*"ABCD"]
    (folder.COURSE / NAME).unlink()
    assert list(folder.update()) == [f"{NAME} is no longer in the course. Your copy of it stays."]
    assert copied() == [*"ABCD"]
    assert list(folder.update()) == []


@pytest.mark.parametrize(
    "content", [b"", b'{"cells": [{"sou', b"[]", b"\xff", b'{"nbformat": 4, "metadata": {}}']
)
def test_an_unreadable_notebook_is_renamed_and_replaced(course, content):
    for aside in ("03-x-unreadable.txt", "03-x-unreadable2.txt"):
        (folder.WORK / NAME).write_bytes(content)
        assert f"It is now called {folder.WORK / aside}." in next(folder.update())
        assert folder.make() == [NAME]  # as after an update that was interrupted
        assert (folder.WORK / aside).read_bytes() == content
        assert copied() == [*"ABCD"]
    (folder.COURSE / NAME).write_bytes(content)  # the course's own file is damaged
    (message,) = folder.update()
    assert "stays as it is" in message
    assert copied() == [*"ABCD"]


@pytest.mark.parametrize("writes", range(5))
def test_a_full_disk_leaves_every_file_whole_and_the_next_update_goes_on(
    course, monkeypatch, capsys, writes
):
    save(folder.COURSE / NAME, notebook(**BASE | {"c": "new"}))
    save(folder.COURSE / "homework" / "hw.ipynb", notebook(a="new"))
    left, fsync = iter(range(writes)), os.fsync

    def full(number):
        if next(left, None) is None:
            raise OSError(28, "No space left on device")
        fsync(number)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        assert command.main("update") == 1
    assert "No space left" in capsys.readouterr().err
    assert copied() in (["A", "mine", "C", "D"], ["A", "mine", "new", "D"])
    assert not list(folder.WORK.rglob("*.new"))
    assert command.main("update") == 0
    assert copied() == ["A", "mine", "new", "D"]


def test_a_cell_saved_during_an_update_is_kept(course, monkeypatch):
    save(folder.COURSE / NAME, notebook(**BASE | {"c": "new"}))
    write = folder._write

    def saving(path, data):
        if folder.BEFORE in path.parents and "later" not in copied():
            save(folder.WORK / NAME, notebook(**BASE | {"b": "later"}))
        write(path, data)

    monkeypatch.setattr(folder, "_write", saving)
    list(folder.update())
    assert copied() == ["A", "later", "new", "D"]


@pytest.mark.parametrize(
    "terminal, answer, updated",
    [(True, "", True), (True, "y", True), (True, "no", False), (False, None, False)],
)
def test_it_asks_before_it_updates_and_only_in_a_terminal(
    course, monkeypatch, capsys, terminal, answer, updated
):
    save(folder.COURSE / NAME, notebook(**BASE | {"c": "new"}))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: terminal, raising=False)
    monkeypatch.setattr("builtins.input", lambda question: answer)
    assert command.main("open") == 0
    assert copied() == ["A", "mine", "new" if updated else "C", "D"]
    output = capsys.readouterr().out
    assert f"a newer version of {NAME}." in output
    assert ("python3 run.py update" in output) is not updated


def test_progress_made_in_the_courses_own_folder_is_copied(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))
    save(Path("notebooks") / folder.PROGRESS, {"03.1": "right"})
    assert command.main("open") == 0
    assert "right" in (folder.WORK / folder.PROGRESS).read_text()


def signed(*names):
    return [name for name in names if is_signed((folder.WORK / name).read_bytes())]


def test_only_what_came_with_the_course_is_signed(course):
    names = NAME, "homework/hw.ipynb", "other.ipynb"
    save(folder.WORK / "other.ipynb", notebook(a="elsewhere"))
    assert command.main("open") == 0
    assert signed(*names) == ["homework/hw.ipynb"]
    save(folder.COURSE / NAME, notebook(**BASE | {"c": "new"}))
    save(folder.COURSE / "homework" / "hw.ipynb", notebook(a="new"))
    assert command.main("update") == 0
    assert copied() == ["A", "mine", "new", "D"]
    assert signed(*names) == ["homework/hw.ipynb"]


def test_an_update_of_a_trusted_notebook_is_trusted(course):
    sign([(folder.WORK / NAME).read_bytes()])  # as JupyterLab does when all cells are trusted
    save(folder.COURSE / NAME, notebook(**BASE | {"c": "new"}))
    assert command.main("update") == 0
    assert copied() == ["A", "mine", "new", "D"]
    assert signed(NAME) == [NAME]


def test_a_notebook_that_cannot_be_signed_is_opened_all_the_same(course, monkeypatch, capsys):
    (course / "jupyter").write_text("no folder")
    assert command.main("open") == 0
    assert "pictures of views that were not run yet" in capsys.readouterr().out


def test_in_a_browser_it_says_where_the_changes_stay(course, monkeypatch, capsys):
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert command.main("update") == 1
    assert "What you change stays in this browser" in capsys.readouterr().err
    assert copied() == ["A", "mine", "C", "D"]
