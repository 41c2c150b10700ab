"""run.py, run for real on a small project, with stand-ins for pip, uv and all that it installs."""

import ast
import importlib.util
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType
from unittest.mock import Mock
from urllib.request import urlopen

import pytest
from browser_lab import wait_for

RUN = Path(__file__).parents[2] / "run.py"
WHEEL = "jupyterlab-1.0-py3-none-any.whl"
posix_only = pytest.mark.skipif(os.name == "nt", reason="sends a signal to its parent")

PYPROJECT = """
[project]
name = "small"
dependencies = []

[tool.ruff]
line-length = 100
"""

# Each stand-in notes how it was called, then does what the test asks for.
STAND_IN = """
import json, os, signal, sys, threading

if __name__ == "__main__":
    name = NAME or __spec__.name
    note = {"name": name, "args": sys.argv[1:], "cwd": os.getcwd()}
    note["trusted"] = os.path.exists(os.path.join(".venv", "installed.json"))
    with open(os.environ["CALLS"], "a", encoding="utf-8") as file:
        file.write(json.dumps(note) + "\\n")
    if os.environ.get("INTERRUPT") == name:
        os.kill(os.getppid(), signal.SIGINT)
        threading.Event().wait()
    sys.stdout.reconfigure(encoding="utf-8")
    print(os.environ.get("SAYS_" + name, ""))
    if "--output-file" in sys.argv and "EXIT_uv" not in os.environ:
        with open(sys.argv[sys.argv.index("--output-file") + 1], "w") as file:
            file.write(sys.stdin.read())
    sys.exit(int(os.environ.get("EXIT_" + name, 0)))
"""

# A real environment, but without pip, which would take seconds to put in.
STAND_IN_VENV = """
import os, sys

if __name__ == "__main__":
    sys.path.remove(os.environ["PYTHONPATH"])
    import venv

    venv.create(sys.argv[-1], symlinks=os.name != "nt")
"""


class Project:
    """A folder with run.py in it, and the stand-ins beside it."""

    def __init__(self, folder: Path) -> None:
        self.stand_ins = folder / "stand-ins"
        self.notes = folder / "calls.jsonl"
        self.root = folder / "a course, ü"
        self.stand_ins.mkdir()
        for part in ("tests", "benchmarks", "grader", "examples/dots_service"):
            (self.root / part).mkdir(parents=True)
        shutil.copy(RUN, self.root)
        self.venv, self.stamp = self.root / ".venv", self.root / ".venv" / "installed.json"
        self.python = self.venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        (self.root / "pyproject.toml").write_text(PYPROJECT)
        (self.root / "requirements.txt").write_text("six==1.17.0\nidna==3.20\n-e .\n")
        (self.root / "requirements-test.txt").write_text("attrs==25.1\n")
        for package in ("course", "matplotlib"):
            (self.stand_ins / package).mkdir()
            self.stand_in(package + "/__init__.py", "")
        for name in (
            *("pip", "jupyterlab", "ruff", "mypy", "pytest", "benchmarks", "uvicorn", "grader"),
            *("course/notebooks", "course/handin", "course/work"),
        ):
            self.stand_in(name + ".py", STAND_IN.replace("NAME or ", ""))
        self.stand_in("matplotlib/font_manager.py", "open('.venv/fonts', 'w').close()")
        self.stand_in("venv.py", STAND_IN_VENV)

    def stand_in(self, name: str, text: str) -> None:
        (self.stand_ins / name).write_text(text, encoding="utf-8")

    def put_uv_on_path(self) -> None:
        self.stand_in("fake_uv.py", STAND_IN.replace("NAME", "'uv'"))
        script = f'"{sys.executable}" "{self.stand_ins / "fake_uv.py"}"'
        self.stand_in("uv.bat", f"@{script} %*\n")
        self.stand_in("uv", f'#!/bin/sh\nexec {script} "$@"\n')
        (self.stand_ins / "uv").chmod(0o755)

    def environment(self, **more: str) -> dict[str, str]:
        kept = {key: value for key, value in os.environ.items() if key not in ("CI", "PYTHONUTF8")}
        path = str(self.stand_ins)  # nothing else: a uv of this machine must not be found
        own = {"PATH": path, "PYTHONPATH": path, "CALLS": str(self.notes)}
        return {**kept, **own, "PYTHONIOENCODING": "utf-8", **more}

    def start(self, *args: str) -> "subprocess.Popen[str]":
        """Start run.py, and go on before it has ended."""
        self.notes.write_text("")
        command = [sys.executable, "run.py", *args]
        told = {"stdout": subprocess.PIPE, "text": True}
        return subprocess.Popen(command, cwd=self.root, env=self.environment(), **told)

    def run(
        self, *args: str, before: str = "", python: str | Path = sys.executable, **more: str
    ) -> "Outcome":
        """Run run.py; `before` is Python code that prepares the interpreter for it."""
        self.notes.write_text("")
        code = f"import runpy, sys; {before}; runpy.run_path('run.py', run_name='__main__')"
        command = [python, "-c", code, *args] if before else [python, "run.py", *args]
        done = subprocess.run(
            command, cwd=self.root, env=self.environment(**more), capture_output=True, timeout=120
        )
        calls = [json.loads(line) for line in self.notes.read_text().splitlines()]
        return Outcome(done, calls)


