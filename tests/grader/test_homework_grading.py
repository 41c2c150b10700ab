"""Grading a class: in any order, again, after a stop; matching files; feedback and report.

What each submission of the corpus gets is in test_corpus.py.
"""

from __future__ import annotations

import csv
import json
import os
import re
from collections import Counter
from datetime import date, timedelta
from errno import EACCES
from pathlib import Path, PurePath
from textwrap import dedent
from time import process_time

import pytest
import tiny_homework as tiny
from IPython.core.inputtransformer2 import TransformerManager
from solutions import homework as solved
from submissions import corpus
from submissions.graded import Graded, scores
from submissions.small import PLAY, WINNER, handed_in, write_master

from benchmarks import grading as benchmark
from course.handin.submission import file_name, find_submissions, imports_in, released_in
from grader import batch as batches
from grader.__main__ import main
from grader.batch import grade
from grader.judge import judge_notebook, load_homework
from grader.nbgrader import with_verdict
from grader.report import feedback_page, is_shown, write_report
from grader.roster import read_roster
from grader.similar import marked, similar_pairs
from grader.student import WallsError
from grader.walls import Limits, find_walls

ROOT = Path(__file__).parents[2]
LIMITS = Limits(seconds=0.5, memory=1 << 28, patience=4)

NAMES = [
    "knows no draw",
    "not JSON",
    "markup in an answer",
    "os._exit",
    "prints a little",
    "raises",
]
ENTRIES = [entry for entry in corpus.ENTRIES if entry.name in NAMES]


@pytest.fixture(scope="module")
def graded(bubblewrap, tmp_path_factory):
    return Graded(tmp_path_factory.mktemp("class"), ENTRIES, limits=LIMITS)


# ---- in any order, again, and after a stop -------------------------------------------------------


@pytest.fixture
def small_class(tmp_path):
    """Three submissions and their master, which a test grades itself."""
    folder = tmp_path / "handed in"
    folder.mkdir()
    for name, changed in {
        "ann": {},
        "bob": {"winner": "def winner(board): return False"},
        "cem": {"corners": "corners = 3"},
    }.items():
        (folder / f"{name}.ipynb").write_text(json.dumps(handed_in(**changed)))
    return folder, tmp_path / "out", write_master(tmp_path)


def graded_scores(small_class, out=None, **options):
    """Grade the three, and return their scores in the class table."""
    folder, usual, master = small_class
    grade(folder, out or usual, master, limits=LIMITS, **{"workers": 1} | options)
    return [score for score, *_ in table(out or usual, "score")]


def table(out, *columns):
    with (out / "report.csv").open(encoding="utf-8", newline="") as file:
        return [tuple(row[column] for column in columns) for row in csv.DictReader(file)]


def files_in(out):
    files = [path for path in out.rglob("*") if path.is_file()]
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


@pytest.mark.usefixtures("bubblewrap")
def test_a_second_run_from_nothing_writes_the_same_files(small_class, tmp_path):
    again = tmp_path / "again"
    assert graded_scores(small_class) == graded_scores(small_class, again, workers=2)
    assert files_in(small_class[1]) == files_in(again)


def count_judged(monkeypatch, fails=lambda homework, notebook, *others: None):
    """Return a list of what is judged from now on; `fails` may raise an error instead."""
    judged, real = [], batches.judge_notebook

    def judge(*given):
        judged.append(given)
        fails(*given)
        return real(*given)

    monkeypatch.setattr(batches, "judge_notebook", judge)
    return judged


@pytest.mark.usefixtures("bubblewrap")
def test_a_batch_that_was_stopped_goes_on_where_it_was(small_class, monkeypatch):
    def stop(done, total):
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        graded_scores(small_class, progress=stop)
    assert len(list((small_class[1] / "results").iterdir())) == 2
    judged = count_judged(monkeypatch)
    assert graded_scores(small_class) == ["22", "18", "20"]
    assert len(judged) == 1


@pytest.mark.usefixtures("bubblewrap")
def test_only_what_has_changed_is_graded_again(small_class, monkeypatch):
    folder, out, master = small_class
    graded_scores(small_class)
    judged = count_judged(monkeypatch)
    (folder / "bob.ipynb").write_text(json.dumps(handed_in()))
    assert graded_scores(small_class) == ["22", "22", "20"]
    assert len(judged) == 1
    torn = out / "results" / f"{file_name('bob.ipynb')}.json"
    torn.write_text(torn.read_text()[:100])  # does not count as finished
    assert graded_scores(small_class) == ["22", "22", "20"]
    assert len(judged) == 2
    text = master.read_text().replace("points=15", "points=10")
    master.write_text(text.replace('"points": 15', '"points": 10'))
    assert graded_scores(small_class) == ["17", "17", "15"]
    assert len(judged) == 5


