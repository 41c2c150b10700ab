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
from html.parser import HTMLParser
from pathlib import Path

import pytest
from submissions import corpus
from submissions.small import handed_in, write_master

from benchmarks import grading as benchmark
from course.expect import Answer, Check, Outcome, Question, Request, verdict
from course.grading import batch as batches
from course.grading import feedback, grading, report
from course.grading import judge as judging
from course.grading.submission import file_name, find_submissions, notebook_of
from course.grading.submission import handed_in as read_submission
from course.grading.walls import Limits, sandboxes

ROOT = Path(__file__).parents[3]
LIMITS = Limits(seconds=0.5, total_seconds=10, memory=1 << 28, output=300_000, patience=4)

POSIX = pytest.mark.skipif(os.name != "posix", reason="there is no such thing on this system")
LINKS = corpus.LINKS if os.name == "posix" else ()
STRANGE = () if os.name == "posix" else ("spaces and quotes", "dots")
ENTRIES = [
    entry
    for entry in (*corpus.HONEST, *corpus.CARELESS, *corpus.HOSTILE, *LINKS)
    if entry.name not in STRANGE
]
QUICK = [entry for entry in corpus.HOSTILE if not entry.slow]


class Class:
    """A class that was graded: where its files are, and each result by the entry's name."""

    def __init__(self, folder, entries, sandbox, workers):
        self.submissions, self.out = folder / "handed in", folder / "out"
        self.submissions.mkdir()
        self.master = write_master(folder)
        self.visits = socket.create_server(("127.0.0.1", 0))
        files = {}
        for number, entry in enumerate(entries):
            files[entry.name] = entry.file or f"{number:02} {entry.name}.ipynb"
            path = self.submissions / files[entry.name]
            entry.write(path)
            self.fill_in(path)
        self.before = contents(self.submissions)
        grading.grade(
            self.submissions, self.out, self.master, workers=workers, sandbox=sandbox, limits=LIMITS
        )
        self.results = {name: self.result(file) for name, file in files.items()}

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

    def result(self, file):
        path = self.out / "results" / f"{file_name(file)}.json"
        return json.loads(path.read_text(encoding="utf-8"))


def contents(folder):
    """What a folder holds, and when each file was last changed."""
    return {
        path.name: (path.lstat().st_size, path.lstat().st_mtime_ns) for path in folder.iterdir()
    }


def scores(result):
    return {question["name"]: question["score"] for question in result["questions"]}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    made = Class(tmp_path_factory.mktemp("class"), ENTRIES, sandboxes()[0], workers=2)
    yield made
    made.visits.close()


@pytest.fixture(scope="module")
def fenced(tmp_path_factory):
    """The attacks once more, without bubblewrap."""
    made = Class(tmp_path_factory.mktemp("fenced"), QUICK, "limits", workers=2)
    yield made
    made.visits.close()


# ---- everybody gets what they earned -------------------------------------------------------------


def require_outcome(entry, result, sandbox):
    wanted = entry.scores
    if sandbox == "limits" and entry.fenced is not None:
        wanted = entry.fenced
    if wanted is None:
        assert (result["status"], result["score"]) == ("refused", 0)
    else:
        assert (result["status"], scores(result)) == ("graded", wanted)
        assert result["score"] == sum(wanted.values())
    assert result["total"] == 20
    assert result["attention"] == []
    if entry.words:
        assert entry.words in json.dumps(result, ensure_ascii=False).replace('\\"', '"')


def test_the_corpus_has_at_least_forty_submissions_with_different_names():
    names = [entry.name for entry in ENTRIES]
    assert len(set(names)) == len(names) >= 40


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_a_submission_gets_what_it_earned(graded, entry):
    require_outcome(entry, graded.results[entry.name], sandboxes()[0])


@pytest.mark.parametrize("entry", QUICK, ids=lambda entry: entry.name)
def test_without_bubblewrap_an_attack_gets_no_further(fenced, entry):
    require_outcome(entry, fenced.results[entry.name], "limits")


