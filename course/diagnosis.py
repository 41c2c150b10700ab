"""What went wrong in a student's code: where it failed, and mistakes that its source shows.

The exercises use this where an answer is wrong. Nothing here knows what a right answer is.
"""

from __future__ import annotations

import ast
import builtins
import dis
import inspect
import re
import sysconfig
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from functools import partial
from linecache import getline
from math import inf
from os import sep
from pathlib import Path
from traceback import walk_tb
from types import CodeType, FrameType, FunctionType, TracebackType
from typing import Any, NamedTuple

import gamelib
from course.checks import Answer, InputError, raised, short
from gamelib.game import FUNCTIONS, MAX, MIN

__all__ = [
    "Overwritten",
    "about_iterator",
    "async_function",
    "emptied",
    "explained",
    "is_iterator",
    "misread",
    "overwritten",
    "plain_function",
    "restored",
    "shared",
    "where_raised",
]

FOLDER = Path(__file__).parent
OWN_FOLDERS = tuple(  # all other code is the student's
    f"{folder}{sep}"
    for folder in (
        *(FOLDER, FOLDER.parent / "gamelib"),
        *map(sysconfig.get_path, ("stdlib", "purelib", "platlib")),
    )
)
LONGEST_LINE = 80  # of source, in a message
CONSTANTS: dict[str, tuple[Any, str]] = {
    "MAX": (MAX, "from gamelib import MAX"),
    "MIN": (MIN, "from gamelib import MIN"),
    "inf": (inf, "from math import inf"),
}
ABSENT: Any = object()  # instead of a value: the name has none
GAMELIB_NAMES: frozenset[str] = frozenset(vars(gamelib)["__all__"])
ASKING = (
    "game.moves",
    "game.score",
    "game.turn",
)  # the functions of a game whose answers are compared

# ---- an error that was raised -------------------------------------------------------------------

ERROR_MESSAGES: dict[type[BaseException], str] = {
    RecursionError: "it calls itself without end; where should it stop?",
    ZeroDivisionError: "it divides by zero",
    KeyError: "a dictionary has no entry {}",
    IndexError: "it asks for an item beyond the end",
    StopIteration: "`next` found nothing",
    SystemExit: "it ends the whole program; use `return`",
    InputError: "{}",
}
ADVICE = {
    r"can only concatenate tuple \(not \"(?!list)": "a tuple of one item needs a comma, as in (x,)",
    r"can only concatenate (tuple|list) \(not \"(list|tuple)": (
        "a list and a tuple cannot be added; make both of one kind"
    ),
    r"'(method|function|builtin_function_or_method)' (and|object is not (iterable|subscriptable))"
    r"|object of type '(method|function)' has no len|instances of '(method|function)'": (
        "a function is named but not called; are its brackets missing?"
    ),
    r"unsupported operand .*'(method|function|builtin_function_or_method)'": (
        "a function is used like its value; call it first"
    ),
    r"'generator' object is not subscriptable|object of type '(generator|map|filter|zip)' has no": (
        "this can only be read once, in order; `list(…)` makes a list of it"
    ),
    r"'set' object is not (subscriptable|reversible)": "a set has no order; use a list",
    r"unhashable type: '(list|dict|set)'": "keys and members of a set cannot change; use a tuple",
    r"not supported between .*'NoneType'": (
        "one of the two is None; does some call end without `return`?"
    ),
    r"not supported between .*'tuple' and '(int|float)|'(int|float)' and 'tuple'": (
        "one of the two is a pair; take it apart first"
    ),
    r"'coroutine'": "write `def` without `async`",
    r"(max|min)\(\) (arg|iterable argument) is an?d? ?empty": "it gets nothing to choose from",
    r"'tuple' object has no attribute 'sort'": "`sorted(…)` makes a sorted list of it",
    r"math domain error|expected a positive input": "a logarithm of 0, or a root below 0",
    r"^p must be in the range": "`inv_cdf` needs a number between 0 and 1",
}
"""By a pattern for Python's message, what helps."""


def explained(error: BaseException) -> Answer:
    """Return an error as a message: the student's line in which it happened, and the cause.

    >>> def inverse(x):
    ...     return 1 / x
    >>> try:
    ...     inverse(0)
    ... except ZeroDivisionError as error:
    ...     explained(error).message
    'it fails in line 2 of inverse, `return 1 / x`: it divides by zero (ZeroDivisionError)'
    """
    if type(error) is NotImplementedError:
        return raised(error)
    kind, message = type(error).__name__, error_message(error)
    text = f"{message} ({kind})" if message else kind
    return Answer("message", message=f"it fails{where_raised(error)}: {text}")