class Outcome:
    """What came of one run: exit code, text, and which stand-ins were called how."""

    def __init__(self, done: subprocess.CompletedProcess[bytes], calls: list[dict]) -> None:
        self.code = done.returncode
        self.text = (done.stdout + done.stderr).decode("utf-8")
        self.calls = calls
        self.names = [call["name"] for call in calls]
        self.installed = "pip" in self.names or "uv" in self.names
        assert "Traceback" not in self.text, self.text

    def args_of(self, name: str) -> list[str]:
        (call,) = [call for call in self.calls if call["name"] == name]
        return call["args"]


@pytest.fixture(autouse=True)
def ctrl_c_is_heard():
    """A shell that starts the tests in the background lets them ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


@pytest.fixture(scope="module")
def run() -> ModuleType:
    spec = importlib.util.spec_from_file_location("run", RUN)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# ---- Old Pythons ----


def test_an_old_python_can_parse_it():
    ast.parse(RUN.read_text("utf-8"), feature_version=(3, 6))
    with pytest.raises(SyntaxError):
        ast.parse("(newer := 1)", feature_version=(3, 6))


@pytest.mark.parametrize("version", [(3, 6, 15), (3, 10, 13)])
def test_an_old_python_gets_a_sentence(project, version):
    outcome = project.run("test", before=f"sys.version_info = {version}")
    assert outcome.code == 1
    assert "needs Python 3.11 or newer" in outcome.text
    assert "this is Python {}.{}.".format(*version) in outcome.text
    assert outcome.text.count("\n") == 1
    assert not project.venv.exists()


# ---- When it installs ----


def test_the_first_run_installs_and_the_second_does_not(project, run):
    first = project.run("lab")
    assert first.names == ["pip", "course.work", "jupyterlab"]
    assert first.args_of("pip") == ["install", "-r", "requirements.txt"]
    assert "about 2 packages, 450 MB, with pip" in first.text
    assert "Ready after" in first.text
    assert (project.venv / "fonts").exists()  # listed before the first notebook draws
    for name, settings in run.SETTINGS.items():
        assert json.loads((project.venv / name).read_text()) == settings
    assert project.run("lab").names == ["course.work", "jupyterlab"]


def test_a_change_makes_the_environment_again_from_scratch(project):
    left_over = project.venv / "left-over"

    def edit(name: str, old: str, new: str) -> None:
        path = project.root / name
        path.write_text(path.read_text().replace(old, new))

    project.run("lab")
    for spoil, says in (
        (lambda: edit("requirements.txt", "1.17.0", "1.16.0"), "changed: requirements.txt."),
        (lambda: edit("pyproject.toml", "[]", '["six"]'), "changed: pyproject.toml."),
        (project.stamp.unlink, "Setting up"),
        (lambda: project.stamp.write_text('{"the'), "Setting up"),
        (project.python.unlink, "Setting up"),
    ):
        left_over.touch()
        spoil()
        again = project.run("lab")
        assert again.installed
        assert says in again.text
        assert not left_over.exists()
    edit("pyproject.toml", "line-length = 100", "line-length = 90")  # of a tool
    assert not project.run("lab").installed
    assert "changed: the Python" in project.run("lab", before="sys.version = '3.99.0'").text
    project.root = project.root.rename(project.root.with_name("elsewhere"))
    assert "the folder." in project.run("lab").text


def test_the_python_of_the_environment_can_run_it_and_make_it_again(project):
    project.run("lab")
    assert project.run("lab", python=project.python).names == ["course.work", "jupyterlab"]
    if os.name != "nt":  # Windows removes no program that runs
        (project.root / "requirements.txt").write_text("-e .\n")
        again = project.run("lab", python=project.python)
        assert again.names == ["pip", "course.work", "jupyterlab"]


def test_it_uses_uv_where_there_is_one(project):
    project.put_uv_on_path()
    outcome = project.run("lab")
    assert outcome.names == ["uv", "course.work", "jupyterlab"]
    *start, python, option, file = outcome.args_of("uv")
    assert start == ["pip", "install", "--python"]
    assert Path(python).parent.parent == project.venv
    assert [option, file] == ["-r", "requirements.txt"]
    assert "about 2 packages, 450 MB, with uv" in outcome.text


@pytest.mark.parametrize("first_finishes", [True, False])
def test_a_second_run_waits_for_the_first(project, run, first_finishes):
    project.run("lab")
    stamp = project.stamp.read_text()
    project.stamp.unlink()
    with (project.root / ".venv.lock").open("a") as file:
        assert run.try_lock(file)
        second = project.start("lab")
        assert second.stdout.readline().startswith("Another run.py is setting up .venv.")
        assert not project.notes.read_text()
        if first_finishes:
            project.stamp.write_text(stamp)
    rest, _ = second.communicate(timeout=120)
    assert second.returncode == 0
    assert ("Ready after" in rest) is not first_finishes


def test_jupyterlab_knows_the_settings(run):
    schemas = Path(sys.prefix) / "share" / "jupyter" / "lab" / "schemas"
    for name, values in run.SETTINGS["share/jupyter/lab/settings/overrides.json"].items():
        package, plugin = name.split(":")
        schema = json.loads((schemas / package / f"{plugin}.json").read_text(encoding="utf-8"))
        assert values.keys() <= schema["properties"].keys()
        choices = [choice["const"] for choice in schema["properties"]["fetchNews"]["oneOf"]]
        assert values["fetchNews"] in choices


def test_the_package_brings_no_file_that_other_software_may_own(run):
    project = tomllib.loads((RUN.parent / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel.keys() == {"packages", "shared-data"}
    places = [Path(place) for place in wheel["shared-data"].values()]
    assert places
    assert {place.parts[:2] for place in places} == {("share", "jupyter")}
    assert {place.stem for place in places} == {project["project"]["name"]}
    assert not {*map(Path, run.SETTINGS)} & {*places}


def test_it_installs_with_the_real_venv_and_the_real_pip(project):
    about = "jupyterlab-1.0.dist-info/"
    with zipfile.ZipFile(project.root / WHEEL, "w") as wheel:
        for name, text in {
            "jupyterlab.py": "print('the real thing')",
            "matplotlib/font_manager.py": "",
            "course/work.py": "",
            about + "METADATA": "Metadata-Version: 2.1\nName: jupyterlab\nVersion: 1.0\n",
            about + "WHEEL": "Wheel-Version: 1.0\nTag: py3-none-any\n",
            about + "RECORD": "",
        }.items():
            wheel.writestr(name, text)
    (project.root / "requirements.txt").write_text(f"./{WHEEL}\n")
    outcome = project.run("lab", PYTHONPATH="", PIP_USER="1", PIP_NO_INDEX="1")
    assert "the real thing" in outcome.text
    assert outcome.code == 0


# ---- When it cannot ----


def test_too_little_space_is_said_before_anything_is_installed(project):
    full = "import shutil; shutil.disk_usage = lambda path: shutil._ntuple_diskusage(9, 9, 7 << 20)"
    outcome = project.run("lab", before=full)
    assert (outcome.code, outcome.names) == (1, [])
    assert "too little space on the disk: .venv needs 450 MB, and 7 MB are free" in outcome.text
    assert not project.venv.exists()


def test_a_failed_install_leaves_the_log_and_nothing_to_trust(project):
    project.run("lab")
    (project.root / "requirements.txt").write_text("-e .\n")
    failed = project.run("lab", EXIT_pip="1", SAYS_pip="the pip broke\nin two")
    assert failed.code == 1
    assert failed.names == ["pip"]
    log = project.root / ".venv-install.log"
    assert "The installation failed. The last lines may say why:\n" in failed.text
    assert "  | the pip broke\n  | in two\nThe whole log" in failed.text
    assert str(log) in failed.text
    assert "the pip broke" in log.read_text(encoding="utf-8")
    assert not project.venv.exists()
    # What is trusted while pip runs, and then.
    assert [call["trusted"] for call in project.run("lab").calls] == [False, True, True]


@pytest.mark.parametrize(
    "says, means",
    [
        ("NewConnectionError(...)\nNo matching distribution found for six", "no network"),
        ("  cause: dns error", "no network"),
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("ERROR: No matching distribution found for six==9", "no ready-made version"),
        ("Failed to build numpy", "no ready-made version"),
        ("[Errno 13] Permission denied: 'x'", "could not be written"),
        ("was not created because ensurepip is not available", "sudo apt install python3-venv"),
        ("/usr/bin/python3: No module named venv", "sudo apt install python3-venv"),
    ],
)
def test_a_failed_install_says_what_it_probably_means(run, tmp_path, monkeypatch, says, means):
    monkeypatch.setattr(run, "LOG", str(tmp_path / "log"))
    (tmp_path / "log").write_text(f"$ pip\n{says}\n")
    first, last = run.explain().splitlines()  # and not what pip said
    assert first.startswith("The installation failed. ")
    assert means in first
    assert last == f"The whole log is in {tmp_path / 'log'}"


def test_a_console_without_unicode_still_shows_the_failure(project):
    failed = project.run("lab", EXIT_pip="1", SAYS_pip="▲", PYTHONIOENCODING="ascii")
    assert failed.code == 1
    assert r"a course, \xfc" in failed.text
    assert r"  | \u25b2" in failed.text


def test_a_half_removed_environment_is_not_trusted(run, tmp_path, monkeypatch):
    stamp = tmp_path / "installed.json"
    stamp.touch()
    in_use = Mock(side_effect=PermissionError("a file is in use"))
    monkeypatch.setattr(run, "VENV", str(tmp_path))
    monkeypatch.setattr(run, "STAMP", str(stamp))
    monkeypatch.setattr(run.shutil, "rmtree", in_use)
    with pytest.raises(run.Problem, match=r"is in use.*Close JupyterLab"):
        run.remove_venv()
    assert not stamp.exists()


def test_a_long_install_says_how_it_goes(run, tmp_path, monkeypatch, capsys):
    looks = iter([False, True] * 2)  # has it ended?
    monkeypatch.setattr(run, "LOG", str(tmp_path / "log"))
    monkeypatch.setattr(run, "ended", lambda process, seconds: process.wait() or next(looks))
    run.logged(
        ("installing packages", [sys.executable, "-c", "print('Collecting six')"], 9),
        ("listing the fonts", [sys.executable, "-c", ""]),
    )
    assert capsys.readouterr().out == (
        "    0 s  1 of 9 packages downloaded\n    0 s  listing the fonts\n"
    )


PIP = """\
Ignoring appnope: markers 'sys_platform == "darwin"' don't match your environment
Obtaining file:///course (from -r requirements.txt (line 3))
Collecting anyio==4.16.0
  Downloading anyio-4.16.0-py3-none-any.whl (134 kB)