@pytest.mark.parametrize("sandbox", ["graded", "fenced"])
def test_originals_are_never_changed_and_nobody_called_home(request, sandbox):
    made = request.getfixturevalue(sandbox)
    assert contents(made.submissions) == made.before
    assert not (ROOT / "evil").exists()
    made.visits.settimeout(0)
    with pytest.raises(BlockingIOError):
        made.visits.accept()


def test_nothing_of_the_graders_environment_is_seen(graded, fenced):
    for made in (graded, fenced):
        check = made.results["reads the environment"]["questions"][0]["checks"][0]
        seen = set(re.findall(r"'(\w+)'", check["got"]))
        assert seen <= {
            "LC_CTYPE", "OPENBLAS_NUM_THREADS", "PWD", "PYTHONHASHSEED", "PYTHONIOENCODING",
            "SYSTEMROOT",
        }  # fmt: skip


@pytest.mark.usefixtures("graded", "fenced")
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


def files_in(out):
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in out.rglob("*")
        if path.is_file()
    }


def test_a_second_run_from_nothing_writes_the_same_files(small_class, tmp_path):
    folder, out, master = small_class
    grading.grade(folder, out, master, workers=1, limits=LIMITS)
    grading.grade(folder, tmp_path / "again", master, workers=2, limits=LIMITS)
    assert files_in(out) == files_in(tmp_path / "again")
    assert [score for score, *_ in table(out, "score")] == ["22", "18", "20"]


def table(out, *columns):
    with (out / "report.csv").open(encoding="utf-8", newline="") as file:
        return [tuple(row[column] for column in columns) for row in csv.DictReader(file)]


def count_judged(monkeypatch):
    judged = []
    real = batches.judge

    def judge(homework, notebook, *others):
        judged.append(notebook)
        return real(homework, notebook, *others)

    monkeypatch.setattr(batches, "judge", judge)
    return judged


def test_a_batch_that_was_stopped_goes_on_where_it_was(small_class, monkeypatch):
    folder, out, master = small_class

    def stop(done, total, name):
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grading.grade(folder, out, master, workers=1, limits=LIMITS, progress=stop)
    assert len(list((out / "results").iterdir())) == 2
    judged = count_judged(monkeypatch)
    grading.grade(folder, out, master, workers=1, limits=LIMITS)
    assert len(judged) == 1
    assert [score for score, *_ in table(out, "score")] == ["22", "18", "20"]


def test_only_what_has_changed_is_graded_again(small_class, monkeypatch):
    folder, out, master = small_class
    grading.grade(folder, out, master, workers=1, limits=LIMITS)
    judged = count_judged(monkeypatch)
    (folder / "bob.ipynb").write_text(json.dumps(handed_in()))
    grading.grade(folder, out, master, workers=1, limits=LIMITS)
    assert len(judged) == 1
    assert [score for score, *_ in table(out, "score")] == ["22", "22", "20"]
    text = master.read_text()
    master.write_text(
        text.replace("points=15", "points=10").replace('"points": 15', '"points": 10')
    )
    grading.grade(folder, out, master, workers=1, limits=LIMITS)
    assert len(judged) == 4
    assert [score for score, *_ in table(out, "score")] == ["17", "17", "15"]


def test_a_torn_result_does_not_count_as_finished(small_class, monkeypatch):
    folder, out, master = small_class
    grading.grade(folder, out, master, workers=1, limits=LIMITS)
    torn = out / "results" / f"{file_name('bob.ipynb')}.json"
    torn.write_text(torn.read_text()[:100])
    judged = count_judged(monkeypatch)
    grading.grade(folder, out, master, workers=1, limits=LIMITS)
    assert len(judged) == 1


def test_a_mistake_of_the_grader_costs_one_submission_and_is_told(small_class, monkeypatch):
    folder, out, master = small_class
    real = batches.judge

    def judge(homework, notebook, *others):
        if "corners = 3" in json.dumps(notebook):
            raise ZeroDivisionError("ours")
        return real(homework, notebook, *others)

    monkeypatch.setattr(batches, "judge", judge)
    results = grading.grade(folder, out, master, workers=1, limits=LIMITS)
    assert [result["score"] for result in results] == [22, 18, 0]
    assert results[2]["attention"] == ["the grader failed: ZeroDivisionError: ours"]
    assert "To be looked at by a person" in (out / "report.html").read_text(encoding="utf-8")


