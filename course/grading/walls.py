"""Where a student's code runs: the walls around it, and the command line that puts them up.

With bubblewrap the code has a file system of its own, with nothing in it but Python, the installed
packages, `gamelib` and `course`: no master, no kept-back check, no other submission, no network.
Where bubblewrap does not work there are no walls, and somebody has to say that they trust the code.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["Limits", "Walls", "command_line", "environment", "find_walls"]

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

    `seconds` is for one check, or one cell. Sizes are in bytes: of its memory, of a file, of all
    that is said in answer to one request; `calls` is how often a function of the grader's may be
    called meanwhile.
    """

    seconds: float = 10.0
    memory: int = 1 << 30
    file_size: int = 10_000_000
    answer: int = 2_000_000
    calls: int = 20_000
    patience: float = 3.0  # so many times longer by the clock, for a program that only sleeps


class Walls(NamedTuple):
    """The walls around a student's code: their name, and what they do in words."""

    name: str
    does: str


BUBBLEWRAP = Walls(
    "bubblewrap",
    "bubblewrap: its own file system without masters, checks and other submissions, no "
    "network, no further processes, limits on time, memory, output and files",
)
NONE = Walls("none", "none: everybody is trusted, there are limits on time and output only")
BASICS = (
    "--cap-drop ALL --die-with-parent --new-session --unshare-ipc --unshare-net --unshare-pid "
    "--unshare-uts --unshare-cgroup-try --hostname sandbox --clearenv --ro-bind /usr /usr"
)


def find_walls(*, trust: bool = False) -> Walls:
    """Return bubblewrap where it works; else no walls, if everybody is trusted."""
    if _bubblewrap_works():
        return BUBBLEWRAP
    if trust:
        return NONE
    raise ValueError(
        "bubblewrap does not work on this machine, so nothing would hold a student's code back; "
        "install it, or say --trust if you trust everybody who has handed in"
    )


def command_line(walls: Walls) -> list[str]:
    """Return the command that starts the worker behind these walls."""
    if walls.name == "bubblewrap":
        paths = [INSIDE, *(f"{INSIDE}/packages{i}" for i in range(len(_packages())))]
        return _bubblewrap(["-c", BOOT.format(paths=paths)])
    return _python(["-c", BOOT.format(paths=[str(HOME), *map(str, _packages())])])


def environment() -> dict[str, str]:
    """Return all that a worker sees of an environment: nothing of ours.

    The hashes of strings are the same in every run, so that scores are, too.
    """
    own = {"PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8", "OMP_NUM_THREADS": "1"}
    if "SYSTEMROOT" in os.environ:  # without it Python does not start on Windows
        own["SYSTEMROOT"] = os.environ["SYSTEMROOT"]
    return own


def _python(options: Sequence[str]) -> list[str]:
    # The Python behind the virtual environment, whose own folder stays outside. Not -I: it would
    # take PYTHONHASHSEED away. There is nothing else in the environment.
    executable = os.path.realpath(getattr(sys, "_base_executable", "") or sys.executable)
    return [executable, "-s", "-S", "-P", "-B", *options]


def _packages() -> list[Path]:
    """Return the folders of the installed packages."""
    paths = {sysconfig.get_path(name): None for name in ("purelib", "platlib")}
    return [Path(path) for path in paths if Path(path).is_dir()]


def _bubblewrap(options: Sequence[str]) -> list[str]:
    words = [shutil.which("bwrap") or "bwrap", *BASICS.split()]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # No limit on processes binds the superuser, whatever name it has inside: the worker takes
        # another user's number before it runs anything.
        words += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        words += ["--unshare-user", "--uid", "65534", "--gid", "65534", *_no_more_users()]
    for name, value in environment().items():
        words += ["--setenv", name, value]
    for path in SYSTEM:
        if os.path.islink(path):
            words += ["--symlink", os.readlink(path), path]
        else:
            words += ["--ro-bind-try", path, path]
    for folder in ("/etc", "/dev", INSIDE):  # what is made unasked may be looked into by nobody
        words += ["--perms", "0755", "--dir", folder]
    for prefix in sorted(map(os.path.realpath, {sys.base_prefix, sys.base_exec_prefix})):
        if prefix != "/usr":
            for above in [*reversed(Path(prefix).parents)][1:]:
                words += ["--perms", "0755", "--dir", str(above)]
            words += ["--ro-bind", prefix, prefix]
    for package in PACKAGES:
        words += ["--ro-bind", str(HOME / package), f"{INSIDE}/{package}"]
    for number, packages in enumerate(_packages()):
        words += ["--ro-bind", str(packages), f"{INSIDE}/packages{number}"]
    words += ["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    for device in ("null", "zero", "urandom", "random"):
        words += ["--dev-bind-try", f"/dev/{device}", f"/dev/{device}"]
    words += ["--size", str(16 << 20), "--perms", "1777", "--tmpfs", "/tmp"]
    return [*words, "--remount-ro", "/", "--chdir", "/tmp", *_python(options)]


@lru_cache(maxsize=1)
def _no_more_users() -> list[str]:
    """Return the option that forbids user namespaces inside, where bubblewrap knows it."""
    told = subprocess.run([shutil.which("bwrap") or "bwrap", "--help"], capture_output=True)
    return ["--disable-userns"] if b"--disable-userns" in told.stdout + told.stderr else []


@lru_cache(maxsize=1)
def _bubblewrap_works() -> bool:
    try:
        command = _bubblewrap(["-c", "pass"])
        return subprocess.run(command, capture_output=True, timeout=PROBE_SECONDS).returncode == 0
    except (OSError, subprocess.TimeoutExpired):  # it is not even there
        return False
