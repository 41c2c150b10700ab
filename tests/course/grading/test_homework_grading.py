"""Grading a class: everybody gets what they earned, whatever the others hand in.

The corpus in tests/submissions says what each submission is and what it has to get.
"""

from __future__ import annotations

import csv
import json
import os
import re
import socket
from collections import Counter
from pathlib import Path

import pytest
from submissions import corpus
from submissions.small import handed_in, write_master

from benchmarks import grading as benchmark
from course.grading import batch as batches
from course.grading.__main__ import main
from course.grading.batch import grade
from course.grading.judge import judge, load_homework
from course.grading.report import items, write_report
from course.grading.submission import file_name, find_submissions
from course.grading.walls import Limits, find_walls

ROOT = Path(__file__).parents[3]
LIMITS = Limits(seconds=0.5, memory=1 << 28, patience=4)

ENTRIES = [*corpus.HONEST, *corpus.CARELESS, *corpus.HOSTILE]
if os.name == "posix":
    ENTRIES += corpus.LINKS
else:
    ENTRIES = [entry for entry in ENTRIES if entry.name not in ("spaces and quotes", "dots")]


class Class:
    """A class that was graded: where its files are, and each result by the entry's name."""

    def __init__(self, folder):
        self.submissions, self.out = folder / "handed in", folder / "out"
        self.submissions.mkdir()
        self.master = write_master(folder)
        self.visits = socket.create_server(("127.0.0.1", 0))
        files = {}
        for number, entry in enumerate(ENTRIES):
            files[entry.name] = entry.file or f"{number:02} {entry.name}.ipynb"
            path = self.submissions / files[entry.name]
            entry.write(path)
            self.fill_in(path)
        self.before = contents(self.submissions)
        grade(self.submissions, self.out, self.master, workers=2, limits=LIMITS)
        results = self.out / "results"
        self.results = {
            name: json.loads((results / f"{file_name(file)}.json").read_text(encoding="utf-8"))
            for name, file in files.items()
        }

    def fill_in(self, path):
        """Write real places into an attack."""
        if path.is_symlink() or not path.is_file() or path.stat().st_size > 100_000:
            return
        data = path.read_bytes()
        for word, real in {
            "/MASTER": self.master,
            "/TESTS": ROOT / "tests" / "test_homework_grading.py",
            "/REPO": ROOT,
            "/SUBMISSIONS": self.submissions,
            "/OUT": self.out,
            "PORT": self.visits.getsockname()[1],
            "GRADER": os.getpid(),
        }.items():
            data = data.replace(word.encode(), json.dumps(str(real))[1:-1].encode())
        path.write_bytes(data)


def contents(folder):
    """What a folder holds, and when each file was last changed."""
    return {
        path.name: (path.lstat().st_size, path.lstat().st_mtime_ns) for path in folder.iterdir()
    }


def scores(result):
    return {question["name"]: question["score"] for question in result["questions"]}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    made = Class(tmp_path_factory.mktemp("class"))
    yield made
    made.visits.close()


# ---- everybody gets what they earned -------------------------------------------------------------


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_a_submission_gets_what_it_earned(graded, entry):
    result = graded.results[entry.name]
    if entry.scores is None:
        assert (result["status"], result["score"]) == ("refused", 0)
    else:
        assert (result["status"], scores(result)) == ("graded", entry.scores)
        assert result["score"] == sum(entry.scores.values())
    assert result["total"] == 20
    assert result["attention"] == []
    if entry.words:
        assert entry.words in json.dumps(result, ensure_ascii=False).replace('\\"', '"')


def test_originals_are_never_changed_and_nobody_called_home(graded):
    assert len(graded.results) == len(ENTRIES) >= 80  # with different names
    assert contents(graded.submissions) == graded.before
    assert not (ROOT / "evil").exists()
    graded.visits.settimeout(0)
    with pytest.raises(BlockingIOError):
        graded.visits.accept()
    check = graded.results["reads the environment"]["questions"][0]["checks"][0]
    seen = set(re.findall(r"'(\w+)'", check["got"]))
    assert seen <= {"LC_CTYPE", "OMP_NUM_THREADS", "PWD", "PYTHONHASHSEED", "PYTHONIOENCODING"}