class Deadly:
    """A task that ends the process which it comes to, as a crash of Python would."""

    def __reduce__(self):
        return os._exit, (1,)


@POSIX
def test_a_submission_that_ends_the_grader_costs_nobody_else_anything(small_class):
    folder, out, master = small_class
    out.mkdir()
    for part in ("results", "feedback"):
        (out / part).mkdir()
    homework = judging.load_homework(master)
    batch = batches.Batch(master, out, grading.find_sandbox(), LIMITS, homework.fingerprint)
    found = find_submissions(folder)
    found[1] = found[1]._replace(student=Deadly())
    results = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batches, "_lost", lambda batch, homework, item: {"score": "lost"})
        results = dict(batches.grade_all(batch, homework, found, workers=2))
    assert {name: result["score"] for name, result in results.items()} == {
        "ann.ipynb": 22,
        "bob.ipynb": "lost",
        "cem.ipynb": 20,
    }


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
    grading.grade(folder, out, write_master(tmp_path), workers=1, limits=LIMITS)
    assert table(out, "student", "file", "counts", "score") == [
        ("ann", "ann (1).ipynb", "yes", "22"),
        ("ann", "ann.ipynb", "no", "20"),
        ("dan", "dan/hw/a.ipynb", "yes", "22"),
        ("dan", "dan/hw/b.ipynb", "no", "20"),
    ]
    remarks = [told for told, *_ in table(out, "remarks")]
    assert remarks[0] == "the same file as dan/hw/a.ipynb"
    assert remarks[1].startswith("a later one counts")


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "a/../b", "", "..", "x" * 300, "a\nb", "CON", "<b>"]
)
def test_a_name_for_files_is_harmless(name):
    assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9-]{0,70}", file_name(name))


def test_two_submissions_never_share_a_file():
    names = ["a b.ipynb", "a-b.ipynb", "a_b.ipynb", "a/b.ipynb"]
    assert len({file_name(name) for name in names}) == 4


def test_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(ValueError, match="is not a folder"):
        grading.grade(tmp_path / "nowhere", tmp_path / "out", write_master(tmp_path))
    assert "cannot be read" in read_submission(tmp_path / "nothing.ipynb").refused


def test_a_source_in_lines_is_a_source_in_one_piece():
    notebook = handed_in()
    for cell in notebook["cells"]:
        cell["source"] = cell["source"].splitlines(keepends=True)
    assert notebook_of(json.dumps(notebook).encode())["cells"][1]["source"].startswith("def winner")


# ---- the real homeworks --------------------------------------------------------------------------

REAL = sorted((ROOT / "instructor").glob("hw[12]-*.ipynb"))


@pytest.mark.parametrize("master", REAL, ids=lambda path: path.stem)
def test_a_model_solution_gets_all_points_and_the_copy_as_released_none(master):
    homework = judging.load_homework(master)
    walls = grading.find_sandbox()
    best = judging.judge(homework, homework.master, walls, Limits())
    assert {q["name"]: q["score"] for q in best["questions"]} == {
        question.name: question.points for question in homework.questions
    }
    nothing = judging.judge(homework, homework.copy, walls, Limits())
    assert (nothing["score"], nothing["notes"]) == (0, ["nothing was answered"])


def test_checks_that_depend_on_a_students_id_are_made_for_that_student():
    homework = judging.load_homework(ROOT / "instructor" / "hw2-pruning.ipynb")
    notebook = json.loads(json.dumps(homework.master))
    for cell in notebook["cells"]:
        cell["source"] = cell["source"].replace('"model solution"', '"s1234567"')
    result = judging.judge(homework, notebook, grading.find_sandbox(), Limits())
    assert "student_id is 's1234567'" in result["log"]
    assert result["score"] == result["total"]
    own = json.dumps(judging.judge(homework, homework.master, grading.find_sandbox(), Limits()))
    wanted = result["questions"][1]["checks"][0]["wanted"]
    assert json.dumps(wanted) not in own  # another tree has other values


