"""Why a search did what it did at a node: sentences for feedback, made from the trace."""

from __future__ import annotations

from functools import cached_property
from math import inf
from typing import Any

from gamelib.game import MAX, MIN
from gamelib.trace import ENTER, LEAF, LEAVE, SKIP, UPDATE, Event, Node, Path, Trace
from gamelib.words import BOUND_WORDS, causes_in_words, number, origins, window

__all__ = ["Why", "below", "sign"]

MAX_VALUES = 6  # of children in a sentence; of more children it names two


def sign(relation: str) -> str:
    """Return the sign for a relation before a number; "=" needs none.

    >>> sign(">=") + "5", sign("=") + "5"
    ('≥ 5', '5')
    """
    return {"": "", "=": "", "<=": "≤ ", ">=": "≥ ", "<": "< ", ">": "> ", "~": "≈ "}[relation]


def below(path: Path, tops: set[Path]) -> bool:
    """Return whether a node is one of these or lies below one."""
    return any(path[:length] in tops for length in range(len(path) + 1))


class Why:
    """The reasons in one trace.

    >>> from gamelib import SAMPLE, alpha_beta
    >>> why = Why(alpha_beta(SAMPLE, record=True).trace)
    >>> why.visited(("B", "E", "K"))
    'It is the first move at E: without it E has no value.'
    >>> why.value(())
    'A is worth exactly 3: MAX takes the largest of B (3), C (≤ 0), D (≤ 2).'
    """

    def __init__(self, trace: Trace) -> None:
        """Sort the events by node; a reason is computed when it is asked for."""
        self.trace = trace
        self.name = trace.name
        self.windows = trace.description.windows
        self.strict = bool(trace.options.get("strict_cuts"))
        self.entered: dict[Path, Event] = {}  # each visited node, in the order of the visits
        self.moves: dict[Path, list[Any]] = {}  # of each visited node, from its last visit on
        self.updates: dict[Path, list[tuple[int, Event]]] = {}  # with the indices of the events
        self.cuts: dict[Path, Event] = {}
        self.ended: dict[Path, Event] = {}  # the event with the final value of each visited node
        for step, event in enumerate(trace.events):
            if event.verb in (ENTER, LEAF):
                self.entered[event.path] = event
                earlier = self.moves.get(event.path, [])
                self.moves[event.path] = list(dict.fromkeys([*event.moves, *earlier]))
            if event.verb == UPDATE:
                self.updates.setdefault(event.path, []).append((step, event))
            elif event.verb == SKIP:
                self.cuts[event.path] = event
            elif event.verb in (LEAF, LEAVE):
                self.ended[event.path] = event
        self.visits = {path: visit for visit, path in enumerate(self.entered, start=1)}

    @property
    def nodes(self) -> dict[Path, Node]:
        """Return all nodes of the tree, the skipped ones included."""
        return self.trace.nodes

    def _before(self, path: Path, child: Path) -> list[float]:
        """Return the values that a node had before its child was visited or skipped."""
        stop = self.nodes[child].meetings[0]
        return [event.value for step, event in self.updates.get(path, []) if step < stop]

    @cached_property
    def _reasons(self) -> dict[Path, str]:
        reasons = causes_in_words(self.trace)
        return {self.trace.events[step].path: reason for step, reason in reasons.items()}

    @cached_property
    def _origins(self) -> dict[Path, tuple[Path | None, Path | None]]:
        return origins(self.trace)

    # ---- cuts ---------------------------------------------------------------------------------

    def deep(self, path: Path) -> bool:
        """Return whether a cut is deep: the parent's value alone does not explain it."""
        event, above = self.cuts[path], path[:-1]
        if not self.windows:
            return False
        if self._origins[path][event.side == MAX] is None:
            return False  # the bound was given to the search
        if self.entered[above].side == event.side:
            return True
        so_far = self._before(above, path)
        if not so_far or (self.strict and so_far[-1] == event.value):
            return True
        return bool(event.value < so_far[-1] if event.side == MAX else event.value > so_far[-1])

    def cut(self, path: Path) -> str:
        """Return why the search cuts at a node."""
        reason = self._reasons.get(path, "its other moves cannot matter")
        return f"Cut at {self.name(path)}: {reason}."

    def skipped(self, path: Path) -> str:
        """Return why a node is skipped: the cut above it."""
        cut_at = self.nodes[path].cut_at
        assert cut_at is not None
        return self.cut(cut_at)

    def visited(self, path: Path) -> str:
        """Return why a node was not skipped."""
        if not path:
            return "The search starts there."
        above, name = path[:-1], self.name(path[:-1])
        if self.nodes[above].moves[0] == path[-1]:
            return f"It is the first move at {name}: without it {name} has no value."
        if not self.windows:
            does = "looks at every node" if not self.trace.cuts else "does not skip it"
            return f"{self.trace.description.title} {does}."
        return f"{self._still_open(above, path)} So the next move is searched."

    def _still_open(self, path: Path, child: Path) -> str:
        """Return why there was no cut at a node before `child`."""
        here = self.entered[path]
        best = self._before(path, child)[-1]
        side, other = here.side, MIN if here.side == MAX else MAX
        bound = here.facts[side == MAX]
        origin = self._origins[path][side == MAX]
        has = f"At {self.name(path)}, {side} has {number(best)} so far"
        if origin is None and abs(bound) == inf:
            return f"{has}, and {other} has no value higher up yet: nothing can be cut here."
        than = "less than" if side == MAX else "more than"
        than = "exactly" if best == bound else than
        if origin is None:
            return f"{has}, {than} the {number(bound)} that the search was called with."
        holder, through = self.name(origin[:-1]), self.name(origin)
        held = f"the {number(bound)} that {other} has at {holder}, through {through}"
        return f"{has}, {than} {held}: {self.name(path)} can still matter."

    # ---- values and windows -------------------------------------------------------------------

    def value(self, path: Path, guessed: Path | None = None) -> str:
        """Return how a visited node gets its value.

        If it has many children, the sentence names only the chosen one and the guessed one.
        """
        end, name = self.ended[path], self.name(path)
        if end.verb == LEAF:
            kind = "known from before" if end.side else "a leaf"
            return f"{name} is {kind}, worth {sign(end.bound)}{number(end.value)}."
        if end.value is None:
            return f"The value of {name} is not known."
        named = seen = [self.ended[below] for below in self.children(path)]
        if len(seen) > MAX_VALUES:
            chosen = next((e for e in seen if e.value == end.value), seen[0])
            named = [chosen, *(e for e in seen if e.path == guessed and e is not chosen)]
        values = ", ".join(f"{self.name(e.path)} ({sign(e.bound)}{number(e.value)})" for e in named)
        if len(named) < len(seen):
            values += f" and {len(seen) - len(named)} others"
        takes = f"{end.side} takes the {'largest' if end.side == MAX else 'smallest'} of {values}"
        if len(seen) == 1:
            takes = f"{end.side} has {values}"
        elif end.side not in (MAX, MIN) or not self._takes_the_best(path):
            takes = f"it is computed from {values}"
        if path in self.cuts:
            left = "cut off" if self.trace.cut_word == "cut" else "left out"
            takes += f", then the other moves are {left}"
        return f"{name} is worth {BOUND_WORDS[end.bound]} {number(end.value)}: {takes}."

    def _takes_the_best(self, path: Path) -> bool:
        """Return whether a node takes the best value below it, and not a sum, for instance."""
        updates = self.updates.get(path, [])
        return bool(updates) and updates[-1][1].kind == UPDATE

    def children(self, path: Path) -> list[Path]:
        """Return the visited children of a visited node."""
        below = [(*path, move) for move in self.moves[path]]  # `nodes` has all skipped ones, too
        return [child for child in below if child in self.entered]

    def window(self, path: Path) -> str:
        """Return how a visited node gets the window that it inherits."""
        here = self.entered[path]
        parts = []
        for greek, side, bound, child in zip(
            ("alpha", "beta"), (MAX, MIN), here.facts, self._origins[path], strict=True
        ):
            if child is not None:
                has = f"{side} at {self.name(child[:-1])} has it through {self.name(child)}"
            elif abs(bound) == inf:
                has = f"{side} has no value higher up yet"
            else:
                has = "the search was called with it"
            parts.append(f"{greek} is {number(bound)}, because {has}")
        inherited = window(*here.facts[:2])
        return f"{self.name(path)} inherits {inherited}: {parts[0]}; {parts[1]}."
