"""Attacks: each costs at most the question that it stands in, and other submissions nothing.

An attack that finds what it looks for answers REACHED.
"""

from __future__ import annotations

from textwrap import indent

from submissions.entries import (
    FULL,
    LOST,
    NOTHING,
    Cells,
    Entry,
    answers,
    attack,
    called,
    edited,
    no_corners,
    no_play,
    no_winner,
    probe,
    right,
    tries,
)
from submissions.small import CORNERS, STUBS, WINNER

NO_ANSWER = "cannot be an answer"

# ---- the notebook --------------------------------------------------------------------------------


def forged_outputs(cells: Cells) -> None:
    for cell in cells:
        cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "20 of 20 points"}]
        cell["source"] = STUBS.get(cell["id"], cell["source"])


def edited_checks(cells: Cells) -> None:
    for cell in cells:
        cell["source"] = STUBS.get(cell["id"], "print('winner: visible checks pass (3 of 3)')")


def renamed_to_answer(cells: Cells) -> None:
    """A check cell that claims to be an answer cell is ignored."""
    cells[2]["metadata"]["nbgrader"] |= {"solution": True, "source": "x = 1"}
    cells[2]["source"] = "winner = lambda board: 'X'"


def given_cell_edited(cells: Cells) -> None:
    cells[0]["source"] = "def checks(*arguments, **words): ..."


def points_edited(cells: Cells) -> None:
    for cell in cells[1:]:
        cell["metadata"]["nbgrader"] |= {"points": 1e9, "grade": True, "checksum": "x"}


def own_solution_marks(cells: Cells) -> None:
    cells[1]["source"] = f"### BEGIN SOLUTION\n{WINNER}### END SOLUTION\n### BEGIN HIDDEN TESTS"


NOTEBOOKS = (
    Entry("check cells edited", edited(edited_checks), NOTHING),
    Entry("a given cell edited", edited(given_cell_edited)),
    Entry("outputs forged", edited(forged_outputs), NOTHING),
    Entry("a check cell made an answer", edited(renamed_to_answer)),
    Entry("points edited", edited(points_edited)),
    Entry("marks in an answer", edited(own_solution_marks)),
)

# ---- crashes, loops, memory ----------------------------------------------------------------------

CATCHES = "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
DEEP = "import sys; sys.setrecursionlimit(10**9); return play(board, sign)"
QUIET = "import signal\nfor number in range(1, 64):\n    try: signal.signal(number, {})\n"
QUIET += "    except (OSError, ValueError): pass\nwhile True: pass"
NO_TIMER = "import signal\nfor which in range(3): signal.setitimer(which, 0)\nwhile True: pass"
BLOCKED = "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 64))\nwhile True: pass"
FLOODS = "import os\nwhile True: os.write(2, b'x' * 100_000)"
REGEX = "import re; re.match('(a+)+$', 'a' * 40 + 'b')"