@pytest.mark.usefixtures("bubblewrap")
def test_an_error_of_the_grader_costs_one_submission_and_is_reported(small_class, monkeypatch):
    folder, out, master = small_class

    def fails(homework, notebook, *others):
        if "corners = 3" in json.dumps(notebook):
            raise ZeroDivisionError("ours")

    count_judged(monkeypatch, fails)
    rows = grade(folder, out, master, workers=1, limits=LIMITS)
    assert [(row["status"], row["score"]) for row in rows[1:]] == [("graded", 18), ("failed", None)]
    assert rows[2]["needs_a_person"] == ["the grader failed: ZeroDivisionError: ours"]
    report = (out / "report.html").read_text(encoding="utf-8")
    assert "<h2>Needs a person</h2>" in report
    assert "2 graded, 0 refused, 1 failed (the grader failed; a person has to look)." in report
    assert "The mean of the graded ones is 20" in report
    assert table(out, "status", "score")[2] == ("failed", "")


@pytest.mark.usefixtures("bubblewrap")
def test_an_error_of_the_grader_is_retried_and_never_kept(small_class, monkeypatch):
    def fails(*given):
        if len(calls) in (1, 3, 4):
            raise WallsError("the sandbox did not start")

    calls = count_judged(monkeypatch, fails)
    assert graded_scores(small_class) == ["22", "", "20"]  # 1, 2: ann; 3, 4: bob; 5: cem
    assert graded_scores(small_class) == ["22", "18", "20"]  # only bob again
    assert len(calls) == 6


class Deadly(str):
    """A task that kills the process that receives it, like a crash of Python."""

    def __reduce__(self):
        return os._exit, (1,)


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.skipif(os.name != "posix", reason="there is no such thing on this system")
def test_a_submission_that_ends_the_grader_costs_only_itself(small_class, monkeypatch):
    items = find_submissions(small_class[0])
    items[1] = items[1]._replace(student=Deadly("bob"))
    monkeypatch.setattr(batches, "find_submissions", lambda *given: items)
    ann, bob, cem = grade(*small_class, workers=2, limits=LIMITS)
    assert (ann["score"], bob["score"], cem["score"]) == (22, None, 20)
    assert bob["needs_a_person"] == ["the grader failed: its process was lost twice"]


# ---- whose file it is ----------------------------------------------------------------------------


def put(folder, *names, text=None, **changed):
    """Write a notebook under each of these names, each later than the one before."""
    for number, name in enumerate(names):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(handed_in(**changed)) if text is None else text)
        os.utime(path, (number, number))


@pytest.mark.usefixtures("bubblewrap")
def test_the_latest_file_of_a_student_counts_and_all_are_graded(tmp_path):
    folder, out = tmp_path / "in", tmp_path / "out"
    put(folder, "ann.ipynb", "dan/hw/b.ipynb", corners="corners = 0")
    put(folder, "x", "ann (1).ipynb", "dan/hw/a.ipynb", ".ipynb_checkpoints/ann.ipynb")
    (folder / "x").unlink()
    put(folder, "dan/notes.txt", text="ignored beside a notebook")
    grade(folder, out, write_master(tmp_path), workers=1, limits=LIMITS)
    assert table(out, "student", "file", "counts", "score") == [
        ("ann", "ann (1).ipynb", "yes", "22"),
        ("ann", "ann.ipynb", "no", "20"),
        ("dan", "dan/hw/a.ipynb", "yes", "22"),
        ("dan", "dan/hw/b.ipynb", "no", "20"),
    ]
    remarks = [remark for remark, *_ in table(out, "remarks")]
    assert remarks[0].startswith("the same file as dan")
    assert remarks[1].startswith("a later one counts")


def whose(folder, released=None, **options):
    items = find_submissions(folder, released=released, **options)
    return {item.name: item.student for item in items if item.counts}


def test_a_number_in_brackets_is_a_copy_only_beside_the_first_file(tmp_path):
    put(tmp_path, "hw1 (123456).ipynb", "hw1 (200001).ipynb", "bob (2).ipynb", "cem(1).ipynb")
    assert len(whose(tmp_path)) == 4
    put(tmp_path, "cem.ipynb")  # earlier
    assert whose(tmp_path)["cem(1).ipynb"] == "cem"
    assert len(whose(tmp_path)) == 4


