"""The grader's side of the conversation with a worker process: ask, wait, trust nothing.

A worker that hangs, dies, sends too much or sends something wrong is killed, and the next question
gets a new one.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import monotonic
from typing import Any, NamedTuple

from course.checks import Answer, Request, replied
from course.data import NotDataError, from_data, to_data
from grader.modules import files_of, imported
from grader.walls import Limits, Walls, start

WORKER = ("course.handin.worker", "course.homework.makers")  # what runs in every sandbox
ANSWER_KINDS = ("value", "error", "missing", "not data", "memory")  # that a worker may send
GONE_TEXTS = {"time": "took too long", "died": "ended the program"}
START_SECONDS = 60  # of processor time, to load Python and gamelib
JOIN_SECONDS = 2  # for the threads of a killed process
POLL_SECONDS = 0.05  # between two readings of the time that a program has used
MAX_MESSAGE_CHARS = 500
FIRST_USER, USERS = 10_000, 50_000  # if the superuser grades, each worker gets a user of its own
MAX_LOGGED_BYTES = 2_000  # of the printed output
VMSTAT = Path("/proc/vmstat")  # counts how often Linux killed a program because memory ran out


class ProgramCell(NamedTuple):
    """A cell of the program: its name, its text, and whether the student wrote it."""

    name: str
    source: str
    own: bool = True
    after: int = 0  # the number of questions that are asked before it runs


class WallsError(RuntimeError):
    """The sandbox itself failed, through no fault of the student."""


class Student:
    """A student's program in a sandbox. Use it in a `with` block, which stops it at the end.

    The program starts at the first request, and again for the question after a crash. A question
    sees the names that the cells above it define, as in the notebook, and none from below. A cell
    that hangs or crashes is left out of the next start, so only its own names are lost.
    """

    def __init__(self, cells: Sequence[ProgramCell], walls: Walls, limits: Limits) -> None:
        """Take the cells of the program, its sandbox and its limits."""
        self.cells, self.walls, self.limits = tuple(cells), walls, limits
        self.failures: dict[str, Answer] = {}  # by the name of the cell
        given = [module for cell in cells if not cell.own for module in imported(cell.source)]
        self.files = files_of([*WORKER, *given])  # of the project, in the sandbox
        self.log: list[str] = []
        self.gone = ""  # why the rest of this question gets no answer: a key of GONE_TEXTS
        self.quiet = False  # leave error messages out of the log: they may reveal hidden checks
        self._worker: _Worker | None = None
        self._ran = 0  # the number of cells that ran in this worker
        self._question = inf
        self._new_question = True

    def __enter__(self) -> Student:
        """Return itself; nothing is started yet."""
        return self

    def __exit__(self, *error: object) -> None:
        """End the program and everything that it started."""
        self.end()

    def begin(self, question: float = inf, gone: str = "") -> None:
        """Begin a question, by its number from 0, with the time and state of a fresh start.

        `gone` says why this question gets no more answers, if an earlier run of it has shown that.
        Without a number all cells run first.
        """
        self.gone, self._question = gone, question
        self._new_question = True
        self.begin_check()

    def begin_check(self) -> None:
        """Begin a check: reset the time used."""
        if self._worker:
            self._worker.begin()

    def ask(self, request: Request) -> Answer:
        """Send a request to the program and return its answer.

        After a crash or a time-out the rest of the question gets the same answer at once.
        """
        if self.gone:
            return Answer(self.gone)
        while (worker := self._with_its_cells()) is None:
            pass
        asked = {name: to_data(it) for name, it in vars(request).items() if name != "back"}
        message = {"seed": self._new_question, "request": asked, "back": request.back is not None}
        self._new_question = False
        answer = worker.exchanged(message, request.back)
        if answer.kind in GONE_TEXTS:
            self.gone = answer.kind
            self.end()
        return self._explained(request.name) if answer.kind == "missing" else answer

    def _with_its_cells(self) -> _Worker | None:
        """Return the process after running the cells above the question; None if one ended it."""
        if self._worker is None:
            self._worker, self._ran = _Worker(self.walls, self.limits, self.files), 0
        worker = self._worker
        due = [cell for cell in self.cells if cell.after <= self._question]
        for cell in due[self._ran :]:
            self._ran += 1
            before = self.failures.get(cell.name)
            if before and before.kind in GONE_TEXTS:
                continue
            worker.begin()
            answer = worker.exchanged({"seed": False, "cell": cell[:3]})
            if answer.kind != "value":
                self.failures[cell.name] = answer
                text = "raised an error" if self.quiet else f"raised {answer.message}"
                text = GONE_TEXTS.get(answer.kind, text)
                if before is None:
                    self.log.append(f"the cell {cell.name} {text}")
            if answer.kind in GONE_TEXTS:
                self.end()
                return None
            worker.begin()
        return worker

    def _explained(self, name: str) -> Answer:
        """Return the answer for a missing name: the failure of the cell that defines it, if any."""
        word = re.escape(name)
        defines = re.compile(rf"^[ \t]*(def|class)\s+{word}\b|^{word}\s*[:=]", re.MULTILINE)
        for cell in self.cells:
            if cell.name in self.failures and defines.search(cell.source):
                return self.failures[cell.name]
        return Answer("missing")

    def end(self) -> None:
        """End the process, if there is one, and log the beginning of its output."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()
            printed = worker.printed.decode("utf-8", "replace").strip()
            for line in (f"it printed: {printed}" if printed else "", worker.remark):
                if line and line not in self.log:
                    self.log.append(line)


