"""A student's code behind walls: it answers what it is asked, and reaches nothing else.

Every test runs in each kind of sandbox that works on this machine.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from course.expect import Answer, Request, address
from course.grading import asking, fences, process
from course.grading import walls as sandbox
from course.grading.asking import Cell, Student
from course.grading.data import NotDataError, from_data, to_data
from course.grading.walls import Limits, find_sandbox, sandboxes
from gamelib import TreeGame

ROOT = Path(__file__).parents[3]
LIMITS = Limits(
    seconds=0.5, total_seconds=20, memory=1 << 28, output=100_000, file_size=100_000, patience=4
)
POSIX = pytest.mark.skipif(os.name != "posix", reason="this system has no such limits")
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux can do this")


@pytest.fixture(params=sandboxes())
def walls(request):
    return find_sandbox(request.param)


def student(walls, *sources, limits=LIMITS):
    cells = [Cell(f"cell {number}", source) for number, source in enumerate(sources, 1)]
    return Student(cells, walls, limits)


def answers(walls, source, *requests, limits=LIMITS):
    """What a program answers to these requests, all of one question."""
    with student(walls, source, limits=limits) as program:
        return [program.ask(request) for request in requests]


def answer(walls, body, limits=LIMITS):
    """What a function with this body answers."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return answers(walls, f"def f():\n{lines}", Request("f", ()), limits=limits)[0]


# ---- the conversation ----------------------------------------------------------------------------


def test_a_program_answers_with_values_and_says_what_went_wrong(walls):
    source = "x = (1, [2])\ndef f(a): a.append(1); return len(a)\ndef g(): return 1 / 0"
    told = answers(
        walls, source, Request("x"), Request("f", ([7],)), Request("g", ()), Request("h", ())
    )
    assert told == [
        Answer("value", (1, [2])),
        Answer("value", 2, changed=True),
        Answer("error", words="ZeroDivisionError: division by zero"),
        Answer("missing"),
    ]


def test_cells_share_their_names_and_one_that_fails_stops_no_other(walls):
    with student(walls, "a = 1", "b = a + c", "d = a + 1") as program:
        assert program.ask(Request("d")).value == 2
        told = program.ask(Request("b"))
    assert told.kind == "error"
    assert told.words == "NameError: name 'c' is not defined (line 1 of the cell)"
    assert program.log == [f"the cell cell 2 raised {told.words}"]


def test_a_crash_costs_the_rest_of_its_question_and_nothing_else(walls):
    source = "import os\ncalls = 0\ndef f():\n    os._exit(0)\ndef g():\n    return 'here'"
    with student(walls, source) as program:
        program.begin("one")
        assert program.ask(Request("g", ())).value == "here"
        assert program.ask(Request("f", ())).kind == "died"
        assert program.ask(Request("g", ())).kind == "died"
        program.begin("two")
        assert program.ask(Request("g", ())).value == "here"


def test_a_cell_that_never_ends_costs_what_it_defines(walls):
    with student(walls, "def f():\n    return 1\nwhile True: pass", "def g(): return 2") as program:
        assert program.ask(Request("g", ())).value == 2
        assert program.ask(Request("f", ())).kind == "time"
        assert program.log == ["the cell cell 1 took too long"]


def test_chance_falls_the_same_way_in_every_run_and_for_every_question(walls):
    source = "import random\ndef f(): return (random.random(), hash('a'), list({'a', 'b', 'c'}))"
    seen = []
    for _ in range(2):
        with student(walls, source) as program:
            for question in ("one", "two"):
                program.begin(question)
                seen.append(program.ask(Request("f", ())))
    assert seen[0].kind == "value"
    assert seen.count(seen[0]) == 4


def test_a_game_is_built_beside_the_code_from_data(walls):
    source = "def f(game): return len(game.moves(game.start()))"
    request = Request("f", ("A: B=1 C=2",), made={0: address(TreeGame.from_text)})
    assert answers(walls, source, request) == [Answer("value", 2)]


def test_a_program_in_a_notebook_of_its_own(walls):
    source = (
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n"
        "def f(): return (P(3).x, __name__)"
    )
    assert answers(walls, source, Request("f", ())) == [Answer("value", (3, "__main__"))]


# ---- limits --------------------------------------------------------------------------------------


def test_time_is_limited_for_one_answer_and_for_all(walls):
    assert answer(walls, "while True: pass").kind == "time"
    assert answer(walls, "import time; time.sleep(99)").kind == "time"
    few = Limits(seconds=0.5, total_seconds=0.1, patience=1)
    assert answer(walls, "import time; time.sleep(0.3)", limits=few).kind == "time"


@POSIX
def test_memory_is_limited(walls):
    assert answer(walls, "return len(bytearray(1 << 29))").kind == "memory"
    assert answer(walls, "return len(bytearray(1 << 20))").value == 1 << 20


