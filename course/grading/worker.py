"""The process that holds a student's code: it runs the cells, then answers what it is asked.

It gets a program, and then requests, as lines of JSON on its standard input, and sends lines of
JSON back on a pipe that is put out of the way of the student's code. No expected answer is here.
Whatever it sends is a student's word: the grader trusts none of it.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from contextlib import nullcontext, redirect_stdout, suppress
from functools import partial
from io import StringIO, TextIOWrapper
from types import ModuleType
from typing import Any, TextIO

from course.expect import Answer, Request, here
from course.grading.data import NotDataError, from_data, to_data

__all__ = ["main", "run_cell", "without_magics"]

MAGIC = re.compile(r"^\s*[%!].*$", re.MULTILINE)
LONGEST_WORDS = 500
NOBODY = 65534

Send = Callable[[dict[str, Any]], None]


def main() -> None:
    """Work, and end without words if the student's code has broken what this needs."""
    end = os._exit
    try:
        _work()
    except BaseException:
        end(1)
    end(0)  # at once: threads that were left running do not count


def _work() -> None:
    """Read a program, run its cells, and answer requests until there are no more."""
    incoming, send = _private_pipes()
    program = json.loads(incoming.readline())
    limits = program["limits"]
    names = _fresh_main()
    _limit(limits, walled=program["walled"])
    seconds = limits["seconds"]
    send({"ready": True})
    for cell, source, answer in program["cells"]:
        # What a given cell shows is of no interest here.
        with nullcontext() if answer else redirect_stdout(StringIO()):
            trouble = _timed(seconds, partial(run_cell, cell, source, names))
        send({"cell": cell, "trouble": trouble})
    for line in incoming:
        asked = json.loads(line)
        if asked.get("seed"):
            _seed()
        request = _request(asked["request"])
        answer = _timed(seconds, partial(answer_to, request, names))
        send({"token": asked["token"], "answer": answer})


def run_cell(cell: str, source: str, names: dict[str, Any]) -> str:
    """Run a cell among these names and return what went wrong, "" if nothing.

    >>> names = {}
    >>> run_cell("one", "x = 1", names), names["x"]
    ('', 1)
    >>> run_cell("two", "y = 1 / 0", names)
    'ZeroDivisionError: division by zero (line 1 of the cell)'
    """
    try:
        exec(compile(without_magics(source), f"<{cell}>", "exec"), names)
    except BaseException as error:  # also SystemExit: a cell that ends the program is skipped
        return _in_words(error, f"<{cell}>")
    return ""


def without_magics(source: str) -> str:
    r"""Return a cell without the lines that only Jupyter understands, if there are such lines.

    >>> without_magics("%matplotlib inline\nx = 7 \\\n  % 4")
    '\nx = 7 \\\n  % 4'
    """
    try:
        compile(source, "<cell>", "exec")
    except SyntaxError:
        lines = source.split("\n")
        for number, line in enumerate(lines):
            continued = number and lines[number - 1].endswith("\\")
            if MAGIC.match(line) and not continued:
                lines[number] = ""
        return "\n".join(lines)
    except (ValueError, MemoryError, RecursionError):
        pass  # the cell is run as it is, and says what is wrong
    return source


def answer_to(request: Request, names: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a request as data."""
    try:
        answer = here(names)(request)
    except Exception as error:  # an error that cannot even be put in words
        answer = Answer("error", words=type(error).__name__)
    except BaseException as error:
        answer = Answer("died", words=_in_words(error))
    if answer.kind == "error" and answer.words.startswith("MemoryError"):
        answer = Answer("memory")
    try:
        value = to_data(answer.value)
    except NotDataError as error:
        answer, value = Answer("not data", words=str(error)), None
    return {
        "kind": answer.kind,
        "value": value,
        "words": answer.words[:LONGEST_WORDS],
        "changed": answer.changed,
    }


def _request(data: dict[str, Any]) -> Request:
    arguments = from_data(data["arguments"])
    return Request(data["name"], arguments, from_data(data["made"]), data["through"])


def _private_pipes() -> tuple[TextIO, Send]:
    """Move the two pipes of the grader out of the way; what is printed goes to standard error."""
    incoming = os.fdopen(os.dup(0), "r", encoding="utf-8", newline="\n")
    outgoing = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a letter that is half a letter must not end it
            stream.reconfigure(errors="backslashreplace", line_buffering=True)
    # The student's code may put other things under these names.
    write, dumps = os.write, json.dumps

    def send(message: dict[str, Any]) -> None:
        data = dumps(message).encode() + b"\n"
        while data:
            data = data[write(outgoing, data) :]

    return incoming, send


def _fresh_main() -> dict[str, Any]:
    """Return the names of a new `__main__`, as a notebook has one."""
    module = ModuleType("__main__")
    sys.modules["__main__"] = module
    _seed()
    return module.__dict__


def _seed() -> None:
    """Let chance fall the same way in every run."""
    import random

    random.seed(0)


def _limit(limits: dict[str, Any], *, walled: bool) -> None:
    """Take from this process, for ever, what it need not have: a student's code comes next."""
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    wanted = {
        resource.RLIMIT_AS: limits["memory"],
        resource.RLIMIT_FSIZE: limits["file_size"],
        resource.RLIMIT_CPU: int(limits["total_seconds"]) + 1,
        resource.RLIMIT_NOFILE: 64,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NPROC: 1,  # this one: no further process, and no thread
    }
    for kind, most in wanted.items():
        hard = resource.getrlimit(kind)[1]
        value = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with suppress(OSError, ValueError):  # some systems know a limit and do not take it
            resource.setrlimit(kind, (value, value))
    if walled and os.getuid() == 0:  # no such limit binds the superuser
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)


def _timed(seconds: float, work: Callable[[], Any]) -> Any:
    """Do some work; after so many seconds of a processor the system ends this process."""
    try:
        from signal import ITIMER_PROF, setitimer
    except ImportError:  # no such clock on Windows: the grader looks at its own
        return work()
    setitimer(ITIMER_PROF, seconds)
    try:
        return work()
    finally:
        setitimer(ITIMER_PROF, 0)


def _in_words(error: BaseException, place: str = "") -> str:
    try:
        words = f"{type(error).__name__}: {error}".strip(": ")
    except BaseException:
        words = type(error).__name__
    if isinstance(error, SyntaxError):
        return f"SyntaxError: {error.msg} (line {error.lineno} of the cell)"
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == place:
            line = trace.tb_lineno
        trace = trace.tb_next
    return words[:LONGEST_WORDS] + (f" (line {line} of the cell)" if line else "")