def test_a_later_file_without_answers_does_not_count(tmp_path):
    copy = load_homework(write_master(tmp_path)).released
    folder = tmp_path / "in"
    put(folder, "ann/hw1.ipynb", corners=None)
    for number, scratch in enumerate(({}, copy, handed_in() | {"cells": []})):
        put(folder, f"ann/{number}/scratch.ipynb", text=json.dumps(scratch))
    os.utime(folder / "ann/2/scratch.ipynb", (9, 9))
    assert whose(folder) == {"ann/2/scratch.ipynb": "ann"}
    assert whose(folder, copy) == {"ann/hw1.ipynb": "ann"}


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.skipif(os.name != "posix", reason="such names and links are not for this system")
def test_whatever_is_no_notebook_has_a_row_and_a_reason(tmp_path):
    folder, out = tmp_path / "in", tmp_path / "out"
    put(folder, "ann.ipynb")
    put(folder, "bob.py", "cem.zip", "dan/hw1.html", "eve", "fay.ipynb.txt", text="x = 1")
    put(folder, ".DS_Store", "__MACOSX/x.ipynb", "Thumbs.db", text="made by a system")
    (folder / "gil" / "empty").mkdir(parents=True)
    put(folder, "ivy" + "/deeper" * 30 + "/hw1.ipynb")
    (folder / "hal").symlink_to(folder / "dan")
    no_letters = b"\xff.ipynb".decode("utf-8", "surrogateescape")
    put(folder, "a\tb.ipynb", r"a\tb.ipynb", no_letters, text="")
    grade(folder, out, write_master(tmp_path), workers=1, limits=LIMITS)
    assert dict(table(out, "file", "remarks")) == {
        "ann.ipynb": "",
        "a\\tb.ipynb": "it is empty",
        "a\\\\tb.ipynb": "it is empty",
        "\\udcff.ipynb": "it is empty",
        "bob.py": "it is a .py file, hand in the notebook itself, which ends in .ipynb",
        "cem.zip": "it is a .zip file, hand in the notebook itself, which ends in .ipynb",
        "dan/hw1.html": "it is a .html file, hand in the notebook itself, which ends in .ipynb",
        "eve": "it is a file without an ending, hand in the notebook itself, which ends in .ipynb",
        "fay.ipynb.txt": "it is a .txt file, hand in the notebook itself, which ends in .ipynb",
        "gil": "it is a folder without a notebook in it",
        "hal": "it is a link, hand in the notebook itself",
        "ivy": "it is a folder without a notebook in it",
    }
    assert "The mean of the graded ones is 22, the median 22" in (out / "report.html").read_text(
        encoding="utf-8"
    )


@pytest.mark.usefixtures("bubblewrap")
def test_a_folder_that_cannot_be_read_is_no_zero(tmp_path, monkeypatch):
    put(tmp_path / "in", "ann/hw1.ipynb", "bob/hw/hw1.ipynb", "cem.ipynb")
    real = os.scandir

    def scandir(path):
        if Path(path).name in ("ann", "hw"):
            raise PermissionError(EACCES, "Permission denied", path)
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    rows = grade(tmp_path / "in", tmp_path / "out", write_master(tmp_path), workers=1)
    assert [(row["name"], row["score"]) for row in rows] == [
        ("ann", None), ("bob/hw", None), ("cem.ipynb", 22)
    ]  # fmt: skip
    assert rows[0]["needs_a_person"] == ["the grader failed: it cannot be read (Permission denied)"]


@pytest.mark.usefixtures("bubblewrap")
def test_another_homework_among_these_is_called_by_its_name(tmp_path):
    folder, out = tmp_path / "in", tmp_path / "out"
    other = released_in()["hw2-pruning"]
    put(folder, "ann.ipynb", text=json.dumps(other))
    other["metadata"]["gamelib"]["homework"] = ["hw1"]
    put(folder, "bob.ipynb", text=json.dumps(other))
    rows = grade(folder, out, write_master(tmp_path), workers=1, limits=LIMITS)
    reason = ["this is hw2-pruning, and here small is graded"]
    assert [row["remarks"] for row in rows] == [reason, reason]


@pytest.mark.usefixtures("bubblewrap")
def test_only_ten_files_of_one_student_are_graded(tmp_path, monkeypatch):
    folder, out = tmp_path / "in", tmp_path / "out"
    put(folder, *(f"ann/{number:02}.ipynb" for number in range(13)), "bob.ipynb")
    judged = count_judged(monkeypatch)
    rows = grade(folder, out, write_master(tmp_path), workers=1, limits=LIMITS)
    assert (len(rows), len(judged)) == (14, 11)
    assert rows[0]["remarks"] == ["a later one counts", "10 later files of this student are graded"]


ROSTER = """\
Surname;First name;ID number;Email address
Diaz;Carla;s1;carla@example.org
Öz;Cem;s2;
Adams;Ann;s3;ann@example.org
Adams;Ann;s4;adams2@example.org
Noble;Nina;s5;nina@example.org
"""


@pytest.mark.usefixtures("bubblewrap")
def test_a_roster_says_whose_file_it_is_and_who_is_missing(tmp_path):
    folder, out = tmp_path / "in", tmp_path / "out"
    (tmp_path / "class.csv").write_text(ROSTER, encoding="utf-8-sig")
    downloaded = "özcem_5_9_notebooks_homework_hw2-pruning.ipynb"  # by the kernel in a browser
    put(folder, "Carla Diaz_77_assignsubmission_file_/x.ipynb", "hw1_s3.ipynb", downloaded)
    put(folder, "Ann Adams.ipynb", "stranger.ipynb", "CARLA@example.org.ipynb")
    roster = tmp_path / "class.csv"
    grade(folder, out, write_master(tmp_path), workers=1, limits=LIMITS, roster=roster)
    assert sorted(table(out, "file", "student", "name", "counts", "status")) == [
        ("", "s4", "Ann Adams", "", "missing"),
        ("", "s5", "Nina Noble", "", "missing"),
        ("Ann Adams.ipynb", "Ann Adams", "", "yes", "graded"),  # there are two
        ("CARLA@example.org.ipynb", "s1", "Carla Diaz", "yes", "graded"),
        ("Carla Diaz_77_assignsubmission_file_/x.ipynb", "s1", "Carla Diaz", "no", "graded"),
        ("hw1_s3.ipynb", "s3", "Ann Adams", "yes", "graded"),
        ("stranger.ipynb", "stranger", "", "yes", "graded"),
        (downloaded, "s2", "Cem Öz", "yes", "graded"),
    ]
    report = (out / "report.html").read_text(encoding="utf-8")
    assert "<li>stranger.ipynb: not on the roster</li>" in report
    assert "<li>Ann Adams.ipynb: s3 or s4</li>" in report
    assert "<li>s5 Nina Noble</li>" in report