class _Worker:
    """A process in a sandbox, and two threads: one reads its output, one watches its time."""

    def __init__(self, walls: Walls, limits: Limits, files: Sequence[Path]) -> None:
        """Start the process and send it its limits."""
        self.printed, self.remark = b"", ""
        self._limits, self._seconds = limits, float(START_SECONDS)
        self._used = self._before = 0.0  # seconds; only the watching thread writes `_used`
        self._waiting, self._late, self._ended = False, False, Event()
        self._kills = _memory_kills()
        walled = walls.name == "bubblewrap"
        # Without a sandbox the worker gets a folder to work in; it removes the folder, too.
        self._folder = None if walled else TemporaryDirectory(ignore_cleanup_errors=True)
        self._process: Any = start(walls, self._folder.name if self._folder else "", files)
        self._pid, self._files = self._process.pid, -1
        self._threads = [Thread(target=work, daemon=True) for work in (self._drain, self._watch)]
        for thread in self._threads:
            thread.start()
        try:
            user = FIRST_USER + self._pid % USERS if walled else 0
            if self.exchanged({"limits": asdict(limits), "user": user}).kind != "value":
                raise OSError("it does not answer")
            if walled:  # bubblewrap starts one process, perhaps through another one
                while children := Path(f"/proc/{self._pid}/task/{self._pid}/children").read_text():
                    self._pid = int(children.split()[0])
                self._files = os.open(f"/proc/{self._pid}/root/tmp", os.O_RDONLY)
        except OSError as error:
            self.end()
            printed = self.printed.decode("utf-8", "replace").strip()
            raise WallsError(f"the sandbox did not start: {printed or error}") from None

    def begin(self) -> None:
        """Reset the time used."""
        self._seconds, self._before = self._limits.seconds, self._used

    def exchanged(self, message: dict[str, Any], back: Callable[..., Any] | None = None) -> Answer:
        """Return the answer to a message, or why there is none. The program may call `back`."""
        message["token"] = token = secrets.token_hex(8)
        left, calls = 4 * self._limits.answer, self._limits.calls  # for all calls together
        while True:
            try:
                most = min(left, self._limits.answer)
                line = self._sent_and_received(json.dumps(message).encode() + b"\n", most)
                reply, left, calls = json.loads(line), left - len(line), calls - 1
            except EOFError:
                if not self._late and _memory_kills() > self._kills:
                    raise WallsError(
                        "the machine ran out of memory; take fewer --workers"
                    ) from None
                return Answer("time" if self._late else "died")
            except (ValueError, RecursionError):
                reply = None
            if not isinstance(reply, dict) or reply.get("token") != token:
                self.remark = "the program sent a message that is not an answer"
                return Answer("died")
            if back is None or "call" not in reply:
                return _answer(reply.get("answer"))
            if calls < 0:
                return Answer("time", message=f"more than {self._limits.calls:,} calls")
            message = replied(back, reply["call"])

    def _sent_and_received(self, data: bytes, most: int) -> bytes:
        """Send a line and return the next one; raise an error if more than one line comes."""
        self._waiting = True
        try:
            with suppress(OSError):  # if the process is gone, reading shows why
                while data:
                    data = data[self._process.stdin.write(data) :]
            line = bytearray()
            while not line.endswith(b"\n"):
                part = os.read(self._process.stdout.fileno(), 1 << 16)
                line += part
                if b"\n" in part[:-1]:
                    raise ValueError("two lines were sent")
                if not part or len(line) > most:
                    raise EOFError
        finally:
            self._waiting = False
        return bytes(line)

    def _drain(self) -> None:
        """Keep the beginning of the output and drop the rest."""
        while part := os.read(self._process.stderr.fileno(), 1 << 16):
            self.printed += part[: MAX_LOGGED_BYTES - len(self.printed)]

    def _watch(self) -> None:
        """Kill the process when it has used up its time, slept too long, or made too many files.

        Waiting for the processor does not count, so a busy machine changes no score.
        """
        then, before = monotonic(), 0.0
        while not self._ended.wait(POLL_SECONDS):
            now, (used, runs) = monotonic(), _used(self._pid)
            slept = 0 if runs or not self._waiting else min(now - then, 10 * POLL_SECONDS)
            worked = max(used - before, 0)
            self._used += worked + max(slept - worked, 0) / self._limits.patience
            then, before = now, max(used, before)  # `used` is 0 if it could not be read
            self._late = self._used - self._before > self._seconds
            disk = os.fstatvfs(self._files) if self._files >= 0 else None
            if disk and disk.f_files - disk.f_ffree > self._limits.files:
                self.remark = f"the program made more than {self._limits.files:,} files"
            if self._late or self.remark:
                return self._kill()

    def _kill(self) -> None:
        with suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def end(self) -> None:
        """End the process and all processes in its session."""
        self._ended.set()
        with self._process:  # waits for its end, and closes the pipes
            self._kill()
            for thread in self._threads:
                thread.join(JOIN_SECONDS)
        if self._files >= 0:
            os.close(self._files)
        if self._folder:
            self._folder.cleanup()