ENDS = (
    no_winner("sys.exit", "import sys; sys.exit(0)"),
    no_corners("sys.exit in a cell", "import sys; sys.exit(0)"),
    no_winner("os._exit", "import os; os._exit(0)", "program ended"),
    no_corners("os._exit in a cell", "import os\nos._exit(0)", "ended the program"),
    no_winner("exit code of the clock", "import os; os._exit(128 + 27)"),
    no_winner("a signal to itself", "import os; os.abort()"),
    no_winner("the clock's signal", "import os; os.kill(os.getpid(), 27)"),
    no_winner("stops itself", "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)"),
    no_winner("a crash in C", "import ctypes; ctypes.string_at(0)", "program ended"),
    no_winner("another program", "import os; os.execv('/bin/true', ['true'])"),
    no_play("endless loop", "while True: pass", LOST),
    no_corners("endless loop in a cell", "while True: pass", "took too long"),
    no_play("sleeps", "import time; time.sleep(1000)", LOST),
    no_play("catches everything", CATCHES, LOST),
    no_play("ignores signals", QUIET.format("signal.SIG_IGN")),
    no_play("catches signals", QUIET.format("lambda *a: None")),
    no_play("blocks signals", BLOCKED),
    no_play("stops the clock", NO_TIMER, LOST),
    no_play("a search in C", REGEX, LOST),
    no_play("a power", "return 9 ** 9 ** 9"),
    no_play("waits for input", "import os; r, w = os.pipe(); os.read(r, 1)", LOST),
    no_play("deep recursion", DEEP),
    no_play("deep recursion in C", "x = []\nfor _ in range(10**6): x = [x]\nreturn repr(x)"),
    no_play("memory bomb", "return len(bytearray(10**12))", "ran out of memory"),
    no_play("memory in small parts", "kept = []\nwhile True: kept.append(' ' * 50_000_000)"),
    no_play("memory in tiny parts", "kept = []\nwhile True: kept.append([len(kept)])"),
    no_play("a list without end", "import itertools; return list(itertools.count())"),
    no_play("a packed bomb", "import zlib\nx = zlib.compress(bytes(10**8))\n"
            "return len([zlib.decompress(x) for _ in range(99)])"),
    no_winner("gigabytes of output", "while True: print('x' * 100_000)"),
    no_winner("gigabytes of errors", FLOODS),
)  # fmt: skip

HOLDS = "kept = 0\nfor _ in range(30):\n{}\n    kept += 100\nif kept > 2000: return 'REACHED'"
SYSV = """\
    number = libc.shmget(0, 100 << 20, 0o1600)
    place = libc.shmat(number, None, 0)
    if number < 0 or place in (None, 2**64 - 1): break
    ctypes.memset(place, 1, 100 << 20)
    libc.shmdt(ctypes.c_void_p(place))"""
LIBC = "libc = ctypes.CDLL(None)\nlibc.shmat.restype = ctypes.c_void_p"
MEMFD = """\
    for _ in range(10):
        number = os.memfd_create('x')
        if os.write(number, b'x' * (10 << 20)) < 10 << 20: raise OSError"""
SHARED = "    kept_ = mmap.mmap(-1, 100 << 20); all_.append(kept_); kept_.write(b'x' * (100 << 20))"
PIPES = "    for _ in range(10): os.write(os.pipe()[1], b'x' * (10 << 20))"
FILES = "for i in range({}):\n    open(f'{{i}}', 'w').close()\nreturn 'REACHED'"
DISK = "for i in range(99):\n    open(f'f{i}', 'w').write('x' * 9_000_000)\nreturn 'REACHED'"
HELD = (
    probe("memory of System V", HOLDS.format(SYSV), LIBC),
    probe("memory in files", HOLDS.format(MEMFD)),
    probe("memory that is shared", f"import mmap; all_ = []\n{HOLDS.format(SHARED)}"),
    probe("memory in pipes", HOLDS.format(PIPES)),
    probe("memory in sockets", "import socket; s = socket.socket(1); s.bind('\\0x')\n"
          "s.listen(999); return 'REACHED'"),  # to hold what so many send before they are accepted
    probe("memory under a name", "open('/dev/shm/x', 'w'); return 'REACHED'"),
    probe("100,000 files", FILES.format(100_000)),
    probe("a full disk", DISK),
    probe("a large file", "open('f', 'w').truncate(10**12); return 'REACHED'"),
    probe("folders in folders", "for _ in range(50_000): os.mkdir('d'); os.chdir('d')\n"
          "return 'REACHED'"),
    attack("fills the disk", "f = open('f', 'w'); [f.write('x' * 10**6) for _ in range(99)]"),
    right("leaves files", inside="[open(f'f{i}', 'w').write('x') for i in range(9)]"),
)  # fmt: skip

# ---- files, network, processes -------------------------------------------------------------------

LOOK = (
    "def look(path):\n    return os.listdir(path) if os.path.isdir(path) else open(path).read(99)"
)


