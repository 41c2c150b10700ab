#!/usr/bin/env python3
"""Sets up the course in .venv and runs it. Needs Python 3.11 or newer, and nothing else.

Old Pythons, 2.7 included, must be able to parse this file: they get a sentence and not a
SyntaxError. Hence no f-strings, no annotations, plain ASCII.
"""

from __future__ import print_function

import contextlib
import difflib
import errno
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

USAGE = """\
Usage: python3 run.py [command] [arguments]

  lab        open the lectures in JupyterLab; this is what happens without a command
  test       run all checks; test quick: all that take seconds; other arguments go to pytest
  notebooks  run or check the notebooks (python -m course.notebooks)
  check      check your homework before you hand it in: run.py check FILE
  homework   release, grade and report homework (python -m course.grading)
  serve      start the Dots and Boxes service; --port for another port than 8000
  bench      run the benchmarks; with --peers, install the libraries to compare with
  lock       write the requirements files anew from pyproject.toml (needs uv); --upgrade for new
             versions

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
WELCOME = "notebooks/00-welcome.ipynb"

# Without these JupyterLab asks about news on its first start and looks for them on the network.
LAB_SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"checkForUpdates": False, "fetchNews": "false"}
}

NO_VENV = (
    "python3 -m venv is missing. On Debian or Ubuntu: sudo apt install python3-venv. "
    "Elsewhere: install Python from python.org."
)

# What the log says, and what it means. The first match counts: without a network pip also says
# that it found no matching distribution.
CAUSES = [
    ("ensurepip is not available", NO_VENV),
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
]


class Problem(Exception):
    """Something the user can mend: shown as a sentence, without a traceback."""


def too_old(version):
    """Return what to say to a Python of this version, or None if it is new enough."""
    if tuple(version[:2]) >= OLDEST:
        return None
    return (
        "The course needs Python %d.%d or newer, and this is Python %d.%d. Install a newer one "
        "and start run.py with it, for example: python3.12 run.py"
    ) % (OLDEST + tuple(version[:2]))


def say(text):
    print(text)
    sys.stdout.flush()  # what a child process prints next must come after it


def read(path):
    with open(path, "rb") as file:
        return file.read().decode("utf-8", "replace")


def write(path, text):
    with open(path, "wb") as file:
        file.write(text.encode("utf-8"))


def pyproject():
    import tomllib  # here, because old Pythons do not have it

    try:
        return tomllib.loads(read(os.path.join(ROOT, "pyproject.toml")))
    except ValueError as error:
        raise Problem("pyproject.toml cannot be read: %s" % error)


# ---- Making the environment ----


def fingerprint(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def wanted():
    """Return all that .venv depends on. If any of it changes, .venv is made anew."""
    tables = pyproject()
    metadata = json.dumps([tables.get("project"), tables.get("build-system")], sort_keys=True)
    return {
        "requirements.txt": fingerprint(read(REQUIREMENTS)),
        "pyproject.toml": fingerprint(metadata),
        # The same whether run.py is started by .venv's Python or by the one .venv was made with.
        "the Python version": [sys.version, os.path.realpath(sys.base_prefix)],
        "the folder": ROOT,  # an environment is full of absolute paths
    }


def installed():
    """Return the stamp of a finished installation, or None."""
    try:
        return json.loads(read(STAMP)) if os.path.exists(PYTHON) else None
    except (EnvironmentError, ValueError):
        return None


def differences():
    """Return what changed since .venv was made, or None if there is no finished one."""
    old, new = installed(), wanted()
    return [key for key in sorted(new) if old.get(key) != new[key]] if old else None


def set_up(developer=False):
    """Make .venv, unless there is one that fits; for a developer, with what the tests need."""
    if differences() != []:
        with locked():
            changed = differences()
            if changed:
                say("Making .venv anew, because something changed: %s." % ", ".join(changed))
            if changed != []:  # else another run.py made it while this one waited
                install(wanted())
    if developer and not has_tests():
        with locked():
            if not has_tests():
                add_tests()


def has_tests():
    return (installed() or {}).get("for tests") == fingerprint(read(FOR_TESTS))


def add_tests():
    say("Adding what the tests need.")
    start = time.time()
    with open(LOG, "wb") as log:
        logged(installer() + ["-r", FOR_TESTS], log, start)
    stamp = dict(installed(), **{"for tests": fingerprint(read(FOR_TESTS))})
    write(STAMP, json.dumps(stamp, indent=2))


def install(stamp):
    try:
        import ensurepip  # noqa: F401  (Debian ships Python without it)
        import venv  # noqa: F401
    except ImportError:
        raise Problem(NO_VENV)
    count = len(re.findall("(?m)^[A-Za-z0-9]", read(REQUIREMENTS)))
    tool = "uv. This takes 10 to 60 seconds" if find_uv() else "pip. This takes 1 to 3 minutes"
    say("Setting up the course in .venv: about %d packages, with %s." % (count, tool))
    start = time.time()
    remove_venv()
    try:
        with open(LOG, "wb") as log:
            # Not sys.executable: that may be .venv's own Python, which is gone by now.
            base = getattr(sys, "_base_executable", None) or sys.executable
            logged([base, "-m", "venv", VENV], log, start)
            logged(installer() + ["-r", "requirements.txt"], log, start)
            # Lists the fonts of this machine. Matplotlib warns when that takes long, and the first
            # notebook that draws would show the warning.
            logged([PYTHON, "-c", "import matplotlib.font_manager"], log, start)
        settings = os.path.join(VENV, "share", "jupyter", "lab", "settings")
        os.makedirs(settings, exist_ok=True)
        write(os.path.join(settings, "overrides.json"), json.dumps(LAB_SETTINGS, indent=2))
    except BaseException:  # Ctrl-C too
        shutil.rmtree(VENV, ignore_errors=True)  # what cannot be removed has no stamp
        raise
    write(STAMP, json.dumps(stamp, indent=2))
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


def logged(command, log, start):
    """Run a command with its output in the log, and tell how it goes since the start."""
    log.write(("$ %s\n" % " ".join(command)).encode("utf-8", "replace"))
    log.flush()
    env = dict(os.environ, PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_NO_INPUT="1")
    env["PIP_USER"] = "0"  # a setting some users have, which fails inside an environment
    env["PYTHONUNBUFFERED"] = env["PYTHONUTF8"] = "1"
    also = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": subprocess.STDOUT}
    with running(command, env=env, **also) as process:
        code = watch(process, start)
    if code != 0:
        raise Problem(explain())


def watch(process, start):
    """Wait for the process; meanwhile show the seconds and the last line of the log."""
    live = sys.stdout.isatty() and not os.environ.get("CI")
    width = shutil.get_terminal_size().columns - 1
    while True:
        try:
            code = process.wait(timeout=1 if live else 15)
        except subprocess.TimeoutExpired:
            line = ("  %3d s  %s" % (time.time() - start, log_lines()[-1]))[:width]
            if live:
                sys.stdout.write("\r" + line.ljust(width))
                sys.stdout.flush()
            else:
                say(line)
        else:
            if live:
                sys.stdout.write("\r" + " " * width + "\r")
            return code


@contextlib.contextmanager
def running(command, **how):
    """Start a process and leave none behind, whatever happens, and whenever."""
    came = []  # what would end us while it starts, when we could not end it
    process = None
    held = [
        (number, signal.signal(number, lambda number, frame: came.append(number)))
        for number in (signal.SIGINT, signal.SIGTERM)
    ]
    try:
        try:
            process = subprocess.Popen(command, cwd=ROOT, **how)
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


def log_lines():
    return [line.rstrip() for line in read(LOG).splitlines() if line.strip()]


def explain():
    """Return the end of the log, what it probably means, and where it is."""
    lines = log_lines()
    causes = [meaning for pattern, meaning in CAUSES if re.search(pattern, "\n".join(lines))]
    return "%s\nThe installation failed. %s\nThe whole log is in %s" % (
        "\n".join("  | " + line[:200] for line in lines[-15:]),
        causes[0] if causes else "The lines above may say why.",
        LOG,
    )


@contextlib.contextmanager
def locked():
    """Let one run.py at a time change .venv."""
    with open(VENV + ".lock", "a") as file:
        if not try_lock(file):
            say("Another run.py is setting up .venv. Waiting for it to finish.")
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


def call(*arguments, **also):
    """Run .venv's Python with these arguments in the project's folder; return its exit code.

    With `beside=` a function, that runs at the same time in a thread of its own.
    """
    env = dict(os.environ, VIRTUAL_ENV=VENV)
    env["PATH"] = BIN + os.pathsep + env.get("PATH", os.defpath)
    thread = threading.Thread(target=also.get("beside"))
    thread.daemon = True  # it ends with run.py
    # The terminal sends Ctrl-C to the child too, and the child decides: JupyterLab asks whether it
    # is meant, pytest prints what it has so far.
    interrupted = []
    before = signal.signal(signal.SIGINT, lambda number, frame: interrupted.append(number))
    try:
        with running([PYTHON] + list(arguments), env=env) as process:
            thread.start()
            while process.poll() is None:
                # With an end: a signal just before it, or in the other thread, may not end it.
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(timeout=60)
    finally:
        signal.signal(signal.SIGINT, before)
    if interrupted and process.returncode != 0:
        raise KeyboardInterrupt
    return process.returncode if process.returncode >= 0 else 128 - process.returncode


def lab(args):
    set_up()
    say("Starting JupyterLab. To stop it, press Ctrl-C here.")
    settings = [
        # The file browser shows gamelib too, whatever the user's own settings say.
        "--ServerApp.root_dir=" + ROOT,
        "--LabApp.default_url=/lab/tree/" + WELCOME,
        # Nobody but this machine. The user may say otherwise: later arguments win.
        "--ServerApp.ip=127.0.0.1",
        "--ServerApp.log_level=WARN",  # so that the link stays in sight
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # a container, a cloud shell, a course server
        settings.append("--ServerApp.allow_root=True")
    return call("-m", "jupyterlab", *(settings + args), beside=tell_link)


def tell_link():
    """Wait until the server that was just started answers, and print the link to the lectures."""
    import urllib.request  # here, because old Pythons do not have it

    start = time.time()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # never the network
    command = [PYTHON, "-m", "jupyter_core", "--runtime-dir"]
    asked = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    folder = asked.communicate()[0].decode("utf-8", "replace").strip()
    while asked.returncode == 0:
        time.sleep(0.3)
        server = newest_server(folder, start)
        if server is None:
            continue
        try:
            opener.open(server["url"] + "api", timeout=5).close()
        except EnvironmentError:
            continue
        token = "?token=" + server["token"] if server.get("token") else ""
        link = server["url"] + "lab/tree/" + WELCOME + token
        say("\nIf no browser opens, copy this link into one:\n\n    %s\n" % link)
        return


def newest_server(folder, start):
    """Return what the server of this folder wrote about itself after the start, or None."""
    try:
        names = os.listdir(folder)
    except EnvironmentError:
        return None
    for name in names:
        path = os.path.join(folder, name)
        try:
            if re.match(r"jpserver-\d+\.json$", name) and os.path.getmtime(path) >= start - 1:
                server = json.loads(read(path))
                if os.path.realpath(server["root_dir"]) == os.path.realpath(ROOT):
                    return server
        except (EnvironmentError, ValueError, KeyError):
            pass  # being written or removed at this moment
    return None


def test(args):
    set_up(developer=True)
    if args and args != ["quick"]:
        return call("-m", "pytest", *args)
    selected = ["-m", "not slow and not nightly", "--hypothesis-profile=quick"] if args else []
    start, results = time.time(), []
    with contextlib.ExitStack() as stack:
        beside = [(name, stack.enter_context(started(name))) for name in BESIDE]
        results.append(("pytest", call("-m", "pytest", *selected), time.time() - start))
        for name, (process, output) in beside:
            code = process.wait()
            output.seek(0)
            say("\n--- %s\n%s" % (name, output.read().decode("utf-8", "replace").rstrip()))
            results.append((name, code, 0))
    for name, code, seconds in results:
        took = " (%d s)" % seconds if seconds else ""
        say("%s %s%s" % (name, "FAILED with exit code %d" % code if code else "passed", took))
    return max(code for _, code, _ in results)


BESIDE = ("ruff check .", "ruff format --check .", "mypy")  # while pytest runs


@contextlib.contextmanager
def started(command):
    """Run a module of .venv beside what else happens; give the process and its output."""
    with tempfile.TemporaryFile() as output:
        words = [PYTHON, "-m"] + command.split()
        with running(words, stdout=output, stderr=subprocess.STDOUT) as process:
            yield process, output


def notebooks(args):
    set_up(developer=True)
    return call("-m", "course.notebooks", *args)


def check(args):
    return homework(["check"] + args)


def homework(args):
    set_up()
    # call() goes to the project's folder, and the student may be in another one.
    args = [os.path.abspath(arg) if os.path.exists(arg) else arg for arg in args]
    return call("-m", "course.grading", *args)


def serve(args):
    set_up(developer=True)
    return call("-m", "course.documents.service", *args)


def bench(args):
    set_up(developer=True)
    if "--peers" in args:
        args = [arg for arg in args if arg != "--peers"]
        tables = pyproject()
        say("Installing the libraries to compare with, where they are missing.")
        start = time.time()
        with locked(), open(LOG, "wb") as log:
            logged(installer() + tables["project"]["optional-dependencies"]["bench"], log, start)
            alone = tables["tool"]["game-search-course"]["bench-without-dependencies"]
            logged(installer() + ["--no-deps"] + alone, log, start)
    return call("-m", "benchmarks", *args)


def lock(args):
    if not find_uv():
        raise Problem("run.py lock needs uv on the PATH. To install it: pip install uv")
    base = compiled(REQUIREMENTS, ["lab"], args)
    with tempfile.TemporaryDirectory() as folder:
        pins = os.path.join(folder, "pins.txt")
        write(pins, base)
        extras = ["lab", "author", "service", "test"]
        more = compiled(FOR_TESTS, extras, args + ["--constraint", pins])
    write(REQUIREMENTS, HEADER + base + "-e .\n")
    known = set(name_of(line) for line in base.splitlines())
    added = [line for line in more.splitlines() if name_of(line) not in known]
    write(FOR_TESTS, HEADER + "\n".join(added) + "\n")
    say("requirements.txt and requirements-test.txt are written.")
    return 0


HEADER = "# Compiled from pyproject.toml by run.py lock, for pip and for uv. Do not edit.\n"


def name_of(line):
    return re.match(r"[\w.-]*", line).group()


def compiled(file, extras, args):
    """Return the pins of these extras, of one version for all Pythons and systems."""
    new = file + ".new"
    if os.path.exists(file):
        shutil.copyfile(file, new)  # uv keeps the versions it finds there
    options = "--universal --fork-strategy fewest --python-version %d.%d" % OLDEST
    options += " --no-header --annotation-style line --quiet"
    command = [find_uv(), "pip", "compile", "pyproject.toml", "--output-file", new]
    for extra in extras:
        command += ["--extra", extra]
    try:
        if subprocess.call(command + options.split() + args, cwd=ROOT) != 0:
            raise Problem("uv failed, so %s stays as it was." % os.path.basename(file))
        return read(new)
    finally:
        if os.path.exists(new):
            os.remove(new)


COMMANDS = {
    "lab": lab,
    "test": test,
    "notebooks": notebooks,
    "check": check,
    "homework": homework,
    "serve": serve,
    "bench": bench,
    "lock": lock,
}


def on_sigterm(signum, frame):
    sys.exit(128 + signum)  # an exception, so that children are ended and .venv is cleaned up


def main(args):
    message = too_old(sys.version_info)
    if message:
        print(message, file=sys.stderr)
        return 1
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # a console may not know all letters
    command, rest = (args[0], args[1:]) if args else ("lab", [])
    if command in ("-h", "--help", "help"):
        say(USAGE)
        return 0
    if command not in COMMANDS:
        close = difflib.get_close_matches(command, sorted(COMMANDS), 1)
        if command.startswith("-"):
            close = ["lab " + command]
        hint = " Did you mean: run.py %s" % close[0] if close else ""
        print("run.py has no command %s.%s\n\n%s" % (command, hint, USAGE), file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, on_sigterm)
    try:
        return COMMANDS[command](rest)
    except KeyboardInterrupt:
        say("\nStopped.")
        return 130
    except (Problem, EnvironmentError) as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
