"""Where a student's code runs: the walls around it, all of them the system's own.

Behind bubblewrap the code has a file system of its own. In it are Python, the installed packages,
and the files of `gamelib` and `course` that the worker and the given cells of the homework import:
no master, no check, no other submission. There is no network. A filter of the kernel's refuses
further processes, name spaces, mounts, and memory beside the process's own, so that one limit holds
all of it. Where bubblewrap does not work there are no walls, and the grader has to say that they
trust the code.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from struct import pack
from typing import NamedTuple

from grader.modules import HOME

PACKAGES = ("gamelib", "course")
INSIDE = "/course"  # where bubblewrap shows files of the project and the installed packages
# Once the packages are loaded their parts are found without the folder that they lie in.
BOOT = (
    "import sys; sys.path[:0] = {paths!r}; import gamelib; from course.handin.worker import main; "
    "sys.path.pop(0); main()"
)
SYSTEM = ("/lib", "/lib64", "/lib32", "/nix")  # where the libraries of a Python may be, beside /usr
PROBE_SECONDS = 60
SPACE = 16 << 20  # bytes of all files together


@dataclass(frozen=True)
class Limits:
    """What a student's code may use. Seconds are those of a processor, where they can be told.

    `seconds` is for one check, or one cell; `patience` times as many a program may only sleep.
    Sizes are in bytes: of its memory, of a file, of an answer. `calls` is how often a function of
    the grader's may be called during one request.
    """

    seconds: float = 10.0
    memory: int = 1 << 30
    file_size: int = 10_000_000
    files: int = 1_000
    threads: int = 64
    answer: int = 1_000_000
    calls: int = 20_000
    patience: float = 3.0


class Walls(NamedTuple):
    """The walls around a student's code: their name, and what they do in words."""

    name: str
    does: str


BUBBLEWRAP = Walls(
    "bubblewrap",
    "bubblewrap: its own file system without masters, checks and other submissions, no network, "
    "no further processes, limits on time, memory of every kind, threads and files",
)
NONE = Walls("none", "none: everybody is trusted, there are limits on time and memory only")
BASICS = (
    "--cap-drop ALL --die-with-parent --new-session --unshare-ipc --unshare-net --unshare-pid "
    "--unshare-uts --unshare-cgroup-try --hostname sandbox --ro-bind /usr /usr"
)
# What the kernel refuses, with its numbers on x86_64 and aarch64: further processes, name spaces
# and mounts, memory that belongs to no process (and to no limit: what waits in a socket that
# nobody has accepted yet; a pair of sockets holds little, as nobody can change its size), what
# reaches into the kernel.
REFUSED = """
fork 57 -  vfork 58 -  unshare 272 97  setns 308 268  mount 165 40  umount2 166 39
pivot_root 155 41  chroot 161 51  shmget 29 194  shmat 30 196  msgget 68 186  semget 64 190
mq_open 240 180  memfd_create 319 279  vmsplice 278 75  socket 41 198  setsockopt 54 208
inotify_init 253 -  inotify_init1 294 26  fanotify_init 300 262  ptrace 101 117
add_key 248 217  request_key 249 218  keyctl 250 219  bpf 321 280  perf_event_open 298 241
userfaultfd 323 282  process_vm_readv 310 270  process_vm_writev 311 271  syslog 103 116
"""
# From this number on, the same on all machines, there is nothing: no call that has come since 2019,
# such as io_uring, and none that will come. Libraries can do without.
NEWER = 424
CLONE_THREAD, UNIX, EPERM, ENOSYS = 0x10000, 1, 1, 38
# The kernel's name for a machine, and its numbers of clone and socketpair.
MACHINES = {"x86_64": (0xC000003E, 56, 53), "aarch64": (0xC00000B7, 220, 199)}


def find_walls(*, trust: bool = False) -> Walls:
    """Return bubblewrap where it works; else no walls, if everybody is trusted."""
    if _bubblewrap_works():
        if os.geteuid() == 0 and (closed := _closed()):
            raise ValueError(
                f"where the superuser grades, a student's code is run by another user, who cannot "
                f"read {closed}; say chmod -R go+rX {closed}"
            )
        return BUBBLEWRAP
    if trust:
        return NONE
    raise ValueError(
        "bubblewrap does not work on this machine, so nothing would hold a student's code back; "
        "install it, grade in a container (instructor/grading.md), or say --trust if you trust "
        "everybody who has handed in"
    )


def start(
    walls: Walls, folder: str, files: Sequence[Path] = (), code: str = ""
) -> subprocess.Popen[bytes]:
    """Start a worker that sees these files of the project, or Python with this code.

    Without walls it starts in this folder, and sees all files.

    It is in a session of its own: Ctrl-C does not reach it, and it can be ended as a group.
    """
    walled, packages = walls.name == "bubblewrap", _packages()
    inside = [INSIDE, *(f"{INSIDE}/packages{i}" for i in range(len(packages)))]
    code = code or BOOT.format(paths=inside if walled else [str(HOME), *map(str, packages)])
    # The Python behind the virtual environment, whose own folder stays outside. Not -I: it would
    # take PYTHONHASHSEED away. There is nothing else in the environment.
    executable = os.path.realpath(getattr(sys, "_base_executable", "") or sys.executable)
    command = [executable, "-s", "-S", "-P", "-B", "-c", code]
    reading, writing = os.pipe()
    os.write(writing, _filter() if walled else b"")
    os.close(writing)
    try:
        return subprocess.Popen(
            [*_bubblewrap(reading, files), *command] if walled else command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd="/" if walled else folder,
            env=_environment("/tmp" if walled else folder),
            start_new_session=True,
            pass_fds=[reading] if walled else (),
        )
    finally:
        os.close(reading)