def reads(name: str, *paths: str) -> Entry:
    suffix = "\n    except OSError: pass\n    else: return 'REACHED'"
    return probe(name, f"for path in {paths!r}:\n    try: look(path)" + suffix, LOOK)


ALWAYS_OPEN = "top = os.open('/', os.O_RDONLY)\n"
DIR_FD = ALWAYS_OPEN + "os.read(os.open('/MASTER'[1:], os.O_RDONLY, dir_fd=top), 9)\n"
KILL = "import contextlib, os\nwith contextlib.suppress(OSError): os.kill(os.getppid(), 9)"
READS = (
    reads("reads the master", "/MASTER", "/REPO", "/REPO/instructor"),
    reads("reads the tests", "/TESTS", "/REPO/tests"),
    reads("reads other submissions", "/SUBMISSIONS", "/OUT"),
    reads("reads the passwords", "/etc/passwd", "/etc/shadow", "/etc/hosts"),
    reads("reads processes", "/proc/1/environ", "/proc/self/mem", "/proc/self/maps", "/proc"),
    reads("reads the system", "/sys", "/run", "/var", "/boot", "/dev/pts", "/dev/shm"),
    reads("reads devices", "/dev/mem", "/dev/kmsg", "/dev/sda", "/dev/tty", "/dev/fuse"),
    reads("reads homes", "/root/.ssh", "/home", "/root/.bash_history"),
    probe("reads by another door", f"{DIR_FD}return 'REACHED'"),
    probe("reads above", "os.chdir('/tmp/../..'); open('REPO/run.py'); return 'REACHED'"),
    probe("reads by a link", "os.symlink('/MASTER', 'l'); open('l'); return 'REACHED'"),
    probe("reads the environment", "known = {'LC_CTYPE', 'OMP_NUM_THREADS', 'PWD', 'HOME', 'LANG', "
          "'PATH', 'TMPDIR'}\nif [n for n in os.environ if n not in known and "
          "not n.startswith(('PYTHON', 'OPENBLAS', 'MALLOC', 'MKL', 'MPL', 'IPYTHON'))]:\n"
          "    return 'REACHED'"),
    probe("finds open files", "for n in range(3, 300):\n    try: os.read(n, 0); "
          "p = os.readlink(f'/proc/self/fd/{n}')\n    except OSError: continue\n"
          "    if 'homework' in p or '.ipynb' in p: return 'REACHED'"),
    attack("writes outside", "[open(f'{p}/evil', 'w') for p in ('/SUBMISSIONS', '/REPO')]"),
    tries("changes the library", "import gamelib; open(gamelib.__file__, 'a').write('evil')"),
    tries("removes", "import shutil\nfor p in ('/SUBMISSIONS', '/course'): shutil.rmtree(p, True)"),
    tries("makes a pipe outside", "import os; os.mkfifo('/SUBMISSIONS/evil')"),
    probe("makes a device", "os.mknod('d', 0o60666, os.makedev(8, 0)); open('d')\n"
          "return 'REACHED'"),
    attack("opens a socket", "import socket; socket.create_connection(('127.0.0.1', PORT), 2)"),
    probe("sends", "import socket; s = socket.socket(type=socket.SOCK_DGRAM)\n"
          "s.sendto(b'x', ('8.8.8.8', 53)); return 'REACHED'"),
    probe("a raw socket", "import socket; socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 3)\n"
          "return 'REACHED'"),
    probe("a local socket", "import socket; socket.socket(1).connect('/var/run/docker.sock')\n"
          "return 'REACHED'"),
    probe("asks for a name", "import socket; socket.gethostbyname('example.org')\n"
          "return 'REACHED'"),
    tries("fork bomb", "import os; [os.fork() for _ in range(9)]"),
    tries("starts a program", "import subprocess; subprocess.run(['true'])"),
    tries("starts a thread", "import threading; threading.Thread(target=print).start()"),
    tries("starts interpreters", "import _xxsubinterpreters as s\nfor _ in range(9): s.create()"),
    tries("a daemon", "import os\nif os.fork() == 0:\n    os.setsid()\n    while True: pass"),
    right("kills its parent", inside=KILL),
    tries("kills the grader", "import os; os.kill(GRADER, 9)"),
    tries("stops the grader", "import os, signal; os.kill(GRADER, signal.SIGSTOP)"),
    attack("kills all it may", "import os; os.kill(-1, 9)"),
    tries("kills its group", "import os; os.killpg(os.getppid(), 9)"),
)  # fmt: skip

