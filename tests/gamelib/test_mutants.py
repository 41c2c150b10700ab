"""Every check can fail: each wrong search is caught by the rules that stand beside it.

The rules are the very functions that the real searches pass in test_search.py. Wrong versions of
the trace and of the contract's checker are tried in the same way.
"""

from __future__ import annotations

import pytest
import search_rules as rules
from hypothesis import HealthCheck, Phase, find, settings
from mutants import MUTANTS, Mutant, Rule, changed, searches
from search_rules import Example, Searches

import gamelib.contract
import gamelib.search
import gamelib.trace
import gamelib.words
from gamelib import alpha_beta, minimax

LOOK = settings(
    max_examples=2000,
    database=None,
    derandomize=True,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def caught(rule: Rule, wrong: Searches, example: Example) -> bool:
    """Tell whether the rule notices; an error that is no broken rule ends the test."""
    try:
        rule(wrong, example)
    except AssertionError:
        return True
    return False


def example_that_catches(rule: Rule, wrong: Searches) -> Example:
    return find(rules.examples(), lambda example: caught(rule, wrong, example), settings=LOOK)


@pytest.mark.parametrize(
    "mutant, rule",
    [
        pytest.param(mutant, rule, id=f"{mutant.name}: {rule.__name__}")
        for mutant in MUTANTS
        for rule in mutant.caught_by
    ],
)
def test_a_wrong_search_is_caught(mutant: Mutant, rule: Rule) -> None:
    example = example_that_catches(rule, searches(mutant))
    rule(Searches(minimax, alpha_beta), example)  # and the real search passes that very example


RULES = [
    rule
    for rule in vars(rules).values()
    if getattr(rule, "__annotations__", {}).get("searches") == "Searches"
    and list(rule.__annotations__) == ["searches", "example", "return"]
    and rule.__annotations__["return"] == "None"
]


def test_every_rule_catches_some_wrong_search() -> None:
    assert len(RULES) == 10
    assert {rule for mutant in MUTANTS for rule in mutant.caught_by} == set(RULES)


def test_a_change_that_no_longer_fits_the_source_is_noticed() -> None:
    with pytest.raises(AssertionError, match="no longer says 'negamax'"):
        changed(gamelib.search, (("negamax", ""),))


# ---- wrong traces -------------------------------------------------------------------------------

WRONG_EVENTS = {
    "takes the value at a cut for the exact one": (
        (
            "        elif kind == CUT:\n            cut = True",
            "        elif kind == CUT:\n            cut = False",
        ),
        rules.bounds_in_the_trace_are_true,
    ),
    "mixes up the two kinds of bounds": (
        ('"<=" if value == high else ">="', '">=" if value == high else "<="'),
        rules.bounds_in_the_trace_are_true,
    ),
    "takes the last bound for the node's own": (
        ("            most = high if high > most else most\n", "            most = high\n"),
        rules.bounds_in_the_trace_are_true,
    ),
    "skips the move that was played too": (
        ("moves[child:]", "moves[child - 1:]"),
        rules.every_moment_follows_from_the_one_before,
    ),
    "shows the narrowed window at leave": (
        ("value, bound, entered, ()", "value, bound, row[2:], ()"),
        rules.every_moment_follows_from_the_one_before,
    ),
}


WRONG_WORDS = {
    "takes a bound for a value": ("{told.known}{number(event.value)}", "{number(event.value)}"),
    "gives the credit for the window to a node that only has as much": (
        "if held[0] != windows[path][0]:",
        "if event.side == MAX:",
    ),
    "names a best move where none is known": ("if _no_move_known(trace, event):", "if False:"),
    "mixes up more and less": (
        '"more" if side == MAX else "less"',
        '"less" if side == MAX else "more"',
    ),
    "says that alpha rises when it stays": (
        'if told.facts[edge] != told.before.get(edge) else "stays"',
        "",
    ),
    "calls an estimate a score": ('"is evaluated as" if event.kind == "estimate" else', ""),
}


@pytest.mark.parametrize("name", WRONG_WORDS)
def test_a_wrong_sentence_is_caught(name: str) -> None:
    wrong = changed(gamelib.words, (WRONG_WORDS[name],))

    def caught(example: Example) -> bool:
        try:
            rules.every_sentence_is_true(wrong.sentences, example)
        except AssertionError:
            return True
        return False

    found = rules.examples().filter(lambda example: example.depth != 0)
    rules.every_sentence_is_true(gamelib.words.sentences, find(found, caught, settings=LOOK))


@pytest.mark.parametrize("name", WRONG_EVENTS)
def test_a_wrong_trace_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    change, rule = WRONG_EVENTS[name]
    wrong = changed(gamelib.trace, (change,))
    monkeypatch.setattr(gamelib.search, "events_of", wrong.events_of)
    real = Searches(minimax, alpha_beta)
    example = example_that_catches(rule, real)
    monkeypatch.undo()
    rule(real, example)