def test_the_class_of_the_benchmark_has_all_kinds_and_is_the_same_for_the_same_seed():
    drawn = benchmark.draw(100, seed=1)
    assert Counter(item.kind for item in drawn) == benchmark.SHARES
    assert drawn == benchmark.draw(100, seed=1) != benchmark.draw(100, seed=2)
    assert {item.name for item in drawn if item.kind == "hostile"} == set(benchmark.ATTACKS)


# ---- how points come about -----------------------------------------------------------------------


class Answering:
    """A student's program that gives these answers, one after another."""

    def __init__(self, *answers):
        self.answers, self.log, self.gone = list(answers), [], ""

    def begin(self, question):
        self.gone = ""

    def ask(self, request):
        answer = self.answers.pop(0)
        self.gone = answer.kind if answer.kind in ("time", "died", "output") else ""
        return answer


def question_of(*wanted, points=10):
    def check(value):
        def judge(got):
            return Outcome(got == value, got=repr(got), wanted=repr(value))

        request = Request("f", (value,))
        return Check(f"f({value})", lambda ask: verdict(request, ask(request), judge))

    return Question("f", points, tuple(map(check, wanted)))


def test_points_are_shared_among_the_checks_and_rounded_to_two_places():
    student = Answering(Answer("value", 1), Answer("value", 2), Answer("value", 0))
    told = judging._question(question_of(1, 2, 3), student, [])
    assert (told["passed"], told["score"]) == (2, 6.67)


def test_after_a_crash_the_rest_of_the_question_is_not_asked_and_says_why():
    student = Answering(Answer("value", 1), Answer("time"))
    told = judging._question(question_of(1, 2, 3), student, [])
    assert [check["passed"] for check in told["checks"]] == [True, False, False]
    assert told["checks"][1]["got"] == "no answer in time"
    assert told["checks"][2]["got"] == (
        "not asked, because an earlier check of this question had no answer in time"
    )


def test_a_judge_that_fails_is_told_to_the_lecturer_and_the_next_check_goes_on():
    def fail(ask):
        raise ZeroDivisionError("in the judge")

    question = question_of(1)
    question = Question("f", 10, (Check("f(0)", fail), *question.checks))
    attention = []
    told = judging._question(question, Answering(Answer("value", 1)), attention)
    assert told["score"] == 5
    assert attention == ["f, check 1: ZeroDivisionError: in the judge"]


# ---- what a student reads ------------------------------------------------------------------------