SYSTEM = (
    called("a user's namespace", "unshare(0x10000000)"),
    called("a mount's namespace", "unshare(0x00020000)"),
    called("all namespaces", "unshare(0x7e020000)"),
    called("mounts", "mount(b'none', b'/tmp', b'tmpfs', 0, None)"),
    called("unmounts", "umount2(b'/course', 2)"),
    called("another root", "chroot(b'/tmp')"),
    called("becomes the superuser", "setresuid(0, 0, 0) == 0 and os.getuid()", "result == 0 and 0"),
    called("traces its parent", "ptrace(16, 1, 0, 0)"),
    called("traces the grader", "ptrace(16, GRADER, 0, 0)"),
    called("reads the grader's memory", "process_vm_readv(GRADER, None, 0, None, 0, 0)"),
    called("loads a program into the kernel", "syscall(321, 0, None, 0)", "result >= 0"),
    called("counts events", "syscall(298, None, -1, 0, -1, 0)", "result >= 0"),
    called("a new name for the machine", "sethostname(b'evil', 4)"),
    called("sets the clock", "settimeofday((ctypes.c_long * 2)(1, 1), None)"),
    called("restarts the machine", "syscall(169, 0xfee1dead, 672274793, 0x1234567, None)"),
    probe("takes more", "import resource as r\nr.setrlimit(r.RLIMIT_AS, (-1, -1))\n"
          "return 'REACHED'"),
    called("reads the kernel's log", "klogctl(10, None, 0)", "result >= 0"),
    called("watches files", "inotify_init()", "result >= 0"),
    tries("a nicer place", "import os; os.nice(-20)"),
)  # fmt: skip

# ---- searching its own process for answers -------------------------------------------------------

OBJECTS = "import gc\nfor thing in gc.get_objects():\n"
OBJECTS += "    if type(thing).__name__ in ('Check', 'Outcome', 'Expect'): return 'REACHED'"
FRAMES = "frame = sys._getframe()\nwhile frame:\n"
FRAMES += "    if {'gives', 'wanted', 'expect'} & set(frame.f_locals): return 'REACHED'\n"
FRAMES += "    frame = frame.f_back"
STRINGS = "import gc\nfor thing in gc.get_objects():\n    if isinstance(thing, dict):\n"
STRINGS += "        for value in list(thing.values()):\n"
STRINGS += "            if isinstance(value, str) and 'HIDDEN ' + 'TESTS' in value "
STRINGS += "and 'gives=' in value and 'CELL' not in thing: return 'REACHED'"
LOOKS = (
    probe("looks among objects", OBJECTS),
    probe("looks among frames", FRAMES),
    probe("looks among texts", STRINGS),
    probe("loads the master", "import instructor; return 'REACHED'"),
    probe("loads the tests", "import tests.solutions; return 'REACHED'"),
    probe("asks for questions", "from grader.judge import load_homework\n"
          "from pathlib import Path; load_homework(Path('/MASTER')).questions; return 'REACHED'"),
)  # fmt: skip

# ---- unexpected answers --------------------------------------------------------------------------

