#!/usr/bin/env python3
"""Sets up the course in .venv and runs it. Needs Python 3.11 or newer, and nothing else.

Old Pythons, 2.7 included, must be able to parse this file: they get a sentence and not a
SyntaxError. Hence no f-strings, no annotations, plain ASCII. A new command is a function with
`@command`; its docstring is its line in the help.
"""

from __future__ import print_function

import contextlib
import difflib
import errno
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

USAGE = """\
Usage: python3 run.py [command] [arguments]

%s

The first run makes .venv and installs what requirements.txt names; commands for developers add
requirements-test.txt. Further arguments are passed on: python3 run.py lab --no-browser"""

OLDEST = (3, 11)
ROOT = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(ROOT, ".venv")
BIN = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin")
PYTHON = os.path.join(BIN, "python.exe" if os.name == "nt" else "python")
STAMP = os.path.join(VENV, "installed.json")  # written last: without it .venv is not trusted
LOG = os.path.join(ROOT, ".venv-install.log")
REQUIREMENTS = os.path.join(ROOT, "requirements.txt")
FOR_TESTS = os.path.join(ROOT, "requirements-test.txt")
COPY = "my-work"  # the student's own lectures and homework (course/work)
WELCOME = "00-welcome.ipynb"

# Without these JupyterLab asks about news on its first start and looks for them on the network.
LAB_SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"checkForUpdates": False, "fetchNews": "false"}
}

# What the log says, and what it means. The first match counts: without a network pip also says
# that it found no matching distribution.
CAUSES = [
    (
        "ensurepip is not available|No module named '?(venv|ensurepip)",
        "python3 -m venv is missing. On Debian or Ubuntu: sudo apt install python3-venv. "
        "Elsewhere: install Python from python.org.",
    ),
    ("No space left|Errno 28|not enough space|os error 112", "The disk is full."),
    (
        "NewConnectionError|ConnectTimeout|ReadTimeout|name resolution|getaddrinfo|dns error"
        "|error sending request|Failed to fetch|ProxyError|SSLError|Network is unreachable",
        "There seems to be no network, or the package index cannot be reached.",
    ),
    ("Permission denied|PermissionError|Access is denied", "A file could not be written."),
    (
        "No matching distribution|no version of|no wheels|Failed to build|Failed building",
        "A package has no ready-made version (wheel) for this Python and this system. "
        "Try another Python from 3.11 on.",
    ),
    ("", "The lines above may say why."),
]

# What some tests need: its package in Debian, and its commands, any of which will do.
PROGRAMS = {
    "bubblewrap": ("bubblewrap", "bwrap"),
    "chromium": (
        "chromium",
        "chromium chromium-browser google-chrome google-chrome-stable chrome msedge",
    ),
    "firefox": ("firefox-esr", "firefox-esr firefox"),
    "node": ("nodejs", "node"),
    "npm": ("npm", "npm"),
}

COMMANDS = {}


def command(function):
    COMMANDS[function.__name__] = function
    return function


class Problem(Exception):
    """Something the user can mend: shown as a sentence, without a traceback."""


def say(text):
    print(text)
    sys.stdout.flush()  # what a child process prints next must come after it


def read(path):
    with open(path, "rb") as file:
        return file.read().decode("utf-8", "replace")


def write_json(path, data):
    with open(path, "w") as file:
        json.dump(data, file, indent=2)


# ---- Making the environment ----


def wanted():
    """Return all that .venv depends on. If any of it changes, .venv is made anew."""
    return {
        "requirements.txt": read(REQUIREMENTS),
        # What is said of the package, not the settings of tools below it.
        "pyproject.toml": read(os.path.join(ROOT, "pyproject.toml")).partition("\n[tool.")[0],
        # The same whether run.py is started by .venv's Python or by the one .venv was made with.
        "the Python version": [sys.version, os.path.realpath(sys.base_prefix)],
        "the folder": ROOT,  # an environment is full of absolute paths
    }


def installed():
    """Return the stamp of a finished installation; an empty one if there is none."""
    try:
        return json.loads(read(STAMP)) if os.path.exists(PYTHON) else {}
    except (EnvironmentError, ValueError):
        return {}


def differences():
    """Return what changed since .venv was made: all of it if there is no finished one."""
    old, new = installed(), wanted()
    return [key for key in sorted(new) if old.get(key) != new[key]]


def lacks_tests():
    return installed().get("for tests") != read(FOR_TESTS)