class Tags(HTMLParser):
    """Collects the tags of a page, and complains about those that are closed in wrong order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.found, self.links = [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.found.append(tag)
        self.links += [value for name, value in attrs if name in ("href", "src")]
        if tag not in ("meta", "link", "br", "rect", "line"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in ("rect", "line"):
            assert self.open.pop() == tag


def pages(made):
    return {path.name: path.read_text("utf-8") for path in (made.out / "feedback").iterdir()}


def test_every_submission_has_a_page_that_loads_nothing_and_runs_nothing(graded):
    found = pages(graded)
    assert len(found) == len(ENTRIES)
    for text in [*found.values(), (graded.out / "report.html").read_text(encoding="utf-8")]:
        tags = Tags(text)
        assert not {"script", "img", "link", "iframe"} & set(tags.found)
        assert all(link.startswith("feedback/") for link in tags.links)
        assert "prefers-color-scheme: dark" in text


def test_the_page_says_what_was_called_what_came_and_what_was_wanted(graded):
    name = file_name(graded.results["knows no draw"]["name"])
    text = pages(graded)[f"{name}.html"]
    assert "4 of 5 points" in text
    assert "4 of 5 checks pass: 5 × 4/5 = 4 (visible checks: 3 of 3; kept back: 1 of 2)" in text
    assert "winner([[&#x27;X&#x27;, &#x27;O&#x27;, &#x27;X&#x27;]" in text
    assert "<dt>came</dt><dd><pre>False</pre></dd>" in text
    assert "<dt>wanted</dt><dd><pre>&#x27;D&#x27;</pre></dd>" in text
    assert f"In the sandbox {sandboxes()[0]}" in text


def test_the_page_of_a_refused_file_says_why(graded):
    name = file_name(graded.results["not JSON"]["name"])
    assert "Not graded:</span> it is not a notebook" in pages(graded)[f"{name}.html"]


def test_what_is_shown_may_be_anything():
    shown = "<script>&$title ${body} </pre> \ud800"
    check = {"says": shown, "passed": False, "kept_back": True, "got": shown, "wanted": shown}
    check |= {"shows": shown, "cause": shown, "trouble": ""}
    question = {"name": shown, "points": 1, "extra": True, "score": 0, "passed": 0}
    result = {"title": shown, "student": shown, "name": shown, "score": 0, "total": 1}
    result |= {"status": "graded", "reason": "", "notes": [shown], "log": [shown]}
    result |= {"attention": [shown], "sandbox": {"does": shown, "leaks": [shown]}}
    result |= {"questions": [question | {"checks": [check]}]}
    assert "script" not in Tags(feedback.feedback_page(result)).found


# ---- what the lecturer reads ---------------------------------------------------------------------


def test_the_report_counts_how_often_each_check_fails(small_class):
    folder, out, master = small_class
    grading.grade(folder, out, master, workers=1, limits=LIMITS)
    found = report.items(report.write_report(out))
    told = {(item.question, item.place): (item.failed, item.asked) for item in found}
    assert told["winner", 1] == (1, 3)
    assert told["winner", 3] == (0, 3)  # False is right there
    assert told["corners", 1] == (1, 3)
    assert [item.kept_back for item in found if item.question == "play"] == [False, False, True]


def test_the_report_names_the_sandbox_and_what_it_cannot_stop(graded, fenced):
    for made, name in ((graded, sandboxes()[0]), (fenced, "limits")):
        text = (made.out / "report.html").read_text(encoding="utf-8")
        assert f"{len(made.results)} submissions in {name}:" in text
        assert ("It cannot stop:" in text) == (name == "limits")


def test_the_histogram_counts_everybody_and_extra_points_have_their_own_bar():
    picture = report.histogram([0, 0, 5, 19.9, 20, 22], 20)
    numbers = re.findall(r'text-anchor="middle">(\d+)</text>', picture)
    assert sum(map(int, numbers)) == 6
    assert "&gt; 20: 1" in picture.replace("&amp;", "&")
    assert "18–20: 2" in picture
    assert "&gt;" not in report.histogram([20, 20], 20)


def test_the_table_for_a_spreadsheet_holds_no_formula(tmp_path):
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    (folder / "=1+1.ipynb").write_text("no notebook")
    grading.grade(folder, out, write_master(tmp_path), workers=1, limits=LIMITS)
    assert table(out, "student", "file", "status") == [("'=1+1", "'=1+1.ipynb", "refused")]


# ---- the commands --------------------------------------------------------------------------------


def test_the_commands_grade_and_report(small_class, capsys):
    folder, out, master = small_class
    arguments = [str(folder), "--out", str(out), "--masters", str(master.parent)]
    assert grading.main_grade([*arguments, "--workers", "1"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith(f"small, in the sandbox {sandboxes()[0]}:")
    assert "3 graded, 0 refused" in shown.out
    assert shown.err == "", "the bar is for those who look"
    (out / "report.html").unlink()
    assert report.main_report([str(out)]) == 0
    assert (out / "report.html").exists()


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
    assert grading.main_grade([*common, *arguments]) == 2
    assert words in capsys.readouterr().err


def test_a_report_needs_results(tmp_path, capsys):
    assert report.main_report([str(tmp_path)]) == 2
    assert "does not hold the results of a class" in capsys.readouterr().err
