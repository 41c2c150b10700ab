"""Whose work is it? A search that only calls the library's search answers no question."""

from __future__ import annotations

from course.expect import Ask, Outcome, Request

__all__ = ["borrowed_from_the_library"]


def borrowed_from_the_library(name: str, ask: Ask) -> Outcome | None:
    """Return the verdict on a function that uses the library's own ones, or None if it does not.

    The student's process names what its code refers to, so this finds whoever has overlooked the
    rule, and not whoever hides.
    """
    answer = ask(Request(name, (), through="course.homework.makers:borrowed"))
    names = answer.value if answer.kind == "value" and isinstance(answer.value, list) else []
    if not names or not all(isinstance(word, str) for word in names):
        return None
    return Outcome(
        False,
        got=f"it uses {', '.join(names)[:200]} of the library",
        wanted="a program of your own",
        cause="calls the library: write the search yourself",
    )
