"""A student's code in the sandbox: it answers requests, and reaches nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from submissions.small import handed_in, write_master

from course.checks import Answer, Asked, Expect, Request, address, here
from course.data import NotDataError, from_data, to_data
from gamelib import TreeGame
from grader import walls
from grader.__main__ import main
from grader.student import ProgramCell, Student, WallsError, _used
from grader.walls import Limits, find_walls

ROOT = Path(__file__).parents[2]
LIMITS = Limits(0.5, memory=1 << 28, file_size=100_000, patience=4)


def student(*sources, limits=LIMITS):
    if sys.platform != "linux":
        pytest.skip("there are no walls but on Linux")
    cells = [ProgramCell(f"cell {number}", source) for number, source in enumerate(sources, 1)]
    return Student(cells, find_walls(), limits)


def answers(source, *requests, limits=LIMITS):
    """Return a program's answers to these requests, all of one question."""
    with student(source, limits=limits) as program:
        return [program.ask(request) for request in requests]


def answer(body, limits=LIMITS):
    """Return the answer of a function with this body."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return answers(f"def f():\n{lines}", Request("f", ()), limits=limits)[0]


# ---- the conversation ----------------------------------------------------------------------------


@pytest.mark.usefixtures("bubblewrap")
def test_a_program_answers_with_values_and_says_what_went_wrong():
    source = "x = (1, [2])\ndef f(a): a.append(1); return len(a)\ndef g(): return 1 / 0"
    replies = answers(
        source, Request("x"), Request("f", ([7],)), Request("g", ()), Request("h", ())
    )
    assert replies == [
        Answer("value", (1, [2])),
        Answer("value", 2, changed=True),
        Answer("error", message="ZeroDivisionError: division by zero"),
        Answer("missing"),
    ]


@pytest.mark.usefixtures("bubblewrap")
def test_cells_share_their_names_and_one_that_fails_stops_no_other():
    with student("a = 1", "b = a + c", "d = a + 1") as program:
        assert program.ask(Request("d")).value == 2
        reply = program.ask(Request("b"))
    assert reply.kind == "error"
    assert reply.message == "NameError: name 'c' is not defined (line 1 of the cell)"
    assert program.log == [f"the cell cell 2 raised {reply.message}"]


@pytest.mark.usefixtures("bubblewrap")
def test_chance_falls_the_same_way_in_every_run_and_for_every_question():
    source = "import random\ndef f(): return (random.random(), hash('a'), list({'a', 'b', 'c'}))"
    seen = []
    for _ in range(2):
        with student(source) as program:
            for _ in range(2):
                program.begin()
                seen.append(program.ask(Request("f", ())))
    assert seen[0].kind == "value"
    assert seen.count(seen[0]) == 4


@pytest.mark.usefixtures("bubblewrap")
def test_a_game_is_built_beside_the_code_which_is_a_notebook_of_its_own():
    source = (
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n"
        "def f(game): return (len(game.moves(game.start())), P(3).x, __name__)"
    )
    request = Request("f", ("A: B=1 C=2",), made={0: address(TreeGame.from_text)})
    assert answers(source, request) == [Answer("value", (2, 3, "__main__"))]


class Counted:
    """A function of the grader that records its calls."""

    def __init__(self):
        self.seen = []

    def __call__(self, x):
        self.seen.append(x)
        if x == 0:
            raise ValueError("not of nothing")
        return (x, [x])


CALLS = """\
def f(numbers, look):
    found = []
    for number in numbers:
        try:
            found.append(look(number))
        except ValueError as error:
            found.append(str(error))
    return found