Processing /files/argon2_cffi-25.1.0-py3-none-any.whl
Requirement already satisfied: attrs==26.1.0 in ./.venv/lib/python3.11/site-packages
Requirement already satisfied: pycparser in ./.venv/lib/python3.11/site-packages (from cffi)
"""


@pytest.mark.parametrize(
    "log, grown, says",
    [
        ("$ pip install\n", False, ""),
        (PIP, False, "3 of 111 packages downloaded"),
        (PIP, True, "2 of 111 packages installed"),
        ("Resolved 1 package in 9ms\n", False, ""),
        ("Resolved 110 packages in 9ms\n", True, "2 of 110 packages installed"),
    ],
)
def test_packages_are_counted(run, tmp_path, monkeypatch, log, grown, says):
    monkeypatch.setattr(run, "VENV", str(tmp_path))
    for name in ("anyio-4.16.0.dist-info", "attrs-26.1.0.dist-info", "attrs"):
        (tmp_path / run.LIBRARIES.replace("*", "3.11") / name).mkdir(parents=True)
    assert run.progress(log, grown, 112) == says


@posix_only
def test_ctrl_c_while_installing_leaves_nothing_to_trust(project):
    stopped = project.run("lab", INTERRUPT="pip")
    assert stopped.code == 130
    assert stopped.text.endswith("\nStopped.\n")
    assert not project.venv.exists()
    assert project.run("lab").installed


# ---- The commands ----


@pytest.mark.parametrize("user, allowed", [(0, True), (1000, False)])
def test_no_command_means_lab_and_opens_the_welcome_page(project, user, allowed):
    (project.root / "my-work").mkdir()
    (project.root / "my-work" / "00-welcome.ipynb").touch()
    outcome = project.run(before=f"import os; os.geteuid = lambda: {user}")
    assert outcome.args_of("course.work") == ["open"]
    args = outcome.args_of("jupyterlab")
    assert f"--ServerApp.root_dir={project.root}" in args
    assert "--LabApp.default_url=/lab/tree/my-work/00-welcome.ipynb" in args
    assert "--ServerApp.ip=127.0.0.1" in args
    assert ("--ServerApp.allow_root=True" in args) is allowed


@posix_only
def test_lab_serves_the_lectures_and_prints_the_link_also_a_second_time(run, tmp_path):
    if run.differences():
        pytest.skip("run.py would make .venv again, under the tests that run in it")
    own = {"JUPYTER_RUNTIME_DIR": str(tmp_path), "JUPYTER_CONFIG_DIR": str(tmp_path), "DISPLAY": ""}
    env = {**os.environ, **own, "BROWSER": "true"}
    started = subprocess.Popen(
        [sys.executable, RUN, "lab", "notebooks"],  # makes no copy in the developer's folder
        cwd=RUN.parent,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        link = next(line.strip() for line in started.stdout if line.startswith("        http"))
        second = subprocess.run(
            [sys.executable, RUN, "lab", "notebooks"], env=env, capture_output=True, text=True
        )
        assert second.returncode == 0
        assert second.stdout.endswith(
            f"running already for this folder. Open this link:\n  {link}\n"
        )
        page, _, token = link.partition("?")
        assert page.startswith("http://127.0.0.1:")
        assert page.endswith("/lab/tree/notebooks/00-welcome.ipynb")
        assert wait_for(link, started)  # the link may come a moment before the server listens
        lecture = page.replace("/lab/tree/", "/api/contents/") + "?content=0&" + token
        with urlopen(lecture, timeout=60) as answer:
            assert json.load(answer)["name"] == "00-welcome.ipynb"
    finally:
        started.terminate()
        started.communicate(timeout=60)
    assert started.returncode == 128 + 15


def test_arguments_and_exit_code_are_passed_on(project):
    passed_on = ["--port", "9999", "two words", "ü", "--help"]
    for command, module, installs in (
        ("lab", "jupyterlab", ["pip", "course.work"]),
        ("check", "course.handin", []),
        ("homework", "grader", []),  # help needs nothing more
        ("test", "pytest", ["pip"]),  # what the tests need, for all that follow
        ("notebooks", "course.notebooks", []),
        ("slides", "course.notebooks", []),
        ("serve", "uvicorn", []),
        ("bench", "benchmarks", []),
    ):
        outcome = project.run(command, *passed_on, **{"EXIT_" + module: "7"})
        assert outcome.names == [*installs, module]
        assert outcome.args_of(module)[-5:] == passed_on
        assert outcome.calls[-1]["cwd"] == str(project.root)
        assert outcome.code == 7


def test_a_jupyterlab_of_another_folder_or_one_that_is_gone_does_not_count(project):
    (project.stand_ins / "jupyter_server").mkdir()
    (project.root / "mine").mkdir()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        server = {"hostname": "127.0.0.1", "port": port, "url": "http://localhost:8888/"}
        server |= {"root_dir": str(project.root), "token": "t"}
        project.stand_in(
            "jupyter_server/serverapp.py", f"def list_running_servers(): return iter([{server}])"
        )
        outcome = project.run("lab", "mine")
        assert "jupyterlab" not in outcome.names
        assert outcome.text.endswith("\n  http://localhost:8888/lab/tree/mine?token=t\n")
        assert "jupyterlab" in project.run("lab", str(project.root.parent)).names
    assert "jupyterlab" in project.run("lab", "mine").names


def test_who_grades_gets_what_the_grader_needs(project):
    names = project.run("homework", "report", "graded").names
    assert [name for name in names if name in ("pip", "grader")] == [
        *["pip", "pip"],  # what students have, and what the tests need
        "grader",
    ]


def test_check_takes_a_file_from_where_the_student_is(project):
    path = project.root / "mine, ü.ipynb"
    path.touch()
    (project.root / "check").mkdir()  # the command is meant
    assert "Which file? For example: python3 run.py check my-work/" in project.run("check").text
    arguments = project.run("check", path.name, "--seconds", "9").args_of("course.handin")
    assert arguments == [str(path), "--seconds", "9"]
    for words in (["report", "--out"], ["bundle"]):
        made = [*words, str(project.root / "new")]
        assert project.run("homework", *words, "new").args_of("grader") == made
    helps = project.run("homework", "bundle", "--help").args_of("grader")
    assert helps == ["bundle", "--help"]


def test_lab_opens_another_folder_as_it_is(project):
    inside, outside = project.root / "my notes", project.root.parent / "elsewhere"
    for place, root, page in ((inside, project.root, "/tree/my%20notes"), (outside, outside, "")):
        place.mkdir()
        outcome = project.run("lab", os.path.relpath(place, project.root), "--no-browser")
        assert "course.work" not in outcome.names
        *settings, last = outcome.args_of("jupyterlab")
        assert f"--ServerApp.root_dir={root}" in settings
        assert f"--LabApp.default_url=/lab{page}" in settings
        assert last == "--no-browser"


def test_a_copy_that_cannot_be_made_ends_lab_and_one_that_is_there_is_opened(project):
    failed = project.run("lab", **{"EXIT_course.work": "1"})
    assert failed.code == 1
    assert "jupyterlab" not in failed.names
    (project.root / "my-work").mkdir()
    assert "jupyterlab" in project.run("lab", **{"EXIT_course.work": "1"}).names
    assert project.run("update", **{"EXIT_course.work": "1"}).code == 1


def test_two_updates_wait_for_each_other(project, run):
    project.run("lab")
    with (project.root / ".my-work.lock").open("a") as file:
        assert run.try_lock(file)
        second = project.start("update")
        assert second.stdout.readline().startswith("Another run.py is busy with your copy")
        assert not project.notes.read_text()
    second.communicate(timeout=120)
    assert json.loads(project.notes.read_text())["args"] == ["update"]


STOPS = "import os, signal, threading; os.kill(os.getppid(), signal.{}); {}"


@posix_only
@pytest.mark.parametrize(
    "name, then, code",
    [
        ("SIGINT", "raise SystemExit(0)", 0),
        ("SIGINT", "raise SystemExit(1)", 130),
        ("SIGTERM", "threading.Event().wait()", 128 + 15),  # which would have no end
    ],
)
def test_ctrl_c_is_up_to_jupyterlab_and_a_terminated_run_ends_it(project, name, then, code):
    project.stand_in("jupyterlab.py", STOPS.format(name, then))
    assert project.run("lab").code == code


@posix_only
def test_ctrl_c_while_a_process_starts_ends_that_process(run, monkeypatch):
    started = []

    def start(*command: object, **how: object) -> subprocess.Popen[bytes]:
        started.append(real(*command, **how))
        signal.raise_signal(signal.SIGINT)
        return started[0]

    real = subprocess.Popen
    monkeypatch.setattr(run.subprocess, "Popen", start)
    endless = [sys.executable, "-c", "import threading; threading.Event().wait()"]
    with pytest.raises(KeyboardInterrupt), run.running(endless):
        pass
    assert started[0].returncode == -signal.SIGTERM


def test_test_adds_what_the_tests_need_once(project):
    project.run("lab")
    first = project.run("test")
    assert first.args_of("pip") == ["install", "-r", str(project.root / "requirements-test.txt")]
    assert not project.run("test").installed
    assert not project.run("lab").installed
    (project.root / "requirements-test.txt").write_text("attrs==25.2\n")
    assert not project.run("lab").installed
    assert project.run("test").installed


QUICK = ["-m", "not slow and not nightly", "--hypothesis-profile=quick"]


@pytest.mark.parametrize(
    "quick, selected", [([], []), (["quick"], QUICK), (["quick", "-x"], [*QUICK, "-x"])]
)
def test_test_runs_every_check_and_a_failed_one_counts(project, quick, selected):
    counts = 'open(os.environ["TEST_SUMMARY"], "w").write("5 passed, 2 skipped")\n    sys.exit'
    project.stand_in("pytest.py", STAND_IN.replace("NAME or ", "").replace("sys.exit", counts))
    outcome = project.run("test", *quick)
    assert sorted([call["name"], *call["args"]] for call in outcome.calls[2:]) == [
        ["mypy"],
        ["pytest", *selected],
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
    ]
    assert "pytest passed\nruff check . passed\n" in outcome.text
    assert outcome.text.endswith("passed\n5 passed, 2 skipped\n")  # as tests/needs.py counts
    assert outcome.code == 0
    failed = project.run("test", *quick, EXIT_mypy="1", SAYS_mypy="line 7 is wrong")
    assert "line 7 is wrong" in failed.text
    assert "pytest passed" in failed.text
    assert "mypy FAILED with exit code 1" in failed.text
    assert failed.code == 1
    assert project.run("test", *quick, EXIT_mypy="1", EXIT_pytest="5").code == 5


@posix_only
@pytest.mark.parametrize(
    "user, more, installs",
    [
        (0, {}, True),
        (1000, {"CI": "true"}, True),
        (1000, {}, False),  # sudo is for CI only
    ],
)
def test_test_installs_the_programs_that_are_missing(project, user, more, installs):
    calls = project.stand_ins / "apt-calls"
    for name, text in {
        "apt-get": '#!/bin/sh\necho "$@" >> "$APT_CALLS"\n[ "$4" != chromium ]\n',
        "sudo": '#!/bin/sh\nshift\n"$@"\n',
        "env": '#!/bin/sh\nshift\n"$@"\n',
        "true": "#!/bin/sh\n",
        "npm": "#!/bin/sh\n",
    }.items():
        project.stand_in(name, text)
        (project.stand_ins / name).chmod(0o755)
    before = (
        f"import os; os.geteuid = lambda: {user}; exists = os.path.exists; "
        "os.path.exists = lambda path: 'dejavu' not in str(path) and exists(path)"
    )
    outcome = project.run("test", before=before, APT_CALLS=str(calls), **more)
    assert outcome.code == 0
    wanted = ["fonts-dejavu-core", "bubblewrap", "chromium", "firefox-esr", "nodejs"]
    line = f"Installing what the tests need, with apt: {', '.join(wanted)}."
    assert (line in outcome.text) is installs
    assert ("chromium could not be installed. The log is in " in outcome.text) is installs
    if installs:
        first, *others = calls.read_text().splitlines()
        assert first == "update"
        assert others == [f"install --yes --no-install-recommends {name}" for name in wanted]
    calls.unlink(missing_ok=True)
    for words in (["--no-install"], ["quick"], ["tests/test_one.py"]):
        args = project.run("test", *words, before=before, APT_CALLS=str(calls), **more).args_of(
            "pytest"
        )
        assert "--no-install" not in args
    assert not calls.exists()


def test_bench_installs_the_peers_only_when_asked(project):
    assert project.run("bench", "--quick").names == ["pip", "pip", "benchmarks"]
    failed = project.run("bench", "--peers", EXIT_pip="1")
    assert failed.code == 1
    assert "The installation failed." in failed.text
    asked = project.run("bench", "--peers", "--quick")  # the environment itself is kept
    first, alone, bench = [call["args"] for call in asked.calls]
    assert (first, bench) == (["install", "-e", ".[bench]"], ["--quick"])
    assert alone[:2] == ["install", "--no-deps"]


def test_lock_writes_both_files_or_leaves_them_as_they_were(project):
    files = [project.root / name for name in ("requirements-test.txt", "requirements.txt")]
    before = [file.read_text() for file in files]
    assert "needs uv" in project.run("lock").text
    project.put_uv_on_path()
    assert project.run("lock", EXIT_uv="2").code == 1
    assert [file.read_text() for file in files] == before
    everything, student = [call["args"] for call in project.run("lock", "--upgrade").calls]
    assert "pyproject.toml" in everything
    assert student[student.index("--constraint") + 1] == str(files[0])
    for args, file in zip((everything, student), files, strict=True):
        assert args[:4] == ["pip", "compile", "--output-file", str(file)]
        assert {"--universal", "--upgrade"} <= set(args)
    assert files[1].read_text() == "-e .[lab]\n"


@pytest.mark.parametrize(
    "command, code, says",
    [
        ("-h", 0, "Usage: "),
        ("--help", 0, "Usage: "),
        ("help", 0, "Usage: "),
        ("tset", 2, "Did you mean: run.py test\n"),
        ("--no-browser", 2, "Did you mean: run.py lab --no-browser\n"),
        ("jupyter", 2, "run.py has no command jupyter.\n"),
    ],
)
def test_help_shows_the_commands_and_a_wrong_command_gets_a_hint(project, run, command, code, says):
    outcome = project.run(command)
    assert outcome.code == code
    assert says in outcome.text
    for group, commands in run.COMMANDS.items():
        listed = outcome.text.partition(f"\nFor {group}:\n")[2].partition("\n\n")[0]
        rows = [f"  {name:<10} {each.__doc__}" for name, each in commands.items()]
        assert listed.splitlines() == rows
    assert not project.venv.exists()