def where_raised(error: BaseException, *, named: bool = True) -> str:
    """Return the last line of a student's code that an error went through, as " in line 2 of f"."""
    last = _last_frame(error.__traceback__)
    if last is None:
        return ""
    frame, line = last
    code = getline(frame.f_code.co_filename, line, frame.f_globals).strip()
    quoted = f", `{code}`" if 0 < len(code) <= LONGEST_LINE else ""
    return f" in line {line}{f' of {frame.f_code.co_name}' if named else ''}{quoted}"


def error_message(error: BaseException) -> str:
    """Return what an error says, in plain words where Python's are hard, with advice."""
    # Where a function is defined is no help.
    text = re.sub(r"\S*<locals>\.|\b_[A-Z]\w*\.", "", short(str(error), str))
    text = text.strip().rstrip(".")
    last = _last_frame(error.__traceback__)
    if last and (hidden := _hidden_builtin(error, last[0])):
        return f"`{hidden}` is a variable of this function, which hides Python's own `{hidden}`"
    if last and text.endswith("object is not callable") and (value := _called_value(*last)):
        return f"{text}; {value}"
    if isinstance(error, NameError):
        return _about_name(error, text, last[0] if last else None)
    if base := next((base for base in type(error).__mro__ if base in ERROR_MESSAGES), None):
        return ERROR_MESSAGES[base].format(text)
    if _move_before_state(error):
        return f"{text}; the state comes first, then the move"
    advice = next((words for pattern, words in ADVICE.items() if re.search(pattern, text)), "")
    return f"{text}; {advice}" if advice else text


def _last_frame(traceback: TracebackType | None) -> tuple[FrameType, int] | None:
    """Return the last frame of a student's code, and the line that it ran."""
    own = [
        (frame, line)
        for frame, line in walk_tb(traceback)
        if not frame.f_code.co_filename.startswith(OWN_FOLDERS)
    ]
    return own[-1] if own else None


def _about_name(error: NameError, text: str, frame: FrameType | None) -> str:
    """Return what to do about a name without a value."""
    match = re.search(r"variable '(\w+)'|name '(\w+)'", text)
    name = (match[1] or match[2]) if match else ""
    if isinstance(error, UnboundLocalError) or "free variable" in text:
        return f"`{name}` is used before it has a value"
    if name in CONSTANTS or name in GAMELIB_NAMES:
        return f"{text}: run the cells above first, one of them imports it"
    names = [*frame.f_code.co_varnames, *frame.f_globals, *vars(builtins)] if frame else []
    close = [other for other in names if other.lower() == name.lower()]
    close += get_close_matches(name, names, n=1, cutoff=0.75) if len(name) > 2 else []
    if frame and "__name__" not in frame.f_globals:  # it is no cell of a notebook
        return f"{text}; did you mean {close[0]!r}?" if close else text
    if close:
        return f"{text}; did you mean {close[0]!r}, or is there a cell above to run first?"
    return f"{text}; did you run the cell that defines it? Run the cells above first"


def _hidden_builtin(error: BaseException, frame: FrameType) -> str:
    """Return the function of Python that a variable of the same name hides, if that is the error.

    >>> def largest(values):
    ...     max = values[0]
    ...     return max(values)
    >>> try:
    ...     largest([3])
    ... except TypeError as error:
    ...     print(error_message(error))
    `max` is a variable of this function, which hides Python's own `max`
    """
    if isinstance(error, UnboundLocalError):
        match = re.search(r"variable '(\w+)'", str(error))
        name = match[1] if match else ""
        return name if callable(vars(builtins).get(name)) else ""
    if not (isinstance(error, TypeError) and "object is not callable" in str(error)):
        return ""
    own = (name for name in frame.f_locals if callable(vars(builtins).get(name)))
    called = (name for name in own if not callable(frame.f_locals[name]))
    return next((name for name in called if name in _called_names(frame.f_code)), "")


def _called_value(frame: FrameType, line: int) -> str:
    """Return which name in a line is called, though it has a value that cannot be called."""
    source = getline(frame.f_code.co_filename, line, frame.f_globals)
    names = frame.f_globals | frame.f_locals
    for name in re.findall(r"(?<![.\w])(\w+)\(", source):
        if name in names and not callable(names[name]):
            return f"`{name}` is {short(names[name])} here"
    return ""


def _called_names(code: CodeType) -> set[str]:
    return {*code.co_varnames, *code.co_cellvars, *code.co_freevars}