@pytest.mark.usefixtures("graded")
def test_no_process_of_ours_is_left():
    psutil = pytest.importorskip("psutil")
    for process in psutil.Process().children(recursive=True):
        try:
            assert "course.grading.worker" not in " ".join(process.cmdline())
        except psutil.Error:  # it has ended in the meantime
            continue


# ---- in any order, again, and after a stop -------------------------------------------------------


@pytest.fixture
def small_class(tmp_path):
    """Three submissions and their master, to be graded by a test itself."""
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
    """Grade the three, and return their scores as the table of the class has them."""
    folder, usual, master = small_class
    grade(folder, out or usual, master, limits=LIMITS, **{"workers": 1} | options)
    return [score for score, *_ in table(out or usual, "score")]


def table(out, *columns):
    with (out / "report.csv").open(encoding="utf-8", newline="") as file:
        return [tuple(row[column] for column in columns) for row in csv.DictReader(file)]


def files_in(out):
    files = [path for path in out.rglob("*") if path.is_file()]
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


def test_a_second_run_from_nothing_writes_the_same_files(small_class, tmp_path):
    again = tmp_path / "again"
    assert graded_scores(small_class) == graded_scores(small_class, again, workers=2)
    assert files_in(small_class[1]) == files_in(again)


def count_judged(monkeypatch):
    judged = []
    real = batches.judge

    def judge(homework, notebook, *others):
        judged.append(notebook)
        return real(homework, notebook, *others)

    monkeypatch.setattr(batches, "judge", judge)
    return judged


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


def test_a_mistake_of_the_grader_costs_one_submission_and_is_told(small_class, monkeypatch):
    folder, out, master = small_class
    real = batches.judge

    def judge(homework, notebook, *others):
        if "corners = 3" in json.dumps(notebook):
            raise ZeroDivisionError("ours")
        return real(homework, notebook, *others)

    monkeypatch.setattr(batches, "judge", judge)
    results = grade(folder, out, master, workers=1, limits=LIMITS)
    assert [result["score"] for result in results] == [22, 18, 0]
    assert results[2]["attention"] == ["the grader failed: ZeroDivisionError: ours"]
    assert "To be looked at by a person" in (out / "report.html").read_text(encoding="utf-8")


class Deadly(str):
    """A task that ends the process which it comes to, as a crash of Python would."""

    def __reduce__(self):
        return os._exit, (1,)


@pytest.mark.skipif(os.name != "posix", reason="there is no such thing on this system")
def test_a_submission_that_ends_the_grader_costs_nobody_else_anything(small_class, monkeypatch):
    found = find_submissions(small_class[0])
    found[1] = found[1]._replace(student=Deadly("bob"))
    monkeypatch.setattr(batches, "find_submissions", lambda folder, without: found)
    ann, bob, cem = grade(*small_class, workers=2, limits=LIMITS)
    assert (ann["score"], bob["score"], cem["score"]) == (22, 0, 20)
    assert bob["attention"] == ["the grader failed: its process was lost twice"]


# ---- whose file it is ----------------------------------------------------------------------------


def test_the_latest_file_of_a_student_counts_and_all_are_graded(tmp_path):
    folder, out = tmp_path / "in", tmp_path / "out"
    (folder / "dan" / "hw").mkdir(parents=True)
    wrong, right = json.dumps(handed_in(corners="corners = 0")), json.dumps(handed_in())
    (folder / "ann.ipynb").write_text(wrong)
    (folder / "ann (1).ipynb").write_text(right)
    for number, name in enumerate(["b.ipynb", "a.ipynb"]):
        (folder / "dan" / "hw" / name).write_text(right if number else wrong)
        os.utime(folder / "dan" / "hw" / name, (number, number))
    (folder / ".ipynb_checkpoints").mkdir()
    (folder / ".ipynb_checkpoints" / "ann.ipynb").write_text(right)
    (folder / "notes.txt").write_text("not a notebook")
    grade(folder, out, write_master(tmp_path), workers=1, limits=LIMITS)
    assert table(out, "student", "file", "counts", "score") == [
        ("ann", "ann (1).ipynb", "yes", "22"),
        ("ann", "ann.ipynb", "no", "20"),
        ("dan", "dan/hw/a.ipynb", "yes", "22"),
        ("dan", "dan/hw/b.ipynb", "no", "20"),
    ]
    remarks = [told for told, *_ in table(out, "remarks")]
    assert remarks[0] == "the same file as dan/hw/a.ipynb"
    assert remarks[1].startswith("a later one counts")


