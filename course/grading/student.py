"""The grader's side of the conversation with a worker: it asks, waits, and believes nothing.

A worker that hangs, dies, floods us or forges is ended, and the next question gets a new one.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import signal
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import lru_cache
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from course.expect import Answer, Request
from course.grading.data import NotDataError, from_data, to_data
from course.grading.walls import Limits, Walls, command_line, environment

__all__ = ["Cell", "Student", "WallsError"]

T = TypeVar("T")

KINDS = ("value", "error", "missing", "not data", "memory")  # what a worker may say itself
GONE = {"time": "took too long", "output": "printed too much", "died": "ended the program"}
START_SECONDS = 30  # for Python and gamelib to be loaded, on a busy machine
END_SECONDS = 2  # for a process that was killed
LONGEST_WORDS = 500
KEPT = 2_000  # bytes of what is printed that the log shows
TIMER = (-27, 128 + 27)  # how a process ends by the clock that the worker sets: SIGPROF


class Cell(NamedTuple):
    """A cell of the program: its name, its text, and whether the student wrote it."""

    name: str
    source: str
    own: bool = True


class WallsError(RuntimeError):
    """The walls themselves do not work: no fault of the student's."""


class Student:
    """A student's program behind walls, in a `with` block that stops it. Ask it for answers.

    It is started when it is first asked, and again for the question after a crash. Cells that
    hang or crash are left out of the next start, so that they cost what they define and no more.
    """

    def __init__(self, cells: Sequence[Cell], walls: Walls, limits: Limits) -> None:
        """Take the cells of the program, and the walls around it."""
        self.cells, self.walls, self.limits = tuple(cells), walls, limits
        self.troubles: dict[str, Answer] = {}  # a cell → what happened
        self.log: list[str] = []
        self.gone = ""  # why the rest of this question gets no answer
        self._process: Any = None  # with all three pipes
        self._left = limits.total_seconds * limits.patience
        self._new_question = True

    def __enter__(self) -> Student:
        """Start nothing yet."""
        return self

    def __exit__(self, *error: object) -> None:
        """End the program and everything that it has started."""
        _awaited(self._close())

    def begin(self) -> None:
        """Begin a question: what an earlier one has broken is forgotten."""
        self.gone = ""
        self._new_question = True

    def ask(self, request: Request) -> Answer:
        """Put a request to the program and return its answer.

        After a crash or a time-out the rest of the question gets the same answer at once.
        """
        if self.gone:
            return Answer(self.gone)
        answer = _awaited(self._ask(request))
        self.gone = answer.kind if answer.kind in GONE else ""
        return self._explained(request.name) if answer.kind == "missing" else answer

    async def _ask(self, request: Request) -> Answer:
        while self._process is None:
            if self._left <= 0:
                return Answer("time")
            await self._run_cells()
        seed, self._new_question = self._new_question, False
        asked = {name: to_data(value) for name, value in vars(request).items()}
        return await self._timed({"seed": seed, "request": asked})

    async def _run_cells(self) -> None:
        """Start the process and let it run all cells, or end with the first that ends it."""
        await self._start()
        for cell in self.cells:
            before = self.troubles.get(cell.name)
            if before and before.kind in GONE:
                continue
            answer = await self._timed({"seed": False, "cell": cell})
            if answer.kind != "value":
                self.troubles[cell.name] = answer
                words = GONE.get(answer.kind, f"raised {answer.words}")
                self.log += [f"the cell {cell.name} {words}"] if before is None else []
            if answer.kind in GONE:
                return

    def _explained(self, name: str) -> Answer:
        """Return what to say where a name is missing: what happened to its cell, if that failed."""
        word = re.escape(name)
        defines = re.compile(rf"^\s*(def|class)\s+{word}\b|^{word}\s*[:=]", re.MULTILINE)
        for cell in self.cells:
            if cell.name in self.troubles and defines.search(cell.source):
                return self.troubles[cell.name]
        return Answer("missing")

    # ---- the process -----------------------------------------------------------------------------

    async def _start(self) -> None:
        """Start the process, tell it its limits, and wait until it is ready."""
        self._printed, self._flooded = b"", False
        self._folder = TemporaryDirectory(prefix="homework-worker-", ignore_cleanup_errors=True)
        # In a session of its own: Ctrl-C does not reach it, and it can be ended as a group.
        self._process = await asyncio.create_subprocess_exec(
            *command_line(self.walls),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=self.limits.answer,
            cwd=self._folder.name,
            env=environment(),
            start_new_session=True,
        )
        self._drained = asyncio.create_task(self._drain(self._process))
        about = {"limits": asdict(self.limits), "walled": self.walls.name == "bubblewrap"}
        if (await self._exchanged(about, START_SECONDS)).kind != "value":
            printed = self._printed.decode("utf-8", "replace").strip()
            raise WallsError(f"the sandbox did not start: {printed}")

    async def _timed(self, message: dict[str, Any]) -> Answer:
        begin = monotonic()
        most = min(self.limits.seconds * self.limits.patience, self._left)
        answer = await self._exchanged(message, most)
        self._left -= monotonic() - begin
        return answer

    async def _exchanged(self, message: dict[str, Any], seconds: float) -> Answer:
        """Return the answer to a message, or why there is none: then the process is ended."""
        message["token"] = secrets.token_hex(8)
        try:
            async with asyncio.timeout(seconds):
                answer = await self._received(message)
        except TimeoutError:
            answer = Answer("time")
        if answer.kind in GONE:
            await self._close()
        return answer

    async def _received(self, sent: dict[str, Any]) -> Answer:
        process = self._process
        try:
            process.stdin.write(json.dumps(sent).encode() + b"\n")
            with suppress(ConnectionError):  # if it is gone, reading finds out why
                await process.stdin.drain()
            message = json.loads(await process.stdout.readuntil(b"\n"))
        except asyncio.IncompleteReadError:
            with suppress(TimeoutError):  # how it ends, says why
                async with asyncio.timeout(1):
                    await process.wait()
            timer = process.returncode in TIMER
            return Answer("output" if self._flooded else "time" if timer else "died")
        except (asyncio.LimitOverrunError, ValueError, RecursionError):
            return Answer("died")
        if not isinstance(message, dict) or message.get("token") != sent["token"]:
            self.log.append("the program sent something that nobody had asked for")
            return Answer("died")
        return _answer(message.get("answer"))

    async def _drain(self, process: Any) -> None:
        total = 0
        while part := await process.stderr.read(65_536):
            total += len(part)
            self._printed = (self._printed + part)[:KEPT]
            if total > self.limits.output:
                self._flooded = True
                with suppress(ProcessLookupError):
                    process.kill()

    async def _close(self) -> None:
        """End the process and all in its session, and log the beginning of what it printed."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        process.stdin.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(END_SECONDS):  # it has ended when its pipes have been read
                await asyncio.gather(process.stdout.read(), self._drained)
                await process.wait()
        self._folder.cleanup()
        printed = f"it printed: {self._printed.decode('utf-8', 'replace').strip()}"
        if self._printed.strip() and printed not in self.log:
            self.log.append(printed)


def _answer(data: object) -> Answer:
    """Return what a worker has sent as an answer; if it is none, say so."""
    if not isinstance(data, dict) or data.get("kind") not in KINDS:
        return Answer("died")
    words, changed = data.get("words"), data.get("changed")
    if not isinstance(words, str) or not isinstance(changed, bool):
        return Answer("died")
    try:
        value = from_data(data.get("value"))
    except (NotDataError, RecursionError):
        return Answer("not data", words="the answer is not written as data")
    return Answer(data["kind"], value, words[:LONGEST_WORDS], changed)


@lru_cache(maxsize=1)
def _loop() -> asyncio.AbstractEventLoop:
    """Return the loop of all conversations; not the one of a notebook, which is busy with it."""
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, daemon=True).start()
    return loop


def _awaited(coroutine: Coroutine[Any, Any, T]) -> T:
    return asyncio.run_coroutine_threadsafe(coroutine, _loop()).result()