def _used(pid: int) -> tuple[float, bool]:
    """Return the processor time that a process has used, and whether it runs or is ready to run.

    It runs if one of its threads does. On a system without /proc (and so without a sandbox), all
    time counts as sleep.
    """
    folder = Path(f"/proc/{pid}")
    try:
        fields = _stat(folder)
        used = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0.0, False
    try:
        return used, any(_stat(thread)[0] == "R" for thread in (folder / "task").iterdir())
    except OSError:  # a thread has just ended
        return used, True


def _memory_kills() -> int:
    """Return how often Linux has killed a program because memory ran out; 0 on other systems."""
    with suppress(OSError):
        if match := re.search(r"^oom_kill (\d+)", VMSTAT.read_text(), re.MULTILINE):
            return int(match[1])
    return 0


def _stat(folder: Path) -> list[str]:
    return (folder / "stat").read_text().rpartition(")")[2].split()


def _answer(data: object) -> Answer:
    """Return the answer that a worker sent; "died" if it is not an answer."""
    match data:
        case {"kind": kind, "value": value, "message": str(message), "changed": bool(changed)} if (
            kind in ANSWER_KINDS
        ):
            message = message[:MAX_MESSAGE_CHARS].encode("utf-8", "backslashreplace").decode()
            try:
                return Answer(kind, from_data(value), message, changed)
            except NotDataError as error:
                return Answer("not data", message=str(error))
    return Answer("died")