ALWAYS = (
    "class Always:\n    __eq__ = lambda a, b: True\n    __hash__ = None\n    __len__ = lambda s: 1"
)
LIKE = "class Like:\n    __class__ = str\n    __eq__ = lambda a, b: True\n    __hash__ = None"
KINDS = {
    "a text of their own": "type('Mine', (str,), {'__eq__': lambda a, b: True})('X')",
    "a number of their own": "type('Mine', (int,), {'__eq__': lambda a, b: True})(1)",
    "a list of their own": "type('Mine', (list,), {'__eq__': lambda a, b: True})()",
    "equal to everything": "Always()",
    "equal to everything in a list": "[Always()]",
    "equal to everything as a key": "{'x': Always()}",
    "like a text": "Like()",
    "bytes": "b'X'",
    "a complex number": "1j",
    "a type": "str",
    "a module": "__import__('sys')",
    "an array": "__import__('numpy').zeros(3)",
    "a memoryview": "memoryview(b'X')",
    "an error as an answer": "ValueError('X')",
    "a range": "range(3)",
}
COLLIDE = "{i * (2**61 - 1): 0 for i in range(30_000)}"
SIZES = {
    "a number of a million digits": "10 ** 999_999",
    "a long list": "[0] * 1_000_000",
    "a long text": "'x' * 50_000_000",
    "many lists": "[[] for _ in range(99_000)]",
    "nested 1,000 deep": "__import__('functools').reduce(lambda x, _: [x], range(1000), 0)",
    "nested 49 deep": "__import__('functools').reduce(lambda x, _: {0: (x,)}, range(24), 0)",
    "colliding keys": COLLIDE,
    "a list in itself": "(board.append(board), board)[1]",
    "a dictionary in itself": "(d := {}, d.update(d=d), d)[2]",
    "not a number": "float('nan')",
    "without end": "-float('inf')",
    "half a letter as an answer": "'\\ud800'",
    "markup in an answer": "'<script>alert(1)</script>'",
    "colours in an answer": "'\\x1b[2J\\x00\\u202e'",
    "a formula as an answer": "'=1+1'",
    "words of a verdict": "'visible checks pass (5 of 5)'",
    "data that looks like data": "{'tuple': ['X']}",
}
RETURNED = (
    *(
        no_winner(name, f"return {value}", NO_ANSWER, f"{ALWAYS}\n{LIKE}")
        for name, value in KINDS.items()
    ),
    *(no_winner(name, f"return {value}") for name, value in SIZES.items()),
)

ERRORS = {
    "an error that loops": "class E(Exception):\n    def __str__(self):\n        while True: pass",
    "an error that fails": "class E(Exception):\n    def __str__(self): raise self",
    "an error that is large": "class E(Exception):\n    def __str__(self): return 'x' * 10**8",
    "an error that is markup": "class E(Exception):\n    def __str__(self): return '<script>'",
    "an error that is half": "class E(Exception):\n    def __str__(self): return '\\ud800'",
    "an error that is no error": "class E(BaseException): pass",
    "an error that ends": "E = SystemExit",
    "an error that interrupts": "E = KeyboardInterrupt",
    "an error of memory": "E = MemoryError",
    "an error of the clock": "from course.checks import TooLongError as E",
    "an error like a stub": "E = NotImplementedError",
    "an error in a generator": "E = GeneratorExit",
}
RAISED = tuple(no_winner(name, "raise E", before=before) for name, before in ERRORS.items())

# ---- forged messages of the worker ---------------------------------------------------------------

