"""What a worker takes away from itself before a student's code runs; nothing gives it back.

Limits of the system where there are any, a filter that refuses new processes on Linux, and, where
bubblewrap is missing, a fence in Python: a hook that refuses files, sockets and signals.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

__all__ = ["fence_in", "forbid_processes", "limit"]

CLONE_THREAD = 0x10000
AGAIN, UNKNOWN = 11, 38  # what the refused calls answer: EAGAIN, ENOSYS
# machine: (its number in the kernel, calls that make a process, clone, clone3)
CALLS = {"x86_64": (0xC000003E, (57, 58), 56, 435), "aarch64": (0xC00000B7, (), 220, 435)}

REFUSED = (
    "socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork",
    "os.kill", "os.startfile", "ctypes.", "sqlite3.", "signal.pthread_kill", "winreg.", "_winapi.",
    "syslog.", "fcntl.", "pty.", "sys.addaudithook",
)  # fmt: skip
CHANGES = (
    "os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir",
    "os.symlink", "os.truncate", "os.utime", "os.setxattr", "os.removexattr", "shutil.",
)  # fmt: skip
HARMLESS = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")


def limit(memory: int, file_size: int, cpu_seconds: float) -> None:
    """Set the limits of the system; where there are none (Windows), do nothing."""
    try:
        import resource
    except ImportError:
        return
    wanted = {
        "RLIMIT_AS": memory,
        "RLIMIT_FSIZE": file_size,
        "RLIMIT_CPU": int(cpu_seconds) + 1,
        "RLIMIT_NOFILE": 64,
        "RLIMIT_CORE": 0,
        "RLIMIT_NPROC": 64,
    }
    for name, most in wanted.items():
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        hard = resource.getrlimit(kind)[1]
        value = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(kind, (value, value))
        except (OSError, ValueError):  # some systems know a limit and do not take it
            continue


def forbid_processes() -> bool:
    """Let the system refuse new processes; threads may be made. Tell whether that is possible.

    The limit on their number counts all processes of a user, and does not bind the superuser; so
    on Linux a filter refuses the calls themselves. It also ends the worker with its parent.
    """
    if not sys.platform.startswith("linux"):
        return False
    import ctypes

    calls = CALLS.get(os.uname().machine)
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(1, 9, 0, 0, 0)  # PR_SET_PDEATHSIG, SIGKILL
    if calls is None or libc.prctl(38, 1, 0, 0, 0) != 0:  # PR_SET_NO_NEW_PRIVS
        return False
    program = _filter(*calls)
    code = ctypes.create_string_buffer(program, len(program))

    class Filter(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))

    given = Filter(len(program) // 8, ctypes.addressof(code))
    done = bool(libc.prctl(22, 2, ctypes.byref(given), 0, 0) == 0)  # PR_SET_SECCOMP, a filter
    for name in [name for name in sys.modules if name in ("ctypes", "_ctypes")]:
        del sys.modules[name]  # whoever wants it has to ask for it
    return done


def _filter(machine: int, makers: Sequence[int], clone: int, clone3: int) -> bytes:
    """Return the program that the kernel runs on every call: eight bytes a step."""
    from struct import pack

    load, equal, any_bit, larger, answer = 0x20, 0x15, 0x45, 0x35, 0x06
    allow, refuse = 0x7FFF0000, 0x00050000
    steps: list[tuple[int, int, int, int]] = [
        (load, 0, 0, 4),  # which machine's numbers: those of another one are not known here
        (equal, 1, 0, machine),
        (answer, 0, 0, refuse | UNKNOWN),
        (load, 0, 0, 0),  # the number of the call
        (larger, 0, 1, 0x40000000),  # a second set of numbers on x86_64
        (answer, 0, 0, refuse | UNKNOWN),
    ]
    for number in makers:
        steps += [(equal, 0, 1, number), (answer, 0, 0, refuse | AGAIN)]
    # Its flags are hidden in memory: told that it is unknown, the C library takes clone.
    steps += [(equal, 0, 1, clone3), (answer, 0, 0, refuse | UNKNOWN)]
    steps += [(equal, 0, 3, clone), (load, 0, 0, 16), (any_bit, 1, 0, CLONE_THREAD)]
    steps += [(answer, 0, 0, refuse | AGAIN), (answer, 0, 0, allow)]
    return b"".join(pack("=HBBI", *step) for step in steps)


def fence_in(readable: Sequence[str], own: str) -> None:
    """Refuse files outside of these folders, sockets, programs and signals.

    `own` is the folder that may be written to. A hook cannot be taken away again, but it only
    sees what Python does: code of another language gets around it.
    """
    may_read = tuple(os.path.join(os.path.realpath(path), "") for path in readable)
    home = os.path.join(os.path.realpath(own), "")
    listed = {os.path.realpath(path) for path in sys.path if path}
    real, join, text = os.path.realpath, os.path.join, os.fsdecode

    def inside(path: Any, folders: tuple[str, ...]) -> bool:
        if isinstance(path, int):
            return True  # a file that is open already
        full = real(text(path))
        return full in HARMLESS or join(full, "").startswith(folders)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "import":
            if arguments[0] in ("ctypes", "_ctypes", "_posixsubprocess"):
                raise ImportError(f"{arguments[0]} is not there while homework is graded")
        elif event == "open":
            path, _, flags = arguments
            writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            if not inside(path, (home,) if writes else (home, *may_read)):
                raise PermissionError(f"homework that is graded may not open {text(path)}")
        elif event in ("os.listdir", "os.scandir", "os.chdir"):
            path = arguments[0] if arguments and arguments[0] is not None else "."
            if not inside(path, (home, *may_read)) and real(text(path)) not in listed:
                raise PermissionError(f"homework that is graded may not look into {text(path)}")
        elif event.startswith(CHANGES):
            paths = [part for part in arguments if isinstance(part, str | bytes)]
            if not all(inside(path, (home,)) for path in paths):
                raise PermissionError("homework that is graded may only write to its own folder")
        elif event.startswith(REFUSED):
            raise PermissionError(f"homework that is graded may not use {event}")

    sys.addaudithook(hook)
