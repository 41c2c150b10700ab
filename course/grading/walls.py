"""Where a student's code runs: the walls around it, and the command line that puts them up.

With bubblewrap the code has a file system of its own, with nothing in it but Python, the installed
packages, `gamelib` and `course`: no master, no kept-back check, no other submission, no network.
Without it there are limits and fences only, and `Sandbox.leaks` says what they cannot stop.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

__all__ = ["Limits", "Sandbox", "command_line", "environment", "find_sandbox", "sandboxes"]

HOME = Path(__file__).resolve().parents[2]
PACKAGES = ("gamelib", "course")  # of that folder, and nothing else in it
INSIDE = "/course"  # where bubblewrap shows the package and the installed packages
# Once the packages are loaded their parts are found without the folder that they lie in.
BOOT = (
    "import sys; sys.path[:0] = {paths!r}; import gamelib; from course.grading.worker import main; "
    "sys.path.pop(0); main()"
)
SYSTEM = ("/lib", "/lib64", "/lib32", "/nix")  # where the libraries of a Python may be, beside /usr
PROBE_SECONDS = 20


@dataclass(frozen=True)
class Limits:
    """What a student's code may use. Seconds are those of a processor, where they can be told.

    `seconds` is for one question put to it, or one cell; `total_seconds` for the whole submission.
    Sizes are in bytes: of its memory, of what it prints, of a file, of one answer.
    """

    seconds: float = 10.0
    total_seconds: float = 120.0
    memory: int = 1 << 30
    output: int = 1_000_000
    file_size: int = 10_000_000
    answer: int = 4_000_000
    patience: float = 3.0  # so many times longer by the clock, for a program that only sleeps

    def as_data(self) -> dict[str, Any]:
        """Return the limits as JSON can hold them."""
        return asdict(self)


@dataclass(frozen=True)
class Sandbox:
    """A kind of sandbox: its name, what it does in words, and what it cannot stop."""

    name: str
    does: str
    leaks: tuple[str, ...] = ()
    unshare: bool = False  # the fallback has found `unshare`: no network, processes of its own


def sandboxes() -> tuple[str, ...]:
    """Return the names of the kinds of sandbox that work on this machine, the best first."""
    return ("bubblewrap", "limits") if _works(_bubblewrap(["-c", "pass"])) else ("limits",)


@lru_cache(maxsize=4)
def find_sandbox(wanted: str = "auto") -> Sandbox:
    """Return the sandbox of that name, or for "auto" the best that works here.

    >>> find_sandbox("paper")
    Traceback (most recent call last):
    ValueError: the sandbox is 'paper', but must be auto, bubblewrap or limits
    """
    if wanted not in ("auto", "bubblewrap", "limits"):
        raise ValueError(f"the sandbox is {wanted!r}, but must be auto, bubblewrap or limits")
    if wanted != "limits" and "bubblewrap" in sandboxes():
        return Sandbox(
            "bubblewrap",
            "bubblewrap: its own file system without masters, checks and other submissions, no "
            "network, no further processes, limits on time, memory, output and files",
        )
    if wanted == "bubblewrap":
        raise ValueError("bubblewrap does not work on this machine; install it, or use limits")
    unshare = _works([*_unshare(), *_python([]), "-c", "pass"])
    return Sandbox("limits", _limits_in_words(unshare), tuple(_leaks(unshare)), unshare)


def command_line(sandbox: Sandbox) -> list[str]:
    """Return the command that starts the worker in this sandbox."""
    if sandbox.name == "bubblewrap":
        paths = [INSIDE, *(f"{INSIDE}/packages{i}" for i in range(len(_packages())))]
        return _bubblewrap(["-c", BOOT.format(paths=paths)])
    paths = [str(HOME), *map(str, _packages())]
    before = _unshare() if sandbox.unshare else []
    return [*before, *_python([]), "-c", BOOT.format(paths=paths)]


def environment() -> dict[str, str]:
    """Return all that a worker sees of an environment: nothing of ours.

    The hashes of strings are the same in every run, so that scores are, too.
    """
    own = {"PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8", "OPENBLAS_NUM_THREADS": "1"}
    if "SYSTEMROOT" in os.environ:  # without it Python does not start on Windows
        own["SYSTEMROOT"] = os.environ["SYSTEMROOT"]
    return own


def readable() -> list[str]:
    """Return the folders that the fence of the fallback lets a student's code read."""
    installed = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib")]
    own = [*(str(HOME / name) for name in PACKAGES), *map(str, _packages()), *installed]
    return sorted({os.path.realpath(path) for path in own})