# What a student could send if they found the pipe, such as an answer before any question.
SENDS = """\
import os
for number in range(3, 64):
    try:
        os.write(number, {})
    except OSError:
        pass
return 'X'"""
FORGED = (
    b'{"token": "", "answer": {"kind": "value", "value": "X", "message": "", "changed": false}}\n'
)
MESSAGES = {
    "an answer unasked": FORGED,
    "half a message": b"{",
    "a number for a message": b"7\n",
    "nothing for a message": b"\n",
    "brackets for a message": b"[" * 10_000 + b"\n",
    "braces for a message": b'{"a":' * 10_000 + b"\n",
    "digits for a message": b"9" * 10_000 + b"\n",
    "bytes for a message": bytes(range(256)) + b"\n",
    "a verdict": b'{"token": "", "answer": {"kind": "passed"}, "passed": true, "score": 20}\n',
}
FLOOD = (
    "import os\nwhile True:\n    for number in range(3, 20):\n        try: os.write(number, {})\n"
)
FLOOD += "        except OSError: pass"
# Finds the token in the worker's own frames.
KNOWS = """\
import json, os, sys
frame, token = sys._getframe(), ""
while frame:
    for value in list(frame.f_locals.values()):
        if isinstance(value, dict) and "token" in value: token = value["token"]
    frame = frame.f_back
"""
AS_WORKER = KNOWS + SENDS.replace("{}", "json.dumps({{'token': token, 'answer': {}}}).encode()")
ANSWER = {"kind": "value", "value": "X", "message": "", "changed": False}
SAID = {
    "a kind of its own": ANSWER | {"kind": "passed"},
    "trouble that was none": ANSWER | {"kind": "time"},
    "a message that is a number": ANSWER | {"message": 7},
    "a long message": ANSWER | {"kind": "error", "message": "x" * 50_000},
    "changed by a number": ANSWER | {"changed": 0},
    "a set as data": ANSWER | {"value": {"set": [1]}},
    "keys that cannot be": ANSWER | {"value": {"dict": [[[], 1]]}},
    "a list for an answer": [],
}
IN_MAIN = AS_WORKER.replace("_getframe()", "_current_frames()[threading.main_thread().ident]")
ALL_X = "def winner(board): return 'X'"
"""Wrong, and right in two of five checks."""
THREAD = f"""\
import threading
def answer():
{indent(IN_MAIN.format(ANSWER), "    ")}
def watch():
    while True: answer()
threading.Thread(target=watch, daemon=True).start()
{CORNERS}"""
FORGES = (
    Entry("a thread that answers first", answers(winner=ALL_X, corners=THREAD),
          FULL | {"winner": 2.0}, bound=True),
    *(no_winner(name, SENDS.format(repr(sent))) for name, sent in MESSAGES.items()),
    *(no_winner(f"{name}, forged", AS_WORKER.format(said)) for name, said in SAID.items()),
    no_winner("collisions, forged", AS_WORKER.format(
        "{'kind': 'value', 'message': '', 'changed': False, 'value': {'dict': "
        "[[i * (2**61 - 1), 0] for i in range(30_000)]}}")),
    no_winner("a flood of messages", FLOOD.format(repr(FORGED * 100))),
    no_winner("a message without end", FLOOD.format("b'x' * 100_000")),
    no_winner("pipes closed", "import os; os.closerange(0, 50); return 'X'"),
    no_winner("pipes swapped", "import os\nfor n in range(3, 9):\n    try: os.dup2(2, n)\n"
              "    except OSError: pass\nreturn 'X'"),
)  # fmt: skip

# ---- patched libraries ---------------------------------------------------------------------------

