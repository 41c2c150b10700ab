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
from dataclasses import dataclass
from functools import lru_cache
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

from course.expect import Answer, Request
from course.grading.data import NotDataError, from_data, to_data
from course.grading.walls import Limits, Walls, command_line, environment

__all__ = ["Cell", "Student", "WallsError"]

T = TypeVar("T")

KINDS = ("value", "error", "missing", "not data", "memory", "died")  # what a worker may say itself
START_SECONDS = 30  # for Python and gamelib to be loaded, on a busy machine
END_SECONDS = 2  # for a process that was killed
LONGEST_WORDS = 500
KEPT = 2_000  # bytes of what is printed that the log shows
TIMER = (-27, 128 + 27)  # how a process ends by the clock that the worker sets: SIGPROF


@dataclass(frozen=True)
class Cell:
    """A cell of the program: its name, its text, and whether the student wrote it."""

    name: str
    source: str
    answer: bool = True


class WallsError(RuntimeError):
    """The walls themselves do not work: no fault of the student's."""


class _GoneError(Exception):
    """The worker is gone; the words say why: "time", "output" or "died"."""


class Student:
    """A student's program behind walls. Ask it for answers; stop it in the end.

    It is started when it is first asked, and again for the question after a crash. Cells that
    hang or crash are left out of the next start, so that they cost what they define and no more.
    """

    def __init__(self, cells: Sequence[Cell], walls: Walls, limits: Limits) -> None:
        """Take the cells of the program, and the walls around it."""
        self.cells, self.walls, self.limits = tuple(cells), walls, limits
        self.troubles: dict[str, tuple[str, str]] = {}  # a cell → what happened: kind, words
        self.log: list[str] = []
        self.gone = ""  # why the rest of this question gets no answer
        self._process: asyncio.subprocess.Process | None = None
        self._left = limits.total_seconds * limits.patience
        self._new_question = True

    def __enter__(self) -> Student:
        """Use it in a `with` block: it is stopped at its end, whatever happens."""
        return self

    def __exit__(self, *error: object) -> None:
        """Stop it."""
        self.stop()

    def begin(self, question: str) -> None:
        """Begin a question: what an earlier one has broken is forgotten."""
        self.gone = ""
        self._new_question = True

    def ask(self, request: Request) -> Answer:
        """Put a request to the program and return its answer.

        After a crash or a time-out the rest of the question gets the same answer at once.
        """
        if self.gone:
            return Answer(self.gone)
        return _awaited(self._ask(request))

    def stop(self) -> None:
        """End the program and everything that it has started."""
        _awaited(self._close())

    async def _ask(self, request: Request) -> Answer:
        asked = {
            "token": (token := secrets.token_hex(8)),
            "seed": self._new_question,
            "request": {
                "name": request.name,
                "arguments": to_data(request.arguments),
                "made": to_data(request.made),
                "through": request.through,
            },
        }
        try:
            await self._run_cells()
            self._new_question = False
            message = await self._wait(self._received(asked))
            if message.get("token") != token:
                self.log.append("the program sent something that nobody had asked for")
                raise _GoneError("died")
        except _GoneError as gone:
            self.gone = str(gone)
            await self._close()
            return Answer(self.gone)
        return self._explained(request, _answer(message.get("answer")))

    async def _run_cells(self) -> None:
        """Start the process and let it run all cells, unless it has."""
        while self._process is None:
            cells = [cell for cell in self.cells if not self._ends(cell)]
            try:
                async with asyncio.timeout(START_SECONDS):
                    await self._start(cells)  # what comes after that is the student's time
            except (_GoneError, TimeoutError):
                raise WallsError(f"the sandbox did not start: {await self._end()}") from None
            for cell in cells:
                try:
                    message = await self._wait(self._received())
                    trouble = message.get("trouble")
                    if message.get("cell") != cell.name or not isinstance(trouble, str):
                        raise _GoneError("died")
                except _GoneError as gone:
                    words = {"time": "took too long", "output": "printed too much"}
                    self._trouble(cell, str(gone), words.get(str(gone), "ended the program"))
                    await self._close()
                    if self._left <= 0:
                        raise _GoneError("time") from None
                    break
                if trouble:
                    self._trouble(cell, "error", f"raised {trouble[:LONGEST_WORDS]}")

    def _ends(self, cell: Cell) -> bool:
        """Tell whether a cell is known to end the program or to stop it."""
        return self.troubles.get(cell.name, ("error",))[0] != "error"

    def _trouble(self, cell: Cell, kind: str, words: str) -> None:
        if cell.name not in self.troubles:
            self.log.append(f"the cell {cell.name} {words}")
        self.troubles[cell.name] = (kind, words)

    def _explained(self, request: Request, answer: Answer) -> Answer:
        """Return an answer; where a name is missing, say what happened to its cell."""
        if answer.kind != "missing":
            return answer
        name = re.escape(request.name)
        defines = re.compile(rf"^\s*(def|class)\s+{name}\b|^{name}\s*[:=]", re.MULTILINE)
        for cell in self.cells:
            if cell.name in self.troubles and defines.search(cell.source):
                kind, words = self.troubles[cell.name]
                if kind == "error":
                    return Answer("error", words=words.removeprefix("raised "))
                return Answer(kind)
        return answer

    async def _wait(self, message: Coroutine[Any, Any, dict[str, Any]]) -> dict[str, Any]:
        begin = monotonic()
        try:
            async with asyncio.timeout(min(self.limits.seconds * self.limits.patience, self._left)):
                return await message
        except TimeoutError:
            raise _GoneError("time") from None
        finally:
            self._left -= monotonic() - begin

    # ---- the process -----------------------------------------------------------------------------

    async def _start(self, cells: Sequence[Cell]) -> None:
        """Start the process, send it its program, and wait until it is ready."""
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
        program = [[cell.name, cell.source, cell.answer] for cell in cells]
        walled = self.walls.name == "bubblewrap"
        about = {"limits": self.limits.as_data(), "cells": program, "walled": walled}
        await self._received(about)

    async def _received(self, sent: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return the next message, after one was sent; raise _GoneError if none comes."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            if sent is not None:
                process.stdin.write(json.dumps(sent).encode() + b"\n")
                with suppress(ConnectionError):  # if it is gone, reading finds out why
                    await process.stdin.drain()
            message = json.loads(await process.stdout.readuntil(b"\n"))
        except asyncio.IncompleteReadError:
            with suppress(TimeoutError):  # how it ends, says why
                async with asyncio.timeout(1):
                    await process.wait()
            timer = process.returncode in TIMER
            raise _GoneError("output" if self._flooded else "time" if timer else "died") from None
        except (asyncio.LimitOverrunError, ValueError, RecursionError):
            raise _GoneError("died") from None
        if not isinstance(message, dict):
            raise _GoneError("died")
        return message

    async def _drain(self, process: asyncio.subprocess.Process) -> None:
        assert process.stderr is not None
        total = 0
        while part := await process.stderr.read(65_536):
            total += len(part)
            self._printed = (self._printed + part)[:KEPT]
            if total > self.limits.output:
                self._flooded = True
                with suppress(ProcessLookupError):
                    process.kill()

    async def _close(self) -> None:
        printed = await self._end()
        if printed and f"it printed: {printed}" not in self.log:
            self.log.append(f"it printed: {printed}")

    async def _end(self) -> str:
        """End the process and all in its session, and return the beginning of what it printed."""
        process, self._process = self._process, None
        if process is None:
            return ""
        with suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(END_SECONDS):  # it has ended when its pipes have been read
                await asyncio.gather(process.stdout.read(), self._drained)
                await process.wait()
        self._folder.cleanup()
        return self._printed.decode("utf-8", "replace").strip()


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
