"""The grader's side of the conversation with a worker: it asks, waits, and believes nothing.

A worker that hangs, dies, floods us or forges is ended, and the next question gets a new one.
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
from grader.walls import Limits, Walls, start

KINDS = ("value", "error", "missing", "not data", "memory")  # what a worker may say itself
GONE = {"time": "took too long", "died": "ended the program"}
START_SECONDS = 60  # of a processor, for Python and gamelib to be loaded
END_SECONDS = 2  # for a process that was killed
LOOK_SECONDS = 0.05  # between two looks at the time that a program has used
LONGEST_WORDS = 500
FIRST_USER, USERS = 10_000, 50_000  # where the superuser grades, each worker is a user of its own
KEPT = 2_000  # bytes of what is printed that the log shows
MACHINE = Path("/proc/vmstat")  # how often Linux has ended a program because memory ran out


class Cell(NamedTuple):
    """A cell of the program: its name, its text, and whether the student wrote it."""

    name: str
    source: str
    own: bool = True
    after: int = 0  # so many questions: they are asked before it runs


class WallsError(RuntimeError):
    """The walls themselves do not work: no fault of the student's."""


class Student:
    """A student's program behind walls, in a `with` block that stops it. Ask it for answers.

    It is started when it is first asked, and again for the question after a crash. A question finds
    what the cells above it have defined, as in the notebook, and nothing from below. Cells that
    hang or crash are left out of the next start, so that they cost what they define and no more.
    """

    def __init__(self, cells: Sequence[Cell], walls: Walls, limits: Limits) -> None:
        """Take the cells of the program, and the walls around it."""
        self.cells, self.walls, self.limits = tuple(cells), walls, limits
        self.troubles: dict[str, Answer] = {}  # a cell → what happened
        self.log: list[str] = []
        self.gone = ""  # why the rest of this question gets no answer
        self.quiet = False  # words of an error are not logged: they may tell what was asked
        self._worker: _Worker | None = None
        self._ran = 0  # cells, in this worker
        self._question = inf
        self._new_question = True

    def __enter__(self) -> Student:
        """Start nothing yet."""
        return self

    def __exit__(self, *error: object) -> None:
        """End the program and everything that it has started."""
        self.end()

    def begin(self, question: float = inf, gone: str = "") -> None:
        """Begin a question, by its number from 0: what an earlier one has broken is forgotten.

        `gone` says why this one gets no more answers, if that is known. Without a number all cells
        run first.
        """
        self.gone, self._question = gone, question
        self._new_question = True
        self.begin_check()

    def begin_check(self) -> None:
        """Begin a check: the time that earlier ones took is forgotten."""
        if self._worker:
            self._worker.begin()

    def ask(self, request: Request) -> Answer:
        """Put a request to the program and return its answer.

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
        if answer.kind in GONE:
            self.gone = answer.kind
            self.end()
        return self._explained(request.name) if answer.kind == "missing" else answer

    def _with_its_cells(self) -> _Worker | None:
        """Return the process with the cells above the question run; None if one has ended it."""
        if self._worker is None:
            self._worker, self._ran = _Worker(self.walls, self.limits), 0
        worker = self._worker
        due = [cell for cell in self.cells if cell.after <= self._question]
        for cell in due[self._ran :]:
            self._ran += 1
            before = self.troubles.get(cell.name)
            if before and before.kind in GONE:
                continue
            worker.begin()
            answer = worker.exchanged({"seed": False, "cell": cell[:3]})
            if answer.kind != "value":
                self.troubles[cell.name] = answer
                words = "raised an error" if self.quiet else f"raised {answer.words}"
                words = GONE.get(answer.kind, words)
                self.log += [f"the cell {cell.name} {words}"] if before is None else []
            if answer.kind in GONE:
                self.end()
                return None
            worker.begin()
        return worker

    def _explained(self, name: str) -> Answer:
        """Return what to say where a name is missing: what happened to its cell, if that failed."""
        word = re.escape(name)
        defines = re.compile(rf"^[ \t]*(def|class)\s+{word}\b|^{word}\s*[:=]", re.MULTILINE)
        for cell in self.cells:
            if cell.name in self.troubles and defines.search(cell.source):
                return self.troubles[cell.name]
        return Answer("missing")

    def end(self) -> None:
        """End the process, if there is one, and log the beginning of what it printed."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()
            printed = worker.printed.decode("utf-8", "replace").strip()
            for words in (f"it printed: {printed}" if printed else "", worker.remark):
                self.log += [words] if words not in ("", *self.log) else []


