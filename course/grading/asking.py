"""The grader's side of the conversation with a worker: it asks, waits, and believes nothing.

A worker that hangs, dies, floods us or forges is ended, and the next question gets a new one.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from time import monotonic
from typing import Any

from course.expect import Answer, Request
from course.grading.data import NotDataError, from_data, to_data
from course.grading.process import Cell, GoneError, SandboxError, Worker
from course.grading.walls import Limits, Sandbox

__all__ = ["Cell", "Student"]

KINDS = ("value", "error", "missing", "not data", "memory", "died")  # what a worker may say itself
START_SECONDS = 30  # for Python and gamelib to be loaded, on a busy machine
LONGEST_WORDS = 500


class Student:
    """A student's program behind walls. Ask it for answers; stop it in the end.

    It is started when it is first asked, and again for the question after a crash. Cells that
    hang or crash are left out of the next start, so that they cost what they define and no more.
    """

    def __init__(self, cells: Sequence[Cell], sandbox: Sandbox, limits: Limits) -> None:
        """Take the cells of the program, and the walls around it."""
        self.cells, self.sandbox, self.limits = tuple(cells), sandbox, limits
        self.troubles: dict[str, tuple[str, str]] = {}  # a cell → what happened: kind, words
        self.log: list[str] = []
        self._worker: Worker | None = None
        self._left = limits.total_seconds * limits.patience
        self.gone = ""  # why the rest of this question gets no answer
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
        try:
            worker = self._running()
            worker.send(
                {
                    "token": (token := secrets.token_hex(8)),
                    "seed": self._new_question,
                    "request": {
                        "name": request.name,
                        "arguments": to_data(request.arguments),
                        "made": to_data(request.made),
                        "through": request.through,
                    },
                }
            )
            self._new_question = False
            message = self._wait(worker)
            if message.get("token") != token:
                self.log.append("the program sent something that nobody had asked for")
                raise GoneError("died")
        except GoneError as gone:
            self.gone = str(gone)
            self._close()
            return Answer(self.gone)
        return self._explained(request, _answer(message.get("answer")))

    def stop(self) -> None:
        """End the program and everything that it has started."""
        self._close()

    def _running(self) -> Worker:
        """Return a worker that has run all cells, started if need be."""
        if self._worker is not None:
            return self._worker
        while True:
            cells = [cell for cell in self.cells if not self._ends(cell)]
            worker = self._worker = Worker(self.sandbox, self.limits, cells)
            try:
                worker.receive(START_SECONDS)  # it is ready: what comes now is the student's time
            except GoneError:
                printed = worker.close()
                self._worker = None
                raise SandboxError(f"the sandbox did not start: {printed}") from None
            for cell in cells:
                try:
                    message = self._wait(worker)
                    trouble = message.get("trouble")
                    if message.get("cell") != cell.name or not isinstance(trouble, str):
                        raise GoneError("died")
                except GoneError as gone:
                    words = {"time": "took too long", "output": "printed too much"}
                    self._trouble(cell, str(gone), words.get(str(gone), "ended the program"))
                    self._close()
                    break
                if trouble:
                    self._trouble(cell, "error", f"raised {trouble[:LONGEST_WORDS]}")
            else:
                return worker
            if self._left <= 0:
                raise GoneError("time")

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
        defines = re.compile(rf"^\s*(def|class)\s+{re.escape(request.name)}\b|"
                             rf"^{re.escape(request.name)}\s*[:=]", re.MULTILINE)  # fmt: skip
        for cell in self.cells:
            if cell.name in self.troubles and defines.search(cell.source):
                kind, words = self.troubles[cell.name]
                if kind == "error":
                    return Answer("error", words=words.removeprefix("raised "))
                return Answer(kind)
        return answer

    def _wait(self, worker: Worker) -> dict[str, Any]:
        begin = monotonic()
        try:
            return worker.receive(min(self.limits.seconds * self.limits.patience, self._left))
        finally:
            self._left -= monotonic() - begin

    def _close(self) -> None:
        if self._worker is not None:
            printed = self._worker.close()
            if printed and f"it printed: {printed}" not in self.log:
                self.log.append(f"it printed: {printed}")
            self._worker = None


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