@pytest.mark.parametrize(
    "text, says",
    [
        ("", "its columns are: none"),
        ("mark,points\n1,2", "no column called id; its columns are: mark, points"),
        ("id\n\n", "has no students in it"),
        ("id\ns1\ns1\n", "has the id s1 twice"),
        ("id\nA-b\naB\n", "has the ids A-b and aB, which differ only in capitals"),
        ('id,name\ns1,"Ann\ns2,Bob\ns3,Cem\n', "row 2: unexpected end of data"),
        ("id,name\ns1,\udcfc", "is not in UTF-8; save it as CSV UTF-8"),
        ('id,name\ns1,"Ann\ns2,Bob"\n', "row 2: a quote is not closed in its line"),
        (f"id,name\ns1,{'x' * 200_000}\n", "row 2: field larger than field limit"),
    ],
)
def test_what_is_wrong_with_a_roster_is_reported(tmp_path, text, says):
    (tmp_path / "class.csv").write_text(text, errors="surrogateescape")
    with pytest.raises(ValueError, match=says):
        read_roster(tmp_path / "class.csv")


CANVAS = """id,name,lms_user_id
123456,Dan Dee,77
1002,Carla Maria Diaz,78
jsmith,Jo Smith,1002
eve,Eve\u2028E\x85Eve,79
anna,Bob Bee,80
s7,Anna,81
"""


@pytest.mark.parametrize(
    "name, whose",
    [
        ("Carla Diaz_123456_assignsubmission_file_/x.ipynb", "Carla Diaz 123456"),  # no id
        ("Carla Maria Diaz_123456_assignsubmission_file/x.ipynb", "1002"),
        ("Carla Maria Diaz_1_assignsubmission_file_hw1_eve.ipynb", "1002"),
        ("Jo Smith_1_assignsubmission_file_Eve_2_assignsubmission_file_x.ipynb", "jsmith"),
        ("another_LATE_78_4242_hw1.ipynb", "1002"),  # Canvas's own number
        ("deedan_1002_4242_hw1.ipynb", "jsmith"),
        ("deedan_123456_4242_hw1.ipynb", "123456"),  # by the name
        ("stranger_123456_4242_hw1.ipynb", "stranger 123456"),
        ("hw1-123456.ipynb", "123456"),
        ("Dan Dee 1002.ipynb", "Dan Dee 1002"),  # one's name, another one's id
        ("jsmith2.ipynb", "jsmith2"),  # another student
        ("Jo Smith 2.ipynb", "jsmith"),
        ("anna/x.ipynb", "anna"),  # the id comes first
        ("EveE Eve.ipynb", "eve"),
    ],
)
def test_no_file_is_given_to_another_student(tmp_path, name, whose):
    (tmp_path / "class.csv").write_text(CANVAS, encoding="utf-8")
    assert read_roster(tmp_path / "class.csv").who(PurePath(name)) == whose


def test_the_ids_of_canvas_s_own_table_are_its_numbers(tmp_path):
    text = 'Student,ID,SIS User ID\n    Points Possible,,\n"Diaz, Carla",77,s1\n"Dee, Dan",78,s2\n'
    (tmp_path / "class.csv").write_text(text)
    assert read_roster(tmp_path / "class.csv").who(PurePath("newname_78_4242_hw1.ipynb")) == "78"


@pytest.mark.usefixtures("bubblewrap")
def test_equal_ids_are_reported_and_have_a_column(tmp_path):
    folder, out = tmp_path / "in", tmp_path / "out"
    master = asks_for_an_id(tmp_path)
    for name, given in {"ann": "'s1'", "bob": "'s1'", "cem": "'s2'"}.items():
        put(folder, f"{name}.ipynb", text=json.dumps(with_id(given)))
    grade(folder, out, master, workers=1, limits=LIMITS)
    rows = table(out, "student_id", "remarks")
    assert [number for number, _ in rows] == ["s1", "s1", "s2"]
    assert "the same student_id as bob" in rows[0][1]
    assert "student_id" not in rows[2][1]
    (tmp_path / "class.csv").write_text("id,name\nk1,cem\n")
    rows = grade(folder, out, master, workers=1, limits=LIMITS, roster=tmp_path / "class.csv")
    assert rows[2]["ids"] == {"student_id": "k1"}, "a new id is graded again"


def test_a_name_for_files_is_harmless_and_unique():
    names = ["../../etc/passwd", "a/../b", "", "..", "x" * 300, "a\nb", "CON", "<b>"]
    names += ["a b.ipynb", "a-b.ipynb", "a_b.ipynb", "a/b.ipynb"]
    files = {file_name(name) for name in names}
    assert len(files) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9-]{0,70}", file) for file in files)


