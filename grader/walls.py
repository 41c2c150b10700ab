"""The walls around a student's code: a sandbox made by bubblewrap and the Linux kernel.

In the sandbox the code has a file system of its own. It holds Python, the installed packages, and
the files of `gamelib` and `course` that the worker and the given cells of the homework import: no
master, no check, no other submission. There is no network. A kernel filter refuses further
processes, namespaces, mounts, and memory outside the process, such as shared memory, so that one
limit covers everything. If bubblewrap does not work, code runs only if the lecturer trusts it.
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

SANDBOX_PACKAGES = ("gamelib", "course")
INSIDE = "/course"  # where bubblewrap shows files of the project and the installed packages
# Loaded packages find their modules without the project's folder on the path.
BOOT = (
    "import sys; sys.path[:0] = {paths!r}; import gamelib; from course.handin.worker import main; "
    "sys.path.pop(0); main()"
)
LIBRARY_FOLDERS = ("/lib", "/lib64", "/lib32", "/nix")  # of Python, besides /usr
PROBE_SECONDS = 60
DISK_BYTES = 16 << 20  # of all files together


@dataclass(frozen=True)
class Limits:
    """The limits of a student's code. Seconds are processor time, where it can be measured.

    `seconds` is for one check or one cell; a program that sleeps may take `patience` times as long
    by the clock. `memory`, `file_size` and `answer` are in bytes. `calls` limits the calls of a
    function of the grader during one request.
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
    """The walls around a student's code: their name, and a description for people."""

    name: str
    does: str


BUBBLEWRAP = Walls(
    "bubblewrap",
    "bubblewrap: its own file system without masters, checks and other submissions, no network, "
    "no further processes, limits on time, memory of every kind, threads and files",
)
NONE = Walls("none", "none: all students are trusted, only time and memory are limited")
BASIC_OPTIONS = (
    "--cap-drop ALL --die-with-parent --new-session --unshare-ipc --unshare-net --unshare-pid "
    "--unshare-uts --unshare-cgroup-try --hostname sandbox --ro-bind /usr /usr"
)
# The system calls that the filter refuses, with their numbers on x86_64 and aarch64: processes,
# name spaces, mounts, access to the kernel, and memory that belongs to no process and so to no
# limit, such as data in a socket before it is accepted. A socket pair has a fixed, small size.
REFUSED_CALLS = """
fork 57 -  vfork 58 -  unshare 272 97  setns 308 268  mount 165 40  umount2 166 39
pivot_root 155 41  chroot 161 51  shmget 29 194  shmat 30 196  msgget 68 186  semget 64 190
mq_open 240 180  memfd_create 319 279  vmsplice 278 75  socket 41 198  setsockopt 54 208
inotify_init 253 -  inotify_init1 294 26  fanotify_init 300 262  ptrace 101 117
add_key 248 217  request_key 249 218  keyctl 250 219  bpf 321 280  perf_event_open 298 241
userfaultfd 323 282  process_vm_readv 310 270  process_vm_writev 311 271  syslog 103 116
"""
# System calls from this number on, the same on all machines, do not exist in the sandbox: all calls
# that were added since 2019, such as io_uring. Libraries can do without.
FIRST_NEW_CALL = 424
CLONE_THREAD, UNIX, EPERM, ENOSYS = 0x10000, 1, 1, 38
# A machine, its number in the kernel, and its numbers of clone and socketpair.
MACHINES = {"x86_64": (0xC000003E, 56, 53), "aarch64": (0xC00000B7, 220, 199)}


def find_walls(*, trust: bool = False) -> Walls:
    """Return bubblewrap if it works; else `NONE` with `trust`; else raise an error."""
    if _bubblewrap_works():
        if os.geteuid() == 0 and (closed := _closed()):
            raise ValueError(
                f"you grade as the superuser, so students' code runs as another user, who cannot "
                f"read {closed}; run chmod -R go+rX {closed}"
            )
        return BUBBLEWRAP
    if trust:
        return NONE
    raise ValueError(
        "bubblewrap does not work on this machine, so students' code cannot be isolated, and "
        "nothing was run. Install it (Debian, Ubuntu: apt install bubblewrap), use a container "
        "(instructor/grading.md), or pass --trust if you trust all students"
    )


