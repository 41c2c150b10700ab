#!/usr/bin/env python3
"""Sets up the course in .venv and runs it. Needs only Python 3.11 or newer.

Keep the syntax valid for 3.6 to 3.10, so that an old Python can say which one is needed. A new
command is a function with `@command(GROUP)`; its docstring is its line in the help.
"""

import contextlib
import difflib
import errno
import glob
import importlib.util
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from urllib.parse import quote

OLDEST = (3, 11)
ROOT = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(ROOT, ".venv")
BIN = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin")
PYTHON = os.path.join(BIN, "python.exe" if os.name == "nt" else "python")
LIBRARIES = os.path.join("Lib" if os.name == "nt" else "lib/python*", "site-packages")
STAMP = os.path.join(VENV, "installed.json")  # written last: without it .venv is not trusted
LOG = os.path.join(ROOT, ".venv-install.log")
APT_LOG = os.path.join(ROOT, ".venv-apt.log")
REQUIREMENTS = os.path.join(ROOT, "requirements.txt")
FOR_TESTS = os.path.join(ROOT, "requirements-test.txt")
MEGABYTES, FOR_TESTS_MEGABYTES = 450, 350  # of .venv, and of what the tests add to it
WORK = "my-work"  # the student's own lectures and homework (course/work)
WELCOME = "00-welcome.ipynb"

# Written into .venv, not installed with the package: other software may own such a file.
SETTINGS = {
    # JupyterLab shows no news, and does not ask on its first start whether it may.
    "share/jupyter/lab/settings/overrides.json": {
        "@jupyterlab/apputils-extension:notification": {
            "checkForUpdates": False,
            "fetchNews": "false",
        }
    },
    # Notebooks do not store Python's patch version, so another Python changes no lecture.
    "etc/ipython/ipython_kernel_config.json": {
        "IPKernelApp": {"exec_lines": ["get_ipython().kernel.language_info['version'] = '3'"]}
    },
    # In HTML nbconvert prefers the static twin of a widget, which needs no network.
    "etc/jupyter/jupyter_nbconvert_config.json": {
        "WidgetsDataTypeFilter": {
            "display_data_priority": [
                "text/html",
                "application/vnd.jupyter.widget-view+json",
                "application/javascript",
                "text/markdown",
                "image/svg+xml",
                "text/vnd.mermaid",
                "text/latex",
                "image/png",
                "image/jpeg",
                "text/plain",
            ]
        }
    },
}

# Programs that some tests need: the Debian package, and the commands, of which one is enough.
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
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"  # of the package fonts-dejavu-core

# A pattern in the log, and its meaning. The first match counts: without a network pip also reports
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
        "|error sending request|Failed to fetch|ProxyError|SSLError|Network is unreachable"
        "|network was disabled",
        "There seems to be no network, or the package index cannot be reached.",
    ),
    ("Permission denied|PermissionError|Access is denied", "A file could not be written."),
    (
        "No matching distribution|no version of|no wheels|Failed to build|Failed building",
        "A package has no ready-made version (wheel) for this Python and this system. "
        "Try another Python from 3.11 on.",
    ),
]

COMMANDS = {"students": {}, "lecturers": {}, "developers": {}}


def command(group):
    def add(function):
        COMMANDS[group][function.__name__] = function
        return function

    return add


class Problem(Exception):
    """A problem that the user can solve: shown as a sentence, without a traceback."""


def say(text):
    print(text)
    sys.stdout.flush()  # what a child process prints next must come after it


def read(path):
    with open(path, "rb") as file:
        return file.read().decode("utf-8", "replace")