def set_up(developer=False):
    """Make .venv, unless there is one that fits; for a developer, with what the tests need."""
    if not differences() and not (developer and lacks_tests()):
        return
    with locked(VENV, "setting up .venv"):
        changed = differences()  # none if another run.py made it while this one waited
        if changed:
            if installed():
                say("Making .venv anew, because something changed: %s." % ", ".join(changed))
            install()
        if developer and lacks_tests():
            say("Adding what the tests need.")
            logged(installer() + ["-r", FOR_TESTS])
            write_json(STAMP, dict(installed(), **{"for tests": read(FOR_TESTS)}))


def install():
    count = len(re.findall("(?m)^[A-Za-z0-9]", read(REQUIREMENTS)))
    tool = "uv. This takes 10 to 60 seconds" if find_uv() else "pip. This takes 1 to 3 minutes"
    say("Setting up the course in .venv: about %d packages, with %s." % (count, tool))
    start, stamp = time.time(), wanted()
    remove_venv()
    try:
        logged(
            # Not sys.executable: that may be .venv's own Python, which is gone by now.
            [getattr(sys, "_base_executable", None) or sys.executable, "-m", "venv", VENV],
            installer() + ["-r", "requirements.txt"],
            # Lists the fonts of this machine. Matplotlib warns when that takes long, and the first
            # notebook that draws would show the warning.
            [PYTHON, "-c", "import matplotlib.font_manager"],
        )
        settings = os.path.join(VENV, "share", "jupyter", "lab", "settings")
        os.makedirs(settings, exist_ok=True)
        write_json(os.path.join(settings, "overrides.json"), LAB_SETTINGS)
    except BaseException:  # Ctrl-C too
        shutil.rmtree(VENV, ignore_errors=True)  # what cannot be removed has no stamp
        raise
    write_json(STAMP, stamp)
    say("Ready after %d seconds." % (time.time() - start))


def find_uv():
    return shutil.which("uv")


def installer():
    if find_uv():
        return [find_uv(), "pip", "install", "--python", PYTHON]
    return [PYTHON, "-m", "pip", "install"]


def remove_venv():
    try:
        if os.path.lexists(STAMP):
            os.remove(STAMP)  # first, so that nobody trusts a half-removed .venv
        if os.path.lexists(VENV):
            shutil.rmtree(VENV)
    except EnvironmentError as error:
        raise Problem(
            "The old .venv cannot be removed (%s). Close JupyterLab and whatever else uses it, "
            "then try again." % error
        )


def logged(*commands):
    """Run commands with their output in the log, and tell every few seconds how it goes."""
    start = time.time()
    env = dict(os.environ, PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_NO_INPUT="1")
    env["PIP_USER"] = "0"  # a setting some users have, which fails inside an environment
    env["PYTHONUNBUFFERED"] = env["PYTHONUTF8"] = "1"
    with open(LOG, "wb") as log:
        also = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": subprocess.STDOUT}
        for words in commands:
            log.write(("$ %s\n" % " ".join(words)).encode("utf-8", "replace"))
            log.flush()
            with running(words, env=env, **also) as process:
                while not ended(process, 5):
                    say("  %3d s  %s" % (time.time() - start, log_lines()[-1][:90]))
            if process.returncode != 0:
                raise Problem(explain())


@contextlib.contextmanager
def running(words, **how):
    """Start a process and leave none behind, whatever happens, and whenever."""
    came = []  # what would end us while it starts, when we could not end it
    process = None
    held = [
        (number, signal.signal(number, lambda number, frame: came.append(number)))
        for number in (signal.SIGINT, signal.SIGTERM)
    ]
    try:
        try:
            process = subprocess.Popen(words, cwd=ROOT, **how)
        finally:
            for number, handler in held:
                signal.signal(number, handler)
        for number in came:
            signal.raise_signal(number)
        yield process
    finally:
        if process is not None and process.poll() is None:
            process.terminate()
            process.wait()


def ended(process, seconds):
    """Wait for the process so long at most, and return whether it has ended."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=seconds)
    return process.returncode is not None


def log_lines():
    return [line.rstrip() for line in read(LOG).splitlines() if line.strip()]


def explain():
    """Return the end of the log, what it probably means, and where it is."""
    lines = log_lines()
    means = [meaning for pattern, meaning in CAUSES if re.search(pattern, "\n".join(lines))]
    end = "\n".join("  | " + line[:200] for line in lines[-15:])
    return "%s\nThe installation failed. %s\nThe whole log is in %s" % (end, means[0], LOG)


@contextlib.contextmanager
def locked(path, doing):
    """Let one run.py at a time change what is there."""
    with open(path + ".lock", "a") as file:
        if not try_lock(file):
            say("Another run.py is %s. Waiting for it to finish." % doing)
            while not try_lock(file):
                time.sleep(0.5)
        yield


def try_lock(file):
    """Return whether the file is locked now. The system unlocks it when its owner ends."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except EnvironmentError as error:
        # Any other error: this file system has no locks, so go on without.
        return error.errno not in (errno.EAGAIN, errno.EACCES)
    return True