def g(look): return look(1, 2)
def k(look): return look(x=3)
def h(look): return look({1})
def i(look): look.seen = []; return look("a"), look.__closure__ is None
"""


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.parametrize("where", ["here", "behind walls"])
def test_a_function_of_the_graders_is_called_and_never_handed_over(where):
    names = {}
    exec(CALLS, names)
    with student(CALLS) as program:
        ask = program.ask if where == "behind walls" else here(names)
        look = Counted()
        reply = ask(Expect("f", 1).request(Asked("f"), [1, 0, (2,)], back=look))
        assert reply == Answer("value", [(1, [1]), "not of nothing", ((2,), [(2,)])])
        assert look.seen == [1, 0, (2,)]
        assert (
            "ValueError: it cannot be called like this" in ask(Request("g", (), back=look)).message
        )
        assert ask(Request("k", (), back=look)).value == (3, [3])
        assert "a set cannot be an answer" in ask(Request("h", (), back=look)).message
        assert ask(Request("i", (), back=look)).value == (("a", ["a"]), False)
        assert look.seen == [1, 0, (2,), 3, "a"]


@pytest.mark.usefixtures("bubblewrap")
def test_calls_are_limited_in_number_and_size():
    many = Limits(calls=10, answer=1_500)
    source = "def f(look):\n    for i in range(1, {}): look({})"
    for times, argument, kind in ((10, "1", "value"), (20, "1", "time"), (9, "'x' * 999", "died")):
        with student(source.format(times, argument), limits=many) as program:
            assert program.ask(Request("f", (), back=Counted())).kind == kind


# ---- limits, and what cannot be reached: the corpus has more of it -------------------------------


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.parametrize(
    "body, kind, words",
    [
        ("return len(bytearray(1 << 29))", "memory", ""),
        ("return [0] * 200_000", "not data", "more than 100,000 values"),
        ("return 'x' * 5_000_000", "not data", "more than 100,000 values"),
        ("open('f', 'w').write('x' * 1_000_000)", "error", "OSError"),
        ("kept = [open(f'f{i}', 'w') for i in range(200)]", "error", "Too many open files"),
        ("return {i * (2**61 - 1): 0 for i in range(5000)}", "not data", "more than 1,000 keys"),
        ("return '\\ud800'", "not data", "a lone surrogate"),
        ("import os; os.fork()", "error", "PermissionError"),
        ("import os; os.posix_spawn('/bin/true', ['true'], {})", "error", "PermissionError"),
        ("return input('x')", "error", "EOFError: input() gets no answer"),
        ("import gamelib; open(gamelib.__file__, 'a').write('evil')", "error", ""),
        ("open('/proc/self/mem', 'rb')", "error", "FileNotFoundError"),
        ("import socket; socket.socket(1)", "error", "PermissionError"),
        ("import socket; socket.socketpair(2)", "error", "PermissionError"),
        ("import socket; socket.socketpair()[0].setsockopt(1, 7, 9)", "error", "PermissionError"),
    ],
)
def test_what_is_too_much_or_out_of_reach_is_refused(body, kind, words):
    reply = answer(body)
    assert reply.kind == kind
    assert words in reply.message


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.parametrize(
    "body, value",
    [
        ("return len(bytearray(1 << 20))", 1 << 20),
        ("open('f', 'w').write('x'); return open('f').read()", "x"),
        ("import os; return os.getuid() >= 10_000 and set(os.getgroups()) <= {65534}", True),
        ("import os; return set(os.listdir('/etc')) <= {'ld.so.cache'}", True),
    ],
)
def test_what_the_sandbox_allows_works(body, value):
    assert answer(body).value == value


@pytest.mark.usefixtures("bubblewrap")
def test_time_is_limited_for_all_answers_of_a_check():
    few = Limits(seconds=0.4)
    source = "import time\ndef f():\n    begin = time.process_time()\n"
    source += "    while time.process_time() < begin + 0.25: pass"
    ask = Request("f", ())
    with student(source, limits=few) as program:
        for _ in range(3):
            program.begin_check()
            assert program.ask(ask).kind == "value"
        assert [program.ask(ask).kind for _ in range(3)][1:] == ["time", "time"]
        program.begin()
        assert program.ask(ask).kind == "value"


@pytest.mark.usefixtures("bubblewrap")
def test_what_is_installed_can_be_used_with_threads_and_pictures():
    source = """
import asyncio, networkx, numpy
import matplotlib.pyplot as plt
from concurrent.futures import ThreadPoolExecutor
plt.plot([1, 2])
plt.savefig("a.png")
plt.show()
def f(look):
    with ThreadPoolExecutor(9) as pool:
        found = list(pool.map(look, range(1, 20)))
    return found, asyncio.run(asyncio.to_thread(look, 5)), float(numpy.eye(200).sum())
