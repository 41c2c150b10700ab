"""The process that holds a student's code: it runs the cells, then answers what it is asked.

It gets its limits, then cells, then requests, as lines of JSON on its standard input, and sends
lines of JSON back on a pipe that is put out of the way of the student's code. No expected answer
is here. Whatever it sends is a student's word: the grader trusts none of it.
"""

from __future__ import annotations

import json
import os
import random
import re
import sys
from collections.abc import Callable
from contextlib import nullcontext, redirect_stdout, suppress
from io import StringIO, TextIOWrapper
from threading import Lock
from traceback import walk_tb
from types import ModuleType
from typing import Any, TextIO

from course.expect import Answer, Request, calling, here
from course.grading.data import NotDataError, from_data, to_data

__all__ = ["main", "run_cell", "without_magics"]

MAGIC = re.compile(r"(?<!\\\n)^[ \t]*[%!].*$", re.MULTILINE)  # in no continued line
LONGEST_WORDS = 500
NOBODY = 65534


def main() -> None:
    """Work, and end without words if the student's code has broken what this needs."""
    end = os._exit
    try:
        _work()
    except BaseException:
        end(1)
    end(0)  # at once: threads that were left running do not count


def _work() -> None:
    """Take the limits, then run cells and answer requests until there are no more."""
    incoming, send = _private_pipes()
    loads = json.loads  # the student's code may put other things under such names
    one_at_a_time = Lock()
    module = sys.modules["__main__"] = ModuleType("__main__")
    about = loads(incoming.readline())
    _limit(about["limits"], walled=about["walled"])
    send({"token": about["token"], "answer": vars(Answer("value"))})
    for line in incoming:
        asked = loads(line)
        if asked["seed"]:  # chance falls the same way in every run
            random.seed(0)
        if "cell" in asked:
            answer = run_cell(vars(module), *asked["cell"])
        else:

            def reply(data: Any, token: str = asked["token"]) -> Any:
                with one_at_a_time:  # the student may have threads
                    send({"token": token, "call": data})
                    return loads(incoming.readline())

            back = calling(reply) if asked["back"] else None
            answer = _answer_to(asked["request"], back, vars(module))
        send({"token": asked["token"], "answer": vars(answer)})


def run_cell(names: dict[str, Any], cell: str, source: str, own: bool = True) -> Answer:
    """Run a cell among these names and return what went wrong, if anything.

    >>> names = {}
    >>> run_cell(names, "one", "x = 1").kind, names["x"]
    ('value', 1)
    >>> run_cell(names, "two", "y = 1 / 0").words
    'ZeroDivisionError: division by zero (line 1 of the cell)'

    What a cell prints that is not the student's own is of no interest.
    """
    with nullcontext() if own else redirect_stdout(StringIO()):
        try:
            exec(compile(without_magics(source), f"<{cell}>", "exec"), names)
        except BaseException as error:  # also SystemExit: a cell that ends the program is skipped
            return Answer("error", words=_in_words(error, f"<{cell}>"))
    return Answer("value")


def without_magics(source: str) -> str:
    r"""Return a cell without the lines that only Jupyter understands, if there are such lines.

    >>> without_magics("%matplotlib inline\nx = 7 \\\n  % 4")
    '\nx = 7 \\\n  % 4'
    """
    try:
        compile(source, "<cell>", "exec")
    except SyntaxError:
        return MAGIC.sub("", source)
    except (ValueError, MemoryError, RecursionError):
        pass  # the cell is run as it is, and says what is wrong
    return source


def _in_words(error: BaseException, place: str) -> str:
    try:
        words = f"{type(error).__name__}: {error}".strip(": ")[:LONGEST_WORDS]
    except BaseException:
        words = type(error).__name__
    frames = walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == place]
    if isinstance(error, SyntaxError):
        words, lines = f"SyntaxError: {error.msg}", [error.lineno or 0]
    return f"{words} (line {lines[-1]} of the cell)" if lines else words


def _answer_to(
    data: dict[str, Any], back: Callable[..., Any] | None, names: dict[str, Any]
) -> Answer:
    """Return the answer to a request, its value as data."""
    request = Request(**{name: from_data(value) for name, value in data.items()}, back=back)
    try:
        answer = here(names, plain=False)(request)
    except BaseException as error:  # one that is no Exception, or that cannot be put in words
        return Answer("error", words=type(error).__name__)
    if answer.kind == "error" and answer.words.startswith("MemoryError"):
        return Answer("memory")
    try:
        value = to_data(answer.value)
    except NotDataError as error:
        return Answer("not data", words=str(error))
    return Answer(answer.kind, value, answer.words[:LONGEST_WORDS], answer.changed)


def _private_pipes() -> tuple[TextIO, Callable[[dict[str, Any]], None]]:
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
    write, dumps = os.write, json.dumps

    def send(message: dict[str, Any]) -> None:
        data = dumps(message).encode() + b"\n"
        while data:
            data = data[write(outgoing, data) :]

    return incoming, send


def _limit(limits: dict[str, Any], *, walled: bool) -> None:
    """Take from this process, for ever, what it need not have: a student's code comes next."""
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    wanted = {
        resource.RLIMIT_AS: limits["memory"],
        resource.RLIMIT_FSIZE: limits["file_size"],
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