def write_json(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        json.dump(data, file, indent=2)


# ---- Making the environment ----


def wanted():
    """Return everything .venv depends on. If any of it changes, .venv is made again."""
    return {
        "requirements.txt": read(REQUIREMENTS),
        # The description of the package, not the settings of tools below it.
        "pyproject.toml": read(os.path.join(ROOT, "pyproject.toml")).partition("\n[tool.")[0],
        "the settings in run.py": SETTINGS,
        # The same for .venv's Python as for the Python that .venv was made with.
        "the Python version": [sys.version, os.path.realpath(sys.base_prefix)],
        "the folder": ROOT,  # an environment is full of absolute paths
    }


def installed():
    """Return the stamp of a finished installation; an empty one if there is none."""
    try:
        return json.loads(read(STAMP)) if os.path.exists(PYTHON) else {}
    except (OSError, ValueError):
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
                say(f"Making .venv again, because something changed: {', '.join(changed)}.")
            install()
        if developer and lacks_tests():
            say(f"Adding what the tests need: about {FOR_TESTS_MEGABYTES} MB.")
            check_space(FOR_TESTS_MEGABYTES)
            logged(("adding packages", [*installer(), "-r", FOR_TESTS], in_file(FOR_TESTS)))
            write_json(STAMP, dict(installed(), **{"for tests": read(FOR_TESTS)}))


def install():
    count = in_file(REQUIREMENTS)
    tool = "uv. This takes 10 to 60 seconds" if find_uv() else "pip. This takes 1 to 3 minutes"
    say(f"Setting up the course in .venv: about {count} packages, {MEGABYTES} MB, with {tool}.")
    start, stamp = time.time(), wanted()
    remove_venv()
    check_space(MEGABYTES)
    # Not sys.executable: that may be .venv's own Python, which is gone by now.
    python = getattr(sys, "_base_executable", None) or sys.executable
    try:
        logged(
            ("making the environment", [python, "-m", "venv", VENV]),
            ("installing packages", [*installer(), "-r", "requirements.txt"], count),
            # Without this the first notebook that draws may show a warning that it takes long.
            ("listing the fonts", [PYTHON, "-c", "import matplotlib.font_manager"]),
        )
        for name, settings in SETTINGS.items():
            write_json(os.path.join(VENV, *name.split("/")), settings)
    except BaseException:  # Ctrl-C too
        shutil.rmtree(VENV, ignore_errors=True)  # anything left behind has no stamp
        raise
    write_json(STAMP, stamp)
    say(f"Ready after {time.time() - start:.0f} seconds.")


def in_file(requirements):
    """Return how many packages a requirements file names, those for other systems included."""
    return len(re.findall("(?m)^[A-Za-z0-9]", read(requirements)))


def check_space(megabytes):
    free = shutil.disk_usage(ROOT).free >> 20
    if free < megabytes:
        raise Problem(
            f"There is too little space on the disk: .venv needs {megabytes} MB, and {free} MB are "
            f"free where {ROOT} is. Make room, then try again."
        )


def find_uv():
    return shutil.which("uv")


def installer():
    if find_uv():
        return [find_uv(), "pip", "install", "--python", PYTHON]
    return [PYTHON, "-m", "pip", "install"]


def remove_venv():
    try:
        if os.path.lexists(STAMP):
            os.remove(STAMP)  # first, so that a half-removed .venv is not trusted
        if os.path.lexists(VENV):
            shutil.rmtree(VENV)
    except OSError as error:
        raise Problem(
            f"The old .venv cannot be removed ({error}). Close JupyterLab and every other program "
            "that uses it, then try again."
        ) from error


def logged(*steps):
    """Run steps, with their output in the log, and report progress; raise a `Problem` if one fails.

    A step is a label, a command and, where it installs packages, how many of them there are.
    """
    start = time.time()
    open(LOG, "wb").close()
    for label, words, *count in steps:
        if not into_log(LOG, label, words, start, *count):
            raise Problem(explain())


def into_log(path, label, words, start, count=0):
    """Run a command with its output in a log; return whether it succeeded."""
    env = dict(os.environ, PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_NO_INPUT="1")
    env["PIP_USER"] = "0"  # a setting some users have, which fails inside an environment
    env["PYTHONUNBUFFERED"] = env["PYTHONUTF8"] = "1"
    before = packages()
    with open(path, "ab") as log:
        log.write(("$ " + " ".join(words) + "\n").encode("utf-8", "replace"))
        log.flush()
        also = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": subprocess.STDOUT}
        with running(words, env=env, **also) as process:
            while not ended(process, 3):
                counted = progress(read(path), packages() > before, count)
                say(f"  {time.time() - start:3.0f} s  {counted or label}")
    return process.returncode == 0


def packages():
    """Return how many packages are installed in .venv."""
    return len(glob.glob(os.path.join(glob.escape(VENV), LIBRARIES, "*.dist-info")))


def progress(log, grown, count):
    """Return how many of the packages are there, such as "93 of 112"; "" before that is known."""
    # Both tools leave out packages for other systems. pip downloads all before it installs any.
    resolved = re.findall(r"(?m)^Resolved (\d+) packages", log)
    count = int(resolved[-1]) if resolved else count - len(re.findall("(?m)^Ignoring ", log))
    got = re.findall(r"(?m)^(?:Collecting|Processing|Requirement already satisfied: \S+==)", log)
    done, verb = (packages(), "installed") if grown else (len(got), "downloaded")
    return f"{min(done, count)} of {count} packages {verb}" if count and done else ""


@contextlib.contextmanager
def running(words, **how):
    """Start a process, and end it when the block ends in any way."""
    arrived = []  # signals that arrive while the process starts
    process = None
    before = [
        (number, signal.signal(number, lambda number, frame: arrived.append(number)))
        for number in (signal.SIGINT, signal.SIGTERM)
    ]
    try:
        try:
            process = subprocess.Popen(words, cwd=ROOT, **how)
        finally:
            for number, handler in before:
                signal.signal(number, handler)
        for number in arrived:
            signal.raise_signal(number)
        yield process
    finally:
        if process is not None and process.poll() is None:
            process.terminate()
            process.wait()


def ended(process, seconds):
    """Wait at most this long for the process, and return whether it has ended."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=seconds)
    return process.returncode is not None


def explain():
    """Return the probable cause of a failure, or else the end of the log; and where the log is."""
    log = read(LOG)
    for pattern, meaning in CAUSES:
        if re.search(pattern, log):
            return f"The installation failed. {meaning}\nThe whole log is in {LOG}"
    lines = [line.rstrip()[:200] for line in log.splitlines() if line.strip()]
    end = "\n".join("  | " + line for line in lines[-15:])
    return f"The installation failed. The last lines may say why:\n{end}\nThe whole log is in {LOG}"


@contextlib.contextmanager
def locked(path, doing):
    """Let one run.py at a time change what is at this path."""
    with open(path + ".lock", "a") as file:
        if not try_lock(file):
            say(f"Another run.py is {doing}. Waiting for it to finish.")
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
    except OSError as error:
        # Other errors mean that this file system has no locks: go on without.
        return error.errno not in (errno.EAGAIN, errno.EACCES)
    return True


# ---- What the tests need from the system ----


def missing_packages():
    """Return the Debian packages that some tests need and this machine lacks."""
    missing = [] if module("ensurepip") else ["python3-venv"]
    missing += [] if os.path.exists(FONT) else ["fonts-dejavu-core"]
    for package, commands in PROGRAMS.values():
        if not any(map(shutil.which, commands.split())):
            missing.append(package)
    return missing


def module(name):
    return importlib.util.find_spec(name) is not None


def install_packages():
    """Install them as the superuser, or with sudo in CI; never ask for a password."""
    missing, apt = missing_packages(), shutil.which("apt-get")
    if not missing or not apt:
        return
    sudo = []
    if os.geteuid() != 0:
        sudo = [shutil.which("sudo") or "", "-n"]
        if not os.environ.get("CI") or not sudo[0] or subprocess.call([*sudo, "true"]):
            return
    say(f"Installing what the tests need, with apt: {', '.join(missing)}. (Not with --no-install.)")
    start = time.time()
    open(APT_LOG, "wb").close()
    words = [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", apt]
    into_log(APT_LOG, "reading the list of packages", [*words, "update"], start)
    for package in missing:  # one by one, so that a missing one stops no other
        install = [*words, "install", "--yes", "--no-install-recommends", package]
        if not into_log(APT_LOG, f"installing {package}", install, start):
            say(f"{package} could not be installed. The log is in {APT_LOG}")


# ---- The commands ----


def call(*arguments):
    """Run .venv's Python with these arguments in the project's folder, and return its exit code."""
    env = dict(os.environ, VIRTUAL_ENV=VENV)
    env["PATH"] = BIN + os.pathsep + env.get("PATH", os.defpath)
    # The terminal sends Ctrl-C to the child, too, and the child decides: JupyterLab asks for
    # confirmation, pytest prints its results so far.
    interrupted = []
    before = signal.signal(signal.SIGINT, lambda number, frame: interrupted.append(number))
    try:
        with running([PYTHON, *arguments], env=env) as process:
            while not ended(process, 60):  # a wait without end may miss a signal just before it
                pass
    finally:
        signal.signal(signal.SIGINT, before)
    if interrupted and process.returncode != 0:
        raise KeyboardInterrupt
    return process.returncode if process.returncode >= 0 else 128 - process.returncode


def from_here(args):
    """Return the arguments with absolute paths, as `call` changes to the project's folder."""
    result = []
    for before, arg in zip(["", *args], args):
        is_new = before in ("--out", "--to", "bundle") and not arg.startswith("-")
        result.append(os.path.abspath(arg) if is_new or os.path.exists(arg) else arg)
    return result


def need(folder):
    if not os.path.isdir(os.path.join(ROOT, folder)):
        raise Problem(
            f"There is no folder {folder} here. This is the students' copy of the course: it works "
            "through the lectures and checks homework, and has nothing else."
        )


def work(what):
    """Open or update the student's copy, one run.py at a time; return the exit code."""
    with locked(os.path.join(ROOT, "." + WORK), "busy with your copy, or asking about it"):
        return call("-m", "course.work", what)


def link_to_running(folder, page):
    """Return the link to a page of the JupyterLab that already shows this folder, or ""."""
    code = (
        "import json; from jupyter_server.serverapp import list_running_servers; "
        "print(json.dumps(list(list_running_servers())))"
    )
    also = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    done = subprocess.run([PYTHON, "-c", code], cwd=ROOT, **also)
    servers = json.loads(done.stdout.decode()) if done.returncode == 0 else []
    for server in servers:
        if os.path.realpath(server["root_dir"]) == os.path.realpath(folder) and answers(server):
            token = server["token"]
            return f"{server['url']}lab{page}" + (f"?token={token}" if token else "")
    return ""


def answers(server):
    """Return whether a server listens: after a crash its file stays."""
    with contextlib.suppress(OSError):
        socket.create_connection((server["hostname"], server["port"]), timeout=2).close()
        return True
    return False


@command("students")
def lab(args):
    """open your copy of the lectures (also without a command); lab FOLDER: another folder"""
    set_up()
    root, target = ROOT, os.path.join(ROOT, WORK)
    if args and os.path.exists(args[0]):  # as it is; run.py lab notebooks is for developers
        target, args = os.path.abspath(args[0]), args[1:]
        if os.path.exists(os.path.join(target, "nbgrader_config.py")):
            os.environ["JUPYTER_CONFIG_PATH"] = target  # the course that Formgrader shows
        if not (target + os.sep).startswith(ROOT + os.sep):
            root = target if os.path.isdir(target) else os.path.dirname(target)
    else:
        code = work("open")
        if code and not os.path.exists(target):
            return code
    if os.path.exists(os.path.join(target, WELCOME)):
        target = os.path.join(target, WELCOME)
    inside = os.path.relpath(target, root).replace(os.sep, "/")
    page = "" if inside == "." else "/tree/" + quote(inside)
    link = link_to_running(root, page)
    if link:
        say(f"JupyterLab is running already for this folder. Open this link:\n  {link}")
        return 0
    say(
        "Starting JupyterLab. If no browser opens, copy the link that comes here into one. To stop "
        "JupyterLab, press Ctrl-C here."
    )
    settings = [
        # The file browser shows gamelib too, whatever the user's own settings say.
        "--ServerApp.root_dir=" + root,
        "--LabApp.default_url=/lab" + page,
        # Only for this machine. The user may say otherwise: later arguments win.
        "--ServerApp.ip=127.0.0.1",
        "--ServerApp.log_level=WARN",  # so that the link stays in sight
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # a container, a cloud shell, a course server
        settings.append("--ServerApp.allow_root=True")
    return call("-m", "jupyterlab", *settings, *args)


@command("students")
def update(args):
    """bring new lectures into your copy; what you wrote stays"""
    set_up()
    return work("update")


@command("developers")
def test(args):
    """run all checks; quick: in a minute; --no-install: without apt; others go to pytest"""
    need("tests")
    # A hundred processes would each compile what they import.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    no_install, args = "--no-install" in args, [arg for arg in args if arg != "--no-install"]
    if not args and not no_install:
        install_packages()  # python3-venv must be there before .venv is made
    set_up(developer=True)
    if args and args[0] != "quick":
        return call("-m", "pytest", *args)
    quick = ["-m", "not slow and not nightly", "--hypothesis-profile=quick"]
    selected = quick + args[1:] if args else []
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    os.environ["TEST_SUMMARY"] = summary = os.path.join(VENV, "test-summary.txt")
    with contextlib.suppress(OSError):
        os.remove(summary)
    with contextlib.ExitStack() as stack:
        beside = [
            (name, stack.enter_context(running([PYTHON, "-m", *name.split()], **pipes)))
            for name in ("ruff check .", "ruff format --check .", "mypy")
        ]
        results = [("pytest", call("-m", "pytest", *selected))]
        for name, process in beside:
            output = process.communicate()[0].decode("utf-8", "replace").rstrip()
            say(f"\n--- {name}\n{output}")
            results.append((name, process.returncode))
    for name, code in results:
        say(f"{name} FAILED with exit code {code}" if code else f"{name} passed")
    if os.path.exists(summary):
        say(read(summary))
    return max(code for _, code in results)


@command("developers")
def notebooks(args):
    """run or check the notebooks (python -m course.notebooks)"""
    set_up(developer=True)
    return call("-m", "course.notebooks", *args)


@command("lecturers")
def slides(args):
    """make slides of a lecture, one file that runs offline: run.py slides NN [--out FILE]"""
    set_up(developer=True)
    return call("-m", "course.notebooks", "slides", *from_here(args))


@command("developers")
def site(args):
    """build the site, pages and a kernel for the browser; --serve shows it"""
    set_up(developer=True)
    return call(os.path.join("site", "build.py"), *from_here(args))


@command("students")
def check(args):
    """check your homework before you hand it in: run.py check FILE"""
    if not args:
        raise Problem(f"Which file? For example: python3 run.py check {WORK}/homework/FILE")
    set_up()
    return call("-m", "course.handin", *from_here(args))


@command("lecturers")
def homework(args):
    """release, grade and report homework (python -m grader)"""
    need("grader")
    helps = not args or "-h" in args or "--help" in args
    set_up(developer=not helps)
    return call("-m", "grader", *args[:1], *from_here(args)[1:])


@command("lecturers")
def course(args):
    """grade a class with nbgrader's gradebook: new FOLDER, collect, grade, export; --help"""
    need("grader")
    set_up(developer=True)
    return call("-m", "grader", "course", "--at", os.getcwd(), *args)


@command("lecturers")
def serve(args):
    """start the Dots and Boxes service; --port for another port than 8000"""
    need(os.path.join("examples", "dots_service"))
    set_up(developer=True)
    return call("-m", "uvicorn", "--app-dir", "examples/dots_service", "service:app", *args)


@command("developers")
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
            logged(
                ("installing libraries", [*installer(), "-e", ".[bench]"]),
                ("installing libraries", [*installer(), *alone]),
            )
    return call("-m", "benchmarks", *args)


@command("developers")
def lock(args):
    """write the requirements files from pyproject.toml (needs uv); --upgrade: new versions"""
    if not find_uv():
        raise Problem("run.py lock needs uv on the PATH. To install it: pip install uv")
    options = (
        f"--universal --fork-strategy fewest --python-version {OLDEST[0]}.{OLDEST[1]} "
        "--annotation-style line --quiet --custom-compile-command"
    )
    everything = (
        "pyproject.toml --extra lab --extra author --extra service --extra grading --extra site "
        "--extra cluster --extra test"
    )
    for inputs, file in (
        (everything.split(), FOR_TESTS),
        (["-", "--constraint", FOR_TESTS], REQUIREMENTS),
    ):
        words = [find_uv(), "pip", "compile", "--output-file", file, *inputs, *options.split()]
        words += ["python3 run.py lock", *args]
        # uv keeps the versions that it finds in the file.
        if subprocess.run(words, input=b"-e .[lab]\n", cwd=ROOT).returncode != 0:
            raise Problem(f"uv failed, so {os.path.basename(file)} stays as it was.")
    say("requirements.txt and requirements-test.txt are written.")
    return 0


def usage():
    lines = ["Usage: python3 run.py [command] [arguments]", ""]
    for group, listed in COMMANDS.items():
        rows = [f"  {name:<10} {each.__doc__}" for name, each in listed.items()]
        lines += [f"For {group}:", *rows, ""]
    lines += [
        "The first run makes .venv and installs what requirements.txt names. Commands for",
        "lecturers and developers add requirements-test.txt. Further arguments are passed on,",
        "for example: python3 run.py lab --no-browser",
    ]
    return "\n".join(lines)


def on_sigterm(signum, frame):
    sys.exit(128 + signum)  # an exception, so that children are ended and .venv is cleaned up


def main(args):
    version = tuple(sys.version_info[:2])
    if version < OLDEST:
        print(
            "The course needs Python {}.{} or newer, and this is Python {}.{}. Install a newer one "
            "and start run.py with it, for example: python3.12 run.py".format(*OLDEST, *version),
            file=sys.stderr,
        )
        return 1
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # a console may lack some letters
    name, rest = (args[0], args[1:]) if args else ("lab", [])
    commands = {name: each for listed in COMMANDS.values() for name, each in listed.items()}
    if name in ("-h", "--help", "help"):
        say(usage())
        return 0
    if name not in commands:
        close = difflib.get_close_matches(name, sorted(commands), 1, 0.7)
        if name.startswith("-"):
            close = ["lab " + name]
        hint = f" Did you mean: run.py {close[0]}" if close else ""
        print(f"run.py has no command {name}.{hint}\n\n{usage()}", file=sys.stderr)
        return 2
    if {"-h", "--help"} & set(rest) and name in ("update", "lock"):
        say("run.py " + name + ": " + commands[name].__doc__)
        return 0
    signal.signal(signal.SIGTERM, on_sigterm)
    try:
        return commands[name](rest)
    except KeyboardInterrupt:
        say("\nStopped.")
        return 130
    except (Problem, OSError) as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