# ---- the real homeworks --------------------------------------------------------------------------

REAL = sorted((ROOT / "instructor").glob("hw[12]-*.ipynb"))


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.parametrize("master", REAL, ids=lambda path: path.stem)
def test_a_model_solution_gets_all_points_and_the_copy_as_released_none(master):
    homework = load_homework(master)
    walls = find_walls()
    best = judge_notebook(homework, homework.master, walls, Limits())
    assert {q["name"]: q["score"] for q in best["questions"]} == {
        question.name: question.points for question in homework.questions
    }
    nothing = judge_notebook(homework, homework.released, walls, Limits())
    assert (nothing["score"], nothing["for_student"]) == (0, ["nothing was answered"])


@pytest.mark.usefixtures("bubblewrap")
def test_checks_that_depend_on_a_students_id_are_made_for_that_student():
    homework = load_homework(ROOT / "instructor" / "hw2-pruning.ipynb")
    notebook = json.loads(json.dumps(homework.master))
    for cell in notebook["cells"]:
        cell["source"] = cell["source"].replace('"model solution"', '"s1234567"')
    result = judge_notebook(homework, notebook, find_walls(), Limits())
    assert "student_id is 's1234567'" in result["log"]
    assert result["score"] == result["total"]
    own = json.dumps(judge_notebook(homework, homework.master, find_walls(), Limits()))
    own_leaf = result["questions"][0]["checks"][0]["got"]
    assert json.dumps(own_leaf) not in own  # another tree has other leaves and values


def asks_for_an_id(folder):
    """Write the small homework in which the number of corners is the student's id; it is 4."""
    master = write_master(folder)
    text = master.read_text().replace("gives=4", "gives=student_id")
    about = {"metadata": {"gamelib": {"ids": ["student_id"]}}}
    master.write_text(json.dumps(json.loads(text.replace("corners", "student_id")) | about))
    return master


def with_id(given):
    text = json.dumps(handed_in(corners=f"corners = {given}"))
    return json.loads(text.replace("corners", "student_id"))


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.parametrize(
    "given, text", [("'s2'", "'s2'"), ("True", "not given"), ("...", "not given")]
)
def test_the_id_of_a_roster_counts_whatever_the_notebook_says(tmp_path, given, text):
    homework, ids = load_homework(asks_for_an_id(tmp_path)), {"student_id": "s1"}
    own = judge_notebook(homework, with_id("'s1'"), find_walls(), LIMITS, ids)
    assert (own["score"], own["for_student"], own["ids"]) == (22, [], ids)
    other = judge_notebook(homework, with_id(given), find_walls(), LIMITS, ids)
    assert other["for_student"] == [
        f"student_id is {text} in the notebook; the roster's 's1' counts"
    ]
    assert (other["score"], other["ids"]) == (20, ids)


def test_the_class_of_the_benchmark_has_all_kinds_and_is_the_same_for_the_same_seed():
    drawn = benchmark.draw_class(100, seed=1)
    assert Counter(item.kind for item in drawn) == benchmark.SHARES
    assert drawn == benchmark.draw_class(100, seed=1) != benchmark.draw_class(100, seed=2)
    assert {item.name for item in drawn if item.kind == "hostile"} == set(benchmark.ATTACKS)


# ---- how points come about -----------------------------------------------------------------------

BROKEN = """\
with checks("play", points=10) as expect:
    expect.call(play, 1, gives=1)
    expect.add("a judge that fails", lambda ask: 1 / 0)
    expect.call(play, 2, gives=2)"""


@pytest.mark.usefixtures("bubblewrap")
def test_points_are_shared_and_rounded_and_a_check_that_fails_is_reported_to_the_lecturer(tmp_path):
    master = write_master(tmp_path)
    notebook = json.loads(master.read_text())
    for cell in notebook["cells"]:
        if cell["id"] == "play":
            cell["source"] = BROKEN
            cell["metadata"]["nbgrader"]["points"] = 10
    master.write_text(json.dumps(notebook))
    ends = "import os\ndef winner(b): os._exit(0)"
    answers = handed_in(play="def play(x): return x", winner=ends)
    result = judge_notebook(load_homework(master), answers, find_walls(), LIMITS)
    assert scores(result) == {"winner": 0, "play": 6.67, "corners": 2}
    assert (result["status"], result["score"]) == ("failed", None)
    assert result["needs_a_person"] == ["play, check 2: ZeroDivisionError: division by zero"]
    assert [check["got"] for check in result["questions"][0]["checks"][:2]] == [
        "the program ended",
        "not asked, because an earlier check of this question ended it",
    ]


@pytest.mark.usefixtures("bubblewrap")
def test_a_cell_may_do_what_a_notebook_does_and_a_syntax_error_is_reported(tmp_path, monkeypatch):
    # IPython takes its time for some texts: only the worker has a clock for that.
    monkeypatch.setattr(TransformerManager, "transform_cell", None)
    homework = load_homework(write_master(tmp_path))
    cells = {
        "winner": f"%%time\nimport asyncio\nawait asyncio.sleep(0)\n{WINNER}",
        "corners": "files = !ls\ncorners = = 4",
    }
    result = judge_notebook(homework, handed_in(**cells), find_walls(), Limits())
    assert scores(result) == {"winner": 5, "play": 15, "corners": 0}
    raised = "raised SyntaxError: invalid syntax (line 1 of the cell)"
    assert result["for_student"] == [f"the cell corners-answer {raised}"]