def test_output_is_counted_and_cut(walls):
    assert answer(walls, "for _ in range(10_000): print('x' * 100)").kind == "output"
    with student(walls, "def f(): print('x' * 3000)") as program:
        assert program.ask(Request("f", ())).kind == "value"
    assert program.log == [f"it printed: {'x' * 2000}"]


def test_an_answer_is_limited(walls):
    assert "more than 100,000 values" in answer(walls, "return [0] * 200_000").words
    few = Limits(answer=10_000)
    assert answer(walls, "return 'x' * 20_000", limits=few).kind == "died"


@POSIX
def test_files_are_limited_and_go_into_a_folder_that_is_thrown_away(walls):
    assert "OSError" in answer(walls, "open('f', 'w').write('x' * 1_000_000)").words
    assert answer(walls, "open('f', 'w').write('x'); return open('f').read()").value == "x"
    many = "import os\nkept = [open(f'f{i}', 'w') for i in range(200)]"
    assert "Too many open files" in answer(walls, many).words


@LINUX
@pytest.mark.parametrize("call", ["os.fork()", "os.posix_spawn('/bin/true', ['true'], {})"])
def test_no_process_can_be_made_but_threads_can(walls, call):
    assert answer(walls, f"import os; return {call}").kind == "error"
    threads = "import threading\nt = threading.Thread(target=print)\nt.start()\nt.join()\nreturn 1"
    assert answer(walls, threads).value == 1


@LINUX
def test_the_system_itself_refuses_a_process_that_python_does_not_see():
    walls = find_sandbox(sandboxes()[0])
    if walls.name != "bubblewrap":
        pytest.skip("without bubblewrap there is no ctypes")
    assert answer(walls, "import ctypes; return ctypes.CDLL(None).fork()").value == -1


# ---- what cannot be reached ----------------------------------------------------------------------


def test_masters_tests_and_the_world_outside_cannot_be_read(walls):
    for path in (ROOT, ROOT / "tests", ROOT / "instructor", Path.home(), Path("/etc")):
        told = answer(walls, f"import os; return os.listdir({str(path)!r})")
        assert told.kind == "error" or not set(told.value) & {"tests", "instructor", "passwd"}
    for path in (__file__, "/etc/passwd", "/proc/self/mem", "/proc/1/environ"):
        assert answer(walls, f"return open({path!r}, 'rb').read(9) and 'read'").kind == "error"


def test_nothing_outside_can_be_written(walls, tmp_path):
    target = tmp_path / "x"
    target.write_text("kept")
    for body in (
        f"open({str(target)!r}, 'w').write('evil')",
        f"import os; os.remove({str(target)!r})",
        f"import os; os.symlink({str(target)!r}, 'link'); open('link', 'a').write('evil')",
        f"import shutil; shutil.rmtree({str(tmp_path)!r})",
        "import gamelib; open(gamelib.__file__, 'a').write('evil')",
    ):
        assert answer(walls, body).kind == "error"
    assert target.read_text() == "kept"


def test_there_is_no_network(walls):
    assert (
        answer(walls, "import socket; socket.create_connection(('127.0.0.1', 1))").kind == "error"
    )
    told = answer(walls, "import socket; return [name for _, name in socket.if_nameindex()]")
    assert told.kind == "error" or told.value in ([], ["lo"])


def test_nothing_comes_in_by_standard_input(walls):
    assert "EOFError" in answer(walls, "return input()").words


@pytest.mark.skipif("bubblewrap" not in sandboxes(), reason="bubblewrap does not work here")
def test_bubblewrap_shows_python_gamelib_and_nothing_else():
    walls = find_sandbox("bubblewrap")
    top = answer(walls, "import os; return sorted(os.listdir('/'))").value
    assert set(top) <= {
        "course", "dev", "etc", "lib", "lib32", "lib64", "nix", "opt", "root", "home", "tmp", "usr",
        Path(sys.base_prefix).resolve().parts[1],
    }  # fmt: skip
    course = answer(walls, "import os; return sorted(os.listdir('/course'))").value
    assert [name for name in course if not name.startswith("packages")] == ["course", "gamelib"]
    assert answer(walls, "import os; return os.listdir('/etc')").value in ([], ["ld.so.cache"])
    assert answer(walls, "import os; return os.getuid()").value == 65534


@pytest.mark.parametrize(
    "message",
    [
        None,
        7,
        {},
        {"kind": "passed", "value": 1, "words": "", "changed": False},
        {"kind": "value", "value": 1, "words": 7, "changed": False},
        {"kind": "time", "value": 1, "words": "", "changed": False},
        {"kind": "value", "value": 1, "words": "", "changed": 0},
    ],
)
def test_a_message_that_is_no_answer_counts_as_a_crash(message):
    assert asking._answer(message).kind == "died"