PATCHES = {
    "json": "import json\njson.loads = json.dumps = lambda *a, **k: '{}'",
    "json's encoder": "import json.encoder\njson.encoder.JSONEncoder.encode = lambda *a: '{}'",
    "os": "import os\nos.write = os._exit = os.read = lambda *a: 0",
    "isinstance": "import builtins\nbuiltins.isinstance = lambda *a: True",
    "all builtins": "import builtins\nfor n in 'type len vars list dict getattr'.split():\n"
                    "    setattr(builtins, n, lambda *a: True)",
    "imports": "import builtins\nbuiltins.__import__ = None",
    "the checks": "import course.checks as e\ne.checks = e.Expect = None\n"
                  "e.outcome_of = e.compared = None",
    "the outcome": "import course.checks as e\ne.Outcome.passed = True\ne.equal = lambda *a: True\n"
                   "e.outcome_of = lambda *a: e.Outcome(True)",
    "the data": "import course.data as d\nd.to_data = d.from_data = lambda *a: 'X'",
    "the worker": "import course.handin.worker as w\nfor n in vars(w).copy():\n"
                  "    if n[:2] != '__': setattr(w, n, None)",
    "the answer": "import course.checks as e\ne.Answer.__init__ = lambda *a, **k: None",
    "the library": "import gamelib.search as s\ns.minimax = s.alpha_beta = None",
    "modules": "import sys\nsys.modules.clear()",
    "output": "import sys\nsys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = None",
    "output that is closed": "import sys\nsys.stdout.close(); sys.stderr.close()",
    "a trace": "import sys\nsys.settrace(lambda *a: 1 / 0)",
    "a profile": "import sys\nsys.setprofile(lambda *a: None)",
    "an audit": "import sys\ndef deny(*a): raise RuntimeError\nsys.addaudithook(deny)",
    "the end": "import atexit, sys\natexit.register(print, 'bye')\nsys.excepthook = print",
    "an end without end": "import atexit\ndef loop():\n    while True: pass\natexit.register(loop)",
    "memory management": "import gc\ngc.disable(); gc.set_threshold(0); gc.freeze()",
    "an object that dies late": "class D:\n    def __del__(self):\n        while 1: pass\nd = D()",
    "the clock": "import signal\nsignal.setitimer = signal.signal = lambda *a: None",
    "the recursion limit": "import sys\nsys.setrecursionlimit(50)",
    "the switch interval": "import sys\nsys.setswitchinterval(1e-9)",
    "the hashes": "import sys, random\nrandom.seed = random.random = lambda *a: 4",
    "the main module": "import sys\nsys.modules['__main__'] = None\nglobals().clear()",
}  # fmt: skip
PATCHED = tuple(
    Entry(f"patches {name}", answers(winner=ALL_X, corners=f"{patch}\n{CORNERS}"),
          FULL | {"winner": 2.0}, bound=True)
    for name, patch in PATCHES.items()
)  # fmt: skip

# ---- attacks by text -----------------------------------------------------------------------------

BOMBS = {
    "minus by the thousand": "x = " + "-" * 50_000 + "1",
    "brackets by the thousand": "x = " + "[" * 5_000 + "]" * 5_000,
    "a sum of thousands": "x = " + "+".join("1" * 40_000),
    "calls by the thousand": "x = f" + "()" * 20_000,
    "blocks in blocks": "\n".join(" " * i + "if 1:" for i in range(150)),
    "a number of digits": "x = " + "9" * 90_000,
    "functions by the thousand": "\n".join(f"def f{i}(): pass" for i in range(4_000)) + "\n(",
    "a name of letters": "x" * 90_000 + " = = 1",
    "blank lines by the thousand": "\n" * 90_000 + "(",
    "spaces by the thousand": " " * 90_000 + "(",
    "magics by the thousand": "%time\n" * 15_000 + "(",
    "magics by the hundred": "%time\n" * 600 + "(",
    "quotes by the thousand": "'''" * 30_001,
    "carriage returns by the thousand": "\r" * 90_000 + "(",
    "f-strings in f-strings": "x = " + "f'{" * 200 + "1" + "}'" * 200,
    "lambdas in lambdas": "x = " + "lambda: " * 3_000 + "1",
    "a folded text": "x = 'x' * 10**10",
    "a folded power": "x = 2 ** 10**9",
}
TEXTS = (
    *(no_corners(name, f"{bomb}\ncorners = = 4") for name, bomb in BOMBS.items()),
    no_corners("half a letter in the code", "corners = 4  # \ud800", "UnicodeEncodeError"),
    no_corners("a zero in the code", "corners = 4  # \0", "null bytes"),
)

HOSTILE = (
    *NOTEBOOKS, *ENDS, *HELD, *READS, *SYSTEM, *LOOKS, *RETURNED, *RAISED, *FORGES, *PATCHED, *TEXTS
)  # fmt: skip