LOOPS = """
class Endless(Exception):
    def __str__(self):
        while True: pass
"""


@pytest.mark.usefixtures("bubblewrap")
def test_an_error_without_end_costs_the_time_of_one_check(tmp_path):
    cells = {
        "winner": f"{LOOPS}\ndef winner(board):\n    raise Endless",
        "corners": f"{LOOPS}\nraise Endless\ncorners = 4",
    }
    result = judge_notebook(
        load_homework(write_master(tmp_path)), handed_in(**cells), find_walls(), LIMITS
    )
    assert scores(result) == {"winner": 0, "play": 15, "corners": 0}
    first, *others = result["questions"][0]["checks"]
    assert (first["got"], first["trouble"]) == ("no answer in time", "time")
    assert {check["got"] for check in others} == {
        "not asked, because an earlier check of this question had no answer in time"
    }
    assert result["for_student"] == ["the cell corners-answer took too long"]


# ---- what a student reads ------------------------------------------------------------------------


def page(made, name):
    file = f"{file_name(made.results[name]['name'])}.html"
    return (made.out / "feedback" / file).read_text(encoding="utf-8")


def test_every_page_loads_nothing_and_runs_nothing(graded):
    report = (graded.out / "report.html").read_text(encoding="utf-8")
    for text in [report, *(page(graded, name) for name in graded.results)]:
        assert not re.search(r"<\s*(script|img|link|iframe|[^>]*\son\w+=)", text, re.IGNORECASE)
        links = re.findall(r"<[^>]*\b(?:href|src)=['\"]?([^'\" >]*)", text)
        assert all(link.startswith(("feedback/", "similar.html")) for link in links)
        assert "prefers-color-scheme: dark" in text
    assert "submissions in bubblewrap:" in report
    assert 'aria-label="Points and how many students have them: 0–2: ' in report


def test_the_page_says_what_was_called_what_came_and_what_was_wanted(graded):
    result = graded.results["knows no draw"]
    for words in (
        "4 of 5 points",
        "4 of 5 checks pass: 5 × 4/5 = 4 (visible checks: 3 of 3; hidden: 1 of 2)",
        "winner([[&#39;X&#39;, &#39;O&#39;, &#39;X&#39;]",
        "<dt>gave</dt><dd><pre>False</pre></dd>",
        "<dt>wanted</dt><dd><pre>&#39;D&#39;</pre></dd>",
        "return EMPTY if any(EMPTY in row for row in board) else False",  # their own code
        "Each check may use 0.5 seconds of processor time",
    ):
        assert words in feedback_page(result, hidden=True)
    assert "Not graded:</span> it is not a notebook" in page(graded, "not JSON")


def test_a_page_tells_nothing_of_hidden_checks_unless_they_are_shown(graded):
    shown = page(graded, "knows no draw")
    assert "✗ 1 hidden check fails" in shown
    assert "<dt>hint</dt>" not in shown  # nothing is known, and no visible check fails
    result = json.loads(json.dumps(graded.results["knows no draw"]))
    result["questions"][0]["checks"][0]["passed"] = False
    assert "<dt>hint</dt><dd>like the visible ones above</dd>" in feedback_page(result)
    for words in ("&#39;D&#39;", "winner([[&#39;X&#39;, &#39;O&#39;", "bubblewrap"):
        assert words not in shown
    result_shown = graded.results["prints a little"]  # the boards of hidden checks too
    assert "looking at" in feedback_page(result_shown, hidden=True)
    assert "it printed" not in feedback_page(result_shown)
    secret = WINNER.replace(":", ":\n    raise KeyError(board)", 1)
    result = judge_notebook(
        load_homework(graded.master), handed_in(winner=secret), find_walls(), LIMITS
    )
    result_shown = graded.results["raises"] | result
    board = "&#39;X&#39;], [&#39;X&#39;, &#39;O&#39;, &#39;O&#39;]"
    assert board in feedback_page(result_shown, hidden=True)
    assert board not in feedback_page(result_shown)
    assert "<dd>it raised KeyError</dd>" in feedback_page(result_shown)
    secret = WINNER.replace(":", ":\n    SEEN.append(board)", 1)
    telling = handed_in(
        winner=f"import gamelib.games.tree\nSEEN = []\n{secret}",
        play="def play(*_): return len(SEEN)\nif len(SEEN) == 2: raise ValueError(SEEN)",
    )
    result = judge_notebook(load_homework(graded.master), telling, find_walls(), LIMITS)
    assert result["for_student"][1] == "imports gamelib.games.tree: is it own work?"
    assert result["for_student"][0] == "the cell play-answer raised an error"
    answers = [check["got"] for check in result["questions"][1]["checks"]]
    assert answers == ["3", "3", "2"], "a visible check meets only those that are visible"