"""
    reply = answers(source, Request("f", (), back=Counted()), limits=Limits())[0]
    assert reply == Answer("value", ([(x, [x]) for x in range(1, 20)], (5, [5]), 200.0))


# A function of C's, by name: what it gives, and the number of the error.
HOSTILE = """
import ctypes, os, threading, time
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *arguments):
    given = [x.encode() if isinstance(x, str) else x for x in arguments]
    return getattr(libc, name)(*given), ctypes.get_errno()
def fails(*given): return call(*given)[0] == -1
def threads():
    for number in range(1000):
        threading.Thread(target=time.sleep, args=[100], daemon=True).start()
def files():
    for number in range(10**6):
        os.mkdir(f"folder {number}")
def space():
    kept = [open(str(number), "wb").write(bytes(99_000)) for number in range(500)]
"""
HELD = {  # what is tried → what the system says: the same for every user who grades
    ("call", "unshare", 0x10000000): (-1, 1),  # a user's name space
    ("call", "unshare", 0x00020000): (-1, 1),  # mounts
    ("call", "mount", "x", "/tmp", "tmpfs", 0, None): (-1, 1),
    ("call", "umount2", "/usr", 2): (-1, 1),
    ("call", "chroot", "/tmp"): (-1, 1),
    ("call", "ptrace", 0, 0, 0, 0): (-1, 1),
    ("call", "fork"): (-1, 1),
    ("call", "memfd_create", "x", 0): (-1, 1),
    ("call", "shmget", 0, 1 << 28, 0o1600): (-1, 1),
    ("call", "syscall", 425, 0, 0, 0, 0, 0): (-1, 38),  # io_uring; 38: there is no such call
    ("call", "syscall", 461, 0, 0, 0, 0, 0): (-1, 38),  # what is newer than this filter
    ("call", "inotify_init"): (-1, 1),  # 8 MB of the kernel's own memory each
    ("fails", "setuid", 0): True,
    ("fails", "shm_open", "/x", os.O_CREAT | os.O_RDWR, 0o600): True,
    ("space",): ("error", "OSError: [Errno 28] No space left on device"),
    ("threads",): ("error", "RuntimeError: can't start new thread"),
    ("files",): ("died", ""),
}


def hostile_answers(ask):
    replies = [ask(Request(name, tuple(arguments))) for name, *arguments in HELD]
    return [each.value if each.kind == "value" else (each.kind, each.message) for each in replies]


@pytest.mark.usefixtures("bubblewrap")
def test_no_name_space_process_or_memory_of_another_kind_is_given():
    with student(HOSTILE, limits=Limits()) as program:
        assert hostile_answers(program.ask) == [*HELD.values()]
    assert program.log == ["the program made more than 1,000 files"]


AS_ANOTHER_USER = """
import json, sys
sys.path[:0] = {paths!r}
from test_homework_sandbox import HOSTILE, Limits, Path, hostile_answers, student, walls
walls._packages = lambda: [Path({packages!r})]
with student(HOSTILE, limits=Limits()) as program:
    print(json.dumps(hostile_answers(program.ask)))
"""


@pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0 or not Path("/usr/bin/python3").exists(),
    reason="only the superuser can become another user",
)
def test_the_same_holds_where_an_ordinary_user_grades():
    paths = [*sys.path, str(Path(__file__).parent), str(ROOT), str(ROOT / "tests")]
    packages = sysconfig.get_path("purelib")
    code = AS_ANOTHER_USER.format(paths=[path for path in paths if path], packages=packages)
    words = ["setpriv", "--reuid=12345", "--regid=12345", "--clear-groups", "/usr/bin/python3"]
    done = subprocess.run([*words, "-c", code], capture_output=True, text=True, cwd="/")
    if "bubblewrap does not work" in done.stderr or "ImportError" in done.stderr:
        pytest.skip(f"not for this user: {done.stderr}"[:300])
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(json.dumps([*HELD.values()]))


@pytest.mark.usefixtures("bubblewrap")
def test_printing_costs_nothing_and_is_thrown_away():
    source = "def f(n):\n    for _ in range(n): print('x' * 100_000)\n    return n"
    with student(source, limits=Limits()) as program:
        assert program.ask(Request("f", (1_000,))).value == 1_000
    assert program.log == [f"it printed: {'x' * 2000}"]


CELL = """\
%matplotlib inline
x = !ls
text = '''
%d percent
!important
'''
y = (7
    % 4)