def _move_before_state(error: BaseException) -> bool:
    """Tell whether `play` failed because the move came first, and the state after it."""
    for frame, _ in walk_tb(error.__traceback__):
        given = frame.f_locals
        if frame.f_code.co_name == "play" and {"state", "move"} <= given.keys():
            game: Any = given.get("self", given.get("game"))
            with suppress(Exception):
                if given["state"] in game.moves(given["move"]):
                    return True
    return False


# ---- what the source shows ----------------------------------------------------------------------


def plain_function(answer: Any) -> Any:
    """Return the function inside a partial, a method, a decorated function or an object.

    >>> plain_function(partial(max, 3)) is max
    True
    """
    for _ in range(20):
        inner = None
        with suppress(Exception):  # any object may be an answer, even one that refuses questions
            inner = _inside(answer)
        if inner is None:
            return answer
        answer = inner
    return answer


def _inside(answer: Any) -> Any:
    """Return what a callable calls, or None if it is a function itself."""
    if isinstance(answer, partial):
        return answer.func
    for name in ("__wrapped__", "__func__"):
        if hasattr(answer, name):
            return getattr(answer, name)
    if callable(answer) and not isinstance(answer, type) and not _is_code(answer):
        inner = inspect.getattr_static(type(answer), "__call__", None)
        return inner if isinstance(inner, FunctionType) else None
    return None


def _is_code(answer: Any) -> bool:
    return isinstance(answer, FunctionType) or inspect.isbuiltin(answer)


def _functions(answer: Any) -> Iterator[FunctionType]:
    """Yield the functions of an answer, and those of its notebook that they call."""
    waiting = [plain_function(answer)]
    kind = answer if isinstance(answer, type) else type(answer)
    if kind.__module__ not in ("builtins", "functools"):
        waiting += [plain_function(item) for item in vars(kind).values()]
    seen: set[int] = set()
    for function in waiting:
        if not isinstance(function, FunctionType) or id(function) in seen or len(seen) > 50:
            continue
        if function.__code__.co_filename.startswith(OWN_FOLDERS):
            continue
        seen.add(id(function))
        yield function
        helpers = (function.__globals__.get(name) for name in _names_used(function.__code__))
        waiting += [plain_function(helper) for helper in helpers if helper is not None]
        for cell in function.__closure__ or ():
            with suppress(ValueError):  # it is empty
                waiting.append(plain_function(cell.cell_contents))


