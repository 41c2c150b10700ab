"""Searches that are wrong on purpose, each made from the real source by a small replacement.

A test that no wrong search fails proves nothing. So every mistake that people really make stands
here, with the rules (functions of `search_rules`) that have to notice it.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import search_rules as rules
from search_rules import Example, Searches

import gamelib.search

Rule = Callable[[Searches, Example], None]
Change = tuple[str, str]  # what stands in the source, and what stands there instead


@dataclass(frozen=True)
class Mutant:
    """A mistake: the changes that make it, and the rules that must catch it."""

    name: str
    changes: tuple[Change, ...]
    caught_by: tuple[Rule, ...]


def changed(module: ModuleType, changes: tuple[Change, ...]) -> ModuleType:
    """Return a copy of the module in which every occurrence of the old text is replaced."""
    source = inspect.getsource(module)
    for old, new in changes:
        assert old in source, f"{module.__name__} no longer says {old!r}: change the mutant too"
        source = source.replace(old, new)
    mutant = ModuleType(f"{module.__name__}_changed")
    sys.modules[mutant.__name__] = mutant  # a dataclass looks for its module there
    try:
        exec(compile(source, mutant.__name__, "exec"), vars(mutant))
    finally:
        del sys.modules[mutant.__name__]
    return mutant


def searches(mutant: Mutant) -> Searches:
    """Return the wrong searches."""
    module: Any = changed(gamelib.search, mutant.changes)
    return Searches(module.minimax, module.alpha_beta)


# Pieces of the real source that several mistakes change.
BY_TURN = "if turn(state) == MAX:"
PLIES = "    plies = -1 if depth is None else depth\n"
CALL = "worth = value(play(state, move), alpha, beta, left)\n"
CUT = "if alpha >= beta and (alpha > beta or not strict_cuts):"
NOT_LAST = "if move is not moves[-1]:"
BETTER_FOR_MAX, BETTER_FOR_MIN = "if worth > best:", "if worth < best:"
LEAVE = "        line = best_line\n        return best\n\n    alpha, beta = limits"  # alpha_beta's
VALUE = "    def value(state: Any, alpha: Any, beta: Any, left: int) -> Any:\n"

MUTANTS = (
    Mutant(
        "alternates by ply instead of asking whose turn it is",
        (
            (PLIES, PLIES + "    first = turn(state)\n"),
            (BY_TURN, "if (first == MAX) == ((plies - left) % 2 == 1):"),
        ),
        (
            rules.the_value_is_that_of_the_definition,
            rules.a_value_outside_the_window_is_a_bound,
            rules.every_moment_follows_from_the_one_before,
        ),
    ),
    Mutant(
        "takes MAX for MIN",
        ((BY_TURN, "if turn(state) == MIN:"),),
        (
            rules.the_value_is_that_of_the_definition,
            rules.the_move_is_the_first_of_the_best,
            rules.bounds_in_the_trace_are_true,
        ),
    ),
    Mutant(
        "does not hand the window down",
        ((CALL, "worth = value(play(state, move), *limits(None), left)\n"),),
        (
            rules.it_visits_what_it_must_and_no_more,
            rules.every_moment_follows_from_the_one_before,
        ),
    ),
    Mutant(
        "hands down a window only half: alpha, but not beta",
        ((CALL, "worth = value(play(state, move), alpha, limits(None)[1], left)\n"),),
        (
            rules.it_visits_what_it_must_and_no_more,
            rules.every_moment_follows_from_the_one_before,
        ),
    ),
    Mutant(
        "lets a child's window leak to its siblings",
        (
            ("visited = cuts = 0", "visited = cuts = 0\n    leaked: Any = None"),
            ("nonlocal visited, cuts, line", "nonlocal visited, cuts, line, leaked"),
            (CALL, CALL[:-1] + "; alpha, beta = leaked or (alpha, beta); leaked = None\n"),
            (LEAVE, "        leaked = alpha, beta\n" + LEAVE),
        ),
        (
            rules.the_value_is_that_of_the_definition,
            rules.it_visits_what_it_must_and_no_more,
            rules.every_moment_follows_from_the_one_before,
        ),
    ),
    Mutant(
        "cuts only when alpha > beta where it should also when they are equal",
        ((CUT, "if alpha > beta:"),),
        (rules.it_visits_what_it_must_and_no_more,),
    ),
    Mutant(
        "cuts also when alpha equals beta where it should be strict",
        ((CUT, "if alpha >= beta:"),),
        (
            rules.it_visits_what_it_must_and_no_more,
            rules.ties_are_known_when_cuts_are_strict,
            rules.every_moment_follows_from_the_one_before,
        ),
    ),
    Mutant(
        "looks one move too deep",
        ((PLIES, "    plies = -1 if depth is None else depth + 1\n"),),
        (
            rules.the_value_is_that_of_the_definition,
            rules.the_line_leads_to_the_value,
            rules.it_visits_what_it_must_and_no_more,
        ),
    ),
    Mutant(
        "looks one move too little",
        (("moves_of(state) if left else None", "moves_of(state) if left not in (0, 1) else None"),),
        (
            rules.the_value_is_that_of_the_definition,
            rules.the_line_leads_to_the_value,
            rules.it_visits_what_it_must_and_no_more,
        ),
    ),
    Mutant(
        "evaluates a game that is over instead of asking for its score",
        (("estimate(state) if ended is None", "estimate(state) if evaluate or ended is None"),),
        (rules.the_value_is_that_of_the_definition, rules.bounds_in_the_trace_are_true),
    ),
    Mutant(
        "gives the window's edge back at a cut (fail-hard)",
        (
            (VALUE, VALUE + "        first = alpha, beta\n"),
            (LEAVE, "        best = max(first[0], min(best, first[1]))\n" + LEAVE),
        ),
        (
            rules.the_line_leads_to_the_value,
            rules.every_moment_follows_from_the_one_before,
        ),
    ),
    Mutant(
        "takes the last of equal moves",
        ((BETTER_FOR_MAX, "if worth >= best:"), (BETTER_FOR_MIN, "if worth <= best:")),
        (
            rules.the_move_is_the_first_of_the_best,
            rules.every_moment_follows_from_the_one_before,
        ),
    ),
    Mutant(
        "counts a cut after the last move, where nothing is left to skip",
        ((NOT_LAST, "if True:"),),
        (
            rules.it_visits_what_it_must_and_no_more,
            rules.every_moment_follows_from_the_one_before,
        ),
    ),
    Mutant(
        "never cuts at a MIN node",
        (
            (
                "if worth < beta:\n                        beta = worth",
                "if worth < beta:\n                        pass",
            ),
        ),
        (
            rules.it_visits_what_it_must_and_no_more,
            rules.every_moment_follows_from_the_one_before,
        ),
    ),
    Mutant(
        "raises alpha by any child, also by one that is not better",
        (("if worth > alpha:\n                        alpha = worth", "alpha = worth"),),
        (
            rules.it_visits_what_it_must_and_no_more,
            rules.every_moment_follows_from_the_one_before,
        ),
    ),
    Mutant(
        "keeps the line of the last child instead of the best one",
        (("        line = best_line\n", "        line = best_line and (best_line[0], line)\n"),),
        (rules.the_line_leads_to_the_value,),
    ),
    Mutant(
        "says the leaf's line, not the move to play",
        (("best_line = move, line", "best_line = line or (move, None)"),),
        (rules.the_move_is_the_first_of_the_best, rules.the_line_leads_to_the_value),
    ),
    Mutant(
        "ignores the order it was given",
        (("moves_in_order(game, order)", "moves_in_order(game, None)"),),
        (
            rules.the_move_is_the_first_of_the_best,
            rules.it_visits_what_it_must_and_no_more,
        ),
    ),
    Mutant(
        "does not count the leaves",
        (
            (
                "            line = None\n            return worth",
                "            line = None\n            visited -= 1\n            return worth",
            ),
        ),
        (rules.to_record_changes_nothing, rules.it_visits_what_it_must_and_no_more),
    ),
    Mutant(
        "takes another path when it records",
        ((CUT, CUT[:-1] + " and not record:"),),
        (rules.to_record_changes_nothing,),
    ),
    Mutant(
        "notes the window before the update, not after it",
        (
            ("note((UPDATE, best, alpha, beta))", "note((UPDATE, best, *noted))"),
            (CALL, CALL[:-1] + "; noted = alpha, beta\n"),
        ),
        (rules.every_moment_follows_from_the_one_before,),
    ),
    Mutant(
        "notes no cut",
        (("note((CUT, best, alpha, beta))", "pass"),),
        (
            rules.visited_and_skipped_make_up_the_tree,
            rules.to_record_changes_nothing,
            rules.bounds_in_the_trace_are_true,
        ),
    ),
)