def _executable() -> str:
    """Return the Python behind the virtual environment, whose own folder stays outside."""
    return os.path.realpath(getattr(sys, "_base_executable", "") or sys.executable)


def _python(options: Sequence[str]) -> list[str]:
    # Not -I: it would take PYTHONHASHSEED away. There is nothing else in the environment.
    return [_executable(), "-s", "-S", "-P", "-B", *options]


def _packages() -> list[Path]:
    """Return the folders of the installed packages."""
    paths = {sysconfig.get_path(name): None for name in ("purelib", "platlib")}
    return [Path(path) for path in paths if Path(path).is_dir()]


def _bubblewrap(options: Sequence[str]) -> list[str]:
    words = [shutil.which("bwrap") or "bwrap", "--unshare-all", "--unshare-user"]
    words += ["--uid", "65534", "--gid", "65534", "--cap-drop", "ALL", "--die-with-parent"]
    words += ["--new-session", "--hostname", "sandbox", "--clearenv"]
    for name, value in environment().items():
        words += ["--setenv", name, value]
    words += ["--ro-bind", "/usr", "/usr"]
    for path in SYSTEM:
        if os.path.islink(path):
            words += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            words += ["--ro-bind", path, path]
    words += ["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    for prefix in sorted(
        {os.path.realpath(sys.base_prefix), os.path.realpath(sys.base_exec_prefix)}
    ):
        if prefix != "/usr":
            words += ["--ro-bind", prefix, prefix]
    for package in PACKAGES:
        words += ["--ro-bind", str(HOME / package), f"{INSIDE}/{package}"]
    for number, folder in enumerate(_packages()):
        words += ["--ro-bind", str(folder), f"{INSIDE}/packages{number}"]
    for device in ("null", "zero", "urandom", "random"):
        words += ["--dev-bind-try", f"/dev/{device}", f"/dev/{device}"]
    words += ["--size", str(16 << 20), "--tmpfs", "/tmp", "--remount-ro", "/", "--chdir", "/tmp"]
    return [*words, *_python([]), *options]


def _unshare() -> list[str]:
    words = [shutil.which("unshare") or "unshare", "--user", "--map-current-user", "--net"]
    return [*words, "--pid", "--fork", "--kill-child", "--"]


def _works(command: list[str]) -> bool:
    if shutil.which(command[0]) is None:
        return False
    try:
        probe = subprocess.run(
            command,
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PROBE_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return probe.returncode == 0


def _limits_in_words(unshare: bool) -> str:
    if os.name != "posix":
        return "limits: an empty folder and environment, limits on time and output, a fence"
    more = "no network, processes of its own, " if unshare else ""
    return (
        f"limits: an empty folder and environment, {more}limits on time, memory, output, files "
        "and processes, and a fence in Python around files, sockets and signals"
    )


def _leaks(unshare: bool) -> list[str]:
    leaks = ["reading files that this user may read, by code that gets around the fence in Python"]
    if not unshare:
        leaks.append("the network and signals to other processes, by code that gets around it")
    if os.name != "posix":
        leaks.append("using all memory or making many processes")
    elif hasattr(os, "geteuid") and os.geteuid() == 0:
        leaks.append("writing files as the superuser, by code that gets around it")
    return leaks