# ---- The commands ----


def call(*arguments):
    """Run .venv's Python with these arguments in the project's folder; return its exit code."""
    env = dict(os.environ, VIRTUAL_ENV=VENV)
    env["PATH"] = BIN + os.pathsep + env.get("PATH", os.defpath)
    # The terminal sends Ctrl-C to the child too, and the child decides: JupyterLab asks whether it
    # is meant, pytest prints what it has so far.
    interrupted = []
    before = signal.signal(signal.SIGINT, lambda number, frame: interrupted.append(number))
    try:
        with running([PYTHON] + list(arguments), env=env) as process:
            while not ended(process, 60):  # a wait without end may miss a signal just before it
                pass
    finally:
        signal.signal(signal.SIGINT, before)
    if interrupted and process.returncode != 0:
        raise KeyboardInterrupt
    return process.returncode if process.returncode >= 0 else 128 - process.returncode


def need(folder):
    if not os.path.isdir(os.path.join(ROOT, folder)):
        raise Problem(
            "There is no folder %s here. This is the students' copy of the course: it works "
            "through the lectures and checks homework, and has nothing else." % folder
        )


def work(what):
    """Open or update the student's copy, one run.py at a time; return the exit code."""
    with locked(os.path.join(ROOT, "." + COPY), "busy with your copy, or asking about it"):
        return call("-m", "course.work", what)