def test_a_name_for_files_is_harmless_and_nobody_elses():
    names = ["../../etc/passwd", "a/../b", "", "..", "x" * 300, "a\nb", "CON", "<b>"]
    names += ["a b.ipynb", "a-b.ipynb", "a_b.ipynb", "a/b.ipynb"]
    files = {file_name(name) for name in names}
    assert len(files) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9-]{0,70}", file) for file in files)


# ---- the real homeworks --------------------------------------------------------------------------

REAL = sorted((ROOT / "instructor").glob("hw[12]-*.ipynb"))


@pytest.mark.parametrize("master", REAL, ids=lambda path: path.stem)
def test_a_model_solution_gets_all_points_and_the_copy_as_released_none(master):
    homework = load_homework(master)
    walls = find_walls()
    best = judge(homework, homework.master, walls, Limits())
    assert {q["name"]: q["score"] for q in best["questions"]} == {
        question.name: question.points for question in homework.questions
    }
    nothing = judge(homework, homework.copy, walls, Limits())
    assert (nothing["score"], nothing["notes"]) == (0, ["nothing was answered"])


def test_checks_that_depend_on_a_students_id_are_made_for_that_student():
    homework = load_homework(ROOT / "instructor" / "hw2-pruning.ipynb")
    notebook = json.loads(json.dumps(homework.master))
    for cell in notebook["cells"]:
        cell["source"] = cell["source"].replace('"model solution"', '"s1234567"')
    result = judge(homework, notebook, find_walls(), Limits())
    assert "student_id is 's1234567'" in result["log"]
    assert result["score"] == result["total"]
    own = json.dumps(judge(homework, homework.master, find_walls(), Limits()))
    wanted = result["questions"][1]["checks"][0]["wanted"]
    assert json.dumps(wanted) not in own  # another tree has other values


def with_id(homework, given):
    notebook = json.loads(json.dumps(homework.master))
    for cell in notebook["cells"]:
        cell["source"] = cell["source"].replace('"model solution"', given)
    return notebook


@pytest.mark.parametrize(
    "given, found", [('"s2"', "'s2'"), ("True", "not given"), ("...", "not given")]
)
def test_the_id_of_a_roster_counts_whatever_the_notebook_says(given, found):
    homework = load_homework(ROOT / "instructor" / "hw2-pruning.ipynb")
    own = judge(homework, with_id(homework, '"s1"'), find_walls(), Limits(), {"student_id": "s1"})
    assert (own["score"], own["notes"], own["known"]) == (own["total"], [], {"student_id": "s1"})
    other = judge(homework, with_id(homework, given), find_walls(), Limits(), own["known"])
    assert other["known"] == {"student_id": "s1"}
    assert other["notes"] == [f"student_id is {found} in the notebook; 's1' counts, by the roster"]
    assert other["score"] < own["score"]


def test_the_class_of_the_benchmark_has_all_kinds_and_is_the_same_for_the_same_seed():
    drawn = benchmark.draw(100, seed=1)
    assert Counter(item.kind for item in drawn) == benchmark.SHARES
    assert drawn == benchmark.draw(100, seed=1) != benchmark.draw(100, seed=2)
    assert {item.name for item in drawn if item.kind == "hostile"} == set(benchmark.ATTACKS)


# ---- how points come about -----------------------------------------------------------------------

BROKEN = """\
with checks("play", points=10) as expect:
    expect.call(play, 1, gives=1)
    expect.add("a judge that fails", lambda ask: 1 / 0)
    expect.call(play, 2, gives=2)"""