def start(
    walls: Walls, folder: str, files: Sequence[Path] = (), code: str = ""
) -> subprocess.Popen[bytes]:
    """Start a worker that sees these files of the project, or Python with this code.

    Without a sandbox it starts in `folder` and sees all files. It gets a session of its own: Ctrl-C
    does not reach it, and all of its processes can be killed as a group.
    """
    walled, packages = walls.name == "bubblewrap", _packages()
    inside = [INSIDE, *(f"{INSIDE}/packages{i}" for i in range(len(packages)))]
    code = code or BOOT.format(paths=inside if walled else [str(HOME), *map(str, packages)])
    # The Python behind the virtual environment, because the environment's folder is not mounted.
    # -I would ignore PYTHONHASHSEED; the environment holds only what `_environment` returns.
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
    """Return the environment variables of a worker, without those of the grader.

    Hashes of strings are the same in every run, so scores are, too. Numerical libraries use one
    thread, matplotlib needs no screen, and all threads share one heap, which the limit covers.
    """
    own = {"PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8", "HOME": home, "MPLBACKEND": "agg"}
    own |= {"OMP_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"}
    if "SYSTEMROOT" in os.environ:  # without it Python does not start on Windows
        own["SYSTEMROOT"] = os.environ["SYSTEMROOT"]
    return own


def _closed() -> str:
    """Return a folder that the sandbox needs and that only its owner can read, or ""."""
    folders = [*(HOME / name for name in SANDBOX_PACKAGES), *_packages(), Path(os.__file__).parent]
    return next((str(path) for path in folders if path.stat().st_mode & 0o5 != 0o5), "")


def _packages() -> list[Path]:
    """Return the folders of the installed packages."""
    paths = {sysconfig.get_path(name): None for name in ("purelib", "platlib")}
    return [Path(path) for path in paths if Path(path).is_dir()]


def _bubblewrap(filtered: int, files: Sequence[Path]) -> list[str]:
    options = [shutil.which("bwrap") or "bwrap", *BASIC_OPTIONS.split()]
    if os.geteuid() == 0:
        # The kernel does not limit the threads of the superuser, so the worker changes to another
        # user before it runs anything.
        options += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        options += ["--unshare-user", "--uid", "65534", "--gid", "65534"]
    for path in LIBRARY_FOLDERS:
        if os.path.islink(path):
            options += ["--symlink", os.readlink(path), path]
        else:
            options += ["--ro-bind-try", path, path]
    paths = {f"{INSIDE}/{file.relative_to(HOME).as_posix()}": str(file) for file in files}
    folders = {parent.as_posix() for path in paths for parent in PurePosixPath(path).parents}
    # bubblewrap would create these folders without read permission for others.
    for folder in sorted({"/etc", "/dev", INSIDE, *folders} - {"/"}):
        options += ["--perms", "0755", "--dir", folder]
    for prefix in sorted(map(os.path.realpath, {sys.base_prefix, sys.base_exec_prefix})):
        if prefix != "/usr":
            for above in [*reversed(Path(prefix).parents)][1:]:
                options += ["--perms", "0755", "--dir", str(above)]
            options += ["--ro-bind", prefix, prefix]
    for path, file in paths.items():
        options += ["--ro-bind", file, path]
    for number, packages in enumerate(_packages()):
        options += ["--ro-bind", str(packages), f"{INSIDE}/packages{number}"]
        for name in SANDBOX_PACKAGES:  # if the project is installed there, too
            if (packages / name).is_dir():
                options += ["--perms", "0755", "--tmpfs", f"{INSIDE}/packages{number}/{name}"]
    options += ["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    for device in ("null", "zero", "urandom", "random"):
        options += ["--dev-bind-try", f"/dev/{device}", f"/dev/{device}"]
    options += ["--size", str(DISK_BYTES), "--perms", "1777", "--tmpfs", "/tmp"]
    return [*options, "--remount-ro", "/", "--chdir", "/tmp", "--seccomp", str(filtered)]


def _filter() -> bytes:
    """Return the filter of system calls as the kernel reads it (see `man 2 seccomp`)."""
    machine, clone, socketpair = MACHINES[platform.machine()]
    column = [*MACHINES].index(platform.machine()) + 1
    numbers = [row[column] for row in re.findall(r"(\w+) (\d+) ([\d-]+)", REFUSED_CALLS)]

    def step(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
        return pack("=HBBI", code, then, otherwise, value)

    load, equal, at_least, has, give = 0x20, 0x15, 0x35, 0x45, 0x06
    allow, kill, error = step(give, 0x7FFF0000), step(give, 0x80000000), 0x50000
    refuse, unknown = step(give, error | EPERM), step(give, error | ENOSYS)
    steps = [step(load, 4), step(equal, machine, 1), kill, step(load, 0)]
    steps += [step(at_least, FIRST_NEW_CALL, 0, 1), unknown]
    for number in numbers:
        if number != "-":
            steps += [step(equal, int(number), 0, 1), refuse]
    # The first argument decides: threads but no processes, socket pairs of this machine only.
    for number, test, wanted in ((clone, has, CLONE_THREAD), (socketpair, equal, UNIX)):
        tests = [step(load, 16), step(test, wanted, 0, 1), allow, refuse]
        steps += [step(equal, number, 0, len(tests)), *tests]
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