@command
def lab(args):
    """open your copy of the lectures (also without a command); lab FOLDER: another folder"""
    from urllib.parse import quote  # which Python 2 does not have

    set_up()
    root, place = ROOT, os.path.join(ROOT, COPY)
    if args and os.path.exists(args[0]):  # as it is; run.py lab notebooks is for developers
        place, args = os.path.abspath(args[0]), args[1:]
        if os.path.exists(os.path.join(place, "nbgrader_config.py")):
            os.environ["JUPYTER_CONFIG_PATH"] = place  # the course that Formgrader shows
        if not (place + os.sep).startswith(ROOT + os.sep):
            root = place if os.path.isdir(place) else os.path.dirname(place)
    else:
        code = work("open")
        if code and not os.path.exists(place):
            return code
    if os.path.exists(os.path.join(place, WELCOME)):
        place = os.path.join(place, WELCOME)
    inside = os.path.relpath(place, root).replace(os.sep, "/")
    page = "" if inside == "." else "/tree/" + quote(inside)
    say(
        "Starting JupyterLab. If no browser opens, copy the link that comes here into one. To stop "
        "JupyterLab, press Ctrl-C here."
    )
    settings = [
        # The file browser shows gamelib too, whatever the user's own settings say.
        "--ServerApp.root_dir=" + root,
        "--LabApp.default_url=/lab" + page,
        # Nobody but this machine. The user may say otherwise: later arguments win.
        "--ServerApp.ip=127.0.0.1",
        "--ServerApp.log_level=WARN",  # so that the link stays in sight
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # a container, a cloud shell, a course server
        settings.append("--ServerApp.allow_root=True")
    return call("-m", "jupyterlab", *(settings + args))


@command
def update(args):
    """bring new lectures into your copy; what you wrote stays"""
    set_up()
    return work("update")


@command
def test(args):
    """run all checks; test quick: all that take seconds; other arguments go to pytest"""
    need("tests")
    # A hundred processes would each compile what they import.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    set_up(developer=True)
    if args and args[0] != "quick":
        return call("-m", "pytest", *args)
    quick = ["-m", "not slow and not nightly", "--hypothesis-profile=quick"]
    selected = quick + args[1:] if args else []
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with contextlib.ExitStack() as stack:
        beside = [
            (name, stack.enter_context(running([PYTHON, "-m"] + name.split(), **pipes)))
            for name in ("ruff check .", "ruff format --check .", "mypy")
        ]
        results = [("pytest", call("-m", "pytest", *selected))]
        for name, process in beside:
            output = process.communicate()[0].decode("utf-8", "replace").rstrip()
            say("\n--- %s\n%s" % (name, output))
            results.append((name, process.returncode))
    for name, code in results:
        say("%s %s" % (name, "FAILED with exit code %d" % code if code else "passed"))
    return max(code for _, code in results)


@command
def notebooks(args):
    """run or check the notebooks (python -m course.notebooks)"""
    set_up(developer=True)
    return call("-m", "course.notebooks", *args)


@command
def slides(args):
    """make slides of a lecture, one file that runs offline: run.py slides NN [--out FILE]"""
    set_up(developer=True)
    # call() goes to the project's folder, and the lecturer may be in another one.
    args = [os.path.abspath(arg) if arg.endswith((".html", ".htm")) else arg for arg in args]
    return call("-m", "course.notebooks", "slides", *args)


@command
def site(args):
    """build the site, pages and a kernel for the browser; --serve shows it"""
    set_up(developer=True)
    args = [os.path.abspath(arg) if os.sep in arg else arg for arg in args]
    return call(os.path.join("site", "build.py"), *args)


@command
def check(args):
    """check your homework before you hand it in: run.py check FILE"""
    return homework(["check"] + args)


@command
def homework(args):
    """release, grade and report homework (python -m course.grading)"""
    # A student's machine need not have what the grader needs, and help needs nothing.
    helps = not args or "-h" in args or "--help" in args
    set_up(developer=args[:1] != ["check"] and not helps)
    # call() goes to the project's folder, and the student may be in another one.
    for place, arg in enumerate(args):
        new = args[place - 1] in ("--out", "student-copy") and arg[:1] != "-"
        if place and (new or os.path.exists(arg)):
            args[place] = os.path.abspath(arg)
    return call("-m", "course.grading", *args)


@command
def course(args):
    """keep a class in nbgrader's gradebook: new FOLDER, collect, grade, export; --help"""
    set_up(developer=True)
    return call("-m", "course.grading", "course", "--at", os.getcwd(), *args)


@command
def serve(args):
    """start the Dots and Boxes service; --port for another port than 8000"""
    set_up(developer=True)
    return call("-m", "uvicorn", "course.documents.service:app", *args)


@command
def bench(args):
    """run the benchmarks; with --peers, install the libraries to compare with"""
    need("benchmarks")
    set_up(developer=True)
    if "--peers" in args:
        args.remove("--peers")
        say("Installing the libraries to compare with, where they are missing.")
        # aima3 asks for networkx 1.11 exactly and for all of jupyter; its games need neither.
        alone = ["--no-deps", "aima3==1.0.11"]
        with locked(VENV, "setting up .venv"):
            logged(installer() + ["-e", ".[bench]"], installer() + alone)
    return call("-m", "benchmarks", *args)


@command
def lock(args):
    """write the requirements files anew from pyproject.toml (needs uv); --upgrade: new versions"""
    if not find_uv():
        raise Problem("run.py lock needs uv on the PATH. To install it: pip install uv")
    options = "--universal --fork-strategy fewest --python-version %d.%d" % OLDEST
    options += " --annotation-style line --quiet --custom-compile-command"
    everything = (
        "pyproject.toml --extra lab --extra author --extra service --extra grading --extra site "
        "--extra cluster --extra test"
    )
    for inputs, file in (
        (everything.split(), FOR_TESTS),
        (["-", "--constraint", FOR_TESTS], REQUIREMENTS),
    ):
        words = [find_uv(), "pip", "compile", "--output-file", file] + inputs + options.split()
        words += ["python3 run.py lock"] + args
        # uv keeps the versions that it finds in the file.
        if subprocess.run(words, input=b"-e .[lab]\n", cwd=ROOT).returncode != 0:
            raise Problem("uv failed, so %s stays as it was." % os.path.basename(file))
    say("requirements.txt and requirements-test.txt are written.")
    return 0


def on_sigterm(signum, frame):
    sys.exit(128 + signum)  # an exception, so that children are ended and .venv is cleaned up


def main(args):
    version = tuple(sys.version_info[:2])
    if version < OLDEST:
        words = (
            "The course needs Python %d.%d or newer, and this is Python %d.%d. Install a newer one "
            "and start run.py with it, for example: python3.12 run.py"
        )
        print(words % (OLDEST + version), file=sys.stderr)
        return 1
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # a console may not know all letters
    name, rest = (args[0], args[1:]) if args else ("lab", [])
    usage = USAGE % "\n".join("  %-10s %s" % (each, COMMANDS[each].__doc__) for each in COMMANDS)
    if name in ("-h", "--help", "help"):
        say(usage)
        return 0
    if name not in COMMANDS:
        close = difflib.get_close_matches(name, sorted(COMMANDS), 1)
        if name.startswith("-"):
            close = ["lab " + name]
        hint = " Did you mean: run.py %s" % close[0] if close else ""
        print("run.py has no command %s.%s\n\n%s" % (name, hint, usage), file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, on_sigterm)
    try:
        return COMMANDS[name](rest)
    except KeyboardInterrupt:
        say("\nStopped.")
        return 130
    except (Problem, EnvironmentError) as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