%time z = 3
len?
!pip install nothing
display(x)
"""


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.parametrize(
    "source, value",
    [
        (CELL + "v = [x, text, y, z]", [[], "\n%d percent\n!important\n", 3, 3]),
        ("%%time\nv = 1\n%pylab", 1),
        ("import asyncio\nawait asyncio.sleep(0)\nv = await asyncio.sleep(0, 2)", 2),
        ("%%bash\nexit 1", None),
        ("v = get_ipython().run_line_magic('matplotlib', 'inline')", None),
    ],
)
def test_what_only_a_notebook_understands_costs_nothing(source, value):
    with student("v = None", source, limits=Limits()) as program:
        assert program.ask(Request("v")).value == value
    assert program.log == []


@pytest.mark.usefixtures("bubblewrap")
def test_a_syntax_error_is_reported_with_its_line():
    with student("x = 1\n%time y = 2\nx ==== 2", limits=Limits()) as program:
        assert (
            program.ask(Request("x")).message == "SyntaxError: invalid syntax (line 2 of the cell)"
        )


@pytest.mark.usefixtures("bubblewrap")
def test_a_program_that_sleeps_is_ended_and_one_that_waits_for_the_grader_is_not():
    limits = Limits(seconds=0.1, patience=2)
    assert answer("import time; time.sleep(100)", limits).kind == "time"
    assert answer("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", limits).kind == "time"
    source = "def f(look): return look(1)"
    slow = Request("f", (), back=lambda x: time.sleep(0.5) or x)
    assert answers(source, slow, limits=limits)[0].value == 1


@pytest.mark.usefixtures("bubblewrap")
def test_a_program_whose_threads_run_is_not_asleep():
    spins = "import threading\ndef spin():\n    while True: pass\n"
    with student(spins + "threading.Thread(target=spin, daemon=True).start()") as program:
        program.ask(Request("spin"))
        seen = [_used(program._worker._pid) for _ in range(20)]
    assert all(runs for _, runs in seen), seen


@pytest.mark.usefixtures("bubblewrap")
def test_time_that_the_system_cannot_tell_for_a_moment_is_not_counted_twice(monkeypatch):
    readings = cycle((_used, lambda pid: (0.0, False)))
    monkeypatch.setattr("grader.student._used", lambda pid: next(readings)(pid))
    body = "import time\nwhile time.process_time() < 0.6: pass"
    assert answer(body, Limits(seconds=1, patience=99)).kind == "value"


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.nightly
def test_a_busy_machine_takes_no_time_from_a_program():
    source = "import time\ndef f():\n    while time.process_time() < 0.5: pass"

    def kind(_):
        return answers(source, Request("f", ()), limits=Limits(seconds=0.8))[0].kind

    many = 4 * (os.cpu_count() or 1)  # so the clock says four times as much
    with ThreadPoolExecutor(many) as pool:
        assert set(pool.map(kind, range(many))) == {"value"}


GRADES = """
import sys
sys.path[:0] = {paths!r}
from course.checks import Request
from grader.student import ProgramCell, Student
from grader.walls import Limits, NONE, find_walls
source = "import os\\ndef f(look): look(os.getcwd())\\n    while True: pass"
cells = [ProgramCell("a", source.replace(": look", ":\\n    look"))]
with Student(cells, {walls}, Limits(seconds=600)) as program:
    tell = lambda folder: print(program._worker._pid, folder, flush=True)
    program.ask(Request("f", (), back=tell))