@pytest.mark.parametrize(
    "value", [{"dict": [[[], 1]]}, {"set": [1]}, {"tuple": 1}, {}, {"float": "1"}]
)
def test_a_message_with_something_else_than_data_is_told(value):
    message = {"kind": "value", "value": value, "words": "", "changed": False}
    assert asking._answer(message).kind == "not data"


# ---- which sandbox -------------------------------------------------------------------------------


@pytest.fixture
def bare(monkeypatch):
    """A machine with neither bubblewrap nor unshare."""
    monkeypatch.setattr(sandbox.shutil, "which", lambda name: None)
    find_sandbox.cache_clear()
    yield
    find_sandbox.cache_clear()


@pytest.mark.usefixtures("bare")
def test_without_bubblewrap_the_fallback_is_taken_and_says_what_it_cannot_stop():
    walls = find_sandbox("auto")
    assert walls.name == "limits"
    assert not walls.unshare
    assert any("reading files" in leak for leak in walls.leaks)
    assert any("network" in leak for leak in walls.leaks)
    with pytest.raises(ValueError, match="bubblewrap does not work on this machine"):
        find_sandbox("bubblewrap")


@pytest.mark.usefixtures("bare")
def test_with_nothing_but_python_an_attack_still_meets_a_fence():
    walls = find_sandbox("limits")
    assert answer(walls, "return 7").value == 7
    assert answer(walls, "while True: pass").kind == "time"
    for body in (
        "import os; os.kill(os.getppid(), 9)",
        "import os; os.killpg(0, 9)",
        "import os; os.system('true')",
        "import socket; socket.socket()",
        "import ctypes",
        "import sqlite3; sqlite3.connect('/etc/passwd')",
    ):
        assert answer(walls, body).kind == "error", body


def test_a_sandbox_that_does_not_start_is_no_fault_of_the_student(monkeypatch):
    broken = [sys.executable, "-c", "print('no', file=__import__('sys').stderr)"]
    monkeypatch.setattr(process, "command_line", lambda walls: broken)
    with (
        student(find_sandbox("limits"), "x = 1") as program,
        pytest.raises(process.SandboxError, match="the sandbox did not start: no"),
    ):
        program.ask(Request("x"))


def test_a_program_that_stops_reading_does_not_hold_up_the_grader(monkeypatch):
    monkeypatch.setattr(process, "SEND_SECONDS", 0.2)
    source = "import sys, time, os\ndef f(x):\n    frame = sys._getframe()\n" + FORGES
    with student(find_sandbox(), source) as program:
        assert program.ask(Request("f", ("first",))).value == "forged"
        assert program.ask(Request("f", ("x" * 500_000,))).kind in ("time", "died")


# Finds the pipe and the token in the worker's own frames, answers, and then sleeps.
FORGES = """\
    while "asked" not in frame.f_locals:
        frame = frame.f_back
    found = frame.f_locals["asked"]["token"]
    line = '{"token": "%s", "answer": {"kind": "value", "value": "forged", ' % found
    line += '"words": "", "changed": false}}\\n'
    for number in range(3, 20):
        try:
            os.write(number, line.encode())
        except OSError:
            pass
    time.sleep(100)
"""


def test_a_system_without_limits_does_without(monkeypatch):
    monkeypatch.setitem(sys.modules, "resource", None)
    fences.limit(1, 1, 1)  # else this process would end here


def test_what_a_worker_is_told_holds_no_expected_answer(walls, monkeypatch):
    sent = []
    send = asking.Worker.send
    monkeypatch.setattr(
        asking.Worker, "send", lambda self, message: (sent.append(message), send(self, message))
    )
    answers(walls, "def f(x): return x", Request("f", (3,)))
    program, asked = sent
    assert set(program) == {"cells", "fence", "limits", "readable"}
    assert set(asked) == {"request", "seed", "token"}
    assert json.loads(json.dumps(asked["request"])) == {
        "name": "f",
        "arguments": {"tuple": [3]},
        "made": {"dict": []},
        "through": "",
    }


# ---- data ----------------------------------------------------------------------------------------

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=3) | st.integers(), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=50)
@given(plain)
def test_data_comes_back_as_it_went(value):
    there = json.loads(json.dumps(to_data(value)))
    assert repr(from_data(there)) == repr(value)


class Text(str):
    def __eq__(self, other):
        return True

    __hash__ = str.__hash__


@pytest.mark.parametrize(
    "value", [Text("x"), {1}, object(), len, 1j, b"x", [Text("x")], {Text("x"): 1}, 10**1000, ...]
)
def test_what_is_not_plain_is_no_answer(value):
    with pytest.raises(NotDataError):
        to_data(value)


def test_a_value_in_itself_is_no_answer():
    value = []
    value.append(value)
    with pytest.raises(NotDataError, match="nested more than 50 levels"):
        to_data(value)