def _names_used(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names_used(inner)


class Overwritten(NamedTuple):
    """A name that a notebook has given another value: where, its right value, and a sentence."""

    names: dict[str, Any]
    name: str
    right: Any  # ABSENT for a name of Python
    message: str


def overwritten(answer: Any) -> list[Overwritten]:
    """Return which of Python's or the library's names an answer finds overwritten.

    >>> def largest(values):
    ...     return max(values)
    >>> overwritten(FunctionType(largest.__code__, {"max": 3}))[0].message
    '`max` is 3 in this notebook: run `del max` to get back what it was'
    """
    result: dict[str, Overwritten] = {}
    for function in _functions(answer):
        names = function.__globals__
        for name in _names_used(function.__code__):
            if name in names and name not in result and (what := _spoilt(names, name)):
                value = short(names[name])
                result[name] = Overwritten(
                    names, name, what[0], f"`{name}` is {value} in this notebook: {what[1]}"
                )
    return [*result.values()]


def _spoilt(names: dict[str, Any], name: str) -> tuple[Any, str] | None:
    """Return the right value of an overwritten name, and what to do; None if it is not."""
    value = names[name]
    if name in CONSTANTS:
        right, line = CONSTANTS[name]
        try:
            same = bool(value == right)
        except Exception:  # an array, for example
            same = False
        return None if same else (right, f"import it again, with `{line}`")
    if callable(value):
        return None
    if callable(vars(builtins).get(name)):
        return ABSENT, f"run `del {name}` to get back what it was"
    if name in GAMELIB_NAMES and callable(right := getattr(gamelib, name)):
        return right, f"import it again, with `from gamelib import {name}`"
    return None


@contextmanager
def restored(spoilt: Iterable[Overwritten]) -> Iterator[None]:
    """Give overwritten names their right values in a `with` block."""
    before = [(one, one.names.get(one.name, ABSENT)) for one in spoilt]
    try:
        for one, _ in before:
            _set(one.names, one.name, one.right)
        yield
    finally:
        for one, value in before:
            _set(one.names, one.name, value)


def _set(names: dict[str, Any], name: str, value: Any) -> None:
    if value is ABSENT:
        names.pop(name, None)
    else:
        names[name] = value


@contextmanager
def emptied(answer: Any) -> Iterator[None]:
    """Empty what an answer may have kept between calls, in a `with` block.

    That is every list, dictionary and set in a default argument or in a global variable, and the
    caches of `functools`.

    >>> def total(values, known={}):
    ...     return known.setdefault(len(values), sum(values))
    >>> total([3])
    3
    >>> with emptied(total):
    ...     total([4])
    4
    >>> total([5])
    3
    """
    kept: list[Any] = []
    for function in _functions(answer):
        kept += function.__defaults__ or ()
        kept += (function.__kwdefaults__ or {}).values()
        for name in _names_used(function.__code__):
            value: Any = function.__globals__.get(name)
            kept.append(value)
            if hasattr(value, "cache_clear"):
                value.cache_clear()
        for cell in function.__closure__ or ():
            with suppress(ValueError):
                kept.append(cell.cell_contents)
    if hasattr(answer, "cache_clear"):
        answer.cache_clear()
    before = [(item, item.copy()) for item in kept if type(item) in (list, dict, set)]
    try:
        for item, _ in before:
            item.clear()
        yield
    finally:
        for item, copy in before:
            item.clear()
            (item.extend if isinstance(item, list) else item.update)(copy)


def misread(answer: Any) -> str:
    """Return a sentence on a comparison that Python reads otherwise than it is meant.

    A function of the game is compared or tested, but not called; or a side is compared with `is`.

    >>> def side(game, state):
    ...     return 1 if game.turn == "MAX" else -1
    >>> misread(side)
    '`game.turn` is a function: `game.turn(state)` calls it'
    """
    for function in _functions(answer):
        with suppress(OSError, TypeError, SyntaxError, ValueError):  # its source was not found
            tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
            for text in _uncalled_in(tree):
                return f"`{text}` is a function: `{text}(state)` calls it"
            if _is_side(tree):
                return "`is` asks whether two things are the same object: compare sides with `==`"
    return ""


def _is_side(tree: ast.AST) -> bool:
    """Return whether a side is compared with `is`."""
    return any(
        isinstance(node, ast.Compare)
        and isinstance(node.ops[0], ast.Is | ast.IsNot)
        and ast.unparse(node.comparators[0]) in ("MAX", "MIN")
        for node in ast.walk(tree)
    )


def _uncalled_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        parts: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.If | ast.IfExp | ast.While):
            parts = [node.test]
        elif isinstance(node, ast.BoolOp):
            parts = node.values
        elif isinstance(node, ast.UnaryOp):
            parts = [node.operand]
        for part in parts:
            text = ast.unparse(part)
            if text in ASKING:  # a state may have a `turn`, too
                yield text


def shared(answer: Any) -> str:
    """Return a sentence on a global variable that all calls of a function change, if there is one.

    >>> def count():
    ...     global number
    ...     number = number + 1
    >>> shared(count)
    'all its calls share the global variable `number`; let each call have its own'
    """
    for function in _functions(answer):
        for step in dis.get_instructions(function):
            if step.opname == "STORE_GLOBAL":
                own = "let each call have its own"
                return f"all its calls share the global variable `{step.argval}`; {own}"
    return ""


def async_function(answer: Any) -> str:
    """Return a sentence if an answer, or a function of a game, is an `async def`.

    >>> async def double(x):
    ...     return 2 * x
    >>> async_function(double)
    'double is an `async def`, so calling it does not run it: write `def` without `async`'
    """
    methods = (inspect.getattr_static(answer, name, None) for name in FUNCTIONS)
    for one in (answer, *methods):
        function = plain_function(one)
        flags = function.__code__.co_flags if isinstance(function, FunctionType) else 0
        if flags & (inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
            begin = f"{function.__name__} is an `async def`, so calling it does not run it"
            return f"{begin}: write `def` without `async`"
    return ""


def is_iterator(value: Any) -> bool:
    """Return whether a value can be read only once, like a generator.

    >>> is_iterator(map(abs, [3])), is_iterator([3])
    (True, False)
    """
    return hasattr(type(value), "__next__")


def about_iterator(value: Any, function: Callable[..., Any], is_list: bool) -> str:
    """Return what to do about an iterator that a function returned instead of its answer."""
    if not is_list and inspect.isgeneratorfunction(plain_function(function)):
        return "it has a `yield`, so calling it gives a generator: use `return`"
    kind = type(value).__name__
    if is_list:
        return f"a {kind} can be read only once: collect its items in a list, and return that"
    return f"it returns a {kind}, and not a value computed from its items"
