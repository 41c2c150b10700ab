"""How a search describes itself: its title, its pseudocode, its facts at a node, its sentences.

Pictures, the stepper, the narration, tables and predictions use only the description, so a new
search gets all of them by giving one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from gamelib.game import MAX

if TYPE_CHECKING:
    from gamelib.trace import Event

__all__ = [
    "TREE_QUESTIONS",
    "Context",
    "Description",
    "Facts",
    "OpenCall",
    "Rival",
    "counting_convention",
    "number",
    "window",
    "windowed",
]

Facts = Mapping[str, Any]
"""What a search knows at a node, by the names in its description: alpha and beta, …"""

TREE_QUESTIONS = frozenset({"visited", "skipped", "cuts", "value", "move", "line", "values"})
"""What can be predicted about a search that walks a tree depth first."""


def number(value: float | None) -> str:
    """Return a value as text.

    >>> number(3), number(2.50), number(-inf), number(None)
    ('3', '2.5', '-∞', '')
    """
    if value is None:
        return ""
    if value in (inf, -inf):
        return "+∞" if value > 0 else "-∞"
    return f"{value + 0:g}" if isinstance(value, float) else str(value)  # no -0


def window(alpha: float, beta: float) -> str:
    """Return a window as text.

    >>> window(-inf, 3)
    '(-∞, 3)'
    """
    return f"({number(alpha)}, {number(beta)})"


class OpenCall(NamedTuple):
    """An open call of the search: its facts when it began, its facts now, its best value so far."""

    given: Facts
    now: Facts
    best: float | None


class Context(NamedTuple):
    """What a sentence about an event may use, in addition to the event."""

    name: str  # of the node
    facts: Facts  # of the event
    before: Facts  # of the node's previous event
    through: str  # the child that was finished last: an update takes its value from there
    qualifier: str  # before that value: "" if exact, else "at most ", "at least ", "about "


class Rival(NamedTuple):
    """A common wrong version of a search: a wrong prediction may be right for it."""

    right_for: str  # "minimax, which looks at every node"
    here: str  # how this search differs
    changes: Mapping[str, Any]  # the options with which `Trace.again` runs it


@dataclass(frozen=True)
class Description:
    """How a search describes itself; made for each run from its options.

    title       a heading: "Alpha-beta"
    code        pseudocode; before each | is the kind of event that the line is for, alone or with
                a side: "update MAX | best = max(best, v)"
    facts       the names of an event's facts: ("alpha", "beta"), ("visits", "mean")
    note        the second line at a node, from its facts: "(−∞, 3)", "12 visits"
    limit       the value at which the other moves are skipped, from the side to move and the facts
    marks       the second line at a node whose last event is of this kind: "known from before"
    columns     the columns of the stepper's table of open calls
    sentences   a function of an event and a `Context`, for each kind with sentences of its own
    convention  what a count of nodes means in this search
    asks        what can be predicted about it
    rivals      common wrong versions of it
    """

    title: str
    code: str = ""
    facts: tuple[str, ...] = ()
    note: Callable[[Facts], str] = lambda facts: ""
    limit: Callable[[str, Facts], str] = lambda side, facts: ""
    marks: Mapping[str, str] = field(default_factory=dict)
    columns: Mapping[str, Callable[[OpenCall], str]] = field(default_factory=dict)
    sentences: Mapping[str, Callable[[Event, Context], str]] = field(default_factory=dict)
    convention: str = ""
    asks: frozenset[str] = TREE_QUESTIONS
    rivals: tuple[Rival, ...] = ()

    @property
    def name(self) -> str:
        """Return the title as it is written inside a sentence.

        >>> [Description(title).name for title in ("Alpha-beta", "MCTS", "NegaScout")]
        ['alpha-beta', 'MCTS', 'NegaScout']
        """
        is_word = self.title.partition(" ")[0][1:].islower()
        return self.title[:1].lower() + self.title[1:] if is_word else self.title

    @property
    def windows(self) -> bool:
        """Tell whether its nodes have windows: whether `facts` begin with alpha and beta."""
        return self.facts[:2] == ("alpha", "beta")

    def named(self, facts: tuple[float, ...]) -> Facts:
        """Return the facts of an event with their names."""
        return dict(zip(self.facts, facts, strict=False))

    @cached_property
    def pseudocode(self) -> list[tuple[str, str]]:
        """Return the lines of the code as pairs: the kind of event, the line."""
        rows = (line.partition("|") for line in self.code.strip("\n").splitlines())
        return [(kind.strip(), text.removeprefix(" ")) for kind, _, text in rows]

    def marked(self, event: Event) -> list[int]:
        """Return the numbers of the lines of code for an event, counted from 0.

        An event with a fact named "line" has its own line, counted from 1; 0 is none.

        >>> from gamelib import SAMPLE, alpha_beta
        >>> trace = alpha_beta(SAMPLE, record=True).trace
        >>> for line in trace.description.marked(trace.events[12]):
        ...     print(trace.events[12].kind, "|", trace.description.pseudocode[line][1].strip())
        cut | if α ≥ β: break
        """
        if "line" in self.facts:
            return [line - 1 for line in [self.named(event.facts)["line"]] if line]
        kinds = [kind for kind, _ in self.pseudocode]
        side, kind, verb = event.side, event.kind, event.verb
        candidates = (f"{kind} {side}", kind, f"{verb} {side}", verb)
        match = next((each for each in candidates if each in kinds), None)
        return [index for index, kind in enumerate(kinds) if kind == match]


def counting_convention(depth: int | None, cut: str = "") -> str:
    """Return what a count means in a search whose nodes are the calls of its value function."""
    limit = "" if depth is None else f", at most {depth} deep"
    return (
        "counted: every call of the value function, root and leaves included; "
        f"depth first{limit}, moves in the given order{cut}"
    )


def windowed(title: str, code: str, *, strict: bool = False, **more: Any) -> Description:
    """Return the description of a search with windows: its first facts are alpha and beta.

    A `strict` search cuts only on alpha > beta; `more` are further arguments of `Description`.

    >>> limit = windowed("Alpha-beta", "").limit
    >>> limit("MIN", {"alpha": 3, "beta": inf}), limit("MAX", {"alpha": 3, "beta": inf})
    ('≤ 3', '')
    """

    def limit(side: str, facts: Facts) -> str:
        end, sign = (facts["beta"], "≥>") if side == MAX else (facts["alpha"], "≤<")
        return "" if end in (inf, -inf) else f"{sign[strict]} {number(end)}"

    defaults: dict[str, Any] = {
        "facts": ("alpha", "beta"),
        "note": lambda facts: window(facts["alpha"], facts["beta"]),
        "limit": limit,
        "columns": {
            "Window": lambda call: window(call.given["alpha"], call.given["beta"]),
            "Now": lambda call: window(call.now["alpha"], call.now["beta"]),
        },
        "asks": TREE_QUESTIONS | {"windows"},
    }
    return Description(title, code, **defaults | more)


# ---- minimax and alpha-beta ---------------------------------------------------------------------

ALPHA_BETA = """
enter      | value(node, α, β):
leaf       |   leaf? return its number
           |   for each child:
           |     v = value(child, α, β)