def _environment(home: str) -> dict[str, str]:
    """Return all that a worker sees of an environment: nothing of ours.

    The hashes of strings are the same in every run, so that scores are, too. Numerical libraries
    need no threads, and pictures no screen; all threads share one heap, which the limit counts.
    """
    own = {"PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8", "HOME": home, "MPLBACKEND": "agg"}
    own |= {"OMP_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"}
    if "SYSTEMROOT" in os.environ:  # without it Python does not start on Windows
        own["SYSTEMROOT"] = os.environ["SYSTEMROOT"]
    return own


def _closed() -> str:
    """Return a folder of what a student's code may use that only its owner can read, or ""."""
    folders = [*(HOME / name for name in PACKAGES), *_packages(), Path(os.__file__).parent]
    return next((str(path) for path in folders if path.stat().st_mode & 0o5 != 0o5), "")


def _packages() -> list[Path]:
    """Return the folders of the installed packages."""
    paths = {sysconfig.get_path(name): None for name in ("purelib", "platlib")}
    return [Path(path) for path in paths if Path(path).is_dir()]


def _bubblewrap(filtered: int, files: Sequence[Path]) -> list[str]:
    words = [shutil.which("bwrap") or "bwrap", *BASICS.split()]
    if os.geteuid() == 0:
        # No limit on threads binds the superuser, whatever name it has inside: the worker takes
        # another user's number before it runs anything.
        words += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        words += ["--unshare-user", "--uid", "65534", "--gid", "65534"]
    for path in SYSTEM:
        if os.path.islink(path):
            words += ["--symlink", os.readlink(path), path]
        else:
            words += ["--ro-bind-try", path, path]
    shown = {f"{INSIDE}/{file.relative_to(HOME).as_posix()}": str(file) for file in files}
    folders = {parent.as_posix() for path in shown for parent in PurePosixPath(path).parents}
    # bubblewrap would make these folders, but so that only their owner can read them.
    for folder in sorted({"/etc", "/dev", INSIDE, *folders} - {"/"}):
        words += ["--perms", "0755", "--dir", folder]
    for prefix in sorted(map(os.path.realpath, {sys.base_prefix, sys.base_exec_prefix})):
        if prefix != "/usr":
            for above in [*reversed(Path(prefix).parents)][1:]:
                words += ["--perms", "0755", "--dir", str(above)]
            words += ["--ro-bind", prefix, prefix]
    for path, file in shown.items():
        words += ["--ro-bind", file, path]
    for number, packages in enumerate(_packages()):
        words += ["--ro-bind", str(packages), f"{INSIDE}/packages{number}"]
        for name in PACKAGES:  # if the project is installed there, too
            if (packages / name).is_dir():
                words += ["--perms", "0755", "--tmpfs", f"{INSIDE}/packages{number}/{name}"]
    words += ["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    for device in ("null", "zero", "urandom", "random"):
        words += ["--dev-bind-try", f"/dev/{device}", f"/dev/{device}"]
    words += ["--size", str(SPACE), "--perms", "1777", "--tmpfs", "/tmp"]
    return [*words, "--remount-ro", "/", "--chdir", "/tmp", "--seccomp", str(filtered)]


def _filter() -> bytes:
    """Return the filter of system calls as the kernel reads it, see `man 2 seccomp`."""
    machine, clone, socketpair = MACHINES[platform.machine()]
    column = [*MACHINES].index(platform.machine()) + 1
    numbers = [row[column] for row in re.findall(r"(\w+) (\d+) ([\d-]+)", REFUSED)]

    def step(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
        return pack("=HBBI", code, then, otherwise, value)

    load, equal, at_least, has, give = 0x20, 0x15, 0x35, 0x45, 0x06
    allow, kill, error = step(give, 0x7FFF0000), step(give, 0x80000000), 0x50000
    refuse, unknown = step(give, error | EPERM), step(give, error | ENOSYS)
    steps = [step(load, 4), step(equal, machine, 1), kill, step(load, 0)]
    steps += [step(at_least, NEWER, 0, 1), unknown]
    for number in numbers:
        steps += [step(equal, int(number), 0, 1), refuse] if number != "-" else []
    # A thread, not a process; sockets of this machine. What is asked for is the first argument.
    for number, test, wanted in ((clone, has, CLONE_THREAD), (socketpair, equal, UNIX)):
        asked = [step(load, 16), step(test, wanted, 0, 1), allow, refuse]
        steps += [step(equal, number, 0, len(asked)), *asked]
    return b"".join([*steps, allow])


def _bubblewrap_works() -> bool:
    program = shutil.which("bwrap")
    return platform.machine() in MACHINES and program is not None and _starts(program)


@lru_cache
def _starts(program: str) -> bool:
    """Return whether this bubblewrap starts a worker."""
    with start(BUBBLEWRAP, "", code="pass") as process:
        try:
            process.communicate(timeout=PROBE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
    return process.returncode == 0