"""


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for the process in /proc")
@pytest.mark.parametrize("kind", ["find_walls()", "NONE"])
def test_nothing_is_left_of_a_worker_whose_grader_is_killed(kind):
    code = GRADES.format(paths=[path for path in sys.path if path], walls=kind)
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as grader:
        pid, folder = grader.stdout.readline().split()
        assert Path(f"/proc/{int(pid)}").exists()
        grader.kill()
    while Path(f"/proc/{int(pid)}").exists():  # else this test never ends
        time.sleep(0.02)
    assert folder == b"/tmp" or not Path(folder.decode()).exists()


@pytest.mark.usefixtures("bubblewrap")
def test_the_sandbox_shows_python_the_packages_and_nothing_else():
    top = answer("import os; return sorted(os.listdir('/'))").value
    assert set(top) <= {
        "course", "dev", "etc", "lib", "lib32", "lib64", "nix", "opt", "root", "home", "tmp", "usr",
        Path(sys.base_prefix).resolve().parts[1],
    }  # fmt: skip
    course = answer("import os; return sorted(os.listdir('/course'))").value
    assert [name for name in course if not name.startswith("packages")] == ["course", "gamelib"]
    for path in (ROOT, ROOT / "tests", ROOT / "instructor", Path.home()):
        reply = answer(f"import os; return os.listdir({str(path)!r})")
        assert reply.kind == "error" or not set(reply.value) - set(Path(sys.base_prefix).parts)


# Finds the pipe and the token in the worker's own frames, answers in its stead, and then sleeps.
FORGES = """\
import json, os, sys, time
def f(answer):
    frame = sys._getframe()
    while "asked" not in frame.f_locals:
        frame = frame.f_back
    line = '{"token": "%s", "answer": %s}\\n' % (frame.f_locals["asked"]["token"], eval(answer))
    for number in range(3, 20):
        try:
            os.fstat(number)
            rest = line.encode()
            while rest: rest = rest[os.write(number, rest):]
        except OSError:
            pass
    time.sleep(100)