def test_to_look_for_imports_takes_no_minutes_where_an_answer_is_all_blank_lines():
    begun = process_time()
    assert imports_in(["\n" * 50_000 + "\timport math, gamelib.search"]) == ["gamelib.search"]
    assert process_time() - begun < 1


@pytest.mark.usefixtures("bubblewrap")
def test_practice_that_was_left_out_is_no_failure(tmp_path):
    half = "def half(x):\n    ### BEGIN SOLUTION\n    return x / 2\n    ### END SOLUTION"
    practice = 'with checks("half", points=0) as expect:\n    expect.call(half, 4, gives=2)'
    more = [tiny.answer(half, "half-answer"), tiny.checked(practice, "half", 0)]
    master, folder, out = tmp_path / "tiny.ipynb", tmp_path / "in", tmp_path / "out"
    master.write_text(json.dumps(tiny.master(*more)))
    copy = load_homework(master).released
    copy["cells"] = [cell | {"id": f"c{number}"} for number, cell in enumerate(copy["cells"])]
    for name, answers in {"ann": {}, "bob": {"half-answer": "def half(x): return x"}}.items():
        put(folder, f"{name}.ipynb", text=json.dumps(tiny.solved(copy, tiny.RIGHT | answers)))
    grade(folder, out, master, workers=1, limits=LIMITS)
    ann, bob = [json.loads(file.read_text()) for file in sorted((out / "results").iterdir())]
    line = "not begun (practice, no points)"
    assert line in feedback_page(ann)
    assert "✗" not in feedback_page(ann)
    assert line not in feedback_page(bob)
    assert "✗ fail" in feedback_page(bob)
    cells = with_verdict(copy, b"", ann | {"digest": ""}, shows=True)["cells"]
    assert cells[-1]["outputs"][0]["text"] == f"half: {line}\n"
    _, items = write_report(out)
    assert [(item["asked"], item["failed"]) for item in items if item["question"] == "half"] == [
        (1, 1)
    ]
    report = (out / "report.html").read_text()
    assert "not written yet" not in report
    assert "<h2>Mistakes</h2>" not in report


def test_hidden_checks_are_shown_after_a_day():
    today = date.today()
    days = [str(today + timedelta(days)) for days in (-1, 0, 1)]
    shown = [is_shown(day) for day in ("always", "never", *days)]
    assert shown == [True, False, True, False, False]
    assert is_shown("2020-01-01T12:00+02:00")


@pytest.mark.usefixtures("bubblewrap")
def test_the_page_and_the_result_of_what_was_taken_away_are_removed(small_class):
    folder, out, _ = small_class
    graded_scores(small_class)
    (folder / "bob.ipynb").unlink()
    assert graded_scores(small_class) == ["22", "20"]
    for part in ("feedback", "results"):
        left = sorted(path.stem for path in (out / part).iterdir())
        assert left == [file_name("ann.ipynb"), file_name("cem.ipynb")]


# ---- what the lecturer reads ---------------------------------------------------------------------


@pytest.mark.usefixtures("bubblewrap")
def test_the_table_for_a_spreadsheet_holds_no_formula(tmp_path):
    folder, out, master = tmp_path / "in", tmp_path / "out", write_master(tmp_path)
    with pytest.raises(ValueError, match="is not a folder"):
        grade(folder, out, master)
    folder.mkdir()
    put(folder, "=1+1.ipynb", "x;=1+1.ipynb", "@a.ipynb", "\t-2.ipynb", text="no notebook")
    grade(folder, out, master, workers=1, limits=LIMITS)
    names = ["'=1+1", "'@a", "\\t-2", "x,=1+1"]
    assert [student for student, *_ in table(out, "student")] == names


@pytest.mark.usefixtures("bubblewrap")
def test_results_of_another_homework_are_not_written_over(small_class, capsys):
    folder, out, master = small_class
    graded_scores(small_class)
    before = files_in(out)
    other = master.rename(master.with_name("other.ipynb"))
    assert main(["grade", str(folder), "--out", str(out), "--homework", str(other)]) == 2
    assert "has the results of small; name another folder for other" in capsys.readouterr().err
    assert files_in(out) == before


# ---- similar solutions ---------------------------------------------------------------------------

RENAMED = {"board": "feld", "sign": "zeichen", "cells": "alle", "lines": "reihen", "after": "neu"}
COPIED = re.sub(r"\w+", lambda word: RENAMED.get(word[0], word[0]), PLAY + WINNER)
COPIED = COPIED.replace(":\n", ":  # my own idea\n", 1).replace(" == ", "==")
COPIED = re.sub("(return|=) (.+)", r"\1 (\2)", COPIED).replace("(", "(\n ")
HONEST = [dedent(one + other) for one, other in (  # the last has the first one's `winner`
    (solved.ANOTHER_WAY, solved.ONE_FUNCTION),
    (solved.winner(), solved.recursion()),
    (solved.ANOTHER_WAY, solved.PLAYS["rules of thumb"]),
)]  # fmt: skip