update MAX |     best = max(best, v)
update MAX |     α = max(α, best)
update MIN |     best = min(best, v)
update MIN |     β = min(β, best)
cut        |     if α ≥ β: break
leave      |   return best
"""
MINIMAX = re.sub(r".*\|     [αβi].*\n", "", ALPHA_BETA).replace(", α, β", "")


def of_minimax(depth: int | None) -> Description:
    """Return the description of minimax."""
    return Description("Minimax", _limited(MINIMAX, depth), convention=counting_convention(depth))


def of_alpha_beta(depth: int | None, strict: bool, minimax: Callable[..., Any]) -> Description:
    """Return the description of alpha-beta, with minimax and the other cut rule as rivals."""
    sign, other = (">", ">=") if strict else (">=", ">")
    equal = "" if strict else ": an equal value cannot change the choice either"
    return windowed(
        "Alpha-beta",
        _limited(ALPHA_BETA, depth).replace("≥", ">" if strict else "≥"),
        strict=strict,
        convention=counting_convention(depth, f"; cut when alpha {sign} beta"),
        rivals=(
            Rival(
                "minimax, which looks at every node",
                "Alpha-beta skips what cannot change the value.",
                {"search": minimax},
            ),
            Rival(
                f"a search that cuts when alpha {other} beta",
                f"This one cuts when alpha {sign} beta{equal}.",
                {"strict_cuts": not strict},
            ),
        ),
    )


def _limited(code: str, depth: int | None) -> str:
    return code if depth is None else code.replace("leaf?", f"leaf, or {depth} deep?")