def test_points_are_shared_and_rounded_and_a_judge_that_fails_is_told_to_the_lecturer(tmp_path):
    master = write_master(tmp_path)
    notebook = json.loads(master.read_text())
    for cell in notebook["cells"]:
        if cell["id"] == "play":
            cell["source"] = BROKEN
            cell["metadata"]["nbgrader"]["points"] = 10
    master.write_text(json.dumps(notebook))
    answers = handed_in(
        play="def play(x): return x", winner="import os\ndef winner(b): os._exit(0)"
    )
    result = judge(load_homework(master), answers, find_walls(), LIMITS)
    assert scores(result) == {"winner": 0, "play": 6.67, "corners": 2}
    assert result["attention"] == ["play, check 2: ZeroDivisionError: division by zero"]
    assert [check["got"] for check in result["questions"][0]["checks"][:2]] == [
        "the program ended",
        "not asked, because an earlier check of this question ended it",
    ]


# ---- what a student reads ------------------------------------------------------------------------


def page(made, name):
    file = f"{file_name(made.results[name]['name'])}.html"
    return (made.out / "feedback" / file).read_text(encoding="utf-8")


def test_every_page_loads_nothing_and_runs_nothing(graded):
    report = (graded.out / "report.html").read_text(encoding="utf-8")
    for text in [report, *(page(graded, name) for name in graded.results)]:
        assert not re.search(r"<\s*(script|img|link|iframe|[^>]*\son\w+=)", text, re.IGNORECASE)
        links = re.findall(r"<[^>]*\b(?:href|src)=['\"]?([^'\" >]*)", text)
        assert all(link.startswith("feedback/") for link in links)
        assert "prefers-color-scheme: dark" in text
    assert f"{len(ENTRIES)} submissions in bubblewrap:" in report
    assert 'aria-label="Points and how many have them: 0–2: ' in report


def test_the_page_says_what_was_called_what_came_and_what_was_wanted(graded):
    for words in (
        "4 of 5 points",
        "4 of 5 checks pass: 5 × 4/5 = 4 (visible checks: 3 of 3; kept back: 1 of 2)",
        "winner([[&#39;X&#39;, &#39;O&#39;, &#39;X&#39;]",
        "<dt>came</dt><dd><pre>False</pre></dd>",
        "<dt>wanted</dt><dd><pre>&#39;D&#39;</pre></dd>",
        "In the sandbox bubblewrap",
    ):
        assert words in page(graded, "knows no draw")
    assert "Not graded:</span> it is not a notebook" in page(graded, "not JSON")


# ---- what the lecturer reads ---------------------------------------------------------------------


def test_the_table_for_a_spreadsheet_holds_no_formula(tmp_path):
    folder, out, master = tmp_path / "in", tmp_path / "out", write_master(tmp_path)
    with pytest.raises(ValueError, match="is not a folder"):
        grade(folder, out, master)
    folder.mkdir()
    (folder / "=1+1.ipynb").write_text("no notebook")
    grade(folder, out, master, workers=1, limits=LIMITS)
    assert table(out, "student", "file", "status") == [("'=1+1", "'=1+1.ipynb", "refused")]


# ---- the commands --------------------------------------------------------------------------------


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

    found = items(write_report(out))
    told = {(item["question"], item["place"]): (item["failed"], item["asked"]) for item in found}
    assert told["winner", 1] == (1, 3)
    assert told["winner", 3] == (0, 3)  # False is right there
    assert told["corners", 1] == (1, 3)
    kept_back = [item["kept_back"] for item in found if item["question"] == "play"]
    assert kept_back == [False, False, True]

    assert main(["report", str(folder)]) == 2
    assert "does not hold the results of a class" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--homework", "chess"], "there is no homework chess; there are small"),
        (["--homework", "chess.ipynb"], "there is no master chess.ipynb"),
        (["--masters", "nowhere"], "there are no masters in nowhere"),
        (["--workers", "0"], "workers is 0"),
    ],
)
def test_what_cannot_be_graded_is_told_in_a_sentence(small_class, capsys, arguments, words):
    folder, out, master = small_class
    common = [str(folder), "--out", str(out), "--masters", str(master.parent)]
    assert main(["grade", *common, *arguments]) == 2
    assert words in capsys.readouterr().err