class _Worker:
    """A process behind walls, and two threads: one reads what it prints, one looks at its time."""

    def __init__(self, walls: Walls, limits: Limits) -> None:
        """Start it and tell it its limits."""
        self.printed, self.remark = b"", ""
        self._limits, self._seconds = limits, float(START_SECONDS)
        self._used = self._before = 0.0  # seconds; the watching thread alone writes the first
        self._waiting, self._late, self._ended = False, False, Event()
        self._lacked = _lacked_memory()
        walled = walls.name == "bubblewrap"
        # Without walls there is a folder to work in, which the worker removes as well.
        self._folder = None if walled else TemporaryDirectory(ignore_cleanup_errors=True)
        self._process: Any = start(walls, self._folder.name if self._folder else "")
        self._pid, self._files = self._process.pid, -1
        self._threads = [Thread(target=work, daemon=True) for work in (self._drain, self._watch)]
        for thread in self._threads:
            thread.start()
        try:
            user = FIRST_USER + self._pid % USERS if walled else 0
            if self.exchanged({"limits": asdict(limits), "user": user}).kind != "value":
                raise OSError("it says nothing")
            if walled:  # bubblewrap has started one process, perhaps by another, and no more
                while children := Path(f"/proc/{self._pid}/task/{self._pid}/children").read_text():
                    self._pid = int(children.split()[0])
                self._files = os.open(f"/proc/{self._pid}/root/tmp", os.O_RDONLY)
        except OSError as error:
            self.end()
            printed = self.printed.decode("utf-8", "replace").strip()
            raise WallsError(f"the sandbox did not start: {printed or error}") from None

    def begin(self) -> None:
        """Forget the time used so far."""
        self._seconds, self._before = self._limits.seconds, self._used

    def exchanged(self, message: dict[str, Any], back: Callable[..., Any] | None = None) -> Answer:
        """Return the answer to a message, or why there is none; meanwhile `back` may be called."""
        message["token"] = token = secrets.token_hex(8)
        left, calls = 4 * self._limits.answer, self._limits.calls  # of all calls together
        while True:
            try:
                most = min(left, self._limits.answer)
                line = self._sent_and_received(json.dumps(message).encode() + b"\n", most)
                told, left, calls = json.loads(line), left - len(line), calls - 1
            except EOFError:
                if not self._late and _lacked_memory() > self._lacked:
                    raise WallsError(
                        "the machine ran out of memory; take fewer --workers"
                    ) from None
                return Answer("time" if self._late else "died")
            except (ValueError, RecursionError):
                told = None  # the same as below, whether it comes at once or in parts
            if not isinstance(told, dict) or told.get("token") != token:
                self.remark = "the program sent something that nobody had asked for"
                return Answer("died")
            if back is None or "call" not in told:
                return _answer(told.get("answer"))
            if calls < 0:
                return Answer("time", words=f"more than {self._limits.calls:,} calls")
            message = replied(back, told["call"])

    def _sent_and_received(self, data: bytes, most: int) -> bytes:
        """Send a line and return the one that comes next: nothing may come after it."""
        self._waiting = True
        try:
            with suppress(OSError):  # if it is gone, reading finds out why
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
        """Keep the beginning of what is printed; the rest costs nothing."""
        while part := os.read(self._process.stderr.fileno(), 1 << 16):
            self.printed += part[: KEPT - len(self.printed)]

    def _watch(self) -> None:
        """End the process when it has used up its time, or slept too long, or made too many files.

        What it waits for the processor is nobody's fault, so a busy machine changes nothing.
        """
        then, before = monotonic(), 0.0
        while not self._ended.wait(LOOK_SECONDS):
            now, (used, runs) = monotonic(), _used(self._pid)
            slept = 0 if runs or not self._waiting else min(now - then, 10 * LOOK_SECONDS)
            worked = max(used - before, 0)
            self._used += worked + max(slept - worked, 0) / self._limits.patience
            then, before = now, max(used, before)  # 0 where the system cannot tell just now
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
        """End the process and all in its session."""
        self._ended.set()
        with self._process:  # which waits for its end, and closes the pipes
            self._kill()
            for thread in self._threads:
                thread.join(END_SECONDS)
        if self._files >= 0:
            os.close(self._files)
        if self._folder:
            self._folder.cleanup()


def _used(pid: int) -> tuple[float, bool]:
    """Return the seconds of a processor that a process has used, and whether it runs or wants to.

    It does if one of its threads does. A system that does not tell (it has no walls either) has a
    clock: then all the time is asleep.
    """
    folder = Path(f"/proc/{pid}")
    try:
        words = _stat(folder)
        used = (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0.0, False
    try:
        return used, any(_stat(thread)[0] == "R" for thread in (folder / "task").iterdir())
    except OSError:  # of a thread that has ended just now
        return used, True


def _lacked_memory() -> int:
    """Return how often this machine has ended a program because memory ran out, where it tells."""
    with suppress(OSError):
        if found := re.search(r"^oom_kill (\d+)", MACHINE.read_text(), re.MULTILINE):
            return int(found[1])
    return 0


def _stat(folder: Path) -> list[str]:
    return (folder / "stat").read_text().rpartition(")")[2].split()


def _answer(data: object) -> Answer:
    """Return what a worker has sent as an answer; if it is none, say so."""
    match data:
        case {"kind": kind, "value": value, "words": str(words), "changed": bool(changed)} if (
            kind in KINDS
        ):
            words = words[:LONGEST_WORDS].encode("utf-8", "backslashreplace").decode()
            try:
                return Answer(kind, from_data(value), words, changed)
            except NotDataError as error:
                return Answer("not data", words=str(error))
    return Answer("died")