"""
ANSWER = {"kind": "value", "value": 1, "message": "", "changed": False}


COLLIDING = (
    """{"dict": [' + ''.join('[%d,0],' % (i * (2**61 - 1)) for i in range(30_000)) + '[0,0]]}"""
)
nightly = partial(pytest.param, marks=pytest.mark.nightly)
VALUE = '{{"kind": "value", "value": {}, "message": "", "changed": false}}'


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.parametrize(
    "sent, kind",
    [
        (ANSWER, "value"),
        (None, "died"),
        (ANSWER | {"kind": "passed"}, "died"),
        (ANSWER | {"kind": "time"}, "died"),
        nightly(ANSWER | {"kind": ["value"]}, "died"),
        (ANSWER | {"message": 7}, "died"),
        nightly(ANSWER | {"message": "\ud800" * 999}, "value"),
        (ANSWER | {"value": {"set": [1]}}, "not data"),
        (ANSWER | {"value": "\ud800"}, "not data"),
        nightly(ANSWER | {"value": float("nan")}, "not data"),
        nightly(ANSWER | {"value": 10**1000}, "not data"),
        nightly(VALUE.format("1e999"), "not data"),
        (VALUE.format("9' + '9' * 5000 + '"), "died"),
        (VALUE.format("' + '[' * 90_000 + '"), "died"),
        nightly(VALUE.format("' + '[' * 500 + ']' * 500 + '"), "not data"),
        nightly(VALUE.format("[' + '[],' * 200_000 + '0]"), "not data"),
        (VALUE.format(COLLIDING), "not data"),
        nightly("' + 'x' * 10**8 + '", "died"),
        ("{", "died"),
    ],
    ids=range(19),
)
def test_a_message_that_is_no_answer_counts_as_a_crash(sent, kind):
    text = sent if isinstance(sent, str) else json.dumps(sent).replace("\\", "\\\\")
    reply = answers(FORGES, Request("f", (f"'{text}'",)), limits=Limits())[0]
    assert reply.kind == kind
    json.dumps(vars(reply), ensure_ascii=False).encode()


@pytest.mark.usefixtures("bubblewrap")
@pytest.mark.parametrize("sent", ["{}\\n", "{}\\n{}\\n", "{\\n"])
def test_an_unasked_message_is_reported_however_it_arrives(sent):
    source = f"import os\ndef f():\n    for n in range(3, 9):\n        try: os.write(n, b'{sent}')"
    with student(f"{source}\n        except OSError: pass") as program:
        assert program.ask(Request("f", ())).kind == "died"
    assert program.log == ["the program sent a message that is not an answer"]


@pytest.mark.usefixtures("bubblewrap")
def test_a_program_that_stops_reading_does_not_hold_up_the_grader():
    with student(FORGES) as program:
        assert program.ask(Request("f", (f"'{json.dumps(ANSWER)}'",))).value == 1
        assert program.ask(Request("f", ("x" * 90_000,))).kind in ("time", "died")


# ---- without walls -------------------------------------------------------------------------------


@pytest.fixture
def bare(monkeypatch):
    """A machine on which bubblewrap does not work."""
    monkeypatch.setattr(walls, "_bubblewrap_works", lambda: False)


@pytest.mark.usefixtures("bare")
def test_without_a_sandbox_nothing_is_graded_unless_all_are_trusted(tmp_path, capsys):
    with pytest.raises(ValueError, match="bubblewrap does not work on this machine"):
        find_walls()
    master = write_master(tmp_path)
    folder = tmp_path / "handed in"
    folder.mkdir()
    (folder / "ann.ipynb").write_text(json.dumps(handed_in()))
    command = ["grade", str(folder), "--out", str(tmp_path / "out"), "--homework", str(master)]
    assert main(command) == 2
    assert "or pass --trust if you trust all students" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    assert main([*command, "--trust", "--workers", "1"]) == 0
    assert "in the sandbox none: all students are trusted" in capsys.readouterr().out
    (result,) = (tmp_path / "out" / "results").iterdir()
    assert json.loads(result.read_text())["score"] == 22


@pytest.mark.skipif(sys.platform != "linux", reason="there are no walls but on Linux")
def test_nothing_is_graded_if_another_user_cannot_read_the_packages(tmp_path, monkeypatch):
    for name, mode in (("gamelib", 0o755), ("course", 0o700)):
        (tmp_path / name).mkdir()
        (tmp_path / name).chmod(mode)
    monkeypatch.setattr(walls, "HOME", tmp_path)
    monkeypatch.setattr(walls, "_bubblewrap_works", lambda: True)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(ValueError, match=f"another user, who cannot read {tmp_path}/course; run"):
        find_walls()


@pytest.mark.usefixtures("bubblewrap")
def test_a_kill_for_lack_of_memory_is_not_the_student_s_fault(tmp_path, monkeypatch):
    monkeypatch.setattr("grader.student.VMSTAT", vmstat := tmp_path / "vmstat")
    vmstat.write_text("oom_kill 3\n")
    source = "import os\ndef f(look):\n    look()\n    os.kill(os.getpid(), 9)"
    with student(source) as program:
        assert program.ask(Request("f", (), back=lambda: None)).kind == "died"
        program.begin()
        ended = Request("f", (), back=lambda: vmstat.write_text("oom_kill 4\n"))
        with pytest.raises(WallsError, match="ran out of memory"):
            program.ask(ended)


@pytest.mark.usefixtures("bubblewrap")
def test_a_sandbox_that_fails_is_not_the_student_s_fault(monkeypatch):
    monkeypatch.setattr(walls, "BOOT", "import sys; print('no', file=sys.stderr)")
    with (
        student("x = 1") as program,
        pytest.raises(WallsError, match="the sandbox did not start: no"),
    ):
        program.ask(Request("x"))


@pytest.mark.usefixtures("bubblewrap")
def test_no_message_to_a_worker_holds_an_expected_answer():
    source = "import sys\ndef f(x):\n    frame = sys._getframe()\n"
    source += "    while 'asked' not in frame.f_locals: frame = frame.f_back\n"
    source += "    return [sorted(frame.f_locals[name]) for name in ('about', 'asked')]"
    assert answers(source, Request("f", (3,)))[0].value == [
        ["limits", "token", "user"],
        ["back", "request", "seed", "token"],
    ]


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


SELF: list[object] = []
SELF.append(SELF)


@pytest.mark.parametrize(
    "value", [Text("x"), {1}, object(), 1j, b"x", [Text("x")], {Text("x"): 1}, 10**1000, ..., SELF]
)
def test_what_is_not_plain_is_no_answer(value):
    with pytest.raises(NotDataError):
        to_data(value)