def test_a_copy_is_found_although_it_is_renamed_reordered_and_reformatted():
    codes = [WINNER + PLAY, HONEST[0], COPIED, *HONEST[1:], COPIED + HONEST[1]]
    pairs = similar_pairs(codes, "def winner(board): ...")
    assert {pair[1:] for pair in pairs} == {(2, 5), (3, 5), (0, 2), (0, 5)}
    assert pairs == sorted(pairs, key=lambda pair: -pair.share)
    assert all(pair.share >= 0.9 for pair in pairs)
    assert similar_pairs(HONEST, "") == []


def test_what_was_given_what_most_have_and_what_is_short_says_nothing():
    assert similar_pairs([WINNER] * 2, WINNER) == []
    assert similar_pairs(["corners = 4"] * 300, "") == []
    own = [f"def own_{n}(x):\n" + "".join(
        f"    x{'+-*/%'[(n * k) % 5]}= {n * k} {'+-*/%'[(n + k) % 5]} {n + k}\n" for k in range(20)
    ) for n in range(12)]  # fmt: skip
    assert similar_pairs([HONEST[0] + code for code in own], "") == []
    assert len(similar_pairs([HONEST[0]] * 12, "")) == 11  # all equal: that is something else
    assert len(similar_pairs([HONEST[0] + code for code in own[:5]], "")) == 10


def test_whole_lines_are_marked_and_none_that_was_given():
    stub = 'def own(x):\n    """Return what is asked."""\n    raise NotImplementedError()\n'
    pair = marked(WINNER + stub, stub + COPIED, stub)
    assert "<mark>return line[0]</mark>" in pair[0]
    for text in pair:
        assert stub.replace('"', "&#34;") in text
        for mark in re.findall("<mark>(.*?)</mark>", text):
            assert mark in [line.strip() for line in re.sub("</?mark>", "", text).split("\n")]


@pytest.mark.usefixtures("bubblewrap")
def test_the_report_shows_pairs_side_by_side_with_the_common_parts_marked(tmp_path):
    folder, out = tmp_path / "in", tmp_path / "out"
    put(folder, "ann.ipynb")
    put(folder, "bob.ipynb", winner=COPIED, play="pass")
    put(folder, "cem.ipynb", winner="<b>" + HONEST[0], play="pass")
    rows = grade(folder, out, write_master(tmp_path), workers=1, limits=LIMITS)
    assert rows[0]["remarks"] == ["similar to bob (94 %)"]
    assert not any("similar" in remark for remark in rows[2]["remarks"])
    page = (out / "similar.html").read_text(encoding="utf-8")
    assert "<mark>" in page
    assert "# my own idea" in page
    assert "ann · bob" in page
    assert "<a href='similar.html'>1 pair side by side</a>" in (out / "report.html").read_text()


# ---- the commands --------------------------------------------------------------------------------


@pytest.mark.usefixtures("bubblewrap")
def test_the_commands_grade_and_report_how_often_each_check_fails(small_class, capsys):
    folder, out, master = small_class
    arguments = [str(folder), "--out", str(out), "--masters", str(master.parent)]
    assert main(["grade", *arguments, "--workers", "1"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("small, in the sandbox bubblewrap:")
    assert "3 graded, 0 refused" in shown.out
    assert shown.err == "", "the bar is for those who look"
    (out / "report.html").unlink()
    assert main(["report", str(out)]) == 0
    assert (out / "report.html").exists()

    _, items = write_report(out)
    counts = {(item["question"], item["number"]): (item["failed"], item["asked"]) for item in items}
    assert counts["winner", 1] == (1, 3)
    assert counts["winner", 3] == (0, 3)  # False is right there
    assert counts["corners", 1] == (1, 3)
    hidden = [item["hidden"] for item in items if item["question"] == "play"]
    assert hidden == [False, False, True]

    assert main(["report", str(folder)]) == 2
    assert "does not hold the results of a class" in capsys.readouterr().err


@pytest.mark.usefixtures("bubblewrap")
def test_a_cell_of_a_master_that_does_not_parse_is_reported_in_a_sentence(small_class, capsys):
    folder, out, master = small_class
    notebook = json.loads(master.read_text())
    given = next(cell for cell in notebook["cells"] if "import checks" in cell["source"])
    given["source"] = "%matplotlib inline\n" + given["source"]
    master.write_text(json.dumps(notebook))
    assert main(["grade", str(folder), "--out", str(out), "--homework", str(master)]) == 2
    assert "small.ipynb, cell 2, is not Python: invalid syntax" in capsys.readouterr().err


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--homework", "chess"], "there is no homework chess; there are small"),
        (["--homework", "chess.ipynb"], "there is no master chess.ipynb"),
        (["--masters", "nowhere"], "there are no masters in nowhere"),
        (["--workers", "0"], "workers is 0"),
        (["--show-hidden", "soon"], "after a day such as"),
        (["--roster", "nowhere.csv"], "nowhere.csv cannot be read"),
    ],
)
def test_what_cannot_be_graded_is_reported_in_a_sentence(small_class, capsys, arguments, words):
    folder, out, master = small_class
    common = [str(folder), "--out", str(out), "--masters", str(master.parent)]
    assert main(["grade", *common, *arguments]) == 2
    assert words in capsys.readouterr().err
